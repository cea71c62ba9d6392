//! SQL of the lots of one transaction.

use super::super::AccountId;
use super::super::traced::{CreditedLot, end};
use crate::base::id::TransactionId;
use crate::base::problem::AppResult;
use crate::base::transaction_number::TransactionNumber;
use crate::platform::store::{Read, params};

/// The lots that a transaction credited to an account, those that end first before others.
pub(in crate::core::ledger) fn credited_lots(
    read: &Read<'_>,
    account: AccountId,
    seq: i64,
    most: i64,
) -> AppResult<Vec<CreditedLot>> {
    read.all(
        "select points, remaining, earned_at_ms, expires_at_ms from lot where account_id = :account and seq = :seq
         order by expires_at_ms, earned_at_ms limit :most",
        params! { ":account": account.get(), ":seq": seq, ":most": most },
        |row| {
            Ok(CreditedLot {
                points: row.get("points")?,
                left: row.get("remaining")?,
                earned: row.get("earned_at_ms")?,
                expires: end(row.get("expires_at_ms")?),
            })
        },
    )
}

/// The transaction with a sequence number.
pub(in crate::core::ledger) fn named_by_seq(
    read: &Read<'_>,
    seq: i64,
) -> AppResult<Option<(TransactionId, TransactionNumber)>> {
    read.one("select id, created_at_ms from ledger_transaction where seq = :seq", params! { ":seq": seq }, |row| {
        Ok((row.get("id")?, TransactionNumber::of(seq, row.get("created_at_ms")?)))
    })
}
