//! Tournaments of many: Berger tables, crosstables, standings, teams, withdrawals.

use std::fmt::Write;

use riverpost::matches::{
    Criterion, Match, MatchScore, NextStep, Points, Quarters, RecordedGames, Standing,
    TournamentResults, WithdrawnResults, arithmetic_table, assign, berger, crosstable, missing,
    next, parse, promotion, schedule, schedule_table, score, score_table, standings, table_notes,
    tournament_results,
};

/// The Berger tables as FIDE publishes them, for fields of even number: a line per round.
const PUBLISHED: &[(usize, &str)] = &[
    (4, "1-4 2-3|4-3 1-2|2-4 3-1"),
    (6, "1-6 2-5 3-4|6-4 5-3 1-2|2-6 3-1 4-5|6-5 1-4 2-3|3-6 4-2 5-1"),
    (
        8,
        "1-8 2-7 3-6 4-5|8-5 6-4 7-3 1-2|2-8 3-1 4-7 5-6|8-6 7-5 1-4 2-3|3-8 4-2 5-1 6-7|\
         8-7 1-6 2-5 3-4|4-8 5-3 6-2 7-1",
    ),
    (
        10,
        "1-10 2-9 3-8 4-7 5-6|10-6 7-5 8-4 9-3 1-2|2-10 3-1 4-9 5-8 6-7|10-7 8-6 9-5 1-4 2-3|\
         3-10 4-2 5-1 6-9 7-8|10-8 9-7 1-6 2-5 3-4|4-10 5-3 6-2 7-1 8-9|10-9 1-8 2-7 3-6 4-5|\
         5-10 6-4 7-3 8-2 9-1",
    ),
    (
        12,
        "1-12 2-11 3-10 4-9 5-8 6-7|12-7 8-6 9-5 10-4 11-3 1-2|2-12 3-1 4-11 5-10 6-9 7-8|\
         12-8 9-7 10-6 11-5 1-4 2-3|3-12 4-2 5-1 6-11 7-10 8-9|12-9 10-8 11-7 1-6 2-5 3-4|\
         4-12 5-3 6-2 7-1 8-11 9-10|12-10 11-9 1-8 2-7 3-6 4-5|5-12 6-4 7-3 8-2 9-1 10-11|\
         12-11 1-10 2-9 3-8 4-7 5-6|6-12 7-5 8-4 9-3 10-2 11-1",
    ),
    (
        14,
        "1-14 2-13 3-12 4-11 5-10 6-9 7-8|14-8 9-7 10-6 11-5 12-4 13-3 1-2|\
         2-14 3-1 4-13 5-12 6-11 7-10 8-9|14-9 10-8 11-7 12-6 13-5 1-4 2-3|\
         3-14 4-2 5-1 6-13 7-12 8-11 9-10|14-10 11-9 12-8 13-7 1-6 2-5 3-4|\
         4-14 5-3 6-2 7-1 8-13 9-12 10-11|14-11 12-10 13-9 1-8 2-7 3-6 4-5|\
         5-14 6-4 7-3 8-2 9-1 10-13 11-12|14-12 13-11 1-10 2-9 3-8 4-7 5-6|\
         6-14 7-5 8-4 9-3 10-2 11-1 12-13|14-13 1-12 2-11 3-10 4-9 5-8 6-7|\
         7-14 8-6 9-5 10-4 11-3 12-2 13-1",
    ),
    (
        16,
        "1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9|16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2|\
         2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10|16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3|\
         3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11|16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4|\
         4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12|16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5|\
         5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13|16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6|\
         6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14|16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7|\
         7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15|16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8|\
         8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1",
    ),
];

fn published(entrants: usize) -> Vec<Vec<[usize; 2]>> {
    let even = entrants.next_multiple_of(2);
    let (_, table) = PUBLISHED.iter().find(|(n, _)| *n == even).unwrap();
    table
        .split('|')
        .map(|round| {
            let pairs = round.split_whitespace().map(|pair| {
                let (south, north) = pair.split_once('-').unwrap();
                [south, north].map(|n| n.parse::<usize>().unwrap() - 1)
            });
            pairs.collect()
        })
        .collect()
}

#[test]
fn berger_tables_are_the_published_ones() {
    for entrants in 3..=16 {
        let rounds = berger(entrants, 1);
        let table = published(entrants);
        assert_eq!(rounds.len(), table.len());
        for (round, table) in rounds.iter().zip(&table) {
            // In a field of odd number the highest number is the bye.
            let bye = table.iter().find(|pair| pair.iter().any(|e| *e >= entrants));
            let bye = bye.map(|pair| pair[0].min(pair[1]));
            let pairs: Vec<[usize; 2]> =
                table.iter().filter(|pair| pair.iter().all(|e| *e < entrants)).copied().collect();
            assert_eq!(
                (&round.pairs, round.bye),
                (&pairs, bye),
                "{entrants}, round {}",
                round.number
            );
        }
    }
}

#[test]
fn everybody_meets_everybody_with_balanced_sides() {
    for entrants in 2..=40 {
        for cycles in [1u8, 2] {
            let rounds = berger(entrants, cycles);
            let mut met = vec![vec![0u8; entrants]; entrants];
            for round in &rounds {
                let mut busy: Vec<usize> = round.pairs.iter().flatten().copied().collect();
                busy.extend(round.bye);
                busy.sort_unstable();
                assert_eq!(busy, (0..entrants).collect::<Vec<_>>(), "once a round, or a bye");
                round.pairs.iter().for_each(|[south, north]| met[*south][*north] += 1);
            }
            for one in 0..entrants {
                for other in (0..entrants).filter(|other| *other != one) {
                    assert_eq!(met[one][other] + met[other][one], cycles);
                    assert!(cycles == 1 || met[one][other] == 1);
                }
                let south: i32 = met[one].iter().map(|n| i32::from(*n)).sum();
                let north: i32 = met.iter().map(|row| i32::from(row[one])).sum();
                assert!((south - north).abs() <= 1, "{entrants} {cycles} {one}: {south}, {north}");
                assert!(longest_run(&rounds, one) <= 2, "{entrants} {cycles} {one}");
            }
        }
    }
    assert!(berger(1, 1).is_empty() && berger(0, 2).is_empty());
}

fn longest_run(rounds: &[riverpost::matches::Round], who: usize) -> usize {
    let (mut longest, mut run, mut last) = (0, 0, 2);
    for pair in rounds.iter().filter_map(|r| r.pairs.iter().find(|p| p.contains(&who))) {
        let seat = usize::from(pair[1] == who);
        run = if seat == last { run + 1 } else { 1 };
        last = seat;
        longest = longest.max(run);
    }
    longest
}

/// A match file in which the rows of a crosstable are the results, `1`, `½` and `0` of the row's player, a character
/// per game, `**` on the diagonal and `.` for a game that was not played.
fn from_crosstable(names: &[&str], rows: &[&str], rules: &str) -> Match {
    let mut text = String::from("format: riverpost-match/1\nid: t\ntitle: T\nplayers:\n");
    for name in names {
        writeln!(text, "  - {{id: {name}, name: {name}}}").unwrap();
    }
    text += &format!(
        "externals: [{{name: Chess, win: 1, draw: ½}}]\ntournament: {{{rules}}}\ngames:\n"
    );
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.split_whitespace().enumerate().filter(|(c, _)| *c > row) {
            for (game, result) in cell.chars().enumerate().filter(|(_, c)| *c != '.') {
                let result = match result {
                    '1' => "south",
                    '0' => "north",
                    _ => "draw",
                };
                let (one, other) = (names[row], names[column]);
                writeln!(
                    text,
                    "  - {{id: {one}-{other}-{game}, external: Chess, south: {one}, north: {other}, result: {result}}}"
                )
                .unwrap();
            }
        }
    }
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn stand(m: &Match) -> Vec<Standing> {
    let none = RecordedGames::new();
    let field = tournament_results(m, &assign(m, &none), &none).remove(0);
    standings(&field, &m.tournament.as_ref().unwrap().tiebreaks)
}

fn names(list: &[Standing]) -> Vec<&str> {
    list.iter().map(|s| s.name.as_str()).collect()
}

const AVRO: [&str; 8] =
    ["Keres", "Fine", "Botvinnik", "Alekhine", "Euwe", "Reshevsky", "Capablanca", "Flohr"];
const AVRO_ROWS: [&str; 8] = [
    "** 1½ ½½ ½½ ½½ 1½ 1½ ½½",
    "0½ ** 1½ 11 10 10 ½½ 1½",
    "½½ 0½ ** 1½ ½0 1½ ½1 ½½",
    "½½ 00 0½ ** 1½ ½½ ½1 ½1",
    "½½ 01 ½1 0½ ** 0½ 01 1½",
    "0½ 01 0½ ½½ 1½ ** ½½ 1½",
    "0½ ½½ ½0 ½0 10 ½½ ** 1½",
    "½½ 0½ ½½ ½0 0½ 0½ 0½ **",
];

/// AVRO 1938: the crosstable as published; Sonneborn–Berger and Koya worked by hand.
#[test]
fn avro_1938() {
    let rules = "cycles: 2, tiebreaks: [direct-encounter, wins, sonneborn-berger, koya]";
    let m = from_crosstable(&AVRO, &AVRO_ROWS, rules);
    let list = stand(&m);
    assert_eq!(
        names(&list),
        ["Keres", "Fine", "Botvinnik", "Reshevsky", "Alekhine", "Euwe", "Capablanca", "Flohr"]
    );
    let points: Vec<i32> = list.iter().map(|s| s.points.in_halves()).collect();
    assert_eq!(points, [17, 17, 15, 14, 14, 14, 12, 9]);
    let wins: Vec<[usize; 3]> = list.iter().map(|s| [s.wins, s.losses, s.draws]).collect();
    assert_eq!(
        wins,
        [[3, 0, 11], [6, 3, 5], [3, 2, 9], [3, 3, 8], [3, 3, 8], [4, 4, 6], [2, 4, 8], [0, 5, 9]]
    );
    let value = |name: &str, at: usize| {
        list.iter().find(|s| s.name == name).unwrap().criteria[at].value.map(|q| q.0)
    };
    // Direct encounter, in quarters: Keres 1½ against Fine ½.
    assert_eq!((value("Keres", 0), value("Fine", 0)), (Some(6), Some(2)));
    assert_eq!(
        (value("Alekhine", 0), value("Reshevsky", 0), value("Euwe", 0)),
        (Some(10), Some(10), Some(4))
    );
    // Keres beat 8½ + 7 + 6, drew with half of 8½ + 7½ + 7½ + 7 + 7 + 7 + 7 + 7 + 6 + 4½ + 4½: 58¼.
    assert_eq!(value("Keres", 2), Some(58 * 4 + 1));
    assert_eq!(value("Fine", 2), Some(56 * 4 + 1));
    assert_eq!((value("Alekhine", 2), value("Reshevsky", 2)), (Some(45 * 4 + 2), Some(46 * 4 + 3)));
    // Six have 7 of 14 or more.
    assert_eq!((value("Keres", 3), value("Fine", 3)), (Some(24), Some(24)));
    let none = RecordedGames::new();
    let field = tournament_results(&m, &assign(&m, &none), &none).remove(0);
    let text = arithmetic_table(&field, &list).text();
    assert!(text.contains("1 against Fine + ½ against Fine = 1½"), "{text}");
    assert!(text.contains("8½ (beat Fine, who has 8½)"), "{text}");
    let table = crosstable(&field, &list);
    assert_eq!(table.rows[0][..5], ["1", "Keres", "×", "1 ½", "½ ½"]);
    assert_eq!(table.rows[0][10], "8½");
    assert_eq!((table.head[0].as_str(), table.rows[0].last().unwrap().as_str()), ("no.", "1"));
}

/// Four players, no draws, each met twice: A and B have 4 points, and 11 and 9 by Sonneborn–Berger (published as the
/// example of a go library).
#[test]
fn sonneborn_berger_separates() {
    let rows = ["** 10 11 11", "01 ** 10 11", "00 01 ** 11", "00 00 00 **"];
    // As published: A lost to B once and to D once; C beat B once; D beat A.
    let rows =
        [rows[0].replace("11 11", "11 10"), rows[1].into(), rows[2].into(), "01 00 00 **".into()];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let m =
        from_crosstable(&["A", "B", "C", "D"], &rows, "cycles: 2, tiebreaks: [sonneborn-berger]");
    let list = stand(&m);
    assert_eq!(names(&list), ["A", "B", "C", "D"]);
    let values: Vec<Quarters> = list.iter().map(|s| s.criteria[0].value.unwrap()).collect();
    assert_eq!(values, [44, 36, 24, 16].map(Quarters));
}

#[test]
fn those_whom_nothing_separates_share_their_places() {
    let m = from_crosstable(
        &["A", "B", "C"],
        &["* ½ ½", "½ * ½", "½ ½ *"],
        "tiebreaks: [direct-encounter, wins, sonneborn-berger, koya]",
    );
    let list = stand(&m);
    assert!(list.iter().all(|s| s.places == Some([1, 3])));
    // Before all have met the direct encounter says nothing.
    let m = from_crosstable(
        &["A", "B", "C"],
        &["* ½ .", "½ * ½", ". ½ *"],
        "tiebreaks: [direct-encounter]",
    );
    let list = stand(&m);
    assert_eq!((names(&list), list[1].criteria[0].value), (vec!["B", "A", "C"], None));
}

#[test]
fn wing_points_and_a_scale_of_ones_own() {
    let text = |rules: &str| {
        format!(
            "format: riverpost-match/1\nid: t\ntitle: T\nplayers: [{{id: a, name: A}}, {{id: b, name: B}}, {{id: c, name: C}}]\ntournament: {{{rules}}}\ngames:\n  - {{id: g1, game: wing, south: a, north: b, result: south, how: adjudication}}\n  - {{id: g2, game: wing, between: [b, c], result: draw, how: adjudication}}\n"
        )
    };
    let points = |rules: &str| -> Vec<i32> {
        let m = parse(text(rules)).unwrap();
        stand(&m).iter().map(|s| s.points.in_halves()).collect()
    };
    assert_eq!(points("game: wing"), [6, 1, 1]);
    assert_eq!(points("game: wing, scale: {win: 1, draw: ½}"), [2, 1, 1]);
    assert_eq!(points("game: wing, byes: [{player: c, round: 1, points: 1}]"), [6, 3, 1]);
}

#[test]
fn the_schedule_gives_sides_and_what_is_missing() {
    let text = "format: riverpost-match/1\nid: t\ntitle: T\nplayers: [{id: a, name: A}, {id: b, name: B}, {id: c, name: C}]\ntournament: {game: wing}\ngames:\n  - {id: g1, game: wing, between: [b, a]}\n";
    let m = parse(text).unwrap();
    let none = RecordedGames::new();
    let sides = assign(&m, &none);
    assert_eq!(sides.pair("g1"), Some(["a", "b"]));
    assert!(sides.of("g1").unwrap().reason.contains("round 2"));
    let left: Vec<(u32, String, String)> =
        missing(&m).into_iter().map(|p| (p.round, p.south, p.north)).collect();
    let of = |r, s: &str, n: &str| (r, s.to_owned(), n.to_owned());
    assert_eq!(left, [of(1, "b", "c"), of(3, "c", "a")]);
    let list = next(&m, &sides, &score(&m, &sides, &none));
    assert_eq!(list.iter().filter(|n| matches!(n, NextStep::Pair { .. })).count(), 2);
    let table = schedule_table(&berger(3, 1), &["A", "B", "C"]).csv();
    assert!(table.contains("1,A,(no opponent)"), "{table}");
}

fn withdrawn(rows: &[&str], rule: &str) -> Match {
    from_crosstable(
        &["A", "B", "C", "D", "E"],
        rows,
        &format!("withdrawals: [{{player: E{rule}}}], tiebreaks: [wins]"),
    )
}

#[test]
fn the_half_played_rule() {
    let none = RecordedGames::new();
    // E played two of four: the results stay, the rest is lost by forfeit.
    let half = ["* ½ ½ ½ 1", "½ * ½ ½ 0", "½ ½ * ½ .", "½ ½ ½ * .", "0 1 . . *"];
    let m = withdrawn(&half, "");
    let own = tournament_results(&m, &assign(&m, &none), &none).remove(0);
    let left = own.withdrawn[4].as_ref().unwrap();
    assert_eq!(left.results, WithdrawnResults::Kept);
    assert!(left.why.contains("2 of 4 played, half or more"), "{}", left.why);
    let list = standings(&own, &[Criterion::Wins]);
    let points: Vec<(&str, i32)> =
        list.iter().map(|s| (s.name.as_str(), s.points.in_halves())).collect();
    assert_eq!(points, [("A", 5), ("C", 5), ("D", 5), ("B", 3), ("E", 2)]);
    let table = crosstable(&own, &list).text();
    assert!(table.contains('+') && table.contains('-'), "{table}");
    // E played one of four: nothing counts.
    let less = ["* ½ ½ ½ 1", "½ * ½ ½ .", "½ ½ * ½ .", "½ ½ ½ * .", "0 . . . *"];
    let m = withdrawn(&less, "");
    let own = tournament_results(&m, &assign(&m, &none), &none).remove(0);
    assert_eq!(own.withdrawn[4].as_ref().unwrap().results, WithdrawnResults::Annulled);
    let list = standings(&own, &[]);
    assert!(list[..4].iter().all(|s| s.points == Points::halves(3) && s.places == Some([1, 4])));
    assert_eq!((list[4].name.as_str(), list[4].places), ("E", None));
    assert!(crosstable(&own, &list).text().contains("(1)"));
    // The arbiter may decide otherwise.
    let m = withdrawn(&less, ", results: kept");
    let list = stand(&m);
    assert!(list[..4].iter().all(|s| s.points == Points::halves(5)));
    assert_eq!(missing(&m), []);
}

/// A published team crosstable: three teams with 8 match points, 12, 12 and 11 board points; three boards each.
#[test]
fn teams_by_match_points_and_board_points() {
    let names = ["Bogojina", "Kočevje", "Maribor", "Poljčane", "Šmarje", "Izola"];
    let boards = [
        [0, 2, 1, 3, 3, 3],
        [1, 0, 2, 3, 3, 3],
        [2, 1, 0, 3, 2, 3],
        [0, 0, 0, 0, 2, 3],
        [0, 0, 1, 1, 0, 3],
        [0; 6],
    ];
    let mut text = String::from("format: riverpost-match/1\nid: t\ntitle: T\nteams:\n");
    for (i, name) in names.iter().enumerate() {
        writeln!(text, "  - {{id: t{i}, name: {name}}}").unwrap();
    }
    text += "externals: [{name: Chess, win: 1, draw: ½}]\ntournament: {boards: 3, tiebreaks: [board-points, direct-encounter]}\ngames:\n";
    for (one, row) in boards.iter().enumerate() {
        for (other, points) in row.iter().enumerate().skip(one + 1) {
            for board in 1..=3 {
                let won = board <= *points;
                // The second board changes sides, so that board points must be counted by team.
                let (south, north) = if board == 2 { (other, one) } else { (one, other) };
                let result = if won == (board != 2) { "south" } else { "north" };
                writeln!(
                    text,
                    "  - {{id: g{one}{other}{board}, external: Chess, board: {board}, south: t{south}, north: t{north}, result: {result}}}"
                )
                .unwrap();
            }
        }
    }
    let list = stand(&parse(&text).unwrap());
    assert_eq!(self::names(&list), names);
    let points: Vec<i32> = list.iter().map(|s| s.points.in_halves() / 2).collect();
    assert_eq!(points, [8, 8, 8, 4, 2, 0]);
    let boards: Vec<i64> = list.iter().map(|s| s.criteria[0].value.unwrap().0 / 4).collect();
    assert_eq!(boards, [12, 12, 11, 5, 5, 0]);
    // Level on board points too, Bogojina beat Kočevje 2–1.
    assert_eq!(list[0].places, Some([1, 1]));
}

// Edge cases, with values worked out by hand.

const FIVE: &str = "format: riverpost-match/1\nid: t\ntitle: T\nplayers: [{id: a, name: A}, {id: b, name: B}, {id: c, name: C}, {id: d, name: D}, {id: e, name: E}]\n";

/// Standings and scores of a match without records.
fn views(text: &str) -> (Vec<TournamentResults>, Vec<Standing>, MatchScore, Vec<NextStep>) {
    let m = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let none = RecordedGames::new();
    let sides = assign(&m, &none);
    let score = score(&m, &sides, &none);
    let next = next(&m, &sides, &score);
    let results = tournament_results(&m, &sides, &none);
    let list = standings(&results[0], &m.tournament.as_ref().unwrap().tiebreaks);
    assert_eq!(score.faults, []);
    (results, list, score, next)
}

/// The points of the standings in halves, in the order of the match file, and that the score says the same.
#[track_caller]
fn agreed(text: &str, nominal: bool) -> Vec<i32> {
    let (results, _, score, _) = views(text);
    let totals: Vec<Points> = results[0].totals();
    assert_eq!(totals, if nominal { score.nominal } else { score.points }, "{text}");
    totals.iter().map(|points| points.in_halves()).collect()
}

/// Games of a Wing event by pairs of letters, South first: `ab+` South won, `-` North, `=` a draw, `.` not played.
fn wing_games(list: &str, rules: &str) -> String {
    let mut text = format!("{FIVE}tournament: {{game: wing{rules}}}\ngames:\n");
    for game in list.split_whitespace() {
        let [south, north, result] = [0, 1, 2].map(|i| &game[i..=i]);
        let result = match result {
            "+" => ", result: south, how: adjudication",
            "-" => ", result: north, how: adjudication",
            "=" => ", result: draw, how: adjudication",
            _ => "",
        };
        writeln!(
            text,
            "  - {{id: {south}{north}, game: wing, south: {south}, north: {north}{result}}}"
        )
        .unwrap();
    }
    text
}

#[test]
fn games_of_who_withdrew_are_neither_proposed_nor_open_and_both_views_agree() {
    // E has played two of four, and drops out with the games against C (entered) and D (not entered) left.
    let games = "ab+ ac= ad= bc. bd- cd+ ae+ eb+ ec.";
    let kept = wing_games(games, ", withdrawals: [{player: e}]");
    // A 3 + ½ + ½ + 3, B 0 + 0 + 0, C ½ + 3 + 3 (E), D ½ + 3 + 0 + 3 (E), E 0 + 3.
    assert_eq!(agreed(&kept, false), [14, 0, 13, 13, 6]);
    let (_, _, score, next) = views(&kept);
    let line = score.game("ec").unwrap();
    assert_eq!((line.state.as_str(), line.closed), ("north won by forfeit", true));
    let due: Vec<&str> = next
        .iter()
        .map(|step| match step {
            NextStep::Play { game, .. } => game.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(due, ["bc"]);
    // Annulled, none of E's games counts, and those left are void.
    let annulled = wing_games(games, ", withdrawals: [{player: e, results: annulled}]");
    assert_eq!(agreed(&annulled, false), [8, 0, 7, 7, 0]);
    let (results, list, score, next) = views(&annulled);
    assert_eq!(next.len(), 1);
    assert_eq!(score.game("ec").unwrap().state, "void");
    let words = &score.game("ae").unwrap().arithmetic;
    assert!(
        words.ends_with("it does not count, since E withdrew (2 of 4 played; the arbiter decides)"),
        "{words}"
    );
    assert_eq!(results[0].open, 1, "B and C are to meet");
    assert_eq!(list.last().map(|row| (row.name.as_str(), row.places)), Some(("E", None)));
}

#[test]
fn a_scale_holds_for_forfeits_and_annulments_in_both_views() {
    let scale = ", scale: {win: 3, draw: 2, loss: 1}";
    let games = "ab+ ac= ad= bc. bd- cd+ ae+ eb+ ec.";
    // By play a loss scores 1, by forfeit nothing. A 3 2 2 3, B 1 1 1, C 2 3 3, D 2 3 1 3, E 1 3 0 0.
    let kept = wing_games(games, &format!("{scale}, withdrawals: [{{player: e}}]"));
    assert_eq!(agreed(&kept, false), [20, 6, 16, 18, 8]);
    let annulled =
        wing_games(games, &format!("{scale}, withdrawals: [{{player: e, results: annulled}}]"));
    assert_eq!(agreed(&annulled, false), [14, 4, 10, 12, 0]);
    let byes = wing_games("ab+", &format!("{scale}, byes: [{{player: c, round: 1, points: 2}}]"));
    assert_eq!(agreed(&byes, false), [6, 2, 4, 0, 0]);
}

#[test]
fn s2_an_event_of_high_counts_nominal_points_in_both_views() {
    let text = format!(
        "{FIVE}tournament: {{game: fortress, variation: high, withdrawals: [{{player: e, results: kept}}]}}\ngames:\n  \
         - {{id: g1, game: fortress, variation: high, south: a, north: b, result: south, how: adjudication}}\n  \
         - {{id: g2, game: fortress, variation: high, south: c, north: d, result: draw, how: adjudication}}\n  \
         - {{id: g3, game: fortress, variation: high, south: a, north: e}}\n  \
         - {{id: g4, game: fortress, variation: high, south: e, north: b}}\n"
    );
    // South wins 2, North has 2 by a draw; E loses to A, who is South (2), and to B, who is North (4). By the published
    // table for six C is North against E in round 2 (4), and D South in round 3 (2).
    assert_eq!(agreed(&text, true), [8, 8, 8, 8, 0]);
    let (results, _, score, _) = views(&text);
    assert_eq!(results[0].unit, "Nominal Points");
    assert!(score.points.iter().all(|points| *points == Points::ZERO));
}

#[test]
fn stated_points_of_external_games_hold_for_forfeits_and_koya() {
    // Nobody declares what a win is worth: the most that is stated, 2, is. D never plays, A 2 + 2 + 2, B 1 + 0 + 2,
    // C 0 + 2 + 2, and half of the most is 3.
    let text = format!(
        "{}tournament: {{tiebreaks: [koya], withdrawals: [{{player: d, results: kept}}]}}\ngames:\n  \
         - {{id: ab, external: Go, south: a, north: b, points: {{south: 2, north: 1}}}}\n  \
         - {{id: ac, external: Go, south: a, north: c, points: {{south: 2, north: 0}}}}\n  \
         - {{id: bc, external: Go, south: b, north: c, points: {{south: 0, north: 2}}}}\n",
        FIVE.replace(", {id: e, name: E}", "")
    );
    assert_eq!(agreed(&text, false), [12, 6, 8, 0]);
    let (_, list, _, _) = views(&text);
    assert_eq!(names(&list), ["A", "C", "B", "D"]);
    let koya: Vec<Quarters> = list.iter().map(|row| row.criteria[0].value.unwrap()).collect();
    assert_eq!(koya, [16, 8, 4, 0].map(Quarters));
}

#[test]
fn a_void_board_leaves_the_team_match_visible_and_unfinished() {
    let text = "format: riverpost-match/1\nid: t\ntitle: T\nteams: [{id: f, name: Foxes}, {id: o, name: Owls}, {id: c, name: Cats}]\ntournament: {game: wing, boards: 2}\ngames:\n  - {id: g1, game: wing, board: 1, south: f, north: o, result: south, how: adjudication}\n  - {id: g2, game: wing, board: 2, south: o, north: f, result: void, note: wrong array}\n";
    let (results, list, score, next) = views(text);
    let [meeting] = &results[0].meetings[..] else { panic!("{:?}", results[0].meetings) };
    assert!(!meeting.finished && !meeting.counts && results[0].open == 3);
    assert_eq!(list.iter().map(|row| row.points.in_halves()).sum::<i32>(), 0);
    let table = crosstable(&results[0], &list);
    assert_eq!(table.rows[0][1..4], ["Foxes", "×", "3…"]);
    assert_eq!(table_notes(&results[0], &list), ["…: the team match is not over"]);
    assert!(!score.game("g2").unwrap().closed);
    assert!(
        matches!(&next[0], NextStep::Play { game, why, .. } if game == "g2" && why.ends_with("is void")),
        "{next:?}"
    );
    // Played again on the same board, the match is over: 3½ to ½, and 2 match points.
    let again = format!(
        "{text}  - {{id: g3, game: wing, board: 2, south: o, north: f, result: draw, how: adjudication}}\n"
    );
    let (results, list, _, _) = views(&again);
    let [meeting] = &results[0].meetings[..] else { panic!("{:?}", results[0].meetings) };
    assert!(meeting.finished && meeting.counts && results[0].open == 2);
    assert_eq!(meeting.boards.map(Points::in_halves), [7, 1]);
    assert_eq!((list[0].name.as_str(), list[0].points), ("Foxes", Points::halves(4)));
}

/// A to D have three points each. Among themselves A and B have 2, C and D 1; then A beat B, and D beat C.
#[test]
fn direct_encounter_is_applied_again_to_those_still_level() {
    let rows =
        ["* 1 0 1 0 1", "0 * 1 1 0 1", "1 0 * 0 1 1", "0 0 1 * 1 1", "1 1 0 0 * 0", "0 0 0 0 1 *"];
    let m =
        from_crosstable(&["A", "B", "C", "D", "E", "F"], &rows, "tiebreaks: [direct-encounter]");
    let list = stand(&m);
    assert_eq!(names(&list), ["A", "B", "D", "C", "E", "F"]);
    assert!(list.iter().enumerate().all(|(at, row)| row.places == Some([at + 1, at + 1])));
    let values: Vec<(i64, Vec<i64>)> = list[..4]
        .iter()
        .map(|row| &row.criteria[0])
        .map(|v| (v.value.unwrap().0 / 4, v.again.iter().map(|q| q.0 / 4).collect()))
        .collect();
    assert_eq!(values, [(2, vec![1]), (2, vec![0]), (1, vec![1]), (1, vec![0])]);
    let none = RecordedGames::new();
    let field = tournament_results(&m, &assign(&m, &none), &none).remove(0);
    let text = arithmetic_table(&field, &list).text();
    assert!(
        text.contains(
            "1 against B + 0 against C + 1 against D = 2; among those left level 1 against B = 1"
        ),
        "{text}"
    );
    assert!(crosstable(&field, &list).text().contains("2 (1)"));
    assert!(text.contains("1 + 0 + 1 + 0 + 1 = 3"), "points explain themselves: {text}");
}

/// Of those who are left, the first has one point more than all others, who are level, so that each encounter separates one.
/// Byes make all level before that.
#[test]
fn an_encounter_that_is_applied_very_often_is_told_in_few_words() {
    const MANY: usize = 14;
    let mut totals = [0; MANY];
    let mut games = String::new();
    for high in 0..MANY {
        for low in high + 1..MANY {
            let points = if low == high + 1 { [MANY - 1 - high, 0] } else { [0, 1] };
            totals[high] += points[0];
            totals[low] += points[1];
            let [south, north] = points;
            games.push_str(&format!(
                "  - {{id: g{high}-{low}, external: Stones, south: p{high}, north: p{low}, points: {{south: {south}, north: {north}}}}}\n"
            ));
        }
    }
    let most = totals.iter().max().unwrap();
    let mut text = "format: riverpost-match/1\nid: t\ntitle: T\nplayers:\n".to_owned();
    (0..MANY).for_each(|at| text.push_str(&format!("  - {{id: p{at}, name: P{at}}}\n")));
    let byes: Vec<String> = (0..MANY)
        .map(|at| format!("{{player: p{at}, round: 1, points: {}}}", most - totals[at]))
        .collect();
    let byes = byes.join(", ");
    text.push_str(&format!(
        "tournament:\n  tiebreaks: [direct-encounter]\n  byes: [{byes}]\ngames:\n{games}"
    ));
    let list = stand(&parse(text).unwrap());
    let last = &list[MANY - 1].criteria[0];
    assert_eq!(last.again.len(), MANY - 2);
    assert_eq!(last.arithmetic.matches(" against P0").count(), 1);
    assert_eq!(last.arithmetic.matches("; among those left level ").count(), MANY - 2);
    let sums: String = (0..4).rev().map(|sum| format!("; among those left level {sum}")).collect();
    assert!(last.arithmetic.ends_with(&format!(" = 4{sums}")), "{}", last.arithmetic);
}

#[test]
fn sections_meet_among_themselves_and_the_first_move_up() {
    let text = |result: &str| {
        let head = FIVE.replace(", {id: e, name: E}", "");
        format!(
            "{head}tournament: {{game: wing, sections: [{{id: x, title: Premier, entrants: [a, c]}}, {{id: y, entrants: [d, b], promoted: 1}}]}}\ngames:\n  - {{id: g1, game: wing, between: [b, d]{result}}}\n"
        )
    };
    let m = parse(text("")).unwrap();
    let rounds: Vec<(u32, Vec<[usize; 2]>)> =
        schedule(&m).into_iter().map(|round| (round.number, round.pairs)).collect();
    assert_eq!(rounds, [(1, vec![[0, 2]]), (1, vec![[3, 1]])]);
    assert_eq!(missing(&m).len(), 1);
    assert_eq!(assign(&m, &RecordedGames::new()).pair("g1"), Some(["d", "b"]), "by its schedule");
    let promoted = |result: &str| {
        let (results, ..) = views(&text(result));
        assert_eq!(
            results.iter().map(|r| r.section.as_deref()).collect::<Vec<_>>(),
            [Some("Premier"), Some("y")]
        );
        promotion(&results[1], &standings(&results[1], &[])).words()
    };
    assert_eq!(
        promoted("").as_deref(),
        Some("level for 1 more to move up: D, B (as it stands, with 1 open)")
    );
    assert_eq!(promoted(", result: north, how: adjudication").as_deref(), Some("moving up: B"));
    assert_eq!(
        promoted(", result: draw, how: adjudication").as_deref(),
        Some("level for 1 more to move up: D, B")
    );
    let across = text("").replace("[b, d]", "[a, b]");
    assert!(parse(across).unwrap_err().message.contains("a and b are in different sections"));
    let twice = text("").replace("[d, b]", "[d, a]");
    assert!(parse(twice).unwrap_err().message.contains("a is in a section already"));
}

#[test]
fn the_score_of_many_has_a_row_for_each() {
    let players: String =
        ('a'..='i').map(|id| format!("  - {{id: {id}, name: N{id}}}\n")).collect();
    let text = format!(
        "format: riverpost-match/1\nid: t\ntitle: T\nplayers:\n{players}tournament: {{game: wing}}\ngames: [{{id: g, game: wing, south: a, north: b, result: south, how: adjudication}}]\n"
    );
    let (_, _, score, _) = views(&text);
    let table = score_table(&parse(&text).unwrap(), &score);
    assert_eq!((table.head[5].as_str(), table.rows.len()), ("points S–N", 1 + 9));
    assert_eq!(table.rows[0][5], "3–0");
    assert_eq!((table.rows[1][0].as_str(), table.rows[1][5].as_str()), ("total: Na", "3"));
}
