//! Replaying a record: every move judged, every action held against the rules, the result against both.

use super::action::{Act, Action, number, write_instant};
use super::clock;
use super::error::{AppendError, forbidden};
use super::model::Record;
use super::replayed::{Replayed, Terms};
use super::termination::{Evidence, Termination};
use crate::clock::FlagRule;
use crate::document::{Diagnostic, Place};
use crate::notation::{self, Mark};
use crate::rules::{Claim, Ending, Outcome, Position, Side};

/// Plays a record through.
///
/// A record whose lines have times was kept move by move: what ended the game must be in it. In any other, which may
/// come from an archive, a header may state a result that the moves leave open, with or without its reason, and `draw
/// agreed` needs no offer before it.
///
/// # Errors
/// The first [`Diagnostic`] met: line by line, then the header's result and ending.
pub fn replay(record: &Record<'_>) -> Result<Replayed, Diagnostic> {
    let terms = record.actions.iter().fold(Terms::default(), Terms::with);
    let mut replayed = play(record, terms)?;
    judge_header(record, &mut replayed)?;
    Ok(replayed)
}

/// Plays one action more than a record has. `replayed` is that record played through.
///
/// # Errors
/// Why the action is not allowed.
pub(super) fn play_on(
    record: &Record<'_>,
    replayed: &Replayed,
    action: &Action<'_>,
) -> Result<Replayed, AppendError> {
    let terms = replayed.terms.with(action);
    // The first time or offer of a record changes what its earlier actions are held to.
    let state = if terms == replayed.terms { replayed.clone() } else { play(record, terms)? };
    let mut replayer = Replayer { record, state };
    replayer.take(action)?;
    if replayer.state.needs_clocks {
        let actions: Vec<_> = record.actions.iter().chain([action]).cloned().collect();
        clock::judge(record, &actions, terms.dated)?;
    }
    replayer.state.chain = None;
    Ok(replayer.state)
}

/// Plays a record through without a look at what its header says of the result.
fn play(record: &Record<'_>, terms: Terms) -> Result<Replayed, AppendError> {
    let mut state = Replayed::new(record, terms);
    state.needs_clocks = record.header.clock.flag == FlagRule::Automatic;
    let mut replayer = Replayer { record, state };
    let fault = record
        .actions
        .iter()
        .enumerate()
        .find_map(|(line, action)| replayer.take(action).err().map(|error| (line, error)));
    let (lines, fault) = fault.map_or((record.actions.len(), None), |(at, e)| (at, Some(e)));
    // What the clocks forbid came before what failed.
    if replayer.state.needs_clocks {
        clock::judge(record, &record.actions[..lines], terms.dated)?;
    }
    fault.map_or(Ok(replayer.state), Err)
}

/// An action after the end of the game, which came after so many plies.
pub(super) fn after_end(place: Place, plies: usize, ending: Termination) -> Diagnostic {
    Diagnostic::new(place, format!("the game ended at ply {plies}: {ending}"))
}

/// Plays the actions of a record, one after the other.
struct Replayer<'r, 't> {
    record: &'r Record<'t>,
    state: Replayed,
}

impl Replayer<'_, '_> {
    /// Takes the next action.
    ///
    /// # Errors
    /// Why it is not allowed here, but for what the clocks alone can tell.
    fn take(&mut self, action: &Action<'_>) -> Result<(), AppendError> {
        if let Some(ending) = self.state.termination {
            return Err(after_end(action.place, self.state.line.plies(), ending).into());
        }
        self.check_number(action)?;
        self.check_time(action)?;
        if let Act::Move(text) = &action.act {
            self.play(action, text)?;
            self.state.bind(action.side);
            return Ok(());
        }
        self.state.needs_clocks |= action.act.needs_clocks();
        let outcome = self.judge(action)?;
        if let Some(termination) = action.act.termination() {
            self.state.end(termination, outcome);
        }
        if action.act.arbiter().is_none() {
            self.state.bind(action.side);
        }
        Ok(())
    }

    /// A move, like what an arbiter does, stands in the line of the side to move, another action in that of whoever acts.
    fn check_number(&self, action: &Action<'_>) -> Result<(), Diagnostic> {
        let turn = self.state.line.position().turn();
        let side = match &action.act {
            Act::Move(_) => turn,
            act if act.arbiter().is_some() => turn,
            _ => action.side,
        };
        let expected = self.state.next_number(side);
        if (side, expected) == (action.side, action.number) {
            return Ok(());
        }
        let first = self.record.game.first;
        let expected = number(expected, side, first);
        let found = number(action.number, action.side, first);
        let message = format!("the number here is {expected}, not {found}");
        Err(Diagnostic::new(action.place, message))
    }

    fn check_time(&mut self, action: &Action<'_>) -> Result<(), AppendError> {
        let Some(time) = action.time else { return Ok(()) };
        if let Some(last) = self.state.last.filter(|last| time < *last) {
            let (this, previous) = (write_instant(&time), write_instant(&last));
            let message = format!("the time {this} is before {previous}, the one it follows");
            return Err(AppendError::Backwards(Diagnostic::new(action.place, message).rule("C2")));
        }
        self.state.last = Some(time);
        Ok(())
    }

    fn play(&mut self, action: &Action<'_>, text: &str) -> Result<(), Diagnostic> {
        let place = action.text_place();
        let state = &mut self.state;
        let stated = read_move(state.line.position(), text, place)?;
        state.line.push_unchecked(stated.mv);
        state.played.push(stated.mv);
        let true_mark = match stated.mark {
            None => true,
            Some(Mark::Check) => state.line.position().in_check(),
            Some(Mark::Mate) => state.line.ending() == Some(Ending::Checkmate),
        };
        if !true_mark {
            let what =
                if stated.mark == Some(Mark::Mate) { "++ says mate" } else { "+ says check" };
            let place = place.within(text, text.trim_end_matches('+').len());
            return Err(forbidden(place, "G6", format!("{what}, but it is none")));
        }
        if action.offer && state.line.plies() < 2 {
            let message = "a draw is not offered before both sides have moved";
            return Err(forbidden(action.place, "G5", message));
        }
        if action.conditional && state.line.plies() < 2 {
            let message = "a conditional move answers a move, and there is none before this one";
            return Err(forbidden(action.place, "M7", message));
        }
        state.withdraw_proposals();
        if action.offer {
            state
                .offer_draw(action.side, self.record.header.offers)
                .map_err(|(rule, message)| forbidden(action.place, rule, message))?;
        }
        state.end_by_rule();
        Ok(())
    }

    /// Judges an action other than a move, and gives the result that it brings about.
    fn judge(&mut self, action: &Action<'_>) -> Result<Option<Outcome>, Diagnostic> {
        let place = action.text_place();
        let side = action.side;
        let turn = self.state.line.position().turn();
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
                self.negotiate(action)?;
                return Ok(None);
            }
            Act::Resigns => Outcome::Won(side.other()),
            Act::DrawAgreed => {
                if self.state.line.plies() < 2 {
                    let message = "a draw is not agreed before both sides have moved";
                    return Err(forbidden(place, "G5", message));
                }
                self.negotiate(action)?;
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
                if side == turn && !self.state.terms.dated {
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
        match self.state.line.position().cannot_win_on_time(side.other()) {
            true => Outcome::Draw,
            false => Outcome::Won(side.other()),
        }
    }

    /// Lets a side propose something, or answer a proposal.
    fn negotiate(&mut self, action: &Action<'_>) -> Result<(), Diagnostic> {
        self.state
            .negotiate(action.side, &action.act)
            .map_err(|(rule, message)| forbidden(action.text_place(), rule, message))
    }

    fn judge_claim(
        &mut self,
        claim: Claim,
        with: Option<&str>,
        place: Place,
    ) -> Result<(), Diagnostic> {
        let line = &self.state.line;
        let with = with.map(|text| read_move(line.position(), text, place)).transpose()?;
        let with = with.map(|stated| stated.mv);
        let claims = with.map_or_else(|| line.claims(), |mv| line.claims_with(mv));
        if !claims.contains(&claim) {
            let (rule, reason) =
                Evidence::of(line, claim, with).refusal(line.position().game().draw_limits);
            return Err(forbidden(place, rule, reason));
        }
        self.state.claimed_with = with;
        Ok(())
    }
}

fn read_move(
    position: &Position,
    text: &str,
    place: Place,
) -> Result<notation::ParsedMove, Diagnostic> {
    notation::read_move(position, text).map_err(|error| {
        Diagnostic::new(place.within(text, error.column()), error.to_string()).rule(error.rule())
    })
}

/// The side that left the game unfinished, if the moves end so.
fn left(record: &Record<'_>) -> Option<Side> {
    record.actions.last().filter(|a| a.act == Act::Abandoned).map(|a| a.side)
}

/// Holds the header's result and ending against the moves, and takes over from it what they leave open.
fn judge_header(record: &Record<'_>, replayed: &mut Replayed) -> Result<(), Diagnostic> {
    let header = &record.header;
    let at_result = |message: String| Err(Diagnostic::new(record.places.result, message));
    let place = record.places.ending.unwrap_or(record.places.result);
    let at_ending = |message: String| Err(Diagnostic::new(place, message));
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
    if !ending.is_possible(&replayed.line, result) {
        return at_ending(format!("the moves do not bear out the ending {ending} with {stated}"));
    }
    (replayed.outcome, replayed.termination) = (Some(result), Some(ending));
    Ok(())
}
