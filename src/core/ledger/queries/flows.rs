//! SQL of flows.

use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::TransactionId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, params};

/// A transaction, with the fields that reports need.
pub(in super::super) struct FlowRow {
    pub seq: i64,
    pub kind: String,
    pub created: Timestamp,
    pub lines: String,
    /// The partner's id as text. A reversal has the partner of the transaction that it reverses.
    pub partner: Option<String>,
}

fn flow_row(row: &Row<'_>) -> AppResult<FlowRow> {
    Ok(FlowRow {
        seq: row.get("seq")?,
        kind: row.get("kind")?,
        created: row.get("created_at_ms")?,
        lines: row.get("lines")?,
        partner: row.get("partner")?,
    })
}

pub(in super::super) fn each_flow(
    read: &Read<'_>,
    after: i64,
    limit: i64,
    mut visit: impl FnMut(FlowRow) -> AppResult<()>,
) -> AppResult<()> {
    read.each(
        "select t.seq, t.kind, t.created_at_ms, t.lines, coalesce(t.partner, o.partner) as partner
         from ledger_transaction t left join ledger_transaction o on o.seq = t.reverses_seq
         where t.seq > :after order by t.seq limit :limit",
        params! { ":after": after, ":limit": limit },
        |row| visit(flow_row(row)?),
    )
}

/// Visits the reversals of a period, each with the kind and the time of the transaction that it reverses.
pub(in super::super) fn each_reversal(
    read: &Read<'_>,
    period: Period,
    mut visit: impl FnMut(FlowRow, String, Timestamp) -> AppResult<()>,
) -> AppResult<()> {
    read.each(
        "select t.seq, t.kind, t.created_at_ms, t.lines, coalesce(t.partner, o.partner) as partner,
                o.kind as reversed_kind, o.created_at_ms as reversed_at_ms
         from ledger_transaction t join ledger_transaction o on o.seq = t.reverses_seq
         where t.kind = 'Reversal' and t.kind <> 'Transfer' and t.id >= :from and t.id < :until",
        params! { ":from": TransactionId::earliest_at(period.from), ":until": TransactionId::earliest_at(period.until) },
        |row| visit(flow_row(row)?, row.get("reversed_kind")?, row.get("reversed_at_ms")?),
    )
}
