//! Perft: counting lines of legal moves.

use super::attack::Constraints;
use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::Piece;
use super::position::{NOWHERE, Position};
use super::square::MAX_SQUARES;

/// The number of lines of `depth` plies. Mate and stalemate end a line; dead positions, repetition and
/// move counts do not. The last ply is counted without being played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => count_lines(position, depth, 1, &mut vec![Vec::new(); depth as usize]),
    }
}

/// As [`perft`], but every move of the last ply is played too: slower, and a measure of playing moves.
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    count_lines(position, depth, 0, &mut vec![Vec::new(); depth as usize])
}

/// The legal moves, each with the number of lines of `depth` plies that begin with it; `depth` from 1.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let rest = depth.saturating_sub(1);
    position
        .legal_moves()
        .into_iter()
        .map(|m| (m, perft(&position.play_unchecked(m), rest)))
        .collect()
}

/// What each piece of the side not to move could do if it were its turn and nothing were attacked.
struct Replies {
    counts: [u16; MAX_SQUARES],
    /// The squares on which it depends what the piece can do.
    sights: [Bitboard; MAX_SQUARES],
}

impl Replies {
    /// What the side to move has to reckon with, where no Berserker can be frenzied.
    fn to(position: &Position) -> Replies {
        let mut passed = position.clone();
        passed.turn = position.turn.other();
        (passed.en_passant, passed.restorable) = (NOWHERE, Piece::NONE);
        let mut replies =
            Replies { counts: [0; MAX_SQUARES], sights: [Bitboard::EMPTY; MAX_SQUARES] };
        for from in passed.pieces_of(passed.turn).without(passed.royal(passed.turn)) {
            let count = passed.count_plain_moves(Bitboard::of(from), &Constraints::NONE);
            replies.counts[from.at()] = count as u16;
            replies.sights[from.at()] =
                passed.game.tables.sight(passed.piece(from), from, passed.occupied());
        }
        replies
    }

    /// How many legal moves there are in the position after a move: those of the pieces that the move concerns are counted
    /// again.
    fn count(&self, position: &Position, m: Move) -> u64 {
        let next = position.play_unchecked(m);
        let constraints = next.constraints();
        if !next.restorable.is_none() || constraints.check_mask != Bitboard::ALL {
            return next.count_moves();
        }
        let changed = (position.occupied() ^ next.occupied()).with(m.to);
        let own = next.pieces_of(next.turn);
        let mut concerned =
            (constraints.pinned | next.en_passant_captors()).with(next.royal(next.turn));
        let mut count = 0;
        for from in own & !concerned {
            if self.sights[from.at()].meets(changed) {
                concerned = concerned.with(from);
            } else {
                count += u64::from(self.counts[from.at()]);
            }
        }
        count + next.count_plain_moves(concerned, &constraints)
    }
}

fn count_lines(position: &Position, depth: u32, bulk: u32, lists: &mut [Vec<Move>]) -> u64 {
    if depth == bulk {
        return if bulk == 0 { 1 } else { position.count_moves() };
    }
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    moves.clear();
    position.legal_moves_into(moves);
    if bulk == 1 && depth == 2 && !position.berserkers {
        let replies = Replies::to(position);
        return moves.iter().map(|m| replies.count(position, *m)).sum();
    }
    moves.iter().map(|m| count_lines(&position.play_unchecked(*m), depth - 1, bulk, deeper)).sum()
}
