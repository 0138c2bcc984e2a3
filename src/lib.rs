#![forbid(unsafe_code)]
#![deny(missing_docs)]
//! riverpost
pub mod matches;
pub mod notation;
pub mod rules;
pub mod seal;
