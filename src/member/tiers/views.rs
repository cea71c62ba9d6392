//! The level of a member, as the member sees it.

use serde::Serialize;

use super::gives::{self, LevelGift};
use super::queries::rewards::TierReward;
use super::queries::{self, KnownLadder};
use super::{Ladder, Level, TierChange, TierChangeKind, TierWindow, keeping};
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::member::goals::{self, Counted, GoalReward, ShownReward};
use crate::member::levels;
use crate::platform::store::Read;

/// The rest that a member needs to reach or keep a level.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TierMissing {
    /// In the unit of the ladder: whole dollars for a sum of bills.
    missing: i64,
    /// The last day; absent for the next level, which may be reached at any time.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Day>,
}

/// The member's level on the ladder.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemberTier {
    counts: Counted,
    window: TierWindow,
    /// The levels, the lowest first. A level that the ladder lacks is shown to the members who hold it.
    levels: Vec<Level>,
    /// Counts the levels from 1; 0 for none.
    level: i64,
    /// The day on which the member reached it.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Day>,
    /// Its last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Day>,
    /// The last day of its grace, if that has begun, or the last day of a level that is `ending`.
    #[serde(skip_serializing_if = "Option::is_none")]
    grace_until: Option<Day>,
    /// Whether the ladder lacks the level, or is off: the level ends after its last day, and nothing keeps it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    ending: bool,
    /// The progress within the present window, in the unit of the ladder.
    progress: i64,
    /// The next level; absent at the highest.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<TierMissing>,
    /// The rest that keeps the level, from the notice on; absent if it is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    keep: Option<TierMissing>,
    /// The present benefits of each level, the lowest level first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    gives: Vec<LevelGift>,
    /// The rewards for reaching a level, the lowest level first; levels without one are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    rewards: Vec<LevelReward>,
}

/// The reward for reaching a level.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TierLevelReward)]
pub(super) struct LevelReward {
    /// Counts the levels from 1.
    level: i64,
    reward: ShownReward,
    /// The day of the rise for which the member last got a reward of this level.
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<Day>,
    /// Whether that reward follows later, such as a coupon without stock.
    owed: bool,
}

/// A change of a member's level, for the copy of their data.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TierHeld {
    kind: TierChangeKind,
    /// The level after the change; absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<LocalizedText>,
    since: Day,
    until: Day,
}

/// A reward that a member got for a level, for the copy of their data.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TierRewardHeld {
    /// The name of the level; absent if no version of the ladder has it any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<LocalizedText>,
    /// The reward; absent as the name is.
    #[serde(skip_serializing_if = "Option::is_none")]
    reward: Option<GoalReward>,
    /// The day on which the level was reached.
    reached: Day,
    /// Whether the member still waits for the reward.
    owed: bool,
}

/// Every reward that a member got for a level, the lowest level first.
pub fn held_rewards(read: &Read<'_>, member: MemberId) -> AppResult<Vec<TierRewardHeld>> {
    let known = KnownLadder::load(read)?;
    let view = |row: TierReward| {
        let level = known.version(row.version).and_then(|ladder| ladder.level(row.level));
        let (name, reward) = (level.map(|level| level.name.clone()), level.and_then(|level| level.reward));
        TierRewardHeld { name, reward, reached: row.reached, owed: row.owed }
    };
    Ok(queries::rewards::given_above(read, member, 0)?.into_iter().rev().map(view).collect())
}

/// Every change of a member's level, the oldest first.
pub fn held(read: &Read<'_>, member: MemberId) -> AppResult<Vec<TierHeld>> {
    let known = KnownLadder::load(read)?;
    let view = |change: TierChange| {
        let level = known.version(change.version).and_then(|ladder| ladder.level(change.level));
        let name = level.map(|level| level.name.clone());
        TierHeld { kind: change.kind, name, since: change.since, until: change.until }
    };
    Ok(queries::changes_of(read, member)?.into_iter().map(view).collect())
}

/// The ladder that is on, with the member's level. While it is off, the ladder of the level that the member still holds;
/// `None` without a level.
pub(super) fn of_member(read: &Read<'_>, member: MemberId) -> AppResult<Option<MemberTier>> {
    let known = KnownLadder::load(read)?;
    let today = Day::of(read.now());
    let level = levels::of_member(read, member, today)?;
    let held = queries::newest(read, member)?.filter(|_| level > 0);
    let of_held = held.as_ref().and_then(|held| known.version(held.version));
    let live = known.live().map(|(_, live)| live);
    let Some(ladder) = live.or(of_held) else { return Ok(None) };
    let progress = queries::progress(read, member, ladder.counts, ladder.window.first_day(today))?;
    let next = live.filter(|live| level < live.highest()).map(|live| TierMissing {
        missing: live.shown_missing((live.target_units(level + 1) - progress).max(0)),
        by: None,
    });
    let keep = match held.as_ref().zip(of_held) {
        Some((held, of_held)) => keep(read, &known, (member, held, of_held), today)?,
        None => None,
    };
    Ok(Some(MemberTier {
        counts: ladder.counts,
        window: ladder.window,
        rewards: rewards(read, member, ladder)?,
        levels: shown_levels(ladder, of_held, level),
        level,
        since: held.as_ref().map(|held| held.since),
        until: held.as_ref().map(|held| held.until),
        grace_until: held.as_ref().and_then(|held| held.grace_until),
        ending: held.is_some_and(|held| held.kind == TierChangeKind::Ending),
        progress: ladder.shown(progress),
        next,
        keep,
        gives: gives::of_levels(read)?,
    }))
}

fn rewards(read: &Read<'_>, member: MemberId, ladder: &Ladder) -> AppResult<Vec<LevelReward>> {
    let given = queries::rewards::newest_of(read, member)?;
    let mut found = Vec::new();
    for (number, level) in (1..).zip(&ladder.levels) {
        let Some(reward) = level.reward else { continue };
        let last = given.iter().rev().find(|(level, ..)| *level == number);
        found.push(LevelReward {
            level: number,
            reward: goals::shown_reward(read, reward)?,
            given: last.map(|(_, day, _)| *day),
            owed: last.is_some_and(|(.., owed)| *owed),
        });
    }
    Ok(found)
}

/// The levels of the ladder, and those above them up to the level that the member holds.
fn shown_levels(ladder: &Ladder, of_held: Option<&Ladder>, level: i64) -> Vec<Level> {
    let above = ladder.highest() + 1..=level;
    let kept = above.filter_map(|number| of_held.and_then(|of_held| of_held.level(number)));
    ladder.levels.iter().chain(kept).cloned().collect()
}

/// The rest that keeps a level, from the notice on. Nothing keeps a level that ends by a change of the ladder.
fn keep(
    read: &Read<'_>,
    known: &KnownLadder,
    (member, held, ladder): (MemberId, &TierChange, &Ladder),
    today: Day,
) -> AppResult<Option<TierMissing>> {
    if held.kind == TierChangeKind::Ending || today < held.until.plus(-ladder.notice_days) {
        return Ok(None);
    }
    let missing = keeping::missing(read, known, member, held)?.filter(|missing| *missing > 0);
    let by = Some(held.grace_until.unwrap_or(held.until));
    Ok(missing.map(|missing| TierMissing { missing: ladder.shown_missing(missing), by }))
}
