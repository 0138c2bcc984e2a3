//! What a game of the match is: its name, its roles, what it scores, how its sides are tied, and who plays it.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

use super::entrants::PeopleIndex;
use super::fixtures::Fixture;
use super::model::{ExternalGame, ExternalSides, Match};
use super::points::Points;
use crate::record::Player;
use crate::rules::{Binding, Outcome, Scores, Side, TieBreak, variants};

/// What a game of the match is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameKind {
    /// What tells games of the same kind: the folded name, without the variation.
    pub key: String,
    /// The name for people.
    pub title: String,
    /// What the players are called, South first; none where nobody tells.
    pub roles: [Option<String>; 2],
    /// How its sides are tied, by M1 or by a ruling against it.
    pub binding: Binding,
    /// The ruling by which its sides are tied otherwise than M1 says, in words.
    pub ruling: Option<String>,
    /// Whether it is a game whose rules we know.
    pub known: bool,
    /// The variation, for games that have some.
    pub variation: Option<String>,
    /// Who moves first; South where nobody tells.
    pub first: Side,
    /// What a game alone scores; none for an external game whose worth is not declared.
    pub scores: Option<ResultPoints>,
    /// What it is worth as a tie-break.
    pub tie_break: Option<TieBreak>,
}

/// Points for each result, South's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultPoints {
    south_wins: [Points; 2],
    north_wins: [Points; 2],
    draw: [Points; 2],
    /// Whether these are Nominal Points, which never count as Game Points (S4).
    pub nominal: bool,
}

impl ResultPoints {
    /// The points of a result, South's first; nothing for either when both lost.
    pub fn of(&self, outcome: Option<Outcome>) -> [Points; 2] {
        match outcome {
            Some(Outcome::Won(Side::South)) => self.south_wins,
            Some(Outcome::Won(Side::North)) => self.north_wins,
            Some(Outcome::Draw) => self.draw,
            None => [Points::ZERO; 2],
        }
    }

    /// The same for either winner.
    pub const fn even(win: Points, draw: Points, loss: Points) -> ResultPoints {
        ResultPoints {
            south_wins: [win, loss],
            north_wins: [loss, win],
            draw: [draw; 2],
            nominal: false,
        }
    }
}

impl From<Scores> for ResultPoints {
    fn from(scores: Scores) -> ResultPoints {
        let pair = |(south, north)| [south, north].map(|h: u8| Points::halves(i32::from(h)));
        ResultPoints {
            south_wins: pair(scores.south_wins),
            north_wins: pair(scores.north_wins),
            draw: pair(scores.draw),
            nominal: scores.unit == "Nominal Points",
        }
    }
}

impl GameKind {
    /// What the game is, with what finds the declaration of an external game by its folded name. A name that nobody declares
    /// gives a free game of unknown worth; reading a match file refuses it where it claims to be one of ours.
    fn among<'m>(
        fixture: &Fixture,
        declared: impl FnOnce(&str) -> Option<&'m ExternalGame>,
    ) -> GameKind {
        if let Some(kind) = GameKind::ours(fixture.game.as_deref(), fixture.variation.as_deref()) {
            return kind;
        }
        let name = fixture.external.as_deref().or(fixture.game.as_deref()).unwrap_or_default();
        let key = folded(name);
        let declared = declared(&key);
        let known = variants::external(&key);
        let role = |side: Side, stated: Option<&String>| {
            stated.cloned().or_else(|| known?.player_titles[side.at()].map(str::to_owned))
        };
        GameKind {
            title: known.map_or(name, |k| k.title).to_owned(),
            roles: [
                role(Side::South, declared.and_then(|d| d.south.as_ref())),
                role(Side::North, declared.and_then(|d| d.north.as_ref())),
            ],
            binding: declared
                .and_then(|d| d.sides)
                .map(ExternalSides::binding)
                .or_else(|| known.map(|k| k.binding))
                .unwrap_or(Binding::Free),
            ruling: declared.and_then(|d| Some(d.ruling.as_ref()?.words())),
            known: false,
            variation: None,
            first: Side::South,
            scores: declared
                .and_then(|d| d.win.zip(d.draw))
                .map(|(win, draw)| ResultPoints::even(win, draw, Points::ZERO)),
            tie_break: None,
            key,
        }
    }

    /// What a game of the registry is.
    pub fn ours(game: Option<&str>, variation: Option<&str>) -> Option<GameKind> {
        let game = variants::find(game?, variation, []).ok()?;
        Some(GameKind {
            key: game.name.to_owned(),
            title: game.title.to_owned(),
            roles: game.player_titles.map(|role| Some(role.to_owned())),
            binding: game.binding,
            ruling: None,
            known: true,
            variation: game.variation.map(str::to_owned),
            first: game.first,
            scores: Some(game.scores.into()),
            tie_break: game.tie_break,
        })
    }

    /// The side that plays a role. Where only one role of a game has a name, any other is the other side's.
    pub fn side_of(&self, role: &str) -> Option<Side> {
        let named = |side: Side| self.roles[side.at()].as_deref();
        let same = |name: &str| name.eq_ignore_ascii_case(role);
        let stated =
            Side::BOTH.into_iter().find(|side| named(*side).is_some_and(same) || same(side.name()));
        stated.or(match (named(Side::South), named(Side::North)) {
            (None, Some(_)) => Some(Side::South),
            (Some(_), None) => Some(Side::North),
            _ => None,
        })
    }

    /// What a side is called: the role, or the side's name where no role is known.
    pub fn role(&self, side: Side) -> &str {
        self.roles[side.at()].as_deref().unwrap_or(match side {
            Side::South => "South",
            Side::North => "North",
        })
    }
}

/// A name as people compare it: without regard to case, to how many spaces stand where, and to signs that do not show.
pub(super) fn folded(name: &str) -> String {
    let shown =
        |c: &char| !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    let text: String = name.nfkc().filter(shown).collect::<String>().to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Who the match file says are South and North, by `south` and `north` or by roles.
pub(super) fn stated_sides<'a>(kind: &GameKind, fixture: &'a Fixture) -> [Option<&'a str>; 2] {
    let mut sides = [fixture.south.as_deref(), fixture.north.as_deref()];
    for role in &fixture.roles {
        if let Some(side) = kind.side_of(&role.role) {
            sides[side.at()] = Some(&role.player);
        }
    }
    sides
}

/// What is looked up in a match for each of its games: the entrants by number, from 0 in the order in which the match names
/// them, and what its external games are.
pub(super) struct Roster<'m> {
    ids: Vec<&'m str>,
    names: Vec<&'m str>,
    numbers: HashMap<&'m str, usize>,
    people: PeopleIndex<'m>,
    externals: HashMap<String, &'m ExternalGame>,
}

impl<'m> Roster<'m> {
    pub(super) fn of(m: &'m Match) -> Roster<'m> {
        let entrants = m.entrants();
        let (ids, names): (Vec<&str>, Vec<&str>) = entrants.iter().map(|e| (e.id, e.name)).unzip();
        let numbers = ids.iter().enumerate().rev().map(|(number, id)| (*id, number)).collect();
        let people = PeopleIndex::of(&entrants);
        let externals = m.externals.iter().rev().map(|e| (folded(&e.name), e)).collect();
        Roster { ids, names, numbers, people, externals }
    }

    /// The ids in the order of the match.
    pub(super) fn ids(&self) -> &[&'m str] {
        &self.ids
    }

    /// The number of the entrant of that id.
    pub(super) fn number(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }

    /// The name of the entrant of that id; the id itself where there is none.
    pub(super) fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.number(id).map_or(id, |number| self.names[number])
    }

    /// The number of the entrant for whom a record's player plays.
    pub(super) fn entrant_of(&self, player: &Player) -> Option<usize> {
        self.people.entrant_of(player)
    }

    /// What a game of the match is.
    pub(super) fn kind(&self, fixture: &Fixture) -> GameKind {
        GameKind::among(fixture, |name| self.externals.get(name).copied())
    }

    /// The two of a match of two.
    pub(super) fn two(&self) -> Option<[&'m str; 2]> {
        self.ids.as_slice().try_into().ok()
    }

    /// The numbers of the two who play a game, the first-named first; none where the match file does not tell.
    pub(super) fn pair(&self, fixture: &Fixture) -> Option<[usize; 2]> {
        if self.two().is_some() {
            return Some([0, 1]);
        }
        let [one, other] = match &fixture.between {
            Some([one, other]) => [one.as_str(), other],
            None => match self.stated(fixture) {
                [Some(south), Some(north)] => [south, north],
                _ => return None,
            },
        };
        let (one, other) = (self.number(one)?, self.number(other)?);
        (one != other).then(|| [one.min(other), one.max(other)])
    }

    /// Who the match file says are South and North.
    fn stated<'a>(&self, fixture: &'a Fixture) -> [Option<&'a str>; 2] {
        match fixture.roles[..] {
            [] => [fixture.south.as_deref(), fixture.north.as_deref()],
            _ => stated_sides(&self.kind(fixture), fixture),
        }
    }

    /// Their ids.
    pub(super) fn pair_ids(&self, fixture: &Fixture) -> Option<[&'m str; 2]> {
        self.pair(fixture).map(|pair| pair.map(|number| self.ids[number]))
    }
}
