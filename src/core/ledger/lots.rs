//! Lots: points that were credited together and expire together. Spending takes the lot with the earliest expiry
//! first, then the oldest. Points that move between accounts keep their expiry date.

use super::queries::{self, Lot};
use super::{AccountId, INSUFFICIENT_POINTS, TransactionKind};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::core::expiry::{LotDates, Policies};
use crate::platform::store::Tx;

/// Points in transit from one account to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LotPart {
    /// The transaction that credited the lot; 0 for points that are issued.
    pub seq: i64,
    pub expires_at: Timestamp,
    pub earned_at: Timestamp,
    pub points: i64,
    /// The end of the points on the account where they arrive.
    pub ends_at: Timestamp,
}

impl LotPart {
    /// Points that come into being.
    pub fn issued(points: i64, earned_at: Timestamp, ends_at: Timestamp) -> Self {
        Self { seq: 0, expires_at: ends_at, earned_at, points, ends_at }
    }

    /// A part of a lot, which keeps its end.
    pub fn of(lot: &Lot, points: i64) -> Self {
        let Lot { seq, expires_at, earned_at, .. } = *lot;
        Self { seq, expires_at, earned_at, points, ends_at: expires_at }
    }
}

/// Writes parts as `transaction:end:age:points` for the journal, with a fifth number where they arrive with another end.
pub(super) fn write(parts: &[LotPart]) -> String {
    let write = |part: &LotPart| {
        let LotPart { seq, points, .. } = part;
        let (expires_at, earned_at) = (part.expires_at.as_millis(), part.earned_at.as_millis());
        let changed = part.ends_at != part.expires_at;
        let end = if changed { format!(":{}", part.ends_at.as_millis()) } else { String::new() };
        format!("{seq}:{expires_at}:{earned_at}:{points}{end}")
    };
    parts.iter().map(write).collect::<Vec<_>>().join(" ")
}

/// Parses the output of [`write`]; `None` for any other text.
pub(super) fn read(text: &str) -> Option<Vec<LotPart>> {
    let read = |part: &str| {
        let numbers = part.split(':').map(str::parse).collect::<Result<Vec<i64>, _>>().ok()?;
        let (&[seq, expires_at, earned_at, points], rest) = numbers.split_first_chunk::<4>()?;
        let ends_at = match rest {
            [] => expires_at,
            [end] => *end,
            _ => return None,
        };
        let [expires_at, earned_at, ends_at] = [expires_at, earned_at, ends_at].map(Timestamp::from_millis);
        (points > 0).then_some(LotPart { seq, expires_at, earned_at, points, ends_at })
    };
    text.split(' ').map(read).collect()
}

/// Takes points from an account's lots, in spending order. Fails with [`INSUFFICIENT_POINTS`].
pub(super) fn take(tx: &Tx<'_>, account: AccountId, points: i64) -> AppResult<Vec<LotPart>> {
    if let Some(lot) = queries::take_from_next_lot(tx, account, points)? {
        return Ok(vec![LotPart::of(&lot, points)]);
    }
    take_rest(tx, account, points, Vec::new())
}

/// Takes points in spending order beside those that were taken already.
fn take_rest(tx: &Tx<'_>, account: AccountId, points: i64, taken: Vec<LotPart>) -> AppResult<Vec<LotPart>> {
    let mut pieces = taken;
    let mut wanted = points - pieces.iter().map(|piece| piece.points).sum::<i64>();
    while wanted > 0 {
        let Some(lot) = queries::next_lot(tx, account)? else {
            return match queries::balance(tx, account)? {
                balance if balance < points => Err(INSUFFICIENT_POINTS.into()),
                _ => Err(anyhow::anyhow!("account {} has {wanted} points in no lot", account.get()).into()),
            };
        };
        let part = lot.remaining.min(wanted);
        pieces.push(take_one(tx, account, &lot, part)?);
        wanted -= part;
    }
    Ok(pieces)
}

/// Takes points first from the lots that one transaction credited, then in spending order. Fails with
/// [`INSUFFICIENT_POINTS`].
pub(super) fn take_first_of(tx: &Tx<'_>, account: AccountId, points: i64, seq: i64) -> AppResult<Vec<LotPart>> {
    let mut wanted = points;
    let mut pieces = Vec::new();
    for lot in queries::lots_of(tx, account, seq)? {
        let part = lot.remaining.min(wanted);
        if part > 0 {
            pieces.push(take_one(tx, account, &lot, part)?);
            wanted -= part;
        }
    }
    take_rest(tx, account, points, pieces)
}

/// Takes exactly these parts of an account's lots.
pub(super) fn take_exactly(tx: &Tx<'_>, account: AccountId, parts: &[LotPart]) -> AppResult<Vec<LotPart>> {
    for part in parts {
        let LotPart { seq, expires_at, earned_at, points, .. } = *part;
        queries::take_part_of_lot(tx, account, &Lot { seq, expires_at, earned_at, remaining: points })?;
    }
    Ok(parts.to_vec())
}

/// Takes all that remains of the lots that one transaction credited, for example a hold's points in escrow.
pub(super) fn take_brought_by(tx: &Tx<'_>, account: AccountId, seq: i64) -> AppResult<Vec<LotPart>> {
    let lots = queries::lots_of(tx, account, seq)?;
    lots.iter().map(|lot| take_one(tx, account, lot, lot.remaining)).collect()
}

fn take_one(tx: &Tx<'_>, account: AccountId, lot: &Lot, points: i64) -> AppResult<LotPart> {
    queries::take_from_lot(tx, account, lot, points)?;
    Ok(LotPart::of(lot, points))
}

/// Adds points to an account as lots of transaction `by`. Takes them from the front of `pieces`.
pub(super) fn put(
    tx: &Tx<'_>,
    account: AccountId,
    by: (TransactionKind, i64),
    points: i64,
    pieces: &mut Vec<LotPart>,
) -> AppResult<()> {
    for piece in split_off(pieces, points) {
        let lot = Lot {
            seq: credited_by(by, &piece),
            expires_at: piece.ends_at,
            earned_at: piece.earned_at,
            remaining: piece.points,
        };
        queries::add_lot(tx, account, &lot)?;
    }
    Ok(())
}

/// The transaction that counts as the one that credited arriving points. Released points stay those of their award, so
/// that a reversal of the award finds them.
pub(super) fn credited_by((kind, seq): (TransactionKind, i64), piece: &LotPart) -> i64 {
    if kind == TransactionKind::Release { piece.seq } else { seq }
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

/// Gives transferred points the end that the present policies give them, because they lose the age from which that end
/// is computed.
pub(super) fn settle_ends(pieces: &mut [LotPart], policies: &Policies, now: Timestamp) {
    for piece in pieces {
        let dates = LotDates { expires_at: piece.expires_at, earned_at: piece.earned_at };
        // The transfer itself counts as activity of the sender.
        piece.ends_at = policies.end_of(dates, now, now);
    }
}

/// Sets the age of arriving points. Transferred and released points count as earned now and keep only their end, so
/// that pieces with the same end merge into one lot. All other points, such as held points that may return, keep their
/// age.
pub(super) fn on_arrival(kind: TransactionKind, pieces: Vec<LotPart>, now: Timestamp) -> Vec<LotPart> {
    if !matches!(kind, TransactionKind::Transfer | TransactionKind::Release) {
        return pieces;
    }
    let mut merged: Vec<LotPart> = Vec::new();
    for piece in pieces {
        match merged.iter_mut().find(|one| one.ends_at == piece.ends_at) {
            Some(same_day) => same_day.points += piece.points,
            None => merged.push(LotPart { earned_at: now, ..piece }),
        }
    }
    merged
}
