//! Failures as the user sees them: what kind, where, why, what next, and the exit code.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::actions::{ActionError, FindError, MATCHES, MatchHint, MatchRefusal, PlanError};
use crate::notation::MoveError;
use crate::notation::diagram::DiagramError;
use crate::notation::fen::FenError;
use crate::notation::force::ForceError;
use crate::proof::KeyError;
use crate::record::{self, AppendError, Diagnostic, Hint};
use crate::render::one_line;
use crate::rules::StartFault;
use crate::rules::variants::SelectionError;
use crate::store::{SETTINGS, StoreError};

/// What kind of failure, which decides the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FailureKind {
    /// The answer is no: 1.
    No,
    /// Wrong usage: 2.
    Usage,
    /// The world is not as needed: 3.
    World,
}

/// What a command gives: its exit code, 0 or 1, or the failure to report.
pub(super) type Done = Result<u8, Failure>;

/// A failure to report.
#[derive(Debug)]
pub(super) struct Failure {
    kind: FailureKind,
    /// Where: a file, with line and column if known.
    place: Option<String>,
    message: String,
    rule: Option<String>,
    hint: Option<String>,
    broken_pipe: bool,
}

impl Failure {
    pub(super) fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure {
            kind,
            place: None,
            message: message.into(),
            rule: None,
            hint: None,
            broken_pipe: false,
        }
    }

    pub(super) fn no(message: impl Into<String>) -> Failure {
        Failure::new(FailureKind::No, message)
    }

    pub(super) fn usage(message: impl Into<String>) -> Failure {
        Failure::new(FailureKind::Usage, message)
    }

    pub(super) fn world(message: impl Into<String>) -> Failure {
        Failure::new(FailureKind::World, message)
    }

    /// A path that leads nowhere.
    pub(super) fn nowhere(path: &Path) -> Failure {
        Failure::world("there is no such file or folder").at(path.display().to_string())
    }

    /// A file or folder that cannot be written.
    pub(super) fn unwritten(path: &Path) -> impl Fn(io::Error) -> Failure {
        let name = path.display().to_string();
        move |error| {
            let failure = Failure::world(reason(&error)).at(name.clone());
            match error.kind() {
                io::ErrorKind::AlreadyExists => failure.hint("name one that does not exist yet"),
                _ => failure,
            }
        }
    }

    /// A file that stands where a folder is to be made.
    pub(super) fn refuse_file(folder: &Path) -> Result<(), Failure> {
        match folder.is_file() {
            false => Ok(()),
            true => Err(Failure::world("this is a file, not a folder")
                .at(folder.display().to_string())
                .hint("name a folder, or one that does not exist yet")),
        }
    }

    /// The same failure, found in that place.
    pub(super) fn at(self, place: impl Into<String>) -> Failure {
        Failure { place: Some(place.into()), ..self }
    }

    /// The same failure with the rule's id.
    pub(super) fn by(self, rule: impl Into<String>) -> Failure {
        self.by_any(Some(rule))
    }

    /// The same failure with the id of the rule, if there is one.
    fn by_any(self, rule: Option<impl Into<String>>) -> Failure {
        Failure { rule: rule.map(Into::into), ..self }
    }

    /// The same failure as one of the world.
    fn of_world(self) -> Failure {
        Failure { kind: FailureKind::World, ..self }
    }

    /// The same failure with what to do next.
    pub(super) fn hint(self, hint: impl Into<String>) -> Failure {
        Failure { hint: Some(hint.into()), ..self }
    }

    /// The same failure with one more thing to do.
    pub(super) fn add_hint(self, hint: &str) -> Failure {
        let hint = self.hint.as_ref().map_or(hint.into(), |first| format!("{first}\n{hint}"));
        Failure { hint: Some(hint), ..self }
    }

    /// What is wrong with the record in a file.
    pub(super) fn record(file: &str, error: &Diagnostic) -> Failure {
        Failure {
            rule: error.rule.map(Into::into),
            hint: error.hint.as_ref().map(advice),
            ..Failure::no(error.message.clone()).at(format!("{file}:{}", error.place))
        }
    }

    /// Arguments that make no command.
    pub(super) fn arguments(error: &clap::Error) -> Failure {
        let text = error.to_string();
        let said = text.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = said.split_whitespace().collect();
        let message = words.join(" ");
        Failure::usage(message.strip_prefix("error: ").unwrap_or(&message))
            .hint("see `riverpost --help`")
    }

    /// The same failure of something that comes after a commit, which stands.
    pub(super) fn after(self, commit: &str) -> Failure {
        let stands =
            format!("the action is recorded all the same (commit {commit}): do not repeat it");
        let hint = self.hint.as_ref().map(|hint| format!("\n{hint}"));
        self.hint(stands + &hint.unwrap_or_default())
    }

    pub(super) fn is_broken_pipe(&self) -> bool {
        self.broken_pipe
    }

    pub(super) fn exit_code(&self) -> u8 {
        match self.kind {
            FailureKind::No => 1,
            FailureKind::Usage => 2,
            FailureKind::World => 3,
        }
    }

    /// Prints it to standard error as one line of JSON.
    pub(super) fn print_json(&self) {
        let value = json!({ "error": {
            "place": self.place, "rule": self.rule, "message": self.message, "hint": self.hint,
        }});
        say(value);
    }

    /// Prints it to standard error: in words, or as one line of JSON.
    pub(super) fn print(&self, json: bool) {
        if json {
            return self.print_json();
        }
        let place = self.place.as_ref().map(|p| format!("{}: ", one_line(p))).unwrap_or_default();
        let rule = self.rule.as_ref().map(|r| format!(" [{r}]")).unwrap_or_default();
        let bold = anstyle::AnsiColor::Red.on_default().bold();
        let message = self.message.lines().map(one_line).collect::<Vec<_>>().join("\n  ");
        say(format_args!("{bold}error:{bold:#} {place}{message}{rule}"));
        if let Some(hint) = &self.hint {
            for line in hint.lines() {
                say(format_args!("  {}", one_line(line)));
            }
        }
    }
}

/// Prints a line to standard error. Where that is not possible either, nobody can be told.
pub(super) fn say(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// An error in words, without the number that the system has for it.
pub(super) fn reason(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    let number = text.rfind(" (os error ").filter(|_| text.ends_with(')'));
    text[..number.unwrap_or(text.len())].into()
}

/// What is wrong with a file, for machines.
pub(super) fn fault_value(fault: &Diagnostic) -> Value {
    json!({
        "rule": fault.rule, "line": fault.place.line, "column": fault.place.column,
        "message": fault.message,
    })
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let broken_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        Failure { broken_pipe, ..Failure::world(reason(&error)) }
    }
}

impl From<SelectionError> for Failure {
    fn from(error: SelectionError) -> Failure {
        Failure::usage(error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        if let StoreError::Conflicted { path, content } = &error
            && let Err(fault) = record::read(content)
        {
            return Failure::record(path, &fault).of_world();
        }
        if let StoreError::NotFound { folder, id } = &error {
            let (what, hint) = match folder.as_str() {
                MATCHES => ("match", "they are below `matches/`; `riverpost match new` begins one"),
                _ => ("record", "`riverpost list` lists every record"),
            };
            return Failure::usage(format!("no {what} is called `{id}`")).hint(hint);
        }
        let kind = match error {
            StoreError::Ambiguous { .. }
            | StoreError::BadPath { .. }
            | StoreError::Outside { .. } => FailureKind::Usage,
            _ => FailureKind::World,
        };
        let hint = match &error {
            StoreError::NotARepository { dir } => Some(format!(
                "go to the folder of your games, or make one with `riverpost init {}`",
                dir.display()
            )),
            StoreError::NoSettings { root } => {
                Some(format!("make it one for games with `riverpost init {}`", root.display()))
            }
            StoreError::Outside { .. } => Some(
                "name a file inside the repository, or point at the other repository with `--repo`"
                    .into(),
            ),
            _ => error.hint(),
        };
        Failure { hint, ..Failure::new(kind, reason(&error)) }
    }
}

impl From<FindError> for Failure {
    fn from(error: FindError) -> Failure {
        let message = error.to_string();
        match error {
            FindError::Action(error) => error.into(),
            FindError::NoneOngoing => {
                Failure::no(message).hint("name the record of a game that is over by its id")
            }
            FindError::NoneWaits { .. } => Failure::no(message)
                .hint("`riverpost inbox` lists the games; name the one you mean"),
            FindError::SeveralWait { .. } => Failure::usage(message).hint("name the one you mean"),
        }
    }
}

impl From<ActionError> for Failure {
    fn from(error: ActionError) -> Failure {
        let message = error.to_string();
        match error {
            ActionError::Match(refusal) => refusal.into(),
            ActionError::Store(error) => error.into(),
            ActionError::Record { file, error } => Failure::record(&file, &error),
            ActionError::Move { error, id } => {
                let hint = match &error {
                    MoveError::Ambiguous { .. } => "write one of these".into(),
                    MoveError::Number { .. } => {
                        "nothing was recorded; write the move that is due, \
                                                 with its number or without"
                            .into()
                    }
                    _ => format!(
                        "nothing was recorded; see the legal moves with `riverpost legal {id}`"
                    ),
                };
                Failure::no(message).by(error.rule()).hint(hint)
            }
            ActionError::Over { rule, .. } => {
                Failure::no(message).hint("nothing was recorded").by_any(rule)
            }
            ActionError::NotToMove { .. } => Failure::no(message).hint("nothing was recorded"),
            // G5
            ActionError::PlayerRules { .. } => {
                Failure::no(message).by("G5").hint("nothing was recorded")
            }
            ActionError::NotActor { whom, .. } => {
                let whom: Vec<_> = whom.iter().map(|who| format!("--for {who}")).collect();
                let add = whom.join(" or ");
                Failure::no(message)
                    .hint(format!("nothing was recorded; to enter what they have sent, add {add}"))
            }
            ActionError::Future { .. } => Failure::no(message)
                .by("C18")
                .hint("nothing was recorded; is the clock of this system right?"),
            ActionError::Late { .. } => Failure::no(message)
                .by("C19")
                .hint("nothing was recorded; leave --at out to enter it as done now"),
            ActionError::Nobody { .. } => {
                Failure::no(message).hint("give the whole name or address of a player")
            }
            ActionError::Settings { error } => Failure::record(SETTINGS, &error).of_world(),
            ActionError::NoServer { .. } => {
                Failure::world(message).hint("`riverpost hook install --owner KEY` installs one")
            }
            ActionError::ServerSettings { error } => {
                Failure::record("riverpost/server.yaml", &error).of_world()
            }
            ActionError::Start(faults) => faults.into(),
            ActionError::Taken { .. } => {
                Failure::no(message).hint("choose another with --id; ids differ by more than case")
            }
            ActionError::Action { error } => {
                let fault = error.diagnostic();
                let what = match *error {
                    AppendError::Backwards(_) => "say with --at when the move was made".into(),
                    _ => fault.hint.as_ref().map_or("send the move without it".into(), advice),
                };
                let failure = Failure::no(message).hint(format!("nothing was recorded; {what}"));
                failure.by_any(fault.rule)
            }
            ActionError::Refused { error } => {
                let fault = error.diagnostic();
                let hint = match &*error {
                    AppendError::Backwards(_) => "; say with --at when it was done".into(),
                    AppendError::NoArbiter(_) => "; the players agree on one with `riverpost \
                         arbiter propose` and `riverpost arbiter accept`"
                        .into(),
                    _ => fault
                        .hint
                        .as_ref()
                        .map(|hint| format!("; {}", advice(hint)))
                        .unwrap_or_default(),
                };
                let hint = format!("nothing was recorded{hint}");
                let failure = match *error {
                    AppendError::FlagUp { message, ledger, .. } => {
                        Failure::no(message).hint(format!("{}\n{hint}", ledger.join("\n")))
                    }
                    _ => Failure::no(message).hint(hint),
                };
                failure.by_any(fault.rule)
            }
            ActionError::Unsaid { .. } | ActionError::Unknown { .. } => Failure::usage(message)
                .hint("say it with --for: south, north, a name or an address"),
            ActionError::Header(error) => {
                let failure = Failure::usage(message).by_any(error.rule);
                Failure { hint: error.hint.as_ref().map(advice), ..failure }
            }
            // K1
            ActionError::Unsigned { key: None, .. } => Failure::no(message).by("K1").hint(
                "nothing was recorded; a key is proposed with `riverpost key propose REC FILE`, \
                 and holds when the other side accepts it",
            ),
            ActionError::Unsigned { entered: true, .. } => Failure::no(message).by("K1").hint(
                "nothing was recorded; whoever has the key makes it, signed, and sends it by git",
            ),
            ActionError::Unsigned { .. } => Failure::world(message).by("K1").hint(format!(
                "nothing was recorded; {KEY_AT_HAND}\na lost key is replaced with `riverpost key \
                 propose REC FILE`"
            )),
            // K5
            ActionError::NewKey { .. } => Failure::world(message)
                .by("K5")
                .hint(format!("nothing was recorded; {KEY_AT_HAND}")),
            ActionError::KeyHeld { .. } => Failure::no(message)
                .by("K5")
                .hint("nothing was recorded; `riverpost key change REC FILE` changes it"),
            ActionError::NoOwnKey => Failure::usage(message)
                .hint("name the key's public file, such as ~/.ssh/id_ed25519.pub"),
            ActionError::NotSigned { .. } => {
                Failure::world(message).hint("nothing was recorded; try again")
            }
            ActionError::Key(error) => Failure::from(error),
            ActionError::Plan(error) => error.into(),
            ActionError::Folder { .. } => {
                Failure::usage(message).hint("choose one below it, such as games/autumn")
            }
            ActionError::Gone { .. } => {
                Failure::usage(message).hint("`riverpost list` lists every record")
            }
            ActionError::File { file, error } => Failure::world(reason(&error)).at(file),
        }
    }
}

impl From<KeyError> for Failure {
    fn from(error: KeyError) -> Failure {
        Failure::usage(error.to_string()).by("K3")
    }
}

/// How a private key is found.
pub(super) const KEY_AT_HAND: &str = "name its file with `git config user.signingKey FILE`, give it to \
     the agent with `ssh-add FILE`, or keep it as ~/.ssh/id_ed25519";

/// A hint about a file in the words of commands.
fn advice(hint: &Hint) -> String {
    match hint {
        Hint::KeepOne => {
            "`riverpost resolve` shows both, and settles it where the rules do; `git checkout --ours FILE` or `--theirs FILE` \
             keeps one of them, `git add FILE` and `git commit` finish the merge; `git merge --abort` goes back to before it"
                .into()
        }
        Hint::Rewrite => "`riverpost fmt` rewrites the file in canonical form".into(),
        hint => hint.to_string(),
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Failure {
        let kind = match error {
            PlanError::Sequence { .. } | PlanError::NoAnswer { .. } => FailureKind::Usage,
            PlanError::Damaged { .. } | PlanError::NotKept(_) => FailureKind::World,
            _ => FailureKind::No,
        };
        let failure = Failure::new(kind, error.to_string()).by_any(error.rule());
        Failure { hint: plan_hint(&error), ..failure }
    }
}

/// What to do where a plan is refused.
fn plan_hint(error: &PlanError) -> Option<String> {
    let hint = match error {
        PlanError::Sequence { .. } => {
            "write their move, a colon, your answer, and a semicolon before the next pair: \
             \"NH e7-e6: SK b1-c3; NH a7-a6: SS a1-a3\"; a capture is written with x"
        }
        PlanError::Move { error: MoveError::Ambiguous { .. }, .. } => "write one of these",
        PlanError::Move { .. } => "nothing was added to the plan",
        PlanError::Answered { .. } => {
            "give --replace to put the new answer, and what follows it, in the place of the old"
        }
        PlanError::OwnMove(_) => "make your move first, or name the other side's plan with --for",
        PlanError::Due { id, .. } => {
            return Some(format!("record it with `riverpost plan fire {id}`"));
        }
        PlanError::NoAnswer { .. } => "see the numbers with `riverpost plan list`",
        PlanError::Damaged { .. } => {
            "mend the file, or remove the plan with `riverpost plan remove REC --all`"
        }
        PlanError::Unfit { .. } | PlanError::Unsigned { .. } => {
            "ask its owner for the plan as `riverpost plan sign REC --print` prints it"
        }
        PlanError::NotKept(_) => {
            "open it where it was sealed, or write the secret digits and the plan behind the game"
        }
        PlanError::Left(_) => "nothing was taken over",
        PlanError::Empty(_) => "make one with `riverpost plan add`",
        PlanError::Ends { .. } | PlanError::TooMuch { .. } => return None,
    };
    Some(hint.into())
}

/// What to do where a match does not allow something.
fn match_hint(hint: MatchHint) -> &'static str {
    match hint {
        MatchHint::Text(words) => words,
        MatchHint::SayWho => "say for whom with --for",
        MatchHint::KeepDevice => "leave --device out to go on with it",
        MatchHint::SayDevice => "say which with --device",
        MatchHint::SayNorth => "say with --north who it is to be",
        MatchHint::DrawAgain => "`riverpost match lots again MATCH` by both draws again",
        MatchHint::SealForces => "--device forces",
        MatchHint::SayForce => "say it with --force; an empty one is the orthodox force",
        MatchHint::ShowOutcome => "`riverpost match lots show MATCH` says what follows from it",
        MatchHint::NotExternal => "leave --external out",
        MatchHint::SeeRules => "see `riverpost rules`",
        MatchHint::ShowSchedule => "see `riverpost match schedule MATCH`",
        MatchHint::ReplacePlayer => {
            "`riverpost match player replace MATCH PLAYER NEW` lets somebody take a player's place"
        }
        MatchHint::SubstituteMember => {
            "`riverpost match team substitute MATCH TEAM MEMBER NEW` lets somebody take a member's place"
        }
        MatchHint::Correct => "the arbiter or an organiser corrects it with --correct --reason",
        MatchHint::NoCorrection => "leave --correct out",
    }
}

impl From<Vec<StartFault>> for Failure {
    fn from(faults: Vec<StartFault>) -> Failure {
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::no(format!("not a legal start: {}", all.join("; ")))
            .by("G10")
            .hint("mend the array; `riverpost rules GAME` shows the usual one and rule G10")
    }
}

impl From<DiagramError> for Failure {
    fn from(error: DiagramError) -> Failure {
        Failure::no(error.message).at(format!("setup:{}:{}", error.line + 1, error.column + 1))
    }
}

impl From<FenError> for Failure {
    fn from(error: FenError) -> Failure {
        Failure::no(error.to_string())
    }
}

impl From<ForceError> for Failure {
    fn from(error: ForceError) -> Failure {
        Failure::usage(format!("force {error}"))
    }
}

impl From<MatchRefusal> for Failure {
    fn from(refusal: MatchRefusal) -> Failure {
        let message = refusal.to_string();
        match refusal {
            MatchRefusal::Unsound { file, error } => {
                Failure::no(message).at(format!("{file}:{}", error.place)).by_any(error.rule)
            }
            MatchRefusal::Contradicts { file, contradiction } => {
                let place = format!("{file}:{}", contradiction.place);
                let failure = Failure::no(message).at(place).hint("nothing was recorded");
                failure.by_any(contradiction.rule)
            }
            MatchRefusal::Shape(_) => Failure::world(message)
                .hint("nothing was recorded; edit the file by hand, and commit it"),
            MatchRefusal::Reveal(_) => Failure::no(message).by("M5").hint("nothing was recorded"),
            MatchRefusal::Not { rule, hint, .. } => {
                let hint = match_hint(hint);
                let failure = Failure::no(message).hint(format!("nothing was recorded; {hint}"));
                failure.by_any(rule)
            }
            MatchRefusal::Unknown { .. } => Failure::usage(message),
            MatchRefusal::NoSecret { .. } => Failure::world(message)
                .hint("reveal where the commitment was made, or give the secret with --secret"),
            MatchRefusal::Random(_) | MatchRefusal::Unwritable(_) => Failure::world(message),
        }
    }
}
