//! What a person may type for a move: every form that is taken, the ambiguous ones with their candidates, and the three
//! kinds of no: not a move, not a legal move, a text that contradicts the move.

use crate::common::{self, boards, from_diagram};
use crate::common::{Dice, GAMES, North, South, find, game, place, play, start};
use proptest::prelude::*;
use riverpost::notation::{
    MoveError, coordinate, diagram, read_input, read_move, read_sequence, read_typed, split_offer,
    write_move,
};
use riverpost::render::{Render, Scene, TextBoard};
use riverpost::rules::{Line, Move, Position, Setup};

/// Asserts that each of the texts, separated by `|`, is taken for the move of that coordinate form.
#[track_caller]
fn all_mean(position: &Position, expected: &str, texts: &str) {
    let m = find(position, expected);
    for text in texts.split('|') {
        match read_input(position, text) {
            Ok(found) if found == m => {}
            Ok(found) => panic!("{text:?} became {}", coordinate::write(position, found)),
            Err(e) => panic!("{text:?}: {e}"),
        }
    }
}

/// Asserts that a text is ambiguous, and between what.
#[track_caller]
fn ambiguous(position: &Position, text: &str, expected: &str) {
    match read_input(position, text) {
        Err(MoveError::Ambiguous { candidates }) => assert_eq!(candidates.join("|"), expected),
        other => panic!("{text:?}: {other:?}"),
    }
}

#[track_caller]
fn not_a_move(position: &Position, texts: &[&str]) {
    for text in texts {
        match read_input(position, text) {
            Err(e @ MoveError::NotAMove { .. }) => assert_eq!(e.rule(), "G9"),
            other => panic!("{text:?}: {other:?}"),
        }
    }
}

/// Asserts that a text names an illegal move, by which rule and with which words, separated by `|`.
#[track_caller]
fn illegal(position: &Position, text: &str, rule: &str, words: &str) {
    match read_input(position, text) {
        Err(MoveError::Illegal(refusal)) => common::says(&refusal, rule, words),
        other => panic!("{text:?}: {other:?}"),
    }
}

#[track_caller]
fn contradiction(position: &Position, text: &str, words: &str) {
    match read_input(position, text) {
        Err(MoveError::Contradiction { message, .. }) => {
            for word in words.split('|') {
                assert!(message.contains(word), "{word:?} is not in {message:?}");
            }
        }
        other => panic!("{text:?}: {other:?}"),
    }
}

fn valonian(pieces: &str) -> Position {
    place(game("valonian"), pieces, South)
}

#[test]
fn a_plain_move_in_many_forms() {
    let position = start(game("wing"));
    all_mean(
        &position,
        "b1c3",
        "SK b1-c3|b1c3|B1C3|b1-c3|B1-C3|b1 c3|SK B1-C3|sk b1-c3|SK b1c3|SKb1-c3|SKb1c3|SKc3|SK c3|Kc3|kc3|K c3|Kb1c3|\
         Kb1-c3|Kbc3|K1c3|Knight b1-c3|knight b1-c3|Knight c3|KNIGHT C3|Knight b1 c3|  SK  b1 - c3  |\tKc3\n",
    );
    // Dashes of every length.
    all_mean(&position, "b1c3", "SK b1–c3|SK b1—c3|SK b1−c3|b1‐c3|b1‑c3|b1‒c3");
    // Numbers, with and without space, and praise.
    all_mean(
        &position,
        "b1c3",
        "1. SK b1-c3|1.Kc3|12.Kc3|12. Kc3|1. b1c3|7.b1-c3|Kc3!|Kc3?|Kc3!?|Kc3?!|Kc3!!|1. Kc3!?|Kc3 !?",
    );
    let north = play(&position, "b1c3");
    all_mean(
        &north,
        "b10c8",
        "1... NK b10-c8|1...Kc8|1…Kc8|1… NK b10c8|B10C8|NK c8|Kc8|12...b10-c8",
    );
}

#[test]
fn english_names() {
    let position = start(game("wing"));
    all_mean(&position, "a1a3", "Siege Engine a1-a3|siege engine a3|SS a3|Sa3|Siege Engine a1 a3");
    all_mean(&position, "e1e2", "Empress e2|Ee2|SE e1-e2|empress e1e2");
    all_mean(&position, "e4e5", "Hawker e4-e5|hawker e5|e5|SH e5|He5|e4e5");
    let level = start(game("level"));
    all_mean(&level, "b2b4", "Pikeman b2-b4|b4|Pb4|PWH b4|pikeman b4|b2b4|B4");
    let promoted = place(game("level"), "TDW d1, TWQ d9, PPW a7, CMR g1, SEW b1", South);
    all_mean(&promoted, "a7a8", "promoted Pikeman a7-a8|Promoted Pikeman a8|PPW a8|a8");
    all_mean(&promoted, "g1g2", "Pike Commander g2|pike commander g1-g2|CMR g2|Cmr g2");
}

/// Short algebraic notation, told apart by file, rank or square where two pieces could be meant.
#[test]
fn short_algebraic() {
    let position = valonian("wK e1, bK e8, wN b1, wN f3, wR a5, wR h5, wP h2");
    all_mean(&position, "b1d2", "Nbd2|N1d2|Nb1d2|Nb1-d2|N b1-d2|nbd2|Knight b1-d2|N b d2|b1d2");
    all_mean(&position, "f3d2", "Nfd2|N3d2|Nf3d2");
    ambiguous(&position, "Nd2", "N b1-d2|N f3-d2");
    ambiguous(&position, "Re5", "R a5-e5+|R h5-e5+");
    all_mean(&position, "a5e5", "Rae5|Rae5+|Ra5e5|a5e5");
    all_mean(&position, "h2h4", "h4|h2h4|Ph4|P h2-h4|Pawn h4|pawn h2-h4");
    // A King and a Knight share no letter here, in Wing they do.
    all_mean(&position, "e1d1", "Kd1|K e1-d1|King d1|king e1d1");
}

#[test]
fn captures() {
    let position = valonian("wK e1, bK e8, wP e4, wP c4, bP d5, wB b3");
    all_mean(
        &position,
        "e4d5",
        "exd5|e4xd5|e4d5|P e4xd5|Pexd5|exd5!|e:d5|e4:d5|e×d5|e4×d5|e4 x d5|EXD5|E4XD5|ed5|Pawn e4xd5|e4-d5",
    );
    all_mean(&position, "c4d5", "cxd5|c4xd5|c:d5");
    ambiguous(&position, "xd5", "P c4xd5|P e4xd5");
    // In capitals throughout, a letter that may be either is either.
    let position = valonian("wK e1, bK e8, wP b2, wB d2, bP c3");
    ambiguous(&position, "BXC3", "P b2xc3|B d2xc3");
    all_mean(&position, "b2c3", "B2XC3|PBXC3");
    // A small b is the file before it is the Bishop.
    let position = valonian("wK e1, bK e8, wP b2, wB d2, bP c3");
    all_mean(&position, "b2c3", "bxc3|b2xc3|b:c3");
    all_mean(&position, "d2c3", "Bxc3|B:c3|B×c3|Bishop c3|bishop d2xc3|Bdxc3");
}

#[test]
fn castling() {
    let position = valonian("wK e1, wR a1, wR h1, bK e8");
    all_mean(
        &position,
        "e1g1",
        "O-O|0-0|o-o|O–O|0–0|O—O|o–o|OO|O - O|O-O!|0-0!?|1. O-O|1.0-0|12. 0–0|e1g1|E1G1|e1-g1|Kg1|K e1-g1",
    );
    all_mean(&position, "e1c1", "O-O-O|0-0-0|o-o-o|O–O–O|0–0–0|OOO|e1c1|Kc1|5. O-O-O!");
    let position = valonian("wK e1, wR h1, bK f8");
    all_mean(&position, "e1g1", "O-O+|0-0+|O-O");
    illegal(&position, "O-O-O", "V8", "may not castle");
    illegal(&start(game("valonian")), "0-0", "V8", "Bishop on f1");
    illegal(&start(game("wing")), "O-O", "P7", "castling|Wing");
}

#[test]
fn promotion() {
    let position = valonian("wK e1, bK a8, wP e7, wELE h1");
    all_mean(
        &position,
        "e7e8=Q",
        "e8=Q|e8=Q+|e8=Q#|e8Q|e8(Q)|e8/Q|e7e8=Q|e7-e8=Q|e7e8q|e7e8Q|P e7-e8=Q|e8=q|e8=Queen|e8 = Q|e8=Q++|\
         Pawn e8=Queen|E8=Q",
    );
    all_mean(&position, "e7e8=N", "e8=N|e8N|e8=knight");
    all_mean(&position, "e7e8=ELE>s", "e8=ELE>s|e8=E>s|e8=Elephant>s|e7e8=ELE>s|e8=ELE>S");
    all_mean(&position, "e7e8=ELE", "e7e8=ELE|P e7-e8=ELE|e8=ELE>ahead|e8=Elephant>ahead");
    match read_input(&position, "e8") {
        Err(MoveError::Ambiguous { candidates }) => {
            assert_eq!(candidates.len(), 8, "{candidates:?}");
            assert_eq!(candidates[0], "P e7-e8=Q+");
        }
        other => panic!("{other:?}"),
    }
    ambiguous(
        &position,
        "e8=ELE",
        "P e7-e8=ELE>ahead|P e7-e8=ELE>e|P e7-e8=ELE>s|P e7-e8=ELE>w"
            .replace(">ahead", "")
            .as_str(),
    );
    illegal(&position, "e8=K", "V6", "King");
    illegal(&position, "e7e8=MAG", "V6", "Mage");
    not_a_move(&position, &["e8=Y", "e8=", "e8=Hawk"]);
    illegal(&valonian("wK e1, bK a8, wP e6, wELE h1"), "e7=Q", "P7", "not promoted");
    // An automatic promotion may be said or left out.
    let wing = place(game("wing"), "SE e1, NE d10, SH a6, SS i1", South);
    all_mean(&wing, "a6a7", "a7|a6a7|SH a6-a7|SH a6-a7=SHK|a7=SHK|a7=Hawk|Ha7|Hawker a7=Hawk");
    contradiction(&wing, "SH a6-a7=SK", "becomes SHK|not SK");
    contradiction(&wing, "a7=Knight", "becomes SHK|not SK");
    let wing = place(game("wing"), "SE e1, NE d10, SH a6, SH c4, SH i4, SS i1", South);
    contradiction(&wing, "Hawker a7=Knight", "becomes SHK|not SK");
    let wing = place(game("wing"), "SE e1, NE d10, SH a5, SS i1", South);
    contradiction(&wing, "SH a5-a6=SHK", "not promoted");
}

#[test]
fn en_passant() {
    let position = play(&place(game("valonian"), "wK e1, bK e8, wP e5, bP d7", North), "d7d5");
    all_mean(
        &position,
        "e5d6ep",
        "exd6|exd6 e.p.|exd6e.p.|exd6 ep|exd6ep|exd6 e.p|e5xd6|e5xd6 e.p.|e5xd6ep|e5d6ep|e5d6|P e5xd6 e.p.|P e5xd6|\
         ed6|e:d6|e×d6 e.p.|e5:d6 ep|EXD6 E.P.|exd6 e.p.!",
    );
    // Where both are legal a promoted Pikeman passes by unless he says that he takes.
    let before = place(game("level"), "TDW c1, TWQ d9, PPW d6, WPN e8, WSE g9", North);
    let position = play(&before, "e8e6");
    all_mean(&position, "d6e7", "PPW d6-e7|d6e7|d6-e7|PPW e7|e7");
    all_mean(
        &position,
        "d6e7ep",
        "PPW d6xe7 e.p.|d6e7ep|d6xe7|PPW d6xe7|dxe7|d6-e7 e.p.|d6:e7|d6e7 ep",
    );
    illegal(&start(game("valonian")), "e2e4 e.p.", "V7", "en passant");
}

#[test]
fn g6_checks_and_mates() {
    let position = valonian("wK b6, wR h1, bK a8");
    all_mean(&position, "h1h8", "Rh8|Rh8+|Rh8++|Rh8#|R h1-h8++|R h1-h8|h1h8#|Rh8 ++");
    all_mean(&position, "h1h7", "Rh7|R h1-h7");
}

#[test]
fn figurines() {
    let position = start(game("valonian"));
    all_mean(&position, "g1f3", "♘f3|♘g1-f3|1. ♘f3|♘f3!?|♞f3");
    all_mean(&position, "e2e4", "♙e4|♙e2-e4|♟e4");
    let position = play(&position, "e2e4");
    all_mean(&position, "g8f6", "♞f6|1... ♞f6|♞\u{fe0e}f6|♘f6");
    let position = valonian("wK e1, bK e8, wQ d1, wR a1, wB c1");
    all_mean(&position, "e1e2", "♔e2|♚e2");
    all_mean(&position, "d1d4", "♕d4|♛d4");
    all_mean(&position, "a1a4", "♖a4");
    all_mean(&position, "c1g5", "♗g5");
}

/// An Elephant that may turn: canonical text and coordinates keep its facing by saying nothing, people must say so.
#[test]
fn elephant() {
    let position = valonian("wK e1, bK e8, wELE a2, bP a4");
    all_mean(
        &position,
        "a2a4",
        "ELE a2xa4|a2a4|Exa4>ahead|ELE a2xa4>ahead|a2a4>ahead|Elephant a4>keep|Ea4 >ahead",
    );
    all_mean(&position, "a2a4>e", "ELE a2xa4>e|a2a4>e|Exa4>e|Elephant xa4 >e|Exa4>E|Exa4>east");
    ambiguous(&position, "Exa4", "ELE a2xa4>ahead|ELE a2xa4>e|ELE a2xa4>s");
    ambiguous(&position, "A2A4", "ELE a2xa4>ahead|ELE a2xa4>e|ELE a2xa4>s");
    all_mean(&position, "a2a3", "Ea3|ELE a3|A2A3|ELE a2-a3|Elephant a3");
    illegal(&position, "ELE a2xa4>w", "V1", "off the board");
    illegal(&position, "ELE a2-a3>e", "V1", "may turn only");
    not_a_move(&position, &["ELE a2xa4>", "ELE a2xa4>q", "a2a4>"]);
}

/// A slash stands for the signs that shells take for themselves, and for `=` as before.
#[test]
fn slash() {
    let position = valonian("wK e1, bK e8, wELE a2, bP a4");
    all_mean(&position, "a2a4>e", "ELE a2xa4/e|a2a4/e|Exa4/E|Exa4 / east");
    all_mean(&position, "a2a4", "ELE a2xa4/ahead|Exa4/keep");
    illegal(&position, "ELE a2xa4/w", "V1", "off the board");
    let position = valonian("wK e1, bK a8, wP e7, wELE h1");
    all_mean(&position, "e7e8=N", "e8/N|e8/n|e8/knight");
    all_mean(&position, "e7e8=ELE>s", "e8=ELE/s|e8/ELE/s");
    not_a_move(&position, &["e8/", "e8/Y"]);
}

/// At a shell an Elephant that may turn must say what it does, whatever the notation.
#[test]
fn typed_at_a_shell() {
    let between = |position: &Position, text: &str, expected: &str| match read_typed(
        &Line::new(position.clone()),
        text,
    ) {
        Err(MoveError::Ambiguous { candidates }) => {
            assert_eq!(candidates.join("|"), expected, "{text}");
            for (candidate, m) in
                candidates.iter().map(|text| (text, read_typed(&Line::new(position.clone()), text)))
            {
                assert!(m.is_ok(), "{candidate}: {m:?}");
            }
        }
        other => panic!("{text:?}: {other:?}"),
    };
    let position = valonian("wK e1, bK e8, wELE a2, bP a4");
    for text in ["ELE a2xa4", "a2a4", "Exa4"] {
        between(&position, text, "ELE a2xa4/ahead|ELE a2xa4/e|ELE a2xa4/s");
    }
    for (text, expected) in [("a2a4>e", "a2a4>e"), ("a2a4/ahead", "a2a4"), ("ELE a2-a3", "a2a3")] {
        assert_eq!(
            read_typed(&Line::new(position.clone()), text),
            Ok(find(&position, expected)),
            "{text}"
        );
    }
    let position = valonian("wK e1, bK a8, wP e7, wELE h1");
    let promotions = "P e7-e8=ELE/ahead|P e7-e8=ELE/e|P e7-e8=ELE/s|P e7-e8=ELE/w";
    for text in ["e8=ELE", "e7e8=ELE", "P e7-e8=ELE"] {
        between(&position, text, promotions);
    }
    assert_eq!(read_typed(&Line::new(position.clone()), "e8=N"), Ok(find(&position, "e7e8=N")));
}

/// A board as it is shown says where the pieces stand, either way round.
#[test]
fn boards_are_read_as_they_are_shown() {
    for position in positions(60, 29) {
        let last = position.legal_moves().first().map(|m| (m.from, m.to));
        for (flip, signs) in [(false, false), (true, false), (false, true)] {
            let scene = Scene { position: &position, last, flip };
            let text = TextBoard { colour: false, figurines: signs }.render(&scene);
            let read = diagram::read_shown(position.game(), &text);
            let read = read.unwrap_or_else(|e| panic!("{e}\n{text}"));
            let pieces: Vec<_> = Setup::of(&position).pieces().collect();
            assert_eq!(read.pieces().collect::<Vec<_>>(), pieces, "{text}");
        }
    }
    let short = diagram::read_shown(game("wing"), "\n10 NS [NK] ~\n").unwrap_err();
    assert_eq!((short.line, short.message.as_str()), (1, "rank 10 has 3 cells, not 9"));
}

/// A number in front is held against the line of play; a position alone has none.
#[test]
fn numbers() {
    let mut line = Line::new(start(game("valonian")));
    let read = |line: &Line, text: &str| {
        read_typed(line, text).map(|m| coordinate::write(line.position(), m))
    };
    let wrong = |line: &Line, text: &str, expected: &str| match read_typed(line, text) {
        Err(error @ MoveError::Number { .. }) => {
            let message = format!("the move that is due has the number {expected}");
            assert_eq!(error.to_string(), message, "{text}");
        }
        other => panic!("{text:?}: {other:?}"),
    };
    for text in ["e4", "1. e4", "1.e4", " 1. e4"] {
        assert_eq!(read(&line, text).as_deref(), Ok("e2e4"), "{text}");
    }
    wrong(&line, "7. e4", "1., not 7.");
    wrong(&line, "12... e4", "1., not 12...");
    wrong(&line, "1... e4", "1., not 1...");
    wrong(&line, "99999999999999999999. e4", "1., not 99999999999999999999.");
    line.push_unchecked(find(line.position(), "e2e4"));
    for text in ["e5", "1... e5", "1...e5", "1… e5", "1. e5", "1. ... e5"] {
        assert_eq!(read(&line, text).as_deref(), Ok("e7e5"), "{text}");
    }
    wrong(&line, "2. e5", "1..., not 2.");
    line.push_unchecked(find(line.position(), "e7e5"));
    assert_eq!(read(&line, "2. Nf3").as_deref(), Ok("g1f3"));
    wrong(&line, "1. Nf3", "2., not 1.");
    let sequence = |text: &str| read_sequence(&line, text).map(|moves| moves.len());
    assert_eq!(sequence("2. Nf3 Nc6 3. Bb5 3... a6"), Ok(4));
    assert_eq!(sequence("2. Nf3 3. Bb5").map_err(|(text, _)| text), Err("3.".into()));
}

/// File notation (WXF): files count from the mover's right.
#[test]
fn file_notation() {
    let position = start(game("wing"));
    all_mean(&position, "h3e3", "C2=5|c2=5|C2.5|SC2=5");
    all_mean(&position, "b1c3", "H8+7|K8+7|SK8+7|1. H8+7");
    all_mean(&position, "h1g3", "H2+3");
    all_mean(&position, "h3h6", "C2+3");
    all_mean(&position, "e4e5", "P5+1|H5+1");
    all_mean(&position, "i1i3", "R1+2|S1+2");
    all_mean(&position, "g1e3", "E3+5|D3+5");
    let north = play(&position, "h3e3");
    all_mean(&north, "b10c8", "H2+3|H2+3!");
    all_mean(&north, "h8e8", "C8=5");
    not_a_move(&position, &["C2=2", "C3=5", "H2+2", "X2+3", "C2*5", "C2=0", "C2-4"]);
    // The front and the rear one of two on a file; a sign that fits several pieces is refused with them.
    let position = place(game("wing"), "SE d1, NE f10, SC e2, SC e5, SS a1", South);
    all_mean(&position, "e5d5", "C+=6|+C=6");
    all_mean(&position, "e2d2", "C-=6|-C=6");
    all_mean(&position, "e5e6", "C++1");
    ambiguous(&position, "C5=6", "SC e2-d2|SC e5-d5");
    not_a_move(&position, &["S+=8", "+S=8"]);
    // A Hawker's letter is a Horse's too.
    let position = place(game("wing"), "SE d1, NE f10, SH g4, SK b1", South);
    all_mean(&position, "g4g5", "H3+1");
    let position = place(game("wing"), "SE d1, NE f10, SH g4, SK g2, NK i3", South);
    all_mean(&position, "g2i3", "K3+1");
    ambiguous(&position, "H3+1", "SK g2xi3|SH g4-g5");
    let position = start(game("valonian"));
    not_a_move(&position, &["N2+3", "R1+1"]);
}

/// A move as the board names the piece, and an offer behind it.
#[test]
fn as_the_board_prints_it() {
    let position = start(game("valonian"));
    all_mean(&position, "e2e4", "wP e2-e4|wPe2-e4|wP e4|WP e2e4|wP e2 e4");
    all_mean(&position, "g1f3", "wN g1-f3|wNf3");
    illegal(&position, "bP e7-e5", "P6", "Black's");
    all_mean(&play(&position, "e2e4"), "e7e5", "bP e7-e5|bPe5");
    assert_eq!(split_offer("e4 (=)"), ("e4", true));
    assert_eq!(split_offer("e8=Q(=) "), ("e8=Q", true));
    assert_eq!(split_offer("e8(=Q)"), ("e8(=Q)", false));
}

/// Several moves in a row, each of as few words as make one.
#[test]
fn sequences() {
    let position = start(game("wing"));
    let read = |text: &str| {
        let moves = read_sequence(&Line::new(position.clone()), text)
            .map_err(|(text, error)| format!("{text}: {error}"))?;
        let mut position = position.clone();
        let written = moves.into_iter().map(|m| {
            let text = coordinate::write(&position, m);
            position = play(&position, &text);
            text
        });
        Ok::<_, String>(written.collect::<Vec<_>>().join(" "))
    };
    assert_eq!(read(""), Ok(String::new()));
    assert_eq!(read("e4e5 e7e6").as_deref(), Ok("e4e5 e7e6"));
    assert_eq!(read("1. SH e4-e5 NH e7-e6 2. Kc3").as_deref(), Ok("e4e5 e7e6 b1c3"));
    assert!(read("e4e5 e4e5").unwrap_err().starts_with("e4e5: illegal move"));
    assert!(read("e4e5 nonsense e7e6").unwrap_err().starts_with("nonsense: not a move"));
}

#[test]
fn mage() {
    let position = valonian("wK e1, bK e8, wMAG d4, wP a2, wP h2, bP c5");
    all_mean(
        &position,
        "d4c4!a2",
        "MAG d4-c4!a2|d4c4!a2|Mc4!a2|Mage c4!a2|Mc4 !a2|MAG c4!A2|Mc4!a2!?|D4C4!A2",
    );
    ambiguous(&position, "Mc4", "MAG d4-c4!a2|MAG d4-c4!h2");
    ambiguous(&position, "d4-c4", "MAG d4-c4!a2|MAG d4-c4!h2");
    all_mean(&position, "d4c5", "Mxc5|MAG d4xc5|Mage c5|Mc5!");
    illegal(&position, "MAG d4-c4!b3", "V4", "b3");
    illegal(&position, "MAG d4-c4!e1", "V4", "King");
    not_a_move(&position, &["MAG d4-c4!z9", "Mc4!a9"]);
}

#[test]
fn druid() {
    let before = place(game("valonian"), "wK e1, bK e8, wR a4, bB d1, wDRU g5, wP h2", North);
    let position = play(&before, "d1a4");
    all_mean(
        &position,
        "~g5 g5g8",
        "~g5 R g5-g8+|~g5 g5g8|~g5 Rg8|~g5 Rook g8|~G5 G5G8|1. ~g5 Rg8|~ g5 Rg8+",
    );
    all_mean(&position, "~g5 h2h3", "~g5 h3|~g5 P h2-h3|~g5 h2-h3");
    illegal(&position, "~h2 Kd2", "V5", "no Druid");
    illegal(&before, "~g5 Kd8", "V5", "captured nothing");
    not_a_move(&position, &["~", "~g5", "~g9 Rg8", "~Rg8"]);
    illegal(&start(game("wing")), "~b1 SK b1-c3", "P7", "no piece that stands in for another|Wing");
}

#[test]
fn g9_not_moves_at_all() {
    for name in GAMES {
        let position = start(game(name));
        not_a_move(
            &position,
            &[
                "",
                " ",
                "\n",
                "hello",
                "-",
                "x",
                "+",
                "!?",
                "1.",
                "12...",
                "...",
                "e",
                "5",
                "z9z8",
                "a0a1",
                "a1z3",
                "resigns",
                "draw agreed",
                "½-½",
                "1-0",
                "1–0",
                "Knight",
                "O",
                "O-",
                "e11e12",
                "a1a99",
                "=Q",
                ">n",
                "a1a2a3a4a5=",
            ],
        );
    }
    not_a_move(&start(game("wing")), &["j1j2", "a11", "e4e11", "Zc3"]);
    not_a_move(&start(game("valonian")), &["i1i2", "e2e9"]);
}

#[test]
fn too_long() {
    let position = start(game("wing"));
    let long = "SK b1-c3 ".repeat(20);
    not_a_move(&position, &[&long, &"a".repeat(1000), &"♘".repeat(500), &"b1c3".repeat(10000)]);
}

/// A move that is one, but not legal: the rule and the reason of the piece that was meant.
#[test]
fn illegal_moves() {
    let position = start(game("wing"));
    illegal(&position, "SK b1-b3", "P1", "Knight");
    illegal(&position, "b1b3", "P1", "Knight");
    illegal(&position, "a1a5", "P2", "Hawker on a4");
    illegal(&position, "Sa5", "P2", "Hawker on a4");
    illegal(&position, "a10a9", "P6", "North|South is to move");
    illegal(&position, "e5e6", "P6", "no piece on e5");
    illegal(&position, "SC b3xb10", "R1", "Cannon on b3|River");
    illegal(&position, "SC b3xb8", "P3", "no screen");
}

#[test]
fn contradictions() {
    let position = start(game("wing"));
    contradiction(&position, "SC b1-c3", "Cannon|Knight on b1");
    contradiction(&position, "Cannon b1-c3", "Cannon|Knight on b1");
    contradiction(&position, "SK b1xc3", "capture|nothing on c3");
    contradiction(&position, "Kxc3", "capture|c3");
    // In a record the marks that are there must be true as well.
    for (text, ok) in
        [("SK b1-c3", true), ("SK b1xc3", false), ("SC b3-b4", true), ("SC b3xb4", false)]
    {
        assert_eq!(read_move(&position, text).is_ok(), ok, "{text}");
    }
}

/// What the recorder is strict about, people need not be; but what is recorded is the strict form.
#[test]
fn canonical_text_is_strict() {
    let position = start(game("wing"));
    let m = find(&position, "b1c3");
    assert_eq!(write_move(&position, m), "SK b1-c3");
    for loose in
        ["b1c3", "SK  b1-c3", "SK b1–c3", "Kc3", "SK b1-c3 ", " SK b1-c3", "SK B1-C3", "SK b1-c3!"]
    {
        assert!(
            matches!(read_move(&position, loose), Err(MoveError::NotAMove { .. })),
            "{loose:?}"
        );
    }
    // Where the text stops making sense.
    for (text, column) in [
        ("", 0),
        ("SK", 2),
        ("SK b1", 5),
        ("SK b1-", 6),
        ("SK b1-z3", 6),
        ("SK b1-c3?", 8),
        ("~b1SK", 3),
    ] {
        match read_move(&position, text) {
            Err(e @ MoveError::NotAMove { .. }) => assert_eq!(e.column(), column, "{text:?}: {e}"),
            other => panic!("{text:?}: {other:?}"),
        }
    }
}

/// Positions out of random games of every game.
fn positions(plies: usize, step: usize) -> Vec<Position> {
    let mut found = Vec::new();
    for (seed, name) in (0..).zip(GAMES) {
        let mut dice = Dice::new(seed + 31);
        let mut position = start(game(name));
        if name == "valonian" {
            let north = ["ELE BER MAG Q K DRU DRA ART", "P WAR P P P P WAR P"];
            let south = ["ART DRA DRU Q K MAG BER ELE", "P P P WAR P WAR P P"];
            position = from_diagram(game(name), &boards::valonian(south, north));
        }
        for ply in 0..plies {
            let legal = position.legal_moves();
            let Some(first) = legal.first() else { break };
            let captures: Vec<&Move> =
                legal.iter().filter(|m| !position.piece(m.to).is_none()).collect();
            let m = if captures.is_empty() || dice.once_in(2) {
                *[first, dice.pick(&legal)][1]
            } else {
                **dice.pick(&captures)
            };
            position = position.play_unchecked(m);
            if ply % step == 0 {
                found.push(position.clone());
            }
        }
    }
    found
}

/// However short a legal move is put, it is understood or the candidates are named, itself among them, and each candidate is
/// taken as it stands.
#[test]
fn candidates_are_taken() {
    for position in positions(120, 6) {
        let game = position.game();
        for m in position.legal_moves() {
            let piece = if m.druid() == Some(m.from) {
                position.restorable()
            } else {
                position.piece(m.from)
            };
            let (from, to) = (game.board.name(m.from), game.board.name(m.to));
            let druid = m.druid().map_or(String::new(), |d| format!("~{} ", game.board.name(d)));
            let shorts = [
                format!("{druid}{}{to}", game.abbreviation(piece)),
                format!("{druid}{} {to}", game.piece_name(piece)),
                format!("{druid}{}{}", from.to_uppercase(), to.to_uppercase()),
                format!("{druid}{} {from} {to}", game.piece_name(piece)),
            ];
            let full = write_move(&position, m);
            for short in shorts {
                match read_input(&position, &short) {
                    Ok(found) => {
                        assert_eq!((found.to, found.druid()), (m.to, m.druid()), "{short}: {full}");
                        // Nothing left to choose, or what no mark means.
                        let same_text = found == m || found.special != m.special;
                        assert!(same_text, "{short} for {full}");
                    }
                    Err(MoveError::Ambiguous { candidates }) => {
                        let read: Vec<Move> = candidates
                            .iter()
                            .map(|c| {
                                read_input(&position, c).unwrap_or_else(|e| panic!("{c}: {e}"))
                            })
                            .collect();
                        assert!(
                            read.contains(&m) || short.len() < 4,
                            "{short} for {full}: {candidates:?}"
                        );
                        let mut distinct = read.clone();
                        distinct.sort();
                        distinct.dedup();
                        assert_eq!(distinct.len(), read.len(), "{candidates:?}");
                    }
                    Err(e) => panic!("{short} for {full}: {e}"),
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    /// Whatever is typed is judged; what is taken is legal.
    #[test]
    fn any_text_is_judged(text in any::<String>(), at in 0usize..1000) {
        judge(&text, at);
    }

    /// The same for texts that look like moves.
    #[test]
    fn anything_like_a_move_is_judged(
        text in "[~1]?[a-i]?[.… ]{0,2}[A-Za-z♘]{0,4} ?[a-i]?[0-9]{0,3}[-x:–×]?[a-i]?[0-9]{0,3}[=>!(/]?[A-Za-z0-9]{0,4}( e[.]p[.]|ep)?[+#?!]{0,2}",
        at in 0usize..1000,
    ) {
        judge(&text, at);
    }

    /// And for legal moves with a letter changed or gone.
    #[test]
    fn a_spoilt_move_is_judged(which in 0usize..1000, spoil in 0usize..40, with in any::<Option<char>>(), at in 0usize..1000) {
        POSITIONS.with(|all| {
            let position = &all[at % all.len()];
            let legal = position.legal_moves();
            if let Some(m) = legal.get(which % legal.len().max(1)) {
                let mut text: Vec<char> = write_move(position, *m).chars().collect();
                let place = spoil % text.len();
                text.splice(place..=place, with);
                judge(&text.into_iter().collect::<String>(), at);
            }
        });
    }
}

thread_local! {
    static POSITIONS: Vec<Position> = positions(40, 13);
}

fn judge(text: &str, at: usize) {
    POSITIONS.with(|all| {
        let position = &all[at % all.len()];
        for found in [read_input(position, text), read_move(position, text).map(|s| s.mv)] {
            match found {
                Ok(m) => assert!(position.is_legal(m), "{text:?}"),
                Err(MoveError::Ambiguous { candidates }) => assert!(candidates.len() > 1),
                Err(e) => {
                    assert!(!e.to_string().is_empty() && e.column() <= text.len());
                    assert!(position.game().ruling(e.rule()).is_some(), "{text:?}: {}", e.rule());
                }
            }
        }
    });
}
