//! What a turn costs, and how long a side can think before its time is used up.

use super::calendar::Tally;
use super::{ChargeStep, ClockOptions, TimeControl, TimeReason, TimeSpan};

/// What a turn costs, with the steps that lead there from the time that passed.
pub(super) struct Charge {
    pub(super) steps: Vec<ChargeStep>,
    pub(super) charged: TimeSpan,
}

pub(super) fn charge(control: &TimeControl, options: &ClockOptions, tally: Tally) -> Charge {
    let elapsed = tally.counted + tally.leave + tally.off;
    if *control == TimeControl::None {
        let steps = steps([(-elapsed, TimeReason::Untimed)]);
        return Charge { steps, charged: TimeSpan::ZERO };
    }
    let grace = options.grace.clamp(TimeSpan::ZERO, tally.counted);
    let counted = tally.counted - grace;
    let (rest, doubled) = match control {
        TimeControl::Blocks { .. } => {
            let days = counted.whole_days();
            (counted - TimeSpan::days(days), (days - TimeControl::SINGLE_DAYS).max(0))
        }
        _ => (TimeSpan::ZERO, 0),
    };
    let steps = steps([
        (-tally.leave, TimeReason::Leave),
        (-tally.off, TimeReason::DayOff),
        (-grace, TimeReason::Grace),
        (-rest, TimeReason::PartDay),
        (TimeSpan::days(doubled), TimeReason::Doubled { days: doubled }),
    ]);
    Charge { steps, charged: counted - rest + TimeSpan::days(doubled) }
}

fn steps<const N: usize>(all: [(TimeSpan, TimeReason); N]) -> Vec<ChargeStep> {
    let real = all.into_iter().filter(|(amount, _)| *amount != TimeSpan::ZERO);
    real.map(|(amount, reason)| ChargeStep { amount, reason }).collect()
}

/// Whether a side that has `left` is out of time.
pub(super) fn is_out(control: &TimeControl, left: TimeSpan) -> bool {
    match control {
        TimeControl::None => false,
        TimeControl::Blocks { .. } => left < TimeSpan::ZERO,
        _ => left <= TimeSpan::ZERO,
    }
}

/// How much must count of a turn until a side that had `left` at its beginning is out of time.
pub(super) fn until_out(
    control: &TimeControl,
    options: &ClockOptions,
    left: TimeSpan,
) -> Option<TimeSpan> {
    if is_out(control, left) {
        return Some(TimeSpan::ZERO);
    }
    let grace = options.grace.max(TimeSpan::ZERO);
    match control {
        TimeControl::None => None,
        TimeControl::Blocks { .. } => {
            let single = TimeSpan::days(TimeControl::SINGLE_DAYS);
            let days = if left < single {
                left.whole_days()
            } else {
                TimeControl::SINGLE_DAYS + (left - single).whole_days() / 2
            };
            // Days are charged when they are full, so that the day which is one too many is still thought through.
            Some(TimeSpan::days(days + 1) + grace)
        }
        _ => Some(left + grace),
    }
}
