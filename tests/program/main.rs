//! Tests of the program: the real binary in a temporary folder with real git, a clean environment and a fixed clock.

mod audit;
#[path = "../library/common/boards.rs"]
mod boards;
mod clocks;
mod compare;
mod concurrent_moves;
mod consent;
mod disk_and_history;
mod dossier;
mod draw_claim_resign;
mod export;
mod goldens;
mod grammar;
mod harness;
mod hook;
mod hostile_input;
mod import;
mod inbox;
mod init_new_demo;
mod instants;
mod looking;
mod mail;
#[path = "../library/common/match_log.rs"]
mod match_log;
mod matches;
mod merge_driver;
mod move_command;
mod plan;
mod reading;
mod readme;
mod refusals;
mod resolve;
mod rules_perft_help;
mod search;
mod secrets;
mod show_and_legal;
mod signed_lines;
mod signed_plans;
mod signing;
mod stats;
mod streams;
mod sync;
mod terminal;
mod verify_and_fmt;
mod when;
mod who;
