//! The clocks against ledgers worked by hand, against their own laws, and against hostile texts.

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc, Weekday};
use proptest::prelude::*;
use riverpost::clock::*;
use riverpost::rules::Side::{self, North, South};
use std::num::NonZeroU16;

fn t(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn span(text: &str) -> TimeSpan {
    text.parse().unwrap()
}

fn control(text: &str) -> TimeControl {
    text.parse().unwrap()
}

fn later(instant: DateTime<Utc>, by: &str) -> DateTime<Utc> {
    instant + TimeDelta::seconds(span(by).as_seconds())
}

/// How many events come before those that a [`Game`] tells.
const BOUND: usize = 2;

/// Both players are bound at the start.
fn bound(start: ClockStart) -> Vec<ClockEvent> {
    Side::BOTH.map(|side| ClockEvent { at: start.at, action: ClockAction::Bound { side } }).to_vec()
}

/// A game being played, told as spans of thinking.
struct Game {
    control: TimeControl,
    options: ClockOptions,
    start: ClockStart,
    now: DateTime<Utc>,
    events: Vec<ClockEvent>,
}

impl Game {
    fn new(time: &str, start: &str) -> Game {
        let at = t(start);
        let start = ClockStart { at, first: South };
        Game {
            control: control(time),
            options: ClockOptions::default(),
            start,
            now: at,
            events: Vec::new(),
        }
    }

    /// What happened, after both players were bound at the start.
    fn all(&self) -> Vec<ClockEvent> {
        bound(self.start).into_iter().chain(self.events.clone()).collect()
    }

    fn wait(&mut self, by: &str) -> &mut Game {
        self.now = later(self.now, by);
        self
    }

    fn act(&mut self, action: ClockAction) -> &mut Game {
        self.events.push(ClockEvent { at: self.now, action });
        self
    }

    /// South moves after each of these spans, North answers at once.
    fn south(&mut self, spans: &[&str]) -> &mut Game {
        for by in spans {
            self.wait(by).act(ClockAction::Move { side: South });
            self.act(ClockAction::Move { side: North });
        }
        self
    }

    fn at(&self, at: DateTime<Utc>) -> Result<Ledger, ClockError> {
        ledger(&self.control, &self.options, self.start, &self.all(), at)
    }

    fn ledger(&self) -> Ledger {
        let ledger = self.at(self.now).unwrap();
        balanced(&ledger);
        ledger
    }
}

/// The laws of every ledger.
fn balanced(ledger: &Ledger) {
    for side in Side::BOTH {
        let mut before = Balance::default();
        let (mut given, mut lost, mut charged) = (TimeSpan::ZERO, TimeSpan::ZERO, TimeSpan::ZERO);
        for line in ledger.lines.iter().filter(|line| line.side == side) {
            let steps: TimeSpan = line.steps.iter().map(|step| step.amount).sum();
            assert_eq!(line.elapsed + steps, line.charged, "{line:?}");
            let used: TimeSpan = line
                .entries
                .iter()
                .filter(|e| e.reason == TimeReason::Used)
                .map(|e| e.amount)
                .sum();
            assert_eq!(used, -line.charged, "{line:?}");
            for LedgerEntry { part, amount, reason } in &line.entries {
                match part {
                    TimePart::Clock => before.clock += *amount,
                    TimePart::Reserve | TimePart::Bank => before.spare += *amount,
                }
                if *amount > TimeSpan::ZERO {
                    given += *amount;
                } else if *reason != TimeReason::Used {
                    lost -= *amount;
                }
            }
            charged += line.charged;
            if let Some(remaining) = line.remaining {
                assert_eq!(remaining, before, "{line:?}");
            }
        }
        if let Some(remaining) = ledger.side(side).remaining {
            assert_eq!(remaining, before);
            assert_eq!(charged + lost + remaining.total(), given, "{side:?}");
        }
        for line in &ledger.lines {
            for reason in
                line.steps.iter().map(|s| &s.reason).chain(line.entries.iter().map(|e| &e.reason))
            {
                assert!(RULINGS.iter().any(|ruling| ruling.id == reason.ruling()));
                assert!(!reason.to_string().is_empty());
            }
        }
    }
}

/// South's moves as `charged -> clock/spare`.
fn moves(ledger: &Ledger) -> Vec<String> {
    let of_south = ledger.lines.iter().filter(|line| line.side == South);
    let moves = of_south.filter(|line| matches!(line.subject, LineSubject::Move { .. }));
    moves
        .map(|line| {
            let left = line.remaining.unwrap();
            format!(
                "{} -> {}/{}",
                line.charged.compact(),
                left.clock.compact(),
                left.spare.compact()
            )
        })
        .collect()
}

fn why(line: &LedgerLine) -> Vec<String> {
    let steps = line.steps.iter().map(|s| format!("{} {}", s.amount, s.reason));
    let entries = line.entries.iter().map(|e| format!("{} {}: {}", e.part, e.amount, e.reason));
    steps.chain(entries).collect()
}

/// The line of an event of a [`Game`].
fn line_of(ledger: &Ledger, event: usize) -> &LedgerLine {
    ledger.lines.iter().find(|line| line.event == Some(event + BOUND)).unwrap()
}

#[test]
fn c3_c4_c8_blocks_double_long_thinking_and_carry_over() {
    let mut game = Game::new("50d/10", "2026-01-01T12:00:00Z");
    game.south(&["23d13h", "23h59m", "2d", "2d", "2d", "2d", "2d", "2d", "2d", "2d"]);
    game.south(&["1d"; 9]).south(&["21d3h"]);
    let ledger = game.ledger();
    let moves = moves(&ledger);
    assert_eq!(moves[..4], ["26d -> 24d/0d", "0d -> 24d/0d", "2d -> 22d/0d", "2d -> 20d/0d"]);
    assert_eq!(moves[8..11], ["2d -> 10d/0d", "2d -> 58d/0d", "1d -> 57d/0d"]);
    assert_eq!(moves[18..], ["1d -> 49d/0d", "22d -> 77d/0d"]);
    let first = line_of(&ledger, 0);
    assert_eq!(
        why(first),
        [
            "-13h part of a day, only whole days count",
            "3d 3 days past the 20th count twice",
            "clock -26d: used"
        ]
    );
    assert_eq!(
        why(line_of(&ledger, 18)),
        ["clock -2d: used", "clock 50d: for moves 11 to 20, besides 8d carried over"]
    );
    // With 77 days left 48 days cost 76, 49 cost 78: the flag falls when the 49th is full.
    assert_eq!(ledger.side(South).flag, Some(later(game.now, "49d")));
    assert_eq!(ledger.side(North).flag, None);
    assert_eq!(ledger.side(North).remaining.unwrap().clock, span("150d"));
}

#[test]
fn c5_blocks_fall_at_the_end_of_the_day_that_is_one_too_many() {
    let mut game = Game::new("10d/2", "2026-01-01T00:00:00Z");
    game.south(&["10d23h"]);
    let ledger = game.ledger();
    assert_eq!(moves(&ledger), ["10d -> 0d/0d"]);
    assert_eq!(flag_fallen(&ledger, South), None);
    assert_eq!(ledger.side(South).flag, Some(later(game.now, "1d")));
    let turn = game.now;
    let last_second = turn + TimeDelta::seconds(86_399);
    assert_eq!(flag_fallen(&game.at(last_second).unwrap(), South), None);
    assert_eq!(flag_fallen(&game.at(later(turn, "1d")).unwrap(), South), Some(later(turn, "1d")));
    // A late move that nobody claimed brings the next block, and what is owed is taken from it.
    game.south(&["1d1h"]);
    let ledger = game.ledger();
    assert_eq!(moves(&ledger)[1], "1d -> 9d/0d");
    assert!(
        why(line_of(&ledger, 2)).contains(&"clock 10d: for moves 3 to 4, less 1d owed".to_string())
    );
    assert_eq!(line_of(&ledger, 2).late, Some(later(turn, "1d")));
    assert_eq!(flag_fallen(&ledger, South), None);
    assert_eq!(
        Game::new("50d/10", "2026-01-01T00:00:00Z").ledger().side(South).flag,
        Some(t("2026-02-06T00:00:00Z"))
    );
}

#[test]
fn c12_leave_across_the_end_of_a_year() {
    let mut game = Game::new("40d", "2026-12-18T12:00:00Z");
    game.options.leave = 20;
    game.wait("20h").act(ClockAction::Leave {
        side: South,
        from: date("2026-12-20"),
        to: date("2027-01-02"),
    });
    let ledger = game.ledger();
    assert_eq!(ledger.side(South).flag, Some(t("2027-02-10T12:00:00Z")));
    assert_eq!(ledger.side(South).leave, [(2026, 12), (2027, 2)]);
    assert!(
        matches!(&line_of(&ledger, 0).subject, LineSubject::Leave { years, .. } if *years == [(2026, 12), (2027, 2)])
    );

    game.now = t("2027-01-05T12:00:00Z");
    game.act(ClockAction::Move { side: South });
    let ledger = game.ledger();
    assert_eq!(moves(&ledger), ["4d -> 36d/0d"]);
    assert_eq!(why(line_of(&ledger, 1)), ["-14d on leave", "clock -4d: used"]);
    assert_eq!(line_of(&ledger, 1).elapsed, span("18d"));

    // The quota is a year's: 18 days of 2027 are left, 19 are not, and North has his own.
    let leave = |side, to| ClockAction::Leave { side, from: date("2027-02-01"), to: date(to) };
    game.act(leave(North, "2027-02-20")).ledger();
    game.act(leave(South, "2027-02-18")).ledger();
    game.events.pop();
    game.act(leave(South, "2027-02-19"));
    assert_eq!(
        game.at(game.now),
        Err(ClockError::LeaveQuota { event: 5, year: 2027, asked: 19, left: 18, quota: 20 })
    );
}

#[test]
fn c12_leave_that_cannot_be() {
    let leave =
        |from: &str, to: &str| ClockAction::Leave { side: South, from: date(from), to: date(to) };
    let refusal = |quota, leaves: &[(&str, &str)]| {
        let mut game = Game::new("none", "2026-05-10T18:00:00Z");
        game.options.leave = quota;
        for (from, to) in leaves {
            game.act(leave(from, to));
        }
        game.at(game.now).err().map(|error| error.to_string())
    };
    assert_eq!(refusal(5, &[("2026-05-10", "2026-05-14")]), None);
    let no_quota = refusal(0, &[("2026-05-10", "2026-05-10")]).unwrap();
    assert_eq!(no_quota, "event 2 takes 1 days of leave in 2026, but 0 of 0 are left");
    assert!(
        refusal(5, &[("2026-05-09", "2026-05-10")]).unwrap().contains("it was taken on 2026-05-10")
    );
    assert!(refusal(5, &[("2026-05-12", "2026-05-11")]).unwrap().contains("before it begins"));
    let twice = refusal(9, &[("2026-05-12", "2026-05-13"), ("2026-05-13", "2026-05-14")]);
    assert!(twice.unwrap().contains("already are leave"));
    assert_eq!(refusal(9, &[("2026-05-14", "2026-05-15"), ("2026-05-12", "2026-05-13")]), None);
    assert_eq!(refusal(366, &[("2026-05-12", "2027-05-12")]), None);
    assert!(refusal(366, &[("2026-05-12", "2027-05-13")]).unwrap().contains("more than 366 days"));
    assert!(refusal(9, &[("2026-05-12", "+262142-12-31")]).is_some());
}

#[test]
fn c12_leave_of_today_spares_only_what_is_left_of_the_day() {
    let mut game = Game::new("1d", "2026-05-10T00:00:00Z");
    game.options.leave = 9;
    game.wait("18h").act(ClockAction::Leave {
        side: South,
        from: date("2026-05-10"),
        to: date("2026-05-11"),
    });
    assert_eq!(game.ledger().side(South).flag, Some(t("2026-05-12T06:00:00Z")));
    game.now = t("2026-05-12T06:00:00Z");
    let ledger = game.ledger();
    assert_eq!(flag_fallen(&ledger, South), Some(game.now));
    assert_eq!(why(ledger.lines.last().unwrap()), ["-1d 6h on leave", "clock -1d: used"]);
    // A leave does not raise a flag that is down.
    game.act(ClockAction::Leave { side: South, from: date("2026-05-12"), to: date("2026-05-13") });
    assert_eq!(flag_fallen(&game.ledger(), South), Some(t("2026-05-12T06:00:00Z")));
}

#[test]
fn c9_tiger_runs_into_the_reserve_and_falls() {
    let mut game = Game::new("tiger 10d r1d", "2026-01-01T00:00:00Z");
    game.south(&["3d", "3d", "3d"]);
    assert_eq!(moves(&game.ledger()), ["3d -> 7d/1d", "3d -> 4d/2d", "3d -> 1d/3d"]);
    assert_eq!(game.ledger().side(South).flag, Some(later(game.now, "4d")));
    game.south(&["2d", "12h"]);
    let ledger = game.ledger();
    assert_eq!(moves(&ledger)[3..], ["2d -> 0d/2d", "12h -> 0d/1d12h"]);
    assert_eq!(
        why(line_of(&ledger, 4)),
        ["clock -3d: used", "reserve 1d: reserve for a move in main time"]
    );
    assert_eq!(why(line_of(&ledger, 6)), ["clock -1d: used", "reserve -1d: used"]);
    let flag = later(game.now, "1d12h");
    assert_eq!(ledger.side(South).flag, Some(flag));
    game.south(&["2d"]);
    let ledger = game.ledger();
    assert_eq!(moves(&ledger)[5], "2d -> 0d/-12h");
    assert_eq!(line_of(&ledger, 10).late, Some(flag));
    assert_eq!(flag_fallen(&ledger, South), Some(flag));
    // A gift pays the debt first and puts the rest on the clock.
    game.act(ClockAction::Gift { by: North, amount: span("1d") });
    let ledger = game.ledger();
    assert_eq!(
        why(line_of(&ledger, 12)),
        ["reserve 12h: gift of the opponent", "clock 12h: gift of the opponent"]
    );
    assert_eq!(ledger.side(South).flag, Some(later(game.now, "12h")));
}

#[test]
fn c10_triple_block_and_its_three_parts() {
    let mut game = Game::new("triple 10d +2d*3 bank 4d", "2026-01-01T00:00:00Z");
    assert_eq!(game.ledger().side(South).flag, Some(t("2026-01-15T00:00:00Z")));
    game.south(&["1d", "6d", "9d", "1d"]);
    let ledger = game.ledger();
    assert_eq!(moves(&ledger), ["1d -> 10d/5d", "6d -> 6d/5d", "9d -> 2d/2d", "1d -> 1d/2d"]);
    assert_eq!(
        why(line_of(&ledger, 0)),
        ["clock -1d: used", "clock 1d: increment", "bank 1d: increment"]
    );
    assert_eq!(
        why(line_of(&ledger, 4)),
        ["clock -6d: used", "bank -3d: used", "clock 2d: increment"]
    );
    assert_eq!(ledger.side(South).flag, Some(later(game.now, "3d")));
}

#[test]
fn c2_c11_each_move_alone() {
    let mut game = Game::new("3d/move", "2026-01-01T00:00:00Z");
    let flag = t("2026-01-05T00:00:00Z");
    game.south(&["1d"]);
    assert_eq!(game.ledger().side(South).flag, Some(flag));
    game.south(&["4d"]);
    let ledger = game.ledger();
    assert_eq!(moves(&ledger), ["1d -> 3d/0d", "4d -> 3d/0d"]);
    assert_eq!(
        why(line_of(&ledger, 0)),
        ["clock -1d: used", "clock -2d: lapsed, not used on this move", "clock 3d: allowance"]
    );
    assert!(
        why(line_of(&ledger, 2)).contains(&"clock 1d: overrun waived, nobody claimed".to_string())
    );
    assert_eq!(line_of(&ledger, 2).late, Some(flag));
    assert_eq!(flag_fallen(&ledger, South), None);
    assert_eq!(ledger.side(South).flag, Some(later(game.now, "3d")));
}

#[test]
fn c7_the_cap_on_a_bank() {
    let mut game = Game::new("10d+2d<=11d", "2026-01-01T00:00:00Z");
    game.south(&["0d", "3d"]);
    let ledger = game.ledger();
    assert_eq!(moves(&ledger), ["0d -> 11d/0d", "3d -> 10d/0d"]);
    assert_eq!(why(line_of(&ledger, 0)), ["clock 2d: increment", "clock -1d: lost, over the cap"]);
    game.act(ClockAction::Gift { by: North, amount: span("5d") }).south(&["0d"]);
    assert_eq!(moves(&game.ledger())[2], "0d -> 15d/0d");
}

#[test]
fn c13_weekends_do_not_count() {
    // 6 March 2026 is a Friday.
    let mut game = Game::new("2d/move", "2026-03-06T12:00:00Z");
    game.options.off = Weekdays::WEEKEND;
    assert_eq!(game.ledger().side(South).flag, Some(t("2026-03-10T12:00:00Z")));
    game.now = t("2026-03-10T11:00:00Z");
    game.act(ClockAction::Move { side: South });
    assert_eq!(
        why(line_of(&game.ledger(), 0))[..2],
        ["-2d day off".to_string(), "clock -1d 23h: used".to_string()]
    );
    let mut game = Game::new("2d/move", "2026-03-06T12:00:00Z");
    game.options.off = Weekdays::new([Weekday::Fri]).unwrap();
    game.options.leave = 9;
    game.act(ClockAction::Leave { side: South, from: date("2026-03-06"), to: date("2026-03-08") });
    assert_eq!(game.ledger().side(South).flag, Some(t("2026-03-11T00:00:00Z")));
}

#[test]
fn thousands_of_years_take_no_time() {
    let start = ClockStart { at: t("0001-01-01T00:00:00Z"), first: South };
    let options = ClockOptions { off: Weekdays::WEEKEND, ..ClockOptions::default() };
    let gift = ClockEvent {
        at: t("9999-01-04T00:00:00Z"),
        action: ClockAction::Gift { by: North, amount: TimeSpan::DAY },
    };
    let events = [bound(start), vec![gift; 20_000]].concat();
    let ledger =
        ledger(&control("9999d+1d"), &options, start, &events, t("9999-01-04T00:00:00Z")).unwrap();
    balanced(&ledger);
    // 1 January of the year 1 was a Monday, as 4 January 9999 is.
    let weeks = (t("9999-01-04T00:00:00Z") - start.at).num_weeks();
    let charged: TimeSpan = ledger.lines.iter().map(|line| line.charged).sum();
    assert_eq!(charged, TimeSpan::days(weeks * 5));
}

#[test]
fn c14_grace_is_free_on_each_move() {
    let mut game = Game::new("5d", "2026-01-01T00:00:00Z");
    game.options.grace = span("12h");
    assert_eq!(game.ledger().side(South).flag, Some(t("2026-01-06T12:00:00Z")));
    game.south(&["10h", "1d12h"]);
    let ledger = game.ledger();
    assert_eq!(moves(&ledger), ["0d -> 5d/0d", "1d -> 4d/0d"]);
    assert_eq!(why(line_of(&ledger, 2)), ["-12h grace", "clock -1d: used"]);
    let mut game = Game::new("5d/2", "2026-01-01T00:00:00Z");
    game.options.grace = span("12h");
    game.south(&["1d11h", "1d12h"]);
    assert_eq!(moves(&game.ledger()), ["0d -> 5d/0d", "1d -> 9d/0d"]);
}

#[test]
fn c15_credit_penalty_and_gift() {
    let mut game = Game::new("5d", "2026-01-01T00:00:00Z");
    let reason = || "the server was down".to_string();
    game.wait("1d").act(ClockAction::Credit { side: South, amount: span("2d"), reason: reason() });
    assert_eq!(game.ledger().side(South).flag, Some(t("2026-01-08T00:00:00Z")));
    game.wait("1d").act(ClockAction::Penalty { side: South, amount: span("4d"), reason: reason() });
    let ledger = game.ledger();
    assert_eq!(
        why(line_of(&ledger, 1)),
        ["clock -1d: used", "clock -4d: penalty by the arbiter: the server was down"]
    );
    assert_eq!(ledger.side(South).flag, Some(t("2026-01-04T00:00:00Z")));
    // A penalty of more than is left brings the flag down when it is given, not before.
    game.act(ClockAction::Penalty { side: South, amount: span("2d"), reason: reason() });
    assert_eq!(flag_fallen(&game.ledger(), South), Some(game.now));
    game.wait("1d").act(ClockAction::Gift { by: North, amount: span("3d") });
    let ledger = game.ledger();
    assert_eq!(flag_fallen(&ledger, South), None);
    assert_eq!(ledger.side(South).flag, Some(t("2026-01-05T00:00:00Z")));
    assert_eq!(ledger.side(North).remaining.unwrap().clock, span("5d"));
    let refused = |time: &str, amount| {
        let mut game = Game::new(time, "2026-01-01T00:00:00Z");
        game.act(ClockAction::Gift { by: South, amount });
        game.at(game.now).unwrap_err()
    };
    assert_eq!(refused("none", TimeSpan::DAY), ClockError::Untimed { event: 2 });
    assert!(matches!(refused("5d", TimeSpan::ZERO), ClockError::Amount { event: 2, .. }));
    assert!(matches!(refused("5d", TimeSpan::days(i64::MAX)), ClockError::Amount { .. }));
}

#[test]
fn c6_what_is_owed_stays_owed_until_the_increment_pays_it() {
    let mut game = Game::new("2d+1d", "2026-01-01T00:00:00Z");
    game.south(&["2d12h"]);
    let ledger = game.ledger();
    assert_eq!(moves(&ledger), ["2d12h -> 12h/0d"]);
    assert_eq!(flag_fallen(&ledger, South), None);
    game.south(&["2d"]);
    let flag = Some(t("2026-01-04T00:00:00Z"));
    assert_eq!(moves(&game.ledger())[1], "2d -> -12h/0d");
    assert_eq!(flag_fallen(&game.ledger(), South), flag);
    game.south(&["0d"]);
    assert_eq!(moves(&game.ledger())[2], "0d -> 12h/0d");
    assert_eq!(flag_fallen(&game.ledger(), South), None);
}

/// South's flag falls a day before its late move, North's three days after it.
#[test]
fn g8_of_two_flags_the_first_to_fall_counts() {
    let mut game = Game::new("2d", "2026-01-01T00:00:00Z");
    let text = |ledger: &Ledger, side| ledger.reading(side).unwrap().to_string();
    let ledger = game.ledger();
    assert_eq!(text(&ledger, South), "2d left, flag falls at 2026-01-03T00:00:00Z");
    assert_eq!((text(&ledger, North), ledger.out_of_time()), ("2d left".into(), None));
    game.wait("3d").act(ClockAction::Move { side: South }).wait("3d");
    let ledger = game.ledger();
    assert_eq!(text(&ledger, South), "1d over, flag fell at 2026-01-03T00:00:00Z");
    assert_eq!(text(&ledger, North), "1d over, flag fell at 2026-01-06T00:00:00Z");
    assert_eq!(ledger.out_of_time(), Some((South, t("2026-01-03T00:00:00Z"))));
    assert_eq!(Game::new("none", "2026-01-01T00:00:00Z").ledger().reading(South), None);
}

#[test]
fn c17_automatic_flags_end_the_game() {
    let mut game = Game::new("5d", "2026-01-01T00:00:00Z");
    game.options.flag = FlagRule::Automatic;
    let flag = t("2026-01-06T00:00:00Z");
    game.wait("8d");
    let ledger = game.ledger();
    assert_eq!((ledger.running, flag_fallen(&ledger, South)), (None, Some(flag)));
    assert_eq!(ledger.side(South).remaining.unwrap().clock, TimeSpan::ZERO);
    assert_eq!(ledger.lines.last().unwrap().subject, LineSubject::Flag);
    game.act(ClockAction::Move { side: South });
    assert_eq!(game.at(game.now), Err(ClockError::AfterFlag { event: 2, side: South, flag }));
    game.events.clear();
    game.act(ClockAction::Stopped);
    assert_eq!(flag_fallen(&game.ledger(), South), Some(flag));
    // A penalty can bring down the flag of the side that is not to move.
    let mut game = Game::new("5d", "2026-01-01T00:00:00Z");
    game.options.flag = FlagRule::Automatic;
    game.wait("1d").act(ClockAction::Penalty {
        side: North,
        amount: span("5d"),
        reason: "rudeness".into(),
    });
    let ledger = game.ledger();
    assert_eq!((ledger.running, flag_fallen(&ledger, North)), (None, Some(game.now)));
    assert_eq!(ledger.side(South).remaining.unwrap().clock, span("4d"));
}

// G13
#[test]
fn c2_a_clock_stands_until_its_player_is_bound() {
    let start = ClockStart { at: t("2026-01-01T00:00:00Z"), first: South };
    let event = |at, action| ClockEvent { at: t(at), action };
    let events = [
        event("2026-01-04T00:00:00Z", ClockAction::Bound { side: South }),
        event("2026-01-06T00:00:00Z", ClockAction::Move { side: South }),
        event("2026-01-20T00:00:00Z", ClockAction::Bound { side: North }),
        event("2026-01-20T00:00:00Z", ClockAction::Move { side: North }),
    ];
    let at = |instant| {
        let options = ClockOptions { flag: FlagRule::Automatic, ..ClockOptions::default() };
        ledger(&control("5d"), &options, start, &events, t(instant)).unwrap()
    };
    // Nobody is bound: South's clock stands.
    let unbound = at("2026-01-03T00:00:00Z");
    assert_eq!((unbound.running, unbound.side(South).flag), (None, None));
    assert_eq!(why(unbound.lines.last().unwrap()), ["-2d before the player was bound"]);
    // South is, by joining three days before the first move: two days are charged.
    let joined = at("2026-01-05T00:00:00Z");
    assert_eq!(joined.running, Some(South));
    assert_eq!(joined.side(South).flag, Some(t("2026-01-09T00:00:00Z")));
    let ledger = at("2026-01-20T00:00:00Z");
    balanced(&ledger);
    let first = ledger.lines.iter().find(|line| line.event == Some(1)).unwrap();
    assert_eq!(why(first), ["-3d before the player was bound", "clock -2d: used"]);
    // North is with the first move, which costs nothing.
    let first = ledger.lines.iter().find(|line| line.event == Some(3)).unwrap();
    assert_eq!(why(first), ["-14d before the player was bound"]);
    assert_eq!(ledger.side(North).remaining.unwrap().clock, span("5d"));
    assert_eq!(ledger.side(South).flag, Some(t("2026-01-23T00:00:00Z")));
}

#[test]
fn c20_a_turn_goes_on_where_it_stood_when_the_game_is_reopened() {
    let mut game = Game::new("50d/10", "2026-01-01T00:00:00Z");
    game.wait("1d12h").act(ClockAction::Stopped);
    assert_eq!(game.ledger().running, None);
    game.wait("5d").act(ClockAction::Resumed);
    let ledger = game.ledger();
    assert_eq!(why(line_of(&ledger, 1)), ["-5d while the game was over"]);
    // Half a day and a half are a day.
    game.wait("12h").act(ClockAction::Move { side: South });
    let ledger = game.ledger();
    assert_eq!(
        why(line_of(&ledger, 0)),
        ["-12h part of a day, only whole days count", "clock -1d: used"]
    );
    assert_eq!(line_of(&ledger, 2).charged, TimeSpan::DAY);
    assert_eq!(ledger.side(South).remaining.unwrap().clock, span("48d"));
    game.act(ClockAction::Resumed);
    assert_eq!(game.at(game.now), Err(ClockError::NotOver { event: 5 }));
}

#[test]
fn c20_an_automatic_flag_ends_a_reopened_game_only_after_it_was_up_again() {
    let mut game = Game::new("5d", "2026-01-01T00:00:00Z");
    game.options.flag = FlagRule::Automatic;
    game.wait("8d").act(ClockAction::Stopped).act(ClockAction::Resumed);
    let ledger = game.ledger();
    let flag = Some(t("2026-01-06T00:00:00Z"));
    assert_eq!((ledger.running, flag_fallen(&ledger, South)), (Some(South), flag));
    let reason = "the server was down".to_string();
    game.act(ClockAction::Credit { side: South, amount: span("2d"), reason });
    assert_eq!(game.ledger().side(South).flag, Some(t("2026-01-11T00:00:00Z")));
    game.wait("3d");
    let ledger = game.ledger();
    assert_eq!(
        (ledger.running, ledger.lines.last().unwrap().at),
        (None, t("2026-01-11T00:00:00Z"))
    );
}

#[test]
fn c16_moves_taken_back_earn_nothing_twice() {
    let mut game = Game::new("10d+1d", "2026-01-01T00:00:00Z");
    game.south(&["1d"]).wait("2d").act(ClockAction::TakeBack { plies: 2 });
    let ledger = game.ledger();
    assert_eq!(ledger.running, Some(South));
    assert_eq!(ledger.side(South).moves, 0);
    assert_eq!(ledger.side(South).remaining.unwrap().clock, span("8d"));
    game.south(&["1d", "1d"]);
    assert_eq!(moves(&game.ledger()), ["1d -> 10d/0d", "1d -> 7d/0d", "1d -> 7d/0d"]);
    game.act(ClockAction::TakeBack { plies: 1 });
    assert_eq!(game.ledger().running, Some(North));
    game.act(ClockAction::Move { side: North }).act(ClockAction::TakeBack { plies: 5 });
    assert_eq!(game.at(game.now), Err(ClockError::TakeBack { event: 11, plies: 5, played: 4 }));
    game.events.pop();
    game.act(ClockAction::TakeBack { plies: 0 });
    assert!(game.at(game.now).is_err());
}

#[test]
fn events_that_contradict_each_other() {
    let mut game = Game::new("5d", "2026-01-01T00:00:00Z");
    game.act(ClockAction::Move { side: North });
    assert_eq!(game.at(game.now), Err(ClockError::OutOfTurn { event: 2, side: North }));
    game.events.clear();
    game.wait("1d").act(ClockAction::Move { side: South });
    game.now = t("2026-01-01T23:59:59Z");
    game.act(ClockAction::Move { side: North });
    let error = game.at(game.now).unwrap_err();
    let (at, after) = (game.now, t("2026-01-02T00:00:00Z"));
    assert_eq!(error, ClockError::Backwards { event: 3, at, after });
    game.events.pop();
    game.now = after;
    game.act(ClockAction::Stopped).act(ClockAction::Move { side: North });
    assert_eq!(game.at(game.now), Err(ClockError::AfterEnd { event: 4 }));
    game.events.pop();
    let ledger = game.ledger();
    assert_eq!((ledger.running, ledger.side(North).flag), (None, None));
    assert!(matches!(game.at(DateTime::<Utc>::MAX_UTC), Err(ClockError::OutOfRange { .. })));
    assert!(matches!(game.at(DateTime::<Utc>::MIN_UTC), Err(ClockError::OutOfRange { .. })));
}

#[test]
fn c1_parts_of_a_second_are_dropped() {
    let start = ClockStart { at: t("2026-01-01T00:00:00.900Z"), first: South };
    let action = ClockAction::Move { side: South };
    let mut events = bound(start);
    events.push(ClockEvent { at: t("2026-01-01T00:00:05.100Z"), action });
    let at = t("2026-01-01T00:00:05.800Z");
    let ledger = ledger(&control("5d"), &ClockOptions::default(), start, &events, at).unwrap();
    assert_eq!(ledger.at, t("2026-01-01T00:00:05Z"));
    assert_eq!(line_of(&ledger, 0).charged, TimeSpan::seconds(5));
    assert_eq!(ledger.side(North).flag, Some(t("2026-01-06T00:00:05Z")));
}

/// Every ruling stands in the text file, in a comment at the code that enforces it, and in the name of a test.
#[test]
fn every_ruling_on_clocks_has_its_code_and_its_test() {
    let ids: Vec<&str> = RULINGS.iter().map(|ruling| ruling.id).collect();
    let number = |id: &&str| id.strip_prefix('C').unwrap().parse::<u32>().unwrap();
    assert!(ids.is_sorted_by_key(number) && ids.len() >= 18);
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_uppercase).collect()
    };
    // What a record and an entry are held against is decided where they are.
    let files = ["clock", "record", "actions"].into_iter().flat_map(|room| {
        std::fs::read_dir(format!("{}/src/{room}", env!("CARGO_MANIFEST_DIR"))).unwrap()
    });
    let files = files.map(|file| file.unwrap().path()).filter(|path| path.is_file());
    let mut code = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let comments = text.lines().filter_map(|line| line.trim().strip_prefix("// "));
        code.extend(comments.flat_map(words));
    }
    let tests = [include_str!("clock.rs"), include_str!("../program/when.rs")];
    let names =
        tests.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("fn "));
    let tests: Vec<String> = names.flat_map(words).collect();
    for id in ids.iter().map(ToString::to_string) {
        assert!(code.contains(&id), "{id} has no code");
        assert!(tests.contains(&id), "{id} has no test");
    }
}

#[test]
fn before_the_start_nothing_runs_and_without_a_clock_nothing_falls() {
    let game = Game::new("5d", "2026-01-01T00:00:00Z");
    let ledger = game.at(t("2025-12-31T00:00:00Z")).unwrap();
    assert_eq!((ledger.running, ledger.lines.len()), (None, 2));
    let mut game = Game::new("none", "2026-01-01T00:00:00Z");
    game.south(&["900d"]);
    let ledger = game.ledger();
    assert_eq!((ledger.running, ledger.side(South).flag), (Some(South), None));
    assert_eq!((ledger.side(South).remaining, ledger.side(South).moves), (None, 1));
    // Where the first mover is North, North's clock starts.
    let start = ClockStart { at: game.start.at, first: North };
    let ledger =
        riverpost::clock::ledger(&control("5d"), &game.options, start, &bound(start), start.at)
            .unwrap();
    assert_eq!(ledger.side(North).flag, Some(t("2026-01-06T00:00:00Z")));
    // A flag in years we do not know never falls.
    let far = ClockStart { at: t("9999-12-01T00:00:00Z"), first: South };
    let ledger =
        riverpost::clock::ledger(&control("40d"), &game.options, far, &bound(far), far.at).unwrap();
    assert_eq!(ledger.side(South).flag, None);
}

#[test]
fn time_texts_and_their_canonical_forms() {
    for text in [
        "none",
        "3d/move",
        "40d",
        "3d12h30m",
        "40d+2d",
        "40d+2d<=60d",
        "50d/10",
        "tiger 50d r1d",
        "triple 30d +1d*20 bank 10d",
        "triple 30d +12h*20 bank 0d",
    ] {
        assert_eq!(control(text).to_string(), text);
    }
    for (text, canonical) in [
        (" NONE ", "none"),
        ("P40D", "40d"),
        ("P3DT12H", "3d12h"),
        ("pt36h", "1d12h"),
        ("P2W", "14d"),
        ("36h/move", "1d12h/move"),
        ("48h/10", "2d/10"),
        ("40D + P2D ≤ 60d", "40d+2d<=60d"),
        ("tiger  P50D  rP1D", "tiger 50d r1d"),
        ("triple PT720H +24h*20 bank P10D", "triple 30d +1d*20 bank 10d"),
    ] {
        assert_eq!(control(text).to_string(), canonical);
    }
}

#[test]
fn hostile_time_texts() {
    for (text, column, says) in [
        ("", 0, "expected a time control: none, 3d/move"),
        ("banana", 0, "found 'b'"),
        ("40", 2, "expected a unit, d, h or m"),
        ("40y", 2, "expected a unit"),
        ("3h2d", 3, "each once and in that order"),
        ("0d", 0, "at least 1m"),
        ("-3d", 0, "expected a time control"),
        ("10000d", 0, "at most 9999d"),
        ("99999999999999999999999d", 0, "too large"),
        ("40d 2d", 4, "expected /move, / and a number of moves, + and a duration"),
        ("40d/", 4, "expected move or a number of moves"),
        ("40d/0", 4, "at least 1"),
        ("40d/1000", 4, "at most 999"),
        ("36h/10", 6, "whole days are charged"),
        ("40d+", 4, "expected a duration"),
        ("40d+0d", 4, "at least 1m"),
        ("40d+2d<=30d", 11, "at least what the bank holds"),
        ("40d+2d<60d", 6, "expected the end"),
        ("tiger 50d", 9, "expected r and the reserve"),
        ("triple 30d +1d", 14, "expected * and how many moves"),
        ("triple 30d +1d*20", 17, "expected bank"),
        ("P", 1, "expected a number or T"),
        ("P3M", 2, "months and years have no fixed length"),
        ("P1DT", 4, "expected a number of hours"),
        ("PT5S", 3, "whole minutes"),
        ("P1.5D", 2, "expected W or D"),
        ("40d\u{0}", 3, "expected"),
        ("４０d", 0, "expected a time control"),
        ("none 40d", 5, "the end of the time control"),
    ] {
        match text.parse::<TimeControl>() {
            Err(ClockError::Text { column: at, message }) => {
                assert!(at == column && message.contains(says), "{text:?}: {at} {message}");
            }
            other => panic!("{text:?}: {other:?}"),
        }
    }
    assert!("9".repeat(1_000_000).parse::<TimeControl>().is_err());
    let error = "40d/0".parse::<TimeControl>().unwrap_err().to_string();
    assert_eq!(error, "column 5: a number of moves is at least 1");
}

#[test]
fn options_as_data() {
    let text = r#"{"off":["sat","sun"],"grace":"12h","leave":30,"flag":"automatic"}"#;
    let options: ClockOptions = serde_json::from_str(text).unwrap();
    assert!(options.off == Weekdays::WEEKEND && options.flag == FlagRule::Automatic);
    assert_eq!(serde_json::to_string(&options).unwrap(), text);
    assert_eq!(serde_json::from_str::<ClockOptions>("{}").unwrap(), ClockOptions::default());
    assert_eq!(serde_json::to_string(&ClockOptions::default()).unwrap(), "{}");
    for (bad, says) in [
        (r#"{"off":["mon","tue","wed","thu","fri","sat","sun"]}"#, "all seven days are off"),
        (r#"{"off":["someday"]}"#, "no day of the week"),
        (r#"{"leave":367}"#, "at most 366"),
        (r#"{"leave":-1}"#, "invalid value"),
        (r#"{"flag":"silent"}"#, "unknown variant"),
        (r#"{"grace":"soon"}"#, "expected a duration"),
        (r#"{"lunch":1}"#, "unknown field"),
    ] {
        let error = serde_json::from_str::<ClockOptions>(bad).unwrap_err().to_string();
        assert!(error.contains(says), "{bad}: {error}");
    }
    assert_eq!(serde_json::to_string(&control("50d/10")).unwrap(), r#""50d/10""#);
}

#[test]
fn spans_for_people() {
    assert_eq!(span("51h").to_string(), "2d 3h");
    assert_eq!(TimeSpan::seconds(-90_061).to_string(), "-1d 1h 1m 1s");
    assert_eq!(TimeSpan::ZERO.to_string(), "0d");
    assert_eq!(format!("{:>6}|", span("3h")), "    3h|");
}

fn minutes(most: i64) -> impl Strategy<Value = TimeSpan> {
    (1..=most).prop_map(TimeSpan::minutes)
}

fn count(most: u16) -> impl Strategy<Value = NonZeroU16> {
    (1..=most).prop_map(|n| NonZeroU16::new(n).unwrap())
}

fn controls(most: i64) -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        Just(TimeControl::None),
        minutes(most).prop_map(|each| TimeControl::PerMove { each }),
        minutes(most).prop_map(|total| TimeControl::Countdown { total }),
        (minutes(most / 2), minutes(most), prop::option::of(0..most / 2)).prop_map(
            |(bank, each, more)| {
                TimeControl::Increment {
                    bank,
                    each,
                    cap: more.map(|m| bank + TimeSpan::minutes(m)),
                }
            }
        ),
        (count((most / 1440).max(1) as u16), count(12))
            .prop_map(|(days, moves)| TimeControl::Blocks { days, moves }),
        (minutes(most), minutes(most)).prop_map(|(main, each)| TimeControl::Tiger { main, each }),
        (minutes(most), minutes(most), count(12), 0..=most).prop_map(
            |(clock, each, moves, bank)| {
                TimeControl::Triple { clock, each, moves, bank: TimeSpan::minutes(bank) }
            }
        ),
    ]
}

fn some_options() -> impl Strategy<Value = ClockOptions> {
    (0u8..0b111_1111, 0..2000i64, any::<bool>()).prop_map(|(off, grace, automatic)| {
        let week = [
            Weekday::Mon,
            Weekday::Tue,
            Weekday::Wed,
            Weekday::Thu,
            Weekday::Fri,
            Weekday::Sat,
            Weekday::Sun,
        ];
        let off =
            week.into_iter().enumerate().filter(|(n, _)| off >> n & 1 == 1).map(|(_, day)| day);
        ClockOptions {
            off: Weekdays::new(off).unwrap(),
            grace: TimeSpan::minutes((grace - 1000).max(0)),
            leave: 30,
            flag: if automatic { FlagRule::Automatic } else { FlagRule::Claimed },
        }
    })
}

/// Events that can happen one after the other; what cannot where it stands is passed over.
fn play(
    control: &TimeControl,
    options: &ClockOptions,
    start: ClockStart,
    told: &[(i64, u8, i64, bool)],
) -> (Vec<ClockEvent>, DateTime<Utc>) {
    let mut now = start.at;
    let mut events = bound(start);
    let mut turn = start.first;
    for &(gap, what, amount, south) in told {
        now += TimeDelta::seconds(gap);
        let side = if south { South } else { North };
        let span = TimeSpan::minutes(amount);
        let action = match what {
            0 => ClockAction::Credit { side, amount: span, reason: "r".into() },
            1 => ClockAction::Penalty { side, amount: span, reason: "r".into() },
            2 => ClockAction::Gift { by: side, amount: span },
            3 => {
                let from = now.date_naive() + TimeDelta::days(amount % 5);
                ClockAction::Leave { side, from, to: from + TimeDelta::days(amount % 4) }
            }
            4 => ClockAction::TakeBack { plies: (amount % 3) as u32 },
            _ => ClockAction::Move { side: turn },
        };
        events.push(ClockEvent { at: now, action });
        match ledger(control, options, start, &events, now) {
            Ok(ledger) => turn = ledger.running.unwrap_or(turn),
            Err(_) => drop(events.pop()),
        }
    }
    (events, now)
}

fn games()
-> impl Strategy<Value = (TimeControl, ClockOptions, ClockStart, Vec<ClockEvent>, DateTime<Utc>)> {
    let told = prop::collection::vec((0..900_000i64, 0..14u8, 1..9000i64, any::<bool>()), 0..24);
    (controls(40_000), some_options(), 0..40_000_000i64, any::<bool>(), told).prop_map(
        |(control, options, after, south, told)| {
            let at = t("2026-10-01T00:00:00Z") + TimeDelta::seconds(after);
            let start = ClockStart { at, first: if south { South } else { North } };
            let (events, end) = play(&control, &options, start, &told);
            (control, options, start, events, end)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn controls_print_and_read_back(control in controls(9_999 * 1440 / 2)) {
        prop_assert_eq!(control.to_string().parse::<TimeControl>(), Ok(control));
    }

    #[test]
    fn spans_print_and_read_back(minutes in 0..=9_999 * 1440i64) {
        let span = TimeSpan::minutes(minutes);
        prop_assert_eq!(span.compact().parse::<TimeSpan>(), Ok(span));
    }

    #[test]
    fn no_text_is_too_much(text in "\\PC{0,40}", near in "[0-9dhmpt+*<=/ rnoetigbak]{0,30}") {
        let _ = (text.parse::<TimeControl>(), text.parse::<TimeSpan>(), near.parse::<TimeControl>());
        if let Ok(control) = near.parse::<TimeControl>() {
            prop_assert_eq!(control.to_string().parse::<TimeControl>(), Ok(control));
        }
    }

    #[test]
    fn charges_and_remaining_equal_the_allowance((control, options, start, events, end) in games(), wait in 0..9_000_000i64) {
        balanced(&ledger(&control, &options, start, &events, end + TimeDelta::seconds(wait)).unwrap());
    }

    #[test]
    fn a_ledger_is_the_beginning_of_every_later_one((control, options, start, events, end) in games(), cut in 0.0..1.0f64) {
        let seconds = (end - start.at).num_seconds();
        let early = start.at + TimeDelta::seconds((seconds as f64 * cut) as i64);
        let whole = ledger(&control, &options, start, &events, end).unwrap();
        let part = ledger(&control, &options, start, &events, early).unwrap();
        let settled = |ledger: &Ledger| -> Vec<LedgerLine> {
            ledger.lines.iter().filter(|line| line.subject != LineSubject::UnderWay).cloned().collect()
        };
        let (part_lines, whole_lines) = (settled(&part), settled(&whole));
        prop_assert_eq!(&part_lines[..], &whole_lines[..part_lines.len()]);
        let known: Vec<ClockEvent> = events.iter().filter(|event| event.at <= early).cloned().collect();
        prop_assert_eq!(part, ledger(&control, &options, start, &known, early).unwrap());
    }

    #[test]
    fn what_counts_is_what_a_count_hour_by_hour_says(
        mut options in some_options(),
        begin in 0..2000i64,
        hours in 0..3000i64,
        leaves in prop::collection::vec((0..60i64, 0..5i64), 0..5),
    ) {
        options = ClockOptions { grace: TimeSpan::ZERO, flag: FlagRule::Claimed, ..options };
        let at = t("2026-11-01T00:00:00Z") + TimeDelta::hours(begin);
        let start = ClockStart { at, first: South };
        let mut events = bound(start);
        let mut days: Vec<NaiveDate> = Vec::new();
        for (after, length) in leaves {
            let from = at.date_naive() + TimeDelta::days(after);
            let to = from + TimeDelta::days(length);
            events.push(ClockEvent { at, action: ClockAction::Leave { side: South, from, to } });
            if ledger(&control("9999d"), &options, start, &events, at).is_ok() {
                days.extend(from.iter_days().take_while(|day| *day <= to));
            } else {
                events.pop();
            }
        }
        let counted = (0..hours)
            .map(|hour| (at + TimeDelta::hours(hour)).date_naive())
            .filter(|day| !days.contains(day) && !options.off.set().contains(day.weekday()))
            .count();
        let end = at + TimeDelta::hours(hours);
        let ledger = ledger(&control("9999d"), &options, start, &events, end).unwrap();
        prop_assert_eq!(ledger.lines.last().unwrap().charged, TimeSpan::hours(counted as i64));
    }

    #[test]
    fn a_flag_falls_when_foretold((control, options, start, events, end) in games()) {
        let now = ledger(&control, &options, start, &events, end).unwrap();
        let Some(side) = now.running else { return Ok(()) };
        if let Some(flag) = now.side(side).flag.filter(|flag| *flag > end) {
            let at = |instant| ledger(&control, &options, start, &events, instant).unwrap();
            let before = at(flag - TimeDelta::seconds(1));
            prop_assert_eq!(flag_fallen(&before, side), None);
            prop_assert_eq!(before.side(side).flag, Some(flag));
            let after = at(flag);
            prop_assert_eq!(flag_fallen(&after, side), Some(flag));
            let left = after.side(side).remaining.map(Balance::total);
            prop_assert!(left <= Some(TimeSpan::ZERO));
            prop_assert_eq!(flag_fallen(&at(flag + TimeDelta::days(9)), side), Some(flag));
        } else {
            prop_assert!(control == TimeControl::None || flag_fallen(&now, side).is_some());
        }
    }
}
