//! Settling which of several versions of a record stands.
//!
//! What the rules decide (K8), anybody may put in place. Otherwise it is the arbiter's to decide, and a player may give way in
//! what others have not had yet. No version is lost: those that do not stand are kept beside the branch.

use std::collections::HashSet;

use chrono::{DateTime, Utc};

use super::actor::{Identity, Seats};
use super::change::{NewVersion, change};
use super::compare::{Comparison, CopyRelation, Fork, TailLine};
use super::continuity::Continuity;
use super::copies::{CopyError, CopySource, GameCopy, of_game};
use super::error::ActionError;
use super::game::game_trailers;
use super::inbox::OngoingGame;
use super::standing::{Ground, is_published};
use crate::document::Limits;
use crate::proof::Proof;
use crate::record::{ChainHash, Signatory, versions_in_conflict};
use crate::rules::Side;
use crate::store::{CommitId, GitOperation, GitVersion, RESOLVED, RepoPath, Store, StoreError};

/// Of how many games versions are counted at once: each has its history looked through.
const MOST_COUNTED: usize = 20;
/// The trailer that says why a version stands.
pub(super) const REASON: &str = "Riverpost-Reason";
/// What a file in conflict has for the two versions.
const OURS: &str = "ours";
const THEIRS: &str = "theirs";

/// Which version is to stand.
#[derive(Clone, Debug, Default)]
pub struct ResolveRequest {
    /// `ours`, `theirs`, or a commit, branch or reference that has the version; where it is left out, the rules decide.
    pub take: Option<String>,
    /// Why.
    pub reason: Option<String>,
}

/// The versions of a record, and what became of them.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// How the versions stand to each other: first the one here or ours, then theirs of a merge, then those that are kept.
    pub comparison: Comparison,
    /// References of versions that were settled before, each with the commit that did it.
    pub settled: Vec<(String, String)>,
    /// What is decided; none where that is left to the arbiter.
    pub decision: Option<Decision>,
}

/// What is decided.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The index of the version that stands.
    pub stands: usize,
    /// The ground on which the rules let it stand, where they do.
    pub ground: Option<Ground>,
    /// What was done for it.
    pub done: ResolveStep,
}

/// What was done for a version to stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResolveStep {
    /// Nothing: it stands here already, and nobody has asked to put that down.
    Nothing,
    /// Nothing yet, for the program was only asked what it would do.
    DryRun,
    /// It was committed.
    Committed(CommitId),
    /// It was put in place of a conflict; git is still to be told to go on.
    Staged(GitOperation),
}

/// Why nothing is settled.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// A version cannot be read.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// No version is called so.
    #[error("no version of this game is called {name}")]
    NoVersion {
        /// The name given.
        name: String,
    },
    /// It is not for whoever asks to decide.
    #[error("the rules do not let this version stand, and it is for {who} to decide that it does")]
    NotYours {
        /// Who decides.
        who: String,
    },
    /// A decision without a reason.
    #[error("the rules do not let this version stand: a decision that it does needs a reason")]
    Unreasoned,
    /// The record has changed meanwhile.
    #[error("the record has changed meanwhile")]
    Changed,
}

impl From<ActionError> for ResolveError {
    fn from(error: ActionError) -> ResolveError {
        ResolveError::Copy(error.into())
    }
}

impl From<StoreError> for ResolveError {
    fn from(error: StoreError) -> ResolveError {
        ActionError::from(error).into()
    }
}

/// Settles which version of a record stands, or tells how they stand to each other. With `dry_run` nothing is written.
///
/// # Errors
/// [`ResolveError`]. Nothing has been written then.
pub fn resolve(
    store: &Store,
    path: &RepoPath,
    request: &ResolveRequest,
    now: DateTime<Utc>,
    dry_run: bool,
) -> Result<Resolution, ResolveError> {
    let mut versions = Versions::of(store, path)?;
    let take = request.take.as_deref().map(|name| versions.called(store, name)).transpose()?;
    let Versions { copies, own, in_conflict, settled } = versions;
    let published = published(store, path)?;
    let comparison = Comparison::of(copies, &published);
    let by_rule = comparison.stands();
    // A version from elsewhere is not put in place unasked with lines of which nobody knows who made them.
    let unasked = by_rule
        .map(|(stands, _)| stands)
        .filter(|stands| *stands < own || is_signed(&comparison, *stands));
    let Some(stands) = take.or(unasked) else {
        return Ok(Resolution { comparison, settled, decision: None });
    };
    let ground = by_rule.filter(|(by_rule, _)| *by_rule == stands).map(|(_, ground)| ground);
    if ground.is_none() {
        allowed(store, &comparison, stands, request, &published)?;
    }
    let mut resolution = Resolution { comparison, settled, decision: None };
    let done = match (in_conflict, stands) {
        (false, 0) if own == 1 && request.take.is_none() => ResolveStep::Nothing,
        _ if dry_run => ResolveStep::DryRun,
        _ => resolution.record(store, path, (in_conflict, stands), request, now)?,
    };
    resolution.decision = Some(Decision { stands, ground: ground.flatten(), done });
    Ok(resolution)
}

/// Notes how many versions contradict the records of these games, where nobody has settled which one stands; of games with
/// such versions only the first twenty are looked at.
///
/// # Errors
/// [`StoreError::Git`].
pub fn note_rivals(store: &Store, games: &mut [OngoingGame]) -> Result<(), StoreError> {
    let with_rivals = store.with_rivals(games.iter().map(|game| game.id.as_str()))?;
    let with_rivals: HashSet<String> = with_rivals.into_iter().map(str::to_owned).collect();
    let with_rivals = games.iter_mut().filter(|game| with_rivals.contains(&game.id));
    for game in with_rivals.take(MOST_COUNTED) {
        let versions = RepoPath::new(game.path.as_str()).map(|path| Versions::of(store, &path));
        game.rivals = versions?.map_or(0, |versions| versions.copies.len() - 1);
    }
    Ok(())
}

/// The versions of a record that are not settled.
struct Versions {
    /// The one here or ours first; where there is a conflict, theirs behind it.
    copies: Vec<GameCopy>,
    /// How many of them the file has: one, or both sides of a merge.
    own: usize,
    /// Whether git is in the middle of that merge.
    in_conflict: bool,
    settled: Vec<(String, String)>,
}

impl Versions {
    fn of(store: &Store, path: &RepoPath) -> Result<Versions, ResolveError> {
        let mut copies = Vec::new();
        let staged = store.conflict(path)?;
        let in_conflict = staged.is_some();
        let sides = match staged {
            Some(sides) => Some(sides),
            None => {
                let blob = store.read(path)?.ok_or(ActionError::Gone { path: path.clone() })?;
                let sides = versions_in_conflict(&blob.bytes);
                if sides.is_none() {
                    copies.push(GameCopy::read("here", CopySource::Record, &blob.bytes)?);
                }
                sides.map(|sides| sides.map(String::into_bytes))
            }
        };
        for (name, side) in [OURS, THEIRS].into_iter().zip(sides.into_iter().flatten()) {
            copies.push(GameCopy::read(name, CopySource::Record, &side)?);
        }
        let id = copies[0].id().to_owned();
        if let Some(other) = copies.iter().find(|copy| copy.id() != id) {
            let (name, id) = (other.name.clone(), other.id().to_owned());
            return Err(CopyError::OtherGame { name, id }.into());
        }
        let rivals = store.rivals(&id)?;
        // The history is walked only for versions that there are.
        let mut settled = if rivals.is_empty() { Vec::new() } else { store.settled_rivals(&id)? };
        settled.retain(|(name, _)| rivals.iter().any(|(kept, _)| kept == name));
        let mut versions = Versions { own: copies.len(), copies, in_conflict, settled };
        for (name, version) in rivals {
            if versions.settled.iter().all(|(settled, _)| *settled != name) {
                versions.add_rival(store, &name, version);
            }
        }
        Ok(versions)
    }

    /// Adds a version that is kept, if it contradicts those there are. What a stranger has pushed need not be one; and one that
    /// only has more lines is for its author to send.
    fn add_rival(&mut self, store: &Store, name: &str, version: GitVersion) {
        let known = self.copies.len();
        let Ok(at) = self.add(store, name, version) else { return };
        let goes_along = |copy: &GameCopy| {
            let (one, other) = (copy, &self.copies[at]);
            matches!(
                Continuity::between((&one.record, &one.replayed), (&other.record, &other.replayed)),
                Some(Continuity::After | Continuity::Before)
            )
        };
        if at == known && self.copies[..known].iter().any(goes_along) {
            self.copies.pop();
        }
    }

    /// Adds a version, if it is not there yet. Gives its index.
    fn add(&mut self, store: &Store, name: &str, version: GitVersion) -> Result<usize, CopyError> {
        let id = self.copies[0].id().to_owned();
        let (source, bytes) = match version {
            GitVersion::Content(bytes) => (CopySource::Object, bytes),
            GitVersion::Commit(commit) => {
                let bytes = of_game(&store.as_of(commit)?, &id)?;
                let absent = || CopyError::Absent { name: name.into(), id: id.clone() };
                (CopySource::Commit(commit), bytes.ok_or_else(absent)?)
            }
        };
        if let Some(at) = self.copies.iter().position(|copy| copy.record.text().as_bytes() == bytes)
        {
            return Ok(at);
        }
        let copy = GameCopy::read(name, source, &bytes)?;
        if copy.id() != id {
            return Err(CopyError::OtherGame { name: name.into(), id: copy.id().to_owned() });
        }
        self.copies.push(copy);
        Ok(self.copies.len() - 1)
    }

    /// The version that a person calls by a name.
    fn called(&mut self, store: &Store, name: &str) -> Result<usize, ResolveError> {
        match name {
            OURS => return Ok(0),
            THEIRS
                if self.copies.len() == 2
                    || self.copies.get(1).is_some_and(|copy| copy.name == THEIRS) =>
            {
                return Ok(1);
            }
            _ => {}
        }
        match store.named(name)? {
            Some(version) => Ok(self.add(store, name, version)?),
            None => Err(ResolveError::NoVersion { name: name.into() }),
        }
    }
}

/// The chains of the versions that others have.
fn published(store: &Store, path: &RepoPath) -> Result<Vec<Vec<ChainHash>>, ResolveError> {
    let versions = store.published(path, Limits::RECORD.bytes)?.unwrap_or_default();
    let chains = versions
        .iter()
        .filter_map(|blob| Some(GameCopy::read("", CopySource::Object, &blob.bytes).ok()?.chain));
    Ok(chains.collect())
}

/// Whether every line is signed that a version has and another one has not.
fn is_signed(comparison: &Comparison, at: usize) -> bool {
    comparison.forks().filter(|(copies, _)| copies.contains(&at)).all(|(copies, fork)| {
        fork.tails[usize::from(copies[1] == at)].iter().all(|line| line.proof != Proof::Unsigned)
    })
}

/// Refuses a decision that is not for whoever asks to make.
fn allowed(
    store: &Store,
    comparison: &Comparison,
    stands: usize,
    request: &ResolveRequest,
    published: &[Vec<ChainHash>],
) -> Result<(), ResolveError> {
    let me = Identity::of(store)?;
    let replayed = &comparison.copies[0].replayed;
    let turn = replayed.line.position().turn();
    let seats = Seats { players: replayed.players(), arbiter: replayed.arbiter(), turn };
    let sides = me.sides(&seats);
    let is_arbiter = sides.is_empty() && seats.arbiter.is_none_or(|arbiter| me.is(arbiter));
    let gives_way = !sides.is_empty()
        && comparison.forks().filter(|(copies, _)| copies.contains(&stands)).all(
            |(copies, fork)| {
                let lost = usize::from(copies[0] == stands);
                is_own(fork, lost, &sides)
                    && !is_published(&comparison.copies[copies[lost]], fork.common, published)
            },
        );
    match (is_arbiter, gives_way, &request.reason) {
        (true, _, Some(_)) | (_, true, _) => Ok(()),
        (true, _, None) => Err(ResolveError::Unreasoned),
        (false, false, _) => Err(ResolveError::NotYours {
            who: match seats.arbiter {
                Some(arbiter) => format!("the arbiter ({})", arbiter.name),
                None => "an arbiter, whom the players have to agree on first".into(),
            },
        }),
    }
}

/// Whether all that a version has of its own was done by these sides.
fn is_own(fork: &Fork, which: usize, sides: &[Side]) -> bool {
    let own = |line: &TailLine| sides.iter().any(|side| line.by == Signatory::Side(*side));
    fork.tails[which].iter().all(own)
}

impl Resolution {
    /// Puts the version that stands in place, and keeps the others.
    fn record(
        &mut self,
        store: &Store,
        path: &RepoPath,
        (in_conflict, stands): (bool, usize),
        request: &ResolveRequest,
        now: DateTime<Utc>,
    ) -> Result<ResolveStep, ResolveError> {
        let copies = &self.comparison.copies;
        let taken = &copies[stands];
        let id = taken.id().to_owned();
        let actions = taken.proofs.len();
        let chain = taken.chain[actions].to_string();
        let mut trailers = game_trailers(&id, taken.plies_after(actions), &chain);
        for pair in &self.comparison.pairs {
            let falls = match pair.relation {
                CopyRelation::Same => continue,
                _ => pair.copies.iter().filter(|at| **at != stands),
            };
            for copy in falls.map(|at| &copies[*at]) {
                let kept = store.keep_rival_content(&id, copy.record.text().as_bytes())?;
                let named = [kept, copy.name.clone()];
                for name in named.into_iter().filter(|name| name.starts_with("refs/")) {
                    let trailer = (RESOLVED, name);
                    if !trailers.contains(&trailer) {
                        trailers.push(trailer);
                    }
                }
            }
        }
        trailers.extend(request.reason.clone().map(|reason| (REASON, reason)));
        let bytes = taken.record.text().as_bytes();
        if in_conflict {
            let trailers: Vec<(String, String)> =
                trailers.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
            return Ok(ResolveStep::Staged(store.settle_conflict(path, bytes, &trailers)?));
        }
        let author = store.committer()?;
        let line = "settled which version stands".to_owned();
        let before = copies[0].record.text().as_bytes();
        let recorded = change(store, path, false, |found| -> Result<_, ResolveError> {
            let same = |found: &[u8]| found == before || versions_in_conflict(found).is_some();
            if !found.is_some_and(same) {
                return Err(ResolveError::Changed);
            }
            Ok(NewVersion {
                id: id.clone(),
                line: line.clone(),
                bytes: bytes.to_owned(),
                new_files: Vec::new(),
                author: author.clone(),
                entered_by: None,
                at: now,
                trailers: trailers.clone(),
                value: (),
            })
        })?;
        Ok(recorded.commit.map_or(ResolveStep::DryRun, ResolveStep::Committed))
    }
}
