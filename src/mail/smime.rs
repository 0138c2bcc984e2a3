//! What stands within an S/MIME signature that holds the text itself, which is looked through and not checked.

/// Tags of BER.
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const INTEGER: u8 = 0x02;
const OBJECT_IDENTIFIER: u8 = 0x06;
const OCTETS: u8 = 0x04;
/// Octets in several pieces.
const OCTETS_IN_PIECES: u8 = 0x24;
/// What is tagged 0 by its place.
const EXPLICIT_0: u8 = 0xa0;
/// 1.2.840.113549.1.7.2, signed data, and 1.2.840.113549.1.7.1, data.
const SIGNED_DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2];
const DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1];

/// The content of signed data (RFC 5652); none where it is something else, or of a form that is not read.
pub(super) fn signed_content(ber: &[u8]) -> Option<Vec<u8>> {
    let (all, _) = element(ber, SEQUENCE)?;
    let (kind, rest) = element(all, OBJECT_IDENTIFIER)?;
    let (signed, _) = element(rest, EXPLICIT_0)?;
    let (signed, _) = element(signed, SEQUENCE)?;
    let (_version, rest) = element(signed, INTEGER)?;
    let (_digests, rest) = element(rest, SET)?;
    let (content, _) = element(rest, SEQUENCE)?;
    let (inner, rest) = element(content, OBJECT_IDENTIFIER)?;
    if kind != SIGNED_DATA || inner != DATA {
        return None;
    }
    let (content, _) = element(rest, EXPLICIT_0)?;
    if let Some((octets, _)) = element(content, OCTETS) {
        return Some(octets.to_vec());
    }
    let (mut pieces, _) = element(content, OCTETS_IN_PIECES)?;
    let mut all = Vec::new();
    // The end of a form without length is two zeros.
    while !pieces.is_empty() && !pieces.starts_with(&[0, 0]) {
        let (piece, rest) = element(pieces, OCTETS)?;
        all.extend_from_slice(piece);
        pieces = rest;
    }
    Some(all)
}

/// The content of an element of a tag with which bytes begin, and what follows it. Where no length is stated, everything
/// that follows counts as its content.
fn element(ber: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (&first, rest) = ber.split_first()?;
    let (&length, rest) = rest.split_first()?;
    if first != tag {
        return None;
    }
    let more = usize::from(length.saturating_sub(0x80));
    let (length, rest) = match length {
        0..=0x7f => (usize::from(length), rest),
        0x81..=0x84 => {
            let (bytes, rest) = rest.split_at_checked(more)?;
            (bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
        }
        // Only what is made of elements can do without.
        0x80 if tag & 0x20 != 0 => return Some((rest, &[])),
        _ => return None,
    };
    rest.split_at_checked(length)
}
