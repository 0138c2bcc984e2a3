//! Match files that somebody made to do harm.

use super::{FILE, by_hand, with_match, without_log};

#[test]
fn what_records_may_not_have_matches_may_not_have() {
    let place = with_match();
    let text = place.read(FILE);
    let cases: &[(String, &str)] = &[
        (text.replace("title: Autumn", "title: &a Autumn"), ":3:8: a YAML anchor"),
        (text.replace("title: Autumn", "title: *a"), ":3:8: a YAML alias"),
        (text.replace("title: Autumn", "title: !!str Autumn"), ":3:8: a YAML tag"),
        (
            text.replace("title: Autumn", "title: [[[[[[]]]]]]"),
            ":3:12: [ and { are nested too deep",
        ),
        (text.replace("title: Autumn", "title: Autumn\ntitle: Winter"), ":4:1: "),
        (text.replace("title: Autumn", "title: Autumn\nprize: 3"), "unknown field"),
        (text.replace("title: Autumn", "title: a\u{7}b"), ":3:9: the character U+0007"),
        (text.replace("title: Autumn", "title: a\u{0}b"), ":3:9: the character U+0000"),
        (text.replace("  - {id: anna", "\t- {id: anna"), "a tab is used for indentation"),
        (format!("{text}#{}\n", "x".repeat(9000)), "the line is too long"),
        (
            format!("{text}{}", "# 3456789\n".repeat(1_700_000)),
            ":1:1: the file is too long in bytes",
        ),
        (text.replace("id: anna", "id: ../anna"), "is not made of letters"),
    ];
    for (text, words) in cases {
        place.write("../bad.yaml", text);
        let run = place.run(&["verify", "../bad.yaml"]);
        assert_eq!(run.code, 1, "{words}: {run:?}");
        assert!(run.out.contains(words), "{words}: {}", run.out);
        let run = place.run(&["match", "score", "../bad.yaml"]);
        assert_eq!(run.code, 1, "{words}: {run:?}");
        place.refused(1, &["match", "new", "--from", "../bad.yaml"], &[]);
    }
}

#[test]
fn no_id_leads_out_of_the_repository() {
    let place = with_match();
    place.write("../secret.yaml", "format: riverpost/1\n");
    for id in ["../secret", "../../secret", "/etc/passwd", "secret.yaml", "."] {
        let text = place.read(FILE);
        let named =
            text.replace("variation: level}", &format!("variation: level, record: \"{id}\"}}"));
        by_hand(&place, FILE, &named);
        let run = place.run(&["verify"]);
        assert_eq!(run.code, 1, "{id}");
        assert!(run.out.contains(&format!("tb: there is no record {id}")), "{}", run.out);
        let run = place.run(&["match", "score", "autumn"]);
        assert!(run.out.contains(&format!("tb: there is no record {id}")), "{}", run.out);
        by_hand(&place, FILE, &text);
    }
}

#[test]
fn names_cannot_write_on_the_terminal() {
    let place = with_match();
    let text = without_log(&place.read(FILE)).replace("name: Anna Ek", "name: \"Anna \\e[31mEk\"");
    by_hand(&place, FILE, &text);
    for command in ["sides", "score", "next"] {
        let run = place.run(&["match", command, "autumn"]);
        assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'), "{run:?}");
    }
    place.ok(&["match", "lots", "roll", "autumn", "--die", "5", "--witness", "C\u{1b}leo"]);
    assert!(!place.ok(&["match", "sides", "autumn"]).contains('\u{1b}'));
}
