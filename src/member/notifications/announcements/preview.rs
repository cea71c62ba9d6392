//! Preview of an announcement before it is sent, produced by the same code as the real messages.

use serde::{Deserialize, Serialize};

use super::notes;
use super::{AnnouncementLink, BroadcastInput, BroadcastState, LONGEST_BODY, Letters, Segment};
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::content::{FormErrors, LONGEST_NAME};
use crate::base::id::{MemberId, RecordId};
use crate::base::language::{Language, LocalizedText};
use crate::base::problem::AppResult;
use crate::platform::delivery::page::{self, MailPreview};
use crate::platform::delivery::{Message, show_note};

/// An announcement, possibly unfinished, and the language of the preview.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AnnouncementPreviewRequest)]
pub struct PreviewInput {
    /// Short title; may be empty.
    pub title: LocalizedText,
    /// Text of a few sentences; may be empty.
    pub body: LocalizedText,
    /// The record that the button of its e-mail opens.
    #[serde(default)]
    pub link: Option<AnnouncementLink>,
    /// Path of its picture, `/media/…`; empty for none.
    #[serde(default)]
    pub picture: String,
    /// Whether the announcement advertises offers: the unsubscribe link in its e-mail then ends marketing messages.
    #[serde(default)]
    pub marketing: bool,
    /// Language of the member who reads it.
    pub language: Language,
}

/// The announcement on each channel.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AnnouncementPreview)]
pub struct Preview {
    /// The inbox line in the app.
    pub inbox: PreviewText,
    /// The push message; a device may show less of it.
    pub push: PreviewText,
    /// The e-mail.
    pub email: MailPreview,
}

/// A title and a body.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ShownWords)]
pub struct PreviewText {
    /// Short title.
    pub title: String,
    /// Text of a few sentences.
    pub body: String,
}

/// The announcement of a preview. Fails with 400 for texts that are too long and for a picture of another site.
fn announcement_of(input: PreviewInput) -> AppResult<BroadcastInput> {
    let PreviewInput { mut title, mut body, link, picture, marketing, .. } = input;
    let mut form = FormErrors::new();
    form.optional_text("title", &mut title, LONGEST_NAME);
    form.optional_text("body", &mut body, LONGEST_BODY);
    form.picture("picture", &picture);
    form.finish()?;
    Ok(BroadcastInput {
        title,
        body,
        link,
        picture,
        segment: Segment::default(),
        marketing,
        by_email: true,
        state: BroadcastState::Draft,
        send_at: None,
        use_english: true,
    })
}

/// The unsubscribe link of a preview is for a member id that does not exist.
const NOBODY: MemberId = MemberId::from_bytes([0; 16]);

/// Writes the e-mail of an announcement to a member of staff who tries it. Fails with 400 for texts that are too long and
/// for a picture of another site.
pub fn sample(letters: &Letters, input: PreviewInput, to: &Email) -> AppResult<Message> {
    let language = input.language;
    let announcement = announcement_of(input)?;
    Ok(letters.letter(NOBODY, to, language, &announcement))
}

/// Renders an announcement without sending it. Fails with 400 for texts that are too long and for a picture of another site.
pub fn preview(letters: &Letters, input: PreviewInput, now: Timestamp) -> AppResult<Preview> {
    let language = input.language;
    let announcement = announcement_of(input)?;
    // The address is reserved (RFC 2606).
    let address = Email::parse("member@example.org").ok_or_else(|| anyhow::anyhow!("an address in a preview"))?;
    let letter = letters.letter(NOBODY, &address, language, &announcement);
    let (title, body) = show_note(&notes::announced(RecordId::made_at(now), &announcement, language));
    Ok(Preview {
        inbox: PreviewText {
            title: announcement.title.get(language).to_owned(),
            body: announcement.body.get(language).to_owned(),
        },
        push: PreviewText { title, body },
        email: page::show(letter, now),
    })
}
