//! `riverpost mail show`: the mails that made the lines of a game.

use serde_json::{Value, json};

use super::arguments::Common;
use super::command::Run;
use super::error::Done;
use super::output::Out;
use super::record::RecordToChange;
use crate::actions::{KeptMails, MailClaims, PLY_TRAILER, mail_claims, mails_of};
use crate::mail::in_mbox;
use crate::record::write_instant;
use crate::render::one_line;

/// How many commits of a record are looked through for mails.
const MOST_COMMITS: usize = 10_000;

#[derive(clap::Args, Debug)]
#[command(after_help = "Exit codes: 0 there are mails; 1 none is kept.")]
pub(super) struct MailToShow {
    #[command(flatten)]
    record: RecordToChange,
    /// Only those of the action after which the game has so many plies
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The mails themselves, as a mailbox (mbox) that mail programs read
    #[arg(long)]
    raw: bool,
}

impl Run for MailToShow {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (store, path) = self.record.locate(common)?;
        let mut kept = mails_of(&store, &path, MOST_COMMITS)?;
        if let Some(ply) = self.ply.map(|ply| ply.to_string()) {
            kept.retain(|kept| {
                kept.entry.trailers.iter().any(|(key, value)| key == PLY_TRAILER && *value == ply)
            });
        }
        for kept in &kept {
            let subject = one_line(&kept.entry.subject);
            for mail in &kept.mails {
                if common.json {
                    let mut value = value(kept, mail);
                    value["action"] = json!(kept.entry.subject);
                    value["size"] = json!(mail.len());
                    value["mail"] = json!(String::from_utf8_lossy(mail));
                    out.line(value)?;
                } else if self.raw {
                    out.bytes(&in_mbox(mail))?;
                } else {
                    out.note(format_args!("{subject}; commit {}", kept.entry.commit.short()))?;
                    for claim in mail_claims(mail) {
                        out.note(format_args!("  {}", one_line(&claim)))?;
                    }
                    for line in String::from_utf8_lossy(mail).lines() {
                        out.line(format_args!("  | {}", one_line(line.trim_end())))?;
                    }
                }
            }
        }
        if kept.is_empty() && !common.json && !self.raw {
            out.note("no mail is kept")?;
        }
        Ok(u8::from(kept.is_empty()))
    }
}

/// A mail with what it claims, for machines.
pub(super) fn value(kept: &KeptMails, mail: &[u8]) -> Value {
    let claims = MailClaims::of(mail);
    let claims = claims.as_ref();
    json!({
        "commit": kept.entry.commit.to_string(), "from": claims.map(|claims| &claims.from),
        "date": claims.and_then(|claims| claims.date.as_ref().map(write_instant)),
        "message_id": claims.map(|claims| &claims.message_id),
        "claims": claims.map(|claims| &claims.headers), "verified": false,
    })
}
