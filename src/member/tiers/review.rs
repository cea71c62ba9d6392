//! Reviews levels that end: a notice before the end, a grace period after it, and then the fall. A repeated run does
//! nothing twice, because each step moves the day of the next review.

use super::keeping::{self, is_kept};
use super::queries::{self, KnownLadder};
use super::standing::{self, kept};
use super::{TierChange, TierChangeKind, ending, tell};
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::member::notifications::Letters;
use crate::platform::store::Tx;

/// Members that one write reviews. Each of them takes about ten statements, and live calls wait for the write.
pub const REVIEWED_AT_ONCE: usize = 50;

/// Reviews some levels whose day has come, and those that a change of the ladder ends. Returns how many.
/// The caller wakes the outbox.
pub fn review(tx: &Tx<'_>, letters: &Letters) -> AppResult<usize> {
    let known = tx.cached(KnownLadder::load)?;
    if known.versions.is_empty() || !settings::cached(tx)?.goals {
        return Ok(0);
    }
    let (today, limit) = (Day::of(tx.now()), i64::try_from(REVIEWED_AT_ONCE).unwrap_or(i64::MAX));
    let followed = ending::follow(tx, &known, letters, limit)?;
    if followed >= REVIEWED_AT_ONCE {
        return Ok(followed);
    }
    let due = queries::due(tx, today, limit)?;
    for (member, held) in &due {
        look(tx, (&known, letters), *member, held, today)?;
    }
    Ok(followed + due.len())
}

fn look(
    tx: &Tx<'_>,
    (known, letters): (&KnownLadder, &Letters),
    member: MemberId,
    held: &TierChange,
    today: Day,
) -> AppResult<()> {
    let Some(ladder) = known.version(held.version) else { return queries::set_due(tx, member, held.number, None) };
    if held.kind == TierChangeKind::Ending {
        let next = standing::insert(tx, known, member, fallen(tx, known, member, held, today)?)?;
        return tell::left(tx, known, member, held, &next);
    }
    if today <= held.until {
        if keeping::missing(tx, known, member, held)?.is_some_and(|missing| missing > 0) {
            tell::ends(tx, (known, letters), member, held)?;
        }
        return queries::set_due(tx, member, held.number, Some(held.until.plus(1)));
    }
    let next = match held.grace_until {
        _ if is_kept(tx, known, member, held)? => kept(known, held),
        // If the server was off on that day, the whole grace period starts on the day on which the member is told.
        None => TierChange {
            number: held.number + 1,
            kind: TierChangeKind::Grace,
            grace_until: Some(held.until.max(today.plus(-1)).plus(ladder.grace_days)),
            ..held.clone()
        },
        Some(_) => fallen(tx, known, member, held, today)?,
    };
    if next.kind == TierChangeKind::Grace {
        let next = standing::insert(tx, known, member, next)?;
        return tell::ends(tx, (known, letters), member, &next);
    }
    standing::put(tx, known, member, next)
}

/// The change to one level lower, or to the level that the purchases of the present window reach.
fn fallen(tx: &Tx<'_>, known: &KnownLadder, member: MemberId, held: &TierChange, today: Day) -> AppResult<TierChange> {
    let number = held.number + 1;
    let Some((version, ladder)) = known.live() else {
        let (kind, grace_until) = (TierChangeKind::Fallen, None);
        return Ok(TierChange { number, kind, level: 0, since: today, grace_until, due: None, ..held.clone() });
    };
    let first = ladder.window.first_day(today);
    let reached = ladder.reached_by(queries::progress(tx, member, ladder.counts, first)?);
    let next = ladder.window.next_end(held.until);
    Ok(TierChange {
        number,
        kind: TierChangeKind::Fallen,
        level: reached.max((held.level - 1).min(ladder.highest())).min(held.level),
        version,
        since: today,
        counted_from: first,
        until: if next > today { next } else { ladder.window.end_of(today) },
        grace_until: None,
        due: None,
    })
}
