//! Documents: what is read and where it stands, what is refused, typed reading, printing.

use proptest::prelude::*;
use riverpost::document::{
    Document, Editor, Layout, Limits, Node, Place, Value, flow, item, quote, read,
};
use serde::{Deserialize, Serialize};

fn parse(text: &str) -> Document<'_> {
    read(text.as_bytes(), &Limits::MATCH).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn refusal(text: &str) -> String {
    match read(text.as_bytes(), &Limits::RECORD) {
        Ok(read) => panic!("should be refused: {read:?}"),
        Err(fault) => fault.to_string(),
    }
}

#[track_caller]
fn refuses(text: &str, expected: &str) {
    let shown = refusal(text);
    assert!(shown.starts_with(expected), "\n  expected {expected}\n  found    {shown}\n{text}");
}

/// The node in a short form: `{key: text, list: [a, b]}`, texts as they are.
fn short(node: &Node<'_>) -> String {
    match &node.value {
        Value::Map(map) => {
            let entry =
                |e: &riverpost::document::Entry<'_>| format!("{}: {}", e.key, short(&e.value));
            format!("{{{}}}", map.entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::List(list) => {
            format!("[{}]", list.items.iter().map(short).collect::<Vec<_>>().join(", "))
        }
        _ => format!("{:?}", node.text().expect("text")),
    }
}

#[test]
fn every_scalar_is_text_and_every_style_is_read() {
    for (text, expected) in [
        ("a: 1\nb: ~\nc:\nd: 0x1F\n", r#"{a: "1", b: "~", c: "", d: "0x1F"}"#),
        ("a: 'it''s'\nb: \"x\\ty\"\nc: a\n  b\n", r#"{a: "it's", b: "x\ty", c: "a b"}"#),
        ("a: [x, {y: z}, \"w\"]\nb: {}\nc: []\n", r#"{a: ["x", {y: "z"}, "w"], b: {}, c: []}"#),
        ("a:\n- x\n- y: 1\n  z: 2\n-\nb: c\n", r#"{a: ["x", {y: "1", z: "2"}, ""], b: "c"}"#),
        ("a: |\n  x\n    y\n\n  z\n\nb: >-\n  x\n  y\n", r#"{a: "x\n  y\n\nz\n", b: "x y"}"#),
        ("a: |-\n x\nb: |+\n x\n\nc: |2\n   x\n", r#"{a: "x", b: "x\n\n", c: " x\n"}"#),
        ("--- # c\na: b # d\n# e\n", r#"{a: "b"}"#),
        ("", r#""""#),
        ("# only this\n", r#""""#),
        ("é: ü\r\n\"ö\": |\r\n  ä\r\n", r#"{é: "ü", ö: "ä\n"}"#),
        ("a: |", r#"{a: ""}"#),
        ("a: |\n\n\nb: |\n  #x\n#y\n", r##"{a: "", b: "#x\n"}"##),
        ("a:\n  - |\n    x\n  - y\n", r#"{a: ["x\n", "y"]}"#),
        ("x:\n- \"abc\n  b: |\n  c\"\n", r#"{x: ["abc b: | c"]}"#),
    ] {
        assert_eq!(short(parse(text).root()), expected, "{text}");
        let marked = format!("\u{FEFF}{text}");
        assert_eq!(short(parse(&marked).root()), expected, "{text}");
        let crlf = text.replace("\r\n", "\n").replace('\n', "\r\n");
        assert_eq!(short(parse(&crlf).root()), expected, "{text}");
    }
}

#[test]
fn spans_are_bytes_of_the_text() {
    let text = "ü: ä # ö\nq: 'é' # x\nf: {n: \"ß\", l: [1,  2 ]} # y\nm: |\n  é\n\n  b\nb:\n  - ü: 1\n    v:   w w  # z\n  - x\n";
    let document = parse(text);
    for (path, expected) in [
        (&["ü"][..], "ä"),
        (&["q"], "'é'"),
        (&["f"], "{n: \"ß\", l: [1,  2 ]}"),
        (&["f", "n"], "\"ß\""),
        (&["f", "l"], "[1,  2 ]"),
        (&["f", "l", "1"], "2"),
        (&["m"], "|\n  é\n\n  b\n"),
        (&["b"], "- ü: 1\n    v:   w w  # z\n  - x"),
        (&["b", "0"], "ü: 1\n    v:   w w"),
        (&["b", "0", "v"], "w w"),
        (&["b", "1"], "x"),
    ] {
        let node = document.get(path).expect("a node");
        assert_eq!(&text[node.span.clone()], expected);
    }
    assert_eq!(document.comments().next().map(|(p, _)| p), Some(Place { line: 1, column: 6 }));
    let Value::Block(block) = &document.get(&["m"]).expect("a block").value else { panic!() };
    let lines: Vec<_> = document.lines(block).map(|(p, l)| (p.line, p.column, l)).collect();
    assert_eq!(lines, [(5, 3, "é"), (7, 3, "b")]);
    assert_eq!(document.place_in(block, 2, 1), Place { line: 7, column: 4 });
}

#[test]
fn places_are_counted_in_lines_and_characters() {
    // Of one, two, three and four bytes, in lines of all lengths up to one that is long.
    let mut text = String::from("a: x\n");
    for length in (1..300).chain([3000]) {
        let comment: String = "aé☃😀".chars().cycle().take(length).collect();
        text.push_str(&format!("#{comment}\n"));
    }
    let document = parse(&text);
    let (mut line, mut column) = (1, 1);
    for (at, c) in text.char_indices() {
        if at % 7 == 0 || c == '\n' {
            assert_eq!(document.place(at), Place { line, column }, "byte {at}");
        }
        (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    let end = Place { line: 302, column: 1 };
    assert_eq!((document.place(text.len()), document.place(usize::MAX)), (end, end));
}

#[test]
fn comments_are_known() {
    for (text, preamble, comment) in [
        ("# a\n\n#b\nk: v\n", "# a\n\n#b\n", None),
        ("# a\nk: v # c\n", "# a\n", Some((2, 6))),
        ("k: |  # c\n  # no\n", "", Some((1, 7))),
        ("k: |\n  # no\n# yes\n", "", Some((3, 1))),
        ("k: '# no'\nl: a#b\nm: [1, # yes\n  2]\n", "", Some((3, 8))),
        ("--- # c\nk: v\n", "", Some((1, 5))),
        ("k: v\n\n  # c", "", Some((3, 3))),
    ] {
        let document = parse(text);
        let place = document.comments().next().map(|(p, _)| (p.line, p.column));
        assert_eq!((document.preamble(), place), (preamble, comment), "{text}");
    }
    let document = parse("k: v # c\r\nm: |\r\n  # no\r\n# d \r\n# e");
    let comments: Vec<_> = document.comments().map(|(_, text)| text).collect();
    assert_eq!(comments, ["# c", "# d", "# e"]);
}

#[test]
fn what_is_refused_is_refused_at_its_place() {
    for (text, expected) in [
        ("a: &x b\n", "1:4: a YAML anchor; write text that begins with & in quotes"),
        ("é: ü\na: [b, &x {c: d}]\n", "2:8: a YAML anchor"),
        ("a: &x\n  b: c\n", "1:4: a YAML anchor"),
        ("a: b\nc: *a\n", "2:4: a YAML alias"),
        ("a: *\n", "1:4: a bare * is an alias in YAML; write \"*\" in quotes"),
        ("a: !x b\n", "1:4: a YAML tag"),
        ("a: !!str\n", "1:4: a YAML tag"),
        ("a: !\n", "1:4: a YAML tag"),
        ("a: !?\n", "1:4: a YAML tag"),
        ("? a\n: b\n", "1:1: a question-mark key; write key: value"),
        ("%YAML 1.2\n---\na: b\n", "1:1: a YAML directive; leave it out"),
        ("a: b\n---\nc: d\n", "2:1: a second document begins here"),
        ("a: b\n...\n", "2:1: a second document begins here"),
        ("a: |\n  x\n---\n", "3:1: a second document begins here"),
        ("---\n---\na: b\n", "2:1: a second document begins here"),
        ("a: @b\n", "1:4: text may not begin with this character; write it in quotes"),
        ("a: [%b]\n", "1:5: text may not begin with this character"),
        ("a: \"b\nc: d\n", "1:4: cannot read the YAML: this quote is not closed, or goes on"),
        ("a: 'b", "1:4: cannot read the YAML: this quote is not closed"),
        (
            "a: \"b\n c \\x4\"\n",
            "2:4: cannot read the YAML: there is no such escape in double quotes",
        ),
        ("a: \"\\q\"\n", "1:5: cannot read the YAML: there is no such escape in double quotes"),
        (
            "a: b\nc # d\ne: f\n",
            "2:1: cannot read the YAML: expected a key with a colon and a blank",
        ),
        ("a: b\n!c d\ne: f\n", "2:1: a YAML tag"),
        ("% x\n", "1:1: a YAML directive"),
        ("a: {b: ?c}\n", "1:8: text may not begin with this character; write it in quotes"),
        ("a: b\n  &c\n", "2:3: a YAML anchor"),
        ("a: [b\n  @c]\n", "2:3: text may not begin with this character"),
        ("a: {b: |c}\n", "1:8: text may not begin with this character; write it in quotes"),
        (
            "a: \"b\nc\"\n",
            "1:4: cannot read the YAML: this quote is not closed, or goes on in a line",
        ),
        ("a: [b, c\nd: e\n", "1:4: cannot read the YAML: this [ is not closed"),
        ("a: [[[[[b]]]]]\n", "1:8: [ and { are nested too deep, the most is 4"),
        ("a: [[[[[b\n", "1:8: [ and { are nested too deep, the most is 4"),
        ("a: b\na: c\n", "2:1: the key \"a\" stands here for the second time; keep one of them"),
        ("x:\n  - {a: b, 'a': c}\n", "2:13: the key \"a\" stands here for the second time"),
        ("a: |\n  x\nb: c\na: |\n  y\n", "4:1: the key \"a\" stands here for the second time"),
        ("a:\n\t- b\n", "2:1: a tab is used for indentation; use spaces"),
        ("\"\\x61\": b\n", "1:1: cannot read the YAML: invalid type: string \"a\", expected a key"),
        ("[a]: b\n", "1:1: cannot read the YAML: invalid type: sequence, expected a key"),
        ("a: {{b: c}: d}\n", "1:5: cannot read the YAML: invalid type: map, expected a key"),
        ("a: [b: c]\n", "1:5: cannot read the YAML: a pair without braces; write {key: value}"),
        ("a: b\n c: d\n", "2:3: cannot read the YAML"),
        (
            "a: |\n  x\n<<<<<<< HEAD\n  y\n=======\n  z\n>>>>>>> b\n",
            "3:1: git left a merge conflict here; settle it and take the marks out",
        ),
        ("a: b\0\n", "1:5: the character U+0000 may not stand"),
    ] {
        refuses(text, expected);
    }
    let deep: String = (0..9).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
    refuses(&(deep + "         a: b\n"), "9:9: nested too deep, the most is 8");
    refuses(&format!("a: {}", "x".repeat(8200)), "1:1: the line is too long, the most is 8192");
    let keys: String = (0..201).map(|n| format!("k{n}: a\n")).collect();
    refuses(&keys, "201:1: there are too many keys here, the most is 200");
    let items = "- a\n".repeat(201);
    refuses(&format!("l:\n{items}"), "202:3: the list is too long, the most is 200");
    let error = read(b"a: b\nc: J\xE1n\n", &Limits::RECORD).expect_err("Latin-1");
    assert_eq!(error.to_string(), "2:5: byte 0xE1 is not UTF-8; save the file as UTF-8");
}

/// Nothing that a file may hold makes the reader slow, deep, or big.
#[test]
fn hostile_documents_are_refused_at_once() {
    let much = |part: &str| part.repeat((1 << 16) / part.len());
    for part in [
        "[",
        "{",
        "[a,",
        "{a: ",
        "- ",
        "a: ",
        "'",
        "\"",
        "&a ",
        "? ",
        "!",
        "|\n",
        ": ",
        ",",
        "\n",
        "# ",
        "a\n",
        " \n",
        "- |\n",
        "a: |\n",
        "- a\n",
        "{a,",
        "[]: ",
        "\u{FFFF0}",
    ] {
        let started = std::time::Instant::now();
        for text in [
            much(part),
            format!("x: {}", much(part)),
            format!("x: [{}", much(&format!("{part}\n "))),
        ] {
            let _ = read(text.as_bytes(), &Limits::MATCH);
        }
        assert!(started.elapsed().as_secs() < 60, "{part:?}: {:?}", started.elapsed());
    }
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<u16>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    kinds: Vec<Kind>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Sample>,
    #[serde(default)]
    open: bool,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    One,
    TwoThree,
    Of(u8),
}

#[test]
fn documents_are_read_into_types() {
    let text = "name: 12\ncount: 7\nkinds: [one, two-three, of: 3]\nparts:\n  - {name: a, open: true}\n  - name: ~\n    count: ~\n";
    let text = text.replace("of: 3", "{of: 3}");
    let sample: Sample = parse(&text).typed().expect("a sample");
    let part = |name: &str, open| Sample {
        name: name.into(),
        count: None,
        kinds: vec![],
        parts: vec![],
        open,
    };
    let kinds = vec![Kind::One, Kind::TwoThree, Kind::Of(3)];
    let parts = vec![part("a", true), part("~", false)];
    assert_eq!(sample, Sample { count: Some(7), kinds, parts, ..part("12", false) });
    for (text, expected) in [
        (
            "name: a\ncuont: 1\n",
            "2:1: cannot read the YAML: unknown field `cuont`, expected one of `name`, `count`, `kinds`, `parts`, `open`; did you mean \"count\"?",
        ),
        (
            "name: a\ncount: \"5\"\n",
            "2:8: cannot read the YAML: count: invalid type: string \"5\", expected u16",
        ),
        (
            "name: a\ncount: 70000\n",
            "2:8: cannot read the YAML: count: invalid value: integer `70000`, expected u16",
        ),
        (
            "name: a\ncount: 0x1F\n",
            "2:8: cannot read the YAML: count: invalid type: string \"0x1F\", expected u16",
        ),
        (
            "name: a\nparts:\n  - name: b\n  - {open: true}\n",
            "4:5: cannot read the YAML: parts[1]: missing field `name`",
        ),
        (
            "name: a\nparts:\n  - {name: b, open: 1}\n",
            "3:21: cannot read the YAML: parts[0].open: invalid type: string \"1\", expected a boolean",
        ),
        ("name: a\nkinds: [two]\n", "2:9: cannot read the YAML: kinds[0]: unknown variant `two`"),
        (
            "name: [a]\n",
            "1:7: cannot read the YAML: name: invalid type: sequence, expected a string",
        ),
        (
            "name: a\nkinds: x\n",
            "2:8: cannot read the YAML: kinds: invalid type: string \"x\", expected a sequence",
        ),
        ("", "1:1: cannot read the YAML: invalid type: unit value, expected struct Sample"),
    ] {
        let error = parse(text).typed::<Sample>().expect_err(text).to_string();
        assert!(error.starts_with(expected), "\n  expected {expected}\n  found    {error}");
    }
}

#[test]
fn values_are_printed_and_read_back() {
    let part = Sample { name: "yes".into(), count: None, kinds: vec![], parts: vec![], open: true };
    let sample = Sample {
        name: "a: b".into(),
        count: Some(3),
        kinds: vec![Kind::One, Kind::TwoThree],
        parts: vec![part],
        open: false,
    };
    let line = flow(&sample).expect("a line");
    assert_eq!(
        line,
        "{name: \"a: b\", count: 3, kinds: [one, two-three], parts: [{name: \"yes\", open: true}], open: false}"
    );
    let lines = item(&sample, 2, "\n").expect("an item");
    let text = format!("l:\n  - {lines}\nm:\n  - {line}\n");
    let read: std::collections::BTreeMap<String, Vec<Sample>> = parse(&text).typed().expect("both");
    assert_eq!(read["l"], read["m"]);
    assert_eq!(read["l"], [sample]);
}

/// Edits a document and gives the new text.
fn edited(text: &str, edit: impl FnOnce(&Document<'_>, &mut Editor<'_, '_>)) -> String {
    let document = parse(text);
    let mut editor = Editor::new(&document);
    edit(&document, &mut editor);
    editor.finish()
}

#[test]
fn edits_keep_everything_else() {
    let text = "a: 'x'  # c\nb: {c: d}\nl:\n  - x # y\nm: |\n  1\n\nn:\n- - e\n  - f\n- k: v\n";
    let new = edited(text, |document, editor| {
        let node = |path: &[&str]| document.get(path).expect("a node");
        let root = document.root();
        editor.set(root, "a", &"no").expect("set");
        editor.set_after(root, "a", "z", &1).expect("set after");
        editor.set(node(&["b"]), "e", &"a: b").expect("set in braces");
        editor.set(node(&["b"]), "f", &2).expect("set in braces");
        editor.push(node(&["l"]), &"y", Layout::Line).expect("push");
        editor.append_line(node(&["m"]), "2").expect("a line");
        editor.push(node(&["n"]), &[1, 2], Layout::Line).expect("push");
        editor.set(node(&["n", "1"]), "w", &[3]).expect("set in an item");
        editor.push(node(&["n", "0"]), &"g", Layout::Line).expect("push within");
        let map = std::collections::BTreeMap::from([("p", ["q", "r"])]);
        editor.push_to(root, "o", &[], &map, Layout::Lines).expect("begin");
        editor.push_to(root, "o", &[], &"s", Layout::Line).expect("push to what was begun");
        editor
            .push_to(root, "j", &["a", "b", "j", "l", "m", "n"], &0, Layout::Line)
            .expect("begin between");
        editor.push_to(node(&["b"]), "h", &[], &7, Layout::Line).expect("begin in braces");
    });
    let expected = "a: \"no\"  # c\nz: 1\nb: {c: d, e: \"a: b\", f: 2, h: [7]}\nj:\n  - 0\nl:\n  - x # y\n  - \"y\"\nm: |\n  1\n  2\n\nn:\n- - e\n  - f\n  - g\n- k: v\n  w: [3]\n- [1, 2]\no:\n  - p:\n      - q\n      - r\n  - s\n";
    assert_eq!(new, expected);
    let crlf = |text: &str| format!("\u{FEFF}{}", text.replace('\n', "\r\n"));
    let new = edited(&crlf("a:\nl: []\nm: |\nk: [x]"), |document, editor| {
        let node = |path: &[&str]| document.get(path).expect("a node");
        editor.set(document.root(), "a", &"x").expect("set what is empty");
        editor.push(node(&["l"]), &1, Layout::Line).expect("push");
        editor.push(node(&["l"]), &2, Layout::Lines).expect("push");
        editor.append_line(node(&["m"]), "line").expect("a line");
        editor.set(document.root(), "e", &"f").expect("set");
    });
    assert_eq!(new, crlf("a: x\nl: [1, 2]\nm: |\n  line\nk: [x]\ne: f\n"));
}

#[test]
fn a_line_is_added_as_far_in_as_its_block() {
    let text = format!("m: |\n{:60000}{:60000}1\n", "", "");
    let added = format!("{text}{:60000}{:60000}2\n", "", "");
    let document = parse(&text);
    let block = document.get(&["m"]).expect("a block");
    let mut editor = Editor::new(&document);
    editor.append_line(block, "2").expect("a line");
    let mut next = editor.next_line(block).expect("a line");
    assert_eq!(editor.finish(), added);
    let mut text = text.clone();
    next.add(&mut text, "2");
    assert_eq!(text, added);
}

#[test]
fn edits_that_would_change_more_are_refused() {
    let document = parse("a: |\n  x\nb:\n  - c\nd: e\n");
    let mut editor = Editor::new(&document);
    let node = |path: &[&str]| document.get(path).expect("a node");
    assert!(editor.replace(node(&["a"]), &"x").is_err());
    assert!(editor.replace(node(&["b"]), &"x").is_err());
    assert!(editor.append_line(node(&["d"]), "x").is_err());
    assert!(editor.push(node(&["d"]), &"x", Layout::Line).is_err());
    assert!(editor.set(node(&["b"]), "x", &"x").is_err());
    assert!(editor.set_after(document.root(), "q", "x", &"x").is_err());
    assert_eq!(editor.finish(), document.text());
}

/// Texts of all kinds, more often than not with what means something in YAML.
fn texts() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec![
        ":",
        " ",
        "-",
        "#",
        "'",
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        "|",
        ">",
        "&",
        "*",
        "!",
        "?",
        "%",
        "@",
        "`",
        "~",
        "yes",
        "null",
        "0",
        "1e5",
        "é",
        "\u{1F600}",
        "\u{202E}",
        "a",
        "B",
        ".",
        "=",
        "<<",
        "---",
        "...",
        "\n",
        "\t",
        "\u{85}",
        "\u{2028}",
    ]);
    prop_oneof![".{0,12}", prop::collection::vec(sign, 0..8).prop_map(|parts| parts.concat())]
}

/// `- ]` would be an item of a list that has no end.
#[test]
fn a_text_that_ends_in_a_dash_by_itself_is_quoted() {
    assert_eq!(quote("Anna -"), "\"Anna -\"");
    assert_eq!(quote("Anna - Ben"), "Anna - Ben");
    let text = format!("l: [{}]\n", quote("Anna -"));
    assert_eq!(parse(&text).get(&["l", "0"]).unwrap().text().unwrap(), "Anna -");
}

proptest! {
    /// What is quoted is read as the same text, wherever it stands.
    #[test]
    fn quoted_text_is_read_back(text in texts()) {
        let text = text.replace('\0', "");
        let quoted = quote(&text);
        let file = format!("a: {quoted}\nb: [{quoted}, {{c: {quoted}}}]\n{quoted}: x\n");
        let file = if quoted.contains('\\') { file.replace(&format!("{quoted}: x\n"), "") } else { file };
        if text == "a" || text == "b" {
            return Ok(());
        }
        let document = parse(&file);
        for path in [&["a"][..], &["b", "0"], &["b", "1", "c"]] {
            let node = document.get(path).expect("a node");
            prop_assert_eq!(node.text().expect("text"), text.as_str());
            prop_assert_eq!(&file[node.span.clone()], &*quoted);
        }
    }

    /// The lines of a block are the lines of the file, whatever stands around it.
    #[test]
    fn blocks_are_read_as_they_stand(
        lines in prop::collection::vec("[ -~é]{0,20}", 0..6),
        indent in 1usize..5,
        before in "[a-c]: [a-z ]{1,5}x\n|# c: \\|\n|\n",
        after in "z: y\n|# c\n|\n|",
        crlf in any::<bool>(),
        last in any::<bool>(),
    ) {
        let mut text = format!("{before}k: |\n");
        let first = lines.iter().position(|line| !line.trim().is_empty());
        let lines: Vec<&str> = lines.iter().enumerate().map(|(at, line)| {
            // The first line tells the indentation.
            if first.is_none_or(|first| at <= first) { line.trim() } else { line.trim_end() }
        }).collect();
        for line in &lines {
            if !line.is_empty() {
                text += &" ".repeat(indent);
            }
            text += line;
            text += "\n";
        }
        text += &after;
        let text = if last { text } else { text.trim_end_matches('\n').to_owned() };
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        let document = parse(&text);
        let node = document.get(&["k"]).expect("the block");
        let wanted: Vec<&str> = lines.iter().copied().filter(|line| !line.is_empty()).collect();
        if let Value::Block(block) = &node.value {
            let found: Vec<_> = document.lines(block).collect();
            prop_assert_eq!(found.iter().map(|(_, line)| *line).collect::<Vec<_>>(), wanted);
            for (place, line) in found {
                let rest = text.lines().nth(place.line as usize - 1).expect("a line");
                prop_assert_eq!(&rest[place.column as usize - 1..], line);
            }
        } else {
            prop_assert!(false, "{:?}", node);
        }
        let content = lines.join("\n");
        let content = content.trim_end_matches('\n');
        let wanted = if content.is_empty() { String::new() } else { format!("{content}\n") };
        prop_assert_eq!(node.text().expect("text"), wanted);
    }

    /// Whatever the bytes are, they are read or refused.
    #[test]
    fn any_text_is_read_or_refused(text in prop::collection::vec(texts(), 0..12)) {
        let text = text.concat();
        if let Ok(document) = read(text.as_bytes(), &Limits::RECORD) {
            let _ = document.typed::<Sample>();
            let _ = document.comments().count();
        }
    }

    /// What is added is there, everything that was there says what it said, and its bytes stay.
    #[test]
    fn edits_add_what_is_meant_and_nothing_else(
        items in prop::collection::vec(prop_oneof!["[a-z]{1,3}", "\\{k: [a-z]\\}", "\\[[a-z]\\]"], 0..4),
        flow in any::<bool>(),
        indent in 0usize..4,
        crlf in any::<bool>(),
        cut in any::<bool>(),
        comment in prop_oneof![Just(""), Just(" # c")],
        added in prop::collection::vec(texts(), 1..4),
        line in "[a-z0-9.+-]{1,9}",
    ) {
        let mut text = format!("# p\nk: v{comment}\n");
        if flow {
            text += &format!("l: [{}]{comment}\n", items.join(", "));
        } else if !items.is_empty() {
            let item = |item| format!("{:indent$}- {item}{comment}\n", "");
            text += &format!("l:\n{}", items.iter().map(item).collect::<String>());
        }
        text += "m: |\n  first\n";
        let text = if cut { text.trim_end().to_owned() } else { text };
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        let added: Vec<String> = added.iter().map(|text| text.replace('\0', "")).collect();
        let before = parse(&text);
        let mut editor = Editor::new(&before);
        for text in &added {
            editor.push_to(before.root(), "l", &["k", "l", "m"], text, Layout::Line).expect("push");
        }
        editor.append_line(before.get(&["m"]).expect("m"), &line).expect("a line");
        editor.set_after(before.root(), "k", "n", &added[0]).expect("set");
        let new = editor.finish();
        let after = parse(&new);
        let list = after.get(&["l"]).and_then(|node| node.items()).expect("the list");
        prop_assert_eq!(list.len(), items.len() + added.len());
        let old = before.get(&["l"]).and_then(|node| node.items()).unwrap_or_default();
        for (was, is) in old.iter().zip(list) {
            prop_assert_eq!(short(was), short(is));
        }
        for (text, is) in added.iter().zip(&list[items.len()..]) {
            prop_assert_eq!(is.text().expect("text"), text.as_str());
        }
        prop_assert_eq!(after.get(&["k"]).map(short), before.get(&["k"]).map(short));
        prop_assert_eq!(after.get(&["n"]).and_then(|n| n.text()).expect("n"), added[0].as_str());
        prop_assert_eq!(after.get(&["m"]).and_then(|n| n.text()).expect("m"), format!("first\n{line}\n"));
        // What was there is what is left when what was added is taken out again.
        let mut rest = new.chars();
        prop_assert!(text.chars().all(|c| rest.any(|r| r == c)));
    }
}

/// Lines of which documents are made up, of the simplest kinds and of others.
const LINES: &[&str] = &[
    "a: b",
    "b:",
    "  c: d",
    "  e: {f: g, h: i j}",
    "  k: \"l\"",
    "m: |",
    "n: |-",
    "  text",
    "    more",
    "",
    "o: \"x y\"",
    "a: p # q",
    "r: s: t",
    "u: 2026-12-01T12:00:00Z",
    "v: {w: x:y}",
    "w: {x: \"a, b\", y: z}",
    "x: 'y'",
    "z: [a]",
    "c: - d",
    "é: ü",
    "d: é",
    "e: a, b",
    "f: {a: b, a: c}",
    " g: 1",
    "h: ",
    "i:  j",
    "k: \"\"",
    "l: a  b",
    "0: a",
    "p: a ",
    "q: {}",
    "s: {a: b,c: d}",
    "t: {a: b c, d: e@f.g}",
    "- a",
    "---",
    "# c",
    "y: a:",
    "j: ~",
    "x-a: \"b\\tc\"",
    "  c: e",
    "g: |\r",
    "aa: b\r",
    "bb: \"a\"b\"",
    "cc: {a: 'b'}",
    "dd: {\"a\": b}",
    "ee: it's (so)",
    "ff: a\u{a0}",
    "gg: \u{a0}b",
    "...",
    "hh: +1",
    "ii: a/b=",
    " xc: d",
    "    cd: e",
    "jj: {a: b -, c: d}",
    "kk: {a: b, c: d -}",
    "ll: b -",
    "mm: {a: \"b: c, d\", e: \"\"}",
    "nn: {a: \"b\" , c: d}",
    "oo: {a: \"b\"c, d: e}",
    "pp: {a: \"b\",c: d}",
    "qq: {a: \"b, c: d}",
    "rr: {a: b, }",
    "ss: \"",
    "tt: {",
    "uu: a\tb",
    "\tvv: a",
    " \"m\": n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Simple documents are read without the parser, those with a comment with it.
    #[test]
    fn simple_documents_are_what_the_parser_says(
        lines in proptest::collection::vec(proptest::sample::select(LINES), 1..7),
    ) {
        // In a document in which nothing is written that is nowhere in particular.
        let text = format!("first: a\n{}\n", lines.join("\n"));
        let commented = format!("{text}# a comment\n");
        let [plain, parsed] =
            [&text, &commented].map(|text| read(text.as_bytes(), &Limits::RECORD));
        match (plain, parsed) {
            (Ok(plain), Ok(parsed)) => prop_assert_eq!(plain.root(), parsed.root(), "{}", text),
            (plain, parsed) => prop_assert_eq!(plain.is_ok(), parsed.is_ok(), "{}", text),
        }
    }
}

#[test]
fn a_character_that_may_not_stand_is_found_wherever_it_stands() {
    for before in 1..20 {
        let document =
            |c: char| format!("ab:\n  c: d\ne: {}{c}more of it\n", "x".repeat(before as usize));
        for odd in ['\0', '\u{1F}', '\u{7F}', '\u{85}', '\u{2028}', '\r'] {
            let fault = read(document(odd).as_bytes(), &Limits::RECORD).unwrap_err();
            let place = Place { line: 3, column: 4 + before };
            assert_eq!(fault.place, place, "{odd:?} behind {before}");
        }
        for usual in ['~', '!', 'é', '\u{A0}', '\t'] {
            read(document(usual).as_bytes(), &Limits::RECORD).unwrap();
        }
    }
}

#[test]
fn what_is_no_document_is_refused_with_a_comment_and_without() {
    for text in
        ["p:\n  s: {n: A}\n xn: {n: B}\n", "p: {n: Ben -, e: b@c.d}\n", "p:\n  a: b\n   c: d\n"]
    {
        for end in ["", "# a comment\n"] {
            assert!(
                read(format!("{text}{end}").as_bytes(), &Limits::RECORD).is_err(),
                "{text}{end}"
            );
        }
    }
}
