//! Items that are only for members who have reached a goal.

use serde::Serialize;

use super::items::ItemRecord;
use super::{BADGE_REQUIRED, queries};
use crate::base::id::{GoalId, MemberId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// The condition that a buyer must meet.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[schema(as = ItemRequirement)]
pub(super) enum Requirement {
    /// A goal that the member has reached.
    Badge {
        /// The goal.
        goal: GoalId,
        /// Its name.
        name: LocalizedText,
        /// Whether the member has reached it.
        met: bool,
    },
}

/// The condition of an item for a member; `None` if everybody may buy it.
pub(super) fn of(read: &Read<'_>, member: MemberId, item: &ItemRecord) -> AppResult<Option<Requirement>> {
    let Some(goal) = item.input.requires_goal else { return Ok(None) };
    let (name, met) = (queries::requirements::goal_name(read, goal)?, has_reached(read, member, goal)?);
    Ok(Some(Requirement::Badge { goal, name, met }))
}

/// Fails with [`BADGE_REQUIRED`] if the item is not for that member.
pub(super) fn check(read: &Read<'_>, member: MemberId, item: &ItemRecord) -> AppResult<()> {
    match item.input.requires_goal {
        Some(goal) if !has_reached(read, member, goal)? => Err(BADGE_REQUIRED.into()),
        _ => Ok(()),
    }
}

fn has_reached(read: &Read<'_>, member: MemberId, goal: GoalId) -> AppResult<bool> {
    queries::requirements::has_reached(read, member, goal)
}
