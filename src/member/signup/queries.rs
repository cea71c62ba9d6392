//! SQL of registrations.

use crate::base::clock::Timestamp;
use crate::base::id::RegistrationId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn insert(tx: &Tx<'_>, id: RegistrationId, secret_hash: &[u8; 32], expires: Timestamp) -> AppResult<()> {
    tx.execute_one(
        "insert into registration (id, secret_hash, expires_at_ms) values (:id, :secret_hash, :expires)",
        params! { ":id": id, ":secret_hash": secret_hash, ":expires": expires },
    )
}

pub(super) fn find(read: &Read<'_>, secret_hash: &[u8; 32]) -> AppResult<Option<RegistrationId>> {
    read.one(
        "select id from registration where secret_hash = :secret_hash and expires_at_ms > :now",
        params! { ":secret_hash": secret_hash, ":now": read.now() },
        |row| row.get("id"),
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
