//! The games, one file each with its rules and rulings in a text beside it, and the registry that finds them. A new
//! game is these two files and a line here.

mod encounter;
mod family;
mod fortress;
mod riverqi;
mod territories;
mod valonian;
mod wing;

pub use family::{GameFamily, GameOption, Selection, SelectionError};

use std::sync::{PoisonError, RwLock};

use super::game::Game;
use super::spec::Binding;

/// Every game, in the order in which they are listed to people.
pub const GAMES: &[GameFamily] =
    &[wing::FAMILY, riverqi::FAMILY, encounter::FAMILY, fortress::FAMILY, valonian::FAMILY];

/// Games that are not of this crate.
static ADDED: RwLock<Vec<&GameFamily>> = RwLock::new(Vec::new());

/// Adds a game of one's own, so that records can name it. Answers whether its name was free.
///
/// A family that gives a game which does not compile is a fault of the program: whoever asks for that game panics.
pub fn add(family: &'static GameFamily) -> bool {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    let free = GAMES.iter().chain(added.iter().copied()).all(|known| known.name != family.name);
    if free {
        added.push(family);
    }
    free
}

/// The registry's entry of that name.
///
/// # Errors
/// [`SelectionError::Game`].
pub fn entry(name: &str) -> Result<&'static GameFamily, SelectionError> {
    let named = |family: &&GameFamily| family.name == name;
    let added = || ADDED.read().unwrap_or_else(PoisonError::into_inner).iter().copied().find(named);
    GAMES.iter().find(named).or_else(added).ok_or_else(|| SelectionError::Game {
        given: name.into(),
        known: GAMES.iter().map(|g| g.name).collect::<Vec<_>>().join(", "),
    })
}

/// The game of that name in that variation with those options (key and value), by its latest rulings; options not
/// given have their default. Compiled on first use, then kept.
///
/// # Errors
/// A [`SelectionError`] that names what there is to choose from.
pub fn find<'a>(
    name: &str,
    variation: Option<&str>,
    options: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<&'static Game, SelectionError> {
    entry(name)?.game(variation, options)
}

/// Every game in every variation with every choice of its options.
pub fn all() -> Vec<&'static Game> {
    let mut games = Vec::new();
    for family in GAMES {
        let mut choices = vec![Vec::new()];
        for option in family.options {
            let with = |choice: &Vec<_>, value| [&choice[..], &[(option.key, value)]].concat();
            let values = option.values.iter();
            choices = values
                .flat_map(|value| choices.iter().map(move |choice| with(choice, *value)))
                .collect();
        }
        let variations = family.variations.iter().copied().map(Some);
        let variations: Vec<_> =
            variations.chain(family.variations.is_empty().then_some(None)).collect();
        for variation in variations {
            let chosen =
                choices.iter().map(|choice| family.game(variation, choice.iter().copied()));
            games.extend(chosen.flatten());
        }
    }
    games
}

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
