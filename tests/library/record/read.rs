//! What is read, and that text stays text.

use super::{WING, bare, judge, valonian, with};
use riverpost::document::Place;
use riverpost::record::{self, Act, Termination};
use riverpost::rules::{Outcome, Side};

#[test]
fn the_example_is_read_in_full() {
    let record = record::read(WING.as_bytes()).unwrap();
    let header = record.header();
    assert_eq!(header.id, "wing-2026-anna-ben-1");
    let south = header.players.south.as_ref().unwrap();
    assert_eq!(south.name, "Anna Ek");
    assert_eq!(
        south.key.as_deref(),
        Some("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJhL0ic7YeyKhqCcSedauFno+NaHZ3L77uVAFP0ZYYk6")
    );
    assert_eq!(header.time, "40d+2d".parse().ok());
    assert_eq!(header.result, Some(Outcome::Draw));
    assert_eq!(record.game().name, "wing");
    let actions = record.actions();
    assert_eq!(actions.len(), 4);
    assert_eq!(actions[1].comment.as_deref(), Some("hello"));
    assert_eq!(actions[1].side, Side::North);
    assert_eq!(actions[1].place, Place { line: 28, column: 3 });
    assert!(actions[2].offer);
    assert_eq!(actions[3].act, Act::DrawAgreed);
    let replayed = record::replay(&record).unwrap();
    assert_eq!(replayed.termination, Some(Termination::Agreement));
    assert_eq!(replayed.line.plies(), 3);
    assert_eq!(replayed.line.back_to(2).plies(), 2);
}

#[test]
fn text_stays_text_whatever_yaml_would_make_of_it() {
    for odd in ["no", "null", "yes", "~", "0192117", "1e5", "0x1A", "22:30", "2024-01-01", "1.50"] {
        let text = bare(
            "wing",
            None,
            &format!(
                "players: {{south: {{name: {odd}}}, north: {{name: {odd}}}}}\nsite: {odd}\nresult: '*'\n"
            ),
            &[],
        );
        let text = if odd.bytes().all(|b| b.is_ascii_alphanumeric()) {
            with(&text, "id: test", &format!("id: {odd}"))
        } else {
            text
        };
        let record = record::read(text.as_bytes()).unwrap_or_else(|e| panic!("{odd}: {e}"));
        let header = record.header();
        assert_eq!(header.players.south.as_ref().unwrap().name, odd);
        assert_eq!(header.site.as_deref(), Some(odd));
    }
}

#[test]
fn marks_line_ends_blank_lines_and_comments_are_taken() {
    for text in [
        format!("\u{FEFF}{WING}"),
        WING.replace('\n', "\r\n"),
        format!("\u{FEFF}{}", WING.replace('\n', "\r\n")),
        WING.trim_end().to_string(),
        format!("{WING}\n\n  \n"),
        with(WING, "  1... NH", "\n\n  1... NH"),
        with(WING, "site: by e-mail", "site: by e-mail # good\n# more"),
        with(WING, "format:", "---\nformat:"),
        with(WING, "moves: |", "moves: |-"),
        with(WING, "1. SH e4-e5", "1.SH e4-e5"),
        with(WING, "2026-11-30T08:00:00Z", "2026-11-30T09:00:00+01:00"),
        with(WING, "{hello}", "{!? &a *b # \u{2014} \u{1F600} 'x' \"y\" [z]}"),
    ] {
        let replayed = judge(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(replayed.line.plies(), 3);
    }
}

#[test]
fn other_styles_of_the_moves_are_taken_with_their_places() {
    let commented = with(WING, "moves: |", "moves: |  # the moves");
    let closed = format!("{WING}# the end\n");
    let early = {
        let (head, moves) = WING.split_once("moves: |\n").unwrap();
        with(head, "game: wing\n", &format!("moves: |\n{moves}game: wing\n"))
    };
    for (text, line) in [(commented, 30), (closed, 30), (early, 7)] {
        assert_eq!(judge(&text).unwrap().line.plies(), 3);
        let record = record::read(text.as_bytes()).unwrap();
        assert_eq!(record.actions()[3].place, Place { line, column: 3 });
    }
    let quoted = valonian(&[]).replace("moves: |\n", "moves: \"1. P e2-e4\\n1... P e7-e5\\n\"\n");
    assert_eq!(judge(&quoted).unwrap().line.plies(), 2);
    let wrong = quoted.replace("P e7-e5", "P e7-e4");
    assert!(super::error(&wrong).starts_with("15:"));
    for none in ["moves:\n", "moves: ''\n", "moves: |", "moves: |\n\n"] {
        assert_eq!(judge(&valonian(&[]).replace("moves: |\n", none)).unwrap().line.plies(), 0);
    }
}

#[test]
fn every_action_is_read() {
    let lines = [
        ("2. resigns", Act::Resigns),
        ("2. draw agreed", Act::DrawAgreed),
        ("2. time claimed", Act::TimeClaimed),
        ("2. abandoned", Act::Abandoned),
        (
            "2. adjudicated: north - left (at once) (J. Doe)",
            Act::Adjudicated {
                outcome: Some(Outcome::Won(Side::North)),
                reason: "left (at once)".into(),
                arbiter: "J. Doe".into(),
            },
        ),
        (
            "2. adjudicated: draw -- both left (Doe) [2026-12-02T21:00:00Z] {so}",
            Act::Adjudicated {
                outcome: Some(Outcome::Draw),
                reason: "both left".into(),
                arbiter: "Doe".into(),
            },
        ),
    ];
    for (line, act) in lines {
        let text = valonian(&["1. P e2-e4", "1... P e7-e5", line]);
        let record = record::read(text.as_bytes()).unwrap();
        assert_eq!(record.actions()[2].act, act);
    }
}

#[test]
fn an_archive_record_may_know_very_little() {
    for date in ["1848", "1846-02", "1846-02-28"] {
        let header = format!("date: {date}\nx-source: \"a book: p. 3\"\nresult: south\n");
        let text = bare("valonian", None, &header, &["1. P e2-e4"]);
        let replayed = judge(&text).unwrap();
        assert_eq!(replayed.outcome, Some(Outcome::Won(Side::South)));
        assert_eq!(replayed.termination, Some(Termination::Unknown));
        let record = record::read(text.as_bytes()).unwrap();
        assert_eq!(record.header().extras["x-source"], "a book: p. 3");
        assert_eq!(record.header().players.south, None);
    }
}

#[test]
fn names_of_all_kinds_are_read() {
    let long = "\u{1F600}".repeat(500);
    let odd =
        ["O'Brien \\\"Bob\\\"", "<script>alert(1)</script>", "a\u{200F}b", "\\\\ [x] {y}", &long];
    for name in odd {
        let players = format!("players: {{south: {{name: \"{name}\"}}}}\nresult: '*'\n");
        let text = bare("wing", None, &players, &[]);
        let record = record::read(text.as_bytes()).unwrap();
        let expected = name.replace("\\\"", "\"").replace("\\\\", "\\");
        assert_eq!(record.header().players.south.as_ref().unwrap().name, expected);
    }
}
