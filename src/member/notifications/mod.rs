//! A member's inbox: what happened to their points and account, and what the programme has to say.

mod broadcasts;
mod http;
mod push;
mod queries;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, NotificationId};
use crate::base::language::LocalizedText;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::core::members::MemberRecord;
use crate::core::preferences::{self, Channel, Kind};
use crate::platform::delivery::{self, Message, subscriptions};
use crate::platform::store::Read;
use crate::platform::store::Tx;

pub use broadcasts::{
    ALREADY_SENT, Broadcast, BroadcastInput, BroadcastState, Letters, Preview, PreviewInput, SLICE, Segment, Wanted,
    check, create, deliver_due, find, list, preview, remove, replace, restore, send,
};
pub use http::routes;

/// The placeholder that names another member, in the texts that have one.
const OTHER_MEMBER: &str = "from";

/// One line of the inbox as the wire shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Notification {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: NotificationId,
    /// In every language.
    pub title: LocalizedText,
    /// In every language.
    pub body: LocalizedText,
    /// When.
    pub created: Timestamp,
    /// Whether the member has seen it.
    pub read: bool,
}

/// A message that an operator wrote.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Written {
    /// A few words.
    pub title: LocalizedText,
    /// A few sentences.
    pub body: LocalizedText,
}

/// Puts a line into a member's inbox and has their devices tell of it, in the same commit as its cause.
/// Its texts are `inbox.<kind>.title` and `inbox.<kind>.body`, with `values` for their placeholders.
pub fn notify(tx: &Tx<'_>, member: MemberId, kind: &'static str, values: &[(&str, &str)]) -> AppResult<()> {
    insert_known(tx, member, kind, values, None)?;
    push::tell(tx, member, kind)
}

/// The same for what somebody else may have done to the account, said at each of the member's contacts, too: a thief who
/// reads the inbox cannot keep it from all of them. The letters are `mail.<kind>` and `sms.<kind>`; the caller wakes the
/// outbox.
pub fn warn(tx: &Tx<'_>, member: &MemberRecord, kind: &'static str, values: &[(&str, &str)]) -> AppResult<()> {
    let by_mail = member.email.as_ref().map(|email| Message::email(email, member.language, kind, values));
    let by_sms = member.phone.as_ref().map(|phone| Message::sms(phone, member.language, kind, values));
    for message in by_mail.into_iter().chain(by_sms) {
        delivery::queue(tx, &message.of(member.id))?;
    }
    notify(tx, member.id, kind, values)
}

/// The same as [`notify`] for what the member did themselves: kept for the record, without an unread dot.
pub fn record(tx: &Tx<'_>, member: MemberId, kind: &'static str, values: &[(&str, &str)]) -> AppResult<()> {
    insert_known(tx, member, kind, values, Some(tx.now()))
}

/// The same as [`notify`] for a line of that kind whose words are the caller's.
pub fn notify_in_words(tx: &Tx<'_>, member: MemberId, kind: &str, message: &Written) -> AppResult<()> {
    deliver(tx, member, message)?;
    push::tell(tx, member, kind)
}

/// Puts a message into a member's inbox, and tells no device.
pub fn deliver(tx: &Tx<'_>, member: MemberId, message: &Written) -> AppResult<()> {
    let content = serde_json::to_string(message)?;
    queries::insert(tx, member, NotificationId::made_at(tx.now()), None, &content, None)
}

/// The newest lines of a member's inbox, for the desk.
pub fn latest(read: &Read<'_>, member: MemberId, limit: i64) -> AppResult<Vec<Notification>> {
    queries::list(read, member, None, limit, worded)
}

/// How many lines of their inbox a member has not seen.
pub fn count_unread(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    queries::count_unread(read, member)
}

/// A member's whole inbox to take along, newest first, without the names of other members in it.
pub fn list_to_take_along(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Notification>> {
    queries::list(read, member, None, i64::MAX, worded_without_others)
}

/// Takes back what waits for a member and is not wanted any more; called in the write that changed what they want.
fn take_back_unwanted(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    for kind in Kind::ALL {
        let Some(topic) = kind.declinable() else { continue };
        for channel in kind.channels() {
            let way = match channel {
                Channel::Email => delivery::Channel::Email,
                Channel::Push => delivery::Channel::Push,
                Channel::Inbox => continue,
            };
            if !preferences::wants(tx, member, kind, *channel)? {
                delivery::take_back(tx, member, way, topic)?;
            }
        }
    }
    Ok(())
}

/// Empties the inbox of a member who leaves, and tells their devices nothing any more.
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
    let values: BTreeMap<&str, &str> = values.iter().copied().collect();
    let content = serde_json::to_string(&values)?;
    queries::insert(tx, member, NotificationId::made_at(tx.now()), Some(kind), &content, read_at)
}

/// Words a stored line. Only here, so that a better text reaches old lines too.
fn worded(kind: Option<&str>, content: &str) -> AppResult<Written> {
    worded_with(kind, content, |_, value| value)
}

/// The same with other members covered: a copy that is taken along may lie anywhere.
fn worded_without_others(kind: Option<&str>, content: &str) -> AppResult<Written> {
    worded_with(kind, content, |name, value| if name == OTHER_MEMBER { "••••" } else { value })
}

fn worded_with(kind: Option<&str>, content: &str, shown: for<'v> fn(&str, &'v str) -> &'v str) -> AppResult<Written> {
    // An announcement's words are kept once; the list brings them along as if staff had written them here.
    let Some(kind) = kind.filter(|kind| *kind != "broadcast") else { return Ok(serde_json::from_str(content)?) };
    let values: BTreeMap<String, String> = serde_json::from_str(content)?;
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, value)| (name.as_str(), shown(name, value.as_str()))).collect();
    Ok(Written {
        title: messages::localized(&format!("inbox.{kind}.title"), &values),
        body: messages::localized(&format!("inbox.{kind}.body"), &values),
    })
}
