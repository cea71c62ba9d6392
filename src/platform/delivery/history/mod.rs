//! The outcome of messages, for the admin. It never shows their content, except for messages in the outbox folder.

mod masking;
mod queries;

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::DeliveryChannel;
use super::files::{self, KeptMessage};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, MessageId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::platform::store::{Read, Tx, stored_names};

use self::masking::masked;

pub use masking::{masked_in, shown};

/// The message was not given up, or its content was erased because it was a code or a link.
pub const NOT_REPEATABLE: ProblemType = ProblemType::new("message_not_repeatable", 409, "Cannot be sent again");

/// The time within which a message that staff retry must be sent.
const SECOND_LIFE: std::time::Duration = std::time::Duration::from_secs(86_400);

/// Most messages that one commit retries.
const MOST_AT_ONCE: usize = 500;
/// The highest id.
const LAST: MessageId = MessageId::from_bytes([0xff; 16]);

/// The state of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageState)]
pub enum MessageState {
    /// Still to be sent, perhaps after some attempts.
    Waiting,
    /// Handed over to the gateway.
    Sent,
    /// Given up.
    Dead,
}
stored_names! { MessageState { Waiting = "waiting", Sent = "sent", Dead = "dead" } }

/// The state of one message, without its content.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminMessage)]
pub struct MessageRecord {
    /// Sorts by creation. Receivers use the id to recognise a message that arrives twice.
    #[serde(rename = "_id")]
    pub id: MessageId,
    /// The kind of message, such as `code`.
    pub kind: String,
    /// The channel.
    pub channel: DeliveryChannel,
    /// The recipient, mostly masked.
    pub to: String,
    /// The member, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member_id: Option<MemberId>,
    /// The state.
    pub state: MessageState,
    /// Attempts so far.
    pub attempts: i64,
    /// The reason why the last failed attempt failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The time at which the next attempt is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<Timestamp>,
    /// The time at which it was queued.
    pub created: Timestamp,
    /// The time at which it was sent or given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished: Option<Timestamp>,
    /// True if the message only reached the outbox folder of this server, because its channel has no gateway.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
}

/// Filters of the list.
#[derive(Clone, Debug, Default)]
pub struct MessageFilter {
    /// Messages in that state.
    pub state: Option<MessageState>,
    /// Messages of that channel.
    pub channel: Option<DeliveryChannel>,
    /// Messages to that complete address or number.
    pub to: Option<String>,
    /// Messages to that member.
    pub member: Option<MemberId>,
}

/// The number of messages of one channel and state.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = MessageCount)]
pub struct MessageCount {
    /// The channel.
    pub channel: DeliveryChannel,
    /// The state.
    pub state: MessageState,
    /// The number of messages.
    pub count: i64,
}

/// Messages older than `before`, newest first.
pub fn list(
    read: &Read<'_>,
    wanted: &MessageFilter,
    before: Option<MessageId>,
    limit: i64,
) -> AppResult<Vec<MessageRecord>> {
    queries::list(read, wanted, before.unwrap_or(LAST), limit)
}

/// Sets for each message whether it is in the outbox `folder`.
pub fn mark_kept(traces: &mut [MessageRecord], folder: &Path) {
    for trace in traces.iter_mut().filter(|trace| trace.state == MessageState::Sent) {
        trace.kept = files::is_kept(folder, trace.created, trace.id);
    }
}

/// Messages older than `before` that are in the outbox `folder`, newest first.
pub fn list_kept(
    read: &Read<'_>,
    wanted: &MessageFilter,
    folder: &Path,
    before: Option<MessageId>,
    limit: usize,
) -> AppResult<Vec<MessageRecord>> {
    let before = before.unwrap_or(LAST);
    let ids = files::kept_ids(folder)?.into_iter().filter(|id| *id < before);
    // The history ends after a month, and a file may stay longer.
    let known = ids.filter_map(|id| queries::find_matching(read, wanted, id).transpose());
    known.take(limit).map(|record| Ok(MessageRecord { kept: true, ..record? })).collect()
}

/// The content of a message in the outbox `folder`. Fails with [`NOT_FOUND`] for any other.
pub fn read_kept(read: &Read<'_>, id: MessageId, folder: &Path) -> AppResult<KeptMessage> {
    let trace = queries::find(read, id)?.ok_or(NOT_FOUND)?;
    Ok(files::read_kept(folder, trace.created, id)?.ok_or(NOT_FOUND)?)
}

/// The number of messages of each channel and state, for the month that is kept.
pub fn count(read: &Read<'_>) -> AppResult<Vec<MessageCount>> {
    queries::count(read)
}

/// Retries a message that was given up. Fails with [`NOT_FOUND`] and [`NOT_REPEATABLE`].
pub fn retry(tx: &Tx<'_>, id: MessageId) -> AppResult<(MessageRecord, MessageRecord)> {
    let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    if !queries::revive(tx, id, tx.now().plus(SECOND_LIFE))? {
        return Err(NOT_REPEATABLE.into());
    }
    Ok((before, queries::find(tx, id)?.ok_or(NOT_FOUND)?))
}

/// The result of retrying many messages.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MessagesRetried)]
pub struct Retried {
    /// The number of messages that are retried.
    pub retried: usize,
    /// The message before which the next call continues, if there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<MessageId>,
}

/// Retries the newest messages that match, were given up and are older than `before`, up to `MOST_AT_ONCE` so that
/// the commit stays short. Messages that cannot be repeated are skipped. A message that is given up again meanwhile
/// does not appear twice.
pub fn retry_some(tx: &Tx<'_>, wanted: &MessageFilter, before: Option<MessageId>) -> AppResult<Retried> {
    let ids = queries::repeatable(tx, wanted, before.unwrap_or(LAST), MOST_AT_ONCE)?;
    let mut retried = 0;
    for id in &ids {
        retried += usize::from(queries::revive(tx, *id, tx.now().plus(SECOND_LIFE))?);
    }
    let more = ids.len() == MOST_AT_ONCE;
    Ok(Retried { retried, before: ids.last().copied().filter(|_| more) })
}

/// Erases the messages of a member who has left: those still waiting, and the addresses of the others.
pub fn forget_member(tx: &Tx<'_>, member: MemberId, contacts: &[&str]) -> AppResult<()> {
    queries::delete_of_member(tx, member)?;
    contacts.iter().try_for_each(|contact| queries::delete_to(tx, contact))
}
