//! A match with its records: sides, scores, and every contradiction.

use std::collections::{BTreeMap, HashSet};

use super::contradiction::Contradiction;
use super::refusal::Refusal;
use super::shelf::Shelf;
use crate::matches::{
    Match, MatchScore, NextStep, RecordedGames, SideAssignments, assign, locate, next, parse,
    recorded, score,
};
use crate::record::{self, Header};

/// A match with its records.
#[derive(Clone, Debug)]
pub struct Reckoning {
    /// The file's name for messages.
    pub file: String,
    /// Its text.
    pub text: String,
    /// The match.
    pub m: Match,
    /// What the records say, by the games' ids in the match.
    pub played: RecordedGames,
    /// The records' headers, by the games' ids in the match.
    pub headers: BTreeMap<String, Header>,
    /// Who plays which side.
    pub sides: SideAssignments,
    /// What it stands at.
    pub score: MatchScore,
    /// Every contradiction, in the order of the file.
    pub contradictions: Vec<Contradiction>,
}

impl Reckoning {
    /// What is to be done next.
    pub fn next(&self) -> Vec<NextStep> {
        next(&self.m, &self.sides, &self.score)
    }

    /// The id of the player or team that is meant by an id, a name or an address.
    pub(super) fn entrant(&self, who: &str) -> Result<&str, Refusal> {
        let entrants = self.m.entrants();
        let meant: Vec<&str> = entrants.iter().filter(|e| e.is_called(who)).map(|e| e.id).collect();
        match meant[..] {
            [id] => Ok(id),
            _ => {
                let known: Vec<&str> = entrants.iter().map(|e| e.id).collect();
                Err(Refusal::Unknown { what: "player", name: who.into(), known: known.join(", ") })
            }
        }
    }

    pub(super) fn unknown_game(&self, game: &str) -> Refusal {
        let known: Vec<&str> = self.m.games.iter().map(|g| g.id.as_str()).collect();
        Refusal::Unknown { what: "game", name: game.to_owned(), known: known.join(", ") }
    }
}

/// Reads a match file, fetches the records that it names, and works everything out anew.
///
/// # Errors
/// [`Refusal::Unsound`]. What records say otherwise than the file is a contradiction in the answer, as is a record that
/// is missing or not sound.
pub fn reckon(file: &str, bytes: &[u8], shelf: &Shelf<'_>) -> Result<Reckoning, Refusal> {
    let m = parse(bytes)
        .map_err(|error| Refusal::Unsound { file: file.to_owned(), error: Box::new(error) })?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut complaints = Vec::new();
    let (mut played, mut headers) = (RecordedGames::new(), BTreeMap::new());
    let mut named = HashSet::new();
    for fixture in &m.games {
        let Some(id) = &fixture.record else { continue };
        let mut complain = |message: String| complaints.push((&*fixture.id, None, message));
        if !named.insert(id.to_lowercase()) {
            complain(format!("{}: the record {id} is another game's already", fixture.id));
            continue;
        }
        match shelf.fetch(id) {
            Err(reason) => complain(format!("{}: the record {id}: {reason}", fixture.id)),
            Ok(None) => complain(format!("{}: there is no record {id}", fixture.id)),
            Ok(Some((name, bytes))) => {
                let read = record::read(&bytes).and_then(|record| {
                    let replayed = record::replay(&record)?;
                    Ok((record.header().clone(), recorded(&record, &replayed)))
                });
                match read {
                    Err(error) => complain(format!(
                        "{}: the record {id} is not sound: {name}:{error}",
                        fixture.id
                    )),
                    Ok((header, _)) if header.id != *id => complain(format!(
                        "{}: the record {id} is not there; {name} holds {}",
                        fixture.id, header.id
                    )),
                    Ok((header, game)) => {
                        played.insert(fixture.id.clone(), game);
                        headers.insert(fixture.id.clone(), header);
                    }
                }
            }
        }
    }
    let sides = assign(&m, &played);
    let score = score(&m, &sides, &played);
    complaints.extend(sides.faults.iter().map(|f| (f.game(), Some(f.rule()), f.to_string())));
    complaints.extend(score.faults.iter().map(|f| (f.game(), Some(f.rule()), f.to_string())));
    let mut contradictions: Vec<Contradiction> = complaints
        .into_iter()
        .map(|(subject, rule, message)| {
            // A draw for an option is declared under its game.
            let subject = subject.split(' ').next().unwrap_or(subject);
            let (line, column) = locate(&text, subject).unwrap_or((1, 1));
            Contradiction { line, column, rule, message }
        })
        .collect();
    contradictions.sort();
    Ok(Reckoning { file: file.to_owned(), text, played, headers, sides, score, contradictions, m })
}
