//! `riverpost void`: proposes that a game be void, or agrees to it.

use clap::ValueEnum;

use super::deed::{Player, Said};
use super::out::Out;
use super::{Common, Done};
use crate::record::Act;

/// Arguments of `void`.
#[derive(clap::Args, Debug)]
pub(super) struct Void {
    /// The record: its id, the beginning of it, or its path
    record: String,
    /// What to do
    what: What,
    #[command(flatten)]
    player: Player,
    #[command(flatten)]
    said: Said,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    /// Propose that the game be void (G11); a move closes the question
    Propose,
    /// Agree to the other side's proposal, which ends the game without a result
    Agree,
}

impl Void {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let act = match self.what {
            What::Propose => Act::VoidProposed,
            What::Agree => Act::VoidAgreed,
        };
        self.said.act(&self.record, act, self.player.by(), common, out)
    }
}
