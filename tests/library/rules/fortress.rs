//! Fortress of the Witch, Level (F1 to F5) and High (H1 to H6), on hand-made boards; the answers are worked out from the
//! rules.

use crate::common;
use crate::common::{North, South, allows, find, game, goes, on, place, play, says, start, why};
use riverpost::notation::write_move;
use riverpost::rules::Ending;

// --- The pieces of Level

/// One step in any direction, inside the Fortress or the City; the two may face each other.
#[test]
fn f6_witch_and_queen() {
    let position = place(game("level"), "TDW d2, TWQ d8, SEW a1, WSE g9", South);
    goes(&position, "d2", "c1 d1 e1 c2 e2 c3 d3 e3");
    let position = place(game("level"), "TDW e3, TWQ d9, SEW a1, WSE g9", South);
    goes(&position, "e3", "d3 d2 e2");
    says(&why(&position, "e3-e4"), "P5", "Dark Witch|Fortress of the Witch");
    let position = place(game("level"), "TDW d1, TWQ d9, SEW a1, WSE g9", North);
    goes(&position, "d9", "c9 e9 c8 d8 e8");
    let position = place(game("level"), "TDW d1, TWQ c7, SEW a1, WSE g9", North);
    goes(&position, "c7", "c8 d7 d8");
    says(&why(&position, "c7-c6"), "P5", "Woodland Queen|Woodland City");
}

/// Bishop and King in one, bound by the River both in his lines and in his leaps.
#[test]
fn count_and_king() {
    let position = place(game("level"), "TDW d1, TWQ d9, TCT c4, LWH a1", South);
    goes(&position, "c4", "a2 b3 d5 b5 d3 e2 f1 b4 d4 c3 c5");
    let position = place(game("level"), "TDW d1, TWQ d9, TCT d5, LWH a1, WLR f7", South);
    goes(&position, "d5", "a2 b3 c4 e6 f7 c6 b7 a8 e4 f3 g2 d4 d6 c5 e5");
    let position = place(game("level"), "TDW d1, TWQ d9, WKG d6, LWH a1", North);
    goes(&position, "d6", "c5 e5 d5 c6 e6 c7 d7 e7 b8 a9 f8 g9");
    says(&why(&position, "d6-b4"), "R1", "King on d6|Northern Area|Southern Area");
}

/// One or two squares along rank or file, jumping.
#[test]
fn lancer() {
    let position = place(game("level"), "TDW d1, TWQ d9, LWH c4, CWH c3, CWH d4, WLR e4", South);
    goes(&position, "c4", "c2 c5 b4 a4 e4");
    says(&why(&position, "c4-c6"), "R1", "Lancer on c4|River");
    let position = place(game("level"), "TDW d1, TWQ d9, LWH c5, CWH c6", South);
    goes(&position, "c5", "c7 c4 c3 a5 b5 d5 e5");
}

#[test]
fn siege_engine_and_cannon() {
    let position = place(game("level"), "TDW d1, TWQ d9, SEW a2, SEW g5, WHR g7", South);
    goes(&position, "a2", "a1 a3 a4 a5 b2 c2 d2 e2 f2 g2");
    goes(&position, "g5", "g1 g2 g3 g4 g6 g7 a5 b5 c5 d5 e5 f5");
    let position = place(
        game("level"),
        "TDW d1, TWQ d9, CWH a3, PWH a4, WHR a5, CWH g5, WHR g6, WLR g8",
        South,
    );
    goes(&position, "a3", "a1 a2 a5 b3 c3 d3 e3 f3 g3");
    goes(&position, "g5", "g1 g2 g3 g4 g8 b5 c5 d5 e5 f5");
    says(&why(&position, "a3-a6"), "P2", "Pikeman on a4");
}

/// Replaced on the sixth rank by a Hawk, who keeps to the far Area.
#[test]
fn hawker_and_hawk() {
    let position = place(game("level"), "TDW d1, TWQ d9, HKW b5, HKW g4, WHR g5, WHR f5", South);
    goes(&position, "b5", "b6");
    goes(&position, "g4", "g5");
    let m = find(&position, "b5b6");
    assert_eq!(write_move(&position, m), "HKW b5-b6=HWH");
    let after = play(&position, "b5b6, f5f4");
    assert_eq!((on(&after, "b6"), on(&after, "f4")), ("HWH".into(), "WHK".into()));
    goes(&after, "b6", "a6 c6 d6 e6 f6 g6 b7 b8 b9");
    says(&why(&after, "b6-b5"), "P5", "Hawk|Northern Area");
}

/// F4: Knight leaps and Bishop lines end at the River.
#[test]
fn f4_pike_commander() {
    let position = place(game("level"), "TDW d1, TWQ d9, CMR d4, SEW a1", South);
    goes(&position, "d4", "c3 d3 e3 c4 e4 c5 d5 e5 b5 f5 b3 f3 c2 e2");
    says(&why(&position, "d4-e6"), "R1", "Pike Commander on d4");
    let position = place(game("level"), "TDW d1, TWQ d9, KNP d6, WSE a9", North);
    goes(&position, "d6", "c5 d5 e5 c6 e6 c7 d7 e7 b5 f5 b7 f7 c8 e8");
    let position = place(game("level"), "TDW d1, TWQ d9, CMR d5, SEW a1", South);
    goes(&position, "d5", "c4 d4 e4 c5 e5 c6 d6 e6 b4 f4 b6 f6 c3 e3 c7 e7");
}

// --- F1 to F3: Pikemen

#[test]
fn f1_first_move() {
    let board = "TDW d1, TWQ d9, PWH a2, PWH b3, PWH c4, PWH* e2, PWH g5, WLR a4, WLR f3, SEW d3";
    let position = place(game("level"), board, South);
    goes(&position, "a2", "a3");
    goes(&position, "b3", "a4 b4 b5");
    goes(&position, "c4", "c5");
    goes(&position, "e2", "e3 f3");
    goes(&position, "g5", "g6");
    says(&why(&position, "c4-c6"), "F1", "Pikeman on c4|two squares");
    says(&why(&position, "e2-e4"), "F1", "Pikeman on e2|moved already");
    says(&why(&position, "a2-a4"), "P1", "Lancer on a4");
    says(&why(&position, "a2-b3"), "P4", "Pikeman on b3");
    says(&why(&position, "a2-a1"), "P1", "Pikeman");
    // A single step is a first move too.
    let after = play(&position, "b3b4, d9c9");
    goes(&after, "b4", "b5");
    let blocked = place(game("level"), "TDW d1, TWQ d9, PWH a2, LWH a3, PWH g2, WLR g3", South);
    goes(&blocked, "a2", "");
    goes(&blocked, "g2", "");
    says(&why(&blocked, "a2-a4"), "P2", "Lancer on a3");
}

#[test]
fn f1_north_is_the_mirror() {
    let position = place(game("level"), "TDW d1, TWQ d9, WPN a8, WPN b7, WPN c6, WPN* e8", North);
    goes(&position, "a8", "a7 a6");
    goes(&position, "b7", "b6 b5");
    goes(&position, "c6", "c5");
    goes(&position, "e8", "e7");
}

/// A Pikeman takes en passant from the River only, and lands on his sixth rank.
#[test]
fn f2_en_passant_by_a_pikeman() {
    let before = place(game("level"), "TDW d1, TWQ d9, PWH c3, WPN* b5, WPN* e5, SEW a1", South);
    let position = play(&before, "c3c5");
    goes(&position, "b5", "b4 c4ep");
    goes(&position, "e5", "e4");
    let m = find(&position, "b5c4ep");
    assert_eq!(write_move(&position, m), "WPN b5xc4=PWP e.p.");
    let after = play(&position, "b5c4ep");
    assert_eq!((on(&after, "c4"), on(&after, "c5")), ("PWP".into(), ".".into()));
    // For one move only.
    let late = play(&position, "d9c9, a1a2");
    goes(&late, "b5", "b4");
    says(&common::refused(&late, m), "F2", "en passant on c4");
}

/// Two different moves: past the Pikeman, or taking him.
#[test]
fn f2_en_passant_by_a_promoted_pikeman() {
    let before = place(game("level"), "TDW c1, TWQ d9, PPW d6, PPW f6, WPN e8, WSE g9", North);
    let position = play(&before, "e8e6");
    goes(&position, "d6", "c7 d7 e7 e7ep");
    goes(&position, "f6", "e7 e7ep f7 g7");
    let taking = find(&position, "d6e7ep");
    let passing = find(&position, "d6e7");
    assert_eq!(write_move(&position, taking), "PPW d6xe7 e.p.");
    assert_eq!(write_move(&position, passing), "PPW d6-e7");
    assert_eq!(on(&position.play_unchecked(taking), "e6"), ".");
    assert_eq!(on(&position.play_unchecked(passing), "e6"), "WPN*");
    assert_eq!(on(&position.play_unchecked(taking), "e7"), "PPW");
    // A single step gives no right.
    let position = play(&before, "e8e7");
    goes(&position, "d6", "c7 d7 e7");
}

/// Not where it would open the way to the royal; but where it removes what gives check. (Only in High can the rank of the
/// River be so looked along.)
#[test]
fn f2_en_passant_and_check() {
    let board = "TDW d1, FWQ a5, PWH c3, WPN* b5, SEW g5";
    let position = play(&place(game("high"), board, South), "c3c5");
    assert!(position.en_passant_square().is_some() && position.legal_en_passant_square().is_none());
    goes(&position, "b5", "b4");
    let position = play(&place(game("high"), "TDW d1, FWQ d6, PWH c3, WPN* b5", South), "c3c5");
    assert!(position.in_check());
    goes(&position, "b5", "c4ep");
}

#[test]
fn f3_promotion_is_automatic() {
    let board = "TDW d1, TWQ d9, PWH* b5, PPW a8, PPW g7, WLR c6, WHR f8";
    let position = place(game("level"), board, South);
    goes(&position, "b5", "b6 c6");
    goes(&position, "a8", "a9 b9");
    goes(&position, "g7", "g8 f8");
    assert_eq!(on(&play(&position, "b5b6"), "b6"), "PPW");
    assert_eq!(on(&play(&position, "b5c6"), "c6"), "PPW");
    assert_eq!(on(&play(&position, "a8b9"), "b9"), "CMR");
    assert_eq!(on(&play(&position, "g7g8"), "g8"), "PPW");
    let m = find(&position, "a8b9");
    assert!(write_move(&position, m).starts_with("PPW a8-b9=CMR"));
    says(&why(&position, "g7-g6"), "P1", "promoted Pikeman");
    // A Pike Commander standing next to the Queen attacks her from the next move on: at once, that is.
    let after = play(&place(game("level"), "TDW d1, TWQ d9, PPW b8, SEW a1", South), "b8c9");
    assert!(after.in_check());
}

/// The reconstructed array, whole.
#[test]
fn f5_array() {
    for (name, count, queen) in [("level", "TCT", "TWQ"), ("high", "HIC", "FWQ")] {
        let expected = format!(
            "WSE WLR WCN {queen} WCN WLR WSE
             . WPN WPN WKG WPN WPN .
             WHR . . WHR . . WHR
             . . . . . . .
             . . . . . . .
             . . . . . . .
             HKW . . HKW . . HKW
             . PWH PWH {count} PWH PWH .
             SEW LWH CWH TDW CWH LWH SEW"
        );
        let position = start(game(name));
        let mut found = Vec::new();
        for rank in (1..=9).rev() {
            found.extend("abcdefg".chars().map(|file| on(&position, &format!("{file}{rank}"))));
        }
        assert_eq!(found, expected.split_whitespace().collect::<Vec<_>>());
    }
}

// --- High

#[test]
fn h1_north_moves_first() {
    assert_eq!(start(game("high")).turn(), North);
    assert_eq!(start(game("level")).turn(), South);
}

/// The High Count is Rook and King; the King stays Bishop and King.
#[test]
fn h2_high_count() {
    let position = place(game("high"), "TDW d1, FWQ d9, HIC c4, LWH a1", South);
    goes(&position, "c4", "c1 c2 c3 c5 a4 b4 d4 e4 f4 g4 b3 d3 b5 d5");
    let position = place(game("high"), "TDW d1, FWQ d9, WKG d6", North);
    goes(&position, "d6", "c5 e5 d5 c6 e6 c7 d7 e7 b8 a9 f8 g9");
}

/// Nobody of the North but the Queen lands in the Fortress; lines run through it.
#[test]
fn h3_shield() {
    let board = "TDW d1, FWQ d9, WSE a2, WSE e5, LWH e1, PWP b3, KNP f4, WKG g5, SEW f2";
    let position = place(game("high"), board, North);
    goes(&position, "a2", "a1 a3 a4 a5 b2 f2");
    goes(&position, "e5", "e4 e6 e7 e8 e9 a5 b5 c5 d5 f5");
    goes(&position, "b3", "b2");
    goes(&position, "f4", "f3 g3 e4 g4 f5 d5 g2");
    says(&why(&position, "e5-e1"), "H3", "shielded|Queen|e1");
    says(&why(&position, "a2-c2"), "H3", "c2");
    says(&why(&position, "b3-c2"), "H3", "c2");
    says(&why(&position, "f4-e3"), "H3", "e3");
    // South goes about it freely.
    let position = place(game("high"), board, South);
    assert!(allows(&position, "f2c2"));
}

/// A screen inside the Fortress serves the Cannon outside it.
#[test]
fn h3_screens_inside_count() {
    let board = "TDW d1, FWQ d9, WCN g2, LWH d2, SEW a2, CWH c8";
    let position = place(game("high"), board, North);
    goes(&position, "g2", "f2 g1 g3 g4 g5 a2");
}

/// The shield does not weaken check.
#[test]
fn h3_check_goes_through() {
    let attacked = |pieces: &str| place(game("high"), pieces, South).in_check();
    assert!(attacked("TDW d1, FWQ d9, WSE d5"));
    assert!(!attacked("TDW d1, FWQ d9, WSE d6"), "the River rule still holds");
    assert!(attacked("TDW d2, FWQ d9, WLR d4"));
    assert!(attacked("TDW d3, FWQ d9, KNP f4"));
    assert!(attacked("TDW e3, FWQ d9, PWP f4"));
    assert!(attacked("TDW d1, FWQ d9, WCN d5, LWH d3"));
    assert!(attacked("TDW d1, FWQ d9, WKG a4"));
    // So the Witch may not step where they look.
    let position = place(game("high"), "TDW d1, FWQ d9, WSE e5, WSE c4", South);
    goes(&position, "d1", "d2");
    // Mate by pieces that could never enter.
    let position = place(game("high"), "TDW d1, FWQ d9, WSE d5, WSE e5, WSE c5", South);
    assert_eq!(position.ending(), Some(Ending::Checkmate));
}

/// The shield bars a passed square inside the Fortress, with or without the capture.
#[test]
fn h3_and_en_passant() {
    let before =
        place(game("high"), "TDW d1, FWQ d9, PWH c2, PWH b2, PWP d4, PWP a4, SEW g1", South);
    let position = play(&before, "c2c4");
    assert_eq!(position.en_passant_square(), None);
    goes(&position, "d4", "");
    let m = riverpost::rules::Move::plain(
        common::square(game("high"), "d4"),
        common::square(game("high"), "c3"),
    );
    says(
        &common::refused(&position, m.specially(riverpost::rules::Special::EnPassant)),
        "H3",
        "c3",
    );
    says(&common::refused(&position, m), "H3", "c3");
    let position = play(&before, "b2b4");
    goes(&position, "a4", "a3 b3 b3ep");
}

/// The free Queen steps anywhere, into the Fortress too.
#[test]
fn h4_free_queen() {
    let position = place(game("high"), "TDW c1, FWQ e4, SEW a1, WSE g9", North);
    goes(&position, "e4", "d3 e3 f3 d4 f4 d5 e5 f5");
    let position = place(game("high"), "TDW c1, FWQ a9, SEW g1", North);
    goes(&position, "a9", "a8 b8 b9");
    // She is royal all the same, and may not step into attack.
    let position = place(game("high"), "TDW c1, FWQ e4, SEW f1, SEW a5", North);
    goes(&position, "e4", "d3 e3 d4");
    says(&why(&position, "e4-f4"), "G1", "free Woodland Queen on f4|Siege Engine on f1");
}

/// The Queen attacks the Witch, the Witch does not attack the Queen.
#[test]
fn h5_queen_beside_witch() {
    let position = place(game("high"), "TDW d2, FWQ e4, LWH e2, SEW a4", North);
    // The Lancer looks at e3 and e4: she is in check, and beside the Witch d3 is safe.
    assert!(position.in_check());
    goes(&position, "e4", "d3 f3 d5 e5 f5");
    let after = play(&position, "e4d3");
    assert!(after.in_check(), "the Witch is attacked by the Queen next to her");
    says(&why(&after, "d2-d3"), "H5", "Queen");
    goes(&after, "d2", "c1 d1 e1");
    let text = write_move(&position, find(&position, "e4d3"));
    assert_eq!(text, "FWQ e4-d3+");
}

/// The Witch guards nothing against the Queen; nobody else of the North takes there.
#[test]
fn h6_inside_the_fortress() {
    let position = place(game("high"), "TDW d2, FWQ f4, LWH e3, WSE e5, WLR g3", North);
    assert!(allows(&position, "f4e3"));
    says(&why(&position, "e5-e3"), "H3", "e3");
    says(&why(&position, "g3-e3"), "H3", "e3");
    // Another piece of the South does guard.
    let position = place(game("high"), "TDW d2, FWQ f4, LWH e3, LWH e2, WSE e5", North);
    assert!(!allows(&position, "f4e3"));
}
