//! Writing text into YAML so that every reader of YAML 1.1 or 1.2 takes it for text.

use std::borrow::Cow;
use std::fmt::Write;

/// Words that some reader takes for a truth value or for nothing, in small letters.
const TAKEN: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// The text as a YAML value of one line, in quotes unless it is plainly nothing but text.
pub fn quote(text: &str) -> Cow<'_, str> {
    if is_plainly_text(text) { Cow::Borrowed(text) } else { Cow::Owned(in_quotes(text)) }
}

fn is_plainly_text(text: &str) -> bool {
    let safe = |c: char| {
        c.is_alphanumeric()
            || matches!(c, ' ' | '-' | '_' | '.' | '+' | '@' | '/' | '\'' | '(' | ')')
    };
    let mut ends = text.chars().next().into_iter().chain(text.chars().next_back());
    ends.clone().count() == 2
        && ends.all(|c| c != ' ')
        && text.chars().all(safe)
        && !TAKEN.contains(&text.to_lowercase().as_str())
        && begins_as_text(text)
}

/// Whether the beginning rules out a number, a date or a sign of YAML: a letter, or digits and then a letter that stands in
/// no number (not in `0x1A`, `0b1`, `0o7`, `1e5`, `1_000`, `2024-01-01T…`).
fn begins_as_text(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.chars().next() {
        Some(c) if rest.len() == text.len() => c.is_alphabetic(),
        Some(c) => c.is_ascii_alphabetic() && !"xXbBoOeEtTzZ".contains(c),
        None => false,
    }
}

fn in_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if must_escape(c) && (c as u32) < 0x1_0000 => {
                // Writing to a text cannot fail.
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Controls, line breaks of one YAML but not the other, and marks that change the order in which a line is shown.
fn must_escape(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}')
        || matches!(c, '\u{2066}'..='\u{2069}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
}
