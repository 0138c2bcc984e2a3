//! Tests of the program: the real binary in a temporary folder with real git, a clean environment and a fixed clock.

mod actions;
mod goldens;
mod harness;
mod hostile;
mod inbox;
mod life;
mod matches;
mod moves;
mod plan;
mod race;
mod refusals;
mod show;
mod tools;
mod verify;
