//! The records of a repository, for what looks at all of them.

use std::cmp::Ordering;
use std::path::{MAIN_SEPARATOR_STR, PathBuf};

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
    folder: &'static str,
) -> Result<Box<dyn Iterator<Item = RecordSource> + 's>, StoreError> {
    if store.is_bare() {
        return Ok(Box::new(head_sources(store, folder)?));
    }
    let places = record_places(store, folder)?;
    Ok(Box::new(places.filter_map(|RecordPlace { path, disk, committed }| {
        let content = match (disk, committed) {
            (Some(Ok(file)), _) => SourceBytes::File(file),
            (Some(Err(OddFile { reason, .. })), _) => SourceBytes::Missing(reason),
            // A record that only HEAD has is not forgotten.
            (None, Some(Ok(_))) => {
                let reason = "HEAD has it, and the work tree has not; `git restore` brings it back";
                SourceBytes::Missing(reason.into())
            }
            (None, Some(Err(error))) if error.path().is_none() => {
                SourceBytes::Missing(error.to_string())
            }
            (None, _) => return None,
        };
        Some(RecordSource::new(path, content))
    })))
}

/// A path at which the work tree, HEAD or both have a record, or what stands there instead.
pub(super) struct RecordPlace {
    /// The path from the root.
    pub path: String,
    /// The file of the work tree.
    pub disk: Option<Result<PathBuf, OddFile>>,
    /// That of HEAD.
    pub committed: Option<Result<ListedFile, StoreError>>,
}

/// What the work tree and HEAD have below a folder, side by side in order of the paths. Folders are read as the iteration
/// comes to them: neither side is ever held whole. A folder of the work tree that is a link is not entered.
///
/// # Errors
/// Those of reading HEAD.
pub(super) fn record_places<'s>(
    store: &'s Store,
    folder: &'static str,
) -> Result<impl Iterator<Item = RecordPlace> + use<'s>, StoreError> {
    let root = store.root();
    let entered = root
        .map(|root| root.join(folder))
        .filter(|place| place.symlink_metadata().is_ok_and(|kind| kind.is_dir()));
    let disk = entered.into_iter().flat_map(|place| archive::records(&place)).map(move |file| {
        let path = match &file {
            Ok(path) | Err(OddFile { path, .. }) => path,
        };
        let path = root.and_then(|root| path.strip_prefix(root).ok()).unwrap_or(path);
        (path.display().to_string().replace(MAIN_SEPARATOR_STR, "/"), file)
    });
    let committed = store.listed(folder)?.map(move |file| {
        let path = match &file {
            Ok(file) => file.path.as_str(),
            Err(error) => error.path().unwrap_or(folder),
        };
        (path.to_owned(), file)
    });
    let (mut disk, mut committed) = (disk.peekable(), committed.peekable());
    Ok(std::iter::from_fn(move || {
        let order = match (disk.peek(), committed.peek()) {
            (Some((one, _)), Some((other, _))) => one.cmp(other),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        let disk = disk.next_if(|_| order.is_le());
        let committed = committed.next_if(|_| order.is_ge());
        let path = disk.as_ref().map(|(path, _)| path).or(committed.as_ref().map(|(path, _)| path));
        let path = path?.clone();
        Some(RecordPlace {
            path,
            disk: disk.map(|(_, file)| file),
            committed: committed.map(|(_, file)| file),
        })
    }))
}

/// The files of HEAD below a folder, each read when its turn comes.
///
/// # Errors
/// Those of reading HEAD.
pub(super) fn head_sources<'s>(
    store: &'s Store,
    folder: &'static str,
) -> Result<impl Iterator<Item = RecordSource> + use<'s>, StoreError> {
    Ok(store.listed(folder)?.map(move |file| {
        let read = file.and_then(|file| Ok((store.listed_content(&file)?, file.path)));
        match read {
            Ok((bytes, path)) => RecordSource::new(path.to_string(), SourceBytes::Bytes(bytes)),
            Err(error) => {
                let name = error.path().unwrap_or(folder).to_owned();
                RecordSource::new(name, SourceBytes::Missing(error.to_string()))
            }
        }
    }))
}
