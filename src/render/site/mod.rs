//! The pages of a site that stand around those of its games: lists, tables, plots, and the feed. Text comes from strangers
//! and is escaped here; what leads from page to page is relative, so that a site works from disk and at any address.

mod feed;
mod list;
mod section;

pub use feed::{Feed, FeedEntry};
pub use list::{ListCell, ListChoice, ListColumn, ListRow, ListTable};
pub use section::{ShownPosition, SiteSection};

use std::fmt::Write;

use super::html::{PageLink, html_page, html_text, link_bar, scripted_page, style};
use super::{PieceStyle, THEMES, one_line, page_symbols};
use crate::rules::Game;

const STYLE: &str = include_str!("site.css");
const SCRIPT: &str = include_str!("site.js");

/// The main pages of a site, which each page leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SiteTab {
    /// The games.
    Games,
    /// The players.
    Players,
    /// The matches.
    Matches,
    /// What the games come to.
    Statistics,
    /// The rules of the games.
    Rules,
    /// The latest moves, for programs that follow them.
    Feed,
}

impl SiteTab {
    const ALL: [SiteTab; 6] = [
        SiteTab::Games,
        SiteTab::Players,
        SiteTab::Matches,
        SiteTab::Statistics,
        SiteTab::Rules,
        SiteTab::Feed,
    ];

    const fn title(self) -> &'static str {
        match self {
            SiteTab::Games => "Games",
            SiteTab::Players => "Players",
            SiteTab::Matches => "Matches",
            SiteTab::Statistics => "Statistics",
            SiteTab::Rules => "Rules",
            SiteTab::Feed => "Feed",
        }
    }

    /// Its file in the site.
    pub const fn file(self) -> &'static str {
        match self {
            SiteTab::Games => "index.html",
            SiteTab::Players => "players.html",
            SiteTab::Matches => "matches.html",
            SiteTab::Statistics => "statistics.html",
            SiteTab::Rules => "rules.html",
            SiteTab::Feed => "feed.xml",
        }
    }

    /// The links of a page to these pages, from a folder of the site if it is `below`.
    pub fn links(here: Option<SiteTab>, below: bool) -> Vec<PageLink> {
        let up = if below { "../" } else { "" };
        let link = |tab: SiteTab| PageLink {
            text: tab.title().to_owned(),
            href: (here != Some(tab)).then(|| format!("{up}{}", tab.file())),
        };
        SiteTab::ALL.map(link).into()
    }
}

/// A page of a site.
#[derive(Clone, Debug)]
pub struct SitePage<'a> {
    /// Its heading.
    pub title: &'a str,
    /// What is said below the heading.
    pub summary: &'a str,
    /// Which of the main pages it is, if it is one; another page lies in a folder.
    pub tab: Option<SiteTab>,
    /// What is on it.
    pub sections: &'a [SiteSection<'a>],
}

impl SitePage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let links = link_bar(&SiteTab::links(self.tab, self.tab.is_none()));
        let mut body = format!("<header>\n{links}<h1>{}</h1>\n", html_text(self.title));
        if !self.summary.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(body, "<p>{}</p>", html_text(self.summary));
        }
        body.push_str("</header>\n<main>\n");
        let games: Vec<&Game> = self.sections.iter().flat_map(SiteSection::games).collect();
        if !games.is_empty() {
            body.push_str(&page_symbols(games, PieceStyle::default()));
        }
        self.sections.iter().for_each(|section| section.write(&mut body));
        body.push_str("</main>\n");
        let (title, style) = (one_line(self.title), style(&THEMES[0], STYLE));
        match self.sections.iter().any(|section| matches!(section, SiteSection::List(_))) {
            true => scripted_page(&title, &style, SCRIPT, &body),
            false => html_page(&title, &style, &body),
        }
    }
}

/// A text as a part of an address: letters, digits and `-._~` stand for themselves, all other bytes as `%XX`.
pub fn address(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}
