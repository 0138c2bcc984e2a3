//! Transcripts of the program, byte for byte: `goldens/*.txt`.
//!
//! A transcript is run from its top in one temporary folder that holds nothing, with git's identity `Clerk
//! <clerk@example.org>` and the clock at [`NOW`](super::harness::NOW). Its lines are
//!
//! - `$ COMMAND`: run by `sh`, where `riverpost` is the program under test and `$CRATE` this crate's folder; `> ` begins a continuation line, so that a
//!   file is written with `$ cat > FILE <<END`. Standard output follows as lines that begin with `| `, standard error with
//!   `! `, an exit code other than 0 as `= CODE`;
//! - `% COMMAND`: the same, with the number of lines and the SHA-256 of standard output instead of the text;
//! - `at INSTANT`: sets the clock, as a later `--at` in a command does; `as NAME <EMAIL>`: changes git's identity, `as nobody` removes it;
//! - `# …` and empty lines: for the reader.
//!
//! From the first line that begins with `==` on stands what is left at the end: every file outside `.git` (a long one as
//! a hash), and for each repository its commits with their trees and the id of the last one. The temporary folder reads
//! `ROOT`.
//!
//! `RIVERPOST_GOLDENS=write cargo test --test program goldens` writes all of that anew behind the commands; a new
//! transcript is a file with commands alone and its name in the list below.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use similar::TextDiff;

use super::harness::{NOW, Place, Run};

/// Longer files are shown by their hash.
const SHOWN_LINES: usize = 80;

macro_rules! transcripts {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        $(#[test] fn $name() { check(stringify!($name)); })*
    };
}

transcripts! {
    acts archive_games clocks endings git init_new looking lots matches moves_encounter moves_fortress moves_riverqi moves_valonian moves_wing plans records tournament usage
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/goldens")
}

#[test]
fn every_transcript_is_run() {
    let stems = fs::read_dir(folder()).unwrap().map(|file| {
        let path = file.unwrap().path();
        path.file_stem().unwrap().to_str().unwrap().to_owned()
    });
    let named: BTreeSet<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(stems.collect::<BTreeSet<String>>(), named);
}

fn check(name: &str) {
    let path = folder().join(format!("{name}.txt"));
    let expected = fs::read_to_string(&path).unwrap();
    let actual = Transcript::new().play(&expected);
    if expected == actual {
        return;
    }
    if std::env::var("RIVERPOST_GOLDENS").is_ok_and(|mode| mode == "write") {
        fs::write(&path, actual).unwrap();
        return;
    }
    let diff = TextDiff::from_lines(&expected, &actual);
    panic!(
        "{name} differs:\n{}",
        diff.unified_diff().context_radius(4).header("expected", "actual")
    );
}

struct Transcript {
    place: Place,
    now: String,
    text: String,
}

impl Transcript {
    fn new() -> Transcript {
        Transcript { place: Place::empty(), now: NOW.to_owned(), text: String::new() }
    }

    /// Runs the commands of a transcript and gives the transcript as it now is.
    fn play(mut self, script: &str) -> String {
        let mut lines = script.lines().peekable();
        while let Some(line) = lines.next().filter(|line| !line.starts_with("==")) {
            if matches!(line.as_bytes(), [b'|' | b'!' | b'=' | b'\\', ..]) {
                continue;
            }
            self.line(line);
            if let Some(command) = line.strip_prefix("$ ").or_else(|| line.strip_prefix("% ")) {
                let mut command = command.to_owned();
                while let Some(line) = lines.next_if(|line| line.starts_with('>')) {
                    self.line(line);
                    command.push('\n');
                    command.push_str(line[1..].strip_prefix(' ').unwrap_or(&line[1..]));
                }
                self.run(&command, line.starts_with('%'));
            } else if let Some(instant) = line.strip_prefix("at ") {
                instant.clone_into(&mut self.now);
            } else if let Some(who) = line.strip_prefix("as ") {
                self.identify(who);
            } else {
                assert!(
                    line.is_empty() || line.starts_with('#'),
                    "not a line of a transcript: {line}"
                );
            }
        }
        self.files();
        self.repositories();
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn run(&mut self, command: &str, hashed: bool) {
        // Nothing is done in the future: a later `--at` sets the clock.
        let words: Vec<&str> = command.split_whitespace().collect();
        let acts = !command.starts_with("riverpost clock");
        let given = words.windows(2).filter(|pair| acts && pair[0] == "--at").map(|pair| pair[1]);
        let instant = |text: &str| text.parse::<DateTime<Utc>>().ok();
        for at in given {
            if instant(at) > instant(&self.now) {
                at.clone_into(&mut self.now);
            }
        }
        let Run { code, out, err } = self.place.shell(command, &self.now);
        if hashed {
            self.line(&format!("| {}", hash(out.as_bytes())));
        } else {
            self.block("|", &out);
        }
        self.block("!", &err);
        if code != 0 {
            self.line(&format!("= {code}"));
        }
    }

    fn block(&mut self, prefix: &str, text: &str) {
        let text = text.replace(self.place.root().to_str().unwrap(), "ROOT");
        for line in text.lines() {
            self.line(format!("{prefix} {line}").trim_end_matches(|c| line.is_empty() && c == ' '));
        }
        if !text.is_empty() && !text.ends_with('\n') {
            self.line("\\ no newline at the end");
        }
    }

    fn identify(&self, who: &str) {
        self.place.forget();
        if let Some((name, email)) = who.split_once(" <") {
            self.place.identify_as(name, email.trim_end_matches('>'));
        } else {
            assert_eq!(who, "nobody");
        }
    }

    /// Every file outside `.git` with its content.
    fn files(&mut self) {
        for path in files_below(&self.place.cwd) {
            let bytes = fs::read(&path).unwrap();
            let name = path.strip_prefix(&self.place.cwd).unwrap().display();
            let shown =
                str::from_utf8(&bytes).ok().filter(|text| text.lines().count() <= SHOWN_LINES);
            let Some(text) = shown else {
                self.line(&format!("== file {name}: {}", hash(&bytes)));
                continue;
            };
            self.line(&format!("== file {name}"));
            self.block("|", text);
        }
    }

    /// The commits of every repository, the newest first.
    fn repositories(&mut self) {
        let everything = walkdir::WalkDir::new(&self.place.cwd).sort_by_file_name();
        for entry in
            everything.into_iter().map(Result::unwrap).filter(|entry| entry.file_name() == ".git")
        {
            let folder = entry.path().parent().unwrap();
            let name = folder.strip_prefix(&self.place.cwd).unwrap().display().to_string();
            let log = format!(
                "cd './{name}' && git log --date=iso-strict --format='%t %ad %an <%ae>, %cd %cn: %s'"
            );
            let log = self.place.shell(&log, NOW).out;
            let head =
                self.place.shell(&format!("cd './{name}' && git log -1 --format=%H"), NOW).out;
            let status =
                self.place.shell(&format!("cd './{name}' && git status --porcelain"), NOW).out;
            self.line(&format!("== repository ./{name} at {}", head.trim_end()));
            self.block("|", &log);
            self.block("|", &status);
        }
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let below = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries = below.filter_entry(|entry| entry.file_name() != ".git").map(Result::unwrap);
    entries.filter(|entry| !entry.file_type().is_dir()).map(walkdir::DirEntry::into_path).collect()
}

/// The number of lines of a text and its SHA-256.
fn hash(bytes: &[u8]) -> String {
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
    let mut text = format!("{lines} lines, sha256 ");
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").unwrap();
    }
    text
}
