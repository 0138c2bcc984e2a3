//! What a record comes to when it is played through, and the proposals that the players may still answer.

use chrono::{DateTime, Utc};

use super::action::{Act, Action};
use super::chain::ChainHash;
use super::clock_events::ClockEvents;
use super::model::{Header, Record};
use super::player::{Player, Players};
use super::signatures::{KeyChange, Signatory};
use super::termination::Termination;
use crate::rules::{Line, Move, Outcome, Side};

/// The state of a game after the actions of its record.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The moves as a line of play, without those taken back.
    pub line: Line,
    /// Who won; none while the game goes on, and for a game left unfinished.
    pub outcome: Option<Outcome>,
    /// Why it is over; none while it goes on. [`Termination::Unknown`] when the header states a result without a reason
    /// and the moves show none.
    pub termination: Option<Termination>,
    /// Who has offered a draw that the other side may accept now.
    pub offer: Option<Side>,
    /// The move with which a draw was claimed.
    pub claimed_with: Option<Move>,
    /// The request to take moves back that waits for an answer.
    pub take_back: Option<TakeBack>,
    /// Who has proposed to void the game, which the other side may agree to now.
    pub void: Option<Side>,
    /// Every move in the order of the record, those taken back included.
    pub played: Vec<Move>,
    /// Who plays now: as the header says, with what the actions changed.
    players: Players,
    /// Whom a side has proposed as arbiter, which the other side may accept now.
    pub arbiter_proposed: Option<(Side, Player)>,
    /// The keys that the sides, South first, have proposed for themselves, which the other side may accept now.
    pub keys_proposed: [Option<String>; 2],
    /// The hashes of the plans that the sides, South first, have sealed and not opened.
    pub sealed: [Option<String>; 2],
    /// The keys of players and arbiter, as the header says and as they changed.
    keys: Vec<KeyChange>,
    /// Who is arbiter now: as the header says, or as the players agreed.
    arbiter: Option<Player>,
    /// Which sides are bound.
    bound: [bool; 2],
    /// How often each side has offered a draw, with moves taken back too.
    offers_made: [u32; 2],
    /// How strictly the actions were judged.
    pub(super) terms: Terms,
    /// Whether only the header says how the game ended.
    pub(super) only_stated: bool,
    /// What happened to the clocks.
    pub(super) events: ClockEvents,
    /// The time of the last action that has one, or of the start of the game.
    pub(super) last: Option<DateTime<Utc>>,
    /// The chain hash after the last action, where it is known.
    pub(super) chain: Option<ChainHash>,
}

/// A request to take moves back that waits for an answer (G11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TakeBack {
    /// Who asks.
    pub by: Side,
    /// How many moves, counting both sides'.
    pub plies: u32,
}

/// How strictly the actions of a record are judged. It depends on all of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Terms {
    /// Whether an offer of a draw must be on record to be answered: some action has an offer or a time.
    pub(super) offers_recorded: bool,
    /// Whether some action has a time, so that the clocks are known.
    pub(super) dated: bool,
    /// Whether only the clocks tell if some action is allowed.
    pub(super) needs_clocks: bool,
}

impl Terms {
    /// The terms of a record of these actions.
    pub(super) fn of(actions: &[Action<'_>]) -> Terms {
        let dated = actions.iter().any(|action| action.time.is_some());
        let offers_recorded = dated || actions.iter().any(|action| action.offer);
        let needs_clocks = actions.iter().any(|action| action.act.needs_clocks());
        Terms { offers_recorded, dated, needs_clocks }
    }

    /// Those that hold where either hold.
    pub(super) fn or(self, other: Terms) -> Terms {
        Terms {
            offers_recorded: self.offers_recorded || other.offers_recorded,
            dated: self.dated || other.dated,
            needs_clocks: self.needs_clocks || other.needs_clocks,
        }
    }
}

/// Why a proposal or an answer is refused: the rule and the reason.
pub(super) type Refused = (&'static str, String);

impl Replayed {
    /// The state before the first action of a record that is judged on these terms.
    pub(super) fn new(record: &Record<'_>, terms: Terms) -> Replayed {
        let header = &record.header;
        let line = Line::with_capacity(record.start.clone(), record.actions.len());
        let mut state = Replayed {
            line: if header.draws_claimed { line.with_draws_claimed() } else { line },
            outcome: None,
            termination: None,
            offer: None,
            claimed_with: None,
            take_back: None,
            void: None,
            played: Vec::with_capacity(record.actions.len()),
            players: header.players.clone(),
            arbiter: header.arbiter.clone(),
            arbiter_proposed: None,
            keys_proposed: [None, None],
            sealed: [None, None],
            keys: keys_of(header),
            bound: [false; 2],
            offers_made: [0; 2],
            terms,
            only_stated: false,
            // Without times nothing is known to have happened to the clocks.
            events: ClockEvents::with_capacity(record.actions.len() * usize::from(terms.dated)),
            last: header.started,
            chain: None,
        };
        state.end_by_rule(record.actions.first().is_some_and(|a| matches!(a.act, Act::Move(_))));
        state
    }

    /// Who plays a side now: the header's player with the address that the player has told since. Whoever decides who
    /// may act for a side asks this and not the header.
    pub fn player(&self, side: Side) -> Option<&Player> {
        self.players.of(side)
    }

    /// Who plays now, both sides.
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// The arbiter now: the header's, or the one whom the players have agreed on since.
    pub fn arbiter(&self) -> Option<&Player> {
        self.arbiter.as_ref()
    }

    // G13
    /// Whether a side is bound: there is a line of its own in the record.
    pub fn is_bound(&self, side: Side) -> bool {
        self.bound[side.at()]
    }

    // G13
    /// A side is bound by a line of its own.
    pub(super) fn bind(&mut self, side: Side) {
        self.bound[side.at()] = true;
    }

    /// Whether lines that are added have their times: not in a record of a game of the past, which says neither when it
    /// started nor when anything was done.
    pub fn keeps_times(&self, record: &Record<'_>) -> bool {
        self.terms.dated || record.header.started.is_some()
    }

    /// Whether only the header says how the game ended.
    pub fn is_only_stated(&self) -> bool {
        self.only_stated
    }

    /// The time of the last action that has one, or of the start of the game.
    pub fn last_time(&self) -> Option<DateTime<Utc>> {
        self.last
    }

    /// The number of the next move of a side, from 1.
    pub fn next_number(&self, side: Side) -> u32 {
        let first = self.line.start().turn();
        let plies = self.line.plies() as u32;
        1 + if side == first { plies.div_ceil(2) } else { plies / 2 }
    }

    /// Ends the game where the rules of play end it. Where a move `follows`, mate and stalemate are not looked for: that the
    /// move is legal shows that there was neither.
    pub(super) fn end_by_rule(&mut self, follows: bool) {
        let ending = if follows { self.line.ending_before_move() } else { self.line.ending() };
        if let Some(ending) = ending {
            self.end(Termination::Rule(ending), self.line.outcome());
        }
    }

    /// Ends the game. Proposals can no longer be answered.
    pub(super) fn end(&mut self, termination: Termination, outcome: Option<Outcome>) {
        (self.termination, self.outcome) = (Some(termination), outcome);
        self.withdraw_proposals();
        self.arbiter_proposed = None;
        self.keys_proposed = [None, None];
    }

    // G9
    /// The game goes on.
    pub(super) fn reopen(&mut self) {
        (self.termination, self.outcome, self.claimed_with) = (None, None, None);
    }

    /// A side has another address.
    pub(super) fn change_address(&mut self, side: Side, email: &str) {
        if let Some(player) = self.players.of_mut(side) {
            player.email = Some(email.to_owned());
        }
    }

    /// The key of a player or of the arbiter after so many actions.
    pub fn key(&self, whose: Signatory, after: usize) -> Option<&str> {
        let held = |change: &&KeyChange| change.whose == whose && change.after <= after;
        self.keys.iter().rev().find(held)?.key.as_deref()
    }

    /// The keys of players and arbiter in the order in which they came to hold, those of the header first.
    pub fn keys(&self) -> &[KeyChange] {
        &self.keys
    }

    // K5
    /// A side has another key after so many actions; what it had proposed is settled.
    pub(super) fn change_key(&mut self, side: Side, key: &str, after: usize) {
        self.keys_proposed[side.at()] = None;
        let (whose, key) = (Signatory::Side(side), Some(key.to_owned()));
        self.keys.push(KeyChange { after, whose, key: key.clone() });
        if let Some(player) = self.players.of_mut(side) {
            player.key = key;
        }
    }

    // G5
    /// A side accepts the arbiter whom the other side proposed.
    pub(super) fn accept_arbiter(&mut self, side: Side, after: usize) -> Result<(), Refused> {
        match self.arbiter_proposed.take_if(|(by, _)| *by != side) {
            Some((_, person)) => {
                let key = person.key.clone();
                self.keys.push(KeyChange { after, whose: Signatory::Arbiter, key });
                self.arbiter = Some(person);
            }
            None => return Err(("G5", format!("{} has proposed no arbiter", side.other()))),
        }
        Ok(())
    }

    /// A move answers what the other side proposed, and withdraws what its own side did.
    pub(super) fn withdraw_proposals(&mut self) {
        (self.offer, self.take_back, self.void) = (None, None, None);
    }

    /// A side offers a draw along with its move. `limit` is how often it may, if that is limited.
    pub(super) fn offer_draw(&mut self, side: Side, limit: Option<u32>) -> Result<(), Refused> {
        let made = &mut self.offers_made[side.at()];
        if let Some(limit) = limit.filter(|limit| *made >= *limit) {
            return Err((
                "G5",
                format!("{side} has offered a draw as often as was agreed on, {limit}"),
            ));
        }
        *made += 1;
        self.offer = Some(side);
        Ok(())
    }

    /// A side proposes something, or answers a proposal. An agreed take-back changes the line.
    pub(super) fn negotiate(&mut self, side: Side, act: &Act<'_>) -> Result<(), Refused> {
        let other = side.other();
        match act {
            Act::DrawAgreed | Act::DrawDeclined => {
                if self.terms.offers_recorded && self.offer != Some(other) {
                    return Err(("G5", format!("{other} has not offered a draw that stands")));
                }
                self.offer = None;
            }
            Act::VoidProposed => match self.void {
                Some(by) if by == side => {
                    return Err(("G11", format!("{side} has already proposed that")));
                }
                Some(by) => return Err(("G11", format!("{by} has proposed that: agree to it"))),
                None => self.void = Some(side),
            },
            Act::VoidAgreed | Act::VoidDeclined if self.void != Some(other) => {
                return Err(("G11", format!("{other} has made no such proposal that stands")));
            }
            Act::VoidDeclined => self.void = None,
            Act::TakeBackRequested { plies } => {
                if let Some(TakeBack { by, .. }) = self.take_back {
                    return Err(("G11", format!("a request of {by} waits for its answer")));
                }
                let played = self.line.plies();
                if *plies as usize > played {
                    return Err(("G11", format!("{plies} plies cannot be taken back of {played}")));
                }
                self.take_back = Some(TakeBack { by: side, plies: *plies });
            }
            Act::TakeBackAgreed | Act::TakeBackDeclined => {
                let asked = self.take_back.filter(|asked| asked.by == other);
                let Some(TakeBack { plies, .. }) = asked else {
                    return Err(("G11", format!("{other} has made no such request that stands")));
                };
                self.take_back = None;
                if *act == Act::TakeBackAgreed {
                    // The move that carried an offer may be among those that go.
                    self.offer = None;
                    let left = self.line.plies().saturating_sub(plies as usize);
                    self.line.truncate(left);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The keys that a header states.
fn keys_of(header: &Header) -> Vec<KeyChange> {
    let sides = Side::BOTH.map(|side| (Signatory::Side(side), header.players.of(side)));
    let people = sides.into_iter().chain([(Signatory::Arbiter, header.arbiter.as_ref())]);
    let keys = people.filter_map(|(whose, person)| Some((whose, person?.key.clone()?)));
    keys.map(|(whose, key)| KeyChange { after: 0, whose, key: Some(key) }).collect()
}
