//! Plain Xiangqi, defined here as any library user could define a game: nothing in `src` knows it.
//!
//! Its river binds nobody but the Elephants, stalemate loses, and its counts of lines of legal moves are published.

use std::sync::OnceLock;

use crate::common::boards;
use riverpost::notation::{diagram, fen, read_input, write_move};
use riverpost::rules::{
    Binding, Board, DrawLimits, Ending, GENERAL, Game, Line, Lines, Mode, POWERS, PieceColours,
    Position, Power, Promotion, Role, RuleIds, RuleText, Scores, Side, Spec, SpecError, Stalemate,
    Zone, make, perft,
};

/// The rulings of the game, in the form of the text files beside the games of the library.
const RULINGS: &str = "\
X1  The two generals may not face each other on a file with nothing between.
    source: common rule

X2  A side that has no legal move has lost, in check or not.
    source: common rule
";

fn board() -> Board {
    let mut board = Board::plain(9, 10);
    board.area_name = "Half";
    board.areas = [board.rectangle("a1", "i5"), board.rectangle("a6", "i10")];
    board.palaces = [board.rectangle("d1", "f3"), board.rectangle("d8", "f10")];
    board.palace_names = ["the Southern palace", "the Northern palace"];
    board
}

/// A role under the abbreviations that Encounter has for the same piece.
fn role(
    abbreviation: [&'static str; 2],
    name: &'static str,
    letter: char,
    powers: Vec<Power>,
) -> Role {
    Role::new(abbreviation, [name; 2], letter, "moves as in Xiangqi", powers)
}

fn roles() -> Vec<Role> {
    let elephant = make::DIAGONAL.iter().map(|step| make::twice(*step, Mode::Both)).collect();
    vec![
        Role {
            royal: true,
            within: Zone::Palace,
            start: Zone::Palace,
            ..role(["SE", "NE"], "General", 'K', vec![make::leap(&make::ORTHOGONAL)])
        },
        Role {
            within: Zone::Palace,
            start: Zone::Palace,
            harmless: true,
            ..role(["SG", "NG"], "Advisor", 'A', vec![make::leap(&make::DIAGONAL)])
        },
        Role {
            within: Zone::OwnArea,
            start: Zone::OwnArea,
            harmless: true,
            ..role(["SEL", "NEL"], "Elephant", 'B', elephant)
        },
        role(["SHO", "NHO"], "Horse", 'N', make::horse()),
        role(["SCH", "NCH"], "Chariot", 'R', vec![make::ride(Lines::Orthogonal)]),
        role(["SCT", "NCT"], "Cannon", 'C', vec![Power::Hop]),
        Role {
            infantry: true,
            start: Zone::OwnArea,
            promotion: Some(Promotion::Automatic { rank: 6, into: "SSP" }),
            ..role(["SSO", "NSO"], "Soldier", 'P', vec![make::leap(&[(0, 1)])])
        },
        Role {
            infantry: true,
            start: Zone::EnemyArea,
            ..role(
                ["SSP", "NSP"],
                "crossed Soldier",
                'Q',
                vec![make::leap(&[(0, 1), (1, 0), (-1, 0)])],
            )
        },
    ]
}

fn spec() -> Spec {
    Spec {
        name: "xiangqi",
        revision: 1,
        variation: None,
        options: vec![],
        title: "Xiangqi",
        side_names: ["Red", "Black"],
        player_titles: ["Red", "Black"],
        colours: PieceColours::WHITE_AND_BLACK,
        board: board(),
        first: Side::South,
        roles: roles(),
        array: boards::XIANGQI.into(),
        array_name: "the usual",
        royals_may_not_face: true,
        stalemate: Stalemate::Loss,
        dead_positions: false,
        draw_limits: DrawLimits { halfmove_claim: 120, halfmoves: 240, ..DrawLimits::WESTERN },
        rule_ids: RuleIds { facing_royals: "X1", ..RuleIds::GENERAL },
        scores: Scores::even(2, 1),
        binding: Binding::Free,
        tie_break: None,
        usual_time: "40d",
        rules: vec![POWERS, GENERAL, RuleText::all(RULINGS)],
    }
}

fn game() -> &'static Game {
    static GAME: OnceLock<&Game> = OnceLock::new();
    GAME.get_or_init(|| Game::compile(spec()).expect("a game"))
}

fn position(line: &str) -> Position {
    fen::read(game(), line).expect("a position")
}

#[test]
fn published_counts() {
    let start = diagram::default_start(game()).expect("a legal start");
    for (depth, count) in (1..).zip([44, 1920, 79666, 3290240]) {
        assert_eq!(perft(&start, depth), count, "depth {depth}");
    }
}

#[test]
fn x1_generals_may_not_face() {
    let position = position("4k4/9/9/9/4Q4/9/9/9/9/4K4 s - - - - 0");
    let refusal = read_input(&position, "SSP e6-d6").expect_err("an illegal move");
    assert_eq!(refusal.rule(), "X1");
    assert!(game().ruling("X1").is_some());
}

#[test]
fn x2_stalemate_loses() {
    let position = position("3k5/9/4R4/9/9/9/9/9/9/4K4 s - - - - 0");
    let mut line = Line::new(position);
    // The general may go neither to the middle file, which the other one holds, nor up or down once the Chariot has its rank.
    let m = read_input(line.position(), "SCH e8-e9").expect("a legal move");
    assert_eq!(write_move(line.position(), m), "SCH e8-e9");
    line.push(m).expect("a legal move");
    assert_eq!(line.ending(), Some(Ending::Stalemate));
    assert_eq!(line.outcome().map(|o| o.name()), Some("south"));
}

#[test]
fn a_position_line_and_a_move_are_read_back() {
    let start = diagram::default_start(game()).expect("a legal start");
    for m in start.legal_moves() {
        let text = write_move(&start, m);
        assert_eq!(read_input(&start, &text), Ok(m), "{text}");
        let next = start.play(m).expect("a legal move");
        assert_eq!(fen::read(game(), &fen::write(&next)).as_ref(), Ok(&next), "{text}");
    }
}

#[test]
fn what_makes_no_game_is_refused() {
    let fault = |spec: Spec| Game::compile(spec).expect_err("no game");
    let no_general = Spec { roles: roles().split_off(1), ..spec() };
    assert_eq!(fault(no_general), SpecError::Royals(Side::South, 0));
    let mut no_promotion = spec();
    no_promotion.roles.pop();
    assert_eq!(fault(no_promotion), SpecError::Becomes("SSO"));
    let mut to_royal = spec();
    let royal = roles().iter().find(|role| role.royal).map(|role| role.abbreviation[0]).unwrap();
    for role in &mut to_royal.roles {
        if role.promotion.is_some() {
            role.promotion = Some(Promotion::Automatic { rank: 6, into: royal });
        }
    }
    assert_eq!(fault(to_royal), SpecError::Becomes("SSO"));
    let mut twice = spec();
    twice.roles.push(role(["SX", "NX"], "Twin", 'P', vec![]));
    assert_eq!(fault(twice), SpecError::Alike("SX"));
    let mut many = spec();
    many.roles.extend((0..40).map(|_| role(["SX", "NX"], "Twin", 'P', vec![])));
    assert_eq!(fault(many), SpecError::Roles(48));
}
