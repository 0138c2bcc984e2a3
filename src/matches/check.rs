//! Whether what a match file says can be, before any record is asked.

use std::collections::HashSet;

use super::fixture::{Fixture, Manner, StatedResult};
use super::grouping::Grouping;
use super::kind::GameKind;
use super::model::Match;
use crate::rules::{Binding, variants};

/// What cannot be in a match file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ModelFault {
    subject: String,
    rule: Option<&'static str>,
    message: String,
}

impl ModelFault {
    pub(super) fn new(subject: &str, message: impl Into<String>) -> ModelFault {
        ModelFault { subject: subject.into(), rule: None, message: message.into() }
    }

    pub(super) fn by(self, rule: &'static str) -> ModelFault {
        ModelFault { rule: Some(rule), ..self }
    }

    /// The id of what the fault is in: a game, a grouping, a draw's purpose, a player, or the match.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// The rule that it offends, if it is one of ours.
    pub const fn rule(&self) -> Option<&'static str> {
        self.rule
    }
}

/// Every fault in what the match file says, in the order of the file.
pub fn check(m: &Match) -> Vec<ModelFault> {
    let mut faults = Vec::new();
    ids(m, &mut faults);
    entrants(m, &mut faults);
    bonds(m, &mut faults);
    for lot in &m.lots {
        faults.extend(super::check_lot::draw(m, lot));
    }
    for fixture in &m.games {
        faults.extend(game(m, fixture).map(|message| ModelFault::new(&fixture.id, message)));
    }
    for grouping in &m.groupings {
        set(m, grouping, &mut faults);
    }
    tournament(m, &mut faults);
    faults
}

fn ids(m: &Match, faults: &mut Vec<ModelFault>) {
    let entrants = m.entrants();
    let mut unique = |what: &str, ids: &mut dyn Iterator<Item = &str>| {
        let mut seen = HashSet::new();
        for id in ids {
            let shape = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
            if id.is_empty() || id.starts_with('.') || !id.bytes().all(shape) {
                let message = format!("{what} id {id:?} is not made of letters, digits, - _ and .");
                faults.push(ModelFault::new(id, message));
            }
            if !seen.insert(id.to_lowercase()) {
                faults.push(ModelFault::new(id, format!("two {what}s have the id {id}")));
            }
        }
    };
    unique("match", &mut std::iter::once(m.id.as_str()));
    unique("entrant", &mut entrants.iter().map(|e| e.id));
    unique("game", &mut m.games.iter().map(|g| g.id.as_str()));
    unique("grouping", &mut m.groupings.iter().map(|g| g.id.as_str()));
    if m.games.iter().any(|g| g.id == "sides") {
        faults.push(ModelFault::new("sides", "a game may not have the id sides; draws use it"));
    }
}

fn entrants(m: &Match, faults: &mut Vec<ModelFault>) {
    if m.players.is_empty() == m.teams.is_empty() {
        faults.push(ModelFault::new(&m.id, "a match has either players or teams"));
    } else if m.entrants().len() < 2 {
        faults.push(ModelFault::new(&m.id, "a match has at least two players or teams"));
    }
    let mut names = HashSet::new();
    let members = m.teams.iter().flat_map(|t| t.members.iter().map(|p| (t.id.as_str(), &p.name)));
    let all = m.players.iter().map(|p| (p.id.as_str(), &p.name));
    let all = all.chain(m.teams.iter().map(|t| (t.id.as_str(), &t.name))).chain(members);
    for (id, name) in all {
        if !names.insert(name) {
            faults.push(ModelFault::new(id, format!("the name {name} is given twice")));
        }
    }
    for team in &m.teams {
        let known = |captain: &String| team.members.iter().any(|member| member.name == *captain);
        if let Some(captain) = team.captain.as_ref().filter(|c| !known(c)) {
            let message = format!("captain {captain} is not a member of team {}", team.id);
            faults.push(ModelFault::new(&team.id, message).by("M6"));
        }
    }
}

fn bonds(m: &Match, faults: &mut Vec<ModelFault>) {
    for name in &m.sides.bound {
        let key = name.to_lowercase();
        let Some(kind) = m.games.iter().map(|g| GameKind::of(m, g)).find(|k| k.key == key) else {
            let message = format!("{name} is bound, but no game of the match is one");
            faults.push(ModelFault::new(&m.id, message));
            continue;
        };
        if kind.binding == Binding::Exempt {
            let message =
                format!("{} is exempt from keeping sides and cannot be bound", kind.title);
            faults.push(ModelFault::new(&m.id, message).by("M1"));
        }
    }
}

fn game(m: &Match, fixture: &Fixture) -> Option<String> {
    let known = |id: &String| m.entrants().iter().any(|e| e.id == id);
    let stated = [&fixture.south, &fixture.north].into_iter().flatten();
    let named: Vec<&String> = stated
        .chain(fixture.roles.iter().map(|r| &r.player))
        .chain(fixture.between.iter().flatten())
        .collect();
    if let Some(stranger) = named.iter().find(|id| !known(id)) {
        return Some(format!("{stranger} is not a player or team of the match"));
    }
    match (&fixture.game, &fixture.external) {
        (Some(game), None) => {
            if let Err(error) = variants::find(game, fixture.variation.as_deref(), []) {
                return Some(error.to_string());
            }
            if fixture.points.is_some() {
                return Some(format!("the points of {game} follow from the rules (M4)"));
            }
        }
        (None, Some(_)) if fixture.record.is_some() || fixture.variation.is_some() => {
            return Some("an external game has no record and no variation".into());
        }
        (None, Some(_)) => {}
        _ => return Some("a game has either `game` or `external`".into()),
    }
    if !fixture.roles.is_empty() && (fixture.south.is_some() || fixture.north.is_some()) {
        return Some("a game has either `roles` or `south` and `north`".into());
    }
    let kind = GameKind::of(m, fixture);
    if let Some(role) = fixture.roles.iter().find(|r| kind.side_of(&r.role).is_none()) {
        return Some(format!("{} is not a role of {}", role.role, kind.title));
    }
    let seats = super::sides::stated_seats(&kind, fixture);
    if fixture.roles.len() > seats.iter().flatten().count() {
        return Some("two roles of one side".into());
    }
    if seats[0].is_some() && seats[0] == seats[1] {
        return Some("one player or team has both sides".into());
    }
    if fixture.between.as_ref().is_some_and(|[one, other]| one == other) {
        return Some("a game is played between two".into());
    }
    if super::sides::pair(m, fixture).is_none() && fixture.record.is_none() {
        return Some("with more than two in the match, say between whom the game is played".into());
    }
    if fixture.result == Some(StatedResult::Void) && fixture.note.is_none() {
        return Some("a void game needs a note that says why".into());
    }
    if let (Some(points), Some(result)) = (fixture.points, fixture.result) {
        let loser_has_more = match result {
            StatedResult::South => points.south < points.north,
            StatedResult::North => points.north < points.south,
            _ => false,
        };
        if loser_has_more {
            return Some("the winner has fewer points than the loser".into());
        }
    }
    let over = !matches!(fixture.result, None | Some(StatedResult::Void | StatedResult::BothLost));
    if over && fixture.points.is_none() && kind.scores.is_none() {
        return Some(format!(
            "what {} scores is not known: state the points here, or win and draw under externals",
            kind.title
        ));
    }
    if fixture.how.is_some() && fixture.result.is_none() && fixture.points.is_none() {
        return Some("`how` without a result".into());
    }
    let by_play = fixture.how.unwrap_or_default() == Manner::Play;
    (fixture.result == Some(StatedResult::BothLost) && by_play)
        .then(|| "both lose only by forfeit or adjudication".into())
}

fn set(m: &Match, grouping: &Grouping, faults: &mut Vec<ModelFault>) {
    let mut fault = |message: String| faults.push(ModelFault::new(&grouping.id, message));
    let all = || grouping.games.iter().chain(&grouping.tiebreak);
    if grouping.games.is_empty() {
        fault("a grouping has at least one game".into());
    }
    for id in all().filter(|id| m.fixture(id).is_none()) {
        fault(format!("there is no game {id}"));
    }
    let mut seen = HashSet::new();
    for id in all().filter(|id| !seen.insert(*id)) {
        fault(format!("{id} is listed twice"));
    }
    for id in &grouping.tiebreak {
        let elsewhere = m.groupings.iter().any(|other| {
            other.games.contains(id) || (other.id != grouping.id && other.tiebreak.contains(id))
        });
        if elsewhere {
            fault(format!("{id} decides this grouping and cannot count elsewhere"));
        }
    }
    let mut pairs = all().filter_map(|id| m.fixture(id)).filter_map(|f| super::sides::pair(m, f));
    if let Some(first) = pairs.next()
        && pairs.any(|pair| pair != first)
    {
        fault("a grouping is played by the same two throughout".into());
    }
    let mut due: Option<Option<&str>> = None;
    let mut key = String::new();
    for fixture in grouping.tiebreak.iter().filter_map(|id| m.fixture(id)) {
        let kind = GameKind::of(m, fixture);
        let Some(tie_break) = kind.tie_break else {
            fault(format!("{} has no rule for deciding a grouping", kind.title));
            return;
        };
        let follows = match due {
            None => tie_break.after_draw.is_some(),
            Some(variation) => kind.key == key && variation == kind.variation.as_deref(),
        };
        if !follows {
            let message = format!("{} is not what has to be played here", kind.title);
            faults.push(ModelFault::new(&fixture.id, message).by("S3"));
            return;
        }
        due = Some(tie_break.after_draw);
        key = kind.key;
    }
}

fn tournament(m: &Match, faults: &mut Vec<ModelFault>) {
    let Some(t) = &m.tournament else { return };
    let mut fault = |message: String| faults.push(ModelFault::new(&m.id, message));
    if let Some(game) = &t.game
        && let Err(error) = variants::find(game, t.variation.as_deref(), [])
    {
        fault(error.to_string());
    }
    if !matches!(t.cycles, 1 | 2) {
        fault("a tournament has 1 or 2 cycles".into());
    }
    if t.boards == 0 || (t.boards > 1 && m.teams.is_empty()) {
        fault("only teams play on more than one board, and on one at least".into());
    }
    for bye in t.byes.iter().filter(|bye| !m.entrants().iter().any(|e| e.id == bye.player)) {
        fault(format!("{} has a bye, but is not in the match", bye.player));
    }
    let mut seen = HashSet::new();
    for withdrawal in &t.withdrawals {
        if !m.entrants().iter().any(|e| e.id == withdrawal.player)
            || !seen.insert(&withdrawal.player)
        {
            fault(format!("{} cannot withdraw: not in the match, or twice", withdrawal.player));
        }
    }
}
