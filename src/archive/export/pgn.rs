//! PGN, in its export format. What it has no place for stands in tags that begin with `Riverpost` and in commands `[%rp …]` at
//! the start of comments, so that `import` makes the same record of it.
//!
//! A game of Western Chess from the usual array is written as every chess program does; any other has the tag `Variant` and
//! its moves in canonical text. South is White. Moves that were taken back stand in comments, so that the moves outside are
//! legal.

use crate::archive::game::{ArchivedGame, MoveTime};
use crate::clock::TimeSpan;
use crate::notation::{fen, nag};
use crate::record::{self, Action, Termination, write_instant};
use crate::render::wrapped;
use crate::rules::{Outcome, Side};

/// The columns of a line.
const WIDTH: usize = 79;
/// The tags that have a meaning of their own, besides those that begin with [`OWN`].
const KNOWN: &[&str] = &[
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteNA",
    "BlackNA",
    "Variant",
    "SetUp",
    "FEN",
    TERMINATION,
];
const TERMINATION: &str = "Termination";
/// What our own tags begin with.
const OWN: &str = "Riverpost";
/// What the comment begins with that stands for a line of the record.
const LINE: &str = "[%rp line ";
/// What the keys begin with that hold what a comment was too long for.
const COMMENT: &str = "x-comment-";

/// Writes a game, with an empty line behind the tags and one behind the moves.
pub fn pgn(game: &ArchivedGame<'_>) -> String {
    let western = game.is_western();
    let mut out = String::with_capacity(2048);
    for (name, value) in roster(game).into_iter().chain(other_tags(game, western)) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        out.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    out.push('\n');
    let words = MoveText::of(game, western);
    for line in wrapped(words.iter().map(String::as_str), WIDTH) {
        out.push_str(&line);
        out.push('\n');
    }
    out.push('\n');
    out
}

/// The result as PGN spells it.
fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(Outcome::Won(Side::South)) => "1-0",
        Some(Outcome::Won(Side::North)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
    }
}

/// The seven tags that every game has.
fn roster(game: &ArchivedGame<'_>) -> [(String, String); 7] {
    let header = game.record.header();
    let or_unknown = |value: Option<&str>| value.unwrap_or("?").to_owned();
    let date = game.date().unwrap_or_default();
    let mut parts = date.split('-').filter(|part| !part.is_empty());
    let mut part = |unknown: &'static str| parts.next().unwrap_or(unknown).to_owned();
    let date = [part("????"), part("??"), part("??")].join(".");
    [
        ("Event", or_unknown(header.event.as_deref())),
        ("Site", or_unknown(header.site.as_deref())),
        ("Date", date),
        ("Round", or_unknown(header.round.as_deref())),
        ("White", or_unknown(game.player(Side::South))),
        ("Black", or_unknown(game.player(Side::North))),
        ("Result", result(header.result).to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
}

/// Every other tag, in order of name.
fn other_tags(game: &ArchivedGame<'_>, western: bool) -> Vec<(String, String)> {
    let (record, header) = (&game.record, game.record.header());
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut tag = |name: &str, value: Option<String>| {
        tags.extend(value.map(|value| (name.to_owned(), value)));
    };
    for (side, name) in [(Side::South, "White"), (Side::North, "Black")] {
        let player = header.players.of(side);
        tag(&format!("{name}NA"), player.and_then(|player| player.email.clone()));
        tag(&format!("{OWN}{name}Key"), player.and_then(|player| player.key.clone()));
    }
    if !western {
        tag("Variant", Some(record.game().title.into()));
        if !game.starts_as_usual() {
            tag("SetUp", Some("1".into()));
            tag("FEN", Some(fen::write(record.start())));
        }
    }
    // The ending, where the moves do not say it themselves.
    let stated = game.replayed.is_only_stated() || header.disputed.is_some();
    let ending = header.ending.filter(|_| stated);
    let known = ending.and_then(|ending| match ending {
        Termination::Time => Some("time forfeit"),
        Termination::Adjudication => Some("adjudication"),
        Termination::Abandoned => Some("abandoned"),
        _ => None,
    });
    tag(TERMINATION, known.map(Into::into));
    let mut own = |key: &str, value: Option<String>| tag(&format!("{OWN}{key}"), value);
    own("Ending", ending.filter(|_| known.is_none()).map(|ending| ending.name().into()));
    own("Id", Some(header.id.clone()));
    own("Nonce", header.nonce.clone());
    own("Variation", header.variation.clone());
    let options: Vec<String> =
        record.game().options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    own("Options", Some(options.join(", ")).filter(|options| !options.is_empty()));
    own("Arbiter", header.arbiter.as_ref().map(ToString::to_string));
    own("Lag", header.lag.map(TimeSpan::compact));
    own("Started", header.started.as_ref().map(write_instant));
    own("Time", header.time.map(|time| time.to_string()));
    own("Clock", record::write_options(&header.clock));
    own("Offers", header.offers.map(|offers| offers.to_string()));
    own("Endings", header.draws_claimed.then(|| record::CLAIMED.into()));
    own("Disputed", header.disputed.clone());
    for (key, value) in &header.extras {
        let name = key.strip_prefix("x-").unwrap_or(key);
        let taken = match name == TERMINATION {
            true => known.is_some(),
            false => {
                let is_own = name.get(..OWN.len()).is_some_and(|s| s.eq_ignore_ascii_case(OWN));
                KNOWN.iter().any(|known| known.eq_ignore_ascii_case(name))
                    || is_own
                    || name.starts_with("x-")
            }
        };
        match behind_ply(key) {
            Some((ply, _)) if ply <= game.replayed.line.plies() => {}
            Some(_) => tag(key, Some(value.clone())),
            None => tag(if taken { key } else { name }, Some(value.clone())),
        }
    }
    tags.sort();
    tags
}

/// The ply behind which the rest of a comment stands that a key holds, and which part of it that is.
fn behind_ply(key: &str) -> Option<(usize, usize)> {
    let rest = key.strip_prefix(COMMENT)?;
    match rest.split_once('-') {
        Some((ply, part)) => Some((ply.parse().ok()?, part.parse().ok()?)),
        None => Some((rest.parse().ok()?, 1)),
    }
}

/// The words of the moves with their comments and the result.
struct MoveText<'g> {
    game: &'g ArchivedGame<'g>,
    words: Vec<String>,
    /// Whether the next move's number must be written for either side.
    interrupted: bool,
    /// The rests of comments: the ply behind which each stands, which part of it, and its text.
    rests: Vec<(usize, usize, &'g str)>,
    times: Vec<MoveTime>,
}

impl<'g> MoveText<'g> {
    fn of(game: &'g ArchivedGame<'g>, western: bool) -> Vec<String> {
        let extras = game.record.header().extras.iter();
        let rest = |(key, value): (&'g String, &'g String)| {
            behind_ply(key).map(|(ply, part)| (ply, part, value.as_str()))
        };
        let mut rests: Vec<_> = extras.filter_map(rest).collect();
        rests.sort();
        let mut text = MoveText {
            game,
            words: Vec::new(),
            interrupted: true,
            rests,
            times: game.move_times(),
        };
        text.write(western);
        text.words
    }

    fn write(&mut self, western: bool) {
        let game = self.game;
        let first = game.record.game().first;
        let mut plies = game.plies().peekable();
        self.comment(Vec::new(), &self.behind(0, None));
        let actions = record::canonical_actions(&game.record, &game.replayed);
        for (index, mut action) in actions.enumerate() {
            let Some(ply) = plies.next_if(|ply| ply.index == index) else {
                let time = time(&action);
                let said = action.comment.clone().unwrap_or_default().into_owned();
                action.time = None;
                let commands =
                    [command("line ", &action.line(first))].into_iter().chain(time).collect();
                self.comment(commands, &said);
                continue;
            };
            self.words.push(ply.numbered(western, self.interrupted));
            self.interrupted = false;
            let mut commands = Vec::new();
            commands.extend(time(&action));
            commands.extend(action.offer.then(|| command("offer", "")));
            commands.extend(action.conditional.then(|| command("if", "")));
            if action.time.is_some() {
                let MoveTime { used, left } = self.times.get(index).copied().unwrap_or_default();
                commands.extend(used.and_then(|used| clock("emt", used)));
                commands.extend(left.and_then(|left| clock("clk", left)));
            }
            self.comment(commands, &self.behind(ply.ply, action.comment.as_deref()));
        }
        self.words.push(result(game.record.header().result).into());
    }

    /// The comment behind a ply, with what was too long for its line.
    fn behind(&self, ply: usize, said: Option<&str>) -> String {
        let rests = self.rests.iter().filter(|(at, ..)| *at == ply).map(|(.., text)| *text);
        said.into_iter().chain(rests).collect::<Vec<_>>().join(" ")
    }

    /// Adds a comment, unless there is nothing in it.
    fn comment(&mut self, mut commands: Vec<String>, said: &str) {
        // Glyphs belong to moves.
        let (glyphs, said) = match commands.first().is_some_and(|first| first.starts_with(LINE)) {
            true => (Vec::new(), said.trim()),
            false => nag::split(said.trim()),
        };
        self.words.extend(glyphs.iter().map(|glyph| format!("${glyph}")));
        if said.is_empty() && commands.is_empty() {
            return;
        }
        if said.starts_with("[%") {
            commands.push("[%rp]".into());
        }
        let at = self.words.len();
        for word in commands.iter().map(String::as_str).chain(said.split(' ')) {
            // Where a line could not be told from other ones, or blanks would be lost, it is not broken.
            let whole = word.is_empty() || word.starts_with(['%', '[']);
            match self.words[at..].last_mut() {
                Some(last) if whole || last.ends_with(' ') => {
                    last.push(' ');
                    last.push_str(word);
                }
                _ => self.words.push(word.to_owned()),
            }
        }
        if let [first, ..] = &mut self.words[at..] {
            first.insert(0, '{');
        }
        if let [.., last] = &mut self.words[at..] {
            last.truncate(last.trim_end().len());
            last.push('}');
        }
        self.interrupted = true;
    }
}

/// A command at the start of a comment.
fn command(name: &str, value: &str) -> String {
    format!("[%rp {name}{}]", value.replace('%', "%25").replace(']', "%5D"))
}

/// When an action was done.
fn time(action: &Action<'_>) -> Option<String> {
    action.time.as_ref().map(|time| command("time ", &write_instant(time)))
}

/// A time in hours, minutes and seconds, as other programs read it; none below zero.
fn clock(name: &str, span: TimeSpan) -> Option<String> {
    let seconds = u64::try_from(span.as_seconds()).ok()?;
    Some(format!("[%{name} {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60))
}
