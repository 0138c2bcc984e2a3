//! The clocks of a game as its record shows them.

use chrono::{DateTime, Utc};

use crate::clock::{self, Ledger, Options, Start, TimeControl};
use crate::record::{Act, Record, Replayed};

/// The clocks of a game at an instant.
#[derive(Clone, Debug)]
pub enum Clocks {
    /// The record states no time control, or that there is none.
    None,
    /// There is one, but what stands on the clocks cannot be told, for this reason.
    Unknown(String),
    /// What stands on them.
    Known(Box<Ledger>),
}

impl Clocks {
    /// The account, where there is one.
    pub fn ledger(&self) -> Option<&Ledger> {
        match self {
            Clocks::Known(ledger) => Some(ledger),
            _ => None,
        }
    }
}

/// The clocks of a game at the instant `at`, or at that of its last action if that is later: another system's clock may
/// be ahead of ours.
pub fn clocks(record: &Record<'_>, replayed: &Replayed, at: DateTime<Utc>) -> Clocks {
    let header = record.header();
    let control: TimeControl = match header.time.as_deref().map(str::parse) {
        None | Some(Ok(TimeControl::None)) => return Clocks::None,
        Some(Ok(control)) => control,
        Some(Err(error)) => return Clocks::Unknown(error.to_string()),
    };
    let Some(started) = header.started else {
        return Clocks::Unknown("the record does not say when the game started".into());
    };
    let start = Start { at: started, first: record.game().first };
    let mut events = Vec::with_capacity(record.actions().len());
    for action in record.actions() {
        let Some(at) = action.time else {
            return Clocks::Unknown("the record has lines without a time".into());
        };
        let action = match action.act {
            Act::Move(_) => clock::Action::Move { side: action.side },
            _ if replayed.ending.is_some() => clock::Action::End,
            _ => continue,
        };
        events.push(clock::Event { at, action });
    }
    let last = events.last().map(|event| event.at);
    if let (Some(last), Some(_)) = (last, replayed.ending) {
        let ended = events.last().is_some_and(|e| e.action == clock::Action::End);
        events.extend((!ended).then_some(clock::Event { at: last, action: clock::Action::End }));
    }
    let at = last.map_or(at, |last| last.max(at)).max(started);
    match clock::ledger(&control, &Options::default(), start, &events, at) {
        Ok(ledger) => Clocks::Known(Box::new(ledger)),
        Err(error) => Clocks::Unknown(error.to_string()),
    }
}
