//! The board in text: colours that can be read on any ground.

use riverpost::render::{Render, Scene, TextBoard};
use riverpost::rules::variants;

use crate::common::start;

/// The relative luminance of a colour of the terminal's cube, as WCAG 2 has it.
fn luminance(colour: u32) -> f64 {
    assert!((16..232).contains(&colour), "{colour} is none of the cube");
    let level = |at: u32| [0.0, 95.0, 135.0, 175.0, 215.0, 255.0][at as usize % 6] / 255.0;
    let linear = |part: f64| match part <= 0.04045 {
        true => part / 12.92,
        false => ((part + 0.055) / 1.055).powf(2.4),
    };
    let (red, green, blue) = ((colour - 16) / 36, (colour - 16) / 6, colour - 16);
    0.2126 * linear(level(red)) + 0.7152 * linear(level(green)) + 0.0722 * linear(level(blue))
}

fn contrast(one: f64, other: f64) -> f64 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn colours_are_readable_on_light_and_dark() {
    for game in variants::all() {
        let position = start(game);
        let scene = Scene { position: &position, last: None, flip: false };
        let text = TextBoard { colour: true, figurines: false }.render(&scene);
        let code = |part: &str, lead: &str| {
            let (_, rest) = part.split_once(lead)?;
            rest.split('m').next()?.parse().ok()
        };
        let mut seen = 0;
        for part in text.split("\u{1b}[0m") {
            let Some(ink) = code(part, "[38;5;") else { continue };
            seen += 1;
            let ink = luminance(ink);
            match code(part, "[48;5;") {
                Some(ground) => assert!(contrast(ink, luminance(ground)) > 4.5, "{part:?}"),
                None => assert!(contrast(ink, 0.0) > 3.0 && contrast(ink, 1.0) > 3.0, "{part:?}"),
            }
        }
        assert!(seen >= 32, "{}: {seen} colours", game.title);
    }
}
