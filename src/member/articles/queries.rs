//! SQL of articles.

use super::{ArticleInput, ArticleMark, ArticleRecord, ArticleType};
use crate::base::clock::Timestamp;
use crate::base::content::{Audience, ContentState, Publication};
use crate::base::id::{ArticleId, MemberId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

fn record(row: &Row<'_>, now: Timestamp) -> AppResult<ArticleRecord> {
    let publication = Publication {
        active: row.get("active")?,
        publish_at: row.get("publish_at_ms")?,
        archived_at: row.get("archived_at_ms")?,
    };
    let state = publication.state(now);
    Ok(ArticleRecord {
        id: row.get("id")?,
        input: ArticleInput {
            kind: row.get("type")?,
            title: row.get("title")?,
            cover_img: row.get("cover_img")?,
            content: row.get("content")?,
            active: state == ContentState::Published,
            state: Some(state),
            publish_at: publication.publish_at,
            use_english: false,
        },
        likes: row.get("likes")?,
        reads: row.get("reads")?,
        created: row.get("created_at_ms")?,
        updated: row.get("updated_at_ms")?,
        deleted_at: row.get("deleted_at_ms")?,
        version: row.get("version")?,
    })
}

pub(super) fn insert(tx: &Tx<'_>, id: ArticleId, new: &ArticleInput, publication: Publication) -> AppResult<()> {
    tx.execute_one(
        "insert into article (id, type, title, cover_img, content, active, created_at_ms, updated_at_ms,
                              publish_at_ms, archived_at_ms)
         values (:id, :type, :title, :cover_img, :content, :active, :now, :now, :publish_at, :archived_at)",
        params! { ":id": id, ":type": new.kind, ":title": new.title, ":cover_img": new.cover_img,
        ":content": new.content, ":active": publication.active, ":publish_at": publication.publish_at,
        ":archived_at": publication.archived_at, ":now": tx.now() },
    )
}

pub(super) fn update(tx: &Tx<'_>, id: ArticleId, new: &ArticleInput, publication: Publication) -> AppResult<()> {
    tx.execute_one(
        "update article set type = :type, title = :title, cover_img = :cover_img, content = :content, active = :active, publish_at_ms = :publish_at,
             archived_at_ms = case when :archived_at is null then null else coalesce(archived_at_ms, :archived_at) end,
             updated_at_ms = :now, version = version + 1
         where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":type": new.kind, ":title": new.title, ":cover_img": new.cover_img,
        ":content": new.content, ":active": publication.active, ":publish_at": publication.publish_at,
        ":archived_at": publication.archived_at, ":now": tx.now() },
    )
}

pub(super) fn mark_deleted(tx: &Tx<'_>, id: ArticleId) -> AppResult<usize> {
    tx.execute(
        "update article set deleted_at_ms = :now, version = version + 1 where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn unmark_deleted(tx: &Tx<'_>, id: ArticleId) -> AppResult<usize> {
    tx.execute(
        "update article set deleted_at_ms = null, version = version + 1 where id = :id and deleted_at_ms is not null",
        params! { ":id": id },
    )
}

pub(super) fn find(read: &Read<'_>, id: ArticleId) -> AppResult<Option<ArticleRecord>> {
    read.one(
        "select id, type, title, cover_img, content, active, likes, reads, version, created_at_ms, updated_at_ms, publish_at_ms, archived_at_ms, deleted_at_ms
         from article where id = :id and deleted_at_ms is null",
        params! { ":id": id },
        |row| record(row, read.now()),
    )
}

pub(super) fn find_even_removed(read: &Read<'_>, id: ArticleId) -> AppResult<Option<ArticleRecord>> {
    read.one(
        "select id, type, title, cover_img, content, active, likes, reads, version, created_at_ms, updated_at_ms, publish_at_ms, archived_at_ms, deleted_at_ms
         from article where id = :id",
        params! { ":id": id },
        |row| record(row, read.now()),
    )
}

pub(super) fn list(
    read: &Read<'_>,
    audience: Audience,
    kind: Option<ArticleType>,
    before: ArticleId,
    limit: i64,
) -> AppResult<Vec<ArticleRecord>> {
    read.all(
        "select id, type, title, cover_img, content, active, likes, reads, version, created_at_ms, updated_at_ms, publish_at_ms, archived_at_ms, deleted_at_ms
         from article
         where deleted_at_ms is null and (:hidden or (active = 1 and coalesce(publish_at_ms <= :now, 1))) and (:type is null or type = :type) and id < :before
         order by id desc limit :limit",
        params! { ":hidden": audience.sees_hidden(), ":now": read.now(), ":type": kind, ":before": before, ":limit": limit },
        |row| record(row, read.now()),
    )
}

pub(super) fn list_liked(
    read: &Read<'_>,
    member: MemberId,
    before: ArticleId,
    limit: i64,
) -> AppResult<Vec<ArticleRecord>> {
    read.all(
        "select a.id, a.type, a.title, a.cover_img, a.content, a.active, a.likes, a.reads, a.version, a.created_at_ms,
                a.updated_at_ms, publish_at_ms, archived_at_ms, deleted_at_ms
         from article_like l join article a on a.id = l.article_id
         where l.member_id = :member and l.article_id < :before and a.deleted_at_ms is null and a.active = 1 and coalesce(a.publish_at_ms <= :now, 1)
         order by l.article_id desc limit :limit",
        params! { ":member": member, ":now": read.now(), ":before": before, ":limit": limit },
        |row| record(row, read.now()),
    )
}

pub(super) fn has_liked(read: &Read<'_>, member: MemberId, id: ArticleId) -> AppResult<bool> {
    read.exists(
        "select 1 from article_like where member_id = :member and article_id = :id",
        params! { ":member": member, ":id": id },
    )
}

pub(super) fn has_read(read: &Read<'_>, member: MemberId, id: ArticleId) -> AppResult<bool> {
    read.exists(
        "select 1 from article_read where member_id = :member and article_id = :id",
        params! { ":member": member, ":id": id },
    )
}

pub(super) fn insert_like(tx: &Tx<'_>, member: MemberId, id: ArticleId) -> AppResult<usize> {
    tx.execute(
        "insert into article_like (member_id, article_id, created_at_ms) values (:member, :id, :now)
         on conflict (member_id, article_id) do nothing",
        params! { ":member": member, ":id": id, ":now": tx.now() },
    )
}

pub(super) fn delete_like(tx: &Tx<'_>, member: MemberId, id: ArticleId) -> AppResult<usize> {
    tx.execute(
        "delete from article_like where member_id = :member and article_id = :id",
        params! { ":member": member, ":id": id },
    )
}

pub(super) fn add_likes(tx: &Tx<'_>, id: ArticleId, change: i64) -> AppResult<()> {
    tx.execute_one(
        "update article set likes = likes + :change where id = :id",
        params! { ":id": id, ":change": change },
    )
}

pub(super) fn insert_read(tx: &Tx<'_>, member: MemberId, id: ArticleId) -> AppResult<usize> {
    tx.execute(
        "insert into article_read (member_id, article_id, created_at_ms) values (:member, :id, :now)
         on conflict (member_id, article_id) do nothing",
        params! { ":member": member, ":id": id, ":now": tx.now() },
    )
}

pub(super) fn add_read(tx: &Tx<'_>, id: ArticleId) -> AppResult<()> {
    tx.execute_one("update article set reads = reads + 1 where id = :id", params! { ":id": id })
}

fn mark(row: &Row<'_>) -> AppResult<ArticleMark> {
    Ok(ArticleMark { id: row.get("id")?, title: row.get("title")?, created: row.get("created_at_ms")? })
}

pub(super) fn marks_liked(read: &Read<'_>, member: MemberId) -> AppResult<Vec<ArticleMark>> {
    read.all(
        "select a.id, a.title, l.created_at_ms from article_like l join article a on a.id = l.article_id
         where l.member_id = :member order by l.created_at_ms desc",
        params! { ":member": member },
        mark,
    )
}

pub(super) fn marks_read(read: &Read<'_>, member: MemberId) -> AppResult<Vec<ArticleMark>> {
    read.all(
        "select a.id, a.title, r.created_at_ms from article_read r join article a on a.id = r.article_id
         where r.member_id = :member order by r.created_at_ms desc",
        params! { ":member": member },
        mark,
    )
}

pub(super) fn forget_likes(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute(
        "update article set likes = likes - 1
         where id in (select article_id from article_like where member_id = :member)",
        params! { ":member": member },
    )?;
    tx.execute("delete from article_like where member_id = :member", params! { ":member": member })?;
    Ok(())
}

pub(super) fn forget_reads(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute(
        "update article set reads = reads - 1
         where id in (select article_id from article_read where member_id = :member)",
        params! { ":member": member },
    )?;
    tx.execute("delete from article_read where member_id = :member", params! { ":member": member })?;
    Ok(())
}

/// Adds only the likes that the remaining account lacks: an article that both accounts like counts once.
pub(super) fn copy_likes(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    tx.execute(
        "update article set likes = likes + 1
         where id in (select article_id from article_like where member_id = :from
             except select article_id from article_like where member_id = :into)",
        params! { ":from": from, ":into": into },
    )?;
    tx.execute(
        "insert into article_like (member_id, article_id, created_at_ms)
         select :into, article_id, created_at_ms from article_like where member_id = :from
         on conflict do nothing",
        params! { ":from": from, ":into": into },
    )?;
    Ok(())
}

pub(super) fn copy_reads(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    tx.execute(
        "update article set reads = reads + 1
         where id in (select article_id from article_read where member_id = :from
             except select article_id from article_read where member_id = :into)",
        params! { ":from": from, ":into": into },
    )?;
    tx.execute(
        "insert into article_read (member_id, article_id, created_at_ms)
         select :into, article_id, created_at_ms from article_read where member_id = :from
         on conflict do nothing",
        params! { ":from": from, ":into": into },
    )?;
    Ok(())
}
