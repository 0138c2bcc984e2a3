//! The audit of one match file. riverpost only adds to it, so that whatever is not there any more, or is otherwise than it was,
//! is found.

use std::collections::HashSet;

use serde_json::Value;

use super::around::{FileAudit, Surroundings};
use super::entry::{self, Remark, entered, finding};
use super::finding::{Finding, FindingKind};
use super::step::{FileHistory, FileStep};
use crate::actions::actor::Identity;
use crate::actions::settings::Settings;
use crate::document::{Diagnostic, Limits};
use crate::matches::{Entrant, Fixture, LotEntry, Match, PlayedLots, parse};
use crate::record::{Player, TOLERANCE, write_instant};
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
    last: Option<(BlobId, Match)>,
    findings: Vec<Finding>,
    holes: Vec<Hole>,
}

impl MatchAudit<'_> {
    fn add(&mut self, step: &FileStep<'_>, found: Remark) {
        self.findings.push(finding(step, found));
    }

    /// A version; none where it cannot be read from the repository.
    fn read(&mut self, blob: BlobId) -> Option<Result<Match, Diagnostic>> {
        if let Some((known, m)) = &self.last
            && *known == blob
        {
            return Some(Ok(m.clone()));
        }
        match self.reader.read(blob, Limits::MATCH.bytes) {
            Ok(bytes) => Some(parse(bytes.unwrap_or_default())),
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
                    let what = format!("line {}: {}", fault.place.line, fault.message);
                    self.add(step, (FindingKind::Unsound, what));
                }
                return;
            }
        };
        let merge = step.before.len() > 1;
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
            self.lost(step, &before, &after, merge);
            if !merge {
                self.added(step, &before, &after, settings);
            }
        }
        self.last = Some((blob, after));
    }

    /// What is not there any more or is otherwise.
    fn lost(&mut self, step: &FileStep<'_>, before: &Match, after: &Match, merge: bool) {
        let value = |m: &Match| serde_json::to_value(m).unwrap_or_default();
        let mut changes = Vec::new();
        compare(&value(before), &value(after), &mut Vec::new(), &mut changes);
        for ValueChange { path, before, after } in changes {
            let kind = match (path.first().map(String::as_str), path.last().map(String::as_str)) {
                _ if merge => FindingKind::MergeDropped,
                (Some("draws"), _) => FindingKind::LotsChanged,
                (Some("groupings"), Some("bonus")) => FindingKind::BonusChanged,
                (Some("games"), Some("result" | "how" | "points" | "south" | "north" | "note")) => {
                    FindingKind::ResultChanged
                }
                _ => FindingKind::TermsChanged,
            };
            let (path, after) = (path.join(" "), after.unwrap_or_else(|| "nothing".to_owned()));
            self.add(step, (kind, format!("{path} was {before}, and is {after}")));
        }
        let faults = |m: &Match| -> Vec<String> {
            PlayedLots::of(m).faults.into_iter().map(|fault| fault.message).collect()
        };
        let known: HashSet<String> = faults(before).into_iter().collect();
        // Without another draw it is what a draw was about that changed.
        let kind = match after.lots.len() > before.lots.len() {
            true => FindingKind::LotsRepeated,
            false => FindingKind::LotsChanged,
        };
        for fault in faults(after).into_iter().filter(|fault| !known.contains(fault)) {
            let found = finding(step, (kind, fault));
            self.findings.push(Finding { rule: Some("M5"), ..found });
        }
    }

    /// What came, and by whom.
    fn added(&mut self, step: &FileStep<'_>, before: &Match, after: &Match, settings: &Settings) {
        let commit = &step.commit.entry;
        let trailer = commit.trailers.iter().find(|(key, _)| key == "Riverpost-Match");
        if trailer.map(|(_, id)| id) != Some(&after.id) {
            let what = match trailer {
                None => "the commit was made without riverpost".to_owned(),
                Some((_, id)) => format!("Riverpost-Match is {id}, and should be {}", after.id),
            };
            self.add(step, (FindingKind::Trailers, what));
        }
        let entrants = after.entrants();
        let arbiter = after.arbiter.as_ref().map(Player::from);
        let mut all = entrants.iter().flat_map(Entrant::people).chain(arbiter.clone());
        if !all.any(|person| person.email.is_some() || person.key.is_some()) {
            return;
        }
        let is = |somebody: &Person, player: &Player| {
            Identity::new(somebody.clone(), settings.clone()).is(player)
        };
        let plays = |somebody: &Person, id: &str| {
            let entrant = entrants.iter().find(|entrant| entrant.id == id);
            entrant.is_some_and(|entrant| entrant.people().any(|player| is(somebody, &player)))
        };
        let mut found = Vec::new();
        for (at, game) in after.games.iter().enumerate() {
            let old = before.games.get(at).filter(|old| old.id == game.id);
            let news = stated(game).filter(|_| old.and_then(stated).is_none());
            let rules = arbiter.as_ref().is_some_and(|arbiter| is(&commit.author, arbiter))
                || Identity::new(commit.author.clone(), settings.clone())
                    .is_among(&settings.organisers);
            if let Some(news) = news.filter(|_| !rules)
                && !parties(game, &entrants).iter().any(|id| plays(&commit.author, id))
            {
                let Person { name, email } = &commit.author;
                let what =
                    format!("{name} <{email}>, who has no part in {}, stated {news}", game.id);
                found.push((FindingKind::ResultByStranger, what));
            }
        }
        for (at, lot) in after.lots.iter().enumerate() {
            let known = before.lots.get(at).map_or(0, |old| old.acts.len());
            for act in lot.acts.iter().skip(known) {
                found.extend(acted(commit, act, &plays));
            }
        }
        found.into_iter().for_each(|found| self.add(step, found));
    }
}

/// What a game of a match states of its result, in words.
fn stated(game: &Fixture) -> Option<String> {
    let result = game.result.map(|result| format!("the result {}", value(&result)));
    result.or_else(|| game.points.map(|points| format!("the points {}", value(&points))))
}

fn value(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).as_ref().map(short).unwrap_or_default()
}

/// The ids of those who play a game, as far as the match says; otherwise of all.
fn parties<'m>(game: &'m Fixture, entrants: &[Entrant<'m>]) -> Vec<&'m str> {
    if let Some([one, other]) = &game.between {
        return vec![one, other];
    }
    match (&game.south, &game.north) {
        (Some(south), Some(north)) => vec![south, north],
        _ => entrants.iter().map(|entrant| entrant.id).collect(),
    }
}

/// What is wrong about who did something in a draw of lots, and when.
fn acted(
    commit: &HistoryEntry,
    act: &LotEntry,
    plays: &impl Fn(&Person, &str) -> bool,
) -> Vec<Remark> {
    let HistoryEntry { author, committer, .. } = commit;
    let (id, at, time) = (act.player(), act.at(), entered(commit));
    let named = |person: &Person| format!("{} <{}>", person.name, person.email);
    let mut found = Vec::new();
    if !plays(author, id) {
        let what = format!("this is for {id} to do, and the author is {}", named(author));
        found.push((FindingKind::Author, what));
    } else if author != committer && !plays(committer, id) {
        let what = format!("entered for {id} by {}", named(committer));
        found.push((FindingKind::EnteredForAnother, what));
    }
    let [says, was] = [at, time].map(|time| write_instant(&time));
    if at - time > TOLERANCE {
        found.push((FindingKind::EnteredEarly, format!("entered at {was}, and says {says}")));
    } else if time - at > TOLERANCE {
        found.push((FindingKind::EnteredLate, format!("entered at {was}, and says {says}")));
    }
    found
}

/// A value of a match that is gone or otherwise.
struct ValueChange {
    path: Vec<String>,
    before: String,
    after: Option<String>,
}

/// Adds what a value has and another one has not. What only the other has is no change. Items of lists are numbered from 1.
fn compare(before: &Value, after: &Value, path: &mut Vec<String>, found: &mut Vec<ValueChange>) {
    let mut part = |name: String, before: &Value, after: Option<&Value>, found: &mut Vec<_>| {
        path.push(name);
        match after {
            Some(after) => compare(before, after, path, found),
            None => {
                found.push(ValueChange { path: path.clone(), before: short(before), after: None })
            }
        }
        path.pop();
    };
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            old.iter().for_each(|(key, value)| part(key.clone(), value, new.get(key), found));
        }
        (Value::Array(old), Value::Array(new)) => {
            let items = old.iter().enumerate();
            items.for_each(|(at, value)| part((at + 1).to_string(), value, new.get(at), found));
        }
        (before, after) if before != after => {
            let (before, after) = (short(before), Some(short(after)));
            found.push(ValueChange { path: path.clone(), before, after });
        }
        _ => {}
    }
}

/// A value in one short line.
fn short(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.chars().count() > 200 {
        true => text.chars().take(200).chain(['…']).collect(),
        false => text,
    }
}
