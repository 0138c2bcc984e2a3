//! A table of those who play in a match: comma-separated values, the first line naming the columns.

use super::entrants::{Member, Participant, Team};
use crate::document::{Diagnostic, Place, is_one_line};
use crate::proof::PublicKey;

/// The columns, in any order; `name` must be there, and either `id` or `team`.
const COLUMNS: [&str; 5] = ["id", "name", "email", "key", "team"];
/// The most players that a table may hold.
const MOST: usize = 1_000;

/// The players or the teams of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RosterFile {
    /// The players, where the table has no column `team`.
    pub players: Vec<Participant>,
    /// The teams in the order in which they are first named, each called by its id; the members in board order.
    pub teams: Vec<Team>,
}

/// A value with its place.
struct Field {
    text: String,
    place: Place,
}

/// Reads a table of players: columns `id`, `name`, `email` and `key`, or of members of teams with `team`, the team's id,
/// instead of `id`. Addresses and keys may be empty. A value with a comma or a quote stands in quotes, and a quote within them is
/// doubled.
///
/// # Errors
/// What is wrong, with line and column.
pub fn read_roster(text: &str) -> Result<RosterFile, Diagnostic> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty());
    let (head, number) = lines.next().ok_or_else(|| {
        Diagnostic::new(Place::START, "the table is empty: its first line names the columns")
    })?;
    let head = Head::read(fields(head, number)?)?;
    let mut roster = RosterFile::default();
    for (count, (line, number)) in lines.enumerate() {
        let place = Place { line: number, column: 1 };
        if count == MOST {
            let message = format!("a table holds {MOST} players at most");
            return Err(Diagnostic::new(place, message));
        }
        let fields = fields(line, number)?;
        if fields.len() != head.0.len() {
            let message = format!("{} values for {} columns", fields.len(), head.0.len());
            return Err(Diagnostic::new(fields.last().map_or(place, |last| last.place), message));
        }
        let mut row = Row { head: &head, fields };
        let name = row.needed("name")?;
        let (email, key) = (row.given("email"), row.key()?);
        if !head.0.contains(&"team") {
            let id = row.needed("id")?;
            roster.players.push(Participant { id, name, email, key, formerly: Vec::new() });
            continue;
        }
        let id = row.needed("team")?;
        let member = Member { name, email, key };
        match roster.teams.iter_mut().find(|team| team.id == id) {
            Some(team) => team.members.push(member),
            None => roster.teams.push(Team {
                name: id.clone(),
                id,
                captain: None,
                members: vec![member],
                formerly: Vec::new(),
            }),
        }
    }
    Ok(roster)
}

/// The columns of a table.
struct Head(Vec<&'static str>);

impl Head {
    fn read(names: Vec<Field>) -> Result<Head, Diagnostic> {
        let mut head = Vec::new();
        for Field { text, place } in names {
            let Some(known) = COLUMNS.into_iter().find(|known| *known == text) else {
                let message =
                    format!("there is no column {text:?}: there is {}", COLUMNS.join(", "));
                return Err(Diagnostic::new(place, message));
            };
            if head.contains(&known) {
                return Err(Diagnostic::new(place, format!("the column {known} is there twice")));
            }
            head.push(known);
        }
        let has = |column| head.contains(&column);
        let message = match (has("name"), has("id"), has("team")) {
            (false, ..) => "the column name is missing",
            (true, false, false) => "the column id is missing, or team in a table of teams",
            (true, true, true) => "members of teams have no id: leave out id or team",
            _ => return Ok(Head(head)),
        };
        Err(Diagnostic::new(Place::START, message))
    }
}

/// A line of a table.
struct Row<'h> {
    head: &'h Head,
    fields: Vec<Field>,
}

impl Row<'_> {
    /// The value of a column; nothing where it is empty or not there.
    fn given(&mut self, column: &str) -> Option<String> {
        let at = self.head.0.iter().position(|name| *name == column)?;
        Some(std::mem::take(&mut self.fields[at].text)).filter(|text| !text.is_empty())
    }

    fn key(&mut self) -> Result<Option<String>, Diagnostic> {
        let Some(at) = self.head.0.iter().position(|name| *name == "key") else { return Ok(None) };
        let place = self.fields[at].place;
        let key = self.given("key").map(|text| PublicKey::from_openssh(&text)).transpose();
        let key = key.map_err(|error| Diagnostic::new(place, error.to_string()))?;
        Ok(key.map(|key| key.to_string()))
    }

    fn needed(&mut self, column: &str) -> Result<String, Diagnostic> {
        let place = self.head.0.iter().position(|name| *name == column);
        let place = place.map_or(Place::START, |at| self.fields[at].place);
        self.given(column)
            .ok_or_else(|| Diagnostic::new(place, format!("the value of {column} is missing")))
    }
}

/// The values of a line, without blanks around those that stand in no quotes.
fn fields(line: &str, number: u32) -> Result<Vec<Field>, Diagnostic> {
    let refuse = |column: usize, message: &str| {
        Err(Diagnostic::new(Place { line: number, column: column as u32 + 1 }, message))
    };
    let chars: Vec<char> = line.chars().collect();
    if let Some(at) = chars.iter().position(|c| !is_one_line(c.encode_utf8(&mut [0; 4]))) {
        return refuse(at, "a sign here is none that can be shown in a line");
    }
    let (mut fields, mut at) = (Vec::new(), 0);
    loop {
        let begin = at;
        let mut text = String::new();
        if chars.get(at) == Some(&'"') {
            at += 1;
            loop {
                match (chars.get(at), chars.get(at + 1)) {
                    (Some('"'), Some('"')) => {
                        text.push('"');
                        at += 2;
                    }
                    (Some('"'), _) => break,
                    (Some(c), _) => {
                        text.push(*c);
                        at += 1;
                    }
                    (None, _) => return refuse(begin, "this quote is not closed in its line"),
                }
            }
            at += 1;
            if chars.get(at).is_some_and(|c| *c != ',') {
                return refuse(at, "a comma follows what stands in quotes");
            }
        } else {
            while let Some(c) = chars.get(at).filter(|c| **c != ',') {
                if *c == '"' {
                    return refuse(at, "a value with a quote stands in quotes as a whole");
                }
                text.push(*c);
                at += 1;
            }
            text = text.trim().to_owned();
        }
        fields.push(Field { text, place: Place { line: number, column: begin as u32 + 1 } });
        if at >= chars.len() {
            return Ok(fields);
        }
        at += 1;
    }
}
