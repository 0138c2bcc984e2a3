//! The games of a repository, those that are over too.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::Path;

use chrono::{DateTime, Utc};

use super::error::ActionError;
use super::records::record_sources;
use crate::archive::{self, FactQuery};
use crate::matches::Match;
use crate::record::{self, Player, Termination};
use crate::rules::{Outcome, Side};
use crate::store::Store;

/// Which games are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    /// All.
    All,
    /// Those that go on.
    Going,
    /// Those that are over, and those of the past.
    Over,
}

/// What the games of a list have in common. All of it must hold.
#[derive(Clone, Debug)]
pub struct ListFilter {
    /// Whether they go on.
    pub which: Listed,
    /// Words that are all in the id, game, event or players, in either case.
    pub words: Vec<String>,
    /// What their records say.
    pub facts: FactQuery,
    /// The match that has the games, if they are those of one.
    pub of_match: Option<Match>,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct ListedGame {
    /// Its id.
    pub id: String,
    /// The file's name.
    pub path: String,
    /// The game's name.
    pub game: &'static str,
    /// Who plays, South first.
    pub players: [Option<Player>; 2],
    /// Whose move it is, by side and by the side's name in the game; none once it is over, and for a game of the past.
    pub turn: Option<(Side, &'static str)>,
    /// Who won.
    pub outcome: Option<Outcome>,
    /// Why it is over.
    pub termination: Option<Termination>,
    /// When the last line was added, or the game started; none when the record does not say.
    pub activity: Option<DateTime<Utc>>,
}

/// The games of the repository that a filter keeps: the ones with the latest line first. Besides how many records are not
/// sound. Of a game whose header says how it ended, the moves are played only where the filter asks how many there are.
///
/// # Errors
/// Those of reading HEAD.
pub fn list(store: &Store, filter: &ListFilter) -> Result<(Vec<ListedGame>, usize), ActionError> {
    let words: Vec<String> = filter.words.iter().map(|word| word.to_lowercase()).collect();
    let records = filter.of_match.as_ref().map(|of| {
        let ids = of.games.iter().filter_map(|game| game.record.as_deref());
        ids.map(str::to_lowercase).collect::<HashSet<_>>()
    });
    let which = filter.which;
    let look = |name: &str, bytes: Result<&[u8], &str>| {
        let game = bytes.map_err(drop).and_then(|bytes| look(name, bytes, &words, &filter.facts));
        game.transpose()
    };
    let sources = record_sources(store)?.filter(|source| {
        let stem = || Path::new(&source.name).file_stem().map(|stem| stem.to_string_lossy());
        let is_in =
            |ids: &HashSet<String>| stem().is_some_and(|id| ids.contains(&id.to_lowercase()));
        records.as_ref().is_none_or(is_in)
    });
    let found = match which {
        Listed::Going => archive::running(sources, look),
        _ => archive::survey(sources, look),
    };
    let (mut games, mut unsound) = (Vec::new(), 0);
    for one in found {
        match one {
            Err(()) => unsound += 1,
            Ok(game) => games.push(game),
        }
    }
    games.retain(|game: &ListedGame| match which {
        Listed::All => true,
        Listed::Going => game.turn.is_some(),
        Listed::Over => game.turn.is_none(),
    });
    games.sort_by(|one, other| {
        (Reverse(one.activity), &one.id).cmp(&(Reverse(other.activity), &other.id))
    });
    Ok((games, unsound))
}

/// The game in a record, if it has the words and fits what is asked.
fn look(
    name: &str,
    bytes: &[u8],
    words: &[String],
    facts: &FactQuery,
) -> Result<Option<ListedGame>, ()> {
    let record = record::read(bytes).map_err(drop)?;
    let header = record.header();
    let players = [header.players.south.clone(), header.players.north.clone()];
    let names = players.iter().flatten().map(|player| player.name.as_str());
    let texts = [header.id.as_str(), record.game().name, record.game().title];
    let all = texts.into_iter().chain(header.event.as_deref()).chain(names).collect::<Vec<_>>();
    let all = all.join("\n").to_lowercase();
    if !words.iter().all(|word| all.contains(word)) || !facts.may_fit(&record) {
        return Ok(None);
    }
    let (mut outcome, mut termination, mut turn) = (header.result, header.ending, None);
    let mut plies = 0;
    // A header may leave out how the game ended.
    if termination.is_none() || facts.plies.is_some() {
        let replayed = record::replay(&record).map_err(drop)?;
        (outcome, termination) = (replayed.outcome, replayed.termination);
        plies = replayed.line.plies();
        if termination.is_none() && !record.is_of_past() {
            let side = replayed.line.position().turn();
            turn = Some((side, record.game().side(side)));
        }
    }
    if !facts.fits(termination, plies) {
        return Ok(None);
    }
    Ok(Some(ListedGame {
        id: header.id.clone(),
        path: name.into(),
        game: record.game().name,
        players,
        turn,
        outcome,
        termination,
        activity: record.actions().iter().rev().find_map(|a| a.time).or(header.started),
    }))
}
