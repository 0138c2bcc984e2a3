//! How a player comes into a game, leaves it before it binds, and is reached: `join`, `withdraw`, `address`.

use super::acting::Acting;
use super::arguments::Common;
use super::command::Run;
use super::error::Done;
use super::output::Out;
use crate::record::Act;

/// Join a game that somebody opened: it binds you, and your clock may run (G13)
#[derive(clap::Args, Debug)]
pub(super) struct Join {
    #[command(flatten)]
    acting: Acting,
}

impl Run for Join {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.acting.bind(Act::Joins, common, out)
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
