//! Outgoing messages by e-mail, SMS and push. They are queued in the commit that causes them and sent by a worker after
//! it, so that no message reports a change that did not happen. This module has no routes.
//!
//! A message is leased, sent and settled. A message that was being sent when the server died is sent again under the
//! same id: delivery is at least once, and receivers can recognise duplicates. Messages to one recipient are sent in
//! order. Failed attempts are retried with growing pauses until the message expires; then it is kept with the reason.
//!
//! Without a gateway, messages are written to the outbox: one JSON file each in the data folder.

mod budget;
mod fcm;
mod files;
mod gateway;
pub mod history;
mod message;
mod outcome;
pub mod page;
mod push;
mod queries;
mod retry;
mod segments;
mod sms;
mod smtp;
pub mod subscriptions;
mod template;
mod troubleshooting;
mod web_push;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use self::budget::is_month_spent;
use self::outcome::{DeliveryOutcome, Reason};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, MessageId, RecordId};
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, stored_names};

pub use budget::{BudgetLevel, BudgetUse, SMS_PAUSED, SmsBudget, alarm_if_paused, mark_told};
pub use files::KeptMessage;
pub use gateway::Gateways;
pub use message::{LetterLinks, Message};
pub use push::{PushNotification, queue_note, show_note};
pub use smtp::SmtpDialogue;
pub use web_push::vapid_key;
pub use worker::run;

/// The time for which a row is kept after its message was sent or given up.
const KEPT: Duration = Duration::from_secs(30 * 86_400);

/// The channel of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Channel)]
pub enum DeliveryChannel {
    /// By e-mail.
    Email,
    /// By SMS.
    Sms,
    /// To a browser or a native app.
    Push,
}
stored_names! { DeliveryChannel { Email = "email", Sms = "sms", Push = "push" } }

/// A queue with its own rate: one per channel, except that push has one for browsers and one for native apps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SendQueue {
    Email,
    Sms,
    Browsers,
    NativeApps,
}
stored_names! { SendQueue { Email = "email", Sms = "sms", Browsers = "push", NativeApps = "native" } }

impl SendQueue {
    const fn channel(self) -> DeliveryChannel {
        match self {
            SendQueue::Email => DeliveryChannel::Email,
            SendQueue::Sms => DeliveryChannel::Sms,
            SendQueue::Browsers | SendQueue::NativeApps => DeliveryChannel::Push,
        }
    }
}

/// The priority of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Priority {
    /// Codes and warnings: sent at any hour, before everything else.
    Urgent,
    /// Not urgent: waits for the end of the quiet hours if it would make a phone sound.
    Calm,
    /// To many members: waits for the quiet hours too, and is sent after the others.
    Bulk,
}

impl Priority {
    const fn rank(self) -> i64 {
        match self {
            Priority::Urgent => 0,
            Priority::Calm => 1,
            Priority::Bulk => 2,
        }
    }

    const fn of_rank(rank: i64) -> Self {
        match rank {
            0 => Priority::Urgent,
            1 => Priority::Calm,
            _ => Priority::Bulk,
        }
    }
}

/// Wakes the workers. Capabilities that queue messages hold one and call it after their commit.
#[derive(Clone, Default)]
pub struct Outbox(Arc<[Notify; SendQueue::ALL.len()]>);

impl Outbox {
    /// Creates the handle before the workers start.
    pub fn new() -> Self {
        Self::default()
    }

    /// Wakes the workers to check the queue now.
    pub fn wake(&self) {
        for bell in self.0.iter() {
            bell.notify_one();
        }
    }

    async fn rung(&self, line: SendQueue) {
        self.0[line as usize].notified().await;
    }
}

/// The address and language of a device.
#[derive(Clone, Debug)]
pub struct Device {
    /// The address of the device's push service, or the token of a native app.
    pub address: String,
    /// The language that the app on it is set to, if known.
    pub language: Option<Language>,
}

/// The keys of a browser's subscription (RFC 8291).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PushEncryptionKeys {
    pub(super) p256dh: [u8; 65],
    pub(super) auth: [u8; 16],
}

/// A device that can get push messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    pub(super) address: String,
    /// The keys that encrypt a browser's messages; `None` for a native app.
    pub(super) keys: Option<PushEncryptionKeys>,
}

/// Queues a message, in the same commit as its cause.
pub fn queue(tx: &Tx<'_>, message: &Message) -> AppResult<MessageId> {
    let id = MessageId::made_at(tx.now());
    queries::insert(tx, id, message)?;
    Ok(id)
}

/// Returns whether an e-mail of that kind was queued for a member since a moment of the last weeks.
pub fn was_mailed_since(read: &Read<'_>, member: MemberId, kind: &str, since: Timestamp) -> AppResult<bool> {
    queries::was_mailed_since(read, member, kind, since)
}

/// Cancels a member's waiting messages about a topic that the member has just opted out of on that channel. A message
/// that is being sent at that moment may still arrive.
pub fn take_back(tx: &Tx<'_>, member: MemberId, channel: DeliveryChannel, about: &str) -> AppResult<()> {
    queries::take_back(tx, member, channel, about, "unwanted")
}

/// The outcome of the messages of a batch, for one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = MessageTally)]
pub struct DeliveryCounts {
    /// The channel.
    pub channel: DeliveryChannel,
    /// Still to be sent, perhaps after some attempts.
    pub waiting: i64,
    /// Handed over to the gateway.
    pub sent: i64,
    /// Given up, or dropped because the device or its member had left.
    pub failed: i64,
}

/// The outcome of the messages of a batch, by channel.
pub fn tally(read: &Read<'_>, batch: RecordId) -> AppResult<Vec<DeliveryCounts>> {
    queries::tally(read, batch)
}

/// Deletes some rows that ended a month ago; returns how many.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_finished_before(tx, tx.now().minus(KEPT))
}

/// A message that is being sent.
#[derive(Clone, Debug)]
struct Leased {
    id: MessageId,
    channel: DeliveryChannel,
    to: String,
    member: Option<MemberId>,
    language: Language,
    priority: Priority,
    subject: String,
    text: String,
    unsubscribe: Option<String>,
    opens: Option<String>,
    picture: Option<String>,
    /// True if a fallback is sent when the message cannot be delivered.
    has_fallback: bool,
    attempts: u32,
    created: Timestamp,
    lapses: Timestamp,
}

impl Leased {
    /// A message as a worker would send it, without queueing it.
    fn unqueued(message: Message, now: Timestamp) -> Self {
        Self {
            id: MessageId::made_at(now),
            channel: message.channel,
            to: message.to,
            member: message.member,
            language: message.language,
            priority: message.priority,
            subject: message.subject,
            text: message.text,
            unsubscribe: message.unsubscribe,
            opens: message.opens,
            picture: message.picture,
            has_fallback: message.fallback.is_some(),
            attempts: 0,
            created: now,
            lapses: now.plus(message.lifetime),
        }
    }
}
