//! The core against the naive generator, ply by ply along random games: every game with every option, Valonian forces
//! mixed square by square, and random arrays. The two share no code and were written apart, so that what one of them
//! gets wrong the other does not.
//!
//! At every ply: the same legal moves in coordinate form, the same answer to whether the side to move is in check and
//! whether the position is dead, the same diagram, and a position that could be resumed (one in which the side that
//! has just moved is not in check). Moves are drawn so that the rare ones come up, and counted, so that a
//! test fails when something special never came up.

use super::naive;
use std::collections::BTreeMap;

use crate::common::{Dice, GAMES, game, mixed_forces, setup, start};
use riverpost::notation::{coordinate, diagram, fen};
use riverpost::rules::{Ending, Game, Move, Piece, Position, Setup, Side, Special, Square};

/// The same game as the naive generator has it.
fn naive_game(name: &str) -> naive::Game {
    match name {
        "wing" => naive::Game::Wing,
        "riverqi" => naive::Game::RiverQi,
        "encounter south 7" => naive::Game::Encounter { chariots_south: true, promotion: 7 },
        "encounter south 6" => naive::Game::Encounter { chariots_south: true, promotion: 6 },
        "encounter north 7" => naive::Game::Encounter { chariots_south: false, promotion: 7 },
        "encounter north 6" => naive::Game::Encounter { chariots_south: false, promotion: 6 },
        "level" => naive::Game::FortressLevel,
        "high" => naive::Game::FortressHigh,
        _ => naive::Game::Valonian,
    }
}

fn naive_side(side: Side) -> naive::Side {
    match side {
        Side::South => naive::Side::South,
        Side::North => naive::Side::North,
    }
}

/// How often each special thing has been seen.
#[derive(Default)]
struct Seen(BTreeMap<&'static str, u64>);

impl Seen {
    fn note(&mut self, what: &'static str, happened: bool) {
        *self.0.entry(what).or_default() += u64::from(happened);
    }

    /// Asserts that each of these came up; separated by `|`.
    #[track_caller]
    fn require(&self, all: &str) {
        for what in all.split('|') {
            assert!(self.0.get(what).is_some_and(|n| *n > 0), "{what} never came up: {:?}", self.0);
        }
    }

    /// Notes what is special about a move and the position it leads to.
    fn note_move(&mut self, before: &Position, m: Move, after: &Position) {
        let game = before.game();
        let name = |piece: Piece| {
            if piece.is_none() { "" } else { game.abbreviation(piece) }
        };
        let mover =
            if m.druid() == Some(m.from) { before.restorable() } else { before.piece(m.from) };
        let (was, is) = (name(mover), name(after.piece(m.to)));
        let target = before.piece(m.to);
        let captures = !target.is_none() && target.side() != before.turn();
        self.note("capture", captures);
        self.note("en passant", m.special == Special::EnPassant);
        let promoted_pikeman = ["PPW", "PWP"].contains(&was);
        self.note(
            "en passant by a promoted Pikeman",
            promoted_pikeman && m.special == Special::EnPassant,
        );
        self.note(
            "promoted Pikeman passing over without capturing",
            promoted_pikeman
                && m.special == Special::None
                && before.legal_en_passant_square() == Some(m.to),
        );
        self.note("castling", matches!(m.special, Special::CastleShort | Special::CastleLong));
        self.note("Hawk released", was != is && ["SHK", "NHK", "HWH", "WHK"].contains(&is));
        let is_hawk = ["SHK", "NHK", "HWH", "WHK"].contains(&was);
        self.note("Hawk capturing", is_hawk && captures);
        let line = before.board().between(m.from, m.to) & before.occupied();
        self.note("Hawk flying over a piece", is_hawk && !line.is_empty());
        self.note("Pikeman promoted", was != is && ["PPW", "PWP"].contains(&is));
        self.note("Pikeman knighted", was != is && ["CMR", "KNP"].contains(&is));
        self.note("Foot Soldier advanced", was != is && ["SFa", "NFa", "SSP", "NSP"].contains(&is));
        self.note("Knighted Pikeman moving", ["CMR", "KNP"].contains(&was));
        let hops = ["SC", "NC", "SCT", "NCT", "CWH", "WCN"].contains(&was);
        self.note("Cannon capturing", hops && captures);
        self.note(
            "choice of promotion",
            before.game().name == "valonian" && was != is && { ["P", "WAR"].contains(&was) },
        );
        self.note("promotion to a replacement", was != is && is.len() == 3 && was == "P");
        let elephant = was == "ELE" && is == "ELE";
        self.note("Elephant turning after a capture", elephant && captures && !m.choice.is_none());
        self.note("Elephant turning at the edge", elephant && !captures && !m.choice.is_none());
        self.note(
            "Elephant promoted and turned",
            was != "ELE" && is == "ELE" && {
                let kind = game.role_of(m.choice);
                !kind.is_plain()
            },
        );
        self.note(
            "Artillery capturing at two",
            was == "ART" && captures && {
                let distance = m.from.at().abs_diff(m.to.at());
                distance == 2 || distance == 16
            },
        );
        self.note("Dragon capturing", was == "DRA" && captures);
        self.note("Mage's shift", m.gift().is_some());
        self.note("Mage's shift onto the gift", m.gift() == Some(m.to));
        self.note("Druid's substitution", m.druid().is_some());
        self.note("move of the piece just restored", m.druid() == Some(m.from));
        let restored = name(before.restorable());
        self.note("Berserker restored", m.druid().is_some() && restored == "BER");
        self.note("Elephant restored", m.druid().is_some() && restored == "ELE");
        self.note("infantry restored", m.druid().is_some() && ["P", "WAR"].contains(&restored));
        let side = before.turn();
        let frenzied = |p: &Position| {
            let pieces = p.pieces_of(side).into_iter();
            pieces.filter(|s| game.role_of(p.piece(*s)).mark[0] == "!").count()
        };
        self.note("frenzy", was == "BER" && captures && frenzied(after) > 0);
        self.note("frenzied Berserker removed", frenzied(after) < frenzied(before) && !captures);
        self.note("frenzied Berserker kept by capturing", {
            frenzied(before) > 0 && frenzied(after) > 0 && captures
        });
        self.note("passing an enemy", after.en_passant_square().is_some());
        self.note("check", after.in_check());
        let ending = after.ending();
        self.note("mate", ending == Some(Ending::Checkmate));
        self.note("stalemate", ending == Some(Ending::Stalemate));
        self.note("dead position", ending == Some(Ending::DeadPosition));
    }
}

/// The diagram as words, without what the naive generator does not write: the mark of a Pikeman that has moved.
fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(|word| word.trim_end_matches('*').to_string()).collect()
}

/// Everything that must agree in one position. Returns the naive moves with their positions, in coordinate order.
fn compare(core: &Position, naive: &naive::Position) -> Vec<(String, naive::Position)> {
    let place = || format!("{}\n{}", fen::write(core), naive.diagram());
    let moves = naive.moves();
    let expected: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    let found = coordinate::legal(core);
    if found != expected {
        let twice: Vec<_> = found.windows(2).filter(|w| w[0] == w[1]).collect();
        let missing: Vec<_> = expected.iter().filter(|m| !found.iter().any(|f| f == *m)).collect();
        let wrong: Vec<_> = found.iter().filter(|m| !expected.contains(&m.as_str())).collect();
        panic!("missing {missing:?}, wrong {wrong:?}, twice {twice:?} in\n{}", place());
    }
    assert_eq!(core.count_moves(), expected.len() as u64, "{}", place());
    assert_eq!(core.has_move(), !expected.is_empty(), "{}", place());
    assert_eq!(core.in_check(), naive.in_check(), "in check? {}", place());
    assert_eq!(!core.checkers().is_empty(), core.in_check(), "checkers of {}", place());
    assert_eq!(core.is_dead(), naive.dead(), "dead? {}", place());
    let setup = Setup::of(core);
    assert_eq!(words(&diagram::write(&setup)), words(&naive.diagram()), "{}", place());
    // The side that has just moved has not left its royal attacked, nor the Empresses facing.
    match Position::resume(&setup) {
        Ok(again) => assert_eq!(&again, core),
        Err(faults) => panic!("{faults:?} in {}", place()),
    }
    moves
}

/// Whether a move is one of those that random play seldom meets.
fn is_rare(position: &Position, m: Move) -> bool {
    let target = position.piece(m.to);
    let kind = |piece: Piece| position.game().role_of(piece);
    !target.is_none()
        || m.special != Special::None
        || !m.choice.is_none()
        || m.druid().is_some()
        || kind(position.piece(m.from)).infantry && {
            position.board().rank(m.from) != position.board().rank(m.to)
        }
}

/// Whether a move passes over a square where it could be taken, or goes to such a square.
fn is_passing(position: &Position, m: Move) -> bool {
    position.en_passant_square() == Some(m.to) || {
        let kind = position.game().role_of(position.piece(m.from));
        kind.double_step && position.play_unchecked(m).en_passant_square().is_some()
    }
}

/// Plays one random game of at most `plies` plies on both boards.
fn walk(
    mut core: Position,
    mut naive: naive::Position,
    plies: usize,
    dice: &mut Dice,
    seen: &mut Seen,
) {
    for _ in 0..plies {
        let moves = compare(&core, &naive);
        if moves.is_empty() {
            return;
        }
        let mut legal: Vec<(String, Move)> =
            core.legal_moves().into_iter().map(|m| (coordinate::write(&core, m), m)).collect();
        legal.sort();
        let rare: Vec<usize> = (0..legal.len()).filter(|i| is_rare(&core, legal[*i].1)).collect();
        let passing: Vec<usize> =
            (0..legal.len()).filter(|i| is_passing(&core, legal[*i].1)).collect();
        let kind = |i: &usize| core.piece(legal[*i].1.from).role();
        let at = if !passing.is_empty() && dice.once_in(2) {
            *dice.pick(&passing)
        } else if !rare.is_empty() && dice.once_in(2) {
            // Kinds of piece by turns rather than all moves alike: gifts and substitutions come in dozens.
            let chosen = kind(dice.pick(&rare));
            let of_kind: Vec<usize> = rare.into_iter().filter(|i| kind(i) == chosen).collect();
            *dice.pick(&of_kind)
        } else {
            dice.below(legal.len())
        };
        let (text, m) = &legal[at];
        let (naive_text, next) = &moves[at];
        assert_eq!(text, naive_text);
        let after = core.play_unchecked(*m);
        seen.note_move(&core, *m, &after);
        core = after;
        naive = next.clone();
    }
    compare(&core, &naive);
}

/// Random games from the default array.
fn from_the_array(name: &str, games: usize, plies: usize) -> Seen {
    let mut seen = Seen::default();
    for seed in 0..games {
        let naive = naive::Position::start(naive_game(name));
        walk(start(game(name)), naive, plies, &mut Dice::new(seed as u64 + 1), &mut seen);
    }
    seen
}

/// A random legal start: both royals and some other pieces on squares where they may stand, in any of their states that
/// a diagram can tell. About every second board is thinly peopled, which is where mates, stalemates and dead
/// positions are.
///
/// With a list of abbreviations only kinds on it join the royals.
fn random_start(game: &'static Game, only: &[&str], dice: &mut Dice) -> (Setup, Position) {
    loop {
        let most = *dice.pick(&[3, 6, 12, 24, 36]);
        let mut pieces: Vec<(Square, Piece)> = Vec::new();
        let kinds: Vec<_> = game.role_ids().collect();
        let mut add = |piece: Piece, dice: &mut Dice| {
            let kind = game.role_of(piece);
            let home = kind.start.squares(&game.board, piece.side());
            let barred = kind.barred.squares(&game.board, piece.side());
            let free: Vec<Square> = home
                .into_iter()
                .filter(|s| !barred.has(*s) && pieces.iter().all(|(at, _)| at != s))
                .collect();
            if !free.is_empty() {
                pieces.push((*dice.pick(&free), piece));
            }
        };
        for side in Side::BOTH {
            let royal =
                kinds.iter().find(|(_, k)| k.royal && !k.abbreviation[side.at()].is_empty());
            add(Piece::new(royal.expect("a royal kind").0, side), dice);
        }
        for _ in 0..dice.below(most) * if only.is_empty() { 1 } else { 4 } {
            let (id, kind) = *dice.pick(&kinds);
            let side = *dice.pick(&Side::BOTH);
            // What a diagram's array cannot tell apart for the naive generator: a Pikeman that has moved.
            let moved = kind.mark[0] == "*";
            let wanted = only.is_empty() || only.contains(&kind.abbreviation[0]);
            if wanted && !kind.royal && !moved && !kind.abbreviation[side.at()].is_empty() {
                add(Piece::new(id, side), dice);
            }
        }
        let mut setup = Setup::array(game, pieces);
        setup.set_turn(*dice.pick(&Side::BOTH));
        if let Ok(position) = Position::start(&setup) {
            return (setup, position);
        }
    }
}

/// Random games from random arrays.
fn from_random_arrays(name: &str, only: &[&str], games: usize, plies: usize, seen: &mut Seen) {
    let game = game(name);
    let mut dice = Dice::new(name.len() as u64 * 7919);
    for _ in 0..games {
        let (setup, core) = random_start(game, only, &mut dice);
        let naive = naive::Position::from_diagram(
            naive_game(name),
            &diagram::write(&setup),
            naive_side(setup.turn()),
        );
        walk(core, naive, plies, &mut dice, seen);
    }
}

fn valonian_games(games: usize, plies: usize) -> Seen {
    let mut seen = Seen::default();
    let mut dice = Dice::new(1729);
    for _ in 0..games {
        let setup = mixed_forces(&mut dice);
        let core = Position::start(&setup).expect("every force is a legal start");
        let text = diagram::write(&setup);
        let naive = naive::Position::from_diagram(naive::Game::Valonian, &text, naive::Side::South);
        walk(core, naive, plies, &mut dice, &mut seen);
    }
    seen
}

const HAWKS: &str = "Hawk released|Hawk capturing|Hawk flying over a piece";
const PIKEMEN: &str = "Pikeman promoted|Pikeman knighted|Knighted Pikeman moving";
const PASSING: &str = "Pikeman promoted|Pikeman knighted|Knighted Pikeman moving|en passant|\
    en passant by a promoted Pikeman|promoted Pikeman passing over without capturing";
const VALONIAN: &str = "capture|en passant|castling|choice of promotion|promotion to a replacement|\
    Elephant turning after a capture|Elephant turning at the edge|Artillery capturing at two|Dragon capturing|\
    Mage's shift|Mage's shift onto the gift|Druid's substitution|move of the piece just restored|Berserker restored|\
    Elephant restored|infantry restored|frenzy|frenzied Berserker removed|frenzied Berserker kept by capturing|check";

#[test]
fn wing() {
    let seen = from_the_array("wing", 25, 200);
    seen.require(&format!("capture|check|Cannon capturing|{HAWKS}"));
}

#[test]
fn riverqi() {
    let seen = from_the_array("riverqi", 20, 200);
    seen.require("capture|check|Cannon capturing|Foot Soldier advanced");
}

#[test]
fn encounter() {
    for name in GAMES.into_iter().filter(|name| name.starts_with("encounter")) {
        let seen = from_the_array(name, 10, 200);
        seen.require("capture|check|Cannon capturing|Foot Soldier advanced");
    }
}

#[test]
fn fortress_level() {
    let seen = from_the_array("level", 30, 150);
    seen.require(&format!("capture|check|Cannon capturing|{HAWKS}|{PIKEMEN}"));
}

#[test]
fn fortress_high() {
    let seen = from_the_array("high", 30, 150);
    seen.require(&format!("capture|check|Cannon capturing|{HAWKS}|{PIKEMEN}"));
}

#[test]
fn valonian() {
    valonian_games(55, 120).require(VALONIAN);
}

/// Wing, RiverQi and Encounter from random arrays, either side with any kinds of its game.
#[test]
fn river_territories_from_random_arrays() {
    let mut seen = Seen::default();
    for name in GAMES.into_iter().take(6) {
        from_random_arrays(name, &[], 50, 40, &mut seen);
    }
    seen.require(&format!("{HAWKS}|Foot Soldier advanced|check|mate|stalemate|dead position"));
}

#[test]
fn fortress_from_random_arrays() {
    let mut seen = Seen::default();
    from_random_arrays("level", &[], 160, 40, &mut seen);
    from_random_arrays("high", &[], 160, 40, &mut seen);
    seen.require(&format!("{HAWKS}|{PIKEMEN}|check|mate|stalemate|dead position"));
}

/// Boards of Pikemen in their three ranks, where passing and being passed is daily business.
#[test]
fn fortress_pikemen() {
    let mut seen = Seen::default();
    for name in ["level", "high"] {
        from_random_arrays(name, &["PWH", "PPW"], 190, 20, &mut seen);
        from_random_arrays(name, &["PWH", "PPW", "CMR", "SEW"], 80, 20, &mut seen);
    }
    seen.require(PASSING);
}

/// Boards of the pieces that do more than move, each alone with infantry and then all together.
#[test]
fn valonian_oddities() {
    let mut seen = Seen::default();
    for kind in ["ELE", "ART", "DRA", "BER", "MAG", "DRU"] {
        from_random_arrays("valonian", &[kind, "P", "WAR"], 29, 40, &mut seen);
        from_random_arrays("valonian", &[kind, "DRU", "BER"], 29, 40, &mut seen);
    }
    seen.require(VALONIAN.trim_start_matches("capture|en passant|castling|"));
}

#[test]
fn valonian_from_random_arrays() {
    let mut seen = Seen::default();
    from_random_arrays("valonian", &[], 210, 40, &mut seen);
    seen.require("mate|stalemate|dead position|Elephant promoted and turned|choice of promotion");
}

/// The same at many times the length, for a quiet evening.
#[test]
#[ignore = "takes long"]
fn everything_at_length() {
    for name in GAMES {
        from_the_array(name, 100, 300);
        from_random_arrays(name, &[], 3000, 60, &mut Seen::default());
    }
    valonian_games(500, 200).require(VALONIAN);
}

/// Two Empresses with a file open between them are not a legal start, so that the walks above never begin so.
#[test]
fn random_arrays_are_legal_starts() {
    let wing = game("wing");
    let facing = setup(wing, "SE e1, NE e10, SS a1, NS a10", Side::South);
    assert!(Position::start(&facing).is_err());
}
