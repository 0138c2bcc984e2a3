//! Whole processes against what a user would run instead, as a table in Markdown: the table of the README.
//!
//! `cargo bench [-- WORD…]`: with words only the rows whose part is named: `perft`, `verify`, `move`, `standings`,
//! `version`, `memory`. The two sides of a row take turns, and medians are compared; processor time is that of all
//! cores, as the system counts it. Where a program to compare with is not on the PATH, a loop of this file takes its place: the naive move
//! generator of the tests, or reading the files and hashing them.

mod common;
#[path = "../tests/library/rules/naive/mod.rs"]
mod naive;

use std::fs;
use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use common::{Dice, play, record};
use riverpost::notation::{diagram, write_move};
use riverpost::rules::{Line, Position, Setup};
use sha2::{Digest, Sha256};

const RIVERPOST: &str = env!("CARGO_BIN_EXE_riverpost");
/// How long a row may take, and how many turns it takes at least and at most.
const BUDGET: Duration = Duration::from_secs(20);
const TURNS: [usize; 2] = [3, 15];
/// Turns that are done by then only fill the caches.
const WARM: Duration = Duration::from_secs(1);
/// The word behind which this program plays the part of a yardstick.
const NAIVE: &str = "naive";

/// Prints the rows of a part.
type Part = fn(&Bench);

const PARTS: [(&str, Part); 6] = [
    ("perft", Bench::perft),
    ("verify", Bench::verify),
    ("move", Bench::moves),
    ("standings", Bench::standings),
    ("version", Bench::version),
    ("memory", Bench::memory),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == NAIVE) {
        return yardstick(&words[1..]);
    }
    // Cargo's test runs call this too, but do not say `--bench`.
    if !words.iter().any(|word| word == "--bench") {
        return;
    }
    let bench = Bench::new();
    println!(
        "| work | against | times as fast | of processor time | riverpost | other | turns | aim |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let all = !PARTS.iter().any(|(part, _)| words.iter().any(|word| word == part));
    for (part, run) in PARTS {
        if all || words.iter().any(|word| word == part) {
            run(&bench);
        }
    }
}

/// Does the work of a yardstick of ours.
fn yardstick(words: &[String]) {
    match words {
        [what, depth] => {
            let start = match what.as_str() {
                "xiangqi" => {
                    let game = naive::Game::Encounter { chariots_south: true, promotion: 6 };
                    naive::Position::from_diagram(game, common::boards::XIANGQI, naive::Side::South)
                }
                _ => naive::Position::start(naive::Game::Valonian),
            };
            black_box(start.perft(depth.parse().expect("a number")));
        }
        [folder] => {
            for file in fs::read_dir(folder).expect("a folder") {
                let bytes = fs::read(file.expect("a file").path()).expect("a file");
                black_box(Sha256::digest(bytes));
            }
        }
        _ => {}
    }
}

/// The commands of one run of a side, to be run one after the other.
type Side<'b> = Box<dyn FnMut() -> Vec<Command> + 'b>;

/// What is compared with what.
struct Row<'b> {
    work: &'b str,
    against: &'b str,
    /// How many runs a turn has: of short ones several, since the system counts work in hundredths of a second.
    runs: u32,
    /// How many times as much a run of ours does as one of theirs: theirs counts as that many.
    times: f64,
    aim: &'b str,
    ours: Side<'b>,
    theirs: Side<'b>,
}

/// What a run of a side takes: its time, and its work on all cores where the system tells.
struct Taken {
    time: Duration,
    work: Option<Duration>,
}

impl Taken {
    fn times(self, times: f64) -> Taken {
        let work = self.work.map(|work| work.mul_f64(times));
        Taken { time: self.time.mul_f64(times), work }
    }
}

impl Row<'_> {
    fn print(mut self) {
        let start = Instant::now();
        let mut turns: Vec<[Taken; 2]> = Vec::new();
        while turns.len() < TURNS[0] || turns.len() < TURNS[1] && start.elapsed() < BUDGET {
            let theirs = turn(&mut self.theirs, self.runs).times(self.times);
            turns.push([turn(&mut self.ours, self.runs), theirs]);
            if turns.len() == 1 && start.elapsed() < WARM {
                turns.clear();
            }
        }
        let time = [0, 1].map(|side| {
            let mut times: Vec<Duration> = turns.iter().map(|turn| turn[side].time).collect();
            times.sort();
            times[times.len() / 2]
        });
        let work = [0, 1].map(|side| turns.iter().map(|turn| turn[side].work).sum());
        let times_less = |[ours, theirs]: [Duration; 2]| {
            format!("{:.2}", theirs.as_secs_f64() / ours.as_secs_f64())
        };
        let work = match work {
            [Some(ours), Some(theirs)] => times_less([ours, theirs]),
            _ => "–".into(),
        };
        let [ours, theirs] = time.map(|time| format!("{:.1} ms", time.as_secs_f64() * 1e3));
        let Row { work: what, against, runs, aim, .. } = self;
        let (faster, turns) = (times_less(time), turns.len());
        let turns = if runs == 1 { turns.to_string() } else { format!("{turns} of {runs}") };
        println!(
            "| {what} | {against} | {faster} | {work} | {ours} | {theirs} | {turns} | {aim} |"
        );
    }
}

/// Some runs of a side, and what one takes of them.
fn turn(side: &mut Side<'_>, runs: u32) -> Taken {
    let (mut time, before) = (Duration::ZERO, work_of_children());
    for _ in 0..runs {
        let mut commands = side();
        let start = Instant::now();
        commands.iter_mut().for_each(run);
        time += start.elapsed();
    }
    let after = work_of_children();
    let work = after.zip(before).map(|(after, before)| (after - before) / runs);
    Taken { time: time / runs, work }
}

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Bench {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let identity = "[user]\n\tname = Anna Ek\n\temail = anna@example.org\n";
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

    /// This program on one core.
    fn riverpost(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(RIVERPOST);
        command.args(arguments).env("RAYON_NUM_THREADS", "1");
        command
    }

    fn at(&self, root: &Path, arguments: &[&str]) -> Command {
        let mut command = self.riverpost(arguments);
        command.current_dir(root);
        command
    }

    fn git(&self, root: &Path, arguments: &[&str]) -> Command {
        let mut git = self.command("git");
        git.arg("-C").arg(root).args(arguments);
        git
    }

    /// A yardstick of ours.
    fn naive(&self, words: &[&str]) -> Command {
        let own = std::env::current_exe().expect("this program");
        let mut command = self.command(own.to_str().expect("a path of letters"));
        command.arg(NAIVE).args(words);
        command
    }

    fn is_installed(&self, program: &str) -> bool {
        self.command(program).arg("--version").stderr(Stdio::null()).status().is_ok()
    }

    fn version(&self) {
        Row {
            work: "`riverpost --version`",
            against: "`git --version`",
            runs: 20,
            times: 1.0,
            aim: "0.9",
            ours: Box::new(|| vec![self.riverpost(&["--version"])]),
            theirs: Box::new(|| {
                let mut git = self.command("git");
                git.arg("--version");
                vec![git]
            }),
        }
        .print();
    }

    /// Perft with the last ply counted.
    fn perft(&self) {
        let xiangqi = self.place("xiangqi");
        fs::write(&xiangqi, diagram::write(&Setup::of(&common::xiangqi()))).expect("written");
        let array = xiangqi.to_str().expect("a path of letters");
        let asked = self.place("asked");
        let pieces = ["encounter", "--option", "promotion=6", "--setup", array];
        // The published counts of nodes at the last depth and two plies before it.
        let xiangqi_nodes = [133_312_995.0, 79_666.0];
        let chess_nodes = [119_060_324.0, 197_281.0];
        let cases = [
            ("xiangqi", "Xiangqi's pieces", &pieces[..], 5, xiangqi_nodes, "25"),
            ("chess", "orthodox chess", &["valonian"], 6, chess_nodes, "5"),
        ];
        let fairy = self.is_installed("fairy-stockfish");
        for (variant, name, game, depth, [nodes, fewer], aim) in cases {
            let [depth, less] = [depth, depth - 2].map(|depth| depth.to_string());
            let uci = format!("setoption name UCI_Variant value {variant}\nposition startpos\n");
            fs::write(&asked, format!("{uci}go perft {depth}\nquit\n")).expect("written");
            let theirs = || match fairy {
                true => {
                    let mut perft = self.command("fairy-stockfish");
                    perft.stdin(fs::File::open(&asked).expect("what was written"));
                    vec![perft]
                }
                false => vec![self.naive(&[variant, &less])],
            };
            let naive = "the tests' naive generator two plies less deep, by the number of nodes; \
                         not installed: fairy-stockfish";
            Row {
                work: &format!("perft, {name}, depth {depth}, one thread"),
                against: if fairy { "Fairy-Stockfish" } else { naive },
                runs: 1,
                times: if fairy { 1.0 } else { nodes / fewer },
                aim: if fairy { aim } else { "–" },
                ours: Box::new(|| {
                    let words = [&["perft", "--depth", &depth, "--game"], game].concat();
                    vec![self.riverpost(&words)]
                }),
                theirs: Box::new(theirs),
            }
            .print();
        }
    }

    /// Games of chess as files.
    fn verify(&self) {
        const GAMES: usize = 5_000;
        let (folder, pgn) = (self.place("records"), self.place("games.pgn"));
        fs::create_dir(&folder).expect("a folder");
        let (start, mut dice) = (common::orthodox(), Dice::new(11));
        for number in 0..GAMES {
            let id = format!("game-{number}");
            let text = record(&id, &play(&start, 80, &mut dice), start_of_clock(number));
            fs::write(folder.join(format!("{id}.yaml")), text).expect("written");
        }
        let records = folder.to_str().expect("a path of letters");
        let mut export = self.riverpost(&["export", records]);
        run(export.stdout(fs::File::create(&pgn).expect("a file")));
        let extract = self.is_installed("pgn-extract");
        let hashing = "reading and hashing them; not installed: pgn-extract";
        Row {
            work: &format!("`verify`, {GAMES} games of chess as files, one thread"),
            against: if extract { "pgn-extract, one file" } else { hashing },
            runs: 1,
            times: 1.0,
            aim: if extract { "3" } else { "–" },
            ours: Box::new(|| vec![self.riverpost(&["verify", records])]),
            theirs: Box::new(|| {
                if !extract {
                    return vec![self.naive(&[records])];
                }
                let mut extract = self.command("pgn-extract");
                extract.args(["-s", "-r"]).arg(&pgn).stderr(Stdio::null());
                vec![extract]
            }),
        }
        .print();
    }

    fn moves(&self) {
        let texts = Templates::new(40, 30);
        let few = self.repository("few", 10, &texts);
        let many = self.repository("many", 20_000, &texts);
        let bare = Repository { root: self.place("bare"), ..many.clone() };
        run(self.command("git").args(["clone", "-q", "--bare"]).args([&many.root, &bare.root]));
        let commit = "`git add && git commit`";
        self.compare_moves("`move` among 10 records", commit, [&few, &few], &texts, "2.5");
        self.compare_moves("`move` among 20,000", commit, [&many, &many], &texts, "2");
        let beside = "`git add && git commit` beside a work tree";
        self.compare_moves("`move` among 20,000, bare", beside, [&bare, &many], &texts, "17");
    }

    fn compare_moves(
        &self,
        work: &str,
        against: &str,
        [ours, theirs]: [&Repository; 2],
        texts: &Templates,
        aim: &str,
    ) {
        // Half of the records are for us, half for git.
        let mut dice = Dice::new(ours.count as u64);
        let mut lines: Vec<Option<Line>> = vec![None; ours.count];
        let submit = || {
            let (number, side, text) = loop {
                let number = dice.below(ours.count / 2) * 2;
                let line = lines[number].get_or_insert_with(|| texts.line(number).clone());
                let legal = line.position().legal_moves();
                if !legal.is_empty() && line.ending().is_none() {
                    let mv = legal[dice.below(legal.len())];
                    let text = write_move(line.position(), mv);
                    let side = line.position().turn().name();
                    line.push_unchecked(mv);
                    break (number, side, text);
                }
            };
            let id = texts.id(number);
            vec![self.at(&ours.root, &["move", &id, &text, "--for", side])]
        };
        let mut dice = Dice::new(theirs.count as u64);
        let commit = || {
            let path = texts.path(dice.below(theirs.count / 2) * 2 + 1);
            let file = fs::OpenOptions::new().append(true).open(theirs.root.join(&path));
            file.expect("a record").write_all(b"  99. a line more\n").expect("written");
            let commit = ["commit", "-q", "-m", "m"];
            vec![self.git(&theirs.root, &["add", &path]), self.git(&theirs.root, &commit)]
        };
        let (ours, theirs) = (Box::new(submit), Box::new(commit));
        Row { work, against, runs: 8, times: 1.0, aim, ours, theirs }.print();
    }

    /// A tournament in which 64 players have met once, each game given up after forty plies.
    fn standings(&self) {
        let root = self.initialised("cup");
        let players: String = (1..=64).map(|n| format!("p{n},Player {n}\n")).collect();
        fs::write(root.join("players.csv"), format!("id,name\n{players}")).expect("written");
        let new = ["match", "new", "cup", "--tournament", "wing", "--file", "players.csv"];
        run(&mut self.at(&root, &new));
        run(&mut self.at(&root, &["match", "open", "cup"]));
        let list = || self.told(&root, &["ls-files", "-s", "games"]);
        let (_, wing) = common::starts().swap_remove(0);
        let mut dice = Dice::new(5);
        for file in list().lines().filter_map(|line| line.split('\t').nth(1)) {
            let mut games = std::iter::repeat_with(|| play(&wing, 40, &mut dice));
            let line = games.find(|line| line.ending().is_none()).expect("a game that goes on");
            let given_up = format!("{}  21. resigns\n", common::lines(&line, None));
            let text = fs::read_to_string(root.join(file)).expect("a record");
            let text = text.replace("result: \"*\"", "result: north\nending: resignation");
            fs::write(root.join(file), text + &given_up).expect("written");
        }
        run(&mut self.git(&root, &["commit", "-q", "-a", "-m", "played"]));
        let listed = list();
        let ids = listed.lines().filter_map(|line| line.split(' ').nth(1));
        let asked = self.place("blobs");
        fs::write(&asked, ids.map(|id| format!("{id}\n")).collect::<String>()).expect("written");
        Row {
            work: "`match standings`, 2,016 games",
            against: "`git cat-file --batch` of their records",
            runs: 1,
            times: 1.0,
            aim: "0.15 s",
            ours: Box::new(|| vec![self.at(&root, &["match", "standings", "cup"])]),
            theirs: Box::new(|| {
                let mut batch = self.git(&root, &["cat-file", "--batch"]);
                batch.stdin(fs::File::open(&asked).expect("what was written"));
                vec![batch]
            }),
        }
        .print();
    }

    /// The most memory of their own that commands hold, among many records and among few; and the size of the program.
    fn memory(&self) {
        let texts = Templates::new(40, 30);
        let [few, many] =
            [1_000, 100_000].map(|count| self.repository(&format!("of {count}"), count, &texts));
        for command in ["verify", "search", "inbox"] {
            let peak = |of: &Repository| peak_memory(&mut self.at(&of.root, &[command]));
            if let (Some(few), Some(many)) = (peak(&few), peak(&many)) {
                let work = format!("memory of `{command}`, 100,000 records");
                let ratio = few / many;
                println!(
                    "| {work} | 1,000 | {ratio:.2} | – | {many:.1} MiB | {few:.1} MiB | 1 | 1 |"
                );
            }
        }
        let size = fs::metadata(RIVERPOST).map_or(0, |file| file.len()) as f64 / 1e6;
        println!("| the program | – | – | – | {size:.2} MB | – | 1 | 6 MB |");
    }

    /// A repository without records.
    fn initialised(&self, name: &str) -> PathBuf {
        let root = self.place(name);
        run(&mut self.riverpost(&["init", root.to_str().expect("a path of letters")]));
        root
    }

    /// A repository of that many records in the usual layout, all in one commit.
    fn repository(&self, name: &str, count: usize, texts: &Templates) -> Repository {
        let root = self.initialised(name);
        let branch = self.told(&root, &["symbolic-ref", "HEAD"]);
        let branch = branch.trim();
        let mut import = self.git(&root, &["fast-import", "--quiet"]);
        let mut import = import.stdin(Stdio::piped()).spawn().expect("git runs");
        let mut pipe = BufWriter::new(import.stdin.take().expect("a pipe"));
        write!(
            pipe,
            "commit {branch}\ncommitter Bench <bench@example.org> 1700000000 +0000\ndata 1\nm\n\
             from {branch}^0\n"
        )
        .expect("written");
        for number in 0..count {
            let (path, text) = (texts.path(number), texts.record(number));
            write!(pipe, "M 100644 inline {path}\ndata {}\n{text}\n", text.len()).expect("written");
        }
        drop(pipe);
        assert!(import.wait().expect("git runs").success());
        run(&mut self.git(&root, &["reset", "-q", "--hard"]));
        // Git looks twice at files that are as young as its index.
        std::thread::sleep(Duration::from_millis(1100));
        run(&mut self.git(&root, &["update-index", "-q", "--really-refresh"]));
        Repository { root, count }
    }

    /// What git prints.
    fn told(&self, root: &Path, arguments: &[&str]) -> String {
        let output = self.git(root, arguments).stdout(Stdio::piped()).output();
        String::from_utf8(output.expect("git runs").stdout).expect("letters")
    }
}

/// Games that are given to many records, each under its own id.
struct Templates(Vec<(Line, String)>);

impl Templates {
    fn new(count: usize, plies: usize) -> Templates {
        let mut dice = Dice::new(3);
        let starts: Vec<Position> = common::starts().into_iter().map(|(_, start)| start).collect();
        let lines = starts.iter().cycle().map(|start| play(start, plies, &mut dice));
        let going = lines.filter(|line| line.ending().is_none()).take(count);
        let text = |line: &Line| record("ID", line, start_of_clock(0));
        Templates(going.map(|line| (line.clone(), text(&line))).collect())
    }

    fn line(&self, number: usize) -> &Line {
        &self.0[number % self.0.len()].0
    }

    /// A record. Of a thousand one is the game of who git commits as.
    fn record(&self, number: usize) -> String {
        let id = self.id(number);
        let text = self.0[number % self.0.len()].1.replace("id: ID\n", &format!("id: {id}\n"));
        match number % 1000 {
            0 => text,
            _ => text.replace("Anna Ek", "Eva Ito").replace("anna@", "eva@"),
        }
    }

    /// An id as `riverpost new` makes them.
    fn id(&self, number: usize) -> String {
        let (year, _) = month_of(number);
        format!("{}-{year}-anna-ben-{number}", self.line(number).start().game().name)
    }

    /// The usual place of a record; there are a few dozen to a month.
    fn path(&self, number: usize) -> String {
        let game = self.line(number).start().game().name;
        let (year, month) = month_of(number);
        format!("games/{game}/{year}-{month:02}/{}.yaml", self.id(number))
    }
}

/// A repository of so many records.
#[derive(Clone)]
struct Repository {
    root: PathBuf,
    count: usize,
}

/// The year and month in which a game began: two hundred did each month.
fn month_of(number: usize) -> (usize, usize) {
    (2015 + number / 200 / 12, 1 + number / 200 % 12)
}

fn start_of_clock(number: usize) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(25_000_000 + 7 * number as i64)
}

fn run(command: &mut Command) {
    let status = command.status().expect("the program runs");
    assert!(status.success(), "{command:?}");
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

/// The most memory of its own that a program held, in MiB, where the system tells: files that are mapped, such as git's
/// packs, are not counted.
fn peak_memory(command: &mut Command) -> Option<f64> {
    let mut child = command.spawn().expect("the program runs");
    let status = format!("/proc/{}/status", child.id());
    let mut peak: Option<u64> = None;
    loop {
        let now = fs::read_to_string(&status).ok().and_then(|status| {
            let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
            line.trim().strip_suffix(" kB")?.parse().ok()
        });
        peak = peak.max(now);
        if child.try_wait().expect("a child").is_some() {
            return peak.map(|kib| kib as f64 / 1024.0);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
