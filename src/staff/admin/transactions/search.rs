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
    let mut found = match wanted.only {
        Some(_) if after.is_some() => Vec::new(),
        Some(id) => queries::find(read, id)?.into_iter().collect(),
        None if wanted.nobody => Vec::new(),
        None if wanted.award.is_asked() => list_of_awards(read, wanted, after, limit)?,
        None => match &wanted.receipts {
            Some(receipts) => list_of_receipt(read, wanted, receipts, after, limit)?,
            None => queries::list(read, wanted, after, limit)?,
        },
    };
    add_awards(read, &mut found)?;
    Ok(found)
}

/// Adds the outlet, the receipt and the bill to the awards of a page.
fn add_awards(read: &Read<'_>, found: &mut [TransactionView]) -> AppResult<()> {
    let earned = |view: &TransactionView| view.kind == TransactionKind::Earn.name();
    let ids: Vec<TransactionId> = found.iter().filter(|view| earned(view)).map(|view| view.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut awards = awards::details_of(read, &ids)?;
    for view in found {
        view.award = awards.remove(&view.id);
    }
    Ok(())
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
        let Some(view) = queries::find(read, id)? else { continue };
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
    ids.into_iter().filter_map(|id| queries::find(read, id).transpose()).collect()
}
