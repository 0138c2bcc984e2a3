//! Arguments that several commands share: the common flags, sides, people, a game and its array, text files.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::error::{Failure, reason};
use super::instant::now;
use crate::actions::FoundFile;
use crate::document::Limits;
use crate::notation::{diagram, fen, force};
use crate::proof::PublicKey;
use crate::record::Player;
use crate::rules::{self, Game, Position, Setup, variants};
use crate::store::{Store, Timestamp};

/// The heading of these options in a command's help.
const COMMON: &str = "Common options";

/// What every command takes.
#[derive(clap::Args, Debug)]
pub(super) struct Common {
    /// The repository, or a folder in it [default: the current folder]
    #[arg(long, global = true, value_name = "DIR", help_heading = COMMON)]
    pub(super) repo: Option<PathBuf>,
    /// Print for machines: one JSON value a line
    #[arg(long, global = true, help_heading = COMMON)]
    pub(super) json: bool,
    /// Say what would be done, and write nothing
    #[arg(long, global = true, help_heading = COMMON)]
    pub(super) dry_run: bool,
    /// Print nothing but what was asked for
    #[arg(long, short, global = true, help_heading = COMMON)]
    pub(super) quiet: bool,
    /// Print long output as it is, where the pager that git uses would show it
    #[arg(long, global = true, help_heading = COMMON)]
    pub(super) no_pager: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = COMMON)]
    pub(super) color: Colour,
    /// The whole program as clap reads it, for completions and manual pages
    #[arg(skip = clap::Command::default as fn() -> clap::Command)]
    pub(super) program: fn() -> clap::Command,
}

impl Common {
    /// The folder to look for the repository from.
    pub(super) fn folder(&self) -> PathBuf {
        let here = || std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        self.repo.clone().unwrap_or_else(here)
    }

    /// The repository, with the present instant as the time of entry.
    pub(super) fn store(&self) -> Result<Store, Failure> {
        Ok(Store::discover(&self.folder())?.at(Timestamp(now()?.timestamp())))
    }

    /// The folder that paths of records start from.
    pub(super) fn working_folder(&self) -> Result<PathBuf, Failure> {
        Ok(std::env::current_dir()?)
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Colour {
    Auto,
    Always,
    Never,
}

/// A form of output; each command takes some of them.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Text,
    Coord,
    Fen,
    Json,
    Svg,
    Png,
    Html,
    Markdown,
    Csv,
}

impl Format {
    /// Reads one of the formats that a command takes.
    pub(super) fn among(formats: &[Format]) -> impl TypedValueParser<Value = Format> + use<> {
        let values = formats.iter().filter_map(Format::to_possible_value);
        PossibleValuesParser::new(values).try_map(|name| Format::from_str(&name, false))
    }
}

/// A side of the board.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// South, or White
    South,
    /// North, or Black
    North,
}

impl From<Side> for rules::Side {
    fn from(side: Side) -> rules::Side {
        match side {
            Side::South => rules::Side::South,
            Side::North => rules::Side::North,
        }
    }
}

/// Reads `Anna Ek <anna@example.org>`, or a name alone.
pub(super) fn person(text: &str, key: Option<&str>) -> Result<Player, Failure> {
    let (name, email) = match text.trim().strip_suffix('>').and_then(|t| t.rsplit_once('<')) {
        Some((name, email)) if email.contains('@') => (name.trim(), Some(email.trim().to_string())),
        _ => (text.trim(), None),
    };
    if name.is_empty() {
        return Err(Failure::usage(format!("{text:?} names no player"))
            .hint("write a name, or a name with an address: \"Anna Ek <anna@example.org>\""));
    }
    let key = key.map(public_key).transpose()?.map(|key| key.to_string());
    Ok(Player { name: name.into(), email, key })
}

/// The most bytes read of a public key's file.
const LONGEST_KEY_FILE: u64 = 16 * 1024;

/// Reads a public key: the one in a file, or the key itself, with a comment or without.
pub(super) fn public_key(text: &str) -> Result<PublicKey, Failure> {
    let literal = text.trim().strip_prefix("key::").unwrap_or(text.trim());
    let is_literal = ["ssh-", "ecdsa-", "sk-"].iter().any(|name| literal.starts_with(name));
    if is_literal && literal.contains(' ') {
        return Ok(PublicKey::from_openssh(literal)?);
    }
    let path = Path::new(text);
    if !path.is_file() {
        return Err(Failure::nowhere(path).hint(
            "name a file such as ~/.ssh/id_ed25519.pub, or write the key: ssh-ed25519 AAAA…",
        ));
    }
    let content = read_file(path, LONGEST_KEY_FILE)?;
    if content.starts_with("-----BEGIN ") {
        return Err(Failure::usage("this is a private key, and nobody else should see it")
            .at(text)
            .hint("name the file of the public key: it ends in .pub"));
    }
    let line = content.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    PublicKey::from_openssh(line).map_err(|error| Failure::from(error).at(text))
}

/// The longest setup file read, in bytes.
const LONGEST_SETUP: u64 = 64 * 1024;

/// Which game, in which variation, with which options.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Choice {
    /// Variation, for a game that has some (Fortress of the Witch: level, high)
    #[arg(long, value_name = "V")]
    variation: Option<String>,
    /// An option of the game, such as chariots=north; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
}

impl Choice {
    /// The game of that name, in either case, by its latest rulings; a variation not named is the game's first.
    pub(super) fn game(&self, name: &str) -> Result<&'static Game, Failure> {
        self.game_of_revision(name, None)
    }

    /// The same by the rulings of a revision.
    pub(super) fn game_of_revision(
        &self,
        name: &str,
        revision: Option<u32>,
    ) -> Result<&'static Game, Failure> {
        let name = &name.to_lowercase();
        let entry = variants::entry(name)?;
        let variation = self.variation.as_ref().map(|variation| variation.to_lowercase());
        let variation = variation.as_deref().or(entry.variations.first().copied());
        let mut options = Vec::new();
        for option in &self.options {
            let pair = option.split_once('=');
            options.push(pair.ok_or_else(|| {
                Failure::usage(format!(
                    "--option {option:?} should be KEY=VALUE, as in chariots=north"
                ))
            })?);
        }
        let revision = revision.unwrap_or(entry.revision);
        Ok(entry.game_of_revision(revision, variation, options)?)
    }
}

/// Which array to start from.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Array {
    /// A file with a setup diagram, a board as `show` prints it or a position line instead of the usual array; - for standard input
    #[arg(long, value_name = "FILE")]
    setup: Option<PathBuf>,
    /// South's (White's) replacements in the array, as in a1=ELE,N=DRA (Valonian Chess)
    #[arg(long, value_name = "FORCE")]
    south_force: Option<String>,
    /// North's (Black's) replacements
    #[arg(long, value_name = "FORCE")]
    north_force: Option<String>,
}

impl Array {
    /// The array, with the replacements made.
    pub(super) fn read(&self, game: &'static Game) -> Result<Setup, Failure> {
        let mut setup = match &self.setup {
            None => diagram::default_setup(game)?,
            Some(path) => {
                let text = read_file(path, LONGEST_SETUP)?;
                if text.trim().contains('/') && text.trim().lines().count() == 1 {
                    let position = fen::read(game, &text);
                    Setup::of(
                        &position.map_err(|e| Failure::from(e).at(path.display().to_string()))?,
                    )
                } else {
                    diagram::read_shown(game, &text).map_err(|e| {
                        let place = format!("{}:{}:{}", path.display(), e.line + 1, e.column + 1);
                        Failure::no(e.message).at(place)
                    })?
                }
            }
        };
        for (side, text) in
            [(rules::Side::South, &self.south_force), (rules::Side::North, &self.north_force)]
        {
            if let Some(text) = text {
                setup = force::replace(&setup, side, text)?;
            }
        }
        Ok(setup)
    }

    /// The same as the array of a record, which says where the pieces stand and no more than follows from that.
    pub(super) fn start(&self, game: &'static Game) -> Result<Setup, Failure> {
        let setup = self.read(game)?;
        let line = |setup: &Setup| Position::resume(setup).map(|position| fen::write(&position));
        let array = Setup::array(game, setup.pieces());
        if let (Ok(wanted), Ok(begins)) = (line(&setup), line(&array))
            && wanted != begins
        {
            let message = format!("a game with this array begins as {begins}, not as {wanted}");
            return Err(Failure::no(message).by("G10").hint("give the position line it begins as"));
        }
        Ok(array)
    }
}

/// A record from standard input; of one that is too long, one byte more than a record may have.
pub(super) fn standard_input() -> Result<FoundFile, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(Limits::MATCH.bytes as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Failure::world(reason(&e)).at("-"))?;
    Ok(FoundFile { name: "-".into(), bytes })
}

/// Reads a text file, or standard input for `-`, of at most `limit` bytes.
pub(super) fn read_file(path: &Path, limit: u64) -> Result<String, Failure> {
    let name = path.display().to_string();
    let bytes = read_bytes(path, limit)?;
    String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let byte = e.as_bytes().get(before.len()).copied().unwrap_or_default();
        Failure::no(format!("byte 0x{byte:02X} is not UTF-8"))
            .at(format!("{name}:{line}"))
            .hint("save the file as UTF-8")
    })
}

/// Reads a file, or standard input for `-`, of at most `limit` bytes.
pub(super) fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let reader: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        let file = std::fs::File::open(path).map_err(|e| Failure::world(reason(&e)).at(&name))?;
        Box::new(file)
    };
    reader
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Failure::world(reason(&e)).at(&name))?;
    if bytes.len() as u64 > limit {
        return Err(Failure::no(format!("longer than {limit} bytes")).at(name));
    }
    Ok(bytes)
}
