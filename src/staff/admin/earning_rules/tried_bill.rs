//! The trial of a bill: staff enter a purchase and read its points and the rules behind them. No points are given.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, OutletId, PartnerId};
use crate::base::problem::{AppError, AppResult};
use crate::core::outlets::outlet;
use crate::core::settings;
use crate::member::awards::{self, AwardOrder};
use crate::member::carbon::{EnteredQuantity, MOST_ENTERED};
use crate::member::earning_rules::BonusLine;
use crate::platform::store::Read;
use crate::staff::kit::AuditedStaff;

/// The purchase that staff enter.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TriedBillRequest {
    /// The partner.
    partner: PartnerId,
    /// An outlet of the partner; without one, rules of outlets do not apply.
    #[serde(default)]
    outlet: Option<OutletId>,
    /// The member: an e-mail address, a phone number or a member number.
    #[serde(default)]
    member: String,
    /// The amount of the bill in HK$, as a decimal string such as `"128.50"`.
    #[serde(default)]
    #[schema(value_type = String)]
    amount_hkd: Value,
    /// Whether the member shows an Enjoy Card.
    #[serde(default)]
    enjoy_card: bool,
    /// The time of the purchase; without one, now.
    #[serde(default)]
    at: Option<Timestamp>,
    /// Quantities of carbon factors that a cashier would enter, at most one for each factor.
    #[serde(default)]
    #[schema(required = false, max_items = 20)]
    carbon: Vec<EnteredQuantity>,
}

/// The points of the entered purchase.
#[derive(Serialize, utoipa::ToSchema)]
pub struct TriedBill {
    /// The sum of `lines`.
    points: i64,
    /// The points by the partner's rates first, then the points of each earning rule. An earning rule whose limits are
    /// used up has a line with 0 points, and so has one that only lets the points of the purchase wait.
    lines: Vec<BonusLine>,
}

/// Evaluates the entered purchase as an award would, and returns the member with it. Fails as [`awards::preview`] does, and
/// with `invalid_value` for an outlet of another partner. An award ignores entered quantities while carbon is switched off; a
/// trial refuses them, because staff would take the missing points for an answer of the rule.
pub fn try_bill(read: &Read<'_>, staff: &AuditedStaff, bill: &TriedBillRequest) -> AppResult<(MemberId, TriedBill)> {
    let typed = AwardOrder::typed(&bill.member, bill.amount_hkd.as_str(), bill.enjoy_card)?;
    if let Some(id) = bill.outlet {
        outlet::require_of(read, bill.partner, id)?;
    }
    if bill.carbon.len() > MOST_ENTERED {
        return Err(AppError::invalid_field("carbon", "invalid_value"));
    }
    if !bill.carbon.is_empty() && !settings::cached(read)?.carbon {
        return Err(AppError::invalid_field("carbon", "carbon_off"));
    }
    let merchant = Merchant::of_programme(bill.partner, (staff.actor.id, staff.actor.name.clone()), staff.caller());
    let order = AwardOrder { bought: bill.at, outlet: bill.outlet, carbon: bill.carbon.clone(), ..typed };
    let found = awards::preview(read, &merchant, &order)?;
    Ok((found.member.id, TriedBill { points: found.earned.points(), lines: found.earned.lines() }))
}
