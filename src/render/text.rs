//! A board for a terminal, plain or in colours.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};

use super::{Render, Scene};
use crate::notation::diagram::cell;
use crate::rules::{Bitboard, Piece, Position, Side, Square};

/// The text board: coordinates on all sides, `~` for an empty square of the River, `+` for one of a palace, `.` for any
/// other, and the last move's two squares in brackets.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextBoard {
    /// Whether to write colours as ANSI escapes: South red, North yellow, the River blue, palaces green.
    pub colour: bool,
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
            return cell(position.game(), piece);
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
        let board = scene.position.board();
        let piece: Piece = scene.position.piece(square);
        let colour = if piece.is_none() {
            match () {
                () if board.river.has(square) => Some(AnsiColor::Blue),
                () if board.palaces.iter().any(|p| p.has(square)) => Some(AnsiColor::Green),
                () => None,
            }
        } else if piece.side() == Side::South {
            Some(AnsiColor::Red)
        } else {
            Some(AnsiColor::Yellow)
        };
        let mut style = Style::new().fg_color(colour.map(Color::Ansi));
        if !piece.is_none() {
            style = style.bold();
        }
        if scene.last.is_some_and(|(from, to)| from == square || to == square) {
            style = style.invert();
        }
        style
    }
}
