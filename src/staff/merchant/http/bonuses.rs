//! The bonuses whose hours run now at a counter, and those of a partner's outlets.

use axum::extract::State;
use serde::Serialize;

use super::{Counter, PartnerManager};
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::hours::{Hours, Weekday};
use crate::base::id::{EarningRuleId, OutletId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::outlets::outlet;
use crate::member::awards::place_of;
use crate::member::earning_rules::{self, Bonus, BonusHour, BudgetLeft, PartnerBonus};
use crate::platform::http::json::Json;

/// The number of days ahead in which the next bonuses of a partner are looked for.
const DAYS_AHEAD: i64 = 31;

/// A bonus for all members whose hours run now at this counter.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterBonus {
    /// The earning rule.
    #[serde(rename = "_id")]
    id: EarningRuleId,
    name: LocalizedText,
    bonus: Bonus,
    /// The smallest bill that gets it; absent if every bill does.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_bill_hkd: Option<Hkd>,
    /// The end of its hours.
    ends_at: Timestamp,
    server_time: Timestamp,
    /// Its budget; absent if nothing limits what it gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<BudgetLeft>,
    /// True if the bonus has ended early, because its budget is spent.
    spent: bool,
}

/// List the bonuses for all members whose hours run now at this counter, the first to end first. A bonus whose budget is
/// spent stays in the list until its hours end.
#[utoipa::path(get, path = "/api/merchant/bonuses", tag = "merchant", responses((status = 200, body = [CounterBonus])))]
pub(super) async fn list_running_bonuses(
    State(counter): State<Counter>,
    merchant: Merchant,
) -> AppResult<Json<Vec<CounterBonus>>> {
    counter.admit(&merchant)?;
    let (found, now) = counter.store.read(|read| {
        let place = place_of(&merchant, merchant.outlet);
        Ok((earning_rules::bonus_hours(read, merchant.partner, place)?, read.now()))
    })?;
    let shown = |BonusHour { live, ends, budget, spent }| CounterBonus {
        id: live.id,
        name: live.rule.name,
        bonus: live.rule.bonus,
        minimum_bill_hkd: live.rule.minimum_bill_hkd,
        ends_at: ends,
        server_time: now,
        budget,
        spent,
    };
    Ok(Json(found.into_iter().map(shown).collect()))
}

/// A bonus for all members that outlets of the partner give now or next.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerBonusHour)]
pub(super) struct OwnBonus {
    /// The earning rule.
    #[serde(rename = "_id")]
    id: EarningRuleId,
    name: LocalizedText,
    bonus: Bonus,
    /// The smallest bill that gets it; absent if every bill does.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_bill_hkd: Option<Hkd>,
    /// The partner's outlets that give it; empty if all do.
    outlets: Vec<OutletId>,
    /// The days of the week; every day if empty.
    weekdays: Vec<Weekday>,
    /// The hours of the day; absent if it is given the whole day.
    #[serde(skip_serializing_if = "Option::is_none")]
    hours: Option<Hours>,
    /// The last day; absent if it has no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Day>,
    /// The time at which it starts next; absent while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    starts_at: Option<Timestamp>,
    /// The end of the time in which it runs now or next; absent without an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_at: Option<Timestamp>,
    /// Its budget; absent if nothing limits what it gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<BudgetLeft>,
    /// True if the bonus runs and gives nothing more today, because its budget or the cap of the day is spent.
    spent: bool,
}

/// List the bonuses for all members that outlets of the manager's partner give now, or next within a month. Those that
/// run come first, the first to end before the others; then the next ones in the order of their starts.
#[utoipa::path(get, path = "/api/merchant/bonus-hours", tag = "merchant", responses((status = 200, body = [OwnBonus])))]
pub(super) async fn list_own_bonuses(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
) -> AppResult<Json<Vec<OwnBonus>>> {
    let (found, outlets) = counter.store.read(|read| {
        let outlets: Vec<OutletId> =
            outlet::list(read, merchant.partner)?.into_iter().map(|outlet| outlet.id).collect();
        let found = earning_rules::bonuses_at(read, merchant.partner, &outlets, DAYS_AHEAD)?;
        Ok((found, outlets))
    })?;
    let shown = |PartnerBonus { mut live, time, budget, spent }| {
        live.rule.outlets.retain(|outlet| outlets.contains(outlet));
        OwnBonus {
            id: live.id,
            name: live.rule.name,
            bonus: live.rule.bonus,
            minimum_bill_hkd: live.rule.minimum_bill_hkd,
            outlets: live.rule.outlets,
            weekdays: live.rule.weekdays,
            hours: live.rule.hours,
            until: live.rule.until,
            starts_at: time.starts,
            ends_at: time.ends,
            budget,
            spent,
        }
    };
    Ok(Json(found.into_iter().map(shown).collect()))
}
