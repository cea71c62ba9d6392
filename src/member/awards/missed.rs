//! The earning rules that gave nothing for an award.

use serde::Serialize;

use super::queries;
use crate::base::id::TransactionId;
use crate::base::problem::AppResult;
use crate::core::members;
use crate::member::earning_rules::{self, MissedRule, PastBill};
use crate::member::partners;
use crate::platform::store::Read;

/// The rules that were on at the time of a purchase and gave nothing for it.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[schema(as = MissedEarningRules)]
pub struct MissedRules {
    /// Whether it can be told: false for awards that an import took from a file without the parts of their points.
    pub known: bool,
    /// The rules, by priority.
    pub rules: Vec<MissedRule>,
}

/// The rules that gave nothing for an award. Rules that only let points wait are left out.
pub fn missed_rules(read: &Read<'_>, transaction: TransactionId) -> AppResult<MissedRules> {
    let Some(kept) = queries::kept_bill(read, transaction)? else { return Ok(MissedRules::default()) };
    let (Some(partner), Some(member)) = (partners::find(read, kept.partner)?, members::find(read, kept.member)?) else {
        return Ok(MissedRules::default());
    };
    let bill = PastBill {
        transaction,
        event: kept.event,
        member: (member.id, member.created),
        partner: partner.id,
        partner_type: (partner.input.kind, partner.updated <= kept.bought),
        amount: kept.amount,
        enjoy_card: kept.enjoy_card,
        base: kept.base,
        card: kept.card,
        place: kept.place,
        created: kept.created,
        bought: kept.bought,
        undone: kept.undone,
    };
    Ok(MissedRules { known: true, rules: earning_rules::missed(read, &bill)? })
}
