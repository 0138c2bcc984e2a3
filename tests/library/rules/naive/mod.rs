//! A deliberately naive move generator for all five games, to check the real one against.
//!
//! It shares nothing with the program: it was written from the rules text alone, with the plainest means. A board is
//! a `Vec` of squares, a move is found by walking step by step, and a move is legal when a copy of the position, with
//! the move played on it, shows no enemy piece that could capture the royal one. Ids such as V5 or H3 are those of
//! the rulings.
//!
//! - this file: sides, squares, pieces, positions, diagrams, start arrays, dead positions;
//! - `powers.rs`: where each piece may go, seen from its square alone;
//! - `turns.rs`: whole moves with their text, special moves, legality.
//!
//! Not known here: draws by repetition and move counts, results, clocks, and whether an array is a legal start.

// Each test file that includes this module uses only a part of it.
#![allow(dead_code)]

mod powers;
mod turns;

/// One of the two players. In Valonian Chess South is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    South,
    North,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// The step away from this side's own first rank.
    fn forward(self) -> Step {
        match self {
            Side::South => (0, 1),
            Side::North => (0, -1),
        }
    }
}

/// A game with those of its options that change what is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    Wing,
    RiverQi,
    /// `chariots_south`: South has the Chinese pieces in the start array. `promotion`: 7 or 6.
    Encounter {
        chariots_south: bool,
        promotion: u8,
    },
    FortressLevel,
    FortressHigh,
    Valonian,
}

/// The three parts of a board with a River.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Area {
    Southern,
    River,
    Northern,
}

impl Game {
    /// Number of files.
    fn files(self) -> i32 {
        match self {
            Game::Wing | Game::RiverQi | Game::Encounter { .. } => 9,
            Game::FortressLevel | Game::FortressHigh => 7,
            Game::Valonian => 8,
        }
    }

    /// Number of ranks.
    fn ranks(self) -> i32 {
        match self {
            Game::Wing | Game::RiverQi | Game::Encounter { .. } => 10,
            Game::FortressLevel | Game::FortressHigh => 9,
            Game::Valonian => 8,
        }
    }

    /// Which part of the board a square lies in; `None` in Valonian Chess, which has no River.
    fn area(self, square: Square) -> Option<Area> {
        // Ranges would say this shorter; at the tests' `opt-level` they are not inlined and take half of all the time.
        let (first, last) = match self {
            Game::Wing | Game::RiverQi | Game::Encounter { .. } => (5, 6),
            Game::FortressLevel | Game::FortressHigh => (5, 5),
            Game::Valonian => return None,
        };
        if square.rank < first {
            Some(Area::Southern)
        } else if square.rank > last {
            Some(Area::Northern)
        } else {
            Some(Area::River)
        }
    }

    /// The n-th rank of a square, counted from the given side.
    fn nth_rank(self, side: Side, square: Square) -> i32 {
        match side {
            Side::South => square.rank,
            Side::North => self.ranks() + 1 - square.rank,
        }
    }

    /// Is the square inside the given side's Fortress (South's Fortress of the Witch, North's Woodland City)?
    fn in_palace(self, side: Side, square: Square) -> bool {
        let (first, last) = match self {
            Game::Wing | Game::RiverQi | Game::Encounter { .. } => (4, 6),
            Game::FortressLevel | Game::FortressHigh => (3, 5),
            Game::Valonian => return false,
        };
        first <= square.file && square.file <= last && self.nth_rank(side, square) <= 3
    }

    /// Is the square in the given side's own area, the River not counted?
    fn in_own_area(self, side: Side, square: Square) -> bool {
        match side {
            Side::South => self.area(square) == Some(Area::Southern),
            Side::North => self.area(square) == Some(Area::Northern),
        }
    }

    /// The side that moves first.
    fn first(self) -> Side {
        match self {
            Game::FortressHigh => Side::North,
            _ => Side::South,
        }
    }
}

/// A step on the board: files eastward, ranks northward.
type Step = (i32, i32);

const ORTHOGONAL: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The letter of an Elephant's facing.
fn facing_letter(facing: Step) -> char {
    match facing {
        (0, 1) => 'n',
        (1, 0) => 'e',
        (0, -1) => 's',
        (-1, 0) => 'w',
        _ => panic!("{facing:?} is not a facing"),
    }
}

/// A square, or a place off the board: file 1 is `a`, rank 1 is South's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Square {
    file: i32,
    rank: i32,
}

impl Square {
    /// The place one step away.
    fn plus(self, step: Step) -> Square {
        Square { file: self.file + step.0, rank: self.rank + step.1 }
    }

    /// `c4`, `a10`.
    fn name(self) -> String {
        let mut name = String::from(&"abcdefghi"[self.file as usize - 1..self.file as usize]);
        name += &self.rank.to_string();
        name
    }
}

/// Every kind of piece of every game. Kinds with the same powers but different names by side are one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    // Wing, RiverQi and Encounter; the Siege Engine, Cannon, Hawker and Hawk also in Fortress, the Knight in Valonian
    Empress,
    Guard,
    Defender,
    Knight,
    SiegeEngine,
    Cannon,
    Hawker,
    Hawk,
    /// Also called Soldier.
    FootSoldier,
    /// Also called promoted Soldier.
    AdvancedFootSoldier,
    ChineseElephant,
    Horse,
    Chariot,
    Catapult,
    // Fortress of the Witch
    Witch,
    CityQueen,
    FreeQueen,
    Count,
    HighCount,
    WoodlandKing,
    Lancer,
    Pikeman,
    PromotedPikeman,
    /// Knighted Pikeman and Pike Commander.
    Knighted,
    // Valonian Chess
    King,
    Queen,
    Rook,
    Bishop,
    Pawn,
    Warband,
    Elephant,
    Artillery,
    Dragon,
    Berserker,
    Mage,
    Druid,
}

impl Kind {
    /// Is the game lost when this piece is checkmated?
    fn is_royal(self) -> bool {
        matches!(self, Kind::Empress | Kind::Witch | Kind::CityQueen | Kind::FreeQueen | Kind::King)
    }
}

/// What a piece remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing.
    Plain,
    /// A Pikeman on the square where the array put him (F1).
    Unmoved,
    /// An Elephant's direction (V1).
    Facing(Step),
    /// A Berserker that has captured (V3).
    Frenzied,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    side: Side,
    kind: Kind,
    state: State,
}

/// The right to capture en passant, for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EnPassant {
    /// The square passed over.
    passed: Square,
    /// Where the piece that passed it stands.
    victim: Square,
}

/// A position: everything on which the legal moves depend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    game: Game,
    to_move: Side,
    /// Rank by rank from a1.
    board: Vec<Option<Piece>>,
    en_passant: Option<EnPassant>,
    /// Pairs of a King's and a Rook's square that may still castle.
    castling: Vec<(Square, Square)>,
    /// The piece, with its state, that the last move captured: a Druid may save it (V5).
    captured: Option<Piece>,
    /// The replacement kinds of the array a Pawn or Warband may promote to (V6).
    extra_promotions: Vec<(Side, Kind)>,
}

/// The abbreviations a game's pieces have in diagrams: kind, South's, North's.
fn names(game: Game) -> Vec<(Kind, &'static str, &'static str)> {
    // The first name of a kind is the one printed; any may be read.
    let foot_soldiers =
        [(Kind::FootSoldier, "SF", "NF"), (Kind::AdvancedFootSoldier, "SFa", "NFa")];
    let soldiers = [(Kind::FootSoldier, "SSO", "NSO"), (Kind::AdvancedFootSoldier, "SSP", "NSP")];
    let mut names = Vec::new();
    match game {
        Game::Wing | Game::RiverQi | Game::Encounter { .. } => {
            if let Game::Encounter { promotion: 6, .. } = game {
                names.extend(soldiers);
                names.extend(foot_soldiers);
            } else {
                names.extend(foot_soldiers);
                names.extend(soldiers);
            }
            names.extend([
                (Kind::Empress, "SE", "NE"),
                (Kind::Guard, "SG", "NG"),
                (Kind::Defender, "SD", "ND"),
                (Kind::Knight, "SK", "NK"),
                (Kind::SiegeEngine, "SS", "NS"),
                (Kind::Cannon, "SC", "NC"),
                (Kind::Hawker, "SH", "NH"),
                (Kind::Hawk, "SHK", "NHK"),
                (Kind::ChineseElephant, "SEL", "NEL"),
                (Kind::Horse, "SHO", "NHO"),
                (Kind::Chariot, "SCH", "NCH"),
                (Kind::Catapult, "SCT", "NCT"),
            ]);
        }
        Game::FortressLevel | Game::FortressHigh => {
            names.extend([
                (Kind::Witch, "TDW", "-"),
                (Kind::CityQueen, "-", "TWQ"),
                (Kind::FreeQueen, "-", "FWQ"),
                (Kind::Count, "TCT", "-"),
                (Kind::HighCount, "HIC", "-"),
                (Kind::WoodlandKing, "-", "WKG"),
                (Kind::Lancer, "LWH", "WLR"),
                (Kind::SiegeEngine, "SEW", "WSE"),
                (Kind::Cannon, "CWH", "WCN"),
                (Kind::Hawker, "HKW", "WHR"),
                (Kind::Hawk, "HWH", "WHK"),
                (Kind::Pikeman, "PWH", "WPN"),
                (Kind::PromotedPikeman, "PPW", "PWP"),
                (Kind::Knighted, "CMR", "KNP"),
            ]);
        }
        Game::Valonian => {
            names.extend([
                (Kind::King, "wK", "bK"),
                (Kind::Queen, "wQ", "bQ"),
                (Kind::Rook, "wR", "bR"),
                (Kind::Bishop, "wB", "bB"),
                (Kind::Knight, "wN", "bN"),
                (Kind::Pawn, "wP", "bP"),
                (Kind::Warband, "wWAR", "bWAR"),
                (Kind::Elephant, "wELE", "bELE"),
                (Kind::Artillery, "wART", "bART"),
                (Kind::Dragon, "wDRA", "bDRA"),
                (Kind::Berserker, "wBER", "bBER"),
                (Kind::Mage, "wMAG", "bMAG"),
                (Kind::Druid, "wDRU", "bDRU"),
            ]);
        }
    }
    names
}

/// Reads one cell of a diagram, without what only the square can tell (an unmoved Pikeman).
fn read_piece(game: Game, cell: &str) -> Piece {
    let (name, mark) = match cell.find(['>', '!']) {
        Some(at) => cell.split_at(at),
        None => (cell, ""),
    };
    for (kind, south, north) in names(game) {
        for (side, candidate) in [(Side::South, south), (Side::North, north)] {
            if candidate != name {
                continue;
            }
            let state = match (kind, mark) {
                (Kind::Elephant, "") => State::Facing(side.forward()),
                (Kind::Elephant, ">n") => State::Facing((0, 1)),
                (Kind::Elephant, ">e") => State::Facing((1, 0)),
                (Kind::Elephant, ">s") => State::Facing((0, -1)),
                (Kind::Elephant, ">w") => State::Facing((-1, 0)),
                (Kind::Berserker, "!") => State::Frenzied,
                (_, "") => State::Plain,
                _ => panic!("{cell}: {mark} has no meaning here"),
            };
            return Piece { side, kind, state };
        }
    }
    panic!("{cell} is not a piece of {game:?}");
}

/// Writes one cell of a diagram.
fn write_piece(game: Game, piece: Piece) -> String {
    let (_, south, north) = names(game)
        .into_iter()
        .find(|entry| entry.0 == piece.kind)
        .expect("every kind of the game is named");
    let name = match piece.side {
        Side::South => south,
        Side::North => north,
    };
    match piece.state {
        State::Facing(facing) if facing != piece.side.forward() => {
            format!("{name}>{}", facing_letter(facing))
        }
        State::Frenzied => format!("{name}!"),
        _ => name.to_string(),
    }
}

impl Position {
    /// Reads a setup diagram as an array at the start of a game: Pikemen in their own area count as unmoved, Kings
    /// and Rooks on their usual squares may castle, and the kinds shown are the starting forces for promotion.
    pub fn from_diagram(game: Game, text: &str, first: Side) -> Position {
        let mut position = Position {
            game,
            to_move: first,
            board: vec![None; (game.files() * game.ranks()) as usize],
            en_passant: None,
            castling: Vec::new(),
            captured: None,
            extra_promotions: Vec::new(),
        };
        let mut ranks_read = Vec::new();
        for line in text.lines() {
            let mut cells = line.split_whitespace();
            // The line of file letters and empty lines have no number in front.
            let Some(Ok(rank)) = cells.next().map(str::parse::<i32>) else {
                continue;
            };
            let cells: Vec<&str> = cells.collect();
            assert!((1..=game.ranks()).contains(&rank), "no rank {rank} on this board");
            assert_eq!(cells.len() as i32, game.files(), "cells in rank {rank}");
            for (file, cell) in (1..).zip(cells) {
                if cell == "." {
                    continue;
                }
                let square = Square { file, rank };
                let mut piece = read_piece(game, cell);
                if piece.kind == Kind::Pikeman && game.in_own_area(piece.side, square) {
                    piece.state = State::Unmoved;
                }
                position.set(square, Some(piece));
            }
            ranks_read.push(rank);
        }
        ranks_read.sort();
        assert!(ranks_read.into_iter().eq(1..=game.ranks()), "every rank exactly once");

        if game == Game::Valonian {
            for (side, rank) in [(Side::South, 1), (Side::North, 8)] {
                let king = Square { file: 5, rank };
                for rook in [Square { file: 1, rank }, Square { file: 8, rank }] {
                    if position.holds(king, side, Kind::King)
                        && position.holds(rook, side, Kind::Rook)
                    {
                        position.castling.push((king, rook));
                    }
                }
                for kind in [
                    Kind::Elephant,
                    Kind::Artillery,
                    Kind::Dragon,
                    Kind::Berserker,
                    Kind::Mage,
                    Kind::Druid,
                ] {
                    if position.squares().any(|square| position.holds(square, side, kind)) {
                        position.extra_promotions.push((side, kind));
                    }
                }
            }
        }
        position
    }

    /// The default array; in Valonian Chess the orthodox one.
    pub fn start(game: Game) -> Position {
        let text = match game {
            Game::Wing => river_array(
                ["SS SK SD SG SE SG SD SK SS", "SC", "SH"],
                ["NS NK ND NG NE NG ND NK NS", "NC", "NH"],
            ),
            Game::RiverQi => river_array(
                ["SS SK SD SG SE SG SD SK SS", "SC", "SF"],
                ["NS NK ND NG NE NG ND NK NS", "NC", "NF"],
            ),
            Game::Encounter { chariots_south: true, .. } => river_array(
                ["SCH SHO SEL SG SE SG SEL SHO SCH", "SCT", "SF"],
                ["NS NK ND NG NE NG ND NK NS", "NC", "NF"],
            ),
            Game::Encounter { chariots_south: false, .. } => river_array(
                ["SS SK SD SG SE SG SD SK SS", "SC", "SF"],
                ["NCH NHO NEL NG NE NG NEL NHO NCH", "NCT", "NF"],
            ),
            Game::FortressLevel => fortress_array("TCT", "TWQ"),
            Game::FortressHigh => fortress_array("HIC", "FWQ"),
            Game::Valonian => {
                let force = [
                    "R", "N", "B", "Q", "K", "B", "N", "R", "P", "P", "P", "P", "P", "P", "P", "P",
                ];
                return Position::valonian(&force, &force);
            }
        };
        Position::from_diagram(game, &text, game.first())
    }

    /// A Valonian start from two forces, each given as its first rank from a to h, then its second rank from a to h,
    /// without side letters: `R`, `ELE`, …
    pub fn valonian(south: &[&str; 16], north: &[&str; 16]) -> Position {
        let rank = |number: i32, letter: &str, names: &[&str]| {
            let cells: Vec<String> = names.iter().map(|name| format!("{letter}{name}")).collect();
            format!("{number} {}\n", cells.join(" "))
        };
        let mut text = rank(8, "b", &north[..8]) + &rank(7, "b", &north[8..]);
        for number in 3..=6 {
            text += &format!("{number} . . . . . . . .\n");
        }
        text += &rank(2, "w", &south[8..]);
        text += &rank(1, "w", &south[..8]);
        Position::from_diagram(Game::Valonian, &text, Side::South)
    }

    /// The same position with only those castling rights whose King's move is listed, as in `e1g1`.
    pub fn with_castling(mut self, kept: &[&str]) -> Position {
        self.castling.retain(|&(king, rook)| {
            let file = if rook.file > king.file { 7 } else { 3 };
            let text = king.name() + &Square { file, rank: king.rank }.name();
            kept.contains(&text.as_str())
        });
        self
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The legal moves in coordinate form, sorted bytewise, none twice.
    pub fn legal(&self) -> Vec<String> {
        self.legal_moves().into_iter().map(|(text, _)| text).collect()
    }

    /// The legal moves as [`Position::legal`] has them, each with the position it leads to.
    pub fn moves(&self) -> Vec<(String, Position)> {
        self.legal_moves()
    }

    /// The position after a legal move given in coordinate form.
    ///
    /// # Panics
    /// If the move is not legal.
    pub fn play(&self, coord: &str) -> Position {
        match self.legal_moves().into_iter().find(|(text, _)| text == coord) {
            Some((_, next)) => next,
            None => panic!("{coord} is not legal in\n{}", self.diagram()),
        }
    }

    /// Is the royal piece of the side to move attacked?
    pub fn in_check(&self) -> bool {
        self.royal_attacked(self.to_move)
    }

    /// The number of lines of legal moves of the given length. Only mate and stalemate end a line early.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.legal_moves().iter().map(|(_, next)| next.perft(depth - 1)).sum(),
        }
    }

    /// Is the position dead by ruling G4?
    pub fn dead(&self) -> bool {
        let others: Vec<(Square, Piece)> =
            self.pieces().filter(|(_, piece)| !piece.kind.is_royal()).collect();
        match self.game {
            Game::FortressHigh => false,
            Game::FortressLevel => others.len() <= 1,
            Game::Wing | Game::RiverQi | Game::Encounter { .. } => {
                let only_defence = others.iter().all(|(_, piece)| {
                    matches!(piece.kind, Kind::Guard | Kind::Defender | Kind::ChineseElephant)
                });
                let one_weak = others.len() == 1
                    && !matches!(others[0].1.kind, Kind::SiegeEngine | Kind::Chariot);
                only_defence || one_weak
            }
            Game::Valonian => {
                let one_light = others.len() == 1
                    && matches!(
                        others[0].1.kind,
                        Kind::Bishop | Kind::Knight | Kind::Mage | Kind::Druid | Kind::Dragon
                    );
                let bishops_only = others.iter().all(|(_, piece)| piece.kind == Kind::Bishop);
                let light = |square: Square| (square.file + square.rank) % 2;
                let one_colour =
                    others.iter().all(|(square, _)| light(*square) == light(others[0].0));
                let too_little = one_light || (bishops_only && one_colour);
                too_little && !self.legal().iter().any(|text| text.starts_with('~'))
            }
        }
    }

    /// The setup diagram, ranks from the top, file letters below. It does not tell rights (en passant, castling,
    /// unmoved Pikemen) nor the side to move.
    pub fn diagram(&self) -> String {
        let cells: Vec<String> = self
            .squares()
            .map(|square| {
                self.at(square).map_or(".".to_string(), |piece| write_piece(self.game, piece))
            })
            .collect();
        let width = cells.iter().map(String::len).max().unwrap_or(1);
        let files = self.game.files() as usize;
        let mut text = String::new();
        for rank in (1..=self.game.ranks()).rev() {
            text += &format!("{rank:>2}");
            for cell in &cells[(rank as usize - 1) * files..][..files] {
                text += &format!(" {cell:>width$}");
            }
            text += "\n";
        }
        text += "  ";
        for letter in "abcdefghi".chars().take(files) {
            text += &format!(" {letter:>width$}");
        }
        text + "\n"
    }

    /// Every square, rank by rank from a1.
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let files = self.game.files();
        (0..files * self.game.ranks())
            .map(move |at| Square { file: 1 + at % files, rank: 1 + at / files })
    }

    /// Every piece with its square, rank by rank from a1.
    fn pieces(&self) -> Pieces<'_> {
        Pieces { position: self, at: 0 }
    }

    /// Is this place on the board?
    fn on_board(&self, square: Square) -> bool {
        let Square { file, rank } = square;
        1 <= file && file <= self.game.files() && 1 <= rank && rank <= self.game.ranks()
    }

    /// What stands on a square; nothing off the board.
    fn at(&self, square: Square) -> Option<Piece> {
        if !self.on_board(square) {
            return None;
        }
        self.board[((square.rank - 1) * self.game.files() + square.file - 1) as usize]
    }

    /// Puts a piece on a square or clears it.
    fn set(&mut self, square: Square, piece: Option<Piece>) {
        assert!(self.on_board(square));
        self.board[((square.rank - 1) * self.game.files() + square.file - 1) as usize] = piece;
    }

    /// On the board and empty?
    fn empty(&self, square: Square) -> bool {
        self.on_board(square) && self.at(square).is_none()
    }

    /// Does a piece of this side and kind stand here?
    fn holds(&self, square: Square, side: Side, kind: Kind) -> bool {
        self.at(square).is_some_and(|piece| piece.side == side && piece.kind == kind)
    }

    /// Does a piece of this side stand here?
    fn holds_side(&self, square: Square, side: Side) -> bool {
        self.at(square).is_some_and(|piece| piece.side == side)
    }
}

/// The pieces of a position. By hand, because what iterators are made of is not inlined at the tests' `opt-level`.
struct Pieces<'a> {
    position: &'a Position,
    /// The index in the board of the next square to look at.
    at: usize,
}

impl Iterator for Pieces<'_> {
    type Item = (Square, Piece);

    fn next(&mut self) -> Option<(Square, Piece)> {
        let files = self.position.game.files();
        while self.at < self.position.board.len() {
            let at = self.at as i32;
            self.at += 1;
            if let Some(piece) = self.position.board[at as usize] {
                return Some((Square { file: 1 + at % files, rank: 1 + at / files }, piece));
            }
        }
        None
    }
}

/// The "Xiangqi set-up": for each side its first rank, its Cannon and its infantry.
fn river_array(south: [&str; 3], north: [&str; 3]) -> String {
    let cannons = |name: &str| format!(". {name} . . . . . {name} .");
    let infantry = |name: &str| format!("{name} . {name} . {name} . {name} . {name}");
    let none = ". . . . . . . . .";
    [
        format!("10 {}", north[0]),
        format!("9 {none}"),
        format!("8 {}", cannons(north[1])),
        format!("7 {}", infantry(north[2])),
        format!("6 {none}"),
        format!("5 {none}"),
        format!("4 {}", infantry(south[2])),
        format!("3 {}", cannons(south[1])),
        format!("2 {none}"),
        format!("1 {}", south[0]),
    ]
    .join("\n")
}

/// The reconstructed Dragon Formation (F5).
fn fortress_array(count: &str, queen: &str) -> String {
    format!(
        "9 WSE WLR WCN {queen} WCN WLR WSE
         8 .   WPN WPN WKG   WPN WPN .
         7 WHR .   .   WHR   .   .   WHR
         6 .   .   .   .     .   .   .
         5 .   .   .   .     .   .   .
         4 .   .   .   .     .   .   .
         3 HKW .   .   HKW   .   .   HKW
         2 .   PWH PWH {count} PWH PWH .
         1 SEW LWH CWH TDW   CWH LWH SEW"
    )
}
