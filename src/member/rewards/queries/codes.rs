//! SQL of the codes that coupons show.

use crate::base::id::{ItemId, PartnerId, RecordId, RedemptionId};
use crate::base::problem::AppResult;
use crate::member::rewards::SealedCode;
use crate::platform::store::{Read, Tx, params};

/// Adds a code to a pool; returns 0 if the item already has it.
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

/// Adds `more` to the count of free codes; returns the new count.
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

/// Whether any pool or any coupon has this code.
pub(in crate::member::rewards) fn is_used(read: &Read<'_>, lookup: [u8; 32]) -> AppResult<bool> {
    read.exists("select 1 from coupon_code where lookup = :lookup", params! { ":lookup": lookup })
}

/// Whether another item that is collected at one of the same counters has this code, including sold and removed ones.
/// An item without a partner is collected at every counter.
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

/// Whether another item at that partner's counter (`None`: at any counter) has one of this item's free codes. A sold
/// coupon stays at the counter that it was sold for.
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

/// Removes the free codes; returns how many there were.
pub(in crate::member::rewards) fn delete_free(tx: &Tx<'_>, item: ItemId) -> AppResult<usize> {
    tx.execute("delete from coupon_code where item_id = :item and redemption_id is null", params! { ":item": item })
}

/// The oldest free code.
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

/// Whether a coupon shows a code that this server generated, which our counters can collect.
pub(in crate::member::rewards) fn is_our_own(read: &Read<'_>, holder: RedemptionId) -> AppResult<bool> {
    read.exists("select 1 from coupon_code where redemption_id = :holder and pooled = 0", params! { ":holder": holder })
}

/// Takes back the code of a rejected or undone redemption: a pool code becomes free if it was never shown, and a
/// generated code is deleted.
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

/// The encrypted code that a redemption shows.
pub(in crate::member::rewards) fn held_by(
    read: &Read<'_>,
    holder: RedemptionId,
) -> AppResult<Option<(RecordId, Vec<u8>)>> {
    read.one("select id, sealed from coupon_code where redemption_id = :holder", params! { ":holder": holder }, |row| {
        Ok((row.get("id")?, row.get("sealed")?))
    })
}
