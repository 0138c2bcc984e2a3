//! A game whose rulings have a second revision: records of either are decided by their own.

use riverpost::record::{self, Termination};
use riverpost::rules::variants::{self, GameFamily, GameOption, Selection};
use riverpost::rules::{Claim, DrawLimits, RuleText, Spec};

use super::{bare, error, judge};

const RULINGS: &str = "\
Y1 (until 1)  A draw may be claimed when a position occurs for the third time.
    source: ruling

Y2 (from 2)  A draw may be claimed when a position occurs for the second time.
    source: ruling

Y3 (note, from 2, until 2)  This was asked for by the players of the first revision.
    source: ruling
";

/// Wing in which a draw may be claimed at a position's second occurrence from revision 2 on.
static WREN: GameFamily = GameFamily {
    name: "wren",
    variations: &[],
    options: &[GameOption { key: "colour", values: &["brown"], meaning: "nothing" }],
    revision: 3,
    western: false,
    build,
};

fn build(choice: &Selection) -> Spec {
    let wing = variants::find("wing", None, []).expect("a game");
    let repetition_claim = if choice.revision >= 2 { 2 } else { 3 };
    let rules = wing.rules.iter().copied().chain([RuleText::all(RULINGS)]).collect();
    Spec {
        name: "wren",
        revision: choice.revision,
        draw_limits: DrawLimits { repetition_claim, ..DrawLimits::WESTERN },
        rules,
        ..Spec::clone(wing)
    }
}

const REPEATED: [&str; 4] = ["1. SC b3-c3", "1... NC b8-c8", "2. SC c3-b3", "2... NC c8-b8"];

/// A record that begins so; the lines are its moves.
fn wren(head: &str, moves: &[&str]) -> String {
    variants::add(&WREN);
    bare("wren", None, head, moves)
}

#[test]
fn a_game_is_decided_by_the_rulings_of_its_revision() {
    let claim = [&REPEATED[..], &["3. draw claimed: repetition"]].concat();
    let claimed = |rules: &str| wren(&format!("{rules}result: draw\nending: repetition\n"), &claim);
    for first in ["", "rules: 1\n"] {
        let refused = error(&claimed(first));
        assert!(refused.contains("has not occurred three times"), "{refused}");
    }
    for later in ["rules: 2\n", "rules: 3\n"] {
        let drawn = judge(&claimed(later)).expect("the second occurrence is enough");
        assert_eq!(drawn.termination, Some(Termination::Claim(Claim::Repetition)));
    }
    assert_eq!(
        error(&claimed("rules: 4\n")),
        "4:8: wren has no revision 4 of its rulings that this program knows; the latest is 3"
    );
}

#[test]
fn the_revision_is_printed_and_hashed_where_it_is_not_the_first() {
    let of = |rules: &str| {
        let text = wren(&format!("{rules}result: \"*\"\n"), &REPEATED);
        let record = record::read(text.as_bytes()).expect("a record");
        let chain = record::chain(&record, &record::replay(&record).expect("legal"));
        (record::canonical(&record).expect("legal"), chain[0], chain[4])
    };
    let (left_out, second) = (of(""), of("rules: 2\n"));
    assert_eq!(left_out, of("rules: \"1\"\n"));
    assert!(!left_out.0.contains("rules:"));
    assert!(second.0.contains("\ngame: wren\nrules: 2\nid: test\n"), "{}", second.0);
    assert_eq!(second, of("rules: \"2\"\n"));
    let third = of("rules: 3\n");
    assert!(left_out.1 != second.1 && second.1 != third.1 && second.2 != third.2);
}

#[test]
fn a_revision_lists_the_rulings_that_hold_in_it() {
    let own = |revision| -> Vec<&str> {
        let game = WREN.game_of_revision(revision, None, []).expect("a revision");
        let own = game.rulings().iter().filter(|ruling| ruling.id.starts_with('Y'));
        own.map(|ruling| ruling.id).collect()
    };
    assert_eq!([own(1), own(2), own(3)], [vec!["Y1"], vec!["Y2", "Y3"], vec!["Y2"]]);
    assert_eq!(WREN.game(None, []).expect("the latest").revision, 3);
}

#[test]
fn a_game_of_ones_own_has_a_name_of_its_own() {
    static WING: GameFamily = GameFamily { name: "wing", ..WREN_AGAIN };
    const WREN_AGAIN: GameFamily = GameFamily {
        name: "wren",
        variations: &[],
        options: &[],
        revision: 1,
        western: false,
        build,
    };
    assert!(!variants::add(&WING));
    assert_eq!(variants::find("wing", None, []).expect("a game").title, "Wing");
}
