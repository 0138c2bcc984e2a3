//! What is said after an action: how the game stands, and under which commit and hash.

use super::error::Failure;
use super::out::Out;
use crate::actions::Status;
use crate::record::Player;
use crate::render::one_line;
use crate::rules::Position;
use crate::store::CommitId;

/// Says how the game ended, or who is to move.
pub(super) fn standing(
    status: Status,
    next: Option<&Player>,
    position: &Position,
    out: &mut Out,
) -> Result<(), Failure> {
    match status.ending {
        Some(ending) => {
            let result = status.outcome.map_or("*", |o| o.name());
            out.note(format_args!("the game is over: {ending}, result {result}"))
        }
        None => {
            let name = next.map(|p| format!(" ({})", one_line(&p.name))).unwrap_or_default();
            let check = if position.in_check() { ", in check" } else { "" };
            let side = position.game().side(position.turn());
            out.note(format_args!("{side}{name} to move{check}"))
        }
    }
}

/// Says under which commit it is, and the hash that two players compare.
pub(super) fn seal(commit: Option<CommitId>, chain: &str, out: &mut Out) -> Result<(), Failure> {
    let chain: String = chain.chars().take(12).collect();
    match commit {
        Some(commit) => {
            let commit: String = commit.to_string().chars().take(10).collect();
            out.note(format_args!("commit {commit}, chain {chain}"))
        }
        None => out.note(format_args!("chain {chain}")),
    }
}
