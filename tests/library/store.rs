//! The store against real repositories, and against git itself.

mod notes;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Barrier, Once};
use std::thread;

use riverpost::store::{
    CommitDraft, CommitId, NewFiles, Person, RepoPath, Store, StoreError, Timestamp,
};
use tempfile::TempDir;

use crate::common::{Dice, temporary};

const RECORD: &str = "games/wing/2026-11/wing-1.yaml";
const WHEN: Timestamp = Timestamp(1_795_000_000);

/// A repository of games in a folder of its own, out of reach of the user's git settings.
pub struct Sandbox {
    dir: TempDir,
}

impl Sandbox {
    pub fn empty() -> Self {
        static HERMETIC: Once = Once::new();
        HERMETIC.call_once(|| {
            use git2::ConfigLevel::{Global, ProgramData, System, XDG};
            for level in [Global, ProgramData, System, XDG] {
                // Sound: no other thread is past this `Once`, so none reads the paths.
                unsafe { git2::opts::set_search_path(level, "/nonexistent") }.unwrap();
            }
        });
        Self { dir: temporary() }
    }

    /// A work tree on branch `main` with `riverpost.yaml` and one record.
    fn new() -> Self {
        let sandbox = Self::empty();
        sandbox.git(&["init", "-q", "-b", "main"]);
        sandbox.identify();
        sandbox.write("riverpost.yaml", "format: riverpost/1\n");
        sandbox.write(".gitattributes", "*.yaml text eol=lf\n");
        sandbox.write(RECORD, "moves: |\n");
        sandbox.git(&["add", "."]);
        sandbox.git(&["commit", "-q", "-m", "start"]);
        sandbox
    }

    fn bare() -> Self {
        let (source, sandbox) = (Self::new(), Self::empty());
        sandbox.git(&["clone", "-q", "--bare", source.root().to_str().unwrap(), "."]);
        sandbox.identify();
        sandbox
    }

    pub fn identify(&self) {
        self.git(&["config", "user.name", "Clerk"]);
        self.git(&["config", "user.email", "clerk@example.org"]);
    }

    pub fn root(&self) -> &Path {
        self.dir.path()
    }

    fn file(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub fn store(&self) -> Store {
        Store::discover(self.root()).unwrap().at(Timestamp(1_795_000_777))
    }

    pub fn write(&self, path: &str, text: &str) {
        let file = self.file(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.file(path)).unwrap()
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        git_in(self.root(), arguments)
    }

    fn status(&self) -> String {
        self.git(&["status", "--porcelain"])
    }

    /// Nothing to see for git, and nothing broken.
    fn assert_clean(&self) {
        assert_eq!(self.status(), "");
        self.git(&["fsck", "--strict", "--no-dangling"]);
        assert!(!self.file(".git/index.lock").exists());
        assert!(!self.file(".git/riverpost/journal").exists());
    }
}

fn git_command(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.current_dir(dir).args(arguments).env_clear();
    command.env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", "/nonexistent");
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env("GIT_AUTHOR_DATE", "1790000000 +0000").env("LC_ALL", "C.UTF-8");
    command.env("GIT_COMMITTER_DATE", "1790000000 +0000");
    command
}

fn git_in(dir: &Path, arguments: &[&str]) -> String {
    let output = git_command(dir, arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).unwrap()
}

fn edit(bytes: impl Into<Vec<u8>>) -> CommitDraft<()> {
    CommitDraft {
        new_files: Vec::new(),
        bytes: bytes.into(),
        author: Person { name: "Anna Ek".into(), email: "anna@example.org".into() },
        subject: "wing-1: 1. SH e4-e5".into(),
        trailers: vec![("Riverpost-Game".into(), "wing-1".into())],
        when: WHEN,
        value: (),
    }
}

/// Appends a line to a record.
fn append(store: &Store, record: &str, line: &str) -> Result<CommitId, StoreError> {
    let update = store.update(&path(record), |old| {
        let old = old.unwrap_or_default();
        Ok::<_, StoreError>(edit([old, line.as_bytes(), b"\n"].concat()))
    });
    update.map(|(commit, ())| commit)
}

/// The refusal of a move, after which nothing is changed.
fn refusal(sandbox: &Sandbox) -> StoreError {
    let before = (sandbox.git(&["rev-parse", "--all"]), sandbox.status());
    let error = append(&sandbox.store(), RECORD, "  1. x").unwrap_err();
    assert_eq!(before, (sandbox.git(&["rev-parse", "--all"]), sandbox.status()));
    assert!(!sandbox.file(".git/riverpost/journal").exists());
    let text = error.to_string();
    assert!(!text.ends_with('.') && !text.starts_with(char::is_uppercase), "{text}");
    assert!(error.hint().is_some(), "{text}");
    error
}

#[test]
fn a_move_is_one_commit_of_one_file() {
    let sandbox = Sandbox::new();
    let commit = append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();
    let format = "--format=%H|%an|%ae|%at|%cn|%ce|%ct|%B";
    let shown = sandbox.git(&["log", "-1", "--name-status", format]);
    let expected = format!(
        "{commit}|Anna Ek|anna@example.org|1795000000|Clerk|clerk@example.org|1795000777|\
         wing-1: 1. SH e4-e5\n\nRiverpost-Game: wing-1\n\n\nM\t{RECORD}\n"
    );
    assert_eq!(shown, expected);
    assert_eq!(sandbox.text(RECORD), "moves: |\n  1. SH e4-e5\n");
    let reflog = sandbox.git(&["reflog", "-1", "--format=%gs"]);
    assert_eq!(reflog, "riverpost: wing-1: 1. SH e4-e5\n");
    sandbox.assert_clean();
}

/// Git makes the same tree of the same files, whatever their names and sizes.
#[test]
fn the_tree_of_a_commit_is_git_s_own() {
    let sandbox = Sandbox::new();
    // A folder's place in a tree is that of its name with a slash, which is above `-` and `.` and below `0`.
    for name in ["a.yaml", "a-b.yaml", "a/x.yaml", "a0.yaml", "a/x/y.yaml", "a/x0/y.yaml", "b/x"] {
        sandbox.write(&format!("games/{name}"), name);
    }
    std::os::unix::fs::symlink("a.yaml", sandbox.file("games/a.link")).unwrap();
    sandbox.git(&["add", "."]);
    sandbox.git(&["update-index", "--chmod=+x", "games/a-b.yaml"]);
    sandbox.git(&["commit", "-qm", "more"]);
    sandbox.git(&["checkout", "-q", "-f", "."]);
    let store = sandbox.store();
    for name in ["a/new.yaml", "a/x/new.yaml", "a/x/y.yaml", "a-b.yaml", "a+.yaml", "c/d/e.yaml"] {
        append(&store, &format!("games/{name}"), "new").unwrap();
        sandbox.git(&["add", "-A"]);
        assert_eq!(sandbox.git(&["write-tree"]), sandbox.git(&["rev-parse", "HEAD^{tree}"]));
    }
    // Around the size up to which objects are not compressed.
    for size in [3_850, 3_899, 3_900, 3_901, 70_000] {
        let long = "0123456789".repeat(size / 10 + 1)[..size - 1].to_owned();
        let name = format!("games/long-{size}.yaml");
        append(&store, &name, &long).unwrap();
        assert_eq!(sandbox.git(&["show", &format!("HEAD:{name}")]), long + "\n");
    }
    let object = sandbox.git(&["rev-parse", "HEAD:games/long-3900.yaml"]);
    let file = format!(".git/objects/{}/{}", &object[..2], object[2..].trim());
    assert_eq!(fs::metadata(sandbox.file(&file)).unwrap().len(), 3_900 + 10 + 11);
    // The same content again, and after everything was packed.
    append(&store, "games/same.yaml", "new").unwrap();
    sandbox.git(&["gc", "-q"]);
    append(&store, "games/same-again.yaml", "new").unwrap();
    sandbox.assert_clean();
}

#[test]
fn a_new_record_is_seen_as_absent_first() {
    let sandbox = Sandbox::new();
    let new = "games/encounter/2026-12/encounter-1.yaml";
    let answer = sandbox.store().update(&path(new), |old| {
        assert_eq!(old, None);
        Ok::<_, StoreError>(edit("new\n"))
    });
    answer.unwrap();
    assert_eq!(sandbox.text(new), "new\n");
    sandbox.assert_clean();
}

#[test]
fn what_the_edit_refuses_changes_nothing() {
    let sandbox = Sandbox::new();
    let answer = sandbox
        .store()
        .update(&path(RECORD), |_| Err::<CommitDraft<()>, _>(StoreError::UnbornBranch));
    assert!(matches!(answer, Err(StoreError::UnbornBranch)));
    sandbox.assert_clean();
    assert_eq!(sandbox.git(&["rev-list", "--count", "HEAD"]), "1\n");
}

#[test]
fn what_others_staged_or_edited_stays() {
    let sandbox = Sandbox::new();
    sandbox.write("games/wing/2026-11/wing-2.yaml", "other\n");
    sandbox.write("staged.txt", "staged\n");
    sandbox.git(&["add", "."]);
    sandbox.write("staged.txt", "edited!\n");
    sandbox.write("riverpost.yaml", "format: riverpost/2\n");
    sandbox.write("untracked.txt", "untracked\n");
    let before = sandbox.status();
    append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();
    assert_eq!(sandbox.status(), before);
    assert_eq!(sandbox.git(&["show", "--name-only", "--format=", "HEAD"]), format!("{RECORD}\n"));
    assert_eq!(sandbox.git(&["show", ":staged.txt"]), "staged\n");
    assert_eq!(sandbox.text("staged.txt"), "edited!\n");
}

#[test]
fn an_edit_in_the_second_of_the_index_is_still_seen() {
    let sandbox = Sandbox::new();
    append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();
    let settings = sandbox.file("riverpost.yaml");
    let at = |second| {
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(second);
        let file = |name: &Path| fs::File::options().append(true).open(name).unwrap();
        file(&settings).set_modified(time).unwrap();
        file(&sandbox.file(".git/index")).set_modified(time).unwrap();
    };
    // Of the same size, written in the second of the index and after it.
    sandbox.git(&["config", "core.trustctime", "false"]);
    sandbox.write("riverpost.yaml", "format: riverpost/2\n");
    at(1_790_000_000);
    sandbox.git(&["add", "riverpost.yaml"]);
    sandbox.write("riverpost.yaml", "format: riverpost/3\n");
    at(1_790_000_000);
    assert_eq!(sandbox.status(), "MM riverpost.yaml\n");
    at(1_790_000_000);
    append(&sandbox.store(), RECORD, "  1... NH e7-e6").unwrap();
    assert_eq!(sandbox.status(), "MM riverpost.yaml\n");
}

#[test]
fn every_version_of_the_index() {
    for version in ["2", "3", "4"] {
        let sandbox = Sandbox::new();
        let long = format!("games/{}/{0}.yaml", "long-".repeat(40));
        for name in ["a", "games/wing/2026-10/wing-0.yaml", "games/wing/2027-01/z.yaml", &long] {
            sandbox.write(name, name);
        }
        sandbox.git(&["add", "."]);
        sandbox.git(&["commit", "-q", "-m", "more"]);
        sandbox.git(&["update-index", "--index-version", version]);
        sandbox.git(&["update-index", "--untracked-cache"]);
        sandbox.write("later", "");
        if version != "2" {
            sandbox.git(&["add", "--intent-to-add", "later"]);
            sandbox.git(&["update-index", "--skip-worktree", "a"]);
        }
        let status = sandbox.status();
        for name in [RECORD, "games/wing/2026-11/wing-2.yaml", &long, "games/b.yaml", "zz.yaml"] {
            append(&sandbox.store(), name, "line").unwrap();
            assert_eq!(sandbox.status(), status, "version {version}, {name}");
        }
        sandbox.git(&["fsck", "--strict", "--no-dangling"]);
        // Trees the index remembers must not outlive what they were made of.
        sandbox.git(&["rm", "-q", "-f", "--cached", "--ignore-unmatch", "later"]);
        assert_eq!(sandbox.git(&["write-tree"]), sandbox.git(&["rev-parse", "HEAD^{tree}"]));
        append(&sandbox.store(), RECORD, "line").unwrap();
        assert_eq!(sandbox.git(&["write-tree"]), sandbox.git(&["rev-parse", "HEAD^{tree}"]));
    }
}

#[test]
fn a_broken_index_is_refused() {
    let sandbox = Sandbox::new();
    let whole = fs::read(sandbox.file(".git/index")).unwrap();
    let head = sandbox.git(&["rev-parse", "HEAD"]);
    for length in (1..whole.len() - 20).step_by(7) {
        fs::write(sandbox.file(".git/index"), &whole[..length]).unwrap();
        let error = append(&sandbox.store(), RECORD, "x").unwrap_err();
        assert!(matches!(error, StoreError::Index { .. }), "{length}: {error}");
    }
    fs::write(sandbox.file(".git/index"), &whole).unwrap();
    assert_eq!(sandbox.git(&["rev-parse", "HEAD"]), head);
    append(&sandbox.store(), RECORD, "x").unwrap();
    sandbox.assert_clean();
}

#[test]
fn a_branch_without_commits_gets_its_first() {
    let sandbox = Sandbox::empty();
    sandbox.git(&["init", "-q", "-b", "trunk"]);
    sandbox.identify();
    sandbox.write("riverpost.yaml", "format: riverpost/1\n");
    append(&sandbox.store(), RECORD, "first").unwrap();
    assert_eq!(sandbox.git(&["log", "--format=%s", "trunk"]), "wing-1: 1. SH e4-e5\n");
    assert_eq!(sandbox.status(), "?? riverpost.yaml\n");
}

#[test]
fn a_bare_repository_needs_no_files() {
    let sandbox = Sandbox::bare();
    let store = sandbox.store();
    assert!(store.is_bare());
    assert_eq!(store.root(), None);
    append(&store, RECORD, "  1. SH e4-e5").unwrap();
    append(&store, "games/wing/2026-12/wing-9.yaml", "new").unwrap();
    let shown = sandbox.git(&["show", &format!("HEAD:{RECORD}")]);
    assert_eq!(shown, "moves: |\n  1. SH e4-e5\n");
    sandbox.git(&["fsck", "--strict", "--no-dangling"]);
    assert!(!sandbox.file("index").exists());
    let located = store.locate(Path::new("/elsewhere"), Path::new(RECORD)).unwrap();
    assert_eq!(located, path(RECORD));
}

#[test]
fn a_linked_work_tree_has_its_own_index_and_branch() {
    let sandbox = Sandbox::new();
    let linked = Sandbox::empty();
    let place = linked.file("linked");
    sandbox.git(&["worktree", "add", "-q", "-b", "other", place.to_str().unwrap()]);
    append(&Store::discover(&place).unwrap(), RECORD, "  1. SH e4-e5").unwrap();
    assert_eq!(git_in(&place, &["status", "--porcelain"]), "");
    assert_eq!(git_in(&place, &["rev-list", "--count", "other"]), "2\n");
    assert_eq!(sandbox.git(&["rev-list", "--count", "main"]), "1\n");
    sandbox.assert_clean();
}

#[test]
fn a_subfolder_and_a_repository_inside_another() {
    let sandbox = Sandbox::new();
    let folder = sandbox.file("games/wing");
    let store = Store::discover(&folder).unwrap();
    append(&store, RECORD, "  1. SH e4-e5").unwrap();
    sandbox.assert_clean();

    let inner = sandbox.file("inner");
    fs::create_dir(&inner).unwrap();
    git_in(&inner, &["init", "-q"]);
    let error = Store::discover(&inner).unwrap_err();
    assert!(matches!(&error, StoreError::NoSettings { root } if root.ends_with("inner")));
    fs::write(inner.join("riverpost.yaml"), "").unwrap();
    let found = Store::discover(&inner).unwrap();
    assert!(found.root().unwrap().ends_with("inner"));
}

#[test]
fn names_with_accents_and_spaces() {
    let sandbox = Sandbox::new();
    let name = "games/wing/für Jänner/Zoë & Ægir's.yaml";
    append(&sandbox.store(), name, "eins").unwrap();
    append(&sandbox.store(), name, "zwei").unwrap();
    assert_eq!(sandbox.text(name), "eins\nzwei\n");
    assert_eq!(sandbox.store().find("games", "ZOË").unwrap(), path(name));
    sandbox.assert_clean();
}

#[test]
fn line_ends_are_not_an_edit() {
    for attributes in [true, false] {
        let sandbox = Sandbox::new();
        sandbox.git(&["config", "core.autocrlf", "true"]);
        if !attributes {
            sandbox.git(&["rm", "-q", ".gitattributes"]);
            sandbox.git(&["commit", "-q", "-m", "no attributes"]);
        }
        sandbox.write(RECORD, "moves: |\r\n");
        append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();
        let shown = sandbox.git(&["show", &format!("HEAD:{RECORD}")]);
        assert_eq!(shown, "moves: |\n  1. SH e4-e5\n");
        assert_eq!(sandbox.status(), "");
    }
}

#[test]
fn names_of_strangers_are_made_fit() {
    let sandbox = Sandbox::new();
    let long = "x".repeat(500);
    let cases = [
        ("Anna <root@x>\nauthor Eve", "a b\n<c>@d", "Anna root@x author Eve <abc@d>"),
        ("", "", "unknown <unknown@invalid>"),
        ("<>\u{0}\u{7}", " \t", "unknown <unknown@invalid>"),
        ("...", "'", "unknown <unknown@invalid>"),
        ("Jürgen \"JJ\" Öhl", "j@ö.de", "Jürgen \"JJ\" Öhl <j@ö.de>"),
        (&long, "x@y", &format!("{long} <x@y>")),
    ];
    for (name, email, expected) in cases {
        let author = Person { name: name.into(), email: email.into() };
        let subject = "one\nRiverpost-Chain: forged".to_owned();
        let trailers = vec![("Riverpost-Game".into(), "a\nRiverpost-Ply: 9".into())];
        let made = CommitDraft { author, subject, trailers, ..edit(format!("{name}\n")) };
        let answer = sandbox.store().update(&path(RECORD), |_| Ok::<_, StoreError>(made.clone()));
        answer.unwrap();
        assert_eq!(sandbox.git(&["log", "-1", "--format=%an <%ae>"]), format!("{expected}\n"));
        let trailers = sandbox.git(&["log", "-1", "--format=%(trailers)"]);
        assert_eq!(trailers, "Riverpost-Game: a Riverpost-Ply: 9\n\n");
    }
    sandbox.assert_clean();
}

#[test]
fn refused_without_repository_or_settings() {
    let sandbox = Sandbox::empty();
    let error = Store::discover(sandbox.root()).unwrap_err();
    assert!(matches!(error, StoreError::NotARepository { .. }), "{error}");
    let error = Store::discover(&sandbox.file("missing")).unwrap_err();
    assert!(matches!(error, StoreError::NotARepository { .. }), "{error}");
    sandbox.git(&["init", "-q"]);
    let error = Store::discover(sandbox.root()).unwrap_err();
    assert!(matches!(error, StoreError::NoSettings { .. }), "{error}");
}

#[test]
fn refused_with_a_detached_head_though_it_reads() {
    let sandbox = Sandbox::new();
    sandbox.git(&["checkout", "-q", "--detach"]);
    assert!(matches!(refusal(&sandbox), StoreError::DetachedHead));
    let blob = sandbox.store().read(&path(RECORD)).unwrap().unwrap();
    assert_eq!(blob.bytes, b"moves: |\n");
    assert_eq!(format!("{}\n", blob.id), sandbox.git(&["rev-parse", &format!("HEAD:{RECORD}")]));
}

#[test]
fn refused_with_local_edits() {
    let sandbox = Sandbox::new();
    append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();

    sandbox.write(RECORD, "by hand\n");
    assert!(matches!(refusal(&sandbox), StoreError::Edited { .. }));
    assert!(matches!(sandbox.store().read(&path(RECORD)), Err(StoreError::Edited { .. })));

    // Taking the last line back by hand is an edit too, though it is the version before.
    sandbox.write(RECORD, "moves: |\n");
    assert!(matches!(refusal(&sandbox), StoreError::Edited { .. }));

    sandbox.write(RECORD, "by hand\n");
    sandbox.git(&["add", "."]);
    assert!(matches!(refusal(&sandbox), StoreError::Edited { .. }));
    sandbox.write(RECORD, "moves: |\n  1. SH e4-e5\n");
    assert!(matches!(refusal(&sandbox), StoreError::Staged { .. }));
}

#[test]
fn refused_when_missing_until_restored_as_the_hint_says() {
    let sandbox = Sandbox::new();
    append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();
    for command in ["rm -q --cached", "rm -q -f"] {
        sandbox.git(&[command.split(' ').collect(), vec![RECORD]].concat::<&str>());
        let error = refusal(&sandbox);
        let (_, hint) = match &error {
            StoreError::Missing { .. } if command.ends_with("-f") => ((), error.hint().unwrap()),
            StoreError::Staged { .. } => ((), error.hint().unwrap()),
            _ => panic!("{error}"),
        };
        let command = hint.split('`').find(|part| part.starts_with("git restore")).unwrap();
        let shell = command.replace('\'', "");
        sandbox.git(&shell.split(' ').skip(1).collect::<Vec<_>>());
        assert_eq!(sandbox.status(), "");
    }
    append(&sandbox.store(), RECORD, "  1... NH e7-e6").unwrap();
    sandbox.assert_clean();
}

#[test]
fn refused_when_a_file_in_the_way_was_never_committed() {
    let sandbox = Sandbox::new();
    let new = "games/wing/2026-11/wing-2.yaml";
    sandbox.write(new, "mine\n");
    let error = append(&sandbox.store(), new, "x").unwrap_err();
    assert!(matches!(error, StoreError::Untracked { .. }), "{error}");
    sandbox.git(&["add", new]);
    fs::remove_file(sandbox.file(new)).unwrap();
    let error = append(&sandbox.store(), new, "x").unwrap_err();
    assert!(matches!(error, StoreError::Untracked { .. }), "{error}");
    assert_eq!(sandbox.status(), format!("AD {new}\n"));
}

#[test]
fn refused_with_a_merge_conflict() {
    let sandbox = Sandbox::new();
    sandbox.git(&["switch", "-q", "-c", "side"]);
    append(&sandbox.store(), RECORD, "  1. theirs").unwrap();
    sandbox.git(&["switch", "-q", "main"]);
    append(&sandbox.store(), RECORD, "  1. ours").unwrap();
    let merge = git_command(sandbox.root(), &["merge", "-q", "side"]).output().unwrap();
    assert!(!merge.status.success());
    assert!(matches!(refusal(&sandbox), StoreError::Conflicted { .. }));
    // Also when the file was put right and only the index still knows.
    sandbox.git(&["checkout", "-q", "--ours", RECORD]);
    assert!(matches!(refusal(&sandbox), StoreError::Conflicted { .. }));
}

#[test]
fn refused_without_an_identity() {
    let sandbox = Sandbox::new();
    sandbox.git(&["config", "--unset", "user.email"]);
    let error = refusal(&sandbox);
    assert!(matches!(error, StoreError::NoIdentity), "{error}");
    assert!(error.hint().unwrap().contains("git config"));
}

#[test]
fn refused_with_the_index_lock_of_another_git() {
    let sandbox = Sandbox::new();
    sandbox.write(".git/index.lock", "");
    let error = refusal(&sandbox);
    assert!(matches!(error, StoreError::Locked { .. }), "{error}");
    assert!(error.hint().unwrap().contains("index.lock"));
    assert_eq!(sandbox.text(".git/index.lock"), "");
    assert_eq!(sandbox.git(&["count-objects"]), "8 objects, 32 kilobytes\n");
}

#[test]
fn refused_with_the_branch_lock_of_another_git() {
    let sandbox = Sandbox::new();
    sandbox.write(".git/refs/heads/main.lock", "");
    let error = refusal(&sandbox);
    assert!(error.hint().unwrap().contains("main.lock"), "{error}");
    assert!(sandbox.file(".git/refs/heads/main.lock").exists());
    fs::remove_file(sandbox.file(".git/refs/heads/main.lock")).unwrap();
    append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();
    sandbox.assert_clean();
}

#[test]
fn refused_with_an_index_only_git_can_write() {
    let sandbox = Sandbox::new();
    sandbox.git(&["update-index", "--split-index"]);
    let error = append(&sandbox.store(), RECORD, "  1. x").unwrap_err();
    assert!(matches!(error, StoreError::Index { .. }), "{error}");
    sandbox.git(&["update-index", "--no-split-index"]);
    append(&sandbox.store(), RECORD, "  1. x").unwrap();
    sandbox.assert_clean();
}

#[cfg(unix)]
#[test]
fn refused_behind_a_symbolic_link() {
    use std::os::unix::fs::symlink;
    let sandbox = Sandbox::new();
    let outside = sandbox.root().with_extension("outside");
    fs::write(&outside, "moves: |\n").unwrap();
    fs::remove_file(sandbox.file(RECORD)).unwrap();
    symlink(&outside, sandbox.file(RECORD)).unwrap();
    assert!(matches!(refusal(&sandbox), StoreError::SymbolicLink { .. }));
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-q", "-m", "link"]);
    assert!(matches!(refusal(&sandbox), StoreError::SymbolicLink { .. }));
    assert_eq!(fs::read_to_string(&outside).unwrap(), "moves: |\n");
    fs::remove_file(&outside).unwrap();

    let sandbox = Sandbox::new();
    fs::rename(sandbox.file("games"), sandbox.file("real")).unwrap();
    symlink("real", sandbox.file("games")).unwrap();
    let error = append(&sandbox.store(), RECORD, "  1. x").unwrap_err();
    assert!(matches!(&error, StoreError::SymbolicLink { path } if path == "games"), "{error}");
}

#[test]
fn refused_when_something_else_has_the_path() {
    let sandbox = Sandbox::new();
    let error = append(&sandbox.store(), &format!("{RECORD}/below.yaml"), "x").unwrap_err();
    assert!(matches!(&error, StoreError::InTheWay { path } if path == RECORD), "{error}");
    let error = append(&sandbox.store(), "games/wing", "x").unwrap_err();
    assert!(matches!(&error, StoreError::InTheWay { path } if path == "games/wing"), "{error}");
    sandbox.assert_clean();
}

/// Root may write anywhere, so the move is made by a process of another user.
#[cfg(unix)]
#[test]
fn refused_in_a_read_only_folder() {
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    let nobody = 65_534;
    for folder in ["games/wing/2026-11", ".git/riverpost"] {
        let sandbox = Sandbox::new();
        fs::create_dir_all(sandbox.file(folder)).unwrap();
        let root = fs::metadata(sandbox.root()).unwrap();
        let is_root = std::os::unix::fs::MetadataExt::uid(&root) == 0;
        let mut child = Command::new(std::env::current_exe().unwrap());
        if is_root {
            for entry in everything_below(sandbox.root()) {
                chown(entry, Some(nobody), Some(nobody)).unwrap();
            }
            child.uid(nobody);
        }
        fs::set_permissions(sandbox.file(folder), PermissionsExt::from_mode(0o555)).unwrap();
        child.args(["--exact", "store::child_makes_one_move", "--ignored", "--nocapture"]);
        let output = child.current_dir(sandbox.root()).output();
        fs::set_permissions(sandbox.file(folder), PermissionsExt::from_mode(0o755)).unwrap();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("` is read-only") && said.contains(folder), "{output:?}");
        if is_root {
            for entry in everything_below(sandbox.root()) {
                chown(entry, Some(0), Some(0)).unwrap();
            }
        }
        assert_eq!(sandbox.git(&["rev-list", "--count", "HEAD"]), "1\n");
        sandbox.assert_clean();
    }
}

/// Needs root, who alone can give files away.
#[cfg(unix)]
#[test]
fn refused_in_somebody_elses_repository() {
    let sandbox = Sandbox::new();
    for entry in everything_below(sandbox.root()) {
        if std::os::unix::fs::chown(entry, Some(65_534), None).is_err() {
            return;
        }
    }
    let error = Store::discover(sandbox.root()).unwrap_err();
    assert!(matches!(error, StoreError::ForeignOwner { .. }), "{error}");
    assert!(error.hint().unwrap().contains("safe.directory"));
}

#[cfg(unix)]
fn everything_below(folder: &Path) -> Vec<PathBuf> {
    let below = fs::read_dir(folder).unwrap().flat_map(|entry| {
        let entry = entry.unwrap();
        match entry.file_type().unwrap().is_dir() {
            true => everything_below(&entry.path()),
            false => vec![entry.path()],
        }
    });
    below.chain([folder.to_owned()]).collect()
}

#[test]
#[ignore = "run by refused_in_a_read_only_folder"]
fn child_makes_one_move() {
    let _ = Sandbox::empty();
    let store = Store::discover(Path::new(".")).unwrap();
    println!("{}", append(&store, RECORD, "  1. x").unwrap_err());
}

#[test]
fn paths_that_no_record_may_have() {
    for bad in [
        "",
        "/a",
        "a//b",
        "a/",
        "./a",
        "a/../b",
        "..",
        ".git/config",
        "a/.GIT/b",
        "a/.git./b",
        "GIT~1/a",
        "a\\b",
        "a\nb",
        "a\0b",
    ] {
        assert!(matches!(RepoPath::new(bad), Err(StoreError::BadPath { .. })), "{bad:?}");
    }
    assert_eq!(path("games/wing/Ä 1.yaml").stem(), "Ä 1");
}

#[test]
fn paths_as_people_give_them() {
    let sandbox = Sandbox::new();
    let store = sandbox.store();
    let locate = |cwd: &str, given: &str| store.locate(&sandbox.file(cwd), Path::new(given));
    assert_eq!(locate("", RECORD).unwrap(), path(RECORD));
    assert_eq!(locate("games/wing", "2026-11/wing-1.yaml").unwrap(), path(RECORD));
    assert_eq!(locate("games/wing", "../wing/./2026-11/wing-1.yaml").unwrap(), path(RECORD));
    assert_eq!(locate("", "games/new/x/y.yaml").unwrap(), path("games/new/x/y.yaml"));
    let absolute = sandbox.file(RECORD);
    assert_eq!(locate("games", absolute.to_str().unwrap()).unwrap(), path(RECORD));
    for outside in ["../x.yaml", "/etc/passwd", "nowhere/../../x", ".."] {
        assert!(locate("", outside).is_err(), "{outside}");
    }
    assert!(matches!(locate("", ".git/config"), Err(StoreError::BadPath { .. })));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc", sandbox.file("games/etc")).unwrap();
        assert!(matches!(locate("games", "etc/x.yaml"), Err(StoreError::Outside { .. })));
    }
}

#[test]
fn records_are_listed_and_found_by_name() {
    let sandbox = Sandbox::new();
    let names = ["wing-10", "wing-11", "Other", "wing-12", "wing-13", "wing-14", "wing-15"];
    for name in names {
        sandbox.write(&format!("games/wing/2026-12/{name}.yaml"), "");
    }
    sandbox.write("games/wing/README.md", "");
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-q", "-m", "more"]);
    let store = sandbox.store();
    let listed = store.list("games").unwrap();
    assert_eq!(listed.len(), names.len() + 1);
    assert!(listed.is_sorted());
    assert_eq!(store.list("games/wing/2026-11").unwrap(), [path(RECORD)]);
    assert_eq!(store.list("nothing").unwrap(), []);
    assert_eq!(store.list("").unwrap().len(), names.len() + 2);

    let find = |id: &str| store.find("games", id).map(|path| path.stem().to_owned());
    assert_eq!(find("WING-1").unwrap(), "wing-1");
    assert_eq!(find("oth").unwrap(), "Other");
    assert!(matches!(find("riverpost"), Err(StoreError::NotFound { .. })));
    let error = find("Wing").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`Wing` fits 7 files: wing-1, wing-10, wing-11, wing-12, wing-13, …"
    );

    sandbox.write("games/fortress/Wing-1.yaml", "");
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-q", "-m", "twice"]);
    assert_eq!(find("wing-1").unwrap(), "wing-1");
    assert_eq!(find("Wing-1").unwrap(), "Wing-1");
    assert!(matches!(find("WING-1"), Err(StoreError::Ambiguous { count: 2, .. })));
    let taken = |id: &str| store.taken("games", id).unwrap().map(|path| path.stem().to_owned());
    assert_eq!(taken("OTHER"), Some("Other".into()));
    assert_eq!(taken("oth"), None);
    let all = store.all_taken("games").unwrap();
    for path in store.list("games").unwrap() {
        let id = path.stem().to_lowercase();
        assert_eq!(Some(all[&id].0.clone()), store.taken("games", &id).unwrap());
    }
}

/// What a listing has found is read without a walk through its folders, and is judged as any file: the work tree must hold it.
#[test]
fn a_listed_file_is_read_as_any_other() {
    let sandbox = Sandbox::new();
    let store = sandbox.store();
    let all = store.all_taken("games").unwrap();
    let (path, id) = &all["wing-1"];
    let id = id.expect("a plain file");
    assert_eq!(path.as_str(), RECORD);
    let read = || store.read_listed(path, id);
    assert_eq!(read().unwrap(), store.read(path).unwrap());
    sandbox.write(RECORD, "moves: |\n  edited\n");
    assert!(matches!(read(), Err(StoreError::Edited { .. })));
    fs::remove_file(sandbox.root().join(RECORD)).unwrap();
    assert!(matches!(read(), Err(StoreError::Missing { .. })));
}

/// A tree of 2,000 folders in each other, from a stranger's push: one odd entry, and all else is found.
#[test]
fn a_tree_without_end_is_not_followed() {
    let sandbox = Sandbox::new();
    let repo = git2::Repository::open(sandbox.root()).unwrap();
    let mut id = repo.head().unwrap().peel_to_tree().unwrap().id();
    for depth in 0..2_000 {
        let mut tree = repo.treebuilder(None).unwrap();
        if depth == 1_999 {
            let head = repo.head().unwrap().peel_to_tree().unwrap();
            let games = head.get_name("games").unwrap().to_object(&repo).unwrap();
            tree = repo.treebuilder(games.as_tree()).unwrap();
        }
        tree.insert("d", id, 0o040_000).unwrap();
        id = tree.write().unwrap();
    }
    let head = repo.head().unwrap().peel_to_commit().unwrap();
    let mut root = repo.treebuilder(Some(&head.tree().unwrap())).unwrap();
    root.insert("games", id, 0o040_000).unwrap();
    let tree = repo.find_tree(root.write().unwrap()).unwrap();
    let by = git2::Signature::now("Clerk", "clerk@example.org").unwrap();
    repo.commit(Some("HEAD"), &by, &by, "deep", &tree, &[&head]).unwrap();
    let store = sandbox.store();
    assert_eq!(store.list("games").unwrap(), [path(RECORD)]);
    assert_eq!(store.find("games", "wing-1").unwrap(), path(RECORD));
    let listed = store.listed("games").unwrap();
    let odd: Vec<String> = listed.filter_map(|file| Some(file.err()?.to_string())).collect();
    assert_eq!(odd.len(), 1, "{odd:?}");
    assert!(odd[0].ends_with("it is nested too deep"), "{odd:?}");
    append(&store, RECORD, "  1. SH e4-e5").unwrap();
}

/// What `core.fsync` means is what git's documentation says; that files reach the disk no test can see.
#[test]
fn settings_of_durability_are_taken_as_git_takes_them() {
    for value in
        ["", "none", "all", "loose-object,reference", "committed,-loose-object", "unheard-of"]
    {
        let sandbox = Sandbox::new();
        sandbox.git(&["config", "core.fsync", value]);
        append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();
        sandbox.assert_clean();
    }
}

#[test]
fn the_edit_is_asked_again_when_the_branch_moved() {
    let sandbox = Sandbox::new();
    let store = sandbox.store();
    let mut asked = Vec::new();
    let answer = store.update(&path(RECORD), |old| {
        let old = old.unwrap();
        asked.push(String::from_utf8(old.to_vec()).unwrap());
        match asked.len() {
            1 => drop(append(&sandbox.store(), RECORD, "  1. theirs").unwrap()),
            2 => drop(sandbox.git(&["commit", "-q", "--allow-empty", "-m", "by git"])),
            _ => {}
        }
        Ok::<_, StoreError>(edit([old, b"  1... ours\n"].concat()))
    });
    answer.unwrap();
    assert_eq!(asked.len(), 3);
    assert_eq!(asked[1], "moves: |\n  1. theirs\n");
    assert_eq!(sandbox.text(RECORD), "moves: |\n  1. theirs\n  1... ours\n");
    assert_eq!(sandbox.git(&["rev-list", "--count", "HEAD"]), "4\n");
    sandbox.assert_clean();
}

#[test]
fn a_branch_that_never_rests_is_given_up() {
    let sandbox = Sandbox::new();
    let answer = sandbox.store().update(&path(RECORD), |_| {
        sandbox.git(&["commit", "-q", "--allow-empty", "-m", "by git"]);
        Ok::<_, StoreError>(edit("x\n"))
    });
    assert!(matches!(answer, Err(StoreError::Raced { attempts: 20 })));
    sandbox.assert_clean();
}

#[test]
fn a_change_between_question_and_answer_is_refused() {
    let sandbox = Sandbox::new();
    let answer = sandbox.store().update(&path(RECORD), |_| {
        sandbox.write(RECORD, "by hand\n");
        Ok::<_, StoreError>(edit("x\n"))
    });
    assert!(matches!(answer, Err(StoreError::Edited { .. })));
    assert_eq!(sandbox.text(RECORD), "by hand\n");

    sandbox.git(&["checkout", "-q", "."]);
    let answer = sandbox.store().update(&path(RECORD), |_| {
        sandbox.git(&["switch", "-q", "-C", "side"]);
        Ok::<_, StoreError>(edit("x\n"))
    });
    answer.unwrap();
    assert_eq!(sandbox.git(&["rev-list", "--count", "main"]), "1\n");
    assert_eq!(sandbox.git(&["rev-list", "--count", "side"]), "2\n");
    sandbox.assert_clean();
}

#[test]
fn a_crowd_loses_no_move() {
    for sandbox in [Sandbox::new(), Sandbox::bare()] {
        let (crowd, each) = (6, 8);
        let start = Barrier::new(crowd);
        thread::scope(|scope| {
            for number in 0..crowd {
                let (sandbox, start) = (&sandbox, &start);
                scope.spawn(move || {
                    let store = sandbox.store();
                    start.wait();
                    for turn in 0..each {
                        append(&store, RECORD, &format!("  {number} {turn}")).unwrap();
                        store.read(&path(RECORD)).unwrap();
                    }
                });
            }
        });
        let shown = sandbox.git(&["show", &format!("HEAD:{RECORD}")]);
        assert_eq!(shown.lines().count(), 1 + crowd * each);
        assert_eq!(
            sandbox.git(&["rev-list", "--count", "HEAD"]),
            format!("{}\n", 1 + crowd * each)
        );
        sandbox.git(&["fsck", "--strict", "--no-dangling"]);
        if !sandbox.store().is_bare() {
            sandbox.assert_clean();
        }
    }
}

/// Moves the branch, and only the branch, as a run does that is killed right after.
fn move_branch_only(sandbox: &Sandbox, text: &str) {
    let before = fs::read(sandbox.file(".git/index")).unwrap();
    let old = sandbox.text(RECORD);
    sandbox.write(RECORD, text);
    sandbox.git(&["commit", "-q", "-m", "killed", RECORD]);
    fs::write(sandbox.file(".git/index"), before).unwrap();
    sandbox.write(RECORD, &old);
    assert_eq!(sandbox.status(), format!("M  {RECORD}\n"));
}

#[test]
fn a_run_killed_after_the_branch_moved_is_finished() {
    let sandbox = Sandbox::new();
    move_branch_only(&sandbox, "moves: |\n  1. killed\n");
    let blob = sandbox.store().read(&path(RECORD)).unwrap().unwrap();
    assert_eq!(blob.bytes, b"moves: |\n  1. killed\n");
    assert_eq!(sandbox.text(RECORD), "moves: |\n", "reading does not write");
    append(&sandbox.store(), RECORD, "  1... next").unwrap();
    assert_eq!(sandbox.text(RECORD), "moves: |\n  1. killed\n  1... next\n");
    sandbox.assert_clean();
}

#[test]
fn a_killed_run_is_finished_even_when_the_next_edit_refuses() {
    let sandbox = Sandbox::new();
    move_branch_only(&sandbox, "moves: |\n  1. killed\n");
    let answer = sandbox
        .store()
        .update(&path(RECORD), |_| Err::<CommitDraft<()>, _>(StoreError::UnbornBranch));
    answer.unwrap_err();
    sandbox.assert_clean();
}

#[test]
fn a_run_killed_before_the_index_followed_is_finished() {
    let sandbox = Sandbox::new();
    move_branch_only(&sandbox, "moves: |\n  1. killed\n");
    sandbox.write(RECORD, "moves: |\n  1. killed\n");
    append(&sandbox.store(), RECORD, "  1... next").unwrap();
    assert_eq!(sandbox.text(RECORD), "moves: |\n  1. killed\n  1... next\n");
    sandbox.assert_clean();
}

#[test]
fn a_journal_is_finished_by_a_move_in_another_record() {
    let sandbox = Sandbox::new();
    move_branch_only(&sandbox, "moves: |\n  1. killed\n");
    let head = sandbox.git(&["rev-parse", "HEAD"]);
    sandbox.write(".git/riverpost/turn", "riverpost\n");
    sandbox.write(".git/riverpost/journal", &format!("refs/heads/main\n{head}{RECORD}\n"));
    sandbox.write(".git/index.lock", "riverpost\n");
    sandbox.write(".git/refs/heads/main.lock", &head);
    let draft = format!("games/wing/2026-11/.riverpost-{}-0", head.trim_end());
    sandbox.write(&draft, "half a rec");
    append(&sandbox.store(), "games/wing/2026-11/wing-2.yaml", "new").unwrap();
    assert_eq!(sandbox.text(RECORD), "moves: |\n  1. killed\n");
    sandbox.assert_clean();
}

#[test]
fn a_killed_creation_is_finished() {
    let sandbox = Sandbox::new();
    let new = "games/wing/2026-12/wing-7.yaml";
    append(&sandbox.store(), new, "new").unwrap();
    sandbox.git(&["rm", "-q", "--cached", new]);
    fs::remove_file(sandbox.file(new)).unwrap();
    append(&sandbox.store(), new, "  1. next").unwrap();
    assert_eq!(sandbox.text(new), "new\n  1. next\n");
    sandbox.assert_clean();
}

/// A process that moves without end is killed at whatever it does, again and again.
#[test]
fn killed_at_any_point() {
    let sandbox = Sandbox::new();
    let mut sure = 0;
    for round in 0..25 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store::child_moves_without_end", "--ignored", "--nocapture"])
            .current_dir(sandbox.root())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let moved = lines.map_while(Result::ok).filter(|line| line.contains("moved"));
        let wanted = 1 + round % 3;
        assert_eq!(moved.take(wanted).count(), wanted, "the child ended, or ran no test at all");
        sure += wanted;
        child.kill().unwrap();
        child.wait().unwrap();

        let text = sandbox.text(RECORD);
        assert!(text.starts_with("moves: |\n") && text.ends_with('\n'), "{text:?}");
        let committed = sandbox.git(&["show", &format!("HEAD:{RECORD}")]);
        assert!(committed.starts_with(&text), "the file is the new record or one before");
        append(&sandbox.store(), RECORD, "  by the next run").unwrap();
        sure += 1;
        let lines = sandbox.text(RECORD).lines().count() - 1;
        assert!(lines >= sure, "{lines} moves, {sure} promised");
        let commits = sandbox.git(&["rev-list", "--count", "HEAD"]);
        assert_eq!(commits, format!("{}\n", 1 + lines), "one move, one commit");
        sure = lines;
        sandbox.assert_clean();
    }
}

#[test]
#[ignore = "run by killed_at_any_point"]
fn child_moves_without_end() {
    let _ = Sandbox::empty();
    let store = Store::discover(Path::new(".")).unwrap();
    loop {
        append(&store, RECORD, "  by the killed run").unwrap();
        println!("moved");
    }
}

#[test]
fn a_record_has_a_history() {
    let sandbox = Sandbox::new();
    let first = append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();
    append(&sandbox.store(), "games/wing/2026-11/wing-2.yaml", "other").unwrap();
    sandbox.git(&["switch", "-q", "-c", "side"]);
    let second = append(&sandbox.store(), RECORD, "  1... NH e7-e6").unwrap();
    sandbox.git(&["switch", "-q", "main"]);
    append(&sandbox.store(), "games/wing/2026-11/wing-3.yaml", "other").unwrap();
    sandbox.git(&["merge", "-q", "--no-edit", "side"]);
    let store = sandbox.store();
    let log = store.log(&path(RECORD), 10).unwrap();
    let commits: Vec<_> = log.iter().map(|entry| entry.commit.to_string()).collect();
    let by_git = sandbox.git(&["log", "--format=%H", "--", RECORD]);
    assert_eq!(commits, by_git.lines().collect::<Vec<_>>());
    assert_eq!(log[0].commit, second);
    assert_eq!(log[1].author.name, "Anna Ek");
    assert_eq!(log[1].committer.email, "clerk@example.org");
    assert_eq!(log[1].time, WHEN);
    assert_eq!(log[1].subject, "wing-1: 1. SH e4-e5");
    assert_eq!(log[1].trailers, [("Riverpost-Game".into(), "wing-1".into())]);
    assert_eq!(log[2].trailers, []);
    assert_eq!(store.log(&path(RECORD), 1).unwrap().len(), 1);
    let shown = sandbox.git(&["show", &format!("{first}:{RECORD}")]);
    assert_eq!(shown, "moves: |\n  1. SH e4-e5\n");
}

const FILES: &[(&str, &str)] =
    &[("riverpost.yaml", "format: riverpost/1\n"), (".gitattributes", "*.yaml text eol=lf\n")];

#[test]
fn init_needs_an_identity_before_it_makes_anything() {
    let sandbox = Sandbox::empty();
    let dir = sandbox.file("new");
    let error = Store::init(&dir, FILES, "start", WHEN).unwrap_err();
    assert!(matches!(error, StoreError::NoIdentity), "{error}");
    assert!(!dir.exists());
}

#[test]
fn init_commits_what_is_missing_once() {
    let sandbox = Sandbox::empty();
    sandbox.git(&["init", "-q", "-b", "trunk"]);
    sandbox.identify();
    sandbox.write("notes.txt", "mine\n");
    sandbox.git(&["add", "notes.txt"]);
    sandbox.write(".gitattributes", "*.txt text\n");
    let init = Store::init(sandbox.root(), FILES, "start", WHEN).unwrap();
    assert!(!init.created && init.commit.is_some());
    assert_eq!(init.kept, [path(".gitattributes")]);
    let shown = sandbox.git(&["show", "--name-only", "--format=%s|%an|%ct"]);
    assert_eq!(shown, "start|Clerk|1795000000\n\n.gitattributes\nriverpost.yaml\n");
    assert_eq!(sandbox.status(), "A  notes.txt\n");
    assert_eq!(sandbox.text(".gitattributes"), "*.txt text\n");

    let again = Store::init(sandbox.root(), FILES, "start", WHEN).unwrap();
    assert!(again.commit.is_none());
    append(&again.store, RECORD, "  1. SH e4-e5").unwrap();
    assert_eq!(sandbox.status(), "A  notes.txt\n");
}

#[test]
fn init_works_in_a_bare_repository() {
    let sandbox = Sandbox::empty();
    sandbox.git(&["init", "-q", "--bare", "-b", "main"]);
    sandbox.identify();
    let init = Store::init(sandbox.root(), FILES, "start", WHEN).unwrap();
    assert!(init.store.is_bare() && init.kept.is_empty());
    assert_eq!(sandbox.git(&["show", "main:riverpost.yaml"]), "format: riverpost/1\n");
    append(&sandbox.store(), RECORD, "new").unwrap();
}

#[cfg(unix)]
mod signing {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn sign_with_ssh(sandbox: &Sandbox) -> Option<PathBuf> {
        let key = sandbox.file(".git/key");
        let made = Command::new("ssh-keygen")
            .args(["-q", "-t", "ed25519", "-N", "", "-C", "clerk", "-f"])
            .arg(&key)
            .status();
        made.ok().filter(|status| status.success())?;
        let public = sandbox.text(".git/key.pub");
        sandbox.write(".git/signers", &format!("clerk@example.org {public}"));
        sandbox.git(&["config", "commit.gpgsign", "true"]);
        sandbox.git(&["config", "gpg.format", "ssh"]);
        sandbox.git(&["config", "gpg.ssh.allowedSignersFile", ".git/signers"]);
        sandbox.git(&["config", "user.signingkey", key.to_str().unwrap()]);
        Some(key)
    }

    #[test]
    fn with_an_ssh_key_git_agrees() {
        let sandbox = Sandbox::new();
        let Some(key) = sign_with_ssh(&sandbox) else {
            return;
        };
        append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();
        sandbox.git(&["verify-commit", "HEAD"]);
        assert_eq!(sandbox.git(&["log", "-1", "--format=%G? %an"]), "G Anna Ek\n");
        sandbox.assert_clean();

        fs::remove_file(key).unwrap();
        let error = refusal(&sandbox);
        assert!(matches!(error, StoreError::Signing { .. }), "{error}");
    }

    /// Stands for gpg: signs with its arguments, or fails with a reason.
    fn program(sandbox: &Sandbox, script: &str) {
        sandbox.write(".git/gpg with space", &format!("#!/bin/sh\n{script}\n"));
        let file = sandbox.file(".git/gpg with space");
        fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
        sandbox.git(&["config", "commit.gpgsign", "true"]);
        sandbox.git(&["config", "gpg.program", file.to_str().unwrap()]);
    }

    #[test]
    fn with_the_configured_program_and_no_shell() {
        let sandbox = Sandbox::new();
        program(&sandbox, "cat >/dev/null; printf -- '-----BEGIN %s|%s\\n' \"$1\" \"$2\"");
        sandbox.git(&["config", "user.signingkey", "K; touch x"]);
        append(&sandbox.store(), RECORD, "  1. SH e4-e5").unwrap();
        let raw = sandbox.git(&["cat-file", "commit", "HEAD"]);
        assert!(raw.contains("gpgsig -----BEGIN -bsau|K; touch x\n"), "{raw}");
        sandbox.git(&["config", "--unset", "user.signingkey"]);
        append(&sandbox.store(), RECORD, "  1... NH e7-e6").unwrap();
        let raw = sandbox.git(&["cat-file", "commit", "HEAD"]);
        assert!(raw.contains("|Clerk <clerk@example.org>\n"), "{raw}");
        sandbox.assert_clean();
    }

    #[test]
    fn refused_with_the_reason() {
        let sandbox = Sandbox::new();
        program(&sandbox, "echo 'no secret key' >&2; exit 2");
        assert!(refusal(&sandbox).to_string().ends_with("no secret key"));
        program(&sandbox, "cat >/dev/null");
        assert!(refusal(&sandbox).to_string().contains("gave no signature"));
        sandbox.git(&["config", "gpg.program", "/nonexistent/gpg"]);
        assert!(refusal(&sandbox).to_string().contains("/nonexistent/gpg"));
        sandbox.git(&["config", "gpg.format", "ssh"]);
        assert!(refusal(&sandbox).to_string().contains("user.signingkey"));
        sandbox.git(&["config", "gpg.format", "wax"]);
        assert!(refusal(&sandbox).to_string().contains("`wax` is not known"));
    }
}

#[test]
fn a_new_file_that_another_run_has_committed_stays() {
    let sandbox = Sandbox::new();
    let new = NewFiles {
        files: vec![(
            RepoPath::new("games/wing/2026-11/two.yaml").unwrap(),
            b"moves: |\n".to_vec(),
        )],
        author: Person { name: "Clerk".into(), email: "clerk@example.org".into() },
        subject: "import".into(),
        trailers: Vec::new(),
        when: WHEN,
    };
    let store = sandbox.store();
    let loose = sandbox.git(&["count-objects"]);
    store.add(&new).unwrap();
    // Blob, trees and commit are in the pack, and nowhere else.
    assert_eq!(sandbox.git(&["count-objects"]), loose);
    let again = store.add(&new).unwrap_err();
    assert!(
        matches!(&again, StoreError::Existing { path } if path.ends_with("two.yaml")),
        "{again}"
    );
    assert!(again.hint().unwrap().contains("run the same command again"));
}

/// Files come, go and change anywhere in folders of many and of few: the walk tells what git tells.
#[test]
fn a_walk_tells_of_each_commit_what_git_tells() {
    let sandbox = Sandbox::new();
    let mut dice = Dice::new(9);
    let folders = ["games/wing", "games/wing-", "games/wing.yaml", "games/x/y"];
    for step in 0..16 {
        for _ in 0..1 + dice.below(if step == 0 { 120 } else { 4 }) {
            let path = format!("{}/g{}.yaml", dice.pick(&folders), dice.below(60));
            match step > 0 && dice.once_in(3) {
                true => drop(fs::remove_file(sandbox.file(&path))),
                false => sandbox.write(&path, &dice.below(1_000).to_string()),
            }
        }
        sandbox.git(&["add", "-A"]);
        sandbox.git(&["commit", "-q", "--allow-empty", "-m", "step"]);
    }
    let walk = sandbox.store().walk_history(&["games"]).unwrap();
    let mut told = String::new();
    for commit in &walk.changing {
        told += &format!("{}\n\n", commit.entry.commit);
        for change in &commit.changes[0] {
            let status = match (change.before, change.after) {
                (None, _) => 'A',
                (_, None) => 'D',
                _ => 'M',
            };
            told += &format!("{status}\t{}\n", change.path);
        }
    }
    let log = ["log", "--reverse", "--no-renames", "--name-status", "--format=%H", "--", "games"];
    assert_eq!(told, sandbox.git(&log));
    assert_eq!((walk.commits, walk.holes), (17, Vec::new()));
}
