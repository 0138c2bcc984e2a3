//! Ledgers in words.

use super::{Entry, Line, Part, Reason, Span, Subject};
use chrono::SecondsFormat;
use std::fmt;

impl Subject {
    /// The id of the [ruling](super::RULINGS) that it brings into play by itself, if any.
    pub fn ruling(&self) -> Option<&'static str> {
        match self {
            Subject::Leave { .. } => Some("C12"),
            Subject::TakeBack { .. } => Some("C16"),
            Subject::Flag => Some("C17"),
            _ => None,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Opening => write!(f, "start"),
            Subject::Move { number } => write!(f, "move {number}"),
            Subject::UnderWay => write!(f, "turn under way"),
            Subject::Flag => write!(f, "flag fallen"),
            Subject::Leave { from, to, years } => {
                write!(f, "leave {from}..{to}")?;
                let years: Vec<_> =
                    years.iter().map(|(y, days)| format!("{days}d of {y}")).collect();
                write!(f, " ({})", years.join(", "))
            }
            Subject::Credit => write!(f, "credit"),
            Subject::Penalty => write!(f, "penalty"),
            Subject::Gift => write!(f, "gift"),
            Subject::TakeBack { plies: 1 } => write!(f, "take-back of 1 ply"),
            Subject::TakeBack { plies } => write!(f, "take-back of {plies} plies"),
            Subject::End => write!(f, "end"),
        }
    }
}

impl Line {
    /// The ids of the [rulings](super::RULINGS) that were applied, in the order in which they come up.
    pub fn rulings(&self) -> Vec<&'static str> {
        let steps = self.steps.iter().map(|step| step.reason.ruling());
        let entries = self.entries.iter().map(|entry| entry.reason.ruling());
        let late = self.late.map(|_| "C6");
        self.subject.ruling().into_iter().chain(steps).chain(entries).chain(late).collect()
    }
}

/// One line: when, whose time, what happened, how the charge came about, what was given and taken, what is left.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at.to_rfc3339_opts(SecondsFormat::Secs, true);
        write!(f, "{at} {} {}", self.side, self.subject)?;
        if let Some(id) = self.subject.ruling() {
            write!(f, " [{id}]")?;
        }
        let mut parts = Vec::new();
        if self.elapsed != Span::ZERO {
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
        let shown = self.entries.iter().filter(|entry| entry.reason != Reason::Used);
        parts.extend(shown.map(given));
        if let Some(left) = self.remaining {
            parts.push(
                match self.entries.iter().any(|e| e.part != Part::Clock) || left.spare != Span::ZERO
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

fn given(entry: &Entry) -> String {
    let part = match entry.part {
        Part::Clock => String::new(),
        part => format!(" ({part})"),
    };
    format!("{} {}{part} [{}]", signed(entry.amount), entry.reason, entry.reason.ruling())
}

/// With a plus sign where it is more than nothing.
fn signed(amount: Span) -> String {
    if amount > Span::ZERO { format!("+{amount}") } else { amount.to_string() }
}
