//! A demonstration: two repositories that know nothing of each other, and the messages by which a game goes on between them.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Days, Utc};

use super::compose::{ComposeError, ComposeRequest, compose};
use super::delivery::{AnswerMode, Delivery, DeliveryTerms, MailAnswer, deliver};
use super::terms::ReceiveTerms;
use crate::actions::act::submit;
use crate::actions::actor::ActionBy;
use crate::actions::demo::{historic, opening};
use crate::actions::error::ActionError;
use crate::actions::game::MoveRequest;
use crate::actions::new::new_game;
use crate::actions::repository::init_repository;
use crate::mail::{IncomingMail, MailError, OutgoingMail};
use crate::record::Act;
use crate::rules::Side;
use crate::store::{Person, RepoPath, Store, StoreError, Timestamp};

/// The addresses of the players, and the folders of their repositories.
const PLAYERS: [(&str, &str); 2] =
    [("green-ponds@example.org", "green-ponds"), ("launceston@example.org", "launceston")];
/// How many moves are sent by riverpost; the next one is typed by hand.
const MOVES: usize = 5;
/// What is typed first, which could be read in two ways.
const UNCLEAR: &str = "Bd6 or perhaps f5?";
/// What a mail program writes above what it quotes.
const WROTE: &str = "The Green Ponds Chess Club wrote:";

/// What a demonstration did.
#[derive(Debug)]
pub struct MailDemonstration {
    /// The id of the game.
    pub id: String,
    /// The repositories made: South's and North's.
    pub repositories: [PathBuf; 2],
    /// The messages in the order in which they were sent.
    pub messages: Vec<SentMail>,
}

/// A message of a demonstration.
#[derive(Debug)]
pub struct SentMail {
    /// The whole message.
    pub bytes: Vec<u8>,
    /// The message as its recipient reads it.
    pub mail: IncomingMail,
    /// What it does there.
    pub delivery: Delivery,
}

/// Why a demonstration fails, which would be a fault of this program or of the system.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// Nothing can be written.
    #[error(transparent)]
    Compose(#[from] ComposeError),
    /// A message cannot be read.
    #[error(transparent)]
    Mail(#[from] MailError),
}

impl From<ActionError> for DemoError {
    fn from(error: ActionError) -> DemoError {
        DemoError::Compose(error.into())
    }
}

impl From<StoreError> for DemoError {
    fn from(error: StoreError) -> DemoError {
        DemoError::Compose(error.into())
    }
}

/// Makes two repositories in `dir`, opens a game in one, and lets the players send each other moves, one a day up to `now`: the
/// first of them as riverpost writes them, the last one typed into a mail program, once in a way that could mean two things.
///
/// # Errors
/// [`DemoError`].
pub fn demonstrate_mail(dir: &Path, now: DateTime<Utc>) -> Result<MailDemonstration, DemoError> {
    let days = |back: usize| now.checked_sub_days(Days::new(back as u64)).unwrap_or(now);
    let historic = historic()?;
    let start = days(MOVES + 2);
    let mut game = opening(&historic, start);
    for (player, (email, _)) in [&mut game.south, &mut game.north].into_iter().zip(PLAYERS) {
        player.email = Some(email.to_owned());
    }
    let repositories = PLAYERS.map(|(_, folder)| dir.join(folder));
    let people = [&game.south, &game.north].map(|player| Person {
        name: player.name.clone(),
        email: player.email.clone().unwrap_or_default(),
    });
    let open = |side: Side, at: DateTime<Utc>| -> Result<Store, StoreError> {
        Ok(Store::discover(&repositories[side.at()])?.at(Timestamp(at.timestamp())))
    };
    for (folder, person) in repositories.iter().zip(&people) {
        let made = init_repository(folder, Timestamp(start.timestamp()), Some(person))?;
        made.store.set_committer(person)?;
    }
    let opened = new_game(&open(Side::South, start)?, &game, false)?;
    let mut messages = Vec::new();
    for (index, action) in historic.actions().iter().take(MOVES).enumerate() {
        let Act::Move(text) = &action.act else { continue };
        let at = days(MOVES + 1 - index);
        let (from, to) = (open(action.side, at)?, open(action.side.other(), at)?);
        let sent = MoveRequest {
            text: text.to_string(),
            by: ActionBy::Identity,
            offer: false,
            comment: None,
            at,
        };
        submit(&from, &opened.path, &sent, None, false)?;
        messages.push(delivered(
            &to,
            written(&from, &opened.path, index as u8)?.write(),
            AnswerMode::Nothing,
        )?);
    }
    let last = messages.last().map(|sent: &SentMail| sent.mail.clone()).unwrap_or_default();
    let answer = historic.actions().get(MOVES).map(|action| action.act.to_string());
    let (south, typing) = (open(Side::South, now)?, &people[Side::North.at()]);
    for (number, typed) in [UNCLEAR.to_owned(), answer.unwrap_or_default()].iter().enumerate() {
        let reply = reply(&last, typing, typed, number, now);
        let sent = delivered(&south, reply.into_bytes(), AnswerMode::Write)?;
        let answer = match &sent.delivery.answer {
            MailAnswer::Written(answer) => Some(answer.write()),
            _ => None,
        };
        messages.push(sent);
        let north = open(Side::North, now)?;
        messages.extend(
            answer.map(|answer| delivered(&north, answer, AnswerMode::Nothing)).transpose()?,
        );
    }
    Ok(MailDemonstration { id: opened.id, repositories, messages })
}

/// The message about the game to the other player.
fn written(store: &Store, path: &RepoPath, number: u8) -> Result<OutgoingMail, ComposeError> {
    let request = ComposeRequest {
        to: None,
        words: &[],
        html: false,
        automatic: None,
        seed: [number; 16],
        dry_run: false,
    };
    compose(store, path, &request)
}

fn delivered(to: &Store, bytes: Vec<u8>, answer: AnswerMode) -> Result<SentMail, DemoError> {
    let mail = IncomingMail::read(&bytes)?;
    let terms = DeliveryTerms { receive: ReceiveTerms::default(), answer, seed: [0; 16] };
    let delivery = deliver(to, &bytes, &mail, &terms);
    Ok(SentMail { bytes, mail, delivery })
}

/// A reply as a mail program writes it.
fn reply(
    to: &IncomingMail,
    from: &Person,
    typed: &str,
    number: usize,
    at: DateTime<Utc>,
) -> String {
    let quoted: String = to.text.lines().map(|line| format!("> {line}\n")).collect();
    let (message_id, date) = (to.message_id.as_deref().unwrap_or_default(), at.to_rfc2822());
    let Person { name, email } = from;
    format!(
        "From: {name} <{email}>\nTo: {}\nSubject: Re: {}\nDate: {date}\nMessage-ID: <{number}@example.org>\n\
         In-Reply-To: <{message_id}>\nContent-Type: text/plain; charset=utf-8\n\n{typed}\n\n{WROTE}\n{quoted}",
        PLAYERS[0].0, to.subject
    )
}
