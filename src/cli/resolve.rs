//! `riverpost resolve`: which of several versions of a record stands.

use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::compare::{copy_value, fork_value, letter, print_copy, print_fork, words};
use super::error::{Done, Failure};
use super::instant::now;
use super::output::Out;
use super::record::RecordToChange;
use crate::actions::{self, Decision, Resolution, ResolveError, ResolveRequest, ResolveStep};
use crate::render::one_line;
use crate::store::GitOperation;
use clap::builder::NonEmptyStringValueParser;

/// Settle which of several versions of a game stands, or show what speaks for each
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The versions are those of a merge that git could not make, and those kept below refs/riverpost/rivals. What \
                  the rules decide (K8) is put in place. Otherwise the arbiter decides with --take and --reason; a player may \
                  give way in lines of his own that nobody else has had. No version is lost.\n\n\
                  Exit codes: 0 settled; 1 left to the arbiter."
)]
pub(super) struct Resolve {
    #[command(flatten)]
    record: RecordToChange,
    /// The version that is to stand: ours, theirs, or a commit, branch or reference that has it
    #[arg(long, value_name = "VERSION")]
    take: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    reason: Option<String>,
}

impl Run for Resolve {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (store, path) = self.record.locate_named(common)?;
        let request = ResolveRequest { take: self.take.clone(), reason: self.reason.clone() };
        let found = actions::resolve(&store, &path, &request, now()?, common.dry_run)?;
        if let Some(Decision { done: ResolveStep::Committed(commit), .. }) = &found.decision {
            out.recorded(Some(commit));
        }
        match common.json {
            true => print_json(&found, out)?,
            false => print(&found, path.as_str(), out)?,
        }
        Ok(u8::from(found.decision.is_none()))
    }
}

fn print(found: &Resolution, path: &str, out: &mut Out) -> Result<(), Failure> {
    let Resolution { comparison, settled, decision } = found;
    let copies = &comparison.copies;
    for (at, copy) in copies.iter().enumerate() {
        print_copy(letter(at), copy, out)?;
    }
    for (name, commit) in settled {
        let commit: String = commit.chars().take(10).collect();
        out.note(format_args!("{} was settled before, in commit {commit}", one_line(name)))?;
    }
    for ([one, other], fork) in comparison.forks() {
        let pair = [(letter(one), &copies[one]), (letter(other), &copies[other])];
        print_fork(pair, fork, out)?;
    }
    let Some(Decision { stands, ground, done }) = decision else {
        return out.line(
            "nothing was changed; whoever decides says so with --take VERSION and --reason TEXT",
        );
    };
    let name = letter(*stands);
    let why = ground.as_ref().map(|ground| format!(": {}", words(ground, &copies[*stands])));
    let why = why.unwrap_or_default();
    match done {
        ResolveStep::Nothing if copies.len() == 1 => out.line("there is no other version"),
        ResolveStep::Nothing => out.line(format_args!("{name} stands, as it does here{why}")),
        ResolveStep::DryRun => out.line(format_args!("{name} would stand{why}")),
        ResolveStep::Committed(_) => out.line(format_args!("{name} stands now{why}")),
        ResolveStep::Staged(operation) => {
            out.line(format_args!("{name} stands now in {}{why}", one_line(path)))?;
            let next = match operation {
                GitOperation::Merge => "git commit",
                GitOperation::Rebase => "git rebase --continue",
                GitOperation::CherryPick => "git cherry-pick --continue",
            };
            out.note(format_args!("next: {next}"))
        }
    }
}

fn print_json(found: &Resolution, out: &mut Out) -> Result<(), Failure> {
    let Resolution { comparison, settled, decision } = found;
    let forks = comparison.forks().map(|(at, fork)| {
        let mut value = fork_value(fork, at.map(|at| &comparison.copies[at]));
        value["copies"] = json!(at);
        value
    });
    let settled = settled.iter().map(|(name, commit)| json!({ "version": name, "commit": commit }));
    let done = decision.as_ref().map(|decision| match decision.done {
        ResolveStep::Nothing => "nothing",
        ResolveStep::DryRun => "dry-run",
        ResolveStep::Committed(_) => "committed",
        ResolveStep::Staged(_) => "staged",
    });
    let commit = decision.as_ref().and_then(|decision| match decision.done {
        ResolveStep::Committed(commit) => Some(commit.to_string()),
        _ => None,
    });
    out.line(json!({
        "id": comparison.copies.first().map(|copy| copy.id()),
        "versions": comparison.copies.iter().map(copy_value).collect::<Vec<_>>(),
        "forks": forks.collect::<Vec<_>>(), "settled": settled.collect::<Vec<_>>(),
        "stands": decision.as_ref().map(|decision| decision.stands), "done": done, "commit": commit,
    }))
}

impl From<ResolveError> for Failure {
    fn from(error: ResolveError) -> Failure {
        let message = error.to_string();
        match error {
            ResolveError::Copy(error) => error.into(),
            ResolveError::NoVersion { .. } => Failure::usage(message)
                .hint("without --take, the versions are listed with their names"),
            ResolveError::NotYours { .. } => Failure::no(message).by("K8").hint(
                "nothing was changed; without --take, both versions are shown with what speaks for each",
            ),
            ResolveError::Unreasoned => {
                Failure::usage(message).hint("nothing was changed; say why with --reason")
            }
            ResolveError::Changed => {
                Failure::world(message).hint("nothing was changed; look again")
            }
        }
    }
}
