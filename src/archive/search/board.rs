//! Conditions on what happened on a board.

use std::cmp::Ordering;

use super::QueryError;
use super::cells::{Cell, Pattern, read_piece};
use super::moves::{MovePattern, read_moves};
use crate::notation::{diagram, fen, read_sequence};
use crate::rules::{Game, Line, Position};

/// Conditions as they are written. All that are given must hold at once: of one position of the game, and of the moves from it.
#[derive(Clone, Debug, Default)]
pub struct BoardText {
    /// A position line, a part of one, or a diagram.
    pub position: Option<String>,
    /// Moves from the usual array that lead to the position, in whatever order they are played.
    pub line: Option<String>,
    /// Whether the position may also have left and right exchanged.
    pub mirrored: bool,
    /// Whether the position may also have the sides exchanged.
    pub swapped: bool,
    /// How many pieces there are: `SC>=2 NC=0`.
    pub material: Option<String>,
    /// The moves that are played from the position, one after the other.
    pub moves: Option<String>,
}

/// The same as they are understood in one game.
#[derive(Clone, Debug)]
pub struct BoardQuery {
    game: &'static Game,
    /// The very position, with all that may be done in it.
    exact: Option<Position>,
    /// Boards of which one must fit; none asked for where it is empty.
    patterns: Vec<Pattern>,
    material: Vec<PieceCount>,
    moves: Vec<MovePattern>,
}

/// How many pieces there must be.
#[derive(Clone, Debug)]
struct PieceCount {
    piece: Cell,
    /// How the count may compare with the number: less, equal, more.
    allowed: [bool; 3],
    number: usize,
}

impl BoardText {
    /// Whether anything is asked.
    pub fn is_empty(&self) -> bool {
        [&self.position, &self.line, &self.material, &self.moves].iter().all(|text| text.is_none())
    }

    /// The conditions as each of these games understands them; games in which they mean nothing are left out.
    ///
    /// # Errors
    /// Why the last of the games does not, where none does.
    pub fn compile(&self, games: &[&'static Game]) -> Result<Vec<BoardQuery>, QueryError> {
        let mut compiled = Vec::new();
        let mut refused = None;
        for game in games {
            match self.compile_for(game) {
                Ok(query) => compiled.push(query),
                Err(error) => refused = Some(error),
            }
        }
        match refused {
            Some(error) if compiled.is_empty() => Err(error),
            _ => Ok(compiled),
        }
    }

    fn compile_for(&self, game: &'static Game) -> Result<BoardQuery, QueryError> {
        let mut query = BoardQuery {
            game,
            exact: None,
            patterns: Vec::new(),
            material: Vec::new(),
            moves: Vec::new(),
        };
        let exact = match &self.position {
            Some(text) => fen::read(game, text).ok(),
            None => None,
        };
        if let Some(text) = &self.position {
            let pattern = match &exact {
                Some(position) => Pattern::of(position),
                None => Pattern::read(game, text)?,
            };
            query.patterns = vec![pattern];
        }
        if let Some(text) = &self.line {
            query.exact = Some(reached(game, text)?);
            query.patterns = query.exact.iter().map(Pattern::of).collect();
        } else {
            query.exact = exact;
        }
        if self.mirrored || self.swapped {
            query.exact = None;
        }
        for (asked, change) in [
            (self.mirrored, Pattern::mirrored as fn(&Pattern, &_) -> Pattern),
            (self.swapped, Pattern::swapped),
        ] {
            if asked {
                let changed: Vec<_> =
                    query.patterns.iter().map(|pattern| change(pattern, &game.board)).collect();
                query.patterns.extend(changed);
            }
        }
        if let Some(text) = &self.material {
            query.material = text
                .split_whitespace()
                .map(|term| PieceCount::read(game, term))
                .collect::<Result<_, _>>()?;
        }
        if let Some(text) = &self.moves {
            query.moves = read_moves(game, text)?;
        }
        Ok(query)
    }
}

/// The position that moves from the usual array lead to.
fn reached(game: &'static Game, text: &str) -> Result<Position, QueryError> {
    let fault = |reason| QueryError { what: "line of moves", text: text.into(), reason };
    let start = diagram::default_start(game)
        .map_err(|_| fault(format!("{} has no usual array", game.title)))?;
    let mut line = Line::new(start);
    let moves = read_sequence(&line, text)
        .map_err(|(text, error)| fault(format!("in {} {text:?}: {error}", game.title)))?;
    moves.into_iter().for_each(|mv| line.push_unchecked(mv));
    Ok(line.position().clone())
}

impl PieceCount {
    fn read(game: &'static Game, term: &str) -> Result<PieceCount, QueryError> {
        let fault = |reason: String| QueryError {
            what: "condition on material",
            text: term.into(),
            reason,
        };
        let form = || fault("write a piece, a sign and a number, as in SC>=2".into());
        let at = term.find(['<', '>', '=', '!']).ok_or_else(form)?;
        let (name, rest) = term.split_at(at);
        let signs = [
            ("<=", [true, true, false]),
            (">=", [false, true, true]),
            ("!=", [true, false, true]),
            ("==", [false, true, false]),
            ("=", [false, true, false]),
            ("<", [true, false, false]),
            (">", [false, false, true]),
        ];
        let read =
            signs.iter().find_map(|(sign, allowed)| Some((rest.strip_prefix(sign)?, *allowed)));
        let (number, allowed) = read.ok_or_else(form)?;
        let number = number.parse().map_err(|_| form())?;
        let unknown = || fault(format!("{} has no piece {name:?}", game.title));
        Ok(PieceCount { piece: read_piece(game, name).ok_or_else(unknown)?, allowed, number })
    }

    fn fits(&self, position: &Position) -> bool {
        let squares = position.occupied().into_iter();
        let count = squares.filter(|square| self.piece.has(position.piece(*square))).count();
        self.allowed[match count.cmp(&self.number) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        }]
    }
}

impl BoardQuery {
    /// The game in which it is understood so.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// The first ply after which all holds.
    pub fn first_ply(&self, line: &Line) -> Option<usize> {
        let hash = self.exact.as_ref().map(Position::zobrist_hash);
        let moves = |ply: usize| {
            let played = line.moves().get(ply..ply + self.moves.len());
            let made = played.into_iter().flatten().zip(&line.positions()[ply..]);
            played.is_some()
                && made.zip(&self.moves).all(|((mv, before), asked)| asked.fits(before, *mv))
        };
        let board = |position: &Position| match &self.exact {
            Some(exact) => Some(position.zobrist_hash()) == hash && position.same_as(exact),
            None => self.patterns.is_empty() || self.patterns.iter().any(|p| p.fits(position)),
        };
        line.positions().iter().enumerate().position(|(ply, position)| {
            board(position) && self.material.iter().all(|count| count.fits(position)) && moves(ply)
        })
    }
}
