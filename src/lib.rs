#![forbid(unsafe_code)]
#![deny(missing_docs)]
//! riverpost
pub mod rules;
pub mod notation;
