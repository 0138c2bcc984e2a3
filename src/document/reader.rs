//! The one strict reader of YAML: the parser's events into a tree.

use std::borrow::Cow;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};

use super::block::{Block, Condensed, Cut};
use super::diagnostic::{Diagnostic, Place};
use super::gate::{Limits, admit};
use super::input::{ScanProgress, Source};
use super::lines::Lines;
use super::simple;
use super::tree::{Document, Entry, List, Map, Node, Value};

/// Reads a document.
///
/// # Errors
/// A [`Diagnostic`] for the first fault met: what a document may not hold, or no YAML.
pub fn read<'t>(bytes: &'t [u8], limits: &Limits) -> Result<Document<'t>, Diagnostic> {
    let text = admit(bytes, limits)?;
    let marked = text.len() < bytes.len();
    let lines = Lines::of(text);
    if let Some(root) = simple::read(&lines, limits) {
        return Ok(Document { lines, marked, root, preamble: 0, comments: Vec::new() });
    }
    let found = match Condensed::of(&lines) {
        Some(Condensed { text, blocks }) => Reader::new(&lines, &text, &blocks, limits).read().ok(),
        None => None,
    };
    // There was nothing to take out, or it should not have been, or there is something wrong, and then the places in the
    // whole text are wanted.
    let found = found.map_or_else(|| Reader::new(&lines, text, &[], limits).read(), Ok)?;
    let Found { root, preamble, comments } = found;
    Ok(Document { lines, marked, root, preamble, comments })
}

/// What the parser tells of a document.
struct Found<'t> {
    root: Node<'t>,
    preamble: usize,
    comments: Vec<usize>,
}

struct Reader<'t, 'c> {
    /// The whole text.
    text: &'t str,
    /// Its lines.
    lines: &'c Lines<'t>,
    /// What the parser sees of it.
    seen: &'c str,
    limits: &'c Limits,
    /// The blocks that the parser does not see and has not come to yet.
    cuts: &'c [Cut<'t>],
    /// How many bytes of the text in front of where the reader is the parser did not see.
    hidden: usize,
    characters: Characters<'c>,
    /// The end of the last scalar, bracket or brace in what the parser sees.
    done: usize,
    open: Vec<Open<'t>>,
    root: Option<Node<'t>>,
    /// Where the document begins: its `---` or its first value. No block is hidden in front of that.
    begun: Option<usize>,
    /// The comments behind the beginning.
    comments: Vec<usize>,
}

/// A mapping or a list whose end has not come yet.
enum Open<'t> {
    Map { start: usize, map: Map<'t>, key: Option<(&'t str, usize)> },
    List { start: usize, list: List<'t> },
}

impl Open<'_> {
    /// Whether it stands within brackets or braces.
    fn is_flow(&self) -> bool {
        match self {
            Open::Map { map, .. } => map.flow,
            Open::List { list, .. } => list.flow,
        }
    }
}

/// Counts bytes for the parser, which counts characters.
struct Characters<'c> {
    text: &'c str,
    ascii: bool,
    /// A character and the byte at which it begins.
    at: (usize, usize),
}

impl Characters<'_> {
    /// The byte at which a character begins. What is asked for in turn should not lie far apart.
    fn byte(&mut self, character: usize) -> usize {
        if self.ascii {
            return character.min(self.text.len());
        }
        let (count, byte) = self.at;
        let found = if character >= count {
            let rest = &self.text[byte..];
            rest.char_indices().nth(character - count).map_or(self.text.len(), |(at, _)| byte + at)
        } else {
            let before = &self.text[..byte];
            before.char_indices().rev().nth(count - character - 1).map_or(0, |(at, _)| at)
        };
        self.at = (character, found);
        found
    }
}

impl<'t, 'c> Reader<'t, 'c> {
    fn new(
        lines: &'c Lines<'t>,
        seen: &'c str,
        cuts: &'c [Cut<'t>],
        limits: &'c Limits,
    ) -> Reader<'t, 'c> {
        Reader {
            text: lines.text(),
            lines,
            seen,
            limits,
            cuts,
            hidden: 0,
            characters: Characters { text: seen, ascii: seen.is_ascii(), at: (0, 0) },
            done: 0,
            open: Vec::new(),
            root: None,
            begun: None,
            comments: Vec::new(),
        }
    }

    fn read(mut self) -> Result<Found<'t>, Diagnostic> {
        self.refuse_long_lines()?;
        let progress = ScanProgress::default();
        let parser = Parser::new(Source::new(self.seen, &progress));
        for event in parser {
            let (event, span) = match event {
                Ok(event) => event,
                Err(_) if progress.exceeded() => return Err(self.too_far()),
                Err(error) => return Err(self.explain(&error)),
            };
            self.take(event, span)?;
            progress.left(self.seen.len() - self.done);
        }
        if progress.exceeded() {
            return Err(self.too_far());
        }
        self.pass(self.seen.len())?;
        if !self.cuts.is_empty() {
            return Err(self.yaml(self.done, "a block stands where none may"));
        }
        let end = self.done;
        let begun = self.begun.unwrap_or(end);
        let preamble = self.seen[..begun].rfind('\n').map_or(0, |at| at + 1);
        let root = self.root.take();
        let root = root.unwrap_or_else(|| self.nothing(end));
        Ok(Found { root, preamble, comments: self.comments })
    }

    fn refuse_long_lines(&self) -> Result<(), Diagnostic> {
        let long = self.seen.split_inclusive('\n').find(|line| line.len() > self.limits.line);
        let Some(line) = long else { return Ok(()) };
        let at = line.as_ptr() as usize - self.seen.as_ptr() as usize;
        Err(Diagnostic::too_much(
            Place::of(self.seen, at),
            "the line is too long",
            self.limits.line,
        ))
    }

    /// Takes an event of the parser in.
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Diagnostic> {
        match event {
            Event::DocumentStart(explicit) => {
                let at = self.characters.byte(span.start.index());
                if self.begun.is_some() || self.root.is_some() {
                    self.pass(at)?;
                    return Err(self.second_document(at));
                }
                if explicit {
                    self.pass(at)?;
                    self.begun = Some(at);
                    self.done = at + 3;
                }
                Ok(())
            }
            Event::Alias(_) => {
                let at = self.characters.byte(span.start.index());
                Err(self.between(at))
            }
            Event::Scalar(.., anchor, ref tag)
            | Event::MappingStart(anchor, ref tag)
            | Event::SequenceStart(anchor, ref tag)
                if anchor > 0 || tag.is_some() =>
            {
                let at = self.characters.byte(span.start.index());
                Err(self.between(at))
            }
            Event::Scalar(text, style, ..) => self.scalar(&text, style, span),
            Event::MappingStart(..) => self.open(true, span),
            Event::SequenceStart(..) => self.open(false, span),
            Event::MappingEnd | Event::SequenceEnd => self.close(span),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
        }
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, span: Span) -> Result<(), Diagnostic> {
        if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            return self.block_scalar(text, style);
        }
        let start = self.characters.byte(span.start.index());
        let end = self.characters.byte(span.end.index());
        if style == ScalarStyle::Plain && text.is_empty() {
            self.pass_dash()?;
            let node = self.nothing(self.done);
            return self.add(node);
        }
        self.pass(start)?;
        if style == ScalarStyle::Plain {
            self.refuse_beginnings(start, end)?;
        }
        let (end, inner) = match style {
            ScalarStyle::Plain => (end, start..end),
            _ => {
                let end = end_of_quote(self.seen.as_bytes(), start).unwrap_or(end);
                (end, start + 1..end - 1)
            }
        };
        self.done = end;
        let inner = inner.start + self.hidden..inner.end + self.hidden;
        let value = if self.text.get(inner.clone()) == Some(text) {
            Cow::Borrowed(&self.text[inner])
        } else {
            Cow::Owned(text.to_owned())
        };
        let span = start + self.hidden..end + self.hidden;
        self.add(Node { span, value: Value::Text(value) })
    }

    /// Refuses plain text, or a line that it goes on in, that begins with a sign which means something elsewhere.
    fn refuse_beginnings(&self, start: usize, end: usize) -> Result<(), Diagnostic> {
        let text = &self.seen[start..end];
        let flow = self.open.last().is_some_and(Open::is_flow);
        if text.starts_with(['|', '>', '%', '@', '`', '"', '\'']) || flow && text.starts_with('?') {
            return Err(self.bad_beginning(start));
        }
        for line in text.split('\n').skip(1).map(str::trim_ascii_start).filter(|l| !l.is_empty()) {
            let at = line.as_ptr() as usize - self.seen.as_ptr() as usize;
            if let Some(fault) = self.feature(at) {
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Takes in text behind a `|` or `>`, of which the parser tells where its first line begins.
    fn block_scalar(&mut self, text: &str, style: ScalarStyle) -> Result<(), Diagnostic> {
        let sign = if style == ScalarStyle::Literal { '|' } else { '>' };
        let header = self.pass_to(sign)?;
        let line = self.seen[header..].find('\n').map_or(self.seen.len(), |at| header + at + 1);
        if let Some(comment) = self.seen[header..line].find('#') {
            self.note_comment(header + comment);
        }
        self.done = line;
        let start = header + self.hidden;
        if let Some((cut, rest)) = self.cuts.split_first()
            && cut.at == line
            && matches!(self.open.last(), Some(Open::Map { key: Some((_, at)), .. })
                if self.open.len() == 1 && *at == cut.key + self.hidden)
        {
            self.cuts = rest;
            let block = cut.block.clone();
            self.hidden += block.span().len();
            let span = start..block.span().end;
            return self.add(Node { span, value: Value::Block(block) });
        }
        let block = (style == ScalarStyle::Literal).then(|| Block::at(self.lines, start)).flatten();
        if let Some(block) = block.filter(|block| block.text() == text) {
            let span = start..block.span().end;
            self.done = span.end - self.hidden;
            return self.add(Node { span, value: Value::Block(block) });
        }
        let end = self.end_of_lines(line);
        self.done = end;
        let value = Value::Text(Cow::Owned(text.to_owned()));
        self.add(Node { span: start..end + self.hidden, value })
    }

    fn open(&mut self, map: bool, span: Span) -> Result<(), Diagnostic> {
        let mut start = self.characters.byte(span.start.index());
        let flow = !span.is_empty() && self.seen[start..].starts_with(['[', '{']);
        if self.open.len() >= self.limits.depth {
            let place = self.place(start);
            return Err(Diagnostic::too_much(place, "nested too deep", self.limits.depth));
        }
        if flow {
            self.pass(start)?;
            let brackets = self.open.iter().filter(|open| open.is_flow()).count();
            if brackets >= self.limits.brackets {
                return Err(self.too_deep(start));
            }
            self.done = start + 1;
        } else if self.open.last().is_some_and(Open::is_flow) {
            let message = "a pair without braces";
            return Err(self.yaml(start, message).hint("write {key: value}"));
        } else if map {
            self.pass(start)?;
        } else {
            self.pass_dash()?;
            start = self.pass_to('-')?;
            self.done = start + 1;
        }
        if let Some(Open::Map { key: None, .. }) = self.open.last() {
            return Err(self.bad_key(start));
        }
        self.begun.get_or_insert(start);
        let start = start + self.hidden;
        self.open.push(if map {
            Open::Map { start, map: Map { flow, entries: Vec::new() }, key: None }
        } else {
            Open::List { start, list: List { flow, items: Vec::new() } }
        });
        Ok(())
    }

    fn close(&mut self, span: Span) -> Result<(), Diagnostic> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let (start, flow, value) = match open {
            Open::Map { start, map, .. } => (start, map.flow, Value::Map(map)),
            Open::List { start, list } => (start, list.flow, Value::List(list)),
        };
        if flow {
            let at = self.characters.byte(span.start.index());
            self.pass(at)?;
            self.done = at + 1;
        }
        let last = match &value {
            Value::Map(map) => map.entries.last().map(|entry| entry.value.span.end),
            Value::List(list) => list.items.last().map(|item| item.span.end),
            _ => None,
        };
        let end = if flow { self.done + self.hidden } else { last.unwrap_or(start) };
        self.add(Node { span: start..end, value })
    }

    /// Puts a node where it belongs: the value of a key, a key, an item, or the root.
    fn add(&mut self, node: Node<'t>) -> Result<(), Diagnostic> {
        self.begun.get_or_insert(node.span.start);
        let place = |at| self.lines.place(at);
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::List { list, .. }) => {
                if list.items.len() >= self.limits.items {
                    let place = place(node.span.start);
                    let what = "the list is too long";
                    return Err(Diagnostic::too_much(place, what, self.limits.items));
                }
                list.items.push(node);
            }
            Some(Open::Map { map, key, .. }) => match key.take() {
                Some((key, at)) => map.entries.push(Entry { key, at, value: node }),
                None => {
                    let Value::Text(Cow::Borrowed(word)) = node.value else {
                        return Err(Diagnostic::yaml(place(node.span.start), not_a_key(&node)));
                    };
                    let at = match word.is_empty() {
                        true => node.span.start,
                        false => word.as_ptr() as usize - self.text.as_ptr() as usize,
                    };
                    if map.entries.iter().any(|entry| entry.key == word) {
                        return Err(Diagnostic::duplicate_key(place(at), word));
                    }
                    if map.entries.len() >= self.limits.keys {
                        let what = "there are too many keys here";
                        return Err(Diagnostic::too_much(place(at), what, self.limits.keys));
                    }
                    *key = Some((word, at));
                }
            },
        }
        Ok(())
    }

    /// A value of which nothing is written, behind the colon if one stands there.
    fn nothing(&self, done: usize) -> Node<'t> {
        let rest = &self.seen[done..];
        let colon = rest.trim_start_matches(' ').strip_prefix(':');
        let at = self.hidden + colon.map_or(done, |rest| self.seen.len() - rest.len());
        Node { span: at..at, value: Value::Text(Cow::Borrowed(&self.text[at..at])) }
    }

    /// Goes over what stands between two values: blanks, the signs of lists and mappings, comments, and nothing else.
    fn pass(&mut self, end: usize) -> Result<(), Diagnostic> {
        let bytes = self.seen.as_bytes();
        let mut at = self.done;
        while at < end {
            match bytes[at] {
                b' ' | b'\t' | b'\n' | b'\r' | b':' | b',' | b'-' | b'[' | b']' | b'{' | b'}' => {
                    at += 1;
                }
                b'#' => {
                    self.note_comment(at);
                    at += self.seen[at..].find('\n').unwrap_or(self.seen.len() - at);
                }
                _ => return Err(self.between(at)),
            }
        }
        self.done = end.max(self.done);
        Ok(())
    }

    /// Goes over what stands in front of the next sign of that kind, and gives its offset.
    fn pass_to(&mut self, sign: char) -> Result<usize, Diagnostic> {
        let mut at = self.done;
        loop {
            let rest = &self.seen[at..];
            let Some(found) = rest.find([sign, '#']) else {
                return Err(self.yaml(self.done, format_args!("there is no {sign} here")));
            };
            if rest[found..].starts_with(sign) {
                self.pass(at + found)?;
                return Ok(at + found);
            }
            at += found + rest[found..].find('\n').unwrap_or(rest.len() - found);
        }
    }

    /// Goes over the dash of an item of a list in lines of its own; that of its first item has been passed.
    fn pass_dash(&mut self) -> Result<(), Diagnostic> {
        if matches!(self.open.last(), Some(Open::List { list, .. }) if !list.flow && !list.items.is_empty())
        {
            self.done = self.pass_to('-')? + 1;
        }
        Ok(())
    }

    fn note_comment(&mut self, at: usize) {
        let at = at + self.hidden;
        if self.begun.is_some() {
            self.comments.push(at);
        }
    }

    /// Where the lines behind a `|` or `>` end: at the first that is not blank and no more indented than what they belong to.
    fn end_of_lines(&self, line: usize) -> usize {
        let line_start = self.seen[..line.saturating_sub(1)].rfind('\n').map_or(0, |at| at + 1);
        let above = self.seen[line_start..].bytes().take_while(|b| *b == b' ').count();
        let mut end = line;
        for text in self.seen[line..].split_inclusive('\n') {
            let spaces = text.bytes().take_while(|b| *b == b' ').count();
            if !text.trim_ascii().is_empty() && spaces <= above && !self.open.is_empty() {
                break;
            }
            end += text.len();
        }
        end
    }
}

/// The offset behind the quote that closes the one at `start`.
fn end_of_quote(bytes: &[u8], start: usize) -> Option<usize> {
    let quote = *bytes.get(start)?;
    let mut at = start + 1;
    loop {
        match *bytes.get(at)? {
            b'\\' if quote == b'"' => at += 2,
            b'\'' if quote == b'\'' && bytes.get(at + 1) == Some(&b'\'') => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Whether a value begins behind this text.
fn begins_value(before: &str) -> bool {
    let word = before.trim_end_matches([' ', '\n', '\r']);
    let signs =
        if word.len() == before.len() { &['[', '{', ','][..] } else { &['[', '{', ',', ':', '-'] };
    word.is_empty() || word.ends_with(signs)
}

/// The offset of the first escape in a quoted text that there is none of.
fn bad_escape(quoted: &str) -> Option<usize> {
    let bytes = quoted.as_bytes();
    let (mut at, end) = (1, bytes.len());
    while at < end && (bytes[at] != b'"') {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        let digits = match bytes.get(at + 1)? {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            sign if b"0abtnvfre \"/\\N_LP\t\n\r".contains(sign) => 0,
            _ => return Some(at),
        };
        let code = bytes.get(at + 2..at + 2 + digits)?;
        let number = code
            .iter()
            .try_fold(0, |number: u32, digit| Some(number << 4 | char::from(*digit).to_digit(16)?));
        if number.and_then(char::from_u32).is_none() {
            return Some(at);
        }
        at += 2 + digits;
    }
    None
}

fn not_a_key(node: &Node<'_>) -> String {
    let found = match &node.value {
        Value::Text(text) => format!("string {text:?}"),
        Value::Block(block) => format!("string {:?}", block.text()),
        Value::Map(_) => "map".into(),
        Value::List(_) => "sequence".into(),
    };
    format!("invalid type: {found}, expected a key in plain words")
}

// What to say about what is refused.
impl Reader<'_, '_> {
    /// The place of an offset in what the parser sees; the text in front of it is all there.
    fn place(&self, at: usize) -> Place {
        self.lines.place(at + self.hidden)
    }

    fn yaml(&self, at: usize, message: impl std::fmt::Display) -> Diagnostic {
        Diagnostic::yaml(self.place(at), message)
    }

    fn bad_key(&self, at: usize) -> Diagnostic {
        let found = if self.seen[at..].starts_with('{') { "map" } else { "sequence" };
        let message = format!("invalid type: {found}, expected a key in plain words");
        self.yaml(at, message)
    }

    fn second_document(&self, at: usize) -> Diagnostic {
        let message = "a second document begins here";
        Diagnostic::new(self.place(at), message).hint("one file holds one record")
    }

    fn too_deep(&self, at: usize) -> Diagnostic {
        let what = "[ and { are nested too deep";
        Diagnostic::too_much(self.place(at), what, self.limits.brackets)
    }

    fn too_far(&self) -> Diagnostic {
        self.yaml(self.done, "a value goes on for too long behind this place")
    }

    /// A sign that stands between two values and may not.
    fn between(&self, at: usize) -> Diagnostic {
        self.feature(at).unwrap_or_else(|| self.yaml(at, "this has no meaning here"))
    }

    fn bad_beginning(&self, at: usize) -> Diagnostic {
        let message = "text may not begin with this character";
        Diagnostic::new(self.place(at), message).hint("write it in quotes")
    }

    /// What it is that begins with a sign that begins no text.
    fn feature(&self, at: usize) -> Option<Diagnostic> {
        let rest = &self.seen[at..];
        let alone = matches!(rest.as_bytes().get(1), None | Some(b' ' | b'\t' | b'\n' | b'\r'));
        let first_column = at == 0 || self.seen[..at].ends_with('\n');
        let (what, instead) = match rest.chars().next()? {
            '.' if first_column && rest.starts_with("...") => {
                return Some(self.second_document(at));
            }
            '%' if first_column => ("a YAML directive", "leave it out"),
            '&' => ("a YAML anchor", "write text that begins with & in quotes"),
            '*' if alone => ("a bare * is an alias in YAML", "write \"*\" in quotes"),
            '*' => ("a YAML alias", "write text that begins with * in quotes"),
            '!' => ("a YAML tag", "write text that begins with ! in quotes"),
            '?' if alone => ("a question-mark key", "write key: value"),
            '@' | '`' | '%' => return Some(self.bad_beginning(at)),
            _ => return None,
        };
        Some(Diagnostic::new(self.place(at), what).hint(instead))
    }

    /// Says what is wrong where the parser gave up.
    fn explain(&mut self, error: &ScanError) -> Diagnostic {
        let at = self.characters.byte(error.marker().index());
        if let Some(conflict) = self.conflict() {
            return conflict;
        }
        if let Err(found) = self.pass_over(self.done..at.max(self.done)) {
            return found;
        }
        let info = error.info();
        let says = |words: &[&str]| words.iter().any(|word| info.contains(word));
        // Where what could not be read begins, if the parser went on to the next line before it gave up.
        let begin = match () {
            () if says(&["simple key"]) => self.next_value(at),
            () if says(&["directive"]) => self.seen[..at].rfind('\n').map_or(0, |at| at + 1),
            () => at,
        };
        if let Some(feature) = self.feature(begin) {
            return feature;
        }
        if says(&["simple key"]) {
            return self.yaml(begin, "expected a key with a colon and a blank behind it");
        }
        if says(&["quoted scalar"]) {
            if says(&["end of stream", "indicator"]) {
                return self.yaml(at, "this quote is not closed");
            }
            if says(&["indentation"]) {
                let message = "this quote is not closed, or goes on in a line that is not indented";
                return self.yaml(at, message);
            }
            if let Some(escape) = bad_escape(&self.seen[at..]) {
                return self.yaml(at + escape, "there is no such escape in double quotes");
            }
        }
        let message = match info.split_once(", ") {
            Some((context, message)) if context.starts_with("while ") => message,
            _ => info,
        };
        self.yaml(at, message)
    }

    /// Where the next text begins behind the last value, in front of `end` if there is any.
    fn next_value(&self, end: usize) -> usize {
        let mut at = self.done;
        while at < end {
            let rest = &self.seen[at..end];
            let blank =
                rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r', ':', ',', '-']).len();
            at += blank;
            if !self.seen[at..].starts_with('#') {
                break;
            }
            at += self.seen[at..].find('\n').unwrap_or(self.seen.len() - at);
        }
        if at < end { at } else { end }
    }

    /// Looks through what the parser has read and not told of for what is more to the point than what it stumbled over.
    fn pass_over(&self, between: Range<usize>) -> Result<(), Diagnostic> {
        let mut brackets: Vec<usize> = Vec::new();
        let bytes = self.seen.as_bytes();
        let mut at = between.start;
        while at < between.end {
            match bytes[at] {
                b'[' | b'{' if begins_value(&self.seen[..at]) => brackets.push(at),
                b']' | b'}' => drop(brackets.pop()),
                b'"' | b'\'' => match end_of_quote(bytes, at) {
                    Some(end) => at = end - 1,
                    None => break,
                },
                _ => {}
            }
            at += 1;
        }
        let open = self.open.iter().filter_map(|open| match open {
            Open::Map { start, map, .. } => map.flow.then_some(*start),
            Open::List { start, list } => list.flow.then_some(*start),
        });
        let open: Vec<usize> = open.map(|at| at - self.hidden).chain(brackets).collect();
        if let Some(deep) = open.get(self.limits.brackets) {
            return Err(self.too_deep(*deep));
        }
        // Something is wrong within brackets, or they should have ended in an earlier line.
        let Some(first) = open.first() else { return Ok(()) };
        if between.end < bytes.len() && !self.seen[*first..between.end].contains('\n') {
            return Ok(());
        }
        let sign = char::from(bytes[*first]);
        Err(self.yaml(*first, format_args!("this {sign} is not closed")))
    }

    /// The first mark of a merge that git left to be settled by hand.
    fn conflict(&self) -> Option<Diagnostic> {
        let is_mark = |line: &&str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
        let line = self.seen.lines().find(is_mark)?;
        let at = line.as_ptr() as usize - self.seen.as_ptr() as usize;
        let message = "git left a merge conflict here";
        Some(Diagnostic::new(self.place(at), message).hint("settle it and take the marks out"))
    }
}
