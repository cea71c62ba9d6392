//! SQL of the ledger.

mod afterwards;
mod departures;
mod ending;
mod flows;
mod open;
mod pending;
mod periods;
mod traced;

pub(super) use afterwards::{hold_end, pending_days, seal};
pub(super) use departures::{each_exchanged_lot, each_leaving, next_account};
pub(super) use ending::{
    account_with_ended_lot, accounts_with_ending_lots, each_lot_ending, held_by_members, last_active, lots_ending,
};

use super::{AccountId, ChainHead, Details, LedgerEntry, MemberAccount, Posting};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::platform::store::{Read, Row, StoredJson, Tx, params};

pub(super) use flows::{FlowRow, each_flow, each_reversal};
pub(super) use open::{compare_holds, compare_pending};
pub(super) use pending::{
    PendingStatus, due_pending, end_pending, insert_pending, move_pending, owner_of, pending_award, pending_before,
    pending_of, pending_of_account, pending_of_award, whole_awards_of,
};
pub(super) use periods::{balance_before, each_transfer_since, head_before, places_between};
pub(super) use traced::{credited_lots, named_by_seq};

pub(super) fn insert_account(tx: &Tx<'_>, member: MemberId) -> AppResult<AccountId> {
    tx.execute_one("insert into account (kind, member_id) values ('member', :member)", params! { ":member": member })?;
    let opened = member_account(tx, member)?.ok_or_else(|| anyhow::anyhow!("an account just opened is missing"))?;
    Ok(opened.account)
}

pub(super) fn member_account(read: &Read<'_>, member: MemberId) -> AppResult<Option<MemberAccount>> {
    read.one("select id, balance from account where member_id = :member", params! { ":member": member }, |row| {
        Ok(MemberAccount { account: AccountId::from_row(row.get("id")?), balance: row.get("balance")? })
    })
}

/// The newest transaction; `None` in an empty ledger.
pub(super) fn chain_head(read: &Read<'_>) -> AppResult<Option<ChainHead>> {
    read.one("select seq, hash from ledger_transaction order by seq desc limit 1", params! {}, |row| {
        chain_head_row(row)
    })
}

fn chain_head_row(row: &Row<'_>) -> AppResult<ChainHead> {
    Ok(ChainHead { seq: row.get("seq")?, hash: row.get("hash")? })
}

/// The time at which the newest transaction was posted; `None` in an empty ledger.
pub(super) fn newest_moment(read: &Read<'_>) -> AppResult<Option<Timestamp>> {
    read.one("select created_at_ms from ledger_transaction order by seq desc limit 1", params! {}, |row| {
        row.get("created_at_ms")
    })
}

pub(super) struct NewTransaction<'n> {
    pub seq: i64,
    pub id: TransactionId,
    pub kind: &'static str,
    pub created: Timestamp,
    pub lines: &'n str,
    pub expires_at: Option<Timestamp>,
    pub details: Option<&'n str>,
    pub reverses_seq: Option<i64>,
    pub hash: [u8; 32],
}

pub(super) fn insert_transaction(tx: &Tx<'_>, new: &NewTransaction<'_>) -> AppResult<()> {
    tx.execute_one(
        "insert into ledger_transaction (seq, id, kind, created_at_ms, lines, expires_at_ms, details, reverses_seq, hash)
         values (:seq, :id, :kind, :created, :lines, :expires, :details, :reverses, :hash)",
        params! { ":seq": new.seq, ":id": new.id, ":kind": new.kind, ":created": new.created,
        ":lines": new.lines, ":expires": new.expires_at, ":details": new.details, ":reverses": new.reverses_seq, ":hash": new.hash },
    )
}

/// Adds points to a stored balance; `None` if it would fall below zero or exceed what clients can represent exactly.
pub(super) fn move_balance(tx: &Tx<'_>, account: AccountId, points: i64) -> AppResult<Option<i64>> {
    tx.one(
        "update account set balance = balance + :points
         where id = :account and (balance + :points >= 0 or kind = 'issuance')
             and balance + :points between -9007199254740991 and 9007199254740991
         returning balance",
        params! { ":points": points, ":account": account.get() },
        |row| row.get("balance"),
    )
}

/// Adds points to a stored balance as [`move_balance`] does, without reading the result: SQLite would put it into a
/// temporary table. Returns whether the balance was changed.
pub(super) fn change_balance(tx: &Tx<'_>, account: AccountId, points: i64) -> AppResult<bool> {
    let changed = tx.execute(
        "update account set balance = balance + :points
         where id = :account and (balance + :points >= 0 or kind = 'issuance')
             and balance + :points between -9007199254740991 and 9007199254740991",
        params! { ":points": points, ":account": account.get() },
    )?;
    Ok(changed > 0)
}

pub(super) struct NewPosting<'n> {
    pub account: AccountId,
    pub seq: i64,
    pub points: i64,
    pub balance_after: i64,
    pub kind: &'static str,
    pub created: Timestamp,
    pub memo: Option<&'n str>,
}

pub(super) fn insert_posting(tx: &Tx<'_>, new: &NewPosting<'_>) -> AppResult<()> {
    tx.execute_one(
        "insert into posting (account_id, seq, points, balance_after, kind, created_at_ms, memo)
         values (:account, :seq, :points, :balance, :kind, :created, :memo)",
        params! { ":account": new.account.get(), ":seq": new.seq, ":points": new.points,
        ":balance": new.balance_after, ":kind": new.kind, ":created": new.created, ":memo": new.memo },
    )
}

/// Inserts the two postings of a transaction in one statement, with the balances that the accounts have now.
pub(super) fn insert_pair(
    tx: &Tx<'_>,
    (seq, kind, created): (i64, &str, Timestamp),
    one: &Posting,
    other: &Posting,
) -> AppResult<()> {
    tx.execute(
        "insert into posting (account_id, seq, points, balance_after, kind, created_at_ms, memo)
         select id, :seq, :points, balance, :kind, :created, :memo from account where id = :account
         union all
         select id, :seq, :other_points, balance, :kind, :created, :other_memo from account where id = :other_account",
        params! { ":seq": seq, ":points": one.points, ":kind": kind, ":created": created,
        ":memo": one.memo, ":account": one.account.get(), ":other_points": other.points, ":other_memo": other.memo,
        ":other_account": other.account.get() },
    )?;
    Ok(())
}

/// A row of the lot table: points that were credited together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lot {
    pub seq: i64,
    pub expires_at: Timestamp,
    pub earned_at: Timestamp,
    pub remaining: i64,
}

fn lot(row: &Row<'_>) -> AppResult<Lot> {
    Ok(Lot {
        seq: row.get("seq")?,
        expires_at: row.get("expires_at_ms")?,
        earned_at: row.get("earned_at_ms")?,
        remaining: row.get("remaining")?,
    })
}

/// The lot to spend next: the earliest to expire, then the oldest.
pub(super) fn next_lot(tx: &Tx<'_>, account: AccountId) -> AppResult<Option<Lot>> {
    tx.one(
        "select seq, expires_at_ms, earned_at_ms, remaining from lot
         where account_id = :account and spent = 0
         order by expires_at_ms, earned_at_ms, seq limit 1",
        params! { ":account": account.get() },
        lot,
    )
}

/// Takes points from the lot to spend next, if it holds more than these points; returns the lot. One statement in place of [`next_lot`] and [`take_from_lot`], for the usual case.
pub(super) fn take_from_next_lot(tx: &Tx<'_>, account: AccountId, points: i64) -> AppResult<Option<Lot>> {
    tx.one(
        "update lot set remaining = remaining - :points
         where (account_id, seq, expires_at_ms, earned_at_ms) = (
                 select account_id, seq, expires_at_ms, earned_at_ms from lot
                 where account_id = :account and spent = 0
                 order by expires_at_ms, earned_at_ms, seq limit 1)
             and remaining > :points
         returning seq, expires_at_ms, earned_at_ms, remaining",
        params! { ":points": points, ":account": account.get() },
        lot,
    )
}

/// The remaining lots that one transaction credited to an account, in spending order.
pub(super) fn lots_of(tx: &Tx<'_>, account: AccountId, seq: i64) -> AppResult<Vec<Lot>> {
    tx.all(
        "select seq, expires_at_ms, earned_at_ms, remaining from lot
         where account_id = :account and seq = :seq and remaining > 0
         order by expires_at_ms, earned_at_ms",
        params! { ":account": account.get(), ":seq": seq },
        lot,
    )
}

/// An account's stored balance.
pub(super) fn balance(read: &Read<'_>, account: AccountId) -> AppResult<i64> {
    let balance = read.one("select balance from account where id = :id", params! { ":id": account.get() }, |row| {
        row.get("balance")
    })?;
    Ok(balance.unwrap_or(0))
}

/// Takes points from a lot. The lot closes when no points remain.
pub(super) fn take_from_lot(tx: &Tx<'_>, account: AccountId, lot: &Lot, points: i64) -> AppResult<()> {
    let sql = match points == lot.remaining {
        true => {
            "update lot set remaining = remaining - :points, spent = 1
             where account_id = :account and seq = :seq and expires_at_ms = :expires and earned_at_ms = :earned"
        }
        false => {
            "update lot set remaining = remaining - :points
             where account_id = :account and seq = :seq and expires_at_ms = :expires and earned_at_ms = :earned"
        }
    };
    tx.execute_one(
        sql,
        params! { ":points": points, ":account": account.get(), ":seq": lot.seq,
        ":expires": lot.expires_at, ":earned": lot.earned_at },
    )
}

/// Takes the points of `part` from the lot with its dates. The lot closes when no points remain.
pub(super) fn take_part_of_lot(tx: &Tx<'_>, account: AccountId, part: &Lot) -> AppResult<()> {
    tx.execute_one(
        "update lot set remaining = remaining - :points, spent = case when remaining = :points then 1 else 0 end
         where account_id = :account and seq = :seq and expires_at_ms = :expires and earned_at_ms = :earned",
        params! { ":points": part.remaining, ":account": account.get(), ":seq": part.seq,
        ":expires": part.expires_at, ":earned": part.earned_at },
    )
}

pub(super) fn add_lot(tx: &Tx<'_>, account: AccountId, lot: &Lot) -> AppResult<()> {
    tx.execute_one(
        "insert into lot (account_id, seq, expires_at_ms, earned_at_ms, points, remaining)
         values (:account, :seq, :expires, :earned, :points, :points)
         on conflict (account_id, seq, expires_at_ms, earned_at_ms)
         do update set points = lot.points + excluded.points, remaining = lot.remaining + excluded.remaining",
        params! { ":account": account.get(), ":seq": lot.seq, ":expires": lot.expires_at,
        ":earned": lot.earned_at, ":points": lot.remaining },
    )
}

pub(super) fn insert_hold(tx: &Tx<'_>, seq: i64, account: AccountId, points: i64) -> AppResult<()> {
    tx.execute_one(
        "insert into hold (seq, account_id, points) values (:seq, :account, :points)",
        params! { ":seq": seq, ":account": account.get(), ":points": points },
    )
}

/// The owner and points of a hold, and whether it is open.
pub(super) fn find_hold(read: &Read<'_>, seq: i64) -> AppResult<Option<(AccountId, i64, bool)>> {
    read.one(
        "select account_id, points, status = 'open' as open from hold where seq = :seq",
        params! { ":seq": seq },
        |row| Ok((AccountId::from_row(row.get("account_id")?), row.get("points")?, row.get("open")?)),
    )
}

pub(super) fn end_hold(tx: &Tx<'_>, seq: i64, status: &'static str, ended_by: i64) -> AppResult<()> {
    tx.execute_one(
        "update hold set status = :status, ended_by_seq = :ended_by where seq = :seq and status = 'open'",
        params! { ":status": status, ":ended_by": ended_by, ":seq": seq },
    )
}

/// The reason of a transaction. Fails with `not_found`.
pub(super) fn details_of(read: &Read<'_>, id: TransactionId) -> AppResult<Details> {
    let found = read.one("select details from ledger_transaction where id = :id", params! { ":id": id }, |row| {
        Ok(row.get::<Option<StoredJson<Details>>>("details")?.map(|json| json.0).unwrap_or_default())
    })?;
    found.ok_or_else(|| NOT_FOUND.into())
}

/// A transaction to reverse: sequence number, kind, lines and lots, and whether it is already reversed.
pub(super) struct ReversibleTransaction {
    pub seq: i64,
    pub kind: String,
    pub lines: String,
    pub lots: Option<String>,
    pub reversed: bool,
}

pub(super) fn find(read: &Read<'_>, id: TransactionId) -> AppResult<Option<ReversibleTransaction>> {
    read.one(
        "select t.seq, t.kind, t.lines, t.details,
                exists (select 1 from ledger_transaction r where r.reverses_seq = t.seq) as reversed
         from ledger_transaction t where t.id = :id",
        params! { ":id": id },
        |row| {
            Ok(ReversibleTransaction {
                seq: row.get("seq")?,
                kind: row.get("kind")?,
                lines: row.get("lines")?,
                lots: row.get::<Option<StoredJson<Details>>>("details")?.and_then(|json| json.0.lots),
                reversed: row.get("reversed")?,
            })
        },
    )
}

/// The account that holds the points of a given account now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CurrentOwner {
    pub account: AccountId,
    /// Whether its member has left the programme.
    pub left: bool,
}

/// The account itself, or the account of the member into whom its owner was merged. After several mergers,
/// `merged_into` still names the last survivor.
pub(super) fn current_owner(read: &Read<'_>, account: AccountId) -> AppResult<Option<CurrentOwner>> {
    read.one(
        "select coalesce(h.id, a.id) as account, coalesce(coalesce(s.status, m.status) = 'erased', false) as gone
         from account a left join member m on m.id = a.member_id left join member s on s.id = m.merged_into
             left join account h on h.member_id = s.id
         where a.id = :account",
        params! { ":account": account.get() },
        |row| Ok(CurrentOwner { account: AccountId::from_row(row.get("account")?), left: row.get("gone")? }),
    )
}

/// All of it is one statement, because each further statement takes the database's lock again.
pub(super) fn entries(read: &Read<'_>, member: MemberId, before_seq: i64, limit: i64) -> AppResult<Vec<LedgerEntry>> {
    read.all(
        "select p.seq, t.id, p.kind, p.points, p.balance_after, p.created_at_ms, p.memo, t.details
         from posting p join ledger_transaction t on t.seq = p.seq
         where p.account_id = (select id from account where member_id = :member) and p.seq < :before
         order by p.seq desc limit :limit",
        params! { ":member": member, ":before": before_seq, ":limit": limit },
        |row| {
            Ok(LedgerEntry {
                seq: row.get("seq")?,
                id: row.get("id")?,
                kind: row.get("kind")?,
                points: row.get("points")?,
                balance_after: row.get("balance_after")?,
                created: row.get("created_at_ms")?,
                memo: row.get("memo")?,
                details: row.get::<Option<StoredJson<Details>>>("details")?.map(|json| json.0).unwrap_or_default(),
            })
        },
    )
}

/// Sequence numbers and lines of the account's transactions whose postings may name a party: its transfers.
pub(super) fn named_movements(read: &Read<'_>, account: AccountId) -> AppResult<Vec<(i64, String)>> {
    read.all(
        "select t.seq, t.lines from posting p join ledger_transaction t on t.seq = p.seq
         where p.account_id = :account and p.kind = 'Transfer'",
        params! { ":account": account.get() },
        |row| Ok((row.get("seq")?, row.get("lines")?)),
    )
}

pub(super) fn empty_memo(tx: &Tx<'_>, account: AccountId, seq: i64) -> AppResult<()> {
    tx.execute(
        "update posting set memo = null where account_id = :account and seq = :seq and memo is not null",
        params! { ":account": account.get(), ":seq": seq },
    )?;
    Ok(())
}

pub(super) fn latest_seq(read: &Read<'_>) -> AppResult<i64> {
    read.number("select coalesce(max(seq), 0) as n from ledger_transaction", params! {})
}

/// The transaction with that sequence number, if it was posted in that time.
pub(super) fn posted_within(
    read: &Read<'_>,
    seq: i64,
    (from, until): (Timestamp, Timestamp),
) -> AppResult<Option<TransactionId>> {
    read.one(
        "select id from ledger_transaction where seq = :seq and created_at_ms >= :from and created_at_ms < :until",
        params! { ":seq": seq, ":from": from, ":until": until },
        |row| row.get("id"),
    )
}
