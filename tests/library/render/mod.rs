//! What is shown.

mod escape;
