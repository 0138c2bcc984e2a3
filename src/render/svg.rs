//! A board as an SVG picture.

use std::fmt::Write;

use super::emblem::{EMBLEM_SIZE, PieceStyle, colours, piece, symbols};
use super::lettering::{number, strokes, width as width_of};
use super::theme::{THEMES, Theme, hex};
use super::{Render, Scene, xml};
use crate::rules::{Bitboard, Board, Game, Piece, Side, Square};

/// The side of a square, in units.
pub(super) const SQUARE: u32 = EMBLEM_SIZE;
/// The width of the edge in which the coordinates stand, in units.
pub(super) const EDGE: u32 = 22;

/// The SVG board: squares of [`EMBLEM_SIZE`] units with their zones, the last move, check, and the pieces.
///
/// Each square is a `<rect>` of class `square` and of the classes `light` or `dark`, `river`, `palace` and `last` that
/// apply; each piece is a `<g>` of class `piece` and `south` or `north` with a title. With [`SvgBoard::ids`] a square's id is
/// its name (`b1`) and a piece's is `piece-` and its square.
#[derive(Clone, Copy, Debug)]
pub struct SvgBoard<'a> {
    /// The colours.
    pub theme: &'static Theme,
    /// How pieces are shown.
    pub pieces: PieceStyle,
    /// Whether squares and pieces have ids, which must be unique in a document.
    pub ids: bool,
    /// Arrows from one square to another.
    pub arrows: &'a [(Square, Square)],
}

impl Default for SvgBoard<'_> {
    fn default() -> Self {
        SvgBoard { theme: &THEMES[0], pieces: PieceStyle::Emblems, ids: true, arrows: &[] }
    }
}

impl Render for SvgBoard<'_> {
    /// The board alone, with its coordinates.
    fn render(&self, scene: &Scene<'_>) -> String {
        let (width, height) = SvgBoard::extent(scene.position.board());
        let background = hex(self.theme.background);
        let below = format!(
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>\n{}",
            symbols([scene.position.game()], self.pieces)
        );
        self.picture(scene, &below)
    }
}

/// The first tag of a picture of that many units, with a width in pixels if one is given, and what it is in words.
pub(super) fn head(
    (width, height): (u32, u32),
    pixels: Option<u32>,
    title: &str,
    words: &str,
) -> String {
    let size = pixels.map(|pixels| {
        format!(
            " width=\"{pixels}\" height=\"{}\"",
            (u64::from(pixels) * u64::from(height)).div_ceil(u64::from(width))
        )
    });
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"{} role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>\n",
        size.unwrap_or_default(),
        xml(title),
        xml(words)
    )
}

/// Where the pieces stand, for who cannot see it.
pub(super) fn pieces_in_words(scene: &Scene<'_>) -> String {
    let position = scene.position;
    let (game, board) = (position.game(), position.board());
    let of = |side: Side| {
        let squares = position.pieces_of(side).into_iter();
        let pieces: Vec<String> = squares
            .map(|s| format!("{} {}", game.piece_name(position.piece(s)), board.name(s)))
            .collect();
        format!("{}: {}.", game.side(side), pieces.join(", "))
    };
    Side::BOTH.map(of).join(" ")
}

impl SvgBoard<'_> {
    /// The width and height of a board with its coordinates, in units.
    pub(super) fn extent(board: &Board) -> (u32, u32) {
        let side = |squares: u8| u32::from(squares) * SQUARE + 2 * EDGE;
        (side(board.files()), side(board.ranks()))
    }

    /// The board with its coordinates for a page that has its [`symbols`] and what is behind it: without ids.
    pub fn in_page(&self, scene: &Scene<'_>) -> String {
        SvgBoard { ids: false, ..*self }.picture(scene, "")
    }

    fn picture(&self, scene: &Scene<'_>, below: &str) -> String {
        let game = scene.position.game();
        head(SvgBoard::extent(&game.board), None, game.title, &pieces_in_words(scene))
            + below
            + &self.with_coordinates(scene, (0, 0))
            + "</svg>\n"
    }

    /// The board with its coordinates as a group whose left upper corner is at `at`. It refers to [`symbols`].
    pub fn with_coordinates(&self, scene: &Scene<'_>, at: (u32, u32)) -> String {
        let board = scene.position.board();
        let (width, height) = SvgBoard::extent(board);
        let mut out = format!("<g class=\"board\" transform=\"translate({} {})\">\n", at.0, at.1);
        let rows = scene.rows();
        let ink = hex(self.theme.ink);
        let mut letter = |text: String, x: u32, y: u32| {
            let left = f64::from(x) - width_of(&text, CAPITAL) / 2.0;
            out.push_str(&strokes(&text, left, f64::from(y) + CAPITAL / 2.0, CAPITAL, &ink));
            out.push('\n');
        };
        let middle = |index: usize| EDGE + index as u32 * SQUARE + SQUARE / 2;
        for (row, squares) in rows.iter().enumerate() {
            let rank = squares.first().map_or(0, |s| board.rank(*s) + 1);
            for x in [EDGE / 2, width - EDGE / 2] {
                letter(rank.to_string(), x, middle(row));
            }
        }
        for (column, square) in rows.first().into_iter().flatten().enumerate() {
            for y in [EDGE / 2, height - EDGE / 2] {
                letter(char::from(b'a' + board.file(*square)).to_string(), middle(column), y);
            }
        }
        let _ = writeln!(out, "<g transform=\"translate({EDGE} {EDGE})\">");
        out.push_str(&self.ground(board, scene.flip, scene.last));
        out.push_str(&self.check(scene));
        out.push_str(&self.standing(scene));
        out.push_str(&self.arrows(scene));
        out + "</g>\n</g>\n"
    }

    /// The squares with their zones and the last move, without coordinates.
    pub(super) fn ground(
        &self,
        board: &Board,
        flip: bool,
        last: Option<(Square, Square)>,
    ) -> String {
        let theme = self.theme;
        let mut out = format!("<g class=\"squares\" stroke=\"{}\">\n", hex(theme.grid));
        for square in board.all() {
            let (x, y) = place(board, flip, square);
            let moved = last.is_some_and(|(from, to)| from == square || to == square);
            let (classes, colour) = self.square(board, square, moved);
            let id = self.id("", board, square);
            let _ = writeln!(
                out,
                "<rect{id} class=\"{classes}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{}\"/>",
                hex(colour)
            );
        }
        out.push_str("</g>\n");
        let mut waves = String::new();
        for square in board.river {
            let (x, y) = place(board, flip, square);
            for down in [16, 34] {
                let _ = write!(waves, "M{} {}q5-6 10 0t10 0t10 0", x + 9, y + down);
            }
        }
        if !waves.is_empty() {
            let _ = writeln!(
                out,
                "<path class=\"waves\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" opacity=\"0.3\" d=\"{waves}\"/>",
                hex(theme.ink)
            );
        }
        for palace in board.palaces.into_iter().filter(|palace| !palace.is_empty()) {
            let _ = writeln!(
                out,
                "<path class=\"walls\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\" stroke-linecap=\"square\" d=\"{}\"/>",
                hex(theme.grid),
                border(board, flip, palace)
            );
        }
        for square in last.into_iter().flat_map(|(from, to)| [from, to]) {
            let (x, y) = place(board, flip, square);
            let _ = writeln!(
                out,
                "<rect class=\"last-move\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\" stroke-dasharray=\"12 20 12 0\" x=\"{}\" y=\"{}\" width=\"44\" height=\"44\"/>",
                hex(theme.arrow),
                x + 2,
                y + 2
            );
        }
        out
    }

    /// The ring around a royal piece in check.
    fn check(&self, scene: &Scene<'_>) -> String {
        let position = scene.position;
        if !position.in_check() {
            return String::new();
        }
        let (x, y) = middle(position.board(), scene.flip, position.royal(position.turn()));
        format!(
            "<circle class=\"check\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\" cx=\"{x}\" cy=\"{y}\" r=\"21.5\"/>\n",
            hex(self.theme.check)
        )
    }

    /// A square's classes and colour.
    fn square(&self, board: &Board, square: Square, moved: bool) -> (String, u32) {
        let theme = self.theme;
        let chequered = board.river.is_empty();
        let is_dark = chequered && (board.file(square) + board.rank(square)).is_multiple_of(2);
        let (mut classes, mut colour) = match is_dark {
            true => (String::from("square dark"), theme.dark),
            false => (String::from("square light"), theme.light),
        };
        let zones = [
            (board.river.has(square), " river", theme.river),
            (board.palaces[0].has(square), " palace south", theme.palaces[0]),
            (board.palaces[1].has(square), " palace north", theme.palaces[1]),
            (moved, " last", theme.last),
        ];
        for (_, class, shown) in zones.into_iter().filter(|zone| zone.0) {
            classes.push_str(class);
            colour = shown;
        }
        (classes, colour)
    }

    fn standing(&self, scene: &Scene<'_>) -> String {
        let position = scene.position;
        let (game, board) = (position.game(), position.board());
        let mut out = String::new();
        for side in Side::BOTH {
            let _ = writeln!(out, "<g class=\"pieces\" {}>", colours(game, side, self.theme));
            for square in position.pieces_of(side) {
                let standing = position.piece(square);
                let drawn = self.stand(game, standing, square, scene.flip);
                let _ = writeln!(
                    out,
                    "<g{} class=\"piece {}\"><title>{} {}</title>{drawn}</g>",
                    self.id("piece-", board, square),
                    side.name(),
                    xml(game.piece_name(standing)),
                    board.name(square)
                );
            }
            out.push_str("</g>\n");
        }
        out
    }

    /// A piece on its square, in the colours of the element around it.
    pub(super) fn stand(&self, game: &Game, standing: Piece, square: Square, flip: bool) -> String {
        let (x, y) = place(&game.board, flip, square);
        let inset = 2;
        let at = (f64::from(x + inset), f64::from(y + inset));
        piece(game, standing, at, f64::from(SQUARE - 2 * inset), (self.pieces, flip), self.theme)
    }

    fn arrows(&self, scene: &Scene<'_>) -> String {
        let colour = hex(self.theme.arrow);
        let mut out = String::new();
        let middle = |square| middle(scene.position.board(), scene.flip, square);
        for (from, to) in self.arrows {
            let ((x, y), (u, v)) = (middle(*from), middle(*to));
            let (x, y, u, v) = (f64::from(x), f64::from(y), f64::from(u), f64::from(v));
            let length = (u - x).hypot(v - y);
            if length == 0.0 {
                continue;
            }
            // Along the arrow and across it, for one unit.
            let (ax, ay) = ((u - x) / length, (v - y) / length);
            let at = |along: f64, across: f64| {
                format!(
                    "{} {}",
                    number(x + ax * along - ay * across),
                    number(y + ay * along + ax * across)
                )
            };
            let neck = length - 16.0;
            let points = [
                at(8.0, 3.0),
                at(neck, 3.0),
                at(neck, 9.0),
                at(length, 0.0),
                at(neck, -9.0),
                at(neck, -3.0),
                at(8.0, -3.0),
            ];
            let _ = writeln!(
                out,
                "<path class=\"arrow\" fill=\"{colour}\" fill-opacity=\"0.65\" d=\"M{}z\"/>",
                points.join("L")
            );
        }
        out
    }

    fn id(&self, prefix: &str, board: &Board, square: Square) -> String {
        match self.ids {
            true => format!(" id=\"{prefix}{}\"", board.name(square)),
            false => String::new(),
        }
    }
}

/// The height of coordinates.
const CAPITAL: f64 = 9.0;

/// The left upper corner of a square, from that of the board.
fn place(board: &Board, flip: bool, square: Square) -> (u32, u32) {
    let (file, rank) = (board.file(square), board.rank(square));
    let (column, row) = match flip {
        false => (file, board.ranks() - 1 - rank),
        true => (board.files() - 1 - file, rank),
    };
    (u32::from(column) * SQUARE, u32::from(row) * SQUARE)
}

/// The middle of a square, from the left upper corner of the board.
pub(super) fn middle(board: &Board, flip: bool, square: Square) -> (u32, u32) {
    let (x, y) = place(board, flip, square);
    (x + SQUARE / 2, y + SQUARE / 2)
}

/// The edges of a zone as path data.
fn border(board: &Board, flip: bool, zone: Bitboard) -> String {
    let mut path = String::new();
    for square in zone {
        let (x, y) = place(board, flip, square);
        let beyond = |files: i8, ranks: i8| {
            let (files, ranks) = if flip { (-files, -ranks) } else { (files, ranks) };
            board.offset(square, files, ranks).is_none_or(|next| !zone.has(next))
        };
        let edges = [
            (beyond(0, 1), x, y, 'h'),
            (beyond(0, -1), x, y + SQUARE, 'h'),
            (beyond(-1, 0), x, y, 'v'),
            (beyond(1, 0), x + SQUARE, y, 'v'),
        ];
        for (_, x, y, along) in edges.into_iter().filter(|edge| edge.0) {
            let _ = write!(path, "M{x} {y}{along}{SQUARE}");
        }
    }
    path
}
