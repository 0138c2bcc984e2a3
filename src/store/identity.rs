//! People and times as commits name them.

use git2::{ErrorCode, Repository, Signature, Time};

use super::error::StoreError;
use super::repository::Store;

/// Seconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

/// Who acted, as the record names them. Names come from strangers: any text is accepted, and
/// what a commit cannot hold is left out when it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Person {
    /// The name; `unknown` is committed when nothing of it is left.
    pub name: String,
    /// The e-mail address; `unknown@invalid` is committed when it is empty, a name that no mail
    /// system will ever resolve (RFC 2606).
    pub email: String,
}

impl Person {
    pub(super) fn signature(&self, when: Timestamp) -> Result<Signature<'static>, StoreError> {
        let name = one_line(&self.name, |c| matches!(c, '<' | '>'));
        let email = one_line(&self.email, |c| matches!(c, '<' | '>') || c.is_whitespace());
        let name = some_or(trim(&name), "unknown");
        let email = some_or(trim(&email), "unknown@invalid");
        Ok(Signature::new(name, email, &Time::new(when.0, 0))?)
    }
}

impl Store {
    /// Who git is configured to commit as.
    ///
    /// # Errors
    /// [`StoreError::NoIdentity`].
    pub fn committer(&self) -> Result<Person, StoreError> {
        committer(&self.repo)
    }
}

/// The identity that git itself would commit with.
pub(super) fn committer(repo: &Repository) -> Result<Person, StoreError> {
    let signature = repo.committer_from_env().map_err(|error| match error.code() {
        ErrorCode::NotFound => StoreError::NoIdentity,
        _ => StoreError::Git(error),
    })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (name, email) = (text(signature.name_bytes()), text(signature.email_bytes()));
    if name.is_empty() || email.is_empty() {
        return Err(StoreError::NoIdentity);
    }
    Ok(Person { name, email })
}

/// The text as one line, without `unwanted` characters.
pub(super) fn one_line(text: &str, unwanted: impl Fn(char) -> bool) -> String {
    let line = text.replace(['\r', '\n', '\t', '\u{2028}', '\u{2029}', '\u{85}'], " ");
    line.chars().filter(|&c| !c.is_control() && !unwanted(c)).collect()
}

/// Git drops these at the ends of a name, and libgit2 refuses a name made of nothing else.
fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ".,:;\"\\'".contains(c))
}

fn some_or<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}
