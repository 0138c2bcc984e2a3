//! Why a site cannot be made.

use std::io;
use std::path::{Path, PathBuf};

use crate::actions::error::ActionError;

/// Why a site cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// No site may be there.
    #[error("no site may be made in {}: {why}", .out.display())]
    Place {
        /// The folder.
        out: PathBuf,
        /// Why.
        why: &'static str,
    },
    /// There are files in the folder and no manifest that tells them from a site's.
    #[error("{} has files, and no site was made in it", .out.display())]
    Strange {
        /// The folder.
        out: PathBuf,
    },
    /// The manifest is none that this program has written.
    #[error("{}: {reason}", .file.display())]
    Manifest {
        /// The manifest.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file that is not the site's is where one of its files belongs.
    #[error("{}: this file is not the site's, and one of its files belongs there", .file.display())]
    InTheWay {
        /// The file.
        file: PathBuf,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The records cannot be read.
    #[error(transparent)]
    Records(#[from] ActionError),
}

impl SiteError {
    pub(super) fn io(file: &Path) -> impl Fn(io::Error) -> SiteError {
        let file = file.to_owned();
        move |error| SiteError::Io { file: file.clone(), error }
    }
}
