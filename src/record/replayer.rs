//! Playing a record through, line by line.

use chrono::{DateTime, Utc};

use super::action::{Act, Action, number};
use super::error::{Fault, RecordError, forbidden};
use super::evidence::Evidence;
use super::instant;
use super::model::Record;
use super::place::Place;
use super::proposals::Proposals;
use super::termination::Termination;
use crate::clock::FlagRule;
use crate::notation::{self, Mark};
use crate::rules::{Claim, Ending, Line, Move, Outcome, Position, Side};

/// How the moves ended the game.
#[derive(Clone, Copy)]
pub(super) struct Closed {
    pub(super) by: Termination,
    pub(super) outcome: Option<Outcome>,
}

/// A record in the course of being played through.
pub(super) struct Replayer {
    pub(super) line: Line,
    first: Side,
    /// Whether offers of a draw must be on record.
    strict: bool,
    /// Whether lines say when they were played, so that the clocks are known.
    dated: bool,
    /// Whether the clocks must be looked at: for an option or a line.
    pub(super) on_the_clock: bool,
    pub(super) proposals: Proposals,
    /// How often each player may offer a draw.
    offers: Option<u32>,
    action: Option<Closed>,
    pub(super) claimed_with: Option<Move>,
    pub(super) played: Vec<Move>,
    last: Option<DateTime<Utc>>,
}

impl Replayer {
    /// Before the first line.
    pub(super) fn new(record: &Record<'_>) -> Replayer {
        Replayer {
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

    /// How the lines so far ended the game, if they did.
    pub(super) fn closed(&self) -> Option<Closed> {
        let by_rule =
            |ending| Closed { by: Termination::Rule(ending), outcome: self.line.outcome() };
        self.action.or_else(|| self.line.ending().map(by_rule))
    }

    /// Takes the next line.
    ///
    /// # Errors
    /// Why it is not allowed here, but for what the clocks alone can tell.
    pub(super) fn take(&mut self, action: &Action<'_>) -> Result<(), RecordError> {
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
                self.action = act.termination().map(|by| Closed { by, outcome });
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
        self.line.push_unchecked(stated.mv);
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
        let (rule, evidence) = Evidence::of(&self.line, claim, self.claimed_with)
            .refusal(self.line.position().game().draw_limits);
        Err(forbidden(place, rule, evidence))
    }
}

fn read_move(
    position: &Position,
    text: &str,
    place: Place,
) -> Result<notation::ParsedMove, RecordError> {
    notation::read_move(position, text)
        .map_err(|error| RecordError::new(place.within(text, error.column()), Fault::Move(error)))
}

/// The number of the next move of a side at the end of a line, from 1.
pub(super) fn next_number(line: &Line, side: Side) -> u32 {
    let first = line.start().turn();
    let plies = line.plies() as u32;
    1 + if side == first { plies.div_ceil(2) } else { plies / 2 }
}
