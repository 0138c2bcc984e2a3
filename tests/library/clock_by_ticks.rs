//! The clocks against a second calculator, which goes through a game tick by tick. It is written from `src/clock/rulings.txt`
//! and shares no line with the engine.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc, Weekday};
use riverpost::clock::*;
use riverpost::rules::Side::{self, North, South};

use crate::common::Dice;

type Instant = DateTime<Utc>;

/// One side as the texts tell it. All amounts are in seconds.
#[derive(Default)]
struct Clock {
    bound: bool,
    main: i64,
    spare: i64,
    moves: u32,
    rewarded: u32,
    /// The days of leave, and from when each holds.
    leave: BTreeMap<NaiveDate, Instant>,
    fallen: Option<Instant>,
}

/// A game in progress.
struct Ticking {
    control: TimeControl,
    options: ClockOptions,
    tick: i64,
    now: Instant,
    sides: [Clock; 2],
    turn: Side,
    /// What has counted of the turn under way, and what of that is charged or free by the day.
    counted: i64,
    over: bool,
    ended: bool,
}

const DAY: i64 = 86_400;

impl Ticking {
    fn new(control: TimeControl, options: ClockOptions, start: ClockStart, tick: i64) -> Ticking {
        let (main, spare) = match control {
            TimeControl::None => (0, 0),
            TimeControl::PerMove { each } => (each.as_seconds(), 0),
            TimeControl::Countdown { total } => (total.as_seconds(), 0),
            TimeControl::Increment { bank, .. } => (bank.as_seconds(), 0),
            TimeControl::Blocks { days, .. } => (i64::from(days.get()) * DAY, 0),
            TimeControl::Tiger { main, .. } => (main.as_seconds(), 0),
            TimeControl::Triple { clock, bank, .. } => (clock.as_seconds(), bank.as_seconds()),
        };
        let side = || Clock { main, spare, ..Clock::default() };
        Ticking {
            control,
            options,
            tick,
            now: start.at,
            sides: [side(), side()],
            turn: start.first,
            counted: 0,
            over: false,
            ended: false,
        }
    }

    fn has_spare(&self) -> bool {
        matches!(self.control, TimeControl::Tiger { .. } | TimeControl::Triple { .. })
    }

    /// C5
    fn is_out(&self, side: Side) -> bool {
        let clock = &self.sides[side.at()];
        clock.bound
            && match self.control {
                TimeControl::None => false,
                TimeControl::Blocks { .. } => clock.main < 0,
                _ => clock.main + clock.spare <= 0,
            }
    }

    /// C5, C6, C17
    fn look_at_flags(&mut self) {
        for side in Side::BOTH {
            if self.over {
                return;
            }
            let was = self.sides[side.at()].fallen;
            let out = self.is_out(side);
            self.sides[side.at()].fallen = out.then(|| was.unwrap_or(self.now));
            if out && was.is_none() && self.options.flag == FlagRule::Automatic {
                self.over = true;
            }
        }
    }

    fn wait(&mut self, until: Instant) {
        while self.now < until {
            self.one_tick();
        }
    }

    fn one_tick(&mut self) {
        let (from, today) = (self.now, self.now.date_naive());
        self.now += TimeDelta::seconds(self.tick);
        let clock = &mut self.sides[self.turn.at()];
        let on_leave = clock.leave.get(&today).is_some_and(|since| *since <= from);
        let off = self.options.off.set().contains(today.weekday());
        if self.over || !clock.bound || on_leave || off {
            return;
        }
        self.counted += self.tick;
        let grace = self.options.grace.as_seconds();
        if self.counted <= grace {
            return;
        }
        match self.control {
            TimeControl::None => {}
            // C3, C4
            TimeControl::Blocks { .. } => {
                let counted = self.counted - grace;
                if counted % DAY == 0 {
                    clock.main -= if counted / DAY > 20 { 2 * DAY } else { DAY };
                }
            }
            TimeControl::Tiger { .. } | TimeControl::Triple { .. } if clock.main <= 0 => {
                clock.spare -= self.tick;
            }
            _ => clock.main -= self.tick,
        }
        self.look_at_flags();
    }

    /// C10, C15
    fn give(&mut self, side: Side, amount: i64) {
        let has_spare = self.has_spare();
        let clock = &mut self.sides[side.at()];
        let mut left = amount;
        if has_spare && clock.spare < 0 {
            let owed = left.min(-clock.spare);
            clock.spare += owed;
            left -= owed;
        }
        let room = match self.control {
            TimeControl::Triple { clock: most, .. } => (most.as_seconds() - clock.main).max(0),
            _ => left,
        };
        clock.main += left.min(room);
        clock.spare += left - left.min(room);
    }

    fn take(&mut self, side: Side, amount: i64) {
        let has_spare = self.has_spare();
        let clock = &mut self.sides[side.at()];
        let from_main = if has_spare { amount.min(clock.main) } else { amount };
        clock.main -= from_main;
        clock.spare -= amount - from_main;
    }

    /// What a move earns: C7 to C10, C16.
    fn reward(&mut self, side: Side) {
        let clock = &mut self.sides[side.at()];
        clock.moves += 1;
        if clock.moves <= clock.rewarded {
            return;
        }
        clock.rewarded = clock.moves;
        let made = clock.moves;
        match self.control {
            TimeControl::Increment { each, cap, .. } => {
                let more = clock.main + each.as_seconds();
                clock.main = cap.map_or(more, |cap| more.min(cap.as_seconds().max(clock.main)));
            }
            TimeControl::Blocks { days, moves } if made.is_multiple_of(u32::from(moves.get())) => {
                clock.main += i64::from(days.get()) * DAY;
            }
            TimeControl::Tiger { each, .. } if clock.main > 0 => clock.spare += each.as_seconds(),
            TimeControl::Triple { each, moves, .. } if made <= u32::from(moves.get()) => {
                self.give(side, each.as_seconds());
            }
            _ => {}
        }
    }

    /// Ends the turn under way.
    fn next_turn(&mut self, side: Side) {
        if let TimeControl::PerMove { each } = self.control {
            self.sides[self.turn.at()].main = each.as_seconds();
        }
        (self.turn, self.counted) = (side, 0);
    }

    /// Whether the event can happen; if so, it has.
    fn happen(&mut self, event: &ClockEvent) -> bool {
        self.wait(event.at);
        let amounts = self.control != TimeControl::None;
        let day = TimeDelta::days(1);
        let today = self.now.date_naive();
        match &event.action {
            ClockAction::Resumed if self.over => (self.over, self.ended) = (false, false),
            ClockAction::Stopped if !self.ended => (self.over, self.ended) = (true, true),
            _ if self.over => return false,
            ClockAction::Bound { side } => self.sides[side.at()].bound = true,
            ClockAction::Move { side } => {
                if *side != self.turn {
                    return false;
                }
                self.reward(*side);
                self.next_turn(side.other());
            }
            ClockAction::TakeBack { plies } => {
                let played = self.sides[0].moves + self.sides[1].moves;
                if *plies == 0 || *plies > played {
                    return false;
                }
                let mut next = self.turn;
                for _ in 0..*plies {
                    next = next.other();
                    self.sides[next.at()].moves -= 1;
                }
                self.next_turn(next);
            }
            ClockAction::Credit { side, amount, .. } if amounts => {
                self.give(*side, amount.as_seconds());
            }
            ClockAction::Gift { by, amount } if amounts => {
                self.give(by.other(), amount.as_seconds());
            }
            ClockAction::Penalty { side, amount, .. } if amounts => {
                self.take(*side, amount.as_seconds());
            }
            ClockAction::Leave { side, from, to } => {
                let leave = &mut self.sides[side.at()].leave;
                let asked: Vec<NaiveDate> = from.iter_days().take_while(|d| d <= to).collect();
                let full = asked.iter().any(|new| {
                    let of_year = |day: &&NaiveDate| day.year() == new.year();
                    let taken = leave.keys().filter(of_year).count();
                    taken + asked.iter().filter(of_year).count() > usize::from(self.options.leave)
                });
                if *from < today || full || asked.iter().any(|day| leave.contains_key(day)) {
                    return false;
                }
                leave.extend(asked.into_iter().map(|day| (day, event.at)));
            }
            ClockAction::LeaveCancelled { side, from, to } => {
                let leave = &mut self.sides[side.at()].leave;
                let mut days = from.iter_days().take_while(|day| day <= to);
                if *from < today + day || !days.all(|day| leave.contains_key(&day)) {
                    return false;
                }
                leave.retain(|day, _| day < from || day > to);
            }
            _ => return false,
        }
        self.look_at_flags();
        true
    }

    fn running(&self) -> Option<Side> {
        Some(self.turn).filter(|side| !self.over && self.sides[side.at()].bound)
    }

    /// Holds a ledger against this.
    fn compare(&self, ledger: &Ledger, told: &str) {
        assert_eq!(ledger.running, self.running(), "{told}");
        for side in Side::BOTH {
            let (clock, state) = (&self.sides[side.at()], ledger.side(side));
            let left = (self.control != TimeControl::None)
                .then(|| (TimeSpan::seconds(clock.main), TimeSpan::seconds(clock.spare)));
            let found = state.remaining.map(|balance| (balance.clock, balance.spare));
            assert_eq!((found, state.moves), (left, clock.moves), "{side} {told}");
            assert_eq!(flag_fallen(ledger, side), clock.fallen, "{side} {told}");
            let mut years = BTreeMap::<i32, i64>::new();
            for day in clock.leave.keys() {
                *years.entry(day.year()).or_default() += 1;
            }
            assert_eq!(state.leave, years.into_iter().collect::<Vec<_>>(), "{side} {told}");
            let today = self.now.date_naive();
            let coming = state.leaves.iter().flat_map(|(from, to)| {
                from.iter_days().take_while(move |day| day <= to).filter(move |day| *day >= today)
            });
            let days = clock.leave.keys().copied().filter(|day| *day >= today);
            assert!(coming.eq(days), "{side} {told}: {:?}", state.leaves);
        }
    }
}

/// So many ticks of `tick` seconds, at least one.
fn ticks(dice: &mut Dice, tick: i64, most: usize) -> TimeSpan {
    TimeSpan::seconds(tick * (1 + dice.below(most) as i64))
}

fn some_control(dice: &mut Dice, tick: i64) -> TimeControl {
    let number = |dice: &mut Dice, most| (1 + dice.below(most) as u16).try_into().unwrap();
    match dice.below(13) {
        0 => TimeControl::None,
        1 | 2 => TimeControl::PerMove { each: ticks(dice, tick, 100) },
        3 => TimeControl::Countdown { total: ticks(dice, tick, 600) },
        4 | 5 => {
            let bank = ticks(dice, tick, 200);
            let cap = dice.once_in(2).then(|| bank + ticks(dice, tick, 50));
            TimeControl::Increment { bank, each: ticks(dice, tick, 60), cap }
        }
        6 | 7 => TimeControl::Blocks { days: number(dice, 30), moves: number(dice, 4) },
        8 | 9 => TimeControl::Tiger { main: ticks(dice, tick, 200), each: ticks(dice, tick, 50) },
        _ => TimeControl::Triple {
            clock: ticks(dice, tick, 150),
            each: ticks(dice, tick, 60),
            moves: number(dice, 5),
            bank: ticks(dice, tick, 100) - TimeSpan::seconds(tick),
        },
    }
}

fn some_options(dice: &mut Dice, tick: i64) -> ClockOptions {
    let week = [
        Weekday::Mon,
        Weekday::Tue,
        Weekday::Wed,
        Weekday::Thu,
        Weekday::Fri,
        Weekday::Sat,
        Weekday::Sun,
    ];
    let off = (0..[0, 0, 1, 2, 4][dice.below(5)]).map(|_| *dice.pick(&week)).collect::<Vec<_>>();
    ClockOptions {
        off: Weekdays::new(off).unwrap(),
        grace: if dice.once_in(3) { ticks(dice, tick, 20) } else { TimeSpan::ZERO },
        leave: [0, 6, 30][dice.below(3)],
        flag: if dice.once_in(3) { FlagRule::Automatic } else { FlagRule::Claimed },
    }
}

fn some_action(dice: &mut Dice, game: &Ticking, longest: usize) -> ClockAction {
    let side = *dice.pick(&[South, North]);
    let amount = ticks(dice, game.tick, longest);
    let today = game.now.date_naive();
    let mut days = |first: usize| {
        let from = today + TimeDelta::days(dice.below(6) as i64 + first as i64 - 1);
        (from, from + TimeDelta::days(dice.below(5) as i64))
    };
    let ((from, to), (first, last)) = (days(1), days(1));
    let reason = String::from("r");
    match dice.below(26) {
        0 | 1 => ClockAction::Credit { side, amount, reason },
        2 | 3 => ClockAction::Penalty { side, amount, reason },
        4 | 5 => ClockAction::Gift { by: side, amount },
        6 | 7 => ClockAction::Leave { side, from, to },
        8 => ClockAction::LeaveCancelled { side, from: first, to: last },
        9 => ClockAction::TakeBack { plies: dice.below(4) as u32 },
        10 | 11 => ClockAction::Bound { side },
        12 if dice.once_in(3) => ClockAction::Stopped,
        13 => ClockAction::Resumed,
        _ => ClockAction::Move { side: game.turn },
    }
}

/// Plays a random game, and compares after every event, and as far as the next flag.
fn play(seed: u64) {
    let dice = &mut Dice::new(seed);
    let tick = *dice.pick(&[3_600, 3_600, 7_200, 1_800, 43_200]);
    let control = some_control(dice, tick);
    let options = some_options(dice, tick);
    let at: Instant = "2026-11-20T00:00:00Z".parse().unwrap();
    let at = at + TimeDelta::seconds(tick * dice.below(2_000) as i64);
    let start = ClockStart { at, first: *dice.pick(&[South, North]) };
    let mut game = Ticking::new(control, options, start, tick);
    let mut events = Vec::new();
    for side in Side::BOTH {
        if !dice.once_in(4) {
            events.push(ClockEvent { at, action: ClockAction::Bound { side } });
            assert!(game.happen(&events[events.len() - 1]));
        }
    }
    for _ in 0..4 + dice.below(24) {
        let longest = *dice.pick(&[1, 1, 60, 60, 60, 60, 600]);
        let gap = dice.below(longest);
        let at = game.now + TimeDelta::seconds(tick * gap as i64);
        events.push(ClockEvent { at, action: some_action(dice, &game, 80) });
        let told = format!("seed {seed}: {control} {options:?} {start:?} {events:#?}");
        let ledger = ledger(&control, &options, start, &events, at);
        if game.happen(&events[events.len() - 1]) {
            game.compare(&ledger.unwrap_or_else(|error| panic!("{error} {told}")), &told);
        } else {
            assert!(ledger.is_err(), "{told}");
            events.pop();
        }
    }
    let told = format!("seed {seed}: {control} {options:?} {start:?} {events:#?}");
    let now = ledger(&control, &options, start, &events, game.now).unwrap();
    let Some(side) = now.running.filter(|side| now.side(*side).flag > Some(game.now)) else {
        return;
    };
    for _ in 0..1_500 {
        game.one_tick();
        if game.sides[side.at()].fallen.is_some() {
            assert_eq!(now.side(side).flag, game.sides[side.at()].fallen, "{told}");
            break;
        }
    }
    let then = ledger(&control, &options, start, &events, game.now).unwrap();
    game.compare(&then, &told);
}

// C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C20
#[test]
fn ledgers_agree_with_a_calculator_that_goes_tick_by_tick() {
    for seed in 0..3_000 {
        play(seed);
    }
}

/// 2 days of main time and 3 of reserve: 4 days of the turn use up both days and 2 of the reserve; who is credited a day
/// then has a day of main time, and the day of reserve that was left.
#[test]
fn c9_c15_a_credit_during_a_turn_counts_from_its_instant() {
    let at: Instant = "2026-01-01T00:00:00Z".parse().unwrap();
    let day = |days: i64| at + TimeDelta::days(days);
    let control: TimeControl = "tiger 5d r3d".parse().unwrap();
    let start = ClockStart { at, first: South };
    let event = |day, action| ClockEvent { at: day, action };
    let events = [
        event(at, ClockAction::Bound { side: South }),
        event(at, ClockAction::Bound { side: North }),
        event(day(3), ClockAction::Move { side: South }),
        event(day(3), ClockAction::Move { side: North }),
        event(day(7), ClockAction::Gift { by: North, amount: TimeSpan::DAY }),
    ];
    let ledger = |at| ledger(&control, &ClockOptions::default(), start, &events, at).unwrap();
    let balance =
        |days, spare| Some(Balance { clock: TimeSpan::days(days), spare: TimeSpan::days(spare) });
    let before = ledger(day(7) - TimeDelta::seconds(1));
    assert_eq!(before.side(South).flag, Some(day(8)));
    let given = ledger(day(7));
    assert_eq!(given.side(South).remaining, balance(1, 1));
    assert_eq!(given.side(South).flag, Some(day(9)));
    let line = given.lines.iter().find(|line| line.event == Some(4)).unwrap();
    assert_eq!(
        line.to_string(),
        "2026-01-08T00:00:00Z South gift: took 4d, charged 4d; +1d gift of the opponent [C15]; left 1d and 1d in hand"
    );
}
