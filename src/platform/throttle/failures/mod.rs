//! Failed sign-ins: counted per account in the database, so that the counts survive a restart, and per source in
//! memory.

mod queries;

use super::limits::{Limits, SourceCounts, refusal};
use super::table::{FAILURE_WINDOW, FAILURES_BEFORE_RESET, FAILURES_REMEMBERED, PASSWORD_PAUSES};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::{Store, Tx};

/// The key of a failure count in the database.
pub type AttemptKey = [u8; 32];

/// The counts of one guess at a password.
#[derive(Clone)]
pub struct GuessCounts {
    /// In the database: an account, or an account as seen from a known device.
    pub account: AttemptKey,
    /// In memory; none for a known device.
    pub sources: SourceCounts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FailureCount {
    recent: i64,
    window_began: Timestamp,
    consecutive: i64,
    blocked_until: Timestamp,
}

/// Counts a guess as a failure before the password is compared, so that parallel guesses cannot exceed the limit. Fails
/// with `too_many_attempts` while the account is blocked or the source has failed too often.
pub async fn begin(store: &Store, limits: &Limits, guess: &GuessCounts) -> AppResult<()> {
    limits.begin_tries(&guess.sources, store.clock().now())?;
    let account = guess.account;
    let begun = limits.counting(store.write_for_visitor(move |tx| begin_on_account(tx, &account))).await;
    // A blocked account does not count as a failure of the source, because the source learns nothing from it.
    begun.inspect_err(|_| limits.take_back_tries(&guess.sources))
}

/// Takes back a guess that was not compared, for example because the server was too busy.
pub async fn take_back(store: &Store, limits: &Limits, guess: &GuessCounts) -> AppResult<()> {
    let account = guess.account;
    limits.counting(store.write_for_visitor(move |tx| take_back_on_account(tx, &account))).await?;
    limits.take_back_tries(&guess.sources);
    Ok(())
}

fn begin_on_account(tx: &Tx<'_>, key: &AttemptKey) -> AppResult<()> {
    let earlier = queries::find(tx, key)?;
    if let Some(count) = earlier.filter(|count| count.blocked_until > tx.now()) {
        return Err(refusal(count.blocked_until.since(tx.now())));
    }
    queries::put(tx, key, after_failure(earlier, tx.now()))
}

/// Takes back a counted guess of an account, inside the transaction of the caller.
pub fn take_back_on_account(tx: &Tx<'_>, key: &AttemptKey) -> AppResult<()> {
    let Some(count) = queries::find(tx, key)? else { return Ok(()) };
    let mut count = FailureCount { recent: count.recent - 1, consecutive: count.consecutive - 1, ..count };
    if count.recent < PASSWORD_PAUSES.free {
        count.blocked_until = Timestamp::from_millis(0);
    }
    queries::put(tx, key, count)
}

/// Deletes the count of an account after the right password or a reset.
pub fn clear(tx: &Tx<'_>, key: &AttemptKey) -> AppResult<()> {
    queries::delete(tx, key)
}

/// Deletes counts without a recent failure.
pub(super) fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_before(tx, tx.now().minus(FAILURES_REMEMBERED))
}

fn after_failure(earlier: Option<FailureCount>, now: Timestamp) -> FailureCount {
    let fresh = FailureCount { recent: 0, window_began: now, consecutive: 0, blocked_until: Timestamp::from_millis(0) };
    let mut count = earlier.unwrap_or(fresh);
    // The window starts after the end of a pause. Otherwise waiting for the end of a pause would reset the count.
    let idle_since = count.window_began.max(count.blocked_until);
    if now.since(idle_since) > FAILURE_WINDOW {
        count = FailureCount { consecutive: count.consecutive, ..fresh };
    }
    count.recent += 1;
    count.consecutive += 1;
    if count.consecutive >= FAILURES_BEFORE_RESET {
        count.blocked_until = Timestamp::NEVER;
    } else if let Some(pause) = PASSWORD_PAUSES.after(count.recent) {
        count.blocked_until = now.plus(pause);
    }
    count
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{FailureCount, after_failure};
    use crate::base::clock::Timestamp;

    fn fail(times: u32, mut now: Timestamp, step: Duration) -> (FailureCount, Timestamp) {
        let mut count = None;
        for _ in 0..times {
            now = now.plus(step);
            count = Some(after_failure(count, now));
        }
        (count.expect("at least one failure"), now)
    }

    #[test]
    fn the_fifth_failure_pauses_and_pauses_double_up_to_a_quarter_of_an_hour() {
        let start = Timestamp::from_millis(1_700_000_000_000);
        let step = Duration::from_secs(1);
        for (failures, pause_s) in [(4, 0), (5, 30), (6, 60), (7, 120), (20, 900)] {
            let (count, now) = fail(failures, start, step);
            assert_eq!(count.blocked_until.since(now).as_secs(), pause_s, "{failures} failures");
        }
    }

    #[test]
    fn a_hundred_failures_in_a_row_need_a_reset() {
        let start = Timestamp::from_millis(1_700_000_000_000);
        let (count, _) = fail(100, start, Duration::from_secs(3_600));
        assert_eq!(count.blocked_until, Timestamp::NEVER);
    }

    #[test]
    fn failures_far_apart_do_not_add_up_to_a_pause() {
        let start = Timestamp::from_millis(1_700_000_000_000);
        let (count, now) = fail(30, start, Duration::from_secs(16 * 60));
        assert!(count.blocked_until <= now);
    }
}
