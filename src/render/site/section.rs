//! What a page of a site is made of.

use std::fmt::Write;

use super::list::ListTable;
use crate::render::html::html_text;
use crate::render::{
    CaptionedTable, Captions, PageLink, PlotLook, Scene, ShareBars, SvgBoard, THEMES, xml,
};
use crate::rules::{Game, Position};

/// A part of a page.
#[derive(Clone, Debug)]
pub enum SiteSection<'a> {
    /// A heading.
    Heading(&'a str),
    /// What is said.
    Text(String),
    /// What is wrong, as it must be said.
    Wrong(String),
    /// Links in a list.
    Links(Vec<PageLink>),
    /// A table to look things up in; a page has one at most.
    List(&'a ListTable),
    /// A table to read.
    Table(CaptionedTable),
    /// A plot.
    Plot(ShareBars),
    /// Positions beside each other, all of one game.
    Positions(Vec<ShownPosition>),
}

/// A position with what is said of it.
#[derive(Clone, Debug)]
pub struct ShownPosition {
    /// The position.
    pub position: Position,
    /// What is said.
    pub words: String,
}

impl SiteSection<'_> {
    /// The games of the positions.
    pub(super) fn games(&self) -> impl Iterator<Item = &Game> {
        let shown = match self {
            SiteSection::Positions(shown) => &shown[..],
            _ => &[],
        };
        shown.iter().map(|shown| shown.position.game())
    }

    // Writing to a string cannot fail.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            SiteSection::Heading(text) => {
                let _ = writeln!(out, "<h2>{}</h2>", html_text(text));
            }
            SiteSection::Text(text) => {
                let _ = writeln!(out, "<p>{}</p>", html_text(text));
            }
            SiteSection::Wrong(text) => {
                let _ = writeln!(out, "<p class=\"wrong\">{}</p>", html_text(text));
            }
            SiteSection::Links(links) => {
                out.push_str("<ul>\n");
                for PageLink { text, href } in links {
                    let text = html_text(text);
                    let _ = match href {
                        Some(href) => {
                            writeln!(out, "<li><a href=\"{}\">{text}</a></li>", xml(href))
                        }
                        None => writeln!(out, "<li>{text}</li>"),
                    };
                }
                out.push_str("</ul>\n");
            }
            SiteSection::List(list) => list.write(out),
            SiteSection::Table(table) => table.write(out),
            SiteSection::Plot(bars) => {
                for (class, theme) in [("in-light", &THEMES[0]), ("in-dark", &THEMES[1])] {
                    let look = PlotLook { theme, captions: Captions::Text, pixels: None };
                    let _ = writeln!(out, "<figure class=\"{class}\">{}</figure>", bars.svg(&look));
                }
            }
            SiteSection::Positions(shown) => {
                out.push_str("<div class=\"boards\">\n");
                for ShownPosition { position, words } in shown {
                    let scene = Scene { position, last: None, flip: false };
                    let board = SvgBoard::default().in_page(&scene);
                    let _ = writeln!(
                        out,
                        "<figure>{board}<figcaption>{}</figcaption></figure>",
                        html_text(words)
                    );
                }
                out.push_str("</div>\n");
            }
        }
    }
}
