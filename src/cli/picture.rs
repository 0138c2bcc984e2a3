//! Pictures: how they look, and where they go.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::arguments::{Common, Format};
use super::error::{Failure, say};
use super::output::Out;
use crate::render::{Captions, PieceStyle, PlotLook, Sheet, SvgBoard, THEMES, Theme, is_drawable};
use crate::rules::Square;

/// The heading of these options in a command's help.
const PICTURES: &str = "Pictures";

/// How a plot looks, and what of a picture has nothing to do with pieces.
#[derive(clap::Args, Debug)]
pub(super) struct PlotArguments {
    /// How wide it is, in pixels
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(100..=4096), help_heading = PICTURES)]
    size: Option<u32>,
    /// Its colours
    #[arg(long, default_value = THEMES[0].name, value_parser = themes(), help_heading = PICTURES)]
    theme: &'static Theme,
}

/// How a picture looks.
#[derive(clap::Args, Debug)]
pub(super) struct Look {
    #[command(flatten)]
    plot: PlotArguments,
    /// What shows the pieces: in pictures emblems if nothing is said, in text letters, and with emblems the chess figurines of Unicode
    #[arg(long, value_name = "HOW", value_parser = styles(), help_heading = PICTURES)]
    pieces: Option<PieceStyle>,
}

/// How a picture of a position looks.
#[derive(clap::Args, Debug)]
pub(super) struct Picture {
    #[command(flatten)]
    look: Look,
    /// Arrows to draw, as in b1-c3,h3-h6; `last` is the last move
    #[arg(long, value_name = "ARROWS", value_delimiter = ',', help_heading = PICTURES)]
    arrows: Vec<String>,
}

const STYLES: [(&str, PieceStyle); 2] =
    [("emblems", PieceStyle::Emblems), ("letters", PieceStyle::Letters)];

/// Reads the name of a theme.
fn themes() -> impl TypedValueParser<Value = &'static Theme> {
    PossibleValuesParser::new(THEMES.iter().map(|theme| theme.name))
        .try_map(|name| Theme::named(&name).ok_or("no theme"))
}

/// Reads how pieces are shown.
fn styles() -> impl TypedValueParser<Value = PieceStyle> {
    PossibleValuesParser::new(STYLES.map(|(name, _)| name)).try_map(|name| {
        STYLES
            .into_iter()
            .find(|(known, _)| *known == name)
            .map(|(_, style)| style)
            .ok_or("no style")
    })
}

impl PlotArguments {
    /// Prints a plot as SVG or PNG.
    pub(super) fn print(
        &self,
        plot: &dyn Fn(PlotLook) -> String,
        format: Format,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let look = |captions| PlotLook { theme: self.theme, captions, pixels: self.size };
        print(&|captions| plot(look(captions)), format, out)
    }
}

impl Look {
    /// Whether a board in text has figurines for letters.
    pub(super) fn figurines(&self) -> bool {
        self.pieces == Some(PieceStyle::Emblems)
    }

    /// A board that looks so.
    pub(super) fn board<'a>(&self, arrows: &'a [(Square, Square)]) -> SvgBoard<'a> {
        SvgBoard {
            theme: self.plot.theme,
            pieces: self.pieces.unwrap_or_default(),
            ids: true,
            arrows,
        }
    }

    /// Prints what is drawn, given how captions are written and the width in pixels, as SVG or PNG.
    pub(super) fn print(
        &self,
        draw: &dyn Fn(Captions, Option<u32>) -> String,
        format: Format,
        out: &mut Out,
    ) -> Result<(), Failure> {
        print(&|captions| draw(captions, self.plot.size), format, out)
    }
}

/// Prints what is drawn as SVG or PNG.
fn print(draw: &dyn Fn(Captions) -> String, format: Format, out: &mut Out) -> Result<(), Failure> {
    match format {
        #[cfg(feature = "png")]
        Format::Png => {
            let drawn = crate::render::png(&draw(Captions::Strokes));
            out.bytes(&drawn.map_err(|error| Failure::world(error.to_string()))?)
        }
        _ => out.text(&draw(Captions::Text)),
    }
}

impl Picture {
    /// Whether a board in text has figurines for letters.
    pub(super) fn figurines(&self) -> bool {
        self.look.figurines()
    }

    /// How a plot looks beside such pictures.
    pub(super) fn plot(&self) -> &PlotArguments {
        &self.look.plot
    }

    /// Prints a picture of a position as SVG or PNG.
    pub(super) fn print(
        &self,
        sheet: &Sheet<'_>,
        format: Format,
        common: &Common,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let arrows = self.arrows(sheet)?;
        let board = self.look.board(&arrows);
        if format == Format::Png && !common.quiet {
            for text in sheet.captions().filter(|text| !is_drawable(text)) {
                say(format_args!(
                    "note: boxes stand for letters of {text:?} that cannot be drawn; `--format svg` has them"
                ));
            }
        }
        self.look.print(&|captions, size| sheet.svg(&board, captions, size), format, out)
    }

    /// The squares that the arrows join.
    fn arrows(&self, sheet: &Sheet<'_>) -> Result<Vec<(Square, Square)>, Failure> {
        let board = sheet.scene.position.board();
        let mut arrows = Vec::new();
        for text in &self.arrows {
            if text == "last" {
                arrows.extend(sheet.scene.last);
                continue;
            }
            let pair = text.split_once('-');
            let pair = pair.and_then(|(from, to)| Some((board.read(from)?, board.read(to)?)));
            arrows.push(pair.ok_or_else(|| {
                Failure::usage(format!(
                    "--arrows {text:?} should be two squares of the board, as in b1-c3, or `last`"
                ))
            })?);
        }
        Ok(arrows)
    }
}
