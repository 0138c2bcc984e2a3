//! A command as the program knows it: its name, its arguments, what runs it; the overview of all commands.

use clap::{ArgMatches, Args, FromArgMatches, Subcommand};

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
    kind: CommandKind,
}

enum CommandKind {
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
        Command { name, kind: CommandKind::Leaf { describe: T::augment_args, run: run::<T> } }
    }

    /// A command with commands of its own, which one type reads.
    pub(super) const fn noun<T: Subcommand + Run>(name: &'static str) -> Command {
        let describe = |command| {
            let command = T::augment_subcommands(command);
            command.subcommand_required(true).arg_required_else_help(true)
        };
        Command { name, kind: CommandKind::Leaf { describe, run: run::<T> } }
    }

    /// A command with commands of its own.
    pub(super) const fn family(
        name: &'static str,
        summary: &'static str,
        commands: &'static [Command],
    ) -> Command {
        Command { name, kind: CommandKind::Family { summary, commands } }
    }

    /// The command as clap reads it.
    pub(super) fn description(&self) -> clap::Command {
        let command = clap::Command::new(self.name);
        match self.kind {
            CommandKind::Leaf { describe, .. } => describe(command),
            CommandKind::Family { summary, commands } => {
                with_commands(command.about(summary), commands)
            }
        }
    }
}

/// Commands that belong together.
pub(super) struct Group {
    pub(super) title: &'static str,
    pub(super) commands: &'static [Command],
}

/// The columns of a command's name in the overview.
const NAMES: usize = 34;

/// The commands of each group below its title, with what each does: the middle of the program's help.
pub(super) fn overview(groups: &[Group], program: &clap::Command) -> String {
    let styles = program.get_styles();
    let (title, literal) = (styles.get_header(), styles.get_literal());
    let groups = groups.iter().map(|group| {
        let commands = group.commands.iter().filter_map(|c| program.find_subcommand(c.name));
        let lines = commands.map(|command| {
            let name = usage(command);
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            format!("  {literal}{name:<NAMES$}{literal:#} {about}\n")
        });
        format!("{title}{}:{title:#}\n{}", group.title, lines.collect::<String>())
    });
    groups.collect::<Vec<_>>().join("\n")
}

/// A command's name with the commands it has of its own, as far as they fit.
fn usage(command: &clap::Command) -> String {
    let verbs: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let name = command.get_name();
    match format!("{name} {}", verbs.join("|")) {
        _ if verbs.is_empty() => name.into(),
        text if text.len() <= NAMES => text,
        _ => format!("{name} …"),
    }
}

/// A program or command that needs one of these commands.
pub(super) fn with_commands<'c>(
    of: clap::Command,
    commands: impl IntoIterator<Item = &'c Command>,
) -> clap::Command {
    of.subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands.into_iter().map(Command::description))
}

/// Runs the command that was read, one of these.
pub(super) fn run_one<'c>(
    commands: impl IntoIterator<Item = &'c Command>,
    matches: &ArgMatches,
    common: &Common,
    out: &mut Out,
) -> Done {
    let named = matches.subcommand().and_then(|(name, matches)| {
        let command = commands.into_iter().find(|command| command.name == name)?;
        Some((command, matches))
    });
    match named {
        Some((Command { kind: CommandKind::Leaf { run, .. }, .. }, matches)) => {
            run(matches, common, out)
        }
        Some((Command { kind: CommandKind::Family { commands, .. }, .. }, matches)) => {
            run_one(*commands, matches, common, out)
        }
        // clap has refused arguments that name none.
        None => Err(Failure::usage("no command is named")),
    }
}

fn run<T: FromArgMatches + Run>(matches: &ArgMatches, common: &Common, out: &mut Out) -> Done {
    T::from_arg_matches(matches).map_err(|error| Failure::arguments(&error))?.run(common, out)
}
