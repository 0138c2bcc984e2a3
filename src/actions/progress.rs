//! Progress of what takes long.

/// Told how many of how many files are done, from any thread; not in order.
pub type FileProgress<'p> = &'p (dyn Fn(usize, usize) + Sync);
