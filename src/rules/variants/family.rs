//! A family of games: one name with its variations and options, each selection of which is a game.

use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use crate::rules::game::Game;
use crate::rules::spec::Spec;

/// A choice that the players make before the game and that the record states.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// The key in the record's `options`.
    pub key: &'static str,
    /// The values allowed, the default first.
    pub values: &'static [&'static str],
    /// What it decides, for help texts.
    pub meaning: &'static str,
}

/// A game in the registry.
#[derive(Debug)]
pub struct GameFamily {
    /// The name records use.
    pub name: &'static str,
    /// The variations; empty for a game without any. The first is the default for commands, never for records.
    pub variations: &'static [&'static str],
    /// The options.
    pub options: &'static [GameOption],
    /// Whether it is Western Chess where it starts from its usual array.
    pub western: bool,
    /// The revision of its rulings by which new games are played. Each before it, from 1 on, decides the games that were
    /// begun under it.
    pub revision: u32,
    /// What the game is in a selection.
    pub build: fn(&Selection) -> Spec,
}

/// The revision, variation and options chosen; every option has a value here.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Selection {
    /// The revision of the rulings: one that the game has.
    pub revision: u32,
    /// The variation; empty where the game has none.
    pub variation: &'static str,
    /// A value per option, in the entry's order.
    pub options: Vec<&'static str>,
}

impl GameFamily {
    /// The game in that variation with those options (key and value), by its latest rulings; options not given have
    /// their default. Compiled on first use, then kept.
    ///
    /// # Errors
    /// A [`SelectionError`] that names what there is to choose from.
    pub fn game<'a>(
        &'static self,
        variation: Option<&str>,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<&'static Game, SelectionError> {
        self.game_of_revision(self.revision, variation, options)
    }

    /// The same by the rulings of a revision, counted from 1.
    ///
    /// # Errors
    /// A [`SelectionError`] that names what there is to choose from.
    pub fn game_of_revision<'a>(
        &'static self,
        revision: u32,
        variation: Option<&str>,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<&'static Game, SelectionError> {
        if !(1..=self.revision).contains(&revision) {
            let latest = self.revision;
            return Err(SelectionError::Revision { game: self.name, given: revision, latest });
        }
        let known = || self.variations.join(", ");
        let variation = match variation {
            Some(given) if self.variations.is_empty() => {
                return Err(SelectionError::NoVariations { game: self.name, given: given.into() });
            }
            Some(given) => *self.variations.iter().find(|v| **v == given).ok_or_else(|| {
                SelectionError::Variation {
                    game: self.name,
                    given: format!("not {given:?}"),
                    known: known(),
                }
            })?,
            None if self.variations.is_empty() => "",
            None => {
                return Err(SelectionError::Variation {
                    game: self.name,
                    given: "say which".into(),
                    known: known(),
                });
            }
        };
        let mut values: Vec<&'static str> = self.options.iter().map(|o| o.values[0]).collect();
        for (key, value) in options {
            let Some(at) = self.options.iter().position(|o| o.key == key) else {
                let keys: Vec<_> = self.options.iter().map(|o| o.key).collect();
                return Err(SelectionError::Option {
                    game: self.name,
                    given: key.into(),
                    known: match keys.len() {
                        0 => "it has no options".into(),
                        _ => format!("it has {}", keys.join(", ")),
                    },
                });
            };
            let option = &self.options[at];
            values[at] = *option.values.iter().find(|v| **v == value).ok_or_else(|| {
                SelectionError::Value {
                    game: self.name,
                    key: option.key,
                    given: value.into(),
                    known: option.values.join(", "),
                }
            })?;
        }
        Ok(compiled(self, Selection { revision, variation, options: values }))
    }
}

/// Why no game answers to a choice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelectionError {
    /// There is no such game.
    #[error("unknown game {given:?}; there are {known}")]
    Game {
        /// What was asked for.
        given: String,
        /// The names there are.
        known: String,
    },
    /// The game's rulings have no such revision.
    #[error(
        "{game} has no revision {given} of its rulings that this program knows; the latest is {latest}"
    )]
    Revision {
        /// The game.
        game: &'static str,
        /// What was asked for.
        given: u32,
        /// The latest there is.
        latest: u32,
    },
    /// The game has variations and none, or another, was named.
    #[error("{game} is played in the variations {known}; {given}")]
    Variation {
        /// The game.
        game: &'static str,
        /// What was asked for, in words.
        given: String,
        /// The variations there are.
        known: String,
    },
    /// The game has no variations.
    #[error("{game} has no variations, but {given:?} was given")]
    NoVariations {
        /// The game.
        game: &'static str,
        /// What was asked for.
        given: String,
    },
    /// The game has no such option.
    #[error("{game} has no option {given:?}; {known}")]
    Option {
        /// The game.
        game: &'static str,
        /// What was asked for.
        given: String,
        /// The options there are, in words.
        known: String,
    },
    /// The option has no such value.
    #[error("option {key} of {game} is one of {known}, not {given:?}")]
    Value {
        /// The game.
        game: &'static str,
        /// The option.
        key: &'static str,
        /// What was asked for.
        given: String,
        /// The values there are.
        known: String,
    },
}

/// Games live as long as the program, so that positions can point to them.
fn compiled(family: &'static GameFamily, selection: Selection) -> &'static Game {
    type Games = RwLock<HashMap<(&'static str, Selection), &'static Game>>;
    static MADE: OnceLock<Games> = OnceLock::new();
    let made = MADE.get_or_init(Default::default);
    let key = (family.name, selection);
    if let Some(game) = made.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return game;
    }
    // Outside the lock, since a game may be made from another.
    let game = match Game::compile((family.build)(&key.1)) {
        Ok(game) => game,
        Err(error) => panic!("{}: {error}", family.name),
    };
    made.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(game)
}
