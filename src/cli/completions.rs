//! `riverpost completions`: completion scripts.

use super::Done;
use super::error::Failure;
use super::out::Out;

/// Arguments of `completions`.
#[derive(clap::Args, Debug)]
pub(super) struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

impl Completions {
    pub(super) fn run(&self, out: &mut Out) -> Done {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::description(), "riverpost", &mut script);
        let script = String::from_utf8(script).map_err(|e| Failure::world(e.to_string()))?;
        out.text(&script)?;
        Ok(0)
    }
}
