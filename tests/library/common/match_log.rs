//! Match files whose logs grow by lines, made by the library.

use riverpost::document::{self, Limits};
use riverpost::matches::{LogAuthor, Match, MatchLog, parse, write};
use riverpost::proof::Signature;
use ssh_key::PrivateKey;
use ssh_key::private::Ed25519Keypair;

/// Who acts, as a line has it.
pub fn author(who: &str) -> LogAuthor {
    let entrant = |id: &str, member| LogAuthor::Entrant { id: id.to_owned(), member };
    match who.split_once('/') {
        _ if who.contains('<') => LogAuthor::Other(who.to_owned()),
        None if who == "arbiter" => LogAuthor::Arbiter,
        None if who == "organiser" => LogAuthor::Organiser,
        None => entrant(who, None),
        Some((id, member)) => entrant(id, Some(member.parse().unwrap())),
    }
}

/// The log of a match file, which must fit it.
#[track_caller]
pub fn log_of(text: &str) -> Option<MatchLog> {
    let document = document::read(text.as_bytes(), &Limits::MATCH).unwrap();
    MatchLog::read(&document, &parse(text).unwrap()).unwrap()
}

/// The text of a match in which somebody has changed something, or without a log opened it, with a line that a key of that
/// number may sign in knowledge of so many lines, or of all.
#[track_caller]
pub fn changed(
    text: &str,
    (who, time): (&str, &str),
    signed: Option<(u8, Option<usize>)>,
    edit: impl FnOnce(&mut Match),
) -> String {
    let before = parse(text).unwrap();
    let mut after = before.clone();
    edit(&mut after);
    let time = time.parse().unwrap();
    let log = match log_of(text) {
        Some(mut log) => {
            log.add(author(who), &before, &after, time);
            log
        }
        None => MatchLog::open(&after, author(who), time).unwrap(),
    };
    let line = log.lines().len() - 1;
    after.log.push(log.lines()[line].to_string());
    if let Some((number, base)) = signed {
        let base = base.unwrap_or(line);
        let key = PrivateKey::from(Ed25519Keypair::from_seed(&[number; 32]));
        let signature = Signature::by(&key, &log.statement(line, base)).unwrap().to_base64();
        after.signatures.push(format!("{} {base} act {signature}", line + 1));
    }
    write(&after).unwrap()
}
