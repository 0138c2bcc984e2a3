//! Why a use case fails.

use std::path::PathBuf;

use chrono::{DateTime, Utc};

use crate::clock::TimeSpan;
use crate::document::Diagnostic;
use crate::matches::MatchEditError;
use crate::notation::MoveError;
use crate::proof::{KeyError, RevealError};
use crate::record::{AppendError, Signatory, write_instant};
use crate::rules::{Side, StartFault};
use crate::store::{Person, RepoPath, StoreError};

/// Why a use case failed. Nothing has been written then, save for [`StoreError::Unfinished`].
#[derive(Debug, thiserror::Error)]
pub enum ActionError {
    /// The match does not allow it.
    #[error(transparent)]
    Match(#[from] MatchRefusal),
    /// The repository is not as needed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The record is not sound.
    #[error("{file}: {error}")]
    Record {
        /// The record's file.
        file: String,
        /// What is wrong with it, and where.
        error: Box<Diagnostic>,
    },
    /// The move is refused.
    #[error("{error}")]
    Move {
        /// Why.
        error: MoveError,
        /// The record.
        id: String,
    },
    /// The move is legal, but cannot be put down as it comes: its time, its comment, the offer with it.
    #[error("{}", .error.diagnostic().message)]
    Action {
        /// Why.
        error: Box<AppendError>,
    },
    /// An action other than a move that rules or clocks do not allow.
    #[error("{}", .error.diagnostic().message)]
    Refused {
        /// Why, with the evidence.
        error: Box<AppendError>,
    },
    /// Either player can do this, and nobody said who does.
    #[error("either player can do this: say whether it is {players}")]
    Unsaid {
        /// Both sides with their players.
        players: String,
    },
    /// No player of the game is called so.
    #[error("no player of this game is called {name:?}: there is {players}")]
    Unknown {
        /// The name given.
        name: String,
        /// Both sides with their players.
        players: String,
    },
    /// Git's identity is not who can do this.
    #[error("this is for {entitled} to do, and git's identity is {identity}")]
    NotActor {
        /// Who git commits as.
        identity: Person,
        /// Who can do it, in words.
        entitled: String,
        /// For whom it could be entered: `south`, `north`, `arbiter`.
        whom: Vec<&'static str>,
    },
    /// A player rules, or enters a ruling.
    #[error(
        "git's identity {identity} plays in this game, and no player rules on it or enters a ruling"
    )]
    PlayerRules {
        /// Who git commits as.
        identity: Person,
    },
    /// A move is entered for somebody who is not to move.
    #[error("{turn} is to move, not {by}")]
    NotToMove {
        /// The side for which it is entered.
        by: Side,
        /// The side to move.
        turn: Side,
    },
    /// Something is said to be done in the future.
    #[error("{} lies in the future: it is {}", write_instant(.at), write_instant(.now))]
    Future {
        /// When it is said to be done.
        at: DateTime<Utc>,
        /// The time of entry.
        now: DateTime<Utc>,
    },
    /// It is entered later than was agreed.
    #[error("{} is {late} ago, and an action may be entered {lag} late at most", write_instant(.at))]
    Late {
        /// When it is said to be done.
        at: DateTime<Utc>,
        /// How late it is entered.
        late: TimeSpan,
        /// The most that was agreed.
        lag: TimeSpan,
    },
    /// The settings of the repository are not sound.
    #[error("{error}")]
    Settings {
        /// What is wrong with them, and where.
        error: Box<Diagnostic>,
    },
    /// No hook is installed in a repository.
    #[error("no hook was installed in {}", .dir.display())]
    NoServer {
        /// The repository.
        dir: PathBuf,
    },
    /// A server's own settings are not sound.
    #[error("{error}")]
    ServerSettings {
        /// What is wrong with them, and where.
        error: Box<Diagnostic>,
    },
    /// No player of any game is called so.
    #[error("no player of any game here is called {name:?}: there is {}", listed(.known))]
    Nobody {
        /// The name given.
        name: String,
        /// The names of all players, in order.
        known: Vec<String>,
    },
    /// A value that no header may hold.
    #[error("{}", .0.message)]
    Header(Box<Diagnostic>),
    /// A folder where no record is looked for.
    #[error("records lie below `{below}`, and `{folder}` does not")]
    Folder {
        /// The folder wanted.
        folder: String,
        /// The folder below which records lie.
        below: &'static str,
    },
    /// The game is over.
    #[error("the game is over since ply {ply}: {ending}")]
    Over {
        /// Plies played when it ended.
        ply: usize,
        /// How it ended.
        ending: &'static str,
        /// The rule that ended it, if it was a rule.
        rule: Option<&'static str>,
    },
    /// The repository has a record of that id.
    #[error("the id {id:?} is taken by {path}")]
    Taken {
        /// The id wanted.
        id: String,
        /// The record that has it.
        path: RepoPath,
    },
    /// There is no record of that name, though there was a moment ago.
    #[error("there is no record at {path}")]
    Gone {
        /// Where it was looked for.
        path: RepoPath,
    },
    /// The array is not one to start from.
    #[error("not a legal start: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Start(Vec<StartFault>),
    /// The action must be signed, and cannot be (K1).
    #[error("{who} must sign this{}", match (.key, .entered) {
        (None, _) => ", and has no key in the file".to_owned(),
        (Some(key), false) => format!(", and the private half of the key {key} is not found here"),
        (Some(key), true) => format!(" with the key {key}, and what others enter for it is unsigned"),
    })]
    Unsigned {
        /// Who must sign, in words.
        who: String,
        /// The fingerprint of the key, if there is one.
        key: Option<String>,
        /// Whether somebody else enters it.
        entered: bool,
    },
    /// The private half of a new key is not at hand (K5).
    #[error("the new key {key} must sign this, and its private half is not found here")]
    NewKey {
        /// Its fingerprint.
        key: String,
    },
    /// There is a key already, which is changed and not proposed (K5).
    #[error("{} has a key in the record already, and it is another one", name(*.who))]
    KeyHeld {
        /// Who.
        who: Signatory,
    },
    /// No key is named, and git signs with none.
    #[error("git does not sign with an SSH key")]
    NoOwnKey,
    /// Signing failed.
    #[error("the key {key} gave no signature: {reason}")]
    NotSigned {
        /// Its fingerprint.
        key: String,
        /// Why.
        reason: String,
    },
    /// A key that no record may have (K3).
    #[error(transparent)]
    Key(KeyError),
    /// The plan is refused.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A file outside any repository cannot be read.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// The system's answer.
        error: std::io::Error,
    },
}

impl ActionError {
    pub(super) fn record(file: impl ToString, error: Diagnostic) -> ActionError {
        ActionError::Record { file: file.to_string(), error: Box::new(error) }
    }
}

/// The name of somebody who signs, as a message begins with it.
pub(super) fn name(who: Signatory) -> &'static str {
    match who {
        Signatory::Side(side) => side.name(),
        Signatory::Arbiter => "the arbiter",
    }
}

/// How many names an error lists.
const LISTED: usize = 20;

/// The first names of a list.
fn listed(names: &[String]) -> String {
    match names.len() {
        0 => "nobody".into(),
        LISTED.. if names.len() > LISTED => format!("{}, …", names[..LISTED].join(", ")),
        _ => names.join(", "),
    }
}

/// Why a plan is not taken as it comes. The plan stays as it was.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The text is no sequence of moves and answers.
    #[error("{part:?} is not a move with an answer: {reason}")]
    Sequence {
        /// The part that is not understood.
        part: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A move of the sequence is refused.
    #[error("{side}'s move {number} {text:?}: {error}")]
    Move {
        /// Whose move.
        side: Side,
        /// Its number with dots, as in the record.
        number: String,
        /// The move as it was written.
        text: String,
        /// Why.
        error: MoveError,
        /// The record.
        id: String,
    },
    /// The sequence goes on after the end of the game.
    #[error("the game is over with move {after} ({ending}), so that none follows")]
    Ends {
        /// The number of the move that ends it, with dots as in the record.
        after: String,
        /// How it ends.
        ending: &'static str,
        /// The rule that ends it.
        rule: &'static str,
    },
    /// The plan answers that move with another one.
    #[error("{trigger} has an answer already: {answer}")]
    Answered {
        /// The other side's move.
        trigger: String,
        /// The answer that the plan has.
        answer: String,
    },
    /// There would be too much of it.
    #[error("{what}, more than {limit}")]
    TooMuch {
        /// What.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The side of the plan is to move itself.
    #[error("{0} is to move, so that there is no move of the other side to wait for")]
    OwnMove(Side),
    /// An answer has become due, and the plan cannot change before it is given.
    #[error("the move that {side}'s plan waits for has been played: {answer} is due")]
    Due {
        /// Whose plan.
        side: Side,
        /// The answer.
        answer: String,
        /// The record.
        id: String,
    },
    /// A signature in a plan does not fit what it should be one of (K9).
    #[error("the signature of {side}'s answer {answer} does not fit")]
    Unfit {
        /// Whose plan.
        side: Side,
        /// The answer.
        answer: String,
    },
    /// An answer of a plan that is to be taken over is unsigned, so that anybody may have made it.
    #[error("the answer {answer} is unsigned, and only its owner fires that")]
    Unsigned {
        /// The answer.
        answer: String,
    },
    /// What a side has sealed is not kept in this repository.
    #[error("what {0} has sealed is not kept in this repository")]
    NotKept(Side),
    /// The play has left a plan behind that is to be taken over.
    #[error("the play has left this plan of {0}'s behind")]
    Left(Side),
    /// There is nothing to be signed.
    #[error("{0} has no plan that could be signed")]
    Empty(Side),
    /// There is no answer of that number.
    #[error("there is no answer {number}: {side}'s plan has {count}")]
    NoAnswer {
        /// The number asked for.
        number: usize,
        /// Whose plan.
        side: Side,
        /// How many answers it has.
        count: usize,
    },
    /// The plan's file does not hold a plan.
    #[error("git's folder, {file}, line {}: {}", .error.place.line, .error.message)]
    Damaged {
        /// The file, from riverpost's folder in that of git.
        file: String,
        /// What is wrong with it, and where.
        error: Box<Diagnostic>,
    },
}

impl PlanError {
    /// The rule behind it, if one is.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            PlanError::Move { error, .. } => Some(error.rule()),
            PlanError::Ends { rule, .. } => Some(rule),
            PlanError::Due { .. } => Some("M7"),
            PlanError::Unfit { .. } | PlanError::Unsigned { .. } => Some("K9"),
            _ => None,
        }
    }
}

/// Why a use case of a match failed. Nothing has been written then.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MatchRefusal {
    /// The match file is not sound.
    #[error("{}", .error.advised())]
    Unsound {
        /// The file.
        file: String,
        /// What is wrong with it, and where.
        error: Box<Diagnostic>,
    },
    /// What was to be added contradicts the rest of the match.
    #[error("{}", .contradiction.message)]
    Contradicts {
        /// The file as it would be.
        file: String,
        /// The contradiction.
        contradiction: Diagnostic,
    },
    /// The file is written so that nothing can be added safely.
    #[error(transparent)]
    Shape(#[from] MatchEditError),
    /// A reveal that does not open its commitment.
    #[error(transparent)]
    Reveal(#[from] RevealError),
    /// The match does not allow it as it stands.
    #[error("{message}")]
    Not {
        /// Why not.
        message: String,
        /// The rule, if it is one.
        rule: Option<&'static str>,
        /// What to do instead.
        hint: MatchHint,
    },
    /// Nobody and nothing of that name is in the match.
    #[error("there is no {what} {name:?} in the match: there is {known}")]
    Unknown {
        /// What was looked for.
        what: &'static str,
        /// The name given.
        name: String,
        /// What there is.
        known: String,
    },
    /// The secret of a commitment is not kept in this repository.
    #[error("the secret of {party} is not kept in this repository")]
    NoSecret {
        /// Whose secret.
        party: String,
    },
    /// The system gives no random bytes.
    #[error("the system gives no random bytes: {0}")]
    Random(String),
    /// The match could not be written.
    #[error("the match cannot be written: {0}")]
    Unwritable(String),
}

impl MatchRefusal {
    pub(super) fn not(
        message: impl Into<String>,
        rule: Option<&'static str>,
        hint: MatchHint,
    ) -> MatchRefusal {
        MatchRefusal::Not { message: message.into(), rule, hint }
    }
}

impl From<MatchEditError> for ActionError {
    fn from(error: MatchEditError) -> ActionError {
        MatchRefusal::from(error).into()
    }
}

impl From<RevealError> for ActionError {
    fn from(error: RevealError) -> ActionError {
        MatchRefusal::from(error).into()
    }
}

/// What to do instead, where a match does not allow something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchHint {
    /// Something in these words, which names no command.
    Text(&'static str),
    /// Say for whom one acts.
    SayWho,
    /// Say by which device the lots are drawn.
    SayDevice,
    /// Say who is to be North.
    SayNorth,
    /// Both parties ask to draw again.
    DrawAgain,
    /// Do not say by which device the lots are drawn.
    KeepDevice,
    /// Draw lots by sealed forces.
    SealForces,
    /// Say which force is sealed.
    SayForce,
    /// See what follows from the silence of a party.
    ShowOutcome,
    /// Do not say that the game is an external one.
    NotExternal,
    /// See the rules.
    SeeRules,
    /// See the schedule.
    ShowSchedule,
    /// Let somebody take a player's place.
    ReplacePlayer,
    /// Let somebody take a member's place in a team.
    SubstituteMember,
    /// Say that it is a correction, and why.
    Correct,
    /// Do not say that it is a correction.
    NoCorrection,
}
