//! SQL of tries.

use super::{TriedSubject, TryKey};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn put(tx: &Tx<'_>, tried: TriedSubject, subject: &TryKey, value: &TryKey) -> AppResult<()> {
    tx.execute_one(
        "insert into distinct_try (tried, subject, value, at_ms) values (:tried, :subject, :value, :now) \
         on conflict (tried, subject, value) do update set at_ms = excluded.at_ms",
        params! { ":tried": tried, ":subject": subject, ":value": value, ":now": tx.now() },
    )
}

pub(super) fn count_since(read: &Read<'_>, tried: TriedSubject, subject: &TryKey, since: Timestamp) -> AppResult<i64> {
    read.number(
        "select count(*) as n from distinct_try where tried = :tried and subject = :subject and at_ms > :since",
        params! { ":tried": tried, ":subject": subject, ":since": since },
    )
}

pub(super) fn is_known(
    read: &Read<'_>,
    tried: TriedSubject,
    subject: &TryKey,
    value: &TryKey,
    since: Timestamp,
) -> AppResult<bool> {
    read.exists(
        "select 1 from distinct_try where tried = :tried and subject = :subject and value = :value and at_ms > :since",
        params! { ":tried": tried, ":subject": subject, ":value": value, ":since": since },
    )
}

pub(super) fn delete(tx: &Tx<'_>, tried: TriedSubject, subject: &TryKey) -> AppResult<()> {
    tx.execute(
        "delete from distinct_try where tried = :tried and subject = :subject",
        params! { ":tried": tried, ":subject": subject },
    )?;
    Ok(())
}

pub(super) fn delete_before(tx: &Tx<'_>, before: Timestamp) -> AppResult<()> {
    tx.execute("delete from distinct_try where at_ms <= :before", params! { ":before": before })?;
    Ok(())
}

/// Keeps the newest `most` rows and deletes the others.
pub(super) fn delete_beyond(tx: &Tx<'_>, most: i64) -> AppResult<()> {
    tx.execute(
        "delete from distinct_try where at_ms <= (select at_ms from distinct_try order by at_ms desc limit 1 offset :most)",
        params! { ":most": most },
    )?;
    Ok(())
}

pub(super) fn put_suspect(tx: &Tx<'_>, subject: &TryKey, until: Timestamp) -> AppResult<()> {
    tx.execute_one(
        "insert into suspect (subject, until_ms) values (:subject, :until) \
         on conflict (subject) do update set until_ms = excluded.until_ms",
        params! { ":subject": subject, ":until": until },
    )
}

pub(super) fn is_suspect(read: &Read<'_>, subject: &TryKey) -> AppResult<bool> {
    read.exists(
        "select 1 from suspect where subject = :subject and until_ms > :now",
        params! { ":subject": subject, ":now": read.now() },
    )
}

pub(super) fn delete_past_suspects(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute("delete from suspect where until_ms <= :now", params! { ":now": tx.now() })?;
    Ok(())
}
