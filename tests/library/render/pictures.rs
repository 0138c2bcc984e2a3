//! Whole pictures: the same bytes for the same position, and nothing in them that a name could have put there.

use riverpost::record;
use riverpost::render::{
    Captions, PieceStyle, Scene, Seat, Sheet, SvgBoard, THEMES, Theme, is_drawable, png,
};
use riverpost::rules::Line;
use sha2::{Digest, Sha256};

use super::pixels;
use crate::common::{game, place, square, start};

/// A line of play from a record of the collection, up to a ply.
fn line(path: &str, ply: usize) -> Line {
    let path = format!("{}/games/{path}.yaml", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).expect("a record of the collection");
    let record = record::read(&bytes).expect("a sound record");
    record::replay(&record).expect("a sound game").line.back_to(ply)
}

fn sheet<'a>(line: &'a Line, flip: bool, names: [&str; 2]) -> Sheet<'a> {
    let position = line.position();
    let last = line.moves().last().map(|m| (m.from, m.to));
    let seat = |name: &str| Seat { name: name.into(), clock: "39d 4h, running".into() };
    Sheet {
        scene: Scene { position, last, flip },
        title: format!("a game: {}", position.game().title),
        seats: names.map(seat),
        losses: line.losses(),
        notes: vec!["ply 40".into(), "South to move".into()],
    }
}

/// The first digits of the hash of what is drawn.
fn short(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..6].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whoever changes an emblem, a theme or the layout looks at the pictures and puts the new hashes here.
#[test]
fn pictures_keep_their_bytes() {
    let theme = |name: &str| Theme::named(name).expect("a theme");
    let wing = line("wing/specimens/specimen-wing-1", 40);
    let fortress = line("fortress/specimens/specimen-fortress-high-1", 30);
    let valonian = line("valonian/specimens/specimen-valonian-1", 27);
    let names = ["Anna Ek", "Ben Ode"];
    let plain = SvgBoard::default();
    let arrows = [(square(game("high"), "a1"), square(game("high"), "c2"))];
    let dark = SvgBoard { theme: theme("dark"), arrows: &arrows, ..plain };
    let grey = SvgBoard { theme: theme("grey"), pieces: PieceStyle::Letters, ..plain };
    let drawn = [
        sheet(&wing, false, names).svg(&plain, Captions::Text, None),
        sheet(&valonian, false, names).svg(&grey, Captions::Strokes, Some(700)),
        sheet(&fortress, true, names).svg(&dark, Captions::Strokes, None),
    ];
    let hashes = drawn.each_ref().map(|svg| short(svg.as_bytes()));
    assert_eq!(hashes, ["5a8f73f03493", "3ed31c5f051e", "b10526d09ec1"]);
    assert_eq!(short(&png(&drawn[2]).expect("a PNG")), "64694a0b1901");
}

#[test]
fn names_are_text() {
    let wing = line("wing/specimens/specimen-wing-1", 3);
    let hostile = "\"><script>alert(1)</script>&'\u{7}\u{202e}\u{ffff}";
    let sheet = sheet(&wing, false, [hostile, "Ben"]);
    for captions in [Captions::Text, Captions::Strokes] {
        let svg = sheet.svg(&SvgBoard::default(), captions, None);
        assert!(!svg.contains("<script") && !svg.contains(['\u{7}', '\u{202e}', '\u{ffff}']));
        pixels(&svg, 0.1);
    }
}

/// No caption is wider than the picture, however long a name is.
#[test]
fn captions_are_cut_or_broken() {
    let wing = line("wing/specimens/specimen-wing-1", 3);
    let long = "Wwwwwwwwwwwwwwwwwwwwwwwwwww Mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm Wwwwwwwwww";
    let mut sheet = sheet(&wing, false, [long, "Ben"]);
    sheet.title = "word ".repeat(40);
    let drawn = pixels(&sheet.svg(&SvgBoard::default(), Captions::Strokes, None), 1.0);
    // 9 files of 48 units and an edge of 22 on either side.
    assert_eq!(drawn.width(), 476);
    let edge =
        |x: u32| (0..drawn.height()).all(|y| drawn.pixel(x, y).expect("a pixel").red() == 255);
    assert!(edge(475), "a caption reaches the right edge");
    // A name of a record's whole size costs no more than its length.
    sheet.seats[1].name = "n".repeat(1 << 20);
    let svg = sheet.svg(&SvgBoard::default(), Captions::Text, None);
    assert!(svg.len() < 100_000 && svg.matches("class=\"title\"").count() > 1 && svg.contains('…'));
}

#[test]
fn check_is_a_ring() {
    let game = game("wing");
    let position = place(game, "SE e1, NE d10, NS e9", riverpost::rules::Side::South);
    let of = |position| {
        use riverpost::render::Render;
        SvgBoard::default().render(&Scene { position, last: None, flip: false })
    };
    // e1 lies in the fifth column and the tenth row.
    assert!(!position.in_check(), "R3: not over the River");
    assert!(!of(&position).contains("class=\"check\""));
    let position = place(game, "SE e1, NE d10, NS e6", riverpost::rules::Side::South);
    let expected =
        "class=\"check\" fill=\"none\" stroke=\"#c4161c\" stroke-width=\"4\" cx=\"216\" cy=\"456\"";
    assert!(position.in_check() && of(&position).contains(expected));
}

#[test]
fn letters_that_can_be_drawn() {
    for (text, drawable) in [
        ("Jörg Ångström 3:59", true),
        ("1... NB e6xf4 e.p. (=)", true),
        ("Анна", false),
        ("王", false),
    ] {
        assert_eq!(is_drawable(text), drawable, "{text}");
    }
    let position = start(game("wing"));
    let line = Line::new(position);
    for name in [
        " !\"&'()*+,-./0123456789:;<=>?",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "abcdefghijklmnopqrstuvwxyz_~…–",
    ] {
        assert!(sheet(&line, false, [name, name]).captions().all(is_drawable), "{name}");
    }
}

#[test]
fn themes_have_their_own_names() {
    for (at, theme) in THEMES.iter().enumerate() {
        assert_eq!(Theme::named(theme.name), Some(&THEMES[at]));
    }
    assert_eq!(Theme::named("neon"), None);
}
