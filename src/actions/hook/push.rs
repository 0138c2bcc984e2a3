//! Checking a push.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use chrono::{DateTime, Utc};

use super::policy::{ServerPolicy, pusher};
use crate::actions::error::ActionError;
use crate::actions::extension::{
    Arrival, ExtensionTerms, FileVersion, Refusal, RefusalKind, UnprovenLine, check_extension,
};
use crate::actions::matches::MatchRecords;
use crate::actions::repository::{GAMES, MATCHES, is_document, is_in};
use crate::actions::settings::Settings;
use crate::document::{Diagnostic, Limits, Place};
use crate::proof::GIT_NAMESPACE;
use crate::record::{self, TOLERANCE, write_instant};
use crate::store::{
    BlobId, ChangedFile, CommitId, Difference, GitSignature, LONGEST_NOTE, MAIL_NOTES,
    PushedCommit, RefUpdate, RepoPath, SETTINGS, Store, ssh_keygen_verifies,
};

/// The most references of one push.
const MOST_REFERENCES: usize = 100;
/// The most commits that a push brings to the branch.
const MOST_COMMITS: usize = 10_000;
/// The most files that the commits of a push change, each counted as often as it is changed.
const MOST_CHANGES: usize = 50_000;
/// The most bytes of records and matches that are read for a push.
const MOST_BYTES: usize = 512 * 1024 * 1024;
/// The most parents of a commit.
const MOST_PARENTS: usize = 8;
/// The most commits that bring a version of a record to be kept beside the branch, or mails.
const MOST_BESIDE: usize = 1_000;
/// The most versions of records that are kept beside the branch.
const MOST_RIVALS: usize = 1_000;
/// The longest name of a reference, in bytes.
const LONGEST_NAME: usize = 200;

/// What a push comes to.
#[derive(Debug, Default)]
pub struct PushVerdict {
    /// What is refused: the first fault of each file of the first commit that has one. Nothing is taken unless it is empty.
    pub refusals: Vec<Refusal>,
    /// What is taken although nothing shows that it is its author's.
    pub unproven: Vec<UnprovenLine>,
    /// How many commits come to the branch.
    pub commits: usize,
}

/// Checks a push to a bare repository at an instant; `login` is the name under which the server knows who pushes.
///
/// # Errors
/// Those of reading the repository: the push is to be refused then, too.
pub fn check_push(
    store: &Store,
    server: &ServerPolicy,
    updates: &[RefUpdate],
    login: Option<&str>,
    now: DateTime<Utc>,
) -> Result<PushVerdict, ActionError> {
    let old = store.target(&server.branch)?;
    let settings = server.policy(store, old)?;
    let pusher = pusher(&settings, login);
    let terms =
        ExtensionTerms { now, settings: &settings, arrival: Arrival::Pushed(pusher.as_ref()) };
    let mut push = Push {
        store,
        terms,
        old,
        versions: HashMap::new(),
        changes: 0,
        bytes: 0,
        verdict: PushVerdict::default(),
    };
    if updates.len() > MOST_REFERENCES {
        let error =
            Diagnostic::too_much(Place::START, "there are too many references", MOST_REFERENCES);
        push.refuse("the push", RefusalKind::Place, error);
        return Ok(push.verdict);
    }
    // What is kept beside the branch follows from it.
    let (branch, beside): (Vec<_>, Vec<_>) =
        updates.iter().partition(|update| update.name == server.branch);
    for update in branch.into_iter().chain(beside) {
        push.reference(update, &server.branch)?;
    }
    Ok(push.verdict)
}

/// A push that is being checked.
struct Push<'p> {
    store: &'p Store,
    terms: ExtensionTerms<'p>,
    /// The branch before the push.
    old: Option<CommitId>,
    /// The version of each file that was read last.
    versions: HashMap<RepoPath, (BlobId, Rc<FileVersion>)>,
    /// How many changes of files have been looked at.
    changes: usize,
    /// How many bytes have been read.
    bytes: usize,
    verdict: PushVerdict,
}

/// What becomes of a file in a commit, as seen from those it follows.
#[derive(Default)]
struct FileChanges {
    /// Each parent, by its index, that has another version, or none.
    from: Vec<(usize, ChangedFile)>,
    /// Each parent as seen from which there is something that is no plain file, and what it is.
    odd: Vec<&'static str>,
}

impl Push<'_> {
    fn refuse(&mut self, path: impl ToString, kind: RefusalKind, error: Diagnostic) {
        self.verdict.refusals.push(Refusal::new(path, kind, error));
    }

    /// Refuses something as a whole.
    fn refuse_place(
        &mut self,
        path: impl ToString,
        message: impl Into<String>,
        hint: &'static str,
    ) {
        let error = Diagnostic::new(Place::START, message).hint(hint);
        self.refuse(path, RefusalKind::Place, error);
    }

    fn reference(&mut self, update: &RefUpdate, branch: &str) -> Result<(), ActionError> {
        let RefUpdate { name, old, new } = update;
        if name.len() > LONGEST_NAME {
            let error = Diagnostic::too_much(Place::START, "the name is too long", LONGEST_NAME);
            self.refuse(name, RefusalKind::Place, error);
            return Ok(());
        }
        let Some(new) = *new else {
            self.refuse_place(name, "nothing is deleted here", "what is recorded stays");
            return Ok(());
        };
        if name == branch {
            return self.branch(name, *old, new);
        }
        if let Some(id) = update.rival() {
            return self.rival(update, id, new);
        }
        if name == MAIL_NOTES && self.store.is_commit(new)? {
            return self.mails(update, new);
        }
        let branch = branch.strip_prefix("refs/heads/").unwrap_or(branch);
        let message = format!("only the branch {branch} is pushed to here");
        self.refuse_place(name, message, "push your commits to that branch; tags stay with you");
        Ok(())
    }

    /// Commits that come in, unless there are too many or they do not follow what is there.
    fn commits(
        &mut self,
        name: &str,
        old: Option<CommitId>,
        new: CommitId,
        most: usize,
    ) -> Result<Option<Vec<PushedCommit>>, ActionError> {
        if let Some(old) = old
            && !self.store.leads_to(old, new)?
        {
            let message = "the history here would be rewritten: what is pushed does not follow it";
            self.refuse_place(name, message, "fetch, add your own lines behind, and push again");
            return Ok(None);
        }
        let commits = self.store.pushed_commits(old.or(self.old), new, most)?;
        if commits.len() > most {
            let error = Diagnostic::too_much(Place::START, "there are too many commits", most);
            self.refuse(name, RefusalKind::Place, error.hint("push them in several steps"));
            return Ok(None);
        }
        Ok(Some(commits))
    }

    fn branch(
        &mut self,
        name: &str,
        old: Option<CommitId>,
        new: CommitId,
    ) -> Result<(), ActionError> {
        if old != self.old {
            self.refuse_place(name, "the branch has moved meanwhile", "fetch, and push again");
            return Ok(());
        }
        let Some(commits) = self.commits(name, old, new, MOST_COMMITS)? else { return Ok(()) };
        self.verdict.commits = commits.len();
        let pushed: HashSet<CommitId> = commits.iter().map(|commit| commit.id).collect();
        for commit in &commits {
            self.commit(commit, &pushed)?;
        }
        // A single commit is the whole step.
        if !matches!(&commits[..], [only] if only.parents.len() < 2) {
            self.whole(old, new)?;
        }
        self.new_ids(old, new)
    }

    // C18
    /// Refuses a commit that says it was made in the future, or has too many parents.
    fn refuse_commit(&mut self, commit: &PushedCommit) {
        let now = self.terms.now;
        let name = format!("commit {}", commit.id.short());
        if commit.entered.0 > (now + TOLERANCE).timestamp() {
            let message =
                format!("it says that it was made in the future: it is {}", write_instant(&now));
            let error = Diagnostic::new(Place::START, message).rule("C18");
            self.refuse(&name, RefusalKind::Time, error.hint("put the clock of that system right"));
        }
        if commit.parents.len() > MOST_PARENTS {
            let what = "it joins too many commits";
            let error = Diagnostic::too_much(Place::START, what, MOST_PARENTS);
            self.refuse(&name, RefusalKind::Place, error);
        }
    }

    /// What becomes of each file in a commit.
    fn files(
        &mut self,
        commit: &PushedCommit,
    ) -> Result<BTreeMap<String, FileChanges>, ActionError> {
        let mut files: BTreeMap<String, FileChanges> = BTreeMap::new();
        let parents: Vec<Option<CommitId>> = match commit.parents[..] {
            [] => vec![None],
            ref parents => parents.iter().copied().map(Some).collect(),
        };
        for (at, parent) in parents.into_iter().enumerate() {
            let differences = self.store.changed_by(commit.id, parent)?;
            self.changes += differences.len();
            for difference in differences {
                let file = files.entry(difference.path().to_owned()).or_default();
                match difference {
                    Difference::File(changed) => file.from.push((at, changed)),
                    Difference::Odd { reason, .. } => file.odd.push(reason),
                }
            }
        }
        if self.changes > MOST_CHANGES {
            let what = "too many files are changed";
            let error = Diagnostic::too_much(Place::START, what, MOST_CHANGES);
            self.refuse("the push", RefusalKind::Place, error.hint("push in several steps"));
            files.clear();
        }
        Ok(files)
    }

    fn commit(
        &mut self,
        commit: &PushedCommit,
        pushed: &HashSet<CommitId>,
    ) -> Result<(), ActionError> {
        // What follows a commit that is refused says nothing new.
        if self.verdict.refusals.is_empty() {
            self.refuse_commit(commit);
        }
        if !self.verdict.refusals.is_empty() {
            return Ok(());
        }
        let mut foreign = Vec::new();
        for (path, file) in self.files(commit)? {
            let parents = commit.parents.len().max(1);
            let has_other_source = file.from.len() + file.odd.len() < parents;
            if let Some(reason) = file.odd.first() {
                // What one of the parents has was refused there, or was here before.
                if !has_other_source {
                    self.refuse_place(
                        &path,
                        format!("{path} {reason}"),
                        "only plain files are kept here",
                    );
                }
                continue;
            }
            if !is_document(&path) {
                foreign.push((path, file));
                continue;
            }
            if let Err(refusal) = self.document(commit, &file, has_other_source, pushed)? {
                self.verdict.refusals.push(refusal);
            }
        }
        self.foreign(commit, foreign)
    }

    /// Checks what becomes of a record or match in a commit.
    fn document(
        &mut self,
        commit: &PushedCommit,
        file: &FileChanges,
        has_other_source: bool,
        pushed: &HashSet<CommitId>,
    ) -> Result<Result<(), Refusal>, ActionError> {
        let joins = commit.parents.len() > 1;
        for (parent, changed) in &file.from {
            if joins && !has_other_source {
                let message =
                    "a merge takes each record as one of the versions that it joins has it";
                let error = Diagnostic::new(Place::START, message);
                let error = error.hint("add what is new in a commit behind it");
                return Ok(Err(Refusal::new(&changed.path, RefusalKind::Place, error)));
            }
            if joins && changed.is_new() {
                continue;
            }
            let arrival = if joins { Arrival::Fetched } else { self.terms.arrival };
            let Err(refusal) = self.step(commit.id, changed, arrival)? else { continue };
            let unpublished = commit.parents.get(*parent).is_some_and(|id| pushed.contains(id));
            // Whoever has pushed nothing of it yet may put his own lines behind those that came before.
            if joins && unpublished && matches!(refusal.kind, RefusalKind::Contradicts(Some(_))) {
                continue;
            }
            return Ok(Err(refusal));
        }
        Ok(Ok(()))
    }

    /// Checks a step from one version of a record or match to another.
    fn step(
        &mut self,
        at: CommitId,
        changed: &ChangedFile,
        arrival: Arrival<'_>,
    ) -> Result<Result<(), Refusal>, ActionError> {
        let path = &changed.path;
        let Some(blob) = changed.blob_after() else {
            let error = Diagnostic::new(Place::START, "the file was removed");
            let error = error.hint("records stay where they are");
            return Ok(Err(Refusal::new(path, RefusalKind::Contradicts(None), error)));
        };
        // One that was not sound before may be put right.
        let before = changed.blob_before().map(|blob| self.version(path, blob)).transpose()?;
        let before = before.and_then(Result::ok);
        let after = match self.version(path, blob)? {
            Ok(after) => after,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let is_match = matches!(*after, FileVersion::Match(_));
        if is_match != is_in(path.as_str(), MATCHES) {
            let message = format!("records lie in {GAMES}, matches in {MATCHES}");
            let error = Diagnostic::new(Place::START, message);
            return Ok(Err(Refusal::new(path, RefusalKind::Place, error)));
        }
        let terms = ExtensionTerms { arrival, ..self.terms };
        let checked = match &*after {
            FileVersion::Record(_) => {
                let records = MatchRecords::of(self.store);
                check_extension(path, before.as_deref(), &after, &records, &terms)
            }
            FileVersion::Match(_) => {
                let view = self.store.as_of(at)?;
                let records = MatchRecords::of(&view);
                check_extension(path, before.as_deref(), &after, &records, &terms)
            }
        };
        Ok(checked.map(|mut unproven| self.verdict.unproven.append(&mut unproven)))
    }

    /// A version of a file, read once where it is asked for again at once.
    fn version(
        &mut self,
        path: &RepoPath,
        blob: BlobId,
    ) -> Result<Result<Rc<FileVersion>, Refusal>, ActionError> {
        if let Some((known, version)) = self.versions.get(path)
            && *known == blob
        {
            return Ok(Ok(version.clone()));
        }
        let size = self.store.blob_size(blob)?;
        self.bytes += size;
        let limits = [
            (size, Limits::MATCH.bytes, "the file is too long in bytes"),
            (self.bytes, MOST_BYTES, "there is too much in one push, in bytes"),
        ];
        if let Some((_, most, what)) = limits.into_iter().find(|(has, most, _)| has > most) {
            let error = Diagnostic::too_much(Place::START, what, most);
            return Ok(Err(Refusal::new(path, RefusalKind::Place, error)));
        }
        Ok(FileVersion::read(path, &self.store.blob(blob)?).map(|version| {
            let version = Rc::new(version);
            self.versions.insert(path.clone(), (blob, version.clone()));
            version
        }))
    }

    /// Checks the files that are no records: they change only in commits that an owner has signed, but for going back to what
    /// they are here.
    fn foreign(
        &mut self,
        commit: &PushedCommit,
        files: Vec<(String, FileChanges)>,
    ) -> Result<(), ActionError> {
        let mut altered = Vec::new();
        for (path, file) in files {
            let Some((_, changed)) = file.from.first() else { continue };
            let here = self.old.map(|old| self.store.blob_at(old, &changed.path)).transpose()?;
            if here.flatten() != changed.blob_after() {
                altered.push((path, changed.clone()));
            }
        }
        if altered.is_empty() {
            return Ok(());
        }
        let signed = self.is_signed_by_owner(commit.id)?;
        for (path, changed) in altered {
            if !signed {
                let message =
                    "only a commit that an owner has signed changes a file that is no record";
                let error = Diagnostic::new(Place::START, message).rule("K7");
                let error = error.hint("an owner commits it with `git commit -S`, by an SSH key");
                self.refuse(&path, RefusalKind::Person, error);
                continue;
            }
            let Some(blob) = changed.blob_after() else { continue };
            let limit = Limits::MATCH.bytes;
            if self.store.blob_size(blob)? > limit {
                let error =
                    Diagnostic::too_much(Place::START, "the file is too long in bytes", limit);
                self.refuse(&path, RefusalKind::Place, error);
            } else if path == SETTINGS
                && let Err(error) = Settings::read(&self.store.blob(blob)?)
            {
                self.refuse(&path, RefusalKind::Unsound, error);
            }
        }
        Ok(())
    }

    // K7
    /// Whether a commit has a signature by the SSH key of an owner.
    fn is_signed_by_owner(&self, commit: CommitId) -> Result<bool, ActionError> {
        let Some(GitSignature { armour, signed }) = self.store.commit_signature(commit)? else {
            return Ok(false);
        };
        let fits = |key: &String| ssh_keygen_verifies(key, GIT_NAMESPACE, &armour, &signed);
        Ok(self.terms.settings.owners.iter().any(|key| fits(key) == Ok(true)))
    }

    /// Checks the step from the branch as it was to what it is to be.
    fn whole(&mut self, old: Option<CommitId>, new: CommitId) -> Result<(), ActionError> {
        if !self.verdict.refusals.is_empty() {
            return Ok(());
        }
        // That was told commit by commit.
        let told = self.verdict.unproven.len();
        for difference in self.store.changed_by(new, old)? {
            let Difference::File(changed) = difference else { continue };
            if is_document(changed.path.as_str())
                && let Err(refusal) = self.step(new, &changed, self.terms.arrival)?
            {
                self.verdict.refusals.push(refusal);
            }
        }
        self.verdict.unproven.truncate(told);
        Ok(())
    }

    /// Refuses new records whose ids others have, also in another case.
    fn new_ids(&mut self, old: Option<CommitId>, new: CommitId) -> Result<(), ActionError> {
        if !self.verdict.refusals.is_empty() {
            return Ok(());
        }
        let differences = self.store.changed_by(new, old)?;
        let fresh = differences.into_iter().filter_map(|difference| match difference {
            Difference::File(file) if file.is_new() && is_document(file.path.as_str()) => {
                Some(file.path)
            }
            _ => None,
        });
        let fresh: HashSet<RepoPath> = fresh.collect();
        if fresh.is_empty() {
            return Ok(());
        }
        let view = self.store.as_of(new)?;
        for folder in [GAMES, MATCHES] {
            let mut taken: HashMap<String, RepoPath> = HashMap::new();
            for path in view.list(folder)? {
                let id = path.stem().to_lowercase();
                let Some(other) = taken.insert(id, path.clone()) else { continue };
                let (path, other) =
                    if fresh.contains(&path) { (path, other) } else { (other, path) };
                if fresh.contains(&path) {
                    let message = format!("the id is taken here by {other}");
                    self.refuse_place(
                        &path,
                        message,
                        "choose another; ids differ by more than case",
                    );
                }
            }
        }
        Ok(())
    }

    /// Checks a version of a record that is kept beside the branch.
    fn rival(&mut self, update: &RefUpdate, id: &str, new: CommitId) -> Result<(), ActionError> {
        let name = &update.name;
        if update.old.is_some() {
            self.refuse_place(name, "what is kept there stays", "keep yours under another name");
            return Ok(());
        }
        let kept = self.store.count_rivals(MOST_RIVALS)?;
        if kept >= MOST_RIVALS {
            let what = "too many versions are kept beside the branch";
            let error = Diagnostic::too_much(Place::START, what, MOST_RIVALS);
            self.refuse(name, RefusalKind::Place, error);
            return Ok(());
        }
        // Nobody need hold to it: whose its lines are is not asked.
        self.terms.arrival = Arrival::Fetched;
        if let Some(blob) = self.store.as_content(new)? {
            return self.rival_content(name, id, blob);
        }
        if !self.store.is_commit(new)? {
            self.refuse_place(name, "this is no version of a record", "only those are kept there");
            return Ok(());
        }
        let Some(commits) = self.commits(name, None, new, MOST_BESIDE)? else { return Ok(()) };
        let pushed: HashSet<CommitId> = commits.iter().map(|commit| commit.id).collect();
        for commit in &commits {
            self.commit(commit, &pushed)?;
        }
        Ok(())
    }

    /// Checks a version of a record of which no commit is known.
    fn rival_content(&mut self, name: &str, id: &str, blob: BlobId) -> Result<(), ActionError> {
        let limit = Limits::RECORD.bytes;
        if self.store.blob_size(blob)? > limit {
            let error =
                Diagnostic::too_much(Place::START, "the version is too long in bytes", limit);
            self.refuse(name, RefusalKind::Place, error);
            return Ok(());
        }
        let bytes = self.store.blob(blob)?;
        let record = record::read(&bytes);
        let stated = record.as_ref().map_or(id, |record| &record.header().id);
        if stated.replace('.', "_") != id {
            self.refuse_place(
                name,
                format!("this is a version of {stated}"),
                "keep it under its own id",
            );
            return Ok(());
        }
        let path = RepoPath::new(format!("{GAMES}/{stated}.yaml"))?;
        let records = MatchRecords::of(self.store);
        let checked = FileVersion::read(&path, &bytes)
            .and_then(|version| check_extension(&path, None, &version, &records, &self.terms));
        self.verdict
            .refusals
            .extend(checked.err().map(|refusal| Refusal { path: name.to_owned(), ..refusal }));
        Ok(())
    }

    /// Checks mails that are kept beside the branch: they only become more.
    fn mails(&mut self, update: &RefUpdate, new: CommitId) -> Result<(), ActionError> {
        let name = &update.name;
        let old = update.old;
        if let Some(old) = old
            && !self.store.leads_to(old, new)?
        {
            self.refuse_place(name, "mails that are kept here would be lost", "fetch them first");
            return Ok(());
        }
        let commits = self.store.pushed_commits(old, new, MOST_BESIDE)?;
        if commits.len() > MOST_BESIDE {
            let error =
                Diagnostic::too_much(Place::START, "there are too many commits", MOST_BESIDE);
            self.refuse(name, RefusalKind::Place, error);
            return Ok(());
        }
        let differences = self.store.changed_by(new, old)?;
        self.changes += differences.len();
        if self.changes > MOST_CHANGES {
            let error =
                Diagnostic::too_much(Place::START, "there are too many mails", MOST_CHANGES);
            self.refuse(name, RefusalKind::Place, error);
            return Ok(());
        }
        for difference in differences {
            let fault = match &difference {
                Difference::Odd { reason, .. } => Some(*reason),
                Difference::File(file) => self.mail_fault(file)?,
            };
            if let Some(fault) = fault {
                let path = difference.path();
                self.refuse_place(name, format!("{path} {fault}"), "mails are only added");
                return Ok(());
            }
        }
        Ok(())
    }

    /// What is wrong about a file of mails that comes in: what was there stays at its beginning.
    fn mail_fault(&mut self, file: &ChangedFile) -> Result<Option<&'static str>, ActionError> {
        let altered = Some("is a mail that was altered or removed");
        let Some(after) = file.blob_after() else { return Ok(altered) };
        if self.store.blob_size(after)? > LONGEST_NOTE {
            return Ok(Some("is too long"));
        }
        let Some(before) = file.blob_before() else { return Ok(None) };
        // What is here is no longer than that, or is not read.
        let kept = self.store.blob_size(before)? <= LONGEST_NOTE
            && self.store.blob(after)?.starts_with(&self.store.blob(before)?);
        Ok(if kept { None } else { altered })
    }
}
