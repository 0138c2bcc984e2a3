//! The shape of the house: which room may import which. A room imports only from rooms below it.

mod imports;

use std::path::{Path, PathBuf};

/// The rooms, ground floor first, each with the rooms it may name.
const ROOMS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("notation", &["rules"]),
    ("clock", &["rules"]),
    ("document", &[]),
    ("record", &["rules", "notation", "clock", "document"]),
    ("proof", &["rules", "record"]),
    ("matches", &["rules", "notation", "clock", "document", "record", "proof", "render"]),
    ("store", &[]),
    ("render", &["rules", "notation"]),
    ("mail", &["rules", "notation", "clock", "document", "record", "proof", "render"]),
    (
        "archive",
        &["rules", "notation", "clock", "document", "record", "proof", "matches", "render"],
    ),
    (
        "actions",
        &[
            "rules", "notation", "clock", "document", "record", "proof", "matches", "store",
            "render", "mail", "archive",
        ],
    ),
    (
        "cli",
        &[
            "rules", "notation", "clock", "document", "record", "proof", "matches", "store",
            "render", "mail", "archive", "actions",
        ],
    ),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}

/// The rooms that a source names: what follows `crate::`, within braces too.
fn named(source: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for (at, _) in source.match_indices("crate::") {
        let rest = &source[at + "crate::".len()..];
        let list = match rest.strip_prefix('{') {
            Some(inner) => inner.split('}').next().unwrap_or_default(),
            None => rest,
        };
        for item in list.split(',').take(if rest.starts_with('{') { usize::MAX } else { 1 }) {
            let word: String = item
                .trim()
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            rooms.push(word);
        }
    }
    rooms
}

#[test]
fn imports_point_down() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (room, below) in ROOMS {
        for file in sources(&src.join(room)) {
            let text = std::fs::read_to_string(&file).expect("a source file");
            for named in named(&text).iter().filter(|n| n.as_str() != *room) {
                assert!(below.contains(&named.as_str()), "{} names {named}", file.display());
            }
        }
    }
}

#[test]
fn every_room_is_on_the_plan() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in std::fs::read_dir(src).expect("the source") {
        let entry = entry.expect("an entry");
        if entry.path().is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            assert!(ROOMS.iter().any(|(room, _)| *room == name), "{name} is not on the plan");
        }
    }
}

/// Git and YAML are known to one room each.
#[test]
fn crates_are_named_where_they_belong() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in sources(&src) {
        let text = std::fs::read_to_string(&file).expect("a source file");
        let place =
            file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        if text.contains("git2::") {
            assert!(place.starts_with("store/"), "{place} names git2");
        }
        if text.contains("saphyr_parser::") {
            let known = ["document/reader.rs", "document/input.rs"];
            assert!(known.contains(&place.as_str()), "{place} names the YAML crate");
        }
        if text.contains("resvg::") {
            assert_eq!(place, "render/png.rs", "{place} names the crate that draws");
        }
        if place.starts_with("rules/") {
            for foreign in ["chrono", "serde::", "std::fs", "SystemTime"] {
                assert!(!text.contains(foreign), "{place} names {foreign}");
            }
        }
    }
}

/// Nothing outside the variants' files knows a game by its name.
#[test]
fn no_game_is_named_outside_its_file() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names: Vec<String> =
        riverpost::rules::variants::GAMES.iter().map(|g| format!("\"{}\"", g.name)).collect();
    for file in sources(&src) {
        let place =
            file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        if place.starts_with("rules/variants/") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a source file");
        // Examples in comments may name games.
        let code: Vec<&str> = text.lines().filter_map(|line| line.split("//").next()).collect();
        let text = code.join("\n");
        for name in &names {
            assert!(!text.contains(name.as_str()), "{place} names {name}");
        }
    }
}

/// The rulings of single games, and their pieces' names, stand in the games' own files; the rules and the notation of all
/// games take them from the game's spec.
#[test]
fn no_rule_or_piece_of_a_game_is_named_outside_its_file() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut words = std::collections::BTreeSet::new();
    for family in riverpost::rules::variants::GAMES {
        let game = family.game(family.variations.first().copied(), []).expect("a game");
        words.extend(game.roles.iter().flat_map(|role| role.name));
        let own = |id: &&str| !id.starts_with(['G', 'P', 'R', 'M']);
        words.extend(game.rulings().iter().map(|ruling| ruling.id).filter(own));
    }
    words.remove("");
    for file in ["rules", "notation"].iter().flat_map(|room| sources(&src.join(room))) {
        let place =
            file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        if place.starts_with("rules/variants/") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a source file");
        let code = text.lines().filter_map(|line| line.split("//").next());
        for literal in code.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            for word in literal.split(|c: char| !c.is_ascii_alphanumeric()) {
                let one = word.strip_suffix('s').unwrap_or(word);
                assert!(!words.contains(word) && !words.contains(one), "{place} names {word}");
            }
        }
    }
}
