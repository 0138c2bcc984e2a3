//! Pictures of what pieces can do, from the game's data.

use std::fmt::Write;

use super::emblem::{colours, symbols};
use super::lettering::{lines, number, strokes};
use super::svg::{SQUARE, SvgBoard, head, middle};
use super::theme::hex;
use super::{Captions, xml};
use crate::rules::{Bitboard, Board, Game, Piece, Role, RoleId, Side, Square};

/// What a piece can do from one square of an otherwise empty board by its powers alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub from: Square,
    /// The squares it may move to.
    pub moves: Bitboard,
    /// The squares on which it may capture.
    pub captures: Bitboard,
    /// The squares on which it may capture only if some other piece stands somewhere.
    pub over: Bitboard,
    /// The squares that it cannot reach and that must be empty for it to reach another.
    pub empty: Bitboard,
}

impl Reach {
    /// What a piece can do from a square.
    ///
    /// # Panics
    /// If the piece or the square is another game's and beyond this game's.
    pub fn of(game: &Game, piece: Piece, from: Square) -> Reach {
        let one = |square| Bitboard::EMPTY.with(square);
        let others = || game.board.all().without(from).into_iter();
        // Whether it captures on `target` when another piece stands on `other` too.
        let captures_past = |other: Square, target: Square| {
            other != target
                && game
                    .reach(piece, from, one(from).with(other).with(target), one(target))
                    .has(target)
        };
        let (moves, captures) = directly(game, piece, from);
        let over = others()
            .filter(|target| !captures.has(*target) && others().any(|o| captures_past(o, *target)))
            .collect();
        let blocks = |square: &Square| {
            let left = game.reach(piece, from, one(from).with(*square), Bitboard::EMPTY);
            left != moves || captures.into_iter().any(|target| !captures_past(*square, target))
        };
        let beside = others().filter(|square| !(moves | captures).has(*square));
        let empty = beside.filter(blocks).collect();
        Reach { piece, from, moves, captures, over, empty }
    }

    /// The squares that tell most of what a piece can do: the one in its own area, or on a board without areas anywhere,
    /// from which it reaches most squares, and for a piece bound by the River one on the River too.
    pub fn telling(game: &Game, piece: Piece) -> Vec<Reach> {
        let (role, side, board) = (game.role_of(piece), piece.side(), &game.board);
        let start = role.start.squares(board, side);
        let zones = match role.river {
            true => vec![start & board.areas[side.at()], start & board.river],
            false => vec![start],
        };
        let best = |zone: Bitboard| {
            let reached = |from: &Square| {
                let (moves, captures) = directly(game, piece, *from);
                ((moves | captures).count(), inwards(board, *from))
            };
            zone.into_iter().max_by_key(reached)
        };
        let told = zones.into_iter().filter_map(best);
        told.map(|from| Reach::of(game, piece, from)).collect()
    }

    /// The same in words.
    pub fn words(&self, game: &Game) -> String {
        let board = &game.board;
        let names = |squares: Bitboard| {
            let names: Vec<String> = squares.into_iter().map(|s| board.name(s)).collect();
            names.join(" ")
        };
        let mut text = format!("{} on {}", game.piece_name(self.piece), board.name(self.from));
        let parts = [
            ("moves to", self.moves),
            ("captures on", self.captures),
            ("captures over another piece on", self.over),
            ("needs to be empty", self.empty),
        ];
        for (what, squares) in parts.into_iter().filter(|(_, squares)| !squares.is_empty()) {
            let _ = write!(text, "; {what}: {}", names(squares));
        }
        text + "."
    }

    /// The board with the piece and its reach, as a group in the units of [`SvgBoard`]. It refers to
    /// [`symbols`](super::symbols).
    pub fn drawn(&self, game: &Game, look: &SvgBoard<'_>) -> String {
        let (board, theme) = (&game.board, look.theme);
        let mut out = look.ground(board, false, None);
        let side = self.piece.side();
        let _ = writeln!(
            out,
            "<g {}>{}</g>",
            colours(game, side, theme),
            look.stand(game, self.piece, self.from, false)
        );
        let markers = [
            (self.moves, Marker::Move),
            (self.captures, Marker::Capture),
            (self.over, Marker::Over),
            (self.empty, Marker::Empty),
        ];
        for (squares, marker) in markers {
            for square in squares {
                let (x, y) = middle(board, false, square);
                out.push_str(&marker.drawn(f64::from(x), f64::from(y), look));
                out.push('\n');
            }
        }
        out
    }
}

impl Reach {
    /// The same as a picture of its own, which refers to [`symbols`](super::symbols) of the page it stands in.
    pub(super) fn svg(&self, game: &Game, look: &SvgBoard<'_>) -> String {
        let (width, height) = extent(&game.board);
        let words = self.words(game);
        head((width, height), None, game.piece_name(self.piece), &words)
            + &self.drawn(game, look)
            + "</svg>\n"
    }
}

/// The squares a piece may move to and those on which it may capture when nothing else stands on the board.
fn directly(game: &Game, piece: Piece, from: Square) -> (Bitboard, Bitboard) {
    let own = Bitboard::EMPTY.with(from);
    let captures = |target: &Square| {
        let target = Bitboard::EMPTY.with(*target);
        !(game.reach(piece, from, own | target, target) & target).is_empty()
    };
    let moves = game.reach(piece, from, own, Bitboard::EMPTY);
    (moves, game.board.all().without(from).into_iter().filter(captures).collect())
}

/// The width and height of a board without coordinates.
fn extent(board: &Board) -> (u32, u32) {
    (u32::from(board.files()) * SQUARE, u32::from(board.ranks()) * SQUARE)
}

/// A greater number for a square nearer to the middle of the board.
fn inwards(board: &Board, square: Square) -> u8 {
    let (file, rank) = (board.file(square), board.rank(square));
    file.min(board.files() - 1 - file) + rank.min(board.ranks() - 1 - rank)
}

/// What marks a square of a [`Reach`].
#[derive(Clone, Copy)]
enum Marker {
    Move,
    Capture,
    Over,
    Empty,
}

impl Marker {
    fn drawn(self, x: f64, y: f64, look: &SvgBoard<'_>) -> String {
        let (arrow, check, ink) =
            (hex(look.theme.arrow), hex(look.theme.check), hex(look.theme.ink));
        let (x, y) = (number(x), number(y));
        match self {
            Marker::Move => format!(
                "<circle class=\"marker move\" cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{arrow}\"/>"
            ),
            Marker::Capture | Marker::Over => {
                let dashes = match self {
                    Marker::Over => " stroke-dasharray=\"6 5.3\"",
                    _ => "",
                };
                format!(
                    "<circle class=\"marker capture\" cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"none\" stroke=\"{check}\" stroke-width=\"4\"{dashes}/>"
                )
            }
            Marker::Empty => format!(
                "<path class=\"marker empty\" d=\"M{x} {y}m-8-8l16 16m0-16l-16 16\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"/>"
            ),
        }
    }
}

/// The kinds of a game of which pictures are made, each with the side that is shown: South, or North where South has no
/// such piece. States of a kind other than the plain one are left out.
pub fn kinds(game: &Game) -> impl Iterator<Item = (RoleId, &Role, Piece)> {
    let plain = game.role_ids().filter(|(_, role)| role.is_plain());
    plain.map(|(id, role)| {
        let side = if role.abbreviation[0].is_empty() { Side::North } else { Side::South };
        (id, role, Piece::new(id, side))
    })
}

/// A kind's English name, both where the sides' differ.
pub fn kind_name(role: &Role) -> String {
    match role.name {
        [south, north] if south == north || north.is_empty() => south.to_string(),
        ["", north] => north.to_string(),
        [south, north] => format!("{south} / {north}"),
    }
}

/// What a kind can do, in words.
pub fn kind_in_words(role: &Role) -> String {
    let royal = if role.royal { " (royal)" } else { "" };
    let river = if role.river { "; bound by the River (R1, R2)" } else { "" };
    format!("{}{royal}: {}{river}", kind_name(role), role.how)
}

/// The markers that occur among a game's powers, with what they mean.
fn markers_used(reaches: &[Reach]) -> impl Iterator<Item = (Marker, &'static str)> {
    let any = |of: fn(&Reach) -> Bitboard| reaches.iter().any(|reach| !of(reach).is_empty());
    let used = [
        (Marker::Move, "moves there", any(|reach| reach.moves)),
        (Marker::Capture, "captures there", any(|reach| reach.captures)),
        (Marker::Over, "captures there over another piece", any(|reach| reach.over)),
        (Marker::Empty, "must be empty", any(|reach| reach.empty)),
    ];
    used.into_iter().filter(|marker| marker.2).map(|(marker, words, _)| (marker, words))
}

/// What the markers of the pictures of powers mean, each drawn alone.
pub(super) fn markers(reaches: &[Reach], look: &SvgBoard<'_>) -> Vec<(String, &'static str)> {
    let alone = |marker: Marker| {
        let drawn = marker.drawn(20.0, 20.0, look);
        format!("<svg viewBox=\"0 0 40 40\" aria-hidden=\"true\">{drawn}</svg>")
    };
    markers_used(reaches).map(|(marker, words)| (alone(marker), words)).collect()
}

/// The width of one picture of a sheet, the room between two, and the height of a line of its captions.
const WIDTH: u32 = 220;
const GAP: u32 = 24;
const LINE: u32 = 14;
const CAPITAL: f64 = 7.0;

/// Every kind's powers on one picture, `pixels` wide if that is given.
pub fn powers_sheet(
    game: &Game,
    look: &SvgBoard<'_>,
    captions: Captions,
    pixels: Option<u32>,
) -> String {
    let (units, tall) = extent(&game.board);
    let scale = f64::from(WIDTH) / f64::from(units);
    let tall = (f64::from(tall) * scale).ceil() as u32;
    let ink = hex(look.theme.ink);
    let write = |text: &str, x: u32, y: u32| match captions {
        Captions::Strokes => strokes(text, f64::from(x), f64::from(y), CAPITAL, &ink),
        Captions::Text => format!(
            "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\" font-family=\"sans-serif\" font-size=\"10\">{}</text>\n",
            xml(text)
        ),
    };
    let reaches: Vec<Reach> =
        kinds(game).flat_map(|(_, _, piece)| Reach::telling(game, piece)).collect();
    let said = |reach: &Reach| {
        let said = format!("{}.", kind_in_words(game.role_of(reach.piece)));
        lines(&said, f64::from(WIDTH), CAPITAL)
    };
    let cells: Vec<_> = reaches.iter().map(|reach| (reach, said(reach))).collect();
    let columns = 4;
    let most = cells.iter().map(|(_, said)| said.len() as u32).max().unwrap_or(0);
    let step = tall + most * LINE + GAP;
    let top = 40 + LINE;
    let mut body = String::new();
    let mut described = Vec::new();
    for (index, (reach, said)) in cells.iter().enumerate() {
        let (column, row) = (index as u32 % columns, index as u32 / columns);
        let (x, y) = (GAP + column * (WIDTH + GAP), top + row * step);
        let words = reach.words(game);
        let _ = writeln!(
            body,
            "<g transform=\"translate({x} {y}) scale({})\"><title>{}</title>\n{}</g>",
            number(scale),
            xml(&words),
            reach.drawn(game, look)
        );
        described.push(words);
        for (index, line) in said.iter().enumerate() {
            body.push_str(&write(line, x, y + tall + LINE * (index as u32 + 1)));
        }
    }
    let width = GAP + columns * (WIDTH + GAP);
    let height = top + (cells.len() as u32).div_ceil(columns) * step;
    let title = format!("{}: what the pieces can do", game.title);
    let mut out = head((width, height), pixels, &title, &described.join(" "));
    let _ = writeln!(
        out,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
        hex(look.theme.background)
    );
    out.push_str(&symbols([game], look.pieces));
    out.push_str(&write(&title, GAP, 18));
    for (index, (marker, words)) in markers_used(&reaches).enumerate() {
        let x = GAP + index as u32 * (WIDTH + GAP);
        let _ = writeln!(
            out,
            "<g transform=\"translate({x} 26) scale(0.4)\">{}</g>",
            marker.drawn(20.0, 20.0, look)
        );
        out.push_str(&write(words, x + 22, 38));
    }
    out + &body + "</svg>\n"
}
