//! The canonical text of a record: its file, its actions, and what its chain hash covers.

use std::borrow::Cow;

use chrono::{DateTime, SubsecRound, Utc};

use super::action::{Act, Action, write_instant};
use super::chain::{ChainHash, hash_of_comment};
use super::clock::write_options;
use super::model::{Header, Record, SignRule};
use super::player::Player;
use super::read::read;
use super::replay::replay;
use super::replayed::Replayed;
use super::schema::{CLAIMED, FORMAT};
use super::termination::Termination;
use crate::clock::TimeSpan;
use crate::document::{Diagnostic, Place, quote};
use crate::notation::{diagram, read_move};
use crate::rules::{Outcome, Setup, Side, variants};

/// Writes the file of a game that is yet to begin: a header without moves. What is written has been read back, so a
/// header that no record may have is refused.
///
/// # Errors
/// The [`Diagnostic`] of reading it; its place is one in the file that was not written.
pub fn write_new(header: &Header) -> Result<String, Diagnostic> {
    write(header, &[])
}

/// Writes the file of a game with its actions, whose places do not count. What is written has been read back and played through.
///
/// # Errors
/// The [`Diagnostic`] of reading or replaying it; its place is one in the file that was not written.
pub fn write(header: &Header, actions: &[Action<'_>]) -> Result<String, Diagnostic> {
    let lines: Vec<&str> = header.setup.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let mut text =
        header_text(&header_entries(&Header { setup: lines.join("\n"), ..header.clone() }));
    let options = header.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let game = variants::find(&header.game, header.variation.as_deref(), options)
        .map_err(|error| Diagnostic::new(Place::START, error.to_string()))?;
    text.push_str("moves: |\n");
    for action in actions {
        text.extend(["  ", &action.line_with_comment(game.first), "\n"]);
    }
    canonical(&read(text.as_bytes())?)
}

/// Writes a record anew: keys in their order, options and ending stated in full, moves with every mark that can be derived.
/// Comment lines in front of the first key are kept, and other comments come behind them.
///
/// # Errors
/// Those of [`replay`].
pub fn canonical(record: &Record<'_>) -> Result<String, Diagnostic> {
    let record = &whole_seconds(record);
    let replayed = replay(record)?;
    let shown = replayed.termination.filter(|ending| *ending != Termination::Unknown);
    let header = Header { ending: record.header.ending.or(shown), ..canonical_header(record) };
    let mut out = record.preamble.replace("\r\n", "\n");
    record.comments.iter().for_each(|comment| out.extend([comment, "\n"]));
    out.push_str(&header_text(&header_entries(&header)));
    out.push_str("moves: |\n");
    for action in canonical_actions(record, &replayed) {
        out.push_str("  ");
        out.push_str(&action.line_with_comment(record.game.first));
        out.push('\n');
    }
    if !record.signatures.is_empty() {
        out.push_str("signatures: |\n");
        record.signatures.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    }
    Ok(out)
}

// C1
/// The record without parts of a second in its times.
fn whole_seconds<'r, 't>(record: &'r Record<'t>) -> Cow<'r, Record<'t>> {
    let has_parts = |time: DateTime<Utc>| time.timestamp_subsec_nanos() > 0;
    if !record.actions.iter().filter_map(|action| action.time).any(has_parts) {
        return Cow::Borrowed(record);
    }
    let mut whole = record.clone();
    for action in &mut whole.actions {
        action.time = action.time.map(|time| time.trunc_subsecs(0));
    }
    Cow::Owned(whole)
}

/// The game's options with the values they have in a record, those left out included.
fn options(record: &Record<'_>) -> impl Iterator<Item = (&'static str, &'static str)> {
    record.game.options.iter().copied()
}

/// The actions of a record that has been played through, with their moves in canonical text.
pub fn canonical_actions<'r>(
    record: &'r Record<'_>,
    replayed: &'r Replayed,
) -> impl Iterator<Item = Action<'r>> {
    // The positions of the moves that stand, so that taking some back costs nothing.
    let mut positions = vec![record.start.clone()];
    let mut moves = replayed.played.iter().copied();
    let mut asked = 0;
    record.actions.iter().map(move |action| {
        let mut action = action.clone();
        let position = positions.last().unwrap_or(&record.start);
        match &action.act {
            Act::Move(_) => {
                if let Some(m) = moves.next() {
                    let next = position.play_unchecked(m);
                    action.set_canonical_move(position, Some(m));
                    positions.push(next);
                }
            }
            Act::TakeBackRequested { plies } => asked = *plies as usize,
            Act::TakeBackAgreed => positions.truncate(positions.len().saturating_sub(asked).max(1)),
            Act::DrawClaimed { with: Some(text), .. } => {
                let named = read_move(position, text).ok().map(|named| named.mv);
                action.set_canonical_move(position, named);
            }
            _ => {}
        }
        action
    })
}

/// The chain of a record that has been played through: hash 0 for the header, then one for each action.
pub fn chain(record: &Record<'_>, replayed: &Replayed) -> Vec<ChainHash> {
    let mut hash = header_hash(record);
    let mut hashes = vec![hash];
    for action in canonical_actions(record, replayed) {
        hash = next_hash(hash, &action, record);
        hashes.push(hash);
    }
    hashes
}

/// The last hash of the chain of a record that has been played through.
pub fn last_hash(record: &Record<'_>, replayed: &Replayed) -> ChainHash {
    let from_the_start = || {
        canonical_actions(record, replayed)
            .fold(header_hash(record), |hash, action| next_hash(hash, &action, record))
    };
    replayed.chain.unwrap_or_else(from_the_start)
}

/// The hash after an action whose move is canonical.
pub(super) fn next_hash(hash: ChainHash, action: &Action<'_>, record: &Record<'_>) -> ChainHash {
    hash.then(&action.line(record.game.first), &hash_of_comment(action.comment.as_deref()))
}

/// Hash 0 of the chain.
fn header_hash(record: &Record<'_>) -> ChainHash {
    ChainHash::of(&hashed_header(record))
}

/// The text of which hash 0 of the chain is the SHA-256: what of the header the players are bound by, in canonical form.
pub fn hashed_header(record: &Record<'_>) -> String {
    let mut entries = header_entries(&canonical_header(record));
    entries.retain(|entry| entry.binding);
    header_text(&entries)
}

/// The header with options and array stated in full.
fn canonical_header(record: &Record<'_>) -> Header {
    Header {
        options: options(record).map(|(key, value)| (key.into(), value.into())).collect(),
        setup: diagram::write(&Setup::of(&record.start)),
        ..record.header.clone()
    }
}

/// A key of a header with its value as they are printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderEntry {
    /// The key; that of a player is `players.south` or `players.north`.
    pub key: String,
    /// The value: quoted where YAML needs it, the array as its lines.
    pub value: String,
    /// Whether the players are bound by it: then it is part of the chain hash, and does not change.
    pub binding: bool,
}

/// Where a player stands.
const PLAYERS: &str = "players.";

/// The header of a record in canonical form, key by key.
pub(super) fn canonical_entries(record: &Record<'_>) -> Vec<HeaderEntry> {
    header_entries(&canonical_header(record))
}

/// A header in the order in which it is printed.
fn header_entries(header: &Header) -> Vec<HeaderEntry> {
    let quoted = |value: Option<&str>| value.map(|value| quote(value).into_owned());
    let text = |value: &Option<String>| quoted(value.as_deref());
    let options = header.options.iter().map(|(k, v)| (k.as_str(), v.as_str()));
    let sign = header.sign.map(|SignRule::Required| "required");
    let south = format!("{PLAYERS}{}", Side::South.name());
    let north = format!("{PLAYERS}{}", Side::North.name());
    let known = [
        ("format", quoted(Some(FORMAT)), true),
        ("game", quoted(Some(&header.game)), true),
        ("rules", header.rules.filter(|n| *n != 1).map(|n| n.to_string()), true),
        ("id", quoted(Some(&header.id)), true),
        ("nonce", text(&header.nonce), true),
        ("variation", text(&header.variation), true),
        ("options", (!header.options.is_empty()).then(|| flow(options)), true),
        (&south, header.players.south.as_ref().map(player_text), true),
        (&north, header.players.north.as_ref().map(player_text), true),
        ("arbiter", header.arbiter.as_ref().map(player_text), true),
        ("sign", quoted(sign), true),
        ("lag", quoted(header.lag.map(TimeSpan::compact).as_deref()), true),
        ("event", text(&header.event), false),
        ("site", text(&header.site), false),
        ("round", text(&header.round), false),
        ("date", text(&header.date), true),
        ("started", header.started.as_ref().map(write_instant), true),
        ("time", quoted(header.time.map(|time| time.to_string()).as_deref()), true),
        ("clock", write_options(&header.clock), true),
        ("offers", header.offers.map(|limit| limit.to_string()), true),
        ("endings", quoted(header.draws_claimed.then_some(CLAIMED)), true),
    ];
    let extras =
        header.extras.iter().map(|(key, value)| (&**key, Some(quote(value).into_owned()), false));
    let ended = [
        ("result", quoted(Some(header.result.map_or("*", Outcome::name))), false),
        ("ending", quoted(header.ending.map(Termination::name)), false),
        ("disputed", text(&header.disputed), false),
        ("setup", Some(header.setup.clone()), true),
    ];
    let entries = known.into_iter().chain(extras).chain(ended);
    let known = entries.filter_map(|(key, value, binding)| Some((key, value?, binding)));
    known.map(|(key, value, binding)| HeaderEntry { key: key.to_owned(), value, binding }).collect()
}

/// The lines before the moves.
fn header_text(entries: &[HeaderEntry]) -> String {
    let mut text = String::with_capacity(1024);
    let mut among_players = false;
    for HeaderEntry { key, value, .. } in entries {
        let player = key.strip_prefix(PLAYERS);
        if player.is_some() && !among_players {
            text.push_str("players:\n");
        }
        among_players = player.is_some();
        match (player, key.as_str()) {
            (Some(side), _) => text.push_str(&format!("  {side}: {value}\n")),
            (None, "setup") => {
                text.push_str("setup: |\n");
                value.lines().for_each(|line| text.push_str(&format!("  {line}\n")));
            }
            (None, key) => text.push_str(&format!("{}: {value}\n", quote(key))),
        }
    }
    text
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
