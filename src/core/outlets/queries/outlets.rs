//! SQL of outlets.

use crate::base::hours::OpeningHours;
use crate::base::id::{OutletId, PartnerId};
use crate::base::problem::AppResult;
use crate::core::outlets::{MapPosition, OutletInput, OutletRecord};
use crate::platform::store::{Read, Row, StoredJson, Tx, params};

fn record(row: &Row<'_>) -> AppResult<OutletRecord> {
    Ok(OutletRecord {
        id: row.get("id")?,
        partner_id: row.get("partner_id")?,
        input: OutletInput {
            name: row.get("name")?,
            address: row.get("address")?,
            district: row.get("district")?,
            position: row
                .get::<Option<i64>>("latitude_e6")?
                .zip(row.get::<Option<i64>>("longitude_e6")?)
                .map(|(latitude_e6, longitude_e6)| MapPosition { latitude_e6, longitude_e6 }),
            phone: row.get("phone")?,
            hours: row.get::<StoredJson<Vec<OpeningHours>>>("hours")?.0,
        },
        created: row.get("created_at_ms")?,
        updated: row.get("updated_at_ms")?,
        version: row.get("version")?,
    })
}

pub(in crate::core::outlets) fn insert(
    tx: &Tx<'_>,
    id: OutletId,
    partner: PartnerId,
    new: &OutletInput,
) -> AppResult<()> {
    tx.execute_one(
        "insert into outlet (id, partner_id, name, address, district, latitude_e6, longitude_e6, phone, hours,
             created_at_ms, updated_at_ms)
         values (:id, :partner, :name, :address, :district, :latitude, :longitude, :phone, :hours, :now, :now)",
        params! { ":id": id, ":partner": partner, ":name": new.name, ":address": new.address,
        ":district": new.district, ":latitude": new.position.map(|at| at.latitude_e6),
        ":longitude": new.position.map(|at| at.longitude_e6), ":phone": new.phone,
        ":hours": serde_json::to_string(&new.hours)?, ":now": tx.now() },
    )
}

pub(in crate::core::outlets) fn update(tx: &Tx<'_>, id: OutletId, new: &OutletInput) -> AppResult<usize> {
    tx.execute(
        "update outlet set name = :name, address = :address, district = :district, latitude_e6 = :latitude,
             longitude_e6 = :longitude, phone = :phone, hours = :hours, updated_at_ms = :now, version = version + 1
         where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":name": new.name, ":address": new.address, ":district": new.district,
        ":latitude": new.position.map(|at| at.latitude_e6), ":longitude": new.position.map(|at| at.longitude_e6),
        ":phone": new.phone, ":hours": serde_json::to_string(&new.hours)?, ":now": tx.now() },
    )
}

pub(in crate::core::outlets) fn mark_deleted(tx: &Tx<'_>, id: OutletId) -> AppResult<usize> {
    tx.execute(
        "update outlet set deleted_at_ms = :now, version = version + 1 where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(in crate::core::outlets) fn find(read: &Read<'_>, id: OutletId) -> AppResult<Option<OutletRecord>> {
    read.one(
        "select id, partner_id, name, address, district, latitude_e6, longitude_e6, phone, hours, version,
             created_at_ms, updated_at_ms
         from outlet where id = :id and deleted_at_ms is null",
        params! { ":id": id },
        record,
    )
}

/// Whether a till of the outlet was ever enrolled. Awards and collections at an outlet happen at one of its tills.
pub(in crate::core::outlets) fn was_served(read: &Read<'_>, id: OutletId) -> AppResult<bool> {
    // A till is used only after its enrolment, and a revoked till keeps the time of its enrolment.
    read.exists("select 1 from till where outlet_id = :id and enrolled_at_ms is not null", params! { ":id": id })
}

pub(in crate::core::outlets) fn list(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<OutletRecord>> {
    read.all(
        "select id, partner_id, name, address, district, latitude_e6, longitude_e6, phone, hours, version,
             created_at_ms, updated_at_ms
         from outlet where partner_id = :partner and deleted_at_ms is null order by id",
        params! { ":partner": partner },
        record,
    )
}

pub(in crate::core::outlets) fn list_for_members(
    read: &Read<'_>,
    after: OutletId,
    limit: i64,
) -> AppResult<Vec<OutletRecord>> {
    read.all(
        "select o.id, o.partner_id, o.name, o.address, o.district, o.latitude_e6, o.longitude_e6, o.phone, o.hours,
             o.version, o.created_at_ms, o.updated_at_ms
         from outlet o join partner p on p.id = o.partner_id
         where o.id > :after and o.deleted_at_ms is null and p.deleted_at_ms is null and p.active = 1
             and coalesce(p.publish_at_ms <= :now, true)
         order by o.id limit :limit",
        params! { ":after": after, ":now": read.now(), ":limit": limit },
        record,
    )
}
