//! The inbox: every game of a repository that goes on.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

use chrono::{DateTime, NaiveDate, Utc};

use super::actor::{Identity, is_called};
use super::error::ActionError;
use super::game::{Clocks, clocks};
use super::records::record_sources;
use super::repository::GAMES;
use crate::archive;
use crate::clock::{ClockReading, FlagState, Ledger};
use crate::notation::write_move;
use crate::proof::PublicKey;
use crate::record::{self, Player, Replayed};
use crate::rules::{Claim, Side};
use crate::store::Store;

/// A record that cannot be read, so that it is not known whether its game goes on.
#[derive(Clone, Debug)]
pub struct UnreadableRecord {
    /// The file's name.
    pub path: String,
    /// What is wrong, with line and column if known.
    pub message: String,
}

/// Whose inbox it is.
#[derive(Clone, Debug)]
pub enum Somebody {
    /// Who git commits as.
    Identity(Identity),
    /// A player by the whole name or address, in either case.
    Named(String),
}

impl Somebody {
    fn is(&self, player: &Player) -> bool {
        match self {
            Somebody::Identity(identity) => identity.is(player),
            Somebody::Named(who) => is_called(player, who),
        }
    }
}

impl fmt::Display for Somebody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Somebody::Identity(identity) => &identity.person().name,
            Somebody::Named(who) => who,
        })
    }
}

/// What an inbox holds.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    /// Whose it is; none where it is everybody's.
    pub me: Option<Somebody>,
    /// The games, the most urgent first.
    pub games: Vec<OngoingGame>,
    /// The records that are not sound, in order of their names.
    pub unsound: Vec<UnreadableRecord>,
}

/// Every game of the repository that goes on, those of the past aside, out of the files of the work tree, or of HEAD where it
/// is bare. With `me` only that player's, those that wait for them first; everybody's where git's identity plays in none. Then
/// come those with the least time left, those without a clock last, and of equal ones the one that has rested longest first.
///
/// # Errors
/// [`ActionError::Nobody`] for a name that no player of any game has, and those of reading HEAD; a record that cannot be read
/// is in [`Inbox::unsound`].
pub fn inbox(
    store: &Store,
    me: Option<Somebody>,
    now: DateTime<Utc>,
) -> Result<Inbox, ActionError> {
    let plays = |me: &Somebody| ongoing(store, now, |_| true, |game| !game.sides_of(me).is_empty());
    let everybodys = || ongoing(store, now, |_| true, |_| true);
    let mut inbox = me.as_ref().map_or_else(everybodys, plays)?;
    inbox.me = match me {
        Some(me) if !inbox.games.is_empty() => Some(me),
        Some(Somebody::Named(who)) => {
            refuse_nobody(store, &who)?;
            Some(Somebody::Named(who))
        }
        Some(Somebody::Identity(_)) => {
            inbox = everybodys()?;
            None
        }
        None => None,
    };
    inbox.unsound.sort_by(|one, other| one.path.cmp(&other.path));
    let me = inbox.me.as_ref();
    inbox.games.sort_by_cached_key(|game| game.urgency(me));
    Ok(inbox)
}

/// The games that go on and wait for somebody. Only records that may name them are played through.
///
/// # Errors
/// Those of reading HEAD.
pub(super) fn waiting_for(
    store: &Store,
    who: &Identity,
    now: DateTime<Utc>,
) -> Result<Vec<OngoingGame>, ActionError> {
    let somebody = Somebody::Identity(who.clone());
    let waits = |game: &OngoingGame| game.waits_for(Some(&somebody));
    Ok(ongoing(store, now, |record| who.may_be_in(record), waits)?.games)
}

/// The games that go on and are `kept`, of the records that are `wanted` by their text, and those of these that are not sound.
/// No other game is held.
fn ongoing(
    store: &Store,
    now: DateTime<Utc>,
    wanted: impl Fn(&[u8]) -> bool + Sync,
    kept: impl Fn(&OngoingGame) -> bool + Sync,
) -> Result<Inbox, ActionError> {
    let look = |name: &str, bytes: Result<&[u8], &str>| {
        let found = match bytes {
            Ok(bytes) if !wanted(bytes) => return None,
            Ok(bytes) => look(name, bytes, now),
            Err(reason) => Err(format!("1:1: {reason}")),
        };
        let unsound = |message| UnreadableRecord { path: name.into(), message };
        found.map(|game| game.filter(&kept)).map_err(unsound).transpose()
    };
    let mut inbox = Inbox::default();
    for found in archive::running(record_sources(store)?, look) {
        match found {
            Ok(game) => inbox.games.push(game),
            Err(fault) => inbox.unsound.push(fault),
        }
    }
    Ok(inbox)
}

/// Refuses a name or address that no player of any game has.
fn refuse_nobody(store: &Store, who: &str) -> Result<(), ActionError> {
    let (mut found, mut known) = (false, BTreeSet::new());
    store.each_file(GAMES, |file| {
        let Ok((_, bytes)) = file else { return };
        let Ok(record) = record::read(&bytes) else { return };
        let players = &record.header().players;
        for player in Side::BOTH.into_iter().filter_map(|side| players.of(side)) {
            found |= is_called(player, who);
            known.insert(player.name.clone());
        }
    })?;
    match found {
        true => Ok(()),
        false => Err(ActionError::Nobody { name: who.into(), known: known.into_iter().collect() }),
    }
}

/// A game that goes on.
#[derive(Clone, Debug)]
pub struct OngoingGame {
    /// Its id.
    pub id: String,
    /// The file's name.
    pub path: String,
    /// The game's name.
    pub game: &'static str,
    /// Who plays, South first.
    pub players: [Option<Player>; 2],
    /// Whose move it is.
    pub turn: Side,
    /// Plies played.
    pub plies: usize,
    /// What the side to move has left on its clock.
    pub left: TimeLeft,
    /// What the players have proposed and the other side may answer now, by whom.
    pub proposals: Vec<(Side, Proposal)>,
    /// What can be claimed now, by whom.
    pub claims: Vec<(Side, Claimable)>,
    /// When the last line was added, or the game started; none when the record does not say.
    pub activity: Option<DateTime<Utc>>,
    /// The sides that something waits for.
    pub waits: [bool; 2],
    /// How many versions contradict its record, and nobody has settled which one stands; 0 until they are counted.
    pub rivals: usize,
}

/// What a side has left on its clock.
#[derive(Clone, Debug)]
pub enum TimeLeft {
    /// There is no clock.
    NoClock,
    /// There is one, but it cannot be told, for this reason.
    Unknown(String),
    /// This much.
    Time {
        /// What it has left, and its flag.
        reading: ClockReading,
        /// The leave under way and to come: the first and the last day of each.
        leaves: Vec<(NaiveDate, NaiveDate)>,
    },
}

/// What a side can propose to the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proposal {
    /// A draw (G5).
    Draw,
    /// To take moves back (G11).
    TakeBack {
        /// How many, counting both sides'.
        plies: u32,
        /// The first of them with its number, as in a record.
        first: String,
        /// Whose that is, by the name that the side has in the game.
        of: &'static str,
    },
    /// To void the game (G11).
    Void,
    /// A key for itself (K5).
    Key {
        /// Its fingerprint.
        fingerprint: String,
    },
}

impl Proposal {
    /// In a word, for machines.
    pub const fn name(&self) -> &'static str {
        match self {
            Proposal::Draw => "draw",
            Proposal::TakeBack { .. } => "take-back",
            Proposal::Void => "void",
            Proposal::Key { .. } => "key",
        }
    }

    /// What a side has proposed to the other, as it follows the side's name.
    pub fn in_words(&self) -> String {
        match self {
            Proposal::Draw => "offered a draw".into(),
            Proposal::TakeBack { plies: 1, first, of } => {
                format!("asked to take back {of}'s {first}")
            }
            Proposal::TakeBack { plies, first, of } => {
                format!("asked to take back {plies} plies, from {of}'s {first} on")
            }
            Proposal::Void => "proposed to void the game".into(),
            Proposal::Key { fingerprint } => format!("proposed the key {fingerprint} for itself"),
        }
    }
}

/// What a side can claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claimable {
    /// A draw (G2, G3).
    Draw(Claim),
    /// The other side's time is up (G8).
    Time,
}

impl Claimable {
    /// In a word, as the commands that claim it spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Claimable::Draw(Claim::Repetition) => "repetition",
            Claimable::Draw(Claim::FiftyMoves) => "fifty-move",
            Claimable::Time => "time",
        }
    }
}

impl OngoingGame {
    /// The sides that somebody plays.
    pub fn sides_of(&self, me: &Somebody) -> Vec<Side> {
        let plays = |side: &Side| self.player(*side).is_some_and(|player| me.is(player));
        Side::BOTH.into_iter().filter(plays).collect()
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> Option<&Player> {
        self.players[side.at()].as_ref()
    }

    /// Whether something waits for that person, or without one for anybody.
    pub fn waits_for(&self, me: Option<&Somebody>) -> bool {
        match me {
            None => true,
            Some(me) => self.sides_of(me).into_iter().any(|side| self.waits[side.at()]),
        }
    }

    /// What the inbox is sorted by.
    pub(super) fn urgency(&self, me: Option<&Somebody>) -> impl Ord + use<> {
        let left = match &self.left {
            TimeLeft::Time { reading, .. } => match reading.flag {
                FlagState::Falls(flag) | FlagState::Fell(flag) => flag.timestamp(),
                FlagState::Up => i64::MAX,
            },
            TimeLeft::NoClock | TimeLeft::Unknown(_) => i64::MAX,
        };
        let rested = Reverse(self.activity.is_some());
        (Reverse(self.waits_for(me)), left, rested, self.activity, self.id.clone())
    }
}

/// The game in a record, if it goes on.
pub(super) fn look(
    name: &str,
    bytes: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<OngoingGame>, String> {
    let record = record::read(bytes).map_err(|e| e.to_string())?;
    let replayed = record::replay(&record).map_err(|e| e.to_string())?;
    if replayed.termination.is_some() || record.is_of_past() {
        return Ok(None);
    }
    let header = record.header();
    let turn = replayed.line.position().turn();
    let clocks = clocks(&record, &replayed, now);
    let claims = claims(&replayed, &clocks);
    let mut waits = [false; 2];
    waits[turn.at()] = true;
    let proposals = proposals(&replayed);
    let answers = proposals.iter().map(|(by, _)| by.other());
    for side in answers.chain(claims.iter().map(|(side, _)| *side)) {
        waits[side.at()] = true;
    }
    Ok(Some(OngoingGame {
        id: header.id.clone(),
        path: name.into(),
        game: record.game().name,
        players: Side::BOTH.map(|side| replayed.player(side).cloned()),
        turn,
        plies: replayed.line.plies(),
        left: left(clocks, turn),
        proposals,
        claims,
        activity: record.actions().iter().rev().find_map(|a| a.time).or(header.started),
        waits,
        rivals: 0,
    }))
}

/// What the players have proposed and the other side may answer now, by whom.
pub fn proposals(replayed: &Replayed) -> Vec<(Side, Proposal)> {
    let keys = Side::BOTH.into_iter().filter_map(|side| {
        let key = replayed.keys_proposed[side.at()].as_deref()?;
        let fingerprint = PublicKey::read(key).ok()?.fingerprint();
        Some((side, Proposal::Key { fingerprint }))
    });
    proposals_in_play(replayed).into_iter().chain(keys).collect()
}

/// Those of them that a move declines.
pub(super) fn proposals_in_play(replayed: &Replayed) -> Vec<(Side, Proposal)> {
    let draw = replayed.offer.map(|side| (side, Proposal::Draw));
    let back = replayed.take_back.map(|asked| (asked.by, take_back(replayed, asked.plies)));
    let void = replayed.void.map(|side| (side, Proposal::Void));
    draw.into_iter().chain(back).chain(void).collect()
}

/// The proposal to take so many plies back.
pub(super) fn take_back(replayed: &Replayed, plies: u32) -> Proposal {
    let line = &replayed.line;
    let ply = line.plies().saturating_sub(plies as usize);
    let before = &line.positions()[ply];
    let text = line.moves().get(ply).map(|m| write_move(before, *m)).unwrap_or_default();
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    let first = format!("{}{dots} {text}", ply / 2 + 1);
    Proposal::TakeBack { plies, first, of: before.game().side(before.turn()) }
}

/// The draws that the side to move can claim, and the time that can be claimed of the side whose flag fell first: also of one
/// that has moved too late (C6).
fn claims(replayed: &Replayed, clocks: &Clocks) -> Vec<(Side, Claimable)> {
    let turn = replayed.line.position().turn();
    let draws = replayed.line.claims().into_iter().map(|claim| (turn, Claimable::Draw(claim)));
    let out = clocks.ledger().and_then(Ledger::out_of_time);
    draws.chain(out.map(|(side, _)| (side.other(), Claimable::Time))).collect()
}

fn left(clocks: Clocks, turn: Side) -> TimeLeft {
    match clocks {
        Clocks::None => TimeLeft::NoClock,
        Clocks::Unknown(reason) => TimeLeft::Unknown(reason),
        Clocks::Known(ledger) => {
            let leaves = ledger.side(turn).leaves.clone();
            let reading = ledger.reading(turn);
            reading.map_or(TimeLeft::NoClock, |reading| TimeLeft::Time { reading, leaves })
        }
    }
}
