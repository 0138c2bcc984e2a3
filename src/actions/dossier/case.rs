//! A game that is to be shown to somebody: what is known of it, and who has signed with which key.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::actions::audit::{Audit, audit};
use crate::actions::change::now;
use crate::actions::compare::Comparison;
use crate::actions::error::ActionError;
use crate::actions::game::CHAIN_TRAILER;
use crate::actions::repository::GAMES;
use crate::actions::resolve::{ResolveRequest, resolve};
use crate::actions::verify::check_elsewhere;
use crate::proof::{PublicKey, SignedStatement, check_signatures, signed_statements};
use crate::record::{
    self, Act, Action, ChainHash, Diagnostic, Record, Replayed, Signatory, SignatureKind,
    without_addresses,
};
use crate::rules::Side;
use crate::store::{HistoryEntry, RepoPath, Store, StoreError};

/// A game that is to be shown.
pub(super) struct Case<'r> {
    pub(super) record: &'r Record<'r>,
    pub(super) replayed: &'r Replayed,
    /// The ply in dispute.
    pub(super) ply: usize,
    /// The record without addresses, where they are withheld.
    pub(super) redacted: Option<Record<'static>>,
    /// Its actions with canonical moves.
    pub(super) actions: Vec<Action<'r>>,
    pub(super) chain: Vec<ChainHash>,
    pub(super) signed: Vec<SignedStatement<'r>>,
    /// What is wrong with the signatures, if anything is: the first thing that a check finds.
    pub(super) fault: Option<Diagnostic>,
    /// The signatures that do not fit, by ordinal and kind.
    pub(super) wrong: BTreeSet<(usize, SignatureKind)>,
    /// The addresses that the record has.
    addresses: BTreeSet<String>,
    pub(super) principals: Vec<Principal>,
    pub(super) origin: Option<Origin>,
}

/// A key under the name by which `ssh-keygen` is asked for it.
pub(super) struct Principal {
    /// `south`, `north` or `arbiter`, with a number behind from the second key on, as in `south.2`.
    pub(super) name: String,
    pub(super) whose: Signatory,
    pub(super) key: PublicKey,
    /// The number of actions after which it holds; none for a key that was only proposed.
    pub(super) after: Option<usize>,
}

/// Where a record stands in a repository.
pub(super) struct Origin {
    /// The commit that is looked at.
    pub(super) commit: String,
    /// What git calls the bytes of the record.
    pub(super) blob: String,
    /// What an audit of its history tells.
    pub(super) audit: Audit,
    /// The record and its rival versions, where there are any that can be read.
    pub(super) versions: Option<Comparison>,
    /// The commits that changed it, oldest first.
    pub(super) entries: Vec<HistoryEntry>,
    /// The index of the first commit that names a hash of the chain.
    brought: HashMap<String, usize>,
    /// The other records of the repository in which a key is known, and whose it is there.
    pub(super) elsewhere: BTreeMap<String, Vec<(String, Signatory)>>,
}

impl<'r> Case<'r> {
    pub(super) fn of(
        record: &'r Record<'r>,
        replayed: &'r Replayed,
        place: Option<(&Store, &RepoPath)>,
        ply: usize,
        redact: bool,
    ) -> Result<Case<'r>, ActionError> {
        let signed = signed_statements(record, replayed);
        let principals = principals(replayed, &signed);
        let mut origin = match place {
            Some((store, path)) => Origin::of(store, path, record, &principals)?,
            None => None,
        };
        if let Some(origin) = origin.as_mut().filter(|_| redact) {
            // No mail is without addresses.
            origin.audit.mails.clear();
        }
        let fault = check_signatures(record, replayed, &check_elsewhere).err();
        let wrong = signed.iter().filter(|_| fault.is_some());
        let wrong = wrong.filter(|signed| signed.check(&check_elsewhere).is_err());
        let wrong = wrong.map(|signed| (signed.line.ordinal, signed.line.kind)).collect();
        Ok(Case {
            record,
            replayed,
            ply,
            redacted: redact.then(|| record.clone().redacted()),
            actions: record::canonical_actions(record, replayed).collect(),
            chain: record::chain(record, replayed),
            fault,
            wrong,
            addresses: addresses(record),
            signed,
            principals,
            origin,
        })
    }

    pub(super) fn id(&self) -> &str {
        &self.record.header().id
    }

    /// The record as it is shown.
    pub(super) fn shown(&self) -> &Record<'_> {
        self.redacted.as_ref().unwrap_or(self.record)
    }

    /// A text as it is shown: where addresses are withheld, without those that the record has and without any word that looks
    /// like one.
    pub(super) fn text(&self, text: &str) -> String {
        if self.redacted.is_none() {
            return text.to_owned();
        }
        let hidden = self.addresses.iter();
        let text = hidden.fold(text.to_owned(), |text, email| text.replace(email, "(withheld)"));
        without_addresses(&text)
    }

    /// The line of an action with its time, as the chain has it; none where an address in it is withheld.
    pub(super) fn line(&self, action: &Action<'_>) -> Option<String> {
        let line = action.line(self.record.game().first);
        (self.text(&line) == line).then_some(line)
    }

    /// Whether a signature fits.
    pub(super) fn fits(&self, statement: &SignedStatement<'_>) -> bool {
        !self.wrong.contains(&(statement.line.ordinal, statement.line.kind))
    }

    /// Under which name the key of a statement is known.
    pub(super) fn principal(&self, statement: &SignedStatement<'_>) -> Option<&Principal> {
        let key = statement.key.as_ref()?;
        self.principals.iter().find(|known| known.whose == statement.by && known.key == *key)
    }

    /// The commit that brought an action, 0 for the opening of the game, as far as it is known.
    pub(super) fn entry(&self, action: usize) -> Option<&HistoryEntry> {
        let (origin, hash) = (self.origin.as_ref()?, self.chain.get(action)?);
        origin.entries.get(*origin.brought.get(&hash.to_string())?)
    }

    /// The signatures of an action.
    pub(super) fn signed_of(&self, number: usize) -> &[SignedStatement<'r>] {
        let from = self.signed.partition_point(|signed| signed.line.ordinal < number);
        let signed = &self.signed[from..];
        &signed[..signed.partition_point(|signed| signed.line.ordinal == number)]
    }
}

/// The addresses of players and arbiter that a record has or has had.
fn addresses(record: &Record<'_>) -> BTreeSet<String> {
    let header = record.header();
    let players = Side::BOTH.into_iter().filter_map(|side| header.players.of(side));
    let people = players.chain(&header.arbiter).filter_map(|person| person.email.as_deref());
    let told = record.actions().iter().filter_map(|action| match &action.act {
        Act::AddressChanged { email } => Some(&**email),
        Act::ArbiterProposed { person } => person.email.as_deref(),
        _ => None,
    });
    people.chain(told).map(str::to_owned).collect()
}

/// The keys of a game with their names: those that held, in the order in which they came, and those that were proposed and
/// have signed.
fn principals(replayed: &Replayed, signed: &[SignedStatement<'_>]) -> Vec<Principal> {
    let mut principals: Vec<Principal> = Vec::new();
    for change in replayed.keys() {
        let Some(key) = change.key.as_deref().and_then(|key| PublicKey::read(key).ok()) else {
            continue;
        };
        let whose = change.whose;
        let name = match principals.iter().filter(|known| known.whose == whose).count() {
            0 => whose.name().to_owned(),
            before => format!("{}.{}", whose.name(), before + 1),
        };
        principals.push(Principal { name, whose, key, after: Some(change.after) });
    }
    for SignedStatement { line, by: whose, key, .. } in signed {
        let new = key.as_ref().filter(|_| line.kind == SignatureKind::NewKey);
        let Some(key) = new.filter(|key| principals.iter().all(|known| known.key != **key)) else {
            continue;
        };
        let name = format!("{}.proposed-{}", whose.name(), line.ordinal);
        principals.push(Principal { name, whose: *whose, key: key.clone(), after: None });
    }
    principals
}

/// The most commits that are told of a record, besides one for each line.
const MOST_COMMITS: usize = 1_000;

impl Origin {
    /// None where HEAD does not have these bytes.
    fn of(
        store: &Store,
        path: &RepoPath,
        record: &Record<'_>,
        principals: &[Principal],
    ) -> Result<Option<Origin>, ActionError> {
        let blob = store.read(path).ok().flatten();
        let Some(blob) = blob.filter(|blob| blob.bytes == record.text().as_bytes()) else {
            return Ok(None);
        };
        let Some(commit) = store.tip()? else { return Ok(None) };
        let mut entries = store.log(path, record.actions().len() + MOST_COMMITS)?;
        entries.reverse();
        let mut brought = HashMap::new();
        for (index, entry) in entries.iter().enumerate() {
            let hashes = entry.trailers.iter().filter(|(key, _)| key == CHAIN_TRAILER);
            for (_, hash) in hashes {
                brought.entry(hash.clone()).or_insert(index);
            }
        }
        let versions = match store.number_of_rivals(&record.header().id)? {
            0 => None,
            _ => resolve(store, path, &ResolveRequest::default(), now(store), true).ok(),
        };
        Ok(Some(Origin {
            audit: audit(store, Some(std::slice::from_ref(path)), &|_, _| ())?,
            versions: versions.map(|resolution| resolution.comparison),
            commit: commit.to_string(),
            blob: blob.id.to_string(),
            entries,
            brought,
            elsewhere: elsewhere(store, &record.header().id, principals)?,
        }))
    }
}

/// The records of a repository besides one in which keys are known.
fn elsewhere(
    store: &Store,
    id: &str,
    principals: &[Principal],
) -> Result<BTreeMap<String, Vec<(String, Signatory)>>, StoreError> {
    let mut elsewhere: BTreeMap<String, Vec<(String, Signatory)>> = BTreeMap::new();
    if principals.is_empty() {
        return Ok(elsewhere);
    }
    store.each_file(GAMES, |file| {
        let Ok((_, bytes)) = file else { return };
        // Few records have a key of this one, and only those are played.
        let text = String::from_utf8_lossy(&bytes);
        let named = |principal: &&Principal| text.contains(principal.key.as_str());
        let named: Vec<&Principal> = principals.iter().filter(named).collect();
        if named.is_empty() {
            return;
        }
        let Ok(other) = record::read(&bytes) else { return };
        let Ok(replayed) = record::replay(&other) else { return };
        if other.header().id == id {
            return;
        }
        for Principal { key, .. } in named {
            let whose =
                replayed.keys().iter().find(|known| known.key.as_deref() == Some(key.as_str()));
            if let Some(known) = whose {
                let found = (other.header().id.clone(), known.whose);
                elsewhere.entry(key.to_string()).or_default().push(found);
            }
        }
    })?;
    elsewhere.values_mut().for_each(|found| found.sort());
    Ok(elsewhere)
}
