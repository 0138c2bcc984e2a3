//! `riverpost verify`: checks records and matches.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure, fault_value};
use super::instant::now;
use super::matches::print_judged;
use super::output::Out;
use super::progress;
use super::sources::of_paths;
use crate::actions::matches::{MatchRecords, MatchVerdict, RecordFolders, check_match};
use crate::actions::{check_elsewhere, verify_repository};
use crate::archive::{self, Verified, VerifyFailure};
use crate::record::{Diagnostic, Place};
use crate::render::{counted, one_line};

/// Check records: every move, every mark, the result
#[derive(clap::Args, Debug)]
pub(super) struct Verify {
    /// Files and folders; - for standard input [default: all games and matches of the repository]
    paths: Vec<PathBuf>,
    /// Every action must be signed: one that is not is an error
    #[arg(long)]
    signed: bool,
}

/// What was found, in numbers.
#[derive(Default)]
struct VerifyTally {
    records: u64,
    plies: u64,
    actions: u64,
    signed: u64,
    failing: u64,
    matches: u64,
    contradictory: u64,
    lines: u64,
    signed_lines: u64,
}

impl Verify {
    // K12
    /// What was found of a match file that begins in a line of the input; with `--signed` what is unsigned is an error.
    fn judged(&self, mut found: MatchVerdict, first: u32) -> MatchVerdict {
        if self.signed {
            let unsigned = found.unsigned.first().copied();
            let (place, message) = match found.has_log {
                true => (unsigned, "this line of the log is unsigned"),
                false => (Some(Place::START), "there is no log that could be signed"),
            };
            let fault = place.map(|place| Diagnostic::new(place, message).rule("K12"));
            found.faults.extend(fault);
        }
        let faults = found.faults.into_iter().map(|fault| fault.from_line(first)).collect();
        MatchVerdict { faults, ..found }
    }
}

impl Run for Verify {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let sources = of_paths(&self.paths)?;
        let bar = progress::of_records(&self.paths, common, out);
        let mut tally = VerifyTally::default();
        let mut printed = Ok(());
        let store = match self.paths.is_empty() {
            true => Some(common.store()?),
            false => None,
        };
        let now = now()?;
        let mut folders = RecordFolders::default();
        let bare = store.as_ref().filter(|store| store.is_bare()).map(MatchRecords::of);
        let mut report = |mut verdict: Verified| {
            bar.inc(1);
            if let (true, Some(place)) = (self.signed, verdict.unsigned.1) {
                let fault = Diagnostic::new(place, "this action is unsigned").rule("K1");
                verdict.failing.get_or_insert(VerifyFailure::Unsound(Box::new(fault)));
            }
            if let Some(bytes) = &verdict.connected {
                let name = &verdict.name;
                let records = match &bare {
                    Some(records) => records,
                    None => folders.beside(Path::new(name)),
                };
                let judged = check_match(name, bytes, verdict.named, records);
                let judged = self.judged(judged, verdict.line);
                tally.matches += 1;
                tally.signed_lines += judged.signed as u64;
                tally.lines += (judged.signed + judged.unsigned.len()) as u64;
                let fails = !judged.faults.is_empty() || verdict.failing.is_some();
                tally.contradictory += u64::from(fails);
                if printed.is_ok() {
                    printed = bar.suspend(|| match verdict.failing {
                        Some(_) if judged.faults.is_empty() => print(&verdict, common, out),
                        _ => print_judged(name, &judged, common, out),
                    });
                }
                return;
            }
            tally.records += 1;
            tally.plies += verdict.plies as u64;
            tally.signed += verdict.signed as u64;
            tally.actions += (verdict.signed + verdict.unsigned.0) as u64;
            tally.failing += u64::from(verdict.failing.is_some());
            if printed.is_ok() {
                printed = bar.suspend(|| print(&verdict, common, out));
            }
        };
        match &store {
            Some(store) => {
                let here = std::env::current_dir().unwrap_or_default();
                verify_repository(store, &here, &mut report)?;
            }
            None => {
                archive::verify(sources, now, &check_elsewhere, |_, _| true, &mut report);
            }
        }
        bar.finish_and_clear();
        printed?;
        if !common.json {
            let VerifyTally { records, plies, failing, matches, contradictory, .. } = tally;
            if records > 0 || matches == 0 {
                let plies = match failing {
                    0 => format!(", {}", counted(plies, "ply", "plies")),
                    _ => String::new(),
                };
                out.note(held(records, failing, ["record", "records"]) + &plies)?;
            }
            if tally.signed > 0 || self.signed && records > 0 {
                out.note(signed(tally.signed, tally.actions, "action", "actions"))?;
            }
            if tally.signed_lines > 0 || self.signed && matches > 0 {
                let (line, lines) = ("line of the logs of matches", "lines of the logs of matches");
                out.note(signed(tally.signed_lines, tally.lines, line, lines))?;
            }
            if matches > 0 {
                out.note(held(matches, contradictory, ["match", "matches"]))?;
            }
        }
        Ok(u8::from(tally.failing + tally.contradictory > 0))
    }
}

/// How many of some are signed.
fn signed(signed: u64, all: u64, one: &str, more: &str) -> String {
    match (signed, all) {
        (1, 1) => format!("the only {one} is signed"),
        (_, 1) => format!("the only {one} is unsigned"),
        (signed, all) if signed == all => format!("all {all} {more} are signed"),
        (signed, all) => format!("{signed} of {all} {more} are signed"),
    }
}

/// How many of some hold, or fail.
fn held(all: u64, failing: u64, [one, many]: [&str; 2]) -> String {
    match (failing, all) {
        (0, 1) => format!("1 {one} holds"),
        (0, _) => format!("{all} {many} hold"),
        (1, 1) => format!("1 {one} fails"),
        (1, _) => format!("1 of {all} {many} fails"),
        _ => format!("{failing} of {all} {many} fail"),
    }
}

fn print(verdict: &Verified, common: &Common, out: &mut Out) -> Result<(), Failure> {
    let Verified { name, plies, outcome, disputed, failing, .. } = verdict;
    if common.json {
        let error = failing.as_ref().map(|failing| match failing {
            VerifyFailure::Unsound(fault) => fault_value(fault),
            other => {
                json!({ "rule": null, "line": null, "column": null, "message": other.to_string() })
            }
        });
        let result = outcome.map_or("*", |o| o.name());
        let mut report = json!({
            "path": name, "ok": failing.is_none(), "plies": plies, "result": result, "error": error,
            "signed": verdict.signed, "unsigned": verdict.unsigned.0,
        });
        if !verdict.unopened.is_empty() {
            let sides = verdict.unopened.iter().map(|side| side.name());
            report["unopened"] = sides.collect();
        }
        if let Some(why) = disputed {
            report["disputed"] = json!(why);
        }
        return out.line(report);
    }
    for side in &verdict.unopened {
        let what = "sealed a plan, and has not opened it although the game is over (K10)";
        out.line(one_line(&format!("{name}: note: {} {what}", side.name())))?;
    }
    match failing {
        None => disputed.iter().try_for_each(|why| {
            out.line(one_line(&format!("{name}: note: the result is disputed: {why}")))
        }),
        Some(failing) => out.line(one_line(&failing.located(name))),
    }
}
