//! `riverpost match draw`: lots drawn at a distance, or a roll that somebody witnessed.

use chrono::{DateTime, Utc};
use clap::{Subcommand, ValueEnum};
use serde_json::json;

use super::shared;
use crate::actions::matches::{self as actions, EvaluatedMatch, LotStep};
use crate::actions::{MatchRefusal, Recorded};
use crate::cli::arguments::{Common, instant, now, now_or};
use crate::cli::command::Run;
use crate::cli::error::{Done, Failure};
use crate::cli::output::Out;
use crate::matches::{Device, Face, Lot};
use crate::render::one_line;

/// Draw lots: commit, reveal, roll, choose, show
#[derive(clap::Args, Debug)]
pub(super) struct Lots {
    /// The match: its id, the beginning of it, or its path
    r#match: String,
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand, Debug)]
enum Step {
    /// Publish the hash of a fresh secret, which is kept in git's own folder until it is revealed
    Commit {
        #[command(flatten)]
        purpose: Purpose,
        #[command(flatten)]
        acting: Acting,
        /// What decides [default: die]
        #[arg(long, value_name = "DEVICE")]
        by: Option<DeviceName>,
        /// The force to be sealed, as in N=DRA; it implies --by forces
        #[arg(long, value_name = "FORCE")]
        force: Option<String>,
    },
    /// Open the commitment
    Reveal {
        #[command(flatten)]
        purpose: Purpose,
        #[command(flatten)]
        acting: Acting,
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
        purpose: Purpose,
        #[command(flatten)]
        acting: Acting,
        /// Who is to be North, or to have what is drawn for
        #[arg(long, value_name = "PLAYER")]
        north: String,
    },
    /// Show every draw and where it stands
    Show,
}

/// What is drawn for.
#[derive(clap::Args, Debug)]
struct Purpose {
    /// What it is for: sides, or a game's id
    #[arg(value_name = "FOR", default_value = "sides")]
    purpose: String,
    /// An option of that game, such as chariots, instead of its sides
    #[arg(long, value_name = "KEY")]
    option: Option<String>,
}

/// Who acts, and when.
#[derive(clap::Args, Debug)]
struct Acting {
    /// For whom: an id, a name or an address [default: who git commits as]
    #[arg(long = "as", value_name = "PLAYER")]
    who: Option<String>,
    /// When it was done [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<DateTime<Utc>>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum DeviceName {
    Die,
    Coin,
    Forces,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Coin {
    Heads,
    Tails,
}

impl Run for Lots {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        if let Step::Show = self.step {
            return self.show(common, out);
        }
        let (store, path) = shared::locate(common, &self.r#match)?;
        let before = store.read(&path)?.map(|b| String::from_utf8_lossy(&b.bytes).into_owned());
        let before = before.as_deref();
        let step = self.drawing(common)?;
        match &self.step {
            Step::Commit { by, force, .. } => {
                let by = by.or(force.as_ref().map(|_| DeviceName::Forces)).map(|by| match by {
                    DeviceName::Die => Device::Die,
                    DeviceName::Coin => Device::Coin,
                    DeviceName::Forces => Device::Forces,
                });
                let done = actions::commit(&store, &path, &step, by, force.as_deref())?;
                shared::changed(&done, before, common, out)?;
                self.next(&done, &step, common, out)
            }
            Step::Reveal { secret, force, .. } => {
                let force = force.as_deref().unwrap_or_default();
                let given = secret.as_deref().map(|secret| (secret, force));
                let done = actions::reveal(&store, &path, &step, given)?;
                shared::changed(&done, before, common, out)?;
                self.next(&done, &step, common, out)
            }
            Step::Roll { die, coin, witness, .. } => {
                let face = coin.map(|coin| match coin {
                    Coin::Heads => Face::Heads,
                    Coin::Tails => Face::Tails,
                });
                let done = actions::roll(&store, &path, &step, *die, face, witness)?;
                shared::changed(&done, before, common, out)?;
                self.next(&done, &step, common, out)
            }
            Step::Choose { north, .. } => {
                let done = actions::choose(&store, &path, &step, north)?;
                shared::changed(&done, before, common, out)?;
                self.next(&done, &step, common, out)
            }
            Step::Show => Ok(0),
        }
    }
}

impl Lots {
    fn drawing(&self, common: &Common) -> Result<LotStep, Failure> {
        let sides = Purpose { purpose: "sides".into(), option: None };
        let (what, who, at) = match &self.step {
            Step::Commit { purpose, acting, .. }
            | Step::Reveal { purpose, acting, .. }
            | Step::Choose { purpose, acting, .. } => (purpose, acting.who.clone(), acting.at),
            Step::Roll { purpose, at, .. } => (purpose, None, *at),
            Step::Show => (&sides, None, None),
        };
        Ok(LotStep {
            purpose: what.purpose.clone(),
            option: what.option.clone(),
            who,
            at: now_or(at)?,
            dry_run: common.dry_run,
        })
    }

    /// Says where the draw stands after a step.
    fn next(
        &self,
        done: &Recorded<EvaluatedMatch>,
        step: &LotStep,
        common: &Common,
        out: &mut Out,
    ) -> Done {
        let m = &done.value.m;
        let same = |lot: &&Lot| lot.purpose == step.purpose && lot.option == step.option;
        if let Some(lot) = m.lots.iter().find(same).filter(|_| !common.json && !common.dry_run) {
            let stands = actions::describe_lot(m, lot, step.at).map_err(MatchRefusal::from)?;
            out.note(one_line(&stands))?;
        }
        Ok(0)
    }

    fn show(&self, common: &Common, out: &mut Out) -> Done {
        let read = shared::read(common, &self.r#match)?;
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
}
