//! `riverpost time`: gives or takes time on a clock.

use clap::{Subcommand, ValueEnum};

use super::deed::{Grounds, Player, Said};
use super::out::Out;
use super::{Common, Done};
use crate::actions::By;
use crate::clock::TimeSpan;
use crate::record::Act;
use crate::rules;

/// Arguments of `time`.
#[derive(clap::Args, Debug)]
pub(super) struct Time {
    /// The record: its id, the beginning of it, or its path
    record: String,
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    said: Said,
}

#[derive(Subcommand, Debug)]
enum What {
    /// The arbiter gives a side time (C15)
    Credit(Ruled),
    /// The arbiter takes time from a side (C15)
    Dock(Ruled),
    /// A player gives the opponent time (C15)
    Give {
        /// How much, such as 2d or 12h
        amount: TimeSpan,
        #[command(flatten)]
        player: Player,
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

/// A side of the board.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// South, or White
    South,
    /// North, or Black
    North,
}

impl From<Side> for rules::Side {
    fn from(side: Side) -> rules::Side {
        match side {
            Side::South => rules::Side::South,
            Side::North => rules::Side::North,
        }
    }
}

impl Time {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (ruled, docked) = match &self.what {
            What::Credit(ruled) => (ruled, false),
            What::Dock(ruled) => (ruled, true),
            What::Give { amount, player } => {
                let act = Act::TimeGiven { amount: *amount };
                return self.said.act(&self.record, act, player.by(), common, out);
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
        self.said.act(&self.record, act, By::Arbiter(arbiter), common, out)
    }
}
