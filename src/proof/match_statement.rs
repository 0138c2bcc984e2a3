//! What somebody says in signing a line of a match's log, as a text of lines that each end with a line feed.
//!
//! ```text
//! riverpost match 1
//! match ID
//! nonce HEX                  - where the match has none
//! by WHO                     the id of a player or team, a team's with the number of a member; arbiter, organiser
//! before HASH                the chain hash after the last line that the signer had seen
//! action LINE                the line without its time
//! time INSTANT
//! ```

use std::fmt;

use chrono::{DateTime, Utc};

use crate::record::{ChainHash, write_instant};

/// What somebody says in signing a line of a match's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchStatement<'m> {
    /// The match's id.
    pub id: &'m str,
    /// Its nonce.
    pub nonce: Option<&'m str>,
    /// Who says it, as in the line.
    pub by: &'m str,
    /// The chain hash after the last line that the signer had seen.
    pub before: ChainHash,
    /// The line without its time.
    pub line: &'m str,
    /// When it was done.
    pub time: DateTime<Utc>,
}

impl fmt::Display for MatchStatement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchStatement { id, nonce, by, before, line, time } = self;
        let (nonce, time) = (nonce.unwrap_or("-"), write_instant(time));
        write!(f, "riverpost match 1\nmatch {id}\nnonce {nonce}\nby {by}\nbefore {before}\n")?;
        write!(f, "action {line}\ntime {time}\n")
    }
}
