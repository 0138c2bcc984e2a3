//! `dossier make` and `dossier verify`.

use crate::harness::{ID, Place, RECORD};

/// A game with two moves in a repository.
fn played() -> Place {
    let place = Place::with_game();
    place.play(ID, 1, "SH e4-e5");
    place.play(ID, 2, "NH e7-e6");
    place
}

#[test]
fn a_dossier_is_made_of_a_game_and_holds() {
    let place = played();
    let folder = format!("{ID}-dossier");
    let made = place.ok(&["dossier", "make", ID]);
    assert!(made.starts_with(&format!("{folder}: 15 files\nSHA-256 of its MANIFEST: ")), "{made}");
    let hash = made.trim_end().rsplit(' ').next().unwrap();
    assert_eq!(
        place.ok(&["dossier", "verify", &folder]),
        format!("SHA-256 of its MANIFEST: {hash}\nthe dossier holds: 2 actions, 0 signatures\n")
    );
    // What git knows of the record, by the commands that the dossier itself names.
    let line = format!(
        "cd {folder} && REPOSITORY=.. && eval \"$(grep '^    ' README.txt)\" && sha256sum MANIFEST"
    );
    let run = place.shell(&line, &place.now());
    assert_eq!(run.err, "", "{run:?}");
    let blob = place.git(&["rev-parse", &format!("HEAD:{}", RECORD)]);
    let head = place.git(&["rev-parse", "HEAD"]);
    assert!(run.out.contains(&format!("\n{blob}")), "{}", run.out);
    assert!(run.out.contains(&format!("\n{} entered 2026-12-01T02:00:00Z\n", head.trim())));
    assert!(run.out.contains(&format!("blob {}\t{}\n", blob.trim(), RECORD)));
    assert!(run.out.contains("The chain holds.\n") && run.out.contains(hash), "{}", run.out);

    place.refused(
        3,
        &["dossier", "make", ID],
        &["there is something already", "does not exist yet"],
    );
    let page = place.read(&format!("{folder}/index.html"));
    assert!(page.contains("after ply 2: North plays NH e7-e6"), "{page}");
    assert!(page.contains("2026-12-01T02:00:00Z by \u{201c}Clerk\u{201d}"), "{page}");
    let history = place.read(&format!("{folder}/history.txt"));
    assert!(history.contains("  acted    2026-12-01T02:00:00Z Ben Ode <ben@example.org>\n"));

    place.write(&format!("{folder}/index.html"), "<p>South has won.</p>\n");
    let run = place.run(&["dossier", "verify", &folder]);
    assert_eq!(run.code, 1, "{run:?}");
    let altered = "index.html: it is not the file of which the manifest has the hash\n";
    assert!(run.out.starts_with(&format!("{folder}: {altered}")), "{run:?}");
    place.refused(3, &["dossier", "verify", "nowhere"], &["no such file"]);
    place.refused(1, &["dossier", "verify", "riverpost.yaml"], &["no sound .zip"]);
}

#[test]
fn a_dossier_of_a_ply_in_a_zip_without_addresses() {
    let place = played();
    place.refused(2, &["dossier", "make", ID, "--ply", "3"], &["there is no ply 3"]);
    let dry = ["dossier", "make", ID, "--ply", "1", "--redact", "--out", "a.zip", "--dry-run"];
    let before = place.snapshot();
    place.ok(&dry);
    place.assert_unchanged(&before);
    let made = place.json(&dry[..8]);
    let again = place.json(&[&dry[..7], &["b.zip"]].concat());
    assert_eq!(made["manifest"], again["manifest"]);
    assert_eq!(place.snapshot()[&place.file("a.zip")], place.snapshot()[&place.file("b.zip")]);
    let done = place.json(&["dossier", "verify", "a.zip"]);
    assert_eq!((&done["ok"], &done["manifest"]), (&true.into(), &made["manifest"]));
    let bytes = &place.snapshot()[&place.file("a.zip")];
    // Nothing in it is compressed.
    let text = String::from_utf8_lossy(bytes);
    assert!(text.contains("record-redacted.yaml") && text.contains("after ply 1: South plays"));
    assert!(!text.contains("@example.org"));
}

#[test]
fn a_dossier_tells_what_the_history_shows_and_where_rivals_part() {
    let place = played();
    let text = place.read(RECORD);
    let rival = text.replace("NH e7-e6", "NH c7-c6");
    place.write("../rival.yaml", &rival);
    let blob = place.git(&["hash-object", "-w", "../rival.yaml"]);
    let reference = format!("refs/riverpost/rivals/{ID}/{}", &blob[..10]);
    place.git(&["update-ref", &reference, blob.trim()]);
    // Somebody rewrites the comment of a line by hand.
    place.write(RECORD, text.replace("01T01:00:00Z]", "01T01:00:00Z] {resigns}"));
    place.git(&["commit", "--quiet", "-am", "tidy up"]);
    place.ok(&["dossier", "make", ID, "--out", "made"]);

    let audit = place.read("made/audit.txt");
    assert!(audit.contains("\ncomments-changed") && audit.contains("{resigns}"), "{audit}");
    let fork = place.read("made/fork.txt");
    assert!(fork.starts_with(&format!("rival-1 is {reference}.\n")), "{fork}");
    assert!(fork.contains("Only rival-1 has:\n") && fork.contains("1... NH c7-c6 ["), "{fork}");
    assert!(fork.ends_with("Which of them stands is for the arbiter to decide.\n"), "{fork}");
    assert_eq!(place.read("made/rivals/rival-1.yaml"), rival);
    let page = place.read("made/index.html");
    assert!(page.contains("<li>comments-changed") && page.contains("<h2>Another version is known"));
    let readme = place.read("made/README.txt");
    assert!(
        readme.contains("  audit.txt  ") && readme.contains("  fork.txt, rivals/  "),
        "{readme}"
    );
    place.ok(&["dossier", "verify", "made"]);
}

#[test]
fn a_dossier_of_a_match_has_one_of_each_game() {
    let place = Place::new();
    let players = ["--player", "anna=Anna Ek <anna@example.org>", "--player", "ben=Ben Ode"];
    place.ok(&[&["match", "new", "duel", "--game", "one=wing"], &players[..]].concat());
    place.ok(&["match", "lots", "roll", "duel", "--die", "5", "--witness", "Cleo Fay"]);
    place.ok(&["match", "open", "duel"]);
    let opened = place.json(&["list"]);
    let id = opened["id"].as_str().unwrap();
    place.refused(2, &["dossier", "make", "duel", "--ply", "1"], &["a match has no plies"]);
    place.ok(&["dossier", "make", "duel"]);
    assert_eq!(place.read("duel-dossier/match.yaml"), place.read("matches/duel.yaml"));
    let line = "cd duel-dossier && eval \"$(grep '^    ' README.txt)\"";
    let run = place.shell(line, &place.now());
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let blob = place.git(&["rev-parse", "HEAD:matches/duel.yaml"]);
    assert!(run.out.contains(&format!("games/{id}/chain.txt: OK\n")), "{run:?}");
    assert!(run.out.contains(&blob), "{blob}: {run:?}");
    let done = place.ok(&["dossier", "verify", "duel-dossier"]);
    assert!(done.ends_with("the dossier holds: 0 actions, 0 signatures\n"), "{done}");

    place.write(&format!("duel-dossier/games/{id}/chain.txt"), "0\n");
    let run = place.run(&["dossier", "verify", "duel-dossier"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.out.contains(&format!("games/{id}/chain.txt: a line of it is no hash\n")),
        "{run:?}"
    );
    place.ok(&["dossier", "make", "duel", "--redact", "--out", "duel.zip"]);
    let zip = &place.snapshot()[&place.file("duel.zip")];
    assert!(!String::from_utf8_lossy(zip).contains("anna@example.org"));
    place.ok(&["dossier", "verify", "duel.zip"]);
}
