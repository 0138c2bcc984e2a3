//! Rules and rulings as text: what the program names when it refuses a move, and what `riverpost rules` prints.

/// One rule or ruling, in our own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Its id, such as `R1`.
    pub id: &'static str,
    /// What it says, one sentence.
    pub text: &'static str,
    /// Where it comes from: a source text, or `ruling` where the source is silent and we decided.
    pub source: &'static str,
}

/// A short form for the lists of rulings.
pub const fn ruling(id: &'static str, text: &'static str, source: &'static str) -> Ruling {
    Ruling { id, text, source }
}

/// Why a move that no other rule forbids may still be none: the powers of pieces.
/// Listed first in every game.
pub const POWERS: &[Ruling] = &[
    ruling(
        "P1",
        "A piece goes only where its own powers take it, and captures only where they let it \
         capture.",
        "the piece's powers, as each source describes them",
    ),
    ruling(
        "P2",
        "A piece that rides along a line, or gets to its square by way of another, is stopped by \
         whatever stands in between; only one that is said to jump, leap or fly passes over it.",
        "the piece's powers: Wing page, moves of the Defender and the Siege Engine; Encounter, \
         notes 4 and 5; Valonian source, Artillery and Dragon; ruling for the Elephant and the \
         Berserker",
    ),
    ruling(
        "P3",
        "A Cannon or Catapult takes the piece it meets next behind exactly one screen, which may \
         be friend or foe, and captures in no other way; to move it needs an open line.",
        "the piece's powers: Wing page, moves of the Cannon",
    ),
    ruling(
        "P4",
        "No piece lands on a square that its own side occupies, save a Mage that shifts onto the \
         piece given up for it (V4).",
        "the piece's powers: Western Chess",
    ),
    ruling(
        "P5",
        "A confined piece neither moves nor captures outside its zone: Empress and Guard keep to \
         their Fortress, Defender and Chinese Elephant to their Territory with the near rank of \
         the River, a Hawk to the enemy's area, the Witch to her Fortress, and the Queen to her \
         City unless she is free (H4).",
        "the piece's powers: Wing page, moves of the Empress, Guard, Defender and Hawk; Fortress \
         of the Witch page, moves of the Queen and Witch",
    ),
    ruling(
        "P6",
        "A move starts from a square on which the mover has a piece: never from an empty one, and \
         never with a piece of the opponent's.",
        "Western Chess",
    ),
    ruling(
        "P7",
        "What a move leaves to its player's choice (the kind promoted to, an Elephant's facing, \
         the piece given up for a Mage) is stated when there is such a choice and not otherwise; \
         a facing left out is kept, as V1 has it, and automatic promotion is no choice.",
        "ruling",
    ),
];

/// What holds in every game.
pub const GENERAL: &[Ruling] = &[
    ruling(
        "G1",
        "Whoever moves must leave his own royal piece out of attack; a player without any such \
         move has lost by checkmate if the piece is attacked now, and has drawn by stalemate if \
         it is not.",
        "Wing page, moves of the Empress and note 7; Fortress of the Witch page, notes 6 and 10; \
         Western Chess",
    ),
    ruling(
        "G2",
        "Two positions are one if the pieces, the turn and all that bears on legal moves agree: \
         castling rights, facings and frenzy, which Pikemen have yet to move, a Druid's \
         substitution still open, and an en passant right so long as using it would be legal. At \
         the third time, however far apart, the player to move may claim a draw, even by naming \
         the move about to bring it about, and at the fifth the game is drawn unclaimed; \
         perpetual check is no offence, and Xiangqi's rules against chasing are not in force.",
        "Wing page, notes 6 to 8; Fortress of the Witch page, notes 5 to 7; Western Chess; ruling \
         on what is the same position",
    ),
    ruling(
        "G3",
        "Moves are counted from the latest capture, piece given up to a Mage, Berserker removed, \
         substitution by a Druid, or change of rank by infantry, which means Pawn, Warband, \
         Hawker, and both before and after promotion Pikeman, Soldier and Foot Soldier (not what \
         a promoted Pikeman becomes on his last rank). Fifty by each side entitle the player to \
         move to a draw if claimed, also by naming the move that completes them; seventy-five end \
         the game drawn, unless the last of them mates.",
        "Western Chess; ruling on what counts as progress",
    ),
    ruling(
        "G4",
        "A dead position is drawn at once, and by a closed list it is one of these with no \
         Druid's substitution open: in Wing, RiverQi and Encounter, the Empresses with nothing \
         but Guards, Defenders and Elephants, or with one lone piece other than a Chariot or \
         Siege Engine; in Level Fortress, Witch and Queen with no more than one further piece. In \
         Valonian Chess they are the Kings alone, with one lone Dragon, Druid, Mage, Knight or \
         Bishop, or with nothing but Bishops whose squares share a colour; in High Fortress there \
         are none.",
        "ruling, after Western Chess",
    ),
    ruling(
        "G5",
        "A draw may be offered along with a move once each side has made one, and the offer lasts \
         until the opponent accepts it or lets it go by moving; a claim goes with one's own move \
         or takes its place, is judged straight away, and if wrong costs nothing and play \
         continues. One may resign at any moment, whoever is to move, and an adjudicated result \
         says by whom and why.",
        "Western Chess; ruling",
    ),
    ruling(
        "G6",
        "Announcing check is good manners and not a duty; notation marks it `+`, and mate `++`.",
        "Wing page, note 9; Fortress of the Witch page, note 8; ruling on the signs",
    ),
    ruling(
        "G7",
        "A captor comes to stand where its victim stood, except en passant, when the victim \
         stands one square behind the square of arrival.",
        "Wing page, note 10; Western Chess",
    ),
    ruling(
        "G8",
        "A player out of time loses, unless the opponent has nothing beyond a royal piece, \
         Guards, Defenders and Chinese Elephants, or in Valonian Chess beyond the King: then the \
         game is drawn.",
        "Western Chess; ruling on the pieces named",
    ),
    ruling(
        "G9",
        "A move that is illegal, unreadable or open to two readings counts as never sent: it is \
         not entered, touching binds nobody, and its sender's time keeps running. Should one come \
         to light later in the record, play resumes from the last legal position with clocks as \
         the arbiter sets them, save that a recorded result holds until the arbiter reopens the \
         game.",
        "ruling",
    ),
    ruling(
        "G10",
        "The default array may be used without asking; any other needs one royal piece a side in \
         its palace (a free Queen anywhere), Empresses that do not face, the waiting side out of \
         check, a game not already over, Hawks in the enemy's area, Guards, Defenders and Chinese \
         Elephants within their range, and in High no Northerner but the Queen in the Fortress. \
         Infantry still to be promoted starts short of its promotion rank, at home or on the \
         River where there is one, and infantry already promoted only where that can have brought \
         it (Knighted Pikeman and Pike Commander: any square); a side may have any of the game's \
         roles, both armies of Encounter alike.",
        "ruling",
    ),
    ruling(
        "G11",
        "Either player, whoever is to move, may ask to have moves taken back or the game declared \
         void; only the other's consent makes it so, and whatever move comes next closes the \
         question. Moves taken back were never played as far as rights and repetitions go, but \
         stay written in the record; a void game has no result.",
        "ruling",
    ),
];

/// The rule on crossing the River.
pub const RIVER: &[Ruling] = &[
    ruling(
        "R1",
        "From a square of either area a piece reaches only that same area and the River, whether \
         to move or to capture.",
        "Wing page and Fortress of the Witch page, A Note on the River and moves of the Siege \
         Engine",
    ),
    ruling(
        "R2",
        "From a square of the River a piece reaches all that its powers allow, along the River \
         and on both banks.",
        "Wing page and Fortress of the Witch page, moves of the Siege Engine",
    ),
    ruling(
        "R3",
        "What the River keeps a piece from capturing it does not attack: it gives check only if \
         R1 and R2 would let it take on the royal piece's square.",
        "ruling, from A Note on the River",
    ),
    ruling(
        "R4",
        "A Cannon's capture depends on its own square and its victim's; where the screen between \
         them stands, on the River or on land, is all the same.",
        "Wing page and Fortress of the Witch page, moves of the Cannon",
    ),
    ruling(
        "R5",
        "The rule changes nothing for royal pieces, Guards, Defenders, Hawks and Hawkers, nor for \
         Foot Soldiers and Pikemen before or after their promotion, none of whom could cross in \
         one move anyway; in Encounter it binds no Chinese piece.",
        "Wing page, RiverQi, note 9, and Fortress of the Witch page, moves of these pieces; \
         Encounter, note 2",
    ),
];

/// Games connected in a match; listed by every game.
pub const CONNECTED: &[Ruling] = &[
    ruling(
        "M1",
        "When Dragon, Stones of Fortune or both are played in connection with Fortress of the \
         Witch, a player or team has the same side in all of them: as North the Forest OverLord, \
         the Light Stone Master and the Chief Woodsman, as South the Storm OverLord, the Stone \
         Master who is left and the Woodsman of the Witch; if Fortress is the tie-break \
         designated, that holds from the first of those games. Leopard Princess is never bound, \
         and Encounter, RiverQi and Wing only where the match file says so.",
        "Fortress of the Witch page, A Note on Sides; ruling on the tie-break, the South's roles, \
         and Wing, RiverQi and Encounter",
    ),
    ruling(
        "M2",
        "A tie-break's High game is played with the sides of its Level game, as H1 has it.",
        "Fortress of the Witch page, note 15a",
    ),
    ruling(
        "M3",
        "Leopard Princess, Stones of Fortune, Dragon and any further game whose rules are unknown \
         here come into a match from outside, as a name, its players' sides and its points; the \
         points join the totals, and M1 governs the sides.",
        "ruling",
    ),
    ruling(
        "M4",
        "A win and a draw bring, in Game Points, 3 and ½ at Wing, 2 and 1 at RiverQi, 2 and ½ at \
         Encounter, 3 and 1 at Level Fortress by itself, 1 and ½ at Valonian Chess, and whatever \
         is stated for a game from outside. In a Grouping the side with more points over all its \
         games adds the bonus that the match file states.",
        "Wing page, note 1; RiverQi, note 10; Encounter, points scored; Fortress of the Witch \
         page, note 1; Western Chess",
    ),
    ruling(
        "M5",
        "To draw lots at a distance both sides first commit to a secret by its hash and \
         afterwards disclose it; the hash made of both decides, by odd or even as a coin and by \
         its remainder after division by six as a die, and even makes the side named first North. \
         A side that does not disclose in time, a week unless otherwise stated, leaves the choice \
         to the other; a roll of real dice names its witness, and Encounter's Chariots and \
         Valonian Chess's White are drawn likewise.",
        "ruling; Fortress of the Witch page, note 14, for die or coin",
    ),
    ruling(
        "M6",
        "A team's members and their keys stand in the record, and whichever of them acts validly \
         first commits the team; resigning, claiming, and offering or accepting a draw are the \
         captain's alone, and a substitute keeps the side.",
        "ruling",
    ),
    ruling(
        "M7",
        "A conditional move may be taken back until the opponent's move that triggers it has been \
         received, and is binding from then on; where the opponent departs from the chain, what \
         is left of it is void.",
        "ruling",
    ),
];
