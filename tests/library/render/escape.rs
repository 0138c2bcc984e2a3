//! Names of strangers on a screen and in a page.

use riverpost::render::{one_line, padded, width, wrapped, xml};

#[test]
fn wide_characters_take_two_columns_and_marks_none() {
    for (text, columns) in [("Ünal", 4), ("U\u{308}nal", 4), ("李 明", 5), ("ｗ", 2), ("", 0)] {
        assert_eq!(width(text), columns, "{text}");
    }
    assert_eq!(padded("李 明", 7), "李 明  ");
    assert_eq!(padded("李 明", 3), "李 明");
    // Beside a name of strangers that is wider than `format!` can make anything.
    let padded = padded("é", 70_000);
    assert_eq!((width(&padded), padded.trim_end()), (70_000, "é"));
    assert_eq!(wrapped(["李明", "李明", "Ek"], 9), ["李明 李明", "Ek"]);
}

#[test]
fn marks_that_turn_the_direction_of_writing_do_nothing() {
    let name = "Anna\u{202e}<b>";
    assert_eq!(one_line(name), "Anna\\u{202e}<b>");
    assert_eq!(xml(name), "Anna&lt;b&gt;");
    // Scripts that are written from the right need no mark.
    assert_eq!(xml("דוד"), "דוד");
}
