//! Changing the text of a match file: what both say stays to the byte, whatever style it is written in.

use riverpost::document::{self, Limits};
use riverpost::matches::{
    Device, Fixture, Lot, LotEntry, Manner, Match, Member, StatedResult, edit, parse, write,
};

/// A match with every key but such as a file has only without some of the others, and but log and signatures.
const FULL: &str = "\
format: riverpost-match/1
id: autumn
title: Autumn
nonce: 0123456789abcdef0123456789abcdef
players:
  - {id: anna, name: Anna Ek}
  - {id: ben, name: Ben Ode}
arbiter: {name: Cleo Fay}
terms: {offers: 3}
organiser: {name: Dan Fox}
sides: {reveal_days: 3}
externals:
  - {name: Dragon, win: 3, draw: 1}
draws:
  - {for: sides, by: die, roll: 3, witness: Cleo Fay}
games:
  - {id: dragon, external: Dragon}
tournament: {}
";

#[test]
fn keys_stand_in_one_order_in_new_files_and_in_changed_ones() {
    let keys = |text: &str| -> Vec<String> {
        let top = text.lines().filter(|line| !line.starts_with(' '));
        top.map(|line| line.split(':').next().unwrap().to_owned()).collect()
    };
    let mut full: Match = parse(FULL).unwrap();
    assert_eq!(keys(&write(&full).unwrap()), keys(FULL));
    full.teams.push(serde_json::from_str("{\"id\": \"a\", \"name\": \"A\"}").unwrap());
    full.groupings.push(
        serde_json::from_str("{\"id\": \"all\", \"games\": [\"dragon\"], \"bonus\": \"3\"}")
            .unwrap(),
    );
    full.log.push("one".to_owned());
    full.signatures.push("two".to_owned());
    let bare = "format: riverpost-match/1\nid: autumn\ntitle: Autumn\nplayers: [{id: anna, name: Anna Ek}, {id: ben, name: Ben Ode}]\n";
    let document = document::read(bare.as_bytes(), &Limits::MATCH).unwrap();
    let changed = edit(&document, &parse(bare).unwrap(), &full).unwrap();
    assert_eq!(keys(&changed), keys(&write(&full).unwrap()));
    assert_eq!(keys(&changed).len(), 17);
}

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

/// The text after a change.
fn edited(text: &str, wanted: &Match) -> String {
    let document = document::read(text.as_bytes(), &Limits::MATCH).unwrap();
    let new = edit(&document, &parse(text).unwrap(), wanted).unwrap();
    assert_eq!(parse(&new).unwrap(), *wanted);
    new
}

/// The text after an addition.
fn check(text: &str, wanted: &Match) -> String {
    let new = edited(text, wanted);
    assert!(keeps(text, &new), "{text}\n{new}");
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
        check(&text, &wanted);
        let mut wanted = parse(&text).unwrap();
        wanted.games[1].record = Some("no".into());
        check(&text, &wanted);
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
        wanted.games.push(high);
        wanted.groupings[0].tiebreak.push("high".into());
        check(&text, &wanted);
    }
}

#[test]
fn a_draw_is_begun_and_goes_on_line_by_line() {
    for text in all() {
        let mut wanted = parse(&text).unwrap();
        wanted.lots.push(lot());
        let text = check(&text, &wanted);
        let second = committed("ben", 'b');
        wanted.lots[0].acts.push(second);
        let new = check(&text, &wanted);
        assert_eq!(new.lines().count(), text.lines().count() + 1, "{new}");
    }
}

/// What is replaced stands where the old value stood; a key that goes takes nothing else with it.
#[test]
fn a_value_is_replaced_in_its_place() {
    for text in all() {
        let mut wanted = parse(&text).unwrap();
        wanted.players[1].name = "Zed: Po".into();
        wanted.players[1].formerly = vec![Member { name: "Ben".into(), email: None, key: None }];
        wanted.arbiter = Some(Member { name: "Eva Ros".into(), email: None, key: None });
        wanted.games[1].result = Some(StatedResult::North);
        wanted.games[1].how = Some(Manner::Forfeit);
        wanted.games[1].note = Some("a letter was late".into());
        let new = edited(&text, &wanted);
        assert!(new.contains("\"Zed: Po\"") && new.contains("formerly"), "{new}");
        let arbiter = new.find("arbiter: {name: Eva Ros}").unwrap();
        assert!(
            new.find("players:") < Some(arbiter) && Some(arbiter) < new.find("games:"),
            "{new}"
        );
        let mut corrected = wanted.clone();
        corrected.games[1].result = Some(StatedResult::Void);
        corrected.games[1].how = None;
        let again = edited(&new, &corrected);
        assert_eq!(new.lines().count() - again.lines().count(), 1);
        assert!(again.lines().all(|line| !line.contains("how")), "{again}");
    }
}

#[test]
fn what_cannot_be_changed_in_place_is_refused() {
    let document = document::read(BLOCK.as_bytes(), &Limits::MATCH).unwrap();
    let before = parse(BLOCK).unwrap();
    let refused = |change: fn(&mut Match)| {
        let mut wanted = before.clone();
        change(&mut wanted);
        assert!(edit(&document, &before, &wanted).is_err(), "{wanted:?}");
    };
    // A literal block, a list in lines of its own that gets shorter.
    refused(|m| m.games[0].note = Some("another".into()));
    refused(|m| m.games.truncate(1));
}

#[test]
fn a_new_file_reads_back() {
    for text in all() {
        let m = parse(text).unwrap();
        let written = write(&m).unwrap();
        assert_eq!(parse(&written).unwrap(), m, "{written}");
    }
}
