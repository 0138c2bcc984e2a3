//! `riverpost import`: brings in games of other programs.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::json;

use super::arguments::{Choice, Common};
use super::command::Run;
use super::error::{Done, Failure, fault_value, reason};
use super::output::Out;
use super::progress;
use crate::actions::{Destination, Imported, Importer};
use crate::archive::import::{self, ImportOptions, ReadGame};
use crate::render::{counted, one_line};
use crate::rules::Game;
use crate::store::CommitId;

/// How many games that are here already are named, of each file.
const NAMED: u64 = 20;

/// Bring in games: PGN, lists of moves, tables
#[derive(clap::Args, Debug)]
pub(super) struct Import {
    /// Files; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The game of those that name none [default: Western Chess]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    choice: Choice,
    /// The files are tables of comma-separated values, as a name that ends with .csv says too
    #[arg(long)]
    csv: bool,
    /// What becomes of variations: text in the comment of the move before, or left out and counted
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    variations: Variations,
    /// What the bytes of the files stand for; auto: UTF-8, and lines that are not, windows-1252
    #[arg(long, value_name = "NAME", default_value = "auto")]
    encoding: Encoding,
    /// Stop at the first game that cannot be kept
    #[arg(long)]
    strict: bool,
    /// Write the records below this folder instead of into the repository
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Variations {
    Keep,
    Drop,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Encoding {
    Auto,
    Utf8,
    #[value(name = "latin-1")]
    Latin1,
    #[value(name = "windows-1252")]
    Windows1252,
}

/// What came of a file, in numbers.
#[derive(Default)]
struct ImportTally {
    games: u64,
    new: u64,
    plies: usize,
    known: u64,
    refused: u64,
    left_out: usize,
}

impl Run for Import {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let game = self.game.as_deref().map(|name| self.choice.game(name)).transpose()?;
        let missing = self.files.iter().find(|path| path.as_os_str() != "-" && !path.is_file());
        if let Some(path) = missing {
            return Err(match path.is_dir() {
                true => {
                    Failure::world("this is a folder, not a file").at(path.display().to_string())
                }
                false => Failure::nowhere(path),
            });
        }
        let store = match &self.out {
            Some(folder) => {
                Failure::refuse_file(folder)?;
                None
            }
            None => Some(common.store()?),
        };
        let destination = match (&store, &self.out) {
            (Some(store), _) => Destination::Repository(store),
            (None, folder) => Destination::Folder(folder.clone().unwrap_or_default()),
        };
        let mut importer = Importer::new(destination, common.dry_run)?;
        let mut refused = 0;
        for path in &self.files {
            refused += self.file(path, game, &mut importer, common, out)?;
            if self.strict && refused > 0 {
                break;
            }
        }
        Ok(u8::from(refused > 0))
    }
}

impl Import {
    /// Brings in the games of a file; gives how many could not be kept.
    fn file(
        &self,
        path: &Path,
        game: Option<&'static Game>,
        importer: &mut Importer<'_>,
        common: &Common,
        out: &mut Out,
    ) -> Result<u64, Failure> {
        let name = path.display().to_string();
        let failed = |error: io::Error| Failure::world(reason(&error)).at(name.clone());
        let (reader, size): (Box<dyn BufRead>, Option<u64>) = if path.as_os_str() == "-" {
            (Box::new(io::stdin().lock()), None)
        } else {
            let file = File::open(path).map_err(failed)?;
            let size = file.metadata().map_err(failed)?.len();
            (Box::new(BufReader::with_capacity(1 << 20, file)), Some(size))
        };
        let source = path.file_name().filter(|name| *name != "-");
        let options = ImportOptions {
            source: source.map_or("standard input".into(), |name| name.to_string_lossy().into()),
            encoding: match self.encoding {
                Encoding::Auto => import::Encoding::Auto,
                Encoding::Utf8 => import::Encoding::Utf8,
                Encoding::Latin1 => import::Encoding::Latin1,
                Encoding::Windows1252 => import::Encoding::Windows1252,
            },
            variations: match self.variations {
                Variations::Keep => import::Variations::Keep,
                Variations::Drop => import::Variations::Drop,
            },
            game,
            table: self.csv || path.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv")),
        };
        let bar = progress::of_bytes(size, common, out);
        let mut tally = ImportTally::default();
        let mut commits = Vec::new();
        let mut stopped = None;
        let report = |game: ReadGame, read: u64| {
            bar.set_position(read);
            let said = take(&name, game, importer, &mut tally, common.json);
            let taken = said.and_then(|said| match &said {
                None => Ok(()),
                Some(ImportNews::Answer(line)) => bar.suspend(|| out.line(line)),
                Some(ImportNews::Notes(lines)) => {
                    bar.suspend(|| lines.iter().try_for_each(|line| out.note(one_line(line))))
                }
            });
            let mut full = || importer.is_full().then(|| importer.commit(&options.source));
            let done = taken.and_then(|()| Ok(full().transpose()?.flatten()));
            match done {
                Ok(commit) => {
                    out.recorded(commit.as_ref());
                    commits.extend(commit);
                }
                Err(failure) => {
                    stopped = Some(failure);
                    return ControlFlow::Break(());
                }
            }
            match self.strict && tally.refused > 0 {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let read = import::read_games(reader, &options, report);
        bar.finish_and_clear();
        if let Some(failure) = stopped {
            return Err(failure);
        }
        // What was read before a fault of the file is kept all the same.
        if !(self.strict && tally.refused > 0) {
            let commit = importer.commit(&options.source)?;
            out.recorded(commit.as_ref());
            commits.extend(commit);
        }
        read.map_err(failed)?;
        if !common.json {
            let commits: Vec<String> = commits.iter().map(CommitId::short).collect();
            out.note(tally.words(&name, common.dry_run, &commits))?;
        }
        Ok(tally.refused)
    }
}

/// What there is to say of a game.
enum ImportNews {
    Answer(String),
    /// What `--quiet` leaves out.
    Notes(Vec<String>),
}

/// Takes in a game of a file; gives what there is to say of it.
fn take(
    file: &str,
    game: ReadGame,
    importer: &mut Importer<'_>,
    tally: &mut ImportTally,
    json: bool,
) -> Result<Option<ImportNews>, Failure> {
    tally.games += 1;
    tally.left_out += game.left_out;
    let (line, number, notes) = (game.line, tally.games, game.notes.clone());
    let players = one_line(&game.players);
    let plies = game.record.as_ref().map_or(0, |record| record.plies);
    let imported = importer.take(game)?;
    match &imported {
        Imported::New { .. } => (tally.new, tally.plies) = (tally.new + 1, tally.plies + plies),
        Imported::Known { .. } => tally.known += 1,
        Imported::Refused(_) => tally.refused += 1,
    }
    if json {
        let (status, id, path, error) = match imported {
            Imported::New { id, path } => ("new", Some(id), Some(path), None),
            Imported::Known { id } => ("known", Some(id), None, None),
            Imported::Refused(fault) => ("refused", None, None, Some(fault)),
        };
        let error = error.map(|fault| fault_value(&fault));
        let answer = json!({
            "file": file, "line": line, "game": number, "players": players, "status": status,
            "id": id, "path": path, "plies": plies, "notes": notes, "error": error,
        });
        return Ok(Some(ImportNews::Answer(answer.to_string())));
    }
    let which = match players.as_str() {
        "" => format!("game {number}"),
        players => format!("game {number} ({players})"),
    };
    Ok(match imported {
        Imported::New { .. } if notes.is_empty() => None,
        Imported::New { id, .. } => {
            let note = |note: &String| format!("{file}:{line}: {which}: {id}: {note}");
            Some(ImportNews::Notes(notes.iter().map(note).collect()))
        }
        Imported::Known { id } if tally.known <= NAMED => {
            Some(ImportNews::Notes(vec![format!("{file}:{line}: {which} is here already: {id}")]))
        }
        Imported::Known { .. } => None,
        Imported::Refused(fault) => {
            let rule = fault.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
            let text = format!("{file}:{}: {which}: {}{rule}", fault.place, fault.message);
            Some(ImportNews::Answer(one_line(&text)))
        }
    })
}

impl ImportTally {
    /// What came of the file, in a line.
    fn words(&self, file: &str, dry_run: bool, commits: &[String]) -> String {
        let done = if dry_run { "would be brought in" } else { "brought in" };
        let games = counted(self.new, "game", "games");
        let mut words = format!("{file}: {games} {done}, {}", counted(self.plies, "ply", "plies"));
        if self.known > 0 {
            words += &format!("; {} here already", self.known);
        }
        if self.refused > 0 {
            words += &format!("; {} not kept", self.refused);
        }
        if self.left_out > 0 {
            words += &format!("; {} left out", counted(self.left_out, "variation", "variations"));
        }
        match commits {
            [] => {}
            [commit] => words += &format!(" (commit {commit})"),
            [first, .., last] => {
                words += &format!(" ({} commits, {first} to {last})", commits.len());
            }
        }
        words
    }
}
