//! SQL of credit batches.

use super::reading::{CreditLine, PurchaseLine};
use super::{Batch, BatchPurchase, Credit, CreditedRow, OpenRow, PurchasePlace};
use crate::base::day::Day;
use crate::base::id::{MemberId, RecordId, TransactionId};
use crate::base::problem::AppResult;
use crate::platform::audit::Actor;
use crate::platform::store::{Read, Row, Tx, params};

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

pub(super) fn insert(tx: &Tx<'_>, id: RecordId, name: &str, rows: i64, points: i64, by: &Actor) -> AppResult<()> {
    tx.execute_one(
        "insert into credit_batch (id, name, rows, points, actor_id, actor_name, created_at_ms)
         values (:id, :name, :rows, :points, :by, :by_name, :now)",
        params! { ":id": id, ":name": name, ":rows": rows, ":points": points, ":by": by.id, ":by_name": by.name,
        ":now": tx.now() },
    )
}

/// Adds a row that is not yet posted.
pub(super) fn insert_row(
    tx: &Tx<'_>,
    batch: RecordId,
    line: &CreditLine,
    member: MemberId,
    points: i64,
) -> AppResult<()> {
    tx.execute_one(
        "insert into credit_batch_row (batch_id, line, member_id, points, reason)
         values (:batch, :line, :member, :points, :reason)",
        params! { ":batch": batch, ":line": line.line, ":member": member, ":points": points, ":reason": line.reason },
    )
}

/// Adds the facts of a purchase to a row.
pub(super) fn set_purchase(
    tx: &Tx<'_>,
    batch: RecordId,
    line: i64,
    place: &PurchasePlace,
    bill: &PurchaseLine,
) -> AppResult<()> {
    tx.execute_one(
        "update credit_batch_row set partner_id = :partner, amount_cents = :amount, bought_on = :day, bought_at_ms = :at,
             outlet_id = :outlet, receipt = :receipt, enjoy_card = :card
         where batch_id = :batch and line = :line",
        params! { ":batch": batch, ":line": line, ":partner": place.partner, ":amount": bill.amount,
        ":day": bill.day.map(Day::number), ":at": place.bought, ":outlet": place.outlet, ":receipt": bill.receipt, ":card": bill.enjoy_card },
    )
}

/// Whether any row of any batch is not yet posted.
pub(super) fn has_open_rows(read: &Read<'_>) -> AppResult<bool> {
    read.exists("select 1 from credit_batch_row where transaction_id is null and refused is null limit 1", params! {})
}

/// The first rows that are not yet posted, in the order of their files, with the member who has the account now
/// (after a merge, the remaining member).
pub(super) fn open_rows(tx: &Tx<'_>, limit: i64) -> AppResult<Vec<OpenRow>> {
    tx.all(
        "select r.batch_id, r.line, coalesce(s.id, m.id) as member, coalesce(s.status, m.status) = 'erased' as gone,
                r.points, r.reason, r.partner_id, r.amount_cents, r.bought_on, r.bought_at_ms, r.outlet_id,
                r.receipt, r.enjoy_card, b.actor_id, b.actor_name
         from credit_batch_row r join credit_batch b on b.id = r.batch_id join member m on m.id = r.member_id left join member s on s.id = m.merged_into
         where r.transaction_id is null and r.refused is null order by r.batch_id, r.line limit :limit",
        params! { ":limit": limit },
        |row| {
            Ok(OpenRow {
                batch: row.get("batch_id")?,
                line: row.get("line")?,
                member: row.get("member")?,
                left: row.get("gone")?,
                points: row.get("points")?,
                reason: row.get("reason")?,
                purchase: purchase(row)?,
            })
        },
    )
}

fn purchase(row: &Row<'_>) -> AppResult<Option<BatchPurchase>> {
    let Some(partner) = row.get("partner_id")? else { return Ok(None) };
    Ok(Some(BatchPurchase {
        place: PurchasePlace { partner, outlet: row.get("outlet_id")?, bought: row.get("bought_at_ms")? },
        amount: row.get("amount_cents")?,
        day: row.get::<Option<i64>>("bought_on")?.map(Day::from_number),
        receipt: row.get("receipt")?,
        enjoy_card: row.get("enjoy_card")?,
        by: (row.get("actor_id")?, row.get("actor_name")?),
    }))
}

/// Stores the points that a purchase earned, in its row and in the sum of its batch.
pub(super) fn set_earned(tx: &Tx<'_>, row: &OpenRow, transaction: TransactionId, points: i64) -> AppResult<()> {
    if points != row.points {
        let more = points - row.points;
        tx.execute_one(
            "update credit_batch set points = points + :more where id = :batch",
            params! { ":batch": row.batch, ":more": more },
        )?;
        tx.execute_one(
            "update credit_batch_row set points = :points where batch_id = :batch and line = :line",
            params! { ":batch": row.batch, ":line": row.line, ":points": points },
        )?;
    }
    set_posted(tx, row, transaction)
}

pub(super) fn set_posted(tx: &Tx<'_>, row: &OpenRow, transaction: TransactionId) -> AppResult<()> {
    tx.execute_one(
        "update credit_batch_row set transaction_id = :transaction where batch_id = :batch and line = :line",
        params! { ":batch": row.batch, ":line": row.line, ":transaction": transaction },
    )
}

pub(super) fn set_refused(tx: &Tx<'_>, row: &OpenRow, why: &str) -> AppResult<()> {
    tx.execute_one(
        "update credit_batch_row set refused = :why where batch_id = :batch and line = :line",
        params! { ":batch": row.batch, ":line": row.line, ":why": why },
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

/// The posted rows in reverse order: of two credits to one member, the later one is undone first.
pub(super) fn rows(tx: &Tx<'_>, id: RecordId) -> AppResult<Vec<CreditedRow>> {
    tx.all(
        "select r.line, coalesce(m.merged_into, r.member_id) as member, r.points, r.transaction_id,
                r.partner_id is not null as purchase,
                exists (select 1 from ledger_transaction given join ledger_transaction opposite
                            on opposite.reverses_seq = given.seq
                        where given.id = r.transaction_id) as reversed
         from credit_batch_row r join member m on m.id = r.member_id
         where r.batch_id = :id and r.transaction_id is not null order by r.line desc",
        params! { ":id": id },
        |row| {
            Ok(CreditedRow {
                line: row.get("line")?,
                member: row.get("member")?,
                points: row.get("points")?,
                transaction: row.get("transaction_id")?,
                reversed: row.get("reversed")?,
                purchase: row.get("purchase")?,
            })
        },
    )
}

/// The credits of a batch after a line, as in the file.
pub(super) fn credits(read: &Read<'_>, id: RecordId, after: i64, limit: i64) -> AppResult<Vec<Credit>> {
    read.all(
        "select r.line, m.short_id, r.points, r.reason, r.amount_cents, r.receipt, r.transaction_id, r.refused,
                r.taken_back
         from credit_batch_row r join member m on m.id = r.member_id
         where r.batch_id = :id and r.line > :after order by r.line limit :limit",
        params! { ":id": id, ":after": after, ":limit": limit },
        |row| {
            Ok(Credit {
                line: row.get("line")?,
                short_id: row.get("short_id")?,
                points: row.get("points")?,
                reason: row.get("reason")?,
                amount_hkd: row.get("amount_cents")?,
                receipt: row.get("receipt")?,
                transaction_id: row.get("transaction_id")?,
                refused: row.get("refused")?,
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
