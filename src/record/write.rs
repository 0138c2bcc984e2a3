//! The canonical printer: one way to write a record.

use std::borrow::Cow;
use std::fmt::Display;

use super::action::{Act, Action};
use super::error::{Fault, RecordError};
use super::header::{FORMAT, Header, Player};
use super::instant;
use super::model::Record;
use super::quote::quote;
use super::read::read;
use super::replay::{Replayed, replay};
use super::termination::Termination;
use super::timing;
use crate::notation::{diagram, write_move};
use crate::rules::{Outcome, Setup};

/// Writes the file of a game that is yet to begin: a header without moves. What is written has been read back, so a
/// header that no record may have is refused.
///
/// # Errors
/// The [`RecordError`] of reading it; its place is one in the file that was not written.
pub fn write_new(header: &Header) -> Result<String, RecordError> {
    let lines: Vec<&str> = header.setup.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let text = header_text(&Header { setup: lines.join("\n"), ..header.clone() }) + "moves: |\n";
    canonical(&read(text.as_bytes())?)
}

/// Writes a record anew: keys in their order, options and ending stated in full, moves with every mark that can be derived.
/// Comment lines in front of the first key are kept.
///
/// # Errors
/// Those of [`replay`], and [`Fault::Comment`] when any other comment would be lost.
pub fn canonical(record: &Record<'_>) -> Result<String, RecordError> {
    if let Some(place) = record.comment {
        return Err(RecordError::new(place, Fault::Comment));
    }
    let replayed = replay(record)?;
    let shown = replayed.termination.filter(|ending| *ending != Termination::Unknown);
    let header = Header {
        options: options(record).map(|(key, value)| (key.into(), value.into())).collect(),
        setup: diagram::write(&Setup::of(&record.start)),
        ending: record.header.ending.or(shown),
        ..record.header.clone()
    };
    let mut out = record.preamble.replace("\r\n", "\n") + &header_text(&header) + "moves: |\n";
    for action in canonical_actions(record, &replayed) {
        out.push_str("  ");
        out.push_str(&action.line_with_comment(record.game.first));
        out.push('\n');
    }
    Ok(out)
}

/// The game's options with the values they have in a record, those left out included.
pub(super) fn options(record: &Record<'_>) -> impl Iterator<Item = (&'static str, &'static str)> {
    record.game.options.iter().copied()
}

/// The actions of a record with their moves in canonical text.
pub(super) fn canonical_actions<'r>(
    record: &'r Record<'_>,
    replayed: &'r Replayed,
) -> impl Iterator<Item = Action<'r>> {
    let mut position = record.start.clone();
    let mut moves = replayed.played.iter();
    // The moves that stand so far, for the way back when some are taken back.
    let (mut standing, mut asked) = (Vec::new(), 0);
    record.actions.iter().map(move |action| {
        let mut action = action.clone();
        match &mut action.act {
            Act::Move(text) => {
                if let Some(m) = moves.next() {
                    *text = Cow::Owned(write_move(&position, *m));
                    position = position.play_unchecked(*m);
                    standing.push(*m);
                }
            }
            Act::TakeBackRequested { plies } => asked = *plies as usize,
            Act::TakeBackAgreed => {
                standing.truncate(standing.len().saturating_sub(asked));
                position = standing.iter().fold(record.start.clone(), |p, m| p.play_unchecked(*m));
            }
            Act::DrawClaimed { with: Some(text), .. } => {
                if let Some(m) = replayed.claimed_with {
                    *text = Cow::Owned(write_move(&position, m));
                }
            }
            _ => {}
        }
        action
    })
}

/// The lines before the moves.
fn header_text(header: &Header) -> String {
    let mut page = Page(String::with_capacity(1024));
    page.text("format", Some(FORMAT));
    page.text("game", Some(&header.game));
    page.text("id", Some(&header.id));
    page.text("variation", header.variation.as_deref());
    if !header.options.is_empty() {
        page.line("options", flow(header.options.iter().map(|(k, v)| (k.as_str(), v.as_str()))));
    }
    let players = [("south", &header.players.south), ("north", &header.players.north)];
    if players.iter().any(|(_, player)| player.is_some()) {
        page.0.push_str("players:\n");
    }
    for (side, player) in players {
        if let Some(player) = player {
            page.0.push_str("  ");
            page.line(side, player_text(player));
        }
    }
    page.text("event", header.event.as_deref());
    page.text("site", header.site.as_deref());
    page.text("round", header.round.as_deref());
    page.text("date", header.date.as_deref());
    if let Some(started) = &header.started {
        page.line("started", instant::write(started));
    }
    page.text("time", header.time.map(|time| time.to_string()).as_deref());
    if let Some(clock) = timing::write(&header.clock) {
        page.line("clock", clock);
    }
    if let Some(offers) = header.offers {
        page.line("offers", offers);
    }
    for (key, value) in &header.extras {
        page.text(&quote(key), Some(value));
    }
    page.text("result", Some(header.result.map_or("*", Outcome::name)));
    page.text("ending", header.ending.map(Termination::name));
    page.0.push_str("setup: |\n");
    for line in header.setup.lines() {
        page.0.push_str("  ");
        page.0.push_str(line);
        page.0.push('\n');
    }
    page.0
}

fn player_text(player: &Player) -> String {
    let known = [
        ("name", Some(player.name.as_str())),
        ("email", player.email.as_deref()),
        ("key", player.key.as_deref()),
    ];
    flow(known.into_iter().filter_map(|(key, value)| Some((key, value?))))
}

/// A mapping in one line.
fn flow<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let entries: Vec<_> = entries.map(|(k, v)| format!("{}: {}", quote(k), quote(v))).collect();
    format!("{{{}}}", entries.join(", "))
}

struct Page(String);

impl Page {
    fn text(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.line(key, quote(value));
        }
    }

    fn line(&mut self, key: &str, value: impl Display) {
        self.0.push_str(&format!("{key}: {value}\n"));
    }
}
