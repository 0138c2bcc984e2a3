//! Arguments that choose a game and its array.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::error::{Failure, reason};
use crate::notation::{diagram, force};
use crate::rules::{Game, Setup, Side, variants};

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
    /// The game of that name; a variation not named is the game's first.
    pub(super) fn game(&self, name: &str) -> Result<&'static Game, Failure> {
        let entry = variants::entry(name)?;
        let variation = self.variation.as_deref().or(entry.variations.first().copied());
        let mut options = Vec::new();
        for option in &self.options {
            let pair = option.split_once('=');
            options.push(pair.ok_or_else(|| {
                Failure::usage(format!(
                    "--option {option:?} should be KEY=VALUE, as in chariots=north"
                ))
            })?);
        }
        Ok(variants::find(name, variation, options)?)
    }
}

/// Which array to start from.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Array {
    /// A file with a setup diagram instead of the usual array; - for standard input
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
                diagram::read(game, &text).map_err(|e| {
                    let place = format!("{}:{}:{}", path.display(), e.line + 1, e.column + 1);
                    Failure::no(e.message).at(place)
                })?
            }
        };
        for (side, text) in [(Side::South, &self.south_force), (Side::North, &self.north_force)] {
            if let Some(text) = text {
                setup = force::replace(&setup, side, text)?;
            }
        }
        Ok(setup)
    }
}

/// Reads a text file, or standard input for `-`, of at most `limit` bytes.
pub(super) fn read_file(path: &Path, limit: u64) -> Result<String, Failure> {
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
    String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let byte = e.as_bytes().get(before.len()).copied().unwrap_or_default();
        Failure::no(format!("byte 0x{byte:02X} is not UTF-8"))
            .at(format!("{name}:{line}"))
            .hint("save the file as UTF-8")
    })
}
