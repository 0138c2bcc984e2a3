//! What must hold for any text: print and read give the same back, and adding a line keeps every byte.

use super::{WING, valonian};
use proptest::prelude::*;
use riverpost::notation::write_move;
use riverpost::record::{self, Act, Action, Header, Player, append};
use riverpost::rules::Side;

/// One line of text, often of signs that mean something to YAML.
fn texts() -> impl Strategy<Value = String> {
    let signs =
        "[-:#,&*!|>'\"%@`{}\\[\\]?=~<>. \\\\a-c0-9\u{e9}\u{202e}\u{1F600}\u{feff}\u{2028}]{1,20}";
    prop_oneof![signs, "\\PC{1,40}", "[0-9._eExXoO:T+-]{1,12}"]
        .prop_filter("not blank", |text| !text.trim().is_empty())
}

/// What may stand in a comment.
fn comments() -> impl Strategy<Value = String> {
    "[^{}\\p{C}\u{2028}\u{2029}]{0,40}"
}

fn with_texts(name: &str, event: &str, extra: &str) -> Header {
    let record = record::read(WING.as_bytes()).unwrap();
    let mut header = record.header().clone();
    header.players.south = Some(Player { name: name.into(), ..Player::default() });
    header.event = Some(event.into());
    header.extras.insert("x-any".into(), extra.into());
    (header.result, header.ending) = (None, None);
    header
}

proptest! {
    #[test]
    fn printed_headers_are_read_back(name in texts(), event in texts(), extra in texts()) {
        let header = with_texts(&name, &event, &extra);
        let text = record::write_new(&header).unwrap();
        let record = record::read(text.as_bytes()).unwrap();
        prop_assert_eq!(record.header(), &Header { setup: record.header().setup.clone(), ..header });
        let value: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
        prop_assert_eq!(value["event"].as_str(), Some(event.as_str()));
        prop_assert_eq!(value["players"]["south"]["name"].as_str(), Some(name.as_str()));
        prop_assert_eq!(record::canonical(&record).unwrap(), text);
    }

    #[test]
    fn adding_a_line_keeps_every_byte(
        picks in prop::collection::vec((any::<prop::sample::Index>(), comments()), 1..12),
        crlf in any::<bool>(),
        newline in any::<bool>(),
        resigns in any::<bool>(),
    ) {
        let mut text = valonian(&[]);
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        if !newline {
            text.truncate(text.trim_end().len());
        }
        for (pick, comment) in picks {
            let read = record::read(text.as_bytes()).unwrap().into_owned();
            let line = record::replay(&read).unwrap().line;
            let moves = line.position().legal_moves();
            if line.ending().is_some() {
                break;
            }
            let written = write_move(line.position(), *pick.get(&moves));
            let mut action = Action::new(line.position().turn(), Act::Move(written.into()));
            action.comment = Some(comment.clone().into());
            let appended = append(&text, action).unwrap();
            let again = record::read(appended.text.as_bytes()).unwrap().into_owned();
            prop_assert_eq!(again.actions().len(), read.actions().len() + 1);
            prop_assert_eq!(again.actions().last().unwrap().comment.as_deref(), Some(comment.as_str()));
            if appended.replayed.termination.is_none() {
                prop_assert!(appended.text.starts_with(&text));
            }
            text = appended.text;
        }
        let read = record::read(text.as_bytes()).unwrap();
        if resigns && record::replay(&read).unwrap().termination.is_none() {
            let appended = append(&text, Action::new(Side::South, Act::Resigns)).unwrap();
            let end = if crlf { "\r\n" } else { "\n" };
            let undone = appended.text.replacen("result: north", "result: \"*\"", 1);
            let undone = undone.replacen(&format!("ending: resignation{end}"), "", 1);
            prop_assert!(undone.starts_with(&text));
            let added = undone[text.len()..].trim();
            prop_assert!(added.ends_with(". resigns") && added.lines().count() == 1);
        }
    }

    #[test]
    fn no_text_makes_the_reader_fall_over(head in "\\PC{0,200}", mid in texts(), at in 0usize..900) {
        let _ = record::read(head.as_bytes());
        let at = WING.floor_char_boundary(at.min(WING.len()));
        let spoilt = format!("{}{mid}{}", &WING[..at], &WING[at..]);
        if let Ok(record) = record::read(spoilt.as_bytes())
            && record::replay(&record).is_ok()
            && let Ok(text) = record::canonical(&record)
        {
            let again = record::read(text.as_bytes()).unwrap();
            prop_assert_eq!(again.header().event.as_ref(), record.header().event.as_ref());
            prop_assert_eq!(record::canonical(&again).unwrap(), text);
        }
    }
}
