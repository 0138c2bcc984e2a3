//! The games of many records, each played through, one after the other.

use std::ops::ControlFlow;

use chrono::Datelike;

use super::scan::scan;
use super::source::RecordSource;
use super::verify::{VerifyFailure, is_match};
use crate::clock::{LineSubject, TimeControl, TimeSpan};
use crate::notation::{diagram, san, write_move};
use crate::record::{self, Act, Action, Record, Replayed, Termination};
use crate::rules::variants;
use crate::rules::{Game, Move, Outcome, Position, Setup, Side};

/// A sound record that has been played through.
#[derive(Debug)]
pub struct ArchivedGame<'t> {
    /// The name of its file.
    pub source: &'t str,
    /// The line of the file in which it begins, from 1.
    pub line: u32,
    /// The record.
    pub record: Record<'t>,
    /// What it comes to.
    pub replayed: Replayed,
}

/// A record that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", .failure.located(.name))]
pub struct UnsoundRecord {
    /// The name of its file.
    pub name: String,
    /// What is wrong with it.
    pub failure: VerifyFailure,
}

/// Plays the records that `wanted` keeps, in parallel, and hands what `look` makes of each game to `report`, in the order of the
/// sources, until it says to stop. A record that is not sound is reported in its place; matches are passed over.
pub fn each_game<T: Send>(
    sources: impl IntoIterator<Item = RecordSource>,
    wanted: impl for<'t> Fn(Record<'t>) -> Option<Record<'t>> + Sync,
    look: impl Fn(&ArchivedGame<'_>) -> Option<T> + Sync,
    mut report: impl FnMut(Result<T, UnsoundRecord>) -> ControlFlow<()>,
) {
    let look = |source: RecordSource| -> Option<Result<T, UnsoundRecord>> {
        let RecordSource { name, content, line, .. } = source;
        let unsound = |failure| UnsoundRecord { name: name.clone(), failure };
        let bytes = match content.bytes() {
            Ok(bytes) if is_match(&bytes) => return None,
            Ok(bytes) => bytes,
            Err(reason) => return Some(Err(unsound(VerifyFailure::Unreadable(reason)))),
        };
        let looked = record::read(&bytes).and_then(|record| {
            let Some(record) = wanted(record) else { return Ok(None) };
            let replayed = record::replay(&record)?;
            Ok(look(&ArchivedGame { source: &name, line, record, replayed }))
        });
        let failed = |error: record::Diagnostic| {
            unsound(VerifyFailure::Unsound(Box::new(error.from_line(line))))
        };
        looked.map_err(failed).transpose()
    };
    scan(sources, look, |seen| seen.map_or(ControlFlow::Continue(()), &mut report));
}

/// A game with its variation and options: `fortress/high`, `encounter chariots=north promotion=7`.
pub fn game_label(game: &Game) -> String {
    let variation = game.variation.map(|variation| format!("/{variation}"));
    let options = game.options.iter().map(|(key, value)| format!(" {key}={value}"));
    game.name.to_owned() + &variation.unwrap_or_default() + &options.collect::<String>()
}

/// The day on which a game was played or began, or as much of it as is known.
pub(super) fn date(record: &Record<'_>) -> Option<String> {
    let header = record.header();
    let started = || header.started.map(|at| at.date_naive().to_string());
    header.date.clone().or_else(started)
}

/// A move that stands.
#[derive(Clone, Copy, Debug)]
pub struct GamePly<'g> {
    /// Which it is, from 1.
    pub ply: usize,
    /// The position in which it is made.
    pub before: &'g Position,
    /// The move.
    pub mv: Move,
    /// The position that it leads to.
    pub after: &'g Position,
    /// Its line in the record.
    pub action: &'g Action<'g>,
    /// The index of that line.
    pub index: usize,
}

impl GamePly<'_> {
    /// The move as people write it: in short algebraic notation in Western Chess, otherwise in canonical text.
    pub fn written(&self, western: bool) -> String {
        match western {
            true => san::write(self.before, self.mv),
            false => write_move(self.before, self.mv),
        }
    }

    /// The same in running text, with its number if it is the first mover's or begins a piece of text.
    pub fn numbered(&self, western: bool, begins: bool) -> String {
        let (number, written) = (self.ply.div_ceil(2), self.written(western));
        match self.ply % 2 {
            1 => format!("{number}. {written}"),
            _ if begins => format!("{number}... {written}"),
            _ => written,
        }
    }
}

/// What a move took and left of its side's time, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveTime {
    /// The time since it was the side's turn.
    pub used: Option<TimeSpan>,
    /// What its clock shows afterwards.
    pub left: Option<TimeSpan>,
}

impl ArchivedGame<'_> {
    /// The moves that stand.
    pub fn plies(&self) -> impl Iterator<Item = GamePly<'_>> {
        let line = &self.replayed.line;
        let positions = line.positions().windows(2).zip(line.moves());
        let standing = self.record.standing_moves().into_iter();
        positions.zip(standing).enumerate().filter_map(|(at, ((pair, mv), (index, action)))| {
            let [before, after] = pair else { return None };
            Some(GamePly { ply: at + 1, before, mv: *mv, after, action, index })
        })
    }

    /// How it stands after its last line, in words.
    pub fn standing(&self) -> String {
        let (rules, replayed) = (self.record.game(), &self.replayed);
        match (replayed.termination.map(Termination::name), replayed.outcome) {
            (None, _) => format!("{} to move", rules.side(replayed.line.position().turn())),
            (Some(why), Some(Outcome::Won(side))) => format!("{} wins: {why}", rules.side(side)),
            (Some(why), Some(Outcome::Draw)) => format!("drawn: {why}"),
            (Some(why), None) => format!("no result: {why}"),
        }
    }

    /// The year in which it was played or began.
    pub fn year(&self) -> Option<i32> {
        let header = self.record.header();
        let stated = header.date.as_deref().and_then(|date| date.get(..4)?.parse().ok());
        stated.or_else(|| Some(header.started.or(self.replayed.last_time())?.year()))
    }

    /// The day on which it was played or began, or as much of it as is known: `1848`, `1848-02`, `1848-02-29`.
    pub fn date(&self) -> Option<String> {
        date(&self.record)
    }

    /// The [label](game_label) of its game.
    pub fn rules(&self) -> String {
        game_label(self.record.game())
    }

    /// Whether other programs know it as a game of chess: Western Chess from its usual array.
    pub fn is_western(&self) -> bool {
        let game = self.record.game();
        variants::entry(game.name).is_ok_and(|family| family.western) && self.starts_as_usual()
    }

    /// Whether it starts from its game's usual array.
    pub fn starts_as_usual(&self) -> bool {
        let usual = diagram::default_setup(self.record.game());
        usual.is_ok_and(|usual| usual.pieces().eq(Setup::of(self.record.start()).pieces()))
    }

    /// For each line of the record what its move took and left of its side's time.
    pub fn move_times(&self) -> Vec<MoveTime> {
        let actions = self.record.actions();
        let mut times = vec![MoveTime::default(); actions.len()];
        if !self.record.is_dated() {
            return times;
        }
        let mut turn = self.record.header().started;
        let mut moves = Vec::new();
        for (index, action) in actions.iter().enumerate() {
            if matches!(action.act, Act::Move(_)) {
                times[index].used = action.time.zip(turn).map(|(at, since)| {
                    TimeSpan::seconds(at.signed_duration_since(since).num_seconds())
                });
                moves.push(index);
            }
            if matches!(action.act, Act::Move(_) | Act::TakeBackAgreed) {
                turn = action.time;
            }
        }
        let timed = self.record.header().time.is_some_and(|time| time != TimeControl::None);
        let ledger = self.replayed.last_time().filter(|_| timed);
        let ledger = ledger.and_then(|at| record::clocks(&self.record, &self.replayed, at).ok());
        let lines = ledger.into_iter().flat_map(|ledger| ledger.lines);
        let of_moves = lines.filter(|line| matches!(line.subject, LineSubject::Move { .. }));
        for (line, index) in of_moves.zip(moves) {
            times[index].left = line.remaining.map(|left| left.total());
        }
        times
    }

    /// The name of a side's player; none where it is not known.
    pub fn player(&self, side: Side) -> Option<&str> {
        self.record.header().players.of(side).map(|player| player.name.as_str())
    }
}
