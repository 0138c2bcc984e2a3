//! Submitting a move.

use std::borrow::Cow;

use chrono::{DateTime, SecondsFormat, Utc};

use super::error::DeskError;
use super::open::person;
use super::plan::{self, Settled};
use crate::notation::{self, coordinate};
use crate::record::{
    self, Act, Action, Appended, Close, Fault, LONGEST_COMMENT, Place, Player, RecordError,
};
use crate::rules::{Move, Outcome, Position, Side};
use crate::store::{CommitId, Edit, Person, RepoPath, Store, Timestamp};

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
    pub ending: Option<Close>,
}

impl Status {
    /// In a word or two: `ongoing`, or the ending's name.
    pub fn name(self) -> &'static str {
        self.ending.map_or("ongoing", Close::name)
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
/// [`DeskError::Move`] with the reason, [`DeskError::Action`] for what comes along with it, [`DeskError::Over`],
/// [`DeskError::Record`] when the record itself is not sound, and those of [`Store::update`].
pub fn submit(
    store: &Store,
    path: &RepoPath,
    submission: &Submission,
) -> Result<Submitted, DeskError> {
    submit_and_plan(store, path, submission, None)
}

/// The same, and puts down what the player will answer to what may follow, before anything else can.
///
/// # Errors
/// Those of [`submit`], and [`DeskError::Plan`] for a plan that is refused; the move is not recorded then.
pub fn submit_and_plan(
    store: &Store,
    path: &RepoPath,
    submission: &Submission,
    then: Option<&str>,
) -> Result<Submitted, DeskError> {
    let (commit, (text, mut submitted, plan)) =
        store.update(path, |before| -> Result<_, DeskError> {
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
) -> Result<Submitted, DeskError> {
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
) -> Result<Edit<(Vec<u8>, Submitted)>, DeskError> {
    let bytes = before.ok_or_else(|| DeskError::Gone { path: path.clone() })?;
    let (text, author, submitted) = add(path, bytes, submission)?;
    let bytes = text.into_bytes();
    Ok(Edit {
        bytes: bytes.clone(),
        author,
        subject: format!("{}: {}", submitted.id, submitted.line),
        trailers: vec![
            ("Riverpost-Game".into(), submitted.id.clone()),
            ("Riverpost-Ply".into(), submitted.ply.to_string()),
            ("Riverpost-Chain".into(), submitted.chain.clone()),
            ("Riverpost-Time".into(), instant(&submission.at)),
        ],
        when: Timestamp(submission.at.timestamp()),
        value: (bytes, submitted),
    })
}

/// The record with the move added, who made it, and what is to be said of it.
fn add(
    path: &RepoPath,
    bytes: &[u8],
    submission: &Submission,
) -> Result<(String, Person, Submitted), DeskError> {
    let unsound = |error| DeskError::record(path, error);
    let record = record::read(bytes).map_err(unsound)?;
    let replayed = record::replay(&record).map_err(unsound)?;
    if let Some(ending) = replayed.ending {
        let rule = replayed.line.ending().map(|e| e.rule());
        return Err(DeskError::Over { ply: replayed.line.plies(), ending: ending.name(), rule });
    }
    let position = replayed.line.position();
    let side = position.turn();
    let id = record.header().id.clone();
    let mv = notation::read_input(position, &submission.text)
        .map_err(|error| DeskError::Move { error, id: id.clone() })?;
    let mut action = Action::new(side, Act::Move(notation::write_move(position, mv).into()));
    action.offer = submission.offer;
    action.conditional = submission.conditional;
    action.time = Some(submission.at);
    action.comment = comment(submission)?;
    // The record has been read, so that its bytes are text.
    let file = String::from_utf8_lossy(bytes);
    let Appended { text, mut action, replayed } =
        record::append(&file, action).map_err(|error| match error.fault {
            Fault::NoBlock => unsound(error),
            _ => DeskError::Action { error: Box::new(error) },
        })?;
    let after = record::read(text.as_bytes()).map_err(unsound)?;
    let players = &after.header().players;
    let now = replayed.line.position();
    action.time = None;
    let submitted = Submitted {
        id,
        ply: replayed.line.plies(),
        line: action.line(after.game().first),
        coordinate: coordinate::write(position, mv),
        mv,
        status: Status { outcome: replayed.outcome, ending: replayed.ending },
        next: players.of(now.turn()).cloned(),
        chain: record::chain(&after, &replayed)
            .last()
            .map_or_else(String::new, ToString::to_string),
        position: now.clone(),
        commit: None,
        plans: Settled::default(),
    };
    let author = players.of(side).map_or_else(|| anybody(side), person);
    Ok((text, author, submitted))
}

/// What is said with a move, without white space around it; none when nothing is left.
fn comment(submission: &Submission) -> Result<Option<Cow<'_, str>>, DeskError> {
    let comment = submission.comment.as_deref().map(str::trim).filter(|c| !c.is_empty());
    if comment.is_some_and(|c| c.chars().count() > LONGEST_COMMENT) {
        let fault = Fault::TooMuch { what: "the comment is too long", limit: LONGEST_COMMENT };
        let error = RecordError { place: Place::START, fault };
        return Err(DeskError::Action { error: Box::new(error) });
    }
    Ok(comment.map(Cow::Borrowed))
}

/// An instant as records and trailers spell it.
fn instant(at: &DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// The author of a move in a record that does not name its player.
fn anybody(side: Side) -> Person {
    Person { name: side.to_string(), email: String::new() }
}
