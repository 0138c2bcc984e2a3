//! Progress of what takes long, on standard error, where a person is watching.

use std::path::PathBuf;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::arguments::Common;
use super::error::Failure;
use super::output::Out;
use super::record::INPUT;
use crate::actions::{GAMES, MATCHES};
use crate::archive;

/// How often a spinner turns by itself.
const TICK: Duration = Duration::from_millis(200);
/// The templates of a bar of files.
const OF_FILES: [&str; 2] = ["{bar:40} {pos} of {len} files, {eta} left", "{spinner} {elapsed}"];

/// The bar of a file of so many bytes that is read; a spinner where that is not known.
pub(super) fn of_bytes(size: Option<u64>, common: &Common, out: &Out) -> ProgressBar {
    let templates =
        ["{bar:40} {bytes} of {total_bytes}, {eta} left", "{spinner} {bytes} read, {elapsed}"];
    bar(|| size, templates, common, out)
}

/// The bar of files that are checked, which shows nothing until their number is known: git may ask for a passphrase till then.
pub(super) fn of_files(common: &Common, out: &Out) -> ProgressBar {
    bar(|| None, OF_FILES, common, out)
}

/// The same with a spinner until the number is known, where nobody asks for anything.
pub(super) fn of_files_to_be_found(common: &Common, out: &Out) -> ProgressBar {
    let bar = of_files(common, out);
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    bar
}

/// Sets how many of how many files are done, and takes the bar away with the last.
pub(super) fn set(bar: &ProgressBar, done: usize, total: usize) {
    if bar.length().is_none()
        && let Ok(style) = ProgressStyle::with_template(OF_FILES[0])
    {
        bar.set_style(style);
    }
    if bar.is_finished() {
        bar.reset();
    }
    bar.set_length(total as u64);
    bar.set_position(done as u64);
    if done == total {
        bar.finish_and_clear();
    }
}

/// The bar of the records that are looked at: those at the paths, or those of the repository with its matches where there is
/// no path. A spinner where the paths do not tell how many there are.
pub(super) fn of_records(paths: &[PathBuf], common: &Common, out: &Out) -> ProgressBar {
    let templates = [
        "{bar:40} {pos} of {len} records, {eta} left",
        "{spinner} {pos} records, {per_sec}, {elapsed}",
    ];
    bar(|| total(paths, common).ok().flatten(), templates, common, out)
}

/// How many records there are, as far as names and folders tell.
fn total(paths: &[PathBuf], common: &Common) -> Result<Option<u64>, Failure> {
    if paths.is_empty() {
        let store = common.store()?;
        return Ok(Some((store.listed(GAMES)?.count() + store.listed(MATCHES)?.count()) as u64));
    }
    let mut total = 0;
    for path in paths {
        total += match path.is_dir() {
            true => archive::records(path).count() as u64,
            // A file may hold many.
            false if path.as_os_str() == INPUT || path.is_file() => return Ok(None),
            false => 1,
        };
    }
    Ok(Some(total))
}

/// A bar of that length, or a spinner where there is none, each with its template; hidden where nobody is watching, and then
/// the length is not asked for.
fn bar(
    length: impl FnOnce() -> Option<u64>,
    [with_length, without]: [&str; 2],
    common: &Common,
    out: &Out,
) -> ProgressBar {
    if common.json || !out.watched() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match length() {
        Some(length) => (ProgressBar::new(length), with_length),
        None => (ProgressBar::no_length(), without),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
