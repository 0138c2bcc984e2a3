//! The tags of a game as the header of its record, and the game and array that they name.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate};

use super::lexer::result;
use crate::notation::{diagram, fen};
use crate::record::{self, Act, Header, Player, Players, Termination};
use crate::rules::variants::{GAMES, GameFamily};
use crate::rules::{Game, Outcome, Position, Setup, Side};

/// The values of `Variant` that mean Western Chess.
const WESTERN: &[&str] = &[
    "standard",
    "chess",
    "normal",
    "orthodox",
    "classical",
    "regular",
    "western chess",
    "from position",
];

/// The endings that `Termination` has words for.
const TERMINATIONS: &[(&str, Termination)] = &[
    ("time forfeit", Termination::Time),
    ("adjudication", Termination::Adjudication),
    ("abandoned", Termination::Abandoned),
];

/// What the tags of a game say.
pub(super) struct Tagged {
    /// The header but for `id`, `endings` and `disputed` where the tags do not state them.
    pub(super) header: Header,
    pub(super) start: Position,
    /// The result stated; `Some(None)` for `*`.
    pub(super) result: Option<Option<Outcome>>,
    /// The word of `Termination`, where it names an ending that the moves may not bear out.
    pub(super) termination: Option<(String, Termination)>,
}

/// Tags by name, the first of each; a further one has a number behind its name.
struct Tags(Vec<(String, String)>);

impl Tags {
    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| known.eq_ignore_ascii_case(name))?;
        let value = self.0.remove(at).1;
        Some(value).filter(|value| !value.trim().is_empty())
    }

    /// The value of a tag in which `?` and `-` stand for nothing known.
    fn known(&mut self, name: &str) -> Option<String> {
        self.take(name).filter(|value| !matches!(value.as_str(), "?" | "??"))
    }
}

/// A text of a stranger as a value of a record: one line, no control characters, no blanks around it.
pub(super) fn one_line(text: &str) -> String {
    without_breaks(text).trim().to_owned()
}

/// The same with its blanks.
fn without_breaks(text: &str) -> String {
    let divisive = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
    };
    text.replace(divisive, " ")
}

/// Whether tags were written by this program: then they are a record, and come back as they were.
pub(super) fn is_own(tags: &[(String, String)]) -> bool {
    tags.iter().any(|(name, _)| name == "RiverpostId")
}

/// Reads the tags of a game. `usual` is the game of one that names none; without it that is Western Chess.
///
/// # Errors
/// What cannot be kept, in words.
pub(super) fn read(
    tags: &[(String, String)],
    usual: Option<&'static Game>,
) -> Result<Tagged, String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let is_own = is_own(tags);
    let named = tags.iter().map(|(name, value)| {
        let count = seen.entry(name.to_lowercase()).or_default();
        *count += 1;
        let name = if *count == 1 { name.clone() } else { format!("{name}-{count}") };
        (name, if is_own { without_breaks(value) } else { one_line(value) })
    });
    let mut tags = Tags(named.collect());
    let (game, array) = game(&mut tags, usual)?;
    let mut header = header(&mut tags, game)?;
    let setup = match array {
        Some(array) => array,
        None => diagram::default_setup(game).map_err(|error| error.to_string())?,
    };
    let start = Position::start(&setup).map_err(|faults| {
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        format!("not a legal start: {}", all.join("; "))
    })?;
    header.setup = diagram::write(&Setup::of(&start));
    let stated = tags.take("Result");
    let read = stated.as_deref().and_then(result);
    let unread = stated.filter(|_| read.is_none()).map(|value| ("Result".to_owned(), value));
    let termination = tags.take("Termination");
    let known = |word: &str| TERMINATIONS.iter().find(|(name, _)| *name == word);
    let ending = termination.as_deref().and_then(known).filter(|_| header.ending.is_none());
    let unknown = termination.clone().filter(|_| ending.is_none());
    tags.0.extend(unread.into_iter().chain(unknown.map(|word| ("Termination".into(), word))));
    for (name, value) in tags.0.into_iter().filter(|(_, value)| !value.trim().is_empty()) {
        header.extras.insert(key(&name), value);
    }
    let termination = termination.zip(ending.map(|(_, ending)| *ending));
    Ok(Tagged { header, start, result: read, termination })
}

/// The key in a record for a tag that has none of its own.
pub(super) fn key(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name = name.strip_prefix("x-").unwrap_or(name);
    let name: String = name.chars().take(60).map(|c| if fits(c) { c } else { '-' }).collect();
    format!("x-{name}")
}

/// The game, and its array where it is not the default one.
fn game(
    tags: &mut Tags,
    usual: Option<&'static Game>,
) -> Result<(&'static Game, Option<Setup>), String> {
    let variant = tags.known("Variant").map(|name| name.to_lowercase());
    let variation = tags.take("RiverpostVariation");
    let options = tags.take("RiverpostOptions").unwrap_or_default();
    let pairs = options.split(',').filter_map(|option| option.trim().split_once('='));
    let western = || GAMES.iter().find(|family| family.western);
    let family = match variant.as_deref() {
        Some(name) if WESTERN.contains(&name) => western(),
        Some(name) => Some(named(name).ok_or_else(|| {
            let known: Vec<_> = GAMES.iter().map(|family| family.name).collect();
            format!("the variant {name:?} is none of the games here: {}", known.join(", "))
        })?),
        None if usual.is_none() => western(),
        None => None,
    };
    let game = match (family, usual) {
        (Some(family), _) => {
            // The name of a variation is part of the title.
            let titled = |variation: &&&str| {
                let title = family.game(Some(variation), []).map(|game| game.title.to_lowercase());
                title.ok() == variant
            };
            let variation = variation.as_deref().or(family.variations.iter().find(titled).copied());
            family.game(variation, pairs).map_err(|error| error.to_string())?
        }
        (None, Some(game)) => game,
        (None, None) => return Err("there is no game of that name".into()),
    };
    tags.take("SetUp");
    let Some(line) = tags.known("FEN") else { return Ok((game, None)) };
    let line = match line.split_whitespace().collect::<Vec<_>>()[..] {
        [placement, turn, rights, passed, quiet, _] => {
            let turn = if turn == "w" { "s" } else { "n" };
            // Whether a double step came before does not matter to what a record can hold.
            let passed = if passed == "-" { "-" } else { passed };
            format!("{placement} {turn} {rights} {passed} - - {quiet}")
        }
        _ => line,
    };
    let position = fen::read(game, &line).map_err(|error| format!("FEN: {error}"))?;
    let array = Setup::array(game, Setup::of(&position).pieces());
    let begins = Position::resume(&array).map(|start| fen::write(&start));
    match begins.is_ok_and(|begins| begins == fen::write(&position)) {
        true => Ok((game, Some(array))),
        false => Err(format!(
            "FEN: a record begins with {} to move, every right that the array gives, and nothing played before",
            game.side(game.first)
        )),
    }
}

/// The registry's entry of a name or title in small letters.
fn named(name: &str) -> Option<&'static GameFamily> {
    GAMES.iter().find(|family| {
        let variations: Vec<Option<&str>> = match family.variations {
            [] => vec![None],
            some => some.iter().map(|variation| Some(*variation)).collect(),
        };
        let titled = |variation: &Option<&str>| {
            family.game(*variation, []).is_ok_and(|game| game.title.to_lowercase() == name)
        };
        family.name == name || variations.iter().any(titled)
    })
}

/// The header's keys that have tags.
fn header(tags: &mut Tags, game: &'static Game) -> Result<Header, String> {
    let fault = |name: &str, value: &str| format!("[{name} {value:?}] cannot be read");
    let mut read = |name: &'static str| tags.take(name).map(|value| (name, value));
    let started = read("RiverpostStarted");
    let started = started
        .map(|(name, value)| {
            let instant = DateTime::parse_from_rfc3339(&value).map_err(|_| fault(name, &value));
            instant.map(|instant| instant.to_utc())
        })
        .transpose()?;
    let lag = read("RiverpostLag")
        .map(|(name, value)| value.parse().map_err(|_| fault(name, &value)))
        .transpose()?;
    let time = read("RiverpostTime")
        .map(|(name, value)| value.parse().map_err(|_| fault(name, &value)))
        .transpose()?;
    let offers = read("RiverpostOffers")
        .map(|(name, value)| value.parse().map_err(|_| fault(name, &value)))
        .transpose()?;
    let clock = read("RiverpostClock")
        .map(|(name, value)| record::read_clock_options(&value).map_err(|_| fault(name, &value)))
        .transpose()?;
    let ending = read("RiverpostEnding")
        .map(|(name, value)| Termination::read(&value).ok_or_else(|| fault(name, &value)))
        .transpose()?;
    let arbiter = read("RiverpostArbiter")
        .map(|(name, value)| arbiter(&value).ok_or_else(|| fault(name, &value)))
        .transpose()?;
    let draws_claimed = match read("RiverpostEndings") {
        None => false,
        Some((_, value)) if value == "claimed" => true,
        Some((name, value)) => return Err(fault(name, &value)),
    };
    let mut player = |name: &str, address: &str, key: &str| {
        let (name, address, key) = (tags.known(name), tags.known(address), tags.take(key));
        let email = address.filter(|address| address != "-");
        name.map(|name| Player { name, email, key })
    };
    let players = Players {
        south: player("White", "WhiteNA", "RiverpostWhiteKey"),
        north: player("Black", "BlackNA", "RiverpostBlackKey"),
    };
    let date = date(tags).filter(|date| {
        started.is_none_or(|at: DateTime<chrono::Utc>| at.format("%Y-%m-%d").to_string() != *date)
    });
    Ok(Header {
        game: game.name.into(),
        id: tags.take("RiverpostId").unwrap_or_default(),
        nonce: tags.take("RiverpostNonce"),
        variation: game.variation.map(Into::into),
        options: game.options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        players,
        arbiter,
        lag,
        event: tags.known("Event"),
        site: tags.known("Site"),
        round: tags.known("Round"),
        date,
        started,
        time,
        clock: clock.unwrap_or_default(),
        offers,
        draws_claimed,
        ending,
        disputed: tags.take("RiverpostDisputed"),
        ..Header::default()
    })
}

/// An arbiter: `NAME <EMAIL> KEY`.
fn arbiter(text: &str) -> Option<Player> {
    let line = format!("1. arbiter proposed: {text}");
    match record::read_action(&line, Side::South).ok()?.act {
        Act::ArbiterProposed { person } => Some(person),
        _ => None,
    }
}

/// The date as far as it is known. One that is none stays a tag.
fn date(tags: &mut Tags) -> Option<String> {
    let text = tags.take("Date")?;
    let parts: Vec<&str> = text.split(['.', '-', '/']).collect();
    let known = |part: &&&str| !part.is_empty() && !part.contains('?');
    let count = parts.iter().take_while(known).count();
    let unknown =
        parts[count..].iter().all(|part| part.chars().all(|c| matches!(c, '?' | 'X' | 'x')));
    if unknown && count == 0 {
        return None;
    }
    let number = |at: usize| parts.get(at)?.parse::<u32>().ok();
    let digits = parts.iter().take(count).all(|part| part.bytes().all(|b| b.is_ascii_digit()));
    let day = (number(0), number(1).filter(|_| count > 1), number(2).filter(|_| count > 2));
    let year = |year: u32| i32::try_from(year).ok().filter(|_| parts[0].len() == 4);
    let date = match day {
        (Some(y), None, None) if count == 1 => year(y).map(|y| format!("{y:04}")),
        (Some(y), Some(m), None) if count == 2 => {
            year(y).filter(|_| (1..=12).contains(&m)).map(|y| format!("{y:04}-{m:02}"))
        }
        (Some(y), Some(m), Some(d)) if count == 3 => {
            year(y).and_then(|y| NaiveDate::from_ymd_opt(y, m, d)).map(|date| date.to_string())
        }
        _ => None,
    };
    match date.filter(|_| unknown && digits && parts.len() <= 3) {
        None => {
            tags.0.push(("Date".into(), text));
            None
        }
        date => date,
    }
}
