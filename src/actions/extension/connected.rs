//! Matches: what the new version adds, and whose it is.

use std::collections::HashSet;

use super::refusal::{Arrival, Check, Refusal, RefusalKind};
use crate::actions::error::MatchRefusal;
use crate::actions::matches::{MatchRecords, evaluate};
use crate::actions::verify::check_elsewhere;
use crate::document::{Diagnostic, Place};
use crate::matches::{ChangeRights, LogAuthor, LogLine, Match, changes, lot_entries, parse};
use crate::proof::Proof;
use crate::record::Player;

/// What is said of a version that has lost something.
const ALTERED: &str = "what stood here was altered: a match is only added to";

/// A match file that has been read.
pub(in crate::actions) struct MatchVersion {
    bytes: Vec<u8>,
    m: Match,
}

impl MatchVersion {
    pub(super) fn read(bytes: &[u8]) -> Result<MatchVersion, Diagnostic> {
        Ok(MatchVersion { m: parse(bytes)?, bytes: bytes.to_owned() })
    }

    pub(super) fn id(&self) -> &str {
        &self.m.id
    }
}

/// Whether a version of a match is a legal extension of the one before.
pub(super) fn check_connected(
    check: &mut Check<'_>,
    before: Option<&MatchVersion>,
    after: &MatchVersion,
    records: &MatchRecords<'_>,
) -> Result<(), Refusal> {
    let path = check.path.to_owned();
    let unsound = |error| Refusal::new(&path, RefusalKind::Unsound, error);
    let judged = |version: &MatchVersion| evaluate(check.path, &version.bytes, records);
    let unreadable =
        |error: MatchRefusal| unsound(Diagnostic::new(Place::START, error.to_string()));
    let found = judged(after).map_err(unreadable)?;
    let log = found.log.map_err(|fault| unsound(*fault))?;
    let altered = |place, message| {
        let error = Diagnostic::new(place, message).hint("fetch it, and add to that");
        Err(check.refusal(RefusalKind::Contradicts(None), error))
    };
    // K11
    let Some(log) = log else {
        let added = |before: &MatchVersion| {
            before.m.log.is_empty() && changes(&before.m, &after.m).iter().all(|c| c.old.is_none())
        };
        return match check.terms.arrival {
            Arrival::Fetched if before.is_none_or(added) => Ok(()),
            Arrival::Fetched => altered(Place::START, ALTERED),
            Arrival::Pushed(_) => {
                let message = "a match has a log, and this one has none";
                let error = Diagnostic::new(Place::START, message).rule("K11");
                Err(unsound(error.hint("a match that is begun with riverpost has one")))
            }
        };
    };
    // K11
    if let Some(before) = before {
        let (old, new) = (&before.m, &after.m);
        if !log.leads_from(old, new) {
            let kept = old.log.iter().zip(&new.log).take_while(|(old, new)| old == new).count();
            let place = log.lines().get(kept).map_or(Place::START, |line| line.place);
            return altered(place, ALTERED);
        }
        if !new.signatures.starts_with(&old.signatures) {
            return altered(Place::START, "a signature is not there any more, or was altered");
        }
    }
    let known = before.map_or(0, |before| before.m.log.len());
    let proofs = log.check_signatures(known, &check_elsewhere).map_err(unsound)?;
    if !found.contradictions.is_empty() {
        let known = before.and_then(|before| judged(before).ok());
        let known = known.map(|judged| judged.contradictions).into_iter().flatten();
        let known: HashSet<String> = known.map(|contradiction| contradiction.message).collect();
        let mut found = found.contradictions.into_iter();
        if let Some(new) = found.find(|found| !known.contains(&found.message)) {
            return Err(unsound(new));
        }
    }
    if matches!(check.terms.arrival, Arrival::Fetched) {
        return Ok(());
    }
    if before.is_none() && !log.opened().lots.is_empty() && !check.is_pushed_by_organiser() {
        let message = "lots are drawn in a match that has been opened".to_owned();
        let hint = "open it without draws, or let an organiser push it";
        return Err(check.not_by(log.lines()[0].place, message, hint));
    }
    let old = before.map_or(log.opened(), |before| &before.m);
    let (mut rights, pusher) = (ChangeRights::of(old), PusherParts::of(check, [old, &after.m]));
    for (line, proof) in log.lines().iter().zip(&proofs).skip(known) {
        check_line(check, line, *proof, &mut rights, &pusher)?;
    }
    Ok(())
}

/// The parts that who pushes a match has in it.
struct PusherParts {
    /// Those before the push.
    known: HashSet<LogAuthor>,
    /// Those that come with it.
    new: HashSet<LogAuthor>,
}

impl PusherParts {
    fn of(check: &Check<'_>, versions: [&Match; 2]) -> PusherParts {
        let [before, after] = versions.map(LogAuthor::all);
        let there: HashSet<&LogAuthor> = before.iter().map(|(who, _)| who).collect();
        let is_own = |(_, player): &&(LogAuthor, Player)| check.is_pushed_by([player]);
        let new = after.iter().filter(|(who, _)| !there.contains(who)).filter(is_own);
        PusherParts {
            new: new.map(|(who, _)| who.clone()).collect(),
            known: before.iter().filter(is_own).flat_map(|(who, _)| who.parts()).collect(),
        }
    }
}

/// Checks who has added a line, whether that is his to do, and when.
fn check_line(
    check: &mut Check<'_>,
    line: &LogLine,
    proof: Proof,
    rights: &mut ChangeRights,
    pusher: &PusherParts,
) -> Result<(), Refusal> {
    let (author, place) = (&line.author, line.place);
    check.refuse_untimely(None, false, line.time, place)?;
    for entry in line.changes().iter().flat_map(lot_entries) {
        check.refuse_untimely(None, false, entry.at(), place)?;
    }
    let refused = rights.make(line.changes(), &[author]);
    if check.is_pushed_by_organiser() {
        return Ok(());
    }
    // K13
    if let Some(change) = refused.first() {
        let message = format!("{} is not {author}'s to say", change.path.join("/"));
        let hint = "those whom it is about say it, the arbiter or an organiser";
        return Err(check.not_by(place, message, hint));
    }
    if proof != Proof::Unsigned {
        return Ok(());
    }
    let PusherParts { known, new } = pusher;
    let opens = line.changes().is_empty() && !known.is_empty();
    let officials = [LogAuthor::Arbiter, LogAuthor::Organiser];
    let is_official = officials.iter().any(|official| known.contains(official));
    // Who is new in the match has come into it by a line that was checked.
    let is_author = known.contains(author) || new.contains(author);
    if opens || is_official || is_author || check.is_pushed_by_scribe() {
        return Ok(());
    }
    let (message, hint) = match line.changes() {
        [] => (
            "a new match is opened by one of those in it or an organiser".to_owned(),
            "one of the players pushes it; the settings say who is an organiser",
        ),
        _ => (
            format!("this line of the match is {author}'s, and unsigned"),
            "its author signs it or pushes it, or a scribe does",
        ),
    };
    check.unproven(place, format!("a line of {author}"), message, hint)
}
