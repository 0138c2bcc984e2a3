//! Text as strokes, for pictures that must not depend on the fonts of whoever looks at them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The height of capitals in the alphabet's units.
const CAPITAL: f64 = 8.0;
/// The room between two characters and the width of a blank, in the same units.
const GAP: f64 = 1.9;
const BLANK: f64 = 1.6;
/// What is drawn for a character that the alphabet does not have.
const UNKNOWN: Glyph = Glyph { width: 4.6, strokes: "M0 0h4.6v8H0z" };

#[derive(Clone, Copy)]
struct Glyph {
    width: f64,
    strokes: &'static str,
}

fn alphabet() -> &'static BTreeMap<char, Glyph> {
    static ALPHABET: OnceLock<BTreeMap<char, Glyph>> = OnceLock::new();
    ALPHABET.get_or_init(|| {
        let lines = include_str!("alphabet.txt").lines().filter(|line| !line.starts_with("# "));
        let glyph = |line: &'static str| {
            let (letter, rest) = line.split_once(' ')?;
            let (width, strokes) = rest.split_once(' ')?;
            Some((letter.chars().next()?, Glyph { width: width.parse().ok()?, strokes }))
        };
        lines.filter_map(glyph).collect()
    })
}

/// The characters that are drawn for a text: those of the alphabet as they are, letters with marks without them.
fn drawn(text: &str) -> impl Iterator<Item = char> {
    text.nfd().filter(|c| !is_combining_mark(*c)).map(|c| if c.is_whitespace() { ' ' } else { c })
}

/// Whether every character of a text can be drawn, perhaps without its accent; a box stands for one that cannot.
pub fn is_drawable(text: &str) -> bool {
    drawn(text).all(|c| c == ' ' || alphabet().contains_key(&c))
}

/// How far the next character lies from a character, in the alphabet's units.
fn advance(c: char) -> f64 {
    match c {
        ' ' => BLANK + GAP,
        c => alphabet().get(&c).unwrap_or(&UNKNOWN).width + GAP,
    }
}

/// How wide a text is whose capitals are `height` high.
pub(super) fn width(text: &str, height: f64) -> f64 {
    ((drawn(text).map(advance).sum::<f64>() - GAP).max(0.0)) * height / CAPITAL
}

/// As much of a text as is no wider than `room`, with an ellipsis where something is left out.
pub(super) fn fitting(text: &str, room: f64, height: f64) -> String {
    // Widths are sums, and rounded.
    let room = room + 0.01;
    let scale = height / CAPITAL;
    let cut = advance('…') * scale;
    let (mut end, mut at) = (0, 0.0);
    for (index, c) in text.char_indices() {
        let mut place = [0; 4];
        let wide: f64 = drawn(c.encode_utf8(&mut place)).map(advance).sum();
        if at + cut <= room {
            end = index;
        }
        at += wide * scale;
        if at - GAP * scale > room {
            return match end {
                0 => String::new(),
                _ => format!("{}…", text[..end].trim_end()),
            };
        }
    }
    text.to_owned()
}

/// The words of a text on lines no wider than `room`, each as long as that allows; a word that is wider stands alone.
pub(super) fn lines(text: &str, room: f64, height: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (longer.filter(|line| width(line, height) <= room), lines.last_mut()) {
            (Some(longer), Some(line)) => *line = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Draws a text whose first character begins at `x` and whose capitals stand on `y` and are `height` high, as one group
/// in that colour.
pub(super) fn strokes(text: &str, x: f64, y: f64, height: f64, colour: &str) -> String {
    let scale = height / CAPITAL;
    let mut out = format!(
        "<g transform=\"translate({} {}) scale({})\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.2\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">",
        number(x),
        number(y - height),
        number(scale)
    );
    let mut at = 0.0;
    for c in drawn(text) {
        if c == ' ' {
            at += BLANK + GAP;
            continue;
        }
        let glyph = alphabet().get(&c).unwrap_or(&UNKNOWN);
        let place = if at == 0.0 {
            String::new()
        } else {
            format!(" transform=\"translate({} 0)\"", number(at))
        };
        let _ = write!(out, "<path{place} d=\"{}\"/>", glyph.strokes);
        at += glyph.width + GAP;
    }
    out + "</g>"
}

/// A number with at most two decimals.
pub(super) fn number(value: f64) -> String {
    ((value * 100.0).round() / 100.0).to_string()
}
