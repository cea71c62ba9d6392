//! SQL of an account within a period.

use super::super::ChainHead;
use super::chain_head_row;
use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, params};

/// The sequence number of a member's first posting in a period, and the one after the last posting.
pub(in super::super) fn places_between(read: &Read<'_>, member: MemberId, period: Period) -> AppResult<(i64, i64)> {
    let found = read.one(
        "select min(p.seq) as first, max(p.seq) as last from account a join posting p on p.account_id = a.id
         where a.member_id = :member and p.created_at_ms >= :from and p.created_at_ms < :until",
        params! { ":member": member, ":from": period.from, ":until": period.until },
        |row| Ok((row.get::<Option<i64>>("first")?, row.get::<Option<i64>>("last")?)),
    )?;
    let (first, last) = found.unwrap_or_default();
    if let (Some(first), Some(last)) = (first, last) {
        return Ok((first, last + 1));
    }
    // No posting in the period: use the place after the last posting before it.
    let before = read.number(
        "select max(p.seq) as n from account a join posting p on p.account_id = a.id
         where a.member_id = :member and p.created_at_ms < :from",
        params! { ":member": member, ":from": period.from },
    )?;
    Ok((before + 1, before + 1))
}

/// A member's balance before a place in the ledger.
pub(in super::super) fn balance_before(read: &Read<'_>, member: MemberId, place: i64) -> AppResult<i64> {
    read.number(
        "select p.balance_after as n from account a join posting p on p.account_id = a.id
         where a.member_id = :member and p.seq < :place order by p.seq desc limit 1",
        params! { ":member": member, ":place": place },
    )
}

/// The last transaction before a moment. The index of ids finds it, because an id begins with its moment; within the
/// last millisecond the sequence numbers decide.
pub(in super::super) fn head_before(read: &Read<'_>, period: Period) -> AppResult<Option<ChainHead>> {
    let until = TransactionId::earliest_at(period.until);
    let last: Option<TransactionId> = read.one(
        "select id from ledger_transaction where id < :until order by id desc limit 1",
        params! { ":until": until },
        |row| row.get("id"),
    )?;
    let Some(last) = last else { return Ok(None) };
    let mut first_bytes = *last.as_bytes();
    // The first six bytes of an id are its millisecond.
    first_bytes[6..].fill(0);
    read.one(
        "select seq, hash from ledger_transaction
         where seq = (select max(seq) from ledger_transaction where id >= :from and id < :until)",
        params! { ":from": TransactionId::from_bytes(first_bytes), ":until": until },
        chain_head_row,
    )
}

/// Visits the transfers since a moment, in ledger order, with their lines as the journal has them.
pub(in super::super) fn each_transfer_since(
    read: &Read<'_>,
    since: Timestamp,
    mut visit: impl FnMut(TransactionId, Timestamp, &str) -> AppResult<()>,
) -> AppResult<()> {
    read.each(
        "select id, created_at_ms, lines from ledger_transaction
         where kind = 'Transfer'
             and seq >= (select seq from ledger_transaction where id >= :since order by id limit 1)
         order by seq",
        params! { ":since": TransactionId::earliest_at(since) },
        |row| visit(row.get("id")?, row.get("created_at_ms")?, &row.get::<String>("lines")?),
    )
}
