//! Counts purchases towards levels, and takes them back. Both run in the write of the award or of its reversal.

use super::keeping::is_kept;
use super::queries::{self, KnownLadder, TierEntry};
use super::{Ladder, PROGRESS_UNAVAILABLE, TierChange, TierChangeKind, reward, tell};
use crate::base::day::Day;
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::member::goals::{Counted, CountedPurchase};
use crate::member::rewards::CodeVault;
use crate::platform::store::Tx;

/// Counts a purchase towards the levels of the ladder that is on, on the day of the purchase. One that is posted late, from
/// before the first ladder was on, does not count.
pub fn count(tx: &Tx<'_>, vault: &CodeVault, purchase: &CountedPurchase) -> AppResult<()> {
    if !settings::cached(tx)?.goals {
        return Ok(());
    }
    let known = tx.cached(KnownLadder::load)?;
    if known.live.is_none() {
        return Ok(());
    }
    let CountedPurchase { member, transaction: source, partner, amount, points, at } = *purchase;
    let (partner, cents, day) = (Some(partner), amount.units(), Day::of(at));
    if day < Day::of(tx.now()) && known.since.is_none_or(|since| day < since) {
        return Ok(());
    }
    queries::insert_entry(tx, &TierEntry { member, source, partner, day, purchases: 1, cents, points })?;
    settle(tx, Some(vault), &known, member, day)
}

/// Adds progress that a campaign gives, in the unit of the ladder: whole dollars for a sum of bills. Fails with
/// [`PROGRESS_UNAVAILABLE`].
pub fn add_progress(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    amount: i64,
    source: TransactionId,
) -> AppResult<()> {
    let known = if settings::cached(tx)?.goals { Some(tx.cached(KnownLadder::load)?) } else { None };
    let live = known.as_ref().and_then(|known| known.live());
    let (Some(known), Some((_, ladder))) = (&known, live) else { return Err(PROGRESS_UNAVAILABLE.into()) };
    let day = Day::of(tx.now());
    let none = TierEntry { member, source, partner: None, day, purchases: 0, cents: 0, points: 0 };
    let entry = match ladder.counts {
        Counted::Purchases => TierEntry { purchases: amount, ..none },
        Counted::Spend => TierEntry { cents: amount.saturating_mul(100), ..none },
        Counted::Points => TierEntry { points: amount, ..none },
        Counted::Partners => return Err(PROGRESS_UNAVAILABLE.into()),
    };
    queries::insert_entry(tx, &entry)?;
    settle(tx, Some(vault), known, member, day)
}

/// Takes back what a purchase added when the purchase is reversed. A level that the remaining purchases do not reach is
/// taken back too, also during its grace period, and the level before it is held as it was.
pub fn forget(tx: &Tx<'_>, transaction: TransactionId) -> AppResult<()> {
    let known = tx.cached(KnownLadder::load)?;
    if known.versions.is_empty() {
        return Ok(());
    }
    let Some(member) = queries::take_entry(tx, transaction)? else { return Ok(()) };
    let (mut lost, mut undone) = (None, Vec::new());
    loop {
        let lifted = lift_notices(tx, &known, member)?;
        let Some(change) = unsupported(tx, &known, member)? else {
            put_back(tx, member, &lifted)?;
            break;
        };
        queries::delete_change(tx, member, change.number)?;
        hold_again(tx, &known, member)?;
        if change.kind == TierChangeKind::Risen {
            undone.push(change.since);
        }
        lost = lost.or(Some(change));
    }
    if known.live.is_some() {
        settle(tx, None, &known, member, Day::of(tx.now()))?;
    }
    let left = queries::newest(tx, member)?.map_or(0, |held| held.level);
    match lost.filter(|lost| left < lost.level) {
        Some(lost) => {
            tell::taken_back(tx, &known, member, &lost)?;
            reward::take_back(tx, &known, member, (left, &undone))
        }
        None => Ok(()),
    }
}

/// The newest change of a member's level, if it raised or kept the level and the purchases do not reach it any more.
fn unsupported(tx: &Tx<'_>, known: &KnownLadder, member: MemberId) -> AppResult<Option<TierChange>> {
    let newest = queries::newest(tx, member)?;
    let bought = newest.filter(|newest| matches!(newest.kind, TierChangeKind::Risen | TierChangeKind::Kept));
    let Some(change) = bought else { return Ok(None) };
    let Some(ladder) = known.version(change.version) else { return Ok(None) };
    let progress = queries::progress(tx, member, ladder.counts, change.counted_from)?;
    Ok(Some(change).filter(|change| progress < ladder.target_units(change.level)))
}

/// Reviews the newest change of a member again, after the one that replaced it was deleted.
fn hold_again(tx: &Tx<'_>, known: &KnownLadder, member: MemberId) -> AppResult<()> {
    let Some(before) = queries::newest(tx, member)? else { return Ok(()) };
    let due = known.version(before.version).and_then(|ladder| first_due(ladder, &before));
    queries::set_due(tx, member, before.number, due)
}

/// Deletes the newest changes that announce the end of a member's level: its grace, and its end by a change of the ladder.
/// Returns them, the newest first.
fn lift_notices(tx: &Tx<'_>, known: &KnownLadder, member: MemberId) -> AppResult<Vec<TierChange>> {
    let mut lifted = Vec::new();
    while let Some(newest) = queries::newest(tx, member)? {
        if !matches!(newest.kind, TierChangeKind::Grace | TierChangeKind::Ending) {
            break;
        }
        queries::delete_change(tx, member, newest.number)?;
        hold_again(tx, known, member)?;
        lifted.push(newest);
    }
    Ok(lifted)
}

/// Writes the changes again that [`lift_notices`] returned.
fn put_back(tx: &Tx<'_>, member: MemberId, lifted: &[TierChange]) -> AppResult<()> {
    lifted.iter().rev().try_for_each(|change| queries::insert_change(tx, member, change))
}

/// Deletes the end of a member's level that a change of the ladder announced. The level is then held as before.
pub(super) fn lift_end(tx: &Tx<'_>, known: &KnownLadder, member: MemberId) -> AppResult<()> {
    let newest = queries::newest(tx, member)?;
    let Some(ends) = newest.filter(|newest| newest.kind == TierChangeKind::Ending) else { return Ok(()) };
    queries::delete_change(tx, member, ends.number)?;
    hold_again(tx, known, member)
}

/// The level that purchases reach.
struct ReachedLevel {
    level: i64,
    /// The first day of these purchases.
    first: Day,
    /// The last day on which the level is held.
    until: Day,
}

/// The level that the purchases of the present window reach. A purchase of an earlier day also counts in the window of that
/// day: if that one reaches more, and the level would still be held, that level is reached.
fn reached(tx: &Tx<'_>, ladder: &Ladder, member: MemberId, day: Day) -> AppResult<ReachedLevel> {
    let (today, window) = (Day::of(tx.now()), ladder.window);
    let first = window.first_day(today);
    let level = ladder.reached_by(queries::progress(tx, member, ladder.counts, first)?);
    let now = ReachedLevel { level, first, until: window.end_of(today) };
    let until = window.end_of(day);
    if day >= today || until < today {
        return Ok(now);
    }
    let last = window.last_day(day);
    let first = window.first_day(last);
    let level = ladder.reached_by(queries::progress_between(tx, member, ladder.counts, (first, last))?);
    Ok(if level > now.level { ReachedLevel { level, first, until } } else { now })
}

/// Raises a member to the level that the purchases reach, with the rewards of the levels, or keeps a level in its grace.
/// `day` is the day of the purchase that was added. Without a vault, rewards are owed.
fn settle(tx: &Tx<'_>, vault: Option<&CodeVault>, known: &KnownLadder, member: MemberId, day: Day) -> AppResult<()> {
    let Some((version, ladder)) = known.live() else { return Ok(()) };
    let held = queries::newest(tx, member)?;
    let ReachedLevel { level: reached, first, until } = reached(tx, ladder, member, day)?;
    let (number, level) = held.as_ref().map_or((1, 0), |held| (held.number + 1, held.level));
    let blank = TierChange {
        number,
        kind: TierChangeKind::Risen,
        level: reached,
        version,
        since: Day::of(tx.now()),
        counted_from: first,
        until,
        grace_until: None,
        due: None,
    };
    let change = match held {
        _ if reached > level => {
            put(tx, known, member, blank.clone())?;
            return reward::give(tx, vault, known, member, (level, &blank));
        }
        Some(held) if held.kind == TierChangeKind::Grace && is_kept(tx, known, member, &held)? => kept(known, &held),
        _ => return Ok(()),
    };
    put(tx, known, member, change)
}

/// The change that renews a held level for another period, by the version of the ladder that is on now.
pub(super) fn kept(known: &KnownLadder, held: &TierChange) -> TierChange {
    let before = known.version(held.version);
    let (version, ladder) = match known.live() {
        Some((version, ladder)) if held.level <= ladder.highest() => (version, Some(ladder)),
        _ => (held.version, before),
    };
    TierChange {
        number: held.number + 1,
        kind: TierChangeKind::Kept,
        version,
        counted_from: before.map_or(held.counted_from, |before| before.window.first_day(held.until)),
        until: ladder.map_or(held.until, |ladder| ladder.window.next_end(held.until)),
        grace_until: None,
        ..held.clone()
    }
}

/// Writes a change and tells the member.
pub(super) fn put(tx: &Tx<'_>, known: &KnownLadder, member: MemberId, change: TierChange) -> AppResult<()> {
    let change = insert(tx, known, member, change)?;
    tell::changed(tx, known, member, &change)
}

/// Writes a change with the day of its first review.
pub(super) fn insert(tx: &Tx<'_>, known: &KnownLadder, member: MemberId, change: TierChange) -> AppResult<TierChange> {
    let due = known.version(change.version).and_then(|ladder| first_due(ladder, &change));
    let change = TierChange { due, ..change };
    queries::insert_change(tx, member, &change)?;
    Ok(change)
}

/// The day of the first review of a level; `None` without a level.
fn first_due(ladder: &Ladder, change: &TierChange) -> Option<Day> {
    let notice = change.until.plus(-ladder.notice_days).max(change.since.plus(1));
    let day = change.grace_until.map_or(notice, |grace| grace.plus(1));
    (change.level > 0).then_some(day)
}
