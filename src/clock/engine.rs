//! The engine that turns events into the lines of the ledger.

use super::account::{TimeAccount, charge, is_out, until_out};
use super::calendar::{by_year, day_end, midnight};
use super::control::TimeControl;
use super::error::ClockError;
use super::event::{ClockAction, ClockEvent, ClockStart};
use super::ledger::{ClockState, Ledger, LedgerLine, LineSubject, TimeReason};
use super::options::{ClockOptions, FlagRule};
use super::span::TimeSpan;
use crate::rules::Side;
use chrono::{DateTime, Datelike, NaiveDate, Utc};

/// The turn under way: whose it is and when it began.
#[derive(Clone, Copy)]
struct OpenTurn {
    side: Side,
    since: DateTime<Utc>,
}

/// Why no clock runs any more: the game ended, or a flag that falls automatically fell.
#[derive(Clone, Copy)]
enum ClockStop {
    Ended,
    Flag(Side, DateTime<Utc>),
}

/// Both clocks, up to the last event.
struct Engine<'a> {
    control: &'a TimeControl,
    options: &'a ClockOptions,
    accounts: [TimeAccount; 2],
    turn: Option<OpenTurn>,
    over: Option<ClockStop>,
    lines: Vec<LedgerLine>,
}

// C1
/// The instant without parts of a second.
fn whole(instant: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp(instant.timestamp(), 0).unwrap_or(instant)
}

impl<'a> Engine<'a> {
    fn new(control: &'a TimeControl, options: &'a ClockOptions, start: ClockStart) -> Engine<'a> {
        let account = || TimeAccount::new(*control, options);
        let mut engine = Engine {
            control,
            options,
            accounts: [account(), account()],
            turn: Some(OpenTurn { side: start.first, since: whole(start.at) }),
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
        match side {
            Side::South => &mut self.accounts[0],
            Side::North => &mut self.accounts[1],
        }
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

    /// Notes the flag that falls up to `at` in the turn under way, if any.
    fn look(&mut self, at: DateTime<Utc>) {
        let Some(turn) = self.turn else { return };
        if self.account(turn.side).fallen.is_none() {
            let flag = self.flag(turn).filter(|flag| *flag <= at);
            self.account(turn.side).fallen = flag;
            self.stop_at_flag(turn.side);
        }
    }

    /// When the flag of the side whose turn it is falls if nothing more happens.
    fn flag(&mut self, turn: OpenTurn) -> Option<DateTime<Utc>> {
        let left = self.account(turn.side).balance.total();
        let counted = until_out(self.control, self.options, left)?;
        self.account(turn.side).calendar.after(turn.since, counted)
    }

    // C17
    /// Where flags are automatic, ends the game at the instant at which the flag of `side` fell.
    fn stop_at_flag(&mut self, side: Side) {
        let Some(flag) = self.account(side).fallen else { return };
        if self.options.flag == FlagRule::Claimed || self.over.is_some() {
            return;
        }
        self.over = Some(ClockStop::Flag(side, flag));
        let line = match self.turn.take() {
            Some(turn) if turn.side == side => self.close(turn, flag, None, LineSubject::Flag),
            Some(turn) => {
                let line = self.close(turn, flag, None, LineSubject::End);
                self.push(line);
                self.line(flag, None, side, LineSubject::Flag)
            }
            None => self.line(flag, None, side, LineSubject::Flag),
        };
        self.push(line);
    }

    // C2, C6
    /// The line of a turn that ends at `at`, charged.
    fn close(
        &mut self,
        turn: OpenTurn,
        at: DateTime<Utc>,
        event: Option<usize>,
        subject: LineSubject,
    ) -> LedgerLine {
        let mut line = self.line(at, event, turn.side, subject);
        let tally = self.account(turn.side).calendar.tally(turn.since, at);
        let cost = charge(self.control, self.options, tally);
        line.elapsed = tally.elapsed();
        line.steps = cost.steps;
        line.charged = cost.charged;
        line.late = self.account(turn.side).fallen;
        line.entries = self.account(turn.side).take(cost.charged, TimeReason::Used);
        line
    }

    /// Applies an event. Events come in order of time.
    fn apply(&mut self, index: usize, event: &ClockEvent) -> Result<(), ClockError> {
        let at = whole(event.at);
        self.look(at);
        match self.over {
            Some(ClockStop::Ended) => return Err(ClockError::AfterEnd { event: index }),
            Some(ClockStop::Flag(side, flag)) if event.action != ClockAction::End => {
                return Err(ClockError::AfterFlag { event: index, side, flag });
            }
            _ => {}
        }
        match &event.action {
            ClockAction::Move { side } => self.play(index, at, *side)?,
            ClockAction::Leave { side, from, to } => self.leave(index, at, *side, *from, *to)?,
            ClockAction::Credit { side, amount, reason } => {
                self.allow(index, *amount)?;
                let entries = self
                    .account(*side)
                    .give(*amount, TimeReason::Credit { reason: reason.clone() });
                let line = self.line(at, Some(index), *side, LineSubject::Credit);
                self.push(LedgerLine { entries, ..line });
            }
            ClockAction::Penalty { side, amount, reason } => {
                self.allow(index, *amount)?;
                let entries = self
                    .account(*side)
                    .take(*amount, TimeReason::Penalty { reason: reason.clone() });
                let line = self.line(at, Some(index), *side, LineSubject::Penalty);
                self.push(LedgerLine { entries, ..line });
            }
            ClockAction::Gift { by, amount } => {
                self.allow(index, *amount)?;
                let entries = self.account(by.other()).give(*amount, TimeReason::Gift);
                let line = self.line(at, Some(index), by.other(), LineSubject::Gift);
                self.push(LedgerLine { entries, ..line });
            }
            ClockAction::TakeBack { plies } => self.take_back(index, at, *plies)?,
            ClockAction::End => {
                if let Some(turn) = self.turn.take() {
                    let line = self.close(turn, at, Some(index), LineSubject::End);
                    self.push(line);
                }
                self.over = Some(ClockStop::Ended);
            }
        }
        self.settle(at);
        Ok(())
    }

    /// Ends the turn with a move and begins the opponent's.
    fn play(&mut self, event: usize, at: DateTime<Utc>, side: Side) -> Result<(), ClockError> {
        let Some(turn) = self.turn.filter(|turn| turn.side == side) else {
            return Err(ClockError::OutOfTurn { event, side });
        };
        let number = self.account(side).moves + 1;
        let mut line = self.close(turn, at, Some(event), LineSubject::Move { number });
        line.entries.extend(self.account(side).reward());
        line.entries.extend(self.account(side).renew());
        self.push(line);
        self.turn = Some(OpenTurn { side: side.other(), since: at });
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
        if from < taken {
            return Err(ClockError::LeavePast { event, from, taken });
        }
        let (first, end) = (midnight(from), day_end(to));
        if self.account(side).calendar.on_leave(first, end) {
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

    // C15
    /// Refuses a credit, penalty or gift of this amount where it cannot be.
    fn allow(&self, event: usize, amount: TimeSpan) -> Result<(), ClockError> {
        if *self.control == TimeControl::None {
            return Err(ClockError::Untimed { event });
        }
        if amount <= TimeSpan::ZERO || amount > TimeSpan::LONGEST {
            return Err(ClockError::Amount { event, amount });
        }
        Ok(())
    }

    // C16
    /// Ends the turn without a move and gives the turn to the side whose move was the first of the last `plies`.
    fn take_back(&mut self, event: usize, at: DateTime<Utc>, plies: u32) -> Result<(), ClockError> {
        let played = Side::BOTH.iter().map(|side| self.account(*side).moves).sum();
        let Some(turn) = self.turn.filter(|_| (1..=played).contains(&plies)) else {
            return Err(ClockError::TakeBack { event, plies, played });
        };
        let mut line = self.close(turn, at, Some(event), LineSubject::TakeBack { plies });
        line.entries.extend(self.account(turn.side).renew());
        self.push(line);
        let last = turn.side.other();
        self.account(last).moves -= plies.div_ceil(2);
        self.account(turn.side).moves -= plies / 2;
        let side = if plies.is_multiple_of(2) { turn.side } else { last };
        self.turn = Some(OpenTurn { side, since: at });
        Ok(())
    }

    // C6
    /// After an event, finds out which flags are up again and which are down at once.
    fn settle(&mut self, at: DateTime<Utc>) {
        for side in Side::BOTH {
            let running = self.turn.filter(|turn| turn.side == side);
            let due = running.map_or(TimeSpan::ZERO, |turn| {
                let tally = self.account(side).calendar.tally(turn.since, at);
                charge(self.control, self.options, tally).charged
            });
            let left = self.account(side).balance.total() - due;
            let fallen = self.account(side).fallen;
            self.account(side).fallen = is_out(self.control, left).then(|| fallen.unwrap_or(at));
            self.stop_at_flag(side);
        }
    }

    /// Charges the turn under way up to `at`. Returns whose clock runs, the lines, and both sides.
    fn finish(mut self, at: DateTime<Utc>) -> (Option<Side>, Vec<LedgerLine>, [ClockState; 2]) {
        self.look(at);
        let turn = self.turn.filter(|turn| turn.since <= at);
        let coming = turn.and_then(|turn| self.flag(turn));
        if let Some(turn) = turn {
            let line = self.close(turn, at, None, LineSubject::UnderWay);
            self.push(line);
        }
        let running = turn.map(|turn| turn.side);
        let standing = |account: TimeAccount, side| ClockState {
            remaining: account.remaining(),
            moves: account.moves,
            flag: account.fallen.or(coming.filter(|_| running == Some(side))),
            leave: account.leave.into_iter().collect(),
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
/// let events = [ClockEvent { at: day("2026-03-02T12:00:00Z"), action: ClockAction::Move { side: Side::South } }];
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
    for instant in [start.at, at].into_iter().chain(events.iter().map(|event| event.at)) {
        if !(1..=9999).contains(&instant.year()) {
            return Err(ClockError::OutOfRange { instant });
        }
    }
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
    let (running, lines, sides) = engine.finish(at);
    Ok(Ledger { at, lines, running, sides })
}

/// When the flag of a side fell; `None` if it is up at the instant of the ledger. A claim on time holds if it is down.
pub fn flag_fallen(ledger: &Ledger, side: Side) -> Option<DateTime<Utc>> {
    ledger.side(side).flag.filter(|flag| *flag <= ledger.at)
}
