//! Reading a line of the moves: number, action, `(=)`, `(if)`, `[time]`, `{comment}`.

use std::borrow::Cow;

use chrono::{DateTime, NaiveDate, Utc};

use super::action::{Act, Action, VOID, claim_name, read_instant};
use super::player::Player;
use super::schema::{LONGEST_NAME, LONGEST_VALUE};
use crate::clock::TimeSpan;
use crate::document::{Diagnostic, Limits, Place};
use crate::rules::{Claim, Outcome, Side};

/// The longest comment, in characters.
pub const LONGEST_COMMENT: usize = 1000;

/// An action other than a move: the words it begins with and the reader of what follows them.
struct Form {
    words: &'static str,
    read: for<'t> fn(&'t str) -> Result<Act<'t>, &'static str>,
}

/// The actions other than moves. A new one is a line here and an [`Act`], whose `Display` is the printer.
const FORMS: &[Form] = &[
    Form { words: "resigns", read: |rest| alone(rest, Act::Resigns) },
    Form { words: "draw agreed", read: |rest| alone(rest, Act::DrawAgreed) },
    Form { words: "draw claimed:", read: draw_claimed },
    Form { words: "time claimed", read: |rest| alone(rest, Act::TimeClaimed) },
    Form { words: "adjudicated:", read: adjudicated },
    Form { words: "reopened", read: reopened },
    Form { words: "abandoned", read: |rest| alone(rest, Act::Abandoned) },
    Form { words: "joins", read: |rest| alone(rest, Act::Joins) },
    Form { words: "withdrawn", read: |rest| alone(rest, Act::Withdrawn) },
    Form { words: "address changed:", read: address_changed },
    Form { words: "arbiter proposed:", read: arbiter_proposed },
    Form { words: "arbiter accepted", read: |rest| alone(rest, Act::ArbiterAccepted) },
    Form { words: "key changed:", read: |rest| Ok(Act::KeyChanged { key: key(rest)?.into() }) },
    Form { words: "key proposed:", read: |rest| Ok(Act::KeyProposed { key: key(rest)?.into() }) },
    Form { words: "key accepted", read: |rest| alone(rest, Act::KeyAccepted) },
    Form { words: "key replaced:", read: key_replaced },
    Form { words: "plan withdrawn", read: |rest| alone(rest, Act::PlanWithdrawn) },
    Form { words: "plan sealed:", read: plan_sealed },
    Form { words: "plan opened:", read: plan_opened },
    Form { words: "draw declined", read: |rest| alone(rest, Act::DrawDeclined) },
    Form { words: "take-back requested:", read: take_back_requested },
    Form { words: "take-back agreed", read: |rest| alone(rest, Act::TakeBackAgreed) },
    Form { words: "take-back declined", read: |rest| alone(rest, Act::TakeBackDeclined) },
    Form { words: "void proposed", read: |rest| alone(rest, Act::VoidProposed) },
    Form { words: "void agreed", read: |rest| alone(rest, Act::VoidAgreed) },
    Form { words: "void declined", read: |rest| alone(rest, Act::VoidDeclined) },
    Form { words: "leave cancelled:", read: |rest| leave(rest, true) },
    Form { words: "leave", read: |rest| leave(rest, false) },
    Form { words: "time given:", read: time_given },
    Form { words: "time credited:", read: |rest| time_ruled(rest, false) },
    Form { words: "time docked:", read: |rest| time_ruled(rest, true) },
    Form { words: "time declared:", read: flag_declared },
];

const FORM_OF_LINE: &str = "write number, action, (=) for an offer of a draw, (if) for a conditional move, [time], \
     {comment}: 1. SK b1-c3 (=) {hello}";
const FORM_OF_ACTION: &str = "besides moves there are: resigns, draw agreed|declined, draw claimed: \
     repetition|fifty-move, time claimed, take-back requested: N, take-back agreed|declined, void \
     proposed|agreed|declined, leave 2026-12-20..2027-01-02, leave cancelled: 2026-12-24..2027-01-02, time given: 2d, joins, withdrawn, address changed: ADDRESS, \
     arbiter proposed: NAME <ADDRESS>, arbiter accepted, key changed|proposed: KEY, key accepted, in records without times abandoned; and of an arbiter \
     adjudicated: south|north|draw|void — reason (arbiter), reopened — reason (arbiter), time credited|docked: south 2d — \
     reason (arbiter), time declared: south — reason (arbiter), key replaced: south KEY — reason (arbiter)";
const FORM_OF_TIME: &str = "write it as 2026-11-30T08:00:00Z";
const FORM_OF_COMMENT: &str =
    "a comment is the last thing in its line, stands in braces and has none inside";

/// Reads a line of the moves on its own. `first` is the side that moves first.
///
/// # Errors
/// A [`Diagnostic`] with the column.
pub fn read_action(text: &str, first: Side) -> Result<Action<'_>, Diagnostic> {
    line(text, Place::START, first)
}

/// Reads a line that begins at `place`. `first` is the side that moves first.
///
/// # Errors
/// A [`Diagnostic`] with the column.
pub(super) fn line(line: &str, place: Place, first: Side) -> Result<Action<'_>, Diagnostic> {
    if line.len() > Limits::RECORD.line {
        return Err(Diagnostic::too_much(place, "the line is too long", Limits::RECORD.line));
    }
    let fail = |at: usize, message: &str, instead: &'static str| {
        Diagnostic::new(place.within(line, at), message).hint(instead)
    };
    if line.as_bytes().first() == Some(&b'#') {
        let message = "inside the moves a comment stands in braces behind an action";
        let instead =
            "write {hello} there, or the line before `moves:` or, without indentation, below";
        return Err(fail(0, message, instead));
    }
    let (number, dots, body) = numbered(line)
        .ok_or_else(|| fail(0, "a line begins with a number and one dot or three", FORM_OF_LINE))?;
    let start = line.len() - body.len();
    let end = |text: &str| start + text.len();

    let (body, behind) = match is_bare(body) {
        true => (body, Behind::default()),
        false => behind(body, |at| place.within(line, start + at))?,
    };
    let Behind { offer, conditional, time, comment } = behind;
    let side = if dots == 1 { first } else { first.other() };
    // What stands in front is ASCII.
    let column = place.column + start as u32;
    let act = Act::Move(Cow::Borrowed(body));
    let mut action = Action { number, side, act, offer, conditional, time, comment, place, column };
    if body.as_bytes().first().is_none_or(u8::is_ascii_lowercase) {
        action.act = act_in_words(body)
            .map_err(|(at, message)| fail(start + at, &message, FORM_OF_ACTION))?;
        if (offer || conditional) && !matches!(action.act, Act::Move(_)) {
            let what =
                if offer { "a draw is offered with a move only" } else { "(if) marks a move only" };
            return Err(fail(end(body), what, FORM_OF_LINE));
        }
    }
    Ok(action)
}

/// What stands behind an action.
#[derive(Default)]
struct Behind<'t> {
    offer: bool,
    conditional: bool,
    time: Option<DateTime<Utc>>,
    comment: Option<Cow<'t, str>>,
}

/// Whether an action stands alone in its line, as most moves do: nothing has to be looked for behind it.
#[inline]
fn is_bare(body: &str) -> bool {
    let bytes = body.as_bytes();
    bytes.last().is_some_and(|last| !matches!(last, b']' | b')'))
        && !bytes.iter().any(|b| matches!(b, b'{' | b'}'))
}

/// Splits an action from what stands behind it; `place` is that of a byte of the text.
fn behind(body: &str, place: impl Fn(usize) -> Place) -> Result<(&str, Behind<'_>), Diagnostic> {
    let fail = |at, message, instead| Err(Diagnostic::new(place(at), message).hint(instead));
    let (body, comment) = match split_comment(body) {
        Ok(split) => split,
        Err((at, message)) => return fail(at, message, FORM_OF_COMMENT),
    };
    if comment.is_some_and(|comment| comment.chars().count() > LONGEST_COMMENT) {
        let what = "the comment is too long";
        return Err(Diagnostic::too_much(place(body.len()), what, LONGEST_COMMENT));
    }
    let (body, time) = match body.strip_suffix(']') {
        None => (body, None),
        Some(inside) => {
            let Some(open) = inside.rfind('[') else {
                return fail(inside.len(), "this ] has no [", FORM_OF_TIME);
            };
            let Some(time) = read_instant(&inside[open + 1..]) else {
                return fail(open, "the time cannot be read", FORM_OF_TIME);
            };
            (inside[..open].trim_ascii_end(), Some(time))
        }
    };
    let (body, conditional) = mark(body, "(if)");
    let (body, offer) = mark(body, "(=)");
    Ok((body, Behind { offer, conditional, time, comment: comment.map(Cow::Borrowed) }))
}

/// Splits off a mark at the end, if it is there.
fn mark<'t>(body: &'t str, mark: &str) -> (&'t str, bool) {
    match body.strip_suffix(mark) {
        Some(rest) => (rest.trim_ascii_end(), true),
        None => (body, false),
    }
}

/// Splits the number, the count of dots and the rest.
#[inline]
fn numbered(line: &str) -> Option<(u32, usize, &str)> {
    const MOST_DIGITS: usize = 5;
    let bytes = line.as_bytes();
    let (mut number, mut digits) = (0, 0);
    while digits < MOST_DIGITS
        && let Some(digit @ b'0'..=b'9') = bytes.get(digits)
    {
        number = number * 10 + u32::from(digit - b'0');
        digits += 1;
    }
    let mut at = digits;
    while bytes.get(at) == Some(&b'.') {
        at += 1;
    }
    (digits > 0 && matches!(at - digits, 1 | 3))
        .then(|| (number, at - digits, line[at..].trim_ascii_start()))
}

type WithComment<'t> = (&'t str, Option<&'t str>);

/// Splits off the comment.
fn split_comment(body: &str) -> Result<WithComment<'_>, (usize, &'static str)> {
    let Some(brace) = body.as_bytes().iter().position(|b| matches!(b, b'{' | b'}')) else {
        return Ok((body, None));
    };
    if body.as_bytes()[brace] == b'}' {
        return Err((brace, "this } has no {"));
    }
    let inside = &body[brace + 1..];
    let Some(close) = inside.find(['{', '}']) else {
        return Err((brace, "this comment is not closed"));
    };
    if inside.as_bytes()[close] == b'{' {
        return Err((brace + 1 + close, "a brace inside a comment"));
    }
    if close + 1 < inside.len() {
        return Err((brace + 1 + close + 1, "text behind the comment"));
    }
    Ok((body[..brace].trim_ascii_end(), Some(&inside[..close])))
}

/// Reads an action that begins with a small letter, as moves in the notation of records do not, or is missing.
fn act_in_words(text: &str) -> Result<Act<'_>, (usize, String)> {
    if text.is_empty() {
        return Err((0, "there is no action in this line".into()));
    }
    for form in FORMS {
        if let Some(rest) = text.strip_prefix(form.words) {
            let at = text.len() - rest.trim_ascii_start().len();
            return (form.read)(rest.trim_ascii_start()).map_err(|m| (at, m.into()));
        }
    }
    // Not in canonical form, which the replay tells with the form that is: `e4`, `exd5`, `b1c3`.
    match text[1..].starts_with(|c: char| c.is_ascii_digit() || c == 'x') {
        true => Ok(Act::Move(Cow::Borrowed(text))),
        false => Err((0, format!("{text:?} is no action"))),
    }
}

fn alone<'t>(rest: &str, act: Act<'t>) -> Result<Act<'t>, &'static str> {
    if rest.is_empty() { Ok(act) } else { Err("nothing may follow here but [time] and {comment}") }
}

fn draw_claimed(rest: &str) -> Result<Act<'_>, &'static str> {
    let (ground, with) = match rest.split_once(" with ") {
        Some((ground, with)) => (ground, Some(Cow::Borrowed(with.trim_ascii()))),
        None => (rest, None),
    };
    let claim = [Claim::Repetition, Claim::FiftyMoves]
        .into_iter()
        .find(|claim| claim_name(*claim) == ground.trim_ascii_end())
        .ok_or("a draw is claimed for repetition or fifty-move")?;
    Ok(Act::DrawClaimed { claim, with })
}

fn adjudicated(rest: &str) -> Result<Act<'_>, &'static str> {
    let (result, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let outcome = match result {
        VOID => None,
        result => Some(Outcome::read(result).ok_or("the result is south, north, draw or void")?),
    };
    let missing = "an adjudication names its reason and its arbiter: — reason (arbiter)";
    let (reason, arbiter) = grounds(rest, missing)?;
    Ok(Act::Adjudicated { outcome, reason, arbiter })
}

fn reopened(rest: &str) -> Result<Act<'_>, &'static str> {
    let (reason, arbiter) = grounds(rest, NO_GROUNDS)?;
    Ok(Act::Reopened { reason, arbiter })
}

fn address_changed(rest: &str) -> Result<Act<'_>, &'static str> {
    Ok(Act::AddressChanged { email: address(rest)?.into() })
}

fn arbiter_proposed(rest: &str) -> Result<Act<'_>, &'static str> {
    let (name, email, key) = match rest.split_once('<') {
        None => (rest, None, ""),
        Some((name, rest)) => {
            let (email, key) = rest.split_once('>').ok_or("the address is not closed by >")?;
            (name.trim_ascii(), Some(address(email)?.to_owned()), key.trim_ascii())
        }
    };
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(['(', ')', '>']) {
        return Err("an arbiter has a name of up to 500 characters without brackets");
    }
    let key = Some(key).filter(|key| !key.is_empty()).map(str::to_owned);
    Ok(Act::ArbiterProposed { person: Player { name: name.to_owned(), email, key } })
}

/// Reads an e-mail address: one word with an @ inside.
fn address(text: &str) -> Result<&str, &'static str> {
    let sound =
        text.split_once('@').is_some_and(|(who, place)| !who.is_empty() && !place.is_empty());
    let breaks = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>');
    match sound && !text.contains(breaks) && text.chars().count() <= LONGEST_VALUE {
        true => Ok(text),
        false => Err("an address is one word with an @ inside"),
    }
}

/// Reads a public key as OpenSSH writes it: the algorithm and the key in base64. Whether it is a good one is not known here.
fn key(text: &str) -> Result<&str, &'static str> {
    let word = |word: &str| {
        let fits = |b: u8| b.is_ascii_alphanumeric() || b"+/=@.-".contains(&b);
        !word.is_empty() && word.bytes().all(fits)
    };
    match text.split_once(' ') {
        Some((algorithm, blob)) if word(algorithm) && word(blob) => Ok(text),
        _ => Err("a key is two words, such as ssh-ed25519 AAAA…, without a comment"),
    }
}

fn key_replaced(rest: &str) -> Result<Act<'_>, &'static str> {
    let (side, rest) = side(rest)?;
    let end = rest.match_indices(' ').nth(1).map_or(rest.len(), |(at, _)| at);
    let key = key(&rest[..end])?.into();
    let (reason, arbiter) = grounds(&rest[end..], NO_GROUNDS)?;
    Ok(Act::KeyReplaced { side, key, reason, arbiter })
}

fn plan_sealed(rest: &str) -> Result<Act<'_>, &'static str> {
    let hash = Some(rest).filter(|hash| is_hex(hash, 64));
    let hash = hash.ok_or("a sealed plan is a hash of 64 small hexadecimal digits")?;
    Ok(Act::PlanSealed { hash: hash.into() })
}

fn plan_opened(rest: &str) -> Result<Act<'_>, &'static str> {
    let opened = rest.split_once(' ').map(|(salt, text)| (salt, text.trim_ascii()));
    let opened = opened.filter(|(salt, text)| {
        is_hex(salt, 32) && !text.is_empty() && text.chars().count() <= LONGEST_VALUE
    });
    let (salt, text) = opened.ok_or("a plan is opened by 32 hexadecimal digits and its text")?;
    Ok(Act::PlanOpened { salt: salt.into(), text: text.into() })
}

/// Whether a text is so many small hexadecimal digits.
pub(super) fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

fn take_back_requested(rest: &str) -> Result<Act<'_>, &'static str> {
    let plies = rest.parse().ok().filter(|plies| *plies > 0 && !rest.starts_with('+'));
    let plies = plies.ok_or("a number of plies is asked to be taken back, both sides' counted")?;
    Ok(Act::TakeBackRequested { plies })
}

fn leave(rest: &str, cancelled: bool) -> Result<Act<'_>, &'static str> {
    let days = rest.split_once("..").and_then(|(from, to)| Some((day(from)?, day(to)?)));
    let (from, to) = days.ok_or("a leave is given by its first and last day")?;
    if to < from {
        return Err("the leave ends before it begins");
    }
    Ok(if cancelled { Act::LeaveCancelled { from, to } } else { Act::Leave { from, to } })
}

/// Reads a day in the one form in which it is written.
fn day(text: &str) -> Option<NaiveDate> {
    text.parse().ok().filter(|day: &NaiveDate| day.to_string() == text)
}

fn time_given(rest: &str) -> Result<Act<'_>, &'static str> {
    Ok(Act::TimeGiven { amount: amount(rest)? })
}

fn time_ruled(rest: &str, docked: bool) -> Result<Act<'_>, &'static str> {
    let (side, rest) = side(rest)?;
    let (time, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let amount = amount(time)?;
    let (reason, arbiter) = grounds(rest, NO_GROUNDS)?;
    Ok(Act::TimeRuled { side, amount, docked, reason, arbiter })
}

fn flag_declared(rest: &str) -> Result<Act<'_>, &'static str> {
    let (side, rest) = side(rest)?;
    let (reason, arbiter) = grounds(rest, NO_GROUNDS)?;
    Ok(Act::FlagDeclared { side, reason, arbiter })
}

/// Reads a side, and gives what follows it.
fn side(rest: &str) -> Result<(Side, &str), &'static str> {
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let side = Side::BOTH.into_iter().find(|side| side.name() == word);
    side.map(|side| (side, rest.trim_ascii_start())).ok_or("the side is south or north")
}

fn amount(text: &str) -> Result<TimeSpan, &'static str> {
    let amount = text.parse().ok().filter(|amount| *amount > TimeSpan::ZERO);
    amount.ok_or("the time is a duration of more than nothing, such as 2d or 12h")
}

const NO_GROUNDS: &str = "an arbiter's act names its reason and its arbiter: — reason (arbiter)";

/// Why an arbiter acts, and who it is.
type Grounds<'t> = (Cow<'t, str>, Cow<'t, str>);

/// Reads `— reason (arbiter)`; `missing` is said where that is incomplete.
fn grounds<'t>(rest: &'t str, missing: &'static str) -> Result<Grounds<'t>, &'static str> {
    let rest = rest.trim_ascii_start();
    let rest = ["—", "–", "--", "-"].iter().find_map(|dash| rest.strip_prefix(dash));
    let (reason, arbiter) = rest
        .and_then(|rest| rest.trim_ascii().strip_suffix(')'))
        .and_then(|rest| rest.rsplit_once('('))
        .map(|(reason, arbiter)| (reason.trim_ascii(), arbiter.trim_ascii()))
        .filter(|(reason, arbiter)| !reason.is_empty() && !arbiter.is_empty())
        .ok_or(missing)?;
    if arbiter.contains(')') {
        return Err("the arbiter's name may not hold brackets");
    }
    Ok((reason.into(), arbiter.into()))
}
