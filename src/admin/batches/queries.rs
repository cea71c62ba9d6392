//! SQL of batches.

use super::reading::CreditLine;
use super::{Batch, Credit, Given};
use crate::base::id::{MemberId, RecordId, TransactionId};
use crate::base::problem::AppResult;
use crate::store::{Read, Row, Tx, params};

fn batch(row: &Row<'_>) -> AppResult<Batch> {
    Ok(Batch {
        id: row.get("id")?,
        name: row.get("name")?,
        rows: row.get("rows")?,
        points: row.get("points")?,
        actor_name: row.get("actor_name")?,
        created: row.get("created_at_ms")?,
        undone_at: row.get("undone_at_ms")?,
    })
}

pub(super) fn insert(tx: &Tx<'_>, id: RecordId, name: &str, rows: i64, points: i64, actor: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into credit_batch (id, name, rows, points, actor_name, created_at_ms)
         values (:id, :name, :rows, :points, :actor, :now)",
        params! { ":id": id, ":name": name, ":rows": rows, ":points": points, ":actor": actor, ":now": tx.now() },
    )
}

pub(super) fn insert_row(
    tx: &Tx<'_>,
    batch: RecordId,
    line: &CreditLine,
    member: MemberId,
    points: i64,
    transaction: TransactionId,
) -> AppResult<()> {
    tx.execute_one(
        "insert into credit_batch_row (batch_id, line, member_id, points, reason, transaction_id)
         values (:batch, :line, :member, :points, :reason, :transaction)",
        params! { ":batch": batch, ":line": line.line, ":member": member, ":points": points,
        ":reason": line.reason, ":transaction": transaction },
    )
}

pub(super) fn find(read: &Read<'_>, id: RecordId) -> AppResult<Option<Batch>> {
    read.one(
        "select id, name, rows, points, actor_name, created_at_ms, undone_at_ms from credit_batch where id = :id",
        params! { ":id": id },
        batch,
    )
}

pub(super) fn list(read: &Read<'_>, after: Option<RecordId>, limit: i64) -> AppResult<Vec<Batch>> {
    read.all(
        "select id, name, rows, points, actor_name, created_at_ms, undone_at_ms from credit_batch
         where id < :after order by id desc limit :limit",
        params! { ":after": after.unwrap_or(RecordId::from_bytes([0xff; 16])), ":limit": limit },
        batch,
    )
}

/// The newest first: of two credits to one member the later one is taken back first.
pub(super) fn rows(tx: &Tx<'_>, id: RecordId) -> AppResult<Vec<Given>> {
    tx.all(
        "select r.line, coalesce(m.merged_into, r.member_id) as member, r.points,
                exists (select 1 from ledger_transaction given join ledger_transaction opposite
                            on opposite.reverses_seq = given.seq
                        where given.id = r.transaction_id) as reversed
         from credit_batch_row r join member m on m.id = r.member_id where r.batch_id = :id order by r.line desc",
        params! { ":id": id },
        |row| {
            Ok(Given {
                line: row.get("line")?,
                member: row.get("member")?,
                points: row.get("points")?,
                reversed: row.get("reversed")?,
            })
        },
    )
}

/// The credits of a batch after a line, as they stood in the file.
pub(super) fn credits(read: &Read<'_>, id: RecordId, after: i64, limit: i64) -> AppResult<Vec<Credit>> {
    read.all(
        "select r.line, m.short_id, r.points, r.reason, r.transaction_id, r.taken_back
         from credit_batch_row r join member m on m.id = r.member_id
         where r.batch_id = :id and r.line > :after order by r.line limit :limit",
        params! { ":id": id, ":after": after, ":limit": limit },
        |row| {
            Ok(Credit {
                line: row.get("line")?,
                short_id: row.get("short_id")?,
                points: row.get("points")?,
                reason: row.get("reason")?,
                transaction_id: row.get("transaction_id")?,
                taken_back: row.get("taken_back")?,
            })
        },
    )
}

pub(super) fn set_taken_back(tx: &Tx<'_>, id: RecordId, line: i64, points: i64) -> AppResult<()> {
    tx.execute_one(
        "update credit_batch_row set taken_back = :points where batch_id = :id and line = :line",
        params! { ":id": id, ":line": line, ":points": points },
    )
}

pub(super) fn mark_undone(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    tx.execute_one(
        "update credit_batch set undone_at_ms = :now where id = :id",
        params! { ":id": id, ":now": tx.now() },
    )
}
