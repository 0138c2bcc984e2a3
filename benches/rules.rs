//! The rules core and signatures on one core: nodes a second of perft, plies a second of replay, signatures a second.
//!
//! `cargo bench --bench rules`. The column to read is the median's items per second: nodes, or plies. Depth 5 of Xiangqi takes the
//! place of depth 4 where `RIVERPOST_DEEP` is set.

mod common;

use common::{Dice, play, record as write_record, texts};
use divan::Bencher;
use divan::counter::ItemsCount;
use riverpost::notation::read_move;
use riverpost::proof::{PublicKey, Signature, Statement, check_signatures};
use riverpost::record::{self, Place, Record, SignatureKind, SignatureLine, replay};
use riverpost::rules::{Line, Position, Side, perft, perft_played};
use ssh_key::PrivateKey;
use ssh_key::private::Ed25519Keypair;

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
            let text = write_record("bench-1", line, Default::default());
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

/// A record of which every action is signed, with an Ed25519 key for each side.
fn signed_record() -> Record<'static> {
    let keys = [1, 2].map(|seed| PrivateKey::from(Ed25519Keypair::from_seed(&[seed; 32])));
    let mut text = write_record(
        "bench-1",
        &play(&start("wing"), 4 * PLIES, &mut Dice::new(7)),
        Default::default(),
    );
    for (key, address) in keys.iter().zip(["anna@example.org", "ben@example.org"]) {
        let key = key.public_key().to_openssh().expect("a key");
        let key = PublicKey::from_openssh(&key).expect("a sound key");
        text = text.replace(&format!("{address}}}"), &format!("{address}, key: {key}}}"));
    }
    let mut record = record::read(text.as_bytes()).expect("a record").into_owned();
    let replayed = replay(&record).expect("a sound record");
    let chain = record::chain(&record, &replayed);
    let actions: Vec<_> = record.actions().to_vec();
    for (base, action) in actions.iter().enumerate() {
        let statement = Statement::of(&record, action, chain[base]).to_string();
        let key = &keys[usize::from(action.side == Side::North)];
        let signature = Signature::by(key, &statement).expect("an Ed25519 key").to_base64().into();
        let (kind, place) = (SignatureKind::Act, Place::START);
        let line = SignatureLine { ordinal: base + 1, base, kind, signature, place };
        record = record::sign(&record, line).expect("a signature more");
    }
    record
}

/// Every signature of a record that has been read and replayed.
#[divan::bench(sample_count = 50)]
fn signatures(bencher: Bencher) {
    let record = signed_record();
    let replayed = replay(&record).expect("a sound record");
    let one_core = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    bencher.counter(ItemsCount::new(record.signatures().len())).bench_local(|| {
        one_core.install(|| {
            check_signatures(&record, &replayed, &|_, _, _| Err("not here".into()))
                .expect("all signed")
        })
    });
}
