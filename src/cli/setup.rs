//! Setting up: `init`, `completions`, `man`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap_complete::CompleteEnv;
use clap_complete::env::Shells;
use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure, reason};
use super::instant::now;
use super::output::Out;
use crate::actions;
use crate::store::{SETTINGS, Timestamp};

/// The program's name.
const NAME: &str = "riverpost";
/// The variable by which a shell asks for completions.
const VARIABLE: &str = "COMPLETE";

/// What git runs to merge records. Where the program is not found, git itself merges them as texts; otherwise it would leave
/// our version alone in the file.
const MERGE_DRIVER: &str = "if command -v riverpost >/dev/null; then riverpost merge-driver %O %A %B %P %X %Y; \
                            else git merge-file -L %X -L base -L %Y %A %O %B; fi";

/// Make a repository for games; in a clone of one, tell git how to merge records
#[derive(clap::Args, Debug)]
pub(super) struct Init {
    /// The folder; it is made if need be [default: the current folder]
    folder: Option<PathBuf>,
}

impl Run for Init {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let dir = self.folder.clone().unwrap_or_else(|| common.folder());
        Failure::refuse_file(&dir)?;
        if common.dry_run {
            out.line(format_args!(
                "would make {} a repository for games: {} and .gitattributes, committed",
                dir.display(),
                SETTINGS
            ))?;
            return Ok(0);
        }
        let done = actions::init_repository(&dir, Timestamp(now()?.timestamp()), None)?;
        out.recorded(done.commit.as_ref());
        let told_git = actions::set_merge_driver(&done.store, MERGE_DRIVER)?;
        if common.json {
            out.line(json!({
                "folder": dir.display().to_string(), "created": done.created,
                "commit": done.commit, "kept": done.kept,
            }))?;
            return Ok(0);
        }
        for path in &done.kept {
            out.note(format_args!("{path} was there already and stays as it is"))?;
        }
        match done.commit {
            Some(_) => out.note(format_args!("{} is a repository for games now", dir.display()))?,
            None => out.note(format_args!("{} was one already", dir.display()))?,
        }
        if told_git && !done.created {
            out.note("git asks riverpost to merge records here from now on")?;
        }
        out.note("next: riverpost new GAME --south \"NAME <ADDRESS>\" --north \"NAME <ADDRESS>\"")?;
        Ok(0)
    }
}

/// Print the script for completions in a shell
#[derive(clap::Args, Debug)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_parser = PossibleValuesParser::new(Shells::builtins().names()))]
    shell: String,
}

impl Run for Completions {
    fn run(&self, _: &Common, out: &mut Out) -> Done {
        let mut script = Vec::new();
        if let Some(shell) = Shells::builtins().completer(&self.shell) {
            shell.write_registration(VARIABLE, NAME, NAME, NAME, &mut script)?;
        }
        out.text(&String::from_utf8_lossy(&script))?;
        Ok(0)
    }
}

/// Answers a shell that asks how the words typed so far go on, if it is one that runs the program; gives the exit code.
pub(super) fn complete(
    given: &[OsString],
    program: impl Fn() -> clap::Command,
) -> Option<ExitCode> {
    let folder = std::env::current_dir().ok();
    let engine = CompleteEnv::with_factory(program).var(VARIABLE);
    match engine.try_complete(given, folder.as_deref()) {
        Ok(false) => None,
        Ok(true) => Some(ExitCode::SUCCESS),
        Err(error) => {
            let _ = error.print();
            Some(ExitCode::from(error.exit_code() as u8))
        }
    }
}

/// Write the manual pages into a folder
#[derive(clap::Args, Debug)]
pub(super) struct Man {
    /// The folder to write them into; it is made if need be
    folder: PathBuf,
}

impl Run for Man {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        Failure::refuse_file(&self.folder)?;
        let failure =
            |e: std::io::Error| Failure::world(reason(&e)).at(self.folder.display().to_string());
        if !common.dry_run {
            std::fs::create_dir_all(&self.folder).map_err(failure)?;
        }
        let mut program = (common.program)().disable_help_subcommand(true);
        program.build();
        for page in pages(program) {
            let page = clap_mangen::Man::new(page);
            let file = self.folder.join(page.get_filename());
            if !common.dry_run {
                let mut text = Vec::new();
                page.render(&mut text)?;
                std::fs::write(&file, text).map_err(failure)?;
            }
            out.note(file.display())?;
        }
        Ok(0)
    }
}

/// A command and all below it.
fn pages(command: clap::Command) -> Vec<clap::Command> {
    let below: Vec<clap::Command> = command.get_subcommands().cloned().flat_map(pages).collect();
    std::iter::once(command).chain(below).collect()
}
