//! Setting a server up.

use std::fs;

use riverpost::proof::{PublicKey, Signature};
use riverpost::rules::Side;

use super::{ANNA, BEN, Hub, OWNER, PLAIN, SETTINGS, mv, public};
use crate::harness::Place;

/// A bare repository beside a repository of games.
fn bare() -> Place {
    let place = Place::new();
    place.git(&["clone", "-q", "--bare", ".", "../hub.git"]);
    place
}

#[test]
fn it_says_what_it_writes_and_can_be_repeated() {
    let place = bare();
    let owner = public(OWNER);
    let install = ["--repo", "../hub.git", "hook", "install", "--owner", &owner];
    let before = place.snapshot();
    let said = place.ok(&[&install[..], &["--dry-run"]].concat());
    assert!(said.contains("would write") && said.contains("hooks/pre-receive"), "{said}");
    place.assert_unchanged(&before);
    place.ok(&install);
    let hook = fs::read_to_string(place.root().join("hub.git/hooks/pre-receive")).unwrap();
    let program = env!("CARGO_BIN_EXE_riverpost");
    assert_eq!(hook.lines().last().unwrap(), format!("exec '{program}' hook pre-receive"));
    let get = |key: &str| place.git(&["-C", "../hub.git", "config", key]);
    for (key, value) in [
        ("core.logAllRefUpdates", "always"),
        ("gc.reflogExpire", "never"),
        ("gc.reflogExpireUnreachable", "never"),
        ("receive.denyNonFastForwards", "true"),
        ("receive.denyDeletes", "true"),
        ("receive.fsckObjects", "true"),
        ("transfer.fsckObjects", "true"),
    ] {
        assert_eq!(get(key).trim(), value, "{key}");
    }
    let settings = place.root().join("hub.git/riverpost/server.yaml");
    let text = fs::read_to_string(&settings).unwrap();
    assert!(text.contains(&owner), "{text}");
    let said = place.ok(&install);
    assert!(said.contains("server.yaml stays as it is"), "{said}");
    // Somebody else does not become the owner so.
    let other = public(ANNA);
    let install = ["--repo", "../hub.git", "hook", "install", "--owner", &other];
    place.refused(1, &install, &["server.yaml does not say what is asked for"]);
    assert_eq!(fs::read_to_string(&settings).unwrap(), text);
}

#[test]
fn it_refuses_what_it_cannot_guard() {
    let place = bare();
    let owner = public(OWNER);
    let install = ["--repo", "../hub.git", "hook", "install", "--owner"];
    place.refused(3, &["hook", "install", "--owner", &owner], &["has a work tree"]);
    place.refused(2, &[&install[..], &["ssh-ed25519 AAAA"]].concat(), &["the owner's key"]);
    let key = place.root().join("hub.git/config");
    let receipts = ["--owner", &owner, "--receipts", key.to_str().unwrap()];
    let install_with = [&install[..4], &receipts[..]].concat();
    place.refused(3, &install_with, &["is no private Ed25519 key without a passphrase"]);
    let install = [&install[..], &[owner.as_str()]].concat();
    let hooks = place.root().join("hub.git/hooks");
    fs::create_dir_all(&hooks).unwrap();
    fs::write(hooks.join("pre-receive"), "#!/bin/sh\nexit 0\n").unwrap();
    place.refused(3, &install, &["not of riverpost's making"]);
    fs::remove_file(hooks.join("pre-receive")).unwrap();
    place.git(&["-C", "../hub.git", "config", "core.hooksPath", "/somewhere"]);
    place.refused(3, &install, &["core.hooksPath is set"]);
    // The hook without an installation takes nothing.
    let run = place.run_with(&["--repo", "../hub.git", "hook", "pre-receive"], "");
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("no hook was installed"), "{run:?}");
}

/// Until the branch has settings, the server's own hold; the first ones are the owner's to bring.
#[test]
fn an_empty_repository_begins_with_its_owner() {
    let hub = Hub::new();
    let place = &hub.place;
    place.git(&["init", "-q", "--bare", "-b", "main", "../new.git"]);
    place.ok(&["--repo", "../new.git", "hook", "install", "--owner", &public(OWNER)]);
    let server = place.root().join("new.git/riverpost/server.yaml");
    let own = fs::read_to_string(&server).unwrap();
    fs::write(&server, SETTINGS.to_owned() + own.split_once('\n').unwrap().1).unwrap();
    let olga = hub.clone("olga");
    olga.git(&["remote", "set-url", "origin", place.root().join("new.git").to_str().unwrap()]);
    olga.git(&["checkout", "-q", "--orphan", "first"]);
    olga.git(&["commit", "-q", "-m", "games"]);
    let run = olga.push(&["HEAD:main"]);
    assert!(run.err.contains("riverpost.yaml: only a commit that an owner has signed"), "{run:?}");
    let key = hub.key_file(OWNER);
    let sign = ["-c", "gpg.format=ssh", "-c", &format!("user.signingKey={key}")];
    olga.git(&[&sign[..], &["commit", "-q", "-S", "--amend", "--no-edit"]].concat());
    let run = olga.push(&["HEAD:main"]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn the_servers_settings_name_the_variable_of_the_login() {
    let hub = Hub::new();
    let server = hub.place.root().join("hub.git/riverpost/server.yaml");
    let own = fs::read_to_string(&server).unwrap();
    fs::write(&server, format!("{own}pusher: GL_USER\n")).unwrap();
    let anna = hub.clone("anna");
    anna.add(PLAIN, Side::South, mv("SH e4-e5"));
    anna.refused(&["it is not known here who pushes it"]);
    let mut push = hub.command("git", &anna.dir);
    let push = push.args(["push", "-q", "origin", "HEAD"]).env("GL_USER", "anna");
    assert!(push.output().unwrap().status.success());
}

#[test]
fn a_receipt_tells_what_came_when() {
    let hub = Hub::new();
    let key = hub.key_file(BEN);
    let server = hub.place.root().join("hub.git/riverpost/server.yaml");
    let own = fs::read_to_string(&server).unwrap();
    fs::write(&server, format!("{own}receipts: {key}\n")).unwrap();
    let anna = hub.clone("anna");
    let old = anna.git(&["rev-parse", "HEAD"]);
    anna.add(PLAIN, Side::South, mv("SH e4-e5"));
    let said = anna.push(&["HEAD"]);
    assert_eq!(said.code, 0, "{said:?}");
    let new = anna.git(&["rev-parse", "HEAD"]);
    let (old, new) = (old.trim(), new.trim());
    assert!(said.err.contains(&format!("receipt: receipts/{new}")), "{said:?}");
    let folder = server.with_file_name("receipts");
    let receipt = fs::read_to_string(folder.join(new)).unwrap();
    let (text, armour) = receipt.split_at(receipt.find("-----BEGIN").unwrap());
    let lines: Vec<&str> = text.lines().collect();
    let [first, reference, before, after, time, pusher] = lines[..] else { panic!("{text}") };
    assert_eq!((first, reference), ("riverpost receipt 1", "reference refs/heads/main"));
    assert_eq!((before, after), (&*format!("old {old}"), &*format!("new {new}")));
    assert!(time.starts_with("time 20") && time.ends_with('Z'), "{time}");
    assert_eq!(pusher, "pusher Anna Ek");
    let public = PublicKey::from_openssh(&public(BEN)).unwrap();
    let signature = Signature::from_armour(armour, &public).unwrap();
    assert!(signature.check(&public, text).is_ok());
}
