//! The itemised account of both clocks at an instant.

use super::engine::Engine;
use super::{Balance, ClockError, ClockEvent, ClockOptions, ClockStart, LedgerLine, TimeControl};
use crate::rules::Side;
use chrono::{DateTime, Datelike, Utc};

/// The account of both clocks at an instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ledger {
    /// The instant, to the second.
    pub at: DateTime<Utc>,
    /// Everything that was charged, given and taken, in order of time; last the turn under way.
    pub lines: Vec<LedgerLine>,
    /// Whose clock runs; none before the start and after the end.
    pub running: Option<Side>,
    /// Both sides, South first.
    pub sides: [ClockState; 2],
}

/// How one side stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClockState {
    /// What it has left, the turn under way charged; none where there is no clock.
    pub remaining: Option<Balance>,
    /// How many moves it has made.
    pub moves: u32,
    /// When its flag fell, or will fall if it is its turn and nothing more happens; none where it stands or
    /// cannot fall.
    pub flag: Option<DateTime<Utc>>,
    /// The days of leave it has taken or announced, by calendar year.
    pub leave: Vec<(i32, i64)>,
}

impl Ledger {
    /// How a side stands.
    pub fn side(&self, side: Side) -> &ClockState {
        let [south, north] = &self.sides;
        match side {
            Side::South => south,
            Side::North => north,
        }
    }
}

/// The account of both clocks at the instant `at`, after the events up to and including it; later events must be in
/// order too but do not count yet. [`RULINGS`](super::RULINGS) say how it is drawn up.
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
/// Times that run backwards, instants outside the years 1 to 9999, and events that cannot happen where they stand.
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
    let at = DateTime::from_timestamp(at.timestamp(), 0).unwrap_or(at);
    let mut engine = Engine::new(control, options, start);
    for (index, event) in events.iter().enumerate() {
        if event.at.timestamp() > at.timestamp() {
            break;
        }
        engine.apply(index, event)?;
    }
    let (running, lines, sides) = engine.finish(at);
    Ok(Ledger { at, lines, running, sides })
}

/// When the flag of a side fell, if it is down at the instant of the ledger: the answer to a claim.
pub fn flag_fallen(ledger: &Ledger, side: Side) -> Option<DateTime<Utc>> {
    ledger.side(side).flag.filter(|flag| *flag <= ledger.at)
}
