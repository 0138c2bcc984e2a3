//! Players, teams and their members as arguments.

use crate::cli::arguments::person;
use crate::cli::error::Failure;
use crate::matches::{Member, Participant, Team};
use crate::record::Player;

/// Reads `anna=Anna Ek <anna@example.org>`.
pub(super) fn player(text: &str, key: Option<&str>) -> Result<Participant, Failure> {
    let (id, named) = pair(text, "ID=NAME <ADDRESS>")?;
    let Player { name, email, key } = person(named, key)?;
    Ok(Participant { id: id.into(), name, email, key, formerly: Vec::new() })
}

/// Reads `oak=Oak Club`; the team has no members yet.
pub(super) fn team(text: &str) -> Result<Team, Failure> {
    let (id, name) = pair(text, "ID=NAME")?;
    let (id, name) = (id.to_owned(), name.to_owned());
    Ok(Team { id, name, captain: None, members: Vec::new(), formerly: Vec::new() })
}

/// Reads `Al Bo <al@example.org>`.
pub(super) fn member(text: &str) -> Result<Member, Failure> {
    Ok(person(text, None)?.into())
}

/// Takes what stands on either side of the first equals sign, without the blanks around it.
pub(super) fn pair<'t>(text: &'t str, form: &str) -> Result<(&'t str, &'t str), Failure> {
    let (id, value) =
        text.split_once('=').ok_or_else(|| Failure::usage(format!("{text:?} should be {form}")))?;
    Ok((id.trim(), value.trim()))
}
