//! Numeric annotation glyphs, as PGN has them (`$5`), as the signs that people write (`!?`).
//!
//! In a record they stand at the start of a comment, parted by blanks: `{!? a bold try}`.

use std::borrow::Cow;

/// The glyphs that have a sign of their own; others are written as PGN has them.
const SIGNS: &[(u8, &str)] = &[
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (7, "□"),
    (10, "="),
    (13, "∞"),
    (14, "⩲"),
    (15, "⩱"),
    (16, "±"),
    (17, "∓"),
    (18, "+-"),
    (19, "-+"),
];

/// A glyph as text: its sign, or `$` and its number.
pub fn text(glyph: u8) -> Cow<'static, str> {
    match SIGNS.iter().find(|(number, _)| *number == glyph) {
        Some((_, sign)) => Cow::Borrowed(sign),
        None => Cow::Owned(format!("${glyph}")),
    }
}

/// The glyph that a word is the text of.
pub fn read(word: &str) -> Option<u8> {
    let sign = SIGNS.iter().find(|(_, sign)| *sign == word).map(|(glyph, _)| *glyph);
    let number = || word.strip_prefix('$')?.parse().ok().filter(|glyph| text(*glyph) == word);
    sign.or_else(number)
}

/// Takes the glyphs off the start of a comment; joined again by single blanks, they and the rest are that comment.
pub fn split(comment: &str) -> (Vec<u8>, &str) {
    let (mut glyphs, mut rest) = (Vec::new(), comment);
    loop {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let whole = after.is_empty() && word.len() < rest.len();
        match read(word).filter(|_| !whole && !after.starts_with(' ')) {
            Some(glyph) => glyphs.push(glyph),
            None => return (glyphs, rest),
        }
        rest = after;
    }
}
