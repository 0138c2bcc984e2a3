//! `riverpost takeback`: asks to take moves back, agrees or declines.

use clap::Subcommand;

use super::deed::{Player, Said};
use super::out::Out;
use super::{Common, Done};
use crate::record::Act;

/// Arguments of `takeback`.
#[derive(clap::Args, Debug)]
pub(super) struct TakeBack {
    /// The record: its id, the beginning of it, or its path
    record: String,
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    player: Player,
    #[command(flatten)]
    said: Said,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Ask that the last moves be taken back (G11); a move closes the question
    Request {
        /// How many moves, counting both sides'
        #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        plies: u32,
    },
    /// Agree to what the other side asked: the moves stay in the record, and are as if not played
    Agree,
    /// Decline it
    Decline,
}

impl TakeBack {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let act = match self.what {
            What::Request { plies } => Act::TakeBackRequested { plies },
            What::Agree => Act::TakeBackAgreed,
            What::Decline => Act::TakeBackDeclined,
        };
        self.said.act(&self.record, act, self.player.by(), common, out)
    }
}
