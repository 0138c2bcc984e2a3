//! Where a draw of lots stands, in words.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::matches::{
    Device, Lot, LotFault, Match, lot_decision, lot_forces, lot_parties, lot_verdict,
};
use crate::proof::{LotVerdict, SealedForce};

/// Where a draw stands at the moment `now`: what it decided, or who has to do what until when, or who failed.
///
/// # Errors
/// [`LotFault`] for a draw that does not stand.
pub fn stands(m: &Match, lot: &Lot, now: DateTime<Utc>) -> Result<String, LotFault> {
    let Some(pair) = lot_parties(m, lot) else { return Ok("nobody knows between whom".into()) };
    let names = pair.map(|id| m.name_of(id));
    if lot.by == Device::Forces {
        return Ok(match lot_forces(m, lot, now)? {
            Some(found) => {
                let told = names.iter().zip(found).map(|(name, force)| match force {
                    SealedForce::Chosen("") => format!("{name}: the orthodox force"),
                    SealedForce::Chosen(text) => format!("{name}: {text}"),
                    SealedForce::Orthodox(how) => {
                        format!("{name} {}: the orthodox force", how.words())
                    }
                });
                told.collect::<Vec<_>>().join("; ")
            }
            None => waiting(lot, pair, names),
        });
    }
    if let Some(decision) = lot_decision(m, lot)? {
        let north = m.name_of(&decision.north);
        return Ok(match &lot.option {
            None => format!("{}: {north} is North", decision.how),
            Some(option) => format!("{}: {north} has the {option}", decision.how),
        });
    }
    Ok(match lot_verdict(m, lot, now)? {
        Some(LotVerdict::Silent { party, how }) => {
            format!("{} {}; {} chooses", names[party], how.words(), names[1 - party])
        }
        Some(LotVerdict::BothSilent([first, second])) => format!(
            "{} {}, {} {}; it is to be drawn again",
            names[0],
            first.words(),
            names[1],
            second.words()
        ),
        Some(LotVerdict::Waiting { until: Some(until), .. }) => format!(
            "{} until {}",
            waiting(lot, pair, names),
            until.to_rfc3339_opts(SecondsFormat::Secs, true)
        ),
        _ => waiting(lot, pair, names),
    })
}

/// Who has yet to commit, or to reveal once both have.
fn waiting(lot: &Lot, pair: [&str; 2], names: [&str; 2]) -> String {
    let committed = |id: &str| lot.commits.iter().any(|c| c.player == id);
    let revealed = |id: &str| lot.reveals.iter().any(|r| r.player == id);
    let all = pair.iter().all(|id| committed(id));
    let due =
        pair.iter().zip(names).filter(|(id, _)| if all { !revealed(id) } else { !committed(id) });
    let due: Vec<&str> = due.map(|(_, name)| name).collect();
    format!("waiting for {} to {}", due.join(" and "), if all { "reveal" } else { "commit" })
}
