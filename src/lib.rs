#![forbid(unsafe_code)]
#![deny(missing_docs)]
//! riverpost
pub mod clock;
pub mod notation;
pub mod rules;
