//! SQL of counters.

use super::{Collection, Event, Hour, OutletActivity, PartnerReward, SalesCell, SalesSums};
use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::{OutletId, PartnerId, RecordId, RedemptionId, TillId};
use crate::base::problem::AppResult;
use crate::base::transaction_number::TransactionNumber;
use crate::member::rewards::items::LOW_STOCK;
use crate::platform::store::{Read, Row, params};

fn event(row: &Row<'_>) -> AppResult<Event> {
    let (seq, created): (Option<i64>, Timestamp) = (row.get("seq")?, row.get("created_at_ms")?);
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
        number: seq.map(|seq| TransactionNumber::of(seq, created)),
        created,
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
                e.created_at_ms, l.seq
         from counter_event e left join till t on t.id = e.till_id
         left join ledger_transaction l on l.id = e.transaction_id
         left join outlet o on o.id = coalesce(e.outlet_id, t.outlet_id)
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
         from counter_event e left join till t on t.id = e.till_id
         left join outlet o on o.id = coalesce(e.outlet_id, t.outlet_id)
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

/// The events of a partner, or of one outlet, summed by outlet, person and hour since the begin of the period.
pub(super) fn sales_cells(
    read: &Read<'_>,
    partner: PartnerId,
    outlet: Option<OutletId>,
    period: Period,
) -> AppResult<Vec<SalesCell>> {
    read.all(
        "select o.id, o.name, e.actor, e.actor_name, (e.created_at_ms - :from) / 3600000 as hour,
                count(*) filter (where e.kind = 'award' and e.undone_at_ms is null) as awards,
                sum(case when e.kind = 'award' and e.undone_at_ms is null then e.points else 0 end) as points,
                sum(case when e.undone_at_ms is null then coalesce(e.amount_cents, 0) else 0 end) as amount_cents,
                count(*) filter (where e.kind = 'collect' and e.undone_at_ms is null) as collected,
                count(*) filter (where e.undone_at_ms is not null) as undone,
                sum(case when e.kind = 'award' and e.undone_at_ms is not null then e.points else 0 end) as undone_points
         from counter_event e left join till t on t.id = e.till_id
         left join outlet o on o.id = coalesce(e.outlet_id, t.outlet_id)
         where e.partner_id = :partner and (:outlet is null or o.id = :outlet) and e.id >= :first and e.id < :last
             and e.created_at_ms >= :from and e.created_at_ms < :until
         group by o.id, e.actor, e.actor_name, hour",
        params! { ":partner": partner, ":outlet": outlet, ":first": first_since(period.from),
        ":last": first_since(period.until), ":from": period.from, ":until": period.until },
        |row| {
            Ok(SalesCell {
                outlet: row.get("id")?,
                outlet_name: row.get("name")?,
                actor: row.get("actor")?,
                actor_name: row.get("actor_name")?,
                hour: row.get("hour")?,
                sums: SalesSums {
                    awards: row.get("awards")?,
                    points: row.get("points")?,
                    amount_hkd: row.get("amount_cents")?,
                    collected: row.get("collected")?,
                    undone: row.get("undone")?,
                    undone_points: row.get("undone_points")?,
                },
            })
        },
    )
}

/// The number of members who earned points at a partner, or at one outlet, in a period.
pub(super) fn members_of(
    read: &Read<'_>,
    partner: PartnerId,
    outlet: Option<OutletId>,
    period: Period,
) -> AppResult<i64> {
    read.number(
        "select count(distinct e.member_id) as n
         from counter_event e left join till t on t.id = e.till_id
         left join outlet o on o.id = coalesce(e.outlet_id, t.outlet_id)
         where e.partner_id = :partner and (:outlet is null or o.id = :outlet) and e.id >= :first and e.id < :last
             and e.created_at_ms >= :from and e.created_at_ms < :until and e.kind = 'award' and e.undone_at_ms is null",
        params! { ":partner": partner, ":outlet": outlet, ":first": first_since(period.from),
        ":last": first_since(period.until), ":from": period.from, ":until": period.until },
    )
}

/// The items of a partner that are not removed, with their sales in all and since a moment.
pub(super) fn rewards(read: &Read<'_>, partner: PartnerId, since: Timestamp) -> AppResult<Vec<PartnerReward>> {
    read.all(
        "select i.id, i.name, i.image, i.points, i.leftover, i.low_stock, i.content_kind = 'pool' as pooled, i.pool_free,
                i.active = 1 and coalesce(i.valid_from_ms, 0) <= :now and coalesce(i.valid_until_ms, :now + 1) > :now as on_offer,
                coalesce(r.sold, 0) as sold, coalesce(r.recent, 0) as recent, coalesce(r.collected, 0) as collected
         from item i left join (
             select item_id, count(*) as sold, count(*) filter (where created_at_ms >= :since) as recent,
                    count(*) filter (where collected_at_ms is not null) as collected
             from redemption where partner_id = :partner and status <> 'rejected' group by item_id) r on r.item_id = i.id
         where i.partner_id = :partner and i.deleted_at_ms is null and i.archived_at_ms is null order by i.id desc",
        params! { ":partner": partner, ":since": since, ":now": read.now() },
        |row| {
            let (pooled, codes): (bool, i64) = (row.get("pooled")?, row.get("pool_free")?);
            let stock: i64 = row.get("leftover")?;
            let left = match (pooled, stock < 0) {
                (true, true) => Some(codes),
                (true, false) => Some(stock.min(codes)),
                (false, true) => None,
                (false, false) => Some(stock),
            };
            let low_stock = row.get::<Option<i64>>("low_stock")?.unwrap_or(LOW_STOCK);
            Ok(PartnerReward {
                id: row.get("id")?,
                name: row.get("name")?,
                image: row.get("image")?,
                points: row.get("points")?,
                on_offer: row.get("on_offer")?,
                left,
                low_stock,
                low: left.is_some_and(|left| left <= low_stock),
                free_codes: pooled.then_some(codes),
                sold: row.get("sold")?,
                sold_recently: row.get("recent")?,
                collected: row.get("collected")?,
                lasts_days: None,
            })
        },
    )
}

/// The number of days on which a member earned points in a period, how many members have that number, and how many of
/// those had not earned points here before.
pub(super) fn visits(read: &Read<'_>, partner: PartnerId, period: Period) -> AppResult<Vec<(i64, i64, i64)>> {
    read.all(
        "with visit as (
             select member_id, count(distinct (created_at_ms - :from) / 86400000) as days
             from counter_event
             where partner_id = :partner and id >= :first and id < :last and created_at_ms >= :from
                 and created_at_ms < :until and kind = 'award' and undone_at_ms is null
             group by member_id)
         select days, count(*) as members, count(*) filter (where not exists (
             select 1 from counter_event e where e.member_id = visit.member_id and e.partner_id = :partner
                 and e.kind = 'award' and e.undone_at_ms is null and e.created_at_ms < :from)) as fresh
         from visit group by days",
        params! { ":partner": partner, ":first": first_since(period.from), ":last": first_since(period.until),
        ":from": period.from, ":until": period.until },
        |row| Ok((row.get("days")?, row.get("members")?, row.get("fresh")?)),
    )
}

/// The partner, person and place that collected a redemption.
pub(super) fn collection_of(read: &Read<'_>, id: RedemptionId) -> AppResult<Option<(PartnerId, Collection)>> {
    read.one(
        "select e.partner_id, e.actor_name, t.name as till_name, o.name as outlet_name
         from counter_event e left join till t on t.id = e.till_id
         left join outlet o on o.id = coalesce(e.outlet_id, t.outlet_id)
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
