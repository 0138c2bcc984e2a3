#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![doc = include_str!("../README.md")]

pub mod actions;
pub mod archive;
pub mod cli;
pub mod clock;
pub mod document;
pub mod matches;
pub mod notation;
pub mod proof;
pub mod record;
pub mod render;
pub mod rules;
pub mod store;
