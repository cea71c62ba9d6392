//! The e-mail of an announcement.

use super::BroadcastInput;
use crate::base::contact::Email;
use crate::base::id::{MemberId, RecordId};
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::core::members::MemberRecord;
use crate::core::preferences;
use crate::member::notifications::push;
use crate::platform::delivery::{AnnouncementLinks, Message, Outbox};

/// Settings for e-mailing announcements.
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
        let token = preferences::unsubscribe_token(&self.keys, member, announcement.kind());
        let unsubscribe = format!("{}/unsubscribe?token={token}", self.public_url);
        let ways = AnnouncementLinks { opens: format!("{}{}", self.public_url, push::INBOX), unsubscribe };
        let (title, body) = (announcement.title.get(language), announcement.body.get(language));
        Message::announcement(to, language, title, body, ways)
    }
}
