//! SQL of uploads.

use serde_json::Value;

use super::Upload;
use crate::base::id::{RecordId, RedemptionId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::member::media::Picture;
use crate::platform::store::{Read, Row, Tx, params};
use crate::staff::admin::content::listing::{ContentUse, anywhere};
use crate::staff::admin::content::used_by;

fn upload(row: &Row<'_>) -> AppResult<Upload> {
    let name: String = row.get("name")?;
    Ok(Upload {
        id: row.get("id")?,
        url: format!("/media/{name}"),
        width: row.get("width")?,
        height: row.get("height")?,
        bytes: row.get("bytes")?,
        alt: row.get("alt")?,
        created: row.get("created_at_ms")?,
        version: row.get("version")?,
    })
}

pub(super) fn put(tx: &Tx<'_>, id: RecordId, name: &str, picture: &Picture, alt: &LocalizedText) -> AppResult<()> {
    tx.execute_one(
        "insert into upload (id, name, width, height, bytes, alt, created_at_ms)
         values (:id, :name, :width, :height, :bytes, :alt, :now)
         on conflict (name) do update set alt = excluded.alt, version = upload.version + 1",
        params! { ":id": id, ":name": name, ":width": i64::from(picture.width), ":height": i64::from(picture.height),
        ":bytes": picture.bytes.len() as i64, ":alt": alt, ":now": tx.now() },
    )
}

pub(super) fn find(read: &Read<'_>, id: RecordId) -> AppResult<Option<Upload>> {
    read.one(
        "select id, name, width, height, bytes, alt, created_at_ms, version from upload where id = :id",
        params! { ":id": id },
        upload,
    )
}

pub(super) fn find_by_name(read: &Read<'_>, name: &str) -> AppResult<Option<Upload>> {
    read.one(
        "select id, name, width, height, bytes, alt, created_at_ms, version from upload where name = :name",
        params! { ":name": name },
        upload,
    )
}

pub(super) fn list(
    read: &Read<'_>,
    pattern: Option<&str>,
    after: Option<RecordId>,
    limit: i64,
) -> AppResult<Vec<Upload>> {
    read.all(
        "select id, name, width, height, bytes, alt, created_at_ms, version from upload
         where id < :after
             and (:pattern is null or lower(words || ' ' || name) like lower(:pattern) escape '\\')
         order by id desc limit :limit",
        params! { ":after": after.unwrap_or(RecordId::from_bytes([0xff; 16])), ":pattern": pattern, ":limit": limit },
        upload,
    )
}

pub(super) fn count(read: &Read<'_>) -> AppResult<i64> {
    read.number("select count(*) as n from upload", params! {})
}

pub(super) fn set_alt(tx: &Tx<'_>, id: RecordId, alt: &LocalizedText) -> AppResult<()> {
    tx.execute_one(
        "update upload set alt = :alt, version = version + 1 where id = :id",
        params! { ":id": id, ":alt": alt },
    )
}

pub(super) fn delete(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    tx.execute_one("delete from upload where id = :id", params! { ":id": id })
}

/// Content that shows a picture, including removed content, because it may be restored.
pub(super) fn uses(read: &Read<'_>, url: &str) -> AppResult<Vec<ContentUse>> {
    read.all(
        "select 'partner' as kind, id, english as name from partner where name_img = :url or logo = :url
         union all select 'item', id, english from item where image = :url or content_img_url = :url
         union all select 'article', id, english from article
             where cover_img like :within escape '\\' or content like :within escape '\\'
         union all select 'proposal', id, author_name from proposal
             where state <> 'refused' and body like :within escape '\\'
         union all select 'notification', id, english from announcement where picture = :url
         limit 100",
        params! { ":url": url, ":within": anywhere(url) },
        used_by,
    )
}

/// A redemption whose copy of its item shows a picture.
pub(super) fn use_by_redemption(read: &Read<'_>, url: &str) -> AppResult<Option<ContentUse>> {
    read.one(
        "select id, snapshot from redemption
         where content_img_url = :url or snapshot like :within escape '\\' limit 1",
        params! { ":url": url, ":within": anywhere(url) },
        |row| {
            let snapshot: Value = serde_json::from_str(&row.get::<String>("snapshot")?)?;
            let name = snapshot["name"]["en"].as_str().unwrap_or_default().to_owned();
            Ok(ContentUse {
                kind: "redemption".to_owned(),
                id: row.get::<RedemptionId>("id")?.to_string(),
                name,
                blocks: true,
            })
        },
    )
}
