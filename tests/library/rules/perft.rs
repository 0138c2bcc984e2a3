//! Counts of lines of legal moves (perft).
//!
//! Where the world has published counts they are the judge: Western Chess, which is Valonian Chess with orthodox
//! forces, and Xiangqi, which is Encounter with Chinese pieces on both sides and promotion on the sixth rank. For
//! everything else the judge is `naive/`, asked at run time, and the numbers pinned here keep both from drifting.

use super::naive;
use crate::common::boards::{self, KIWIPETE, PAWNS, WARBANDS};
use crate::common::{Dice, GAMES, from_diagram, game, start, xiangqi};
use riverpost::notation::fen;
use riverpost::rules::{Position, divide, perft, perft_played};

/// Checks the counts from depth 1 on.
#[track_caller]
fn counts(position: &Position, expected: &[u64]) {
    for (depth, expected) in (1..).zip(expected) {
        assert_eq!(perft(position, depth), *expected, "depth {depth} of {}", fen::write(position));
    }
}

fn western(line: &str) -> Position {
    fen::read(game("valonian"), line).expect("a position")
}

#[test]
fn western_start() {
    counts(&start(game("valonian")), &[20, 400, 8902, 197281, 4865609]);
}

#[test]
#[ignore = "takes long"]
fn western_start_deep() {
    counts(&start(game("valonian")), &[20, 400, 8902, 197281, 4865609, 119060324]);
}

/// Castling of all kinds, pins, en passant, promotion.
#[test]
fn western_kiwipete() {
    counts(&western(KIWIPETE), &[48, 2039, 97862, 4085603]);
}

/// En passant that would bare the King along the rank.
#[test]
fn western_position_3() {
    let line = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 s - - - - 0";
    counts(&western(line), &[14, 191, 2812, 43238, 674624]);
}

/// Promotion with and without capture, under check; the same for the other side.
#[test]
fn western_position_4_and_its_mirror() {
    let expected = [6, 264, 9467, 422333];
    let line = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 s kq - - - 0";
    counts(&western(line), &expected);
    let line = "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R n KQ - - - 0";
    counts(&western(line), &expected);
}

#[test]
fn western_position_5() {
    let line = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R s KQ - - - 1";
    counts(&western(line), &[44, 1486, 62379, 2103487]);
}

#[test]
fn western_position_6() {
    let line = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 s - - - - 0";
    counts(&western(line), &[46, 2079, 89890, 3894594]);
}

#[test]
fn xiangqi_start() {
    counts(&xiangqi(), &[44, 1920, 79666, 3290240]);
}

#[test]
#[ignore = "takes long"]
fn xiangqi_start_deep() {
    counts(&xiangqi(), &[44, 1920, 79666, 3290240, 133312995]);
}

/// Holds the core against the naive generator to depth 3 and against pinned numbers as deep as these go.
#[track_caller]
fn agree(position: &Position, naive: &naive::Position, pinned: &[u64]) {
    for (depth, expected) in (1..=3).zip(pinned) {
        assert_eq!(naive.perft(depth), *expected, "the naive count, depth {depth}");
    }
    counts(position, pinned);
}

#[test]
fn wing() {
    let naive = naive::Position::start(naive::Game::Wing);
    agree(&start(game("wing")), &naive, &[42, 1758, 71344, 2879970]);
}

/// The Foot Soldiers do not yet differ from Wing's Hawkers.
#[test]
fn riverqi() {
    let naive = naive::Position::start(naive::Game::RiverQi);
    agree(&start(game("riverqi")), &naive, &[42, 1758, 71344, 2879970]);
}

#[test]
fn encounter() {
    for (promotion, name) in [(7, "7"), (6, "6")] {
        let south = game(&format!("encounter south {name}"));
        let naive =
            naive::Position::start(naive::Game::Encounter { chariots_south: true, promotion });
        agree(&start(south), &naive, &[44, 1826, 76446, 3037900]);
        let north = game(&format!("encounter north {name}"));
        let naive =
            naive::Position::start(naive::Game::Encounter { chariots_south: false, promotion });
        agree(&start(north), &naive, &[42, 1844, 74046, 3096488]);
    }
}

#[test]
fn fortress() {
    let naive = naive::Position::start(naive::Game::FortressLevel);
    agree(&start(game("level")), &naive, &[21, 441, 9672, 211166]);
    let naive = naive::Position::start(naive::Game::FortressHigh);
    agree(&start(game("high")), &naive, &[21, 357, 7786, 142862]);
}

/// Every kind of replacement, in the three forces that between them hold all.
#[test]
fn valonian_forces() {
    let tables: [(&str, &str, &[u64]); 4] = [
        ("R N B Q K B N R", PAWNS, &[20, 400, 8902]),
        ("ELE DRA DRU Q K DRU DRA ELE", PAWNS, &[20, 400, 8626, 186464]),
        ("ART BER MAG Q K MAG BER ART", WARBANDS, &[19, 361, 8679, 207808]),
        ("ELE BER MAG Q K DRU DRA R", "P P P P WAR WAR WAR WAR", &[20, 400, 9441, 222485]),
    ];
    for (first, second, pinned) in tables {
        let text = boards::valonian([first, second], [first, second]);
        let position = from_diagram(game("valonian"), &text);
        let naive = naive::Position::from_diagram(naive::Game::Valonian, &text, naive::Side::South);
        agree(&position, &naive, pinned);
    }
}

/// Counting the last ply without playing it, playing it, and adding up what each first move leads to come to the
/// same.
#[test]
fn three_ways_of_counting() {
    let mut positions: Vec<Position> = GAMES.map(|name| start(game(name))).to_vec();
    positions.push(western(KIWIPETE));
    positions.push(xiangqi());
    for first in ["ELE DRA DRU Q K DRU DRA ELE", "ART BER MAG Q K MAG BER ART"] {
        let text = boards::valonian([first, WARBANDS], [first, WARBANDS]);
        positions.push(from_diagram(game("valonian"), &text));
    }
    for position in positions {
        for depth in 1..=3 {
            let bulk = perft(&position, depth);
            assert_eq!(perft_played(&position, depth), bulk, "{}", fen::write(&position));
            let parts = divide(&position, depth);
            assert_eq!(parts.iter().map(|(_, lines)| lines).sum::<u64>(), bulk);
            let first: Vec<_> = parts.into_iter().map(|(m, _)| m).collect();
            assert_eq!(first, position.legal_moves());
        }
        assert_eq!((perft(&position, 0), perft_played(&position, 0)), (1, 1));
    }
}

/// The lines of two plies, of which the second is counted once for all first moves that do not concern a piece, are as many as
/// the moves counted after each first move.
#[test]
fn replies_in_the_course_of_games() {
    let mut positions: Vec<Position> = GAMES.map(|name| start(game(name))).to_vec();
    positions.extend([western(KIWIPETE), xiangqi()]);
    let first = "ELE DRA DRU Q K MAG DRA ART";
    let text = boards::valonian([first, WARBANDS], [first, PAWNS]);
    positions.push(from_diagram(game("valonian"), &text));
    let mut dice = Dice::new(11);
    for mut position in positions {
        for ply in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if ply % 3 == 0 {
                let after = |m: &_| position.play_unchecked(*m).count_moves();
                let counted: u64 = moves.iter().map(after).sum();
                assert_eq!(perft(&position, 2), counted, "{}", fen::write(&position));
            }
            position = position.play_unchecked(*dice.pick(&moves));
        }
    }
}
