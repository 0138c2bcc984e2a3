//! What a text says of the move it means, taken apart from its right end.

use super::mover::{Mover, last_square, movers, role_named};
use crate::notation::error::{MoveError, not_a_move};
use crate::notation::moves::{example, facing};
use crate::rules::{Direction, Position, Refusal, RoleId, Special, Square};

/// What a text says of the choice to be made.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum WantedFacing {
    Unsaid,
    Ahead,
    To(Direction),
}

/// All that a text says.
#[derive(Debug)]
pub(super) struct WantedMove {
    pub(super) druid: Option<Square>,
    pub(super) movers: Vec<Mover>,
    pub(super) to: Option<Square>,
    pub(super) castle: Option<Special>,
    pub(super) capture: bool,
    pub(super) en_passant: bool,
    pub(super) promotion: Option<RoleId>,
    pub(super) turn: WantedFacing,
    pub(super) gift: Option<Square>,
}

/// Takes a cleaned text apart.
pub(super) fn parse(
    position: &Position,
    druid: Option<Square>,
    text: &str,
) -> Result<WantedMove, MoveError> {
    let mut wanted = WantedMove {
        druid,
        movers: Vec::new(),
        to: None,
        castle: None,
        capture: false,
        en_passant: false,
        promotion: None,
        turn: WantedFacing::Unsaid,
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

/// Takes the suffixes off the end, in whatever order they stand.
fn suffixes<'a>(
    position: &Position,
    mut text: &'a str,
    wanted: &mut WantedMove,
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
                    "ahead" | "keep" => WantedFacing::Ahead,
                    letter => match letter.bytes().next().and_then(facing) {
                        Some(direction) => WantedFacing::To(direction),
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
                let role = role_named(game, side, word)
                    .ok_or_else(|| not_a_move(&format!("{word:?} is no piece to promote to")))?;
                wanted.promotion = Some(role);
            }
        }
        text = &text[..at];
    }
    // `e8Q`: a piece's letter right behind the square.
    let end = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if end.len() < text.len() && end.ends_with(|c: char| c.is_ascii_digit()) {
        let word = &text[end.len()..];
        if let Some(role) = role_named(game, side, word) {
            wanted.promotion = Some(role);
            return Ok(end);
        }
    }
    Ok(text)
}
