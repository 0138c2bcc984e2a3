//! Ledgers in words.

use super::{LedgerEntry, LedgerLine, LineSubject, TimePart, TimeReason, TimeSpan};
use chrono::SecondsFormat;
use std::fmt;

impl LineSubject {
    /// The id of the [ruling](super::RULINGS) that it brings into play by itself, if any.
    pub fn ruling(&self) -> Option<&'static str> {
        match self {
            LineSubject::Leave { .. } => Some("C12"),
            LineSubject::TakeBack { .. } => Some("C16"),
            LineSubject::Flag => Some("C17"),
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
            LineSubject::Leave { from, to, years } => {
                write!(f, "leave {from}..{to}")?;
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
