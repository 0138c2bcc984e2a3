//! Games by e-mail: `mail compose`, `mail receive`, and the other commands of `mail`.

use std::path::PathBuf;

use clap::Subcommand;
use clap_complete::engine::ArgValueCompleter;
use serde_json::{Map, Value, json};

use super::arguments::{Common, read_bytes};
use super::command::Run;
use super::complete;
use super::error::{Done, Failure, say};
use super::instant::now;
use super::kept_mails::MailToShow;
use super::mailbox::{ANSWERS, MailboxToRun};
use super::output::Out;
use super::page::last_page;
use super::play::Moving;
use super::record::{INPUT, RecordToChange, played};
use super::recorded;
use super::seed::seed;
use super::sysexits::sysexit;
use crate::actions::{
    self, AnswerMode, ComposeError, ComposeRequest, Delivery, DeliveryFault, DeliveryTerms,
    LONGEST_MAIL, MailAnswer, MailNews, MailRefusal, ReceiveTerms, Received, ReceivedLine,
    Recorded, Signed,
};
use crate::mail::{IncomingMail, MailError, OutgoingMail};
use crate::record::write_instant;
use crate::render::one_line;
use crate::store::{RepoPath, Store};

/// Play by e-mail: write the message that goes with a move, take in one that came
#[derive(Subcommand, Debug)]
#[command(
    after_help = "Messages go out through the program that `git send-email` would use: sendemail.sendmailCmd, such as 'msmtp -a \
                  work', or sendemail.smtpServer where it is an absolute path, or else sendmail. They come in on standard input \
                  or as a file, so that procmail, a sieve pipe or an alias can hand them over.\n\n\
                  `git config --add riverpost.mailTrusted HOST` names a host of yours whose Received headers are believed."
)]
pub(super) enum Mail {
    /// Make a move, if one is given, and write the message about the game to the other player
    Compose(Compose),
    /// Take in a message: record the move that it brings, or say why not
    Receive(Receive),
    /// Work through a mailbox once: take in what came, and answer it
    Run(MailboxToRun),
    /// Show the mails that made the lines of a game, as they are kept
    Show(MailToShow),
}

#[derive(clap::Args, Debug)]
pub(super) struct Compose {
    #[command(flatten)]
    record: RecordToChange,
    /// The move to make first, in any notation, as for `move`
    #[arg(num_args = 0.., value_name = "MOVE", add = ArgValueCompleter::new(complete::moves))]
    text: Vec<String>,
    #[command(flatten)]
    moving: Moving,
    /// Who gets it: south, north, a player's name, or an address [default: who plays against you]
    #[arg(long, value_name = "WHO")]
    to: Option<String>,
    /// Add an HTML part with a picture of the board
    #[arg(long)]
    html: bool,
    /// Attach the game as a page to step through and to answer from
    #[arg(long)]
    attach: bool,
    /// Write more to go with it, in git's editor
    #[arg(long)]
    edit: bool,
    /// Send it instead of printing it
    #[arg(long)]
    send: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit codes: 0 recorded, or recorded already; 1 refused; 3 git, files or mail are not as needed.\n\
                  With --mda, those of sysexits.h: 0 worked on: recorded, answered, or nothing that wants an answer; 65 (data) \
                  it cannot be read or does nothing, and 67 (no user) is about no game here, and 77 (no permission) is not from \
                  whom it should be, all without an answer; 75 (try again) git, files or mail are not as needed.\n\n\
                  A mail server calls it so: riverpost mail receive --mda --repo /srv/games"
)]
pub(super) struct Receive {
    /// The message; - for standard input
    #[arg(value_name = "FILE", default_value = INPUT)]
    file: PathBuf,
    /// Print the message that answers it, and nothing else
    #[arg(long)]
    reply: bool,
    /// Send the message that answers it
    #[arg(long)]
    send: bool,
    /// Work for a mail server: send the answer, print nothing, and tell what became of the message by the exit code
    #[arg(long, conflicts_with = "reply")]
    mda: bool,
    /// How many answers are sent to an address on a day; 0 for none
    #[arg(long, value_name = "N", default_value_t = ANSWERS)]
    answers: u32,
}

impl Run for Mail {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        match self {
            Mail::Compose(compose) => compose.run(common, out),
            Mail::Receive(receive) => receive.run(common, out),
            Mail::Run(run) => run.run(common, out),
            Mail::Show(show) => show.run(common, out),
        }
    }
}

impl Compose {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (store, path) = self.record.locate(common)?;
        let moved = match self.text.is_empty() {
            true => None,
            false => Some(self.moving.submit((&store, &path), &self.text, common, out)?),
        };
        if let Some((done, plans)) = &moved {
            out.recorded(done.commit);
            if common.dry_run {
                return recorded::moved(done, plans, common, out);
            }
        }
        let words = if self.edit { edited(&store)? } else { Vec::new() };
        let request = ComposeRequest {
            to: self.to.as_deref(),
            words: &words,
            html: self.html,
            automatic: None,
            seed: seed()?,
            dry_run: common.dry_run,
        };
        let mut mail = actions::compose(&store, &path, &request)?;
        if self.attach {
            mail.page = Some(attached(&store, &path)?);
        }
        let sends = self.send && !common.dry_run;
        if sends {
            store.send_mail(&mail.to.email, &mail.write())?;
        }
        if common.json {
            let mut value = message(&mail, sends);
            if let Some((done, plans)) = &moved {
                value.extend(recorded::submitted(done));
                value.extend(recorded::fields(plans));
            }
            value.insert("id".into(), path.stem().into());
            out.line(Value::Object(value))?;
            return Ok(0);
        }
        if !self.send {
            if let Some((done, _)) = &moved
                && let Signed::Missing(key) = &done.value.signed
            {
                say(format_args!(
                    "not signed: the private half of the key {key} is not found here"
                ));
            }
            out.text(&String::from_utf8_lossy(&mail.write()))?;
            return Ok(0);
        }
        if let Some((done, plans)) = &moved {
            recorded::moved(done, plans, common, out)?;
        }
        print_sent(&mail, sends, out)?;
        Ok(0)
    }
}

impl Receive {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        if self.mda {
            return Ok(sysexit(&self.deliver(common, out), common.json));
        }
        let delivery = self.deliver(common, out)?;
        let Delivery { outcome, answer, unkept } = delivery;
        let written = match &answer {
            MailAnswer::Written(answer) | MailAnswer::Sent(answer) => Some(&**answer),
            _ => None,
        };
        let sent = matches!(answer, MailAnswer::Sent(_));
        match &outcome {
            _ if common.json => out.line(value(&outcome, written, sent))?,
            Ok(received) if !self.reply => print(received, common, out)?,
            _ => {}
        }
        match written {
            Some(answer) if self.reply && !common.json => {
                out.text(&String::from_utf8_lossy(&answer.write()))?;
            }
            Some(answer) if !common.json => print_sent(answer, sent, out)?,
            _ => {}
        }
        match (outcome, answer, unkept) {
            (Err(fault), ..) => Err(Failure::from(fault)),
            (Ok(_), MailAnswer::Unsent(error), _) => Err(error.into()),
            (Ok(_), _, Some(error)) => Err(error.into()),
            (Ok(_), MailAnswer::Silent(silence), None) if !common.json => {
                out.note(format_args!("not answered: {silence}"))?;
                Ok(0)
            }
            (Ok(_), ..) => Ok(0),
        }
    }

    /// Takes the message in, and writes or sends the answer that is wanted.
    fn deliver(&self, common: &Common, out: &mut Out) -> Result<Delivery, Failure> {
        let name = self.file.display().to_string();
        let bytes = read_bytes(&self.file, LONGEST_MAIL as u64)?;
        let mail = IncomingMail::read(&bytes).map_err(|error| Failure::from(error).at(&name))?;
        let store = common.store()?;
        let answer = match self.send || self.mda {
            true => AnswerMode::of(self.answers),
            false if self.reply => AnswerMode::Write,
            false => AnswerMode::Nothing,
        };
        let receive = ReceiveTerms::of(&store, common.dry_run)?;
        let terms = DeliveryTerms { receive, answer, seed: seed()? };
        let delivery = actions::deliver(&store, &bytes, &mail, &terms);
        if let Ok(received) = &delivery.outcome {
            received.commits().into_iter().for_each(|commit| out.recorded(Some(commit)));
        }
        Ok(delivery)
    }
}

/// The page of a game with the name of its file.
fn attached(store: &Store, path: &RepoPath) -> Result<(String, String), Failure> {
    let found = actions::read_record(store, path)?;
    let (record, whole) = played(&found)?;
    let clocks = actions::clocks(&record, &whole, now()?);
    Ok((format!("{}.html", path.stem()), last_page(&record, &whole, &clocks).html()))
}

/// What the person writes in the editor, paragraph by paragraph.
fn edited(store: &Store) -> Result<Vec<String>, Failure> {
    let text = store.edit_text(
        "\n# What you write goes into the message, below the move.\n# Lines that begin with # are left out.\n",
    )?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let paragraphs = lines.split(|line| line.trim().is_empty()).filter(|lines| !lines.is_empty());
    Ok(paragraphs.map(|lines| lines.join("\n")).collect())
}

fn print_sent(mail: &OutgoingMail, sent: bool, out: &mut Out) -> Result<(), Failure> {
    let would = if sent { "sent" } else { "would be sent" };
    out.note(format_args!("{would} to {}", one_line(&mail.to.to_string())))
}

fn print(received: &Received, common: &Common, out: &mut Out) -> Result<(), Failure> {
    let Received { id, news, plans, .. } = received;
    match news {
        MailNews::Opened(opened) => {
            recorded::entered(opened, &opened.value.signed, common, out)?;
            if !common.dry_run {
                out.note("nothing binds you before an action of your own (G13)")?;
                out.note(format_args!(
                    "join with `riverpost join {id}`, or answer with `riverpost mail compose {id} MOVE`"
                ))?;
            }
        }
        MailNews::Lines(lines) => {
            for line in lines {
                recorded::entered(line, &line.value.signed, common, out)?;
                print_doubt(line, out)?;
            }
        }
        MailNews::Planned(planned) => {
            let answers = recorded::count(planned.changed);
            let would = if common.dry_run { "would be " } else { "" };
            out.line(format_args!("{id}: {answers} {would}put down for {}", planned.plan.side))?;
        }
        MailNews::Again => out.line(format_args!("{id}: recorded already"))?,
    }
    recorded::plans(id, plans, common.dry_run, out)?;
    if let (MailNews::Lines(lines), None) = (news, plans.fired.last())
        && let Some(last) = lines.last()
    {
        recorded::standing(last, &last.value.after, out)?;
    }
    if let Some(last) = plans.fired.last() {
        recorded::standing(last, &last.value.after, out)?;
    }
    Ok(())
}

/// Says why a line does not have the date of its message.
fn print_doubt(line: &Recorded<ReceivedLine>, out: &mut Out) -> Result<(), Failure> {
    let Some(claimed) = line.value.claimed else { return Ok(()) };
    let Some(doubt) = claimed.doubt else { return Ok(()) };
    out.line(format_args!("its time is {}: {doubt}", write_instant(&claimed.at)))
}

/// A message for machines.
fn message(mail: &OutgoingMail, sent: bool) -> Map<String, Value> {
    let fields = [
        ("to", json!(mail.to.email)),
        ("subject", json!(mail.subject)),
        ("message_id", json!(mail.message_id)),
        ("message", json!(String::from_utf8_lossy(&mail.write()))),
        ("sent", json!(sent)),
    ];
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// What a message did, for machines.
fn value(
    outcome: &Result<Received, DeliveryFault>,
    answer: Option<&OutgoingMail>,
    sent: bool,
) -> Value {
    let mut value = match outcome {
        Ok(received) => {
            let line = |line: &Recorded<ReceivedLine>| {
                let ReceivedLine { signed, claimed, after } = &line.value;
                let mut value = recorded::fields_after(line, after, signed);
                let doubted = claimed.is_some_and(|claimed| claimed.doubt.is_some());
                value.insert("date_doubted".into(), doubted.into());
                Value::Object(value)
            };
            let (news, lines) = match &received.news {
                MailNews::Opened(opened) => ("opened", vec![line(opened)]),
                MailNews::Lines(lines) => ("lines", lines.iter().map(line).collect()),
                MailNews::Planned(_) => ("planned", Vec::new()),
                MailNews::Again => ("again", Vec::new()),
            };
            let mut value = recorded::fields(&received.plans);
            value.insert("id".into(), received.id.clone().into());
            value.insert("path".into(), received.path.as_str().into());
            value.insert("from".into(), received.from.name().into());
            value.insert("news".into(), news.into());
            value.insert("lines".into(), lines.into());
            value
        }
        Err(fault) => {
            let mut value = Map::new();
            if let DeliveryFault::Refused(refused) = fault {
                let id = refused.path.as_ref().map(|path| path.stem().to_owned());
                value.insert("id".into(), id.into());
                value.insert("from".into(), refused.from.map(|side| side.name()).into());
            }
            value.insert("refused".into(), fault.to_string().into());
            value
        }
    };
    let answer = answer.map(|answer| Value::Object(message(answer, sent)));
    value.insert("answer".into(), answer.into());
    Value::Object(value)
}

impl From<MailRefusal> for Failure {
    fn from(refusal: MailRefusal) -> Failure {
        let message = refusal.to_string();
        let advice = refusal.advice();
        let rule = match &refusal {
            MailRefusal::Unsound(fault) => fault.rule,
            MailRefusal::OfferAlone => Some("G5"),
            _ => None,
        };
        let failure = match refusal {
            MailRefusal::Action(error) => return Failure::from(error),
            MailRefusal::NotTheirs { .. } => Failure::no(message).hint(
                "nothing was recorded; a line of yours that you sent otherwise you enter first, with its time: \
                 `riverpost move REC MOVE --at TIME`",
            ),
            MailRefusal::Rival { kept: Some(kept), .. } => Failure::no(message).hint(format!(
                "{}; the other version is kept as {kept}, and `riverpost resolve` shows both",
                advice.unwrap_or_default()
            )),
            _ => Failure::no(message).hint(match advice {
                Some(advice) => format!("nothing was recorded; tell its sender: {advice}"),
                None => "nothing was recorded".into(),
            }),
        };
        match rule {
            Some(rule) => failure.by(rule),
            None => failure,
        }
    }
}

impl From<DeliveryFault> for Failure {
    fn from(fault: DeliveryFault) -> Failure {
        match fault {
            DeliveryFault::Refused(refused) => refused.reason.into(),
            DeliveryFault::Unreadable(error) => error.into(),
            DeliveryFault::Long | DeliveryFault::Panic => Failure::no(fault.to_string()),
        }
    }
}

impl From<MailError> for Failure {
    fn from(error: MailError) -> Failure {
        Failure::no(error.to_string()).hint("hand over the whole message, its headers first")
    }
}

impl From<ComposeError> for Failure {
    fn from(error: ComposeError) -> Failure {
        let message = error.to_string();
        match error {
            ComposeError::Action(error) => error.into(),
            ComposeError::Block(_) => Failure::no(message)
                .hint("send the record itself as a file, or exchange it with `riverpost sync`"),
            ComposeError::NoAddress { .. } => {
                Failure::no(message).hint("say with --to where to send it")
            }
            ComposeError::BadAddress { .. } => {
                Failure::usage(message).hint("say with --to where to send it: name@host")
            }
        }
    }
}
