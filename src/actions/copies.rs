//! Copies of one game: found in files, branches, commits, other clones and this repository, and read.

use std::path::Path;

use super::error::ActionError;
use super::find::{FindError, find_record};
use super::mail::{MailRefusal, version_of_mail};
use super::repository::{GAMES, read_file};
use super::verify::check_elsewhere;
use crate::document::Diagnostic;
use crate::proof::{Proof, check_signatures};
use crate::record::{self, Act, Action, ChainHash, Record, Replayed, Signatory};
use crate::store::{CommitId, GitVersion, RepoPath, Store, StoreError};

/// Where a copy comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CopySource {
    /// A file.
    File,
    /// The block of a message in a file.
    Mail,
    /// The record as this repository has it now.
    Record,
    /// A commit, also as the last one of a branch.
    Commit(CommitId),
    /// A file of a commit, or another content that git keeps.
    Object,
    /// The last commit of another repository.
    Clone(CommitId),
}

impl CopySource {
    /// In a word: `file`, `record`, `commit`, `object` or `clone`.
    pub fn name(self) -> &'static str {
        match self {
            CopySource::File => "file",
            CopySource::Mail => "mail",
            CopySource::Record => "record",
            CopySource::Commit(_) => "commit",
            CopySource::Object => "object",
            CopySource::Clone(_) => "clone",
        }
    }
}

/// Why a copy is not found.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The repository could not be read, no or several records fit, or the record is not sound.
    #[error(transparent)]
    Find(#[from] FindError),
    /// A whole repository is named, and no game.
    #[error("{name} has many games, and it is not said which one is meant")]
    WhichGame {
        /// The name given.
        name: String,
    },
    /// The game is not there.
    #[error("{name} has no record called {id}")]
    Absent {
        /// The name given.
        name: String,
        /// The game.
        id: String,
    },
    /// The message does not tell a version of the game.
    #[error("{name}: {error}")]
    Mail {
        /// The name given.
        name: String,
        /// Why.
        error: Box<MailRefusal>,
    },
    /// It is a record of another game.
    #[error("{name} is a record of another game, {id}")]
    OtherGame {
        /// The name given.
        name: String,
        /// What the record is called.
        id: String,
    },
}

impl From<ActionError> for CopyError {
    fn from(error: ActionError) -> CopyError {
        CopyError::Find(error.into())
    }
}

impl From<StoreError> for CopyError {
    fn from(error: StoreError) -> CopyError {
        ActionError::from(error).into()
    }
}

/// A copy that has been read and played through, and whose signatures have been checked.
#[derive(Clone, Debug)]
pub struct GameCopy {
    /// What it was asked for by.
    pub name: String,
    /// Where it comes from.
    pub source: CopySource,
    /// The record.
    pub record: Record<'static>,
    /// The record played through.
    pub replayed: Replayed,
    /// The chain: hash 0, then one for each action.
    pub chain: Vec<ChainHash>,
    /// What is known of each action's author. Where not all signatures hold, nothing counts as signed.
    pub proofs: Vec<Proof>,
    /// Why not all signatures hold.
    pub fault: Option<Diagnostic>,
}

impl GameCopy {
    /// Reads a copy.
    ///
    /// # Errors
    /// [`ActionError::Record`].
    pub(super) fn read(
        name: &str,
        source: CopySource,
        bytes: &[u8],
    ) -> Result<GameCopy, ActionError> {
        let unsound = |error| ActionError::Record { file: name.into(), error: Box::new(error) };
        let record = record::read(bytes).map_err(unsound)?.into_owned();
        let replayed = record::replay(&record).map_err(unsound)?;
        let chain = record::chain(&record, &replayed);
        let (proofs, fault) = match check_signatures(&record, &replayed, &check_elsewhere) {
            Ok(proofs) => (proofs, None),
            Err(fault) => (vec![Proof::Unsigned; record.actions().len()], Some(fault)),
        };
        Ok(GameCopy { name: name.into(), source, record, replayed, chain, proofs, fault })
    }

    /// The record's id.
    pub fn id(&self) -> &str {
        &self.record.header().id
    }

    /// How many plies stand after so many actions.
    pub fn plies_after(&self, actions: usize) -> usize {
        let (mut plies, mut asked) = (0_usize, 0);
        for action in &self.record.actions()[..actions] {
            match action.act {
                Act::Move(_) => plies += 1,
                Act::TakeBackRequested { plies } => asked = plies as usize,
                Act::TakeBackAgreed => plies = plies.saturating_sub(asked),
                _ => {}
            }
        }
        plies
    }

    /// Who signs an action, by its index; none where there is no such action.
    pub fn signatory(&self, index: usize) -> Option<Signatory> {
        let action = self.record.actions().get(index)?;
        Some(action.act.signatory(action.side))
    }

    /// The name of a player or of the arbiter, where the record has one.
    pub fn person(&self, who: Signatory) -> Option<&str> {
        let person = match who {
            Signatory::Side(side) => self.replayed.player(side),
            Signatory::Arbiter => self.replayed.arbiter(),
        };
        person.map(|person| person.name.as_str())
    }

    /// A line as it stands in the record.
    pub fn line(&self, action: &Action<'_>) -> String {
        action.line_with_comment(self.record.game().first)
    }
}

/// A copy that is asked for.
enum Wanted {
    Bytes(CopySource, Vec<u8>),
    /// The game that the others are of, in a repository as it is at a commit.
    Game(CopySource, Store),
}

/// Finds copies of one game. Each name is that of a file, which may be a message with a block, of a folder with another repository, of a commit or branch
/// (`origin/main`), of a file of one (`main:games/wing.yaml`), or of a record of the repository, which is looked for from the
/// folder `repo`. A branch or a repository has the copy of the game that the other names tell.
///
/// # Errors
/// [`CopyError`].
pub fn find_copies(repo: &Path, cwd: &Path, names: &[String]) -> Result<Vec<GameCopy>, CopyError> {
    let wanted = names.iter().map(|name| wanted(repo, cwd, name)).collect::<Result<Vec<_>, _>>()?;
    let mut copies: Vec<Option<GameCopy>> = Vec::new();
    for (name, wanted) in names.iter().zip(&wanted) {
        copies.push(match wanted {
            Wanted::Bytes(source, bytes) => Some(GameCopy::read(name, *source, bytes)?),
            Wanted::Game(..) => None,
        });
    }
    let id = copies.iter().flatten().next().map(|copy| copy.id().to_owned());
    let mut found = Vec::new();
    for ((name, wanted), copy) in names.iter().zip(wanted).zip(copies) {
        let name = || name.clone();
        let id = id.clone().ok_or_else(|| CopyError::WhichGame { name: name() })?;
        let copy = match (copy, wanted) {
            (None, Wanted::Game(source, store)) => {
                let bytes = of_game(&store, &id)?;
                let bytes =
                    bytes.ok_or_else(|| CopyError::Absent { name: name(), id: id.clone() })?;
                GameCopy::read(&name(), source, &bytes)?
            }
            (Some(copy), _) => copy,
            (None, Wanted::Bytes(source, bytes)) => GameCopy::read(&name(), source, &bytes)?,
        };
        if copy.id() != id {
            return Err(CopyError::OtherGame { name: name(), id: copy.id().to_owned() });
        }
        found.push(copy);
    }
    Ok(found)
}

fn wanted(repo: &Path, cwd: &Path, name: &str) -> Result<Wanted, CopyError> {
    let place = cwd.join(name);
    if place.is_dir() {
        let other = Store::discover(&place)?;
        let tip = other.tip()?.ok_or_else(|| CopyError::WhichGame { name: name.into() })?;
        return Ok(Wanted::Game(CopySource::Clone(tip), other.as_of(tip)?));
    }
    if place.exists() {
        let failed = |error| ActionError::File { file: name.into(), error };
        let bytes = read_file(&place).map_err(failed)?;
        let refused = |error| CopyError::Mail { name: name.into(), error: Box::new(error) };
        return Ok(match version_of_mail(repo, &bytes).map_err(refused)? {
            Some(text) => Wanted::Bytes(CopySource::Mail, text.into_bytes()),
            None => Wanted::Bytes(CopySource::File, bytes),
        });
    }
    let store = Store::discover(repo)?;
    let record = find_record(&store, cwd, name);
    let exact = |path: &RepoPath| path.stem().eq_ignore_ascii_case(name);
    if !record.as_ref().is_ok_and(exact) {
        match store.named(name)? {
            Some(GitVersion::Commit(commit)) => {
                return Ok(Wanted::Game(CopySource::Commit(commit), store.as_of(commit)?));
            }
            Some(GitVersion::Content(bytes)) => {
                return Ok(Wanted::Bytes(CopySource::Object, bytes));
            }
            None => {}
        }
    }
    let path = record?;
    let blob = store.read(&path)?.ok_or(ActionError::Gone { path })?;
    Ok(Wanted::Bytes(CopySource::Record, blob.bytes))
}

/// The record of that id in a repository.
pub(super) fn of_game(store: &Store, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
    match store.taken(GAMES, id)? {
        Some(path) => Ok(store.read(&path)?.map(|blob| blob.bytes)),
        None => Ok(None),
    }
}
