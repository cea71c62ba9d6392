//! The receipt of one transaction: the purchase behind it, the end of its points, and whether they were taken back.

use super::{ReceiptPurchase, TransactionReceipt, queries};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::expiry::{self, last_day_of};
use crate::core::ledger::{self, LedgerEntry};
use crate::member::expiry::ends_of;
use crate::member::{awards, carbon};
use crate::platform::store::Read;

/// The receipt of a member's transaction. Fails with `not_found` for a transaction that is not in the member's history.
pub(super) fn receipt(read: &Read<'_>, member: MemberId, id: TransactionId) -> AppResult<TransactionReceipt> {
    let seq = ledger::place_of(read, id)?.ok_or(NOT_FOUND)?;
    let moved = ledger::entries(read, member, seq + 1, 1)?.pop().filter(|entry| entry.seq == seq);
    let Some(entry) = moved else {
        let waiting = ledger::waiting_entries(read, member, seq + 1, 1)?.pop().filter(|found| found.entry.seq == seq);
        let waiting = waiting.ok_or(NOT_FOUND)?;
        let purchase = purchase_of(read, member, id)?;
        return Ok(TransactionReceipt { transaction: waiting.into(), purchase, valid_until: None, taken_back: None });
    };
    // Released points keep the sequence number of the award that they belong to.
    let award = entry.details.releases.unwrap_or(id);
    let award_seq = if award == id { seq } else { ledger::place_of(read, award)?.unwrap_or(seq) };
    let gave = entry.points > 0;
    Ok(TransactionReceipt {
        purchase: if gave { purchase_of(read, member, award)? } else { None },
        valid_until: if gave { end_of(read, member, &entry, award_seq)? } else { None },
        taken_back: if gave { queries::reversed_at(read, award_seq)?.map(Day::of) } else { None },
        transaction: entry.into(),
    })
}

fn purchase_of(read: &Read<'_>, member: MemberId, award: TransactionId) -> AppResult<Option<ReceiptPurchase>> {
    let Some(found) = awards::find(read, award)?.filter(|award| award.member == member) else { return Ok(None) };
    Ok(Some(ReceiptPurchase {
        partner_id: found.partner,
        day: Day::of(found.created),
        amount_hkd: found.amount,
        receipt: awards::details(read, award)?.and_then(|details| details.receipt),
        carbon_grams: carbon::saved_by(read, member, award)?,
    }))
}

/// The last day of what is left of the points of an entry, or the first of these days.
fn end_of(read: &Read<'_>, member: MemberId, entry: &LedgerEntry, award_seq: i64) -> AppResult<Option<Day>> {
    let policies = expiry::policies(read)?;
    if policies.is_empty() {
        return Ok(None);
    }
    let ends = ends_of(read, &policies, ledger::account_of(read, member)?)?;
    let of_entry = ends.iter().filter(|(lot, _)| lot.seq == entry.seq || lot.seq == award_seq).map(|(_, end)| *end);
    let first = of_entry.filter(|end| *end > read.now() && *end != Timestamp::NEVER).min();
    Ok(first.map(last_day_of))
}
