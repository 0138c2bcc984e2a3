//! What an arbiter does in a game: `rule` and `time`.

use clap::{Subcommand, ValueEnum};

use super::acting::{Actor, Grounds, Said};
use super::arguments::{Common, Side};
use super::command::Run;
use super::error::{Done, Failure};
use super::output::Out;
use crate::actions::ActionBy;
use crate::clock::TimeSpan;
use crate::record::Act;
use crate::rules::{self, Outcome};

/// As an arbiter, decide the game or declare a flag fallen
#[derive(clap::Args, Debug)]
pub(super) struct Rule {
    /// The record: its id, the beginning of it, or its path
    record: String,
    /// The result, or flag
    decision: Decision,
    /// Whose flag has fallen, for flag
    side: Option<Side>,
    #[command(flatten)]
    grounds: Grounds,
    #[command(flatten)]
    said: Said,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Decision {
    /// South wins (G5)
    South,
    /// North wins (G5)
    North,
    /// A draw (G5)
    Draw,
    /// The flag of the side named has fallen (G8)
    Flag,
}

impl Run for Rule {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let arbiter = self.grounds.arbiter()?;
        let reason = self.grounds.reason.clone().into();
        let name = arbiter.name.clone().into();
        let outcome = match self.decision {
            Decision::South => Some(Outcome::Won(rules::Side::South)),
            Decision::North => Some(Outcome::Won(rules::Side::North)),
            Decision::Draw => Some(Outcome::Draw),
            Decision::Flag => None,
        };
        let act = match (outcome, self.side) {
            (Some(outcome), None) => Act::Adjudicated { outcome, reason, arbiter: name },
            (None, Some(side)) => Act::FlagDeclared { side: side.into(), reason, arbiter: name },
            (Some(_), Some(_)) => return Err(Failure::usage("a result is given without a side")),
            (None, None) => {
                return Err(Failure::usage("whose flag has fallen is not said")
                    .hint("write: rule REC flag south, or north"));
            }
        };
        self.said.act(&self.record, act, ActionBy::Arbiter(arbiter), common, out)
    }
}

/// Give time to the opponent; as an arbiter, credit or dock time
#[derive(clap::Args, Debug)]
pub(super) struct Time {
    /// The record: its id, the beginning of it, or its path
    record: String,
    #[command(subcommand)]
    verb: TimeVerb,
    #[command(flatten)]
    said: Said,
}

#[derive(Subcommand, Debug)]
enum TimeVerb {
    /// The arbiter gives a side time (C15)
    Credit(Ruled),
    /// The arbiter takes time from a side (C15)
    Dock(Ruled),
    /// A player gives the opponent time (C15)
    Give {
        /// How much, such as 2d or 12h
        amount: TimeSpan,
        #[command(flatten)]
        actor: Actor,
    },
}

#[derive(clap::Args, Debug)]
struct Ruled {
    /// Whose time
    side: Side,
    /// How much, such as 2d or 12h
    amount: TimeSpan,
    #[command(flatten)]
    grounds: Grounds,
}

impl Run for Time {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (ruled, docked) = match &self.verb {
            TimeVerb::Credit(ruled) => (ruled, false),
            TimeVerb::Dock(ruled) => (ruled, true),
            TimeVerb::Give { amount, actor } => {
                let act = Act::TimeGiven { amount: *amount };
                return self.said.act(&self.record, act, actor.by(), common, out);
            }
        };
        let arbiter = ruled.grounds.arbiter()?;
        let act = Act::TimeRuled {
            side: ruled.side.into(),
            amount: ruled.amount,
            docked,
            reason: ruled.grounds.reason.clone().into(),
            arbiter: arbiter.name.clone().into(),
        };
        self.said.act(&self.record, act, ActionBy::Arbiter(arbiter), common, out)
    }
}
