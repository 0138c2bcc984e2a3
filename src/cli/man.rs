//! `riverpost man`: manual pages, one for the program and one for each command.

use std::path::PathBuf;

use super::error::{Failure, reason};
use super::out::Out;
use super::{Common, Done};

/// Arguments of `man`.
#[derive(clap::Args, Debug)]
pub(super) struct Man {
    /// The folder to write them into; it is made if need be
    folder: PathBuf,
}

impl Man {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        Failure::refuse_file(&self.folder)?;
        let mut command = super::description();
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
