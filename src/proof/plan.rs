//! Plans that are signed in advance: what is signed, as a text of lines that each end with a line feed (K9).
//!
//! ```text
//! riverpost plan 1
//! game ID
//! nonce HEX                  - where the record has none
//! by south|north
//! before HASH                the chain hash after the last action that there was
//! action LINE                each move from there on up to the answer: the canonical line without time, comment and (if)
//! ```

use std::fmt;

use crate::record::{Act, Action, ChainHash, Record, Signatory};

/// The most actions that a signed plan foresees.
pub const MOST_FORESEEN: usize = 100;

/// What somebody says in signing an answer in advance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanStatement<'r> {
    game: &'r str,
    nonce: Option<&'r str>,
    by: Signatory,
    before: ChainHash,
    lines: Vec<String>,
}

impl<'r> PlanStatement<'r> {
    // K9
    /// What was said in advance of the last of these actions, if it can have been: all are moves, which are canonical, the last
    /// is an answer of a plan, and nothing is said with it. `before` is the chain hash before the first.
    pub fn of(
        record: &'r Record<'_>,
        actions: &[Action<'_>],
        before: ChainHash,
    ) -> Option<PlanStatement<'r>> {
        let answer = actions.last()?;
        let bare = answer.conditional && answer.comment.is_none();
        if !bare || actions.len() > MOST_FORESEEN || !actions.iter().all(is_foreseeable) {
            return None;
        }
        let line = |action: &Action<'_>| {
            let mut action = action.clone();
            action.conditional = false;
            action.line_without_time(record.game().first)
        };
        let header = record.header();
        Some(PlanStatement {
            game: &header.id,
            nonce: header.nonce.as_deref(),
            by: Signatory::Side(answer.side),
            before,
            lines: actions.iter().map(line).collect(),
        })
    }
}

/// Whether a plan can foresee an action: a move with which no draw is offered.
pub fn is_foreseeable(action: &Action<'_>) -> bool {
    matches!(action.act, Act::Move(_)) && !action.offer
}

impl fmt::Display for PlanStatement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlanStatement { game, nonce, by, before, lines } = self;
        let (nonce, by) = (nonce.unwrap_or("-"), by.name());
        write!(f, "riverpost plan 1\ngame {game}\nnonce {nonce}\nby {by}\nbefore {before}\n")?;
        lines.iter().try_for_each(|line| writeln!(f, "action {line}"))
    }
}
