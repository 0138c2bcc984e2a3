//! Why no power of a piece takes it where it is sent.

use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{Piece, Side};
use super::position::Position;
use super::power::{Mode, Power};
use super::refusal::{Refusal, refusal, with_article};
use super::role::Role;
use super::square::Square;

/// How far a power gets before something stops it; later stages are nearer to a legal move.
type Stage = u8;

impl Position {
    /// Why no power of the piece takes it there; none when one does.
    pub(super) fn powers_refuse(&self, piece: Piece, role: &Role, m: Move) -> Option<Refusal> {
        let mut best: Option<(Stage, Refusal)> = None;
        for power in &role.powers {
            match self.power_refuses(power, piece, role, m) {
                None => {}
                Some(Ok(())) => return None,
                Some(Err((stage, reason))) => match &best {
                    Some((before, _)) if *before >= stage => {}
                    _ => best = Some((stage, reason)),
                },
            }
        }
        Some(best.map_or_else(|| self.moves_otherwise(piece, role, m), |(_, reason)| reason))
    }

    /// No power fits the distance and direction at all.
    pub(super) fn moves_otherwise(&self, piece: Piece, role: &Role, m: Move) -> Refusal {
        let board = self.board();
        if let Some(reason) = self.meant_as_castling(role, m) {
            return reason;
        }
        let steps = board.rank(m.to) as i8 - board.rank(m.from) as i8;
        let straight = board.file(m.to) == board.file(m.from);
        if role.infantry && straight && steps == 2 * piece.side().ahead() && !role.double_step {
            let sibling = self.game.roles.iter().any(|k| {
                k.abbreviation == role.abbreviation
                    && k.double_step
                    && role.double_step != k.double_step
            });
            if sibling {
                let message = format!(
                    "{} has moved already, and only the first move of {} may be two squares",
                    self.describe(m.from),
                    with_article(self.game.piece_name(piece))
                );
                return refusal(self.game.rule_ids.double_step, message);
            }
        }
        let message = format!(
            "{} does not move from {} to {}: it {}",
            with_article(self.game.piece_name(piece)),
            board.name(m.from),
            board.name(m.to),
            role.how
        );
        refusal("P1", message)
    }

    /// None when the power does not fit the distance; else whether it gets there, or what stops it and when.
    fn power_refuses(
        &self,
        power: &Power,
        piece: Piece,
        role: &Role,
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
        let path = |blockers: Bitboard| match blockers.first() {
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
                    return Some(Err((1, self.no_double_step(role, m.from))));
                }
                let over = board.offset(m.from, over.0, over.1 * side.ahead());
                let blocker =
                    over.filter(|s| occupied.has(*s)).map_or(Bitboard::EMPTY, Bitboard::of);
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
        Some(way.and_then(|()| self.zones_allow(piece, role, m)).and_then(|()| self.may_land(m)))
    }

    /// Why a piece may not advance two squares from where it stands.
    fn no_double_step(&self, role: &Role, from: Square) -> Refusal {
        let piece = self.describe(from);
        if role.moves_once {
            let message = format!("{piece} may not go two squares, across the River in one move");
            return refusal(self.game.rule_ids.double_step, message);
        }
        refusal(
            self.game.rule_ids.double_step,
            format!("{piece} may go two squares only from its own second rank"),
        )
    }

    fn hop(&self, piece: Piece, target: Piece, screens: Bitboard) -> Result<(), (Stage, Refusal)> {
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

    pub(super) fn zones_allow(
        &self,
        piece: Piece,
        role: &Role,
        m: Move,
    ) -> Result<(), (Stage, Refusal)> {
        let board = self.board();
        let side = piece.side();
        let name = with_article(self.game.piece_name(piece));
        if role.river {
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
        let within = role.within.squares(board, side);
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
        if role.barred.squares(board, side).has(m.to) {
            let message = format!("{} on {}", role.barred_because, board.name(m.to));
            return Err((3, refusal(self.game.rule_ids.barred, message)));
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
            return Err((4, refusal(self.game.rule_ids.immune_royal, message)));
        }
        Ok(())
    }
}
