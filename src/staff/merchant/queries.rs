//! SQL of counters.

use super::{Collection, Event, Hour, OutletActivity};
use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::{PartnerId, RecordId, RedemptionId, TillId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, params};

fn event(row: &Row<'_>) -> AppResult<Event> {
    Ok(Event {
        id: row.get("id")?,
        kind: row.get("kind")?,
        member: row.get("member_id")?,
        actor_name: row.get("actor_name")?,
        points: row.get("points")?,
        amount: row.get("amount_cents")?,
        enjoy_card: row.get("enjoy_card")?,
        receipt: row.get("receipt")?,
        transaction: row.get("transaction_id")?,
        redemption: row.get("redemption_id")?,
        item_name: row.get("item_name")?,
        till_name: row.get("till_name")?,
        outlet_name: row.get("outlet_name")?,
        undone: row.get::<Option<Timestamp>>("undone_at_ms")?.is_some(),
        created: row.get("created_at_ms")?,
    })
}

/// The smallest id that an event since `moment` can have. Ids sort by creation time, so the index on the id finds the
/// period.
fn first_since(moment: Timestamp) -> RecordId {
    let mut first = [0; 16];
    first[..6].copy_from_slice(&moment.as_millis().to_be_bytes()[2..]);
    RecordId::from_bytes(first)
}

pub(super) fn list(
    read: &Read<'_>,
    partner: PartnerId,
    till: Option<TillId>,
    period: Period,
    before: RecordId,
    limit: i64,
) -> AppResult<Vec<Event>> {
    read.all(
        "select e.id, e.kind, e.member_id, e.actor_name, e.points, e.amount_cents, e.enjoy_card, e.receipt,
                e.transaction_id, e.redemption_id, e.item_name, t.name as till_name, o.name as outlet_name, e.undone_at_ms,
                e.created_at_ms
         from counter_event e left join till t on t.id = e.till_id left join outlet o on o.id = t.outlet_id
         where e.partner_id = :partner and (:till is null or e.till_id = :till) and e.id >= :first and e.id < :before
             and e.created_at_ms >= :from and e.created_at_ms < :until
         order by e.id desc limit :limit",
        params! { ":partner": partner, ":till": till, ":first": first_since(period.from), ":before": before,
        ":from": period.from, ":until": period.until, ":limit": limit },
        event,
    )
}

/// Totals of the hours since `since` that have events.
pub(super) fn hours(
    read: &Read<'_>,
    partner: PartnerId,
    till: Option<TillId>,
    midnight: Timestamp,
) -> AppResult<Vec<Hour>> {
    read.all(
        "select (created_at_ms - :midnight) / 3600000 as hour, count(*) filter (where kind = 'award') as awards,
                sum(case kind when 'award' then points else 0 end) as points,
                coalesce(sum(amount_cents), 0) as amount_cents, count(*) filter (where kind = 'collect') as collected
         from counter_event
         where partner_id = :partner and (:till is null or till_id = :till) and id >= :first
             and created_at_ms >= :midnight and undone_at_ms is null
         group by hour order by hour",
        params! { ":partner": partner, ":till": till, ":midnight": midnight, ":first": first_since(midnight) },
        |row| {
            Ok(Hour {
                hour: row.get("hour")?,
                awards: row.get("awards")?,
                points: row.get("points")?,
                amount: row.get("amount_cents")?,
                collected: row.get("collected")?,
            })
        },
    )
}

/// Totals of the outlets that have events since `since`.
pub(super) fn at_outlets(
    read: &Read<'_>,
    partner: PartnerId,
    till: Option<TillId>,
    midnight: Timestamp,
) -> AppResult<Vec<OutletActivity>> {
    read.all(
        "select o.id, o.name, count(*) filter (where e.kind = 'award' and e.undone_at_ms is null) as awards,
                sum(case when e.kind = 'award' and e.undone_at_ms is null then e.points else 0 end) as points,
                sum(case when e.undone_at_ms is null then coalesce(e.amount_cents, 0) else 0 end) as amount_cents,
                count(*) filter (where e.kind = 'collect' and e.undone_at_ms is null) as collected,
                count(*) filter (where e.undone_at_ms is not null) as undone,
                sum(case when e.kind = 'award' and e.undone_at_ms is not null then e.points else 0 end) as undone_points
         from counter_event e left join till t on t.id = e.till_id left join outlet o on o.id = t.outlet_id
         where e.partner_id = :partner and (:till is null or e.till_id = :till) and e.id >= :first
             and e.created_at_ms >= :midnight
         group by o.id order by o.id is null, o.id",
        params! { ":partner": partner, ":till": till, ":midnight": midnight, ":first": first_since(midnight) },
        |row| {
            Ok(OutletActivity {
                outlet: row.get("id")?,
                name: row.get("name")?,
                awards: row.get("awards")?,
                points: row.get("points")?,
                amount: row.get("amount_cents")?,
                collected: row.get("collected")?,
                undone: row.get("undone")?,
                undone_points: row.get("undone_points")?,
            })
        },
    )
}

/// The partner, person and place that collected a redemption.
pub(super) fn collection_of(read: &Read<'_>, id: RedemptionId) -> AppResult<Option<(PartnerId, Collection)>> {
    read.one(
        "select e.partner_id, e.actor_name, t.name as till_name, o.name as outlet_name
         from counter_event e left join till t on t.id = e.till_id left join outlet o on o.id = t.outlet_id
         where e.redemption_id = :id",
        params! { ":id": id },
        |row| {
            let collection = Collection {
                by: Some(row.get("actor_name")?),
                outlet: row.get("outlet_name")?,
                till: row.get("till_name")?,
            };
            Ok((row.get("partner_id")?, collection))
        },
    )
}
