//! Writing the message about a game to a player.

use super::thread::{Thread, ThreadMessage, remember};
use crate::actions::actor::Identity;
use crate::actions::change::now;
use crate::actions::error::ActionError;
use crate::actions::game::{Clocks, LoadedGame, clocks};
use crate::actions::inbox::proposals;
use crate::mail::{
    AutoSubmitted, BlockError, MailAddress, MailBlock, MailBody, MailedGame, OutgoingMail,
    game_subject, is_address,
};
use crate::record;
use crate::rules::Side;
use crate::store::{RepoPath, Store, StoreError};

/// What a message is to be.
#[derive(Clone, Copy, Debug)]
pub struct ComposeRequest<'c> {
    /// Who gets it: a side or a player of the game, or any other address; where nobody is named, who plays the other side
    /// than the one who writes, or else the side to move.
    pub to: Option<&'c str>,
    /// What else is said, paragraph by paragraph; by a machine, before all else.
    pub words: &'c [String],
    /// Whether it has an HTML part too.
    pub html: bool,
    /// Whether a machine writes it, and why.
    pub automatic: Option<AutoSubmitted>,
    /// 128 random bits, of which the Message-ID is made.
    pub seed: [u8; 16],
    /// Whether the message is not remembered, because it is not sent.
    pub dry_run: bool,
}

/// Why there is no message.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// The record, the repository or the recipient is not as needed.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// What is to be sent does not go into a message.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// The recipient has no address.
    #[error("{side} has no address in the record")]
    NoAddress {
        /// Whose.
        side: Side,
    },
    /// An address that no message can be sent to.
    #[error("no message can be sent to {email:?}")]
    BadAddress {
        /// The address.
        email: String,
    },
}

impl From<StoreError> for ComposeError {
    fn from(error: StoreError) -> ComposeError {
        ComposeError::Action(error.into())
    }
}

/// Writes the message about a game to a player: what was done that the player may not know yet, the board, the clocks, how to
/// answer. Its Message-ID is remembered, so that an answer is known for one.
///
/// # Errors
/// A [`ComposeError`].
pub fn compose(
    store: &Store,
    path: &RepoPath,
    request: &ComposeRequest<'_>,
) -> Result<OutgoingMail, ComposeError> {
    let game = LoadedGame::load(store, path)?;
    let me = Identity::of(store)?;
    let usual = match me.sides(&game.seats())[..] {
        [side] => side.other(),
        _ if game.replayed.termination.is_none() => game.turn(),
        _ => game.record.actions().last().map_or(game.turn(), |action| action.side.other()),
    };
    let (side, email) = match request.to {
        None => (usual, None),
        Some(to) => match game.seats().side(to) {
            Ok(side) => (side, None),
            Err(_) if to.contains('@') => (usual, Some(to)),
            Err(error) => return Err(error.into()),
        },
    };
    write(store, &game, &me, (side, email), request)
}

/// Writes the message to the player of a side, at an address other than that of the record if one is given.
pub(super) fn write(
    store: &Store,
    game: &LoadedGame,
    me: &Identity,
    (side, email): (Side, Option<&str>),
    request: &ComposeRequest<'_>,
) -> Result<OutgoingMail, ComposeError> {
    let (record, replayed) = (&game.record, &game.replayed);
    let player = game.players().of(side);
    let email = email.map(str::to_owned).or_else(|| player?.email.clone());
    let email = email.ok_or(ComposeError::NoAddress { side })?;
    if !is_address(&email) {
        return Err(ComposeError::BadAddress { email });
    }
    let block = MailBlock::for_reader(record, replayed, side)?;
    let now = now(store);
    let clocks = clocks(record, replayed, now);
    let named = |side| record.game().side(side);
    let proposed = proposals(replayed).into_iter();
    let proposed: Vec<String> =
        proposed.map(|(by, what)| format!("{} {}.", named(by), what.in_words())).collect();
    let first = if request.automatic.is_some() { request.words.len() } else { 0 };
    let (opening, words) = request.words.split_at(first);
    let body = MailBody {
        game: (record, replayed),
        ledger: clocks.ledger(),
        reader: side,
        block: &block,
        opening,
        words,
        proposals: &proposed,
    };
    let (id, ordinal) = (game.id(), record.actions().len());
    let thread = Thread::of(store, id)?;
    let from = me.person();
    let message_id = thread.new_id(request.seed, id, ordinal, &from.email);
    let references = thread.references(side);
    let picture = if request.html { picture(game, &clocks, side) } else { None };
    let shown = picture.as_ref().map(|_| OutgoingMail::picture_id(&message_id));
    let address = |name: &str, email: &str| MailAddress {
        name: Some(name.to_owned()).filter(|name| !name.is_empty()),
        email: email.to_owned(),
    };
    let mail = OutgoingMail {
        from: address(&from.name, &from.email),
        to: address(player.map_or("", |player| &player.name), &email),
        subject: game_subject(record, replayed),
        date: now,
        in_reply_to: references.last().cloned(),
        references,
        automatic: request.automatic,
        about: Some(MailedGame {
            id: id.to_owned(),
            ply: replayed.line.plies(),
            chain: record::last_hash(record, replayed),
        }),
        text: body.text(),
        html: request.html.then(|| body.html(shown.as_deref())),
        picture,
        page: None,
        message_id,
    };
    if !request.dry_run {
        let message_id = mail.message_id.clone();
        remember(store, id, &ThreadMessage { got: false, ordinal, side, message_id })?;
    }
    Ok(mail)
}

/// A picture of the board with the players and what they have left, as PNG; none where it cannot be drawn.
#[cfg(feature = "png")]
fn picture(game: &LoadedGame, clocks: &Clocks, reader: Side) -> Option<Vec<u8>> {
    use crate::render::{Captions, Scene, Seat, Sheet, SvgBoard, png};
    let line = &game.replayed.line;
    let seat = |side| Seat {
        name: game.players().of(side).map(|player| player.name.clone()).unwrap_or_default(),
        clock: clocks.ledger().map(|ledger| ledger.time_left(side)).unwrap_or_default(),
    };
    let sheet = Sheet {
        scene: Scene::of(line, reader == Side::North),
        title: game.id().to_owned(),
        seats: Side::BOTH.map(seat),
        losses: line.losses(),
        notes: Vec::new(),
    };
    png(&sheet.svg(&SvgBoard::default(), Captions::Strokes, None)).ok()
}

/// None is drawn.
#[cfg(not(feature = "png"))]
fn picture(_: &LoadedGame, _: &Clocks, _: Side) -> Option<Vec<u8>> {
    None
}
