//! SQL of the points that campaigns gave.

use crate::base::day::{Day, Period};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, params};

/// Visits the points of each scan in a period that gave points and was not taken back.
pub(in super::super) fn each_points(read: &Read<'_>, period: Period, mut visit: impl FnMut(Day, i64)) -> AppResult<()> {
    read.each(
        "select created_at_ms, points from campaign_claim
         where campaign_id in (select id from campaign) and created_at_ms >= :from and created_at_ms < :until
             and taken_back_at_ms is null and points > 0",
        params! { ":from": period.from, ":until": period.until },
        |row| {
            visit(Day::of(row.get("created_at_ms")?), row.get("points")?);
            Ok(())
        },
    )
}
