//! SQL of the short codes of open coupons.

use crate::base::clock::Timestamp;
use crate::base::id::{PartnerId, RedemptionId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

/// Stores the short code of a coupon and replaces an earlier one; false when another coupon has the code.
pub(in crate::member::rewards) fn put(
    tx: &Tx<'_>,
    holder: RedemptionId,
    sealed: &[u8],
    lookup: [u8; 32],
    until: Timestamp,
) -> AppResult<bool> {
    let free = !tx.exists("select 1 from short_code where lookup = :lookup", params! { ":lookup": lookup })?;
    if free {
        tx.execute_one(
            "insert into short_code (redemption_id, sealed, lookup, expires_at_ms) values (:holder, :sealed, :lookup, :until)
             on conflict (redemption_id) do update set sealed = excluded.sealed, lookup = excluded.lookup,
                 expires_at_ms = excluded.expires_at_ms",
            params! { ":holder": holder, ":sealed": sealed, ":lookup": lookup, ":until": until },
        )?;
    }
    Ok(free)
}

pub(in crate::member::rewards) fn held_by(read: &Read<'_>, holder: RedemptionId) -> AppResult<Option<Vec<u8>>> {
    read.one("select sealed from short_code where redemption_id = :holder", params! { ":holder": holder }, |row| {
        row.get("sealed")
    })
}

/// The opened coupon with this short code, if that partner's counter may collect it.
pub(in crate::member::rewards) fn holder_at(
    read: &Read<'_>,
    lookup: [u8; 32],
    partner: PartnerId,
) -> AppResult<Option<RedemptionId>> {
    read.one(
        "select r.id from short_code s join redemption r on r.id = s.redemption_id
         where s.lookup = :lookup and (r.partner_id = :partner or r.partner_id is null)",
        params! { ":lookup": lookup, ":partner": partner },
        |row| row.get("id"),
    )
}

/// Whether an opened coupon of another partner has this short code.
pub(in crate::member::rewards) fn is_shown_elsewhere(
    read: &Read<'_>,
    lookup: [u8; 32],
    partner: PartnerId,
) -> AppResult<bool> {
    read.exists(
        "select 1 from short_code s join redemption r on r.id = s.redemption_id
         where s.lookup = :lookup and r.partner_id <> :partner and r.openings > 0",
        params! { ":lookup": lookup, ":partner": partner },
    )
}

pub(in crate::member::rewards) fn delete_before(tx: &Tx<'_>, moment: Timestamp) -> AppResult<()> {
    tx.execute("delete from short_code where expires_at_ms < :moment", params! { ":moment": moment })?;
    Ok(())
}
