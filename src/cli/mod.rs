//! The command line: one file per command or family of commands, which reads arguments and prints. What is done is
//! done in [`actions`](crate::actions).
//!
//! A new command is a type that implements [`Run`](command::Run), in a file of its own, and a line in [`COMMANDS`].

mod acting;
mod arbiter;
mod arguments;
mod clock;
mod command;
mod demo;
mod error;
mod fmt;
mod inbox;
mod legal;
mod matches;
mod new;
mod output;
mod perft;
mod plan;
mod play;
mod recorded;
mod rules;
mod setup;
mod show;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args, FromArgMatches};

use arguments::Common;
use command::{Command, run_one, with_commands};
use error::Failure;
use output::Out;

const ABOUT: &str = "Play Wing, RiverQi, Encounter, Fortress of the Witch and Valonian Chess by post, e-mail or git";
const EXIT_CODES: &str = "Exit codes: 0 done, or it holds; 1 the answer is no; 2 wrong usage; \
                          3 git, files or keys are not as needed.";

/// Every command.
const COMMANDS: &[Command] = &[
    Command::verb::<setup::Init>("init"),
    Command::verb::<new::New>("new"),
    Command::verb::<play::Play>("move"),
    Command::verb::<play::Draw>("draw"),
    Command::verb::<play::Claim>("claim"),
    Command::verb::<play::Resign>("resign"),
    Command::verb::<play::Abandon>("abandon"),
    Command::verb::<play::Void>("void"),
    Command::verb::<play::TakeBack>("takeback"),
    Command::verb::<play::Leave>("leave"),
    Command::verb::<arbiter::Time>("time"),
    Command::verb::<arbiter::Rule>("rule"),
    Command::verb::<clock::Clock>("clock"),
    Command::verb::<show::Show>("show"),
    Command::verb::<legal::Legal>("legal"),
    Command::verb::<inbox::Inbox>("inbox"),
    Command::verb::<plan::Plan>("plan"),
    Command::verb::<fmt::Fmt>("fmt"),
    Command::verb::<verify::Verify>("verify"),
    Command::family("match", matches::SUMMARY, matches::COMMANDS),
    Command::verb::<demo::Demo>("demo"),
    Command::verb::<rules::Rules>("rules"),
    Command::verb::<perft::Perft>("perft"),
    Command::verb::<setup::Completions>("completions"),
    Command::verb::<setup::Man>("man"),
];

/// Runs the program with its arguments (the program's name first) and gives its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let given: Vec<OsString> = arguments.into_iter().collect();
    let json = given.iter().take_while(|a| *a != "--").any(|a| a == "--json");
    let program = description();
    let read = program.clone().try_get_matches_from(given);
    let read = read.and_then(|matches| Ok((Common::from_arg_matches(&matches)?, matches)));
    let (mut common, matches) = match read {
        Ok(read) => read,
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
    common.program = program;
    let mut out = Out::new(&common);
    let done = run_one(COMMANDS, &matches, &common, &mut out);
    match done.and_then(|code| out.finish().map(|()| code)) {
        Ok(code) => ExitCode::from(code),
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print(json);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// The program as clap reads it.
fn description() -> clap::Command {
    let program =
        clap::Command::new("riverpost").version(env!("CARGO_PKG_VERSION")).max_term_width(100);
    let program = Common::augment_args(program).about(ABOUT).after_help(EXIT_CODES);
    with_commands(program, COMMANDS)
}
