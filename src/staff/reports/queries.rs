//! SQL of reports.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::{DayRow, LowStock, PageViews, SummaryReport};
use crate::base::day::Day;
use crate::base::id::{ItemId, OutletId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::ledger::{AccountId, Sums};
use crate::member::rewards::items::LOW_STOCK;
use crate::platform::store::{Read, Row, Tx, params};

/// Number of days in a row of the roll-up's coarsest table.
const SPAN: i64 = 32;

/// The sums of one outlet in a span.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OutletReport)]
pub(super) struct OutletRow {
    /// Absent in the row of what a partner did without a till.
    #[serde(rename = "_id", skip_serializing_if = "Option::is_none")]
    pub id: Option<OutletId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<LocalizedText>,
    pub partner: PartnerId,
    #[serde(rename = "partnerName")]
    pub partner_name: LocalizedText,
    /// Purchases that earned points, without returned ones.
    pub awards: i64,
    /// Points awarded.
    pub issued: i64,
    /// Coupons collected.
    pub collected: i64,
}

/// The sales of an item: the number bought, and their cost.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ItemReport)]
pub(super) struct ItemRow {
    #[serde(rename = "_id")]
    pub id: ItemId,
    pub name: LocalizedText,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner: Option<PartnerId>,
    /// Number bought, without rejected exchanges.
    pub bought: i64,
    /// The programme's cost of them in HK$, as it was at each purchase; absent if one of them has no cost.
    #[serde(rename = "costHkd", skip_serializing_if = "Option::is_none")]
    pub cost: Option<Hkd>,
}

fn sums(row: &Row<'_>) -> AppResult<Sums> {
    let number = |name: &str| Ok::<i64, crate::base::problem::AppError>(row.get::<Option<i64>>(name)?.unwrap_or(0));
    Ok(Sums {
        transactions: number("transactions")?,
        issued: number("issued")?,
        redeemed: number("redeemed")?,
        expired: number("expired")?,
        held: number("held")?,
        transferred: number("transferred")?,
        // Pending points are summed only for all partners together.
        pending: 0,
    })
}

fn sums_of_all(row: &Row<'_>) -> AppResult<Sums> {
    Ok(Sums { pending: row.get::<Option<i64>>("pending")?.unwrap_or(0), ..sums(row)? })
}

/// The sequence number of the last transaction in the roll-up.
pub(super) fn mark(read: &Read<'_>) -> AppResult<i64> {
    read.number("select seq as n from ledger_day_mark", params! {})
}

pub(super) fn set_mark(tx: &Tx<'_>, seq: i64) -> AppResult<()> {
    tx.execute_one("update ledger_day_mark set seq = :seq", params! { ":seq": seq })
}

/// Adds sums to the roll-up's three tables.
pub(super) fn add(tx: &Tx<'_>, day: Day, partner: PartnerId, kind: &str, more: &Sums) -> AppResult<()> {
    tx.execute_one(
        "insert into ledger_day (day, partner_id, kind, transactions, issued, redeemed, expired, held, transferred)
         values (:day, :partner, :kind, :transactions, :issued, :redeemed, :expired, :held, :transferred)
         on conflict (day, partner_id, kind) do update set transactions = ledger_day.transactions + excluded.transactions,
             issued = ledger_day.issued + excluded.issued, redeemed = ledger_day.redeemed + excluded.redeemed,
             expired = ledger_day.expired + excluded.expired, held = ledger_day.held + excluded.held,
             transferred = ledger_day.transferred + excluded.transferred",
        params! { ":day": day.number(), ":partner": partner, ":kind": kind, ":transactions": more.transactions,
        ":issued": more.issued, ":redeemed": more.redeemed, ":expired": more.expired, ":held": more.held,
        ":transferred": more.transferred },
    )?;
    tx.execute_one(
        "insert into ledger_day_all (day, transactions, issued, redeemed, expired, held, transferred, pending)
         values (:day, :transactions, :issued, :redeemed, :expired, :held, :transferred, :pending)
         on conflict (day) do update set transactions = ledger_day_all.transactions + excluded.transactions,
             issued = ledger_day_all.issued + excluded.issued, redeemed = ledger_day_all.redeemed + excluded.redeemed,
             expired = ledger_day_all.expired + excluded.expired, held = ledger_day_all.held + excluded.held,
             transferred = ledger_day_all.transferred + excluded.transferred,
             pending = ledger_day_all.pending + excluded.pending",
        params! { ":day": day.number(), ":transactions": more.transactions, ":issued": more.issued,
        ":redeemed": more.redeemed, ":expired": more.expired, ":held": more.held, ":transferred": more.transferred,
        ":pending": more.pending },
    )?;
    tx.execute_one(
        "insert into ledger_span (span, partner_id, transactions, issued, redeemed, expired, held, transferred)
         values (:span, :partner, :transactions, :issued, :redeemed, :expired, :held, :transferred)
         on conflict (span, partner_id) do update set transactions = ledger_span.transactions + excluded.transactions,
             issued = ledger_span.issued + excluded.issued, redeemed = ledger_span.redeemed + excluded.redeemed,
             expired = ledger_span.expired + excluded.expired, held = ledger_span.held + excluded.held,
             transferred = ledger_span.transferred + excluded.transferred",
        params! { ":span": day.number() / SPAN, ":partner": partner, ":transactions": more.transactions,
        ":issued": more.issued, ":redeemed": more.redeemed, ":expired": more.expired, ":held": more.held,
        ":transferred": more.transferred },
    )
}

/// Stores the accounts that were active in a day, a bit for each.
pub(super) fn put_active(tx: &Tx<'_>, day: Day, accounts: &[u8]) -> AppResult<()> {
    tx.execute_one(
        "insert into active_day (day, accounts) values (:day, :accounts)
         on conflict (day) do update set accounts = excluded.accounts",
        params! { ":day": day.number(), ":accounts": accounts },
    )
}

/// Visits some days by the roll-up, each with the accounts that were active in it, a bit for each.
pub(super) fn each_active_day(read: &Read<'_>, (from, to): (Day, Day), mut visit: impl FnMut(&[u8])) -> AppResult<()> {
    read.each(
        "select accounts from active_day where day between :from and :to",
        params! { ":from": from.number(), ":to": to.number() },
        |row| {
            visit(&row.get::<Vec<u8>>("accounts")?);
            Ok(())
        },
    )
}

/// The items that were bought in some days, most bought first, without rejected redemptions.
pub(super) fn items(read: &Read<'_>, from: Day, to: Day) -> AppResult<Vec<ItemRow>> {
    read.all(
        "select item.id, item.name, item.partner_id, sold.bought, sold.cost_cents, sold.unpriced
         from (select item_id, sum(bought) as bought, sum(cost_cents) as cost_cents, sum(unpriced) as unpriced
               from redemption_day where day between :from and :to group by item_id having sum(bought) > 0) as sold
         join item on item.id = sold.item_id order by sold.bought desc, item.id",
        params! { ":from": from.number(), ":to": to.number() },
        |row| {
            let unpriced: i64 = row.get("unpriced")?;
            Ok(ItemRow {
                id: row.get("id")?,
                name: row.get("name")?,
                partner: row.get("partner_id")?,
                bought: row.get("bought")?,
                cost: Some(row.get::<Hkd>("cost_cents")?).filter(|_| unpriced == 0),
            })
        },
    )
}

/// The roll-up's sums of each day for all partners together.
pub(super) fn days(read: &Read<'_>, from: Day, to: Day) -> AppResult<BTreeMap<Day, Sums>> {
    let found = read.all(
        "select day, transactions, issued, redeemed, expired, held, transferred, pending
         from ledger_day_all where day between :from and :to",
        params! { ":from": from.number(), ":to": to.number() },
        |row| Ok((Day::from_number(row.get("day")?), sums_of_all(row)?)),
    )?;
    Ok(found.into_iter().collect())
}

/// The roll-up's sums of each day for one partner.
pub(super) fn days_of(read: &Read<'_>, partner: PartnerId, from: Day, to: Day) -> AppResult<BTreeMap<Day, Sums>> {
    let found = read.all(
        "select day, sum(transactions) as transactions, sum(issued) as issued, sum(redeemed) as redeemed,
                sum(expired) as expired, sum(held) as held, sum(transferred) as transferred
         from ledger_day where partner_id = :partner and day between :from and :to group by day",
        params! { ":partner": partner, ":from": from.number(), ":to": to.number() },
        |row| Ok((Day::from_number(row.get("day")?), sums(row)?)),
    )?;
    Ok(found.into_iter().collect())
}

/// The roll-up's sums of each partner over some days: from whole spans, and from the days before and after them.
pub(super) fn partners(read: &Read<'_>, from: Day, to: Day) -> AppResult<BTreeMap<PartnerId, Sums>> {
    let (from, to) = (from.number(), to.number());
    let (first, after) = ((from + SPAN - 1).div_euclid(SPAN), (to + 1).div_euclid(SPAN));
    // Days before the first whole span, and after the last one. Without a whole span, all days count as before.
    let (head, tail) = if first < after { (first * SPAN - 1, after * SPAN) } else { (to, to + 1) };
    let found = read.all(
        "select partner_id, sum(transactions) as transactions, sum(issued) as issued, sum(redeemed) as redeemed,
                sum(expired) as expired, sum(held) as held, sum(transferred) as transferred
         from (select partner_id, transactions, issued, redeemed, expired, held, transferred
               from ledger_span where span >= :first and span < :after
               union all select partner_id, transactions, issued, redeemed, expired, held, transferred
               from ledger_day where day between :from and :head
               union all select partner_id, transactions, issued, redeemed, expired, held, transferred
               from ledger_day where day between :tail and :to) as days
         group by partner_id",
        params! { ":first": first, ":after": after, ":from": from, ":head": head, ":tail": tail, ":to": to },
        |row| Ok((row.get("partner_id")?, sums(row)?)),
    )?;
    Ok(found.into_iter().collect())
}

pub(super) fn sum_until(read: &Read<'_>, to: Day) -> AppResult<Sums> {
    let found = read.one(
        "select sum(transactions) as transactions, sum(issued) as issued, sum(redeemed) as redeemed,
                sum(expired) as expired, sum(held) as held, sum(transferred) as transferred, sum(pending) as pending
         from ledger_day_all where day <= :to",
        params! { ":to": to.number() },
        sums_of_all,
    )?;
    Ok(found.unwrap_or_default())
}

/// Number of items bought in some days, by partner, without rejected redemptions, and how many of them were
/// collected.
pub(super) fn redemptions(read: &Read<'_>, from: Day, to: Day) -> AppResult<HashMap<PartnerId, (i64, i64)>> {
    let found = read.all(
        "select partner_id, sum(bought) as bought, sum(collected) as collected
         from redemption_day where day between :from and :to group by partner_id having sum(bought) > 0",
        params! { ":from": from.number(), ":to": to.number() },
        |row| Ok((row.get("partner_id")?, (row.get("bought")?, row.get("collected")?))),
    )?;
    Ok(found.into_iter().collect())
}

/// The number of awards at a counter, the points issued there, and the number of coupons collected.
pub(super) type CounterSums = [i64; 3];

/// Visits counter activity over some days, without returned awards: partner, till (no bytes without one), and the sums of a
/// day. SQLite would sort all rows to group them, which takes longer than to read them.
pub(super) fn each_counter_day(
    read: &Read<'_>,
    (from, to): (Day, Day),
    mut visit: impl FnMut([u8; 16], &[u8], CounterSums),
) -> AppResult<()> {
    read.each(
        "select partner_id, till_id, awards, issued, collected from counter_day where day between :from and :to",
        params! { ":from": from.number(), ":to": to.number() },
        |row| {
            let (partner, till) = (row.get("partner_id")?, row.get::<Vec<u8>>("till_id")?);
            visit(partner, &till, [row.get("awards")?, row.get("issued")?, row.get("collected")?]);
            Ok(())
        },
    )
}

/// The outlet of each till, with its name.
pub(super) fn outlets_of_tills(read: &Read<'_>) -> AppResult<HashMap<Vec<u8>, (OutletId, LocalizedText)>> {
    let found = read.all(
        "select till.id as till, outlet.id, outlet.name from till join outlet on outlet.id = till.outlet_id",
        params! {},
        |row| Ok((row.get("till")?, (row.get("id")?, row.get("name")?))),
    )?;
    Ok(found.into_iter().collect())
}

/// The points that the partners' base and extra rates gave in each of some days, without returned awards.
pub(super) fn by_rates(read: &Read<'_>, from: Day, to: Day) -> AppResult<Vec<(Day, i64, i64)>> {
    read.all(
        "select day, sum(base_points) as base, sum(card_points) as card
         from counter_day where day between :from and :to group by day",
        params! { ":from": from.number(), ":to": to.number() },
        |row| Ok((Day::from_number(row.get("day")?), row.get("base")?, row.get("card")?)),
    )
}

/// Removed partners keep their name in reports.
pub(super) fn partner_name(read: &Read<'_>, id: PartnerId) -> AppResult<Option<LocalizedText>> {
    read.one("select name from partner where id = :id", params! { ":id": id }, |row| row.get("name"))
}

fn low_stock(read: &Read<'_>) -> AppResult<Vec<LowStock>> {
    read.all(
        "with stock as (
             select id, name, coalesce(low_stock, :low) as low_stock, case when content_kind <> 'pool' then leftover
                 when leftover < 0 or leftover > pool_free then pool_free else leftover end as left_over
             from item where deleted_at_ms is null and archived_at_ms is null and active = 1
                 and (valid_until_ms is null or valid_until_ms > :now))
         select id, name, low_stock, left_over from stock where left_over between 0 and low_stock
         order by left_over, id limit 100",
        params! { ":low": LOW_STOCK, ":now": read.now() },
        |row| {
            Ok(LowStock {
                id: row.get("id")?,
                name: row.get("name")?,
                left: row.get("left_over")?,
                low_stock: row.get("low_stock")?,
            })
        },
    )
}

pub(super) fn totals(read: &Read<'_>, days: Vec<DayRow>) -> AppResult<SummaryReport> {
    let balance = |account: AccountId| {
        read.number("select balance as n from account where id = :id", params! { ":id": account.get() })
    };
    let (issued, held) = (-balance(AccountId::ISSUANCE)?, balance(AccountId::ESCROW)?);
    let (redeemed, expired) = (balance(AccountId::REDEMPTION)?, balance(AccountId::EXPIRY)?);
    let pending = balance(AccountId::PENDING)?;
    let gone =
        read.number("select count(*) as n from member where status <> 'active' and status = 'erased'", params! {})?;
    let ever = read.number("select max(id) - 4 as n from account", params! {})?;
    Ok(SummaryReport {
        issued,
        redeemed,
        expired,
        // Every transaction sums to zero, so this is the sum of the members' balances and escrow.
        outstanding: issued - redeemed - expired - pending,
        held,
        pending,
        members: ever - gone,
        processing: read.number(
            "select count(*) as n from redemption where status = 'processing' and status in ('processing', 'rejected')",
            params! {},
        )?,
        low_stock: low_stock(read)?,
        days,
    })
}

/// Views of each screen on each day, newest day first.
pub(super) fn page_views(read: &Read<'_>, from: Day, to: Day) -> AppResult<Vec<PageViews>> {
    read.all(
        "select day, path, views from page_view where day between :from and :to order by day desc, views desc, path",
        params! { ":from": from.number(), ":to": to.number() },
        |row| {
            let day = Day::from_number(row.get("day")?);
            Ok(PageViews { day, path: row.get("path")?, views: row.get("views")? })
        },
    )
}
