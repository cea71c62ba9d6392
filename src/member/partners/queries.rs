//! SQL of partners.

use super::{PartnerInput, PartnerRecord};
use crate::base::clock::Timestamp;
use crate::base::content::{Audience, ContentState, Publication};
use crate::base::id::PartnerId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

fn record(row: &Row<'_>, now: Timestamp) -> AppResult<PartnerRecord> {
    let publication = Publication {
        active: row.get("active")?,
        publish_at: row.get("publish_at_ms")?,
        archived_at: row.get("archived_at_ms")?,
    };
    let state = publication.state(now);
    Ok(PartnerRecord {
        id: row.get("id")?,
        input: PartnerInput {
            kind: row.get("type")?,
            name: row.get("name")?,
            description: row.get("description")?,
            name_img: row.get("name_img")?,
            logo: row.get("logo")?,
            web_link: row.get("web_link")?,
            base_points: row.get("base_points")?,
            extra_points: row.get("extra_points")?,
            active: state == ContentState::Published,
            state: Some(state),
            publish_at: publication.publish_at,
            use_english: false,
        },
        created: row.get("created_at_ms")?,
        updated: row.get("updated_at_ms")?,
        deleted_at: row.get("deleted_at_ms")?,
        version: row.get("version")?,
    })
}

pub(super) fn insert(tx: &Tx<'_>, id: PartnerId, new: &PartnerInput, publication: Publication) -> AppResult<()> {
    tx.execute_one(
        "insert into partner (id, type, name, description, name_img, logo, web_link, base_points, extra_points,
                              active, created_at_ms, updated_at_ms,
                              publish_at_ms, archived_at_ms)
         values (:id, :type, :name, :description, :name_img, :logo, :web_link, :base, :extra, :active, :now, :now, :publish_at, :archived_at)",
        params! { ":id": id, ":type": new.kind, ":name": new.name, ":description": new.description,
        ":name_img": new.name_img, ":logo": new.logo, ":web_link": new.web_link, ":base": new.base_points,
        ":extra": new.extra_points, ":active": publication.active, ":publish_at": publication.publish_at,
        ":archived_at": publication.archived_at, ":now": tx.now() },
    )
}

pub(super) fn update(tx: &Tx<'_>, id: PartnerId, new: &PartnerInput, publication: Publication) -> AppResult<()> {
    tx.execute_one(
        "update partner set type = :type, name = :name, description = :description, name_img = :name_img, logo = :logo,
             web_link = :web_link, base_points = :base, extra_points = :extra, active = :active, publish_at_ms = :publish_at,
             archived_at_ms = case when :archived_at is null then null else coalesce(archived_at_ms, :archived_at) end, updated_at_ms = :now,
             version = version + 1
         where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":type": new.kind, ":name": new.name, ":description": new.description,
        ":name_img": new.name_img, ":logo": new.logo, ":web_link": new.web_link, ":base": new.base_points,
        ":extra": new.extra_points, ":active": publication.active, ":publish_at": publication.publish_at,
        ":archived_at": publication.archived_at, ":now": tx.now() },
    )
}

pub(super) fn mark_deleted(tx: &Tx<'_>, id: PartnerId) -> AppResult<usize> {
    tx.execute(
        "update partner set deleted_at_ms = :now, version = version + 1 where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn unmark_deleted(tx: &Tx<'_>, id: PartnerId) -> AppResult<usize> {
    tx.execute(
        "update partner set deleted_at_ms = null, version = version + 1 where id = :id and deleted_at_ms is not null",
        params! { ":id": id },
    )
}

pub(super) fn find(read: &Read<'_>, id: PartnerId) -> AppResult<Option<PartnerRecord>> {
    read.one(
        "select id, type, name, description, name_img, logo, web_link, base_points, extra_points, active, version,
                created_at_ms, updated_at_ms, publish_at_ms, archived_at_ms, deleted_at_ms
         from partner where id = :id and deleted_at_ms is null",
        params! { ":id": id },
        |row| record(row, read.now()),
    )
}

pub(super) fn find_even_removed(read: &Read<'_>, id: PartnerId) -> AppResult<Option<PartnerRecord>> {
    read.one(
        "select id, type, name, description, name_img, logo, web_link, base_points, extra_points, active, version,
                created_at_ms, updated_at_ms, publish_at_ms, archived_at_ms, deleted_at_ms
         from partner where id = :id",
        params! { ":id": id },
        |row| record(row, read.now()),
    )
}

/// At most two: enough to know whether the name is unique.
pub(super) fn named(read: &Read<'_>, name: &str) -> AppResult<Vec<PartnerId>> {
    read.all(
        "select id from partner where json_extract(name, '$.en') = :name and deleted_at_ms is null limit 2",
        params! { ":name": name },
        |row| row.get("id"),
    )
}

pub(super) fn list(
    read: &Read<'_>,
    audience: Audience,
    before: PartnerId,
    limit: i64,
) -> AppResult<Vec<PartnerRecord>> {
    read.all(
        "select id, type, name, description, name_img, logo, web_link, base_points, extra_points, active, version,
                created_at_ms, updated_at_ms, publish_at_ms, archived_at_ms, deleted_at_ms
         from partner where deleted_at_ms is null and (:hidden or (active = 1 and coalesce(publish_at_ms <= :now, 1))) and id < :before
         order by id desc limit :limit",
        params! { ":hidden": audience.sees_hidden(), ":now": read.now(), ":before": before, ":limit": limit },
        |row| record(row, read.now()),
    )
}
