//! `riverpost draw`: offers a draw, accepts or declines one.

use clap::Subcommand;

use super::deed::{Player, Said};
use super::error::Failure;
use super::out::Out;
use super::{Common, Done, now, play};
use crate::actions::Submission;
use crate::record::Act;

/// Arguments of `draw`.
#[derive(clap::Args, Debug)]
pub(super) struct Draw {
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
    /// Offer a draw along with a move (G5)
    Offer {
        /// The move in any notation
        #[arg(required = true, num_args = 1.., value_name = "MOVE")]
        text: Vec<String>,
    },
    /// Accept the other side's offer, which ends the game
    Accept,
    /// Decline it
    Decline,
}

impl Draw {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let act = match &self.what {
            What::Offer { .. } if self.player.by.is_some() => {
                let message = "a draw is offered with a move, by the side to move";
                return Err(Failure::usage(message).hint("leave out --by"));
            }
            What::Offer { text } => {
                let submission = Submission {
                    text: text.join(" "),
                    offer: true,
                    conditional: false,
                    comment: self.said.comment.clone(),
                    at: now::or_now(self.said.at)?,
                };
                return play::send(&self.record, &submission, None, common, out);
            }
            What::Accept => Act::DrawAgreed,
            What::Decline => Act::DrawDeclined,
        };
        self.said.act(&self.record, act, self.player.by(), common, out)
    }
}
