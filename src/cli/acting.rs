//! Arguments of the commands that act in a game, and how such an action is taken.

use super::arguments::Common;
use super::error::{Done, Failure};
use super::instant::{Instant, instant};
use super::output::{Out, now_or};
use super::record::RecordToChange;
use super::recorded;
use crate::actions::{self, ActionBy, ActionRequest};
use crate::record::Act;
use crate::store::{RepoPath, Store};
use clap::builder::NonEmptyStringValueParser;

/// A game, who acts in it, when, and what is said with it.
#[derive(clap::Args, Debug)]
pub(super) struct Acting {
    #[command(flatten)]
    record: RecordToChange,
    #[command(flatten)]
    entered: EnteredFor,
    #[command(flatten)]
    said: Said,
}

/// For whom something is entered.
#[derive(clap::Args, Debug)]
pub(super) struct EnteredFor {
    /// For whom it is entered: south, north, arbiter, or a name or address in the record [default: yourself, as git knows
    /// you]
    #[arg(long = "for", value_name = "WHO")]
    who: Option<String>,
}

impl EnteredFor {
    /// Who acts.
    pub(super) fn by(&self) -> ActionBy {
        self.who.clone().map_or(ActionBy::Identity, ActionBy::For)
    }
}

/// When something was done, and what is said with it.
#[derive(clap::Args, Debug)]
pub(super) struct Said {
    /// What to say with it: one line without braces
    #[arg(long, value_name = "TEXT")]
    pub(super) comment: Option<String>,
    /// When it was done, such as "2 Dec 18:00" [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    pub(super) at: Option<Instant>,
}

/// Why an arbiter acts.
#[derive(clap::Args, Debug)]
pub(super) struct Grounds {
    /// Why
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub(super) reason: String,
    #[command(flatten)]
    pub(super) entered: EnteredFor,
}

impl Acting {
    /// Takes an action of a player's, and says what came of it.
    pub(super) fn act(&self, act: Act<'static>, common: &Common, out: &mut Out) -> Done {
        self.act_in(self.record.locate(common)?, act, common, out)
    }

    /// The same for an action that binds at once, so that the game must be named.
    pub(super) fn bind(&self, act: Act<'static>, common: &Common, out: &mut Out) -> Done {
        self.act_in(self.record.locate_named(common)?, act, common, out)
    }

    fn act_in(
        &self,
        game: (Store, RepoPath),
        act: Act<'static>,
        common: &Common,
        out: &mut Out,
    ) -> Done {
        self.said.act(game, act, self.entered.by(), common, out)
    }

    /// The game, which must be named.
    pub(super) fn named(&self, common: &Common) -> Result<(Store, RepoPath), Failure> {
        self.record.locate_named(common)
    }

    /// What is asked for.
    pub(super) fn request(
        &self,
        act: Act<'static>,
        common: &Common,
        out: &mut Out,
    ) -> Result<ActionRequest, Failure> {
        self.said.request(act, self.entered.by(), common, out)
    }
}

impl Said {
    /// Takes an action, and says what came of it.
    pub(super) fn act(
        &self,
        (store, path): (Store, RepoPath),
        act: Act<'static>,
        by: ActionBy,
        common: &Common,
        out: &mut Out,
    ) -> Done {
        let request = self.request(act, by, common, out)?;
        let (done, plans) = actions::act(&store, &path, &request, common.dry_run)?;
        recorded::acted(&done, &plans, common, out)
    }

    fn request(
        &self,
        act: Act<'static>,
        by: ActionBy,
        common: &Common,
        out: &mut Out,
    ) -> Result<ActionRequest, Failure> {
        let at = now_or(self.at, common, out)?;
        Ok(ActionRequest { act, by, comment: self.comment.clone(), at })
    }
}
