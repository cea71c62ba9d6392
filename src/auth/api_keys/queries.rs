//! The keys' SQL.

use super::{ApiKey, NewApiKey};
use crate::base::clock::Timestamp;
use crate::base::id::ApiKeyId;
use crate::base::problem::AppResult;
use crate::store::{Read, Row, Tx, params};

fn key(row: &Row<'_>) -> AppResult<ApiKey> {
    let scopes: String = row.get("scopes")?;
    Ok(ApiKey {
        id: row.get("id")?,
        partner: row.get("partner_id")?,
        name: row.get("name")?,
        scopes: scopes.split_whitespace().map(str::to_owned).collect(),
        created: row.get("created_at_ms")?,
        expires: row.get("expires_at_ms")?,
        revoked: row.get("revoked_at_ms")?,
    })
}

pub(super) fn insert(
    tx: &Tx<'_>,
    id: ApiKeyId,
    key: &NewApiKey,
    secret_hash: &[u8; 32],
    expires: Timestamp,
) -> AppResult<()> {
    tx.execute_one(
        "insert into api_key (id, partner_id, name, secret_hash, scopes, created_at_ms, expires_at_ms) \
         values (:id, :partner, :name, :secret_hash, :scopes, :now, :expires)",
        params! {
            ":id": id, ":partner": key.partner, ":name": key.name, ":secret_hash": secret_hash,
            ":scopes": key.scopes.join(" "), ":now": tx.now(), ":expires": expires,
        },
    )
}

pub(super) fn revoke(tx: &Tx<'_>, id: ApiKeyId) -> AppResult<bool> {
    let touched = tx.execute(
        "update api_key set revoked_at_ms = coalesce(revoked_at_ms, :now) where id = :id",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

pub(super) fn find(read: &Read<'_>, id: ApiKeyId) -> AppResult<Option<(ApiKey, [u8; 32])>> {
    read.one(
        "select id, partner_id, name, secret_hash, scopes, created_at_ms, expires_at_ms, revoked_at_ms \
         from api_key where id = :id",
        params! { ":id": id },
        |row| Ok((key(row)?, row.get("secret_hash")?)),
    )
}

pub(super) fn list(read: &Read<'_>) -> AppResult<Vec<ApiKey>> {
    read.all(
        "select id, partner_id, name, scopes, created_at_ms, expires_at_ms, revoked_at_ms from api_key order by id desc",
        params! {},
        key,
    )
}
