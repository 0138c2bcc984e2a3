//! `riverpost hook`: a server that refuses.

use std::io::Read;
use std::path::{Path, PathBuf};

use chrono::Utc;
use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure, reason, say};
use super::output::Out;
use crate::actions::{
    self, HookInstallation, InstallError, PushVerdict, Refusal, ServerPolicy, UnprovenLine,
};
use crate::record::Place;
use crate::render::one_line;
use crate::store::{RefUpdate, Store};

/// The longest key file, in bytes.
const LONGEST_KEY: u64 = 16 * 1024;
/// The most that git says of the references of a push, in bytes.
const LONGEST_LIST: u64 = 1024 * 1024;

/// Let a bare repository refuse what breaks the rules
#[derive(clap::Subcommand, Debug)]
pub(super) enum Hook {
    /// Make a bare repository take only what adds to records, by the right persons and in time
    #[command(
        after_help = "What holds there is said by riverpost.yaml of its branch: `people` with their `logins`, `unsigned`, `organisers`, \
                      `scribes`, `lag`. Until the branch has one, by riverpost/server.yaml in the repository's own folder, which also \
                      says who its owners are."
    )]
    Install(Install),
    /// Check a push, as git asks of a hook: reads lines `OLD NEW REFERENCE`
    #[command(
        after_help = "Time is that of this system; RIVERPOST_NOW is not asked.\n\nExit codes: 0 taken; 1 refused; 3 it cannot be \
                      checked, which refuses it too."
    )]
    PreReceive,
}

#[derive(clap::Args, Debug)]
pub(super) struct Install {
    /// The public SSH key of who may change the settings of the repository, or the file that holds it
    #[arg(long, value_name = "KEY")]
    owner: String,
    /// The private SSH key, without a passphrase, with which a receipt of each push is signed
    #[arg(long, value_name = "FILE")]
    receipts: Option<PathBuf>,
}

impl Run for Hook {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let store = Store::open_server(&common.folder())?;
        match self {
            Hook::Install(install) => install.run(&store, common, out),
            Hook::PreReceive => pre_receive(&store, common, out),
        }
    }
}

impl Install {
    fn run(&self, store: &Store, common: &Common, out: &mut Out) -> Done {
        let owner = key(&self.owner)?;
        let program = std::env::current_exe()?;
        let absolute = |path: &PathBuf| std::path::absolute(path);
        let receipts = self.receipts.as_ref().map(absolute).transpose()?;
        let dry_run = common.dry_run;
        let done = actions::install_hook(store, &owner, &program, receipts.as_deref(), dry_run)?;
        let HookInstallation { hook, settings, kept, git } = &done;
        if common.json {
            let git: serde_json::Map<_, _> =
                git.iter().map(|(key, value)| ((*key).to_owned(), (*value).into())).collect();
            out.line(json!({ "hook": hook, "settings": settings, "kept": kept, "git": git }))?;
            return Ok(0);
        }
        let would = if dry_run { "would write" } else { "wrote" };
        out.note(format_args!(
            "{would} {}, which git runs before it takes a push",
            hook.display()
        ))?;
        match kept {
            true => out.note(format_args!("{} stays as it is", settings.display()))?,
            false => out.note(format_args!(
                "{would} {}: the owner, until riverpost.yaml says more",
                settings.display()
            ))?,
        }
        let git: Vec<String> = git.iter().map(|(key, value)| format!("{key}={value}")).collect();
        out.note(format_args!("{} {}", if dry_run { "would set" } else { "set" }, git.join(" ")))?;
        Ok(0)
    }
}

/// A key that is given in full, or the content of the file that is named.
fn key(given: &str) -> Result<String, Failure> {
    let file = Path::new(given);
    if !file.is_file() {
        return Ok(given.to_owned());
    }
    let mut text = String::new();
    let read =
        std::fs::File::open(file).and_then(|f| f.take(LONGEST_KEY).read_to_string(&mut text));
    read.map_err(|error| Failure::world(reason(&error)).at(given))?;
    Ok(text)
}

fn pre_receive(store: &Store, common: &Common, out: &mut Out) -> Done {
    let server = ServerPolicy::of(store)?;
    let mut list = Vec::new();
    std::io::stdin().take(LONGEST_LIST + 1).read_to_end(&mut list)?;
    let updates = String::from_utf8(list).ok().filter(|list| list.len() as u64 <= LONGEST_LIST);
    let updates: Option<Vec<RefUpdate>> =
        updates.and_then(|list| list.lines().map(RefUpdate::read).collect());
    let updates = updates.ok_or_else(|| {
        Failure::no("what is pushed cannot be read").hint("reference names are UTF-8, and not many")
    })?;
    let login = std::env::var(server.login_variable()).ok().filter(|login| !login.is_empty());
    let (login, now) = (login.as_deref(), Utc::now());
    let verdict = actions::check_push(store, &server, &updates, login, now)?;
    let PushVerdict { refusals, unproven, .. } = &verdict;
    for Refusal { path, error, .. } in refusals {
        let failure = Failure::record(path, error);
        // What is about the whole of a file, or about none, has no place in it.
        let failure = if error.place == Place::START { failure.at(path.as_str()) } else { failure };
        failure.print(common.json);
    }
    if refusals.is_empty() {
        for UnprovenLine { path, place, line } in unproven {
            out.line(one_line(&format!(
                "{path}:{place}: taken without proof of its author: {line}"
            )))?;
        }
        match actions::keep_receipt(store, &server, &updates, login, now) {
            Ok(receipt) => {
                receipt.iter().try_for_each(|path| out.note(format_args!("receipt: {path}")))?
            }
            Err(error) => say(format_args!("no receipt: {}", one_line(&error.to_string()))),
        }
        return Ok(0);
    }
    Failure::no("nothing of the push was taken").print(common.json);
    Ok(1)
}

impl From<InstallError> for Failure {
    fn from(error: InstallError) -> Failure {
        let message = error.to_string();
        match error {
            InstallError::Key(_) => Failure::usage(message)
                .hint("give the public key, as in `--owner ~/.ssh/id_ed25519.pub`"),
            InstallError::Program(_) => {
                Failure::world(message).hint("put the program where its path has no quotes in it")
            }
            InstallError::Settled(_) => {
                Failure::no(message).hint("change that file by hand: its key `owners`, `receipts`")
            }
            InstallError::Receipts(_) => {
                Failure::world(message).hint("make one: `ssh-keygen -t ed25519 -N '' -f FILE`")
            }
            InstallError::Action(error) => error.into(),
        }
    }
}
