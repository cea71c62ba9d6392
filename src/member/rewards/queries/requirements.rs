//! SQL of the conditions that a buyer must meet.

use serde::Deserialize;

use crate::base::id::{GoalId, MemberId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, StoredJson, params};

/// Whether a goal was ever on, so that members could reach it.
pub(in crate::member::rewards) fn goal_was_on(read: &Read<'_>, goal: GoalId) -> AppResult<bool> {
    read.exists(
        "select 1 from goal_version where goal_id = :goal and first_on_at_ms is not null limit 1",
        params! { ":goal": goal },
    )
}

/// Whether a member has ever reached a goal.
pub(in crate::member::rewards) fn has_reached(read: &Read<'_>, member: MemberId, goal: GoalId) -> AppResult<bool> {
    read.exists(
        "select 1 from goal_card where member_id = :member and goal_id = :goal and reached_at_ms is not null limit 1",
        params! { ":member": member, ":goal": goal },
    )
}

#[derive(Deserialize)]
struct Named {
    name: LocalizedText,
}

/// The name of a goal, as members see it: of the version that is on, or of the last one that was.
pub(in crate::member::rewards) fn goal_name(read: &Read<'_>, goal: GoalId) -> AppResult<LocalizedText> {
    let found = read.one(
        "select v.document from goal_version v join goal g on g.id = v.goal_id
         where v.goal_id = :goal and v.first_on_at_ms is not null
             and v.version <= coalesce(g.live_version, v.version) order by v.version desc limit 1",
        params! { ":goal": goal },
        |row| Ok(row.get::<StoredJson<Named>>("document")?.0.name),
    )?;
    Ok(found.unwrap_or_default())
}
