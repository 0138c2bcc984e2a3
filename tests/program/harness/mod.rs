//! A place to run the real program in: a folder of its own, a fixed clock, no settings but those a test makes.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::rc::Rc;
use std::sync::LazyLock;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::Value;
use tempfile::TempDir;

/// The instant at which everything happens unless a test says otherwise.
pub const NOW: &str = "2026-11-29T19:20:00Z";
/// The file of the game that [`Place::with_game`] opens.
pub const RECORD: &str = "games/wing/2026-11/wing-2026-anna-ben-1.yaml";
/// Its id.
pub const ID: &str = "wing-2026-anna-ben-1";

/// A temporary folder with a home and a repository in it, `games` unless said otherwise.
pub struct Place {
    dir: Rc<TempDir>,
    /// Where commands run.
    pub cwd: PathBuf,
    /// The clock: [`NOW`], or the latest `--at` that a command was given.
    now: RefCell<DateTime<Utc>>,
}

/// What `riverpost.yaml` says of the clerk, who plays everybody: tests that are not about who acts need not say it.
const CLERK: &str = "format: riverpost-repository/1
people:
  - name: Clerk
    emails: [clerk@example.org, anna@example.org, ben@example.org]
";

/// Keeps git from looking after each command for what could be packed: a thousand programs started for nothing.
pub const NO_MAINTENANCE: [(&str, &str); 5] = [
    ("GIT_CONFIG_COUNT", "2"),
    ("GIT_CONFIG_KEY_0", "maintenance.auto"),
    ("GIT_CONFIG_VALUE_0", "false"),
    ("GIT_CONFIG_KEY_1", "receive.autogc"),
    ("GIT_CONFIG_VALUE_1", "false"),
];

/// git, looked for once: the tests start it some thousand times.
static GIT: LazyLock<PathBuf> = LazyLock::new(|| {
    let path = std::env::var_os("PATH").unwrap();
    std::env::split_paths(&path).map(|folder| folder.join("git")).find(|git| git.is_file()).unwrap()
});

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Place {
    /// An empty folder where git knows nobody.
    pub fn nowhere() -> Place {
        let dir = Rc::new(temporary().unwrap());
        let root = dir.path().canonicalize().unwrap();
        fs::create_dir(root.join("home")).unwrap();
        let cwd = root.join("work");
        fs::create_dir(&cwd).unwrap();
        Place { dir, cwd, now: RefCell::new(NOW.parse().unwrap()) }
    }

    /// An empty folder where git knows a clerk.
    pub fn empty() -> Place {
        let place = Place::nowhere();
        place.identify();
        place
    }

    /// A repository for games, in which the clerk plays everybody.
    pub fn new() -> Place {
        let place = Place::empty();
        place.write("riverpost.yaml", CLERK);
        place.ok(&["init"]);
        place
    }

    /// A repository with a game of Wing in it.
    pub fn with_game() -> Place {
        let place = Place::new();
        let (south, north) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
        place.ok(&["new", "wing", "--south", south, "--north", north]);
        place
    }

    /// Tells git who commits.
    pub fn identify(&self) {
        self.identify_as("Clerk", "clerk@example.org");
    }

    /// Tells git that somebody else commits.
    pub fn identify_as(&self, name: &str, email: &str) {
        let settings = format!("[user]\n\tname = {name}\n\temail = {email}\n");
        fs::write(self.home().join(".gitconfig"), settings).unwrap();
    }

    /// Tells the repository alone that somebody else commits.
    pub fn identify_as_local(&self, name: &str, email: &str) {
        self.git(&["config", "user.name", name]);
        self.git(&["config", "user.email", email]);
    }

    /// Lets git forget it again.
    pub fn forget(&self) {
        fs::write(self.home().join(".gitconfig"), "").unwrap();
    }

    pub fn root(&self) -> PathBuf {
        self.dir.path().canonicalize().unwrap()
    }

    fn home(&self) -> PathBuf {
        self.root().join("home")
    }

    /// The same, running commands in a folder below.
    pub fn within(self, folder: &str) -> Place {
        Place { cwd: self.file(folder), ..self }
    }

    /// Two players, each in a clone of one bare repository with an identity of their own, of a game that was opened in it.
    pub fn two_clones() -> (Place, Place) {
        Place::two_clones_of(&[])
    }

    /// The same for a game that was opened with more arguments.
    pub fn two_clones_of(more: &[&str]) -> (Place, Place) {
        let opener = Place::empty();
        opener.ok(&["init"]);
        let (south, north) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
        let opened = ["new", "wing", "--south", south, "--north", north];
        opener.ok(&[&opened, more].concat());
        opener.git(&["clone", "--quiet", "--bare", ".", "../hub.git"]);
        let clone = |name: &str, email: &str| {
            let folder = opener.root().join(email);
            opener.clone_as((name, email), "../hub.git", folder.to_str().unwrap());
            Place { dir: opener.dir.clone(), cwd: folder, now: opener.now.clone() }
        };
        (clone("Anna Ek", "anna@example.org"), clone("Ben Ode", "ben@example.org"))
    }

    /// Clones a repository into a folder, where git commits as somebody.
    pub fn clone_as(&self, (name, email): (&str, &str), from: &str, folder: &str) {
        let (name, email) = (format!("user.name={name}"), format!("user.email={email}"));
        self.git(&["clone", "-q", "-c", &name, "-c", &email, from, folder]);
    }

    /// Lets git ask the program under test to merge records.
    pub fn ask_to_merge(&self) {
        let program = env!("CARGO_BIN_EXE_riverpost");
        let driver = format!("'{program}' merge-driver %O %A %B %P %X %Y");
        self.git(&["config", "merge.riverpost.driver", &driver]);
    }

    /// Runs git, which may fail.
    pub fn try_git(&self, line: &str) -> Run {
        self.shell(&format!("git {line}"), &self.now())
    }

    /// Sends what one has done, and lets the other have it.
    pub fn send(&self, other: &Place) {
        self.git(&["push", "--quiet"]);
        other.git(&["pull", "--quiet", "--ff-only"]);
    }

    pub fn file(&self, path: &str) -> PathBuf {
        self.cwd.join(path)
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.file(path)).unwrap()
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.file(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn hermetic(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(match program {
            "git" => GIT.as_path(),
            other => Path::new(other),
        });
        command.args(arguments).current_dir(&self.cwd).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", self.home());
        command.env("GIT_CONFIG_GLOBAL", self.home().join(".gitconfig"));
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("RIVERPOST_NOW", self.now());
        command.env("RIVERPOST_SEED", "5eed").envs(NO_MAINTENANCE);
        command.stdin(Stdio::null());
        command
    }

    /// The instant at which commands run.
    pub fn now(&self) -> String {
        self.now.borrow().to_rfc3339_opts(SecondsFormat::Secs, true)
    }

    /// Sets the clock.
    pub fn at(&self, now: &str) {
        self.now.replace(now.parse().unwrap());
    }

    /// The program with arguments, yet to be run. Nothing is done in the future: a later `--at` sets the clock.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let at = arguments.iter().skip_while(|word| **word != "--at").nth(1);
        if let Some(at) = at.and_then(|at| at.parse().ok()).filter(|at| *at > *self.now.borrow()) {
            self.now.replace(at);
        }
        self.hermetic(env!("CARGO_BIN_EXE_riverpost"), arguments)
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs with a text on standard input.
    pub fn run_with(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that has seen enough need not read to the end.
        let _ = child.stdin.take().unwrap().write_all(input.as_ref());
        child.wait_with_output().unwrap().into()
    }

    /// Runs, expects code 0 and nothing on standard error, and gives what was printed.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}: {run:?}");
        run.out
    }

    /// Runs with `--json` and reads the one line printed.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let mut arguments = arguments.to_vec();
        arguments.push("--json");
        let out = self.ok(&arguments);
        assert_eq!(out.lines().count(), 1, "{out}");
        serde_json::from_str(&out).unwrap()
    }

    /// Runs a line of shell in which `riverpost` is the program and `$CRATE` this crate's folder, with the clock at `now`
    /// for both the program and git.
    pub fn shell(&self, line: &str, now: &str) -> Run {
        let program = Path::new(env!("CARGO_BIN_EXE_riverpost")).parent().unwrap();
        let mut path = program.as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap());
        let mut command = self.hermetic("sh", &["-c", line]);
        command.env("PATH", path).env("RIVERPOST_NOW", now);
        command.env("CRATE", env!("CARGO_MANIFEST_DIR"));
        command.env("GIT_AUTHOR_DATE", now).env("GIT_COMMITTER_DATE", now);
        command.output().unwrap().into()
    }

    /// Runs and expects a refusal with that code whose words hold all of `words`, and that nothing at all is changed:
    /// no file, no commit. Gives the words.
    #[track_caller]
    pub fn refused(&self, code: i32, arguments: &[&str], words: &[&str]) -> String {
        let before = self.snapshot();
        let run = self.run(arguments);
        assert_eq!(run.code, code, "{arguments:?}: {run:?}");
        assert_eq!(run.out, "", "{arguments:?}");
        assert!(run.err.starts_with("error: "), "{arguments:?}: {run:?}");
        for word in words {
            assert!(run.err.contains(word), "{arguments:?} does not say {word:?}: {}", run.err);
        }
        assert!(!run.err.contains("os error"), "{}", run.err);
        self.assert_unchanged(&before);
        run.err
    }

    /// A move made at some hour after the start.
    pub fn play(&self, record: &str, hour: u32, text: &str) -> String {
        let at = format!("2026-12-{:02}T{:02}:00:00Z", 1 + hour / 24, hour % 24);
        self.ok(&["move", record, text, "--at", &at])
    }

    /// Runs git and expects it to succeed.
    pub fn git(&self, arguments: &[&str]) -> String {
        let run: Run = self.hermetic("git", arguments).output().unwrap().into();
        assert_eq!(run.code, 0, "git {arguments:?}: {run:?}");
        run.out
    }

    pub fn commits(&self) -> usize {
        self.git(&["rev-list", "--count", "--all"]).trim().parse().unwrap()
    }

    /// Every file below the folder of the place with its bytes, but for git's objects: those that nothing leads to are
    /// nothing, and what leads to one is a file.
    pub fn snapshot(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.root(), &mut files);
        files
    }

    #[track_caller]
    pub fn assert_unchanged(&self, before: &BTreeMap<PathBuf, Vec<u8>>) {
        let now = self.snapshot();
        let other = |path: &&PathBuf| before.get(*path) != now.get(*path);
        let changed: Vec<_> = before.keys().chain(now.keys()).filter(other).collect();
        assert!(changed.is_empty(), "changed: {changed:?}");
    }

    /// A clean work tree, sound objects, sound records.
    #[track_caller]
    pub fn assert_sound(&self) {
        assert_eq!(self.git(&["status", "--porcelain"]), "");
        self.git(&["fsck", "--strict", "--no-dangling"]);
        self.ok(&["verify"]);
        assert!(!self.file(".git/index.lock").exists());
    }
}

/// A temporary folder, in memory where the system has a place for that: most of what the program tests take on a disk is
/// the making of many small files.
fn temporary() -> io::Result<TempDir> {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir())
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("objects") {
            continue;
        }
        let kind = fs::symlink_metadata(&path).unwrap().file_type();
        if kind.is_symlink() {
            let to = fs::read_link(&path).unwrap();
            files.insert(path, to.into_os_string().into_encoded_bytes());
        } else if kind.is_dir() {
            files.insert(path.clone(), Vec::new());
            collect(&path, files);
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code().expect("an exit code, not a signal"),
            out: String::from_utf8(output.stdout).expect("text on standard output"),
            err: String::from_utf8(output.stderr).expect("text on standard error"),
        }
    }
}

impl Run {
    /// The one line of JSON on standard error.
    pub fn error(&self) -> Value {
        assert_eq!(self.err.lines().count(), 1, "{self:?}");
        let value: Value = serde_json::from_str(&self.err).unwrap();
        value["error"].clone()
    }
}
