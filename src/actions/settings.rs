//! The settings of a repository: `riverpost.yaml`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::error::ActionError;
use crate::clock::TimeSpan;
use crate::document::{self, Diagnostic, Limits};
use crate::store::{RepoPath, SETTINGS, Store, StoreError};

/// What `riverpost.yaml` says.
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
}

/// Somebody with all addresses under which git or a record may know them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownPerson {
    /// The name.
    pub name: String,
    /// The addresses.
    pub emails: Vec<String>,
}

/// What a repository of games is called in its settings.
pub(super) const FORMAT: &str = "riverpost-repository/1";

impl Settings {
    /// The settings of a repository, as committed; where they never were, they say nothing.
    ///
    /// # Errors
    /// [`ActionError::Settings`], and those of [`Store::read`].
    pub fn of(store: &Store) -> Result<Settings, ActionError> {
        match store.read(&RepoPath::new(SETTINGS)?) {
            Ok(Some(blob)) => Settings::read(&blob.bytes)
                .map_err(|error| ActionError::Settings { error: Box::new(error) }),
            Ok(None) | Err(StoreError::Untracked { .. }) => Ok(Settings::default()),
            Err(error) => Err(error.into()),
        }
    }

    fn read(bytes: &[u8]) -> Result<Settings, Diagnostic> {
        let document = document::read(bytes, &Limits::MATCH)?;
        let settings: Settings = document.typed()?;
        let refuse = |keys: &[&str], message: String| {
            let at = document.get(keys).map_or(0, |node| node.span.start);
            Err(Diagnostic::new(document.place(at), message))
        };
        if settings.format != FORMAT {
            return refuse(&["format"], format!("the format should be {FORMAT}"));
        }
        let mut emails: Vec<String> = Vec::new();
        for email in settings.people.iter().flat_map(|person| &person.emails) {
            emails.push(email.to_lowercase());
        }
        emails.sort_unstable();
        match emails.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(twice) => refuse(&["people"], format!("people: {} stands there twice", twice[0])),
            None => Ok(settings),
        }
    }
}

/// The JSON Schema of the settings; the file `schemas/settings.schema.json` holds it.
pub fn settings_schema() -> Value {
    schemars::schema_for!(Settings).to_value()
}
