//! A board for a terminal, plain or in colours.

use std::fmt::Write;

use anstyle::{Ansi256Color, Color, Style};

use super::{Render, Scene, THEMES};
use crate::notation::diagram::{cell, figurine_cell};
use crate::rules::{Bitboard, Position, Square};

/// The colours of the River's and the palaces' signs in the terminal's palette of 256: neither light nor dark, so that they
/// are readable on both.
const RIVER: u8 = 32;
const PALACE: u8 = 64;

/// The text board: coordinates on all sides, `~` for an empty square of the River, `+` for one of a palace, `.` for any
/// other, and the last move's two squares in brackets.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextBoard {
    /// Whether to write colours as ANSI escapes: pieces on a ground of their side's colour, the River blue, palaces green.
    pub colour: bool,
    /// Whether pieces are shown by the figurines that Unicode has for them, where it has any.
    pub figurines: bool,
}

impl Render for TextBoard {
    fn render(&self, scene: &Scene<'_>) -> String {
        let board = scene.position.board();
        let rows = scene.rows();
        let name = |square: Square| self.name(scene.position, square);
        let width =
            rows.iter().flatten().map(|s| name(*s).chars().count()).max().unwrap_or(1).max(2);
        let mut out = String::new();
        let letters: String = rows[0]
            .iter()
            .map(|s| format!(" {:^width$} ", (b'a' + board.file(*s)) as char))
            .collect();
        let _ = writeln!(out, "   {}", letters.trim_end());
        for row in &rows {
            let rank = row.first().map_or(0, |s| board.rank(*s) + 1);
            let _ = write!(out, "{rank:>2} ");
            for square in row {
                let moved = scene.last.is_some_and(|(from, to)| from == *square || to == *square);
                let (open, close) = if moved { ('[', ']') } else { (' ', ' ') };
                let text = format!("{open}{:^width$}{close}", name(*square));
                let style = self.style(scene, *square);
                let _ = write!(out, "{}{text}{}", style.render(), style.render_reset());
            }
            let _ = writeln!(out, " {rank}");
        }
        let _ = writeln!(out, "   {}", letters.trim_end());
        out
    }
}

impl TextBoard {
    /// What the signs on a board mean that are no pieces, in one line; none where there are none.
    pub fn legend(scene: &Scene<'_>) -> Option<String> {
        let position = scene.position;
        let (game, board) = (position.game(), position.board());
        let shown = |squares: Bitboard| squares.into_iter().any(|s| position.piece(s).is_none());
        let marked = |sign: char| {
            let mark = |s| game.role_of(position.piece(s)).mark[position.piece(s).side().at()];
            position.occupied().into_iter().any(|s| mark(s).starts_with(sign))
        };
        let signs = [
            (shown(board.river), "~ River"),
            (board.palaces.into_iter().any(shown), "+ palace"),
            (scene.last.is_some(), "[ ] last move"),
            (marked('*'), "* has moved"),
            (marked('>'), "> faces that way"),
            (marked('!'), "! frenzied"),
        ];
        let signs: Vec<&str> = signs.into_iter().filter(|sign| sign.0).map(|sign| sign.1).collect();
        (!signs.is_empty()).then(|| signs.join("   "))
    }

    fn name(&self, position: &Position, square: Square) -> String {
        let board = position.board();
        let piece = position.piece(square);
        if !piece.is_none() {
            let write = if self.figurines { figurine_cell } else { cell };
            return write(position.game(), piece);
        }
        if board.river.has(square) {
            "~".into()
        } else if board.palaces.iter().any(|p| p.has(square)) {
            "+".into()
        } else {
            ".".into()
        }
    }

    fn style(&self, scene: &Scene<'_>, square: Square) -> Style {
        if !self.colour {
            return Style::new();
        }
        let (position, board) = (scene.position, scene.position.board());
        let piece = position.piece(square);
        let of = |colour: u8| Some(Color::Ansi256(Ansi256Color(colour)));
        let style = if !piece.is_none() {
            let colours = position.game().colours[piece.side().at()];
            let paint = THEMES[0].paint(colours);
            Style::new().fg_color(of(nearest(paint.ink))).bg_color(of(nearest(paint.fill)))
        } else if board.river.has(square) {
            Style::new().fg_color(of(RIVER))
        } else if board.palaces.iter().any(|p| p.has(square)) {
            Style::new().fg_color(of(PALACE))
        } else {
            Style::new()
        };
        match scene.last {
            Some((from, to)) if from == square || to == square => style.bold(),
            _ => style,
        }
    }
}

/// The colour nearest to `0xRRGGBB` in the cube of the terminal's palette of 256, which has six levels of red, green and
/// blue.
fn nearest(colour: u32) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |shift: u32| {
        let part = (colour >> shift & 0xff) as u8;
        (0..6u8).min_by_key(|level| LEVELS[usize::from(*level)].abs_diff(part)).unwrap_or(0)
    };
    16 + 36 * level(16) + 6 * level(8) + level(0)
}
