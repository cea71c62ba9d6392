//! SQL of the books.

use super::{Summary, TransactionView, postings};
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::AppResult;
use crate::ledger::Details;
use crate::store::{Read, Row, params};

/// A transaction whose lines are still text.
struct Found {
    view: TransactionView,
    lines: String,
}

fn found(row: &Row<'_>) -> AppResult<Found> {
    let details: Option<String> = row.get("details")?;
    let details: Details = details.map_or(Ok(Details::default()), |json| serde_json::from_str(&json))?;
    let view = TransactionView {
        id: row.get("id")?,
        kind: row.get("kind")?,
        created: row.get("created_at_ms")?,
        postings: Vec::new(),
        item_snapshot: details.snapshot,
        reason: details.reason,
        partner: details.partner,
        redemption: details.redemption,
        reversed: row.get("reversed")?,
        seq: row.get("seq")?,
    };
    Ok(Found { view, lines: row.get("lines")? })
}

fn with_postings(read: &Read<'_>, found: Found) -> AppResult<TransactionView> {
    Ok(TransactionView { postings: postings(read, &found.lines)?, ..found.view })
}

pub(super) fn find(read: &Read<'_>, id: TransactionId) -> AppResult<Option<TransactionView>> {
    let one = read.one(
        "select t.seq, t.id, t.kind, t.created_at_ms, t.lines, t.details,
                exists (select 1 from ledger_transaction r where r.reverses_seq = t.seq) as reversed
         from ledger_transaction t where t.id = :id",
        params! { ":id": id },
        found,
    )?;
    one.map(|one| with_postings(read, one)).transpose()
}

pub(super) fn list(read: &Read<'_>, kind: Option<&str>, before: i64, limit: i64) -> AppResult<Vec<TransactionView>> {
    let rows = read.all(
        "select t.seq, t.id, t.kind, t.created_at_ms, t.lines, t.details,
                exists (select 1 from ledger_transaction r where r.reverses_seq = t.seq) as reversed
         from ledger_transaction t where t.seq < :before and (:kind is null or t.kind = :kind)
         order by t.seq desc limit :limit",
        params! { ":kind": kind, ":before": before, ":limit": limit },
        found,
    )?;
    rows.into_iter().map(|row| with_postings(read, row)).collect()
}

pub(super) fn list_of_member(
    read: &Read<'_>,
    member: MemberId,
    kind: Option<&str>,
    before: i64,
    limit: i64,
) -> AppResult<Vec<TransactionView>> {
    let rows = read.all(
        "select t.seq, t.id, t.kind, t.created_at_ms, t.lines, t.details,
                exists (select 1 from ledger_transaction r where r.reverses_seq = t.seq) as reversed
         from account a join posting p on p.account_id = a.id join ledger_transaction t on t.seq = p.seq
         where a.member_id = :member and p.seq < :before and (:kind is null or t.kind = :kind)
         order by p.seq desc limit :limit",
        params! { ":member": member, ":kind": kind, ":before": before, ":limit": limit },
        found,
    )?;
    rows.into_iter().map(|row| with_postings(read, row)).collect()
}

/// An account's kind and owner.
pub(super) fn account(read: &Read<'_>, id: i64) -> AppResult<Option<(String, Option<MemberId>)>> {
    read.one("select kind, member_id from account where id = :id", params! { ":id": id }, |row| {
        Ok((row.get("kind")?, row.get("member_id")?))
    })
}

pub(super) fn summary(read: &Read<'_>) -> AppResult<Summary> {
    let balance =
        |kind: &str| read.number("select balance as n from account where kind = :kind", params! { ":kind": kind });
    let (issued, held) = (-balance("issuance")?, balance("escrow")?);
    let (redeemed, expired) = (balance("redemption")?, balance("expiry")?);
    Ok(Summary {
        issued,
        redeemed,
        expired,
        // Every transaction sums to zero, so this is the sum of the members' balances and escrow.
        outstanding: issued - redeemed - expired,
        held,
        members: read.number("select count(*) as n from member where status <> 'erased'", params! {})?,
        processing: read.number("select count(*) as n from redemption where status = 'processing'", params! {})?,
    })
}
