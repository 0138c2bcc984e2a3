//! A game as one HTML file that needs nothing besides itself: the board to step through, the moves, the clocks, and where
//! the game goes on the line with which a move is sent.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use serde_json::{Value, json};

use super::emblem::{EMBLEM_SIZE, PieceStyle, colours, piece as drawn, symbols};
use super::html::{PageLink, html_text, link_bar, scripted_page, style};
use super::theme::THEMES;
use super::{one_line, xml};
use crate::notation::{coordinate, spoken, typeable, write_move};
use crate::rules::{Board, Frenzy, Game, Line, Move, Piece, Position, Side, Square};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What a page of a game shows. Its text comes from strangers and is escaped here.
#[derive(Clone, Debug)]
pub struct GamePage<'a> {
    /// The record's id.
    pub id: &'a str,
    /// What is known of the game, each with its name: event, round, arbiter.
    pub facts: Vec<(&'static str, String)>,
    /// The players' names, South's first.
    pub seats: [String; 2],
    /// The moves that stand.
    pub line: &'a Line,
    /// What belongs to each position, that of the start first: as many as the line has positions.
    pub plies: Vec<PlyNote>,
    /// How the game stands after the last ply.
    pub standing: String,
    /// The account of the clocks, line by line.
    pub ledger: Vec<String>,
    /// What leads from the page to others.
    pub links: Vec<PageLink>,
    /// How the next move is sent; none where the game is over.
    pub answer: Option<AnswerForm>,
}

/// What belongs to a position. Each is empty where nothing is known.
#[derive(Clone, Debug, Default)]
pub struct PlyNote {
    /// When the move was made.
    pub time: String,
    /// What was said with it.
    pub comment: String,
    /// What both sides' clocks showed, South's first.
    pub clocks: [String; 2],
}

/// How the next move is sent.
#[derive(Clone, Debug)]
pub struct AnswerForm {
    /// The command that records a move, up to the move.
    pub command: String,
    /// The address of the other side, where a message can go.
    pub to: Option<String>,
    /// The subject of that message.
    pub subject: String,
}

impl GamePage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let pieces = ShownPieces::of(self.line);
        let game = self.line.position().game();
        let title = format!("{}: {}", one_line(self.id), game.title);
        let mut body = format!(
            "{symbols}<header>\n{links}<h1>{}</h1>\n{facts}</header>\n<main>\n",
            xml(&title),
            symbols = pieces.symbols(game),
            facts = self.facts(),
            links = link_bar(&self.links),
        );
        let texts = self.texts();
        body.push_str(&self.board(&pieces));
        body.push_str("<section aria-label=\"Moves\">\n");
        body.push_str(&self.moves(&texts));
        body.push_str(&self.answer_form());
        body.push_str(&self.account());
        // What JSON may hold and a script element may not.
        let data = self.data(&pieces, &texts).to_string().replace('<', "\\u003c");
        let _ = write!(
            body,
            "</section>\n</main>\n<script type=\"application/json\" id=\"game\">{data}</script>\n"
        );
        scripted_page(&title, &style(&THEMES[0], STYLE), SCRIPT, &body)
    }

    fn facts(&self) -> String {
        let facts = self.facts.iter().map(|(name, text)| format!("{name}: {}", html_text(text)));
        let facts: Vec<String> = facts.collect();
        if facts.is_empty() { String::new() } else { format!("<p>{}</p>\n", facts.join(". ")) }
    }

    /// The board on the last position, with what steps through the others.
    fn board(&self, pieces: &ShownPieces) -> String {
        let position = self.line.position();
        let board = position.board();
        let seat = |place: &str, side: Side| {
            let clock = self.plies.last().map_or("", |note| &note.clocks[side.at()]);
            format!(
                "<div class=\"seat\" data-place=\"{place}\"><b>{}</b><span>{}</span></div>\n",
                html_text(&self.seats[side.at()]),
                html_text(clock)
            )
        };
        let letters: String = (0..board.files())
            .map(|file| format!("<th scope=\"col\">{}</th>", char::from(b'a' + file)))
            .collect();
        let edge = |part: &str| {
            let corner = "<td class=\"corner\"></td>";
            format!("<{part}><tr>{corner}{letters}{corner}</tr></{part}>\n")
        };
        let mut out = format!(
            "<section aria-label=\"Board\">\n{}<table id=\"board\" role=\"grid\" aria-label=\"Board\">\n{}<tbody>\n",
            seat("top", Side::North),
            edge("thead")
                .replace("<td class=\"corner\"", "<td class=\"corner\" aria-hidden=\"true\"")
        );
        let mut first = true;
        for rank in (0..board.ranks()).rev() {
            let number = format!("<th scope=\"row\">{}</th>", rank + 1);
            let _ = write!(out, "<tr>{number}");
            for square in board.squares_of_rank(rank) {
                let piece = position.piece(square);
                let picture = if piece.is_none() { String::new() } else { pieces.link(piece) };
                let (name, class) = (board.name(square), classes(board, square));
                let order = if first { 0 } else { -1 };
                first = false;
                let label = match piece.is_none() {
                    true => format!("{name}, empty"),
                    false => format!("{name}, {}", piece_in_words(position.game(), piece)),
                };
                let _ = write!(
                    out,
                    "<td class=\"{class}\"><button type=\"button\" data-square=\"{name}\" tabindex=\"{order}\" \
                     aria-label=\"{}\"><svg viewBox=\"0 0 {EMBLEM_SIZE} {EMBLEM_SIZE}\" aria-hidden=\"true\"><use href=\"{picture}\"/></svg>\
                     </button></td>",
                    xml(&label)
                );
            }
            let _ = writeln!(out, "{number}</tr>");
        }
        let _ = write!(
            out,
            "</tbody>\n{}</table>\n{}<p id=\"state\">{}</p>\n<p id=\"said\" aria-live=\"polite\"></p>\n\
             <div class=\"controls\" data-script hidden>\n<button type=\"button\" id=\"first\">Start</button>\n\
             <button type=\"button\" id=\"back\">Back</button>\n<button type=\"button\" id=\"forward\">Forward</button>\n\
             <button type=\"button\" id=\"end\">End</button>\n\
             <button type=\"button\" id=\"flip\" aria-pressed=\"false\">Flip</button>\n</div>\n\
             <noscript><p>This is the last position. The moves can be stepped through where scripts may run.</p></noscript>\n\
             </section>\n",
            edge("tfoot"),
            seat("bottom", Side::South),
            html_text(&self.standing),
        );
        out
    }

    /// The moves in two columns, comments below them.
    fn moves(&self, texts: &[(String, String)]) -> String {
        let mut out = String::from("<h2>Moves</h2>\n<div id=\"moves\"><ol>\n");
        for (index, (text, said)) in texts.iter().enumerate() {
            if index % 2 == 0 {
                let _ = write!(out, "<li class=\"number\">{}.</li>", index / 2 + 1);
            }
            let ply = index + 1;
            let _ = write!(
                out,
                "<li><button type=\"button\" data-ply=\"{ply}\" aria-label=\"{}\">{}</button></li>",
                xml(said),
                xml(text)
            );
            let comment = self.plies.get(ply).map_or("", |note| &note.comment);
            if !comment.is_empty() {
                let _ = write!(out, "<li class=\"comment\">{}</li>", html_text(comment));
                if index % 2 == 0 && ply < self.line.plies() {
                    let _ = write!(out, "<li class=\"number\">{}…</li><li></li>", index / 2 + 1);
                }
            }
            out.push('\n');
        }
        out + "</ol></div>\n"
    }

    /// What appears when a move is chosen.
    fn answer_form(&self) -> String {
        let Some(answer) = &self.answer else { return String::new() };
        let mail = match &answer.to {
            None => String::new(),
            Some(to) => format!(
                "<p><a id=\"mail\" href=\"mailto:\">Write it to {}</a></p>\n",
                html_text(to)
            ),
        };
        format!(
            "<div data-script hidden><div id=\"answer\">\n<h2>Your move</h2>\n\
             <p>Choose a piece, then a square. A square that cannot be reached says why.</p>\n\
             <p><label><input type=\"checkbox\" id=\"offer\"> offer a draw with the move</label></p>\n\
             <div id=\"choices\" hidden></div>\n<div id=\"ready\" hidden>\n\
             <p><label for=\"line\">Send it with</label></p>\n<input id=\"line\" readonly>\n{mail}</div>\n</div></div>\n"
        )
    }

    fn account(&self) -> String {
        if self.ledger.is_empty() {
            return String::new();
        }
        let lines = self.ledger.iter().map(|line| format!("<li>{}</li>\n", html_text(line)));
        let lines: String = lines.collect();
        format!(
            "<details><summary>Clocks</summary>\n<ol class=\"ledger\">\n{lines}</ol>\n</details>\n"
        )
    }

    /// Each move in canonical text and in words.
    fn texts(&self) -> Vec<(String, String)> {
        let moves = self.line.positions().iter().zip(self.line.moves());
        moves.map(|(before, m)| (write_move(before, *m), spoken::write(before, *m))).collect()
    }

    /// What the script works with.
    fn data(&self, pieces: &ShownPieces, texts: &[(String, String)]) -> Value {
        let positions = self.line.positions();
        let game = self.line.position().game();
        let (mut seen, mut before) = (HashMap::<u64, usize>::new(), None);
        let mut plies = Vec::with_capacity(positions.len());
        for (ply, position) in positions.iter().enumerate() {
            let board = position.board();
            let old = |square| before.map_or(Piece::NONE, |p: &Position| p.piece(square));
            let changes: Vec<Value> = board
                .all()
                .into_iter()
                .filter(|square| old(*square) != position.piece(*square))
                .map(|square| {
                    let piece = position.piece(square);
                    json!([board.name(square), (!piece.is_none()).then(|| pieces.index(piece))])
                })
                .collect();
            let count = seen.entry(position.zobrist_hash()).or_default();
            *count += 1;
            let made = ply.checked_sub(1).and_then(|index| self.line.moves().get(index));
            let last = made.map_or(Vec::new(), |m| vec![board.name(m.from), board.name(m.to)]);
            let note = self.plies.get(ply).cloned().unwrap_or_default();
            let state = match ply == self.line.plies() {
                true => self.standing.clone(),
                false => standing(position, *count),
            };
            plies.push(json!({
                "changes": changes, "last": last,
                "check": position.in_check().then(|| board.name(position.royal(position.turn()))),
                "said": ply.checked_sub(1).map_or("The start", |index| &texts[index].1),
                "comment": one_line(&note.comment), "time": note.time,
                "clocks": note.clocks.each_ref().map(|clock| one_line(clock)), "state": one_line(&state),
            }));
            before = Some(position);
        }
        let answer = self.answer.as_ref().map(|answer| self.answers(answer));
        json!({
            "seats": self.seats.each_ref().map(|name| one_line(name)),
            "sides": Side::BOTH.map(|side| game.side(side)), "pieces": pieces.data(game), "plies": plies,
            "answer": answer,
        })
    }

    /// The legal moves of each piece of the side to move, and why it cannot go elsewhere.
    fn answers(&self, answer: &AnswerForm) -> Value {
        let position = self.line.position();
        let (board, game) = (position.board(), position.game());
        let mut legal = BTreeMap::<String, Vec<Move>>::new();
        for m in position.legal_moves() {
            legal.entry(board.name(m.from)).or_default().push(m);
        }
        let mut reasons = Vec::<String>::new();
        let mut known = HashMap::<String, usize>::new();
        let mut from = BTreeMap::new();
        let own = position.pieces_of(position.turn()).into_iter().map(|square| board.name(square));
        // A Druid's substitution can move a piece from a square where none of the side's stands.
        let squares: BTreeSet<String> = own.chain(legal.keys().cloned()).collect();
        for name in squares {
            let Some(square) = board.read(&name) else { continue };
            let moves = legal.get(&name).map_or(&[][..], Vec::as_slice);
            let texts: Vec<String> = moves.iter().map(|m| write_move(position, *m)).collect();
            let coordinates: Vec<String> =
                moves.iter().map(|m| coordinate::write(position, *m)).collect();
            let lines = typeable(&coordinates);
            let moves: Vec<Value> = moves
                .iter()
                .zip(texts.iter().zip(lines))
                .map(|(m, (text, line))| {
                    json!({
                        "to": board.name(m.to), "text": text, "line": quoted(&line),
                        "said": spoken::write(position, *m),
                    })
                })
                .collect();
            let mut why = BTreeMap::new();
            for to in board.all() {
                if let Some(refusal) = position.refuse(Move::plain(square, to)) {
                    let reason = format!("{} (rule {})", refusal.message, refusal.rule);
                    let next = reasons.len();
                    let index = *known.entry(reason.clone()).or_insert(next);
                    if index == next {
                        reasons.push(reason);
                    }
                    why.insert(board.name(to), index);
                }
            }
            from.insert(name, json!({ "moves": moves, "why": why }));
        }
        json!({
            "command": answer.command, "to": answer.to, "subject": answer.subject,
            "turn": game.side(position.turn()), "from": from, "reasons": reasons,
        })
    }
}

/// A move as it is typed at a shell.
fn quoted(line: &str) -> String {
    if line.contains(' ') || line.contains('~') { format!("'{line}'") } else { line.to_owned() }
}

/// Whose turn it is in a position that has occurred so many times.
fn standing(position: &Position, count: usize) -> String {
    let mut text = format!("{} to move", position.game().side(position.turn()));
    if position.in_check() {
        text.push_str(", in check");
    }
    if count > 1 {
        let _ = write!(text, "; this position has occurred {count} times");
    }
    text
}

/// The classes of a square.
fn classes(board: &Board, square: Square) -> &'static str {
    if board.river.has(square) {
        "river"
    } else if board.palaces[0].has(square) {
        "south"
    } else if board.palaces[1].has(square) {
        "north"
    } else if board.river.is_empty() && (board.file(square) + board.rank(square)).is_multiple_of(2)
    {
        "dark"
    } else {
        "light"
    }
}

/// A piece with its side and its state.
fn piece_in_words(game: &Game, piece: Piece) -> String {
    let (role, side) = (game.role_of(piece), piece.side());
    let mut text = format!("{} {}", game.side(side), game.piece_name(piece));
    if let Some(facing) = role.facing(side) {
        let _ = write!(text, " facing {}", facing.name());
    }
    if role.frenzy == Frenzy::Frenzied {
        text.push_str(" in frenzy");
    }
    text
}

/// The pieces that a game has shown, each once.
struct ShownPieces(Vec<Piece>);

impl ShownPieces {
    fn of(line: &Line) -> ShownPieces {
        let mut pieces = Vec::new();
        let mut known = std::collections::HashSet::new();
        for position in line.positions() {
            for square in position.occupied() {
                let piece = position.piece(square);
                if known.insert(piece) {
                    pieces.push(piece);
                }
            }
        }
        ShownPieces(pieces)
    }

    fn index(&self, piece: Piece) -> usize {
        self.0.iter().position(|known| *known == piece).unwrap_or_default()
    }

    /// What refers to a piece's picture.
    fn link(&self, piece: Piece) -> String {
        format!("#piece-{}", self.index(piece))
    }

    fn data(&self, game: &Game) -> Vec<Value> {
        let entry = |(index, piece): (usize, &Piece)| {
            json!({
                "name": piece_in_words(game, *piece), "picture": format!("piece-{index}"),
                "turns": game.role_of(*piece).facing.is_some(),
            })
        };
        self.0.iter().enumerate().map(entry).collect()
    }

    /// The pictures of the pieces as symbols, those that turn with the board twice.
    fn symbols(&self, game: &Game) -> String {
        let (style, theme) = (PieceStyle::Emblems, &THEMES[0]);
        let mut out =
            format!("<svg class=\"defs\" aria-hidden=\"true\">\n{}", symbols([game], style));
        let size = f64::from(EMBLEM_SIZE);
        for (index, piece) in self.0.iter().enumerate() {
            let mut symbol = |ending: &str, flip: bool| {
                let _ = writeln!(
                    out,
                    "<symbol id=\"piece-{index}{ending}\" viewBox=\"0 0 {EMBLEM_SIZE} {EMBLEM_SIZE}\"><g {}>{}</g></symbol>",
                    colours(game, piece.side(), theme),
                    drawn(game, *piece, (0.0, 0.0), size, (style, flip), theme)
                );
            };
            symbol("", false);
            if game.role_of(*piece).facing.is_some() {
                symbol("-flipped", true);
            }
        }
        out + "</svg>\n"
    }
}
