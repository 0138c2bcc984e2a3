//! Moves as people type them: canonical text, coordinate form, short algebraic, English names, old-fashioned marks.
//!
//! A text is first cleaned of what carries no meaning (a move number, check marks, comments like `!?`, kinds of
//! dashes, figurines), then taken apart from its right end: suffixes, the square reached, what is left of it. The
//! legal moves that fit decide. Exact letters count before letters in the other case, so that `bxc3` is a Pawn's
//! move before it is a Bishop's.

use super::coordinate;
use super::error::MoveError;
use super::moves::{
    Mark, Stated, castling, chosen, facing, false_promotion, read_move, write_move,
};
use crate::rules::{
    Bits, Board, Direction, Game, KindId, Move, Piece, Position, Promotion, Refusal, Side, Special,
    Square,
};

/// The longest text looked at, in bytes.
const LONGEST: usize = 80;

/// Reads a move that a person typed.
///
/// In canonical text and coordinate form an Elephant that may turn and is not said to keeps its facing; any other text
/// must say `>ahead` (V1).
///
/// # Errors
/// [`MoveError::NotAMove`], [`MoveError::Illegal`] with the reason, or [`MoveError::Ambiguous`] with the candidates.
pub fn read_input(position: &Position, text: &str) -> Result<Move, MoveError> {
    let trimmed = text.trim();
    let legal = position.legal_moves();
    if let Some(m) = legal.iter().find(|m| coordinate::write(position, **m) == trimmed) {
        return Ok(*m);
    }
    if let Ok(Stated { mv, mark }) = read_move(position, trimmed)
        && write_move(position, mv).trim_end_matches('+') == trimmed.trim_end_matches('+')
        && mark.is_none_or(|mark| is_true(position, mv, mark))
    {
        return Ok(mv);
    }
    if text.len() > LONGEST {
        return Err(not_a_move("too long for a move"));
    }
    let clean = clean(trimmed);
    let (druid, rest) = split_druid(position, &clean)?;
    let wanted = parse(position, druid, rest.trim())?;
    wanted.choose(position, &legal)
}

fn is_true(position: &Position, m: Move, mark: Mark) -> bool {
    let next = position.play(m);
    match mark {
        Mark::Check => next.in_check(),
        Mark::Mate => next.in_check() && !next.has_move(),
    }
}

fn not_a_move(message: &str) -> MoveError {
    MoveError::NotAMove { column: 0, message: message.into() }
}

/// Writes the many ways of one sign as one, and drops what carries no meaning.
fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => out.push('-'),
            '×' | ':' => out.push('x'),
            '♔' | '♚' => out.push('K'),
            '♕' | '♛' => out.push('Q'),
            '♖' | '♜' => out.push('R'),
            '♗' | '♝' => out.push('B'),
            '♘' | '♞' => out.push('N'),
            '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => {}
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    let digits = out.len() - out.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let after = &out[digits..];
    // `12.`, `12...` and `12…` number a move; `0-0` has no dot.
    let numbered = digits > 0 && (after.starts_with('.') || after.starts_with('…'));
    let body = if numbered { after.trim_start_matches(['.', '…', ' ']) } else { &out };
    let body = body.trim_end_matches(['+', '#', '?', ' ']);
    // `!` before a square is a gift; at the end it is praise.
    body.trim_end_matches(['!', '?', '+', '#', ' ']).to_string()
}

/// Cuts off a leading `~c4`.
fn split_druid<'a>(
    position: &Position,
    text: &'a str,
) -> Result<(Option<Square>, &'a str), MoveError> {
    let Some(rest) = text.strip_prefix('~') else { return Ok((None, text)) };
    let (square, rest) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
    match position.board().read(square) {
        Some(square) => Ok((Some(square), rest)),
        None => Err(not_a_move("expected the square of a Druid after ~")),
    }
}

/// What a text says of the choice to be made.
#[derive(Clone, PartialEq, Debug)]
enum Turn {
    Unsaid,
    Ahead,
    To(Direction),
}

/// One way to understand the letters before the square reached.
#[derive(Clone, Debug)]
struct Mover {
    kinds: Vec<KindId>,
    from: Bits,
    /// Whether the square left was given whole.
    exact: bool,
    /// Whether upper and lower case were as they should be.
    cased: bool,
}

#[derive(Debug)]
struct Wanted {
    druid: Option<Square>,
    movers: Vec<Mover>,
    to: Option<Square>,
    castle: Option<Special>,
    capture: bool,
    en_passant: bool,
    promotion: Option<KindId>,
    turn: Turn,
    gift: Option<Square>,
}

fn parse(position: &Position, druid: Option<Square>, text: &str) -> Result<Wanted, MoveError> {
    let mut wanted = Wanted {
        druid,
        movers: Vec::new(),
        to: None,
        castle: None,
        capture: false,
        en_passant: false,
        promotion: None,
        turn: Turn::Unsaid,
        gift: None,
    };
    let castle = text.replace([' ', '-'], "").to_ascii_uppercase().replace('0', "O");
    wanted.castle = match castle.as_str() {
        "OO" => Some(Special::CastleShort),
        "OOO" => Some(Special::CastleLong),
        _ => None,
    };
    if wanted.castle.is_some() {
        return Ok(wanted);
    }
    let text = suffixes(position, text, &mut wanted)?;
    let (to, rest) = last_square(position.board(), text)
        .ok_or_else(|| not_a_move(&format!("no square of the board to move to in {text:?}")))?;
    wanted.to = Some(to);
    let before = rest.trim_end();
    wanted.capture = before.ends_with(['x', 'X']);
    let before = before.trim_end_matches(['x', 'X', '-', ' ']);
    let upper =
        rest.len() < text.len() && text[rest.len()..].starts_with(|c: char| c.is_ascii_uppercase());
    let (game, turn) = (position.game(), position.turn());
    wanted.movers = movers(position, turn, before, upper);
    if wanted.movers.is_empty() {
        if !movers(position, turn.other(), before, upper).is_empty() {
            let message = format!(
                "{before} is {}'s, and {} is to move",
                game.side(turn.other()),
                game.side(turn)
            );
            return Err(MoveError::Illegal(Refusal { rule: "P6", message }));
        }
        let message = format!(
            "{before:?} names no piece or square of {}; write a move like {}",
            position.game().title,
            example(position)
        );
        return Err(not_a_move(&message));
    }
    Ok(wanted)
}

/// A legal move in canonical text, to show what one looks like.
fn example(position: &Position) -> String {
    position.legal_moves().first().map_or("SK b1-c3".into(), |m| write_move(position, *m))
}

/// Takes the suffixes off the end, in whatever order they stand.
fn suffixes<'a>(
    position: &Position,
    mut text: &'a str,
    wanted: &mut Wanted,
) -> Result<&'a str, MoveError> {
    let (game, side, board) = (position.game(), position.turn(), position.board());
    loop {
        text = text.trim_end_matches([' ', '+', '#']);
        let lower = text.to_ascii_lowercase();
        let cut = ["e.p.", "e.p", "ep."].iter().find(|s| lower.ends_with(**s));
        let bare = lower.ends_with("ep")
            && lower[..lower.len() - 2].ends_with(|c: char| c.is_ascii_digit() || c == ' ');
        if let Some(cut) = cut.map(|s| s.len()).or(bare.then_some(2)) {
            wanted.en_passant = true;
            text = &text[..text.len() - cut];
            continue;
        }
        let Some(at) = text.rfind(['>', '!', '=', '(', '/']) else { break };
        let word = text[at + 1..].trim().trim_end_matches(')');
        match &text[at..=at] {
            ">" => {
                wanted.turn = match word.to_ascii_lowercase().as_str() {
                    "ahead" | "keep" => Turn::Ahead,
                    letter => match letter.bytes().next().and_then(facing) {
                        Some(direction) => Turn::To(direction),
                        None => return Err(not_a_move("expected n, e, s, w or ahead after >")),
                    },
                };
            }
            "!" => {
                let square = board.read(word);
                let unknown = || not_a_move("expected the square of the piece given up after !");
                wanted.gift = Some(square.ok_or_else(unknown)?);
            }
            _ => {
                let kind = kind_named(game, side, word)
                    .ok_or_else(|| not_a_move(&format!("{word:?} is no piece to promote to")))?;
                wanted.promotion = Some(kind);
            }
        }
        text = &text[..at];
    }
    // `e8Q`: a piece's letter right behind the square.
    let end = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if end.len() < text.len() && end.ends_with(|c: char| c.is_ascii_digit()) {
        let word = &text[end.len()..];
        if let Some(kind) = kind_named(game, side, word) {
            wanted.promotion = Some(kind);
            return Ok(end);
        }
    }
    Ok(text)
}

/// The plain kind that a word names exactly: abbreviation, English name or letter.
fn kind_named(game: &Game, side: Side, word: &str) -> Option<KindId> {
    designators(game, side)
        .into_iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(word))
        .map(|(_, kind)| kind)
}

/// Every word that may stand for a kind of a side's: its abbreviation, the same without the side's letter, its
/// English name, and its letter in a position line.
fn designators(game: &Game, side: Side) -> Vec<(String, KindId)> {
    let mut words = Vec::new();
    for (id, kind) in game.kind_ids().filter(|(_, k)| k.is_plain()) {
        let name = kind.abbreviation[side.at()];
        if name.is_empty() {
            continue;
        }
        words.push((name.to_string(), id));
        words.push((kind.name[side.at()].to_string(), id));
        words.push((kind.letter.to_string(), id));
        let other = kind.abbreviation[side.other().at()];
        let shared = name.get(1..).filter(|rest| !rest.is_empty() && other.get(1..) == Some(rest));
        words.extend(shared.map(|rest| (rest.to_string(), id)));
        if !kind.alias[side.at()].is_empty() {
            words.push((kind.alias[side.at()].to_string(), id));
        }
    }
    words
}

/// The square that ends a text, and what stands before it.
fn last_square<'a>(board: &Board, text: &'a str) -> Option<(Square, &'a str)> {
    let head = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let letter = head.char_indices().next_back().filter(|(_, c)| c.is_ascii_alphabetic())?;
    let square = board.read(&text[letter.0..])?;
    Some((square, &text[..letter.0]))
}

/// Every way to understand what stands before the square reached. `upper` tells that the letter of that square is a
/// capital: then that of the square left must be one too, and `B1C3` is no Bishop's move from the first rank, while
/// `B1c3` is.
fn movers(position: &Position, side: Side, text: &str, upper: bool) -> Vec<Mover> {
    let (game, board) = (position.game(), position.board());
    let words = designators(game, side);
    let mut found = Vec::new();
    let mut add = |designator: &str, from: Bits, exact: bool, cased: bool| {
        let designator = designator.trim();
        if designator.is_empty() {
            // A bare square is any piece's when the square left is given, else infantry's, as in algebraic notation.
            let foot = |(id, _): &(KindId, _)| exact || game.kind(*id).infantry;
            let kinds = game.kind_ids().filter(foot);
            let kinds = kinds.map(|(id, _)| game.family(id)).collect();
            found.push(Mover { kinds, from, exact, cased });
            return;
        }
        let same = |loose: bool| -> Vec<KindId> {
            let fits = |name: &str| {
                if loose { name.eq_ignore_ascii_case(designator) } else { name == designator }
            };
            words.iter().filter(|(name, _)| fits(name)).map(|(_, kind)| *kind).collect()
        };
        let exactly = same(false);
        if !exactly.is_empty() {
            found.push(Mover { kinds: exactly, from, exact, cased });
        } else if !same(true).is_empty() {
            found.push(Mover { kinds: same(true), from, exact, cased: false });
        }
    };
    if let Some((square, rest)) = last_square(board, text) {
        let cased = upper == text[rest.len()..].starts_with(|c: char| c.is_ascii_uppercase());
        add(rest, Bits::of(square), true, cased);
        if upper && cased {
            return found;
        }
    }
    let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0
        && let Ok(rank) = text[text.len() - digits..].parse::<u8>()
    {
        let rank = board.own_ranks(Side::South, rank, rank);
        add(&text[..text.len() - digits], rank, false, true);
    }
    if let Some(letter) = text.chars().next_back().filter(char::is_ascii_alphabetic) {
        let file = letter.to_ascii_lowercase() as u8 - b'a';
        let of_file: Bits = board.all().into_iter().filter(|s| board.file(*s) == file).collect();
        if !of_file.is_empty() {
            let rest = &text[..text.len() - 1];
            add(rest, of_file, false, upper == letter.is_ascii_uppercase());
        }
    }
    add(text, board.all(), false, true);
    found
}

impl Wanted {
    /// The one legal move that fits.
    fn choose(&self, position: &Position, legal: &[Move]) -> Result<Move, MoveError> {
        if let Some(how) = self.castle {
            let m = self.with_druid(castling(position, how));
            return match position.refuse(m) {
                None => Ok(m),
                Some(refusal) => Err(MoveError::Illegal(refusal)),
            };
        }
        // Letters in the other case count only where those in the right one say nothing: `Bb6` is never a Pawn's move.
        let understood = self.movers.iter().any(|m| m.cased);
        for exact in [true, false] {
            let movers: Vec<&Mover> =
                self.movers.iter().filter(|m| m.cased == understood && m.exact == exact).collect();
            let meant = |m: &Move| movers.iter().any(|w| w.fits(position, *m));
            let mut fitting: Vec<Move> =
                legal.iter().copied().filter(|m| self.fits(position, *m) && meant(m)).collect();
            self.tell_passing(position, &mut fitting);
            match fitting[..] {
                [] => {}
                [m] => return self.agree(position, m),
                _ => {
                    return Err(MoveError::Ambiguous {
                        candidates: candidates(position, &fitting),
                    });
                }
            }
        }
        Err(self.why_not(position, understood))
    }

    fn with_druid(&self, m: Move) -> Move {
        self.druid.map_or(m, |druid| m.substituting(druid))
    }

    /// Where a promoted Pikeman may go to one square with or without capturing en passant, no mark means without,
    /// and a mark of capture with.
    fn tell_passing(&self, position: &Position, fitting: &mut Vec<Move>) {
        let passes = |m: &Move| m.special == Special::EnPassant;
        let captures = self.capture && self.to.is_some_and(|to| position.piece(to).is_none());
        if captures && fitting.iter().any(passes) {
            fitting.retain(passes);
        } else if !self.en_passant && !fitting.iter().all(passes) {
            fitting.retain(|m| !passes(m));
        }
    }

    fn fits(&self, position: &Position, m: Move) -> bool {
        let game = position.game();
        let choice = (!m.choice.is_none()).then(|| m.choice.kind());
        let mover = coordinate::mover(position, m);
        let kind = game.kind_of(mover);
        let promotes = choice.is_some_and(|c| game.family(c) != game.family(mover.kind()));
        let promotion_fits = match self.promotion {
            Some(wanted) if promotes => choice.map(|c| game.family(c)) == Some(wanted),
            Some(wanted) => {
                let after = position.arrives(mover, m.to);
                matches!(kind.promotion, Some(Promotion::Automatic { .. }))
                    && game.family(after.kind()) == wanted
                    && game.family(mover.kind()) != wanted
            }
            None => true,
        };
        let faces = choice.and_then(|c| game.kind(c).facing(position.turn()));
        let turn_fits = match self.turn {
            Turn::Unsaid => true,
            Turn::Ahead if promotes => choice.is_some_and(|c| game.kind(c).is_plain()),
            Turn::Ahead => choice.is_none(),
            Turn::To(direction) => faces == Some(direction),
        };
        Some(m.to) == self.to
            && m.druid() == self.druid
            && (self.gift.is_none() || m.gift() == self.gift)
            && (!self.en_passant || m.special == Special::EnPassant)
            && promotion_fits
            && turn_fits
    }

    /// Refuses a move whose text says a capture where there is none.
    fn agree(&self, position: &Position, m: Move) -> Result<Move, MoveError> {
        if self.capture && m.special != Special::EnPassant && position.piece(m.to).is_none() {
            let name = position.board().name(m.to);
            return Err(MoveError::Contradiction {
                column: 0,
                message: format!("the text says a capture, but there is nothing on {name}"),
            });
        }
        Ok(m)
    }

    /// The reason why nothing fits: that of the piece meant, or of each that could have been.
    fn why_not(&self, position: &Position, understood: bool) -> MoveError {
        let (game, side) = (position.game(), position.turn());
        let Some(to) = self.to else { return not_a_move("no square to move to") };
        let attempt = |from: Square| {
            let mut m = Move::plain(from, to);
            if let Some(kind) = self.promotion {
                m = m.choosing(Piece::new(kind, side));
            }
            if let Turn::To(direction) = self.turn {
                let piece = position.piece(from);
                let named = match self.promotion {
                    Some(kind) => game.kind(kind).abbreviation[side.at()],
                    None if piece.is_none() => "",
                    None => game.abbreviation(piece),
                };
                m = chosen(game, side, named, Some(direction)).map_or(m, |c| m.choosing(c));
            }
            if let Some(gift) = self.gift {
                m = m.giving(gift);
            }
            if self.en_passant {
                m = m.specially(Special::EnPassant);
            }
            self.with_druid(m)
        };
        let refuse = |from: Square| {
            let piece = position.piece(from);
            if let Some(kind) = self.promotion
                && !piece.is_none()
                && matches!(game.kind_of(piece).promotion, Some(Promotion::Automatic { .. }))
            {
                // Legal but for the promotion stated: that is what is wrong with it.
                let m = attempt(from).choosing(Piece::NONE);
                let name = game.kind(kind).abbreviation[side.at()];
                let after = position.arrives(piece, to);
                return Some(position.refuse(m).map_or_else(
                    || MoveError::Contradiction {
                        column: 0,
                        message: false_promotion(game, piece, after, name),
                    },
                    MoveError::Illegal,
                ));
            }
            position.refuse(attempt(from)).map(MoveError::Illegal)
        };
        if let Some(whole) = self.movers.iter().find(|m| m.exact) {
            let from = whole.from.first().unwrap_or(to);
            let piece = position.piece(from);
            let named = |kinds: &[KindId]| {
                kinds.iter().map(|k| game.kind(*k).name[side.at()]).next().unwrap_or("piece")
            };
            if !piece.is_none()
                && piece.side() == side
                && !whole.kinds.contains(&game.family(piece.kind()))
            {
                return MoveError::Contradiction {
                    column: 0,
                    message: format!(
                        "the text says {}, but there is {}",
                        named(&whole.kinds),
                        position.describe(from)
                    ),
                };
            }
            return refuse(from).unwrap_or_else(|| not_a_move("its parts do not fit together"));
        }
        let mut reasons = Vec::new();
        let mut meant = Bits::EMPTY;
        for mover in self.movers.iter().filter(|m| m.cased == understood) {
            let own = position.pieces_of(side) & mover.from;
            meant = own
                .into_iter()
                .filter(|s| mover.kinds.contains(&game.family(position.piece(*s).kind())))
                .collect();
            reasons.extend(meant.into_iter().filter_map(refuse));
            if !reasons.is_empty() {
                break;
            }
        }
        match reasons.len() {
            0 => not_a_move(&format!(
                "{} has no such piece that could be meant; write a move like {}",
                game.side(side),
                example(position)
            )),
            1 => reasons.swap_remove(0),
            _ => several(reasons).unwrap_or_else(|| {
                let pieces: Vec<String> = meant.into_iter().map(|s| position.describe(s)).collect();
                let (pieces, to) = (pieces.join(" nor "), position.board().name(to));
                let message = format!("neither {pieces} moves to {to} so");
                MoveError::Illegal(Refusal { rule: "P1", message })
            }),
        }
    }
}

/// One refusal out of those of several pieces that could have been meant; none when they just do not move so.
fn several(mut reasons: Vec<MoveError>) -> Option<MoveError> {
    let false_mark = |r: &MoveError| matches!(r, MoveError::Contradiction { .. });
    if let Some(at) = reasons.iter().position(false_mark) {
        return Some(reasons.swap_remove(at));
    }
    let mut rule = "P1";
    let mut messages: Vec<String> = Vec::new();
    for reason in reasons {
        if let MoveError::Illegal(refusal) = reason
            && refusal.rule != "P1"
        {
            rule = refusal.rule;
            messages.push(refusal.message);
        }
    }
    let message = messages.join("; ");
    (!message.is_empty()).then_some(MoveError::Illegal(Refusal { rule, message }))
}

impl Mover {
    fn fits(&self, position: &Position, m: Move) -> bool {
        let piece = coordinate::mover(position, m);
        self.from.has(m.from) && self.kinds.contains(&position.game().family(piece.kind()))
    }
}

/// The moves that fit, in canonical text; where an Elephant could keep its facing, with the word that says so.
fn candidates(position: &Position, moves: &[Move]) -> Vec<String> {
    let turns = |m: &&Move| !m.choice.is_none();
    let turning = moves.iter().filter(turns).count() > 0;
    moves
        .iter()
        .map(|m| {
            let text = write_move(position, *m);
            if turning && m.choice.is_none() {
                let (text, mark) = text.split_at(text.trim_end_matches('+').len());
                format!("{text}>ahead{mark}")
            } else {
                text
            }
        })
        .collect()
}
