#![forbid(unsafe_code)]
#![deny(missing_docs)]
//! riverpost
pub mod notation;
pub mod record;
pub mod rules;
