//! Why not: the reason why a move is not legal, the most basic one first.

use super::bits::Bits;
use super::board::Square;
use super::moves::{Move, Special};
use super::piece::{EnPassant, Kind, Piece, Side, Temper};
use super::position::Position;
use super::power::{Mode, Power};
use super::special::castling::{self, NoCastling};
use super::special::substitution::{self, NoSubstitution};

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The id of the rule or ruling that forbids it.
    pub rule: &'static str,
    /// The reason with the pieces and squares it concerns, lower case, no full stop.
    pub message: String,
}

fn refusal(rule: &'static str, message: String) -> Refusal {
    Refusal { rule, message }
}

/// A piece's name with `a` or `an` before it.
fn with_article(name: &str) -> String {
    let vowel = name.starts_with(|c: char| "AEIOUaeiou".contains(c));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// How far a power gets before something stops it; later stages are nearer to a legal move.
type Stage = u8;

impl Position {
    /// The piece on a square in words, such as `the Siege Engine on e9`.
    pub fn describe(&self, square: Square) -> String {
        let piece = self.piece(square);
        let name = self.board().name(square);
        if piece.is_none() {
            return format!("nothing on {name}");
        }
        format!("the {} on {name}", self.game.piece_name(piece))
    }

    fn describe_all(&self, squares: Bits) -> String {
        let all: Vec<String> = squares.into_iter().map(|s| self.describe(s)).collect();
        all.join(" and ")
    }

    /// Why a move is not legal; none when it is.
    pub fn refuse(&self, m: Move) -> Option<Refusal> {
        if self.is_legal(m) {
            return None;
        }
        if !self.has_parts_of(m) {
            let message = "the move names a square or a piece that the game does not have".into();
            return Some(refusal("P6", message));
        }
        if let Some(druid) = m.druid() {
            if !self.game.tables.substitution {
                return Some(self.unknown_here("no Druid to stand in for a piece"));
            }
            return Some(match substitution::attempt(self, druid) {
                Err(reason) => self.no_substitution(druid, reason),
                Ok(changed) => changed.refuse_proper(m.proper()),
            });
        }
        Some(self.refuse_proper(m))
    }

    /// What a move states that the game does not know.
    fn unknown_here(&self, what: &str) -> Refusal {
        refusal("P7", format!("there is {what} in {}", self.game.title))
    }

    fn refuse_proper(&self, m: Move) -> Refusal {
        let board = self.board();
        let name = |s: Square| board.name(s);
        let piece = self.piece(m.from);
        if piece.is_none() {
            return refusal("P6", format!("there is no piece on {}", name(m.from)));
        }
        if piece.side() != self.turn {
            let message = format!(
                "{} is {}'s, and {} is to move",
                self.describe(m.from),
                self.game.side(piece.side()),
                self.game.side(self.turn)
            );
            return refusal("P6", message);
        }
        if m.from == m.to {
            return refusal("P1", format!("{} would stay where it is", self.describe(m.from)));
        }
        let kind = self.game.kind_of(piece);
        if matches!(m.special, Special::CastleShort | Special::CastleLong) {
            return self.no_castling(kind, m);
        }
        if kind.shifts && self.is_sideways_step(m) {
            return self.no_shift(m);
        }
        if let Some(gift) = m.gift() {
            if !self.game.kinds.iter().any(|k| k.shifts) {
                return self.unknown_here("no Mage to whom a piece could be given up");
            }
            let message = format!(
                "no piece can be given up on {}: only a Mage's step sideways costs a piece",
                name(gift)
            );
            return refusal("V4", message);
        }
        if m.special == Special::EnPassant {
            if let Some(reason) = self.no_en_passant(kind, m) {
                return reason;
            }
        } else if let Some(reason) = self.powers_refuse(piece, kind, m) {
            return reason;
        }
        self.unsafe_or_unstated(piece, m)
    }

    /// The last reasons: the royal would be attacked, or a choice is missing or wrong.
    fn unsafe_or_unstated(&self, piece: Piece, m: Move) -> Refusal {
        let next = self.play(m);
        let royal = next.royal(self.turn);
        let attackers: Bits = next.attackers(royal, next.occupied(), next.turn).collect();
        let Some(first) = attackers.first() else { return self.unstated(piece, m) };
        let enemy_royal = next.royal(next.turn);
        if first == enemy_royal && self.game.royals_may_not_face {
            let message = format!(
                "{} and {} would face each other on the file with nothing between",
                next.describe(royal),
                next.describe(enemy_royal)
            );
            return refusal("W1", message);
        }
        let now = self.checkers();
        let attackers = next.describe_all(attackers);
        let message = if royal == m.to {
            format!("{} would be attacked by {attackers}", next.describe(royal))
        } else if !now.is_empty() && now.meets(self.sides[self.turn.other().at()]) {
            format!(
                "{} is in check and would still be attacked by {attackers}",
                next.describe(royal)
            )
        } else {
            format!("it would leave {} attacked by {attackers}", next.describe(royal))
        };
        let removed = self.removed_by(m, &next);
        let with_them = next.occupied() | removed;
        if !removed.is_empty() && next.attackers(royal, with_them, next.turn).next().is_none() {
            let message = format!(
                "{message} once {} is removed, frenzied and not the piece that captures",
                self.describe_berserkers(removed, m)
            );
            return refusal("V3", message);
        }
        refusal("G1", message)
    }

    /// The squares on which a move leaves frenzied Berserkers that its turn's end takes away (V3).
    fn removed_by(&self, m: Move, next: &Position) -> Bits {
        let frenzied = |s: &Square| self.game.kind_of(self.piece(*s)).temper == Temper::Frenzied;
        let own = self.sides[self.turn.at()].into_iter().filter(frenzied);
        own.map(|s| if s == m.from { m.to } else { s })
            .filter(|s| next.piece(*s).is_none())
            .collect()
    }

    /// Frenzied Berserkers by the squares on which they stand after a move.
    fn describe_berserkers(&self, squares: Bits, m: Move) -> String {
        let name = self.game.piece_name(
            self.piece(squares.first().map_or(m.from, |s| if s == m.to { m.from } else { s })),
        );
        let all: Vec<String> = squares.into_iter().map(|s| self.board().name(s)).collect();
        format!("the {name} on {}", all.join(" and "))
    }

    /// The choice that the move leaves out, or states without having it.
    fn unstated(&self, piece: Piece, m: Move) -> Refusal {
        let captures = !self.piece(m.to).is_none();
        let choices = self.choices(piece, m.to, captures);
        let promotes = !choices.contains(&Piece::NONE);
        let kind = self.game.kind_of(piece);
        if m.choice.is_none() && promotes {
            return refusal("V6", format!("the promotion must be stated: {}", self.list(&choices)));
        }
        if m.choice.is_none() {
            return self.moves_otherwise(piece, kind, m);
        }
        let chosen = self.game.kind_of(m.choice);
        let name = with_article(chosen.name[self.turn.at()]);
        if promotes && chosen.facing.is_some() && choices.contains(&self.plain(m.choice)) {
            return refusal("V1", format!("{name} promoted there cannot be turned so"));
        }
        if promotes {
            let message = format!("{name} is not to be had; there is {}", self.list(&choices));
            return refusal("V6", message);
        }
        if kind.facing.is_some() {
            let message = if choices.len() == 1 {
                "the Elephant may turn only when it captures or reaches the edge ahead of it".into()
            } else {
                "the Elephant may not turn to face off the board, nor to where it looks already"
                    .into()
            };
            return refusal("V1", message);
        }
        refusal("P7", format!("{} is not promoted there", self.describe(m.from)))
    }

    fn plain(&self, piece: Piece) -> Piece {
        Piece::new(self.game.family(piece.kind()), piece.side())
    }

    fn list(&self, choices: &[Piece]) -> String {
        let mut names: Vec<&str> = choices.iter().map(|p| self.game.abbreviation(*p)).collect();
        names.dedup();
        names.join(", ")
    }

    /// Why no power of the piece takes it there; none when one does.
    fn powers_refuse(&self, piece: Piece, kind: &Kind, m: Move) -> Option<Refusal> {
        let mut best: Option<(Stage, Refusal)> = None;
        for power in &kind.powers {
            match self.power_refuses(power, piece, kind, m) {
                None => {}
                Some(Ok(())) => return None,
                Some(Err((stage, reason))) => match &best {
                    Some((before, _)) if *before >= stage => {}
                    _ => best = Some((stage, reason)),
                },
            }
        }
        Some(best.map_or_else(|| self.moves_otherwise(piece, kind, m), |(_, reason)| reason))
    }

    /// No power fits the distance and direction at all.
    fn moves_otherwise(&self, piece: Piece, kind: &Kind, m: Move) -> Refusal {
        let board = self.board();
        if let Some(reason) = self.meant_as_castling(kind, m) {
            return reason;
        }
        let steps = board.rank(m.to) as i8 - board.rank(m.from) as i8;
        let straight = board.file(m.to) == board.file(m.from);
        if kind.infantry && straight && steps == 2 * piece.side().ahead() && !kind.double_step {
            let sibling = self.game.kinds.iter().any(|k| {
                k.abbreviation == kind.abbreviation
                    && k.double_step
                    && kind.double_step != k.double_step
            });
            if sibling {
                let message = format!(
                    "{} has moved already, and only the first move of {} may be two squares",
                    self.describe(m.from),
                    with_article(self.game.piece_name(piece))
                );
                return refusal("F1", message);
            }
        }
        let message = format!(
            "{} does not move from {} to {}: it {}",
            with_article(self.game.piece_name(piece)),
            board.name(m.from),
            board.name(m.to),
            kind.how
        );
        refusal("P1", message)
    }

    /// None when the power does not fit the distance; else whether it gets there, or what stops it and when.
    fn power_refuses(
        &self,
        power: &Power,
        piece: Piece,
        kind: &Kind,
        m: Move,
    ) -> Option<Result<(), (Stage, Refusal)>> {
        let board = self.board();
        let side = piece.side();
        let files = board.file(m.to) as i8 - board.file(m.from) as i8;
        let forward = (board.rank(m.to) as i8 - board.rank(m.from) as i8) * side.ahead();
        let occupied = self.occupied();
        let target = self.piece(m.to);
        let line = board.between(m.from, m.to) & occupied;
        let direction = board.direction(m.from, m.to);
        let path = |blockers: Bits| match blockers.first() {
            None => Ok(()),
            Some(_) => {
                let message = format!("the way is blocked by {}", self.describe_all(blockers));
                Err((2, refusal("P2", message)))
            }
        };
        let way = match power {
            Power::Leap { to, mode } => {
                if !to.contains(&(files, forward)) {
                    return None;
                }
                self.mode_allows(*mode, piece, m)
            }
            Power::Lame { over, to, mode, from } => {
                if *to != (files, forward) {
                    return None;
                }
                if !from.squares(board, side).has(m.from) {
                    return Some(Err((1, self.no_double_step(kind, m.from))));
                }
                let over = board.offset(m.from, over.0, over.1 * side.ahead());
                let blocker = over.filter(|s| occupied.has(*s)).map_or(Bits::EMPTY, Bits::of);
                self.mode_allows(*mode, piece, m).and_then(|()| path(blocker))
            }
            Power::Ride { lines, limit } => {
                if !direction.is_some_and(|d| lines.has(d))
                    || files.unsigned_abs().max(forward.unsigned_abs()) > *limit
                {
                    return None;
                }
                path(line)
            }
            Power::Hop => {
                if !direction.is_some_and(|d| d.is_orthogonal()) {
                    return None;
                }
                self.hop(piece, target, line)
            }
            Power::Fly => {
                if !direction.is_some_and(|d| d.is_orthogonal()) {
                    return None;
                }
                self.mode_allows(Mode::Move, piece, m)
            }
        };
        Some(way.and_then(|()| self.zones_allow(piece, kind, m)).and_then(|()| self.may_land(m)))
    }

    /// Why a piece may not advance two squares from where it stands.
    fn no_double_step(&self, kind: &Kind, from: Square) -> Refusal {
        let piece = self.describe(from);
        if kind.moves_once {
            let message = format!("{piece} may not go two squares, across the River in one move");
            return refusal("F1", message);
        }
        refusal("V7", format!("{piece} may go two squares only from its own second rank"))
    }

    fn hop(&self, piece: Piece, target: Piece, screens: Bits) -> Result<(), (Stage, Refusal)> {
        let name = with_article(self.game.piece_name(piece));
        if target.is_none() || target.side() == self.turn {
            return match screens.first() {
                Some(_) if target.is_none() => {
                    let message = format!(
                        "the way is blocked by {}: {name} passes over a piece only to capture",
                        self.describe_all(screens)
                    );
                    Err((2, refusal("P2", message)))
                }
                _ => Ok(()),
            };
        }
        match screens.count() {
            1 => Ok(()),
            0 => {
                let message =
                    format!("{name} captures over exactly one piece, and no screen stands between");
                Err((2, refusal("P3", message)))
            }
            many => {
                let message = format!(
                    "{name} captures over exactly one piece, and {many} stand between: {}",
                    self.describe_all(screens)
                );
                Err((2, refusal("P3", message)))
            }
        }
    }

    /// Whether a power for moving or capturing only fits what stands on the target.
    fn mode_allows(&self, mode: Mode, piece: Piece, m: Move) -> Result<(), (Stage, Refusal)> {
        let target = self.piece(m.to);
        let name = with_article(self.game.piece_name(piece));
        let captures = !target.is_none() && target.side() != self.turn;
        match mode {
            Mode::Move if captures => {
                let message =
                    format!("{name} does not capture so: {} stands there", self.describe(m.to));
                Err((1, refusal("P1", message)))
            }
            Mode::Capture if target.is_none() => {
                let message = format!(
                    "{name} goes there only to capture, and there is nothing on {}",
                    self.board().name(m.to)
                );
                Err((1, refusal("P1", message)))
            }
            _ => Ok(()),
        }
    }

    fn zones_allow(&self, piece: Piece, kind: &Kind, m: Move) -> Result<(), (Stage, Refusal)> {
        let board = self.board();
        let side = piece.side();
        let name = with_article(self.game.piece_name(piece));
        if kind.river {
            let from_area = board.areas.into_iter().find(|area| area.has(m.from));
            if from_area.is_some_and(|area| !(area | board.river).has(m.to)) {
                let message = format!(
                    "{} stands in {} and may go no further than the River in one move, not into {}",
                    self.describe(m.from),
                    board.zone(m.from),
                    board.zone(m.to)
                );
                return Err((3, refusal("R1", message)));
            }
        }
        let within = kind.within.squares(board, side);
        if !within.has(m.to) {
            let palace = Side::BOTH.into_iter().find(|s| board.palaces[s.at()] == within);
            let area = Side::BOTH.into_iter().find(|s| board.areas[s.at()] == within);
            let zone = match (palace, area) {
                (Some(s), _) => board.palace_names[s.at()].to_string(),
                (_, Some(s)) => format!("the {}ern {}", s, board.area_name),
                _ => format!("its own {} and the nearer River rank", board.area_name),
            };
            return Err((3, refusal("P5", format!("{name} may not leave {zone}"))));
        }
        if kind.barred.squares(board, side).has(m.to) {
            let message = format!(
                "the Fortress is shielded: no Northern piece but the Queen may land on {}",
                board.name(m.to)
            );
            return Err((3, refusal("H3", message)));
        }
        Ok(())
    }

    fn may_land(&self, m: Move) -> Result<(), (Stage, Refusal)> {
        let target = self.piece(m.to);
        if target.is_none() {
            return Ok(());
        }
        if target.side() == self.turn {
            let message = format!("{} is one's own", self.describe(m.to));
            return Err((4, refusal("P4", message)));
        }
        if m.to == self.royal(self.turn.other()) {
            let (one, other) = (self.describe(m.from), self.describe(m.to));
            let message = format!("{one} does not attack {other}, who may not be captured");
            return Err((4, refusal("H5", message)));
        }
        Ok(())
    }

    fn is_sideways_step(&self, m: Move) -> bool {
        let board = self.board();
        board.rank(m.from) == board.rank(m.to) && m.from.0.abs_diff(m.to.0) == 1
    }

    fn no_shift(&self, m: Move) -> Refusal {
        let board = self.board();
        let target = self.piece(m.to);
        let name = board.name(m.to);
        if !target.is_none() && target.side() != self.turn {
            let message = format!(
                "a Mage's shift captures nothing, and {} stands there",
                self.describe(m.to)
            );
            return refusal("V4", message);
        }
        let Some(gift) = m.gift() else {
            let message = "a Mage's shift costs one own piece: name its square, as in !b2".into();
            return refusal("V4", message);
        };
        if gift == m.from || gift == self.royal(self.turn) {
            let message = "neither the King nor the Mage itself can be given up".into();
            return refusal("V4", message);
        }
        if !self.sides[self.turn.at()].has(gift) {
            let message = format!(
                "there is no piece of {}'s on {} to give up",
                self.game.side(self.turn),
                board.name(gift)
            );
            return refusal("V4", message);
        }
        if !target.is_none() && gift != m.to {
            let message = format!(
                "{} is in the way: onto {name} the Mage can shift only by giving up what stands there",
                self.describe(m.to)
            );
            return refusal("V4", message);
        }
        self.unsafe_or_unstated(self.piece(m.from), m)
    }

    fn no_en_passant(&self, kind: &Kind, m: Move) -> Option<Refusal> {
        if self.en_passant_moves().any(|e| e.from == m.from && e.to == m.to) {
            return None;
        }
        if self.game.kinds.iter().all(|k| k.en_passant == EnPassant::Never) {
            return Some(self.unknown_here("no capture en passant"));
        }
        let piece = self.piece(m.from);
        if kind.en_passant == EnPassant::Captures
            && let Err((_, reason)) = self.zones_allow(piece, kind, m)
        {
            return Some(reason);
        }
        let name = with_article(self.game.piece_name(piece));
        let rule = if self.game.board.river.is_empty() { "V7" } else { "F2" };
        let message = if kind.en_passant == EnPassant::Never {
            format!("{name} does not capture en passant")
        } else {
            format!(
                "nothing can be captured en passant on {}: no piece has just passed over it within reach",
                self.board().name(m.to)
            )
        };
        Some(refusal(rule, message))
    }

    /// Why a King's move of two squares along his first rank is no castling.
    fn meant_as_castling(&self, kind: &Kind, m: Move) -> Option<Refusal> {
        let how = match m.to.0.wrapping_sub(m.from.0) {
            2 => Special::CastleShort,
            254 => Special::CastleLong,
            _ => return None,
        };
        let board = self.board();
        let at_home =
            board.own_rank(self.turn, m.from) == 1 && board.rank(m.from) == board.rank(m.to);
        let castling = m.specially(how);
        (kind.royal && kind.castles && at_home && !self.is_legal(castling))
            .then(|| self.no_castling(kind, castling))
    }

    fn no_castling(&self, kind: &Kind, m: Move) -> Refusal {
        if self.game.tables.castling_homes.is_empty() {
            return self.unknown_here("no castling");
        }
        if !kind.royal || !kind.castles {
            return refusal("V8", "only the King castles, with a Rook".into());
        }
        let message = match castling::attempt(self, m.special, false) {
            Err(NoCastling::NoRight) => {
                "the King may not castle there: he or the Rook has moved, or no Rook stands there"
                    .into()
            }
            Err(NoCastling::Blocked(square)) => {
                format!("the King may not castle past {}", self.describe(square))
            }
            Err(NoCastling::InCheck) => {
                format!(
                    "the King may not castle out of check from {}",
                    self.describe_all(self.checkers())
                )
            }
            Err(NoCastling::Attacked(square)) => {
                let enemy = self.turn.other();
                let gone = self.occupied().without(m.from);
                let by: Bits = self.attackers(square, gone, enemy).collect();
                let (square, by) = (self.board().name(square), self.describe_all(by));
                format!("the King may not castle over or onto {square}, which is attacked by {by}")
            }
            Ok(castling) if castling == m => {
                return self.unsafe_or_unstated(self.piece(m.from), m);
            }
            Ok(castling) => {
                let (from, to) = (self.board().name(castling.from), self.board().name(castling.to));
                format!("castling is the King's move from {from} to {to} and nothing besides")
            }
        };
        refusal("V8", message)
    }

    fn no_substitution(&self, druid: Square, reason: NoSubstitution) -> Refusal {
        let board = self.board();
        let message = match reason {
            NoSubstitution::NothingTaken => {
                "no Druid may stand in: the last move captured nothing that a Druid could save"
                    .into()
            }
            NoSubstitution::NoDruid => {
                format!(
                    "there is no Druid of {}'s on {} to stand in",
                    self.game.side(self.turn),
                    board.name(druid)
                )
            }
            NoSubstitution::LastRank => format!(
                "the {} may not come back on {}, its last rank",
                self.game.piece_name(self.taken),
                board.name(druid)
            ),
            NoSubstitution::ChecksCaptor => format!(
                "with the {} on {}, {} would be in check without having been able to answer",
                self.game.piece_name(self.taken),
                board.name(druid),
                self.game.side(self.turn.other())
            ),
        };
        refusal("V5", message)
    }
}
