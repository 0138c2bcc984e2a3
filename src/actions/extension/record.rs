//! Records: what the new version adds, and whose it is.

use super::refusal::{Arrival, Check, Refusal, RefusalKind};
use crate::actions::game::LoadedGame;
use crate::actions::settings::SigningPolicy;
use crate::actions::verify::check_elsewhere;
use crate::document::{Diagnostic, Place};
use crate::proof::{Proof, check_new_signatures};
use crate::record::{self, Act, Action, Player, Players, RecordDifference, Signatory};
use crate::rules::Side;

/// Whether a version of a record is a legal extension of the one before.
pub(super) fn check_record(
    check: &mut Check<'_>,
    before: Option<&LoadedGame>,
    after: &LoadedGame,
) -> Result<(), Refusal> {
    let difference = before.map(|before| difference(before, after));
    difference
        .as_ref()
        .map_or(Ok(()), |difference| refuse_contradiction(check, difference, after))?;
    let (record, replayed) = (&after.record, &after.replayed);
    record::refuse_future(record, check.terms.now)
        .map_err(|error| check.refusal(RefusalKind::Time, error))?;
    let known = difference.as_ref().map_or(0, |difference| difference.common);
    let proofs = check_new_signatures(record, replayed, known, &check_elsewhere);
    let proofs = proofs.map_err(|error| {
        let kind = match error.rule {
            Some("K3") => RefusalKind::Unsound,
            _ => RefusalKind::Person,
        };
        check.refusal(kind, error)
    })?;
    if matches!(check.terms.arrival, Arrival::Fetched) {
        return Ok(());
    }
    let mut people = match before {
        Some(before) => People::of(&before.replayed),
        None => People {
            players: record.header().players.clone(),
            arbiter: record.header().arbiter.clone(),
            proposed: None,
        },
    };
    match (before, &difference) {
        (Some(before), Some(difference)) => {
            check_header(check, before, after, difference, &people)?;
        }
        // A game of the past has lines of people who push nothing.
        _ if check_opening(check, after, &people)? => return Ok(()),
        _ => {}
    }
    let new = record.actions().iter().zip(&proofs).enumerate().skip(known);
    for (index, (action, proof)) in new {
        check_line(check, after, (index, action), *proof, &people)?;
        people.follow(action);
    }
    Ok(())
}

fn difference(before: &LoadedGame, after: &LoadedGame) -> RecordDifference {
    RecordDifference::of((&before.record, &before.replayed), (&after.record, &after.replayed))
}

/// Refuses a version that does not continue the one before.
fn refuse_contradiction(
    check: &Check<'_>,
    difference: &RecordDifference,
    after: &LoadedGame,
) -> Result<(), Refusal> {
    let RecordDifference { header, common, removed, added, signatures } = difference;
    let line = |action: &Action<'_>| action.line_with_comment(after.record.game().first);
    let bound = header.iter().find(|change| change.binding);
    let (from, message) = match (bound, removed.first(), signatures.first()) {
        (Some(change), ..) => {
            let key = &change.key;
            (None, format!("{key} was altered: what was agreed before the moves stays"))
        }
        (None, Some(had), _) => {
            let message = match added.first() {
                Some(has) => {
                    let (has, had) = (line(has), line(had));
                    format!("a line was altered: it is {has:?} and was {had:?}")
                }
                None => format!("the line {:?} was removed", line(had)),
            };
            (Some(*common), message)
        }
        (None, None, Some(ordinal)) => {
            (Some(ordinal - 1), format!("the signature of action {ordinal} was altered"))
        }
        (None, None, None) => return Ok(()),
    };
    let action = from.and_then(|index| after.record.actions().get(index));
    let place = action.map_or(Place::START, |action| action.place);
    let hint = "what is recorded stays: fetch it, and add your own line behind it";
    let error = Diagnostic::new(place, message).hint(hint);
    Err(check.refusal(RefusalKind::Contradicts(from), error))
}

/// Whether all that a text says stands in another one too, in this order, and beside it nothing but lines of blocks and what
/// the moves say of the result.
fn keeps_text(before: &str, after: &str) -> bool {
    let of_result = |line: &str| line.starts_with("result:") || line.starts_with("ending:");
    let may_be_new =
        |line: &str| of_result(line) || line.starts_with("  ") || line == "signatures: |";
    let mut lines = after.lines();
    for kept in before.lines().filter(|line| !of_result(line)) {
        match lines.find(|line| *line == kept || !may_be_new(line)) {
            Some(line) if line == kept => {}
            _ => return false,
        }
    }
    lines.all(may_be_new)
}

/// Refuses a change of what is not in the moves by somebody who is neither an organiser nor the arbiter.
fn check_header(
    check: &Check<'_>,
    before: &LoadedGame,
    after: &LoadedGame,
    difference: &RecordDifference,
    people: &People,
) -> Result<(), Refusal> {
    let of_result = |key: &str| key == "result" || key == "ending";
    // Where lines have times, the result follows from the moves.
    let follows = after.replayed.keeps_times(&after.record);
    let stated = difference.header.iter().find(|change| !(follows && of_result(&change.key)));
    let message = match stated {
        Some(change) => format!("{} was altered", change.key),
        None if keeps_text(before.record.text(), after.record.text()) => return Ok(()),
        None => "the text was written anew, and not only added to".to_owned(),
    };
    if check.is_pushed_by_organiser() || check.is_pushed_by(&people.arbiter) {
        return Ok(());
    }
    let hint = "an organiser or the arbiter changes what stands outside of the moves";
    Err(check.not_by(Place::START, message, hint))
}

/// Whether a new record is one of the past, of which no line has a time, that an organiser brings in.
///
/// # Errors
/// It is opened by somebody else than one of the players or an organiser.
fn check_opening(
    check: &mut Check<'_>,
    after: &LoadedGame,
    people: &People,
) -> Result<bool, Refusal> {
    if check.is_pushed_by_organiser() {
        return Ok(!after.replayed.keeps_times(&after.record));
    }
    let Players { south, north } = &people.players;
    if !check.is_pushed_by(south.iter().chain(north)) {
        let message = "a new record is opened by one of its players or an organiser".to_owned();
        let hint = "one of the players pushes it; the settings say who is an organiser";
        check.unproven(Place::START, "the new record".to_owned(), message, hint)?;
    }
    Ok(false)
}

// K6
/// Checks who has done what a new line says, and when.
fn check_line(
    check: &mut Check<'_>,
    after: &LoadedGame,
    (index, action): (usize, &Action<'_>),
    proof: Proof,
    people: &People,
) -> Result<(), Refusal> {
    let header = after.record.header();
    match action.time {
        Some(at) => {
            check.refuse_untimely(header.lag, action.act.claims_flag(), at, action.place)?;
        }
        // C2
        None if after.replayed.keeps_times(&after.record) => {
            let message = "the line does not say when it was done";
            let error = Diagnostic::new(action.place, message).rule("C2");
            let error = error.hint("write the time behind it, as in [2026-11-30T08:00:00Z]");
            return Err(check.refusal(RefusalKind::Time, error));
        }
        None => {}
    }
    if proof != Proof::Unsigned {
        return Ok(());
    }
    let by = action.act.signatory(action.side);
    let player = people.of_signatory(by);
    let who = player
        .map_or_else(|| by.name().to_owned(), |player| format!("{} ({})", by.name(), player.name));
    // Whoever proposes a key has none, or has lost it.
    let proposed = matches!(action.act, Act::KeyProposed { .. });
    let required = check.terms.settings.signatures == SigningPolicy::Required;
    if (required || after.replayed.key(by, index).is_some()) && !proposed {
        let message = match required {
            true => format!("every line must be signed here, and {who} has not signed this one"),
            false => format!("{who} has a key, and has not signed this line"),
        };
        let hint = "take the line back with `git reset --keep @{upstream}`, and do it again with the key that the record names";
        let error = Diagnostic::new(action.place, message).rule("K6").hint(hint);
        return Err(check.refusal(RefusalKind::Person, error));
    }
    if check.is_pushed_by(player) || check.is_pushed_by_scribe() {
        return Ok(());
    }
    let line = action.line_without_time(after.record.game().first);
    let message = format!("{line:?} is {who}'s to do, who has not signed it");
    let hint = "its author pushes it, or a scribe; with a key, whoever does";
    check.unproven(action.place, line, message, hint)
}

/// Who plays and who rules, as the lines of a record go on.
struct People {
    players: Players,
    arbiter: Option<Player>,
    proposed: Option<Player>,
}

impl People {
    /// Those at the end of a record.
    fn of(replayed: &record::Replayed) -> People {
        People {
            players: replayed.players().clone(),
            arbiter: replayed.arbiter().cloned(),
            proposed: replayed.arbiter_proposed.as_ref().map(|(_, person)| person.clone()),
        }
    }

    fn of_signatory(&self, who: Signatory) -> Option<&Player> {
        match who {
            Signatory::Side(side) => self.players.of(side),
            Signatory::Arbiter => self.arbiter.as_ref(),
        }
    }

    /// Goes on to the next line.
    fn follow(&mut self, action: &Action<'_>) {
        match &action.act {
            Act::AddressChanged { email } => {
                let Players { south, north } = &mut self.players;
                let player = if action.side == Side::South { south } else { north };
                if let Some(player) = player {
                    player.email = Some(email.clone().into_owned());
                }
            }
            Act::ArbiterProposed { person } => self.proposed = Some(person.clone()),
            Act::ArbiterAccepted => self.arbiter = self.proposed.take(),
            _ => {}
        }
    }
}
