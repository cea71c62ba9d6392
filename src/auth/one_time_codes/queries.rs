//! SQL of one-time codes.

use super::{CodePurpose, CodeUse, StoredCode};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn last_sent_at(read: &Read<'_>, purpose: CodePurpose, destination: &str) -> AppResult<Option<Timestamp>> {
    let found = read.one(
        "select max(sent_at_ms) as sent_at_ms from one_time_code \
         where purpose = :purpose and destination = :destination",
        params! { ":purpose": purpose, ":destination": destination },
        |row| row.get::<Option<Timestamp>>("sent_at_ms"),
    )?;
    Ok(found.flatten())
}

pub(super) fn put(
    tx: &Tx<'_>,
    usage: &CodeUse,
    destination: &str,
    hash: &[u8; 32],
    attempts: i64,
    expires_at: Timestamp,
) -> AppResult<()> {
    tx.execute_one(
        "insert into one_time_code (purpose, destination, scope, code_hash, attempts_left, sent_at_ms, expires_at_ms) \
         values (:purpose, :destination, :scope, :hash, :attempts, :now, :expires_at) \
         on conflict (purpose, destination, scope) do update set code_hash = excluded.code_hash, \
         attempts_left = excluded.attempts_left, sent_at_ms = excluded.sent_at_ms, \
         expires_at_ms = excluded.expires_at_ms, verified_at_ms = null",
        params! {
            ":purpose": usage.purpose, ":destination": destination, ":scope": usage.scope, ":hash": hash,
            ":attempts": attempts, ":now": tx.now(), ":expires_at": expires_at,
        },
    )
}

pub(super) fn find(read: &Read<'_>, usage: &CodeUse, destination: &str) -> AppResult<Option<StoredCode>> {
    read.one(
        "select code_hash, attempts_left, expires_at_ms, verified_at_ms from one_time_code \
         where purpose = :purpose and destination = :destination and scope = :scope",
        params! { ":purpose": usage.purpose, ":destination": destination, ":scope": usage.scope },
        |row| {
            Ok(StoredCode {
                hash: row.get("code_hash")?,
                attempts_left: row.get("attempts_left")?,
                expires_at: row.get("expires_at_ms")?,
                verified_at: row.get("verified_at_ms")?,
            })
        },
    )
}

pub(super) fn mark_verified(tx: &Tx<'_>, usage: &CodeUse, destination: &str) -> AppResult<()> {
    tx.execute_one(
        "update one_time_code set verified_at_ms = :now \
         where purpose = :purpose and destination = :destination and scope = :scope",
        params! {
            ":purpose": usage.purpose, ":destination": destination, ":scope": usage.scope, ":now": tx.now(),
        },
    )
}

pub(super) fn spend_attempt(tx: &Tx<'_>, usage: &CodeUse, destination: &str) -> AppResult<()> {
    tx.execute_one(
        "update one_time_code set attempts_left = attempts_left - 1 \
         where purpose = :purpose and destination = :destination and scope = :scope",
        params! { ":purpose": usage.purpose, ":destination": destination, ":scope": usage.scope },
    )
}

pub(super) fn delete_scope(tx: &Tx<'_>, scope: &[u8; 16]) -> AppResult<()> {
    tx.execute("delete from one_time_code where scope = :scope", params! { ":scope": scope })?;
    Ok(())
}

pub(super) fn delete(tx: &Tx<'_>, usage: &CodeUse, destination: &str) -> AppResult<()> {
    tx.execute(
        "delete from one_time_code where purpose = :purpose and destination = :destination and scope = :scope",
        params! { ":purpose": usage.purpose, ":destination": destination, ":scope": usage.scope },
    )?;
    Ok(())
}

pub(super) fn delete_destination(tx: &Tx<'_>, destination: &str) -> AppResult<()> {
    tx.execute("delete from one_time_code where destination = :destination", params! { ":destination": destination })?;
    Ok(())
}

pub(super) fn delete_expired(tx: &Tx<'_>, before: Timestamp) -> AppResult<()> {
    tx.execute("delete from one_time_code where expires_at_ms < :before", params! { ":before": before })?;
    Ok(())
}

pub(super) fn sendings_since(read: &Read<'_>, key: &[u8; 32], since: Timestamp) -> AppResult<i64> {
    read.number(
        "select count(*) as n from code_sending where destination_key = :key and sent_at_ms > :since",
        params! { ":key": key, ":since": since },
    )
}

pub(super) fn insert_sending(tx: &Tx<'_>, key: &[u8; 32]) -> AppResult<()> {
    tx.execute_one(
        "insert into code_sending (destination_key, sent_at_ms) values (:key, :now)",
        params! { ":key": key, ":now": tx.now() },
    )
}

pub(super) fn delete_sendings_before(tx: &Tx<'_>, before: Timestamp) -> AppResult<()> {
    tx.execute("delete from code_sending where sent_at_ms < :before", params! { ":before": before })?;
    Ok(())
}
