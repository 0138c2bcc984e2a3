//! `site`: made, brought up to date, and where it may not be.

use std::collections::BTreeMap;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::harness::{ID, Place, RECORD};

/// The files of a site with their contents, but for the manifest.
fn files(place: &Place) -> BTreeMap<String, String> {
    fn add(folder: &Path, root: &Path, files: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                add(&path, root, files);
            } else if !name.starts_with('.') {
                files.insert(name, std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let (root, mut files) = (place.file("../out"), BTreeMap::new());
    add(&root, &root, &mut files);
    files
}

/// How many files a run wrote, removed, and left as they were.
fn counts(place: &Place) -> [u64; 3] {
    let done = place.json(&["site", "../out"]);
    ["written", "removed", "unchanged"].map(|key| done[key].as_u64().unwrap())
}

#[test]
fn only_what_changed_is_written() {
    let place = Place::with_game();
    let (south, north) = ("Cleo <cleo@example.org>", "Dan <dan@example.org>");
    place.ok(&["new", "valonian", "--id", "other", "--south", south, "--north", north]);
    let first = place.ok(&["site", "../out", "--dry-run"]);
    assert!(first.contains("2 games, 0 matches") && !place.file("../out").exists(), "{first}");
    counts(&place);
    let before = files(&place);
    assert!(!before.values().any(|text| text.contains("@example.org")));
    let page = &before[&format!("games/{ID}.html")];
    assert!(page.contains(&format!("riverpost move {ID}")), "a form for the answer");
    // Nobody can try addresses until the hash of the record fits.
    let manifest = place.read("../out/.riverpost-site.json");
    let hash = Sha256::digest(place.read(RECORD));
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(!manifest.contains(&hash) && !manifest.contains("@example.org"), "{manifest}");
    // Later, too: no page depends on the clock.
    place.at("2026-12-24T00:00:00Z");
    let done = place.json(&["site", "../out"]);
    assert_eq!((&done["kept"], &done["written"]), (&2.into(), &0.into()));

    place.ok(&["move", ID, "e4e5", "--comment", "to ben@example.org"]);
    counts(&place);
    let after = files(&place);
    let changed = after.iter().filter(|(name, text)| before.get(*name) != Some(text));
    let changed: Vec<&str> = changed.map(|(name, _)| name.as_str()).collect();
    let own = ["html", "pgn", "yaml"].map(|ending| format!("games/{ID}.{ending}"));
    let mut expected = vec!["feed.xml", &own[0], &own[1], &own[2], "index.html"];
    // The game has an opening and another length.
    expected.push("statistics.html");
    assert_eq!(changed, expected);
    assert!(after["feed.xml"].contains("<updated>2026-12-24T00:00:00Z</updated>"));
    assert!(after[&own[2]].contains("{to (address left out)}"), "{}", after[&own[2]]);

    place.git(&["rm", "-q", "games/valonian/2026-11/other.yaml"]);
    place.git(&["commit", "-q", "-m", "away"]);
    assert_eq!(counts(&place)[1], 3);
    assert!(!place.file("../out/games/other.html").exists());

    let done = place.json(&["site", "../out", "--addresses"]);
    assert_eq!(done["kept"], 0, "made otherwise, everything is made again");
    assert!(files(&place)[&own[0]].contains("ben@example.org"));
}

#[test]
fn matches_are_read_from_the_work_tree_as_games_are() {
    let place = Place::with_game();
    let players = ["--player", "anna=Anna Ek", "--player", "ben=Ben Ode"];
    place.ok(&[&["match", "new", "duel", "--title", "Duel", "--game", "one=wing"], &players[..]]
        .concat());
    place.git(&["checkout", "--quiet", "."]);
    let path = "matches/duel.yaml";
    let text = place.read(path);
    place.write(path, text.replacen("Duel", "Edited", 1));
    place.ok(&["site", "../out"]);
    assert!(files(&place)["matches/duel.html"].contains("<h1>Edited</h1>"));
    std::fs::remove_file(place.file(path)).unwrap();
    let lost = place.run(&["site", "../out"]);
    assert_eq!(lost.code, 1, "{lost:?}");
    assert!(lost.err.contains("matches/duel.yaml:1:1: HEAD has it, and the work tree has not"));
    // A bare repository has what HEAD has.
    place.git(&["clone", "--quiet", "--bare", ".", "../bare.git"]);
    place.ok(&["--repo", "../bare.git", "site", "../out"]);
    assert!(files(&place)["matches/duel.html"].contains("<h1>Duel</h1>"));
}

#[test]
fn a_site_is_made_apart_from_what_git_tracks() {
    let place = Place::with_game();
    let refused = |out: &str, why: &str| {
        let run = place.run(&["site", out]);
        assert_eq!((run.code, run.out.as_str()), (3, ""), "{out}: {run:?}");
        assert!(run.err.contains(why), "{out}: {}", run.err);
    };
    refused("games", "the records lie there");
    refused("matches/site", "the records lie there");
    refused(".", "the repository lies there");
    refused("..", "the repository lies in it");
    refused(".git/site", "git keeps the repository there");
    place.ok(&["site", "public"]);
    place.git(&["add", "public"]);
    refused("public", "git tracks files there");
    assert_eq!(place.run(&["site", "x", "no-such-folder"]).code, 3);
}
