//! Messages in the admin: delivery states, and a retry of those that failed.

pub mod http;

use serde::Serialize;

use crate::base::id::{MemberId, MessageId};
use crate::base::problem::AppResult;
use crate::platform::delivery::history::{MessageFilter, MessageRecord, Retried};
use crate::platform::delivery::{DeliveryChannel, history};
use crate::platform::store::Tx;
use crate::staff::kit::AuditedStaff;

/// Retries a message. Fails with `not_found` and `message_not_repeatable`.
fn retry(tx: &Tx<'_>, hand: &AuditedStaff, id: MessageId) -> AppResult<MessageRecord> {
    let (before, after) = history::retry(tx, id)?;
    hand.note(tx, "message.retry", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// The audit entry of a bulk retry: its filters and the number of messages.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RetryAuditDetails<'w> {
    channel: Option<DeliveryChannel>,
    to: Option<String>,
    member_id: Option<&'w MemberId>,
    retried: usize,
}

/// Retries some of the failed messages that match `wanted`.
fn retry_some(
    tx: &Tx<'_>,
    hand: &AuditedStaff,
    wanted: &MessageFilter,
    before: Option<MessageId>,
) -> AppResult<Retried> {
    let done = history::retry_some(tx, wanted, before)?;
    if done.retried > 0 {
        let (to, member_id) = (wanted.to.as_deref().map(history::shown), wanted.member.as_ref());
        let chosen = RetryAuditDetails { channel: wanted.channel, to, member_id, retried: done.retried };
        hand.note(tx, "message.retry_all", "list", None, Some(&chosen))?;
    }
    Ok(done)
}
