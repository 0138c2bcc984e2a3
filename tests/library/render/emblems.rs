//! Emblems and the colours they are drawn in.

use std::collections::BTreeSet;

use riverpost::notation::diagram;
use riverpost::render::{
    Captions, EMBLEM_SIZE, PieceStyle, Render, Scene, Sheet, SvgBoard, THEMES, has_emblem,
    lightness, symbols,
};
use riverpost::rules::{Game, Line, LostPieces, Piece, Position, Side, Spec, variants};

use super::pixels;
use crate::common::{GAMES, game, start};

/// The pieces of a game, both sides'.
fn pieces(game: &Game) -> impl Iterator<Item = Piece> {
    let both = game.role_ids().flat_map(|(id, _)| Side::BOTH.map(|side| Piece::new(id, side)));
    both.filter(|piece| !game.abbreviation(*piece).is_empty())
}

#[test]
fn every_kind_has_an_emblem() {
    for game in variants::all() {
        let without = pieces(game).find(|piece| !has_emblem(game, *piece));
        let name = without.map(|piece| game.piece_name(piece));
        assert_eq!(name, None, "{}", game.title);
    }
}

#[test]
fn a_kind_without_an_emblem_is_shown_by_its_letters() {
    let mut spec = Spec::clone(game("valonian"));
    let knight = spec.roles.iter_mut().find(|role| role.letter == 'N').expect("a Knight");
    knight.name = ["Nightrider"; 2];
    let changed = Game::compile(spec).expect("a game");
    let position = start(changed);
    let scene = Scene { position: &position, last: None, flip: false };
    let svg = SvgBoard::default().render(&scene);
    // Four Knights on discs; the other pieces are emblems.
    assert_eq!(svg.matches("<circle").count(), 4);
    assert_eq!(svg.matches("<use").count(), 28);
}

/// Each emblem of the games, alone in grey at 24 pixels.
fn small_emblems() -> Vec<(String, Vec<u8>)> {
    let mut drawn: Vec<(String, Vec<u8>)> = Vec::new();
    for defs in GAMES.map(|name| symbols([game(name)], PieceStyle::Emblems)) {
        for symbol in defs.lines().filter(|line| line.starts_with("<symbol id=")) {
            let id = symbol.split('"').nth(1).expect("an id");
            if id.starts_with("mark-") || drawn.iter().any(|(known, _)| known == id) {
                continue;
            }
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {EMBLEM_SIZE} {EMBLEM_SIZE}\">{symbol}\
                 <rect width=\"48\" height=\"48\" fill=\"#888\"/>\
                 <use href=\"#{id}\" width=\"48\" height=\"48\" fill=\"#222\" color=\"#444\" stroke=\"#fff\"/></svg>"
            );
            let grey = pixels(&svg, 0.5).pixels().iter().map(|pixel| pixel.red()).collect();
            drawn.push((id.to_owned(), grey));
        }
    }
    drawn
}

#[test]
fn emblems_differ_at_24_pixels_in_grey() {
    let emblems = small_emblems();
    // 38 names, of which Foot Soldier and Soldier, their promoted forms, and the two Knighted Pikemen share one each.
    assert!(emblems.len() >= 35, "{}", emblems.len());
    let same = [
        ["emblem-foot-soldier", "emblem-soldier"],
        ["emblem-advanced-foot-soldier", "emblem-promoted-soldier"],
        ["emblem-pike-commander", "emblem-knighted-pikeman"],
    ];
    for (at, (one, its)) in emblems.iter().enumerate() {
        for (other, others) in &emblems[..at] {
            let differ = its.iter().zip(others).filter(|(a, b)| a.abs_diff(**b) > 50).count();
            let expected =
                same.iter().any(|pair| pair.contains(&&**one) && pair.contains(&&**other));
            // Of 576 pixels.
            assert_eq!(differ < 40, expected, "{one} and {other} differ in {differ} pixels");
        }
    }
}

#[test]
fn sides_can_be_told_apart_without_colours() {
    for game in variants::all() {
        for theme in THEMES {
            let paints = Side::BOTH.map(|side| theme.paint(game.colours[side.at()]));
            for paint in paints {
                let ink = lightness(paint.ink);
                for colour in [paint.fill, paint.second] {
                    assert!(lightness(colour).abs_diff(ink) > 90, "{} {}", game.title, theme.name);
                }
            }
            let [south, north] = paints.map(|paint| lightness(paint.fill));
            assert!(south.abs_diff(north) > 90, "{} {}", game.title, theme.name);
        }
    }
}

/// A game that is added is one file: it brings its colours.
#[test]
fn colours_are_the_games_own() {
    let mut spec = Spec::clone(game("wing"));
    spec.colours[0].main = 0x123456;
    let changed = Game::compile(spec).expect("a game");
    let position = start(changed);
    let scene = Scene { position: &position, last: None, flip: false };
    assert!(SvgBoard::default().render(&scene).contains("fill=\"#123456\""));
}

/// What a state changes in the picture, whose pieces are otherwise the same.
#[test]
fn states_are_part_of_the_picture() {
    let marked = |name: &str, board: &str, mark: &str| {
        let game = game(name);
        let setup = diagram::read(game, board).expect("a diagram");
        let position = Position::resume(&setup).expect("a position");
        let scene = |flip| Scene { position: &position, last: None, flip };
        let of = |flip| SvgBoard::default().render(&scene(flip));
        let turns = |svg: &str| {
            let uses =
                svg.split("<use ").filter(|used| used.starts_with(&format!("href=\"#{mark}\"")));
            let turn = |used: &str| {
                used.split_once("rotate(")
                    .map_or("0", |(_, r)| r.split(' ').next().unwrap())
                    .to_owned()
            };
            uses.map(turn).collect::<Vec<_>>().join(" ")
        };
        (turns(&of(false)), turns(&of(true)))
    };
    let board = |ranks: [&str; 8]| {
        ranks.iter().enumerate().map(|(i, rank)| format!("{} {rank}\n", 8 - i)).collect::<String>()
    };
    let empty = ". . . . . . . .";
    let elephants = board([
        ". . . . bK . . bELE",
        empty,
        empty,
        "wELE wELE>e wELE>s wELE>w . . . .",
        empty,
        "bBER . bBER! . . . . .",
        empty,
        ". . . . wK . . .",
    ]);
    // By square from a1: the four of South, then North's, which faces down the board.
    let expected = ("0 90 180 270 180".to_owned(), "180 270 0 90 0".to_owned());
    assert_eq!(marked("valonian", &elephants, "mark-facing"), expected);
    assert_eq!(marked("valonian", &elephants, "mark-frenzied"), ("0".into(), "0".into()));
    let pikemen = "9 . . . TWQ . . .\n8 . . . . . . .\n7 . . . . . . .\n6 . . . . . . .\n5 . . . . . . .\n\
                   4 . . . . . . .\n3 . PWH* . . . . .\n2 . . . . PWH . .\n1 . . . TDW . . .\n";
    assert_eq!(marked("level", pikemen, "mark-first-move"), ("0".into(), "0".into()));
}

/// Nothing of a label lies beside its disc, whatever the kind and the size.
#[test]
fn labels_stay_within_their_discs() {
    let mut labels = BTreeSet::new();
    for game in variants::all() {
        let line = Line::new(start(game));
        let captured = pieces(game).collect();
        let losses = [LostPieces { captured, ..LostPieces::default() }, LostPieces::default()];
        let scene = Scene { position: line.position(), last: None, flip: false };
        let sheet =
            Sheet { scene, title: String::new(), seats: Default::default(), losses, notes: vec![] };
        let board = SvgBoard { pieces: PieceStyle::Letters, ..SvgBoard::default() };
        let svg = sheet.svg(&board, Captions::Strokes, None);
        let number = |line: &str, name: &str| -> f64 {
            let (_, rest) = line.split_once(&format!(" {name}=\"")).expect("an attribute");
            rest.split('"').next().and_then(|n| n.parse().ok()).expect("a number")
        };
        for line in svg.lines().filter(|line| line.contains("<circle") && line.contains("<title>"))
        {
            let (disc, rest) = line.split_once("/><g ").expect("a disc and a label");
            let label = format!("<g {}</g>", rest.split_once("</g>").expect("the label's end").0);
            let [cx, cy, r] = ["cx", "cy", "r"].map(|name| number(disc, name));
            // Where the label begins depends on the place alone.
            if !labels.insert((label.split_once(')').expect("a place").1.to_owned(), r.to_bits())) {
                continue;
            }
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} 60 60\">{label}</svg>",
                cx - 30.0,
                cy - 30.0
            );
            let drawn = pixels(&svg, 1.0);
            let inked = drawn.pixels().iter().enumerate().filter(|(_, pixel)| pixel.alpha() > 0);
            let off = |at: usize| (at as f64 + 0.5) - 30.0;
            let far = inked.map(|(at, _)| off(at % 60).hypot(off(at / 60)));
            let farthest = far.fold(0.0, f64::max);
            assert!((1.0..r).contains(&farthest), "{farthest} of {r}: {line}");
        }
    }
    // At both sizes, most labels of the games; some have the same strokes.
    assert!(labels.len() > 60, "{} labels", labels.len());
}
