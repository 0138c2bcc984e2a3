//! What the commands of matches have in common: reading the match, tables, contradictions, what was changed.

use std::path::Path;

use clap_complete::engine::ArgValueCompleter;
use serde_json::{Value, json};

use crate::actions::matches::{EvaluatedMatch, MatchRecords, MatchVerdict, evaluate};
use crate::actions::{self, Entry, MATCHES, Recorded, Signed};
use crate::cli::arguments::{Common, Format, standard_input};
use crate::cli::complete;
use crate::cli::error::{Done, Failure};
use crate::cli::output::Out;
use crate::cli::recorded::print_signed;
use crate::document::Diagnostic;
use crate::proof::PublicKey;
use crate::render::{CaptionedTable, markdown_cell as escape, one_line, table_page};
use crate::store::{RepoPath, Store};

/// The forms of a table.
pub(super) const FORMATS: &[Format] =
    &[Format::Text, Format::Markdown, Format::Html, Format::Csv, Format::Json];

/// A match.
#[derive(clap::Args, Debug)]
pub(super) struct MatchName {
    /// The match: its id, the beginning of it, or its path
    #[arg(value_name = "MATCH", add = ArgValueCompleter::new(complete::matches))]
    r#match: String,
}

impl MatchName {
    /// Reads the match and works it out. One named by a path has its records in files beside it.
    pub(super) fn read(&self, common: &Common) -> Result<EvaluatedMatch, Failure> {
        Ok(self.read_in_place(common)?.0)
    }

    /// The same with the repository, for a match that is named by its id.
    pub(super) fn read_in_place(
        &self,
        common: &Common,
    ) -> Result<(EvaluatedMatch, Option<Store>), Failure> {
        let name = self.r#match.as_str();
        let found = if name == "-" {
            standard_input()?
        } else {
            actions::find(&common.folder(), MATCHES, name)?
        };
        if found.name == name {
            let records = MatchRecords::beside(Path::new(name));
            return Ok((evaluate(&found.name, &found.bytes, &records)?, None));
        }
        let store = common.store()?;
        let read = evaluate(&found.name, &found.bytes, &MatchRecords::of(&store))?;
        Ok((read, Some(store)))
    }

    /// The repository, the match's place in it, and the text of its file.
    pub(super) fn locate(
        &self,
        common: &Common,
    ) -> Result<(Store, RepoPath, Option<String>), Failure> {
        let store = common.store()?;
        let path = actions::locate(&store, &common.working_folder()?, MATCHES, &self.r#match)?;
        let text = store.read(&path)?.map(|b| String::from_utf8_lossy(&b.bytes).into_owned());
        Ok((store, path, text))
    }
}

/// For which official something is entered.
#[derive(clap::Args, Debug)]
pub(super) struct Official {
    /// For whom it is entered: `arbiter`, or the name or address of the arbiter or an organiser [default: yourself, as git
    /// knows you]
    #[arg(long = "for", value_name = "WHO")]
    pub(super) who: Option<String>,
}

/// Prints tables in a format other than JSON, and what contradicts itself. Several tables have their captions above them,
/// in CSV in a column in front.
pub(super) fn tables(
    read: &EvaluatedMatch,
    tables: Vec<CaptionedTable>,
    format: Format,
    out: &mut Out,
) -> Done {
    if format == Format::Html {
        out.text(&table_page(&read.m.title, &tables))?;
        return contradictions(read, format, out);
    }
    let several = tables.len() > 1;
    for (at, CaptionedTable { caption, mut table, notes, .. }) in tables.into_iter().enumerate() {
        match format {
            Format::Csv => {
                if several {
                    table.head.insert(0, "section".to_owned());
                    table.rows.iter_mut().for_each(|row| row.insert(0, caption.clone()));
                }
                out.text(&table.csv())?;
            }
            Format::Markdown => {
                if several {
                    out.text(&format!(
                        "{}## {}\n\n",
                        if at == 0 { "" } else { "\n" },
                        escape(&caption)
                    ))?;
                }
                out.text(&table.markdown())?;
                if !notes.is_empty() {
                    out.line("")?;
                }
                notes.iter().try_for_each(|note| out.line(format_args!("- {}", escape(note))))?;
            }
            _ => {
                if several {
                    out.text(&format!(
                        "{}{}\n",
                        if at == 0 { "" } else { "\n" },
                        one_line(&caption)
                    ))?;
                }
                out.text(&table.text())?;
                notes.iter().try_for_each(|note| out.note(one_line(note)))?;
            }
        }
    }
    contradictions(read, format, out)
}

/// Prints contradictions, one a line, and gives the exit code; where another program reads the output, beside it.
pub(super) fn contradictions(read: &EvaluatedMatch, format: Format, out: &mut Out) -> Done {
    for found in &read.contradictions {
        let line = contradiction(&read.file, found);
        match format {
            Format::Text => out.line(line)?,
            _ => out.note(line)?,
        }
    }
    Ok(code(read))
}

/// 1 when the match contradicts itself.
pub(super) fn code(read: &EvaluatedMatch) -> u8 {
    u8::from(!read.contradictions.is_empty())
}

/// A contradiction as a line that editors can jump to.
fn contradiction(file: &str, found: &Diagnostic) -> String {
    one_line(&format!("{file}:{found}"))
}

/// A contradiction for machines.
fn as_json(found: &Diagnostic) -> Value {
    json!({
        "rule": found.rule, "line": found.place.line, "column": found.place.column,
        "message": found.advised(),
    })
}

/// Every contradiction for machines.
pub(super) fn all_as_json(read: &EvaluatedMatch) -> Vec<Value> {
    read.contradictions.iter().map(as_json).collect()
}

/// Prints what `verify` found of a match file.
pub(crate) fn judged(
    file: &str,
    verdict: &MatchVerdict,
    common: &Common,
    out: &mut Out,
) -> Result<(), Failure> {
    let MatchVerdict { faults, has_log, signed, unsigned } = verdict;
    if common.json {
        let errors: Vec<Value> = faults.iter().map(as_json).collect();
        return out.line(json!({
            "path": file, "ok": faults.is_empty(), "plies": 0, "result": "*",
            "error": errors.first(), "errors": errors,
            "log": has_log, "signed": signed, "unsigned": unsigned.len(),
        }));
    }
    if faults.is_empty() && !has_log {
        out.line(one_line(&format!("{file}: note: unsigned, without a log")))?;
    }
    faults.iter().try_for_each(|found| out.line(contradiction(file, found)))
}

/// Prints what was done to a match file.
pub(super) fn changed(
    done: &Recorded<EvaluatedMatch>,
    before: Option<&str>,
    common: &Common,
    out: &mut Out,
) -> Result<(), Failure> {
    let id = &done.id;
    out.recorded(done.commit);
    if common.json {
        return out.line(json!({
            "match": id, "done": done.line, "commit": done.commit.map(|c| c.to_string()),
            "signed": matches!(signed(done), Signed::By(_)),
        }));
    }
    if common.dry_run {
        out.note(one_line(&format!("would do: {id}: {}", done.line)))?;
        let known = |line: &&str| before.is_some_and(|text| text.lines().any(|old| old == *line));
        for line in done.value.text.lines().filter(|line| !known(line)) {
            out.line(format_args!("+ {}", one_line(line)))?;
        }
        return Ok(());
    }
    let commit = done.commit.map(|commit| commit.short()).unwrap_or_default();
    out.note(one_line(&format!("{id}: {} (commit {commit})", done.line)))?;
    if let Some(Entry { who, by }) = &done.entry {
        out.note(one_line(&format!("entered for {} by {}", who.name, by.name)))?;
    }
    print_signed(&signed(done), out)
}

/// Whether the last line of the log is signed.
fn signed(done: &Recorded<EvaluatedMatch>) -> Signed {
    let Ok(Some(log)) = &done.value.log else { return Signed::Keyless };
    let last = log.lines().len() - 1;
    let key = log.key(last).and_then(|key| PublicKey::read(key).ok());
    match (key.map(|key| key.fingerprint()), &done.entry) {
        (None, _) => Signed::Keyless,
        (Some(key), _) if log.is_signed(last) => Signed::By(key),
        (Some(key), Some(_)) => Signed::Entered(key),
        (Some(key), None) => Signed::Missing(key),
    }
}
