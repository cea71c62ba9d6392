//! SQL of API keys.

use super::{ApiKey, KeyTerms, NewApiKey, Scope};
use crate::base::clock::Timestamp;
use crate::base::id::{ApiKeyId, OutletId, PartnerId};
use crate::base::network::Network;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

fn key(row: &Row<'_>) -> AppResult<ApiKey> {
    let (scopes, networks): (String, String) = (row.get("scopes")?, row.get("networks")?);
    Ok(ApiKey {
        id: row.get("id")?,
        partner: row.get("partner_id")?,
        outlet: row.get("outlet_id")?,
        terms: KeyTerms {
            name: row.get("name")?,
            scopes: scopes.split_whitespace().filter_map(Scope::from_name).collect(),
            networks: networks.split_whitespace().filter_map(Network::parse).collect(),
            daily_cap: row.get("daily_cap")?,
        },
        created: row.get("created_at_ms")?,
        expires: row.get("expires_at_ms")?,
        last_used: row.get("last_used_at_ms")?,
        revoked: row.get("revoked_at_ms")?,
        version: row.get("version")?,
    })
}

fn joined<T>(words: &[T], text: impl Fn(&T) -> String) -> String {
    words.iter().map(text).collect::<Vec<_>>().join(" ")
}

pub(super) fn insert(
    tx: &Tx<'_>,
    id: ApiKeyId,
    key: &NewApiKey,
    secret_hash: &[u8; 32],
    expires: Timestamp,
) -> AppResult<()> {
    let KeyTerms { name, scopes, networks, daily_cap } = &key.terms;
    tx.execute_one(
        "insert into api_key (id, partner_id, outlet_id, name, secret_hash, scopes, networks, daily_cap, created_at_ms, \
         expires_at_ms) values (:id, :partner, :outlet, :name, :secret_hash, :scopes, :networks, :cap, :now, :expires)",
        params! {
            ":id": id, ":partner": key.partner, ":outlet": key.outlet, ":name": name, ":secret_hash": secret_hash,
            ":scopes": joined(scopes, |scope| scope.name().to_owned()),
            ":networks": joined(networks, Network::to_string), ":cap": daily_cap, ":now": tx.now(),
            ":expires": expires,
        },
    )
}

pub(super) fn update(tx: &Tx<'_>, id: ApiKeyId, terms: &KeyTerms) -> AppResult<bool> {
    let KeyTerms { name, scopes, networks, daily_cap } = terms;
    let touched = tx.execute(
        "update api_key set name = :name, scopes = :scopes, networks = :networks, daily_cap = :cap, \
         version = version + 1 where id = :id",
        params! { ":id": id, ":name": name, ":scopes": joined(scopes, |scope| scope.name().to_owned()),
        ":networks": joined(networks, Network::to_string), ":cap": daily_cap },
    )?;
    Ok(touched == 1)
}

pub(super) fn revoke(tx: &Tx<'_>, id: ApiKeyId) -> AppResult<bool> {
    let touched = tx.execute(
        "update api_key set revoked_at_ms = coalesce(revoked_at_ms, :now), version = version + 1 where id = :id",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

pub(super) fn touch(tx: &Tx<'_>, id: ApiKeyId) -> AppResult<()> {
    tx.execute("update api_key set last_used_at_ms = :now where id = :id", params! { ":id": id, ":now": tx.now() })?;
    Ok(())
}

pub(super) fn count_live(read: &Read<'_>, partner: PartnerId, name: &str) -> AppResult<i64> {
    read.number(
        "select count(*) as n from api_key where partner_id = :partner and name = :name \
         and revoked_at_ms is null and expires_at_ms > :now",
        params! { ":partner": partner, ":name": name, ":now": read.now() },
    )
}

pub(super) fn find(read: &Read<'_>, id: ApiKeyId) -> AppResult<Option<(ApiKey, [u8; 32])>> {
    read.one(
        "select id, partner_id, outlet_id, name, secret_hash, scopes, networks, daily_cap, created_at_ms, expires_at_ms, \
         last_used_at_ms, revoked_at_ms, version from api_key where id = :id",
        params! { ":id": id },
        |row| Ok((key(row)?, row.get("secret_hash")?)),
    )
}

pub(super) fn list_of_outlet(read: &Read<'_>, outlet: OutletId) -> AppResult<Vec<ApiKeyId>> {
    read.all(
        "select id from api_key where outlet_id = :outlet and revoked_at_ms is null order by id",
        params! { ":outlet": outlet },
        |row| row.get("id"),
    )
}

pub(super) fn list(read: &Read<'_>) -> AppResult<Vec<ApiKey>> {
    read.all(
        "select id, partner_id, outlet_id, name, scopes, networks, daily_cap, created_at_ms, expires_at_ms, last_used_at_ms, \
         revoked_at_ms, version from api_key order by id desc",
        params! {},
        key,
    )
}
