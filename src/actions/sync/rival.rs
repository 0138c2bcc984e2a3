//! A record that was changed here and there: both lines are told, and one's own go behind.

use chrono::{DateTime, Utc};

use crate::actions::actor::Actor;
use crate::actions::change::{NewVersion, draft};
use crate::actions::error::ActionError;
use crate::actions::game::{CHAIN_TRAILER, LoadedGame};
use crate::actions::inbox::proposals_in_play;
use crate::actions::instant::EntryTerms;
use crate::actions::signing::Signing;
use crate::record::{self, Act, Action};
use crate::store::{HistoryEntry, Merging, Person, RepoPath, Store};

/// How many commits that changed a record are looked through for the one that added a line.
const MOST_COMMITS: usize = 500;

/// A record that both sides have changed. It is as it was fetched, with one's own lines behind as far as they are still
/// possible.
#[derive(Clone, Debug)]
pub struct Rival {
    /// The record's id.
    pub id: String,
    /// The first line that is only here.
    pub ours: RivalLine,
    /// The line that was fetched in its place.
    pub theirs: RivalLine,
    /// One's own lines that stand behind now, with new times.
    pub behind: Vec<String>,
    /// One's own lines that are not in the record any more, and why.
    pub left: Option<(Vec<String>, String)>,
    /// The reference that keeps the version that was here.
    pub kept: Option<String>,
}

/// One of two lines for the same place.
#[derive(Clone, Debug)]
pub struct RivalLine {
    /// The line.
    pub line: String,
    /// When it was done, as it says.
    pub time: Option<DateTime<Utc>>,
    /// Who acted and who entered it, as its commit says.
    pub by: Option<(Person, Person)>,
}

/// One of the two versions of a record, from the action on with which they differ.
pub(super) struct Version {
    game: LoadedGame,
    from: usize,
    /// The commits that added its lines, as far as they are known.
    commits: Vec<Option<HistoryEntry>>,
}

impl Version {
    /// The version in a repository, which differs from another one from the action with that index on.
    pub(super) fn of(store: &Store, path: &RepoPath, from: usize) -> Result<Version, ActionError> {
        let game = LoadedGame::load(store, path)?;
        let chain = record::chain(&game.record, &game.replayed);
        let entries = store.log(path, MOST_COMMITS)?;
        let added = |entry: &&HistoryEntry, hash: &str| {
            entry.trailers.iter().any(|(key, value)| key == CHAIN_TRAILER && value == hash)
        };
        let commits = chain.iter().skip(from + 1).map(|hash| {
            let hash = hash.to_string();
            entries.iter().find(|entry| added(entry, &hash)).cloned()
        });
        let commits = commits.collect();
        Ok(Version { game, from, commits })
    }

    /// The lines that are only here.
    fn actions(&self) -> &[Action<'static>] {
        &self.game.record.actions()[self.from..]
    }

    /// Whether the action of that ordinal has a signature.
    fn is_signed(&self, ordinal: usize) -> bool {
        self.game.record.signatures().iter().any(|line| line.ordinal == ordinal)
    }

    fn first_line(&self) -> RivalLine {
        let action = self.actions().first();
        let commit = self.commits.first().and_then(Option::as_ref);
        RivalLine {
            line: action.map(|action| text(&self.game, action)).unwrap_or_default(),
            time: action.and_then(|action| action.time),
            by: commit.map(|commit| (commit.author.clone(), commit.committer.clone())),
        }
    }
}

impl Rival {
    /// Puts one's own lines behind those fetched, each in a commit of its own, as far as they are still possible. Those that
    /// were signed are signed anew, with the keys that `store` knows of.
    pub(super) fn settle(
        own: &Version,
        theirs: Version,
        (store, merging): (&Store, &mut Merging<'_>),
        path: &RepoPath,
        now: DateTime<Utc>,
    ) -> Result<Rival, ActionError> {
        let mut rival = Rival {
            id: theirs.game.id().to_owned(),
            ours: own.first_line(),
            theirs: theirs.first_line(),
            behind: Vec::new(),
            left: None,
            kept: None,
        };
        // Whether there is anything that the author of the own lines has not seen and would settle by a move.
        let proposes = |action: &Action<'_>| {
            action.offer || matches!(action.act, Act::TakeBackRequested { .. } | Act::VoidProposed)
        };
        let unseen = theirs.actions().iter().any(proposes);
        let mut game = theirs.game;
        for (at, action) in own.actions().iter().enumerate() {
            let commit = own.commits.get(at).and_then(Option::as_ref);
            let author = commit.map(|commit| commit.author.clone());
            let signing = match own.is_signed(own.from + at + 1) {
                true => Signing::Keys { store, dry_run: false },
                false => Signing::Nothing,
            };
            let terms = (EntryTerms { now, lag: None }, signing);
            match again(&game, action, author, unseen, terms) {
                Ok(version) => {
                    let recorded = merging.change(path, draft(now, path, version)?)?;
                    let (line, next) = recorded.value;
                    rival.behind.push(line);
                    game = next;
                }
                Err(reason) => {
                    let left = own.actions()[at..].iter().map(|action| text(&own.game, action));
                    rival.left = Some((left.collect(), reason));
                    break;
                }
            }
        }
        Ok(rival)
    }
}

/// A line without its comment, and without the time that is told beside it.
fn text(game: &LoadedGame, action: &Action<'_>) -> String {
    action.line_without_time(game.record.game().first)
}

/// The new version of a record with an action done again now, or why that cannot be. With `unseen`, something may be proposed
/// that a move would decline although its author has not seen it.
fn again(
    game: &LoadedGame,
    action: &Action<'static>,
    author: Option<Person>,
    unseen: bool,
    terms: (EntryTerms, Signing<'_>),
) -> Result<NewVersion<(String, LoadedGame)>, String> {
    let words = |error: ActionError| error.to_string();
    game.refuse_over().map_err(words)?;
    let moves = matches!(action.act, Act::Move(_));
    if moves && game.turn() != action.side {
        return Err(format!("{} is to move now", game.turn()));
    }
    if moves && unseen {
        let asked =
            proposals_in_play(&game.replayed).into_iter().find(|(by, _)| *by != action.side);
        if let Some((by, proposal)) = asked {
            let what = proposal.name();
            return Err(format!("{by} has made a proposal that it would decline unseen: {what}"));
        }
    }
    let side = action.side;
    let author = author.unwrap_or_else(|| game.seats().author(side));
    let actor = Actor { side, author, entered_by: None };
    let refuse = |error| ActionError::Refused { error };
    let at = terms.0.now;
    let version = game.add(action.clone(), actor, terms, at, refuse).map_err(words)?;
    let line = version.line.clone();
    Ok(version.map(|added| (line, added.game)))
}
