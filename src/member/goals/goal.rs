//! A goal as an operator writes it: the task, its target, and the reward.

use serde::{Deserialize, Serialize};

use super::CountedPurchase;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, ItemId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;

/// The task of members for a reward. Days are Hong Kong's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Goal {
    /// The name that members read, in three languages.
    pub name: LocalizedText,
    /// The way in which the app shows it to members.
    pub kind: GoalKind,
    /// The unit of the target.
    pub counts: Counted,
    /// The target, such as 6 purchases or 500 dollars.
    pub target: i64,
    /// The partners at which purchases count; every partner if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partners: Vec<PartnerId>,
    /// The smallest bill that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_bill_hkd: Option<Hkd>,
    /// The most purchases of a member that count on one day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_day: Option<i64>,
    /// The time that a member has for one card.
    #[serde(default)]
    pub window: GoalWindow,
    /// The first day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Day>,
    /// The last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Day>,
    /// Whether a new card begins after the target was reached, within the same month or dates too.
    #[serde(default)]
    pub repeats: bool,
    /// The most rewards for all members together, over all versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
    /// The reward for reaching the target.
    pub reward: GoalReward,
}

/// The way in which the app shows a goal to members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GoalKind {
    /// A card with a blossom for each purchase.
    StampCard,
    /// A bar that fills.
    Challenge,
}

/// The unit of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GoalCounts)]
pub enum Counted {
    /// The number of purchases.
    Purchases,
    /// The number of different partners.
    Partners,
    /// The sum of the bills, in Hong Kong dollars.
    Spend,
    /// The sum of the points that purchases earned.
    Points,
}

/// The time that a member has for one card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum GoalWindow {
    /// All the days of the goal.
    #[default]
    Dates,
    /// A calendar month. Each month begins a new card.
    Month,
    /// Some days from the first purchase, its day included.
    SinceFirst {
        /// The number of days.
        days: i64,
    },
}

/// The reward for reaching the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum GoalReward {
    /// Points.
    Points {
        /// Whole points.
        points: i64,
    },
    /// A coupon of an item, from its stock.
    Item {
        /// The item.
        item: ItemId,
    },
    /// A badge that the member keeps.
    Badge,
    /// A multiple of the points of purchases, by an earning rule, today and on some days after it.
    Multiplier {
        /// The rule, a multiplier that asks for a grant.
        rule: EarningRuleId,
        /// The number of days.
        days: i64,
    },
}

impl Goal {
    /// The target in the unit in which cards count: cents for bills.
    pub fn target_units(&self) -> i64 {
        if self.counts == Counted::Spend { self.target.saturating_mul(100) } else { self.target }
    }

    /// Progress as members see it: whole dollars for bills, never above the target.
    pub fn shown(&self, progress: i64) -> i64 {
        let whole = if self.counts == Counted::Spend { progress / 100 } else { progress };
        whole.min(self.target)
    }

    /// The progress of a purchase on a card.
    pub(super) fn amount_of(&self, purchase: &CountedPurchase) -> i64 {
        match self.counts {
            Counted::Purchases | Counted::Partners => 1,
            Counted::Spend => purchase.amount.units(),
            Counted::Points => purchase.points,
        }
    }

    /// Whether purchases count on that day.
    pub fn is_on(&self, day: Day) -> bool {
        self.from.is_none_or(|from| from <= day) && self.until.is_none_or(|until| day <= until)
    }

    /// Whether a purchase counts by its day, its partner and its bill.
    pub(super) fn fits(&self, purchase: &CountedPurchase) -> bool {
        self.is_on(Day::of(purchase.at))
            && (self.partners.is_empty() || self.partners.contains(&purchase.partner))
            && self.minimum_bill_hkd.is_none_or(|least| purchase.amount >= least)
    }

    /// The end of a card that begins at that moment: the first moment at which nothing counts any more.
    pub fn end_of_card(&self, now: Timestamp) -> Option<Timestamp> {
        let day = Day::of(now);
        let last = match self.window {
            GoalWindow::Dates => None,
            GoalWindow::Month => day.month_end(),
            GoalWindow::SinceFirst { days } => Some(day.plus(days - 1)),
        };
        let last = [last, self.until].into_iter().flatten().min();
        last.map(|last| last.plus(1).start())
    }
}
