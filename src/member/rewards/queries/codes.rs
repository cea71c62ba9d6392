//! SQL of the codes that coupons show.

use crate::base::id::{ItemId, PartnerId, RecordId, RedemptionId};
use crate::base::problem::AppResult;
use crate::member::rewards::SealedCode;
use crate::platform::store::{Read, Tx, params};

/// Adds a code to a pool; gives 0 for one that the item has already.
pub(in crate::member::rewards) fn insert_pooled(tx: &Tx<'_>, item: ItemId, code: &SealedCode) -> AppResult<usize> {
    tx.execute(
        "insert into coupon_code (id, item_id, pooled, sealed, lookup, created_at_ms)
         values (:id, :item, 1, :sealed, :lookup, :now) on conflict (item_id, lookup) do nothing",
        params! { ":id": code.id, ":item": item, ":sealed": code.sealed, ":lookup": code.lookup, ":now": tx.now() },
    )
}

pub(in crate::member::rewards) fn insert_generated(
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
pub(in crate::member::rewards) fn add_free(tx: &Tx<'_>, item: ItemId, more: i64) -> AppResult<i64> {
    tx.execute_one(
        "update item set pool_free = pool_free + :more where id = :item",
        params! { ":item": item, ":more": more },
    )?;
    tx.number("select pool_free as n from item where id = :item", params! { ":item": item })
}

pub(in crate::member::rewards) fn is_known(read: &Read<'_>, item: ItemId, lookup: [u8; 32]) -> AppResult<bool> {
    read.exists(
        "select 1 from coupon_code where item_id = :item and lookup = :lookup",
        params! { ":item": item, ":lookup": lookup },
    )
}

/// Whether any item's pool has it, or any coupon.
pub(in crate::member::rewards) fn is_used(read: &Read<'_>, lookup: [u8; 32]) -> AppResult<bool> {
    read.exists("select 1 from coupon_code where lookup = :lookup", params! { ":lookup": lookup })
}

/// Whether another item that is collected at one of the same counters has it, sold, removed or not. What is
/// collected at any counter meets everything there.
pub(in crate::member::rewards) fn is_elsewhere(read: &Read<'_>, item: ItemId, lookup: [u8; 32]) -> AppResult<bool> {
    read.exists(
        "select 1 from coupon_code c join item other on other.id = c.item_id join item this on this.id = :item
             left join redemption r on r.id = c.redemption_id
         where c.lookup = :lookup and c.item_id <> :item
             and (this.partner_id is null or other.partner_id is null or other.partner_id = this.partner_id
                 or (r.id is not null and coalesce(r.partner_id, this.partner_id) = this.partner_id))",
        params! { ":item": item, ":lookup": lookup },
    )
}

/// Whether a code of the item that nobody holds would meet one of another item at that partner's counter, or, where
/// there is none, at any. What has been sold is collected where it was sold for.
pub(in crate::member::rewards) fn would_meet(
    read: &Read<'_>,
    item: ItemId,
    partner: Option<PartnerId>,
) -> AppResult<bool> {
    read.exists(
        "select 1 from coupon_code mine join coupon_code c on c.lookup = mine.lookup and c.item_id <> mine.item_id
             join item other on other.id = c.item_id left join redemption r on r.id = c.redemption_id
         where mine.item_id = :item and mine.redemption_id is null
             and (:partner is null or other.partner_id is null or other.partner_id = :partner
                 or (r.id is not null and coalesce(r.partner_id, :partner) = :partner))",
        params! { ":item": item, ":partner": partner },
    )
}

/// Removes the codes that nobody holds; gives how many there were.
pub(in crate::member::rewards) fn delete_free(tx: &Tx<'_>, item: ItemId) -> AppResult<usize> {
    tx.execute("delete from coupon_code where item_id = :item and redemption_id is null", params! { ":item": item })
}

/// The oldest code that nobody holds.
pub(in crate::member::rewards) fn next_free(tx: &Tx<'_>, item: ItemId) -> AppResult<Option<RecordId>> {
    tx.one(
        "select id from coupon_code where item_id = :item and redemption_id is null order by id limit 1",
        params! { ":item": item },
        |row| row.get("id"),
    )
}

pub(in crate::member::rewards) fn give(
    tx: &Tx<'_>,
    item: ItemId,
    code: RecordId,
    holder: RedemptionId,
) -> AppResult<()> {
    tx.execute_one(
        "update coupon_code set redemption_id = :holder where id = :code and redemption_id is null",
        params! { ":code": code, ":holder": holder },
    )?;
    tx.execute_one("update item set pool_free = pool_free - 1 where id = :item", params! { ":item": item })
}

/// Whether a coupon shows a code that was made for it, which our own counters know.
pub(in crate::member::rewards) fn is_our_own(read: &Read<'_>, holder: RedemptionId) -> AppResult<bool> {
    read.exists("select 1 from coupon_code where redemption_id = :holder and pooled = 0", params! { ":holder": holder })
}

/// The code of what was rejected or undone: a pool code is free again if it was never shown, and a generated one
/// goes.
pub(in crate::member::rewards) fn take_back(tx: &Tx<'_>, item: ItemId, holder: RedemptionId) -> AppResult<()> {
    tx.execute("delete from coupon_code where redemption_id = :holder and pooled = 0", params! { ":holder": holder })?;
    let freed = tx.execute(
        "update coupon_code set redemption_id = null where redemption_id = :holder
             and exists (select 1 from redemption r where r.id = :holder and r.shown_at_ms is null)",
        params! { ":holder": holder },
    )?;
    if freed > 0 {
        tx.execute_one("update item set pool_free = pool_free + 1 where id = :item", params! { ":item": item })?;
    }
    Ok(())
}

/// The code that a redemption shows, sealed.
pub(in crate::member::rewards) fn held_by(
    read: &Read<'_>,
    holder: RedemptionId,
) -> AppResult<Option<(RecordId, Vec<u8>)>> {
    read.one("select id, sealed from coupon_code where redemption_id = :holder", params! { ":holder": holder }, |row| {
        Ok((row.get("id")?, row.get("sealed")?))
    })
}
