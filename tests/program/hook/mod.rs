//! A server that refuses: real pushes to a bare repository with the hook, in real time, since the hook knows no other.

mod attacks;
mod install;
mod taken;
mod transports;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use riverpost::proof::{Signature, Statement};
use riverpost::record::{self, Act, Action, SignatureKind, SignatureLine, write_instant};
use riverpost::rules::Side;
use ssh_key::LineEnding;

use crate::harness::{NO_MAINTENANCE, Place, Run};
pub use crate::signed_lines::{key, public};

/// What the branch says of people.
const SETTINGS: &str = "format: riverpost-repository/1
people:
  - {name: Anna Ek, emails: [anna@example.org], logins: [anna]}
  - {name: Ben Ode, emails: [ben@example.org], logins: [ben]}
  - {name: Eva Ros, emails: [eva@example.org], logins: [eva]}
  - {name: Olga Or, emails: [olga@example.org], logins: [olga]}
  - {name: Sam Sku, emails: [sam@example.org], logins: [sam]}
  - {name: Mal Ory, emails: [mal@example.org], logins: [mal]}
organisers: [olga@example.org]
scribes: [Sam Sku]
";
/// The game of players without keys, under Eva.
pub const PLAIN: &str = "plain";
/// The game of players with keys.
pub const KEYED: &str = "keyed";
/// Another one like it.
pub const TWIN: &str = "twin";

pub const OWNER: u8 = 9;
pub const ANNA: u8 = 1;
pub const BEN: u8 = 2;
pub const MALLORY: u8 = 3;

/// The present in whole seconds.
pub fn now() -> DateTime<Utc> {
    Utc::now().trunc_subsecs(0)
}

/// A bare repository `hub.git` with the hook and three games.
pub struct Hub {
    pub place: Place,
}

/// Somebody's clone.
pub struct Clone<'h> {
    hub: &'h Hub,
    pub dir: PathBuf,
    name: &'static str,
}

impl Hub {
    pub fn new() -> Hub {
        Hub::with("", "")
    }

    /// The branch says more in its settings, and the plain game has more options.
    pub fn with(settings: &str, lag: &str) -> Hub {
        let place = Place::empty();
        place.at(&write_instant(&(now() - TimeDelta::minutes(10))));
        place.write("riverpost.yaml", format!("{SETTINGS}{settings}"));
        place.ok(&["init"]);
        let (south, north) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
        let new = |id: &str, more: &[&str]| {
            let game = ["new", "wing", "--south", south, "--north", north, "--id", id];
            place.ok(&[&game, more, &["--folder", "games/wing"]].concat());
        };
        let lag = if lag.is_empty() { vec![] } else { vec!["--lag", lag] };
        new(PLAIN, &[&["--arbiter", "Eva Ros <eva@example.org>"], &lag[..]].concat());
        let (anna, ben) = (public(ANNA), public(BEN));
        let keys = ["--south-key", &anna, "--north-key", &ben];
        new(KEYED, &keys);
        new(TWIN, &keys);
        place.git(&["clone", "-q", "--bare", ".", "../hub.git"]);
        place.ok(&["--repo", "../hub.git", "hook", "install", "--owner", &public(OWNER)]);
        Hub { place }
    }

    /// A program in a folder, with the present as its clock.
    pub fn command(&self, program: &str, dir: &PathBuf) -> Command {
        let mut command = Command::new(program);
        let home = self.place.root().join("home");
        command.current_dir(dir).env_clear().stdin(Stdio::null());
        command.env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", &home);
        command.env("GIT_CONFIG_GLOBAL", home.join(".gitconfig")).env("GIT_CONFIG_NOSYSTEM", "1");
        command.env("RIVERPOST_NOW", write_instant(&now())).env("RIVERPOST_SEED", "5eed");
        command.envs(NO_MAINTENANCE);
        command
    }

    pub fn clone(&self, name: &'static str) -> Clone<'_> {
        let number = fs::read_dir(self.place.root()).unwrap().count();
        let dir = self.place.root().join(format!("{name}-{number}"));
        let email = format!("{name}@example.org");
        self.place.clone_as((name, &email), "../hub.git", dir.to_str().unwrap());
        Clone { hub: self, dir, name }
    }

    /// Every reference of the server.
    pub fn refs(&self) -> String {
        self.place.git(&["-C", "../hub.git", "for-each-ref"])
    }

    /// The private key of a number as a file for ssh-keygen.
    pub fn key_file(&self, number: u8) -> String {
        let file = self.place.root().join(format!("home/key-{number}"));
        fs::write(&file, key(number).to_openssh(LineEnding::LF).unwrap().as_bytes()).unwrap();
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        fs::set_permissions(&file, private).unwrap();
        file.to_str().unwrap().to_owned()
    }
}

impl Clone<'_> {
    #[track_caller]
    pub fn git(&self, arguments: &[&str]) -> String {
        let run: Run = self.hub.command("git", &self.dir).args(arguments).output().unwrap().into();
        assert_eq!(run.code, 0, "git {arguments:?}: {run:?}");
        run.out
    }

    /// Runs the program, as whoever has logged in under the clone's name on a server.
    pub fn run(&self, arguments: &[&str]) -> Run {
        let mut command = self.hub.command(env!("CARGO_BIN_EXE_riverpost"), &self.dir);
        command.args(arguments).env("REMOTE_USER", self.name).output().unwrap().into()
    }

    #[track_caller]
    pub fn ok(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}: {run:?}");
        run.out
    }

    pub fn file(&self, id: &str) -> PathBuf {
        self.dir.join(format!("games/wing/{id}.yaml"))
    }

    pub fn read(&self, id: &str) -> String {
        fs::read_to_string(self.file(id)).unwrap()
    }

    /// Writes a record, or another file by its path, and commits all there is.
    pub fn commit(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = if file.contains('.') { self.dir.join(file) } else { self.file(file) };
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self.commit_all();
    }

    pub fn commit_all(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
    }

    /// Changes a record's text and commits it.
    #[track_caller]
    pub fn edit(&self, id: &str, from: &str, to: &str) {
        let text = self.read(id);
        assert!(text.contains(from), "{text}");
        self.commit(id, text.replacen(from, to, 1));
    }

    /// Adds a line to a record now, unsigned.
    #[track_caller]
    pub fn add(&self, id: &str, side: Side, act: Act<'_>) {
        self.commit(id, with(&self.read(id), side, act, now(), None));
    }

    /// Adds a line to a record now, signed by the key of that number.
    #[track_caller]
    pub fn add_signed(&self, id: &str, side: Side, act: Act<'_>, number: u8) {
        self.commit(id, with(&self.read(id), side, act, now(), Some(number)));
    }

    /// Pushes as whoever has logged in under that name.
    pub fn push_as(&self, login: Option<&str>, arguments: &[&str]) -> Run {
        let mut command = self.hub.command("git", &self.dir);
        command.args(["push", "-q", "origin"]).args(arguments);
        command.envs(login.map(|login| ("REMOTE_USER", login)));
        command.output().unwrap().into()
    }

    /// Pushes as whoever has logged in under the clone's name.
    pub fn push(&self, arguments: &[&str]) -> Run {
        self.push_as(Some(self.name), arguments)
    }

    #[track_caller]
    pub fn taken(&self) -> String {
        let run = self.push(&["HEAD"]);
        assert_eq!(run.code, 0, "{run:?}");
        run.err
    }

    /// Pushes, and expects a refusal with these words, and that nothing has changed on the server.
    #[track_caller]
    pub fn refused(&self, words: &[&str]) {
        self.refused_as(Some(self.name), &["HEAD"], words);
    }

    #[track_caller]
    pub fn refused_as(&self, login: Option<&str>, arguments: &[&str], words: &[&str]) {
        let before = self.hub.refs();
        let run = self.push_as(login, arguments);
        assert_ne!(run.code, 0, "{arguments:?}: taken, instead of {words:?}");
        for word in words {
            assert!(run.err.contains(word), "it does not say {word:?}: {}", run.err);
        }
        assert_eq!(self.hub.refs(), before);
    }
}

/// A move.
pub fn mv(text: &str) -> Act<'_> {
    Act::Move(text.into())
}

/// A record with one line more, signed by the key of that number.
#[track_caller]
pub fn with(
    text: &str,
    side: Side,
    act: Act<'_>,
    time: DateTime<Utc>,
    number: Option<u8>,
) -> String {
    let record = record::read(text.as_bytes()).unwrap();
    let replayed = record::replay(&record).unwrap();
    let mut action = Action::new(side, act);
    action.time = Some(time);
    let appended = record::append(&record, &replayed, action).unwrap();
    let base = record.actions().len();
    let chain = record::chain(&appended.record, &appended.replayed);
    let statement = Statement::of(&appended.record, &appended.action, chain[base]).to_string();
    let Some(number) = number else { return appended.record.text().to_owned() };
    let signature = Signature::by(&key(number), &statement).unwrap().to_base64().into();
    let (kind, place) = (SignatureKind::Act, record::Place::START);
    let line = SignatureLine { ordinal: base + 1, base, kind, signature, place };
    record::sign(&appended.record, line).unwrap().text().to_owned()
}
