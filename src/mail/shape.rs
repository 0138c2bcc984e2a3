//! What looks like a move, in whatever game and notation. Whether it is one is known to [`crate::notation`].

/// The longest text that can be a move, in characters.
const LONGEST: usize = 48;
/// The files and the highest rank of any board, with room to spare.
const FILES: std::ops::RangeInclusive<char> = 'a'..='l';
const RANKS: std::ops::RangeInclusive<u32> = 1..=16;
/// Words in front of a square that are no piece.
const NO_PIECES: [&str; 26] = [
    "no", "not", "or", "and", "if", "at", "to", "on", "in", "from", "the", "than", "my", "your",
    "i", "then", "after", "before", "maybe", "perhaps", "never", "but", "also", "play", "you",
    "is",
];

/// What a line that looks like a move says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MoveShape {
    /// The whole, with single spaces.
    pub(super) text: String,
    /// The character in it that no move has.
    pub(super) strange: Option<char>,
}

/// Reads a line as a move; none where it does not look like one.
pub(super) fn read(line: &str) -> Option<MoveShape> {
    if line.chars().count() > LONGEST {
        return None;
    }
    let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let strange = text.chars().find(|c| !is_sign(*c));
    let shown: String = text.chars().filter(|c| !is_invisible(*c)).map(plain).collect();
    let text = text.replace(" - ", "-").replace(" x ", "x");
    let tokens = without_number(&shown).split_whitespace();
    // `e2 - e4`: the sign between stands apart.
    let mut whole: Vec<String> = Vec::new();
    let mut glue = false;
    for token in tokens {
        let sign = matches!(token, "-" | "x");
        match whole.last_mut() {
            Some(last) if sign || glue => last.push_str(token),
            _ => whole.push(token.to_owned()),
        }
        glue = sign;
    }
    let mut rest = whole.as_slice();
    if let [druid, after @ ..] = rest
        && druid.strip_prefix('~').is_some_and(is_square)
    {
        rest = after;
    }
    let rest = match rest {
        [piece, word, after @ ..] if is_piece(piece) && begins_square(word) => (word, after),
        [word, after @ ..] => (word, after),
        [] => return None,
    };
    let (word, after) = rest;
    let behind = |word: &String| {
        matches!(word.as_str(), "+" | "++" | "#" | "e.p." | "ep") || is_suffix(word.as_bytes())
    };
    (is_word(word) && after.len() <= 2 && after.iter().all(behind))
        .then_some(MoveShape { text, strange })
}

/// Whether a sentence has a word that looks like a move.
pub(super) fn is_mentioned(sentence: &str) -> bool {
    sentence.split_whitespace().any(|word| {
        let word: String = word.chars().filter(|c| !is_invisible(*c)).map(plain).collect();
        let around = |c: char| !c.is_alphanumeric() && !matches!(c, '+' | '#');
        let word = word.trim_matches(around);
        let word = word.trim_end_matches("'s").trim_end_matches("’s");
        let bare = without_number(word);
        let letters = bare.chars().take_while(|c| c.is_alphabetic()).count();
        letters <= 4 && is_word(bare)
    })
}

/// A character as it counts here: those that look or mean the same as one of a move's, as that.
fn plain(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '×' => 'x',
        '♔'..='♟' => 'P',
        c if is_sign(c) => c,
        // Letters and digits of other scripts stand for those that they are taken for.
        c if c.is_numeric() => '1',
        c if c.is_alphabetic() || c == '\u{fffd}' => 'a',
        c => c,
    }
}

/// Whether a move can have the character, in any notation that is read.
fn is_sign(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '♔'..='♟' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '×' | '…' | '\u{fe0e}' | '\u{fe0f}')
        || matches!(
            c,
            ' ' | '-' | '.' | ':' | '=' | '>' | '<' | '!' | '/' | '~' | '+' | '#' | '(' | ')'
        )
}

/// Whether a character does not show, or turns the direction of what does.
fn is_invisible(c: char) -> bool {
    (c.is_control() && c != '\t')
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}')
}

/// A move without the number in front: `12.`, `12...`.
fn without_number(text: &str) -> &str {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after.trim_start_matches(['.', '…']);
    let digits = text.len() - after.len();
    if (1..=4).contains(&digits) && rest.len() < after.len() { rest.trim_start() } else { text }
}

fn is_piece(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    word.len() <= 12
        && word.chars().all(|c| c.is_ascii_alphabetic())
        && !NO_PIECES.contains(&lower.as_str())
}

fn begins_square(word: &str) -> bool {
    let mut chars = word.chars().map(|c| c.to_ascii_lowercase());
    let file = chars.next().is_some_and(|c| FILES.contains(&c) || c == 'x');
    file && chars.next().is_some_and(|c| c.is_ascii_digit() || FILES.contains(&c))
}

/// Whether a text is a square and nothing else.
fn is_square(text: &str) -> bool {
    square(text.as_bytes()).is_some_and(<[u8]>::is_empty)
}

/// What follows the square with which a text begins, its rank as long as can be.
fn square(text: &[u8]) -> Option<&[u8]> {
    let (file, rest) = text.split_first()?;
    if !FILES.contains(&char::from(file.to_ascii_lowercase())) {
        return None;
    }
    let rank = |length: usize| {
        let digits = rest.get(..length).filter(|d| d.iter().all(u8::is_ascii_digit))?;
        let rank = digits.iter().fold(0, |rank, d| rank * 10 + u32::from(d - b'0'));
        (RANKS.contains(&rank) && digits[0] != b'0').then(|| &rest[length..])
    };
    rank(2).or_else(|| rank(1))
}

/// Whether a word is a move by itself: `b1-c3`, `Nbd2`, `exd8=Q`, `a6a8>e`, `O-O`, `C2=5`.
fn is_word(word: &str) -> bool {
    let castles = word.trim_end_matches(['+', '#', '!']).to_ascii_uppercase().replace('0', "O");
    if !word.is_ascii() || word.len() > 32 {
        return false;
    }
    matches!(castles.as_str(), "O-O" | "O-O-O")
        || is_by_files(word)
        || is_by_squares(word.as_bytes())
}

/// File notation: `C2=5`, `H2+3`, `+C=5`.
fn is_by_files(word: &str) -> bool {
    let word = word.strip_prefix(['+', '-']).unwrap_or(word);
    let rest = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = word.len() - rest.len();
    let way = |c: u8| matches!(c, b'=' | b'.' | b'+' | b'-');
    let number = |c: u8| (b'1'..=b'9').contains(&c);
    (1..=3).contains(&letters)
        && match rest.as_bytes() {
            [which, w, n] => {
                (number(*which) || matches!(which, b'+' | b'-')) && way(*w) && number(*n)
            }
            [w, n] => word.len() < 4 && way(*w) && number(*n),
            _ => false,
        }
}

/// Letters of a piece, what is left (a square, a file or a rank), a sign, the square reached, what follows.
fn is_by_squares(word: &[u8]) -> bool {
    let letters = word.iter().take_while(|c| c.is_ascii_alphabetic()).count().min(12);
    (0..=letters).any(|piece| {
        let rest = &word[piece..];
        let file = rest.first().filter(|c| FILES.contains(&char::from(c.to_ascii_lowercase())));
        let rank = rest.first().filter(|c| c.is_ascii_digit());
        let from = [Some(rest), square(rest), file.or(rank).map(|_| &rest[1..])];
        from.into_iter().flatten().any(|rest| {
            let to = rest.strip_prefix(b"-").or_else(|| rest.strip_prefix(b"x"));
            let to = to.or_else(|| rest.strip_prefix(b":")).unwrap_or(rest);
            square(to).is_some_and(is_suffixes)
        })
    })
}

/// Whether a text is what may follow the square reached, or nothing.
fn is_suffixes(text: &[u8]) -> bool {
    let end = text.iter().rposition(|c| !matches!(c, b'+' | b'#' | b'!'));
    let text = &text[..end.map_or(0, |end| end + 1)];
    text.is_empty() || is_suffix(text)
}

/// Whether a text is one suffix, or one of promotion with one of facing behind it: `=Q`, `>e`, `/ahead`, `!b2`, `e.p.`.
fn is_suffix(text: &[u8]) -> bool {
    if matches!(text, b"e.p." | b"ep" | b"e.p") {
        return true;
    }
    let Some((sign, rest)) = text.split_first() else { return false };
    let letters = rest.iter().take_while(|c| c.is_ascii_alphabetic()).count();
    let (word, after) = rest.split_at(letters);
    match sign {
        b'=' | b'/' | b'>' if (1..=6).contains(&word.len()) && after.is_empty() => true,
        b'=' if (1..=4).contains(&word.len()) => is_suffix(after),
        b'!' | b'/' => square(rest).is_some_and(<[u8]>::is_empty),
        _ => false,
    }
}
