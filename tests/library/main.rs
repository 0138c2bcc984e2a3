//! Tests of the library: rules, notation, records, clocks, matches, the store, pictures.

mod clock;
mod clock_by_ticks;
mod collection;
mod common;
mod counts;
mod document;
mod dossier;
mod export_import;
mod house;
mod import;
mod mail;
mod matches;
mod notation_input;
mod notation_san;
mod proof;
mod record;
mod render;
mod rules;
mod rulings;
mod settings;
mod site;
mod store;
