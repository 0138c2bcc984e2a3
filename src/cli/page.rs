//! The page of a game, with the command that sends the next move.

use crate::actions::{self, Clocks};
use crate::mail::game_subject;
use crate::record::{Record, Replayed};
use crate::render::{AnswerForm, GamePage};
use crate::rules::{Claim, Line};

/// The page of a line of play, which stands as `status` says; at the end of a game that goes on, where there are clocks to
/// show, it has a form for the answer.
pub(super) fn page<'a>(
    record: &'a Record<'_>,
    whole: &'a Replayed,
    line: &'a Line,
    clocks: Option<&Clocks>,
    status: String,
) -> GamePage<'a> {
    let mut page = actions::game_page(record, whole, line, clocks, status);
    let over = whole.termination.is_some() || line.ending().is_some();
    if clocks.is_some() && !over {
        let id = &record.header().id;
        let other = whole.players().of(line.position().turn().other());
        page.answer = Some(AnswerForm {
            command: format!("riverpost move {id}"),
            to: other.and_then(|player| player.email.clone()),
            subject: game_subject(record, whole),
        });
    }
    page
}

/// The page of a record at its end.
pub(super) fn last_page<'a>(
    record: &'a Record<'_>,
    whole: &'a Replayed,
    clocks: &Clocks,
) -> GamePage<'a> {
    let ending = whole.termination.map(|ending| ending.name());
    let status = status(&whole.line, ending, whole.outcome.map_or("*", |outcome| outcome.name()));
    page(record, whole, &whole.line, Some(clocks), status)
}

/// How a line of play stands, which is over by `ending` with `result`, or goes on.
pub(super) fn status(line: &Line, ending: Option<&str>, result: &str) -> String {
    match ending {
        Some(ending) => format!("over: {ending}, result {result}"),
        None => turn(line),
    }
}

/// Whose turn it is, with what can be claimed.
fn turn(line: &Line) -> String {
    let position = line.position();
    let mut text = format!("{} to move", position.game().side(position.turn()));
    if position.in_check() {
        text.push_str(", in check");
    }
    for claim in line.claims() {
        text.push_str(match claim {
            Claim::Repetition => "; may claim a draw: third repetition (G2)",
            Claim::FiftyMoves => "; may claim a draw: fifty moves (G3)",
        });
    }
    text
}
