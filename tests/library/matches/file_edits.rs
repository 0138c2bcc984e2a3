//! Adding to the text of a match file: what was there stays to the byte, whatever style it is written in.

use riverpost::document::{self, Layout, Limits};
use riverpost::matches::{
    Device, Fixture, Lot, LotEntry, Match, MatchEditor, StatedResult, parse, write,
};

const BLOCK: &str = "\
# a match
format: riverpost-match/1
id: autumn
title: Autumn # in words
players:
- id: anna
  name: Anna Ek
- id: ben
  name: \"Ben: #Ode\"

games:
- id: dragon
  external: Dragon   # whose rules we do not know
  note: |
    two lines

    of a note
# between
- id: tb
  game: fortress
  variation: level
groupings:
- id: all
  games:
  - dragon
  bonus: 3
  tiebreak:
  - tb
";

const FLOW: &str = "\
format: 'riverpost-match/1'
id: autumn
title: >
  folded
  title
players: [{id: anna, name: Anna Ek}, {id: ben, name: 'Ben ''Ode'''}]
games: [
    {id: dragon, external: Dragon, note: \"it's, {odd}\"},  # a comment
    {id: tb, game: fortress,
     variation: level}
  ]
groupings: [{id: all, games: [dragon], bonus: 3, tiebreak: [tb]}]";

const MIXED: &str = "\
format: riverpost-match/1
id: autumn
title: Autumn
players:
    -   {id: anna, name: Anna Ek}
    -
        id: ben
        name: Ben
games:
    - {id: dragon, external: Dragon}
    -   id: tb
        game: fortress
        variation: level

groupings:
    - {id: all, games: [dragon, ], bonus: 3, tiebreak: [tb, ]}

# the end
";

fn all() -> Vec<String> {
    let crlf = BLOCK.replace('\n', "\r\n");
    vec![BLOCK.into(), FLOW.into(), MIXED.into(), crlf, format!("---\n{BLOCK}")]
}

fn lot() -> Lot {
    Lot {
        id: Some("sides".into()),
        purpose: "sides".into(),
        option: None,
        by: Device::Die,
        roll: None,
        face: None,
        witness: None,
        at: None,
        acts: vec![committed("anna", 'a')],
    }
}

fn committed(player: &str, digit: char) -> LotEntry {
    let at = "2026-11-29T19:20:00Z".parse().unwrap();
    LotEntry::Commit { player: player.into(), commitment: digit.to_string().repeat(64), at }
}

/// Whether `old` can be had from `new` by leaving bytes out.
fn keeps(old: &str, new: &str) -> bool {
    let mut rest = new.bytes();
    old.bytes().all(|byte| rest.any(|other| other == byte))
}

fn check(text: &str, wanted: &Match, add: impl FnOnce(&mut MatchEditor<'_, '_>)) -> String {
    let document = document::read(text.as_bytes(), &Limits::MATCH).unwrap();
    let mut editor = MatchEditor::new(&document);
    add(&mut editor);
    let new = editor.finish();
    assert!(keeps(text, &new), "{text}\n{new}");
    assert_eq!(parse(&new).unwrap(), *wanted);
    if text.contains("\r\n") {
        assert!(!new.replace("\r\n", "").contains('\n'), "{new:?}");
    }
    new
}

#[test]
fn a_key_is_added_to_a_game() {
    for text in all() {
        let mut wanted = parse(&text).unwrap();
        wanted.games[0].result = Some(StatedResult::North);
        wanted.games[0].round = Some(3);
        let points = "south: 0, north: 3";
        let points = parse(format!(
            "{{format: riverpost-match/1, id: x, title: x, players: [{{id: a, name: A}}, {{id: b, \
             name: B}}], games: [{{id: g, external: x, points: {{{points}}}}}]}}"
        ));
        wanted.games[0].points = points.unwrap().games[0].points;
        check(&text, &wanted, |e| {
            e.set(("games", 0), "result", &StatedResult::North).unwrap();
            e.set(("games", 0), "round", &3).unwrap();
            // What it scores must be known.
            e.set(("games", 0), "points", &serde_json::json!({"north": "3", "south": "0"}))
                .unwrap();
        });
        let mut wanted = parse(&text).unwrap();
        wanted.games[1].record = Some("no".into());
        check(&text, &wanted, |e| e.set(("games", 1), "record", &"no").unwrap());
    }
}

#[test]
fn a_game_and_its_place_in_a_tie_break_are_added() {
    for text in all() {
        let mut wanted = parse(&text).unwrap();
        let high = Fixture {
            id: "high".into(),
            game: Some("fortress".into()),
            variation: Some("high".into()),
            record: Some("0192117".into()),
            ..Fixture::default()
        };
        wanted.games.push(high.clone());
        wanted.groupings[0].tiebreak.push("high".into());
        check(&text, &wanted, |e| {
            e.push(None, "games", &high, Layout::Line).unwrap();
            e.push(Some(("groupings", 0)), "tiebreak", &"high", Layout::Line).unwrap();
        });
    }
}

#[test]
fn a_draw_is_begun_and_goes_on_line_by_line() {
    for text in all() {
        let mut wanted = parse(&text).unwrap();
        wanted.lots.push(lot());
        let text = check(&text, &wanted, |e| e.push(None, "draws", &lot(), Layout::Lines).unwrap());
        let second = committed("ben", 'b');
        wanted.lots[0].acts.push(second.clone());
        let new = check(&text, &wanted, |e| {
            e.push(Some(("draws", 0)), "acts", &second, Layout::Line).unwrap();
        });
        assert_eq!(new.lines().count(), text.lines().count() + 1, "{new}");
    }
}

#[test]
fn what_is_not_understood_is_refused() {
    let document = document::read(BLOCK.as_bytes(), &Limits::MATCH).unwrap();
    let editor = || MatchEditor::new(&document);
    // A key that is there already, a game that is not, and a title, which is no list.
    assert!(editor().set(("games", 0), "note", &"twice").is_err());
    assert!(editor().set(("games", 7), "note", &"none").is_err());
    assert!(editor().push(None, "title", &"none", Layout::Line).is_err());
    // What was added shows when it is read, also that it cannot be.
    let wanted = parse(BLOCK).unwrap();
    let mut e = editor();
    e.set(("games", 0), "round", &3).unwrap();
    assert_ne!(parse(e.finish()).unwrap(), wanted);
    let mut e = editor();
    e.set(("games", 1), "result", &StatedResult::Void).unwrap();
    let error = parse(e.finish()).unwrap_err();
    assert_eq!(error.message, "a void game needs a note that says why");
    // Text that is no match.
    let empty = document::read(b"", &Limits::MATCH).unwrap();
    assert!(
        MatchEditor::new(&empty).push(None, "games", &Fixture::default(), Layout::Line).is_err()
    );
}

#[test]
fn a_new_file_reads_back() {
    for text in all() {
        let m = parse(text).unwrap();
        let written = write(&m).unwrap();
        assert_eq!(parse(&written).unwrap(), m, "{written}");
    }
}
