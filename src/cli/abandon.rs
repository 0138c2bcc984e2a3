//! `riverpost abandon`: leaves a game unfinished.

use super::deed::{Player, Said};
use super::out::Out;
use super::{Common, Done};
use crate::record::Act;

/// Arguments of `abandon`.
#[derive(clap::Args, Debug)]
pub(super) struct Abandon {
    /// The record: its id, the beginning of it, or its path
    record: String,
    #[command(flatten)]
    player: Player,
    #[command(flatten)]
    said: Said,
}

impl Abandon {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.said.act(&self.record, Act::Abandoned, self.player.by(), common, out)
    }
}
