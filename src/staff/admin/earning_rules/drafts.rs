//! The check of a draft while it is written. Nothing is saved.

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::{EarningRuleId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, NOT_FOUND, Refusal};
use crate::core::settings;
use crate::member::earning_rules::{
    self, Bonus, BonusLine, EarningRule, GivenByRule, MeetingRule, Occasion, PurchaseScope, RuleCaps,
};
use crate::platform::http::problem::ProblemField;
use crate::platform::store::Read;

/// A draft of an earning rule.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EarningRuleDraft)]
pub(super) struct DraftRequest {
    /// The rule of which it is the next version; absent for a new rule.
    #[serde(default)]
    id: Option<EarningRuleId>,
    /// Its content.
    rule: EarningRule,
}

/// The result of the check of a draft: its problems, and the effect that the earning rule would have.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleCheck)]
pub(super) struct DraftCheck {
    /// The fields that are refused when the draft is saved; empty if no field is. A rule that the draft overlaps has
    /// the field `earningRules[…]` with its id.
    problems: Vec<ProblemField>,
    /// The most points that the draft can still give to all members together; absent if nothing bounds the sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_points: Option<i64>,
    /// The present value of these points, or what is left of a budget in HK$ if that is less.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_hkd: Option<Hkd>,
    /// The most points that the draft gives one member in all, or in a year for a birthday; absent if nothing bounds them.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_per_member: Option<i64>,
    /// The rules that are on and may apply to the same purchase.
    meets: Vec<MeetingView>,
}

/// A rule that a draft meets, with an example.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleMeeting)]
pub(super) struct MeetingView {
    /// The other rule.
    rule: EarningRuleId,
    /// Its name.
    name: LocalizedText,
    /// The partner of the example.
    partner: PartnerId,
    /// The time of the example.
    at: Timestamp,
    /// The bill of the example.
    amount_hkd: Hkd,
    /// Points of the example by rates and both rules, before any limit but that of a purchase.
    points: i64,
    /// The points that each of the two rules adds to the example. A rule that does not count beside the other is left
    /// out.
    lines: Vec<BonusLine>,
}

impl From<MeetingRule> for MeetingView {
    fn from(found: MeetingRule) -> Self {
        let points = found.lines.iter().fold(found.by_rates, |sum, line| sum.saturating_add(line.line.points));
        Self {
            rule: found.other.id,
            name: found.other.rule.name,
            partner: found.partner,
            at: found.at,
            amount_hkd: found.amount,
            points,
            lines: found.lines,
        }
    }
}

/// Checks a draft as saving it would; `worded` writes what is refused in the client's language. Fails with `not_found` for a
/// rule that does not exist.
pub(super) fn check(
    read: &Read<'_>,
    request: &DraftRequest,
    worded: impl FnOnce(&Refusal) -> Vec<ProblemField>,
) -> AppResult<DraftCheck> {
    let DraftRequest { id, rule } = request;
    let given = match id {
        Some(id) => earning_rules::find(read, *id)?.ok_or(NOT_FOUND)?.given,
        None => GivenByRule::default(),
    };
    let live = earning_rules::live(read)?;
    let problems = match earning_rules::checked_among(read, *id, rule.clone(), &live) {
        Ok(_) => Vec::new(),
        Err(AppError::Refused(refusal)) => worded(&refusal),
        Err(internal) => return Err(internal),
    };
    let most_points = super::most_given(read, rule, given)?;
    let point_value = settings::cached(read)?.point_value_hkd;
    let worth = most_points.and_then(|points| point_value.worth_of(points));
    let left = rule.budget.and_then(|budget| budget.left_hkd(given));
    Ok(DraftCheck {
        problems,
        most_points,
        most_hkd: worth.into_iter().chain(left).min(),
        most_per_member: most_per_member(rule),
        meets: earning_rules::meeting(read, *id, rule, &live)?.into_iter().map(MeetingView::from).collect(),
    })
}

/// The cap of a member, or the most points of an occasion that a member has once.
fn most_per_member(rule: &EarningRule) -> Option<i64> {
    // With the scope `partner`, a member has a first purchase at each partner, so that the sum is bounded only if the rule
    // names one partner.
    let of_all = |at: PurchaseScope| at == PurchaseScope::Programme || rule.partners.len() == 1;
    let once = rule.occasion.is_some_and(|occasion| match occasion {
        Occasion::NthPurchase { repeats, at, .. } => !repeats && of_all(at),
        Occasion::FirstPurchase { at } => of_all(at),
        Occasion::Welcome { .. } | Occasion::Birthday { .. } => true,
    });
    let fixed = match rule.bonus {
        Bonus::Fixed { points } => Some(points),
        Bonus::None => return Some(0),
        _ => None,
    };
    let RuleCaps { per_receipt, per_member_day, per_day, .. } = rule.caps;
    let of_purchase = [fixed, per_receipt, per_member_day, per_day].into_iter().flatten().min().filter(|_| once);
    [rule.caps.per_member, of_purchase].into_iter().flatten().min()
}
