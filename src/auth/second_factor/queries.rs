//! SQL of the second factor.

use crate::base::id::StaffId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) struct Totp {
    pub(super) sealed: Vec<u8>,
    pub(super) confirmed: bool,
}

pub(super) fn find_totp(read: &Read<'_>, id: StaffId) -> AppResult<Option<Totp>> {
    read.one(
        "select sealed, confirmed_at_ms is not null as confirmed from staff_totp where staff_id = :id",
        params! { ":id": id },
        |row| Ok(Totp { sealed: row.get("sealed")?, confirmed: row.get("confirmed")? }),
    )
}

/// 1 if an app is set up, else 0.
pub(super) fn count_totp(read: &Read<'_>, id: StaffId) -> AppResult<i64> {
    read.number(
        "select count(*) as n from staff_totp where staff_id = :id and confirmed_at_ms is not null",
        params! { ":id": id },
    )
}

pub(super) fn put_totp(tx: &Tx<'_>, id: StaffId, sealed: &[u8]) -> AppResult<()> {
    tx.execute_one(
        "insert into staff_totp (staff_id, sealed) values (:id, :sealed)
         on conflict (staff_id) do update set sealed = excluded.sealed",
        params! { ":id": id, ":sealed": sealed },
    )
}

pub(super) fn confirm_totp(tx: &Tx<'_>, id: StaffId, step: i64) -> AppResult<()> {
    tx.execute_one(
        "update staff_totp set confirmed_at_ms = :now, last_step = :step where staff_id = :id",
        params! { ":id": id, ":step": step, ":now": tx.now() },
    )
}

/// Stores the accepted time step. Returns false unless it is later than every accepted one.
pub(super) fn take_step(tx: &Tx<'_>, id: StaffId, step: i64) -> AppResult<bool> {
    let touched = tx.execute(
        "update staff_totp set last_step = :step where staff_id = :id and last_step < :step",
        params! { ":id": id, ":step": step },
    )?;
    Ok(touched == 1)
}

pub(super) fn delete_totp(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    tx.execute("delete from staff_totp where staff_id = :id", params! { ":id": id })?;
    Ok(())
}

pub(super) fn insert_recovery_code(tx: &Tx<'_>, id: StaffId, code_hash: &[u8; 32]) -> AppResult<()> {
    tx.execute_one(
        "insert into staff_recovery_code (staff_id, code_hash) values (:id, :hash)",
        params! { ":id": id, ":hash": code_hash },
    )
}

/// Deletes a recovery code. Returns whether it existed.
pub(super) fn delete_recovery_code(tx: &Tx<'_>, id: StaffId, code_hash: &[u8; 32]) -> AppResult<bool> {
    let touched = tx.execute(
        "delete from staff_recovery_code where staff_id = :id and code_hash = :hash",
        params! { ":id": id, ":hash": code_hash },
    )?;
    Ok(touched == 1)
}

pub(super) fn delete_recovery_codes(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    tx.execute("delete from staff_recovery_code where staff_id = :id", params! { ":id": id })?;
    Ok(())
}

pub(super) fn count_recovery_codes(read: &Read<'_>, id: StaffId) -> AppResult<i64> {
    read.number("select count(*) as n from staff_recovery_code where staff_id = :id", params! { ":id": id })
}
