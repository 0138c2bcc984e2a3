//! Beginning the games that are due in a match: each gets its record, and the match file is told its id.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::change::{MatchEdit, change_match};
use super::evaluate::{EvaluatedMatch, MatchRecords, evaluate};
use crate::actions::change::Recorded;
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::actions::new::{CreatedRecord, NewGame, new_game, short};
use crate::clock::TimeControl;
use crate::matches::{Fixture, GameKind, NextStep, lot_decision, lot_forces, lot_parties};
use crate::notation::{diagram, force};
use crate::proof::SealedForce;
use crate::record::{self, Header, Player};
use crate::rules::{Setup, Side, variants};
use crate::store::{CommitId, Person, RepoPath, Store};

/// The keys under which a record names its match, its game in the match, and the game that it goes on from.
const MATCH: &str = "x-match";
const GAME: &str = "x-match-game";
const AFTER: &str = "x-after";

/// What the games to be begun are to be like.
#[derive(Clone, Debug)]
pub struct StartRequest {
    /// The ids of the games to begin; all that are due where it is empty.
    pub games: Vec<String>,
    /// The time control of games that continue none; with all that was agreed about the clocks, that of the last
    /// game of the same kind where it is left out.
    pub time: Option<TimeControl>,
    /// Options of the games, by their keys.
    pub options: Vec<(String, String)>,
    /// When they start.
    pub at: DateTime<Utc>,
    /// Whether nothing is to be written.
    pub dry_run: bool,
}

/// What became of a game that is due.
#[derive(Clone, Debug)]
pub enum StartedGame {
    /// It has its record.
    Opened {
        /// The game's id in the match.
        game: String,
        /// The record.
        record: Recorded<CreatedRecord>,
        /// The commit that tells the match file; none with `dry_run`.
        linked: Option<CommitId>,
    },
    /// Something has to be done first.
    Waiting {
        /// The game's id in the match.
        game: String,
        /// What, in words.
        why: String,
    },
}

/// A game that is due.
struct DueGame<'a> {
    /// The id that it has in the match, or will have.
    game: String,
    kind: &'a str,
    variation: Option<&'a str>,
    sides: [&'a str; 2],
    /// The id in the match of the game that it continues.
    after: Option<&'a str>,
}

/// Begins the games that are due and of a kind that is known: one commit for the record and one for the match file
/// each. Where a run was killed between the two, the next one finds the record and tells the match file.
///
/// # Errors
/// [`MatchRefusal`], those of [`new_game`](crate::actions::new_game), and those of [`Store::update`]. Games begun before stay begun.
pub fn start_games(
    store: &Store,
    path: &RepoPath,
    request: &StartRequest,
) -> Result<Vec<StartedGame>, ActionError> {
    let blob = store.read(path)?.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
    let before = evaluate(path.as_str(), &blob.bytes, &MatchRecords::of(store))?;
    if let Some(contradiction) = before.contradictions.first().cloned() {
        return Err(MatchRefusal::Contradicts { file: path.to_string(), contradiction }.into());
    }
    if let Some(unknown) = request.games.iter().find(|id| before.m.fixture(id).is_none()) {
        return Err(before.unknown_game(unknown).into());
    }
    let host = store.committer()?;
    let list = before.next();
    let mut begun = Vec::new();
    for next in &list {
        let due = match due(&before, next) {
            Some(Ok(due)) => due,
            Some(Err(waiting)) => {
                begun.push(waiting);
                continue;
            }
            None => continue,
        };
        if !request.games.is_empty() && !request.games.contains(&due.game) {
            continue;
        }
        begun.push(match opening(&before, &due, request)? {
            Ok(opening) => {
                let record = open_or_adopt(store, &before, &due, &opening, request.dry_run)?;
                let linked = match request.dry_run {
                    true => None,
                    false => link(store, path, &due, &record.id, request.at, &host)?,
                };
                StartedGame::Opened { game: due.game, record, linked }
            }
            Err(why) => StartedGame::Waiting { game: due.game, why },
        });
    }
    Ok(begun)
}

fn due<'a>(
    before: &'a EvaluatedMatch,
    next: &'a NextStep,
) -> Option<Result<DueGame<'a>, StartedGame>> {
    match next {
        NextStep::Play { game, sides, .. } => {
            let fixture = before.m.fixture(game)?;
            let kind = fixture.game.as_deref().filter(|_| fixture.record.is_none())?;
            let Some([south, north]) = sides else {
                let why = "its sides are to be drawn for or stated first".to_owned();
                return Some(Err(StartedGame::Waiting { game: game.clone(), why }));
            };
            let variation = fixture.variation.as_deref();
            let after = before
                .m
                .tie_break_of(game)
                .and_then(|(grouping, place)| grouping.tiebreak.get(place.checked_sub(1)?))
                .map(String::as_str);
            let game = game.clone();
            Some(Ok(DueGame { game, kind, variation, sides: [south, north], after }))
        }
        NextStep::FollowUp { after, game, kind, variation, sides: [south, north], .. } => {
            Some(Ok(DueGame {
                game: game.clone().unwrap_or_else(|| free_id(before, after, variation)),
                kind,
                variation: Some(variation),
                sides: [south, north],
                after: Some(after),
            }))
        }
        NextStep::DrawLots { .. } | NextStep::Pair { .. } => None,
    }
}

/// An id for a game that the match file does not list yet.
fn free_id(before: &EvaluatedMatch, after: &str, variation: &str) -> String {
    let stem = format!("{after}-{variation}");
    let taken = |id: &str| before.m.games.iter().any(|g| g.id.eq_ignore_ascii_case(id));
    let numbered = (2..).map(|n| format!("{stem}-{n}"));
    std::iter::once(stem.clone()).chain(numbered).find(|id| !taken(id)).unwrap_or_default()
}

/// How the game starts; or what has to be done first.
fn opening(
    before: &EvaluatedMatch,
    due: &DueGame<'_>,
    request: &StartRequest,
) -> Result<Result<NewGame, String>, ActionError> {
    let m = &before.m;
    let mut options = request.options.clone();
    let mut sealed = None;
    for lot in m.lots.iter().filter(|lot| lot.purpose == due.game) {
        if let Some(option) = &lot.option {
            let Some(decision) = lot_decision(m, lot)? else {
                return Ok(Err(format!("the draw for its {option} is not decided")));
            };
            let side = if decision.north == due.sides[0] { Side::South } else { Side::North };
            options.push((option.clone(), side.name().to_owned()));
        }
        let Some(pair) =
            lot_parties(m, lot).filter(|_| !lot.decides_sides() && lot.option.is_none())
        else {
            continue;
        };
        let Some([first, second]) = lot_forces(m, lot, request.at)? else {
            return Ok(Err("the forces are still sealed".into()));
        };
        sealed = Some(if pair[0] == due.sides[0] { [first, second] } else { [second, first] });
    }
    let refuse = |message: String| MatchRefusal::not(message, None, MatchHint::SeeRules);
    let options = options.iter().map(|(k, v)| (k.as_str(), v.as_str()));
    let game = variants::find(due.kind, due.variation, options.collect::<Vec<_>>())
        .map_err(|error| refuse(error.to_string()))?;
    let mut setup: Setup = diagram::default_setup(game).map_err(|error| refuse(error.message))?;
    for (side, force) in Side::BOTH.into_iter().zip(sealed.into_iter().flatten()) {
        if let SealedForce::Chosen(text) = force {
            setup = force::replace(&setup, side, text).map_err(|error| {
                let message = format!("the force of {}: {error}", due.sides[side.at()]);
                MatchRefusal::not(
                    message,
                    Some("V9"),
                    MatchHint::Text("the arbiter decides what is played instead"),
                )
            })?;
        }
    }
    let header = due.after.and_then(|after| before.headers.get(after));
    // The continuation of a game has its clocks; another game has those of the last of its kind unless said otherwise.
    let usual = match (header, request.time) {
        (Some(header), _) => Some(header),
        (None, Some(_)) => None,
        (None, None) => last_of_kind(before, due.kind),
    };
    let seat = |side: Side| player(before, due.sides[side.at()], side, header);
    let mut extras =
        BTreeMap::from([(MATCH.to_owned(), m.id.clone()), (GAME.to_owned(), due.game.clone())]);
    if let Some(header) = header {
        extras.insert(AFTER.to_owned(), header.id.clone());
    }
    Ok(Ok(NewGame {
        south: seat(Side::South),
        north: seat(Side::North),
        arbiter: m.arbiter.as_ref().map(Player::from),
        lag: usual.and_then(|header| header.lag),
        id: Some(format!("{}-{}", m.id, due.game)),
        event: Some(m.title.clone()),
        site: header.and_then(|h| h.site.clone()),
        round: None,
        time: match usual {
            Some(header) => header.time,
            None => request.time,
        },
        clock: usual.map(|header| header.clock).unwrap_or_default(),
        offers: usual.and_then(|header| header.offers),
        started: request.at,
        extras,
        folder: None,
        setup,
    }))
}

/// The record of the last game of that kind in the match.
fn last_of_kind<'a>(before: &'a EvaluatedMatch, kind: &str) -> Option<&'a Header> {
    let same = |g: &&Fixture| GameKind::of(&before.m, g).key == kind;
    before.m.games.iter().filter(same).filter_map(|g| before.headers.get(&g.id)).next_back()
}

/// Who plays a side: as in the record of the game that is continued, else as in the match file; for a team its captain,
/// or its first member.
fn player(before: &EvaluatedMatch, id: &str, side: Side, continued: Option<&Header>) -> Player {
    if let Some(player) = continued.and_then(|header| header.players.of(side)) {
        return player.clone();
    }
    let m = &before.m;
    if let Some(team) = m.teams.iter().find(|t| t.id == id) {
        let captain = |name: &&str| team.captain.as_deref() == Some(*name);
        let members = || team.members.iter();
        let found = members().find(|p| captain(&p.name.as_str())).or_else(|| members().next());
        if let Some(found) = found {
            return Player::from(found);
        }
    }
    let found = m.players.iter().find(|p| p.id == id);
    Player {
        name: m.name_of(id).to_owned(),
        email: found.and_then(|p| p.email.clone()),
        key: found.and_then(|p| p.key.clone()),
    }
}

/// Opens the game; or takes the record that an earlier run had opened for it and not told the match file.
fn open_or_adopt(
    store: &Store,
    before: &EvaluatedMatch,
    due: &DueGame<'_>,
    opening: &NewGame,
    dry_run: bool,
) -> Result<Recorded<CreatedRecord>, ActionError> {
    let refused = match new_game(store, opening, dry_run) {
        Err(ActionError::Taken { id, path }) => (id, path),
        done => return done,
    };
    let (id, path) = refused;
    let taken = || ActionError::Taken { id: id.clone(), path: path.clone() };
    let blob = store.read(&path)?.ok_or_else(taken)?;
    let record = record::read(&blob.bytes).map_err(|_| taken())?;
    let header = record.header();
    let says = |key: &str, value: &str| header.extras.get(key).is_some_and(|v| v == value);
    if !says(MATCH, &before.m.id) || !says(GAME, &due.game) {
        return Err(taken());
    }
    let replayed = record::replay(&record).map_err(|_| taken())?;
    let hash = record::chain(&record, &replayed).last().map(ToString::to_string);
    Ok(Recorded {
        id: header.id.clone(),
        path: path.clone(),
        line: String::new(),
        commit: None,
        entry: None,
        value: CreatedRecord {
            chain: short(&hash.unwrap_or_default()),
            text: String::from_utf8_lossy(&blob.bytes).into_owned(),
        },
    })
}

/// Tells the match file the id of a game's record; a game that it does not list is added to the tie-break.
fn link(
    store: &Store,
    path: &RepoPath,
    due: &DueGame<'_>,
    record: &str,
    at: DateTime<Utc>,
    host: &Person,
) -> Result<Option<CommitId>, ActionError> {
    let (changed, ()) = change_match(store, path, at, false, |before| {
        let mut wanted = before.m.clone();
        match wanted.games.iter().position(|g| g.id == due.game) {
            Some(index) => wanted.games[index].record = Some(record.to_owned()),
            None => {
                wanted.games.push(Fixture {
                    id: due.game.clone(),
                    game: Some(due.kind.to_owned()),
                    variation: due.variation.map(str::to_owned),
                    record: Some(record.to_owned()),
                    ..Fixture::default()
                });
                let continued = |ids: &[String]| ids.last().map(String::as_str) == due.after;
                if let Some(grouping) = wanted.groupings.iter_mut().find(|g| continued(&g.tiebreak))
                {
                    grouping.tiebreak.push(due.game.clone());
                }
            }
        }
        let line = format!("{} is {record}", due.game);
        Ok(MatchEdit { wanted, author: host.clone(), line, value: () })
    })?;
    Ok(changed.commit)
}
