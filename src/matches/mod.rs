//! Connected matches and tournaments: who plays which side and why, what each game scored, what is to be done next, and
//! the standings of many.
//!
//! A match file names the players or teams, the games that belong together, and the lots that were drawn. [`parse`] reads
//! it into a [`Match`] and refuses what cannot be so, with the place in the file. The rest is worked out from the match
//! and from what the games' records say ([`RecordedGames`], by the games' ids in the match):
//!
//! - [`assign`] gives the sides of every game, and the rule that decides them ([`SideAssignments`]);
//! - [`score`] gives the points of every game and of the match, with their arithmetic ([`MatchScore`]);
//! - [`next`] says what is to be done for the match to go on ([`NextStep`]);
//! - [`schedule`] gives the rounds of a tournament, [`tournament_results`] its results, [`standings`] the places.
//!
//! What was done to a match is told by the log of its file ([`MatchLog`]): a line for each change, with who and when, which
//! its author may sign. The line is derived from the match before and after ([`changes`]), and
//! [`ChangeRights`] say whose it is to make; a new kind of edit has to provide neither. An edit that others than the arbiter
//! and the organiser may make has its path in `rights`.
//!
//! [`side_table`], [`score_table`], [`standing_table`], [`crosstable`] and [`schedule_table`] put the answers into a
//! [`TextTable`](crate::render::TextTable), which prints as text, Markdown or CSV. The answers serialise to JSON as well.
//! Everything is a function of its arguments: nothing here reads a file or the clock.
//!
//! In pairs South comes before North. [`Points`] are whole numbers of halves; tie-breaks that halve them again count
//! [`Quarters`]. Nominal Points and Game Points are never added to each other (S4). Rules go by their ids, such as `M1`.
//! What contradicts itself, the rules or a record is a [`MatchFault`]: the value of the file that it is about, the rule,
//! and the message; [`MatchFault::diagnostic`] finds its line and column.
//!
//! # Examples
//!
//! ```
//! use riverpost::matches::{RecordedGames, assign, parse, score, score_table};
//!
//! let m = parse(
//!     "\
//! format: riverpost-match/1
//! id: duel
//! title: A duel
//! players:
//!   - {id: anna, name: Anna Ek}
//!   - {id: ben, name: Ben Ode}
//! games:
//!   - {id: dragon, external: Dragon, north: anna, result: north, points: {south: 0, north: 3}}
//!   - {id: witch, game: fortress, variation: level}
//! ",
//! )?;
//! // No game has a record yet; `recorded_game` makes an entry from a record.
//! let records = RecordedGames::new();
//!
//! // Dragon and Fortress of the Witch keep their sides (M1).
//! let sides = assign(&m, &records);
//! assert_eq!(sides.pair("witch"), Some(["ben", "anna"]));
//! assert_eq!(sides.of("witch").map(|a| a.rule), Some("M1"));
//! assert!(sides.faults.is_empty());
//!
//! let score = score(&m, &sides, &records);
//! assert_eq!(score.points[0].in_halves(), 6);
//! println!("{}", score_table(&m, &score).markdown());
//! # Ok::<(), riverpost::document::Diagnostic>(())
//! ```

mod check;
mod check_draws;
mod check_groupings;
mod check_tournament;
mod content;
mod entrants;
mod fault;
mod file;
mod fixtures;
mod game_kind;
mod game_points;
mod log;
mod lots;
mod model;
mod next;
mod pairings;
mod points;
mod results;
mod rights;
mod roster_file;
mod schedule;
mod scores;
mod sides;
mod standings;
mod tables;
mod terms;
mod tournament;
mod withdrawals;

pub use check::check;
pub use content::{ContentChange, changes};
pub use entrants::{Entrant, Member, Participant, Team};
pub use fault::{MatchFault, ValuePath};
pub use file::{MatchEditError, edit, parse, read, write};
pub use fixtures::{
    Fixture, GameState, Manner, RecordedGame, RecordedGames, RoleAssignment, StatedPoints,
    StatedResult, game_state, recorded_game,
};
pub use game_kind::{GameKind, ResultPoints};
pub use log::{LogAuthor, LogDeed, LogLine, MatchLog};
pub use lots::{DrawnTerms, LotDecision, PlayedLot, PlayedLots, commitments, force_fault};
pub use model::{
    Device, ExternalGame, ExternalSides, Face, Grouping, Lot, LotEntry, Match, MatchFormat,
    SideRules, SideRuling, schema,
};
pub use next::{NextStep, next};
pub use pairings::{pairing_games, scheduled_games};
pub use points::{Points, PointsError, Quarters};
pub use results::{Meeting, TournamentResults, tournament_results};
pub use rights::{ChangeRights, lot_entries};
pub use roster_file::{RosterFile, read_roster};
pub use schedule::{Pairing, Round, berger, last_round, missing, schedule};
pub use scores::{GameScore, GroupingScore, MatchScore, Overall, TieBreakStatus, score};
pub use sides::{SideAssignment, SideAssignments, assign};
pub use standings::{CriterionValue, Promotion, Standing, promotion, standings};
pub use tables::{
    arithmetic_table, crosstable, schedule_table, score_table, side_table, standing_table,
    table_notes,
};
pub use terms::{EndingRule, GameTerms};
pub use tournament::{Bye, Criterion, Scale, Section, Tournament, Withdrawal, WithdrawnResults};
pub use withdrawals::Withdrawn;
