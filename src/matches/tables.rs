//! Tables of a match: sides, scores, standings, crosstable, schedule.

use std::collections::HashMap;
use std::fmt::Write;

use super::model::Match;
use super::points::Points;
use super::results::{Meeting, TournamentResults};
use super::schedule::{Round, ascending};
use super::scores::MatchScore;
use super::sides::SideAssignments;
use super::standings::{CriterionValue, Standing, promotion};
use super::tournament::Criterion;
use crate::record::write_instant;
use crate::render::TextTable;

fn name<'a>(names: &HashMap<&str, &'a str>, id: &'a str) -> &'a str {
    names.get(id).copied().unwrap_or(id)
}

/// The most players or teams that have columns of their own in a score table.
const MOST_COLUMNS: usize = 8;

/// The score table: a row per game and per grouping, and the totals. Nominal Points stand apart from Game Points, as
/// South's and North's; so do the points of games between many, whose totals have a row each.
pub fn score_table(m: &Match, score: &MatchScore) -> TextTable {
    let by_id = m.names();
    let names: Vec<&str> = score.entrants.iter().map(|id| name(&by_id, id)).collect();
    let is_long = names.len() > MOST_COLUMNS;
    let columns = if is_long { &["points S–N"][..] } else { &names };
    let head = ["game", "South", "North", "result", "nominal S–N"].into_iter();
    let mut table = TextTable::new(head.chain(columns.iter().copied()).chain(["how", "rule"]));
    let pair = |[south, north]: [Points; 2]| format!("{south}–{north}");
    for line in &score.lines {
        let [south, north] = match &line.sides {
            Some([south, north]) => [name(&by_id, south), name(&by_id, north)],
            None => ["?", "?"],
        };
        let nominal = line.nominal.map(pair).unwrap_or_default();
        let title = format!("{}: {}", line.game, line.title);
        let mut row = vec![title, south.into(), north.into(), line.state.clone(), nominal];
        let points = |id: &String| {
            let seat = line.sides.as_ref().and_then(|sides| sides.iter().position(|s| s == id));
            seat.filter(|_| line.closed).map(|s| line.points[s].to_string()).unwrap_or_default()
        };
        match is_long {
            true if line.closed => row.push(pair(line.points)),
            true => row.push(String::new()),
            false => row.extend(score.entrants.iter().map(points)),
        }
        row.extend([line.arithmetic.clone(), line.rule.to_owned()]);
        table.push(row);
    }
    let paid = |points: &Points| match *points {
        Points::ZERO => String::new(),
        points => points.to_string(),
    };
    let row = |title: String, nominal: String, points: Vec<String>, how: String, rule: &str| {
        let mut row = vec![title];
        row.resize(4, String::new());
        row.push(nominal);
        row.extend(points);
        row.extend([how, rule.to_owned()]);
        row
    };
    for line in &score.groupings {
        let bonus = match is_long {
            true => vec![paid(&line.bonus.iter().copied().sum())],
            false => line.bonus.iter().map(paid).collect(),
        };
        let (title, how) = (line.title.clone(), line.arithmetic.clone());
        table.push(row(title, String::new(), bonus, how, "M4"));
    }
    if is_long {
        let totals = names.iter().zip(&score.points).zip(&score.nominal).zip(&score.arithmetic);
        for (((name, points), nominal), sum) in totals {
            let points = vec![points.to_string()];
            table.push(row(format!("total: {name}"), paid(nominal), points, sum.clone(), ""));
        }
        return table;
    }
    let sums = names.iter().zip(&score.arithmetic).map(|(name, sum)| format!("{name} {sum}"));
    let (sums, points) = (sums.collect::<Vec<_>>().join("; "), score.points.iter());
    let points = points.map(Points::to_string).collect();
    table.push(row("total".to_owned(), String::new(), points, sums, ""));
    if score.nominal.iter().any(|points| *points != Points::ZERO) {
        let nominal = score.nominal.iter().map(Points::to_string).collect();
        let (title, how) = ("Nominal Points, apart", "never added to Game Points");
        table.push(row(title.to_owned(), String::new(), nominal, how.to_owned(), "S4"));
    }
    table
}

/// The sides of every game with the reason and the rule.
pub fn side_table(m: &Match, sides: &SideAssignments) -> TextTable {
    let by_id = m.names();
    let mut table = TextTable::new(["game", "South", "North", "why", "rule"]);
    for line in &sides.assignments {
        let [south, north] = match &line.sides {
            Some([south, north]) => [name(&by_id, south), name(&by_id, north)],
            None => ["?", "?"],
        };
        table.push([&line.game, south, north, &line.reason, line.rule]);
    }
    table
}

const fn heading(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::DirectEncounter => "direct",
        Criterion::Wins => "wins",
        Criterion::SonnebornBerger => "S–B",
        Criterion::Koya => "Koya",
        Criterion::BoardPoints => "boards",
    }
}

/// A place as people write it, such as `1` or `2–3`.
fn place(standing: &Standing) -> String {
    match standing.places {
        Some([first, last]) if first == last => first.to_string(),
        Some([first, last]) => format!("{first}–{last}"),
        None => "withdrawn".into(),
    }
}

/// What points are called at the head of their column.
fn points_heading(results: &TournamentResults) -> &'static str {
    if results.is_nominal() { "nominal" } else { "points" }
}

/// Everybody against everybody, in the order of the standings. A cell has the points of the row's entrant (of teams,
/// the board points); `+` and `-` are a win and a loss by forfeit; what does not count stands in brackets, and `…` stands
/// behind a team match that is not over.
pub fn crosstable(results: &TournamentResults, standings: &[Standing]) -> TextTable {
    let criteria = criteria(standings);
    let mut head = vec!["no.".to_owned(), "name".to_owned()];
    head.extend((1..=standings.len()).map(|number| number.to_string()));
    head.push(points_heading(results).into());
    head.extend(criteria.iter().map(|c| heading(*c).to_owned()));
    head.push("place".to_owned());
    let mut meetings: HashMap<[usize; 2], Vec<&Meeting>> = HashMap::new();
    for meeting in &results.meetings {
        meetings.entry(ascending(meeting.pair)).or_default().push(meeting);
    }
    let cell = |row: usize, column: usize| {
        if row == column {
            return "×".to_owned();
        }
        let met = meetings.get(&ascending([row, column])).into_iter().flatten();
        met.filter_map(|meeting| result(meeting, row)).collect::<Vec<_>>().join(" ")
    };
    let mut table = TextTable::new(head);
    for (number, row) in (1..).zip(standings) {
        let mut cells = vec![number.to_string(), row.name.clone()];
        cells.extend(standings.iter().map(|column| cell(row.entrant, column.entrant)));
        cells.push(row.points.to_string());
        cells.extend(values(row, criteria.len()));
        cells.push(place(row));
        table.push(cells);
    }
    table
}

/// A meeting as the cell of one of the two.
fn result(meeting: &Meeting, entrant: usize) -> Option<String> {
    let seat = meeting.seat(entrant)?;
    let result = match (meeting.forfeit, meeting.winner) {
        (true, Some(winner)) if winner == seat => "+".to_owned(),
        (true, _) => "-".to_owned(),
        (false, _) => meeting.boards[seat].to_string(),
    };
    Some(match (meeting.finished, meeting.counts) {
        (false, _) => format!("{result}…"),
        (true, true) => result,
        (true, false) => format!("({result})"),
    })
}

/// What has to be said below the tables of a section: the signs that a crosstable uses, who withdrew, who moves up.
pub fn table_notes(results: &TournamentResults, standings: &[Standing]) -> Vec<String> {
    let any = |what: fn(&Meeting) -> bool| results.meetings.iter().any(what);
    let signs = [
        (any(|m| m.forfeit), "+ and -: won and lost by forfeit"),
        (any(|m| m.finished && !m.counts), "in brackets: does not count"),
        (any(|m| !m.finished), "…: the team match is not over"),
    ];
    let mut notes: Vec<String> =
        signs.into_iter().filter(|(used, _)| *used).map(|(_, words)| words.to_owned()).collect();
    if results.is_nominal() {
        notes.push("Nominal Points, never added to Game Points (S4)".to_owned());
    }
    for (name, withdrawn) in results.names.iter().zip(&results.withdrawn) {
        notes.extend(withdrawn.as_ref().map(|w| format!("{name} withdrew: {}", w.why)));
    }
    notes.extend(promotion(results, standings).words());
    notes
}

/// The standings: a row per entrant with wins, draws, losses, points and what separates those who are level.
pub fn standing_table(results: &TournamentResults, standings: &[Standing]) -> TextTable {
    let criteria = criteria(standings);
    let points = points_heading(results);
    let mut head: Vec<String> =
        ["place", "name", "games", "won", "drawn", "lost", points].map(str::to_owned).into();
    head.extend(criteria.iter().map(|c| heading(*c).to_owned()));
    let mut table = TextTable::new(head);
    for row in standings {
        let numbers = [row.games, row.wins, row.draws, row.losses].map(|n| n.to_string());
        let mut cells = vec![place(row), row.name.clone()];
        cells.extend(numbers);
        cells.push(row.points.to_string());
        cells.extend(values(row, criteria.len()));
        table.push(cells);
    }
    table
}

fn criteria(standings: &[Standing]) -> Vec<Criterion> {
    standings.first().into_iter().flat_map(|s| &s.criteria).map(|v| v.criterion).collect()
}

/// The tie-breaks of a row, of which somebody whose results are annulled has none.
fn values(row: &Standing, criteria: usize) -> Vec<String> {
    let mut values: Vec<String> = row.criteria.iter().map(value).collect();
    values.resize(criteria, String::new());
    values
}

/// A value, and behind it in brackets those of an encounter that was applied again.
fn value(value: &CriterionValue) -> String {
    let mut text = value.value.map(|v| v.to_string()).unwrap_or_default();
    for again in &value.again {
        let _ = write!(text, " ({again})");
    }
    text
}

/// How points and tie-breaks come about, a row per entrant and criterion.
pub fn arithmetic_table(results: &TournamentResults, standings: &[Standing]) -> TextTable {
    let mut table = TextTable::new(["place", "name", "criterion", "value", "how"]);
    for standing in standings {
        let of = |what: &str, number: String, how: &str| {
            [place(standing), standing.name.clone(), what.to_owned(), number, how.to_owned()]
        };
        let points = standing.points.to_string();
        table.push(of(points_heading(results), points, &standing.arithmetic));
        for criterion in &standing.criteria {
            table.push(of(heading(criterion.criterion), value(criterion), &criterion.arithmetic));
        }
    }
    table
}

/// The schedule: a row per pairing, South first. `names` are the entrants' in the order of the match file.
pub fn schedule_table(rounds: &[Round], names: &[&str]) -> TextTable {
    let dated = rounds.iter().any(|round| round.begins.is_some());
    let begins = dated.then_some("begins");
    let mut table = TextTable::new(["round"].into_iter().chain(begins).chain(["South", "North"]));
    let name = |i: usize| names.get(i).copied().unwrap_or("?");
    for round in rounds {
        let number = round.number.to_string();
        let begins = round.begins.map(|at| write_instant(&at)).unwrap_or_default();
        let mut push = |south, north| {
            let begins = dated.then_some(begins.as_str());
            table.push([number.as_str()].into_iter().chain(begins).chain([south, north]));
        };
        round.pairs.iter().for_each(|[south, north]| push(name(*south), name(*north)));
        round.bye.into_iter().for_each(|bye| push(name(bye), "(no opponent)"));
    }
    table
}
