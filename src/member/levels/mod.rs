//! The level that a member holds, and the names of levels, for the parts that require a level. The ladder itself, and
//! how members rise and fall on it, is in `tiers`.

mod queries;

use std::collections::HashMap;

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// The levels of members over time: the time of each change and the level from then on, the oldest first.
pub type LevelHistory = HashMap<MemberId, Vec<(Timestamp, i64)>>;

/// The name of a level, as members see it: of the ladder that is on, or of the last one that was. `None` if that ladder
/// has no such level.
pub fn name(read: &Read<'_>, level: i64) -> AppResult<Option<LocalizedText>> {
    queries::name(read, level)
}

/// The name of a level, as members saw it last: of the newest ladder that was on and has or had such a level. Members
/// hold a level for a while after a change of the ladder that drops it.
pub fn last_name(read: &Read<'_>, level: i64) -> AppResult<Option<LocalizedText>> {
    queries::last_name(read, level)
}

/// The level that a member held at the end of that day, or holds now; 0 for none.
pub fn of_member(read: &Read<'_>, member: MemberId, day: Day) -> AppResult<i64> {
    queries::held_before(read, member, day.plus(1).start())
}

/// The level that a member held just before a moment; 0 for none.
pub fn held_before(read: &Read<'_>, member: MemberId, moment: Timestamp) -> AppResult<i64> {
    queries::held_before(read, member, moment)
}

/// The levels of all members over time.
pub fn history(read: &Read<'_>) -> AppResult<LevelHistory> {
    let mut found = LevelHistory::new();
    queries::each_change(read, |member, at, level| found.entry(member).or_default().push((at, level)))?;
    Ok(found)
}

/// The level of a member just before a moment: a purchase that reaches a level does not earn by it yet.
pub fn of_history(history: &LevelHistory, member: MemberId, at: Timestamp) -> i64 {
    let changes = history.get(&member).map_or(&[][..], Vec::as_slice);
    changes.iter().rev().find(|(changed, _)| *changed < at).map_or(0, |(_, level)| *level)
}
