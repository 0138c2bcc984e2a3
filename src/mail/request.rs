//! What a person typed in a message.

use super::fault::BodyFault;
use super::incoming::IncomingMail;
use super::quoting::{LineKind, MessageLines};
use super::shape;
use crate::notation::split_offer;

/// What stands in the subjects that riverpost writes.
pub const SUBJECT_TAG: &str = "[riverpost]";
/// The longest first line that greets, in bytes; another that ends in a comma goes on in the next.
const LONGEST_GREETING: usize = 40;
/// The most characters of a line that are shown.
const LONGEST_SHOWN: usize = 100;
/// Words, in lower case, by which a writer takes back what he wrote, or is not sure of it.
const TAKING_BACK: [&str; 24] = [
    "ignore",
    "disregard",
    "never mind",
    "nevermind",
    "scratch that",
    "strike that",
    "cancel",
    "hold on",
    "instead",
    "not yet",
    "don't play",
    "do not play",
    "don't enter",
    "do not enter",
    "not sure",
    "undecided",
    "or maybe",
    "on second thought",
    "sorry, no",
    "i meant",
    "no wait",
    "no, wait",
    "wait,",
    "mistake",
];

/// What a person typed, each request on a line of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedRequest {
    /// The line as it was typed, without white space around it.
    pub typed: String,
    /// What is asked for.
    pub kind: RequestKind,
    /// The answers typed in advance beside it.
    pub plan: Vec<TypedAnswer>,
}

/// What a line asks for. Whether it is possible shows only when it is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestKind {
    /// A move.
    Move {
        /// In whatever notation, with its number; for [`crate::notation::read_typed`].
        text: String,
        /// Whether a draw is offered with it.
        offer: bool,
    },
    /// To resign.
    Resign,
    /// To offer a draw, without the move that must come with it.
    OfferDraw,
    /// To accept what the other side proposed; which proposal, where that was typed.
    Accept(Option<ProposalKind>),
    /// To decline it; which proposal, where that was typed.
    Decline(Option<ProposalKind>),
    /// To take back so many moves, counting both sides'; none where no number was typed.
    TakeBack(Option<u32>),
    /// Nothing but answers in advance: [`TypedRequest::plan`].
    Plan,
}

/// What can be accepted or declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProposalKind {
    /// A draw.
    Draw,
    /// To take moves back.
    TakeBack,
    /// To void the game.
    Void,
}

/// An answer typed in advance: `if e7e6 then b1c3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedAnswer {
    /// The number of the line in the text, from 1.
    pub line: usize,
    /// The other side's move, in whatever notation.
    pub trigger: String,
    /// The answer to it.
    pub answer: String,
}

/// Why it cannot be told what a person asks for, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{reason}", self.place())]
pub struct Unclear {
    /// The number of the line in the text, from 1; none where it is no line of the text.
    pub line: Option<usize>,
    /// The line, without white space around it, or the beginning of a long one.
    pub typed: String,
    /// Why.
    pub reason: UnclearReason,
}

/// Why it cannot be told what a person asks for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnclearReason {
    /// The text is not the whole of what was written.
    #[error("the text of the message is not whole")]
    Body(BodyFault),
    /// Two lines could each be what is meant; the other one's number.
    #[error("line {0} could be meant as well")]
    Several(usize),
    /// A question.
    #[error("it is a question")]
    Question,
    /// A move, or a word that ends the game, within a sentence.
    #[error("it stands in a sentence, not on a line of its own")]
    InSentence,
    /// A word that by itself can mean several things.
    #[error("it can mean several things")]
    Vague,
    /// What else was typed may take back what is asked for.
    #[error("what is typed beside it may take it back")]
    TakenBack,
    /// It stands in the subject alone.
    #[error("it stands in the subject, not in the text")]
    InSubject,
    /// It follows quoted text without an empty line between, so that it may be the rest of what is quoted.
    #[error("it follows quoted text directly")]
    BelowQuote,
    /// There is own text both above and below the quoted text.
    #[error("there is text both above and below what is quoted")]
    AroundQuote,
    /// The line has a character that no move has, but that looks like one that moves have, or that does not show.
    #[error("it has the character U+{:04X}, which no move has", u32::from(*.0))]
    Character(char),
    /// The plain text and the HTML do not say the same.
    #[error("the message says something else in its plain text than in its HTML")]
    Forms,
}

impl Unclear {
    /// The place, as it stands in front of the reason.
    fn place(&self) -> String {
        match self.line {
            Some(line) => format!("line {line}, {:?}: ", self.typed),
            None if self.typed.is_empty() => String::new(),
            None => format!("{:?}: ", self.typed),
        }
    }
}

impl TypedRequest {
    /// Finds what a person typed in a message; nothing where there is none of it.
    ///
    /// # Errors
    /// [`Unclear`] where it could be read in more than one way, or may not have been meant.
    pub fn read(mail: &IncomingMail) -> Result<Option<TypedRequest>, Unclear> {
        let unclear = |reason| Unclear { line: None, typed: String::new(), reason };
        if let Some(fault) = &mail.fault {
            return Err(unclear(UnclearReason::Body(fault.clone())));
        }
        let plain = read_text(&mail.text)?;
        if let Some(html) = &mail.html {
            let html = read_text(html).map_err(|_| unclear(UnclearReason::Forms))?;
            if plain.as_ref().map(said) != html.as_ref().map(said) {
                return Err(unclear(UnclearReason::Forms));
            }
        }
        let others = !mail.subject.contains(SUBJECT_TAG) && mail.blocks.is_empty();
        if plain.is_none() && others && shape::is_mentioned(&mail.subject) {
            let typed = shown(&mail.subject);
            return Err(Unclear { line: None, typed, reason: UnclearReason::InSubject });
        }
        Ok(plain)
    }
}

/// What a line says.
enum LineSays {
    Request(RequestKind),
    Answer(TypedAnswer),
    Unclear(UnclearReason),
    /// Nothing that is asked for, but a move or such a word occurs in it.
    Mention,
    Nothing,
}

/// What a request says, however it is spaced.
fn said(request: &TypedRequest) -> (String, &RequestKind, Vec<(&str, &str)>) {
    let plan = request.plan.iter().map(|answer| (&*answer.trigger, &*answer.answer)).collect();
    (spaced(&request.typed), &request.kind, plan)
}

/// A line as it is shown: its beginning, if it is long.
fn shown(line: &str) -> String {
    match line.char_indices().nth(LONGEST_SHOWN) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// A text with single spaces.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Finds what was typed in one form of a text.
fn read_text(text: &str) -> Result<Option<TypedRequest>, Unclear> {
    let message = MessageLines::read(text);
    let lines = &message.lines;
    let unclear =
        |at: usize, reason| Err(Unclear { line: Some(at + 1), typed: shown(lines[at].1), reason });
    let mut request: Option<(usize, TypedRequest)> = None;
    let mut offers = Vec::new();
    let mut plan = Vec::new();
    let mut asked = Vec::new();
    let (mut below, mut mention) = (None, None);
    // Whether lines that bear marks lead up to here, without an empty one between; and the first line asked for there.
    let (mut quoted, mut rest_of_quote) = (false, None);
    for (at, (kind, line)) in lines.iter().enumerate() {
        quoted = match kind {
            LineKind::Quoted => true,
            LineKind::Empty | LineKind::QuotedEmpty => false,
            _ => quoted,
        };
        let says = match kind {
            LineKind::Typed | LineKind::Below => line_says(at + 1, line),
            _ => continue,
        };
        if *kind == LineKind::Below {
            if matches!(says, LineSays::Request(_) | LineSays::Answer(_)) {
                below.get_or_insert(at);
            }
            continue;
        }
        match says {
            LineSays::Request(RequestKind::OfferDraw) => offers.push(at),
            LineSays::Request(kind) => {
                if let Some((first, _)) = request {
                    return unclear(at, UnclearReason::Several(first + 1));
                }
                let typed = (*line).to_owned();
                request = Some((at, TypedRequest { typed, kind, plan: Vec::new() }));
            }
            LineSays::Answer(answer) => plan.push(answer),
            LineSays::Unclear(reason) => return unclear(at, reason),
            LineSays::Mention => {
                mention.get_or_insert(at);
                continue;
            }
            LineSays::Nothing => continue,
        }
        if quoted {
            rest_of_quote.get_or_insert(at);
        }
        asked.push(at);
    }
    if let Some(at) = mention {
        return unclear(at, UnclearReason::InSentence);
    }
    let Some(&first) = asked.first() else { return Ok(None) };
    if let Some(at) = below {
        return unclear(at, UnclearReason::Several(first + 1));
    }
    let doubtful = |(kind, line): &(LineKind, &str)| *kind == LineKind::Typed && takes_back(line);
    if let Some(at) = lines.iter().position(doubtful) {
        return unclear(at, UnclearReason::TakenBack);
    }
    if let Some(at) = rest_of_quote {
        return unclear(at, UnclearReason::BelowQuote);
    }
    let greeting = lines.iter().position(|(kind, _)| *kind == LineKind::Typed);
    for &at in &asked {
        let above = at.checked_sub(1).map(|above| lines[above]);
        let goes_on = |(kind, line): (LineKind, &str)| {
            let greets =
                line.ends_with(',') && greeting == Some(at - 1) && line.len() <= LONGEST_GREETING;
            kind == LineKind::Typed && !greets && !line.ends_with(['.', ':', ';', '!', ')'])
        };
        let follows = |(kind, line): &(LineKind, &str)| {
            *kind == LineKind::Typed && line.starts_with(char::is_lowercase)
        };
        // In order.
        let alone = |other: usize| asked.binary_search(&other).is_ok();
        let continued = above.is_some_and(goes_on) && !alone(at - 1);
        let continues = lines.get(at + 1).is_some_and(follows) && !alone(at + 1);
        if continued || continues {
            return unclear(at, UnclearReason::InSentence);
        }
    }
    if message.is_around_quote() {
        return unclear(first, UnclearReason::AroundQuote);
    }
    if let [_, second, ..] = offers[..] {
        return unclear(second, UnclearReason::Several(offers[0] + 1));
    }
    let beside = |at: usize, kind| {
        let typed = lines[at].1.to_owned();
        (at, TypedRequest { typed, kind, plan: Vec::new() })
    };
    let (at, mut request) = match (request, offers.first()) {
        (Some((at, mut request)), Some(&offered)) => {
            let RequestKind::Move { offer, .. } = &mut request.kind else {
                return unclear(offered, UnclearReason::Several(at + 1));
            };
            if std::mem::replace(offer, true) {
                return unclear(offered, UnclearReason::Several(at + 1));
            }
            (at, request)
        }
        (Some(request), None) => request,
        (None, Some(&offered)) => beside(offered, RequestKind::OfferDraw),
        (None, None) => beside(first, RequestKind::Plan),
    };
    if let Some(answer) = plan.first()
        && !matches!(request.kind, RequestKind::Move { .. } | RequestKind::Plan)
    {
        return unclear(answer.line - 1, UnclearReason::Several(at + 1));
    }
    request.plan = plan;
    Ok(Some(request))
}

/// What a line asks for, its number being this.
fn line_says(number: usize, line: &str) -> LineSays {
    let lower = spaced(&line.to_lowercase());
    let words = lower.trim_end_matches(['.', '!', ' ']);
    let nothing = || match is_mention(line, words) {
        true => LineSays::Mention,
        false => LineSays::Nothing,
    };
    if let Some(kind) = keyword(words) {
        return LineSays::Request(kind);
    }
    if matches!(words, "draw" | "(=)?" | "remis" | "no" | "yes") {
        return LineSays::Unclear(UnclearReason::Vague);
    }
    let text = ["my move:", "move:"]
        .iter()
        .find_map(|label| {
            line.get(..label.len())
                .filter(|l| l.eq_ignore_ascii_case(label))
                .map(|l| &line[l.len()..])
        })
        .unwrap_or(line);
    let (text, offer) = without_offer(text.trim());
    if words.ends_with('?') && !offer {
        let words = words.trim_end_matches(['?', ' ', '!']);
        let asks = keyword(words).is_some() || shape::read(words).is_some();
        return if asks { LineSays::Unclear(UnclearReason::Question) } else { nothing() };
    }
    if let Some(answer) = answer(number, line) {
        return LineSays::Answer(answer);
    }
    let sentence = text.strip_suffix('.').filter(|bare| !bare.ends_with("e.p"));
    match shape::read(text).or_else(|| shape::read(sentence?)) {
        None => nothing(),
        Some(shape) => match shape.strange {
            Some(strange) => LineSays::Unclear(UnclearReason::Character(strange)),
            None => LineSays::Request(RequestKind::Move { text: shape.text, offer }),
        },
    }
}

/// Cuts off the offer of a draw behind a move: `(=)`, `draw?`.
fn without_offer(text: &str) -> (&str, bool) {
    let (bare, offer) = split_offer(text);
    if offer {
        return (bare, true);
    }
    let behind = |word: &str| {
        let at = text.len().checked_sub(word.len())?;
        let fits = text.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(word));
        fits.then(|| text[..at].trim_end_matches([',', ';', ' ', '\u{a0}']))
    };
    match [" draw?", " draw offer"].iter().find_map(|word| behind(word)) {
        Some(bare) => (bare, true),
        None => (text, false),
    }
}

/// What a line of such words alone asks for. They are in lower case, without a full stop.
fn keyword(words: &str) -> Option<RequestKind> {
    let words = words.strip_prefix("i ").unwrap_or(words);
    if let Some(rest) = words.strip_prefix("take").or_else(|| words.strip_prefix("request take")) {
        let rest = rest.strip_prefix(['-', ' ']).unwrap_or(rest).strip_prefix("back")?;
        let rest = rest.strip_prefix(" requested:").unwrap_or(rest).trim_start();
        let number = rest.parse().ok().filter(|number| *number > 0);
        return (rest.is_empty() || number.is_some()).then_some(RequestKind::TakeBack(number));
    }
    let proposal = |what: &str| {
        let what = what.trim_start().strip_prefix("the ").unwrap_or(what.trim_start());
        match what.trim_start() {
            "" => Some(None),
            "draw" | "draw offer" => Some(Some(ProposalKind::Draw)),
            "take-back" | "takeback" | "take back" => Some(Some(ProposalKind::TakeBack)),
            "void" => Some(Some(ProposalKind::Void)),
            _ => None,
        }
    };
    match words {
        "resign" | "resigns" => Some(RequestKind::Resign),
        "(=)" | "draw?" | "draw offer" | "draw offered" | "offer draw" | "offer a draw" => {
            Some(RequestKind::OfferDraw)
        }
        "draw accepted" | "draw agreed" => Some(RequestKind::Accept(Some(ProposalKind::Draw))),
        "draw declined" => Some(RequestKind::Decline(Some(ProposalKind::Draw))),
        _ => {
            let accept = words.strip_prefix("accept").and_then(proposal).map(RequestKind::Accept);
            let decline = || words.strip_prefix("decline").and_then(proposal);
            accept.or_else(|| decline().map(RequestKind::Decline))
        }
    }
}

/// An answer in advance: `if e7e6 then b1c3`.
fn answer(number: usize, line: &str) -> Option<TypedAnswer> {
    let rest = line.get(..3).filter(|word| word.eq_ignore_ascii_case("if ")).map(|_| &line[3..])?;
    // In ASCII alone, so that the offsets are those of the line.
    let lower = rest.to_ascii_lowercase();
    let mut then = lower.match_indices(" then ");
    let (at, word) = then.next().filter(|_| then.next().is_none())?;
    let clean = |text: &str| {
        let shape = shape::read(text.trim_matches([' ', ',', '.']))?;
        shape.strange.is_none().then_some(shape.text)
    };
    let (trigger, answer) = (clean(&rest[..at])?, clean(&rest[at + word.len()..])?);
    Some(TypedAnswer { line: number, trigger, answer })
}

/// Whether a move, or a word that ends or undoes something, occurs in a sentence.
fn is_mention(line: &str, words: &str) -> bool {
    let told = |word: &str| {
        matches!(word, "resign" | "resigns" | "resigned" | "draw" | "draws" | "remis")
            || matches!(word, "takeback" | "take-back" | "1-0" | "0-1" | "1/2-1/2" | "½-½")
    };
    let bare = |c: char| !c.is_alphanumeric();
    shape::is_mentioned(line)
        || words.contains("take back")
        || words.split(' ').any(|word| told(word.trim_matches(bare)))
}

/// Whether a sentence may take back what stands on another line.
fn takes_back(line: &str) -> bool {
    let lower = spaced(&line.to_lowercase()).replace('’', "'");
    TAKING_BACK.iter().any(|words| lower.contains(words))
}
