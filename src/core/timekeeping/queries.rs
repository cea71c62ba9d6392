//! SQL of clock checks.

use std::time::Duration;

use super::{ClockJump, ClockRecord};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn find(read: &Read<'_>) -> AppResult<Option<ClockRecord>> {
    read.one(
        "select noted_at_ms, moved_from_ms, moved_to_ms, steady_ms from clock_watch where id = 1",
        params! {},
        |row| {
            let moved: (Option<Timestamp>, Option<Timestamp>) = (row.get("moved_from_ms")?, row.get("moved_to_ms")?);
            let steady = Duration::from_millis(u64::try_from(row.get::<i64>("steady_ms")?).unwrap_or_default());
            let doubt = moved.0.zip(moved.1).map(|(from, to)| ClockJump { from, to, steady });
            Ok(ClockRecord { at: row.get("noted_at_ms")?, doubt })
        },
    )
}

pub(super) fn put(tx: &Tx<'_>, noted: ClockRecord) -> AppResult<()> {
    let steady = noted.doubt.map_or(Duration::ZERO, |doubt| doubt.steady).as_millis();
    tx.execute_one(
        "insert into clock_watch (id, noted_at_ms, moved_from_ms, moved_to_ms, steady_ms)
         values (1, :at, :from, :to, :steady)
         on conflict (id) do update set noted_at_ms = excluded.noted_at_ms, moved_from_ms = excluded.moved_from_ms,
             moved_to_ms = excluded.moved_to_ms, steady_ms = excluded.steady_ms",
        params! { ":at": noted.at, ":from": noted.doubt.map(|doubt| doubt.from), ":to": noted.doubt.map(|doubt| doubt.to),
        ":steady": i64::try_from(steady).unwrap_or(i64::MAX) },
    )
}
