//! Pending points: points of a purchase that are held until a day, the end of the time for returns. They stand on an
//! account of the system, so no balance of a member contains them and nothing can spend them. On their day they are
//! released to the member; a reversal of the award before that day takes them from the system's account.

use std::collections::BTreeMap;

use super::lots::{LotPart, settle_ends};
use super::post::{PointsSource, Posted, append, post};
use super::queries::{self, PendingStatus};
use super::{AccountId, Details, LedgerEntry, MEMBER_LEFT, NewPostings, Posting, TransactionKind, account_of};
use crate::base::clock::Timestamp;
use crate::base::day::{Day, Period};
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::AppResult;
use crate::core::expiry;
use crate::platform::store::{Read, Tx};

/// Points of an award that are released on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingPart {
    /// The day in Hong Kong.
    pub day: Day,
    /// Whole points.
    pub points: i64,
}

/// Pending points that have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuePending {
    /// The sequence number of the award.
    pub seq: i64,
    /// The day on which they are released.
    pub day: Day,
    /// The member's account.
    pub account: AccountId,
    /// Whole points.
    pub points: i64,
}

/// Pending points with their award.
#[derive(Clone, Debug)]
pub struct PendingAward {
    /// The award.
    pub award: TransactionId,
    /// The time of the award.
    pub created: Timestamp,
    /// The day on which they are released.
    pub day: Day,
    /// Whole points.
    pub points: i64,
    /// The reason of the award.
    pub details: Details,
}

/// Issues the points of an award to a member's account, and the pending parts of them to the pending account. The parts
/// sum to at most the points. Fails as [`post`] does.
pub fn post_award(
    tx: &Tx<'_>,
    account: AccountId,
    points: i64,
    parts: &[PendingPart],
    details: Details,
) -> AppResult<Posted> {
    let pending: i64 = parts.iter().map(|part| part.points).sum();
    let mut movement = NewPostings::between(TransactionKind::Earn, AccountId::ISSUANCE, account, points, details);
    if pending == 0 {
        return post(tx, &movement);
    }
    let line = |account, points| Posting { account, points, memo: None };
    movement.lines[1].points = points - pending;
    movement.lines.push(line(AccountId::PENDING, pending));
    movement.lines.retain(|line| line.points != 0);
    let posted = post(tx, &movement)?;
    let mut by_day: BTreeMap<i64, i64> = BTreeMap::new();
    for part in parts {
        *by_day.entry(part.day.number()).or_default() += part.points;
    }
    for (day, points) in by_day {
        queries::insert_pending(tx, posted.seq, account, PendingPart { day: Day::from_number(day), points })?;
    }
    Ok(posted)
}

/// Up to `limit` pending points that are due by a day, after the row of an earlier call.
pub fn due_pending(read: &Read<'_>, until: Day, after: Option<&DuePending>, limit: i64) -> AppResult<Vec<DuePending>> {
    let after = after.map_or((Day::from_number(0), 0), |last| (last.day, last.seq));
    queries::due_pending(read, until, after, limit)
}

/// A member's pending points, the next to be released first.
pub fn pending_of(read: &Read<'_>, member: MemberId) -> AppResult<Vec<PendingAward>> {
    queries::pending_of(read, account_of(read, member)?)
}

/// An award whose points all wait, in the member's history.
#[derive(Clone, Debug)]
pub struct WaitingEntry {
    /// The award, which moved no points of the member yet.
    pub entry: LedgerEntry,
    /// The pending points of the award.
    pub points: i64,
    /// The day on which the first of them are released.
    pub day: Day,
}

/// A member's awards before a sequence number whose points all wait, newest first.
pub fn waiting_entries(read: &Read<'_>, member: MemberId, before_seq: i64, limit: i64) -> AppResult<Vec<WaitingEntry>> {
    let mut by_seq: BTreeMap<i64, WaitingEntry> = BTreeMap::new();
    for (seq, balance_after, found) in queries::whole_awards_of(read, member)? {
        let PendingAward { award: id, created, day, points, details } = found;
        let kind = TransactionKind::Earn;
        let entry = || LedgerEntry { seq, id, kind, points: 0, balance_after, created, memo: None, details };
        by_seq.entry(seq).or_insert_with(|| WaitingEntry { entry: entry(), points: 0, day }).points += points;
    }
    let newest = by_seq.into_values().rev().filter(|waiting| waiting.entry.seq < before_seq);
    Ok(newest.take(usize::try_from(limit).unwrap_or(0)).collect())
}

/// The points of a member that were pending at the end of a period.
pub fn pending_before(read: &Read<'_>, member: MemberId, period: Period) -> AppResult<i64> {
    queries::pending_before(read, account_of(read, member)?, period)
}

/// Pending points with their award.
pub fn award_of(read: &Read<'_>, due: &DuePending) -> AppResult<PendingAward> {
    queries::pending_award(read, due)?.ok_or_else(|| anyhow::anyhow!("the award {} is missing", due.seq).into())
}

/// The member who gets the points of an account now; after a merger, the member who remains.
pub fn member_of(read: &Read<'_>, account: AccountId) -> AppResult<Option<MemberId>> {
    queries::owner_of(read, account)
}

/// The member for whom points of an award are or were pending.
pub fn pending_owner(read: &Read<'_>, seq: i64) -> AppResult<Option<MemberId>> {
    let parts = queries::pending_of_award(read, seq)?;
    parts.first().map_or(Ok(None), |(account, ..)| member_of(read, *account))
}

/// Releases pending points to their member. `None` if they have ended since they were found. They count as earned now,
/// and expire at the later of their own end and the end of points that are earned now. Fails with [`MEMBER_LEFT`] and
/// `balance_limit`.
pub fn release(tx: &Tx<'_>, due: &DuePending, details: Details) -> AppResult<Option<Posted>> {
    if !queries::pending_of_account(tx, due.account)?.contains(due) {
        return Ok(None);
    }
    let mut parts = lots_of(tx, due)?;
    let owner =
        queries::current_owner(tx, due.account)?.ok_or_else(|| anyhow::anyhow!("a pending account is missing"))?;
    if owner.left {
        return Err(MEMBER_LEFT.into());
    }
    let policies = expiry::policies(tx)?;
    settle_ends(&mut parts, &policies, tx.now());
    let end_of_new = policies.end_of_new(tx.now());
    parts.iter_mut().for_each(|part| part.ends_at = part.ends_at.max(end_of_new));
    let movement =
        NewPostings::between(TransactionKind::Release, AccountId::PENDING, owner.account, due.points, details);
    let posted = append(tx, &movement, PointsSource::Exactly(parts), None)?;
    queries::end_pending(tx, due.seq, Some(due.day), PendingStatus::Released, posted.seq)?;
    Ok(Some(posted))
}

/// The parts of an award's lots that are released on one day.
fn lots_of(read: &Tx<'_>, due: &DuePending) -> AppResult<Vec<LotPart>> {
    let mut wanted = due.points;
    let mut parts = Vec::new();
    for lot in queries::lots_of(read, AccountId::PENDING, due.seq)? {
        let points = lot.remaining.min(wanted);
        if points > 0 {
            parts.push(LotPart::of(&lot, points));
            wanted -= points;
        }
    }
    Ok(parts)
}

/// Lets all pending points of a member lapse, because the account is closed.
pub fn lapse_pending(tx: &Tx<'_>, member: MemberId, details: &Details) -> AppResult<()> {
    for due in queries::pending_of_account(tx, account_of(tx, member)?)? {
        let parts = lots_of(tx, &due)?;
        let movement = NewPostings::between(
            TransactionKind::Expiry,
            AccountId::PENDING,
            AccountId::EXPIRY,
            due.points,
            details.clone(),
        );
        let posted = append(tx, &movement, PointsSource::Exactly(parts), None)?;
        queries::end_pending(tx, due.seq, Some(due.day), PendingStatus::Taken, posted.seq)?;
    }
    Ok(())
}

/// Moves pending points of a merged account to the account that stays.
pub fn move_pending(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_pending(tx, account_of(tx, from)?, account_of(tx, into)?)
}
