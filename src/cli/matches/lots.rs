//! `riverpost match lots`: lots drawn at a distance, or a roll that somebody witnessed.

use chrono::{DateTime, Utc};
use clap::{Subcommand, ValueEnum};
use serde_json::json;

use super::shared::{self, MatchName};
use crate::actions::matches::{self as actions, EvaluatedMatch, LotStep};
use crate::actions::{MatchRefusal, Recorded};
use crate::cli::arguments::{Common, instant, now, now_or};
use crate::cli::command::Run;
use crate::cli::error::{Done, Failure};
use crate::cli::output::Out;
use crate::matches::{Device, Face, Lot};
use crate::render::one_line;

/// Draw lots: commit, reveal, roll, choose, show
#[derive(Subcommand, Debug)]
pub(super) enum Lots {
    /// Publish the hash of a fresh secret, which is kept in git's own folder until it is revealed
    Commit {
        #[command(flatten)]
        name: MatchName,
        #[command(flatten)]
        purpose: Purpose,
        #[command(flatten)]
        party: Party,
        /// What decides [default: die]
        #[arg(long, value_name = "DEVICE")]
        device: Option<DeviceName>,
        /// The force to be sealed, as in N=DRA; it implies --device forces
        #[arg(long, value_name = "FORCE")]
        force: Option<String>,
    },
    /// Open the commitment
    Reveal {
        #[command(flatten)]
        name: MatchName,
        #[command(flatten)]
        purpose: Purpose,
        #[command(flatten)]
        party: Party,
        /// The secret, where it is not kept in this repository
        #[arg(long, value_name = "HEX")]
        secret: Option<String>,
        /// The force that was sealed along with that secret
        #[arg(long, value_name = "FORCE", requires = "secret")]
        force: Option<String>,
    },
    /// Record a die rolled or a coin tossed by hand
    Roll {
        #[command(flatten)]
        name: MatchName,
        #[command(flatten)]
        purpose: Purpose,
        /// The number on the die
        #[arg(long, value_name = "N", conflicts_with = "coin", required_unless_present = "coin",
              value_parser = clap::value_parser!(u8).range(1..=6))]
        die: Option<u8>,
        /// The face of the coin
        #[arg(long, value_name = "FACE")]
        coin: Option<Coin>,
        /// Who saw it
        #[arg(long, value_name = "NAME")]
        witness: String,
        /// When it was done [default: now]
        #[arg(long, value_name = "INSTANT", value_parser = instant)]
        at: Option<DateTime<Utc>>,
    },
    /// Choose, when the other did not commit or reveal in time
    Choose {
        #[command(flatten)]
        name: MatchName,
        #[command(flatten)]
        purpose: Purpose,
        #[command(flatten)]
        party: Party,
        /// Who is to be North, or to have what is drawn for
        #[arg(long, value_name = "PLAYER")]
        north: String,
    },
    /// Show every draw and where it stands
    Show(MatchName),
}

/// What is drawn for.
#[derive(clap::Args, Debug)]
pub(super) struct Purpose {
    /// What it is for: sides, or a game's id
    #[arg(value_name = "WHAT", default_value = "sides")]
    purpose: String,
    /// An option of that game, such as chariots, instead of its sides
    #[arg(long, value_name = "KEY")]
    option: Option<String>,
}

/// Who acts, and when.
#[derive(clap::Args, Debug)]
pub(super) struct Party {
    /// For whom it is entered: an id, a name or an address [default: who git commits as]
    #[arg(long = "for", value_name = "PLAYER")]
    who: Option<String>,
    /// When it was done [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<DateTime<Utc>>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DeviceName {
    Die,
    Coin,
    Forces,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coin {
    Heads,
    Tails,
}

impl Run for Lots {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (name, step) = match self {
            Lots::Show(name) => return show(name, common, out),
            Lots::Commit { name, purpose, party, .. }
            | Lots::Reveal { name, purpose, party, .. }
            | Lots::Choose { name, purpose, party, .. } => {
                (name, step(purpose, party.who.clone(), party.at, common)?)
            }
            Lots::Roll { name, purpose, at, .. } => (name, step(purpose, None, *at, common)?),
        };
        let (store, path, before) = name.locate(common)?;
        let before = before.as_deref();
        match self {
            Lots::Commit { device, force, .. } => {
                let implied = force.as_ref().map(|_| DeviceName::Forces);
                let device = device.or(implied).map(Device::from);
                let done = actions::commit(&store, &path, &step, device, force.as_deref())?;
                said(&done, before, &step, common, out)
            }
            Lots::Reveal { secret, force, .. } => {
                let force = force.as_deref().unwrap_or_default();
                let given = secret.as_deref().map(|secret| (secret, force));
                let done = actions::reveal(&store, &path, &step, given)?;
                said(&done, before, &step, common, out)
            }
            Lots::Roll { die, coin, witness, .. } => {
                let face = coin.map(Face::from);
                let done = actions::roll(&store, &path, &step, *die, face, witness)?;
                said(&done, before, &step, common, out)
            }
            Lots::Choose { north, .. } => {
                let done = actions::choose(&store, &path, &step, north)?;
                said(&done, before, &step, common, out)
            }
            Lots::Show(_) => Ok(0),
        }
    }
}

impl From<DeviceName> for Device {
    fn from(name: DeviceName) -> Device {
        match name {
            DeviceName::Die => Device::Die,
            DeviceName::Coin => Device::Coin,
            DeviceName::Forces => Device::Forces,
        }
    }
}

impl From<Coin> for Face {
    fn from(coin: Coin) -> Face {
        match coin {
            Coin::Heads => Face::Heads,
            Coin::Tails => Face::Tails,
        }
    }
}

fn step(
    purpose: &Purpose,
    who: Option<String>,
    at: Option<DateTime<Utc>>,
    common: &Common,
) -> Result<LotStep, Failure> {
    Ok(LotStep {
        purpose: purpose.purpose.clone(),
        option: purpose.option.clone(),
        who,
        at: now_or(at)?,
        dry_run: common.dry_run,
    })
}

/// Says what was done, and where the draw of lots stands after it.
fn said(
    done: &Recorded<EvaluatedMatch>,
    before: Option<&str>,
    step: &LotStep,
    common: &Common,
    out: &mut Out,
) -> Done {
    shared::changed(done, before, common, out)?;
    let m = &done.value.m;
    let same = |lot: &&Lot| lot.purpose == step.purpose && lot.option == step.option;
    if let Some(lot) = m.lots.iter().find(same).filter(|_| !common.json && !common.dry_run) {
        let stands = actions::describe_lot(m, lot, step.at).map_err(MatchRefusal::from)?;
        out.note(one_line(&stands))?;
    }
    Ok(0)
}

fn show(name: &MatchName, common: &Common, out: &mut Out) -> Done {
    let read = name.read(common)?;
    let now = now()?;
    for lot in &read.m.lots {
        let stands =
            actions::describe_lot(&read.m, lot, now).unwrap_or_else(|fault| fault.to_string());
        if common.json {
            out.line(json!({ "for": lot.full_purpose(), "stands": stands, "draw": lot }))?;
        } else {
            out.line(one_line(&format!("{}: {stands}", lot.full_purpose())))?;
        }
    }
    if read.m.lots.is_empty() {
        out.note("nothing is drawn for")?;
    }
    if common.json { Ok(shared::code(&read)) } else { shared::contradictions(&read, out) }
}
