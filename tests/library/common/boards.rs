//! Boards that tests and benches begin from, as text.

#![allow(dead_code, reason = "each program that includes this file uses a part of it")]

/// The array of Xiangqi: Encounter with Chinese pieces on both sides, to be played with promotion on the sixth rank.
pub const XIANGQI: &str = "\
10 NCH NHO NEL NG NE NG NEL NHO NCH
9 . . . . . . . . .
8 . NCT . . . . . NCT .
7 NSO . NSO . NSO . NSO . NSO
6 . . . . . . . . .
5 . . . . . . . . .
4 SSO . SSO . SSO . SSO . SSO
3 . SCT . . . . . SCT .
2 . . . . . . . . .
1 SCH SHO SEL SG SE SG SEL SHO SCH
  a b c d e f g h i
";

/// The position line of a middle game of orthodox chess that is known for having every kind of move.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R s KQkq - - - 0";

/// A side's first and second rank in Valonian Chess, its pieces' names separated by blanks.
pub type Force = [&'static str; 2];

pub const PAWNS: &str = "P P P P P P P P";
pub const WARBANDS: &str = "WAR WAR WAR WAR WAR WAR WAR WAR";

/// All seven replacements.
pub const REPLACED: Force = ["ELE DRA MAG Q K DRU BER ART", "WAR P WAR P WAR P WAR P"];

/// The diagram of Valonian Chess with these forces.
pub fn valonian(south: Force, north: Force) -> String {
    let rank = |number: u8, side: char, names: &str| {
        let cells: Vec<String> = names.split(' ').map(|name| format!("{side}{name}")).collect();
        format!("{number} {}\n", cells.join(" "))
    };
    let empty: String = (3..=6).rev().map(|number| format!("{number} . . . . . . . .\n")).collect();
    let north = rank(8, 'b', north[0]) + &rank(7, 'b', north[1]);
    north + &empty + &rank(2, 'w', south[1]) + &rank(1, 'w', south[0])
}
