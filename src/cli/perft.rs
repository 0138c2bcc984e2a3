//! `riverpost perft`: counts lines of legal moves, to compare one program with another.

use clap_complete::engine::ArgValueCompleter;
use rayon::prelude::*;
use serde_json::json;

use super::arguments::{Array, Choice, Common};
use super::command::Run;
use super::complete;
use super::error::{Done, Failure};
use super::output::Out;
use crate::notation::{coordinate, fen};
use crate::rules::{Position, perft};

/// Count the lines of legal moves of a given length
#[derive(clap::Args, Debug)]
pub(super) struct Perft {
    /// The game
    #[arg(long, value_name = "GAME", add = ArgValueCompleter::new(complete::games))]
    game: String,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    array: Array,
    /// Start from a position line, as `show --format fen` prints it
    #[arg(long, value_name = "LINE", conflicts_with_all = ["setup", "south_force", "north_force"])]
    fen: Option<String>,
    /// Length of the lines, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// One line per first move with its own count
    #[arg(long)]
    divide: bool,
}

impl Run for Perft {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let game = self.choice.game(&self.game)?;
        let start = match &self.fen {
            Some(line) => fen::read(game, line)?,
            None => Position::resume(&self.array.read(game)?)?,
        };
        if self.divide && self.depth == 0 {
            return Err(Failure::usage("--divide needs a --depth of at least 1"));
        }
        if self.depth == 0 {
            out.line(if common.json { json!({ "nodes": 1 }).to_string() } else { "1".into() })?;
            return Ok(0);
        }
        let mut counts: Vec<(String, u64)> = start
            .legal_moves()
            .into_par_iter()
            .map(|m| {
                let count = perft(&start.play_unchecked(m), self.depth - 1);
                (coordinate::write(&start, m), count)
            })
            .collect();
        counts.sort_unstable();
        let nodes: u64 = counts.iter().map(|(_, n)| n).sum();
        match (self.divide, common.json) {
            (false, false) => out.line(nodes)?,
            (false, true) => out.line(json!({ "nodes": nodes }))?,
            (true, true) => {
                let moves: serde_json::Map<_, _> =
                    counts.into_iter().map(|(m, n)| (m, n.into())).collect();
                out.line(json!({ "nodes": nodes, "moves": moves }))?;
            }
            (true, false) => {
                for (m, n) in counts {
                    out.line(format_args!("{m}: {n}"))?;
                }
            }
        }
        Ok(0)
    }
}
