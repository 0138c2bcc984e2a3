//! Names made of hashes.

use sha2::{Digest, Sha256};

/// The hash by which bytes are known again, in hexadecimal.
pub(super) fn hash_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
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
