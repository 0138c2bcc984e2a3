//! The rules core on one core: nodes a second of perft, plies a second of replay.
//!
//! `cargo bench --bench rules`. The column to read is the median's items per second: nodes, or plies. Depth 5 of Xiangqi takes the
//! place of depth 4 where `RIVERPOST_DEEP` is set.

mod common;

use common::{Dice, play, record, texts};
use divan::Bencher;
use divan::counter::ItemsCount;
use riverpost::notation::read_move;
use riverpost::record::{Record, replay};
use riverpost::rules::{Line, Position, perft, perft_played};

fn main() {
    divan::main();
}

/// What is counted, by a short name: a position and a depth that takes a fraction of a second.
fn counted(name: &str) -> (Position, u32) {
    let deep = std::env::var_os("RIVERPOST_DEEP").is_some();
    match name {
        "xiangqi" => (common::xiangqi(), 4 + u32::from(deep)),
        "orthodox start" => (common::orthodox(), 5),
        "orthodox kiwipete" => (common::kiwipete(), 4),
        "valonian replaced" => (common::replaced(), 3),
        _ => (start(name), 4),
    }
}

fn start(name: &str) -> Position {
    common::starts().into_iter().find(|(n, _)| *n == name).expect("a game").1
}

const COUNTED: [&str; 9] = [
    "xiangqi",
    "orthodox start",
    "orthodox kiwipete",
    "wing",
    "riverqi",
    "encounter",
    "fortress level",
    "fortress high",
    "valonian replaced",
];

/// Perft with the last ply counted, not played.
#[divan::bench(args = COUNTED, sample_count = 15, sample_size = 1)]
fn perft_bulk(bencher: Bencher, name: &str) {
    let (position, depth) = counted(name);
    bencher
        .counter(ItemsCount::new(perft(&position, depth)))
        .bench_local(|| perft(divan::black_box(&position), depth));
}

/// Perft with every move played.
#[divan::bench(name = "perft_played", args = COUNTED, sample_count = 9, sample_size = 1)]
fn perft_with_every_move_played(bencher: Bencher, name: &str) {
    let (position, depth) = counted(name);
    bencher
        .counter(ItemsCount::new(perft(&position, depth)))
        .bench_local(|| perft_played(divan::black_box(&position), depth));
}

/// How many games are replayed, and of how many plies.
const GAMES: usize = 40;
const PLIES: usize = 80;

const REPLAYED: [&str; 8] = [
    "all",
    "wing",
    "riverqi",
    "encounter",
    "fortress level",
    "fortress high",
    "valonian replaced",
    "orthodox",
];

/// Random games of one kind, or of all in turn.
fn games(name: &str) -> Vec<Line> {
    let mut dice = Dice::new(7);
    let starts = match name {
        "all" => common::starts().into_iter().map(|(_, start)| start).collect(),
        _ => vec![start(name)],
    };
    starts.iter().cycle().take(GAMES).map(|start| play(start, PLIES, &mut dice)).collect()
}

fn plies(lines: &[Line]) -> ItemsCount {
    ItemsCount::new(lines.iter().map(Line::plies).sum::<usize>())
}

/// Records already read: every move judged, with repetition, endings, numbers, times and the result.
#[divan::bench(args = REPLAYED, sample_count = 50)]
fn replay_of_records(bencher: Bencher, name: &str) {
    let lines = games(name);
    let records: Vec<Record<'static>> = lines
        .iter()
        .map(|line| {
            let text = record("bench-1", line, Default::default());
            riverpost::record::read(text.as_bytes()).expect("a record").into_owned()
        })
        .collect();
    bencher.counter(plies(&lines)).bench_local(|| {
        for record in &records {
            divan::black_box(replay(record).expect("a sound record"));
        }
    });
}

/// The same moves in canonical text, read one by one and added to a line of play.
#[divan::bench(args = REPLAYED, sample_count = 50)]
fn replay_of_moves(bencher: Bencher, name: &str) {
    let lines = games(name);
    let moves: Vec<Vec<String>> = lines.iter().map(texts).collect();
    bencher.counter(plies(&lines)).bench_local(|| {
        for (line, moves) in lines.iter().zip(&moves) {
            let mut replayed = Line::new(line.start().clone());
            for text in moves {
                let stated = read_move(replayed.position(), text).expect("a legal move");
                replayed.push_unchecked(stated.mv);
            }
            divan::black_box(replayed);
        }
    });
}
