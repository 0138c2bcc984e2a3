//! Tests of the library: rules, notation, records, clocks, matches, the store.

mod agreement;
mod clock;
mod common;
mod extend;
mod fortress;
mod games;
mod general;
mod house;
mod input;
mod matches;
mod naive;
mod perft;
mod properties;
mod record;
mod record_actions;
mod refusals;
mod reveal;
mod rulings;
mod store;
mod tournament;
mod valonian;
mod wing;
