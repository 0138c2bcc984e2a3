//! Pictures of what pieces can do, against squares worked out by hand.

use riverpost::notation::diagram;
use riverpost::render::{
    Captions, Reach, Render, Scene, SvgBoard, TextBoard, Theme, hex, powers_sheet, rules_page,
};
use riverpost::rules::{Bitboard, variants};

use resvg::usvg::{Options, Tree};

use crate::common::{assert_ids_of_page, game, square, start};

/// Asserts what a piece can do from a square: moves, captures, captures over another piece, squares that must be empty.
#[track_caller]
fn reaches(name: &str, cell: &str, from: &str, expected: [&str; 4]) {
    let game = game(name);
    let piece = diagram::read_cell(game, cell).expect("a piece");
    let reach = Reach::of(game, piece, square(game, from));
    let found = [reach.moves, reach.captures, reach.over, reach.empty];
    let names = |squares: Bitboard| {
        let mut names: Vec<String> = squares.into_iter().map(|s| game.board.name(s)).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(found.map(names), expected.map(String::from), "{cell} {from}");
}

#[test]
fn leaps_and_the_river() {
    // R1: from Southern Territory no farther than rank 6.
    let knight = "c3 c5 d2 d6 f2 f6 g3 g5";
    reaches("wing", "SK", "e4", [knight, knight, "", ""]);
    let engine = "a4 b4 c4 d4 e1 e2 e3 e5 e6 f4 g4 h4 i4";
    reaches("wing", "SS", "e4", [engine, engine, "", ""]);
    // R2: on the River nothing stops it.
    let engine = "a5 a6 a7 a8 a9 a10 a1 a2 a3 a4 b5 c5 d5 e5 f5 g5 h5 i5";
    let mut sorted: Vec<&str> = engine.split(' ').filter(|s| *s != "a5").collect();
    sorted.sort_unstable();
    let sorted = sorted.join(" ");
    reaches("wing", "SS", "a5", [&sorted, &sorted, "", ""]);
}

#[test]
fn hops_and_flights() {
    // One square beyond every first one.
    let moves = "a4 b1 b2 b3 b5 b6 c4 d4 e4 f4 g4 h4 i4";
    reaches("wing", "SC", "b4", [moves, "", "b1 b2 b6 d4 e4 f4 g4 h4 i4", ""]);
    let moves = "a7 b7 c7 d7 e10 e8 e9 f7 g7 h7 i7";
    reaches("wing", "SHK", "e7", [moves, "d7 e8 f7", "", ""]);
}

#[test]
fn blocked_leaps() {
    let horse = "b2 b4 c1 c5 e1 e5 f2 f4";
    reaches("encounter north 7", "NHO", "d3", [horse, horse, "", "c3 d2 d4 e3"]);
    let defender = "c1 c5 g1 g5";
    reaches("wing", "SD", "e3", [defender, defender, "", "d2 d4 f2 f4"]);
}

#[test]
fn moves_that_are_not_captures() {
    reaches("valonian", "wP", "e2", ["e3 e4", "d3 f3", "", ""]);
    reaches("valonian", "wWAR", "e2", ["e3 e4", "e3", "", ""]);
    reaches("valonian", "wART", "a1", ["a2 b1", "a2 a3 b1 c1", "", ""]);
    reaches("valonian", "bELE", "d4", ["d2 d3", "d2 d3", "", ""]);
    reaches("valonian", "wDRU", "a1", ["b2 c3 d4 e5", "b2 c3 d4 e5", "", ""]);
    // H3: nothing of North's but the Queen lands in the Fortress c1-e3.
    reaches("high", "WSE", "c5", {
        let both = "a5 b5 c4 c6 c7 c8 c9 d5 e5 f5 g5";
        [both, both, "", ""]
    });
}

/// The square that is shown is one from which most can be seen; a piece bound by the River is shown on it too.
#[test]
fn telling_squares() {
    let shown = |name: &str, cell: &str| {
        let game = game(name);
        let piece = diagram::read_cell(game, cell).expect("a piece");
        let reaches = Reach::telling(game, piece);
        let names = reaches.iter().map(|reach| game.board.name(reach.from));
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shown("wing", "SE"), "e2");
    assert_eq!(shown("wing", "SG"), "e2");
    assert_eq!(shown("wing", "SK").len(), 5, "one in the Territory, one on the River");
    assert_eq!(shown("valonian", "wP").chars().nth(1), Some('2'), "where it may step twice");
}

#[test]
fn a_page_of_rules_for_every_game() {
    for game in variants::all() {
        let look = SvgBoard::default();
        let page = rules_page(&start(game), &look, &[]);
        let sheet = powers_sheet(game, &look, Captions::Strokes, None);
        assert_eq!(
            sheet.matches("class=\"squares\"").count(),
            page.matches("class=\"reach\"").count()
        );
        Tree::from_str(&sheet, &Options::default()).expect("an SVG");
        for role in game.roles.iter().filter(|role| role.is_plain()) {
            let name = role.name.iter().find(|name| !name.is_empty()).expect("a name");
            assert!(page.contains(&format!("<title>{name}</title>\n<desc>{name} on ")), "{name}");
        }
        for ruling in game.rulings() {
            assert_eq!(page.matches(&format!("<dt id=\"{}\">", ruling.id)).count(), 1);
        }
        assert_ids_of_page(&page);
        for foreign in ["<script", "http-equiv=\"refresh\"", "src=", "url(", " style=", "onload"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert!(!page.replace("http://www.w3.org/2000/svg", "").contains("http://"));
    }
}

#[test]
fn a_page_of_rules_follows_who_wants_dark_pages() {
    let page = |theme: &'static Theme| {
        let look = SvgBoard { theme, ..SvgBoard::default() };
        rules_page(&start(game("wing")), &look, &[])
    };
    let [light, dark] = ["light", "dark"].map(|name| Theme::named(name).unwrap());
    let follows = page(light);
    let (day, night) = follows.split_once("@media (prefers-color-scheme:dark){:root{").unwrap();
    for (name, [by_day, by_night]) in [
        ("background", [light.background, dark.background]),
        ("ink", [light.ink, dark.ink]),
        ("river", [light.river, dark.river]),
        ("check", [light.check, dark.check]),
    ] {
        assert!(day.contains(&format!("--{name}:{}", hex(by_day))), "{name}");
        assert!(night.contains(&format!("--{name}:{}", hex(by_night))), "{name}");
    }
    // The pictures have their colours from there too, and no other part of the style has any.
    assert!(night.contains(".square.river{fill:var(--river)}"));
    let style = night.split_once("}}").unwrap().1.split_once("</style>").unwrap().0;
    assert!(!style.contains(":#") && !style.contains(" #"), "{style}");
    let fixed = page(dark);
    assert!(!fixed.contains("@media (prefers-color-scheme"));
    assert!(fixed.contains(":root{color-scheme:dark;--background:#1c1e21"));
}

/// A text and a picture of one scene agree on what stands where.
#[test]
fn a_picture_names_its_pieces() {
    let position = start(game("riverqi"));
    let scene = Scene { position: &position, last: None, flip: false };
    let svg = SvgBoard::default().render(&scene);
    assert_eq!(svg.matches("class=\"piece ").count(), 32);
    assert!(svg.contains("id=\"piece-e1\" class=\"piece south\"><title>Empress e1</title>"));
    assert!(
        svg.contains("<desc>South: Siege Engine a1, Knight b1, Defender c1, Guard d1, Empress e1")
    );
    assert!(TextBoard::default().render(&scene).contains(" SE "));
}
