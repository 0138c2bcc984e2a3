//! Every action other than a move: offers answered, claims, resignations, take-backs, leave, what an arbiter decides.

use chrono::{DateTime, Utc};

use super::entry::{self, Entry, Found, enter};
use super::error::ActionError;
use super::plan::{self, Settled};
use super::submit::Status;
use super::who;
use crate::clock::flag_fallen;
use crate::notation;
use crate::record::{self, Act, Action, Evidence, Player, RecordError};
use crate::rules::{Position, Side};
use crate::store::{CommitId, Person, RepoPath, Store};

/// An action other than a move, as it comes from a player or an arbiter.
#[derive(Clone, Debug)]
pub struct Deed {
    /// What is done. The move that a claim names may be in any form that is read.
    pub act: Act<'static>,
    /// Who does it.
    pub by: By,
    /// What is said with it; one line without braces.
    pub comment: Option<String>,
    /// When it was done.
    pub at: DateTime<Utc>,
}

/// Who acts.
#[derive(Clone, Debug)]
pub enum By {
    /// The one who can: who is to move for a claim of a draw, the other side for a claim of time, who has to answer for an
    /// answer. All else can be done by either, and must say by whom.
    Whoever,
    /// A player: `south`, `north`, or the player's name or address as the record has it, in either case.
    Player(String),
    /// An arbiter, who becomes the author of the commit.
    Arbiter(Person),
}

/// An action that has been taken, or in a rehearsal would be.
#[derive(Debug)]
pub struct Acted {
    /// The record's id.
    pub id: String,
    /// The plies that stand after it.
    pub ply: usize,
    /// The line added to the record, without time and comment: `2... draw agreed`.
    pub line: String,
    /// The side that acted; none for an arbiter.
    pub by: Option<Side>,
    /// The position, which a take-back changes.
    pub position: Position,
    /// How the game stands after it.
    pub status: Status,
    /// Who is to move now, if the record names that side.
    pub next: Option<Player>,
    /// What a claim of a draw rests on.
    pub evidence: Option<Evidence>,
    /// When the flag fell, for a claim of time.
    pub flag: Option<DateTime<Utc>>,
    /// The whole chain hash after it, in hexadecimal.
    pub chain: String,
    /// The commit; none for a rehearsal.
    pub commit: Option<CommitId>,
    /// What became of the players' plans, once the game is over or moves have been taken back.
    pub plans: Settled,
}

/// Checks an action against rules and clocks, appends it to its record and commits it, with whoever acts as author; with
/// `rehearsal` all but the writing.
///
/// # Errors
/// [`ActionError::Refused`] with the reason and its evidence, [`ActionError::Unsaid`] and [`ActionError::Unknown`] about who
/// acts, [`ActionError::Move`] for the move that a claim names, [`ActionError::Over`], [`ActionError::Record`] when the record
/// itself is not sound, and those of [`Store::update`].
pub fn act(
    store: &Store,
    path: &RepoPath,
    deed: &Deed,
    rehearsal: bool,
) -> Result<Acted, ActionError> {
    let (commit, acted) = enter(store, path, rehearsal, |found| add(&found, deed))?;
    let stale = acted.status.ending.is_some() || deed.act == Act::TakeBackAgreed;
    let plans = match stale && !rehearsal {
        true => plan::tidy(store, path, deed.at),
        false => Settled::default(),
    };
    Ok(Acted { commit, plans, ..acted })
}

/// The record with the action added, and what is to be said of it.
fn add(found: &Found<'_>, deed: &Deed) -> Result<(Entry, Acted), ActionError> {
    let refuse = |error: Box<RecordError>| ActionError::Refused { error };
    let position = found.replayed.line.position();
    let (side, author) = match &deed.by {
        By::Arbiter(person) => (position.turn(), person.clone()),
        By::Player(name) => {
            let side = who::side(&found.record.header().players, name)?;
            (side, found.author(side))
        }
        By::Whoever => {
            let side = only(found, &deed.act).ok_or_else(|| ActionError::Unsaid {
                players: who::both(&found.record.header().players),
            })?;
            (side, found.author(side))
        }
    };
    let mut action = Action::new(side, deed.act.clone());
    if let Act::DrawClaimed { with: Some(text), .. } = &mut action.act {
        let mv = notation::read_input(position, text)
            .map_err(|error| ActionError::Move { error, id: found.record.header().id.clone() })?;
        *text = notation::write_move(position, mv).into();
    }
    action.comment = entry::comment(deed.comment.as_deref()).map_err(refuse)?;
    let entry = found.add(action, author, deed.at, refuse)?;
    let (line, claimed_with) = (&entry.replayed.line, entry.replayed.claimed_with);
    let flagged = match &deed.act {
        Act::TimeClaimed => Some(side.other()),
        Act::FlagDeclared { side, .. } => Some(*side),
        _ => None,
    };
    let fallen = |side| {
        let ledger = record::clocks(&found.record, &found.replayed, deed.at).ok()?;
        flag_fallen(&ledger, side)
    };
    let acted = Acted {
        id: entry.id.clone(),
        ply: line.plies(),
        line: entry.line.clone(),
        by: Some(side).filter(|_| !matches!(deed.by, By::Arbiter(_))),
        position: line.position().clone(),
        status: entry.status(),
        next: entry.next.clone(),
        evidence: match &deed.act {
            Act::DrawClaimed { claim, .. } => Some(Evidence::of(line, *claim, claimed_with)),
            _ => None,
        },
        flag: flagged.and_then(fallen),
        chain: entry.chain.clone(),
        commit: None,
        plans: Settled::default(),
    };
    Ok((entry, acted))
}

/// The one side that can do it, if there is only one.
fn only(found: &Found<'_>, act: &Act<'_>) -> Option<Side> {
    let turn = found.replayed.line.position().turn();
    let answer = |by: Option<Side>| by.map_or(turn, Side::other);
    Some(match act {
        Act::DrawClaimed { .. } => turn,
        Act::TimeClaimed => turn.other(),
        Act::DrawAgreed | Act::DrawDeclined => answer(found.replayed.offer),
        Act::VoidAgreed => answer(found.replayed.void),
        Act::TakeBackAgreed | Act::TakeBackDeclined => {
            answer(found.replayed.take_back.map(|asked| asked.by))
        }
        _ => return None,
    })
}
