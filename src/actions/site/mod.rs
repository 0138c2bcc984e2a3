//! A site of a repository, or of a folder of records: files that a browser opens from disk, or that any server hands out.
//!
//! A [`SiteManifest`](manifest) in the folder lists every file of the site and keeps what is needed of each record, so that a
//! record whose bytes are those of the last time is neither read nor shown again. Files that it does not list are never
//! touched.

mod error;
mod folder;
mod game;
mod hash;
mod lists;
mod make;
mod manifest;
mod matches;
mod request;
mod statistics;
mod summary;

pub use error::SiteError;
pub use make::make_site;
pub use request::{GamePageMaker, SiteDone, SiteRecords, SiteRequest};
