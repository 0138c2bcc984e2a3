//! Text made fit for where it is shown: that of strangers harmless, long ones in lines, numbers with their nouns.

use std::fmt::Display;

use unicode_width::UnicodeWidthStr;

/// One line for a terminal: control characters, line ends and marks that turn the direction of writing become `\u{…}`,
/// so that a name can neither move the cursor nor disguise itself.
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let breaks = matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
        if c.is_control() || directs(c) || breaks {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character turns the direction of writing and shows nothing.
fn directs(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text inside an element or a quoted attribute of XML or HTML, without what XML does not allow and marks that turn the
/// direction of writing.
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() || directs(c) => {}
            c => out.push(c),
        }
    }
    out
}

/// The columns of a terminal that a text takes: two for a wide character, none for a combining mark.
pub fn width(text: &str) -> usize {
    text.width()
}

/// A text with spaces behind it, so that it takes at least so many columns.
pub fn padded(text: &str, columns: usize) -> String {
    // The widths of `format!` end at 65535.
    text.to_owned() + &" ".repeat(columns.saturating_sub(width(text)))
}

/// Words on lines of at most so many columns; a word that is longer stands alone.
pub fn wrapped<'w>(words: impl IntoIterator<Item = &'w str>, columns: usize) -> Vec<String> {
    let (mut lines, mut length) = (Vec::<String>::new(), 0);
    for word in words {
        let more = width(word);
        match lines.last_mut() {
            Some(line) if length + 1 + more <= columns => {
                line.push(' ');
                line.push_str(word);
                length += 1 + more;
            }
            _ => {
                lines.push(word.to_owned());
                length = more;
            }
        }
    }
    lines
}

/// A number with the word for one or for many.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let word = if count == N::from(1) { one } else { many };
    format!("{count} {word}")
}
