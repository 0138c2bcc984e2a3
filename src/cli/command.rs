//! A command as the program knows it: its name, its arguments, what runs it.

use clap::{ArgMatches, Args};

use super::arguments::Common;
use super::error::{Done, Failure};
use super::output::Out;

/// A command that has been read from arguments and can be run.
pub(super) trait Run {
    /// Does it, prints the answer, and gives the exit code.
    fn run(&self, common: &Common, out: &mut Out) -> Done;
}

/// A command of the program.
pub(super) struct Command {
    pub(super) name: &'static str,
    kind: Kind,
}

enum Kind {
    /// It has arguments; its summary is the documentation of the type that reads them.
    Leaf {
        describe: fn(clap::Command) -> clap::Command,
        run: fn(&ArgMatches, &Common, &mut Out) -> Done,
    },
    /// It has commands of its own.
    Family { summary: &'static str, commands: &'static [Command] },
}

impl Command {
    /// A command with arguments.
    pub(super) const fn verb<T: Args + Run>(name: &'static str) -> Command {
        Command { name, kind: Kind::Leaf { describe: T::augment_args, run: run::<T> } }
    }

    /// A command with commands of its own.
    pub(super) const fn family(
        name: &'static str,
        summary: &'static str,
        commands: &'static [Command],
    ) -> Command {
        Command { name, kind: Kind::Family { summary, commands } }
    }

    /// The command as clap reads it.
    pub(super) fn description(&self) -> clap::Command {
        let command = clap::Command::new(self.name);
        match self.kind {
            Kind::Leaf { describe, .. } => describe(command),
            Kind::Family { summary, commands } => with_commands(command.about(summary), commands),
        }
    }
}

/// A program or command that needs one of these commands.
pub(super) fn with_commands(of: clap::Command, commands: &[Command]) -> clap::Command {
    of.subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands.iter().map(Command::description))
}

/// Runs the command that was read, one of these.
pub(super) fn run_one(
    commands: &[Command],
    matches: &ArgMatches,
    common: &Common,
    out: &mut Out,
) -> Done {
    let named = matches.subcommand().and_then(|(name, matches)| {
        let command = commands.iter().find(|command| command.name == name)?;
        Some((command, matches))
    });
    match named {
        Some((Command { kind: Kind::Leaf { run, .. }, .. }, matches)) => run(matches, common, out),
        Some((Command { kind: Kind::Family { commands, .. }, .. }, matches)) => {
            run_one(commands, matches, common, out)
        }
        // clap has refused arguments that name none.
        None => Err(Failure::usage("no command is named")),
    }
}

fn run<T: Args + Run>(matches: &ArgMatches, common: &Common, out: &mut Out) -> Done {
    T::from_arg_matches(matches).map_err(|error| Failure::arguments(&error))?.run(common, out)
}
