//! `riverpost audit`: what the history of records and matches shows that it should not.

use std::collections::HashSet;

use clap_complete::engine::ArgValueCompleter;
use serde_json::{Value, json};

use super::arguments::Common;
use super::command::Run;
use super::complete;
use super::error::{Done, Failure};
use super::kept_mails;
use super::output::Out;
use super::progress;
use crate::actions::{
    self, ActionError, FindError, Finding, FindingKind, GAMES, KeptMails, MATCHES, mail_claims,
};
use crate::record::write_instant;
use crate::render::{counted, one_line};
use crate::store::{HistoryEntry, Hole, Person, RepoPath, Store, StoreError};

/// Check the history of records and matches: who did what when, and what was changed later
#[derive(clap::Args, Debug)]
pub(super) struct Audit {
    /// Games and matches: their ids, words of a game's id such as ben-1, or their paths
    #[arg(value_name = "REC", required_unless_present = "all", conflicts_with = "all", add = ArgValueCompleter::new(complete::records))]
    records: Vec<String>,
    /// All that there are, and those that were removed
    #[arg(long)]
    all: bool,
}

impl Run for Audit {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let store = common.store()?;
        let named = self.records.iter().map(|name| locate(&store, name, common));
        let named = named.collect::<Result<Vec<RepoPath>, Failure>>()?;
        let bar = progress::of_files_to_be_found(common, out);
        let set = |done, total| progress::set(&bar, done, total);
        let audit = actions::audit(&store, (!self.all).then_some(&named), &set);
        bar.finish_and_clear();
        let audit = audit?;
        let actions::Audit { findings, holes, mails, .. } = &audit;
        if common.json {
            findings.iter().try_for_each(|finding| out.line(finding_json(finding)))?;
            holes.iter().try_for_each(|hole| out.line(hole_json(hole)))?;
            for (path, kept) in mails {
                kept.mails.iter().try_for_each(|mail| out.line(mail_json(path, kept, mail)))?;
            }
        } else {
            print(findings, out)?;
            for hole in holes {
                out.line(format_args!("not known: {}", one_line(&hole.to_string())))?;
                out.note(format_args!("  {}", hole.hint()))?;
            }
            for (path, kept) in mails {
                print_mails(path, kept, out)?;
            }
            for (kind, commits) in &audit.unchecked {
                let commits = counted(*commits, "commit bears a", "commits bear a");
                out.note(format_args!("{commits} signature ({kind}) that is not checked here; see `git log --show-signature`"))?;
            }
            out.note(summary(&audit))?;
        }
        match (findings.is_empty(), holes.is_empty()) {
            (false, _) => Ok(1),
            (true, true) => Ok(0),
            (true, false) => {
                Err(Failure::world("nothing was found, but not all of the history could be read")
                    .hint("what is not known is listed above"))
            }
        }
    }
}

/// The file of a game or match that is meant.
fn locate(store: &Store, name: &str, common: &Common) -> Result<RepoPath, Failure> {
    let here = common.working_folder()?;
    let found = actions::locate(store, &here, MATCHES, name);
    // The id of a match is how those of its games begin.
    if let Some(path) = found.iter().find(|path| path.stem().eq_ignore_ascii_case(name)) {
        return match store.taken(GAMES, name)? {
            None => Ok(path.clone()),
            Some(game) => {
                let candidates = [&game, path].map(ToString::to_string).into();
                Err(StoreError::Ambiguous { id: name.to_owned(), candidates, count: 2 }.into())
            }
        };
    }
    match actions::find_record(store, &here, name) {
        Ok(path) => Ok(path),
        Err(FindError::Action(ActionError::Store(none @ StoreError::NotFound { .. }))) => {
            Ok(found.map_err(|_| ActionError::from(none))?)
        }
        Err(error) => Err(error.into()),
    }
}

/// The findings, by file; what a kind means is said once.
fn print(findings: &[Finding], out: &mut Out) -> Result<(), Failure> {
    let mut path = None;
    let mut explained: HashSet<FindingKind> = HashSet::new();
    for finding in findings {
        if path != Some(&finding.path) {
            if path.is_some() {
                out.line("")?;
            }
            out.line(one_line(&finding.path))?;
            path = Some(&finding.path);
        }
        let action = finding.action.map(|number| format!(", action {number}"));
        let rule = finding.rule.map(|rule| format!(" ({rule})"));
        let (action, rule) = (action.unwrap_or_default(), rule.unwrap_or_default());
        out.line(format_args!("  {}{action}: {}{rule}", finding.kind, one_line(&finding.what)))?;
        if let Some(line) = &finding.line {
            out.line(format_args!("    line: {}", one_line(line)))?;
        }
        if let Some(entry) = &finding.commit {
            out.line(format_args!("    commit: {}", commit(entry)))?;
        }
        if explained.insert(finding.kind) {
            out.note(format_args!("    {}", finding.kind.meaning()))?;
        }
    }
    if path.is_some() { out.line("") } else { Ok(()) }
}

/// A commit with its persons and its time.
fn commit(entry: &HistoryEntry) -> String {
    let person = |person: &Person| one_line(&person.to_string());
    let (author, committer) = (person(&entry.author), person(&entry.committer));
    let by = match author == committer {
        true => format!("by {author}"),
        false => format!("by {committer} for {author}"),
    };
    format!("{}, entered {} {by}", entry.commit.short(), write_instant(&actions::entered(entry)))
}

fn finding_json(finding: &Finding) -> Value {
    let Finding { kind, path, commit, action, line, claimed, rule, what } = finding;
    let person = |person: &Person| json!({ "name": person.name, "email": person.email });
    let entry = commit.as_ref();
    json!({
        "path": path, "kind": kind.name(), "what": what, "means": kind.meaning(), "rule": rule,
        "action": action, "line": line, "claimed": claimed.as_ref().map(write_instant),
        "commit": entry.map(|entry| entry.commit.to_string()),
        "entered": entry.map(|entry| write_instant(&actions::entered(entry))),
        "author": entry.map(|entry| person(&entry.author)),
        "committer": entry.map(|entry| person(&entry.committer)),
    })
}

/// What the mails that made a commit say, which nobody has checked.
fn print_mails(path: &str, kept: &KeptMails, out: &mut Out) -> Result<(), Failure> {
    for mail in &kept.mails {
        out.note(format_args!(
            "{}: {} came by mail",
            one_line(path),
            one_line(&kept.entry.subject)
        ))?;
        for claim in mail_claims(mail) {
            out.note(format_args!("    {}", one_line(&claim)))?;
        }
    }
    Ok(())
}

fn mail_json(path: &str, kept: &KeptMails, mail: &[u8]) -> Value {
    let mut value = kept_mails::value(kept, mail);
    value["path"] = json!(path);
    value["kind"] = json!("mail");
    value
}

fn hole_json(hole: &Hole) -> Value {
    json!({
        "path": null, "kind": "not-known", "hole": hole.name(), "what": hole.to_string(),
        "means": hole.hint(),
    })
}

fn summary(audit: &actions::Audit) -> String {
    let actions::Audit { commits, records, matches, findings, holes, .. } = audit;
    let looked = format!(
        "{}, {}, {}",
        counted(*records, "record", "records"),
        counted(*matches, "match", "matches"),
        counted(*commits, "commit", "commits")
    );
    match (findings.len(), holes.is_empty()) {
        (0, true) => format!("nothing found in {looked}"),
        (0, false) => format!("nothing found in what is known of {looked}"),
        (found, _) => format!("{} in {looked}", counted(found, "finding", "findings")),
    }
}
