//! SQL of points that left the accounts of members.

use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::core::ledger::{AccountId, Details};
use crate::platform::store::{Read, StoredJson, params};

/// A purchase that was not voided, or points that expired and were not brought back.
pub(in crate::core::ledger) struct LeavingRow {
    pub kind: String,
    pub created: Timestamp,
    /// The lots that it took, where one of them has an end.
    pub lots: Option<String>,
}

pub(in crate::core::ledger) fn each_leaving(
    read: &Read<'_>,
    (first, until): (AccountId, AccountId),
    since: Timestamp,
    mut visit: impl FnMut(LeavingRow) -> AppResult<()>,
) -> AppResult<()> {
    read.each(
        "select p.kind, p.created_at_ms, t.details from posting p join ledger_transaction t on t.seq = p.seq
         where p.account_id >= :first and p.account_id < :until and p.created_at_ms >= :since and p.points < 0
             and p.kind in ('Redeem', 'Expiry')
             and not exists (select 1 from ledger_transaction r where r.reverses_seq = p.seq)",
        params! { ":first": first.get(), ":until": until.get(), ":since": since },
        |row| {
            visit(LeavingRow {
                kind: row.get("kind")?,
                created: row.get("created_at_ms")?,
                lots: row.get::<Option<StoredJson<Details>>>("details")?.and_then(|json| json.0.lots),
            })
        },
    )
}

/// The lots of confirmed exchanges. Escrow keeps the lots of each exchange, so its transaction names none.
pub(in crate::core::ledger) fn each_exchanged_lot(
    read: &Read<'_>,
    (first, until): (AccountId, AccountId),
    since: Timestamp,
    mut visit: impl FnMut(Timestamp, Timestamp, i64) -> AppResult<()>,
) -> AppResult<()> {
    read.each(
        "select p.created_at_ms, l.expires_at_ms, l.points from posting p
         join hold h on h.seq = p.seq and h.status = 'confirmed'
         join lot l on l.account_id = :escrow and l.seq = p.seq and l.expires_at_ms <> :never
         where p.account_id >= :first and p.account_id < :until and p.created_at_ms >= :since and p.points < 0
             and p.kind = 'Redeem - Hold'",
        params! { ":first": first.get(), ":until": until.get(), ":since": since, ":escrow": AccountId::ESCROW.get(),
        ":never": Timestamp::NEVER },
        |row| visit(row.get("created_at_ms")?, row.get("expires_at_ms")?, row.get("points")?),
    )
}

pub(in crate::core::ledger) fn next_account(read: &Read<'_>) -> AppResult<AccountId> {
    let newest = read.number("select max(id) as n from account", params! {})?;
    Ok(AccountId::from_row(newest + 1))
}
