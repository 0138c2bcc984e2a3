//! Connected matches and tournaments: who plays which side and why, what each game scored, what is to be done next, and
//! the standings of many.

mod check;
mod entrants;
mod fault;
mod file;
mod fixtures;
mod game_kind;
mod lots;
mod model;
mod next;
mod outline;
mod points;
mod results;
mod schedule;
mod scores;
mod sides;
mod standings;
mod tables;
mod tournament;

pub use check::check;
pub use entrants::{Entrant, Member, Participant, Team};
pub use fault::{MatchFault, ValuePath};
pub use file::{ExtendError, Extension, parse, read, write};
pub use fixtures::{
    Fixture, GameState, Manner, RecordedGame, RecordedGames, RoleAssignment, StatedPoints,
    StatedResult, game_state, recorded_game,
};
pub use game_kind::{GameKind, ResultPoints};
pub use lots::{LotDecision, lot_decision, lot_forces, lot_parties, lot_verdict, verify_lot};
pub use model::{
    Committed, Device, ExternalGame, ExternalSides, Face, Grouping, Lot, LotChoice, Match,
    MatchFormat, Revealed, SideRules, schema,
};
pub use next::{NextStep, next};
pub use points::{Points, PointsError, Quarters};
pub use results::{Meeting, TournamentResults, Withdrawn, tournament_results};
pub use schedule::{Pairing, Round, berger, missing, schedule};
pub use scores::{GameScore, GroupingScore, MatchScore, Overall, score};
pub use sides::{SideAssignment, SideAssignments, assign};
pub use standings::{CriterionValue, Standing, standings};
pub use tables::{
    TextTable, arithmetic_table, crosstable, schedule_table, score_table, side_table,
    standing_table,
};
pub use tournament::{Bye, Criterion, Scale, Tournament, Withdrawal, WithdrawnResults};
