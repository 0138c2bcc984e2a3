//! `riverpost fmt`: canonical form.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::arguments::{Common, standard_input};
use super::command::Run;
use super::error::{Done, Failure, reason};
use super::output::Out;
use crate::actions::{self, FoundFile, GAMES};
use crate::archive;
use crate::record;
use crate::store::unified_diff;

/// Rewrite records in canonical form
#[derive(clap::Args, Debug)]
pub(super) struct Fmt {
    /// Files and folders; - reads standard input and prints
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Change nothing; exit with 1 if something would change
    #[arg(long)]
    check: bool,
}

impl Run for Fmt {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let mut changed = false;
        for path in &self.paths {
            if path.as_os_str() == "-" {
                let found = standard_input()?;
                let text = canonical("-", &found.bytes)?;
                changed |= text.as_bytes() != found.bytes;
                if !self.check {
                    out.text(&text)?;
                }
                continue;
            }
            if !path.exists() {
                return Err(Failure::nowhere(path));
            }
            // All are read before any is written, so that one that is not sound leaves the others as they are.
            for write in [false, true] {
                for file in archive::records(path) {
                    let file = file.map_err(|odd| {
                        Failure::world(odd.reason).at(odd.path.display().to_string())
                    })?;
                    let name = file.display().to_string();
                    let found = actions::find(&file, GAMES, &name)?;
                    if path.is_dir() && archive::is_match(&found.bytes) {
                        continue;
                    }
                    let text = canonical(&name, &found.bytes)?;
                    if write {
                        changed |= self.file(&file, &found, &text, common, out)?;
                    }
                }
            }
        }
        Ok(u8::from(self.check && changed))
    }
}

impl Fmt {
    /// Rewrites one file; whether it changes.
    fn file(
        &self,
        file: &Path,
        found: &FoundFile,
        text: &str,
        common: &Common,
        out: &mut Out,
    ) -> Result<bool, Failure> {
        let name = &found.name;
        let changed = text.as_bytes() != found.bytes;
        if common.json {
            out.line(json!({ "path": name, "changed": changed }))?;
        }
        if !changed {
            return Ok(false);
        }
        if common.dry_run || self.check {
            if !common.json {
                out.text(&unified_diff(name, &found.bytes, text.as_bytes())?)?;
            }
            return Ok(true);
        }
        archive::rewrite_file(file, text.as_bytes())
            .map_err(|e| Failure::world(reason(&e)).at(name))?;
        if !common.json {
            out.note(format_args!("{name} rewritten; commit it with git before the next move"))?;
        }
        Ok(true)
    }
}

fn canonical(name: &str, bytes: &[u8]) -> Result<String, Failure> {
    record::rewrite(bytes).map_err(|e| Failure::record(name, &e))
}
