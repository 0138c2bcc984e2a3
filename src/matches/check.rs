//! Whether what a match file says can be, before any record is asked.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};

use super::check_tournament::tournament_faults;
use super::entrants::{Entrant, address_key, key_alone};
use super::fault::{MatchFault, ValuePath};
use super::fixtures::{Fixture, Manner, StatedResult};
use super::game_kind::{GameKind, Roster, folded, stated_sides};
use super::model::{ExternalGame, Match};
use crate::record::{Player, fault_of_id, is_nonce};
use crate::rules::{Binding, variants};

/// Every fault in what the match file says by itself. [`parse`](super::parse) refuses a file for the first of them.
pub fn check(m: &Match) -> Vec<MatchFault> {
    let mut checker = Checker {
        m,
        entrants: m.entrants(),
        roster: Roster::of(m),
        fixtures: m.games.iter().rev().map(|g| (g.id.as_str(), g)).collect(),
        faults: Vec::new(),
    };
    checker.ids();
    checker.entrants();
    checker.externals();
    checker.bound_games();
    checker.lots();
    for (at, fixture) in m.games.iter().enumerate() {
        let fault = checker.game(fixture).map(|fault| fault.within("games", at));
        checker.faults.extend(fault);
    }
    checker.groupings();
    let tournament = tournament_faults(m, &checker.roster);
    checker.faults.extend(tournament);
    checker.faults
}

/// A fault of the value at a key of the part that is looked at.
pub(super) fn at_key(key: &'static str, message: impl Into<String>) -> MatchFault {
    MatchFault::new(ValuePath::key(key), message)
}

pub(super) fn has_fraction(at: DateTime<Utc>) -> bool {
    at.timestamp_subsec_nanos() != 0
}

/// Who has a part in a match besides players and teams, as the log names them.
const OFFICES: [&str; 2] = ["arbiter", "organiser"];

/// What is looked up in a match to check it.
pub(super) struct Checker<'m> {
    pub(super) m: &'m Match,
    pub(super) entrants: Vec<Entrant<'m>>,
    pub(super) roster: Roster<'m>,
    pub(super) fixtures: HashMap<&'m str, &'m Fixture>,
    pub(super) faults: Vec<MatchFault>,
}

impl<'m> Checker<'m> {
    pub(super) fn add(&mut self, path: ValuePath, message: impl Into<String>) {
        self.faults.push(MatchFault::new(path, message));
    }

    /// Ids are well formed, and unique without regard to case among their like.
    fn ids(&mut self) {
        let m = self.m;
        let id = |list| move |at| ValuePath::item(list, at).then("id");
        self.unique("match", [(ValuePath::key("id"), m.id.as_str())]);
        let players = m.players.iter().enumerate().map(|(i, p)| (id("players")(i), &*p.id));
        let teams = m.teams.iter().enumerate().map(|(i, t)| (id("teams")(i), &*t.id));
        let entrants: Vec<(ValuePath, &str)> = players.chain(teams).collect();
        if let Some((path, id)) = entrants.iter().find(|(_, id)| OFFICES.contains(id)) {
            let message = format!("a player or team may not have the id {id}; the log uses it");
            self.add(path.clone(), message);
        }
        self.unique("entrant", entrants);
        if m.nonce.as_ref().is_some_and(|text| !is_nonce(text)) {
            self.add(ValuePath::key("nonce"), "a nonce is 32 hexadecimal digits in small letters");
        }
        self.unique("game", m.games.iter().enumerate().map(|(i, g)| (id("games")(i), &*g.id)));
        let groupings = m.groupings.iter().enumerate();
        self.unique("grouping", groupings.map(|(i, g)| (id("groupings")(i), &*g.id)));
        let mut linked = HashMap::new();
        for (at, game) in m.games.iter().enumerate() {
            let Some(record) = &game.record else { continue };
            if let Some(first) = linked.insert(record.to_lowercase(), &game.id) {
                let message = format!("the record {record} is that of {first} already");
                self.add(ValuePath::item("games", at).then("record"), message);
            }
        }
        if let Some(at) = m.games.iter().position(|g| g.id == "sides") {
            self.add(id("games")(at), "a game may not have the id sides; draws use it");
        }
    }

    pub(super) fn unique<'a>(
        &mut self,
        what: &str,
        ids: impl IntoIterator<Item = (ValuePath, &'a str)>,
    ) {
        let mut seen = HashSet::new();
        for (path, id) in ids {
            if id.is_empty() || fault_of_id(id).is_some() {
                let message = format!("{what} id {id:?} is not made of letters, digits, - _ and .");
                self.add(path.clone(), message);
            }
            if !seen.insert(id.to_lowercase()) {
                self.add(path, format!("two {what}s have the id {id}"));
            }
        }
    }

    /// There are players or teams, at least two, with names of their own.
    fn entrants(&mut self) {
        let m = self.m;
        match (m.players.len(), m.teams.len()) {
            (0, 0) => self.add(ValuePath::key("id"), "a match has either players or teams"),
            (1.., 1..) => self.add(ValuePath::key("teams"), "a match has either players or teams"),
            (1, 0) | (0, 1) => {
                let list = if m.teams.is_empty() { "players" } else { "teams" };
                self.add(ValuePath::key(list), "a match has at least two players or teams");
            }
            _ => {}
        }
        let mut names: Vec<(ValuePath, &str)> = Vec::new();
        let mut people: Vec<(ValuePath, Option<&str>, Option<&str>)> = Vec::new();
        for (i, player) in m.players.iter().enumerate() {
            let path = ValuePath::item("players", i);
            people.push((path.clone(), player.email.as_deref(), player.key.as_deref()));
            names.push((path, &player.name));
        }
        for (i, team) in m.teams.iter().enumerate() {
            names.push((ValuePath::item("teams", i), &team.name));
        }
        for (i, team) in m.teams.iter().enumerate() {
            for (j, member) in team.members.iter().enumerate() {
                let path = ValuePath::item("teams", i).then("members").at(j);
                people.push((path.clone(), member.email.as_deref(), member.key.as_deref()));
                names.push((path, &member.name));
            }
        }
        let mut seen = HashSet::new();
        for (path, name) in names {
            let key = folded(name);
            if key.is_empty() {
                self.add(path.then("name"), "a name is empty");
            } else if !seen.insert(key) {
                self.add(path.then("name"), format!("the name {name} is given twice"));
            }
        }
        let (mut addresses, mut keys) = (HashSet::new(), HashSet::new());
        for (path, email, key) in people {
            if let Some(email) = email.filter(|email| !addresses.insert(address_key(email))) {
                let message = format!("the address {email} is another player's already");
                self.add(path.clone().then("email"), message);
            }
            if key.is_some_and(|key| !keys.insert(key_alone(key))) {
                self.add(path.then("key"), "the key is another player's already");
            }
        }
        if let Some(arbiter) = m.arbiter.as_ref().map(Player::from) {
            let like = |person: Player| person.is_like(&arbiter);
            let players = m.players.iter().map(Player::from);
            let members = m.teams.iter().flat_map(|team| &team.members).map(Player::from);
            if players.chain(members).any(like) {
                self.faults.push(at_key("arbiter", "the arbiter may not be a player").rule("G5"));
            }
        }
        for (i, team) in m.teams.iter().enumerate() {
            let known = |captain: &String| team.members.iter().any(|p| p.name == *captain);
            if let Some(captain) = team.captain.as_ref().filter(|captain| !known(captain)) {
                let message = format!("captain {captain} is not a member of team {}", team.id);
                let fault = at_key("captain", message).rule("M6");
                self.faults.push(fault.within("teams", i));
            }
        }
    }

    /// External games are declared once each, and their sides tied as M1 says unless a ruling stands by them.
    fn externals(&mut self) {
        let mut seen = HashSet::new();
        for (at, external) in self.m.externals.iter().enumerate() {
            let mut faults = Vec::new();
            let name = &external.name;
            if !seen.insert(folded(name)) {
                faults.push(at_key("name", format!("two externals have the name {name}")));
            }
            faults.extend(not_external(name).map(|message| at_key("name", message)));
            if let (Some(win), Some(draw)) = (external.win, external.draw)
                && win < draw
            {
                faults.push(at_key("draw", "a draw scores more than a win"));
            }
            faults.extend(self.ruling(external));
            self.faults.extend(faults.into_iter().map(|fault| fault.within("externals", at)));
        }
    }

    /// What is wrong with how the sides of an external game are tied (M1); the path is that within its declaration.
    fn ruling(&self, external: &ExternalGame) -> Option<MatchFault> {
        let usual = variants::external(&folded(&external.name));
        let changed = usual.is_some_and(|usual| {
            external.sides.is_some_and(|sides| sides.binding() != usual.binding)
        });
        let name = usual.map_or(external.name.as_str(), |usual| usual.title);
        let Some(ruling) = &external.ruling else {
            let message = match usual?.binding {
                Binding::Companion => format!("M1 binds {name}; only a ruling frees it"),
                _ => format!("M1 exempts {name}; only a ruling ties its sides otherwise"),
            };
            return changed.then(|| at_key("sides", message).rule("M1"));
        };
        let at = |key, message: &str| {
            let path = ValuePath::key("ruling").then(key);
            Some(MatchFault::new(path, message).rule("M1"))
        };
        if !changed {
            let message = format!("the ruling on {name} ties its sides no otherwise than M1 does");
            return Some(at_key("ruling", message).rule("M1"));
        }
        if folded(&ruling.by).is_empty() {
            return at("by", "a ruling names who decided");
        }
        if self.entrants.iter().any(|entrant| entrant.is_called(&ruling.by)) {
            return at("by", "who takes part makes no ruling");
        }
        if folded(&ruling.reason).is_empty() {
            return at("reason", "a ruling gives its reason");
        }
        has_fraction(ruling.at).then(|| at("at", "instants are in whole seconds"))?
    }

    /// Games that the match binds are played in it, and may be bound (M1).
    fn bound_games(&mut self) {
        let m = self.m;
        if m.sides.bound.is_empty() {
            return;
        }
        let mut kinds: HashMap<String, GameKind> = HashMap::new();
        for kind in m.games.iter().map(|g| self.roster.kind(g)) {
            kinds.entry(kind.key.clone()).or_insert(kind);
        }
        for (at, name) in m.sides.bound.iter().enumerate() {
            let path = ValuePath::key("sides").then("bound").at(at);
            match kinds.get(&folded(name)) {
                None => self.add(path, format!("{name} is bound, but no game of the match is one")),
                Some(kind) if kind.binding == Binding::Exempt => {
                    let message =
                        format!("{} is exempt from keeping sides and cannot be bound", kind.title);
                    self.faults.push(MatchFault::new(path, message).rule("M1"));
                }
                Some(_) => {}
            }
        }
    }

    /// The first fault of a game; the path is that within the game.
    fn game(&self, fixture: &Fixture) -> Option<MatchFault> {
        let fault = |key, message: &str| Some(at_key(key, message));
        let keys = [("south", &fixture.south), ("north", &fixture.north)];
        let stated =
            keys.into_iter().filter_map(|(key, id)| Some((ValuePath::key(key), id.as_ref()?)));
        let roles = fixture.roles.iter().enumerate();
        let roles = roles.map(|(i, r)| (ValuePath::item("roles", i).then("player"), &r.player));
        let between = fixture.between.iter().flatten().enumerate();
        let between = between.map(|(i, id)| (ValuePath::item("between", i), id));
        let named = stated.chain(roles).chain(between);
        for (path, id) in named {
            if self.roster.number(id).is_none() {
                let message = format!("{id} is not a player or team of the match");
                return Some(MatchFault::new(path, message));
            }
            if let Some(pair @ [one, other]) = &fixture.between
                && !pair.contains(id)
            {
                let message = format!(
                    "{id} has no side in a game between {one} and {other}: name one of these, or \
                     correct `between`"
                );
                return Some(MatchFault::new(path, message));
            }
        }
        match (&fixture.game, &fixture.external) {
            (Some(game), None) => {
                if let Err(error) = variants::find(game, fixture.variation.as_deref(), []) {
                    let known = variants::entry(game).is_ok() && fixture.variation.is_some();
                    return fault(if known { "variation" } else { "game" }, &error.to_string());
                }
                if fixture.points.is_some() {
                    return fault(
                        "points",
                        &format!("the points of {game} follow from the rules (M4)"),
                    );
                }
            }
            (None, Some(_)) if fixture.record.is_some() || fixture.variation.is_some() => {
                let key = if fixture.record.is_some() { "record" } else { "variation" };
                return fault(key, "an external game has no record and no variation");
            }
            (None, Some(name)) => {
                if let Some(message) = not_external(name) {
                    return fault("external", &message);
                }
            }
            (Some(_), Some(_)) => {
                return fault("external", "a game has either `game` or `external`");
            }
            (None, None) => return fault("id", "a game has either `game` or `external`"),
        }
        if !fixture.roles.is_empty() && (fixture.south.is_some() || fixture.north.is_some()) {
            return fault("roles", "a game has either `roles` or `south` and `north`");
        }
        if fixture.round == Some(0) || fixture.board == Some(0) {
            let key = if fixture.round == Some(0) { "round" } else { "board" };
            return fault(key, "rounds and boards are counted from 1");
        }
        let kind = self.roster.kind(fixture);
        if let Some(i) = fixture.roles.iter().position(|r| kind.side_of(&r.role).is_none()) {
            let message = format!("{} is not a role of {}", fixture.roles[i].role, kind.title);
            return Some(MatchFault::new(ValuePath::item("roles", i).then("role"), message));
        }
        let sides = stated_sides(&kind, fixture);
        if fixture.roles.len() > sides.iter().flatten().count() {
            return fault("roles", "two roles of one side");
        }
        if sides[0].is_some() && sides[0] == sides[1] {
            let key = if fixture.roles.is_empty() { "north" } else { "roles" };
            return fault(key, "one player or team has both sides");
        }
        if fixture.between.as_ref().is_some_and(|[one, other]| one == other) {
            return fault("between", "a game is played between two");
        }
        if self.roster.pair(fixture).is_none() && fixture.record.is_none() {
            let message = "with more than two in the match, say between whom the game is played";
            return fault("id", message);
        }
        self.result(fixture, &kind)
    }

    /// The first fault in what the file says of a game's result.
    fn result(&self, fixture: &Fixture, kind: &GameKind) -> Option<MatchFault> {
        let fault = |key, message: &str| Some(at_key(key, message));
        if fixture.result == Some(StatedResult::Void) && fixture.note.is_none() {
            return fault("result", "a void game needs a note that says why");
        }
        if let (Some(points), Some(result)) = (fixture.points, fixture.result) {
            let loser_has_more = match result {
                StatedResult::South => points.south < points.north,
                StatedResult::North => points.north < points.south,
                _ => false,
            };
            if loser_has_more {
                return fault("points", "the winner has fewer points than the loser");
            }
        }
        let unscored =
            matches!(fixture.result, None | Some(StatedResult::Void | StatedResult::BothLost));
        if !unscored && fixture.points.is_none() && kind.scores.is_none() {
            let title = &kind.title;
            let message = format!(
                "what {title} scores is not known: state the points here, or win and draw under \
                 externals"
            );
            return fault("result", &message);
        }
        if fixture.how.is_some() && fixture.result.is_none() && fixture.points.is_none() {
            return fault("how", "`how` without a result");
        }
        let by_play = fixture.how.unwrap_or_default() == Manner::Play;
        let decided = !matches!(fixture.result, None | Some(StatedResult::Void));
        if let Some(game) = fixture.game.as_ref().filter(|_| fixture.record.is_none())
            && by_play
            && decided
            && fixture.result != Some(StatedResult::BothLost)
        {
            let message = format!(
                "a result of {game} by play is that of its record: name the record, or state `how: forfeit` or \
                 `how: adjudication`"
            );
            return fault("result", &message);
        }
        if fixture.result == Some(StatedResult::BothLost) && by_play {
            return fault("result", "both lose only by forfeit or adjudication");
        }
        None
    }
}

/// Why a name is no external game's; nothing where it may be one.
fn not_external(name: &str) -> Option<String> {
    let name = folded(name);
    if name.is_empty() {
        return Some("an external game has a name".to_owned());
    }
    let titles = variants::GAMES.iter().flat_map(|family| {
        let variations = family.variations.iter().copied().map(Some);
        let none = family.variations.is_empty().then_some(None);
        let games = variations.chain(none).filter_map(|v| family.game(v, []).ok());
        // The variation stands behind a comma.
        let titles = games.flat_map(|game| game.title.split(',').take(1).chain([game.title]));
        titles.chain([family.name]).map(|title| (title, family.name))
    });
    let (_, own) = titles.into_iter().find(|(title, _)| folded(title) == name)?;
    Some(format!("the rules of {own} are known: write `game: {own}`"))
}
