//! SQL of the stocktake: each statement finds the first inconsistent row.

use crate::base::id::ItemId;
use crate::base::id::RedemptionId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, indexed_by, params};

/// Finds an item whose stock differs from the stock added minus the units sold.
pub(in crate::member::rewards) fn wrong_stock(read: &Read<'_>) -> AppResult<Option<(ItemId, i64, i64)>> {
    read.one(
        "select i.id, i.leftover, i.stocked - count(r.id) as derived
         from item i left join redemption r on r.item_id = i.id and r.status <> 'rejected'
         where i.leftover >= 0
         group by i.id having i.leftover <> i.stocked - count(r.id) limit 1",
        params! {},
        |row| Ok((row.get("id")?, row.get("leftover")?, row.get("derived")?)),
    )
}

/// Finds an item whose stored count of free pool codes differs from the real count.
pub(in crate::member::rewards) fn wrong_pool(read: &Read<'_>) -> AppResult<Option<(ItemId, i64, i64)>> {
    read.one(
        concat!(
            "select i.id, i.pool_free, count(c.id) as derived from item i left join coupon_code c",
            indexed_by!("coupon_code_free"),
            "on c.item_id = i.id and c.redemption_id is null
             group by i.id having i.pool_free <> count(c.id) limit 1"
        ),
        params! {},
        |row| Ok((row.get("id")?, row.get("pool_free")?, row.get("derived")?)),
    )
}

/// Finds an item whose stored quota count of a member differs from the member's redemptions.
pub(in crate::member::rewards) fn wrong_quota(read: &Read<'_>) -> AppResult<Option<ItemId>> {
    read.one(
        concat!(
            "select b.item_id from item_buyer b where b.bought <> (select count(*) from redemption r",
            indexed_by!("redemption_by_member"),
            "where r.member_id = b.member_id and r.item_id = b.item_id and r.status <> 'rejected') limit 1"
        ),
        params! {},
        |row| row.get("item_id"),
    )
}

/// Finds a redemption that does not match the ledger: no such transaction, another amount, or a hold in another
/// state.
pub(in crate::member::rewards) fn unpaid(read: &Read<'_>) -> AppResult<Option<RedemptionId>> {
    read.one(
        "select r.id from redemption r
         left join ledger_transaction t on t.id = r.transaction_id
         left join posting p on p.seq = t.seq and p.account_id in (select a.id from account a
             join member m on m.id = a.member_id where m.id = r.member_id or m.merged_into = r.member_id)
         left join hold h on h.seq = r.hold_seq
         where p.points is null or p.points <> -r.points
             or (r.type = 'exchange' and (h.points is null or h.points <> r.points
                 or h.status <> case r.status when 'processing' then 'open' when 'confirmed' then 'confirmed' else 'returned' end))
         limit 1",
        params! {},
        |row| row.get("id"),
    )
}

pub(in crate::member::rewards) fn count_redemptions(read: &Read<'_>) -> AppResult<i64> {
    read.number("select count(*) as n from redemption", params! {})
}
