//! Messages damaged at random: nothing is read from them that nobody typed.
