//! SQL of the second factor.

use super::passkeys::StaffPasskey;
use crate::auth::passkeys::{DeviceCredential, Use};
use crate::base::clock::Timestamp;
use crate::base::id::{PasskeyId, StaffId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

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

fn passkey(row: &Row<'_>) -> AppResult<StaffPasskey> {
    Ok(StaffPasskey {
        id: row.get("id")?,
        staff: row.get("staff_id")?,
        name: row.get("name")?,
        created: row.get("created_at_ms")?,
        last_used: row.get("last_used_at_ms")?,
        credential: DeviceCredential {
            credential_id: row.get("credential_id")?,
            public_key: row.get("public_key")?,
            used: Use {
                counter: row.get("counter")?,
                backup_eligible: row.get("backup_eligible")?,
                backed_up: row.get("backed_up")?,
            },
        },
    })
}

pub(super) fn find_passkey(read: &Read<'_>, credential_id: &[u8]) -> AppResult<Option<StaffPasskey>> {
    read.one(
        "select id, staff_id, credential_id, public_key, counter, backup_eligible, backed_up, name, created_at_ms,
                last_used_at_ms from staff_passkey where credential_id = :credential",
        params! { ":credential": credential_id },
        passkey,
    )
}

/// Oldest first.
pub(super) fn list_passkeys(read: &Read<'_>, id: StaffId) -> AppResult<Vec<StaffPasskey>> {
    read.all(
        "select id, staff_id, credential_id, public_key, counter, backup_eligible, backed_up, name, created_at_ms,
                last_used_at_ms from staff_passkey where staff_id = :id order by id",
        params! { ":id": id },
        passkey,
    )
}

pub(super) fn count_passkeys(read: &Read<'_>, id: StaffId) -> AppResult<i64> {
    read.number("select count(*) as n from staff_passkey where staff_id = :id", params! { ":id": id })
}

pub(super) fn insert_passkey(tx: &Tx<'_>, passkey: &StaffPasskey) -> AppResult<()> {
    let DeviceCredential { credential_id, public_key, used } = &passkey.credential;
    tx.execute_one(
        "insert into staff_passkey (id, staff_id, credential_id, public_key, counter, backup_eligible, backed_up, name,
                                    created_at_ms)
         values (:id, :staff, :credential, :key, :counter, :eligible, :backed_up, :name, :now)",
        params! { ":id": passkey.id, ":staff": passkey.staff, ":credential": credential_id, ":key": public_key,
        ":counter": used.counter, ":eligible": used.backup_eligible, ":backed_up": used.backed_up,
        ":name": passkey.name, ":now": tx.now() },
    )
}

/// Notes a sign-in, unless the counter would not go forward: another sign-in was first.
pub(super) fn note_use(tx: &Tx<'_>, id: PasskeyId, used: &Use) -> AppResult<bool> {
    let touched = tx.execute(
        "update staff_passkey set counter = :counter, backup_eligible = :eligible, backed_up = :backed_up,
                last_used_at_ms = :now where id = :id and (counter < :counter or (counter = 0 and :counter = 0))",
        params! { ":id": id, ":counter": used.counter, ":eligible": used.backup_eligible,
        ":backed_up": used.backed_up, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

/// Whether it was there.
pub(super) fn delete_passkey(tx: &Tx<'_>, id: StaffId, passkey: PasskeyId) -> AppResult<bool> {
    let touched = tx.execute(
        "delete from staff_passkey where id = :passkey and staff_id = :id",
        params! { ":id": id, ":passkey": passkey },
    )?;
    Ok(touched == 1)
}

pub(super) fn delete_passkeys(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    tx.execute("delete from staff_passkey where staff_id = :id", params! { ":id": id })?;
    Ok(())
}

pub(super) fn insert_challenge(
    tx: &Tx<'_>,
    challenge: &[u8; 32],
    id: Option<StaffId>,
    expires: Timestamp,
) -> AppResult<()> {
    tx.execute("delete from staff_passkey_challenge where expires_at_ms <= :now", params! { ":now": tx.now() })?;
    tx.execute_one(
        "insert into staff_passkey_challenge (challenge, staff_id, expires_at_ms) values (:challenge, :id, :expires)",
        params! { ":challenge": challenge, ":id": id, ":expires": expires },
    )
}

/// Deletes a challenge; gives whether it was alive and meant for that person, or for nobody yet.
pub(super) fn take_challenge(tx: &Tx<'_>, challenge: &[u8; 32], id: Option<StaffId>) -> AppResult<bool> {
    let taken: Option<(Option<StaffId>, Timestamp)> = tx.one(
        "delete from staff_passkey_challenge where challenge = :challenge returning staff_id, expires_at_ms",
        params! { ":challenge": challenge },
        |row| Ok((row.get("staff_id")?, row.get("expires_at_ms")?)),
    )?;
    Ok(taken.is_some_and(|(owner, expires)| owner == id && expires > tx.now()))
}
