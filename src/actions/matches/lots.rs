//! Drawing lots in a match: commitment, reveal, roll by hand, the choice of one when the other is silent, and drawing again.
//!
//! Whatever a party does is entered at the present instant, from which the other's time to answer counts; the instant that
//! it states is the author's date of the commit and nothing else. [`PlayedLot::act`] judges it, as it judges the file later. A
//! draw is begun only where the match holds whichever way it ends.
//!
//! A secret is kept in git's own folder until its draw is over, in the repository and, where that has a remote, in a
//! remote-tracking branch as well ([`forget_secrets`]).

use std::collections::HashSet;

use chrono::{DateTime, SecondsFormat, Utc};

use super::change::{MatchEdit, change_match};
use super::evaluate::EvaluatedMatch;
use super::officials::MatchActor;
use crate::actions::actor::Identity;
use crate::actions::change::{Recorded, change_private};
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::actions::instant::{checked_instant, raised};
use crate::actions::repository::MATCHES;
use crate::document::Limits;
use crate::matches::{
    Device, Entrant, Face, Lot, LotEntry, Match, PlayedLot, PlayedLots, commitments, force_fault,
    parse,
};
use crate::proof::{self, Commitment, CommitmentSubject, LotError, LotVerdict};
use crate::record::hex;
use crate::rules::Side;
use crate::store::{Person, RepoPath, Store, StoreError};

/// The private folder of the secrets of commitments.
pub(in crate::actions) const SECRETS: &str = "secrets";
/// How many random bytes a secret is made of.
const SECRET_BYTES: usize = 32;

/// A step in drawing lots.
#[derive(Clone, Debug)]
pub struct LotStep {
    /// `sides`, or a game's id.
    pub purpose: String,
    /// An option of that game that is drawn for.
    pub option: Option<String>,
    /// What decides; it tells the draw of a game's forces from that of its sides. Left out, the draw that is going on.
    pub device: Option<Device>,
    /// For whom it is entered: an id, a name or an address; who git commits as where it is left out.
    pub who: Option<String>,
    /// When the party did it, as it states.
    pub at: DateTime<Utc>,
    /// The present instant.
    pub now: DateTime<Utc>,
    /// Whether nothing is to be written.
    pub dry_run: bool,
}

impl LotStep {
    /// The draw of a match that is meant, as far as it has been played.
    fn draw<'m>(&self, lots: &PlayedLots<'m>) -> Result<Option<PlayedLot<'m>>, MatchRefusal> {
        let forces = self.device.map(|device| device == Device::Forces);
        let meant = |lot: &&PlayedLot| {
            lot.lot.purpose == self.purpose
                && lot.lot.option == self.option
                && forces.is_none_or(|forces| (lot.lot.by == Device::Forces) == forces)
        };
        let mut found: Vec<&PlayedLot> = lots.current().filter(meant).collect();
        if found.len() > 1 {
            found.retain(|lot| !lot.is_over(self.now));
        }
        match found[..] {
            [] => Ok(None),
            [lot] => Ok(Some(lot.clone())),
            _ => {
                let message = "the sides of this game are drawn for, and its forces, too";
                Err(refusal(message, MatchHint::SayDevice))
            }
        }
    }

    /// The match with the draw that is meant, and the draw's place in it. With `begin` it is begun where there is none, or the
    /// last one came to nothing.
    fn place(&self, before: &EvaluatedMatch, begin: bool) -> Result<(Match, usize), ActionError> {
        checked_instant(self.now, self.at)?;
        let m = &before.m;
        if self.purpose != "sides" && m.fixture(&self.purpose).is_none() {
            return Err(before.unknown_game(&self.purpose).into());
        }
        let lots = PlayedLots::of(m);
        let found = self.draw(&lots)?;
        let mut wanted = m.clone();
        match &found {
            Some(lot) if !(begin && lot.gives_way(self.now)) => {
                if self.device.is_some_and(|device| device != lot.lot.by) {
                    let message = "this draw has been begun with another device";
                    return Err(refusal(message, MatchHint::KeepDevice).into());
                }
                Ok((wanted, lot.index))
            }
            None if !begin => {
                let message = format!("{} is not being drawn for", self.purpose);
                Err(refusal(message, MatchHint::Text("commit first")).into())
            }
            before => {
                let by = self.device.or(before.as_ref().map(|lot| lot.lot.by));
                wanted.lots.push(self.new_lot(m, by.unwrap_or(Device::Die)));
                Ok((wanted, m.lots.len()))
            }
        }
    }

    fn new_lot(&self, m: &Match, by: Device) -> Lot {
        let mut lot = Lot {
            id: None,
            purpose: self.purpose.clone(),
            option: self.option.clone(),
            by,
            roll: None,
            face: None,
            witness: None,
            at: None,
            acts: Vec::new(),
        };
        let taken: HashSet<String> = m.lots.iter().map(|lot| lot.id().to_lowercase()).collect();
        let free = |id: &String| !taken.contains(&id.to_lowercase());
        let stem = lot.usual_id();
        if !free(&stem) {
            lot.id = (2..).map(|n| format!("{stem}-{n}")).find(free);
        }
        lot
    }

    /// For which of the two parties of a draw it is: that of git's identity, or the one named.
    fn party<'a>(
        &self,
        before: &'a EvaluatedMatch,
        parties: [&str; 2],
        me: &Identity,
    ) -> Result<(Entrant<'a>, bool), MatchRefusal> {
        let entrants = before.m.entrants().into_iter().filter(|e| parties.contains(&e.id));
        let plays = |entrant: &Entrant| entrant.people().any(|player| me.is(&player));
        let parties: Vec<(Entrant, bool)> = entrants.map(|e| (e, plays(&e))).collect();
        if let Some(who) = &self.who {
            let id = before.entrant(who)?;
            let named = parties.into_iter().find(|(party, _)| party.id == id);
            return named.ok_or_else(|| {
                refusal(format!("{id} has no part in this draw"), MatchHint::SayWho)
            });
        }
        match parties.iter().filter(|(_, own)| *own).collect::<Vec<_>>()[..] {
            [party] => Ok(*party),
            [] => {
                let message = format!("{} does not play in this match", me.person());
                Err(refusal(message, MatchHint::SayWho))
            }
            _ => Err(refusal("git's identity plays on both sides", MatchHint::SayWho)),
        }
    }

    /// When it is entered: now, or when the last thing was entered, where another machine's clock is a little ahead.
    fn instant(&self, lot: &PlayedLot) -> DateTime<Utc> {
        raised(self.now, lot.replay().last())
    }

    /// Adds to the draw what a party does.
    fn act(
        &self,
        before: &EvaluatedMatch,
        me: &Identity,
        begin: bool,
        done: &str,
        make: impl FnOnce(&PlayedLot, String, DateTime<Utc>) -> Result<LotEntry, ActionError>,
    ) -> Result<MatchEdit<LotEntry>, ActionError> {
        let (mut wanted, index) = self.place(before, begin)?;
        let lots = PlayedLots::of(&wanted);
        let mut lot = played(&lots, index)?;
        let (party, own) = self.party(before, lot.parties, me)?;
        let entry = make(&lot, party.id.to_owned(), self.instant(&lot))?;
        lot.act(&entry).map_err(refused)?;
        let line = format!("{} {done} {}", party.id, lot.lot.full_purpose());
        wanted.lots[index].acts.push(entry.clone());
        let me = me.person().clone();
        let named = Some(party.id.to_owned());
        let (author, entered_by) = match own {
            true => (me, None),
            false => {
                let (name, email) = (party.name.to_owned(), party.email.unwrap_or_default());
                (Person { name, email: email.to_owned() }, Some(me))
            }
        };
        let actor = MatchActor { author, entered_by };
        Ok(MatchEdit { party: named, ..MatchEdit::new(wanted, actor, line, entry) })
    }

    /// Commits what was added to a match file.
    fn record<T>(
        &self,
        store: &Store,
        path: &RepoPath,
        make: impl Fn(&EvaluatedMatch) -> Result<MatchEdit<T>, ActionError>,
    ) -> Result<Recorded<EvaluatedMatch>, ActionError> {
        let (recorded, _) = change_match(store, path, self.at, self.dry_run, make)?;
        if recorded.commit.is_some() {
            // It is recorded all the same; what is left of the secrets goes the next time.
            let _ = forget_secrets(store, path, self.now);
        }
        Ok(recorded)
    }
}

/// The draw at a place of the match file.
fn played<'m>(lots: &PlayedLots<'m>, index: usize) -> Result<PlayedLot<'m>, MatchRefusal> {
    lots.all().iter().find(|lot| lot.index == index).cloned().ok_or_else(|| {
        let message = "it is not known between whom this is drawn";
        refusal(message, MatchHint::Text("say `between` at the game in the match file"))
    })
}

/// Commits to a fresh secret, which is kept in the repository's own folder of git. `force` is the force that is sealed, for
/// [`Device::Forces`].
///
/// # Errors
/// [`MatchRefusal`], and those of [`Store::update`]; no secret is kept then.
pub fn commit(
    store: &Store,
    path: &RepoPath,
    step: &LotStep,
    force: Option<&str>,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let me = Identity::of(store)?;
    let secret = secret()?;
    let make = |before: &EvaluatedMatch| {
        step.act(before, &me, true, "commits in the draw for", |lot, player, at| {
            let content = sealed(before, lot, &player, force)?;
            let question = &lot.replay().question().hash;
            let subject = CommitmentSubject { question, party: &player };
            let commitment = proof::commit(&subject, content, &secret)?.to_string();
            Ok(LotEntry::Commit { player, commitment, at })
        })
    };
    let (planned, entry) = change_match(store, path, step.at, true, make)?;
    let LotEntry::Commit { commitment, .. } = entry else { return Ok(planned) };
    if step.dry_run {
        return Ok(planned);
    }
    let place = place(&commitment)?;
    let kept = format!("{secret}\n{}\n", force.unwrap_or_default()).into_bytes();
    // First the secret and then the commitment, so that no commitment is ever without its secret.
    change_private(store, &place, false, |_| Ok::<_, StoreError>((Some(kept), ())))?;
    let done = step.record(store, path, make);
    if done.is_err() && !may_stand(store, path, &commitment) {
        forget(store, &place)?;
    }
    done
}

/// Whether a commitment is in the match file all the same: then its secret is needed.
fn may_stand(store: &Store, path: &RepoPath, commitment: &str) -> bool {
    store.read(path).map_or(true, |blob| {
        blob.is_some_and(|b| String::from_utf8_lossy(&b.bytes).contains(commitment))
    })
}

/// Opens a commitment: with the secret that is kept here, or the one given along with the force that was sealed.
///
/// # Errors
/// [`MatchRefusal`], and those of [`Store::update`].
pub fn reveal(
    store: &Store,
    path: &RepoPath,
    step: &LotStep,
    given: Option<(&str, &str)>,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let me = Identity::of(store)?;
    step.record(store, path, |before| {
        step.act(before, &me, false, "reveals in the draw for", |lot, player, at| {
            let own = lot.party(&player).and_then(|party| lot.replay().commitment(party));
            let (secret, force) = match (given, own) {
                (Some((secret, force)), _) => (secret.to_owned(), force.to_owned()),
                (None, Some(commitment)) => kept(store, &commitment)?
                    .ok_or_else(|| MatchRefusal::NoSecret { party: player.clone() })?,
                (None, None) => return Err(refused(LotError::Uncommitted { party: player }).into()),
            };
            Ok(LotEntry::Reveal { player, secret, force, at })
        })
    })
}

/// Records the number on a die or the face of a coin that was thrown by hand, in the name of who runs the program.
///
/// # Errors
/// [`MatchRefusal`], and those of [`Store::update`].
pub fn roll(
    store: &Store,
    path: &RepoPath,
    step: &LotStep,
    die: Option<u8>,
    face: Option<Face>,
    witness: &str,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let author = store.committer()?;
    step.record(store, path, |before| {
        let (mut wanted, index) = step.place(before, true)?;
        let Some(lot) = wanted.lots.get_mut(index).filter(|_| index == before.m.lots.len()) else {
            let lots = PlayedLots::of(&before.m);
            let lot = played(&lots, index)?;
            if lot.is_over(step.now) {
                return Err(refused(LotError::Decided).into());
            }
            let purpose = lot.lot.full_purpose();
            let message = format!("{purpose} is being drawn for by commit and reveal");
            return Err(refusal(message, MatchHint::Text("go on with that")).into());
        };
        let again = before.m.lots.iter().any(|before| before.same_as(lot));
        (lot.roll, lot.face, lot.witness) = (die, face, Some(witness.to_owned()));
        lot.at = again.then_some(step.now);
        let line = format!("roll for {}", lot.full_purpose());
        let actor = MatchActor { author: author.clone(), entered_by: None };
        Ok(MatchEdit::new(wanted, actor, line, ()))
    })
}

/// What one party chooses when the other was silent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LotChoice<'a> {
    /// Who is to be North, or to have what is drawn for: an id, a name or an address (M5).
    North(&'a str),
    /// Its own force (V9).
    Force(&'a str),
}

/// Records the choice of one party when the other was silent. What the other had to answer must have been published.
///
/// # Errors
/// [`MatchRefusal`], and those of [`Store::update`].
pub fn choose(
    store: &Store,
    path: &RepoPath,
    step: &LotStep,
    choice: LotChoice<'_>,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let me = Identity::of(store)?;
    let published = published(store, path)?;
    step.record(store, path, |before| {
        step.act(before, &me, false, "chooses for", |lot, player, at| {
            let forces = lot.lot.by == Device::Forces;
            let entry = match choice {
                LotChoice::North(north) if !forces => {
                    let north = before.entrant(north)?.to_owned();
                    LotEntry::Choose { player, north, at }
                }
                LotChoice::Force(force) if forces => {
                    let force = sealed(before, lot, &player, Some(force))?.to_owned();
                    LotEntry::ChooseForce { player, force, at }
                }
                LotChoice::North(_) => {
                    let message = "forces are drawn for here, and one's own is chosen";
                    return Err(refusal(message, MatchHint::SayForce).into());
                }
                LotChoice::Force(_) => {
                    let message = "no forces are drawn for here";
                    return Err(refusal(message, MatchHint::SayNorth).into());
                }
            };
            if let Some(published) = &published
                && !published.iter().any(|m| has_all(m, lot, entry.player()))
            {
                let message = format!(
                    "the other cannot have answered: what {} did in this draw is in no \
                     remote-tracking branch",
                    entry.player()
                );
                return Err(refusal(
                    message,
                    MatchHint::Text("push, and leave the time to answer"),
                )
                .into());
            }
            Ok(entry)
        })
    })
}

/// Whether a version of the match has all that a party did in a draw.
fn has_all(m: &Match, lot: &PlayedLot, party: &str) -> bool {
    let id = lot.lot.id();
    let own = lot.lot.acts.iter().filter(|entry| entry.player() == party);
    let there = m.lots.iter().find(|other| other.id() == id);
    there.is_some_and(|there| own.clone().all(|entry| there.acts.contains(entry)))
}

/// Asks that it be drawn again; once both have, the same is drawn for anew.
///
/// # Errors
/// [`MatchRefusal`], and those of [`Store::update`].
pub fn again(
    store: &Store,
    path: &RepoPath,
    step: &LotStep,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let me = Identity::of(store)?;
    step.record(store, path, |before| {
        step.act(before, &me, false, "asks to draw again for", |_, player, at| {
            Ok(LotEntry::Again { player, at })
        })
    })
}

/// A refusal by the rule about drawing lots.
fn refusal(message: impl Into<String>, hint: MatchHint) -> MatchRefusal {
    MatchRefusal::not(message, Some("M5"), hint)
}

/// The same for what the protocol does not allow.
fn refused(error: LotError) -> MatchRefusal {
    let hint = match &error {
        LotError::Backwards => MatchHint::Text("the clock of one of the machines is wrong"),
        LotError::Twice { done: "committed", .. } => {
            MatchHint::Text("reveal it when the other has, too")
        }
        LotError::Twice { .. } => MatchHint::Text("nothing is to do"),
        LotError::Early { .. } => {
            MatchHint::Text("whoever commits with your secret in hand can choose the result; wait")
        }
        LotError::Uncommitted { .. } => MatchHint::Text("commit first"),
        LotError::Copied { .. } => MatchHint::Text("commit to a secret of one's own"),
        LotError::Reveal(_) => MatchHint::Text("the secret and the force are those committed to"),
        LotError::Late { .. } | LotError::Choice { .. } => MatchHint::ShowOutcome,
        LotError::Decided => MatchHint::DrawAgain,
        LotError::Over => MatchHint::Text("commit, which begins the new draw"),
        LotError::Stranger { .. } => MatchHint::SayWho,
        LotError::Force { message } => {
            return MatchRefusal::not(message.clone(), Some("V9"), MatchHint::SeeRules);
        }
    };
    refusal(error.to_string(), hint)
}

/// What is sealed: nothing, or a force that the party can play the game with, on either side while that is open.
fn sealed<'c>(
    before: &EvaluatedMatch,
    lot: &PlayedLot,
    party: &str,
    force: Option<&'c str>,
) -> Result<&'c str, MatchRefusal> {
    let force = match (lot.lot.by == Device::Forces, force) {
        (true, Some(force)) => force,
        (false, None) => return Ok(""),
        (true, None) => {
            let hint = MatchHint::SayForce;
            return Err(MatchRefusal::not("a force is to be sealed", Some("V9"), hint));
        }
        (false, Some(_)) => {
            return Err(refusal("no force is sealed in this draw", MatchHint::SealForces));
        }
    };
    let pair = before.sides.pair(&lot.lot.purpose);
    let plays = |side: &Side| pair.is_none_or(|pair| pair[side.at()] == party);
    let fixture = before.m.fixture(&lot.lot.purpose);
    let mut faults =
        Side::BOTH.into_iter().filter(plays).filter_map(|side| force_fault(fixture, side, force));
    match faults.next() {
        Some(message) => Err(refused(LotError::Force { message })),
        None => Ok(force),
    }
}

fn secret() -> Result<String, MatchRefusal> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| MatchRefusal::Random(error.to_string()))?;
    Ok(hex(&bytes))
}

/// Where the secret of a commitment is kept.
fn place(commitment: &str) -> Result<RepoPath, ActionError> {
    Ok(RepoPath::new(format!("{SECRETS}/{commitment}"))?)
}

/// The secret and the sealed force behind a commitment.
fn kept(store: &Store, commitment: &Commitment) -> Result<Option<(String, String)>, ActionError> {
    let Some(bytes) = store.private(&place(&commitment.to_string())?)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut lines = text.lines().map(str::to_owned);
    Ok(lines.next().map(|secret| (secret, lines.next().unwrap_or_default())))
}

fn forget(store: &Store, place: &RepoPath) -> Result<(), ActionError> {
    change_private(store, place, false, |_| Ok::<_, StoreError>((None, ())))?;
    Ok(())
}

/// The match as remote-tracking branches have it; nothing in a repository without a remote.
fn published(store: &Store, path: &RepoPath) -> Result<Option<Vec<Match>>, ActionError> {
    let versions = store.published(path, Limits::MATCH.bytes)?;
    Ok(versions.map(|all| all.iter().filter_map(|blob| parse(&blob.bytes).ok()).collect()))
}

/// Removes the secrets of a match whose draws are over, here and, where there is a remote, in a remote-tracking branch.
///
/// # Errors
/// Those of the store.
pub fn forget_secrets(
    store: &Store,
    path: &RepoPath,
    now: DateTime<Utc>,
) -> Result<(), ActionError> {
    let Some(blob) = store.read(path)? else { return Ok(()) };
    let Ok(m) = parse(&blob.bytes) else { return Ok(()) };
    let lots = PlayedLots::of(&m);
    let mut over = Vec::new();
    for lot in lots.all().iter().filter(|lot| lot.is_over(now)) {
        for commitment in commitments(lot.lot) {
            let place = place(&commitment.to_string())?;
            if store.private(&place)?.is_some() {
                over.push((lot.lot.id(), place));
            }
        }
    }
    if over.is_empty() {
        return Ok(());
    }
    let published = published(store, path)?;
    let published =
        published.as_ref().map(|all| all.iter().map(PlayedLots::of).collect::<Vec<_>>());
    let is_out = |id: &String| {
        let over = |lot: &PlayedLot| lot.lot.id() == *id && lot.is_over(now);
        published.as_ref().is_none_or(|all| all.iter().any(|lots| lots.all().iter().any(over)))
    };
    over.iter().filter(|(id, _)| is_out(id)).try_for_each(|(_, place)| forget(store, place))
}

/// The same for every match of the repository. A match that cannot be read keeps its secrets.
///
/// # Errors
/// Those of [`Store::list`].
pub fn forget_all_secrets(store: &Store, now: DateTime<Utc>) -> Result<(), ActionError> {
    for path in store.list(MATCHES)? {
        let _ = forget_secrets(store, &path, now);
    }
    Ok(())
}

/// Where lots stand at the moment `now`: what it decided, or who has to do what until when, or who failed.
pub fn describe_lot(m: &Match, lot: &PlayedLot, now: DateTime<Utc>) -> String {
    let names = lot.parties.map(|id| m.name_of(id));
    let stands = stands(m, lot, names, now);
    match lot.replay().asked_again() {
        [true, false] => format!("{stands}; {} asks to draw again", names[0]),
        [false, true] => format!("{stands}; {} asks to draw again", names[1]),
        _ => stands,
    }
}

fn stands(m: &Match, lot: &PlayedLot, names: [&str; 2], now: DateTime<Utc>) -> String {
    if let Some(decision) = lot.decision() {
        let north = m.name_of(&decision.north);
        return match &lot.lot.option {
            None => format!("{}: {north} is North", decision.how),
            Some(option) => format!("{}: {north} has the {option}", decision.how),
        };
    }
    let force = |text: &str| match text {
        "" => "the orthodox force".to_owned(),
        text => text.to_owned(),
    };
    match lot.verdict(now) {
        LotVerdict::Waiting { on, commitments, until } => {
            let due: Vec<&str> =
                names.into_iter().zip(on).filter(|(_, on)| *on).map(|(name, _)| name).collect();
            let what = if commitments { "commit" } else { "reveal" };
            let waiting = format!("waiting for {} to {what}", due.join(" and "));
            match until {
                Some(until) => {
                    let until = until.to_rfc3339_opts(SecondsFormat::Secs, true);
                    format!("{waiting} until {until}")
                }
                None => waiting,
            }
        }
        LotVerdict::Opened([first, other]) => {
            format!("{}: {}; {}: {}", names[0], force(first), names[1], force(other))
        }
        LotVerdict::Silent { party, how } => {
            let what = match lot.lot.by {
                Device::Forces => "has the orthodox force",
                _ => "leaves the choice",
            };
            let (silent, other) = (names[party], names[1 - party]);
            format!("{silent} {} and {what}; {other} chooses", how.words())
        }
        LotVerdict::ForceChosen { party, how, force: chosen } => format!(
            "{} {}: {}; {} chose {}",
            names[party],
            how.words(),
            force(""),
            names[1 - party],
            force(chosen)
        ),
        LotVerdict::Void => "neither revealed by the deadline; it is to be drawn again".to_owned(),
        LotVerdict::SetAside => "set aside by both; it is to be drawn again".to_owned(),
        LotVerdict::Thrown(_) | LotVerdict::Chosen { .. } => String::new(),
    }
}
