//! The audit of real histories: honest ones, and one forgery of each kind, made with real git.

use std::fs;

use serde_json::Value;

use crate::harness::{ID, Place, RECORD};
use crate::signing::signed_clones;

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
            &["it had `2. SK b1-c3 [2026-12-01T02:00:00Z]`, and has `2. SK b1-a3"],
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

/// Four signed moves of Anna and Ben, and Ben's clone of them.
fn signed() -> Place {
    let (anna, ben) = signed_clones(&[]);
    for (at, text) in MOVES.iter().enumerate() {
        let [own, other] = if at % 2 == 0 { [&anna, &ben] } else { [&ben, &anna] };
        own.ok(&["move", ID, text]);
        own.send(other);
    }
    anna.git(&["pull", "-q"]);
    ben.git(&["pull", "-q"]);
    ben
}

/// Commits a change of the record in a clone of Ben's.
fn forge_signed(place: &Place, change: impl Fn(&str) -> String) {
    let text = place.read(RECORD);
    place.write(RECORD, change(&text));
    let run = place.shell("git commit -qam 'a small correction'", &place.now());
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn what_the_opponent_signed_shows_what_was_there() {
    let place = signed();
    found(&place, &[]);
    forge_signed(&place, |text| text.replace("b1-c3", "b1-a3"));
    let findings =
        found(&place, &["lines-replaced", "signature", "signed-otherwise", "signed-otherwise"]);
    assert_eq!((&findings[1]["rule"], &findings[1]["commit"]), (&"K2".into(), &Value::Null));
    says(
        &findings[3],
        &["when north signed action 4", "line 3: `2. SK b1-c3 [", "not `2. SK b1-a3 ["],
    );

    // Where the history was made anew, nobody has what was signed.
    let place = signed();
    place.git(&["checkout", "-q", "--orphan", "new"]);
    forge_signed(&place, |text| text.replace("b1-c3", "b1-a3"));
    for reference in ["refs/remotes/origin/main", "refs/remotes/origin/master"] {
        place.shell(&format!("git update-ref -d {reference}"), &place.now());
    }
    place.git(&["reflog", "expire", "--expire=all", "--all"]);
    let kinds = ["came-with-lines", "signature", "signed-otherwise", "signed-otherwise"];
    let findings = found(&place, &kinds);
    says(&findings[3], &["the signature of north on action 4 fits no version"]);
}

#[test]
fn signatures_that_are_stripped_moved_or_missing_are_found() {
    let signature = |lines: &[String], beginning: &str| {
        lines.iter().position(|line| line.starts_with(beginning)).unwrap()
    };
    // Ben never signed, it seems.
    let place = signed();
    forge_signed(&place, |text| {
        edited(text, |lines| {
            lines.retain(|line| !line.starts_with("  2 1 act") && !line.starts_with("  4 3 act"));
        })
    });
    says(&found(&place, &["signatures-changed"])[0], &["2, 4"]);
    // Only his last one.
    let place = signed();
    forge_signed(&place, |text| {
        edited(text, |lines| {
            let at = signature(lines, "  4 3 act");
            lines.truncate(at);
        })
    });
    assert_eq!(found(&place, &["signatures-changed", "signature"])[1]["rule"], "K1");
    // Anna's first signature for her second move.
    let place = signed();
    forge_signed(&place, |text| {
        edited(text, |lines| {
            let [first, third] = ["  1 0 act", "  3 2 act"].map(|line| signature(lines, line));
            lines[third] = lines[first].replace("  1 0 act", "  3 2 act");
        })
    });
    let kinds = ["signatures-changed", "signature", "signed-otherwise"];
    says(&found(&place, &kinds)[2], &["fits no version"]);
    // Anna resigns by hand, not signed.
    let place = signed();
    forge_signed(&place, |text| {
        let text = text.replace("result: \"*\"", "result: north\nending: resignation");
        text.replace("signatures: |", "  3. resigns [2026-12-02T00:00:00Z]\nsignatures: |")
    });
    assert_eq!(found(&place, &["author", "trailers", "signature"])[2]["rule"], "K1");
}

/// What somebody else enters is not told where it is signed.
#[test]
fn a_signed_line_may_be_entered_by_anybody() {
    let (anna, ben) = signed_clones(&[]);
    anna.ok(&["move", ID, "e4e5"]);
    ben.identify_as("Ben Ode", "ben@example.org");
    fs::copy(anna.file(RECORD), ben.file(RECORD)).unwrap();
    let message = anna.git(&["log", "-1", "--format=%B"]);
    ben.write("../message", message);
    assert_eq!(ben.shell("git commit -qaF ../message", &ben.now()).code, 0);
    found(&ben, &[]);
}

/// Git's own signatures of commits.
#[test]
fn commits_that_are_unsigned_altered_or_signed_by_others_are_found() {
    let begun = || {
        let (anna, _) = signed_clones(&[]);
        anna.git(&["config", "commit.gpgsign", "true"]);
        anna.ok(&["move", ID, "e4e5"]);
        anna
    };
    let anna = begun();
    assert!(anna.git(&["cat-file", "commit", "HEAD"]).contains("gpgsig"));
    found(&anna, &[]);
    anna.git(&["config", "commit.gpgsign", "false"]);
    anna.ok(&["void", "propose", ID]);
    says(&found(&anna, &["commit-unsigned"])[0], &["Anna Ek <anna@example.org> signed earlier"]);

    // The signature of another text.
    let anna = begun();
    let script = "git cat-file commit HEAD | sed 's/^author \\(.*\\) [0-9]* /author \\1 17 /' | \
                  git hash-object -t commit -w --stdin | xargs git update-ref HEAD";
    assert_eq!(anna.shell(script, &anna.now()).code, 0);
    anna.git(&["reflog", "expire", "--expire=all", "--all"]);
    let findings = findings_of(&anna);
    assert!(findings.contains(&"commit-signature".to_owned()), "{findings:?}");

    // Another key than the one in the record.
    let anna = begun();
    let ben = anna.root().join("key2");
    anna.git(&["config", "user.signingKey", ben.to_str().unwrap()]);
    assert_eq!(anna.shell("git commit -q --amend --no-edit", &anna.now()).code, 0);
    anna.git(&["reflog", "expire", "--expire=all", "--all"]);
    says(&found(&anna, &["commit-key"])[0], &["which is north's"]);
}

/// Merges by git, of a branch on which Ben moved with one on which something else was done.
#[test]
fn lines_that_a_merge_drops_or_adds_are_found() {
    let forked = || {
        let place = opened(&[]);
        play(&place, &MOVES[..3]);
        place.git(&["branch", "side"]);
        place.write("notes.txt", "mine");
        commit(&place, ANNA, "notes");
        place.git(&["checkout", "-q", "side"]);
        place.identify_as(BEN[0], BEN[1]);
        place.play(ID, 5, MOVES[3]);
        place.git(&["checkout", "-q", "-"]);
        place.at("2026-12-01T06:00:00Z");
        place
    };
    let merge = |place: &Place, line: &str| {
        let run = place.shell(line, "2026-12-01T06:00:00Z");
        assert_eq!(run.code, 0, "{run:?}");
    };
    let place = forked();
    merge(&place, "git merge -q side -m both");
    found(&place, &[]);
    let place = forked();
    merge(&place, "git merge -q -s ours side -m both");
    let findings = found(&place, &["merge-dropped"]);
    says(&findings[0], &["parent 2 of the merge had `2... NK b10-c8 [2026-12-01T05:00:00Z]`"]);
    let place = forked();
    merge(&place, "git merge -q --no-commit side -m both");
    place.write(RECORD, place.read(RECORD) + "  3. resigns [2026-12-01T05:30:00Z]\n");
    let text = place.read(RECORD);
    place.write(RECORD, text.replace("result: \"*\"", "result: north\nending: resignation"));
    merge(&place, "git commit -qam both");
    says(&found(&place, &["merge-added"])[0], &["3. resigns"]);
    // The whole record.
    let place = forked();
    merge(&place, "git merge -q --no-commit side -m both");
    place.git(&["rm", "-qf", RECORD]);
    merge(&place, "git commit -qm both");
    found(&place, &["merge-dropped"]);
}

/// What was there is only in logs and in what others have.
#[test]
fn history_that_was_written_anew_is_found() {
    // Moves taken back with git, as whoever looks into the same repository sees.
    let place = played();
    place.git(&["reset", "-q", "--hard", "HEAD~2"]);
    says(&found(&place, &["other-version"])[0], &["HEAD@{", "2. SK b1-c3", "2... NK b10-c8"]);
    place.identify_as(ANNA[0], ANNA[1]);
    place.ok(&["move", ID, "b1a3", "--at", "2026-12-01T04:00:00Z"]);
    found(&place, &["other-version"]);
    // The same for somebody who has fetched both.
    let (anna, ben) = Place::two_clones();
    for place in [&anna, &ben] {
        place.at("2026-12-01T04:00:00Z");
    }
    anna.ok(&["move", ID, "e4e5"]);
    anna.send(&ben);
    anna.git(&["reset", "-q", "--hard", "HEAD~1"]);
    anna.ok(&["move", ID, "a4a5"]);
    anna.git(&["push", "-q", "--force"]);
    ben.git(&["fetch", "-q"]);
    let findings = found(&ben, &["other-version"]);
    says(&findings[0], &["refs/remotes/origin/", "1. SH a4-a5"]);
}

/// Runs an audit that finds nothing but cannot know all, and gives what it says is not known.
#[track_caller]
fn holes(place: &Place) -> Vec<String> {
    let run = place.run(&["audit", "--all", "--json"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("not all of the history could be read"), "{run:?}");
    assert!(!place.run(&["audit", ID]).out.contains("nothing found in 1 record,"));
    let lines = run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.map(|hole| hole["hole"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn nothing_is_called_clean_over_a_hole() {
    let place = played();
    let address = format!("file://{}", place.cwd.display());
    place.git(&["clone", "-q", "--depth", "2", &address, "../shallow"]);
    let clone = |folder: &str| {
        let clone = Place::nowhere();
        clone.at("2026-12-01T04:00:00Z");
        fs::rename(place.root().join(folder), clone.file("clone")).unwrap();
        clone.within("clone")
    };
    assert_eq!(holes(&clone("shallow")), ["shallow", "object"]);

    place.git(&["config", "uploadpack.allowFilter", "true"]);
    place.git(&["clone", "-q", "--filter=blob:none", &address, "../partial"]);
    let partial = holes(&clone("partial"));
    assert!(partial.contains(&"partial".into()) && partial.contains(&"object".into()));

    place.git(&["clone", "-q", "--shared", ".", "../shared"]);
    let shared = clone("shared");
    found(&shared, &[]);
    let alternates = shared.read(".git/objects/info/alternates");
    shared.write(".git/objects/info/alternates", alternates.clone() + "/nowhere\n");
    assert_eq!(holes(&shared), ["alternate"]);

    place.git(&["replace", "HEAD~1", "HEAD~2"]);
    assert_eq!(holes(&place), ["replaced"]);
    place.git(&["replace", "-d", place.git(&["rev-parse", "HEAD~1"]).trim()]);
    let [tip, old] = ["HEAD", "HEAD~3"].map(|name| place.git(&["rev-parse", name]));
    place.write(".git/info/grafts", format!("{} {}\n", tip.trim(), old.trim()));
    assert_eq!(holes(&place), ["grafted"]);
    fs::remove_file(place.file(".git/info/grafts")).unwrap();
    found(&place, &[]);
}

/// An object that is missing, and one that was exchanged for another in its file.
#[test]
fn objects_that_are_missing_or_altered_are_holes() {
    let object = |place: &Place, name: &str| {
        let id = place.git(&["rev-parse", name]);
        let (folder, rest) = id.trim().split_at(2);
        place.file(&format!(".git/objects/{folder}/{rest}"))
    };
    for name in ["HEAD~2", "HEAD~2^{tree}", &format!("HEAD~2:{RECORD}")] {
        let place = played();
        fs::remove_file(object(&place, name)).unwrap();
        assert_eq!(holes(&place), ["object"], "{name}");
    }
    let place = played();
    let [one, other] = ["HEAD~2", "HEAD~3"].map(|at| object(&place, &format!("{at}:{RECORD}")));
    fs::remove_file(&one).unwrap();
    fs::copy(other, one).unwrap();
    assert_eq!(holes(&place), ["object"]);
}

const DUEL: &str = "matches/duel.yaml";

/// A match of Anna and Ben, in which Ben has won a game of Dragon and both have drawn lots.
fn duel() -> Place {
    let place = Place::empty();
    place.ok(&["init"]);
    place.identify_as(ANNA[0], ANNA[1]);
    let file = "format: riverpost-match/1
id: duel
title: A duel
players:
  - {id: anna, name: Anna Ek, email: anna@example.org}
  - {id: ben, name: Ben Ode, email: ben@example.org}
games:
  - {id: dragon, external: Dragon, south: anna, north: ben}
  - {id: w, game: wing}
groupings:
  - {id: both, games: [dragon, w], bonus: 3}
";
    place.write("../duel.yaml", file);
    place.ok(&["match", "new", "--from", "../duel.yaml"]);
    place.identify_as(BEN[0], BEN[1]);
    place.ok(&["match", "result", "duel", "dragon", "north", "--points", "0,3"]);
    for step in ["commit", "reveal"] {
        for [name, email] in [ANNA, BEN] {
            place.identify_as(name, email);
            place.ok(&["match", "lots", step, "duel", "w"]);
        }
    }
    place
}

#[test]
fn what_is_changed_in_a_match_is_found() {
    found(&duel(), &[]);
    type Edit = fn(&str) -> String;
    let edits: &[(Edit, &[&str], &[&str])] = &[
        (
            |text| text.replace("bonus: 3", "bonus: 1"),
            &["bonus-changed", "unsound"],
            &["groupings both bonus was 3"],
        ),
        (
            |text| text.replace("north: \"3\"", "north: \"2\""),
            &["result-changed", "unsound"],
            &["games dragon points north was 3, and is 2"],
        ),
        (
            |text| {
                let stated = "result: north, points: {south: \"0\", north: \"3\"}";
                text.replace(stated, "result: south, points: {south: \"3\", north: \"0\"}")
            },
            &["result-changed", "result-changed", "result-changed", "unsound"],
            &["games dragon points north was 3, and is 0"],
        ),
        // The names are part of what was drawn for.
        (
            |text| text.replace("Anna Ek", "Anna X"),
            &["terms-changed", "lots-changed", "lots-changed", "unsound"],
            &["players anna name"],
        ),
        (|text| text.replace("format: ", "formed: "), &["unsound"], &[]),
    ];
    for (edit, kinds, words) in edits {
        let place = duel();
        let text = place.read(DUEL);
        assert_ne!(edit(&text), text);
        place.write(DUEL, edit(&text));
        commit(&place, BEN, "a small correction");
        let findings = findings(&place);
        let got: Vec<&str> = findings.iter().map(|f| f["kind"].as_str().unwrap()).collect();
        let got: Vec<&str> = got.into_iter().filter(|kind| *kind != "trailers").collect();
        assert_eq!(got, *kinds, "{findings:#?}");
        says(&findings[0], words);
    }
}

#[test]
fn lots_drawn_again_are_found() {
    // All of it is removed, and drawn anew by the program.
    let place = duel();
    let text = place.read(DUEL);
    let (start, rest) = text.split_once("draws:").unwrap();
    let kept = rest.find("\ngames:").map_or("", |at| &rest[at + 1..]);
    place.write(DUEL, format!("{start}{kept}"));
    commit(&place, BEN, "lots");
    let findings = findings(&place);
    assert_eq!(findings[0]["kind"], "lots-changed", "{findings:#?}");
    says(&findings[0], &["draws"]);
    // A second draw beside the first, whose last step came late.
    let place = duel();
    let again = "draws:\n  - {id: w-2, for: w, by: die, roll: 1, witness: Cleo Fay, at: 2026-12-01T04:00:00Z}\n";
    let text = place.read(DUEL);
    place.write(
        DUEL,
        match text.contains("\ndraws:\n") {
            true => {
                let (start, rest) = text.split_once("draws:\n").unwrap();
                let end = rest.find("\ngames:").map_or(rest.len(), |at| at + 1);
                let (draws, rest) = rest.split_at(end);
                format!("{start}draws:\n{draws}{}{rest}", &again["draws:\n".len()..])
            }
            false => text.clone() + again,
        },
    );
    commit(&place, BEN, "lots");
    let findings = findings_of(&place);
    assert!(findings.contains(&"lots-repeated".to_owned()), "{findings:?}");
}

#[test]
fn who_has_no_part_in_a_match_is_found() {
    let place = duel();
    place.identify_as("Eve", "eve@example.org");
    place.ok(&["match", "result", "duel", "w", "void", "--reason", "rain"]);
    says(&found(&place, &["result-by-stranger"])[0], &["Eve <eve@example.org>", "void"]);
}
