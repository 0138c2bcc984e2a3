//! Who may set up and rule on a match: its arbiter, its organiser, and the organisers whom the repository's settings name.

use crate::actions::actor::{ARBITER, Identity, is_called, person};
use crate::actions::error::{ActionError, MatchRefusal};
use crate::actions::settings::{KnownPerson, Settings};
use crate::matches::{Entrant, Match, Member};
use crate::record::Player;
use crate::store::{Person, Store};

/// Who acts in a match, and who enters it.
#[derive(Clone, Debug)]
pub(super) struct MatchActor {
    /// The author of the commit.
    pub(super) author: Person,
    /// Who enters it, where that is somebody else.
    pub(super) entered_by: Option<Person>,
}

/// The arbiter and the organisers of a match, and who runs the program.
pub(super) struct Officials<'m> {
    m: &'m Match,
    me: Identity,
    arbiter: Option<Player>,
    organisers: Vec<String>,
    people: Vec<KnownPerson>,
}

impl<'m> Officials<'m> {
    pub(super) fn of(store: &Store, m: &'m Match) -> Result<Officials<'m>, ActionError> {
        let settings = Settings::of(store)?;
        let (mut organisers, mut people) = (settings.organisers.clone(), settings.people.clone());
        if let Some(Member { name, email, .. }) = m.organiser.clone() {
            organisers.push(email.clone().unwrap_or_else(|| name.clone()));
            let emails = email.into_iter().collect();
            people.push(KnownPerson { name, emails, logins: Vec::new() });
        }
        let me = Identity::new(store.committer()?, &settings);
        Ok(Officials { m, me, arbiter: m.arbiter.as_ref().map(Player::from), organisers, people })
    }

    /// Who acts where an official does, or one of those who play for `parties`; with `who` it is entered for them. Where the
    /// match has no arbiter and the settings name no organiser, whoever runs the program is one.
    ///
    /// # Errors
    /// [`ActionError::NotActor`], [`ActionError::PlayerRules`], [`MatchRefusal::Unknown`].
    pub(super) fn actor(
        &self,
        who: Option<&str>,
        parties: &[&str],
    ) -> Result<MatchActor, ActionError> {
        let identity = self.me.person().clone();
        let entitled = |me: &Identity| self.is_official(me) || self.plays(me, parties);
        let Some(who) = who else {
            return match self.is_without() || entitled(&self.me) {
                true => Ok(MatchActor { author: identity, entered_by: None }),
                false => Err(self.not_actor(identity, parties)),
            };
        };
        let (author, official) = self.named(who, parties)?;
        if official && !self.is_official(&self.me) && self.plays_in_it() {
            return Err(ActionError::PlayerRules { identity });
        }
        Ok(self.entered(author))
    }

    /// Who acts where anybody may.
    ///
    /// # Errors
    /// [`MatchRefusal::Unknown`].
    pub(super) fn anybody(&self, who: Option<&str>) -> Result<MatchActor, ActionError> {
        let Some(who) = who else {
            return Ok(MatchActor { author: self.me.person().clone(), entered_by: None });
        };
        let all: Vec<&str> = self.m.entrants().iter().map(|entrant| entrant.id).collect();
        Ok(self.entered(self.named(who, &all)?.0))
    }

    /// Whether who runs the program plays for one of these.
    pub(super) fn is_party(&self, parties: &[&str]) -> bool {
        self.plays(&self.me, parties)
    }

    fn entered(&self, author: Person) -> MatchActor {
        let player = Player {
            name: author.name.clone(),
            email: Some(author.email.clone()).filter(|email| !email.is_empty()),
            key: None,
        };
        let entered_by = (!self.me.is(&player)).then(|| self.me.person().clone());
        MatchActor { author, entered_by }
    }

    /// Whether there is no arbiter and no organiser.
    pub(super) fn is_without(&self) -> bool {
        self.arbiter.is_none() && self.organisers.is_empty()
    }

    fn is_official(&self, me: &Identity) -> bool {
        self.arbiter.as_ref().is_some_and(|arbiter| me.is(arbiter)) || me.is_among(&self.organisers)
    }

    fn plays(&self, me: &Identity, parties: &[&str]) -> bool {
        self.entrants(parties).any(|entrant| entrant.people().any(|player| me.is(&player)))
    }

    fn plays_in_it(&self) -> bool {
        let mut people = self.m.entrants().into_iter().flat_map(|e| e.people().collect::<Vec<_>>());
        people.any(|player| self.me.is(&player))
    }

    fn entrants(&self, ids: &[&str]) -> impl Iterator<Item = Entrant<'m>> {
        self.m.entrants().into_iter().filter(move |entrant| ids.contains(&entrant.id))
    }

    /// Who is meant, and whether it is an official.
    fn named(&self, who: &str, parties: &[&str]) -> Result<(Person, bool), MatchRefusal> {
        let who = who.trim();
        if let Some(arbiter) = &self.arbiter
            && (who.eq_ignore_ascii_case(ARBITER) || is_called(arbiter, who))
        {
            return Ok((person(arbiter), true));
        }
        if let Some(organiser) =
            self.organisers.iter().find(|o| o.to_lowercase() == who.to_lowercase())
        {
            let same = |email: &String| email.to_lowercase() == organiser.to_lowercase();
            let known = self.people.iter().find(|person| person.emails.iter().any(same));
            let name = known.map_or(organiser, |person| &person.name).clone();
            let email = Some(organiser).filter(|text| text.contains('@'));
            return Ok((Person { name, email: email.cloned().unwrap_or_default() }, true));
        }
        let parties: Vec<Entrant> = self.entrants(parties).collect();
        if let Some(entrant) = parties.iter().find(|entrant| entrant.is_called(who)) {
            let mut people = entrant.people();
            let first = people.next();
            let meant = people.find(|player| is_called(player, who)).or(first);
            let nobody = || Person { name: entrant.name.to_owned(), email: String::new() };
            return Ok((meant.as_ref().map_or_else(nobody, person), false));
        }
        let arbiter = self.arbiter.as_ref().map(|arbiter| arbiter.name.as_str());
        let known = arbiter.into_iter().chain(self.organisers.iter().map(String::as_str));
        let known: Vec<&str> = known.chain(parties.iter().map(|entrant| entrant.id)).collect();
        let known = if known.is_empty() { "nobody".to_owned() } else { known.join(", ") };
        let what = "arbiter, organiser or player who does this and is called";
        Err(MatchRefusal::Unknown { what, name: who.to_owned(), known })
    }

    fn not_actor(&self, identity: Person, parties: &[&str]) -> ActionError {
        let mut entitled: Vec<String> = Vec::new();
        let mut whom = Vec::new();
        if let Some(arbiter) = &self.arbiter {
            entitled.push(format!("the arbiter ({})", arbiter.name));
            whom.push(ARBITER);
        }
        if !self.organisers.is_empty() {
            entitled.push(format!("an organiser ({})", self.organisers.join(", ")));
        }
        entitled.extend(self.entrants(parties).map(|entrant| entrant.name.to_owned()));
        if entitled.len() > whom.len() {
            whom.push("NAME");
        }
        ActionError::NotActor { identity, entitled: entitled.join(" or "), whom }
    }
}
