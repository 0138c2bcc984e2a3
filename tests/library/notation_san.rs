//! Short algebraic notation, worked out by hand.

use riverpost::notation::{coordinate, fen, read_input, san};
use riverpost::rules::variants;

#[test]
fn moves_of_chess() {
    let game = variants::find("valonian", None, []).unwrap();
    let cases = [
        // Knights on b1 and f3 reach d2; the one on f3 alone reaches e5.
        ("4k3/8/8/8/8/5N2/8/1N2K3 s - - - - 0", "b1d2", "Nbd2"),
        ("4k3/8/8/8/8/5N2/8/1N2K3 s - - - - 0", "f3e5", "Ne5"),
        // Rooks of one file are told apart by their ranks.
        ("4k3/8/8/R7/8/8/8/R3K3 s - - - - 0", "a1a3", "R1a3"),
        // Queens on e4, h4 and h1 reach e1: the file is shared, and the rank.
        ("8/k7/8/8/4Q2Q/8/K7/7Q s - - - - 0", "h4e1", "Qh4e1"),
        ("8/k7/8/8/4Q2Q/8/K7/7Q s - - - - 0", "e4e1", "Qee1"),
        // The Knight on e2 is pinned by the Rook, so that the other is meant anyway.
        ("4r1k1/8/8/8/8/8/4N3/N3K3 s - - - - 0", "a1c2", "Nc2"),
        ("4r1k1/8/8/8/8/8/4N3/4K1N1 s - - - - 0", "g1f3", "Nf3"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 s - - - - 0", "e4d5", "exd5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 s - d6 - - 0", "e5d6ep", "exd6"),
        ("5k2/8/8/8/8/8/8/4K2R s K - - - 0", "e1g1", "O-O+"),
        ("3k4/8/8/8/8/8/8/R3K3 s Q - - - 0", "e1c1", "O-O-O+"),
        ("7k/4P3/6K1/8/8/8/8/8 s - - - - 0", "e7e8=Q", "e8=Q#"),
        ("3r3k/4P3/8/6K1/8/8/8/8 s - - - - 0", "e7d8=N", "exd8=N"),
    ];
    for (line, coord, written) in cases {
        let position = fen::read(game, line).unwrap();
        let legal = position.legal_moves();
        let m = legal.into_iter().find(|m| coordinate::write(&position, *m) == coord).unwrap();
        assert_eq!(san::write(&position, m), written, "{line}");
        assert_eq!(read_input(&position, written), Ok(m), "{written} in {line}");
    }
}
