//! SQL of cashiers.

use crate::base::clock::Timestamp;
use crate::base::id::{CashierId, PartnerId};
use crate::base::problem::AppResult;
use crate::core::outlets::{CashierCredentials, CashierRecord};
use crate::platform::store::{Read, Row, Tx, params};

fn record(row: &Row<'_>) -> AppResult<CashierRecord> {
    Ok(CashierRecord {
        id: row.get("id")?,
        partner_id: row.get("partner_id")?,
        name: row.get("name")?,
        active: row.get("active")?,
        created: row.get("created_at_ms")?,
        passkeys: row.get("passkeys")?,
        pin_locked: row.get("pin_locked")?,
        supervisor: row.get("supervisor")?,
        version: row.get("version")?,
    })
}

pub(in crate::core::outlets) fn insert(
    tx: &Tx<'_>,
    id: CashierId,
    partner: PartnerId,
    name: &str,
    pin_hash: &str,
) -> AppResult<()> {
    tx.execute_one(
        "insert into cashier (id, partner_id, name, pin_hash, active, created_at_ms)
         values (:id, :partner, :name, :pin_hash, 1, :now)",
        params! { ":id": id, ":partner": partner, ":name": name, ":pin_hash": pin_hash, ":now": tx.now() },
    )
}

pub(in crate::core::outlets) fn update(
    tx: &Tx<'_>,
    id: CashierId,
    name: Option<&str>,
    (active, supervisor): (Option<bool>, Option<bool>),
    pin_hash: Option<&str>,
) -> AppResult<bool> {
    let touched = tx.execute(
        "update cashier set epoch = epoch + (:pin_hash is not null or active <> coalesce(:active, active)),
             version = version + 1,
             failures = case when :pin_hash is null then failures else 0 end,
             wrong_pins = case when :pin_hash is null then wrong_pins else 0 end,
             blocked_until_ms = case when :pin_hash is null then blocked_until_ms else 0 end,
             name = coalesce(:name, name), active = coalesce(:active, active), pin_hash = coalesce(:pin_hash, pin_hash),
             supervisor = coalesce(:supervisor, supervisor)
         where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":name": name, ":active": active, ":supervisor": supervisor, ":pin_hash": pin_hash },
    )?;
    Ok(touched == 1)
}

pub(in crate::core::outlets) fn mark_deleted(tx: &Tx<'_>, id: CashierId) -> AppResult<bool> {
    let touched = tx.execute(
        "update cashier set deleted_at_ms = :now, active = 0, epoch = epoch + 1 where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

/// A PIN counts as locked after `most` wrong PINs.
pub(in crate::core::outlets) fn find(read: &Read<'_>, id: CashierId, most: i64) -> AppResult<Option<CashierRecord>> {
    read.one(
        "select id, partner_id, name, active, supervisor, created_at_ms, version, wrong_pins >= :most as pin_locked,
                (select count(*) from cashier_passkey p where p.cashier_id = cashier.id) as passkeys
         from cashier where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":most": most },
        record,
    )
}

pub(in crate::core::outlets) fn list(read: &Read<'_>, partner: PartnerId, most: i64) -> AppResult<Vec<CashierRecord>> {
    read.all(
        "select id, partner_id, name, active, supervisor, created_at_ms, version, wrong_pins >= :most as pin_locked,
                (select count(*) from cashier_passkey p where p.cashier_id = cashier.id) as passkeys
         from cashier where partner_id = :partner and deleted_at_ms is null order by name, id",
        params! { ":partner": partner, ":most": most },
        record,
    )
}

pub(in crate::core::outlets) fn credentials(
    read: &Read<'_>,
    partner: PartnerId,
    id: CashierId,
    most: i64,
) -> AppResult<Option<CashierCredentials>> {
    read.one(
        "select id, name, supervisor, pin_hash, blocked_until_ms, wrong_pins >= :most as locked from cashier
         where id = :id and partner_id = :partner and active = 1 and deleted_at_ms is null",
        params! { ":id": id, ":partner": partner, ":most": most },
        |row| {
            Ok(CashierCredentials {
                id: row.get("id")?,
                pin_hash: row.get("pin_hash")?,
                name: row.get("name")?,
                supervisor: row.get("supervisor")?,
                blocked_until: row.get("blocked_until_ms")?,
                locked: row.get("locked")?,
            })
        },
    )
}

/// Counts a failure and returns the number of consecutive failures.
pub(in crate::core::outlets) fn add_failure(tx: &Tx<'_>, id: CashierId) -> AppResult<i64> {
    tx.number(
        "update cashier set failures = failures + 1, wrong_pins = wrong_pins + 1 where id = :id returning failures as n",
        params! { ":id": id },
    )
}

pub(in crate::core::outlets) fn block(tx: &Tx<'_>, id: CashierId, until: Timestamp) -> AppResult<()> {
    tx.execute_one(
        "update cashier set blocked_until_ms = :until where id = :id",
        params! { ":id": id, ":until": until },
    )
}

/// Takes back one failure, and ends the pause if fewer than `free` failures remain.
pub(in crate::core::outlets) fn take_back_failure(tx: &Tx<'_>, id: CashierId, free: i64) -> AppResult<()> {
    tx.execute(
        "update cashier set failures = failures - 1, wrong_pins = case when wrong_pins > 0 then wrong_pins - 1 else 0 end,
             blocked_until_ms = case when failures - 1 < :free then 0 else blocked_until_ms end
         where id = :id and failures > 0",
        params! { ":id": id, ":free": free },
    )?;
    Ok(())
}

pub(in crate::core::outlets) fn clear_failures(tx: &Tx<'_>, id: CashierId) -> AppResult<()> {
    tx.execute(
        "update cashier set failures = 0, blocked_until_ms = 0,
             wrong_pins = case when wrong_pins > 0 then wrong_pins - 1 else 0 end
         where id = :id",
        params! { ":id": id },
    )?;
    Ok(())
}
