//! `riverpost show`: the board.

use serde_json::{Map, Value, json};

use super::arguments::{Common, Format};
use super::command::Run;
use super::error::{Done, Failure, say};
use super::instant::{now, written};
use super::output::Out;
use super::page::{page, status};
use super::picture::Picture;
use super::plot::Plotted;
use super::record::{FoundRecord, RecordToRead};
use super::recorded::what_then;
use super::signatures::Signatures;
use super::table::wrapped;
use crate::actions::plan::due_in;
use crate::actions::{self, Clocks, proposals};
use crate::archive::ArchivedGame;
use crate::clock::{ClockState, TimeControl};
use crate::notation::{coordinate, fen, read_sequence, write_move};
use crate::record::{self, Action, Player, Record, Replayed};
use crate::render::{Render, Scene, Seat, Sheet, TextBoard, counted, one_line};
use crate::rules::{Game, Line, LostPieces, Move, Piece, Side};

/// What it can print.
const FORMATS: &[Format] = &[
    Format::Text,
    Format::Fen,
    Format::Json,
    Format::Svg,
    #[cfg(feature = "png")]
    Format::Png,
    Format::Html,
];

/// Show the board
#[derive(clap::Args, Debug)]
pub(super) struct Show {
    #[command(flatten)]
    record: RecordToRead,
    /// The position after so many plies, 0 for the start [default: the last]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// What to print
    #[arg(long, default_value = "text", value_parser = Format::among(FORMATS))]
    format: Format,
    /// Moves to play on from that position, for analysis; nothing is recorded
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,
    /// North at the bottom
    #[arg(long)]
    flip: bool,
    /// List the moves below the board
    #[arg(long)]
    moves: bool,
    /// Plot a number over the whole game instead of showing the board, as SVG or PNG
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["ply", "line", "flip", "moves"])]
    plot: Option<Plotted>,
    #[command(flatten)]
    picture: Picture,
}

impl Run for Show {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let found = self.record.find_as_it_stands(common)?;
        let FoundRecord { file: found, placed, uncommitted } = found;
        let unsound = |e| {
            let failure = Failure::record(&found.name, &e);
            uncommitted.iter().fold(failure, |failure, edited| edited.explain(failure))
        };
        let record = record::read(&found.bytes).map_err(unsound)?;
        let whole = record::replay(&record).map_err(unsound)?;
        if let Some(what) = self.plot {
            let game = ArchivedGame { source: &found.name, line: 1, record, replayed: whole };
            let format = if common.json { Format::Json } else { self.format };
            what.print(&game, self.picture.plot(), format, out)?;
            return Ok(0);
        }
        let future = record::refuse_future(&record, now()?).err();
        let ply = within(self.ply, whole.line.plies())?;
        let mut line = whole.line.back_to(ply);
        for m in self.analysed(&line)? {
            line.push_unchecked(m);
        }
        let position = line.position();
        let scene = Scene::of(&line, self.flip);
        let at_end = line.plies() == whole.line.plies() && self.line.is_none();
        let ending = if at_end { whole.termination.map(|e| e.name()) } else { None };
        let ending = ending.or(line.ending().map(|e| e.name()));
        let result = whole.outcome.filter(|_| at_end).or(line.outcome()).map_or("*", |o| o.name());
        let clocks = at_end.then(|| Ok::<_, Failure>(actions::clocks(&record, &whole, now()?)));
        let detail = Detail {
            line: &line,
            clocks: clocks.transpose()?,
            control: record.header().time,
            record: &record,
            whole: &whole,
        };
        let of = match &self.line {
            None if at_end => String::new(),
            None => format!(" of {}", whole.line.plies()),
            Some(_) => format!(", {} of them not in the record", line.plies() - ply),
        };
        let moved = last_move(&line).map(|(text, _)| format!(": {text}"));
        let reached = format!("ply {}{of}{}", line.plies(), moved.unwrap_or_default());
        let status = status(&line, ending, result);
        let format = if common.json { Format::Json } else { self.format };
        if uncommitted.is_some() && !common.quiet && ![Format::Text, Format::Json].contains(&format)
        {
            say(format_args!("{}: this file is not as it was committed", one_line(&found.name)));
        }
        match format {
            Format::Fen => out.line(fen::write(position))?,
            Format::Svg | Format::Png => {
                let seat = |side| Seat {
                    name: name_of(record.header().players.of(side)),
                    clock: detail.clock(side).unwrap_or_default(),
                };
                let sheet = Sheet {
                    scene,
                    title: format!("{}: {}", record.header().id, record.game().title),
                    seats: Side::BOTH.map(seat),
                    losses: line.losses(),
                    notes: vec![reached, status],
                };
                self.picture.print(&sheet, format, common, out)?;
            }
            Format::Html => {
                let page = page(&record, &whole, &line, detail.clocks.as_ref(), status);
                out.text(&page.html())?;
            }
            Format::Json => {
                let name = |side| record.header().players.of(side).map(|p| &p.name);
                let board: Map<_, _> = position
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
                    "ply": line.plies(), "plies": whole.line.plies(), "fen": fen::write(position),
                    "turn": position.turn().name(), "check": position.in_check(),
                    "last": last_move(&line).map(|(text, coord)| json!({ "text": text, "coord": coord })),
                    "status": ending.unwrap_or("ongoing"), "result": result, "board": board,
                });
                if let Some(object) = value.as_object_mut() {
                    object.extend(detail.fields());
                    object.insert("signatures".into(), Signatures::of(&record, &whole).value());
                    if let Some(future) = &future {
                        let (line, message) = (future.place.line, &future.message);
                        let value =
                            json!({ "rule": future.rule, "line": line, "message": message });
                        object.insert("future".into(), value);
                    }
                    if let Some(uncommitted) = &uncommitted {
                        let value = uncommitted.value(&record, &whole);
                        object.insert("uncommitted".into(), value);
                    }
                }
                out.line(value)?;
            }
            _ => {
                let players = &record.header().players;
                out.note(format_args!("{}: {}", record.header().id, record.game().title))?;
                out.note(format_args!(
                    "{} {} - {} {}",
                    record.game().side(Side::South),
                    name_of(players.of(Side::South)),
                    record.game().side(Side::North),
                    name_of(players.of(Side::North))
                ))?;
                let board = TextBoard { colour: out.colour(), figurines: self.picture.figurines() };
                out.text(&board.render(&scene))?;
                if let Some(legend) = TextBoard::legend(&scene) {
                    out.note(legend)?;
                }
                out.note(reached)?;
                out.note(status)?;
                if at_end {
                    detail.print_open(out)?;
                    // A plan belongs to a record that is committed as it is.
                    let due = placed.as_ref().and_then(|(store, path)| due_in(store, path).ok()?);
                    if let Some(due) = due {
                        let then = what_then(&due, &record.header().id);
                        let side = record.game().side(due.side);
                        out.note(format_args!("{side}'s plan: an answer is due{then}"))?;
                    }
                }
                detail.print(out)?;
                if at_end {
                    Signatures::of(&record, &whole).print(out)?;
                }
                if self.moves {
                    detail.print_moves(out)?;
                }
                if at_end {
                    let chain = record::last_hash(&record, &whole).short();
                    out.note(format_args!("chain {chain}"))?;
                    let id = &record.header().id;
                    let kept = placed.and_then(|(store, _)| store.number_of_rivals(id).ok());
                    if let Some(kept @ 1..) = kept {
                        let kept = counted(kept, "other version is", "other versions are");
                        out.note(format_args!(
                            "{kept} kept: `riverpost resolve {id}` compares them"
                        ))?;
                    }
                }
                if let Some(future) = &future {
                    out.note(format_args!("line {}: {}", future.place.line, future.message))?;
                }
                if let Some(uncommitted) = &uncommitted {
                    uncommitted.print(&record, &whole, out)?;
                }
            }
        }
        Ok(0)
    }
}

impl Show {
    /// The moves that are played on from a position.
    fn analysed(&self, line: &Line) -> Result<Vec<Move>, Failure> {
        let text = self.line.as_deref().unwrap_or_default();
        read_sequence(line, text).map_err(|(text, error)| {
            Failure::no(format!("--line {text:?}: {error}")).by(error.rule())
        })
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
    let position = line.positions().get(before.len())?;
    let dots = if before.len() % 2 == 0 { "." } else { "..." };
    let text = format!("{}{dots} {}", before.len() / 2 + 1, write_move(position, *last));
    Some((text, coordinate::write(position, *last)))
}

/// What there is to tell of a line of play.
struct Detail<'a> {
    line: &'a Line,
    /// The clocks now; none for a position of the past.
    clocks: Option<Clocks>,
    /// The time control as the record states it.
    control: Option<TimeControl>,
    record: &'a Record<'a>,
    /// The record played through.
    whole: &'a Replayed,
}

impl Detail<'_> {
    /// What waits for an answer, and whose clock does not run yet.
    fn print_open(&self, out: &mut Out) -> Result<(), Failure> {
        let game = self.line.position().game();
        for (side, proposal) in proposals(self.whole) {
            out.note(format_args!("{} {}", game.side(side), proposal.in_words()))?;
        }
        for side in Side::BOTH.into_iter().filter(|side| self.whole.sealed[side.at()].is_some()) {
            out.note(format_args!(
                "{} has sealed a plan, and not opened it (K10)",
                game.side(side)
            ))?;
        }
        if let Some((side, arbiter)) = &self.whole.arbiter_proposed {
            let name = one_line(&arbiter.name);
            out.note(format_args!("{} proposed {name} as arbiter", game.side(*side)))?;
        }
        let ledger = self.clocks.as_ref().and_then(Clocks::ledger);
        if ledger.is_none() || self.whole.termination.is_some() {
            return Ok(());
        }
        let (south, north) = (game.side(Side::South), game.side(Side::North));
        match Side::BOTH.map(|side| self.whole.is_bound(side)) {
            [false, false] => out.note("nobody has joined or moved yet: both clocks stand (G13)"),
            [true, true] => Ok(()),
            [joined, _] => {
                let side = if joined { north } else { south };
                out.note(format_args!(
                    "{side} has not joined or moved yet: that clock stands (G13)"
                ))
            }
        }
    }

    /// The lines below the board; only those that have something to say, so that a board stays easy to take in.
    fn print(&self, out: &mut Out) -> Result<(), Failure> {
        self.print_clocks(out)?;
        let position = self.line.position();
        let losses = self.line.losses();
        if losses.iter().any(|lost| *lost != LostPieces::default()) {
            for side in Side::BOTH {
                let material = position.material(side);
                let pieces: u32 = material.iter().map(|(_, count)| count).sum();
                let names = material.iter().map(|(piece, count)| match count {
                    1 => name(position.game(), *piece).to_string(),
                    count => format!("{count} {}", name(position.game(), *piece)),
                });
                let names = names.collect::<Vec<_>>().join(", ");
                let lost = lost(position.game(), &losses[side.at()]);
                let text = format!("{} has {pieces}: {names}{lost}", position.game().side(side));
                for line in wrapped(text.split(' ')) {
                    out.note(line)?;
                }
            }
        }
        let occurrences = self.line.occurrences();
        if occurrences.len() > 1 {
            let plies: Vec<String> = occurrences.iter().map(ToString::to_string).collect();
            let count = occurrences.len();
            out.note(format_args!(
                "this position has occurred {count} times: plies {}",
                plies.join(", ")
            ))?;
        }
        Ok(())
    }

    /// The moves with their numbers, wrapped.
    fn print_moves(&self, out: &mut Out) -> Result<(), Failure> {
        let said = self.said();
        let mut words = Vec::new();
        for (ply, (text, _)) in self.moves().into_iter().enumerate() {
            let number = ply / 2 + 1;
            let commented = |ply: usize| said.get(ply).is_some_and(|said| said.contains('{'));
            words.push(match ply % 2 {
                0 => format!("{number}. {text}"),
                _ if commented(ply - 1) => format!("{number}... {text}"),
                _ => text,
            });
            let said = said.get(ply).map_or("", String::as_str);
            words.extend(said.split_whitespace().map(str::to_owned));
        }
        for line in wrapped(words.iter().map(String::as_str)) {
            out.line(line)?;
        }
        Ok(())
    }

    /// What the record says with each move that stands: marks and a comment.
    fn said(&self) -> Vec<String> {
        let said = |action: &Action<'_>| {
            let mut text = String::new();
            for (mark, set) in [(" (=)", action.offer), (" (if)", action.conditional)] {
                text.push_str(if set { mark } else { "" });
            }
            if let Some(comment) = &action.comment {
                text.push_str(&format!(" {{{}}}", one_line(comment)));
            }
            text
        };
        let made = actions::moves_along(self.record, self.whole, self.line);
        made.into_iter().map(said).collect()
    }

    fn print_clocks(&self, out: &mut Out) -> Result<(), Failure> {
        match &self.clocks {
            None | Some(Clocks::None) => Ok(()),
            Some(Clocks::Unknown(reason)) => {
                out.note(format_args!("clocks unknown: {}", one_line(reason)))
            }
            Some(Clocks::Known(ledger)) => {
                for side in Side::BOTH {
                    let left = ledger.time_left(side);
                    let side = self.line.position().game().side(side);
                    out.note(format_args!("{side}'s clock: {left}"))?;
                }
                Ok(())
            }
        }
    }

    /// What a side's clock shows, if it is known.
    fn clock(&self, side: Side) -> Option<String> {
        match &self.clocks {
            Some(Clocks::Known(ledger)) => Some(ledger.time_left(side)),
            _ => None,
        }
    }

    /// The same for machines.
    fn fields(&self) -> Map<String, Value> {
        let position = self.line.position();
        let game = position.game();
        let losses = self.line.losses();
        let names = |pieces: &[Piece]| pieces.iter().map(|p| name(game, *p)).collect::<Vec<_>>();
        let both = |of: &dyn Fn(Side) -> Value| json!({ "south": of(Side::South), "north": of(Side::North) });
        let occurrences = self.line.occurrences();
        let moves: Vec<Value> = self
            .moves()
            .into_iter()
            .map(|(text, coord)| json!({ "text": text, "coord": coord }))
            .collect();
        let retired = |side: Side| -> Value {
            let pair = |(old, new): &(Piece, Piece)| json!({ "piece": name(game, *old), "for": name(game, *new) });
            losses[side.at()].retired.iter().map(pair).collect()
        };
        let material = |side: Side| -> Value {
            let counted = position.material(side).into_iter();
            Value::Object(counted.map(|(p, n)| (name(game, p).to_string(), n.into())).collect())
        };
        let mut fields = Map::new();
        fields.insert("clocks".into(), self.clock_fields());
        let chain = record::last_hash(self.record, self.whole).to_string();
        fields.insert("chain".into(), chain.into());
        let proposals = proposals(self.whole).into_iter();
        let proposals: Vec<Value> = proposals
            .map(|(side, proposal)| json!({ "side": side.name(), "proposal": proposal.name() }))
            .collect();
        fields.insert("proposals".into(), proposals.into());
        fields.insert("captured".into(), both(&|s| json!(names(&losses[s.at()].captured))));
        fields.insert("retired".into(), both(&retired));
        fields.insert("removed".into(), both(&|s| json!(names(&losses[s.at()].removed))));
        fields.insert("material".into(), both(&material));
        let repetition = json!({ "count": occurrences.len(), "plies": occurrences });
        fields.insert("repetition".into(), repetition);
        fields.insert("moves".into(), moves.into());
        fields
    }

    fn clock_fields(&self) -> Value {
        match &self.clocks {
            None | Some(Clocks::None) => Value::Null,
            Some(Clocks::Unknown(reason)) => json!({ "unknown": reason }),
            Some(Clocks::Known(ledger)) => {
                let side = |side| {
                    let ClockState { remaining, moves, flag, .. } = ledger.side(side);
                    json!({
                        "seconds": remaining.map(|b| b.total().as_seconds()),
                        "clock": remaining.map(|b| b.clock.as_seconds()),
                        "spare": remaining.map(|b| b.spare.as_seconds()),
                        "moves": moves, "flag": flag.map(written),
                    })
                };
                json!({
                    "control": self.control.map(|control| control.to_string()), "at": written(ledger.at),
                    "running": ledger.running.map(Side::name),
                    "south": side(Side::South), "north": side(Side::North),
                })
            }
        }
    }

    /// The moves in canonical text and coordinate form.
    fn moves(&self) -> Vec<(String, String)> {
        let moves = self.line.positions().iter().zip(self.line.moves());
        moves.map(|(at, m)| (write_move(at, *m), coordinate::write(at, *m))).collect()
    }
}

fn lost(game: &Game, lost: &LostPieces) -> String {
    let names =
        |pieces: &[Piece]| pieces.iter().map(|p| name(game, *p)).collect::<Vec<_>>().join(", ");
    let mut text = String::new();
    if !lost.captured.is_empty() {
        text.push_str(&format!("; lost {}", names(&lost.captured)));
    }
    if !lost.removed.is_empty() {
        text.push_str(&format!("; given up {}", names(&lost.removed)));
    }
    if !lost.retired.is_empty() {
        let pair =
            |(old, new): &(Piece, Piece)| format!("{} for {}", name(game, *old), name(game, *new));
        let pairs: Vec<String> = lost.retired.iter().map(pair).collect();
        text.push_str(&format!("; retired {}", pairs.join(", ")));
    }
    text
}

fn name(game: &Game, piece: Piece) -> &'static str {
    game.abbreviation(piece)
}
