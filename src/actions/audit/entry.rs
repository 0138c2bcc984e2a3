//! Whether a commit says of the line that it added what the line says: who acted, who entered it, when, and what it is.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};

use super::finding::{Finding, FindingKind};
use super::step::FileStep;
use super::versions::{Persons, PlayedVersion, SoundVersion};
use crate::actions::actor::{Identity, Seats, person};
use crate::actions::change::time_trailer;
use crate::actions::game::game_trailers;
use crate::actions::resolve::REASON;
use crate::actions::settings::Settings;
use crate::clock::TimeSpan;
use crate::document::Diagnostic;
use crate::proof::{ArmouredSignature, Checked, GIT_NAMESPACE};
use crate::record::{Action, Player, Signatory, TOLERANCE, write_instant};
use crate::rules::Side;
use crate::store::{HistoryEntry, Person, Timestamp, ssh_keygen_verifies};

/// How the names of riverpost's trailers begin.
const TRAILERS: &str = "Riverpost-";
/// How an armoured SSH signature begins.
const SSH: &str = "-----BEGIN SSH SIGNATURE-----";

/// Something found about a commit, before it is put in its place.
pub(super) type Remark = (FindingKind, String);

/// A commit's time.
fn instant(time: Timestamp) -> DateTime<Utc> {
    DateTime::from_timestamp(time.0, 0).unwrap_or_default()
}

/// When a commit was entered, as it says.
pub fn entered(entry: &HistoryEntry) -> DateTime<Utc> {
    instant(entry.entered)
}

/// The settings that count for a commit, and those with which the game began.
pub(super) struct SettingsThen<'s> {
    pub(super) now: &'s Settings,
    pub(super) opening: &'s Settings,
}

impl SettingsThen<'_> {
    /// Whether somebody may enter lines for others.
    fn is_scribe(&self, somebody: &Person) -> bool {
        let scribes = &self.now.scribes;
        !scribes.is_empty() && Identity::new(somebody.clone(), self.now).is_among(scribes)
    }
}

/// Whether somebody of a commit is a player, as these settings know people.
fn is(somebody: &Person, player: &Player, settings: &Settings) -> bool {
    Identity::new(somebody.clone(), settings).is(player)
        || person(player).committed().is_ok_and(|committed| committed == *somebody)
}

impl Persons {
    fn seats(&self) -> Seats<'_> {
        Seats { players: &self.players, arbiter: self.arbiter.as_ref(), turn: Side::South }
    }

    fn of(&self, who: Signatory) -> Option<&Player> {
        match who {
            Signatory::Side(side) => self.players.of(side),
            Signatory::Arbiter => self.arbiter.as_ref(),
        }
    }

    /// Who somebody of a commit is in the game.
    fn roles(&self, somebody: &Person, settings: &Settings) -> Vec<Signatory> {
        let all = Side::BOTH.map(Signatory::Side).into_iter().chain([Signatory::Arbiter]);
        all.filter(|who| self.of(*who).is_some_and(|player| is(somebody, player, settings)))
            .collect()
    }
}

/// What is wrong about who did and who entered the action of that index, which a commit added.
pub(super) fn persons(
    entry: &HistoryEntry,
    played: &PlayedVersion,
    index: usize,
    settings: &SettingsThen<'_>,
) -> Option<Remark> {
    let action = &played.actions[index];
    let persons = played.persons(index);
    // The signature says more than the commit.
    if played.is_signed(index) || !persons.seats().names_addresses() {
        return None;
    }
    let who = action.act.signatory(action.side);
    let HistoryEntry { author, committer, .. } = entry;
    let Some(player) = persons.of(who) else {
        let plays = persons.roles(author, settings.now);
        let player = plays.first().filter(|_| who == Signatory::Arbiter)?;
        let what = format!(
            "an arbiter's act, and the author of the commit is {}, who plays {}",
            author,
            player.name()
        );
        return Some((FindingKind::Author, what));
    };
    if !is(author, player, settings.now) {
        let what = format!(
            "this is for {} ({}) to do, and the author of the commit is {}",
            player.name,
            who.name(),
            author
        );
        return Some((FindingKind::Author, what));
    }
    let known = |somebody: &Person| is(somebody, player, settings.now);
    let new = |somebody: &&Person| known(somebody) && !is(somebody, player, settings.opening);
    if !std::ptr::eq(settings.now, settings.opening)
        && let Some(somebody) = [author, committer].into_iter().find(new)
    {
        let what = format!(
            "{} is {} only by what was written into riverpost.yaml after the game had begun",
            somebody, player.name
        );
        return Some((FindingKind::AddressBySettings, what));
    }
    if author == committer || known(committer) {
        return None;
    }
    let by = match persons.roles(committer, settings.now).first() {
        Some(Signatory::Arbiter) => return None,
        Some(side) => format!("{}, who plays {}", committer, side.name()),
        None if settings.is_scribe(committer) => return None,
        None => committer.to_string(),
    };
    let what = format!("entered for {} by {by}, and not signed", player.name);
    Some((FindingKind::EnteredForAnother, what))
}

/// What is wrong about when an action was entered which a commit added.
pub(super) fn times(
    entry: &HistoryEntry,
    action: &Action<'_>,
    lag: Option<TimeSpan>,
) -> Option<Remark> {
    let (claimed, entered) = (action.time?, entered(entry));
    let late = TimeSpan::seconds((entered - claimed).num_seconds());
    if claimed - entered > TOLERANCE {
        let what = format!(
            "entered at {}, and said to have been done at {}",
            write_instant(&entered),
            write_instant(&claimed)
        );
        return Some((FindingKind::EnteredEarly, what));
    }
    let lag = lag.filter(|lag| late > *lag)?;
    let what = format!(
        "entered {} after it is said to have been done, and {} was agreed at most",
        late.compact(),
        lag.compact()
    );
    Some((FindingKind::EnteredLate, what))
}

/// What is wrong about a commit's own time of entry.
pub(super) fn order(step: &FileStep<'_>, now: DateTime<Utc>) -> Option<Remark> {
    let entered = entered(&step.commit.entry);
    if entered - now > TOLERANCE {
        let what = format!("entered at {}, which is yet to come", write_instant(&entered));
        return Some((FindingKind::EnteredInFuture, what));
    }
    let after = instant(step.commit.after?);
    (after - entered > TOLERANCE).then(|| {
        let what = format!(
            "entered at {}, and the commit before it at {}",
            write_instant(&entered),
            write_instant(&after)
        );
        (FindingKind::EnteredOutOfOrder, what)
    })
}

/// What does not fit in what a commit says of the last action that it added.
pub(super) fn trailers(entry: &HistoryEntry, after: &SoundVersion) -> Option<Remark> {
    let found = |what: String| Some((FindingKind::Trailers, what));
    let ours: Vec<&(String, String)> =
        entry.trailers.iter().filter(|(key, _)| key.starts_with(TRAILERS)).collect();
    if ours.is_empty() {
        return found("the commit was made without riverpost".to_owned());
    }
    let played = &after.played;
    let action = after.actions().last()?;
    let id = &played.record.header().id;
    let line = action.line_without_time(played.record.game().first);
    // A commit has its subject in one line.
    let subject = format!("{id}: {line}").replace(['\u{2028}', '\u{2029}', '\u{85}'], " ");
    if entry.subject != subject {
        return found(format!("the subject is `{}`, and should be `{subject}`", entry.subject));
    }
    let chain = played.chain[after.actions].to_string();
    let mut expected = game_trailers(id, played.plies(after.actions), &chain);
    expected.extend(action.time.map(time_trailer));
    for (key, value) in expected {
        let stated: Vec<&str> =
            ours.iter().filter(|(known, _)| known == key).map(|(_, value)| &**value).collect();
        if stated != [value.as_str()] {
            let stated = if stated.is_empty() { "missing".to_owned() } else { stated.join(", ") };
            return found(format!("{key} is {stated}, and should be {value}"));
        }
    }
    let claimed = action.time?;
    let author = entry.time.0;
    (author != claimed.timestamp().max(0)).then(|| {
        let author = write_instant(&instant(entry.time));
        let claimed = write_instant(&claimed);
        (FindingKind::Trailers, format!("the author's date is {author}, and should be {claimed}"))
    })
}

/// The signatures of the commits of one record, in the order of its history.
#[derive(Default)]
pub(super) struct CommitSignatures {
    /// The addresses of those who have signed.
    signers: HashSet<String>,
    /// Commits whose signatures are not checked here, by what these are.
    pub(super) unchecked: BTreeMap<&'static str, usize>,
}

impl CommitSignatures {
    /// What is wrong about the signature of the next commit.
    pub(super) fn check(
        &mut self,
        step: &FileStep<'_>,
        after: Option<&SoundVersion>,
        settings: &Settings,
    ) -> Option<Remark> {
        let committer = &step.commit.entry.committer;
        let address = committer.email.to_lowercase();
        let Some(signature) = &step.commit.signature else {
            let signed = self.signers.contains(&address);
            let what = || format!("{} signed earlier commits, and not this one", committer);
            return signed.then(|| (FindingKind::CommitUnsigned, what()));
        };
        self.signers.insert(address);
        if !signature.armour.trim_start().starts_with(SSH) {
            let kind = if signature.armour.contains("PGP") { "OpenPGP" } else { "X.509" };
            *self.unchecked.entry(kind).or_default() += 1;
            return None;
        }
        let wrong = |why: String| Some((FindingKind::CommitSignature, why));
        let read = ArmouredSignature::read(&signature.armour);
        let (read, checked) = match read.and_then(|read| {
            let checked = read.check(GIT_NAMESPACE, &signature.signed)?;
            Ok((read, checked))
        }) {
            Ok(checked) => checked,
            Err(fault) => return wrong(format!("git's signature of the commit: {fault}")),
        };
        let key = read.key().as_str();
        if checked == Checked::Elsewhere {
            let (armour, signed) = (&signature.armour, &signature.signed);
            match ssh_keygen_verifies(key, GIT_NAMESPACE, armour, signed) {
                Ok(true) => {}
                Ok(false) => {
                    return wrong("git's signature of the commit does not fit it".to_owned());
                }
                Err(_) => {
                    *self.unchecked.entry("SSH, without ssh-keygen").or_default() += 1;
                    return None;
                }
            }
        }
        let after = after?;
        let roles = after.played.persons(after.actions).roles(committer, settings);
        let keys = after.played.replayed.keys();
        let held: Vec<&str> = keys
            .iter()
            .filter(|change| roles.contains(&change.whose))
            .filter_map(|change| change.key.as_deref())
            .collect();
        let other = keys
            .iter()
            .find(|change| change.key.as_deref() == Some(key) && !roles.contains(&change.whose));
        let fingerprint = read.key().fingerprint();
        if let Some(other) = other {
            let what = format!(
                "{} signed the commit with the key {fingerprint}, which is {}'s",
                committer,
                other.whose.name()
            );
            return Some((FindingKind::CommitKey, what));
        }
        (!held.is_empty() && !held.contains(&key)).then(|| {
            let what = format!(
                "{} signed the commit with the key {fingerprint}, which the record does not know",
                committer
            );
            (FindingKind::CommitKey, what)
        })
    }
}

/// A finding about a version that a commit brought and that has a fault.
pub(super) fn fault_finding(step: &FileStep<'_>, kind: FindingKind, fault: &Diagnostic) -> Finding {
    let Finding { what, rule, .. } = Finding::of_fault(kind, step.path, fault);
    Finding { rule, ..finding(step, (kind, what)) }
}

/// A finding about a commit.
pub(super) fn finding(step: &FileStep<'_>, (kind, what): Remark) -> Finding {
    let entry = &step.commit.entry;
    let what = match entry.trailers.iter().find(|(key, _)| key == REASON) {
        Some((_, reason)) => format!("{what} (settled so: {reason})"),
        None => what,
    };
    let commit = Some(entry.clone());
    Finding { commit, ..Finding::of_file(kind, step.path, what) }
}
