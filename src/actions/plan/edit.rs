//! What the owner of a plan does with it: adding a sequence of moves and answers, looking at it, removing answers.

use super::file::{self, DEEPEST, MOST_ANSWERS};
use super::fire::{DueAnswer, run_plans};
use super::tree::{Answer, Dropped, DueMove, Plan, Progress, move_number, progress};
use crate::actions::actor::{ActionBy, Entitled, Identity, actor};
use crate::actions::change::change_private;
use crate::actions::error::{ActionError, PlanError};
use crate::actions::game::LoadedGame;
use crate::actions::inbox::proposals_in_play;
use crate::actions::signing::{Signing, fits, public};
use crate::notation::{self, write_move};
use crate::proof::{MOST_FORESEEN, PlanStatement, Signature};
use crate::record::{self, Act, Action, Appended, ChainHash, Record, Replayed, Signatory};
use crate::rules::{Line, Side};
use crate::store::{RepoPath, Store};

/// A plan with what is to be said of it.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The record's id.
    pub id: String,
    /// The plan; one without answers when there is none.
    pub plan: Plan,
    /// How many answers were added or removed.
    pub changed: usize,
    /// The answer that is due and has not been given, and what keeps it waiting.
    pub due: Option<(String, DueAnswer)>,
    /// The answers that the play has left behind.
    pub dropped: Vec<Dropped>,
}

/// Which answers to remove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswersToRemove {
    /// The one of that number and all that build on it.
    Number(usize),
    /// All.
    All,
}

/// The plan of a side as it stands now. Writes nothing, but that the plans of a game that is over go, unless `dry_run` is
/// set.
///
/// # Errors
/// [`ActionError::NotActor`] and its like about whose plan it is, [`PlanError::Damaged`], and those of reading the record.
pub fn list(
    store: &Store,
    path: &RepoPath,
    by: &ActionBy,
    dry_run: bool,
) -> Result<Planned, ActionError> {
    let (game, dropped) = load(store, path, dry_run)?;
    change(store, game, by, true, dropped, planned)
}

/// Adds a sequence of moves and answers to a side's plan, with `replace` in the place of answers that contradict it; with
/// `dry_run` nothing is written. What the play has left behind goes.
///
/// # Errors
/// The other [`PlanError`]s, [`ActionError::Over`], and those of [`list`].
pub fn add(
    store: &Store,
    path: &RepoPath,
    by: &ActionBy,
    text: &str,
    replace: bool,
    dry_run: bool,
) -> Result<Planned, ActionError> {
    let (game, dropped) = load(store, path, dry_run)?;
    game.refuse_over()?;
    change(store, game, by, dry_run, dropped, |game, side, before| {
        game.refuse_over()?;
        let mut planned = planned(game, side, before)?;
        if let Some((answer, _)) = planned.due {
            return Err(PlanError::Due { side, answer, id: planned.id }.into());
        }
        if game.turn() == side {
            return Err(PlanError::OwnMove(side).into());
        }
        let line = &game.replayed.line;
        planned.changed = enter(&mut planned.plan, line, game.id(), text, replace)?;
        Ok(planned)
    })
}

/// Removes answers from a side's plan; with `dry_run` nothing is written. A plan may be withdrawn until it fires (M7).
///
/// # Errors
/// [`PlanError::NoAnswer`], and those of [`list`]; a damaged plan can be removed as a whole.
pub fn remove(
    store: &Store,
    path: &RepoPath,
    by: &ActionBy,
    which: AnswersToRemove,
    dry_run: bool,
) -> Result<Planned, ActionError> {
    let (game, dropped) = load(store, path, dry_run)?;
    change(store, game, by, dry_run, dropped, |game, side, before| {
        let mut planned = match (planned(game, side, before), which) {
            (Err(ActionError::Plan(PlanError::Damaged { .. })), AnswersToRemove::All) => {
                planned(game, side, None)?
            }
            (read, _) => read?,
        };
        let count = planned.plan.count();
        planned.changed = match which {
            AnswersToRemove::All => {
                planned.plan.answers.clear();
                count
            }
            AnswersToRemove::Number(number) => {
                let none = PlanError::NoAnswer { number, side, count };
                planned.plan.remove(number).ok_or(none)?
            }
        };
        Ok(planned)
    })
}

/// Signs all answers of a side's plan, for the record as it stands; whoever has the plan then can fire it (K9). With `dry_run`
/// nothing is signed. Gives the plan's file too, which can be handed over.
///
/// # Errors
/// [`PlanError::Empty`], [`PlanError::Due`], [`ActionError::Unsigned`] where the key is not at hand, and those of [`list`].
pub fn sign(
    store: &Store,
    path: &RepoPath,
    by: &ActionBy,
    dry_run: bool,
) -> Result<(Planned, String), ActionError> {
    let (game, dropped) = load(store, path, dry_run)?;
    game.refuse_over()?;
    let planned = change(store, game, by, dry_run, dropped, |game, side, before| {
        let mut planned = planned(game, side, before)?;
        if let Some((answer, _)) = planned.due {
            return Err(PlanError::Due { side, answer, id: planned.id }.into());
        }
        if planned.plan.answers.is_empty() {
            return Err(PlanError::Empty(side).into());
        }
        planned.plan.base = Some(game.record.actions().len());
        let who = Signatory::Side(side);
        let key = game.replayed.key(who, game.record.actions().len());
        let signing = Signing::Keys { store, dry_run };
        each_statement(game, &mut planned.plan, false, &mut |answer, statement| {
            let signature = signing.must(who, key, statement)?;
            answer.signature = signature.map(|signature| signature.to_base64());
            planned.changed += 1;
            Ok(())
        })?;
        Ok(planned)
    })?;
    let text = file::write(&planned.plan);
    Ok((planned, text))
}

/// Takes over a plan that its owner has signed and handed over, so that it fires here; with `dry_run` nothing is written.
///
/// # Errors
/// [`PlanError::Unsigned`], [`PlanError::Unfit`], [`PlanError::Damaged`], [`PlanError::Left`] for one that the play has left
/// behind, and those of reading the record.
pub fn take(
    store: &Store,
    path: &RepoPath,
    (name, bytes): (&str, &[u8]),
    dry_run: bool,
) -> Result<Planned, ActionError> {
    let game = LoadedGame::load(store, path)?;
    game.refuse_over()?;
    let line = &game.replayed.line;
    let mut plan = file::read(name, game.turn(), bytes)?;
    if let Some(position) = line.positions().get(plan.ply) {
        plan.side = position.turn().other();
    }
    let (side, file) = (plan.side, file::path(game.id(), plan.side)?);
    let Progress { plan, due, dropped } = progress(plan, &game.record, &game.replayed);
    let mut plan = plan.ok_or(PlanError::Left(side))?;
    let who = Signatory::Side(side);
    let actions = game.record.actions().len();
    let key = game.replayed.key(who, actions);
    let key =
        key.ok_or(ActionError::Unsigned { who: who.name().to_owned(), key: None, entered: false })?;
    let key = public(key)?;
    // Those to moves that were not played are of no use any more.
    if let Some(due) = &due {
        plan.answers.retain(|answer| answer.answer == due.answer);
    }
    each_statement(&game, &mut plan, due.is_some(), &mut |answer, statement| {
        let text = || answer.answer.clone();
        let signature = answer.signature.as_deref();
        let signature = signature.ok_or_else(|| PlanError::Unsigned { answer: text() })?;
        let unfit = || PlanError::Unfit { side, answer: text() };
        let signature = Signature::read(signature).map_err(|_| unfit())?;
        match fits(&signature, &key, statement)? {
            true => Ok(()),
            false => Err(unfit().into()),
        }
    })?;
    let changed = plan.count();
    change_private(store, &file, dry_run, |_| {
        let proposal = proposals_in_play(&game.replayed).into_iter().next();
        let due = due.map(|due| (due.answer, DueAnswer { side, proposal }));
        let id = game.id().to_owned();
        Ok((file::content(Some(&plan)), Planned { id, plan, changed, due, dropped }))
    })
}

/// Gives each answer of a plan that begins where a game stands, or with `played` one move before that, to `each`, with what is
/// signed for it.
///
/// # Errors
/// What `each` answers, [`PlanError::Unsigned`] for a plan that says nowhere when it was signed, and
/// [`ActionError::Action`] for moves that cannot be played.
fn each_statement(
    game: &LoadedGame,
    plan: &mut Plan,
    played: bool,
    each: &mut impl FnMut(&mut Answer, &str) -> Result<(), ActionError>,
) -> Result<(), ActionError> {
    let Plan { side, base, answers, .. } = plan;
    let first = || answers.first().map(|answer| answer.answer.clone()).unwrap_or_default();
    let base = base.ok_or_else(|| PlanError::Unsigned { answer: first() })?;
    let chain = record::chain(&game.record, &game.replayed);
    let before = *chain.get(base).ok_or(PlanError::Left(*side))?;
    let foreseen = record::canonical_actions(&game.record, &game.replayed).skip(base);
    let foreseen = foreseen.map(Action::into_owned).collect();
    let foresight =
        Foresight { record: game.record.clone(), replayed: game.replayed.clone(), foreseen };
    foresight.each(before, answers, played, each)
}

/// A game as far as a plan foresees it.
#[derive(Clone)]
struct Foresight {
    record: Record<'static>,
    replayed: Replayed,
    /// The actions since the plan was signed.
    foreseen: Vec<Action<'static>>,
}

impl Foresight {
    /// The same with a move more.
    fn then(&self, text: &str, conditional: bool) -> Result<Foresight, ActionError> {
        let side = self.replayed.line.position().turn();
        let mut action = Action::new(side, Act::Move(text.to_owned().into()));
        action.conditional = conditional;
        action.time = self.replayed.last_time().filter(|_| self.replayed.keeps_times(&self.record));
        let appended = record::append(&self.record, &self.replayed, action);
        let Appended { record, replayed, action, .. } =
            appended.map_err(|error| ActionError::Action { error: Box::new(error) })?;
        let mut foreseen = self.foreseen.clone();
        foreseen.push(action);
        Ok(Foresight { record, replayed, foreseen })
    }

    fn each(
        &self,
        before: ChainHash,
        answers: &mut [Answer],
        played: bool,
        each: &mut impl FnMut(&mut Answer, &str) -> Result<(), ActionError>,
    ) -> Result<(), ActionError> {
        for answer in answers {
            let there = match played {
                true => self.clone(),
                false => self.then(&answer.trigger, false)?,
            };
            let there = there.then(&answer.answer, true)?;
            let statement = PlanStatement::of(&there.record, &there.foreseen, before);
            let what = "there are too many moves up to an answer";
            let statement =
                statement.ok_or(PlanError::TooMuch { what, limit: MOST_FORESEEN })?.to_string();
            each(answer, &statement)?;
            there.each(before, &mut answer.next, false, each)?;
        }
        Ok(())
    }
}

/// A side's plan out of its file, led to where the play has come.
fn planned(game: &LoadedGame, side: Side, bytes: Option<&[u8]>) -> Result<Planned, ActionError> {
    let mut planned = Planned {
        id: game.id().to_owned(),
        plan: Plan::at(side, &game.replayed.line),
        changed: 0,
        due: None,
        dropped: Vec::new(),
    };
    if let Some(bytes) = bytes {
        let stored = file::read(file::path(game.id(), side)?.as_str(), side, bytes)?;
        let Progress { plan, due, dropped } = progress(stored, &game.record, &game.replayed);
        planned.plan = plan.unwrap_or(planned.plan);
        planned.dropped = dropped;
        planned.due = due.map(|DueMove { answer, .. }| {
            let proposal = proposals_in_play(&game.replayed).into_iter().next();
            (answer, DueAnswer { side, proposal })
        });
    }
    Ok(planned)
}

/// The game, and what was dropped of its plans because it is over.
fn load(
    store: &Store,
    path: &RepoPath,
    dry_run: bool,
) -> Result<(LoadedGame, Vec<Dropped>), ActionError> {
    let game = LoadedGame::load(store, path)?;
    if dry_run || game.replayed.termination.is_none() {
        return Ok((game, Vec::new()));
    }
    let dropped = run_plans(store, path, game, None, None, false).dropped;
    Ok((LoadedGame::load(store, path)?, dropped))
}

/// Asks `edit` what becomes of a side's plan, and writes that unless `dry_run` is set. The record is looked at again once the
/// plan cannot change any more: another run may have led it further than the record that named its side.
fn change(
    store: &Store,
    mut game: LoadedGame,
    by: &ActionBy,
    dry_run: bool,
    dropped: Vec<Dropped>,
    edit: impl FnOnce(&LoadedGame, Side, Option<&[u8]>) -> Result<Planned, ActionError>,
) -> Result<Planned, ActionError> {
    let usual = Entitled::Usually(game.turn().other());
    let side = actor(&game.seats(), &Identity::of(store)?, by, usual)?.side;
    change_private(store, &file::path(game.id(), side)?, dry_run, |before| {
        game.refresh(store)?;
        let mut planned = edit(&game, side, before)?;
        planned.dropped.extend(dropped);
        Ok((file::content(Some(&planned.plan)), planned))
    })
}

/// The plan of the side that has just moved, out of a sequence.
///
/// # Errors
/// Those of [`enter`].
pub(in crate::actions) fn follow_up(game: &LoadedGame, text: &str) -> Result<Plan, PlanError> {
    let line = &game.replayed.line;
    let mut plan = Plan::at(game.turn().other(), line);
    enter(&mut plan, line, game.id(), text, false)?;
    Ok(plan)
}

/// Adds a sequence to a plan: `their move: my answer; their move: my answer`, in any notation. `line` is the play up to
/// where the plan begins. With `replace`, an answer that the plan has gives way, with all that builds on it, to another one.
/// Tells how many answers are new.
///
/// # Errors
/// [`PlanError::Sequence`], [`PlanError::Move`], [`PlanError::Ends`], [`PlanError::Answered`], [`PlanError::TooMuch`].
pub(super) fn enter(
    plan: &mut Plan,
    line: &Line,
    id: &str,
    text: &str,
    replace: bool,
) -> Result<usize, PlanError> {
    go_on(line)?;
    let mut line = line.clone();
    let mut level = &mut plan.answers;
    let mut added = 0;
    for (depth, pair) in text.trim().trim_end_matches(';').split(';').enumerate() {
        if depth > 0 {
            go_on(&line)?;
        }
        if depth == DEEPEST {
            let what = "there are too many answers that build on each other";
            return Err(PlanError::TooMuch { what, limit: DEEPEST });
        }
        let (trigger, answer) = split(pair)?;
        let trigger = play(&mut line, id, trigger)?;
        go_on(&line)?;
        let answer = play(&mut line, id, answer)?;
        let at = level.iter().position(|known| known.trigger == trigger);
        let at = match at {
            Some(at) if level[at].answer == answer => at,
            Some(at) if replace => {
                added += 1;
                level[at] = Answer::new(trigger, answer.clone());
                at
            }
            Some(at) => {
                let answer = level[at].answer.clone();
                return Err(PlanError::Answered { trigger, answer });
            }
            None => {
                added += 1;
                level.push(Answer::new(trigger, answer.clone()));
                level.len() - 1
            }
        };
        level = &mut level[at].next;
    }
    if plan.count() > MOST_ANSWERS {
        let what = "there would be too many answers";
        return Err(PlanError::TooMuch { what, limit: MOST_ANSWERS });
    }
    Ok(added)
}

/// Splits a pair at its colon. A colon may also stand for a capture; then the one with a space behind it parts the moves.
fn split(pair: &str) -> Result<(&str, &str), PlanError> {
    let fail = |reason| Err(PlanError::Sequence { part: pair.trim().into(), reason });
    let parts = match pair.matches(':').count() {
        0 => return fail("there is no colon"),
        1 => pair.split_once(':'),
        _ if pair.matches(": ").count() == 1 => pair.split_once(": "),
        _ => return fail("there are several colons"),
    };
    match parts.map(|(trigger, answer)| (trigger.trim(), answer.trim())) {
        Some((trigger, answer)) if !trigger.is_empty() && !answer.is_empty() => {
            Ok((trigger, answer))
        }
        _ => fail("there is no move on one side of the colon"),
    }
}

/// Plays a move in any notation and gives its canonical text.
fn play(line: &mut Line, id: &str, text: &str) -> Result<String, PlanError> {
    let position = line.position();
    let mv = notation::read_typed(line, text).map_err(|error| PlanError::Move {
        side: position.turn(),
        number: move_number(line.plies()),
        text: text.into(),
        error,
        id: id.into(),
    })?;
    let canonical = write_move(position, mv);
    line.push_unchecked(mv);
    Ok(canonical)
}

/// Refuses to go on where the rules end the game.
fn go_on(line: &Line) -> Result<(), PlanError> {
    match line.ending() {
        None => Ok(()),
        Some(ending) => Err(PlanError::Ends {
            after: move_number(line.plies().saturating_sub(1)),
            ending: ending.name(),
            rule: ending.rule(),
        }),
    }
}
