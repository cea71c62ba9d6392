//! SQL of signing keys and anchors.

use super::StoredKey;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::problem::AppResult;
use crate::core::ledger::{ChainHead, Details, TransactionText};
use crate::platform::store::{Read, Row, StoredJson, Tx, params};

fn stored_key(row: &Row<'_>) -> AppResult<StoredKey> {
    Ok(StoredKey {
        id: row.get("id")?,
        public_key: row.get("public_key")?,
        sealed: row.get("sealed")?,
        created: row.get("created_at_ms")?,
    })
}

pub(super) fn all_keys(read: &Read<'_>) -> AppResult<Vec<StoredKey>> {
    read.all(
        "select id, public_key, sealed, created_at_ms from statement_key order by created_at_ms desc, id",
        params! {},
        stored_key,
    )
}

pub(super) fn newest_key(read: &Read<'_>) -> AppResult<Option<StoredKey>> {
    read.one(
        "select id, public_key, sealed, created_at_ms from statement_key order by created_at_ms desc, id limit 1",
        params! {},
        stored_key,
    )
}

pub(super) fn insert_key(tx: &Tx<'_>, key: &StoredKey) -> AppResult<()> {
    tx.execute_one(
        "insert into statement_key (id, public_key, sealed, created_at_ms) values (:id, :public, :sealed, :created)",
        params! { ":id": key.id, ":public": key.public_key, ":sealed": key.sealed, ":created": key.created },
    )
}

pub(super) fn is_anchored(read: &Read<'_>, day: Day) -> AppResult<bool> {
    read.exists("select 1 from ledger_anchor where day = :day", params! { ":day": day.number() })
}

pub(super) fn insert_anchor(tx: &Tx<'_>, day: Day, head: &ChainHead) -> AppResult<()> {
    tx.execute_one(
        "insert into ledger_anchor (day, seq, hash, created_at_ms) values (:day, :seq, :hash, :now)",
        params! { ":day": day.number(), ":seq": head.seq, ":hash": head.hash, ":now": tx.now() },
    )
}

/// The time at which a transaction was reversed.
pub(super) fn reversed_at(read: &Read<'_>, seq: i64) -> AppResult<Option<Timestamp>> {
    read.one("select created_at_ms from ledger_transaction where reverses_seq = :seq", params! { ":seq": seq }, |row| {
        row.get("created_at_ms")
    })
}

/// A transaction that was reversed.
pub(super) struct Reversed {
    pub created: Timestamp,
    pub snapshot: Option<TransactionText>,
    /// The partner's id as text.
    pub partner: Option<String>,
}

/// The transaction that a reversal undoes.
pub(super) fn reversed_by(read: &Read<'_>, seq: i64) -> AppResult<Option<Reversed>> {
    read.one(
        "select o.created_at_ms, o.details from ledger_transaction t join ledger_transaction o on o.seq = t.reverses_seq
         where t.seq = :seq",
        params! { ":seq": seq },
        |row| {
            let details = row.get::<Option<StoredJson<Details>>>("details")?.map(|json| json.0).unwrap_or_default();
            Ok(Reversed { created: row.get("created_at_ms")?, snapshot: details.snapshot, partner: details.partner })
        },
    )
}
