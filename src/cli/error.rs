//! Failures as the user sees them: what kind, where, why, what next, and the exit code.

use std::io;

use serde_json::json;

use super::Common;
use crate::desk::DeskError;
use crate::notation::MoveError;
use crate::notation::diagram::DiagramError;
use crate::notation::fen::FenError;
use crate::notation::force::ForceError;
use crate::record::RecordError;
use crate::render::one_line;
use crate::rules::StartFault;
use crate::rules::variants::ChoiceError;
use crate::store::StoreError;

/// What kind of failure, which decides the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The answer is no: 1.
    No,
    /// Wrong usage: 2.
    Usage,
    /// The world is not as needed: 3.
    World,
}

/// A failure to report.
#[derive(Debug)]
pub(super) struct Failure {
    kind: Kind,
    /// Where: a file, with line and column if known.
    place: Option<String>,
    message: String,
    rule: Option<String>,
    hint: Option<String>,
    broken_pipe: bool,
}

impl Failure {
    pub(super) fn new(kind: Kind, message: impl Into<String>) -> Failure {
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
        Failure::new(Kind::No, message)
    }

    pub(super) fn usage(message: impl Into<String>) -> Failure {
        Failure::new(Kind::Usage, message)
    }

    pub(super) fn world(message: impl Into<String>) -> Failure {
        Failure::new(Kind::World, message)
    }

    /// The same failure, found in that place.
    pub(super) fn at(self, place: impl Into<String>) -> Failure {
        Failure { place: Some(place.into()), ..self }
    }

    /// The same failure with the rule's id.
    pub(super) fn by(self, rule: impl Into<String>) -> Failure {
        Failure { rule: Some(rule.into()), ..self }
    }

    /// The same failure with what to do next.
    pub(super) fn hint(self, hint: impl Into<String>) -> Failure {
        Failure { hint: Some(hint.into()), ..self }
    }

    /// What is wrong with the record in a file.
    pub(super) fn record(file: &str, error: &RecordError) -> Failure {
        let mut failure =
            Failure::no(error.message()).at(format!("{file}:{}:{}", error.line(), error.column()));
        failure.rule = error.rule().map(Into::into);
        failure.hint = error.hint().map(Into::into);
        failure
    }

    pub(super) fn is_broken_pipe(&self) -> bool {
        self.broken_pipe
    }

    pub(super) fn exit_code(&self) -> u8 {
        match self.kind {
            Kind::No => 1,
            Kind::Usage => 2,
            Kind::World => 3,
        }
    }

    /// Prints it to standard error: in words, or as one line of JSON.
    pub(super) fn print(&self, common: &Common) {
        if common.json {
            let value = json!({ "error": {
                "place": self.place, "rule": self.rule, "message": self.message, "hint": self.hint,
            }});
            anstream::eprintln!("{value}");
            return;
        }
        let place = self.place.as_ref().map(|p| format!("{}: ", one_line(p))).unwrap_or_default();
        let rule = self.rule.as_ref().map(|r| format!(" [{r}]")).unwrap_or_default();
        let bold = anstyle::AnsiColor::Red.on_default().bold();
        let message = self.message.lines().map(one_line).collect::<Vec<_>>().join("\n  ");
        anstream::eprintln!("{bold}error:{bold:#} {place}{message}{rule}");
        if let Some(hint) = &self.hint {
            for line in hint.lines() {
                anstream::eprintln!("  {}", one_line(line));
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let broken_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        Failure { broken_pipe, ..Failure::world(error.to_string()) }
    }
}

impl From<ChoiceError> for Failure {
    fn from(error: ChoiceError) -> Failure {
        Failure::usage(error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let kind = match error {
            StoreError::NotFound { .. } | StoreError::Ambiguous { .. } => Kind::Usage,
            _ => Kind::World,
        };
        Failure { hint: error.hint(), ..Failure::new(kind, error.to_string()) }
    }
}

impl From<DeskError> for Failure {
    fn from(error: DeskError) -> Failure {
        let message = error.to_string();
        match error {
            DeskError::Store(error) => error.into(),
            DeskError::Record { file, error } => Failure::record(&file, &error),
            DeskError::Move { error, id } => {
                let hint = match &error {
                    MoveError::Ambiguous { .. } => "write one of these".into(),
                    _ => format!(
                        "nothing was recorded; see the legal moves with `riverpost legal {id}`"
                    ),
                };
                Failure::no(message).by(error.rule()).hint(hint)
            }
            DeskError::Over { rule, .. } => {
                let failure = Failure::no(message).hint("nothing was recorded");
                Failure { rule: rule.map(Into::into), ..failure }
            }
            DeskError::Start(faults) => faults.into(),
            DeskError::Taken { .. } => {
                Failure::no(message).hint("choose another with --id; ids differ by more than case")
            }
            DeskError::Gone { .. } | DeskError::File { .. } => Failure::world(message),
        }
    }
}

impl From<Vec<StartFault>> for Failure {
    fn from(faults: Vec<StartFault>) -> Failure {
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::no(format!("not a legal start: {}", all.join("; "))).by("G10")
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
