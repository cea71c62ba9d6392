//! SQL of the daily counts of segments.

use crate::base::day::Day;
use crate::base::id::SegmentId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

/// The segments that have no count of a day, with the number of their changes.
pub(in super::super) fn uncounted(read: &Read<'_>, day: Day) -> AppResult<Vec<(SegmentId, i64)>> {
    read.all(
        "select s.id, s.version from segment s where s.deleted_at_ms is null
             and not exists (select 1 from segment_day d where d.segment_id = s.id and d.day = :day)
         order by s.id",
        params! { ":day": day.number() },
        |row| Ok((row.get("id")?, row.get("version")?)),
    )
}

/// The first count of a day stays.
pub(in super::super) fn insert_day(tx: &Tx<'_>, id: SegmentId, day: Day, members: i64) -> AppResult<()> {
    tx.execute(
        "insert into segment_day (segment_id, day, members) values (:id, :day, :members)
         on conflict (segment_id, day) do nothing",
        params! { ":id": id, ":day": day.number(), ":members": members },
    )
    .map(drop)
}

/// The newest count of some days.
pub(in super::super) fn count_between(
    read: &Read<'_>,
    id: SegmentId,
    (first, last): (Day, Day),
) -> AppResult<Option<i64>> {
    read.one(
        "select members from segment_day where segment_id = :id and day between :first and :last
         order by day desc limit 1",
        params! { ":id": id, ":first": first.number(), ":last": last.number() },
        |row| row.get("members"),
    )
}

/// Deletes every daily count of a segment.
pub(in super::super) fn delete_days(tx: &Tx<'_>, id: SegmentId) -> AppResult<()> {
    tx.execute("delete from segment_day where segment_id = :id", params! { ":id": id }).map(drop)
}

/// Deletes the counts before a day. There are at most some hundred segments, and housekeeping looks every hour, so the
/// rows of one day are few.
pub(in super::super) fn delete_days_before(tx: &Tx<'_>, day: Day) -> AppResult<usize> {
    tx.execute(
        "delete from segment_day where segment_id in (select id from segment) and day < :day",
        params! { ":day": day.number() },
    )
}
