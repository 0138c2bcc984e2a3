//! What must hold in every position, tried in positions out of random games of every game: the list of legal moves
//! against the judgement of single moves, texts that lead back to where they came from, identity, refusals, and
//! what a line of play makes of repetition.

use crate::common;
use std::collections::{BTreeSet, HashMap};

use crate::common::{Dice, GAMES, North, South, find, game, place, place_quiet, square, start};
use proptest::prelude::*;
use riverpost::notation::{MoveError, coordinate, diagram, fen, read_input, read_move, write_move};
use riverpost::rules::{
    Claim, Ending, Game, Line, MAX_ROLES, MAX_SQUARES, Move, Outcome, Piece, Position, Promotion,
    RoleId, Setup, Side, Special, Square,
};

/// A start of Valonian Chess with any forces.
fn mixed_start(dice: &mut Dice) -> Position {
    Position::start(&common::mixed_forces(dice)).expect("every force is a legal start")
}

/// Positions out of random games that favour captures: every `step`-th, from `games` games of a name.
fn positions(name: &str, games: usize, plies: usize, step: usize) -> Vec<Position> {
    let mut dice = Dice::new(name.len() as u64 + 4711);
    let mut found = Vec::new();
    for _ in 0..games {
        let mut position =
            if name == "valonian" { mixed_start(&mut dice) } else { start(game(name)) };
        let mut rest = dice.below(step);
        for _ in 0..plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let odd = |m: &&Move| {
                !position.piece(m.to).is_none()
                    || m.special != Special::None
                    || !m.choice.is_none()
                    || m.druid().is_some()
            };
            let odd: Vec<&Move> = legal.iter().filter(odd).collect();
            let m = if odd.is_empty() || dice.once_in(2) {
                *dice.pick(&legal)
            } else {
                **dice.pick(&odd)
            };
            position = position.play_unchecked(m);
            if rest == 0 {
                found.push(position.clone());
                rest = step;
            }
            rest -= 1;
        }
    }
    found
}

/// Positions where little is left and something odd is at hand, for what random games seldom bring.
fn odd_positions() -> Vec<Position> {
    let valonian = game("valonian");
    let level = game("level");
    let high = game("high");
    let taken =
        |pieces: &str, side: Side, moves: &str| common::play(&place(valonian, pieces, side), moves);
    vec![
        // Promotion, also to an Elephant that can be turned.
        place(valonian, "wK e1, bK h8, wP b7, bR a8, wELE h1, wMAG c1", South),
        // A Druid may give way to a Rook just taken; the restored piece may move at once.
        taken("wK e1, bK e8, wR a4, bB d1, wDRU g5, wP h2", North, "d1a4"),
        // The same for a frenzied Berserker and an Elephant at the edge.
        taken("wK e1, bK e8, wBER! a4, bB d1, wDRU g5, wBER b2", North, "d1a4"),
        taken("wK e1, bK e8, wELE a4, bB d1, wDRU g8, wDRU b2", North, "d1a4"),
        // Both castlings, an Elephant facing the edge, a Mage with much to give.
        place(
            valonian,
            "wK e1, wR a1, wR h1, bK e8, bR a8, wELE>w b5, wMAG d4, wN d5, wP c7",
            South,
        ),
        // En passant.
        taken("wK e1, bK e8, wP e5, wP c5, bWAR d7, wWAR g5", North, "d7d5"),
        common::play(&place(level, "TDW d1, TWQ d9, PWH c3, WPN* d5, WPN* b5", South), "c3c5"),
        common::play(&place(level, "TDW d1, TWQ d9, PWH c2, PWP d4, PWP b4", South), "c2c4"),
        common::play(&place(high, "TDW d1, FWQ d9, PWH c2, PWP d4, PWP b4", South), "c2c4"),
        place(high, "TDW d2, FWQ e3, WKG g4, SEW a1, WSE e5", South),
        place(high, "TDW d2, FWQ e4, WKG g4, SEW c3, WSE e5, WCN c8", North),
    ]
}

/// Everything that a move could plausibly be made of, for one pair of squares.
fn plausible(position: &Position, from: Square, to: Square) -> Vec<Move> {
    let game = position.game();
    let plain = Move::plain(from, to);
    let mut all = vec![
        plain,
        plain.specially(Special::EnPassant),
        plain.specially(Special::CastleShort),
        plain.specially(Special::CastleLong),
    ];
    let piece = position.piece(from);
    if piece.is_none() || piece.side() != position.turn() {
        return all;
    }
    let kind = game.role_of(piece);
    if kind.promotion == Some(Promotion::Choice) || kind.facing.is_some() {
        for (id, _) in game.role_ids() {
            all.extend(Side::BOTH.map(|side| plain.choosing(Piece::new(id, side))));
        }
    }
    let near = position.board().file(from).abs_diff(position.board().file(to)) < 3;
    if kind.shifts && near {
        all.extend(squares(game).map(|gift| plain.giving(gift)));
    }
    all
}

fn squares(game: &Game) -> impl Iterator<Item = Square> + use<> {
    (0..game.board.squares()).filter_map(Square::new)
}

/// The moves among everything plausible that are judged legal, each judged on its own.
fn judged(position: &Position) -> BTreeSet<Move> {
    let game = position.game();
    let mut found = BTreeSet::new();
    let mut judge = |m: Move| {
        if position.is_legal(m) {
            found.insert(m);
        }
    };
    for from in squares(game) {
        for to in squares(game) {
            for m in plausible(position, from, to) {
                judge(m);
            }
        }
    }
    if !position.restorable().is_none() {
        for druid in position.pieces_of(position.turn()) {
            for from in position.pieces_of(position.turn()) {
                // After the substitution another piece may stand on the Druid's square: ask for all its moves.
                let kind = game.role_of(if from == druid {
                    position.restorable()
                } else {
                    position.piece(from)
                });
                for to in squares(game) {
                    let plain = Move::plain(from, to);
                    let mut all = plausible(position, from, to);
                    if kind.facing.is_some() || kind.promotion.is_some() {
                        let kinds = game.role_ids().map(|(id, _)| id);
                        all.extend(kinds.map(|id| plain.choosing(Piece::new(id, position.turn()))));
                    }
                    let near = position.board().file(from).abs_diff(position.board().file(to)) < 2;
                    if kind.shifts && near {
                        all.extend(squares(game).map(|gift| plain.giving(gift)));
                    }
                    for m in all {
                        judge(m.substituting(druid));
                    }
                }
            }
        }
    }
    found
}

#[test]
fn the_list_is_what_single_judgement_finds() {
    let mut all = odd_positions();
    for name in GAMES {
        all.extend(positions(name, 6, 120, 12));
    }
    for position in all {
        let list = position.legal_moves();
        let set: BTreeSet<Move> = list.iter().copied().collect();
        assert_eq!(set.len(), list.len(), "a move twice in {}", fen::write(&position));
        assert_eq!(judged(&position), set, "in {}", fen::write(&position));
        for from in position.pieces_of(position.turn()) {
            let of_it: Vec<Move> =
                list.iter().copied().filter(|m| m.from == from && m.druid().is_none()).collect();
            assert_eq!(position.moves_from(from), of_it);
        }
        // Two asked the same give the same.
        assert_eq!(fen::read(position.game(), &fen::write(&position)).unwrap().legal_moves(), list);
    }
}

/// First without a substitution, then with, by the Druid's square; within these by square of departure, the royal last.
#[test]
fn the_order_of_the_list() {
    let before =
        place(game("valonian"), "wK d1, bK h8, wDRU b2, wP a7, wDRU e1, bR c4, wN c8", North);
    let position = common::play(&before, "c4c8");
    let texts: Vec<String> =
        position.legal_moves().into_iter().map(|m| coordinate::write(&position, m)).collect();
    assert_eq!(
        texts.join(", "),
        "e1d2, e1f2, e1c3, e1g3, e1b4, e1h4, e1a5, b2a1, b2c1, b2a3, b2c3, b2d4, b2e5, b2f6, \
         a7a8=Q, a7a8=R, a7a8=B, a7a8=N, a7a8=DRU, d1d2, d1e2, \
         ~e1 e1c2, ~e1 e1g2, ~e1 e1d3, ~e1 e1f3, \
         ~e1 b2a1, ~e1 b2c1, ~e1 b2a3, ~e1 b2c3, ~e1 b2d4, ~e1 b2e5, ~e1 b2f6, \
         ~e1 a7a8=Q, ~e1 a7a8=R, ~e1 a7a8=B, ~e1 a7a8=N, ~e1 a7a8=DRU, ~e1 d1d2, ~e1 d1e2, \
         ~b2 e1d2, ~b2 e1f2, ~b2 e1c3, ~b2 e1g3, ~b2 e1b4, ~b2 e1h4, ~b2 e1a5, \
         ~b2 b2d3, ~b2 b2a4, ~b2 b2c4, \
         ~b2 a7a8=Q, ~b2 a7a8=R, ~b2 a7a8=B, ~b2 a7a8=N, ~b2 a7a8=DRU, ~b2 d1d2, ~b2 d1e2"
    );
}

/// Canonical text, coordinate form and what people type lead back to the move; no two moves share a text.
#[test]
fn moves_survive_being_written() {
    let mut all = odd_positions();
    for name in GAMES {
        all.extend(positions(name, 8, 120, 5));
    }
    for position in all {
        let place = fen::write(&position);
        let mut texts = BTreeSet::new();
        for m in position.legal_moves() {
            let text = write_move(&position, m);
            let stated =
                read_move(&position, &text).unwrap_or_else(|e| panic!("{text}: {e}, {place}"));
            assert_eq!(stated.mv, m, "{text} in {place}");
            assert_eq!(read_input(&position, &text), Ok(m), "{text} in {place}");
            let coordinates = coordinate::write(&position, m);
            assert_eq!(read_input(&position, &coordinates), Ok(m), "{coordinates} in {place}");
            assert!(text.is_ascii() && coordinates.is_ascii());
            assert!(texts.insert(text) && texts.insert(coordinates), "a text twice in {place}");
            // The mark of check says what is so afterwards.
            let next = position.play_unchecked(m);
            let mark = match (next.in_check(), next.has_move()) {
                (false, _) => None,
                (true, true) => Some(riverpost::notation::Mark::Check),
                (true, false) => Some(riverpost::notation::Mark::Mate),
            };
            assert_eq!(stated.mark, mark);
        }
        assert_eq!(coordinate::legal(&position).len() as u64, position.count_moves());
    }
}

/// What a record may leave out: the mark of check, of an automatic promotion, of en passant behind an `x`.
#[test]
fn marks_that_can_be_derived_may_be_missing() {
    let mut all = odd_positions();
    for name in GAMES {
        all.extend(positions(name, 3, 120, 10));
    }
    for position in all {
        for m in position.legal_moves() {
            let text = write_move(&position, m);
            let bare = text.trim_end_matches('+').trim_end_matches(" e.p.").to_string();
            let automatic = ["=SHK", "=NHK", "=HWH", "=WHK", "=SFa", "=NFa", "=SSP", "=NSP"]
                .into_iter()
                .chain(["=PPW", "=PWP", "=CMR", "=KNP"])
                .fold(bare, |text, mark| text.replace(mark, ""));
            // With an `x` towards a passed square only the capture can be meant.
            let stated = read_move(&position, &automatic);
            assert_eq!(stated.map(|s| s.mv), Ok(m), "{automatic} for {text}");
        }
    }
}

#[test]
fn positions_survive_being_written() {
    let mut all = odd_positions();
    for name in GAMES {
        all.extend(positions(name, 10, 150, 2));
    }
    for position in all {
        let line = fen::write(&position);
        let again = fen::read(position.game(), &line).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(again, position, "{line}");
        assert_eq!(again.zobrist_hash(), position.zobrist_hash(), "{line}");
        assert_eq!(fen::write(&again), line);
        assert_eq!(again.legal_moves(), position.legal_moves(), "{line}");
        let setup = Setup::of(&position);
        assert_eq!(Position::resume(&setup).as_ref(), Ok(&position));
        let text = diagram::write(&setup);
        let read = diagram::read(position.game(), &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert!(read.pieces().eq(setup.pieces()), "{text}");
        assert_eq!(diagram::write(&read), text);
        // Neither the widths nor the letters below matter.
        let loose: Vec<String> = text
            .lines()
            .take(position.board().ranks().into())
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join("  "))
            .collect();
        let read = diagram::read(position.game(), &loose.join("\n")).expect("the same diagram");
        assert!(read.pieces().eq(setup.pieces()));
    }
}

/// What makes two positions the same for repetition, spelled out without the hash: placement and states, side, castling rights,
/// and the passed square or the captured piece only while a legal move uses it.
fn spelled(position: &Position) -> String {
    let line = fen::write(position);
    let fields: Vec<&str> = line.split(' ').collect();
    let states: Vec<&str> = fields[4].split(',').filter(|s| !s.starts_with('~')).collect();
    let legal = position.legal_moves();
    let passing = legal.iter().any(|m| m.special == Special::EnPassant);
    let saving = legal.iter().any(|m| m.druid().is_some());
    assert_eq!(position.legal_en_passant_square().is_some(), passing, "{line}");
    assert_eq!(!position.legally_restorable().is_none(), saving, "{line}");
    let passed = if passing { fields[3] } else { "-" };
    let taken = if saving { fields[4].split('~').nth(1).unwrap_or("-") } else { "-" };
    format!("{} {} {} {passed} {states:?} {taken}", fields[0], fields[1], fields[2])
}

/// Within the tree of a position the hash, `same_as` and the spelled-out meaning part the positions in the same way.
#[test]
fn identity_is_sameness_along_transpositions() {
    let valonian = game("valonian");
    let mut roots = odd_positions();
    roots.extend(GAMES.map(|name| start(game(name))));
    // Roots whose trees hold rights that come and go.
    roots.push(place(valonian, "wK e1, wR a1, wR h1, bK e8, bR a8, bR h8, wP e5, bP d7", North));
    roots.push(place(valonian, "wK a5, bK h4, wP b2, bP c4, bR h5", South));
    roots.push(place(valonian, "wK e1, wDRU a1, wN c3, wELE h1, bK e8, bN d5, bDRU h8", North));
    for root in roots {
        let mut by_spelling: HashMap<String, Position> = HashMap::new();
        let mut by_hash: HashMap<u64, Position> = HashMap::new();
        let mut level = vec![root];
        for _ in 0..3 {
            let mut deeper = Vec::new();
            for position in level.iter().take(400) {
                deeper
                    .extend(position.legal_moves().into_iter().map(|m| position.play_unchecked(m)));
            }
            for position in deeper.iter().take(4000) {
                let spelling = spelled(position);
                let known = by_spelling.entry(spelling).or_insert_with(|| position.clone());
                assert!(known.same_as(position), "{}", fen::write(position));
                assert_eq!(
                    known.zobrist_hash(),
                    position.zobrist_hash(),
                    "{}",
                    fen::write(position)
                );
                let known =
                    by_hash.entry(position.zobrist_hash()).or_insert_with(|| position.clone());
                assert!(known.same_as(position), "{}", fen::write(position));
            }
            level = deeper;
        }
        assert_eq!(by_spelling.len(), by_hash.len());
    }
}

/// Every pair of squares: no reason for a legal move, a reason with a known rule and a sentence for every other.
#[test]
fn every_refusal_has_a_reason() {
    let mut all = odd_positions();
    for name in GAMES {
        all.extend(positions(name, 4, 120, 30));
    }
    let mut rules: BTreeSet<&str> = BTreeSet::new();
    for position in all {
        let place = fen::write(&position);
        let game = position.game();
        let legal: BTreeSet<Move> = position.legal_moves().into_iter().collect();
        for m in &legal {
            assert_eq!(position.refuse(*m), None, "{place}");
        }
        for from in squares(game) {
            for to in squares(game) {
                for m in plausible(&position, from, to) {
                    if legal.contains(&m) {
                        continue;
                    }
                    let refusal = position.refuse(m);
                    let refusal = refusal.unwrap_or_else(|| panic!("{m:?} in {place}"));
                    assert!(!refusal.message.is_empty() && !refusal.message.ends_with('.'));
                    rules.insert(refusal.rule);
                    assert!(game.ruling(refusal.rule).is_some(), "{} of {place}", refusal.rule);
                }
            }
        }
    }
    for rule in ["G1", "R1", "W1", "H3", "V1", "V4", "V6", "V8"] {
        assert!(rules.contains(rule), "{rule} never forbade anything: {rules:?}");
    }
}

/// A move of any squares, choices and specials at all, also off the board.
fn nonsense() -> impl Strategy<Value = Move> {
    let special = prop_oneof![
        Just(Special::None),
        Just(Special::EnPassant),
        Just(Special::CastleShort),
        Just(Special::CastleLong)
    ];
    let square = || {
        let index = prop_oneof![8 => 0..64usize, 1 => 0..MAX_SQUARES];
        index.prop_map(|index| Square::new(index).expect("a square of some board"))
    };
    let choice = prop_oneof![2 => Just(None), 1 => (0..MAX_ROLES, any::<bool>()).prop_map(Some)];
    let maybe = |s| prop_oneof![3 => Just(None), 1 => s];
    (
        square(),
        square(),
        choice,
        maybe(square().prop_map(Some).boxed()),
        maybe(square().prop_map(Some).boxed()),
        special,
    )
        .prop_map(|(from, to, choice, gift, druid, special)| {
            let mut m = Move::plain(from, to).specially(special);
            if let Some((kind, south)) = choice {
                let side = if south { South } else { North };
                m = m.choosing(Piece::new(RoleId::new(kind).expect("a role of some game"), side));
            }
            if let Some(gift) = gift {
                m = m.giving(gift);
            }
            if let Some(druid) = druid {
                m = m.substituting(druid);
            }
            m
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

    /// However mad a move is, it is judged, and refused unless it is on the list.
    #[test]
    fn nonsense_is_refused(m in nonsense(), at in 0usize..1000) {
        thread_local! {
            static ALL: Vec<Position> = {
                let mut all = odd_positions();
                all.extend(GAMES.into_iter().flat_map(|name| positions(name, 2, 60, 20)));
                all
            };
        }
        ALL.with(|all| {
            let position = &all[at % all.len()];
            let legal = position.legal_moves().contains(&m);
            assert_eq!(position.is_legal(m), legal, "{m:?} in {}", fen::write(position));
            let refusal = position.refuse(m);
            assert_eq!(refusal.is_none(), legal);
            let known = |rule| position.game().ruling(rule).is_some();
            assert!(refusal.is_none_or(|r| !r.message.is_empty() && known(r.rule)));
        });
    }

    /// Lines and diagrams of any kind are read or refused, never worse; what is read can be played on.
    #[test]
    fn any_text_may_be_a_position(text in "[a-zA-Z0-9/*>!~,. -]{0,80}", at in 0usize..9) {
        let game = game(GAMES[at]);
        if let Ok(position) = fen::read(game, &text) {
            position.legal_moves();
        }
        let _ = diagram::read(game, &text);
    }

    /// A position's line with one field changed is read or refused; what is read can be played on.
    #[test]
    fn a_spoilt_line_is_no_danger(
        field in 0usize..7, text in "[a-hA-Z0-9/*>!~,-]{1,6}", at in 0usize..9, ply in 0usize..30,
    ) {
        let mut position = start(game(GAMES[at]));
        let mut dice = Dice::new(ply as u64);
        for _ in 0..ply {
            let legal = position.legal_moves();
            if !legal.is_empty() {
                position = position.play_unchecked(*dice.pick(&legal));
            }
        }
        let line = fen::write(&position);
        let mut fields: Vec<&str> = line.split(' ').collect();
        fields[field] = &text;
        if let Ok(position) = fen::read(position.game(), &fields.join(" ")) {
            for m in position.legal_moves() {
                let next = position.play_unchecked(m);
                let _ = (next.legal_moves(), next.zobrist_hash(), write_move(&position, m));
            }
        }
    }
}

/// States that the board does not bear out are dropped, so that no line makes a position that could not be.
#[test]
fn rights_that_nothing_bears_out() {
    let read = |line: &str| fen::read(game("valonian"), line).expect("a position");
    // Castling without Rooks; a passed square with nobody behind it, or nobody to take, or in the wrong place.
    assert_eq!(read("4k3/8/8/8/8/8/8/4K2R s KQkq - - - 0").castling_rights(), 1);
    assert_eq!(read("4k3/8/8/4P3/8/8/8/4K3 s - d6 - - 0").en_passant_square(), None);
    assert_eq!(read("4k3/8/8/3p4/8/8/8/4K3 s - d6 - - 0").en_passant_square(), None);
    assert_eq!(read("4k3/3p4/8/3pP3/8/8/8/4K3 s - d6 - - 0").en_passant_square(), None);
    assert_eq!(read("4k3/8/8/3nP3/8/8/8/4K3 s - d6 - - 0").en_passant_square(), None);
    assert_eq!(read("4k3/P7/8/8/8/8/8/4K3 s - b8 - - 0").en_passant_square(), None);
    assert!(read("4k3/8/8/3pP3/8/8/8/4K3 s - d6 - - 0").en_passant_square().is_some());
    // A piece for a Druid to save: his own side's, no King, no Druid, and with a Druid to do it.
    assert!(read("4k3/8/8/6U1/8/8/8/4K3 s - - ~K - 0").restorable().is_none());
    assert!(read("4k3/8/8/6U1/8/8/8/4K3 s - - ~U - 0").restorable().is_none());
    assert!(read("4k3/8/8/6u1/8/8/8/4K3 s - - ~R - 0").restorable().is_none());
    let saved = read("4k3/8/8/6U1/8/8/8/4K3 s - - ~r - 0");
    assert_eq!(saved.restorable().side(), South);
    assert_eq!(saved, read("4k3/8/8/6U1/8/8/8/4K3 s - - ~R - 0"));
    // Nobody promotes to King, Pawn or Warband.
    assert_eq!(
        read("4k3/8/8/8/8/8/8/4K3 s - - - KPWEp 0"),
        read("4k3/8/8/8/8/8/8/4K3 s - - - E 0")
    );
    // In a game without all that it is dropped as well.
    let wing = "4e4/9/9/9/9/9/9/9/4G4/4E4 s";
    assert!(fen::read(game("wing"), &format!("{wing} KQ a5 - - 0")).is_ok());
    for bad in [
        "s KX - - - 0",
        "x - - - - 0",
        "s - z9 - - 0",
        "s - - e5! - 0",
        "s - - ~ - 0",
        "s - - - - -1",
    ] {
        let line = format!("4k3/8/8/8/8/8/8/4K3 {bad}");
        assert!(fen::read(game("valonian"), &line).is_err(), "{line}");
    }
    for bad in ["", "8 s - - - - 0", "9/8/8/8/8/8/8/8 s - - - - 0", "4k3/8/8/8/8/8/8/4K3 s - - - 0"]
    {
        assert!(fen::read(game("valonian"), bad).is_err(), "{bad}");
    }
}

/// Positions out of the middle of a game can be set up whatever their history; unplayable ones cannot.
#[test]
fn what_cannot_be_resumed() {
    let line = "4k3/8/8/8/8/8/8/4K2q n - - - - 0";
    assert!(fen::read(game("valonian"), line).is_err(), "the side that has moved is in check");
    assert!(fen::read(game("valonian"), "8/8/8/8/8/8/8/4K3 s - - - - 0").is_err());
    assert!(fen::read(game("valonian"), "k3k3/8/8/8/8/8/8/4K3 s - - - - 0").is_err());
    assert!(
        fen::read(game("valonian"), "4k3/8/8/8/8/8/8/4K3 s - - - - 0").is_ok(),
        "dead, but a position"
    );
}

/// A line asked about by playing it again from the start and comparing every position with every other.
struct Replay(Vec<Position>);

impl Replay {
    fn of(line: &Line) -> Replay {
        let mut all = vec![line.start().clone()];
        for m in line.moves() {
            all.push(all[all.len() - 1].play_unchecked(*m));
        }
        Replay(all)
    }

    fn occurrences(&self, of: &Position) -> Vec<usize> {
        (0..self.0.len()).filter(|i| self.0[*i].same_as(of)).collect()
    }
}

/// Random games with few pieces, in which positions come back: occurrences, claims and endings as a replay finds them.
#[test]
fn lines_of_play() {
    let valonian = game("valonian");
    let roots = [
        place(game("wing"), "SE e1, NE d10, SS a5, NG f10, NK b9", South),
        place(game("level"), "TDW d1, TWQ d9, TCT a5, WKG g5, PWH b2", South),
        place(game("high"), "TDW d1, FWQ e9", North),
        place(valonian, "wK e1, wR h1, bK a8, bP a7", South),
        place_quiet(valonian, "wK e1, wQ g1, bK a8", South, 90),
        place_quiet(valonian, "wK e1, wELE h1, bK a8, bBER b8", South, 120),
    ];
    let (mut thrice, mut five, mut seventy_five) = (0, 0, 0);
    for (seed, root) in (0..).zip(roots.iter().cycle().take(180)) {
        let mut dice = Dice::new(seed + 99);
        let mut line = Line::new(root.clone());
        // Two moves of each side to and fro most of the time, so that positions return.
        for _ in 0..160 {
            let legal = line.position().legal_moves();
            if line.ending().is_some() || legal.is_empty() {
                break;
            }
            let back = line.moves().len().checked_sub(2).map(|at| line.moves()[at]);
            let back = back.map(|m| Move::plain(m.to, m.from)).filter(|m| legal.contains(m));
            let m = match back {
                Some(m) if !dice.once_in(5) => m,
                _ => *dice.pick(&legal),
            };
            let next = line.position().play_unchecked(m);
            let replay = Replay::of(&line);
            let before = replay.occurrences(&next);
            let mut claims = Vec::new();
            if before.len() >= 2 {
                claims.push(Claim::Repetition);
            }
            if next.halfmove_clock() >= 100 {
                claims.push(Claim::FiftyMoves);
            }
            assert_eq!(line.claims_with(m), claims);
            line.push_unchecked(m);
            let occurrences = [before, vec![line.plies()]].concat();
            assert_eq!(line.occurrences(), occurrences);
            assert_eq!(line.claims(), claims);
            thrice += usize::from(occurrences.len() == 3);
            let expected = next.ending().filter(|e| *e != Ending::SeventyFiveMoves).or_else(|| {
                if occurrences.len() >= 5 {
                    five += 1;
                    return Some(Ending::FivefoldRepetition);
                }
                let over = next.halfmove_clock() >= 150;
                seventy_five += usize::from(over);
                over.then_some(Ending::SeventyFiveMoves)
            });
            assert_eq!(line.ending(), expected);
            let outcome = expected.map(|e| match e {
                Ending::Checkmate => Outcome::Won(next.turn().other()),
                _ => Outcome::Draw,
            });
            assert_eq!(line.outcome(), outcome);
            assert_eq!(line.position(), &next);
        }
    }
    assert!(thrice > 20 && five > 5 && seventy_five > 5, "{thrice} {five} {seventy_five}");
}

/// A text that is no move, a move that is not legal, a text that fits several: three errors.
#[test]
fn three_kinds_of_refusal() {
    let position = start(game("wing"));
    assert!(matches!(read_move(&position, "hello"), Err(MoveError::NotAMove { .. })));
    assert!(matches!(read_move(&position, "SK b1-b3"), Err(MoveError::Illegal(_))));
    assert!(matches!(read_move(&position, "SC b1-c3"), Err(MoveError::Contradiction { .. })));
    assert_eq!(read_move(&position, "SK b1-c3").unwrap().mv, find(&position, "b1c3"));
    assert_eq!(Some(square(position.game(), "b1")), Square::new(1));
}
