//! Which lines of a message its sender typed, and which are quoted, forwarded, a signature, or a footer.
//!
//! What cannot be told counts as not typed: then nothing is played.

use super::armour::{BLOCK_BEGIN, BLOCK_END, MOST_BLOCK_LINES};

/// What a line of a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineKind {
    /// The sender typed it.
    Typed,
    /// There is nothing on it.
    Empty,
    /// It is quoted, or says who is quoted.
    Quoted,
    /// It is quoted, and there is nothing behind the marks.
    QuotedEmpty,
    /// It stands in a program's block, or is one that riverpost writes.
    Program,
    /// A program added it, such as `Sent from my telephone`.
    Added,
    /// It stands below a line that ends what was typed: a signature, a footer.
    Below,
}

/// A message's lines and what they are.
#[derive(Debug)]
pub(super) struct MessageLines<'t> {
    /// Up to where everything is quoted or forwarded, without white space around them.
    pub(super) lines: Vec<(LineKind, &'t str)>,
    /// The blocks that programs wrote, neither quoted nor forwarded.
    pub(super) blocks: Vec<String>,
}

/// How the sentence ends with which mail programs say whom they quote, in lower case.
const WROTE: [&str; 44] = [
    "wrote",
    "writes",
    "schrieb",
    "schreibt",
    "a écrit",
    "écrit",
    "a ecrit",
    "escribió",
    "escribio",
    "escribe",
    "escreveu",
    "escribiu",
    "va escriure",
    "ha scritto",
    "scrisse",
    "scritto",
    "schreef",
    "het volgende geschreven",
    "skrev",
    "skrev følgende",
    "kirjoitti",
    "skrifaði",
    "napisał",
    "napisał(a)",
    "napisała",
    "pisze",
    "napsal",
    "napsal(a)",
    "napísal",
    "napísal(a)",
    "írta",
    "a scris",
    "написал",
    "написал(а)",
    "пишет",
    "написав",
    "пише",
    "έγραψε",
    "yazdı",
    "şunu yazdı",
    "写道",
    "寫道",
    "のメール",
    "작성",
];
/// Lines above a forwarded message, in lower case, without the colon.
const FORWARDED: [&str; 16] = [
    "begin forwarded message",
    "anfang der weitergeleiteten nachricht",
    "début du message transféré",
    "début du message réexpédié",
    "inicio del mensaje reenviado",
    "inizio messaggio inoltrato",
    "begin doorgestuurd bericht",
    "vidarebefordrat brev",
    "start på videresendt besked",
    "início da mensagem reencaminhada",
    "início da mensagem encaminhada",
    "początek przekazywanej wiadomości",
    "начало переадресованного сообщения",
    "välitetty viesti alkaa",
    "開始轉寄郵件",
    "开始转发的邮件",
];
/// How `From:` reads above a quoted message, in lower case.
const FROM: [&str; 19] = [
    "from",
    "von",
    "de",
    "da",
    "van",
    "från",
    "fra",
    "od",
    "lähettäjä",
    "feladó",
    "від",
    "от",
    "отправитель",
    "από",
    "kimden",
    "发件人",
    "寄件者",
    "差出人",
    "보낸 사람",
];
/// How the lines begin that telephones add, in lower case.
const ADDED: [&str; 22] = [
    "sent from",
    "sent with",
    "sent via",
    "get outlook for",
    "von meinem",
    "gesendet von",
    "gesendet mit",
    "envoyé de",
    "envoyé depuis",
    "enviado desde",
    "enviado do",
    "enviado a partir",
    "inviato da",
    "verzonden vanaf",
    "verstuurd vanaf",
    "skickat från",
    "sendt fra",
    "lähetetty",
    "wysłano z",
    "отправлено с",
    "发自我的",
    "iphoneから送信",
];

impl<'t> MessageLines<'t> {
    /// Tells the lines of a text apart.
    pub(super) fn read(text: &'t str) -> MessageLines<'t> {
        let whole: Vec<&str> = text.lines().collect();
        let raw: Vec<&str> = whole.iter().map(|line| line.trim()).collect();
        let mut read = MessageLines { lines: Vec::with_capacity(raw.len()), blocks: Vec::new() };
        // What follows is riverpost's, or below a signature.
        let mut rest: Option<LineKind> = None;
        let mut at = 0;
        while at < raw.len() {
            let line = raw[at];
            if line == BLOCK_BEGIN {
                let lines = &raw[at..raw.len().min(at + MOST_BLOCK_LINES)];
                let length =
                    lines.iter().position(|l| *l == BLOCK_END).map_or(lines.len(), |l| l + 1);
                read.blocks.push(raw[at..at + length].iter().map(|l| format!("{l}\n")).collect());
                let block = raw[at..at + length].iter().map(|l| (LineKind::Program, *l));
                read.lines.extend(block);
                at += length;
                continue;
            }
            if is_forwarding(line) || is_header_of_quoted(&raw[at..]) {
                break;
            }
            if let Some(empty) = is_quoted(line) {
                let kind = if empty { LineKind::QuotedEmpty } else { LineKind::Quoted };
                read.lines.push((kind, line));
                at += 1;
                continue;
            }
            if let Some(above) = attribution(&raw[..=at]) {
                for (kind, _) in read.lines.iter_mut().rev().take(above) {
                    *kind = LineKind::Quoted;
                }
                read.lines.push((LineKind::Quoted, line));
                let next = raw[at + 1..].iter().find(|line| !line.is_empty());
                // A quotation whose lines bear no mark goes on to the end.
                if next.is_none_or(|next| is_quoted(next).is_none()) {
                    break;
                }
                at += 1;
                continue;
            }
            if is_riverposts(line) {
                rest = Some(LineKind::Program);
            } else if is_end_of_typed(line) {
                rest = rest.or(Some(LineKind::Below));
            }
            let kind = match rest {
                _ if line.is_empty() => LineKind::Empty,
                Some(rest) => rest,
                None if is_added(line) => LineKind::Added,
                None if is_indented(whole[at]) => LineKind::Quoted,
                None => LineKind::Typed,
            };
            read.lines.push((kind, line));
            at += 1;
        }
        read
    }

    /// Whether there is typed text on both sides of quoted text.
    pub(super) fn is_around_quote(&self) -> bool {
        let is_typed = |line: &(LineKind, &str)| line.0 == LineKind::Typed;
        let first = self.lines.iter().position(|line| line.0 == LineKind::Quoted);
        first.is_some_and(|first| {
            let (above, below) = self.lines.split_at(first);
            above.iter().any(is_typed) && below.iter().any(is_typed)
        })
    }
}

/// Whether a line is quoted by its first sign, and then whether nothing stands behind the marks.
fn is_quoted(line: &str) -> Option<bool> {
    // `> text`, `AE> text`, `| text`.
    let initials = line.len() - line.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let rest = if initials <= 4 { &line[initials..] } else { line };
    let quotes = rest.starts_with('>') || line.starts_with(['|', '»', '›', '＞', '│']);
    let mark = |c: char| c.is_whitespace() || matches!(c, '>' | '|' | '»' | '›' | '＞' | '│');
    quotes.then(|| rest.trim_matches(mark).is_empty())
}

/// Whether a line stands so far in as mail programs set what they quote, where they set no marks.
fn is_indented(line: &str) -> bool {
    let spaces = line.chars().take_while(|c| c.is_whitespace());
    line.starts_with('\t') || spaces.take(4).count() == 4
}

/// Whether a forwarded or quoted message begins here, without marks: `-----Original Message-----`.
fn is_forwarding(line: &str) -> bool {
    let inner = line.trim_matches(['-', '_', '=', '*', '—', '–']);
    let begins = line.find(inner).unwrap_or_default();
    let ends = line.len() - begins - inner.len();
    let ruled = begins >= 2 && ends >= 2 && inner.chars().any(char::is_alphabetic);
    let words = line.trim_end_matches([':', '：']).trim_end().to_lowercase();
    ruled || FORWARDED.contains(&words.as_str())
}

/// The label and the value of a line such as `Sent: Monday`, with or without asterisks around the label.
fn labelled(line: &str) -> Option<(&str, &str)> {
    let (label, value) = line.split_once([':', '：'])?;
    let label = label.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_'));
    let letters = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '.' | '\'' | '’');
    let fits = !label.is_empty() && label.chars().count() <= 24 && label.chars().all(letters);
    fits.then_some((label, value))
}

/// Whether the header of a quoted message begins here: a label for its writer and another line like it, or three lines with
/// labels of which one has an address or a date.
fn is_header_of_quoted(lines: &[&str]) -> bool {
    let Some((label, _)) = lines.first().and_then(|line| labelled(line)) else { return false };
    let labelled = lines.iter().take(8).map_while(|line| labelled(line));
    let values: Vec<&str> = labelled.map(|(_, value)| value).collect();
    let known = FROM.contains(&label.to_lowercase().as_str());
    let telling = values.iter().any(|value| value.contains('@') || has_date(value));
    (known && values.len() >= 2) || (values.len() >= 3 && telling)
}

/// Whether the last of these lines says who is quoted; then how many of the lines above belong to it.
fn attribution(lines: &[&str]) -> Option<usize> {
    let (line, above) = lines.split_last()?;
    let words = line.strip_suffix([':', '：'])?.trim_end().to_lowercase();
    let telling = |line: &str| line.contains('@') || has_date(line);
    let wrote = WROTE.iter().any(|wrote| words.ends_with(wrote));
    // It may have been broken into as many as three lines.
    let above: Vec<&str> =
        above.iter().rev().take(2).take_while(|line| !line.is_empty()).copied().collect();
    let first = above.iter().rposition(|line| telling(line)).map(|at| at + 1);
    match (wrote || telling(line), first) {
        (true, first) => Some(first.unwrap_or(0)),
        (false, first) => first,
    }
}

/// Whether a text has a year or a time of day.
fn has_date(text: &str) -> bool {
    let mut digits = text.split(|c: char| !c.is_ascii_digit());
    let year = |word: &str| word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    let bytes = text.as_bytes();
    let time = |part: &[u8]| matches!(part, [h, b':', m, n] if [h, m, n].iter().all(|b| b.is_ascii_digit()));
    digits.any(year) || bytes.windows(4).any(time)
}

/// Whether what was typed ends here: `-- ` above a signature, or a line drawn with signs.
fn is_end_of_typed(line: &str) -> bool {
    let sign =
        |c: char| matches!(c, '-' | '_' | '=' | '*' | '~' | '#' | '+' | '—' | '–' | '─' | ' ');
    line.len() >= 2
        && line.starts_with(['-', '_', '=', '*', '~', '#', '—', '–', '─'])
        && line.chars().all(sign)
}

/// Whether a telephone or a mail program added the line.
fn is_added(line: &str) -> bool {
    let lower = line.to_lowercase();
    ADDED.iter().any(|begin| lower.starts_with(begin))
}

/// Whether riverpost writes such lines: `ID: 12. SK b1-c3`, and those of a board.
fn is_riverposts(line: &str) -> bool {
    let action = line.split_once(": ").is_some_and(|(id, action)| {
        let sign = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let number = action.len() - action.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        id.contains('-') && id.chars().all(sign) && number > 0 && action[number..].starts_with('.')
    });
    let mut cells = line.split_whitespace();
    let (first, last) = (cells.next(), cells.next_back());
    let between = cells.count();
    let rank = |cell: Option<&str>| cell.is_some_and(|c| c.parse::<u8>().is_ok());
    let files = line.split_whitespace().enumerate().all(|(at, cell)| {
        cell.len() == 1 && cell.bytes().next() == Some(b'a'.wrapping_add(at as u8))
    });
    action || (between >= 5 && ((rank(first) && first == last) || files))
}
