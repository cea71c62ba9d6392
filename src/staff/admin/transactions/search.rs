//! The transactions that a search finds: by id, by receipt, by the details that a counter entered, or from the ledger.

use super::wanted::{TransactionFilter, TransactionSort};
use super::{TransactionView, queries};
use crate::base::id::TransactionId;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::core::ledger::TransactionKind;
use crate::member::awards;
use crate::platform::store::Read;

/// The transactions that match, after the given one.
pub(super) fn list_transactions(
    read: &Read<'_>,
    wanted: &TransactionFilter,
    after: Option<TransactionId>,
    limit: i64,
) -> AppResult<Vec<TransactionView>> {
    match wanted.only {
        Some(_) if after.is_some() => Ok(Vec::new()),
        Some(id) => Ok(opened_award(read, id)?.into_iter().collect()),
        None if wanted.nobody => Ok(Vec::new()),
        None if wanted.award.is_asked() => list_of_awards(read, wanted, after, limit),
        None => match &wanted.receipts {
            Some(receipts) => list_of_receipt(read, wanted, receipts, after, limit),
            None => queries::list(read, wanted, after, limit),
        },
    }
}

/// A transaction, with its bill if it is an award.
fn opened_award(read: &Read<'_>, id: TransactionId) -> AppResult<Option<TransactionView>> {
    let Some(view) = queries::find(read, id)? else { return Ok(None) };
    Ok(Some(TransactionView { award: awards::details(read, id)?, ..view }))
}

/// The awards of one receipt that match; there are few.
fn list_of_receipt(
    read: &Read<'_>,
    wanted: &TransactionFilter,
    receipts: &[TransactionId],
    after: Option<TransactionId>,
    limit: i64,
) -> AppResult<Vec<TransactionView>> {
    let mut ids = receipts.to_vec();
    ids.sort_unstable();
    if wanted.sort == TransactionSort::Newest {
        ids.reverse();
    }
    let start = match after {
        Some(id) => ids.iter().position(|one| *one == id).ok_or(INVALID_PARAMETER)? + 1,
        None => 0,
    };
    let mut found = Vec::new();
    for id in ids.into_iter().skip(start) {
        let Some(view) = opened_award(read, id)? else { continue };
        if wanted.fits(&view) && i64::try_from(found.len()).is_ok_and(|count| count < limit) {
            found.push(view);
        }
    }
    Ok(found)
}

/// The awards that were given at a place, by a person or for a bill; a search for another kind finds none.
fn list_of_awards(
    read: &Read<'_>,
    wanted: &TransactionFilter,
    after: Option<TransactionId>,
    limit: i64,
) -> AppResult<Vec<TransactionView>> {
    if wanted.kind.as_ref().is_some_and(|kind| *kind != TransactionKind::Earn.name()) {
        return Ok(Vec::new());
    }
    let order = (wanted.period, wanted.sort == TransactionSort::Newest);
    let ids = awards::search(read, &wanted.award, order, after, limit)?;
    ids.into_iter().filter_map(|id| opened_award(read, id).transpose()).collect()
}
