//! Finds the rules that are on and that may apply to the same purchase as a draft. Each comes with an example of the points
//! that both give, so that the writer sees the effect before the draft is saved.

use super::evaluate::{LiveRule, Purchase, together};
use super::rule::EarningRule;
use super::{BonusLine, places, queries};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::hours::LocalTime;
use crate::base::id::{EarningRuleId, PartnerId};
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::member::partners;
use crate::platform::store::Read;

/// The bill of an example, unless one of the rules needs a larger one.
const USUAL_BILL: Hkd = Hkd::from_units(80_00);

/// A rule that is on and may apply to the same purchase as a draft, with such a purchase.
#[derive(Clone, Debug)]
pub struct MeetingRule {
    /// The rule that is on.
    pub other: LiveRule,
    /// The partner of the purchase.
    pub partner: PartnerId,
    /// The time of the purchase.
    pub at: Timestamp,
    /// The bill.
    pub amount: Hkd,
    /// The points by the partner's rates.
    pub by_rates: i64,
    /// The points that the two rules add. Of their limits, only the cap of a purchase is applied.
    pub lines: Vec<BonusLine>,
}

/// Those of the `live` rules that may apply to the same purchase as a draft, which is the next version of the rule `id`.
pub fn meeting(
    read: &Read<'_>,
    id: Option<EarningRuleId>,
    draft: &EarningRule,
    live: &[LiveRule],
) -> AppResult<Vec<MeetingRule>> {
    let (today, here) = (Day::of(read.now()), queries::purchases::partners(read)?);
    let named = places::partners(read, draft)?;
    let point_value = settings::cached(read)?.point_value_hkd;
    let mut found = Vec::new();
    for other in live.iter().filter(|other| other.goes_on(read.now())) {
        if Some(other.id) == id || !other.rule.meets(draft) {
            continue;
        }
        let others = places::partners(read, &other.rule)?;
        let both = |(partner, kind): &&(PartnerId, String)| {
            places::allows(draft, named.as_ref(), (*partner, kind))
                && places::allows(&other.rule, others.as_ref(), (*partner, kind))
        };
        let (Some((partner, kind)), Some(at)) = (here.iter().find(both), draft.moment_with(&other.rule, today)) else {
            continue;
        };
        let least = [draft.minimum_bill_hkd, other.rule.minimum_bill_hkd];
        let amount = least.into_iter().flatten().fold(USUAL_BILL, Hkd::max);
        let enjoy_card = draft.enjoy_card == Some(true) || other.rule.enjoy_card == Some(true);
        let rates = partners::find(read, *partner)?.map(|partner| partner.rates());
        let (base, card) = rates.map_or((0, 0), |rates| rates.points_of(amount, enjoy_card));
        let (partner, partner_type, at_hour) = (*partner, kind.as_str(), LocalTime::of(at));
        let purchase = Purchase { partner, partner_type, amount, enjoy_card, base, card, at: at_hour, point_value };
        let own = LiveRule { id: id.unwrap_or(EarningRuleId::made_at(read.now())), version: 0, rule: draft.clone() };
        let rules = [own, other.clone()];
        let line = |line: &super::RuleLine<'_>| BonusLine { line: line.shown(), limited_by: line.limited_by };
        let lines = together(&rules, &purchase).iter().map(line).collect();
        let other = other.clone();
        found.push(MeetingRule { other, partner, at, amount, by_rates: base.saturating_add(card), lines });
    }
    Ok(found)
}
