//! The games that are due in a match, each with how it begins, or with what has to be done first.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};

use super::evaluate::EvaluatedMatch;
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::actions::new::{DraftedRecord, NewGame, draft_record};
use crate::actions::repository::GAMES;
use crate::actions::settings::Settings;
use crate::clock::TimeControl;
use crate::document::Diagnostic;
use crate::matches::{
    DrawnTerms, Fixture, GameTerms, Grouping, Match, Member, NextStep, PlayedLots, StatedResult,
    Team, last_round, pairing_games,
};
use crate::notation::diagram;
use crate::record::{Header, Player, SignRule, write_instant};
use crate::rules::{Side, variants};
use crate::store::{BlobId, RepoPath, Store};

/// The keys under which a record names its match, its game in the match, and the game that it goes on from.
const MATCH: &str = "x-match";
const GAME: &str = "x-match-game";
const AFTER: &str = "x-after";

/// Which of the games that are due, and what they are to be like.
#[derive(Clone, Debug, Default)]
pub struct DueRequest {
    /// The ids of the games; all that are due where it is empty.
    pub games: Vec<String>,
    /// The round of a tournament, which may lie ahead; all that have begun where it is left out.
    pub round: Option<u32>,
    /// The time control of games that continue none; where it is left out that of the match, or else, with all that was
    /// agreed for it, that of the last game of the same kind.
    pub time: Option<TimeControl>,
    /// Options of the games, by their keys.
    pub options: Vec<(String, String)>,
    /// 128 bits of which the records' nonces are made.
    pub seed: [u8; 16],
    /// When they start; in a round that lies ahead they start with it.
    pub at: DateTime<Utc>,
}

/// A game that is due and has no record.
#[derive(Clone, Debug)]
pub struct DueGame {
    /// The step of the match that it is.
    pub step: NextStep,
    /// The id that it has in the match, or will have.
    pub game: String,
    /// The round of a tournament.
    pub round: Option<u32>,
    /// The ids of South and North, where decided.
    pub sides: Option<[String; 2]>,
    /// The game for the match file, where that does not list it yet.
    pub(super) unlisted: Option<Fixture>,
    /// The id in the match of the game that it continues.
    pub(super) after: Option<String>,
    /// How it begins; or why it cannot, in words.
    pub opening: Result<Box<NewGame>, String>,
}

/// A game that cannot begin, and why, in words.
#[derive(Clone, Debug)]
pub struct BlockedGame {
    /// The game's id in the match.
    pub game: String,
    /// The round of a tournament.
    pub round: Option<u32>,
    /// What has to be done first.
    pub why: String,
}

impl DueGame {
    /// What keeps the game from being opened, if anything does.
    pub fn blocked(&self) -> Option<BlockedGame> {
        Some(self.blocked_by(self.opening.as_ref().err()?))
    }

    fn blocked_by(&self, why: &str) -> BlockedGame {
        BlockedGame { game: self.game.clone(), round: self.round, why: why.to_owned() }
    }

    /// Its record, or what keeps the game from being opened.
    pub(super) fn draft(&self) -> Result<DraftedRecord, BlockedGame> {
        let new = self.opening.as_ref().map_err(|why| self.blocked_by(why))?;
        let drafted = draft_record(new, new.id.as_deref().unwrap_or_default());
        drafted.map_err(|error| self.blocked_by(&error.to_string()))
    }
}

impl EvaluatedMatch {
    /// The first contradiction that keeps games from being opened, if there is one.
    pub fn blocking(&self) -> Option<&Diagnostic> {
        // What does not count in a draw keeps no game from being begun.
        let void: HashSet<String> =
            PlayedLots::of(&self.m).faults.into_iter().map(|fault| fault.message).collect();
        self.contradictions.iter().find(|found| !void.contains(&found.message))
    }
}

/// The games of a match that are due and have no record, in the order of [`EvaluatedMatch::next`]. `store` is where their records
/// are to be.
///
/// # Errors
/// [`MatchRefusal`] for a game or a round that the match does not have, and those of listing the repository.
pub fn due_games(
    before: &EvaluatedMatch,
    store: Option<&Store>,
    request: &DueRequest,
) -> Result<Vec<DueGame>, ActionError> {
    if let Some(unknown) = request.games.iter().find(|id| before.m.fixture(id).is_none()) {
        return Err(before.unknown_game(unknown).into());
    }
    if let Some(round) = request.round.filter(|round| !(1..=last_round(&before.m)).contains(round))
    {
        return Err(unknown_round(&before.m, round).into());
    }
    let next = before.next();
    let lots = PlayedLots::of(&before.m);
    let files = store.map(|store| store.all_taken(GAMES)).transpose()?.unwrap_or_default();
    let sign = store.map(Settings::of).transpose()?.and_then(|settings| settings.sign_rule());
    let context = DueContext::new(before, &lots, files, sign);
    let mut list = Vec::new();
    for step in &next {
        let Some(due) = context.due(step) else { continue };
        let is_meant = (request.games.is_empty() || request.games.contains(&due.game))
            && (request.round.is_none() || request.round == due.round);
        if is_meant {
            list.push(context.opened(step, due, request));
        }
    }
    Ok(list)
}

/// A game before it is looked at how it begins.
struct Candidate<'a> {
    game: String,
    kind: &'a str,
    variation: Option<&'a str>,
    sides: Option<[&'a str; 2]>,
    after: Option<&'a str>,
    round: Option<u32>,
    board: Option<u32>,
    unlisted: Option<Fixture>,
}

/// What is looked up for each game.
struct DueContext<'a> {
    before: &'a EvaluatedMatch,
    fixtures: HashMap<&'a str, &'a Fixture>,
    tie_breaks: HashMap<&'a str, (&'a Grouping, usize)>,
    /// What was drawn for, besides sides.
    terms: HashMap<&'a str, Result<DrawnTerms, String>>,
    /// The records of the last games of each kind.
    last: HashMap<&'a str, &'a Header>,
    players: HashMap<&'a str, Player>,
    teams: HashMap<&'a str, &'a Team>,
    /// The ids of the match's games, in small letters.
    taken: HashSet<String>,
    /// The files of records, by their stems in small letters.
    files: HashMap<String, (RepoPath, Option<BlobId>)>,
    /// What the settings require.
    sign: Option<SignRule>,
}

impl<'a> DueContext<'a> {
    fn new(
        before: &'a EvaluatedMatch,
        lots: &PlayedLots<'a>,
        files: HashMap<String, (RepoPath, Option<BlobId>)>,
        sign: Option<SignRule>,
    ) -> DueContext<'a> {
        let m = &before.m;
        let sides = before.sides.by_game();
        let recorded = m.games.iter().filter_map(|game| {
            Some((game.game.as_deref()?, &before.records.get(&game.id)?.header))
        });
        DueContext {
            before,
            fixtures: m.games.iter().rev().map(|g| (g.id.as_str(), g)).collect(),
            tie_breaks: m.tie_breaks(),
            terms: lots.terms(|game| sides.get(game)?.pair()),
            last: recorded.collect(),
            players: players(m),
            teams: m.teams.iter().map(|team| (team.id.as_str(), team)).collect(),
            taken: m.games.iter().map(|g| g.id.to_lowercase()).collect(),
            files,
            sign,
        }
    }

    /// The game of a step, where it has no record and we know its rules.
    fn due(&self, step: &'a NextStep) -> Option<Candidate<'a>> {
        match step {
            NextStep::Play { game, sides, .. } => {
                let fixture = self.fixtures.get(game.as_str())?;
                let kind = fixture.game.as_deref().filter(|_| fixture.record.is_none())?;
                let tie_break = self.tie_breaks.get(game.as_str());
                let after = tie_break
                    .and_then(|(grouping, place)| grouping.tiebreak.get(place.checked_sub(1)?))
                    .map(String::as_str);
                Some(Candidate {
                    game: game.clone(),
                    kind,
                    variation: fixture.variation.as_deref(),
                    sides: sides.as_ref().map(|[south, north]| [south.as_str(), north]),
                    after,
                    round: fixture.round,
                    board: fixture.board,
                    unlisted: None,
                })
            }
            NextStep::FollowUp { after, game, kind, variation, sides: [south, north], .. } => {
                let id = game.clone().unwrap_or_else(|| self.free_id(after, variation));
                let unlisted = game.is_none().then(|| Fixture {
                    id: id.clone(),
                    game: Some(kind.clone()),
                    variation: Some(variation.clone()),
                    ..Fixture::default()
                });
                Some(Candidate {
                    game: id,
                    kind,
                    variation: Some(variation),
                    sides: Some([south, north]),
                    after: Some(after),
                    round: None,
                    board: None,
                    unlisted,
                })
            }
            // The games of a team match may be listed in part.
            NextStep::Pair { pairing, boards: 1 } => {
                let t = self.before.m.tournament.as_ref()?;
                let fixture = pairing_games(&self.before.m, pairing).pop()?;
                Some(Candidate {
                    game: fixture.id.clone(),
                    kind: t.game.as_deref()?,
                    variation: t.variation.as_deref(),
                    sides: Some([&pairing.south, &pairing.north]),
                    after: None,
                    round: fixture.round,
                    board: None,
                    unlisted: Some(fixture),
                })
            }
            NextStep::DrawLots { .. } | NextStep::Pair { .. } => None,
        }
    }

    /// An id for a game that the match file does not list yet.
    fn free_id(&self, after: &str, variation: &str) -> String {
        let stem = format!("{after}-{variation}");
        let numbered = (2..).map(|n| format!("{stem}-{n}"));
        let free = |id: &String| !self.taken.contains(&id.to_lowercase());
        std::iter::once(stem.clone()).chain(numbered).find(free).unwrap_or_default()
    }

    fn opened(&self, step: &NextStep, due: Candidate<'a>, request: &DueRequest) -> DueGame {
        let step = step.clone();
        let opening = self.opening(&due, request).map(Box::new);
        let Candidate { game, sides, after, round, unlisted, .. } = due;
        let sides = sides.map(|pair| pair.map(str::to_owned));
        DueGame { step, game, round, sides, unlisted, after: after.map(str::to_owned), opening }
    }

    /// How the record of a game begins; or what has to be done first.
    fn opening(&self, due: &Candidate<'_>, request: &DueRequest) -> Result<NewGame, String> {
        let (before, m) = (self.before, &self.before.m);
        let id = format!("{}-{}", m.id, due.game);
        let Some(sides) = due.sides else {
            return Err("its sides are to be drawn for or stated first [S6]".to_owned());
        };
        let fixture = self.fixtures.get(due.game.as_str());
        if fixture.is_some_and(|fixture| fixture.result == Some(StatedResult::Void)) {
            return Err("it is void: list a game in its place, or state its result".to_owned());
        }
        let begins = due.round.and_then(|round| m.tournament.as_ref()?.start_of(round));
        if let (Some(round), Some(begins)) = (due.round, begins)
            && request.round.is_none()
            && begins > request.at
        {
            return Err(format!("round {round} begins {}", write_instant(&begins)));
        }
        let none = DrawnTerms::default();
        let terms = match self.terms.get(due.game.as_str()) {
            None => &none,
            Some(Ok(terms)) => terms,
            Some(Err(waiting)) => return Err(waiting.clone()),
        };
        let drawn = terms.options.iter().map(|(key, side)| (key.as_str(), side.name()));
        let options = request.options.iter().map(|(k, v)| (k.as_str(), v.as_str())).chain(drawn);
        let game = variants::find(due.kind, due.variation, options.collect::<Vec<_>>())
            .map_err(|error| error.to_string())?;
        let usual = diagram::default_setup(game).map_err(|error| error.message)?;
        let setup = terms
            .array(&usual)
            .map_err(|message| format!("{message}; the arbiter decides what is played [V9]"))?;
        if let Some((path, _)) = self.files.get(&id.to_lowercase()) {
            return Err(format!("the id {id} is taken by {path}"));
        }
        let header = due.after.and_then(|after| Some(&before.records.get(after)?.header));
        // As in the record of the game that is continued, else as in the match file.
        let seat = |side: Side| -> Result<Player, String> {
            let continued = header.and_then(|header| header.players.of(side)).cloned();
            continued.map_or_else(|| self.player(sides[side.at()], due.board), Ok)
        };
        let mut extras =
            BTreeMap::from([(MATCH.to_owned(), m.id.clone()), (GAME.to_owned(), due.game.clone())]);
        if let Some(header) = header {
            extras.insert(AFTER.to_owned(), header.id.clone());
        }
        Ok(NewGame {
            south: seat(Side::South)?,
            north: seat(Side::North)?,
            seed: Some(request.seed),
            own_key: false,
            arbiter: m.arbiter.as_ref().map(Player::from),
            terms: self.agreed(due.kind, header, request.time),
            id: Some(id),
            event: Some(m.title.clone()),
            site: header.and_then(|h| h.site.clone()),
            round: due.round.map(|round| round.to_string()),
            started: begins.unwrap_or(request.at).max(request.at),
            date: None,
            extras,
            folder: None,
            setup,
        })
    }

    /// What is agreed for a game: as in the one that it continues; else as in the match file; else as in the last of its kind
    /// unless a time control is given.
    fn agreed(
        &self,
        kind: &str,
        continued: Option<&Header>,
        time: Option<TimeControl>,
    ) -> GameTerms {
        let own = &self.before.m.terms;
        let terms: GameTerms = match (continued, self.last.get(kind)) {
            (Some(header), _) => header.into(),
            (None, Some(header)) if own.is_empty() && time.is_none() => (*header).into(),
            (None, _) => GameTerms { time: time.or(own.time), ..own.clone() },
        };
        GameTerms { sign: terms.sign.or(self.sign), ..terms }
    }

    /// Who sits at a board for an entrant.
    fn player(&self, id: &str, board: Option<u32>) -> Result<Player, String> {
        if let (Some(team), Some(board)) = (self.teams.get(id), board) {
            let member = team.members.get((board as usize).wrapping_sub(1));
            return member
                .map(Player::from)
                .ok_or_else(|| format!("{} has nobody for board {board} [M6]", team.name));
        }
        Ok(self.players.get(id).cloned().unwrap_or_default())
    }
}

/// Who sits at the board for each entrant, by the entrants' ids: for a team its captain, or its first member.
fn players(m: &Match) -> HashMap<&str, Player> {
    let alone = m.players.iter().map(|p| (p.id.as_str(), Player::from(p)));
    let teams = m.teams.iter().map(|team| {
        let is_captain = |member: &&Member| team.captain.as_ref() == Some(&member.name);
        let member = team.members.iter().find(is_captain).or(team.members.first());
        let nobody = || Player { name: team.name.clone(), email: None, key: None };
        (team.id.as_str(), member.map_or_else(nobody, Player::from))
    });
    alone.chain(teams).collect()
}

/// The refusal of a round that a match does not have.
pub(super) fn unknown_round(m: &Match, round: u32) -> MatchRefusal {
    let message = match last_round(m) {
        0 => "the match has no rounds".to_owned(),
        last => format!("there is no round {round}: the last one is round {last}"),
    };
    MatchRefusal::not(message, None, MatchHint::ShowSchedule)
}
