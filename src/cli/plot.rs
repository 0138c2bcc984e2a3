//! Plots of a number over a game.

use super::arguments::Format;
use super::error::Failure;
use super::output::Out;
use super::picture::PlotArguments;
use crate::archive::ArchivedGame;
use crate::render::PlyPlot;
use crate::rules::Side;

/// What is plotted over a game.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub(super) enum Plotted {
    /// How long each move took
    Time,
    /// How many pieces each side has
    Material,
}

impl Plotted {
    /// Prints the plot as SVG, or as PNG if that is the format.
    pub(super) fn print(
        self,
        game: &ArchivedGame<'_>,
        look: &PlotArguments,
        format: Format,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let format = match format {
            Format::Text => Format::Svg,
            Format::Svg | Format::Png => format,
            _ => return Err(Failure::usage("a plot is SVG or PNG")),
        };
        let plot = match self {
            Plotted::Time => time(game)?,
            Plotted::Material => material(game),
        };
        look.print(&|look| plot.svg(game.record.game(), &look), format, out)
    }
}

fn time(game: &ArchivedGame<'_>) -> Result<PlyPlot, Failure> {
    let times = game.move_times();
    let mut values = [Vec::new(), Vec::new()];
    let mut longest = None;
    for made in game.plies() {
        let used = times.get(made.index).and_then(|time| time.used);
        longest = longest.max(used);
        for side in Side::BOTH {
            let used = used.filter(|_| made.action.side == side);
            values[side.at()].push(used.map_or(0.0, |used| used.as_seconds() as f64));
        }
    }
    let Some(longest) = longest else {
        return Err(Failure::no("the record does not say when its moves were made"));
    };
    let title = format!("{}: time for each move", game.record.header().id);
    Ok(PlyPlot { title, values, first: 1, most: longest.to_string() })
}

fn material(game: &ArchivedGame<'_>) -> PlyPlot {
    let positions = game.replayed.line.positions();
    let pieces = |side| positions.iter().map(move |p| f64::from(p.pieces_of(side).count()));
    let values = Side::BOTH.map(|side| pieces(side).collect::<Vec<_>>());
    let most = values.iter().flatten().copied().fold(0.0, f64::max).to_string();
    let title = format!("{}: pieces after each ply", game.record.header().id);
    PlyPlot { title, values, first: 0, most }
}
