//! The level of a member, as the member sees it.

use serde::Serialize;

use super::gives::{self, LevelGift};
use super::queries::{self, KnownLadder};
use super::{Level, TierChangeKind, TierWindow, keeping};
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::member::goals::Counted;
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
    /// The levels, the lowest first.
    levels: Vec<Level>,
    /// Counts the levels from 1; 0 for none.
    level: i64,
    /// The day on which the member reached it.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Day>,
    /// Its last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Day>,
    /// The last day of its grace, if that has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    grace_until: Option<Day>,
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

/// Every change of a member's level, the oldest first.
pub fn held(read: &Read<'_>, member: MemberId) -> AppResult<Vec<TierHeld>> {
    let known = KnownLadder::load(read)?;
    let view = |change: super::TierChange| {
        let level = known.version(change.version).and_then(|ladder| ladder.level(change.level));
        let name = level.map(|level| level.name.clone());
        TierHeld { kind: change.kind, name, since: change.since, until: change.until }
    };
    Ok(queries::changes_of(read, member)?.into_iter().map(view).collect())
}

/// The ladder that is on, with the member's level; `None` while it is off.
pub(super) fn of_member(read: &Read<'_>, member: MemberId) -> AppResult<Option<MemberTier>> {
    let known = KnownLadder::load(read)?;
    let Some((_, live)) = known.live() else { return Ok(None) };
    let today = Day::of(read.now());
    let held = queries::newest(read, member)?.filter(|held| held.level > 0);
    let level = held.as_ref().map_or(0, |held| held.level).min(live.highest());
    let progress = queries::progress(read, member, live.counts, live.window.first_day(today))?;
    let next = (level < live.highest()).then(|| TierMissing {
        missing: live.shown_missing((live.target_units(level + 1) - progress).max(0)),
        by: None,
    });
    let mut keep = None;
    if let Some(held) = &held
        && let Some(ladder) = known.version(held.version)
        && today >= held.until.plus(-ladder.notice_days)
    {
        let missing = keeping::missing(read, &known, member, held)?.filter(|missing| *missing > 0);
        let by = Some(held.grace_until.unwrap_or(held.until));
        keep = missing.map(|missing| TierMissing { missing: ladder.shown_missing(missing), by });
    }
    Ok(Some(MemberTier {
        counts: live.counts,
        window: live.window,
        levels: live.levels.clone(),
        level,
        since: held.as_ref().map(|held| held.since),
        until: held.as_ref().map(|held| held.until),
        grace_until: held.as_ref().and_then(|held| held.grace_until),
        progress: live.shown(progress),
        next,
        keep,
        gives: gives::of_levels(read)?,
    }))
}
