//! The lots of one transaction: those that it credited to a member, with what is left of them, and those from which it
//! took points.

use super::{AccountId, TransactionKind, lots, queries};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::AppResult;
use crate::base::transaction_number::TransactionNumber;
use crate::platform::store::Read;

/// A lot that a transaction credited to a member.
#[derive(Clone, Copy, Debug)]
pub struct CreditedLot {
    /// Points that the transaction credited.
    pub points: i64,
    /// Points of the lot that the member has not spent.
    pub left: i64,
    /// The time at which the member earned the points of the lot.
    pub earned: Timestamp,
    /// The time at which the lot expires; `None` if it never expires.
    pub expires: Option<Timestamp>,
}

/// A part of a lot that a transaction took.
#[derive(Clone, Debug)]
pub struct TakenLot {
    /// Points that it took from the lot.
    pub points: i64,
    /// The time at which the member earned the points of the lot.
    pub earned: Timestamp,
    /// The time at which the lot expires; `None` if it never expires.
    pub expires: Option<Timestamp>,
    /// The transaction that credited the lot; `None` for held points, whose lots do not keep it.
    pub credited_by: Option<(TransactionId, TransactionNumber)>,
}

pub(super) fn end(moment: Timestamp) -> Option<Timestamp> {
    Some(moment).filter(|moment| *moment != Timestamp::NEVER)
}

/// The lots that a transaction credited to a member, at most `most`. Those of released points belong to their award.
pub fn lots_credited(read: &Read<'_>, id: TransactionId, member: MemberId, most: i64) -> AppResult<Vec<CreditedLot>> {
    let (Some(found), Some(owner)) = (queries::find(read, id)?, queries::member_account(read, member)?) else {
        return Ok(Vec::new());
    };
    queries::credited_lots(read, owner.account, found.seq, most)
}

/// The lots from which a transaction took a member's points, at most `most`. The journal names them only where one of them
/// has an end; those of a hold are in escrow. A reversal and a release take what their original names.
pub fn lots_taken(read: &Read<'_>, id: TransactionId, most: usize) -> AppResult<Vec<TakenLot>> {
    let Some(found) = queries::find(read, id)? else { return Ok(Vec::new()) };
    if found.kind == TransactionKind::Hold.name() {
        let limit = i64::try_from(most).unwrap_or(i64::MAX);
        let held = queries::credited_lots(read, AccountId::ESCROW, found.seq, limit)?;
        let taken =
            |CreditedLot { points, earned, expires, .. }| TakenLot { points, earned, expires, credited_by: None };
        return Ok(held.into_iter().map(taken).collect());
    }
    let names_others = [TransactionKind::Reversal, TransactionKind::Release].map(TransactionKind::name);
    let Some(text) = found.lots.as_deref().filter(|_| !names_others.contains(&found.kind.as_str())) else {
        return Ok(Vec::new());
    };
    let parts = lots::read(text).ok_or_else(|| anyhow::anyhow!("transaction {id} names unreadable lots"))?;
    let taken = |part: lots::LotPart| {
        Ok(TakenLot {
            points: part.points,
            earned: part.earned_at,
            expires: end(part.expires_at),
            credited_by: queries::named_by_seq(read, part.seq)?,
        })
    };
    parts.into_iter().filter(|part| part.seq > 0).take(most).map(taken).collect()
}
