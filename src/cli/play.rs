//! What the players do in a game: `move`, `draw`, `claim`, `resign`, `abandon`, `takeback`, `void`, `leave`.

use chrono::{DateTime, NaiveDate, Utc};
use clap::{Subcommand, ValueEnum};

use super::acting::{Actor, Said};
use super::arguments::{Common, instant, now_or};
use super::command::Run;
use super::error::{Done, Failure};
use super::output::Out;
use super::recorded;
use crate::actions::{self, GAMES, MoveRequest};
use crate::record::Act;
use crate::rules;
use crate::store::Store;

/// Submit a move: checked, recorded, committed
#[derive(clap::Args, Debug)]
pub(super) struct Play {
    /// The record: its id, the beginning of it, or its path
    record: String,
    /// The move in any notation: `SK b1-c3`, `b1c3`, `Kc3`
    #[arg(required = true, num_args = 1.., value_name = "MOVE")]
    text: Vec<String>,
    /// Offer a draw along with the move
    #[arg(long)]
    offer_draw: bool,
    /// What to say with it: one line without braces
    #[arg(long, value_name = "TEXT")]
    comment: Option<String>,
    /// What to answer to what may follow, as for `plan REC add`
    #[arg(long, value_name = "SEQUENCE")]
    then: Option<String>,
    /// When it was made [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<DateTime<Utc>>,
}

impl Run for Play {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let request = MoveRequest {
            text: self.text.join(" "),
            offer: self.offer_draw,
            conditional: false,
            comment: self.comment.clone(),
            at: now_or(self.at)?,
        };
        send(&self.record, &request, self.then.as_deref(), common, out)
    }
}

/// Submits a move, with a plan for what may follow, and says what came of it.
pub(super) fn send(
    record: &str,
    request: &MoveRequest,
    then: Option<&str>,
    common: &Common,
    out: &mut Out,
) -> Done {
    let store = Store::discover(&common.folder())?;
    let path = actions::locate(&store, &common.working_folder()?, GAMES, record)?;
    let (done, plans) = actions::submit(&store, &path, request, then, common.dry_run)?;
    recorded::moved(&done, &plans, common, out)
}

/// Offer a draw with a move, accept or decline one
#[derive(clap::Args, Debug)]
pub(super) struct Draw {
    /// The record: its id, the beginning of it, or its path
    record: String,
    #[command(subcommand)]
    verb: DrawVerb,
    #[command(flatten)]
    actor: Actor,
    #[command(flatten)]
    said: Said,
}

#[derive(Subcommand, Debug)]
enum DrawVerb {
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

impl Run for Draw {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let act = match &self.verb {
            DrawVerb::Offer { .. } if self.actor.by.is_some() => {
                let message = "a draw is offered with a move, by the side to move";
                return Err(Failure::usage(message).hint("leave out --by"));
            }
            DrawVerb::Offer { text } => {
                let request = MoveRequest {
                    text: text.join(" "),
                    offer: true,
                    conditional: false,
                    comment: self.said.comment.clone(),
                    at: now_or(self.said.at)?,
                };
                return send(&self.record, &request, None, common, out);
            }
            DrawVerb::Accept => Act::DrawAgreed,
            DrawVerb::Decline => Act::DrawDeclined,
        };
        self.said.act(&self.record, act, self.actor.by(), common, out)
    }
}

/// Claim a draw by repetition or fifty moves, or the opponent's time
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
    actor: Actor,
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

impl Run for Claim {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let draw = |claim| Act::DrawClaimed { claim, with: self.with.clone().map(Into::into) };
        let act = match self.ground {
            Ground::Time if self.with.is_some() => {
                return Err(Failure::usage("time is claimed without a move: leave out --with"));
            }
            Ground::Repetition => draw(rules::Claim::Repetition),
            Ground::FiftyMove => draw(rules::Claim::FiftyMoves),
            Ground::Time => Act::TimeClaimed,
        };
        self.said.act(&self.record, act, self.actor.by(), common, out)
    }
}

/// Resign, also out of turn
#[derive(clap::Args, Debug)]
pub(super) struct Resign {
    /// The record: its id, the beginning of it, or its path
    record: String,
    #[command(flatten)]
    actor: Actor,
    #[command(flatten)]
    said: Said,
}

impl Run for Resign {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.said.act(&self.record, Act::Resigns, self.actor.by(), common, out)
    }
}

/// Leave the game unfinished
#[derive(clap::Args, Debug)]
pub(super) struct Abandon {
    /// The record: its id, the beginning of it, or its path
    record: String,
    #[command(flatten)]
    actor: Actor,
    #[command(flatten)]
    said: Said,
}

impl Run for Abandon {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.said.act(&self.record, Act::Abandoned, self.actor.by(), common, out)
    }
}

/// Ask to take moves back, agree or decline
#[derive(clap::Args, Debug)]
pub(super) struct TakeBack {
    /// The record: its id, the beginning of it, or its path
    record: String,
    #[command(subcommand)]
    verb: TakeBackVerb,
    #[command(flatten)]
    actor: Actor,
    #[command(flatten)]
    said: Said,
}

#[derive(Subcommand, Debug)]
enum TakeBackVerb {
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

impl Run for TakeBack {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let act = match self.verb {
            TakeBackVerb::Request { plies } => Act::TakeBackRequested { plies },
            TakeBackVerb::Agree => Act::TakeBackAgreed,
            TakeBackVerb::Decline => Act::TakeBackDeclined,
        };
        self.said.act(&self.record, act, self.actor.by(), common, out)
    }
}

/// Propose that the game be void, or agree to it
#[derive(clap::Args, Debug)]
pub(super) struct Void {
    /// The record: its id, the beginning of it, or its path
    record: String,
    /// What to do
    verb: VoidVerb,
    #[command(flatten)]
    actor: Actor,
    #[command(flatten)]
    said: Said,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum VoidVerb {
    /// Propose that the game be void (G11); a move closes the question
    Propose,
    /// Agree to the other side's proposal, which ends the game without a result
    Agree,
}

impl Run for Void {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let act = match self.verb {
            VoidVerb::Propose => Act::VoidProposed,
            VoidVerb::Agree => Act::VoidAgreed,
        };
        self.said.act(&self.record, act, self.actor.by(), common, out)
    }
}

/// Take leave: one's clock stands still
#[derive(clap::Args, Debug)]
pub(super) struct Leave {
    /// The record: its id, the beginning of it, or its path
    record: String,
    /// The first and the last day, UTC: 2026-12-20..2027-01-02 (C12)
    #[arg(value_name = "FROM..TO")]
    days: String,
    #[command(flatten)]
    actor: Actor,
    #[command(flatten)]
    said: Said,
}

impl Run for Leave {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let day = |text: &str| text.parse::<NaiveDate>().ok();
        let days = self.days.split_once("..").and_then(|(from, to)| Some((day(from)?, day(to)?)));
        let Some((from, to)) = days.filter(|(from, to)| from <= to) else {
            let message = format!("{:?} is no leave", self.days);
            return Err(Failure::usage(message).hint("write 2026-12-20..2027-01-02"));
        };
        self.said.act(&self.record, Act::Leave { from, to }, self.actor.by(), common, out)
    }
}
