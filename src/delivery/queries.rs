//! The queue's SQL.

use super::{Message, Waiting};
use crate::base::clock::Timestamp;
use crate::base::id::MessageId;
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
