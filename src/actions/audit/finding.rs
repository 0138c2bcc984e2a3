//! What an audit tells: findings, each of a kind, with its place and its persons.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Utc};

use crate::actions::mail::KeptMails;
use crate::document::Diagnostic;
use crate::store::{HistoryEntry, Hole};

/// What an audit of the history of records and matches came to.
#[derive(Debug, Default)]
pub struct Audit {
    /// How many commits lead to HEAD.
    pub commits: usize,
    /// How many records were looked at.
    pub records: usize,
    /// How many matches were looked at.
    pub matches: usize,
    /// What was found, by file and then in the order of the history.
    pub findings: Vec<Finding>,
    /// What keeps the history from being known whole.
    pub holes: Vec<Hole>,
    /// The mails that made lines, by the file of the record and then in the order of its history. What they say is not checked.
    pub mails: Vec<(String, KeptMails)>,
    /// Commits whose signatures are not checked here, by what the signatures are.
    pub unchecked: BTreeMap<&'static str, usize>,
}

/// One thing that an audit tells.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// The file of the record or match.
    pub path: String,
    /// The commit with its persons and times; none for what stands in the file now.
    pub commit: Option<HistoryEntry>,
    /// The number of the action, from 1.
    pub action: Option<usize>,
    /// The line of the record, with its time.
    pub line: Option<String>,
    /// When it was done, as the line says.
    pub claimed: Option<DateTime<Utc>>,
    /// The rule behind it.
    pub rule: Option<&'static str>,
    /// What was found, in a sentence.
    pub what: String,
}

impl Finding {
    /// A finding about a file as it stands.
    pub(super) fn of_file(kind: FindingKind, path: &str, what: String) -> Finding {
        let path = path.to_owned();
        Finding {
            kind,
            path,
            commit: None,
            action: None,
            line: None,
            claimed: None,
            rule: None,
            what,
        }
    }

    /// A finding about a version of a file that has a fault.
    pub(super) fn of_fault(kind: FindingKind, path: &str, fault: &Diagnostic) -> Finding {
        let what = format!("line {}: {}", fault.place.line, fault.message);
        Finding { rule: fault.rule, ..Finding::of_file(kind, path, what) }
    }
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $kind:ident $name:literal $meaning:literal,)*) => {
        /// What kind of thing a finding is.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum FindingKind { $($(#[doc = $doc])* $kind,)* }

        impl FindingKind {
            /// All, in the order in which they are listed to people.
            pub const ALL: &'static [FindingKind] = &[$(FindingKind::$kind,)*];

            /// The name for machines.
            pub fn name(self) -> &'static str {
                match self { $(FindingKind::$kind => $name,)* }
            }

            /// What it means, for somebody who knows neither git nor signatures.
            pub fn meaning(self) -> &'static str {
                match self { $(FindingKind::$kind => $meaning,)* }
            }
        }
    };
}

kinds! {
    /// A signature that is missing or does not fit, or a key that may not stand there.
    Signature "signature"
    "By the file as it stands, this is not what that person signed, or it is not signed though it must be.",
    /// A signature that fits another version of the record than the one that stands.
    SignedOtherwise "signed-otherwise"
    "Whoever signed had another text before them. What they signed is proof of that text.",
    /// Lines that an earlier version had are gone.
    LinesRemoved "lines-removed"
    "Something that was recorded is not in the record any more. A line is only ever taken back by another line.",
    /// A line reads otherwise than before.
    LinesReplaced "lines-replaced"
    "Something that was recorded was exchanged for something else. Lines are never changed.",
    /// Lines stand in another order than before.
    LinesReordered "lines-reordered"
    "The lines are the same, but not in the order in which they were recorded.",
    /// A line was put in front of others.
    LinesInserted "lines-inserted"
    "A line was put in front of lines that were recorded before it. New lines only go to the end.",
    /// The times of lines were changed.
    TimesChanged "times-changed"
    "The time at which something is said to have been done was changed later, and with it the clocks.",
    /// The comments of lines were changed.
    CommentsChanged "comments-changed"
    "What a player said along with a line was changed later.",
    /// The header was changed.
    HeaderChanged "header-changed"
    "What was agreed before the game, or who plays it, was changed while it went on.",
    /// Signatures of lines that stand were removed, exchanged or added later.
    SignaturesChanged "signatures-changed"
    "A signature belongs to the moment at which its line was entered. This one came, went or changed later.",
    /// The file was removed.
    RecordRemoved "record-removed"
    "The whole file was taken out of the repository. Its history has it still.",
    /// The file was moved or renamed.
    RecordMoved "record-moved"
    "The file was given another name or folder. Its content is followed through that.",
    /// Something else than a file stands there.
    NotAFile "not-a-file"
    "Where the record should be there is something that holds no record.",
    /// A version is no sound record or match.
    Unsound "unsound"
    "This version cannot be read or breaks the rules, so that nobody can have made it with riverpost.",
    /// A record came with lines.
    CameWithLines "came-with-lines"
    "The record did not begin empty: who entered these lines, and when, is not known.",
    /// A commit added several lines.
    SeveralLines "several-lines"
    "riverpost enters one line at a time. For lines entered together nothing shows when each was entered.",
    /// A commit changed several records.
    SeveralRecords "several-records"
    "riverpost changes one record at a time. This was done by other means.",
    /// A commit changed other files as well.
    OtherFiles "other-files"
    "riverpost changes the record and nothing else. This was done by other means.",
    /// The text of the file was changed and what it says was not.
    OnlyLayout "only-layout"
    "The file was written anew. It says the same as before.",
    /// A merge has dropped lines that one of the versions had.
    MergeDropped "merge-dropped"
    "Two versions were put together, and something that one of them had was lost on the way.",
    /// A merge has lines that none of the versions had.
    MergeAdded "merge-added"
    "Two versions were put together, and something came in that neither of them had.",
    /// Another version that this repository knows contradicts the record.
    OtherVersion "other-version"
    "This repository also knows another version, which the history of the record as it stands does not contain.",
    /// The author of a commit is not who acted.
    Author "author"
    "The commit says that somebody else did this than the line says.",
    /// A line that is not signed was entered by somebody else than who acted.
    EnteredForAnother "entered-for-another"
    "Nothing but the word of whoever entered it shows that this person did it. Ask for the letter or mail.",
    /// The author is known as who acted only by a later change of the settings.
    AddressBySettings "address-by-settings"
    "The address was given to this person in riverpost.yaml after the game had begun.",
    /// A line says a later time than that of its entry.
    EnteredEarly "entered-before-claimed"
    "A line cannot be entered before what it tells has happened. One of the two times is wrong.",
    /// A line was entered later than was agreed.
    EnteredLate "entered-late"
    "It is said to have been done long before it was entered. The clocks count the time that the line says.",
    /// A commit says that it was made before the one it follows.
    EnteredOutOfOrder "entered-out-of-order"
    "What was entered later bears the earlier time of entry. A clock was wrong or was set back.",
    /// A commit lies in the future.
    EnteredInFuture "entered-in-future"
    "It says that it was entered at a time which has not come yet.",
    /// What a commit says of itself does not fit the record.
    Trailers "trailers"
    "The description that riverpost gives every entry is missing or wrong: it was made by other means or altered.",
    /// A commit is not signed though its committer signed earlier ones.
    CommitUnsigned "commit-unsigned"
    "This person signed earlier entries with git, and this one is not signed.",
    /// A commit's signature does not fit.
    CommitSignature "commit-signature"
    "The entry bears a signature of git that does not fit it: it was altered, or the signature was copied.",
    /// A commit is signed by a key that the record does not know as that person's.
    CommitKey "commit-key"
    "The entry is signed with another key than the one by which the record knows this person.",
    /// A draw of lots that was begun was changed.
    LotsChanged "lots-changed"
    "What was drawn, or what somebody did in a draw of lots, was changed or removed: as if it had been drawn again.",
    /// The same was drawn for again while an earlier draw stands.
    LotsRepeated "lots-repeated"
    "Lots were drawn a second time although the first draw counts.",
    /// The bonus of a grouping was changed.
    BonusChanged "bonus-changed"
    "What the overall win is worth was changed after it had been agreed.",
    /// A stated result was changed.
    ResultChanged "result-changed"
    "A result that the match file stated was changed later.",
    /// A result was stated by somebody without a part in it.
    ResultByStranger "result-by-stranger"
    "The result was not entered by one of the two who played, nor by the arbiter.",
    /// Something else of a match was changed.
    TermsChanged "terms-changed"
    "What the match file says was changed otherwise than by its arbiter or its organiser in a line of its log.",
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
