//! The audit of real histories: honest ones, and one forgery of each kind, made with real git.

use std::fs;

use serde_json::Value;

use crate::harness::{ID, Place, RECORD};

const ANNA: [&str; 2] = ["Anna Ek", "anna@example.org"];
const BEN: [&str; 2] = ["Ben Ode", "ben@example.org"];
const EVA: [&str; 2] = ["Eva Ros", "eva@example.org"];
/// The lines of [`played`], of which Anna's are the first and every second after it.
const MOVES: [&str; 4] = ["e4e5", "e7e6", "b1c3", "b10c8"];

/// A game of Anna and Ben, who opened it, under Eva, in one repository, where git knows whoever commits next.
fn opened(more: &[&str]) -> Place {
    let place = Place::empty();
    place.ok(&["init"]);
    place.identify_as(ANNA[0], ANNA[1]);
    let mut words = vec!["new", "wing", "--south", "Anna Ek <anna@example.org>"];
    words.extend(["--north", "Ben Ode <ben@example.org>"]);
    words.extend(["--arbiter", "Eva Ros <eva@example.org>"]);
    words.extend(more);
    place.ok(&words);
    place
}

/// The same after four moves, an hour from one to the next.
fn played() -> Place {
    let place = opened(&[]);
    play(&place, &MOVES);
    place
}

fn play(place: &Place, moves: &[&str]) {
    for (at, text) in moves.iter().enumerate() {
        let who = if at % 2 == 0 { ANNA } else { BEN };
        place.identify_as(who[0], who[1]);
        place.play(ID, at as u32, text);
    }
}

/// Commits everything by hand, as whoever it is, at a time.
fn commit_at(place: &Place, who: [&str; 2], message: &str, now: &str) {
    place.identify_as(who[0], who[1]);
    place.at(now);
    place.write("../message", message);
    let run = place.shell("git add -A && git commit -q -F ../message", now);
    assert_eq!(run.code, 0, "{run:?}");
}

fn commit(place: &Place, who: [&str; 2], message: &str) {
    commit_at(place, who, message, "2026-12-01T05:00:00Z");
}

/// Changes the record by hand and commits it.
fn forge(place: &Place, who: [&str; 2], change: impl Fn(&str) -> String) {
    let text = place.read(RECORD);
    let forged = change(&text);
    assert_ne!(text, forged);
    place.write(RECORD, forged);
    commit(place, who, "a small correction");
}

/// The findings of an audit of everything, which prints nothing to standard error where there are any.
#[track_caller]
fn findings(place: &Place) -> Vec<Value> {
    let run = place.run(&["audit", "--all", "--json"]);
    let found: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(run.code, i32::from(!found.is_empty()), "{run:?}");
    assert_eq!(run.err, "", "{run:?}");
    found
}

/// Expects findings of these kinds, in order, and gives them.
#[track_caller]
fn found(place: &Place, kinds: &[&str]) -> Vec<Value> {
    let findings = findings(place);
    let got: Vec<&str> = findings.iter().map(|finding| finding["kind"].as_str().unwrap()).collect();
    assert_eq!(got, kinds, "{findings:#?}");
    findings
}

#[track_caller]
fn says(finding: &Value, words: &[&str]) {
    let what = finding["what"].as_str().unwrap();
    for word in words {
        assert!(what.contains(word), "{what:?} does not say {word:?}");
    }
}

/// The text with its lines changed, of which the last four are the moves of [`played`].
fn edited(text: &str, change: impl Fn(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    lines.join("\n") + "\n"
}

#[test]
fn an_honest_game_is_clean() {
    let place = played();
    place.identify_as(ANNA[0], ANNA[1]);
    place.ok(&["takeback", "request", ID, "2", "--at", "2026-12-01T04:00:00Z"]);
    place.identify_as(BEN[0], BEN[1]);
    place.ok(&["takeback", "accept", ID, "--at", "2026-12-01T05:00:00Z"]);
    place.ok(&["address", ID, "ben@new.example", "--at", "2026-12-01T05:10:00Z"]);
    place.identify_as(ANNA[0], ANNA[1]);
    place.ok(&["move", ID, "b1c3", "--draw", "--at", "2026-12-01T06:00:00Z"]);
    place.identify_as(BEN[0], "ben@new.example");
    place.ok(&["draw", "decline", ID, "--at", "2026-12-01T07:00:00Z"]);
    place.ok(&["resign", ID, "--at", "2026-12-01T08:00:00Z"]);
    place.identify_as(EVA[0], EVA[1]);
    place.ok(&["arbiter", "reopen", ID, "--reason", "a slip", "--at", "2026-12-01T09:00:00Z"]);
    place.identify_as(BEN[0], "ben@new.example");
    place.ok(&["move", ID, "b10c8", "--at", "2026-12-01T10:00:00Z"]);
    found(&place, &[]);
    assert_eq!(place.ok(&["audit", ID]), "nothing found in 1 record, 0 matches, 14 commits\n");
    // The same for whoever has a clone, bare or not.
    place.git(&["clone", "-q", "--bare", ".", "../bare"]);
    found(&place.within("../bare"), &[]);
}

#[test]
fn two_who_act_at_once_and_sync_are_clean() {
    let (anna, ben) = Place::two_clones();
    anna.at("2026-12-01T01:00:00Z");
    ben.at("2026-12-01T01:00:00Z");
    anna.ok(&["move", ID, "e4e5"]);
    anna.ok(&["sync"]);
    ben.ok(&["sync"]);
    anna.at("2026-12-01T02:00:00Z");
    ben.at("2026-12-01T02:00:00Z");
    ben.ok(&["move", ID, "e7e6"]);
    anna.ok(&["void", "propose", ID]);
    ben.ok(&["sync"]);
    anna.run(&["sync"]);
    let record = anna.read(RECORD);
    assert!(record.contains("1... NH e7-e6") && record.contains("void proposed"), "{record}");
    assert_ne!(anna.git(&["log", "--merges", "--format=%h"]), "");
    found(&anna, &[]);
    ben.ok(&["sync"]);
    found(&ben, &[]);
}

/// What Ben may do to lines and header of a game by an editor, with what is found.
#[test]
fn each_edit_is_found() {
    type Edit = fn(&str) -> String;
    let edits: &[(Edit, &[&str], &[&str])] = &[
        (
            |text| edited(text, |lines| lines.truncate(lines.len() - 2)),
            &["lines-removed"],
            &["2. SK b1-c3 [2026-12-01T02:00:00Z]", "2... NK b10-c8"],
        ),
        (
            |text| text.replace("b1-c3", "b1-a3"),
            &["lines-replaced"],
            &["at action 3, it had `2. SK b1-c3 [2026-12-01T02:00:00Z]`, and has `2. SK b1-a3"],
        ),
        (
            |text| {
                text.replace("SH e4-e5", "X")
                    .replace("SK b1-c3", "SH e4-e5")
                    .replace("X", "SK b1-c3")
            },
            &["lines-reordered"],
            &["1. SH e4-e5", "1. SK b1-c3"],
        ),
        (
            |text| {
                edited(text, |lines| {
                    lines.insert(
                        lines.len() - 2,
                        "  2. void proposed [2026-12-01T02:00:00Z]".into(),
                    );
                })
            },
            &["lines-inserted"],
            &["2. void proposed"],
        ),
        (
            |text| text.replace("01T02:00:00Z", "01T01:30:00Z"),
            &["times-changed"],
            &["2026-12-01T02:00:00Z", "2026-12-01T01:30:00Z"],
        ),
        (
            |text| text.replace("01T01:00:00Z]", "01T01:00:00Z] {I offer a draw}"),
            &["comments-changed"],
            &["I offer a draw"],
        ),
        (
            |text| text.replace("Anna Ek", "Anna Ekk"),
            &["header-changed"],
            &["players.south", "Anna Ek,", "Anna Ekk"],
        ),
        (
            |text| {
                text.replace("{name: Ben Ode, email: ben@example.org}", "{name: Ben Ode, email: ben@example.org, key: \"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c\"}")
            },
            &["header-changed"],
            &["players.north"],
        ),
        (
            |text| text.replace("started: 2026-11-29", "started: 2026-11-28"),
            &["header-changed"],
            &["started was `2026-11-29T19:20:00Z`, and is `2026-11-28T19:20:00Z`"],
        ),
        // A Guard less.
        (
            |text| text.replacen("NE  NG", "NE  .", 1).replacen("NE NG", "NE .", 1),
            &["header-changed"],
            &["setup"],
        ),
        (
            |text| text.replace("result:", "event: The Cup\nresult:"),
            &["header-changed"],
            &["event was nothing, and is `The Cup`, which binds nobody"],
        ),
        (|text| text.replace("result: \"*\"", "result: north"), &["unsound"], &["result"]),
        (|text| text.replace("b1-c3", "b1-b9"), &["unsound"], &["line 26"]),
        (|text| text.replace("moves: |", "moves: |  "), &["only-layout"], &[]),
    ];
    for (edit, kinds, words) in edits {
        let place = played();
        forge(&place, BEN, edit);
        let findings = found(&place, kinds);
        says(&findings[0], words);
        assert_eq!(findings[0]["path"], RECORD);
        assert_eq!(findings[0]["author"]["email"], "ben@example.org");
        assert_eq!(findings[0]["entered"], "2026-12-01T05:00:00Z");
        assert_eq!(
            findings[0]["commit"].as_str().unwrap(),
            place.git(&["rev-parse", "HEAD"]).trim()
        );
        // What comes later hides nothing.
        place.identify_as(ANNA[0], ANNA[1]);
        place.run(&["move", ID, "a4a5", "--at", "2026-12-01T06:00:00Z"]);
        assert!(findings_of(&place).starts_with(&[kinds[0].to_owned()]), "{kinds:?}");
    }
}

fn findings_of(place: &Place) -> Vec<String> {
    findings(place).iter().map(|finding| finding["kind"].as_str().unwrap().to_owned()).collect()
}

/// Ben makes the record unreadable, and then another one of it.
#[test]
fn what_is_hidden_behind_an_unreadable_version_is_found() {
    let place = played();
    let text = place.read(RECORD);
    place.write(RECORD, "nothing");
    commit(&place, BEN, "oops");
    place.write(RECORD, text.replace("b1-c3", "b1-a3"));
    commit(&place, BEN, "mended");
    found(&place, &["unsound", "lines-replaced"]);
}

#[test]
fn lines_written_for_the_opponent_are_found() {
    let resigned = |text: &str| {
        let text = text.replace("result: \"*\"", "result: north\nending: resignation");
        text + "  3. resigns [2026-12-01T04:30:00Z]\n"
    };
    let place = played();
    forge(&place, BEN, resigned);
    let findings = found(&place, &["author", "trailers"]);
    says(&findings[0], &["for Anna Ek (south) to do", "Ben Ode <ben@example.org>"]);
    assert_eq!(findings[0]["action"], 5);
    assert_eq!(findings[0]["line"], "3. resigns [2026-12-01T04:30:00Z]");
    assert_eq!(findings[0]["claimed"], "2026-12-01T04:30:00Z");

    // With her name on the commit, his own stays in it.
    let place = played();
    let text = resigned(&place.read(RECORD));
    place.write(RECORD, text);
    place.identify_as(BEN[0], BEN[1]);
    place.at("2026-12-01T05:00:00Z");
    let line = "git commit -qam mine --author='Anna Ek <anna@example.org>'";
    assert_eq!(place.shell(line, "2026-12-01T05:00:00Z").code, 0);
    let findings = found(&place, &["entered-for-another", "trailers"]);
    says(&findings[0], &["Ben Ode <ben@example.org>, who plays north"]);

    // The program shows it as well.
    let place = played();
    place.identify_as(BEN[0], BEN[1]);
    place.ok(&["move", ID, "a4a5", "--for", "south", "--at", "2026-12-01T04:30:00Z"]);
    found(&place, &["entered-for-another"]);

    // A player who is his own arbiter, and a ruling of somebody else.
    let ruled = "  3. adjudicated: north — because (Eva Ros) [2026-12-01T04:30:00Z]\n";
    for who in [BEN, ["Eve", "eve@example.org"]] {
        let place = played();
        forge(&place, who, |text| {
            text.replace("result: \"*\"", "result: north\nending: adjudication") + ruled
        });
        says(&found(&place, &["author", "trailers"])[0], &["for Eva Ros (arbiter) to do"]);
    }
}

/// Ben gives Anna another address, and uses it.
#[test]
fn an_address_given_by_the_settings_is_found() {
    let place = played();
    let settings = "format: riverpost-repository/1\npeople:\n  - name: Anna Ek\n    emails: [anna@example.org, anna@evil.example]\n";
    place.write("riverpost.yaml", settings);
    commit(&place, BEN, "addresses");
    place.identify_as("Anna Ek", "anna@evil.example");
    place.ok(&["resign", ID, "--at", "2026-12-01T06:00:00Z"]);
    let findings = found(&place, &["address-by-settings"]);
    says(&findings[0], &["Anna Ek <anna@evil.example>"]);
}

#[test]
fn files_that_go_come_or_move_are_found() {
    let place = played();
    place.git(&["rm", "-q", RECORD]);
    commit(&place, BEN, "tidy");
    found(&place, &["record-removed"]);
    // Put back as it was, nothing more.
    place.git(&["checkout", "-q", "HEAD~1", "--", RECORD]);
    commit(&place, ANNA, "no");
    found(&place, &["record-removed"]);

    let place = played();
    let path = "games/wing/old/wing-2026-anna-ben-1.yaml";
    fs::create_dir_all(place.file("games/wing/old")).unwrap();
    place.git(&["mv", RECORD, path]);
    place.write(path, place.read(path).replace("b1-c3", "b1-a3"));
    commit(&place, BEN, "tidy");
    let findings = found(&place, &["record-moved", "lines-replaced"]);
    assert_eq!(findings[1]["path"], path);
    // Another name, with the same content.
    let place = played();
    place.git(&["mv", RECORD, "games/wing/2026-11/lost.yaml"]);
    commit(&place, BEN, "tidy");
    found(&place, &["record-moved"]);

    // A copy of a game begun by hand.
    let place = played();
    let text = place.read(RECORD).replace(ID, "copy").replace("b1-c3", "b1-a3");
    place.write("games/wing/2026-11/copy.yaml", text);
    commit(&place, BEN, "another");
    says(&found(&place, &["came-with-lines"])[0], &["4 lines", "2. SK b1-a3"]);
}

#[cfg(unix)]
#[test]
fn a_link_in_place_of_a_record_is_found() {
    let place = played();
    let path = place.file(RECORD);
    fs::copy(&path, place.file("mine.yaml")).unwrap();
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("../../../mine.yaml", &path).unwrap();
    commit(&place, BEN, "tidy");
    says(&found(&place, &["not-a-file"])[0], &["a symbolic link"]);
}

#[test]
fn commits_that_do_more_than_one_thing_are_found() {
    let more = "  3. SH a4-a5 [2026-12-01T04:10:00Z]\n";
    // Two lines at once: each of them is somebody's.
    let place = played();
    forge(&place, ANNA, |text| format!("{text}{more}  3... NH a7-a6 [2026-12-01T04:20:00Z]\n"));
    let findings = found(&place, &["author", "several-lines"]);
    says(&findings[0], &["for Ben Ode (north) to do"]);
    // Two records, or something else along with one.
    let place = played();
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", "other"]);
    let other = "games/wing/2026-12/other.yaml";
    place.write(RECORD, place.read(RECORD) + more);
    place.write(other, place.read(other) + "  1. SH e4-e5 [2026-12-01T04:20:00Z]\n");
    place.write("notes.txt", "mine");
    commit(&place, ANNA, "moves");
    let kinds = ["trailers", "several-records", "other-files"];
    let findings = found(&place, &[kinds, kinds].concat());
    says(&findings[2], &["notes.txt"]);
}

/// The commit's description, dates and order.
#[test]
fn what_a_commit_says_wrongly_is_found() {
    let amend = |place: &Place, line: &str, now: &str| {
        let run = place.shell(line, now);
        assert_eq!(run.code, 0, "{run:?}");
    };
    let message = |place: &Place| place.git(&["log", "-1", "--format=%B"]);
    let hour = "2026-12-01T03:00:00Z";
    let cases: &[(&str, &str, &str)] = &[
        ("2... NK b10-c8", "2... NK b10-a8", "the subject is"),
        ("Riverpost-Ply: 4", "Riverpost-Ply: 6", "Riverpost-Ply is 6, and should be 4"),
        ("Riverpost-Chain: ", "Riverpost-Chain: 00", "Riverpost-Chain is 00"),
        ("Riverpost-Time: 2026", "Riverpost-Time: 2025", "Riverpost-Time is 2025"),
        ("Riverpost-Game", "Riverpost-Name", "Riverpost-Game is missing"),
    ];
    for (old, new, words) in cases {
        let place = played();
        place.write("../message", message(&place).replace(old, new));
        amend(&place, "git commit -q --amend -F ../message", hour);
        place.git(&["reflog", "expire", "--expire=all", "--all"]);
        says(&found(&place, &["trailers"])[0], &[words]);
    }
    // The time of entry is set back, or is yet to come.
    let dates = [
        ("2026-12-01T01:00:00Z", &["entered-out-of-order", "entered-before-claimed"][..]),
        ("2027-12-01T01:00:00Z", &["entered-in-future"]),
    ];
    for (date, kinds) in dates {
        let place = played();
        amend(&place, "git commit -q --amend --no-edit", date);
        place.git(&["reflog", "expire", "--expire=all", "--all"]);
        found(&place, kinds);
    }
    // The author's date alone.
    let place = played();
    amend(&place, "git commit -q --amend --no-edit --date 2026-12-01T02:30:00Z", hour);
    place.git(&["reflog", "expire", "--expire=all", "--all"]);
    says(&found(&place, &["trailers"])[0], &["the author's date is 2026-12-01T02:30:00Z"]);
}

#[test]
fn what_is_entered_later_than_agreed_is_found() {
    let place = opened(&["--lag", "1d"]);
    play(&place, &MOVES);
    // A move that lost on time, dated back by hand with all that belongs to it.
    place.identify_as(ANNA[0], ANNA[1]);
    place.ok(&["move", ID, "a4a5", "--at", "2026-12-01T04:00:00Z"]);
    assert_eq!(place.shell("git commit -q --amend --no-edit", "2026-12-05T00:00:00Z").code, 0);
    place.git(&["reflog", "expire", "--expire=all", "--all"]);
    place.at("2026-12-05T00:00:00Z");
    let findings = found(&place, &["entered-late"]);
    says(&findings[0], &["3d20h", "1d was agreed"]);
}
