//! The fields of a header, each read by itself, so that a damaged one cannot hide the next.

use std::borrow::Cow;

use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, HeaderValue};

/// The longest field that is read, in bytes.
const LONGEST_FIELD: usize = 16 * 1024;

/// One field: its name and what stands behind the colon, its line end included.
struct Field<'m> {
    name: &'m str,
    value: &'m [u8],
}

/// The fields of a message's header, or of one of its parts.
pub(super) struct Fields<'m>(Vec<Field<'m>>);

/// The header has more bytes or fields than are read.
pub(super) struct TooMuch;

impl<'m> Fields<'m> {
    /// Divides a message or a part into its fields and its body. Lines that are no field are left out.
    pub(super) fn split(
        message: &'m [u8],
        most_bytes: usize,
        most_fields: usize,
    ) -> Result<(Fields<'m>, &'m [u8]), TooMuch> {
        let mut fields: Vec<Field<'m>> = Vec::new();
        let (mut at, mut open) = (0, false);
        while at < message.len() {
            let end = line_end(message, at);
            let line = &message[at..end];
            if line == b"\n" || line == b"\r\n" {
                return Ok((Fields(fields), &message[end..]));
            }
            if end > most_bytes {
                return Err(TooMuch);
            }
            if !line.starts_with(b" ") && !line.starts_with(b"\t") {
                open = false;
                if let Some((name, value)) = name(line) {
                    fields.push(Field { name, value });
                    open = true;
                }
                if fields.len() > most_fields {
                    return Err(TooMuch);
                }
            } else if let (true, Some(last)) = (open, fields.last_mut()) {
                // A folded line: the value goes on.
                let start = at - last.value.len();
                last.value = &message[start..end];
            }
            at = end;
        }
        Ok((Fields(fields), &[]))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values of a name, as they stand, in order.
    pub(super) fn all<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'m [u8]> + 'f {
        self.named().filter(move |(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// All names with their values.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'m str, &'m [u8])> + '_ {
        self.0.iter().map(|field| (field.name, field.value))
    }

    /// The first value of a name in one line, not decoded.
    pub(super) fn plain(&self, name: &str) -> Option<String> {
        let value = self.all(name).next()?;
        let value = String::from_utf8_lossy(&value[..value.len().min(LONGEST_FIELD)]);
        Some(value.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The first value of a name as the type of a part, or of its disposition.
    pub(super) fn content_type(&self, name: &str) -> Option<ContentType<'static>> {
        match parsed(self.all(name).next()?, |stream| stream.parse_content_type()) {
            HeaderValue::ContentType(value) => Some(value),
            _ => None,
        }
    }
}

/// The end of the line that begins at an offset, its line feed included.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|b| *b == b'\n').map_or(text.len(), |length| at + length + 1)
}

/// The name in front of a colon and what follows it.
fn name(line: &[u8]) -> Option<(&str, &[u8])> {
    let colon = line.iter().position(|b| *b == b':')?;
    let name = line[..colon].trim_ascii_end();
    let fits = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
    let name = std::str::from_utf8(name).ok().filter(|_| fits)?;
    Some((name, &line[colon + 1..]))
}

/// What a parser makes of the value of a field. Of one that is longer than is read, it makes nothing.
pub(super) fn parsed(
    value: &[u8],
    parse: impl for<'x> Fn(&mut MessageStream<'x>) -> HeaderValue<'x>,
) -> HeaderValue<'static> {
    if value.len() > LONGEST_FIELD {
        return HeaderValue::Empty;
    }
    // The parsers give nothing for a value without its line end.
    let ended: Cow<'_, [u8]> = match value.ends_with(b"\n") {
        true => value.into(),
        false => [value, b"\n"].concat().into(),
    };
    parse(&mut MessageStream::new(&ended)).into_owned()
}
