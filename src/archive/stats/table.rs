//! Tables of numbers, for people and for machines.

use serde_json::{Map, Value, json};

use crate::clock::TimeSpan;
use crate::render::{ShareBars, TextTable};

/// A cell.
#[derive(Clone, PartialEq, Debug)]
pub enum StatCell {
    /// A text.
    Text(String),
    /// Moves from a root: for people only the last of them, further to the right the more there are.
    Branch(Vec<String>),
    /// How many.
    Count(u64),
    /// A share, to a tenth of a percent; none where there is nothing to divide by.
    Percent(Option<f64>),
    /// A time; for machines in seconds.
    Time(TimeSpan),
}

/// Rows of cells under headings.
#[derive(Clone, PartialEq, Debug)]
pub struct StatTable {
    head: Vec<&'static str>,
    rows: Vec<Vec<StatCell>>,
}

impl StatTable {
    pub(super) fn new(head: impl IntoIterator<Item = &'static str>) -> StatTable {
        StatTable { head: head.into_iter().collect(), rows: Vec::new() }
    }

    pub(super) fn push(&mut self, row: impl IntoIterator<Item = StatCell>) {
        self.rows.push(row.into_iter().collect());
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table with no more than its first rows.
    #[must_use]
    pub fn first(&self, rows: usize) -> StatTable {
        let rows = self.rows.iter().take(rows).cloned().collect();
        StatTable { head: self.head.clone(), rows }
    }

    /// The rows whose first cell is that text.
    #[must_use]
    pub fn of(&self, text: &str) -> StatTable {
        let is = |row: &&Vec<StatCell>| matches!(row.first(), Some(StatCell::Text(t)) if t == text);
        StatTable { head: self.head.clone(), rows: self.rows.iter().filter(is).cloned().collect() }
    }

    /// The table as texts: for people, or with plain numbers.
    pub fn texts(&self, people: bool) -> TextTable {
        let heading = |name: &&str| match people {
            true => name.replace("_percent", " %").replace('_', " "),
            false => (*name).to_owned(),
        };
        let mut table = TextTable::new(self.head.iter().map(heading));
        let shown = |cell: &StatCell| match cell {
            StatCell::Branch(moves) => {
                let last = moves.last().map_or("", String::as_str);
                format!("{}{last}", "  ".repeat(moves.len().saturating_sub(1)))
            }
            StatCell::Percent(Some(percent)) => format!("{percent:.1}"),
            StatCell::Time(time) => time.to_string(),
            cell => cell.plain(),
        };
        for row in &self.rows {
            match people {
                true => table.push(row.iter().map(shown)),
                false => table.push(row.iter().map(StatCell::plain)),
            }
        }
        table
    }

    /// How many games of each result the rows have, as bars; none for a table that does not count results.
    pub fn results(&self) -> Option<ShareBars> {
        let first = self.head.iter().position(|name| *name == "games")?;
        let columns = first + 1..first + 5;
        let names = self.head.get(columns.clone())?.iter().map(|name| name.replace('_', " "));
        let count = |cell: &StatCell| match cell {
            StatCell::Count(count) => *count,
            _ => 0,
        };
        let row = |row: &Vec<StatCell>| {
            let label = row[..first].iter().map(StatCell::plain).collect::<Vec<_>>().join(", ");
            (label, row[columns.clone()].iter().map(count).collect())
        };
        let rows = self.rows.iter().map(row).collect();
        Some(ShareBars { title: "Results".into(), parts: names.collect(), rows })
    }

    /// Each row as an object.
    pub fn objects(&self) -> impl Iterator<Item = Map<String, Value>> {
        self.rows.iter().map(|row| {
            let cells = self.head.iter().zip(row);
            cells.map(|(name, cell)| ((*name).to_owned(), cell.value())).collect()
        })
    }
}

impl StatCell {
    /// The value as text; nothing where there is none.
    fn plain(&self) -> String {
        match self.value() {
            Value::Null => String::new(),
            Value::String(text) => text,
            number => number.to_string(),
        }
    }

    fn value(&self) -> Value {
        match self {
            StatCell::Text(text) => json!(text),
            StatCell::Branch(moves) => {
                // North's moves have no number of their own behind South's.
                let behind = moves.iter().skip(1).map(|text| match text.split_once("... ") {
                    Some((_, text)) => text,
                    None => text,
                });
                let line = moves.first().map(String::as_str).into_iter().chain(behind);
                json!(line.collect::<Vec<_>>().join(" "))
            }
            StatCell::Count(count) => json!(count),
            StatCell::Percent(percent) => json!(percent.map(|p| (p * 10.0).round() / 10.0)),
            StatCell::Time(time) => json!(time.as_seconds()),
        }
    }
}
