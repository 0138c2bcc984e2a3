//! A site as a whole: its pages lead to each other, hold no strangers' markup, and leave alone what is not theirs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use riverpost::actions::{self, Clocks, SiteDone, SiteError, SiteRecords, SiteRequest, make_site};
use riverpost::record::{Record, Replayed};
use riverpost::render::GamePage;
use tempfile::TempDir;

use crate::common::{assert_ids_of_page, temporary};

const NAME: &str = "<b onclick=x>Eve</b>";
const MANIFEST: &str = ".riverpost-site.json";

fn page<'a>(record: &'a Record<'_>, whole: &'a Replayed, clocks: &Clocks) -> GamePage<'a> {
    actions::game_page(record, whole, &whole.line, Some(clocks), "over".into())
}

/// A folder of two games, one of a hostile stranger, and of a match; and where a site goes.
fn folder() -> (TempDir, PathBuf, PathBuf) {
    let dir = temporary();
    let (records, out) = (dir.path().join("records"), dir.path().join("out"));
    fs::create_dir(&records).unwrap();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    for name in [
        "wing/specimens/specimen-wing-1.yaml",
        "encounter/specimens/specimen-encounter-north-1.yaml",
        "matches/specimen-middle-trilogy.yaml",
    ] {
        let from = games.join(name);
        fs::copy(&from, records.join(from.file_name().unwrap())).unwrap();
    }
    let wing = records.join("specimen-wing-1.yaml");
    let text = fs::read_to_string(&wing).unwrap();
    let (head, rest) = text.split_once("players:\n").unwrap();
    let rest = rest.split_once("\n  north:").unwrap().1;
    let south = format!("  south: {{name: {NAME:?}, email: eve@example.org}}");
    fs::write(&wing, format!("{head}players:\n{south}\n  north:{rest}")).unwrap();
    (dir, records, out)
}

fn made(records: &Path, out: &Path) -> Result<(SiteDone, Vec<String>), SiteError> {
    let request = SiteRequest {
        records: SiteRecords::Folder(records),
        out,
        title: "Games",
        addresses: false,
        seed: [0; 16],
        dry_run: false,
        page,
    };
    let mut unsound = Vec::new();
    let done = make_site(&request, || (), |error| unsound.push(error.to_string()))?;
    Ok((done, unsound))
}

/// The files of a site, by their paths.
fn files(out: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for folder in ["", "games/", "rules/", "matches/"] {
        for entry in fs::read_dir(out.join(folder)).unwrap() {
            let entry = entry.unwrap();
            if entry.path().is_file() {
                let name = entry.file_name().into_string().unwrap();
                let text = fs::read_to_string(entry.path()).unwrap();
                files.insert(format!("{folder}{name}"), text);
            }
        }
    }
    files
}

#[test]
fn every_link_leads_to_a_file_and_no_page_runs_a_strangers_code() {
    let (_dir, records, out) = folder();
    let (done, unsound) = made(&records, &out).unwrap();
    assert!(unsound.is_empty(), "{unsound:?}");
    assert_eq!((done.games, done.matches, done.removed, done.unchanged), (2, 1, 0, 0));
    let files = files(&out);
    assert_eq!(done.written, files.len() - 1, "all but the manifest");
    // Of a record with an address nothing is remembered: its hash would tell whoever guesses it that it is right.
    let (again, _) = made(&records, &out).unwrap();
    assert_eq!((again.kept, again.written, again.unchanged), (1, 0, done.written));
    let mut links = 0;
    for (name, text) in &files {
        assert!(!text.contains("@example.org"), "{name}");
        if !name.ends_with(".html") && !name.ends_with(".xml") {
            continue;
        }
        assert!(!text.contains("<b onclick") && !text.contains(" style=\""), "{name}");
        if name.ends_with(".html") {
            assert!(text.contains("Content-Security-Policy\" content=\"default-src 'none';"));
        }
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        // What data for a script holds is no attribute, and neither is what the script has.
        let markup = text.split("<script").next().unwrap();
        assert_ids_of_page(markup);
        for attribute in ["href=\"", "src=\""] {
            for target in
                markup.split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap())
            {
                let path = target.split('#').next().unwrap();
                if !path.is_empty() && path != "mailto:" {
                    links += 1;
                    let full = out.join(folder).join(path);
                    assert!(full.is_file(), "{name} leads to {target}");
                }
            }
        }
    }
    assert!(links > 50, "{links}");
    assert!(files["index.html"].contains("&lt;b onclick=x&gt;Eve&lt;/b&gt;"));
    assert!(files["matches/specimen-middle-trilogy.html"].contains("Dragon"));
}

#[test]
fn what_is_not_the_sites_is_left_alone() {
    let (dir, records, out) = folder();
    made(&records, &out).unwrap();
    fs::write(out.join("CNAME"), "mine").unwrap();
    fs::write(dir.path().join("victim"), "mine").unwrap();
    fs::remove_file(records.join("specimen-wing-1.yaml")).unwrap();
    fs::remove_file(out.join("games/specimen-encounter-north-1.pgn")).unwrap();
    let (done, _) = made(&records, &out).unwrap();
    // The three files of the game; those of the other are made again, two of them as they were.
    assert_eq!((done.games, done.kept, done.removed), (1, 0, 3));
    assert!(!out.join("games/specimen-wing-1.html").exists());
    assert!(out.join("games/specimen-encounter-north-1.pgn").exists());
    assert_eq!(fs::read_to_string(out.join("CNAME")).unwrap(), "mine");

    // A manifest that would have other files removed is refused.
    let text = fs::read_to_string(out.join(MANIFEST)).unwrap();
    for path in ["../victim", "/etc/passwd", "games/../../victim", ".git", "a/b/c", "games\\x", ""]
    {
        let path = serde_json::to_string(path).unwrap();
        fs::write(out.join(MANIFEST), text.replacen("\"feed.xml\"", &path, 1)).unwrap();
        let refused = made(&records, &out).unwrap_err();
        assert!(matches!(refused, SiteError::Manifest { .. }), "{path}: {refused}");
    }
    for (old, new) in
        [("riverpost-site/1", "riverpost-site/2"), ("\"hash\":\"", "\"hash\":\"../"), ("{", "[")]
    {
        fs::write(out.join(MANIFEST), text.replacen(old, new, 1)).unwrap();
        assert!(matches!(made(&records, &out), Err(SiteError::Manifest { .. })), "{new}");
    }
    assert_eq!(fs::read_to_string(dir.path().join("victim")).unwrap(), "mine");
}

#[test]
fn a_file_of_somebody_elses_in_the_way_is_neither_overwritten_nor_followed() {
    let (dir, records, out) = folder();
    fs::create_dir(&out).unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();
    assert!(matches!(made(&records, &out), Err(SiteError::Strange { .. })));
    fs::remove_file(out.join("notes.txt")).unwrap();
    made(&records, &out).unwrap();
    // A new record whose page would be a file that is there.
    let new = records.join("new.yaml");
    let text = fs::read_to_string(records.join("specimen-wing-1.yaml")).unwrap();
    fs::write(&new, text.replace("id: specimen-wing-1", "id: new")).unwrap();
    fs::write(out.join("games/new.html"), "mine").unwrap();
    assert!(matches!(made(&records, &out), Err(SiteError::InTheWay { .. })));
    assert_eq!(fs::read_to_string(out.join("games/new.html")).unwrap(), "mine");
    #[cfg(unix)]
    {
        let victim = dir.path().join("victim");
        fs::write(&victim, "mine").unwrap();
        fs::remove_file(out.join("index.html")).unwrap();
        std::os::unix::fs::symlink(&victim, out.join("index.html")).unwrap();
        fs::remove_file(out.join("games/new.html")).unwrap();
        assert!(matches!(made(&records, &out), Err(SiteError::InTheWay { .. })));
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
    }
    // What a run added that did not come to its end is the site's.
    let (_dir, records, out) = folder();
    made(&records, &out).unwrap();
    fs::rename(out.join(MANIFEST), out.join("kept")).unwrap();
    fs::write(out.join(".riverpost-site.new"), "index.html\ngames/specimen-wing-1.pgn\nkept")
        .unwrap();
    fs::write(out.join("index.html"), "half").unwrap();
    made(&records, &out).unwrap();
    assert!(!out.join(".riverpost-site.new").exists() && out.join("kept").exists());
    assert!(fs::read_to_string(out.join("index.html")).unwrap().contains("Games"));
    fs::write(out.join(".riverpost-site.new"), "../victim\n").unwrap();
    assert!(matches!(made(&records, &out), Err(SiteError::Manifest { .. })));
    // The folder of the records is no place for a site.
    assert!(matches!(made(&records, &records.join("site")), Err(SiteError::Place { .. })));
}

#[test]
fn a_record_that_is_not_sound_or_is_called_otherwise_has_no_page() {
    let (_dir, records, out) = folder();
    let wing = fs::read_to_string(records.join("specimen-wing-1.yaml")).unwrap();
    fs::write(records.join("other.yaml"), &wing).unwrap();
    fs::create_dir(records.join("zz")).unwrap();
    fs::write(records.join("zz/Specimen-Wing-1.yaml"), &wing).unwrap();
    fs::write(records.join("broken.yaml"), wing.replacen("result: ", "result: x", 1)).unwrap();
    let (done, unsound) = made(&records, &out).unwrap();
    assert_eq!(done.games, 2);
    let expected =
        ["broken.yaml:", "other.yaml:1:1: the file should be called specimen-wing-1.yaml"];
    assert!(unsound[0].starts_with(expected[0]), "{unsound:?}");
    assert!(unsound.iter().any(|error| error.starts_with(expected[1])), "{unsound:?}");
    assert!(unsound.iter().any(|error| error.contains("is another file's too")), "{unsound:?}");
    assert_eq!(unsound.len(), 3, "{unsound:?}");
}

#[test]
fn a_game_and_a_match_of_one_name_have_a_page_each_and_no_file_takes_anothers() {
    let (_dir, records, out) = folder();
    made(&records, &out).unwrap();
    let page = |path: &str| fs::read_to_string(out.join(path)).unwrap();
    let (game, of_match) = ("games/specimen-wing-1.html", "matches/specimen-middle-trilogy.html");
    let before = [game, of_match].map(page);
    let text = fs::read_to_string(records.join("specimen-middle-trilogy.yaml")).unwrap();
    let (head, rest) = text.split_once("title: ").unwrap();
    let other = format!("{head}title: Other{}", &rest[rest.find('\n').unwrap()..]);
    fs::create_dir(records.join("a")).unwrap();
    // A match that is called as a game, and one that has the id of another.
    let named = other.replace("id: specimen-middle-trilogy", "id: specimen-wing-1");
    fs::write(records.join("a/specimen-wing-1.yaml"), named).unwrap();
    fs::write(records.join("a/taker.yaml"), &other).unwrap();
    for _ in 0..2 {
        let (done, unsound) = made(&records, &out).unwrap();
        assert_eq!((done.games, done.matches), (2, 2), "{unsound:?}");
        assert_eq!(unsound.len(), 1, "{unsound:?}");
        assert!(unsound[0].contains("should be called specimen-middle-trilogy.yaml"));
        assert_eq!([game, of_match].map(page), before);
        assert!(page("matches/specimen-wing-1.html").contains("<h1>Other</h1>"));
    }
    // The second of two files of one name has none.
    fs::create_dir(records.join("z")).unwrap();
    fs::write(records.join("z/Specimen-Middle-Trilogy.yaml"), &other).unwrap();
    let (done, unsound) = made(&records, &out).unwrap();
    assert_eq!((done.matches, unsound.len()), (2, 2), "{unsound:?}");
    assert!(unsound.iter().any(|error| error.contains("z/") && error.contains("another file's")));
    assert_eq!(page(of_match), before[1]);
}
