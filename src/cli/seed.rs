//! Random bits.

use super::error::Failure;

/// The variable that stands in for the system's source of random bits, so that what the program does can be repeated to the
/// byte. Only for tests: who knows the bits can prepare a signature for another game of the same id.
const VARIABLE: &str = "RIVERPOST_SEED";

/// 128 random bits.
pub(super) fn seed() -> Result<[u8; 16], Failure> {
    let mut bits = [0; 16];
    match std::env::var(VARIABLE) {
        Ok(text) => {
            let given = u128::from_str_radix(&text, 16);
            let wrong = |_| Failure::usage(format!("{VARIABLE} is not a hexadecimal number"));
            bits = given.map_err(wrong)?.to_be_bytes();
        }
        Err(_) => getrandom::fill(&mut bits)
            .map_err(|error| Failure::world(format!("the system gives no random bits: {error}")))?,
    }
    Ok(bits)
}
