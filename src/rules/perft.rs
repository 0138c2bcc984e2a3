//! Perft: how many lines of legal moves of a given length a position has.

use super::moves::Move;
use super::position::Position;

/// The number of lines of `depth` plies. Mate and stalemate end a line; dead positions, repetition and
/// move counts do not. The last ply is counted without being played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => walk(position, depth, 1, &mut vec![Vec::new(); depth as usize]),
    }
}

/// As [`perft`], but every move of the last ply is played too: slower, and a measure of playing moves.
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    walk(position, depth, 0, &mut vec![Vec::new(); depth as usize])
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

fn walk(position: &Position, depth: u32, bulk: u32, lists: &mut [Vec<Move>]) -> u64 {
    if depth == bulk {
        return if bulk == 0 { 1 } else { position.count_moves() };
    }
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    moves.clear();
    position.legal_moves_into(moves);
    moves.iter().map(|m| walk(&position.play_unchecked(*m), depth - 1, bulk, deeper)).sum()
}
