//! A game that somebody has opened elsewhere, and that comes whole: its record is made here. Nobody is bound by that before
//! an action of their own (G13).

use super::lines::{Authority, ReceivedLine};
use super::refusal::MailRefusal;
use crate::actions::actor::{Identity, Seats, person};
use crate::actions::change::{NewVersion, Recorded, change};
use crate::actions::game::{LoadedGame, game_trailers};
use crate::actions::instant::EntryTerms;
use crate::actions::repository::GAMES;
use crate::actions::settings::Settings;
use crate::actions::signing::Signed;
use crate::actions::verify::check_elsewhere;
use crate::proof;
use crate::record;
use crate::rules::Side;
use crate::store::{RepoPath, Store};

/// Makes the record of a game to which somebody of this repository is invited, by one of its players; none where the sender
/// is no player of it. Answers the sender's side.
///
/// # Errors
/// [`MailRefusal::NotInvited`], [`MailRefusal::BoundAlready`], [`MailRefusal::Unsound`], [`MailRefusal::IdTaken`].
pub(super) fn open_game(
    store: &Store,
    (path, game): (&RepoPath, &LoadedGame),
    authority: &Authority<'_>,
    (entry, dry_run): (EntryTerms, bool),
) -> Result<Option<(Side, Recorded<ReceivedLine>)>, MailRefusal> {
    let id = game.id().to_owned();
    let unsound = |fault| MailRefusal::Unsound(Box::new(fault));
    record::refuse_future(&game.record, entry.now).map_err(unsound)?;
    let checked = proof::check_signatures(&game.record, &game.replayed, &check_elsewhere);
    checked.map_err(unsound)?;
    let invited: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|side| !authority.sides.contains(side))
        .filter(|side| plays_here(authority.me, authority.settings, &game.seats(), *side))
        .collect();
    let Some(sender) = authority.sides.first().copied() else { return Ok(None) };
    if invited.is_empty() {
        return Err(MailRefusal::NotInvited { id });
    }
    if invited.iter().any(|side| game.replayed.is_bound(*side)) {
        return Err(MailRefusal::BoundAlready { id });
    }
    let author = game.players().of(sender).cloned().unwrap_or_default();
    let after = game.after();
    let opened = change(store, path, dry_run, |before| -> Result<_, MailRefusal> {
        let taken = store.taken(GAMES, &id)?.or_else(|| before.map(|_| path.clone()));
        if let Some(path) = taken {
            return Err(MailRefusal::IdTaken { id: id.clone(), path });
        }
        let opened = game.record.header().started.unwrap_or(entry.now);
        Ok(NewVersion {
            id: id.clone(),
            line: format!("new game of {}", game.record.game().title),
            bytes: game.record.text().as_bytes().to_owned(),
            new_files: Vec::new(),
            author: person(&author),
            entered_by: Some(authority.me.person().clone()),
            at: opened.min(entry.now),
            trailers: game_trailers(&id, after.ply, &after.chain),
            value: ReceivedLine { signed: Signed::Keyless, claimed: None, after: after.clone() },
        })
    })?;
    Ok(Some((sender, opened)))
}

/// Whether a side is played by who runs the program, or by somebody whom the settings of the repository name.
fn plays_here(me: &Identity, settings: &Settings, game: &Seats<'_>, side: Side) -> bool {
    let plays = |identity: &Identity| identity.sides(game).contains(&side);
    plays(me) || settings.people.iter().any(|known| plays(&Identity::known(known)))
}
