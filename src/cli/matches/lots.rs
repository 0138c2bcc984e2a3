//! `riverpost match lots`: lots drawn at a distance, or a roll that somebody witnessed.

use clap::{Subcommand, ValueEnum};
use serde_json::json;

use super::shared::{self, MatchName};
use crate::actions::Recorded;
use crate::actions::matches::{self as actions, EvaluatedMatch, LotChoice, LotStep};
use crate::cli::arguments::{Common, Format};
use crate::cli::command::Run;
use crate::cli::error::{Done, Failure};
use crate::cli::instant::{Instant, instant, now};
use crate::cli::output::{Out, now_or};
use crate::matches::{Device, Face, PlayedLots};
use crate::render::one_line;

/// Draw lots: commit, reveal, roll, choose, again, show
#[derive(Subcommand, Debug)]
pub(super) enum Lots {
    /// Publish the hash of a fresh secret, which is kept in git's own folder until the draw is over and pushed
    Commit {
        #[command(flatten)]
        step: Step,
        /// The force to be sealed, as in N=DRA; it implies --device forces
        #[arg(long, value_name = "FORCE")]
        force: Option<String>,
    },
    /// Open the commitment
    Reveal {
        #[command(flatten)]
        step: Step,
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
        subject: Subject,
        /// The number on the die
        #[arg(long, value_name = "N", conflicts_with = "coin", required_unless_present = "coin",
              value_parser = clap::value_parser!(u8).range(1..=6))]
        die: Option<u8>,
        /// The face of the coin
        #[arg(long, value_name = "FACE")]
        coin: Option<Coin>,
        /// Who saw it; neither of the two
        #[arg(long, value_name = "NAME")]
        witness: String,
    },
    /// Choose, when the other did not commit or reveal in time
    Choose {
        #[command(flatten)]
        step: Step,
        /// Who is to be North, or to have what is drawn for
        #[arg(long, value_name = "PLAYER", required_unless_present = "force")]
        north: Option<String>,
        /// One's own force anew, where forces are drawn for; the silent side has the orthodox one
        #[arg(long, value_name = "FORCE", conflicts_with = "north")]
        force: Option<String>,
    },
    /// Ask that it be drawn again; once both have, the next commit begins the new draw
    Again(Step),
    /// Show every draw and where it stands
    Show(MatchName),
}

/// What is drawn for.
#[derive(clap::Args, Debug)]
pub(super) struct Subject {
    #[command(flatten)]
    name: MatchName,
    /// What it is for: sides, or a game's id
    #[arg(value_name = "WHAT", default_value = "sides")]
    purpose: String,
    /// An option of that game, such as chariots, instead of its sides
    #[arg(long, value_name = "KEY")]
    option: Option<String>,
    /// When it was done [default: now]; the time to answer counts from now
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<Instant>,
}

/// What a party does, and in which draw.
#[derive(clap::Args, Debug)]
pub(super) struct Step {
    #[command(flatten)]
    subject: Subject,
    /// What decides [default: that of the draw begun, else die]
    #[arg(long, value_name = "DEVICE")]
    device: Option<DeviceName>,
    /// For whom it is entered: an id, a name or an address [default: who git commits as]
    #[arg(long = "for", value_name = "PLAYER")]
    who: Option<String>,
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
        let (subject, step) = match self {
            Lots::Show(name) => return show(name, common, out),
            Lots::Roll { subject, coin, .. } => {
                let device = if coin.is_some() { Device::Coin } else { Device::Die };
                (subject, subject.step(None, Some(device), common, out)?)
            }
            Lots::Commit { step, .. }
            | Lots::Reveal { step, .. }
            | Lots::Choose { step, .. }
            | Lots::Again(step) => {
                let device = step.device.map(Device::from).or(self.implied());
                (&step.subject, step.subject.step(step.who.clone(), device, common, out)?)
            }
        };
        let (store, path, before) = subject.name.locate(common)?;
        let done = match self {
            Lots::Commit { force, .. } => actions::commit(&store, &path, &step, force.as_deref())?,
            Lots::Reveal { secret, force, .. } => {
                let force = force.as_deref().unwrap_or_default();
                let given = secret.as_deref().map(|secret| (secret, force));
                actions::reveal(&store, &path, &step, given)?
            }
            Lots::Roll { die, coin, witness, .. } => {
                let face = coin.map(Face::from);
                actions::roll(&store, &path, &step, *die, face, witness)?
            }
            Lots::Choose { north, force, .. } => {
                let north = north.as_deref().unwrap_or_default();
                let choice = force.as_deref().map_or(LotChoice::North(north), LotChoice::Force);
                actions::choose(&store, &path, &step, choice)?
            }
            Lots::Again(_) => actions::again(&store, &path, &step)?,
            Lots::Show(_) => return Ok(0),
        };
        said(&done, before.as_deref(), &step, common, out)
    }
}

impl Lots {
    /// The device that follows from what else is said: who names a force means the draw of forces.
    fn implied(&self) -> Option<Device> {
        match self {
            Lots::Commit { force: Some(_), .. }
            | Lots::Reveal { force: Some(_), .. }
            | Lots::Choose { force: Some(_), .. } => Some(Device::Forces),
            _ => None,
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

impl Subject {
    fn step(
        &self,
        who: Option<String>,
        device: Option<Device>,
        common: &Common,
        out: &mut Out,
    ) -> Result<LotStep, Failure> {
        let at = now_or(self.at, common, out)?;
        Ok(LotStep {
            purpose: self.purpose.clone(),
            option: self.option.clone(),
            device,
            who,
            at,
            now: now()?,
            dry_run: common.dry_run,
        })
    }
}

/// Says what was done, and where the draws of the same stand after it.
fn said(
    done: &Recorded<EvaluatedMatch>,
    before: Option<&str>,
    step: &LotStep,
    common: &Common,
    out: &mut Out,
) -> Done {
    shared::changed(done, before, common, out)?;
    if common.json || common.dry_run {
        return Ok(0);
    }
    let m = &done.value.m;
    let lots = PlayedLots::of(m);
    let same =
        lots.current().filter(|l| l.lot.purpose == step.purpose && l.lot.option == step.option);
    for lot in same {
        out.note(one_line(&actions::describe_lot(m, lot, step.now)))?;
    }
    Ok(0)
}

fn show(name: &MatchName, common: &Common, out: &mut Out) -> Done {
    let read = name.read(common)?;
    let now = now()?;
    let lots = PlayedLots::of(&read.m);
    for lot in lots.all() {
        let (purpose, id) = (lot.lot.full_purpose(), lot.lot.id());
        let stands = actions::describe_lot(&read.m, lot, now);
        if common.json {
            out.line(json!({
                "id": id, "for": purpose, "stands": stands, "draw": lot.lot,
                "question": lot.replay().question().hash,
            }))?;
        } else {
            let number = if id == lot.lot.usual_id() { String::new() } else { format!(" ({id})") };
            out.line(one_line(&format!("{purpose}{number}: {stands}")))?;
        }
    }
    if read.m.lots.is_empty() {
        out.note("nothing is drawn for")?;
    }
    if common.json {
        Ok(shared::code(&read))
    } else {
        shared::contradictions(&read, Format::Text, out)
    }
}
