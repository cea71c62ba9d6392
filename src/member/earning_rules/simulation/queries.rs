//! SQL of simulations.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{FinishedRates, FinishedSimulation, PastPurchase, RatesOrder, SimulationResult};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, OutletId, PartnerId, RecordId, TillId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::AppResult;
use crate::member::earning_rules::evaluate::GivenByRule;
use crate::member::earning_rules::rule::EarningRule;
use crate::member::partners::Rates;
use crate::platform::store::{Read, StoredJson, Tx, params};

/// The number of awards from one day to another, without those that were taken back.
pub(super) fn awards_between(read: &Read<'_>, from: Day, to: Day) -> AppResult<i64> {
    read.number(
        "select sum(awards) as n from counter_day where day between :from and :to",
        params! { ":from": from.number(), ":to": to.number() },
    )
}

/// The rates of each partner: for all members, and for holders of the Enjoy Card.
pub(super) type RatesByPartner = HashMap<PartnerId, (PointsRate, PointsRate)>;

/// Visits the awards from one day to another, the oldest first. Those that were taken back are left out.
pub(super) fn each_award_between(
    read: &Read<'_>,
    (from, to): (Day, Day),
    outlets: &HashMap<TillId, OutletId>,
    rates: &RatesByPartner,
    mut visit: impl FnMut(PastPurchase) -> AppResult<()>,
) -> AppResult<()> {
    read.each(
        "select transaction_id, partner_id, member_id, points, amount_cents, enjoy_card, created_at_ms, till_id,
                outlet_id, bought_at_ms, base_points, card_points
         from counter_event where id >= :from and id < :after and kind = 'award' and undone_at_ms is null order by id",
        params! { ":from": RecordId::earliest_at(from.start()), ":after": RecordId::earliest_at(to.plus(1).start()) },
        |row| {
            let (transaction, partner) = (row.get("transaction_id")?, row.get("partner_id")?);
            let (member, points) = (row.get("member_id")?, row.get("points")?);
            let (amount, enjoy_card): (Hkd, bool) = (row.get("amount_cents")?, row.get("enjoy_card")?);
            let (created, till): (Timestamp, Option<TillId>) = (row.get("created_at_ms")?, row.get("till_id")?);
            // Awards from before earning rules existed do not have separate parts.
            let (base_rate, card_rate) = rates.get(&partner).copied().unwrap_or((PointsRate::ZERO, PointsRate::ZERO));
            let base = row.get::<Option<i64>>("base_points")?.unwrap_or_else(|| amount.points_at(base_rate));
            let by_rate = || if enjoy_card { amount.points_at(card_rate) } else { 0 };
            let card = row.get::<Option<i64>>("card_points")?.unwrap_or_else(by_rate);
            let of_till = till.and_then(|till| outlets.get(&till).copied());
            let outlet = of_till.or(row.get("outlet_id")?);
            let bought = row.get::<Option<Timestamp>>("bought_at_ms")?.unwrap_or(created);
            visit(PastPurchase {
                transaction,
                member,
                partner,
                outlet,
                amount,
                enjoy_card,
                base,
                card,
                points,
                created,
                bought,
            })
        },
    )
}

pub(super) fn outlets(read: &Read<'_>) -> AppResult<HashMap<TillId, OutletId>> {
    let rows = read.all("select id, outlet_id from till", params! {}, |row| {
        Ok((row.get::<TillId>("id")?, row.get::<OutletId>("outlet_id")?))
    })?;
    Ok(rows.into_iter().collect())
}

pub(super) fn rates(read: &Read<'_>) -> AppResult<RatesByPartner> {
    let rows = read.all("select id, base_points, extra_points from partner", params! {}, |row| {
        Ok((row.get::<PartnerId>("id")?, (row.get("base_points")?, row.get("extra_points")?)))
    })?;
    Ok(rows.into_iter().collect())
}

pub(super) fn partner_types(read: &Read<'_>) -> AppResult<HashMap<PartnerId, Arc<str>>> {
    let rows = read.all("select id, type from partner", params! {}, |row| {
        Ok((row.get::<PartnerId>("id")?, Arc::from(row.get::<String>("type")?)))
    })?;
    Ok(rows.into_iter().collect())
}

pub(super) fn partner_name(read: &Read<'_>, partner: PartnerId) -> AppResult<Option<LocalizedText>> {
    read.one("select name from partner where id = :id", params! { ":id": partner }, |row| row.get("name"))
}

/// The time at which each member joined.
pub(super) fn joined(read: &Read<'_>) -> AppResult<HashMap<MemberId, Timestamp>> {
    let rows = read.all("select id, created_at_ms from member", params! {}, |row| {
        Ok((row.get::<MemberId>("id")?, row.get::<Timestamp>("created_at_ms")?))
    })?;
    Ok(rows.into_iter().collect())
}

/// The members with an award since a day that was given later than its purchase was made, such as by a claim.
pub(super) fn members_with_late_awards(read: &Read<'_>, from: Day) -> AppResult<HashSet<MemberId>> {
    let rows = read.all(
        "select member_id from counter_event
         where id >= :from and kind = 'award' and undone_at_ms is null and bought_at_ms < created_at_ms",
        params! { ":from": RecordId::earliest_at(from.start()) },
        |row| row.get("member_id"),
    )?;
    Ok(rows.into_iter().collect())
}

/// Visits the member, the partner and the time of the purchase of each award before a day.
pub(super) fn purchases_before(
    read: &Read<'_>,
    from: Day,
    mut visit: impl FnMut(MemberId, PartnerId, Timestamp),
) -> AppResult<()> {
    read.each(
        "select member_id, partner_id, coalesce(bought_at_ms, created_at_ms) as bought from counter_event
         where id < :from and kind = 'award' and undone_at_ms is null",
        params! { ":from": RecordId::earliest_at(from.start()) },
        |row| {
            visit(row.get("member_id")?, row.get("partner_id")?, row.get("bought")?);
            Ok(())
        },
    )
}

/// The points of a rule by the awards before a day: all that it gave, without those of the awards since.
pub(super) fn given_before(read: &Read<'_>, rule: EarningRuleId, from: Day) -> AppResult<GivenByRule> {
    let found = read.one(
        "select r.given_points - coalesce(sum(l.points), 0) as points, r.given_value - coalesce(sum(l.value), 0) as value
         from earning_rule r left join earning_rule_line l
             on l.rule_id = r.id and l.transaction_id >= :from and l.undone_at_ms is null
         where r.id = :rule group by r.id, r.given_points, r.given_value",
        params! { ":rule": rule, ":from": TransactionId::earliest_at(from.start()) },
        |row| Ok(GivenByRule { points: row.get("points")?, value: row.get("value")?, today: 0 }),
    )?;
    Ok(found.unwrap_or_default())
}

/// Visits the days of purchases, and the points of a rule for them, by the awards from one day until before another.
pub(super) fn given_between(
    read: &Read<'_>,
    rule: EarningRuleId,
    (from, until): (Day, Day),
    mut visit: impl FnMut(Day, i64),
) -> AppResult<()> {
    read.each(
        "select day, points from earning_rule_line
         where rule_id = :rule and transaction_id >= :from and transaction_id < :until and undone_at_ms is null",
        params! { ":rule": rule, ":from": TransactionId::earliest_at(from.start()),
        ":until": TransactionId::earliest_at(until.start()) },
        |row| {
            visit(Day::from_number(row.get("day")?), row.get("points")?);
            Ok(())
        },
    )
}

/// The points that a rule gave for a purchase.
pub(super) struct GivenLine {
    pub(super) member: MemberId,
    pub(super) partner: PartnerId,
    /// The day of the purchase.
    pub(super) day: Day,
    pub(super) points: i64,
}

/// Visits the points that a rule gave by the awards before a day.
pub(super) fn given_to_members_before(
    read: &Read<'_>,
    rule: EarningRuleId,
    from: Day,
    mut visit: impl FnMut(GivenLine),
) -> AppResult<()> {
    read.each(
        "select member_id, partner_id, day, points from earning_rule_line
         where rule_id = :rule and transaction_id < :from and undone_at_ms is null order by transaction_id",
        params! { ":rule": rule, ":from": TransactionId::earliest_at(from.start()) },
        |row| {
            let (member, partner) = (row.get("member_id")?, row.get("partner_id")?);
            visit(GivenLine { member, partner, day: Day::from_number(row.get("day")?), points: row.get("points")? });
            Ok(())
        },
    )
}

/// Visits the grants of a rule: the member, the time of the grant, and its first and last day.
pub(super) fn grants(
    read: &Read<'_>,
    rule: EarningRuleId,
    mut visit: impl FnMut(MemberId, (Timestamp, Day, Day)),
) -> AppResult<()> {
    read.each(
        "select member_id, from_day, until_day, created_at_ms from earning_rule_grant where rule_id = :rule",
        params! { ":rule": rule },
        |row| {
            let days = (row.get("created_at_ms")?, row.get("from_day")?, row.get("until_day")?);
            visit(row.get("member_id")?, days);
            Ok(())
        },
    )
}

/// The points that a rule really gave since a day, by transaction.
pub(super) fn given_since(read: &Read<'_>, rule: EarningRuleId, from: Day) -> AppResult<HashMap<TransactionId, i64>> {
    let rows = read.all(
        "select transaction_id, points from earning_rule_line
         where rule_id = :rule and transaction_id >= :from and undone_at_ms is null",
        params! { ":rule": rule, ":from": TransactionId::earliest_at(from.start()) },
        |row| Ok((row.get("transaction_id")?, row.get("points")?)),
    )?;
    Ok(rows.into_iter().collect())
}

pub(super) fn put_result(
    tx: &Tx<'_>,
    rule: EarningRuleId,
    tried: &EarningRule,
    result: &SimulationResult,
) -> AppResult<()> {
    tx.execute_one(
        "insert into earning_rule_simulation (rule_id, version, document, result, finished_at_ms)
         values (:rule, :version, :document, :result, :now)
         on conflict (rule_id) do update set version = excluded.version, document = excluded.document,
             result = excluded.result, finished_at_ms = excluded.finished_at_ms",
        params! { ":rule": rule, ":version": result.version, ":document": serde_json::to_string(tried)?,
        ":result": serde_json::to_string(result)?, ":now": tx.now() },
    )
}

pub(super) fn result(read: &Read<'_>, rule: EarningRuleId) -> AppResult<Option<FinishedSimulation>> {
    read.one(
        "select s.result, s.finished_at_ms, s.document = v.document as is_current
         from earning_rule_simulation s join earning_rule r on r.id = s.rule_id
         join earning_rule_version v on v.rule_id = r.id and v.version = r.latest_version
         where s.rule_id = :rule",
        params! { ":rule": rule },
        |row| {
            let result = row.get::<StoredJson<SimulationResult>>("result")?.0;
            Ok(FinishedSimulation { result, finished: row.get("finished_at_ms")?, is_current: row.get("is_current")? })
        },
    )
}

pub(super) fn put_rates_result(tx: &Tx<'_>, order: &RatesOrder, result: &SimulationResult) -> AppResult<()> {
    tx.execute_one(
        "insert into partner_rate_simulation (partner_id, base_points, extra_points, result, finished_at_ms)
         values (:partner, :base, :extra, :result, :now)
         on conflict (partner_id) do update set base_points = excluded.base_points,
             extra_points = excluded.extra_points, result = excluded.result,
             finished_at_ms = excluded.finished_at_ms",
        params! { ":partner": order.partner, ":base": order.rates.base, ":extra": order.rates.extra,
        ":result": serde_json::to_string(result)?, ":now": tx.now() },
    )
}

pub(super) fn rates_result(read: &Read<'_>, partner: PartnerId) -> AppResult<Option<FinishedRates>> {
    read.one(
        "select base_points, extra_points, result, finished_at_ms from partner_rate_simulation
         where partner_id = :partner",
        params! { ":partner": partner },
        |row| {
            let rates = Rates { base: row.get("base_points")?, extra: row.get("extra_points")? };
            let result = row.get::<StoredJson<SimulationResult>>("result")?.0;
            Ok(FinishedRates { rates, result, finished: row.get("finished_at_ms")? })
        },
    )
}
