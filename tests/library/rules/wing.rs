//! Wing (W1 to W3) and the rule on crossing the River (R1 to R5), with what RiverQi and Encounter (E1) make of the same
//! board: the moves of every piece on hand-made boards, worked out from the rules.

use crate::common;
use crate::common::{North, South, allows, game, goes, on, place, play, says, start, why};
use riverpost::notation::{diagram, write_move};
use riverpost::rules::{Ending, Position};

// --- The rule on crossing the River

/// From an area to that area and the River, no further; from the River anywhere.
#[test]
fn r1_r2_siege_engine() {
    let position = place(game("wing"), "SE e1, NE d10, SS a3, SS c5", South);
    goes(&position, "a3", "a1 a2 a4 a5 a6 b3 c3 d3 e3 f3 g3 h3 i3");
    goes(&position, "c5", "c1 c2 c3 c4 c6 c7 c8 c9 c10 a5 b5 d5 e5 f5 g5 h5 i5");
    says(
        &why(&position, "a3-a7"),
        "R1",
        "Siege Engine on a3|Southern Territory|River|Northern Territory",
    );
    // The other way it is the same.
    let position = place(game("wing"), "SE e1, NE d10, SS a8, NS h7, NS g6", North);
    goes(&position, "h7", "h5 h6 h8 h9 h10 a7 b7 c7 d7 e7 f7 g7 i7");
    says(&why(&position, "h7-h4"), "R1", "Northern Territory|not into the Southern Territory");
    goes(&position, "g6", "g1 g2 g3 g4 g5 g7 g8 g9 g10 a6 b6 c6 d6 e6 f6 h6 i6");
}

/// In enemy territory it is bound just the same on the way back.
#[test]
fn r1_binds_on_the_far_side_too() {
    let position = place(game("wing"), "SE e1, NE d10, SS a8, NK a3, NK c8", South);
    goes(&position, "a8", "a5 a6 a7 a9 a10 b8 c8");
}

#[test]
fn r1_r2_captures() {
    let position = place(game("wing"), "SE e1, NE d10, SS a4, SS b5, NK a7, NK b9", South);
    goes(&position, "a4", "a1 a2 a3 a5 a6 b4 c4 d4 e4 f4 g4 h4 i4");
    assert!(allows(&position, "b5b9"));
    says(&why(&position, "a4-a7"), "R1", "River");
}

/// The Knight's leap spans no more than the River, so that only the rank it starts from tells.
#[test]
fn r1_r2_knight() {
    let position = place(game("wing"), "SE e1, NE d10, SK c4, SK g6", South);
    goes(&position, "c4", "b2 d2 a3 e3 a5 e5 b6 d6");
    goes(&position, "g6", "e5 i5 f4 h4 e7 i7 f8 h8");
}

/// A piece that may not capture on the royal's square does not attack it.
#[test]
fn r3_check_obeys_the_river() {
    let attacked = |pieces: &str| place(game("wing"), pieces, South).in_check();
    assert!(!attacked("SE d1, NE f10, NS d7"));
    assert!(attacked("SE d1, NE f10, NS d6"));
    assert!(attacked("SE d1, NE f10, NS d2"));
    assert!(!attacked("SE d1, NE f10, NC d8, SC d5"));
    assert!(attacked("SE d1, NE f10, NC d6, SD c5, SK d3"));
    // In Fortress a Knighted Pikeman's leap and a Lancer's could reach across, but may not.
    let attacked = |pieces: &str| place(game("level"), pieces, South).in_check();
    assert!(!attacked("TDW d3, TWQ d9, WKG g6"));
    assert!(attacked("TDW d3, TWQ d9, WKG f5"));
    assert!(!attacked("TDW d3, TWQ d9, WSE d6"));
    assert!(attacked("TDW d3, TWQ d9, WLR d5"));
    assert!(attacked("TDW d3, TWQ d9, KNP e5"));
    // So the royal may walk where the enemy could only shoot across.
    let position = place(game("wing"), "SE d1, NE f10, NS e7, NS d8", South);
    goes(&position, "d1", "d2 e1");
}

/// The screen may stand on any square between, on either side of the River or on it.
#[test]
fn r4_screens() {
    let position =
        place(game("wing"), "SE e1, NE d10, SC a5, NK a7, NK a9, SC c4, NH c5, NS c6", South);
    assert!(allows(&position, "a5a9"), "a screen across the River");
    assert!(allows(&position, "c4c6"), "a screen on the River");
    let position =
        place(game("wing"), "SE e1, NE d10, SC a3, NK a6, NK a8, SC g6, SH g5, NS g3", South);
    says(&why(&position, "a3-a8"), "R1", "Cannon on a3|Southern Territory");
    assert!(allows(&position, "g6g3"), "out of the River into an area");
}

/// Empress, Guard, Defender, Hawker, Hawk and Foot Soldier are kept at home by their own powers.
#[test]
fn r5_those_that_never_cross_at_once() {
    for name in ["wing", "riverqi"] {
        let foot = if name == "wing" { "SH c4, SH d5, SH g6" } else { "SF c4, SF d5, SF g6" };
        let position = place(game(name), &format!("SE e1, NE d10, {foot}, SD c5, SS i1"), South);
        goes(&position, "c4", "");
        goes(&position, "d5", "d6");
        goes(&position, "g6", "g7");
        goes(&position, "c5", "a3 e3");
    }
}

// --- The pieces of Wing

#[test]
fn empress() {
    let at =
        |square: &str| place(game("wing"), &format!("SE {square}, NE e10, NH e7, SS a1"), South);
    goes(&at("e2"), "e2", "e1 e3 d2 f2");
    goes(&at("e3"), "e3", "e2 d3 f3");
    goes(&at("d1"), "d1", "d2 e1");
    says(&why(&at("e3"), "e3-e4"), "P5", "Empress|Southern Fortress");
    says(&why(&at("e2"), "e2-d3"), "P1", "Empress");
}

#[test]
fn guard() {
    let position = place(game("wing"), "SE f2, NE e10, SG e2, SG d1, NG d8, SS a1", South);
    goes(&position, "e2", "f1 d3 f3");
    goes(&position, "d1", "");
    says(&why(&position, "e2-d1"), "P4", "Guard on d1");
    says(&why(&position, "e2-e3"), "P1", "Guard");
    let position = place(game("wing"), "SE d2, NE e10, SG d3, SS a1", South);
    goes(&position, "d3", "e2");
    says(&why(&position, "d3-c4"), "P5", "Guard|Southern Fortress");
}

/// Seven squares a side, and nothing to jump over. Encounter's Elephant is the same piece.
#[test]
fn defender_and_elephant() {
    for (name, south, north) in [("wing", "SD", "ND"), ("encounter south 7", "SEL", "NEL")] {
        let board = format!("SE e1, NE d10, {south} e3, {south} c5, {north} e8, SS a1");
        let position = place(game(name), &board, South);
        goes(&position, "e3", "c1 g1 g5");
        goes(&position, "c5", "a3");
        let position = place(game(name), &board, North);
        goes(&position, "e8", "c10 g10 c6 g6");
        let position =
            place(game(name), &format!("SE e1, NE d10, {south} e3, SK d4, NK f2"), South);
        goes(&position, "e3", "c1 g5");
        says(&why(&position, "e3-c5"), "P2", "blocked|Knight on d4");
        says(&why(&position, "e3-g1"), "P2", "Knight on f2");
        let position = place(game(name), &format!("SE e1, NE d10, {south} c5, SS a1"), South);
        says(&why(&position, "c5-e7"), "P5", "Territory|River");
    }
}

#[test]
fn knight_jumps() {
    let position =
        place(game("wing"), "SE e1, NE d10, SK b1, SS a1, SD c1, SH b2, SH a2, SH c2", South);
    goes(&position, "b1", "a3 c3 d2");
}

/// The piece next behind exactly one screen, of either side, and no other.
#[test]
fn cannon() {
    let position =
        place(game("wing"), "SE e1, NE d10, SC b5, NH b7, NH b8, NK b9, SH e5, NS g5", South);
    goes(&position, "b5", "b1 b2 b3 b4 b6 b8 a5 c5 d5 g5");
    says(&why(&position, "b5-b7"), "P3", "no screen");
    says(&why(&position, "b5-b9"), "P3", "2 stand between|Hawker on b7|Hawker on b8");
    says(&why(&position, "b5-b10"), "P2", "blocked");
    says(&why(&position, "b5-f5"), "P2", "Hawker on e5");
    says(&why(&position, "b5-e5"), "P4", "Hawker on e5");
    says(&why(&position, "b5-c6"), "P1", "Cannon");
}

#[test]
fn siege_engine_is_blocked() {
    let position = place(game("wing"), "SE e1, NE d10, SS a5, SH c5, NH a7", South);
    goes(&position, "a5", "a1 a2 a3 a4 a6 a7 b5");
    says(&why(&position, "a5-a9"), "P2", "Hawker on a7");
    says(&why(&position, "a5-b6"), "P1", "Siege Engine");
}

/// One step forward, moving or capturing; on the seventh rank a Hawk flies up, whose powers begin with the next move.
#[test]
fn w2_hawker_and_hawk() {
    let position =
        place(game("wing"), "SE e1, NE d10, SH b4, SH c4, NK c5, SH g6, NK g7, NH i5", South);
    goes(&position, "b4", "b5");
    goes(&position, "c4", "c5");
    goes(&position, "g6", "g7");
    says(&why(&position, "b4-b3"), "P1", "Hawker");
    says(&why(&position, "b4-c5"), "P1", "Hawker");
    let after = play(&position, "g6g7");
    assert_eq!(on(&after, "g7"), "SHK");
    assert_eq!(on(&play(&after, "i5i4"), "i4"), "NHK");
    let m = common::find(&position, "g6g7");
    assert_eq!(write_move(&position, m), "SH g6xg7=SHK");
    let next = play(&after, "i5i4");
    goes(&next, "g7", "a7 b7 c7 d7 e7 f7 h7 i7 g8 g9 g10");
}

/// Flies over anything to an empty square of the opposing Territory, takes only what stands next to it.
#[test]
fn hawk() {
    let position =
        place(game("wing"), "SE e1, NE f10, SHK c8, NS d8, NK f8, NH c7, SH b6, SHK b8", South);
    goes(&position, "c8", "c7 c9 c10 a8 d8 e8 g8 h8 i8");
    says(&why(&position, "c8-f8"), "P1", "Hawk|does not capture so|Knight on f8");
    says(&why(&position, "c8-c6"), "P5", "Hawk|Northern Territory");
    says(&why(&position, "c8-b8"), "P4", "Hawk on b8");
    // It gives check from the next square only.
    assert!(place(game("wing"), "SE e1, NE f10, SHK f9", North).in_check());
    assert!(!place(game("wing"), "SE e1, NE f10, SHK f8", North).in_check());
}

// --- W1

#[test]
fn w1_empresses_may_not_face() {
    let position = place(game("wing"), "SE e1, NE e10, SK e5, SS a1", South);
    goes(&position, "e5", "");
    says(&why(&position, "e5-g6"), "W1", "face each other|Empress on e1|Empress on e10");
    // A piece between may move along the file.
    let position = place(game("wing"), "SE e1, NE e10, SC e5", South);
    goes(&position, "e5", "e2 e3 e4 e6 e7 e8 e9");
    // Stepping onto the open file.
    let position = place(game("wing"), "SE d1, NE e10, SS a3", South);
    goes(&position, "d1", "d2");
    says(&why(&position, "d1-e1"), "W1", "face each other");
    // Taking the only piece between leaves one between.
    let position = place(game("wing"), "SE e1, NE e10, NK e4, SS a4", South);
    assert!(allows(&position, "a4e4"));
}

/// The other Empress bars a square without attacking it: no way out is stalemate, not mate.
#[test]
fn w1_and_stalemate() {
    let position = place(game("wing"), "SE d1, NE e10, NS h2", South);
    assert!(!position.in_check());
    assert_eq!(position.ending(), Some(Ending::Stalemate));
}

// --- W3, E1: arrays

#[test]
fn w3_array() {
    let expected = "
        NS NK ND NG NE NG ND NK NS
        . . . . . . . . .
        . NC . . . . . NC .
        NH . NH . NH . NH . NH
        . . . . . . . . .
        . . . . . . . . .
        SH . SH . SH . SH . SH
        . SC . . . . . SC .
        . . . . . . . . .
        SS SK SD SG SE SG SD SK SS";
    array_is("wing", expected);
    array_is("riverqi", &expected.replace("SH", "SF").replace("NH", "NF"));
    let plain = expected.replace("SH", "SF").replace("NH", "NF");
    let chinese = |side: &str, text: &str| {
        [("S", "CH"), ("K", "HO"), ("D", "EL"), ("C", "CT")].iter().fold(
            text.to_string(),
            |text, (old, new)| {
                text.replace(&format!("{side}{old} "), &format!("{side}{new} "))
                    .replace(&format!("{side}{old}\n"), &format!("{side}{new}\n"))
            },
        )
    };
    let plain = plain + "\n";
    array_is("encounter south 7", &chinese("S", &plain));
    array_is("encounter north 7", &chinese("N", &plain));
    let soldiers = plain.replace("SF", "SSO").replace("NF", "NSO");
    array_is("encounter north 6", &chinese("N", &soldiers));
}

/// Compares the default array, rank by rank from the top.
#[track_caller]
fn array_is(name: &str, expected: &str) {
    let position = start(game(name));
    let cells: Vec<&str> = expected.split_whitespace().collect();
    let mut found = Vec::new();
    for rank in (1..=10).rev() {
        found.extend("abcdefghi".chars().map(|file| on(&position, &format!("{file}{rank}"))));
    }
    assert_eq!(found, cells, "{name}");
}

// --- RiverQi

#[test]
fn q1_q2_foot_soldier() {
    let board = "SE e1, NE f10, SF b6, SF c4, NK c5, SFa d7, SFa h10, SFa a10, NF i5, NFa g1";
    let position = place(game("riverqi"), board, South);
    goes(&position, "b6", "b7");
    goes(&position, "c4", "c5");
    goes(&position, "d7", "c7 e7 d8");
    goes(&position, "h10", "g10 i10");
    goes(&position, "a10", "b10");
    says(&why(&position, "d7-d6"), "P1", "advanced Foot Soldier");
    let after = play(&position, "b6b7");
    assert_eq!(on(&after, "b7"), "SFa");
    let m = common::find(&position, "b6b7");
    assert_eq!(write_move(&position, m), "SF b6-b7=SFa");
    let next = play(&after, "i5i4");
    assert_eq!(on(&next, "i4"), "NFa");
    goes(&next, "b7", "a7 c7 b8");
    goes(&play(&next, "b7c7"), "g1", "f1 h1");
}

// --- Encounter

#[test]
fn e1_horse() {
    let board = |more: &str| {
        place(game("encounter south 7"), &format!("SE e1, NE d10, SHO e5{more}"), South)
    };
    goes(&board(""), "e5", "d7 f7 d3 f3 g6 g4 c6 c4");
    let blocked = board(", SF e6, NK f5");
    goes(&blocked, "e5", "d3 f3 c6 c4");
    says(&why(&blocked, "e5-f7"), "P2", "blocked|Foot Soldier on e6");
    says(&why(&blocked, "e5-g4"), "P2", "Knight on f5");
    // A blocked Horse gives no check.
    let attacked = |pieces: &str| place(game("encounter north 7"), pieces, South).in_check();
    assert!(attacked("SE e1, NE d10, NHO f3"));
    assert!(!attacked("SE e1, NE d10, NHO f3, SK f2"));
    assert!(attacked("SE e1, NE d10, NHO f3, SG e2"), "only the square next to the Horse counts");
}

/// The Chinese pieces know no River; those of RiverQi on the same board do.
#[test]
fn e1_chariot_and_catapult() {
    let board = "SE e1, NE d10, SCH a3, SS c3, SCT g3, NS g7, NK g9";
    let position = place(game("encounter south 7"), board, South);
    goes(&position, "a3", "a1 a2 a4 a5 a6 a7 a8 a9 a10 b3");
    goes(&position, "c3", "c1 c2 c4 c5 c6 b3 d3 e3 f3");
    goes(&position, "g3", "g1 g2 g4 g5 g6 g9 d3 e3 f3 h3 i3");
    let attacked = |pieces: &str| place(game("encounter north 7"), pieces, South).in_check();
    assert!(attacked("SE f1, NE d10, NCH f8"));
    assert!(!attacked("SE f1, NE d10, NS f8"));
    assert!(attacked("SE f1, NE d10, NCT f8, SF f4"));
    assert!(!attacked("SE f1, NE d10, NC f8, SF f4"));
}

/// Promotion on the seventh rank or on the sixth, under its own names, for both armies.
#[test]
fn e3_encounter_promotion() {
    let seventh = place(game("encounter south 7"), "SE e1, NE d10, SF a5, SF b6, NF c5", South);
    assert_eq!(on(&play(&seventh, "a5a6"), "a6"), "SF");
    assert_eq!(on(&play(&seventh, "b6b7, c5c4"), "b7"), "SFa");
    assert_eq!(on(&play(&seventh, "b6b7, c5c4"), "c4"), "NFa");
    let sixth = place(game("encounter south 6"), "SE e1, NE d10, SSO a5, SSO b4, NSO c6", South);
    assert_eq!(on(&play(&sixth, "b4b5"), "b5"), "SSO");
    let after = play(&sixth, "a5a6, c6c5");
    assert_eq!((on(&after, "a6"), on(&after, "c5")), ("SSP".into(), "NSP".into()));
    goes(&after, "a6", "b6 a7");
    // Either set of names is read.
    let text = diagram::write(&riverpost::rules::Setup::of(&sixth)).replace("SSO", "SF");
    let read = diagram::read(game("encounter south 6"), &text).expect("the other names");
    assert_eq!(Position::resume(&read), Ok(sixth));
}
