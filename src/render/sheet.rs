//! A whole picture of a game: the board with who plays, whose turn it is, what is lost, and what the signs mean.

use std::fmt::Write;

use super::emblem::{colours, piece, symbols};
use super::lettering::{self, strokes};
use super::svg::{EDGE, SvgBoard, head, pieces_in_words};
use super::theme::{Theme, hex};
use super::{Scene, xml};
use crate::rules::{Board, Game, LostPieces, Piece, Side};

/// How captions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captions {
    /// As text, in whatever fonts the viewer has.
    Text,
    /// As strokes of an alphabet that [`is_drawable`](super::is_drawable) knows.
    Strokes,
}

/// Who plays a side, for a caption.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// What the clock shows; empty without a clock.
    pub clock: String,
}

/// A board with captions.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// The board.
    pub scene: Scene<'a>,
    /// What it is called.
    pub title: String,
    /// The players, South first.
    pub seats: [Seat; 2],
    /// What each side has lost, South first.
    pub losses: [LostPieces; 2],
    /// What is written below the board, such as the last move and whose turn it is; a line each.
    pub notes: Vec<String>,
}

/// The height of captions' capitals, and of the lines they stand on.
const CAPITAL: f64 = 9.5;
const LINE: u32 = 22;
/// The side of a lost piece's picture.
const SMALL: u32 = 26;

/// A part of a row of lost pieces.
enum Part {
    Word(&'static str),
    Lost(Piece),
}

/// The rows of a picture as they are written, from the top.
struct SheetRows<'a> {
    board: &'a SvgBoard<'a>,
    captions: Captions,
    game: &'static Game,
    width: u32,
    down: u32,
    body: String,
}

impl Sheet<'_> {
    /// The text of every caption, for whoever wants to know whether it can be drawn.
    pub fn captions(&self) -> impl Iterator<Item = &str> {
        let seats = self.seats.iter().flat_map(|seat| [&*seat.name, &*seat.clock]);
        seats.chain([&*self.title]).chain(self.notes.iter().map(String::as_str))
    }

    /// The picture as SVG, `pixels` wide if that is given.
    pub fn svg(&self, board: &SvgBoard<'_>, captions: Captions, pixels: Option<u32>) -> String {
        let position = self.scene.position;
        let game = position.game();
        let (width, height) = SvgBoard::extent(position.board());
        let mut page = SheetRows { board, captions, game, width, down: 8, body: String::new() };
        page.caption(&self.title, "title");
        let (top, bottom) = match self.scene.flip {
            false => (Side::North, Side::South),
            true => (Side::South, Side::North),
        };
        self.seat(top, &mut page);
        page.body.push_str(&board.with_coordinates(&self.scene, (0, page.down)));
        page.down += height;
        self.seat(bottom, &mut page);
        for note in &self.notes {
            page.caption(note, "note");
        }
        page.legend(position.board());
        let height = page.down + 8;
        let words = [self.notes.join(". "), pieces_in_words(&self.scene)].join(". ");
        let mut out = head((width, height), pixels, &self.title, &words);
        let background = hex(board.theme.background);
        let _ =
            writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>");
        out.push_str(&symbols([game], board.pieces));
        out + &page.body + "</svg>\n"
    }

    /// A side's name, clock and losses.
    fn seat(&self, side: Side, page: &mut SheetRows<'_>) {
        let position = self.scene.position;
        let seat = &self.seats[side.at()];
        let (ink, half) = (hex(page.board.theme.ink), f64::from(LINE) / 2.0);
        let middle = f64::from(page.down) + half;
        let _ = writeln!(
            page.body,
            "<circle class=\"side\" cx=\"{}\" cy=\"{middle}\" r=\"6.5\" {} stroke-width=\"1.5\"/>",
            EDGE + 7,
            colours(page.game, side, page.board.theme)
        );
        if position.turn() == side {
            let _ = writeln!(
                page.body,
                "<path class=\"turn\" fill=\"{ink}\" d=\"M5 {}l10 6l-10 6z\"/>",
                middle - 6.0
            );
        }
        let left = f64::from(EDGE + 20);
        let right = f64::from(page.width - EDGE);
        let clock = page.text_width(&seat.clock);
        let plays = page.game.side(side);
        let who = match seat.name == plays {
            true => seat.name.clone(),
            false => format!("{plays}: {}", seat.name),
        };
        page.write(&who, left, right - clock - 12.0 - left, "player");
        page.write(&seat.clock, right - clock, clock, "clock");
        page.down += LINE;
        page.lost(&self.losses[side.at()]);
    }
}

impl SheetRows<'_> {
    fn theme(&self) -> &'static Theme {
        self.board.theme
    }

    /// How wide a text may become; that of fonts is not known, only that it is hardly wider.
    fn text_width(&self, text: &str) -> f64 {
        lettering::width(text, CAPITAL)
    }

    /// Writes a text on the present line, cut where it would be wider than `room`.
    fn write(&mut self, text: &str, left: f64, room: f64, class: &str) {
        let shown = lettering::fitting(text, room, CAPITAL);
        if shown.is_empty() {
            return;
        }
        let base = f64::from(self.down) + f64::from(LINE) / 2.0 + CAPITAL / 2.0;
        let ink = hex(self.theme().ink);
        let drawn = match self.captions {
            Captions::Strokes => strokes(&shown, left, base, CAPITAL, &ink),
            Captions::Text => format!(
                "<text class=\"{class}\" x=\"{}\" y=\"{base}\" fill=\"{ink}\" font-family=\"sans-serif\" font-size=\"13\">{}</text>",
                lettering::number(left),
                xml(&shown)
            ),
        };
        self.body.push_str(&drawn);
        self.body.push('\n');
    }

    /// A text on as many lines as it takes.
    fn caption(&mut self, text: &str, class: &str) {
        let room = f64::from(self.width - 2 * EDGE);
        for line in lettering::lines(text, room, CAPITAL) {
            self.write(&line, f64::from(EDGE), room, class);
            self.down += LINE;
        }
    }

    /// What a side has lost, on as many lines as that takes.
    fn lost(&mut self, lost: &LostPieces) {
        let retired: Vec<Piece> = lost.retired.iter().map(|(old, _)| *old).collect();
        let kinds = [("lost", &lost.captured), ("given up", &lost.removed), ("retired", &retired)];
        let mut parts = Vec::new();
        for (word, pieces) in kinds.into_iter().filter(|(_, pieces)| !pieces.is_empty()) {
            parts.push(Part::Word(word));
            parts.extend(pieces.iter().map(|piece| Part::Lost(*piece)));
        }
        if parts.is_empty() {
            return;
        }
        let start = f64::from(EDGE + 10);
        let mut left = start;
        for part in parts {
            let wide = match part {
                Part::Word(word) => self.text_width(word) + 18.0,
                Part::Lost(_) => f64::from(SMALL),
            };
            if left + wide > f64::from(self.width - EDGE) {
                self.down += SMALL + 2;
                left = start;
            }
            match part {
                Part::Word(word) => self.write(word, left + 10.0, wide, "lost"),
                Part::Lost(lost) => {
                    let at = (left, f64::from(self.down) - 2.0);
                    let style = (self.board.pieces, false);
                    let drawn = piece(self.game, lost, at, f64::from(SMALL), style, self.theme());
                    let _ = writeln!(
                        self.body,
                        "<g class=\"lost {}\" {}><title>{}</title>{drawn}</g>",
                        lost.side().name(),
                        colours(self.game, lost.side(), self.theme()),
                        xml(self.game.piece_name(lost))
                    );
                }
            }
            left += wide;
        }
        self.down += SMALL + 2;
    }

    /// What the zones' colours mean.
    fn legend(&mut self, board: &Board) {
        let theme = self.theme();
        let zones = [
            (board.river, theme.river, "River"),
            (board.palaces[0], theme.palaces[0], board.palace_names[0]),
            (board.palaces[1], theme.palaces[1], board.palace_names[1]),
        ];
        let mut left = f64::from(EDGE);
        let limit = f64::from(self.width - EDGE);
        let mut any = false;
        for (_, colour, name) in zones.into_iter().filter(|(zone, ..)| !zone.is_empty()) {
            let wide = self.text_width(name) + 22.0;
            if any && left + wide > limit {
                self.down += LINE;
                left = f64::from(EDGE);
            }
            any = true;
            let _ = writeln!(
                self.body,
                "<rect class=\"key\" x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" fill=\"{}\" stroke=\"{}\"/>",
                lettering::number(left),
                self.down + 4,
                hex(colour),
                hex(theme.grid)
            );
            self.write(name, left + 20.0, wide, "legend");
            left += wide + 16.0;
        }
        if any {
            self.down += LINE;
        }
    }
}
