//! What the drawing of lots in a match decided (M5), and what may not stand in it.

use chrono::{DateTime, Utc};

use super::fault::{MatchFault, ValuePath};
use super::game_kind::Roster;
use super::model::{Committed, Device, Face, Lot, Match};
use crate::proof::{self, CoinFace, LotCast, LotParty, LotVerdict, RevealError, SealedForce};

/// What a draw decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LotDecision {
    /// The id of who is North, or has what is drawn for.
    pub north: String,
    /// How, in words.
    pub how: String,
}

/// Between whom the draw is held, the first-named first; none where that is not known.
pub fn lot_parties<'a>(m: &'a Match, lot: &Lot) -> Option<[&'a str; 2]> {
    let roster = Roster::of(m);
    match m.fixture(&lot.purpose) {
        Some(fixture) => roster.pair_ids(fixture),
        None => roster.two(),
    }
}

/// The fault of what two parties published: its path begins at the lot and leads to the commitment or the reveal.
fn unsound(lot: &Lot, error: &RevealError) -> MatchFault {
    let commits = |wanted: &dyn Fn(&Committed) -> bool| {
        lot.commits.iter().position(wanted).map(|i| ValuePath::item("commits", i))
    };
    let commit_of = |party: &str| commits(&|c| c.player == party);
    let reveal_of = |party: &str| {
        lot.reveals.iter().position(|r| r.player == party).map(|i| ValuePath::item("reveals", i))
    };
    let path = match error {
        RevealError::Malformed { given } => commits(&|c| c.commitment == *given),
        RevealError::Elsewhere { commitment, .. } => commits(&|c| c.commitment == *commitment),
        RevealError::Copied { second, .. } => commit_of(second),
        RevealError::TooLate { party, .. } => commit_of(party),
        RevealError::Secret { party }
        | RevealError::False { party, .. }
        | RevealError::Uncommitted { party } => reveal_of(party),
        RevealError::Calendar { .. } => None,
    };
    let message = format!("draw for {}: {error}", lot.full_purpose());
    MatchFault::new(path.unwrap_or_else(|| ValuePath::key("for")), message).rule("M5")
}

/// Where a draw by commit–reveal stands at the moment `now`; nothing for a roll by hand or sealed forces.
///
/// # Errors
/// A [`MatchFault`] whose path begins at the lot.
pub fn lot_verdict(
    m: &Match,
    lot: &Lot,
    now: DateTime<Utc>,
) -> Result<Option<LotVerdict>, MatchFault> {
    if lot.roll.is_some() || lot.face.is_some() || lot.by == Device::Forces {
        return Ok(None);
    }
    let Some(pair) = lot_parties(m, lot) else { return Ok(None) };
    let purpose = lot.full_purpose();
    let published = published(lot, pair, now);
    proof::judge_lots(&m.id, &purpose, &published, m.sides.reveal_days, now)
        .map(Some)
        .map_err(|error| unsound(lot, &error))
}

/// The forces that were sealed, in the order of [`lot_parties`]; nothing while somebody has time, or for another draw.
///
/// # Errors
/// A [`MatchFault`] whose path begins at the lot.
pub fn lot_forces<'a>(
    m: &'a Match,
    lot: &'a Lot,
    now: DateTime<Utc>,
) -> Result<Option<[SealedForce<'a>; 2]>, MatchFault> {
    let Some(pair) = lot_parties(m, lot).filter(|_| lot.by == Device::Forces) else {
        return Ok(None);
    };
    let purpose = lot.full_purpose();
    let published = published(lot, pair, now);
    proof::sealed_forces(&m.id, &purpose, &published, m.sides.reveal_days, now)
        .map_err(|error| unsound(lot, &error))
}

/// What the draw decided, by roll, by commit–reveal or by the choice of one when the other was silent; nothing while
/// it is open. It needs no clock: a choice is judged as of the moment it was made.
///
/// # Errors
/// A [`MatchFault`] whose path begins at the lot.
pub fn lot_decision(m: &Match, lot: &Lot) -> Result<Option<LotDecision>, MatchFault> {
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
        let refused = |why: &str| {
            let (purpose, player) = (lot.full_purpose(), &choice.player);
            let message = format!("draw for {purpose}: {player} may not choose; {why}");
            MatchFault::new(ValuePath::key("choice"), message).rule("M5")
        };
        return match lot_verdict(m, lot, choice.at)? {
            Some(LotVerdict::Silent { party, how }) if pair[1 - party] == choice.player => {
                let how = format!("{} {}; {} chose", pair[party], how.words(), choice.player);
                Ok(Some(LotDecision { north: choice.north.clone(), how }))
            }
            Some(LotVerdict::Silent { .. }) => Err(refused("it is the other's choice")),
            Some(LotVerdict::Thrown(_)) => Err(refused("the draw had decided")),
            Some(LotVerdict::BothSilent(_)) => Err(refused("both were silent; draw again")),
            Some(LotVerdict::Waiting { .. }) | None => Err(refused("there was time to reveal")),
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
/// A [`MatchFault`] whose path begins at the lot.
pub fn verify_lot(m: &Match, lot: &Lot) -> Result<(), MatchFault> {
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
