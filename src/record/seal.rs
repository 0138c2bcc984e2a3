//! Sealed plans: a side binds itself to a text by a hash, and shows the text later (K10).

use super::chain::ChainHash;
use super::model::Header;
use crate::rules::Side;

/// The hash by which a side seals a text in a game: the SHA-256, as 64 hexadecimal digits, of these lines, each ended by a
/// line feed. `salt` is 128 secret bits as 32 hexadecimal digits.
///
/// ```text
/// riverpost sealed plan 1
/// game ID
/// nonce HEX                  - where the record has none
/// by south|north
/// salt HEX
/// plan TEXT
/// ```
pub fn seal(header: &Header, by: Side, salt: &str, text: &str) -> String {
    let (id, nonce) = (&header.id, header.nonce.as_deref().unwrap_or("-"));
    let by = by.name();
    let sealed = format!(
        "riverpost sealed plan 1\ngame {id}\nnonce {nonce}\nby {by}\nsalt {salt}\nplan {text}\n"
    );
    ChainHash::of(&sealed).to_string()
}
