//! People and times as commits name them.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use git2::{Repository, Signature, Time};

use super::error::StoreError;

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

impl Timestamp {
    /// The system's time.
    pub(super) fn of_system() -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} <{}>", self.name, self.email)
    }
}

impl Person {
    /// The person as a commit has them.
    ///
    /// # Errors
    /// [`StoreError::Git`], for a name of which nothing is left.
    pub fn committed(&self) -> Result<Person, StoreError> {
        let email = one_line(&self.email, |c| matches!(c, '<' | '>') || c.is_whitespace());
        let name = fit(&self.name);
        let name = some_or(&name, "unknown");
        let email = some_or(trim(&email), "unknown@invalid");
        let person = Signature::new(name, email, &Time::new(0, 0))?;
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Ok(Person { name: text(person.name_bytes()), email: text(person.email_bytes()) })
    }

    /// Person and time as a commit has them. Git knows no time before 1970; libgit2 would wrap those after 2106.
    pub(super) fn line(&self, when: Timestamp) -> Result<String, StoreError> {
        Ok(format!("{} {} +0000", self.committed()?, when.0.max(0)))
    }
}

/// The identity that git itself would commit with.
pub(super) fn committer(repo: &Repository) -> Result<Person, StoreError> {
    // Not by libgit2, which refuses names that git only strips of `<`, `>` and what is not UTF-8.
    let settings = repo.config()?;
    let value = |variables: &[&str], keys: [&str; 2]| {
        let variable = |name: &&str| Some(std::env::var_os(name)?.to_string_lossy().into_owned());
        let setting = || {
            let entry = keys.iter().find_map(|key| settings.get_entry(key).ok())?;
            Some(String::from_utf8_lossy(entry.value_bytes()).into_owned())
        };
        let [of_git, others @ ..] = variables else { return None };
        variable(of_git).or_else(setting).or_else(|| others.iter().find_map(variable))
    };
    let name = value(&["GIT_COMMITTER_NAME"], ["committer.name", "user.name"]);
    let email = value(&["GIT_COMMITTER_EMAIL", "EMAIL"], ["committer.email", "user.email"]);
    match (name, email) {
        (Some(name), Some(email)) if !fit(&name).is_empty() && !email.trim().is_empty() => {
            Ok(Person { name: fit(&name), email })
        }
        _ => Err(StoreError::NoIdentity),
    }
}

/// The text as one line, without `unwanted` characters.
pub(super) fn one_line(text: &str, unwanted: impl Fn(char) -> bool) -> String {
    let line = text.replace(['\r', '\n', '\t', '\u{2028}', '\u{2029}', '\u{85}'], " ");
    line.chars().filter(|&c| !c.is_control() && !unwanted(c)).collect()
}

/// A name as a commit can hold it.
fn fit(name: &str) -> String {
    trim(&one_line(name, |c| matches!(c, '<' | '>'))).to_owned()
}

/// Git drops these at the ends of a name, and libgit2 refuses a name made of nothing else.
fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ".,:;\"\\'".contains(c))
}

fn some_or<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}
