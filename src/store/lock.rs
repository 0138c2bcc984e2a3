use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use super::StoreError;

/// How often git's locks are looked at before they count as left over: for a second in all.
pub(super) const LOOKS: u32 = 50;
/// The time between two looks.
pub(super) const PAUSE: Duration = Duration::from_millis(20);

/// Removes a file that may be gone already.
pub(super) fn remove(file: &Path) -> Result<(), StoreError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::io(file, error)),
        _ => Ok(()),
    }
}
