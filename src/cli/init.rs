//! `riverpost init`: makes a repository for games.

use std::path::PathBuf;

use serde_json::json;

use super::error::Failure;
use super::out::Out;
use super::{Common, Done, now};
use crate::actions;
use crate::store::Timestamp;

/// Arguments of `init`.
#[derive(clap::Args, Debug)]
pub(super) struct Init {
    /// The folder; it is made if need be [default: the current folder]
    folder: Option<PathBuf>,
}

impl Init {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let dir = self.folder.clone().unwrap_or_else(|| common.folder());
        Failure::refuse_file(&dir)?;
        if common.dry_run {
            out.line(format_args!(
                "would make {} a repository for games: {} and .gitattributes, committed",
                dir.display(),
                actions::SETTINGS
            ))?;
            return Ok(0);
        }
        let done = actions::initiate(&dir, Timestamp(now::now()?.timestamp()), None)?;
        if common.json {
            out.line(json!({
                "folder": dir.display().to_string(), "created": done.created,
                "commit": done.commit, "kept": done.kept,
            }))?;
            return Ok(0);
        }
        for path in &done.kept {
            out.note(format_args!("{path} was there already and stays as it is"))?;
        }
        match done.commit {
            Some(_) => out.note(format_args!("{} is a repository for games now", dir.display()))?,
            None => out.note(format_args!("{} was one already", dir.display()))?,
        }
        out.note("next: riverpost new GAME --south \"NAME <ADDRESS>\" --north \"NAME <ADDRESS>\"")?;
        Ok(0)
    }
}
