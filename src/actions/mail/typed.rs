//! What a person typed in a message: an action of the side that the answered message went to.

use super::claimed::ClaimedTime;
use super::lines::{Authority, ReceivedLine, keep, up_to};
use super::refusal::MailRefusal;
use super::terms::ReceiveTerms;
use super::thread::ThreadMessage;
use crate::actions::act::{ActionRequest, add_action};
use crate::actions::actor::{ActionBy, Entitled, actor};
use crate::actions::change::{NewVersion, Recorded, change};
use crate::actions::error::ActionError;
use crate::actions::game::{LoadedGame, MoveRequest, add_move};
use crate::actions::inbox::{Proposal, proposals};
use crate::actions::instant::EntryTerms;
use crate::actions::plan::{Plan, follow_up};
use crate::actions::signing::Signing;
use crate::mail::{IncomingMail, ProposalKind, RequestKind, TypedAnswer, TypedRequest};
use crate::record::{Act, Signatory};
use crate::rules::Side;
use crate::store::{RepoPath, Store};

/// A typed action that was recorded: the game after it, and the plan that came along with it.
pub(super) type Typed = (Recorded<ReceivedLine>, (LoadedGame, Option<Plan>));

/// What is typed, by which side, and in answer to what.
pub(super) struct TypedMail<'m> {
    /// The message.
    pub(super) mail: &'m IncomingMail,
    /// What is typed in it.
    pub(super) request: &'m TypedRequest,
    /// Whose it is.
    pub(super) side: Side,
    /// The message of ours that it answers.
    pub(super) answered: &'m ThreadMessage,
}

/// Records what a person typed; none where it is recorded already.
///
/// # Errors
/// [`MailRefusal::Stale`] where the game has gone on since, [`MailRefusal::Rival`] where the same person has done something
/// else since, and every other reason why it cannot be.
pub(super) fn record_typed(
    store: &Store,
    path: &RepoPath,
    typed: &TypedMail<'_>,
    authority: &Authority<'_>,
    (entry, terms): (EntryTerms, &ReceiveTerms),
) -> Result<Option<Typed>, MailRefusal> {
    let done = change(store, path, terms.dry_run, |before| -> Result<_, NotRecorded> {
        let game = LoadedGame::read(path, before)?;
        authority.refuse_unsigned(&game, Signatory::Side(typed.side))?;
        let (answered, known) = (typed.answered.ordinal, game.record.actions().len());
        if answered != known {
            return Err(typed.refuse_past(store, path, &game, authority, (entry, terms))?);
        }
        let version = typed.add(&game, authority, (entry, terms))?;
        let plan = match (&typed.request.kind, typed.request.plan.is_empty()) {
            (RequestKind::Move { .. }, false) => {
                let after = &version.value.1;
                Some(follow_up(after, &sequence(&typed.request.plan)).map_err(ActionError::from)?)
            }
            _ => None,
        };
        Ok(version.map(|(line, game)| (line, (game, plan))))
    });
    match done {
        Ok(done) => Ok(Some(done.split(|value| value))),
        Err(NotRecorded::Already) => Ok(None),
        Err(NotRecorded::Refused(refusal)) => Err(*refusal),
    }
}

/// Answers typed in advance as a sequence of moves and answers.
pub(super) fn sequence(answers: &[TypedAnswer]) -> String {
    let pairs = answers.iter().map(|pair| format!("{}: {}", pair.trigger, pair.answer));
    pairs.collect::<Vec<_>>().join("; ")
}

impl TypedMail<'_> {
    /// The new version of a record with what is typed.
    fn add(
        &self,
        game: &LoadedGame,
        authority: &Authority<'_>,
        (entry, terms): (EntryTerms, &ReceiveTerms),
    ) -> Result<NewVersion<(ReceivedLine, LoadedGame)>, MailRefusal> {
        let by = ActionBy::For(self.side.name().into());
        let last = game.replayed.last_time();
        let claimed = ClaimedTime::of(self.mail, &terms.trusted, last, entry.now);
        let (at, claimed) = (claimed.at, Some(claimed));
        let signing = (entry, Signing::Nothing);
        let act = match &self.request.kind {
            RequestKind::Move { text, offer } => {
                let request =
                    MoveRequest { text: text.clone(), by, offer: *offer, comment: None, at };
                game.refuse_over()?;
                let entitled = Entitled::Only(game.turn());
                let actor = actor(&game.seats(), authority.me, &request.by, entitled)?;
                let version = add_move(game, actor, signing, &request)?;
                return Ok(version.map(|(made, game)| {
                    (ReceivedLine { signed: made.signed, claimed, after: made.after }, game)
                }));
            }
            RequestKind::Resign => Act::Resigns,
            RequestKind::OfferDraw => return Err(MailRefusal::OfferAlone),
            RequestKind::Accept(kind) => self.answer(game, *kind, true)?,
            RequestKind::Decline(kind) => self.answer(game, *kind, false)?,
            RequestKind::TakeBack(plies) => {
                Act::TakeBackRequested { plies: plies.ok_or(MailRefusal::HowMany)? }
            }
            RequestKind::Plan => return Err(MailRefusal::Nothing),
        };
        let request = ActionRequest { act, by, comment: None, at };
        let version = add_action(game, authority.me, signing, &request)?;
        Ok(version.map(|(made, game)| {
            (ReceivedLine { signed: made.signed, claimed, after: made.after }, game)
        }))
    }

    /// The answer to the one thing that is proposed to the side.
    fn answer(
        &self,
        game: &LoadedGame,
        kind: Option<ProposalKind>,
        accept: bool,
    ) -> Result<Act<'static>, MailRefusal> {
        let mut open = proposals(&game.replayed);
        open.retain(|(by, proposal)| {
            *by != self.side && kind.is_none_or(|kind| is(proposal, kind))
        });
        let proposal = match &open[..] {
            [(_, proposal)] => proposal,
            [] => return Err(MailRefusal::NoProposal),
            several => {
                let names = several.iter().map(|(_, proposal)| proposal.name());
                return Err(MailRefusal::SeveralProposals(names.collect()));
            }
        };
        Ok(match (proposal, accept) {
            (Proposal::Draw, true) => Act::DrawAgreed,
            (Proposal::Draw, false) => Act::DrawDeclined,
            (Proposal::TakeBack { .. }, true) => Act::TakeBackAgreed,
            (Proposal::TakeBack { .. }, false) => Act::TakeBackDeclined,
            (Proposal::Void, true) => Act::VoidAgreed,
            (Proposal::Void, false) => Act::VoidDeclined,
            (Proposal::Key { .. }, true) => Act::KeyAccepted,
            // A key is only not accepted.
            (Proposal::Key { .. }, false) => return Err(MailRefusal::NoProposal),
        })
    }

    /// Why what answers an older message is not recorded: it is already, the same person has done something else since, or
    /// the game has gone on.
    fn refuse_past(
        &self,
        store: &Store,
        path: &RepoPath,
        game: &LoadedGame,
        authority: &Authority<'_>,
        (entry, terms): (EntryTerms, &ReceiveTerms),
    ) -> Result<NotRecorded, MailRefusal> {
        let answered = self.answered.ordinal;
        let known = game.record.actions().len();
        let stale = MailRefusal::Stale { answered, known };
        let own = Signatory::Side(self.side);
        let next = game.record.actions().get(answered);
        let Some(stands) = next.filter(|action| action.act.signatory(action.side) == own) else {
            return Err(stale);
        };
        let past = up_to(path, game, answered)?;
        // What would not have been possible then contradicts nothing.
        let Ok(version) = self.add(&past, authority, (entry, terms)) else { return Err(stale) };
        let first = game.record.game().first;
        let stands = stands.line_without_time(first);
        if version.line == stands {
            return Ok(NotRecorded::Already);
        }
        let sent = version.line.clone();
        let kept = keep(store, &version.value.1, terms.dry_run)?;
        let (ordinal, crossed) = (answered + 1, false);
        Err(MailRefusal::Rival { ordinal, stands, sent, crossed, kept })
    }
}

/// Why nothing is recorded.
enum NotRecorded {
    /// It is already.
    Already,
    /// It is refused.
    Refused(Box<MailRefusal>),
}

impl<E: Into<MailRefusal>> From<E> for NotRecorded {
    fn from(error: E) -> NotRecorded {
        NotRecorded::Refused(Box::new(error.into()))
    }
}

/// Whether a proposal is of the kind that was typed.
fn is(proposal: &Proposal, kind: ProposalKind) -> bool {
    match proposal {
        Proposal::Draw => kind == ProposalKind::Draw,
        Proposal::TakeBack { .. } => kind == ProposalKind::TakeBack,
        Proposal::Void => kind == ProposalKind::Void,
        Proposal::Key { .. } => false,
    }
}
