//! The pages of matches.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::error::SiteError;
use super::folder::SiteFolder;
use super::hash::{ByteMarks, hash_of};
use super::manifest::{KeptMatch, KeptRecord};
use super::request::SiteRequest;
use super::summary::stem;
use crate::actions::error::MatchRefusal;
use crate::actions::matches::EvaluatedMatch;
use crate::archive::{UnsoundRecord, VerifyFailure};
use crate::matches::{
    arithmetic_table, crosstable, score_table, side_table, standing_table, standings, table_notes,
    tournament_results,
};
use crate::record::without_addresses;
use crate::render::{CaptionedTable, PageLink, SitePage, SiteSection};

/// A match file.
pub(super) struct FoundMatch {
    /// Its name.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Makes the pages of matches.
pub(super) struct MatchPages<'a> {
    pub(super) request: &'a SiteRequest<'a>,
    pub(super) folder: &'a SiteFolder<'a>,
    /// The records of the site.
    pub(super) records: &'a BTreeMap<String, KeptRecord>,
    /// The matches as they were the last time.
    pub(super) known: &'a BTreeMap<String, KeptMatch>,
    pub(super) marks: &'a ByteMarks,
}

impl MatchPages<'_> {
    /// Writes the pages of these matches; one that is not sound has none and is handed to `report`.
    pub(super) fn all(
        &self,
        found: Vec<FoundMatch>,
        mut evaluated: impl FnMut(&FoundMatch) -> Result<EvaluatedMatch, MatchRefusal>,
        report: &mut impl FnMut(UnsoundRecord),
    ) -> Result<BTreeMap<String, KeptMatch>, SiteError> {
        let hashes = self.records.values().map(|kept| (kept.game.id.as_str(), &kept.hash));
        let hashes: HashMap<&str, &Option<String>> = hashes.collect();
        // Of a record that has no page there is nothing to remember, and neither of a match that names it.
        let hash = |bytes: &[u8], records: &[String]| {
            let of = records.iter().map(|id| hashes.get(id.as_str()).copied()?.as_deref());
            let of: Vec<&str> = of.collect::<Option<_>>()?;
            Some(hash_of((self.marks.of(bytes)? + &of.join(" ")).as_bytes()))
        };
        let mut matches: BTreeMap<String, KeptMatch> = BTreeMap::new();
        let mut stems = HashSet::new();
        for one in found {
            let unsound = |failure| UnsoundRecord { name: one.name.clone(), failure };
            let stem = stem(&one.name).to_owned();
            // Pages are called after ids, and some file systems do not tell case.
            if !stems.insert(stem.to_lowercase()) {
                report(unsound(VerifyFailure::Doubled { id: stem }));
                continue;
            }
            let known = self.known.get(&one.name);
            let same = |kept: &&KeptMatch| {
                let hash = hash(&one.bytes, &kept.records);
                hash.is_some() && kept.hash == hash
            };
            let known = known.filter(same);
            if let Some(kept) = known.filter(|kept| self.folder.keep(&[file(&kept.id)])) {
                matches.insert(one.name, kept.clone());
                continue;
            }
            let read = match evaluated(&one) {
                Ok(read) => read,
                Err(MatchRefusal::Unsound { error, .. }) => {
                    report(unsound(VerifyFailure::Unsound(error)));
                    continue;
                }
                Err(error) => {
                    report(unsound(VerifyFailure::Unreadable(error.to_string())));
                    continue;
                }
            };
            if read.m.id != stem {
                report(unsound(VerifyFailure::Misnamed { id: read.m.id }));
                continue;
            }
            let records = read.m.games.iter().filter_map(|game| game.record.clone());
            let records: Vec<String> = records.collect();
            let over = read.score.lines.iter().filter(|line| line.closed).count();
            self.folder.put(&file(&read.m.id), &self.page(&read, &hashes))?;
            let kept = KeptMatch {
                hash: hash(&one.bytes, &records),
                records,
                id: read.m.id.clone(),
                title: self.shown(&read.m.title),
                entrants: read.m.entrants().len(),
                games: [read.m.games.len(), over],
                tournament: read.m.tournament.is_some(),
            };
            matches.insert(one.name, kept);
        }
        Ok(matches)
    }

    /// A text as the site shows it.
    fn shown(&self, text: &str) -> String {
        if self.request.addresses { text.to_owned() } else { without_addresses(text) }
    }

    fn page(&self, read: &EvaluatedMatch, known: &HashMap<&str, &Option<String>>) -> String {
        let mut tables = tables(read);
        for CaptionedTable { table, notes, .. } in &mut tables {
            let cells = table.head.iter_mut().chain(table.rows.iter_mut().flatten());
            cells.chain(notes).for_each(|text| *text = self.shown(text));
        }
        let mut sections = Vec::new();
        for fault in &read.contradictions {
            let text = format!("Contradiction, line {}: {}", fault.place.line, fault.advised());
            sections.push(SiteSection::Wrong(self.shown(&text)));
        }
        sections.extend(tables.into_iter().map(SiteSection::Table));
        let game = |id: &String, title: &str| PageLink {
            text: format!("{title}: {id}"),
            href: known.contains_key(id.as_str()).then(|| format!("../games/{id}.html")),
        };
        let games = read.m.games.iter();
        let games = games.filter_map(|fixture| Some(game(fixture.record.as_ref()?, &fixture.id)));
        sections.push(SiteSection::Heading("Games"));
        sections.push(SiteSection::Links(games.collect()));
        let title = self.shown(&read.m.title);
        SitePage { title: &title, summary: "", tab: None, sections: &sections }.html()
    }
}

/// The file of a match.
fn file(id: &str) -> String {
    format!("matches/{id}.html")
}

/// The tables of a match: standings and crosstables of a tournament, else who plays which side and what it stands at.
fn tables(read: &EvaluatedMatch) -> Vec<CaptionedTable> {
    let Some(tournament) = &read.m.tournament else {
        return vec![
            CaptionedTable::new("Score", score_table(&read.m, &read.score), 0),
            CaptionedTable::new("Sides", side_table(&read.m, &read.sides), 0),
        ];
    };
    let mut tables = Vec::new();
    for results in tournament_results(&read.m, &read.sides, &read.played) {
        let list = standings(&results, &tournament.tiebreaks);
        let section = results.section.as_ref().map(|section| format!("{section}: "));
        let section = section.unwrap_or_default();
        let notes = table_notes(&results, &list);
        let standings =
            CaptionedTable::new(format!("{section}standings"), standing_table(&results, &list), 1);
        tables.push(CaptionedTable { notes, ..standings });
        tables.push(CaptionedTable::new(
            format!("{section}crosstable"),
            crosstable(&results, &list),
            1,
        ));
        let arithmetic = arithmetic_table(&results, &list);
        if !arithmetic.rows.is_empty() {
            tables.push(CaptionedTable::new(
                format!("{section}how ties are broken"),
                arithmetic,
                1,
            ));
        }
    }
    tables
}
