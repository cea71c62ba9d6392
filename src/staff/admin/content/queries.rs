//! SQL of the content lists, and of the uses of a record.

use super::EditableContent;
use super::listing::{ContentUse, Listing};
use crate::base::id::{ItemId, PartnerId, RecordId, RedemptionId};
use crate::base::problem::AppResult;
use crate::member::content::IdOf;
use crate::platform::store::{Read, Row, params};

/// The filters of a table of content.
pub struct Source {
    pub kind: &'static str,
    pub partner: &'static str,
}

impl Source {
    /// Builds a statement about the filtered rows from the SQL before the filter and the SQL after it.
    fn wanted(&self, table: &'static str, select: &'static str, rest: &'static str) -> [&'static str; 9] {
        [
            "with keyed as (select id, created_at_ms, deleted_at_ms, words, ",
            self.kind,
            " as kind, ",
            self.partner,
            " as partner,
             case when deleted_at_ms is not null then 'deleted' when archived_at_ms is not null then 'archived'
                 when active = 0 then 'draft' when coalesce(publish_at_ms > :now, false) then 'scheduled'
                 else 'published' end as state,
             case :sort when 'name' then lower(english) else '' end as sort_name,
             case :sort when 'updated' then updated_at_ms else 0 end as sort_ms from ",
            table,
            select,
            WANTED,
            rest,
        ]
    }
}

const WANTED: &str = "
     from keyed where (state = :state or (:state is null and deleted_at_ms is null))
         and (:kind is null or kind = :kind) and (:partner is null or partner = :partner)
         and created_at_ms >= :from and created_at_ms < :until
         and (:pattern is null or lower(words) like lower(:pattern) escape '\\')";

/// Ids of a table's rows in the wanted order. Content has a few thousand rows at most, so a scan of a few columns is
/// quick. The full rows are read one by one.
pub(super) fn list<C: EditableContent>(
    read: &Read<'_>,
    wanted: &Listing,
    after: Option<IdOf<C>>,
    limit: i64,
) -> AppResult<Vec<IdOf<C>>> {
    read.all(
        C::SOURCE.wanted(
            C::NAME,
            "), anchor as (select sort_name, sort_ms, id from keyed where id = :after) select id",
            " and (:after is null or case when :descending then (sort_name, sort_ms, id) < (select * from anchor)
                 else (sort_name, sort_ms, id) > (select * from anchor) end)
             order by case when :descending then sort_name end desc, case when :descending then sort_ms end desc,
                 case when :descending then id end desc, sort_name, sort_ms, id limit :limit",
        ),
        params! { ":now": read.now(), ":sort": wanted.sort.name(), ":after": after, ":state": wanted.state,
        ":kind": wanted.kind, ":partner": wanted.partner, ":from": wanted.period.from, ":until": wanted.period.until,
        ":pattern": wanted.pattern, ":descending": wanted.sort.descends(), ":limit": limit },
        |row| row.get("id"),
    )
}

pub(super) fn count<C: EditableContent>(read: &Read<'_>, wanted: &Listing) -> AppResult<i64> {
    read.number(
        C::SOURCE.wanted(C::NAME, ") select count(*) as n", ""),
        params! { ":now": read.now(), ":sort": wanted.sort.name(), ":state": wanted.state, ":kind": wanted.kind,
        ":partner": wanted.partner, ":from": wanted.period.from, ":until": wanted.period.until,
        ":pattern": wanted.pattern },
    )
}

/// Reads what uses a record from its columns `kind`, `id` and `name`.
pub(in crate::staff::admin) fn used_by(row: &Row<'_>) -> AppResult<ContentUse> {
    Ok(ContentUse {
        kind: row.get("kind")?,
        id: row.get::<RecordId>("id")?.to_string(),
        name: row.get("name")?,
        blocks: true,
    })
}

/// Reads a redemption from its id. Its name is the end of the id, because editors see this and may not read members.
fn used_by_redemption(row: &Row<'_>, prefix: &str) -> AppResult<ContentUse> {
    let id = row.get::<RedemptionId>("id")?.to_string();
    let end = id[id.len() - 8..].to_uppercase();
    Ok(ContentUse { kind: "redemption".to_owned(), id, name: format!("{prefix}{end}"), blocks: true })
}

/// The uses of a partner: items, staff, API keys, tills, and redemptions to collect there. Scans the partner's
/// redemptions.
pub(super) fn uses_of_partner(read: &Read<'_>, id: PartnerId) -> AppResult<Vec<ContentUse>> {
    let mut uses = holdings_of_partner(read, id)?;
    uses.extend(read.all(
        "select r.id from redemption r
         where r.partner_id = :id and r.status <> 'rejected' and r.collected_at_ms is null
             and (r.openings = 0 or r.expires_at_ms > :now or (r.unclaimed = 'return_once' and r.openings = 1))
         limit 100",
        params! { ":id": id, ":now": read.now() },
        |row| used_by_redemption(row, ""),
    )?);
    uses.truncate(100);
    Ok(uses)
}

/// The uses of a partner, without the redemptions that members hold.
pub(super) fn holdings_of_partner(read: &Read<'_>, id: PartnerId) -> AppResult<Vec<ContentUse>> {
    read.all(
        "select 'item' as kind, id, english as name from item where partner_id = :id and deleted_at_ms is null
         union all select 'staff', id, name from staff where partner_id = :id and status = 'active'
         union all select 'api-key', id, name
             from api_key where partner_id = :id and revoked_at_ms is null and expires_at_ms > :now
         union all select 'till', t.id, o.english || ' · ' || t.name
             from till t join outlet o on o.id = t.outlet_id where o.partner_id = :id and t.secret_hash is not null
         limit 100",
        params! { ":id": id, ":now": read.now() },
        used_by,
    )
}

/// Open exchanges of an item, with the numbers that their queue shows.
pub(super) fn uses_of_item(read: &Read<'_>, id: ItemId) -> AppResult<Vec<ContentUse>> {
    read.all(
        "select r.id from redemption r where r.status = 'processing' and r.item_id = :id limit 100",
        params! { ":id": id },
        |row| used_by_redemption(row, "EX-"),
    )
}
