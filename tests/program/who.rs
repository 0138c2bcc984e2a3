//! Who acts: git's identity, and somebody for whom it enters what came by post.

use super::harness::{ID, Place};

const ANNA: &str = "Anna Ek <anna@example.org>";
const BEN: &str = "Ben Ode <ben@example.org>";

/// Author and committer of the last commit.
fn people(place: &Place) -> String {
    place.git(&["log", "-1", "--format=%an <%ae>, %cn <%ce>"]).trim_end().to_owned()
}

/// Both have made two moves, the last of them, Ben's, offers a draw.
fn offered() -> (Place, Place) {
    let (anna, ben) = Place::two_clones();
    anna.ok(&["move", ID, "e4e5"]);
    anna.send(&ben);
    ben.ok(&["move", ID, "e7e6", "--draw"]);
    ben.send(&anna);
    (anna, ben)
}

#[test]
fn each_enters_their_own_moves() {
    let (anna, ben) = Place::two_clones();
    let said = "this is for south (Anna Ek) to do, and git's identity is Ben Ode <ben@example.org>";
    let words = [said, "nothing was recorded", "add --for south"];
    ben.refused(1, &["move", ID, "e4e5", "--dry-run"], &words);
    // The first change in a clone makes the lock's file, also where it is refused.
    let run = ben.run(&["move", ID, "e4e5"]);
    assert_eq!((run.code, run.err.contains(said)), (1, true), "{run:?}");
    ben.refused(1, &["move", ID, "e4e5"], &words);
    anna.ok(&["move", ID, "e4e5"]);
    assert_eq!(people(&anna), format!("{ANNA}, {ANNA}"));
    anna.send(&ben);
    anna.refused(1, &["move", ID, "e7e6"], &["this is for north (Ben Ode) to do", "--for north"]);
    anna.refused(1, &["move", "@", "e7e6"], &["no game waits for Anna Ek"]);
    ben.ok(&["move", "@", "e7e6", "-q"]);
    assert_eq!(people(&ben), format!("{BEN}, {BEN}"));
}

#[test]
fn what_came_by_post_is_entered_with_both_people_shown() {
    let (anna, _) = Place::two_clones();
    anna.ok(&["move", ID, "e4e5"]);
    let said = anna.ok(&["move", ID, "e7e6", "--for", "north"]);
    assert!(said.contains("1... NH e7-e6\nentered for Ben Ode by Anna Ek\n"), "{said}");
    assert_eq!(people(&anna), format!("{BEN}, {ANNA}"));
    let said = anna.json(&["resign", ID, "--for", "BEN@example.org"]);
    assert_eq!((&said["entered_for"], &said["entered_by"]), (&"Ben Ode".into(), &"Anna Ek".into()));
    let (anna, _) = Place::two_clones();
    anna.ok(&["move", ID, "e4e5"]);
    anna.refused(2, &["resign", ID, "--for", "nobody"], &["no player of this game is called"]);
    // Who enters it for themselves enters it for nobody else.
    let (_, ben) = Place::two_clones();
    let said = ben.json(&["resign", ID, "--for", "north"]);
    assert_eq!(said["entered_for"], serde_json::Value::Null);
}

#[test]
fn nobody_accepts_their_own_offer() {
    let (anna, ben) = offered();
    let said = ["this is for south (Anna Ek) to do", "--for south"];
    ben.refused(1, &["draw", "accept", ID], &said);
    ben.refused(
        1,
        &["draw", "accept", ID, "--for", "north"],
        &["South has not offered a draw that stands [G5]"],
    );
    let entered = ben.ok(&["draw", "accept", ID, "--for", "south", "--dry-run"]);
    assert!(entered.contains("entered for Anna Ek by Ben Ode"), "{entered}");
    anna.ok(&["draw", "accept", ID]);
    assert_eq!(people(&anna), format!("{ANNA}, {ANNA}"));
}

#[test]
fn nobody_agrees_to_their_own_request() {
    let (anna, ben) = offered();
    for (request, agree, decline) in [
        (&["takeback", "request", ID, "2"][..], "takeback accept", "takeback decline"),
        (&["void", "propose", ID], "void accept", "void accept"),
    ] {
        anna.ok(request);
        for answer in [agree, decline] {
            let mut answer: Vec<&str> = answer.split(' ').collect();
            answer.push(ID);
            anna.refused(1, &answer, &["this is for north (Ben Ode) to do", "--for north"]);
        }
    }
    anna.send(&ben);
    ben.ok(&["takeback", "accept", ID]);
    ben.ok(&["void", "accept", ID]);
}

#[test]
fn who_plays_in_no_game_acts_for_nobody() {
    let (anna, _) = offered();
    anna.git(&["config", "user.email", "clerk@example.org"]);
    // The name alone is no identity where the record has an address.
    let said = "and git's identity is Anna Ek <clerk@example.org>";
    for command in ["resign", "draw accept", "void propose", "takeback request", "plan list"] {
        let mut command: Vec<&str> = command.split(' ').collect();
        command.push(ID);
        command.extend((command[0] == "takeback").then_some("1"));
        anna.refused(1, &command, &[said, "--for south"]);
    }
    anna.refused(1, &["move", ID, "b1c3"], &[said, "--for south"]);
    anna.git(&["config", "--unset", "user.email"]);
    anna.forget();
    anna.refused(3, &["move", ID, "b1c3"], &["git"]);
}

#[test]
fn people_of_the_settings_have_several_addresses() {
    let (anna, _) = Place::two_clones();
    let settings = "format: riverpost-repository/1\npeople:\n  - {name: Anna Ek, emails: [Work@example.org, anna@example.org]}\n";
    anna.write("riverpost.yaml", settings);
    anna.git(&["commit", "--quiet", "-am", "people"]);
    anna.git(&["config", "user.email", "work@Example.org"]);
    anna.ok(&["move", ID, "e4e5"]);
    assert_eq!(people(&anna), format!("{ANNA}, Anna Ek <work@Example.org>"));
    assert_eq!(anna.run(&["inbox"]).code, 1);
    anna.write("riverpost.yaml", settings.replace("people", "poeple"));
    anna.git(&["commit", "--quiet", "-am", "people"]);
    anna.refused(3, &["move", ID, "e7e6"], &["riverpost.yaml:2:1: ", "poeple", "did you mean"]);
}

#[test]
fn a_name_counts_only_where_the_record_has_no_address() {
    let place = Place::empty();
    place.ok(&["init"]);
    let south = ["--south", "Clerk", "--id", "w"];
    place.ok(&["new", "wing", south[0], south[1], south[2], south[3], "--north", BEN]);
    place.ok(&["move", "w", "e4e5"]);
    place.refused(1, &["move", "w", "e7e6"], &["this is for north (Ben Ode) to do"]);
}

#[test]
fn where_a_record_knows_no_address_anybody_enters_for_the_side_to_move() {
    let place = Place::empty();
    place.ok(&["init"]);
    place.ok(&["new", "wing", "--south", "Anna", "--north", "Ben", "--id", "w"]);
    place.ok(&["move", "w", "e4e5"]);
    let said = place.ok(&["move", "w", "e7e6"]);
    assert!(!said.contains("entered for"), "{said}");
    assert!(people(&place).starts_with("Ben <"), "{}", people(&place));
    place.refused(2, &["resign", "w"], &["either player can do this"]);
    let said = place.ok(&["resign", "w", "--for", "south"]);
    assert!(said.contains("entered for Anna by Clerk"), "{said}");
}

#[test]
fn a_plan_fires_with_the_opponents_move() {
    let (anna, _) = Place::two_clones();
    anna.ok(&["plan", "add", ID, "--for", "north", "e4e5: e7e6"]);
    anna.ok(&["move", ID, "e4e5"]);
    assert_eq!(people(&anna), format!("{BEN}, {ANNA}"));
}

#[test]
fn an_inbox_is_somebodys() {
    let (anna, ben) = Place::two_clones();
    let unknown = "no player of any game here is called \"Carl\": there is Anna Ek, Ben Ode";
    anna.refused(1, &["inbox", "Carl"], &[unknown]);
    assert!(anna.ok(&["inbox"]).contains("you to move"));
    let run = ben.run(&["inbox"]);
    assert_eq!((run.code, run.out.contains("Anna Ek to move")), (1, true), "{run:?}");
    assert!(ben.ok(&["inbox", "anna ek"]).contains("you to move"));
    // Nothing waits for a player whose games are over.
    anna.ok(&["resign", ID]);
    let run = anna.run(&["inbox", "--summary", "Anna Ek"]);
    assert_eq!((run.code, run.out.as_str()), (1, "nothing waits\n"));
    anna.refused(1, &["inbox", "Carl"], &[unknown]);
}

#[test]
fn no_player_rules_and_a_ruling_has_a_reason() {
    let (anna, _) = Place::two_clones();
    let rule = ["arbiter", "rule", ID, "void", "--reason"];
    let run = anna.run(&[&rule[..], &["late"]].concat());
    let said = "no player rules on it or enters a ruling [G5]";
    assert!(run.code == 1 && run.err.contains(said), "{run:?}");
    anna.refused(2, &[&rule[..], &[""]].concat(), &["--reason <TEXT>"]);
}

/// A word of a name serves a typed argument, never identity.
#[test]
fn a_word_of_the_name_tells_for_whom_it_is_entered() {
    let (anna, _) = Place::two_clones();
    anna.ok(&["move", ID, "e4e5"]);
    let said = anna.ok(&["move", ID, "e7e6", "--for", "BEN"]);
    assert!(said.contains("entered for Ben Ode by Anna Ek"), "{said}");
    anna.refused(2, &["resign", ID, "--for", "be"], &["is called \"be\""]);
    anna.git(&["config", "user.name", "Ode"]);
    anna.git(&["config", "user.email", "ode@example.org"]);
    anna.refused(1, &["move", ID, "b1c3"], &["this is for south (Anna Ek) to do"]);
}
