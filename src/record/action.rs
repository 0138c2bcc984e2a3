//! An action: one line of the moves.

use std::borrow::Cow;
use std::fmt;

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};

use super::player::Player;
use super::signatures::Signatory;
use super::termination::Termination;
use crate::clock::TimeSpan;
use crate::document::Place;
use crate::notation::write_move;
use crate::rules::{Claim, Move, Outcome, Position, Side};

/// One line of the moves: who does what, with what is said along with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action<'t> {
    /// The number of the acting side's own move that this is or would be, from 1.
    pub number: u32,
    /// Whose line it is. What an arbiter does stands in the line of the side to move.
    pub side: Side,
    /// What is done.
    pub act: Act<'t>,
    /// Whether a draw is offered along with a move: `(=)`.
    pub offer: bool,
    /// Whether the move was made by a conditional plan, in answer to the move before it: `(if)` (M7).
    pub conditional: bool,
    /// When it was done: `[2026-11-30T08:00:00Z]`.
    pub time: Option<DateTime<Utc>>,
    /// What else is said: `{hello}`. No braces, one line.
    pub comment: Option<Cow<'t, str>>,
    /// Where the line stands in its file; the action's own text begins behind the number.
    pub place: Place,
    /// The column of the action's own text.
    pub(super) column: u32,
}

/// What a line of the moves says is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act<'t> {
    /// A move, as it is written.
    Move(Cow<'t, str>),
    /// The side resigns (G5).
    Resigns,
    /// The side accepts the other's offer of a draw (G5).
    DrawAgreed,
    /// The side claims a draw (G2, G3), now or with the move named.
    DrawClaimed {
        /// On what ground.
        claim: Claim,
        /// The move that would bring it about; it is not made.
        with: Option<Cow<'t, str>>,
    },
    /// The side claims that the other's time is up (G8).
    TimeClaimed,
    /// An arbiter decides (G5), also otherwise than the game had ended (G9).
    Adjudicated {
        /// The result; none for a game declared void.
        outcome: Option<Outcome>,
        /// Why.
        reason: Cow<'t, str>,
        /// Who decided.
        arbiter: Cow<'t, str>,
    },
    /// An arbiter lets a game go on that was over (G9).
    Reopened {
        /// Why.
        reason: Cow<'t, str>,
        /// Who decided.
        arbiter: Cow<'t, str>,
    },
    /// The side leaves the game unfinished; only in records without times (G5).
    Abandoned,
    /// The side joins the game, which binds it (G13).
    Joins,
    /// The side withdraws from a game to which not both are bound; it is void (G13).
    Withdrawn,
    /// The side has another address from now on.
    AddressChanged {
        /// The address.
        email: Cow<'t, str>,
    },
    /// The side proposes an arbiter (G5).
    ArbiterProposed {
        /// Who it is to be.
        person: Player,
    },
    /// The side accepts the arbiter whom the other proposed (G5).
    ArbiterAccepted,
    /// The side has another key from now on (K5).
    KeyChanged {
        /// The public key as OpenSSH writes it, without a comment.
        key: Cow<'t, str>,
    },
    /// The side asks for its first key, or for one in place of a lost key, to be accepted (K5).
    KeyProposed {
        /// The public key as OpenSSH writes it, without a comment.
        key: Cow<'t, str>,
    },
    /// The side accepts the key that the other proposed for itself (K5).
    KeyAccepted,
    /// An arbiter gives a side another key (K5).
    KeyReplaced {
        /// Whose key it is.
        side: Side,
        /// The public key as OpenSSH writes it, without a comment.
        key: Cow<'t, str>,
        /// Why.
        reason: Cow<'t, str>,
        /// Who decided.
        arbiter: Cow<'t, str>,
    },
    /// The side withdraws what it has signed in advance (K9).
    PlanWithdrawn,
    /// The side binds itself to a plan without showing it (K10).
    PlanSealed {
        /// The hash, as 64 hexadecimal digits.
        hash: Cow<'t, str>,
    },
    /// The side shows the plan that it has sealed (K10).
    PlanOpened {
        /// The secret bits, as 32 hexadecimal digits.
        salt: Cow<'t, str>,
        /// The plan.
        text: Cow<'t, str>,
    },
    /// The side turns down the other's offer of a draw (G5).
    DrawDeclined,
    /// The side asks for the last moves to be taken back (G11).
    TakeBackRequested {
        /// How many, counting both sides', at least 1.
        plies: u32,
    },
    /// The side agrees to what the other asked to be taken back: those moves are as if not played (G11).
    TakeBackAgreed,
    /// The side turns it down (G11).
    TakeBackDeclined,
    /// The side proposes that the game be void (G11).
    VoidProposed,
    /// The side agrees that it is (G11).
    VoidAgreed,
    /// The side turns it down (G11).
    VoidDeclined,
    /// The side takes leave, during which its clock stands still (C12).
    Leave {
        /// The first day, UTC.
        from: NaiveDate,
        /// The last day, UTC, included; not before the first.
        to: NaiveDate,
    },
    /// The side cancels leave on days that have not begun (C12).
    LeaveCancelled {
        /// The first day, UTC.
        from: NaiveDate,
        /// The last day, UTC, included; not before the first.
        to: NaiveDate,
    },
    /// The side gives its opponent time (C15).
    TimeGiven {
        /// How much, more than nothing.
        amount: TimeSpan,
    },
    /// An arbiter gives a side time, or takes it (C15).
    TimeRuled {
        /// Whose time it is.
        side: Side,
        /// How much, more than nothing.
        amount: TimeSpan,
        /// Whether it is taken, and not given.
        docked: bool,
        /// Why.
        reason: Cow<'t, str>,
        /// Who decided.
        arbiter: Cow<'t, str>,
    },
    /// An arbiter declares that a side's flag has fallen (G8).
    FlagDeclared {
        /// Whose flag.
        side: Side,
        /// Why.
        reason: Cow<'t, str>,
        /// Who decided.
        arbiter: Cow<'t, str>,
    },
}

/// What an arbiter's decision says that gives the game no result.
pub(super) const VOID: &str = "void";

/// A claim's name in a line of the moves.
pub(super) const fn claim_name(claim: Claim) -> &'static str {
    match claim {
        Claim::Repetition => "repetition",
        Claim::FiftyMoves => "fifty-move",
    }
}

impl Act<'_> {
    /// The ending that the act brings about; none for a move.
    pub fn termination(&self) -> Option<Termination> {
        Some(match self {
            Act::Move(_)
            | Act::DrawDeclined
            | Act::TakeBackRequested { .. }
            | Act::TakeBackAgreed
            | Act::TakeBackDeclined
            | Act::VoidProposed
            | Act::VoidDeclined
            | Act::Joins
            | Act::AddressChanged { .. }
            | Act::ArbiterProposed { .. }
            | Act::ArbiterAccepted
            | Act::KeyChanged { .. }
            | Act::KeyProposed { .. }
            | Act::KeyAccepted
            | Act::KeyReplaced { .. }
            | Act::PlanWithdrawn
            | Act::PlanSealed { .. }
            | Act::PlanOpened { .. }
            | Act::Reopened { .. }
            | Act::Leave { .. }
            | Act::LeaveCancelled { .. }
            | Act::TimeGiven { .. }
            | Act::TimeRuled { .. } => return None,
            Act::Resigns => Termination::Resignation,
            Act::DrawAgreed => Termination::Agreement,
            Act::DrawClaimed { claim, .. } => Termination::Claim(*claim),
            Act::TimeClaimed | Act::FlagDeclared { .. } => Termination::Time,
            Act::VoidAgreed | Act::Withdrawn | Act::Adjudicated { outcome: None, .. } => {
                Termination::Void
            }
            Act::Adjudicated { .. } => Termination::Adjudication,
            Act::Abandoned => Termination::Abandoned,
        })
    }

    /// Makes it the act of that arbiter, if it is one of an arbiter's.
    pub fn set_arbiter(&mut self, name: &str) {
        match self {
            Act::Adjudicated { arbiter, .. }
            | Act::Reopened { arbiter, .. }
            | Act::TimeRuled { arbiter, .. }
            | Act::KeyReplaced { arbiter, .. }
            | Act::FlagDeclared { arbiter, .. } => *arbiter = name.to_owned().into(),
            _ => {}
        }
    }

    /// The arbiter whose act it is; none for that of a player.
    pub fn arbiter(&self) -> Option<&str> {
        match self {
            Act::Adjudicated { arbiter, .. }
            | Act::Reopened { arbiter, .. }
            | Act::TimeRuled { arbiter, .. }
            | Act::KeyReplaced { arbiter, .. }
            | Act::FlagDeclared { arbiter, .. } => Some(arbiter),
            _ => None,
        }
    }

    /// Who does it, in the line of a side.
    pub fn signatory(&self, side: Side) -> Signatory {
        if self.arbiter().is_some() { Signatory::Arbiter } else { Signatory::Side(side) }
    }

    /// The key that it names for a player.
    #[inline]
    pub fn new_key(&self) -> Option<&str> {
        match self {
            Act::KeyChanged { key } | Act::KeyProposed { key } | Act::KeyReplaced { key, .. } => {
                Some(key)
            }
            _ => None,
        }
    }

    /// Whether a side that does it is bound by it (G13).
    pub(super) fn binds(&self) -> bool {
        !matches!(self, Act::Withdrawn) && self.arbiter().is_none()
    }

    /// Whether it can be done in a game that is over (G9, K10).
    pub fn may_follow_end(&self) -> bool {
        matches!(self, Act::Adjudicated { .. } | Act::Reopened { .. } | Act::PlanOpened { .. })
    }

    /// Whether only the clocks tell if it is allowed.
    #[inline]
    pub(super) fn needs_clocks(&self) -> bool {
        matches!(
            self,
            Act::TimeClaimed
                | Act::FlagDeclared { .. }
                | Act::Leave { .. }
                | Act::LeaveCancelled { .. }
                | Act::TimeGiven { .. }
                | Act::TimeRuled { .. }
        )
    }

    /// Whether it says that a flag has fallen.
    pub fn claims_flag(&self) -> bool {
        matches!(self, Act::TimeClaimed | Act::FlagDeclared { .. })
    }

    /// The side whose flag has fallen, as a line of a side says.
    pub(super) fn flag_claimed(&self, by: Side) -> Option<Side> {
        match self {
            Act::TimeClaimed => Some(by.other()),
            Act::FlagDeclared { side, .. } => Some(*side),
            _ => None,
        }
    }

    /// The same act on its own, borrowing nothing.
    pub fn into_owned(self) -> Act<'static> {
        match self {
            Act::Move(text) => Act::Move(owned(text)),
            Act::Resigns => Act::Resigns,
            Act::DrawAgreed => Act::DrawAgreed,
            Act::DrawClaimed { claim, with } => Act::DrawClaimed { claim, with: with.map(owned) },
            Act::TimeClaimed => Act::TimeClaimed,
            Act::Adjudicated { outcome, reason, arbiter } => {
                Act::Adjudicated { outcome, reason: owned(reason), arbiter: owned(arbiter) }
            }
            Act::TimeRuled { side, amount, docked, reason, arbiter } => {
                let (reason, arbiter) = (owned(reason), owned(arbiter));
                Act::TimeRuled { side, amount, docked, reason, arbiter }
            }
            Act::FlagDeclared { side, reason, arbiter } => {
                Act::FlagDeclared { side, reason: owned(reason), arbiter: owned(arbiter) }
            }
            Act::Reopened { reason, arbiter } => {
                Act::Reopened { reason: owned(reason), arbiter: owned(arbiter) }
            }
            Act::Abandoned => Act::Abandoned,
            Act::Joins => Act::Joins,
            Act::Withdrawn => Act::Withdrawn,
            Act::AddressChanged { email } => Act::AddressChanged { email: owned(email) },
            Act::ArbiterProposed { person } => Act::ArbiterProposed { person },
            Act::ArbiterAccepted => Act::ArbiterAccepted,
            Act::KeyChanged { key } => Act::KeyChanged { key: owned(key) },
            Act::KeyProposed { key } => Act::KeyProposed { key: owned(key) },
            Act::KeyAccepted => Act::KeyAccepted,
            Act::KeyReplaced { side, key, reason, arbiter } => {
                let (reason, arbiter) = (owned(reason), owned(arbiter));
                Act::KeyReplaced { side, key: owned(key), reason, arbiter }
            }
            Act::PlanWithdrawn => Act::PlanWithdrawn,
            Act::PlanSealed { hash } => Act::PlanSealed { hash: owned(hash) },
            Act::PlanOpened { salt, text } => {
                Act::PlanOpened { salt: owned(salt), text: owned(text) }
            }
            Act::DrawDeclined => Act::DrawDeclined,
            Act::TakeBackRequested { plies } => Act::TakeBackRequested { plies },
            Act::TakeBackAgreed => Act::TakeBackAgreed,
            Act::TakeBackDeclined => Act::TakeBackDeclined,
            Act::VoidProposed => Act::VoidProposed,
            Act::VoidAgreed => Act::VoidAgreed,
            Act::VoidDeclined => Act::VoidDeclined,
            Act::Leave { from, to } => Act::Leave { from, to },
            Act::LeaveCancelled { from, to } => Act::LeaveCancelled { from, to },
            Act::TimeGiven { amount } => Act::TimeGiven { amount },
        }
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

impl fmt::Display for Act<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Move(text) => f.write_str(text),
            Act::Resigns => f.write_str("resigns"),
            Act::DrawAgreed => f.write_str("draw agreed"),
            Act::DrawClaimed { claim, with } => {
                write!(f, "draw claimed: {}", claim_name(*claim))?;
                with.as_ref().map_or(Ok(()), |text| write!(f, " with {text}"))
            }
            Act::TimeClaimed => f.write_str("time claimed"),
            Act::Adjudicated { outcome, reason, arbiter } => {
                let result = outcome.map_or(VOID, Outcome::name);
                write!(f, "adjudicated: {result} — {reason} ({arbiter})")
            }
            Act::Reopened { reason, arbiter } => write!(f, "reopened — {reason} ({arbiter})"),
            Act::Abandoned => f.write_str("abandoned"),
            Act::Joins => f.write_str("joins"),
            Act::Withdrawn => f.write_str("withdrawn"),
            Act::AddressChanged { email } => write!(f, "address changed: {email}"),
            Act::ArbiterProposed { person } => {
                write!(f, "arbiter proposed: {person}")
            }
            Act::ArbiterAccepted => f.write_str("arbiter accepted"),
            Act::KeyChanged { key } => write!(f, "key changed: {key}"),
            Act::KeyProposed { key } => write!(f, "key proposed: {key}"),
            Act::KeyAccepted => f.write_str("key accepted"),
            Act::KeyReplaced { side, key, reason, arbiter } => {
                write!(f, "key replaced: {} {key} — {reason} ({arbiter})", side.name())
            }
            Act::PlanWithdrawn => f.write_str("plan withdrawn"),
            Act::PlanSealed { hash } => write!(f, "plan sealed: {hash}"),
            Act::PlanOpened { salt, text } => write!(f, "plan opened: {salt} {text}"),
            Act::DrawDeclined => f.write_str("draw declined"),
            Act::TakeBackRequested { plies } => write!(f, "take-back requested: {plies}"),
            Act::TakeBackAgreed => f.write_str("take-back agreed"),
            Act::TakeBackDeclined => f.write_str("take-back declined"),
            Act::VoidProposed => f.write_str("void proposed"),
            Act::VoidAgreed => f.write_str("void agreed"),
            Act::VoidDeclined => f.write_str("void declined"),
            Act::Leave { from, to } => write!(f, "leave {from}..{to}"),
            Act::LeaveCancelled { from, to } => write!(f, "leave cancelled: {from}..{to}"),
            Act::TimeGiven { amount } => write!(f, "time given: {}", amount.compact()),
            Act::TimeRuled { side, amount, docked, reason, arbiter } => {
                let verb = if *docked { "docked" } else { "credited" };
                let (side, amount) = (side.name(), amount.compact());
                write!(f, "time {verb}: {side} {amount} — {reason} ({arbiter})")
            }
            Act::FlagDeclared { side, reason, arbiter } => {
                write!(f, "time declared: {} — {reason} ({arbiter})", side.name())
            }
        }
    }
}

impl<'t> Action<'t> {
    /// An act of a side that is yet to be appended, which gives it its number.
    pub fn new(side: Side, act: Act<'t>) -> Action<'t> {
        Action {
            number: 0,
            side,
            act,
            offer: false,
            conditional: false,
            time: None,
            comment: None,
            place: Place::START,
            column: 1,
        }
    }

    /// The line without its comment, as it is printed and as the chain hash takes it in. `first` is the side that moves
    /// first and has numbers with one dot.
    pub fn line(&self, first: Side) -> String {
        let mut line = self.line_without_time(first);
        if let Some(time) = &self.time {
            line.push_str(" [");
            line.push_str(&write_instant(time));
            line.push(']');
        }
        line
    }

    /// The line without its time and its comment, as a statement has it.
    pub fn line_without_time(&self, first: Side) -> String {
        let mut line = format!("{} {}", number(self.number, self.side, first), self.act);
        if self.offer {
            line.push_str(" (=)");
        }
        if self.conditional {
            line.push_str(" (if)");
        }
        line
    }

    /// The whole line as it is printed.
    pub fn line_with_comment(&self, first: Side) -> String {
        let mut line = self.line(first);
        if let Some(comment) = &self.comment {
            line.push_str(" {");
            line.push_str(comment);
            line.push('}');
        }
        line
    }

    /// Writes the move that the action makes or names, legal in the position before it, in canonical text.
    pub(super) fn set_canonical_move(&mut self, position: &Position, mv: Option<Move>) {
        if let Act::Move(text) | Act::DrawClaimed { with: Some(text), .. } = &mut self.act
            && let Some(mv) = mv
        {
            *text = Cow::Owned(write_move(position, mv));
        }
    }

    /// The same action on its own, borrowing nothing.
    pub fn into_owned(self) -> Action<'static> {
        let Action { act, comment, number, side, offer, conditional, time, place, column } = self;
        let (act, comment) = (act.into_owned(), comment.map(owned));
        Action { act, comment, number, side, offer, conditional, time, place, column }
    }

    /// Where the action's own text stands.
    pub(super) fn text_place(&self) -> Place {
        Place { column: self.column, ..self.place }
    }
}

/// A move's number with the dots that tell the side: one for the side that moves first, three for the other.
pub(super) fn number(number: u32, side: Side, first: Side) -> String {
    format!("{number}{}", if side == first { "." } else { "..." })
}

/// Reads an instant in RFC 3339; any offset is taken, the instant is kept.
pub fn read_instant(text: &str) -> Option<DateTime<Utc>> {
    read_canonical_instant(text.as_bytes())
        .or_else(|| DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc()))
}

/// The form that we write, `2026-11-30T08:00:00Z`, read without the general parser's cost: a record has one per line.
fn read_canonical_instant(text: &[u8]) -> Option<DateTime<Utc>> {
    let text: &[u8; 20] = text.try_into().ok()?;
    let signs = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':'), (19, b'Z')];
    if signs.iter().any(|(at, sign)| text[*at] != *sign) {
        return None;
    }
    let number = |from: usize, to: usize| {
        text[from..to].iter().try_fold(0, |sum, byte| {
            byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0'))
        })
    };
    let year = i32::try_from(number(0, 4)?).ok()?;
    let date = NaiveDate::from_ymd_opt(year, number(5, 7)?, number(8, 10)?)?;
    Some(date.and_hms_opt(number(11, 13)?, number(14, 16)?, number(17, 19)?)?.and_utc())
}

/// Writes an instant as records have it: in RFC 3339, in UTC with a `Z`, in whole seconds.
pub fn write_instant(time: &DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}
