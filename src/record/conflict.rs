//! What git leaves in a file that two people have changed: both versions of the lines that differ, between marks.

use super::action::write_instant;
use super::model::Record;
use crate::document::{Diagnostic, Hint, Place};
use crate::rules::Side;

/// The marks, as they begin a line: ours, what both had (not always there), theirs, the end.
const MARKS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];
/// The longest line or name that is shown, in characters.
const SHOWN: usize = 200;

/// One version of the file.
#[derive(Default)]
struct Version {
    /// What git calls it.
    name: String,
    /// The whole file as it has it.
    text: String,
    /// The lines that the other does not have.
    lines: Vec<String>,
}

/// What reads one of the versions.
type ReadRecord = for<'t> fn(&'t [u8]) -> Result<Record<'t>, Diagnostic>;

/// What to say of a file with git's marks of a conflict: both versions of the line, with who wrote it and when; none for any
/// other.
pub(super) fn conflict(bytes: &[u8], read: ReadRecord) -> Option<Diagnostic> {
    let (place, [ours, theirs]) = versions(bytes)?;
    let message = format!(
        "a merge has left two versions here:\n{}\n{}",
        told("ours", &ours, read),
        told("theirs", &theirs, read)
    );
    Some(Diagnostic { hint: Some(Hint::KeepOne), ..Diagnostic::new(place, message) })
}

/// The two versions of a file with git's marks of a conflict, ours first; none for any other.
pub fn versions_in_conflict(bytes: &[u8]) -> Option<[String; 2]> {
    versions(bytes).map(|(_, versions)| versions.map(|version| version.text))
}

/// The two versions, and where the first mark stands.
fn versions(bytes: &[u8]) -> Option<(Place, [Version; 2])> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut versions = [Version::default(), Version::default()];
    let mut place = None;
    // The mark that was passed last; outside all of them none.
    let mut within = None;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let mark = MARKS.iter().position(|mark| {
            line.strip_prefix(mark)
                .is_some_and(|rest| rest.starts_with([' ', '\n', '\r']) || rest.is_empty())
        });
        match (mark, within) {
            (Some(at @ 0), None)
            | (Some(at @ 1), Some(0))
            | (Some(at @ 2), Some(0 | 1))
            | (Some(at @ 3), Some(2)) => {
                place.get_or_insert(Place { line: number, column: 1 });
                if at == 0 || at == 3 {
                    let version = &mut versions[usize::from(at == 3)];
                    version.name = line[MARKS[at].len()..].trim().chars().take(SHOWN).collect();
                }
                within = (at < 3).then_some(at);
            }
            (_, Some(at)) => {
                if at != 1 {
                    let version = &mut versions[usize::from(at == 2)];
                    version.text.push_str(line);
                    version.lines.push(line.trim().chars().take(SHOWN).collect());
                }
            }
            (_, None) => versions.iter_mut().for_each(|version| version.text.push_str(line)),
        }
    }
    Some((place?, versions))
}

/// A version's first action that the other does not have, or else its first such line, with who wrote it and when as far as
/// that can be told.
fn told(whose: &str, version: &Version, read: ReadRecord) -> String {
    let Version { name, text, lines } = version;
    let whose = match name.as_str() {
        "" => whose.to_owned(),
        name if name == whose => whose.to_owned(),
        name => format!("{whose} ({name})"),
    };
    let record = read(text.as_bytes()).ok();
    let author = |line: &String| Some((line.clone(), written_by(record.as_ref()?, line)?));
    let first = || lines.iter().find(|line| !line.is_empty()).cloned();
    let (line, who) = lines
        .iter()
        .find_map(author)
        .or_else(|| Some((first()?, String::new())))
        .unwrap_or_else(|| ("nothing".into(), String::new()));
    format!("{whose}: {line}{who}")
}

/// Who wrote a line of a record, and when.
fn written_by(record: &Record<'_>, line: &str) -> Option<String> {
    let (header, first) = (&record.header, record.game.first);
    let action = record.actions.iter().find(|action| action.line_with_comment(first) == line)?;
    let player = |side: Side| {
        header.players.of(side).map_or_else(|| side.to_string(), |player| player.name.clone())
    };
    let who = match action.act.arbiter() {
        Some(arbiter) => arbiter.to_owned(),
        None => player(action.side),
    };
    let when = action.time.map(|time| format!(" at {}", write_instant(&time)));
    Some(format!(", by {who}{}", when.unwrap_or_default()))
}
