//! What a site is to be, and what was done.

use std::path::Path;

use crate::actions::game::Clocks;
use crate::record::{Record, Replayed};
use crate::render::GamePage;
use crate::store::Store;

/// Where the records of a site are.
#[derive(Clone, Copy)]
pub enum SiteRecords<'a> {
    /// In a repository.
    Repository(&'a Store),
    /// Below a folder.
    Folder(&'a Path),
}

/// How the page of a game is made, from the record as it is shown, and its clocks at the last line.
pub type GamePageMaker = for<'a> fn(&'a Record<'_>, &'a Replayed, &Clocks) -> GamePage<'a>;

/// What a site is to be.
pub struct SiteRequest<'a> {
    /// Where the records are.
    pub records: SiteRecords<'a>,
    /// The folder of the site.
    pub out: &'a Path,
    /// The title of the site.
    pub title: &'a str,
    /// Whether addresses, keys and signatures are shown.
    pub addresses: bool,
    /// Random bits, for the secret that a repository has for its sites.
    pub seed: [u8; 16],
    /// Whether nothing is written.
    pub dry_run: bool,
    /// How the page of a game is made.
    pub page: GamePageMaker,
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteDone {
    /// The games of the site.
    pub games: usize,
    /// How many of them were not read again, since their bytes are those of the last time.
    pub kept: usize,
    /// The matches of the site.
    pub matches: usize,
    /// The files that were written, or with a dry run would have been.
    pub written: usize,
    /// The files that were removed, or would have been.
    pub removed: usize,
    /// The files that stayed as they were.
    pub unchanged: usize,
}
