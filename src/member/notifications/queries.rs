//! SQL of the inbox.

use super::{Notification, OperatorMessage};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, NotificationId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn insert(
    tx: &Tx<'_>,
    member: MemberId,
    id: NotificationId,
    kind: Option<&str>,
    content: &str,
    read_at: Option<Timestamp>,
) -> AppResult<()> {
    tx.execute_one(
        "insert into notification (member_id, id, kind, content, created_at_ms, read_at_ms)
         values (:member, :id, :kind, :content, :now, :read)",
        params! { ":member": member, ":id": id, ":kind": kind, ":content": content, ":now": tx.now(), ":read": read_at },
    )
}

pub(super) fn list(
    read: &Read<'_>,
    member: MemberId,
    before: Option<NotificationId>,
    limit: i64,
    worded: impl Fn(Option<&str>, &str) -> AppResult<OperatorMessage>,
) -> AppResult<Vec<Notification>> {
    let before = before.map_or([0xff; 16], |id| *id.as_bytes());
    read.all(
        "select n.id, n.kind, case when b.id is null then n.content
                    else json_object('title', json(b.title), 'body', json(b.body)) end as content,
                n.created_at_ms, n.read_at_ms is not null as seen
         from notification n left join broadcast b on n.kind = 'broadcast' and b.notification_id = n.id
         where n.member_id = :member and n.id < :before order by n.id desc limit :limit",
        params! { ":member": member, ":before": before, ":limit": limit },
        |row| {
            let kind: Option<String> = row.get("kind")?;
            let written = worded(kind.as_deref(), &row.get::<String>("content")?)?;
            Ok(Notification {
                id: row.get("id")?,
                title: written.title,
                body: written.body,
                created: row.get("created_at_ms")?,
                read: row.get("seen")?,
            })
        },
    )
}

pub(super) fn count_unread(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    read.number(
        "select count(*) as n from notification where member_id = :member and read_at_ms is null",
        params! { ":member": member },
    )
}

pub(super) fn mark_read(tx: &Tx<'_>, member: MemberId, id: NotificationId) -> AppResult<usize> {
    tx.execute(
        "update notification set read_at_ms = :now where member_id = :member and id = :id and read_at_ms is null",
        params! { ":now": tx.now(), ":member": member, ":id": id },
    )
}

pub(super) fn mark_all_read(tx: &Tx<'_>, member: MemberId) -> AppResult<usize> {
    tx.execute(
        "update notification set read_at_ms = :now where member_id = :member and read_at_ms is null",
        params! { ":now": tx.now(), ":member": member },
    )
}

pub(super) fn delete_all(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from notification where member_id = :member", params! { ":member": member })?;
    Ok(())
}
