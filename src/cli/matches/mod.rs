//! `riverpost match`: connected matches.

mod entrants;
mod event;
mod lots;
mod new;
mod open;
mod results;
mod shared;
mod tables;

pub(super) use shared::judged as print_judged;

use super::command::Command;

pub(super) const SUMMARY: &str = "Connected matches: sides, scores, draws, what is next, standings";

/// The commands of `match`.
pub(super) const COMMANDS: &[Command] = &[
    Command::verb::<new::New>("new"),
    Command::verb::<open::Next>("next"),
    Command::verb::<open::Open>("open"),
    Command::verb::<results::Report>("result"),
    Command::noun::<event::PlayerChange>("player"),
    Command::noun::<event::TeamChange>("team"),
    Command::verb::<event::GiveBye>("bye"),
    Command::verb::<event::TieBreaks>("tiebreaks"),
    Command::verb::<event::Appoint>("arbiter"),
    Command::verb::<tables::Sides>("sides"),
    Command::verb::<tables::Score>("score"),
    Command::verb::<tables::Schedule>("schedule"),
    Command::verb::<tables::Standings>("standings"),
    Command::verb::<tables::Crosstable>("crosstable"),
    Command::noun::<lots::Lots>("lots"),
];
