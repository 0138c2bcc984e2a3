//! Arguments for what is agreed besides the rules: clocks, signatures, offers.

use clap::ValueEnum;

use super::error::Failure;
use crate::clock::{ClockOptions, FlagRule, TimeControl, TimeSpan, Weekdays};
use crate::matches::{EndingRule, GameTerms};
use crate::record::SignRule;

/// What may be agreed for a game, or for every game of a match.
#[derive(clap::Args, Debug)]
pub(super) struct Agreed {
    /// The time control, such as 40d+2d, 50d/10, 3d/move
    #[arg(long, value_name = "CONTROL")]
    time: Option<TimeControl>,
    /// Days of the week on which no clock runs, such as sat,sun
    #[arg(long, value_name = "DAYS", value_delimiter = ',')]
    off: Vec<String>,
    /// What is free at the start of each turn, such as 12h
    #[arg(long, value_name = "DURATION")]
    grace: Option<TimeSpan>,
    /// Days of leave each player may take in a calendar year
    #[arg(long, value_name = "DAYS")]
    leave: Option<u16>,
    /// A fallen flag ends the game by itself
    #[arg(long)]
    flag_automatic: bool,
    /// How late an action may be entered, such as 1d
    #[arg(long, value_name = "DURATION")]
    lag: Option<TimeSpan>,
    /// Every action must carry its author's signature [default: where the repository's settings require it]
    #[arg(long)]
    sign: bool,
    /// What ends a game by itself: with claimed, mate and stalemate alone
    #[arg(long, value_name = "RULE")]
    endings: Option<Endings>,
    /// How often each player may offer a draw
    #[arg(long, value_name = "N")]
    offers: Option<u32>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Endings {
    /// Draws other than stalemate are claimed, as in games of the past
    Claimed,
}

impl Agreed {
    /// The same as terms.
    pub(super) fn terms(&self) -> Result<GameTerms, Failure> {
        let off = Weekdays::try_from(self.off.clone());
        let clock = ClockOptions {
            off: off.map_err(|e| Failure::usage(format!("--off: {e}")))?,
            grace: self.grace.unwrap_or_default(),
            leave: self.leave.unwrap_or_default(),
            flag: if self.flag_automatic { FlagRule::Automatic } else { FlagRule::Claimed },
        };
        Ok(GameTerms {
            time: self.time,
            clock,
            lag: self.lag,
            sign: self.sign.then_some(SignRule::Required),
            offers: self.offers,
            endings: self.endings.map(|Endings::Claimed| EndingRule::Claimed),
        })
    }
}
