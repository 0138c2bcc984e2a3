//! `riverpost rule`: an arbiter decides a game, or declares that a flag has fallen.

use clap::ValueEnum;

use super::deed::{Grounds, Said};
use super::error::Failure;
use super::out::Out;
use super::time::Side;
use super::{Common, Done};
use crate::actions::By;
use crate::record::Act;
use crate::rules::{self, Outcome};

/// Arguments of `rule`.
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

impl Rule {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
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
        self.said.act(&self.record, act, By::Arbiter(arbiter), common, out)
    }
}
