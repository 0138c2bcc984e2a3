#![forbid(unsafe_code)]
#![deny(missing_docs)]
//! riverpost

pub mod cli;
pub mod notation;
pub mod render;
pub mod rules;
pub mod store;
