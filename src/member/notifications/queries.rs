//! SQL of the inbox.

use super::announcements::{AnnouncementLink, LinkTargetKind};
use super::{InboxLine, InboxMark, Notification, OperatorMessage, lines};
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

/// Inserts an unread line and a read one, each with its content.
pub(super) fn insert_pair(
    tx: &Tx<'_>,
    (unread, unread_content): (InboxLine<'_>, &str),
    (read, read_content): (InboxLine<'_>, &str),
) -> AppResult<()> {
    let ids = [NotificationId::made_at(tx.now()), NotificationId::made_at(tx.now())];
    tx.execute(
        "insert into notification (member_id, id, kind, content, created_at_ms, read_at_ms)
         values (:unread_by, :unread, :unread_kind, :unread_content, :now, null),
                (:read_by, :read, :read_kind, :read_content, :now, :now)",
        params! { ":unread_by": unread.member, ":unread": ids[0], ":unread_kind": unread.kind,
        ":unread_content": unread_content, ":read_by": read.member, ":read": ids[1], ":read_kind": read.kind,
        ":read_content": read_content, ":now": tx.now() },
    )?;
    Ok(())
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
        "select n.id, n.kind, n.content, b.title, b.body, b.link_kind, b.link_id, b.picture, n.created_at_ms, n.read_at_ms is not null as seen
         from notification n left join announcement b on n.kind = 'broadcast' and b.notification_id = n.id
         where n.member_id = :member and n.id < :before order by n.id desc limit :limit",
        params! { ":member": member, ":before": before, ":limit": limit },
        |row| {
            let kind: Option<String> = row.get("kind")?;
            // The text of an announcement stands in its own row.
            let content = match (row.get::<Option<String>>("title")?, row.get::<Option<String>>("body")?) {
                (Some(title), Some(body)) => format!("{{\"title\":{title},\"body\":{body}}}"),
                _ => row.get("content")?,
            };
            let written = worded(kind.as_deref(), &content)?;
            let linked = match row.get::<Option<LinkTargetKind>>("link_kind")? {
                Some(kind) => Some(AnnouncementLink { kind, id: row.get("link_id")? }.opens()),
                None => None,
            };
            let opens = linked.or_else(|| kind.as_deref().and_then(lines::opens).map(str::to_owned));
            Ok(Notification {
                id: row.get("id")?,
                title: written.title,
                body: written.body,
                created: row.get("created_at_ms")?,
                read: row.get("seen")?,
                kind: kind.as_deref().map(lines::subject),
                opens,
                picture: row.get::<Option<String>>("picture")?.filter(|path| !path.is_empty()),
            })
        },
    )
}

/// The lines after an id and before a moment, in their order.
pub(super) fn between(
    read: &Read<'_>,
    member: MemberId,
    after: NotificationId,
    until: Timestamp,
) -> AppResult<Vec<InboxMark>> {
    read.all(
        "select kind, case when read_at_ms > created_at_ms then read_at_ms end as seen from notification
         where member_id = :member and id > :after and id < :until and kind is not 'broadcast' order by id",
        params! { ":member": member, ":after": after, ":until": NotificationId::earliest_at(until) },
        |row| Ok(InboxMark { kind: row.get("kind")?, seen: row.get("seen")? }),
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
