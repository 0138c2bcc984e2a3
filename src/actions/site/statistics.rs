//! The page of what the games of a site come to.

use std::collections::{BTreeMap, HashMap};

use super::error::SiteError;
use super::folder::SiteFolder;
use super::manifest::KeptRecord;
use super::summary::{COUNTED, OPENING, RulesName};
use crate::archive::{StatTable, Statistics};
use crate::notation::fen;
use crate::render::{
    CaptionedTable, ShownPosition, SitePage, SiteSection, SiteTab, TextTable, counted,
};

/// The places in [`COUNTED`].
const SIDES: usize = 0;
const OPENINGS: usize = 1;
const LENGTHS: usize = 2;
const ENDINGS: usize = 3;
pub(super) const PLAYERS: usize = 4;
/// The most rows of a plot, of the openings of a game, and the most positions of a game.
const BARS: usize = 12;
const LINES: usize = 30;
const POSITIONS: usize = 3;

/// What one of [`COUNTED`] comes to.
pub(super) fn table(records: &BTreeMap<String, KeptRecord>, counted: usize) -> StatTable {
    let mut statistics = Statistics::new(COUNTED[counted]);
    let samples = records.values().filter_map(|kept| kept.game.samples.get(counted));
    samples.for_each(|sample| statistics.add(sample.clone()));
    statistics.table(1)
}

/// Writes the page.
pub(super) fn write(
    records: &BTreeMap<String, KeptRecord>,
    folder: &SiteFolder<'_>,
) -> Result<(), SiteError> {
    let plain = [SIDES, ENDINGS, LENGTHS].map(|counted| table(records, counted));
    let titles = ["How the sides fare", "How games end", "How long games last, in plies"];
    let lines = table(records, OPENINGS);
    let openings: Vec<(String, TextTable, Vec<ShownPosition>)> = positions(records)
        .into_iter()
        .map(|(label, shown)| (format!("{label}: openings"), opening_table(&lines, &label), shown))
        .collect();
    let mut sections = Vec::new();
    let html = |table| SiteSection::Table(CaptionedTable::new("In numbers", table, 0));
    for (title, table) in titles.iter().zip(&plain) {
        sections.push(SiteSection::Heading(title));
        sections.extend(table.first(BARS).results().map(SiteSection::Plot));
        sections.push(html(table.texts(true)));
    }
    for (title, table, shown) in &openings {
        sections.push(SiteSection::Heading(title));
        sections.push(SiteSection::Positions(shown.clone()));
        sections.push(html(table.clone()));
    }
    let summary = match records.len() {
        0 => "There are no games yet.".to_owned(),
        games => format!("Of {}.", counted(games, "game", "games")),
    };
    let tab = Some(SiteTab::Statistics);
    let page = SitePage { title: "Statistics", summary: &summary, tab, sections: &sections };
    folder.put(SiteTab::Statistics.file(), &page.html())
}

/// The openings of a game, without its name in front of each.
fn opening_table(lines: &StatTable, label: &str) -> TextTable {
    let mut table = lines.of(label).first(LINES).texts(true);
    table.rows.iter_mut().chain([&mut table.head]).for_each(|row| drop(row.remove(0)));
    table
}

/// The positions after the opening that most games reached, for each game by its name.
fn positions(records: &BTreeMap<String, KeptRecord>) -> BTreeMap<String, Vec<ShownPosition>> {
    let mut reached: BTreeMap<&RulesName, HashMap<&str, (usize, &str)>> = BTreeMap::new();
    for game in records.values().map(|kept| &kept.game) {
        if game.plies == 0 {
            continue;
        }
        let counts = reached.entry(&game.rules).or_default();
        let Some([line, position]) = &game.opening else { continue };
        counts.entry(position).or_insert((0, line)).0 += 1;
    }
    let mut shown: BTreeMap<String, Vec<ShownPosition>> = BTreeMap::new();
    for (rules, counts) in reached {
        let Ok(game) = rules.game() else { continue };
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by(|(one, (a, _)), (other, (b, _))| b.cmp(a).then_with(|| one.cmp(other)));
        let most = counts.into_iter().take(POSITIONS).filter_map(|(text, (count, line))| {
            let games = counted(count, "game", "games");
            let words = format!("{games} after {OPENING} plies, as in {line}");
            Some(ShownPosition { position: fen::read(game, text).ok()?, words })
        });
        shown.entry(rules.label()).or_default().extend(most);
    }
    shown
}
