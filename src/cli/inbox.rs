//! `riverpost inbox`: every game that goes on.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

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
use crate::render::{counted, one_line};
use crate::rules::Side;

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
    /// Look again every so many seconds until it is interrupted, and print what has changed; nothing is fetched [default: 60]
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "60",
        conflicts_with_all = ["summary", "mail"]
    )]
    watch: Option<u64>,
    /// With --watch: stop after so many looks
    #[arg(long, value_name = "N", requires = "watch", value_parser = clap::value_parser!(u64).range(1..))]
    looks: Option<u64>,
}

/// The columns of a game in a table.
const COLUMNS: usize = 6;

impl Run for Inbox {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        if self.mail {
            return self.remind(common, out);
        }
        let Some(seconds) = self.watch else {
            out.page(common);
            let (found, now) = self.look(common)?;
            return self.print(&found, now, common, out);
        };
        if seconds == 0 && self.looks.is_none() {
            return Err(Failure::usage(
                "without an end there is at least a second between two looks",
            )
            .hint("give --watch=1 or more, or an end with --looks"));
        }
        let mut seen = LastLook::default();
        for look in 1.. {
            let (found, now) = self.look(common)?;
            let waits = found.games.iter().any(|game| game.waits_for(found.me.as_ref()));
            let news = seen.news(found, now);
            for path in &news.gone {
                match common.json {
                    true => out.line(json!({ "path": path, "gone": true }))?,
                    false => out.line(format_args!("not going on any more: {}", one_line(path)))?,
                }
            }
            if look == 1 || !news.found.games.is_empty() || !news.found.unsound.is_empty() {
                self.print(&news.found, now, common, out)?;
            }
            out.flush()?;
            if self.looks == Some(look) {
                return Ok(u8::from(!waits));
            }
            thread::sleep(Duration::from_secs(seconds));
        }
        Ok(0)
    }
}

impl Inbox {
    /// What there is, and when.
    fn look(&self, common: &Common) -> Result<(Found, DateTime<Utc>), Failure> {
        let store = common.store()?;
        let now = now()?;
        let me = match &self.who {
            Some(who) => Some(Somebody::Named(who.clone())),
            None => identity(&store)?.map(Somebody::Identity),
        };
        let mut found = actions::inbox(&store, me, now)?;
        if !self.summary {
            actions::note_rivals(&store, &mut found.games)?;
        }
        Ok((found, now))
    }

    /// Prints it in the form that is wanted; gives the exit code.
    fn print(&self, found: &Found, now: DateTime<Utc>, common: &Common, out: &mut Out) -> Done {
        let me = found.me.as_ref();
        let waiting: Vec<&OngoingGame> = found.games.iter().filter(|g| g.waits_for(me)).collect();
        if self.summary {
            summary(found, &waiting, now, common, out)?;
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

    /// Writes or sends the reminders. With a dry run none is counted.
    fn remind(&self, common: &Common, out: &mut Out) -> Done {
        let (store, now) = (&common.store()?, now()?);
        let only = self.who.clone().map(Somebody::Named);
        let reminders = actions::reminders(store, only, now, self.within, seed()?)?;
        let (nothing, mut failed) = (reminders.is_empty(), None);
        for Reminder { mail, games, flags } in reminders {
            let to = &mail.to.email;
            let may = match (common.dry_run, self.send) {
                (true, _) => Ok(true),
                (false, true) => actions::send_reminder(store, &mail, now),
                (false, false) => actions::may_remind(store, to, now),
            };
            match may {
                Ok(true) => {}
                Ok(false) => {
                    out.note(format_args!("{} has had a reminder today", one_line(to)))?;
                    continue;
                }
                // The others get theirs.
                Err(error) => {
                    failed.get_or_insert(error);
                    continue;
                }
            }
            let message = mail.write();
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
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(u8::from(nothing)),
        }
    }
}

/// What was there at the last look: by the record's file what the inbox tells of it, but for the time that passes.
#[derive(Default)]
struct LastLook(BTreeMap<String, Value>);

/// What differs from the last look.
struct InboxNews {
    /// The games and unsound records that were not there, or otherwise.
    found: Found,
    /// The files of those that are not there any more.
    gone: Vec<String>,
}

impl LastLook {
    /// What of a look is new; remembers it.
    fn news(&mut self, found: Found, now: DateTime<Utc>) -> InboxNews {
        let Found { me, games, unsound } = found;
        let before = std::mem::take(&mut self.0);
        let mut is_new = |path: &str, told: Value| {
            let new = before.get(path) != Some(&told);
            self.0.insert(path.to_owned(), told);
            new
        };
        let games = games.into_iter().filter(|game| {
            let mut told = value(game, me.as_ref(), now);
            for passing in ["seconds", "idle"] {
                told[passing].take();
            }
            is_new(&game.path, told)
        });
        let games = games.collect();
        let unsound = unsound.into_iter();
        let unsound = unsound.filter(|record| is_new(&record.path, json!(record.message)));
        let unsound = unsound.collect();
        let gone = before.into_keys().filter(|path| !self.0.contains_key(path)).collect();
        InboxNews { found: Found { me, games, unsound }, gone }
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
            let games = counted(waiting.len(), "game waits", "games wait");
            let left = match &game.left {
                TimeLeft::Time { .. } => format!(", {}", left(game)),
                TimeLeft::NoClock | TimeLeft::Unknown(_) => {
                    game.activity.map_or(String::new(), |at| format!(", since {}", ago(at, now)))
                }
            };
            out.line(format_args!("{games}; first {}{left}{unsound}", game.id))
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
    if game.rivals > 0 {
        let versions = counted(game.rivals, "other version", "other versions");
        news.push(format!("{versions}: see `riverpost resolve`"));
    }
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
        "proposals": proposals, "claims": claims, "rivals": game.rivals,
        "activity": game.activity.map(written),
        "idle": game.activity.map(|at| (now - at).num_seconds()),
    })
}
