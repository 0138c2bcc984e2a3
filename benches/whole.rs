//! Whole processes against what a user would run instead: `riverpost move` against `git add` and `git commit`,
//! `riverpost verify` against a mere reading of the same files, perft against Fairy-Stockfish, the start against git's.
//!
//! `cargo bench --bench whole [-- WORD…]`: `start`, `perft`, `move` or `verify` runs that part only, `small`
//! leaves out the repositories of 20,000 records. The two sides of a comparison take turns, and medians are compared.
//! Fairy-Stockfish (`fairy-stockfish`, built for large boards) is compared with where it is installed.

mod common;

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use common::{Dice, play, record};
use riverpost::notation::{diagram, write_move};
use riverpost::record::{canonical, read, replay};
use riverpost::rules::{Line, Position, Setup};

const RIVERPOST: &str = env!("CARGO_BIN_EXE_riverpost");
/// How often moves are compared.
const MOVES: u32 = 31;
/// How often verifications are compared.
const VERIFICATIONS: u32 = 9;
/// About how many plies a record to verify has.
const PLIES: usize = 80;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let said = |word: &str| words.iter().any(|w| w == word);
    // Cargo's test runs call this too, but do not say `--bench`.
    if !said("--bench") {
        return;
    }
    let bench = Bench::new();
    println!(
        "{:46}{:>10}{:>10}{:>9}{:>9}   target of the times",
        "medians; work is that of all cores", "riverpost", "other", "of times", "of work"
    );
    let parts = ["start", "perft", "move", "verify"];
    let all = !parts.into_iter().any(said);
    for part in parts.into_iter().filter(|part| all || said(part)) {
        match part {
            "start" => bench.start(),
            "perft" => bench.perft(),
            "move" => bench.moves(!said("small")),
            _ => bench.verify(),
        }
    }
}

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Bench {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let identity = "[user]\n\tname = Bench\n\temail = bench@example.org\n";
        fs::write(folder.path().join("gitconfig"), identity).expect("written");
        Bench { folder }
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A program that sees no settings of the user's.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env("GIT_CONFIG_GLOBAL", self.place("gitconfig"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command
    }

    fn git(&self, repo: &Path) -> Command {
        let mut git = self.command("git");
        git.arg("-C").arg(repo);
        git
    }

    fn start(&self) {
        let version = |program: &str| {
            let mut command = self.command(program);
            command.arg("--version");
            timed(&mut [command])
        };
        let [ours, theirs] = compare(MOVES, || version(RIVERPOST), || version("git"));
        row("--version; git", &ours, &theirs, "at most 1.1");
    }

    /// Perft with the last ply counted, on one thread.
    fn perft(&self) {
        let xiangqi = self.place("xiangqi");
        let setup = Setup::of(&common::xiangqi());
        fs::write(&xiangqi, diagram::write(&setup)).expect("written");
        let array = xiangqi.to_str().expect("a name of letters");
        let cases: [(&str, &[&str], &str, u32, f64); 2] = [
            (
                "xiangqi",
                &["encounter", "--option", "promotion=6", "--setup", array],
                "xiangqi",
                5,
                0.04,
            ),
            ("chess", &["valonian"], "chess", 6, 0.2),
        ];
        for (name, game, variant, depth, target) in cases {
            let ours = || {
                let mut perft = self.command(RIVERPOST);
                perft.args(["perft", "--game"]).args(game).args(["--depth", &depth.to_string()]);
                perft.env("RAYON_NUM_THREADS", "1");
                timed(&mut [perft])
            };
            let asked = self.place("asked");
            let uci = format!("setoption name UCI_Variant value {variant}\nposition startpos\n");
            fs::write(&asked, format!("{uci}go perft {depth}\nquit\n")).expect("written");
            let theirs = || {
                let mut perft = self.command("fairy-stockfish");
                perft.stdin(fs::File::open(&asked).expect("what was written"));
                timed(&mut [perft])
            };
            if self.is_installed("fairy-stockfish") {
                let [ours, theirs] = compare(3, ours, theirs);
                let what = format!("perft, {name}, depth {depth}; Fairy-Stockfish");
                row(&what, &ours, &theirs, &format!("at most {target}"));
            }
        }
    }

    fn is_installed(&self, program: &str) -> bool {
        self.command(program).arg("--version").stderr(Stdio::null()).status().is_ok()
    }

    fn moves(&self, large: bool) {
        let texts = Templates::new(40, 30);
        let few = self.repository("few", 10, &texts);
        self.compare_moves("move, 10 records", &few, &few, &texts, 0.5);
        if large {
            let many = self.repository("many", 20_000, &texts);
            let bare = Repository { root: self.place("bare"), ..many.clone() };
            run(self
                .command("git")
                .args(["clone", "-q", "--bare"])
                .arg(&many.root)
                .arg(&bare.root));
            self.compare_moves("move, 20,000 records", &many, &many, &texts, 0.6);
            let what = "move, 20,000 records, bare; git not bare";
            self.compare_moves(what, &bare, &many, &texts, 0.15);
        }
    }

    /// A repository of that many records in the usual layout, all in one commit.
    fn repository(&self, name: &str, count: usize, texts: &Templates) -> Repository {
        let root = self.place(name);
        run(self.command(RIVERPOST).arg("init").arg(&root));
        let head = self.git(&root).args(["symbolic-ref", "HEAD"]).stdout(Stdio::piped()).output();
        let branch = String::from_utf8(head.expect("git runs").stdout).expect("a branch");
        let repository = Repository { root: root.clone(), count };
        let mut import = self
            .git(&root)
            .args(["fast-import", "--quiet"])
            .stdin(Stdio::piped())
            .spawn()
            .expect("git runs");
        {
            let mut pipe = BufWriter::new(import.stdin.take().expect("a pipe"));
            let branch = branch.trim();
            writeln!(pipe, "commit {branch}").expect("written");
            writeln!(pipe, "committer Bench <bench@example.org> 1700000000 +0000")
                .expect("written");
            writeln!(pipe, "data 1\nm\nfrom {branch}^0").expect("written");
            for number in 0..count {
                let text = texts.record(number);
                let path = repository.path(number, texts);
                write!(pipe, "M 100644 inline {path}\ndata {}\n{text}\n", text.len())
                    .expect("written");
            }
        }
        assert!(import.wait().expect("git runs").success());
        run(self.git(&root).args(["reset", "-q", "--hard"]));
        // Git looks twice at files that are as young as its index.
        std::thread::sleep(Duration::from_millis(1100));
        run(self.git(&root).args(["update-index", "-q", "--really-refresh"]));
        repository
    }

    fn compare_moves(
        &self,
        what: &str,
        ours: &Repository,
        theirs: &Repository,
        texts: &Templates,
        target: f64,
    ) {
        // Half of the records are for us, half for git.
        let mut dice = Dice::new(ours.count as u64);
        let mut lines: Vec<Option<Line>> = vec![None; ours.count];
        let submit = || {
            let (number, text) = loop {
                let number = dice.below(ours.count / 2) * 2;
                let line = lines[number].get_or_insert_with(|| texts.line(number).clone());
                let legal = line.position().legal_moves();
                if !legal.is_empty() && line.ending().is_none() {
                    let mv = legal[dice.below(legal.len())];
                    let text = write_move(line.position(), mv);
                    line.push_unchecked(mv);
                    break (number, text);
                }
            };
            let mut submit = self.command(RIVERPOST);
            submit.arg("move").arg("--repo").arg(&ours.root);
            submit.args([&texts.id(number), &text]);
            timed(&mut [submit])
        };
        let mut dice = Dice::new(theirs.count as u64);
        let commit = || {
            let path = theirs.path(dice.below(theirs.count / 2) * 2 + 1, texts);
            let file = fs::OpenOptions::new().append(true).open(theirs.root.join(&path));
            file.expect("a record").write_all(b"  99. a line more\n").expect("written");
            let (mut add, mut commit) = (self.git(&theirs.root), self.git(&theirs.root));
            add.args(["add", &path]);
            commit.args(["commit", "-q", "-m", "m"]);
            timed(&mut [add, commit])
        };
        let [ours, theirs] = compare(MOVES, submit, commit);
        row(what, &ours, &theirs, &format!("at most {target}"));
    }

    fn verify(&self) {
        let folder = self.place("records");
        let plies = write_records(&folder, 10_000);
        let first = folder.join("0");
        let verify = |folder: &Path| {
            let mut verify = self.command(RIVERPOST);
            verify.arg("verify").arg(folder);
            verify
        };
        let over_all = |program: &str| {
            let mut find = self.command("find");
            find.arg(&folder).args(["-type", "f", "-exec", program, "{}", "+"]);
            find
        };
        let mut ours = None;
        for other in ["sha256sum", "cat"] {
            let of_us = || timed(&mut [verify(&folder)]);
            let [us, them] = compare(VERIFICATIONS, of_us, || timed(&mut [over_all(other)]));
            row(&format!("verify, 10,000 records; {other}"), &us, &them, "");
            ours = Some(us);
        }
        let million = |time: Duration| plies as f64 / time.as_secs_f64() / 1e6;
        if let Some(ours) = ours {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let what = format!("  million plies/s, {cores} cores");
            println!("{what:46}{:>10.2}{:>31}at least 3 on two cores", million(ours.time), "");
            if let Some(work) = ours.work {
                println!("{:46}{:>10.2}", "  million plies/s of one core's work", million(work));
            }
        }
        let memory = |folder: &Path| peak_memory(&mut verify(folder));
        if let (Some(few), Some(many)) = (memory(&first), memory(&folder)) {
            let what = "  peak MiB of 10,000 records; of 1,000";
            println!("{what:46}{many:>10.1}{few:>10.1}{:>9.2}            flat", many / few);
        }
    }
}

/// What a program takes: the median of its times, and its mean work on all cores, where the system tells.
struct Taken {
    time: Duration,
    work: Option<Duration>,
}

/// Times two programs by turns; then each of them for its work, as often without a break, since the system tells that in
/// coarse steps.
fn compare(
    rounds: u32,
    mut ours: impl FnMut() -> Duration,
    mut theirs: impl FnMut() -> Duration,
) -> [Taken; 2] {
    // The first round fills the caches.
    let times: Vec<_> = (0..=rounds).map(|_| (ours(), theirs())).skip(1).collect();
    let (our_times, their_times): (Vec<_>, Vec<_>) = times.into_iter().unzip();
    let taken = |mut times: Vec<Duration>, again: &mut dyn FnMut() -> Duration| {
        times.sort();
        let before = work_of_children();
        for _ in 0..rounds {
            again();
        }
        let work = work_of_children().zip(before).map(|(after, before)| (after - before) / rounds);
        Taken { time: times[times.len() / 2], work }
    };
    [taken(our_times, &mut ours), taken(their_times, &mut theirs)]
}

fn row(what: &str, ours: &Taken, theirs: &Taken, target: &str) {
    let ratio = |one: Duration, other: Duration| one.as_secs_f64() / other.as_secs_f64();
    let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    let work = ours.work.zip(theirs.work).map(|(ours, theirs)| ratio(ours, theirs));
    println!(
        "{what:46}{:>10}{:>10}{:>9.2}{:>9}   {target}",
        milliseconds(ours.time),
        milliseconds(theirs.time),
        ratio(ours.time, theirs.time),
        work.map_or("?".into(), |work| format!("{work:.2}")),
    );
}

/// Games that are given to many records, each under its own id.
struct Templates(Vec<(Line, String)>);

impl Templates {
    fn new(count: usize, plies: usize) -> Templates {
        let mut dice = Dice::new(3);
        let starts: Vec<Position> = common::starts().into_iter().map(|(_, start)| start).collect();
        let line = |start: &Position| {
            let line = play(start, plies, &mut dice);
            let text = record("ID", &line, start_of_clock(0));
            line.ending().is_none().then_some((line, text))
        };
        Templates(
            starts
                .iter()
                .cycle()
                .filter_map({
                    let mut line = line;
                    move |start| line(start)
                })
                .take(count)
                .collect(),
        )
    }

    fn line(&self, number: usize) -> &Line {
        &self.0[number % self.0.len()].0
    }

    fn record(&self, number: usize) -> String {
        let id = self.id(number);
        self.0[number % self.0.len()].1.replace("id: ID\n", &format!("id: {id}\n"))
    }

    /// An id as `riverpost new` makes them.
    fn id(&self, number: usize) -> String {
        let (year, _) = month_of(number);
        format!("{}-{year}-anna-ben-{number}", self.line(number).start().game().name)
    }
}

#[derive(Clone)]
struct Repository {
    root: PathBuf,
    count: usize,
}

impl Repository {
    /// The usual place of a record; there are a few dozen to a month.
    fn path(&self, number: usize, texts: &Templates) -> String {
        let game = texts.line(number).start().game().name;
        let (year, month) = month_of(number);
        format!("games/{game}/{year}-{month:02}/{}.yaml", texts.id(number))
    }
}

/// The year and month in which a game began: two hundred did each month.
fn month_of(number: usize) -> (usize, usize) {
    (2015 + number / 200 / 12, 1 + number / 200 % 12)
}

fn start_of_clock(number: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(25_000_000 + 7 * number)
}

/// Writes records of games at random in canonical form, a thousand to a folder, and counts their plies.
fn write_records(folder: &Path, count: usize) -> usize {
    let starts = common::starts();
    let mut dice = Dice::new(11);
    let mut plies = 0;
    for number in 0..count {
        let below = folder.join((number / 1000).to_string());
        if number % 1000 == 0 {
            fs::create_dir_all(&below).expect("a folder");
        }
        let id = format!("game-{number}");
        let line = play(&starts[number % starts.len()].1, PLIES, &mut dice);
        let text = record(&id, &line, start_of_clock(number as i64));
        if number % 100 == 0 {
            let parsed = read(text.as_bytes()).expect("a record");
            assert_eq!(replay(&parsed).expect("a sound record").line.plies(), line.plies());
            assert_eq!(canonical(&parsed).expect("a sound record"), text);
        }
        plies += line.plies();
        fs::write(below.join(format!("{id}.yaml")), text).expect("written");
    }
    plies
}

fn run(command: &mut Command) {
    let status = command.status().expect("the program runs");
    assert!(status.success(), "{command:?}");
}

/// The time that programs take, one after the other, each from its start to its end.
fn timed(commands: &mut [Command]) -> Duration {
    let start = Instant::now();
    commands.iter_mut().for_each(run);
    start.elapsed()
}

/// The processor time of all children that have ended, where the system tells.
fn work_of_children() -> Option<Duration> {
    /// The kernel counts in hundredths of a second here, whatever its own clock.
    const TICK: u64 = 10;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name, in brackets, may hold spaces; the next field is the third.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks(16)? + ticks(17)?) * TICK))
}

/// The most memory that a program held, in MiB, where the system tells.
fn peak_memory(command: &mut Command) -> Option<f64> {
    let mut child = command.spawn().expect("the program runs");
    let status = format!("/proc/{}/status", child.id());
    let mut peak: Option<u64> = None;
    loop {
        let now = fs::read_to_string(&status).ok().and_then(|status| {
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.trim().strip_suffix(" kB")?.parse().ok()
        });
        peak = peak.max(now);
        if child.try_wait().expect("a child").is_some() {
            return peak.map(|kib| kib as f64 / 1024.0);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
