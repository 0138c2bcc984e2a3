//! Drawing of lots between two parties by commitments: both commit, both reveal, and the two secrets together give a
//! result that neither party could steer.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};

use super::commitment::{Commitment, CommitmentSubject, RevealError, check, digest, hex};

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
    /// [`commit`](super::commit)) of `riverpost-cast/1`, the match id, the purpose and the secrets.
    pub fn new(subjects: &[CommitmentSubject; 2], secrets: [&str; 2]) -> LotCast {
        let [first, _] = subjects;
        LotCast(digest(&[CAST, first.match_id, first.purpose, secrets[0], secrets[1]]))
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
        hex(&self.0, f)
    }
}

/// What one party has published so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LotParty<'a> {
    /// The player's or team's id, or the side.
    pub name: &'a str,
    /// The commitment and when it was made.
    pub commitment: Option<(Commitment, DateTime<Utc>)>,
    /// The reveal: the sealed content (empty where lots are drawn), the secret, and when it was made.
    pub reveal: Option<(&'a str, &'a str, DateTime<Utc>)>,
}

/// How a party failed to take part in time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RevealFailure {
    /// It did not commit by the deadline.
    NoCommitment,
    /// It committed and did not reveal by the deadline.
    NoReveal,
    /// It revealed after the deadline.
    LateReveal,
    /// It revealed something else than it had committed to, and the deadline is over.
    FalseReveal,
}

impl RevealFailure {
    /// The failure in words, to follow the party's name.
    pub const fn words(self) -> &'static str {
        match self {
            RevealFailure::NoCommitment => "did not commit by the deadline",
            RevealFailure::NoReveal => "did not reveal by the deadline",
            RevealFailure::LateReveal => "revealed after the deadline",
            RevealFailure::FalseReveal => "revealed something else than it had committed to",
        }
    }
}

/// The state of a draw of lots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LotVerdict {
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
    /// One party, 0 for the first-named, failed; the other chooses (M5).
    Silent {
        /// Which party failed.
        party: usize,
        /// How.
        how: RevealFailure,
    },
    /// Both failed; the lots are drawn again.
    BothSilent([RevealFailure; 2]),
}

/// A force chosen under seal (V9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SealedForce<'a> {
    /// The text that was sealed.
    Chosen(&'a str),
    /// No reveal in time: the orthodox force.
    Orthodox(RevealFailure),
}

/// What one party has done so far.
enum RevealState<'a> {
    Waiting,
    Open { content: &'a str, secret: &'a str },
    Failed(RevealFailure),
}

/// The state of a draw of lots at the instant `now`. Both parties have `days` for the commitment from the other's, and as many for
/// the reveal from the later commitment.
///
/// # Errors
/// A [`RevealError`] for a copied commitment, one made after the other's reveal, a reveal that
/// is false while there is still time for a true one, a reveal with no commitment.
pub fn judge_lots(
    match_id: &str,
    purpose: &str,
    parties: &[LotParty; 2],
    days: u16,
    now: DateTime<Utc>,
) -> Result<LotVerdict, RevealError> {
    let subjects = subjects(match_id, purpose, parties);
    let until = deadline(parties, days)?;
    Ok(match openings(&subjects, parties, until, now)? {
        [RevealState::Open { secret: first, .. }, RevealState::Open { secret: second, .. }] => {
            LotVerdict::Thrown(LotCast::new(&subjects, [first, second]))
        }
        [RevealState::Failed(first), RevealState::Failed(second)] => {
            LotVerdict::BothSilent([first, second])
        }
        [RevealState::Failed(how), RevealState::Open { .. }] => {
            LotVerdict::Silent { party: 0, how }
        }
        [RevealState::Open { .. }, RevealState::Failed(how)] => {
            LotVerdict::Silent { party: 1, how }
        }
        // Who committed while the other did not has nothing to reveal: that one alone failed.
        [RevealState::Failed(how @ RevealFailure::NoCommitment), RevealState::Waiting] => {
            LotVerdict::Silent { party: 0, how }
        }
        [RevealState::Waiting, RevealState::Failed(how @ RevealFailure::NoCommitment)] => {
            LotVerdict::Silent { party: 1, how }
        }
        openings => waiting(&openings, parties, until),
    })
}

/// The forces that two sides sealed, in the order of the parties; `None` while somebody still has time to act.
///
/// # Errors
/// As for [`judge_lots`].
pub fn sealed_forces<'a>(
    match_id: &str,
    purpose: &str,
    parties: &[LotParty<'a>; 2],
    days: u16,
    now: DateTime<Utc>,
) -> Result<Option<[SealedForce<'a>; 2]>, RevealError> {
    let until = deadline(parties, days)?;
    let [first, second] = openings(&subjects(match_id, purpose, parties), parties, until, now)?;
    let force = |opening| match opening {
        RevealState::Open { content, .. } => Some(SealedForce::Chosen(content)),
        RevealState::Failed(how) => Some(SealedForce::Orthodox(how)),
        RevealState::Waiting => None,
    };
    Ok(force(first).zip(force(second)).map(|(a, b)| [a, b]))
}

fn subjects<'a>(
    match_id: &'a str,
    purpose: &'a str,
    parties: &[LotParty<'a>; 2],
) -> [CommitmentSubject<'a>; 2] {
    parties.map(|party| CommitmentSubject { match_id, purpose, party: party.name })
}

/// The end of the time for what comes next: days from the first commitment for the second, from the later one for
/// the reveals.
fn deadline(parties: &[LotParty; 2], days: u16) -> Result<Option<DateTime<Utc>>, RevealError> {
    let Some(from) = parties.iter().filter_map(|p| p.commitment).map(|(_, at)| at).max() else {
        return Ok(None);
    };
    let until = from.checked_add_signed(TimeDelta::days(i64::from(days)));
    until.map(Some).ok_or(RevealError::Calendar { days })
}

fn openings<'a>(
    subjects: &[CommitmentSubject; 2],
    parties: &[LotParty<'a>; 2],
    until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<[RevealState<'a>; 2], RevealError> {
    let [first, second] = parties;
    if let (Some((one, _)), Some((other, _))) = (first.commitment, second.commitment)
        && one == other
    {
        return Err(RevealError::Copied { first: first.name.into(), second: second.name.into() });
    }
    Ok([
        opening(&subjects[0], first, second, until, now)?,
        opening(&subjects[1], second, first, until, now)?,
    ])
}

fn opening<'a>(
    subject: &CommitmentSubject,
    party: &LotParty<'a>,
    other: &LotParty,
    until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<RevealState<'a>, RevealError> {
    let over = until.is_some_and(|until| now > until);
    let Some((commitment, committed)) = party.commitment else {
        return match party.reveal {
            Some(_) => Err(RevealError::Uncommitted { party: party.name.into() }),
            None if over => Ok(RevealState::Failed(RevealFailure::NoCommitment)),
            None => Ok(RevealState::Waiting),
        };
    };
    // Whoever commits with the other's secret in hand can choose the result.
    if other.reveal.is_some_and(|(_, _, revealed)| committed >= revealed) {
        return Err(RevealError::TooLate { party: party.name.into(), other: other.name.into() });
    }
    let Some((content, secret, revealed)) = party.reveal else {
        let failed = over && other.commitment.is_some();
        return Ok(if failed {
            RevealState::Failed(RevealFailure::NoReveal)
        } else {
            RevealState::Waiting
        });
    };
    match check(subject, &commitment, content, secret, &[]) {
        Err(_) if over => Ok(RevealState::Failed(RevealFailure::FalseReveal)),
        Err(error) => Err(error),
        Ok(()) if until.is_some_and(|until| revealed > until) => {
            Ok(RevealState::Failed(RevealFailure::LateReveal))
        }
        Ok(()) => Ok(RevealState::Open { content, secret }),
    }
}

fn waiting(
    openings: &[RevealState; 2],
    parties: &[LotParty; 2],
    until: Option<DateTime<Utc>>,
) -> LotVerdict {
    let commitments = parties.iter().any(|party| party.commitment.is_none());
    let on = [0, 1].map(|i| {
        let to_act = matches!(openings[i], RevealState::Waiting);
        to_act && (!commitments || parties[i].commitment.is_none())
    });
    LotVerdict::Waiting { on, commitments, until }
}
