//! SQL of articles.

use super::{ArticleInput, ArticleMark, ArticleRecord, ArticleType, Articles};
use crate::base::content::Audience;
use crate::base::id::{ArticleId, MemberId};
use crate::base::problem::AppResult;
use crate::member::content::{self, ColumnValues, ContentTable, PublicationRequest};
use crate::platform::store::{Read, Row, Tx, params};

impl ContentTable for Articles {
    const NAME: &'static str = "article";
    const OWN_COLUMNS: &'static str = "type, title, cover_img, content, likes, reads";
    type Record = ArticleRecord;

    fn read(row: &Row<'_>, publication: PublicationRequest) -> AppResult<ArticleRecord> {
        let PublicationRequest { active, state, publish_at, use_english } = publication;
        Ok(ArticleRecord {
            id: row.get("id")?,
            input: ArticleInput {
                kind: row.get("type")?,
                title: row.get("title")?,
                cover_img: row.get("cover_img")?,
                content: row.get("content")?,
                active,
                state,
                publish_at,
                use_english,
            },
            likes: row.get("likes")?,
            reads: row.get("reads")?,
            created: row.get("created_at_ms")?,
            updated: row.get("updated_at_ms")?,
            deleted_at: row.get("deleted_at_ms")?,
            version: row.get("version")?,
        })
    }

    fn values(new: &ArticleInput) -> ColumnValues<'_> {
        params! { ":type": new.kind, ":title": new.title, ":cover_img": new.cover_img, ":content": new.content }
            .to_vec()
    }
}

pub(super) fn list(
    read: &Read<'_>,
    audience: Audience,
    kind: Option<ArticleType>,
    before: ArticleId,
    limit: i64,
) -> AppResult<Vec<ArticleRecord>> {
    content::list::<Articles>(
        read,
        " where deleted_at_ms is null and (:hidden or (active = 1 and coalesce(publish_at_ms <= :now, true)))
             and (:type is null or type = :type) and id < :before order by id desc limit :limit",
        params! { ":hidden": audience.sees_hidden(), ":now": read.now(), ":type": kind, ":before": before, ":limit": limit },
    )
}

pub(super) fn list_liked(
    read: &Read<'_>,
    member: MemberId,
    before: ArticleId,
    limit: i64,
) -> AppResult<Vec<ArticleRecord>> {
    content::list::<Articles>(
        read,
        " where id in (select article_id from article_like where member_id = :member and article_id < :before)
             and deleted_at_ms is null and active = 1 and coalesce(publish_at_ms <= :now, true)
         order by id desc limit :limit",
        params! { ":member": member, ":now": read.now(), ":before": before, ":limit": limit },
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
