//! How an announcement will read, before it goes out: written by what writes the real one.

use serde::{Deserialize, Serialize};

use super::{BroadcastInput, BroadcastState, LONGEST_BODY, Letters, Segment};
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::content::{Form, LONGEST_NAME};
use crate::base::id::{MemberId, RecordId};
use crate::base::language::{Language, LocalizedText};
use crate::base::problem::AppResult;
use crate::member::notifications::push;
use crate::platform::delivery::page::{self, Shown};
use crate::platform::delivery::show_note;

/// An announcement that may be half written, and in which language it is looked at.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AnnouncementPreviewRequest)]
pub struct PreviewInput {
    /// A few words, or none yet.
    pub title: LocalizedText,
    /// A few sentences, or none yet.
    pub body: LocalizedText,
    /// Whether it praises offers: its e-mail says so to the link that ends such messages.
    #[serde(default)]
    pub marketing: bool,
    /// As a member reads it who reads this.
    pub language: Language,
}

/// How it reads by each way.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AnnouncementPreview)]
pub struct Preview {
    /// In the app.
    pub inbox: Words,
    /// On a device, which may show less of it.
    pub push: Words,
    /// In a mailbox.
    pub email: Shown,
}

/// A title and what is below it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ShownWords)]
pub struct Words {
    /// A few words.
    pub title: String,
    /// A few sentences.
    pub body: String,
}

/// Writes an announcement as it will go out, to nobody. Fails with 400 for texts that are too long.
pub fn preview(letters: &Letters, input: PreviewInput, now: Timestamp) -> AppResult<Preview> {
    let PreviewInput { mut title, mut body, marketing, language } = input;
    let mut form = Form::new();
    form.optional_text("title", &mut title, LONGEST_NAME);
    form.optional_text("body", &mut body, LONGEST_BODY);
    form.finish()?;
    let state = BroadcastState::Draft;
    let announcement = BroadcastInput {
        title,
        body,
        segment: Segment::default(),
        marketing,
        by_email: true,
        state,
        send_at: None,
        use_english: true,
    };
    // A link that ends nobody's messages, and an address that nobody has (RFC 2606).
    let nobody = MemberId::from_bytes([0; 16]);
    let address = Email::parse("member@example.org").ok_or_else(|| anyhow::anyhow!("an address in a preview"))?;
    let letter = letters.letter(nobody, &address, language, &announcement);
    let (title, body) = show_note(&push::announced(RecordId::made_at(now), &announcement, language));
    Ok(Preview {
        inbox: Words {
            title: announcement.title.get(language).to_owned(),
            body: announcement.body.get(language).to_owned(),
        },
        push: Words { title, body },
        email: page::show(letter, now),
    })
}
