//! What a version of a file is held against, and why it is refused.

use chrono::{DateTime, Utc};

use crate::actions::actor::Identity;
use crate::actions::error::ActionError;
use crate::actions::instant::EntryTerms;
use crate::actions::settings::{Settings, UnsignedPolicy};
use crate::clock::TimeSpan;
use crate::document::{Diagnostic, Place};
use crate::record::Player;

/// What a version of a file is held against.
#[derive(Clone, Copy)]
pub(in crate::actions) struct ExtensionTerms<'t> {
    /// The present.
    pub(in crate::actions) now: DateTime<Utc>,
    /// The settings of the repository as they were before.
    pub(in crate::actions) settings: &'t Settings,
    /// How the version came.
    pub(in crate::actions) arrival: Arrival<'t>,
}

/// How a version of a file came.
#[derive(Clone, Copy)]
pub(in crate::actions) enum Arrival<'t> {
    /// It was fetched: who entered its lines, and when, shows only as far as they are signed.
    Fetched,
    /// It is being pushed to this server, by this person if it is known who that is.
    Pushed(Option<&'t Identity>),
}

/// A line that is taken although nothing shows that it is its author's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnprovenLine {
    /// The file.
    pub path: String,
    /// Where it stands.
    pub place: Place,
    /// What it is or says.
    pub line: String,
}

/// Why a version of a file is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The path of the file, as far as it can be written.
    pub path: String,
    /// What kind of fault it is.
    pub kind: RefusalKind,
    /// What is wrong, where, by which rule, and what to do.
    pub error: Diagnostic,
}

/// What is wrong with a version of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefusalKind {
    /// It is not sound in itself.
    Unsound,
    /// It contradicts the version before: from the action of this index on, where it is about one.
    Contradicts(Option<usize>),
    /// Nothing shows that it comes from who may do this.
    Person,
    /// It was done at a time at which it may not be entered now.
    Time,
    /// Nothing of the kind may stand there, or there is too much of it.
    Place,
}

impl Refusal {
    /// A refusal of the file at a path.
    pub(in crate::actions) fn new(
        path: impl ToString,
        kind: RefusalKind,
        error: Diagnostic,
    ) -> Refusal {
        Refusal { path: path.to_string(), kind, error }
    }
}

/// The check of one file.
pub(super) struct Check<'c> {
    pub(super) path: &'c str,
    pub(super) terms: &'c ExtensionTerms<'c>,
    pub(super) unproven: Vec<UnprovenLine>,
}

impl<'c> Check<'c> {
    pub(super) fn refusal(&self, kind: RefusalKind, error: Diagnostic) -> Refusal {
        Refusal::new(self.path, kind, error)
    }

    /// Who pushes it, if it is pushed and that is known.
    pub(super) fn pusher(&self) -> Option<&'c Identity> {
        match self.terms.arrival {
            Arrival::Pushed(pusher) => pusher,
            Arrival::Fetched => None,
        }
    }

    /// Whether who pushes it is one of these.
    pub(super) fn is_pushed_by<'p>(&self, people: impl IntoIterator<Item = &'p Player>) -> bool {
        let mut people = people.into_iter();
        self.pusher().is_some_and(|pusher| people.any(|player| pusher.is(player)))
    }

    /// Whether who pushes it may enter lines for others.
    pub(super) fn is_pushed_by_scribe(&self) -> bool {
        self.pusher().is_some_and(|pusher| pusher.is_among(&self.terms.settings.scribes))
    }

    /// Whether who pushes it may open games of others and set matches up.
    pub(super) fn is_pushed_by_organiser(&self) -> bool {
        self.pusher().is_some_and(|pusher| pusher.is_among(&self.terms.settings.organisers))
    }

    // C18, C19
    /// Refuses what may not be entered now; `agreed` is the most by which it may be late where that is agreed on.
    pub(super) fn refuse_untimely(
        &self,
        agreed: Option<TimeSpan>,
        claim: bool,
        at: DateTime<Utc>,
        place: Place,
    ) -> Result<(), Refusal> {
        let entry = EntryTerms { now: self.terms.now, lag: self.terms.settings.lag };
        entry.checked(agreed, claim, at).map(drop).map_err(|fault| {
            let error = Diagnostic::new(place, fault.to_string());
            let error = match fault {
                ActionError::Late { .. } => {
                    error.rule("C19").hint("an arbiter rules on what came too late")
                }
                _ => error.rule("C18").hint("push again once it is that late"),
            };
            self.refusal(RefusalKind::Time, error)
        })
    }

    /// What is pushed, but neither signed nor by who may do it: it is refused, or marked where the settings say so. `line` is
    /// what it is or says, and `message` ends before who pushes it.
    pub(super) fn unproven(
        &mut self,
        place: Place,
        line: String,
        message: String,
        hint: &'static str,
    ) -> Result<(), Refusal> {
        if self.terms.settings.unsigned == UnsignedPolicy::Mark {
            self.unproven.push(UnprovenLine { path: self.path.to_owned(), place, line });
            return Ok(());
        }
        Err(self.not_by(place, message, hint))
    }

    // K6
    /// What comes from somebody who may not do it.
    pub(super) fn not_by(&self, place: Place, message: String, hint: &'static str) -> Refusal {
        let by = match self.pusher() {
            Some(pusher) => format!("{} pushes it", pusher.person().name),
            None => "it is not known here who pushes it".to_owned(),
        };
        let error = Diagnostic::new(place, format!("{message}, and {by}")).rule("K6").hint(hint);
        self.refusal(RefusalKind::Person, error)
    }
}
