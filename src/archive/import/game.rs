//! One game of a file as a record.

use std::borrow::Cow;
use std::cell::Cell;

use sha2::{Digest, Sha256};

use super::lexer::{Lexer, Token};
use super::options::{ImportOptions, Variations};
use super::tags::{self, Tagged, one_line};
use crate::document::{Diagnostic, Place};
use crate::notation::{self, MoveError, diagram};
use crate::record::{
    self, Act, Action, Header, LONGEST_COMMENT, LONGEST_VALUE, MOST_ACTIONS, Player,
};
use crate::rules::{Ending, Game, Line, Move, Outcome, Position, Setup, Side};

/// The most words of a move: `~c4 SH e4-e5 e.p.`.
const MOST_WORDS: usize = 4;
/// The most keys for what does not fit into the lines of the moves.
const MOST_COMMENTS: usize = 100;
/// The most characters of a name that are shown.
const LONGEST_SHOWN: usize = 60;
/// How a command of ours begins, in a comment.
const OWN: &str = "[%rp";
/// What stands behind a move and says nothing that the board does not.
const MARKS: &[&str] = &[
    "+",
    "++",
    "#",
    "ep",
    "e.p",
    "e.p.",
    "ch",
    "ch.",
    "dis",
    "dbl",
    "mate",
    "check",
    "checkmate",
    "x",
    "-",
];
/// Texts that say that a side passes, which no game here allows.
const NULLS: &[&str] = &["--", "Z0", "z0", "0000", "null", "pass", "@@@@"];

/// A game of a file.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The line at which it begins, from 1.
    pub line: u32,
    /// The players, as far as they are known: `Anna Ek – Ben Ode`.
    pub players: String,
    /// Its record, or why it has none, with the place in the file.
    pub record: Result<ImportedRecord, Diagnostic>,
    /// What else is to be said of it.
    pub notes: Vec<String>,
    /// How many variations were left out.
    pub left_out: usize,
}

impl ReadGame {
    /// What stands where a game should, and cannot be read at all.
    pub(super) fn failed(fault: Diagnostic) -> ReadGame {
        let (line, players) = (fault.place.line, String::new());
        ReadGame { line, players, record: Err(fault), notes: Vec::new(), left_out: 0 }
    }
}

/// A game as a record.
#[derive(Clone, Debug)]
pub struct ImportedRecord {
    /// The record's id.
    pub id: String,
    /// The folder for it, below that of all records: `valonian/1848`.
    pub folder: String,
    /// The record's text.
    pub text: String,
    /// What is the same for the same game only.
    pub fingerprint: u64,
    /// How many plies were played.
    pub plies: usize,
}

/// What two records of one game have in common: game, array, the players' names, the moves; and where no move was made what else
/// tells the games of two people apart. Moves count as they stand in canonical text, without marks of check.
pub fn fingerprint(
    header: &Header,
    game: &Game,
    start: &Position,
    actions: &[Action<'_>],
) -> [u8; 32] {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update(text.as_bytes());
        hash.update(b"\n");
    };
    add(game.name);
    game.options.iter().map(|(_, value)| *value).chain(game.variation).for_each(&mut add);
    add(&diagram::write(&Setup::of(start)));
    for side in Side::BOTH {
        add(&header.players.of(side).map(|player| player.name.to_lowercase()).unwrap_or_default());
    }
    let mut moves = actions.iter().filter_map(|action| match &action.act {
        Act::Move(text) => Some(text.trim_end_matches('+')),
        _ => None,
    });
    match moves.next() {
        Some(first) => std::iter::once(first).chain(moves).for_each(&mut add),
        None => {
            [&header.event, &header.date, &header.round].into_iter().flatten().for_each(|t| add(t))
        }
    }
    hash.finalize().into()
}

/// The first eight bytes of a fingerprint as a number.
pub fn short(fingerprint: [u8; 32]) -> u64 {
    fingerprint.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Where the bytes of a text stand in a file. To ask in rising order costs no more than one look at the text.
pub(super) struct Places<'t> {
    text: &'t str,
    /// The offset asked for last, and its place.
    last: Cell<(usize, Place)>,
}

impl<'t> Places<'t> {
    /// The places of a text that begins in that line of its file.
    pub(super) fn new(text: &'t str, line: u32) -> Self {
        Places { text, last: Cell::new((0, Place { line, column: 1 })) }
    }

    fn of(&self, at: usize) -> Place {
        let (known, from) = self.last.get();
        let Some(between) = self.text.get(known..at) else { return from };
        let place = match between.rfind('\n') {
            None => from.within(between, between.len()),
            Some(feed) => {
                let lines = between.bytes().filter(|byte| *byte == b'\n').count() as u32;
                let column = 1 + between[feed + 1..].chars().count() as u32;
                Place { line: from.line + lines, column }
            }
        };
        self.last.set((at, place));
        place
    }
}

/// Reads the game at which the lexer stands; none at the end. `given` are tags that the text does not hold.
pub(super) fn read_game(
    lexer: &mut Lexer<'_>,
    places: &Places<'_>,
    given: &[(String, String)],
    options: &ImportOptions,
) -> Option<ReadGame> {
    let place = |at: usize| places.of(at);
    let mut tags = given.to_vec();
    let mut said: Vec<(usize, String)> = Vec::new();
    let mut begun = None;
    // Tags, and what is said in front of them or of the moves.
    let fault = loop {
        let before = *lexer;
        match lexer.next() {
            Ok(Some((at, Token::Tag(name, value)))) => {
                begun.get_or_insert(at);
                tags.push((name.to_owned(), value));
            }
            Ok(Some((at, Token::Comment(comment)))) => said.push((at, comment.into_owned())),
            Ok(Some((at, _))) => {
                begun.get_or_insert(at);
                *lexer = before;
                break None;
            }
            Ok(None) => break None,
            Err(fault) => break Some(fault),
        }
    };
    let begun = begun.or(fault.map(|(at, _)| at)).or((!given.is_empty()).then_some(0))?;
    let start = place(begun);
    let name = |wanted: &str| {
        let found = tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        let known = found.map_or("?", |(_, value)| value);
        one_line(&known.chars().take(LONGEST_SHOWN).collect::<String>())
    };
    let mut read = ReadGame {
        line: start.line,
        players: format!("{} – {}", name("White"), name("Black")),
        record: Err(Diagnostic::new(start, "")),
        notes: Vec::new(),
        left_out: 0,
    };
    let fail = |(at, message): (usize, &str)| Diagnostic::new(place(at), message);
    let made = match (fault, tags::read(&tags, options.game)) {
        (Some(fault), _) => Err(fail(fault)),
        (None, Err(message)) => Err(Diagnostic::new(start, message)),
        (None, Ok(tagged)) => {
            let source = format!("{}:{}", options.source, start.line);
            let source = Some(source).filter(|_| !tags::is_own(&tags));
            tagged_game(lexer, tagged, said, source, options, &mut read, &place)
        }
    };
    if made.is_err() {
        lexer.skip_game();
    }
    read.record = made;
    Some(read)
}

/// A text in braces as a comment of a record: one line, without braces.
fn plain(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    one_line(&lines.join(" ").replace('{', "(").replace('}', ")"))
}

/// Reads the moves of a game whose tags are known, and makes its record.
fn tagged_game(
    lexer: &mut Lexer<'_>,
    tagged: Tagged,
    said: Vec<(usize, String)>,
    source: Option<String>,
    options: &ImportOptions,
    read: &mut ReadGame,
    place: &dyn Fn(usize) -> Place,
) -> Result<ImportedRecord, Diagnostic> {
    let Tagged { mut header, start, result: stated, termination } = tagged;
    let mut other = *lexer;
    let new = || MoveReader::new(&start, header.draws_claimed, options);
    let mut moves = new();
    let mut shown = moves.read(&said, lexer);
    if shown.is_err() && start.board().ranks() == 10 {
        // Ranks may count from 0, as in ICCS.
        let mut counted = MoveReader { from_zero: true, ..new() };
        if let Ok(result) = counted.read(&said, &mut other) {
            read.notes.push("its squares are read with ranks from 0 to 9".into());
            (moves, shown, *lexer) = (counted, Ok(result), other);
        }
    }
    read.left_out = moves.left_out;
    let shown = shown.map_err(|(at, fault)| Diagnostic { place: place(at), ..fault })?;
    let MoveReader { line, actions, extras, cut, draws_claimed, misnumbered, .. } = moves;
    if let Some((number, due)) = misnumbered {
        read.notes.push(format!("move {due} has the number {number}"));
    }
    header.extras.extend(extras);
    if let Some(source) = source {
        header.extras.entry("x-source".into()).or_insert(source);
    }
    if cut > 0 {
        read.notes.push(format!("{cut} comments are too long to be kept"));
    }
    header.draws_claimed |= draws_claimed;
    settle(&mut header, stated, shown, &line, &actions, read);
    let start_line = Place { line: read.line, column: 1 };
    let whole = fingerprint(&header, start.game(), &start, &actions);
    if header.id.is_empty() {
        header.id = new_id(&header, start.game(), &whole);
    }
    let mut write = |ending: Option<record::Termination>| {
        header.ending = header.ending.or(ending);
        record::write(&header, &actions)
    };
    let text = match &termination {
        None => write(None),
        Some((_, ending)) if line.ending().is_none() => write(Some(*ending)),
        Some(_) => Err(Diagnostic::new(start_line, "")),
    };
    let text = match (text, termination) {
        (Err(_), Some((word, ending))) => {
            header.ending = header.ending.filter(|stated| *stated != ending);
            header.extras.insert(tags::key("Termination"), word);
            record::write(&header, &actions)
        }
        (text, _) => text,
    };
    let text = text.map_err(|fault| Diagnostic { place: start_line, ..fault })?;
    let day = header.date.clone().or(header.started.map(|at| at.format("%Y-%m").to_string()));
    let month = day.map_or("undated".into(), |day| day.chars().take(7).collect::<String>());
    Ok(ImportedRecord {
        folder: format!("{}/{month}", header.game),
        id: header.id,
        text,
        fingerprint: short(whole),
        plies: line.plies(),
    })
}

/// The id of a game that has none: its game, its year, its players, and what tells it from their other games.
fn new_id(header: &Header, game: &Game, fingerprint: &[u8; 32]) -> String {
    let day = header.date.clone().or(header.started.map(|at| at.format("%Y-%m-%d").to_string()));
    let players: [Option<&Player>; 2] = Side::BOTH.map(|side| header.players.of(side));
    let stem = record::id_stem(game, day.as_deref(), players);
    let digits = record::hex(&fingerprint[..4]);
    format!("{stem}-{digits}")
}

/// Works out the result: the one published stands, and what the board shows is said where it differs.
fn settle(
    header: &mut Header,
    stated: Option<Option<Outcome>>,
    shown: Option<Option<Outcome>>,
    line: &Line,
    actions: &[Action<'_>],
    read: &mut ReadGame,
) {
    let published = [stated, shown].into_iter().flatten().flatten().next();
    header.result = published;
    if let (Some(Some(one)), Some(Some(other))) = (stated, shown)
        && one != other
    {
        let words = format!("the tag says {}, the end of the moves {}", one.name(), other.name());
        header.disputed.get_or_insert(words);
    }
    let acted = match actions.last().map(|action| (&action.act, action.side)) {
        Some((Act::Resigns, side)) => {
            header.result = published.or(Some(Outcome::Won(side.other())));
            true
        }
        Some((Act::DrawAgreed, _)) => {
            header.result = published.or(Some(Outcome::Draw));
            true
        }
        last => last.is_some_and(|(act, _)| act.termination().is_some()),
    };
    if let (Some(ending), Some(outcome)) = (line.ending(), line.outcome())
        && !acted
    {
        match published {
            None if header.draws_claimed => {}
            None => header.result = Some(outcome),
            Some(result) if result == outcome => {}
            // G12
            Some(_) if ending.is_automatic_draw() => header.draws_claimed = true,
            Some(_) => {
                let words = format!("the moves end by {ending} with the result {}", outcome.name());
                header.disputed.get_or_insert(words);
            }
        }
    }
    if header.draws_claimed {
        read.notes.push("it goes on where a draw comes by itself: endings: claimed (G12)".into());
    }
    if let Some(why) = &header.disputed {
        read.notes.push(format!("its result is kept as disputed: {why}"));
    }
}

/// Why a move is not read, and where.
type MoveFault = (usize, Diagnostic);

/// Takes in the moves of a game.
struct MoveReader<'o> {
    options: &'o ImportOptions,
    line: Line,
    actions: Vec<Action<'static>>,
    /// What has been said since the last action.
    said: Vec<String>,
    /// Comments that do not fit into the lines of the moves.
    extras: Vec<(String, String)>,
    cut: usize,
    left_out: usize,
    draws_claimed: bool,
    /// The first number that is not that of the move behind it, and that one.
    misnumbered: Option<(u32, u32)>,
    /// How many plies were last asked to be taken back.
    asked: usize,
    /// Whether ranks count from 0.
    from_zero: bool,
}

impl<'o> MoveReader<'o> {
    fn new(start: &Position, draws_claimed: bool, options: &'o ImportOptions) -> Self {
        MoveReader {
            options,
            line: Line::new(start.clone()),
            actions: Vec::new(),
            said: Vec::new(),
            extras: Vec::new(),
            cut: 0,
            left_out: 0,
            draws_claimed,
            misnumbered: None,
            asked: 0,
            from_zero: false,
        }
    }

    /// Reads up to the result, the next game or the end; gives the result stated there. `before` are the comments in front of
    /// what the lexer reads, with their places.
    fn read(
        &mut self,
        before: &[(usize, String)],
        lexer: &mut Lexer<'_>,
    ) -> Result<Option<Option<Outcome>>, MoveFault> {
        let refuse = |at: usize, message: &str| (at, Diagnostic::new(Place::START, message));
        for (at, text) in before {
            self.comment(text).map_err(|fault| (*at, fault))?;
        }
        let shown = loop {
            if lexer.at_tag() {
                break None;
            }
            let Some((at, token)) = lexer.next().map_err(|(at, fault)| refuse(at, fault))? else {
                break None;
            };
            match token {
                // A tag is seen before it is taken.
                Token::Tag(..) => {}
                Token::Number(number) => {
                    let due = self.line.plies() as u32 / 2 + 1;
                    if number != due && self.misnumbered.is_none() {
                        self.misnumbered = Some((number, due));
                    }
                }
                Token::Comment(text) => self.comment(&text).map_err(|fault| (at, fault))?,
                Token::Variation(text) => match self.options.variations {
                    Variations::Keep => self.said.push(plain(text)),
                    Variations::Drop => self.left_out += 1,
                },
                Token::Glyph(text) => self.said.push(text.into_owned()),
                Token::Offer => match self.actions.last_mut() {
                    // G5
                    Some(action)
                        if matches!(action.act, Act::Move(_)) && self.line.plies() >= 2 =>
                    {
                        action.offer = true;
                    }
                    _ => self.said.push("(=)".into()),
                },
                Token::Result(shown) if self.ends_here(lexer) => break Some(shown),
                Token::Result(_) => {}
                Token::Word(word)
                    if MARKS.contains(&word) || word.trim_matches(['.', '…']).is_empty() => {}
                Token::Word(word) => {
                    if self.actions.len() >= MOST_ACTIONS {
                        let fault = Diagnostic::too_much(
                            Place::START,
                            "there are too many moves",
                            MOST_ACTIONS,
                        );
                        return Err((at, fault));
                    }
                    if !self.act(word, lexer) {
                        self.word(word, lexer).map_err(|fault| (at, fault))?;
                    }
                }
            }
        };
        self.flush();
        Ok(shown)
    }

    /// Whether the game ends with a result that has been read: not where the next move of it follows.
    fn ends_here(&self, lexer: &Lexer<'_>) -> bool {
        let mut ahead = *lexer;
        let next = self.line.plies() as u32 / 2 + 1;
        let follows =
            !ahead.at_tag() && matches!(ahead.next(), Ok(Some((_, Token::Number(n)))) if n == next);
        !follows || self.line.plies() < 2
    }

    /// Takes in a resignation or an agreement in words.
    fn act(&mut self, word: &str, lexer: &mut Lexer<'_>) -> bool {
        let mut ahead = *lexer;
        let lower = word.to_lowercase();
        let side = match lower.as_str() {
            "white" | "south" => Some(Side::South),
            "black" | "north" => Some(Side::North),
            _ => None,
        };
        let second = match (side, lower.as_str()) {
            (None, "draw") | (Some(_), _) => match ahead.next() {
                Ok(Some((_, Token::Word(next)))) => next.to_lowercase(),
                _ => return false,
            },
            _ => String::new(),
        };
        let turn = self.line.position().turn();
        let (side, act) = match (side, lower.as_str(), second.trim_end_matches('.')) {
            (Some(side), _, "resigns" | "resigned") => (side, Act::Resigns),
            (None, "resigns" | "resigns." | "resigned", "") => (turn, Act::Resigns),
            (None, "draw", "agreed") if self.line.plies() >= 2 => (turn, Act::DrawAgreed),
            _ => return false,
        };
        *lexer = ahead;
        self.flush();
        let mut action = Action::new(side, act);
        let first = self.line.start().turn();
        let plies = self.line.plies() as u32;
        action.number = 1 + if side == first { plies.div_ceil(2) } else { plies / 2 };
        self.actions.push(action);
        true
    }

    /// Takes in a move that begins with a word, as few words as make one.
    fn word(&mut self, word: &str, lexer: &mut Lexer<'_>) -> Result<(), Diagnostic> {
        let position = self.line.position();
        if !self.from_zero
            && let Some(mv) = notation::read_short(position, word)
        {
            self.push(mv);
            return Ok(());
        }
        let mut words = vec![(word, *lexer)];
        let mut ahead = *lexer;
        while words.len() < MOST_WORDS
            && let Ok(Some((_, Token::Word(next)))) = ahead.next()
        {
            words.push((next, ahead));
        }
        let text = |count: usize| {
            let words: Vec<&str> = words[..count].iter().map(|(word, _)| *word).collect();
            match self.from_zero {
                true => Cow::Owned(ranks_from_one(&words.concat())),
                false => Cow::Owned::<str>(words.join(" ")),
            }
        };
        // In canonical text a move is two words most of the time.
        let canonical = [2, 3]
            .into_iter()
            .filter(|count| *count <= words.len())
            .find_map(|count| Some((count, notation::read_move(position, &text(count)).ok()?.mv)));
        let mut refusal = None;
        let found = canonical.or_else(|| {
            (1..=words.len()).find_map(|count| match notation::read_input(position, &text(count)) {
                Ok(mv) => Some((count, mv)),
                Err(error @ MoveError::NotAMove { .. }) => {
                    refusal.get_or_insert(error);
                    None
                }
                Err(error) => {
                    refusal =
                        refusal.take().filter(|known| !matches!(known, MoveError::NotAMove { .. }));
                    refusal.get_or_insert(error);
                    None
                }
            })
        });
        let Some((count, mv)) = found else { return Err(self.refusal(word, refusal)) };
        *lexer = words[count - 1].1;
        self.push(mv);
        Ok(())
    }

    /// Why a word is no move here.
    fn refusal(&self, word: &str, error: Option<MoveError>) -> Diagnostic {
        let position = self.line.position();
        let number = self.line.plies() / 2 + 1;
        let dots = if self.line.plies().is_multiple_of(2) { "." } else { "..." };
        let refuse =
            |why: &str| Diagnostic::new(Place::START, format!("move {number}{dots} {word}: {why}"));
        if NULLS.contains(&word) {
            return refuse("nobody may pass").rule("G1");
        }
        if let Some(ending @ (Ending::Checkmate | Ending::Stalemate)) = position.ending() {
            return refuse(&format!("the game ended before it by {ending}")).rule("G1");
        }
        match error {
            Some(error) => refuse(&error.to_string()).rule(error.rule()),
            None => refuse("it is no move").rule("G9"),
        }
    }

    /// Makes a legal move.
    fn push(&mut self, mv: Move) {
        self.flush();
        self.note_draw();
        let position = self.line.position();
        let text = notation::write_move(position, mv);
        let mut action = Action::new(position.turn(), Act::Move(Cow::Owned(text)));
        action.number = self.line.plies() as u32 / 2 + 1;
        self.actions.push(action);
        self.line.push_unchecked(mv);
    }

    // G12
    /// Play goes on: where a draw came by itself, it did not end this game.
    fn note_draw(&mut self) {
        self.draws_claimed |= self.line.ending().is_some_and(Ending::is_automatic_draw);
    }

    /// Takes in a comment, with the commands at its start.
    fn comment(&mut self, text: &str) -> Result<(), Diagnostic> {
        let plain = plain(text);
        let mut rest = plain.as_str();
        let mut commanded = false;
        loop {
            if let Some((command, after)) = command(rest, OWN) {
                (commanded, rest) = (true, after);
                if command.is_empty() {
                    break;
                }
                self.command(&command)?;
                continue;
            }
            // What others read of the clocks follows from the times.
            let clock = command(rest, "[%clk").or_else(|| command(rest, "[%emt"));
            let Some((_, after)) = clock.filter(|_| commanded) else { break };
            rest = after;
        }
        if !rest.is_empty() {
            self.said.push(rest.to_owned());
        }
        Ok(())
    }

    /// Does what a command of ours says: its action, or what belongs to the last one.
    fn command(&mut self, command: &str) -> Result<(), Diagnostic> {
        let refuse = || Diagnostic::new(Place::START, format!("[%rp {command}] cannot be read"));
        let (word, value) = command.split_once(' ').unwrap_or((command, ""));
        if word == "line" {
            let first = self.line.position().game().first;
            let action = record::read_action(value, first)?.into_owned();
            self.flush();
            match &action.act {
                Act::Move(text) => {
                    let stated = notation::read_move(self.line.position(), text);
                    let stated = stated.map_err(|error| {
                        Diagnostic::new(Place::START, error.to_string()).rule(error.rule())
                    })?;
                    self.note_draw();
                    self.line.push_unchecked(stated.mv);
                }
                Act::TakeBackRequested { plies } => self.asked = *plies as usize,
                Act::TakeBackAgreed => {
                    let left = self.line.plies().saturating_sub(self.asked);
                    self.line.truncate(left);
                }
                _ => {}
            }
            self.actions.push(action);
            return Ok(());
        }
        let action = self.actions.last_mut().ok_or_else(refuse)?;
        match word {
            "offer" => action.offer = true,
            "if" => action.conditional = true,
            "time" => {
                let time = chrono::DateTime::parse_from_rfc3339(value).map_err(|_| refuse())?;
                action.time = Some(time.to_utc());
            }
            _ => return Err(refuse()),
        }
        Ok(())
    }

    /// Puts what has been said behind the last action; what does not fit, and what comes before the first, into keys of its own.
    fn flush(&mut self) {
        if self.said.is_empty() {
            return;
        }
        let whole = std::mem::take(&mut self.said).join(" ");
        let mut rest = whole.trim();
        if let Some(action) = self.actions.last_mut() {
            let (fitting, more) = split(rest, LONGEST_COMMENT);
            action.comment = Some(Cow::Owned(fitting.to_owned())).filter(|_| !fitting.is_empty());
            rest = more;
        }
        let ply = self.line.plies();
        for number in 1.. {
            if rest.is_empty() {
                break;
            }
            if self.extras.len() == MOST_COMMENTS {
                self.cut += 1;
                break;
            }
            let (fitting, more) = split(rest, LONGEST_VALUE);
            let name = if number == 1 { String::new() } else { format!("-{number}") };
            self.extras.push((format!("x-comment-{ply}{name}"), fitting.to_owned()));
            rest = more;
        }
    }
}

/// A command at the start of a text, with its signs restored, and what follows it.
fn command<'t>(text: &'t str, name: &str) -> Option<(String, &'t str)> {
    let (inside, rest) = text.strip_prefix(name)?.split_once(']')?;
    if !inside.is_empty() && !inside.starts_with(' ') {
        return None;
    }
    let inside = inside.trim().replace("%5D", "]").replace("%25", "%");
    Some((inside, rest.strip_prefix(' ').unwrap_or(rest)))
}

/// The longest beginning of a text of at most so many characters that ends before a blank, and the rest behind that.
fn split(text: &str, longest: usize) -> (&str, &str) {
    let Some((end, _)) = text.char_indices().nth(longest) else { return (text, "") };
    let blank = match text[end..].starts_with(' ') {
        true => Some(end),
        false => text[..end].rfind(' ').filter(|cut| *cut > 0),
    };
    let cut = blank.unwrap_or(end);
    (&text[..cut], text[cut..].trim_start())
}

/// A move in coordinates whose ranks count from 0, `h2-e2`, with ranks that count from 1.
fn ranks_from_one(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for c in text.chars() {
        match c.to_digit(10) {
            Some(digit) => out.push_str(&(digit + 1).to_string()),
            None => out.extend(c.to_lowercase()),
        }
    }
    out
}
