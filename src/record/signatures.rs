//! The signature lines of a record: which action is signed, what its author had seen, the signature. Whether a signature is
//! right is not known here.

use std::borrow::Cow;
use std::fmt;

use crate::document::{Diagnostic, Limits, Place};
use crate::rules::Side;

/// What a signature line signs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SignatureKind {
    /// The action, by the key of who acts.
    Act,
    /// The plan that the action carries out, by the key of whose plan it is.
    Plan,
    /// The action, which names a key, by that key.
    NewKey,
}

impl SignatureKind {
    const ALL: [SignatureKind; 3] =
        [SignatureKind::Act, SignatureKind::Plan, SignatureKind::NewKey];

    /// The word in a signature line.
    pub fn name(self) -> &'static str {
        match self {
            SignatureKind::Act => "act",
            SignatureKind::Plan => "plan",
            SignatureKind::NewKey => "new-key",
        }
    }
}

/// A signature line: `ORDINAL BASE KIND BASE64`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureLine<'t> {
    /// Which action is signed, counted from 1.
    pub ordinal: usize,
    /// The number of actions that its author had seen, less than the ordinal.
    pub base: usize,
    /// What is signed.
    pub kind: SignatureKind,
    /// The SSH signature blob in base64: the algorithm's name and the signature, each with its length in front.
    pub signature: Cow<'t, str>,
    /// Where the line stands.
    pub place: Place,
}

impl fmt::Display for SignatureLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.ordinal, self.base, self.kind.name(), self.signature)
    }
}

impl<'t> SignatureLine<'t> {
    /// Reads a line that begins at `place`.
    ///
    /// # Errors
    /// A [`Diagnostic`] for a line of another form.
    pub fn read(line: &'t str, place: Place) -> Result<SignatureLine<'t>, Diagnostic> {
        if line.len() > Limits::RECORD.line {
            return Err(Diagnostic::too_much(place, "the line is too long", Limits::RECORD.line));
        }
        let refuse = |at: &str, message: &str| {
            let offset = at.as_ptr() as usize - line.as_ptr() as usize;
            let hint = "a signature line is ORDINAL BASE KIND BASE64, as riverpost writes it";
            Err(Diagnostic::new(place.within(line, offset), message).hint(hint))
        };
        let parts: Vec<&str> = line.split(' ').collect();
        let [ordinal, base, kind, signature] = parts[..] else {
            return refuse(line, "a signature line has four parts, each one blank apart");
        };
        let Some(number) = number(ordinal).filter(|number| *number > 0) else {
            return refuse(ordinal, "this is not the number of an action");
        };
        let Some(base) = self::number(base).filter(|base| *base < number) else {
            return refuse(base, "the base is a number of actions less than the ordinal");
        };
        let Some(kind) = SignatureKind::ALL.into_iter().find(|known| known.name() == kind) else {
            return refuse(kind, "the kind is act, plan or new-key");
        };
        let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
        if signature.is_empty() || !signature.bytes().all(fits) {
            return refuse(signature, "the signature is not base64");
        }
        Ok(SignatureLine { ordinal: number, base, kind, signature: signature.into(), place })
    }

    /// Refuses a line that does not belong behind `last` in a file with so many actions.
    ///
    /// # Errors
    /// A [`Diagnostic`].
    pub fn refuse_misplaced(
        &self,
        last: Option<&SignatureLine<'_>>,
        actions: usize,
    ) -> Result<(), Diagnostic> {
        let SignatureLine { ordinal, kind, place, .. } = self;
        if *ordinal > actions {
            let message = format!("there is no action {ordinal} to sign; the last is {actions}");
            return Err(Diagnostic::new(*place, message));
        }
        match last.filter(|last| (last.ordinal, last.kind) >= (*ordinal, *kind)) {
            Some(last) => {
                let message = format!(
                    "the signature of action {ordinal} ({}) stands behind that of action {} ({})",
                    kind.name(),
                    last.ordinal,
                    last.kind.name()
                );
                Err(Diagnostic::new(*place, message))
            }
            None => Ok(()),
        }
    }

    /// The same on its own, borrowing nothing.
    pub fn into_owned(self) -> SignatureLine<'static> {
        SignatureLine { signature: Cow::Owned(self.signature.into_owned()), ..self }
    }
}

/// A number in the one form in which it is written.
fn number(text: &str) -> Option<usize> {
    let canonical = text == "0" || !text.starts_with('0');
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    if canonical && digits { text.parse().ok() } else { None }
}

/// Who signs an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Signatory {
    /// The player of a side.
    Side(Side),
    /// The arbiter.
    Arbiter,
}

impl Signatory {
    /// `south`, `north` or `arbiter`.
    pub fn name(self) -> &'static str {
        match self {
            Signatory::Side(side) => side.name(),
            Signatory::Arbiter => "arbiter",
        }
    }
}

/// A key that somebody has from an action on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyChange {
    /// The number of actions after which it holds; 0 for what the header says.
    pub after: usize,
    /// Whose it is.
    pub whose: Signatory,
    /// The public key as OpenSSH writes it; none where somebody without a key takes the place.
    pub key: Option<String>,
}
