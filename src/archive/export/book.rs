//! A game as in a book: the moves in running text, with diagrams.

use crate::archive::game::ArchivedGame;
use crate::record;
use crate::render::{Render, Scene, TextBoard, one_line, wrapped};
use crate::rules::Side;

/// The columns of a line.
const WIDTH: usize = 78;

/// Writes a game, with an empty line behind. A diagram stands behind every so many moves of both sides and at the end; with 0
/// there is none. What was said, and every line of the record that is no move, stands in lines of its own.
pub fn book(game: &ArchivedGame<'_>, every: usize) -> String {
    let (header, rules) = (game.record.header(), game.record.game());
    let western = game.is_western();
    let mut page = Page::default();
    let player = |side| game.player(side).map_or_else(|| "unknown".into(), one_line);
    page.line(&format!("{} - {}", player(Side::South), player(Side::North)));
    let round = header.round.as_ref().map(|round| format!("round {round}"));
    let facts = [header.event.clone(), round, header.site.clone(), game.date()];
    let facts: Vec<String> = facts.iter().flatten().map(|fact| one_line(fact)).collect();
    page.paragraph(&facts.join(", "));
    page.line(rules.title);
    page.out.push('\n');

    let mut plies = game.plies().peekable();
    let mut shown = 0;
    for (index, action) in record::canonical_actions(&game.record, &game.replayed).enumerate() {
        if let Some(ply) = plies.next_if(|ply| ply.index == index) {
            page.words.push(ply.numbered(western, page.words.is_empty()));
            page.words.extend(action.offer.then(|| "(=)".to_owned()));
            if let Some(said) = &action.comment {
                page.flush();
                page.paragraph(&one_line(said));
            }
            if every > 0 && ply.ply % (2 * every) == 0 {
                page.flush();
                page.diagram(game, ply.ply);
                shown = ply.ply;
            }
        } else {
            page.flush();
            page.paragraph(&one_line(&action.line_with_comment(rules.first)));
        }
    }
    page.flush();
    let last = game.replayed.line.plies();
    if every > 0 && shown != last {
        page.diagram(game, last);
    }
    page.line(&game.standing());
    page.out.push('\n');
    page.out
}

#[derive(Default)]
struct Page {
    out: String,
    /// The moves that are yet to be put into lines.
    words: Vec<String>,
}

impl Page {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A text in lines, if there is any.
    fn paragraph(&mut self, text: &str) {
        self.words.extend(text.split_whitespace().map(str::to_owned));
        self.flush();
    }

    /// Puts the moves into lines.
    fn flush(&mut self) {
        let words = std::mem::take(&mut self.words);
        for line in wrapped(words.iter().map(String::as_str), WIDTH) {
            self.line(&line);
        }
    }

    fn diagram(&mut self, game: &ArchivedGame<'_>, ply: usize) {
        let line = &game.replayed.line;
        if let Some(position) = line.positions().get(ply) {
            let last = ply.checked_sub(1).and_then(|at| line.moves().get(at));
            let last = last.map(|mv| (mv.from, mv.to));
            let board = TextBoard::default().render(&Scene { position, last, flip: false });
            self.out.push_str(&format!("\n{board}\n"));
        }
    }
}
