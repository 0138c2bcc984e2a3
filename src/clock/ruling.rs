//! How clocks are kept, decided.

/// One ruling on clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockRuling {
    /// Its id, such as `C3`.
    pub id: &'static str,
    /// What it says.
    pub text: &'static str,
}

const fn ruling(id: &'static str, text: &'static str) -> ClockRuling {
    ClockRuling { id, text }
}

/// The rulings on clocks. Ledgers name them by their ids.
pub const RULINGS: &[ClockRuling] = &[
    ruling(
        "C1",
        "Instants are UTC, to the second: parts of a second are dropped. A day is a UTC calendar day where dates are meant and 24 hours where time is counted.",
    ),
    ruling(
        "C2",
        "A turn lasts from the opponent's move (the first from the start of the game) to one's own, both as recorded. What counts of it is taken from one's time; except in 50d/10, to the second.",
    ),
    ruling(
        "C3",
        "50d/10: a day is charged for each full period of 24 hours counted since the opponent's move; the rest of a turn, less than a day, is free. Midnight plays no part.",
    ),
    ruling("C4", "50d/10: days past the 20th on one move are charged twice: 23 days cost 26."),
    ruling(
        "C5",
        "A flag falls at the first instant at which nothing is left; in 50d/10, where days are charged when they are full, at the first at which more is charged than was left. A move at that instant is late.",
    ),
    ruling(
        "C6",
        "A late move stands if nobody claimed before it and flags are claimed. What is owed stays owed, and the flag stays fallen until an increment, a new block, a gift or a credit makes it good; in 3d/move each move stands alone and the overrun is waived.",
    ),
    ruling(
        "C7",
        "40d+2d: the increment is added once the move is made. With a cap, what would lift the bank above it is lost; gifts and credits may lift it above, and then increments add nothing.",
    ),
    ruling(
        "C8",
        "50d/10: with the 10th own move, and each 10th after it, the days of the next block are added to what is left. Until then only the days of the block and those carried over can be used.",
    ),
    ruling(
        "C9",
        "tiger 50d r1d: a move made while main time is left adds to the reserve. When main time is used up the reserve runs, also within a turn; moves made in the reserve add nothing. The flag falls when both are used up.",
    ),
    ruling(
        "C10",
        "triple 30d +1d*20 bank 10d: each of the first 20 own moves adds 1 day to the clock, which never shows more than the 30 days it started with: what is over goes to the bank. When the clock is used up the bank runs by itself, since there is no server to order a transfer from. The flag falls when both are used up.",
    ),
    ruling("C11", "3d/move: each turn has 3 days; what is not used lapses."),
    ruling(
        "C12",
        "Leave stops the clock of the side that takes it, from the instant it is taken or the beginning of its first day, whichever is later, to the end of its last day. Each calendar day of it counts against its year's quota, days off and begun days too. It cannot be taken for days past, nor twice for the same day. A player on leave may move; the opponent's clock is not stopped.",
    ),
    ruling(
        "C13",
        "On days off no clock runs. A day that is both leave and day off is shown as leave.",
    ),
    ruling(
        "C14",
        "Grace is taken from the beginning of what counts of each turn, after leave and days off, and before whole days are counted. It is no help to a clock that shows nothing.",
    ),
    ruling(
        "C15",
        "Credits and gifts first make good what is owed, then go to the clock (Triple Block: as far as there is room, then to the bank). Penalties are taken as charges are. A gift costs the giver nothing. In 3d/move both concern the turn under way, or else the side's next.",
    ),
    ruling(
        "C16",
        "A take-back ends the turn under way, which is charged; no time used is given back. Moves played again earn no increment, reserve or block twice.",
    ),
    ruling(
        "C17",
        "Where flags are automatic, the game ends and the clocks stop at the instant a flag falls.",
    ),
];
