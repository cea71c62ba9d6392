//! The rewards of a partner, and the number of its customers who come back. Customers appear only as counts. With fewer
//! than [`FEWEST`] members there are no figures, so that no count reveals something about one person.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::{PartnerReward, queries};
use crate::base::content::ContentState;
use crate::base::day::{Day, Period};
use crate::base::id::{ItemId, PartnerId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::member::content::Content;
use crate::member::rewards::items::{ContentKind, Items};
use crate::platform::store::Read;

/// The partner's own codes can be added to rewards with a pool only.
const REWARD_WITHOUT_POOL: ProblemType = ProblemType::new("reward_without_pool", 409, "Reward without a pool of codes");
/// The reward is archived. Members cannot buy it, so its pool takes no more codes.
const REWARD_ARCHIVED: ProblemType = ProblemType::new("reward_archived", 409, "Reward archived");

/// With fewer members, a figure could reveal something about one person.
pub(super) const FEWEST: i64 = 10;
/// The weeks of a report of customers.
pub(super) const WEEKS: RangeInclusive<i64> = 1..=53;
pub(super) const USUAL_WEEKS: i64 = 13;
/// The days in which a sale counts as recent.
const RECENT_DAYS: i64 = 30;

/// The rewards of a partner, low stock first.
pub(super) fn rewards(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<PartnerReward>> {
    let since = Day::of(read.now()).plus(1 - RECENT_DAYS).start();
    let mut found = queries::rewards(read, partner, since)?;
    for reward in &mut found {
        let sold = reward.sold_recently;
        reward.lasts_days = reward.left.filter(|_| sold > 0).map(|left| left * RECENT_DAYS / sold);
    }
    found.sort_by_key(|reward| (!reward.low, !reward.on_offer));
    Ok(found)
}

/// Makes sure that a manager may add codes to the pool of an item. Fails with `not_found` for an item of another partner,
/// and with [`REWARD_ARCHIVED`] and [`REWARD_WITHOUT_POOL`].
pub(super) fn require_own_pool(read: &Read<'_>, partner: PartnerId, item: ItemId) -> AppResult<()> {
    let found = Items::find(read, item)?.filter(|found| found.input.partner_id == Some(partner)).ok_or(NOT_FOUND)?;
    if found.input.state == Some(ContentState::Archived) {
        return Err(REWARD_ARCHIVED.into());
    }
    if found.input.content.kind != ContentKind::Pool {
        return Err(REWARD_WITHOUT_POOL.into());
    }
    Ok(())
}

/// The number of members who bought at a partner, and the number of them who came back.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CustomerCounts {
    from: Day,
    to: Day,
    /// True if fewer than 10 members bought. Then the figures are absent.
    too_few: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    figures: Option<CustomerFigures>,
}

/// The figures of a partner's customers.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CustomerFigures {
    /// Members who earned points.
    members: i64,
    /// Members who came on two days or more.
    came_back: i64,
    /// Members who earned points here for the first time.
    new_members: i64,
    /// Visits: days on which a member earned points.
    visits: i64,
    /// Members by their number of visits: 1, 2 to 3, 4 to 8, more.
    by_visits: [i64; 4],
}

/// The customers of a partner in the weeks that end with the day `to`.
pub(super) fn customers(read: &Read<'_>, partner: PartnerId, to: Day, weeks: i64) -> AppResult<CustomerCounts> {
    let from = to.plus(1 - 7 * weeks);
    let period = Period { from: from.start(), until: to.plus(1).start() };
    let visits = queries::visits(read, partner, period)?;
    let mut figures = CustomerFigures { members: 0, came_back: 0, new_members: 0, visits: 0, by_visits: [0; 4] };
    for (days, members, new) in visits {
        figures.members += members;
        figures.new_members += new;
        figures.visits += days * members;
        let place = match days {
            1 => 0,
            2..=3 => 1,
            4..=8 => 2,
            _ => 3,
        };
        figures.by_visits[place] += members;
        if days > 1 {
            figures.came_back += members;
        }
    }
    let too_few = figures.members < FEWEST;
    Ok(CustomerCounts { from, to, too_few, figures: Some(figures).filter(|_| !too_few) })
}
