//! Text that programs put between lines of their own: OpenPGP's, which is looked through, and riverpost's.

use super::fault::BodyFault;

/// The first line of a block that riverpost wrote.
pub const BLOCK_BEGIN: &str = "-----BEGIN RIVERPOST MOVE-----";
/// The last line of such a block.
pub const BLOCK_END: &str = "-----END RIVERPOST MOVE-----";
/// The most lines of such a block that are read.
pub(super) const MOST_BLOCK_LINES: usize = 4000;

/// A text without the armour of an OpenPGP signature, which is not checked, and without what that did to its lines.
pub(super) fn without_pgp(text: String) -> Result<String, BodyFault> {
    let begins = |line: &str, what: &str| line.trim_end() == format!("-----BEGIN PGP {what}-----");
    if text.lines().any(|line| begins(line, "MESSAGE")) {
        return Err(BodyFault::Encrypted);
    }
    if !text.lines().any(|line| begins(line, "SIGNED MESSAGE")) {
        return Ok(text);
    }
    /// Where in the armour a line stands.
    enum At {
        Outside,
        Headers,
        Signed,
        Signature,
    }
    let (mut out, mut at) = (String::with_capacity(text.len()), At::Outside);
    for line in text.lines() {
        match at {
            At::Outside if begins(line, "SIGNED MESSAGE") => at = At::Headers,
            At::Headers if line.trim().is_empty() => at = At::Signed,
            At::Headers => {}
            At::Signed if begins(line, "SIGNATURE") => at = At::Signature,
            At::Signature if line.trim_end() == "-----END PGP SIGNATURE-----" => at = At::Outside,
            At::Signature => {}
            At::Signed | At::Outside => {
                let signed = matches!(at, At::Signed);
                let line = line.strip_prefix("- ").filter(|_| signed).unwrap_or(line);
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    match at {
        At::Outside => Ok(out),
        _ => Err(BodyFault::Truncated),
    }
}
