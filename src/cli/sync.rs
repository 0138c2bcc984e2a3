//! `riverpost sync`: exchanges games through a git remote.

use serde_json::{Map, Value, json};

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure};
use super::instant::{now, written};
use super::output::Out;
use super::progress;
use super::recorded;
use crate::actions::{self, Refusal, Rival, RivalLine, SyncError, Synced};
use crate::render::{counted, one_line};
use crate::store::Person;

/// How many files are listed.
const LISTED: usize = 20;

/// Fetch, check and take over what is new, give the answers that are due, and push
#[derive(clap::Args, Debug)]
#[command(
    after_help = "What is fetched is checked first; nothing is taken over of what holds a record that fails, or that does not \
                  continue the one you have. Where both sides have changed a record, your own lines go behind, made anew now.\n\n\
                  Exit codes: 0 done; 1 something incoming was refused, or a line of yours is not possible any more; 3 git, \
                  the remote or files are not as needed."
)]
pub(super) struct Sync {
    /// Exchange also the mails that made lines here, which everybody may read then who may read there
    #[arg(long)]
    share_mail: bool,
}

impl Run for Sync {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let store = common.store()?;
        let bar = progress::of_files(common, out);
        let set = |done, total| progress::set(&bar, done, total);
        let synced = actions::sync(&store, now()?, self.share_mail, common.dry_run, &set);
        bar.finish_and_clear();
        match common.json {
            true => out.line(value(&synced))?,
            false => print(&synced, common, out)?,
        }
        let left = synced.rivals.iter().any(|rival| rival.left.is_some());
        let stuck = synced.plans.iter().any(|(_, effects)| effects.trouble.is_some());
        match synced.trouble {
            Some(error) => Err(Failure::from(*error)),
            None => Ok(u8::from(left || stuck)),
        }
    }
}

fn print(synced: &Synced, common: &Common, out: &mut Out) -> Result<(), Failure> {
    let Synced { upstream, fetched, news, files, rivals, joined, plans, pushed, mails, trouble } =
        synced;
    let upstream = one_line(upstream.as_deref().unwrap_or_default());
    let would = if common.dry_run { "would be " } else { "" };
    if *fetched > 0 {
        out.note(format_args!("{} {would}taken over from {upstream}", commits(*fetched)))?;
    }
    for news in news {
        let id = one_line(&news.id);
        if news.lines.is_empty() {
            out.line(format_args!("{id}: the record is new or has new data"))?;
        }
        for line in &news.lines {
            out.line(format_args!("{id}: {}", one_line(line)))?;
        }
    }
    for file in files.iter().take(LISTED) {
        out.line(format_args!("{}: {would}changed", one_line(file)))?;
    }
    for rival in rivals {
        print_rival(rival, would, out)?;
    }
    for id in joined {
        out.line(format_args!("{}: what both sides added {would}joined", one_line(id)))?;
    }
    for (id, effects) in plans.iter().filter(|(_, effects)| recorded::is_news(effects)) {
        recorded::plans(id, effects, common.dry_run, out)?;
    }
    if *pushed > 0 {
        out.note(format_args!("{} {would}pushed to {upstream}", commits(*pushed)))?;
    }
    if *mails {
        out.note(format_args!("{upstream} has the mails that are kept here"))?;
    }
    if *fetched + *pushed == 0 && trouble.is_none() {
        out.note(format_args!("{upstream} has all that is here, and nothing else"))?;
    }
    Ok(())
}

/// Says both lines, who made them and when, and what became of one's own.
fn print_rival(rival: &Rival, would: &str, out: &mut Out) -> Result<(), Failure> {
    let Rival { id, ours, theirs, behind, left, kept } = rival;
    out.line(format_args!("{}: there were two lines for one place", one_line(id)))?;
    out.line(format_args!("  fetched: {}", line(theirs)))?;
    out.line(format_args!("  yours:   {}", line(ours)))?;
    for line in behind {
        out.line(format_args!("  {would}behind it now: {}", one_line(line)))?;
    }
    if let Some((lines, reason)) = left {
        for line in lines {
            out.line(format_args!("  {would}left out: {}", one_line(line)))?;
        }
        out.line(format_args!("  because {}", one_line(reason)))?;
    }
    if let Some(kept) = kept {
        out.note(format_args!("  your version is kept as {}", one_line(kept)))?;
    }
    Ok(())
}

fn line(line: &RivalLine) -> String {
    let RivalLine { line, time, by } = line;
    let time = time.map(|time| format!(" [{}]", written(time))).unwrap_or_default();
    let by = by.as_ref().map(|(author, committer)| {
        let entered = match author == committer {
            true => String::new(),
            false => format!(", entered by {committer}"),
        };
        format!(" by {author}{entered}")
    });
    one_line(&format!("{line}{time}{}", by.unwrap_or_default()))
}

fn commits(number: usize) -> String {
    counted(number, "commit", "commits")
}

fn value(synced: &Synced) -> Value {
    let rival_line = |line: &RivalLine| {
        let person = |p: &Person| json!({ "name": p.name, "email": p.email });
        let (author, committer) = line.by.as_ref().map(|(a, c)| (person(a), person(c))).unzip();
        json!({ "line": line.line, "time": line.time.map(written), "by": author, "entered_by": committer })
    };
    let rivals = synced.rivals.iter().map(|rival| {
        let left = rival.left.as_ref();
        json!({
            "id": rival.id, "ours": rival_line(&rival.ours), "theirs": rival_line(&rival.theirs),
            "behind": rival.behind, "left": left.map_or(&[][..], |(lines, _)| lines),
            "reason": left.map(|(_, reason)| reason), "kept": rival.kept,
        })
    });
    let plans = synced.plans.iter().filter(|(_, effects)| recorded::is_news(effects));
    let plans = plans.map(|(id, effects)| {
        let mut value: Map<String, Value> = recorded::fields(effects);
        value.insert("id".into(), id.clone().into());
        Value::Object(value)
    });
    let news = synced.news.iter().map(|news| json!({ "id": news.id, "lines": news.lines }));
    let refused = synced.trouble.as_deref().and_then(files).unwrap_or_default().iter();
    let refused = refused.map(|Refusal { path, error, .. }| {
        json!({
            "path": path, "rule": error.rule, "line": error.place.line,
            "column": error.place.column, "message": error.message,
        })
    });
    json!({
        "upstream": synced.upstream, "fetched": synced.fetched, "pushed": synced.pushed,
        "news": news.collect::<Vec<_>>(), "files": synced.files, "mails": synced.mails,
        "rivals": rivals.collect::<Vec<_>>(),
        "joined": synced.joined, "plans": plans.collect::<Vec<_>>(), "refused": refused.collect::<Vec<_>>(),
    })
}

/// The files that are refused.
fn files(error: &SyncError) -> Option<&[Refusal]> {
    match error {
        SyncError::Refused { files, .. } | SyncError::Unsound { files, .. } => Some(files),
        _ => None,
    }
}

impl From<SyncError> for Failure {
    fn from(error: SyncError) -> Failure {
        let mut message = error.to_string();
        for Refusal { path, error, .. } in files(&error).unwrap_or_default().iter().take(LISTED) {
            message.push_str(&format!("\n{path}:{error}"));
        }
        match error {
            SyncError::Refused { .. } => Failure::no(message).hint(
                "ask whoever pushed it to put it right; your own branch and files are as they were\n\
                 what an arbiter has decided you take with `riverpost resolve REC --take @{upstream}`",
            ),
            SyncError::Unsound { .. } => Failure::no(message)
                .hint("`riverpost verify` says more; put it right and sync again"),
            SyncError::Push { .. } => Failure::world(message)
                .hint("what was fetched is taken over; sync again once you may push there"),
            SyncError::Raced { .. } => Failure::world(message).hint("wait a moment and try again"),
            SyncError::Action(error) => error.into(),
        }
    }
}
