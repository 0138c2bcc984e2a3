//! What a move shows of its game: which piece moves or captures, and which special rules are seen at work.

use std::collections::BTreeSet;

use riverpost::rules::variants;
use riverpost::rules::{Direction, Frenzy, Game, Line, Move, Piece, Position, Side, Special};

const RIVER: &[&str] = &[
    "Knight comes by way of the River",
    "Siege Engine comes by way of the River",
    "Cannon comes by way of the River",
    "Cannon captures over a screen",
    "a move refused since the Empresses would face each other",
];

/// The special rules that the specimens of a game have to show, the moves and captures of its kinds apart.
pub const RULES: &[(&str, &[&[&str]])] = &[
    ("wing", &[RIVER, &["Hawker promoted to Hawk", "Hawk flies over a piece"]]),
    (
        "riverqi",
        &[
            RIVER,
            &[
                "Foot Soldier promoted to advanced Foot Soldier",
                "advanced Foot Soldier goes sideways",
                "advanced Foot Soldier captures sideways",
            ],
        ],
    ),
    (
        "encounter",
        &[
            RIVER,
            &[
                "Foot Soldier promoted to advanced Foot Soldier",
                "advanced Foot Soldier goes sideways",
                "Soldier promoted to promoted Soldier",
                "promoted Soldier goes sideways",
                "Chariot crosses the River in one move",
                "Catapult crosses the River in one move",
                "Catapult captures over a screen",
                "Horse moves while another way of it is blocked",
            ],
        ],
    ),
    (
        "fortress",
        &[&[
            "Lancer comes by way of the River",
            "Lancer leaps over a piece",
            "Siege Engine comes by way of the River",
            "Cannon comes by way of the River",
            "Cannon captures over a screen",
            "Count comes by way of the River",
            "Woodland King comes by way of the River",
            "Hawker promoted to Hawk",
            "Hawk flies over a piece",
            "Pikeman goes two squares at first",
            "Pikeman captures en passant",
            "Pikeman promoted to promoted Pikeman",
            "promoted Pikeman captures en passant",
            "promoted Pikeman enters the passed square without capturing",
            "promoted Pikeman promoted to Pike Commander",
            "promoted Pikeman promoted to Knighted Pikeman",
            "High Count comes by way of the River",
            "a Northern piece kept out of the shielded Fortress",
            "check on the Witch through the shield",
            "the Queen leaves her City",
            "the Queen enters the Fortress",
            "the Queen gives check beside the Witch",
        ]],
    ),
    (
        "valonian",
        &[&[
            "castling short",
            "castling long",
            "Pawn captures en passant",
            "Pawn captured en passant",
            "Warband captured en passant",
            "Pawn goes two squares at first",
            "Warband goes two squares at first",
            "Pawn promoted to Queen",
            "Pawn promoted to a replacement",
            "Warband promoted to a replacement",
            "Elephant turns upon a capture",
            "Elephant turns at the edge",
            "Artillery captures at distance 1",
            "Artillery captures at distance 2",
            "Berserker becomes frenzied",
            "frenzied Berserker captures again",
            "frenzied Berserker removed",
            "Mage shifts onto an empty square",
            "Mage shifts onto the gift's square",
            "Druid removed in place of a captured piece",
            "a piece brought back moves at once",
        ]],
    ),
];

/// Everything that the specimens of a game have to show.
pub fn wanted(name: &str) -> BTreeSet<String> {
    let entry = variants::entry(name).expect("a game");
    let variations: Vec<Option<&str>> = match entry.variations {
        [] => vec![None],
        some => some.iter().map(|v| Some(*v)).collect(),
    };
    let choices = entry.options.iter().flat_map(|o| o.values.iter().map(|v| Some((o.key, *v))));
    let choices: Vec<_> = std::iter::once(None).chain(choices).collect();
    let mut wanted = BTreeSet::new();
    for variation in variations {
        for choice in &choices {
            let game = variants::find(name, variation, *choice).expect("a listed choice");
            for kind in &game.roles {
                for name in kind.name.iter().filter(|name| !name.is_empty()) {
                    wanted.insert(format!("{name} moves"));
                    wanted.insert(format!("{name} captures"));
                }
            }
        }
    }
    let rules = RULES.iter().filter(|(game, _)| *game == name);
    wanted.extend(rules.flat_map(|(_, lists)| lists.concat()).map(String::from));
    wanted.extend(["check", "ends by checkmate"].map(String::from));
    wanted
}

/// What stands at the places of a move, before and after it.
struct Seen<'a> {
    before: &'a Position,
    after: &'a Position,
    game: &'static Game,
    m: Move,
    side: Side,
    /// The piece as it left its square, a Druid's substitution made.
    piece: Piece,
    /// What stood on the square it came to.
    target: Piece,
}

/// Everything a move shows, as short texts; `after` is the position it leads to.
pub fn by_move(before: &Position, m: Move, after: &Position) -> Vec<String> {
    let side = before.turn();
    let piece = match m.druid() {
        Some(druid) if druid == m.from => before.restorable(),
        _ => before.piece(m.from),
    };
    let game = before.game();
    let target = before.piece(m.to);
    let seen = Seen { before, after, game, m, side, piece, target };
    let mut shown = Vec::new();
    seen.plain(&mut shown);
    seen.infantry(&mut shown);
    if !game.board.river.is_empty() {
        seen.river(&mut shown);
    } else {
        seen.valonian(&mut shown);
    }
    if after.in_check() {
        shown.push("check".into());
    }
    shown
}

/// What a position shows by what it forbids: moves that only these rules keep from being made.
pub fn by_refusal(position: &Position) -> Vec<String> {
    let squares = position.board().all();
    let mut shown = Vec::new();
    for (rule, text) in [
        ("W1", "a move refused since the Empresses would face each other"),
        ("H3", "a Northern piece kept out of the shielded Fortress"),
    ] {
        if position.game().ruling(rule).is_none() {
            continue;
        }
        let refused = |m: Move| position.refuse(m).is_some_and(|r| r.rule == rule);
        let found = position
            .pieces_of(position.turn())
            .into_iter()
            .any(|from| squares.into_iter().any(|to| refused(Move::plain(from, to))));
        if found {
            shown.push(text.into());
        }
    }
    shown
}

/// Everything that a line of play shows, its ending included.
pub fn by_line(line: &Line) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    let mut position = line.start().clone();
    for m in line.moves() {
        let next = position.play_unchecked(*m);
        shown.extend(by_refusal(&position));
        shown.extend(by_move(&position, *m, &next));
        position = next;
    }
    shown.extend(line.ending().map(|ending| format!("ends by {ending}")));
    shown
}

impl Seen<'_> {
    fn name(&self, piece: Piece) -> &'static str {
        self.game.piece_name(piece)
    }

    fn captures(&self) -> bool {
        self.m.special == Special::EnPassant
            || !self.target.is_none() && self.target.side() != self.side
    }

    /// Files and ranks gone, forward being positive.
    fn step(&self) -> (i8, i8) {
        let board = &self.game.board;
        let files = board.file(self.m.to) as i8 - board.file(self.m.from) as i8;
        let ranks = board.rank(self.m.to) as i8 - board.rank(self.m.from) as i8;
        (files, if self.side == Side::South { ranks } else { -ranks })
    }

    fn between(&self) -> u32 {
        let between = self.game.board.between(self.m.from, self.m.to);
        (between & self.before.occupied()).count()
    }

    /// Whether the move goes along a rank or file.
    fn straight(&self) -> bool {
        let (files, ranks) = self.step();
        files == 0 || ranks == 0
    }

    fn plain(&self, shown: &mut Vec<String>) {
        if matches!(self.m.special, Special::CastleShort | Special::CastleLong) {
            let how = if self.m.special == Special::CastleShort { "short" } else { "long" };
            shown.push(format!("castling {how}"));
            return;
        }
        let name = self.name(self.piece);
        shown.push(format!("{name} {}", if self.captures() { "captures" } else { "moves" }));
        let hops = self.captures() && self.straight() && self.between() == 1;
        if hops && matches!(name, "Cannon" | "Catapult") {
            shown.push(format!("{name} captures over a screen"));
        }
    }

    fn infantry(&self, shown: &mut Vec<String>) {
        let name = self.name(self.piece);
        let arrived = self.after.piece(self.m.to);
        let captures = self.captures();
        if !arrived.is_none()
            && self.game.family(arrived.role()) != self.game.family(self.piece.role())
        {
            shown.push(format!("{name} promoted to {}", self.name(arrived)));
            if self.game.role_of(arrived).replaces.is_some() {
                shown.push(format!("{name} promoted to a replacement"));
            }
        }
        let kind = self.game.role_of(self.piece);
        if kind.double_step && self.step() == (0, 2) {
            shown.push(format!("{name} goes two squares at first"));
        }
        if self.m.special == Special::EnPassant {
            let behind = self.game.board.offset(self.m.to, 0, -self.side.ahead());
            let victim = behind.expect("the square of the captured piece");
            let victim = self.name(self.before.piece(victim));
            shown.push(format!("{name} captures en passant"));
            shown.push(format!("{victim} captured en passant"));
        } else if self.before.legal_en_passant_square() == Some(self.m.to)
            && name == "promoted Pikeman"
            && self.step().0 != 0
        {
            shown.push("promoted Pikeman enters the passed square without capturing".into());
        }
        if kind.infantry && self.step().1 == 0 {
            let how = if captures { "captures" } else { "goes" };
            shown.push(format!("{name} {how} sideways"));
        }
    }

    fn river(&self, shown: &mut Vec<String>) {
        let board = &self.game.board;
        let name = self.name(self.piece);
        let kind = self.game.role_of(self.piece);
        let (own, enemy) = (board.areas[self.side.at()], board.areas[1 - self.side.at()]);
        let from = self.m.from;
        let to = self.m.to;
        if kind.river && board.river.has(from) && enemy.has(to) {
            shown.push("from the River into the enemy's area".into());
            shown.push(format!("{name} comes by way of the River"));
        }
        if own.has(from) && enemy.has(to) {
            shown.push(format!("{name} crosses the River in one move"));
        }
        if name == "Hawk" && self.between() > 0 {
            shown.push("Hawk flies over a piece".into());
        }
        if name == "Lancer" && self.between() == 1 {
            shown.push("Lancer leaps over a piece".into());
        }
        if name == "Horse" && !self.captures() {
            // The other squares that its leg would have to be free for.
            let blocked = Direction::ALL
                .into_iter()
                .filter(|d| d.is_orthogonal())
                .filter_map(|d| board.next(from, d))
                .any(|leg| !self.before.piece(leg).is_none());
            if blocked {
                shown.push("Horse moves while another way of it is blocked".into());
            }
        }
        if self.game.variation == Some("high") {
            self.high(name, shown);
        }
    }

    fn high(&self, name: &str, shown: &mut Vec<String>) {
        let board = &self.game.board;
        let fortress = board.palaces[0];
        if name == "free Woodland Queen" {
            if board.palaces[1].has(self.m.from) && !board.palaces[1].has(self.m.to) {
                shown.push("the Queen leaves her City".into());
            }
            if fortress.has(self.m.to) {
                shown.push("the Queen enters the Fortress".into());
            }
            if self.after.checkers().has(self.m.to) {
                shown.push("the Queen gives check beside the Witch".into());
            }
        } else if self.side == Side::North {
            let witch = self.after.royal(Side::South);
            let lined = self.after.checkers().has(self.m.to)
                && board.between(self.m.to, witch).meets(fortress);
            if lined {
                shown.push("check on the Witch through the shield".into());
            }
        }
    }

    fn valonian(&self, shown: &mut Vec<String>) {
        let (before, after, m) = (self.before, self.after, self.m);
        let name = self.name(self.piece);
        let (files, ranks) = self.step();
        let captures = self.captures();
        if m.druid().is_some() {
            shown.push("Druid removed in place of a captured piece".into());
            if m.druid() == Some(m.from) {
                shown.push("a piece brought back moves at once".into());
            }
        }
        if let Some(gift) = m.gift() {
            let onto = if gift == m.to { "the gift's square" } else { "an empty square" };
            shown.push(format!("Mage shifts onto {onto}"));
        }
        if name == "Artillery" && captures {
            shown.push(format!("Artillery captures at distance {}", files.abs().max(ranks.abs())));
        }
        let turned = !m.choice.is_none()
            && self.game.family(m.choice.role()) == self.game.family(self.piece.role());
        if turned && captures {
            shown.push("Elephant turns upon a capture".into());
        } else if turned {
            shown.push("Elephant turns at the edge".into());
        }
        let frenzy = |piece: Piece| match piece.is_none() {
            true => Frenzy::Never,
            false => self.game.role_of(piece).frenzy,
        };
        if captures && frenzy(self.piece) == Frenzy::Calm {
            shown.push("Berserker becomes frenzied".into());
        } else if captures && frenzy(self.piece) == Frenzy::Frenzied {
            shown.push("frenzied Berserker captures again".into());
        }
        let frenzied = |position: &Position| {
            let own = position.pieces_of(self.side).into_iter();
            own.filter(|s| frenzy(position.piece(*s)) == Frenzy::Frenzied).count()
        };
        if frenzied(before) > 0 && frenzied(after) == 0 {
            shown.push("frenzied Berserker removed".into());
        }
    }
}
