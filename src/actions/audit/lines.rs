//! What became of lines that an earlier version of a record had.

use std::collections::HashMap;

use super::finding::FindingKind;
use crate::record::Action;

/// How many lines a finding repeats.
const LINES_TOLD: usize = 4;

/// Whether two actions are the same deed, whatever their number, time and comment.
fn same_deed(one: &Action<'_>, other: &Action<'_>) -> bool {
    let deed = |action: &Action<'_>| (action.side, action.offer, action.conditional);
    deed(one) == deed(other) && one.act == other.act
}

/// Whether they are also of the same time, with the same comment.
fn same_line(one: &Action<'_>, other: &Action<'_>) -> bool {
    same_deed(one, other) && one.time == other.time && one.comment == other.comment
}

/// What was done to the lines from the first on that differs; none where all of them are still there.
pub(super) fn line_change(removed: &[Action<'_>], added: &[Action<'_>]) -> Option<FindingKind> {
    if removed.is_empty() {
        return None;
    }
    let mut pairs = removed.iter().zip(added);
    Some(if removed.len() <= added.len() && pairs.clone().all(|(old, new)| same_deed(old, new)) {
        match pairs.any(|(old, new)| old.time != new.time) {
            true => FindingKind::TimesChanged,
            false => FindingKind::CommentsChanged,
        }
    } else if is_within(removed, added) {
        FindingKind::LinesInserted
    } else if is_within(added, removed) {
        FindingKind::LinesRemoved
    } else if missing(removed, added).is_empty() {
        FindingKind::LinesReordered
    } else {
        FindingKind::LinesReplaced
    })
}

/// Whether all lines of one list stand in another in their order.
fn is_within(lines: &[Action<'_>], others: &[Action<'_>]) -> bool {
    let mut others = others.iter();
    lines.iter().all(|line| others.any(|other| same_line(line, other)))
}

/// The actions of one list whose deeds another list does not have, each counted as often as it stands there.
pub(super) fn missing<'a, 't>(
    lines: &'a [Action<'t>],
    others: &[Action<'_>],
) -> Vec<&'a Action<'t>> {
    let deed = |action: &Action<'_>| {
        format!("{} {} {} {}", action.side, action.offer, action.conditional, action.act)
    };
    let mut left: HashMap<String, usize> = HashMap::new();
    others.iter().for_each(|other| *left.entry(deed(other)).or_default() += 1);
    let gone = |line: &&Action<'_>| match left.get_mut(&deed(line)).filter(|count| **count > 0) {
        Some(count) => {
            *count -= 1;
            false
        }
        None => true,
    };
    lines.iter().filter(gone).collect()
}

/// Two lists without the lines that both have at their ends.
pub(super) fn differing<'a, 'b, 't>(
    removed: &'a [Action<'t>],
    added: &'b [Action<'t>],
) -> (&'a [Action<'t>], &'b [Action<'t>]) {
    let ends = removed.iter().rev().zip(added.iter().rev());
    let same = ends.take_while(|(old, new)| same_line(old, new)).count();
    (&removed[..removed.len() - same], &added[..added.len() - same])
}

/// The first lines of a list, in words.
pub(super) fn told<'l>(lines: impl ExactSizeIterator<Item = String> + 'l) -> String {
    let count = lines.len();
    let first: Vec<String> = lines.take(LINES_TOLD).map(|line| format!("`{line}`")).collect();
    let first = first.join(", ");
    match count.saturating_sub(LINES_TOLD) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
