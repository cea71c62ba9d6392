//! SQL of daily amounts and recipient previews.

use crate::base::id::MemberId;
use crate::base::points::Points;
use crate::base::problem::AppResult;
use crate::platform::store::{FORGOTTEN_AT_ONCE, Tx, params};

/// Adds one transfer to a member's day; returns the day's transfers and points including it.
pub(super) fn add_to_day(tx: &Tx<'_>, member: MemberId, day: i64, amount: Points) -> AppResult<(i64, i64)> {
    let sums = tx.one(
        "insert into transfer_day (member_id, day, transfers, points) values (:member, :day, 1, :points)
         on conflict (member_id, day) do update set transfers = transfer_day.transfers + 1, points = transfer_day.points + excluded.points
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
         on conflict (member_id, day) do update set looks = recipient_look.looks + 1
         returning looks",
        params! { ":member": member, ":day": day },
        |row| row.get("looks"),
    )?;
    looks.ok_or_else(|| anyhow::anyhow!("an insert returned no row").into())
}

/// Deletes the daily rows of a member who leaves.
pub(super) fn delete_days(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from transfer_day where member_id = :member", params! { ":member": member })?;
    tx.execute("delete from recipient_look where member_id = :member", params! { ":member": member })?;
    Ok(())
}

/// Deletes rows of days before that one, a limited number at once.
pub(super) fn delete_days_before(tx: &Tx<'_>, day: i64) -> AppResult<usize> {
    let bounds = params! { ":day": day, ":most": FORGOTTEN_AT_ONCE as i64 };
    let sums = tx.execute(
        "delete from transfer_day where (member_id, day) in
             (select member_id, day from transfer_day where day < :day limit :most)",
        bounds,
    )?;
    let looks = tx.execute(
        "delete from recipient_look where (member_id, day) in
             (select member_id, day from recipient_look where day < :day limit :most)",
        bounds,
    )?;
    Ok(sums.max(looks))
}
