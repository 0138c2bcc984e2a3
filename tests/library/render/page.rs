//! The page of a game: what its script is given, and what strangers' text does there.

use base64ct::{Base64, Encoding};
use riverpost::notation::{read_input, spoken};
use riverpost::render::{AnswerForm, GamePage, PlyNote};
use riverpost::rules::Line;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::common::{game, start};

/// A game with its moves played.
fn played(name: &str, moves: &[&str]) -> Line {
    let mut line = Line::new(start(game(name)));
    for text in moves {
        let m = read_input(line.position(), text).unwrap_or_else(|e| panic!("{text}: {e}"));
        line.push(m).unwrap();
    }
    line
}

fn page<'a>(line: &'a Line, name: &str) -> GamePage<'a> {
    let answer = AnswerForm {
        command: "riverpost move g".into(),
        to: Some("b&d@example.org".into()),
        subject: "[riverpost] g 1.".into(),
    };
    GamePage {
        id: "g",
        facts: vec![("Event", name.to_owned())],
        seats: [name.to_owned(), "Ben".to_owned()],
        line,
        plies: vec![
            PlyNote { comment: name.to_owned(), ..PlyNote::default() };
            line.positions().len()
        ],
        standing: "White to move".into(),
        ledger: vec![name.to_owned()],
        links: Vec::new(),
        answer: Some(answer),
    }
}

/// What stands between the first such tag and its end.
fn within<'h>(html: &'h str, tag: &str, end: &str) -> &'h str {
    let from = html.find(tag).unwrap() + tag.len();
    let rest = &html[from..];
    &rest[..rest.find(end).unwrap()]
}

fn data(html: &str) -> Value {
    let tag = "<script type=\"application/json\" id=\"game\">";
    serde_json::from_str(within(html, tag, "</script>")).unwrap()
}

#[test]
fn moves_are_heard_in_words() {
    let cases = [
        ("valonian", &["b1c3"][..], "Knight b1 to c3"),
        ("valonian", &["e2e4", "d7d5", "e4d5"], "Pawn e4 takes Pawn on d5"),
        ("valonian", &["e2e4", "a7a6", "e4e5", "d7d5", "e5d6ep"], "Pawn e5 takes en passant on d6"),
        ("valonian", &["g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7", "O-O"], "castles short"),
        ("valonian", &["f2f3", "e7e5", "g2g4", "Qh4"], "Queen d8 to h4, mate"),
        (
            "valonian",
            &["a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c7c6", "a6a7", "d7d6", "a7b8=Q"],
            "Pawn a7 takes Knight on b8, becomes Queen",
        ),
    ];
    for (name, moves, words) in cases {
        let line = played(name, moves);
        let before = &line.positions()[line.plies() - 1];
        assert_eq!(spoken::write(before, *line.moves().last().unwrap()), words);
    }
}

#[test]
fn a_strangers_name_stays_text() {
    let line = played("valonian", &["e2e4"]);
    let name = "</script><script>alert(1)</script>\" onclick=\"x\u{202e}";
    let html = page(&line, name).html();
    assert_eq!(html.matches("<script").count(), 2, "the data and the script");
    assert_eq!(html.matches("</script>").count(), 2);
    assert!(!html.contains("onclick=\"") && !html.contains('\u{202e}'));
    let data = data(&html);
    assert_eq!(data["seats"][0].as_str().unwrap(), name.replace('\u{202e}', "\\u{202e}"));
}

#[test]
fn the_policy_lets_in_the_script_and_the_style_and_nothing_else() {
    let line = played("wing", &[]);
    let html = page(&line, "Anna").html();
    let policy = within(&html, "Content-Security-Policy\" content=\"", "\"");
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    for (tag, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
        let hash = Base64::encode_string(&Sha256::digest(within(&html, tag, end)));
        assert!(policy.contains(&hash), "{tag}");
    }
    assert!(
        !html.contains("http://") && !html.contains("https://"),
        "nothing is asked of a network"
    );
}

#[test]
fn the_data_has_every_position_and_every_legal_move() {
    let line = played("wing", &["e4e5", "e7e6", "b1c3"]);
    let html = page(&line, "Anna").html();
    let data = data(&html);
    let plies = data["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 4);
    assert_eq!(plies[0]["changes"].as_array().unwrap().len(), 32, "16 pieces a side");
    let squares: Vec<_> = plies[3]["changes"].as_array().unwrap().iter().map(|c| &c[0]).collect();
    assert_eq!(squares, ["b1", "c3"]);
    assert_eq!(plies[3]["changes"][0][1], Value::Null);
    let from = data["answer"]["from"].as_object().unwrap();
    let moves: usize = from.values().map(|f| f["moves"].as_array().unwrap().len()).sum();
    assert_eq!(moves, line.position().legal_moves().len());
    // A North Infantryman steps forward; elsewhere a reason is given.
    assert_eq!(from["c7"]["moves"][0]["line"], "c7c6");
    let why = from["c7"]["why"]["c3"].as_u64().unwrap() as usize;
    assert!(data["answer"]["reasons"][why].as_str().unwrap().contains("(rule P1)"));
    assert_eq!(from["c7"]["why"].as_object().unwrap().len(), 89);
}
