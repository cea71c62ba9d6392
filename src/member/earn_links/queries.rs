//! SQL of earn links.

use super::{CounterBill, CounterLink, EarnLinkKey, NewEarnLinkKey};
use crate::base::clock::Timestamp;
use crate::base::id::{CounterLinkId, EarnLinkKeyId, PartnerId, TransactionId};
use crate::base::problem::AppResult;
use crate::member::awards::Receipt;
use crate::platform::store::{FORGOTTEN_AT_ONCE, Read, Row, Tx, params};

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

fn counter_link(row: &Row<'_>) -> AppResult<CounterLink> {
    let receipt: Option<String> = row.get("receipt")?;
    let receipt = receipt.and_then(|typed| Receipt::parse(&typed));
    let carbon: Option<String> = row.get("carbon")?;
    let carbon = carbon.map(|text| serde_json::from_str(&text)).transpose()?.unwrap_or_default();
    Ok(CounterLink {
        id: row.get("id")?,
        partner: row.get("partner_id")?,
        till: row.get("till_id")?,
        actor: row.get("actor")?,
        actor_name: row.get("actor_name")?,
        bill: CounterBill { amount: row.get("amount_cents")?, enjoy_card: row.get("enjoy_card")?, receipt, carbon },
        until: row.get("until_ms")?,
        transaction: row.get("transaction_id")?,
        created: row.get("created_at_ms")?,
    })
}

pub(super) fn insert_counter_link(tx: &Tx<'_>, link: &CounterLink, code_hash: &[u8; 32]) -> AppResult<()> {
    let entered = Some(&link.bill.carbon).filter(|entered| !entered.is_empty());
    let carbon = entered.map(serde_json::to_string).transpose()?;
    tx.execute_one(
        "insert into counter_link (id, code_hash, partner_id, till_id, actor, actor_name, amount_cents, enjoy_card, receipt,
             carbon, until_ms, created_at_ms)
         values (:id, :hash, :partner, :till, :actor, :name, :amount, :card, :receipt, :carbon, :until, :now)",
        params! { ":id": link.id, ":hash": code_hash, ":partner": link.partner, ":till": link.till, ":actor": link.actor,
        ":name": link.actor_name, ":amount": link.bill.amount, ":card": link.bill.enjoy_card,
        ":receipt": link.bill.receipt.as_ref().map(Receipt::as_typed), ":carbon": carbon, ":until": link.until, ":now": link.created },
    )
}

/// The key of the link that gave a transaction.
pub(super) fn key_of(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<EarnLinkKeyId>> {
    read.one(
        "select key_id from earn_link_claim where transaction_id = :transaction",
        params! { ":transaction": transaction },
        |row| row.get("key_id"),
    )
}

pub(super) fn find_counter_link(read: &Read<'_>, id: CounterLinkId) -> AppResult<Option<CounterLink>> {
    read.one(
        "select id, partner_id, till_id, actor, actor_name, amount_cents, enjoy_card, receipt, carbon, until_ms,
             transaction_id, created_at_ms
         from counter_link where id = :id",
        params! { ":id": id },
        counter_link,
    )
}

pub(super) fn find_counter_link_by_code(read: &Read<'_>, hash: &[u8; 32]) -> AppResult<Option<CounterLink>> {
    read.one(
        "select id, partner_id, till_id, actor, actor_name, amount_cents, enjoy_card, receipt, carbon, until_ms,
             transaction_id, created_at_ms
         from counter_link where code_hash = :hash",
        params! { ":hash": hash },
        counter_link,
    )
}

pub(super) fn end_counter_link(tx: &Tx<'_>, id: CounterLinkId, ends: Timestamp) -> AppResult<()> {
    tx.execute_one("update counter_link set until_ms = :ends where id = :id", params! { ":id": id, ":ends": ends })
}

pub(super) fn mark_collected(tx: &Tx<'_>, id: CounterLinkId, transaction: TransactionId) -> AppResult<()> {
    tx.execute_one(
        "update counter_link set transaction_id = :transaction where id = :id and transaction_id is null",
        params! { ":id": id, ":transaction": transaction },
    )
}

/// Deletes some links that ended before that time.
pub(super) fn delete_ended_before(tx: &Tx<'_>, time: Timestamp) -> AppResult<usize> {
    tx.execute(
        "delete from counter_link where id in (select id from counter_link where until_ms < :time limit :most)",
        params! { ":time": time, ":most": FORGOTTEN_AT_ONCE as i64 },
    )
}
