//! Names made of hashes.

use crate::record::hex;
use sha2::{Digest, Sha256};

/// The hash by which bytes are known again, in hexadecimal.
pub(super) fn hash_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// By what the bytes of records are known again.
pub(super) struct ByteMarks {
    /// What is hashed in front of them.
    secret: Vec<u8>,
    /// Whether bytes with an address may be marked. A hash without a secret tells whoever guesses an address that it is right.
    addresses: bool,
}

impl ByteMarks {
    /// Marks for a site that shows addresses, or of a repository with a secret; without either, bytes that may have an address
    /// have none.
    pub(super) fn new(secret: Option<Vec<u8>>, addresses: bool) -> ByteMarks {
        ByteMarks { addresses: addresses || secret.is_some(), secret: secret.unwrap_or_default() }
    }

    /// The mark of these bytes, in hexadecimal.
    pub(super) fn of(&self, bytes: &[u8]) -> Option<String> {
        let told = self.addresses || !bytes.contains(&b'@');
        told.then(|| hash_of(&[&self.secret, bytes].concat()))
    }
}

/// A UUID that stands for some texts, always the same.
pub(super) fn uuid_of(texts: &[&str]) -> String {
    let hash = hash_of(texts.join("\n").as_bytes());
    // Version 8, whose bits are the maker's own (RFC 9562).
    format!(
        "{}-{}-8{}-8{}-{}",
        &hash[..8],
        &hash[8..12],
        &hash[13..16],
        &hash[17..20],
        &hash[20..32]
    )
}
