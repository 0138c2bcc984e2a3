//! NewGame a game: a new record.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use super::actor::Identity;
use super::change::{NewVersion, Recorded, change, now};
use super::error::ActionError;
use super::game::{LoadedGame, game_trailers};
use super::join::own_key;
use super::repository::GAMES;
use super::settings::Settings;
use crate::matches::{EndingRule, GameTerms, RecordedGame, recorded_game};
use crate::notation::diagram;
use crate::proof;
use crate::record::{self, Header, Player, Players, Signatory};
use crate::rules::{Position, Setup};
use crate::store::{RepoPath, Store};

/// What a new game is to be.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The array, which also says which game in which variation with which options.
    pub setup: Setup,
    /// Who plays South.
    pub south: Player,
    /// Who plays North.
    pub north: Player,
    /// The id; made from game, year and players where it is left out.
    pub id: Option<String>,
    /// 128 random bits, of which the record's nonce is made; none for a record without a nonce.
    pub seed: Option<[u8; 16]>,
    /// Whether a player or an arbiter who opens the game and is given no key gets the one with which git signs.
    pub own_key: bool,
    /// Who is to rule on it, if anybody.
    pub arbiter: Option<Player>,
    /// What is agreed about clocks, signatures and offers.
    pub terms: GameTerms,
    /// The tournament or match.
    pub event: Option<String>,
    /// Where it is played.
    pub site: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// When it starts; for a game of the past, when it is entered.
    pub started: DateTime<Utc>,
    /// The day, month or year in which a game of the past was played. The times of its lines are not known then.
    pub date: Option<String>,
    /// Keys of the author's own, which begin with `x-`.
    pub extras: BTreeMap<String, String>,
    /// The folder for the record; made from game and month of the start where it is left out.
    pub folder: Option<String>,
}

/// A record that was created.
#[derive(Clone, Debug)]
pub struct CreatedRecord {
    /// Its text.
    pub text: String,
    /// The fingerprints of the keys that it states.
    pub keys: Vec<(Signatory, String)>,
    /// The first 12 hexadecimal digits of the chain hash of its header.
    pub chain: String,
}

/// Begins a game: makes its record and commits it; with `dry_run` nothing is written. The commit's author is who
/// runs the program.
///
/// # Errors
/// [`ActionError::Start`], [`ActionError::Taken`], [`ActionError::Header`] for values that no record may have,
/// [`ActionError::Folder`], and those of [`Store::update`].
pub fn new_game(
    store: &Store,
    new: &NewGame,
    dry_run: bool,
) -> Result<Recorded<CreatedRecord>, ActionError> {
    let new = &prepared(store, new)?;
    if let Some(id) = &new.id {
        return create(store, new, id, dry_run);
    }
    let players = [&new.south, &new.north].map(Some);
    let stem = record::id_stem(new.setup.game(), Some(&first_day(new)), players);
    let mut number = 1;
    loop {
        let id = format!("{stem}-{number}");
        if store.taken(GAMES, &id)?.is_none() {
            match create(store, new, &id, dry_run) {
                // Somebody else was quicker to take the id that was free a moment ago.
                Err(ActionError::Taken { .. }) => {}
                done => return done,
            }
        }
        number += 1;
    }
}

/// The same with what the repository adds: the signatures that its settings require, and the key with which git signs for a
/// player or an arbiter who opens the game and is given none.
fn prepared(store: &Store, new: &NewGame) -> Result<NewGame, ActionError> {
    let mut new = new.clone();
    let settings = Settings::of(store)?;
    if new.date.is_none() {
        new.terms.sign = new.terms.sign.or(settings.sign_rule());
    }
    let me = Identity::new(store.committer()?, &settings);
    let people = [Some(&mut new.south), Some(&mut new.north), new.arbiter.as_mut()];
    let mut mine: Vec<&mut Player> =
        people.into_iter().flatten().filter(|person| me.is(person)).collect();
    if let [person] = &mut mine[..]
        && person.key.is_none()
        && new.own_key
    {
        person.key = own_key(store)?.map(|key| key.to_string());
    }
    Ok(new)
}

/// A record that is not written yet.
#[derive(Clone, Debug)]
pub struct DraftedRecord {
    /// Its place.
    pub(super) path: RepoPath,
    pub(super) created: CreatedRecord,
    /// The chain hash of its header, 64 hexadecimal digits.
    pub(super) chain: String,
    /// What a match needs to know of it.
    pub(super) header: Header,
    pub(super) game: RecordedGame,
}

/// Makes the record of that id, and writes nothing.
///
/// # Errors
/// [`ActionError::Start`], [`ActionError::Header`], [`ActionError::Folder`].
pub(super) fn draft_record(new: &NewGame, id: &str) -> Result<DraftedRecord, ActionError> {
    Position::start(&new.setup).map_err(ActionError::Start)?;
    let text = record::write_new(&header(new, id)).map_err(|e| ActionError::Header(Box::new(e)))?;
    let game = new.setup.game();
    let folder = new.folder.clone().unwrap_or_else(|| usual_folder(game.name, &first_day(new)));
    let folder = folder.trim_end_matches('/');
    // Elsewhere neither an id's owner nor the record itself would be found again.
    if folder != GAMES && !folder.starts_with(&format!("{GAMES}/")) {
        return Err(ActionError::Folder { folder: folder.into(), below: GAMES });
    }
    let path = RepoPath::new(format!("{folder}/{id}.yaml"))?;
    let opened = LoadedGame::read(&path, Some(text.as_bytes()))?;
    let LoadedGame { record, replayed, .. } = &opened;
    proof::check_keys(record, replayed).map_err(|e| ActionError::Header(Box::new(e)))?;
    let (keys, chain) = (proof::fingerprints(replayed), opened.after().chain);
    let (header, game) = (record.header().clone(), recorded_game(record, replayed));
    // The digits that people compare.
    let created = CreatedRecord { text, keys, chain: chain.chars().take(12).collect() };
    Ok(DraftedRecord { path, created, chain, header, game })
}

/// Creates the record of that id.
fn create(
    store: &Store,
    new: &NewGame,
    id: &str,
    dry_run: bool,
) -> Result<Recorded<CreatedRecord>, ActionError> {
    let DraftedRecord { path, created, chain, .. } = draft_record(new, id)?;
    let author = store.committer()?;
    change(store, &path, dry_run, |before| {
        let taken = store.taken(GAMES, id)?.or_else(|| before.map(|_| path.clone()));
        if let Some(path) = taken {
            return Err(ActionError::Taken { id: id.to_owned(), path });
        }
        Ok(NewVersion {
            id: id.to_owned(),
            line: format!("new game of {}", new.setup.game().title),
            bytes: created.text.clone().into_bytes(),
            new_files: Vec::new(),
            author: author.clone(),
            entered_by: None,
            // A game may be opened before it starts.
            at: new.started.min(now(store)),
            trailers: game_trailers(id, 0, &chain),
            value: created.clone(),
        })
    })
}

/// The folder for the record of a game that began on a day, or in a month or year.
fn usual_folder(game: &str, day: &str) -> String {
    format!("{GAMES}/{game}/{}", day.chars().take(7).collect::<String>())
}

/// Where the record of that header goes.
///
/// # Errors
/// [`StoreError::BadPath`](crate::store::StoreError::BadPath).
pub(super) fn usual_place(header: &Header) -> Result<RepoPath, ActionError> {
    let day = first_day_of(header.date.as_deref(), header.started);
    Ok(RepoPath::new(format!("{}/{}.yaml", usual_folder(&header.game, &day), header.id))?)
}

fn header(new: &NewGame, id: &str) -> Header {
    let (game, terms) = (new.setup.game(), &new.terms);
    Header {
        game: game.name.into(),
        rules: Some(game.revision),
        id: id.into(),
        nonce: new.seed.map(|seed| nonce(seed, id)),
        sign: terms.sign,
        variation: game.variation.map(Into::into),
        options: game.options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        players: Players { south: Some(new.south.clone()), north: Some(new.north.clone()) },
        arbiter: new.arbiter.clone(),
        lag: terms.lag,
        event: new.event.clone(),
        site: new.site.clone(),
        round: new.round.clone(),
        date: new.date.clone(),
        started: new.date.is_none().then_some(new.started),
        time: terms.time,
        clock: terms.clock,
        offers: terms.offers,
        draws_claimed: terms.endings == Some(EndingRule::Claimed),
        extras: new.extras.clone(),
        setup: diagram::write(&new.setup),
        ..Header::default()
    }
}

/// The nonce of a record or a match: for anybody without the seed as good as random, and another one for every id.
pub(super) fn nonce(seed: [u8; 16], id: &str) -> String {
    let hash = Sha256::new().chain_update(seed).chain_update(id).finalize();
    record::hex(&hash[..seed.len()])
}

/// The day on which it starts or started, or as much of it as is known.
fn first_day(new: &NewGame) -> String {
    first_day_of(new.date.as_deref(), Some(new.started))
}

fn first_day_of(date: Option<&str>, started: Option<DateTime<Utc>>) -> String {
    let day = |at: DateTime<Utc>| at.format("%Y-%m-%d").to_string();
    date.map(str::to_owned).or(started.map(day)).unwrap_or_else(|| "undated".into())
}
