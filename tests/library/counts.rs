//! How often memory is asked for: a count, which is the same on every machine, where a time is not.

use std::path::Path;

use allocation_counter::measure;
use chrono::{DateTime, Utc};
use rayon::ThreadPoolBuilder;
use riverpost::actions::{
    ActionBy, ListFilter, Listed, MoveRequest, Somebody, inbox, list, submit, verify_repository,
};
use riverpost::archive::FactQuery;
use riverpost::notation::write_move;
use riverpost::record::{self, Player, Players, read, replay};
use riverpost::rules::{Line, perft};
use riverpost::store::{RepoPath, Store};

use crate::common::{Dice, game, start};
use crate::store::Sandbox;

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
    let email = Some("clerk@example.org".into());
    let south = Some(Player { name: "Clerk".into(), email, key: None });
    let header = record::Header {
        game: "wing".into(),
        id: "counted".into(),
        players: Players { south, north: None },
        started: DateTime::from_timestamp(1_795_000_000, 0),
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

const RECORD: &str = "games/wing/2026-11/counted.yaml";
/// How many keys of its author's own a long head has, and how long their values are: escaped, so that reading one asks for
/// memory again and again, and a copy of it once.
const KEYS: usize = 150;
const LONG: usize = 1800;

/// What is done in a repository.
type Command<'c> = &'c dyn Fn(&Store);

/// How often a command asks for memory in a repository of one record, whose head has so many keys of its author's own.
fn asked_by(command: Command<'_>, keys: usize) -> u64 {
    let long = "a".repeat(LONG);
    let own: String = (0..keys).map(|n| format!("x-own-{n}: \"\\x61{long}\"\n")).collect();
    let text = record_head().replace("setup:", &(own + "setup:"));
    let sandbox = Sandbox::empty();
    sandbox.git(&["init", "-q", "-b", "main"]);
    sandbox.identify();
    sandbox.write("riverpost.yaml", "format: riverpost-repository/1\n");
    sandbox.write(RECORD, &text);
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-q", "-m", "start"]);
    let store = sandbox.store();
    measure(|| command(&store)).count_total
}

fn at(store: &Store) -> DateTime<Utc> {
    DateTime::from_timestamp(store.now().0, 0).unwrap()
}

/// How often a command asks for memory because of those keys.
fn asked_because_of_keys(command: Command<'_>) -> f64 {
    // What is made once in a process is made by the first.
    let [_, without, with] = [0, 0, KEYS].map(|keys| asked_by(command, keys));
    (with - without) as f64
}

/// Whatever is done with a record, it is parsed once: a second time would ask for the same memory again.
#[test]
fn a_record_is_parsed_once() {
    // What several threads do together is done by this one, and counted.
    ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    let all = ListFilter {
        which: Listed::All,
        words: Vec::new(),
        facts: FactQuery::default(),
        of_match: None,
    };
    let request = |store: &Store| MoveRequest {
        text: "e4e5".into(),
        by: ActionBy::Identity,
        offer: false,
        comment: None,
        at: at(store),
    };
    let path = RepoPath::new(RECORD).unwrap();
    let commands: [(&str, f64, Command<'_>); 4] = [
        // What the next version is made from is copied, too.
        ("move", 2.0, &|store| drop(submit(store, &path, &request(store), None, false).unwrap())),
        ("verify", 1.01, &|store| {
            verify_repository(store, Path::new("/"), |verdict| assert!(verdict.failing.is_none()))
                .unwrap();
        }),
        ("list", 1.01, &|store| assert_eq!(list(store, &all).unwrap().0.len(), 1)),
        ("inbox", 1.01, &|store| {
            assert_eq!(inbox(store, None, at(store)).unwrap().games.len(), 1);
        }),
    ];
    let bytes = |store: &Store| store.read(&path).unwrap().unwrap().bytes;
    let reading = asked_because_of_keys(&|store| drop(read(&bytes(store)).unwrap()));
    for (name, most, command) in commands {
        let readings = asked_because_of_keys(command) / reading;
        assert!(readings >= 1.0 && readings < most, "{name}: {readings}");
    }
}

/// A work tree of so many records, of which one is the clerk's.
fn records(count: usize) -> Sandbox {
    let sandbox = Sandbox::empty();
    sandbox.git(&["init", "-q", "-b", "main"]);
    sandbox.identify();
    sandbox.write("riverpost.yaml", "format: riverpost-repository/1\n");
    let text = record_head();
    let others = text.replace("Clerk", "Ada").replace("clerk", "ada");
    for number in 0..count {
        let text = if number == count / 2 { &text } else { &others };
        let id = format!("counted-{number}");
        let path = format!("games/wing/{}/{id}.yaml", number / 200);
        sandbox.write(&path, &text.replace("counted", &id));
    }
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-q", "-m", "start"]);
    sandbox
}

#[test]
fn many_records_are_not_held_at_once() {
    ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    let commands: [(&str, Command<'_>); 2] = [
        ("verify", &|store| {
            verify_repository(store, Path::new("/"), |verdict| assert!(verdict.failing.is_none()))
                .unwrap();
        }),
        ("inbox", &|store| {
            let me = Somebody::Named("Clerk".into());
            assert_eq!(inbox(store, Some(me), at(store)).unwrap().games.len(), 1);
        }),
    ];
    let counts = [1_100, 2_600];
    let repositories = counts.map(records);
    for (name, command) in commands {
        let held = |sandbox: &Sandbox| measure(|| command(&sandbox.store())).bytes_max;
        let [few, many] = repositories.each_ref().map(held);
        // Of each id a number is kept, to find those that are there twice.
        let more = 40 * (counts[1] - counts[0]) as u64;
        assert!(many < few + more, "{name}: {few} bytes, of more records {many}");
    }
}
