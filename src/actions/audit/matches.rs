//! The audit of one match file. Whatever is not there any more, or is otherwise than it was, is found, unless a line of the
//! file's log tells of it that somebody has added who may.

use std::collections::HashSet;
use std::rc::Rc;

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::around::{FileAudit, Surroundings};
use super::entry::{self, Remark, entered, fault_finding, finding};
use super::finding::{Finding, FindingKind};
use super::step::{FileHistory, FileStep};
use crate::actions::actor::Identity;
use crate::actions::settings::Settings;
use crate::actions::verify::check_elsewhere;
use crate::document::{self, Diagnostic, Limits};
use crate::matches::{
    ChangeRights, ContentChange, LogAuthor, Match, MatchLog, PlayedLots, changes, lot_entries, read,
};
use crate::record::{TOLERANCE, write_instant};
use crate::store::{BlobId, BlobReader, HistoryEntry, Hole, Person};

/// Audits the match of a history.
pub(super) fn audit_match(
    history: &FileHistory<'_>,
    reader: &BlobReader,
    around: &Surroundings,
) -> FileAudit {
    let mut audit =
        MatchAudit { reader, around, last: None, findings: Vec::new(), holes: Vec::new() };
    let mut signatures = entry::CommitSignatures::default();
    for step in &history.steps {
        let settings = around.settings(step.commit);
        let found = signatures.check(step, None, settings);
        audit.findings.extend(found.map(|found| finding(step, found)));
        audit.step(step, settings);
    }
    FileAudit { findings: audit.findings, holes: audit.holes, unchecked: signatures.unchecked }
}

struct MatchAudit<'h> {
    reader: &'h BlobReader,
    around: &'h Surroundings,
    /// The last version that was read: most commits follow it.
    last: Option<(BlobId, Rc<AuditedMatch>)>,
    findings: Vec<Finding>,
    holes: Vec<Hole>,
}

/// A version of a match.
struct AuditedMatch {
    m: Match,
    /// Its log, if it has one, or why that does not fit what it says.
    log: Result<Option<MatchLog>, Diagnostic>,
}

impl AuditedMatch {
    fn read(bytes: &[u8]) -> Result<AuditedMatch, Diagnostic> {
        let document = document::read(bytes, &Limits::MATCH)?;
        let m = read(&document)?;
        Ok(AuditedMatch { log: MatchLog::read(&document, &m), m })
    }

    /// The log, where it tells of everything that has changed since an earlier version.
    fn log_since(&self, before: &AuditedMatch) -> Option<&MatchLog> {
        let log = self.log.as_ref().ok()?.as_ref();
        log.filter(|log| log.leads_from(&before.m, &self.m))
    }
}

impl MatchAudit<'_> {
    fn add(&mut self, step: &FileStep<'_>, found: Remark) {
        self.findings.push(finding(step, found));
    }

    /// A version; none where it cannot be read from the repository.
    fn read(&mut self, blob: BlobId) -> Option<Result<Rc<AuditedMatch>, Diagnostic>> {
        if let Some((known, m)) = &self.last
            && *known == blob
        {
            return Some(Ok(m.clone()));
        }
        match self.reader.read(blob, Limits::MATCH.bytes) {
            Ok(bytes) => Some(AuditedMatch::read(&bytes.unwrap_or_default()).map(Rc::new)),
            Err(hole) => {
                self.holes.push(hole);
                None
            }
        }
    }

    fn step(&mut self, step: &FileStep<'_>, settings: &Settings) {
        if let Some(found) = entry::order(step, self.around.now) {
            self.add(step, found);
        }
        if let Some(from) = step.moved_from {
            self.add(step, (FindingKind::RecordMoved, format!("moved here from {from}")));
        }
        let Some(blob) = step.after else {
            let found = match step.odd {
                Some(odd) => (FindingKind::NotAFile, format!("there is {odd}")),
                None => (FindingKind::RecordRemoved, "the file was removed".to_owned()),
            };
            return self.add(step, found);
        };
        let after = match self.read(blob) {
            None => return,
            Some(Ok(after)) => after,
            Some(Err(fault)) => {
                if !step.before.contains(&step.after) {
                    self.findings.push(fault_finding(step, FindingKind::Unsound, &fault));
                }
                return;
            }
        };
        let merge = step.before.len() > 1;
        let mut checked = 0;
        for before in step.before.iter().flatten().filter(|before| **before != blob) {
            // Of one that is not sound, the last one before it that was.
            let before = match self.read(*before) {
                Some(Ok(before)) => before,
                Some(Err(_)) => match &self.last {
                    Some((_, last)) => last.clone(),
                    None => continue,
                },
                None => continue,
            };
            if after.log_since(&before).is_some() {
                checked = before.m.log.len().max(checked);
            }
            self.lost(step, &before, &after, merge);
            if !merge {
                self.added(step, &before, &after, settings);
            }
        }
        if !step.before.contains(&step.after) {
            match &after.log {
                Err(fault) => {
                    self.findings.push(fault_finding(step, FindingKind::Unsound, fault));
                }
                Ok(Some(log)) => {
                    if let Err(fault) = log.check_signatures(checked, &check_elsewhere) {
                        self.findings.push(fault_finding(step, FindingKind::Signature, &fault));
                    }
                }
                Ok(None) => {}
            }
        }
        self.last = Some((blob, after));
    }

    /// What is not there any more or is otherwise, and no line of the log tells of it.
    fn lost(
        &mut self,
        step: &FileStep<'_>,
        before: &AuditedMatch,
        after: &AuditedMatch,
        merge: bool,
    ) {
        let (old, new) = (&before.m, &after.m);
        if after.log_since(before).is_none() {
            for change in changes(old, new).iter().filter_map(lost) {
                let (kind, what) = change;
                self.add(step, (if merge { FindingKind::MergeDropped } else { kind }, what));
            }
        }
        for (what, kind, old, new) in [
            ("log", FindingKind::LinesReplaced, &old.log, &new.log),
            ("signatures", FindingKind::SignaturesChanged, &old.signatures, &new.signatures),
        ] {
            let kept = old.iter().zip(new).take_while(|(old, new)| old == new).count();
            let Some(line) = old.get(kept) else { continue };
            let kind = if merge { FindingKind::MergeDropped } else { kind };
            let is = new.get(kept).map_or("nothing", String::as_str);
            let [line, is] = [line, is].map(|text| short(text.to_owned()));
            self.add(
                step,
                (kind, format!("line {} of the {what} was {line}, and is {is}", kept + 1)),
            );
        }
        let faults = |m: &Match| -> Vec<String> {
            PlayedLots::of(m).faults.into_iter().map(|fault| fault.message).collect()
        };
        let known: HashSet<String> = faults(old).into_iter().collect();
        // Without another draw it is what a draw was about that changed.
        let kind = match new.lots.len() > old.lots.len() {
            true => FindingKind::LotsRepeated,
            false => FindingKind::LotsChanged,
        };
        for fault in faults(new).into_iter().filter(|fault| !known.contains(fault)) {
            let found = finding(step, (kind, fault));
            self.findings.push(Finding { rule: Some("M5"), ..found });
        }
    }

    /// What came, and by whom.
    fn added(
        &mut self,
        step: &FileStep<'_>,
        before: &AuditedMatch,
        after: &AuditedMatch,
        settings: &Settings,
    ) {
        let commit = &step.commit.entry;
        let m = &after.m;
        let trailer = commit.trailers.iter().find(|(key, _)| key == "Riverpost-Match");
        if trailer.map(|(_, id)| id) != Some(&m.id) {
            let what = match trailer {
                None => "the commit was made without riverpost".to_owned(),
                Some((_, id)) => format!("Riverpost-Match is {id}, and should be {}", m.id),
            };
            self.add(step, (FindingKind::Trailers, what));
        }
        let people = LogAuthor::all(&before.m);
        if !people.iter().any(|(_, person)| person.email.is_some() || person.key.is_some()) {
            return;
        }
        let parts = |somebody: &Person| -> Vec<LogAuthor> {
            let identity = Identity::new(somebody.clone(), settings);
            let own = people.iter().filter(|(_, player)| identity.is(player));
            let named = LogAuthor::Other(somebody.to_string());
            own.flat_map(|(who, _)| who.parts()).chain([named]).collect()
        };
        let (authors, committers) = (parts(&commit.author), parts(&commit.committer));
        let organises =
            Identity::new(commit.author.clone(), settings).is_among(&settings.organisers);
        let (mut rights, mut found) = (ChangeRights::of(&before.m), Vec::new());
        match after.log_since(before) {
            Some(log) => {
                for (at, line) in log.lines().iter().enumerate().skip(before.m.log.len()) {
                    let who = &line.author;
                    if !authors.contains(who) {
                        let author = &commit.author;
                        let what = format!("this is for {who} to do, and the author is {author}");
                        found.push((FindingKind::Author, what));
                    } else if !log.is_signed(at) && !committers.contains(who) {
                        let committer = &commit.committer;
                        let what = format!("entered for {who} by {committer}");
                        found.push((FindingKind::EnteredForAnother, what));
                    }
                    let refused = rights.make(line.changes(), &[who]);
                    if !organises {
                        found.extend(by_stranger(refused, &commit.author));
                    }
                    found.extend(untimely(commit, line.time, line.changes()));
                }
            }
            None => {
                let made = changes(&before.m, m);
                found.extend(untimely(commit, entered(commit), &made));
                let mut refused = rights.make(&made, &authors.iter().collect::<Vec<_>>());
                // What was removed or replaced is said for itself.
                refused.retain(|change| change.old.is_none());
                if !organises {
                    found.extend(by_stranger(refused, &commit.author));
                }
            }
        }
        found.into_iter().for_each(|found| self.add(step, found));
    }
}

/// What a change has removed or replaced, which nobody may have done.
fn lost(change: &ContentChange) -> Option<Remark> {
    let old = change.old.as_ref()?;
    let path: Vec<&str> = change.path.iter().map(String::as_str).collect();
    let kind = match path[..] {
        ["draws", ..] => FindingKind::LotsChanged,
        ["groupings", .., "bonus"] => FindingKind::BonusChanged,
        ["games", _, "result" | "how" | "points" | "south" | "north" | "note", ..] => {
            FindingKind::ResultChanged
        }
        _ => FindingKind::TermsChanged,
    };
    let new = change.new.as_ref().map_or_else(|| "nothing".to_owned(), value);
    Some((kind, format!("{} was {}, and is {new}", path.join(" "), value(old))))
}

/// Whether a change tells that a game has been opened, which the game's record proves by itself, whoever opened it.
fn opens_game(change: &ContentChange) -> bool {
    let path: Vec<&str> = change.path.iter().map(String::as_str).collect();
    match path[..] {
        ["games", _, "record"] | ["groupings", _, "tiebreak", ..] => change.old.is_none(),
        ["games", "+"] => change.new.as_ref().is_some_and(|new| new.get("record").is_some()),
        _ => false,
    }
}

// K13
/// What is wrong about somebody's having made changes that only others may make.
fn by_stranger(refused: Vec<&ContentChange>, person: &Person) -> Option<Remark> {
    let strange: Vec<_> = refused.into_iter().filter(|change| !opens_game(change)).collect();
    let first = strange.first()?;
    let kind = match (first.path.first().map(String::as_str), &first.old) {
        (Some("draws"), None) => FindingKind::Author,
        (Some("games"), None) => FindingKind::ResultByStranger,
        _ => lost(first).map_or(FindingKind::TermsChanged, |(kind, _)| kind),
    };
    let said: Vec<String> = strange.iter().map(ToString::to_string).collect();
    let what = format!("{person} may not say {}", said.join("; "));
    Some((kind, short(what)))
}

/// What is wrong about the time at which a line and steps in draws of lots are said to have been done.
fn untimely(commit: &HistoryEntry, said: DateTime<Utc>, made: &[ContentChange]) -> Vec<Remark> {
    let time = entered(commit);
    let mut found = Vec::new();
    let steps = made.iter().flat_map(lot_entries).map(|entry| entry.at());
    for (at, step) in [(said, false)].into_iter().chain(steps.map(|at| (at, true))) {
        let [says, was] = [at, time].map(|time| write_instant(&time));
        if at - time > TOLERANCE {
            found.push((FindingKind::EnteredEarly, format!("entered at {was}, and says {says}")));
        } else if step && time - at > TOLERANCE {
            found.push((FindingKind::EnteredLate, format!("entered at {was}, and says {says}")));
        }
    }
    found
}

/// A value in one short line.
fn value(value: &Value) -> String {
    short(match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    })
}

/// The beginning of a long text.
fn short(text: String) -> String {
    match text.chars().count() > 200 {
        true => text.chars().take(200).chain(['…']).collect(),
        false => text,
    }
}
