//! The rules that were on at the time of a past purchase and gave nothing for it, each with the reason. The evaluation uses
//! the rules and the facts of that time. The database does not keep who was in a segment at that time, so the segment is
//! named as the reason only if the purchase met all other conditions. If there are several possible reasons, the
//! evaluation names none.

use serde::Serialize;

use super::evaluate::{
    EarlierPurchases, GivenByRule, GivenToMember, LiveRule, MemberPeriod, Purchase, RuleFacts, full_bonus, limited,
};
use super::fitting::{RuleMiss, is_at_outlet, miss_of_member};
use super::past_bill::PastBill;
use super::queries::{self, past};
use super::rule::{Bonus, PurchaseScope, Stacking};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::hours::LocalTime;
use crate::base::id::{CarbonFactorId, EarningRuleId, OutletId, SegmentId};
use crate::base::language::LocalizedText;
use crate::base::points::Measure;
use crate::base::problem::AppResult;
use crate::core::members::{Birthday, birthdays};
use crate::core::settings;
use crate::member::{carbon, levels};
use crate::platform::store::Read;

/// A rule that gave nothing for a purchase.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MissedEarningRule)]
pub struct MissedRule {
    /// The rule.
    pub rule: EarningRuleId,
    /// The version that was on.
    pub version: i64,
    /// The name of that version.
    pub name: LocalizedText,
    /// The first reason that is known.
    pub why: RuleMiss,
}

/// The rules that were on at the time of a purchase and gave nothing for it, by priority. Rules that only let points wait
/// are left out.
pub fn missed(read: &Read<'_>, bill: &PastBill) -> AppResult<Vec<MissedRule>> {
    let (mut given, mut without) = (Vec::new(), Vec::new());
    for live in queries::spans::live_at(read, bill.bought)? {
        if live.rule.bonus == Bonus::None {
            continue;
        }
        let gave = past::gave(read, live.id, bill.transaction)?;
        if gave { given.push(live) } else { without.push(live) }
    }
    without.sort_by_key(|live| (std::cmp::Reverse(live.rule.priority), live.id));
    let mut facts = FactsOfThen { read, bill, complete: true };
    let purchase = Purchase {
        partner: bill.partner,
        partner_type: &bill.partner_type.0,
        amount: bill.amount,
        enjoy_card: bill.enjoy_card,
        base: bill.base,
        card: bill.card,
        at: LocalTime::of(bill.bought),
        point_value: settings::point_values(read)?.at(bill.created),
    };
    let mut found = Vec::new();
    for live in without {
        let why = why_not(&live, &purchase, &given, &mut facts)?;
        found.push(MissedRule { rule: live.id, version: live.version, name: live.rule.name, why });
    }
    Ok(found)
}

/// The reason for which a rule gave nothing.
fn why_not(
    live: &LiveRule,
    purchase: &Purchase<'_>,
    given: &[LiveRule],
    facts: &mut FactsOfThen<'_, '_>,
) -> AppResult<RuleMiss> {
    let (bill, rule) = (facts.bill, &live.rule);
    match rule.miss(purchase) {
        Some(RuleMiss::PartnerType) if !bill.partner_type.1 => return Ok(RuleMiss::Unknown),
        Some(miss) => return Ok(miss),
        None => {}
    }
    if !is_at_outlet(rule, facts)? {
        return Ok(RuleMiss::Outlet);
    }
    if let Some(miss) = miss_of_member(live, purchase, facts)? {
        return Ok(miss);
    }
    let full = full_bonus(rule, purchase, facts)?;
    if full == 0 {
        // Quantities of a purchase that was taken back are not kept.
        let kept = !(bill.undone && matches!(rule.bonus, Bonus::PerUnit { .. }));
        return Ok(if kept { RuleMiss::NothingToAdd } else { RuleMiss::Unknown });
    }
    facts.complete = true;
    if limited(live, full, purchase, facts)?.0 == 0 {
        return Ok(RuleMiss::Limit);
    }
    let best = |stacking: Stacking| stacking == Stacking::Best;
    let other = !given.is_empty() && (best(rule.stacking) || given.iter().any(|other| best(other.rule.stacking)));
    let possible = [
        rule.segment.map(|segment| RuleMiss::Segment { segment }),
        other.then_some(RuleMiss::OtherCounted),
        (!facts.complete).then_some(RuleMiss::Limit),
    ];
    let mut possible = possible.into_iter().flatten();
    Ok(match (possible.next(), possible.next()) {
        (Some(only), None) => only,
        _ => RuleMiss::Unknown,
    })
}

/// The facts at the time at which the points were given, as far as they are kept.
struct FactsOfThen<'r, 'c> {
    read: &'r Read<'c>,
    bill: &'r PastBill,
    /// Whether all that a rule had given until then was summed up.
    complete: bool,
}

impl FactsOfThen<'_, '_> {
    fn day(&self) -> Day {
        Day::of(self.bill.bought)
    }
}

impl RuleFacts for FactsOfThen<'_, '_> {
    fn outlet(&mut self) -> AppResult<Option<OutletId>> {
        self.bill.place.outlet(self.read)
    }

    fn joined(&mut self) -> AppResult<Timestamp> {
        Ok(self.bill.member.1)
    }

    fn birthday(&mut self) -> AppResult<Option<Birthday>> {
        birthdays::known_at(self.read, self.bill.member.0, self.bill.created)
    }

    /// It is not kept who was in a segment. The caller counts it among the possible reasons.
    fn belongs(&mut self, _: SegmentId) -> AppResult<bool> {
        Ok(true)
    }

    fn level(&mut self) -> AppResult<i64> {
        // A claim earns by the level at the end of the day of its purchase.
        let until = self.bill.created.min(self.day().plus(1).start());
        levels::held_before(self.read, self.bill.member.0, until)
    }

    fn is_granted(&mut self, rule: EarningRuleId) -> AppResult<bool> {
        past::granted(self.read, rule, self.bill.member.0, (self.day(), self.bill.created))
    }

    fn entered(&mut self, factor: CarbonFactorId) -> AppResult<Measure> {
        carbon::entered_in(self.read, self.bill.member.0, self.bill.transaction, factor)
    }

    fn purchases_before(&mut self, at: PurchaseScope) -> AppResult<EarlierPurchases> {
        past::purchases_before(self.read, self.bill, at)
    }

    fn times_given(&mut self, rule: EarningRuleId, at: PurchaseScope) -> AppResult<i64> {
        past::times_given(self.read, rule, self.bill, at)
    }

    fn given(&mut self, rule: EarningRuleId) -> AppResult<GivenByRule> {
        let found = past::given(self.read, rule, self.bill, self.day())?;
        self.complete &= found.is_some();
        Ok(found.unwrap_or_default())
    }

    fn given_to_member(&mut self, rule: EarningRuleId, _: MemberPeriod) -> AppResult<GivenToMember> {
        past::given_to_member(self.read, rule, self.bill, self.day())
    }
}
