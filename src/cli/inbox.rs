//! `riverpost inbox`: every game that goes on.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure};
use super::instant::{now, written};
use super::output::Out;
use super::record::identity;
use super::seed::seed;
use super::table::aligned;
use crate::actions::{self, Inbox as Found, OngoingGame, Reminder, Somebody, TimeLeft};
use crate::clock::{FlagState, TimeSpan, leave_in_words};
use crate::mail::in_mbox;
use crate::render::one_line;
use crate::rules::Side;
use crate::store::Store;

/// List the games that go on, with what waits for whom
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit codes: 0 something waits for WHO; 1 nothing does, or nobody is called so."
)]
pub(super) struct Inbox {
    /// Only the games of that player, by name or address; those that wait for them come first [default: git's identity, or
    /// everybody where it plays in none]
    #[arg(value_name = "WHO")]
    who: Option<String>,
    /// One line for a shell prompt or for cron; none with --quiet when nothing waits
    #[arg(long)]
    summary: bool,
    /// Write a reminder to every player for whom games wait, or to WHO alone; nobody gets more than one on a day
    #[arg(long, conflicts_with = "summary")]
    mail: bool,
    /// Send the reminders instead of printing them one behind the other, as an mbox
    #[arg(long, requires = "mail")]
    send: bool,
    /// Say in a reminder how many flags fall within this time
    #[arg(long, value_name = "DURATION", default_value = "3d", requires = "mail")]
    within: TimeSpan,
}

/// The columns of a game in a table.
const COLUMNS: usize = 6;

impl Run for Inbox {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let store = common.store()?;
        let now = now()?;
        if self.mail {
            return self.remind(&store, now, common, out);
        }
        let me = match &self.who {
            Some(who) => Some(Somebody::Named(who.clone())),
            None => identity(&store)?.map(Somebody::Identity),
        };
        let found = actions::inbox(&store, me, now)?;
        let me = found.me.as_ref();
        let waiting: Vec<&OngoingGame> = found.games.iter().filter(|g| g.waits_for(me)).collect();
        if self.summary {
            summary(&found, &waiting, now, common, out)?;
        } else if common.json {
            for game in &found.games {
                out.line(value(game, me, now))?;
            }
            for unsound in &found.unsound {
                out.line(json!({ "path": unsound.path, "error": unsound.message }))?;
            }
        } else {
            table(&found.games, me, now, out)?;
            for unsound in &found.unsound {
                let line = format!("{}:{}", unsound.path, unsound.message.replace('\n', " "));
                out.line(format_args!("not sound: {}", one_line(&line)))?;
            }
            if found.games.is_empty() && found.unsound.is_empty() {
                out.note("no game is going on")?;
            }
        }
        Ok(u8::from(waiting.is_empty()))
    }
}

impl Inbox {
    /// Writes or sends the reminders. With a dry run none is counted.
    fn remind(&self, store: &Store, now: DateTime<Utc>, common: &Common, out: &mut Out) -> Done {
        let only = self.who.clone().map(Somebody::Named);
        let reminders = actions::reminders(store, only, now, self.within, seed()?)?;
        let nothing = reminders.is_empty();
        for Reminder { mail, games, flags } in reminders {
            let to = &mail.to.email;
            if !common.dry_run && !actions::may_remind(store, to, now)? {
                out.note(format_args!("{} has had a reminder today", one_line(to)))?;
                continue;
            }
            let message = mail.write();
            if self.send && !common.dry_run {
                store.send_mail(to, &message)?;
            }
            if common.json {
                out.line(json!({
                    "to": to, "games": games, "flags": flags, "subject": mail.subject,
                    "message": String::from_utf8_lossy(&message), "sent": self.send && !common.dry_run,
                }))?;
            } else if self.send {
                let would = if common.dry_run { "would be sent" } else { "sent" };
                out.note(format_args!("{would} to {}: {}", one_line(to), one_line(&mail.subject)))?;
            } else {
                out.text(&String::from_utf8_lossy(&in_mbox(&message)))?;
            }
        }
        Ok(u8::from(nothing))
    }
}

fn summary(
    found: &Found,
    waiting: &[&OngoingGame],
    now: DateTime<Utc>,
    common: &Common,
    out: &mut Out,
) -> Result<(), Failure> {
    let first = waiting.first();
    if common.json {
        return out.line(json!({
            "waiting": waiting.len(), "running": found.games.len(), "unsound": found.unsound.len(),
            "first": first.map(|game| &game.id),
            "seconds": first.and_then(|game| seconds(game)),
        }));
    }
    let unsound = match found.unsound.len() {
        0 => String::new(),
        number => format!(", {number} not sound"),
    };
    match first {
        Some(game) => {
            let plural = if waiting.len() == 1 { "game waits" } else { "games wait" };
            let left = match &game.left {
                TimeLeft::Time { .. } => format!(", {}", left(game)),
                TimeLeft::NoClock | TimeLeft::Unknown(_) => {
                    game.activity.map_or(String::new(), |at| format!(", since {}", ago(at, now)))
                }
            };
            out.line(format_args!("{} {plural}; first {}{left}{unsound}", waiting.len(), game.id))
        }
        None => out.note(format_args!("nothing waits{unsound}")),
    }
}

/// The games in aligned columns.
fn table(
    games: &[OngoingGame],
    me: Option<&Somebody>,
    now: DateTime<Utc>,
    out: &mut Out,
) -> Result<(), Failure> {
    aligned(games.iter().map(|game| row(game, me, now)), out)
}

fn row(game: &OngoingGame, me: Option<&Somebody>, now: DateTime<Utc>) -> [String; COLUMNS] {
    let mine = me.map_or(Vec::new(), |me| game.sides_of(me));
    let name = |side: Side| match game.player(side) {
        _ if mine.contains(&side) => "you".to_string(),
        Some(player) => one_line(&player.name),
        None => side.to_string(),
    };
    let mut news: Vec<String> = Vec::new();
    let proposals = game.proposals.iter();
    news.extend(
        proposals.map(|(side, proposal)| format!("{} {}", name(*side), proposal.in_words())),
    );
    let claims = game.claims.iter();
    news.extend(claims.map(|(side, claim)| format!("{} may claim {}", name(*side), claim.name())));
    [
        one_line(&game.id),
        format!("{} to move", name(game.turn)),
        left(game),
        news.join(", "),
        game.activity.map_or(String::new(), |at| ago(at, now)),
        format!("{} - {}", name(Side::South), name(Side::North)),
    ]
}

/// What the side to move has left, and when its flag falls; the leave that it has announced.
fn left(game: &OngoingGame) -> String {
    match &game.left {
        TimeLeft::NoClock => "no clock".into(),
        TimeLeft::Unknown(_) => "clock unknown".into(),
        TimeLeft::Time { reading, leaves } => format!("{reading}{}", leave_in_words(leaves)),
    }
}

fn ago(at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    match TimeSpan::seconds((now - at).num_seconds()) {
        span if span < TimeSpan::minutes(1) => "now".into(),
        span => format!("{} ago", rounded(span)),
    }
}

/// A span in its two largest units of days, hours and minutes.
fn rounded(span: TimeSpan) -> String {
    let unit = if span < TimeSpan::DAY { 60 } else { 3_600 };
    let seconds = span.as_seconds() / unit * unit;
    if seconds == 0 { "0m".into() } else { TimeSpan::seconds(seconds).to_string() }
}

fn seconds(game: &OngoingGame) -> Option<i64> {
    match &game.left {
        TimeLeft::Time { reading, .. } => Some(reading.left.as_seconds()),
        TimeLeft::NoClock | TimeLeft::Unknown(_) => None,
    }
}

fn value(game: &OngoingGame, me: Option<&Somebody>, now: DateTime<Utc>) -> Value {
    let player = |side| game.player(side).map(|p| json!({ "name": p.name, "email": p.email }));
    let claims: Vec<Value> = game
        .claims
        .iter()
        .map(|(side, claim)| json!({ "side": side.name(), "claim": claim.name() }))
        .collect();
    let proposals: Vec<Value> = game
        .proposals
        .iter()
        .map(|(side, proposal)| json!({ "side": side.name(), "proposal": proposal.name() }))
        .collect();
    let (flag, clock) = match &game.left {
        TimeLeft::Time { reading, .. } => match reading.flag {
            FlagState::Falls(flag) | FlagState::Fell(flag) => (Some(written(flag)), None),
            FlagState::Up => (None, None),
        },
        TimeLeft::Unknown(reason) => (None, Some(reason)),
        TimeLeft::NoClock => (None, None),
    };
    json!({
        "id": game.id, "path": game.path, "game": game.game,
        "south": player(Side::South), "north": player(Side::North),
        "turn": game.turn.name(), "plies": game.plies, "waits": game.waits_for(me),
        "mine": me.map(|me| game.sides_of(me).iter().map(|s| s.name()).collect::<Vec<_>>()),
        "seconds": seconds(game), "flag": flag, "clock_unknown": clock,
        "proposals": proposals, "claims": claims,
        "activity": game.activity.map(written),
        "idle": game.activity.map(|at| (now - at).num_seconds()),
    })
}
