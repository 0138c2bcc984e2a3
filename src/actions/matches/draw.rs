//! Drawing lots in a match: commitment, reveal, roll by hand, and the choice of one when the other is silent.

use chrono::{DateTime, Utc};

use super::super::error::ActionError;
use super::change::{Change, Changed, change};
use super::reckoning::Reckoning;
use super::refusal::Refusal;
use crate::matches::{
    Committed, Device, Extension, Face, Lot, LotChoice, Match, Revealed, lot_forces, lot_parties,
    lot_verdict,
};
use crate::notation::{diagram, force};
use crate::proof::{self, Commitment, CommitmentSubject, LotVerdict};
use crate::rules::{Side, variants};
use crate::store::{Person, RepoPath, Store};

/// How many random bytes a secret is made of.
const SECRET_BYTES: usize = 32;

/// A step of a draw.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// `sides`, or a game's id.
    pub purpose: String,
    /// An option of that game that is drawn for.
    pub option: Option<String>,
    /// Who acts: an id, a name or an address; who git commits as where it is left out.
    pub who: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
    /// Whether nothing is to be written.
    pub rehearsal: bool,
}

/// The draw in a match, as it is before a step.
struct LotInProgress<'a> {
    before: &'a Reckoning,
    index: Option<usize>,
    lot: Lot,
    pair: [&'a str; 2],
}

impl Drawing {
    fn table<'a>(
        &self,
        before: &'a Reckoning,
        by: Option<Device>,
    ) -> Result<LotInProgress<'a>, Refusal> {
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
            return Err(Refusal::not(message, Some("M5"), "leave --by out to go on with it"));
        }
        let pair = lot_parties(m, &lot).ok_or_else(|| {
            let message = "it is not known between whom this is drawn";
            Refusal::not(message, Some("M5"), "say `between` at the game in the match file")
        })?;
        if lot.roll.is_some() || lot.face.is_some() || lot.choice.is_some() {
            let message = format!("{} has been drawn for already", lot.full_purpose());
            return Err(Refusal::not(message, Some("M5"), "`riverpost match draw MATCH show`"));
        }
        Ok(LotInProgress { before, index, lot, pair })
    }

    /// Who acts: the id, and the author of the commit.
    fn party<'a>(
        &self,
        table: &LotInProgress<'a>,
        host: &Person,
    ) -> Result<(&'a str, Person), Refusal> {
        let id = match &self.who {
            Some(who) => table.before.entrant(who)?,
            None => [&host.email, &host.name]
                .into_iter()
                .find_map(|who| table.before.entrant(who).ok())
                .ok_or_else(|| {
                    let message =
                        format!("{} <{}> does not play in this match", host.name, host.email);
                    Refusal::not(message, Some("M5"), "say with --as for whom you act")
                })?,
        };
        if !table.pair.contains(&id) {
            let message = format!("{id} has no part in this draw");
            return Err(Refusal::not(message, Some("M5"), "say with --as for whom you act"));
        }
        let entrants = table.before.m.entrants();
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

    /// Refuses what comes too late, or before what has been published.
    fn refuse_late(&self, party: &str, at: DateTime<Utc>) -> Result<(), Refusal> {
        let lot = &self.lot;
        let last = lot.commits.iter().map(|c| c.at).chain(lot.reveals.iter().map(|r| r.at)).max();
        if last.is_some_and(|last| at < last) {
            let message = "something in this draw has a later time";
            return Err(Refusal::not(message, Some("M5"), "say with --at when it was done"));
        }
        let late = match lot_verdict(&self.before.m, lot, at)? {
            Some(LotVerdict::Silent { party: silent, .. }) => self.pair[silent] == party,
            Some(LotVerdict::BothSilent(_)) => true,
            Some(LotVerdict::Waiting { .. } | LotVerdict::Thrown(_)) => false,
            None => lot_forces(&self.before.m, lot, at)?.is_some(),
        };
        if late {
            let message = format!("the time for {party} to do this is over");
            let hint = "`riverpost match draw MATCH show` says what follows from it";
            return Err(Refusal::not(message, Some("M5"), hint));
        }
        Ok(())
    }

    /// The change that adds `item` to a list of this draw, or begins the draw.
    fn adding<T>(
        &self,
        wanted: Lot,
        add: impl FnOnce(&mut Extension, usize) -> Result<(), crate::matches::ExtendError>,
        author: Person,
        subject: String,
        value: T,
    ) -> Result<Change<T>, ActionError> {
        let mut extension = Extension::new(&self.before.text);
        let mut m: Match = self.before.m.clone();
        match self.index {
            Some(index) => {
                add(&mut extension, index)?;
                m.lots[index] = wanted;
            }
            None => {
                extension.push_open("draws", &wanted)?;
                m.lots.push(wanted);
            }
        }
        Ok(Change { wanted: m, extension, author, subject, value })
    }
}

/// Commits to a fresh secret, which is kept in the repository's own folder of git until it is revealed. `content` is the
/// force that is sealed, for [`Device::Forces`].
///
/// # Errors
/// [`Refusal`], and those of [`Store::update`]; no secret is kept then.
pub fn commit(
    store: &Store,
    path: &RepoPath,
    step: &Drawing,
    by: Option<Device>,
    content: Option<&str>,
) -> Result<Changed<Commitment>, ActionError> {
    let host = store.committer()?;
    let secret = secret()?;
    let make = |before: &Reckoning| {
        let table = step.table(before, by)?;
        let (party, author) = step.party(&table, &host)?;
        let content = sealed(&table, party, content)?;
        if table.lot.commits.iter().any(|c| c.player == party) {
            let message = format!("{party} has committed already");
            return Err(
                Refusal::not(message, Some("M5"), "reveal it when the other has, too").into()
            );
        }
        table.refuse_late(party, step.at)?;
        let purpose = table.lot.full_purpose();
        let commitment = proof::commit(&table.subject(&purpose, party), content, &secret)?;
        let entry =
            Committed { player: party.to_owned(), commitment: commitment.to_string(), at: step.at };
        let mut wanted = table.lot.clone();
        wanted.commits.push(entry.clone());
        // Two of the same, or one made with the other's secret in hand, show only together with what is there.
        let m = Match { lots: vec![wanted.clone()], ..before.m.clone() };
        lot_verdict(&m, &wanted, step.at)?;
        lot_forces(&m, &wanted, step.at)?;
        let add = |e: &mut Extension, i| e.push_within("draws", i, "commits", &entry);
        let subject = format!("{party} commits in the draw for {purpose}");
        table.adding(wanted, add, author, subject, commitment)
    };
    let planned = change(store, path, step.at, true, make)?;
    if step.rehearsal {
        return Ok(planned);
    }
    let place = place(&planned.value)?;
    let kept = format!("{secret}\n{}\n", content.unwrap_or_default());
    // First the secret and then the commitment, so that no commitment is ever without its secret.
    store
        .update_private(&place, |_| Ok::<_, ActionError>((Some(kept.clone().into_bytes()), ())))?;
    let done = change(store, path, step.at, false, make);
    if done.is_err() && !may_stand(store, path, &planned.value) {
        forget(store, &place)?;
    }
    done
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
/// [`Refusal`], and those of [`Store::update`].
pub fn reveal(
    store: &Store,
    path: &RepoPath,
    step: &Drawing,
    given: Option<(&str, &str)>,
) -> Result<Changed<()>, ActionError> {
    let host = store.committer()?;
    let make = |before: &Reckoning| {
        let table = step.table(before, None)?;
        let (party, author) = step.party(&table, &host)?;
        let lot = &table.lot;
        let not = |message: String, hint| Err(Refusal::not(message, Some("M5"), hint).into());
        let Some(committed) = lot.commits.iter().find(|c| c.player == party) else {
            return not(format!("{party} has not committed"), "commit first");
        };
        if lot.reveals.iter().any(|r| r.player == party) {
            return not(format!("{party} has revealed already"), "nothing is to do");
        }
        if lot.commits.len() < 2 {
            let other = if table.pair[0] == party { table.pair[1] } else { table.pair[0] };
            let hint = "whoever commits with your secret in hand can choose the result; wait";
            return not(format!("{other} has not committed yet"), hint);
        }
        table.refuse_late(party, step.at)?;
        let commitment: Commitment = committed.commitment.parse()?;
        let (secret, content) = match given {
            Some((secret, content)) => (secret.to_owned(), content.to_owned()),
            None => kept(store, &commitment)?
                .ok_or_else(|| Refusal::NoSecret { party: party.to_owned() })?,
        };
        let purpose = lot.full_purpose();
        let subject = table.subject(&purpose, party);
        proof::check(&subject, &commitment, &content, &secret, &[])?;
        let entry = Revealed { player: party.to_owned(), secret, content, at: step.at };
        let mut wanted = lot.clone();
        wanted.reveals.push(entry.clone());
        let add = |e: &mut Extension, i| e.push_within("draws", i, "reveals", &entry);
        let subject = format!("{party} reveals in the draw for {purpose}");
        table.adding(wanted, add, author, subject, commitment)
    };
    let done = change(store, path, step.at, step.rehearsal, make)?;
    if done.commit.is_some() {
        forget(store, &place(&done.value)?)?;
    }
    let Changed { subject, after, commit, value: _ } = done;
    Ok(Changed { subject, after, commit, value: () })
}

/// Records the number on a die or the face of a coin that was thrown by hand, in the name of who runs the program.
///
/// # Errors
/// [`Refusal`], and those of [`Store::update`].
pub fn roll(
    store: &Store,
    path: &RepoPath,
    step: &Drawing,
    die: Option<u8>,
    face: Option<Face>,
    witness: &str,
) -> Result<Changed<()>, ActionError> {
    let author = store.committer()?;
    change(store, path, step.at, step.rehearsal, |before| {
        let by = if die.is_some() { Device::Die } else { Device::Coin };
        let table = step.table(before, None)?;
        let purpose = table.lot.full_purpose();
        if table.index.is_some() {
            let message = format!("{purpose} is being drawn for by commit and reveal");
            return Err(Refusal::not(message, Some("M5"), "go on with that").into());
        }
        let witness = Some(witness.to_owned());
        let wanted = Lot { by, roll: die, face, witness, ..table.lot.clone() };
        let subject = format!("roll for {purpose}");
        table.adding(wanted, |_, _| Ok(()), author.clone(), subject, ())
    })
}

/// Records the choice of one party when the other was silent (M5): `north` is who is to be North, or to have what is
/// drawn for.
///
/// # Errors
/// [`Refusal`], and those of [`Store::update`].
pub fn choose(
    store: &Store,
    path: &RepoPath,
    step: &Drawing,
    north: &str,
) -> Result<Changed<()>, ActionError> {
    let host = store.committer()?;
    change(store, path, step.at, step.rehearsal, |before| {
        let table = step.table(before, None)?;
        let (party, author) = step.party(&table, &host)?;
        let purpose = table.lot.full_purpose();
        if table.index.is_none() {
            let message = format!("{purpose} is not being drawn for");
            return Err(Refusal::not(message, Some("M5"), "commit first").into());
        }
        let north = before.entrant(north)?.to_owned();
        let choice = LotChoice { player: party.to_owned(), north, at: step.at };
        let wanted = Lot { choice: Some(choice.clone()), ..table.lot.clone() };
        let add = |e: &mut Extension, i| e.set("draws", i, "choice", &choice);
        let subject = format!("{party} chooses for {purpose}");
        table.adding(wanted, add, author, subject, ())
    })
}

/// What is sealed: nothing, or a force that the party can play the game with, on either side while that is open.
fn sealed<'c>(
    table: &LotInProgress<'_>,
    party: &str,
    content: Option<&'c str>,
) -> Result<&'c str, Refusal> {
    let forces = table.lot.by == Device::Forces;
    let content = match (forces, content) {
        (true, Some(content)) => content,
        (false, None) => return Ok(""),
        (true, None) => {
            let hint = "say it with --force; an empty one is the orthodox force";
            return Err(Refusal::not("a force is to be sealed", Some("V9"), hint));
        }
        (false, Some(_)) => {
            return Err(Refusal::not("no force is sealed in this draw", Some("M5"), "--by forces"));
        }
    };
    let fixture = table.before.m.fixture(&table.lot.purpose);
    let game = fixture.and_then(|f| f.game.as_deref().map(|g| (g, f.variation.as_deref())));
    let unknown = |message: String| Refusal::not(message, Some("V9"), "see `riverpost rules`");
    let (name, variation) =
        game.ok_or_else(|| unknown("only a game whose rules are known has forces".into()))?;
    let setup = variants::find(name, variation, [])
        .map_err(|e| unknown(e.to_string()))
        .and_then(|game| diagram::default_setup(game).map_err(|e| unknown(e.message)))?;
    let pair = table.before.sides.pair(&table.lot.purpose);
    let plays = |side: &Side| pair.is_none_or(|pair| pair[side.at()] == party);
    for side in Side::BOTH.into_iter().filter(plays) {
        force::replace(&setup, side, content).map_err(|e| unknown(e.to_string()))?;
    }
    Ok(content)
}

fn secret() -> Result<String, Refusal> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| Refusal::Random(error.to_string()))?;
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
    store.update_private(place, |_| Ok((None, ())))
}
