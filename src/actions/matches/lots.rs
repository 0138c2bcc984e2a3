//! Drawing lots in a match: commitment, reveal, roll by hand, and the choice of one when the other is silent.

use chrono::{DateTime, SecondsFormat, Utc};

use super::change::{MatchEdit, change_match};
use super::evaluate::EvaluatedMatch;
use crate::actions::change::{Recorded, change_private};
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::matches::{
    Committed, Device, Face, Lot, LotChoice, Match, MatchFault, Revealed, lot_decision, lot_forces,
    lot_parties, lot_verdict,
};
use crate::notation::{diagram, force};
use crate::proof::{self, Commitment, CommitmentSubject, LotVerdict, SealedForce};
use crate::rules::{Side, variants};
use crate::store::{Person, RepoPath, Store, StoreError};

/// How many random bytes a secret is made of.
const SECRET_BYTES: usize = 32;

/// A step in drawing lots.
#[derive(Clone, Debug)]
pub struct LotStep {
    /// `sides`, or a game's id.
    pub purpose: String,
    /// An option of that game that is drawn for.
    pub option: Option<String>,
    /// Who acts: an id, a name or an address; who git commits as where it is left out.
    pub who: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
    /// Whether nothing is to be written.
    pub dry_run: bool,
}

/// Lots in a match as they are before a step.
struct LotInProgress<'a> {
    before: &'a EvaluatedMatch,
    index: Option<usize>,
    lot: Lot,
    pair: [&'a str; 2],
}

impl LotStep {
    fn lot<'a>(
        &self,
        before: &'a EvaluatedMatch,
        by: Option<Device>,
    ) -> Result<LotInProgress<'a>, MatchRefusal> {
        let m = &before.m;
        if self.purpose != "sides" && m.fixture(&self.purpose).is_none() {
            return Err(before.unknown_game(&self.purpose));
        }
        let same = |lot: &Lot| lot.purpose == self.purpose && lot.option == self.option;
        let index = m.lots.iter().position(same);
        let lot = match index {
            Some(index) => m.lots[index].clone(),
            None => Lot {
                purpose: self.purpose.clone(),
                option: self.option.clone(),
                by: by.unwrap_or(Device::Die),
                roll: None,
                face: None,
                witness: None,
                commits: Vec::new(),
                reveals: Vec::new(),
                choice: None,
            },
        };
        if by.is_some_and(|by| by != lot.by) {
            let message = "this draw has been begun with another device";
            return Err(refusal(message, MatchHint::KeepDevice));
        }
        let pair = lot_parties(m, &lot).ok_or_else(|| {
            let message = "it is not known between whom this is drawn";
            refusal(message, MatchHint::Text("say `between` at the game in the match file"))
        })?;
        if lot.roll.is_some() || lot.face.is_some() || lot.choice.is_some() {
            let message = format!("{} has been drawn for already", lot.full_purpose());
            return Err(refusal(message, MatchHint::ShowLots));
        }
        Ok(LotInProgress { before, index, lot, pair })
    }

    /// Who acts: the id, and the author of the commit.
    fn party<'a>(
        &self,
        drawn: &LotInProgress<'a>,
        host: &Person,
    ) -> Result<(&'a str, Person), MatchRefusal> {
        let id = match &self.who {
            Some(who) => drawn.before.entrant(who)?,
            None => [&host.email, &host.name]
                .into_iter()
                .find_map(|who| drawn.before.entrant(who).ok())
                .ok_or_else(|| {
                    let message =
                        format!("{} <{}> does not play in this match", host.name, host.email);
                    refusal(message, MatchHint::SayWho)
                })?,
        };
        if !drawn.pair.contains(&id) {
            let message = format!("{id} has no part in this draw");
            return Err(refusal(message, MatchHint::SayWho));
        }
        let entrants = drawn.before.m.entrants();
        let entrant = entrants.iter().find(|e| e.id == id);
        let author = entrant.map_or_else(
            || host.clone(),
            |e| Person { name: e.name.to_owned(), email: e.email.unwrap_or_default().to_owned() },
        );
        Ok((id, author))
    }
}

impl LotInProgress<'_> {
    fn subject<'s>(&'s self, purpose: &'s str, party: &'s str) -> CommitmentSubject<'s> {
        CommitmentSubject { match_id: &self.before.m.id, purpose, party }
    }

    /// Refuses a step that comes after its deadline, or has an earlier time than what is published.
    fn refuse_late(&self, party: &str, at: DateTime<Utc>) -> Result<(), MatchRefusal> {
        let lot = &self.lot;
        let last = lot.commits.iter().map(|c| c.at).chain(lot.reveals.iter().map(|r| r.at)).max();
        if last.is_some_and(|last| at < last) {
            let message = "something in this draw has a later time";
            return Err(refusal(message, MatchHint::SayWhen));
        }
        let late = match lot_verdict(&self.before.m, lot, at)? {
            Some(LotVerdict::Silent { party: silent, .. }) => self.pair[silent] == party,
            Some(LotVerdict::BothSilent(_)) => true,
            Some(LotVerdict::Waiting { .. } | LotVerdict::Thrown(_)) => false,
            None => lot_forces(&self.before.m, lot, at)?.is_some(),
        };
        if late {
            let message = format!("the time for {party} to do this is over");
            let hint = MatchHint::ShowOutcome;
            return Err(refusal(message, hint));
        }
        Ok(())
    }

    /// The match with these lots as they are after the step.
    fn after<T>(&self, lot: Lot, author: Person, line: String, value: T) -> MatchEdit<T> {
        let mut wanted = self.before.m.clone();
        match self.index {
            Some(index) => wanted.lots[index] = lot,
            None => wanted.lots.push(lot),
        }
        MatchEdit { wanted, author, line, value }
    }
}

/// Commits to a fresh secret, which is kept in the repository's own folder of git until it is revealed. `content` is the
/// force that is sealed, for [`Device::Forces`].
///
/// # Errors
/// [`MatchRefusal`], and those of [`Store::update`]; no secret is kept then.
pub fn commit(
    store: &Store,
    path: &RepoPath,
    step: &LotStep,
    by: Option<Device>,
    content: Option<&str>,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let host = store.committer()?;
    let secret = secret()?;
    let make = |before: &EvaluatedMatch| {
        let drawn = step.lot(before, by)?;
        let (party, author) = step.party(&drawn, &host)?;
        let content = sealed(&drawn, party, content)?;
        if drawn.lot.commits.iter().any(|c| c.player == party) {
            let message = format!("{party} has committed already");
            return Err(
                refusal(message, MatchHint::Text("reveal it when the other has, too")).into()
            );
        }
        drawn.refuse_late(party, step.at)?;
        let purpose = drawn.lot.full_purpose();
        let commitment = proof::commit(&drawn.subject(&purpose, party), content, &secret)?;
        let entry =
            Committed { player: party.to_owned(), commitment: commitment.to_string(), at: step.at };
        let mut wanted = drawn.lot.clone();
        wanted.commits.push(entry);
        // Two of the same, or one made with the other's secret in hand, show only together with what is there.
        let m = Match { lots: vec![wanted.clone()], ..before.m.clone() };
        lot_verdict(&m, &wanted, step.at)?;
        lot_forces(&m, &wanted, step.at)?;
        let line = format!("{party} commits in the draw for {purpose}");
        Ok(drawn.after(wanted, author, line, commitment))
    };
    let (planned, commitment) = change_match(store, path, step.at, true, make)?;
    if step.dry_run {
        return Ok(planned);
    }
    let place = place(&commitment)?;
    let kept = format!("{secret}\n{}\n", content.unwrap_or_default()).into_bytes();
    // First the secret and then the commitment, so that no commitment is ever without its secret.
    change_private(store, &place, false, |_| Ok::<_, StoreError>((Some(kept), ())))?;
    let done = change_match(store, path, step.at, false, make);
    if done.is_err() && !may_stand(store, path, &commitment) {
        forget(store, &place)?;
    }
    Ok(done?.0)
}

/// Whether a commitment is in the match file all the same: then its secret is needed.
fn may_stand(store: &Store, path: &RepoPath, commitment: &Commitment) -> bool {
    let commitment = commitment.to_string();
    store.read(path).map_or(true, |blob| {
        blob.is_some_and(|b| String::from_utf8_lossy(&b.bytes).contains(&commitment))
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
    let host = store.committer()?;
    let make = |before: &EvaluatedMatch| {
        let drawn = step.lot(before, None)?;
        let (party, author) = step.party(&drawn, &host)?;
        let lot = &drawn.lot;
        let not = |message: String, hint| Err(refusal(message, hint).into());
        let Some(committed) = lot.commits.iter().find(|c| c.player == party) else {
            return not(format!("{party} has not committed"), MatchHint::Text("commit first"));
        };
        if lot.reveals.iter().any(|r| r.player == party) {
            return not(
                format!("{party} has revealed already"),
                MatchHint::Text("nothing is to do"),
            );
        }
        if lot.commits.len() < 2 {
            let other = if drawn.pair[0] == party { drawn.pair[1] } else { drawn.pair[0] };
            let hint = MatchHint::Text(
                "whoever commits with your secret in hand can choose the result; wait",
            );
            return not(format!("{other} has not committed yet"), hint);
        }
        drawn.refuse_late(party, step.at)?;
        let commitment: Commitment = committed.commitment.parse()?;
        let (secret, content) = match given {
            Some((secret, content)) => (secret.to_owned(), content.to_owned()),
            None => kept(store, &commitment)?
                .ok_or_else(|| MatchRefusal::NoSecret { party: party.to_owned() })?,
        };
        let purpose = lot.full_purpose();
        let subject = drawn.subject(&purpose, party);
        proof::check(&subject, &commitment, &content, &secret, &[])?;
        let entry = Revealed { player: party.to_owned(), secret, content, at: step.at };
        let mut wanted = lot.clone();
        wanted.reveals.push(entry);
        let line = format!("{party} reveals in the draw for {purpose}");
        Ok(drawn.after(wanted, author, line, commitment))
    };
    let (recorded, commitment) = change_match(store, path, step.at, step.dry_run, make)?;
    if recorded.commit.is_some() {
        forget(store, &place(&commitment)?)?;
    }
    Ok(recorded)
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
    let (recorded, ()) = change_match(store, path, step.at, step.dry_run, |before| {
        let by = if die.is_some() { Device::Die } else { Device::Coin };
        let drawn = step.lot(before, None)?;
        let purpose = drawn.lot.full_purpose();
        if drawn.index.is_some() {
            let message = format!("{purpose} is being drawn for by commit and reveal");
            return Err(refusal(message, MatchHint::Text("go on with that")).into());
        }
        let witness = Some(witness.to_owned());
        let wanted = Lot { by, roll: die, face, witness, ..drawn.lot.clone() };
        let line = format!("roll for {purpose}");
        Ok(drawn.after(wanted, author.clone(), line, ()))
    })?;
    Ok(recorded)
}

/// Records the choice of one party when the other was silent (M5): `north` is who is to be North, or to have what is
/// drawn for.
///
/// # Errors
/// [`MatchRefusal`], and those of [`Store::update`].
pub fn choose(
    store: &Store,
    path: &RepoPath,
    step: &LotStep,
    north: &str,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let host = store.committer()?;
    let (recorded, ()) = change_match(store, path, step.at, step.dry_run, |before| {
        let drawn = step.lot(before, None)?;
        let (party, author) = step.party(&drawn, &host)?;
        let purpose = drawn.lot.full_purpose();
        if drawn.index.is_none() {
            let message = format!("{purpose} is not being drawn for");
            return Err(refusal(message, MatchHint::Text("commit first")).into());
        }
        let north = before.entrant(north)?.to_owned();
        let choice = LotChoice { player: party.to_owned(), north, at: step.at };
        let wanted = Lot { choice: Some(choice), ..drawn.lot.clone() };
        let line = format!("{party} chooses for {purpose}");
        Ok(drawn.after(wanted, author, line, ()))
    })?;
    Ok(recorded)
}

/// A refusal by the rule about drawing lots.
fn refusal(message: impl Into<String>, hint: MatchHint) -> MatchRefusal {
    MatchRefusal::not(message, Some("M5"), hint)
}

/// What is sealed: nothing, or a force that the party can play the game with, on either side while that is open.
fn sealed<'c>(
    drawn: &LotInProgress<'_>,
    party: &str,
    content: Option<&'c str>,
) -> Result<&'c str, MatchRefusal> {
    let forces = drawn.lot.by == Device::Forces;
    let content = match (forces, content) {
        (true, Some(content)) => content,
        (false, None) => return Ok(""),
        (true, None) => {
            let hint = MatchHint::SayForce;
            return Err(MatchRefusal::not("a force is to be sealed", Some("V9"), hint));
        }
        (false, Some(_)) => {
            return Err(MatchRefusal::not(
                "no force is sealed in this draw",
                Some("M5"),
                MatchHint::SealForces,
            ));
        }
    };
    let fixture = drawn.before.m.fixture(&drawn.lot.purpose);
    let game = fixture.and_then(|f| f.game.as_deref().map(|g| (g, f.variation.as_deref())));
    let unknown = |message: String| MatchRefusal::not(message, Some("V9"), MatchHint::SeeRules);
    let (name, variation) =
        game.ok_or_else(|| unknown("only a game whose rules are known has forces".into()))?;
    let setup = variants::find(name, variation, [])
        .map_err(|e| unknown(e.to_string()))
        .and_then(|game| diagram::default_setup(game).map_err(|e| unknown(e.message)))?;
    let pair = drawn.before.sides.pair(&drawn.lot.purpose);
    let plays = |side: &Side| pair.is_none_or(|pair| pair[side.at()] == party);
    for side in Side::BOTH.into_iter().filter(plays) {
        force::replace(&setup, side, content).map_err(|e| unknown(e.to_string()))?;
    }
    Ok(content)
}

fn secret() -> Result<String, MatchRefusal> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| MatchRefusal::Random(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Where the secret of a commitment is kept.
fn place(commitment: &Commitment) -> Result<RepoPath, ActionError> {
    Ok(RepoPath::new(format!("secrets/{commitment}"))?)
}

/// The secret and the sealed content behind a commitment.
fn kept(store: &Store, commitment: &Commitment) -> Result<Option<(String, String)>, ActionError> {
    let Some(bytes) = store.private(&place(commitment)?)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut lines = text.lines().map(str::to_owned);
    Ok(lines.next().map(|secret| (secret, lines.next().unwrap_or_default())))
}

fn forget(store: &Store, place: &RepoPath) -> Result<(), ActionError> {
    change_private(store, place, false, |_| Ok::<_, StoreError>((None, ())))?;
    Ok(())
}

/// Where lots stand at the moment `now`: what it decided, or who has to do what until when, or who failed.
///
/// # Errors
/// [`MatchFault`] for a draw that does not stand.
pub fn describe_lot(m: &Match, lot: &Lot, now: DateTime<Utc>) -> Result<String, MatchFault> {
    let Some(pair) = lot_parties(m, lot) else { return Ok("nobody knows between whom".into()) };
    let names = pair.map(|id| m.name_of(id));
    if lot.by == Device::Forces {
        return Ok(match lot_forces(m, lot, now)? {
            Some(found) => {
                let told = names.iter().zip(found).map(|(name, force)| match force {
                    SealedForce::Chosen("") => format!("{name}: the orthodox force"),
                    SealedForce::Chosen(text) => format!("{name}: {text}"),
                    SealedForce::Orthodox(how) => {
                        format!("{name} {}: the orthodox force", how.words())
                    }
                });
                told.collect::<Vec<_>>().join("; ")
            }
            None => waiting(lot, pair, names),
        });
    }
    if let Some(decision) = lot_decision(m, lot)? {
        let north = m.name_of(&decision.north);
        return Ok(match &lot.option {
            None => format!("{}: {north} is North", decision.how),
            Some(option) => format!("{}: {north} has the {option}", decision.how),
        });
    }
    Ok(match lot_verdict(m, lot, now)? {
        Some(LotVerdict::Silent { party, how }) => {
            format!("{} {}; {} chooses", names[party], how.words(), names[1 - party])
        }
        Some(LotVerdict::BothSilent([first, second])) => format!(
            "{} {}, {} {}; it is to be drawn again",
            names[0],
            first.words(),
            names[1],
            second.words()
        ),
        Some(LotVerdict::Waiting { until: Some(until), .. }) => format!(
            "{} until {}",
            waiting(lot, pair, names),
            until.to_rfc3339_opts(SecondsFormat::Secs, true)
        ),
        _ => waiting(lot, pair, names),
    })
}

/// Who has yet to commit, or to reveal once both have committed.
fn waiting(lot: &Lot, pair: [&str; 2], names: [&str; 2]) -> String {
    let committed = |id: &str| lot.commits.iter().any(|c| c.player == id);
    let revealed = |id: &str| lot.reveals.iter().any(|r| r.player == id);
    let all = pair.iter().all(|id| committed(id));
    let due =
        pair.iter().zip(names).filter(|(id, _)| if all { !revealed(id) } else { !committed(id) });
    let due: Vec<&str> = due.map(|(_, name)| name).collect();
    format!("waiting for {} to {}", due.join(" and "), if all { "reveal" } else { "commit" })
}
