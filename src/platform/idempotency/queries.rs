//! The SQL of stored responses.

use crate::base::problem::AppResult;
use crate::platform::store::{FORGOTTEN_AT_ONCE, Read, Tx, join_in_order, params};

pub(super) struct StoredAnswer {
    pub fingerprint: [u8; 16],
    pub status: u16,
    pub body: String,
}

/// The response stored under a key, on any day.
pub(super) fn find(read: &Read<'_>, key: [u8; 16]) -> AppResult<Option<StoredAnswer>> {
    read.one(
        concat!(
            "select fingerprint, status, body from idempotency_day d",
            join_in_order!(),
            "idempotency_answer a on a.day = d.day and a.key = :key order by d.day desc"
        ),
        params! { ":key": key },
        |row| {
            Ok(StoredAnswer {
                fingerprint: row.get("fingerprint")?,
                status: row.get("status")?,
                body: row.get("body")?,
            })
        },
    )
}

pub(super) fn insert(tx: &Tx<'_>, key: [u8; 16], stored: &StoredAnswer) -> AppResult<()> {
    tx.execute_one(
        "insert into idempotency_answer (day, key, fingerprint, status, body)
         values ((select max(day) from idempotency_day), :key, :fingerprint, :status, :body)",
        params! { ":key": key, ":fingerprint": stored.fingerprint, ":status": stored.status, ":body": stored.body },
    )
}

pub(super) fn conclude(tx: &Tx<'_>, key: [u8; 16], body: &str) -> AppResult<()> {
    tx.execute(
        "update idempotency_answer set status = 200, body = :body
         where day in (select day from idempotency_day) and key = :key and status = 202",
        params! { ":key": key, ":body": body },
    )?;
    Ok(())
}

/// Adds running time to the newest day; returns its total.
pub(super) fn add_running_time(tx: &Tx<'_>, ran_ms: i64) -> AppResult<i64> {
    tx.execute_one(
        "update idempotency_day set ran_ms = ran_ms + :ran where day = (select max(day) from idempotency_day)",
        params! { ":ran": ran_ms },
    )?;
    tx.number("select ran_ms as n from idempotency_day order by day desc limit 1", params! {})
}

pub(super) fn begin_day(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute_one("insert into idempotency_day (day) select max(day) + 1 from idempotency_day", params! {})
}

/// The first of the newest `kept` days.
pub(super) fn first_kept(read: &Read<'_>, kept: i64) -> AppResult<i64> {
    read.number(
        "select min(day) as n from (select day from idempotency_day order by day desc limit :kept) as kept",
        params! { ":kept": kept },
    )
}

pub(super) fn delete_before(tx: &Tx<'_>, day: i64) -> AppResult<usize> {
    let deleted = tx.execute(
        "delete from idempotency_answer where (day, key) in
             (select day, key from idempotency_answer where day < :day limit :most)",
        params! { ":day": day, ":most": FORGOTTEN_AT_ONCE as i64 },
    )?;
    if deleted < FORGOTTEN_AT_ONCE {
        tx.execute("delete from idempotency_day where day < :day", params! { ":day": day })?;
    }
    Ok(deleted)
}
