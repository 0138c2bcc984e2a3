//! `riverpost claim`: claims a draw, or the opponent's time.

use clap::ValueEnum;

use super::deed::{Player, Said};
use super::error::Failure;
use super::out::Out;
use super::{Common, Done};
use crate::record::Act;
use crate::rules;

/// Arguments of `claim`.
#[derive(clap::Args, Debug)]
pub(super) struct Claim {
    /// The record: its id, the beginning of it, or its path
    record: String,
    /// On what ground
    ground: Ground,
    /// The move that would bring about the repetition or the fiftieth move; it is named, not made
    #[arg(long, value_name = "MOVE")]
    with: Option<String>,
    #[command(flatten)]
    player: Player,
    #[command(flatten)]
    said: Said,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Ground {
    /// A draw: the position for the third time (G2)
    Repetition,
    /// A draw: fifty moves by each side without progress (G3)
    FiftyMove,
    /// The opponent's flag has fallen (G8)
    Time,
}

impl Claim {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let draw = |claim| Act::DrawClaimed { claim, with: self.with.clone().map(Into::into) };
        let act = match self.ground {
            Ground::Time if self.with.is_some() => {
                return Err(Failure::usage("time is claimed without a move: leave out --with"));
            }
            Ground::Repetition => draw(rules::Claim::Repetition),
            Ground::FiftyMove => draw(rules::Claim::FiftyMoves),
            Ground::Time => Act::TimeClaimed,
        };
        self.said.act(&self.record, act, self.player.by(), common, out)
    }
}
