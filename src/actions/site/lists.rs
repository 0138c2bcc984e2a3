//! The pages that list games, players, matches and rules, and the feed of the latest moves.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::error::SiteError;
use super::folder::SiteFolder;
use super::hash::uuid_of;
use super::manifest::{KeptMatch, KeptRecord};
use super::request::SiteRequest;
use super::statistics::{PLAYERS, table};
use super::summary::{GameSummary, RulesName};
use crate::notation::diagram;
use crate::render::{
    Feed, FeedEntry, ListCell, ListChoice, ListColumn, ListRow, ListTable, PageLink, SitePage,
    SiteSection, SiteTab, SvgBoard, address, rules_page,
};
use crate::rules::{Position, variants};

/// The most entries of the feed.
const ENTRIES: usize = 100;

/// A column of a list.
const fn column(title: &'static str) -> ListColumn {
    ListColumn { title, number: false, descending: false, less: false }
}

/// Writes these pages.
pub(super) fn write(
    request: &SiteRequest<'_>,
    records: &BTreeMap<String, KeptRecord>,
    matches: &BTreeMap<String, KeptMatch>,
    folder: &SiteFolder<'_>,
) -> Result<(), SiteError> {
    let put = |tab: SiteTab, title: &str, summary: &str, sections: &[SiteSection<'_>]| {
        let page = SitePage { title, summary, tab: Some(tab), sections };
        folder.put(tab.file(), &page.html())
    };
    let mut games: Vec<&GameSummary> = records.values().map(|kept| &kept.game).collect();
    games.sort_by(|one, other| {
        let key = |game: &GameSummary| (game.over, Reverse(game.day.clone()));
        key(one).cmp(&key(other)).then_with(|| one.id.cmp(&other.id))
    });
    let running = games.iter().filter(|game| !game.over).count();
    let words = format!("{running} going on, {} over.", games.len() - running);
    put(SiteTab::Games, request.title, &words, &[SiteSection::List(&game_list(&games))])?;
    let players = player_list(records);
    put(SiteTab::Players, "Players", "", &[SiteSection::List(&players)])?;
    let list = match_list(matches);
    let section = match matches.is_empty() {
        true => SiteSection::Text("There are no matches.".into()),
        false => SiteSection::List(&list),
    };
    put(SiteTab::Matches, "Matches", "", &[section])?;
    let rules = write_rules(&games, folder)?;
    put(SiteTab::Rules, "Rules", "", &[SiteSection::Links(rules)])?;
    folder.put(SiteTab::Feed.file(), &feed(request, &games))
}

fn game_list(games: &[&GameSummary]) -> ListTable {
    let kinds: BTreeSet<String> = games.iter().map(|game| game.rules.label()).collect();
    let twice = |text: String| (text.clone(), text);
    let states = [("on", "going on"), ("over", "over")];
    let states = states.map(|(value, title)| (value.to_owned(), title.to_owned()));
    ListTable {
        what: "games",
        columns: vec![
            column("Players"),
            column("Game"),
            ListColumn { less: true, ..column("Event") },
            column("State"),
            ListColumn { number: true, descending: true, less: true, ..column("Moves") },
            ListColumn { descending: true, less: true, ..column("Latest") },
        ],
        choices: vec![
            ListChoice { tag: "state", title: "State", values: states.into() },
            ListChoice {
                tag: "game",
                title: "Game",
                values: kinds.into_iter().map(twice).collect(),
            },
        ],
        rows: games.iter().map(|game| game_row(game)).collect(),
    }
}

fn game_row(game: &GameSummary) -> ListRow {
    let name = |side: usize| game.players[side].as_deref().unwrap_or("unknown");
    let players = format!("{} – {}", name(0), name(1));
    let (state, class) = if game.over { ("over", "over") } else { ("on", "running") };
    ListRow {
        tags: vec![state.into(), game.rules.label()],
        class,
        cells: vec![
            ListCell { href: Some(format!("games/{}.html", game.id)), ..ListCell::new(players) },
            ListCell::new(game.rules.label()),
            ListCell::new(game.event.clone().unwrap_or_default()),
            ListCell::new(game.state.clone()),
            ListCell::new(game.plies.div_ceil(2).to_string()),
            ListCell::new(game.day.clone().unwrap_or_default()),
        ],
    }
}

fn player_list(records: &BTreeMap<String, KeptRecord>) -> ListTable {
    let number = |title, less| ListColumn { number: true, descending: true, less, title };
    let columns = vec![
        column("Player"),
        number("Games", false),
        number("Won", false),
        number("Drawn", false),
        number("Lost", false),
        number("No result", true),
        number("Score %", true),
    ];
    let rows = table(records, PLAYERS).texts(true).rows.into_iter().map(|row| {
        let mut cells: Vec<ListCell> =
            row.into_iter().take(columns.len()).map(ListCell::new).collect();
        if let Some(player) = cells.first_mut() {
            let games = SiteTab::Games.file();
            player.href = Some(format!("{games}#words={}", address(&player.text)));
        }
        ListRow { cells, ..ListRow::default() }
    });
    ListTable { what: "players", rows: rows.collect(), columns, choices: Vec::new() }
}

fn match_list(matches: &BTreeMap<String, KeptMatch>) -> ListTable {
    let number = |title| ListColumn { number: true, descending: true, ..column(title) };
    let row = |kept: &KeptMatch| ListRow {
        cells: vec![
            ListCell {
                href: Some(format!("matches/{}.html", kept.id)),
                ..ListCell::new(kept.title.clone())
            },
            ListCell::new(if kept.tournament { "tournament" } else { "match" }),
            ListCell::new(kept.entrants.to_string()),
            ListCell::new(kept.games[0].to_string()),
            ListCell::new(kept.games[1].to_string()),
        ],
        ..ListRow::default()
    };
    ListTable {
        what: "matches",
        columns: vec![
            column("Match"),
            column("Kind"),
            number("Entrants"),
            number("Games"),
            number("Over"),
        ],
        choices: Vec::new(),
        rows: matches.values().map(row).collect(),
    }
}

/// Writes the rules of every game in each variation, and of those that records have with other options; gives the links to them.
fn write_rules(
    games: &[&GameSummary],
    folder: &SiteFolder<'_>,
) -> Result<Vec<PageLink>, SiteError> {
    let mut names: BTreeSet<RulesName> = games.iter().map(|game| game.rules.clone()).collect();
    for family in variants::GAMES {
        let variations = family.variations.iter().copied().map(Some);
        let none = family.variations.is_empty().then_some(None);
        let every = variations.chain(none).filter_map(|v| family.game(v, []).ok());
        names.extend(every.map(RulesName::of));
    }
    let mut links = Vec::new();
    for name in names {
        // Every name is that of a game: of a record that was read, or of the registry.
        let Ok(game) = name.game() else { continue };
        let start = diagram::default_setup(game).ok().and_then(|s| Position::resume(&s).ok());
        let Some(start) = start else { continue };
        let page = rules_page(&start, &SvgBoard::default(), &SiteTab::links(None, true));
        folder.put(&name.file(), &page)?;
        let text = format!("{} ({})", game.title, name.label());
        links.push(PageLink { text, href: Some(name.file()) });
    }
    Ok(links)
}

/// The latest moves of all games.
fn feed(request: &SiteRequest<'_>, games: &[&GameSummary]) -> String {
    let moves = games.iter().flat_map(|game| game.latest.iter().map(move |made| (game, made)));
    let mut moves: Vec<_> = moves.collect();
    moves.sort_by(|(one, a), (other, b)| b.at.cmp(&a.at).then_with(|| one.id.cmp(&other.id)));
    let entries = moves.into_iter().take(ENTRIES).map(|(game, made)| FeedEntry {
        title: format!("{}: {}", game.id, made.text),
        uuid: made.uuid.clone(),
        updated: made.at.clone(),
        author: made.by.clone(),
        href: format!("games/{}.html", game.id),
    });
    let entries: Vec<FeedEntry> = entries.collect();
    // Without moves there is no time to tell, and RFC 4287 asks for one.
    let updated = entries.first().map_or("1970-01-01T00:00:00Z", |entry| &entry.updated);
    let uuid = uuid_of(&["site", request.title]);
    Feed { title: request.title, uuid: &uuid, updated, entries: &entries }.xml()
}
