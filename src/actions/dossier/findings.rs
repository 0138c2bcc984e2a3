//! What the repository tells besides the record: what an audit of its history finds, and where rival versions part from it.

use super::case::{Case, Origin};
use super::files::DossierFiles;
use crate::actions::audit::{Audit, Finding, entered};
use crate::actions::compare::{Fork, TailLine};
use crate::actions::copies::GameCopy;
use crate::actions::mail::mail_claims;
use crate::actions::standing::Standing;
use crate::proof::Proof;
use crate::record::{self, write_instant};
use crate::render::one_line;

/// Adds what is told of the repository, if the record is in one.
pub(super) fn add(case: &Case<'_>, files: &mut DossierFiles) {
    let Some(origin) = &case.origin else { return };
    files.add("audit.txt", audit_text(&origin.audit, &origin.commit, |text| case.text(text)));
    let Some(versions) = origin.versions.as_ref().filter(|versions| !versions.agrees()) else {
        return;
    };
    files.add("fork.txt", forks(case, origin).join("\n"));
    for (at, copy) in versions.copies.iter().enumerate().skip(1) {
        let text = match case.redacted {
            Some(_) => record::canonical(&copy.record.clone().redacted()).unwrap_or_default(),
            None => copy.record.text().to_owned(),
        };
        files.add(format!("rivals/{}.yaml", letter(at)), case.text(&text));
    }
}

/// What an audit of a history finds, a few lines for each finding; texts are given as they are shown.
pub(super) fn audit_text(audit: &Audit, commit: &str, shown: impl Fn(&str) -> String) -> String {
    let mut text = format!("Audit of the commits that lead to {commit}\n");
    for finding in &audit.findings {
        text.push_str(&format!("\n{}\n  {}\n", found(finding, &shown), finding.kind.meaning()));
        if let Some(line) = &finding.line {
            text.push_str(&format!("  line: {}\n", one_line(shown(line).trim_end())));
        }
        if let Some(entry) = &finding.commit {
            let at = write_instant(&entered(entry));
            text.push_str(&format!("  commit {}, entered {at}\n", entry.commit));
        }
    }
    for hole in &audit.holes {
        text.push_str(&format!("\nnot known: {}\n", one_line(shown(&hole.to_string()).trim_end())));
    }
    for (kept, mail) in
        audit.mails.iter().flat_map(|(_, kept)| kept.mails.iter().map(move |mail| (kept, mail)))
    {
        let claims = mail_claims(mail).join("\n  ");
        text.push_str(&format!(
            "\nmail kept with commit {}\n  {}\n",
            kept.entry.commit,
            shown(&claims)
        ));
    }
    if audit.findings.is_empty() && audit.holes.is_empty() {
        text.push_str("\nNothing was found.\n");
    }
    text
}

/// A finding in a line.
pub(super) fn found(finding: &Finding, shown: impl Fn(&str) -> String) -> String {
    let action = finding.action.map(|number| format!(", action {number}")).unwrap_or_default();
    let rule = finding.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
    let what = shown(&finding.what);
    one_line(&format!("{}{action}: {}{rule}", finding.kind, what.trim_end()))
}

/// What a version is called among others.
fn letter(at: usize) -> String {
    match at {
        0 => "this version".into(),
        _ => format!("rival-{at}"),
    }
}

/// Where rival versions of the record part and how each goes on, in lines of a text for each fork.
pub(super) fn forks(case: &Case<'_>, origin: &Origin) -> Vec<String> {
    let forks = origin.versions.iter().flat_map(|versions| {
        versions.forks().map(|(pair, fork)| {
            let named = |at: usize| (letter(at), &versions.copies[at]);
            fork_text(case, pair.map(named), fork)
        })
    });
    forks.collect()
}

fn fork_text(case: &Case<'_>, versions: [(String, &GameCopy); 2], fork: &Fork) -> String {
    let [one, other] = versions.each_ref().map(|(name, _)| name.as_str());
    let rivals = versions.iter().filter(|(name, _)| *name != letter(0));
    let mut text: String =
        rivals.map(|(name, copy)| format!("{name} is {}.\n", copy.name)).collect();
    text.push_str(&match fork.chain {
        Some(hash) => format!(
            "They are the same up to action {}. The hash of the chain there is {hash}.\n",
            fork.common
        ),
        None => "What binds the players before the first action differs.\n".to_owned(),
    });
    for ((name, _), tail) in versions.iter().zip(&fork.tails) {
        match tail.is_empty() {
            true => text.push_str(&format!("{name} ends there.\n")),
            false => text.push_str(&format!("Only {name} has:\n")),
        }
        for TailLine { ordinal, by, line, proof } in tail {
            let proof = match proof {
                Proof::Signed { .. } => format!("signed by the key of {}", by.name()),
                Proof::Planned { .. } => {
                    format!("signed in advance, as a plan, by the key of {}", by.name())
                }
                Proof::Unsigned => "unsigned".into(),
            };
            text.push_str(&format!("  {ordinal}: {}; {proof}\n", case.text(line)));
        }
    }
    for twice in &fork.twice.double_dealing {
        let [first, second] = twice.ordinals;
        text.push_str(&format!(
            "Double-dealing: the holder of the key of {} has signed action {first} of {one} and action {second} of \
             {other}, in knowledge of the same {} actions.\n",
            twice.by.name(),
            twice.base
        ));
    }
    text.push_str(&match &fork.standing {
        Standing::Stands { which, .. } => format!("{} stands (K8).\n", [one, other][*which]),
        Standing::Open(_) => "Which of them stands is for the arbiter to decide.\n".to_owned(),
    });
    text.lines().map(|line| one_line(line) + "\n").collect()
}
