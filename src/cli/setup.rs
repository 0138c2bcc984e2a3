//! Setting up: `init`, `completions`, `man`.

use std::path::PathBuf;

use serde_json::json;

use super::arguments::{Common, now};
use super::command::Run;
use super::error::{Done, Failure, reason};
use super::output::Out;
use crate::actions;
use crate::store::Timestamp;

/// Make a repository for games
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
                actions::SETTINGS
            ))?;
            return Ok(0);
        }
        let done = actions::init_repository(&dir, Timestamp(now()?.timestamp()), None)?;
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
        out.note("next: riverpost new GAME --south \"NAME <ADDRESS>\" --north \"NAME <ADDRESS>\"")?;
        Ok(0)
    }
}

/// Print a completion script for a shell
#[derive(clap::Args, Debug)]
pub(super) struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

impl Run for Completions {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut common.program.clone(), "riverpost", &mut script);
        let script = String::from_utf8(script).map_err(|e| Failure::world(e.to_string()))?;
        out.text(&script)?;
        Ok(0)
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
        let mut command = common.program.clone();
        command.build();
        let pages = std::iter::once(("riverpost".to_string(), command.clone())).chain(
            command
                .get_subcommands()
                .filter(|c| c.get_name() != "help")
                .map(|c| (format!("riverpost-{}", c.get_name()), c.clone())),
        );
        let failure =
            |e: std::io::Error| Failure::world(reason(&e)).at(self.folder.display().to_string());
        if !common.dry_run {
            std::fs::create_dir_all(&self.folder).map_err(failure)?;
        }
        for (name, page) in pages {
            let file = self.folder.join(format!("{name}.1"));
            if !common.dry_run {
                let mut text = Vec::new();
                clap_mangen::Man::new(page).title(&name).render(&mut text)?;
                std::fs::write(&file, text).map_err(failure)?;
            }
            out.note(file.display())?;
        }
        Ok(0)
    }
}
