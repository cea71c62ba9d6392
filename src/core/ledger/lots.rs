//! Lots: points that were credited together and expire together. Spending takes the lot with the earliest expiry
//! first, then the oldest. Points that move between accounts keep their expiry date.

use super::queries::{self, Lot};
use super::{AccountId, TransactionKind};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::Tx;

/// Points in transit from one account to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LotPart {
    pub expires_at: Timestamp,
    pub earned_at: Timestamp,
    pub points: i64,
}

/// Takes points from an account's lots, in spending order. The caller has checked the balance.
pub(super) fn take(tx: &Tx<'_>, account: AccountId, points: i64) -> AppResult<Vec<LotPart>> {
    if let Some((expires_at, earned_at)) = queries::take_from_next_lot(tx, account, points)? {
        return Ok(vec![LotPart { expires_at, earned_at, points }]);
    }
    let mut wanted = points;
    let mut pieces = Vec::new();
    while wanted > 0 {
        let lot = queries::next_lot(tx, account)?
            .ok_or_else(|| anyhow::anyhow!("account {} has points without a lot", account.get()))?;
        pieces.push(take_one(tx, account, &lot, lot.remaining.min(wanted))?);
        wanted -= lot.remaining.min(wanted);
    }
    Ok(pieces)
}

/// Takes all that remains of the lots that one transaction credited, for example a hold's points in escrow.
pub(super) fn take_brought_by(tx: &Tx<'_>, account: AccountId, seq: i64) -> AppResult<Vec<LotPart>> {
    let lots = queries::lots_of(tx, account, seq)?;
    lots.iter().map(|lot| take_one(tx, account, lot, lot.remaining)).collect()
}

fn take_one(tx: &Tx<'_>, account: AccountId, lot: &Lot, points: i64) -> AppResult<LotPart> {
    queries::take_from_lot(tx, account, lot, points)?;
    Ok(LotPart { expires_at: lot.expires_at, earned_at: lot.earned_at, points })
}

/// Adds points to an account as lots of transaction `seq`. Takes them from the front of `pieces`.
pub(super) fn put(tx: &Tx<'_>, account: AccountId, seq: i64, points: i64, pieces: &mut Vec<LotPart>) -> AppResult<()> {
    for piece in split_off(pieces, points) {
        let lot = Lot { seq, expires_at: piece.expires_at, earned_at: piece.earned_at, remaining: piece.points };
        queries::add_lot(tx, account, &lot)?;
    }
    Ok(())
}

/// Splits the first `points` points off `pieces`.
pub(super) fn split_off(pieces: &mut Vec<LotPart>, points: i64) -> Vec<LotPart> {
    let mut wanted = points;
    let mut taken = Vec::new();
    while wanted > 0 && !pieces.is_empty() {
        let first = &mut pieces[0];
        let part = first.points.min(wanted);
        taken.push(LotPart { points: part, ..*first });
        wanted -= part;
        first.points -= part;
        if first.points == 0 {
            pieces.remove(0);
        }
    }
    taken
}

/// Sets the age of arriving points. Transferred points count as earned now and keep only their expiry date, so that
/// pieces with the same expiry merge into one lot. All other points, such as held points that may return, keep their
/// age.
pub(super) fn on_arrival(kind: TransactionKind, pieces: Vec<LotPart>, now: Timestamp) -> Vec<LotPart> {
    if kind != TransactionKind::Transfer {
        return pieces;
    }
    let mut merged: Vec<LotPart> = Vec::new();
    for piece in pieces {
        match merged.iter_mut().find(|one| one.expires_at == piece.expires_at) {
            Some(same_day) => same_day.points += piece.points,
            None => merged.push(LotPart { earned_at: now, ..piece }),
        }
    }
    merged
}
