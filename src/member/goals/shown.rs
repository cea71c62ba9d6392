//! The reward of a goal as members and tills see it.

use serde::Serialize;

use super::goal::GoalReward;
use crate::base::day::Day;
use crate::base::id::ItemId;
use crate::base::language::LocalizedText;
use crate::base::points::PointsRate;
use crate::base::problem::AppResult;
use crate::member::content::Content;
use crate::member::earning_rules;
use crate::member::rewards::items::Items;
use crate::platform::store::Read;

/// The reward for reaching the target.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[schema(as = GoalRewardShown)]
pub enum ShownReward {
    /// Points.
    Points {
        /// Whole points.
        points: i64,
    },
    /// A coupon.
    Item {
        /// The item.
        item: ItemId,
        /// Its name.
        name: LocalizedText,
        /// The path of its picture.
        image: String,
    },
    /// A badge.
    Badge,
    /// A multiple of the points of purchases for some days.
    Multiplier {
        /// The factor; absent while the earning rule is off.
        #[serde(skip_serializing_if = "Option::is_none")]
        factor: Option<PointsRate>,
        /// The number of days.
        days: i64,
    },
}

/// The reward with its name and picture, as members and tills see it.
pub fn reward(read: &Read<'_>, reward: GoalReward) -> AppResult<ShownReward> {
    Ok(match reward {
        GoalReward::Points { points } => ShownReward::Points { points },
        GoalReward::Item { item } => {
            let found = Items::find_even_removed(read, item)?.map(|found| found.input);
            let (name, image) = found.map(|input| (input.name, input.image)).unwrap_or_default();
            ShownReward::Item { item, name, image }
        }
        GoalReward::Badge => ShownReward::Badge,
        GoalReward::Multiplier { rule, days } => {
            let today = Day::of(read.now());
            let live = earning_rules::find(read, rule)?.filter(|rule| rule.goes_on(today)).and_then(|rule| rule.live);
            ShownReward::Multiplier { factor: live.as_ref().and_then(earning_rules::granted_factor), days }
        }
    })
}
