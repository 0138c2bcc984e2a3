//! Connected matches: who plays which side and why, what each game scored, what is to be played next, and the
//! standings of many.
//!
//! [`parse`] reads a match file into a [`Match`]; with what is known of the games from their records
//! ([`RecordedGames`]), [`assign`] gives the sides, [`score`] the points and [`next`] what comes. Points are whole
//! numbers of halves ([`Points`]); Nominal Points and Game Points are never added to each other.

mod berger;
mod book;
mod check;
mod check_lot;
mod clerk;
mod criteria;
mod crosstable;
mod entrant;
mod extend;
mod field;
mod fixture;
mod grouping;
mod kind;
mod locate;
mod lot;
mod lots;
mod model;
mod next;
mod outline;
mod parse;
mod played;
mod points;
mod recorded;
mod schedule;
mod schema;
mod score;
mod score_fault;
mod score_table;
mod side_fault;
mod sides;
mod standings;
mod table;
mod tournament;
mod write;

pub use berger::{Round, berger};
pub use book::score;
pub use check::{ModelFault, check};
pub use clerk::assign;
pub use criteria::{CriterionValue, Quarters};
pub use crosstable::{arithmetic_table, crosstable, schedule_table, standing_table};
pub use entrant::{Entrant, Member, Participant, Team};
pub use extend::{ExtendError, Extension};
pub use field::{Meeting, TournamentResults, Withdrawn, field};
pub use fixture::{Fixture, Manner, RoleAssignment, StatedPoints, StatedResult};
pub use grouping::Grouping;
pub use kind::{GameKind, ResultPoints};
pub use locate::locate;
pub use lot::{Committed, Device, Face, Lot, LotChoice, Revealed};
pub use lots::{
    LotDecision, LotFault, lot_decision, lot_forces, lot_parties, lot_verdict, verify_lot,
};
pub use model::{ExternalGame, ExternalSides, Match, MatchFormat, SideRules};
pub use next::{NextStep, next};
pub use parse::{MatchError, parse};
pub use played::{GameState, RecordedGame, RecordedGames, StateFault, state};
pub use points::{Points, PointsError};
pub use recorded::recorded;
pub use schedule::{Pairing, missing, schedule};
pub use schema::schema;
pub use score::{GameScore, GroupingScore, MatchScore, Overall};
pub use score_fault::ScoreFault;
pub use score_table::{score_table, side_table};
pub use side_fault::SideFault;
pub use sides::{SideAssignment, SideAssignments, pair};
pub use standings::{Standing, standings};
pub use table::TextTable;
pub use tournament::{Bye, Criterion, Scale, Tournament, Withdrawal, WithdrawnResults};
pub use write::write;
