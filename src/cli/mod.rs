//! The command line: one small file per command, which reads arguments and prints. What is done is done in
//! [`actions`](crate::actions).

mod abandon;
mod claim;
mod clock;
mod completions;
mod deed;
mod demo;
mod detail;
mod draw;
mod error;
mod fmt;
mod game;
mod inbox;
mod init;
mod leave;
mod legal;
mod man;
mod matches;
mod new;
mod now;
mod out;
mod perft;
mod plan;
mod play;
mod report;
mod resign;
mod rule;
mod rules;
mod settled;
mod show;
mod takeback;
mod time;
mod verify;
mod void;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use error::Failure;
use out::Out;

/// Play Wing, RiverQi, Encounter, Fortress of the Witch and Valonian Chess by post, e-mail or git.
#[derive(Parser, Debug)]
#[command(name = "riverpost", version, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 done, or it holds; 1 the answer is no; 2 wrong usage; \
                        3 git, files or keys are not as needed.")]
struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// What every command takes.
#[derive(clap::Args, Debug)]
struct Common {
    /// The repository, or a folder in it [default: the current folder]
    #[arg(long, global = true, value_name = "DIR")]
    repo: Option<PathBuf>,
    /// Print for machines: one JSON value a line
    #[arg(long, global = true)]
    json: bool,
    /// Say what would be done, and write nothing
    #[arg(long, global = true)]
    dry_run: bool,
    /// Print nothing but what was asked for
    #[arg(long, short, global = true)]
    quiet: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Colour,
}

impl Common {
    /// The folder to look for the repository from.
    fn folder(&self) -> PathBuf {
        let here = || std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        self.repo.clone().unwrap_or_else(here)
    }

    /// The folder that paths of records start from.
    fn working_folder(&self) -> Result<PathBuf, Failure> {
        Ok(std::env::current_dir()?)
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Make a repository for games
    Init(init::Init),
    /// Open a game
    New(Box<new::New>),
    /// Submit a move: checked, recorded, committed
    Move(play::Play),
    /// Offer a draw with a move, accept or decline one
    Draw(draw::Draw),
    /// Claim a draw by repetition or fifty moves, or the opponent's time
    Claim(claim::Claim),
    /// Resign, also out of turn
    Resign(resign::Resign),
    /// Leave the game unfinished
    Abandon(abandon::Abandon),
    /// Propose that the game be void, or agree to it
    Void(void::Void),
    /// Ask to take moves back, agree or decline
    Takeback(takeback::TakeBack),
    /// Take leave: one's clock stands still
    Leave(leave::Leave),
    /// Give time to the opponent; as an arbiter, credit or dock time
    Time(time::Time),
    /// As an arbiter, decide the game or declare a flag fallen
    Rule(rule::Rule),
    /// The itemised account of both clocks
    Clock(clock::Clock),
    /// Show the board
    Show(show::Show),
    /// List the legal moves
    Legal(legal::Legal),
    /// List the games that go on, with what waits for whom
    Inbox(inbox::Inbox),
    /// Answer moves in advance: "if they play this, I answer that"
    Plan(plan::Plan),
    /// Rewrite records in canonical form
    Fmt(fmt::Fmt),
    /// Check records: every move, every mark, the result
    Verify(verify::Verify),
    /// Connected matches: sides, scores, draws, what is next, standings
    Match(matches::Match),
    /// Make a repository in a new folder and play a real game's opening in it
    Demo(demo::Demo),
    /// Print a game's board, array, pieces, scores and every rule with its id
    Rules(rules::Rules),
    /// Count the lines of legal moves of a given length
    Perft(perft::Perft),
    /// Print a completion script for a shell
    Completions(completions::Completions),
    /// Write the manual pages into a folder
    Man(man::Man),
}

/// Runs the program with its arguments (the program's name first) and gives its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let given: Vec<OsString> = arguments.into_iter().collect();
    let json = given.iter().take_while(|a| *a != "--").any(|a| a == "--json");
    let arguments = match Arguments::try_parse_from(given) {
        Ok(arguments) => arguments,
        Err(error) if json && error.use_stderr() => {
            let failure = Failure::arguments(&error);
            failure.print_json();
            return ExitCode::from(failure.exit_code());
        }
        Err(error) => {
            // Help and version go to standard output with code 0, errors to standard error with 2.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let mut out = Out::new(&arguments.common);
    let common = &arguments.common;
    let done = match &arguments.command {
        Command::Init(command) => command.run(common, &mut out),
        Command::New(command) => command.run(common, &mut out),
        Command::Move(command) => command.run(common, &mut out),
        Command::Draw(command) => command.run(common, &mut out),
        Command::Claim(command) => command.run(common, &mut out),
        Command::Resign(command) => command.run(common, &mut out),
        Command::Abandon(command) => command.run(common, &mut out),
        Command::Void(command) => command.run(common, &mut out),
        Command::Takeback(command) => command.run(common, &mut out),
        Command::Leave(command) => command.run(common, &mut out),
        Command::Time(command) => command.run(common, &mut out),
        Command::Rule(command) => command.run(common, &mut out),
        Command::Clock(command) => command.run(common, &mut out),
        Command::Show(command) => command.run(common, &mut out),
        Command::Legal(command) => command.run(common, &mut out),
        Command::Inbox(command) => command.run(common, &mut out),
        Command::Plan(command) => command.run(common, &mut out),
        Command::Fmt(command) => command.run(common, &mut out),
        Command::Verify(command) => command.run(common, &mut out),
        Command::Match(command) => command.run(common, &mut out),
        Command::Demo(command) => command.run(common, &mut out),
        Command::Rules(command) => command.run(common, &mut out),
        Command::Perft(command) => command.run(common, &mut out),
        Command::Completions(command) => command.run(&mut out),
        Command::Man(command) => command.run(common, &mut out),
    };
    match done.and_then(|code| out.finish().map(|()| code)) {
        Ok(code) => ExitCode::from(code),
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print(common);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// The command's description, for completions and manual pages.
fn description() -> clap::Command {
    Arguments::command()
}

/// What a command gives: its exit code, 0 or 1, or the failure to report.
type Done = Result<u8, Failure>;
