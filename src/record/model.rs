//! A game record.

use super::action::Action;
use super::header::Header;
use super::place::Place;
use crate::rules::{Game, Position};

/// The record of a game, as read: the header is sound, the array is a legal start, every line of the moves is
/// understood. Whether the moves are legal and the result follows from them is for [`replay`](super::replay) to say.
#[derive(Clone, Debug)]
pub struct Record<'t> {
    pub(super) header: Header,
    pub(super) game: &'static Game,
    pub(super) start: Position,
    pub(super) actions: Vec<Action<'t>>,
    pub(super) places: Places,
    /// The comment lines in front of the first key.
    pub(super) preamble: String,
    /// The first other comment.
    pub(super) comment: Option<Place>,
}

/// Where the values stand that the moves may contradict.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) result: Place,
    pub(super) ending: Option<Place>,
}

impl<'t> Record<'t> {
    /// What stands before the moves.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game, in the variation and with the options that the header states.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The lines of the moves.
    pub fn actions(&self) -> &[Action<'t>] {
        &self.actions
    }

    /// Whether any line says when it was played: then the record was kept move by move, and what brought the game to
    /// its end must be in it.
    pub fn is_dated(&self) -> bool {
        self.actions.iter().any(|action| action.time.is_some())
    }

    /// The same record on its own, borrowing nothing.
    pub fn into_owned(self) -> Record<'static> {
        let Record { header, game, start, actions, places, preamble, comment } = self;
        let actions = actions.into_iter().map(Action::into_owned).collect();
        Record { header, game, start, actions, places, preamble, comment }
    }
}
