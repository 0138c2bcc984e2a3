//! Whether what a match file says of a tournament can be.

use std::collections::{HashMap, HashSet};

use super::fault::{MatchFault, ValuePath};
use super::fixtures::{Fixture, GameState};
use super::game_kind::{GameKind, Roster};
use super::game_points::most_for_a_win;
use super::model::Match;
use super::points::Points;
use super::schedule::ascending;
use super::tournament::Tournament;
use crate::rules::variants;

/// The most entrants of a section, and of all sections: each meets each of the section.
const MOST_IN_SECTION: usize = 500;
const MOST_IN_ALL: usize = 2000;

/// Every fault in what the match file says by itself of its tournament; none where it has none.
pub(super) fn tournament_faults(m: &Match, roster: &Roster<'_>) -> Vec<MatchFault> {
    let Some(t) = &m.tournament else { return Vec::new() };
    let mut check = TournamentCheck { m, t, roster, sections: HashMap::new(), faults: Vec::new() };
    check.rules();
    check.sections();
    if check.faults.is_empty() {
        check.games();
        check.byes();
    }
    check.faults
}

struct TournamentCheck<'m> {
    m: &'m Match,
    t: &'m Tournament,
    roster: &'m Roster<'m>,
    /// The section of each entrant: its place in the list, and how many it has.
    sections: HashMap<usize, (usize, usize)>,
    faults: Vec<MatchFault>,
}

fn path(key: &'static str) -> ValuePath {
    ValuePath::key("tournament").then(key)
}

impl TournamentCheck<'_> {
    fn add(&mut self, path: ValuePath, message: impl Into<String>) {
        self.faults.push(MatchFault::new(path, message));
    }

    fn rules(&mut self) {
        let t = self.t;
        if let Some(game) = &t.game
            && let Err(error) = variants::find(game, t.variation.as_deref(), [])
        {
            self.add(path("game"), error.to_string());
        }
        if t.game.is_none() && t.variation.is_some() {
            self.add(path("variation"), "a variation without a game");
        }
        if !matches!(t.cycles, 1 | 2) {
            self.add(path("cycles"), "a tournament has 1 or 2 cycles");
        }
        if t.boards == 0 || (t.boards > 1 && self.m.teams.is_empty()) {
            let message = "only teams play on more than one board, and on one at least";
            self.add(path("boards"), message);
        }
        for (key, scale) in [("scale", t.scale), ("match_points", t.match_points)] {
            if scale.is_some_and(|s| s.win < s.draw || s.draw < s.loss) {
                self.add(path(key), "a win scores no less than a draw, and a draw than a loss");
            }
        }
        if !self.m.groupings.is_empty() {
            let message = "a tournament has no groupings: its standings count games alone";
            self.add(ValuePath::key("groupings"), message);
        }
        let mut seen = HashSet::new();
        for (i, withdrawal) in t.withdrawals.iter().enumerate() {
            let player = &withdrawal.player;
            if self.roster.number(player).is_none() || !seen.insert(player) {
                let message = format!("{player} cannot withdraw: not in the match, or twice");
                self.add(path("withdrawals").at(i).then("player"), message);
            }
        }
    }

    /// Everybody is in one section, and none is too large.
    fn sections(&mut self) {
        let t = self.t;
        let size = self.roster.ids().len();
        if size > MOST_IN_ALL || (t.sections.is_empty() && size > MOST_IN_SECTION) {
            let message = format!(
                "more than {MOST_IN_ALL} in a tournament, or {MOST_IN_SECTION} in one section"
            );
            self.add(ValuePath::key("tournament"), message);
        }
        if t.sections.is_empty() {
            self.sections = (0..size).map(|entrant| (entrant, (0, size))).collect();
            return;
        }
        let mut ids = HashSet::new();
        for (i, section) in t.sections.iter().enumerate() {
            let path = path("sections").at(i);
            let size = section.entrants.len();
            if !ids.insert(section.id.to_lowercase()) {
                self.add(
                    path.clone().then("id"),
                    format!("two sections have the id {}", section.id),
                );
            }
            if !(2..=MOST_IN_SECTION).contains(&size) {
                let message = format!("a section has from 2 to {MOST_IN_SECTION} entrants");
                self.add(path.clone().then("entrants"), message);
            }
            if usize::from(section.promoted) > size {
                self.add(path.clone().then("promoted"), "more move up than are in the section");
            }
            for (j, id) in section.entrants.iter().enumerate() {
                let path = path.clone().then("entrants").at(j);
                match self.roster.number(id) {
                    None => self.add(path, format!("{id} is not a player or team of the match")),
                    Some(entrant) if self.sections.insert(entrant, (i, size)).is_some() => {
                        self.add(path, format!("{id} is in a section already"));
                    }
                    Some(_) => {}
                }
            }
        }
        let left_out = self.roster.ids().iter().enumerate();
        let left_out = left_out.filter(|(entrant, _)| !self.sections.contains_key(entrant));
        if let Some((_, id)) = left_out.into_iter().next() {
            self.add(path("sections"), format!("{id} is in no section"));
        }
    }

    /// How many rounds a section of that size has.
    fn rounds(&self, size: usize) -> u32 {
        let even = size.next_multiple_of(2) as u32;
        even.saturating_sub(1) * u32::from(self.t.cycles)
    }

    fn games(&mut self) {
        let m = self.m;
        let own = GameKind::ours(self.t.game.as_deref(), self.t.variation.as_deref());
        let mut event = own;
        for (at, fixture) in m.games.iter().enumerate() {
            let kind = self.roster.kind(fixture);
            let fault = match &event {
                Some(event) => self.game(fixture, &kind, event),
                None => None,
            };
            self.faults.extend(fault.map(|fault| fault.within("games", at)));
            event.get_or_insert(kind);
        }
    }

    /// The first fault of a game of an event of that kind; the path is that within the game.
    fn game(&self, fixture: &Fixture, kind: &GameKind, event: &GameKind) -> Option<MatchFault> {
        let fault = |key, message| Some(MatchFault::new(ValuePath::key(key), message));
        if kind.key != event.key || kind.variation != event.variation {
            let key = match (&fixture.game, kind.key == event.key) {
                (Some(_), true) => "variation",
                (Some(_), false) => "game",
                (None, _) => "external",
            };
            let message = format!("this is {}, but the event is of {}", kind.title, event.title);
            return fault(key, message);
        }
        let boards = u32::from(self.t.boards);
        if fixture.board.is_some_and(|board| board > boards) {
            let message = match boards {
                1 => "the event is played on one board".to_owned(),
                boards => format!("the event is played on {boards} boards"),
            };
            return fault("board", message);
        }
        let [one, other] = self.roster.pair(fixture)?;
        let ((section, size), (elsewhere, _)) =
            (*self.sections.get(&one)?, *self.sections.get(&other)?);
        if section != elsewhere {
            let [one, other] = [one, other].map(|number| self.roster.ids()[number]);
            return fault("id", format!("{one} and {other} are in different sections"));
        }
        let rounds = self.rounds(size);
        if fixture.round.is_some_and(|round| round > rounds) {
            return fault("round", format!("the event has {rounds} rounds"));
        }
        None
    }

    fn byes(&mut self) {
        let m = self.m;
        let most = most_for_a_win(m, self.roster);
        let mut busy: HashSet<(usize, u32)> = HashSet::new();
        for fixture in &m.games {
            if let (Some(pair), Some(round)) = (self.roster.pair(fixture), fixture.round) {
                busy.extend(pair.map(|entrant| (entrant, round)));
            }
        }
        let mut seen = HashSet::new();
        for (i, bye) in self.t.byes.iter().enumerate() {
            let at = |key| path("byes").at(i).then(key);
            let player = &bye.player;
            let Some(entrant) = self.roster.number(player) else {
                self.add(at("player"), format!("{player} has a bye, but is not in the match"));
                continue;
            };
            let rounds = self.sections.get(&entrant).map_or(0, |(_, size)| self.rounds(*size));
            if !(1..=rounds).contains(&bye.round) {
                self.add(at("round"), format!("the event has rounds from 1 to {rounds}"));
            } else if !seen.insert((entrant, bye.round)) {
                self.add(at("round"), format!("{player} has two byes in round {}", bye.round));
            } else if busy.contains(&(entrant, bye.round)) {
                self.add(at("round"), format!("{player} has a game in round {}", bye.round));
            }
            if most != Points::ZERO && bye.points > most {
                self.add(at("points"), format!("a bye scores no more than a win, {most}"));
            }
        }
    }
}

/// Games of two who meet more often than the cycles and boards of the tournament say. Void games do not count; `states`
/// are those of the games.
pub(super) fn surplus(m: &Match, roster: &Roster<'_>, states: &[GameState]) -> Vec<MatchFault> {
    let Some(t) = &m.tournament else { return Vec::new() };
    let (cycles, boards) = (usize::from(t.cycles), usize::from(t.boards));
    let mut met: HashMap<[usize; 2], usize> = HashMap::new();
    let mut on_board: HashMap<([usize; 2], u32), usize> = HashMap::new();
    let mut faults = Vec::new();
    for (at, (fixture, state)) in m.games.iter().zip(states).enumerate() {
        let Some(pair) = roster.pair(fixture).map(ascending) else { continue };
        if matches!(state, GameState::Void { .. }) {
            continue;
        }
        let [one, other] = pair.map(|number| roster.name(roster.ids()[number]));
        let games = met.entry(pair).or_default();
        *games += 1;
        let path = ValuePath::item("games", at).then("id");
        let id = &fixture.id;
        if *games > cycles * boards {
            let most = cycles * boards;
            let message =
                format!("{id}: game {games} of {one} and {other}, who have {most} in this event");
            faults.push(MatchFault::new(path, message));
        } else if let Some(board) = fixture.board {
            let games = on_board.entry((pair, board)).or_default();
            *games += 1;
            if *games > cycles {
                let message =
                    format!("{id}: {one} and {other} have their games on board {board} already");
                faults.push(MatchFault::new(path, message));
            }
        }
    }
    faults
}
