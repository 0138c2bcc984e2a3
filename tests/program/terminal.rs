//! What is done at a terminal alone: the pager and progress. `script` gives the program a terminal.

#![cfg(target_os = "linux")]

use crate::harness::Place;

/// What a line of shell prints where standard output and standard error are a terminal.
fn at_terminal(place: &Place, settings: &str, line: &str) -> String {
    let run =
        place.shell(&format!("TERM=xterm {settings} script -qec '{line}' /dev/null"), &place.now());
    assert_eq!(run.code, 0, "{run:?}");
    run.out.replace('\r', "")
}

#[test]
fn long_output_goes_through_the_pager_of_git() {
    let place = Place::with_game();
    let listed = place.ok(&["list"]);
    let paged = |settings: &str, line: &str| at_terminal(&place, settings, line);
    let sed = "GIT_PAGER='sed s/^/paged:/'";
    assert_eq!(paged(sed, "riverpost list"), format!("paged:{listed}"));
    place.git(&["config", "core.pager", "sed 's/^/core: /'"]);
    assert_eq!(paged("", "riverpost list"), format!("core: {listed}"));
    // No pager where git has none, none that needs a shell or is not there, and none for machines.
    for settings in ["GIT_PAGER=cat", "GIT_PAGER=", "GIT_PAGER='cat | cat'", "GIT_PAGER=/none"] {
        assert_eq!(paged(settings, "riverpost list"), listed, "{settings}");
    }
    assert_eq!(paged(sed, "riverpost list --no-pager"), listed);
    assert_eq!(paged(sed, "riverpost list -q"), listed);
    assert!(paged(sed, "riverpost list --json").starts_with("{"));
    assert_eq!(paged(sed, "riverpost list | cat"), listed);
    // One that has seen enough is no failure.
    assert_eq!(paged("GIT_PAGER='head -n 1'", "riverpost rules wing").lines().count(), 1);
}

#[test]
fn progress_is_shown_at_a_terminal_alone() {
    let place = Place::with_game();
    place.ok(&["new", "wing", "--south", "Cy", "--north", "Di"]);
    for (line, bar) in [
        ("verify", " of 2 records, "),
        ("stats", " of 2 records, "),
        ("search --count", " of 2 records, "),
        ("export --out games.pgn", " of 2 records, "),
        ("audit --all", " of 2 files, "),
    ] {
        let shown = at_terminal(&place, "GIT_PAGER=cat", &format!("riverpost {line}"));
        assert!(shown.contains(bar), "{line}: {shown:?}");
        let _ = std::fs::remove_file(place.file("games.pgn"));
        let quiet = at_terminal(&place, "GIT_PAGER=cat", &format!("riverpost {line} -q"));
        assert!(!quiet.contains(bar), "{line}: {quiet:?}");
    }
}
