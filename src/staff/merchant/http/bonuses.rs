//! The bonuses whose hours run now at a counter.

use axum::extract::State;
use serde::Serialize;

use super::Counter;
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::id::EarningRuleId;
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::member::awards::place_of;
use crate::member::earning_rules::{self, Bonus, BonusHour, BudgetLeft};
use crate::platform::http::json::Json;

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
    /// Whether it has ended early, because its budget is spent.
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
