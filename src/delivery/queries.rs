//! The queue's SQL.

use super::subscriptions::Subscription;
use super::{Message, Waiting};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, MessageId, SessionId};
use crate::base::problem::AppResult;
use crate::store::{Read, Tx, params};

pub(super) fn insert(tx: &Tx<'_>, id: MessageId, message: &Message) -> AppResult<()> {
    tx.execute_one(
        "insert into outbox_message (id, channel, recipient, subject, body, html, created_at_ms) \
         values (:id, :channel, :recipient, :subject, :body, :html, :now)",
        params! {
            ":id": id, ":channel": message.channel.name(), ":recipient": message.to, ":subject": message.subject,
            ":body": message.text, ":html": message.html, ":now": tx.now(),
        },
    )
}

pub(super) fn waiting(read: &Read<'_>, limit: i64) -> AppResult<Vec<Waiting>> {
    read.all(
        "select id, channel, recipient, subject, body, html, created_at_ms from outbox_message \
         where delivered_at_ms is null order by id limit :limit",
        params! { ":limit": limit },
        |row| {
            Ok(Waiting {
                id: row.get("id")?,
                channel: row.get("channel")?,
                to: row.get("recipient")?,
                subject: row.get("subject")?,
                text: row.get("body")?,
                html: row.get("html")?,
                created: row.get("created_at_ms")?,
            })
        },
    )
}

pub(super) fn mark_delivered(tx: &Tx<'_>, id: MessageId) -> AppResult<()> {
    tx.execute_one(
        "update outbox_message set delivered_at_ms = :now, recipient = '', subject = '', body = '', html = null \
         where id = :id",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn delete_delivered_before(tx: &Tx<'_>, before: Timestamp) -> AppResult<()> {
    tx.execute("delete from outbox_message where delivered_at_ms < :before", params! { ":before": before })?;
    Ok(())
}

/// When the SMS went out that so many, itself included, came since.
pub(super) fn sms_sent_at(read: &Read<'_>, nth: i64) -> AppResult<Option<Timestamp>> {
    read.one(
        "select created_at_ms from outbox_message where channel = 'sms' order by created_at_ms desc limit 1 offset :before",
        params! { ":before": nth - 1 },
        |row| row.get("created_at_ms"),
    )
}

pub(super) fn is_subscribed(read: &Read<'_>, member: MemberId, address: &str) -> AppResult<bool> {
    read.exists(
        "select 1 from push_subscription where address = :address and member_id = :member",
        params! { ":address": address, ":member": member },
    )
}

pub(super) fn put_subscription(
    tx: &Tx<'_>,
    member: MemberId,
    session: Option<SessionId>,
    subscription: &Subscription,
) -> AppResult<()> {
    let keys = subscription.keys.as_ref();
    tx.execute_one(
        "insert into push_subscription (address, member_id, session_id, p256dh, auth, created_at_ms) \
         values (:address, :member, :session, :p256dh, :auth, :now) \
         on conflict (address) do update set member_id = :member, session_id = :session, p256dh = :p256dh, \
             auth = :auth, created_at_ms = :now",
        params! {
            ":address": subscription.address, ":member": member, ":session": session,
            ":p256dh": keys.map(|keys| keys.p256dh.as_slice()), ":auth": keys.map(|keys| keys.auth.as_slice()),
            ":now": tx.now(),
        },
    )
}

/// Keeps the `kept` newest of a member, `newest` among them whatever the clock says.
pub(super) fn drop_oldest_subscriptions(tx: &Tx<'_>, member: MemberId, newest: &str, kept: i64) -> AppResult<()> {
    tx.execute(
        "delete from push_subscription where address in (select address from push_subscription \
         where member_id = :member order by address = :newest desc, created_at_ms desc limit -1 offset :kept)",
        params! { ":member": member, ":newest": newest, ":kept": kept },
    )?;
    Ok(())
}

pub(super) fn drop_subscriptions(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from push_subscription where member_id = :member", params! { ":member": member })?;
    Ok(())
}

pub(super) fn drop_subscription(tx: &Tx<'_>, member: MemberId, address: &str) -> AppResult<()> {
    tx.execute(
        "delete from push_subscription where member_id = :member and address = :address",
        params! { ":member": member, ":address": address },
    )?;
    Ok(())
}
