//! Attacks on a server: each is refused with its reason, and nothing on the server changes.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use chrono::TimeDelta;
use riverpost::matches::{Manner, Match, Member, StatedResult};
use riverpost::record::{Act, Player, write_instant};
use riverpost::rules::Side;

use crate::match_log;

use super::{ANNA, BEN, Hub, KEYED, MALLORY, OWNER, PLAIN, SETTINGS, TWIN, mv, now, with};

const FIRST: &str = "SH e4-e5";
const SECOND: &str = "NH e7-e6";

/// The last move of Anna is on the server, in the plain game and in the keyed one.
fn opened() -> Hub {
    opened_with("")
}

fn opened_with(lag: &str) -> Hub {
    let hub = Hub::with("", lag);
    let anna = hub.clone("anna");
    anna.add(PLAIN, Side::South, mv(FIRST));
    anna.add_signed(KEYED, Side::South, mv(FIRST), ANNA);
    anna.taken();
    hub
}

#[test]
fn lines_of_others() {
    let hub = opened();
    let anyone = |name| hub.clone(name);
    // An author line alone.
    let mallory = anyone("mal");
    mallory.add(PLAIN, Side::North, mv(SECOND));
    mallory.git(&["commit", "-q", "--amend", "--no-edit", "--author", "Ben Ode <ben@example.org>"]);
    mallory.refused(&[
        "games/wing/plain.yaml:",
        "north (Ben Ode)'s to do",
        "Mal Ory pushes it",
        "K6",
    ]);
    // Over a path nobody knows who it is, nor behind a login that the settings do not have.
    for login in [None, Some("root"), Some("ben@example.org"), Some("Ben Ode"), Some("BEN")] {
        mallory.refused_as(login, &["HEAD"], &["it is not known here who pushes it", "K6"]);
    }
    // The opponent's resignation, or agreement.
    let anna = anyone("anna");
    anna.add(PLAIN, Side::North, Act::Resigns);
    anna.refused(&["\"1... resigns\" is north (Ben Ode)'s to do", "K6"]);
    // Another address, and then his lines.
    let mallory = anyone("mal");
    mallory.add(PLAIN, Side::North, Act::AddressChanged { email: "mal@example.org".into() });
    mallory.add(PLAIN, Side::North, mv(SECOND));
    mallory.refused(&["address changed: mal@example.org", "K6"]);
    // Both in one commit.
    let mallory = anyone("mal");
    let changed = Act::AddressChanged { email: "mal@example.org".into() };
    let text = with(&mallory.read(PLAIN), Side::North, changed, now(), None);
    mallory.commit(PLAIN, with(&text, Side::North, mv(SECOND), now(), None));
    mallory.refused(&["address changed: mal@example.org", "K6"]);
    // An arbiter of one's own.
    let anna = anyone("anna");
    let person =
        Player { name: "Mal Ory".into(), email: Some("mal@example.org".into()), key: None };
    anna.add(PLAIN, Side::South, Act::ArbiterProposed { person });
    anna.add(PLAIN, Side::North, Act::ArbiterAccepted);
    anna.refused(&["\"1... arbiter accepted\" is north (Ben Ode)'s to do", "K6"]);
    // A ruling that is not the arbiter's.
    let anna = anyone("anna");
    let won = Act::Adjudicated { outcome: None, reason: "mine".into(), arbiter: "Eva Ros".into() };
    anna.add(PLAIN, Side::North, won);
    anna.refused(&["arbiter (Eva Ros)'s to do", "K6"]);
    // A conditional move in somebody's name.
    let anna = anyone("anna");
    let text = with(&anna.read(PLAIN), Side::North, mv(SECOND), now(), None);
    anna.commit(PLAIN, text.replace("NH e7-e6 [", "NH e7-e6 (if) ["));
    anna.refused(&["north (Ben Ode)'s to do", "K6"]);
    // A game between others.
    let mallory = anyone("mal");
    let (south, north) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
    mallory.ok(&["new", "wing", "--south", south, "--north", north, "--id", "forced"]);
    mallory.refused(&["a new record is opened by one of its players or an organiser", "K6"]);
    // A game of one's own in which the other has moved already.
    let mallory = anyone("mal");
    let own = ["new", "wing", "--south", "Mal Ory <mal@example.org>", "--north", north];
    mallory.ok(&[&own[..], &["--id", "own", "--folder", "games/wing"]].concat());
    let text = with(&mallory.read("own"), Side::South, mv(FIRST), now(), None);
    mallory.commit("own", with(&text, Side::North, Act::Resigns, now(), None));
    mallory.refused(&["north (Ben Ode)'s to do", "K6"]);
}

#[test]
fn signatures() {
    let hub = opened();
    // Ben has a key, and pushes himself: that is not enough.
    let ben = hub.clone("ben");
    ben.add(KEYED, Side::North, mv(SECOND));
    ben.refused(&[
        "games/wing/keyed.yaml:",
        "north (Ben Ode) has a key, and has not signed this line",
    ]);
    // Nor may a scribe enter it.
    ben.refused_as(Some("sam"), &["HEAD"], &["has a key, and has not signed this line"]);
    // Anna has signed before.
    let anna = hub.clone("anna");
    anna.add(KEYED, Side::South, Act::Resigns);
    anna.refused(&["south has signed lines before, and this one is unsigned", "K1"]);
    // Another's key.
    for number in [ANNA, MALLORY] {
        let ben = hub.clone("ben");
        ben.add_signed(KEYED, Side::North, mv(SECOND), number);
        ben.refused(&["the signature does not fit", "K2"]);
    }
    // A signed line of another game.
    let ben = hub.clone("ben");
    let twin = with(&ben.read(TWIN), Side::South, mv(FIRST), now(), Some(ANNA));
    let twin = with(&twin, Side::North, mv(SECOND), now(), Some(BEN));
    let signature = twin.lines().last().unwrap().to_owned();
    let text = with(&ben.read(KEYED), Side::North, mv(SECOND), now(), None);
    ben.commit(KEYED, format!("{text}{signature}\n"));
    ben.refused(&["the signature does not fit", "K2"]);
    // The same line with a comment, or at another time.
    let time = now();
    let later = write_instant(&(time + TimeDelta::seconds(30)));
    for changed in [format!("[{}] {{ho}}", write_instant(&time)), format!("[{later}]")] {
        let ben = hub.clone("ben");
        let text = with(&ben.read(KEYED), Side::North, mv(SECOND), time, Some(BEN));
        let line = format!("NH e7-e6 [{}]", write_instant(&time));
        assert!(text.contains(&line));
        ben.commit(KEYED, text.replace(&line, &format!("NH e7-e6 {changed}")));
        ben.refused(&["the signature does not fit", "K2"]);
    }
    // A signature is taken away.
    let anna = hub.clone("anna");
    let text = anna.read(KEYED);
    anna.commit(KEYED, text.split("signatures:").next().unwrap());
    anna.refused(&["the signature of action 1 was altered"]);
    // Another key in the header.
    let ben = hub.clone("ben");
    ben.edit(KEYED, &super::public(BEN), &super::public(MALLORY));
    ben.refused(&["players.north was altered"]);
    // A key that is proposed and accepted by one and the same.
    let anna = hub.clone("anna");
    let key = super::public(MALLORY);
    anna.commit(
        KEYED,
        with(
            &anna.read(KEYED),
            Side::North,
            Act::KeyProposed { key: key.into() },
            now(),
            Some(BEN),
        ),
    );
    anna.refused(&["the new key has not signed this line", "K5"]);
}

#[test]
fn signatures_that_the_settings_require() {
    let hub = Hub::with("signatures: required\n", "");
    let anna = hub.clone("anna");
    anna.add(PLAIN, Side::South, mv(FIRST));
    anna.refused(&["every action must be signed here, and south has not signed", "K1"]);
    // A record that does not say so itself.
    let anna = hub.clone("anna");
    let fresh = anna.read(PLAIN).replace("sign: required\n", "").replace("id: plain", "id: fresh");
    let played = with(&fresh, Side::South, mv(FIRST), now(), None);
    anna.commit(&PLAIN.replace("plain", "fresh"), played);
    anna.refused(&["every line must be signed here", "K6"]);
}

#[test]
fn times() {
    let hub = opened_with("1h");
    // In the future; the clock of the client is not asked.
    let ben = hub.clone("ben");
    let text = ben.read(PLAIN);
    let later = now() + TimeDelta::minutes(5);
    ben.commit(PLAIN, with(&text, Side::North, mv(SECOND), later, None));
    ben.refused(&["games/wing/plain.yaml:", "lies in the future", "C18"]);
    let mut push = hub.command("git", &ben.dir);
    push.args(["push", "-q", "origin", "HEAD"]).env("REMOTE_USER", "ben");
    let pushed = push.env("RIVERPOST_NOW", "2040-01-01T00:00:00Z").output().unwrap();
    assert!(!pushed.status.success(), "the hook has a clock of its own");
    // At no time at all.
    let ben = hub.clone("ben");
    let text = with(&ben.read(PLAIN), Side::North, mv(SECOND), now(), None);
    let at = text.rfind(" [").unwrap();
    ben.commit(PLAIN, format!("{}\n", &text[..at]));
    ben.refused(&["does not say when it was done", "C2"]);
    // A commit of the future.
    let ben = hub.clone("ben");
    ben.add(PLAIN, Side::North, mv(SECOND));
    let date = write_instant(&later);
    let mut amend = hub.command("git", &ben.dir);
    amend.args(["commit", "-q", "--amend", "--no-edit"]).env("GIT_COMMITTER_DATE", date);
    assert!(amend.status().unwrap().success());
    ben.refused(&["it says that it was made in the future", "C18"]);
    // Later than agreed.
    let mallory = hub.clone("anna");
    let lines: Vec<String> = mallory
        .read(PLAIN)
        .lines()
        .map(|line| match line {
            line if line.starts_with("id:") => "id: late".into(),
            line if line.starts_with("started:") => "started: 2026-01-01T00:00:00Z".into(),
            line => line.into(),
        })
        .filter(|line: &String| !line.starts_with("  1."))
        .collect();
    let text = lines.join("\n") + "\n";
    let early = now() - TimeDelta::hours(2);
    mallory.commit("late", with(&text, Side::South, mv(FIRST), early, None));
    mallory.refused(&["games/wing/late.yaml:", "may be entered 1h late at most", "C19"]);
    // Before the line that it follows.
    let ben = hub.clone("ben");
    let text = with(&ben.read(PLAIN), Side::North, mv(SECOND), now(), None);
    let at = text.find("NH e7-e6 [").unwrap() + "NH e7-e6 [".len();
    let before = write_instant(&(now() - TimeDelta::minutes(9)));
    ben.commit(PLAIN, format!("{}{before}{}", &text[..at], &text[at + 20..]));
    ben.refused(&["is before", "C2"]);
}

#[test]
fn what_is_recorded() {
    let hub = opened();
    let ben = hub.clone("ben");
    ben.add(PLAIN, Side::North, mv(SECOND));
    ben.taken();
    let edits: [(&str, &str, &[&str]); 8] = [
        ("SH e4-e5", "SH c4-c5", &["a line was altered", "SH e4-e5"]),
        ("Anna Ek, email: anna@", "Anna Ek, email: mal@", &["players.south was altered"]),
        ("name: Eva Ros", "name: Mal Ory", &["arbiter was altered"]),
        ("id: plain", "id: plane", &["the file should be called plane.yaml"]),
        ("moves: |", "# Ben has lost\nmoves: |", &["the text was written anew", "K6"]),
        ("result: \"*\"", "event: Mine\nresult: \"*\"", &["event was altered", "K6"]),
        ("result: \"*\"", "result: south", &["games/wing/plain.yaml:"]),
        ("NH e7-e6 [", "NH e7-e6 (=) [", &["a line was altered"]),
    ];
    for (from, to, words) in edits {
        let anna = hub.clone("anna");
        anna.edit(PLAIN, from, to);
        anna.refused(words);
    }
    // The last line, both lines in another order, the whole record.
    let anna = hub.clone("anna");
    let text = anna.read(PLAIN);
    let lines: Vec<&str> = text.lines().collect();
    anna.commit(PLAIN, lines[..lines.len() - 1].join("\n") + "\n");
    anna.refused(&["the line \"1... NH e7-e6", "was removed"]);
    let anna = hub.clone("anna");
    fs::remove_file(anna.file(PLAIN)).unwrap();
    anna.commit_all();
    anna.refused(&["games/wing/plain.yaml", "the file was removed"]);
    // Moved to another folder.
    let anna = hub.clone("anna");
    fs::create_dir_all(anna.dir.join("games/other")).unwrap();
    anna.git(&["mv", "games/wing/plain.yaml", "games/other/plain.yaml"]);
    anna.commit_all();
    anna.refused(&["games/wing/plain.yaml", "the file was removed"]);
    // A line ending within a comment, and one that is no line of ours.
    for comment in ["{a\rb}", "{a\u{85}b}", "{a\u{2028}1... resigns}"] {
        let anna = hub.clone("anna");
        let text = with(&anna.read(PLAIN), Side::South, mv("SK b1-c3"), now(), None);
        anna.commit(PLAIN, format!("{} {comment}\n", text.trim_end()));
        anna.refused(&["games/wing/plain.yaml:"]);
    }
}

#[test]
fn history() {
    let hub = opened();
    let anna = hub.clone("anna");
    // Rewritten, with and without force; git's own refusal does not count on the client.
    anna.git(&["reset", "-q", "--hard", "HEAD~1"]);
    anna.refused_as(Some("anna"), &["--force", "HEAD:main"], &["would be rewritten"]);
    anna.git(&["commit", "-q", "--allow-empty", "-m", "other"]);
    anna.refused_as(Some("anna"), &["--force", "HEAD:main"], &["would be rewritten"]);
    // Another history altogether.
    anna.git(&["checkout", "-q", "--orphan", "none"]);
    anna.git(&["commit", "-q", "-m", "none"]);
    anna.refused_as(Some("anna"), &["--force", "HEAD:main"], &["would be rewritten"]);
    // Deleted, beside it, tagged.
    let anna = hub.clone("anna");
    anna.refused_as(Some("anna"), &[":main"], &["nothing is deleted here"]);
    let only = ["only the branch main is pushed to here"];
    anna.refused_as(Some("anna"), &["HEAD:refs/heads/other"], &only);
    anna.refused_as(Some("anna"), &["HEAD:refs/tags/v1"], &only);
    anna.refused_as(Some("anna"), &["HEAD:refs/riverpost/other/x"], &only);
    anna.refused_as(Some("anna"), &["HEAD:refs/notes/commits"], &only);
    anna.refused_as(Some("anna"), &["HEAD:refs/replace/1234"], &only);
    // Together with what may be pushed: all or nothing.
    anna.add(PLAIN, Side::South, Act::Resigns);
    anna.refused_as(Some("anna"), &["HEAD:main", "HEAD:refs/heads/other"], &only);
    // A first state that git has, but the branch has not: the merge takes the line out again.
    let ben = hub.clone("ben");
    ben.git(&["checkout", "-q", "-b", "old", "HEAD~1"]);
    ben.add(TWIN, Side::South, mv(FIRST));
    ben.git(&["merge", "-q", "-s", "ours", "main", "-m", "merge"]);
    ben.refused_as(None, &["HEAD:main"], &["games/wing/"]);
    let old = hub.clone("ben");
    old.git(&["checkout", "-q", "-b", "old", "HEAD~1"]);
    old.git(&["commit", "-q", "--allow-empty", "-m", "nothing"]);
    old.git(&["merge", "-q", "-s", "ours", "main", "-m", "merge"]);
    old.refused_as(Some("ben"), &["HEAD:main"], &["games/wing/keyed.yaml", "was removed"]);
    // The same behind a commit that stands between.
    let ben = hub.clone("ben");
    ben.git(&["commit", "-q", "--allow-empty", "-m", "between"]);
    ben.git(&["checkout", "-q", "-b", "old", "HEAD~2"]);
    ben.git(&["commit", "-q", "--allow-empty", "-m", "nothing"]);
    ben.git(&["merge", "-q", "-s", "ours", "main", "-m", "merge"]);
    ben.refused_as(Some("ben"), &["HEAD:main"], &["games/wing/keyed.yaml", "was removed"]);
    // Taken out by one commit and put back by the next.
    let ben = hub.clone("ben");
    let text = ben.read(PLAIN);
    let cut = text.lines().filter(|line| !line.contains(FIRST)).collect::<Vec<_>>().join("\n");
    ben.commit(PLAIN, cut + "\n");
    ben.commit(PLAIN, text);
    ben.refused(&["was removed"]);
    // A merge that says something that none of those it joins says.
    let anna = hub.clone("anna");
    anna.git(&["checkout", "-q", "-b", "side"]);
    anna.git(&["commit", "-q", "--allow-empty", "-m", "side"]);
    anna.git(&["checkout", "-q", "main"]);
    anna.git(&["commit", "-q", "--allow-empty", "-m", "main"]);
    anna.git(&["merge", "-q", "--no-ff", "--no-commit", "side"]);
    anna.add(PLAIN, Side::South, Act::Resigns);
    anna.refused(&["a merge takes each record as one of the versions that it joins has it"]);
}

#[test]
fn settings_and_other_files() {
    let hub = opened();
    let signed = "only a commit that an owner has signed changes a file that is no record";
    let mine = format!("{SETTINGS}unsigned: mark\nscribes: [Mal Ory]\n").replacen(
        "scribes: [Sam Sku]\n",
        "",
        1,
    );
    // Alone, and with what it would allow.
    let mallory = hub.clone("mal");
    mallory.commit("riverpost.yaml", &mine);
    mallory.refused(&["riverpost.yaml", signed, "K7"]);
    mallory.add(PLAIN, Side::North, mv(SECOND));
    mallory.refused(&["riverpost.yaml", signed]);
    // By somebody else's key.
    let mallory = hub.clone("mal");
    let sign = |number: u8| {
        mallory.git(&["config", "gpg.format", "ssh"]);
        mallory.git(&["config", "user.signingKey", &hub.key_file(number)]);
        mallory.git(&["config", "commit.gpgSign", "true"]);
    };
    sign(MALLORY);
    mallory.commit("riverpost.yaml", &mine);
    mallory.refused(&["riverpost.yaml", signed]);
    // Signed by the owner, but what it would allow does not hold yet.
    mallory.git(&["reset", "-q", "--hard", "origin/main"]);
    sign(OWNER);
    mallory.commit("riverpost.yaml", &mine);
    let own = mallory.git(&["rev-parse", "HEAD"]);
    mallory.add(PLAIN, Side::North, mv(SECOND));
    mallory.refused(&["games/wing/plain.yaml", "K6"]);
    // The owner's signature under another tree.
    mallory.git(&["config", "commit.gpgSign", "false"]);
    let commit = mallory.git(&["cat-file", "commit", own.trim()]);
    let tree = mallory.git(&["rev-parse", "HEAD^{tree}"]);
    let (_, rest) = commit.split_once('\n').unwrap();
    let file = mallory.dir.join("../forged");
    fs::write(&file, format!("tree {tree}{rest}")).unwrap();
    let file = file.to_str().unwrap();
    let forged = mallory.git(&["hash-object", "-t", "commit", "-w", file]);
    mallory.refused_as(
        Some("mal"),
        &[&format!("{}:main", forged.trim())],
        &["riverpost.yaml", signed],
    );
    // Brought in by a merge that is unsigned.
    mallory.git(&["checkout", "-q", "-B", "merge", "origin/main"]);
    mallory.git(&["merge", "-q", "--no-ff", own.trim(), "-m", "merge"]);
    mallory.refused_as(Some("mal"), &["HEAD:main"], &["riverpost.yaml", signed]);
    // Without settings at all, and the files beside them.
    for (path, text) in [
        (".gitattributes", Some("* -text\n")),
        (".gitattributes", None),
        ("riverpost.yaml", None),
        ("README.md", Some("hello\n")),
        ("games/wing/notes.txt", Some("hello\n")),
        ("Riverpost.yaml", Some(mine.as_str())),
        ("other/plain.yaml", Some("x\n")),
        ("games.yaml", Some("x\n")),
    ] {
        let mallory = hub.clone("mal");
        match text {
            Some(text) => mallory.commit(path, text),
            None => {
                fs::remove_file(mallory.dir.join(path)).unwrap();
                mallory.commit_all();
            }
        }
        mallory.refused(&[path, signed]);
    }
}

#[test]
fn odd_files() {
    let hub = opened();
    let text = hub.clone("anna").read(PLAIN);
    // Ids that differ by case alone, and a record twice.
    for (file, id) in [("games/wing/PLAIN.yaml", "PLAIN"), ("games/deep/er/plain.yaml", "plain")] {
        let anna = hub.clone("anna");
        anna.commit(file, text.replace("id: plain", &format!("id: {id}")));
        anna.refused(&[file, "the id is taken here by games/wing/plain.yaml"]);
    }
    // Something else under a record's name, or a record among the matches.
    let player = "players:\n  - {id: a, name: A}\n  - {id: b, name: B}\n";
    let cup = format!("format: riverpost-match/1\nid: junk\ntitle: T\n{player}");
    for (file, junk, words) in [
        ("games/wing/junk.yaml", "", "games/wing/junk.yaml"),
        ("games/wing/junk.yaml", "x: y\n", "unknown key"),
        ("games/wing/junk.yaml", "a: \u{0}\n", "games/wing/junk.yaml"),
        ("games/wing/junk.yaml", &cup, "records lie in games, matches in matches"),
        ("matches/new.yaml", &text.replace("id: plain", "id: new"), "records lie in games"),
    ] {
        let olga = hub.clone("olga");
        olga.commit(file, junk);
        olga.refused(&[words]);
    }
    let olga = hub.clone("olga");
    olga.commit("games/wing/called.yaml", text.replace("id: plain", "id: other"));
    olga.refused(&["the file should be called other.yaml"]);
    // What is no plain file.
    let anna = hub.clone("anna");
    fs::remove_file(anna.file(PLAIN)).unwrap();
    symlink("/etc/passwd", anna.file(PLAIN)).unwrap();
    anna.commit_all();
    anna.refused(&["games/wing/plain.yaml", "is a symbolic link"]);
    let anna = hub.clone("anna");
    symlink("wing", anna.dir.join("games/link")).unwrap();
    anna.commit_all();
    anna.refused(&["games/link", "is a symbolic link"]);
    let anna = hub.clone("anna");
    let head = anna.git(&["rev-parse", "HEAD"]);
    let entry = format!("160000,{},games/sub.yaml", head.trim());
    anna.git(&["update-index", "--add", "--cacheinfo", &entry]);
    anna.git(&["commit", "-q", "-m", "x"]);
    anna.refused(&["games/sub.yaml", "is not a plain file"]);
    let anna = hub.clone("anna");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(anna.file(PLAIN), executable).unwrap();
    anna.commit_all();
    anna.refused(&["games/wing/plain.yaml", "became executable"]);
    // Too long, as a record and at all; too deep; without files.
    let anna = hub.clone("anna");
    anna.commit(PLAIN, format!("{}# {}\n", text, "x".repeat(1 << 20)));
    anna.refused(&["games/wing/plain.yaml", "1048576"]);
    let anna = hub.clone("anna");
    anna.commit(PLAIN, "x".repeat((16 << 20) + 1));
    anna.refused(&["games/wing/plain.yaml", "too long"]);
    let anna = hub.clone("anna");
    anna.commit(&format!("games/{}plain2.yaml", "d/".repeat(70)), &text);
    anna.refused(&["lies too deep"]);
    let anna = hub.clone("anna");
    let empty = anna.git(&["hash-object", "-t", "tree", "-w", "/dev/null"]);
    let tree = anna.git(&["ls-tree", "HEAD"]);
    let list = anna.dir.join("../list");
    fs::write(&list, format!("{tree}040000 tree {}\tvoid\n", empty.trim())).unwrap();
    let mut make = hub.command("git", &anna.dir);
    let made = make.arg("mktree").stdin(fs::File::open(&list).unwrap()).output().unwrap();
    let made = String::from_utf8(made.stdout).unwrap();
    let commit = anna.git(&["commit-tree", made.trim(), "-p", "HEAD", "-m", "x"]);
    anna.refused_as(
        Some("anna"),
        &[&format!("{}:main", commit.trim())],
        &["void", "without files"],
    );
    // An empty push is none.
    let anna = hub.clone("anna");
    assert_eq!(anna.push(&["HEAD"]).code, 0);
}

#[test]
fn rivals_and_mails() {
    let hub = opened();
    let anna = hub.clone("anna");
    let rival = |name: &str| format!("refs/riverpost/rivals/{name}");
    // A version that another one has taken the place of, as a commit and as a content.
    anna.git(&["checkout", "-q", "-b", "old", "HEAD~1"]);
    anna.add_signed(KEYED, Side::South, mv("SK b1-c3"), ANNA);
    let commit = anna.git(&["rev-parse", "HEAD"]);
    let content = anna.git(&["rev-parse", "HEAD:games/wing/keyed.yaml"]);
    for object in [commit.trim(), content.trim()] {
        let name = rival(&format!("keyed/{}", &object[..10]));
        let run = anna.push_as(None, &[&format!("{object}:{name}")]);
        assert_eq!(run.code, 0, "{run:?}");
        // It stays.
        anna.refused_as(None, &[&format!(":{name}")], &["nothing is deleted here"]);
        anna.refused_as(None, &["--force", &format!("main:{name}")], &["only the branch main"]);
    }
    // Under another game's id, under no hash of its own, and what is no record.
    let wrong = format!("{}:{}", content.trim(), rival(&format!("plain/{}", &content[..10])));
    anna.refused_as(None, &[&wrong], &["this is a version of keyed"]);
    let wrong = format!("{}:{}", content.trim(), rival("keyed/0123456789"));
    anna.refused_as(None, &[&wrong], &["only the branch main"]);
    anna.commit("README.md", "spam");
    let head = anna.git(&["rev-parse", "HEAD"]);
    let spam = format!("{}:{}", head.trim(), rival(&format!("keyed/{}", &head[..10])));
    anna.refused_as(None, &[&spam], &["README.md", "K7"]);
    // Mails become more, and no others.
    let mails = "refs/notes/riverpost-mail";
    let note = |text: &str| anna.git(&["notes", "--ref", mails, "add", "-f", "-m", text, "main"]);
    note("From: anna");
    assert_eq!(anna.push(&[mails]).code, 0);
    note("From: mallory");
    anna.refused_as(Some("anna"), &[mails], &["is a mail that was altered or removed"]);
    anna.git(&["update-ref", mails, "main"]);
    anna.refused_as(Some("anna"), &["--force", mails], &["mails that are kept here would be lost"]);
}

/// A match that is opened without a log.
const CUP: &str = "format: riverpost-match/1
id: cup
title: The Cup
players:
  - {id: anna, name: Anna Ek, email: anna@example.org}
  - {id: ben, name: Ben Ode, email: ben@example.org}
  - {id: eva, name: Eva Ros, email: eva@example.org}
externals:
  - {name: Chess, win: 1, draw: 1/2}
games:
  - {id: g1, external: Chess, south: anna, north: ben}
  - {id: g2, external: Chess, between: [anna, ben]}
";

#[test]
fn k11_k13_matches() {
    let hub = Hub::new();
    let cup = "matches/cup.yaml";
    let time = write_instant(&now());
    let opened = |text: &str, who| match_log::changed(text, (who, &time), None, |_| ());
    let mal = hub.clone("mal");
    mal.commit(cup, opened(CUP, "anna"));
    mal.refused(&["a new match is opened by one of those in it or an organiser", "K6"]);
    let olga = hub.clone("olga");
    olga.commit(cup, CUP);
    olga.refused(&["a match has a log, and this one has none [K11]"]);
    olga.git(&["reset", "-q", "--hard", "origin/main"]);
    // Nobody but the settings' organiser may open a match that he has no part in.
    olga.commit(cup, opened(CUP, "Olga Or <olga@example.org>"));
    olga.taken();
    let edit = |name: &'static str, who: &str, edit: fn(&mut Match)| {
        let clone = hub.clone(name);
        let text = fs::read_to_string(clone.dir.join(cup)).unwrap();
        clone.commit(cup, match_log::changed(&text, (who, &time), None, edit));
        clone
    };
    type Change = fn(&mut Match);
    let won: Change = |m| m.games[0].result = Some(StatedResult::South);
    edit("mal", "anna", won).refused(&["cup.yaml:15:", "is anna's, and unsigned", "K6"]);
    let strange = "is not \"Mal <mal@example.org>\"'s to say";
    edit("mal", "Mal <mal@example.org>", won).refused(&["games/g1/result", strange, "K6"]);
    // (what is changed, its path)
    let setup: [(Change, &str); 5] = [
        (|m| m.title = "My Cup".into(), "title"),
        (|m| m.externals[0].win = Some("3".parse().unwrap()), "externals/1/win"),
        (|m| m.players[1].email = Some("mal@example.org".into()), "players/ben/email"),
        (|m| m.arbiter = Some(Member { name: "Mal".into(), email: None, key: None }), "arbiter"),
        (
            |m| {
                m.games[0].result = Some(StatedResult::South);
                m.games[0].how = Some(Manner::Forfeit);
            },
            "games/g1/how",
        ),
    ];
    for (change, path) in setup {
        edit("anna", "anna", change).refused(&[path, "is not anna's to say"]);
    }
    let lost: Change = |m| m.games[1].result = Some(StatedResult::North);
    edit("eva", "eva", lost).refused(&["games/g2/result", "is not eva's to say", "K6"]);
    let joined: Change = |m| {
        m.games[1].south = Some("eva".into());
        m.games[1].result = Some(StatedResult::South);
    };
    edit("eva", "eva", joined).refused(&["eva has no side in a game between anna and ben"]);
    // By hand, with no line that tells of it.
    let anna = hub.clone("anna");
    let text = fs::read_to_string(anna.dir.join(cup)).unwrap();
    anna.commit(cup, text.replace("win: \"1\"", "win: \"3\""));
    anna.refused(&["something was altered that no line of the log tells of", "K11"]);
    edit("anna", "anna", won).taken();
    let ben = hub.clone("ben");
    ben.commit(cup, &text);
    ben.refused(&["a match is only added to"]);
    ben.git(&["reset", "-q", "--hard", "origin/main"]);
    ben.commit(cup, text.split("log: |").next().unwrap());
    ben.refused(&["a match has a log"]);
}
