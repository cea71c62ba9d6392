//! SQL of grace periods and notices.

use super::{ExpiredPoints, Notice};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{MemberId, TransactionId};
use crate::base::problem::AppResult;
use crate::core::ledger::AccountId;
use crate::platform::store::{FORGOTTEN_AT_ONCE, Read, Row, Tx, params};

/// The member of an account, unless it belongs to the system or to a member who has left.
pub(super) fn member_of(read: &Read<'_>, account: AccountId) -> AppResult<Option<MemberId>> {
    read.one(
        "select m.id from account a join member m on m.id = a.member_id where a.id = :account and m.status <> 'erased'",
        params! { ":account": account.get() },
        |row| row.get("id"),
    )
}

/// Whether a transaction brought expired points back.
pub(super) fn is_brought_back(read: &Read<'_>, seq: i64) -> AppResult<bool> {
    read.exists(
        "select 1 from expiry_grace g join ledger_transaction t on t.id = g.brought_back_id where t.seq = :seq",
        params! { ":seq": seq },
    )
}

pub(super) fn insert_grace(tx: &Tx<'_>, member: MemberId, expired: &ExpiredPoints) -> AppResult<()> {
    tx.execute_one(
        "insert into expiry_grace (transaction_id, member_id, points, last_day, until_ms, extra_days)
         values (:id, :member, :points, :last_day, :until, :extra)",
        params! { ":id": expired.id, ":member": member, ":points": expired.points,
        ":last_day": expired.last_day.number(), ":until": expired.until, ":extra": expired.extra_days },
    )
}

fn expired(row: &Row<'_>) -> AppResult<ExpiredPoints> {
    Ok(ExpiredPoints {
        id: row.get("transaction_id")?,
        points: row.get("points")?,
        last_day: Day::from_number(row.get("last_day")?),
        until: row.get("until_ms")?,
        extra_days: row.get("extra_days")?,
    })
}

/// The points that a member may bring back at a moment, those with the nearest deadline first.
pub(super) fn open_grace(read: &Read<'_>, member: MemberId, now: Timestamp) -> AppResult<Vec<ExpiredPoints>> {
    read.all(
        "select transaction_id, points, last_day, until_ms, extra_days from expiry_grace
         where member_id = :member and brought_back_id is null and until_ms > :now order by until_ms, transaction_id",
        params! { ":member": member, ":now": now },
        expired,
    )
}

/// Expired points of a member that were not brought back.
pub(super) fn find_grace(read: &Read<'_>, member: MemberId, id: TransactionId) -> AppResult<Option<ExpiredPoints>> {
    read.one(
        "select transaction_id, points, last_day, until_ms, extra_days from expiry_grace
         where transaction_id = :id and member_id = :member and brought_back_id is null",
        params! { ":id": id, ":member": member },
        expired,
    )
}

pub(super) fn set_brought_back(tx: &Tx<'_>, id: TransactionId, by: TransactionId) -> AppResult<()> {
    tx.execute_one(
        "update expiry_grace set brought_back_id = :by where transaction_id = :id and brought_back_id is null",
        params! { ":by": by, ":id": id },
    )
}

pub(super) fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    tx.execute(
        "update expiry_grace set member_id = :into where member_id = :from and brought_back_id is null",
        params! { ":into": into, ":from": from },
    )?;
    Ok(())
}

/// Whether the member was told of that day that many days before it, or later.
pub(super) fn is_told(read: &Read<'_>, member: MemberId, notice: &Notice) -> AppResult<bool> {
    read.exists(
        "select 1 from expiry_notice where member_id = :member and last_day = :last_day and days_before <= :days",
        params! { ":member": member, ":last_day": notice.last_day.number(), ":days": notice.days_before },
    )
}

/// Whether an e-mail about a notice was queued for the member on that day or later.
pub(super) fn is_mailed_since(read: &Read<'_>, member: MemberId, day: Day) -> AppResult<bool> {
    read.exists(
        "select 1 from expiry_notice where member_id = :member and mailed_on >= :day",
        params! { ":member": member, ":day": day.number() },
    )
}

pub(super) fn insert_notice(tx: &Tx<'_>, member: MemberId, notice: &Notice, mailed_on: Option<Day>) -> AppResult<()> {
    tx.execute_one(
        "insert into expiry_notice (member_id, last_day, days_before, mailed_on)
         values (:member, :last_day, :days, :mailed_on)",
        params! { ":member": member, ":last_day": notice.last_day.number(), ":days": notice.days_before,
        ":mailed_on": mailed_on.map(Day::number) },
    )
}

/// Deletes some notices of days before that one.
pub(super) fn delete_notices(tx: &Tx<'_>, before: Day) -> AppResult<usize> {
    tx.execute(
        "delete from expiry_notice where (member_id, last_day, days_before) in
             (select member_id, last_day, days_before from expiry_notice where last_day < :before limit :most)",
        params! { ":before": before.number(), ":most": FORGOTTEN_AT_ONCE as i64 },
    )
}
