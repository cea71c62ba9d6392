//! E-mails that members may decline: announcements and reminders.

use super::BroadcastInput;
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::id::{MemberId, RecordId};
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::core::members::{self, MemberRecord, Status};
use crate::core::preferences::{self, MessageChannel, MessageKind};
use crate::member::notifications::push;
use crate::platform::delivery::{self, LetterLinks, Message, Outbox};
use crate::platform::store::Tx;

/// Settings for e-mails that members may decline.
#[derive(Clone)]
pub struct Letters {
    /// Keys that sign the unsubscribe links.
    pub keys: Keyring,
    /// Base URL of the links.
    pub public_url: String,
    /// Woken after messages are queued.
    pub outbox: Outbox,
}

impl Letters {
    /// Writes the announcement as an e-mail to one member, with an unsubscribe link that needs no sign-in.
    pub(super) fn write(&self, to: &MemberRecord, id: RecordId, announcement: &BroadcastInput) -> Option<Message> {
        let letter = self.letter(to.id, to.email.as_ref()?, to.language, announcement);
        Some(about_its_topic(letter.of(to.id).among(id), announcement.kind()))
    }

    pub(super) fn letter(
        &self,
        member: MemberId,
        to: &Email,
        language: Language,
        announcement: &BroadcastInput,
    ) -> Message {
        let links = self.links(member, announcement.kind(), &announcement.opens());
        let (title, body) = (announcement.title.get(language), announcement.body.get(language));
        Message::announcement(to, language, title, body, links).showing(self.picture(&announcement.picture))
    }

    /// Queues an e-mail about a new line of a member's inbox, and returns whether the e-mail was queued. The member must be
    /// active, have an e-mail address, and accept e-mails of this kind. The texts of the e-mail are `mail.<kind>`. The
    /// outbox drops the e-mail if it could not be sent before `until`. The caller has to wake the outbox.
    pub fn remind(
        &self,
        tx: &Tx<'_>,
        member: MemberId,
        kind: &str,
        values: &[(&str, &str)],
        until: Timestamp,
    ) -> AppResult<bool> {
        let owned = |_| values.iter().map(|(name, value)| (*name, (*value).to_owned())).collect::<Vec<_>>();
        self.remind_in_words(tx, member, (kind, kind), owned, until)
    }

    /// As [`Letters::remind`], for values that depend on the language, and with the texts `mail.<words>`.
    pub fn remind_in_words<'n>(
        &self,
        tx: &Tx<'_>,
        member: MemberId,
        (kind, words): (&str, &str),
        values: impl Fn(Language) -> Vec<(&'n str, String)>,
        until: Timestamp,
    ) -> AppResult<bool> {
        let about = MessageKind::of_line(kind);
        let to = members::find(tx, member)?.filter(|found| found.status == Status::Active);
        let Some((email, language)) = to.and_then(|to| Some((to.email?, to.language))) else { return Ok(false) };
        if !preferences::wants(tx, member, about, MessageChannel::Email)? {
            return Ok(false);
        }
        let links = self.links(member, about, push::opens(kind).unwrap_or(push::INBOX));
        let values = values(language);
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let letter = Message::reminder(&email, language, words, &values, links).of(member);
        let letter = letter.within_at_most(until.since(tx.now()));
        delivery::queue(tx, &about_its_topic(letter, about))?;
        Ok(true)
    }

    /// The address of a picture. Mail programs do not draw SVG.
    fn picture(&self, path: &str) -> Option<String> {
        let is_drawn = !path.is_empty() && !path.ends_with(".svg");
        is_drawn.then(|| format!("{}{path}", self.public_url))
    }

    fn links(&self, member: MemberId, about: MessageKind, opens: &str) -> LetterLinks {
        let token = preferences::unsubscribe_token(&self.keys, member, about);
        let unsubscribe = format!("{}/unsubscribe?token={token}", self.public_url);
        LetterLinks { opens: format!("{}{opens}", self.public_url), unsubscribe }
    }
}

fn about_its_topic(letter: Message, kind: MessageKind) -> Message {
    match kind.declinable() {
        Some(topic) => letter.about(topic),
        None => letter,
    }
}
