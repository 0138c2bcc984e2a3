//! What a person typed, by the layout of the text and the words.

use super::{check_all, message, plain, verdict};
use riverpost::mail::{IncomingMail, TypedRequest};

/// Our message as a reply quotes it.
const QUOTED: &str = "> wing-1: 12. SK b1-c3\n>\n> Wing: South Ben, North Anna.\n> North Anna to move.\n>\n\
                      >     a   b   c\n>  9 NS  NK  ND  9\n>\n> Kd4\n> Kc3\n";
const WROTE: &str = "On Tue, 1 Dec 2026 at 09:00, Ben Ode <ben@example.org> wrote:\n";

#[test]
fn a_line_by_itself_is_read() {
    let rows = [
        ("Kc3", "move Kc3"),
        ("Kc3.", "move Kc3"),
        ("  Kc3  ", "move Kc3"),
        ("12. Kc3", "move 12. Kc3"),
        ("12.Kc3", "move 12.Kc3"),
        ("12... Kc3", "move 12... Kc3"),
        ("12… Kc3", "move 12… Kc3"),
        ("move: Kc3", "move Kc3"),
        ("Move: 12. Kc3", "move 12. Kc3"),
        ("My move: Kc3", "move Kc3"),
        ("SK b1-c3", "move SK b1-c3"),
        ("SK\u{a0}b1–c3", "move SK b1–c3"),
        ("SC h3xh6", "move SC h3xh6"),
        ("Knight c3", "move Knight c3"),
        ("e2 - e4", "move e2-e4"),
        ("exd5 e.p.", "move exd5 e.p."),
        ("e7-e8=Q+", "move e7-e8=Q+"),
        ("a6a8>e", "move a6a8>e"),
        ("ELE a7xa8/ahead", "move ELE a7xa8/ahead"),
        ("MAG c4-d4/b2", "move MAG c4-d4/b2"),
        ("~c4 e5e4", "move ~c4 e5e4"),
        ("O-O", "move O-O"),
        ("0-0-0", "move 0-0-0"),
        ("C2=5", "move C2=5"),
        ("H2+3", "move H2+3"),
        ("♘f3", "move ♘f3"),
        ("a10-b10", "move a10-b10"),
        ("Kc3!", "move Kc3!"),
        ("Kc3 (=)", "move Kc3 (=)"),
        ("Kc3(=)", "move Kc3 (=)"),
        ("Kc3, draw?", "move Kc3 (=)"),
        ("Kc3\ndraw?", "move Kc3 (=)"),
        ("Kc3\n\nI offer a draw.", "move Kc3 (=)"),
        ("draw?", "offer"),
        ("I offer a draw", "offer"),
        ("resign", "resign"),
        ("I resign.", "resign"),
        ("Resigns", "resign"),
        ("accept", "accept None"),
        ("I accept the draw.", "accept Some(Draw)"),
        ("accept take-back", "accept Some(TakeBack)"),
        ("decline", "decline None"),
        ("draw declined", "decline Some(Draw)"),
        ("take back 2", "take back Some(2)"),
        ("takeback", "take back None"),
        ("if e7e6 then b1c3", "plan; if e7e6 then b1c3"),
        ("Kc3\nIf e7e6, then b1c3", "move Kc3; if e7e6 then b1c3"),
    ];
    check_all(rows.map(|(body, expected)| (body, plain(&format!("{body}\n")), expected)));
}

#[test]
fn what_can_be_read_in_two_ways_is_not_read() {
    let rows = [
        ("resigns?", "unclear: Question"),
        ("Kc3?", "unclear: Question"),
        ("Kc3??", "unclear: Question"),
        ("Kc3 ?", "unclear: Question"),
        ("accept?", "unclear: Question"),
        ("draw", "unclear: Vague"),
        ("Kc3\nKd4", "unclear: Several"),
        ("Kc3\n\nKc3", "unclear: Several"),
        ("Kc3\n\nresign", "unclear: Several"),
        ("resign\n\ndraw?", "unclear: Several"),
        ("accept\n\nif e7e6 then b1c3", "unclear: Several"),
        ("Kc3 (=)\n\ndraw?", "unclear: Several"),
        ("Kc3 Kd4", "unclear: InSentence"),
        ("e4 e5", "unclear: InSentence"),
        ("I play Kc3", "unclear: InSentence"),
        ("Kc3 is what I would play", "unclear: InSentence"),
        ("Kc3\n\nNo, I mean Kd4 of course.", "unclear: InSentence"),
        ("I was thinking about\nKc3\n\nAnna", "unclear: InSentence"),
        ("Hi Ben,\nafter a walk,\nKc3\nAnna", "unclear: InSentence"),
        ("Kc3\nis what I first wanted", "unclear: InSentence"),
        ("Kc3\n\nHow about a draw?", "unclear: InSentence"),
        ("I will not resign.", "unclear: InSentence"),
        ("No Kc3", "unclear: InSentence"),
        ("if e7e6 then b1c3 then c3d5", "unclear: InSentence"),
        ("Kc3\n\nPlease ignore this message.", "unclear: TakenBack"),
        ("Kc3\n\nWait, let me look again.", "unclear: TakenBack"),
        ("*Kc3*", "unclear: InSentence"),
    ];
    check_all(rows.map(|(body, expected)| (body, plain(&format!("{body}\n")), expected)));
}

#[test]
fn characters_that_no_move_has_are_refused() {
    let rows = [
        // Cyrillic es and ka.
        ("К\u{441}3", "unclear: Character('К')"),
        ("K\u{441}3", "unclear: Character('с')"),
        ("K\u{ff43}3", "unclear: Character('ｃ')"),
        ("Kc\u{ff13}", "unclear: Character('３')"),
        ("Kc\u{662}", "unclear: Character('٢')"),
        ("\u{202e}Kc3", "unclear: Character('\\u{202e}')"),
        ("Kc\u{200b}3", "unclear: Character('\\u{200b}')"),
        ("Kc3\u{ad}", "unclear: Character('\\u{ad}')"),
        ("Kc3\0", "unclear: Character('\\0')"),
        ("K\u{fffd}3", "unclear: Character('�')"),
        // No homoglyph ends a game.
        ("r\u{435}sign", "nothing"),
    ];
    check_all(rows.map(|(body, expected)| (body, plain(&format!("{body}\n")), expected)));
}

#[test]
fn quoted_text_is_never_played() {
    let rows = [
        ("top", format!("Kd4\n\n{WROTE}{QUOTED}"), "move Kd4"),
        ("top with greeting", format!("Hi Ben,\nKd4\nAnna\n\n{WROTE}{QUOTED}"), "move Kd4"),
        ("bottom", format!("{WROTE}{QUOTED}\nKd4\n"), "move Kd4"),
        ("bottom below an empty quoted line", format!("{WROTE}{QUOTED}>\nKd4\n"), "move Kd4"),
        ("nothing but the quotation", format!("{WROTE}{QUOTED}"), "nothing"),
        ("thanks", format!("Thanks!\n\n{WROTE}{QUOTED}"), "nothing"),
        (
            "rest of a wrapped line",
            format!("{WROTE}> I would never play\nKc3\n> here\n"),
            "unclear: BelowQuote",
        ),
        (
            "rest of a wrapped line, further down",
            format!("{WROTE}> I would\nnever play,\nKc3\nAnd so on\n"),
            "unclear: BelowQuote",
        ),
        ("above and below", format!("Hi,\n\n{WROTE}{QUOTED}\nKd4\n"), "unclear: AroundQuote"),
        ("initials", "Kd4\n\nBO> Kc3\nBO> and so on\n".into(), "move Kd4"),
        ("indented", "Kd4\n\n\tKc3\n\n    Kc3\n".into(), "move Kd4"),
        ("nothing but indented", "     Kc3\n".into(), "nothing"),
        ("bars", "Kd4\n\n| Kc3\n".into(), "move Kd4"),
        ("no marks", format!("Kd4\n\n{WROTE}\nwing-1: 12. SK b1-c3\nKc3\n"), "move Kd4"),
        ("no marks, nothing typed", format!("{WROTE}\nKc3\n"), "nothing"),
        ("no marks, no header, ours", "Kd4\n\nwing-1: 12. SK b1-c3\n\nKc3\n".into(), "move Kd4"),
        ("only ours, without marks", "wing-1: 12. SK b1-c3\n\nKc3\n".into(), "nothing"),
        ("a board without marks", "Kd4\n\n 9 NS NK ND NG NE 9\n\nKc3\n".into(), "move Kd4"),
        (
            "broken attribution",
            "Kd4\n\nOn Tue, 1 Dec 2026 at 09:00, Ben Ode\n<ben@example.org>\nwrote:\n\nKc3\n"
                .into(),
            "move Kd4",
        ),
        (
            "broken attribution, bottom",
            "On Tue, 1 Dec 2026 at 09:00, Ben Ode\n<ben@example.org> wrote:\n> Kc3\n\nKd4\n".into(),
            "move Kd4",
        ),
        ("escaped From", format!(">From here on it is easy\n\nKd4\n\n{WROTE}{QUOTED}"), "move Kd4"),
    ];
    check_all(rows.map(|(name, body, expected)| (name, plain(&body), expected)));
}

#[test]
fn who_is_quoted_is_told_in_many_languages() {
    let rows = [
        "On Tue, 1 Dec 2026 at 09:00, Ben Ode <ben@example.org> wrote:",
        "Ben Ode wrote:",
        "Am 01.12.2026 um 09:00 schrieb Ben Ode:",
        "Ben Ode <ben@example.org> schrieb am Di., 1. Dez. 2026, 09:00:",
        "Le mar. 1 déc. 2026 à 09:00, Ben Ode <ben@example.org> a écrit :",
        "El mar, 1 dic 2026 a las 9:00, Ben Ode (<ben@example.org>) escribió:",
        "Il giorno mar 1 dic 2026 alle ore 09:00 Ben Ode ha scritto:",
        "Op di 1 dec 2026 om 09:00 schreef Ben Ode <ben@example.org>:",
        "Den tis 1 dec. 2026 kl 09:00 skrev Ben Ode <ben@example.org>:",
        "вт, 1 дек. 2026 г. в 09:00, Ben Ode <ben@example.org>:",
        "Бен Оде написал:",
        "2026年12月1日(火) 9:00 Ben Ode <ben@example.org>:",
        "Ben Ode <ben@example.org> 于2026年12月1日周二 09:00写道：",
        "wt., 1 gru 2026 o 09:00 Ben Ode <ben@example.org> napisał(a):",
        "Em ter., 1 de dez. de 2026 às 09:00, Ben Ode escreveu:",
        "Ben Ode, 1 Ara 2026 Sal, 09:00 tarihinde şunu yazdı:",
        "-----Original Message-----",
        "-------- Weitergeleitete Nachricht --------",
        "---------- Forwarded message ---------",
        "Begin forwarded message:",
        "Début du message réexpédié :",
        "From: Ben Ode <ben@example.org>\nSent: Tuesday",
        "*From:* Ben Ode\n*Sent:* Tuesday",
        "Von: Ben Ode\nGesendet: Dienstag",
        "De : Ben Ode\nEnvoyé : mardi",
        "差出人: Ben Ode\n件名: Re",
        // No label that is known, but three of them and a date.
        "Xyz: Ben\nAbc: Dienstag 2026\nDef: Kc3",
    ];
    for attribution in rows {
        let above = plain(&format!("Kd4\n\n{attribution}\n\nKc3\n"));
        assert_eq!(verdict(&above), "move Kd4", "{attribution}");
        let alone = plain(&format!("{attribution}\n\nKc3\n"));
        assert_eq!(verdict(&alone), "nothing", "{attribution}");
    }
}

#[test]
fn signatures_footers_and_forwarded_mail_are_not_played() {
    let rows = [
        ("signature", "Kd4\n\n-- \nAnna Ek\nChess since 1999\n", "move Kd4"),
        ("signature above the quotation", "Kd4\n-- \nAnna\n\n> Kc3\n", "move Kd4"),
        ("a move in the signature", "Kd4\n\n-- \nAnna\n1. e4\n", "unclear: Several"),
        ("nothing but a signature", "-- \nKc3\n", "nothing"),
        (
            "footer",
            "Kd4\n_______________________________________________\nClub mailing list\nclub@lists.example.org\n",
            "move Kd4",
        ),
        (
            "telephone",
            "Kd4\n\nSent from my telephone\n\n> Kc3\n\nSent from my telephone\n",
            "move Kd4",
        ),
        ("a second thought below a line", "Kd4\n---\nKc3\n", "unclear: Several"),
        (
            "forwarded",
            "From: Ben Ode <ben@example.org>\nDate: Mon, 30 Nov 2026\nSubject: x\n\nKc3\n",
            "nothing",
        ),
        (
            "forwarded with a word",
            "See below.\n\n---------- Forwarded message ---------\nFrom: Ben\n\nKc3\n",
            "nothing",
        ),
        (
            "clear-signed",
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nKd4\n\n- -- \nAnna\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEB\n-----END PGP SIGNATURE-----\n",
            "move Kd4",
        ),
        (
            "clear-signed, cut",
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nKd4\n",
            "unclear: Body(Truncated)",
        ),
        (
            "encrypted",
            "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n",
            "unclear: Body(Encrypted)",
        ),
    ];
    check_all(rows.map(|(name, body, expected)| (name, plain(body), expected)));
}

#[test]
fn a_move_in_the_subject_alone_is_not_played() {
    let subject = |subject: &str, body: &str| {
        format!("From: anna@example.org\nSubject: {subject}\n\n{body}").into_bytes()
    };
    check_all([
        ("alone", subject("Kc3", "Regards\n"), "unclear: InSubject"),
        ("behind Re", subject("Re: our game, Kc3", ""), "unclear: InSubject"),
        ("ours", subject("Re: [riverpost] wing-1 12. SK b1-c3", "Thanks\n"), "nothing"),
        ("with a move in the text", subject("Kc3", "Kd4\n"), "move Kd4"),
        ("no move", subject("Re: our game", "Regards\n"), "nothing"),
    ]);
}

#[test]
fn a_refusal_says_where_and_why() {
    let unclear = |body: &str| {
        let mail = IncomingMail::read(&plain(body)).expect("a message");
        TypedRequest::read(&mail).expect_err("it is unclear").to_string()
    };
    assert_eq!(
        unclear("Hi Ben,\n\nI play Kc3 now.\n"),
        "line 3, \"I play Kc3 now.\": it stands in a sentence, not on a line of its own"
    );
    assert_eq!(unclear("Kc3\nKd4\n"), "line 2, \"Kd4\": line 1 could be meant as well");
    assert_eq!(
        unclear("K\u{441}3\n"),
        "line 1, \"Kс3\": it has the character U+0441, which no move has"
    );
}

#[test]
fn blocks_are_found_but_not_where_they_are_quoted() {
    let block = "-----BEGIN RIVERPOST MOVE-----\nYWJj\nZGVm\n-----END RIVERPOST MOVE-----\n";
    let quoted: String = block.lines().map(|line| format!("> {line}\n")).collect();
    let blocks = |body: &str| IncomingMail::read(&plain(body)).expect("a message").blocks;
    let found = blocks(&format!("wing-1: 12. SK b1-c3\n\nGood luck\n\n{block}\n-- \nAnna\n"));
    assert_eq!(found, [block]);
    assert!(blocks(&format!("Thanks\n\n{WROTE}{quoted}")).is_empty());
    assert!(blocks(&format!("Thanks\n\n-----Original Message-----\n{block}")).is_empty());
    assert!(blocks(&format!("Thanks\n\nFrom: Ben\nSent: Tuesday\n\n{block}")).is_empty());
    assert_eq!(blocks(&format!("{block}\n{block}")).len(), 2);
    let cut = blocks("-----BEGIN RIVERPOST MOVE-----\nYWJj\n");
    assert_eq!(cut[0], "-----BEGIN RIVERPOST MOVE-----\nYWJj\n");
    // What a program wrote is nothing that a person typed.
    let program = message("", &format!("wing-1: 12. SK b1-c3\n\nKd4\n\n{block}"));
    assert_eq!(verdict(&program), "nothing");
}

/// Quoted lines that a program wraps lose their marks on the rest; wherever they are cut, that is not played.
#[test]
fn the_rest_of_a_wrapped_quotation_is_not_played() {
    let said = "> I thought for long about it, then, Kc3 and, Kd4 came to mind, e4 or, O-O, Resign\n\
                > Kc3\n>\n> draw?\n> accept, I would say. Kf2, Resign, Decline. Then, b1-c3\n";
    let mut refused = 0;
    for width in 5..90 {
        let mut wrapped = String::new();
        for line in said.lines() {
            let mut column = 0;
            for word in line.split(' ') {
                if column > 0 && column + word.len() > width {
                    wrapped.push('\n');
                    column = 0;
                } else if column > 0 {
                    wrapped.push(' ');
                }
                wrapped.push_str(word);
                column += word.len() + 1;
            }
            wrapped.push('\n');
        }
        for text in
            [wrapped.clone(), format!("{WROTE}{wrapped}"), format!("Thanks!\n\n{WROTE}{wrapped}")]
        {
            let found = verdict(&plain(&text));
            assert!(found == "nothing" || found.starts_with("unclear"), "{width}: {found}\n{text}");
            refused += usize::from(found != "nothing");
        }
    }
    assert!(refused > 50, "{refused}: some of the cuts leave a move by itself");
}
