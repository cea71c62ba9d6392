//! Announcements to many members: drafted, scheduled, and delivered in batches.

mod audience;
mod letters;
mod link;
mod notes;
mod preview;
mod queries;
mod sending;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::content::{ContentState, FormErrors, LONGEST_NAME, Sort, require_translations};
use crate::base::id::{NotificationId, PartnerId, RecordId, SegmentId};
use crate::base::language::{Language, LocalizedText};
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::core::preferences::MessageKind;
use crate::member::segments;
use crate::platform::delivery::{self, DeliveryCounts};
use crate::platform::store::{Read, Tx, stored_names};

pub use audience::{AudienceCount, AudienceInput, audience};
pub use letters::Letters;
pub use link::{AnnouncementLink, LinkTargetKind};
pub use preview::{Preview, PreviewInput, preview, sample};
pub(super) use queries::{count_all_opened, count_opened};
pub use sending::{SLICE, deliver_due, deliver_now};

/// The announcement was sent: it can no longer be changed or removed.
pub const ALREADY_SENT: ProblemType = ProblemType::new("already_sent", 409, "Already sent");

/// Maximum length of the body in one language, in characters.
const LONGEST_BODY: usize = 1_000;
/// The field with the record that it links to.
const LINKED: &str = "link.id";

/// State of an announcement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BroadcastState {
    /// Not scheduled yet.
    #[default]
    Draft,
    /// Will be sent at `sendAt`.
    Scheduled,
    /// Delivery is in progress.
    Sending,
    /// Delivered to all its recipients.
    Sent,
}
stored_names! { BroadcastState { Draft = "draft", Scheduled = "scheduled", Sending = "sending", Sent = "sent" } }

/// Recipients of an announcement; all active members if no field is set. Each field that is set narrows them down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Segment {
    /// Members who use this language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Members with at least this many points at the time of sending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_points: Option<i64>,
    /// Members with at most this many points at the time of sending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_points: Option<i64>,
    /// Members who have earned points at this partner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner_id: Option<PartnerId>,
    /// Members of this saved segment at the time of sending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segment_id: Option<SegmentId>,
}

/// An announcement as entered by staff.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BroadcastInput {
    /// Short title.
    pub title: LocalizedText,
    /// Text of a few sentences.
    pub body: LocalizedText,
    /// The record that a tap opens; without it, a tap opens nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<AnnouncementLink>,
    /// Path of its picture, `/media/…`; empty for none.
    #[serde(default)]
    pub picture: String,
    /// The recipients.
    #[serde(default)]
    pub segment: Segment,
    /// Whether the announcement advertises offers: then only members who consented to marketing receive it.
    #[serde(default)]
    pub marketing: bool,
    /// Whether it is also sent by e-mail, in addition to the inbox.
    #[serde(default)]
    pub by_email: bool,
    /// `draft` or `scheduled`; the server sets the other states.
    #[serde(default)]
    pub state: BroadcastState,
    /// The time at which it is sent, for the state `scheduled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send_at: Option<Timestamp>,
    /// Send even if a translation is missing: English is shown in its place.
    #[serde(default, skip_serializing)]
    pub use_english: bool,
}

/// An announcement with everything that staff can see.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminNotification)]
pub struct Broadcast {
    /// Announcement id; ids sort by creation time.
    #[serde(rename = "_id")]
    pub id: RecordId,
    /// The input of the staff.
    #[serde(flatten)]
    pub input: BroadcastInput,
    /// Number of members whose inbox it has reached.
    pub delivered: i64,
    /// Number of these members who have seen it in the app.
    pub opened: i64,
    /// Delivery counts of its e-mails and push messages.
    pub messages: Vec<DeliveryCounts>,
    /// The time at which it was created.
    pub created: Timestamp,
    /// The time at which it was last changed.
    pub updated: Timestamp,
    /// The time at which delivery started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent_at: Option<Timestamp>,
    /// The time at which it was removed; a removed announcement can be restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Number of changes.
    #[serde(skip)]
    pub version: i64,
}

impl Broadcast {
    fn is_unsent(&self) -> bool {
        matches!(self.input.state, BroadcastState::Draft | BroadcastState::Scheduled)
    }
}

/// Filters of the list of announcements.
#[derive(Clone, Debug, Default)]
pub struct AnnouncementFilter {
    /// Only announcements in this state; `None` for all states.
    pub state: Option<BroadcastState>,
    /// Lists removed announcements instead of existing ones.
    pub removed: bool,
    /// An SQL `like` pattern for the title.
    pub pattern: Option<String>,
    /// The sort order.
    pub sort: Sort,
}

impl BroadcastInput {
    /// The message kind, which members can switch off.
    pub(super) fn kind(&self) -> MessageKind {
        if self.marketing { MessageKind::Marketing } else { MessageKind::News }
    }

    fn checked(mut self, read: &Read<'_>) -> AppResult<Self> {
        let mut form = FormErrors::new();
        form.text("title", &mut self.title, LONGEST_NAME);
        form.text("body", &mut self.body, LONGEST_BODY);
        form.picture("picture", &self.picture);
        let Segment { min_points, max_points, partner_id, .. } = self.segment;
        for (field, points) in [("segment.minPoints", min_points), ("segment.maxPoints", max_points)] {
            form.expect(field, "invalid_value", points.is_none_or(|points| points >= 0));
        }
        let ordered = min_points.zip(max_points).is_none_or(|(least, most)| least <= most);
        form.expect("segment.maxPoints", "invalid_value", ordered);
        if let Some(partner) = partner_id {
            form.expect("segment.partnerId", "unknown_partner", queries::partner_exists(read, partner)?);
        }
        if let Some(saved) = self.segment.segment_id {
            form.expect("segment.segmentId", "unknown_segment", segments::find(read, saved)?.is_some());
        }
        let written = matches!(self.state, BroadcastState::Draft | BroadcastState::Scheduled);
        form.expect("state", "invalid_value", written);
        let scheduled = self.state == BroadcastState::Scheduled;
        form.expect("sendAt", "required_field", !scheduled || self.send_at.is_some());
        form.expect("sendAt", "invalid_value", !scheduled || self.send_at.is_none_or(|moment| moment > read.now()));
        let sent = self.send_at.filter(|moment| scheduled && *moment > read.now()).unwrap_or(read.now());
        form.expect(LINKED, "invalid_value", self.opens_something_at(read, sent)?);
        form.finish()?;
        if scheduled {
            self.require_translations(self.use_english)?;
        }
        Ok(self)
    }

    /// Whether members who get it at that time can use what it links to.
    pub(super) fn opens_something_at(&self, read: &Read<'_>, moment: Timestamp) -> AppResult<bool> {
        self.link.map_or(Ok(true), |link| queries::is_open_at(read, link, moment))
    }

    fn require_translations(&self, use_english: bool) -> AppResult<()> {
        require_translations(Some(ContentState::Published), use_english, &[&self.title, &self.body])
    }
}

/// Creates an announcement. Fails with 400 for an invalid form, and with `translation_missing`.
pub fn create(tx: &Tx<'_>, input: BroadcastInput) -> AppResult<Broadcast> {
    let id = RecordId::made_at(tx.now());
    queries::insert(tx, id, &input.checked(tx)?)?;
    written(tx, id)
}

/// Validates an input without writing it; `before` is the announcement that it replaces. Fails as [`create`] and
/// [`replace`] do.
pub fn check(read: &Read<'_>, before: Option<&Broadcast>, input: BroadcastInput) -> AppResult<()> {
    if before.is_some_and(|found| !found.is_unsent()) {
        return Err(ALREADY_SENT.into());
    }
    input.checked(read).map(drop)
}

/// Replaces an announcement that was not sent. Fails with `not_found`, [`ALREADY_SENT`], and as [`create`].
pub fn replace(tx: &Tx<'_>, id: RecordId, input: BroadcastInput) -> AppResult<Broadcast> {
    require_unsent(tx, id)?;
    queries::update(tx, id, &input.checked(tx)?)?;
    written(tx, id)
}

/// Removes an announcement that was not sent; it can be restored. Fails with `not_found` and [`ALREADY_SENT`].
pub fn remove(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    require_unsent(tx, id)?;
    queries::mark_deleted(tx, id)
}

/// Restores a removed announcement unchanged; it becomes a draft if its send time has passed. Fails with `not_found`
/// if it is not removed or does not exist.
pub fn restore(tx: &Tx<'_>, id: RecordId) -> AppResult<Broadcast> {
    if queries::unmark_deleted(tx, id)? == 0 {
        return Err(NOT_FOUND.into());
    }
    written(tx, id)
}

/// Starts sending now, or schedules it after a delay in which it can be stopped. Fails with `not_found`,
/// [`ALREADY_SENT`], `translation_missing`, and with 400 if what it links to is gone by then.
pub fn send(tx: &Tx<'_>, id: RecordId, use_english: bool, delay: Duration) -> AppResult<Broadcast> {
    let input = require_unsent(tx, id)?.input;
    input.require_translations(use_english)?;
    if !input.opens_something_at(tx, tx.now().plus(delay))? {
        return Err(AppError::invalid_field(LINKED, "invalid_value"));
    }
    if delay.is_zero() {
        queries::begin(tx, id, NotificationId::made_at(tx.now()))?;
    } else {
        queries::schedule(tx, id, tx.now().plus(delay))?;
    }
    written(tx, id)
}

/// Finds an announcement, with its delivery counts.
pub fn find(read: &Read<'_>, id: RecordId) -> AppResult<Option<Broadcast>> {
    let Some(found) = queries::find(read, id)? else { return Ok(None) };
    Ok(Some(Broadcast { messages: delivery::tally(read, id)?, ..found }))
}

/// The announcements that are not sent yet and go to a saved segment, each with its title.
pub fn waiting_for(read: &Read<'_>, segment: SegmentId) -> AppResult<Vec<(RecordId, LocalizedText)>> {
    queries::waiting_for(read, segment)
}

/// The newest announcements that link to a record, each with its title in English.
pub fn linking_to(read: &Read<'_>, link: AnnouncementLink) -> AppResult<Vec<(RecordId, String)>> {
    queries::linking_to(read, link)
}

/// Announcements after `after` in the requested order.
pub fn list(
    read: &Read<'_>,
    wanted: &AnnouncementFilter,
    after: Option<RecordId>,
    limit: i64,
) -> AppResult<Vec<Broadcast>> {
    let found = queries::list(read, wanted, after, limit)?;
    found.into_iter().map(|one| Ok(Broadcast { messages: delivery::tally(read, one.id)?, ..one })).collect()
}

fn require_unsent(tx: &Tx<'_>, id: RecordId) -> AppResult<Broadcast> {
    let found = find(tx, id)?.ok_or(NOT_FOUND)?;
    if found.is_unsent() { Ok(found) } else { Err(ALREADY_SENT.into()) }
}

fn written(tx: &Tx<'_>, id: RecordId) -> AppResult<Broadcast> {
    find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the announcement {id} just written is missing").into())
}
