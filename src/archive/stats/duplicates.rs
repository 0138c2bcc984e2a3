//! Games that are there twice: with the same moves, or one with the moves of the other and more. Each game is told by a chain
//! of hashes, one a ply, so that no two games are compared.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::table::{StatCell, StatTable};
use crate::archive::game::ArchivedGame;
use crate::rules::Side;

/// A game's hashes, and what people know it by.
#[derive(Clone, Debug)]
pub(super) struct MoveChain {
    /// After each ply from the fewest on that are looked at; never empty.
    hashes: Vec<u64>,
    plies: usize,
    id: String,
    source: String,
    players: String,
    date: String,
}

impl MoveChain {
    pub(super) fn of(game: &ArchivedGame<'_>, least: usize) -> MoveChain {
        let line = &game.replayed.line;
        let mut hasher = DefaultHasher::new();
        game.rules().hash(&mut hasher);
        line.start().zobrist_hash().hash(&mut hasher);
        let mut hashes = Vec::with_capacity(1 + line.plies().saturating_sub(least));
        for ply in 0..=line.plies() {
            if let Some(mv) = ply.checked_sub(1).and_then(|at| line.moves().get(at)) {
                mv.hash(&mut hasher);
            }
            if ply >= least {
                hashes.push(hasher.clone().finish());
            }
        }
        let player = |side| game.player(side).unwrap_or("?");
        let source = match game.line {
            1 => game.source.to_owned(),
            line => format!("{}:{line}", game.source),
        };
        MoveChain {
            hashes,
            plies: line.plies(),
            id: game.record.header().id.clone(),
            source,
            players: format!("{} - {}", player(Side::South), player(Side::North)),
            date: game.date().unwrap_or_default(),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Duplicates(Vec<MoveChain>);

impl Duplicates {
    pub(super) fn add(&mut self, chain: Option<MoveChain>) {
        self.0.extend(chain);
    }

    /// A row for each game of a group: games with the same moves, and the longest game whose moves they continue.
    pub(super) fn table(&self) -> StatTable {
        let head = ["group", "what", "plies", "id", "players", "date", "file"];
        let mut table = StatTable::new(head);
        // The games that end with each hash, in their order.
        let mut ends: HashMap<u64, Vec<&MoveChain>> = HashMap::new();
        for chain in &self.0 {
            if let Some(end) = chain.hashes.last() {
                ends.entry(*end).or_default().push(chain);
            }
        }
        let mut group = 0;
        for chain in &self.0 {
            let Some((end, before)) = chain.hashes.split_last() else { continue };
            let same = ends.get(end).map_or(&[][..], Vec::as_slice);
            if same.first().is_none_or(|first| !std::ptr::eq(*first, chain)) {
                continue;
            }
            let shorter = before.iter().rev().find_map(|hash| ends.get(hash)?.first());
            if same.len() < 2 && shorter.is_none() {
                continue;
            }
            group += 1;
            let rows = shorter.map(|shorter| ("begins so", *shorter)).into_iter();
            let what = if shorter.is_some() { "goes on" } else { "same moves" };
            for (what, chain) in rows.chain(same.iter().map(|chain| (what, *chain))) {
                let MoveChain { plies, id, source, players, date, .. } = chain;
                let texts = [id, players, date, source].map(|text| StatCell::Text(text.clone()));
                let counts = [
                    StatCell::Count(group),
                    StatCell::Text(what.into()),
                    StatCell::Count(*plies as u64),
                ];
                table.push(counts.into_iter().chain(texts));
            }
        }
        table
    }
}
