//! Positions and tables for people: one file per format. It knows no git.
//!
//! [`TextBoard`] and [`SvgBoard`] show a [`Scene`], the board alone; a [`Sheet`] is a picture with captions. Pieces are
//! [`symbols`] of our own, data in `emblems.txt`; colours are those of a [`Theme`] and of the game's
//! [`PieceColours`](crate::rules::PieceColours).

mod emblem;
mod escape;
mod html;
mod lettering;
mod page;
mod plot;
#[cfg(feature = "png")]
mod png;
mod powers;
mod rules_page;
mod sheet;
mod site;
mod svg;
mod table_page;
mod text;
mod text_table;
mod theme;

pub use emblem::{EMBLEM_SIZE, PieceStyle, has_emblem, page_symbols, symbols};
pub use escape::{counted, one_line, padded, width, wrapped, xml};
pub use html::{PageLink, html_page, html_text};
pub use lettering::is_drawable;
pub use page::{AnswerForm, GamePage, PlyNote};
pub use plot::{PlotLook, PlyPlot, ShareBars};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use powers::{Reach, kind_in_words, powers_sheet};
pub use rules_page::{
    board_in_words, kind_abbreviations, players_in_words, rules_page, scores_in_words,
};
pub use sheet::{Captions, Seat, Sheet};
pub use site::{
    Feed, FeedEntry, ListCell, ListChoice, ListColumn, ListRow, ListTable, ShownPosition, SitePage,
    SiteSection, SiteTab, address,
};
pub use svg::SvgBoard;
pub use table_page::{CaptionedTable, table_page};
pub use text::TextBoard;
pub use text_table::{TextTable, csv_line, markdown_cell};
pub use theme::{Paint, THEMES, Theme, hex, lightness};

use crate::rules::{Line, Position, Square};

/// What is to be shown: a position and where the last move went.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The position.
    pub position: &'a Position,
    /// The squares that the last move left and reached, if there was one.
    pub last: Option<(Square, Square)>,
    /// Whether North sits at the bottom.
    pub flip: bool,
}

impl<'a> Scene<'a> {
    /// The end of a line of play.
    pub fn of(line: &'a Line, flip: bool) -> Scene<'a> {
        let last = line.moves().last().map(|m| (m.from, m.to));
        Scene { position: line.position(), last, flip }
    }

    /// The board's squares row by row from the top, each row from the left, as the viewer sits.
    pub fn rows(&self) -> Vec<Vec<Square>> {
        let board = self.position.board();
        let mut rows: Vec<Vec<Square>> =
            (0..board.ranks()).rev().map(|rank| board.squares_of_rank(rank).collect()).collect();
        if self.flip {
            rows.reverse();
            rows.iter_mut().for_each(|row| row.reverse());
        }
        rows
    }
}

/// A format in which a scene can be shown.
pub trait Render {
    /// The whole output, ending with a line feed.
    fn render(&self, scene: &Scene<'_>) -> String;
}
