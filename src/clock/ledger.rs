//! The itemised account of both clocks, and its lines in words.

use super::control::TimePart;
use super::span::TimeSpan;
use crate::rules::Side;
use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use std::fmt;

/// The account of both clocks at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ledger {
    /// The instant, to the second.
    pub at: DateTime<Utc>,
    /// Everything that was charged, given and taken, in order of time; last the turn under way.
    pub lines: Vec<LedgerLine>,
    /// Whose clock runs; none before the start, after the end, and while the side to move is not bound.
    pub running: Option<Side>,
    /// Both sides, South first.
    pub sides: [ClockState; 2],
}

/// The clock of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClockState {
    /// What it has left, the turn under way charged; none where there is no clock.
    pub remaining: Option<Balance>,
    /// How many moves it has made.
    pub moves: u32,
    /// When its flag fell, or will fall if it is its turn and nothing more happens; `None` where it is up and its clock
    /// does not run, and without a clock.
    pub flag: Option<DateTime<Utc>>,
    /// The days of leave it has taken or announced, by calendar year.
    pub leave: Vec<(i32, i64)>,
    /// The leave under way and to come: the first and the last day of each, UTC.
    pub leaves: Vec<(NaiveDate, NaiveDate)>,
}

impl Ledger {
    /// The clock of a side.
    pub fn side(&self, side: Side) -> &ClockState {
        let [south, north] = &self.sides;
        match side {
            Side::South => south,
            Side::North => north,
        }
    }

    /// What a side has left and when its flag falls, for every view that says so; none without a clock.
    pub fn reading(&self, side: Side) -> Option<ClockReading> {
        let ClockState { remaining, flag, .. } = self.side(side);
        let flag = match flag {
            Some(flag) if *flag <= self.at => FlagState::Fell(*flag),
            Some(flag) => FlagState::Falls(*flag),
            None => FlagState::Up,
        };
        Some(ClockReading { left: (*remaining)?.total(), flag })
    }

    // G8
    /// The side that is out of time, and since when: of two flags that are down, the one that fell first counts.
    pub fn out_of_time(&self) -> Option<(Side, DateTime<Utc>)> {
        let fell = |side| match self.reading(side)?.flag {
            FlagState::Fell(flag) => Some((side, flag)),
            _ => None,
        };
        Side::BOTH.into_iter().filter_map(fell).min_by_key(|(_, flag)| *flag)
    }

    /// What a side has left, whether its clock runs, when its flag falls, its leave: the same in every view.
    pub fn time_left(&self, side: Side) -> String {
        let Some(reading) = self.reading(side) else { return "no clock".into() };
        let runs = if self.running == Some(side) { ", running" } else { "" };
        format!("{reading}{runs}{}", leave_in_words(&self.side(side).leaves))
    }
}

/// The leave under way and to come, as it follows what a side has left.
pub fn leave_in_words(leaves: &[(NaiveDate, NaiveDate)]) -> String {
    leaves.iter().map(|(from, to)| format!(", leave {from}..{to}")).collect()
}

/// What a side has left, and its flag. Its text is for people: `29d left, flag falls at 2027-01-08T19:20:00Z`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// What its clock shows, both parts together; below zero where it is overdrawn.
    pub left: TimeSpan,
    /// Its flag.
    pub flag: FlagState,
}

/// The flag of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagState {
    /// It is up, and does not fall if nothing more happens: the clock stands.
    Up,
    /// It falls at this instant if nothing more happens.
    Falls(DateTime<Utc>),
    /// It has fallen, at this instant.
    Fell(DateTime<Utc>),
}

impl fmt::Display for ClockReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.left < TimeSpan::ZERO {
            write!(f, "{} over", -self.left)?;
        } else {
            write!(f, "{} left", self.left)?;
        }
        let at = |flag: &DateTime<Utc>| flag.to_rfc3339_opts(SecondsFormat::Secs, true);
        match &self.flag {
            FlagState::Up => Ok(()),
            FlagState::Falls(flag) => write!(f, ", flag falls at {}", at(flag)),
            FlagState::Fell(flag) => write!(f, ", flag fell at {}", at(flag)),
        }
    }
}

/// What a side has left; below zero in the part that ran out last when it is overdrawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Balance {
    /// What is on the clock.
    pub clock: TimeSpan,
    /// What is in the reserve or the bank; nothing where the control has neither.
    pub spare: TimeSpan,
}

impl Balance {
    /// Both parts together.
    pub fn total(self) -> TimeSpan {
        self.clock + self.spare
    }
}

/// One line of a ledger: what happened, what it cost or gave one side, and what that side had afterwards.
///
/// `elapsed` and the `steps` add up to `charged`; what the side had before and the `entries` add up to `remaining`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerLine {
    /// When.
    pub at: DateTime<Utc>,
    /// The index of the event; none for the opening, a flag and the turn under way.
    pub event: Option<usize>,
    /// Whose time it concerns.
    pub side: Side,
    /// What happened.
    pub subject: LineSubject,
    /// How long the turn took by the calendar, without what earlier lines charged of it; nothing where the line charges
    /// nothing.
    pub elapsed: TimeSpan,
    /// From `elapsed` to `charged`: below zero what is not charged, above zero what is charged again.
    pub steps: Vec<ChargeStep>,
    /// What the turn cost.
    pub charged: TimeSpan,
    /// What was given (above zero) and taken (below zero), in order.
    pub entries: Vec<LedgerEntry>,
    /// What the side had afterwards; none where there is no clock.
    pub remaining: Option<Balance>,
    /// When the flag had fallen, for a turn that ended too late.
    pub late: Option<DateTime<Utc>>,
}

/// What a line is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineSubject {
    /// What the side starts with.
    Opening,
    /// A move.
    Move {
        /// Its number among the side's own moves, from 1.
        number: u32,
    },
    /// The turn under way, charged as if it ended at this instant.
    UnderWay,
    /// The flag fell and ended the game.
    Flag,
    /// Leave was taken.
    Leave {
        /// The first day, UTC.
        from: NaiveDate,
        /// The last day, UTC, included.
        to: NaiveDate,
        /// The days by calendar year.
        years: Vec<(i32, i64)>,
    },
    /// Leave was cancelled.
    LeaveCancelled {
        /// The first day, UTC.
        from: NaiveDate,
        /// The last day, UTC, included.
        to: NaiveDate,
        /// The days by calendar year.
        years: Vec<(i32, i64)>,
    },
    /// The arbiter gave time.
    Credit,
    /// The arbiter took time.
    Penalty,
    /// The opponent gave time.
    Gift,
    /// Moves were taken back, which ended this side's turn.
    TakeBack {
        /// How many, counting both sides'.
        plies: u32,
    },
    /// The game ended in this side's turn.
    End,
    /// The game was reopened in this side's turn.
    Resumed,
}

/// A step from the time that passed to the time that is charged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChargeStep {
    /// Below zero: not charged. Above: charged again.
    pub amount: TimeSpan,
    /// Why.
    pub reason: TimeReason,
}

/// A change of what a side has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerEntry {
    /// Which part of its time.
    pub part: TimePart,
    /// Above zero: given. Below: taken.
    pub amount: TimeSpan,
    /// Why.
    pub reason: TimeReason,
}

impl LineSubject {
    /// The id of the [ruling](super::RULINGS) that it brings into play by itself, if any.
    pub fn ruling(&self) -> Option<&'static str> {
        match self {
            LineSubject::Leave { .. } | LineSubject::LeaveCancelled { .. } => Some("C12"),
            LineSubject::TakeBack { .. } => Some("C16"),
            LineSubject::Flag => Some("C17"),
            LineSubject::Resumed => Some("C20"),
            _ => None,
        }
    }
}

impl fmt::Display for LineSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineSubject::Opening => write!(f, "start"),
            LineSubject::Move { number } => write!(f, "move {number}"),
            LineSubject::UnderWay => write!(f, "turn under way"),
            LineSubject::Flag => write!(f, "flag fallen"),
            LineSubject::Leave { from, to, years }
            | LineSubject::LeaveCancelled { from, to, years } => {
                let cancelled = matches!(self, LineSubject::LeaveCancelled { .. });
                let cancelled = if cancelled { "cancelled: " } else { "" };
                write!(f, "leave {cancelled}{from}..{to}")?;
                let years: Vec<_> =
                    years.iter().map(|(y, days)| format!("{days}d of {y}")).collect();
                write!(f, " ({})", years.join(", "))
            }
            LineSubject::Credit => write!(f, "credit"),
            LineSubject::Penalty => write!(f, "penalty"),
            LineSubject::Gift => write!(f, "gift"),
            LineSubject::TakeBack { plies: 1 } => write!(f, "take-back of 1 ply"),
            LineSubject::TakeBack { plies } => write!(f, "take-back of {plies} plies"),
            LineSubject::End => write!(f, "end"),
            LineSubject::Resumed => write!(f, "reopened"),
        }
    }
}

impl LedgerLine {
    /// The ids of the [rulings](super::RULINGS) that were applied, in the order in which they come up.
    pub fn rulings(&self) -> Vec<&'static str> {
        let steps = self.steps.iter().map(|step| step.reason.ruling());
        let entries = self.entries.iter().map(|entry| entry.reason.ruling());
        let late = self.late.map(|_| "C6");
        self.subject.ruling().into_iter().chain(steps).chain(entries).chain(late).collect()
    }
}

/// One line: when, whose time, what happened, how the charge came about, what was given and taken, what is left.
impl fmt::Display for LedgerLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at.to_rfc3339_opts(SecondsFormat::Secs, true);
        write!(f, "{at} {} {}", self.side, self.subject)?;
        if let Some(id) = self.subject.ruling() {
            write!(f, " [{id}]")?;
        }
        let mut parts = Vec::new();
        if self.elapsed != TimeSpan::ZERO {
            let mut turn = format!("took {}", self.elapsed);
            for step in &self.steps {
                turn += &format!(
                    ", {} {} [{}]",
                    signed(step.amount),
                    step.reason,
                    step.reason.ruling()
                );
            }
            turn += &format!(", charged {}", self.charged);
            parts.push(turn);
        }
        let shown = self.entries.iter().filter(|entry| entry.reason != TimeReason::Used);
        parts.extend(shown.map(given));
        if let Some(left) = self.remaining {
            parts.push(
                match self.entries.iter().any(|e| e.part != TimePart::Clock)
                    || left.spare != TimeSpan::ZERO
                {
                    true => format!("left {} and {} in hand", left.clock, left.spare),
                    false => format!("left {}", left.clock),
                },
            );
        }
        if let Some(flag) = self.late {
            let flag = flag.to_rfc3339_opts(SecondsFormat::Secs, true);
            parts.push(format!("late, the flag fell at {flag} [C6]"));
        }
        if parts.is_empty() { Ok(()) } else { write!(f, ": {}", parts.join("; ")) }
    }
}

fn given(entry: &LedgerEntry) -> String {
    let part = match entry.part {
        TimePart::Clock => String::new(),
        part => format!(" ({part})"),
    };
    format!("{} {}{part} [{}]", signed(entry.amount), entry.reason, entry.reason.ruling())
}

/// With a plus sign where it is more than nothing.
fn signed(amount: TimeSpan) -> String {
    if amount > TimeSpan::ZERO { format!("+{amount}") } else { amount.to_string() }
}

/// Why an amount of time is in a line of the ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimeReason {
    /// Not charged: the side was not bound yet.
    Unbound,
    /// Not charged: the game was over, until it was reopened.
    Stopped,
    /// Not charged: the side was on leave.
    Leave,
    /// Not charged: a day of the week that does not count.
    DayOff,
    /// Not charged: the agreed grace of each turn.
    Grace,
    /// Not charged: a day that was not full.
    PartDay,
    /// Charged again: days past the 20th on one move.
    Doubled {
        /// How many days count twice.
        days: i64,
    },
    /// Not charged: there is no clock.
    Untimed,
    /// Given at the start, or for the next move.
    Allowance,
    /// Given for reaching a block of moves.
    Block {
        /// Its first move.
        first: u32,
        /// Its last move.
        last: u32,
        /// The whole days carried over; below zero if days were owed.
        carried: i64,
    },
    /// Given for a move made.
    Increment,
    /// Given for a move made in main time.
    Reserve,
    /// Given by the arbiter.
    Credit {
        /// Why.
        reason: String,
    },
    /// Given by the opponent.
    Gift,
    /// Taken: the charge for the turn.
    Used,
    /// Taken by the arbiter.
    Penalty {
        /// Why.
        reason: String,
    },
    /// Lost: the increment would pass the cap.
    Capped,
    /// Lost: not used on the move it was for.
    Lapsed,
    /// Made good: the move was late, but nobody claimed.
    Waived,
}

impl TimeReason {
    /// The id of the [ruling](super::RULINGS) it rests on.
    pub fn ruling(&self) -> &'static str {
        match self {
            TimeReason::Used
            | TimeReason::Allowance
            | TimeReason::Untimed
            | TimeReason::Unbound => "C2",
            TimeReason::PartDay => "C3",
            TimeReason::Doubled { .. } => "C4",
            TimeReason::Waived => "C6",
            TimeReason::Increment | TimeReason::Capped => "C7",
            TimeReason::Block { .. } => "C8",
            TimeReason::Reserve => "C9",
            TimeReason::Lapsed => "C11",
            TimeReason::Leave => "C12",
            TimeReason::DayOff => "C13",
            TimeReason::Grace => "C14",
            TimeReason::Credit { .. } | TimeReason::Penalty { .. } | TimeReason::Gift => "C15",
            TimeReason::Stopped => "C20",
        }
    }
}

impl fmt::Display for TimeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeReason::Unbound => write!(f, "before the player was bound"),
            TimeReason::Stopped => write!(f, "while the game was over"),
            TimeReason::Leave => write!(f, "on leave"),
            TimeReason::DayOff => write!(f, "day off"),
            TimeReason::Grace => write!(f, "grace"),
            TimeReason::PartDay => write!(f, "part of a day, only whole days count"),
            TimeReason::Doubled { days: 1 } => write!(f, "1 day past the 20th counts twice"),
            TimeReason::Doubled { days } => write!(f, "{days} days past the 20th count twice"),
            TimeReason::Untimed => write!(f, "no clock"),
            TimeReason::Allowance => write!(f, "allowance"),
            TimeReason::Block { first, last, carried } if *carried < 0 => {
                write!(f, "for moves {first} to {last}, less {}d owed", carried.unsigned_abs())
            }
            TimeReason::Block { first, last, carried } => {
                write!(f, "for moves {first} to {last}, besides {carried}d carried over")
            }
            TimeReason::Increment => write!(f, "increment"),
            TimeReason::Reserve => write!(f, "reserve for a move in main time"),
            TimeReason::Credit { reason } => write!(f, "credit by the arbiter: {reason}"),
            TimeReason::Gift => write!(f, "gift of the opponent"),
            TimeReason::Used => write!(f, "used"),
            TimeReason::Penalty { reason } => write!(f, "penalty by the arbiter: {reason}"),
            TimeReason::Capped => write!(f, "lost, over the cap"),
            TimeReason::Lapsed => write!(f, "lapsed, not used on this move"),
            TimeReason::Waived => write!(f, "overrun waived, nobody claimed"),
        }
    }
}
