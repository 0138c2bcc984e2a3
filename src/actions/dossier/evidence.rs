//! What the proof consists of, as texts of which each can be read and hashed alone.

use base64ct::{Base64, Encoding};

use super::case::Case;
use super::files::DossierFiles;
use crate::actions::game::{Clocks, clocks};
use crate::clock::{self, Ledger};
use crate::proof::{self, Signature, SignedStatement};
use crate::record::{self, hash_of_comment, write_instant};
use crate::render::{Render, Scene, SvgBoard, one_line};
use crate::rules::{Ruling, Side};
use crate::store::{HistoryEntry, Person, Timestamp};

/// The record, byte for byte.
pub(super) const RECORD: &str = "record.yaml";
/// The record without addresses, where they are withheld.
pub(super) const REDACTED: &str = "record-redacted.yaml";
/// The text of which hash 0 of the chain is the SHA-256.
pub(super) const HEADER: &str = "header.txt";
/// Two lines for each action: its line as the chain has it, and the hash of its comment; or [`WITHHELD`] and the hash of the
/// chain after it.
pub(super) const ACTIONS: &str = "actions.txt";
/// The hashes of the chain, from hash 0 on, one a line.
pub(super) const CHAIN: &str = "chain.txt";
/// A line for each signature: the name of its files, its ordinal, its base, whose key it is by.
pub(super) const SIGNED: &str = "signed.txt";
/// The public keys, as `ssh-keygen` wants them.
pub(super) const SIGNERS: &str = "allowed_signers";
/// What stands for an action in which an address is withheld.
pub(super) const WITHHELD: &str = "withheld";

/// The mails that made lines.
pub(super) const MAILS: &str = "mails";
const STATEMENTS: &str = "statements";
const SIGNATURES: &str = "signatures";

/// The file of a statement, by the name that [`SIGNED`] has.
pub(super) fn statement_file(name: &str) -> String {
    format!("{STATEMENTS}/{name}.txt")
}

/// The file of its signature.
pub(super) fn signature_file(name: &str) -> String {
    format!("{SIGNATURES}/{name}.sig")
}

/// The name of a statement's files.
pub(super) fn name_of(statement: &SignedStatement<'_>) -> String {
    format!("{:04}-{}", statement.line.ordinal, statement.line.kind.name())
}

/// Everything but what is told in words.
pub(super) fn files(case: &Case<'_>) -> DossierFiles {
    let mut files = proof(case);
    match &case.redacted {
        Some(record) => {
            // A record that has been played can be written.
            files.add(REDACTED, case.text(&record::canonical(record).unwrap_or_default()));
        }
        None => files.add(RECORD, case.record.text()),
    }
    let boards = [("before", case.ply.checked_sub(1)), ("after", Some(case.ply))];
    for (name, ply) in boards {
        if let Some(ply) = ply {
            let line = case.replayed.line.back_to(ply);
            let board = SvgBoard::default().render(&Scene::of(&line, false));
            files.add(format!("boards/{name}.svg"), board);
        }
    }
    files.add("clocks.txt", clock_text(case));
    let commits = case.origin.as_ref().map(|origin| {
        let redact = case.redacted.is_some();
        history(&origin.entries, redact, |text| case.text(text))
    });
    let none = || "The record was not read from a commit.\n".into();
    files.add("history.txt", commits.unwrap_or_else(none));
    add_mails(case, &mut files);
    files.add("rules.txt", rules(case));
    files
}

/// The mails that made lines, each under the beginning of its commit's hash.
fn add_mails(case: &Case<'_>, files: &mut DossierFiles) {
    let mails = case.origin.iter().flat_map(|origin| &origin.audit.mails);
    for (_, kept) in mails {
        for (number, mail) in (1..).zip(&kept.mails) {
            let name = format!("{MAILS}/{}-{number}.eml", kept.entry.commit.short());
            match std::str::from_utf8(mail) {
                Ok(text) => files.add(name, text),
                Err(_) => files.add(name + ".base64", Base64::encode_string(mail) + "\n"),
            }
        }
    }
}

/// Whether a file is one of those that follow from the record alone.
pub(super) fn is_proof(path: &str) -> bool {
    let folder = path.split_once('/').map_or("", |(folder, _)| folder);
    [HEADER, ACTIONS, CHAIN, SIGNED, SIGNERS].contains(&path)
        || [STATEMENTS, SIGNATURES].contains(&folder)
}

/// The files of the proof, which follow from the record alone.
pub(super) fn proof(case: &Case<'_>) -> DossierFiles {
    let mut files = DossierFiles::default();
    if case.redacted.is_none() {
        files.add(HEADER, record::hashed_header(case.record));
    }
    let actions = case.actions.iter().zip(case.chain.iter().skip(1)).map(|(action, after)| {
        let comment = hash_of_comment(action.comment.as_deref());
        match case.line(action) {
            Some(line) => format!("{line}\n{comment}\n"),
            None => format!("{WITHHELD}\n{after}\n"),
        }
    });
    files.add(ACTIONS, actions.collect::<String>());
    files.add(CHAIN, case.chain.iter().map(|hash| format!("{hash}\n")).collect::<String>());
    add_statements(case, &mut files);
    files
}

fn add_statements(case: &Case<'_>, files: &mut DossierFiles) {
    let mut signed = String::new();
    for statement in &case.signed {
        let action = case.actions.get(statement.line.ordinal - 1);
        let shown = action.is_some_and(|action| case.line(action).is_some());
        let signature = Signature::read(&statement.line.signature);
        let SignedStatement { line, message, .. } = statement;
        let (true, Some(by), Ok(signature), Some(message)) =
            (shown, case.principal(statement), signature, message)
        else {
            continue;
        };
        let name = name_of(statement);
        signed.push_str(&format!("{name} {} {} {}\n", line.ordinal, line.base, by.name));
        files.add(statement_file(&name), message.as_str());
        files.add(signature_file(&name), signature.armour(&by.key));
    }
    files.add(SIGNED, signed);
    let signers = case.principals.iter();
    let signers = signers.map(|by| format!("{} namespaces=\"riverpost\" {}\n", by.name, by.key));
    files.add(SIGNERS, signers.collect::<String>());
}

/// The account of both clocks as the last action left it.
fn clock_text(case: &Case<'_>) -> String {
    let Some(last) = case.replayed.last_time() else {
        return "The record does not say when anything was done.\n".into();
    };
    match clocks(case.record, case.replayed, last) {
        Clocks::None => "The game has no clocks.\n".into(),
        Clocks::Unknown(why) => format!("The clocks cannot be told: {}\n", case.text(&why)),
        Clocks::Known(ledger) => account(case, &ledger),
    }
}

fn account(case: &Case<'_>, ledger: &Ledger) -> String {
    let control = case.record.header().time.unwrap_or_default();
    let mut text = format!("Time control: {control}\n\n");
    for line in &ledger.lines {
        text.push_str(&format!("{}\n", one_line(&case.text(&line.to_string()))));
    }
    text.push_str(&format!("\nat {}:\n", write_instant(&ledger.at)));
    for side in Side::BOTH {
        let left = ledger.reading(side).map_or("no clock".into(), |reading| reading.to_string());
        text.push_str(&format!("{side}: {left}\n"));
    }
    text
}

/// An instant of git as records have it.
pub(super) fn instant(at: Timestamp) -> String {
    chrono::DateTime::from_timestamp(at.0, 0)
        .map_or_else(|| at.0.to_string(), |at| write_instant(&at))
}

/// Commits, a few lines for each; texts are given as they are shown.
pub(super) fn history(
    entries: &[HistoryEntry],
    redact: bool,
    shown: impl Fn(&str) -> String,
) -> String {
    let person = |person: &Person| match redact {
        true => person.name.clone(),
        false => person.to_string(),
    };
    let told = entries.iter().map(|entry| {
        let lines = [
            format!("commit {}", entry.commit),
            format!("  acted    {} {}", instant(entry.time), person(&entry.author)),
            format!("  entered  {} {}", instant(entry.entered), person(&entry.committer)),
            format!("  {}", entry.subject),
        ];
        lines.map(|line| one_line(shown(&line).trim_end())).join("\n") + "\n"
    });
    told.collect()
}

/// The rules and rulings that decide the game.
fn rules(case: &Case<'_>) -> String {
    let game = case.record.game();
    let mut text = format!("{}, revision {} of its rulings\n", game.title, game.revision);
    let parts: [(&str, &[Ruling]); 3] = [
        ("Rules and rulings", game.rulings()),
        ("Clocks", &clock::RULINGS),
        ("Signatures", &proof::RULINGS),
    ];
    for (title, rulings) in parts {
        text.push_str(&format!("\n{title}\n"));
        for Ruling { id, text: says, source, .. } in rulings {
            text.push_str(&format!("  {id:<4}{says} [{source}]\n"));
        }
    }
    text
}
