//! What a turn costs, and how long a side can think before its time is used up.

use super::calendar::Tally;
use super::{Options, Reason, Span, Step, TimeControl};

/// What a turn costs, with the steps that lead there from the time that passed.
pub(super) struct Charge {
    pub(super) steps: Vec<Step>,
    pub(super) charged: Span,
}

pub(super) fn charge(control: &TimeControl, options: &Options, tally: Tally) -> Charge {
    let elapsed = tally.counted + tally.leave + tally.off;
    if *control == TimeControl::None {
        let steps = steps([(-elapsed, Reason::Untimed)]);
        return Charge { steps, charged: Span::ZERO };
    }
    let grace = options.grace.clamp(Span::ZERO, tally.counted);
    let counted = tally.counted - grace;
    let (rest, doubled) = match control {
        TimeControl::Blocks { .. } => {
            let days = counted.whole_days();
            (counted - Span::days(days), (days - TimeControl::SINGLE_DAYS).max(0))
        }
        _ => (Span::ZERO, 0),
    };
    let steps = steps([
        (-tally.leave, Reason::Leave),
        (-tally.off, Reason::DayOff),
        (-grace, Reason::Grace),
        (-rest, Reason::PartDay),
        (Span::days(doubled), Reason::Doubled { days: doubled }),
    ]);
    Charge { steps, charged: counted - rest + Span::days(doubled) }
}

fn steps<const N: usize>(all: [(Span, Reason); N]) -> Vec<Step> {
    let real = all.into_iter().filter(|(amount, _)| *amount != Span::ZERO);
    real.map(|(amount, reason)| Step { amount, reason }).collect()
}

/// Whether a side that has `left` is out of time.
pub(super) fn is_out(control: &TimeControl, left: Span) -> bool {
    match control {
        TimeControl::None => false,
        TimeControl::Blocks { .. } => left < Span::ZERO,
        _ => left <= Span::ZERO,
    }
}

/// How much must count of a turn until a side that had `left` at its beginning is out of time.
pub(super) fn until_out(control: &TimeControl, options: &Options, left: Span) -> Option<Span> {
    if is_out(control, left) {
        return Some(Span::ZERO);
    }
    let grace = options.grace.max(Span::ZERO);
    match control {
        TimeControl::None => None,
        TimeControl::Blocks { .. } => {
            let single = Span::days(TimeControl::SINGLE_DAYS);
            let days = if left < single {
                left.whole_days()
            } else {
                TimeControl::SINGLE_DAYS + (left - single).whole_days() / 2
            };
            // Days are charged when they are full, so that the day which is one too many is still thought through.
            Some(Span::days(days + 1) + grace)
        }
        _ => Some(left + grace),
    }
}
