//! Dossiers: what anybody can check without riverpost, what `dossier verify` finds, what is withheld.

use std::fs;
use std::path::Path;
use std::process::Command;

use riverpost::actions::{DossierError, DossierFiles, dossier_of_game, verify_dossier};
use riverpost::record::{self, Act, ChainHash, SignatureKind};
use riverpost::rules::Side;

use super::proof::{ANNA, BEN, EVA, Signing, key, opening, public};
use super::record::with;
use crate::common::{assert_ids_of_page, temporary};

const NEW: u8 = 7;

/// A game with signed moves, a comment, another key of South's, another address of North's, a ruling of the arbiter.
fn game() -> String {
    let header = with(&opening(""), "Anna Ek,", "Anna Ek, email: anna@example.org,");
    let mut game = Signing::of(with(&header, "Ben Ode,", "\"Ben Ode <script>alert(1)</script>\","));
    game.comment = Some("e\u{301}crire à ben@example.org, $(touch hit) `touch hit` %s \\n");
    game.play(Side::South, "SH e4-e5");
    game.play(Side::North, "NH e7-e6");
    let change = Act::KeyChanged { key: public(&key(NEW)).as_str().to_owned().into() };
    let both = [(SignatureKind::Act, ANNA), (SignatureKind::NewKey, NEW)];
    game.add(Side::South, change, &both);
    game.add(Side::South, Act::Move("SK b1-c3".into()), &[(SignatureKind::Act, NEW)]);
    let by_ben = [(SignatureKind::Act, BEN)];
    game.add(Side::North, Act::AddressChanged { email: "ben@localhost".into() }, &by_ben);
    game.play(Side::North, "NK b10-c8");
    let reason = "no answer $(touch hit)".into();
    let ruling = Act::Adjudicated { outcome: None, reason, arbiter: "Eva Ros".into() };
    game.add_seen(Side::South, ruling, &[(SignatureKind::Act, EVA)], 5);
    game.text
}

fn dossier(text: &str, redact: bool) -> DossierFiles {
    let record = record::read(text.as_bytes()).unwrap();
    let replayed = record::replay(&record).unwrap();
    dossier_of_game(&record, &replayed, None, 3, redact).unwrap()
}

/// Runs the commands of a dossier's README in its folder, and gives what they print.
fn repeat(folder: &Path) -> String {
    let readme = fs::read_to_string(folder.join("README.txt")).unwrap();
    let commands: String = readme
        .lines()
        .filter(|line| line.starts_with("    "))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut shell = Command::new("sh");
    let run = shell.args(["-c", &commands]).current_dir(folder).output().unwrap();
    String::from_utf8(run.stdout).unwrap() + &String::from_utf8(run.stderr).unwrap()
}

#[test]
fn anybody_can_repeat_the_proof_with_the_commands_that_it_names() {
    let place = temporary();
    let folder = place.path().join("made");
    dossier(&game(), false).write(&folder).unwrap();
    let said = repeat(&folder);
    for file in fs::read_dir(&folder).unwrap() {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        if file.path().is_file() && name != "MANIFEST" {
            assert!(said.contains(&format!("{name}: OK\n")), "{name}: {said}");
        }
    }
    assert!(said.contains("The chain holds.\n"), "{said}");
    let signed = [
        ("0001-act", "south", ANNA),
        ("0002-act", "north", BEN),
        ("0003-act", "south", ANNA),
        ("0003-new-key", "south.2", NEW),
        ("0004-act", "south.2", NEW),
        ("0005-act", "north", BEN),
        ("0006-act", "north", BEN),
        ("0007-act", "arbiter", EVA),
    ];
    for (name, who, number) in signed {
        assert!(said.contains(&format!("{name}: as in the record\n")), "{name}: {said}");
        let key = public(&key(number)).fingerprint();
        let good = format!("Good \"riverpost\" signature for {who} with ED25519 key {key}\n");
        assert!(said.contains(&good), "{good}: {said}");
    }
    // The last one is also checked alone.
    assert_eq!(said.matches("Good \"riverpost\"").count(), signed.len() + 1, "{said}");
    assert!(!said.contains("NOT") && !said.contains("FAILED"), "{said}");
    assert!(!folder.join("hit").exists(), "nothing in a record is run");

    let done = verify_dossier(&DossierFiles::read(&folder).unwrap());
    assert_eq!((done.faults.as_slice(), done.actions, done.signatures), (&[][..], 7, 8));
}

/// The dossier with a file changed and a manifest that fits again.
fn resealed(folder: &Path, file: &str, old: &str, new: &str) {
    let path = folder.join(file);
    let text = with(&fs::read_to_string(&path).unwrap(), old, new);
    fs::write(&path, &text).unwrap();
    let manifest = fs::read_to_string(folder.join("MANIFEST")).unwrap();
    let line = |line: &str| match line.split_once("  ") {
        Some((_, path)) if path == file => format!("{}  {path}\n", ChainHash::of(&text)),
        _ => format!("{line}\n"),
    };
    let manifest: String = manifest.lines().map(line).collect();
    fs::write(folder.join("MANIFEST"), manifest).unwrap();
}

#[test]
fn what_was_altered_is_found_even_where_the_manifest_fits() {
    let text = game();
    let anna = public(&key(ANNA)).to_string();
    let mallory = public(&key(9)).to_string();
    // What is altered, where that is seen, and what the shell says of it.
    let altered = [
        ("actions.txt", "SK b1-c3", "SK h1-g3", "chain.txt", "differ"),
        ("chain.txt", "\n", "0\n", "chain.txt", "differ"),
        ("header.txt", "Ben Ode", "Ben Odd", "header.txt", "differ"),
        ("record.yaml", "Ben Ode", "Ben Odd", "record.yaml", ""),
        ("record.yaml", "SK b1-c3", "SK h1-g3", "record.yaml", ""),
        ("statements/0002-act.txt", "e7-e6", "c7-c6", "statements/0002-act.txt", "NOT as"),
        ("statements/0004-act.txt", "by south", "by north", "statements/0004-act.txt", "NOT GOOD"),
        ("signatures/0002-act.sig", "\n-----END", "A\n-----END", "signatures/0002-act.sig", "NOT"),
        ("signed.txt", "0004-act 4 3 south.2", "0004-act 4 3 south", "signed.txt", "NOT GOOD"),
        ("signed.txt", "0007-act 7 5 arbiter\n", "", "signed.txt", ""),
        ("signed.txt", "0006-act 6 5", "0006-act 6 4", "signed.txt", "NOT as"),
        ("allowed_signers", &anna, &mallory, "allowed_signers", "NOT GOOD"),
    ];
    for (file, old, new, found, shell) in altered {
        let place = temporary();
        let folder = place.path().join("made");
        dossier(&text, false).write(&folder).unwrap();
        resealed(&folder, file, old, new);
        let faults = verify_dossier(&DossierFiles::read(&folder).unwrap()).faults;
        assert!(faults.iter().any(|fault| fault.file == found), "{file}: {faults:?}");
        assert!(faults.iter().all(|fault| !fault.message.contains("manifest")), "{faults:?}");
        let said = repeat(&folder);
        assert!(said.contains(shell), "{file}, {shell}: {said}");
    }
}

#[test]
fn files_altered_missing_and_added_are_named() {
    let place = temporary();
    let folder = place.path().join("made");
    dossier(&game(), false).write(&folder).unwrap();
    fs::write(folder.join("index.html"), "<p>South has won.</p>").unwrap();
    fs::remove_file(folder.join("clocks.txt")).unwrap();
    fs::write(folder.join("boards/more.svg"), "<svg/>").unwrap();
    let faults = verify_dossier(&DossierFiles::read(&folder).unwrap()).faults;
    let faults: Vec<_> = faults.iter().map(|f| (f.file.as_str(), f.message.as_str())).collect();
    assert_eq!(
        faults,
        [
            ("boards/more.svg", "the manifest has no such file"),
            ("index.html", "it is not the file of which the manifest has the hash"),
            ("clocks.txt", "it is missing"),
        ]
    );
    let link = folder.join("link");
    std::os::unix::fs::symlink("/etc/passwd", &link).unwrap();
    assert!(matches!(DossierFiles::read(&folder), Err(DossierError::Odd { .. })));
    fs::remove_file(&link).unwrap();
    fs::write(&link, b"\xff").unwrap();
    assert!(matches!(DossierFiles::read(&folder), Err(DossierError::Odd { .. })));
    fs::write(place.path().join("no.zip"), b"PK\x03\x04").unwrap();
    let read = DossierFiles::read(&place.path().join("no.zip"));
    assert!(matches!(read, Err(DossierError::Zip(_))), "{read:?}");
}

#[test]
fn addresses_are_withheld_and_the_chain_holds_all_the_same() {
    let place = temporary();
    let folder = place.path().join("made");
    let files = dossier(&game(), true);
    for path in files.paths() {
        let text = files.text(path).unwrap();
        assert!(!text.contains("anna@") && !text.contains("ben@"), "{path}: {text}");
    }
    assert_eq!(files.text("header.txt"), None);
    files.write(&folder).unwrap();
    let said = repeat(&folder);
    assert!(said.contains("The chain holds.\n"), "{said}");
    assert_eq!(said.matches(": as in the record\n").count(), 7, "{said}");
    assert_eq!(said.matches("Good \"riverpost\"").count(), 7 + 1, "{said}");
    assert!(!said.contains("NOT") && !said.contains("FAILED"), "{said}");
    let done = verify_dossier(&DossierFiles::read(&folder).unwrap());
    assert_eq!((done.faults.as_slice(), done.actions, done.signatures), (&[][..], 7, 7));
    // The chain is that of the record.
    assert_eq!(files.text("chain.txt"), dossier(&game(), false).text("chain.txt"));
    for (file, old, new) in [
        ("actions.txt", "SK b1-c3", "SK h1-g3"),
        ("actions.txt", "withheld\n", "5... address changed: ben@a.org\n"),
        ("statements/0002-act.txt", "e7-e6", "c7-c6"),
    ] {
        let place = temporary();
        let folder = place.path().join("made");
        files.write(&folder).unwrap();
        resealed(&folder, file, old, new);
        assert_ne!(verify_dossier(&DossierFiles::read(&folder).unwrap()).faults, [], "{file}");
    }
}

#[test]
fn the_same_game_makes_the_same_bytes_in_a_folder_and_in_a_zip() {
    let place = temporary();
    let path = |name: &str| place.path().join(name);
    let files = dossier(&game(), false);
    for name in ["one.zip", "two.ZIP", "folder"] {
        dossier(&game(), false).write(&path(name)).unwrap();
        assert_eq!(DossierFiles::read(&path(name)).unwrap(), files, "{name}");
        assert!(files.write(&path(name)).is_err(), "nothing is written over");
    }
    assert_eq!(fs::read(path("one.zip")).unwrap(), fs::read(path("two.ZIP")).unwrap());
    let more = [&fs::read(path("one.zip")).unwrap()[..], b"more"].concat();
    fs::write(path("more.zip"), more).unwrap();
    assert!(matches!(DossierFiles::read(&path("more.zip")), Err(DossierError::Odd { .. })));
}

#[test]
fn the_page_shows_what_strangers_wrote_as_text() {
    let files = dossier(&game(), false);
    let page = files.text("index.html").unwrap();
    assert!(page.contains("Ben Ode &lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
    assert!(!page.contains("<script") && !page.contains("src="));
    assert_ids_of_page(page);
    let links = page.match_indices("href=\"").map(|(at, found)| &page[at + found.len()..]);
    assert!(links.clone().count() > 0 && links.clone().all(|link| link.starts_with('#')));
    assert!(page.contains("content=\"default-src 'none'; style-src 'sha256-"), "{page}");
    assert!(page.contains("arbiter, without knowledge of action 6<"), "{page}");
    let fingerprint = public(&key(NEW)).fingerprint();
    let holder = format!("The holder of the key <code>{fingerprint}</code> (south.2) has signed 2");
    assert!(page.contains(&holder), "{page}");
    assert!(files.text("boards/after.svg").unwrap().starts_with("<svg "));
    let first = dossier(&with(&game(), "2. SK b1-c3", "2. SK h1-g3"), false);
    let page = first.text("index.html").unwrap();
    assert!(page.contains("The signatures do not hold. Line "), "{page}");
    assert!(page.contains("<td>south.2: does not fit</td>"), "{page}");
    assert!(page.contains(&holder.replace("signed 2", "signed 1")), "{page}");
    let faults = verify_dossier(&first).faults;
    assert!(faults.iter().any(|fault| fault.file == "signatures/0004-act.sig"), "{faults:?}");
}
