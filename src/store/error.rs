//! Why the store refused or failed.

use std::io;
use std::path::{Path, PathBuf};

/// Why the store refused or failed. Nothing is written when it refuses, except where
/// [`StoreError::Unfinished`] says otherwise.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// No git repository holds the folder.
    #[error("`{}` is not in a git repository", .dir.display())]
    NotARepository {
        /// Where the search began.
        dir: PathBuf,
    },
    /// A git repository, but not one of games.
    #[error("the git repository `{}` has no riverpost.yaml at its root", .root.display())]
    NoSettings {
        /// Root of the work tree, or the bare repository.
        root: PathBuf,
    },
    /// Git refuses repositories that belong to somebody else.
    #[error("the git repository `{}` belongs to another user", .dir.display())]
    ForeignOwner {
        /// Where the search began.
        dir: PathBuf,
    },
    /// A git repository of a kind that libgit2 cannot use.
    #[error("the git repository `{}` {what}, which this program cannot read or write", .root.display())]
    Unsupported {
        /// Where the search began, or the repository.
        root: PathBuf,
        /// What is special about it.
        what: &'static str,
    },
    /// A repository that people work in, where one is needed that is only pushed to.
    #[error("`{}` has a work tree: a hook guards a bare repository, which is only pushed to", .root.display())]
    NotBare {
        /// Root of the work tree.
        root: PathBuf,
    },
    /// Git's settings say that hooks lie somewhere else.
    #[error("core.hooksPath is set: git runs the hooks in `{}`", .folder.display())]
    HooksElsewhere {
        /// Where they lie.
        folder: PathBuf,
    },
    /// There is a hook of somebody else's.
    #[error("`{}` is there already, and not of riverpost's making", .hook.display())]
    ForeignHook {
        /// The hook.
        hook: PathBuf,
    },
    /// Two commits differ in more than is looked at.
    #[error("two commits differ in more than {most} entries")]
    TooDifferent {
        /// The most.
        most: usize,
    },
    /// The branch has no commit yet, and libgit2 cannot make it.
    #[error("the branch has no commit yet, and a name that is not UTF-8")]
    UnbornBranch,
    /// HEAD names a commit instead of a branch.
    #[error("no branch is checked out (detached HEAD)")]
    DetachedHead,
    /// There is no other repository to exchange with.
    #[error("no remote is configured: nothing can be fetched or pushed")]
    NoRemote,
    /// Git's settings do not say which branch of which remote the current branch is exchanged with.
    #[error("it is not set with which remote the branch `{branch}` is exchanged")]
    NoUpstream {
        /// The current branch.
        branch: String,
        /// The remotes there are.
        remotes: Vec<String>,
    },
    /// Git failed at the other repository.
    #[error("nothing could be {doing} `{remote}`: {said}")]
    Remote {
        /// `fetched from` or `pushed to`.
        doing: &'static str,
        /// The remote.
        remote: String,
        /// What git says.
        said: String,
    },
    /// The program `git` is needed and cannot be run.
    #[error("the program `git` cannot be run: {source}")]
    NoGit {
        /// The system's answer.
        source: io::Error,
    },
    /// Git refuses to do something in this repository.
    #[error("git does not do it: {said}")]
    Refused {
        /// What git says.
        said: String,
    },
    /// What was fetched has nothing in common with the current branch.
    #[error("`{upstream}` has no commit in common with the current branch")]
    Unrelated {
        /// The branch that was fetched.
        upstream: String,
    },
    /// What was fetched, or what was done here, can be merged by git alone.
    #[error("`{path}` {reason}")]
    ByHand {
        /// The branch that was fetched.
        upstream: String,
        /// The file.
        path: String,
        /// Why it takes git to merge it.
        reason: &'static str,
    },
    /// A path that no record may have.
    #[error("`{path}` cannot be the path of a record: {reason}")]
    BadPath {
        /// The path as given.
        path: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A path outside of the repository.
    #[error("`{}` is outside of the repository `{}`", .path.display(), .root.display())]
    Outside {
        /// The path as given.
        path: PathBuf,
        /// Root of the repository.
        root: PathBuf,
    },
    /// A symbolic link at the record's path or above it.
    #[error("`{path}` is a symbolic link, where a plain file or folder belongs")]
    SymbolicLink {
        /// The link, from the root.
        path: String,
    },
    /// A folder, submodule or device where a file belongs, or a file where a folder belongs.
    #[error("`{path}` is in the way: it is not the kind of thing a record's path needs there")]
    InTheWay {
        /// The obstacle, from the root.
        path: String,
    },
    /// A new file's path has one in the last commit.
    #[error("`{path}` has been committed by another run meanwhile")]
    Existing {
        /// The file, from the root.
        path: String,
    },
    /// The file differs from the last commit.
    #[error("`{path}` has edits that are not committed")]
    Edited {
        /// The record.
        path: String,
    },
    /// The index holds another version of the file than the last commit.
    #[error("`{path}` has staged changes that are not committed")]
    Staged {
        /// The record.
        path: String,
    },
    /// A file that is too large to be read.
    #[error("`{path}` has {size} bytes, more than any record or match may have")]
    TooLarge {
        /// The file, from the root.
        path: String,
        /// Its size.
        size: u64,
    },
    /// The work tree has the version before that of the last commit.
    #[error(
        "`{path}` is not up to date: the work tree has the version before that of the last commit"
    )]
    Behind {
        /// The record.
        path: String,
    },
    /// The last commit has the file, the work tree has not.
    #[error("`{path}` is missing from the work tree")]
    Missing {
        /// The record.
        path: String,
    },
    /// The work tree or the index has the file, the last commit has not.
    #[error("`{path}` exists but was never committed")]
    Untracked {
        /// The record.
        path: String,
    },
    /// A merge left the file unresolved.
    #[error("`{path}` has a merge conflict")]
    Conflicted {
        /// The record.
        path: String,
        /// What it holds in the work tree.
        content: Vec<u8>,
    },
    /// Git does not know who commits.
    #[error("git does not know who you are: no user.name or user.email")]
    NoIdentity,
    /// `commit.gpgsign` is set, and signing failed.
    #[error("the commit could not be signed: {reason}")]
    Signing {
        /// What failed.
        reason: String,
    },
    /// Another git holds the lock, or died with it.
    #[error("git's lock `{}` is held by another program, or left over from one that crashed", .lock.display())]
    Locked {
        /// The lock file.
        lock: PathBuf,
    },
    /// The index uses a feature that only git itself can write.
    #[error("git's index cannot be read: {reason}")]
    Index {
        /// What was found.
        reason: String,
    },
    /// Another run holds the repository for too long.
    #[error("another riverpost is writing in this repository and does not finish")]
    Busy,
    /// The branch kept moving.
    #[error("the branch moved under every one of {attempts} attempts")]
    Raced {
        /// How often it was tried.
        attempts: u32,
    },
    /// A note that is too long to be kept.
    #[error("a note of {size} bytes is more than is kept beside a commit")]
    LongNote {
        /// Its size.
        size: usize,
    },
    /// No permission to write.
    #[error("`{}` is read-only", .path.display())]
    ReadOnly {
        /// What could not be written.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The commit is made, but the work tree could not follow.
    #[error(
        "the action is recorded (commit {commit}), but not all that follows could be done: {source}"
    )]
    Unfinished {
        /// The hash of the commit, which stands.
        commit: String,
        /// What went wrong after it.
        source: Box<StoreError>,
    },
    /// No file of that id.
    #[error("nothing in `{folder}` is called `{id}`")]
    NotFound {
        /// Where it was looked for, from the root.
        folder: String,
        /// The id, or its beginning.
        id: String,
    },
    /// Several files fit.
    #[error("`{id}` fits {count} files: {}{}", .candidates.join(", "), if *.count > .candidates.len() { ", …" } else { "" })]
    Ambiguous {
        /// The id, or its beginning.
        id: String,
        /// The ids of the first few that fit, in order.
        candidates: Vec<String>,
        /// How many fit.
        count: usize,
    },
    /// The program that sends mail did not take a message.
    #[error("`{program}` did not take the message: {said}")]
    Unsent {
        /// The program.
        program: String,
        /// What it said.
        said: String,
    },
    /// The editor gave no text.
    #[error("the editor `{editor}` gave no text: {said}")]
    Editor {
        /// The editor.
        editor: String,
        /// What went wrong.
        said: String,
    },
    /// The file system failed.
    #[error("`{}`: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// Git failed in a way with no answer of its own here.
    #[error("git: {}", .0.message())]
    Git(#[from] git2::Error),
}

impl StoreError {
    /// What the person can do next with git or files, where there is something to do.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::ForeignOwner { dir } => format!(
                "if you trust it, run `git config --global --add safe.directory {}`",
                dir.display()
            ),
            Self::DetachedHead => {
                "check out a branch first: `git switch main`, or `git switch -c NAME` to keep this commit".into()
            }
            Self::NotBare { .. } => "make one: `git clone --bare . ../hub.git`".into(),
            Self::HooksElsewhere { .. } => {
                "unset it for this repository: `git config --unset core.hooksPath`".into()
            }
            Self::ForeignHook { hook } => format!("move `{}` away if it is not needed", hook.display()),
            Self::TooDifferent { .. } => "commit it in several steps".into(),
            Self::NoRemote => "add one: `git remote add origin ADDRESS`".into(),
            Self::NoUpstream { branch, remotes } => format!(
                "set it: `git config branch.{branch}.remote {}`",
                remotes.first().map_or("REMOTE", String::as_str)
            ),
            Self::Remote { remote, .. } => {
                format!("see the network and the address, `git remote get-url {remote}`, and try again")
            }
            Self::NoGit { .. } => "install git, which does everything that needs the network".into(),
            Self::Unrelated { .. } => {
                "these are two different repositories: see the addresses with `git remote -v`".into()
            }
            Self::ByHand { upstream, .. } => {
                format!("merge it with git and come back: `git merge {upstream}`")
            }
            Self::Unsupported { .. } => {
                "keep the games in a repository made with `git init --object-format=sha1 --ref-format=files`".into()
            }
            Self::UnbornBranch => {
                "make the first commit with git: `git commit --allow-empty -m start`".into()
            }
            Self::TooLarge { path, .. } => format!("move `{path}` away, or cut it down"),
            Self::Behind { .. } => "the next action brings it up to date".into(),
            Self::BadPath { .. } => {
                "use a path below the repository's root, with `/` between the folders".into()
            }
            Self::SymbolicLink { .. } => "put the file itself there instead of the link".into(),
            Self::InTheWay { path } => format!("move `{path}` away, or choose another folder"),
            Self::Existing { .. } => {
                "nothing of this commit was written; run the same command again".to_owned()
            }
            Self::Edited { path } => format!(
                "see them with `git diff -- ':/{path}'`; commit them, or drop them with `git restore -- ':/{path}'`"
            ),
            Self::Staged { path } => format!(
                "commit them, or drop them with `git restore --staged --worktree -- ':/{path}'`"
            ),
            Self::Missing { path } => {
                format!("bring it back with `git restore --staged --worktree -- ':/{path}'`")
            }
            Self::Untracked { path } => {
                format!("commit it with `git add -- ':/{path}' && git commit`, or move it away")
            }
            Self::Conflicted { path, .. } => format!(
                "settle the conflict, then `git add -- ':/{path}'` and finish the merge with `git commit`"
            ),
            Self::NoIdentity => "run `git config --global user.name 'Your Name'` and \
                `git config --global user.email you@example.org`"
                .into(),
            Self::Signing { .. } => "put git's signing settings right (gpg.format, gpg.program, \
                user.signingkey), or turn signing off here with `git config commit.gpgsign false`"
                .into(),
            Self::Locked { lock } => format!(
                "wait for the other git to finish; if none is running, remove the file: rm '{}'",
                lock.display()
            ),
            Self::Index { .. } => "rewrite it in the common form: `git update-index \
                --no-split-index`, or `git sparse-checkout reapply --no-sparse-index`"
                .into(),
            Self::Busy | Self::Raced { .. } => "wait a moment and try again".into(),
            Self::ReadOnly { path, .. } => {
                format!("make it writable for you, or work in a copy: `{}`", path.display())
            }
            Self::Unfinished { .. } => "do not repeat the action; mend the cause, and the next \
                action brings the files up to date"
                .into(),
            Self::Unsent { .. } => "name a program that takes a message as sendmail does: `git config \
                sendemail.sendmailCmd 'msmtp -a work'`"
                .into(),
            Self::Editor { .. } => "name one: `git config core.editor nano`".into(),
            Self::Ambiguous { .. } => "give more of the id, or the path".into(),
            // What helps here is a command of the tool, which the command line names.
            Self::NotARepository { .. }
            | Self::NoSettings { .. }
            | Self::Outside { .. }
            | Self::NotFound { .. }
            | Self::Refused { .. } => return None,
            Self::Io { .. } | Self::Git(_) | Self::LongNote { .. } => return None,
        })
    }

    /// The file of the repository that is refused, from the root, if one is.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::BadPath { path, .. }
            | Self::SymbolicLink { path }
            | Self::InTheWay { path }
            | Self::Existing { path }
            | Self::TooLarge { path, .. }
            | Self::Behind { path }
            | Self::Edited { path }
            | Self::Staged { path }
            | Self::Missing { path }
            | Self::Untracked { path }
            | Self::Conflicted { path, .. } => Some(path),
            _ => None,
        }
    }

    /// A failed write or read at `path`, told apart from a refusal by the folder's permissions.
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::ReadOnly { path, source }
            }
            _ => Self::Io { path, source },
        }
    }
}
