//! Input from people who mean no good, or whose tools do not.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::harness::{ID, Place, RECORD};

const NAMES: &[&str] = &[
    "O'Neill \"the Rook\"",
    "back\\slash \\u0041 \\n",
    "[a] {b} <c>",
    "<script>alert(1)</script>",
    "\u{202e}drawkcab\u{202c} \u{200f}",
    "♟️ Ünïcødé 💌 名前",
    "no",
    "~",
    "null",
    "- a: b # c",
    "*alias &anchor !tag %d @x `y`",
    "'",
    "\"",
    "  spaces   ",
    "-x",
    "${HOME} $(id) `id`",
    "Author <a@b>> <c@d>",
];

#[test]
fn any_name_goes_through_record_git_and_screen() {
    let place = Place::new();
    let long = "ß".repeat(500);
    for (index, name) in NAMES.iter().copied().chain([long.as_str()]).enumerate() {
        let id = format!("g{index}");
        let (south, event) = (format!("--south={name}"), format!("--event={name}"));
        place.ok(&["new", "wing", &south, "--north", "b", &event, "--id", &id]);
        place.ok(&["move", &id, "e4e5", "-q", "--for", "south"]);
        let said = place.json(&["show", &id]);
        let seen = said["south"].as_str().unwrap();
        let wanted = name.trim();
        assert!(wanted.starts_with(seen) && seen.len() + 6 >= wanted.len(), "{wanted:?}: {seen:?}");
        let shown = place.ok(&["show", &id]);
        let bad = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!shown.contains(bad), "{shown:?}");
        let record = place.read(&format!("games/wing/2026-11/{id}.yaml"));
        assert!(!record.contains(bad), "{record:?}");
        assert!(!place.git(&["log", "-1", "--format=%an%ae"]).trim().is_empty());
        let path = format!("games/wing/2026-11/{id}.yaml");
        assert_eq!(place.ok(&["fmt", "--check", &path]), "");
    }
    place.assert_sound();
}

#[test]
fn names_that_cannot_be() {
    let place = Place::new();
    for name in ["a\nb", "a\tb", "a\u{1b}[31mb", "a\u{85}b"] {
        let said = place.refused(2, &["new", "wing", "--south", name, "--north", "b"], &["name: "]);
        assert!(said.contains("U+00"), "{said}");
    }
}

/// What a stranger has written into a record does not reach the terminal raw.
#[test]
fn escapes_are_shown_not_obeyed() {
    let place = Place::with_game();
    let record = place.read(RECORD).replace("name: Anna Ek", "name: \"\\u202Eevil\\u200F\"");
    place.write("x.yaml", &record);
    let shown = place.ok(&["show", "x.yaml"]);
    assert!(shown.contains("\\u{202e}evil\\u{200f}"), "{shown}");
    place.write("esc.yaml", format!("{record}  1. \u{1b}[2J\n"));
    for command in ["show", "verify"] {
        let run = place.run(&[command, "esc.yaml"]);
        assert_eq!(run.code, 1);
        assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'), "{run:?}");
    }
    let run = place.run(&["move", "w", "\u{1b}[31m"]);
    assert_eq!(run.code, 1);
    assert!(!run.err.contains('\u{1b}'), "{run:?}");
    let run = place.run(&["show", "no\u{1b}[31mbody"]);
    assert!(!run.err.contains('\u{1b}'), "{run:?}");
    place.write("\u{1b}[31m.yaml", "x");
    let run = place.run(&["verify", "\u{1b}[31m.yaml"]);
    assert_eq!(run.code, 1);
    assert!(!run.out.contains('\u{1b}'), "{run:?}");
}

#[test]
fn hyphens_and_double_hyphens() {
    let place = Place::with_game();
    place.ok(&["move", "w", "e4e5", "--dry-run", "--comment", "flags may follow the move"]);
    place.refused(2, &["move", "w", "-e4e5"], &["'-e'", "--"]);
    place.refused(
        1,
        &["move", "w", "--", "-e4-e9"],
        &["not a move: \"-e4\" names no piece or square of Wing", "[G9]"],
    );
    place.refused(1, &["move", "w", "--", "--dry-run"], &["not a move"]);
    let said = place.ok(&["move", "--", "w", "SH", "e4-e5"]);
    assert!(said.starts_with(&format!("{ID}: 1. SH e4-e5\n")), "{said}");
    place.refused(2, &["show", "--", "x", "-"], &[]);
}

#[test]
fn records_that_are_too_much() {
    let place = Place::with_game();
    let record = place.read(RECORD);
    place.write("games/huge.yaml", format!("{record}{}", "# x\n".repeat(300_000)));
    place.write(
        "games/line.yaml",
        record.replace("game: wing", &format!("x-a: {}", "y".repeat(9000))),
    );
    let nested = format!("x-a: {}{}\n", "[".repeat(5000), "]".repeat(5000));
    place.write("games/deep.yaml", record.replace("game: wing\n", &nested));
    let bomb: String = (b'a'..=b'i').fold("x-z: &z [x]\n".into(), |text: String, c| {
        let (c, p) = (c as char, if c == b'a' { 'z' } else { (c - 1) as char });
        format!("{text}x-{c}: &{c} [*{p},*{p},*{p},*{p},*{p},*{p},*{p},*{p},*{p}]\n")
    });
    place.write("games/bomb.yaml", record.replace("game: wing\n", &bomb));
    place.write("games/binary.yaml", (0..=255).cycle().take(100_000).collect::<Vec<u8>>());
    let run = place.run(&["verify"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    for name in ["huge", "line", "deep", "bomb", "binary"] {
        let place = format!("games/{name}.yaml:");
        let line = run.out.lines().find(|l| l.starts_with(&place)).expect(name);
        assert!(line.len() < 300, "{line}");
    }
    assert!(run.out.ends_with("5 of 6 records fail\n"), "{}", run.out);
    let endless = place.run_with(&["show", "-"], vec![b'\n'; 3 << 20]);
    assert_eq!(endless.code, 1);
    assert!(endless.err.contains("the file is too long"), "{endless:?}");
}

#[test]
fn folders_named_like_records() {
    let place = Place::with_game();
    std::fs::create_dir_all(place.file("games/folder.yaml")).unwrap();
    place.write("games/.hidden/x.yaml", "nonsense");
    place.write("games/README.md", "nonsense");
    assert_eq!(place.ok(&["verify"]), "1 record holds, 0 plies\n");
    place.refused(3, &["show", "games/folder.yaml"], &["games/folder.yaml"]);
    place.refused(3, &["show", "./games"], &["./games"]);
    place.refused(3, &["move", "games/folder.yaml", "e4e5"], &["games/folder.yaml"]);
}

/// `riverpost rules wing | head -1`.
#[test]
fn a_reader_that_goes_away() {
    let place = Place::with_game();
    for arguments in [
        &["rules", "wing"][..],
        &["completions", "zsh"],
        &["legal", "w", "--all", "--json"],
        &["show", "w", "--format", "svg"],
        &["perft", "--game", "valonian", "--depth", "2", "--divide"],
        &["verify", "--json"],
        &["--help"],
    ] {
        let mut command = place.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut first = String::new();
        let mut reader = BufReader::with_capacity(1, child.stdout.take().unwrap());
        reader.read_line(&mut first).unwrap();
        drop(reader);
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(!first.is_empty());
    }
}

/// Nobody listens from the first: nothing is printed, and what was to be done is done.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written() {
    let place = Place::with_game();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = place.command(&["rules", "wing"]).stdout(full).output().unwrap();
    assert_eq!(run.status.code(), Some(3));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.starts_with("error: No space left on device"), "{said}");
}

/// Arguments that are no text.
#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::with_game();
    let odd = OsStr::from_bytes(b"\xff\xfe.yaml");
    for command in ["show", "move", "verify", "fmt"] {
        let run = place.command(&[command]).arg(odd).arg("e4e5").output().unwrap();
        let code = run.status.code().unwrap();
        assert!(code == 2 || code == 3, "{command}: {run:?}");
        assert!(run.stdout.is_empty() && run.stderr.starts_with(b"error: "), "{run:?}");
    }
}

/// Git's own settings and variables of a hook do not lead the program astray.
#[test]
fn settings_that_say_otherwise() {
    let place = Place::with_game();
    place.git(&["config", "core.quotePath", "true"]);
    place.git(&["config", "commit.template", "/nonexistent"]);
    place.git(&["config", "core.hooksPath", "/nonexistent"]);
    place.git(&["config", "core.fsync", "all"]);
    place.git(&["config", "user.name", "Ñ \"O\""]);
    place.ok(&["move", "w", "e4e5"]);
    place.assert_sound();
}
