//! `riverpost mail run`: works through a mailbox once.

use std::path::PathBuf;

use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure, reason};
use super::output::Out;
use super::seed::seed;
use crate::actions::{
    self, AnswerMode, Delivery, DeliveryTerms, MailAnswer, MailNews, MailRun, Mailbox,
    ReceiveTerms, RunError,
};
use crate::render::{counted, one_line};
use crate::store::Store;

/// How many answers an address gets on a day unless said otherwise.
pub(super) const ANSWERS: u32 = 20;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "What is worked on in a Maildir is moved from new to cur: with the flag S (seen), R (replied to), or F (flagged) \
                  where nothing was done and nobody was told. An mbox stays as it is; what was worked on is passed over the \
                  next time. What this machine could not do stays for the next time.\n\n\
                  No answer goes to machines, to mailing lists about what did nothing, or to whoever runs this.\n\n\
                  Exit codes: 0 every message was worked on, whatever it came to; 3 some are left for the next time."
)]
pub(super) struct MailboxToRun {
    /// The folder (Maildir)
    #[arg(long, value_name = "DIR", required_unless_present = "mbox", conflicts_with = "mbox")]
    maildir: Option<PathBuf>,
    /// The file (mbox)
    #[arg(long, value_name = "FILE")]
    mbox: Option<PathBuf>,
    /// How many answers an address gets on a day; 0 for none
    #[arg(long, value_name = "N", default_value_t = ANSWERS)]
    answers: u32,
}

impl Run for MailboxToRun {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let store = common.store()?;
        let terms = DeliveryTerms {
            receive: ReceiveTerms::of(&store, common.dry_run)?,
            answer: AnswerMode::of(self.answers),
            seed: seed()?,
        };
        let mailbox = match (&self.maildir, &self.mbox) {
            (Some(folder), _) => Mailbox::Maildir(folder.clone()),
            (None, file) => Mailbox::Mbox(file.clone().unwrap_or_default()),
        };
        let (folder, now) = (common.folder(), store.now());
        let open = || Store::discover(&folder).map(|store| store.at(now));
        let (mut left, mut printed) = (0, Ok(()));
        let done = actions::run_mailbox(open, &mailbox, &terms, |run| {
            left += usize::from(run.delivery.may_pass() || run.unmoved.is_some());
            if printed.is_ok() {
                printed = print(&run, common, out);
            }
        });
        printed?;
        done?;
        match left {
            0 => Ok(0),
            left => {
                let left = counted(left, "message is", "messages are");
                Err(Failure::world(format!("{left} left for the next time"))
                    .hint("put right what stands beside each, and run it again"))
            }
        }
    }
}

fn print(run: &MailRun, common: &Common, out: &mut Out) -> Result<(), Failure> {
    let MailRun { name, from, delivery, unmoved, .. } = run;
    let (did, answer) = (did(delivery), answer(delivery));
    if common.json {
        let mut value = json!({
            "message": name, "from": from, "left": delivery.may_pass(), "answer": answer,
            "unkept": delivery.unkept.as_ref().map(ToString::to_string),
            "unmoved": unmoved.as_ref().map(|error| reason(error)),
        });
        match did {
            Ok(lines) => value["did"] = lines.into(),
            Err(why) => value["refused"] = why.into(),
        }
        return out.line(value);
    }
    let from = from.as_ref().map(|from| format!(" from {from}")).unwrap_or_default();
    let what = match did {
        Ok(lines) => lines.join("; "),
        Err(why) => format!("nothing was recorded: {why}"),
    };
    out.note(one_line(&format!("{name}{from}: {what}; {answer}")))?;
    if let Some(error) = &delivery.unkept {
        out.line(format_args!("  the message is not kept: {}", one_line(&error.to_string())))?;
    }
    if let Some(error) = unmoved {
        out.line(format_args!("  it could not be moved to cur: {}", reason(error)))?;
    }
    Ok(())
}

/// What a message did, or why nothing.
pub(super) fn did(delivery: &Delivery) -> Result<Vec<String>, String> {
    let received = delivery.outcome.as_ref().map_err(ToString::to_string)?;
    let id = &received.id;
    Ok(match &received.news {
        MailNews::Opened(_) => vec![format!("{id}: a new game")],
        MailNews::Lines(lines) => lines.iter().map(|line| format!("{id}: {}", line.line)).collect(),
        MailNews::Planned(_) => vec![format!("{id}: answers in advance")],
        MailNews::Again => vec![format!("{id}: recorded already")],
    })
}

/// What became of the answer to a message.
fn answer(delivery: &Delivery) -> String {
    match &delivery.answer {
        MailAnswer::Unwanted => "not answered".into(),
        MailAnswer::Nobody => "not answered: nobody who plays here sent it".into(),
        MailAnswer::Silent(silence) => format!("not answered: {silence}"),
        MailAnswer::Written(mail) => format!("would be answered to {}", mail.to.email),
        MailAnswer::Sent(mail) => format!("answered to {}", mail.to.email),
        MailAnswer::Unsent(error) => format!("the answer could not be sent: {error}"),
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Mailbox { path, source } => {
                Failure::world(reason(&source)).at(path.display().to_string())
            }
            RunError::Store(error) => error.into(),
        }
    }
}
