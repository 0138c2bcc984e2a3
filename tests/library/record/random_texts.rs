//! What must hold for any text: print and read give the same back, and adding a line keeps every byte.

use super::{WING, append, bare, judge, valonian};
use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use proptest::sample::Index;
use riverpost::notation::write_move;
use riverpost::record::{self, Act, Action, Header, Player, Replayed};
use riverpost::rules::{Claim, Side};

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

/// An action of some kind, allowed or not.
fn some_action(kind: u8, pick: &Index, replayed: &Replayed, at: Option<u32>) -> Action<'static> {
    let position = replayed.line.position();
    let turn = position.turn();
    let moves = position.legal_moves();
    let a_move = || match moves.is_empty() {
        true => Act::Resigns,
        false => Act::Move(write_move(position, *pick.get(&moves)).into()),
    };
    let (side, act) = match kind {
        0 => (turn.other(), Act::TakeBackRequested { plies: 1 + pick.index(3) as u32 }),
        1 => (turn, Act::TakeBackRequested { plies: 1 + pick.index(9) as u32 }),
        2 => (turn, Act::TakeBackAgreed),
        3 => (turn.other(), Act::TakeBackAgreed),
        4 => (turn, Act::TakeBackDeclined),
        5 => (turn, Act::DrawDeclined),
        6 => (turn, Act::VoidProposed),
        7 => (turn.other(), Act::TimeGiven { amount: "1d".parse().unwrap() }),
        8 => (turn, Act::DrawClaimed { claim: Claim::Repetition, with: None }),
        9 => (turn, Act::DrawAgreed),
        10 => (turn.other(), Act::TimeClaimed),
        11 => (turn, Act::Resigns),
        _ => (turn, a_move()),
    };
    let mut action = Action::new(side, act);
    action.offer = matches!(action.act, Act::Move(_)) && pick.index(5) == 0;
    action.time = at.map(|day| {
        let start: DateTime<Utc> = "2026-12-01T12:00:00Z".parse().unwrap();
        start + TimeDelta::hours(i64::from(day))
    });
    action
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]


    #[test]
    fn an_action_appended_is_judged_as_in_the_whole_record(
        steps in prop::collection::vec((0u8..30, any::<Index>(), prop::bool::weighted(0.9)), 1..40),
        head in prop::sample::select(vec!["", "time: 40d\n", "time: 2d\nclock: {flag: automatic}\n"]),
    ) {
        let head = format!("started: 2026-12-01T12:00:00Z\n{head}offers: 3\nresult: \"*\"\n");
        let text = bare("valonian", None, &head, &[]);
        let mut record = record::read(text.as_bytes()).unwrap();
        let mut replayed = record::replay(&record).unwrap();
        for (hours, (kind, pick, dated)) in (1..).zip(steps) {
            let action = some_action(kind, &pick, &replayed, dated.then_some(hours));
            let mut line = action.clone();
            line.number = replayed.next_number(action.side);
            match record::append(&record, &replayed, action) {
                Ok(appended) => (record, replayed) = {
                    let again = record::read(appended.record.text().as_bytes()).unwrap();
                    prop_assert_eq!(again.header(), appended.record.header());
                    prop_assert_eq!(again.actions(), appended.record.actions());
                    prop_assert_eq!(Some(&appended.action), again.actions().last());
                    let played = record::replay(&again).unwrap();
                    let seen = |r: &Replayed| (
                        (r.line.moves().to_vec(), r.outcome, r.termination, r.offer),
                        (r.claimed_with, r.take_back, r.void, r.played.clone()),
                    );
                    prop_assert_eq!(seen(&played), seen(&appended.replayed));
                    prop_assert_eq!(appended.chain, *record::chain(&again, &played).last().unwrap());
                    (appended.record, appended.replayed)
                },
                Err(error) => {
                    let whole = format!("{}  {}\n", record.text(), line.line(Side::South));
                    prop_assert_eq!(judge(&whole).unwrap_err().to_string(), error.to_string());
                }
            }
            if replayed.termination.is_some() {
                break;
            }
        }
    }
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
            let again = record::read(appended.record.text().as_bytes()).unwrap().into_owned();
            prop_assert_eq!(again.actions().len(), read.actions().len() + 1);
            prop_assert_eq!(again.actions().last().unwrap().comment.as_deref(), Some(comment.as_str()));
            if appended.replayed.termination.is_none() {
                prop_assert!(appended.record.text().starts_with(&text));
            }
            text = appended.record.text().to_owned();
        }
        let read = record::read(text.as_bytes()).unwrap();
        if resigns && record::replay(&read).unwrap().termination.is_none() {
            let appended = append(&text, Action::new(Side::South, Act::Resigns)).unwrap();
            let end = if crlf { "\r\n" } else { "\n" };
            let undone = appended.record.text().replacen("result: north", "result: \"*\"", 1);
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
