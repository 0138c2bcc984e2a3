//! Mails kept beside commits, against git's own notes.

use std::sync::Barrier;
use std::thread;

use riverpost::store::{CommitId, GitVersion, Store, StoreError};

use super::{RECORD, Sandbox, append};

/// What is noted beside the commit, as git has it.
fn shown(sandbox: &Sandbox, commit: CommitId) -> String {
    sandbox.git(&["notes", "--ref=riverpost-mail", "show", &commit.to_string()])
}

/// Adds a line to what is noted beside a commit.
fn note(store: &Store, commit: CommitId, line: &'static str) -> bool {
    let add = |old: Option<&[u8]>| Some([old.unwrap_or_default(), line.as_bytes()].concat());
    store.update_mail_note(commit, add).unwrap()
}

#[test]
fn notes_are_gits_own() {
    let sandbox = Sandbox::new();
    let store = sandbox.store();
    let first = append(&store, RECORD, "one").unwrap();
    let second = append(&store, RECORD, "two").unwrap();
    assert_eq!(store.mail_note(first).unwrap(), None);
    assert!(note(&store, first, "From a\n"));
    assert!(note(&store, second, "From b\n"));
    assert!(note(&store, first, "From c\n"));
    assert_eq!(shown(&sandbox, first), "From a\nFrom c\n");
    assert_eq!(store.mail_note(second).unwrap().unwrap(), b"From b\n");
    assert!(!store.update_mail_note(first, |_| None).unwrap());
    // Git puts its notes elsewhere in the tree when it writes them.
    sandbox.git(&["notes", "--ref=riverpost-mail", "append", "-m", "by hand", "HEAD"]);
    assert!(note(&store, second, "From d\n"));
    assert_eq!(shown(&sandbox, second), "From b\n\nby hand\nFrom d\n");
    assert_eq!(store.mail_note(first).unwrap().unwrap(), b"From a\nFrom c\n");
    let bytes = store.update_mail_note(first, |_| Some(vec![0xff, 0, b'\n'])).unwrap();
    assert!(bytes && store.mail_note(first).unwrap().unwrap() == [0xff, 0, b'\n']);
    let long = store.update_mail_note(first, |_| Some(vec![b'a'; (1 << 20) + 1])).unwrap_err();
    assert!(matches!(long, StoreError::LongNote { size: 1_048_577 }), "{long}");
    sandbox.assert_clean();
}

#[test]
fn notes_of_many_runs_at_once_are_all_kept() {
    let sandbox = Sandbox::new();
    let commit = append(&sandbox.store(), RECORD, "one").unwrap();
    let barrier = Barrier::new(4);
    let run = |line: &'static str| {
        let store = sandbox.store();
        barrier.wait();
        (0..4).for_each(|_| assert!(note(&store, commit, line)));
    };
    thread::scope(|scope| {
        for line in ["a\n", "b\n", "c\n", "d\n"] {
            scope.spawn(move || run(line));
        }
    });
    let mut lines: Vec<String> = shown(&sandbox, commit).lines().map(str::to_owned).collect();
    lines.sort();
    assert_eq!(lines, ["a", "b", "c", "d"].map(|line| vec![line; 4]).concat());
    sandbox.assert_clean();
}

#[test]
fn notes_of_two_repositories_become_one() {
    let (anna, ben) = (Sandbox::new(), Sandbox::empty());
    let (ours, other) = (anna.store(), append(&anna.store(), RECORD, "one").unwrap());
    let alone = append(&ours, RECORD, "two").unwrap();
    ben.git(&["clone", "-q", anna.root().to_str().unwrap(), "."]);
    ben.identify();
    let theirs = ben.store();
    note(&ours, other, "From a\n");
    note(&ours, alone, "From c\n");
    note(&theirs, other, "From b\n");
    let notes = "refs/notes/riverpost-mail";
    let folder = ben.root().to_str().unwrap().to_owned();
    anna.git(&["fetch", "-q", &folder, &format!("{notes}:refs/fetched")]);
    let fetched = ours.named("refs/fetched").unwrap().unwrap();
    let GitVersion::Commit(fetched) = fetched else { panic!("a commit") };
    let unite = |theirs: &[u8], ours: &[u8]| [theirs, ours].concat();
    assert!(ours.unite_mail_notes(fetched, unite).unwrap());
    assert!(!ours.unite_mail_notes(fetched, unite).unwrap());
    assert_eq!(shown(&anna, other), "From b\nFrom a\n");
    assert_eq!(shown(&anna, alone), "From c\n");
    // What was united follows both, so that it can be pushed.
    let into = format!("{notes}:{notes}");
    anna.git(&["push", "-q", &folder, &into]);
    assert_eq!(shown(&ben, other), "From b\nFrom a\n");
}
