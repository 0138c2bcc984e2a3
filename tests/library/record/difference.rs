//! How two versions of a record differ.

use super::{WING, with};
use riverpost::record::{self, RecordDifference};

fn difference(before: &str, after: &str) -> RecordDifference {
    let [before, after] = [before, after].map(|text| record::read(text.as_bytes()).unwrap());
    let replayed = [&before, &after].map(|record| record::replay(record).unwrap());
    RecordDifference::of((&before, &replayed[0]), (&after, &replayed[1]))
}

#[test]
fn layout_makes_no_difference() {
    let same = with(WING, "{hello}", "{ hello } ").replace('\n', "\r\n");
    let found = difference(WING, &same);
    assert_eq!((found.header.len(), found.common), (0, 4));
    assert!(found.is_extension() && found.added.is_empty());
}

#[test]
fn a_line_more_is_an_extension_in_one_direction() {
    let short = with(
        &with(WING, "\n  2... draw agreed [2026-12-02T21:00:00Z]", ""),
        "result: draw\nending: agreement",
        "result: \"*\"",
    );
    let found = difference(&short, WING);
    assert!(found.is_extension());
    assert_eq!((found.common, found.removed.len(), found.added.len()), (3, 0, 1));
    let keys: Vec<&str> = found.header.iter().map(|change| change.key.as_str()).collect();
    assert_eq!(keys, ["result", "ending"]);
    assert_eq!(found.header[1].after.as_deref(), Some("agreement"));
    let back = difference(WING, &short);
    assert!(!back.is_extension());
    assert_eq!((back.common, back.removed.len(), back.added.len()), (3, 1, 0));
}

#[test]
fn what_was_agreed_done_or_said_is_told_where_it_differs() {
    for (old, new, common, key) in [
        ("e7-e6", "g7-g6", 1, None),
        ("{hello}", "{bye}", 1, None),
        ("07:00:00Z", "07:00:01Z", 2, None),
        ("40d+2d", "40d", 4, Some("time")),
        ("email: ben@example.org", "email: b@example.org", 4, Some("players.north")),
        ("7 NH", "7  .", 4, Some("setup")),
    ] {
        let found = difference(WING, &with(WING, old, new));
        assert_eq!(found.common, common, "{old}");
        assert_eq!(found.header.first().map(|change| change.key.as_str()), key, "{old}");
        assert!(!found.is_extension(), "{old}");
    }
}
