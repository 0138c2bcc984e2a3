//! `riverpost rules`: a game on one page.

use clap_complete::engine::ArgValueCompleter;
use serde_json::json;

use super::arguments::{Choice, Common};
use super::command::Run;
use super::complete;
use super::error::Done;
use super::output::Out;
use crate::clock;
use crate::notation::diagram;
use crate::proof;
use crate::render::{Render, Scene, TextBoard};
use crate::rules::{Board, Game, HalfPoints, Piece, Position, RoleId, Ruling, Side, variants};

/// Print a game's board, pieces, scores and rules
#[derive(clap::Args, Debug)]
pub(super) struct Rules {
    /// The game; without it, the games there are
    #[arg(add = ArgValueCompleter::new(complete::games))]
    game: Option<String>,
    #[command(flatten)]
    choice: Choice,
    /// The rulings as they were in a revision, by which older games are decided [default: the latest]
    #[arg(long, value_name = "N", requires = "game")]
    revision: Option<u32>,
    /// Print the rulings on clocks instead
    #[arg(long, conflicts_with = "game")]
    clocks: bool,
    /// Print the rulings on signatures instead
    #[arg(long)]
    signatures: bool,
}

impl Run for Rules {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        if self.clocks {
            return print_rulings(&clock::RULINGS, common, out);
        }
        if self.signatures {
            return print_rulings(&proof::RULINGS, common, out);
        }
        let Some(name) = &self.game else {
            for entry in variants::GAMES {
                list(entry, common, out)?;
            }
            return Ok(0);
        };
        let game = self.choice.game_of_revision(name, self.revision)?;
        let start = Position::resume(&diagram::default_setup(game)?)?;
        if common.json { self.json(game, out) } else { page(game, &start, out) }
    }
}

impl Rules {
    fn json(&self, game: &'static Game, out: &mut Out) -> Done {
        let roles: Vec<_> = game
            .role_ids()
            .filter(|(_, k)| k.is_plain())
            .map(|(_, k)| {
                json!({ "abbreviations": k.abbreviation, "names": k.name, "letter": k.letter,
                        "moves": k.how, "river": k.river, "royal": k.royal })
            })
            .collect();
        let rulings: Vec<_> = game
            .rulings()
            .iter()
            .map(|r| json!({ "id": r.id, "text": r.text, "source": r.source }))
            .collect();
        let options: serde_json::Map<_, _> =
            game.options.iter().map(|(k, v)| (k.to_string(), (*v).into())).collect();
        out.line(json!({
            "game": game.name, "revision": game.revision, "variation": game.variation, "options": options, "title": game.title,
            "files": game.board.files(), "ranks": game.board.ranks(), "first": game.first.name(),
            "array": game.array, "pieces": roles, "rulings": rulings, "usual_time": game.usual_time,
        }))?;
        Ok(0)
    }
}

fn print_rulings(rulings: &[Ruling], common: &Common, out: &mut Out) -> Done {
    for ruling in rulings {
        match common.json {
            true => out.line(json!({ "id": ruling.id, "text": ruling.text }))?,
            false => out.line(format_args!("{:<4}{}", ruling.id, ruling.text))?,
        }
    }
    Ok(0)
}

fn list(entry: &variants::GameFamily, common: &Common, out: &mut Out) -> Done {
    let options: Vec<String> = entry
        .options
        .iter()
        .map(|o| format!("{}={} ({})", o.key, o.values.join("|"), o.meaning))
        .collect();
    if common.json {
        let options: serde_json::Map<_, _> =
            entry.options.iter().map(|o| (o.key.to_string(), json!(o.values))).collect();
        out.line(
            json!({ "game": entry.name, "variations": entry.variations, "options": options }),
        )?;
        return Ok(0);
    }
    let mut line = format!("{:<10}", entry.name);
    if !entry.variations.is_empty() {
        line += &format!(" variations: {}", entry.variations.join(", "));
    }
    if !options.is_empty() {
        line += &format!(" options: {}", options.join(", "));
    }
    out.line(line.trim_end())?;
    Ok(0)
}

fn page(game: &'static Game, start: &Position, out: &mut Out) -> Done {
    let board = &game.board;
    out.line(game.title)?;
    for (key, value) in &game.options {
        out.line(format_args!("option {key}: {value}"))?;
    }
    if game.player_titles != game.side_names {
        out.line(format_args!(
            "South: {}; North: {}",
            game.player_titles[0], game.player_titles[1]
        ))?;
    } else if game.player_titles[0] != "South" {
        out.line(format_args!(
            "{} is South, {} is North.",
            game.player_titles[0], game.player_titles[1]
        ))?;
    }
    out.line(format_args!("{} moves first.", game.side(game.first)))?;
    out.line("")?;
    out.line(format_args!(
        "Board: {} files (a-{}) by {} ranks; array: {}",
        board.files(),
        (b'a' + board.files() - 1) as char,
        board.ranks(),
        game.array_name
    ))?;
    zones(board, out)?;
    let scene = Scene { position: start, last: None, flip: false };
    out.text(&TextBoard { colour: out.colour() }.render(&scene))?;
    out.line("")?;
    out.line("Pieces (South / North):")?;
    for (id, role) in game.role_ids().filter(|(_, k)| k.is_plain()) {
        let names: Vec<String> = Side::BOTH
            .into_iter()
            .filter(|s| !role.abbreviation[s.at()].is_empty())
            .map(|s| diagram::cell_name(game, Piece::new(id, s)))
            .collect();
        let english = if role.name[0] == role.name[1] || role.name[1].is_empty() {
            role.name[0].to_string()
        } else if role.name[0].is_empty() {
            role.name[1].to_string()
        } else {
            format!("{} / {}", role.name[0], role.name[1])
        };
        let royal = if role.royal { " (royal)" } else { "" };
        let river = if role.river { "; bound by the River (R1, R2)" } else { "" };
        let name = names.join(" / ");
        out.line(format_args!("  {name:<11} {english}{royal}: {}{river}", role.how))?;
        replaced(game, id, out)?;
    }
    out.line("")?;
    let scores = &game.scores;
    let pair = |(s, n): (HalfPoints, HalfPoints)| format!("{}-{}", halves(s), halves(n));
    out.line(format_args!(
        "Scores ({}, South-North): South wins {}, North wins {}, draw {}",
        scores.unit,
        pair(scores.south_wins),
        pair(scores.north_wins),
        pair(scores.draw)
    ))?;
    out.line(format_args!("Usual time control: {}", game.usual_time))?;
    out.line("")?;
    let latest = variants::entry(game.name)?.revision;
    let note = match game.revision == latest {
        true => String::new(),
        false => format!(" (new games have revision {latest})"),
    };
    out.line(format_args!("Rules and rulings, revision {}{note}:", game.revision))?;
    for ruling in game.rulings() {
        out.line(format_args!("  {:<4}{} [{}]", ruling.id, ruling.text, ruling.source))?;
    }
    Ok(0)
}

fn replaced(game: &Game, id: RoleId, out: &mut Out) -> Done {
    if let Some(old) = game.role(id).replaces {
        out.line(format_args!("{:14}may take the place of a {old}", ""))?;
    }
    Ok(0)
}

fn zones(board: &Board, out: &mut Out) -> Done {
    if board.river.is_empty() {
        return Ok(0);
    }
    let ranks = |set: crate::rules::Bitboard| {
        let ranks: Vec<u8> = set.into_iter().map(|s| board.rank(s) + 1).collect();
        let (low, high) = (ranks.first().copied().unwrap_or(0), ranks.last().copied().unwrap_or(0));
        if low == high { format!("rank {low}") } else { format!("ranks {low}-{high}") }
    };
    let corners = |set: crate::rules::Bitboard| {
        let names: Vec<String> = set.into_iter().map(|s| board.name(s)).collect();
        match (names.first(), names.last()) {
            (Some(first), Some(last)) => format!("{first}-{last}"),
            _ => String::new(),
        }
    };
    out.line(format_args!(
        "River (~): {}; Southern {}: {}; Northern {}: {}",
        ranks(board.river),
        board.area_name,
        ranks(board.areas[0]),
        board.area_name,
        ranks(board.areas[1])
    ))?;
    out.line(format_args!(
        "Palaces (+): {} {}; {} {}",
        board.palace_names[0],
        corners(board.palaces[0]),
        board.palace_names[1],
        corners(board.palaces[1])
    ))?;
    Ok(0)
}

/// Half points in words: 3, ½, 1½.
fn halves(points: HalfPoints) -> String {
    match (points / 2, points % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".into(),
        (whole, _) => format!("{whole}½"),
    }
}
