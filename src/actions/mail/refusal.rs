//! Why a message does nothing to a game.

use crate::actions::error::ActionError;
use crate::mail::{AutomaticKind, BlockError, Unclear};
use crate::record::Diagnostic;
use crate::store::{RepoPath, StoreError};

/// Why a message does nothing to a game. Nothing has been recorded then.
#[derive(Debug, thiserror::Error)]
pub enum MailRefusal {
    /// No person wrote it, and no block of a program is in it.
    #[error("no person wrote this message: {}", kind(*.0))]
    Automatic(AutomaticKind),
    /// It does not come from one address.
    #[error("the message names {0} senders, and one is expected")]
    Senders(usize),
    /// Somebody else of the game sent it for its author.
    #[error("{email} sent the message, and plays another part in the game")]
    SentByAnother {
        /// The address.
        email: String,
    },
    /// Nobody of that address plays in the game.
    #[error("{email} is the address of no player of {id}")]
    UnknownSender {
        /// The address.
        email: String,
        /// The game.
        id: String,
    },
    /// It is not about a game that is known here.
    #[error("{}", match .id {
        Some(id) => format!("there is no game {id} here"),
        None => "it cannot be told which game the message is about".to_owned(),
    })]
    NoGame {
        /// The game that it names.
        id: Option<String>,
    },
    /// It could be about several games.
    #[error("it cannot be told which game the message is about: {} wait for its sender", .ids.join(", "))]
    SeveralGames {
        /// The ids of the first few.
        ids: Vec<String>,
    },
    /// Its headers and its block name different games.
    #[error("the headers of the message name the game {header}, and its block {block}")]
    TwoGames {
        /// The one in the headers.
        header: String,
        /// The one in the block.
        block: String,
    },
    /// It answers no message that was sent from here to that player.
    #[error(
        "the message answers none that was sent from here to this player, so that anybody may have written it"
    )]
    NotAnAnswer,
    /// Its author has a key, or must have one, and has not signed.
    #[error("{}", match .key {
        Some(key) => format!("the player has the key {key} in this game, and the message is not signed with it"),
        None => "every line must be signed in this game, and the message is not".to_owned(),
    })]
    NeedsSignature {
        /// The fingerprint of the key, if there is one.
        key: Option<String>,
    },
    /// It cannot be told what its author wants.
    #[error("{0}")]
    Unclear(Box<Unclear>),
    /// There is nothing in it to be done.
    #[error("no line of the message is a move or another action")]
    Nothing,
    /// A draw is offered without a move (G5).
    #[error("a draw is offered along with a move")]
    OfferAlone,
    /// Nothing is proposed that could be answered.
    #[error("nothing is proposed to this player that could be accepted or declined")]
    NoProposal,
    /// Several things are proposed.
    #[error("several things are proposed: {}", .0.join(", "))]
    SeveralProposals(Vec<&'static str>),
    /// It is not said how many moves shall be taken back.
    #[error("it is not said how many moves shall be taken back")]
    HowMany,
    /// Its block cannot be read.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// It has several blocks.
    #[error("the message has {0} blocks, and one is expected")]
    SeveralBlocks(usize),
    /// Its text and its block do not say the same.
    #[error("the text of the message does not say what its block says")]
    Disagrees,
    /// The game of that id is another one here.
    #[error("{id} is another game here: what was agreed before the moves is not the same")]
    OtherGame {
        /// The id.
        id: String,
    },
    /// Lines between the game here and those of the message are missing.
    #[error("the message begins with line {ordinal} of the game, and the record here has {known}")]
    Gap {
        /// The first line of the message, from 1.
        ordinal: usize,
        /// How many lines there are here.
        known: usize,
    },
    /// The game went another way before the lines of the message.
    #[error("the record here has other lines than its sender's, before line {ordinal}")]
    OtherHistory {
        /// The first line of the message, from 1.
        ordinal: usize,
    },
    /// Another line stands in the place of one of the message.
    #[error("line {ordinal} of the game is {stands:?}, and the message says {sent:?}")]
    Rival {
        /// The ordinal of the line.
        ordinal: usize,
        /// The line that is recorded.
        stands: String,
        /// The line of the message.
        sent: String,
        /// Whether the two are of two people, who acted without knowledge of each other.
        crossed: bool,
        /// The reference that keeps the version of the message.
        kept: Option<String>,
    },
    /// The game has gone on since the message that it answers.
    #[error("the message answers one about line {answered} of the game, which has {known} now")]
    Stale {
        /// How many lines the game had then.
        answered: usize,
        /// How many it has.
        known: usize,
    },
    /// A line that nobody else than its author may send.
    #[error("{line:?} is {by}'s to do, who has not signed it")]
    NotTheirs {
        /// The line.
        line: String,
        /// Whose it is.
        by: &'static str,
    },
    /// A line that would not be recorded as it was sent.
    #[error("the line {sent:?} would be recorded as {becomes:?}")]
    Altered {
        /// As it was sent.
        sent: String,
        /// As it would be.
        becomes: String,
    },
    /// What is in the block is not sound.
    #[error("{}", .0.advised())]
    Unsound(Box<Diagnostic>),
    /// The game is one in which nobody here plays.
    #[error("nobody who is known here plays in {id}")]
    NotInvited {
        /// The game.
        id: String,
    },
    /// The id of the game that it brings is taken.
    #[error("the id {id} is taken here by {path}")]
    IdTaken {
        /// The id.
        id: String,
        /// The record that has it.
        path: RepoPath,
    },
    /// The record says that who reads it has acted already.
    #[error("the record of {id} has lines of the player who is invited")]
    BoundAlready {
        /// The game.
        id: String,
    },
    /// The game does not allow it, or the repository is not as needed.
    #[error(transparent)]
    Action(#[from] ActionError),
}

impl From<StoreError> for MailRefusal {
    fn from(error: StoreError) -> MailRefusal {
        ActionError::from(error).into()
    }
}

impl MailRefusal {
    /// Whether it is no fault of the message: the repository or this machine is not as needed, so that the message is to be
    /// tried again, and its sender is told nothing.
    pub fn may_pass(&self) -> bool {
        let MailRefusal::Action(error) = self else { return false };
        match error {
            ActionError::Store(StoreError::BadPath { .. } | StoreError::NotFound { .. }) => false,
            ActionError::Store(_)
            | ActionError::Record { .. }
            | ActionError::Settings { .. }
            | ActionError::Gone { .. }
            | ActionError::File { .. } => true,
            _ => false,
        }
    }

    /// What the sender of the message can do.
    pub fn advice(&self) -> Option<&'static str> {
        Some(match self {
            MailRefusal::Automatic(_) | MailRefusal::UnknownSender { .. } => return None,
            MailRefusal::Senders(_) | MailRefusal::SentByAnother { .. } => {
                "send it yourself, from your own address alone"
            }
            MailRefusal::NoGame { .. } | MailRefusal::SeveralGames { .. } => {
                "reply to a message about the game you mean"
            }
            MailRefusal::NotAnAnswer => "reply to this message, or to the last one about the game",
            MailRefusal::NeedsSignature { .. } => {
                "make the move with riverpost and your key, and send what it writes"
            }
            MailRefusal::Unclear(_) | MailRefusal::Nothing => {
                "write one move, or one word such as resign or accept, on a line of its own above what is quoted"
            }
            MailRefusal::OfferAlone => "write your move with (=) behind it",
            MailRefusal::NoProposal | MailRefusal::SeveralProposals(_) => {
                "make your move, or answer with riverpost"
            }
            MailRefusal::HowMany => "write how many, both sides' counted: take back 2",
            MailRefusal::TwoGames { .. }
            | MailRefusal::Disagrees
            | MailRefusal::Block(_)
            | MailRefusal::SeveralBlocks(_)
            | MailRefusal::Altered { .. } => "send the message again as riverpost writes it",
            MailRefusal::Gap { .. } => "send the messages before this one, or the record as a file",
            MailRefusal::OtherGame { .. } | MailRefusal::OtherHistory { .. } => {
                "send the record as a file, and compare the two"
            }
            MailRefusal::Rival { crossed: true, .. } => {
                "what is recorded stands here; both acted at the same time, and whoever gives way takes the other version and acts again"
            }
            MailRefusal::Rival { crossed: false, .. } => {
                "what is recorded stands; a move is taken back only by asking for it"
            }
            MailRefusal::NotTheirs { .. } => "its author sends it",
            MailRefusal::NotInvited { .. } => "send it to one of its players",
            MailRefusal::BoundAlready { .. } => "send the record as a file",
            MailRefusal::IdTaken { .. } => "open the game anew under another id",
            MailRefusal::Action(ActionError::Move { .. }) => "reply with another move",
            MailRefusal::Action(ActionError::Future { .. }) => {
                "put the clock of your system right, and send it again"
            }
            MailRefusal::Stale { .. } | MailRefusal::Unsound(_) | MailRefusal::Action(_) => {
                "reply to the last message about the game"
            }
        })
    }
}

/// Why no person is thought to have written a message.
fn kind(kind: AutomaticKind) -> &'static str {
    match kind {
        AutomaticKind::Generated => "a program did",
        AutomaticKind::Answer => "it is an automatic answer",
        AutomaticKind::Report => "it reports on another message",
        AutomaticKind::Bulk => "it was sent to many",
        AutomaticKind::OwnLoop => "riverpost did",
    }
}
