//! Time controls, as values and as the text of a record's `time`.

use super::error::ClockError;
use super::span::TimeSpan;
use super::text::Cursor;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

/// How much time each side has. Both sides have the same.
///
/// Its text is described [with the room](super); [`Display`](fmt::Display) prints the canonical form, which reads
/// back as the same value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// `none`: the game has no clock.
    #[default]
    None,
    /// `3d/move`: so long for each move, nothing carried over.
    PerMove {
        /// The time for one move.
        each: TimeSpan,
    },
    /// `40d`: so long for the whole game.
    Countdown {
        /// The time for all moves together.
        total: TimeSpan,
    },
    /// `40d+2d<=60d`: a bank, and an increment after each move.
    Increment {
        /// What is there at the start.
        bank: TimeSpan,
        /// What each own move adds once it is made.
        each: TimeSpan,
        /// What increments never lift the bank above; at least `bank`.
        cap: Option<TimeSpan>,
    },
    /// `50d/10`: whole days for each so many moves, unused days carried over, days past the
    /// [20th](TimeControl::SINGLE_DAYS) on one move counted twice.
    Blocks {
        /// The days for one block of moves.
        days: NonZeroU16,
        /// The moves in a block.
        moves: NonZeroU16,
    },
    /// `tiger 50d r1d`: main time, then the reserve saved up by the moves made in main time.
    Tiger {
        /// The main time.
        main: TimeSpan,
        /// What each move made in main time adds to the reserve.
        each: TimeSpan,
    },
    /// `triple 30d +1d*20 bank 10d`: a clock, an increment for the first moves, and a bank.
    Triple {
        /// What the clock shows at the start, and the most it may show.
        clock: TimeSpan,
        /// What each of the first `moves` own moves adds.
        each: TimeSpan,
        /// How many own moves earn an increment.
        moves: NonZeroU16,
        /// What the bank holds at the start; may be nothing.
        bank: TimeSpan,
    },
}

const FORMS: &str = "none, 3d/move, 40d, 40d+2d, 40d+2d<=60d, 50d/10, tiger 50d r1d or \
                     triple 30d +1d*20 bank 10d";

impl TimeControl {
    /// How many days of one move count once in a control by [`Blocks`](TimeControl::Blocks).
    pub const SINGLE_DAYS: i64 = 20;

    /// The second part of each side's time, where the control has one.
    pub fn spare(&self) -> Option<TimePart> {
        match self {
            TimeControl::Tiger { .. } => Some(TimePart::Reserve),
            TimeControl::Triple { .. } => Some(TimePart::Bank),
            _ => None,
        }
    }

    fn tiger(cursor: &mut Cursor<'_>) -> Result<TimeControl, ClockError> {
        cursor.skip_spaces();
        let main = cursor.some_span()?;
        cursor.skip_spaces();
        if !cursor.take("r") {
            return cursor.expected("r and the reserve for each move, such as r1d");
        }
        Ok(TimeControl::Tiger { main, each: cursor.some_span()? })
    }

    fn triple(cursor: &mut Cursor<'_>) -> Result<TimeControl, ClockError> {
        cursor.skip_spaces();
        let clock = cursor.some_span()?;
        cursor.skip_spaces();
        if !cursor.take("+") {
            return cursor.expected("+ and the increment, such as +1d*20");
        }
        let each = cursor.some_span()?;
        if !cursor.take("*") {
            return cursor.expected("* and how many moves earn the increment, such as *20");
        }
        let moves = cursor.moves()?;
        cursor.skip_spaces();
        if !cursor.take("bank") {
            return cursor.expected("bank and a duration, such as bank 10d");
        }
        cursor.skip_spaces();
        Ok(TimeControl::Triple { clock, each, moves, bank: cursor.span()? })
    }

    fn slash(cursor: &mut Cursor<'_>, span: TimeSpan) -> Result<TimeControl, ClockError> {
        if cursor.take("move") {
            return Ok(TimeControl::PerMove { each: span });
        }
        if !cursor.digit_here() {
            return cursor.expected("move or a number of moves after /");
        }
        let moves = cursor.moves()?;
        let days = u16::try_from(span.whole_days()).ok().and_then(NonZeroU16::new);
        match days.filter(|days| TimeSpan::days(i64::from(days.get())) == span) {
            Some(days) => Ok(TimeControl::Blocks { days, moves }),
            None => cursor.fail(
                "whole days are charged here, so the time is a number of days, such as 50d/10",
            ),
        }
    }

    fn increment(cursor: &mut Cursor<'_>, bank: TimeSpan) -> Result<TimeControl, ClockError> {
        let each = cursor.some_span()?;
        cursor.skip_spaces();
        if !cursor.take("<=") && !cursor.take("≤") {
            return Ok(TimeControl::Increment { bank, each, cap: None });
        }
        cursor.skip_spaces();
        let cap = cursor.some_span()?;
        if cap < bank {
            return cursor.fail("the cap is at least what the bank holds at the start");
        }
        Ok(TimeControl::Increment { bank, each, cap: Some(cap) })
    }
}

impl FromStr for TimeControl {
    type Err = ClockError;

    /// Reads a control in any of its forms; letters in either case.
    ///
    /// # Errors
    /// [`ClockError::Text`] with the column and what would be allowed there.
    fn from_str(text: &str) -> Result<TimeControl, ClockError> {
        let mut cursor = Cursor::new(text)?;
        cursor.skip_spaces();
        let control = if cursor.take("none") {
            TimeControl::None
        } else if cursor.take("tiger") {
            TimeControl::tiger(&mut cursor)?
        } else if cursor.take("triple") {
            TimeControl::triple(&mut cursor)?
        } else if !cursor.digit_here() && !text.trim_start().starts_with(['P', 'p']) {
            return cursor.expected(&format!("a time control: {FORMS}"));
        } else {
            let span = cursor.some_span()?;
            cursor.skip_spaces();
            if cursor.take("/") {
                TimeControl::slash(&mut cursor, span)?
            } else if cursor.take("+") {
                cursor.skip_spaces();
                TimeControl::increment(&mut cursor, span)?
            } else {
                cursor.end("/move, / and a number of moves, + and a duration, or the end")?;
                TimeControl::Countdown { total: span }
            }
        };
        cursor.end("the end of the time control")?;
        Ok(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => write!(f, "none"),
            TimeControl::PerMove { each } => write!(f, "{}/move", each.compact()),
            TimeControl::Countdown { total } => write!(f, "{}", total.compact()),
            TimeControl::Increment { bank, each, cap } => {
                write!(f, "{}+{}", bank.compact(), each.compact())?;
                cap.iter().try_for_each(|cap| write!(f, "<={}", cap.compact()))
            }
            TimeControl::Blocks { days, moves } => write!(f, "{days}d/{moves}"),
            TimeControl::Tiger { main, each } => {
                write!(f, "tiger {} r{}", main.compact(), each.compact())
            }
            TimeControl::Triple { clock, each, moves, bank } => {
                write!(
                    f,
                    "triple {} +{}*{moves} bank {}",
                    clock.compact(),
                    each.compact(),
                    bank.compact()
                )
            }
        }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ClockError;

    fn try_from(text: String) -> Result<TimeControl, ClockError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

/// A part of a side's time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimePart {
    /// The clock itself: the bank of `40d+2d`, the main time of a TigerClock, the clock of a Triple Block.
    Clock,
    /// The reserve of a TigerClock.
    Reserve,
    /// The bank of a Triple Block.
    Bank,
}

impl fmt::Display for TimePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TimePart::Clock => "clock",
            TimePart::Reserve => "reserve",
            TimePart::Bank => "bank",
        })
    }
}
