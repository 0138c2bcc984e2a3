//! What the officials of a match change: `riverpost match player`, `team`, `bye`, `tiebreaks` and `arbiter`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueEnum};
use clap_complete::engine::ArgValueCompleter;

use super::entrants::{member, player, team};
use super::shared::{self, MatchName, Official};
use crate::actions::matches::{self as actions, EventChange, OfficialAct};
use crate::cli::arguments::{Common, person};
use crate::cli::command::Run;
use crate::cli::complete;
use crate::cli::error::{Done, Failure};
use crate::cli::instant::{Instant, instant};
use crate::cli::output::{Out, now_or};
use crate::matches::{Criterion, Points, WithdrawnResults};
use crate::record::Player;

/// The match, who changes it, and when.
#[derive(clap::Args, Debug)]
pub(super) struct Changing {
    #[command(flatten)]
    name: MatchName,
    #[command(flatten)]
    official: Official,
    /// When it was done [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<Instant>,
}

impl Changing {
    fn change(&self, change: &EventChange, common: &Common, out: &mut Out) -> Done {
        let (store, path, before) = self.name.locate(common)?;
        let at = now_or(self.at, common, out)?;
        let act = OfficialAct { who: self.official.who.clone(), at, dry_run: common.dry_run };
        let done = actions::change_event(&store, &path, change, &act)?;
        shared::changed(&done, before.as_deref(), common, out)?;
        Ok(0)
    }
}

/// Somebody who comes in.
#[derive(clap::Args, Debug)]
pub(super) struct Newcomer {
    /// Who it is, with an address if there is one
    #[arg(value_name = "NAME <ADDRESS>")]
    person: String,
    /// The public key: its file, or the key as OpenSSH writes it
    #[arg(long, value_name = "FILE|KEY")]
    key: Option<String>,
}

impl Newcomer {
    fn read(&self) -> Result<Player, Failure> {
        person(&self.person, self.key.as_deref())
    }
}

/// Let players enter, leave, or take another's place
#[derive(Subcommand, Debug)]
pub(super) enum PlayerChange {
    /// Enter a player for a tournament that has not begun; everybody is paired anew
    Add {
        #[command(flatten)]
        changing: Changing,
        /// The player
        #[arg(value_name = "ID=NAME <ADDRESS>")]
        player: String,
        /// The player's public key: its file, or the key as OpenSSH writes it
        #[arg(long, value_name = "FILE|KEY")]
        key: Option<String>,
    },
    /// Take a player or team out of a tournament; no further games of theirs are opened
    Withdraw {
        #[command(flatten)]
        changing: Changing,
        /// Who leaves: an id, a name or an address
        #[arg(add = ArgValueCompleter::new(complete::entrants))]
        player: String,
        /// What becomes of the results [default: kept if half of the games or more were played]
        #[arg(long, value_name = "FATE")]
        results: Option<Fate>,
    },
    /// Let somebody play on in a player's place; records that are open keep their players
    Replace {
        #[command(flatten)]
        changing: Changing,
        /// Who leaves: an id, a name or an address
        #[arg(add = ArgValueCompleter::new(complete::entrants))]
        player: String,
        #[command(flatten)]
        by: Newcomer,
    },
}

/// What becomes of the results of who withdraws.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// They stay, and the games not played are lost
    Kept,
    /// None of them counts
    Annulled,
}

impl Run for PlayerChange {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (changing, change) = match self {
            PlayerChange::Add { changing, player: text, key } => {
                (changing, EventChange::AddPlayer(player(text, key.as_deref())?))
            }
            PlayerChange::Withdraw { changing, player, results } => {
                let results = results.map(|fate| match fate {
                    Fate::Kept => WithdrawnResults::Kept,
                    Fate::Annulled => WithdrawnResults::Annulled,
                });
                (changing, EventChange::Withdraw { who: player.clone(), results })
            }
            PlayerChange::Replace { changing, player, by } => {
                let by = by.read()?;
                (changing, EventChange::ReplacePlayer { who: player.clone(), by })
            }
        };
        changing.change(&change, common, out)
    }
}

/// Let teams enter, and change who plays for them
#[derive(Subcommand, Debug)]
pub(super) enum TeamChange {
    /// Enter a team for a tournament that has not begun; everybody is paired anew
    Add {
        #[command(flatten)]
        changing: Changing,
        /// The team
        #[arg(value_name = "ID=NAME")]
        team: String,
        /// A member, in board order; may be repeated
        #[arg(long = "member", value_name = "NAME <ADDRESS>")]
        members: Vec<String>,
    },
    /// Name the member who resigns, offers, accepts and claims for a team (M6)
    Captain {
        #[command(flatten)]
        changing: Changing,
        /// The team: its id or its name
        #[arg(add = ArgValueCompleter::new(complete::entrants))]
        team: String,
        /// The member's name
        captain: String,
    },
    /// Let somebody play for a team in a member's place (M6); records that are open keep their players
    Substitute {
        #[command(flatten)]
        changing: Changing,
        /// The team: its id or its name
        #[arg(add = ArgValueCompleter::new(complete::entrants))]
        team: String,
        /// The name of the member who leaves
        member: String,
        #[command(flatten)]
        by: Newcomer,
    },
}

impl Run for TeamChange {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (changing, change) = match self {
            TeamChange::Add { changing, team: text, members } => {
                let mut new = team(text)?;
                new.members = members.iter().map(|text| member(text)).collect::<Result<_, _>>()?;
                (changing, EventChange::AddTeam(new))
            }
            TeamChange::Captain { changing, team, captain } => {
                let (team, captain) = (team.clone(), captain.clone());
                (changing, EventChange::Captain { team, captain })
            }
            TeamChange::Substitute { changing, team, member, by } => {
                let (team, member, by) = (team.clone(), member.clone(), by.read()?);
                (changing, EventChange::Substitute { team, member, by })
            }
        };
        changing.change(&change, common, out)
    }
}

/// Give a player or team points for a round in which the schedule has no opponent for them
#[derive(clap::Args, Debug)]
pub(super) struct GiveBye {
    #[command(flatten)]
    changing: Changing,
    /// Who gets them: an id, a name or an address
    #[arg(add = ArgValueCompleter::new(complete::entrants))]
    player: String,
    /// The round
    #[arg(long, value_name = "N")]
    round: u32,
    /// What it scores
    #[arg(long, value_name = "POINTS")]
    points: Points,
}

impl Run for GiveBye {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (who, round, points) = (self.player.clone(), self.round, self.points);
        self.changing.change(&EventChange::Bye { who, round, points }, common, out)
    }
}

/// Say what separates those who are level in a tournament
#[derive(clap::Args, Debug)]
pub(super) struct TieBreaks {
    #[command(flatten)]
    changing: Changing,
    /// The criteria in the order in which they are asked
    #[arg(required = true, value_parser = criterion())]
    criteria: Vec<Criterion>,
}

/// Reads the name of a criterion.
pub(super) fn criterion() -> impl TypedValueParser<Value = Criterion> {
    PossibleValuesParser::new(Criterion::ALL.map(Criterion::name)).try_map(|name| {
        Criterion::ALL.into_iter().find(|c| c.name() == name).ok_or("there is no such criterion")
    })
}

impl Run for TieBreaks {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.changing.change(&EventChange::TieBreaks(self.criteria.clone()), common, out)
    }
}

/// Name who rules on the games of a match; those that are open keep theirs until its players agree on another
#[derive(clap::Args, Debug)]
pub(super) struct Appoint {
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    arbiter: Newcomer,
}

impl Run for Appoint {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        self.changing.change(&EventChange::Arbiter(self.arbiter.read()?), common, out)
    }
}
