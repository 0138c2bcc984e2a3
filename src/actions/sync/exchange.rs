//! One exchange from fetching to pushing.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::incoming::{Incoming, News, continuity};
use super::rival::{Rival, Version};
use crate::actions::continuity::Continuity;
use crate::actions::error::ActionError;
use crate::actions::extension::Refusal;
use crate::actions::mail::unite_mails;
use crate::actions::matches::{forget_all_secrets, join_match};
use crate::actions::plan::{self, PlanEffects};
use crate::actions::progress::FileProgress;
use crate::actions::repository::is_document;
use crate::store::{
    CommitDraft, CommitId, Difference, Merging, Pushed, RepoPath, Store, StoreError, Timestamp,
    Upstream,
};

/// How often everything is done again because somebody else has pushed meanwhile.
const ROUNDS: u32 = 5;
/// What is said of a file that nobody but its authors can merge.
const CHANGED_TWICE: &str = "was changed here and there";
/// How often a merge is made anew because another run has moved the branch here meanwhile.
const ATTEMPTS: u32 = 20;

/// What [`sync`] did.
#[derive(Debug, Default)]
pub struct Synced {
    /// The branch that it was done with, such as `origin/main`.
    pub upstream: Option<String>,
    /// How many commits came in.
    pub fetched: usize,
    /// The records that have new lines, or are new.
    pub news: Vec<News>,
    /// The other files that came in changed, such as the settings of the repository.
    pub files: Vec<String>,
    /// The records that both sides had changed.
    pub rivals: Vec<Rival>,
    /// The matches that both sides had changed: they have the lines of both.
    pub joined: Vec<String>,
    /// What became of the plans of each game that has some, by its id.
    pub plans: Vec<(String, PlanEffects)>,
    /// How many commits went out, or with a dry run would.
    pub pushed: usize,
    /// Whether the mails there are those that are kept here, and the other way round.
    pub mails: bool,
    /// Why it did not get further. All that stands above is done all the same.
    pub trouble: Option<Box<SyncError>>,
}

/// Why a sync did not get to its end.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    /// What came in is not taken over.
    #[error("nothing is taken over from {upstream}: {count} of its files {}", if *.count == 1 { "is refused" } else { "are refused" })]
    Refused {
        /// The branch that was fetched.
        upstream: String,
        /// How many.
        count: usize,
        /// Each with the reason.
        files: Vec<Refusal>,
    },
    /// A record of this repository is one that others would refuse.
    #[error("nothing is pushed: {count} of the files here would be refused by everybody else")]
    Unsound {
        /// How many.
        count: usize,
        /// Each with the reason.
        files: Vec<Refusal>,
    },
    /// The remote does not take what is pushed.
    #[error("{upstream} does not take it: {said}")]
    Push {
        /// The branch.
        upstream: String,
        /// What git says.
        said: String,
    },
    /// Somebody else was quicker each time.
    #[error("somebody else has pushed to {upstream} in every one of {ROUNDS} rounds")]
    Raced {
        /// The branch.
        upstream: String,
    },
    /// Anything else.
    #[error(transparent)]
    Action(#[from] ActionError),
}

impl From<StoreError> for SyncError {
    fn from(error: StoreError) -> SyncError {
        SyncError::Action(error.into())
    }
}

/// Fetches, checks, merges, fires plans, and pushes; the mails that are kept here too if `share_mail` is set, which then are
/// for everybody who may read there. With `dry_run` nothing is written, but that git keeps what it has
/// fetched among its objects. Where there is no remote, plans are fired all the same.
pub fn sync(
    store: &Store,
    now: DateTime<Utc>,
    share_mail: bool,
    dry_run: bool,
    progress: FileProgress<'_>,
) -> Synced {
    let mut synced = Synced::default();
    let mut run = Run { store, now, dry_run, progress, synced: &mut synced };
    let done = run.all().and_then(|upstream| match share_mail && !dry_run {
        true => run.share_mail(&upstream),
        false => Ok(()),
    });
    if done.is_ok() && !dry_run {
        // What is pushed is pushed; secrets that could not be removed go the next time.
        let _ = forget_all_secrets(store, now);
    }
    synced.trouble = done.err().map(Box::new);
    synced
}

struct Run<'a> {
    store: &'a Store,
    now: DateTime<Utc>,
    dry_run: bool,
    /// Of checking what came in and what goes out.
    progress: FileProgress<'a>,
    synced: &'a mut Synced,
}

impl Run<'_> {
    /// Everything but the mails. Gives what was exchanged with.
    fn all(&mut self) -> Result<Upstream, SyncError> {
        let upstream = match self.store.upstream() {
            Ok(upstream) => upstream,
            Err(error @ StoreError::NoRemote) => {
                self.fire(None)?;
                return Err(error.into());
            }
            Err(error) => return Err(error.into()),
        };
        self.synced.upstream = Some(upstream.name());
        let (mut seen, mut same) = (None, 0);
        for _ in 0..ROUNDS {
            let fetched = self.store.fetch(&upstream, self.dry_run)?;
            let view = match fetched {
                Some(theirs) => self.merge(&upstream, theirs)?,
                None => None,
            };
            self.fire(view.as_ref())?;
            let Some(said) = self.push(&upstream, fetched, view.as_ref())? else {
                return Ok(upstream);
            };
            // Refused although nobody else has pushed; whoever has may not be quite done the first time.
            same = if seen == Some(fetched) { same + 1 } else { 0 };
            if same == 2 {
                return Err(SyncError::Push { upstream: upstream.name(), said });
            }
            seen = Some(fetched);
        }
        Err(SyncError::Raced { upstream: upstream.name() })
    }

    /// Exchanges the mails that are kept.
    fn share_mail(&mut self, upstream: &Upstream) -> Result<(), SyncError> {
        let there = upstream.mail_notes();
        let mut said = String::new();
        for _ in 0..ROUNDS {
            if let Some(theirs) = self.store.fetch(&there, false)? {
                self.store.unite_mail_notes(theirs, unite_mails)?;
            }
            let Some(ours) = self.store.mail_notes_tip()? else { return Ok(()) };
            match self.store.push(ours, &there)? {
                Pushed::Done => {
                    self.synced.mails = true;
                    return Ok(());
                }
                Pushed::Refused(words) => said = words,
            }
        }
        Err(SyncError::Push { upstream: there.name(), said })
    }

    /// Gives the answers that are due.
    fn fire(&mut self, view: Option<&Store>) -> Result<(), SyncError> {
        let plans = plan::fire_all(view.unwrap_or(self.store), self.now, self.dry_run)?;
        self.synced.plans.extend(plans);
        Ok(())
    }

    /// Pushes what is new here. Gives git's words when the remote does not take it.
    fn push(
        &mut self,
        upstream: &Upstream,
        fetched: Option<CommitId>,
        view: Option<&Store>,
    ) -> Result<Option<String>, SyncError> {
        let store = view.unwrap_or(self.store);
        let Some(ours) = store.tip()? else { return Ok(None) };
        let number = match fetched {
            Some(theirs) => store.commits_between(theirs, ours)?,
            None => store.commits(ours)?,
        };
        if number == 0 {
            return Ok(None);
        }
        if let Some(theirs) = fetched {
            let own = Incoming::of(store, theirs, ours, self.now)?;
            let mut files = own.refused(self.progress)?;
            files.retain(|file| !own.is_decided(file));
            if !files.is_empty() {
                return Err(SyncError::Unsound { count: files.len(), files });
            }
        }
        if !self.dry_run
            && let Pushed::Refused(said) = store.push(ours, upstream)?
        {
            return Ok(Some(said));
        }
        self.synced.pushed = number;
        Ok(None)
    }

    /// Takes over what was fetched. With a dry run, gives the repository as it would be.
    fn merge(&mut self, upstream: &Upstream, theirs: CommitId) -> Result<Option<Store>, SyncError> {
        for _ in 0..ATTEMPTS {
            let mut merging = self.store.merging(upstream)?;
            let ours = merging.ours();
            let base = self.store.merge_base(ours, theirs)?;
            let base = base.ok_or_else(|| StoreError::Unrelated { upstream: upstream.name() })?;
            if base == theirs {
                return Ok(None);
            }
            let incoming = Incoming::of(self.store, base, theirs, self.now)?;
            let mut files = incoming.refused(self.progress)?;
            let here = self.store.as_of(ours)?;
            files.retain(|file| !incoming.is_accepted(&here, file));
            files.extend(incoming.doubled(self.store)?);
            if !files.is_empty() {
                let (upstream, count) = (upstream.name(), files.len());
                return Err(SyncError::Refused { upstream, count, files });
            }
            let news = incoming.news();
            let (rivals, joined) = match base == ours {
                true => {
                    merging.fast_forward(theirs);
                    (Vec::new(), Vec::new())
                }
                false => self.join(&mut merging, upstream, &incoming, base)?,
            };
            let view = self.dry_run.then(|| merging.view()).transpose()?;
            if view.is_none() && !merging.publish()? {
                continue;
            }
            self.synced.fetched += self.store.commits_between(base, theirs)?;
            self.synced.news.extend(news);
            self.synced.files.extend(incoming.others());
            self.synced.rivals.extend(rivals);
            self.synced.joined.extend(joined);
            return Ok(view);
        }
        Err(StoreError::Raced { attempts: ATTEMPTS }.into())
    }

    /// Makes the merge of branches that have diverged, and puts one's own lines behind those of rivals. Gives the records and
    /// the matches that both had changed.
    fn join(
        &self,
        merging: &mut Merging<'_>,
        upstream: &Upstream,
        incoming: &Incoming,
        base: CommitId,
    ) -> Result<(Vec<Rival>, Vec<String>), SyncError> {
        let ours = merging.ours();
        let by_hand = |path: String, reason| {
            SyncError::from(StoreError::ByHand { upstream: upstream.name(), path, reason })
        };
        if let Some((path, reason)) = &incoming.elsewhere {
            return Err(by_hand(path.clone(), reason));
        }
        let own: HashMap<String, Difference> = self
            .store
            .differences(base, ours)?
            .into_iter()
            .map(|difference| (difference.path().to_owned(), difference))
            .collect();
        let view = self.store.as_of(ours)?;
        let (mut taken, mut rivals, mut matches) = (Vec::new(), Vec::new(), Vec::new());
        for file in &incoming.files {
            let path = &file.path;
            match own.get(path.as_str()) {
                None if file.is_gone() => {
                    return Err(by_hand(path.to_string(), "was removed there"));
                }
                None => taken.push(path.clone()),
                Some(Difference::File(here)) if here.same_after(file) => {}
                Some(here) => match continuity(&view, &incoming.after, here, file)? {
                    Some(Continuity::After) => taken.push(path.clone()),
                    Some(Continuity::Before) => {}
                    Some(Continuity::Neither { from }) => {
                        taken.push(path.clone());
                        rivals.push((path.clone(), from));
                    }
                    None if is_document(path.as_str()) && !file.is_gone() => {
                        taken.push(path.clone());
                        matches.push(path);
                    }
                    None => return Err(by_hand(path.to_string(), CHANGED_TWICE)),
                },
            }
        }
        merging.merge(incoming.commit, &taken, Timestamp(self.now.timestamp()))?;
        let mut joined = Vec::new();
        for path in matches {
            let read = |version: &Store| {
                let blob = version.read(path)?;
                Ok::<_, StoreError>(blob.map(|blob| blob.bytes).unwrap_or_default())
            };
            let versions = [read(&incoming.before)?, read(&incoming.after)?, read(&view)?];
            let versions = versions.each_ref().map(Vec::as_slice);
            let bytes = join_match(&merging.view()?, path, versions)?;
            let bytes = bytes.ok_or_else(|| by_hand(path.to_string(), CHANGED_TWICE))?;
            let (id, author) = (path.stem().to_owned(), merging.committer().clone());
            let subject = format!("{id}: what was added here, behind {}", upstream.name());
            let when = Timestamp(self.now.timestamp());
            let draft = CommitDraft {
                bytes,
                new_files: Vec::new(),
                author,
                subject,
                trailers: Vec::new(),
                when,
                value: (),
            };
            merging.change(path, draft)?;
            joined.push(id);
        }
        let settle = |(path, from): (RepoPath, usize)| {
            let own = Version::of(&view, &path, from)?;
            let theirs = Version::of(&incoming.after, &path, from)?;
            let mut rival =
                Rival::settle(&own, theirs, (self.store, &mut *merging), &path, self.now)?;
            if !self.dry_run {
                rival.kept = Some(self.store.keep_rival(&rival.id, ours)?);
            }
            Ok(rival)
        };
        let rivals = rivals.into_iter().map(settle).collect::<Result<_, SyncError>>()?;
        Ok((rivals, joined))
    }
}
