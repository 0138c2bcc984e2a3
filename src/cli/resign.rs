//! `riverpost resign`: resigns a game, also out of turn (G5).

use super::deed::{Player, Said};
use super::out::Out;
use super::{Common, Done};
use crate::record::Act;

/// Arguments of `resign`.
#[derive(clap::Args, Debug)]
pub(super) struct Resign {
    /// The record: its id, the beginning of it, or its path
    record: String,
    #[command(flatten)]
    player: Player,
    #[command(flatten)]
    said: Said,
}

impl Resign {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.said.act(&self.record, Act::Resigns, self.player.by(), common, out)
    }
}
