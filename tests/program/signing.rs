//! Signing: with which keys, what is refused, how keys come into a game.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use riverpost::proof::PublicKey;
use ssh_key::{LineEnding, PrivateKey};

use crate::harness::{ID, Place, RECORD};
use crate::signed_lines::key;

const ANNA: u8 = 1;
const BEN: u8 = 2;
const NEW: u8 = 9;

/// When everything happens.
const LATER: &str = "2026-12-02T00:00:00Z";

/// Its public half as records have it.
fn public(number: u8) -> PublicKey {
    PublicKey::from_openssh(&key(number).public_key().to_openssh().unwrap()).unwrap()
}

/// Writes a key of that number beside the clones: the private half, and the public one with a comment.
pub fn key_file(place: &Place, number: u8) -> PathBuf {
    let file = place.root().join(format!("key{number}"));
    write_private(&file, &key(number));
    fs::write(file.with_extension("pub"), format!("{} me@laptop\n", public(number))).unwrap();
    file
}

fn write_private(file: &Path, key: &PrivateKey) {
    fs::write(file, key.to_openssh(LineEnding::LF).unwrap().as_bytes()).unwrap();
    fs::set_permissions(file, PermissionsExt::from_mode(0o600)).unwrap();
}

/// Lets git, and so the program, sign with a key.
pub fn sign_with(place: &Place, key: &str) {
    place.git(&["config", "gpg.format", "ssh"]);
    place.git(&["config", "user.signingKey", key]);
}

/// Anna and Ben, each in a clone, both with keys in the record and at hand.
pub fn signed_clones(more: &[&str]) -> (Place, Place) {
    let keys = [public(ANNA).to_string(), public(BEN).to_string()];
    let given = ["--south-key", &keys[0], "--north-key", &keys[1]];
    let (anna, ben) = clones(&[&given, more].concat());
    for (place, number) in [(&anna, ANNA), (&ben, BEN)] {
        let file = key_file(place, number);
        sign_with(place, file.to_str().unwrap());
    }
    (anna, ben)
}

/// Two clones, each with a clock of its own.
fn clones(more: &[&str]) -> (Place, Place) {
    let (anna, ben) = Place::two_clones_of(more);
    for place in [&anna, &ben] {
        place.at(LATER);
        // Where the program has run before.
        place.write(".git/riverpost/turn", "");
    }
    (anna, ben)
}

/// The ordinals, bases and kinds of the signature lines.
pub fn signatures(place: &Place) -> Vec<String> {
    let text = place.read(RECORD);
    let lines = text.lines().skip_while(|line| *line != "signatures: |").skip(1);
    lines.map(|line| line.trim().rsplit_once(' ').unwrap().0.to_owned()).collect()
}

#[test]
fn k1_each_player_signs_with_the_own_key() {
    let (anna, ben) = signed_clones(&[]);
    let said = anna.ok(&["move", ID, "SH e4-e5"]);
    assert!(said.contains(&format!("signed with {}\n", public(ANNA).fingerprint())), "{said}");
    anna.send(&ben);
    let before = ben.snapshot();
    ben.ok(&["move", ID, "NH e7-e6", "--dry-run"]);
    ben.assert_unchanged(&before);
    ben.ok(&["move", ID, "NH e7-e6"]);
    assert_eq!(signatures(&ben), ["1 0 act", "2 1 act"]);
    ben.assert_sound();
    ben.send(&anna);
    anna.ok(&["move", ID, "SK b1-c3"]);
    let done = anna.json(&["resign", ID]);
    assert_eq!((&done["signed"], &done["key"]), (&true.into(), &public(ANNA).fingerprint().into()));
    assert_eq!(signatures(&anna), ["1 0 act", "2 1 act", "3 2 act", "4 3 act"]);
    anna.assert_sound();
}

#[test]
fn k1_who_has_signed_does_not_act_unsigned() {
    let (anna, ben) = signed_clones(&[]);
    ben.git(&["config", "--unset", "user.signingKey"]);
    anna.ok(&["move", ID, "SH e4-e5"]);
    anna.send(&ben);
    // Ben has not signed yet, and may begin later.
    let said = ben.ok(&["move", ID, "NH e7-e6"]);
    assert!(said.contains("not signed: the private half of the key SHA256:"), "{said}");
    ben.send(&anna);
    anna.git(&["config", "user.signingKey", "/nowhere/key"]);
    let fingerprint = public(ANNA).fingerprint();
    let said = anna.refused(3, &["move", ID, "SK b1-c3"], &["[K1]", &fingerprint, "ssh-add"]);
    assert!(said.contains("user.signingKey"), "{said}");
    anna.refused(3, &["move", ID, "SK b1-c3", "--dry-run"], &["[K1]"]);
    ben.refused(1, &["move", ID, "SK b1-c3", "--for", "south"], &["[K1]", &fingerprint]);
    // In ~/.ssh the key is found by itself.
    let home = anna.root().join("home/.ssh");
    fs::create_dir(&home).unwrap();
    write_private(&home.join("id_mine"), &key(ANNA));
    anna.ok(&["move", ID, "SK b1-c3"]);
    anna.assert_sound();
}

#[test]
fn what_is_signed_is_seen() {
    let (anna, ben) = signed_clones(&[]);
    ben.git(&["config", "--unset", "user.signingKey"]);
    anna.ok(&["move", ID, "SH e4-e5"]);
    anna.send(&ben);
    ben.ok(&["move", ID, "NH e7-e6"]);
    ben.send(&anna);
    anna.ok(&["move", ID, "SK b1-c3"]);
    let shown = anna.ok(&["show", ID]);
    let signs = format!("south signs with the key {}\n", public(ANNA).fingerprint());
    assert!(shown.contains(&signs), "{shown}");
    assert!(shown.contains("2 of 3 actions are signed, and rightly; unsigned: 2\n"), "{shown}");
    let value = anna.json(&["show", ID])["signatures"].clone();
    assert_eq!((&value["signed"], &value["unsigned"]), (&2.into(), &1.into()));
    assert_eq!(value["keys"]["north"], public(BEN).fingerprint());
    let log = anna.ok(&["log", ID]);
    assert!(log.lines().nth(3).unwrap().contains("  no  "), "{log}");
    assert!(log.lines().nth(4).unwrap().contains("  yes  "), "{log}");
    let all = "1 record holds, 3 plies\n2 of 3 actions are signed\n";
    assert_eq!(anna.ok(&["verify"]), all);
    let number = anna.read(RECORD).lines().position(|line| line.contains("NH e7-e6")).unwrap() + 1;
    let run = anna.run(&["verify", "--signed"]);
    let fault = format!("{RECORD}:{number}:3: this action is unsigned");
    assert!(run.code == 1 && run.out.starts_with(&fault), "{run:?}");
    assert_eq!(anna.json(&["verify", RECORD])["unsigned"], 1);
    // An altered line is told by everything that shows the record.
    let text = anna.read(RECORD).replace("SH e4-e5 [2026-12-02", "SH e4-e5 [2026-12-01");
    anna.write("altered.yaml", text);
    for command in ["show", "log"] {
        let said = anna.ok(&[command, "altered.yaml"]);
        assert!(said.contains("signatures do not hold: ") && said.contains("K2"), "{said}");
    }
}

#[test]
fn k1_where_all_must_sign_a_key_comes_first() {
    let (anna, ben) = clones(&["--sign", "--south-key", public(ANNA).as_str()]);
    sign_with(&anna, key_file(&anna, ANNA).to_str().unwrap());
    anna.ok(&["move", ID, "SH e4-e5"]);
    anna.send(&ben);
    let said = ben.refused(1, &["move", ID, "NH e7-e6"], &["[K1]", "north", "no key"]);
    assert!(said.contains("key propose"), "{said}");
    sign_with(&ben, key_file(&ben, BEN).to_str().unwrap());
    // What joins him is the proposal, which his new key signs.
    assert!(ben.ok(&["join", ID]).starts_with(&format!("{ID}: 1... key proposed: ssh-ed25519 ")));
    ben.send(&anna);
    let inbox = anna.ok(&["inbox"]);
    let proposed = format!("proposed the key {} for itself", public(BEN).fingerprint());
    assert!(inbox.contains(&proposed), "{inbox}");
    assert!(anna.ok(&["show", ID]).contains(&proposed));
    anna.ok(&["key", "accept", ID]);
    anna.send(&ben);
    ben.ok(&["move", ID, "NH e7-e6"]);
    assert_eq!(signatures(&ben), ["1 0 act", "2 1 new-key", "3 2 act", "4 3 act"]);
    ben.assert_sound();
}

#[test]
fn k5_keys_are_proposed_in_joining_changed_and_replaced() {
    let (anna, ben) = clones(&["--arbiter", "Eva Ros <eva@example.org>"]);
    let file = key_file(&ben, BEN);
    // Nobody proposes a key without having it.
    let public_file = file.with_extension("pub");
    let public_file = public_file.to_str().unwrap();
    ben.refused(3, &["join", ID, "--key", public_file], &["[K5]", "private half"]);
    sign_with(&ben, public_file);
    ben.refused(2, &["join", ID, "--key", file.to_str().unwrap()], &["private key"]);
    let said = ben.ok(&["join", ID]);
    assert!(said.contains("joins\n") && said.contains("key proposed: "), "{said}");
    ben.send(&anna);
    ben.refused(1, &["key", "accept", ID], &["nothing was recorded"]);
    anna.ok(&["key", "accept", ID]);
    anna.ok(&["move", ID, "SH e4-e5"]);
    anna.refused(1, &["key", "change", ID, public(ANNA).as_str()], &["[K5]", "no key"]);
    anna.send(&ben);
    ben.ok(&["move", ID, "NH e7-e6"]);
    // Both keys sign the change: the old one lies in the file, the new one at home.
    let new = public(NEW).to_string();
    ben.refused(3, &["key", "change", ID, &new], &["[K5]"]);
    let home = ben.root().join("home/.ssh");
    fs::create_dir(&home).unwrap();
    write_private(&home.join("id_new"), &key(NEW));
    ben.ok(&["key", "change", ID, &format!("{new} new@laptop")]);
    let all = ["2 1 new-key", "5 4 act", "6 5 act", "6 5 new-key"];
    assert_eq!(signatures(&ben), all);
    ben.refused(1, &["key", "change", ID, public(BEN).as_str()], &["[K5]", "known"]);
    ben.send(&anna);
    anna.ok(&["move", ID, "SK b1-c3"]);
    anna.send(&ben);
    ben.ok(&["move", ID, "NK b10-c8"]);
    ben.assert_sound();
    // The arbiter, who has no key, puts one in its place.
    ben.git(&["config", "user.name", "Eva Ros"]);
    ben.git(&["config", "user.email", "eva@example.org"]);
    let anna = public(ANNA).to_string();
    let ruled = ["arbiter", "key", ID, "north", &anna, "--reason", "lost"];
    ben.ok(&ruled);
    ben.refused(1, &ruled, &["[K5]", "known"]);
    ben.assert_sound();
}

#[test]
fn k3_new_takes_sound_keys_and_the_openers_own() {
    let place = Place::empty();
    place.ok(&["init"]);
    place.identify_as("Anna Ek", "anna@example.org");
    let file = key_file(&place, ANNA);
    sign_with(&place, file.to_str().unwrap());
    let new = ["new", "wing", "--south", "Anna Ek <anna@example.org>", "--north", "Ben Ode"];
    let ben = key_file(&place, BEN).with_extension("pub");
    let said = place.ok(&[&new[..], &["--north-key", ben.to_str().unwrap()]].concat());
    for (side, number) in [("south", ANNA), ("north", BEN)] {
        let signs = format!("{side} signs with the key {}\n", public(number).fingerprint());
        assert!(said.contains(&signs), "{said}");
    }
    let record = place.read(RECORD);
    assert!(record.contains(&format!("key: {}}}", public(BEN))), "without the comment: {record}");
    let identity = format!("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAEA{}", "A".repeat(40));
    for (key, code, words) in [
        (identity.as_str(), 2, "weak"),
        ("ssh-ed25519 AAAA no", 2, "no public key"),
        ("/nowhere/key.pub", 3, "no such file"),
        (file.to_str().unwrap(), 2, "private key"),
        (public(ANNA).as_str(), 2, "known in this game"),
    ] {
        place.refused(code, &[&new[..], &["--north-key", key]].concat(), &[words]);
    }
}

#[test]
fn lines_that_sync_makes_anew_are_signed_anew() {
    let (anna, ben) = signed_clones(&[]);
    anna.ok(&["move", ID, "SH e4-e5"]);
    anna.ok(&["sync"]);
    ben.ok(&["sync"]);
    ben.ok(&["move", ID, "NH e7-e6"]);
    ben.ok(&["sync"]);
    anna.ok(&["sync"]);
    // Both add a line to the same version.
    anna.ok(&["move", ID, "SK b1-c3"]);
    anna.ok(&["sync"]);
    ben.ok(&["void", "propose", ID]);
    let run = ben.run(&["sync", "--dry-run"]);
    assert!(run.err.is_empty(), "{run:?}");
    ben.run(&["sync"]);
    assert_eq!(signatures(&ben), ["1 0 act", "2 1 act", "3 2 act", "4 3 act"]);
    assert!(ben.read(RECORD).contains("void proposed"));
    ben.assert_sound();
    anna.ok(&["sync"]);
    anna.assert_sound();
}

/// Makes a key with `ssh-keygen`, and gives its file.
fn generated(place: &Place, algorithm: &str, passphrase: &str) -> PathBuf {
    let file = place.root().join(algorithm);
    let arguments = ["-q", "-t", algorithm, "-N", passphrase, "-C", "me@laptop", "-f"];
    let made = Command::new("ssh-keygen").args(arguments).arg(&file).status().unwrap();
    assert!(made.success());
    file
}

/// Opens a game in which Anna has that key, as its file has it.
fn with_key(file: &Path, place: &Place) {
    place.ok(&["init"]);
    place.identify_as("Anna Ek", "anna@example.org");
    let public = file.with_extension("pub");
    let key = ["--south-key", public.to_str().unwrap()];
    let (south, north) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
    place.ok(&[&["new", "wing", "--south", south, "--north", north], &key[..]].concat());
}

#[test]
fn keys_of_other_algorithms_sign_through_ssh_keygen() {
    let place = Place::empty();
    let file = generated(&place, "ecdsa", "");
    with_key(&file, &place);
    sign_with(&place, file.to_str().unwrap());
    assert!(place.play(ID, 0, "SH e4-e5").contains("signed with SHA256:"));
    assert_eq!(signatures(&place), ["1 0 act"]);
    place.assert_sound();
}

#[test]
fn an_encrypted_key_is_refused_where_nobody_can_be_asked() {
    let place = Place::empty();
    let file = generated(&place, "ed25519", "open sesame");
    with_key(&file, &place);
    sign_with(&place, file.to_str().unwrap());
    place.refused(3, &["move", ID, "SH e4-e5"], &["gave no signature", "SHA256:", "passphrase"]);
}

/// An agent of its own, which ends with the test.
struct Agent {
    process: std::process::Child,
    socket: PathBuf,
}

impl Agent {
    fn start(place: &Place) -> Option<Agent> {
        // A socket's path is short.
        let socket = place.root().join("a");
        let arguments = ["-D", "-a", socket.to_str().unwrap()];
        let started = Command::new("ssh-agent").args(arguments).stdout(Stdio::piped()).spawn();
        let Ok(mut process) = started else {
            eprintln!("SKIPPED: there is no ssh-agent");
            return None;
        };
        // It prints its address when it listens.
        let mut line = String::new();
        let out = process.stdout.take().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
        Some(Agent { process, socket })
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn an_agent_signs() {
    let place = Place::empty();
    let Some(agent) = Agent::start(&place) else { return };
    let file = generated(&place, "ed25519", "");
    let with_agent = |mut command: Command| command.env("SSH_AUTH_SOCK", &agent.socket).output();
    let mut add = Command::new("ssh-add");
    add.arg("-q").arg(&file);
    assert!(with_agent(add).unwrap().status.success());
    with_key(&file, &place);
    fs::remove_file(&file).unwrap();
    // Without git's settings, and with the key itself in them.
    let literal = fs::read_to_string(file.with_extension("pub")).unwrap();
    for (setting, text) in [(None, "SH e4-e5"), (Some(literal.trim()), "SK b1-c3")] {
        if let Some(key) = setting {
            sign_with(&place, &format!("key::{key}"));
        }
        let done = with_agent(place.command(&["move", ID, text])).unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(said.contains("signed with SHA256:"), "{said} {:?}", done.stderr);
        place.ok(&[
            "move",
            ID,
            if setting.is_none() { "NH e7-e6" } else { "NK b10-c8" },
            "--for",
            "north",
        ]);
    }
    assert_eq!(signatures(&place), ["1 0 act", "3 2 act"]);
    place.assert_sound();
}
