//! Opening a game: a new record.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Utc};

use super::error::ActionError;
use crate::clock::{ClockOptions, TimeControl};
use crate::notation::diagram;
use crate::record::{self, Header, Player, Players};
use crate::rules::{Position, Setup, Side};
use crate::store::{CommitDraft, CommitId, Person, RepoPath, Store, StoreError, Timestamp};

/// The folder of a repository below which all records lie.
pub const GAMES: &str = "games";

/// How often a free id is looked for when others keep taking it.
const ATTEMPTS: u32 = 20;

/// What a new game is to be.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The array, which also says which game in which variation with which options.
    pub setup: Setup,
    /// Who plays South.
    pub south: Player,
    /// Who plays North.
    pub north: Player,
    /// The id; made from game, year and players where it is left out.
    pub id: Option<String>,
    /// The tournament or match.
    pub event: Option<String>,
    /// Where it is played.
    pub site: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// The time control.
    pub time: Option<TimeControl>,
    /// What else is agreed about the clocks.
    pub clock: ClockOptions,
    /// How often each player may offer a draw, where that is limited.
    pub offers: Option<u32>,
    /// When it starts.
    pub started: DateTime<Utc>,
    /// Keys of the author's own, which begin with `x-`.
    pub extras: BTreeMap<String, String>,
    /// The folder for the record; made from game and month of the start where it is left out.
    pub folder: Option<String>,
}

/// A record that has been opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Its id.
    pub id: String,
    /// Its path in the repository.
    pub path: RepoPath,
    /// Its text.
    pub text: String,
    /// The first 12 hexadecimal digits of the chain hash of its header.
    pub chain: String,
    /// The commit; none for a rehearsal.
    pub commit: Option<CommitId>,
}

/// Opens a game: makes its record and commits it, or with `rehearsal` only says what it would be. The commit's author is the
/// side that moves first, since somebody must be; who ran the program is its committer.
///
/// # Errors
/// [`ActionError::Start`], [`ActionError::Taken`], [`ActionError::Header`] for values that no record may have,
/// [`ActionError::Folder`], and those of [`Store::update`].
pub fn open(store: &Store, opening: &Opening, rehearsal: bool) -> Result<Opened, ActionError> {
    for _ in 0..ATTEMPTS {
        match attempt(store, opening, rehearsal) {
            // Somebody else was quicker to take the id that was free a moment ago.
            Err(ActionError::Taken { .. }) if opening.id.is_none() => {}
            done => return done,
        }
    }
    attempt(store, opening, rehearsal)
}

fn attempt(store: &Store, opening: &Opening, rehearsal: bool) -> Result<Opened, ActionError> {
    Position::start(&opening.setup).map_err(ActionError::Start)?;
    let id = match &opening.id {
        Some(id) => id.clone(),
        None => free_id(store, opening)?,
    };
    let header = header(opening, &id);
    let text = record::write_new(&header).map_err(|e| ActionError::Header(Box::new(e)))?;
    let game = opening.setup.game();
    let folder = opening
        .folder
        .clone()
        .unwrap_or_else(|| format!("{GAMES}/{}/{}", game.name, opening.started.format("%Y-%m")));
    let folder = folder.trim_end_matches('/');
    // Elsewhere neither an id's owner nor the record itself would be found again.
    if folder != GAMES && !folder.starts_with(&format!("{GAMES}/")) {
        return Err(ActionError::Folder { folder: folder.into() });
    }
    let path = RepoPath::new(format!("{folder}/{id}.yaml"))?;
    let read = record::read(text.as_bytes()).map_err(|e| ActionError::record(&path, e))?;
    let replayed = record::replay(&read).map_err(|e| ActionError::record(&path, e))?;
    let links = record::chain(&read, &replayed);
    let hash = links.last().map_or_else(String::new, ToString::to_string);
    let mut opened = Opened {
        chain: hash.chars().take(12).collect(),
        id: id.clone(),
        path: path.clone(),
        text: text.clone(),
        commit: None,
    };
    let taken = |store: &Store| match store.taken(GAMES, &id)? {
        Some(path) => Err(ActionError::Taken { id: id.clone(), path }),
        None => Ok(()),
    };
    if rehearsal {
        taken(store)?;
        return Ok(opened);
    }
    let author = match game.first {
        Side::South => person(&opening.south),
        Side::North => person(&opening.north),
    };
    let (commit, ()) = store.update(&path, |before| -> Result<_, ActionError> {
        taken(store)?;
        if before.is_some() {
            return Err(ActionError::Taken { id: id.clone(), path: path.clone() });
        }
        Ok(CommitDraft {
            bytes: text.clone().into_bytes(),
            author: author.clone(),
            subject: format!("{id}: new game of {}", game.title),
            trailers: vec![
                ("Riverpost-Game".into(), id.clone()),
                ("Riverpost-Ply".into(), "0".into()),
                ("Riverpost-Chain".into(), hash.clone()),
            ],
            when: Timestamp(opening.started.timestamp()),
            value: (),
        })
    })?;
    opened.commit = Some(commit);
    Ok(opened)
}

/// A player as the author of a commit.
pub(super) fn person(player: &Player) -> Person {
    Person { name: player.name.clone(), email: player.email.clone().unwrap_or_default() }
}

fn header(opening: &Opening, id: &str) -> Header {
    let game = opening.setup.game();
    Header {
        game: game.name.into(),
        id: id.into(),
        variation: game.variation.map(Into::into),
        options: game.options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        players: Players { south: Some(opening.south.clone()), north: Some(opening.north.clone()) },
        event: opening.event.clone(),
        site: opening.site.clone(),
        round: opening.round.clone(),
        date: None,
        started: Some(opening.started),
        time: opening.time,
        clock: opening.clock,
        offers: opening.offers,
        extras: opening.extras.clone(),
        result: None,
        ending: None,
        setup: diagram::write(&opening.setup),
    }
}

/// An id of game, year and the players' first names, with the lowest number that is free.
fn free_id(store: &Store, opening: &Opening) -> Result<String, StoreError> {
    let stem = format!(
        "{}-{}-{}-{}",
        opening.setup.game().name,
        opening.started.year(),
        first_name(&opening.south.name),
        first_name(&opening.north.name)
    );
    let mut number = 1;
    loop {
        let id = format!("{stem}-{number}");
        if store.taken(GAMES, &id)?.is_none() {
            return Ok(id);
        }
        number += 1;
    }
}

/// The first word of a name in small Latin letters and digits; `x` when it has none.
fn first_name(name: &str) -> String {
    let word: String = name
        .split_whitespace()
        .map(|w| w.chars().filter(char::is_ascii_alphanumeric).collect::<String>())
        .find(|w| !w.is_empty())
        .unwrap_or_else(|| "x".into());
    word.to_ascii_lowercase().chars().take(20).collect()
}
