//! Keys of players in a game: `riverpost key`.

use clap::Subcommand;

use super::acting::Acting;
use super::arguments::{Common, public_key};
use super::command::Run;
use super::error::{Done, Failure};
use super::output::Out;
use crate::actions::git_key;
use crate::record::Act;

/// Change the key with which you sign, or agree on one
#[derive(Subcommand, Debug)]
pub(super) enum Key {
    /// Sign with another key from now on; the old and the new one both sign that (K5)
    Change(NewKey),
    /// Propose your first key, or one in the place of a lost one; the other side accepts it (K5)
    Propose(NewKey),
    /// Accept the key that the other side has proposed for itself
    Accept(Acting),
}

/// Whose key it is to be, and the key.
#[derive(clap::Args, Debug)]
pub(super) struct NewKey {
    #[command(flatten)]
    acting: Acting,
    /// The public key: its file, or the key as OpenSSH writes it [default: the one with which git signs]
    #[arg(value_name = "FILE|KEY")]
    key: Option<String>,
}

impl NewKey {
    /// The key as a record has it.
    fn text(&self, common: &Common) -> Result<String, Failure> {
        let key = match &self.key {
            Some(text) => public_key(text)?,
            None => git_key(&common.store()?)?,
        };
        Ok(key.to_string())
    }
}

impl Run for Key {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        match self {
            Key::Change(new) => {
                let key = new.text(common)?.into();
                new.acting.act(Act::KeyChanged { key }, common, out)
            }
            Key::Propose(new) => {
                let key = new.text(common)?.into();
                new.acting.act(Act::KeyProposed { key }, common, out)
            }
            Key::Accept(acting) => acting.bind(Act::KeyAccepted, common, out),
        }
    }
}
