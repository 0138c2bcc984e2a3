//! `dossier make` and `dossier verify`.

use crate::harness::{ID, Place};

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
    assert!(made.starts_with(&format!("{folder}: 14 files\nSHA-256 of its MANIFEST: ")), "{made}");
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
    let blob = place.git(&["rev-parse", &format!("HEAD:{}", crate::harness::RECORD)]);
    let head = place.git(&["rev-parse", "HEAD"]);
    assert!(run.out.contains(&format!("\n{blob}")), "{}", run.out);
    assert!(run.out.contains(&format!("\n{} entered 2026-12-01T02:00:00Z\n", head.trim())));
    assert!(run.out.contains(&format!("blob {}\t{}\n", blob.trim(), crate::harness::RECORD)));
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
