//! The evaluation of rules for one purchase: which apply, how many points each gives, and which of them count. Awards,
//! previews and simulations all use it; they differ in where the [`RuleFacts`] come from.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::fitting;
pub use super::purchase::{EarlierPurchases, GivenByRule, GivenToMember, LiveRule, MemberPeriod, Purchase, RuleFacts};
use super::rule::{Bonus, EarningRule, MultipliedPoints, PendingScope, Rounding, Stacking};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::points::{Hkd, Measure};
use crate::base::problem::AppResult;
use crate::core::ledger::{EarnLine, EarnLineKind};

/// One unit of a carbon factor.
const ONE_UNIT: Measure = Measure::from_units(1_000);

/// The limit that made a rule give less than its bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleLimit)]
pub enum RuleLimit {
    /// The cap of a purchase.
    PerReceipt,
    /// The cap of a member.
    PerMember,
    /// The cap of a member's day.
    PerMemberDay,
    /// The cap of a day.
    PerDay,
    /// The cap of the rule.
    PerRule,
    /// The budget.
    Budget,
}

/// The points of one rule for a purchase.
#[derive(Clone, Copy, Debug)]
pub struct RuleLine<'r> {
    /// The rule in the version that gives it.
    pub rule: &'r LiveRule,
    /// Points; 0 if a limit leaves nothing.
    pub points: i64,
    /// The limit that lowered the points.
    pub limited_by: Option<RuleLimit>,
}

impl RuleLine<'_> {
    /// Whether the rule adds no points by itself and only lets the points of the purchase wait.
    pub fn only_delays(&self) -> bool {
        self.rule.rule.bonus == Bonus::None
    }

    /// The day until which points of a purchase on that day wait by this rule: its own, or all of the purchase. `None` if
    /// they are released on that day or were released before it.
    pub fn pending_until(&self, day: Day, of: PendingScope) -> Option<Day> {
        let acts = self.points > 0 || self.only_delays();
        let pending = self.rule.rule.pending.filter(|pending| pending.of == of && acts)?;
        Some(pending.release(day)).filter(|release| *release > day)
    }

    /// The line as members and staff see it.
    pub fn shown(&self) -> EarnLine {
        EarnLine {
            kind: EarnLineKind::Rule,
            points: self.points,
            name: Some(self.rule.rule.name.clone()),
            rule: Some(self.rule.id),
            version: Some(self.rule.version),
            pending_until: None,
        }
    }
}

/// The points of each rule for a purchase, in the order of their priority. The order of `rules` does not matter.
pub fn evaluate<'r>(
    rules: &'r [LiveRule],
    purchase: &Purchase<'_>,
    facts: &mut impl RuleFacts,
) -> AppResult<Vec<RuleLine<'r>>> {
    let (mut fitting, mut lines) = (Vec::new(), Vec::new());
    for live in rules.iter().filter(|live| live.rule.miss(purchase).is_none()) {
        if fitting::is_at_outlet(&live.rule, facts)? {
            fitting.push(live);
        }
    }
    facts.expect(&fitting)?;
    for live in fitting {
        if fitting::miss_of_member(live, purchase, facts)?.is_some() {
            continue;
        }
        let full = full_bonus(&live.rule, purchase, facts)?;
        let (points, limited_by) = limited(live, full, purchase, facts)?;
        let line = RuleLine { rule: live, points, limited_by };
        if points > 0 || limited_by.is_some() || line.only_delays() {
            lines.push(line);
        }
    }
    Ok(counting(lines))
}

/// The bonus of a rule before its limits.
pub(super) fn full_bonus(rule: &EarningRule, purchase: &Purchase<'_>, facts: &mut impl RuleFacts) -> AppResult<i64> {
    let entered = match rule.bonus {
        Bonus::PerUnit { factor_id, .. } => facts.entered(factor_id)?,
        _ => Measure::ZERO,
    };
    Ok(rule.bonus.points(rule.rounding, purchase, entered))
}

/// The lines that count for a purchase that meets the conditions of all these rules, before any limit but that of a
/// purchase. The cashier enters one unit of each factor.
pub(super) fn together<'r>(rules: &'r [LiveRule], purchase: &Purchase<'_>) -> Vec<RuleLine<'r>> {
    let line = |rule: &'r LiveRule| {
        let full = rule.rule.bonus.points(rule.rule.rounding, purchase, ONE_UNIT);
        let cap = rule.rule.caps.per_receipt.filter(|cap| *cap < full);
        RuleLine { rule, points: cap.unwrap_or(full), limited_by: cap.map(|_| RuleLimit::PerReceipt) }
    };
    counting(rules.iter().map(line).collect())
}

/// The lines that count: those that add up, or one that counts alone, whichever gives more. Rules that only let points
/// wait follow them, because they act on whatever is given.
fn counting(lines: Vec<RuleLine<'_>>) -> Vec<RuleLine<'_>> {
    let order = |line: &RuleLine<'_>| (Reverse(line.rule.rule.priority), line.rule.id);
    let (mut delaying, giving): (Vec<_>, Vec<_>) = lines.into_iter().partition(RuleLine::only_delays);
    delaying.sort_by_key(order);
    let (mut adding, alone): (Vec<_>, Vec<_>) =
        giving.into_iter().partition(|line| line.rule.rule.stacking == Stacking::Adds);
    adding.sort_by_key(order);
    let best = alone.into_iter().max_by_key(|line| (line.points, Reverse(order(line))));
    let sum = adding.iter().fold(0_i64, |sum, line| sum.saturating_add(line.points));
    let mut counting = match (best, adding.first()) {
        (Some(best), None) => vec![best],
        // If both give equal points, the rule that stands higher in the list counts.
        (Some(best), Some(first)) if (best.points, Reverse(order(&best))) > (sum, Reverse(order(first))) => vec![best],
        _ => adding,
    };
    counting.append(&mut delaying);
    counting
}

impl EarningRule {
    /// The points that the rule adds to a purchase that meets its conditions; only the limit of a purchase is applied.
    pub fn points_for(&self, purchase: &Purchase<'_>) -> i64 {
        let full = self.bonus.points(self.rounding, purchase, ONE_UNIT);
        self.caps.per_receipt.map_or(full, |cap| full.min(cap)).max(0)
    }
}

impl Rounding {
    /// Divides `share` by `whole` and rounds to whole points. A result that is too large becomes the largest number, and a
    /// negative one becomes zero.
    fn quotient(self, share: i128, whole: i128) -> i64 {
        let correction = match self {
            Rounding::Down => 0,
            Rounding::Nearest => whole / 2,
            Rounding::Up => whole - 1,
        };
        i64::try_from((share + correction).div_euclid(whole)).unwrap_or(i64::MAX).max(0)
    }
}

impl Bonus {
    /// The bonus before any limit. `entered` is the quantity of its factor that the cashier entered.
    fn points(self, rounding: Rounding, purchase: &Purchase<'_>, entered: Measure) -> i64 {
        match self {
            Bonus::Fixed { points } => points,
            Bonus::PerUnit { points, .. } => {
                rounding.quotient(i128::from(entered.units()) * i128::from(points), i128::from(ONE_UNIT.units()))
            }
            Bonus::PerAmount { points, each_hkd } if each_hkd > Hkd::ZERO => {
                (purchase.amount.units() / each_hkd.units()).saturating_mul(points)
            }
            Bonus::PerAmount { .. } | Bonus::None => 0,
            Bonus::Multiplier { factor, of } => {
                let multiplied = match of {
                    MultipliedPoints::Base => purchase.base,
                    MultipliedPoints::BaseAndCard => purchase.base.saturating_add(purchase.card),
                };
                // The rates have already given these points once.
                rounding.quotient(i128::from(multiplied) * i128::from(factor.units() - 10_000), 10_000)
            }
        }
    }
}

/// The points that the limits of the rule leave, and the tightest limit if they lower the bonus.
pub(super) fn limited(
    live: &LiveRule,
    full: i64,
    purchase: &Purchase<'_>,
    facts: &mut impl RuleFacts,
) -> AppResult<(i64, Option<RuleLimit>)> {
    let (caps, budget) = (live.rule.caps, live.rule.budget);
    let mut left = (full, None);
    let mut limit = |cap: Option<i64>, given: i64, by: RuleLimit| {
        if let Some(cap) = cap
            && (cap - given).max(0) < left.0
        {
            left = ((cap - given).max(0), Some(by));
        }
    };
    limit(caps.per_receipt, 0, RuleLimit::PerReceipt);
    let of_member = caps.per_member.is_some() || caps.per_member_day.is_some();
    let over = if caps.per_member.is_some() { MemberPeriod::Always } else { MemberPeriod::Day };
    let of_rule = caps.per_day.is_some() || caps.per_rule.is_some() || budget.is_some();
    let (given, to_member) = match (of_rule, of_member) {
        (true, true) => facts.given_and_to_member(live.id, over)?,
        (true, false) => (facts.given(live.id)?, GivenToMember::default()),
        (false, true) => (GivenByRule::default(), facts.given_to_member(live.id, over)?),
        (false, false) => return Ok(left),
    };
    limit(caps.per_member, to_member.points, RuleLimit::PerMember);
    limit(caps.per_member_day, to_member.today, RuleLimit::PerMemberDay);
    limit(caps.per_day, given.today, RuleLimit::PerDay);
    limit(caps.per_rule, given.points, RuleLimit::PerRule);
    limit(budget.map(|budget| budget.left(given, purchase.point_value)), 0, RuleLimit::Budget);
    Ok(left)
}

impl LiveRule {
    /// Whether the rule has no last day, or the day is not over. The last day does not switch a rule off.
    pub fn goes_on(&self, now: Timestamp) -> bool {
        self.rule.end().is_none_or(|end| end > now)
    }
}
