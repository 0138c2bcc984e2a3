//! `riverpost merge-driver`: merges records for git.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure, reason, say};
use super::output::Out;
use crate::actions::{self, FileVersions, MergeOutcome};
use crate::archive::rewrite_file;
use crate::render::one_line;
use crate::store::Store;

/// Merge two versions of a record for git, which runs it
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Where one version continues the other, it is taken. Versions that contradict each other stand in the file \
                  between git's marks and are kept below refs/riverpost/rivals; `riverpost resolve` shows them.\n\n\
                  `riverpost init` tells git of it in a repository, and in a clone of one.\n\n\
                  Exit codes: 0 merged; 1 there is something to settle; 3 a file cannot be read or written."
)]
pub(super) struct MergeDriver {
    /// The file with the version that both are based on: %O
    base: PathBuf,
    /// The file with our version, which the result takes the place of: %A
    ours: PathBuf,
    /// The file with their version: %B
    theirs: PathBuf,
    /// The path that is merged, to be told: %P
    path: Option<OsString>,
    /// What our version is called: %X
    our_name: Option<String>,
    /// What their version is called: %Y
    their_name: Option<String>,
}

impl Run for MergeDriver {
    fn run(&self, common: &Common, _: &mut Out) -> Done {
        let files = [&self.base, &self.ours, &self.theirs];
        let [base, ours, theirs] = files.map(|file| read(file));
        let store = Store::discover(&common.folder()).ok().filter(|_| !common.dry_run);
        let (base, ours, theirs) = (base?, ours?, theirs?);
        // A git that does not know these signs leaves them as they are.
        let name = |name: &Option<String>| name.clone().filter(|name| !name.starts_with('%'));
        let names = [name(&self.our_name), name(&self.their_name)];
        let versions = FileVersions {
            base: &base,
            sides: [&ours, &theirs],
            names: [names[0].as_deref().unwrap_or("ours"), names[1].as_deref().unwrap_or("theirs")],
        };
        let merged = actions::merge_versions(store.as_ref(), versions)?;
        if !common.dry_run {
            let failed = |e| Failure::world(reason(&e)).at(self.ours.display().to_string());
            rewrite_file(&self.ours, &merged.bytes).map_err(failed)?;
        }
        let path = self.path.as_ref().map(|path| path.to_string_lossy());
        let path = path.unwrap_or_else(|| self.ours.to_string_lossy());
        let tell = |text: String| say(one_line(&format!("{path}: {text}")));
        match &merged.outcome {
            MergeOutcome::Merged => return Ok(0),
            MergeOutcome::Rivals { id, lines, kept } => {
                match lines {
                    Some([ours, theirs]) => tell(format!(
                        "two versions contradict each other: {ours:?} here, {theirs:?} there"
                    )),
                    None => tell("two versions contradict each other".into()),
                }
                for name in kept {
                    tell(format!("kept as {name}"));
                }
                tell(format!(
                    "`riverpost resolve {id}` shows both, and what follows from the rules"
                ));
            }
            MergeOutcome::Marked => tell("both sides have changed the same lines".into()),
            MergeOutcome::Ours { reason } => {
                tell(format!("{reason}: it stays as it is here, and is yours to settle"));
            }
        }
        Ok(1)
    }
}

/// A plain file, or as much of it as shows that it is too long to be merged.
fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let at = || file.display().to_string();
    let kind = fs::symlink_metadata(file).map_err(|e| Failure::world(reason(&e)).at(at()))?;
    if !kind.is_file() {
        return Err(Failure::world("this is not a plain file").at(at()));
    }
    actions::read_file(file).map_err(|e| Failure::world(reason(&e)).at(at()))
}
