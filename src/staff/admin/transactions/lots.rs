//! The lots of a transaction, as the admin shows them.

use serde::Serialize;

use super::{TransactionBrief, TransactionView};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::AppResult;
use crate::core::ledger::{self, CreditedLot, TakenLot};
use crate::platform::store::Read;

/// Maximum number of lots of one transaction.
const MOST_LOTS: u16 = 100;

/// Points of a transaction that expire together, and what is left of them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TransactionLot {
    /// The member whose account the transaction credited.
    member: MemberId,
    points: i64,
    /// Points that have not been spent.
    pub(super) left: i64,
    /// Absent for points that do not expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expires: Option<Timestamp>,
}

/// A part of a lot that a transaction took.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TakenLot)]
pub struct TakenLotView {
    points: i64,
    earned: Timestamp,
    /// Absent for points that do not expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires: Option<Timestamp>,
    /// The transaction that credited the lot; absent for points that went on hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    credited_by: Option<TransactionBrief>,
}

/// The lots that a transaction credited to each of its members.
pub(super) fn credited(read: &Read<'_>, id: TransactionId, view: &TransactionView) -> AppResult<Vec<TransactionLot>> {
    let mut members: Vec<MemberId> =
        view.postings.iter().filter_map(|posting| Some(posting.member.as_ref()?.id)).collect();
    members.sort_unstable();
    members.dedup();
    let mut found = Vec::new();
    for member in members {
        let lots = ledger::lots_credited(read, id, member, i64::from(MOST_LOTS))?;
        let shown = |CreditedLot { points, left, expires, .. }| TransactionLot { member, points, left, expires };
        found.extend(lots.into_iter().map(shown));
    }
    Ok(found)
}

/// The lots from which a transaction took points.
pub(super) fn taken(read: &Read<'_>, id: TransactionId) -> AppResult<Vec<TakenLotView>> {
    let shown = |TakenLot { points, earned, expires, credited_by }| TakenLotView {
        points,
        earned,
        expires,
        credited_by: credited_by.map(|(id, number)| TransactionBrief { id, number }),
    };
    Ok(ledger::lots_taken(read, id, usize::from(MOST_LOTS))?.into_iter().map(shown).collect())
}
