//! What a text in HTML says: the words as a reader sees them, in lines, quoted ones behind `>`.

use mail_parser::decoders::html::add_html_token;

use super::fault::BodyFault;

/// How deep elements may stand in elements.
const DEEPEST: usize = 256;
/// The most `>` in front of a line.
const MOST_QUOTES: usize = 9;
/// The longest reference to a character, such as `&nbsp;`, in bytes.
const LONGEST_REFERENCE: usize = 34;
/// Elements of which nothing is seen.
const UNSEEN: [&str; 12] = [
    "head", "style", "script", "title", "template", "svg", "math", "object", "select", "textarea",
    "noscript", "iframe",
];
/// Those in which nothing but their own end is a tag.
const RAW: [&str; 5] = ["script", "style", "title", "textarea", "iframe"];
/// Elements that end where another of their name begins.
const ENDED_BY_NEXT: [&str; 8] = ["p", "li", "td", "th", "tr", "dt", "dd", "option"];
/// Elements without content.
const EMPTY: [&str; 11] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"];
/// Elements that begin and end lines.
const BLOCKS: &str = "p div li ul ol dl dt dd table tbody thead tr caption h1 h2 h3 h4 h5 \
                      h6 blockquote pre section article header footer address center form fieldset body html main";
/// Those with empty lines around them.
const SPACED: [&str; 10] = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "table"];
/// Classes of what mail programs quote besides `blockquote`.
const QUOTING_CLASSES: [&str; 5] =
    ["gmail_attr", "yahoo_quoted", "moz-cite-prefix", "protonmail_quote", "zmail_extra"];
/// What mail programs set in front of a quotation that goes on to the end.
const QUOTING_IDS: [&str; 3] =
    ["divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container"];

/// An element that is open.
struct Element {
    name: String,
    quotes: bool,
    unseen: bool,
    struck: bool,
    keeps_space: bool,
}

/// A tag as far as it matters.
struct Tag {
    /// The element that it opens, or one of the name that it closes.
    element: Element,
    closes: bool,
    quotes_rest: bool,
    /// Where the text goes on.
    end: usize,
}

/// The text in lines.
struct Writer {
    out: String,
    line: String,
    /// A space is due before the next word.
    space: bool,
    quotes: usize,
}

/// What the HTML of a message says.
///
/// # Errors
/// [`BodyFault::Parts`] for elements nested too deep, [`BodyFault::Truncated`] where it breaks off within a tag, or a tag
/// within another.
pub(super) fn to_text(html: &str) -> Result<String, BodyFault> {
    let mut writer = Writer {
        out: String::with_capacity(html.len() / 2),
        line: String::new(),
        space: false,
        quotes: 0,
    };
    let mut open: Vec<Element> = Vec::new();
    let (mut at, mut rest_quoted) = (0, false);
    while at < html.len() {
        let rest = &html[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            let length = comment.find("-->").ok_or(BodyFault::Truncated)?;
            at += "<!---->".len() + length;
            continue;
        }
        if rest.starts_with("<!") || rest.starts_with("<?") {
            at += rest.find('>').ok_or(BodyFault::Truncated)? + 1;
            continue;
        }
        if let Some(tag) = tag(html, at) {
            let tag = tag.ok_or(BodyFault::Truncated)?;
            let name = tag.element.name.as_str();
            at = match tag.closes || !RAW.contains(&name) {
                true => tag.end,
                false => closing(html, tag.end, name).ok_or(BodyFault::Truncated)?,
            };
            rest_quoted |= tag.quotes_rest;
            writer.tag(tag, &mut open)?;
            let depth = open.iter().filter(|e| e.quotes).count() + usize::from(rest_quoted);
            writer.quotes = depth.min(MOST_QUOTES);
            continue;
        }
        let keeps_space = open.iter().any(|e| e.keeps_space);
        let seen = !open.iter().any(|e| e.unseen);
        if let Some(reference) = reference(rest) {
            at += reference.len();
            if seen {
                let mut character = String::new();
                add_html_token(&mut character, reference.as_bytes(), false);
                writer.word(&character);
            }
            continue;
        }
        let first = first_length(rest);
        let end = at + rest[first..].find(['<', '&']).map_or(rest.len(), |length| first + length);
        let text = &html[at..end];
        at = end;
        if seen {
            writer.text(text, keeps_space);
        }
    }
    writer.end_line();
    Ok(writer.out)
}

/// The length of the first character, in bytes.
fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// The reference to a character with which a text begins, such as `&nbsp;`.
fn reference(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('&')?;
    let name = |c: char| c.is_ascii_alphanumeric() || c == '#';
    let length =
        rest.find(|c| !name(c)).filter(|length| (1..LONGEST_REFERENCE).contains(length))?;
    rest[length..].starts_with(';').then(|| &text[..length + 2])
}

/// Where the tag that closes an element begins, from an offset on.
fn closing(html: &str, from: usize, name: &str) -> Option<usize> {
    let closes = |rest: &str| rest.get(..name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name));
    let mut tags = html[from..].match_indices("</").map(|(at, _)| from + at);
    tags.find(|at| closes(&html[at + 2..]))
}

impl Writer {
    fn tag(&mut self, tag: Tag, open: &mut Vec<Element>) -> Result<(), BodyFault> {
        let Tag { element, closes, .. } = tag;
        let name = element.name.as_str();
        let seen = !open.iter().any(|e| e.unseen);
        if closes {
            // What was left open within ends with it.
            let Some(at) = open.iter().rposition(|e| e.name == name) else {
                if seen {
                    self.break_around(name);
                }
                return Ok(());
            };
            let struck = open.drain(at..).filter(|e| e.struck).count();
            if seen {
                self.word(&"~~".repeat(struck));
                self.break_around(name);
            }
            return Ok(());
        }
        if seen && !element.unseen {
            match name {
                "br" => self.break_line(),
                "hr" => {
                    self.end_line();
                    self.word("________________________________");
                    self.end_line();
                }
                "td" | "th" => self.space = true,
                "li" => {
                    self.end_line();
                    self.word("* ");
                }
                // Raised and lowered digits are no part of a square.
                "sup" => self.word("^"),
                "sub" => self.word("_"),
                _ if element.quotes => self.end_line(),
                _ => self.break_around(name),
            }
            if element.struck {
                self.word("~~");
            }
        }
        if EMPTY.contains(&name) {
            return Ok(());
        }
        if ENDED_BY_NEXT.contains(&name) && open.last().is_some_and(|e| e.name == name) {
            open.pop();
        }
        if open.len() == DEEPEST {
            return Err(BodyFault::Parts);
        }
        open.push(element);
        Ok(())
    }

    /// Ends the line before and after an element that stands by itself.
    fn break_around(&mut self, name: &str) {
        if BLOCKS.split(' ').any(|block| block == name) {
            self.end_line();
        }
        if SPACED.contains(&name) && !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.empty_line();
        }
    }

    fn text(&mut self, text: &str, keeps_space: bool) {
        if keeps_space {
            for (at, line) in text.split('\n').enumerate() {
                if at > 0 {
                    self.break_line();
                }
                self.word(line);
            }
            return;
        }
        let blank = |c: char| c.is_ascii_whitespace();
        for (at, word) in text.split(blank).enumerate() {
            self.space |= at > 0;
            if !word.is_empty() {
                self.word(word);
            }
        }
    }

    fn word(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        if self.space && !self.line.is_empty() {
            self.line.push(' ');
        }
        self.space = false;
        self.line.push_str(word);
    }

    /// Ends a line if there is anything in it.
    fn end_line(&mut self) {
        self.space = false;
        if self.line.is_empty() {
            return;
        }
        self.out.extend(std::iter::repeat_n('>', self.quotes));
        if self.quotes > 0 {
            self.out.push(' ');
        }
        self.out.push_str(&self.line);
        self.out.push('\n');
        self.line.clear();
    }

    fn empty_line(&mut self) {
        self.out.extend(std::iter::repeat_n('>', self.quotes));
        self.out.push('\n');
    }

    /// Ends a line, which may be empty.
    fn break_line(&mut self) {
        match self.line.is_empty() {
            true => self.empty_line(),
            false => self.end_line(),
        }
    }
}

/// The tag that begins at an offset, if one does; none within, if it does not end.
fn tag(html: &str, at: usize) -> Option<Option<Tag>> {
    let rest = html[at..].strip_prefix('<')?;
    let closes = rest.starts_with('/');
    let rest = &rest[usize::from(closes)..];
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let length = rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
    // A tag within a tag is damage.
    let Some(length) = length.filter(|length| !rest[..*length].contains('<')) else {
        return Some(None);
    };
    let name = rest[..length].to_ascii_lowercase();
    let element = Element {
        quotes: name == "blockquote",
        unseen: UNSEEN.contains(&name.as_str()),
        struck: matches!(name.as_str(), "s" | "strike" | "del"),
        keeps_space: name == "pre",
        name,
    };
    let mut tag = Tag { element, closes, quotes_rest: false, end: 0 };
    let start = html.len() - rest.len() + length;
    tag.attributes(html, start).map(|()| tag).map_or(Some(None), |tag| Some(Some(tag)))
}

impl Tag {
    /// Reads the attributes that begin at an offset, and finds the end; none where there is none.
    fn attributes(&mut self, html: &str, mut at: usize) -> Option<()> {
        loop {
            let rest = html[at..].trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
            at = html.len() - rest.len();
            if rest.starts_with('>') {
                self.end = at + 1;
                return Some(());
            }
            let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/');
            // A sign of equality in front of a name is part of it.
            let first = first_length(rest);
            let length = first + rest.get(first..)?.find(ends)?;
            let name = rest[..length].to_ascii_lowercase();
            if name.contains('<') {
                return None;
            }
            at += length;
            let rest = html[at..].trim_start_matches(|c: char| c.is_ascii_whitespace());
            let Some(value) = rest.strip_prefix('=') else {
                self.attribute(&name, "");
                continue;
            };
            let value = value.trim_start_matches(|c: char| c.is_ascii_whitespace());
            let start = html.len() - value.len();
            let (value, end) = match value.chars().next()? {
                quote @ ('"' | '\'') => {
                    let length = value[1..].find(quote)?;
                    (&value[1..=length], start + length + 2)
                }
                _ => {
                    let length = value.find(|c: char| c.is_ascii_whitespace() || c == '>')?;
                    let value = Some(&value[..length]).filter(|value| !value.contains('<'))?;
                    (value, start + length)
                }
            };
            self.attribute(&name, value);
            at = end;
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        match name {
            "hidden" => self.element.unseen = true,
            "class" => {
                self.element.quotes |=
                    value.split_ascii_whitespace().any(|c| QUOTING_CLASSES.contains(&c));
            }
            "id" => self.quotes_rest |= QUOTING_IDS.contains(&value),
            "style" => {
                let bare = |c: &char| !c.is_whitespace();
                let style: String = value.to_ascii_lowercase().chars().filter(bare).collect();
                let hides = ["display:none", "visibility:hidden", "mso-hide:all", "font-size:0"];
                let declares = |d: &str| hides.contains(&d.trim_end_matches("px"));
                self.element.unseen |=
                    style.split(';').any(|d| declares(d.trim_end_matches("!important")));
                self.element.struck |= style.contains("line-through");
                self.element.keeps_space |= style.contains("white-space:pre");
            }
            _ => {}
        }
    }
}
