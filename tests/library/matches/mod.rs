//! Connected matches and tournaments.

mod consistency;
mod file_edits;
mod lots;
mod mutated;
mod sides_and_scores;
mod tournaments;
