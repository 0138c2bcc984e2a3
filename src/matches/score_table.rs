//! The scores and sides of a match as tables.

use super::model::Match;
use super::points::Points;
use super::score::MatchScore;
use super::sides::SideAssignments;
use super::table::TextTable;

/// The score table: a row per game and per grouping, and the totals. Nominal Points stand apart from Game Points, as
/// South's and North's.
pub fn score_table(m: &Match, score: &MatchScore) -> TextTable {
    let names: Vec<&str> = score.entrants.iter().map(|id| m.name_of(id)).collect();
    let head = ["game", "South", "North", "result", "nominal S–N"].into_iter();
    let mut table = TextTable::new(head.chain(names.iter().copied()).chain(["how", "rule"]));
    for line in &score.lines {
        let [south, north] = match &line.sides {
            Some([south, north]) => [m.name_of(south), m.name_of(north)],
            None => ["?", "?"],
        };
        let nominal = line.nominal.map(|[s, n]| format!("{s}–{n}")).unwrap_or_default();
        let title = format!("{}: {}", line.game, line.title);
        let mut row = vec![title, south.into(), north.into(), line.state.clone(), nominal];
        row.extend(score.entrants.iter().map(|id| {
            let seat = line.sides.as_ref().and_then(|sides| sides.iter().position(|s| s == id));
            seat.filter(|_| line.closed).map(|s| line.points[s].to_string()).unwrap_or_default()
        }));
        row.extend([line.arithmetic.clone(), line.rule.to_owned()]);
        table.push(row);
    }
    for line in &score.groupings {
        let mut row = vec![line.title.clone()];
        row.resize(5, String::new());
        let paid = |bonus: &Points| match *bonus {
            Points::ZERO => String::new(),
            bonus => bonus.to_string(),
        };
        row.extend(line.bonus.iter().map(paid));
        row.extend([line.arithmetic.clone(), "M4".to_owned()]);
        table.push(row);
    }
    let mut row = vec!["total".to_owned()];
    row.resize(5, String::new());
    row.extend(score.points.iter().map(Points::to_string));
    let sums = names.iter().zip(&score.arithmetic).map(|(name, sum)| format!("{name} {sum}"));
    row.push(sums.collect::<Vec<_>>().join("; "));
    table.push(row);
    if score.nominal.iter().any(|points| *points != Points::ZERO) {
        let mut row = vec!["Nominal Points, apart".to_owned()];
        row.resize(5, String::new());
        row.extend(score.nominal.iter().map(Points::to_string));
        row.extend(["never added to Game Points".to_owned(), "S4".to_owned()]);
        table.push(row);
    }
    table
}

/// The sides of every game with the reason and the rule.
pub fn side_table(m: &Match, sides: &SideAssignments) -> TextTable {
    let mut table = TextTable::new(["game", "South", "North", "why", "rule"]);
    for line in &sides.assignments {
        let [south, north] = match &line.sides {
            Some([south, north]) => [m.name_of(south), m.name_of(north)],
            None => ["?", "?"],
        };
        table.push([&line.game, south, north, &line.reason, line.rule]);
    }
    table
}
