//! Repeating the proof of a dossier, without a repository.

use std::collections::{BTreeMap, BTreeSet};

use super::case::Case;
use super::evidence::{
    ACTIONS, CHAIN, HEADER, RECORD, SIGNED, SIGNERS, WITHHELD, is_proof, proof, signature_file,
    statement_file,
};
use super::files::{DossierFiles, MANIFEST};
use super::matches::{MATCH, REDACTED};
use crate::actions::repository::GAMES;
use crate::actions::verify::check_elsewhere;
use crate::matches;
use crate::proof::{PublicKey, Signature, check_signature};
use crate::record::{self, ChainHash, SignatureKind};

/// What a dossier comes to when its proof is repeated.
#[derive(Clone, Default, Debug)]
pub struct VerifiedDossier {
    /// The actions of the game, or of all games of the match.
    pub actions: usize,
    /// The signatures that fit.
    pub signatures: usize,
    /// Everything that does not hold.
    pub faults: Vec<DossierFault>,
}

/// Something that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DossierFault {
    /// The file.
    pub file: String,
    /// What is wrong with it.
    pub message: String,
}

/// Repeats the proof of a dossier: that its files are those of its manifest, that the chain holds, that the record and the
/// statements are those of the chain, and that the signatures fit.
pub fn verify_dossier(files: &DossierFiles) -> VerifiedDossier {
    let mut checker = DossierChecker { files, done: VerifiedDossier::default() };
    checker.check_manifest();
    let file = [MATCH, REDACTED].into_iter().find(|file| files.text(file).is_some());
    match file {
        Some(file) => checker.check_match(file),
        None => checker.check_game(),
    }
    checker.done
}

struct DossierChecker<'f> {
    files: &'f DossierFiles,
    done: VerifiedDossier,
}

impl<'f> DossierChecker<'f> {
    fn fault(&mut self, file: &str, message: impl Into<String>) {
        self.done.faults.push(DossierFault { file: file.to_owned(), message: message.into() });
    }

    /// The text of a file, which must be there.
    fn text(&mut self, file: &str) -> &'f str {
        let text = self.files.text(file);
        if text.is_none() {
            self.fault(file, "it is missing");
        }
        text.unwrap_or_default()
    }

    fn check_manifest(&mut self) {
        let stated = self.text(MANIFEST);
        let now = self.files.manifest();
        let read = |line: &'f str| line.split_once("  ").map(|(hash, path)| (path, hash));
        let mut stated: BTreeMap<&str, &str> = stated.lines().filter_map(read).collect();
        for (hash, path) in now.lines().filter_map(|line| line.split_once("  ")) {
            match stated.remove(path) {
                Some(known) if known == hash => {}
                Some(_) => {
                    self.fault(path, "it is not the file of which the manifest has the hash")
                }
                None => self.fault(path, "the manifest has no such file"),
            }
        }
        for path in stated.into_keys() {
            self.fault(path, "it is missing");
        }
    }

    /// Checks the games of a match, each of which has a dossier.
    fn check_match(&mut self, file: &'static str) {
        if let Err(fault) = matches::parse(self.text(file)) {
            self.fault(file, fault.to_string());
        }
        for (id, files) in self.files.folders(GAMES) {
            let VerifiedDossier { actions, signatures, faults } = verify_dossier(&files);
            self.done.actions += actions;
            self.done.signatures += signatures;
            for DossierFault { file, message } in faults {
                self.fault(&format!("{GAMES}/{id}/{file}"), message);
            }
        }
    }

    fn check_game(&mut self) {
        let (actions, chain) = (self.text(ACTIONS), self.text(CHAIN));
        let Some(chain) = chain.lines().map(ChainHash::read).collect::<Option<Vec<_>>>() else {
            return self.fault(CHAIN, "a line of it is no hash");
        };
        let lines: Vec<&str> = actions.lines().collect();
        let whole = lines.len().is_multiple_of(2) && chain.len() == lines.len() / 2 + 1;
        let Some(first) = chain.first().filter(|_| whole) else {
            return self.fault(CHAIN, "it has not one hash more than there are actions");
        };
        let lines: Vec<[&str; 2]> = lines.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        self.done.actions += lines.len();
        let withheld = self.files.text(RECORD).is_none();
        if !withheld && ChainHash::of(self.text(HEADER)) != *first {
            self.fault(HEADER, "hash 0 of the chain is not that of this header");
        }
        for ([line, comment], pair) in lines.iter().zip(chain.windows(2)) {
            let after = match *line {
                WITHHELD if withheld => ChainHash::read(comment),
                line => Some(pair[0].then(line, comment)),
            };
            if after != Some(pair[1]) {
                self.fault(CHAIN, format!("the chain breaks at this action: {line}"));
                break;
            }
        }
        if !withheld {
            self.check_record(&chain);
        }
        self.check_signed(&lines, &chain);
    }

    /// Checks that the record is sound and that all else comes from it.
    fn check_record(&mut self, chain: &[ChainHash]) {
        let text = self.text(RECORD);
        let played = record::read(text.as_bytes()).and_then(|record| {
            let replayed = record::replay(&record)?;
            Ok((record, replayed))
        });
        let (record, replayed) = match played {
            Ok(played) => played,
            Err(fault) => return self.fault(RECORD, fault.to_string()),
        };
        if record::chain(&record, &replayed) != chain {
            self.fault(RECORD, "its chain is not that of the dossier");
        }
        // Without a repository nothing can fail.
        let Ok(case) = Case::of(&record, &replayed, None, 0, false) else { return };
        if let Some(fault) = &case.fault {
            self.fault(RECORD, fault.to_string());
        }
        let made = proof(&case);
        let paths: BTreeSet<&str> = self.files.paths().filter(|path| is_proof(path)).collect();
        for path in paths.into_iter().chain(made.paths()).collect::<BTreeSet<_>>() {
            if self.files.text(path) != made.text(path) {
                self.fault(path, "it is not what comes from the record");
            }
        }
    }

    fn check_signed(&mut self, lines: &[[&str; 2]], chain: &[ChainHash]) {
        let mut keys: BTreeMap<&str, PublicKey> = BTreeMap::new();
        for line in self.text(SIGNERS).lines() {
            let parts = line.split_once(" namespaces=\"riverpost\" ");
            let read = parts.and_then(|(name, key)| Some((name, PublicKey::read(key).ok()?)));
            match read {
                Some((name, key)) => drop(keys.insert(name, key)),
                None => self.fault(SIGNERS, format!("this line has no sound key: {line}")),
            }
        }
        for line in self.text(SIGNED).lines() {
            let parts: Vec<&str> = line.split(' ').collect();
            let read = match parts[..] {
                [name, ordinal, base, who] => {
                    let number = |text: &str| text.parse::<usize>().ok();
                    number(ordinal).zip(number(base)).zip(keys.get(who)).map(|at| (name, who, at))
                }
                _ => None,
            };
            let Some((name, who, ((ordinal, base), key))) = read else {
                self.fault(SIGNED, format!("this line is not one of a signature: {line}"));
                continue;
            };
            let message = self.text(&statement_file(name));
            let (action, before) =
                (ordinal.checked_sub(1).and_then(|at| lines.get(at)), chain.get(base));
            // What the signed text of a plan says, only the record tells.
            let plan = name.ends_with(SignatureKind::Plan.name());
            let fits = |(action, before): (_, &ChainHash)| says(message, who, *before, action);
            if !plan && !action.zip(before).is_some_and(fits) {
                self.fault(&statement_file(name), "it does not say what the record says");
            }
            let armour = self.text(&signature_file(name));
            let checked = Signature::from_armour(armour, key).map_err(|fault| fault.to_string());
            match checked.and_then(|s| check_signature(key, &s, message, &check_elsewhere)) {
                Ok(()) => self.done.signatures += 1,
                Err(reason) => self.fault(&signature_file(name), reason),
            }
        }
    }
}

/// Whether a statement is one of that signatory on an action with its time and its comment, after that hash. What game it
/// names is in the hash.
fn says(statement: &str, who: &str, before: ChainHash, [line, comment]: &[&str; 2]) -> bool {
    let lines: Vec<&str> = statement.lines().collect();
    let [_, _, _, by, seen, action, time, said] = lines[..] else { return false };
    let action = action.strip_prefix("action ").unwrap_or_default();
    let action = match time.strip_prefix("time ") {
        Some("-") => action.to_owned(),
        Some(time) => format!("{action} [{time}]"),
        None => return false,
    };
    let whose = who.split_once('.').map_or(who, |(whose, _)| whose);
    by.strip_prefix("by ") == Some(whose)
        && seen.strip_prefix("before ") == Some(&before.to_string())
        && action == *line
        && said.strip_prefix("comment ") == Some(*comment)
}
