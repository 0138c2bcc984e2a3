//! Making a site: which records are read, which pages are made, and where a site may be.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::error::SiteError;
use super::folder::{SiteFolder, real};
use super::game::{GameMaker, files};
use super::hash::ByteMarks;
use super::manifest::{KeptRecord, SiteManifest, SiteOptions};
use super::matches::{FoundMatch, MatchPages};
use super::request::{SiteDone, SiteRecords, SiteRequest};
use super::summary::stem;
use super::{lists, statistics};
use crate::actions::change::change_private;
use crate::actions::error::ActionError;
use crate::actions::matches::{MatchRecords, RecordFolders, evaluate};
use crate::actions::records::{record_sources, sources_in};
use crate::actions::repository::{GAMES, MATCHES, is_in};
use crate::archive::{
    self, RecordSource, SourceBytes, UnsoundRecord, VerifyFailure, is_match, scan,
};
use crate::store::RepoPath;

/// Makes a site, or brings one up to date. A record or match that is not sound has no page and is handed to `report`; `step` is
/// called for each record.
///
/// # Errors
/// [`SiteError`]; nothing that the site does not own has been changed then.
pub fn make_site(
    request: &SiteRequest<'_>,
    mut step: impl FnMut(),
    mut report: impl FnMut(UnsoundRecord),
) -> Result<SiteDone, SiteError> {
    refuse_place(request)?;
    let options = SiteOptions { title: request.title.to_owned(), addresses: request.addresses };
    let (owned, known) = SiteManifest::read(request.out)?.into_parts(&options);
    let marks = ByteMarks::new(secret(request), request.addresses);
    let folder = SiteFolder::open(request.out, &owned, request.dry_run)?;
    let maker = GameMaker {
        addresses: request.addresses,
        page: request.page,
        folder: &folder,
        marks: &marks,
    };

    let mut records = BTreeMap::new();
    let (mut found, mut failed, mut done) = (Vec::new(), None, SiteDone::default());
    let look = |source: RecordSource| look(source, &known.records, &maker);
    let mut take = |looked: Looked| {
        step();
        match looked {
            Looked::Record { name, record, kept } => {
                done.kept += usize::from(kept);
                records.insert(name, *record);
            }
            Looked::Match(name, bytes) => found.push(FoundMatch { name, bytes }),
            Looked::Unsound(unsound) => report(unsound),
            Looked::Failed(error) => {
                failed = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    };
    let mut doubled = Vec::new();
    let sources = distinct(sources_of(request)?, &mut doubled);
    scan(sources, look, &mut take);
    if let Some(error) = failed {
        return Err(error);
    }
    doubled.into_iter().for_each(&mut report);
    let pages = MatchPages {
        request,
        folder: &folder,
        records: &records,
        known: &known.matches,
        marks: &marks,
    };
    let matches = match request.records {
        SiteRecords::Repository(store) => {
            let place = match store.root() {
                Some(root) => MatchRecords::below(root.to_owned()),
                None => MatchRecords::of(store),
            };
            pages.all(found, |one| evaluate(&one.name, &one.bytes, &place), &mut report)?
        }
        SiteRecords::Folder(path) => {
            let mut folders = RecordFolders::default();
            let of = |one: &FoundMatch| {
                evaluate(&one.name, &one.bytes, folders.beside(&path.join(&one.name)))
            };
            pages.all(found, of, &mut report)?
        }
    };
    (done.games, done.matches) = (records.len(), matches.len());
    lists::write(request, &records, &matches, &folder)?;
    statistics::write(&records, &folder)?;
    let after = SiteManifest::new(options, records, matches, folder.files());
    let (written, removed, unchanged) = folder.finish(&after)?;
    Ok(SiteDone { written, removed, unchanged, ..done })
}

/// What came of a record.
enum Looked {
    /// It is in the site; `kept`, as it was.
    Record { name: String, record: Box<KeptRecord>, kept: bool },
    /// It is a match: its name and its bytes.
    Match(String, Vec<u8>),
    /// It cannot be shown.
    Unsound(UnsoundRecord),
    /// The site cannot be made.
    Failed(SiteError),
}

fn look(
    source: RecordSource,
    known: &BTreeMap<String, KeptRecord>,
    maker: &GameMaker<'_>,
) -> Looked {
    let name = source.name;
    let bytes = match source.content.bytes() {
        Ok(bytes) if is_match(&bytes) => return Looked::Match(name, bytes),
        Ok(bytes) => bytes,
        Err(reason) => {
            let failure = VerifyFailure::Unreadable(reason);
            return Looked::Unsound(UnsoundRecord { name, failure });
        }
    };
    let hash = maker.marks.of(&bytes);
    let kept = known.get(&name).filter(|kept| hash.is_some() && kept.hash == hash);
    if let Some(record) = kept.filter(|kept| maker.folder.keep(&files(&kept.game.id))) {
        return Looked::Record { name, record: Box::new(record.clone()), kept: true };
    }
    match maker.make(&name, &bytes) {
        Ok(Ok(game)) => {
            Looked::Record { name, record: Box::new(KeptRecord { hash, game }), kept: false }
        }
        Ok(Err(failure)) => Looked::Unsound(UnsoundRecord { name, failure }),
        Err(error) => Looked::Failed(error),
    }
}

/// The records that are looked at; names are relative to their folder, so that no site says where its maker keeps files.
fn sources_of<'a>(
    request: &SiteRequest<'a>,
) -> Result<Box<dyn Iterator<Item = RecordSource> + 'a>, ActionError> {
    match request.records {
        SiteRecords::Repository(store) => {
            Ok(Box::new(record_sources(store)?.chain(sources_in(store, MATCHES)?)))
        }
        SiteRecords::Folder(folder) => Ok(Box::new(archive::sources(folder).map(move |source| {
            let name = Path::new(&source.name).strip_prefix(folder);
            let name = name.map_or(source.name.clone(), |name| name.display().to_string());
            RecordSource { name, ..source }
        }))),
    }
}

/// The sources without the records that are called as one before, but for case: their pages would be the same files.
fn distinct<'a>(
    sources: impl Iterator<Item = RecordSource> + 'a,
    doubled: &'a mut Vec<UnsoundRecord>,
) -> impl Iterator<Item = RecordSource> + 'a {
    // The first files of each name that may be matches, whose pages lie apart.
    let mut seen: HashMap<String, Option<PathBuf>> = HashMap::new();
    let holds_match = |content: SourceBytes| content.bytes().is_ok_and(|bytes| is_match(&bytes));
    sources.filter(move |source| {
        let stem = stem(&source.name).to_owned();
        let file = match &source.content {
            SourceBytes::File(path) => Some(path.clone()),
            _ => None,
        };
        let key = stem.to_lowercase();
        let Some(first) = seen.get_mut(&key) else {
            seen.insert(key, file);
            return true;
        };
        if holds_match(source.content.clone())
            || first.take().is_some_and(|first| holds_match(SourceBytes::File(first)))
        {
            return true;
        }
        let failure = VerifyFailure::Doubled { id: stem };
        doubled.push(UnsoundRecord { name: source.name.clone(), failure });
        false
    })
}

/// What the hashes of a repository's records are mixed with, so that a site tells nothing of what it leaves out: made once and
/// kept beside the repository. None where that cannot be written.
fn secret(request: &SiteRequest<'_>) -> Option<Vec<u8>> {
    let SiteRecords::Repository(store) = request.records else { return None };
    let make = |before: Option<&[u8]>| -> Result<_, ActionError> {
        let secret = before.map_or(request.seed.to_vec(), <[u8]>::to_vec);
        Ok((Some(secret.clone()), secret))
    };
    change_private(store, &RepoPath::new("site-secret").ok()?, request.dry_run, make).ok()
}

/// Refuses a folder for the site where records lie, or what git tracks.
fn refuse_place(request: &SiteRequest<'_>) -> Result<(), SiteError> {
    let refused = |why| Err(SiteError::Place { out: request.out.to_owned(), why });
    let out = real(request.out)?;
    let store = match request.records {
        SiteRecords::Folder(records) => {
            return match out.starts_with(real(records)?) {
                true => refused("the records lie there"),
                false => Ok(()),
            };
        }
        SiteRecords::Repository(store) => store,
    };
    if out.starts_with(real(store.git_dir())?) {
        return refused("git keeps the repository there");
    }
    let Some(root) = store.root() else { return Ok(()) };
    let root = real(root)?;
    let Ok(inner) = out.strip_prefix(&root) else {
        return match root.starts_with(&out) {
            true => refused("the repository lies in it"),
            false => Ok(()),
        };
    };
    let inner = inner.to_str().unwrap_or_default().replace(std::path::MAIN_SEPARATOR, "/");
    if inner.is_empty() {
        return refused("the repository lies there");
    }
    let path = RepoPath::new(inner).map_err(ActionError::from)?;
    match [GAMES, MATCHES].iter().any(|folder| is_in(path.as_str(), folder)) {
        true => refused("the records lie there"),
        false if store.is_tracked(&path).map_err(ActionError::from)? => {
            refused("git tracks files there")
        }
        false => Ok(()),
    }
}
