//! What a person typed in a message.

use super::incoming::{BodyFault, IncomingMail};

/// What a person typed, each request on a line of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedRequest {
    /// The number of the line in the text, from 1.
    pub line: usize,
    /// The line as it was typed, without white space around it.
    pub typed: String,
    /// The number in front of a move, and whether it is that of the second side's, as in `12...`.
    pub number: Option<(usize, bool)>,
    /// What is asked for.
    pub kind: RequestKind,
    /// The answers typed in advance beside it.
    pub plan: Vec<TypedAnswer>,
}

/// What a line asks for. Whether it is possible shows only when it is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestKind {
    /// A move.
    Move {
        /// In whatever notation, with its number; for [`crate::notation::read_typed`].
        text: String,
        /// Whether a draw is offered with it.
        offer: bool,
    },
    /// To resign.
    Resign,
    /// To offer a draw, without the move that must come with it.
    OfferDraw,
    /// To accept what the other side proposed.
    Accept,
    /// To decline it.
    Decline,
    /// To take back so many moves, counting both sides'; none where no number was typed.
    TakeBack(Option<u32>),
    /// Nothing but answers in advance: [`TypedRequest::plan`].
    Plan,
}

/// An answer typed in advance: `if e7e6 then b1c3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedAnswer {
    /// The number of the line in the text, from 1.
    pub line: usize,
    /// The other side's move, in whatever notation.
    pub trigger: String,
    /// The answer to it.
    pub answer: String,
}

/// Why it cannot be told what a person asks for, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{reason}", self.place())]
pub struct Unclear {
    /// The number of the line in the text, from 1; none where it is no line of the text.
    pub line: Option<usize>,
    /// The line, without white space around it.
    pub typed: String,
    /// Why.
    pub reason: UnclearReason,
}

/// Why it cannot be told what a person asks for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnclearReason {
    /// The text is not the whole of what was written.
    #[error("the text of the message is not whole")]
    Body(BodyFault),
    /// Two lines could each be what is meant; the other one's number.
    #[error("line {0} could be meant as well")]
    Several(usize),
    /// A question.
    #[error("it is a question")]
    Question,
    /// A move, or a word that ends the game, within a sentence.
    #[error("it stands in a sentence, not on a line of its own")]
    InSentence,
    /// It stands in the subject alone.
    #[error("it stands in the subject, not in the text")]
    InSubject,
    /// It follows quoted text without an empty line between, so that it may be the rest of what is quoted.
    #[error("it follows quoted text directly")]
    BelowQuote,
    /// There is own text both above and below the quoted text.
    #[error("there is text both above and below what is quoted")]
    AroundQuote,
    /// The line has a character that no move has, but that looks like one that moves have, or that does not show.
    #[error("it has the character U+{:04X}, which no move has", u32::from(*.0))]
    Character(char),
    /// The plain text and the HTML do not say the same.
    #[error("the message says something else in its plain text than in its HTML")]
    Forms,
}

impl Unclear {
    /// The place, as it stands in front of the reason.
    fn place(&self) -> String {
        match self.line {
            Some(line) => format!("line {line}, {:?}: ", self.typed),
            None if self.typed.is_empty() => String::new(),
            None => format!("{:?}: ", self.typed),
        }
    }
}

impl TypedRequest {
    /// Finds what a person typed in a message; nothing where there is none of it.
    ///
    /// # Errors
    /// [`Unclear`] where it could be read in more than one way, or may not have been meant.
    pub fn read(mail: &IncomingMail) -> Result<Option<TypedRequest>, Unclear> {
        let _ = mail;
        Ok(None)
    }
}
