//! `riverpost demo`: what the program does, for real, in a new folder.

use std::path::PathBuf;

use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure};
use super::instant::now;
use super::output::Out;
use crate::actions;
use crate::archive::{self, RecordSource, SourceBytes};
use crate::render::{Render, Scene, TextBoard};

/// Play a real game's opening in a new repository
#[derive(clap::Args, Debug)]
pub(super) struct Demo {
    /// The folder to make [default: riverpost-demo, or the first free riverpost-demo-N]
    folder: Option<PathBuf>,
}

impl Run for Demo {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let folder = self.free_folder()?;
        let shown = folder.display().to_string();
        if common.dry_run {
            out.line(format_args!("would make a repository in {shown} and play an opening in it"))?;
            return Ok(0);
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
            out.text(&TextBoard { colour: out.colour(), signs: false }.render(&scene))?;
        }
        out.line("")?;
        out.line("git log:")?;
        for entry in &log {
            let commit: String = entry.commit.to_string().chars().take(10).collect();
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
