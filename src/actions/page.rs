//! A record as a page to look at.

use super::game::Clocks;
use crate::clock::{Ledger, LineSubject};
use crate::record::{Action, Record, Replayed, write_instant};
use crate::render::{GamePage, PlyNote};
use crate::rules::{Line, Side};

/// The page of a record along a line of play, that of the record or a part of it, which may go on otherwise. It says how
/// the game stands in the words of `standing`, and has no form for an answer.
pub fn game_page<'r>(
    record: &'r Record<'_>,
    replayed: &'r Replayed,
    line: &'r Line,
    clocks: Option<&Clocks>,
    standing: String,
) -> GamePage<'r> {
    let header = record.header();
    let facts = [("Event", &header.event), ("Site", &header.site), ("Round", &header.round)];
    let facts = facts.into_iter().filter_map(|(name, text)| Some((name, text.clone()?)));
    let arbiter = replayed.arbiter().map(|arbiter| ("Arbiter", arbiter.name.clone()));
    let started = header.started.as_ref().map(|started| ("Started", write_instant(started)));
    let control = header.time.map(|control| ("Time", control.to_string()));
    let facts = facts.chain(started).chain(control).chain(arbiter).collect();
    let game = record.game();
    let seats = Side::BOTH.map(|side| {
        let name = header.players.of(side).map_or("unknown", |player| &player.name);
        format!("{}: {name}", game.side(side))
    });
    let ledger = clocks.and_then(Clocks::ledger);
    let mut plies = vec![PlyNote::default(); line.positions().len()];
    let made = moves_along(record, replayed, line);
    for (note, action) in plies.iter_mut().skip(1).zip(made) {
        note.time = action.time.as_ref().map(write_instant).unwrap_or_default();
        note.comment = action.comment.as_deref().unwrap_or_default().to_owned();
    }
    if let Some(ledger) = ledger {
        note_clocks(ledger, &mut plies);
    }
    let account = ledger.map_or(&[][..], |ledger| &ledger.lines);
    GamePage {
        id: &header.id,
        facts,
        seats,
        line,
        plies,
        standing,
        ledger: account.iter().map(ToString::to_string).collect(),
        links: Vec::new(),
        answer: None,
    }
}

/// The moves of a record that a line of play begins with.
pub fn moves_along<'r, 't>(
    record: &'r Record<'t>,
    replayed: &Replayed,
    line: &Line,
) -> Vec<&'r Action<'t>> {
    let played = line.moves().iter().zip(replayed.line.moves());
    let same = played.take_while(|(one, other)| one == other).count();
    record.standing_moves().into_iter().take(same).map(|(_, action)| action).collect()
}

/// Notes what both clocks showed after each move, and what they show with the last.
fn note_clocks(ledger: &Ledger, plies: &mut [PlyNote]) {
    let mut left = [String::new(), String::new()];
    for line in &ledger.lines {
        let Some(remaining) = line.remaining else { continue };
        left[line.side.at()] = format!("{} left", remaining.total());
        let ply = match line.subject {
            LineSubject::Opening => 0,
            LineSubject::Move { number } => {
                (number as usize).saturating_sub(1) * 2 + line.side.at() + 1
            }
            _ => continue,
        };
        if let Some(note) = plies.get_mut(ply) {
            note.clocks.clone_from(&left);
        }
    }
    if let Some(note) = plies.last_mut() {
        let reading = |side| ledger.reading(side).map(|r| r.to_string()).unwrap_or_default();
        note.clocks = Side::BOTH.map(reading);
    }
}
