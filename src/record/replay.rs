//! Replaying a record: every move judged, every action held against the rules, the result against both.

use super::action::Act;
use super::error::{Fault, RecordError};
use super::model::Record;
use super::proposals::{Proposals, TakeBack};
use super::replayer::{Replayer, next_number};
use super::termination::Termination;
use super::timekeeping;
use crate::rules::{Claim, Line, Move, Outcome, Side};

/// What a record comes to when it is played through.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The moves as a line of play.
    pub line: Line,
    /// Who won; none while the game goes on, and for a game left unfinished.
    pub outcome: Option<Outcome>,
    /// Why it is over; none while it goes on. [`Termination::Unknown`] when the header states a result without a reason and
    /// the moves show none.
    pub termination: Option<Termination>,
    /// Who has offered a draw that the other side may accept now.
    pub offer: Option<Side>,
    /// The move with which a draw was claimed.
    pub claimed_with: Option<Move>,
    /// The request to take moves back that waits for an answer.
    pub take_back: Option<TakeBack>,
    /// Who has proposed to void the game, which the other side may agree to now.
    pub void: Option<Side>,
    /// Every move in the order of the record, those taken back included.
    pub played: Vec<Move>,
}

impl Replayed {
    /// The number of the next move of a side, from 1.
    pub fn next_number(&self, side: Side) -> u32 {
        next_number(&self.line, side)
    }
}

/// Plays a record through.
///
/// A record whose lines have times was kept move by move: what ended the game must be in it. In any other, which may
/// come from an archive, a header may state a result that the moves leave open, with or without its reason, and `draw
/// agreed` needs no offer before it.
///
/// # Errors
/// The first [`RecordError`] met: line by line, then the header's result and ending.
pub fn replay(record: &Record<'_>) -> Result<Replayed, RecordError> {
    let mut replayed = play(record)?;
    judge_header(record, &mut replayed)?;
    Ok(replayed)
}

/// Plays the first `plies` plies of a record, or as many as it has. What comes after them is not looked at, save where
/// moves are taken back, which are not among them.
///
/// # Errors
/// The first [`RecordError`] met on the way.
pub fn replay_to(record: &Record<'_>, plies: usize) -> Result<Line, RecordError> {
    if record.actions.iter().any(|action| action.act == Act::TakeBackAgreed) {
        return Ok(play(record)?.line.back_to(plies));
    }
    let mut replayer = Replayer::new(record);
    for action in &record.actions {
        if replayer.line.plies() == plies {
            break;
        }
        replayer.take(action)?;
    }
    Ok(replayer.line)
}

/// Plays a record through without a look at what its header says of the result.
pub(super) fn play(record: &Record<'_>) -> Result<Replayed, RecordError> {
    let mut replayer = Replayer::new(record);
    let fault = record
        .actions
        .iter()
        .enumerate()
        .find_map(|(line, action)| replayer.take(action).err().map(|error| (line, error)));
    let (lines, fault) = fault.map_or((record.actions.len(), None), |(at, e)| (at, Some(e)));
    // What the clocks forbid came before what failed.
    if replayer.on_the_clock {
        timekeeping::judge(record, &record.actions[..lines])?;
    }
    if let Some(fault) = fault {
        return Err(fault);
    }
    let closed = replayer.closed();
    let proposals = if closed.is_some() { Proposals::default() } else { replayer.proposals };
    Ok(Replayed {
        outcome: closed.and_then(|closed| closed.outcome),
        termination: closed.map(|closed| closed.by),
        offer: proposals.draw,
        claimed_with: replayer.claimed_with,
        take_back: proposals.take_back,
        void: proposals.void,
        played: replayer.played,
        line: replayer.line,
    })
}

/// The side that left the game unfinished, if the moves end so.
fn left(record: &Record<'_>) -> Option<Side> {
    record.actions.last().filter(|a| a.act == Act::Abandoned).map(|a| a.side)
}

/// Holds the header's result and ending against the moves, and takes over from it what they leave open.
fn judge_header(record: &Record<'_>, replayed: &mut Replayed) -> Result<(), RecordError> {
    let header = &record.header;
    let at_result =
        |message: String| Err(RecordError::new(record.places.result, Fault::Result(message)));
    let place = record.places.ending.unwrap_or(record.places.result);
    let at_ending = |message: String| Err(RecordError::new(place, Fault::Result(message)));
    let stated = header.result.map_or("*", Outcome::name);

    if let Some(ending) = replayed.termination {
        if let Some(other) = header.ending.filter(|stated| *stated != ending) {
            return at_ending(format!("the moves end by {ending}, the header says {other}"));
        }
        match replayed.outcome {
            Some(outcome) if header.result != Some(outcome) => {
                let result = outcome.name();
                return at_result(format!(
                    "the moves end by {ending} with the result {result}, the header says {stated}"
                ));
            }
            Some(_) => {}
            None if ending == Termination::Void => {
                if header.result.is_some() {
                    return at_result(format!(
                        "a void game has no result, the header says {stated}"
                    ));
                }
            }
            None => {
                if let Some(side) = left(record).filter(|s| header.result == Some(Outcome::Won(*s)))
                {
                    return at_result(format!(
                        "{} cannot win by leaving the game unfinished",
                        side.name()
                    ));
                }
                replayed.outcome = header.result;
            }
        }
        return Ok(());
    }
    let Some(result) = header.result else {
        return match header.ending {
            Some(ending)
                if !matches!(ending, Termination::Abandoned | Termination::Void)
                    || record.is_dated() =>
            {
                at_ending(format!("an ending ({ending}), but no line of the moves ends the game"))
            }
            ending => {
                replayed.termination = ending;
                Ok(())
            }
        };
    };
    if record.is_dated() {
        return at_result(format!(
            "the result is {stated}, but no line of the moves ends the game"
        ));
    }
    let ending = header.ending.unwrap_or(Termination::Unknown);
    if !could_close(&replayed.line, ending, result) {
        return at_ending(format!("the moves do not bear out the ending {ending} with {stated}"));
    }
    (replayed.outcome, replayed.termination) = (Some(result), Some(ending));
    Ok(())
}

/// Whether a game whose moves leave it open can have ended so, with that result.
fn could_close(line: &Line, ending: Termination, result: Outcome) -> bool {
    let drawn = result == Outcome::Draw;
    match ending {
        Termination::Rule(_) | Termination::Void => false,
        Termination::Claim(claim) => drawn && could_claim(line, claim),
        Termination::Agreement => drawn,
        Termination::Resignation => !drawn,
        Termination::Time => match result {
            Outcome::Draw => {
                Side::BOTH.iter().any(|side| line.position().cannot_win_on_time(*side))
            }
            Outcome::Won(side) => !line.position().cannot_win_on_time(side),
        },
        Termination::Adjudication | Termination::Abandoned | Termination::Unknown => true,
    }
}

/// Whether the side to move has that claim, at once or with some move.
fn could_claim(line: &Line, claim: Claim) -> bool {
    let with_move = |m: Move| line.claims_with(m).contains(&claim);
    line.claims().contains(&claim) || line.position().legal_moves().into_iter().any(with_move)
}
