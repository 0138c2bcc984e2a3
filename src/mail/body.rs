//! What a message says of a game, for people: as text of at most 76 columns, and as HTML.

use super::block::{COLUMNS, MailBlock};
use crate::clock::Ledger;
use crate::record::{Record, Replayed, Signatory};
use crate::render::{Render, Scene, TextBoard, one_line, wrapped, xml};
use crate::rules::{Outcome, Side};

/// How to answer without a program.
const BY_HAND: &str = "To answer, reply to this message and write your move on a line of its own above what is quoted, \
                       in ordinary notation. Behind the move, (=) offers a draw. Such a line may also resign, accept or \
                       decline, or ask to take back so many moves.";
/// How to answer where every line must be signed.
const SIGNED: &str = "You have a key in this game, so that your answer must carry its signature: answer with riverpost, \
                      which reads this whole message.";
/// What the block is.
const BLOCK: &str =
    "The lines below are for riverpost, and say the same as those that begin with the game's id.";
/// What is said to somebody who is not bound yet.
const UNBOUND: &str =
    "You have neither joined nor moved: nothing binds you yet, and your clock stands (G13).";

/// What a message says of a game.
#[derive(Clone, Copy, Debug)]
pub struct MailBody<'b> {
    /// The game, played through.
    pub game: (&'b Record<'b>, &'b Replayed),
    /// Both clocks, where there are any that can be told.
    pub ledger: Option<&'b Ledger>,
    /// Whose player reads it, who sits at the bottom of the board.
    pub reader: Side,
    /// What it says to a program.
    pub block: &'b MailBlock,
    /// What it says before anything else, paragraph by paragraph.
    pub opening: &'b [String],
    /// What it says behind what was done, paragraph by paragraph.
    pub words: &'b [String],
    /// What is proposed, a sentence each.
    pub proposals: &'b [String],
}

/// A part of a message.
enum Section {
    /// Lines of prose, of any length.
    Prose(Vec<String>),
    /// Lines that stay as they are.
    Fixed(String),
}

impl MailBody<'_> {
    /// As plain text.
    pub fn text(&self) -> String {
        let sections = self.sections();
        let sections = sections.iter().map(|section| match section {
            Section::Prose(lines) => {
                let lines = lines.iter().flat_map(|line| folded(line));
                lines.map(|line| line + "\n").collect::<String>()
            }
            Section::Fixed(text) => text.clone(),
        });
        sections.collect::<Vec<_>>().join("\n")
    }

    /// As HTML; with the picture of that Content-ID at its end, if one comes along.
    pub fn html(&self, picture: Option<&str>) -> String {
        let picture = picture.map(|id| format!("<p><img src=\"cid:{}\" alt=\"\"></p>\n", xml(id)));
        let sections = self.sections();
        let sections = sections.iter().map(|section| match section {
            Section::Prose(lines) => {
                let lines: Vec<String> = lines.iter().map(|line| xml(line)).collect();
                format!("<p>{}</p>\n", lines.join("<br>\n"))
            }
            Section::Fixed(text) => {
                let lines: Vec<String> = text.lines().map(xml).collect();
                format!("<pre>{}</pre>\n", lines.join("\n"))
            }
        });
        let title = xml(&self.game.0.header().id);
        format!(
            "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>{title}</title></head><body>\n{}{}</body></html>\n",
            sections.collect::<String>(),
            picture.unwrap_or_default()
        )
    }

    fn sections(&self) -> Vec<Section> {
        let (record, replayed) = self.game;
        let scene = Scene::of(&replayed.line, self.reader == Side::North);
        let mut board = TextBoard::default().render(&scene);
        if let Some(legend) = TextBoard::legend(&scene) {
            board += &format!("{legend}\n");
        }
        let said = |text: &String| Section::Prose(text.lines().map(one_line).collect());
        let mut sections: Vec<Section> = self.opening.iter().map(said).collect();
        sections.push(Section::Prose(self.block.summary()));
        sections.extend(self.words.iter().map(said));
        sections.extend([Section::Prose(self.standing()), Section::Fixed(board)]);
        let clocks: Vec<String> = self.clocks();
        sections.extend((!clocks.is_empty()).then_some(Section::Prose(clocks)));
        if self.is_asked() {
            let who = Signatory::Side(self.reader);
            let signs = replayed.key(who, record.actions().len()).is_some();
            let how = if signs { SIGNED } else { BY_HAND };
            sections.push(Section::Prose(vec![how.into()]));
        }
        sections.push(Section::Prose(vec![BLOCK.into()]));
        sections.push(Section::Fixed(self.block.armour()));
        sections
    }

    /// Whether the reader is to move, or to answer something.
    fn is_asked(&self) -> bool {
        let replayed = self.game.1;
        let turn = replayed.line.position().turn() == self.reader;
        replayed.termination.is_none() && (turn || !self.proposals.is_empty())
    }

    /// Which game it is, who plays, and who is to do what.
    fn standing(&self) -> Vec<String> {
        let (record, replayed) = self.game;
        let game = record.game();
        let player = |side: Side| {
            let name = replayed.player(side).map(|player| format!(" {}", one_line(&player.name)));
            format!("{}{}", game.side(side), name.unwrap_or_default())
        };
        let position = replayed.line.position();
        let turn = match replayed.termination {
            Some(ending) => {
                let result = replayed.outcome.map_or("*", Outcome::name);
                format!("The game is over: {ending}, result {result}.")
            }
            None => {
                let check = if position.in_check() { ", in check" } else { "" };
                format!("{} to move{check}.", player(position.turn()))
            }
        };
        let players = Side::BOTH.map(player).join(", ");
        let mut lines = vec![format!("{}: {players}.", game.title), turn];
        lines.extend(self.proposals.iter().map(|text| one_line(text)));
        if replayed.termination.is_none() && !replayed.is_bound(self.reader) {
            lines.push(UNBOUND.into());
        }
        lines
    }

    fn clocks(&self) -> Vec<String> {
        let Some(ledger) = self.ledger else { return Vec::new() };
        let game = self.game.0.game();
        let clock = |side| format!("{}'s clock: {}.", game.side(side), ledger.time_left(side));
        Side::BOTH.map(clock).to_vec()
    }
}

/// A line of prose in lines of at most [`COLUMNS`] columns; of a longer word nothing is lost.
fn folded(line: &str) -> Vec<String> {
    let text = line.trim_start_matches(' ');
    let indent = (line.len() - text.len()).min(COLUMNS / 2);
    let width = COLUMNS - indent;
    let words: Vec<String> = text
        .split(' ')
        .flat_map(|word| {
            let letters: Vec<char> = word.chars().collect();
            let parts = letters.chunks(width).map(|part| part.iter().collect());
            if letters.is_empty() { vec![String::new()] } else { parts.collect() }
        })
        .collect();
    let indent = " ".repeat(indent);
    let lines = wrapped(words.iter().map(String::as_str), width);
    lines.into_iter().map(|line| format!("{indent}{}", line.trim_end())).collect()
}
