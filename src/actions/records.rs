//! The records of a repository, for what looks at all of them.

use std::collections::HashSet;

use super::repository::GAMES;
use crate::archive::{self, OddFile, RecordSource, SourceBytes};
use crate::store::{ListedFile, Store, StoreError};

/// The records of a repository, named by their paths from its root: the files of the work tree, and as missing those that
/// only HEAD has; HEAD's where the repository is bare.
///
/// # Errors
/// Those of reading HEAD.
pub fn record_sources(
    store: &Store,
) -> Result<Box<dyn Iterator<Item = RecordSource> + '_>, StoreError> {
    sources_in(store, GAMES)
}

/// The same of any folder from the root.
pub(super) fn sources_in<'s>(
    store: &'s Store,
    folder: &str,
) -> Result<Box<dyn Iterator<Item = RecordSource> + 's>, StoreError> {
    let listed = store.listed(folder)?;
    let Some(root) = store.root() else { return Ok(Box::new(head_sources(store, listed))) };
    let place = root.join(folder);
    let found = place.exists().then(|| archive::records(&place)).into_iter().flatten();
    let mut lost: HashSet<String> =
        listed.into_iter().flatten().map(|file| file.path.to_string()).collect();
    let mut found = found.map(move |file| {
        let (path, content) = match file {
            Ok(path) => (path.clone(), SourceBytes::File(path)),
            Err(OddFile { path, reason }) => (path, SourceBytes::Missing(reason)),
        };
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        RecordSource::new(name, content)
    });
    let mut left: Option<std::vec::IntoIter<String>> = None;
    Ok(Box::new(std::iter::from_fn(move || {
        if left.is_none()
            && let Some(source) = found.next()
        {
            lost.remove(&source.name);
            return Some(source);
        }
        // A record that only HEAD has is not forgotten.
        let names = left.get_or_insert_with(|| {
            let mut names: Vec<String> = lost.drain().collect();
            names.sort();
            names.into_iter()
        });
        let reason = "HEAD has it, and the work tree has not; `git restore` brings it back";
        Some(RecordSource::new(names.next()?, SourceBytes::Missing(reason.into())))
    })))
}

/// The files that were listed of HEAD, each read when its turn comes.
pub(super) fn head_sources(
    store: &Store,
    listed: Vec<Result<ListedFile, StoreError>>,
) -> impl Iterator<Item = RecordSource> + '_ {
    listed.into_iter().map(|file| {
        let read = file.and_then(|file| Ok((store.listed_content(&file)?, file.path)));
        match read {
            Ok((bytes, path)) => RecordSource::new(path.to_string(), SourceBytes::Bytes(bytes)),
            Err(error) => {
                let name = error.path().unwrap_or(GAMES).to_owned();
                RecordSource::new(name, SourceBytes::Missing(error.to_string()))
            }
        }
    })
}
