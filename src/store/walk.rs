//! The whole history of HEAD in one walk: what each commit changed against each of its parents, below some folders.
//!
//! Commits are taken from the objects themselves: neither replacements nor grafts are followed. What cannot be read is a
//! [`Hole`], and the walk goes on beside it.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use git2::{Commit, ObjectType, Odb, OdbObject, Oid, Repository};
use sha1::{Digest, Sha1};

use super::entries::{Entries, RawEntry, pairs};
use super::error::StoreError;
use super::history::{HistoryEntry, entry};
use super::holes::{Hole, Holes};
use super::identity::Timestamp;
use super::name::{BlobId, CommitId};
use super::repository::{SETTINGS, Store, unkept};
use super::signing::GitSignature;

/// Folders nested deeper than this are not entered.
const DEEPEST: usize = 64;
/// How many bytes of trees are kept for the next commits, which share most of them.
const KEPT: usize = 1 << 20;
/// The most other tips that are looked at.
const MOST_TIPS: usize = 100;
const ENDING: &[u8] = b".yaml";

/// The history that leads to HEAD.
#[derive(Debug)]
pub struct Walk {
    /// How many commits it has.
    pub commits: usize,
    /// Those that changed something below the folders, parents before their children.
    pub changing: Vec<ChangingCommit>,
    /// Other commits that this repository knows and that do not lead to HEAD.
    pub others: Vec<OtherTip>,
    /// What keeps it from being known whole.
    pub holes: Vec<Hole>,
}

/// A commit that changed something below the folders.
#[derive(Debug)]
pub struct ChangingCommit {
    /// What it says of itself.
    pub entry: HistoryEntry,
    /// The latest time of entry of its parents.
    pub after: Option<Timestamp>,
    /// What differs from each of its parents, in their order; for a commit without parents, from nothing.
    pub changes: Vec<Vec<PathChange>>,
    /// The names at the root, other than the folders, that differ from the first parent.
    pub elsewhere: Vec<String>,
    /// The settings as the commit has them.
    pub settings: Option<BlobId>,
    /// Git's own signature of the commit.
    pub signature: Option<GitSignature>,
}

/// A `*.yaml` file that differs between two commits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathChange {
    /// Its path, as far as it can be written.
    pub path: String,
    /// What it held before; none where there was no file.
    pub before: Option<BlobId>,
    /// What it holds after.
    pub after: Option<BlobId>,
    /// What stands there after instead of a file, such as a symbolic link.
    pub odd: Option<&'static str>,
}

/// A commit that some reference or log of this repository names and that does not lead to HEAD.
#[derive(Debug)]
pub struct OtherTip {
    /// What names it, such as `refs/remotes/origin/main` or `HEAD@{3}`.
    pub name: String,
    /// The commit.
    pub commit: CommitId,
    /// Whether the current branch has been there.
    pub was_here: bool,
    /// What differs from it to HEAD.
    pub changes: Vec<PathChange>,
}

impl Store {
    /// Walks through all commits that lead to HEAD. Files are looked at below these folders of the root.
    ///
    /// # Errors
    /// [`StoreError::Git`] when the repository's settings or references cannot be read.
    pub fn walk_history(&self, folders: &[&str]) -> Result<Walk, StoreError> {
        let odb = self.repo.odb()?;
        let mut walker = Walker {
            repo: &self.repo,
            objects: Trees {
                odb: &odb,
                trees: HashMap::new(),
                kept: 0,
                holes: Holes::of(&self.repo)?,
            },
            folders,
        };
        let head = self.head()?.commit;
        let (graph, changing) = unkept(|| walker.walk(head))?;
        let others = match head.and_then(|head| graph.known.get(&head)) {
            Some(tip) => walker.others(self, &graph, &graph.nodes[*tip])?,
            None => Vec::new(),
        };
        let holes = walker.objects.holes.finish();
        Ok(Walk { commits: graph.nodes.len(), changing, others, holes })
    }
}

/// A commit of the history, as far as the walk needs it.
struct HistoricCommit {
    id: Oid,
    tree: Oid,
    /// Those that can be read.
    parents: Vec<Oid>,
    entered: i64,
    /// Whether some parent cannot be read.
    cut: bool,
}

impl HistoricCommit {
    fn of(commit: &Commit<'_>) -> HistoricCommit {
        HistoricCommit {
            id: commit.id(),
            tree: commit.tree_id(),
            parents: named_parents(commit),
            entered: commit.committer().when().seconds(),
            cut: false,
        }
    }
}

/// The parents that a commit itself names, whatever grafts and shallow clones make of them.
fn named_parents(commit: &Commit<'_>) -> Vec<Oid> {
    let lines = commit.raw_header_bytes().split(|byte| *byte == b'\n');
    let parents = lines.filter_map(|line| str::from_utf8(line.strip_prefix(b"parent ")?).ok());
    parents.filter_map(|id| Oid::from_str(id.trim()).ok()).collect()
}

/// What a commit says of itself, and git's own signature of it.
type Told = (HistoryEntry, Option<GitSignature>);

/// The commits that lead to a commit, parents before their children.
struct Graph {
    nodes: Vec<HistoricCommit>,
    known: HashMap<Oid, usize>,
}

impl Graph {
    /// The graph, and what each of its commits tells.
    fn of(
        head: Option<Oid>,
        walker: &mut Walker<'_, '_>,
    ) -> Result<(Graph, Vec<Told>), StoreError> {
        let mut graph = Graph { nodes: Vec::new(), known: HashMap::new() };
        let mut all_told = Vec::new();
        let mut seen: HashSet<Oid> = HashSet::new();
        // Each commit with how many of its parents have been looked at.
        let mut path: Vec<(HistoricCommit, Told, usize)> = Vec::new();
        let mut next = head;
        loop {
            if let Some(id) = next.take().filter(|id| seen.insert(*id)) {
                match walker.repo.find_commit(id) {
                    Ok(commit) => {
                        let told = (entry(&commit)?, walker.signature(&commit));
                        path.push((HistoricCommit::of(&commit), told, 0));
                    }
                    Err(error) => walker.objects.holes.object(id, &error),
                }
            }
            let Some((node, _, looked)) = path.last_mut() else { break };
            match node.parents.get(*looked) {
                Some(parent) => {
                    next = Some(*parent);
                    *looked += 1;
                }
                None => {
                    let Some((mut node, told, _)) = path.pop() else { break };
                    let named = node.parents.len();
                    node.parents.retain(|parent| graph.known.contains_key(parent));
                    node.cut = node.parents.len() < named;
                    graph.known.insert(node.id, graph.nodes.len());
                    graph.nodes.push(node);
                    all_told.push(told);
                }
            }
        }
        Ok((graph, all_told))
    }

    fn parents<'g>(&'g self, node: &'g HistoricCommit) -> impl Iterator<Item = &'g HistoricCommit> {
        node.parents.iter().filter_map(|id| self.nodes.get(*self.known.get(id)?))
    }
}

struct Walker<'r, 'f> {
    repo: &'r Repository,
    objects: Trees<'r>,
    folders: &'f [&'f str],
}

impl Walker<'_, '_> {
    /// The commits that lead to a commit, and those of them that changed something below the folders.
    fn walk(&mut self, head: Option<Oid>) -> Result<(Graph, Vec<ChangingCommit>), StoreError> {
        let (graph, told) = Graph::of(head, self)?;
        let commits = graph.nodes.iter().zip(told);
        let changing = commits.filter_map(|(node, told)| self.changing(node, told, &graph));
        let changing = changing.collect();
        Ok((graph, changing))
    }

    /// The commit, if it changed something below the folders.
    fn changing(
        &mut self,
        node: &HistoricCommit,
        (entry, signature): Told,
        graph: &Graph,
    ) -> Option<ChangingCommit> {
        let parents: Vec<Option<Oid>> = match node.parents.is_empty() {
            // What a commit added whose parents are not here cannot be told.
            true if node.cut => return None,
            true => vec![None],
            false => graph.parents(node).map(|parent| Some(parent.tree)).collect(),
        };
        let mut changes = Vec::with_capacity(parents.len());
        let mut elsewhere = Vec::new();
        for (at, parent) in parents.iter().enumerate() {
            let mut found = TreeChanges::default();
            self.compare(*parent, node.tree, &mut found);
            if at == 0 {
                elsewhere = found.elsewhere;
            }
            changes.push(found.files);
        }
        if changes.iter().all(Vec::is_empty) {
            return None;
        }
        let settings = self.objects.tree(node.tree).and_then(|tree| {
            let found = Entries::of(tree.data()).find(|entry| entry.name == SETTINGS.as_bytes());
            found.and_then(|entry| entry.file()).map(BlobId)
        });
        Some(ChangingCommit {
            entry,
            after: graph.parents(node).map(|parent| Timestamp(parent.entered)).max(),
            changes,
            elsewhere,
            settings,
            signature,
        })
    }

    fn signature(&self, commit: &Commit<'_>) -> Option<GitSignature> {
        let header = commit.raw_header_bytes();
        let field = b"\ngpgsig ";
        if !header.windows(field.len()).any(|part| part == field) {
            return None;
        }
        GitSignature::of(self.repo, commit.id()).ok().flatten()
    }

    /// What differs between two root trees.
    fn compare(&mut self, old: Option<Oid>, new: Oid, found: &mut TreeChanges) {
        if old == Some(new) {
            return;
        }
        let Some(sides) = self.objects.sides([old, Some(new)]) else { return };
        for [before, after] in pairs(bytes(&sides[0]), bytes(&sides[1])) {
            let name = before.or(after).map(|entry| entry.name).unwrap_or_default();
            let name = String::from_utf8_lossy(name).into_owned();
            match self.folders.contains(&name.as_str()) {
                true => self.objects.compare_entries([before, after], &name, 0, &mut found.files),
                false => found.elsewhere.push(name),
            }
        }
        found.elsewhere.dedup();
    }

    /// The other tips that this repository knows.
    fn others(
        &mut self,
        store: &Store,
        graph: &Graph,
        head: &HistoricCommit,
    ) -> Result<Vec<OtherTip>, StoreError> {
        let mut tips: Vec<(String, Oid, bool)> = Vec::new();
        if store.view.is_none() {
            let log = self.repo.reflog("HEAD")?;
            for (at, entry) in log.iter().enumerate() {
                tips.push((format!("HEAD@{{{at}}}"), entry.id_new(), true));
                tips.push((format!("HEAD@{{{}}}", at + 1), entry.id_old(), true));
            }
        }
        for glob in ["refs/remotes/*", "refs/riverpost/*"] {
            for reference in self.repo.references_glob(glob)? {
                let reference = reference?;
                let name = String::from_utf8_lossy(reference.name_bytes()).into_owned();
                // A note or a symbolic reference to what is gone is none.
                let Ok(commit) = reference.peel_to_commit() else { continue };
                tips.push((name, commit.id(), false));
            }
        }
        let mut covered: HashSet<Oid> = HashSet::new();
        let mut others = Vec::new();
        for (name, id, was_here) in tips {
            if graph.known.contains_key(&id) || covered.contains(&id) || others.len() == MOST_TIPS {
                continue;
            }
            let Ok(commit) = self.repo.find_commit(id) else { continue };
            let leads_on = self.cover(id, graph, head.id, &mut covered);
            if leads_on && !was_here {
                continue;
            }
            let mut found = TreeChanges::default();
            self.compare(Some(commit.tree_id()), head.tree, &mut found);
            let (commit, changes) = (CommitId(id), found.files);
            others.push(OtherTip { name, commit, was_here, changes });
        }
        Ok(others)
    }

    /// Notes the commits that lead to one beside the history; whether HEAD is among those before them.
    fn cover(&self, id: Oid, graph: &Graph, head: Oid, covered: &mut HashSet<Oid>) -> bool {
        let mut waiting = vec![id];
        let mut reached = false;
        while let Some(id) = waiting.pop() {
            reached |= id == head;
            if graph.known.contains_key(&id) || !covered.insert(id) {
                continue;
            }
            if let Ok(commit) = self.repo.find_commit(id) {
                waiting.extend(named_parents(&commit));
            }
        }
        reached
    }
}

#[derive(Default)]
struct TreeChanges {
    files: Vec<PathChange>,
    elsewhere: Vec<String>,
}

/// The trees of a repository.
struct Trees<'r> {
    odb: &'r Odb<'r>,
    trees: HashMap<Oid, Rc<OdbObject<'r>>>,
    kept: usize,
    holes: Holes,
}

/// A tree's bytes; none where there is no tree.
fn bytes<'t>(tree: &'t Option<Rc<OdbObject<'_>>>) -> &'t [u8] {
    tree.as_deref().map_or(&[], OdbObject::data)
}

impl<'r> Trees<'r> {
    /// A tree; none where it cannot be read, which is noted.
    fn tree(&mut self, id: Oid) -> Option<Rc<OdbObject<'r>>> {
        if let Some(tree) = self.trees.get(&id) {
            return Some(tree.clone());
        }
        let object = match self.odb.read(id) {
            Ok(object) => object,
            Err(error) => {
                self.holes.object(id, &error);
                return None;
            }
        };
        if object.kind() != ObjectType::Tree {
            self.holes.unreadable(id, "it is no tree".to_owned());
            return None;
        }
        if self.kept > KEPT {
            self.trees.clear();
            self.kept = 0;
        }
        let tree = Rc::new(object);
        self.kept += tree.len();
        self.trees.insert(id, tree.clone());
        Some(tree)
    }

    /// Two trees; nothing where one cannot be read.
    fn sides(&mut self, ids: [Option<Oid>; 2]) -> Option<[Option<Rc<OdbObject<'r>>>; 2]> {
        let [old, new] = ids.map(|id| match id {
            Some(id) => self.tree(id).map(Some),
            None => Some(None),
        });
        Some([old?, new?])
    }

    /// Adds what differs between two entries of one name.
    fn compare_entries(
        &mut self,
        entries: [Option<RawEntry<'_>>; 2],
        path: &str,
        depth: usize,
        files: &mut Vec<PathChange>,
    ) {
        let ids = entries.map(|entry| entry.filter(RawEntry::is_folder).map(|entry| entry.id));
        if ids != [None, None]
            && depth < DEEPEST
            && let Some(sides) = self.sides(ids)
        {
            for pair in pairs(bytes(&sides[0]), bytes(&sides[1])) {
                let name = pair[0].or(pair[1]).map(|entry| entry.name).unwrap_or_default();
                let path = format!("{path}/{}", String::from_utf8_lossy(name));
                self.compare_entries(pair, &path, depth + 1, files);
            }
        }
        let [before, after] = entries.map(|entry| entry.filter(|entry| !entry.is_folder()));
        if path.as_bytes().ends_with(ENDING) && (before.is_some() || after.is_some()) {
            let file = |entry: Option<RawEntry<'_>>| Some(BlobId(entry?.file()?));
            files.push(PathChange {
                path: path.to_owned(),
                before: file(before),
                after: file(after),
                odd: after.and_then(|entry| entry.oddity()),
            });
        }
    }
}

/// Reads the contents of files, for use in one thread.
pub struct BlobReader {
    repo: Repository,
}

impl BlobReader {
    /// The content of a file; none where it is longer than `limit` bytes.
    ///
    /// # Errors
    /// The [`Hole`] where it cannot be read, or is not what its name says.
    pub fn read(&self, id: BlobId, limit: usize) -> Result<Option<Vec<u8>>, Hole> {
        let odb = self.repo.odb().map_err(|error| unread(id, &error))?;
        let (size, _) = odb.read_header(id.0).map_err(|error| unread(id, &error))?;
        if size > limit {
            return Ok(None);
        }
        let object = odb.read(id.0).map_err(|error| unread(id, &error))?;
        match name_of([object.data(), &[]]) == id {
            true => Ok(Some(object.data().to_vec())),
            false => Err(altered(id)),
        }
    }

    /// Whether these two parts make the content of a file, for which it costs less than reading the file.
    ///
    /// # Errors
    /// The [`Hole`] where they do, and the repository does not have it, or something else under its name.
    pub fn holds(&self, id: BlobId, parts: [&[u8]; 2]) -> Result<bool, Hole> {
        if name_of(parts) != id {
            return Ok(false);
        }
        let odb = self.repo.odb().map_err(|error| unread(id, &error))?;
        let object = odb.read(id.0).map_err(|error| unread(id, &error))?;
        match object.data().strip_prefix(parts[0]) == Some(parts[1]) {
            true => Ok(true),
            false => Err(altered(id)),
        }
    }
}

/// What git calls a content of two parts.
fn name_of(parts: [&[u8]; 2]) -> BlobId {
    // libgit2 would take several times as long to find it.
    let head = format!("blob {}\0", parts[0].len() + parts[1].len());
    let hash = Sha1::new().chain_update(head).chain_update(parts[0]).chain_update(parts[1]);
    BlobId(Oid::from_bytes(&hash.finalize()).unwrap_or(Oid::ZERO_SHA1))
}

fn unread(id: BlobId, error: &git2::Error) -> Hole {
    let mut holes = Holes::default();
    holes.object(id.0, error);
    holes.finish().pop().unwrap_or_else(|| altered(id))
}

fn altered(id: BlobId) -> Hole {
    let reason = "its content is not what its name says".to_owned();
    Hole::Object { id: id.to_string(), reason }
}

impl Store {
    /// What opens the repository for reading once more, in any thread.
    pub fn blob_readers(&self) -> impl Fn() -> Result<BlobReader, StoreError> + Sync + use<> {
        let folder = self.git_dir().to_owned();
        move || Ok(BlobReader { repo: Repository::open(&folder)? })
    }
}
