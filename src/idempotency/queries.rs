//! The SQL of stored answers.

use crate::base::problem::AppResult;
use crate::store::{FORGOTTEN_AT_ONCE, Read, Tx, params};

pub(super) struct Stored {
    pub fingerprint: [u8; 16],
    pub status: u16,
    pub body: String,
}

/// The answer kept under a key on one of four days; no more are kept.
pub(super) fn find(read: &Read<'_>, days: [i64; 4], key: [u8; 16]) -> AppResult<Option<Stored>> {
    let [today, yesterday, before, first] = days;
    read.one(
        "select fingerprint, status, body from idempotency_answer
         where day in (:today, :yesterday, :before, :first) and key = :key order by day desc",
        params! { ":today": today, ":yesterday": yesterday, ":before": before, ":first": first, ":key": key },
        |row| Ok(Stored { fingerprint: row.get("fingerprint")?, status: row.get("status")?, body: row.get("body")? }),
    )
}

pub(super) fn insert(tx: &Tx<'_>, day: i64, key: [u8; 16], stored: &Stored) -> AppResult<()> {
    tx.execute_one(
        "insert into idempotency_answer (day, key, fingerprint, status, body)
         values (:day, :key, :fingerprint, :status, :body)",
        params! { ":day": day, ":key": key, ":fingerprint": stored.fingerprint,
        ":status": stored.status, ":body": stored.body },
    )
}

pub(super) fn conclude(tx: &Tx<'_>, days: [i64; 4], key: [u8; 16], body: &str) -> AppResult<()> {
    let [today, yesterday, before, first] = days;
    tx.execute(
        "update idempotency_answer set status = 200, body = :body
         where day in (:today, :yesterday, :before, :first) and key = :key and status = 202",
        params! { ":today": today, ":yesterday": yesterday, ":before": before, ":first": first, ":key": key,
        ":body": body },
    )?;
    Ok(())
}

pub(super) fn delete_before(tx: &Tx<'_>, day: i64) -> AppResult<usize> {
    tx.execute(
        "delete from idempotency_answer where (day, key) in
             (select day, key from idempotency_answer where day < :day limit :most)",
        params! { ":day": day, ":most": FORGOTTEN_AT_ONCE as i64 },
    )
}
