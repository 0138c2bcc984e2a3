//! `riverpost leave`: takes leave, during which one's clock stands still.

use chrono::NaiveDate;

use super::deed::{Player, Said};
use super::error::Failure;
use super::out::Out;
use super::{Common, Done};
use crate::record::Act;

/// Arguments of `leave`.
#[derive(clap::Args, Debug)]
pub(super) struct Leave {
    /// The record: its id, the beginning of it, or its path
    record: String,
    /// The first and the last day, UTC: 2026-12-20..2027-01-02 (C12)
    #[arg(value_name = "FROM..TO")]
    days: String,
    #[command(flatten)]
    player: Player,
    #[command(flatten)]
    said: Said,
}

impl Leave {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let day = |text: &str| text.parse::<NaiveDate>().ok();
        let days = self.days.split_once("..").and_then(|(from, to)| Some((day(from)?, day(to)?)));
        let Some((from, to)) = days.filter(|(from, to)| from <= to) else {
            let message = format!("{:?} is no leave", self.days);
            return Err(Failure::usage(message).hint("write 2026-12-20..2027-01-02"));
        };
        self.said.act(&self.record, Act::Leave { from, to }, self.player.by(), common, out)
    }
}
