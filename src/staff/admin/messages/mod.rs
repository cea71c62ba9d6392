//! Messages in the admin: delivery states, and a retry of those that failed.

pub mod http;

use serde::Serialize;

use crate::auth::staff;
use crate::base::contact::{Email, HkPhone};
use crate::base::id::{MemberId, MessageId, StaffId};
use crate::base::language::Language;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::platform::delivery::history::{MessageFilter, MessageRecord, Retried};
use crate::platform::delivery::{self, DeliveryChannel, Message, history};
use crate::platform::store::Tx;
use crate::staff::kit::AuditedStaff;

/// Retries a message. Fails with `not_found` and `message_not_repeatable`.
fn retry(tx: &Tx<'_>, staff: &AuditedStaff, id: MessageId) -> AppResult<MessageRecord> {
    let (before, after) = history::retry(tx, id)?;
    staff.note(tx, "message.retry", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Queues a test message: an SMS to a number, or else an e-mail to the signed-in person. Returns it and its recipient.
fn send_test(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    phone: Option<&HkPhone>,
    language: Language,
) -> AppResult<(MessageId, String)> {
    let message = match phone {
        Some(phone) => Message::sms(phone, language, "test", &[]),
        None => {
            let own = staff::find_staff(tx, StaffId::from_bytes(staff.actor.id))?.ok_or(NOT_FOUND)?;
            let email = Email::parse(&own.info.email).ok_or(NOT_FOUND)?;
            Message::email(&email, language, "test", &[])
        }
    };
    let to = message.recipient().to_owned();
    let id = delivery::queue(tx, &message)?;
    staff.note(tx, "message.test", id, None, Some(&serde_json::json!({ "to": history::shown(&to) })))?;
    Ok((id, to))
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
    staff: &AuditedStaff,
    wanted: &MessageFilter,
    before: Option<MessageId>,
) -> AppResult<Retried> {
    let done = history::retry_some(tx, wanted, before)?;
    if done.retried > 0 {
        let (to, member_id) = (wanted.to.as_deref().map(history::shown), wanted.member.as_ref());
        let chosen = RetryAuditDetails { channel: wanted.channel, to, member_id, retried: done.retried };
        staff.note(tx, "message.retry_all", "list", None, Some(&chosen))?;
    }
    Ok(done)
}
