//! The lists of rules and rulings: complete in form, one id each, and in our own words.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use riverpost::rules::variants::{self, GAMES};
use riverpost::rules::{Game, Ruling};

/// Every game in every revision and variation, with the default options and with each other value of each option.
fn games() -> Vec<&'static Game> {
    let mut games = Vec::new();
    for entry in GAMES {
        let variations: Vec<Option<&str>> = match entry.variations {
            [] => vec![None],
            some => some.iter().map(|v| Some(*v)).collect(),
        };
        let options = entry.options.iter().flat_map(|o| o.values[1..].iter().map(|v| (o.key, *v)));
        let choices: Vec<_> = std::iter::once(None).chain(options.map(Some)).collect();
        for revision in 1..=entry.revision {
            for variation in &variations {
                for choice in &choices {
                    let game = entry.game_of_revision(revision, *variation, *choice);
                    games.push(game.expect("a listed choice"));
                }
            }
        }
    }
    games
}

/// Every ruling of every game, each once.
fn rulings() -> BTreeMap<&'static str, Ruling> {
    games().into_iter().flat_map(|g| g.rulings().iter().map(|r| (r.id, r.clone()))).collect()
}

fn ids(name: &str, variation: Option<&str>) -> BTreeSet<&'static str> {
    let game = variants::find(name, variation, []).expect("a listed game");
    game.rulings().iter().map(|r| r.id).collect()
}

#[test]
fn a_game_lists_an_id_once() {
    for game in games() {
        let mut seen = HashSet::new();
        for ruling in game.rulings() {
            assert!(seen.insert(ruling.id), "{} lists {} twice", game.title, ruling.id);
            assert_eq!(game.ruling(ruling.id), Some(ruling));
        }
    }
}

#[test]
fn an_id_means_the_same_in_every_game() {
    let all = rulings();
    for game in games() {
        for ruling in game.rulings() {
            assert_eq!(ruling, &all[ruling.id], "{} of {}", ruling.id, game.title);
        }
    }
}

#[test]
fn ids_are_a_capital_and_a_number() {
    for id in rulings().into_keys() {
        let number = id.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or_default();
        assert!(!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()), "{id:?}");
    }
}

#[test]
fn texts_are_sentences_with_a_source() {
    for Ruling { id, text, source, .. } in rulings().into_values() {
        assert!(text.len() > 1 && text.ends_with('.'), "{id}: {text:?}");
        assert!(text.starts_with(char::is_uppercase), "{id}: {text:?}");
        assert!(!source.is_empty(), "{id} has no source");
        for words in [&text, &source] {
            assert!(!words.contains("  ") && words.trim() == words, "{id}: {words:?}");
        }
    }
}

#[test]
fn the_numbers_of_a_letter_have_no_gap() {
    let mut numbers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for id in rulings().into_keys() {
        numbers.entry(&id[..1]).or_default().push(id[1..].parse().expect("a number"));
    }
    for (letter, mut found) in numbers {
        found.sort_unstable();
        assert!(found.iter().copied().eq(1..=found.len()), "{letter}: {found:?}");
    }
}

#[test]
fn the_powers_come_first_and_every_game_has_the_general_rulings() {
    for game in games() {
        assert_eq!(game.rulings()[0].id, "P1", "{}", game.title);
        for letter in ["P", "G", "M"] {
            assert!(game.rulings().iter().any(|r| r.id.starts_with(letter)), "{}", game.title);
        }
    }
}

#[test]
fn a_game_lists_the_rulings_that_hold_in_it_and_no_others() {
    let wing = ids("wing", None);
    let riverqi = ids("riverqi", None);
    let encounter = ids("encounter", None);
    let level = ids("fortress", Some("level"));
    let high = ids("fortress", Some("high"));
    let valonian = ids("valonian", None);
    let letters = |ids: &BTreeSet<&'static str>| -> String {
        let letters: BTreeSet<&str> = ids.iter().map(|id| &id[..1]).collect();
        letters.into_iter().collect()
    };
    assert_eq!(letters(&wing), "GMPRW");
    assert_eq!(letters(&riverqi), "GMPQRW");
    assert_eq!(letters(&encounter), "EGMPQRW");
    assert_eq!(letters(&level), "FGMPRS");
    assert_eq!(letters(&high), "FGHMPRS");
    assert_eq!(letters(&valonian), "GMPV");
    for game in [&riverqi, &encounter] {
        assert!(game.contains("W1") && game.contains("W3") && !game.contains("W2"));
    }
    assert!(riverqi.contains("Q3") && !encounter.contains("Q3"), "RiverQi's scores are its own");
}

/// The files below a folder of the crate with that extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of the crate") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found
}

/// The words of a text that may be ids.
fn ids_in(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned)
}

/// What the crate says of rules: the ids in comments and texts of the code, and in the names of tests.
fn named() -> [BTreeSet<String>; 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut code = BTreeSet::new();
    for file in files(&root.join("src"), "rs") {
        let text = std::fs::read_to_string(file).expect("a source file");
        for line in text.lines().filter(|line| !line.contains("RuleText")) {
            let literals = line.split('"').skip(1).step_by(2);
            let comment = line.split_once("//").map(|(_, comment)| comment);
            code.extend(literals.chain(comment).flat_map(ids_in));
        }
    }
    let mut tests = BTreeSet::new();
    for file in files(&root.join("tests"), "rs") {
        let text = std::fs::read_to_string(file).expect("a source file");
        for line in text.lines() {
            let Some(name) = line.trim().strip_prefix("fn ") else { continue };
            let name = name.split('(').next().unwrap_or_default();
            tests.extend(ids_in(&name.to_ascii_uppercase()));
        }
    }
    [code, tests]
}

/// Every id stands in a text file, at the code that enforces it, and in the name of a test; a note needs only its text.
#[test]
fn every_ruling_has_its_text_its_code_and_its_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/variants");
    let mut texts = BTreeMap::new();
    for file in files(&folder, "txt") {
        let text: &'static str = std::fs::read_to_string(&file).expect("a text").leak();
        let read = Ruling::read(text);
        let paragraphs = text.split("\n\n").filter(|p| !p.starts_with('#') && !p.trim().is_empty());
        assert_eq!(read.len(), paragraphs.count(), "{}", file.display());
        for ruling in read {
            assert!(texts.insert(ruling.id, ruling).is_none(), "{} twice", file.display());
        }
    }
    assert!(rulings() == texts, "what the games list is what the files hold");
    let [code, tests] = named();
    let mut missing = Vec::new();
    for id in texts.values().filter(|ruling| !ruling.note).map(|ruling| ruling.id) {
        if !code.contains(id) {
            missing.push(format!("{id} has no code"));
        }
        if !tests.contains(id) {
            missing.push(format!("{id} has no test"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join(", "));
}
