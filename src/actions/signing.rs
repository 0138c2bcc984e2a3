//! Signing what is added to a record.

use super::error::ActionError;
use super::verify::check_elsewhere;
use crate::proof::{self, Checked, NAMESPACE, PublicKey, Signature, Statement};
use crate::record::{self, Act, Action, Place, Record, Replayed, SignatureKind, SignatureLine};
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
        let Unsigned { before: (before, replayed), mut after, action } = unsigned;
        let who = action.act.signatory(action.side);
        let base = before.actions().len();
        let proposed = matches!(action.act, Act::KeyProposed { .. });
        let must = !proposed && proof::must_sign(before, who);
        let statement =
            || Statement::of(&after, action, record::last_hash(before, replayed)).to_string();
        let mut lines = Vec::new();
        let signed = match replayed.key(who, base) {
            None if must => return Err(ActionError::Unsigned { who, key: None, entered: false }),
            None => Signed::Keyless,
            Some(key) => {
                let key = public(key)?;
                let signature = self.by(&key, statement)?;
                let fingerprint = key.fingerprint();
                match (signature, self) {
                    (Some(signature), _) => {
                        lines.extend(signature.map(|signature| (SignatureKind::Act, signature)));
                        Signed::By(fingerprint)
                    }
                    (None, _) if must => {
                        let entered = matches!(self, Signing::Nothing);
                        return Err(ActionError::Unsigned { who, key: Some(fingerprint), entered });
                    }
                    (None, Signing::Nothing) => Signed::Entered(fingerprint),
                    (None, _) => Signed::Missing(fingerprint),
                }
            }
        };
        if let Act::KeyChanged { key } | Act::KeyProposed { key } = &action.act {
            let key = public(key)?;
            let missing = || ActionError::NewKey { key: key.fingerprint() };
            let entered = matches!(self, Signing::Nothing);
            if entered {
                let key = Some(key.fingerprint());
                return Err(ActionError::Unsigned { who, key, entered });
            }
            // The new one alone cannot change it.
            if !proposed && !matches!(signed, Signed::By(_)) {
                let key = signed.fingerprint().map(str::to_owned);
                return Err(ActionError::Unsigned { who, key, entered });
            }
            let signature = self.by(&key, statement)?.ok_or_else(missing)?;
            lines.extend(signature.map(|signature| (SignatureKind::NewKey, signature)));
        }
        for (kind, signature) in lines {
            let (ordinal, place) = (base + 1, Place::START);
            let signature = signature.to_base64().into();
            let line = SignatureLine { ordinal, base, kind, signature, place };
            let added = record::sign(&after, line);
            after = added.map_err(|error| ActionError::record(&after.header().id, error))?;
        }
        Ok((after, signed))
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
        let fits = match signature.check(key, &message) {
            Ok(Checked::Right) => Ok(true),
            Ok(Checked::Elsewhere) => check_elsewhere(key, &signature, &message),
            Err(error) => Err(error.to_string()),
        };
        match fits.map_err(failed)? {
            true => Ok(Some(Some(signature))),
            false => Err(failed("the signature does not fit".into())),
        }
    }
}

/// A key of a record whose keys have been checked.
fn public(key: &str) -> Result<PublicKey, ActionError> {
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
