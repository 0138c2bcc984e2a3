//! What `show` tells besides the board: clocks, what was lost on the way, repetition, the moves.

use serde_json::{Map, Value, json};

use super::error::Failure;
use super::now;
use super::out::Out;
use crate::actions::Clocks;
use crate::clock::{ClockState, Ledger, TimeControl, TimeSpan};
use crate::notation::{coordinate, write_move};
use crate::rules::{Game, Line, LostPieces, Piece, Side};

/// The columns that a list of moves is wrapped to.
const WIDTH: usize = 78;

/// What there is to tell of a line of play.
pub(super) struct Detail<'a> {
    pub(super) line: &'a Line,
    /// The clocks now; none for a position of the past.
    pub(super) clocks: Option<Clocks>,
    /// The time control as the record states it.
    pub(super) control: Option<TimeControl>,
}

impl Detail<'_> {
    /// The lines below the board; only those that have something to say, so that a board stays easy to take in.
    pub(super) fn print(&self, out: &mut Out) -> Result<(), Failure> {
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
                out.note(format_args!(
                    "{} has {pieces}: {names}{lost}",
                    position.game().side(side)
                ))?;
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
    pub(super) fn print_moves(&self, out: &mut Out) -> Result<(), Failure> {
        let mut line = String::new();
        for (ply, (text, _)) in self.moves().into_iter().enumerate() {
            let word = match ply % 2 {
                0 => format!("{}. {text}", ply / 2 + 1),
                _ => text,
            };
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
                out.line(&line)?;
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        if line.is_empty() { Ok(()) } else { out.line(line) }
    }

    fn print_clocks(&self, out: &mut Out) -> Result<(), Failure> {
        match &self.clocks {
            None | Some(Clocks::None) => Ok(()),
            Some(Clocks::Unknown(reason)) => {
                out.note(format_args!("clocks unknown: {}", crate::render::one_line(reason)))
            }
            Some(Clocks::Known(ledger)) => {
                for side in Side::BOTH {
                    let standing = ledger.side(side);
                    let left = standing.remaining.map_or(TimeSpan::ZERO, |balance| balance.total());
                    let left = if left < TimeSpan::ZERO { TimeSpan::ZERO } else { left };
                    let state = state(ledger, side, standing);
                    out.note(format_args!(
                        "{}'s clock: {left} left{state}",
                        self.line.position().game().side(side)
                    ))?;
                }
                Ok(())
            }
        }
    }

    /// The same for machines.
    pub(super) fn fields(&self) -> Map<String, Value> {
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
                        "moves": moves, "flag": flag.map(now::written),
                    })
                };
                json!({
                    "control": self.control.map(|control| control.to_string()), "at": now::written(ledger.at),
                    "running": ledger.running.map(Side::name),
                    "south": side(Side::South), "north": side(Side::North),
                })
            }
        }
    }

    /// The moves in canonical text and coordinate form.
    fn moves(&self) -> Vec<(String, String)> {
        let mut position = self.line.start().clone();
        let mut moves = Vec::with_capacity(self.line.plies());
        for m in self.line.moves() {
            moves.push((write_move(&position, *m), coordinate::write(&position, *m)));
            position = position.play_unchecked(*m);
        }
        moves
    }
}

/// What the clock of a side does.
fn state(ledger: &Ledger, side: Side, standing: &ClockState) -> String {
    match standing.flag {
        Some(flag) if flag <= ledger.at => format!(", flag down since {}", now::written(flag)),
        Some(flag) if ledger.running == Some(side) => {
            format!(", running, flag falls {}", now::written(flag))
        }
        _ if ledger.running == Some(side) => ", running".into(),
        _ => String::new(),
    }
}

fn lost(game: &Game, lost: &LostPieces) -> String {
    let names =
        |pieces: &[Piece]| pieces.iter().map(|p| name(game, *p)).collect::<Vec<_>>().join(", ");
    let mut text = String::new();
    if !lost.captured.is_empty() {
        text.push_str(&format!("; captured {}", names(&lost.captured)));
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
