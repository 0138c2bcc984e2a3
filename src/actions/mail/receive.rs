//! What a message does to a game.

use super::game::{game_of_block, game_of_text};
use super::invitation::open_game;
use super::lines::{Authority, ReceivedLine, lines_of, record_lines, tells_nothing};
use super::refusal::MailRefusal;
use super::sender::MailSender;
use super::terms::ReceiveTerms;
use super::thread::{Thread, ThreadMessage, remember};
use super::typed::{TypedMail, record_typed, sequence};
use crate::actions::act::entering;
use crate::actions::actor::{ActionBy, Identity};
use crate::actions::change::Recorded;
use crate::actions::game::LoadedGame;
use crate::actions::instant::EntryTerms;
use crate::actions::new::usual_place;
use crate::actions::plan::{self, PlanEffects, Planned, run_plans};
use crate::actions::settings::Settings;
use crate::mail::{BlockContent, IncomingMail, MailBlock, RequestKind, SentLine, TypedRequest};
use crate::record::{self, Record, Signatory};
use crate::rules::Side;
use crate::store::{CommitId, RepoPath, Store};

/// What a message did.
#[derive(Debug)]
pub struct Received {
    /// The record's id.
    pub id: String,
    /// The record.
    pub path: RepoPath,
    /// The side whose player wrote the message.
    pub from: Side,
    /// What it did.
    pub news: MailNews,
    /// What became of plans.
    pub plans: PlanEffects,
}

/// What a message did.
#[derive(Debug)]
pub enum MailNews {
    /// It brought a game: the record was made.
    Opened(Box<Recorded<ReceivedLine>>),
    /// These lines were recorded.
    Lines(Vec<Recorded<ReceivedLine>>),
    /// Answers were put down in advance.
    Planned(Box<Planned>),
    /// Nothing: all of it is recorded already.
    Again,
}

impl Received {
    /// The commits that were made for the message, those of plans that fired left out.
    pub fn commits(&self) -> Vec<CommitId> {
        match &self.news {
            MailNews::Opened(opened) => opened.commit.into_iter().collect(),
            MailNews::Lines(lines) => lines.iter().filter_map(|line| line.commit).collect(),
            MailNews::Planned(_) | MailNews::Again => Vec::new(),
        }
    }
}

/// A message that did nothing.
#[derive(Debug)]
pub struct RefusedMail {
    /// The game that it is about, if there is one here.
    pub path: Option<RepoPath>,
    /// The side that its sender plays in it.
    pub from: Option<Side>,
    /// Why it did nothing.
    pub reason: MailRefusal,
}

/// Takes a message in: records the lines of its block, or what is typed in it, or makes the record of a game that it brings.
/// Plans fire then. Nothing is recorded twice. A message that is recorded already is no error.
///
/// # Errors
/// A [`RefusedMail`]. A version that contradicts the record is kept beside it, where it is its author's.
pub(super) fn receive(
    store: &Store,
    mail: &IncomingMail,
    terms: &ReceiveTerms,
) -> Result<Received, Box<RefusedMail>> {
    let mut known = Known::default();
    take_in(store, mail, terms, &mut known).map_err(|reason| {
        let Known { path, from } = known;
        Box::new(RefusedMail { path, from, reason })
    })
}

/// What is known of a message so far.
#[derive(Default)]
struct Known {
    path: Option<RepoPath>,
    from: Option<Side>,
}

fn take_in(
    store: &Store,
    mail: &IncomingMail,
    terms: &ReceiveTerms,
    known: &mut Known,
) -> Result<Received, MailRefusal> {
    let (me, entry) = entering(store)?;
    let settings = Settings::of(store)?;
    let sender = MailSender::of(mail, &settings)?;
    let block = match &mail.blocks[..] {
        [] => None,
        [block] => Some(MailBlock::read(block)?),
        several => return Err(MailRefusal::SeveralBlocks(several.len())),
    };
    let taking = Taking { store, mail, terms, entry, me: &me, settings: &settings, sender };
    match block {
        Some(block) => taking.block(&block, known),
        None => taking.text(known),
    }
}

/// A message that is being taken in.
struct Taking<'t> {
    store: &'t Store,
    mail: &'t IncomingMail,
    terms: &'t ReceiveTerms,
    entry: EntryTerms,
    me: &'t Identity,
    settings: &'t Settings,
    sender: MailSender,
}

impl Taking<'_> {
    /// Takes in a message with a block.
    fn block(&self, block: &MailBlock, known: &mut Known) -> Result<Received, MailRefusal> {
        known.path = game_of_block(self.store, self.mail, block)?;
        let Some(path) = known.path.clone() else {
            let BlockContent::Record(record) = &block.content else {
                return Err(MailRefusal::NoGame { id: Some(block.game.clone()) });
            };
            return self.invitation(block, record);
        };
        let game = LoadedGame::load(self.store, &path)?;
        let sent = lines_of(block)?;
        let authority = self.authority(&game)?;
        let from = authority.sides.first().copied();
        known.from = from;
        if block.nonce != game.record.header().nonce {
            return Err(MailRefusal::OtherGame { id: game.id().into() });
        }
        if let (Some(from), true) = (from, tells_nothing(&game, &sent, &authority.sides)) {
            return match self.text(known) {
                Err(MailRefusal::Nothing | MailRefusal::Automatic(_)) => {
                    let ordinal = game.record.actions().len();
                    self.done(&game, path, (from, ordinal), MailNews::Again, None)
                }
                outcome => outcome,
            };
        }
        self.refuse_disagreement(block)?;
        let lines = record_lines(self.store, &path, &sent, &authority, (self.entry, self.terms))?;
        let last = sent.lines.last().and_then(|line| author_of(&game, line));
        let from = from.or(last).ok_or_else(|| self.unknown(&game))?;
        let ordinal = sent.ordinal - 1 + sent.lines.len();
        let news = if lines.is_empty() { MailNews::Again } else { MailNews::Lines(lines) };
        self.done(&game, path, (from, ordinal), news, None)
    }

    /// Takes in a message in which somebody typed something.
    fn text(&self, known: &mut Known) -> Result<Received, MailRefusal> {
        if let Some(kind) = self.mail.automatic {
            return Err(MailRefusal::Automatic(kind));
        }
        let path = game_of_text(self.store, self.mail, &self.sender)?;
        known.path = Some(path.clone());
        let game = LoadedGame::load(self.store, &path)?;
        let authority = self.authority(&game)?;
        let side = authority.answering.first().or(authority.sides.first()).copied();
        let side = side.ok_or_else(|| self.unknown(&game))?;
        known.from = Some(side);
        let message_id = self.mail.message_id.as_deref().unwrap_or_default();
        if authority.thread.got(message_id, side).is_some() {
            let (id, news, plans) = (game.id().to_owned(), MailNews::Again, PlanEffects::default());
            return Ok(Received { id, path, from: side, news, plans });
        }
        let request = TypedRequest::read(self.mail);
        let request = request.map_err(|unclear| MailRefusal::Unclear(Box::new(unclear)))?;
        let request = request.ok_or(MailRefusal::Nothing)?;
        authority.refuse_unsigned(&game, Signatory::Side(side))?;
        let answered = authority.thread.answered(&self.mail.answers, side);
        let answered = answered.ok_or(MailRefusal::NotAnAnswer)?;
        if request.kind == RequestKind::Plan {
            let actions = game.record.actions().len();
            if answered.ordinal != actions {
                return Err(MailRefusal::Stale { answered: answered.ordinal, known: actions });
            }
            let by = ActionBy::For(side.name().into());
            let text = sequence(&request.plan);
            let planned = plan::add(self.store, &path, &by, &text, false, self.terms.dry_run)?;
            let news = MailNews::Planned(Box::new(planned));
            return self.done(&game, path, (side, actions), news, None);
        }
        let typed = TypedMail { mail: self.mail, request: &request, side, answered };
        let terms = (self.entry, self.terms);
        match record_typed(self.store, &path, &typed, &authority, terms)? {
            None => self.done(&game, path, (side, answered.ordinal + 1), MailNews::Again, None),
            Some((recorded, (game, plan))) => {
                let news = MailNews::Lines(vec![recorded]);
                let ordinal = game.record.actions().len();
                self.done(&game, path, (side, ordinal), news, plan)
            }
        }
    }

    /// Takes in the record of a game that is not here.
    fn invitation(&self, block: &MailBlock, record: &Record<'_>) -> Result<Received, MailRefusal> {
        self.refuse_disagreement(block)?;
        let path = usual_place(record.header())?;
        let game = LoadedGame::read(&path, Some(record.text().as_bytes()))?;
        let authority = self.authority(&game)?;
        let (from, opened) =
            open_game(self.store, (&path, &game), &authority, (self.entry, self.terms.dry_run))?
                .ok_or_else(|| self.unknown(&game))?;
        let ordinal = record.actions().len();
        self.done(&game, path, (from, ordinal), MailNews::Opened(Box::new(opened)), None)
    }

    /// The refusal of somebody who does not play.
    fn unknown(&self, game: &LoadedGame) -> MailRefusal {
        let (email, id) = (self.sender.email.clone(), game.id().to_owned());
        MailRefusal::UnknownSender { email, id }
    }

    fn authority(&self, game: &LoadedGame) -> Result<Authority<'_>, MailRefusal> {
        let sides = self.sender.sides(&game.seats())?;
        let thread = Thread::of(self.store, game.id())?;
        Ok(Authority::of(self.mail, thread, sides, (self.me, self.settings)))
    }

    fn refuse_disagreement(&self, block: &MailBlock) -> Result<(), MailRefusal> {
        let mut forms = std::iter::once(&self.mail.text).chain(&self.mail.html);
        if forms.all(|text| block.agrees_with(text)) { Ok(()) } else { Err(MailRefusal::Disagrees) }
    }

    /// Fires plans, and remembers the message.
    fn done(
        &self,
        game: &LoadedGame,
        path: RepoPath,
        (from, ordinal): (Side, usize),
        news: MailNews,
        plan: Option<plan::Plan>,
    ) -> Result<Received, MailRefusal> {
        let dry_run = self.terms.dry_run;
        let plans = match &news {
            MailNews::Lines(_) if !dry_run => {
                let game = LoadedGame::load(self.store, &path)?;
                run_plans(self.store, &path, game, plan, Some(self.entry.now), false)
            }
            _ => PlanEffects::default(),
        };
        if let (Some(message_id), false) = (&self.mail.message_id, dry_run) {
            let message_id = message_id.clone();
            let message = ThreadMessage { got: true, ordinal, side: from, message_id };
            remember(self.store, game.id(), &message)?;
        }
        Ok(Received { id: game.id().to_owned(), path, from, news, plans })
    }
}

/// Whose line it is, where it is a player's.
fn author_of(game: &LoadedGame, line: &SentLine) -> Option<Side> {
    let action = record::read_action(&line.text, game.record.game().first).ok()?;
    action.act.arbiter().is_none().then_some(action.side)
}
