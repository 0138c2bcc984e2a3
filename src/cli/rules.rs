//! `riverpost rules`: a game on one page.

use clap_complete::engine::ArgValueCompleter;
use serde_json::json;

use super::arguments::{Choice, Common, Format};
use super::command::Run;
use super::complete;
use super::error::Done;
use super::output::Out;
use super::picture::Look;
use crate::clock;
use crate::notation::diagram;
use crate::proof;
use crate::render::{
    Render, Scene, TextBoard, board_in_words, kind_abbreviations, kind_in_words, players_in_words,
    powers_sheet, rules_page, scores_in_words,
};
use crate::rules::{Game, Position, Ruling, variants};

/// What it can print.
const FORMATS: &[Format] = &[
    Format::Text,
    Format::Svg,
    #[cfg(feature = "png")]
    Format::Png,
    Format::Html,
];

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
    /// What to print: a page as text or HTML, or a picture of what the pieces can do
    #[arg(long, default_value = "text", value_parser = Format::among(FORMATS), requires = "game")]
    format: Format,
    #[command(flatten)]
    look: Look,
}

impl Run for Rules {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
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
        match self.format {
            _ if common.json => self.json(game, out),
            Format::Text => page(&start, self.look.figurines(), out),
            Format::Html => {
                out.text(&rules_page(&start, &self.look.board(&[]), &[]))?;
                Ok(0)
            }
            format => {
                let look = self.look.board(&[]);
                let draw = |captions, size| powers_sheet(game, &look, captions, size);
                self.look.print(&draw, format, out)?;
                Ok(0)
            }
        }
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

fn page(start: &Position, figurines: bool, out: &mut Out) -> Done {
    let game = start.game();
    out.line(game.title)?;
    for line in players_in_words(game) {
        out.line(line)?;
    }
    out.line("")?;
    for line in board_in_words(game, true) {
        out.line(line)?;
    }
    let scene = Scene { position: start, last: None, flip: false };
    out.text(&TextBoard { colour: out.colour(), figurines }.render(&scene))?;
    out.line("")?;
    out.line("Pieces (South / North):")?;
    for (id, role) in game.role_ids().filter(|(_, k)| k.is_plain()) {
        let names = kind_abbreviations(game, id);
        out.line(format_args!("  {names:<11} {}", kind_in_words(role)))?;
        if let Some(old) = role.replaces {
            out.line(format_args!("{:14}may take the place of a {old}", ""))?;
        }
    }
    out.line("")?;
    for line in scores_in_words(game) {
        out.line(line)?;
    }
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
