//! Levels that end by a change of the ladder: it lacks the level, or it was switched off.
//!
//! The member is notified of a last day, and holds the level with all its benefits until then. To compute the last day,
//! take the end of the period of the level or the end of the notice, whichever is later, and add the days of grace.

use super::queries::{self, KnownLadder};
use super::{Ladder, TierChange, TierChangeKind, standing, tell};
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::member::notifications::Letters;
use crate::platform::store::Tx;

/// The last day of a level that the ladder lacks, for a member who is told today. `ladder` is the version that the
/// member holds, and `until` is the last day of the level by it.
pub(super) fn last_day(ladder: &Ladder, until: Day, today: Day) -> Day {
    until.max(today.plus(ladder.notice_days)).plus(ladder.grace_days)
}

/// Follows a change of the ladder for some members: those whose level it lacks are told the last day, and those whose
/// level it has again hold it as before. Returns how many. A repeated run does nothing twice, because the kind of the
/// newest change says who was told.
pub(super) fn follow(tx: &Tx<'_>, known: &KnownLadder, letters: &Letters, limit: i64) -> AppResult<usize> {
    let highest = known.live().map_or(0, |(_, ladder)| ladder.highest());
    let again = queries::ending_up_to(tx, highest, limit)?;
    for member in &again {
        take_back(tx, known, *member)?;
    }
    let gone = queries::held_above(tx, highest, limit)?;
    for (member, held) in &gone {
        begin(tx, (known, letters), *member, held)?;
    }
    Ok(again.len() + gone.len())
}

fn begin(
    tx: &Tx<'_>,
    (known, letters): (&KnownLadder, &Letters),
    member: MemberId,
    held: &TierChange,
) -> AppResult<()> {
    let Some(ladder) = known.version(held.version) else { return Ok(()) };
    let ends = TierChange {
        number: held.number + 1,
        kind: TierChangeKind::Ending,
        grace_until: Some(last_day(ladder, held.until, Day::of(tx.now()))),
        ..held.clone()
    };
    let ends = standing::insert(tx, known, member, ends)?;
    tell::leaves(tx, (known, letters), member, &ends)
}

fn take_back(tx: &Tx<'_>, known: &KnownLadder, member: MemberId) -> AppResult<()> {
    standing::lift_end(tx, known, member)?;
    match queries::newest(tx, member)? {
        // A level whose time is over is told of by the review that follows.
        Some(held) if held.grace_until.unwrap_or(held.until) >= Day::of(tx.now()) => {
            tell::stays(tx, known, member, &held)
        }
        _ => Ok(()),
    }
}
