//! Replaying a record: every move judged, every action held against the rules, the result against both.

use chrono::{DateTime, Utc};

use super::action::{Act, Action, number};
use super::close::Close;
use super::error::{Fault, RecordError};
use super::evidence::Evidence;
use super::instant;
use super::place::Place;
use super::proposals::{Proposals, TakeBack};
use super::record::Record;
use super::timekeeping;
use crate::clock::FlagRule;
use crate::notation::{self, Mark};
use crate::rules::{Claim, Ending, Line, Move, Outcome, Position, Side};

/// What a record comes to when it is played through.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The moves as a line of play.
    pub line: Line,
    /// Who won; none while the game goes on, and for a game left unfinished.
    pub outcome: Option<Outcome>,
    /// Why it is over; none while it goes on. [`Close::Unknown`] when the header states a result without a reason and
    /// the moves show none.
    pub ending: Option<Close>,
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

fn next_number(line: &Line, side: Side) -> u32 {
    let first = line.start().turn();
    let plies = line.plies() as u32;
    1 + if side == first { plies.div_ceil(2) } else { plies / 2 }
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
    let mut player = Player::new(record);
    for action in &record.actions {
        if player.line.plies() == plies {
            break;
        }
        player.take(action)?;
    }
    Ok(player.line)
}

/// Plays a record through without a look at what its header says of the result.
pub(super) fn play(record: &Record<'_>) -> Result<Replayed, RecordError> {
    let mut player = Player::new(record);
    let fault = record
        .actions
        .iter()
        .enumerate()
        .find_map(|(line, action)| player.take(action).err().map(|error| (line, error)));
    let (lines, fault) = fault.map_or((record.actions.len(), None), |(at, e)| (at, Some(e)));
    // What the clocks forbid came before what failed.
    if player.on_the_clock {
        timekeeping::judge(record, &record.actions[..lines])?;
    }
    if let Some(fault) = fault {
        return Err(fault);
    }
    let closed = player.closed();
    let proposals = if closed.is_some() { Proposals::default() } else { player.proposals };
    Ok(Replayed {
        outcome: closed.and_then(|closed| closed.outcome),
        ending: closed.map(|closed| closed.by),
        offer: proposals.draw,
        claimed_with: player.claimed_with,
        take_back: proposals.take_back,
        void: proposals.void,
        played: player.played,
        line: player.line,
    })
}

/// How the moves ended the game.
#[derive(Clone, Copy)]
struct Closed {
    by: Close,
    outcome: Option<Outcome>,
}

/// The side that left the game unfinished, if the moves end so.
fn left(record: &Record<'_>) -> Option<Side> {
    record.actions.last().filter(|a| a.act == Act::Abandoned).map(|a| a.side)
}

struct Player {
    line: Line,
    first: Side,
    /// Whether offers of a draw must be on record.
    strict: bool,
    /// Whether lines say when they were played, so that the clocks are known.
    dated: bool,
    /// Whether the clocks must be looked at: for an option or a line.
    on_the_clock: bool,
    proposals: Proposals,
    /// How often each player may offer a draw.
    offers: Option<u32>,
    action: Option<Closed>,
    claimed_with: Option<Move>,
    played: Vec<Move>,
    last: Option<DateTime<Utc>>,
}

impl Player {
    fn new(record: &Record<'_>) -> Player {
        Player {
            line: Line::new(record.start.clone()),
            first: record.game.first,
            strict: record.actions.iter().any(|action| action.offer || action.time.is_some()),
            dated: record.is_dated(),
            on_the_clock: record.header.clock.flag == FlagRule::Automatic,
            proposals: Proposals::default(),
            offers: record.header.offers,
            action: None,
            claimed_with: None,
            played: Vec::with_capacity(record.actions.len()),
            last: record.header.started,
        }
    }

    fn closed(&self) -> Option<Closed> {
        let by_rule = |ending| Closed { by: Close::Rule(ending), outcome: self.line.outcome() };
        self.action.or_else(|| self.line.ending().map(by_rule))
    }

    fn take(&mut self, action: &Action<'_>) -> Result<(), RecordError> {
        if let Some(closed) = self.closed() {
            let fault = Fault::AfterEnd { ply: self.line.plies(), ending: closed.by.name() };
            return Err(RecordError::new(action.place, fault));
        }
        self.check_number(action)?;
        self.check_time(action)?;
        match &action.act {
            Act::Move(text) => self.play(action, text),
            act => {
                self.on_the_clock |= act.needs_clocks();
                let outcome = self.outcome_of(action)?;
                self.action = act.closes().map(|by| Closed { by, outcome });
                Ok(())
            }
        }
    }

    /// A move, like what an arbiter does, stands in the line of the side to move, another action in that of whoever acts.
    fn check_number(&self, action: &Action<'_>) -> Result<(), RecordError> {
        let turn = self.line.position().turn();
        let side = match &action.act {
            Act::Move(_) => turn,
            act if act.arbiter().is_some() => turn,
            _ => action.side,
        };
        let expected = next_number(&self.line, side);
        if (side, expected) == (action.side, action.number) {
            return Ok(());
        }
        let fault = Fault::Number {
            expected: number(expected, side, self.first),
            found: number(action.number, action.side, self.first),
        };
        Err(RecordError::new(action.place, fault))
    }

    fn check_time(&mut self, action: &Action<'_>) -> Result<(), RecordError> {
        let Some(time) = action.time else { return Ok(()) };
        if let Some(last) = self.last.filter(|last| time < *last) {
            let (this, previous) = (instant::write(&time), instant::write(&last));
            return Err(RecordError::new(action.place, Fault::Backwards { this, previous }));
        }
        self.last = Some(time);
        Ok(())
    }

    fn play(&mut self, action: &Action<'_>, text: &str) -> Result<(), RecordError> {
        let place = action.text_place();
        let stated = read_move(self.line.position(), text, place)?;
        let side = action.side;
        self.line.push(stated.mv);
        self.played.push(stated.mv);
        let true_mark = match stated.mark {
            None => true,
            Some(Mark::Check) => self.line.position().in_check(),
            Some(Mark::Mate) => self.line.ending() == Some(Ending::Checkmate),
        };
        if !true_mark {
            let what =
                if stated.mark == Some(Mark::Mate) { "++ says mate" } else { "+ says check" };
            let place = place.within(text, text.trim_end_matches('+').len());
            return Err(forbidden(place, "G6", format!("{what}, but it is none")));
        }
        if action.offer && self.line.plies() < 2 {
            let message = "a draw is not offered before both sides have moved";
            return Err(forbidden(action.place, "G5", message));
        }
        if action.conditional && self.line.plies() < 2 {
            let message = "a conditional move answers a move, and there is none before this one";
            return Err(forbidden(action.place, "M7", message));
        }
        self.proposals.moved();
        if action.offer {
            self.proposals
                .offer(side, self.offers)
                .map_err(|(rule, message)| forbidden(action.place, rule, message))?;
        }
        Ok(())
    }

    /// Judges an action other than a move, and gives the result that it brings about.
    fn outcome_of(&mut self, action: &Action<'_>) -> Result<Option<Outcome>, RecordError> {
        let place = action.text_place();
        let side = action.side;
        let turn = self.line.position().turn();
        Ok(Some(match &action.act {
            Act::Move(_) | Act::Abandoned => return Ok(None),
            // These are for the clocks to judge, once all lines before them are known to be sound.
            Act::Leave { .. } | Act::TimeGiven { .. } | Act::TimeRuled { .. } => return Ok(None),
            Act::DrawDeclined
            | Act::VoidProposed
            | Act::VoidAgreed
            | Act::TakeBackRequested { .. }
            | Act::TakeBackAgreed
            | Act::TakeBackDeclined => {
                self.settle(action)?;
                return Ok(None);
            }
            Act::Resigns => Outcome::Won(side.other()),
            Act::DrawAgreed => {
                if self.line.plies() < 2 {
                    let message = "a draw is not agreed before both sides have moved";
                    return Err(forbidden(place, "G5", message));
                }
                self.settle(action)?;
                Outcome::Draw
            }
            Act::DrawClaimed { claim, with } => {
                if side != turn {
                    let message = format!("only {turn}, who is to move, can claim a draw");
                    return Err(forbidden(place, "G2", message));
                }
                self.judge_claim(*claim, with.as_deref(), place)?;
                Outcome::Draw
            }
            Act::TimeClaimed => {
                // With its clock known, a side that moved too late can be claimed against too (C6).
                if side == turn && !self.dated {
                    let message = format!("only {} can claim the time of {turn}", turn.other());
                    return Err(forbidden(place, "G8", message));
                }
                self.out_of_time(side.other())
            }
            Act::FlagDeclared { side, .. } => self.out_of_time(*side),
            Act::Adjudicated { outcome, .. } => *outcome,
        }))
    }

    /// The result when a side is out of time (G8).
    fn out_of_time(&self, side: Side) -> Outcome {
        match self.line.position().cannot_win_on_time(side.other()) {
            true => Outcome::Draw,
            false => Outcome::Won(side.other()),
        }
    }

    /// Lets a side propose something, or answer a proposal.
    fn settle(&mut self, action: &Action<'_>) -> Result<(), RecordError> {
        let plies = self
            .proposals
            .settle(action.side, &action.act, self.strict, self.line.plies())
            .map_err(|(rule, message)| forbidden(action.text_place(), rule, message))?;
        if plies > 0 {
            self.line = self.line.back_to(self.line.plies().saturating_sub(plies as usize));
        }
        Ok(())
    }

    fn judge_claim(
        &mut self,
        claim: Claim,
        with: Option<&str>,
        place: Place,
    ) -> Result<(), RecordError> {
        let with = with.map(|text| read_move(self.line.position(), text, place)).transpose()?;
        self.claimed_with = with.map(|stated| stated.mv);
        let claims = match self.claimed_with {
            None => self.line.claims(),
            Some(mv) => self.line.claims_with(mv),
        };
        if claims.contains(&claim) {
            return Ok(());
        }
        let (rule, evidence) = Evidence::of(&self.line, claim, self.claimed_with).refusal();
        Err(forbidden(place, rule, evidence))
    }
}

fn forbidden(place: Place, rule: &'static str, message: impl Into<String>) -> RecordError {
    RecordError::new(place, Fault::Action { rule, message: message.into() })
}

fn read_move(
    position: &Position,
    text: &str,
    place: Place,
) -> Result<notation::Stated, RecordError> {
    notation::read_move(position, text)
        .map_err(|error| RecordError::new(place.within(text, error.column()), Fault::Move(error)))
}

/// Holds the header's result and ending against the moves, and takes over from it what they leave open.
fn judge_header(record: &Record<'_>, replayed: &mut Replayed) -> Result<(), RecordError> {
    let header = &record.header;
    let at_result =
        |message: String| Err(RecordError::new(record.places.result, Fault::Result(message)));
    let place = record.places.ending.unwrap_or(record.places.result);
    let at_ending = |message: String| Err(RecordError::new(place, Fault::Result(message)));
    let stated = header.result.map_or("*", Outcome::name);

    if let Some(ending) = replayed.ending {
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
            None if ending == Close::Void => {
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
                if !matches!(ending, Close::Abandoned | Close::Void) || record.is_dated() =>
            {
                at_ending(format!("an ending ({ending}), but no line of the moves ends the game"))
            }
            ending => {
                replayed.ending = ending;
                Ok(())
            }
        };
    };
    if record.is_dated() {
        return at_result(format!(
            "the result is {stated}, but no line of the moves ends the game"
        ));
    }
    let ending = header.ending.unwrap_or(Close::Unknown);
    if !could_close(&replayed.line, ending, result) {
        return at_ending(format!("the moves do not bear out the ending {ending} with {stated}"));
    }
    (replayed.outcome, replayed.ending) = (Some(result), Some(ending));
    Ok(())
}

/// Whether a game whose moves leave it open can have ended so, with that result.
fn could_close(line: &Line, ending: Close, result: Outcome) -> bool {
    let drawn = result == Outcome::Draw;
    match ending {
        Close::Rule(_) | Close::Void => false,
        Close::Claim(claim) => drawn && could_claim(line, claim),
        Close::Agreement => drawn,
        Close::Resignation => !drawn,
        Close::Time => match result {
            Outcome::Draw => {
                Side::BOTH.iter().any(|side| line.position().cannot_win_on_time(*side))
            }
            Outcome::Won(side) => !line.position().cannot_win_on_time(side),
        },
        Close::Adjudication | Close::Abandoned | Close::Unknown => true,
    }
}

/// Whether the side to move has that claim, at once or with some move.
fn could_claim(line: &Line, claim: Claim) -> bool {
    let with_move = |m: Move| line.claims_with(m).contains(&claim);
    line.claims().contains(&claim) || line.position().legal_moves().into_iter().any(with_move)
}
