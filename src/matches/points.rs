//! Points: exact numbers of halves, and of quarters where halves are shared.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The largest number of whole points that a match file may state.
const MOST: i32 = 9999;

/// A number of points, counted in halves. Read from `3`, `3.5`, `3½`, `½` or `1/2`; shown as `3½`; written in files
/// and JSON as the text `3.5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Points(i32);

/// A text that is not a number of points.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{given:?} is not a number of points from 0 to {MOST}: whole or with a half, such as 3, 2.5 or ½"
)]
pub struct PointsError {
    given: String,
}

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// That many half points.
    pub const fn halves(halves: i32) -> Points {
        Points(halves)
    }

    /// The points counted in halves.
    pub const fn in_halves(self) -> i32 {
        self.0
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2 != 0) {
            (0, true) => f.pad("½"),
            (whole, true) => f.pad(&format!("{whole}½")),
            (whole, false) => f.pad(&whole.to_string()),
        }
    }
}

impl FromStr for Points {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Points, PointsError> {
        let error = || PointsError { given: text.into() };
        let endings = [("½", 1), ("1/2", 1), (".5", 1), (".0", 0), ("", 0)];
        let found =
            endings.iter().find_map(|(end, half)| Some((text.strip_suffix(end)?, *end, *half)));
        let (whole, end, half) = found.ok_or_else(error)?;
        let whole = match whole {
            "" if matches!(end, "½" | "1/2") => 0,
            // `11/2` is five and a half to some and one and a half to others.
            _ if end == "1/2" => {
                whole.strip_suffix(' ').ok_or_else(error)?.parse().map_err(|_| error())?
            }
            _ if whole.bytes().all(|b| b.is_ascii_digit()) => whole.parse().map_err(|_| error())?,
            _ => return Err(error()),
        };
        if (0..=MOST).contains(&whole) { Ok(Points(whole * 2 + half)) } else { Err(error()) }
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let half = if self.0 % 2 != 0 { ".5" } else { "" };
        serializer.collect_str(&format_args!("{}{half}", self.0 / 2))
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        // Read as text also where the file has a bare number, so that no floating point comes between.
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Points {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Points, whole or with a half: 3, 2.5, 2½, ½ or 1/2.",
            "anyOf": [
                {"type": "number", "minimum": 0, "maximum": 9999, "multipleOf": 0.5},
                {"type": "string", "pattern": "^([0-9]{1,4}(\\.0|\\.5|½)?|([0-9]{1,4} )?1/2|½)$"}
            ]
        })
    }
}
/// A number counted in quarters, exact: half of a half point is one. Shown as `5¾`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Quarters(pub i64);

impl From<Points> for Quarters {
    fn from(points: Points) -> Quarters {
        Quarters(i64::from(points.in_halves()) * 2)
    }
}

impl fmt::Display for Quarters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = ["", "¼", "½", "¾"][self.0.rem_euclid(4) as usize];
        match self.0.div_euclid(4) {
            0 if !part.is_empty() => f.pad(part),
            whole => f.pad(&format!("{whole}{part}")),
        }
    }
}

impl Serialize for Quarters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let part = ["", ".25", ".5", ".75"][self.0.rem_euclid(4) as usize];
        serializer.collect_str(&format_args!("{}{part}", self.0.div_euclid(4)))
    }
}

/// A sum in words, such as `3 + ½ = 3½`.
pub(super) fn sum_in_words(addends: &[Points]) -> String {
    let total: Points = addends.iter().copied().sum();
    match addends {
        [] | [_] => total.to_string(),
        _ => {
            let terms: Vec<String> = addends.iter().map(Points::to_string).collect();
            format!("{} = {total}", terms.join(" + "))
        }
    }
}
