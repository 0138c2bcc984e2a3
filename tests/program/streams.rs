//! Many records in one stream: YAML documents, each but the first after a line of `---`.

use serde_json::{Value, json};

use crate::harness::Place;

/// A record of one game of Wing, 18 lines long, the last of them its only move.
pub fn record(id: &str, first: &str) -> String {
    format!(
        "format: riverpost/1
game: wing
id: {id}
result: \"*\"
setup: |
  10 NS NK ND NG NE NG ND NK NS
   9  .  .  .  .  .  .  .  .  .
   8  . NC  .  .  .  .  . NC  .
   7 NH  . NH  . NH  . NH  . NH
   6  .  .  .  .  .  .  .  .  .
   5  .  .  .  .  .  .  .  .  .
   4 SH  . SH  . SH  . SH  . SH
   3  . SC  .  .  .  .  . SC  .
   2  .  .  .  .  .  .  .  .  .
   1 SS SK SD SG SE SG SD SK SS
      a  b  c  d  e  f  g  h  i
moves: |
  1. {first}
"
    )
}

#[test]
fn a_stream_is_read_on_standard_input_and_from_a_file() {
    let place = Place::nowhere();
    let records = ["one", "two", "three"].map(|id| record(id, "SH e4-e5"));
    let streams = [
        records.join("---\n"),
        format!("---\n{}", records.join("---\n")),
        format!("# an archive\n---\n{}---\n# the end\n", records.join("--- # next\n---\n")),
        format!("\u{feff}{}", records.join("\u{feff}---\n")).replace('\n', "\r\n"),
    ];
    for stream in streams {
        let run = place.run_with(&["verify", "-"], &stream);
        assert_eq!((run.code, run.out.as_str()), (0, "3 records hold, 3 plies\n"), "{stream}");
        place.write("all.yaml", &stream);
        assert_eq!(place.ok(&["verify", "all.yaml"]), "3 records hold, 3 plies\n");
    }
}

/// Each place counts from the top of the stream, and one bad record does not hide the others.
#[test]
fn errors_say_the_line_of_the_stream() {
    let place = Place::nowhere();
    let long = format!("format: riverpost/1\nsite: {}\n", "x".repeat(17 << 20));
    let bad = [record("a", "SH e4-e6"), long, "format: other\n".into(), record("b", "SH e4-e5")];
    let run = place.run_with(&["verify", "-", "--json"], bad.join("---\n"));
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let lines: Vec<Value> = run.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let places: Vec<_> = lines.iter().map(|line| line["error"]["line"].clone()).collect();
    // The second record begins in line 19, behind the 18 of the first, the third after two lines and its mark.
    assert_eq!(places, [json!(18), json!(19), json!(23), Value::Null]);
    assert_eq!(lines[0]["error"]["column"], 6);
    assert!(lines.iter().all(|line| line["path"] == "-"));
    assert_eq!(lines[1]["error"]["message"], "the file is too long in bytes, the most is 1048576");
    assert_eq!(lines[3]["ok"], true);
}
