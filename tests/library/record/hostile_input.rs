//! Input that means harm, or that another program spoilt.

use super::{WING, with};
use riverpost::record;

#[track_caller]
fn refuses(bytes: &[u8], expected: &str) {
    let shown = record::read(bytes).expect_err("should be refused").to_string();
    assert!(shown.starts_with(expected), "\n  expected {expected}\n  found    {shown}");
}

#[test]
fn an_alias_bomb() {
    let mut text = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_string();
    for (new, old) in ('b'..='i').zip('a'..) {
        text += &format!("{new}: &{new} [{}]\n", vec![format!("*{old}"); 9].join(","));
    }
    refuses(text.as_bytes(), "1:4: a YAML anchor; write text that begins with & in quotes");
    refuses(b"a: [x]\nb: [x, *a]\n", "2:8: a YAML alias; write text that begins with * in quotes");
}

#[test]
fn features_of_yaml() {
    for (old, new, expected) in [
        ("site: by", "site: !!str by", "9:7: a YAML tag"),
        ("name: Ben", "name: !Ben", "7:17: a YAML tag"),
        ("name: Ben Ode", "name: *Ben", "7:17: a YAML alias"),
        ("site: by", "? site\n: by", "9:1: a question-mark key; write key: value"),
        ("format:", "%YAML 1.1\n---\nformat:", "2:1: a YAML directive; leave it out"),
        ("setup:", "---\nsetup:", "14:1: a second document begins here"),
        ("setup:", "...\nsetup:", "14:1: a second document begins here"),
        (
            "site: by",
            "site: @by",
            "9:7: text may not begin with this character; write it in quotes",
        ),
        ("site: by", "site: `by", "9:7: text may not begin with this character"),
        ("site: by", "site: [[[[[by", "9:11: [ and { are nested too deep, the most is 4"),
        ("site: by", "site: \"by", "9:7: cannot read the YAML: this quote is not closed"),
        ("  north:", "\tnorth:", "7:1: a tab is used for indentation; use spaces"),
        ("  1... NH", " \t1... NH", "28:2: a tab is used for indentation"),
        ("  1... NH", " 1... NH", "28:2: "),
        ("site: by", "si\"te: by", "9:1: unknown key"),
        (
            "site: by",
            "\"\\x73ite\": by",
            "9:1: cannot read the YAML: invalid type: string \"site\", expected a key in plain words",
        ),
        ("site: by", "<<: by", "9:1: unknown key \"<<\""),
    ] {
        refuses(with(WING, old, new).as_bytes(), expected);
    }
    let twice = format!("{WING}moves: |\n");
    refuses(twice.as_bytes(), "31:1: the key \"moves\" stands here for the second time");
    let twice = with(WING, "setup:", "'moves': x\nsetup:");
    refuses(twice.as_bytes(), "27:1: the key \"moves\" stands here for the second time");
}

#[test]
fn what_looks_like_a_feature_and_is_text() {
    for text in [
        "Tom & Jerry *x* !y",
        "a #b",
        "x: y".replace(": ", ":").as_str(),
        "a [b] {c}",
        "100%",
        "a?",
        "-5",
        "?x",
        "-x",
    ] {
        let record = with(WING, "site: by e-mail", &format!("site: {text}"));
        let read = record::read(record.as_bytes());
        let expected = text.split(" #").next().unwrap();
        assert_eq!(read.unwrap().header().site.as_deref(), Some(expected));
    }
    let quoted =
        with(WING, "site: by e-mail", "site: '&a *b !c it''s'\nx-long: \"a\n  &b # no\n  c\"");
    let record = record::read(quoted.as_bytes()).unwrap();
    assert_eq!(record.header().site.as_deref(), Some("&a *b !c it's"));
    assert_eq!(record.header().extras["x-long"], "a &b # no c");
    let block = with(WING, "site: by e-mail", "x-note: >-\n  &a *b\n  !c\nsite: x");
    assert_eq!(record::read(block.as_bytes()).unwrap().header().extras["x-note"], "&a *b !c");
}

#[test]
fn bytes_that_are_no_text() {
    let mut latin = WING.as_bytes().to_vec();
    let at = WING.find("Ek").unwrap();
    latin[at] = 0xE1;
    refuses(&latin, "6:22: byte 0xE1 is not UTF-8; save the file as UTF-8");
    refuses(with(WING, "hello", "a\0b").as_bytes(), "28:42: the character U+0000 may not stand");
    refuses(with(WING, "hello", "a\u{7}b").as_bytes(), "28:42: the character U+0007");
    refuses(with(WING, "hello", "a\u{2028}b").as_bytes(), "28:42: the character U+2028");
    refuses(with(WING, "hello", "a\u{85}b").as_bytes(), "28:42: the character U+0085");
    refuses(with(WING, "hello", "a\rb").as_bytes(), "28:42: the character U+000D");
    refuses(with(WING, "hello", "é\u{FEFF}b").as_bytes(), "28:42: the character U+FEFF");
    refuses(b"\xFF\xFEf\0", "1:1: byte 0xFF is not UTF-8");
    let long = WING.to_string() + &"  \n".repeat(400_000);
    refuses(long.as_bytes(), "1:1: the file is too long in bytes, the most is 1048576");
}

#[test]
fn scraps() {
    refuses(b"", "1:1: the key \"format\" is missing");
    refuses(b"moves: |\n", "1:1: the key \"format\" is missing");
    refuses(b"[]", "1:1: cannot read the YAML: invalid type: sequence, expected keys with values");
    refuses(b"hello", "1:1: cannot read the YAML");
    refuses(b"- a\n- b\n", "1:1: cannot read the YAML");
    refuses(b"{\"format\": \"riverpost/1\"}", "1:3: the key \"game\" is missing");
    for end in 0..WING.len() {
        let _ = record::read(&WING.as_bytes()[..end]);
    }
}
