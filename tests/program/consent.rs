//! Consent and the arbiter: joining, withdrawing, agreeing on an arbiter, reopening and correcting, each in a clone of their own.

use crate::harness::{ID, Place, RECORD, Run};

/// The last line of the record.
fn last(place: &Place) -> String {
    place.read(RECORD).lines().next_back().unwrap_or_default().trim().into()
}

/// The author and the subject of the last commit.
fn commit(place: &Place) -> String {
    place.git(&["log", "-1", "--format=%an <%ae>: %s"]).trim().into()
}

const EVA: &str = "Eva Ros <eva@example.org>";

fn rule<'a>(verb: &[&'a str]) -> Vec<&'a str> {
    let (noun, rest) = (["arbiter", verb[0], ID], &verb[1..]);
    [&noun, rest, &["--reason", "no answer"]].concat()
}

/// Runs with the arbiter as git's identity.
#[track_caller]
fn by_eva(place: &Place, arguments: &[&str]) -> Run {
    let mut command = place.command(arguments);
    command.env("GIT_COMMITTER_NAME", "Eva Ros").env("GIT_COMMITTER_EMAIL", "eva@example.org");
    command.output().unwrap().into()
}

/// The same, and expects code 0.
#[track_caller]
fn eva_rules(place: &Place, verb: &[&str]) -> String {
    let run = by_eva(place, &rule(verb));
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{verb:?}: {run:?}");
    run.out
}

/// The same, and expects a refusal that changes nothing.
#[track_caller]
fn eva_refused(place: &Place, verb: &[&str], words: &[&str]) {
    let before = place.snapshot();
    let run = by_eva(place, &rule(verb));
    assert_eq!(run.code, 1, "{verb:?}: {run:?}");
    for word in words {
        assert!(run.err.contains(word), "{verb:?} does not say {word:?}: {}", run.err);
    }
    place.assert_unchanged(&before);
}

/// Both have agreed on an arbiter after a move each.
fn with_arbiter() -> (Place, Place) {
    let (anna, ben) = Place::two_clones();
    anna.ok(&["move", ID, "e4e5"]);
    anna.ok(&["arbiter", "propose", ID, EVA]);
    anna.send(&ben);
    ben.ok(&["move", ID, "e7e6"]);
    ben.ok(&["arbiter", "accept", ID]);
    ben.send(&anna);
    (anna, ben)
}

#[test]
fn g13_who_is_named_in_a_game_joins_it_once() {
    let (anna, ben) = Place::two_clones();
    ben.refused(2, &["join", "@"], &["name the game instead of @"]);
    let said = ben.ok(&["join", ID]);
    assert!(said.starts_with(&format!("{ID}: 1... joins\nSouth (Anna Ek) to move\n")), "{said}");
    assert_eq!(last(&ben), "1... joins [2026-11-29T19:20:00Z]");
    assert_eq!(commit(&ben), format!("Ben Ode <ben@example.org>: {ID}: 1... joins"));
    ben.refused(1, &["join", ID], &["North is bound already, by a line of its own [G13]"]);
    ben.send(&anna);
    anna.ok(&["move", ID, "e4e5"]);
    anna.refused(1, &["join", ID], &["South is bound already", "[G13]"]);
    anna.refused(1, &["withdraw", ID], &["both sides are bound to the game already [G13]"]);
    anna.assert_sound();
}

#[test]
fn g13_a_game_that_nobody_answered_is_withdrawn() {
    let (anna, ben) = Place::two_clones();
    anna.ok(&["move", ID, "e4e5"]);
    let said = anna.ok(&["withdraw", ID]);
    assert!(said.contains("the game is over: void, result *"), "{said}");
    assert_eq!(last(&anna), "2. withdrawn [2026-11-29T19:20:00Z]");
    anna.send(&ben);
    let run = ben.run(&["join", ID]);
    assert!(run.code == 1 && run.err.contains("the game is over since ply 1: void"), "{run:?}");
    ben.assert_sound();
}

/// Forty days on, Ben has neither moved nor joined: his flag is up, and nobody wins against him.
#[test]
fn g13_nothing_is_won_against_a_player_who_never_came() {
    let place = Place::new();
    let (south, north) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
    let players = ["--south", south, "--north", north, "--time", "3d/move", "--arbiter", EVA];
    place.ok(&[&["new", "wing"], &players[..]].concat());
    place.ok(&["move", ID, "e4e5"]);
    place.at("2027-02-01T12:00:00Z");
    let unbound = ["North is not bound yet", "[G13]", "nothing was recorded"];
    place.refused(1, &["claim", "time", ID, "--for", "south"], &unbound);
    eva_refused(&place, &["flag", "north"], &unbound);
    eva_refused(&place, &["rule", "south"], &unbound);
    eva_refused(&place, &["dock", "north", "1d"], &unbound);
    let clock = place.json(&["clock", ID]);
    assert_eq!(
        (&clock["running"], &clock["north"]["flag"]),
        (&None::<u8>.into(), &None::<u8>.into())
    );
    eva_rules(&place, &["rule", "void"]);
    assert_eq!(place.json(&["show", ID])["status"], "void");
    place.assert_sound();
}

#[test]
fn g5_players_agree_on_an_arbiter_and_nobody_else_rules() {
    let (anna, ben) = Place::two_clones();
    anna.ok(&["move", ID, "e4e5"]);
    anna.send(&ben);
    ben.ok(&["move", ID, "e7e6"]);
    let none = ["the game has no arbiter who could rule on it [G5]", "riverpost arbiter propose"];
    eva_refused(&ben, &["rule", "draw"], &none);
    ben.refused(1, &["arbiter", "propose", ID, "ben ode"], &["may not be North's player [G5]"]);
    let said = ben.ok(&["arbiter", "propose", ID, EVA]);
    assert!(said.contains(&format!("2... arbiter proposed: {EVA}\n")), "{said}");
    ben.refused(1, &["arbiter", "accept", ID], &["south (Anna Ek)", "--for south"]);
    eva_refused(&ben, &["rule", "draw"], &none);
    ben.send(&anna);
    anna.ok(&["arbiter", "accept", ID]);
    assert_eq!(commit(&anna), format!("Anna Ek <anna@example.org>: {ID}: 2. arbiter accepted"));
    let plays = ["git's identity Anna Ek <anna@example.org> plays in this game"];
    anna.refused(1, &rule(&["rule", "draw"]), &plays);
    anna.refused(1, &[&rule(&["rule", "draw"])[..], &["--for", "arbiter"]].concat(), &plays);
    eva_rules(&anna, &["rule", "draw"]);
    assert_eq!(
        commit(&anna),
        format!("Eva Ros <eva@example.org>: {ID}: 2. adjudicated: draw — no answer (Eva Ros)")
    );
    anna.assert_sound();
}

/// Resigned by mistake, reopened, and then decided twice: the last decision counts in every view.
#[test]
fn g9_an_arbiter_reopens_a_game_and_corrects_its_ending() {
    let (anna, ben) = with_arbiter();
    anna.ok(&["resign", ID]);
    assert_eq!(anna.run(&["inbox"]).out, "no game is going on\n");
    let said = eva_rules(&anna, &["reopen"]);
    assert!(said.contains("2. reopened — no answer (Eva Ros)\n"), "{said}");
    assert!(anna.read(RECORD).contains("\nresult: \"*\"\nsetup:"));
    assert!(anna.ok(&["inbox"]).contains("you to move"));
    assert_eq!(anna.json(&["show", ID])["status"], "ongoing");
    anna.assert_sound();
    eva_refused(&anna, &["reopen"], &["the game is not over [G9]"]);
    anna.ok(&["move", ID, "b1c3"]);
    anna.send(&ben);
    for (result, ending) in [("south", "adjudication"), ("draw", "adjudication"), ("void", "void")]
    {
        eva_rules(&ben, &["rule", result]);
        let shown = ben.json(&["show", ID]);
        let stated = if result == "void" { "*" } else { result };
        assert_eq!((&shown["status"], &shown["result"]), (&ending.into(), &stated.into()));
        ben.assert_sound();
    }
    let lines = ben.read(RECORD);
    assert!(lines.contains("2. resigns [") && lines.contains("adjudicated: south"), "{lines}");
    ben.refused(1, &["move", ID, "b10c8"], &["the game is over", "void"]);
}

#[test]
fn c17_a_penalty_that_drops_an_automatic_flag_is_recorded_and_drops_it() {
    let place = Place::new();
    let (south, north) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
    let players = ["--south", south, "--north", north, "--arbiter", EVA, "--id", ID];
    let clock = ["--time", "3d", "--flag-automatic"];
    place.ok(&[&["new", "wing"], &players[..], &clock].concat());
    place.ok(&["move", ID, "e4e5"]);
    place.ok(&["move", ID, "e7e6"]);
    let said = eva_rules(&place, &["dock", "south", "3d"]);
    assert!(said.contains("the game is over: time, result north"), "{said}");
    assert!(place.read(RECORD).contains("\nresult: north\nending: time\n"));
    place.assert_sound();
}

#[test]
fn a_player_has_another_address_and_acts_under_it() {
    let (anna, ben) = Place::two_clones();
    ben.ok(&["address", ID, "ben@example.net"]);
    assert_eq!(last(&ben), "1... address changed: ben@example.net [2026-11-29T19:20:00Z]");
    ben.send(&anna);
    anna.ok(&["move", ID, "e4e5"]);
    anna.send(&ben);
    ben.refused(1, &["move", ID, "e7e6"], &["this is for north (Ben Ode) to do"]);
    ben.git(&["config", "user.email", "Ben@Example.net"]);
    ben.ok(&["move", ID, "e7e6"]);
    assert!(commit(&ben).starts_with("Ben Ode <ben@example.net>: "), "{}", commit(&ben));
    ben.refused(1, &["address", ID, "ben"], &["cannot be written in one line of a record"]);
    ben.assert_sound();
}

#[test]
fn g11_a_void_proposal_is_declined() {
    let (anna, ben) = Place::two_clones();
    anna.ok(&["void", "propose", ID]);
    anna.refused(1, &["void", "decline", ID], &["this is for north (Ben Ode) to do"]);
    anna.send(&ben);
    ben.ok(&["void", "decline", ID]);
    assert_eq!(last(&ben), "1... void declined [2026-11-29T19:20:00Z]");
    ben.refused(1, &["void", "accept", ID], &["has made no such proposal that stands [G11]"]);
}
