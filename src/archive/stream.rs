//! The records at a path or in a stream. A stream holds YAML documents, each but the first after a line of `---`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::source::{OddFile, RecordSource, SourceBytes, records};
use crate::document::Limits;

/// The longest piece of a line that is looked at at once, in bytes.
const PIECE: u64 = 1 << 16;
/// What is kept of a document that is longer than any may be: as much as shows that it is.
const KEPT: usize = Limits::MATCH.bytes + 1;

/// The records of a stream in their order. Only one of them is held, so that a stream may be of any length. A document in
/// which nothing stands is passed over, unless there is no other.
pub fn stream(name: String, reader: impl BufRead) -> impl Iterator<Item = RecordSource> {
    let mut documents = Documents {
        reader,
        next: Document { line: 1, ..Document::default() },
        lines: 0,
        found: false,
    };
    let mut failed = false;
    std::iter::from_fn(move || {
        let (line, content) = match documents.next() {
            _ if failed => return None,
            Ok(document) => {
                document.map(|document| (document.line, SourceBytes::Bytes(document.bytes)))?
            }
            Err(error) => {
                failed = true;
                (documents.next.line, SourceBytes::Missing(error.to_string()))
            }
        };
        Some(RecordSource { name: name.clone(), content, named: false, line })
    })
}

/// The records at a path: those that [`records`] finds below a folder, and all that are in a file. A file named by itself
/// may have any name, and hold one record or many, each but the first after a line of `---`.
pub fn sources(path: &Path) -> Box<dyn Iterator<Item = RecordSource>> {
    if path.is_dir() {
        return Box::new(records(path).map(|found| match found {
            Ok(path) => {
                RecordSource::new(path.to_string_lossy().into_owned(), SourceBytes::File(path))
            }
            Err(OddFile { path, reason }) => {
                RecordSource::new(path.display().to_string(), SourceBytes::Missing(reason))
            }
        }));
    }
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => Box::new(stream(name, BufReader::with_capacity(1 << 16, file))),
        Err(error) => {
            let content = SourceBytes::Missing(error.to_string());
            Box::new(std::iter::once(RecordSource {
                named: false,
                ..RecordSource::new(name, content)
            }))
        }
    }
}

/// A document of a stream.
#[derive(Default)]
struct Document {
    bytes: Vec<u8>,
    /// The line of the stream in which it begins, from 1.
    line: u32,
    /// Whether a line of `---` stands in front.
    marked: bool,
    /// Whether there is more than blank lines and comments.
    said: bool,
}

struct Documents<R> {
    reader: R,
    /// What has been read of the next document.
    next: Document,
    /// The whole lines that have been read.
    lines: u32,
    /// Whether there has been a document.
    found: bool,
}

impl<R: BufRead> Documents<R> {
    fn next(&mut self) -> io::Result<Option<Document>> {
        let mut piece = Vec::new();
        let mut at_start = true;
        loop {
            piece.clear();
            if (&mut self.reader).take(PIECE).read_until(b'\n', &mut piece)? == 0 {
                let last = std::mem::take(&mut self.next);
                let only = !self.found;
                self.found = true;
                return Ok((last.said || only).then_some(last));
            }
            let mut done = None;
            let marked = if at_start { behind_marker(&piece) } else { None };
            if marked.is_some() {
                if self.next.said || self.next.marked {
                    let begins = Document { line: self.lines + 1, ..Document::default() };
                    done = Some(std::mem::replace(&mut self.next, begins));
                }
                self.next.marked = true;
            }
            let first = marked.unwrap_or(&piece).trim_ascii_start().first();
            self.next.said |= !at_start || first.is_some_and(|byte| *byte != b'#');
            let room = KEPT.saturating_sub(self.next.bytes.len());
            self.next.bytes.extend_from_slice(&piece[..piece.len().min(room)]);
            at_start = piece.ends_with(b"\n");
            self.lines = self.lines.saturating_add(u32::from(at_start));
            if let Some(document) = done.filter(|document| document.said) {
                self.found = true;
                return Ok(Some(document));
            }
        }
    }
}

/// What stands behind the marker in a line that begins a document; none in any other. No line within a text is one: those
/// are indented.
fn behind_marker(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    line.strip_prefix(b"---").filter(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}
