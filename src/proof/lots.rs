//! Drawing of lots between two parties by commitments: both commit, both reveal, and the two secrets together give a
//! result that neither party could steer. Forces are chosen under seal in the same way (V9).
//!
//! # The protocol
//! A draw is a list of actions in the order in which they were entered, none earlier than the one before. [`LotReplay`]
//! plays them one by one; it is the only judge, of what is to be added as of what a file holds. Instants are those of
//! entry, so that nobody shortens a time by the time that he states.
//!
//! | state | who may do what | how it ends |
//! |---|---|---|
//! | open | either party commits, once | both have: *committed* |
//! | | | `days` after the first commitment: *silent* is who has not committed |
//! | committed | either party reveals, once; a reveal that does not open the commitment is refused and counts for nothing, and a true one may follow | both have: *decided* |
//! | | | `days` after the later commitment: *silent* is who has not revealed; where neither has, *void* |
//! | silent | the other party alone chooses: who is North, or has what is drawn for; its own force anew | *decided* |
//! | void | nobody; the same is drawn for anew, in another draw with an id of its own | |
//! | decided | nobody | |
//!
//! In every state either party may ask, once, that it be drawn again; when both have, the draw is *set aside*, and the same
//! is drawn for anew. A draw of forces never throws: decided by reveals, each party has the force that it sealed; after
//! silence the silent party has the orthodox one, and the other the one that it chooses now (otherwise whoever reveals last
//! could choose by silence which of two armies its opponent has).
//!
//! Each commitment hashes the question, the party, the sealed force and the secret; the question hashes all that gives the
//! answer its meaning ([`question`](super::question); the match file's room says of what it consists). So neither the order
//! of the parties, nor what even means, nor the time for the reveals can change once somebody has committed.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};

use super::commitment::{Commitment, CommitmentSubject, RevealError, check, digest};
use crate::record::hex;

/// The first of the texts that are hashed.
const CAST: &str = "riverpost-cast/1";

/// The two faces of a coin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CoinFace {
    /// Counts as even.
    Heads,
    /// Counts as odd.
    Tails,
}

/// The lot of two secrets: a SHA-256 hash, read as one number with the most significant byte first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LotCast([u8; 32]);

impl LotCast {
    /// The lot of two secrets, the first-named party's first. The hash is over the netstrings (see
    /// [`commit`](super::commit)) of `riverpost-cast/1`, the question's hash and the secrets.
    pub fn new(question: &str, secrets: [&str; 2]) -> LotCast {
        LotCast(digest(&[CAST, question, secrets[0], secrets[1]]))
    }

    /// The number as a die, 1 to 6: its remainder by 6, where 0 counts as 6. So the die is even when the number is.
    pub fn die(&self) -> u8 {
        let remainder = self.0.iter().fold(0u16, |r, byte| (r * 256 + u16::from(*byte)) % 6);
        if remainder == 0 { 6 } else { remainder as u8 }
    }

    /// The number as a coin: heads when it is even.
    pub fn coin(&self) -> CoinFace {
        if self.is_even() { CoinFace::Heads } else { CoinFace::Tails }
    }

    /// Whether the number is even: then the first-named party is North (M5).
    pub fn is_even(&self) -> bool {
        self.0[31].is_multiple_of(2)
    }
}

/// The hash as 64 lower-case hexadecimal digits.
impl fmt::Display for LotCast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// What is drawn for, between whom, and how long each step may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LotQuestion<'a> {
    /// The hash of all that gives the answer its meaning.
    pub hash: String,
    /// The ids of the parties, the first-named first.
    pub parties: [&'a str; 2],
    /// Days for the second commitment after the first, and for the reveals after the second.
    pub days: u16,
    /// Whether forces are sealed and nothing is thrown.
    pub forces: bool,
}

/// What a party does in a draw of lots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LotAction<'a> {
    /// Publishes the hash of a secret.
    Commit(Commitment),
    /// Opens the commitment.
    Reveal {
        /// The sealed force; empty where lots are drawn.
        content: &'a str,
        /// The secret.
        secret: &'a str,
    },
    /// Chooses who is North, or has what is drawn for: 0 for the first-named party.
    Choose(usize),
    /// Chooses a force for itself.
    ChooseForce(&'a str),
    /// Asks that it be drawn again.
    Again,
}

/// How a party failed to take part in time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RevealFailure {
    /// It did not commit by the deadline.
    NoCommitment,
    /// It committed and did not open the commitment by the deadline.
    NoReveal,
}

impl RevealFailure {
    /// The failure in words, to follow the party's name.
    pub const fn words(self) -> &'static str {
        match self {
            RevealFailure::NoCommitment => "did not commit by the deadline",
            RevealFailure::NoReveal => "did not reveal by the deadline",
        }
    }
}

/// The state of a draw of lots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LotVerdict<'a> {
    /// Somebody still has to act.
    Waiting {
        /// Whether the first-named and the other party have yet to act.
        on: [bool; 2],
        /// Whether it is the commitments that are missing, not the reveals.
        commitments: bool,
        /// The end of the time to act; none before the first commitment.
        until: Option<DateTime<Utc>>,
    },
    /// Both revealed; this is their lot.
    Thrown(LotCast),
    /// Both revealed their forces.
    Opened([&'a str; 2]),
    /// One party, 0 for the first-named, failed, and the other has yet to choose.
    Silent {
        /// Which party failed.
        party: usize,
        /// How.
        how: RevealFailure,
    },
    /// One party failed, and the other chose: this party, 0 for the first-named, is North or has what is drawn for.
    Chosen {
        /// Which party failed.
        party: usize,
        /// How.
        how: RevealFailure,
        /// The one chosen.
        north: usize,
    },
    /// One party failed and has the orthodox force; the other chose this one.
    ForceChosen {
        /// Which party failed.
        party: usize,
        /// How.
        how: RevealFailure,
        /// The force of the other.
        force: &'a str,
    },
    /// Neither party revealed; the lots are drawn anew.
    Void,
    /// Both asked that it be drawn again.
    SetAside,
}

impl LotVerdict<'_> {
    /// Whether the same is to be drawn for anew.
    pub const fn is_over_undecided(&self) -> bool {
        matches!(self, LotVerdict::Void | LotVerdict::SetAside)
    }
}

/// Why something may not be done in a draw of lots.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LotError {
    /// It is earlier than what was done before.
    #[error("something in this draw has a later time")]
    Backwards,
    /// A party did that already.
    #[error("{party} has {done} already")]
    Twice {
        /// Who.
        party: String,
        /// What, as a participle.
        done: &'static str,
    },
    /// The time for it is over.
    #[error("the time for {party} to do this is over")]
    Late {
        /// For whom.
        party: String,
    },
    /// A reveal comes before the other's commitment.
    #[error("{other} has not committed yet")]
    Early {
        /// The other party.
        other: String,
    },
    /// A reveal comes from who has not committed.
    #[error("{party} has not committed")]
    Uncommitted {
        /// Who reveals.
        party: String,
    },
    /// Both parties publish the same commitment.
    #[error("{party} shows the same commitment as {other}; it is copied")]
    Copied {
        /// The later party.
        party: String,
        /// The other.
        other: String,
    },
    /// What is revealed does not open the commitment.
    #[error(transparent)]
    Reveal(#[from] RevealError),
    /// Somebody else takes part.
    #[error("{name} has no part in this draw")]
    Stranger {
        /// Who.
        name: String,
    },
    /// What is revealed or chosen is no force (V9).
    #[error("{message}")]
    Force {
        /// Why not.
        message: String,
    },
    /// A choice is not for this party to make, or not now.
    #[error("{party} may not choose; {reason}")]
    Choice {
        /// Who chooses.
        party: String,
        /// Why not.
        reason: &'static str,
    },
    /// It has been decided.
    #[error("it has been drawn for already")]
    Decided,
    /// It came to nothing, and the same is drawn for anew.
    #[error("this draw is over, and it is to be drawn again")]
    Over,
}

/// A draw of lots as far as it has been played.
#[derive(Clone, Debug)]
pub struct LotReplay<'a> {
    question: LotQuestion<'a>,
    commitments: [Option<(Commitment, DateTime<Utc>)>; 2],
    openings: [Option<(&'a str, &'a str)>; 2],
    /// The verdict that a choice gave.
    chosen: Option<LotVerdict<'a>>,
    again: [bool; 2],
    last: Option<DateTime<Utc>>,
}

impl<'a> LotReplay<'a> {
    /// A draw in which nothing has been done.
    pub fn new(question: LotQuestion<'a>) -> LotReplay<'a> {
        LotReplay {
            question,
            commitments: [None; 2],
            openings: [None; 2],
            chosen: None,
            again: [false; 2],
            last: None,
        }
    }

    /// What is drawn for.
    pub const fn question(&self) -> &LotQuestion<'a> {
        &self.question
    }

    /// When something was last done.
    pub const fn last(&self) -> Option<DateTime<Utc>> {
        self.last
    }

    /// The commitment of a party, 0 for the first-named.
    pub fn commitment(&self, party: usize) -> Option<Commitment> {
        self.commitments[party].map(|(commitment, _)| commitment)
    }

    /// Which of the parties have asked that it be drawn again.
    pub const fn asked_again(&self) -> [bool; 2] {
        self.again
    }

    /// Plays an action of a party, 0 for the first-named, entered at that instant. One that is refused changes nothing.
    ///
    /// # Errors
    /// A [`LotError`].
    pub fn act(
        &mut self,
        party: usize,
        action: LotAction<'a>,
        at: DateTime<Utc>,
    ) -> Result<(), LotError> {
        if self.last.is_some_and(|last| at < last) {
            return Err(LotError::Backwards);
        }
        let verdict = self.verdict(at);
        match action {
            LotAction::Again => self.ask_again(party, &verdict)?,
            LotAction::Commit(commitment) => {
                self.may_go_on(party, &verdict)?;
                self.commit(party, commitment, at)?;
            }
            LotAction::Reveal { content, secret } => {
                self.may_go_on(party, &verdict)?;
                self.reveal(party, content, secret)?;
            }
            LotAction::Choose(north) => {
                let (silent, how) = self.silence(party, &verdict)?;
                self.chosen = Some(LotVerdict::Chosen { party: silent, how, north });
            }
            LotAction::ChooseForce(force) => {
                let (silent, how) = self.silence(party, &verdict)?;
                self.chosen = Some(LotVerdict::ForceChosen { party: silent, how, force });
            }
        }
        self.last = Some(at);
        Ok(())
    }

    /// Where the draw stands at that instant.
    pub fn verdict(&self, now: DateTime<Utc>) -> LotVerdict<'a> {
        if self.again == [true; 2] {
            return LotVerdict::SetAside;
        }
        if let Some(chosen) = self.chosen {
            return chosen;
        }
        if let [Some((one, first)), Some((other, second))] = self.openings {
            return match self.question.forces {
                true => LotVerdict::Opened([one, other]),
                false => LotVerdict::Thrown(LotCast::new(&self.question.hash, [first, second])),
            };
        }
        let committed = self.commitments.map(|commitment| commitment.is_some());
        let revealed = self.openings.map(|opening| opening.is_some());
        let commitments = committed != [true; 2];
        let done = if commitments { committed } else { revealed };
        let until = self.deadline();
        if until.is_none_or(|until| now <= until) {
            return LotVerdict::Waiting { on: done.map(|done| !done), commitments, until };
        }
        let how = if commitments { RevealFailure::NoCommitment } else { RevealFailure::NoReveal };
        match done {
            [true, _] => LotVerdict::Silent { party: 1, how },
            [false, true] => LotVerdict::Silent { party: 0, how },
            [false, false] => LotVerdict::Void,
        }
    }

    /// The end of the time for what comes next: days from the first commitment for the second, from the later one for the
    /// reveals.
    fn deadline(&self) -> Option<DateTime<Utc>> {
        let from = self.commitments.iter().flatten().map(|(_, at)| *at).max()?;
        let days = TimeDelta::days(i64::from(self.question.days));
        Some(from.checked_add_signed(days).unwrap_or(DateTime::<Utc>::MAX_UTC))
    }

    fn name(&self, party: usize) -> String {
        self.question.parties[party].to_owned()
    }

    /// Refuses a commitment or reveal where there is no time left for it.
    fn may_go_on(&self, party: usize, verdict: &LotVerdict) -> Result<(), LotError> {
        match verdict {
            LotVerdict::Waiting { .. } => Ok(()),
            LotVerdict::Silent { party: silent, .. } if *silent != party => Ok(()),
            LotVerdict::Silent { .. } => Err(LotError::Late { party: self.name(party) }),
            LotVerdict::Void | LotVerdict::SetAside => Err(LotError::Over),
            _ => Err(LotError::Decided),
        }
    }

    fn commit(
        &mut self,
        party: usize,
        commitment: Commitment,
        at: DateTime<Utc>,
    ) -> Result<(), LotError> {
        if self.commitments[party].is_some() {
            return Err(LotError::Twice { party: self.name(party), done: "committed" });
        }
        if self.commitment(1 - party) == Some(commitment) {
            let (party, other) = (self.name(party), self.name(1 - party));
            return Err(LotError::Copied { party, other });
        }
        self.commitments[party] = Some((commitment, at));
        Ok(())
    }

    fn reveal(&mut self, party: usize, content: &'a str, secret: &'a str) -> Result<(), LotError> {
        let Some(commitment) = self.commitment(party) else {
            return Err(LotError::Uncommitted { party: self.name(party) });
        };
        // Whoever commits with the other's secret in hand can choose the result.
        if self.commitments[1 - party].is_none() {
            return Err(LotError::Early { other: self.name(1 - party) });
        }
        if self.openings[party].is_some() {
            return Err(LotError::Twice { party: self.name(party), done: "revealed" });
        }
        let LotQuestion { hash: question, parties, .. } = &self.question;
        let subject = CommitmentSubject { question, party: parties[party] };
        check(&subject, &commitment, content, secret)?;
        self.openings[party] = Some((content, secret));
        Ok(())
    }

    /// Which party is silent and how, where that lets the other choose.
    fn silence(
        &self,
        party: usize,
        verdict: &LotVerdict,
    ) -> Result<(usize, RevealFailure), LotError> {
        let reason = match verdict {
            LotVerdict::Silent { party: silent, how } if *silent != party => {
                return Ok((*silent, *how));
            }
            LotVerdict::Silent { .. } => "it is the other's choice",
            LotVerdict::Waiting { commitments: true, until: None, .. } => "nobody has committed",
            LotVerdict::Waiting { commitments: true, .. } => "there is time to commit",
            LotVerdict::Waiting { .. } => "there is time to reveal",
            LotVerdict::Void => "neither has revealed; draw again",
            LotVerdict::SetAside => "it is to be drawn again",
            _ => "the draw has decided",
        };
        Err(LotError::Choice { party: self.name(party), reason })
    }

    fn ask_again(&mut self, party: usize, verdict: &LotVerdict) -> Result<(), LotError> {
        if verdict.is_over_undecided() {
            return Err(LotError::Over);
        }
        if self.again[party] {
            return Err(LotError::Twice { party: self.name(party), done: "asked to draw again" });
        }
        self.again[party] = true;
        Ok(())
    }
}
