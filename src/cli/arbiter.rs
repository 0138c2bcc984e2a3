//! What an arbiter does in a game, and how the players agree on one: `riverpost arbiter`.

use std::borrow::Cow;

use clap::{Subcommand, ValueEnum};

use super::acting::{Acting, Grounds, Said};
use super::arguments::{Common, Side, person, public_key};
use super::command::Run;
use super::error::Done;
use super::output::Out;
use super::record::RecordToChange;
use crate::clock::TimeSpan;
use crate::record::Act;
use crate::rules::{self, Outcome};

/// Rule on a game or its clocks as an arbiter, or agree on one
#[derive(Subcommand, Debug)]
pub(super) enum Arbiter {
    /// Decide the game (G5), also otherwise than it has ended (G9)
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
    /// Let a game go on that is over (G9)
    Reopen {
        #[command(flatten)]
        record: RecordToChange,
        #[command(flatten)]
        ruling: ArbiterRuling,
    },
    /// Propose an arbiter, as a player
    Propose {
        #[command(flatten)]
        acting: Acting,
        /// Who it is to be, with an address if there is one
        #[arg(value_name = "NAME <ADDRESS>")]
        person: String,
        /// The arbiter's public key: its file, or the key as OpenSSH writes it
        #[arg(long, value_name = "FILE|KEY")]
        key: Option<String>,
    },
    /// Give a side another key, in the place of a lost one (K5)
    Key {
        #[command(flatten)]
        record: RecordToChange,
        /// Whose key
        side: Side,
        /// The public key: its file, or the key as OpenSSH writes it
        #[arg(value_name = "FILE|KEY")]
        key: String,
        #[command(flatten)]
        ruling: ArbiterRuling,
    },
    /// Accept the arbiter whom the other side proposed
    Accept(Acting),
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
    #[value(alias = "1-0")]
    South,
    /// North wins
    #[value(alias = "0-1")]
    North,
    /// A draw
    #[value(alias = "1/2-1/2")]
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

impl ArbiterRuling {
    /// Takes what an arbiter does for a reason, and says what came of it.
    fn rule(
        &self,
        record: &RecordToChange,
        act: impl FnOnce(Cow<'static, str>, Cow<'static, str>) -> Act<'static>,
        common: &Common,
        out: &mut Out,
    ) -> Done {
        // The record knows the arbiter's name.
        let act = act(self.grounds.reason.clone().into(), "".into());
        self.said.act(record.locate(common)?, act, self.grounds.entered.by(), common, out)
    }
}

impl TimeRuling {
    fn rule(&self, docked: bool, common: &Common, out: &mut Out) -> Done {
        let (side, amount) = (self.side.into(), self.amount);
        let act = |reason, arbiter| Act::TimeRuled { side, amount, docked, reason, arbiter };
        self.ruling.rule(&self.record, act, common, out)
    }
}

impl Run for Arbiter {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        match self {
            Arbiter::Rule { record, result, ruling } => {
                let outcome = (*result).into();
                let act = |reason, arbiter| Act::Adjudicated { outcome, reason, arbiter };
                ruling.rule(record, act, common, out)
            }
            Arbiter::Flag { record, side, ruling } => {
                let side = (*side).into();
                let act = |reason, arbiter| Act::FlagDeclared { side, reason, arbiter };
                ruling.rule(record, act, common, out)
            }
            Arbiter::Reopen { record, ruling } => {
                let act = |reason, arbiter| Act::Reopened { reason, arbiter };
                ruling.rule(record, act, common, out)
            }
            Arbiter::Credit(time) => time.rule(false, common, out),
            Arbiter::Dock(time) => time.rule(true, common, out),
            Arbiter::Propose { acting, person: text, key } => {
                let person = person(text, key.as_deref())?;
                acting.act(Act::ArbiterProposed { person }, common, out)
            }
            Arbiter::Key { record, side, key, ruling } => {
                let (side, key) = ((*side).into(), public_key(key)?.to_string().into());
                let act = |reason, arbiter| Act::KeyReplaced { side, key, reason, arbiter };
                ruling.rule(record, act, common, out)
            }
            Arbiter::Accept(acting) => acting.bind(Act::ArbiterAccepted, common, out),
        }
    }
}
