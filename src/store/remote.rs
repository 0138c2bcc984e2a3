//! The repository that the current branch is shared through: fetching and pushing, by the user's own git, so that its
//! transports, keys and questions are the usual ones.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::thread;

use git2::Oid;

use super::error::StoreError;
use super::name::CommitId;
use super::notes::MAIL_NOTES;
use super::repository::{Store, found};
use super::rivals::RIVALS;

/// The most that is kept of what git says.
const LONGEST_ANSWER: u64 = 64 * 1024;
/// The most lines of it that an error repeats.
const LINES_TOLD: usize = 5;
/// The exit code of `git ls-remote --exit-code` when there is no such branch.
const NO_SUCH_BRANCH: i32 = 2;
const BRANCHES: &str = "refs/heads/";

/// The branch of another repository that the current branch is exchanged with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upstream {
    remote: String,
    /// The branch there, by its full name.
    branch: String,
}

impl Upstream {
    /// As git names it: `origin/main`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.remote, self.short())
    }

    fn short(&self) -> &str {
        self.branch.strip_prefix(BRANCHES).unwrap_or(&self.branch)
    }

    /// The mails that are kept there.
    pub fn mail_notes(&self) -> Upstream {
        Upstream { remote: self.remote.clone(), branch: MAIL_NOTES.to_owned() }
    }

    /// The reference here that remembers where the branch was.
    fn tracking(&self) -> String {
        match self.branch.as_str() {
            MAIL_NOTES => format!("{MAIL_NOTES}-{}", self.remote),
            _ => format!("refs/remotes/{}", self.name()),
        }
    }
}

/// What became of a push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// The branch there is what it is here.
    Done,
    /// It was refused, in git's words. The branch there may have moved meanwhile.
    Refused(String),
}

/// What git answered.
struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Store {
    /// The branch that the current branch is exchanged with: the one in git's settings, or the one of the same name where
    /// there is only one remote, or one called `origin`.
    ///
    /// # Errors
    /// [`StoreError::DetachedHead`], [`StoreError::NoRemote`], [`StoreError::NoUpstream`].
    pub fn upstream(&self) -> Result<Upstream, StoreError> {
        let head = self.head()?;
        let local = String::from_utf8_lossy(head.branch()?);
        let local = local.as_ref();
        let short = local.strip_prefix(BRANCHES).unwrap_or(local);
        let config = self.repo.config()?.snapshot()?;
        let remotes = self.repo.remotes()?;
        let remotes: Vec<&str> = remotes.iter().filter_map(|name| name.ok().flatten()).collect();
        let no_upstream = || StoreError::NoUpstream {
            branch: short.to_owned(),
            remotes: remotes.iter().map(|&name| name.to_owned()).collect(),
        };
        let remote = match found(config.get_string(&format!("branch.{short}.remote")))? {
            Some(remote) if remotes.contains(&remote.as_str()) => remote,
            Some(_) => return Err(no_upstream()),
            None => match remotes[..] {
                [] => return Err(StoreError::NoRemote),
                [only] => only.to_owned(),
                _ if remotes.contains(&"origin") => "origin".to_owned(),
                _ => return Err(no_upstream()),
            },
        };
        let merge = found(config.get_string(&format!("branch.{short}.merge")))?;
        Ok(Upstream { remote, branch: merge.unwrap_or_else(|| local.to_owned()) })
    }

    /// Fetches the branch, and the versions of records that were kept beside. `None` when there is no such branch yet. With
    /// `dry_run` no reference changes.
    ///
    /// # Errors
    /// [`StoreError::Remote`] with what git says.
    pub fn fetch(&self, from: &Upstream, dry_run: bool) -> Result<Option<CommitId>, StoreError> {
        let Upstream { remote, branch } = from;
        let known = match dry_run {
            true => match self.branch_there(from)? {
                Some(commit) => Some(commit),
                None => return Ok(None),
            },
            false => None,
        };
        let refspec = match dry_run {
            true => branch.clone(),
            false => format!("+{branch}:{}", from.tracking()),
        };
        let rivals = rivals_refspec();
        let mut arguments = vec![
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-recurse-submodules",
            "--no-write-fetch-head",
            "--refmap=",
            "--",
            remote,
            &refspec,
        ];
        arguments.extend((!dry_run).then_some(rivals.as_str()));
        let answer = self.git(&arguments)?;
        if answer.code == Some(0) {
            let commit = match known {
                Some(commit) => commit,
                None => self.repo.refname_to_id(&from.tracking())?,
            };
            return Ok(Some(CommitId(self.repo.find_commit(commit)?.id())));
        }
        match dry_run || self.branch_there(from)?.is_some() {
            true => Err(failed("fetched from", from, &answer)),
            false => Ok(None),
        }
    }

    /// Where the branch is there.
    fn branch_there(&self, from: &Upstream) -> Result<Option<Oid>, StoreError> {
        let Upstream { remote, branch } = from;
        let answer = self.git(&["ls-remote", "--exit-code", "--", remote, branch])?;
        match answer.code {
            Some(0) => {
                let lines = answer.out.lines().filter_map(|line| line.split_once('\t'));
                let commit =
                    lines.filter(|(_, name)| name == branch).map(|(commit, _)| commit).next();
                Ok(commit.map(Oid::from_str).transpose()?)
            }
            Some(NO_SUCH_BRANCH) => Ok(None),
            _ => Err(failed("fetched from", from, &answer)),
        }
    }

    /// Pushes a commit to the branch, which must only grow by it, and with it the versions of records that were kept beside.
    ///
    /// # Errors
    /// [`StoreError::Remote`] when git comes to no answer about the branch.
    pub fn push(&self, commit: CommitId, to: &Upstream) -> Result<Pushed, StoreError> {
        let Upstream { remote, branch } = to;
        let branch_refspec = format!("{commit}:{branch}");
        let rivals = rivals_refspec();
        let mut arguments = vec!["push", "--porcelain", "--recurse-submodules=no", "--", remote];
        arguments.push(&branch_refspec);
        if self.repo.references_glob(&format!("{RIVALS}*"))?.next().is_some() {
            arguments.push(&rivals);
        }
        let answer = self.git(&arguments)?;
        for line in answer.out.lines() {
            let mut fields = line.splitn(3, '\t');
            let (flag, names, summary) = (fields.next(), fields.next(), fields.next());
            if names.and_then(|names| names.rsplit_once(':')).is_none_or(|(_, name)| name != branch)
            {
                continue;
            }
            return Ok(match flag {
                Some("!") => {
                    let said = [summary.unwrap_or_default().to_owned(), told(&answer.err)];
                    Pushed::Refused(said.join("; ").trim_matches([';', ' ']).to_owned())
                }
                _ => Pushed::Done,
            });
        }
        Err(failed("pushed to", to, &answer))
    }

    /// Runs git for something that needs no other repository.
    pub(super) fn git_alone(&self, arguments: &[&str]) -> Result<(), StoreError> {
        let answer = self.git(arguments)?;
        match answer.code {
            Some(0) => Ok(()),
            _ => Err(StoreError::Refused { said: told(&answer.err) }),
        }
    }

    /// Runs git in this repository. No shell sees the arguments; git asks the person at the terminal as usual.
    fn git(&self, arguments: &[&str]) -> Result<Answer, StoreError> {
        let failed = |error: io::Error| StoreError::NoGit { source: error };
        let mut child = Command::new("git")
            .arg("--git-dir")
            .arg(self.git_dir())
            .args(arguments)
            .current_dir(self.home())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let err = child.stderr.take().map(|stream| thread::spawn(move || bounded(stream)));
        let out = child.stdout.take().map(bounded).unwrap_or_default();
        let err = err.and_then(|reader| reader.join().ok()).unwrap_or_default();
        let code = wait(child).map_err(failed)?;
        Ok(Answer { code, out, err })
    }
}

/// Names the versions of records that were kept beside, which are exchanged as they are and never replaced.
fn rivals_refspec() -> String {
    format!("{RIVALS}*:{RIVALS}*")
}

fn wait(mut child: Child) -> io::Result<Option<i32>> {
    Ok(child.wait()?.code())
}

/// The beginning of what a stream gives; the rest is read and dropped.
fn bounded(mut stream: impl Read) -> String {
    let mut kept = Vec::new();
    // What cannot be read is not there; the exit code tells whether git is content.
    let _ = stream.by_ref().take(LONGEST_ANSWER).read_to_end(&mut kept);
    let _ = io::copy(&mut stream, &mut io::sink());
    String::from_utf8_lossy(&kept).into_owned()
}

fn failed(doing: &'static str, remote: &Upstream, answer: &Answer) -> StoreError {
    let said = match told(&answer.err) {
        said if said.is_empty() => "git says nothing".to_owned(),
        said => said,
    };
    StoreError::Remote { doing, remote: remote.remote.clone(), said }
}

/// What git says on standard error, in one line and without its hints.
fn told(err: &str) -> String {
    let lines = err.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("hint:") && !line.starts_with("To "));
    lines.take(LINES_TOLD).collect::<Vec<_>>().join("; ")
}
