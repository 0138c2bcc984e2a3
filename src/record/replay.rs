//! Replaying a record: every move judged, every action held against the rules, the result against both.

use super::action::{Act, Action, number, write_instant};
use super::clock_events::{self, ClockJudge};
use super::error::{AppendError, forbidden};
use super::model::Record;
use super::player::Player;
use super::replayed::{Replayed, Terms};
use super::seal::seal;
use super::signatures::{KeyChange, Signatory};
use super::termination::{Evidence, Termination};
use crate::clock::{ClockAction, FlagRule, TimeControl};
use crate::document::{Diagnostic, Hint, Place};
use crate::notation::{self, Mark, MoveError};
use crate::rules::{Claim, Ending, Line, Outcome, Position, Side};

/// Plays a record through.
///
/// A record whose lines have times was kept move by move: what ended the game must be in it. In any other, which may
/// come from an archive, a header may state a result that the moves leave open, with or without its reason, and `draw
/// agreed` needs no offer before it.
///
/// # Errors
/// The first [`Diagnostic`] met: line by line, then the header's result and ending.
pub fn replay(record: &Record<'_>) -> Result<Replayed, Diagnostic> {
    replay_each(record, |_| {})
}

/// The same, with a look at the state after each action.
///
/// # Errors
/// Those of [`replay`].
pub fn replay_each(
    record: &Record<'_>,
    each: impl FnMut(&Replayed),
) -> Result<Replayed, Diagnostic> {
    let mut replayed = play(record, Terms::of(&record.actions), each)?;
    judge_header(record, &mut replayed)?;
    refuse_undated(record, &record.actions, &replayed)?;
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
    let terms = replayed.terms.or(Terms::of(std::slice::from_ref(action)));
    // The first time or offer of a record changes what its earlier actions are held to.
    let mut state = match terms == replayed.terms {
        true => replayed.clone(),
        false => play(record, terms, |_| {})?,
    };
    if std::mem::take(&mut state.only_stated) {
        state.reopen();
    }
    let control = record.header.time.unwrap_or_default();
    let mut replayer = Replayer::new(record, &control, state)?;
    replayer.take(record.actions.len(), action)?;
    replayer.state.chain = None;
    refuse_undated(record, record.actions.iter().chain([action]), &replayer.state)?;
    Ok(replayer.state)
}

// C2
/// Refuses a line without its time in a game that goes on under a time control, unless it is one of the past, of which no
/// time is known.
fn refuse_undated<'a>(
    record: &Record<'_>,
    actions: impl IntoIterator<Item = &'a Action<'a>>,
    state: &Replayed,
) -> Result<(), Diagnostic> {
    let timed =
        record.header.time.unwrap_or_default() != TimeControl::None && state.keeps_times(record);
    let mut undated = actions.into_iter().filter(|action| action.time.is_none());
    match undated.next().filter(|_| timed && state.termination.is_none()) {
        Some(action) => {
            let hint = "write when it was done, as in [2026-11-30T08:00:00Z]";
            Err(clock_events::undated(action.place).hint(hint))
        }
        None => Ok(()),
    }
}

/// Plays a record through without a look at what its header says of the result.
fn play(
    record: &Record<'_>,
    terms: Terms,
    mut each: impl FnMut(&Replayed),
) -> Result<Replayed, AppendError> {
    let control = record.header.time.unwrap_or_default();
    let mut replayer = Replayer::new(record, &control, Replayed::new(record, terms))?;
    for (index, action) in record.actions.iter().enumerate() {
        let plies = replayer.state.line.plies();
        if let Err(fault) = replayer.take(index, action) {
            return Err(replayer.after_mate(plies, action).map_or(fault, Into::into));
        }
        each(&replayer.state);
    }
    Ok(replayer.state)
}

/// An action after the end of the game, which came after so many plies.
pub(super) fn after_end(place: Place, plies: usize, ending: Termination) -> Diagnostic {
    Diagnostic::new(place, format!("the game ended at ply {plies}: {ending}"))
}

/// Plays the actions of a record, one after the other.
struct Replayer<'r, 't> {
    record: &'r Record<'t>,
    state: Replayed,
    /// The clocks, where they can forbid something.
    clocks: Option<ClockJudge<'r>>,
}

impl<'r, 't> Replayer<'r, 't> {
    /// Goes on from a state; `control` is the time control that the record states.
    fn new(
        record: &'r Record<'t>,
        control: &'r TimeControl,
        state: Replayed,
    ) -> Result<Replayer<'r, 't>, Diagnostic> {
        let automatic = record.header.clock.flag == FlagRule::Automatic;
        let judged = state.terms.dated && (automatic || state.terms.needs_clocks);
        let clocks = judged.then(|| ClockJudge::new(record, control, &state.events));
        Ok(Replayer { record, clocks: clocks.transpose()?, state })
    }

    /// Takes the next action, the one of that index.
    ///
    /// # Errors
    /// Why it is not allowed here.
    fn take(&mut self, index: usize, action: &Action<'_>) -> Result<(), AppendError> {
        let ending = self.state.termination;
        if let Some(ending) = ending.filter(|_| !action.act.may_follow_end()) {
            return Err(after_end(action.place, self.state.line.plies(), ending).into());
        }
        self.check_number(action)?;
        self.check_time(action)?;
        if let Some(clocks) = &mut self.clocks {
            clocks.refuse_after_flag(action)?;
        }
        let line = (index, action);
        match &action.act {
            Act::Move(text) => {
                self.play(line, text)?;
                self.bind(line)?;
                self.note(line, ClockAction::Move { side: action.side })?;
            }
            act => self.act(line, act)?,
        }
        // C17
        let dropped = self.clocks.as_mut().and_then(|clocks| clocks.dropped(action));
        if let Some(side) = dropped.filter(|_| self.state.termination.is_none()) {
            self.state.end(Termination::Time, Some(self.out_of_time(side)));
        }
        match (ending, self.state.termination) {
            (None, Some(_)) => self.note(line, ClockAction::Stopped)?,
            (Some(_), None) => self.note(line, ClockAction::Resumed)?,
            _ => {}
        }
        Ok(())
    }

    /// Takes an action other than a move.
    fn act(&mut self, line: (usize, &Action<'_>), act: &Act<'_>) -> Result<(), AppendError> {
        let (_, action) = line;
        let plies = self.state.line.plies();
        self.check_arbiter(action)?;
        self.check_bound(action)?;
        let outcome = self.judge(line)?;
        self.bind(line)?;
        if let Some(side) = act.flag_claimed(action.side)
            && let Some(clocks) = self.clocks.take()
        {
            self.clocks = Some(clocks.judge_claim(action, side)?);
        }
        if let Some(termination) = act.termination() {
            self.state.end(termination, outcome);
        }
        let taken_back = plies.saturating_sub(self.state.line.plies());
        match clock_events::happened(action, taken_back) {
            Some(happened) => Ok(self.note(line, happened)?),
            None => Ok(()),
        }
    }

    // G13
    /// A side is bound by its first own line.
    fn bind(&mut self, line: (usize, &Action<'_>)) -> Result<(), Diagnostic> {
        let side = line.1.side;
        if self.state.is_bound(side) || !line.1.act.binds() {
            return Ok(());
        }
        self.state.bind(side);
        self.note(line, ClockAction::Bound { side })
    }

    /// Notes what a line does to the clocks.
    fn note(
        &mut self,
        line: (usize, &Action<'_>),
        happened: ClockAction,
    ) -> Result<(), Diagnostic> {
        let at = line.1.time.or(self.state.last.filter(|_| happened == ClockAction::Stopped));
        self.state.events.add(line, at, happened, self.clocks.as_mut())
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
        if time.timestamp_subsec_nanos() > 0 {
            let line = action.line(self.record.game.first);
            let message = format!("times are whole seconds: write {line:?}");
            let fault = forbidden(action.place, "C1", message);
            return Err(Diagnostic { hint: Some(Hint::Rewrite), ..fault }.into());
        }
        if let Some(last) = self.state.last.filter(|last| time < *last) {
            let (this, previous) = (write_instant(&time), write_instant(&last));
            let message = format!("the time {this} is before {previous}, the one it follows");
            return Err(AppendError::Backwards(Diagnostic::new(action.place, message).rule("C2")));
        }
        self.state.last = Some(time);
        Ok(())
    }

    /// What to say of a move that is not to be taken because the one before it, after so many plies, was mate or stalemate:
    /// that is looked for only when the move behind it turns out not to be legal.
    fn after_mate(&self, plies: usize, action: &Action<'_>) -> Option<Diagnostic> {
        let line = &self.state.line;
        let open = self.state.termination.is_none() && line.plies() == plies && plies > 0;
        let ending = line.ending().filter(|_| open && matches!(action.act, Act::Move(_)))?;
        Some(after_end(action.place, plies, Termination::Rule(ending)))
    }

    fn play(&mut self, line: (usize, &Action<'_>), text: &str) -> Result<(), Diagnostic> {
        let (index, action) = line;
        let state = &mut self.state;
        let stated = read_move(self.record, action, state.line.position(), text)?;
        state.line.push_unchecked(stated.mv);
        state.played.push(stated.mv);
        if let Some(mark) = stated.mark {
            refuse_false(mark, &state.line, text, action.text_place())?;
        }
        if (action.offer || action.conditional) && state.line.plies() < 2 {
            let (rule, message) = match action.offer {
                true => ("G5", "a draw is not offered before both sides have moved"),
                false => {
                    ("M7", "a conditional move answers a move, and there is none before this one")
                }
            };
            return Err(forbidden(action.place, rule, message));
        }
        state.withdraw_proposals();
        if action.offer {
            state
                .offer_draw(action.side, self.record.header.offers)
                .map_err(|(rule, message)| forbidden(action.place, rule, message))?;
        }
        let next = self.record.actions.get(index + 1);
        state.end_by_rule(next.is_some_and(|next| matches!(next.act, Act::Move(_))));
        Ok(())
    }

    // G5
    /// A ruling is that of the arbiter, who is none of the players. In a record without times that names no arbiter, it
    /// may be anybody's.
    fn check_arbiter(&self, action: &Action<'_>) -> Result<(), AppendError> {
        let Some(name) = action.act.arbiter() else { return Ok(()) };
        let place = action.text_place();
        self.refuse_player(&Player { name: name.into(), ..Player::default() }, place)?;
        match self.state.arbiter() {
            Some(arbiter) if arbiter.name == name => Ok(()),
            Some(arbiter) => {
                let message = format!("the arbiter of this game is {}, not {name}", arbiter.name);
                Err(forbidden(place, "G5", message).into())
            }
            None if self.state.terms.dated => {
                let message = "the game has no arbiter who could rule on it";
                Err(AppendError::NoArbiter(forbidden(place, "G5", message)))
            }
            None => Ok(()),
        }
    }

    // G5
    fn refuse_player(&self, person: &Player, place: Place) -> Result<(), Diagnostic> {
        match self.state.players().side_like(person) {
            Some(side) => {
                Err(forbidden(place, "G5", format!("the arbiter may not be {side}'s player")))
            }
            None => Ok(()),
        }
    }

    /// Refuses to change what the record says of a player whom it does not name.
    fn refuse_nobody(&self, side: Side, place: Place) -> Result<(), Diagnostic> {
        match self.state.player(side) {
            Some(_) => Ok(()),
            None => {
                let message = format!("the record does not say who plays {side}");
                Err(Diagnostic::new(place, message))
            }
        }
    }

    // K5
    /// A key is one person's, and new where it is to be a new one.
    fn refuse_known_key(&self, key: &str, place: Place) -> Result<(), Diagnostic> {
        let held = |change: &&KeyChange| change.key.as_deref() == Some(key);
        match self.state.keys().iter().find(held) {
            Some(held) => {
                let whose = held.whose.name();
                let message = format!("this key is known in this game already, as {whose}'s");
                Err(forbidden(place, "K5", message))
            }
            None => Ok(()),
        }
    }

    // G13
    /// Nothing is claimed or ruled against a side that is not bound; a side is bound once, and nobody withdraws from a game
    /// to which both are. None of this is asked in a record without times.
    fn check_bound(&self, action: &Action<'_>) -> Result<(), Diagnostic> {
        let state = &self.state;
        if !state.terms.dated {
            return Ok(());
        }
        let refuse = |message: String| Err(forbidden(action.text_place(), "G13", message));
        let against: &[Side] = match &action.act {
            Act::Joins if state.is_bound(action.side) => {
                return refuse(format!("{} is bound already, by a line of its own", action.side));
            }
            Act::Withdrawn if Side::BOTH.iter().all(|side| state.is_bound(*side)) => {
                return refuse("both sides are bound to the game already".into());
            }
            Act::TimeClaimed => &[action.side.other()],
            Act::FlagDeclared { side, .. } | Act::TimeRuled { side, docked: true, .. } => &[*side],
            Act::Adjudicated { outcome: Some(Outcome::Won(side)), .. } => &[side.other()],
            Act::Adjudicated { outcome: Some(Outcome::Draw), .. } => &Side::BOTH,
            _ => &[],
        };
        match against.iter().find(|side| !state.is_bound(**side)) {
            Some(side) => refuse(format!(
                "{side} is not bound yet: it has neither moved nor joined, and nothing holds against it"
            )),
            None => Ok(()),
        }
    }

    /// Judges an action other than a move, and gives the result that it brings about.
    fn judge(&mut self, line: (usize, &Action<'_>)) -> Result<Option<Outcome>, Diagnostic> {
        let (index, action) = line;
        let place = action.text_place();
        let side = action.side;
        let turn = self.state.line.position().turn();
        Ok(Some(match &action.act {
            Act::Move(_) => return Ok(None),
            Act::Abandoned => {
                if self.state.terms.dated {
                    let message = "a game is left unfinished with the other side's consent or by an \
                                   arbiter only; alone it is a resignation";
                    return Err(forbidden(place, "G5", message));
                }
                return Ok(None);
            }
            Act::Joins | Act::Withdrawn => return Ok(None),
            Act::AddressChanged { email } => {
                self.refuse_nobody(side, place)?;
                let address = Player { email: Some(email.as_ref().into()), ..Player::default() };
                if self.state.arbiter().is_some_and(|arbiter| arbiter.is_like(&address)) {
                    return Err(forbidden(place, "G5", "this is the arbiter's address"));
                }
                self.state.change_address(side, email);
                return Ok(None);
            }
            Act::ArbiterProposed { person } => {
                self.refuse_player(person, place)?;
                self.state.arbiter_proposed = Some((side, person.clone()));
                return Ok(None);
            }
            Act::ArbiterAccepted => {
                if let Some((_, person)) = &self.state.arbiter_proposed {
                    self.refuse_player(person, place)?;
                }
                let accepted = self.state.accept_arbiter(side, index + 1);
                accepted.map_err(|(rule, message)| forbidden(place, rule, message))?;
                return Ok(None);
            }
            // K5
            Act::KeyChanged { key } => {
                if self.state.key(Signatory::Side(side), index).is_none() {
                    let message = format!("{side} has no key that could be changed");
                    let hint = "propose it, for the other side to accept";
                    return Err(forbidden(place, "K5", message).hint(hint));
                }
                self.refuse_known_key(key, place)?;
                self.state.change_key(side, key, index + 1);
                return Ok(None);
            }
            Act::KeyProposed { key } => {
                self.refuse_nobody(side, place)?;
                self.refuse_known_key(key, place)?;
                self.state.keys_proposed[side.at()] = Some(key.to_string());
                return Ok(None);
            }
            Act::KeyAccepted => {
                let Some(key) = self.state.keys_proposed[side.other().at()].take() else {
                    let message = format!("{} has proposed no key for itself", side.other());
                    return Err(forbidden(place, "K5", message));
                };
                self.refuse_known_key(&key, place)?;
                self.state.change_key(side.other(), &key, index + 1);
                return Ok(None);
            }
            Act::KeyReplaced { side, key, .. } => {
                self.refuse_nobody(*side, place)?;
                self.refuse_known_key(key, place)?;
                self.state.change_key(*side, key, index + 1);
                return Ok(None);
            }
            Act::PlanWithdrawn => return Ok(None),
            // K10
            Act::PlanSealed { hash } => {
                let sealed = &mut self.state.sealed[side.at()];
                if sealed.is_some() {
                    let message = format!("{side} has a sealed plan, which is to be opened first");
                    return Err(forbidden(place, "K10", message));
                }
                *sealed = Some(hash.to_string());
                return Ok(None);
            }
            Act::PlanOpened { salt, text } => {
                let Some(sealed) = self.state.sealed[side.at()].take() else {
                    let message = format!("{side} has no sealed plan that could be opened");
                    return Err(forbidden(place, "K10", message));
                };
                if seal(&self.record.header, side, salt, text) != sealed {
                    let message = "this is not the plan that was sealed: the hash is another";
                    return Err(forbidden(place, "K10", message));
                }
                return Ok(None);
            }
            // G9
            Act::Reopened { .. } => {
                if let Some(ending) = self.state.line.ending() {
                    let message = format!("the game ended by {ending}: there is nothing to play");
                    return Err(forbidden(place, "G9", message));
                }
                if self.state.termination.is_none() {
                    return Err(forbidden(place, "G9", "the game is not over"));
                }
                self.state.reopen();
                return Ok(None);
            }
            // All else about these is for the clocks to judge.
            Act::Leave { .. }
            | Act::LeaveCancelled { .. }
            | Act::TimeGiven { .. }
            | Act::TimeRuled { .. } => {
                if action.time.is_none() {
                    return Err(clock_events::undated(action.place));
                }
                return Ok(None);
            }
            Act::DrawDeclined
            | Act::VoidProposed
            | Act::VoidAgreed
            | Act::VoidDeclined
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
                self.judge_claim(action, *claim, with.as_deref())?;
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
            Act::Adjudicated { outcome, .. } => return Ok(*outcome),
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
        action: &Action<'_>,
        claim: Claim,
        with: Option<&str>,
    ) -> Result<(), Diagnostic> {
        let (line, place) = (&self.state.line, action.text_place());
        let read = |text| read_move(self.record, action, line.position(), text);
        let with = with.map(read).transpose()?;
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

/// The move that an action makes or names, as records have it.
#[inline]
fn read_move(
    record: &Record<'_>,
    action: &Action<'_>,
    position: &Position,
    text: &str,
) -> Result<notation::ParsedMove, Diagnostic> {
    match notation::read_move(position, text) {
        Ok(stated) => Ok(stated),
        Err(error) => Err(refusal(record, action, position, text, &error)),
    }
}

/// What is said of a move that cannot be taken. For one in another notation the line is told that would be.
#[cold]
fn refusal(
    record: &Record<'_>,
    action: &Action<'_>,
    position: &Position,
    text: &str,
    error: &MoveError,
) -> Diagnostic {
    let place = action.text_place();
    let error_place = place.within(text, error.column());
    let Ok(mv) = notation::read_input(position, text) else {
        return Diagnostic::new(error_place, error.to_string()).rule(error.rule());
    };
    let mut canonical = action.clone();
    canonical.set_canonical_move(position, Some(mv));
    let line = canonical.line_with_comment(record.game.first);
    let fault = match error {
        MoveError::NotAMove { .. } => {
            let message = format!("{text:?} is not in the notation of records: `{line}`");
            Diagnostic::new(place, message)
        }
        _ => Diagnostic::new(error_place, format!("{error}; in the notation of records: `{line}`")),
    };
    let fault = Diagnostic { hint: Some(Hint::Rewrite), ..fault };
    fault.rule(error.rule())
}

/// Refuses a mark at the end of a move's text that the position after the move does not bear out.
fn refuse_false(mark: Mark, line: &Line, text: &str, place: Place) -> Result<(), Diagnostic> {
    let (is_true, what) = match mark {
        Mark::Check => (line.position().in_check(), "+ says check"),
        Mark::Mate => (line.ending() == Some(Ending::Checkmate), "++ says mate"),
    };
    if is_true {
        return Ok(());
    }
    let place = place.within(text, text.trim_end_matches('+').len());
    Err(forbidden(place, "G6", format!("{what}, but it is none")))
}

/// The side that left the game unfinished, if the moves end so.
fn left(record: &Record<'_>) -> Option<Side> {
    record.actions.last().filter(|a| a.act == Act::Abandoned).map(|a| a.side)
}

/// Holds the header's result and ending against the moves, and takes over from it what they leave open. In a record without
/// times a result that is stated to be disputed stands, whatever the moves show.
fn judge_header(record: &Record<'_>, replayed: &mut Replayed) -> Result<(), Diagnostic> {
    let header = &record.header;
    let judged = judge_stated(record, replayed);
    if judged.is_err()
        && header.disputed.is_some()
        && header.result.is_some()
        && !replayed.terms.dated
    {
        replayed.outcome = header.result;
        replayed.termination = Some(header.ending.unwrap_or(Termination::Unknown));
        return Ok(());
    }
    judged
}

fn judge_stated(record: &Record<'_>, replayed: &mut Replayed) -> Result<(), Diagnostic> {
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
                    || replayed.terms.dated =>
            {
                at_ending(format!("an ending ({ending}), but no line of the moves ends the game"))
            }
            ending => {
                (replayed.termination, replayed.only_stated) = (ending, ending.is_some());
                Ok(())
            }
        };
    };
    if replayed.terms.dated {
        return at_result(format!(
            "the result is {stated}, but no line of the moves ends the game"
        ));
    }
    let ending = header.ending.unwrap_or(Termination::Unknown);
    if !ending.is_possible(&replayed.line, result) {
        return at_ending(format!("the moves do not bear out the ending {ending} with {stated}"));
    }
    (replayed.outcome, replayed.termination) = (Some(result), Some(ending));
    replayed.only_stated = true;
    Ok(())
}
