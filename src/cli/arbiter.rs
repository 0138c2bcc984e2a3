//! What an arbiter does in a game: `riverpost arbiter`.

use clap::{Subcommand, ValueEnum};

use super::acting::{Grounds, Said};
use super::arguments::{Common, Side};
use super::command::Run;
use super::error::Done;
use super::output::Out;
use super::record::RecordToChange;
use crate::actions::ActionBy;
use crate::clock::TimeSpan;
use crate::record::Act;
use crate::rules::{self, Outcome};

/// Rule on a game or its clocks as an arbiter
#[derive(Subcommand, Debug)]
pub(super) enum Arbiter {
    /// Decide the game (G5)
    Rule {
        #[command(flatten)]
        record: RecordToChange,
        /// The result
        result: Decision,
        #[command(flatten)]
        ruling: ArbiterRuling,
    },
    /// Declare that a flag has fallen (G8)
    Flag {
        #[command(flatten)]
        record: RecordToChange,
        /// Whose flag has fallen
        side: Side,
        #[command(flatten)]
        ruling: ArbiterRuling,
    },
    /// Give a side time (C15)
    Credit(TimeRuling),
    /// Take time from a side (C15)
    Dock(TimeRuling),
}

/// What a ruling on a clock takes.
#[derive(clap::Args, Debug)]
pub(super) struct TimeRuling {
    #[command(flatten)]
    record: RecordToChange,
    /// Whose time
    side: Side,
    /// How much, such as 2d or 12h
    amount: TimeSpan,
    #[command(flatten)]
    ruling: ArbiterRuling,
}

/// Who rules, why, and when.
#[derive(clap::Args, Debug)]
pub(super) struct ArbiterRuling {
    #[command(flatten)]
    grounds: Grounds,
    #[command(flatten)]
    said: Said,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// South wins
    South,
    /// North wins
    North,
    /// A draw
    Draw,
    /// The game does not count
    Void,
}

impl From<Decision> for Option<Outcome> {
    fn from(decision: Decision) -> Option<Outcome> {
        Some(match decision {
            Decision::South => Outcome::Won(rules::Side::South),
            Decision::North => Outcome::Won(rules::Side::North),
            Decision::Draw => Outcome::Draw,
            Decision::Void => return None,
        })
    }
}

impl Run for Arbiter {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (record, ruling) = match self {
            Arbiter::Rule { record, ruling, .. } | Arbiter::Flag { record, ruling, .. } => {
                (record, ruling)
            }
            Arbiter::Credit(time) | Arbiter::Dock(time) => (&time.record, &time.ruling),
        };
        let person = ruling.grounds.arbiter()?;
        let reason = ruling.grounds.reason.clone().into();
        let arbiter = person.name.clone().into();
        let act = match self {
            Arbiter::Rule { result, .. } => {
                Act::Adjudicated { outcome: (*result).into(), reason, arbiter }
            }
            Arbiter::Flag { side, .. } => {
                Act::FlagDeclared { side: (*side).into(), reason, arbiter }
            }
            Arbiter::Credit(time) | Arbiter::Dock(time) => Act::TimeRuled {
                side: time.side.into(),
                amount: time.amount,
                docked: matches!(self, Arbiter::Dock(_)),
                reason,
                arbiter,
            },
        };
        ruling.said.act(record.locate(common)?, act, ActionBy::Arbiter(person), common, out)
    }
}
