//! Crosstable, schedule and the arithmetic of the standings, as tables.

use super::berger::Round;
use super::field::TournamentResults;
use super::standings::Standing;
use super::table::TextTable;
use super::tournament::Criterion;

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

/// Everybody against everybody, in the order of the standings. A cell has the points of the row's entrant (of teams,
/// the board points); `+` and `-` are a win and a loss by forfeit; what does not count stands in brackets.
pub fn crosstable(field: &TournamentResults, standings: &[Standing]) -> TextTable {
    let criteria = criteria(standings);
    let mut head = vec!["place".to_owned(), "name".to_owned()];
    head.extend((1..=standings.len()).map(|number| number.to_string()));
    head.push("points".into());
    head.extend(criteria.iter().map(|c| heading(*c).to_owned()));
    let mut table = TextTable::new(head);
    for row in standings {
        let mut cells = vec![place(row), row.name.clone()];
        cells.extend(standings.iter().map(|column| cell(field, row.entrant, column.entrant)));
        cells.push(row.points.to_string());
        cells.extend(values(row));
        table.push(cells);
    }
    table
}

fn cell(field: &TournamentResults, row: usize, column: usize) -> String {
    if row == column {
        return "×".into();
    }
    let results = field.meetings.iter().filter_map(|g| {
        let seat = g.seat(row)?;
        g.seat(column)?;
        let result = match (g.forfeit, g.winner) {
            (true, Some(winner)) if winner == seat => "+".to_owned(),
            (true, _) => "-".to_owned(),
            (false, _) => g.boards[seat].to_string(),
        };
        Some(if g.counts { result } else { format!("({result})") })
    });
    results.collect::<Vec<_>>().join(" ")
}

/// The standings: a row per entrant with wins, draws, losses, points and what separates those who are level.
pub fn standing_table(standings: &[Standing]) -> TextTable {
    let criteria = criteria(standings);
    let mut head: Vec<String> =
        ["place", "name", "games", "won", "drawn", "lost", "points"].map(str::to_owned).into();
    head.extend(criteria.iter().map(|c| heading(*c).to_owned()));
    let mut table = TextTable::new(head);
    for row in standings {
        let numbers = [row.games, row.wins, row.draws, row.losses].map(|n| n.to_string());
        let mut cells = vec![place(row), row.name.clone()];
        cells.extend(numbers);
        cells.push(row.points.to_string());
        cells.extend(values(row));
        table.push(cells);
    }
    table
}

fn criteria(standings: &[Standing]) -> Vec<Criterion> {
    standings.first().into_iter().flat_map(|s| &s.criteria).map(|v| v.criterion).collect()
}

fn values(row: &Standing) -> impl Iterator<Item = String> {
    row.criteria.iter().map(|v| v.value.map(|v| v.to_string()).unwrap_or_default())
}

/// How each criterion's value comes about, a row per entrant and criterion.
pub fn arithmetic_table(standings: &[Standing]) -> TextTable {
    let mut table = TextTable::new(["place", "name", "criterion", "value", "how"]);
    for standing in standings {
        for value in &standing.criteria {
            let number = value.value.map(|v| v.to_string()).unwrap_or_default();
            let criterion = heading(value.criterion).to_owned();
            table.push([
                place(standing),
                standing.name.clone(),
                criterion,
                number,
                value.arithmetic.clone(),
            ]);
        }
    }
    table
}

/// The schedule: a row per pairing, South first. `names` are the entrants' in the order of the draw.
pub fn schedule_table(rounds: &[Round], names: &[&str]) -> TextTable {
    let mut table = TextTable::new(["round", "South", "North"]);
    let name = |i: usize| names.get(i).copied().unwrap_or("?");
    for round in rounds {
        for [south, north] in &round.pairs {
            table.push([&round.number.to_string(), name(*south), name(*north)]);
        }
        if let Some(bye) = round.bye {
            table.push([&round.number.to_string(), name(bye), "(no opponent)"]);
        }
    }
    table
}
