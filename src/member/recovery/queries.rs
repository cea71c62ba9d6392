//! SQL of password resets.

use super::RecoveryChannel;
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn insert(
    tx: &Tx<'_>,
    token_hash: &[u8; 32],
    member: MemberId,
    channel: RecoveryChannel,
    expires: Timestamp,
) -> AppResult<()> {
    tx.execute_one(
        "insert into password_reset (token_hash, member_id, channel, created_at_ms, expires_at_ms) \
         values (:token_hash, :member, :channel, :now, :expires)",
        params! {
            ":token_hash": token_hash, ":member": member, ":channel": channel, ":now": tx.now(),
            ":expires": expires,
        },
    )
}

pub(super) fn latest(read: &Read<'_>, member: MemberId, channel: RecoveryChannel) -> AppResult<Option<Timestamp>> {
    let found = read.one(
        "select max(created_at_ms) as created_at_ms from password_reset \
         where member_id = :member and channel = :channel",
        params! { ":member": member, ":channel": channel },
        |row| row.get::<Option<Timestamp>>("created_at_ms"),
    )?;
    Ok(found.flatten())
}

pub(super) fn find(read: &Read<'_>, token_hash: &[u8; 32], channel: RecoveryChannel) -> AppResult<Option<MemberId>> {
    read.one(
        "select member_id from password_reset \
         where token_hash = :token_hash and channel = :channel and expires_at_ms > :now",
        params! { ":token_hash": token_hash, ":channel": channel, ":now": read.now() },
        |row| row.get("member_id"),
    )
}

pub(super) fn delete_of_channel(tx: &Tx<'_>, member: MemberId, channel: RecoveryChannel) -> AppResult<()> {
    tx.execute(
        "delete from password_reset where member_id = :member and channel = :channel",
        params! { ":member": member, ":channel": channel },
    )?;
    Ok(())
}

pub(super) fn delete_of_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from password_reset where member_id = :member", params! { ":member": member })?;
    Ok(())
}

pub(super) fn delete_expired(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute("delete from password_reset where expires_at_ms <= :now", params! { ":now": tx.now() })?;
    Ok(())
}

/// The count of wrong codes for one phone.
pub(super) struct WrongCodeCount {
    pub(super) failures: i64,
    pub(super) since: Timestamp,
    pub(super) off_until: Timestamp,
}

pub(super) fn find_guesses(read: &Read<'_>, phone_key: &[u8; 32]) -> AppResult<Option<WrongCodeCount>> {
    read.one(
        "select failures, since_ms, off_until_ms from recovery_guess where phone_key = :key",
        params! { ":key": phone_key },
        |row| {
            Ok(WrongCodeCount {
                failures: row.get("failures")?,
                since: row.get("since_ms")?,
                off_until: row.get("off_until_ms")?,
            })
        },
    )
}

pub(super) fn put_guesses(
    tx: &Tx<'_>,
    phone_key: &[u8; 32],
    failures: i64,
    since: Timestamp,
    off_until: Timestamp,
) -> AppResult<()> {
    tx.execute_one(
        "insert into recovery_guess (phone_key, failures, since_ms, off_until_ms) \
         values (:key, :failures, :since, :off_until) on conflict (phone_key) do update \
         set failures = excluded.failures, since_ms = excluded.since_ms, off_until_ms = excluded.off_until_ms",
        params! { ":key": phone_key, ":failures": failures, ":since": since, ":off_until": off_until },
    )
}

pub(super) fn delete_guesses_before(tx: &Tx<'_>, before: Timestamp) -> AppResult<()> {
    tx.execute(
        "delete from recovery_guess where since_ms < :before and off_until_ms <= :now",
        params! { ":before": before, ":now": tx.now() },
    )?;
    Ok(())
}
