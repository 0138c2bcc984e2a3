//! What a player is told when a move is refused: the rule, and the pieces, squares and names that tell him why. One board
//! a game, many moves on it.

use crate::common::{North, South, game, place, play, says};
use riverpost::notation::{MoveError, read_input};
use riverpost::rules::Position;

/// Asserts of each move the rule that forbids it and words of the sentence, separated by `|`.
#[track_caller]
fn refuses(position: &Position, table: &[(&str, &str, &str)]) {
    for (text, rule, words) in table {
        match read_input(position, text) {
            Err(MoveError::Illegal(refusal)) => {
                says(&refusal, rule, words);
                assert!(position.game().ruling(rule).is_some());
                let first = refusal.message.chars().next().expect("a sentence");
                assert!(!first.is_uppercase(), "{refusal}");
                for clumsy in ["a E", "a A", "a a", "an S", "the the", "  "] {
                    assert!(!format!(" {refusal}").contains(&format!(" {clumsy}")), "{refusal}");
                }
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn p1_p2_p3_p4_p5_p6_p7_in_wing() {
    let board = "SE e1, NE d10, SS a4, SK b1, SD c1, SG d1, SC b3, SH c4, NH a7, NC b8, NK b10, SHK g8, NK i8";
    refuses(
        &place(game("wing"), board, South),
        &[
            ("a1a2", "P6", "no piece on a1"),
            ("a7a6", "P6", "Hawker on a7|North's|South is to move"),
            ("b1b2", "P1", "Knight|from b1 to b2|leaps"),
            ("a4b5", "P1", "Siege Engine|from a4 to b5"),
            ("c4c3", "P1", "Hawker|forward"),
            ("c4c6", "P1", "Hawker|forward"),
            ("d1d2", "P1", "Guard|diagonally"),
            ("e1e4", "P1", "an Empress|once"),
            ("a4a8", "P2", "blocked by the Hawker on a7"),
            ("a4d4", "P2", "blocked by the Hawker on c4"),
            ("b3b8", "P3", "Cannon|exactly one piece|no screen"),
            ("b3b10", "R1", "Cannon on b3|the Southern Territory|the River|the Northern Territory"),
            (
                "a4a7",
                "R1",
                "Siege Engine on a4|the Southern Territory|the River|the Northern Territory",
            ),
            ("d1c2", "P5", "Guard|the Southern Fortress"),
            ("e1d1", "P4", "Guard on d1|own"),
            ("g8g6", "P5", "Hawk|the Northern Territory"),
            ("g8i8", "P1", "Hawk|does not capture so|Knight on i8"),
            ("O-O", "P7", "castling|Wing"),
        ],
    );
    refuses(
        &place(game("wing"), "SE e1, NE e10, SK e4, NS h5, SC b5, NH b7, NH b8, NK b9", South),
        &[
            ("e4c5", "W1", "Empress on e1|Empress on e10|face each other"),
            ("b5b9", "P3", "2 stand between|Hawker on b7 and the Hawker on b8"),
            ("b5b10", "P2", "Hawker on b7"),
        ],
    );
    refuses(
        &place(game("wing"), "SE e1, NE d10, SK a3, NS e5, NC e6, SD c5", South),
        &[
            ("a3b5", "G1", "Empress on e1|in check|Siege Engine on e5|Cannon on e6"),
            ("e1e2", "G1", "Empress on e2 would be attacked|Siege Engine on e5"),
            ("e1d1", "W1", "Empress on d1|Empress on d10"),
            ("c5e7", "P5", "Defender|Territory|River"),
        ],
    );
}

#[test]
fn p1_p2_p3_p6_in_encounter() {
    let board = "SE e1, NE d10, SHO e5, SF e6, SCT g3, NK g7, SCH a1, NS a5, SEL c1";
    refuses(
        &place(game("encounter south 7"), board, South),
        &[
            ("e5f7", "P2", "blocked by the Foot Soldier on e6"),
            ("g3g7", "P3", "Catapult|no screen"),
            ("a1a7", "P2", "Siege Engine on a5"),
            ("c1d2", "P1", "an Elephant|two squares diagonally"),
            ("c1e5", "P1", "an Elephant"),
        ],
    );
    refuses(
        &place(game("encounter south 7"), board, North),
        &[
            ("a5b6", "P1", "Siege Engine"),
            ("g7e5", "P1", "Knight"),
            ("a1a2", "P6", "Chariot on a1"),
        ],
    );
}

#[test]
fn p1_p2_p4_in_fortress() {
    let board = "TDW d1, TWQ d9, PWH a2, PWH* b2, PWH c4, PPW f7, CMR g3, LWH c2, TCT e2, WLR b3";
    refuses(
        &place(game("level"), board, South),
        &[
            ("b2b4", "F1", "Pikeman on b2|moved already"),
            ("c4c6", "F1", "Pikeman on c4|two squares|River"),
            ("b2c3", "P1", "Pikeman|only to capture|c3"),
            ("b2b3", "P1", "Pikeman|does not capture so|Lancer on b3"),
            ("f7f6", "P1", "promoted Pikeman|forward"),
            ("c2c4", "P4", "Pikeman on c4"),
            ("e2b5", "P2", "Pikeman on c4"),
            ("d1d3", "P1", "Dark Witch"),
            ("a2b3 e.p.", "F2", "en passant on b3"),
            ("e2d3 ep", "F2", "Count does not capture en passant"),
        ],
    );
    refuses(
        &place(game("high"), "TDW d2, FWQ e4, WSE a3, LWH c3, WLR e5, HIC g1", North),
        &[
            ("a3c3", "H3", "shielded|Queen|c3"),
            ("e5e3", "H3", "shielded|Queen|e3"),
            ("a3d3", "P2", "Lancer on c3"),
            ("e4c4", "P1", "free Woodland Queen"),
        ],
    );
    refuses(
        &place(game("high"), "TDW d2, FWQ e3, LWH g4", South),
        &[
            ("d2e3", "H5", "Dark Witch on d2 does not attack|free Woodland Queen on e3"),
            ("d2d3", "G1", "Dark Witch on d3 would be attacked|Queen on e3"),
            ("g4e4", "G1", "in check|Queen on e3"),
        ],
    );
}

#[test]
fn p1_p4_in_valonian() {
    let board = "wK e1, bK e8, wELE a2, bP a4, wELE>e c6, wART h4, wBER d4, wMAG b5, wDRU g1, wDRA g5, wP b7, \
                 wWAR h6, bN h7, bP g6";
    refuses(
        &place(game("valonian"), board, South),
        &[
            ("ELE a2-a3>e", "V1", "may turn only when it captures or reaches the edge"),
            ("ELE a2xa4>w", "V1", "off the board"),
            ("c6f6", "P1", "an Elephant|facing"),
            ("h4f4", "P1", "Artillery|only to capture|f4"),
            ("h4h6", "P4", "Warband on h6"),
            ("d4d3", "P1", "Berserker"),
            ("b5c5!e1", "V4", "King|given up"),
            ("b5c5!e8", "V4", "no piece of White's on e8"),
            ("g1b6", "P1", "Druid|up to four"),
            ("g5g8", "P1", "Dragon"),
            ("b7b8=P", "V6", "a Pawn is not to be had|Q, R, B, N"),
            ("h6g7", "P1", "Warband|straight forward"),
            ("h6h8", "V7", "Warband on h6|second rank"),
            ("~g1 e1e2", "V5", "captured nothing"),
            ("e1g1", "V8", "castle|no Rook"),
            ("Kc1", "V8", "castle|no Rook"),
            ("e1e8", "P1", "King"),
        ],
    );
    let castling = "wK e1, wR h1, wR a1, bR f8, bN b1, bK e8, wP e2, wBER! d3";
    refuses(
        &place(game("valonian"), castling, South),
        &[
            ("O-O", "V8", "f1|attacked by the Rook on f8"),
            ("e1g1", "V8", "f1|attacked by the Rook on f8"),
            ("Kg1", "V8", "f1|attacked by the Rook on f8"),
            ("O-O-O", "V8", "past the Knight on b1"),
            ("e1c1", "V8", "past the Knight on b1"),
            ("e1f1", "G1", "King on f1 would be attacked by the Rook on f8"),
        ],
    );
    let taken =
        place(game("valonian"), "wK e1, bK e8, wP a4, bB d1, wDRU h8, wDRU g3, wDRU d6", North);
    let taken = play(&taken, "d1a4");
    refuses(
        &taken,
        &[
            ("~h8 Kd2", "V5", "Pawn may not come back on h8|last rank"),
            ("~e1 Kd2", "V5", "no Druid of White's on e1"),
            ("~g3 Kd3", "P1", "King"),
            ("~g3 g3h5", "P1", "Pawn"),
        ],
    );
    let taken = place(game("valonian"), "wK e1, bK e8, wQ a4, bB d1, wDRU e5", North);
    refuses(
        &play(&taken, "d1a4"),
        &[("~e5 Kd2", "V5", "Queen on e5|Black would be in check|answer")],
    );
}
