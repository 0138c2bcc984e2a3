#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![doc = include_str!("../README.md")]

pub mod archive;
pub mod cli;
pub mod clock;
pub mod desk;
pub mod matches;
pub mod notation;
pub mod record;
pub mod render;
pub mod rules;
pub mod seal;
pub mod store;
