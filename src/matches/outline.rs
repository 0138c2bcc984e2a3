//! Where in the text of a match file its values stand, so that something can be added without a change to the rest.
//!
//! It understands what the gates of the YAML reader let through, and is asked about texts that have been read as match
//! files only. It need not be right about every oddity: whoever adds something reads the result again and compares.

use std::ops::Range;

/// A value of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    /// What it is.
    pub(super) shape: Shape,
    /// From its first byte to behind its last.
    pub(super) span: Range<usize>,
    /// The column of its first byte, from 0.
    pub(super) column: usize,
}

/// What a value is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Text of any style.
    Text,
    /// Keys with values, in lines of their own or within braces.
    Map {
        /// Whether it stands within braces.
        flow: bool,
        /// The entries in the order of the file.
        entries: Vec<(String, Node)>,
    },
    /// A list, in lines of its own or within brackets.
    List {
        /// Whether it stands within brackets.
        flow: bool,
        /// The items in the order of the file.
        items: Vec<Node>,
    },
}

impl Node {
    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        let Shape::Map { entries, .. } = &self.shape else { return None };
        entries.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// An item of a list.
    pub(super) fn item(&self, index: usize) -> Option<&Node> {
        let Shape::List { items, .. } = &self.shape else { return None };
        items.get(index)
    }
}

/// The whole file.
pub(super) fn outline(text: &str) -> Option<Node> {
    let mut reader = Reader { text, at: 0 };
    if text[reader.at..].starts_with("---") {
        reader.at += 3;
    }
    reader.find_content()?;
    reader.block(None)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn column(&self) -> usize {
        self.at - self.text[..self.at].rfind('\n').map_or(0, |at| at + 1)
    }

    fn spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches(' ').len();
    }

    /// Whether only a comment or nothing is left of the line.
    fn line_is_done(&self) -> bool {
        let rest = self.rest();
        rest.is_empty() || rest.starts_with(['\n', '\r', '#'])
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').map_or(self.rest().len(), |at| at + 1);
    }

    /// Goes to the next value or key; none at the end of the file.
    fn find_content(&mut self) -> Option<()> {
        loop {
            self.spaces();
            if self.rest().is_empty() {
                return None;
            }
            if !self.line_is_done() {
                return Some(());
            }
            self.skip_line();
        }
    }

    fn begins_item(&self) -> bool {
        let rest = self.rest();
        rest.strip_prefix('-').is_some_and(|r| r.is_empty() || r.starts_with([' ', '\n', '\r']))
    }

    /// The key that begins here and where its value may begin.
    fn key(&self) -> Option<(String, usize)> {
        let line = self.rest().lines().next()?;
        let (name, after) = match line.chars().next()? {
            quote @ ('"' | '\'') => {
                let end = 1 + line[1..].find(quote)?;
                (&line[1..end], end + 1)
            }
            _ => {
                let end =
                    line.find(": ").or_else(|| line.ends_with(':').then(|| line.len() - 1))?;
                (&line[..end], end)
            }
        };
        let value = line[after..].strip_prefix(':')?;
        (value.is_empty() || value.starts_with(' ')).then(|| (name.to_owned(), after + 1))
    }

    /// A value in block style whose lines are indented by more than `above`.
    fn block(&mut self, above: Option<usize>) -> Option<Node> {
        let (start, column) = (self.at, self.column());
        let mut end = start;
        let shape = if self.rest().starts_with(['{', '[']) {
            return self.flow();
        } else if self.begins_item() {
            let mut items = Vec::new();
            while self.begins_item() && self.column() == column {
                self.at += 1;
                self.spaces();
                if self.line_is_done() {
                    self.find_content()?;
                }
                let item = self.block(Some(column))?;
                end = item.span.end;
                items.push(item);
                if self.find_content().is_none() {
                    break;
                }
            }
            Shape::List { flow: false, items }
        } else if self.key().is_some() {
            let mut entries = Vec::new();
            while self.column() == column && !self.begins_item() {
                let Some((name, after)) = self.key() else { break };
                let value = self.value(column, after)?;
                end = value.span.end;
                entries.push((name, value));
                if self.find_content().is_none() {
                    break;
                }
            }
            Shape::Map { flow: false, entries }
        } else {
            return self.text_block(above);
        };
        Some(Node { shape, span: start..end, column })
    }

    /// The value of a key of a block mapping in that column.
    fn value(&mut self, column: usize, after: usize) -> Option<Node> {
        self.at += after;
        self.spaces();
        let here = self.at;
        if !self.line_is_done() {
            return self.text_or_flow(column);
        }
        let below = self.find_content().is_some()
            && (self.column() > column || self.column() == column && self.begins_item());
        if below {
            return self.block(Some(column));
        }
        Some(Node { shape: Shape::Text, span: here..here, column })
    }

    fn text_or_flow(&mut self, above: usize) -> Option<Node> {
        if self.rest().starts_with(['{', '[']) { self.flow() } else { self.text_block(Some(above)) }
    }

    /// Text in any style, with the lines that it goes on in.
    fn text_block(&mut self, above: Option<usize>) -> Option<Node> {
        let (start, column) = (self.at, self.column());
        if let Some(quote) = self.rest().chars().next().filter(|c| matches!(c, '"' | '\'')) {
            self.quoted(quote)?;
            return Some(Node { shape: Shape::Text, span: start..self.at, column });
        }
        self.skip_line();
        let mut end = self.at;
        loop {
            self.spaces();
            if self.rest().is_empty() {
                break;
            }
            let blank = self.rest().starts_with(['\n', '\r']);
            if !blank && above.is_none_or(|above| self.column() <= above) {
                self.at -= self.column();
                break;
            }
            self.skip_line();
            if !blank {
                end = self.at;
            }
        }
        let line = self.text[start..end].trim_end_matches(['\n', '\r']);
        Some(Node { shape: Shape::Text, span: start..start + line.len(), column })
    }

    fn quoted(&mut self, quote: char) -> Option<()> {
        let mut rest = self.rest().char_indices().skip(1).peekable();
        while let Some((at, c)) = rest.next() {
            let doubled = quote == '\'' && rest.peek().is_some_and(|(_, next)| *next == quote);
            if c == '\\' && quote == '"' || c == quote && doubled {
                rest.next();
            } else if c == quote {
                self.at += at + 1;
                return Some(());
            }
        }
        None
    }

    /// A value within brackets, braces, or between their signs.
    fn flow(&mut self) -> Option<Node> {
        let (start, column) = (self.at, self.column());
        let opening = self.rest().chars().next()?;
        let shape = match opening {
            '[' => {
                self.at += 1;
                let mut items = Vec::new();
                while self.more(']')? {
                    items.push(self.flow()?);
                }
                Shape::List { flow: true, items }
            }
            '{' => {
                self.at += 1;
                let mut entries = Vec::new();
                while self.more('}')? {
                    let name = self.flow()?;
                    let name = self.text[name.span].trim_matches(['"', '\'']).to_owned();
                    self.find_content()?;
                    self.at += self.rest().strip_prefix(':').map(|_| 1)?;
                    self.find_content()?;
                    entries.push((name, self.flow()?));
                }
                Shape::Map { flow: true, entries }
            }
            '"' | '\'' => {
                self.quoted(opening)?;
                Shape::Text
            }
            _ => {
                self.plain();
                Shape::Text
            }
        };
        Some(Node { shape, span: start..self.at, column })
    }

    /// Goes to the next item within brackets, or over the closing one.
    fn more(&mut self, closing: char) -> Option<bool> {
        self.find_content()?;
        if self.rest().starts_with(',') {
            self.at += 1;
            self.find_content()?;
        }
        if self.rest().starts_with(closing) {
            self.at += 1;
            return Some(false);
        }
        Some(true)
    }

    /// Goes over plain text within brackets.
    fn plain(&mut self) {
        let rest = self.rest();
        let ends = |(at, c): &(usize, char)| match c {
            ',' | '[' | ']' | '{' | '}' | '\n' | '\r' => true,
            ':' => rest[at + 1..].starts_with([' ', '\n', '\r', ',']),
            '#' => rest[..*at].ends_with(' '),
            _ => false,
        };
        let end = rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at);
        self.at += rest[..end].trim_end().len();
    }
}
