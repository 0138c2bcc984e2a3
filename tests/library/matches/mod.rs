//! Connected matches and tournaments.

mod consistency;
mod file_edits;
mod lots;
mod sides_and_scores;
mod tournaments;
