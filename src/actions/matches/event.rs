//! Changes to a match by its officials: who plays, for which team, who rules, byes and tie-breaks.

use chrono::{DateTime, Utc};

use super::change::{MatchEdit, change_match};
use super::due::unknown_round;
use super::evaluate::EvaluatedMatch;
use super::officials::Officials;
use crate::actions::change::Recorded;
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::matches::{
    Bye, Criterion, Match, Member, Participant, Points, Team, Tournament, Withdrawal,
    WithdrawnResults, schedule, scheduled_games,
};
use crate::record::Player;
use crate::store::{RepoPath, Store};

/// What an official changes.
#[derive(Clone, Debug)]
pub enum EventChange {
    /// A player enters a tournament that has not begun.
    AddPlayer(Participant),
    /// A player or team leaves it.
    Withdraw {
        /// An id, a name or an address.
        who: String,
        /// What becomes of the results; by the half-played rule where it is left out.
        results: Option<WithdrawnResults>,
    },
    /// Somebody plays on in a player's place.
    ReplacePlayer {
        /// An id, a name or an address.
        who: String,
        /// Who takes the place.
        by: Player,
    },
    /// A round without an opponent scores something.
    Bye {
        /// An id, a name or an address.
        who: String,
        /// The round, from 1.
        round: u32,
        /// What it scores.
        points: Points,
    },
    /// A team enters a tournament that has not begun.
    AddTeam(Team),
    /// A team gets a captain, or another one.
    Captain {
        /// The team: its id, its name, or a member.
        team: String,
        /// The member's name.
        captain: String,
    },
    /// Somebody plays for a team in a member's place.
    Substitute {
        /// The team: its id, its name, or a member.
        team: String,
        /// The name of the member who leaves.
        member: String,
        /// Who takes the place.
        by: Player,
    },
    /// What separates those who are level.
    TieBreaks(Vec<Criterion>),
    /// Who rules on the games.
    Arbiter(Player),
}

/// By whom a match is changed, and when.
#[derive(Clone, Debug)]
pub struct OfficialAct {
    /// For whom it is entered; who git commits as where it is left out.
    pub who: Option<String>,
    /// When it was done.
    pub at: DateTime<Utc>,
    /// Whether nothing is to be written.
    pub dry_run: bool,
}

/// Changes a match in the name of its arbiter or an organiser; who leaves may say so too.
///
/// # Errors
/// [`MatchRefusal`], [`ActionError::NotActor`], [`ActionError::PlayerRules`], and those of [`Store::update`].
pub fn change_event(
    store: &Store,
    path: &RepoPath,
    change: &EventChange,
    act: &OfficialAct,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let (recorded, ()) = change_match(store, path, act.at, act.dry_run, |before| {
        let (wanted, line) = change.apply(before)?;
        let officials = Officials::of(store, &before.m)?;
        let actor = officials.actor(act.who.as_deref(), &change.parties(before)?)?;
        Ok(MatchEdit::new(wanted, actor, line, ()))
    })?;
    Ok(recorded)
}

impl EventChange {
    /// The ids of those who may do it besides the officials: who leaves, unless it is ruled what becomes of the results.
    fn parties<'a>(&self, before: &'a EvaluatedMatch) -> Result<Vec<&'a str>, MatchRefusal> {
        match self {
            EventChange::Withdraw { who, results: None } => Ok(vec![before.entrant(who)?]),
            _ => Ok(Vec::new()),
        }
    }

    /// The match with the change, and what is done, in words.
    fn apply(&self, before: &EvaluatedMatch) -> Result<(Match, String), MatchRefusal> {
        let mut m = before.m.clone();
        let line = match self {
            EventChange::AddPlayer(player) => {
                m.players.push(player.clone());
                paired_anew(&before.m, &mut m)?;
                format!("player added: {}", player.id)
            }
            EventChange::AddTeam(team) => {
                m.teams.push(team.clone());
                paired_anew(&before.m, &mut m)?;
                format!("team added: {}", team.id)
            }
            EventChange::Withdraw { who, results } => {
                let player = before.entrant(who)?.to_owned();
                let t = tournament(&mut m)?;
                if t.withdrawals.iter().any(|old| old.player == player) {
                    return Err(refusal(format!("{player} has withdrawn already")));
                }
                t.withdrawals.push(Withdrawal { player: player.clone(), results: *results });
                let results = match results {
                    Some(WithdrawnResults::Kept) => "kept",
                    Some(WithdrawnResults::Annulled) => "annulled",
                    None => "by the half-played rule",
                };
                format!("player withdrawn: {player}, results {results}")
            }
            EventChange::ReplacePlayer { who, by } => {
                let id = before.entrant(who)?;
                let Some(player) = m.players.iter_mut().find(|player| player.id == id) else {
                    let hint = MatchHint::SubstituteMember;
                    return Err(MatchRefusal::not(format!("{id} is a team"), Some("M6"), hint));
                };
                let Player { name, email, key } = by.clone();
                let new = Participant { id: id.to_owned(), name, email, key, formerly: Vec::new() };
                let old = std::mem::replace(player, new);
                let former = Member { name: old.name, email: old.email, key: old.key };
                let line = format!("player replaced: {id}, {} by {}", former.name, by.name);
                player.formerly = followed(old.formerly, former, before, id);
                line
            }
            EventChange::Bye { who, round, points } => {
                let player = before.entrant(who)?.to_owned();
                let free = free_in(&m, *round)?;
                let t = tournament(&mut m)?;
                if t.byes.iter().any(|bye| bye.player == player && bye.round == *round) {
                    return Err(refusal(format!("{player} has a bye in round {round} already")));
                }
                if free.as_ref() != Some(&player) {
                    let message = format!("{player} has an opponent in round {round}");
                    return Err(MatchRefusal::not(message, None, MatchHint::ShowSchedule));
                }
                let line = format!("bye: {player}, round {round}, points {points}");
                t.byes.push(Bye { player, round: *round, points: *points });
                line
            }
            EventChange::Captain { team, captain } => {
                let team = team_called(&mut m, before, team)?;
                team.captain = Some(captain.clone());
                format!("captain: {}, {captain}", team.id)
            }
            EventChange::Substitute { team, member, by } => {
                let team = team_called(&mut m, before, team)?;
                let called = |one: &&mut Member| one.name.to_lowercase() == member.to_lowercase();
                let Some(place) = team.members.iter_mut().find(called) else {
                    let known: Vec<&str> = team.members.iter().map(|one| &*one.name).collect();
                    let known = known.join(", ");
                    return Err(MatchRefusal::Unknown {
                        what: "member",
                        name: member.clone(),
                        known,
                    });
                };
                let old = std::mem::replace(place, by.clone().into());
                if team.captain.as_ref() == Some(&old.name) {
                    team.captain = Some(by.name.clone());
                }
                let line = format!("substitute: {}, {} for {}", team.id, by.name, old.name);
                let former = std::mem::take(&mut team.formerly);
                team.formerly = followed(former, old, before, &team.id);
                line
            }
            EventChange::TieBreaks(criteria) => {
                tournament(&mut m)?.tiebreaks.clone_from(criteria);
                let names: Vec<&str> = criteria.iter().map(|criterion| criterion.name()).collect();
                format!("tie-breaks: {}", names.join(", "))
            }
            EventChange::Arbiter(arbiter) => {
                m.arbiter = Some(arbiter.clone().into());
                format!("arbiter: {}", arbiter.name)
            }
        };
        if m == before.m {
            return Err(refusal("the match file says so already".to_owned()));
        }
        Ok((m, line))
    }
}

fn refusal(message: String) -> MatchRefusal {
    MatchRefusal::not(message, None, MatchHint::Text("nothing is to do"))
}

fn tournament(m: &mut Match) -> Result<&mut Tournament, MatchRefusal> {
    let hint = MatchHint::Text("a tournament has the key `tournament` in its match file");
    m.tournament
        .as_mut()
        .ok_or_else(|| MatchRefusal::not("the match is not a tournament", None, hint))
}

/// Pairs those of a match anew, where one more has entered it. The games must not have begun, and be those of the schedule.
fn paired_anew(before: &Match, wanted: &mut Match) -> Result<(), MatchRefusal> {
    tournament(wanted)?;
    let begun = before
        .games
        .iter()
        .find(|game| game.record.is_some() || game.result.is_some() || game.points.is_some());
    if let Some(game) = begun {
        let message = format!(
            "the tournament has begun with {}, and everybody would be paired anew",
            game.id
        );
        return Err(MatchRefusal::not(message, None, MatchHint::ReplacePlayer));
    }
    if before.games.is_empty() {
        return Ok(());
    }
    if before.games != scheduled_games(before) {
        let message = "the games in the match file are not those of its schedule";
        let hint = MatchHint::Text("begin another match with all who play in it");
        return Err(MatchRefusal::not(message, None, hint));
    }
    wanted.games = scheduled_games(wanted);
    Ok(())
}

/// Those who have played in a place before, with the last of them where games have begun in which that shows.
fn followed(
    mut formerly: Vec<Member>,
    last: Member,
    before: &EvaluatedMatch,
    id: &str,
) -> Vec<Member> {
    let sides = before.sides.by_game();
    let pair = |game: &String| sides.get(game.as_str())?.pair();
    if before.records.keys().filter_map(pair).any(|pair| pair.contains(&id)) {
        formerly.push(last);
    }
    formerly
}

/// The id of who has no opponent in a round, by the schedule.
fn free_in(m: &Match, round: u32) -> Result<Option<String>, MatchRefusal> {
    let rounds = schedule(m);
    let found = rounds.iter().find(|found| found.number == round);
    let found = found.ok_or_else(|| unknown_round(m, round))?;
    let entrants = m.entrants();
    Ok(found.bye.and_then(|number| Some(entrants.get(number)?.id.to_owned())))
}

fn team_called<'m>(
    m: &'m mut Match,
    before: &EvaluatedMatch,
    who: &str,
) -> Result<&'m mut Team, MatchRefusal> {
    let id = before.entrant(who)?;
    let team = m.teams.iter_mut().find(|team| team.id == id);
    team.ok_or_else(|| {
        MatchRefusal::not(format!("{id} plays alone"), Some("M6"), MatchHint::ReplacePlayer)
    })
}
