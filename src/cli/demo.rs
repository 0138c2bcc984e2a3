//! `riverpost demo`: what the program does, for real, in a new folder.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure};
use super::instant::now;
use super::mailbox::did;
use super::output::Out;
use crate::actions::{self, DemoError, SentMail};
use crate::archive::{self, RecordSource, SourceBytes};
use crate::mail::BLOCK_BEGIN;
use crate::render::{Render, Scene, TextBoard, one_line};

/// Play a real game's opening in a new repository
#[derive(clap::Args, Debug)]
pub(super) struct Demo {
    /// The folder to make [default: riverpost-demo, or the first free riverpost-demo-N]
    folder: Option<PathBuf>,
    /// Play it by e-mail between two repositories, and show the messages
    #[arg(long)]
    mail: bool,
}

/// Where a message shown in part goes on.
const MORE: &str = "  | …";

impl Run for Demo {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let folder = self.free_folder()?;
        let shown = folder.display().to_string();
        if common.dry_run {
            let what = if self.mail { "two repositories" } else { "a repository" };
            out.line(format_args!("would make {what} in {shown} and play an opening"))?;
            return Ok(0);
        }
        if self.mail {
            return by_mail(&folder, common, out);
        }
        let demo = actions::demonstrate(&folder, now()?)?;
        let Some(refusal) = &demo.refusal else {
            return Err(Failure::no(format!("{} was not refused", demo.illegal)));
        };
        let record = folder.join(demo.opened.path.as_str());
        let mut verdicts = Vec::new();
        let source = RecordSource::new(record.display().to_string(), SourceBytes::File(record));
        archive::verify(
            [source],
            now()?,
            &actions::check_elsewhere,
            |_, _| true,
            |verdict| verdicts.push(verdict),
        );
        let log = demo.store.log(&demo.opened.path, demo.moves.len() + 1)?;
        if common.json {
            out.line(json!({
                "folder": shown, "id": demo.opened.id, "path": demo.opened.path.as_str(),
                "moves": demo.moves.iter().map(|m| &m.line).collect::<Vec<_>>(),
                "refused": { "move": demo.illegal, "why": refusal.to_string() },
                "log": log.iter().map(|e| &e.subject).collect::<Vec<_>>(),
                "ok": verdicts.iter().all(|v| v.failing.is_none()),
            }))?;
            return Ok(0);
        }
        out.line(format_args!(
            "A repository in {shown}, a game in {}, and its moves:",
            demo.opened.path
        ))?;
        for m in &demo.moves {
            out.line(format_args!("  {}", m.line))?;
        }
        let failure_text = refusal.to_string();
        let rule = match refusal {
            actions::ActionError::Move { error, .. } => format!(" [{}]", error.rule()),
            _ => String::new(),
        };
        out.line("")?;
        out.line(format_args!("A move that is refused: {}", demo.illegal))?;
        out.line(format_args!("  {failure_text}{rule}"))?;
        out.line("")?;
        if let Some(last) = demo.moves.last() {
            let scene = Scene {
                position: &last.value.after.position,
                last: Some((last.value.mv.from, last.value.mv.to)),
                flip: false,
            };
            out.text(&TextBoard { colour: out.colour(), figurines: false }.render(&scene))?;
        }
        out.line("")?;
        out.line("git log:")?;
        for entry in &log {
            let commit = entry.commit.short();
            out.line(format_args!("  {commit} {} ({})", entry.subject, entry.author.name))?;
        }
        out.line("")?;
        for verdict in &verdicts {
            out.line(match &verdict.failing {
                None => format!("verify: {} holds, {} plies", verdict.name, verdict.plies),
                Some(failing) => format!("verify: {} fails: {failing}", verdict.name),
            })?;
        }
        out.line("")?;
        out.line("Try next:")?;
        // As it was called: after `cargo run` there is no `riverpost` on the path yet.
        let program = std::env::args_os().next().unwrap_or_else(|| "riverpost".into());
        let program = quoted(&program.to_string_lossy());
        for command in ["show demo", "legal demo", "move demo f5", "verify"] {
            out.line(format_args!("  {program} --repo {} {command}", quoted(&shown)))?;
        }
        out.line(format_args!("  {program} rules"))?;
        Ok(u8::from(verdicts.iter().any(|v| v.failing.is_some())))
    }
}

impl Demo {
    fn free_folder(&self) -> Result<PathBuf, Failure> {
        if let Some(folder) = &self.folder {
            Failure::refuse_file(folder)?;
            let empty = std::fs::read_dir(folder).map(|mut d| d.next().is_none());
            return match empty {
                Ok(false) => Err(Failure::world("the folder is not empty")
                    .at(folder.display().to_string())
                    .hint("name a folder that does not exist yet")),
                _ => Ok(folder.clone()),
            };
        }
        let names = std::iter::once("riverpost-demo".to_string())
            .chain((2..1000).map(|n| format!("riverpost-demo-{n}")));
        names
            .map(PathBuf::from)
            .find(|p| !p.exists())
            .ok_or_else(|| Failure::world("there are too many demonstrations here; name a folder"))
    }
}

/// A path as a shell would want it.
fn quoted(path: &str) -> String {
    if path.contains(' ') { format!("'{path}'") } else { path.into() }
}

/// Plays by mail, and shows each message with what it did: the first one whole, the beginning of the others.
fn by_mail(folder: &Path, common: &Common, out: &mut Out) -> Done {
    let demo = actions::demonstrate_mail(folder, now()?)?;
    let told = |sent: &SentMail| did(&sent.delivery).map(|lines| lines.join("; "));
    if common.json {
        let messages = demo.messages.iter().map(|sent| {
            let did = told(sent);
            json!({
                "from": sent.mail.from.first().map(|from| &from.email), "subject": sent.mail.subject,
                "message": String::from_utf8_lossy(&sent.bytes), "did": did.as_ref().ok(), "refused": did.as_ref().err(),
            })
        });
        let repositories = demo.repositories.each_ref().map(|folder| folder.display().to_string());
        out.line(json!({
            "id": demo.id, "repositories": repositories, "messages": messages.collect::<Vec<_>>(),
        }))?;
        return Ok(0);
    }
    let [south, north] = demo.repositories.each_ref().map(|folder| folder.display().to_string());
    out.line(format_args!(
        "Two repositories, {south} and {north}, and the messages between them:"
    ))?;
    for (number, sent) in (1..).zip(&demo.messages) {
        let from = sent.mail.from.first().map_or("", |from| &from.email);
        out.line(format_args!("\n{number}. From {from}: {}", one_line(&sent.mail.subject)))?;
        let all = sent.mail.text.lines().take_while(|line| *line != BLOCK_BEGIN);
        // The answer of a program says in its second paragraph what it answers.
        let mut paragraphs = if sent.mail.automatic.is_some() { 2 } else { 1 };
        for line in all {
            paragraphs -= usize::from(number > 1 && line.is_empty());
            if paragraphs == 0 {
                break;
            }
            out.line(format!("  | {}", one_line(line)).trim_end())?;
        }
        out.line(MORE)?;
        match told(sent) {
            Ok(did) => out.line(format_args!("  recorded there: {did}"))?,
            Err(why) => {
                out.line(format_args!("  nothing is recorded there: {}", one_line(&why)))?
            }
        }
    }
    out.line("\nTry next:")?;
    let program = std::env::args_os().next().unwrap_or_else(|| "riverpost".into());
    let program = quoted(&program.to_string_lossy());
    for command in ["show demo", "mail show demo", "mail compose demo", "audit demo"] {
        out.line(format_args!("  {program} --repo {} {command}", quoted(&south)))?;
    }
    Ok(0)
}

impl From<DemoError> for Failure {
    fn from(error: DemoError) -> Failure {
        match error {
            DemoError::Compose(error) => error.into(),
            DemoError::Mail(error) => error.into(),
        }
    }
}
