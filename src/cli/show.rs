//! `riverpost show`: the board.

use clap::ValueEnum;
use serde_json::json;

use super::detail::Detail;
use super::error::Failure;
use super::out::Out;
use super::{Common, Done, now};
use crate::actions;
use crate::notation::{coordinate, fen, write_move};
use crate::record::{self, Player};
use crate::render::{Render, Scene, SvgBoard, TextBoard, one_line};
use crate::rules::{Claim, Line, Side};

/// Arguments of `show`.
#[derive(clap::Args, Debug)]
pub(super) struct Show {
    /// The record: its id, the beginning of it, its path, or - for standard input
    record: String,
    /// The position after so many plies, 0 for the start [default: the last]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// What to print
    #[arg(long, default_value = "text")]
    format: Format,
    /// North at the bottom
    #[arg(long)]
    flip: bool,
    /// List the moves below the board
    #[arg(long)]
    moves: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Fen,
    Json,
    Svg,
}

impl Show {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let found = actions::find(&common.folder(), &self.record)?;
        let unsound = |e| Failure::record(&found.name, &e);
        let record = record::read(&found.bytes).map_err(unsound)?;
        let whole = record::replay(&record).map_err(unsound)?;
        let ply = within(self.ply, whole.line.plies())?;
        let line = record::replay_to(&record, ply).map_err(unsound)?;
        let position = line.position();
        let last = line.moves().last().map(|m| (m.from, m.to));
        let scene = Scene { position, last, flip: self.flip };
        let at_end = ply == whole.line.plies();
        let ending = if at_end { whole.termination.map(|e| e.name()) } else { None };
        let ending = ending.or(line.ending().map(|e| e.name()));
        let result = whole.outcome.filter(|_| at_end).or(line.outcome()).map_or("*", |o| o.name());
        let clocks =
            at_end.then(|| Ok::<_, Failure>(actions::clocks(&record, &whole, now::now()?)));
        let detail =
            Detail { line: &line, clocks: clocks.transpose()?, control: record.header().time };
        let format = if common.json { Format::Json } else { self.format };
        match format {
            Format::Fen => out.line(fen::write(position))?,
            Format::Svg => out.text(&SvgBoard.render(&scene))?,
            Format::Json => {
                let name = |side| record.header().players.of(side).map(|p| &p.name);
                let board: serde_json::Map<_, _> = position
                    .occupied()
                    .into_iter()
                    .map(|s| {
                        let piece =
                            crate::notation::diagram::cell(record.game(), position.piece(s));
                        (position.board().name(s), piece.into())
                    })
                    .collect();
                let mut value = json!({
                    "id": record.header().id, "game": record.game().name,
                    "variation": record.game().variation,
                    "south": name(Side::South), "north": name(Side::North),
                    "ply": ply, "plies": whole.line.plies(), "fen": fen::write(position),
                    "turn": position.turn().name(), "check": position.in_check(),
                    "last": last_move(&line).map(|(text, coord)| json!({ "text": text, "coord": coord })),
                    "status": ending.unwrap_or("ongoing"), "result": result, "board": board,
                });
                if let Some(object) = value.as_object_mut() {
                    object.extend(detail.fields());
                }
                out.line(value)?;
            }
            Format::Text => {
                let players = &record.header().players;
                out.note(format_args!("{}: {}", record.header().id, record.game().title))?;
                out.note(format_args!(
                    "{} {} - {} {}",
                    record.game().side(Side::South),
                    name_of(players.of(Side::South)),
                    record.game().side(Side::North),
                    name_of(players.of(Side::North))
                ))?;
                out.text(&TextBoard { colour: out.colour() }.render(&scene))?;
                let of = if at_end { String::new() } else { format!(" of {}", whole.line.plies()) };
                let moved = last_move(&line).map(|(text, _)| format!(": {text}"));
                out.note(format_args!("ply {ply}{of}{}", moved.unwrap_or_default()))?;
                match ending {
                    Some(ending) => out.note(format_args!("over: {ending}, result {result}"))?,
                    None => out.note(turn(&line))?,
                }
                detail.print(out)?;
                if self.moves {
                    detail.print_moves(out)?;
                }
            }
        }
        Ok(0)
    }
}

/// The ply asked for, or the last.
pub(super) fn within(ply: Option<usize>, plies: usize) -> Result<usize, Failure> {
    match ply {
        Some(ply) if ply > plies => {
            Err(Failure::usage(format!("there is no ply {ply}: the record has plies 0 to {plies}")))
        }
        Some(ply) => Ok(ply),
        None => Ok(plies),
    }
}

fn name_of(player: Option<&Player>) -> String {
    player.map_or("unknown".into(), |p| one_line(&p.name))
}

/// The last move with its number, and in coordinate form.
fn last_move(line: &Line) -> Option<(String, String)> {
    let (last, before) = line.moves().split_last()?;
    let position = before.iter().fold(line.start().clone(), |p, m| p.play_unchecked(*m));
    let dots = if before.len() % 2 == 0 { "." } else { "..." };
    let text = format!("{}{dots} {}", before.len() / 2 + 1, write_move(&position, *last));
    Some((text, coordinate::write(&position, *last)))
}

/// Whose turn it is, with what can be claimed.
fn turn(line: &Line) -> String {
    let position = line.position();
    let mut text = format!("{} to move", position.game().side(position.turn()));
    if position.in_check() {
        text.push_str(", in check");
    }
    for claim in line.claims() {
        text.push_str(match claim {
            Claim::Repetition => "; may claim a draw: third repetition (G2)",
            Claim::FiftyMoves => "; may claim a draw: fifty moves (G3)",
        });
    }
    text
}
