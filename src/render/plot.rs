//! Plots: numbers as bars.

use std::fmt::Write;

use super::lettering::{fitting, number, strokes, width};
use super::svg::head;
use super::theme::{Theme, hex};
use super::{Captions, xml};
use crate::rules::{Game, Side};

/// How a plot looks.
#[derive(Clone, Copy, Debug)]
pub struct PlotLook {
    /// The colours.
    pub theme: &'static Theme,
    /// How captions are written.
    pub captions: Captions,
    /// The width in pixels, if one is wanted.
    pub pixels: Option<u32>,
}

/// A number for each ply of a game and each side: South's bars rise from a line in the middle and North's hang from it.
#[derive(Clone, Debug)]
pub struct PlyPlot {
    /// What is shown.
    pub title: String,
    /// South's numbers and North's, one for each ply from the first that is shown; all at least 0.
    pub values: [Vec<f64>; 2],
    /// The number of the first ply shown.
    pub first: usize,
    /// What the greatest number is called, such as `3d 2h`.
    pub most: String,
}

/// How many of a few kinds each of some rows has, as bars that are cut into parts.
#[derive(Clone, Debug)]
pub struct ShareBars {
    /// What is shown.
    pub title: String,
    /// What the parts are called.
    pub parts: Vec<String>,
    /// The rows: what each is called, and how many of each part it has.
    pub rows: Vec<(String, Vec<u64>)>,
}

/// The width of a plot and its edge, the height of a line of text and of its capitals, in units.
const WIDTH: u32 = 640;
const EDGE: u32 = 16;
const LINE: u32 = 20;
const CAPITAL: f64 = 8.0;

impl PlotLook {
    fn page(&self, height: u32, title: &str, words: &str) -> String {
        let mut out = head((WIDTH, height), self.pixels, title, words);
        let background = hex(self.theme.background);
        let _ =
            writeln!(out, "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{background}\"/>");
        out + &self.text(title, f64::from(EDGE), 22.0)
    }

    fn text(&self, text: &str, x: f64, y: f64) -> String {
        let ink = hex(self.theme.ink);
        match self.captions {
            Captions::Strokes => strokes(text, x, y, CAPITAL, &ink) + "\n",
            Captions::Text => format!(
                "<text x=\"{}\" y=\"{}\" fill=\"{ink}\" font-family=\"sans-serif\" font-size=\"11\">{}</text>\n",
                number(x),
                number(y),
                xml(text)
            ),
        }
    }
}

impl PlyPlot {
    /// The plot as SVG, in the colours of the game's pieces.
    pub fn svg(&self, game: &Game, look: &PlotLook) -> String {
        let half = 110.0;
        let top = f64::from(LINE) * 2.0;
        let middle = top + half;
        let height = (middle + half) as u32 + 2 * LINE;
        let plies = self.values.iter().map(Vec::len).max().unwrap_or(0);
        let greatest = self.values.iter().flatten().copied().fold(0.0, f64::max);
        let left = f64::from(EDGE) + 60.0;
        let step = (f64::from(WIDTH - EDGE) - left) / plies.max(1) as f64;
        let words = format!("{} plies from {}; the most is {}.", plies, self.first, self.most);
        let mut out = look.page(height, &self.title, &words);
        let (ink, grid) = (hex(look.theme.ink), hex(look.theme.grid));
        for side in Side::BOTH {
            let paint = look.theme.paint(game.colours[side.at()]);
            let mut path = String::new();
            for (index, value) in self.values[side.at()].iter().enumerate() {
                let tall = if greatest > 0.0 { value / greatest * half } else { 0.0 };
                if tall <= 0.0 {
                    continue;
                }
                let x = number(left + step * index as f64 + step * 0.1);
                let rise = if side == Side::South { -tall } else { tall };
                let _ = write!(
                    path,
                    "M{x} {middle}h{}v{}h{}z",
                    number(step * 0.8),
                    number(rise),
                    number(-step * 0.8)
                );
            }
            let _ = writeln!(
                out,
                "<path class=\"{}\" fill=\"{}\" stroke=\"{ink}\" stroke-width=\"0.5\" d=\"{path}\"/>",
                side.name(),
                hex(paint.fill)
            );
            let y = if side == Side::South { top + 10.0 } else { middle + half };
            out.push_str(&look.text(game.side(side), f64::from(EDGE), y));
            out.push_str(&look.text(&self.most, f64::from(EDGE), y + 14.0));
        }
        let right = WIDTH - EDGE;
        let _ = writeln!(out, "<path stroke=\"{grid}\" d=\"M{left} {middle}H{right}\"/>");
        // About eight numbers along the line.
        let every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].into_iter().find(|e| plies / e <= 8);
        let every = every.unwrap_or(1000);
        for index in (0..plies).filter(|index| (index + self.first).is_multiple_of(every)) {
            let label = (index + self.first).to_string();
            let x = left + step * (index as f64 + 0.5) - width(&label, CAPITAL) / 2.0;
            out.push_str(&look.text(&label, x, middle + half + 22.0));
        }
        out + "</svg>\n"
    }
}

impl ShareBars {
    /// The bars as SVG; a part is told by its number and place too, not by its colour alone.
    pub fn svg(&self, look: &PlotLook) -> String {
        let top = LINE * 3;
        let height = top + self.rows.len() as u32 * LINE * 2 + EDGE;
        let counts = |counts: &[u64]| {
            let counted = self.parts.iter().zip(counts);
            counted.map(|(part, count)| format!("{part} {count}")).collect::<Vec<_>>().join(", ")
        };
        let words = self.rows.iter().map(|(name, parts)| format!("{name}: {}.", counts(parts)));
        let mut out = look.page(height, &self.title, &words.collect::<Vec<_>>().join(" "));
        let paints = [look.theme.light, look.theme.river, look.theme.palaces[1], look.theme.dark];
        let paint = |part: usize| hex(paints[part % paints.len()]);
        let grid = hex(look.theme.grid);
        let mut x = f64::from(EDGE);
        for (at, part) in self.parts.iter().enumerate() {
            let y = LINE + 14;
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{y}\" width=\"12\" height=\"12\" fill=\"{}\" stroke=\"{grid}\"/>",
                number(x),
                paint(at)
            );
            out.push_str(&look.text(part, x + 18.0, f64::from(y) + 10.0));
            x += 18.0 + width(part, CAPITAL) + 16.0;
        }
        let room = f64::from(WIDTH - 2 * EDGE);
        for (row, (name, parts)) in self.rows.iter().enumerate() {
            let y = f64::from(top + row as u32 * LINE * 2);
            out.push_str(&look.text(&fitting(name, room, CAPITAL), f64::from(EDGE), y + 12.0));
            let total = parts.iter().sum::<u64>().max(1) as f64;
            let mut x = f64::from(EDGE);
            for (at, count) in parts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let wide = *count as f64 / total * room;
                let _ = writeln!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"16\" fill=\"{}\" stroke=\"{grid}\"/>",
                    number(x),
                    number(y + 17.0),
                    number(wide),
                    paint(at)
                );
                let label = count.to_string();
                if width(&label, CAPITAL) + 4.0 < wide {
                    out.push_str(&look.text(&label, x + 4.0, y + 29.0));
                }
                x += wide;
            }
        }
        out + "</svg>\n"
    }
}
