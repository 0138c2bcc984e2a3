//! `riverpost export`: games in other formats.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use indicatif::ProgressBar;

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure};
use super::output::Out;
use super::sources::Sources;
use crate::archive::{
    self, ArchivedGame, NewFile, NewFolder, PartitionKey, Table, TableFormat, book, document, pgn,
};
use crate::notation::fen;
use crate::record::Record;
use crate::render::counted;

/// Write games in another format
#[derive(clap::Args, Debug)]
pub(super) struct Export {
    #[command(flatten)]
    sources: Sources,
    /// What to write
    #[arg(long, value_name = "FORMAT", default_value = "pgn")]
    format: ExportFormat,
    /// With csv or jsonl: which table [default: games with csv, whole games with jsonl]
    #[arg(long, value_name = "TABLE")]
    table: Option<TableName>,
    /// With csv or jsonl: write both tables into folders by game, year or both, such as games/game=wing/year=2026
    #[arg(
        long,
        value_name = "KEYS",
        value_delimiter = ',',
        requires = "out",
        conflicts_with = "table"
    )]
    partition_by: Vec<PartitionBy>,
    /// With text: a diagram after every so many moves and at the end; 0 for none
    #[arg(long, value_name = "N", default_value_t = 10)]
    diagrams: usize,
    /// Leave out addresses
    #[arg(long)]
    redact: bool,
    /// The file or folder to write, which may not be there yet [default: standard output]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

/// What is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ExportFormat {
    /// PGN, which `import` reads back
    Pgn,
    /// The records themselves, each after a line of ---
    Yaml,
    /// One JSON list of games
    Json,
    /// A JSON value a line
    Jsonl,
    /// A table for spreadsheets and databases
    Csv,
    /// Moves and diagrams, as in a book
    Text,
    /// A line for each position: id, ply and position line, parted by tabs
    Fen,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum TableName {
    Games,
    Plies,
}

impl From<TableName> for Table {
    fn from(name: TableName) -> Table {
        match name {
            TableName::Games => Table::Games,
            TableName::Plies => Table::Plies,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum PartitionBy {
    Game,
    Year,
}

impl From<PartitionBy> for PartitionKey {
    fn from(key: PartitionBy) -> PartitionKey {
        match key {
            PartitionBy::Game => PartitionKey::Game,
            PartitionBy::Year => PartitionKey::Year,
        }
    }
}

impl Run for Export {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let format = if common.json { ExportFormat::Jsonl } else { self.format };
        let table = match format {
            ExportFormat::Csv => Some(TableFormat::Csv),
            ExportFormat::Jsonl => Some(TableFormat::JsonLines),
            _ if self.table.is_none() && self.partition_by.is_empty() => None,
            _ => {
                let message = "there are tables with --format csv and --format jsonl only";
                return Err(Failure::usage(message));
            }
        };
        let bar = match &self.out {
            None if out.is_terminal() => ProgressBar::hidden(),
            _ => self.sources.bar(common, out),
        };
        let keys: Vec<PartitionKey> = self.partition_by.iter().map(|key| (*key).into()).collect();
        let (games, unsound) = match table {
            Some(table) if !keys.is_empty() => self.write_folder(table, &keys, common, &bar)?,
            table => self.write(format, table, common, &bar, out)?,
        };
        if let Some(path) = &self.out {
            let would = if common.dry_run { "would write " } else { "" };
            let (games, path) = (counted(games, "game", "games"), path.display());
            let written = if common.dry_run { "" } else { " written" };
            out.note(format_args!("{would}{games}{written} to {path}"))?;
        }
        Ok(u8::from(unsound > 0))
    }
}

impl Export {
    /// The record as it is given away.
    fn given<'t>(&self, record: Record<'t>) -> Option<Record<'t>> {
        Some(if self.redact { record.redacted() } else { record })
    }

    /// Writes all games into one text; gives how many, and how many records are not sound.
    fn write(
        &self,
        format: ExportFormat,
        table: Option<TableFormat>,
        common: &Common,
        bar: &ProgressBar,
        out: &mut Out,
    ) -> Result<(u64, u64), Failure> {
        let shown = match (self.table, format) {
            (Some(name), _) => Some(Table::from(name)),
            (None, ExportFormat::Csv) => Some(Table::Games),
            (None, _) => None,
        };
        let table = table.zip(shown);
        let text = |game: &ArchivedGame<'_>| match (format, table) {
            (_, Some((format, table))) => table.text(game, format, &[]),
            (ExportFormat::Yaml, _) => document(game, self.redact),
            (ExportFormat::Json, _) => archive::json(game).to_string(),
            (ExportFormat::Jsonl, _) => archive::json(game).to_string() + "\n",
            (ExportFormat::Text, _) => book(game, self.diagrams),
            (ExportFormat::Fen, _) => lines(game),
            (ExportFormat::Pgn | ExportFormat::Csv, _) => pgn(game),
        };
        let (before, between, after) = match (format, table) {
            (_, Some((format, table))) => (table.head(format, &[]), "", ""),
            (ExportFormat::Json, _) => ("[".into(), ",", "\n]\n"),
            _ => (String::new(), "", ""),
        };
        let new_line = if format == ExportFormat::Json { "\n" } else { "" };
        let mut file = match &self.out {
            Some(path) if !common.dry_run => {
                Some(NewFile::at(path).map_err(Failure::unwritten(path))?)
            }
            _ => None,
        };
        let mut write = |text: &str| match (&mut file, &self.out) {
            (Some(file), _) => file.write_all(text.as_bytes()).map_err(Failure::from),
            (None, Some(_)) => Ok(()),
            (None, None) => out.text(text),
        };
        write(&before)?;
        let mut games = 0;
        let unsound = self.sources.each_game(
            common,
            bar,
            |record| self.given(record),
            |game| Some(text(game)),
            |text| {
                write(if games > 0 { between } else { "" })?;
                write(new_line)?;
                write(&text)?;
                games += 1;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        write(after)?;
        if let (Some(file), Some(path)) = (file, &self.out) {
            file.put().map_err(Failure::unwritten(path))?;
        }
        Ok((games, unsound))
    }

    /// Writes both tables into folders; gives how many games, and how many records are not sound.
    fn write_folder(
        &self,
        format: TableFormat,
        keys: &[PartitionKey],
        common: &Common,
        bar: &ProgressBar,
    ) -> Result<(u64, u64), Failure> {
        let path = self.out.as_deref().unwrap_or(Path::new("."));
        let mut folder = match common.dry_run {
            true => None,
            false => Some(NewFolder::at(path).map_err(Failure::unwritten(path))?),
        };
        let name = match format {
            TableFormat::Csv => "part-0.csv",
            TableFormat::JsonLines => "part-0.jsonl",
        };
        let rows = |game: &ArchivedGame<'_>| {
            let folders: PathBuf = keys.iter().map(|key| key.folder(game)).collect();
            Some((folders.join(name), Table::ALL.map(|table| table.text(game, format, keys))))
        };
        let mut games = 0;
        let take = |(file, texts): (PathBuf, [String; 2])| {
            games += 1;
            let Some(folder) = &mut folder else { return Ok(ControlFlow::Continue(())) };
            for (table, text) in Table::ALL.iter().zip(texts) {
                let file = Path::new(table.name()).join(&file);
                folder
                    .add(&file, &table.head(format, keys), &text)
                    .map_err(Failure::unwritten(path))?;
            }
            Ok(ControlFlow::Continue(()))
        };
        let unsound =
            self.sources.each_game(common, bar, |record| self.given(record), rows, take)?;
        if let Some(folder) = folder {
            folder.put().map_err(Failure::unwritten(path))?;
        }
        Ok((games, unsound))
    }
}

/// Every position of a game.
fn lines(game: &ArchivedGame<'_>) -> String {
    let id = &game.record.header().id;
    let positions = game.replayed.line.positions().iter().enumerate();
    positions.map(|(ply, position)| format!("{id}\t{ply}\t{}\n", fen::write(position))).collect()
}
