//! `riverpost match`: connected matches.

mod games;
mod lots;
mod new;
mod shared;
mod tables;

pub(super) use shared::judged as print_judged;

use super::command::Command;

pub(super) const SUMMARY: &str = "Connected matches: sides, scores, draws, what is next, standings";

/// The commands of `match`.
pub(super) const COMMANDS: &[Command] = &[
    Command::verb::<new::New>("new"),
    Command::verb::<games::Open>("open"),
    Command::verb::<games::Report>("result"),
    Command::verb::<games::Next>("next"),
    Command::verb::<tables::Sides>("sides"),
    Command::verb::<tables::Score>("score"),
    Command::verb::<tables::Schedule>("schedule"),
    Command::verb::<tables::Standings>("standings"),
    Command::verb::<tables::Crosstable>("crosstable"),
    Command::noun::<lots::Lots>("lots"),
];
