//! The engine that turns events into the lines of the ledger.

use super::account::{TimeAccount, charge, cost, is_out, until_out};
use super::calendar::{DayTally, by_year, day_end, midnight};
use super::control::TimeControl;
use super::error::ClockError;
use super::event::{ClockAction, ClockEvent, ClockStart};
use super::ledger::{ClockState, Ledger, LedgerLine, LineSubject, TimeReason};
use super::options::{ClockOptions, FlagRule};
use super::span::TimeSpan;
use crate::rules::Side;
use chrono::{DateTime, Datelike, NaiveDate, Utc};

/// The turn under way: whose it is, and what is known of it.
#[derive(Clone, Copy)]
struct OpenTurn {
    side: Side,
    since: DateTime<Utc>,
    /// Up to when it has been counted.
    seen: DateTime<Utc>,
    /// How its time up to then divides.
    tally: DayTally,
    /// The part of that which the lines of the ledger have charged.
    charged: DayTally,
}

impl OpenTurn {
    fn new(side: Side, since: DateTime<Utc>) -> OpenTurn {
        let nothing = DayTally::default();
        OpenTurn { side, since, seen: since, tally: nothing, charged: nothing }
    }
}

/// Why no clock runs any more: the game ended, or a flag that falls automatically fell.
#[derive(Clone, Copy)]
enum ClockStop {
    Ended,
    Flag(Side, DateTime<Utc>),
}

/// The most days that one line takes as leave.
const MOST_LEAVE: i64 = 366;

/// Both clocks, up to the last event. Whoever feeds it one event after the other sees to it that they come in order of
/// time; [`ledger()`] does that for a list.
pub(crate) struct Engine<'a> {
    control: &'a TimeControl,
    options: &'a ClockOptions,
    accounts: [TimeAccount; 2],
    turn: OpenTurn,
    over: Option<ClockStop>,
    lines: Vec<LedgerLine>,
}

// C1
/// The instant without parts of a second.
fn whole(instant: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp(instant.timestamp(), 0).unwrap_or(instant)
}

impl<'a> Engine<'a> {
    /// The clocks at the start of a game.
    pub(crate) fn new(
        control: &'a TimeControl,
        options: &'a ClockOptions,
        start: ClockStart,
    ) -> Engine<'a> {
        let account = || TimeAccount::new(*control, options);
        let mut engine = Engine {
            control,
            options,
            accounts: [account(), account()],
            turn: OpenTurn::new(start.first, whole(start.at)),
            over: None,
            lines: Vec::new(),
        };
        for side in Side::BOTH {
            let mut line = engine.line(whole(start.at), None, side, LineSubject::Opening);
            line.entries = engine.account(side).open();
            engine.push(line);
        }
        engine
    }

    fn account(&mut self, side: Side) -> &mut TimeAccount {
        &mut self.accounts[side.at()]
    }

    /// A line that charges, gives and takes nothing.
    fn line(
        &self,
        at: DateTime<Utc>,
        event: Option<usize>,
        side: Side,
        subject: LineSubject,
    ) -> LedgerLine {
        LedgerLine {
            at,
            event,
            side,
            subject,
            elapsed: TimeSpan::ZERO,
            steps: Vec::new(),
            charged: TimeSpan::ZERO,
            entries: Vec::new(),
            remaining: None,
            late: None,
        }
    }

    /// Adds a line, with what its side has left now.
    fn push(&mut self, mut line: LedgerLine) {
        line.remaining = self.account(line.side).remaining();
        self.lines.push(line);
    }

    /// Counts the turn under way up to `at`, and notes the flag that falls meanwhile, if any.
    fn look(&mut self, at: DateTime<Utc>) {
        let side = self.turn.side;
        let piece = self.piece(at);
        let fallen = self.account(side).fallen.is_some();
        if let Some(needed) = self.until_flag().filter(|needed| !fallen && *needed <= piece.counted)
        {
            let since = self.turn.seen;
            let account = self.account(side);
            account.fallen = account.calendar.after(since, needed);
            if let Some(flag) = account.fallen.filter(|_| self.automatic()) {
                self.count(flag);
                self.stop_at_flag(side, flag);
            }
        }
        self.count(at);
    }

    /// Counts the turn under way up to `at`.
    fn count(&mut self, at: DateTime<Utc>) {
        let piece = self.piece(at);
        self.turn.tally += piece;
        self.turn.seen = self.turn.seen.max(at);
    }

    // C2, C20
    /// How the time up to `at` divides that has not been counted yet of the turn under way.
    fn piece(&self, at: DateTime<Utc>) -> DayTally {
        let OpenTurn { side, seen, .. } = self.turn;
        let length = TimeSpan::seconds((at - seen).num_seconds()).max(TimeSpan::ZERO);
        if self.over.is_some() {
            return DayTally { stopped: length, ..DayTally::default() };
        }
        let account = &self.accounts[side.at()];
        match account.bound {
            true => account.calendar.tally(seen, at),
            false => DayTally { unbound: length, ..DayTally::default() },
        }
    }

    /// How much more must count until the flag of the side whose turn it is falls; `None` where its clock stands.
    fn until_flag(&self) -> Option<TimeSpan> {
        let OpenTurn { side, tally, charged, .. } = self.turn;
        let account = &self.accounts[side.at()];
        if self.over.is_some() || !account.bound {
            return None;
        }
        let paid = cost(self.control, self.options, charged.counted);
        let needed = until_out(self.control, self.options, account.balance.total() + paid)?;
        Some(needed - tally.counted)
    }

    fn automatic(&self) -> bool {
        self.options.flag == FlagRule::Automatic && self.over.is_none()
    }

    // C17
    /// Ends the game at the instant at which the flag of `side` fell, up to which the turn has been counted.
    fn stop_at_flag(&mut self, side: Side, flag: DateTime<Utc>) {
        let mut line = self.line(flag, None, side, LineSubject::Flag);
        if self.turn.side == side {
            line = self.charge(line);
        } else {
            let end = self.line(flag, None, self.turn.side, LineSubject::End);
            let end = self.charge(end);
            self.push(end);
        }
        self.push(line);
        self.over = Some(ClockStop::Flag(side, flag));
    }

    // C2, C6
    /// The line with what the turn under way has cost up to now charged.
    fn charge(&mut self, mut line: LedgerLine) -> LedgerLine {
        let OpenTurn { side, tally, charged, .. } = self.turn;
        let cost = charge(self.control, self.options, charged, tally);
        self.turn.charged = tally;
        line.elapsed = tally.elapsed() - charged.elapsed();
        line.steps = cost.steps;
        line.charged = cost.charged;
        line.late = self.account(side).fallen;
        line.entries = self.account(side).take(cost.charged, TimeReason::Used);
        line
    }

    /// The flag whose fall up to `at` ended the game by itself (C17).
    pub(crate) fn ended_by_flag(&mut self, at: DateTime<Utc>) -> Option<(Side, DateTime<Utc>)> {
        self.look(whole(at));
        match self.over {
            Some(ClockStop::Flag(side, flag)) => Some((side, flag)),
            _ => None,
        }
    }

    /// When the flag of a side fell, if it is down at the instant `at`, not before the last event.
    pub(crate) fn fallen(&mut self, side: Side, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.look(whole(at));
        self.account(side).fallen
    }

    /// The account at the instant `at`, not before the last event.
    pub(crate) fn ledger(self, at: DateTime<Utc>) -> Ledger {
        let at = whole(at);
        let (running, lines, sides) = self.finish(at);
        Ledger { at, lines, running, sides }
    }

    /// Applies an event, the one of that index. Events come in order of time.
    ///
    /// # Errors
    /// Those of [`ledger()`], but for [`ClockError::Backwards`].
    pub(crate) fn apply(&mut self, index: usize, event: &ClockEvent) -> Result<(), ClockError> {
        in_range(event.at)?;
        let at = whole(event.at);
        self.look(at);
        match self.over {
            None if event.action == ClockAction::Resumed => {
                return Err(ClockError::NotOver { event: index });
            }
            Some(_) if event.action == ClockAction::Resumed => {}
            Some(ClockStop::Ended) => return Err(ClockError::AfterEnd { event: index }),
            Some(ClockStop::Flag(side, flag)) if event.action != ClockAction::Stopped => {
                return Err(ClockError::AfterFlag { event: index, side, flag });
            }
            _ => {}
        }
        match &event.action {
            ClockAction::Bound { side } => self.account(*side).bound = true,
            ClockAction::Move { side } => self.play(index, at, *side)?,
            ClockAction::Leave { side, from, to } => self.leave(index, at, *side, *from, *to)?,
            ClockAction::LeaveCancelled { side, from, to } => {
                self.cancel_leave(index, at, *side, *from, *to)?;
            }
            ClockAction::Credit { side, amount, reason } => {
                let reason = TimeReason::Credit { reason: reason.clone() };
                let line = self.line(at, Some(index), *side, LineSubject::Credit);
                self.change(line, *amount, reason)?;
            }
            ClockAction::Penalty { side, amount, reason } => {
                let reason = TimeReason::Penalty { reason: reason.clone() };
                let line = self.line(at, Some(index), *side, LineSubject::Penalty);
                self.change(line, *amount, reason)?;
            }
            ClockAction::Gift { by, amount } => {
                let line = self.line(at, Some(index), by.other(), LineSubject::Gift);
                self.change(line, *amount, TimeReason::Gift)?;
            }
            ClockAction::TakeBack { plies } => self.take_back(index, at, *plies)?,
            ClockAction::Stopped => {
                if self.over.is_none() {
                    let line = self.line(at, Some(index), self.turn.side, LineSubject::End);
                    let line = self.charge(line);
                    self.push(line);
                }
                self.over = Some(ClockStop::Ended);
            }
            // C20
            ClockAction::Resumed => {
                self.over = None;
                let line = self.line(at, Some(index), self.turn.side, LineSubject::Resumed);
                let line = self.charge(line);
                self.push(line);
            }
        }
        self.settle(at);
        Ok(())
    }

    /// Ends the turn with a move and begins the opponent's.
    fn play(&mut self, event: usize, at: DateTime<Utc>, side: Side) -> Result<(), ClockError> {
        if self.turn.side != side {
            return Err(ClockError::OutOfTurn { event, side });
        }
        let number = self.account(side).moves + 1;
        let line = self.line(at, Some(event), side, LineSubject::Move { number });
        let mut line = self.charge(line);
        line.entries.extend(self.account(side).reward());
        line.entries.extend(self.account(side).renew());
        self.push(line);
        self.turn = OpenTurn::new(side.other(), at);
        Ok(())
    }

    // C12
    /// Takes leave on the days `from..=to`.
    fn leave(
        &mut self,
        event: usize,
        at: DateTime<Utc>,
        side: Side,
        from: NaiveDate,
        to: NaiveDate,
    ) -> Result<(), ClockError> {
        let taken = at.date_naive();
        if to < from {
            return Err(ClockError::LeaveBackwards { event, from, to });
        }
        if (to - from).num_days() >= MOST_LEAVE {
            return Err(ClockError::LeaveTooLong { event, from, to });
        }
        if from < taken {
            return Err(ClockError::LeavePast { event, from, taken });
        }
        let (first, end) = (midnight(from), day_end(to));
        if self.account(side).calendar.leave_in(first, end) != TimeSpan::ZERO {
            return Err(ClockError::LeaveOverlap { event, from, to });
        }
        let years = by_year(from, to);
        let quota = self.options.leave;
        for &(year, asked) in &years {
            let used = self.account(side).leave.entry(year).or_default();
            let left = i64::from(quota) - *used;
            if asked > left {
                return Err(ClockError::LeaveQuota { event, year, asked, left, quota });
            }
            *used += asked;
        }
        self.account(side).calendar.add_leave(first.max(at), end);
        let line = self.line(at, Some(event), side, LineSubject::Leave { from, to, years });
        self.push(line);
        Ok(())
    }

    // C12
    /// Cancels the leave on the days `from..=to`, none of which has begun.
    fn cancel_leave(
        &mut self,
        event: usize,
        at: DateTime<Utc>,
        side: Side,
        from: NaiveDate,
        to: NaiveDate,
    ) -> Result<(), ClockError> {
        if to < from {
            return Err(ClockError::LeaveBackwards { event, from, to });
        }
        let cancelled = at.date_naive();
        if from <= cancelled {
            return Err(ClockError::LeaveBegun { event, from, cancelled });
        }
        let account = self.account(side);
        let (first, end) = (midnight(from), day_end(to));
        if account.calendar.leave_in(first, end) != TimeSpan::days((to - from).num_days() + 1) {
            return Err(ClockError::NoLeave { event, from, to });
        }
        account.calendar.remove_leave(first, end);
        let years = by_year(from, to);
        for (year, days) in &years {
            *account.leave.entry(*year).or_default() -= days;
        }
        let line =
            self.line(at, Some(event), side, LineSubject::LeaveCancelled { from, to, years });
        self.push(line);
        Ok(())
    }

    // C15
    /// Gives or takes time, once what the turn under way has cost up to now is charged, and adds the line.
    fn change(
        &mut self,
        mut line: LedgerLine,
        amount: TimeSpan,
        reason: TimeReason,
    ) -> Result<(), ClockError> {
        let event = line.event.unwrap_or_default();
        if *self.control == TimeControl::None {
            return Err(ClockError::Untimed { event });
        }
        if amount <= TimeSpan::ZERO || amount > TimeSpan::LONGEST {
            return Err(ClockError::Amount { event, amount });
        }
        let side = line.side;
        if self.turn.side == side {
            line = LedgerLine { late: None, ..self.charge(line) };
        }
        line.entries.extend(match reason {
            TimeReason::Penalty { .. } => self.account(side).take(amount, reason),
            _ => self.account(side).give(amount, reason),
        });
        self.push(line);
        Ok(())
    }

    // C16
    /// Ends the turn without a move and gives the turn to the side whose move was the first of the last `plies`.
    fn take_back(&mut self, event: usize, at: DateTime<Utc>, plies: u32) -> Result<(), ClockError> {
        let played = Side::BOTH.iter().map(|side| self.account(*side).moves).sum();
        if !(1..=played).contains(&plies) {
            return Err(ClockError::TakeBack { event, plies, played });
        }
        let turn = self.turn.side;
        let line = self.line(at, Some(event), turn, LineSubject::TakeBack { plies });
        let mut line = self.charge(line);
        line.entries.extend(self.account(turn).renew());
        self.push(line);
        let last = turn.other();
        self.account(last).moves -= plies.div_ceil(2);
        self.account(turn).moves -= plies / 2;
        let side = if plies.is_multiple_of(2) { turn } else { last };
        self.turn = OpenTurn::new(side, at);
        Ok(())
    }

    // C6
    /// After an event, finds out which flags are up again and which are down at once.
    fn settle(&mut self, at: DateTime<Utc>) {
        for side in Side::BOTH {
            let OpenTurn { side: turn, tally, charged, .. } = self.turn;
            let due = match turn == side {
                true => {
                    let cost = |tally: DayTally| cost(self.control, self.options, tally.counted);
                    cost(tally) - cost(charged)
                }
                false => TimeSpan::ZERO,
            };
            let account = self.account(side);
            let (left, was, bound) = (account.balance.total() - due, account.fallen, account.bound);
            let out = bound && is_out(self.control, left);
            self.account(side).fallen = out.then(|| was.unwrap_or(at));
            if out && was.is_none() && self.automatic() {
                self.stop_at_flag(side, at);
            }
        }
    }

    /// Charges the turn under way up to `at`. Returns whose clock runs, the lines, and both sides.
    fn finish(mut self, at: DateTime<Utc>) -> (Option<Side>, Vec<LedgerLine>, [ClockState; 2]) {
        self.look(at);
        let OpenTurn { side, since, seen, .. } = self.turn;
        let (mut running, mut coming) = (None, None);
        if self.over.is_none() && since <= at {
            running = Some(side).filter(|side| self.account(*side).bound);
            let needed = self.until_flag();
            coming = needed.and_then(|needed| self.account(side).calendar.after(seen, needed));
            let line = self.line(at, None, side, LineSubject::UnderWay);
            let line = self.charge(line);
            self.push(line);
        }
        let standing = |account: TimeAccount, side| ClockState {
            remaining: account.remaining(),
            moves: account.moves,
            flag: account.fallen.or(coming.filter(|_| running == Some(side))),
            leave: account.leave.into_iter().filter(|(_, days)| *days > 0).collect(),
            leaves: account.calendar.leaves_after(at),
        };
        let [south, north] = self.accounts;
        (running, self.lines, [standing(south, Side::South), standing(north, Side::North)])
    }
}

/// The account of both clocks at the instant `at`, after the events up to and including it; later events must be in
/// order too but do not count yet. [`RULINGS`](super::RULINGS) say how it is computed.
///
/// ```
/// use riverpost::clock::{ClockAction, ClockEvent, ClockOptions, ClockStart, TimeControl, flag_fallen, ledger};
/// use riverpost::rules::Side;
///
/// let day = |text: &str| text.parse().unwrap();
/// let control: TimeControl = "3d/move".parse().unwrap();
/// let start = ClockStart { at: day("2026-03-01T12:00:00Z"), first: Side::South };
/// let event = |at, action| ClockEvent { at: day(at), action };
/// let events = [
///     event("2026-03-01T12:00:00Z", ClockAction::Bound { side: Side::South }),
///     event("2026-03-01T12:00:00Z", ClockAction::Bound { side: Side::North }),
///     event("2026-03-02T12:00:00Z", ClockAction::Move { side: Side::South }),
/// ];
/// let ledger = ledger(&control, &ClockOptions::default(), start, &events, day("2026-03-03T12:00:00Z")).unwrap();
/// assert_eq!(ledger.running, Some(Side::North));
/// assert_eq!(ledger.side(Side::North).flag, Some(day("2026-03-05T12:00:00Z")));
/// assert_eq!(flag_fallen(&ledger, Side::North), None);
/// ```
///
/// # Errors
/// [`ClockError::OutOfRange`] for an instant outside the years 1 to 9999, [`ClockError::Backwards`] for times that run
/// backwards, and the other errors that name an event for one that cannot happen where it stands.
pub fn ledger(
    control: &TimeControl,
    options: &ClockOptions,
    start: ClockStart,
    events: &[ClockEvent],
    at: DateTime<Utc>,
) -> Result<Ledger, ClockError> {
    let mut after = start.at;
    [start.at, at].into_iter().chain(events.iter().map(|event| event.at)).try_for_each(in_range)?;
    for (index, event) in events.iter().enumerate() {
        if event.at < after {
            return Err(ClockError::Backwards { event: index, at: event.at, after });
        }
        after = event.at;
    }
    let at = whole(at);
    let mut engine = Engine::new(control, options, start);
    for (index, event) in events.iter().enumerate() {
        if whole(event.at) > at {
            break;
        }
        engine.apply(index, event)?;
    }
    Ok(engine.ledger(at))
}

// C1
fn in_range(instant: DateTime<Utc>) -> Result<(), ClockError> {
    match (1..=9999).contains(&instant.year()) {
        true => Ok(()),
        false => Err(ClockError::OutOfRange { instant }),
    }
}

/// When the flag of a side fell; `None` if it is up at the instant of the ledger. A claim on time holds if it is down.
pub fn flag_fallen(ledger: &Ledger, side: Side) -> Option<DateTime<Utc>> {
    ledger.side(side).flag.filter(|flag| *flag <= ledger.at)
}
