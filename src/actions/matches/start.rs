//! Beginning the games that are due in a match: each gets its record, and the match file is told its id.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};

use super::change::{MatchEdit, change_match};
use super::evaluate::{EvaluatedMatch, MatchRecords, evaluate};
use crate::actions::change::Recorded;
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::actions::new::{CreatedRecord, NewGame, new_game, short};
use crate::clock::TimeControl;
use crate::matches::{
    DrawnTerms, Fixture, GameKind, Grouping, Match, Member, NextStep, PlayedLots,
};
use crate::notation::diagram;
use crate::proof;
use crate::record::{self, Header, Player};
use crate::rules::{Side, variants};
use crate::store::{CommitId, Person, RepoPath, Store};

/// The keys under which a record names its match, its game in the match, and the game that it goes on from.
const MATCH: &str = "x-match";
const GAME: &str = "x-match-game";
const AFTER: &str = "x-after";

/// What the games to be begun are to be like.
#[derive(Clone, Debug)]
pub struct StartRequest {
    /// 128 random bits, of which the records' nonces are made.
    pub seed: [u8; 16],
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
        record: Box<Recorded<CreatedRecord>>,
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

/// Begins the games that are due and of a kind that is known: a commit for each record, and one for the match file. Where a
/// run was killed between them, the next one finds the records and tells the match file.
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
    let lots = PlayedLots::of(&before.m);
    // What does not count in a draw keeps no game from being begun.
    let void: HashSet<&str> = lots.faults.iter().map(|fault| fault.message.as_str()).collect();
    let mut contradictions = before.contradictions.iter();
    if let Some(contradiction) =
        contradictions.find(|c| !void.contains(c.message.as_str())).cloned()
    {
        return Err(MatchRefusal::Contradicts { file: path.to_string(), contradiction }.into());
    }
    if let Some(unknown) = request.games.iter().find(|id| before.m.fixture(id).is_none()) {
        return Err(before.unknown_game(unknown).into());
    }
    let host = store.committer()?;
    let list = before.next();
    let context = StartContext::new(&before, &lots);
    let mut begun = Vec::new();
    let mut opened = Vec::new();
    for next in &list {
        let due = match context.due(next) {
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
        begun.push(match context.opening(&due, request)? {
            Ok(opening) => {
                let record = open_or_adopt(store, &before, &due, &opening, request.dry_run)?;
                let game = due.game.clone();
                opened.push((due, record.id.clone()));
                StartedGame::Opened { game, record: Box::new(record), linked: None }
            }
            Err(why) => StartedGame::Waiting { game: due.game, why },
        });
    }
    if !opened.is_empty() && !request.dry_run {
        let commit = link(store, path, &opened, request, &host)?;
        for game in &mut begun {
            if let StartedGame::Opened { linked, .. } = game {
                *linked = commit;
            }
        }
    }
    Ok(begun)
}

/// What is looked up for each game that is begun.
struct StartContext<'a> {
    before: &'a EvaluatedMatch,
    fixtures: HashMap<&'a str, &'a Fixture>,
    tie_breaks: HashMap<&'a str, (&'a Grouping, usize)>,
    /// What was drawn for, besides sides.
    terms: HashMap<&'a str, Result<DrawnTerms, String>>,
    /// The records of the last games of each kind.
    last: HashMap<String, &'a Header>,
    players: HashMap<&'a str, Player>,
}

impl<'a> StartContext<'a> {
    fn new(before: &'a EvaluatedMatch, lots: &PlayedLots<'a>) -> StartContext<'a> {
        let m = &before.m;
        let sides = before.sides.by_game();
        let recorded = m.games.iter().filter_map(|g| Some((g, before.headers.get(&g.id)?)));
        StartContext {
            before,
            fixtures: m.games.iter().rev().map(|g| (g.id.as_str(), g)).collect(),
            tie_breaks: m.tie_breaks(),
            terms: lots.terms(|game| sides.get(game)?.pair()),
            last: recorded.map(|(g, header)| (GameKind::of(m, g).key, header)).collect(),
            players: players(m),
        }
    }

    fn due(&self, next: &'a NextStep) -> Option<Result<DueGame<'a>, StartedGame>> {
        match next {
            NextStep::Play { game, sides, .. } => {
                let fixture = self.fixtures.get(game.as_str())?;
                let kind = fixture.game.as_deref().filter(|_| fixture.record.is_none())?;
                let Some([south, north]) = sides else {
                    let why = "its sides are to be drawn for or stated first".to_owned();
                    return Some(Err(StartedGame::Waiting { game: game.clone(), why }));
                };
                let variation = fixture.variation.as_deref();
                let tie_break = self.tie_breaks.get(game.as_str());
                let after = tie_break
                    .and_then(|(grouping, place)| grouping.tiebreak.get(place.checked_sub(1)?))
                    .map(String::as_str);
                let game = game.clone();
                Some(Ok(DueGame { game, kind, variation, sides: [south, north], after }))
            }
            NextStep::FollowUp { after, game, kind, variation, sides: [south, north], .. } => {
                let new = || free_id(self.before, after, variation);
                Some(Ok(DueGame {
                    game: game.clone().unwrap_or_else(new),
                    kind,
                    variation: Some(variation),
                    sides: [south, north],
                    after: Some(after),
                }))
            }
            NextStep::DrawLots { .. } | NextStep::Pair { .. } => None,
        }
    }

    /// How the game starts; or what has to be done first.
    fn opening(
        &self,
        due: &DueGame<'_>,
        request: &StartRequest,
    ) -> Result<Result<NewGame, String>, ActionError> {
        let (before, m) = (self.before, &self.before.m);
        let none = DrawnTerms::default();
        let terms = match self.terms.get(due.game.as_str()) {
            None => &none,
            Some(Ok(terms)) => terms,
            Some(Err(waiting)) => return Ok(Err(waiting.clone())),
        };
        let refuse = |message: String| MatchRefusal::not(message, None, MatchHint::SeeRules);
        let drawn = terms.options.iter().map(|(key, side)| (key.as_str(), side.name()));
        let options = request.options.iter().map(|(k, v)| (k.as_str(), v.as_str())).chain(drawn);
        let game = variants::find(due.kind, due.variation, options.collect::<Vec<_>>())
            .map_err(|error| refuse(error.to_string()))?;
        let usual = diagram::default_setup(game).map_err(|error| refuse(error.message))?;
        let setup = terms.array(&usual).map_err(|message| {
            let hint = MatchHint::Text("the arbiter decides what is played instead");
            MatchRefusal::not(message, Some("V9"), hint)
        })?;
        let header = due.after.and_then(|after| before.headers.get(after));
        // The continuation of a game has its clocks; another game has those of the last of its kind unless said otherwise.
        let usual = match (header, request.time) {
            (Some(header), _) => Some(header),
            (None, Some(_)) => None,
            (None, None) => self.last.get(due.kind).copied(),
        };
        // As in the record of the game that is continued, else as in the match file.
        let seat = |side: Side| {
            let continued = header.and_then(|header| header.players.of(side));
            continued
                .or_else(|| self.players.get(due.sides[side.at()]))
                .cloned()
                .unwrap_or_default()
        };
        let mut extras =
            BTreeMap::from([(MATCH.to_owned(), m.id.clone()), (GAME.to_owned(), due.game.clone())]);
        if let Some(header) = header {
            extras.insert(AFTER.to_owned(), header.id.clone());
        }
        Ok(Ok(NewGame {
            south: seat(Side::South),
            north: seat(Side::North),
            seed: Some(request.seed),
            own_key: false,
            sign: usual.and_then(|header| header.sign),
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
            date: None,
            extras,
            folder: None,
            setup,
        }))
    }
}

/// An id for a game that the match file does not list yet.
fn free_id(before: &EvaluatedMatch, after: &str, variation: &str) -> String {
    let stem = format!("{after}-{variation}");
    let taken = |id: &str| before.m.games.iter().any(|g| g.id.eq_ignore_ascii_case(id));
    let numbered = (2..).map(|n| format!("{stem}-{n}"));
    std::iter::once(stem.clone()).chain(numbered).find(|id| !taken(id)).unwrap_or_default()
}

/// Who sits at the board for each entrant, by the entrants' ids: for a team its captain, or its first member.
fn players(m: &Match) -> HashMap<&str, Player> {
    let alone = m.players.iter().map(|p| {
        let (email, key) = (p.email.clone(), p.key.clone());
        (p.id.as_str(), Player { name: p.name.clone(), email, key })
    });
    let teams = m.teams.iter().map(|team| {
        let is_captain = |member: &&Member| team.captain.as_ref() == Some(&member.name);
        let member = team.members.iter().find(is_captain).or(team.members.first());
        let nobody = || Player { name: team.name.clone(), email: None, key: None };
        (team.id.as_str(), member.map_or_else(nobody, Player::from))
    });
    alone.chain(teams).collect()
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
            keys: proof::fingerprints(&replayed),
            text: String::from_utf8_lossy(&blob.bytes).into_owned(),
        },
    })
}

/// Tells the match file the ids of games' records; a game that it does not list is added to the tie-break.
fn link(
    store: &Store,
    path: &RepoPath,
    opened: &[(DueGame<'_>, String)],
    request: &StartRequest,
    host: &Person,
) -> Result<Option<CommitId>, ActionError> {
    let (changed, ()) = change_match(store, path, request.at, false, |before| {
        let mut wanted = before.m.clone();
        let places: HashMap<&str, usize> =
            before.m.games.iter().enumerate().map(|(at, game)| (game.id.as_str(), at)).collect();
        for (due, record) in opened {
            match places.get(due.game.as_str()) {
                Some(index) => wanted.games[*index].record = Some(record.clone()),
                None => list_game(&mut wanted, due, record),
            }
        }
        let lines: Vec<String> =
            opened.iter().map(|(due, record)| format!("{} is {record}", due.game)).collect();
        let (author, line) = (host.clone(), lines.join(", "));
        Ok(MatchEdit { wanted, author, entered_by: None, line, value: () })
    })?;
    Ok(changed.commit)
}

/// Lists a game that goes on from the last one of a tie-break.
fn list_game(wanted: &mut Match, due: &DueGame<'_>, record: &str) {
    wanted.games.push(Fixture {
        id: due.game.clone(),
        game: Some(due.kind.to_owned()),
        variation: due.variation.map(str::to_owned),
        record: Some(record.to_owned()),
        ..Fixture::default()
    });
    let continued = |ids: &[String]| ids.last().map(String::as_str) == due.after;
    if let Some(grouping) = wanted.groupings.iter_mut().find(|g| continued(&g.tiebreak)) {
        grouping.tiebreak.push(due.game.clone());
    }
}
