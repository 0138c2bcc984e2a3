//! What keeps a message's text from being read whole.

/// Why the text of a message cannot be taken for the whole of what was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BodyFault {
    /// It is encrypted.
    Encrypted,
    /// It stands within a signature that hides it.
    Wrapped,
    /// It breaks off.
    Truncated,
    /// Its transfer encoding is damaged.
    Encoding,
    /// Its character set is unknown.
    Charset(String),
    /// It has more parts, or parts or elements within others, than are read.
    Parts,
    /// It is longer than is read.
    Long,
}
