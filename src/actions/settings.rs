//! The settings of a repository: `riverpost.yaml`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::error::ActionError;
use crate::clock::TimeSpan;
use crate::document::{self, Diagnostic, Document, Limits};
use crate::proof::PublicKey;
use crate::record::SignRule;
use crate::store::{RepoPath, SETTINGS, Store, StoreError};

/// What `riverpost.yaml` says, and a server's own settings.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "settings")]
pub struct Settings {
    /// The format.
    #[schemars(extend("const" = FORMAT))]
    format: String,
    /// People with all their addresses.
    #[serde(default)]
    pub people: Vec<KnownPerson>,
    /// The most by which an action may be entered late, in records that say nothing else (C19).
    #[schemars(with = "String", length(min = 1, max = 100))]
    #[serde(default)]
    pub lag: Option<TimeSpan>,
    /// Whether every line must be signed.
    #[serde(default)]
    pub signatures: SigningPolicy,
    /// What a server does with a line of which nothing shows that it is its author's.
    #[serde(default)]
    pub unsigned: UnsignedPolicy,
    /// Who may open games and matches of others, by name or address.
    #[serde(default)]
    pub organisers: Vec<String>,
    /// Who may enter lines for players without a key, by name or address.
    #[serde(default)]
    pub scribes: Vec<String>,
    /// The public keys with which commits are signed that change these settings, or any other file that is no record.
    #[serde(default)]
    pub owners: Vec<String>,
    /// Only in a server's own settings: the branch that is pushed to; where it is left out, that of HEAD.
    #[serde(default)]
    pub branch: Option<String>,
    /// Only in a server's own settings: the environment variable that holds the login of who pushes; where it is left out,
    /// REMOTE_USER.
    #[serde(default)]
    pub pusher: Option<String>,
    /// Only in a server's own settings: the file of the private key with which receipts are signed.
    #[serde(default)]
    pub receipts: Option<String>,
}

/// Whether lines must be signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SigningPolicy {
    /// By who has a key.
    #[default]
    Optional,
    /// By everybody.
    Required,
}

/// What a server does with a line that nobody who is known to be its author has signed or pushed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UnsignedPolicy {
    /// Refuses it.
    #[default]
    Refuse,
    /// Takes it, and says so.
    Mark,
}

/// Somebody with all addresses under which git or a record may know them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownPerson {
    /// The name.
    pub name: String,
    /// The addresses.
    pub emails: Vec<String>,
    /// What a server calls them once they have logged in.
    #[serde(default)]
    pub logins: Vec<String>,
}

/// What a repository of games is called in its settings.
pub(super) const FORMAT: &str = "riverpost-repository/1";

impl Settings {
    /// The settings of a repository, as committed; where they never were, they say nothing.
    ///
    /// # Errors
    /// [`ActionError::Settings`], and those of [`Store::read`].
    pub fn of(store: &Store) -> Result<Settings, ActionError> {
        Ok(Settings::committed(store)?.unwrap_or_default())
    }

    /// The same, `None` where they never were.
    pub(super) fn committed(store: &Store) -> Result<Option<Settings>, ActionError> {
        match store.read(&RepoPath::new(SETTINGS)?) {
            Ok(Some(blob)) => Settings::read(&blob.bytes)
                .map(Some)
                .map_err(|error| ActionError::Settings { error: Box::new(error) }),
            Ok(None) | Err(StoreError::Untracked { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The settings that are committed in a repository.
    pub(super) fn read(bytes: &[u8]) -> Result<Settings, Diagnostic> {
        let (settings, document) = Settings::parse(bytes)?;
        let given = ["branch", "pusher", "receipts"].map(|key| (key, document.get(&[key])));
        match given.into_iter().find_map(|(key, node)| Some((key, node?))) {
            Some((key, node)) => {
                let message = format!("{key} stands only in a server's own settings");
                Err(Diagnostic::new(document.place(node.span.start), message))
            }
            None => Ok(settings),
        }
    }

    /// A server's own settings.
    pub(super) fn read_of_server(bytes: &[u8]) -> Result<Settings, Diagnostic> {
        Ok(Settings::parse(bytes)?.0)
    }

    fn parse(bytes: &[u8]) -> Result<(Settings, Document<'_>), Diagnostic> {
        let document = document::read(bytes, &Limits::MATCH)?;
        let settings: Settings = document.typed()?;
        let refuse = |keys: &[&str], message: String| {
            let at = document.get(keys).map_or(0, |node| node.span.start);
            Err(Diagnostic::new(document.place(at), message))
        };
        if settings.format != FORMAT {
            return refuse(&["format"], format!("the format should be {FORMAT}"));
        }
        let emails = settings.people.iter().flat_map(|person| &person.emails);
        let emails: Vec<String> = emails.map(|email| email.to_lowercase()).collect();
        let logins = settings.people.iter().flat_map(|person| person.logins.clone()).collect();
        for mut words in [emails, logins] {
            words.sort_unstable();
            if let Some(twice) = words.windows(2).find(|pair| pair[0] == pair[1]) {
                return refuse(&["people"], format!("people: {} stands there twice", twice[0]));
            }
        }
        for (at, key) in settings.owners.iter().enumerate() {
            if let Err(fault) = PublicKey::read(key) {
                return refuse(&["owners", &at.to_string()], fault.to_string());
            }
        }
        Ok((settings, document))
    }

    /// What new records and matches are to say about signatures.
    pub(super) fn sign_rule(&self) -> Option<SignRule> {
        (self.signatures == SigningPolicy::Required).then_some(SignRule::Required)
    }

    /// Who has logged in under that name.
    pub(super) fn known(&self, login: &str) -> Option<&KnownPerson> {
        self.people.iter().find(|person| person.logins.iter().any(|known| known == login))
    }
}

/// The JSON Schema of the settings; the file `schemas/settings.schema.json` holds it.
pub fn settings_schema() -> Value {
    schemars::schema_for!(Settings).to_value()
}
