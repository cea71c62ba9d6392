//! The rewards of a partner, and the number of its customers who come back. Customers appear only as counts. With fewer
//! than [`FEWEST`] members there are no figures, so that no count reveals something about one person.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::{PartnerReward, queries};
use crate::base::day::{Day, Period};
use crate::base::id::PartnerId;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

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

/// How many members bought at a partner, and how many of them came back.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CustomerCounts {
    from: Day,
    to: Day,
    /// Whether fewer than 10 members bought. Then there are no figures.
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
