//! `riverpost log`: what was done in a game, when it was entered and by whom.

use std::collections::HashMap;

use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::error::Done;
use super::instant::written;
use super::output::Out;
use super::record::{RecordToRead, played};
use super::signatures::Signatures;
use super::table::aligned;
use crate::actions::{self, CHAIN_TRAILER};
use crate::record::{self, write_instant};
use crate::render::one_line;
use crate::store::HistoryEntry;

/// List what was done in a game, when it was entered and by whom, and the chain hash
#[derive(clap::Args, Debug)]
pub(super) struct Log {
    #[command(flatten)]
    record: RecordToRead,
}

/// A line of the record with the commit that brought it.
struct Row<'a> {
    /// The action with its number; none for the opening of the game.
    line: String,
    time: Option<String>,
    comment: Option<&'a str>,
    chain: String,
    entry: Option<&'a HistoryEntry>,
}

/// What stands in each column for people.
const HEADS: [&str; 8] = ["", "action", "claimed", "entered", "by", "signed", "chain", "comment"];

impl Run for Log {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let (found, place) = self.record.find_placed(common)?;
        let (record, replayed) = played(&found)?;
        let chain = record::chain(&record, &replayed);
        let signatures = Signatures::of(&record, &replayed);
        // A commit for each line, and some that a person made by hand.
        let most = 2 * chain.len() + 100;
        let entries = match &place {
            Some((store, path)) => store.log(path, most)?,
            None => Vec::new(),
        };
        // The oldest commit with a hash is the one that brought the line.
        let mut brought: HashMap<&str, &HistoryEntry> = HashMap::new();
        for entry in &entries {
            let trailer = entry.trailers.iter().find(|(key, _)| key == CHAIN_TRAILER);
            brought.extend(trailer.map(|(_, hash)| (hash.as_str(), entry)));
        }
        let first = record.game().first;
        let opening = Row {
            line: "new game".into(),
            time: record.header().started.map(|time| write_instant(&time)),
            comment: None,
            chain: String::new(),
            entry: None,
        };
        let rows = record.actions().iter().map(|action| {
            let time = action.time.map(|time| write_instant(&time));
            let (line, comment) = (action.line_without_time(first), action.comment.as_deref());
            Row { line, time, comment, chain: String::new(), entry: None }
        });
        let rows = std::iter::once(opening).chain(rows).zip(&chain).map(|(row, hash)| {
            let chain = hash.to_string();
            let entry = brought.get(chain.as_str()).copied();
            Row { chain, entry, ..row }
        });
        if common.json {
            for (number, row) in rows.enumerate() {
                let person = |name: &str, email: &str| json!({ "name": name, "email": email });
                out.line(json!({
                    "number": number, "line": row.line, "time": row.time, "comment": row.comment,
                    "entered": row.entry.map(entered),
                    "author": row.entry.map(|e| person(&e.author.name, &e.author.email)),
                    "committer": row.entry.map(|e| person(&e.committer.name, &e.committer.email)),
                    "commit": row.entry.map(|e| e.commit.to_string()), "chain": row.chain,
                    "signed": number.checked_sub(1).and_then(|index| signatures.signed(index)),
                }))?;
            }
            return Ok(0);
        }
        let rows: Vec<_> = rows
            .enumerate()
            .map(|(number, row)| {
                [
                    number.to_string(),
                    one_line(&row.line),
                    row.time.unwrap_or_default(),
                    row.entry.map(entered).unwrap_or_default(),
                    row.entry.map(by).unwrap_or_default(),
                    number.checked_sub(1).map(|at| signatures.word(at)).unwrap_or_default(),
                    row.chain.chars().take(12).collect(),
                    row.comment.map(one_line).unwrap_or_default(),
                ]
            })
            .collect();
        let mut heads = HEADS.map(str::to_owned);
        for (column, head) in heads.iter_mut().enumerate() {
            if rows.iter().all(|row| row[column].is_empty()) {
                head.clear();
            }
        }
        let heads = (!common.quiet).then_some(heads);
        aligned(heads.into_iter().chain(rows), out)?;
        signatures.print_faults(out)?;
        Ok(0)
    }
}

/// When a commit was made.
fn entered(entry: &HistoryEntry) -> String {
    written(actions::entered(entry))
}

/// Who made a commit, and for whom.
fn by(entry: &HistoryEntry) -> String {
    let (author, committer) = (one_line(&entry.author.name), one_line(&entry.committer.name));
    match author == committer {
        true => author,
        false => format!("{committer} for {author}"),
    }
}
