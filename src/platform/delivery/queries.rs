//! The queue's SQL.

use super::{
    DeliveryChannel, DeliveryCounts, Device, Leased, Message, Priority, PushEncryptionKeys, SendQueue, Subscription,
};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, MessageId, RecordId, SessionId};
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::platform::store::{FORGOTTEN_AT_ONCE, Read, Row, Tx, params};

/// Whether any device of any member is subscribed. After the last device is gone it may stay true, which only costs one
/// lookup of the devices.
pub(super) struct AnySubscription(pub bool);

pub(super) fn insert(tx: &Tx<'_>, id: MessageId, message: &Message) -> AppResult<()> {
    let fallback = message.fallback.as_ref().map(serde_json::to_string).transpose()?;
    tx.execute_one(
        "insert into outbox_message (id, kind, channel, recipient, member_id, language, priority, subject, body,
             unsubscribe, opens, picture, batch_id, about, fallback, due_at_ms, lapses_at_ms, created_at_ms)
         values (:id, :kind, :channel, :recipient, :member, :language, :priority, :subject, :body,
             :unsubscribe, :opens, :picture, :batch, :about, :fallback, :now, :lapses, :now)",
        params! {
            ":id": id, ":kind": message.kind, ":channel": message.channel, ":recipient": message.to,
            ":member": message.member, ":language": message.language, ":priority": message.priority.rank(),
            ":subject": message.subject, ":body": message.text, ":unsubscribe": message.unsubscribe,
            ":opens": message.opens, ":picture": message.picture, ":batch": message.batch, ":about": message.about,
            ":fallback": fallback, ":now": tx.now(), ":lapses": tx.now().plus(message.lifetime),
        },
    )
}

fn leased(row: &Row<'_>, channel: DeliveryChannel) -> AppResult<Leased> {
    Ok(Leased {
        id: row.get("id")?,
        channel,
        to: row.get("recipient")?,
        member: row.get("member_id")?,
        language: row.get::<Option<Language>>("language")?.unwrap_or_default(),
        priority: Priority::of_rank(row.get("priority")?),
        subject: row.get("subject")?,
        text: row.get("body")?,
        unsubscribe: row.get("unsubscribe")?,
        opens: row.get("opens")?,
        picture: row.get("picture")?,
        has_fallback: row.get("has_fallback")?,
        attempts: row.get("attempts")?,
        created: row.get("created_at_ms")?,
        lapses: row.get("lapses_at_ms")?,
    })
}

/// Messages that may be sent now: due, which a lease puts off, and the oldest for their recipient among those of at least the
/// same priority, so that a code never waits behind a message of the quiet hours. Each priority has its own lookup,
/// so that postponed messages are not scanned.
pub(super) fn due(read: &Read<'_>, line: SendQueue, loudest: i64, limit: usize) -> AppResult<Vec<Leased>> {
    let mut found = Vec::new();
    for priority in 0..=loudest {
        let room = i64::try_from(limit.saturating_sub(found.len())).unwrap_or(0);
        found.extend(read.all(
            "select id, recipient, member_id, language, priority, subject, body, unsubscribe, opens, picture,
                    attempts, fallback is not null as has_fallback, created_at_ms, lapses_at_ms
             from outbox_message m
             where state = 'waiting' and line = :line and priority = :priority and due_at_ms <= :now
                 and not exists (select 1 from outbox_message e where e.state = 'waiting' and e.channel = m.channel
                     and e.recipient = m.recipient and e.id < m.id and e.priority <= m.priority)
             order by due_at_ms, id limit :limit",
            params! { ":line": line, ":priority": priority, ":now": read.now(), ":limit": room },
            |row| leased(row, line.channel()),
        )?);
    }
    Ok(found)
}

pub(super) fn is_anything_due(read: &Read<'_>, line: SendQueue, loudest: i64) -> AppResult<bool> {
    for priority in 0..=loudest {
        let found = read.exists(
            "select 1 from outbox_message
             where state = 'waiting' and line = :line and priority = :priority and due_at_ms <= :now limit 1",
            params! { ":line": line, ":priority": priority, ":now": read.now() },
        )?;
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(super) fn was_mailed_since(read: &Read<'_>, member: MemberId, kind: &str, since: Timestamp) -> AppResult<bool> {
    read.exists(
        "select 1 from outbox_message
         where member_id = :member and channel = 'email' and kind = :kind and created_at_ms >= :since limit 1",
        params! { ":member": member, ":kind": kind, ":since": since },
    )
}

/// Leases a message for sending; false if it was deleted meanwhile.
pub(super) fn lease(tx: &Tx<'_>, id: MessageId, until: Timestamp) -> AppResult<bool> {
    let touched = tx.execute(
        "update outbox_message set leased = 1, due_at_ms = :until where id = :id and state = 'waiting'",
        params! { ":id": id, ":until": until },
    )?;
    Ok(touched == 1)
}

/// Releases the leases of a server that died.
pub(super) fn release_all(tx: &Tx<'_>) -> AppResult<usize> {
    tx.execute(
        "update outbox_message set leased = 0, due_at_ms = :now where state = 'waiting' and leased = 1",
        params! { ":now": tx.now() },
    )
}

/// Marks a message as sent. Here and below, a message that was deleted during the attempt, with its member or its
/// device, is not an error: the outcomes of the others in the commit must not be lost.
pub(super) fn mark_sent(tx: &Tx<'_>, id: MessageId) -> AppResult<()> {
    tx.execute(
        "update outbox_message set state = 'sent', leased = 0, attempts = attempts + 1, finished_at_ms = :now,
             subject = '', body = '', unsubscribe = null, fallback = null, reason = '',
             recipient = case when kind = 'account_closed' then '' else recipient end
         where id = :id and state = 'waiting'",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(())
}

pub(super) fn put_off(tx: &Tx<'_>, id: MessageId, due: Timestamp, reason: &str) -> AppResult<()> {
    tx.execute(
        "update outbox_message set leased = 0, attempts = attempts + 1, due_at_ms = :due, reason = :reason
         where id = :id and state = 'waiting'",
        params! { ":id": id, ":due": due, ":reason": reason },
    )?;
    Ok(())
}

/// Gives a message up, and returns its fallback. The content of codes and links is erased, and so is the address of a
/// member who has left. Other messages are kept, so that staff can retry them.
pub(super) fn bury(tx: &Tx<'_>, id: MessageId, reason: &str) -> AppResult<Option<Message>> {
    let fallback: Option<String> = tx
        .one(
            "select fallback from outbox_message where id = :id and state = 'waiting'",
            params! { ":id": id },
            |row| row.get("fallback"),
        )?
        .flatten();
    tx.execute(
        "update outbox_message set state = 'dead', leased = 0, attempts = attempts + 1, finished_at_ms = :now,
             reason = :reason, fallback = null,
             body = case when kind in ('code', 'reset', 'staff_invitation', 'staff_reset', 'staff_forgot', 'account_closed') then '' else body end,
             recipient = case when kind = 'account_closed' then '' else recipient end
         where id = :id and state = 'waiting'",
        params! { ":id": id, ":now": tx.now(), ":reason": reason },
    )?;
    Ok(fallback.map(|json| serde_json::from_str(&json)).transpose()?)
}

/// Gives up messages on a topic that the member opted out of. Their content is erased, also of those given up before,
/// so that nobody can retry them.
pub(super) fn take_back(
    tx: &Tx<'_>,
    member: MemberId,
    channel: DeliveryChannel,
    about: &str,
    reason: &str,
) -> AppResult<()> {
    tx.execute(
        "update outbox_message set state = 'dead', leased = 0, finished_at_ms = coalesce(finished_at_ms, :now),
             reason = :reason, subject = '', body = '', unsubscribe = null, fallback = null
         where member_id = :member and channel = :channel and about = :about and state in ('waiting', 'dead')",
        params! {
            ":member": member, ":channel": channel, ":about": about, ":reason": reason, ":now": tx.now(),
        },
    )?;
    Ok(())
}

pub(super) fn delete_finished_before(tx: &Tx<'_>, before: Timestamp) -> AppResult<usize> {
    tx.execute(
        "delete from outbox_message where id in
             (select id from outbox_message where finished_at_ms < :before limit :most)",
        params! { ":before": before, ":most": FORGOTTEN_AT_ONCE as i64 },
    )
}

/// The time of the `nth` newest SMS.
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
    session: SessionId,
    language: Option<Language>,
    subscription: &Subscription,
) -> AppResult<()> {
    let keys = subscription.keys.as_ref();
    tx.invalidate::<AnySubscription>();
    tx.execute_one(
        "insert into push_subscription (address, member_id, session_id, p256dh, auth, language, created_at_ms) \
         values (:address, :member, :session, :p256dh, :auth, :language, :now) \
         on conflict (address) do update set member_id = :member, session_id = :session, p256dh = :p256dh, \
             auth = :auth, language = :language, created_at_ms = :now",
        params! {
            ":address": subscription.address, ":member": member, ":session": session, ":language": language,
            ":p256dh": keys.map(|keys| keys.p256dh.as_slice()), ":auth": keys.map(|keys| keys.auth.as_slice()),
            ":now": tx.now(),
        },
    )
}

/// Keeps the `kept` newest subscriptions of a member, and `newest` whatever the clock says.
pub(super) fn drop_oldest_subscriptions(tx: &Tx<'_>, member: MemberId, newest: &str, kept: i64) -> AppResult<()> {
    tx.execute(
        "delete from push_subscription where member_id = :member and address not in (select address from push_subscription \
         where member_id = :member order by address = :newest desc, created_at_ms desc limit :kept)",
        params! { ":member": member, ":newest": newest, ":kept": kept },
    )?;
    Ok(())
}

pub(super) fn drop_subscriptions(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from push_subscription where member_id = :member", params! { ":member": member })?;
    Ok(())
}

pub(super) fn drop_subscriptions_without_session(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute(
        "delete from push_subscription where member_id = :member and session_id is null",
        params! { ":member": member },
    )?;
    Ok(())
}

/// Returns whether there was one.
pub(super) fn drop_subscription(tx: &Tx<'_>, member: MemberId, address: &str) -> AppResult<bool> {
    let dropped = tx.execute(
        "delete from push_subscription where member_id = :member and address = :address",
        params! { ":member": member, ":address": address },
    )?;
    Ok(dropped == 1)
}

pub(super) fn any_subscription(read: &Read<'_>) -> AppResult<bool> {
    read.exists("select 1 from push_subscription limit 1", params! {})
}

pub(super) fn devices_of(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Device>> {
    read.all(
        "select address, language from push_subscription where member_id = :member order by created_at_ms, address",
        params! { ":member": member },
        |row| Ok(Device { address: row.get("address")?, language: row.get("language")? }),
    )
}

/// A member's device by its address, if it still belongs to the member.
pub(super) fn subscription(read: &Read<'_>, member: MemberId, address: &str) -> AppResult<Option<Subscription>> {
    read.one(
        "select address, p256dh, auth from push_subscription where address = :address and member_id = :member",
        params! { ":address": address, ":member": member },
        |row| {
            let keys: (Option<Vec<u8>>, Option<Vec<u8>>) = (row.get("p256dh")?, row.get("auth")?);
            let keys = match keys {
                (Some(p256dh), Some(auth)) => Some(PushEncryptionKeys::from_store(&p256dh, &auth)?),
                _ => None,
            };
            Ok(Subscription { address: row.get("address")?, keys })
        },
    )
}

/// The language of the browser that belongs to a session, if there is one.
pub(super) fn language_of_session(read: &Read<'_>, session: SessionId) -> AppResult<Option<Option<Language>>> {
    read.one(
        "select language from push_subscription where session_id = :session and p256dh is not null \
         order by created_at_ms desc limit 1",
        params! { ":session": session },
        |row| row.get("language"),
    )
}

pub(super) fn drop_browser_of_session(tx: &Tx<'_>, session: SessionId) -> AppResult<()> {
    tx.execute(
        "delete from push_subscription where session_id = :session and p256dh is not null",
        params! { ":session": session },
    )?;
    Ok(())
}

/// Deletes the messages that still wait for a device.
pub(super) fn drop_notes_to(tx: &Tx<'_>, address: &str) -> AppResult<()> {
    tx.execute(
        "delete from outbox_message where state = 'waiting' and channel = 'push' and recipient = :address",
        params! { ":address": address },
    )?;
    Ok(())
}

pub(super) fn tally(read: &Read<'_>, batch: RecordId) -> AppResult<Vec<DeliveryCounts>> {
    read.all(
        "select channel, waiting, sent, failed from outbox_tally where batch_id = :batch order by channel",
        params! { ":batch": batch },
        |row| {
            Ok(DeliveryCounts {
                channel: row.get("channel")?,
                waiting: row.get("waiting")?,
                sent: row.get("sent")?,
                failed: row.get("failed")?,
            })
        },
    )
}

pub(super) fn parts_in(read: &Read<'_>, month: i64) -> AppResult<i64> {
    read.number("select parts as n from sms_month where month = :month", params! { ":month": month })
}

pub(super) fn add_parts(tx: &Tx<'_>, month: i64, parts: i64) -> AppResult<()> {
    tx.execute_one(
        "insert into sms_month (month, parts) values (:month, :parts)
         on conflict (month) do update set parts = sms_month.parts + excluded.parts",
        params! { ":month": month, ":parts": parts },
    )
}

/// The share of the month's budget of which the owners were notified, in hundredths.
pub(super) fn told_in(read: &Read<'_>, month: i64) -> AppResult<i64> {
    read.number("select told as n from sms_month where month = :month", params! { ":month": month })
}

pub(super) fn set_told(tx: &Tx<'_>, month: i64, told: i64) -> AppResult<()> {
    tx.execute_one("update sms_month set told = :told where month = :month", params! { ":month": month, ":told": told })
}
