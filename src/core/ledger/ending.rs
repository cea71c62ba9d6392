//! Lots that have an end, and the transactions by which they expire and come back.

use super::chain;
use super::lots::LotPart;
use super::post::{PointsSource, Posted, append, named_lots};
use super::queries;
use super::{ALREADY_REVERSED, AccountId, Details, MEMBER_LEFT, NOT_REVERSIBLE, NewPostings, Posting, TransactionKind};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::expiry::LotDates;
use crate::platform::store::{Read, Tx};

/// The points left in a lot that has an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingLot {
    /// The transaction that credited it.
    pub seq: i64,
    /// The stored dates of the lot.
    pub dates: LotDates,
    /// Points that are left.
    pub points: i64,
}

impl EndingLot {
    fn of(lot: queries::Lot) -> Self {
        let dates = LotDates { expires_at: lot.expires_at, earned_at: lot.earned_at };
        Self { seq: lot.seq, dates, points: lot.remaining }
    }
}

/// A member account's open lots that have an end, in spending order.
pub fn ending_lots(read: &Read<'_>, account: AccountId) -> AppResult<Vec<EndingLot>> {
    let lots = queries::lots_ending(read, account, Timestamp::NEVER)?;
    Ok(lots.into_iter().map(EndingLot::of).collect())
}

/// Visits the open lots of members that have an end, by account.
pub fn each_ending_lot(read: &Read<'_>, mut visit: impl FnMut(AccountId, EndingLot) -> AppResult<()>) -> AppResult<()> {
    queries::each_lot_ending(read, |account, lot| visit(account, EndingLot::of(lot)))
}

/// Points that members have, without those in escrow.
pub fn held_by_members(read: &Read<'_>) -> AppResult<i64> {
    queries::held_by_members(read)
}

/// The time at which the owner of an account last earned or spent points.
pub fn last_active(read: &Read<'_>, account: AccountId) -> AppResult<Option<Timestamp>> {
    queries::last_active(read, account)
}

/// The account of a member, if the stored end of one of its open lots has passed. A later policy may have put that end
/// off.
pub fn account_with_ended_lot(read: &Read<'_>, member: MemberId) -> AppResult<Option<AccountId>> {
    queries::account_with_ended_lot(read, member, read.now())
}

/// Up to `limit` accounts of members after an account that have a lot whose stored end is before a moment.
pub fn accounts_with_ending_lots(
    read: &Read<'_>,
    after: AccountId,
    before: Timestamp,
    limit: i64,
) -> AppResult<Vec<AccountId>> {
    queries::accounts_with_ending_lots(read, after, before, limit)
}

/// Takes exactly these lots, because they have expired.
pub fn expire(tx: &Tx<'_>, account: AccountId, ended: &[EndingLot], details: Details) -> AppResult<Posted> {
    let part = |lot: &EndingLot| LotPart {
        seq: lot.seq,
        expires_at: lot.dates.expires_at,
        earned_at: lot.dates.earned_at,
        points: lot.points,
        ends_at: lot.dates.expires_at,
    };
    let parts: Vec<LotPart> = ended.iter().map(part).collect();
    let points = parts.iter().map(|part| part.points).sum();
    let movement = NewPostings::between(TransactionKind::Expiry, account, AccountId::EXPIRY, points, details);
    append(tx, &movement, PointsSource::Exactly(parts), None)
}

/// Gives expired lots back, once, with another end. Fails with `not_found`, [`ALREADY_REVERSED`], [`MEMBER_LEFT`], and
/// [`NOT_REVERSIBLE`] if the transaction is no expiry.
pub fn bring_back(tx: &Tx<'_>, id: TransactionId, ends_at: Timestamp, details: Details) -> AppResult<Posted> {
    let found = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    if found.kind != TransactionKind::Expiry.name() {
        return Err(NOT_REVERSIBLE.into());
    }
    if found.reversed {
        return Err(ALREADY_REVERSED.into());
    }
    let lines =
        chain::read_lines(&found.lines).ok_or_else(|| anyhow::anyhow!("transaction {id} has unreadable lines"))?;
    let (account, points) = *lines.iter().find(|(account, _)| *account != AccountId::EXPIRY).ok_or(NOT_REVERSIBLE)?;
    let owner =
        queries::current_owner(tx, account)?.ok_or_else(|| anyhow::anyhow!("account {} is missing", account.get()))?;
    if owner.left {
        return Err(MEMBER_LEFT.into());
    }
    let line = |account, points| Posting { account, points, memo: None };
    let movement = NewPostings {
        kind: TransactionKind::Reversal,
        lines: vec![line(AccountId::EXPIRY, points), line(owner.account, -points)],
        details,
        expires_at: Timestamp::NEVER,
    };
    let mut gives = named_lots(found.lots.as_deref())?;
    gives.iter_mut().for_each(|part| part.ends_at = ends_at.max(part.expires_at));
    append(tx, &movement, PointsSource::Reversal { of_seq: found.seq, gives }, Some(found.seq))
}
