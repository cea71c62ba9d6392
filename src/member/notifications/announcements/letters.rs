//! E-mails that members may decline: announcements and reminders.

use super::BroadcastInput;
use crate::base::contact::Email;
use crate::base::id::{MemberId, RecordId};
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::core::members::{self, MemberRecord};
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
        let letter = letter.of(to.id).among(id);
        Some(match announcement.kind().declinable() {
            Some(topic) => letter.about(topic),
            None => letter,
        })
    }

    pub(super) fn letter(
        &self,
        member: MemberId,
        to: &Email,
        language: Language,
        announcement: &BroadcastInput,
    ) -> Message {
        let ways = self.links(member, announcement.kind(), push::INBOX);
        let (title, body) = (announcement.title.get(language), announcement.body.get(language));
        Message::announcement(to, language, title, body, ways)
    }

    /// Queues an e-mail about a line of a member's inbox, unless the member has declined e-mails of its kind. The texts
    /// are `mail.<kind>`; the caller wakes the outbox.
    pub fn remind(&self, tx: &Tx<'_>, member: MemberId, kind: &str, values: &[(&str, &str)]) -> AppResult<()> {
        let about = MessageKind::of_line(kind);
        let Some(to) = members::find(tx, member)? else { return Ok(()) };
        let Some(email) = &to.email else { return Ok(()) };
        if !preferences::wants(tx, member, about, MessageChannel::Email)? {
            return Ok(());
        }
        let ways = self.links(member, about, push::opens(kind).unwrap_or(push::INBOX));
        let letter = Message::reminder(email, to.language, kind, values, ways).of(member);
        delivery::queue(tx, &about.declinable().into_iter().fold(letter, Message::about))?;
        Ok(())
    }

    fn links(&self, member: MemberId, about: MessageKind, opens: &str) -> LetterLinks {
        let token = preferences::unsubscribe_token(&self.keys, member, about);
        let unsubscribe = format!("{}/unsubscribe?token={token}", self.public_url);
        LetterLinks { opens: format!("{}{opens}", self.public_url), unsubscribe }
    }
}
