//! The games of a tournament's schedule, as a match file lists them.

use super::fixtures::Fixture;
use super::game_kind::Roster;
use super::model::Match;
use super::schedule::{Pairing, schedule};

/// The games of every pairing of the schedule, round by round, with one for each board of a team match; none outside a
/// tournament, and none where it does not say which game is played.
pub fn scheduled_games(m: &Match) -> Vec<Fixture> {
    let roster = Roster::of(m);
    let mut games = Vec::new();
    for round in schedule(m) {
        for pair in round.pairs {
            let [south, north] = pair.map(|number| roster.ids()[number].to_owned());
            games.extend(pairing_games(m, &Pairing { round: round.number, south, north }));
        }
    }
    games
}

/// The games of one pairing, as of [`scheduled_games`].
pub fn pairing_games(m: &Match, pairing: &Pairing) -> Vec<Fixture> {
    let Some(t) = m.tournament.as_ref().filter(|t| t.game.is_some()) else { return Vec::new() };
    let Pairing { round, south, north } = pairing;
    let game = |board: u32| {
        // On the even boards of a team match the sides are changed.
        let sides = if board.is_multiple_of(2) { [north, south] } else { [south, north] };
        let board = (t.boards > 1).then_some(board);
        Fixture {
            id: match board {
                None => format!("r{round}-{south}-{north}"),
                Some(board) => format!("r{round}-{south}-{north}-b{board}"),
            },
            game: t.game.clone(),
            variation: t.variation.clone(),
            south: Some(sides[0].clone()),
            north: Some(sides[1].clone()),
            round: Some(*round),
            board,
            ..Fixture::default()
        }
    };
    (1..=u32::from(t.boards)).map(game).collect()
}
