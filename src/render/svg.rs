//! A board as an SVG picture.

use std::fmt::Write;

use super::{Render, Scene, xml};
use crate::notation::diagram::cell;
use crate::rules::{Side, Square};

/// The SVG board: squares of 40 units, pieces as discs with their abbreviations.
#[derive(Clone, Copy, Debug, Default)]
pub struct SvgBoard;

const SIDE: usize = 40;
const MARGIN: usize = 24;

impl Render for SvgBoard {
    fn render(&self, scene: &Scene<'_>) -> String {
        let board = scene.position.board();
        let width = board.files() as usize * SIDE + 2 * MARGIN;
        let height = board.ranks() as usize * SIDE + 2 * MARGIN;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
            xml(scene.position.game().title)
        );
        for (row, squares) in scene.rows().iter().enumerate() {
            for (column, square) in squares.iter().enumerate() {
                let (x, y) = (MARGIN + column * SIDE, MARGIN + row * SIDE);
                self.square(scene, *square, x, y, &mut out);
            }
            let middle = MARGIN + row * SIDE + SIDE / 2 + 4;
            let rank = squares.first().map_or(0, |s| board.rank(*s) + 1);
            for x in [MARGIN / 2, width - MARGIN / 2] {
                let _ =
                    writeln!(out, "<text x=\"{x}\" y=\"{middle}\" font-size=\"12\">{rank}</text>");
            }
        }
        for (column, square) in scene.rows()[0].iter().enumerate() {
            let x = MARGIN + column * SIDE + SIDE / 2;
            let letter = (b'a' + board.file(*square)) as char;
            for y in [MARGIN / 2 + 4, height - MARGIN / 2 + 4] {
                let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"12\">{letter}</text>");
            }
        }
        out.push_str("</svg>\n");
        out
    }
}

impl SvgBoard {
    fn square(&self, scene: &Scene<'_>, square: Square, x: usize, y: usize, out: &mut String) {
        let board = scene.position.board();
        let moved = scene.last.is_some_and(|(from, to)| from == square || to == square);
        let fill = if moved {
            "#f6e27a"
        } else if board.river.has(square) {
            "#bcdcf2"
        } else if board.palaces[0].has(square) {
            "#dcc8c0"
        } else if board.palaces[1].has(square) {
            "#cfe3c4"
        } else if board.river.is_empty()
            && (board.file(square) + board.rank(square)).is_multiple_of(2)
        {
            "#d9d2c0"
        } else {
            "#f4f0e4"
        };
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"#8a8478\"/>"
        );
        let piece = scene.position.piece(square);
        if piece.is_none() {
            return;
        }
        let (cx, cy) = (x + SIDE / 2, y + SIDE / 2);
        let (disc, ink) = match piece.side() {
            Side::South => ("#7d1f1f", "#fff"),
            Side::North => ("#e8d08a", "#222"),
        };
        let name = cell(scene.position.game(), piece);
        let size = if name.chars().count() > 4 { 9 } else { 12 };
        let _ = writeln!(
            out,
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"17\" fill=\"{disc}\" stroke=\"#333\"/>\
             <text x=\"{cx}\" y=\"{}\" font-size=\"{size}\" fill=\"{ink}\">{}</text>",
            cy + 4,
            xml(&name)
        );
    }
}
