//! The gift of a campaign that gives no points: a coupon, a stamp on a card, or progress to a level.

use serde::{Deserialize, Serialize};

use super::{CampaignRecord, details};
use crate::base::day::Day;
use crate::base::id::{GoalId, ItemId, MemberId, PartnerId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::PointsRate;
use crate::base::problem::{AppResult, FieldProblem};
use crate::core::ledger::{self, AccountId, NewPostings, TransactionKind};
use crate::core::settings;
use crate::member::content::Content;
use crate::member::expiry;
use crate::member::goals::{self, Counted, GoalReward};
use crate::member::rewards::items::Items;
use crate::member::rewards::{self, CodeVault, ItemType};
use crate::member::tiers;
use crate::platform::store::{Read, Tx};

/// The most progress that one scan gives, to reject typing mistakes.
const MOST_PROGRESS: i64 = 1_000_000;

/// The gift for one scan, in place of points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum CampaignGift {
    /// A coupon, from the stock of its item. It costs the member nothing.
    Item {
        /// The item.
        item: ItemId,
    },
    /// A stamp on the member's card of a goal that counts purchases.
    Stamp {
        /// The goal.
        goal: GoalId,
    },
    /// Progress to a level.
    Progress {
        /// In the unit of the ladder: whole dollars for a sum of bills.
        amount: i64,
    },
}

/// A gift that a member has got.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[schema(as = CampaignGiftGiven)]
pub enum GiftGiven {
    /// A coupon.
    Item {
        /// The name of the item.
        name: LocalizedText,
        /// The picture of the item.
        image: String,
        /// The partner of the item.
        #[serde(skip_serializing_if = "Option::is_none")]
        partner: Option<PartnerId>,
        /// The last day on which the coupon can be opened, if it ends.
        // Named for the API's description, which does not know the rule for all fields.
        #[serde(rename = "useBy", skip_serializing_if = "Option::is_none")]
        use_by: Option<Day>,
        /// The coupon.
        redemption: RedemptionId,
    },
    /// A stamp.
    Stamp {
        /// The goal.
        goal: GoalId,
        /// The name of the goal.
        name: LocalizedText,
        /// The progress of the card.
        progress: i64,
        /// The target of the goal.
        target: i64,
        /// Whether the stamp reached the target.
        reached: bool,
    },
    /// Progress to a level.
    Progress {
        /// In the unit of the ladder.
        amount: i64,
    },
}

impl CampaignGift {
    /// The gift as a cell of a table: `item:` and its id, `stamp:` and the id of its goal, or `progress:` and a number.
    pub fn as_cell(&self) -> String {
        match self {
            CampaignGift::Item { item } => format!("item:{item}"),
            CampaignGift::Stamp { goal } => format!("stamp:{goal}"),
            CampaignGift::Progress { amount } => format!("progress:{amount}"),
        }
    }

    /// Reads a cell that [`Self::as_cell`] wrote.
    pub fn from_cell(cell: &str) -> Option<Self> {
        let (kind, value) = cell.split_once(':')?;
        match kind {
            "item" => Some(CampaignGift::Item { item: ItemId::parse(value)? }),
            "stamp" => Some(CampaignGift::Stamp { goal: GoalId::parse(value)? }),
            "progress" => Some(CampaignGift::Progress { amount: value.parse().ok()? }),
            _ => None,
        }
    }

    /// The mistakes in a gift: an item that is no coupon, a goal that takes no stamps, or progress while there is no
    /// ladder.
    pub(super) fn problems(&self, read: &Read<'_>) -> AppResult<Vec<FieldProblem>> {
        let (field, code, sound) = match self {
            CampaignGift::Item { item } => {
                let found = Items::find(read, *item)?;
                ("gift.item", "unknown_item", found.is_some_and(|item| item.input.kind == ItemType::Coupon))
            }
            CampaignGift::Stamp { goal } => {
                let version = goals::find(read, *goal)?.and_then(|found| found.live_version().cloned());
                let takes = version.is_some_and(|version| version.goal.counts == Counted::Purchases);
                ("gift.goal", "goal_without_stamps", takes)
            }
            CampaignGift::Progress { amount } if !(1..=MOST_PROGRESS).contains(amount) => {
                ("gift.amount", "invalid_value", false)
            }
            CampaignGift::Progress { .. } => {
                let ladder = tiers::find(read)?;
                let counts = ladder.live_version().map(|version| version.ladder.counts);
                ("gift.amount", "no_ladder", counts.is_some_and(|counts| counts != Counted::Partners))
            }
        };
        Ok(if sound { Vec::new() } else { vec![FieldProblem::new(field, code)] })
    }

    /// The points that one gift is worth: for a coupon its price, or its face value by the value of a point if that is
    /// more; for a stamp its part of the reward. Progress to a level is worth none by itself.
    pub fn worth(&self, read: &Read<'_>) -> AppResult<i64> {
        match self {
            CampaignGift::Item { item } => worth_of_item(read, *item),
            CampaignGift::Stamp { goal } => {
                let version = goals::find(read, *goal)?.and_then(|found| found.live_version().cloned());
                let Some(goal) = version.map(|version| version.goal) else { return Ok(0) };
                let reward = match goal.reward {
                    GoalReward::Points { points } => points,
                    GoalReward::Item { item } => worth_of_item(read, item)?,
                    GoalReward::Badge | GoalReward::Multiplier { .. } => 0,
                };
                Ok((reward + goal.target - 1) / goal.target.max(1))
            }
            CampaignGift::Progress { .. } => Ok(0),
        }
    }
}

fn worth_of_item(read: &Read<'_>, item: ItemId) -> AppResult<i64> {
    let Some(input) = Items::find(read, item)?.map(|found| found.input) else { return Ok(0) };
    let point_value = settings::cached(read)?.point_value_hkd;
    let face = input.face_value_hkd.filter(|_| point_value > PointsRate::ZERO);
    let in_points = face.map_or(0, |face| face.units().saturating_mul(100) / point_value.units());
    Ok(input.points.get().max(in_points))
}

/// Gives a gift. Returns the transaction that paid for it, or else the id of the claim. Fails with
/// [`rewards::ITEM_UNAVAILABLE`], [`rewards::OUT_OF_STOCK`], [`goals::STAMP_UNAVAILABLE`] and
/// [`tiers::PROGRESS_UNAVAILABLE`].
pub(super) fn give(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    campaign: &CampaignRecord,
    gift: &CampaignGift,
) -> AppResult<(TransactionId, GiftGiven)> {
    let claim = TransactionId::made_at(tx.now());
    match *gift {
        // The programme pays the price, so that stock, codes, reports and returns work as for any other coupon.
        CampaignGift::Item { item } => {
            let price = rewards::price_of_coupon(tx, item)?;
            expiry::settle_before_earning(tx, member)?;
            let to = ledger::account_of(tx, member)?;
            let paid = NewPostings::between(
                TransactionKind::Campaign,
                AccountId::ISSUANCE,
                to,
                price,
                details(campaign, "history.campaign_gift.description"),
            );
            let transaction = ledger::post(tx, &paid)?.id;
            let bought = rewards::buy_as_reward(tx, vault, member, item)?.redemption;
            let (use_by, partner, redemption) = (bought.last_day(), bought.partner, bought.id);
            let rewards::ItemSnapshot { name, image, .. } = bought.item;
            Ok((transaction, GiftGiven::Item { name, image, partner, use_by, redemption }))
        }
        CampaignGift::Stamp { goal } => {
            let step = goals::stamp(tx, vault, member, goal, claim)?;
            let goals::GoalStep { goal, name, progress, target, reached, .. } = step;
            Ok((claim, GiftGiven::Stamp { goal, name, progress, target, reached }))
        }
        CampaignGift::Progress { amount } => {
            tiers::add_progress(tx, vault, member, amount, claim)?;
            Ok((claim, GiftGiven::Progress { amount }))
        }
    }
}
