//! Conditional moves: a private tree of "if they play this, I answer that" for one side of one game (M7).
//!
//! - A [`Plan`] begins in a position of the game in which the other side is to move; [`add`], [`list`] and [`remove`] are
//!   what its owner does with it.
//! - It is kept in git's own folder, `riverpost/plans/ID-SIDE.yaml`, and nowhere else: nothing of it is committed before it
//!   fires.
//! - After every move `run_plans` fires the answers that have become due, as moves of their own, and drops what the play has
//!   left behind ([`PlanEffects`]). Such an answer has the time of that move. [`fire`](fire()) and
//!   [`fire_all`] do the same when a move came another way, as by `git pull`: then an answer has the time of firing.
//! - An answer waits while a draw, a take-back or voiding the game is proposed: as a move it would settle that unasked.
//! - Of a game that is over no plan is left, whatever ended it: the next use case that looks at its plans removes them.
//! - [`sign`] signs its answers in advance, so that whoever has the plan can fire it, and proves in that whose it is (K9);
//!   [`take`] takes such a plan over. It ends with any action that it does not foresee.
//! - [`seal`](seal()) binds a side to a plan without showing it, and [`open`] shows it (K10).
//!
//! The file is written after the answers are recorded. A run that dies in between leaves a plan that begins too early,
//! which the next run leads along the moves of the record.

mod due;
mod edit;
mod file;
mod fire;
mod seal;
mod tree;

pub use due::{DueInGame, due, due_in, fire_all};
pub(super) use edit::follow_up;
pub use edit::{AnswersToRemove, Planned, add, list, remove, sign, take};
pub(super) use file::FOLDER as PLANS;
pub(super) use fire::run_plans;
pub use fire::{DueAnswer, PlanEffects, fire};
pub(super) use seal::FOLDER as SEALED_PLANS;
pub use seal::{open, seal};
pub use tree::{Answer, DropReason, Dropped, Numbered, Plan};
