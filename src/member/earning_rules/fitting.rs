//! The conditions of a rule, in the order in which a purchase is compared with them. A condition that the purchase does not
//! meet is the reason for which the rule gives nothing.

use serde::Serialize;

use super::purchase::{EarlierPurchases, LiveRule, MemberPeriod, Purchase, RuleFacts};
use super::rule::{BirthdayWindow, EarningRule, Occasion, PurchaseScope};
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, SegmentId};
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::members::Birthday;

/// The reason for which a rule gave nothing for a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[schema(as = EarningRuleMiss)]
pub enum RuleMiss {
    /// The rule started on a later day.
    NotStarted {
        /// Its first day.
        from: Day,
    },
    /// The last day of the rule was over.
    Ended {
        /// Its last day.
        on: Day,
    },
    /// It was another day of the week.
    Weekday,
    /// It was outside of the hours.
    Hours,
    /// The rule is for other partners.
    Partner,
    /// The rule is for partners of other types.
    PartnerType,
    /// The bill was too small.
    MinimumBill {
        /// The smallest bill.
        hkd: Hkd,
    },
    /// The rule is for holders of the Enjoy Card.
    WithoutCard,
    /// The rule is for members without an Enjoy Card.
    WithCard,
    /// The rule is for other outlets.
    Outlet,
    /// The member was not in the segment.
    Segment {
        /// The segment.
        segment: SegmentId,
    },
    /// The member held a lower level, or none.
    Level {
        /// The lowest level.
        level: i64,
    },
    /// No goal had given the rule to the member for that day.
    NotGranted,
    /// It was not the first purchase.
    NotFirst,
    /// It was not the purchase that counts.
    NotNth {
        /// The number of the purchase that counts.
        n: i64,
    },
    /// The member had joined too long before.
    WelcomeOver,
    /// It was not the time of the birthday, or the birthday was not known.
    NotBirthday,
    /// The member had the gift of that year.
    BirthdayGiven,
    /// The bonus came to less than one point, or the cashier entered no quantity.
    NothingToAdd,
    /// A cap or the budget was reached.
    Limit,
    /// Another rule gave more, and only the better of the two counts.
    OtherCounted,
    /// The reason is not kept.
    Unknown,
}

impl EarningRule {
    /// The first condition that needs no facts and that the purchase does not meet.
    pub(super) fn miss(&self, purchase: &Purchase<'_>) -> Option<RuleMiss> {
        let (day, listed) = (purchase.at.day, |empty: bool, found: bool| empty || found);
        if let Some(from) = self.from.filter(|from| day < *from) {
            return Some(RuleMiss::NotStarted { from });
        }
        if let Some(on) = self.until.filter(|until| *until < day) {
            return Some(RuleMiss::Ended { on });
        }
        if !listed(self.weekdays.is_empty(), self.weekdays.contains(&purchase.at.weekday)) {
            return Some(RuleMiss::Weekday);
        }
        if self.hours.is_some_and(|hours| !purchase.at.is_within(hours)) {
            return Some(RuleMiss::Hours);
        }
        if !listed(self.partners.is_empty(), self.partners.contains(&purchase.partner)) {
            return Some(RuleMiss::Partner);
        }
        if !listed(self.partner_types.is_empty(), self.partner_types.iter().any(|kind| kind == purchase.partner_type)) {
            return Some(RuleMiss::PartnerType);
        }
        if let Some(hkd) = self.minimum_bill_hkd.filter(|bill| *bill > purchase.amount) {
            return Some(RuleMiss::MinimumBill { hkd });
        }
        match self.enjoy_card {
            Some(true) if !purchase.enjoy_card => Some(RuleMiss::WithoutCard),
            Some(false) if purchase.enjoy_card => Some(RuleMiss::WithCard),
            _ => None,
        }
    }
}

pub(super) fn is_at_outlet(rule: &EarningRule, facts: &mut impl RuleFacts) -> AppResult<bool> {
    Ok(rule.outlets.is_empty() || facts.outlet()?.is_some_and(|outlet| rule.outlets.contains(&outlet)))
}

/// The first condition about the member that the purchase does not meet.
pub(super) fn miss_of_member(
    live: &LiveRule,
    purchase: &Purchase<'_>,
    facts: &mut impl RuleFacts,
) -> AppResult<Option<RuleMiss>> {
    let rule = &live.rule;
    if let Some(segment) = rule.segment
        && !facts.belongs(segment)?
    {
        return Ok(Some(RuleMiss::Segment { segment }));
    }
    if let Some(level) = rule.level
        && facts.level()? < level
    {
        return Ok(Some(RuleMiss::Level { level }));
    }
    if rule.granted && !facts.is_granted(live.id)? {
        return Ok(Some(RuleMiss::NotGranted));
    }
    let unless = |fits: bool, miss: RuleMiss| (!fits).then_some(miss);
    Ok(match rule.occasion {
        None => None,
        Some(Occasion::FirstPurchase { at }) => unless(is_nth(live.id, facts, at, (1, false))?, RuleMiss::NotFirst),
        Some(Occasion::NthPurchase { n, repeats, at }) => {
            unless(is_nth(live.id, facts, at, (n, repeats))?, RuleMiss::NotNth { n })
        }
        Some(Occasion::Welcome { within_days }) => {
            let last = |days| -> AppResult<Day> { Ok(Day::of(facts.joined()?).plus(days)) };
            match within_days.map(last).transpose()?.is_none_or(|last| purchase.at.day <= last) {
                true => unless(is_nth(live.id, facts, PurchaseScope::Programme, (1, false))?, RuleMiss::NotFirst),
                false => Some(RuleMiss::WelcomeOver),
            }
        }
        Some(Occasion::Birthday { window }) => {
            match facts.birthday()?.is_some_and(|birthday| falls(birthday, window, purchase.at.day)) {
                true => {
                    unless(facts.given_to_member(live.id, MemberPeriod::Year)?.this_year == 0, RuleMiss::BirthdayGiven)
                }
                false => Some(RuleMiss::NotBirthday),
            }
        }
    })
}

/// Whether the purchase is the member's n-th, or each further n-th if it repeats. One that earns late is so by the
/// purchases that were made before it, or by all that were counted before it. Purchases after it may have had the bonus
/// already, so that then the bonus is given no more often than the purchases are n.
fn is_nth(
    rule: EarningRuleId,
    facts: &mut impl RuleFacts,
    at: PurchaseScope,
    (n, repeats): (i64, bool),
) -> AppResult<bool> {
    let EarlierPurchases { counted, made } = facts.purchases_before(at)?;
    let fits = |before: i64| before + 1 == n || (repeats && n > 0 && (before + 1) % n == 0);
    if made == counted || !(fits(made) || fits(counted)) {
        return Ok(fits(counted));
    }
    let most = if repeats { (counted + 1) / n.max(1) } else { 1 };
    Ok(facts.times_given(rule, at)? < most)
}

/// Whether a day is that of a birthday, or in its month.
pub(super) fn falls(birthday: Birthday, window: BirthdayWindow, day: Day) -> bool {
    match window {
        BirthdayWindow::Month => birthday.month_in(day),
        BirthdayWindow::Day => birthday.is_on(day),
    }
}
