//! Valonian Chess (V1 to V8) on hand-made boards; the answers are worked out from the rules.

use crate::common;
use crate::common::{
    North, South, allows, find, game, goes, on, place, place_quiet, play, refused, says, setup,
    square, why,
};
use riverpost::notation::{diagram, fen, force, write_move};
use riverpost::rules::{Ending, Move, Piece, Position, Setup, Side, Special};

fn board(pieces: &str) -> Position {
    place(game("valonian"), pieces, South)
}

fn black(pieces: &str) -> Position {
    place(game("valonian"), pieces, North)
}

fn plain(from: &str, to: &str) -> Move {
    Move::plain(square(game("valonian"), from), square(game("valonian"), to))
}

/// A plain move with the piece becoming another, given as in a diagram.
fn choosing(from: &str, to: &str, cell: &str) -> Move {
    let piece = diagram::read_cell(game("valonian"), cell).expect("a piece");
    plain(from, to).choosing(piece)
}

fn giving(from: &str, to: &str, gift: &str) -> Move {
    plain(from, to).giving(square(game("valonian"), gift))
}

fn substituting(druid: &str, from: &str, to: &str) -> Move {
    plain(from, to).substituting(square(game("valonian"), druid))
}

// --- V1: the Elephant

#[test]
fn v1_elephant_goes_ahead() {
    let position = board("wK e1, bK e8, wELE a2, wELE>e c4, wELE>w h3, wELE>s g6, wP e4");
    goes(&position, "a2", "a3 a4");
    goes(&position, "c4", "d4");
    goes(&position, "h3", "g3 f3");
    goes(&position, "g6", "g5 g4");
    says(&why(&position, "a2-a1"), "P1", "Elephant");
    says(&why(&position, "c4-e4"), "P4", "Pawn on e4");
    // Not jumping.
    let position = board("wK e1, bK e8, wELE a2, wP a3, wELE c2, bP c3");
    goes(&position, "a2", "");
    goes(&position, "c2", "c3 c3>e c3>w c3>s");
    says(&why(&position, "c2-c4"), "P2", "Pawn on c3");
}

/// Black's look down the board at first.
#[test]
fn v1_forward_is_the_owners() {
    let position = black("wK e1, bK e8, bELE a7, bELE>n c4, wP h2");
    goes(&position, "a7", "a6 a5");
    goes(&position, "c4", "c5 c6");
    assert_eq!(on(&position, "c4"), "bELE>n");
}

/// After a capture it may turn to any other direction that does not look off the board, or keep its own.
#[test]
fn v1_turning_after_a_capture() {
    let position = board("wK e1, bK e8, wELE a2, bP a4, wELE d5, bN d6");
    goes(&position, "a2", "a3 a4 a4>e a4>s");
    goes(&position, "d5", "d6 d6>e d6>s d6>w");
    assert_eq!(on(&play(&position, "a2a4>e"), "a4"), "wELE>e");
    assert_eq!(on(&play(&position, "a2a4"), "a4"), "wELE");
    assert_eq!(write_move(&position, find(&position, "a2a4>e")), "ELE a2xa4>e");
    assert_eq!(write_move(&position, find(&position, "a2a4")), "ELE a2xa4");
    says(&refused(&position, choosing("a2", "a3", "wELE>e")), "V1", "turn|captures|edge");
    says(&refused(&position, choosing("a2", "a4", "wELE>w")), "V1", "off the board");
    says(&refused(&position, choosing("a2", "a4", "wELE")), "V1", "already");
}

#[test]
fn v1_turning_at_the_edge() {
    let position = board("wK e1, bK g7, wELE a6, wELE>e f3, wELE>w b5, wELE h8");
    goes(&position, "a6", "a7 a8 a8>e a8>s");
    goes(&position, "f3", "g3 h3 h3>n h3>s h3>w");
    goes(&position, "b5", "a5 a5>n a5>e a5>s");
    // One that kept looking over the edge stands there for good.
    goes(&position, "h8", "");
    // The edge beside it is not the edge ahead of it.
    goes(&board("wK e1, bK g7, wELE>e f8"), "f8", "g8 h8 h8>s h8>w");
}

/// It attacks only ahead.
#[test]
fn v1_attack() {
    assert!(black("wK e1, bK e8, wELE e6").in_check());
    assert!(!black("wK e1, bK e8, wELE e6, bP e7").in_check());
    assert!(!black("wK e1, bK e8, wELE e5").in_check());
    assert!(!black("wK e1, bK e8, wELE>e e6").in_check());
    assert!(black("wK e1, bK e8, wELE>w g8").in_check());
}

// --- V2: Artillery; the Dragon

#[test]
fn v2_artillery() {
    let position = board("wK e1, bK e8, wART d4, bP d6, bP f4, bP e4, wP b4, bN d2");
    goes(&position, "d4", "c4 d3 d5 e4 d2 d6");
    says(&why(&position, "d4-f4"), "P2", "Pawn on e4");
    says(&why(&board("wK e1, bK e8, wART d4"), "d4-d6"), "P1", "Artillery|only to capture|d6");
    says(&why(&position, "d4-e5"), "P1", "Artillery");
    assert!(black("wK e1, bK e8, wART e6").in_check());
    assert!(!black("wK e1, bK e8, wART e6, bN e7").in_check());
}

#[test]
fn dragon() {
    let position = board("wK e1, bK e8, wDRA d4, wP d5, bP f6, wP b2, wP e5");
    goes(&position, "d4", "d6 d2 f6 b6 f2");
    says(&why(&position, "d4-f4"), "P1", "Dragon");
}

// --- V3: the Berserker

#[test]
fn v3_moves() {
    let position = board("wK e1, bK e8, wBER d4, wP d6, bP f6, bP c4, wP e3");
    goes(&position, "d4", "d5 e5 f6 c5 b6 e4 f4 c4");
    says(&why(&position, "d4-d3"), "P1", "Berserker");
    says(&why(&position, "d4-b4"), "P2", "Pawn on c4");
    let position = black("wK e1, bK e8, bBER d4");
    goes(&position, "d4", "d3 d2 e3 f2 c3 b2 e4 f4 c4 b4");
}

#[test]
fn v3_frenzy_begins_with_the_first_capture() {
    let position = board("wK e1, bK e8, wBER d4, bP d5");
    assert_eq!(on(&play(&position, "d4d5"), "d5"), "wBER!");
    assert_eq!(on(&play(&position, "d4e4"), "e4"), "wBER");
    // It is not removed on the turn of that capture, nor on the enemy's.
    let after = play(&position, "d4d5, e8f8");
    assert_eq!(on(&after, "d5"), "wBER!");
}

#[test]
fn v3_removal() {
    let position = board("wK e1, bK e8, wBER! d4, bP d5, wP a2, bP b3");
    assert_eq!(on(&play(&position, "e1f1"), "d4"), ".", "another piece moved");
    assert_eq!(on(&play(&position, "a2b3"), "d4"), ".", "another piece captured");
    assert_eq!(on(&play(&position, "d4e4"), "e4"), ".", "it moved without capturing");
    assert_eq!(on(&play(&position, "d4d5"), "d5"), "wBER!", "it captured");
    assert_eq!(play(&position, "e1f1").halfmove_clock(), 0);
    // Of two only the one that captures stays; the enemy's are not concerned.
    let two = board("wK e1, bK e8, wBER! d4, bP d5, wBER! g3, bBER! h8");
    let after = play(&two, "d4d5");
    assert_eq!(
        (on(&after, "d5"), on(&after, "g3"), on(&after, "h8")),
        ("wBER!".into(), ".".into(), "bBER!".into())
    );
    // A calm one is not concerned either.
    assert_eq!(on(&play(&board("wK e1, bK e8, wBER d4"), "e1f1"), "d4"), "wBER");
}

/// The King must be safe after the removal.
#[test]
fn v3_legality_after_the_removal() {
    let position = board("wK e1, wBER! e2, wP a2, bR e8, bK a8, bP f3");
    assert!(!position.in_check());
    goes(&position, "a2", "");
    // Nor may it take the Pawn: it would stay, but off the file.
    goes(&position, "e2", "");
    goes(&position, "e1", "d1 d2 f1 f2");
    says(&why(&position, "a2-a3"), "V3", "King on e1|Rook on e8|Berserker on e2|frenzied");
    says(&why(&position, "e2-e3"), "V3", "King on e1|Rook on e8|Berserker on e3|frenzied");
    // Without the Rook the same Pawn moves.
    goes(&board("wK e1, wBER! e2, wP a2, bK a8"), "a2", "a3 a4");
    // A Berserker about to go may not block a check.
    let position = board("wK e1, wBER! d3, bR e8, bK a8, wP h2");
    assert!(position.in_check());
    goes(&position, "d3", "");
}

/// Passing is judged with the Berserker still there, arriving without it.
#[test]
fn v3_castling() {
    assert!(allows(&board("wK e1, wR h1, wBER! f2, bR f8, bK a8"), "e1g1"));
    let position = board("wK e1, wR h1, wBER! g2, bR g8, bK a8");
    assert!(!allows(&position, "e1g1"));
    let m = plain("e1", "g1").specially(Special::CastleShort);
    says(&refused(&position, m), "V3", "King on g1|Rook on g8|Berserker on g2");
    assert!(!allows(&board("wK e1, wR h1, wBER! d2, bR f8, bK a8"), "e1g1"));
}

/// Every move would bare the King and he stands where he cannot move: stalemate.
#[test]
fn v3_removal_can_leave_no_move() {
    let position = board("wK h1, wBER! h5, bR h8, bQ f2, bK a8");
    assert!(!position.in_check() && !position.has_move());
    assert_eq!(position.ending(), Some(Ending::Stalemate));
    // The same a move later.
    let position = play(&board("wK h1, wBER! a5, bQ f2, bK b8"), "a5a6, b8c8");
    assert_eq!(position.ending(), Some(Ending::Stalemate));
}

/// A capture counts although a Druid saves the victim.
#[test]
fn v3_capture_of_a_saved_piece() {
    let position = board("wK e1, bK e8, wBER! d4, bN d5, bDRU h7");
    let after = play(&position, "d4d5, ~h7 e8f8");
    assert_eq!((on(&after, "d5"), on(&after, "h7")), ("wBER!".into(), "bN".into()));
}

// --- V4: the Mage

#[test]
fn v4_shift() {
    let position = board("wK e1, bK e8, wMAG d4, wP a2, wN e4, bP c5, bP e5");
    // Bishop's moves, and a step to either side: west for any piece, east onto the Knight at its own cost.
    goes(&position, "d4", "a1 b2 c3 e3 f2 g1 c5 e5 c4!a2 c4!e4 e4!e4");
    let after = play(&position, "d4c4!a2");
    assert_eq!(
        (on(&after, "c4"), on(&after, "d4"), on(&after, "a2")),
        ("wMAG".into(), ".".into(), ".".into())
    );
    assert_eq!(on(&after, "e4"), "wN");
    let after = play(&position, "d4e4!e4");
    assert_eq!((on(&after, "e4"), after.pieces_of(South).count()), ("wMAG".into(), 3));
    assert_eq!(write_move(&position, find(&position, "d4e4!e4")), "MAG d4-e4!e4");
    assert_eq!(write_move(&position, find(&position, "d4c4!a2")), "MAG d4-c4!a2");
}

#[test]
fn v4_what_a_shift_may_not() {
    let position = board("wK e4, bK c8, wMAG d4, wP a2, bP c4");
    goes(&position, "d4", "a1 b2 c3 e3 f2 g1 c5 b6 a7 e5 f6 g7 h8");
    says(&why(&position, "d4-c4"), "V4", "captures nothing|Pawn on c4");
    says(&refused(&position, giving("d4", "c4", "a2")), "V4", "captures nothing");
    let position = board("wK e1, bK e8, wMAG d4, wP a2, wN e4");
    says(&why(&position, "d4-c4"), "V4", "costs one own piece|!");
    says(&refused(&position, giving("d4", "c4", "e1")), "V4", "neither the King nor the Mage");
    says(&refused(&position, giving("d4", "c4", "d4")), "V4", "neither the King nor the Mage");
    says(&refused(&position, giving("d4", "c4", "b3")), "V4", "White|b3");
    says(&refused(&position, giving("d4", "c4", "e8")), "V4", "e8");
    says(&refused(&position, giving("d4", "e4", "a2")), "V4", "Knight on e4|giving up");
    says(&refused(&position, giving("d4", "e5", "a2")), "V4", "sideways");
    says(&refused(&position, giving("e4", "f6", "a2")), "V4", "only a Mage");
    // The board has an edge.
    goes(&board("wK e1, bK f8, wMAG a4, wP h2"), "a4", "b4!h2 b3 c2 d1 b5 c6 d7 e8");
}

/// What is given up may bare the King, or be a Rook with its right to castle.
#[test]
fn v4_gifts_have_consequences() {
    let position = board("wK e1, bK h8, bR e8, wN e3, wMAG d5, wP a2");
    assert!(!allows(&position, "d5c5!e3"));
    assert!(allows(&position, "d5c5!a2"));
    says(&refused(&position, giving("d5", "c5", "e3")), "G1", "King on e1|Rook on e8");
    let position = board("wK e1, wR h1, wR a1, bK e8, wMAG d4");
    assert_eq!(position.castling_rights(), 3);
    assert_eq!(play(&position, "d4c4!h1").castling_rights(), 2);
    assert_eq!(play(&position, "d4c4!a1").castling_rights(), 1);
    // A gift is no capture: nothing for a Druid to restore.
    let position = board("wK e1, bK e8, wMAG d4, wP a2, wDRU h4");
    assert!(play(&play(&position, "d4c4!a2"), "e8d7").restorable().is_none());
}

// --- V5: the Druid

#[test]
fn v5_druid_moves_four_squares() {
    let position = board("wK e1, bK g8, wDRU a1, wP h2");
    goes(&position, "a1", "b2 c3 d4 e5");
    says(&why(&position, "a1-f6"), "P1", "Druid");
}

/// The captured piece comes back on the Druid's square, and the move goes on from there.
#[test]
fn v5_substitution() {
    let before = black("wK e1, bK e8, wR a4, bB d1, wDRU g5, wP h2");
    assert!(before.restorable().is_none());
    let position = play(&before, "d1a4");
    assert_eq!(position.game().abbreviation(position.restorable()), "R");
    // Without it, the Druid moves as ever; with it, the Rook may move at once, or another piece.
    goes(&position, "g5", "h4 h6 f4 e3 d2 c1 f6 e7 d8");
    assert!(allows(&position, "~g5 g5g8") && allows(&position, "~g5 h2h3"));
    assert!(!allows(&position, "~g5 g5h4"), "no Druid stands there any more");
    let after = play(&position, "~g5 h2h3");
    assert_eq!((on(&after, "g5"), on(&after, "a4")), ("wR".into(), "bB".into()));
    assert_eq!(write_move(&position, find(&position, "~g5 g5g8")), "~g5 R g5-g8+");
    // The right lapses with the move.
    let later = play(&position, "h2h3, e8d7");
    assert!(later.restorable().is_none());
    says(&refused(&later, substituting("g5", "e1", "e2")), "V5", "captured nothing");
    says(&refused(&position, substituting("h2", "e1", "e2")), "V5", "no Druid|h2");
    says(&refused(&before, substituting("g5", "e8", "d8")), "V5", "captured nothing");
}

/// Any Druid will do.
#[test]
fn v5_several_druids() {
    let position = play(&black("wK e1, bK e8, wR a4, bB d1, wDRU g4, wDRU b2"), "d1a4");
    assert!(allows(&position, "~g4 e1e2") && allows(&position, "~b2 e1e2"));
    assert!(allows(&position, "~b2 b2b8"));
    assert!(allows(&position, "~b2 g4e2"), "the other Druid may make the move");
}

/// Not where it would leave the capturing side in check.
#[test]
fn v5_not_with_check_to_the_captor() {
    let position = play(&black("wK e1, bK e8, wR a4, bB d1, wDRU e5, wDRU g3"), "d1a4");
    assert!(!allows(&position, "~e5 e1d2"));
    assert!(allows(&position, "~g3 e1d2"));
    says(&refused(&position, substituting("e5", "e1", "d2")), "V5", "Rook on e5|Black|in check");
}

/// Nor infantry on its last rank; on its first it may come back, and there goes one step at a time.
#[test]
fn v5_infantry() {
    for foot in ["P", "WAR"] {
        let before = black(&format!("wK h1, bK h8, w{foot} c3, bB e5, wDRU d8, wDRU b1, wDRU f2"));
        let position = play(&before, "e5c3");
        assert!(!allows(&position, "~d8 h1g1"));
        says(&refused(&position, substituting("d8", "h1", "g1")), "V5", "last rank|d8");
        assert!(allows(&position, "~b1 b1b2") && !allows(&position, "~b1 b1b3"));
        // V7: on its second rank it may move two.
        assert!(allows(&position, "~f2 f2f4") && allows(&position, "~f2 f2f3"));
        says(&refused(&position, substituting("b1", "b1", "b3")), "V7", "b1");
    }
}

/// A Druid does not replace a captured Druid.
#[test]
fn v5_no_druid_for_a_druid() {
    let position = play(&black("wK e1, bK e8, wDRU a4, bB d1, wDRU g5"), "d1a4");
    assert!(position.restorable().is_none());
    assert!(!common::allows(&position, "~g5 e1e2"));
}

/// States come back with the piece; an Elephant that would look off the board turns about.
#[test]
fn v5_states() {
    let position = play(&black("wK e1, bK h8, wBER! a4, bB d1, wDRU g4"), "d1a4");
    let restored = play(&position, "~g4 e1e2");
    // It came back frenzied, did not capture, and is gone at the end of the turn.
    assert_eq!(on(&restored, "g4"), ".");
    let position = play(&black("wK e1, bK h8, wBER! a4, bB d1, wDRU g4, bP g5"), "d1a4");
    assert_eq!(on(&play(&position, "~g4 g4g5"), "g5"), "wBER!");
    let position = play(&black("wK e1, bK a7, wBER a4, bB d1, wDRU g4"), "d1a4");
    assert_eq!(on(&play(&position, "~g4 e1e2"), "g4"), "wBER");
    let elephants = "wK e1, bK a7, wELE>e a4, bB d1, wDRU g4, wDRU h5";
    let position = play(&black(elephants), "d1a4");
    assert_eq!(on(&play(&position, "~g4 e1e2"), "g4"), "wELE>e");
    assert_eq!(on(&play(&position, "~h5 e1e2"), "h5"), "wELE>w");
    assert!(allows(&position, "~h5 h5g5"));
}

/// A piece taken en passant may be saved as well.
#[test]
fn v5_after_en_passant() {
    let position = board("wK e1, bK e8, wP d2, bP e4, wDRU h3, wN g1");
    let position = play(&position, "d2d4, e4d3ep");
    assert_eq!(on(&position, "d4"), ".");
    assert!(allows(&position, "~h3 h3h4") && allows(&position, "~h3 g1f3"));
    assert_eq!(on(&play(&position, "~h3 g1f3"), "h3"), "wP");
}

/// Mate is judged with the Druid counted.
#[test]
fn v5_mate_and_stalemate() {
    // Queen takes Knight on g2, guarded by the Bishop: mate, but for the Knight that comes back on e3 and takes her.
    let with = play(&black("wK h1, wN g2, wDRU e3, bQ g6, bB b7, bK a1"), "g6g2");
    assert!(with.in_check());
    assert_eq!(with.ending(), None);
    assert_eq!(riverpost::notation::coordinate::legal(&with), ["~e3 e3g2"]);
    let without = play(&black("wK h1, wN g2, wB e3, bQ g6, bB b7, bK a1"), "g6g2");
    assert_eq!(without.ending(), Some(Ending::Checkmate));
    let before = black("wK h1, wN g2, wDRU e3, bQ g6, bB b7, bK a1");
    assert_eq!(write_move(&before, find(&before, "g6g2")), "Q g6xg2+");
}

/// A piece that cannot come back leaves no trace in what is the same position.
#[test]
fn v5_and_identity() {
    let position = play(&black("wK e1, bK e8, wR a4, bB d1, wDRU e5, wP h2"), "d1a4");
    assert!(!position.restorable().is_none() && position.legally_restorable().is_none());
    let never = board("wK e1, bK e8, bB a4, wDRU e5, wP h2");
    let mut setup = Setup::of(&never);
    setup.set_reserve([position.reserve(South), position.reserve(North)]);
    let never = Position::resume(&setup).expect("a position");
    assert!(position.same_as(&never));
    assert_eq!(position.zobrist_hash(), never.zobrist_hash());
    // One that can does.
    let position = play(&black("wK e1, bK e8, wR a4, bB d1, wDRU g5, wP h2"), "d1a4");
    let mut setup = Setup::of(&position);
    setup.set_restorable(Piece::NONE);
    let never = Position::resume(&setup).expect("a position");
    assert!(!position.same_as(&never));
    assert_ne!(position.zobrist_hash(), never.zobrist_hash());
}

// --- V6: promotion

#[test]
fn v6_choices() {
    let kinds = |position: &Position, side: Side| {
        let game = position.game();
        let all = position.promotions(side).map(|id| game.role(id).abbreviation[0]);
        all.collect::<Vec<_>>().join(" ")
    };
    let valonian = game("valonian");
    let array = diagram::default_setup(valonian).expect("the array");
    let array = force::replace(&array, South, "R=ELE,P=WAR,b1=BER").expect("a force");
    let array = force::replace(&array, North, "c8=DRU").expect("a force");
    let position = Position::start(&array).expect("a start");
    assert_eq!(kinds(&position, South), "Q R B N ELE BER");
    assert_eq!(kinds(&position, North), "Q R B N DRU");
    // Kinds of the starting force count although all have been taken, and are kept along the game.
    let lone = fen::read(valonian, "8/P3k3/8/8/8/8/8/4K3 s - - - EZ 0").expect("a position");
    goes(&lone, "a7", "a8=Q a8=R a8=B a8=N a8=ELE a8=ELE>e a8=ELE>s a8=BER");
    assert_eq!(on(&play(&lone, "a7a8=ELE>s"), "a8"), "wELE>s");
    assert_eq!(on(&play(&lone, "a7a8=ELE"), "a8"), "wELE");
    assert_eq!(on(&play(&lone, "a7a8=BER"), "a8"), "wBER", "a new Berserker is calm");
    says(&why(&lone, "a7-a8"), "V6", "must be stated|Q, R, B, N, ELE, BER");
    says(&refused(&lone, choosing("a7", "a8", "wMAG")), "V6", "Mage|ELE");
    says(&refused(&lone, choosing("a7", "a8", "wELE>w")), "V1", "Elephant");
    says(&refused(&lone, choosing("a7", "a8", "wK")), "V6", "King");
    says(&refused(&lone, choosing("e1", "e2", "wQ")), "P7", "not promoted");
}

/// A Warband is promoted as a Pawn is, by moving or by capturing straight ahead; nobody becomes a Warband.
#[test]
fn v6_warband() {
    let position = board("wK e1, bK e3, wWAR a7, wWAR c7, bN c8, bR d8");
    goes(&position, "a7", "a8=Q a8=R a8=B a8=N");
    goes(&position, "c7", "c8=Q c8=R c8=B c8=N");
    assert_eq!(write_move(&position, find(&position, "c7c8=N")), "WAR c7xc8=N");
    let pawn = board("wK e1, bK e3, wP c7, bN c8, bR d8");
    goes(&pawn, "c7", "d8=Q d8=R d8=B d8=N");
}

// --- V7: Warbands

#[test]
fn v7_warband_moves() {
    let position = board("wK e1, bK e8, wWAR a2, wWAR c2, bN c3, wWAR e2, bN e4, bP f3, wWAR h4");
    goes(&position, "a2", "a3 a4");
    goes(&position, "c2", "c3");
    goes(&position, "e2", "e3");
    goes(&position, "h4", "h5");
    says(&why(&position, "e2-f3"), "P1", "Warband");
    says(&why(&position, "e2-e4"), "P1", "Warband|Knight on e4");
    says(&why(&position, "h4-h6"), "V7", "h4");
    // Straight ahead is where it attacks.
    assert!(black("wK e1, bK e5, wWAR e4").in_check());
    assert!(!black("wK e1, bK d5, wWAR e4").in_check());
}

#[test]
fn v7_en_passant() {
    // A Pawn takes a Warband so; a Warband takes nobody so.
    let position = play(&board("wK e1, bK e8, wWAR d2, bP e4, bWAR c4, wP g2, bP h4"), "d2d4");
    goes(&position, "e4", "e3 d3ep");
    goes(&position, "c4", "c3");
    let m = plain("c4", "d3").specially(Special::EnPassant);
    says(&refused(&position, m), "V7", "Warband does not capture en passant");
    let position = play(&board("wK e1, bK e8, wP d2, bWAR e4, bP a5"), "d2d4");
    assert_eq!(position.en_passant_square(), None);
    goes(&position, "e4", "e3");
}

// --- V8: castling

#[test]
fn v8_castling() {
    let position = board("wK e1, wR a1, wR h1, bK e8");
    goes(&position, "e1", "d1 f1 d2 e2 f2 c1 g1");
    let after = play(&position, "e1g1");
    assert_eq!(
        (on(&after, "g1"), on(&after, "f1"), on(&after, "h1")),
        ("wK".into(), "wR".into(), ".".into())
    );
    let after = play(&position, "e1c1");
    assert_eq!(
        (on(&after, "c1"), on(&after, "d1"), on(&after, "a1")),
        ("wK".into(), "wR".into(), ".".into())
    );
    assert_eq!(write_move(&position, find(&position, "e1c1")), "O-O-O");
    // Only the King's way must be safe: b1 may be attacked on the long side.
    assert!(allows(&board("wK e1, wR a1, bK e8, bR b8"), "e1c1"));
    assert!(!allows(&board("wK e1, wR a1, bK e8, bR c8"), "e1c1"));
}

#[test]
fn v8_why_not() {
    let short = plain("e1", "g1").specially(Special::CastleShort);
    let long = plain("e1", "c1").specially(Special::CastleLong);
    let said = |pieces: &str, m: Move, words: &str| says(&refused(&board(pieces), m), "V8", words);
    said("wK e1, wELE h1, wART a1, bK e8", short, "may not castle");
    said("wK e1, wELE h1, wART a1, bK e8", long, "may not castle");
    said("wK e1, wR h1, wB f1, bK e8", short, "past|Bishop on f1");
    said("wK e1, wR a1, bN b1, bK e8", long, "past|Knight on b1");
    said("wK e1, wR h1, bR e7, bK e8", short, "out of check|Rook on e7");
    said("wK e1, wR h1, bR f7, bK e8", short, "f1|Rook on f7");
    said("wK e1, wR h1, bR g7, bK e8", short, "g1|Rook on g7");
    let from_elsewhere = plain("e2", "g2").specially(Special::CastleShort);
    said("wK e2, wR h1, bK e8", from_elsewhere, "may not castle");
    // The right is lost by moving, by being taken and by being given up, and does not come back.
    let moved = play(&board("wK e1, wR h1, bK e8, bP a7"), "h1h2, a7a6, h2h1, a6a5");
    assert!(!allows(&moved, "e1g1"));
    // A King on the Rook's square and a Rook on the King's are at home in neither.
    let swapped = board("wR e1, wK h1, bR e8, bK a8");
    assert_eq!(swapped.castling_rights(), 0);
    // Stating that the King castles does not make his step a castling.
    let position = board("wK e1, wR h1, bK e8");
    says(&refused(&position, plain("e1", "e2").specially(Special::CastleShort)), "V8", "e1 to g1");
}

/// A Rook brought back by a Druid has lost the right; the King may castle with the other.
#[test]
fn v8_a_rook_brought_back() {
    let position = play(&black("wK e1, wR a1, wR h1, wDRU g4, bB f6, bK e8"), "f6a1");
    assert_eq!(position.castling_rights(), 1);
    assert!(allows(&position, "e1g1") && allows(&position, "~g4 e1g1"));
    let home = play(&position, "~g4 g4g1");
    assert!(!allows(&home, "e1c1"));
}

// --- Draw counting across a Druid's deed

#[test]
fn quiet_counts_restart_with_a_substitution() {
    let before = place_quiet(game("valonian"), "wK e1, bK e8, wR a4, bB d1, wDRU g5", North, 30);
    let position = play(&before, "d1a4");
    assert_eq!(position.halfmove_clock(), 0);
    assert_eq!(play(&position, "e1e2").halfmove_clock(), 1);
    assert_eq!(play(&position, "~g5 e1e2").halfmove_clock(), 0);
}

/// Forces: every replacement of either side is a legal start, and only such as may take the place.
#[test]
fn forces() {
    let array = diagram::default_setup(game("valonian")).expect("the array");
    let all = force::replace(&array, South, "R=ELE N=BER B=MAG P=WAR h1=ART g1=DRA f1=DRU a2=P");
    let all = all.expect("a force");
    assert_eq!(all.faults(), []);
    let names = |setup: &Setup| {
        let cells = setup.pieces().take(9).map(|(_, p)| diagram::cell_name(setup.game(), p));
        cells.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&all), "wELE wBER wMAG wQ wK wDRU wDRA wART wP");
    for wrong in ["R=DRA", "e1=ELE", "d1=WAR", "a3=P", "a8=ELE", "Z=ELE", "a1=ZZZ", "a1", "a2=ELE"]
    {
        assert!(force::replace(&array, South, wrong).is_err(), "{wrong}");
    }
    assert_eq!(setup(game("valonian"), "wK e1, bK e8", South).faults().len(), 1);
}
