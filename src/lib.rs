#![forbid(unsafe_code)]
#![deny(missing_docs)]
//! Correspondence play of five related chess games, kept in git.

pub mod store;
