//! A stream of bytes as chunks of text, each of which holds a game, or some that cannot be told apart line by line.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

/// The most bytes of a chunk. One that is longer is given up, and the next begins at a line of tags.
pub(super) const LONGEST: usize = 2 << 20;

/// What characters the bytes of a file stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// UTF-8, and each line that is not, windows-1252.
    #[default]
    Auto,
    /// UTF-8 alone.
    Utf8,
    /// ISO 8859-1.
    Latin1,
    /// Windows-1252, which is ISO 8859-1 but for 27 signs.
    Windows1252,
}

/// The characters of windows-1252 from 0x80 to 0x9F; the replacement character where it has none.
const WINDOWS: [char; 32] = [
    '€', '\u{FFFD}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{FFFD}', 'Ž',
    '\u{FFFD}', '\u{FFFD}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{FFFD}',
    'ž', 'Ÿ',
];

impl Encoding {
    /// A line as text; the offset of the first byte that stands for nothing, where there is one.
    fn decode(self, line: &[u8]) -> Result<Cow<'_, str>, usize> {
        let windows = |byte: &u8| match byte {
            0x80..=0x9F if self != Encoding::Latin1 => WINDOWS[usize::from(byte - 0x80)],
            byte => char::from(*byte),
        };
        match (self, std::str::from_utf8(line)) {
            (Encoding::Auto | Encoding::Utf8, Ok(text)) => Ok(Cow::Borrowed(text)),
            (Encoding::Utf8, Err(error)) => Err(error.valid_up_to()),
            _ => Ok(Cow::Owned(line.iter().map(windows).collect())),
        }
    }
}

/// A piece of a file.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// The line at which it begins, from 1.
    pub(super) line: u32,
    pub(super) text: String,
    /// Why it is no use, and in which line.
    pub(super) fault: Option<(u32, String)>,
    /// How many bytes of the file have been read with it.
    pub(super) read: u64,
}

/// Takes a file apart.
pub(super) struct Chunks<R> {
    reader: R,
    encoding: Encoding,
    /// How many lines have been read.
    lines: u32,
    bytes: u64,
    /// The line at which the next chunk begins.
    pending: Option<String>,
}

impl<R: BufRead> Chunks<R> {
    pub(super) fn new(reader: R, encoding: Encoding) -> Self {
        Self { reader, encoding, lines: 0, bytes: 0, pending: None }
    }

    /// The number of the line that was read last, from 1.
    pub(super) fn lines(&self) -> u32 {
        self.lines
    }

    /// How many bytes of the file have been read.
    pub(super) fn read(&self) -> u64 {
        self.bytes
    }

    /// The next line with its line feed, without carriage return and byte order mark; none at the end.
    pub(super) fn line(&mut self) -> io::Result<Option<Result<String, String>>> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(Ok(line)));
        }
        let mut bytes = Vec::new();
        (&mut self.reader).take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.bytes += bytes.len() as u64;
        self.lines += 1;
        if self.lines == 1 && (bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF")) {
            let message = "the file is in UTF-16; save it as UTF-8";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        // Also in the middle, where files were put one behind the other.
        let line = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        Ok(Some(match self.encoding.decode(line) {
            Ok(text) => {
                let text = text.trim_end_matches(['\n', '\r']);
                Ok(text.replace('\r', "\n") + "\n")
            }
            Err(at) => Err(format!("byte 0x{:02X} is not UTF-8", line[at])),
        }))
    }

    /// The next chunk; none at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Chunk>> {
        let mut text = String::new();
        let (mut first, mut fault) = (self.lines + u32::from(self.pending.is_none()), None);
        let mut state = Scan::default();
        while let Some(line) = self.line()? {
            let line = match line {
                Ok(line) => line,
                Err(message) => {
                    fault.get_or_insert((self.lines, message));
                    continue;
                }
            };
            let begins = match state.in_comment {
                // A comment that is not closed ends where the next game begins.
                true => line.trim_start().starts_with("[Event \""),
                false => is_tag(&line),
            };
            if begins && (state.has_moves || state.in_comment) {
                self.pending = Some(line);
                break;
            }
            if text.is_empty() && line.trim().is_empty() {
                first = self.lines + 1;
                continue;
            }
            if text.len() + line.len() > LONGEST {
                let message = format!("more than {LONGEST} bytes without the beginning of a game");
                fault.get_or_insert((first, message));
                (text, state) = (String::from("\n"), Scan { has_moves: true, in_comment: false });
            }
            if !begins {
                state.take(&line);
            }
            text.push_str(&line);
        }
        let read = self.bytes;
        let chunk = Chunk { line: first, text, fault, read };
        Ok(Some(chunk).filter(|chunk| !chunk.text.is_empty() || chunk.fault.is_some()))
    }
}

/// What the lines of a chunk come to so far.
#[derive(Default)]
struct Scan {
    in_comment: bool,
    has_moves: bool,
}

impl Scan {
    fn take(&mut self, line: &str) {
        if line.starts_with('%') && !self.in_comment {
            return;
        }
        for byte in line.bytes() {
            match byte {
                b'{' => self.in_comment = true,
                b'}' => self.in_comment = false,
                b';' if !self.in_comment => return,
                byte => self.has_moves |= !self.in_comment && !byte.is_ascii_whitespace(),
            }
        }
    }
}

/// Whether a text begins with a tag: `[Name "`.
pub(super) fn is_tag(text: &str) -> bool {
    let Some(inside) = text.trim_start().strip_prefix('[') else { return false };
    let name = inside.trim_start();
    let value =
        name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "_-+#=:.".contains(c));
    value.len() < name.len() && value.trim_start_matches([' ', '\t']).starts_with('"')
}
