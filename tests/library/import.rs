//! Reading the games of other programs: PGN with its oddities, lists of moves, tables.

use std::ops::ControlFlow;

use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use riverpost::archive::import::{Encoding, ImportOptions, ReadGame, Variations, read_games};
use riverpost::archive::{ArchivedGame, pgn};
use riverpost::notation::{diagram, force, write_move};
use riverpost::record::{self, Act, Action, Header, Player, Players};
use riverpost::rules::{Outcome, Side, variants};

use crate::common::Dice;

fn options() -> ImportOptions {
    ImportOptions { source: "a.pgn".into(), ..ImportOptions::default() }
}

fn games_of(bytes: &[u8], options: &ImportOptions) -> Vec<ReadGame> {
    let mut games = Vec::new();
    read_games(bytes, options, |game, _| {
        games.push(game);
        ControlFlow::Continue(())
    })
    .unwrap();
    games
}

fn games(text: &str) -> Vec<ReadGame> {
    games_of(text.as_bytes(), &options())
}

/// The record's text of the only game of a text.
#[track_caller]
fn only_with(text: &str, options: &ImportOptions) -> String {
    let games = games_of(text.as_bytes(), options);
    assert_eq!(games.len(), 1, "{games:?}");
    games[0].record.as_ref().unwrap_or_else(|fault| panic!("{fault}")).text.clone()
}

#[track_caller]
fn only(text: &str) -> String {
    only_with(text, &options())
}

/// The lines of the moves of a record.
fn moves(record: &str) -> Vec<&str> {
    record.split("\nmoves: |\n").nth(1).unwrap().lines().map(str::trim).collect()
}

/// The values of keys of the header, as they are printed.
fn head<'t>(record: &'t str, key: &str) -> Option<&'t str> {
    record.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
}

#[test]
fn tags_go_into_their_keys_and_the_rest_is_kept() {
    let text = only(
        "[Event \"A \\\"B\\\" [c]\"]\n[Site \"?\"]\n[Date \"1848.??.??\"]\n[Round \"-\"]\n[White \"Bob \"The\" X\"]\n\
         [Black \"Zoë\"]\n[Result \"1/2-1/2\"]\n[ECO \"C20\"]\n[ECO \"C21\"]\n[Note \"no\"]\n1. e4 1/2-1/2\n",
    );
    assert_eq!(head(&text, "event"), Some("\"A \\\"B\\\" [c]\""));
    assert_eq!(head(&text, "site"), None);
    assert_eq!(head(&text, "date"), Some("\"1848\""));
    assert_eq!(head(&text, "round"), Some("\"-\""));
    assert_eq!(head(&text, "  south"), Some("{name: \"Bob \\\"The\\\" X\"}"));
    assert_eq!(head(&text, "  north"), Some("{name: Zoë}"));
    assert_eq!(head(&text, "x-ECO"), Some("C20"));
    assert_eq!(head(&text, "x-ECO-2"), Some("C21"));
    assert_eq!(head(&text, "x-Note"), Some("\"no\""));
    assert_eq!(head(&text, "x-source"), Some("\"a.pgn:1\""));
    assert_eq!(head(&text, "result"), Some("draw"));
}

#[test]
fn a_date_is_kept_as_far_as_it_is_one() {
    let date = |date: &str| {
        let text = only(&format!("[Date \"{date}\"]\n*\n"));
        (head(&text, "date").map(str::to_owned), head(&text, "x-Date").map(str::to_owned))
    };
    let known = |date: &str| (Some(format!("{date:?}")), None);
    assert_eq!(date("1846.02.02"), known("1846-02-02"));
    assert_eq!(date("1846.02.??"), known("1846-02"));
    assert_eq!(date("1846"), known("1846"));
    assert_eq!(date("2001-05-03"), known("2001-05-03"));
    assert_eq!(date("????.??.??"), (None, None));
    for odd in ["1999.02.30", "1851.??.12", "soon", "99.01.01", "1.2.3.4"] {
        let (key, kept) = date(odd);
        assert_eq!((key, kept.map(|kept| kept.replace('"', ""))), (None, Some(odd.into())));
    }
}

/// Each of these is 1. e4 e5 2. Nf3 Nc6 3. Bb5 in some hand.
#[test]
fn moves_are_read_however_they_are_written() {
    let plain = ["1. P e2-e4", "1... P e7-e5", "2. N g1-f3", "2... N b8-c6", "3. B f1-b5"];
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 *",
        "1. e4 e5 2. Nf3 2... Nc6 3. Bb5",
        "1.e2-e4 e7-e5 2.Ng1-f3 Nb8-c6 3.Bf1-b5",
        "e4 e5 Nf3 Nc6 Bb5",
        "e2e4 e7e5 g1f3 b8c6 f1b5",
        "1 e4 e5\n2 Nf3 Nc6\n3 Bb5\n",
        "1. e4 ... 1....e5 2. ♘f3 … Nc6 3.Bf1b5",
        "1. e4, e5\n2. N1f3 Nbc6\n% nothing\n3. Bb5",
    ] {
        assert_eq!(moves(&only(text)), plain, "{text}");
    }
}

#[test]
fn castling_promotion_passing_and_disambiguation() {
    let castled = only("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 O–O 5. d3 Kh8 6. Rfe1!? *");
    assert_eq!(moves(&castled)[6..8], ["4. O-O", "4... O-O"]);
    assert_eq!(moves(&castled)[10], "6. R f1-e1 {!?}");
    let passed = only("1. e4 a6 2. e5 d5 3. exd6e.p. Nc6 4. dxc7 Nf6 5. cxd8Q+ Nxd8 *");
    assert_eq!(moves(&passed)[4], "3. P e5xd6 e.p.");
    assert_eq!(moves(&passed)[8], "5. P c7xd8=Q+");
    let apart = only("1. e4 a6 2. e5 d5 3. exd6 e.p. *");
    assert_eq!(moves(&apart), moves(&passed)[..5].to_vec());
    // The Knight on c3 is pinned, so that only the one on g1 goes to e2.
    let pinned = only("1. d4 e6 2. Nc3 Bb4 3. e3 a6 4. Ne2 *");
    assert_eq!(moves(&pinned)[6], "4. N g1-e2");
}

#[test]
fn comments_glyphs_and_variations_stand_behind_their_moves() {
    let text = "{before all} 1. e4 $1 {one\n  two {inner} three} e5 (1... c5 2. Nf3 {open} (2. c3)) $14 2. Nf3 ; to the end\nNc6 $255 *\n";
    let kept = only(text);
    assert_eq!(head(&kept, "x-comment-0"), Some("before all"));
    let lines = [
        "1. P e2-e4 {! one two (inner) three}",
        "1... P e7-e5 {(1... c5 2. Nf3 (open) (2. c3)) ⩲}",
        "2. N g1-f3 {to the end}",
        "2... N b8-c6 {$255}",
    ];
    assert_eq!(moves(&kept), lines);
    let drop = ImportOptions { variations: Variations::Drop, ..options() };
    let games = games_of(text.as_bytes(), &drop);
    assert_eq!(games[0].left_out, 1);
    assert_eq!(moves(&games[0].record.as_ref().unwrap().text)[1], "1... P e7-e5 {⩲}");
}

#[test]
fn a_comment_that_is_too_long_for_its_line_goes_on_in_the_header() {
    let long = vec!["word"; 700].join(" ");
    let text = only(&format!("1. e4 {{{long}}} e5 *"));
    let inside = moves(&text)[0].split_once('{').unwrap().1.trim_end_matches('}').to_owned();
    let further = [head(&text, "x-comment-1").unwrap(), head(&text, "x-comment-1-2").unwrap()];
    assert_eq!(format!("{inside} {}", further.join(" ")), long);
}

#[test]
fn results_where_they_stand() {
    let result = |text: &str| head(&only(text), "result").unwrap().to_owned();
    assert_eq!(result("[Result \"1–0\"]\n1. e4 e5\n"), "south");
    assert_eq!(result("1. e4 e5 ½-½"), "draw");
    assert_eq!(result("[Result \"*\"]\n1. e4 e5 0-1"), "north");
    assert_eq!(result("1. e4 e5 2. Black resigns"), "south");
    assert_eq!(result("1. e4 e5 draw agreed"), "draw");
    assert_eq!(result("1. f3 e5 2. g4 Qh4#"), "north");
    // In the middle: the moves go on.
    let on = only("1. e4 e5 1/2-1/2 2. Nf3 Nc6 1-0");
    assert_eq!((moves(&on).len(), head(&on, "result")), (4, Some("south")));
    let two = games("1. e4 e5 1/2-1/2 1. d4 d5 1-0");
    assert_eq!(two.len(), 2);
    let odd = only("[Result \"unclear\"]\n1. e4 *");
    assert_eq!((head(&odd, "result"), head(&odd, "x-Result")), (Some("\"*\""), Some("unclear")));
    let lost = only("[Result \"1-0\"]\n[Termination \"time forfeit\"]\n1. e4 e5 1-0");
    assert_eq!((head(&lost, "ending"), head(&lost, "x-Termination")), (Some("time"), None));
    let mated = only("[Termination \"time forfeit\"]\n1. f3 e5 2. g4 Qh4#");
    assert_eq!(head(&mated, "x-Termination"), Some("time forfeit"));
}

#[test]
fn a_published_result_that_the_board_contradicts_is_kept_as_disputed() {
    let text = only("[Result \"1-0\"]\n1. f3 e5 2. g4 Qh4# 1-0");
    assert_eq!(head(&text, "result"), Some("south"));
    assert_eq!(head(&text, "disputed"), Some("the moves end by checkmate with the result north"));
    let text = only("[Result \"1-0\"]\n1. f3 e5 0-1");
    assert_eq!(head(&text, "disputed"), Some("\"the tag says south, the end of the moves north\""));
}

#[test]
fn g12_a_game_that_went_on_past_a_draw_says_so() {
    let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    let read = &games(&format!("{knights} e4 0-1"))[0];
    let text = &read.record.as_ref().unwrap().text;
    assert_eq!(head(text, "endings"), Some("claimed"));
    assert!(read.notes[0].contains("endings: claimed (G12)"), "{:?}", read.notes);
    // The fifth time is the last position: only a result other than a draw needs it.
    let fifth = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    assert_eq!(head(&only(&format!("{fifth} 1/2-1/2")), "endings"), None);
    assert_eq!(head(&only(&format!("{fifth} 1-0")), "endings"), Some("claimed"));
}

#[test]
fn what_cannot_be_kept_is_told_with_its_place_and_the_rest_goes_on() {
    let text = "[Event \"1\"]\n\n1. e4 e5\n2. Ke3 Nf6 *\n[Event \"2\"]\n1. e4 {open\n[Event \"3\"]\n1. e4 -- 2. d4 *\n\
                [Event \"4\"]\n[Variant \"Chess960\"]\n1. e4 *\n[Event \"5\"]\n1. e4 (1. d4\n[Event \"6\"]\n1. e4 *\n";
    let games = games(text);
    let faults: Vec<String> = games
        .iter()
        .map(|game| {
            game.record.as_ref().map_or_else(ToString::to_string, |record| record.id.clone())
        })
        .collect();
    assert!(faults[0].starts_with("4:4: move 2. Ke3: illegal move: "), "{}", faults[0]);
    assert_eq!(faults[1], "6:7: this comment is not closed");
    assert_eq!(faults[2], "8:7: move 1... --: nobody may pass (rule G1)");
    assert!(faults[3].starts_with("9:1: the variant \"chess960\" is none of the games here"));
    assert_eq!(faults[4], "13:7: this ( is not closed");
    assert!(faults[5].starts_with("valonian-undated-x-x-"), "{}", faults[5]);
}

#[test]
fn bytes_are_read_as_what_they_stand_for() {
    let latin = b"\xEF\xBB\xBF[White \"Helbich, J\xE1n\"]\r\n[Black \"Zo\xC3\xAB\"]\r\n\r\n1. e4 *\r\n\xEF\xBB\xBF[White \"B\"]\r\n1. d4 *\r\n";
    let read = games_of(latin, &options());
    assert_eq!(read.len(), 2);
    assert_eq!(read[0].players, "Helbich, Ján – Zoë");
    let strict = ImportOptions { encoding: Encoding::Utf8, ..options() };
    let fault = games_of(latin, &strict)[0].record.clone().unwrap_err();
    assert_eq!(fault.to_string(), "1:1: byte 0xE1 is not UTF-8");
    let windows = ImportOptions { encoding: Encoding::Windows1252, ..options() };
    assert_eq!(games_of(b"[White \"\x80\x9F\xE9\"]\n*", &windows)[0].players, "€Ÿé – ?");
}

/// A game of one's own, with all that plain PGN has no place for.
#[test]
fn games_of_our_own_are_read_with_their_times_and_actions() {
    let text = "[Event \"?\"]\n[White \"Anna Ek\"]\n[Black \"Ben Ode\"]\n[Result \"1/2-1/2\"]\n[WhiteNA \"anna@example.org\"]\n\
        [Variant \"Wing\"]\n[RiverpostId \"wing-1\"]\n[RiverpostStarted \"2026-11-29T19:20:00Z\"]\n[Date \"2026.11.29\"]\n\
        [RiverpostTime \"40d+2d\"]\n[RiverpostClock \"{off: [sat, sun]}\"]\n[RiverpostArbiter \"Eva Ros <eva@example.org>\"]\n\n\
        1. SH e4-e5 {[%rp time 2026-11-30T08:00:00Z] [%clk 960:00:00]} NH e7-e6\n\
        {[%rp time 2026-12-01T09:11:12Z] hello} 2. SK b1-c3 {[%rp time 2026-12-02T07:00:00Z] [%rp offer]}\n\
        {[%rp line 2... draw agreed] [%rp time 2026-12-02T21:00:00Z] [%rp] [%gladly]} 1/2-1/2\n";
    let record = only(text);
    let lines = [
        "1. SH e4-e5 [2026-11-30T08:00:00Z]",
        "1... NH e7-e6 [2026-12-01T09:11:12Z] {hello}",
        "2. SK b1-c3 (=) [2026-12-02T07:00:00Z]",
        "2... draw agreed [2026-12-02T21:00:00Z] {[%gladly]}",
    ];
    assert_eq!(moves(&record), lines);
    assert_eq!(head(&record, "id"), Some("wing-1"));
    assert_eq!(head(&record, "date"), None);
    assert_eq!(head(&record, "time"), Some("40d+2d"));
    assert_eq!(head(&record, "clock"), Some("{off: [sat, sun]}"));
    assert_eq!(head(&record, "arbiter"), Some("{name: Eva Ros, email: eva@example.org}"));
    assert_eq!(head(&record, "ending"), Some("agreement"));
    assert!(record::read(record.as_bytes()).is_ok());
}

#[test]
fn lists_of_moves_of_the_games_on_ten_ranks() {
    let wing =
        ImportOptions { game: Some(variants::find("riverqi", None, []).unwrap()), ..options() };
    let plain = ["1. SC h3-e3", "1... NK h10-g8", "2. SK h1-g3"];
    for text in [
        "SC h3-e3 NK h10-g8 SK h1-g3",
        "1. h3e3 h10g8 2. h1g3",
        "C2=5 H8+7 H2+3",
        "1. H2-E2 H9-G7 2. H0-G2",
        "h2e2 h9g7 h0g2",
    ] {
        assert_eq!(moves(&only_with(text, &wing)), plain, "{text}");
    }
}

#[test]
fn a_table_has_a_game_in_each_row() {
    let table = ImportOptions { table: true, ..options() };
    let text = "White,black,Result,Elo,moves\n\"Ek, Anna\",Ben,1-0,2000,\"1. e4 e5\n2. Nf3 {\"\"so\"\"}\"\nA,B,*,,\nA,B,,,e5\n";
    let read = games_of(text.as_bytes(), &table);
    let first = &read[0].record.as_ref().unwrap().text;
    assert_eq!(head(first, "  south"), Some("{name: \"Ek, Anna\"}"));
    assert_eq!(head(first, "x-Elo"), Some("\"2000\""));
    assert_eq!(moves(first)[2], "2. N g1-f3 {\"so\"}");
    assert_eq!(read[1].record.as_ref().unwrap().plies, 0);
    assert_eq!(read[2].line, 5);
    assert!(read[2].record.is_err());
}

/// A record of some game with lines of every kind, as far as they are allowed where they come.
fn some_record(dice: &mut Dice, texts: &[String], lines: usize) -> record::Record<'static> {
    let [text, other] = [0, 1].map(|_| dice.pick(texts).clone());
    let selections = [
        ("wing", None),
        ("riverqi", None),
        ("encounter", None),
        ("fortress", Some("level")),
        ("fortress", Some("high")),
        ("valonian", None),
        ("valonian", None),
    ];
    let (name, variation) = *dice.pick(&selections);
    let game = variants::find(name, variation, []).unwrap();
    let mut setup = diagram::default_setup(game).unwrap();
    if name == "valonian" && dice.once_in(2) {
        setup = force::replace(&setup, Side::North, "N=BER,B=MAG,a8=ELE").unwrap();
        setup = force::replace(&setup, Side::South, "B=DRU,R=ELE").unwrap();
    }
    let dated = dice.once_in(2);
    let player = |name: &str, email: &str| Player {
        name: name.into(),
        email: Some(email.into()),
        key: None,
    };
    let header = Header {
        game: name.into(),
        id: "some-game-1".into(),
        variation: variation.map(Into::into),
        options: game.options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        players: Players {
            south: Some(player(&text, "a@example.org")),
            north: Some(player("B", "b@example.org")),
        },
        arbiter: dice.once_in(2).then(|| player("Eva Ros", "eva@example.org")),
        event: Some(other),
        date: (!dated).then(|| "1848-02".into()),
        started: dated.then(|| "2026-12-01T12:00:00Z".parse().unwrap()),
        time: dated.then(|| "40d+2d".parse().unwrap()),
        draws_claimed: dice.once_in(2),
        extras: [("x-Event".to_owned(), text.clone()), ("x-eco".into(), "C20".into())].into(),
        setup: diagram::write(&setup),
        ..Header::default()
    };
    let written = record::write_new(&header).unwrap();
    let mut kept = record::read(written.as_bytes()).unwrap().into_owned();
    let mut replayed = record::replay(&kept).unwrap();
    for hour in 1..=lines {
        let position = replayed.line.position();
        let (turn, moves) = (position.turn(), position.legal_moves());
        let act = match dice.below(24) {
            0 => Act::TakeBackRequested { plies: 1 + dice.below(3) as u32 },
            1 | 2 => Act::TakeBackAgreed,
            3 => Act::DrawDeclined,
            4 => Act::VoidProposed,
            5 => Act::ArbiterProposed { person: player("Ida", "ida@example.org") },
            6 if hour > lines / 2 => Act::Resigns,
            7 => Act::DrawAgreed,
            8 => Act::Adjudicated {
                outcome: Some(Outcome::Draw),
                reason: "why [not] 5%".into(),
                arbiter: "Eva Ros".into(),
            },
            9 => Act::Reopened { reason: "so".into(), arbiter: "Eva Ros".into() },
            _ => Act::Move(write_move(position, *dice.pick(&moves)).into()),
        };
        let is_move = matches!(act, Act::Move(_));
        let mut action =
            Action::new(if is_move || dice.once_in(2) { turn } else { turn.other() }, act);
        action.offer = is_move && dice.once_in(8);
        action.conditional = is_move && dice.once_in(8);
        action.time = dated.then(|| {
            "2026-12-01T12:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::hours(hour as i64)
        });
        let comment = dice.pick(texts).replace(['{', '}'], "").trim().to_owned();
        action.comment = Some(comment.into())
            .filter(|text: &std::borrow::Cow<'_, str>| dice.once_in(3) && !text.is_empty());
        if let Ok(appended) = record::append(&kept, &replayed, action) {
            (kept, replayed) = (appended.record, appended.replayed);
        }
        if replayed.line.position().legal_moves().is_empty() {
            break;
        }
    }
    kept
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

    /// What is written as PGN and read again is the same record.
    #[test]
    fn a_record_comes_back_from_its_pgn(
        seed in any::<u64>(),
        lines in 0..40usize,
        texts in prop::collection::vec(prop_oneof![
            "[\"\\\\\\]\\[!?$3%;(){}a-c =.]{1,20}",
            "\\[%rp [a-z]{1,5}\\] x",
            "(!!|\\$4|±) [a-z]{1,9}",
            "\\PC{1,30}",
            "[a-z ]{300,500}",
        ].prop_filter("not blank, and known", |text| !["", "?", "??"].contains(&text.trim())), 3..6),
    ) {
        let kept = some_record(&mut Dice::new(seed), &texts, lines);
        let text = record::canonical(&kept).unwrap();
        let record = record::read(text.as_bytes()).unwrap();
        let replayed = record::replay(&record).unwrap();
        let written = pgn(&ArchivedGame { source: "", line: 1, record, replayed });
        let read = games(&written);
        prop_assert_eq!(read.len(), 1, "{}", &written);
        let back = read[0].record.as_ref().map_err(|fault| TestCaseError::fail(format!("{fault}\n{written}")))?;
        prop_assert_eq!(&back.text, &text, "{}", &written);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Whatever the bytes, there is an answer, and every record that comes of them holds.
    #[test]
    fn any_bytes_are_read_or_refused(parts in prop::collection::vec(part(), 0..40)) {
        let bytes: Vec<u8> = parts.concat();
        for game in games_of(&bytes, &options()) {
            if let Ok(made) = game.record {
                let read = record::read(made.text.as_bytes()).unwrap();
                prop_assert_eq!(record::canonical(&read).unwrap(), made.text);
            }
        }
    }
}

/// What PGN is made of, and what it is not.
fn part() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "[Event \"x\"]\n",
        "[White \"a\\\"b\"]",
        "[FEN \"8/8/8/8/8/8/8/K6k w - - 0 1\"]\n",
        "[",
        "]",
        "\"",
        "{",
        "}",
        "(",
        ")",
        ";",
        "\n%",
        "\n",
        " ",
        "1.",
        "1...",
        "e4",
        " e5 ",
        "Nf3",
        " Nc6 ",
        "O-O",
        "exd5",
        "$3",
        "$999",
        "!?",
        "1-0",
        "*",
        "(=)",
        "--",
        "[%rp line 1. resigns]",
        "{[%rp time 2026-01-01T00:00:00Z]}",
        "\u{FEFF}",
        "½",
        "..",
    ]);
    prop_oneof![
        8 => words.prop_map(|word| word.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ]
}
