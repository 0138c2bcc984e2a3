//! Setup diagrams: ranks from the top, each led by its number, cells by white space.
//!
//! A cell is `.` for empty or a piece's abbreviation with the mark of its state: `>e` for an Elephant that does not
//! face forward, `!` for a frenzied Berserker, `*` for a Pikeman that has moved. In Valonian Chess, whose
//! abbreviations are the same for both sides, White's are led by `w` and Black's by `b`; capitals for White and
//! small letters for Black are read too, and the signs that Unicode has for chess pieces. A last line of file letters is
//! optional.

use crate::rules::{Board, Game, Piece, Position, Role, Setup, Side, StartFault};

/// What is wrong with a diagram, and where in it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct DiagramError {
    /// The line in the diagram, from 0.
    pub line: usize,
    /// The column in the line, in characters from 0.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

/// The abbreviation of a piece with its side's prefix where the game needs one, without its state.
pub fn cell_name(game: &Game, piece: Piece) -> String {
    let role = game.role_of(piece);
    format!("{}{}", prefix(role, piece.side()), game.abbreviation(piece))
}

/// What tells the sides apart where their abbreviations do not.
fn prefix(role: &Role, side: Side) -> &'static str {
    let [south, north] = role.abbreviation;
    match side {
        _ if south != north => "",
        Side::South => "w",
        Side::North => "b",
    }
}

/// A piece as a diagram's cell, its state included.
pub fn cell(game: &Game, piece: Piece) -> String {
    if piece.is_none() {
        return ".".into();
    }
    cell_name(game, piece) + game.role_of(piece).mark[piece.side().at()]
}

/// The same with the figurine that Unicode has for the piece, if there is one.
pub fn figurine_cell(game: &Game, piece: Piece) -> String {
    if piece.is_none() {
        return cell(game, piece);
    }
    let (role, side) = (game.role_of(piece), piece.side().at());
    match role.figurines[side] {
        "" => cell(game, piece),
        figurine => format!("{figurine}{}", role.mark[side]),
    }
}

/// Reads a cell; none when it names no piece of the game.
pub fn read_cell(game: &Game, text: &str) -> Option<Piece> {
    if text == "." {
        return Some(Piece::NONE);
    }
    let pieces = || {
        game.role_ids()
            .flat_map(|(id, role)| Side::BOTH.map(|side| (role, side, Piece::new(id, side))))
            .filter(|(role, side, _)| !role.abbreviation[side.at()].is_empty())
    };
    // As `cell` writes it, compared byte by byte: a record's reading is full of cells, and the library's comparison of
    // texts is slow with empty ones, as most marks are (their address is none, and the processor has to find that out).
    let written = |(role, side, _): &(&Role, Side, Piece)| {
        let (name, mark) = (role.abbreviation[side.at()], role.mark[side.at()]);
        let prefix = prefix(role, *side);
        text.len() == prefix.len() + name.len() + mark.len()
            && text.bytes().eq(prefix.bytes().chain(name.bytes()).chain(mark.bytes()))
    };
    if let Some((_, _, piece)) = pieces().find(written) {
        return Some(piece);
    }
    let loosely = |(role, side, _): &(&Role, Side, Piece)| {
        let mark = role.mark[side.at()];
        let Some(name) = text.strip_suffix(mark) else { return false };
        let figurine = role.figurines[side.at()];
        if !figurine.is_empty() && name == figurine {
            return true;
        }
        let [south, north] = role.abbreviation;
        if south != north {
            return !role.alias[side.at()].is_empty() && name == role.alias[side.at()];
        }
        match side {
            Side::South => name == south,
            Side::North => name == north.to_lowercase(),
        }
    };
    pieces().find(loosely).map(|(_, _, piece)| piece)
}

/// Writes placement as a diagram: every rank from the top, then the file letters; ends with a line feed.
pub fn write(setup: &Setup) -> String {
    let game = setup.game();
    let board = &game.board;
    let mut out = String::new();
    let cells: Vec<Vec<String>> = (0..board.ranks())
        .rev()
        .map(|rank| board.squares_of_rank(rank).map(|s| cell(game, setup.piece(s))).collect())
        .collect();
    let width = cells.iter().flatten().map(|c| c.len()).max().unwrap_or(1);
    for (row, cells) in cells.iter().enumerate() {
        let mut line = format!("{:>2}", board.ranks() as usize - row);
        for cell in cells {
            line.push_str(&format!(" {cell:>width$}"));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    let mut letters = "  ".to_string();
    for file in 0..board.files() {
        letters.push_str(&format!(" {:>width$}", (b'a' + file) as char));
    }
    out.push_str(&letters);
    out.push('\n');
    out
}

/// Reads a diagram into a starting array.
///
/// # Errors
/// The first thing that does not fit: a rank out of order, missing or twice, too few or many cells, an unknown
/// piece.
pub fn read(game: &'static Game, text: &str) -> Result<Setup, DiagramError> {
    let board = &game.board;
    let mut pieces = Vec::new();
    let mut rank = board.ranks();
    let mut last = 0;
    for (line, content) in text.lines().enumerate() {
        let mut words = words(content).peekable();
        let Some(&(at, first)) = words.peek() else { continue };
        last = line;
        let fault = |at: usize, message| DiagramError {
            line,
            column: content[..at].chars().count(),
            message,
        };
        let is_letters = first == "a" && rank == 0;
        if is_letters {
            let expected = (0..board.files()).map(|f| ((b'a' + f) as char).to_string());
            if !words.map(|(_, w)| w.to_string()).eq(expected) {
                let message = format!("the file letters should be a to {}", last_file(board));
                return Err(fault(at, message));
            }
            continue;
        }
        if rank == 0 {
            return Err(fault(at, "nothing but the file letters may follow rank 1".into()));
        }
        words.next();
        if first != rank.to_string() {
            return Err(fault(
                at,
                format!("expected rank {rank} here (ranks run from {} down to 1)", board.ranks()),
            ));
        }
        let mut file = 0;
        for (at, word) in words {
            if file == board.files() as i8 {
                let message = format!("rank {rank} has more than {} cells", board.files());
                return Err(fault(at, message));
            }
            let Some(piece) = read_cell(game, word) else {
                return Err(fault(at, unknown(game, word)));
            };
            if let (Some(square), false) = (board.square(file, rank as i8 - 1), piece.is_none()) {
                pieces.push((square, piece));
            }
            file += 1;
        }
        if file < board.files() as i8 {
            let message = format!("rank {rank} has {file} cells, not {}", board.files());
            return Err(fault(content.len(), message));
        }
        rank -= 1;
    }
    if rank > 0 {
        return Err(DiagramError {
            line: last,
            column: 0,
            message: format!("the diagram ends before rank {rank}"),
        });
    }
    Ok(Setup::array(game, pieces))
}

fn last_file(board: &Board) -> char {
    (b'a' + board.files() - 1) as char
}

/// What to say of a cell that names no piece.
fn unknown(game: &Game, word: &str) -> String {
    let mut known: Vec<String> = Vec::new();
    for (id, role) in game.role_ids().filter(|(_, k)| k.is_plain()) {
        for side in Side::BOTH.into_iter().filter(|s| !role.abbreviation[s.at()].is_empty()) {
            known.push(cell(game, Piece::new(id, side)));
        }
    }
    format!("{word:?} is no piece of {}; its pieces are {}", game.title, known.join(" "))
}

/// The words of a line with their places in bytes.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(move |word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// Reads a board as `show` prints it, either way round, and every diagram that [`read`] reads: letters above and ranks on the
/// right may stand there, `~` and `+` are empty squares, and brackets mark the last move.
///
/// # Errors
/// Those of [`read`].
pub fn read_shown(game: &'static Game, text: &str) -> Result<Setup, DiagramError> {
    read(game, &plain(&game.board, text))
}

/// A board as it is shown as a plain diagram, line for line.
fn plain(board: &Board, text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut ranks = 0;
    let mut flipped = false;
    for line in text.lines() {
        let line = line.replace(['[', ']'], " ");
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let is_rank = words.first().is_some_and(|word| word.parse::<u8>().is_ok());
        if is_rank && words.len() == board.files() as usize + 2 && words.first() == words.last() {
            words.pop();
        }
        let letters = words.len() == board.files() as usize && words.iter().all(|w| w.len() == 1);
        if !is_rank && letters && ranks == 0 {
            words.clear();
        }
        flipped |= ranks == 0 && words.first() == Some(&"1");
        ranks += usize::from(is_rank);
        let empty = |word: &&str| matches!(*word, "~" | "+");
        let cells = words.iter().map(|word| if empty(word) { "." } else { word });
        let mut cells: Vec<&str> = cells.collect();
        if flipped {
            let first = usize::from(is_rank);
            cells[first..].reverse();
        }
        // The places of errors stay those of the text where nothing but brackets is there.
        lines.push(match cells == line.split_whitespace().collect::<Vec<_>>() {
            true => line,
            false => cells.join(" "),
        });
    }
    if flipped {
        let at = |line: &String| line.starts_with(|c: char| c.is_ascii_digit());
        let of_ranks: Vec<usize> = (0..lines.len()).filter(|index| at(&lines[*index])).collect();
        let turned: Vec<String> = of_ranks.iter().rev().map(|at| lines[*at].clone()).collect();
        of_ranks.into_iter().zip(turned).for_each(|(index, line)| lines[index] = line);
    }
    lines.join("\n")
}

/// The game's default array.
///
/// # Errors
/// None for the games of the registry, whose arrays a test reads.
pub fn default_setup(game: &'static Game) -> Result<Setup, DiagramError> {
    read(game, &game.array)
}

/// The position at the start of a game with its default array.
///
/// # Errors
/// None for the games of the registry.
pub fn default_start(game: &'static Game) -> Result<Position, Vec<StartFault>> {
    let setup = default_setup(game).unwrap_or_else(|_| Setup::empty(game));
    Position::start(&setup)
}
