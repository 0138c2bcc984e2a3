//! Messages that riverpost has written, and answers to them, damaged at random and taken in: what they would record is what
//! was signed, or what was typed in answer by the player it was sent to.

#[path = "../../program/signed_lines.rs"]
mod signed_lines;

use base64ct::{Base64, Encoding};
use git2::Repository;
use riverpost::actions::{
    AnswerMode, ComposeRequest, DeliveryTerms, MailNews, ReceiveTerms, Signed, compose, deliver,
    init_repository,
};
use riverpost::mail::{IncomingMail, TypedRequest};
use riverpost::record::{self, Header, Player, Players};
use riverpost::store::{CommitDraft, Person, RepoPath, Store, StoreError, Timestamp};
use tempfile::TempDir;

use self::signed_lines::{play, with_keys};
use super::mutated::{damage, objection};
use crate::common::{Dice, game, temporary};

const RECORD: &str = "games/wing/2026-11/wing-1.yaml";
const NOW: Timestamp = Timestamp(1_796_212_800);
/// What Ben may have signed, in rival versions.
const SIGNED: [&str; 2] = ["1... NH e7-e6", "1... NH c7-c6"];

/// The record of a game in which Anna has opened.
fn opened(keys: bool) -> String {
    let player = |name: &str, email: &str| {
        let (name, email) = (name.into(), Some(email.into()));
        Some(Player { name, email, key: None })
    };
    let (south, north) =
        (player("Anna Ek", "anna@example.org"), player("Ben Ode", "ben@example.org"));
    let header = Header {
        game: "wing".into(),
        id: "wing-1".into(),
        nonce: Some("0123456789abcdef0123456789abcdef".into()),
        players: Players { south, north },
        started: Some("2026-11-29T19:20:00Z".parse().unwrap()),
        setup: game("wing").array.to_string(),
        ..Header::default()
    };
    let text = record::write_new(&header).unwrap();
    let text = if keys { with_keys(&text) } else { text };
    play(&text, "SH e4-e5", "2026-11-30T07:00:00Z", None, keys)
}

/// A repository of that person with that record.
fn repository(name: &str, text: &str) -> (TempDir, Store) {
    let folder = temporary();
    let mut settings = Repository::init(folder.path()).unwrap().config().unwrap();
    settings.set_str("user.name", name).unwrap();
    settings.set_str("user.email", &format!("{}@example.org", name.to_lowercase())).unwrap();
    settings.set_bool("commit.gpgsign", false).unwrap();
    let store = init_repository(folder.path(), NOW, None).unwrap().store.at(NOW);
    let draft = CommitDraft {
        bytes: text.into(),
        new_files: Vec::new(),
        author: Person { name: name.into(), email: String::new() },
        subject: "made".into(),
        trailers: Vec::new(),
        when: NOW,
        value: (),
    };
    let path = RepoPath::new(RECORD).unwrap();
    store.update(&path, |_| Ok::<_, StoreError>(draft.clone())).unwrap();
    (folder, store)
}

/// What riverpost writes to the other player.
fn written(store: &Store, html: bool) -> Vec<u8> {
    let words = ["Good luck!".to_owned()];
    let request = ComposeRequest {
        to: None,
        words: &words,
        html,
        automatic: None,
        seed: [html.into(); 16],
        dry_run: false,
    };
    compose(store, &RepoPath::new(RECORD).unwrap(), &request).unwrap().write()
}

/// What Ben's mail program makes of an answer that he types above the message.
fn answers(message: &[u8], id: &str) -> Vec<Vec<u8>> {
    let text = IncomingMail::read(message).unwrap().text;
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    let body = format!("e7e6\n\nOn Monday, Anna Ek wrote:\n{quoted}");
    let html = format!(
        "<html><body><div>e7e6</div><blockquote type=\"cite\"><pre>{}</pre></blockquote></body></html>\n",
        text.replace('&', "&amp;").replace('<', "&lt;")
    );
    let base64 = Base64::encode_string(body.as_bytes());
    let lines: Vec<&str> =
        base64.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap()).collect();
    let encoded = |encoding| format!("Content-Transfer-Encoding: {encoding}\n");
    let bodies = [
        (String::new(), body.clone()),
        (encoded("base64"), lines.join("\n") + "\n"),
        (encoded("quoted-printable"), body.replace('=', "=3D").replace("e7e6", "e7=\ne6")),
        ("Content-Type: text/html; charset=utf-8\n".into(), html.clone()),
        (
            "Content-Type: multipart/alternative; boundary=\"=_b\"\n".into(),
            format!(
                "--=_b\nContent-Type: text/plain\n\n{body}--=_b\nContent-Type: text/html\n\n{html}--=_b--\n"
            ),
        ),
    ];
    let head = format!(
        "From: Ben Ode <ben@example.org>\nTo: anna@example.org\nSubject: Re: wing-1\nMessage-ID: <b1@example.org>\n\
         Date: Tue, 1 Dec 2026 10:00:00 +0100\nIn-Reply-To: <{id}>\nMIME-Version: 1.0\n"
    );
    bodies.map(|(fields, body)| format!("{head}{fields}\n{body}").into_bytes()).into()
}

/// The lines that a message would have recorded, each with whether it is signed.
fn recorded(store: &Store, bytes: &[u8]) -> Vec<(String, Signed)> {
    let Ok(mail) = IncomingMail::read(bytes) else { return Vec::new() };
    let receive = ReceiveTerms { trusted: Vec::new(), dry_run: true };
    let terms = DeliveryTerms { receive, answer: AnswerMode::Nothing, seed: [0; 16] };
    match deliver(store, bytes, &mail, &terms).outcome.map(|received| received.news) {
        Ok(MailNews::Lines(lines)) => {
            lines.into_iter().map(|line| (line.line, line.value.signed)).collect()
        }
        Ok(MailNews::Opened(_)) => panic!("it opens a game that is there"),
        Ok(MailNews::Planned(_) | MailNews::Again) | Err(_) => Vec::new(),
    }
}

/// Damages each message in turn, and checks what is recorded of it; it must be something often enough for this to tell.
fn check(
    store: &Store,
    messages: &[Vec<u8>],
    (count, seed): (usize, u64),
    objection: impl Fn(&[u8], &(String, Signed)) -> Option<String>,
) {
    for message in messages {
        assert_eq!(recorded(store, message).len(), 1, "{}", String::from_utf8_lossy(message));
    }
    let (mut dice, mut done) = (Dice::new(seed), 0);
    for number in 0..count {
        let mut damaged = messages[number % messages.len()].clone();
        damage(&mut damaged, messages, &mut dice);
        for line in recorded(store, &damaged) {
            done += 1;
            if let Some(objection) = objection(&damaged, &line) {
                let shown = String::from_utf8_lossy(&damaged);
                panic!("message {number} of seed {seed} records {line:?}: {objection}\n{shown}");
            }
        }
    }
    assert!(done > count / 20, "{done} of {count} are recorded");
}

fn check_signed(count: usize, seed: u64) {
    let (_anna, anna) = repository("Anna", &opened(true));
    let messages = ["NH e7-e6", "NH c7-c6"].map(|mv| {
        let text = play(&opened(true), mv, "2026-11-30T09:00:00Z", None, true);
        let (_ben, ben) = repository("Ben", &text);
        [false, true].map(|html| written(&ben, html))
    });
    check(&anna, &messages.concat(), (count, seed), |_, (line, signed)| {
        let known = SIGNED.contains(&line.as_str()) && matches!(signed, Signed::By(_));
        (!known).then(|| "nobody has signed that".into())
    });
}

fn check_typed(count: usize, seed: u64) {
    let (_anna, anna) = repository("Anna", &opened(false));
    let message = written(&anna, false);
    let id = IncomingMail::read(&message).unwrap().message_id.unwrap();
    check(&anna, &answers(&message, &id), (count, seed), |damaged, (line, _)| {
        let raw = String::from_utf8_lossy(damaged).to_lowercase();
        let typed = TypedRequest::read(&IncomingMail::read(damaged).unwrap()).unwrap().unwrap();
        match () {
            () if !line.starts_with("1... ") => Some("it is not Ben's to do".into()),
            () if !raw.contains(&id) => Some("it answers no message of Anna's".into()),
            () if !raw.contains("ben@example.org") => Some("it is not Ben's".into()),
            () => objection(damaged, &typed),
        }
    });
}

#[test]
fn nothing_is_recorded_that_nobody_signed_or_typed() {
    check_signed(40, 1);
    check_typed(100, 1);
}

/// Minutes long; run it when what is read or recorded of messages changes.
#[test]
#[ignore = "takes minutes"]
fn nothing_is_recorded_that_nobody_signed_or_typed_in_a_hundred_thousand() {
    for seed in 2..=11 {
        check_signed(4_000, seed);
        check_typed(6_000, seed);
    }
}
