//! The registrations' SQL.

use crate::base::clock::Timestamp;
use crate::base::id::RegistrationId;
use crate::base::problem::AppResult;
use crate::store::{Read, Tx, params};

pub(super) fn insert(tx: &Tx<'_>, id: RegistrationId, secret_hash: &[u8; 32], expires: Timestamp) -> AppResult<()> {
    tx.execute_one(
        "insert into registration (id, secret_hash, expires_at_ms) values (:id, :secret_hash, :expires)",
        params! { ":id": id, ":secret_hash": secret_hash, ":expires": expires },
    )
}

pub(super) fn find(read: &Read<'_>, secret_hash: &[u8; 32]) -> AppResult<Option<(RegistrationId, Timestamp)>> {
    read.one(
        "select id, expires_at_ms from registration where secret_hash = :secret_hash and expires_at_ms > :now",
        params! { ":secret_hash": secret_hash, ":now": read.now() },
        |row| Ok((row.get("id")?, row.get("expires_at_ms")?)),
    )
}

pub(super) fn delete(tx: &Tx<'_>, id: RegistrationId) -> AppResult<bool> {
    let touched = tx.execute(
        "delete from registration where id = :id and expires_at_ms > :now",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

pub(super) fn delete_expired(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute("delete from registration where expires_at_ms <= :now", params! { ":now": tx.now() })?;
    Ok(())
}

pub(super) fn insert_spent(tx: &Tx<'_>, solution_hash: &[u8; 32], expires: Timestamp) -> AppResult<bool> {
    let touched = tx.execute(
        "insert into captcha_spent (solution_hash, expires_at_ms) values (:solution_hash, :expires) \
         on conflict do nothing",
        params! { ":solution_hash": solution_hash, ":expires": expires },
    )?;
    Ok(touched == 1)
}

pub(super) fn delete_spent_before(tx: &Tx<'_>, before: Timestamp) -> AppResult<()> {
    tx.execute("delete from captcha_spent where expires_at_ms < :before", params! { ":before": before })?;
    Ok(())
}
