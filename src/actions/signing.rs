//! Signing what is added to a record or a match.

use super::error::{ActionError, PlanError, name};
use super::verify::check_elsewhere;
use crate::proof::{self, Checked, NAMESPACE, PlanStatement, PublicKey, Signature, Statement};
use crate::record::{
    self, Act, Action, ChainHash, Place, Record, Replayed, Signatory, SignatureKind, SignatureLine,
};
use crate::store::Store;

/// How what is added to a record is signed.
#[derive(Clone, Copy)]
pub(super) enum Signing<'s> {
    /// Not at all: it is entered for its author by somebody else.
    Nothing,
    /// With the private keys that are at hand.
    Keys {
        /// Whose settings say where they are.
        store: &'s Store,
        /// Whether nothing is signed, and only looked whether it could be.
        dry_run: bool,
    },
    /// In advance, as an answer of a plan (K9).
    Plan {
        /// After how many actions.
        base: usize,
        /// The signature in base64.
        signature: &'s str,
    },
    /// With the signatures that it came with, which whoever adds it checks.
    Given(&'s [SignatureLine<'static>]),
}

/// Whether an action that was added is signed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Signed {
    /// Its author has no key in the record.
    Keyless,
    /// It is, or with a dry run would be, with the key of this fingerprint.
    By(String),
    /// It is not: the private half of the key of this fingerprint is not at hand.
    Missing(String),
    /// It is not: it was entered for its author, who has the key of this fingerprint.
    Entered(String),
}

/// An action that has been added to a record and is to be signed.
pub(super) struct Unsigned<'r> {
    /// The record before it.
    pub(super) before: (&'r Record<'r>, &'r Replayed),
    /// Its last chain hash.
    pub(super) hash: ChainHash,
    /// The record with it.
    pub(super) after: Record<'static>,
    /// The action as it was written.
    pub(super) action: &'r Action<'r>,
}

impl Signing<'_> {
    // K1, K5
    /// The record with the signatures of an action that has just been added. A new key signs too.
    ///
    /// # Errors
    /// [`ActionError::Unsigned`] where the action must be signed and cannot be, [`ActionError::NewKey`] where a new key is
    /// not at hand, [`ActionError::NotSigned`] where signing fails.
    pub(super) fn sign(
        self,
        unsigned: Unsigned<'_>,
    ) -> Result<(Record<'static>, Signed), ActionError> {
        let Unsigned { before: (before, replayed), hash, mut after, action } = unsigned;
        let author = action.act.signatory(action.side);
        let base = before.actions().len();
        if let Signing::Given(lines) = self {
            let key =
                replayed.key(author, base).map(public).transpose()?.map(|key| key.fingerprint());
            for line in lines {
                let added = record::sign(&after, line.clone());
                after = added.map_err(|error| ActionError::record(&after.header().id, error))?;
            }
            let signed = lines.iter().any(|line| line.kind != SignatureKind::NewKey);
            let signed = match (key, signed) {
                (None, _) => Signed::Keyless,
                (Some(key), true) => Signed::By(key),
                (Some(key), false) => Signed::Entered(key),
            };
            return Ok((after, signed));
        }
        let proposed = matches!(action.act, Act::KeyProposed { .. });
        let must = !proposed && proof::must_sign(before, author);
        let statement = || Statement::of(&after, action, hash).to_string();
        let mut lines = Vec::new();
        let who = name(author);
        let signed = match replayed.key(author, base) {
            None if matches!(self, Signing::Plan { .. }) => return Err(no_signature(who, None)),
            Some(key) if let Signing::Plan { base: planned, signature } = self => {
                let key = public(key)?;
                let unfit = || {
                    let answer = action.act.to_string();
                    ActionError::Plan(PlanError::Unfit { side: action.side, answer })
                };
                let chain = record::chain(before, replayed);
                let mut foreseen: Vec<Action<'_>> =
                    record::canonical_actions(before, replayed).skip(planned).collect();
                foreseen.push(action.clone());
                let chain = chain.get(planned).ok_or_else(unfit)?;
                let plan = PlanStatement::of(&after, &foreseen, *chain).ok_or_else(unfit)?;
                let signature = Signature::read(signature).map_err(|_| unfit())?;
                if !fits(&signature, &key, &plan.to_string())? {
                    return Err(unfit());
                }
                lines.push((SignatureKind::Plan, signature, planned));
                Signed::By(key.fingerprint())
            }
            key => {
                let (signature, signed) = self.by_author(who, key, must, statement)?;
                lines.extend(signature.map(|signature| (SignatureKind::Act, signature, base)));
                signed
            }
        };
        if let Act::KeyChanged { key } | Act::KeyProposed { key } = &action.act {
            let key = public(key)?;
            let missing = || ActionError::NewKey { key: key.fingerprint() };
            let entered = matches!(self, Signing::Nothing);
            if entered {
                let key = Some(key.fingerprint());
                return Err(ActionError::Unsigned { who: who.to_owned(), key, entered });
            }
            // The new one alone cannot change it.
            if !proposed && !matches!(signed, Signed::By(_)) {
                let key = signed.fingerprint().map(str::to_owned);
                return Err(ActionError::Unsigned { who: who.to_owned(), key, entered });
            }
            let signature = self.by(&key, statement)?.ok_or_else(missing)?;
            lines.extend(signature.map(|signature| (SignatureKind::NewKey, signature, base)));
        }
        let ordinal = base + 1;
        for (kind, signature, base) in lines {
            let place = Place::START;
            let signature = signature.to_base64().into();
            let line = SignatureLine { ordinal, base, kind, signature, place };
            let added = record::sign(&after, line);
            after = added.map_err(|error| ActionError::record(&after.header().id, error))?;
        }
        Ok((after, signed))
    }

    // K1, K12
    /// The signature of what somebody has just done, by the key that its author has, if there is one; and whether it is
    /// signed. With a dry run there is no signature.
    ///
    /// # Errors
    /// [`ActionError::Unsigned`] where it must be signed and cannot be, [`ActionError::NotSigned`] where signing fails.
    pub(super) fn by_author(
        self,
        who: &str,
        key: Option<&str>,
        must: bool,
        statement: impl Fn() -> String,
    ) -> Result<(Option<Signature>, Signed), ActionError> {
        let Some(key) = key else {
            return if must { Err(no_signature(who, None)) } else { Ok((None, Signed::Keyless)) };
        };
        let key = public(key)?;
        let fingerprint = key.fingerprint();
        match self.by(&key, statement)? {
            Some(signature) => Ok((signature, Signed::By(fingerprint))),
            None if must => {
                let entered = matches!(self, Signing::Nothing);
                let (who, key) = (who.to_owned(), Some(fingerprint));
                Err(ActionError::Unsigned { who, key, entered })
            }
            None if matches!(self, Signing::Nothing) => Ok((None, Signed::Entered(fingerprint))),
            None => Ok((None, Signed::Missing(fingerprint))),
        }
    }

    /// The signature of a message by a key; none where the key is not at hand, and with a dry run one that is yet to be made.
    fn by(
        self,
        key: &PublicKey,
        message: impl Fn() -> String,
    ) -> Result<Option<Option<Signature>>, ActionError> {
        let Signing::Keys { store, dry_run } = self else { return Ok(None) };
        let Some(private) = store.signing_key(key.as_str())? else { return Ok(None) };
        if dry_run {
            return Ok(Some(None));
        }
        let failed = |reason: String| ActionError::NotSigned { key: key.fingerprint(), reason };
        let message = message();
        let signature = private.opened().and_then(|private| Signature::by(private, &message));
        let signature = match signature {
            Some(signature) => signature,
            None => {
                let armour = private.sign_elsewhere(NAMESPACE, &message).map_err(failed)?;
                Signature::from_armour(&armour, key).map_err(|error| failed(error.to_string()))?
            }
        };
        // A signature that does not fit would spoil the record for good.
        match fits(&signature, key, &message)? {
            true => Ok(Some(Some(signature))),
            false => Err(failed("the signature does not fit".into())),
        }
    }

    /// The signature of a message by the key of somebody, which must be at hand.
    ///
    /// # Errors
    /// [`ActionError::Unsigned`] where it is not, [`ActionError::NotSigned`] where signing fails.
    pub(super) fn must(
        self,
        who: Signatory,
        key: Option<&str>,
        message: &str,
    ) -> Result<Option<Signature>, ActionError> {
        let who = name(who);
        let key = public(key.ok_or_else(|| no_signature(who, None))?)?;
        let signature = self.by(&key, || message.to_owned())?;
        signature.ok_or_else(|| no_signature(who, Some(key.fingerprint())))
    }
}

/// The error that somebody must sign and does not.
fn no_signature(who: &str, key: Option<String>) -> ActionError {
    ActionError::Unsigned { who: who.to_owned(), key, entered: false }
}

/// Whether a signature fits.
///
/// # Errors
/// [`ActionError::NotSigned`] where that cannot be told.
pub(super) fn fits(
    signature: &Signature,
    key: &PublicKey,
    message: &str,
) -> Result<bool, ActionError> {
    match signature.check(key, message) {
        Ok(Checked::Right) => Ok(true),
        Ok(Checked::Elsewhere) => {
            let failed = |reason| ActionError::NotSigned { key: key.fingerprint(), reason };
            check_elsewhere(key, signature, message).map_err(failed)
        }
        Err(_) => Ok(false),
    }
}

/// A key of a record whose keys have been checked.
pub(super) fn public(key: &str) -> Result<PublicKey, ActionError> {
    PublicKey::read(key).map_err(ActionError::Key)
}

impl Signed {
    /// The fingerprint of its author's key.
    pub fn fingerprint(&self) -> Option<&str> {
        match self {
            Signed::Keyless => None,
            Signed::By(key) | Signed::Missing(key) | Signed::Entered(key) => Some(key),
        }
    }
}
