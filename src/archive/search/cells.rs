//! What may stand on the squares of a board.

use super::QueryError;
use crate::notation::{diagram, fen};
use crate::rules::{Board, Game, Piece, Position, Setup, Side, Square};

/// What may stand on a square, as bits: the pieces, and nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell(u64);

impl Cell {
    const ANY: Cell = Cell(u64::MAX);
    const EMPTY: Cell = Cell(1 << 63);

    fn of(piece: Piece) -> Cell {
        match piece.is_none() {
            true => Cell::EMPTY,
            false => Cell(1 << (2 * piece.role().at() + piece.side().at())),
        }
    }

    /// A piece; in any of its states, if it is written without one.
    fn written(game: &Game, piece: Piece) -> Cell {
        if piece.is_none() || !game.role_of(piece).is_plain() {
            return Cell::of(piece);
        }
        let states = game.role_ids().filter(|(id, _)| game.family(*id) == piece.role());
        Cell(
            states
                .map(|(id, _)| Cell::of(Piece::new(id, piece.side())).0)
                .fold(0, |all, bit| all | bit),
        )
    }

    pub(super) fn has(self, piece: Piece) -> bool {
        self.0 & Cell::of(piece).0 != 0
    }
}

/// A piece as a diagram names it.
pub(super) fn read_piece(game: &Game, name: &str) -> Option<Cell> {
    diagram::read_cell(game, name).filter(|p| !p.is_none()).map(|p| Cell::written(game, p))
}

/// A board on which not every square need be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// By the index of the square.
    cells: Vec<Cell>,
    /// The side to move, if it is told.
    turn: Option<Side>,
}

/// What each square of a board shows; none for one of which nothing is said.
type Shown = Vec<Option<Piece>>;

impl Pattern {
    /// Reads the placement of a position line, with or without the side to move behind it, or a diagram. In both `?` stands for
    /// a square that may hold anything.
    pub(super) fn read(game: &'static Game, text: &str) -> Result<Pattern, QueryError> {
        let fault = |reason: String| {
            let text = text.trim().lines().next().unwrap_or_default().into();
            QueryError { what: "position", text, reason }
        };
        let (shown, turn) = match text.trim() {
            line if line.contains('/') && line.lines().count() == 1 => {
                let fields: Vec<&str> = line.split_whitespace().collect();
                let [placement, ref rest @ ..] = fields[..] else {
                    return Err(fault("it is empty".into()));
                };
                let turn = match rest {
                    [] => None,
                    ["s" | "w"] => Some(Side::South),
                    ["n" | "b"] => Some(Side::North),
                    _ => {
                        let reason =
                            "give seven fields without ?, or the placement, or that and s or n";
                        return Err(fault(reason.into()));
                    }
                };
                let reason = || fault(format!("it is no placement of {}", game.title));
                let (pieces, unknown) = fen::read_placement(game, placement).ok_or_else(reason)?;
                let mut shown: Shown = vec![Some(Piece::NONE); game.board.squares()];
                pieces.into_iter().for_each(|(square, piece)| shown[square.at()] = Some(piece));
                unknown.into_iter().for_each(|square| shown[square.at()] = None);
                (shown, turn)
            }
            diagram => {
                let shown = read_diagram(game, diagram)
                    .map_err(|e| fault(format!("line {}: {}", e.line + 1, e.message)))?;
                (shown, None)
            }
        };
        let cells = shown.into_iter();
        let cells = cells.map(|cell| cell.map_or(Cell::ANY, |piece| Cell::written(game, piece)));
        Ok(Pattern { cells: cells.collect(), turn })
    }

    /// The pattern of a whole position, but for what may be done in it.
    pub(super) fn of(position: &Position) -> Pattern {
        let squares = position.board().all();
        let cells = squares.into_iter().map(|square| Cell::of(position.piece(square)));
        Pattern { cells: cells.collect(), turn: Some(position.turn()) }
    }

    /// The same with left and right exchanged.
    pub(super) fn mirrored(&self, board: &Board) -> Pattern {
        let at = |square: Square| {
            board.square((board.files() - 1 - board.file(square)) as i8, board.rank(square) as i8)
        };
        Pattern { cells: self.moved(board, at), turn: self.turn }
    }

    /// The same with the sides exchanged, and the board turned so that each keeps its own end.
    pub(super) fn swapped(&self, board: &Board) -> Pattern {
        const SOUTH: u64 = 0x5555_5555_5555_5555;
        let at = |square: Square| {
            board.square(board.file(square) as i8, (board.ranks() - 1 - board.rank(square)) as i8)
        };
        let swap = |Cell(bits): Cell| {
            let (south, empty) = (bits & SOUTH, bits & Cell::EMPTY.0);
            Cell(south << 1 | (bits ^ south ^ empty) >> 1 | empty)
        };
        let cells = self.moved(board, at).into_iter().map(|cell| match cell {
            Cell::ANY => Cell::ANY,
            cell => swap(cell),
        });
        Pattern { cells: cells.collect(), turn: self.turn.map(Side::other) }
    }

    fn moved(&self, board: &Board, at: impl Fn(Square) -> Option<Square>) -> Vec<Cell> {
        let from = board.all().into_iter().filter_map(at);
        from.map(|square| self.cells[square.at()]).collect()
    }

    pub(super) fn fits(&self, position: &Position) -> bool {
        self.turn.is_none_or(|turn| turn == position.turn())
            && position
                .board()
                .all()
                .into_iter()
                .zip(&self.cells)
                .all(|(square, cell)| cell.has(position.piece(square)))
    }
}

/// Reads a diagram with `?` in it: it is read with one piece and with another in their places, and the squares on which that
/// makes a difference are those.
fn read_diagram(game: &'static Game, text: &str) -> Result<Shown, diagram::DiagramError> {
    let mut pieces = game.role_ids().flat_map(|(id, role)| {
        let has = |side: &Side| role.is_plain() && !role.abbreviation[side.at()].is_empty();
        Side::BOTH.into_iter().filter(has).map(move |side| Piece::new(id, side))
    });
    let mut read = || -> Result<Setup, diagram::DiagramError> {
        let name = pieces.next().map(|piece| diagram::cell(game, piece)).unwrap_or_default();
        diagram::read_shown(game, &text.replace('?', &name))
    };
    let (one, other) = (read()?, read()?);
    let shown = |square| (one.piece(square) == other.piece(square)).then(|| one.piece(square));
    Ok(game.board.all().into_iter().map(shown).collect())
}
