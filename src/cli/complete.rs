//! What a shell offers while a command is typed: ids of records and matches, games, moves.
//!
//! clap asks for the candidates of one word. The words before it stand in the program's own arguments, behind `--`.

use std::ffi::OsStr;
use std::path::PathBuf;

use chrono::Utc;
use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};

use crate::actions::{self, GAMES, MATCHES};
use crate::matches::{self, Match};
use crate::notation::{coordinate, typeable};
use crate::record;
use crate::rules::{Move, Position, variants};
use crate::store::Store;

/// What names the one game that waits.
pub(super) const WAITING: &str = "@";

/// The names of the games.
pub(super) fn games(current: &OsStr) -> Vec<CompletionCandidate> {
    let names = variants::GAMES.iter().map(|family| family.name);
    fitting(names.map(str::to_owned), &current.to_string_lossy())
}

/// The ids of the records of the repository, or paths once one is begun.
pub(super) fn records(current: &OsStr) -> Vec<CompletionCandidate> {
    stored(GAMES, current)
}

/// The same of matches.
pub(super) fn matches(current: &OsStr) -> Vec<CompletionCandidate> {
    stored(MATCHES, current)
}

/// The ids of the games of the match named before.
pub(super) fn match_games(current: &OsStr) -> Vec<CompletionCandidate> {
    let games = named_match().into_iter().flat_map(|m| m.games).map(|game| game.id);
    fitting(games, &current.to_string_lossy())
}

/// The ids of those who play in it.
pub(super) fn entrants(current: &OsStr) -> Vec<CompletionCandidate> {
    let ids =
        named_match().map(|m| m.entrants().iter().map(|e| e.id.to_owned()).collect::<Vec<_>>());
    fitting(ids.unwrap_or_default(), &current.to_string_lossy())
}

/// The match that a word before the one being typed names.
fn named_match() -> Option<Match> {
    let (words, repository) = (words(), repository());
    let before = words.iter().rev().skip(1).filter(|word| !word.starts_with('-'));
    let mut found = before.filter_map(|word| actions::find(&repository, MATCHES, word).ok());
    found.find_map(|file| matches::parse(&file.bytes).ok())
}

fn stored(folder: &str, current: &OsStr) -> Vec<CompletionCandidate> {
    let text = current.to_string_lossy();
    if text.contains('/') || text.starts_with('.') {
        return PathCompleter::file().complete(current);
    }
    let Ok(store) = Store::discover(&repository()) else { return Vec::new() };
    let Ok(paths) = store.list(folder) else { return Vec::new() };
    let ids: Vec<String> = paths.iter().map(|path| path.stem().to_owned()).collect();
    let beginning = fitting(ids.iter().cloned(), &text);
    if !beginning.is_empty() {
        return beginning;
    }
    // Words of an id stand for it too.
    let lower = text.to_lowercase();
    let holding = ids.into_iter().filter(|id| id.to_lowercase().contains(&lower));
    holding.map(CompletionCandidate::new).collect()
}

/// The legal moves in the game named before, as they are typed at a shell.
pub(super) fn moves(current: &OsStr) -> Vec<CompletionCandidate> {
    let words = words();
    let Some((position, named)) = position(&words) else { return Vec::new() };
    let text = words[named + 1..].iter().filter(|word| !word.starts_with('-'));
    let before = text.rev().nth(1).map(String::as_str);
    let current = current.to_string_lossy();
    let mut candidates = parts_of_moves(&position, before, &current);
    candidates.sort_unstable();
    candidates.dedup();
    fitting(typeable(&candidates), &current)
}

/// How a move can go on. It begins with the square it leaves, or is whole in coordinate form once that square is typed;
/// behind a square stands the rest of it, behind the abbreviation of a piece any of its moves.
fn parts_of_moves(position: &Position, before: Option<&str>, current: &str) -> Vec<String> {
    let board = position.board();
    let legal = position.legal_moves();
    let whole = |m: &Move| coordinate::write(position, *m);
    let Some(before) = before else {
        let squares: Vec<String> = legal.iter().map(|m| board.name(m.from)).collect();
        let begun = squares.iter().any(|square| square.starts_with(current))
            && squares.iter().all(|square| square != current);
        return if begun { squares } else { legal.iter().map(whole).collect() };
    };
    if let Some(from) = board.read(before) {
        let rest = |m: &Move| whole(m).strip_prefix(&board.name(from)).map(str::to_owned);
        return legal.iter().filter(|m| m.from == from).filter_map(rest).collect();
    }
    let is_meant = |m: &&Move| {
        let piece = position.piece(m.from);
        position.game().abbreviation(piece).eq_ignore_ascii_case(before)
    };
    legal.iter().filter(is_meant).map(whole).collect()
}

/// The position of the first record named among the words, and which word names it.
fn position(words: &[String]) -> Option<(Position, usize)> {
    let store = Store::discover(&repository()).ok()?;
    let folder = std::env::current_dir().ok()?;
    // The first words are the command's; the one being typed is a move.
    let named = words.iter().enumerate().take(words.len().saturating_sub(1)).skip(1);
    let (index, path) =
        named.filter(|(_, word)| !word.starts_with('-')).find_map(|(index, word)| {
            let found = match word.as_str() {
                WAITING => {
                    let me = actions::Identity::of(&store).ok();
                    actions::find_waiting(&store, me, Utc::now()).ok()?
                }
                words => actions::find_record(&store, &folder, words).ok()?,
            };
            Some((index, found))
        })?;
    let found = actions::read_record(&store, &path).ok()?;
    let record = record::read(&found.bytes).ok()?;
    let replayed = record::replay(&record).ok()?;
    Some((replayed.line.position().clone(), index))
}

/// The words typed so far, without the program's name.
fn words() -> Vec<String> {
    let given = std::env::args_os().skip_while(|word| word != "--").skip(2);
    given.map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The folder that `--repo` names, or the current one.
fn repository() -> PathBuf {
    let words = words();
    let after = words.iter().position(|word| word == "--repo").and_then(|at| words.get(at + 1));
    let joined = words.iter().find_map(|word| word.strip_prefix("--repo="));
    after.map(String::as_str).or(joined).unwrap_or(".").into()
}

/// Those of some texts that begin so.
fn fitting(texts: impl IntoIterator<Item = String>, current: &str) -> Vec<CompletionCandidate> {
    let begins = |text: &String| text.to_lowercase().starts_with(&current.to_lowercase());
    texts.into_iter().filter(begins).map(CompletionCandidate::new).collect()
}
