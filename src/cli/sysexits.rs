//! The exit codes by which a mail server learns what became of a message that it has handed over (sysexits.h).

use super::error::Failure;
use crate::actions::{ComposeError, Delivery, DeliveryFault, MailAnswer, MailRefusal};

/// The exit code of a failure where something is not as needed.
const WORLD: u8 = 3;
/// What a mail server is told of a message that it shall send back: it cannot be read or does nothing.
const DATAERR: u8 = 65;
/// Of one about no game that is known here.
const NOUSER: u8 = 67;
/// Of one that it shall try again.
const TEMPFAIL: u8 = 75;
/// Of one from somebody who may not do what it asks for.
const NOPERM: u8 = 77;

/// The exit code that tells a mail server what became of a message (sysexits.h). What was refused without telling its sender
/// is said on standard error, which the server sends back.
pub(super) fn sysexit(delivery: &Result<Delivery, Failure>, json: bool) -> u8 {
    let delivery = match delivery {
        Ok(delivery) => delivery,
        Err(failure) => {
            failure.print(json);
            return if failure.exit_code() == WORLD { TEMPFAIL } else { DATAERR };
        }
    };
    if let Some(error) = &delivery.unkept {
        Failure::world(format!("the message is not kept: {error}")).print(json);
    }
    let Err(fault) = &delivery.outcome else { return 0 };
    let code = match (fault, &delivery.answer) {
        _ if delivery.may_pass() => TEMPFAIL,
        (_, MailAnswer::Sent(_) | MailAnswer::Silent(_)) => return 0,
        // What the answer says or its address does not change by itself.
        (_, MailAnswer::Unsent(ComposeError::Action(_))) => TEMPFAIL,
        (_, MailAnswer::Unsent(_)) => DATAERR,
        (DeliveryFault::Refused(refused), _) => match &refused.reason {
            MailRefusal::Automatic(_) => return 0,
            MailRefusal::NoGame { .. } | MailRefusal::SeveralGames { .. } => NOUSER,
            MailRefusal::Senders(_)
            | MailRefusal::SentByAnother { .. }
            | MailRefusal::UnknownSender { .. }
            | MailRefusal::NotAnAnswer
            | MailRefusal::NeedsSignature { .. }
            | MailRefusal::NotTheirs { .. }
            | MailRefusal::NotInvited { .. } => NOPERM,
            _ => DATAERR,
        },
        _ => DATAERR,
    };
    Failure::no(fault.to_string()).print(json);
    code
}
