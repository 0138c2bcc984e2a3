//! Submitting a move.

use chrono::{DateTime, Utc};

use super::entry::{self, Entry, Found};
use super::error::ActionError;
use super::plan::{self, Settled};
use crate::notation::{self, coordinate};
use crate::record::{Act, Action, Player, RecordError, Termination};
use crate::rules::{Move, Outcome, Position};
use crate::store::{CommitDraft, CommitId, RepoPath, Store};

/// A move as it comes from a player.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The move in any form that is read.
    pub text: String,
    /// Whether a draw is offered along with it.
    pub offer: bool,
    /// Whether a conditional plan made it, in answer to the move before it.
    pub conditional: bool,
    /// What the player says with it; one line without braces.
    pub comment: Option<String>,
    /// When it was made.
    pub at: DateTime<Utc>,
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status {
    /// Who won, once it is over.
    pub outcome: Option<Outcome>,
    /// Why it is over.
    pub ending: Option<Termination>,
}

impl Status {
    /// In a word or two: `ongoing`, or the ending's name.
    pub fn name(self) -> &'static str {
        self.ending.map_or("ongoing", Termination::name)
    }
}

/// A move that has been taken, or in a rehearsal would be.
#[derive(Debug)]
pub struct Submitted {
    /// The record's id.
    pub id: String,
    /// The ply it made, from 1.
    pub ply: usize,
    /// The line added to the record, without time and comment: `2. SK b1-c3`.
    pub line: String,
    /// The move in coordinate form.
    pub coordinate: String,
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub position: Position,
    /// How the game stands after it.
    pub status: Status,
    /// Who is to move now, if the record names that side.
    pub next: Option<Player>,
    /// The whole chain hash after it, in hexadecimal.
    pub chain: String,
    /// The commit; none for a rehearsal.
    pub commit: Option<CommitId>,
    /// What became of the plans that the players had made for this move.
    pub plans: Settled,
}

/// Checks a move against the rules, appends it to its record and commits it, with the player to move as author. Then the
/// players' plans fire what they have to answer; whatever comes of that, the move stands.
///
/// # Errors
/// [`ActionError::Move`] with the reason, [`ActionError::Action`] for what comes along with it, [`ActionError::Over`],
/// [`ActionError::Record`] when the record itself is not sound, and those of [`Store::update`].
pub fn submit(
    store: &Store,
    path: &RepoPath,
    submission: &Submission,
) -> Result<Submitted, ActionError> {
    submit_and_plan(store, path, submission, None)
}

/// The same, and puts down what the player will answer to what may follow, before anything else can.
///
/// # Errors
/// Those of [`submit`], and [`ActionError::Plan`] for a plan that is refused; the move is not recorded then.
pub fn submit_and_plan(
    store: &Store,
    path: &RepoPath,
    submission: &Submission,
    then: Option<&str>,
) -> Result<Submitted, ActionError> {
    let (commit, (text, mut submitted, plan)) =
        store.update(path, |before| -> Result<_, ActionError> {
            let edit = edit(path, before, submission)?;
            let plan = then.map(|then| plan::foresee(path, &edit.bytes, then)).transpose()?;
            Ok(edit.map(|(text, submitted)| (text, submitted, plan)))
        })?;
    submitted.commit = Some(commit);
    submitted.plans = plan::settle(store, path, text, plan, submission.at, false);
    Ok(submitted)
}

/// Does all that [`submit_and_plan`] does, but for writing.
///
/// # Errors
/// Those of [`submit_and_plan`].
pub fn rehearse(
    store: &Store,
    path: &RepoPath,
    submission: &Submission,
    then: Option<&str>,
) -> Result<Submitted, ActionError> {
    let blob = store.read(path)?;
    let bytes = blob.as_ref().map(|blob| blob.bytes.as_slice());
    let (text, mut submitted) = edit(path, bytes, submission)?.value;
    let plan = then.map(|then| plan::foresee(path, &text, then)).transpose()?;
    submitted.plans = plan::settle(store, path, text, plan, submission.at, true);
    Ok(submitted)
}

/// The edit that adds a move to a record. Its value is the record's new content too, and what is to be said of it.
pub(super) fn edit(
    path: &RepoPath,
    before: Option<&[u8]>,
    submission: &Submission,
) -> Result<CommitDraft<(Vec<u8>, Submitted)>, ActionError> {
    let bytes = before.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
    let (entry, submitted) = add(&Found::read(path, bytes)?, submission)?;
    let edit = entry.edit(submitted);
    let text = edit.bytes.clone();
    Ok(edit.map(|submitted| (text, submitted)))
}

/// The record with the move added, and what is to be said of it.
fn add(found: &Found<'_>, submission: &Submission) -> Result<(Entry, Submitted), ActionError> {
    let refuse = |error: Box<RecordError>| ActionError::Action { error };
    let position = found.replayed.line.position();
    let side = position.turn();
    let mv = notation::read_input(position, &submission.text)
        .map_err(|error| ActionError::Move { error, id: found.record.header().id.clone() })?;
    let mut action = Action::new(side, Act::Move(notation::write_move(position, mv).into()));
    action.offer = submission.offer;
    action.conditional = submission.conditional;
    action.comment = entry::comment(submission.comment.as_deref()).map_err(refuse)?;
    let entry = found.add(action, found.author(side), submission.at, refuse)?;
    let submitted = Submitted {
        id: entry.id.clone(),
        ply: entry.replayed.line.plies(),
        line: entry.line.clone(),
        coordinate: coordinate::write(position, mv),
        mv,
        position: entry.replayed.line.position().clone(),
        status: entry.status(),
        next: entry.next.clone(),
        chain: entry.chain.clone(),
        commit: None,
        plans: Settled::default(),
    };
    Ok((entry, submitted))
}
