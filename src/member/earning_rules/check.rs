//! Checks of a rule that an operator enters: values out of bounds, conditions that contradict each other, and bonuses
//! that nothing limits.

use super::rule::{Bonus, Budget, EarningRule, Occasion, PendingScope, Rounding, RuleCaps, RulePending, Stacking};
use crate::base::content::FormErrors;
use crate::base::day::Day;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::AppResult;

/// The longest name, in characters: members read it within a line.
const LONGEST_RULE_NAME: usize = 40;
/// The highest factor of a multiplier.
const HIGHEST_FACTOR: PointsRate = PointsRate::from_units(100 * 10_000);
const ONE: PointsRate = PointsRate::from_units(10_000);
/// Upper limit of numbers of points, to reject typing mistakes.
const HIGHEST_POINTS: i64 = 1_000_000_000;
/// Most entries of a list of partners, types or outlets.
const MOST_LISTED: usize = 200;
/// The highest n of an n-th purchase, and the most days after joining.
const HIGHEST_COUNT: i64 = 1_000;
/// The longest time for returns, in days.
const MOST_PENDING_DAYS: i64 = 365;
/// The highest priority of a rule. The lowest priority is the negative of this number. The range has more numbers than a
/// programme may have rules (500), so every rule can have a different priority.
pub(super) const HIGHEST_PRIORITY: i64 = 1_000;
/// The longest type of a partner, in characters.
const LONGEST_TYPE: usize = 40;
/// The most points of one bonus that an occasion alone limits. Each member may get it, so a larger one needs a limit that
/// staff have chosen.
const MOST_FOR_AN_OCCASION: i64 = 10_000;
/// The most points of one purchase by a bonus without any cap or budget, and the highest factor of such a bonus. A bonus by
/// the amount is judged by a bill of HK$1,000, and one by the quantity by a quantity of 10.
const MOST_WITHOUT_CAP: i64 = 10_000;
const JUDGED_BILL: Hkd = Hkd::from_units(100_000);
const JUDGED_QUANTITY: i64 = 10;
const HIGHEST_FACTOR_WITHOUT_CAP: PointsRate = PointsRate::from_units(10 * 10_000);
/// The number of days within which a last day is enough to limit a rule: a year and some weeks. An operator cannot
/// estimate what a rule pays until a later day, so such a rule needs a limit in points.
const MOST_DAYS_WITHOUT_LIMIT: i64 = 400;

impl EarningRule {
    /// Trims the name and sorts the lists. Fails with `400` that names every field with a mistake.
    pub fn checked(mut self, today: Day) -> AppResult<Self> {
        let mut form = FormErrors::new();
        form.text("name", &mut self.name, LONGEST_RULE_NAME);
        for (field, text) in [("name.zh", &self.name.zh), ("name.zhhk", &self.name.zhhk)] {
            form.expect(field, "required_field", text.is_some());
        }
        self.weekdays.sort_unstable();
        self.weekdays.dedup();
        self.bonus.check(&mut form);
        self.check_time(&mut form);
        self.check_places(&mut form);
        let bill = self.minimum_bill_hkd;
        form.expect("minimumBillHkd", "invalid_value", bill.is_none_or(|bill| bill > Hkd::ZERO));
        if let Some(occasion) = self.occasion {
            occasion.check(&mut form);
        }
        self.check_pending(&mut form);
        self.caps.check(&mut form);
        let budget = self.budget.is_none_or(|budget| match budget {
            Budget::Points { amount } => (1..=HIGHEST_POINTS).contains(&amount),
            Budget::Hkd { amount } => amount > Hkd::ZERO,
        });
        form.expect("budget.amount", "invalid_value", budget);
        let multiplies = matches!(self.bonus, Bonus::Multiplier { .. });
        form.expect("granted", "rule_granted_multiplies", !self.granted || multiplies);
        form.expect("priority", "invalid_value", (-HIGHEST_PRIORITY..=HIGHEST_PRIORITY).contains(&self.priority));
        if self.bonus == Bonus::None {
            self.check_without_bonus(&mut form)
        } else {
            self.check_limits(today, &mut form)
        }
        form.finish()?;
        Ok(self)
    }

    fn check_time(&self, form: &mut FormErrors) {
        let ordered = self.from.zip(self.until).is_none_or(|(from, until)| from <= until);
        form.expect("until", "invalid_period", ordered);
        form.expect("hours.until", "rule_hours_empty", self.hours.is_none_or(|hours| !hours.is_empty()));
        form.expect("weekdays", "rule_never_applies", !ordered || self.has_a_day_with(self));
    }

    fn check_pending(&self, form: &mut FormErrors) {
        let Some(RulePending { days, until, .. }) = self.pending else { return };
        form.expect("pending.days", "required_field", days.or(until.map(Day::number)).is_some());
        form.expect("pending.until", "rule_pending_twice", days.is_none() || until.is_none());
        let in_bounds = days.is_none_or(|days| (1..=MOST_PENDING_DAYS).contains(&days));
        form.expect("pending.days", "invalid_value", in_bounds);
        let Some(until) = until else { return };
        // A rule without a first day begins when it is switched on, which looks at the day again.
        if self.from.is_some_and(|from| until < from) {
            form.expect("pending.until", "rule_pending_before_start", false);
        } else {
            let lasts = self.until.is_none_or(|last| last <= until);
            form.expect("pending.until", "rule_pending_before_end", lasts);
        }
    }

    /// A rule without a bonus lets all points of a purchase wait. What limits or places a bonus has nothing to act on, and a
    /// birthday, which a member has once a year, is counted by the bonus that was given.
    fn check_without_bonus(&self, form: &mut FormErrors) {
        let delays = self.pending.is_some_and(|pending| pending.of == PendingScope::Purchase);
        let place = if self.pending.is_some() { "pending.of" } else { "pending" };
        form.expect(place, "rule_delays_nothing", delays);
        let RuleCaps { per_receipt, per_member, per_member_day, per_day, per_rule } = self.caps;
        for (field, absent) in [
            ("rounding", self.rounding == Rounding::default()),
            ("occasion", !matches!(self.occasion, Some(Occasion::Birthday { .. }))),
            ("caps.perReceipt", per_receipt.is_none()),
            ("caps.perMember", per_member.is_none()),
            ("caps.perMemberDay", per_member_day.is_none()),
            ("caps.perDay", per_day.is_none()),
            ("caps.perRule", per_rule.is_none()),
            ("budget", self.budget.is_none()),
            ("stacking", self.stacking == Stacking::default()),
        ] {
            form.expect(field, "rule_needs_bonus", absent);
        }
    }

    fn check_places(&mut self, form: &mut FormErrors) {
        self.partners.sort_unstable();
        self.partners.dedup();
        self.outlets.sort_unstable();
        self.outlets.dedup();
        for kind in &mut self.partner_types {
            *kind = kind.trim().to_owned();
        }
        let lists = [
            ("partners", self.partners.len()),
            ("partnerTypes", self.partner_types.len()),
            ("outlets", self.outlets.len()),
        ];
        for (field, length) in lists {
            form.expect(field, "too_long", length <= MOST_LISTED);
        }
        for (at, kind) in self.partner_types.iter().enumerate() {
            let sound = !kind.is_empty() && kind.chars().count() <= LONGEST_TYPE;
            form.expect(format!("partnerTypes[{at}]"), "invalid_value", sound);
        }
    }

    /// Something ends the rule soon or bounds the sum that it gives: a budget, a cap of the rule, a near end of a bonus that
    /// is small or has a cap, or an occasion that a member has once and whose bonus is small. The caps of a receipt and of a
    /// day bound no sum. That of a member bounds none either, because the number of members has no limit.
    fn check_limits(&self, today: Day, form: &mut FormErrors) {
        let RuleCaps { per_receipt, per_member, per_member_day, per_day, per_rule } = self.caps;
        if self.budget.is_some() || per_rule.is_some() {
            return;
        }
        let once = self.occasion.is_some_and(|one| !matches!(one, Occasion::NthPurchase { repeats: true, .. }));
        if self.ends_soon(today) {
            // A near end bounds the time, but not what the purchases of one member give.
            let capped = [per_receipt, per_member, per_member_day, per_day].into_iter().any(|cap| cap.is_some());
            form.expect("budget", "rule_bonus_unlimited", once || capped || !self.bonus.is_large());
        } else if once {
            let fixed = if let Bonus::Fixed { points } = self.bonus { Some(points) } else { None };
            let most = [fixed, per_receipt, per_member, per_member_day, per_day].into_iter().flatten().min();
            let small = most.is_some_and(|points| points <= MOST_FOR_AN_OCCASION);
            form.expect("budget", "rule_occasion_unlimited", small);
        } else if self.until.is_some() || per_member.or(per_member_day).or(per_day).is_some() {
            // The days or the members of the rule have a limit, but its last day is missing or far away.
            form.expect("until", "rule_without_end", false);
        } else {
            form.expect("budget", "rule_unlimited", false);
        }
    }

    /// Whether the last day is near enough to the first day, or to today if today is later, to need no other limit.
    fn ends_soon(&self, today: Day) -> bool {
        let begins = self.from.map_or(today, |from| from.max(today));
        self.until.is_some_and(|until| until <= begins.plus(MOST_DAYS_WITHOUT_LIMIT))
    }
}

impl Bonus {
    /// Whether one purchase may give so much that a typing mistake would be expensive.
    fn is_large(self) -> bool {
        match self {
            Bonus::Fixed { points } => points > MOST_WITHOUT_CAP,
            Bonus::PerAmount { points, each_hkd } => {
                let times = JUDGED_BILL.units().checked_div(each_hkd.units()).unwrap_or(0);
                times.max(1).saturating_mul(points) > MOST_WITHOUT_CAP
            }
            Bonus::PerUnit { points, .. } => points.saturating_mul(JUDGED_QUANTITY) > MOST_WITHOUT_CAP,
            Bonus::Multiplier { factor, .. } => factor > HIGHEST_FACTOR_WITHOUT_CAP,
            Bonus::None => false,
        }
    }

    fn check(self, form: &mut FormErrors) {
        let sound = |points: i64| (1..=HIGHEST_POINTS).contains(&points);
        match self {
            Bonus::Multiplier { factor, .. } => {
                form.expect("bonus.factor", "rule_factor", factor > ONE && factor <= HIGHEST_FACTOR);
            }
            Bonus::Fixed { points } | Bonus::PerUnit { points, .. } => {
                form.expect("bonus.points", "invalid_value", sound(points));
            }
            Bonus::PerAmount { points, each_hkd } => {
                form.expect("bonus.points", "invalid_value", sound(points));
                form.expect("bonus.eachHkd", "rule_divides_by_zero", each_hkd > Hkd::ZERO);
            }
            Bonus::None => {}
        }
    }
}

impl Occasion {
    fn check(self, form: &mut FormErrors) {
        match self {
            Occasion::NthPurchase { n: 0, .. } => form.expect("occasion.n", "rule_divides_by_zero", false),
            Occasion::NthPurchase { n, .. } => {
                form.expect("occasion.n", "invalid_value", (2..=HIGHEST_COUNT).contains(&n));
            }
            Occasion::Welcome { within_days: Some(days) } => {
                form.expect("occasion.withinDays", "invalid_value", (1..=HIGHEST_COUNT).contains(&days));
            }
            Occasion::Welcome { .. } | Occasion::FirstPurchase { .. } | Occasion::Birthday { .. } => {}
        }
    }
}

impl RuleCaps {
    fn check(self, form: &mut FormErrors) {
        for (field, cap) in [
            ("caps.perReceipt", self.per_receipt),
            ("caps.perMember", self.per_member),
            ("caps.perMemberDay", self.per_member_day),
            ("caps.perDay", self.per_day),
            ("caps.perRule", self.per_rule),
        ] {
            form.expect(field, "invalid_value", cap.is_none_or(|points| (1..=HIGHEST_POINTS).contains(&points)));
        }
    }
}
