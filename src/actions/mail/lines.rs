//! Lines of a game that a block brings: which of them are new here, whose they are, and how they are recorded.

use super::claimed::ClaimedTime;
use super::refusal::MailRefusal;
use super::terms::ReceiveTerms;
use super::thread::Thread;
use crate::actions::actor::{Actor, Identity, person};
use crate::actions::change::{NewVersion, Recorded, change, draft};
use crate::actions::error::ActionError;
use crate::actions::game::{Added, GameAfter, LoadedGame};
use crate::actions::instant::EntryTerms;
use crate::actions::settings::{Settings, SigningPolicy};
use crate::actions::signing::{Signed, Signing, public};
use crate::actions::verify::check_elsewhere;
use crate::mail::{BlockContent, IncomingMail, MailBlock, SentLine, SentLines, sent_lines};
use crate::proof::{Proof, check_new_signatures};
use crate::record::{self, Act, ChainHash, Header, Player, Signatory, SignatureKind};
use crate::rules::Side;
use crate::store::{RepoPath, Store, StoreError};

/// How often lines are looked at anew because another run has recorded something meanwhile.
const ROUNDS: usize = 20;
/// The most rival versions of a game that messages leave behind.
const MOST_RIVALS: usize = 50;

/// A line that a message brought.
#[derive(Clone, Debug)]
pub struct ReceivedLine {
    /// Whether it is signed.
    pub signed: Signed,
    /// When its author is taken to have done it, where it was typed.
    pub claimed: Option<ClaimedTime>,
    /// The game after it.
    pub after: GameAfter,
}

/// Who may be taken to have sent a message, and what follows from that.
pub(super) struct Authority<'a> {
    /// Who enters what it brings.
    pub(super) me: &'a Identity,
    /// The settings of the repository.
    pub(super) settings: &'a Settings,
    /// The sides that its sender plays.
    pub(super) sides: Vec<Side>,
    /// Those of them to which the message was sent that it answers.
    pub(super) answering: Vec<Side>,
    /// The messages of the game.
    pub(super) thread: Thread,
}

impl<'a> Authority<'a> {
    /// That of a message in a game.
    pub(super) fn of(
        mail: &IncomingMail,
        thread: Thread,
        sides: Vec<Side>,
        (me, settings): (&'a Identity, &'a Settings),
    ) -> Authority<'a> {
        let answers = |side: &Side| thread.answered(&mail.answers, *side).is_some();
        let answering = sides.iter().copied().filter(answers).collect();
        Authority { me, settings, sides, answering, thread }
    }

    /// Refuses an unsigned action of a side that must sign.
    pub(super) fn refuse_unsigned(
        &self,
        game: &LoadedGame,
        who: Signatory,
    ) -> Result<(), MailRefusal> {
        let index = game.record.actions().len();
        let key = game.replayed.key(who, index).map(public).transpose()?;
        let required = self.settings.signatures == SigningPolicy::Required
            || game.record.header().sign == Some(record::SignRule::Required);
        match key {
            None if !required => Ok(()),
            key => Err(MailRefusal::NeedsSignature { key: key.map(|key| key.fingerprint()) }),
        }
    }

    /// Refuses an unsigned line whose author is not shown: it is not its sender's, or answers no message of ours.
    fn refuse_unproven(
        &self,
        game: &LoadedGame,
        action: &record::Action<'_>,
    ) -> Result<(), MailRefusal> {
        let by = action.act.signatory(action.side);
        let own = |sides: &[Side]| sides.iter().any(|side| Signatory::Side(*side) == by);
        match (own(&self.sides), own(&self.answering)) {
            (_, true) => Ok(()),
            (true, false) => Err(MailRefusal::NotAnAnswer),
            (false, false) => {
                let line = action.line(game.record.game().first);
                Err(MailRefusal::NotTheirs { line, by: by.name() })
            }
        }
    }
}

/// The lines of a block: those of a whole record from the first on.
pub(super) fn lines_of(block: &MailBlock) -> Result<SentLines, MailRefusal> {
    match &block.content {
        BlockContent::Lines(sent) => Ok(sent.clone()),
        BlockContent::Record(record) => {
            let unsound = |fault| MailRefusal::Unsound(Box::new(fault));
            let replayed = record::replay(record).map_err(unsound)?;
            let before = ChainHash::of(&record::hashed_header(record));
            Ok(SentLines { before, ordinal: 1, lines: sent_lines(record, &replayed, 0) })
        }
    }
}

/// How the lines of a message stand to a game.
pub(super) enum Overlap<'s> {
    /// These of them are new, the last ones; none where all are recorded.
    New(&'s [SentLine]),
    /// This one, of that index among them, stands where the game has another one.
    Rival(usize),
}

/// How the lines of a message stand to a game.
///
/// # Errors
/// [`MailRefusal::OtherGame`], [`MailRefusal::OtherHistory`], [`MailRefusal::Gap`].
pub(super) fn compare<'s>(
    game: &LoadedGame,
    sent: &'s SentLines,
) -> Result<Overlap<'s>, MailRefusal> {
    let SentLines { before, ordinal, lines } = sent;
    let chain = record::chain(&game.record, &game.replayed);
    let known = chain.len() - 1;
    match chain.get(ordinal - 1) {
        None => return Err(MailRefusal::Gap { ordinal: *ordinal, known }),
        Some(hash) if hash == before => {}
        Some(_) if *ordinal == 1 => return Err(MailRefusal::OtherGame { id: game.id().into() }),
        Some(_) => return Err(MailRefusal::OtherHistory { ordinal: *ordinal }),
    }
    let first = game.record.game().first;
    let here = record::canonical_actions(&game.record, &game.replayed).skip(ordinal - 1);
    let here = here.map(|action| action.line_with_comment(first));
    match lines.iter().zip(here).position(|(sent, here)| sent.text != here) {
        Some(at) => Ok(Overlap::Rival(at)),
        None => Ok(Overlap::New(lines.get(known + 1 - ordinal..).unwrap_or_default())),
    }
}

/// Whether all lines of a message are recorded, and the last is not its sender's: then it tells nothing, and may be quoted.
pub(super) fn tells_nothing(game: &LoadedGame, sent: &SentLines, sides: &[Side]) -> bool {
    let first = game.record.game().first;
    let last = sent.lines.last().and_then(|line| record::read_action(&line.text, first).ok());
    let by = last.map(|action| action.act.signatory(action.side));
    matches!(compare(game, sent), Ok(Overlap::New([])))
        && !sides.iter().any(|side| by == Some(Signatory::Side(*side)))
}

/// Records the lines of a message that are new, each in a commit of its own, or none of them; answers those recorded.
///
/// # Errors
/// A [`MailRefusal`] for the first line that cannot be; a rival that its author has made is kept.
pub(super) fn record_lines(
    store: &Store,
    path: &RepoPath,
    sent: &SentLines,
    authority: &Authority<'_>,
    (entry, terms): (EntryTerms, &ReceiveTerms),
) -> Result<Vec<Recorded<ReceivedLine>>, MailRefusal> {
    let mut recorded = Vec::new();
    'rounds: for _ in 0..ROUNDS {
        let mut game = LoadedGame::load(store, path)?;
        let new = match compare(&game, sent)? {
            Overlap::New(new) => new,
            Overlap::Rival(at) => {
                return Err(rival(store, path, &game, (sent, at), authority, (entry, terms))?);
            }
        };
        // None is recorded before all are checked.
        let (mut checked, mut after) = (Vec::new(), None);
        for line in new {
            let version = add_line(after.as_ref().unwrap_or(&game), line, authority, entry)?;
            let (made, next) = draft(entry.now, path, version)?.value.split(|value| value);
            checked.push(made);
            after = Some(next);
        }
        if terms.dry_run {
            return Ok(checked);
        }
        for line in new {
            let done = change(store, path, false, |before| match game.is_in(before) {
                true => Ok(add_line(&game, line, authority, entry)?),
                false => Err(Interrupted::Changed),
            });
            match done.map(|done| done.split(|value| value)) {
                Ok((made, next)) => {
                    recorded.push(made);
                    game = next;
                }
                Err(Interrupted::Changed) => continue 'rounds,
                Err(Interrupted::Refused(refusal)) => return Err(*refusal),
            }
        }
        return Ok(recorded);
    }
    Err(StoreError::Raced { attempts: ROUNDS as u32 }.into())
}

/// The new version of a record with a line as it was sent, and the game with it.
fn add_line(
    game: &LoadedGame,
    sent: &SentLine,
    authority: &Authority<'_>,
    entry: EntryTerms,
) -> Result<NewVersion<(ReceivedLine, LoadedGame)>, MailRefusal> {
    let (first, base) = (game.record.game().first, game.record.actions().len());
    let unsound = |fault| MailRefusal::Unsound(Box::new(fault));
    let action = record::read_action(&sent.text, first).map_err(unsound)?;
    let by = action.act.signatory(action.side);
    if !action.act.may_follow_end() {
        game.refuse_over()?;
    }
    let author = match by {
        Signatory::Side(side) => game.players().of(side),
        Signatory::Arbiter => game.replayed.arbiter(),
    };
    let nobody = || Player { name: by.name().into(), ..Player::default() };
    let author = author.cloned().unwrap_or_else(nobody);
    let entered_by = (!authority.me.is(&author)).then(|| authority.me.person().clone());
    let actor = Actor { side: action.side, author: person(&author), entered_by };
    let own: Vec<_> =
        sent.signatures.iter().filter(|line| line.ordinal == base + 1).cloned().collect();
    let terms = (entry, Signing::Given(&own));
    let at = action.time.unwrap_or(entry.now);
    let refuse = |error| ActionError::Refused { error };
    let version = game.add(action.clone(), actor, terms, at, refuse)?;
    let Added { game: after, .. } = &version.value;
    let becomes = after.record.actions().last().map(|action| action.line_with_comment(first));
    if becomes.as_ref() != Some(&sent.text) || own.len() != sent.signatures.len() {
        let (sent, becomes) = (sent.text.clone(), becomes.unwrap_or_default());
        return Err(MailRefusal::Altered { sent, becomes });
    }
    // Whoever proposes a key has none, or has lost it.
    let proposed = matches!(action.act, Act::KeyProposed { .. });
    if !proposed && own.iter().all(|line| line.kind == SignatureKind::NewKey) {
        authority.refuse_unsigned(game, by)?;
    }
    let proofs = check_new_signatures(&after.record, &after.replayed, base, &check_elsewhere);
    if proofs.map_err(unsound)?.last() == Some(&Proof::Unsigned) {
        authority.refuse_unproven(game, &action)?;
    }
    Ok(version.map(|Added { after, signed, game, .. }| {
        (ReceivedLine { signed, claimed: None, after }, game)
    }))
}

/// The refusal of a line that stands where the game has another one. Where it would have been possible, and shows to be its
/// author's, the version that it makes is kept.
fn rival(
    store: &Store,
    path: &RepoPath,
    game: &LoadedGame,
    (sent, at): (&SentLines, usize),
    authority: &Authority<'_>,
    (entry, terms): (EntryTerms, &ReceiveTerms),
) -> Result<MailRefusal, MailRefusal> {
    let known = sent.ordinal - 1 + at;
    let mut version = up_to(path, game, known)?;
    for line in &sent.lines[at..] {
        version = add_line(&version, line, authority, entry)?.value.1;
    }
    let [here, there] = [game, &version].map(|game| &game.record.actions()[known]);
    let [by, other] = [here, there].map(|action| action.act.signatory(action.side));
    let (crossed, stands) = (by != other, here.line(game.record.game().first));
    let kept = keep(store, &version, terms.dry_run)?;
    let sent = sent.lines[at].text.clone();
    Ok(MailRefusal::Rival { ordinal: known + 1, stands, sent, crossed, kept })
}

/// Keeps a version of a game that contradicts the record; not one more than there may be.
pub(super) fn keep(
    store: &Store,
    version: &LoadedGame,
    dry_run: bool,
) -> Result<Option<String>, MailRefusal> {
    let id = version.id();
    if dry_run || store.number_of_rivals(id)? >= MOST_RIVALS {
        return Ok(None);
    }
    Ok(Some(store.keep_rival_content(id, version.record.text().as_bytes())?))
}

/// The game as it was after so many of its actions.
pub(super) fn up_to(
    path: &RepoPath,
    game: &LoadedGame,
    known: usize,
) -> Result<LoadedGame, ActionError> {
    let unsound = |error| ActionError::record(path, error);
    let header = Header { result: None, ending: None, ..game.record.header().clone() };
    let actions: Vec<_> =
        record::canonical_actions(&game.record, &game.replayed).take(known).collect();
    let text = record::write(&header, &actions).map_err(unsound)?;
    let mut version = record::read(text.as_bytes()).map_err(unsound)?.into_owned();
    for line in game.record.signatures().iter().filter(|line| line.ordinal <= known) {
        version = record::sign(&version, line.clone()).map_err(unsound)?;
    }
    LoadedGame::read(path, Some(version.text().as_bytes()))
}

/// Why a line is not recorded in this attempt.
enum Interrupted {
    /// The record is not what it was.
    Changed,
    /// It is refused.
    Refused(Box<MailRefusal>),
}

impl<E: Into<MailRefusal>> From<E> for Interrupted {
    fn from(error: E) -> Interrupted {
        Interrupted::Refused(Box::new(error.into()))
    }
}
