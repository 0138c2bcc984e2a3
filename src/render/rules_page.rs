//! A game on one page: what there is to say before its pieces and rules, and all of it as HTML.

use std::fmt::Write;

use super::html::{PageLink, link_bar, style};
use super::powers::{Reach, kind_in_words, kind_name, kinds, markers};
use super::{Scene, SvgBoard, html_page, page_symbols, xml};
use crate::notation::diagram::cell_name;
use crate::rules::{Bitboard, Board, Game, HalfPoints, Piece, Position, RoleId, Side};

/// The style of the page, behind that of all pages.
const STYLE: &str = "\
.kinds{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.5rem}\
section.kind h3{margin:0 0 .3rem}figure{margin:0 0 .5rem}svg{max-width:100%;height:auto}\
.array svg{width:30rem}.reach svg{width:17rem}.markers svg{width:2rem;vertical-align:middle}\
.markers{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:1rem}\
dt{font-weight:bold}dd{margin:0 0 .7rem}";

/// Who plays and who moves first, a line each.
pub fn players_in_words(game: &Game) -> Vec<String> {
    let options = game.options.iter().map(|(key, value)| format!("option {key}: {value}"));
    let mut lines: Vec<String> = options.collect();
    let [south, north] = game.player_titles;
    if game.player_titles != game.side_names {
        lines.push(format!("South: {south}; North: {north}"));
    } else if south != "South" {
        lines.push(format!("{south} is South, {north} is North."));
    }
    lines.push(format!("{} moves first.", game.side(game.first)));
    lines
}

/// The board's size and its zones, a line each, with the signs that a text board has for them.
pub fn board_in_words(game: &Game, signs: bool) -> Vec<String> {
    let [river, palace] = if signs { [" (~)", " (+)"] } else { [""; 2] };
    let board = &game.board;
    let mut lines = vec![format!(
        "Board: {} files (a-{}) by {} ranks; array: {}",
        board.files(),
        (b'a' + board.files() - 1) as char,
        board.ranks(),
        game.array_name
    )];
    if board.river.is_empty() {
        return lines;
    }
    lines.push(format!(
        "River{river}: {}; Southern {}: {}; Northern {}: {}",
        ranks(board, board.river),
        board.area_name,
        ranks(board, board.areas[0]),
        board.area_name,
        ranks(board, board.areas[1])
    ));
    lines.push(format!(
        "Palaces{palace}: {} {}; {} {}",
        board.palace_names[0],
        corners(board, board.palaces[0]),
        board.palace_names[1],
        corners(board, board.palaces[1])
    ));
    lines
}

fn ranks(board: &Board, set: Bitboard) -> String {
    let ranks: Vec<u8> = set.into_iter().map(|s| board.rank(s) + 1).collect();
    let (low, high) = (ranks.first().copied().unwrap_or(0), ranks.last().copied().unwrap_or(0));
    if low == high { format!("rank {low}") } else { format!("ranks {low}-{high}") }
}

fn corners(board: &Board, set: Bitboard) -> String {
    let names: Vec<String> = set.into_iter().map(|s| board.name(s)).collect();
    match (names.first(), names.last()) {
        (Some(first), Some(last)) => format!("{first}-{last}"),
        _ => String::new(),
    }
}

/// The abbreviations of a kind, South's first.
pub fn kind_abbreviations(game: &Game, id: RoleId) -> String {
    let has = |side: &Side| !game.role(id).abbreviation[side.at()].is_empty();
    let sides = Side::BOTH.into_iter().filter(has);
    sides.map(|side| cell_name(game, Piece::new(id, side))).collect::<Vec<_>>().join(" / ")
}

/// What a game is worth and how much time it usually has, a line each.
pub fn scores_in_words(game: &Game) -> [String; 2] {
    let scores = &game.scores;
    let pair = |(s, n): (HalfPoints, HalfPoints)| format!("{}-{}", halves(s), halves(n));
    [
        format!(
            "Scores ({}, South-North): South wins {}, North wins {}, draw {}",
            scores.unit,
            pair(scores.south_wins),
            pair(scores.north_wins),
            pair(scores.draw)
        ),
        format!("Usual time control: {}", game.usual_time),
    ]
}

/// Half points in words: 3, ½, 1½.
fn halves(points: HalfPoints) -> String {
    match (points / 2, points % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".into(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The game as an HTML page: its board at the start, what each piece can do with pictures, its scores and rulings; above
/// them links to other pages. In the first of the themes it follows readers who want dark pages.
pub fn rules_page(start: &Position, look: &SvgBoard<'_>, links: &[PageLink]) -> String {
    let game = start.game();
    // One page has many boards, and an id only once.
    let look = SvgBoard { ids: false, ..*look };
    let mut body = format!(
        "{}{}<h1>{}</h1>\n",
        page_symbols([game], look.pieces),
        link_bar(links),
        xml(game.title)
    );
    for line in players_in_words(game).into_iter().chain(board_in_words(game, false)) {
        let _ = writeln!(body, "<p>{}</p>", xml(&line));
    }
    let scene = Scene { position: start, last: None, flip: false };
    let _ = writeln!(body, "<figure class=\"array\">{}</figure>", look.in_page(&scene));
    body.push_str("<h2>Pieces</h2>\n<ul class=\"markers\">\n");
    let telling = |piece| Reach::telling(game, piece);
    let reaches: Vec<Reach> = kinds(game).flat_map(|(_, _, piece)| telling(piece)).collect();
    for (svg, words) in markers(&reaches, &look) {
        let _ = writeln!(body, "<li>{svg} {words}</li>");
    }
    body.push_str("</ul>\n<div class=\"kinds\">\n");
    for (id, role, piece) in kinds(game) {
        let _ = writeln!(
            body,
            "<section class=\"kind\">\n<h3>{} <small>{}</small></h3>",
            xml(&kind_name(role)),
            xml(&kind_abbreviations(game, id))
        );
        for reach in reaches.iter().filter(|reach| reach.piece == piece) {
            let _ = writeln!(body, "<figure class=\"reach\">{}</figure>", reach.svg(game, &look));
        }
        let _ = writeln!(body, "<p>{}.</p>", xml(&kind_in_words(role)));
        if let Some(old) = role.replaces {
            let _ = writeln!(body, "<p>May take the place of a {}.</p>", xml(old));
        }
        body.push_str("</section>\n");
    }
    body.push_str("</div>\n<h2>Scores and time</h2>\n");
    for line in scores_in_words(game) {
        let _ = writeln!(body, "<p>{}</p>", xml(&line));
    }
    let _ = writeln!(body, "<h2>Rules and rulings, revision {}</h2>\n<dl>", game.revision);
    for ruling in game.rulings() {
        let _ = writeln!(
            body,
            "<dt id=\"{0}\">{0}</dt><dd>{1} <small>[{2}]</small></dd>",
            xml(ruling.id),
            xml(&ruling.text),
            xml(&ruling.source)
        );
    }
    body.push_str("</dl>\n");
    html_page(game.title, &style(look.theme, STYLE), &body)
}
