//! Games in a table of comma-separated values: a line of names, then a line for each game.

use std::io::{self, BufRead};

use super::input::Chunks;

/// The columns that may hold the moves.
const MOVES: &[&str] = &["moves", "movetext", "pgn"];
/// Columns whose names are others than those of tags.
const TAGS: &[(&str, &str)] = &[
    ("south", "White"),
    ("north", "Black"),
    ("game", "Variant"),
    ("variation", "RiverpostVariation"),
    ("options", "RiverpostOptions"),
];

/// A line of the table.
pub(super) struct Row {
    /// The line of the file at which it begins.
    pub(super) line: u32,
    pub(super) tags: Vec<(String, String)>,
    pub(super) moves: String,
    /// Why it is no use.
    pub(super) fault: Option<String>,
    /// How many bytes of the file have been read with it.
    pub(super) read: u64,
}

/// Takes a table apart.
pub(super) struct Rows<R> {
    lines: Chunks<R>,
    /// The sign between two values, and the names; none before the first line.
    head: Option<(char, Vec<String>)>,
}

impl<R: BufRead> Rows<R> {
    pub(super) fn new(lines: Chunks<R>) -> Self {
        Rows { lines, head: None }
    }

    /// The next row; none at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Row>> {
        let (sign, names) = match self.head.take() {
            Some(head) => head,
            None => {
                let Some((_, line)) = self.text()? else { return Ok(None) };
                let head = line.and_then(|line| head(&line));
                head.map_err(|message| io::Error::new(io::ErrorKind::InvalidData, message))?
            }
        };
        let row = self.text()?.map(|(line, text)| self.row(line, text, sign, &names));
        self.head = Some((sign, names));
        Ok(row)
    }

    fn row(&self, line: u32, text: Result<String, String>, sign: char, names: &[String]) -> Row {
        let mut row = Row {
            line,
            tags: Vec::new(),
            moves: String::new(),
            fault: None,
            read: self.lines.read(),
        };
        let values = match text {
            Ok(text) => values(&text, sign),
            Err(message) => return Row { fault: Some(message), ..row },
        };
        if values.len() > names.len() {
            let message = format!("{} values for {} columns", values.len(), names.len());
            return Row { fault: Some(message), ..row };
        }
        for (name, value) in names.iter().zip(values).filter(|(_, value)| !value.is_empty()) {
            let known = TAGS.iter().find(|(column, _)| name.eq_ignore_ascii_case(column));
            match known {
                _ if is_moves(name) => row.moves = value,
                Some((_, tag)) => row.tags.push(((*tag).into(), value)),
                None => row.tags.push((name.clone(), value)),
            }
        }
        row
    }

    /// The next line that is not blank, with the lines that its quotes reach over, and its number.
    fn text(&mut self) -> io::Result<Option<(u32, Result<String, String>)>> {
        loop {
            let Some(mut text) = self.lines.line()? else { return Ok(None) };
            let line = self.lines.lines();
            while let Ok(begun) = &mut text
                && begun.matches('"').count() % 2 == 1
                && begun.len() < super::input::LONGEST
            {
                match self.lines.line()? {
                    Some(Ok(more)) => begun.push_str(&more),
                    Some(Err(message)) => text = Err(message),
                    None => break,
                }
            }
            if text.as_ref().is_ok_and(|text| text.trim().is_empty()) {
                continue;
            }
            return Ok(Some((line, text)));
        }
    }
}

fn is_moves(name: &str) -> bool {
    MOVES.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The sign between the values of a table, and its names.
fn head(line: &str) -> Result<(char, Vec<String>), String> {
    let found = [',', ';', '\t'].into_iter().find_map(|sign| {
        let names = values(line, sign);
        names.iter().any(|name| is_moves(name)).then_some((sign, names))
    });
    found.ok_or_else(|| "the first line names the columns, and one of them is `moves`".into())
}

/// The values of a line. A quote inside quotes is doubled.
fn values(line: &str, sign: char) -> Vec<String> {
    let mut values = vec![String::new()];
    let mut quoted = false;
    let mut signs = line.trim_end_matches(['\n', '\r']).chars().peekable();
    while let Some(c) = signs.next() {
        let last = values.last_mut();
        match c {
            '"' if quoted && signs.peek() == Some(&'"') => {
                signs.next();
                last.into_iter().for_each(|value| value.push('"'));
            }
            '"' => quoted = !quoted,
            c if c == sign && !quoted => values.push(String::new()),
            c => last.into_iter().for_each(|value| value.push(c)),
        }
    }
    values.iter_mut().for_each(|value| *value = value.trim().to_owned());
    values
}
