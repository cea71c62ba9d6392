//! A bill that staff try: what a purchase would earn and by which rules, without giving anything.

use serde::{Deserialize, Serialize};

use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::id::{MemberId, OutletId, PartnerId};
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult};
use crate::core::outlets::outlet;
use crate::member::awards::{self, AwardOrder};
use crate::member::earning_rules::BonusLine;
use crate::platform::store::Read;
use crate::staff::kit::AuditedStaff;

/// A bill to try.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TriedBillRequest {
    /// The partner.
    partner: PartnerId,
    /// An outlet of the partner; without one, rules of outlets do not apply.
    #[serde(default)]
    outlet: Option<OutletId>,
    /// The member: an e-mail address, a phone number or a member number.
    member: String,
    /// The amount of the bill in HK$.
    amount_hkd: Hkd,
    /// Whether the member shows an Enjoy Card.
    #[serde(default)]
    enjoy_card: bool,
    /// The time of the purchase; without one, now.
    #[serde(default)]
    at: Option<Timestamp>,
}

/// What a bill would earn.
#[derive(Serialize, utoipa::ToSchema)]
pub struct TriedBill {
    /// All points.
    points: i64,
    /// The parts of `points`: by the partner's rates first, then by each earning rule. An earning rule whose limits
    /// leave nothing has 0 points.
    lines: Vec<BonusLine>,
}

/// Evaluates a bill as an award would; gives the member too. Fails as [`awards::preview`] does, and with `invalid_value` for an outlet of
/// another partner.
pub fn try_bill(read: &Read<'_>, hand: &AuditedStaff, bill: &TriedBillRequest) -> AppResult<(MemberId, TriedBill)> {
    if bill.member.trim().is_empty() {
        return Err(AppError::invalid_field("member", "required_field"));
    }
    if bill.amount_hkd <= Hkd::ZERO {
        return Err(AppError::invalid_field("amountHkd", "invalid_amount_hkd"));
    }
    if let Some(id) = bill.outlet
        && outlet::find(read, id)?.is_none_or(|outlet| outlet.partner_id != bill.partner)
    {
        return Err(AppError::invalid_field("outlet", "invalid_value"));
    }
    let merchant = Merchant::of_desk(bill.partner, (hand.actor.id, hand.actor.name.clone()), hand.caller());
    let order = AwardOrder {
        member: Identifier::parse(&bill.member),
        amount: bill.amount_hkd,
        enjoy_card: bill.enjoy_card,
        receipt: None,
        bought: bill.at,
        carbon: Vec::new(),
        outlet: bill.outlet,
    };
    let found = awards::preview(read, &merchant, &order)?;
    Ok((found.member.id, TriedBill { points: found.points(), lines: found.lines() }))
}
