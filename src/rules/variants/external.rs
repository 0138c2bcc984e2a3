//! Games whose rules this project does not know, but whose sides the source texts tie to those of our games.

use crate::rules::connection::Binding;

/// An external game that a source text names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct External {
    /// The game's name.
    pub title: &'static str,
    /// What the players are called, South first; none where no source tells.
    pub player_titles: [Option<&'static str>; 2],
    /// How M1 ties its sides.
    pub binding: Binding,
}

/// Every external game that a source text names. Others enter a match by name alone and are free.
pub const EXTERNALS: &[External] = &[
    External {
        title: "Dragon",
        player_titles: [Some("Storm OverLord"), Some("Forest OverLord")],
        binding: Binding::Companion,
    },
    External {
        title: "Stones of Fortune",
        player_titles: [None, Some("Light Stone Master")],
        binding: Binding::Companion,
    },
    External { title: "Leopard Princess", player_titles: [None, None], binding: Binding::Exempt },
];

/// The external game of that name, without regard to case.
pub fn external(title: &str) -> Option<&'static External> {
    EXTERNALS.iter().find(|e| e.title.eq_ignore_ascii_case(title))
}
