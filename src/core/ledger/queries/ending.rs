//! SQL of lots that end.

use super::{Lot, lot};
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::core::ledger::AccountId;
use crate::platform::store::{Read, params};

/// An account's open lots that end before a moment, in spending order.
pub(in crate::core::ledger) fn lots_ending(
    read: &Read<'_>,
    account: AccountId,
    before: Timestamp,
) -> AppResult<Vec<Lot>> {
    read.all(
        "select seq, expires_at_ms, earned_at_ms, remaining from lot
         where account_id = :account and spent = 0 and expires_at_ms < :before
         order by expires_at_ms, earned_at_ms, seq",
        params! { ":account": account.get(), ":before": before },
        lot,
    )
}

/// The account of a member, if one of its open lots has an end that is not after a moment.
pub(in crate::core::ledger) fn account_with_ended_lot(
    read: &Read<'_>,
    member: MemberId,
    now: Timestamp,
) -> AppResult<Option<AccountId>> {
    read.one(
        "select account_id from lot
         where account_id = (select id from account where member_id = :member) and spent = 0 and expires_at_ms <= :now
         limit 1",
        params! { ":member": member, ":now": now },
        |row| Ok(AccountId::from_row(row.get("account_id")?)),
    )
}

/// Accounts after an account whose members have a lot that ends before a moment.
pub(in crate::core::ledger) fn accounts_with_ending_lots(
    read: &Read<'_>,
    after: AccountId,
    before: Timestamp,
    limit: i64,
) -> AppResult<Vec<AccountId>> {
    read.all(
        "select distinct lot.account_id from lot join account on account.id = lot.account_id
         where lot.spent = 0 and lot.account_id > :after and lot.expires_at_ms < :before and account.kind = 'member'
         order by lot.account_id limit :limit",
        params! { ":after": after.get(), ":before": before, ":limit": limit },
        |row| Ok(AccountId::from_row(row.get("account_id")?)),
    )
}

pub(in crate::core::ledger) fn each_lot_ending(
    read: &Read<'_>,
    mut visit: impl FnMut(AccountId, Lot) -> AppResult<()>,
) -> AppResult<()> {
    read.each(
        "select l.account_id, l.seq, l.expires_at_ms, l.earned_at_ms, l.remaining
         from lot l join account a on a.id = l.account_id
         where l.spent = 0 and l.expires_at_ms < :never and a.kind = 'member' order by l.account_id",
        params! { ":never": Timestamp::NEVER },
        |row| {
            let account = AccountId::from_row(row.get("account_id")?);
            visit(account, lot(row)?)
        },
    )
}

pub(in crate::core::ledger) fn held_by_members(read: &Read<'_>) -> AppResult<i64> {
    // Every point was issued, and is spent, expired, in escrow, pending or with a member.
    read.number("select -coalesce(sum(balance), 0) as n from account where id in (0, 1, 2, 3, 4)", params! {})
}

/// The time at which the owner of an account last earned or spent points; gifts that arrive and changes by staff do
/// not count.
pub(in crate::core::ledger) fn last_active(read: &Read<'_>, account: AccountId) -> AppResult<Option<Timestamp>> {
    read.one(
        "select created_at_ms from posting
         where account_id = :account and (kind in ('Earn', 'Campaign', 'Referral', 'Redeem', 'Redeem - Hold')
             or (kind = 'Transfer' and points < 0))
         order by seq desc limit 1",
        params! { ":account": account.get() },
        |row| row.get("created_at_ms"),
    )
}
