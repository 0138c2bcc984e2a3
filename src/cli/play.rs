//! What the players do in a game: `move`, `draw`, `claim`, `resign`, `takeback`, `void`, `give`.

use clap::Subcommand;
use clap_complete::engine::ArgValueCompleter;

use super::acting::{Acting, EnteredFor};
use super::arguments::Common;
use super::command::Run;
use super::complete;
use super::error::{Done, Failure};
use super::instant::{Instant, instant};
use super::output::{Out, now_or};
use super::record::RecordToChange;
use super::recorded;
use crate::actions::plan::PlanEffects;
use crate::actions::{self, MoveRequest, Recorded, RecordedMove};
use crate::clock::TimeSpan;
use crate::record::Act;
use crate::rules;
use crate::store::{RepoPath, Store};

/// Submit a move: checked, recorded, committed
#[derive(clap::Args, Debug)]
pub(super) struct Play {
    #[command(flatten)]
    record: RecordToChange,
    /// The move in any notation: `SK b1-c3`, `b1c3`, `Kc3`; `/` may stand for `>` and `!`
    #[arg(required = true, num_args = 1.., value_name = "MOVE",
          add = ArgValueCompleter::new(complete::moves))]
    text: Vec<String>,
    #[command(flatten)]
    moving: Moving,
}

/// What goes with a move.
#[derive(clap::Args, Debug)]
pub(super) struct Moving {
    /// Offer a draw along with the move
    #[arg(long, requires = "text")]
    draw: bool,
    #[command(flatten)]
    entered: EnteredFor,
    /// What to say with it: one line without braces
    #[arg(long, value_name = "TEXT", requires = "text")]
    comment: Option<String>,
    /// What to answer to what may follow, as for `plan add REC`
    #[arg(long, value_name = "SEQUENCE", requires = "text")]
    then: Option<String>,
    /// When it was made, such as "2 Dec 18:00" [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant, requires = "text")]
    at: Option<Instant>,
}

impl Moving {
    /// Submits a move, the words of whose text are given.
    pub(super) fn submit(
        &self,
        (store, path): (&Store, &RepoPath),
        text: &[String],
        common: &Common,
        out: &mut Out,
    ) -> Result<(Recorded<RecordedMove>, PlanEffects), Failure> {
        let request = MoveRequest {
            text: text.join(" "),
            by: self.entered.by(),
            offer: self.draw,
            comment: self.comment.clone(),
            at: now_or(self.at, common, out)?,
        };
        let then = self.then.as_deref();
        Ok(actions::submit(store, path, &request, then, common.dry_run)?)
    }
}

impl Run for Play {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (store, path) = self.record.locate(common)?;
        let (done, plans) = self.moving.submit((&store, &path), &self.text, common, out)?;
        recorded::moved(&done, &plans, common, out)
    }
}

/// Accept or decline a draw; it is offered with `move --draw`
#[derive(Subcommand, Debug)]
pub(super) enum Draw {
    /// Accept the other side's offer, which ends the game
    Accept(Acting),
    /// Decline it
    Decline(Acting),
}

impl Run for Draw {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        match self {
            Draw::Accept(acting) => acting.bind(Act::DrawAgreed, common, out),
            Draw::Decline(acting) => acting.act(Act::DrawDeclined, common, out),
        }
    }
}

/// Claim a draw, or the opponent's time
#[derive(Subcommand, Debug)]
pub(super) enum Claim {
    /// A draw: the position for the third time (G2)
    Repetition(DrawClaim),
    /// A draw: fifty moves by each side without progress (G3)
    FiftyMove(DrawClaim),
    /// The opponent's flag has fallen (G8)
    Time(Acting),
}

/// What a claim of a draw takes.
#[derive(clap::Args, Debug)]
pub(super) struct DrawClaim {
    #[command(flatten)]
    acting: Acting,
    /// The move that would bring about the repetition or the fiftieth move; it is named, not made
    #[arg(long, value_name = "MOVE", add = ArgValueCompleter::new(complete::moves))]
    with: Option<String>,
}

impl Run for Claim {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (claim, draw) = match self {
            Claim::Repetition(draw) => (rules::Claim::Repetition, draw),
            Claim::FiftyMove(draw) => (rules::Claim::FiftyMoves, draw),
            Claim::Time(acting) => return acting.act(Act::TimeClaimed, common, out),
        };
        let act = Act::DrawClaimed { claim, with: draw.with.clone().map(Into::into) };
        draw.acting.act(act, common, out)
    }
}

/// Resign, also out of turn
#[derive(clap::Args, Debug)]
pub(super) struct Resign {
    #[command(flatten)]
    acting: Acting,
}

impl Run for Resign {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.acting.bind(Act::Resigns, common, out)
    }
}

/// Ask to take moves back, accept or decline
#[derive(Subcommand, Debug)]
pub(super) enum TakeBack {
    /// Ask that the last moves be taken back (G11); a move closes the question
    Request {
        #[command(flatten)]
        acting: Acting,
        /// How many moves, counting both sides'
        #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        plies: u32,
    },
    /// Accept what the other side asked: the moves stay in the record, and are as if not played
    Accept(Acting),
    /// Decline it
    Decline(Acting),
}

impl Run for TakeBack {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        match self {
            TakeBack::Request { acting, plies } => {
                acting.act(Act::TakeBackRequested { plies: *plies }, common, out)
            }
            TakeBack::Accept(acting) => acting.bind(Act::TakeBackAgreed, common, out),
            TakeBack::Decline(acting) => acting.act(Act::TakeBackDeclined, common, out),
        }
    }
}

/// Propose that the game be void, accept or decline
#[derive(Subcommand, Debug)]
pub(super) enum Void {
    /// Propose that the game be void (G11); a move closes the question
    Propose(Acting),
    /// Accept the other side's proposal, which ends the game without a result
    Accept(Acting),
    /// Decline it
    Decline(Acting),
}

impl Run for Void {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        match self {
            Void::Propose(acting) => acting.act(Act::VoidProposed, common, out),
            Void::Accept(acting) => acting.bind(Act::VoidAgreed, common, out),
            Void::Decline(acting) => acting.act(Act::VoidDeclined, common, out),
        }
    }
}

/// Give time to the opponent
#[derive(clap::Args, Debug)]
pub(super) struct Give {
    #[command(flatten)]
    acting: Acting,
    /// How much, such as 2d or 12h (C15)
    #[arg(value_name = "AMOUNT")]
    amount: TimeSpan,
}

impl Run for Give {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.acting.act(Act::TimeGiven { amount: self.amount }, common, out)
    }
}
