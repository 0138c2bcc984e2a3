//! The dossier of a match: its file, and the dossier of each of its games.

use std::collections::BTreeSet;

use super::dossier_of_game;
use super::evidence::history;
use super::files::DossierFiles;
use super::findings::audit_text;
use crate::actions::audit::audit;
use crate::actions::error::ActionError;
use crate::actions::matches::{EvaluatedMatch, MatchRecords, evaluate};
use crate::actions::repository::GAMES;
use crate::matches::{score_table, side_table};
use crate::record::{self, without_addresses};
use crate::store::{RepoPath, Store};

/// The most commits that are told of a match.
const MOST_COMMITS: usize = 10_000;
const README: &str = include_str!("match.txt");

/// The dossier of a match in a repository, with those of its games; games whose records are not sound are told in `score.txt`.
/// With `redact` addresses are withheld.
///
/// # Errors
/// Those of reading the repository and the match file.
pub fn dossier_of_match(
    store: &Store,
    path: &RepoPath,
    redact: bool,
) -> Result<DossierFiles, ActionError> {
    let blob = store.read(path)?.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
    let read = evaluate(path.as_str(), &blob.bytes, &MatchRecords::of(store))?;
    let shown = |text: &str| match redact {
        true => text.lines().map(|line| without_addresses(line) + "\n").collect(),
        false => text.to_owned(),
    };
    let mut files = DossierFiles::default();
    files.add(if redact { REDACTED } else { MATCH }, shown(&read.text));
    files.add("score.txt", shown(&score(&read)));
    let commit = store.tip()?.map(|commit| commit.to_string()).unwrap_or_default();
    let found = audit(store, Some(std::slice::from_ref(path)), &|_, _| ())?;
    files.add("audit.txt", audit_text(&found, &commit, shown));
    let mut entries = store.log(path, MOST_COMMITS)?;
    entries.reverse();
    files.add("history.txt", history(&entries, redact, shown));
    let records: BTreeSet<&str> =
        read.m.games.iter().filter_map(|game| game.record.as_deref()).collect();
    for id in records {
        let Some(path) = store.taken(GAMES, id)? else { continue };
        let Some(bytes) = store.read(&path)?.map(|blob| blob.bytes) else { continue };
        let Ok(record) = record::read(&bytes) else { continue };
        let Ok(replayed) = record::replay(&record) else { continue };
        let plies = replayed.line.plies();
        let game = dossier_of_game(&record, &replayed, Some((store, &path)), plies, redact)?;
        files.add_folder(&format!("{GAMES}/{}", record.header().id), game);
    }
    let blob = match redact {
        true => format!("\n   It has addresses and is withheld; git knows it as {}.\n", blob.id),
        false => {
            format!("\n   This prints {}:\n\n    git hash-object --no-filters {MATCH}\n", blob.id)
        }
    };
    let readme = README.replace("<id>", &read.m.id).replace("<origin>\n", &blob);
    files.add("README.txt", readme.replace("<commit>", &commit));
    files.seal();
    Ok(files)
}

/// The match file, byte for byte.
pub(super) const MATCH: &str = "match.yaml";
/// The match file without addresses, where they are withheld.
pub(super) const REDACTED: &str = "match-redacted.yaml";

/// What the match stands at, who plays which side, and what contradicts itself.
fn score(read: &EvaluatedMatch) -> String {
    let (score, sides) = (score_table(&read.m, &read.score), side_table(&read.m, &read.sides));
    let mut text = format!("{}\n\n{}\n{}", read.m.title, score.text(), sides.text());
    for fault in &read.contradictions {
        text.push_str(&format!("\ncontradiction: {}:{fault}", read.file));
    }
    text + "\n"
}
