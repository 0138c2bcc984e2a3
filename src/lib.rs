#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![doc = include_str!("../README.md")]

pub mod clock;
pub mod matches;
pub mod notation;
pub mod record;
pub mod rules;

// What the program is made of besides, and its tests look into; no part of the library's interface.
#[doc(hidden)]
pub mod actions;
#[doc(hidden)]
pub mod archive;
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod document;
#[doc(hidden)]
pub mod mail;
#[doc(hidden)]
pub mod proof;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod store;
