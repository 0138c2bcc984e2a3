//! The log of a match file: what was done, one line each, with who and when, so that the file alone shows what was altered.
//!
//! ```text
//! log: |
//!   organiser: opened 5f0c… [2026-11-29T19:20:00Z]
//!   anna: draws: [{"acts":[{"act":"commit",…}],"by":"die","for":"sides"}] [2026-11-30T08:00:00Z]
//!   ben: draws/1/acts/+: {"act":"commit",…} [2026-11-30T09:00:00Z]
//!   arbiter: games/witch/result: "south" -> "north" [2026-12-09T10:00:00Z]
//! signatures: |
//!   1 0 act AAAAC3NzaC1lZDI1NTE5…
//! ```
//!
//! A line is `WHO: WHAT [TIME]`. Who is the id of a player, the id of a team and the number of a member (`club/2`), a team as
//! a whole (`club`), `arbiter`, `organiser`, or in quotes the name of somebody else. The first line has the SHA-256 of the
//! match as it was when its log was begun: the text that [`write`](super::write) gives, without log and signatures. Every
//! other line has [the changes](super::ContentChange) that were made, and is derived from the match before and after by
//! [`changes`](super::changes), so that whatever can be changed in a match has its line.
//!
//! Taking back the changes of the lines from the last to the second leads from what the file says to what it said when the
//! log was begun; what does not fit was altered by other means (K11). The chain hash is that of
//! [records](crate::record::ChainHash): hash 0 is the one in the first line, and each line, with its time and without a
//! comment, gives the next. Signature lines are those of records, all of the kind `act`.

use std::collections::{HashMap, HashSet};
use std::fmt;

use chrono::{DateTime, Utc};
use rayon::prelude::*;

use super::content::{Content, ContentChange, changes, in_one_line, read_changes, write_changes};
use super::entrants::Member;
use super::file::{LOG, SIGNATURES, write};
use super::model::Match;
use crate::document::{Diagnostic, Document, Place, PrintError, Value};
use crate::proof::{self, CheckElsewhere, MatchStatement, Proof, PublicKey, Signature};
use crate::record::{ChainHash, Player, SignatureKind, SignatureLine, read_instant, write_instant};

/// The word behind which the first line has its hash.
const OPENED: &str = "opened ";
/// What stands for the comment of a line, of which there is none.
const NO_COMMENT: &str = "-";

/// Who did something in a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LogAuthor {
    /// A player, or somebody of a team.
    Entrant {
        /// The id of the player or team.
        id: String,
        /// Which member of the team, from 1; none for a player, and for a team as a whole.
        member: Option<usize>,
    },
    /// The arbiter.
    Arbiter,
    /// Who sets the match up.
    Organiser,
    /// Somebody who has no part in the match, by name.
    Other(String),
}

/// What was done.
#[derive(Clone, PartialEq, Debug)]
pub enum LogDeed {
    /// The log was begun with a match of that hash.
    Opened(ChainHash),
    /// The match was changed.
    Changed(Vec<ContentChange>),
}

/// A line of the log.
#[derive(Clone, PartialEq, Debug)]
pub struct LogLine {
    /// Who did it.
    pub author: LogAuthor,
    /// What.
    pub deed: LogDeed,
    /// When.
    pub time: DateTime<Utc>,
    /// Where the line stands.
    pub place: Place,
}

/// The log of a match, which fits what the match says.
#[derive(Clone, Debug)]
pub struct MatchLog {
    /// The match as it was opened.
    opened: Match,
    lines: Vec<LogLine>,
    /// The chain hashes, one more than there are lines.
    chain: Vec<ChainHash>,
    /// The key that the author of each line had then.
    keys: Vec<Option<String>>,
    signatures: Vec<SignatureLine<'static>>,
}

impl LogAuthor {
    /// Everybody who has a part in a match, in the order in which they are looked for.
    pub fn all(m: &Match) -> Vec<(LogAuthor, Player)> {
        let entrant = |id: &str, member| LogAuthor::Entrant { id: id.to_owned(), member };
        let mut all = Vec::new();
        for player in &m.players {
            all.push((entrant(&player.id, None), Player::from(player)));
        }
        for team in &m.teams {
            for (at, member) in team.members.iter().enumerate() {
                all.push((entrant(&team.id, Some(at + 1)), Player::from(member)));
            }
            let whole = Player { name: team.name.clone(), email: None, key: None };
            all.push((entrant(&team.id, None), whole));
        }
        let others = [(LogAuthor::Arbiter, &m.arbiter), (LogAuthor::Organiser, &m.organiser)];
        let named = |(author, member): (LogAuthor, &Option<Member>)| {
            member.as_ref().map(|member| (author, Player::from(member)))
        };
        all.extend(others.into_iter().filter_map(named));
        all
    }

    /// The person in a match; none for somebody else.
    pub fn person(&self, m: &Match) -> Option<Player> {
        LogAuthor::all(m).into_iter().find(|(author, _)| author == self).map(|(_, player)| player)
    }

    /// The player or team for which it is done.
    pub fn entrant(&self) -> Option<&str> {
        match self {
            LogAuthor::Entrant { id, .. } => Some(id),
            _ => None,
        }
    }

    /// As whom the person may act: as itself, and a member also as the team as a whole.
    pub fn parts(&self) -> [LogAuthor; 2] {
        let whole = match self {
            LogAuthor::Entrant { id, .. } => LogAuthor::Entrant { id: id.clone(), member: None },
            other => other.clone(),
        };
        [self.clone(), whole]
    }

    /// The key that the person has; none where the match does not have a person of that part.
    fn key(&self, content: &mut Content) -> Option<Option<String>> {
        let person = match self {
            LogAuthor::Entrant { id, member: None } => match content.get(&["players", id]) {
                Some(player) => player,
                // A team as a whole has none.
                None => content.get(&["teams", id]).map(|_| &serde_json::Value::Null)?,
            },
            LogAuthor::Entrant { id, member: Some(member) } => {
                content.get(&["teams", id, "members", &member.to_string()])?
            }
            LogAuthor::Arbiter => content.get(&["arbiter"])?,
            LogAuthor::Organiser => content.get(&["organiser"])?,
            LogAuthor::Other(_) => return Some(None),
        };
        Some(person.get("key").and_then(|key| key.as_str()).map(str::to_owned))
    }

    /// Reads the text in front of the colon, and gives what stands behind it.
    fn read(line: &str) -> Option<(LogAuthor, &str)> {
        if line.starts_with('"') {
            let mut names = serde_json::Deserializer::from_str(line).into_iter::<String>();
            let name = names.next()?.ok()?;
            let rest = line[names.byte_offset()..].strip_prefix(": ")?;
            return Some((LogAuthor::Other(name), rest));
        }
        let (who, rest) = line.split_once(": ")?;
        let author = match who.split_once('/') {
            None if who == LogAuthor::Arbiter.to_string() => LogAuthor::Arbiter,
            None if who == LogAuthor::Organiser.to_string() => LogAuthor::Organiser,
            None => LogAuthor::Entrant { id: who.to_owned(), member: None },
            Some((id, member)) => {
                let member = Some(member.parse().ok().filter(|number| *number > 0)?);
                LogAuthor::Entrant { id: id.to_owned(), member }
            }
        };
        Some((author, rest))
    }
}

impl fmt::Display for LogAuthor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogAuthor::Entrant { id, member: None } => f.write_str(id),
            LogAuthor::Entrant { id, member: Some(member) } => write!(f, "{id}/{member}"),
            LogAuthor::Arbiter => f.write_str("arbiter"),
            LogAuthor::Organiser => f.write_str("organiser"),
            LogAuthor::Other(name) => f.write_str(&in_one_line(&name.as_str().into())),
        }
    }
}

impl LogLine {
    /// The line without its time: what is signed.
    pub fn without_time(&self) -> String {
        match &self.deed {
            LogDeed::Opened(hash) => format!("{}: {OPENED}{hash}", self.author),
            LogDeed::Changed(changes) => format!("{}: {}", self.author, write_changes(changes)),
        }
    }

    /// The first line of a log with the hash that it has.
    fn opened(&self) -> Option<(&LogLine, ChainHash)> {
        match self.deed {
            LogDeed::Opened(hash) => Some((self, hash)),
            LogDeed::Changed(_) => None,
        }
    }

    /// The changes that were made; none in the first line.
    pub fn changes(&self) -> &[ContentChange] {
        match &self.deed {
            LogDeed::Opened(_) => &[],
            LogDeed::Changed(changes) => changes,
        }
    }

    // K11
    /// Reads a line that begins at `place`: the first of a log, or another one.
    fn read(text: &str, place: Place, first: bool) -> Result<LogLine, Diagnostic> {
        let refuse = |message: &str| {
            let hint = "a line is WHO: WHAT [TIME], as riverpost writes it";
            Err(Diagnostic::new(place, message).rule("K11").hint(hint))
        };
        let parts = text.strip_suffix(']').and_then(|text| text.rsplit_once(" ["));
        let time = parts.and_then(|(_, time)| read_instant(time));
        let (Some((said, _)), Some(time)) = (parts, time) else {
            return refuse("the line has no time");
        };
        let Some((author, said)) = LogAuthor::read(said) else {
            return refuse("the line does not say who did it");
        };
        let deed = match said.strip_prefix(OPENED) {
            Some(hash) if first => ChainHash::read(hash).map(LogDeed::Opened),
            None if !first => read_changes(said).map(LogDeed::Changed),
            Some(_) => return refuse("only the first line opens a match"),
            None => return refuse("the first line does not open the match"),
        };
        let Some(deed) = deed else { return refuse("the line is not as riverpost writes it") };
        let line = LogLine { author, deed, time, place };
        match line.to_string() == text {
            true => Ok(line),
            false => refuse("the line is not as riverpost writes it"),
        }
    }
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.without_time(), write_instant(&self.time))
    }
}

impl MatchLog {
    /// The log of a match that is opened as it is.
    ///
    /// # Errors
    /// When the match cannot be written.
    pub fn open(m: &Match, author: LogAuthor, time: DateTime<Utc>) -> Result<MatchLog, PrintError> {
        let opened = Match { log: Vec::new(), signatures: Vec::new(), ..m.clone() };
        let hash = ChainHash::of(&write(&opened)?);
        let first = LogLine { author, deed: LogDeed::Opened(hash), time, place: Place::START };
        Ok(MatchLog::begin(opened, hash, first))
    }

    fn begin(opened: Match, hash: ChainHash, first: LogLine) -> MatchLog {
        let mut log = MatchLog {
            opened,
            lines: Vec::new(),
            chain: vec![hash],
            keys: Vec::new(),
            signatures: Vec::new(),
        };
        log.push(first);
        log
    }

    // K11
    /// The log of a match file, `None` where it has none.
    ///
    /// # Errors
    /// A [`Diagnostic`] (K11) at the line that does not fit what the match says, or is not as it should be.
    pub fn read(document: &Document<'_>, m: &Match) -> Result<Option<MatchLog>, Diagnostic> {
        let signatures = read_block(document, SIGNATURES)?;
        let mut lines = Vec::new();
        for (place, text) in read_block(document, LOG)? {
            lines.push(LogLine::read(text, place, lines.is_empty())?);
        }
        let Some((first, hash)) = lines.first().and_then(LogLine::opened) else {
            return match signatures.first() {
                Some((place, _)) => {
                    let message = "there are signatures, and no log that they could be of";
                    Err(Diagnostic::new(*place, message).rule("K11"))
                }
                None => Ok(None),
            };
        };
        let mut content = Content::of(m);
        let part = |line: &LogLine, content: &mut Content| {
            let message = || format!("{} had no part in the match then", line.author);
            let fault = || Diagnostic::new(line.place, message()).rule("K11");
            line.author.key(content).ok_or_else(fault)
        };
        let mut keys = Vec::with_capacity(lines.len());
        for line in lines[1..].iter().rev() {
            for change in line.changes().iter().rev() {
                if !content.undo(change) {
                    let path = change.path.join("/");
                    let message = format!("{path}: the match does not say what stands here");
                    return Err(Diagnostic::new(line.place, message).rule("K11"));
                }
            }
            keys.push(part(line, &mut content)?);
        }
        keys.push(part(first, &mut content)?);
        let opened = content.to_match();
        let stands = |m: &Match| write(m).is_ok_and(|text| ChainHash::of(&text) == hash);
        let Some(opened) = opened.filter(stands) else {
            let message = "something was altered that no line of the log tells of: what is left \
                           without the changes in the log is not what the match was opened with";
            return Err(Diagnostic::new(first.place, message).rule("K11"));
        };
        let mut log = MatchLog::begin(opened, hash, first.clone());
        lines.drain(..).skip(1).for_each(|line| log.push(line));
        log.keys = keys.into_iter().rev().collect();
        for (place, text) in signatures {
            let line = SignatureLine::read(text, place)?.into_owned();
            line.refuse_misplaced(log.signatures.last(), log.lines.len())?;
            log.signatures.push(line);
        }
        Ok(Some(log))
    }

    /// The match as it was when the log was begun.
    pub fn opened(&self) -> &Match {
        &self.opened
    }

    /// The lines.
    pub fn lines(&self) -> &[LogLine] {
        &self.lines
    }

    /// Whether a line, counted from 0, has a signature.
    pub fn is_signed(&self, line: usize) -> bool {
        self.signatures.binary_search_by_key(&(line + 1), |signature| signature.ordinal).is_ok()
    }

    /// The key that the author of a line, counted from 0, had then.
    pub fn key(&self, line: usize) -> Option<&str> {
        self.keys.get(line)?.as_deref()
    }

    /// The chain hash after so many lines.
    pub fn hash(&self, lines: usize) -> Option<ChainHash> {
        self.chain.get(lines).copied()
    }

    /// Adds the line that tells of what somebody has changed, if anything has.
    pub fn add(&mut self, author: LogAuthor, before: &Match, after: &Match, time: DateTime<Utc>) {
        let changed = changes(before, after);
        if !changed.is_empty() {
            let deed = LogDeed::Changed(changed);
            self.push(LogLine { author, deed, time, place: Place::START });
        }
    }

    fn push(&mut self, line: LogLine) {
        let last = self.chain[self.chain.len() - 1];
        self.chain.push(last.then(&line.to_string(), NO_COMMENT));
        self.lines.push(line);
    }

    /// Whether the match that has this log comes from an earlier version of it by the lines that it has more. A version without
    /// a log is what the log was opened with.
    pub fn leads_from(&self, before: &Match, after: &Match) -> bool {
        match before.log.is_empty() {
            true => self.opened == *before,
            false => after.log.starts_with(&before.log),
        }
    }

    /// What the author of a line, counted from 0, says in signing it with knowledge of so many lines.
    pub fn statement(&self, line: usize, base: usize) -> String {
        let LogLine { author, time, .. } = &self.lines[line];
        MatchStatement {
            id: &self.opened.id,
            nonce: self.opened.nonce.as_deref(),
            by: &author.to_string(),
            before: self.chain[base],
            line: &self.lines[line].without_time(),
            time: *time,
        }
        .to_string()
    }

    /// The signature of a line, counted from 0, as the file has it: made with knowledge of so many lines, in base64.
    pub fn signature_line(line: usize, base: usize, signature: String) -> String {
        let (ordinal, kind, place) = (line + 1, SignatureKind::Act, Place::START);
        SignatureLine { ordinal, base, kind, signature: signature.into(), place }.to_string()
    }

    // K12
    /// Whether somebody's next line must be signed: there is a signed one.
    pub fn must_sign(&self, author: &LogAuthor) -> bool {
        let signed = |line: &SignatureLine| &self.lines[line.ordinal - 1].author;
        self.signatures.iter().any(|line| signed(line).parts().contains(author))
    }

    // K12
    /// Checks the signatures; answers what is known of each line. Those of so many first lines are `known` to fit.
    ///
    /// # Errors
    /// A [`Diagnostic`] at the line.
    pub fn check_signatures(
        &self,
        known: usize,
        elsewhere: &CheckElsewhere<'_>,
    ) -> Result<Vec<Proof>, Diagnostic> {
        let mut signed: HashSet<LogAuthor> = HashSet::new();
        let mut latest: HashMap<&LogAuthor, usize> = HashMap::new();
        let mut proofs = Vec::with_capacity(self.lines.len());
        let mut left = self.signatures.iter().peekable();
        for (index, line) in self.lines.iter().enumerate() {
            let refuse = |place, message| Err(Diagnostic::new(place, message).rule("K12"));
            let author = &line.author;
            let own = latest.insert(author, index);
            let Some(signature) = left.next_if(|next| next.ordinal == index + 1) else {
                if signed.contains(author) {
                    let message =
                        format!("{author} has signed lines before, and this one is unsigned");
                    return refuse(line.place, message);
                }
                proofs.push(Proof::Unsigned);
                continue;
            };
            let base = signature.base;
            if signature.kind != SignatureKind::Act {
                return refuse(signature.place, "a line of a log is signed as `act`".to_owned());
            }
            if own.is_some_and(|own| own >= base) {
                let message =
                    format!("{author} cannot have signed without knowledge of its own lines");
                return refuse(signature.place, message);
            }
            proofs.push(Proof::Signed { base });
            signed.extend(author.parts());
        }
        let first = self.signatures.partition_point(|line| line.ordinal <= known);
        let checked = self.signatures[first..].par_iter().with_min_len(16).map(|line| {
            let refuse = |message: String| Diagnostic::new(line.place, message).rule("K12");
            let index = line.ordinal - 1;
            let author = &self.lines[index].author;
            let key = self.keys[index]
                .as_ref()
                .ok_or_else(|| refuse(format!("{author} had no key that could have signed")))?;
            let key = PublicKey::read(key).map_err(|fault| refuse(fault.to_string()))?;
            let signature = Signature::read(&line.signature);
            let signature = signature.map_err(|fault| refuse(fault.to_string()))?;
            let statement = self.statement(index, line.base);
            proof::check_signature(&key, &signature, &statement, elsewhere).map_err(refuse)
        });
        match checked.find_first(Result::is_err) {
            Some(fault) => fault.map(|()| proofs),
            None => Ok(proofs),
        }
    }
}

/// The lines of a literal block of the file, with their places.
fn read_block<'t>(document: &Document<'t>, key: &str) -> Result<Vec<(Place, &'t str)>, Diagnostic> {
    let Some(node) = document.get(&[key]) else { return Ok(Vec::new()) };
    match &node.value {
        Value::Block(block) => Ok(document.lines(block).collect()),
        _ => {
            let message = format!("the {key} stands in a literal block, one line each");
            Err(Diagnostic::new(document.place(node.span.start), message).rule("K11"))
        }
    }
}
