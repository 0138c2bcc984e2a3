//! What changes between two texts, as git prints it.

use std::path::Path;

use git2::{DiffOptions, Patch};

use super::error::StoreError;

/// The unified diff from one content of a file to another: `--- name`, `+++ name`, then the hunks. Empty when both are the
/// same.
///
/// # Errors
/// [`StoreError::Git`], when the diff grows too large for the memory.
pub fn unified_diff(name: &str, old: &[u8], new: &[u8]) -> Result<String, StoreError> {
    let path = Some(Path::new(name));
    let mut options = DiffOptions::new();
    options.old_prefix("").new_prefix("").force_text(true);
    let mut patch = Patch::from_buffers(old, path, new, path, Some(&mut options))?;
    let text = patch.to_buf()?;
    let text = String::from_utf8_lossy(&text);
    // In front of that git names the versions of the file, which are in no repository; behind a hunk's place it puts a line of
    // what it takes for the program that it changes.
    let lines = text.split_terminator('\n').skip_while(|line| !line.starts_with("--- "));
    let plain =
        lines.map(|line| match line.strip_prefix("@@ ").and_then(|l| l.split_once(" @@")) {
            Some((place, _)) => format!("@@ {place} @@\n"),
            None => format!("{line}\n"),
        });
    Ok(plain.collect())
}
