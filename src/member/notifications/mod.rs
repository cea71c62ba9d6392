//! A member's inbox: events of their points and account, and announcements of the programme.

mod announcements;
mod http;
mod lines;
mod push;
mod queries;

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, NotificationId, TransactionId};
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::core::ledger;
use crate::core::members::MemberRecord;
use crate::core::preferences::{self, MessageChannel, MessageKind};
use crate::platform::delivery::{self, Message, subscriptions};
use crate::platform::store::Read;
use crate::platform::store::Tx;

pub use announcements::{
    ALREADY_SENT, AnnouncementFilter, AnnouncementLink, AudienceCount, AudienceInput, Broadcast, BroadcastInput,
    BroadcastState, Letters, LinkTargetKind, Preview, PreviewInput, SLICE, Segment, audience, check, create,
    deliver_due, deliver_now, find, linking_to, list, preview, remove, replace, restore, sample, send, waiting_for,
};
pub use http::routes;

/// The placeholder with the name of another member, in the texts that contain one.
const OTHER_MEMBER: &str = "from";

/// A line of the inbox, as in the API.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Notification {
    /// Notification id; ids sort by creation time.
    #[serde(rename = "_id")]
    pub id: NotificationId,
    /// Title in every language.
    pub title: LocalizedText,
    /// Body in every language.
    pub body: LocalizedText,
    /// The time at which it was created.
    pub created: Timestamp,
    /// Whether the member has seen it.
    pub read: bool,
    /// The kind of the notification; absent for a text that staff wrote to this member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<lines::LineKind>,
    /// The screen of the app that shows its subject; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opens: Option<String>,
    /// The path of the picture, `/media/…`; absent without a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// The title and body of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OperatorMessage {
    /// Short title.
    pub title: LocalizedText,
    /// Text of a few sentences.
    pub body: LocalizedText,
}

/// Adds a line to a member's inbox and queues push messages, in the same commit as its cause. Its texts are
/// `inbox.<kind>.title` and `inbox.<kind>.body`; `values` fill their placeholders.
pub fn notify(tx: &Tx<'_>, member: MemberId, kind: &'static str, values: &[(&str, &str)]) -> AppResult<()> {
    insert_known(tx, member, kind, values, None)?;
    push::tell(tx, member, kind)
}

/// Notifies a member of an action that an attacker may have done. The warning also goes to each contact of the member,
/// because a thief who reads the inbox does not control all of them. The texts are `mail.<kind>` and `sms.<kind>`;
/// the caller wakes the outbox.
pub fn warn(tx: &Tx<'_>, member: &MemberRecord, kind: &'static str, values: &[(&str, &str)]) -> AppResult<()> {
    let by_mail = member.email.as_ref().map(|email| Message::email(email, member.language, kind, values));
    let by_sms = member.phone.as_ref().map(|phone| Message::sms(phone, member.language, kind, values));
    for message in by_mail.into_iter().chain(by_sms) {
        delivery::queue(tx, &message.of(member.id))?;
    }
    notify(tx, member.id, kind, values)
}

/// Adds a line about an action of the member: it is a record, already marked as read.
pub fn record(tx: &Tx<'_>, member: MemberId, kind: &'static str, values: &[(&str, &str)]) -> AppResult<()> {
    insert_known(tx, member, kind, values, Some(tx.now()))
}

/// A line of a member's inbox: its kind, and the values of the placeholders in the texts of that kind.
#[derive(Clone, Copy)]
pub struct InboxLine<'v> {
    /// The owner of the inbox.
    pub member: MemberId,
    /// The kind.
    pub kind: &'static str,
    /// Placeholders and their values.
    pub values: &'v [(&'v str, &'v str)],
}

/// Notifies one member and keeps a record for another, as [`notify`] and [`record`] do, with one statement for both
/// lines.
pub fn notify_and_record(tx: &Tx<'_>, told: InboxLine<'_>, recorded: InboxLine<'_>) -> AppResult<()> {
    queries::insert_pair(tx, (told, &content_of(told.values)?), (recorded, &content_of(recorded.values)?))?;
    push::tell(tx, told.member, told.kind)
}

/// The value that names another text than that of the kind for the body of a line.
pub const BODY: &str = "body";

/// The value that names the award whose parts fill `{parts}`. The parts stand in the ledger, so that an award does not
/// write them in three languages once more.
pub const PARTS_OF: &str = "partsOf";

/// Adds a line with a text that the caller provides.
pub fn notify_in_words(tx: &Tx<'_>, member: MemberId, kind: &str, message: &OperatorMessage) -> AppResult<()> {
    let content = serde_json::to_string(message)?;
    queries::insert(tx, member, NotificationId::made_at(tx.now()), Some(kind), &content, None)?;
    push::tell(tx, member, kind)
}

/// Adds a message to a member's inbox, without push messages.
pub fn deliver(tx: &Tx<'_>, member: MemberId, message: &OperatorMessage) -> AppResult<()> {
    let content = serde_json::to_string(message)?;
    queries::insert(tx, member, NotificationId::made_at(tx.now()), None, &content, None)
}

/// Marks the lines of a member's inbox as read, and counts the announcements among them as opened.
pub fn read_all(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    announcements::count_all_opened(tx, member)?;
    queries::mark_all_read(tx, member).map(drop)
}

/// The newest lines of a member's inbox, for staff.
pub fn latest(read: &Read<'_>, member: MemberId, limit: i64) -> AppResult<Vec<Notification>> {
    queries::list(read, member, None, limit, |kind, content| worded(read, kind, content))
}

/// A line in a member's inbox, without its words.
#[derive(Clone, Debug)]
pub struct InboxMark {
    /// The kind; `None` for a text that staff wrote to this member.
    pub kind: Option<String>,
    /// The time at which the member saw it; `None` if it is unread, or a record of the member's own action.
    pub seen: Option<Timestamp>,
}

/// The lines that a member got because of a transaction: those written after it in the same millisecond, the announcements
/// left out. Ids of one millisecond count up, so that earlier lines of that millisecond have smaller ones.
pub fn of_transaction(
    read: &Read<'_>,
    member: MemberId,
    (id, at): (TransactionId, Timestamp),
) -> AppResult<Vec<InboxMark>> {
    queries::between(read, member, NotificationId::from_bytes(*id.as_bytes()), at.plus(Duration::from_millis(1)))
}

/// Number of unread lines in a member's inbox.
pub fn count_unread(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    queries::count_unread(read, member)
}

/// A member's whole inbox for the personal data download, newest first, without the names of other members.
pub fn list_to_take_along(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Notification>> {
    queries::list(read, member, None, i64::MAX, |kind, content| worded_without_others(read, kind, content))
}

/// Cancels queued messages that the member no longer wants. Call it in the transaction that changes the preferences.
fn take_back_unwanted(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    for kind in MessageKind::ALL {
        let Some(topic) = kind.declinable() else { continue };
        for channel in kind.channels() {
            let way = match channel {
                MessageChannel::Email => delivery::DeliveryChannel::Email,
                MessageChannel::Push => delivery::DeliveryChannel::Push,
                MessageChannel::Inbox => continue,
            };
            if !preferences::wants(tx, member, kind, *channel)? {
                delivery::take_back(tx, member, way, topic)?;
            }
        }
    }
    Ok(())
}

/// Deletes the inbox and the push subscriptions of a member who leaves.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    subscriptions::unsubscribe_all(tx, member)?;
    queries::delete_all(tx, member)
}

fn insert_known(
    tx: &Tx<'_>,
    member: MemberId,
    kind: &'static str,
    values: &[(&str, &str)],
    read_at: Option<Timestamp>,
) -> AppResult<()> {
    queries::insert(tx, member, NotificationId::made_at(tx.now()), Some(kind), &content_of(values)?, read_at)
}

/// The values of a line as they are stored.
fn content_of(values: &[(&str, &str)]) -> AppResult<String> {
    let values: BTreeMap<&str, &str> = values.iter().copied().collect();
    Ok(serde_json::to_string(&values)?)
}

/// The stored content of a line.
#[derive(Deserialize)]
#[serde(untagged)]
enum LineContent {
    /// A text of its own, for a kind without a fixed text.
    Words(OperatorMessage),
    /// The values for the placeholders in the text of its kind.
    Values(BTreeMap<String, String>),
}

/// Renders a stored line. Most lines store only the kind and the values, so that a corrected text also applies to old
/// lines.
fn worded(read: &Read<'_>, kind: Option<&str>, content: &str) -> AppResult<OperatorMessage> {
    worded_with(read, kind, content, |_, value| value)
}

/// Renders a stored line with the names of other members masked: the member may store the download anywhere.
fn worded_without_others(read: &Read<'_>, kind: Option<&str>, content: &str) -> AppResult<OperatorMessage> {
    worded_with(read, kind, content, |name, value| if name == OTHER_MEMBER { "••••" } else { value })
}

fn worded_with(
    read: &Read<'_>,
    kind: Option<&str>,
    content: &str,
    shown: for<'v> fn(&str, &'v str) -> &'v str,
) -> AppResult<OperatorMessage> {
    // An announcement's text is stored once; the list query joins it in as if staff had written it to this member.
    let Some(kind) = kind.filter(|kind| *kind != "broadcast") else { return Ok(serde_json::from_str(content)?) };
    let mut values = match serde_json::from_str(content)? {
        LineContent::Words(message) => return Ok(message),
        LineContent::Values(values) => values,
    };
    if let Some(award) = values.remove(PARTS_OF) {
        let award = TransactionId::parse(&award).context("a line of an inbox names no award")?;
        let lines = ledger::earn_lines(read, award)?;
        let parts = |language: Language| (format!("parts.{}", language.code()), ledger::parts(language, &lines));
        values.extend(Language::ALL.map(parts));
    }
    let body = values.get(BODY).map_or(kind, String::as_str);
    let (title, body) = (format!("inbox.{kind}.title"), format!("inbox.{body}.body"));
    let text = |key: &str| {
        LocalizedText::from_each(|language| {
            let values = values.iter().filter_map(|(name, value)| match name.split_once('.') {
                // A value may differ between languages: `parts.en` fills `{parts}` in English.
                Some((name, code)) => (code == language.code()).then_some((name, value.as_str())),
                None => Some((name.as_str(), shown(name, value.as_str()))),
            });
            messages::text(language, key, &values.collect::<Vec<_>>())
        })
    };
    Ok(OperatorMessage { title: text(&title), body: text(&body) })
}
