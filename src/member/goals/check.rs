//! Checks of a goal that an operator enters: values out of bounds, targets out of reach, and rewards without a limit.

use super::goal::{Counted, Goal, GoalKind, GoalReward, GoalWindow};
use crate::base::content::FormErrors;
use crate::base::day::Day;
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, FieldProblem};
use crate::member::content::Content;
use crate::member::earning_rules;
use crate::member::rewards::ItemType;
use crate::member::rewards::items::Items;
use crate::platform::store::Read;

/// The longest name, in characters: members read it within a line.
const LONGEST_GOAL_NAME: usize = 40;
/// Upper limit of targets, points and rewards, to reject typing mistakes.
const HIGHEST: i64 = 1_000_000_000;
/// Number of stamps of a card: as many as a phone shows at once.
const STAMPS: std::ops::RangeInclusive<i64> = 2..=12;
/// Most days of a card from its first purchase.
const MOST_DAYS: i64 = 732;
/// Most days of a multiplier as a reward. It always ends, so that a goal never raises points for good.
const MOST_REWARD_DAYS: i64 = 366;
/// Most entries of a list of partners.
const MOST_LISTED: usize = 200;
/// Most purchases of a day.
const MOST_A_DAY: i64 = 100;
/// The days of the shortest month: a monthly target must be reachable in it too.
const SHORTEST_MONTH: i64 = 28;

impl Goal {
    /// Trims the name and sorts the partners. Fails with `400` that names every field with a mistake.
    pub fn checked(mut self) -> AppResult<Self> {
        let mut form = FormErrors::new();
        form.text("name", &mut self.name, LONGEST_GOAL_NAME);
        for (field, text) in [("name.zh", &self.name.zh), ("name.zhhk", &self.name.zhhk)] {
            form.expect(field, "required_field", text.is_some());
        }
        self.check_conditions(&mut form);
        form.finish()?;
        Ok(self)
    }

    /// Checks the goal as `checked` does, except for its name: the editor estimates the cost before a name is written.
    pub(super) fn checked_without_name(mut self) -> AppResult<Self> {
        let mut form = FormErrors::new();
        self.check_conditions(&mut form);
        form.finish()?;
        Ok(self)
    }

    fn check_conditions(&mut self, form: &mut FormErrors) {
        self.partners.sort_unstable();
        self.partners.dedup();
        form.expect("partners", "too_long", self.partners.len() <= MOST_LISTED);
        form.expect("minimumBillHkd", "invalid_value", self.minimum_bill_hkd.is_none_or(|bill| bill > Hkd::ZERO));
        form.expect("perDay", "invalid_value", self.per_day.is_none_or(|most| (1..=MOST_A_DAY).contains(&most)));
        form.expect("limit", "invalid_value", self.limit.is_none_or(|most| (1..=HIGHEST).contains(&most)));
        self.check_target(form);
        self.check_time(form);
        if let Some((field, _)) = self.reward.out_of_bounds() {
            form.expect(field, "invalid_value", false);
        }
        form.expect("limit", "goal_unlimited", self.is_limited());
    }

    fn check_target(&self, form: &mut FormErrors) {
        let sums = matches!(self.counts, Counted::Spend | Counted::Points);
        if self.kind == GoalKind::StampCard {
            form.expect("counts", "goal_stamps_sum", !sums);
            form.expect("target", "invalid_value", STAMPS.contains(&self.target));
        } else {
            form.expect("target", "invalid_value", (1..=HIGHEST).contains(&self.target));
        }
        let partners = i64::try_from(self.partners.len()).unwrap_or(i64::MAX);
        let enough = self.counts != Counted::Partners || partners == 0 || self.target <= partners;
        let most = if sums { None } else { self.per_day.zip(self.days()) };
        let in_time = most.is_none_or(|(most, days)| self.target <= most.saturating_mul(days));
        form.expect("target", "goal_unreachable", enough && in_time);
    }

    fn check_time(&self, form: &mut FormErrors) {
        let ordered = self.from.zip(self.until).is_none_or(|(from, until)| from <= until);
        form.expect("until", "invalid_period", ordered);
        if let GoalWindow::SinceFirst { days } = self.window {
            form.expect("window.days", "invalid_value", (1..=MOST_DAYS).contains(&days));
        }
    }

    /// The fewest days that a member has for a card who begins it on the first day.
    fn days(&self) -> Option<i64> {
        let all = self.from.zip(self.until).map(|(from, until)| until.number() - from.number() + 1);
        let own = match self.window {
            GoalWindow::Dates => None,
            GoalWindow::Month => Some(SHORTEST_MONTH),
            GoalWindow::SinceFirst { days } => Some(days),
        };
        [all, own].into_iter().flatten().min().filter(|days| *days > 0)
    }

    /// Whether something bounds what it gives: an end, a number of rewards, or one reward for each member.
    fn is_limited(&self) -> bool {
        let once_each = !self.repeats && self.window != GoalWindow::Month;
        self.until.is_some() || self.limit.is_some() || once_each || self.reward == GoalReward::Badge
    }

    /// Whether its last day is over.
    pub(super) fn is_over(&self, today: Day) -> bool {
        self.until.is_some_and(|until| until < today)
    }
}

impl GoalReward {
    /// The field whose number is out of bounds, as a goal and as a level of the ladder name it.
    fn out_of_bounds(self) -> Option<(&'static str, &'static str)> {
        match self {
            GoalReward::Points { points } => (!(1..=HIGHEST).contains(&points)).then_some(("reward.points", "points")),
            GoalReward::Multiplier { days, .. } => {
                (!(1..=MOST_REWARD_DAYS).contains(&days)).then_some(("reward.days", "days"))
            }
            GoalReward::Item { .. } | GoalReward::Badge => None,
        }
    }
}

/// The mistakes in the reward of a level: a number out of bounds, an item that is no coupon on sale, and an earning rule
/// that goals cannot give. `field` is the name of the reward among the values of the ladder.
pub fn reward_problems(read: &Read<'_>, field: &str, reward: GoalReward) -> AppResult<Vec<FieldProblem>> {
    let bounds = reward.out_of_bounds().map(|(_, part)| (part, "invalid_value"));
    let unknown = unknown_part(read, reward)?;
    let problem = |(part, code)| {
        let field = format!("{field}.{part}");
        FieldProblem::new(field, code)
    };
    Ok(bounds.into_iter().chain(unknown).map(problem).collect())
}

/// The part of a reward that does not exist, or that goals cannot give, with the code of the mistake.
pub(super) fn unknown_part(read: &Read<'_>, reward: GoalReward) -> AppResult<Option<(&'static str, &'static str)>> {
    Ok(match reward {
        GoalReward::Item { item } => {
            let is_coupon = Items::find(read, item)?.is_some_and(|item| item.input.kind == ItemType::Coupon);
            (!is_coupon).then_some(("item", "unknown_item"))
        }
        GoalReward::Multiplier { rule, .. } => {
            let version = earning_rules::find(read, rule)?.map(|rule| rule.live.unwrap_or(rule.latest));
            let is_granted = version.is_some_and(|version| earning_rules::granted_factor(&version).is_some());
            (!is_granted).then_some(("rule", "unknown_rule"))
        }
        GoalReward::Points { .. } | GoalReward::Badge => None,
    })
}

#[cfg(test)]
mod tests {
    use super::Goal;
    use crate::base::problem::AppError;
    use serde_json::{Value, json};

    fn problems(over: &Value) -> Vec<(String, String)> {
        let mut goal = json!({ "name": { "en": "Six cups", "zh": "六杯", "zhhk": "六杯" }, "kind": "stampCard",
            "counts": "purchases", "target": 6, "reward": { "kind": "points", "points": 80 }, "until": "2026-12-31" });
        for (name, value) in over.as_object().expect("an object") {
            goal[name] = value.clone();
        }
        let goal: Goal = serde_json::from_value(goal).expect("a goal");
        match goal.checked() {
            Ok(_) => Vec::new(),
            Err(AppError::Refused(refusal)) => {
                refusal.fields.iter().map(|wrong| (wrong.field.to_string(), wrong.code.to_owned())).collect()
            }
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn goals_that_nobody_reaches_and_rewards_without_limit_are_refused_at_their_field() {
        let month = json!({ "kind": "month" });
        for (over, field, code) in [
            (json!({ "target": 0 }), "target", "invalid_value"),
            (json!({ "target": 13 }), "target", "invalid_value"),
            (json!({ "kind": "challenge", "target": 0 }), "target", "invalid_value"),
            (json!({ "counts": "spend" }), "counts", "goal_stamps_sum"),
            (json!({ "from": "2027-01-01" }), "until", "invalid_period"),
            (json!({ "from": "2026-12-30", "perDay": 2 }), "target", "goal_unreachable"),
            (json!({ "window": { "kind": "sinceFirst", "days": 3 }, "perDay": 1 }), "target", "goal_unreachable"),
            (json!({ "window": { "kind": "sinceFirst", "days": 0 } }), "window.days", "invalid_value"),
            (json!({ "until": null, "repeats": true }), "limit", "goal_unlimited"),
            (json!({ "until": null, "window": month }), "limit", "goal_unlimited"),
            (json!({ "reward": { "kind": "points", "points": 0 } }), "reward.points", "invalid_value"),
            (json!({ "name": { "en": "Six cups", "zhhk": "六杯" } }), "name.zh", "required_field"),
        ] {
            assert_eq!(problems(&over), [(field.to_owned(), code.to_owned())], "{over}");
        }
        for sound in [
            json!({}),
            json!({ "until": null }),
            json!({ "until": null, "repeats": true, "limit": 500 }),
            json!({ "until": null, "window": month, "reward": { "kind": "badge" } }),
        ] {
            assert_eq!(problems(&sound), [], "{sound}");
        }
    }
}
