//! `riverpost compare`: where copies of a game part, and what follows from it.

use serde_json::{Value, json};

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure};
use super::output::Out;
use crate::actions::{
    self, Comparison, CopyError, CopyPair, CopyRelation, Fork, GameCopy, Ground, MOST_COPIES,
    OpenQuestion, Standing, TailLine, TwoStatements,
};
use crate::proof::Proof;
use crate::record::Signatory;
use crate::render::{counted, one_line};

/// How many lines of each copy are shown from the fork on.
const SHOWN: usize = 20;

/// Compare copies of a game: where they part, what is signed, and which one stands
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A copy is a file, also a message as riverpost sends it, a record of this repository, a branch or commit (origin/main), a file of one \
                  (main:games/wing.yaml), or a folder with another repository. What is meant by a branch or a repository is \
                  the game that the others tell.\n\n\
                  Exit codes: 0 all copies agree, or one continues the other; 1 two of them contradict each other; 3 a copy \
                  cannot be read."
)]
pub(super) struct Compare {
    /// The copies, two or more
    #[arg(required = true, num_args = 2.., value_name = "COPY")]
    copies: Vec<String>,
}

impl Run for Compare {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        if self.copies.len() > MOST_COPIES {
            let message = format!("at most {MOST_COPIES} copies are compared at once");
            return Err(Failure::usage(message).hint("compare them in parts"));
        }
        let copies =
            actions::find_copies(&common.folder(), &common.working_folder()?, &self.copies)?;
        let found = Comparison::of(copies, &[]);
        match common.json {
            true => out.line(value(&found))?,
            false => print(&found, out)?,
        }
        Ok(u8::from(!found.agrees()))
    }
}

/// What a copy is called among others: A, B and so on.
pub(super) fn letter(at: usize) -> char {
    char::from(b'A' + (at % 26) as u8)
}

fn print(found: &Comparison, out: &mut Out) -> Result<(), Failure> {
    let copies = &found.copies;
    for (at, copy) in copies.iter().enumerate() {
        print_copy(letter(at), copy, out)?;
    }
    // What somebody has signed twice is told before all else.
    for ([one, other], fork) in found.forks() {
        let pair = [(letter(one), &copies[one]), (letter(other), &copies[other])];
        for twice in &fork.twice.double_dealing {
            print_double_dealing(pair, twice, out)?;
        }
    }
    for CopyPair { copies: [one, other], relation } in &found.pairs {
        let pair = [(letter(*one), &copies[*one]), (letter(*other), &copies[*other])];
        let names = [letter(*one), letter(*other)];
        match relation {
            CopyRelation::Same => {
                out.line(format_args!("{} and {} are the same", names[0], names[1]))?
            }
            CopyRelation::Continues { longer, more } => {
                let shorter = if longer == one { other } else { one };
                let (longer, shorter) = (letter(*longer), letter(*shorter));
                out.line(format_args!("{longer} continues {shorter} by {}", lines(*more)))?;
            }
            CopyRelation::Fork(fork) => print_fork(pair, fork, out)?,
        }
    }
    Ok(())
}

/// Says what a copy is, and whether its signatures hold.
pub(super) fn print_copy(letter: char, copy: &GameCopy, out: &mut Out) -> Result<(), Failure> {
    let (name, number) = (one_line(&copy.name), copy.proofs.len());
    let signed = copy.proofs.iter().filter(|proof| **proof != Proof::Unsigned).count();
    let signed = match (&copy.fault, signed) {
        (Some(fault), _) => {
            format!("not all signatures hold, so none counts: {}", one_line(&fault.to_string()))
        }
        (None, 0) => "nothing is signed".into(),
        (None, signed) if signed == number => "all signed".into(),
        (None, signed) => format!("{signed} signed"),
    };
    out.line(format_args!("{letter}: {name}: {}, {signed}", lines(number)))?;
    out.note(format_args!("   chain {}", copy.chain[number]))
}

fn print_double_dealing(
    copies: [(char, &GameCopy); 2],
    twice: &TwoStatements,
    out: &mut Out,
) -> Result<(), Failure> {
    let who = whom(copies[0].1, twice.by);
    out.line(format_args!(
        "Double-dealing: {who} has signed two different actions in knowledge of the same {}:",
        lines(twice.base)
    ))?;
    for ((letter, copy), ordinal) in copies.iter().zip(twice.ordinals) {
        let line = copy.line(&copy.record.actions()[ordinal - 1]);
        out.line(format_args!("  {letter}, line {ordinal}: {}", one_line(&line)))?;
    }
    out.line("  Both signatures are right: only the holder of that key can have made them.")
}

/// Says where two copies part, how each goes on, and which stands.
pub(super) fn print_fork(
    copies: [(char, &GameCopy); 2],
    fork: &Fork,
    out: &mut Out,
) -> Result<(), Failure> {
    let [(one, first), (other, second)] = copies;
    out.line(format_args!("{one} and {other} contradict each other."))?;
    let binding = fork.header.iter().filter(|change| change.binding);
    for change in binding {
        let value = |value: &Option<String>| one_line(value.as_deref().unwrap_or("nothing"));
        out.line(format_args!("  {} is not the same:", one_line(&change.key)))?;
        out.line(format_args!("    {one}: {}", value(&change.before)))?;
        out.line(format_args!("    {other}: {}", value(&change.after)))?;
    }
    match fork.chain {
        Some(chain) => {
            let last = fork.common.checked_sub(1).map(|last| &first.record.actions()[last]);
            let last = last.map(|action| format!(", {}", one_line(&first.line(action))));
            out.line(format_args!(
                "  They are the same up to line {} (ply {}{}).",
                fork.common,
                fork.plies,
                last.unwrap_or_default()
            ))?;
            out.note(format_args!("  chain there {chain}"))?;
        }
        None => out.line(
            "  What binds the players before the first move differs, so no signature in one counts in the other.",
        )?,
    }
    for ordinal in fork.signatures.iter().take(SHOWN) {
        out.line(format_args!("  The signature of line {ordinal} is not the same in both."))?;
    }
    for ((letter, copy), tail) in copies.iter().zip(&fork.tails) {
        print_tail(*letter, copy, tail, out)?;
    }
    for twice in &fork.twice.restated {
        out.line(format_args!(
            "  {} has stated the same action twice, with another time or comment: line {} of {one}, line {} of {other}.",
            whom(first, twice.by), twice.ordinals[0], twice.ordinals[1]
        ))?;
    }
    for (((letter, copy), acknowledged), tail) in
        copies.iter().zip(&fork.acknowledged).zip(&fork.tails)
    {
        for (by, action, base) in acknowledged {
            out.line(format_args!(
                "  {} has signed line {action} of {letter} in knowledge of {letter} up to line {base}.",
                whom(copy, *by)
            ))?;
        }
        if !tail.is_empty() && tail.iter().all(|line| line.proof == Proof::Unsigned) {
            out.line(format_args!(
                "  What only {letter} has is unsigned: the copy alone shows neither who made it nor when."
            ))?;
        }
    }
    out.line(format_args!("  {}", follows([(one, first), (other, second)], &fork.standing)))
}

fn print_tail(
    letter: char,
    copy: &GameCopy,
    tail: &[TailLine],
    out: &mut Out,
) -> Result<(), Failure> {
    if tail.is_empty() {
        return out.line(format_args!("  {letter} ends there."));
    }
    out.line(format_args!("  Only {letter} has:"))?;
    for TailLine { ordinal, by, line, proof } in tail.iter().take(SHOWN) {
        let proof = match proof {
            Proof::Signed { base } if base + 1 < *ordinal => {
                format!("signed in knowledge of line {base} and those before it")
            }
            Proof::Signed { .. } => "signed".into(),
            Proof::Planned { base } => format!("signed in advance, after line {base}"),
            Proof::Unsigned => "unsigned".into(),
        };
        out.line(format_args!("    {ordinal}: {}; {}, {proof}", one_line(line), whom(copy, *by)))?;
    }
    match tail.len().checked_sub(SHOWN) {
        None | Some(0) => Ok(()),
        Some(more) => out.line(format_args!("    and {} more", lines(more))),
    }
}

/// What follows from how two copies stand to each other, in a sentence.
fn follows(copies: [(char, &GameCopy); 2], standing: &Standing) -> String {
    match standing {
        Standing::Stands { which, ground } => {
            let (letter, copy) = copies[*which];
            format!("{letter} stands (K8): {}.", words(ground, copy))
        }
        Standing::Open(question) => {
            format!("It is for the arbiter to decide: {}.", open(question, copies[0].1))
        }
    }
}

/// Why a version stands.
pub(super) fn words(ground: &Ground, copy: &GameCopy) -> String {
    match ground {
        Ground::Acknowledged { by, action } => {
            let author = "its author has signed the first line that differs";
            format!("{author}, and {} acknowledges it by signing line {action}", whom(copy, *by))
        }
        Ground::Signed { by } => {
            format!("{} has signed this line, and not the other", whom(copy, *by))
        }
        Ground::Published => "it was published first".into(),
    }
}

/// Why nothing decides.
pub(super) fn open(question: &OpenQuestion, copy: &GameCopy) -> String {
    match question {
        OpenQuestion::Agreement => "it is not the same that was agreed".into(),
        OpenQuestion::Signatures => {
            "the lines are the same up to where one ends, and the signatures of common lines differ"
                .into()
        }
        OpenQuestion::DoubleDealing { by } => {
            format!(
                "{} has signed both, and nobody has acknowledged one of them alone",
                whom(copy, *by)
            )
        }
        OpenQuestion::BothAcknowledged => "both are acknowledged by later signatures".into(),
        OpenQuestion::NoEvidence => {
            "no signature tells; the commits and mails by which the copies came may".into()
        }
    }
}

/// A side or the arbiter, with the name.
fn whom(copy: &GameCopy, who: Signatory) -> String {
    let side = match who {
        Signatory::Side(side) => side.to_string(),
        Signatory::Arbiter => "the arbiter".into(),
    };
    match copy.person(who) {
        Some(name) => format!("{side} ({})", one_line(name)),
        None => side,
    }
}

fn lines(number: usize) -> String {
    counted(number, "line", "lines")
}

fn value(found: &Comparison) -> Value {
    let copies = found.copies.iter().map(copy_value);
    let pairs = found.pairs.iter().map(|CopyPair { copies, relation }| match relation {
        CopyRelation::Same => json!({ "copies": copies, "relation": "same" }),
        CopyRelation::Continues { longer, more } => {
            json!({ "copies": copies, "relation": "continues", "longer": longer, "more": more })
        }
        CopyRelation::Fork(fork) => {
            let mut value = fork_value(fork, copies.map(|at| &found.copies[at]));
            value["copies"] = json!(copies);
            value
        }
    });
    let id = found.copies.first().map(GameCopy::id);
    json!({
        "id": id, "agrees": found.agrees(), "copies": copies.collect::<Vec<_>>(),
        "pairs": pairs.collect::<Vec<_>>(),
    })
}

/// A copy for machines.
pub(super) fn copy_value(copy: &GameCopy) -> Value {
    let base = |proof: &Proof| match proof {
        Proof::Signed { base } | Proof::Planned { base } => Some(*base),
        Proof::Unsigned => None,
    };
    let fault = copy.fault.as_ref().map(|fault| {
        json!({
            "rule": fault.rule, "line": fault.place.line, "column": fault.place.column,
            "message": fault.message,
        })
    });
    json!({
        "name": copy.name, "source": copy.source.name(), "lines": copy.proofs.len(),
        "chain": copy.chain[copy.proofs.len()].to_string(),
        "signed": copy.proofs.iter().map(base).collect::<Vec<_>>(), "fault": fault,
    })
}

/// A fork for machines.
pub(super) fn fork_value(fork: &Fork, copies: [&GameCopy; 2]) -> Value {
    let twice = |found: &[TwoStatements]| -> Vec<Value> {
        let value = |twice: &TwoStatements| json!({ "by": twice.by.name(), "base": twice.base, "lines": twice.ordinals });
        found.iter().map(value).collect()
    };
    let tail = |at: usize| {
        let lines = fork.tails[at].iter().map(|line| {
            json!({
                "number": line.ordinal, "by": line.by.name(), "line": line.line,
                "signed": line.proof != Proof::Unsigned,
            })
        });
        let acknowledged = fork.acknowledged[at].iter();
        let acknowledged = acknowledged.map(
            |(by, action, base)| json!({ "by": by.name(), "signed_line": action, "up_to": base }),
        );
        json!({
            "lines": lines.collect::<Vec<_>>(), "acknowledged": acknowledged.collect::<Vec<_>>(),
        })
    };
    let header = fork.header.iter().map(|change| {
        json!({
            "key": change.key, "first": change.before, "second": change.after,
            "binding": change.binding,
        })
    });
    let (stands, reason) = match &fork.standing {
        Standing::Stands { which, ground } => (Some(which), words(ground, copies[*which])),
        Standing::Open(question) => (None, open(question, copies[0])),
    };
    json!({
        "relation": "fork", "common": fork.common, "ply": fork.plies,
        "chain": fork.chain.map(|chain| chain.to_string()),
        "header": header.collect::<Vec<_>>(), "signatures": fork.signatures,
        "double_dealing": twice(&fork.twice.double_dealing), "restated": twice(&fork.twice.restated),
        "sides": [tail(0), tail(1)], "stands": stands, "reason": reason,
    })
}

impl From<CopyError> for Failure {
    fn from(error: CopyError) -> Failure {
        let message = error.to_string();
        match error {
            CopyError::Find(error) => error.into(),
            CopyError::WhichGame { .. } => Failure::usage(message)
                .hint("name the game as well: its id, a file of it, or BRANCH:PATH"),
            CopyError::Absent { .. } => Failure::world(message).hint("was it fetched?"),
            CopyError::Mail { .. } => Failure::no(message)
                .hint("the lines of a message are compared where the record has those before them"),
            CopyError::OtherGame { .. } => {
                Failure::no(message).hint("copies of one game have one id")
            }
        }
    }
}
