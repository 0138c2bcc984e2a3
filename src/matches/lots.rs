//! What the draws of a match decided.

use chrono::{DateTime, Utc};

use super::lot::{Device, Face, Lot};
use super::model::Match;
use super::sides;
use crate::proof::{self, CoinFace, LotCast, LotParty, LotVerdict, RevealError, SealedForce};

/// What a draw decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LotDecision {
    /// The id of who is North, or has what is drawn for.
    pub north: String,
    /// How, in words.
    pub how: String,
}

/// What is wrong with a draw.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LotFault {
    /// The commitments and reveals do not stand.
    #[error("draw for {purpose}: {error}")]
    Reveal {
        /// What is drawn for.
        purpose: String,
        /// Why.
        error: RevealError,
    },
    /// Somebody chose while the draw was still open, or after it had decided.
    #[error("draw for {purpose}: {player} may not choose; {why}")]
    Choice {
        /// What is drawn for.
        purpose: String,
        /// Who chose.
        player: String,
        /// Why not.
        why: String,
    },
}

/// Between whom the draw is held, the first-named first; none where that is not known.
pub fn lot_parties<'a>(m: &'a Match, lot: &Lot) -> Option<[&'a str; 2]> {
    match m.fixture(&lot.purpose) {
        Some(fixture) => sides::pair(m, fixture),
        None => sides::two(m),
    }
}

/// Where a draw by commit–reveal stands at the moment `now`; nothing for a roll by hand or sealed forces.
///
/// # Errors
/// [`LotFault::Reveal`].
pub fn lot_verdict(
    m: &Match,
    lot: &Lot,
    now: DateTime<Utc>,
) -> Result<Option<LotVerdict>, LotFault> {
    if lot.roll.is_some() || lot.face.is_some() || lot.by == Device::Forces {
        return Ok(None);
    }
    let Some(pair) = lot_parties(m, lot) else { return Ok(None) };
    let purpose = lot.full_purpose();
    let published = published(lot, pair, now);
    proof::judge_lots(&m.id, &purpose, &published, m.sides.reveal_days, now)
        .map(Some)
        .map_err(|error| LotFault::Reveal { purpose, error })
}

/// The forces that were sealed, in the order of [`lot_parties`]; nothing while somebody has time, or for another draw.
///
/// # Errors
/// [`LotFault::Reveal`].
pub fn lot_forces<'a>(
    m: &'a Match,
    lot: &'a Lot,
    now: DateTime<Utc>,
) -> Result<Option<[SealedForce<'a>; 2]>, LotFault> {
    let Some(pair) = lot_parties(m, lot).filter(|_| lot.by == Device::Forces) else {
        return Ok(None);
    };
    let purpose = lot.full_purpose();
    let published = published(lot, pair, now);
    proof::sealed_forces(&m.id, &purpose, &published, m.sides.reveal_days, now)
        .map_err(|error| LotFault::Reveal { purpose: lot.full_purpose(), error })
}

/// What the draw decided, by roll, by commit–reveal or by the choice of one when the other was silent; nothing while
/// it is open. It needs no clock: a choice is judged as of the moment it was made.
///
/// # Errors
/// [`LotFault`].
pub fn lot_decision(m: &Match, lot: &Lot) -> Result<Option<LotDecision>, LotFault> {
    let Some(pair) = lot_parties(m, lot) else { return Ok(None) };
    let decided = |even: bool, how: String| {
        Ok(Some(LotDecision { north: pair[usize::from(!even)].to_owned(), how }))
    };
    let witness = lot.witness.as_deref().unwrap_or_default();
    if let Some(roll) = lot.roll {
        return decided(roll.is_multiple_of(2), format!("die {roll}, witnessed by {witness}"));
    }
    if let Some(face) = lot.face {
        let heads = face == Face::Heads;
        let name = if heads { "heads" } else { "tails" };
        return decided(heads, format!("coin {name}, witnessed by {witness}"));
    }
    if let Some(choice) = &lot.choice {
        let refused = |why: String| LotFault::Choice {
            purpose: lot.full_purpose(),
            player: choice.player.clone(),
            why,
        };
        return match lot_verdict(m, lot, choice.at)? {
            Some(LotVerdict::Silent { party, how }) if pair[1 - party] == choice.player => {
                let how = format!("{} {}; {} chose", pair[party], how.words(), choice.player);
                Ok(Some(LotDecision { north: choice.north.clone(), how }))
            }
            Some(LotVerdict::Silent { .. }) => Err(refused("it is the other's choice".into())),
            Some(LotVerdict::Thrown(_)) => Err(refused("the draw had decided".into())),
            Some(LotVerdict::BothSilent(_)) => Err(refused("both were silent; draw again".into())),
            Some(LotVerdict::Waiting { .. }) | None => {
                Err(refused("there was time to reveal".into()))
            }
        };
    }
    let Some(last) = last(lot) else { return Ok(None) };
    match lot_verdict(m, lot, last)? {
        Some(LotVerdict::Thrown(cast)) => decided(cast.is_even(), thrown(lot.by, &cast)),
        _ => Ok(None),
    }
}

/// Whether what has been published stands, whatever the draw is for.
///
/// # Errors
/// [`LotFault`].
pub fn verify_lot(m: &Match, lot: &Lot) -> Result<(), LotFault> {
    lot_decision(m, lot)?;
    last(lot).map_or(Ok(None), |last| lot_forces(m, lot, last))?;
    Ok(())
}

/// When something was last published.
fn last(lot: &Lot) -> Option<DateTime<Utc>> {
    lot.commits.iter().map(|c| c.at).chain(lot.reveals.iter().map(|r| r.at)).max()
}

fn thrown(device: Device, cast: &LotCast) -> String {
    match (device, cast.coin()) {
        (Device::Coin, CoinFace::Heads) => "coin heads, by commit and reveal".into(),
        (Device::Coin, CoinFace::Tails) => "coin tails, by commit and reveal".into(),
        _ => format!("die {}, by commit and reveal", cast.die()),
    }
}

/// What both parties had published by then.
fn published<'a>(lot: &'a Lot, pair: [&'a str; 2], now: DateTime<Utc>) -> [LotParty<'a>; 2] {
    pair.map(|name| LotParty {
        name,
        commitment: lot
            .commits
            .iter()
            .find(|c| c.player == name && c.at <= now)
            .and_then(|c| Some((c.commitment.parse().ok()?, c.at))),
        reveal: lot
            .reveals
            .iter()
            .find(|r| r.player == name && r.at <= now)
            .map(|r| (r.content.as_str(), r.secret.as_str(), r.at)),
    })
}
