//! The versions of one record. Most are the present one cut off after some line, which a comparison of texts shows, so that one
//! version is played and the others are not.

use std::collections::HashMap;
use std::rc::Rc;

use crate::actions::verify::check_elsewhere;
use crate::document::{Diagnostic, Limits, Place};
use crate::proof::{self, Proof};
use crate::record::{self, Action, ChainHash, Player, Players, Record, RecordDifference, Replayed};
use crate::store::{BlobId, BlobReader, Hole};

/// How many bytes of versions that are not cut off another one are kept of a record.
const KEPT: usize = 64 << 20;

/// A record that was played through, with how it stood after each of its actions.
pub(super) struct PlayedVersion {
    pub(super) record: Record<'static>,
    pub(super) replayed: Replayed,
    /// The actions with their moves in canonical text.
    pub(super) actions: Vec<Action<'static>>,
    /// The chain hashes, that of the header first.
    pub(super) chain: Vec<ChainHash>,
    stages: Vec<GameStage>,
    /// Whether each action bears its author's signature.
    signed: Vec<bool>,
    /// Why the signatures do not hold.
    pub(super) fault: Option<Diagnostic>,
    cuts: Option<Cuts>,
}

/// How a game stands after so many of its actions.
struct GameStage {
    plies: usize,
    over: bool,
    persons: Rc<Persons>,
}

/// Who plays and who rules.
#[derive(PartialEq, Eq)]
pub(super) struct Persons {
    pub(super) players: Players,
    pub(super) arbiter: Option<Player>,
}

impl PlayedVersion {
    pub(super) fn read(bytes: &[u8]) -> Result<PlayedVersion, Diagnostic> {
        let record = record::read(bytes)?;
        let header = record.header();
        let mut persons =
            Rc::new(Persons { players: header.players.clone(), arbiter: header.arbiter.clone() });
        let mut stages = vec![GameStage { plies: 0, over: false, persons: persons.clone() }];
        let replayed = record::replay_each(&record, |state| {
            if (state.players(), state.arbiter()) != (&persons.players, persons.arbiter.as_ref()) {
                let (players, arbiter) = (state.players().clone(), state.arbiter().cloned());
                persons = Rc::new(Persons { players, arbiter });
            }
            let (plies, over) = (state.line.plies(), state.termination.is_some());
            stages.push(GameStage { plies, over, persons: persons.clone() });
        })?;
        let record = record.into_owned();
        let actions =
            record::canonical_actions(&record, &replayed).map(Action::into_owned).collect();
        let chain = record::chain(&record, &replayed);
        let checked = proof::check_signatures(&record, &replayed, &check_elsewhere);
        let (signed, fault) = match checked {
            Ok(proofs) => (proofs.iter().map(|proof| *proof != Proof::Unsigned).collect(), None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        let cuts = Cuts::of(&record);
        Ok(PlayedVersion { record, replayed, actions, chain, stages, signed, fault, cuts })
    }

    /// Plies that stand after so many actions.
    pub(super) fn plies(&self, actions: usize) -> usize {
        self.stages.get(actions).map_or(0, |stage| stage.plies)
    }

    /// Who plays and who rules after so many actions.
    pub(super) fn persons(&self, actions: usize) -> &Persons {
        let at = actions.min(self.stages.len() - 1);
        &self.stages[at].persons
    }

    /// Whether the action of that index bears its author's signature.
    pub(super) fn is_signed(&self, index: usize) -> bool {
        self.signed.get(index).copied().unwrap_or(false)
    }

    /// The line of an action with its time and its comment.
    pub(super) fn line(&self, action: &Action<'_>) -> String {
        action.line_with_comment(self.record.game().first)
    }

    /// After how many of its actions and signatures this text is cut off.
    fn cut(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        if bytes == self.record.text().as_bytes() {
            return Some((self.actions.len(), self.record.signatures().len()));
        }
        let (actions, signatures) = self.cuts.as_ref()?.of_text(bytes)?;
        let last = signatures.checked_sub(1).map(|last| self.record.signatures()[last].ordinal);
        let fits = last.is_none_or(|last| last <= actions);
        (fits && !self.stages[actions].over).then_some((actions, signatures))
    }

    /// How many actions and signatures there were before the last of so many actions came, and the text of that, in two parts.
    fn before(&self, actions: usize, signatures: usize) -> Option<(usize, usize, [&[u8]; 2])> {
        let actions = actions.checked_sub(1).filter(|actions| !self.stages[*actions].over)?;
        let signed = &self.record.signatures()[..signatures];
        let older = signed.iter().rposition(|line| line.ordinal <= actions);
        let signatures = older.map_or(0, |last| last + 1);
        let parts = self.cuts.as_ref()?.text_of(actions, signatures)?;
        Some((actions, signatures, parts))
    }
}

/// Where the text of a record, without its result, can be cut off.
struct Cuts {
    text: String,
    /// Where the header ends, and then each action.
    actions: Vec<usize>,
    /// Where each signature ends, counted from the end of the last action.
    signatures: Vec<usize>,
}

impl Cuts {
    /// None for a record that is laid out otherwise than riverpost does.
    fn of(record: &Record<'_>) -> Option<Cuts> {
        let header = record.header();
        let open = header.result.is_none() && header.ending.is_none();
        let (text, opened);
        let record = match open {
            true => {
                text = record.text().to_owned();
                record
            }
            false => {
                text = record::text_without_result(record)?;
                opened = record::read(text.as_bytes()).ok()?.into_owned();
                &opened
            }
        };
        let starts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let start = |line: u32| starts.get(line as usize - 1).copied();
        let first = record.actions().first()?.place.line;
        let in_order = |lines: &mut dyn Iterator<Item = Place>, first: u32| {
            lines.zip(first..).all(|(place, line)| place.line == line)
        };
        if !in_order(&mut record.actions().iter().map(|action| action.place), first) {
            return None;
        }
        let lines = first..=first + record.actions().len() as u32;
        let actions = lines.map(start).collect::<Option<Vec<usize>>>()?;
        let end = *actions.last()?;
        let mut signatures = Vec::new();
        if !record.signatures().is_empty() {
            let first = first + record.actions().len() as u32 + 1;
            let mut places = record.signatures().iter().map(|signature| signature.place);
            if !in_order(&mut places, first) {
                return None;
            }
            let count = record.signatures().len() as u32;
            let ends = (first + 1..=first + count).map(|line| Some(start(line)? - end));
            signatures = ends.collect::<Option<Vec<usize>>>()?;
        }
        let whole = end + signatures.last().copied().unwrap_or_default() == text.len();
        whole.then_some(Cuts { text, actions, signatures })
    }

    /// The text up to so many actions, and that of so many signatures.
    fn text_of(&self, actions: usize, signatures: usize) -> Option<[&[u8]; 2]> {
        let text = self.text.as_bytes();
        let end = match signatures.checked_sub(1) {
            Some(last) => *self.signatures.get(last)?,
            None => 0,
        };
        let tail = &text[*self.actions.last()?..];
        Some([&text[..*self.actions.get(actions)?], &tail[..end]])
    }

    /// After how many actions and signatures a text is cut off.
    fn of_text(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        let common = self.text.bytes().zip(bytes).take_while(|(one, other)| one == *other).count();
        let actions = self.actions.partition_point(|end| *end <= common).checked_sub(1)?;
        let rest = &bytes[self.actions[actions]..];
        if rest.is_empty() {
            return Some((actions, 0));
        }
        let tail = &self.text.as_bytes()[*self.actions.last()?..];
        let last = self.signatures.binary_search(&rest.len()).ok()?;
        tail.starts_with(rest).then_some((actions, last + 1))
    }
}

/// A sound version: the first actions and signatures of one that was played.
#[derive(Clone)]
pub(super) struct SoundVersion {
    pub(super) blob: BlobId,
    pub(super) played: Rc<PlayedVersion>,
    /// How many actions it has.
    pub(super) actions: usize,
    /// How many signatures it has.
    pub(super) signatures: usize,
}

impl SoundVersion {
    pub(super) fn actions(&self) -> &[Action<'static>] {
        &self.played.actions[..self.actions]
    }
}

/// A version of a record.
#[derive(Clone)]
pub(super) enum AuditedVersion {
    Sound(SoundVersion),
    Unsound(Rc<Diagnostic>),
    /// It cannot be read from the repository.
    Unknown,
}

/// The versions of one record, read when they are asked for.
pub(super) struct Versions<'r> {
    reader: &'r BlobReader,
    known: HashMap<BlobId, AuditedVersion>,
    played: Vec<Rc<PlayedVersion>>,
    /// The sound version that was read last.
    last: Option<SoundVersion>,
    kept: usize,
    pub(super) holes: Vec<Hole>,
}

impl<'r> Versions<'r> {
    pub(super) fn new(reader: &'r BlobReader) -> Versions<'r> {
        let (known, played, holes) = (HashMap::new(), Vec::new(), Vec::new());
        Versions { reader, known, played, last: None, kept: 0, holes }
    }

    /// The versions that were played, in the order in which they were read.
    pub(super) fn played(&self) -> &[Rc<PlayedVersion>] {
        &self.played
    }

    pub(super) fn get(&mut self, blob: BlobId) -> AuditedVersion {
        if let Some(version) = self.known.get(&blob) {
            return version.clone();
        }
        let version = self.before_last(blob).unwrap_or_else(|| self.read(blob));
        if let AuditedVersion::Sound(version) = &version {
            self.last = Some(version.clone());
        }
        self.known.insert(blob, version.clone());
        version
    }

    /// The version, if it is the last one that was read as it was before its last action.
    fn before_last(&mut self, blob: BlobId) -> Option<AuditedVersion> {
        let SoundVersion { played, actions, signatures, .. } = self.last.as_ref()?;
        let (actions, signatures, parts) = played.before(*actions, *signatures)?;
        let played = played.clone();
        match self.reader.holds(blob, parts) {
            Ok(true) => {
                Some(AuditedVersion::Sound(SoundVersion { blob, played, actions, signatures }))
            }
            Ok(false) => None,
            Err(hole) => {
                self.holes.push(hole);
                Some(AuditedVersion::Unknown)
            }
        }
    }

    fn bytes(&mut self, blob: BlobId) -> Option<Result<Vec<u8>, Diagnostic>> {
        let limit = Limits::RECORD.bytes;
        match self.reader.read(blob, limit) {
            Ok(Some(bytes)) => Some(Ok(bytes)),
            Ok(None) => {
                let what = "the file is too long in bytes";
                Some(Err(Diagnostic::too_much(Place::START, what, limit)))
            }
            Err(hole) => {
                self.holes.push(hole);
                None
            }
        }
    }

    fn read(&mut self, blob: BlobId) -> AuditedVersion {
        let bytes = match self.bytes(blob) {
            Some(Ok(bytes)) => bytes,
            Some(Err(fault)) => return AuditedVersion::Unsound(Rc::new(fault)),
            None => return AuditedVersion::Unknown,
        };
        for played in self.played.iter().rev() {
            if let Some((actions, signatures)) = played.cut(&bytes) {
                let played = played.clone();
                return AuditedVersion::Sound(SoundVersion { blob, played, actions, signatures });
            }
        }
        self.kept += bytes.len();
        if self.kept > KEPT {
            let reason = "the record has too many versions that have little in common".to_owned();
            self.holes.push(Hole::Object { id: blob.to_string(), reason });
            return AuditedVersion::Unknown;
        }
        match PlayedVersion::read(&bytes) {
            Ok(played) => {
                let played = Rc::new(played);
                self.played.push(played.clone());
                let (actions, signatures) =
                    (played.actions.len(), played.record.signatures().len());
                AuditedVersion::Sound(SoundVersion { blob, played, actions, signatures })
            }
            Err(fault) => AuditedVersion::Unsound(Rc::new(fault)),
        }
    }

    /// How two versions differ; none where one cannot be read any more.
    pub(super) fn difference(
        &mut self,
        before: &SoundVersion,
        after: &SoundVersion,
    ) -> Option<RecordDifference> {
        if !Rc::ptr_eq(&before.played, &after.played) {
            let (before, after) = (self.whole(before)?, self.whole(after)?);
            return Some(RecordDifference::of(
                (&before.record, &before.replayed),
                (&after.record, &after.replayed),
            ));
        }
        let common = before.actions.min(after.actions);
        let [fewer, more] = [before.signatures, after.signatures];
        let differing = &after.played.record.signatures()[fewer.min(more)..fewer.max(more)];
        let old = differing.iter().map(|line| line.ordinal).filter(|ordinal| *ordinal <= common);
        let mut signatures: Vec<usize> = old.collect();
        signatures.dedup();
        Some(RecordDifference {
            header: Vec::new(),
            common,
            removed: before.actions()[common..].to_vec(),
            added: after.actions()[common..].to_vec(),
            signatures,
        })
    }

    /// A version by itself.
    fn whole(&mut self, version: &SoundVersion) -> Option<Rc<PlayedVersion>> {
        let SoundVersion { played, .. } = version;
        let all = (played.actions.len(), played.record.signatures().len());
        if all == (version.actions, version.signatures) {
            return Some(played.clone());
        }
        let bytes = self.bytes(version.blob)?.ok()?;
        PlayedVersion::read(&bytes).ok().map(Rc::new)
    }
}
