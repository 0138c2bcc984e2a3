//! How a player comes into a game, leaves it before it binds, and is reached: `join`, `withdraw`, `address`.

use super::acting::Acting;
use super::arguments::{Common, public_key};
use super::command::Run;
use super::error::Done;
use super::output::Out;
use super::recorded;
use crate::actions;
use crate::record::Act;

/// Join a game that somebody opened: it binds you, and your clock may run (G13)
#[derive(clap::Args, Debug)]
pub(super) struct Join {
    #[command(flatten)]
    acting: Acting,
    /// The public key with which you will sign, where the record has none: its file, or the key as OpenSSH writes it
    /// [default: the one with which git signs]
    #[arg(long, value_name = "FILE|KEY")]
    key: Option<String>,
}

impl Run for Join {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let key = self.key.as_deref().map(public_key).transpose()?;
        let (store, path) = self.acting.named(common)?;
        let request = self.acting.request(Act::Joins, common, out)?;
        let joined = actions::join(&store, &path, &request, key.as_ref(), common.dry_run)?;
        for (done, plans) in &joined {
            recorded::acted(done, plans, common, out)?;
        }
        Ok(0)
    }
}

/// Withdraw from a game that does not bind both players yet, which makes it void (G13)
#[derive(clap::Args, Debug)]
pub(super) struct Withdraw {
    #[command(flatten)]
    acting: Acting,
}

impl Run for Withdraw {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.acting.bind(Act::Withdrawn, common, out)
    }
}

/// Have another address in a game from now on
#[derive(clap::Args, Debug)]
pub(super) struct Address {
    #[command(flatten)]
    acting: Acting,
    /// The new address
    email: String,
}

impl Run for Address {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.acting.act(Act::AddressChanged { email: self.email.clone().into() }, common, out)
    }
}
