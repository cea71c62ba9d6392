//! Items that are only for members who have reached a goal, or who hold a level.

use serde::Serialize;

use super::items::ItemRecord;
use super::queries::requirements;
use super::{BADGE_REQUIRED, LEVEL_REQUIRED};
use crate::base::day::Day;
use crate::base::id::{GoalId, MemberId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::member::levels;
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
    /// A level that the member holds, or a higher one.
    Level {
        /// Counts the levels from 1.
        level: i64,
        /// Its name.
        name: LocalizedText,
        /// Whether the member holds it.
        met: bool,
    },
}

/// The condition of an item for a member; `None` if everybody may buy it.
pub(super) fn of(read: &Read<'_>, member: MemberId, item: &ItemRecord) -> AppResult<Option<Requirement>> {
    if let Some(goal) = item.input.requires_goal {
        let (name, met) = (requirements::goal_name(read, goal)?, requirements::has_reached(read, member, goal)?);
        return Ok(Some(Requirement::Badge { goal, name, met }));
    }
    let Some(level) = item.input.requires_level else { return Ok(None) };
    let live = levels::name(read, level)?;
    let name = live.map_or_else(|| levels::last_name(read, level), |name| Ok(Some(name)))?.unwrap_or_default();
    Ok(Some(Requirement::Level { level, name, met: holds(read, member, level)? }))
}

/// Fails with [`BADGE_REQUIRED`] or [`LEVEL_REQUIRED`] if the item is not for that member.
pub(super) fn check(read: &Read<'_>, member: MemberId, item: &ItemRecord) -> AppResult<()> {
    match (item.input.requires_goal, item.input.requires_level) {
        (Some(goal), _) if !requirements::has_reached(read, member, goal)? => Err(BADGE_REQUIRED.into()),
        (_, Some(level)) if !holds(read, member, level)? => Err(LEVEL_REQUIRED.into()),
        _ => Ok(()),
    }
}

fn holds(read: &Read<'_>, member: MemberId, level: i64) -> AppResult<bool> {
    Ok(levels::of_member(read, member, Day::of(read.now()))? >= level)
}
