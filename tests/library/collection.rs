//! The records in `games/`: every one holds, and the specimens show each piece, promotion and special rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use riverpost::record::{self, Record, Replayed, Termination};
use riverpost::rules::Side;
use riverpost::rules::variants::GAMES;

mod shown;

/// A record of the collection, read and played through.
struct Kept {
    path: PathBuf,
    text: String,
    record: Record<'static>,
    replayed: Replayed,
}

impl Kept {
    fn is_specimen(&self) -> bool {
        self.path.parent().is_some_and(|folder| folder.ends_with("specimens"))
    }

    fn id(&self) -> &str {
        &self.record.header().id
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of the collection");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            // Matches are no records; `tests/program/matches/verify.rs` has them verified.
            if !path.ends_with("matches") {
                files(&path, found);
            }
        } else if path.extension().is_some_and(|e| e == "yaml") {
            found.push(path);
        }
    }
}

fn collection() -> Vec<Kept> {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games"), &mut found);
    found.sort();
    let keep = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a record's text");
        let unsound = |e| panic!("{}: {e:?}", path.display());
        let record = record::read(text.as_bytes()).map(Record::into_owned).unwrap_or_else(unsound);
        let unsound = |e| panic!("{}: {e:?}", path.display());
        let replayed = record::replay(&record).unwrap_or_else(unsound);
        Kept { path, text, record, replayed }
    };
    found.into_iter().map(keep).collect()
}

#[test]
fn every_record_is_canonical_and_where_it_belongs() {
    let mut ids = BTreeSet::new();
    for kept in collection() {
        let (path, header) = (kept.path.display(), kept.record.header());
        let canonical = record::canonical(&kept.record).expect("a sound record");
        assert_eq!(kept.text, canonical, "{path}: not in canonical form");
        assert_eq!(kept.path.file_stem().and_then(|s| s.to_str()), Some(kept.id()), "{path}");
        assert!(ids.insert(kept.id().to_lowercase()), "{path}: a second {}", kept.id());
        let game = kept.path.ancestors().nth(2).and_then(Path::file_name);
        assert_eq!(game.and_then(|g| g.to_str()), Some(header.game.as_str()), "{path}");
        assert_eq!(header.result, kept.replayed.outcome, "{path}");
        assert!(kept.replayed.outcome.is_some(), "{path}: not a finished game");
    }
}

#[test]
fn specimens_say_so_and_end_by_rule() {
    let mut endings = BTreeSet::new();
    for kept in collection().iter().filter(|kept| kept.is_specimen()) {
        let (id, header) = (kept.id(), kept.record.header());
        assert!(id.starts_with("specimen-"), "{id}");
        assert!(header.event.as_ref().is_some_and(|e| e.starts_with("specimen")), "{id}");
        assert_eq!((&header.date, &header.site, &header.started), (&None, &None, &None), "{id}");
        for side in Side::BOTH {
            let role = kept.record.game().player_titles[side.at()];
            assert_eq!(header.players.of(side).map(|p| p.name.as_str()), Some(role), "{id}");
        }
        match kept.replayed.termination {
            Some(Termination::Rule(ending)) => endings.insert(ending.name()),
            other => panic!("{id}: ends by {other:?}, not by rule"),
        };
    }
    let wanted = ["checkmate", "fivefold repetition", "stalemate"];
    assert_eq!(endings.into_iter().collect::<Vec<_>>(), wanted);
}

#[test]
fn historic_games_keep_their_facts() {
    let mut facts = BTreeMap::new();
    for kept in collection().iter().filter(|kept| !kept.is_specimen()) {
        let (id, header) = (kept.id().to_string(), kept.record.header());
        let folder = kept.path.parent().and_then(Path::file_name);
        assert_eq!(folder.and_then(|f| f.to_str()), Some("historic"), "{id}");
        let name = |side| header.players.of(side).map_or("", |p| &p.name).to_string();
        let date = header.date.clone().unwrap_or_default();
        let result = header.result.map_or("*", |r| r.name());
        let ending = header.ending.map_or("", |e| e.name());
        let plies = kept.replayed.line.plies();
        facts.insert(
            id,
            format!(
                "{} - {}; {date}; {result} {ending}; {plies}",
                name(Side::South),
                name(Side::North)
            ),
        );
    }
    let expected = [
        (
            "amsterdam-rotterdam-1824-amsterdam-white",
            "Amsterdam Schaakgenootschap - Schaakgezelschap Rotterdam; 1824; south resignation; 67",
        ),
        (
            "amsterdam-rotterdam-1824-rotterdam-white",
            "Schaakgezelschap Rotterdam - Amsterdam Schaakgenootschap; 1824; north resignation; 68",
        ),
        (
            "edinburgh-london-1824-game-1",
            "Edinburgh Chess Club - London Chess Club; 1824; draw ; 70",
        ),
        (
            "oldboys-sm-1962-seger-andersson",
            "Yngve Seger - Harry Andersson; 1962; south resignation; 49",
        ),
        (
            "czechoslovak-championship-22-rosenzweig-necesany",
            "Rosenzweig V - Necesany Z; ; draw ; 44",
        ),
        ("czechoslovak-championship-pecenka-nun", "Pecenka X - Nun J; ; south ; 51"),
        (
            "paris-opera-1858",
            "Paul Morphy - Duke of Brunswick and Count Isouard; 1858; south checkmate; 33",
        ),
        (
            "staunton-horwitz-1846-round-1",
            "Howard Staunton - Bernhard Horwitz; 1846-02-02; south ; 73",
        ),
        (
            "tasmania-1848-round-2",
            "Green Ponds Chess Club - Launceston Chess Club; 1848; south checkmate; 69",
        ),
    ];
    let expected = expected.map(|(id, fact)| (id.to_string(), fact.to_string()));
    assert_eq!(facts, BTreeMap::from(expected));
}

#[test]
fn specimens_show_every_game_and_variation() {
    let collection = collection();
    let shown: BTreeSet<_> = collection
        .iter()
        .filter(|kept| kept.is_specimen())
        .map(|kept| (kept.record.game().name, kept.record.game().variation))
        .collect();
    for entry in GAMES {
        match entry.variations {
            [] => assert!(shown.contains(&(entry.name, None)), "{}", entry.name),
            some => {
                for variation in some {
                    assert!(shown.contains(&(entry.name, Some(variation))), "{variation}");
                }
            }
        }
    }
}

/// Each piece's moves and captures, each promotion, each special rule. Run with `--nocapture` to see where each is shown.
#[test]
fn specimens_show_every_piece_promotion_and_special_rule() {
    let mut shown: BTreeMap<&str, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for kept in collection().iter().filter(|kept| kept.is_specimen()) {
        let texts = shown.entry(kept.record.game().name).or_default();
        for text in shown::by_line(&kept.replayed.line) {
            texts.entry(text).or_default().insert(kept.id().to_string());
        }
    }
    let mut missing = Vec::new();
    for entry in GAMES {
        for text in shown::wanted(entry.name) {
            match shown.get(entry.name).and_then(|texts| texts.get(&text)) {
                Some(ids) => println!(
                    "{}: {text}: {}",
                    entry.name,
                    Vec::from_iter(ids.iter().map(String::as_str)).join(", ")
                ),
                None => missing.push(format!("{}: {text}", entry.name)),
            }
        }
    }
    assert!(missing.is_empty(), "no specimen shows:\n{}", missing.join("\n"));
}
