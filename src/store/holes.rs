//! What keeps a history from being known whole.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use git2::{ErrorCode, Oid, Repository};

use super::error::StoreError;
use super::repository::found;

/// The most objects that are named which cannot be read.
const MOST_OBJECTS: usize = 100;

/// Something that keeps a history from being known whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hole {
    /// The clone is shallow: what lies before some commits was not fetched.
    Shallow,
    /// The clone is partial: objects are fetched when somebody asks for them.
    Partial,
    /// References under `refs/replace/` make git show other objects than those that the history names.
    Replaced {
        /// How many.
        references: usize,
    },
    /// `info/grafts` makes git show other parents than those that commits name.
    Grafted,
    /// Objects are kept in another repository that is not there.
    Alternate {
        /// Where it should be.
        path: PathBuf,
    },
    /// An object that the history names is missing or damaged.
    Object {
        /// Its name.
        id: String,
        /// Why it cannot be read.
        reason: String,
    },
    /// There are more such objects than are named.
    Objects {
        /// How many more.
        more: usize,
    },
}

impl Hole {
    /// What kind of hole it is, in a word.
    pub fn name(&self) -> &'static str {
        match self {
            Hole::Shallow => "shallow",
            Hole::Partial => "partial",
            Hole::Replaced { .. } => "replaced",
            Hole::Grafted => "grafted",
            Hole::Alternate { .. } => "alternate",
            Hole::Object { .. } | Hole::Objects { .. } => "object",
        }
    }

    /// What can be done about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Hole::Shallow => "`git fetch --unshallow` fetches the rest",
            Hole::Partial => {
                "`git fetch --refetch --no-filter` fetches the rest, or clone anew without --filter"
            }
            Hole::Replaced { .. } => {
                "`git replace --list` names them, `git replace --delete` removes them"
            }
            Hole::Grafted => "remove .git/info/grafts",
            Hole::Alternate { .. } => {
                "put that repository back, or correct .git/objects/info/alternates"
            }
            Hole::Object { .. } | Hole::Objects { .. } => {
                "`git fsck` lists what is missing; a complete clone of another person has it"
            }
        }
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hole::Shallow => f.write_str("the clone is shallow: earlier commits are not here"),
            Hole::Partial => f.write_str("the clone is partial: some objects are not here"),
            Hole::Replaced { references } => write!(
                f,
                "{references} references under refs/replace make git show something else than what was committed"
            ),
            Hole::Grafted => {
                f.write_str("info/grafts makes git show another history than what was committed")
            }
            Hole::Alternate { path } => {
                write!(f, "objects are kept in `{}`, which is not there", path.display())
            }
            Hole::Object { id, reason } => write!(f, "the object {id} cannot be read: {reason}"),
            Hole::Objects { more } => write!(f, "{more} more objects cannot be read"),
        }
    }
}

/// The holes found on a walk.
#[derive(Default)]
pub(super) struct Holes {
    found: Vec<Hole>,
    unnamed: usize,
}

impl Holes {
    /// Those that the repository itself tells of.
    pub(super) fn of(repo: &Repository) -> Result<Holes, StoreError> {
        let mut holes = Holes::default();
        if repo.is_shallow() {
            holes.found.push(Hole::Shallow);
        }
        let config = repo.config()?.snapshot()?;
        let mut promised = found(config.get_string("extensions.partialclone"))?.is_some();
        let mut entries = config.entries(Some("^remote\\..*\\.promisor$"))?;
        while let Some(entry) = entries.next() {
            promised |= entry?.value().is_ok_and(|value| value == "true");
        }
        if promised {
            holes.found.push(Hole::Partial);
        }
        let references = repo.references_glob("refs/replace/*")?.count();
        if references > 0 {
            holes.found.push(Hole::Replaced { references });
        }
        let common = repo.commondir();
        let is_said = |path: &Path| fs::metadata(path).is_ok_and(|file| file.len() > 0);
        if is_said(&common.join("info/grafts")) {
            holes.found.push(Hole::Grafted);
        }
        let objects = common.join("objects");
        let alternates = fs::read(objects.join("info/alternates")).unwrap_or_default();
        for line in String::from_utf8_lossy(&alternates).lines() {
            let path = objects.join(line.trim());
            if !line.trim().is_empty() && !line.starts_with('#') && !path.is_dir() {
                holes.found.push(Hole::Alternate { path });
            }
        }
        Ok(holes)
    }

    /// An object cannot be read.
    pub(super) fn object(&mut self, id: Oid, error: &git2::Error) {
        let reason = match error.code() {
            ErrorCode::NotFound => "it is missing".to_owned(),
            _ => error.message().to_owned(),
        };
        self.unreadable(id, reason);
    }

    /// An object is not what it should be.
    pub(super) fn unreadable(&mut self, id: Oid, reason: String) {
        let id = id.to_string();
        let known = |hole: &Hole| matches!(hole, Hole::Object { id: known, .. } if *known == id);
        if self.found.iter().any(known) {
            return;
        }
        match self.found.len() < MOST_OBJECTS {
            true => self.found.push(Hole::Object { id, reason }),
            false => self.unnamed += 1,
        }
    }

    pub(super) fn finish(mut self) -> Vec<Hole> {
        if self.unnamed > 0 {
            self.found.push(Hole::Objects { more: self.unnamed });
        }
        self.found
    }
}
