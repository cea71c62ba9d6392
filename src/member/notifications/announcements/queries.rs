//! SQL of announcements.

use super::{AnnouncementFilter, AnnouncementLink, Broadcast, BroadcastInput, LinkTargetKind, Segment};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{MemberId, NotificationId, PartnerId, RecordId, SegmentId};
use crate::base::language::{Language, LocalizedText};
use crate::base::problem::{AppError, AppResult};
use crate::core::preferences::MessageKind;
use crate::member::segments;
use crate::platform::store::{Read, Row, Tx, params};

fn announcement(row: &Row<'_>) -> AppResult<Broadcast> {
    Ok(Broadcast {
        id: row.get("id")?,
        input: BroadcastInput {
            title: row.get("title")?,
            body: row.get("body")?,
            link: row
                .get::<Option<LinkTargetKind>>("link_kind")?
                .map(|kind| Ok::<_, AppError>(AnnouncementLink { kind, id: row.get("link_id")? }))
                .transpose()?,
            picture: row.get("picture")?,
            segment: Segment {
                language: row.get("language")?,
                min_points: row.get("min_points")?,
                max_points: row.get("max_points")?,
                partner_id: row.get("partner_id")?,
                segment_id: row.get("segment_id")?,
            },
            marketing: row.get("marketing")?,
            by_email: row.get("by_email")?,
            state: row.get("state")?,
            send_at: row.get("send_at_ms")?,
            use_english: false,
        },
        delivered: row.get("delivered")?,
        opened: row.get("opened")?,
        messages: Vec::new(),
        created: row.get("created_at_ms")?,
        updated: row.get("updated_at_ms")?,
        sent_at: row.get("sent_at_ms")?,
        deleted_at: row.get("deleted_at_ms")?,
        version: row.get("version")?,
    })
}

pub(super) fn insert(tx: &Tx<'_>, id: RecordId, new: &BroadcastInput) -> AppResult<()> {
    tx.execute_one(
        "insert into announcement (id, title, body, language, min_points, max_points, partner_id, segment_id, state, send_at_ms,
                                marketing, by_email, link_kind, link_id, picture, created_at_ms, updated_at_ms)
         values (:id, :title, :body, :language, :min, :max, :partner, :segment, :state, :send_at,
                 :marketing, :by_email, :link_kind, :link_id, :picture, :now, :now)",
        params! { ":id": id, ":title": new.title, ":body": new.body, ":language": new.segment.language,
        ":min": new.segment.min_points, ":max": new.segment.max_points, ":partner": new.segment.partner_id,
        ":segment": new.segment.segment_id, ":state": new.state, ":send_at": new.send_at, ":marketing": new.marketing, ":by_email": new.by_email,
        ":link_kind": new.link.map(|link| link.kind), ":link_id": new.link.map(|link| link.id), ":picture": new.picture,
        ":now": tx.now() },
    )
}

pub(super) fn update(tx: &Tx<'_>, id: RecordId, new: &BroadcastInput) -> AppResult<()> {
    tx.execute_one(
        "update announcement set title = :title, body = :body, language = :language, min_points = :min, max_points = :max,
             partner_id = :partner, segment_id = :segment, state = :state, send_at_ms = :send_at, marketing = :marketing, by_email = :by_email,
             link_kind = :link_kind, link_id = :link_id, picture = :picture,
             updated_at_ms = :now, version = version + 1
         where id = :id",
        params! { ":id": id, ":title": new.title, ":body": new.body, ":language": new.segment.language,
        ":min": new.segment.min_points, ":max": new.segment.max_points, ":partner": new.segment.partner_id,
        ":segment": new.segment.segment_id, ":state": new.state, ":send_at": new.send_at, ":marketing": new.marketing, ":by_email": new.by_email,
        ":link_kind": new.link.map(|link| link.kind), ":link_id": new.link.map(|link| link.id), ":picture": new.picture,
        ":now": tx.now() },
    )
}

pub(super) fn mark_deleted(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    tx.execute_one(
        "update announcement set deleted_at_ms = :now, version = version + 1 where id = :id",
        params! { ":id": id, ":now": tx.now() },
    )
}

/// If the send time has passed, the announcement returns as a draft: restoring must not send anything.
pub(super) fn unmark_deleted(tx: &Tx<'_>, id: RecordId) -> AppResult<usize> {
    tx.execute(
        "update announcement set deleted_at_ms = null, version = version + 1,
             state = case when state = 'scheduled' and send_at_ms <= :now then 'draft' else state end
         where id = :id and deleted_at_ms is not null",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn find(read: &Read<'_>, id: RecordId) -> AppResult<Option<Broadcast>> {
    read.one(
        "select id, title, body, language, min_points, max_points, partner_id, segment_id, state, send_at_ms, marketing,
                by_email, link_kind, link_id, picture, delivered, opened,
                version, created_at_ms, updated_at_ms, sent_at_ms, deleted_at_ms from announcement
         where id = :id and deleted_at_ms is null",
        params! { ":id": id },
        announcement,
    )
}

pub(super) fn list(
    read: &Read<'_>,
    wanted: &AnnouncementFilter,
    after: Option<RecordId>,
    limit: i64,
) -> AppResult<Vec<Broadcast>> {
    read.all(
        "with keyed as (
             select *, case :sort when 'name' then lower(english) else '' end as sort_name,
                 case :sort when 'updated' then updated_at_ms else 0 end as sort_ms from announcement),
             anchor as (select sort_name, sort_ms, id from keyed where id = :after)
         select id, title, body, language, min_points, max_points, partner_id, segment_id, state, send_at_ms, marketing,
                by_email, link_kind, link_id, picture, delivered, opened,
                version, created_at_ms, updated_at_ms, sent_at_ms, deleted_at_ms from keyed
         where (deleted_at_ms is not null) = :removed and (:state is null or state = :state)
             and (:pattern is null or lower(words) like lower(:pattern) escape '\\')
             and (:after is null or case when :descending then (sort_name, sort_ms, id) < (select * from anchor)
                 else (sort_name, sort_ms, id) > (select * from anchor) end)
         order by case when :descending then sort_name end desc, case when :descending then sort_ms end desc,
             case when :descending then id end desc, sort_name, sort_ms, id limit :limit",
        params! { ":after": after, ":removed": wanted.removed, ":state": wanted.state,
        ":pattern": wanted.pattern, ":sort": wanted.sort.name(), ":descending": wanted.sort.descends(), ":limit": limit },
        announcement,
    )
}

pub(super) fn partner_exists(read: &Read<'_>, id: PartnerId) -> AppResult<bool> {
    read.exists("select 1 from partner where id = :id", params! { ":id": id })
}

/// Whether members can use a record at a time. A campaign that begins later counts, because members get to know of it
/// before.
pub(super) fn is_open_at(read: &Read<'_>, link: AnnouncementLink, moment: Timestamp) -> AppResult<bool> {
    const SHOWN: &str =
        " where id = :id and deleted_at_ms is null and active = 1 and coalesce(publish_at_ms <= :at, true)";
    const NOT_OVER: &str = " and coalesce(valid_until_ms > :at, true)";
    const SOLD: &str = " and coalesce(valid_from_ms <= :at, true) and coalesce(use_until_day >= :day, true)
         and (partner_id is null or exists
             (select 1 from partner p where p.id = item.partner_id and p.active = 1 and p.deleted_at_ms is null))";
    let (table, not_over) = match link.kind {
        LinkTargetKind::Item => {
            let at = params! { ":id": link.id, ":at": moment, ":day": Day::of(moment) };
            return read.exists(["select 1 from item", SHOWN, NOT_OVER, SOLD], at);
        }
        LinkTargetKind::Article => ("article", ""),
        LinkTargetKind::Campaign => ("campaign", NOT_OVER),
    };
    read.exists(["select 1 from ", table, SHOWN, not_over], params! { ":id": link.id, ":at": moment })
}

/// Scheduled announcements whose send time has come.
pub(super) fn due(tx: &Tx<'_>) -> AppResult<Vec<RecordId>> {
    tx.all(
        "select id from announcement
         where state = 'scheduled' and state in ('scheduled', 'sending') and send_at_ms <= :now
             and deleted_at_ms is null order by send_at_ms",
        params! { ":now": tx.now() },
        |row| row.get("id"),
    )
}

pub(super) fn begin(tx: &Tx<'_>, id: RecordId, line: NotificationId) -> AppResult<()> {
    tx.execute_one(
        "update announcement set state = 'sending', notification_id = :line, sent_at_ms = :now, version = version + 1
         where id = :id",
        params! { ":id": id, ":line": line, ":now": tx.now() },
    )
}

pub(super) fn next_sending(read: &Read<'_>) -> AppResult<Option<RecordId>> {
    read.one(
        "select id from announcement where state = 'sending' and state in ('scheduled', 'sending') limit 1",
        params! {},
        |row| row.get("id"),
    )
}

/// The id of the line in every inbox, and the last member who was processed.
pub(super) fn progress(read: &Read<'_>, id: RecordId) -> AppResult<Option<(NotificationId, MemberId)>> {
    read.one(
        "select notification_id, reached from announcement where id = :id and state = 'sending'",
        params! { ":id": id },
        |row| Ok((row.get("notification_id")?, row.get("reached")?)),
    )
}

pub(super) fn waiting_for(read: &Read<'_>, segment: SegmentId) -> AppResult<Vec<(RecordId, LocalizedText)>> {
    read.all(
        "select id, title from announcement
         where segment_id = :segment and state in ('draft', 'scheduled', 'sending') and deleted_at_ms is null order by id",
        params! { ":segment": segment },
        |row| Ok((row.get("id")?, row.get("title")?)),
    )
}

pub(super) fn linking_to(read: &Read<'_>, link: AnnouncementLink) -> AppResult<Vec<(RecordId, String)>> {
    read.all(
        "select id, english from announcement
         where link_kind = :kind and link_id = :id and deleted_at_ms is null order by id desc limit 100",
        params! { ":kind": link.kind, ":id": link.id },
        |row| Ok((row.get("id")?, row.get("english")?)),
    )
}

/// The next members by id, and whether each belongs to the segment.
pub(super) fn members_after(
    read: &Read<'_>,
    reached: MemberId,
    segment: &Segment,
    limit: i64,
) -> AppResult<Vec<(MemberId, bool)>> {
    let mut found: Vec<(MemberId, bool)> = read.all(
        "select m.id, m.status = 'active' and (:language is null or m.language = :language)
                    and (:min is null or a.balance >= :min) and (:max is null or a.balance <= :max)
                    and (:partner is null or exists (select 1 from counter_event e
                        where e.member_id = m.id and e.partner_id = :partner and e.kind = 'award')) as belongs
         from member m join account a on a.member_id = m.id
         where m.id > :reached order by m.id limit :limit",
        params! { ":reached": reached, ":language": segment.language, ":min": segment.min_points,
        ":max": segment.max_points, ":partner": segment.partner_id, ":limit": limit },
        |row| Ok((row.get("id")?, row.get("belongs")?)),
    )?;
    if let Some(saved) = segment.segment_id {
        let asked: Vec<MemberId> = found.iter().filter(|(_, belongs)| *belongs).map(|(id, _)| *id).collect();
        let within = segments::among(read, saved, &asked)?;
        found.iter_mut().for_each(|(id, belongs)| *belongs = within.contains(id));
    }
    Ok(found)
}

/// A member as the count sees it: the language, and the channels that the member has and has not declined.
pub(super) struct Reachable {
    pub id: MemberId,
    pub language: Language,
    pub inbox: bool,
    pub email: bool,
    pub push: bool,
}

/// The members of a range of ids (without its first) with the channels by which a message of a kind reaches them.
pub(super) fn reachable(
    read: &Read<'_>,
    (after, last): (MemberId, MemberId),
    kind: MessageKind,
) -> AppResult<Vec<Reachable>> {
    read.all(
        "select m.id, m.language,
                :consent = 0 or exists (select 1 from marketing_consent c
                    where c.member_id = m.id and c.withdrawn_at_ms is null) as inbox,
                m.email is not null and not exists (select 1 from message_preference p
                    where p.member_id = m.id and p.kind = :kind and p.channel = 'email' and p.wanted = 0) as email,
                exists (select 1 from push_subscription s where s.member_id = m.id)
                    and not exists (select 1 from message_preference p
                        where p.member_id = m.id and p.kind = :kind and p.channel = 'push' and p.wanted = 0) as push
         from member m where m.id > :after and m.id <= :last order by m.id",
        params! { ":after": after, ":last": last, ":kind": kind.name(), ":consent": kind == MessageKind::Marketing },
        |row| {
            Ok(Reachable {
                id: row.get("id")?,
                language: row.get("language")?,
                inbox: row.get("inbox")?,
                email: row.get("email")?,
                push: row.get("push")?,
            })
        },
    )
}

/// Schedules an announcement.
pub(super) fn schedule(tx: &Tx<'_>, id: RecordId, at: Timestamp) -> AppResult<()> {
    tx.execute_one(
        "update announcement set state = 'scheduled', send_at_ms = :at, version = version + 1 where id = :id",
        params! { ":id": id, ":at": at },
    )
}

/// Adds the line to an inbox; returns 0 if it exists.
pub(super) fn deliver(tx: &Tx<'_>, member: MemberId, line: NotificationId) -> AppResult<usize> {
    tx.execute(
        "insert into notification (member_id, id, kind, content, created_at_ms) values (:member, :id, 'broadcast', '{}', :now)
         on conflict (member_id, id) do nothing",
        params! { ":member": member, ":id": line, ":now": tx.now() },
    )
}

/// Takes a scheduled announcement back to a draft.
pub(super) fn hold_back(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    tx.execute_one(
        "update announcement set state = 'draft', version = version + 1 where id = :id and state = 'scheduled'",
        params! { ":id": id },
    )
}

pub(super) fn advance(tx: &Tx<'_>, id: RecordId, reached: MemberId, delivered: i64) -> AppResult<()> {
    tx.execute_one(
        "update announcement set reached = :reached, delivered = delivered + :delivered where id = :id",
        params! { ":id": id, ":reached": reached, ":delivered": delivered },
    )
}

pub(super) fn finish(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    tx.execute("update announcement set state = 'sent' where id = :id and state = 'sending'", params! { ":id": id })?;
    Ok(())
}

/// Counts that a member has seen a line; lines that are not announcements are not counted.
pub(in crate::member::notifications) fn count_opened(tx: &Tx<'_>, line: NotificationId) -> AppResult<()> {
    tx.execute("update announcement set opened = opened + 1 where notification_id = :line", params! { ":line": line })?;
    Ok(())
}

/// Counts all unread announcements of a member as seen. Call it before the lines are marked as read.
pub(in crate::member::notifications) fn count_all_opened(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute(
        "update announcement set opened = opened + 1 where notification_id in
             (select id from notification where member_id = :member and read_at_ms is null and kind = 'broadcast')",
        params! { ":member": member },
    )?;
    Ok(())
}
