//! The outlook of a proposal: what it would pay and cost by the partner's rates. Bonus hours are estimated from the
//! purchases of the last weeks.

use serde::Serialize;

use super::queries::{self, HourOfSales};
use super::{ProposalBody, ProposedBonus, ProposedItem};
use crate::base::day::{Day, Period};
use crate::base::hours::{Hours, LocalTime, Weekday};
use crate::base::id::PartnerId;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::settings;
use crate::member::earning_rules::{Budget, Purchase};
use crate::member::partners;
use crate::platform::store::Read;

/// The number of days whose purchases are counted, up to yesterday: four whole weeks, so that each weekday has the same
/// weight.
const DAYS: i64 = 28;
/// The bill of the example, in cents, when the partner had no purchases and the bonus has no larger smallest bill.
const EXAMPLE_BILL: Hkd = Hkd::from_units(80_00);

/// The HK$ that a partner pays and gets for a point.
#[derive(Clone, Copy, Debug)]
pub struct PointPrices {
    /// The HK$ for a point that the partner issues, with the fee.
    pub issued: PointsRate,
    /// The HK$ for a point that is redeemed at the partner.
    pub redeemed: PointsRate,
}

/// The payment that the partner would get for a proposed item, or the cost of proposed bonus hours. An article has
/// neither.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ProposalOutlook {
    /// Present for an item with a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<ItemOutlook>,
    /// Present for bonus hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    bonus: Option<BonusOutlook>,
}

/// The payment that the partner would get for an item.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ItemOutlook {
    /// The HK$ that the partner gets for each one that is redeemed, by its rate of today.
    paid_hkd: Hkd,
    /// The HK$ for the whole stock; absent without a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_paid_hkd: Option<Hkd>,
}

/// The cost of bonus hours, by the purchases of four weeks on the days and at the outlets of the bonus.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct BonusOutlook {
    /// The first day that is counted.
    from: Day,
    /// The last day that is counted.
    to: Day,
    /// The number of purchases within the hours that would have got the bonus.
    purchases: i64,
    /// The bill of the example: the average of these purchases; without any, of all on these days, or HK$80.
    bill_hkd: Hkd,
    /// The points of that bill by the partner's rate.
    points_before: i64,
    /// The points of that bill within the hours.
    points_during: i64,
    /// The HK$ that the partner pays for the points without the bonus.
    pays_before_hkd: Hkd,
    /// The HK$ that the partner pays for the points with the bonus.
    pays_during_hkd: Hkd,
    /// The number of purchases like the example that the budget pays; absent without a budget, if the bonus adds no points
    /// to the example, and for a budget in HK$ while a point has no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget_purchases: Option<i64>,
    /// The number of days for which the budget lasts if purchases go on as they did; absent with `budgetPurchases`, and
    /// without purchases.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget_days: Option<i64>,
    /// The hours of the day, from the first to the last one with purchases or with the bonus.
    hours: Vec<HourOutlook>,
}

/// The points of an hour on the days of the bonus.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct HourOutlook {
    /// 0 to 23, Hong Kong time.
    hour: i64,
    /// Points that purchases earned.
    points: i64,
    /// True if the bonus is given in this hour, or in a part of it.
    chosen: bool,
}

/// Computes the outlook of a proposal of that partner. Values of the proposal may be missing.
pub fn outlook(
    read: &Read<'_>,
    partner: PartnerId,
    body: &ProposalBody,
    prices: PointPrices,
) -> AppResult<ProposalOutlook> {
    let (mut item, mut bonus) = (None, None);
    match body {
        ProposalBody::Item(proposed) => item = item_outlook(proposed, prices),
        ProposalBody::Bonus(proposed) => bonus = Some(bonus_outlook(read, partner, proposed, prices)?),
        ProposalBody::Article(_) => {}
    }
    Ok(ProposalOutlook { item, bonus })
}

fn item_outlook(item: &ProposedItem, prices: PointPrices) -> Option<ItemOutlook> {
    let points = item.points?;
    let all = item.leftover.map(|stock| points.saturating_mul(stock));
    Some(ItemOutlook {
        paid_hkd: prices.redeemed.worth_of(points)?,
        all_paid_hkd: all.and_then(|points| prices.redeemed.worth_of(points)),
    })
}

fn bonus_outlook(
    read: &Read<'_>,
    partner: PartnerId,
    bonus: &ProposedBonus,
    prices: PointPrices,
) -> AppResult<BonusOutlook> {
    let today = Day::of(read.now());
    let (from, to) = (today.plus(-DAYS), today.plus(-1));
    let period = Period { from: from.start(), until: today.start() };
    let mut sales = queries::sales_by_hour(read, partner, period, bonus)?;
    let on_day = |hour: &HourOfSales| is_on(&bonus.weekdays, from.plus(hour.day));
    sales.retain(on_day);
    let sum = |of: fn(&HourOfSales) -> i64| sales.iter().map(of).sum::<i64>();
    let purchases = sum(|hour| hour.within);
    let least = bonus.minimum_bill_hkd.unwrap_or(Hkd::ZERO);
    let average = |cents: i64, bills: i64| cents.checked_div(bills).filter(|cents| *cents > 0).map(Hkd::from_units);
    let bill_hkd = average(sum(|hour| hour.cents_within), purchases)
        .or_else(|| average(sum(|hour| hour.cents), sum(|hour| hour.bills)))
        .unwrap_or(EXAMPLE_BILL)
        .max(least);

    let known = partners::find(read, partner)?.ok_or(NOT_FOUND)?;
    let (points_before, _) = known.rates().points_of(bill_hkd, false);
    let point_value = settings::cached(read)?.point_value_hkd;
    let added = bonus.rule(partner).points_for(&Purchase {
        partner,
        partner_type: &known.input.kind,
        amount: bill_hkd,
        enjoy_card: false,
        base: points_before,
        card: 0,
        at: LocalTime::of(read.now()),
        point_value,
    });
    let points_during = points_before.saturating_add(added);
    let budget_purchases = bonus.budget.and_then(|budget| bills_of(budget, added, point_value));
    let pays = |points| prices.issued.worth_of(points).unwrap_or(Hkd::ZERO);
    Ok(BonusOutlook {
        from,
        to,
        purchases,
        bill_hkd,
        points_before,
        points_during,
        pays_before_hkd: pays(points_before),
        pays_during_hkd: pays(points_during),
        budget_purchases,
        budget_days: budget_purchases.and_then(|bills| bills.saturating_mul(DAYS).checked_div(purchases)),
        hours: hours_of(&sales, bonus.hours),
    })
}

/// Returns whether a bonus on these days of the week is given on that day. Without days of the week, the bonus is
/// given on every day.
fn is_on(weekdays: &[Weekday], day: Day) -> bool {
    weekdays.is_empty() || weekdays.contains(&Weekday::of(day))
}

/// The number of purchases with `added` points each that a budget pays; `None` if `added` is 0, or if a budget in HK$
/// meets points without a value.
fn bills_of(budget: Budget, added: i64, point_value: PointsRate) -> Option<i64> {
    match budget {
        Budget::Points { amount } => amount.checked_div(added),
        Budget::Hkd { amount } => {
            // The budget and the rate are both in ten-thousandths of HK$.
            let each = i128::from(added) * i128::from(point_value.units());
            let bills = (i128::from(amount.units()) * 100).checked_div(each)?;
            Some(i64::try_from(bills).unwrap_or(i64::MAX))
        }
    }
}

/// The points by hour, from the first to the last hour that has some or that has the bonus.
fn hours_of(sales: &[HourOfSales], chosen: Option<Hours>) -> Vec<HourOutlook> {
    let hours: Vec<HourOutlook> = (0..)
        .zip(Hours::of_a_day())
        .map(|(hour, span)| HourOutlook {
            hour,
            points: sales.iter().filter(|sold| sold.hour == hour).map(|sold| sold.points).sum(),
            chosen: chosen.is_some_and(|chosen| chosen.meet(span)),
        })
        .collect();
    let counts = |hour: &HourOutlook| hour.points > 0 || hour.chosen;
    let first = hours.iter().position(counts).unwrap_or(hours.len());
    let last = hours.iter().rposition(counts).map_or(first, |last| last + 1);
    hours.get(first..last).unwrap_or_default().to_vec()
}
