//! `riverpost site`: a static site of the games.

use std::path::PathBuf;

use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure, say};
use super::output::Out;
use super::page::last_page;
use super::progress;
use super::seed::seed;
use crate::actions::{SiteDone, SiteError, SiteRecords, SiteRequest, make_site};
use crate::archive::UnsoundRecord;
use crate::render::{counted, one_line};

/// Make a static site of the games, or bring one up to date: pages, downloads, a feed
///
/// Addresses, keys and signatures are left out; names are not. Only what has changed since the last time is written, as
/// `.riverpost-site.json` in the folder tells, which need not be published.
#[derive(clap::Args, Debug)]
pub(super) struct Site {
    /// The folder of the site: one that is empty, does not exist yet, or has the site that is to be brought up to date
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// A folder of records and matches [default: those of the repository]
    #[arg(value_name = "RECORDS")]
    records: Option<PathBuf>,
    /// The title of the site
    #[arg(long, value_name = "TEXT", default_value = "Games")]
    title: String,
    /// Show addresses, keys and signatures
    #[arg(long)]
    addresses: bool,
}

impl Run for Site {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let store;
        let records = match &self.records {
            Some(folder) if !folder.is_dir() => return Err(Failure::nowhere(folder)),
            Some(folder) => SiteRecords::Folder(folder),
            None => {
                store = common.store()?;
                SiteRecords::Repository(&store)
            }
        };
        let request = SiteRequest {
            records,
            out: &self.out,
            title: &self.title,
            addresses: self.addresses,
            seed: seed()?,
            dry_run: common.dry_run,
            page: last_page,
        };
        let bar = progress::of_records(self.records.as_slice(), common, out);
        let mut unsound = 0;
        let report = |error: UnsoundRecord| {
            unsound += 1;
            bar.suspend(|| say(one_line(&format!("error: {error}"))));
        };
        let done = make_site(&request, || bar.inc(1), report).map_err(failure)?;
        bar.finish_and_clear();
        let SiteDone { games, kept, matches, written, removed, unchanged } = done;
        if common.json {
            out.line(json!({
                "out": self.out, "games": games, "kept": kept, "matches": matches, "written": written,
                "removed": removed, "unchanged": unchanged, "unsound": unsound,
            }))?;
        } else {
            let would = if common.dry_run { "would be " } else { "" };
            out.note(format_args!(
                "{}: {}, {}; {} {would}written, {removed} {would}removed, {unchanged} unchanged",
                self.out.display(),
                counted(games, "game", "games"),
                counted(matches, "match", "matches"),
                counted(written, "file", "files"),
            ))?;
        }
        Ok(u8::from(unsound > 0))
    }
}

fn failure(error: SiteError) -> Failure {
    let hint = match &error {
        SiteError::Place { .. } => "name a folder elsewhere",
        SiteError::Strange { .. } => "name a folder that is empty or does not exist yet",
        SiteError::Manifest { .. } => "remove the site and make it anew",
        SiteError::InTheWay { .. } => "move it elsewhere",
        SiteError::Io { .. } | SiteError::Records(_) => "",
    };
    match error {
        SiteError::Records(error) => error.into(),
        error if hint.is_empty() => Failure::world(error.to_string()),
        error => Failure::world(error.to_string()).hint(hint),
    }
}
