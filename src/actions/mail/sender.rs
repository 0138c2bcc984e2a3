//! Who wrote a message, as far as it says so.

use super::refusal::MailRefusal;
use crate::actions::actor::{Identity, Seats};
use crate::actions::settings::Settings;
use crate::mail::{IncomingMail, MailAddress};
use crate::rules::Side;
use crate::store::Person;

/// Who wrote a message, as its headers say, which anybody can forge.
pub(super) struct MailSender {
    /// The address.
    pub(super) email: String,
    /// The person of that address, with all others that the settings give them. The name that stands beside the address is
    /// nobody's proof.
    identity: Identity,
    /// Who is said to have sent it for them.
    sent_by: Option<Identity>,
}

impl MailSender {
    /// Who wrote a message; where a mailing list has put itself in their place, who wrote to it.
    ///
    /// # Errors
    /// [`MailRefusal::Senders`].
    pub(super) fn of(mail: &IncomingMail, settings: &Settings) -> Result<MailSender, MailRefusal> {
        let from = match (&mail.rewritten_from, &mail.from[..]) {
            (Some(from), _) | (None, [from]) => from,
            (None, several) => return Err(MailRefusal::Senders(several.len())),
        };
        let known = |address: &MailAddress| {
            let person = Person { name: String::new(), email: address.email.clone() };
            Identity::new(person, settings)
        };
        let sent_by = mail.sender.as_ref().map(known);
        Ok(MailSender { email: from.email.clone(), identity: known(from), sent_by })
    }

    /// The person.
    pub(super) fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The sides that they play.
    ///
    /// # Errors
    /// [`MailRefusal::SentByAnother`] where the other player or the arbiter is said to have sent it.
    pub(super) fn sides(&self, game: &Seats<'_>) -> Result<Vec<Side>, MailRefusal> {
        let sides = self.identity.sides(game);
        let is_another = |by: &&Identity| {
            let other = by.sides(game).iter().any(|side| !sides.contains(side));
            other || game.arbiter.is_some_and(|arbiter| by.is(arbiter))
        };
        match self.sent_by.as_ref().filter(is_another) {
            Some(by) => Err(MailRefusal::SentByAnother { email: by.person().email.clone() }),
            None => Ok(sides),
        }
    }
}
