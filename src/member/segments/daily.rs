//! The count of each segment, kept once a day. It tells how a segment has changed in four weeks.

use std::time::Duration;

use tokio::sync::watch;

use super::queries;
use crate::base::day::Day;
use crate::base::id::SegmentId;
use crate::base::problem::AppResult;
use crate::core::timekeeping;
use crate::platform::periodic::Turns;
use crate::platform::store::{Read, Store, Tx};

/// The first look for segments that have no count of today, after the start of the server.
const DELAY: Duration = Duration::from_secs(20);
/// The interval between two looks.
const LOOK: Duration = Duration::from_secs(300);
/// The days between the two counts that are compared.
const COMPARED: i64 = 28;
/// The age of the oldest count that is compared, in days. A server that was down for some days still has a count before
/// them.
const OLDEST_COMPARED: i64 = 35;
/// The days that counts are kept.
const KEPT: i64 = 400;

/// Runs until the server stops.
pub async fn run(store: Store, stopping: watch::Receiver<bool>) {
    let mut turns = Turns::new(DELAY, LOOK, stopping);
    while let Some(counted) = turns.next(look(&store)).await {
        if let Err(error) = counted {
            tracing::warn!(%error, "segments: the daily count failed; it will be retried");
        }
    }
}

async fn look(store: &Store) -> AppResult<()> {
    let now = store.clock().now();
    // A wrong clock would keep the counts for another day.
    if store.read(|read| timekeeping::doubt(read, now))?.is_some() {
        return Ok(());
    }
    count_daily(store).await.map(drop)
}

/// Counts each segment that has no count of today, one after the other. The members are read beside the writer, which
/// stores one number for each segment. Returns how many were counted.
pub async fn count_daily(store: &Store) -> AppResult<usize> {
    let today = Day::of(store.clock().now());
    let due = store.read(|read| queries::uncounted(read, today))?;
    let mut counted = 0;
    for (id, version) in due {
        // One segment that cannot be counted must not keep the others from being counted.
        match count_one(store, (id, version), today).await {
            Ok(kept) => counted += usize::from(kept),
            Err(error) => tracing::warn!(%error, segment = %id, "segments: the daily count failed; it will be retried"),
        }
    }
    Ok(counted)
}

/// Counts a segment and stores the number. Returns whether it still stands.
async fn count_one(store: &Store, (id, version): (SegmentId, i64), today: Day) -> AppResult<bool> {
    let Some(segment) = store.read(|read| super::find(read, id))? else { return Ok(false) };
    let members = super::count(store, &segment.conditions).await?.members;
    let kept = move |tx: &Tx<'_>| {
        // Staff may have changed or removed the segment meanwhile. The next look counts a changed one.
        let stands = super::find(tx, id)?.is_some_and(|found| found.version == version);
        if stands {
            put_day(tx, id, today, members)?;
            super::keep_count(tx, id, members)?;
        }
        Ok(stands)
    };
    store.write_unattended(kept).await
}

/// Stores the count of a segment on a day. The first count of a day stays.
pub fn put_day(tx: &Tx<'_>, id: SegmentId, day: Day, members: i64) -> AppResult<()> {
    queries::insert_day(tx, id, day, members)
}

/// The change from the count of 28 days before to `members`; `None` while there is no count of that time.
pub fn change(read: &Read<'_>, id: SegmentId, members: i64) -> AppResult<Option<i64>> {
    let today = Day::of(read.now());
    let days = (today.plus(-OLDEST_COMPARED), today.plus(-COMPARED));
    Ok(queries::count_between(read, id, days)?.map(|before| members - before))
}

/// Deletes the counts that are older than 400 days. Returns how many.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_days_before(tx, Day::of(tx.now()).plus(-KEPT))
}
