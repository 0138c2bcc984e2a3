//! The rules of play: hand-made positions, counts, random games, and a second generator to compare with.

mod agreement;
mod fortress;
mod naive;
mod perft;
mod properties;
mod refusal_reasons;
mod shared_rules;
mod valonian;
mod wing;
mod xiangqi;
