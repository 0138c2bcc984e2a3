//! Arguments of the commands that act in a game, and how such an action is taken.

use chrono::{DateTime, Utc};

use super::arguments::{Common, instant, now_or, person};
use super::error::{Done, Failure};
use super::output::Out;
use super::recorded;
use crate::actions::{self, ActionBy, ActionRequest, GAMES};
use crate::record::Act;
use crate::store::{Person, Store};

/// When something was done, and what is said with it.
#[derive(clap::Args, Debug)]
pub(super) struct Said {
    /// What to say with it: one line without braces
    #[arg(long, global = true, value_name = "TEXT")]
    pub(super) comment: Option<String>,
    /// When it was done [default: now]
    #[arg(long, global = true, value_name = "INSTANT", value_parser = instant)]
    pub(super) at: Option<DateTime<Utc>>,
}

/// Who acts.
#[derive(clap::Args, Debug)]
pub(super) struct Actor {
    /// Who acts: south, north, or the player's name or address [default: who alone can]
    #[arg(long, global = true, value_name = "WHO")]
    pub(super) by: Option<String>,
}

/// Why an arbiter acts, and who it is.
#[derive(clap::Args, Debug)]
pub(super) struct Grounds {
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(super) reason: String,
    /// The arbiter, with an address if there is one
    #[arg(long, value_name = "NAME <ADDRESS>")]
    arbiter: String,
}

impl Actor {
    pub(super) fn by(&self) -> ActionBy {
        self.by.clone().map_or(ActionBy::Entitled, ActionBy::Player)
    }
}

impl Grounds {
    /// The arbiter as the author of a commit.
    pub(super) fn arbiter(&self) -> Result<Person, Failure> {
        let person = person(&self.arbiter, &None)?;
        Ok(Person { name: person.name, email: person.email.unwrap_or_default() })
    }
}

impl Said {
    /// Does it, and says what came of it.
    pub(super) fn act(
        &self,
        record: &str,
        act: Act<'static>,
        by: ActionBy,
        common: &Common,
        out: &mut Out,
    ) -> Done {
        let store = Store::discover(&common.folder())?;
        let path = actions::locate(&store, &common.working_folder()?, GAMES, record)?;
        let request =
            ActionRequest { act, by, comment: self.comment.clone(), at: now_or(self.at)? };
        let (done, plans) = actions::act(&store, &path, &request, common.dry_run)?;
        recorded::acted(&done, &plans, common, out)
    }
}
