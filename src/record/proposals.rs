//! What the players have proposed to each other and may still answer: a draw, to take moves back, to void the game.

use super::action::Act;
use crate::rules::Side;

/// A request to take moves back that waits for an answer (G11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TakeBack {
    /// Who asks.
    pub by: Side,
    /// How many moves, counting both sides'.
    pub plies: u32,
}

/// The proposals that stand.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Proposals {
    pub(super) draw: Option<Side>,
    pub(super) take_back: Option<TakeBack>,
    pub(super) void: Option<Side>,
    /// How often each side has offered a draw, moves taken back included.
    offers: [u32; 2],
}

/// Why a proposal or an answer is refused: the rule and the reason.
pub(super) type Refused = (&'static str, String);

impl Proposals {
    /// A move answers what the other side proposed, and withdraws what its own side did.
    pub(super) fn moved(&mut self) {
        (self.draw, self.take_back, self.void) = (None, None, None);
    }

    /// A side offers a draw along with its move. `limit` is how often it may, if that is limited.
    pub(super) fn offer(&mut self, side: Side, limit: Option<u32>) -> Result<(), Refused> {
        let made = self.offers[side.at()];
        if let Some(limit) = limit.filter(|limit| made >= *limit) {
            return Err((
                "G5",
                format!("{side} has offered a draw as often as was agreed on, {limit}"),
            ));
        }
        self.offers[side.at()] += 1;
        self.draw = Some(side);
        Ok(())
    }

    /// A side proposes or answers. `strict` says whether offers of a draw must be on record to be answered, `played`
    /// how many plies there are. Gives how many plies are taken back.
    pub(super) fn settle(
        &mut self,
        side: Side,
        act: &Act<'_>,
        strict: bool,
        played: usize,
    ) -> Result<u32, Refused> {
        let other = side.other();
        match act {
            Act::DrawAgreed | Act::DrawDeclined => {
                if strict && self.draw != Some(other) {
                    return Err(("G5", format!("{other} has not offered a draw that stands")));
                }
                self.draw = None;
            }
            Act::VoidProposed => match self.void {
                Some(by) if by == side => {
                    return Err(("G11", format!("{side} has already proposed that")));
                }
                Some(by) => return Err(("G11", format!("{by} has proposed that: agree to it"))),
                None => self.void = Some(side),
            },
            Act::VoidAgreed if self.void != Some(other) => {
                return Err(("G11", format!("{other} has made no such proposal that stands")));
            }
            Act::TakeBackRequested { plies } => {
                if let Some(TakeBack { by, .. }) = self.take_back {
                    return Err(("G11", format!("a request of {by} waits for its answer")));
                }
                if *plies as usize > played {
                    return Err(("G11", format!("{plies} plies cannot be taken back of {played}")));
                }
                self.take_back = Some(TakeBack { by: side, plies: *plies });
            }
            Act::TakeBackAgreed | Act::TakeBackDeclined => {
                let asked = self.take_back.filter(|asked| asked.by == other);
                let Some(TakeBack { plies, .. }) = asked else {
                    return Err(("G11", format!("{other} has made no such request that stands")));
                };
                self.take_back = None;
                if *act == Act::TakeBackAgreed {
                    // The move that carried an offer may be among those that go.
                    self.draw = None;
                    return Ok(plies);
                }
            }
            _ => {}
        }
        Ok(0)
    }
}
