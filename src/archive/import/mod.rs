//! Games of other programs as records: PGN, moves as people type them, tables. Files are read piece by piece and games in
//! parallel, so that memory does not grow with the file.

mod game;
mod input;
mod lexer;
mod options;
mod table;
mod tags;

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::document::{Diagnostic, Place};

pub use game::{ImportedRecord, ReadGame, fingerprint, short};
pub use input::Encoding;
pub use options::{ImportOptions, Variations};

use game::{Places, read_game};
use input::{Chunk, Chunks};
use lexer::Lexer;
use table::{Row, Rows};

/// How many pieces of a file are held in memory at once, and how many bytes.
const BATCH: (usize, usize) = (512, 8 << 20);

/// A piece of a file.
enum Piece {
    Text(Chunk),
    Row(Row),
}

impl Piece {
    fn size(&self) -> usize {
        match self {
            Piece::Text(chunk) => chunk.text.len(),
            Piece::Row(row) => row.moves.len(),
        }
    }

    /// The games in it.
    fn games(&self, options: &ImportOptions) -> Vec<ReadGame> {
        let (line, text, given, fault) = match self {
            Piece::Text(chunk) => (chunk.line, &chunk.text, &[][..], chunk.fault.clone()),
            Piece::Row(row) => (
                row.line,
                &row.moves,
                &row.tags[..],
                row.fault.clone().map(|fault| (row.line, fault)),
            ),
        };
        if let Some((line, message)) = fault {
            let fault = Diagnostic::new(Place { line, column: 1 }, message);
            return vec![ReadGame::failed(fault)];
        }
        let mut lexer = Lexer::new(text);
        let places = Places::new(text, line);
        let mut next = || read_game(&mut lexer, &places, given, options);
        match self {
            Piece::Text(_) => std::iter::from_fn(next).collect(),
            // One game a row, also where there are no moves.
            Piece::Row(_) => next().into_iter().collect(),
        }
    }
}

/// The pieces of a file, and how far it has been read.
enum Pieces<R> {
    Text(Chunks<R>),
    Rows(Rows<R>),
}

impl<R: BufRead> Pieces<R> {
    fn next(&mut self) -> io::Result<Option<(Piece, u64)>> {
        Ok(match self {
            Pieces::Text(chunks) => chunks.next()?.map(|chunk| (chunk.read, Piece::Text(chunk))),
            Pieces::Rows(rows) => rows.next()?.map(|row| (row.read, Piece::Row(row))),
        }
        .map(|(read, piece)| (piece, read)))
    }

    /// As many pieces as are held at once, and how many bytes have been read with them.
    fn batch(&mut self) -> io::Result<(Vec<Piece>, u64)> {
        let (mut pieces, mut size, mut read) = (Vec::new(), 0, 0);
        while pieces.len() < BATCH.0 && size < BATCH.1 {
            let Some((piece, so_far)) = self.next()? else { break };
            (size, read) = (size + piece.size(), so_far);
            pieces.push(piece);
        }
        Ok((pieces, read))
    }
}

/// Reads the games of a file and reports each, in the order of the file, with how many bytes have been read so far. It stops where
/// `report` breaks.
///
/// # Errors
/// Those of reading the file; what is wrong with a game is in its report.
pub fn read_games(
    reader: impl BufRead,
    options: &ImportOptions,
    mut report: impl FnMut(ReadGame, u64) -> ControlFlow<()>,
) -> io::Result<()> {
    let chunks = Chunks::new(reader, options.encoding);
    let mut pieces = match options.table {
        true => Pieces::Rows(Rows::new(chunks)),
        false => Pieces::Text(chunks),
    };
    let mut next = pieces.batch()?;
    while !next.0.is_empty() {
        let (batch, read) = next;
        let mut games: Vec<Vec<ReadGame>> = Vec::new();
        // The file is read on while these are played.
        let further = rayon::in_place_scope(|scope| {
            scope.spawn(|_| {
                let pieces = batch.into_par_iter().with_min_len(4);
                games = pieces.map(|piece| piece.games(options)).collect();
            });
            pieces.batch()
        });
        for game in games.into_iter().flatten() {
            if report(game, read).is_break() {
                return Ok(());
            }
        }
        next = further?;
    }
    Ok(())
}
