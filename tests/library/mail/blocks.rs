//! What a program says to a program in a message, and what it says to people.

use base64ct::{Base64, Encoding};
use riverpost::mail::{
    BLOCK_BEGIN, BLOCK_END, BlockContent, BlockError, MailBlock, MailBody, is_address,
    is_message_id,
};
use riverpost::notation::diagram;
use riverpost::record::{self, Header, Player, Players};
use riverpost::rules::{Side, variants};

use crate::common::Dice;

const RECORD: &str = include_str!("../record/wing.yaml");

/// A block for a reader of the record, its text, and the record.
fn block_for(reader: Side) -> MailBlock {
    let record = record::read(RECORD.as_bytes()).unwrap();
    let replayed = record::replay(&record).unwrap();
    MailBlock::for_reader(&record, &replayed, reader).unwrap()
}

/// The text in an armour.
fn decoded(armour: &str) -> String {
    let base64: String =
        armour.lines().filter(|line| *line != BLOCK_BEGIN && *line != BLOCK_END).collect();
    String::from_utf8(Base64::decode_vec(&base64).unwrap()).unwrap()
}

/// An armour with that text.
fn armoured(text: &str) -> String {
    format!("{BLOCK_BEGIN}\n{}\n{BLOCK_END}\n", Base64::encode_string(text.as_bytes()))
}

#[test]
fn a_block_is_read_as_it_was_written() {
    let block = block_for(Side::South);
    let text = decoded(&block.armour());
    // South's last line, and North's behind it.
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "riverpost mail 1");
    assert!(lines[1].starts_with("game wing-2026-") && lines[2].starts_with("nonce "), "{text}");
    assert_eq!((lines[4], lines.last()), ("ordinal 3", Some(&"end")));
    assert!(lines[5].starts_with("line 2. SK b1-c3 (=) ["), "{text}");
    assert!(lines[6].starts_with("line 2... draw agreed ["), "{text}");
    // However its lines are broken.
    let armour = block.armour().replace('\n', " \r\n");
    assert_eq!(decoded(&MailBlock::read(&armour).unwrap().armour()), text);
    let joined = block.armour().replace("\n", "");
    assert_eq!(decoded(&MailBlock::read(&joined).unwrap().armour()), text);
}

#[test]
fn a_block_with_anything_else_in_it_is_refused() {
    let text = decoded(&block_for(Side::South).armour());
    let with = |from: &str, to: &str| MailBlock::read(&armoured(&text.replacen(from, to, 1)));
    assert!(with("x y z", "").is_ok());
    for (from, to) in [
        ("riverpost mail 1", "riverpost mail 2"),
        ("nonce", "Nonce"),
        ("ordinal 3", "ordinal 03"),
        ("ordinal 3", "ordinal 0"),
        ("ordinal 3", "ordinal +3"),
        ("2... draw agreed", "2...  draw agreed"),
        ("2... draw agreed", "2... draw gone"),
        ("end\n", ""),
        ("end\n", "end\nend\n"),
        ("end\n", "signature 4 3 act !\nend\n"),
        ("line ", "signature 4 3 act AAAA\nline "),
        ("end\n", "note hello\nend\n"),
    ] {
        assert!(with(from, to).is_err(), "{from:?} {to:?}");
    }
    let many = text.replace("end\n", &format!("{}end\n", "line 2... resigns\n".repeat(19)));
    assert_eq!(MailBlock::read(&armoured(&many)).unwrap_err(), BlockError::ManyLines { count: 21 });
    let long = format!("{BLOCK_BEGIN}\n{}\n{BLOCK_END}", "A".repeat(200_000));
    assert_eq!(MailBlock::read(&long).unwrap_err(), BlockError::Long);
    assert_eq!(MailBlock::read(BLOCK_BEGIN).unwrap_err(), BlockError::Unfinished);
    // One text for the same bytes: bits that count for nothing are refused.
    let odd = armoured("x").replace("eA==", "eB==");
    assert_eq!(MailBlock::read(&odd).unwrap_err(), BlockError::Base64);
}

/// Whoever has no line of its own gets the whole record.
#[test]
fn a_whole_record_goes_to_who_may_not_have_it() {
    let opened = RECORD.split("moves: |").next().unwrap().replace("result: draw", "result: \"*\"");
    let opened: String =
        opened.lines().filter(|l| !l.starts_with("ending")).map(|l| format!("{l}\n")).collect();
    let text = format!("{opened}moves: |\n  1. SH e4-e5 [2026-11-30T08:00:00Z]\n");
    let record = record::read(text.as_bytes()).unwrap();
    let replayed = record::replay(&record).unwrap();
    let block = MailBlock::for_reader(&record, &replayed, Side::North).unwrap();
    let read = MailBlock::read(&block.armour()).unwrap();
    let BlockContent::Record(read) = &read.content else { panic!("{read:?}") };
    assert_eq!(read.text(), text);
    let inside = decoded(&block.armour());
    for (from, to) in
        [("record ", "record 1"), ("id: wing-", "id: ding-"), ("game wing-", "game ding-")]
    {
        assert!(MailBlock::read(&armoured(&inside.replacen(from, to, 1))).is_err(), "{from}");
    }
}

#[test]
fn the_text_must_say_what_the_block_says() {
    let block = block_for(Side::South);
    let id = &block.game;
    let said = format!("{id}: 2. SK b1-c3 (=)\n{id}: 2... draw agreed");
    for text in [
        format!("{said}\n\nmore"),
        format!("hello\n\n  {id}:\n 2. SK b1–c3\u{a0}(=)  {id}: 2... draw\nagreed\n\nx"),
        format!("> {id}: 9. SK a1-a2\n\n{said}"),
    ] {
        assert!(block.agrees_with(&text), "{text}");
    }
    for text in [
        String::new(),
        format!("{said} (=)\n"),
        format!("{said}\n{id}: 3. SK b1-c3\n"),
        format!("{id}: 2... draw declined\n\n{said}\n"),
        format!("> {said}\n"),
    ] {
        assert!(!block.agrees_with(&text), "{text}");
    }
}

/// 72 columns of prose and boards of at most 76, in every game.
#[test]
fn messages_of_every_game_are_narrow() {
    for family in variants::GAMES {
        let game = family.game(family.variations.first().copied(), []).unwrap();
        let player = |name: &str| Some(Player { name: name.into(), ..Player::default() });
        let header = Header {
            game: game.name.into(),
            id: "a-1".into(),
            variation: game.variation.map(Into::into),
            players: Players {
                south: player(&"long ".repeat(40)),
                north: player(&"ö".repeat(300)),
            },
            setup: diagram::write(&diagram::default_setup(game).unwrap()),
            ..Header::default()
        };
        let text = record::write_new(&header).unwrap();
        let record = record::read(text.as_bytes()).unwrap();
        let replayed = record::replay(&record).unwrap();
        let block = MailBlock::for_reader(&record, &replayed, Side::North).unwrap();
        let words = ["x".repeat(200)];
        let body = MailBody {
            game: (&record, &replayed),
            ledger: None,
            reader: Side::North,
            block: &block,
            opening: &[],
            words: &words,
            proposals: &[],
        };
        for line in body.text().lines() {
            assert!(line.chars().count() <= 76, "{}: {line}", game.name);
        }
        assert_eq!(body.text().matches('ö').count(), 300);
    }
}

#[test]
fn addresses_and_ids_hold_nothing_that_means_something_elsewhere() {
    for email in ["a@b.example", "ünal@b.example", "a+b-c@b"] {
        assert!(is_address(email), "{email}");
    }
    for email in
        ["", "a", "@b", "a@", "-oX@b", "a b@c", "a@b\r\nBcc: c@d", "a,b@c", "<a@b>", "a@b@c"]
    {
        assert!(!is_address(email), "{email}");
    }
    for id in ["", "a b", "a>b", "a\r\nX: y", "ü@b", &"x".repeat(300)] {
        assert!(!is_message_id(id), "{id}");
    }
}

/// Bytes changed at random neither panic nor read as another block.
#[test]
fn a_damaged_block_is_never_another_one() {
    let armour = block_for(Side::South).armour();
    let text = decoded(&armour);
    let mut dice = Dice::new(7);
    for _ in 0..2000 {
        let mut bytes = armour.clone().into_bytes();
        let at = dice.below(bytes.len());
        bytes[at] = u8::try_from(dice.below(256)).unwrap();
        let Ok(damaged) = String::from_utf8(bytes) else { continue };
        if let Ok(read) = MailBlock::read(&damaged) {
            let again = MailBlock::read(&armoured(&decoded(&read.armour()))).unwrap();
            assert_eq!(again.summary(), read.summary());
        }
    }
    assert_eq!(decoded(&armour), text);
}
