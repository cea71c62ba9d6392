//! SQL of the parties of a transfer, daily amounts and recipient previews.

use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::id::MemberId;
use crate::base::points::Points;
use crate::base::problem::AppResult;
use crate::base::short_id::ShortId;
use crate::core::ledger::AccountId;
use crate::core::members::{Face, Status};
use crate::platform::store::{FORGOTTEN_AT_ONCE, Read, Row, Tx, params};

/// The sender of a transfer, with the account.
pub(super) struct Sender {
    pub id: MemberId,
    pub short_id: ShortId,
    pub recovered_at: Option<Timestamp>,
    pub account: AccountId,
    pub balance: i64,
}

pub(super) fn sender(read: &Read<'_>, id: MemberId) -> AppResult<Option<Sender>> {
    read.one(
        "select m.short_id, m.recovered_at_ms, a.id, a.balance
         from member m join account a on a.member_id = m.id where m.id = :id",
        params! { ":id": id },
        |row| {
            Ok(Sender {
                id,
                short_id: row.get("short_id")?,
                recovered_at: row.get("recovered_at_ms")?,
                account: AccountId::from_row(row.get("id")?),
                balance: row.get("balance")?,
            })
        },
    )
}

/// The recipient of a transfer, with the account.
pub(super) struct Recipient {
    pub id: MemberId,
    pub status: Status,
    pub face: Option<Face>,
    pub account: AccountId,
}

/// The member with that identifier, which may be a short id from before a merger.
pub(super) fn recipient(read: &Read<'_>, typed: &Identifier) -> AppResult<Option<Recipient>> {
    match typed {
        Identifier::Email(email) => read.one(
            "select m.id as member, m.status, m.face, a.id from member m join account a on a.member_id = m.id
             where m.email = :email",
            params! { ":email": email },
            found_recipient,
        ),
        Identifier::Phone(phone) => read.one(
            "select m.id as member, m.status, m.face, a.id from member m join account a on a.member_id = m.id
             where m.phone = :phone",
            params! { ":phone": phone },
            found_recipient,
        ),
        Identifier::ShortId(short_id) => read.one(
            "select m.id as member, m.status, m.face, a.id from member m join account a on a.member_id = m.id
             where m.id = coalesce((select id from member where short_id = :short_id),
                 (select member_id from member_alias where short_id = :short_id and dead_at_ms is null))",
            params! { ":short_id": short_id },
            found_recipient,
        ),
    }
}

fn found_recipient(row: &Row<'_>) -> AppResult<Recipient> {
    let account = AccountId::from_row(row.get("id")?);
    Ok(Recipient { id: row.get("member")?, status: row.get("status")?, face: row.get("face")?, account })
}

/// Adds one transfer to a member's day; returns the day's transfers and points including it.
pub(super) fn add_to_day(tx: &Tx<'_>, member: MemberId, day: i64, amount: Points) -> AppResult<(i64, i64)> {
    let sums = tx.one(
        "insert into transfer_day (member_id, day, transfers, points) values (:member, :day, 1, :points)
         on conflict (day, member_id) do update set transfers = transfer_day.transfers + 1, points = transfer_day.points + excluded.points
         returning transfers, points",
        params! { ":member": member, ":day": day, ":points": amount },
        |row| Ok((row.get("transfers")?, row.get("points")?)),
    )?;
    sums.ok_or_else(|| anyhow::anyhow!("an insert returned no row").into())
}

/// Adds one recipient preview to a member's day; returns the day's previews including it.
pub(super) fn add_look(tx: &Tx<'_>, member: MemberId, day: i64) -> AppResult<i64> {
    let looks = tx.one(
        "insert into recipient_look (member_id, day, looks) values (:member, :day, 1)
         on conflict (day, member_id) do update set looks = recipient_look.looks + 1
         returning looks",
        params! { ":member": member, ":day": day },
        |row| row.get("looks"),
    )?;
    looks.ok_or_else(|| anyhow::anyhow!("an insert returned no row").into())
}

/// Deletes the daily rows of a member who leaves.
pub(super) fn delete_days(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    delete_days_in(tx, "transfer_day", member)?;
    delete_days_in(tx, "recipient_look", member)
}

/// The keys begin with the day, so the few days are found first.
fn delete_days_in(tx: &Tx<'_>, table: &'static str, member: MemberId) -> AppResult<()> {
    tx.execute(
        [
            "with recursive known (day) as (
                 select min(day) from ",
            table,
            " union all select (select min(day) from ",
            table,
            " where day > known.day) from known where known.day is not null)
             delete from ",
            table,
            " where day in (select day from known) and member_id = :member",
        ],
        params! { ":member": member },
    )?;
    Ok(())
}

/// Deletes rows of days before that one, a limited number at once.
pub(super) fn delete_days_before(tx: &Tx<'_>, day: i64) -> AppResult<usize> {
    let bounds = params! { ":day": day, ":most": FORGOTTEN_AT_ONCE as i64 };
    let sums = tx.execute(
        "delete from transfer_day where (day, member_id) in
             (select day, member_id from transfer_day where day < :day limit :most)",
        bounds,
    )?;
    let looks = tx.execute(
        "delete from recipient_look where (day, member_id) in
             (select day, member_id from recipient_look where day < :day limit :most)",
        bounds,
    )?;
    Ok(sums.max(looks))
}
