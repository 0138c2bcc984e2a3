//! Conditional moves: a private tree of "if they play this, I answer that" for one side of one game (M7).
//!
//! - A [`Plan`] begins in a position of the game in which the other side is to move; [`add`], [`list`] and [`remove`] are
//!   what its owner does with it.
//! - It is kept in git's own folder, `riverpost/plans/ID-SIDE.yaml`, and nowhere else: nothing of it is committed before it
//!   fires.
//! - After every move `settle` fires the answers that have become due, as moves of their own, and drops what the play has
//!   left behind ([`Settled`]). [`fire`] does the same when a move came another way, as by `git pull`.
//!
//! The file is written after the answers are recorded. A run that dies in between leaves a plan that begins too early,
//! which the next run leads along the moves of the record.

mod change;
mod error;
mod page;
mod progress;
mod sequence;
mod settle;
mod shelf;
mod tree;

pub use change::{Planned, Which, add, fire, list, remove};
pub(super) use change::{foresee, tidy};
pub use error::PlanError;
pub use progress::{Dropped, Reason};
pub use settle::Settled;
pub(super) use settle::settle;
pub use tree::{Answer, Numbered, Plan};
