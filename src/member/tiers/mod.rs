//! Tiers: the ladder of levels that members rise on by their purchases, set by operators without code.
//!
//! A level is reached at once and held until a day that the member knows. If it is not kept by then, a notice comes
//! before that day, and a grace period after it; only then the level falls, one step. A level that is held keeps the
//! version of the ladder under which it was reached, until that day. That holds for a level that the ladder lacks after
//! a change, too, and for every level once the ladder is off.

mod effect;
mod ending;
mod gives;
mod http;
mod keeping;
mod ladder;
mod queries;
mod review;
mod reward;
mod standing;
mod tell;
mod views;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::member::goals;
use crate::platform::store::{Read, Tx, stored_names};

pub use effect::{LadderEffect, effect};
pub use http::routes;
pub use ladder::{Ladder, Level, TierWindow};
pub use queries::KnownLadder;
pub use review::{REVIEWED_AT_ONCE, review};
pub use reward::{give_owed_rewards, level_of_reward};
pub use standing::{add_progress, count, forget};
pub use views::{TierHeld, TierRewardHeld, held, held_rewards};

/// The ladder is off, or it counts different partners, and a campaign cannot add to that number.
pub const PROGRESS_UNAVAILABLE: ProblemType = ProblemType::new("progress_unavailable", 409, "No progress now");

/// A version of the ladder.
#[derive(Clone, Debug)]
pub struct LadderVersion {
    /// Counts from 1.
    pub version: i64,
    /// Its content.
    pub ladder: Ladder,
    /// The name of the person who wrote it.
    pub created_by: String,
    /// The time at which it was first saved.
    pub created: Timestamp,
    /// The time of the last edit.
    pub updated: Timestamp,
    /// The time at which it was first switched on; from then on it does not change.
    pub first_on: Option<Timestamp>,
}

/// The ladder with all its versions; without any before the first draft.
#[derive(Clone, Debug)]
pub struct LadderRecord {
    /// The version that is on.
    pub live: Option<i64>,
    /// The versions, the newest first.
    pub versions: Vec<LadderVersion>,
    /// Number of changes.
    pub changes: i64,
}

impl LadderRecord {
    /// The version that is on.
    pub fn live_version(&self) -> Option<&LadderVersion> {
        self.versions.iter().find(|version| Some(version.version) == self.live)
    }
}

/// The reason for a change of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TierChangeKind {
    /// The target of a higher level was reached.
    Risen,
    /// The target was reached again.
    Kept,
    /// The level has ended and is held for the days of grace.
    Grace,
    /// The ladder lacks the level since a change, or is off. The level is held until a last day, and nothing keeps it.
    Ending,
    /// The grace has ended too.
    Fallen,
}
stored_names! { TierChangeKind { Risen = "risen", Kept = "kept", Grace = "grace", Ending = "ending", Fallen = "fallen" } }

/// A change of a member's level. The newest change holds the member's current level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierChange {
    /// Counts the member's changes from 1.
    pub number: i64,
    /// The reason.
    pub kind: TierChangeKind,
    /// Counts the levels from 1; 0 for none.
    pub level: i64,
    /// The version that holds until the level ends.
    pub version: i64,
    /// The day on which the member reached this level.
    pub since: Day,
    /// The first day of the purchases that support it.
    pub counted_from: Day,
    /// The last day of the level.
    pub until: Day,
    /// The last day of its grace, or of a level that ends by a change of the ladder.
    pub grace_until: Option<Day>,
    /// The day on which the level is reviewed again.
    pub due: Option<Day>,
}

/// The ladder.
pub fn find(read: &Read<'_>) -> AppResult<LadderRecord> {
    queries::ladder(read)
}

/// The number of members of each level.
pub fn members_by_level(read: &Read<'_>) -> AppResult<Vec<(i64, i64)>> {
    queries::totals(read)
}

/// Replaces the draft of the ladder, or makes one. Fails as [`checked`] does.
pub fn replace(tx: &Tx<'_>, ladder: Ladder, by: &str) -> AppResult<LadderRecord> {
    let (before, ladder) = (find(tx)?, checked(tx, ladder)?);
    let number = match before.versions.first() {
        Some(latest) if latest.first_on.is_none() => {
            queries::update_version(tx, latest.version, &ladder)?;
            latest.version
        }
        latest => {
            let next = latest.map_or(1, |latest| latest.version + 1);
            queries::insert_version(tx, next, &ladder, by)?;
            next
        }
    };
    queries::put_ladder(tx, before.live, number)?;
    find(tx)
}

/// The ladder as it would be stored. Fails as [`Ladder::checked`] does, and for rewards that cannot be given.
pub fn checked(read: &Read<'_>, ladder: Ladder) -> AppResult<Ladder> {
    let ladder = ladder.checked()?;
    let mut problems = Vec::new();
    for (at, level) in ladder.levels.iter().enumerate() {
        if let Some(reward) = level.reward {
            problems.extend(goals::reward_problems(read, &format!("levels[{at}].reward"), reward)?);
        }
    }
    if problems.is_empty() { Ok(ladder) } else { Err(AppError::invalid(problems)) }
}

/// Drops the draft of the ladder. Fails with `not_found` without a draft.
pub fn drop_draft(tx: &Tx<'_>) -> AppResult<()> {
    let found = find(tx)?;
    let draft = found.versions.first().filter(|latest| latest.first_on.is_none()).ok_or(NOT_FOUND)?;
    match draft.version {
        1 => queries::delete_ladder(tx)?,
        number => queries::put_ladder(tx, found.live, number - 1)?,
    }
    queries::delete_version(tx, draft.version)
}

/// Switches the latest version of the ladder on. The review then tells the members whose level the ladder lacks. Fails
/// with `not_found` without one.
pub fn switch_on(tx: &Tx<'_>) -> AppResult<LadderRecord> {
    let latest = find(tx)?.versions.first().ok_or(NOT_FOUND)?.version;
    queries::mark_on(tx, latest)?;
    put_live(tx, Some(latest), latest)
}

/// Switches the ladder off. While it is off, no member rises. The hourly review notifies each member of the last day of
/// the level.
pub fn switch_off(tx: &Tx<'_>) -> AppResult<LadderRecord> {
    let latest = find(tx)?.versions.first().ok_or(NOT_FOUND)?.version;
    put_live(tx, None, latest)
}

fn put_live(tx: &Tx<'_>, live: Option<i64>, latest: i64) -> AppResult<LadderRecord> {
    queries::put_ladder(tx, live, latest)?;
    tx.invalidate::<KnownLadder>();
    find(tx)
}

/// Moves the purchases of an account that is merged to the account that stays, which keeps the higher level.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    let level = |member| -> AppResult<i64> { Ok(queries::newest(tx, member)?.map_or(0, |held| held.level)) };
    let with_level = level(from)? > level(into)?;
    queries::move_member(tx, from, into, with_level)
}
