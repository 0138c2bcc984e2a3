//! `riverpost match`: connected matches.

mod draw;
mod new;
mod next;
mod print;
mod refusal;
mod result;
mod score;
mod sides;
mod tournament;

use clap::Subcommand;

pub(super) use print::judged as print_judged;

use super::out::Out;
use super::{Common, Done};

/// Arguments of `match`.
#[derive(clap::Args, Debug)]
pub(super) struct Match {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Begin a match
    New(Box<new::New>),
    /// Who plays which side in each game, and why
    Sides(sides::Sides),
    /// What each game scored and what the match stands at
    Score(score::Score),
    /// What is to be played next, and why; --create begins it
    Next(next::Next),
    /// Draw lots: commit, reveal, roll, choose, show
    Draw(draw::Draw),
    /// Record the result of an external game; void, forfeit or adjudicate a game
    Result(Box<result::Result>),
    /// The rounds of a tournament
    Schedule(tournament::Schedule),
    /// The standings of a tournament
    Standings(tournament::Standings),
    /// Everybody against everybody
    Crosstable(tournament::Crosstable),
}

impl Match {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        match &self.command {
            Command::New(command) => command.run(common, out),
            Command::Sides(command) => command.run(common, out),
            Command::Score(command) => command.run(common, out),
            Command::Next(command) => command.run(common, out),
            Command::Draw(command) => command.run(common, out),
            Command::Result(command) => command.run(common, out),
            Command::Schedule(command) => command.run(common, out),
            Command::Standings(command) => command.run(common, out),
            Command::Crosstable(command) => command.run(common, out),
        }
    }
}
