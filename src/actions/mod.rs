//! The use cases, which join the other rooms: make a repository, begin a game, submit a move, act otherwise, look after
//! plans and matches. Everything they need is an argument, the time of an action too; they print nothing, and read
//! neither standard input nor the environment.
//!
//! Whatever changes a file goes through one function (`change`): the file is read, its new version is made from what is
//! there, and that version is committed, or with `dry_run` only described. The result is a [`Recorded`]. A record is read
//! and played once; what was read goes on to the plans that fire and to what is printed.

mod act;
mod actor;
mod audit;
mod change;
mod compare;
mod continuity;
mod copies;
mod demo;
mod dossier;
mod error;
mod extension;
mod find;
mod game;
mod hook;
mod import;
mod inbox;
mod instant;
mod join;
mod leave;
mod list;
mod mail;
pub mod matches;
mod merge_driver;
mod new;
mod page;
pub mod plan;
mod progress;
mod records;
mod repository;
mod resolve;
mod secrets;
mod settings;
mod signing;
mod site;
mod standing;
mod sync;
mod verify;

pub use act::{ActionRequest, RecordedAction, act, submit};
pub use actor::{ActionBy, Identity, is_one_person};
pub use audit::{Audit, Finding, FindingKind, audit, entered};
pub use change::{Entry, Recorded};
pub use compare::{Comparison, CopyPair, CopyRelation, Fork, MOST_COPIES, TailLine};
pub use copies::{CopyError, CopySource, GameCopy, find_copies};
pub use demo::{Demonstration, demonstrate};
pub use dossier::{
    DossierError, DossierFault, DossierFiles, VerifiedDossier, dossier_of_game, dossier_of_match,
    verify_dossier,
};
pub use error::{ActionError, MatchHint, MatchRefusal, PlanError};
pub use extension::{Refusal, RefusalKind, UnprovenLine};
pub use find::{FindError, find_record, find_waiting, read_record};
pub use game::{
    CHAIN_TRAILER, Clocks, GameAfter, MoveRequest, PLY_TRAILER, RecordedMove, Status, clocks,
};
pub use hook::{
    HookInstallation, InstallError, PushVerdict, ReceiptError, ServerPolicy, check_push,
    install_hook, keep_receipt,
};
pub use import::{Destination, Imported, Importer};
pub use inbox::{
    Claimable, Inbox, OngoingGame, Proposal, Somebody, TimeLeft, UnreadableRecord, inbox, proposals,
};
pub use join::{Joined, git_key, join};
pub use leave::{InGame, act_in_all};
pub use list::{ListFilter, Listed, ListedGame, list};
pub use mail::{
    AnswerMode, ClaimedTime, ComposeError, ComposeRequest, DateDoubt, Delivery, DeliveryFault,
    DeliveryTerms, DemoError, KeptMails, LONGEST_MAIL, MailAnswer, MailClaims, MailDemonstration,
    MailNews, MailRefusal, MailRun, Mailbox, ReceiveTerms, Received, ReceivedLine, RefusedMail,
    Reminder, RunError, SentMail, Silence, compose, deliver, demonstrate_mail, mail_claims,
    mails_of, may_remind, reminders, run_mailbox, send_reminder,
};
pub use merge_driver::{FileVersions, MergeOutcome, MergedFile, merge_versions};
pub use new::{CreatedRecord, NewGame, new_game};
pub use page::{game_page, moves_along};
pub use progress::FileProgress;
pub use records::record_sources;
pub use repository::{
    FoundFile, GAMES, InitializedRepository, MATCHES, find, init_repository, locate, read_file,
    set_merge_driver,
};
pub use resolve::{
    Decision, Resolution, ResolveError, ResolveRequest, ResolveStep, note_rivals, resolve,
};
pub use secrets::{BackupError, LONGEST_BACKUP, RestoredSecrets, back_up_secrets, restore_secrets};
pub use settings::{KnownPerson, Settings, settings_schema};
pub use signing::Signed;
pub use site::{GamePageMaker, SiteDone, SiteError, SiteRecords, SiteRequest, make_site};
pub use standing::{Ground, OpenQuestion, SignedTwice, Standing, TwoStatements};
pub use sync::{News, Rival, RivalLine, SyncError, Synced, sync};
pub use verify::{check_elsewhere, verify_repository};
