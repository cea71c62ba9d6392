//! SQL of partners.

use super::{PartnerInput, PartnerRecord, Partners, Rates, RatesVersion};
use crate::base::clock::Timestamp;
use crate::base::content::Audience;
use crate::base::id::PartnerId;
use crate::base::problem::AppResult;
use crate::member::content::{self, ColumnValues, ContentTable, PublicationRequest};
use crate::platform::store::{Read, Row, Tx, params};

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

/// Adds the next version of the rates of a partner.
pub(super) fn insert_rates(tx: &Tx<'_>, partner: PartnerId, rates: Rates) -> AppResult<()> {
    tx.execute_one(
        "insert into partner_rate (partner_id, version, base_points, extra_points, on_at_ms)
         select :partner, coalesce(max(version), 0) + 1, :base, :extra, :now from partner_rate
         where partner_id = :partner",
        params! { ":partner": partner, ":base": rates.base, ":extra": rates.extra, ":now": tx.now() },
    )
}

/// The rates that counted at a moment. A moment before the first version gets the first version.
pub(super) fn rates_at(read: &Read<'_>, partner: PartnerId, moment: Timestamp) -> AppResult<Option<Rates>> {
    read.one(
        "select base_points, extra_points from partner_rate
         where partner_id = :partner and (version = 1 or on_at_ms <= :moment) order by version desc limit 1",
        params! { ":partner": partner, ":moment": moment },
        |row| Ok(Rates { base: row.get("base_points")?, extra: row.get("extra_points")? }),
    )
}

pub(super) fn rates_versions(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<RatesVersion>> {
    read.all(
        "select version, base_points, extra_points, on_at_ms from partner_rate where partner_id = :partner
         order by version desc",
        params! { ":partner": partner },
        |row| {
            Ok(RatesVersion {
                version: row.get("version")?,
                base_points: row.get("base_points")?,
                extra_points: row.get("extra_points")?,
                from: row.get("on_at_ms")?,
            })
        },
    )
}
