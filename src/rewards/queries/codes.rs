//! SQL of the codes that coupons show.

use crate::base::id::{ItemId, RecordId, RedemptionId};
use crate::base::problem::AppResult;
use crate::rewards::SealedCode;
use crate::store::{Read, Tx, params};

/// Adds a code to a pool; gives 0 for one that the item has already.
pub(in crate::rewards) fn insert_pooled(tx: &Tx<'_>, item: ItemId, code: &SealedCode) -> AppResult<usize> {
    tx.execute(
        "insert into coupon_code (id, item_id, pooled, sealed, lookup, created_at_ms)
         values (:id, :item, 1, :sealed, :lookup, :now) on conflict (item_id, lookup) do nothing",
        params! { ":id": code.id, ":item": item, ":sealed": code.sealed, ":lookup": code.lookup, ":now": tx.now() },
    )
}

pub(in crate::rewards) fn insert_generated(
    tx: &Tx<'_>,
    item: ItemId,
    code: &SealedCode,
    holder: RedemptionId,
) -> AppResult<()> {
    tx.execute_one(
        "insert into coupon_code (id, item_id, pooled, sealed, lookup, redemption_id, created_at_ms)
         values (:id, :item, 0, :sealed, :lookup, :holder, :now)",
        params! { ":id": code.id, ":item": item, ":sealed": code.sealed, ":lookup": code.lookup,
        ":holder": holder, ":now": tx.now() },
    )
}

/// Counts codes that have become free; gives how many are.
pub(in crate::rewards) fn add_free(tx: &Tx<'_>, item: ItemId, more: i64) -> AppResult<i64> {
    tx.execute_one(
        "update item set pool_free = pool_free + :more where id = :item",
        params! { ":item": item, ":more": more },
    )?;
    tx.number("select pool_free as n from item where id = :item", params! { ":item": item })
}

pub(in crate::rewards) fn is_known(read: &Read<'_>, item: ItemId, lookup: [u8; 32]) -> AppResult<bool> {
    read.exists(
        "select 1 from coupon_code where item_id = :item and lookup = :lookup",
        params! { ":item": item, ":lookup": lookup },
    )
}

/// Whether another item of the same partner (or, like this one, of any) has it, sold, removed or not.
pub(in crate::rewards) fn is_elsewhere(read: &Read<'_>, item: ItemId, lookup: [u8; 32]) -> AppResult<bool> {
    read.exists(
        "select 1 from coupon_code c join item other on other.id = c.item_id join item this on this.id = :item
         where c.lookup = :lookup and c.item_id <> :item and other.partner_id is this.partner_id",
        params! { ":item": item, ":lookup": lookup },
    )
}

/// Removes the codes that nobody holds; gives how many there were.
pub(in crate::rewards) fn delete_free(tx: &Tx<'_>, item: ItemId) -> AppResult<usize> {
    tx.execute("delete from coupon_code where item_id = :item and redemption_id is null", params! { ":item": item })
}

/// The oldest code that nobody holds.
pub(in crate::rewards) fn next_free(tx: &Tx<'_>, item: ItemId) -> AppResult<Option<RecordId>> {
    tx.one(
        "select id from coupon_code where item_id = :item and redemption_id is null order by id limit 1",
        params! { ":item": item },
        |row| row.get("id"),
    )
}

pub(in crate::rewards) fn give(tx: &Tx<'_>, item: ItemId, code: RecordId, holder: RedemptionId) -> AppResult<()> {
    tx.execute_one(
        "update coupon_code set redemption_id = :holder where id = :code and redemption_id is null",
        params! { ":code": code, ":holder": holder },
    )?;
    tx.execute_one("update item set pool_free = pool_free - 1 where id = :item", params! { ":item": item })
}

/// A rejected exchange's code: a pool code is free again, for it was never shown; a generated one
/// goes.
pub(in crate::rewards) fn take_back(tx: &Tx<'_>, item: ItemId, holder: RedemptionId) -> AppResult<()> {
    tx.execute("delete from coupon_code where redemption_id = :holder and pooled = 0", params! { ":holder": holder })?;
    let freed = tx.execute(
        "update coupon_code set redemption_id = null where redemption_id = :holder",
        params! { ":holder": holder },
    )?;
    if freed > 0 {
        tx.execute_one("update item set pool_free = pool_free + 1 where id = :item", params! { ":item": item })?;
    }
    Ok(())
}

/// The code that a redemption shows, sealed.
pub(in crate::rewards) fn held_by(read: &Read<'_>, holder: RedemptionId) -> AppResult<Option<(RecordId, Vec<u8>)>> {
    read.one("select id, sealed from coupon_code where redemption_id = :holder", params! { ":holder": holder }, |row| {
        Ok((row.get("id")?, row.get("sealed")?))
    })
}
