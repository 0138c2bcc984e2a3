//! Changing a document in place: what is there stays, byte for byte, but for the values that are replaced.

use std::cmp::Reverse;
use std::ops::Range;

use serde::Serialize;

use super::diagnostic::Place;
use super::plain::{self, PlainValue};
use super::printer::{self, PrintError};
use super::tree::{Document, Map, Node, Value};

/// How much further than what they belong to new lines are indented where a file shows none.
const INDENT: usize = 2;

/// Changes to a document, collected against the document as it is and made all at once.
///
/// They are right for what the reader takes; whoever makes them may read the result again to see that it says what was
/// meant.
#[derive(Clone, Debug)]
pub struct Editor<'d, 't> {
    document: &'d Document<'t>,
    edits: Vec<Edit>,
}

/// Why something cannot be changed in place.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// It is written in a way in which it cannot be changed or added to without a change to more than that.
    #[error("{0}: this cannot be changed as it is written here")]
    Shape(Place),
    /// The value cannot be written.
    #[error(transparent)]
    Print(#[from] PrintError),
}

/// Where a line is added to a literal block. It serves again for the line behind the one that was added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextLine {
    /// The offset in the text.
    at: usize,
    /// The spaces in front of the line.
    indent: usize,
    line_end: &'static str,
    /// The place of the line's first character behind the spaces.
    pub place: Place,
}

impl NextLine {
    /// Adds a line to the text.
    pub fn add(&mut self, text: &mut String, line: &str) {
        let begin = match text[..self.at].ends_with('\n') {
            true => "",
            false => self.line_end,
        };
        let added = format!("{begin}{}{line}{}", " ".repeat(self.indent), self.line_end);
        text.insert_str(self.at, &added);
        self.at += added.len();
        self.place.line += 1;
    }

    /// The same after `added` bytes of whole lines were put in at `other`.
    #[must_use]
    pub fn behind(self, other: NextLine, added: usize) -> NextLine {
        if self.at < other.at {
            return self;
        }
        let place = Place { line: self.place.line + 1, ..self.place };
        NextLine { at: self.at + added, place, ..self }
    }
}

/// How a new item of a list is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// In one line.
    Line,
    /// In a line for each key, and for each item of a list in it, where the list has lines of its own.
    Lines,
}

/// How what is added to a document is arranged.
#[derive(Clone, Copy, Debug)]
pub struct Arrangement {
    /// The top-level keys in the order in which they stand.
    pub order: &'static [&'static str],
    /// The keys of lists whose items get [`Layout::Lines`].
    pub lines: &'static [&'static str],
}

/// A piece of text in the place of another.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Edit {
    range: Range<usize>,
    text: String,
    /// For whole lines: where among others at the same place they belong.
    line: Option<Depth>,
}

/// What decides the order of lines that are added at one place: what belongs to the deeper of two values comes first, and an
/// item before the key that follows its list.
type Depth = (Reverse<usize>, bool);

impl<'d, 't> Editor<'d, 't> {
    /// Begins with no changes.
    pub fn new(document: &'d Document<'t>) -> Editor<'d, 't> {
        Editor { document, edits: Vec::new() }
    }

    /// Puts a value, in one line, in the place of another.
    ///
    /// # Errors
    /// [`EditError`], for a value that is a literal block or a mapping or a list in lines of its own, too.
    pub fn replace(&mut self, old: &Node<'_>, new: &impl Serialize) -> Result<(), EditError> {
        let lines = match &old.value {
            Value::Text(_) => self.document.text()[old.span.clone()].starts_with(['|', '>']),
            Value::Block(_) => true,
            Value::Map(map) => !map.flow,
            Value::List(list) => !list.flow,
        };
        if lines {
            return Err(self.refuse(old));
        }
        let blank = if old.is_empty() { " " } else { "" };
        self.edit(old.span.clone(), format!("{blank}{}", printer::flow(new)?));
        Ok(())
    }

    /// Where a line is added to a literal block: at its end, in front of blank lines if something else follows them. None
    /// for what is no literal block.
    pub fn next_line(&self, block: &Node<'_>) -> Option<NextLine> {
        let Value::Block(found) = &block.value else { return None };
        let (text, span) = (self.document.text(), found.span());
        let said = text[span.clone()].trim_ascii_end().len();
        let at = match said {
            _ if span.end == text.len() => span.end,
            0 => span.start,
            _ => self.end_of_line(span.start + said),
        };
        let above = text[..block.span.start].rfind('\n').map_or(0, |at| at + 1);
        let above = text[above..].bytes().take_while(|b| *b == b' ').count();
        let indent = found.indent().unwrap_or(above + INDENT);
        let place = self.document.place(at);
        // Where the file does not end with a line break, one is added.
        let line = place.line + u32::from(place.column > 1);
        let place = Place { line, column: 1 + indent as u32 };
        Some(NextLine { at, indent, line_end: self.line_end(), place })
    }

    /// Adds a line at the end of a literal block, in front of blank lines if something else follows them.
    ///
    /// # Errors
    /// [`EditError::Shape`] for what is no literal block.
    pub fn append_line(&mut self, block: &Node<'_>, line: &str) -> Result<(), EditError> {
        let next = self.next_line(block).ok_or_else(|| self.refuse(block))?;
        self.add_line(next.at, next.indent, false, line);
        Ok(())
    }

    /// Sets the value of a key of a mapping: replaces the one that it has, or adds the key at the end.
    ///
    /// # Errors
    /// [`EditError`].
    pub fn set(
        &mut self,
        map: &Node<'_>,
        key: &str,
        value: &impl Serialize,
    ) -> Result<(), EditError> {
        self.set_or_add(map, None, key, value)
    }

    /// The same, but a key that is not there yet is added behind the key `after`.
    ///
    /// # Errors
    /// [`EditError`].
    pub fn set_after(
        &mut self,
        map: &Node<'_>,
        after: &str,
        key: &str,
        value: &impl Serialize,
    ) -> Result<(), EditError> {
        self.set_or_add(map, Some(after), key, value)
    }

    /// Replaces the value of a key, or adds the key behind the key `after`, at the end where that is none.
    fn set_or_add(
        &mut self,
        map: &Node<'_>,
        after: Option<&str>,
        key: &str,
        value: &impl Serialize,
    ) -> Result<(), EditError> {
        let entries = map.map().ok_or_else(|| self.refuse(map))?;
        match entries.get(key) {
            Some(entry) => self.replace(&entry.value, value),
            None => self.add_key(map, after, key, &printer::flow(value)?),
        }
    }

    /// Removes a key of a mapping in lines of its own with its value, if it is there. A comment behind the value stays.
    ///
    /// # Errors
    /// [`EditError::Shape`] for a mapping in braces.
    pub fn remove(&mut self, map: &Node<'_>, key: &str) -> Result<(), EditError> {
        let entries = map.map().filter(|map| !map.flow).ok_or_else(|| self.refuse(map))?;
        let Some(entry) = entries.get(key) else { return Ok(()) };
        let (text, end) = (self.document.text(), entry.value.span.end);
        let line_end = self.end_of_line(end);
        if !text[end..line_end.max(end)].trim().is_empty() {
            self.edit(entry.at..end, String::new());
            return Ok(());
        }
        let line = text[..entry.at].rfind('\n').map_or(0, |at| at + 1);
        let begin = match text[line..entry.at].trim().is_empty() {
            true => line,
            // The first key of an item stands behind its dash.
            false => return Err(self.refuse(map)),
        };
        self.edit(begin..line_end, String::new());
        Ok(())
    }

    /// Adds an item at the end of a list.
    ///
    /// # Errors
    /// [`EditError`].
    pub fn push(
        &mut self,
        list: &Node<'_>,
        item: &impl Serialize,
        layout: Layout,
    ) -> Result<(), EditError> {
        let Value::List(found) = &list.value else { return Err(self.refuse(list)) };
        if found.flow {
            let last = found.items.last().map(|item| item.span.end);
            self.add_in_brackets(list, last, &printer::flow(item)?);
        } else {
            let column = self.column(list.span.start);
            let item = self.item(item, column, layout)?;
            let at = self.end_of_line(list.span.end);
            self.add_line(at, column, false, &item);
        }
        Ok(())
    }

    /// Adds an item at the end of the list that a key of a mapping holds. A list that is not there yet is begun behind the last
    /// key that `order` does not name behind it, at the end if `order` is empty.
    ///
    /// # Errors
    /// [`EditError`].
    pub fn push_to(
        &mut self,
        map: &Node<'_>,
        key: &str,
        order: &[&str],
        item: &impl Serialize,
        layout: Layout,
    ) -> Result<(), EditError> {
        let entries = map.map().ok_or_else(|| self.refuse(map))?;
        if let Some(entry) = entries.get(key) {
            return self.push(&entry.value, item, layout);
        }
        let before = entry_before(entries, key, order);
        if entries.flow {
            return self.add_key(map, before, key, &format!("[{}]", printer::flow(item)?));
        }
        let Some(before) = before.and_then(|key| entries.get(key)) else {
            return Err(self.refuse(map));
        };
        let column = self.column(map.span.start);
        let item = self.item(item, column + INDENT, layout)?;
        let item = format!("{:1$}{item}{2}", "", column + INDENT, self.line_end());
        let at = self.end_of_line(before.value.span.end);
        let begin = format!("{:1$}{key}:{2}", "", column, self.line_end());
        let begun = |edit: &&mut Edit| edit.range.start == at && edit.text.starts_with(&begin);
        match self.edits.iter_mut().find(begun) {
            Some(edit) => edit.text.push_str(&item),
            None => self.edits.push(Edit {
                range: at..at,
                text: begin + &item,
                line: Some((Reverse(column), true)),
            }),
        }
        Ok(())
    }

    /// Changes the document, which says `before`, so that it says `after`: values that are the same stay as they are written, and
    /// a list is only made longer.
    ///
    /// # Errors
    /// [`EditError`].
    pub fn update(
        &mut self,
        before: &PlainValue,
        after: &PlainValue,
        arrangement: Arrangement,
    ) -> Result<(), EditError> {
        self.update_value(self.document.root(), before, after, Layout::Line, arrangement)
    }

    fn update_value(
        &mut self,
        node: &Node<'_>,
        before: &PlainValue,
        after: &PlainValue,
        layout: Layout,
        arrangement: Arrangement,
    ) -> Result<(), EditError> {
        match (before, after, &node.value) {
            _ if before == after => Ok(()),
            (PlainValue::Map(old), PlainValue::Map(new), Value::Map(map)) => {
                let gone = |key: &str| plain::entry(new, key).is_none();
                if map.flow && map.entries.iter().any(|entry| gone(entry.key)) {
                    return self.replace(node, after);
                }
                for entry in map.entries.iter().filter(|entry| gone(entry.key)) {
                    self.remove(node, entry.key)?;
                }
                let lower = Arrangement { order: &[], ..arrangement };
                for (key, value) in new {
                    match (map.get(key), plain::entry(old, key)) {
                        (Some(entry), Some(old)) => {
                            let layout = match arrangement.lines.contains(&key.as_str()) {
                                true => Layout::Lines,
                                false => Layout::Line,
                            };
                            self.update_value(&entry.value, old, value, layout, lower)?;
                        }
                        (Some(entry), None) => self.replace(&entry.value, value)?,
                        // The file leaves out what goes without saying.
                        (None, Some(old)) if old == value => {}
                        (None, _) => self.insert(node, map, key, value, arrangement)?,
                    }
                }
                Ok(())
            }
            (PlainValue::List(old), PlainValue::List(new), Value::List(list))
                if old.len() == list.items.len() && old.len() <= new.len() =>
            {
                for ((item, old), new) in list.items.iter().zip(old).zip(new) {
                    self.update_value(item, old, new, Layout::Line, arrangement)?;
                }
                new[old.len()..].iter().try_for_each(|item| self.push(node, item, layout))
            }
            _ => self.replace(node, after),
        }
    }

    /// Adds a key that a mapping does not have.
    fn insert(
        &mut self,
        node: &Node<'_>,
        map: &Map<'_>,
        key: &str,
        value: &PlainValue,
        arrangement: Arrangement,
    ) -> Result<(), EditError> {
        let Arrangement { order, lines } = arrangement;
        match value {
            PlainValue::List(items) if !map.flow => {
                let layout = if lines.contains(&key) { Layout::Lines } else { Layout::Line };
                items.iter().try_for_each(|item| self.push_to(node, key, order, item, layout))
            }
            _ => self.set_or_add(node, entry_before(map, key, order), key, value),
        }
    }

    /// The text with all changes made, and a byte order mark if there was one.
    pub fn finish(self) -> String {
        let Editor { document, mut edits } = self;
        // The order in which they were asked for stays among those that are equal.
        edits.sort_by_key(|edit| (edit.range.start, edit.line));
        let (text, line_end) = (document.text(), line_end(document.text()));
        let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
        let mut out = String::with_capacity(text.len() + added + 4);
        if document.is_marked() {
            out.push('\u{FEFF}');
        }
        let mut copied = 0;
        for Edit { range, text: new, line } in edits {
            out.push_str(&text[copied..range.start.max(copied)]);
            if line.is_some() && !out.is_empty() && !out.ends_with('\n') {
                out.push_str(line_end);
            }
            out.push_str(&new);
            copied = range.end.max(copied);
        }
        out.push_str(&text[copied..]);
        out
    }

    fn refuse(&self, node: &Node<'_>) -> EditError {
        EditError::Shape(self.document.place(node.span.start))
    }

    fn edit(&mut self, range: Range<usize>, text: String) {
        self.edits.push(Edit { range, text, line: None });
    }

    fn add_key(
        &mut self,
        map: &Node<'_>,
        after: Option<&str>,
        key: &str,
        value: &str,
    ) -> Result<(), EditError> {
        let entries = map.map().ok_or_else(|| self.refuse(map))?;
        let last = match after {
            Some(after) => Some(entries.get(after).ok_or_else(|| self.refuse(map))?),
            None => entries.entries.last(),
        };
        let end = last.map(|entry| entry.value.span.end);
        let text = format!("{}: {value}", printer::quote(key));
        if entries.flow {
            self.add_in_brackets(map, end, &text);
        } else {
            let at = self.end_of_line(end.unwrap_or(map.span.end));
            self.add_line(at, self.column(map.span.start), true, &text);
        }
        Ok(())
    }

    /// Adds to what stands within brackets or braces, behind the byte `last` or at the beginning.
    fn add_in_brackets(&mut self, whole: &Node<'_>, last: Option<usize>, value: &str) {
        let at = last.unwrap_or(whole.span.start + 1);
        let first = last.is_none() && self.edits.iter().all(|edit| edit.range.start != at);
        let text = if first { value.to_owned() } else { format!(", {value}") };
        self.edit(at..at, text);
    }

    fn add_line(&mut self, at: usize, column: usize, key: bool, line: &str) {
        // The lines of a block may be indented by more than the widths of `format!` can be.
        let text = format!("{}{line}{}", " ".repeat(column), self.line_end());
        self.edits.push(Edit { range: at..at, text, line: Some((Reverse(column), key)) });
    }

    /// An item with its dash, the lines behind the first indented for a dash in that column.
    fn item(
        &self,
        item: &impl Serialize,
        column: usize,
        layout: Layout,
    ) -> Result<String, EditError> {
        let written = match layout {
            Layout::Line => printer::flow(item)?,
            Layout::Lines => printer::item(item, column, self.line_end())?,
        };
        Ok(format!("- {written}"))
    }

    /// The beginning of the line behind the one in which a value ends.
    fn end_of_line(&self, end: usize) -> usize {
        let text = self.document.text();
        if end > 0 && text[..end].ends_with('\n') {
            return end;
        }
        text[end..].find('\n').map_or(text.len(), |at| end + at + 1)
    }

    /// How many columns stand in front of a byte in its line.
    fn column(&self, at: usize) -> usize {
        let before = &self.document.text()[..at];
        before[before.rfind('\n').map_or(0, |at| at + 1)..].chars().count()
    }

    fn line_end(&self) -> &'static str {
        line_end(self.document.text())
    }
}

/// The key behind which another one belongs: the last that `order` does not name behind it.
fn entry_before<'t>(map: &Map<'t>, key: &str, order: &[&str]) -> Option<&'t str> {
    let rank = |name: &str| order.iter().position(|key| *key == name);
    let goes_before = |name: &str| rank(key).is_none() || rank(name) < rank(key);
    map.entries.iter().rfind(|entry| goes_before(entry.key)).map(|entry| entry.key)
}

/// How a text ends its lines.
fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}
