//! The records that a command looks at.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::arguments::Common;
use super::error::{Failure, say};
use super::output::Out;
use super::progress;
use super::record::{INPUT, RecordToRead};
use crate::actions::{FoundFile, record_sources};
use crate::archive::{self, ArchivedGame, RecordSource, SourceBytes, each_game};
use crate::record::Record;
use crate::render::one_line;

/// The records to look at.
#[derive(clap::Args, Debug)]
pub(super) struct Sources {
    /// Files and folders, games by id, or - for standard input. A file and standard input may hold many records, with a line
    /// of --- between two [default: all games of the repository]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
}

impl Sources {
    /// Progress through them, where a person is watching.
    pub(super) fn bar(&self, common: &Common, out: &Out) -> ProgressBar {
        progress::of_records(&self.paths, common, out)
    }

    /// Hands what `look` makes of each game that `wanted` keeps to `take`, in order, until that stops or fails. Records that
    /// are not sound are told on standard error; gives how many there are. The bar tells how many are being looked at.
    pub(super) fn each_game<T: Send>(
        &self,
        common: &Common,
        bar: &ProgressBar,
        wanted: impl for<'t> Fn(Record<'t>) -> Option<Record<'t>> + Sync,
        look: impl Fn(&ArchivedGame<'_>) -> Option<T> + Sync,
        mut take: impl FnMut(T) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<u64, Failure> {
        let (mut unsound, mut failed) = (0, None);
        let mut report = |game| match game {
            Ok(game) => bar.suspend(|| take(game)).unwrap_or_else(|failure| {
                failed = Some(failure);
                ControlFlow::Break(())
            }),
            Err(error) => {
                unsound += 1;
                bar.suspend(|| say(one_line(&format!("error: {error}"))));
                ControlFlow::Continue(())
            }
        };
        if self.paths.is_empty() {
            let store = common.store()?;
            let sources = record_sources(&store)?.inspect(|_| bar.inc(1));
            each_game(sources, wanted, look, &mut report);
        } else {
            let sources = self.named(common)?.inspect(|_| bar.inc(1));
            each_game(sources, wanted, look, &mut report);
        }
        bar.finish_and_clear();
        failed.map_or(Ok(unsound), Err)
    }
}

impl Sources {
    /// The records that are named, in that order.
    fn named(&self, common: &Common) -> Result<impl Iterator<Item = RecordSource>, Failure> {
        let mut found = Vec::new();
        for path in &self.paths {
            let is_path = path.as_os_str() == INPUT || path.exists();
            found.push(match path.to_str().filter(|_| !is_path) {
                Some(name) => Some(RecordToRead::named(name.into()).find(common)?),
                None => None,
            });
        }
        Ok(self.paths.iter().zip(found).flat_map(|(path, found)| match found {
            Some(FoundFile { name, bytes }) => {
                let source = RecordSource::new(name, SourceBytes::Bytes(bytes));
                Box::new(std::iter::once(RecordSource { named: false, ..source }))
            }
            None => of_path(path),
        }))
    }
}

/// The records in files, below folders and on standard input, in that order; a file and standard input may hold many.
///
/// # Errors
/// A path that leads nowhere.
pub(super) fn of_paths(paths: &[PathBuf]) -> Result<impl Iterator<Item = RecordSource>, Failure> {
    match paths.iter().find(|path| path.as_os_str() != INPUT && !path.exists()) {
        Some(path) => Err(Failure::nowhere(path)),
        None => Ok(paths.iter().flat_map(|path| of_path(path))),
    }
}

fn of_path(path: &Path) -> Box<dyn Iterator<Item = RecordSource>> {
    match path.as_os_str() == INPUT {
        true => Box::new(archive::stream(INPUT.into(), io::stdin().lock())),
        false => archive::sources(path),
    }
}
