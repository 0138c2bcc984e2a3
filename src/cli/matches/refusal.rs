//! Refusals of matches as the user sees them.

use crate::actions::matches::Refusal;
use crate::cli::error::Failure;
use crate::matches::MatchError;

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        let message = refusal.to_string();
        match refusal {
            Refusal::Unsound { file, error } => {
                let (line, column) = error.at();
                let failure = Failure::no(message).at(format!("{file}:{line}:{column}"));
                match *error {
                    MatchError::Model { fault, .. } => match fault.rule() {
                        Some(rule) => failure.by(rule),
                        None => failure,
                    },
                    MatchError::Yaml { .. } => failure,
                }
            }
            Refusal::Contradicts { file, contradiction } => {
                let place = format!("{file}:{}:{}", contradiction.line, contradiction.column);
                let failure = Failure::no(message).at(place).hint("nothing was recorded");
                match contradiction.rule {
                    Some(rule) => failure.by(rule),
                    None => failure,
                }
            }
            Refusal::Shape(_) => Failure::world(message)
                .hint("nothing was recorded; edit the file by hand, and commit it"),
            Refusal::Lot(_) | Refusal::Reveal(_) => {
                Failure::no(message).by("M5").hint("nothing was recorded")
            }
            Refusal::Not { rule, hint, .. } => {
                let failure = Failure::no(message).hint(format!("nothing was recorded; {hint}"));
                match rule {
                    Some(rule) => failure.by(rule),
                    None => failure,
                }
            }
            Refusal::Unknown { .. } => Failure::usage(message),
            Refusal::NoSecret { .. } => Failure::world(message)
                .hint("reveal where the commitment was made, or give the secret with --secret"),
            Refusal::Random(_) | Refusal::Unwritable(_) => Failure::world(message),
        }
    }
}
