//! The SQL of daily amounts.

use crate::base::id::MemberId;
use crate::base::points::Points;
use crate::base::problem::AppResult;
use crate::store::{Tx, params};

/// Adds one transfer to a member's day; gives the day's transfers and points with it.
pub(super) fn add_to_day(tx: &Tx<'_>, member: MemberId, day: i64, amount: Points) -> AppResult<(i64, i64)> {
    let sums = tx.one(
        "insert into transfer_day (member_id, day, transfers, points) values (:member, :day, 1, :points)
         on conflict (member_id, day) do update set transfers = transfers + 1, points = points + excluded.points
         returning transfers, points",
        params! { ":member": member, ":day": day, ":points": amount },
        |row| Ok((row.get("transfers")?, row.get("points")?)),
    )?;
    sums.ok_or_else(|| anyhow::anyhow!("an insert returned no row").into())
}
