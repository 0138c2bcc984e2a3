//! Matches: what the new version adds, and whose it is.

use std::collections::HashSet;

use super::refusal::{Arrival, Check, Refusal, RefusalKind};
use crate::actions::matches::{MatchRecords, evaluate};
use crate::document::{self, Diagnostic, Document, Limits, Node, Place, Value};
use crate::matches::{Fixture, Lot, LotEntry, Match, parse};
use crate::record::Player;

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

    fn document(&self) -> Result<Document<'_>, Diagnostic> {
        document::read(&self.bytes, &Limits::MATCH)
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
    let mut additions = Additions::default();
    let document = after.document().map_err(unsound)?;
    if let Some(before) = before {
        let old = before.document().map_err(unsound)?;
        additions.compare(old.root(), document.root(), &mut Vec::new()).map_err(|at| {
            let message = "what stood here was altered: a match is only added to";
            let error = Diagnostic::new(document.place(at), message);
            check.refusal(RefusalKind::Contradicts(None), error.hint("fetch it, and add to that"))
        })?;
    }
    let judged = |version: &MatchVersion| evaluate(check.path, &version.bytes, records).ok();
    let found = judged(after).map(|judged| judged.contradictions).unwrap_or_default();
    if !found.is_empty() {
        let known = before.and_then(judged).map(|judged| judged.contradictions);
        let known: HashSet<String> = known.into_iter().flatten().map(|c| c.message).collect();
        if let Some(new) = found.into_iter().find(|found| !known.contains(&found.message)) {
            return Err(unsound(new));
        }
    }
    if matches!(check.terms.arrival, Arrival::Fetched) || check.is_pushed_by_organiser() {
        return Ok(());
    }
    let arbiter = after.m.arbiter.as_ref().map(Player::from);
    if check.is_pushed_by(&arbiter) && before.is_some_and(|b| b.m.arbiter == after.m.arbiter) {
        return Ok(());
    }
    if before.is_none() {
        let people = after.m.entrants().into_iter().flat_map(|e| e.people().collect::<Vec<_>>());
        let people: Vec<Player> = people.chain(arbiter).collect();
        if !check.is_pushed_by(&people) {
            let message = "a new match is opened by one of those in it or an organiser".to_owned();
            let hint = "one of the players pushes it; the settings say who is an organiser";
            check.unproven(Place::START, "the new match".to_owned(), message, hint)?;
        }
        for lot in &after.m.lots {
            for act in &lot.acts {
                check_act(check, &after.m, act, Place::START)?;
            }
        }
        return Ok(());
    }
    for (path, at) in additions.found {
        check_addition(check, &after.m, &path, document.place(at))?;
    }
    Ok(())
}

/// A step from the top of a document to one of its values.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step<'t> {
    Key(&'t str),
    Item(usize),
}

/// What one document has and another one has not.
#[derive(Default)]
struct Additions<'t> {
    /// The way to each value, and where it stands.
    found: Vec<(Vec<Step<'t>>, usize)>,
}

impl<'t> Additions<'t> {
    /// Adds what is new at a value. Fails with the offset of the first one that is not what it was.
    fn compare(
        &mut self,
        before: &Node<'_>,
        after: &Node<'t>,
        path: &mut Vec<Step<'t>>,
    ) -> Result<(), usize> {
        match (&before.value, &after.value) {
            (Value::Map(old), Value::Map(new)) => {
                for entry in &new.entries {
                    path.push(Step::Key(entry.key));
                    match old.get(entry.key) {
                        Some(old) => self.compare(&old.value, &entry.value, path)?,
                        None => self.found.push((path.clone(), entry.at)),
                    }
                    path.pop();
                }
                let gone = |entry: &document::Entry<'_>| new.get(entry.key).is_none();
                if old.entries.iter().any(gone) { Err(after.span.start) } else { Ok(()) }
            }
            (Value::List(old), Value::List(new)) => {
                if new.items.len() < old.items.len() {
                    return Err(after.span.start);
                }
                for (index, item) in new.items.iter().enumerate() {
                    path.push(Step::Item(index));
                    match old.items.get(index) {
                        Some(old) => self.compare(old, item, path)?,
                        None => self.found.push((path.clone(), item.span.start)),
                    }
                    path.pop();
                }
                Ok(())
            }
            _ if before.text().is_some() && before.text() == after.text() => Ok(()),
            _ => Err(after.span.start),
        }
    }
}

/// Checks who has added something to a match, and when.
fn check_addition(
    check: &mut Check<'_>,
    m: &Match,
    path: &[Step<'_>],
    place: Place,
) -> Result<(), Refusal> {
    let own: Option<Vec<&str>> = match path {
        [Step::Key("draws"), Step::Item(lot), Step::Key("acts"), rest @ ..] => {
            let acts = m.lots.get(*lot).map_or(&[][..], |lot| &lot.acts);
            let new = match rest {
                [Step::Item(act), ..] => acts.get(*act..act + 1).unwrap_or_default(),
                _ => acts,
            };
            return new.iter().try_for_each(|act| check_act(check, m, act, place));
        }
        [Step::Key("draws")] => {
            return m.lots.iter().try_for_each(|lot| check_lot(check, m, lot, place));
        }
        [Step::Key("draws"), Step::Item(lot)] => {
            return match m.lots.get(*lot) {
                Some(lot) => check_lot(check, m, lot, place),
                None => Ok(()),
            };
        }
        [Step::Key("games"), Step::Item(game), ..] => {
            m.games.get(*game).filter(|game| !game.is_ruled()).map(|game| game.players().collect())
        }
        [Step::Key("groupings"), Step::Item(_), Step::Key("tiebreak"), ..] => Some(Vec::new()),
        _ => None,
    };
    let message = || "this is added to the match by one of those whom it is about".to_owned();
    match own {
        Some(ids) => {
            let people = people_of(m, &ids);
            if check.is_pushed_by(&people) || check.is_pushed_by_scribe() {
                return Ok(());
            }
            let hint = "a player whom it is about pushes it, the arbiter or an organiser";
            check.unproven(place, "an addition".to_owned(), message(), hint)
        }
        None => {
            let message = "this part of a match is set up by its arbiter or an organiser";
            Err(check.not_by(place, message.to_owned(), "the arbiter or an organiser pushes it"))
        }
    }
}

/// The people of players and teams; all of them where no ids are given.
fn people_of(m: &Match, ids: &[&str]) -> Vec<Player> {
    let meant = m.entrants().into_iter().filter(|e| ids.is_empty() || ids.contains(&e.id));
    meant.flat_map(|entrant| entrant.people().collect::<Vec<_>>()).collect()
}

/// Checks who has begun a draw of lots, or thrown by hand.
fn check_lot(check: &mut Check<'_>, m: &Match, lot: &Lot, place: Place) -> Result<(), Refusal> {
    if let Some(at) = lot.at {
        check.refuse_untimely(None, false, at, place)?;
    }
    let game = m.fixture(&lot.purpose);
    let ids: Vec<&str> = game.into_iter().flat_map(Fixture::players).collect();
    if !(check.is_pushed_by(&people_of(m, &ids)) || check.is_pushed_by_scribe()) {
        let message = "lots are drawn by those for whom they are drawn".to_owned();
        let hint = "one of them pushes it, the arbiter or an organiser";
        check.unproven(place, format!("the draw {:?}", lot.id()), message, hint)?;
    }
    lot.acts.iter().try_for_each(|act| check_act(check, m, act, place))
}

/// Checks who has done a step of a draw of lots, and when.
fn check_act(
    check: &mut Check<'_>,
    m: &Match,
    act: &LotEntry,
    place: Place,
) -> Result<(), Refusal> {
    check.refuse_untimely(None, false, act.at(), place)?;
    if check.is_pushed_by(&people_of(m, &[act.player()])) || check.is_pushed_by_scribe() {
        return Ok(());
    }
    let name = m.name_of(act.player());
    let message = format!("this step of the draw is {name}'s to take");
    check.unproven(place, format!("a step of {name}"), message, "its author pushes it, or a scribe")
}
