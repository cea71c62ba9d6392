//! SQL of partners.

use super::{PartnerInput, PartnerRecord, Partners};
use crate::base::content::Audience;
use crate::base::id::PartnerId;
use crate::base::problem::AppResult;
use crate::member::content::{self, ColumnValues, ContentTable, PublicationRequest};
use crate::platform::store::{Read, Row, params};

impl ContentTable for Partners {
    const NAME: &'static str = "partner";
    const OWN_COLUMNS: &'static str = "type, name, description, name_img, logo, web_link, base_points, extra_points";
    type Record = PartnerRecord;

    fn read(row: &Row<'_>, publication: PublicationRequest) -> AppResult<PartnerRecord> {
        let PublicationRequest { active, state, publish_at, use_english } = publication;
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
                active,
                state,
                publish_at,
                use_english,
            },
            created: row.get("created_at_ms")?,
            updated: row.get("updated_at_ms")?,
            deleted_at: row.get("deleted_at_ms")?,
            version: row.get("version")?,
        })
    }

    fn values(new: &PartnerInput) -> ColumnValues<'_> {
        params! { ":type": new.kind, ":name": new.name, ":description": new.description, ":name_img": new.name_img,
        ":logo": new.logo, ":web_link": new.web_link, ":base_points": new.base_points,
        ":extra_points": new.extra_points }
        .to_vec()
    }
}

/// At most two: enough to know whether the name is unique.
pub(super) fn named(read: &Read<'_>, name: &str) -> AppResult<Vec<PartnerId>> {
    read.all(
        "select id from partner where english = :name and deleted_at_ms is null limit 2",
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
    content::list::<Partners>(
        read,
        " where deleted_at_ms is null and (:hidden or (active = 1 and coalesce(publish_at_ms <= :now, true)))
             and id < :before
         order by id desc limit :limit",
        params! { ":hidden": audience.sees_hidden(), ":now": read.now(), ":before": before, ":limit": limit },
    )
}
