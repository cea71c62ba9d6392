//! A message before it is queued: its text, its lifetime, and its fallback.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{DeliveryChannel, Priority};
use crate::base::contact::{Email, HkPhone};
use crate::base::id::{MemberId, RecordId};
use crate::base::language::Language;
use crate::base::messages::text;

/// The time for which a one-time code is valid; the message with the code expires at the same moment.
const CODE_LIFE: Duration = Duration::from_secs(10 * 60);
/// The time for which a link that sets a new password is valid.
const LINK_LIFE: Duration = Duration::from_secs(30 * 60);
/// Lifetime of all other messages.
const USUAL_LIFE: Duration = Duration::from_secs(3 * 86_400);

/// A message that is about to be queued.
#[derive(Clone, Serialize, Deserialize)]
pub struct Message {
    pub(super) kind: String,
    pub(super) channel: DeliveryChannel,
    pub(super) to: String,
    pub(super) member: Option<MemberId>,
    pub(super) language: Language,
    pub(super) priority: Priority,
    pub(super) lifetime: Duration,
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) unsubscribe: Option<String>,
    /// The screen that a tap opens; in an e-mail, the address behind its button.
    #[serde(default)]
    pub(super) opens: Option<String>,
    /// The address of the picture above the text of an e-mail.
    #[serde(default)]
    pub(super) picture: Option<String>,
    /// The batch of messages that were sent for the same reason.
    #[serde(default)]
    pub(super) batch: Option<RecordId>,
    /// The topic, if the member may opt out of it.
    #[serde(default)]
    pub(super) about: Option<String>,
    pub(super) fallback: Option<Box<Message>>,
}

impl Message {
    /// An e-mail whose texts are `mail.<kind>.subject` and `mail.<kind>.text`, with `values` for their placeholders.
    /// Urgent by default.
    pub fn email(to: &Email, language: Language, kind: &str, values: &[(&str, &str)]) -> Self {
        let subject = self::text(language, &format!("mail.{kind}.subject"), values);
        let text = text(language, &format!("mail.{kind}.text"), values);
        let lifetime = if kind == "reset" { LINK_LIFE } else { life_of(kind) };
        Self::new(DeliveryChannel::Email, to.as_str(), language, kind, subject, text, lifetime)
    }

    /// An SMS whose text is `sms.<kind>`, with `values` for its placeholders. Urgent by default.
    pub fn sms(to: &HkPhone, language: Language, kind: &str, values: &[(&str, &str)]) -> Self {
        let text = text(language, &format!("sms.{kind}"), values);
        Self::new(DeliveryChannel::Sms, &to.e164(), language, kind, String::new(), text, life_of(kind))
    }

    /// An announcement by e-mail, with a text that staff wrote.
    pub fn announcement(to: &Email, language: Language, subject: &str, text: &str, links: LetterLinks) -> Self {
        let (subject, text) = (subject.to_owned(), text.to_owned());
        let message =
            Self::new(DeliveryChannel::Email, to.as_str(), language, "announcement", subject, text, USUAL_LIFE);
        message.with_links(links)
    }

    /// An e-mail about something that need not be read at once, and that the member may decline. Its texts are those of
    /// [`Message::email`].
    pub fn reminder(to: &Email, language: Language, kind: &str, values: &[(&str, &str)], links: LetterLinks) -> Self {
        Self::email(to, language, kind, values).with_links(links)
    }

    fn with_links(self, LetterLinks { opens, unsubscribe }: LetterLinks) -> Self {
        Self { priority: Priority::Bulk, opens: Some(opens), unsubscribe: Some(unsubscribe), ..self }
    }

    pub(super) fn new(
        channel: DeliveryChannel,
        to: &str,
        language: Language,
        kind: &str,
        subject: String,
        text: String,
        lifetime: Duration,
    ) -> Self {
        Self {
            kind: kind.to_owned(),
            channel,
            to: to.to_owned(),
            member: None,
            language,
            priority: Priority::Urgent,
            lifetime,
            subject: one_line(&subject),
            text,
            unsubscribe: None,
            opens: None,
            picture: None,
            batch: None,
            about: None,
            fallback: None,
        }
    }

    /// The address, number or device that it goes to.
    pub fn recipient(&self) -> &str {
        &self.to
    }

    /// Sets the member whom the message is for.
    pub fn of(mut self, member: MemberId) -> Self {
        self.member = Some(member);
        self
    }

    /// Sets the address of the picture above the text of an e-mail.
    pub fn showing(mut self, picture: Option<String>) -> Self {
        self.picture = picture;
        self
    }

    /// Sets the lifetime.
    pub fn within(mut self, lifetime: Duration) -> Self {
        self.lifetime = lifetime;
        self
    }

    /// Sets the lifetime if it is shorter than the present one.
    pub fn within_at_most(self, lifetime: Duration) -> Self {
        let lifetime = self.lifetime.min(lifetime);
        self.within(lifetime)
    }

    /// Adds the message to a batch of messages sent for the same reason; their outcomes are counted together.
    pub fn among(mut self, batch: RecordId) -> Self {
        self.batch = Some(batch);
        self
    }

    /// Sets the topic, which the member may opt out of until it is sent: see [`take_back`](super::take_back).
    pub fn about(mut self, topic: &str) -> Self {
        self.about = Some(topic.to_owned());
        self
    }

    /// Sets the fallback, which is sent when this message cannot be delivered.
    pub fn or(mut self, other: Message) -> Self {
        self.fallback = Some(Box::new(other));
        self
    }
}

/// The links of an e-mail that a member may decline.
#[derive(Clone, Debug)]
pub struct LetterLinks {
    /// Opens the app at the subject of the e-mail.
    pub opens: String,
    /// Unsubscribes from such messages.
    pub unsubscribe: String,
}

fn life_of(kind: &str) -> Duration {
    match kind {
        "code" | "reset" => CODE_LIFE,
        _ => USUAL_LIFE,
    }
}

/// A subject must be one line, even if a member's name or an operator's title contains line breaks.
pub(super) fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::Message;
    use crate::base::contact::Email;
    use crate::base::language::Language;
    use crate::platform::delivery::DeliveryChannel;
    use std::time::Duration;

    #[test]
    fn no_value_adds_a_line_to_a_subject() {
        let to = Email::parse("mei@example.org").expect("an address");
        let subject = "Welcome\r\nBcc: everybody@example.org\u{2028}x\0".to_owned();
        let message = Message::new(
            DeliveryChannel::Email,
            to.as_str(),
            Language::En,
            "test",
            subject,
            String::new(),
            Duration::ZERO,
        );
        assert_eq!(message.subject, "Welcome Bcc: everybody@example.org x");
    }
}
