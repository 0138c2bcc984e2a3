//! How often memory is asked for: a count, which is the same on every machine, where a time is not.

use allocation_counter::measure;
use riverpost::notation::write_move;
use riverpost::record::{self, read, replay};
use riverpost::rules::{Line, perft};

use crate::common::{Dice, game, start};

/// A record without times of a random game of so many plies.
fn record_of(plies: usize) -> String {
    let mut text = record_head();
    let mut dice = Dice::new(5);
    let mut line = Line::new(start(game("wing")));
    while line.plies() < plies {
        assert_eq!(line.ending(), None, "the game goes on");
        let moves = line.position().legal_moves();
        let mv = moves[dice.below(moves.len())];
        let dots = if line.plies().is_multiple_of(2) { "." } else { "..." };
        let written = write_move(line.position(), mv);
        text += &format!("  {}{dots} {written}\n", line.plies() / 2 + 1);
        line.push_unchecked(mv);
    }
    text
}

fn record_head() -> String {
    let header = record::Header {
        game: "wing".into(),
        id: "counted".into(),
        setup: game("wing").array.to_string(),
        ..record::Header::default()
    };
    record::write_new(&header).unwrap()
}

/// How often memory is asked for in reading and replaying a record of so many plies.
fn allocations(plies: usize) -> u64 {
    let text = record_of(plies);
    let judge = || replay(&read(text.as_bytes()).unwrap()).unwrap();
    // What is made once in a process is made.
    judge();
    measure(|| drop(judge())).count_total
}

#[test]
fn a_ply_of_a_record_asks_for_no_memory() {
    let (short, long) = (allocations(40), allocations(140));
    // Lists double as they grow, each a time or two.
    assert!(long <= short + 12, "{short} for 40 plies, {long} for 140");
    assert!(short < 250, "{short} for the header and 40 plies");
}

#[test]
fn perft_asks_for_memory_once_a_depth() {
    let start = start(game("wing"));
    perft(&start, 3);
    let count = measure(|| assert!(perft(&start, 3) > 1_000)).count_total;
    assert!(count <= 20, "{count}");
}
