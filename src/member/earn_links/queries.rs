//! SQL of earn links.

use super::{EarnLinkKey, NewEarnLinkKey};
use crate::base::clock::Timestamp;
use crate::base::id::{EarnLinkKeyId, PartnerId, TransactionId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

fn key(row: &Row<'_>) -> AppResult<EarnLinkKey> {
    Ok(EarnLinkKey {
        id: row.get("id")?,
        partner: row.get("partner_id")?,
        outlet: row.get("outlet_id")?,
        name: row.get("name")?,
        daily_cap: row.get("daily_cap")?,
        created: row.get("created_at_ms")?,
        ends: row.get("ends_at_ms")?,
    })
}

pub(super) fn insert_key(tx: &Tx<'_>, id: EarnLinkKeyId, new: &NewEarnLinkKey, sealed: &[u8]) -> AppResult<()> {
    tx.execute_one(
        "insert into earn_link_key (id, partner_id, outlet_id, name, sealed, daily_cap, created_at_ms)
         values (:id, :partner, :outlet, :name, :sealed, :cap, :now)",
        params! { ":id": id, ":partner": new.partner, ":outlet": new.outlet, ":name": new.name, ":sealed": sealed,
        ":cap": new.daily_cap, ":now": tx.now() },
    )
}

pub(super) fn end(tx: &Tx<'_>, id: EarnLinkKeyId, ends: Timestamp) -> AppResult<()> {
    tx.execute_one("update earn_link_key set ends_at_ms = :ends where id = :id", params! { ":id": id, ":ends": ends })
}

pub(super) fn find_sealed(read: &Read<'_>, id: EarnLinkKeyId) -> AppResult<Option<(EarnLinkKey, Vec<u8>)>> {
    read.one(
        "select id, partner_id, outlet_id, name, daily_cap, created_at_ms, ends_at_ms, sealed
         from earn_link_key where id = :id",
        params! { ":id": id },
        |row| Ok((key(row)?, row.get("sealed")?)),
    )
}

pub(super) fn list(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<EarnLinkKey>> {
    read.all(
        "select id, partner_id, outlet_id, name, daily_cap, created_at_ms, ends_at_ms
         from earn_link_key where partner_id = :partner order by id desc",
        params! { ":partner": partner },
        key,
    )
}

pub(super) fn is_claimed(read: &Read<'_>, key: EarnLinkKeyId, receipt: &str) -> AppResult<bool> {
    read.exists(
        "select 1 from earn_link_claim where key_id = :key and receipt_key = :receipt",
        params! { ":key": key, ":receipt": receipt },
    )
}

pub(super) fn insert_claim(
    tx: &Tx<'_>,
    key: EarnLinkKeyId,
    receipt: &str,
    transaction: TransactionId,
) -> AppResult<()> {
    tx.execute_one(
        "insert into earn_link_claim (key_id, receipt_key, transaction_id, created_at_ms)
         values (:key, :receipt, :transaction, :now)",
        params! { ":key": key, ":receipt": receipt, ":transaction": transaction, ":now": tx.now() },
    )
}
