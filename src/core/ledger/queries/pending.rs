//! SQL of pending points.

use super::super::pending::{DuePending, PendingAward, PendingPart};
use crate::base::day::{Day, Period};
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::core::ledger::{AccountId, Details};
use crate::platform::store::{Read, Row, StoredJson, Tx, params};

/// The state of an award's pending points of one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::ledger) enum PendingStatus {
    Open,
    Released,
    Taken,
}

impl PendingStatus {
    fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Released => "released",
            Self::Taken => "taken",
        }
    }

    pub(super) fn of(name: &str) -> Self {
        match name {
            "open" => Self::Open,
            "released" => Self::Released,
            _ => Self::Taken,
        }
    }
}

pub(in crate::core::ledger) fn insert_pending(
    tx: &Tx<'_>,
    seq: i64,
    account: AccountId,
    part: PendingPart,
) -> AppResult<()> {
    tx.execute_one(
        "insert into pending_points (seq, day, account_id, points) values (:seq, :day, :account, :points)",
        params! { ":seq": seq, ":day": part.day.number(), ":account": account.get(), ":points": part.points },
    )
}

fn due(row: &Row<'_>) -> AppResult<DuePending> {
    Ok(DuePending {
        seq: row.get("seq")?,
        day: Day::from_number(row.get("day")?),
        account: AccountId::from_row(row.get("account_id")?),
        points: row.get("points")?,
    })
}

/// Open pending points of days up to one, after a place, by day.
pub(in crate::core::ledger) fn due_pending(
    read: &Read<'_>,
    until: Day,
    (after_day, after_seq): (Day, i64),
    limit: i64,
) -> AppResult<Vec<DuePending>> {
    read.all(
        "select seq, day, account_id, points from pending_points
         where status = 'open' and (day, seq) > (:after_day, :after_seq) and day <= :until
         order by day, seq limit :limit",
        params! { ":after_day": after_day.number(), ":after_seq": after_seq, ":until": until.number(), ":limit": limit },
        due,
    )
}

/// The open pending points of an account, by day.
pub(in crate::core::ledger) fn pending_of_account(read: &Read<'_>, account: AccountId) -> AppResult<Vec<DuePending>> {
    read.all(
        "select seq, day, account_id, points from pending_points
         where status = 'open' and account_id = :account order by day, seq",
        params! { ":account": account.get() },
        due,
    )
}

/// The open pending points of an account with their awards, by day.
pub(in crate::core::ledger) fn pending_of(read: &Read<'_>, account: AccountId) -> AppResult<Vec<PendingAward>> {
    read.all(
        "select p.day, p.points, t.id, t.created_at_ms, t.details
         from pending_points p join ledger_transaction t on t.seq = p.seq
         where p.status = 'open' and p.account_id = :account order by p.day, p.seq",
        params! { ":account": account.get() },
        award,
    )
}

/// The open pending points of a member whose award moved no points of the member's account, sorted by day. Each row has
/// the sequence number of the award's transaction and the member's balance after it.
pub(in crate::core::ledger) fn whole_awards_of(
    read: &Read<'_>,
    member: MemberId,
) -> AppResult<Vec<(i64, i64, PendingAward)>> {
    read.all(
        "select p.seq, p.day, p.points, t.id, t.created_at_ms, t.details,
                (select b.balance_after from posting b where b.account_id = p.account_id and b.seq < p.seq
                 order by b.seq desc limit 1) as balance
         from pending_points p join ledger_transaction t on t.seq = p.seq
         where p.status = 'open' and p.account_id = (select id from account where member_id = :member)
             and not exists (select 1 from posting o where o.account_id = p.account_id and o.seq = p.seq)
         order by p.day, p.seq",
        params! { ":member": member },
        |row| Ok((row.get("seq")?, row.get::<Option<i64>>("balance")?.unwrap_or(0), award(row)?)),
    )
}

fn award(row: &Row<'_>) -> AppResult<PendingAward> {
    Ok(PendingAward {
        award: row.get("id")?,
        created: row.get("created_at_ms")?,
        day: Day::from_number(row.get("day")?),
        points: row.get("points")?,
        details: row.get::<Option<StoredJson<Details>>>("details")?.map(|json| json.0).unwrap_or_default(),
    })
}

/// The points of an account that were pending at the end of a period.
pub(in crate::core::ledger) fn pending_before(read: &Read<'_>, account: AccountId, period: Period) -> AppResult<i64> {
    read.number(
        "select coalesce(sum(p.points), 0) as n from pending_points p join ledger_transaction t on t.seq = p.seq
             left join ledger_transaction e on e.seq = p.ended_by_seq
         where p.account_id = :account and t.created_at_ms < :until
             and (e.seq is null or e.created_at_ms >= :until)",
        params! { ":account": account.get(), ":until": period.until },
    )
}

/// Pending points with their award.
pub(in crate::core::ledger) fn pending_award(read: &Read<'_>, due: &DuePending) -> AppResult<Option<PendingAward>> {
    read.one(
        "select p.day, p.points, t.id, t.created_at_ms, t.details
         from pending_points p join ledger_transaction t on t.seq = p.seq where p.seq = :seq and p.day = :day",
        params! { ":seq": due.seq, ":day": due.day.number() },
        award,
    )
}

/// The member who owns an account, or into whom its owner was merged.
pub(in crate::core::ledger) fn owner_of(read: &Read<'_>, account: AccountId) -> AppResult<Option<MemberId>> {
    read.one(
        "select coalesce(m.merged_into, m.id) as id from account a join member m on m.id = a.member_id
         where a.id = :account",
        params! { ":account": account.get() },
        |row| row.get("id"),
    )
}

/// The account, the points and the state of each day of an award.
pub(in crate::core::ledger) fn pending_of_award(
    read: &Read<'_>,
    seq: i64,
) -> AppResult<Vec<(AccountId, i64, PendingStatus)>> {
    read.all(
        "select account_id, points, status from pending_points where seq = :seq order by day",
        params! { ":seq": seq },
        |row| {
            let status = PendingStatus::of(&row.get::<String>("status")?);
            Ok((AccountId::from_row(row.get("account_id")?), row.get("points")?, status))
        },
    )
}

/// Ends open pending points of an award: those of one day, or all. Returns how many days ended.
pub(in crate::core::ledger) fn end_pending(
    tx: &Tx<'_>,
    seq: i64,
    day: Option<Day>,
    status: PendingStatus,
    ended_by: i64,
) -> AppResult<usize> {
    tx.execute(
        "update pending_points set status = :status, ended_by_seq = :ended_by
         where seq = :seq and status = 'open' and day = coalesce(:day, day)",
        params! { ":status": status.name(), ":ended_by": ended_by, ":seq": seq, ":day": day.map(Day::number) },
    )
}

pub(in crate::core::ledger) fn move_pending(tx: &Tx<'_>, from: AccountId, into: AccountId) -> AppResult<()> {
    tx.execute(
        "update pending_points set account_id = :into where account_id = :from and status = 'open'",
        params! { ":into": into.get(), ":from": from.get() },
    )?;
    Ok(())
}
