//! Forces: replacements in the default array, as Valonian Chess lets each side choose them before the game.
//!
//! A force is a list separated by commas or spaces. Either of replacements: `N=DRA` replaces every Knight of the side by a
//! Dragon, `a1=ELE` the piece on one square; later entries win over earlier ones. Or of the pieces themselves from the
//! first file on: the back rank, `ELE DRA DRU Q K DRU DRA ELE`, or that and then the rank before it.

use crate::rules::{Piece, Setup, Side};

/// Why a force cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{entry:?}: {message}")]
pub struct ForceError {
    /// The entry of the list.
    pub entry: String,
    /// What is wrong with it.
    pub message: String,
}

/// Changes one side's pieces of an array; the result is again an array, with promotions and castling to match.
///
/// # Errors
/// The first entry that names no square, no piece, or a piece that may not take that place.
pub fn replace(setup: &Setup, side: Side, force: &str) -> Result<Setup, ForceError> {
    let game = setup.game();
    let mut pieces: Vec<_> = setup.pieces().collect();
    let entries: Vec<String> = entries(setup, side, force)?;
    for entry in &entries {
        let fault = |message: String| ForceError { entry: entry.clone(), message };
        let Some((place, role)) = entry.split_once('=') else {
            return Err(fault("expected SQUARE=KIND or KIND=KIND, as in a1=ELE or N=DRA".into()));
        };
        let named = |name: &str| {
            game.role_ids()
                .find(|(_, k)| k.is_plain() && k.abbreviation[side.at()].eq_ignore_ascii_case(name))
        };
        let (new, facts) =
            named(role).ok_or_else(|| fault(format!("{role} is no piece of {}", game.title)))?;
        let square = game.board.read(place);
        let old = named(place).map(|(id, _)| id);
        if square.is_none() && old.is_none() {
            return Err(fault(format!("{place} is neither a square nor a piece")));
        }
        // What stood there in the array decides, so that a second entry can take back the first.
        let mut found = false;
        for (index, (at, before)) in setup.pieces().enumerate() {
            let meant = before.side() == side
                && (square == Some(at) || old.is_some_and(|id| before.role() == id));
            if !meant {
                continue;
            }
            found = true;
            let stood = game.abbreviation(before);
            if new != before.role() && facts.replaces != Some(stood) {
                let able = facts.replaces.map_or("nothing".into(), |r| format!("a {r}"));
                return Err(fault(format!(
                    "a {} may take the place of {able}, not of the {stood} on {}",
                    facts.abbreviation[side.at()],
                    game.board.name(at)
                )));
            }
            pieces[index].1 = Piece::new(new, side);
        }
        if !found {
            return Err(fault(format!("{side} has no piece there")));
        }
    }
    Ok(Setup::array(game, pieces))
}

/// The entries of a force, each a replacement.
fn entries(setup: &Setup, side: Side, force: &str) -> Result<Vec<String>, ForceError> {
    let words: Vec<&str> = force.split([',', ' ']).filter(|e| !e.is_empty()).collect();
    if words.is_empty() || words.iter().any(|w| w.contains('=')) {
        return Ok(words.into_iter().map(Into::into).collect());
    }
    let board = &setup.game().board;
    let files = board.files() as usize;
    if words.len() != files && words.len() != 2 * files {
        let message = format!(
            "a list of pieces names {files} or {} of them, this one {}",
            2 * files,
            words.len()
        );
        return Err(ForceError { entry: force.into(), message });
    }
    let squares = (1..=2).flat_map(|rank| board.own_ranks(side, rank, rank));
    Ok(squares.zip(words).map(|(square, word)| format!("{}={word}", board.name(square))).collect())
}
