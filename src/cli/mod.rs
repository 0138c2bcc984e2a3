//! The command line: one file per command or family of commands, which reads arguments and prints. What is done is
//! done in [`actions`](crate::actions).
//!
//! A new command is a type that implements `Run`, in a file of its own, and a line in `GROUPS`.

mod acting;
mod agreed;
mod arbiter;
mod arguments;
mod audit;
mod clock;
mod command;
mod compare;
mod complete;
mod conditions;
mod demo;
mod dossier;
mod error;
mod export;
mod fmt;
mod hook;
mod import;
mod inbox;
mod instant;
mod join;
mod kept_mails;
mod key;
mod leave;
mod legal;
mod list;
mod log;
mod mail;
mod mailbox;
mod matches;
mod meant;
mod merge_driver;
mod new;
mod output;
mod page;
mod perft;
mod picture;
mod plan;
mod play;
mod plot;
mod progress;
mod record;
mod recorded;
mod resolve;
mod rules;
mod search;
mod secrets;
mod seed;
mod setup;
mod show;
mod signatures;
mod site;
mod sources;
mod stats;
mod sync;
mod sysexits;
mod table;
mod uncommitted;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::Styles;
use clap::{Args, FromArgMatches};

use arguments::Common;
use command::{Command, Group, overview, run_one, with_commands};
use error::Failure;
use output::Out;

const ABOUT: &str = "Play Wing, RiverQi, Encounter, Fortress of the Witch and Valonian Chess by post, e-mail or git";
const AFTER_HELP: &str = "`riverpost help COMMAND` explains a command.\n\n\
                          Exit codes: 0 done, or it holds; 1 the answer is no; 2 wrong usage; \
                          3 git, files, mail or keys are not as needed.";

/// Every command.
const GROUPS: &[Group] = &[
    Group {
        title: "Play",
        commands: &[
            Command::verb::<new::New>("new"),
            Command::verb::<join::Join>("join"),
            Command::verb::<play::Play>("move"),
            Command::noun::<play::Draw>("draw"),
            Command::noun::<play::Claim>("claim"),
            Command::verb::<play::Resign>("resign"),
            Command::noun::<play::TakeBack>("takeback"),
            Command::noun::<play::Void>("void"),
            Command::verb::<leave::Leave>("leave"),
            Command::verb::<play::Give>("give"),
            Command::noun::<plan::Plan>("plan"),
            Command::verb::<join::Withdraw>("withdraw"),
            Command::verb::<join::Address>("address"),
        ],
    },
    Group {
        title: "See",
        commands: &[
            Command::verb::<inbox::Inbox>("inbox"),
            Command::verb::<list::List>("list"),
            Command::verb::<log::Log>("log"),
            Command::verb::<show::Show>("show"),
            Command::verb::<legal::Legal>("legal"),
            Command::verb::<clock::Clock>("clock"),
        ],
    },
    Group {
        title: "Exchange",
        commands: &[Command::verb::<sync::Sync>("sync"), Command::noun::<mail::Mail>("mail")],
    },
    Group {
        title: "Settle",
        commands: &[
            Command::verb::<verify::Verify>("verify"),
            Command::verb::<audit::Audit>("audit"),
            Command::verb::<compare::Compare>("compare"),
            Command::verb::<resolve::Resolve>("resolve"),
            Command::noun::<dossier::Dossier>("dossier"),
            Command::noun::<arbiter::Arbiter>("arbiter"),
            Command::noun::<hook::Hook>("hook"),
            Command::verb::<merge_driver::MergeDriver>("merge-driver"),
            Command::noun::<key::Key>("key"),
        ],
    },
    Group {
        title: "Matches",
        commands: &[Command::family("match", matches::SUMMARY, matches::COMMANDS)],
    },
    Group {
        title: "Archive",
        commands: &[
            Command::verb::<import::Import>("import"),
            Command::verb::<export::Export>("export"),
            Command::verb::<search::Search>("search"),
            Command::verb::<stats::Stats>("stats"),
            Command::verb::<site::Site>("site"),
        ],
    },
    Group {
        title: "Set up",
        commands: &[
            Command::verb::<setup::Init>("init"),
            Command::noun::<secrets::Secrets>("secrets"),
            Command::verb::<fmt::Fmt>("fmt"),
            Command::verb::<setup::Completions>("completions"),
            Command::verb::<setup::Man>("man"),
        ],
    },
    Group {
        title: "Know",
        commands: &[
            Command::verb::<rules::Rules>("rules"),
            Command::verb::<perft::Perft>("perft"),
            Command::verb::<demo::Demo>("demo"),
        ],
    },
];

/// Runs the program with its arguments (the program's name first) and gives its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let given: Vec<OsString> = arguments.into_iter().collect();
    let json = given.iter().take_while(|a| *a != "--").any(|a| a == "--json");
    if let Some(code) = setup::complete(&given, description) {
        return code;
    }
    let read = needed(&given).try_get_matches_from(&given);
    let read = read.and_then(|matches| Ok((Common::from_arg_matches(&matches)?, matches)));
    let (mut common, matches) = match read {
        Ok(read) => read,
        Err(error) if error.use_stderr() => return refuse(&error, &given, json),
        Err(error) => {
            // Help and version go to standard output with code 0.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
    };
    common.program = description;
    let mut out = Out::new(&common);
    let done = run_one(commands(), &matches, &common, &mut out);
    let (printed, recorded) = out.finish();
    match (done.and_then(|code| printed.map(|()| code)), recorded) {
        (Ok(code), _) => ExitCode::from(code),
        (Err(failure), None) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        (Err(failure), Some(commit)) => {
            let done = failure.is_broken_pipe();
            let failure = failure.after(&commit);
            failure.print(json);
            if done { ExitCode::SUCCESS } else { ExitCode::from(failure.exit_code()) }
        }
        (Err(failure), None) => {
            failure.print(json);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Says what is wrong with arguments that make no command, and which command may have been meant.
fn refuse(error: &clap::Error, given: &[OsString], json: bool) -> ExitCode {
    let failure = Failure::arguments(error);
    match meant::hint(&description(), given, error) {
        Some(hint) => failure.hint(hint).print(json),
        None if json => failure.print_json(),
        None => drop(error.print()),
    }
    ExitCode::from(error.exit_code() as u8)
}

fn commands() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|group| group.commands)
}

/// As much of the program as these arguments need: the one command that they begin with, none for the version, else all with
/// the overview.
fn needed(given: &[OsString]) -> clap::Command {
    let first = given.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    match commands().find(|command| command.name == first) {
        Some(command) => with_commands(program(), [command]),
        None if ["-V", "--version"].contains(&first) => program(),
        None => description(),
    }
}

/// The program as clap reads it.
fn description() -> clap::Command {
    let program = with_commands(program(), commands());
    let overview = overview(GROUPS, &program);
    program.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{overview}\nOptions:\n{{options}}{{after-help}}"
    ))
}

/// The program without its commands.
fn program() -> clap::Command {
    let program = clap::Command::new("riverpost")
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(100)
        .styles(Styles::styled());
    Common::augment_args(program).about(ABOUT).after_help(AFTER_HELP)
}
