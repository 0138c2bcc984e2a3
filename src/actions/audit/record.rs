//! The audit of one record: each commit against what was there before it, the file as it stands, and other versions of it that
//! the repository knows.

use std::collections::HashSet;

use super::around::{FileAudit, Surroundings};
use super::entry::{self, CommitSignatures, Remark, SettingsThen, fault_finding, finding};
use super::finding::{Finding, FindingKind};
use super::lines::{differing, line_change, missing, told};
use super::step::{FileHistory, FileStep, OtherFile};
use super::versions::{AuditedVersion, PlayedVersion, SoundVersion, Versions};
use crate::actions::settings::Settings;
use crate::actions::verify::check_elsewhere;
use crate::proof::{Checked, PublicKey, Signature, Statement};
use crate::record::{
    Action, HeaderChange, RecordDifference, Replayed, SignatureKind, SignatureLine,
};
use crate::store::{BlobId, BlobReader, RESOLVED};

/// Audits the record of a history.
pub(super) fn audit_record(
    history: &FileHistory<'_>,
    reader: &BlobReader,
    around: &Surroundings,
) -> FileAudit {
    let mut versions = Versions::new(reader);
    let present = history.present.as_ref().map(|(path, blob)| (path, versions.get(*blob)));
    // The latest first: most are what is there now, cut off after some line.
    let blobs = history
        .steps
        .iter()
        .rev()
        .flat_map(|step| step.after.iter().chain(step.before.iter().flatten()));
    blobs.for_each(|blob| drop(versions.get(*blob)));
    let opening = history.steps.first().map(|step| around.settings(step.commit));
    let mut findings = Vec::new();
    let present = match present {
        Some((path, AuditedVersion::Sound(version))) => Some((path.as_str(), version)),
        // Where it came, it is found as well, if that is known.
        Some((path, AuditedVersion::Unsound(fault))) if history.steps.is_empty() => {
            findings.push(Finding::of_fault(FindingKind::Unsound, path, &fault));
            None
        }
        _ => None,
    };
    let mut audit = RecordAudit {
        around,
        versions,
        opening,
        present: present.as_ref().map(|(_, version)| version.clone()),
        seen: HashSet::new(),
        last_sound: None,
        signatures: CommitSignatures::default(),
        findings,
    };
    history.steps.iter().for_each(|step| audit.step(step));
    if let Some((path, version)) = &present {
        audit.standing(path, version);
        audit.others(history, version);
    }
    let RecordAudit { findings, versions, signatures, .. } = audit;
    FileAudit { findings, holes: versions.holes, unchecked: signatures.unchecked }
}

struct RecordAudit<'h, 'r> {
    around: &'h Surroundings,
    versions: Versions<'r>,
    /// The settings with which the record began.
    opening: Option<&'h Settings>,
    /// The version of HEAD.
    present: Option<SoundVersion>,
    /// The versions that have been there already.
    seen: HashSet<BlobId>,
    /// The last version that was sound, for those behind one that is not.
    last_sound: Option<SoundVersion>,
    signatures: CommitSignatures,
    findings: Vec<Finding>,
}

impl<'h> RecordAudit<'h, '_> {
    fn add(&mut self, step: &FileStep<'_>, found: Remark) {
        self.findings.push(finding(step, found));
    }

    fn settings(&self, step: &FileStep<'_>) -> SettingsThen<'h> {
        let now = self.around.settings(step.commit);
        SettingsThen { now, opening: self.opening.unwrap_or(now) }
    }

    /// A sound version; of one that is not, the last one before it that was.
    fn sound(&mut self, blob: Option<BlobId>) -> Option<SoundVersion> {
        match self.versions.get(blob?) {
            AuditedVersion::Sound(version) => Some(version),
            AuditedVersion::Unsound(_) => self.last_sound.clone(),
            AuditedVersion::Unknown => None,
        }
    }

    /// What one commit did.
    fn step(&mut self, step: &FileStep<'_>) {
        if let Some(found) = entry::order(step, self.around.now) {
            self.add(step, found);
        }
        if let Some(from) = step.moved_from {
            let what = format!("moved here from {from}");
            self.add(step, (FindingKind::RecordMoved, what));
        }
        let version = step.after.map(|blob| self.versions.get(blob));
        let after = match version {
            Some(AuditedVersion::Sound(version)) => Some(version),
            Some(AuditedVersion::Unsound(fault)) => {
                if !step.before.contains(&step.after) {
                    self.findings.push(fault_finding(step, FindingKind::Unsound, &fault));
                }
                None
            }
            Some(AuditedVersion::Unknown) => None,
            None => {
                self.gone(step);
                None
            }
        };
        let settings = self.settings(step);
        if let Some(found) = self.signatures.check(step, after.as_ref(), settings.now) {
            self.add(step, found);
        }
        if let Some(after) = after {
            match step.before[..] {
                [None] => self.opened(step, &after),
                [before] => {
                    if let Some(before) = self.sound(before) {
                        self.changed(step, &before, &after);
                    }
                }
                _ => self.merged(step, &after),
            }
            self.last_sound = Some(after);
        }
        self.seen.extend(step.after);
    }

    /// The commit has no such file.
    fn gone(&mut self, step: &FileStep<'_>) {
        if let Some(odd) = step.odd {
            self.add(step, (FindingKind::NotAFile, format!("there is {odd}")));
        } else if step.before.len() > 1 {
            let what = "the merge has no such file, and one of the versions merged had it";
            self.add(step, (FindingKind::MergeDropped, what.to_owned()));
        } else {
            self.add(step, (FindingKind::RecordRemoved, "the file was removed".to_owned()));
        }
    }

    /// The commit has the record, and the one before it has not.
    fn opened(&mut self, step: &FileStep<'_>, after: &SoundVersion) {
        let restored = step.after.is_some_and(|blob| self.seen.contains(&blob));
        if restored || !after.played.record.is_dated() || after.actions == 0 {
            return;
        }
        let lines = after.actions().iter().map(|action| after.played.line(action));
        let what = format!("it came with {} lines: {}", after.actions, told(lines));
        self.add(step, (FindingKind::CameWithLines, what));
    }

    /// The commit changed the record.
    fn changed(&mut self, step: &FileStep<'_>, before: &SoundVersion, after: &SoundVersion) {
        let Some(difference) = self.versions.difference(before, after) else { return };
        let RecordDifference { header, removed, added, signatures, .. } = &difference;
        if header.is_empty() && removed.is_empty() && added.is_empty() && signatures.is_empty() {
            if before.blob != after.blob {
                let what = "the text was changed, and what it says was not".to_owned();
                self.add(step, (FindingKind::OnlyLayout, what));
            }
            return;
        }
        self.header(step, header, !(removed.is_empty() && added.is_empty()));
        self.lost_lines(step, &difference, after);
        self.lost_signatures(step, signatures);
        // What had been there before is judged where it came, and who changed lines is told with that.
        if self.seen.contains(&after.blob) || added.is_empty() || !removed.is_empty() {
            return;
        }
        let played = &after.played;
        let settings = self.settings(step);
        let lag = played.record.header().lag.or(settings.now.lag);
        let commit = &step.commit.entry;
        for index in difference.common..after.actions {
            let found = [
                entry::persons(commit, played, index, &settings),
                entry::times(commit, &played.actions[index], lag),
            ];
            found.into_iter().flatten().for_each(|found| self.action(step, found, played, index));
        }
        if added.len() > 1 {
            let lines = added.iter().map(|action| played.line(action));
            let what = format!("one commit added {} lines: {}", added.len(), told(lines));
            self.add(step, (FindingKind::SeveralLines, what));
        } else if let Some(found) = entry::trailers(&step.commit.entry, after) {
            self.action(step, found, played, after.actions - 1);
        }
        if step.changed > 1 {
            let what = format!("one commit changed {} records and matches", step.changed);
            self.add(step, (FindingKind::SeveralRecords, what));
        }
        let others = step.files > step.changed;
        if others || !step.commit.elsewhere.is_empty() {
            let mut names = step.commit.elsewhere.clone();
            names.extend(others.then(|| "new records".to_owned()));
            let what = format!("the commit also changed {}", names.join(", "));
            self.add(step, (FindingKind::OtherFiles, what));
        }
    }

    /// A finding about an action.
    fn action(&mut self, step: &FileStep<'_>, found: Remark, played: &PlayedVersion, index: usize) {
        let action = &played.actions[index];
        self.findings.push(Finding {
            action: Some(index + 1),
            line: Some(played.line(action)),
            claimed: action.time,
            ..finding(step, found)
        });
    }

    /// The keys of the header that a commit changed. `played` is whether actions came or went, with which the result goes.
    fn header(&mut self, step: &FileStep<'_>, changes: &[HeaderChange], played: bool) {
        for HeaderChange { key, before, after, binding } in changes {
            if played && matches!(key.as_str(), "result" | "ending") {
                continue;
            }
            let said = |value: &Option<String>| match value {
                Some(value) => format!("`{}`", value.replace('\n', " / ")),
                None => "nothing".to_owned(),
            };
            let bound = if *binding { "" } else { ", which binds nobody" };
            let what = format!("{key} was {}, and is {}{bound}", said(before), said(after));
            self.add(step, (FindingKind::HeaderChanged, what));
        }
    }

    fn lost_lines(
        &mut self,
        step: &FileStep<'_>,
        difference: &RecordDifference,
        after: &SoundVersion,
    ) {
        let RecordDifference { removed, added, common, .. } = difference;
        let Some(kind) = line_change(removed, added) else { return };
        let lines =
            |actions: &[Action<'_>]| told(actions.iter().map(|action| after.played.line(action)));
        let from = common + 1;
        let (had, has) = differing(removed, added);
        let what = match (had, has) {
            (had, []) => format!("it had {}", lines(had)),
            ([], has) => format!("it has {} now", lines(has)),
            (had, has) => format!("it had {}, and has {}", lines(had), lines(has)),
        };
        let line = removed.first().map(|action| after.played.line(action));
        let claimed = removed.first().and_then(|action| action.time);
        let found = finding(step, (kind, what));
        self.findings.push(Finding { action: Some(from), line, claimed, ..found });
    }

    fn lost_signatures(&mut self, step: &FileStep<'_>, ordinals: &[usize]) {
        if let Some(first) = ordinals.first() {
            let all: Vec<String> = ordinals.iter().take(20).map(usize::to_string).collect();
            let what = format!(
                "the signatures of these actions came, went or changed: {}{}",
                all.join(", "),
                if ordinals.len() > all.len() { ", …" } else { "" }
            );
            let found = finding(step, (FindingKind::SignaturesChanged, what));
            self.findings.push(Finding { action: Some(*first), ..found });
        }
    }

    /// The commit joins several versions.
    fn merged(&mut self, step: &FileStep<'_>, after: &SoundVersion) {
        let taken = step.before.contains(&step.after);
        let mut best: Option<RecordDifference> = None;
        let mut known: Vec<Action<'static>> = Vec::new();
        for (parent, blob) in step.before.iter().enumerate() {
            if *blob == step.after {
                continue;
            }
            let Some(before) = self.sound(*blob) else { continue };
            let Some(difference) = self.versions.difference(&before, after) else { continue };
            let RecordDifference { removed, common, .. } = &difference;
            if !removed.is_empty() && !self.is_restated(removed, *common) {
                let lines = removed.iter().map(|action| before.played.line(action));
                let what = format!("parent {} of the merge had {}", parent + 1, told(lines));
                let line = removed.first().map(|action| before.played.line(action));
                let claimed = removed.first().and_then(|action| action.time);
                let found = finding(step, (FindingKind::MergeDropped, what));
                let action = Some(common + 1);
                self.findings.push(Finding { action, line, claimed, ..found });
            }
            known.extend(removed.iter().cloned());
            if best.as_ref().is_none_or(|best| best.common < difference.common) {
                best = Some(difference);
            }
        }
        let Some(best) = best.filter(|_| !taken) else { return };
        self.header(step, &best.header, !(best.removed.is_empty() && best.added.is_empty()));
        let new = missing(&best.added, &known);
        if !new.is_empty() {
            let lines: Vec<String> = new.iter().map(|action| after.played.line(action)).collect();
            let what = format!("no version that was merged had {}", told(lines.into_iter()));
            self.add(step, (FindingKind::MergeAdded, what));
        }
    }

    /// Whether the record as it stands has the same deeds behind where it parts: then they were entered anew.
    fn is_restated(&self, removed: &[Action<'_>], common: usize) -> bool {
        let now = self.present.as_ref().and_then(|present| present.actions().get(common..));
        now.is_some_and(|now| missing(removed, now).is_empty())
    }

    /// The signatures and keys of the file as it stands.
    fn standing(&mut self, path: &str, version: &SoundVersion) {
        let Some(fault) = &version.played.fault else { return };
        self.findings.push(Finding::of_fault(FindingKind::Signature, path, fault));
        let played = &version.played;
        for line in played.record.signatures() {
            let index = line.ordinal - 1;
            if fits(played, line, played) != Some(false) {
                continue;
            }
            let action = &played.actions[index];
            let by = action.act.signatory(action.side).name();
            let other =
                self.versions.played().iter().find(|other| fits(other, line, other) == Some(true));
            let what = match other {
                Some(other) => {
                    let lines = other.actions.iter().zip(&played.actions).enumerate();
                    let lines = lines.take(line.ordinal).filter_map(|(at, (was, is))| {
                        let (was, is) = (other.line(was), played.line(is));
                        (was != is).then(|| format!("line {}: `{was}`, not `{is}`", at + 1))
                    });
                    let lines: Vec<String> = lines.take(5).collect();
                    let lines = match lines.is_empty() {
                        true => "another header".to_owned(),
                        false => lines.join("; "),
                    };
                    format!("when {by} signed action {}, the record had {lines}", line.ordinal)
                }
                None => format!(
                    "the signature of {by} on action {} fits no version that the repository has",
                    line.ordinal
                ),
            };
            let found = Finding::of_file(FindingKind::SignedOtherwise, path, what);
            let text = Some(played.line(action));
            self.findings.push(Finding {
                action: Some(line.ordinal),
                line: text,
                claimed: action.time,
                rule: Some("K2"),
                ..found
            });
        }
    }

    /// The other versions that the repository knows.
    fn others(&mut self, history: &FileHistory<'_>, present: &SoundVersion) {
        let trailers = history.steps.iter().flat_map(|step| &step.commit.entry.trailers);
        // A commit has said openly that these do not stand.
        let settled: HashSet<&str> = trailers
            .filter(|(key, name)| key == RESOLVED && name.starts_with("refs/riverpost/"))
            .map(|(_, name)| name.as_str())
            .collect();
        let mut told_of: HashSet<BlobId> = HashSet::new();
        for OtherFile { tip, path, blob } in &history.others {
            if settled.contains(tip.name.as_str()) {
                continue;
            }
            if self.seen.contains(blob) && !tip.was_here || !told_of.insert(*blob) {
                continue;
            }
            let AuditedVersion::Sound(other) = self.versions.get(*blob) else { continue };
            let Some(difference) = self.versions.difference(&other, present) else { continue };
            let RecordDifference { header, common, removed, added, .. } = difference;
            let bound = header.iter().find(|change| change.binding);
            let lost = !removed.is_empty() && (tip.was_here || !added.is_empty());
            let lost = lost && !self.is_restated(&removed, common);
            let what = match bound {
                Some(change) => format!("{} differs", change.key),
                None if lost => {
                    let lines = removed.iter().map(|action| other.played.line(action));
                    format!("it has {}", told(lines))
                }
                None => continue,
            };
            let commit = tip.commit.to_string();
            let what = format!("{} ({}): {what}", tip.name, &commit[..10]);
            self.findings.push(Finding {
                action: (!removed.is_empty()).then_some(common + 1),
                line: removed.first().map(|action| other.played.line(action)),
                claimed: removed.first().and_then(|action| action.time),
                ..Finding::of_file(FindingKind::OtherVersion, path, what)
            });
        }
    }
}

/// Whether a signature fits what a version says; none where that cannot be told.
fn fits(of: &PlayedVersion, line: &SignatureLine<'_>, keys: &PlayedVersion) -> Option<bool> {
    let action = of.actions.get(line.ordinal - 1)?;
    let by = action.act.signatory(action.side);
    let replayed: &Replayed = &keys.replayed;
    let key = match line.kind {
        SignatureKind::NewKey => action.act.new_key()?,
        // What a plan's signature signs is the plan.
        SignatureKind::Plan => return None,
        SignatureKind::Act => replayed.key(by, line.ordinal - 1)?,
    };
    let key = PublicKey::read(key).ok()?;
    let statement = Statement::of(&of.record, action, *of.chain.get(line.base)?).to_string();
    let signature = Signature::read(&line.signature).ok()?;
    match signature.check(&key, &statement) {
        Ok(Checked::Right) => Some(true),
        Ok(Checked::Elsewhere) => check_elsewhere(&key, &signature, &statement).ok(),
        Err(_) => Some(false),
    }
}
