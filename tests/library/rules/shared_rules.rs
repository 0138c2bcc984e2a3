//! What holds in every game (G1 to G4, G7, G8, G10): hand-made positions, the right answers worked out from the rules.

use crate::common;
use crate::common::{
    GAMES, North, South, allows, find, game, goes, on, place, place_quiet, play, setup, start, why,
};
use riverpost::notation::{diagram, fen};
use riverpost::rules::{Claim, Ending, Line, Outcome, Position, Setup, Side, StartFault};

// --- G1: check, mate, stalemate

/// Two Siege Engines on the River: one attacks, the other holds the only way out.
#[test]
fn g1_mate() {
    let position = place(game("wing"), "SE d1, NE f10, NS d5, NS e6", South);
    assert!(position.in_check());
    assert_eq!(position.ending(), Some(Ending::Checkmate));
    assert_eq!(Line::new(position).outcome(), Some(Outcome::Won(North)));
    // One escape left is no mate.
    let position = place(game("wing"), "SE d1, NE f10, NS d5", South);
    assert_eq!(position.ending(), None);
    goes(&position, "d1", "e1");
}

#[test]
fn g1_stalemate() {
    let position = place(game("wing"), "SE d1, NE f10, NS e6, NS h2", South);
    assert!(!position.in_check());
    assert_eq!(position.ending(), Some(Ending::Stalemate));
    assert_eq!(Line::new(position).outcome(), Some(Outcome::Draw));
}

/// A pinned Knight has no move; the piece that pins it may be taken only along the line.
#[test]
fn g1_pin() {
    let position = place(game("wing"), "SE e1, NE d10, SK e4, NS e5", South);
    goes(&position, "e4", "");
    let refusal = why(&position, "e4-c3");
    common::says(&refusal, "G1", "Empress on e1|Siege Engine on e5");
    let position = place(game("wing"), "SE e1, NE d10, SS e3, NS e6", South);
    goes(&position, "e3", "e2 e4 e5 e6");
}

/// The check of a screened Cannon is met by taking it, by stepping aside, by a second screen, or by the screen leaving.
#[test]
fn g1_check_of_a_cannon() {
    let position = place(game("wing"), "SE e1, NE f10, NC e6, SK e4, SS a3, SG f1", South);
    assert!(position.in_check());
    goes(&position, "a3", "e3");
    goes(&position, "e4", "c3 c5 d2 d6 f2 f6 g3 g5");
    goes(&position, "f1", "e2");
    goes(&position, "e1", "d1");
}

/// Two screens shield from a Cannon as long as both stay.
#[test]
fn g1_screens_stay_in_number() {
    let before = place(game("wing"), "SE e1, NE d10, NC e6, SK e4, SC e3", South);
    assert!(!before.in_check(), "two screens");
    // Neither may leave the file, but one may move along it, or take the attacker over the other.
    goes(&before, "e4", "");
    goes(&before, "e3", "e2 e6");
}

// --- G2: identity and repetition

#[test]
fn g2_an_en_passant_right_counts_while_it_can_be_used() {
    let valonian = game("valonian");
    let with = |line: &str| fen::read(valonian, line).expect("a position");
    // b5xc6 would bare the King to the Rook along the fifth rank.
    let dead_right = play(&with("8/2p5/8/KP5r/8/8/8/7k n - - - - 0"), "c7c5");
    assert!(
        dead_right.en_passant_square().is_some() && dead_right.legal_en_passant_square().is_none()
    );
    let never = with("8/8/8/KPp4r/8/8/8/7k s - - - - 0");
    assert!(dead_right.same_as(&never));
    assert_eq!(dead_right.zobrist_hash(), never.zobrist_hash());
    // Without the Rook the capture is legal, and the position another one.
    let live = play(&with("8/2p5/8/KP6/8/8/8/7k n - - - - 0"), "c7c5");
    let never = with("8/8/8/KPp5/8/8/8/7k s - - - - 0");
    assert!(allows(&live, "b5c6ep"));
    assert!(!live.same_as(&never));
    assert_ne!(live.zobrist_hash(), never.zobrist_hash());
    // Nobody near enough to take: no right at all.
    let far = play(&with("8/2p5/8/K7/8/8/8/7k n - - - - 0"), "c7c5");
    assert_eq!(far.en_passant_square(), None);
}

#[test]
fn g2_rights_facings_and_moved_pikemen_count() {
    let differ = |name: &str, one: &str, other: &str| {
        let one = place(game(name), one, South);
        let other = place(game(name), other, South);
        assert!(!one.same_as(&other) && one.zobrist_hash() != other.zobrist_hash());
    };
    differ("level", "TDW d1, TWQ d9, PWH c3, SEW a1", "TDW d1, TWQ d9, PWH* c3, SEW a1");
    differ("valonian", "wK e1, bK e8, wELE a2", "wK e1, bK e8, wELE>e a2");
    differ("valonian", "wK e1, bK e8, wBER a2", "wK e1, bK e8, wBER! a2");
    // Out and back costs a Rook its castling, so that the position has not occurred before.
    let mut line = Line::new(place(game("valonian"), "wK e1, wR h1, bK e8, bP a7", South));
    for text in ["h1h2", "e8e7", "h2h1", "e7e8"] {
        line.push_unchecked(find(line.position(), text));
    }
    assert_eq!(line.occurrences(), [4]);
    for text in ["h1h2", "e8e7", "h2h1", "e7e8"] {
        line.push_unchecked(find(line.position(), text));
    }
    assert_eq!(line.occurrences(), [4, 8]);
}

#[test]
fn g2_the_side_to_move_counts() {
    let one = place(game("wing"), "SE e1, NE d10, SS a1", South);
    let other = place(game("wing"), "SE e1, NE d10, SS a1", North);
    assert!(!one.same_as(&other) && one.zobrist_hash() != other.zobrist_hash());
}

/// Third time: to be claimed, also by naming the move. Fifth: over.
#[test]
fn g2_claims_and_the_fifth_time() {
    let mut line = Line::new(start(game("valonian")));
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (ply, text) in dance.iter().cycle().take(16).enumerate() {
        let m = find(line.position(), text);
        let third = ply + 1 >= 8;
        let expected: &[Claim] = if third { &[Claim::Repetition] } else { &[] };
        assert_eq!(line.claims_with(m), expected, "naming move {}", ply + 1);
        assert_eq!(line.ending(), None);
        line.push_unchecked(m);
        assert_eq!(line.claims(), expected, "after ply {}", ply + 1);
    }
    assert_eq!(line.occurrences(), [0, 4, 8, 12, 16]);
    assert_eq!(line.ending(), Some(Ending::FivefoldRepetition));
    assert_eq!(line.outcome(), Some(Outcome::Draw));
}

/// Other moves between do not break the count.
#[test]
fn g2_occurrences_need_not_follow_each_other() {
    let mut line = Line::new(place(game("wing"), "SE e1, NE d10, SS a1, NS i10", South));
    let there_and_back = ["a1a2", "i10i9", "a2a1", "i9i10"];
    let elsewhere = ["a1b1", "i10h10", "b1c1", "h10i10", "c1a1", "i10i9"];
    for text in there_and_back.iter().chain(&elsewhere) {
        line.push_unchecked(find(line.position(), text));
    }
    assert_eq!(line.occurrences(), [10], "South to move with the Engine on i9 is new");
    line.push_unchecked(find(line.position(), "a1a2"));
    assert_eq!(line.occurrences(), [11]);
    line.push_unchecked(find(line.position(), "i9i10"));
    line.push_unchecked(find(line.position(), "a2a1"));
    line.push_unchecked(find(line.position(), "i10i9"));
    assert_eq!(line.occurrences(), [10, 14]);
    assert_eq!(line.claims(), []);
}

// --- G3: fifty and seventy-five

#[test]
fn g3_fifty_moves() {
    let pieces = "SE e1, NE d10, SS a1, NS i10, SH c4, NK b1";
    let mut line = Line::new(place_quiet(game("wing"), pieces, South, 99));
    assert_eq!(line.claims(), []);
    let with = |text: &str| line.claims_with(find(line.position(), text));
    assert_eq!(with("a1a2"), [Claim::FiftyMoves], "naming the move that completes them");
    assert_eq!(with("a1b1"), [], "a capture starts anew");
    assert_eq!(with("c4c5"), [], "so does an advance of infantry");
    line.push_unchecked(find(line.position(), "a1a2"));
    assert_eq!(line.claims(), [Claim::FiftyMoves]);
    assert_eq!(line.ending(), None);
    line.push_unchecked(find(line.position(), "i10i9"));
    assert_eq!(line.claims(), [Claim::FiftyMoves]);
}

#[test]
fn g3_seventy_five_moves() {
    let pieces = "wK b6, wR h1, bK a8";
    let mut line = Line::new(place_quiet(game("valonian"), pieces, South, 149));
    assert_eq!(line.ending(), None);
    line.push_unchecked(find(line.position(), "h1h7"));
    assert_eq!(line.ending(), Some(Ending::SeventyFiveMoves));
    assert_eq!(line.outcome(), Some(Outcome::Draw));
    // Mate on the last of them wins.
    let mut line = Line::new(place_quiet(game("valonian"), pieces, South, 149));
    line.push_unchecked(find(line.position(), "h1h8"));
    assert_eq!(line.ending(), Some(Ending::Checkmate));
    assert_eq!(line.outcome(), Some(Outcome::Won(South)));
    // A capture on the last of them goes on.
    let mut line =
        Line::new(place_quiet(game("valonian"), "wK b6, wR h1, bK a8, bP h7", South, 149));
    line.push_unchecked(find(line.position(), "h1h7"));
    assert_eq!((line.ending(), line.position().halfmove_clock()), (None, 0));
}

/// What starts the count anew, and what does not.
#[test]
fn g3_progress() {
    let quiet_after = |name: &str, pieces: &str, text: &str| {
        play(&place_quiet(game(name), pieces, South, 50), text).halfmove_clock()
    };
    let wing = "SE e1, NE d10, SS a1, SH c4, SHK i8, NK a3";
    assert_eq!(quiet_after("wing", wing, "a1b1"), 51);
    assert_eq!(quiet_after("wing", wing, "a1a3"), 0);
    assert_eq!(quiet_after("wing", wing, "c4c5"), 0);
    assert_eq!(quiet_after("wing", wing, "i8i9"), 51, "a Hawk is no infantry");
    let riverqi = "SE e1, NE d10, SFa c8, SF a6";
    assert_eq!(quiet_after("riverqi", riverqi, "c8c9"), 0);
    assert_eq!(quiet_after("riverqi", riverqi, "c8b8"), 51, "sideways is no advance");
    assert_eq!(quiet_after("riverqi", riverqi, "a6a7"), 0);
    let fortress = "TDW d1, TWQ d9, PWH a2, PPW b7, CMR f5, HKW g3";
    assert_eq!(quiet_after("level", fortress, "a2a4"), 0);
    assert_eq!(quiet_after("level", fortress, "b7a8"), 0);
    assert_eq!(quiet_after("level", fortress, "g3g4"), 0);
    assert_eq!(quiet_after("level", fortress, "f5f6"), 51, "a Pike Commander is no infantry");
    let valonian = "wK e1, wR h1, wP a2, wWAR b2, wMAG d4, bK e8";
    assert_eq!(quiet_after("valonian", valonian, "a2a3"), 0);
    assert_eq!(quiet_after("valonian", valonian, "b2b4"), 0);
    assert_eq!(quiet_after("valonian", valonian, "e1g1"), 51, "castling");
    assert_eq!(quiet_after("valonian", valonian, "d4c3"), 51);
    assert_eq!(quiet_after("valonian", valonian, "d4e4!a2"), 0, "a Mage's gift");
    assert_eq!(quiet_after("valonian", "wK e1, wBER! d4, bK e8", "e1e2"), 0, "a removal");
    assert_eq!(quiet_after("valonian", "wK e1, wBER! d4, bK e8", "d4d5"), 0);
    let taken = place_quiet(game("valonian"), "wK e1, wDRU b2, wR d7, bK e8, bP h7", North, 50);
    let taken = play(&taken, "e8d7");
    assert_eq!(taken.halfmove_clock(), 0);
    let on_and_on = play(&taken, "e1e2, d7d8, e2e3");
    assert_eq!(on_and_on.halfmove_clock(), 3);
    assert_eq!(play(&taken, "~b2 e1e2").halfmove_clock(), 0, "a substitution");
}

// --- G4: dead positions

#[test]
fn g4_dead_positions() {
    let dead = |name: &str, pieces: &str| {
        let position = place(game(name), pieces, South);
        assert!(position.is_dead(), "{name}: {pieces}");
        if position.has_move() {
            assert_eq!(position.ending(), Some(Ending::DeadPosition), "{name}: {pieces}");
        }
    };
    let alive = |name: &str, pieces: &str| {
        let position = place(game(name), pieces, South);
        assert!(!position.is_dead(), "{name}: {pieces}");
        assert_eq!(position.ending(), None, "{name}: {pieces}");
    };
    // Level: the two royals and at most one other piece of either side.
    dead("level", "TDW d1, TWQ d9");
    for piece in ["TCT a1", "SEW a1", "CWH a1", "PWH a2", "HWH a6", "CMR a1", "WSE a9", "WKG a9"] {
        dead("level", &format!("TDW d1, TWQ d9, {piece}"));
        alive("high", &format!("TDW d1, FWQ d9, {}", piece.replace("TCT", "HIC")));
    }
    alive("level", "TDW d1, TWQ d9, PWH a2, WPN g8");
    alive("level", "TDW d1, TWQ d9, LWH a1, LWH b1");
    alive("high", "TDW d1, FWQ d9");
    // Where Empresses are: Guards, Defenders and Elephants in any number, or one lone piece but Siege Engine and
    // Chariot.
    for name in ["wing", "riverqi", "encounter south 7"] {
        dead(name, "SE e1, NE d10");
        dead(name, "SE e1, NE d10, SG d1, NG f10, SD c1, ND c10, SD g1");
        for piece in ["SG d1", "ND g10", "SK a1", "NC a10"] {
            dead(name, &format!("SE e1, NE d10, {piece}"));
        }
        alive(name, "SE e1, NE d10, SS a1");
        alive(name, "SE e1, NE d10, SC a1, SG d1");
        alive(name, "SE e1, NE d10, SK a1, NK a10");
    }
    dead("wing", "SE e1, NE d10, SH a4");
    dead("wing", "SE e1, NE d10, SHK a8");
    dead("riverqi", "SE e1, NE d10, SF a4");
    dead("riverqi", "SE e1, NE d10, NFa a4");
    dead("encounter south 7", "SE e1, NE d10, SEL c1, NEL c10, SG d1, ND g10");
    dead("encounter south 7", "SE e1, NE d10, SHO a1");
    dead("encounter south 7", "SE e1, NE d10, SCT a1");
    dead("encounter south 6", "SE e1, NE d10, SSO a4");
    dead("encounter south 6", "SE e1, NE d10, SSP a6");
    alive("encounter south 7", "SE e1, NE d10, SCH a1");
    alive("encounter south 7", "SE e1, NE d10, SCT a1, SEL c1");
    // Valonian Chess: bare Kings, one light piece, or Bishops of one colour.
    dead("valonian", "wK e1, bK e8");
    for piece in ["wB c1", "bN g8", "wMAG c1", "wDRU c1", "bDRA b8"] {
        dead("valonian", &format!("wK e1, bK e8, {piece}"));
    }
    for piece in ["wQ d1", "wR a1", "bP a7", "wWAR a2", "wELE a1", "wART a1", "bBER b7"] {
        alive("valonian", &format!("wK e1, bK e8, {piece}"));
    }
    dead("valonian", "wK e1, bK e8, wB c1, bB f4, wB a1");
    alive("valonian", "wK e1, bK e8, wB c1, bB f5");
    alive("valonian", "wK e1, bK e8, wB c1, wB f1");
    alive("valonian", "wK e1, bK e8, wB c1, wMAG e3");
    alive("valonian", "wK e1, bK e8, wN b1, wN g1");
    alive("valonian", "wK e1, bK e8, wN b1, bN g8");
}

/// A lone Druid is dead, unless he can still give way to something better.
#[test]
fn g4_not_while_a_druid_may_give_way() {
    let before = place(game("valonian"), "wK e1, wDRU a1, wR d7, bK e8", North);
    let after = play(&before, "e8d7");
    assert!(!after.is_dead());
    assert_eq!(after.ending(), None);
    assert!(play(&after, "e1e2").is_dead(), "the right has lapsed");
    // With the Rook on d1 North would be in check without having been able to answer: no substitution.
    let before = place(game("valonian"), "wK e1, wDRU d1, wR d7, bK e8", North);
    assert_eq!(play(&before, "e8d7").ending(), Some(Ending::DeadPosition));
}

/// Mate and stalemate come before a dead position.
#[test]
fn g4_stalemate_first() {
    let position = place(game("valonian"), "wK a1, bK a3, bB d3", South);
    assert!(!position.has_move() && position.is_dead());
    assert_eq!(position.ending(), Some(Ending::Stalemate));
}

// --- G7, G8

#[test]
fn g7_a_capture_replaces() {
    let after = play(&place(game("wing"), "SE e1, NE d10, SS a5, NK a9", South), "a5a9");
    assert_eq!((on(&after, "a9"), on(&after, "a5")), ("SS".into(), ".".into()));
    assert_eq!(after.pieces_of(North).count(), 1);
}

#[test]
fn g8_who_cannot_win_on_time() {
    let wing = place(game("wing"), "SE e1, NE d10, SG d1, SD c1, NG f10, NH a7", South);
    assert!(wing.cannot_win_on_time(South));
    assert!(!wing.cannot_win_on_time(North));
    let encounter = place(game("encounter south 7"), "SE e1, NE d10, SEL c1, NK a7", South);
    assert!(encounter.cannot_win_on_time(South));
    assert!(!encounter.cannot_win_on_time(North));
    let valonian = place(game("valonian"), "wK e1, bK e8, bB c8", South);
    assert!(valonian.cannot_win_on_time(South));
    assert!(!valonian.cannot_win_on_time(North));
    let level = place(game("level"), "TDW d1, TWQ d9, PWH a2", South);
    assert!(!level.cannot_win_on_time(South));
    assert!(level.cannot_win_on_time(North));
}

// --- G10: what is a legal start

fn faults(name: &str, pieces: &str, turn: Side) -> Vec<StartFault> {
    Position::start(&setup(game(name), pieces, turn)).err().unwrap_or_default()
}

fn misplaced(piece: &'static str, square: &str) -> StartFault {
    StartFault::Misplaced { piece, square: square.into() }
}

#[test]
fn g10_every_default_array_is_a_legal_start() {
    for name in GAMES {
        let position = start(game(name));
        assert_eq!(position.turn(), if name == "high" { North } else { South });
        assert_eq!(
            (position.ending(), position.in_check(), position.halfmove_clock()),
            (None, false, 0)
        );
        assert_eq!(Setup::of(&position).faults(), []);
        let text = &game(name).array;
        assert_eq!(diagram::read(game(name), text).expect("a diagram").faults(), []);
    }
}

#[test]
fn g10_one_royal_a_side() {
    assert_eq!(faults("wing", "SE e1, SS a1", South), [StartFault::NoRoyal(North, "Empress")]);
    assert_eq!(
        faults("level", "SEW a1", South),
        [StartFault::NoRoyal(South, "Dark Witch"), StartFault::NoRoyal(North, "Woodland Queen")]
    );
    assert_eq!(
        faults("wing", "SE e1, SE d1, NE d10, SS a1", South),
        [StartFault::ManyRoyals(South, "Empress", 2)]
    );
    assert_eq!(
        faults("high", "TDW d1, FWQ a9, FWQ b9, FWQ c9, SEW a1", North),
        [StartFault::ManyRoyals(North, "free Woodland Queen", 3)]
    );
}

#[test]
fn g10_royals_in_their_palaces() {
    assert_eq!(faults("wing", "SE e4, NE d10, SS a1", South), [misplaced("SE", "e4")]);
    assert_eq!(faults("level", "TDW d1, TWQ b9, SEW a1, SEW b1", South), [misplaced("TWQ", "b9")]);
    assert_eq!(faults("high", "TDW d1, FWQ a5, SEW g1", North), [], "the free Queen excepted");
    assert_eq!(faults("valonian", "wK e4, bK a6, wR h1", South), []);
}

fn empresses_face() -> StartFault {
    let (south, north) = ("the Empress on e1".into(), "the Empress on e10".into());
    StartFault::RoyalsFace { rule: "W1", south, north }
}

#[test]
fn g10_empresses_do_not_face() {
    assert_eq!(faults("wing", "SE e1, NE e10, SS a1", South), [empresses_face()]);
    assert_eq!(faults("wing", "SE e1, NE e10, SS a1", North), [empresses_face()]);
    assert_eq!(faults("wing", "SE e1, NE e10, SS a1, SG e2", South), []);
    assert_eq!(faults("level", "TDW d1, TWQ d9, SEW a1, SEW b1", South), [], "the Queens may");
}

#[test]
fn g10_the_waiting_side_is_not_in_check() {
    let fault = StartFault::OpponentInCheck { side: North, by: "the SS on d5".into() };
    assert_eq!(faults("wing", "SE f1, NE d10, SS d5", South), std::slice::from_ref(&fault));
    assert_eq!(faults("wing", "SE f1, NE d10, SS d5", North), [], "his own check is his to meet");
    assert_eq!(faults("wing", "SE f1, NE d10, SS d4", South), [], "the River lies between");
    let two = faults("wing", "SE f1, NE d10, SS d5, SHK c10", South);
    let by = "the SS on d5 and the SHK on c10".into();
    assert_eq!(two, [StartFault::OpponentInCheck { side: North, by }]);
}

#[test]
fn g10_pieces_where_they_can_have_come() {
    let only = |name: &str, royals: &str, good: &str, bad: &str| {
        for (place, right) in
            good.split(", ").map(|p| (p, true)).chain(bad.split(", ").map(|p| (p, false)))
        {
            let turn = game(name).first;
            let found = faults(name, &format!("{royals}, {place}"), turn);
            let wrong = found.iter().any(|f| matches!(f, StartFault::Misplaced { .. }));
            assert_eq!(wrong, !right, "{place} in {name}: {found:?}");
            assert!(!right || found.is_empty(), "{place} in {name}: {found:?}");
        }
    };
    let wing = "SE e1, NE d10, SS a1, NS i10";
    only("wing", wing, "SG d3, SG e2, SG f1, NG f10, NG e9", "SG d2, SG e3, SG e9, NG e10, NG d9");
    only(
        "wing",
        wing,
        "SD c1, SD a3, SD e3, SD g5, ND c6, ND e8",
        "SD b2, SD c3, SD c6, SD e8, ND c5",
    );
    only("wing", wing, "SH b1, SH a4, SH i6, NH a5", "SH a7, SH a10, NH a4, NH a1");
    only("wing", wing, "SHK a7, SHK i7, NHK a4, NHK e2", "SHK a6, SHK a4, NHK a5, NHK a9");
    only("riverqi", wing, "SF b1, SF a6, SFa a7, SFa a10, NFa i1", "SF a7, SFa a6, NFa a5");
    only("encounter south 6", wing, "SSO a5, SSP a6, NSP a5", "SSO a6, SSP a5, NSP a6");
    only(
        "encounter south 7",
        wing,
        "SEL g1, NEL g10, SF a6, SFa a7",
        "SEL a1, SEL c10, SF a7, SFa a6",
    );
    let level = "TDW d1, TWQ d9, SEW a1, WSE g9";
    only("level", level, "PWH b1, PWH b5, WPN b5, WPN b9", "PWH b6, PWH b9, WPN b4, WPN b1");
    only("level", level, "PPW b6, PPW b8, PWP b4, PWP b2", "PPW b5, PPW b9, PWP b5, PWP b1");
    only("level", level, "CMR a2, CMR b9, CMR c5, KNP b1, KNP b9", "HKW b6, HWH b5");
    only("level", level, "HKW b5, HWH b6, WHR b5, WHK b4", "HWH b4, WHR b4, WHK b5");
    let high = "TDW d1, FWQ d9, SEW a1, WSE g9";
    only(
        "high",
        high,
        "WKG a3, WSE f4, KNP f1, PWP b3",
        "WKG c3, WSE d3, KNP e1, WLR c2, WHK d2, PWP d2",
    );
    only("high", high, "CMR c2, LWH e3, HIC d2", "PWH d6");
    only("valonian", "wK e1, bK e8, wR a1", "wP b1, wP b7, bP b2, bP b8", "wP b8, bP b1, wWAR c8");
}

#[test]
fn g10_the_game_is_not_over() {
    let over = |ending| [StartFault::OverAtStart(ending)];
    assert_eq!(faults("wing", "SE e1, NE d10", South), over(Ending::DeadPosition));
    assert_eq!(faults("wing", "SE d1, NE f10, NS d5, NS e6", South), over(Ending::Checkmate));
    assert_eq!(faults("wing", "SE d1, NE f10, NS e6, NS h2", South), over(Ending::Stalemate));
    // Such a position may still be shown and resumed.
    assert!(Position::resume(&setup(game("wing"), "SE e1, NE d10", South)).is_ok());
}

/// All faults are named at once.
#[test]
fn g10_several_faults_at_once() {
    let found = faults("wing", "SE e4, NE d10, SG a1, SHK b2, SS d5", South);
    assert_eq!(
        found,
        [
            misplaced("SG", "a1"),
            misplaced("SHK", "b2"),
            misplaced("SE", "e4"),
            StartFault::OpponentInCheck { side: North, by: "the SS on d5".into() },
        ]
    );
    let found = faults("wing", "SE e1, SE d1, SD d5, NH a1", South);
    assert_eq!(
        found,
        [
            StartFault::ManyRoyals(South, "Empress", 2),
            StartFault::NoRoyal(North, "Empress"),
            misplaced("NH", "a1"),
            misplaced("SD", "d5"),
        ]
    );
    let words = found.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    for word in ["South has 2", "North has no Empress", "NH on a1", "SD on d5", "G10"] {
        assert!(words.contains(word), "{word:?} is not in {words:?}");
    }
    let facing = faults("wing", "SE e1, NE e10, SHK d10, SH a9", South);
    assert!(facing.contains(&empresses_face()), "{facing:?}");
    assert!(facing.contains(&misplaced("SH", "a9")), "{facing:?}");
    let by = "the SHK on d10".into();
    assert!(facing.contains(&StartFault::OpponentInCheck { side: North, by }), "{facing:?}");
}

/// Either side may have any kinds of its game.
#[test]
fn g10_one_army_on_both_sides() {
    let encounter = game("encounter south 7");
    let both = encounter.array.replace("NS", "NCH").replace("NK", "NHO").replace("ND", "NEL");
    let setup = diagram::read(encounter, &both.replace("NC ", "NCT ")).expect("a diagram");
    assert_eq!(setup.faults(), []);
}
