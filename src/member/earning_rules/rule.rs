//! An earning rule as an operator sets it: the bonus, the conditions under which it is given, and its limits.

use serde::{Deserialize, Serialize};

use crate::base::day::Day;
use crate::base::hours::{Hours, Weekday};
use crate::base::id::{CarbonFactorId, OutletId, PartnerId, SegmentId};
use crate::base::language::LocalizedText;
use crate::base::points::{Hkd, PointsRate};

/// The conditions, effect and limits of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EarningRule {
    /// A short name in all three languages. Members read it behind the plus sign, as in "80 + 80 double Tuesday".
    pub name: LocalizedText,
    /// Its effect.
    pub bonus: Bonus,
    /// The rounding of a multiplier, and of points for each unit, to whole points.
    #[serde(default)]
    pub rounding: Rounding,
    /// The first day in Hong Kong; if absent, from the day on which it is switched on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Day>,
    /// The last day in Hong Kong; if absent, the rule has no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Day>,
    /// The days of the week of the purchase; every day if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weekdays: Vec<Weekday>,
    /// The hours of the day in Hong Kong. They go over midnight if the end is earlier than the start; after midnight, the
    /// day and the day of the week are those of the new day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<Hours>,
    /// The partners; every partner if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partners: Vec<PartnerId>,
    /// The types of partners; every type if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partner_types: Vec<String>,
    /// The outlets; every outlet if empty. A purchase by an API key is at the outlet of the key, if the key is for one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outlets: Vec<OutletId>,
    /// The smallest bill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_bill_hkd: Option<Hkd>,
    /// Whether only members with an Enjoy Card (true) or only those without it (false) get the bonus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enjoy_card: Option<bool>,
    /// The saved segment whose members get it; every member if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segment: Option<SegmentId>,
    /// The lowest level that a member must hold, counted from 1; every member if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<i64>,
    /// Whether only members get it to whom a goal has given it for some days, as its reward.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub granted: bool,
    /// The occasion for which it is given, such as a first purchase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occasion: Option<Occasion>,
    /// The time in which points wait, such as the time for returns; if absent, they can be spent at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<RulePending>,
    /// Limits in points.
    #[serde(default)]
    pub caps: RuleCaps,
    /// The limit of all that the rule gives. The rule ends by itself when the budget is spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// The order of rules, the highest first: it decides between rules that would give equally much.
    #[serde(default)]
    pub priority: i64,
    /// The way it combines with other rules that apply to the purchase.
    #[serde(default)]
    pub stacking: Stacking,
}

/// The effect of a rule on a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schema(as = EarningRuleBonus)]
pub enum Bonus {
    /// A multiple of the points by the partner's rates. With the factor 2 the rule adds as many points again.
    Multiplier {
        /// Above 1, as a decimal string.
        factor: PointsRate,
        /// The points that it multiplies.
        #[serde(default)]
        of: MultipliedPoints,
    },
    /// A fixed number of points.
    Fixed {
        /// Points for each purchase.
        points: i64,
    },
    /// Points for each full amount.
    PerAmount {
        /// Points for each full amount.
        points: i64,
        /// The amount.
        // Named for the API's description, which does not know the rule for all fields.
        #[serde(rename = "eachHkd")]
        each_hkd: Hkd,
    },
    /// Points for each unit of a carbon factor that the cashier enters with the purchase, such as a refill or a
    /// kilogram. A part of a unit gives its part of the points, rounded as the rule says. It gives nothing while carbon
    /// is switched off, because then nothing is entered.
    PerUnit {
        /// Points for each unit.
        points: i64,
        /// The factor, whose unit is the kilogram, the trip or the action.
        #[serde(rename = "factorId")]
        factor_id: CarbonFactorId,
    },
    /// No points. The rule only lets all points of the purchase wait, so its `pending` is of the purchase. It has no
    /// limits, no rounding and no birthday, and it neither replaces other rules nor is replaced by them.
    None,
}

/// The points that a multiplier multiplies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum MultipliedPoints {
    /// The points by the partner's base rate.
    #[default]
    Base,
    /// The points by both rates, that of the Enjoy Card included.
    BaseAndCard,
}

/// The rounding to whole points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleRounding)]
pub enum Rounding {
    /// Down, as the partner's rates do.
    #[default]
    Down,
    /// To the nearest point, halves up.
    Nearest,
    /// Up.
    Up,
}

/// The occasion for which a bonus is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schema(as = EarningRuleOccasion)]
pub enum Occasion {
    /// The member's first purchase at a partner, or with any partner.
    FirstPurchase {
        /// The places whose purchases count.
        #[serde(default)]
        at: PurchaseScope,
    },
    /// The member's n-th purchase at a partner, or with any partner.
    NthPurchase {
        /// From 2.
        n: i64,
        /// Whether each further n-th purchase counts too.
        #[serde(default)]
        repeats: bool,
        /// The places whose purchases count.
        #[serde(default)]
        at: PurchaseScope,
    },
    /// The first purchase of a new member.
    Welcome {
        /// The number of days after joining within which it is given; if absent, at any time.
        #[serde(rename = "withinDays", default, skip_serializing_if = "Option::is_none")]
        within_days: Option<i64>,
    },
    /// A purchase around the member's birthday, once a calendar year.
    Birthday {
        /// The time at which it is given.
        #[serde(default)]
        window: BirthdayWindow,
    },
}

/// The places whose purchases count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PurchaseScope {
    /// At the partner of the purchase.
    #[default]
    Partner,
    /// At all partners.
    Programme,
}

/// The time around a birthday.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BirthdayWindow {
    /// The month of the birthday.
    #[default]
    Month,
    /// The birthday itself. A birthday on 29 February is kept on 28 February in other years.
    Day,
}

/// The time in which points wait until they can be spent: some days after each purchase, or until a fixed day. It has
/// either `days` or `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EarningRulePending)]
pub struct RulePending {
    /// Days after the day of the purchase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<i64>,
    /// The day in Hong Kong on which the points of all purchases are released. Points earned on it or later do not wait.
    /// It lies neither before the first day of the rule nor before its last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Day>,
    /// The points that wait.
    #[serde(default)]
    pub of: PendingScope,
}

impl RulePending {
    /// The day on which the points of a purchase on that day are released.
    pub fn release(self, bought: Day) -> Day {
        self.until.unwrap_or_else(|| bought.plus(self.days.unwrap_or(0)))
    }
}

/// The points that wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PendingScope {
    /// The points of the rule.
    #[default]
    Bonus,
    /// All points of the purchase, while the rule adds to it.
    Purchase,
}

/// Limits of a rule in points; an absent one does not limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EarningRuleCaps)]
pub struct RuleCaps {
    /// For one purchase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_receipt: Option<i64>,
    /// For one member in total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_member: Option<i64>,
    /// For one member on one day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_member_day: Option<i64>,
    /// For all members together on one day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_day: Option<i64>,
    /// For all members together in total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_rule: Option<i64>,
}

/// The limit of all that a rule gives, over all its versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "unit", rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EarningRuleBudget)]
pub enum Budget {
    /// A number of points.
    Points {
        /// The points.
        amount: i64,
    },
    /// Hong Kong dollars, by the value of a point when it is given.
    Hkd {
        /// The dollars.
        amount: Hkd,
    },
}

/// The way in which several rules that apply to a purchase combine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleStacking)]
pub enum Stacking {
    /// The rule adds to the others that add up.
    #[default]
    Adds,
    /// Only the better counts: this rule alone, or the others.
    Best,
}
