//! The logs of match files: forgeries are refused by the file alone.

use riverpost::document::{self, Diagnostic, Limits};
use riverpost::matches::{
    ChangeRights, LogAuthor, LotEntry, Manner, Match, MatchLog, StatedResult, Withdrawal,
    WithdrawnResults, changes, edit, parse, write,
};
use riverpost::proof::Proof;

use super::{ANNA, BEN, EVA, key, public};
use crate::common::match_log::{author, changed, log_of};
use crate::record::with;

/// A match of Anna and Ben under Eva, who all have keys.
fn bare() -> String {
    let [anna, ben, eva] = [ANNA, BEN, EVA].map(|number| public(&key(number)));
    format!(
        "format: riverpost-match/1
id: duel
title: A duel
nonce: 0123456789abcdef0123456789abcdef
players:
  - {{id: anna, name: Anna Ek, email: anna@example.org, key: {anna}}}
  - {{id: ben, name: Ben Ode, email: ben@example.org, key: {ben}}}
arbiter: {{name: Eva Ros, email: eva@example.org, key: {eva}}}
games:
  - {{id: dragon, external: Dragon, south: anna, north: ben}}
  - {{id: stones, external: Stones}}
groupings:
  - {{id: both, games: [dragon, stones], bonus: 3}}
"
    )
}

fn at(hour: u32) -> String {
    format!("2026-12-01T{hour:02}:00:00Z")
}

fn commitment(player: &str, digit: char) -> LotEntry {
    let commitment = digit.to_string().repeat(64);
    LotEntry::Commit { player: player.to_owned(), commitment, at: at(2).parse().unwrap() }
}

/// Begins a draw for the sides.
fn draw(m: &mut Match, entry: LotEntry) {
    let lot = "{\"for\": \"sides\", \"by\": \"die\"}";
    m.lots.push(serde_json::from_str(lot).unwrap());
    m.lots[0].acts.push(entry);
}

fn won(m: &mut Match) {
    m.games[0].result = Some(StatedResult::South);
    m.games[0].points = serde_json::from_str("{\"south\": \"3\", \"north\": \"1\"}").unwrap();
}

/// The match with a draw that both have begun, and a result that its arbiter has corrected, all signed.
fn played() -> String {
    let text = changed(&bare(), ("arbiter", &at(1)), Some((EVA, None)), |_| ());
    let text = changed(&text, ("anna", &at(2)), Some((ANNA, None)), |m| {
        draw(m, commitment("anna", 'a'));
    });
    let text = changed(&text, ("ben", &at(3)), Some((BEN, None)), |m| {
        m.lots[0].acts.push(commitment("ben", 'b'));
    });
    let text = changed(&text, ("ben", &at(4)), Some((BEN, None)), won);
    changed(&text, ("arbiter", &at(5)), Some((EVA, None)), |m| {
        m.games[0].result = Some(StatedResult::North);
        m.games[0].points = serde_json::from_str("{\"south\": \"1\", \"north\": \"3\"}").unwrap();
        m.games[0].note = Some("the score sheet".into());
    })
}

fn check(text: &str) -> Result<Vec<Proof>, Diagnostic> {
    let document = document::read(text.as_bytes(), &Limits::MATCH)?;
    let m = parse(text)?;
    match MatchLog::read(&document, &m)? {
        Some(log) => log.check_signatures(0, &|_, _, _| Err("not here".into())),
        None => Ok(Vec::new()),
    }
}

#[track_caller]
fn refused(text: &str) -> String {
    let fault = check(text).expect_err("this should be refused");
    format!("{}: {}", fault.rule.unwrap_or_default(), fault.message)
}

/// The lines of a block of the file, without their indentation.
fn lines(text: &str, block: &str) -> Vec<String> {
    let (_, rest) = text.split_once(&format!("\n{block}: |\n")).unwrap();
    rest.lines().map_while(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
}

#[test]
fn k11_k12_a_log_is_read_as_it_is_written() {
    let text = played();
    assert_eq!(check(&text).unwrap(), [0, 1, 2, 3, 4].map(|base| Proof::Signed { base }));
    assert_eq!(write(&parse(&text).unwrap()).unwrap(), text);
    let log = lines(&text, "log");
    // The hash is that of the file as it is printed, up to the log.
    let opened = write(&parse(bare()).unwrap()).unwrap();
    let hash = riverpost::record::ChainHash::of(&opened);
    assert_eq!(log[0], format!("arbiter: opened {hash} [2026-12-01T01:00:00Z]"));
    let act = |who: &str, digits: &str| {
        let commitment = digits.repeat(64);
        format!(
            "{{\"act\":\"commit\",\"at\":\"2026-12-01T02:00:00Z\",\"commitment\":\"{commitment}\",\"player\":\"{who}\"}}"
        )
    };
    let (anna, ben) = (act("anna", "a"), act("ben", "b"));
    assert_eq!(
        log[1..],
        [
            format!(
                "anna: draws: [{{\"acts\":[{anna}],\"by\":\"die\",\"for\":\"sides\"}}] [2026-12-01T02:00:00Z]"
            ),
            format!("ben: draws/1/acts/+: {ben} [2026-12-01T03:00:00Z]"),
            "ben: games/dragon/points: {\"north\":\"1\",\"south\":\"3\"}; games/dragon/result: \"south\" [2026-12-01T04:00:00Z]".to_owned(),
            "arbiter: games/dragon/note: \"the score sheet\"; games/dragon/points/north: \"1\" -> \"3\"; games/dragon/points/south: \"3\" -> \"1\"; games/dragon/result: \"south\" -> \"north\" [2026-12-01T05:00:00Z]".to_owned(),
        ]
    );
    let log = log_of(&text).unwrap();
    assert_eq!(
        log.statement(2, 2),
        format!(
            "riverpost match 1\nmatch duel\nnonce 0123456789abcdef0123456789abcdef\nby ben\nbefore {}\naction ben: draws/1/acts/+: {ben}\ntime 2026-12-01T03:00:00Z\n",
            log.hash(2).unwrap()
        )
    );
}

#[test]
fn k11_what_no_line_tells_of_is_found_without_any_signature() {
    let text = played();
    let text = text.split("signatures: |").next().unwrap();
    assert_eq!(check(text).unwrap(), [Proof::Unsigned; 5]);
    let second = "{\"act\":\"commit\"";
    for (old, new) in [
        // What the match was opened with.
        ("bonus: \"3\"", "bonus: \"2\""),
        ("title: A duel", "title: A dual"),
        ("name: Anna Ek", "name: Anna E\u{212a}"),
        ("email: ben@example.org", "email: mal@example.org"),
        ("nonce: 0", "nonce: 1"),
        ("name: Eva Ros", "name: Mal Ory"),
        ("{id: stones, external: Stones}", "{id: stones, external: Stones, north: anna}"),
        ("games: [dragon, stones]", "games: [stones, dragon]"),
        ("sides", "stones"),
        ("groupings:", "tournament: {}\ngroupings:"),
        ("arbiter:", "organiser: {name: Mal Ory}\narbiter:"),
        // What its lines say.
        ("result: north", "result: south"),
        ("result: north, ", ""),
        ("result: north", "result: north, how: adjudication"),
        ("south: \"1\"", "south: \"2\""),
        ("the score sheet", "rain"),
        ("bbbb", "bbbc"),
        ("player: ben", "player: anna"),
        ("by: die", "by: coin"),
        // The lines themselves.
        ("\"south\" -> \"north\"", "\"draw\" -> \"north\""),
        ("games/dragon/result: \"south\" [", "games/dragon/result: \"draw\" ["),
        ("games/dragon/result: \"south\" [", "games/stones/result: \"south\" ["),
        ("ben: draws/1/acts/+: {", "ben: draws/1/acts/2: {"),
        ("ben: draws/1/acts/+: {", "ben: draws/2/acts/+: {"),
        ("ben: draws/1/acts/+: {", "ben:  draws/1/acts/+: {"),
        ("ben: draws/1/acts/+: {", "club/0: draws/1/acts/+: {"),
        ("ben: draws/1/acts/+: {", "cleo: draws/1/acts/+: {"),
        ("ben: draws/1/acts/+: {", "anna/1: draws/1/acts/+: {"),
        ("ben: draws/1/acts/+: {", "organiser: draws/1/acts/+: {"),
        ("opened ", "opened 0"),
        ("T03:00:00Z]", "T03:00:00+00:00]"),
        (" [2026-12-01T04:00:00Z]", ""),
        ("; games/dragon/result: \"south\" [", "; games/dragon/result: \"south\";  ["),
        (second, "{\"act\": \"commit\""),
    ] {
        let altered = with(text, old, new);
        let fault = check(&altered).expect_err(old);
        assert!(matches!(fault.rule, Some("K11" | "M5" | "M4") | None), "{old}: {fault}");
    }
    // A line that is left out, doubled or moved.
    let log = lines(text, "log");
    for line in &log {
        let line = format!("  {line}\n");
        assert!(refused(&text.replacen(&line, "", 1)).starts_with("K11"), "{line}");
        let double = text.replacen(&line, &line.repeat(2), 1);
        assert!(refused(&double).starts_with("K11"), "{line}");
    }
    for pair in log.windows(2) {
        let [one, other] = [0, 1].map(|at| format!("  {}\n", pair[at]));
        let swapped = text.replacen(&format!("{one}{other}"), &format!("{other}{one}"), 1);
        // Two that do not touch each other may stand in either order; signatures tell them apart.
        if !one.contains("acts/+") {
            assert!(refused(&swapped).starts_with("K11"), "{one}{other}");
        }
    }
    // A redraw: both lines of the draw are written anew for another commitment.
    let redrawn = text.replace(&"b".repeat(64), &"c".repeat(64));
    assert_eq!(check(&redrawn).unwrap(), [Proof::Unsigned; 5], "only signatures tell");
}

#[test]
fn k12_a_signed_line_serves_nowhere_else() {
    let text = played();
    let signed = lines(&text, "signatures");
    // Everything that is consistent in itself and was signed otherwise.
    for (old, new) in [
        ("b".repeat(64), "c".repeat(64)),
        ("id: duel".into(), "id: dual".into()),
        ("T03:00:00Z]".into(), "T03:00:01Z]".into()),
        ("T01:00:00Z]".into(), "T01:00:01Z]".into()),
        ("the score sheet".into(), "the other sheet".into()),
    ] {
        let altered = text.replace(&old, &new);
        assert_ne!(altered, text);
        let fault = refused(&reopened(&altered));
        assert!(fault.starts_with("K12"), "{old}: {fault}");
    }
    // A signature moved to another line.
    for (at, line) in signed.iter().enumerate() {
        let own = line.rsplit_once(' ').unwrap().1;
        for other in signed.iter().map(|other| other.rsplit_once(' ').unwrap().1) {
            if own != other {
                let moved = text.replacen(own, other, 1);
                assert!(refused(&moved).starts_with("K12"), "{}", at + 1);
            }
        }
        // Its base, its kind, its form.
        let (front, own) = line.rsplit_once(' ').unwrap();
        for forged in [
            format!("{} {} act {own}", at + 1, at + 1),
            format!("{} {} act {own}", at + 1, at.saturating_sub(1)),
            format!("{} {at} plan {own}", at + 1),
            format!("{} {at} new-key {own}", at + 1),
            format!("{front} {}", own.trim_end_matches('=')),
            format!("{front} {}", &own[..own.len() - 4]),
            format!("{front} AAAA{own}"),
            format!("{front} {}", own.replacen("AAAAC3", "AAAAD3", 1)),
            format!("{} {at} act {own}", at + 7),
            format!("{line}\n  {line}"),
        ] {
            if forged != *line {
                check(&text.replacen(line, &forged, 1)).expect_err(&forged);
            }
        }
    }
}

/// The match with the hash of its first line worked out anew, as a forger would.
fn reopened(text: &str) -> String {
    let document = document::read(text.as_bytes(), &Limits::MATCH).unwrap();
    let m = parse(text).unwrap();
    if MatchLog::read(&document, &m).is_ok() {
        return text.to_owned();
    }
    let opened =
        write(&parse(with(&bare(), "id: duel", &format!("id: {}", m.id))).unwrap()).unwrap();
    let hash = riverpost::record::ChainHash::of(&opened).to_string();
    let (front, rest) = text.split_once("opened ").unwrap();
    format!("{front}opened {hash}{}", &rest[64..])
}

#[test]
fn k12_signatures_cannot_be_stripped() {
    let text = played();
    let signed = lines(&text, "signatures");
    // (the signature left out, whether it is a first one of its author, which nothing in the file asks for)
    for (at, first) in [true, true, true, false, false].into_iter().enumerate() {
        let stripped = text.replacen(&format!("  {}\n", signed[at]), "", 1);
        match first {
            true => assert_eq!(check(&stripped).unwrap()[at], Proof::Unsigned),
            false => assert!(refused(&stripped).ends_with("and this one is unsigned"), "{at}"),
        }
    }
    // All of them, and the log: nothing but the history tells.
    let unsigned = text.split("signatures: |").next().unwrap();
    assert_eq!(check(unsigned).unwrap(), [Proof::Unsigned; 5]);
    let only = format!("{}signatures: |\n  {}\n", text.split("log: |").next().unwrap(), signed[0]);
    assert_eq!(refused(&only), "K11: there are signatures, and no log that they could be of");
    // Whoever has signed adds nothing unsigned, and nobody signs for him.
    let again: fn(&mut Match) = |m| m.games[1].result = Some(StatedResult::Void);
    let more = |who: &str, number: Option<u8>, base: Option<usize>| {
        changed(&text, (who, &at(6)), number.map(|number| (number, base)), |m| {
            m.games[1].note = Some("rain".into());
            again(m);
        })
    };
    assert!(refused(&more("anna", None, None)).starts_with("K12: anna has signed lines before"));
    assert!(refused(&more("anna", Some(BEN), None)).starts_with("K12"));
    assert!(refused(&more("Mal <mal@example.org>", Some(9), None)).contains("had no key"));
    assert_eq!(check(&more("Mal <mal@example.org>", None, None)).unwrap()[5], Proof::Unsigned);
    // Without knowledge of the lines of others, but of none of one's own.
    assert_eq!(check(&more("anna", Some(ANNA), Some(2))).unwrap()[5], Proof::Signed { base: 2 });
    let unseen = refused(&more("anna", Some(ANNA), Some(1)));
    assert_eq!(unseen, "K12: anna cannot have signed without knowledge of its own lines");
}

#[test]
fn k12_the_key_is_the_one_at_the_time() {
    let text = played();
    let cleo = public(&key(7)).to_string();
    let replaced = changed(&text, ("arbiter", &at(6)), Some((EVA, None)), |m| {
        m.players[0].key = Some(cleo);
    });
    let note: fn(&mut Match) = |m| m.games[1].round = Some(1);
    let with_new = changed(&replaced, ("anna", &at(7)), Some((7, None)), note);
    assert_eq!(check(&with_new).unwrap().len(), 7);
    let with_old = changed(&replaced, ("anna", &at(7)), Some((ANNA, None)), note);
    assert!(refused(&with_old).starts_with("K12"));
    // A key that makes a signature fit everything.
    let weak = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let weak = changed(&text, ("arbiter", &at(6)), Some((EVA, None)), |m| {
        m.players[1].key = Some(weak.into());
    });
    let signed = changed(&weak, ("ben", &at(7)), Some((BEN, None)), note);
    assert!(refused(&signed).contains("weak"), "{}", refused(&signed));
}

#[test]
fn k12_a_team_whose_member_has_signed_does_nothing_unsigned_as_a_whole() {
    let members =
        format!("members: [{{name: Anna Ek, key: {}}}, {{name: Bo Ek}}]", public(&key(ANNA)));
    let teams = format!(
        "format: riverpost-match/1\nid: cup\ntitle: Cup\nteams:\n  - {{id: a, name: A, {members}}}\n  - {{id: b, name: B}}\ngames:\n  - {{id: g, external: Dragon}}\n"
    );
    let text = changed(&teams, ("a/1", &at(1)), Some((ANNA, None)), |_| ());
    let note: fn(&mut Match) = |m| m.games[0].round = Some(1);
    assert!(refused(&changed(&text, ("a", &at(2)), None, note)).starts_with("K12"));
    assert!(refused(&changed(&text, ("a/1", &at(2)), None, note)).starts_with("K12"));
    assert!(check(&changed(&text, ("a/2", &at(2)), None, note)).is_ok(), "he has no key");
    assert!(check(&changed(&text, ("b", &at(2)), None, note)).is_ok());
}

#[test]
fn k13_who_may_change_what() {
    let before = parse(bare()).unwrap();
    type Edit = fn(&mut Match);
    // (what is changed, whether anna, ben and a stranger may; the arbiter and the organiser always may)
    let cases: &[(Edit, [bool; 3])] = &[
        (|m| draw(m, commitment("anna", 'a')), [true, false, false]),
        (won, [true, true, false]),
        (|m| m.games[1].south = Some("ben".into()), [true, true, false]),
        (|m| m.games[1].between = Some(["ben".into(), "anna".into()]), [false; 3]),
        (|m| m.games[1].record = Some("r".into()), [true, true, false]),
        (|m| m.games[0].result = Some(StatedResult::Void), [false; 3]),
        (|m| m.games[0].south = Some("ben".into()), [false; 3]),
        (|m| m.groupings[0].tiebreak.push("stones".into()), [true, true, false]),
        (|m| m.groupings[0].bonus = "9".parse().unwrap(), [false; 3]),
        (|m| m.groupings.clear(), [false; 3]),
        (|m| m.players[0].key = None, [false; 3]),
        (|m| m.arbiter = None, [false; 3]),
        (|m| m.games.truncate(1), [false; 3]),
    ];
    for (number, (edit, allowed)) in cases.iter().enumerate() {
        let mut after = before.clone();
        edit(&mut after);
        let made = changes(&before, &after);
        assert!(!made.is_empty());
        let may = |who: &LogAuthor| ChangeRights::of(&before).make(&made, &[who]).is_empty();
        let who = ["anna", "ben", "Mal <m@example.org>"].map(|who| may(&author(who)));
        assert_eq!(who, *allowed, "case {number}: {made:?}");
        assert!(may(&author("arbiter")) && may(&author("organiser")));
    }
}

#[test]
fn k13_nobody_gets_a_part_in_what_is_others_by_saying_so() {
    let three = "format: riverpost-match/1
id: cup
title: A cup
players: [{id: anna, name: Anna Ek}, {id: ben, name: Ben Ode}, {id: cleo, name: Cleo Fox}]
games:
  - {id: g1, game: wing, between: [anna, ben]}
  - {id: g2, game: wing, between: [ben, cleo]}
tournament: {game: wing, withdrawals: [{player: ben, results: kept}]}
";
    let before = parse(three).unwrap();
    let after = |edit: fn(&mut Match)| {
        let mut m = before.clone();
        edit(&mut m);
        changes(&before, &m)
    };
    fn withdraw(m: &mut Match, results: Option<WithdrawnResults>) {
        let player = "cleo".to_owned();
        m.tournament.as_mut().unwrap().withdrawals.push(Withdrawal { player, results });
    }
    // (what is changed, who of the three may)
    type Edit = fn(&mut Match);
    let cases: &[(Edit, &[&str])] = &[
        (|m| m.games[0].south = Some("cleo".into()), &["anna", "ben"]),
        (|m| m.games[0].record = Some("r".into()), &["anna", "ben"]),
        (|m| m.games[1].note = Some("x".into()), &["ben", "cleo"]),
        (
            |m| {
                let cleo = || Some("cleo".into());
                (m.games[0].south, m.games[0].result) = (cleo(), Some(StatedResult::South));
            },
            &["anna", "ben"],
        ),
        (|m| m.tournament.as_mut().unwrap().withdrawals[0].results = None, &[]),
        (|m| withdraw(m, None), &["cleo"]),
        (|m| withdraw(m, Some(WithdrawnResults::Annulled)), &[]),
    ];
    for (number, (edit, allowed)) in cases.iter().enumerate() {
        let made = after(*edit);
        let may = |who: &&&str| ChangeRights::of(&before).make(&made, &[&author(who)]).is_empty();
        let who: Vec<&str> = ["anna", "ben", "cleo"].iter().filter(may).copied().collect();
        assert_eq!(who, *allowed, "case {number}: {made:?}");
    }
    // A ruling and a result that follow each other are each judged as they come.
    let mut rights = ChangeRights::of(&before);
    let result = after(|m| m.games[0].note = Some("y".into()));
    assert!(rights.make(&result, &[&author("anna")]).is_empty());
    let ruled = after(|m| m.games[0].how = Some(Manner::Forfeit));
    assert!(rights.make(&ruled, &[&author("arbiter")]).is_empty());
    let later = after(|m| m.games[0].result = Some(StatedResult::South));
    assert_eq!(rights.make(&later, &[&author("anna")]).len(), 1);
}

#[test]
fn k11_whatever_changes_has_its_line_and_can_be_taken_back() {
    let text = changed(&bare(), ("arbiter", &at(1)), None, |_| ());
    type Edit = fn(&mut Match);
    let edits: &[Edit] = &[
        |m| m.title = "Two: lines; a \"b\" -> gone\n [x]\u{2028}\u{1F600}\u{7f}".into(),
        |m| m.players.swap(0, 1),
        |m| m.games.reverse(),
        |m| {
            m.groupings.clear();
            m.games.truncate(1);
        },
        |m| m.games.push(serde_json::from_str("{\"id\": \"1\", \"external\": \"X\"}").unwrap()),
        |m| m.groupings.clear(),
        |m| m.sides.reveal_days = 3,
        |m| m.arbiter = None,
        |m| {
            m.groupings.clear();
            m.games.truncate(1);
            m.tournament = Some(Default::default());
        },
        |m| m.games[1].between = Some(["ben".into(), "anna".into()]),
        |m| {
            draw(m, commitment("anna", 'a'));
            m.lots[0].id = Some("x".into());
        },
    ];
    for (number, edit) in edits.iter().enumerate() {
        let after = changed(&text, ("arbiter", &at(2)), None, edit);
        let log = log_of(&after).unwrap_or_else(|| panic!("case {number}"));
        assert_eq!(log.lines().len(), 2, "case {number}");
        assert_eq!(*log.opened(), parse(bare()).unwrap(), "case {number}");
        let back = changed(&after, ("Clerk <c@example.org>", &at(3)), None, |m| {
            let Match { log, signatures, .. } = std::mem::replace(m, parse(bare()).unwrap());
            (m.log, m.signatures) = (log, signatures);
        });
        assert_eq!(log_of(&back).unwrap().lines().len(), 3, "case {number}");
    }
}

#[test]
fn a_line_is_added_without_touching_what_is_there() {
    let text = format!("# a match\n{}", bare().trim_end());
    let document = document::read(text.as_bytes(), &Limits::MATCH).unwrap();
    let lines = |lines: &[&str]| lines.iter().map(|line| line.to_string()).collect::<Vec<_>>();
    let m = parse(bare()).unwrap();
    let wanted = Match { log: lines(&["one", "two"]), signatures: lines(&["three"]), ..m.clone() };
    let begun = edit(&document, &m, &wanted).unwrap();
    assert_eq!(begun, format!("{text}\nlog: |\n  one\n  two\nsignatures: |\n  three\n"));
    let document = document::read(begun.as_bytes(), &Limits::MATCH).unwrap();
    let longer = Match {
        log: lines(&["one", "two", "four"]),
        signatures: lines(&["three", "five"]),
        ..m.clone()
    };
    let more = edit(&document, &wanted, &longer).unwrap();
    assert_eq!(more, begun.replace("  two\n", "  two\n  four\n") + "  five\n");
}
