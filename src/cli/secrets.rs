//! `riverpost secrets`: a backup of what only one clone has.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use super::arguments::{Common, read_file};
use super::command::Run;
use super::error::{Done, Failure};
use super::output::Out;
use crate::actions::{
    BackupError, LONGEST_BACKUP, RestoredSecrets, back_up_secrets, restore_secrets,
};
use crate::archive::NewFile;
use crate::render::{counted, one_line};

/// What a backup holds, one and many.
const ONE: &str = "plan or secret";
const MANY: &str = "plans and secrets";

/// Back up what no commit, push or clone takes along: plans, sealed plans, secrets of lots
#[derive(Subcommand, Debug)]
pub(super) enum Secrets {
    /// Write them to a file that only you may read
    Export {
        /// The file, which may not be there yet
        file: PathBuf,
    },
    /// Put back those that are not here; what is here stays as it is. The plans in it answer for you: import only what you
    /// have exported yourself
    Import {
        /// The file; - for standard input
        file: PathBuf,
    },
}

impl Run for Secrets {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let store = common.store()?;
        match self {
            Secrets::Export { file } => {
                let (text, names) = back_up_secrets(&store)?;
                if !common.dry_run {
                    let mut new = NewFile::private_at(file).map_err(Failure::unwritten(file))?;
                    new.write_all(text.as_bytes()).map_err(Failure::unwritten(file))?;
                    new.put().map_err(Failure::unwritten(file))?;
                }
                let path = file.display().to_string();
                if common.json {
                    out.line(json!({ "path": path, "files": names }))?;
                } else {
                    let would = if common.dry_run { "would be " } else { "" };
                    let count = counted(names.len(), ONE, MANY);
                    out.note(format_args!("{count} {would}written to {}", one_line(&path)))?;
                }
                Ok(0)
            }
            Secrets::Import { file } => {
                let text = read_file(file, LONGEST_BACKUP)?;
                let done = restore_secrets(&store, &text, common.dry_run)?;
                print(&done, common, out)?;
                Ok(u8::from(!done.differing.is_empty()))
            }
        }
    }
}

fn print(done: &RestoredSecrets, common: &Common, out: &mut Out) -> Result<(), Failure> {
    let RestoredSecrets { restored, same, differing } = done;
    if common.json {
        return out.line(json!({ "restored": restored, "same": same, "differing": differing }));
    }
    for name in differing {
        out.line(one_line(&format!("{name}: another version is here, which stays")))?;
    }
    let would = if common.dry_run { "would be " } else { "" };
    for name in restored {
        out.note(one_line(&format!("{name}: {would}put back")))?;
    }
    if !same.is_empty() {
        out.note(format_args!("{} here already", counted(same.len(), ONE, MANY)))?;
    }
    if restored.is_empty() && same.is_empty() && differing.is_empty() {
        out.note("there is nothing in the backup")?;
    }
    Ok(())
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Failure {
        let message = error.to_string();
        match error {
            BackupError::Store(error) => error.into(),
            BackupError::Unreadable(_) | BackupError::Name { .. } => Failure::no(message)
                .hint("nothing was put back; name a file of `riverpost secrets export`"),
            BackupError::NoText { .. }
            | BackupError::Long { .. }
            | BackupError::Closed { .. }
            | BackupError::TooLong => Failure::world(message),
        }
    }
}
