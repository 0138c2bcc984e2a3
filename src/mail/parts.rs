//! The parts of a message, and which of them are its text.
//!
//! The parts are divided here, not by the library that decodes them: it would decode every attachment, knows no limits of
//! depth and number, and takes a boundary within a line for one.

use std::borrow::Cow;

use base64ct::{Base64, Encoding};
use mail_parser::ContentType;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;

use super::armour;
use super::fault::BodyFault;
use super::fields::{Fields, line_end};
use super::html;
use super::smime;

/// How deep parts may stand in parts.
const DEEPEST: usize = 8;
/// The most parts.
const MOST_PARTS: usize = 200;
/// The most bytes of a part of text, as it was sent, and of all of them together.
const LONGEST_TEXT: usize = 1024 * 1024;
/// The most bytes and fields of a part's header.
const PART_HEADER: (usize, usize) = (64 * 1024, 200);
/// The longest boundary, in bytes.
const LONGEST_BOUNDARY: usize = 200;

/// The text of a message in the forms that there are of it.
#[derive(Debug, Default)]
pub(super) struct Forms {
    pub(super) plain: Option<String>,
    /// What the HTML says.
    pub(super) html: Option<String>,
}

/// What is left to be read.
struct Budget {
    parts: usize,
    bytes: usize,
}

impl Budget {
    /// Takes account of bytes that are read.
    fn spend(&mut self, bytes: &[u8]) -> Result<(), BodyFault> {
        self.bytes = self.bytes.checked_sub(bytes.len()).ok_or(BodyFault::Long)?;
        Ok(())
    }
}

/// Whether a message is a report, such as that of a failed delivery, by its type.
pub(super) fn is_report(fields: &Fields<'_>) -> bool {
    let Some(kind) = fields.content_type("Content-Type") else { return false };
    let reports = ["delivery-status", "disposition-notification", "feedback-report"];
    match kind.ctype() {
        "multipart" => is(&kind, "report"),
        "message" => reports.iter().any(|report| is(&kind, report)),
        _ => false,
    }
}

/// The text of a message, its header and its body being these.
pub(super) fn read(fields: &Fields<'_>, body: &[u8]) -> Result<Forms, BodyFault> {
    let mut budget = Budget { parts: MOST_PARTS, bytes: LONGEST_TEXT };
    let mut forms = walk(fields, body, DEEPEST, &mut budget, true)?;
    for form in [&mut forms.plain, &mut forms.html] {
        *form = form.take().map(armour::without_pgp).transpose()?;
    }
    Ok(forms)
}

fn is(kind: &ContentType<'_>, subtype: &str) -> bool {
    kind.subtype().is_some_and(|s| s.eq_ignore_ascii_case(subtype))
}

fn walk(
    fields: &Fields<'_>,
    body: &[u8],
    depth: usize,
    budget: &mut Budget,
    whole: bool,
) -> Result<Forms, BodyFault> {
    let nothing = || Ok(Forms::default());
    let kind = fields.content_type("Content-Type");
    let subtype = kind.as_ref().and_then(|k| k.subtype()).unwrap_or_default().to_ascii_lowercase();
    let attribute = |name| kind.as_ref().and_then(|k| k.attribute(name));
    match (kind.as_ref().map_or("text", |k| k.ctype()), subtype.as_str()) {
        ("multipart", "encrypted") => Err(BodyFault::Encrypted),
        ("multipart", "report" | "digest") => nothing(),
        ("multipart", kind) => {
            let depth = depth.checked_sub(1).ok_or(BodyFault::Parts)?;
            let boundary = attribute("boundary").unwrap_or_default();
            let mut parts = divide(body, boundary.as_bytes(), budget)?;
            if matches!(kind, "signed" | "related") {
                parts.truncate(1);
            }
            let mut forms = Vec::new();
            for part in parts {
                forms.push(walk_part(part, depth, budget)?);
            }
            Ok(if kind == "alternative" { alternatives(forms) } else { in_turn(forms) })
        }
        ("application", "pkcs7-mime" | "x-pkcs7-mime") => {
            let says =
                |kind: &str| attribute("smime-type").is_some_and(|t| t.eq_ignore_ascii_case(kind));
            if says("enveloped-data") || says("authenveloped-data") {
                return Err(BodyFault::Encrypted);
            }
            let depth = depth.checked_sub(1).ok_or(BodyFault::Parts)?;
            budget.spend(body)?;
            let signed = smime::signed_content(&transferred(fields, body, whole)?);
            let signed = signed.ok_or(BodyFault::Wrapped)?;
            walk_part(&signed, depth, budget)
        }
        ("text", "plain" | "html" | "") if !is_attached(fields, attribute("name"), whole) => {
            budget.spend(body)?;
            let bytes = transferred(fields, body, whole)?;
            let text = broken_as_one(&characters(&bytes, attribute("charset"))?);
            if subtype == "html" {
                return Ok(Forms { plain: None, html: Some(html::to_text(&text)?) });
            }
            let says =
                |name, value: &str| attribute(name).is_some_and(|v| v.eq_ignore_ascii_case(value));
            let text = match says("format", "flowed") {
                true => unflowed(&text, says("delsp", "yes")),
                false => text,
            };
            Ok(Forms { plain: Some(text), html: None })
        }
        _ => nothing(),
    }
}

/// The text of a part of a message.
fn walk_part(part: &[u8], depth: usize, budget: &mut Budget) -> Result<Forms, BodyFault> {
    let (most_bytes, most_fields) = PART_HEADER;
    let split = Fields::split(part, most_bytes, most_fields);
    let (fields, body) = split.map_err(|_| BodyFault::Parts)?;
    walk(&fields, body, depth, budget, false)
}

/// Whether a part is one that is attached: a file, not text to be read.
fn is_attached(fields: &Fields<'_>, name: Option<&str>, whole: bool) -> bool {
    let disposition = fields.content_type("Content-Disposition");
    let says =
        |kind: ContentType<'_>| kind.is_attachment() || (!whole && kind.has_attribute("filename"));
    disposition.is_some_and(says) || (!whole && name.is_some())
}

/// The parts between the lines of a boundary, each without the line end that belongs to the boundary behind it.
fn divide<'m>(
    body: &'m [u8],
    boundary: &[u8],
    budget: &mut Budget,
) -> Result<Vec<&'m [u8]>, BodyFault> {
    if boundary.is_empty() || boundary.len() > LONGEST_BOUNDARY {
        return Err(BodyFault::Truncated);
    }
    let (mut parts, mut open, mut at) = (Vec::new(), None, 0);
    while at < body.len() {
        let end = line_end(body, at);
        let rest = body[at..end].strip_prefix(b"--").and_then(|line| line.strip_prefix(boundary));
        let rest = rest.map(<[u8]>::trim_ascii_end);
        if let Some(rest @ (b"" | b"--")) = rest {
            if let Some(start) = open {
                let part = &body[start..at.max(start)];
                let part = part.strip_suffix(b"\n").unwrap_or(part);
                parts.push(part.strip_suffix(b"\r").unwrap_or(part));
                budget.parts = budget.parts.checked_sub(1).ok_or(BodyFault::Parts)?;
            }
            if rest == b"--" {
                return Ok(parts);
            }
            open = Some(end);
        }
        at = end;
    }
    Err(BodyFault::Truncated)
}

/// Forms of the same text.
fn alternatives(parts: Vec<Forms>) -> Forms {
    let mut all = Forms::default();
    for part in parts {
        all.plain = joined(all.plain, part.plain);
        all.html = joined(all.html, part.html);
    }
    // A plain text without a word is none.
    if all.plain.as_ref().is_some_and(|text| text.trim().is_empty()) && all.html.is_some() {
        all.plain = None;
    }
    all
}

/// Texts that follow each other, each in the form that it has.
fn in_turn(parts: Vec<Forms>) -> Forms {
    let plain = parts.iter().any(|part| part.plain.is_some());
    let html = parts.iter().any(|part| part.html.is_some());
    let mut all = Forms::default();
    for part in parts {
        if plain {
            all.plain = joined(all.plain, part.plain.clone().or_else(|| part.html.clone()));
        }
        if html {
            all.html = joined(all.html, part.html.or(part.plain));
        }
    }
    all
}

/// A text behind another, with an empty line between.
fn joined(before: Option<String>, after: Option<String>) -> Option<String> {
    match (before, after) {
        (Some(before), Some(after)) => {
            Some(format!("{}\n\n{after}", before.trim_end_matches('\n')))
        }
        (before, after) => before.or(after),
    }
}

/// The bytes that were transferred.
fn transferred<'m>(
    fields: &Fields<'_>,
    body: &'m [u8],
    whole: bool,
) -> Result<Cow<'m, [u8]>, BodyFault> {
    let encoding = fields.plain("Content-Transfer-Encoding").unwrap_or_default();
    match encoding.to_ascii_lowercase().as_str() {
        "" | "7bit" | "8bit" | "binary" => Ok(body.into()),
        "base64" => {
            let text: Vec<u8> = body.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
            let text = std::str::from_utf8(&text).map_err(|_| BodyFault::Encoding)?;
            Base64::decode_vec(text).map(Cow::Owned).map_err(|_| BodyFault::Encoding)
        }
        "quoted-printable" if is_quoted_printable(body, whole) => {
            quoted_printable_decode(body).map(Cow::Owned).ok_or(BodyFault::Encoding)
        }
        _ => Err(BodyFault::Encoding),
    }
}

/// Whether every `=` is followed by two hexadecimal digits or ends its line, and every carriage return by a line feed: of
/// anything else the decoder would make something. Only in a part, whose last line end belongs to the boundary, may the
/// last line go on.
fn is_quoted_printable(body: &[u8], whole: bool) -> bool {
    let fits = |(at, byte): (usize, &u8)| {
        let rest = &body[at + 1..];
        match byte {
            b'\r' => rest.first() == Some(&b'\n'),
            b'=' => {
                let digits = |pair: &[u8]| pair.iter().all(u8::is_ascii_hexdigit);
                let after = rest.iter().position(|b| !matches!(b, b' ' | b'\t'));
                rest.get(..2).is_some_and(digits)
                    || after.map_or(!whole, |at| matches!(rest[at], b'\r' | b'\n'))
            }
            _ => true,
        }
    };
    body.iter().enumerate().all(fits)
}

/// The text that bytes are in a character set.
fn characters(bytes: &[u8], charset: Option<&str>) -> Result<String, BodyFault> {
    let charset = charset.unwrap_or_default().trim();
    // The library leaves UTF-8 to others.
    let utf8 = ["", "utf-8", "utf8"].iter().any(|name| charset.eq_ignore_ascii_case(name));
    // Most sets have the letters and digits of ASCII in common, unless escapes change them.
    let ascii = || bytes.is_ascii() && !bytes.contains(&0x1b);
    match charset_decoder(charset.as_bytes()) {
        Some(decode) if !utf8 => Ok(decode(bytes)),
        None if !utf8 && !ascii() => Err(BodyFault::Charset(charset.chars().take(40).collect())),
        _ => Ok(String::from_utf8_lossy(bytes).into_owned()),
    }
}

/// A text whose lines all end in a line feed alone, without the mark of its byte order.
fn broken_as_one(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Lines that were broken to be sent, joined (RFC 3676); quoted ones begin with as many `>` as they did.
fn unflowed(text: &str, delete_space: bool) -> String {
    let mut out = String::with_capacity(text.len());
    // How deep the line that goes on is quoted.
    let mut open: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let rest = line.trim_start_matches('>');
        let depth = line.len() - rest.len();
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let signature = rest == "-- ";
        if open != Some(depth) || signature {
            if open.is_some() {
                out.push('\n');
            }
            out.extend(std::iter::repeat_n('>', depth));
            out.push_str(if depth > 0 { " " } else { "" });
        }
        let flows = rest.ends_with(' ') && !signature;
        out.push_str(if flows && delete_space { &rest[..rest.len() - 1] } else { rest });
        open = flows.then_some(depth);
        if !flows {
            out.push('\n');
        }
    }
    out
}
