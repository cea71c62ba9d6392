//! SQL of the message history.

use super::{MessageCount, MessageFilter, MessageRecord, MessageState, masked};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, MessageId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, indexed_by, params, unindexed};

fn trace(row: &Row<'_>) -> AppResult<MessageRecord> {
    let (channel, state) = (row.get("channel")?, row.get("state")?);
    let due: Timestamp = row.get("due_at_ms")?;
    Ok(MessageRecord {
        id: row.get("id")?,
        kind: row.get("kind")?,
        channel,
        to: masked(channel, &row.get::<String>("recipient")?),
        member_id: row.get("member_id")?,
        state,
        attempts: row.get("attempts")?,
        reason: row.get("reason")?,
        due: (state == MessageState::Waiting).then_some(due),
        created: row.get("created_at_ms")?,
        finished: row.get("finished_at_ms")?,
        kept: false,
    })
}

/// Every statement names every parameter; each filter uses its own index.
fn messages(index: &'static str, term: &'static str) -> [&'static str; 5] {
    [
        "select id, kind, channel, recipient, member_id, state, attempts, reason, due_at_ms, created_at_ms, finished_at_ms
         from outbox_message ",
        index,
        " where ",
        term,
        " and (:state is null or state = :state) and (:channel is null or channel = :channel)
             and (:to is null or recipient = :to) and (:member is null or member_id = :member)
         order by id desc limit :limit",
    ]
}

/// Most messages that a page may sort.
const FEW: i64 = 10_000;

fn waiting(read: &Read<'_>) -> AppResult<i64> {
    read.number("select sum(messages) as n from outbox_count where state = 'waiting'", params! {})
}

pub(super) fn list(
    read: &Read<'_>,
    wanted: &MessageFilter,
    before: MessageId,
    limit: i64,
) -> AppResult<Vec<MessageRecord>> {
    let sql = match (&wanted.to, wanted.member, wanted.state) {
        (Some(_), ..) => messages("", "recipient = :to and id < :before"),
        (None, Some(_), _) => messages("", "member_id = :member and id < :before"),
        (None, None, Some(MessageState::Dead)) => messages("", "state = 'dead' and id < :before"),
        // A few waiting messages are gathered and sorted; if there are many, a scan from the newest one finds a page
        // soon.
        (None, None, Some(MessageState::Waiting)) if waiting(read)? < FEW => messages(
            indexed_by!("outbox_message_lane"),
            concat!("state = 'waiting' and ", unindexed!("id"), " < :before"),
        ),
        (None, None, _) => messages("", "id < :before"),
    };
    read.all(
        sql,
        params! {
            ":before": before, ":state": wanted.state, ":channel": wanted.channel,
            ":to": wanted.to, ":member": wanted.member, ":limit": limit,
        },
        trace,
    )
}

/// The message with that id, if it matches.
pub(super) fn find_matching(
    read: &Read<'_>,
    wanted: &MessageFilter,
    id: MessageId,
) -> AppResult<Option<MessageRecord>> {
    read.one(
        messages("", "id = :id"),
        params! {
            ":id": id, ":state": wanted.state, ":channel": wanted.channel,
            ":to": wanted.to, ":member": wanted.member, ":limit": 1,
        },
        trace,
    )
}

pub(super) fn find(read: &Read<'_>, id: MessageId) -> AppResult<Option<MessageRecord>> {
    read.one(
        "select id, kind, channel, recipient, member_id, state, attempts, reason, due_at_ms, created_at_ms, finished_at_ms
         from outbox_message where id = :id",
        params! { ":id": id },
        trace,
    )
}

pub(super) fn count(read: &Read<'_>) -> AppResult<Vec<MessageCount>> {
    read.all(
        "select channel, state, messages as n from outbox_count where messages > 0 order by channel, state",
        params! {},
        |row| Ok(MessageCount { channel: row.get("channel")?, state: row.get("state")?, count: row.get("n")? }),
    )
}

/// Messages that were given up, can be repeated, and are older than `before`; newest first.
pub(super) fn repeatable(
    read: &Read<'_>,
    wanted: &MessageFilter,
    before: MessageId,
    limit: usize,
) -> AppResult<Vec<MessageId>> {
    read.all(
        "select id from outbox_message
         where state = 'dead' and body <> '' and id < :before and (:channel is null or channel = :channel)
             and (:to is null or recipient = :to) and (:member is null or member_id = :member)
         order by id desc limit :limit",
        params! {
            ":before": before, ":channel": wanted.channel, ":to": wanted.to,
            ":member": wanted.member, ":limit": i64::try_from(limit).unwrap_or(i64::MAX),
        },
        |row| row.get("id"),
    )
}

/// Resets the attempts, and with them the pauses between attempts.
pub(super) fn revive(tx: &Tx<'_>, id: MessageId, lapses: Timestamp) -> AppResult<bool> {
    let touched = tx.execute(
        "update outbox_message set state = 'waiting', finished_at_ms = null, due_at_ms = :now, lapses_at_ms = :lapses,
             attempts = 0
         where id = :id and state = 'dead' and body <> ''",
        params! { ":id": id, ":now": tx.now(), ":lapses": lapses },
    )?;
    Ok(touched == 1)
}

pub(super) fn delete_of_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from outbox_message where member_id = :member", params! { ":member": member })?;
    Ok(())
}

pub(super) fn delete_to(tx: &Tx<'_>, recipient: &str) -> AppResult<()> {
    tx.execute("delete from outbox_message where recipient = :to", params! { ":to": recipient })?;
    Ok(())
}
