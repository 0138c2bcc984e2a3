//! The games of a repository, those that are over too.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};

use super::error::ActionError;
use super::records::record_sources;
use crate::archive;
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
    /// Those that are over.
    Over,
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
    /// Whose move it is, by side and by the side's name in the game; none once it is over.
    pub turn: Option<(Side, &'static str)>,
    /// Who won.
    pub outcome: Option<Outcome>,
    /// Why it is over.
    pub termination: Option<Termination>,
    /// When the last line was added, or the game started; none when the record does not say.
    pub activity: Option<DateTime<Utc>>,
}

/// The games of the repository whose id, game, event or players have all of these words in them, in either case: the ones with
/// the latest line first. Besides how many records are not sound. Of a game whose header says that it is over, the moves are
/// not played.
///
/// # Errors
/// Those of reading HEAD.
pub fn list(
    store: &Store,
    which: Listed,
    words: &[String],
) -> Result<(Vec<ListedGame>, usize), ActionError> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let look = |name: &str, bytes: Result<&[u8], &str>| {
        let game = bytes.map_err(drop).and_then(|bytes| look(name, bytes, &words));
        game.transpose()
    };
    let sources = record_sources(store)?;
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

/// The game in a record, if the words are in it.
fn look(name: &str, bytes: &[u8], words: &[String]) -> Result<Option<ListedGame>, ()> {
    let record = record::read(bytes).map_err(drop)?;
    let header = record.header();
    let players = [header.players.south.clone(), header.players.north.clone()];
    let names = players.iter().flatten().map(|player| player.name.as_str());
    let texts = [header.id.as_str(), record.game().name, record.game().title];
    let all = texts.into_iter().chain(header.event.as_deref()).chain(names).collect::<Vec<_>>();
    let all = all.join("\n").to_lowercase();
    if !words.iter().all(|word| all.contains(word)) {
        return Ok(None);
    }
    let (mut outcome, mut termination, mut turn) = (header.result, header.ending, None);
    if outcome.is_none() && termination.is_none() {
        let replayed = record::replay(&record).map_err(drop)?;
        (outcome, termination) = (replayed.outcome, replayed.termination);
        if termination.is_none() {
            let side = replayed.line.position().turn();
            turn = Some((side, record.game().side(side)));
        }
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
