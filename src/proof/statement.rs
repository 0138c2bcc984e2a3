//! Statements: what is signed, as a text of lines that each end with a line feed.
//!
//! ```text
//! riverpost statement 1
//! game ID
//! nonce HEX                  - where the record has none
//! by south|north|arbiter
//! before HASH                the chain hash after the last action that the signer had seen
//! action LINE                the canonical line without time and comment
//! time INSTANT               - where the line has none
//! comment SHA-256            - where there is none
//! ```

use std::fmt;

use chrono::{DateTime, Utc};

use crate::record::{Action, ChainHash, Record, Signatory, hash_of_comment, write_instant};

/// What somebody says in signing an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement<'r> {
    /// The record's id.
    pub game: &'r str,
    /// Its nonce.
    pub nonce: Option<&'r str>,
    /// Who says it.
    pub by: Signatory,
    /// The chain hash after the last action that the signer had seen.
    pub before: ChainHash,
    /// The canonical line without its time and its comment.
    pub line: String,
    /// When it was done.
    pub time: Option<DateTime<Utc>>,
    /// What is said along with it.
    pub comment: Option<&'r str>,
}

impl<'r> Statement<'r> {
    /// What is said by an action of a record, whose move is canonical.
    pub fn of(record: &'r Record<'_>, action: &'r Action<'_>, before: ChainHash) -> Statement<'r> {
        let header = record.header();
        let line = action.line_without_time(record.game().first);
        Statement {
            game: &header.id,
            nonce: header.nonce.as_deref(),
            by: action.act.signatory(action.side),
            before,
            line,
            time: action.time,
            comment: action.comment.as_deref(),
        }
    }
}

impl fmt::Display for Statement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statement { game, nonce, by, before, line, time, comment } = self;
        let (nonce, by) = (nonce.unwrap_or("-"), by.name());
        let time = time.as_ref().map_or_else(|| "-".into(), write_instant);
        let comment = hash_of_comment(*comment);
        write!(f, "riverpost statement 1\ngame {game}\nnonce {nonce}\nby {by}\nbefore {before}\n")?;
        write!(f, "action {line}\ntime {time}\ncomment {comment}\n")
    }
}
