//! Pushes over git's transports, by several at once, and of many commits.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use chrono::TimeDelta;
use riverpost::rules::Side;

use super::{ANNA, BEN, Hub, KEYED, PLAIN, mv, now, with};
use crate::harness::Run;

/// A program that git keeps apart from its commands.
fn git_program(name: &str) -> String {
    let folder = Command::new("git").arg("--exec-path").output().unwrap();
    let folder = String::from_utf8(folder.stdout).unwrap();
    let folders = [folder.trim(), "/usr/lib/git-core", "/usr/libexec/git-core"];
    let known = folders.map(|folder| format!("{folder}/{name}"));
    known.into_iter().find(|path| Path::new(path).exists()).unwrap_or(name.into())
}

/// Answers each request by git's own CGI program, as a web server does once it has asked for a password.
fn serve_http(root: &Path, listener: TcpListener) {
    let backend = git_program("git-http-backend");
    for stream in listener.incoming() {
        let (root, backend) = (root.to_owned(), backend.clone());
        thread::spawn(move || answer(&root, &backend, stream.unwrap()));
    }
}

fn answer(root: &Path, backend: &str, stream: TcpStream) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let mut parts = line.split(' ');
    let (method, target) =
        (parts.next().unwrap().to_owned(), parts.next().unwrap_or("/").to_owned());
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    // The first folder of the path says who has logged in.
    let (login, path) = path[1..].split_once('/').unwrap();
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let Some((key, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(key.to_lowercase(), value.to_owned());
    }
    let mut body = Vec::new();
    if headers.get("transfer-encoding").is_some_and(|value| value == "chunked") {
        loop {
            let mut size = String::new();
            reader.read_line(&mut size).unwrap();
            let size = usize::from_str_radix(size.trim(), 16).unwrap();
            let mut chunk = vec![0; size + 2];
            reader.read_exact(&mut chunk).unwrap();
            body.extend_from_slice(&chunk[..size]);
            if size == 0 {
                break;
            }
        }
    } else if let Some(length) = headers.get("content-length") {
        body = vec![0; length.parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
    }
    let header = |name: &str| headers.get(name).cloned().unwrap_or_default();
    let mut command = Command::new(backend);
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap());
    command
        .env("GIT_PROJECT_ROOT", root)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("PATH_INFO", format!("/{path}"));
    command.env("REQUEST_METHOD", method).env("QUERY_STRING", query).env("REMOTE_USER", login);
    command
        .env("CONTENT_TYPE", header("content-type"))
        .env("HTTP_CONTENT_ENCODING", header("content-encoding"));
    command
        .env("CONTENT_LENGTH", body.len().to_string())
        .env("GIT_PROTOCOL", header("git-protocol"));
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("HOME", root.join("home"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = thread::spawn(move || drop(input.write_all(&body)));
    let answer = child.wait_with_output().unwrap().stdout;
    writer.join().unwrap();
    let mut stream = stream;
    let status =
        answer.strip_prefix(b"Status: ").and_then(|rest| rest.split(|b| *b == b'\r').next());
    let status = status.map_or("200 OK".into(), |s| String::from_utf8_lossy(s).into_owned());
    let _ = write!(stream, "HTTP/1.1 {status}\r\nConnection: close\r\n");
    let _ = stream.write_all(&answer);
}

#[test]
fn over_http_with_a_login() {
    let hub = Hub::new();
    hub.place.git(&["-C", "../hub.git", "config", "http.receivepack", "true"]);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let root = hub.place.root();
    thread::spawn(move || serve_http(&root, listener));
    let anna = hub.clone("anna");
    anna.add(PLAIN, Side::South, mv("SH e4-e5"));
    let push = |login: &str| -> Run {
        let url = format!("http://127.0.0.1:{port}/{login}/hub.git");
        let mut command = hub.command("git", &anna.dir);
        command.args(["push", "-q", &url, "HEAD:main"]).output().unwrap().into()
    };
    let refused = push("mal");
    assert_ne!(refused.code, 0);
    assert!(refused.err.contains("remote: error: games/wing/plain.yaml:"), "{refused:?}");
    assert!(refused.err.contains("Mal Ory pushes it"), "{refused:?}");
    assert_eq!(push("anna").code, 0, "{:?}", push("anna"));
    let tip = hub.place.git(&["-C", "../hub.git", "rev-parse", "main"]);
    assert_eq!(anna.git(&["rev-parse", "HEAD"]), tip);
}

#[test]
fn over_gits_own_daemon_nobody_has_a_login() {
    let hub = Hub::new();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let root = hub.place.root();
    let mut command = hub.command(&git_program("git-daemon"), &root);
    command.args(["--listen=127.0.0.1", "--export-all", "--enable=receive-pack", "--reuseaddr"]);
    command.arg(format!("--port={port}")).arg(format!("--base-path={}", root.display()));
    let mut daemon = command.stderr(Stdio::null()).spawn().unwrap();
    let reached = (0..500).any(|_| {
        TcpStream::connect(("127.0.0.1", port)).is_ok() || {
            thread::sleep(std::time::Duration::from_millis(10));
            false
        }
    });
    let anna = hub.clone("anna");
    let url = format!("git://127.0.0.1:{port}/hub.git");
    let push = || -> Run {
        let mut command = hub.command("git", &anna.dir);
        command.args(["push", "-q", &url, "HEAD:main"]).output().unwrap().into()
    };
    anna.add_signed(KEYED, Side::South, mv("SH e4-e5"), ANNA);
    let signed = push();
    anna.add(PLAIN, Side::South, mv("SH e4-e5"));
    let unsigned = push();
    daemon.kill().unwrap();
    daemon.wait().unwrap();
    assert!(reached);
    assert_eq!(signed.code, 0, "{signed:?}");
    assert_ne!(unsigned.code, 0);
    assert!(unsigned.err.contains("it is not known here who pushes it"), "{unsigned:?}");
}

#[test]
fn two_push_at_once() {
    let hub = Hub::new();
    let (anna, ben) = (hub.clone("anna"), hub.clone("ben"));
    anna.add(PLAIN, Side::South, mv("SH e4-e5"));
    let text = with(&ben.read(KEYED), Side::South, mv("SH e4-e5"), now(), Some(ANNA));
    ben.commit(KEYED, with(&text, Side::North, mv("NH e7-e6"), now(), Some(BEN)));
    let push = |clone: &super::Clone<'_>, login: &str| {
        let mut command = hub.command("git", &clone.dir);
        command.args(["push", "-q", "origin", "HEAD"]).env("REMOTE_USER", login);
        command.stderr(Stdio::null()).spawn().unwrap()
    };
    let both = [push(&anna, "anna"), push(&ben, "ben")];
    let done = both.map(|mut push| push.wait().unwrap().success());
    assert!(done.contains(&true), "one of them comes first: {done:?}");
    // Whoever was late puts his own behind.
    for clone in [&anna, &ben] {
        clone.ok(&["sync"]);
    }
    for (id, line) in [(PLAIN, "1. SH e4-e5"), (KEYED, "1... NH e7-e6")] {
        let tip =
            hub.place.git(&["-C", "../hub.git", "show", &format!("main:games/wing/{id}.yaml")]);
        assert!(tip.contains(line), "{tip}");
    }
}

#[test]
fn a_thousand_commits_in_one_push() {
    let hub = Hub::new();
    let anna = hub.clone("anna");
    let tip = anna.git(&["rev-parse", "HEAD"]);
    // Both walk their Kings to and fro in a hundred games; each line is a commit.
    let mut stream = String::from("reset refs/heads/main\nfrom ");
    stream += &format!("{tip}\n");
    let moves = ["SK b1-c3", "NK b10-c8", "SK c3-b1", "NK c8-b10"];
    let mut at = now() - TimeDelta::minutes(9);
    for game in 0..100 {
        let id = format!("long-{game}");
        let mut text = anna.read(KEYED).replace("id: keyed", &format!("id: {id}"));
        text = text.replace("result:", "endings: claimed\nresult:");
        for ply in 0..10 {
            at += TimeDelta::milliseconds(500);
            let (side, number) =
                if ply % 2 == 0 { (Side::South, ANNA) } else { (Side::North, BEN) };
            let time = chrono::SubsecRound::trunc_subsecs(at, 0);
            text = with(&text, side, mv(moves[ply % 4]), time, Some(number));
            let committer =
                format!("committer anna <anna@example.org> {} +0000", now().timestamp());
            stream += &format!("commit refs/heads/main\n{committer}\ndata 1\nx\n");
            stream +=
                &format!("M 100644 inline games/wing/{id}.yaml\ndata {}\n{text}\n", text.len());
        }
    }
    let mut import = hub.command("git", &anna.dir);
    let mut import =
        import.args(["fast-import", "--quiet", "--force"]).stdin(Stdio::piped()).spawn().unwrap();
    import.stdin.take().unwrap().write_all(stream.as_bytes()).unwrap();
    assert!(import.wait().unwrap().success());
    let run = anna.push(&["main"]);
    assert_eq!(run.code, 0, "{run:?}");
    let count = hub.place.git(&[
        "-C",
        "../hub.git",
        "rev-list",
        "--count",
        &format!("{}..main", tip.trim()),
    ]);
    assert_eq!(count.trim(), "1000");
}
