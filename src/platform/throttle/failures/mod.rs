//! Failed sign-ins: counted per account in the database, so that the counts survive a restart, and per source in
//! memory.

mod queries;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::base::clock::Timestamp;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::platform::store::Tx;
use crate::platform::throttle::{Limit, Limits};

/// Too many wrong passwords. Try again later, or reset the password.
pub const TOO_MANY_ATTEMPTS: ProblemType = ProblemType::new("too_many_attempts", 429, "Too many attempts");

/// Failures within [`WINDOW`] after which password sign-in to an account pauses.
const FREE_FAILURES: i64 = 5;
/// Time within which failures add up.
const WINDOW: Duration = Duration::from_secs(15 * 60);
const FIRST_PAUSE_S: u64 = 30;
const LONGEST_PAUSE_S: u64 = 15 * 60;
/// From this number of consecutive failures on, only a password reset permits password sign-in again.
const FAILURES_BEFORE_RESET: i64 = 100;
/// A count without a new failure for this time is deleted.
const REMEMBERED: Duration = Duration::from_secs(30 * 86_400);

/// The key of a failure count.
pub type AttemptKey = [u8; 32];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FailureCount {
    recent: i64,
    window_began: Timestamp,
    consecutive: i64,
    blocked_until: Timestamp,
}

/// Counts a try as a failure before it is made, so that parallel tries cannot exceed the limit. Fails with
/// [`TOO_MANY_ATTEMPTS`] while the key is blocked.
pub fn begin(tx: &Tx<'_>, key: &AttemptKey) -> AppResult<()> {
    let earlier = queries::find(tx, key)?;
    if let Some(count) = earlier.filter(|count| count.blocked_until > tx.now()) {
        return Err(refusal(count.blocked_until.since(tx.now())));
    }
    queries::put(tx, key, after_failure(earlier, tx.now()))
}

/// Takes back a counted try that was no failure, for example because the server was too busy to compare.
pub fn take_back(tx: &Tx<'_>, key: &AttemptKey) -> AppResult<()> {
    let Some(count) = queries::find(tx, key)? else { return Ok(()) };
    let mut count = FailureCount { recent: count.recent - 1, consecutive: count.consecutive - 1, ..count };
    if count.recent < FREE_FAILURES {
        count.blocked_until = Timestamp::from_millis(0);
    }
    queries::put(tx, key, count)
}

/// Deletes counts without a recent failure.
pub(super) fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_before(tx, tx.now().minus(REMEMBERED))
}

/// Deletes a count after the right password or a reset.
pub fn clear(tx: &Tx<'_>, key: &AttemptKey) -> AppResult<()> {
    queries::delete(tx, key)
}

fn after_failure(earlier: Option<FailureCount>, now: Timestamp) -> FailureCount {
    let fresh = FailureCount { recent: 0, window_began: now, consecutive: 0, blocked_until: Timestamp::from_millis(0) };
    let mut count = earlier.unwrap_or(fresh);
    // The window starts after the end of a pause. Otherwise waiting for the end of a pause would reset the count.
    let idle_since = count.window_began.max(count.blocked_until);
    if now.since(idle_since) > WINDOW {
        count = FailureCount { consecutive: count.consecutive, ..fresh };
    }
    count.recent += 1;
    count.consecutive += 1;
    if count.consecutive >= FAILURES_BEFORE_RESET {
        count.blocked_until = Timestamp::NEVER;
    } else if count.recent >= FREE_FAILURES {
        let doublings = u32::try_from(count.recent - FREE_FAILURES).unwrap_or(u32::MAX).min(16);
        let pause = (FIRST_PAUSE_S << doublings).min(LONGEST_PAUSE_S);
        count.blocked_until = now.plus(Duration::from_secs(pause));
    }
    count
}

fn refusal(wait: Duration) -> AppError {
    TOO_MANY_ATTEMPTS.retry_after(wait.as_secs().min(86_400) + 1)
}

/// Failure counts per source, in memory. A try is counted before it is made. Counting afterwards would never stop the
/// try that succeeds.
#[derive(Clone, Default)]
pub struct FailingSources(Arc<Mutex<HashMap<(&'static str, FailureKey), Timestamp>>>);

/// The key of a failure count in memory: a source, or an account as tried by one source.
pub type FailureKey = Vec<u8>;

/// Failure limits, each with the key to count under.
pub type FailureLimits = Vec<(Limit, FailureKey)>;

/// The failure keys of one source, for each limit.
pub fn by_source(limits: &[Limit], source: IpAddr) -> FailureLimits {
    limits.iter().map(|limit| (*limit, source.to_string().into_bytes())).collect()
}

/// Number of sources above which entries with nothing to wait for are dropped.
const REMEMBERED_SOURCES: usize = 100_000;

impl FailingSources {
    /// Counts a try as a failure before it is made. Each try fills the bucket of its limit by one period, and the
    /// bucket drains with time. Fails with [`TOO_MANY_ATTEMPTS`] if a bucket is full.
    pub fn begin(&self, limits: &Limits, counted: &[(Limit, FailureKey)], now: Timestamp) -> AppResult<()> {
        let mut filled = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (limit, key) in counted {
            let (period, burst) = limits.for_source(*limit);
            let until = filled.get(&(limit.name, key.clone())).copied().unwrap_or(now);
            let wait = until.since(now.plus(period * burst.saturating_sub(1)));
            if !wait.is_zero() {
                return Err(refusal(wait));
            }
        }
        if filled.len() > REMEMBERED_SOURCES {
            filled.retain(|_, until| *until > now);
        }
        for (limit, key) in counted {
            let (period, _) = limits.for_source(*limit);
            let until = filled.entry((limit.name, key.clone())).or_insert(now);
            *until = (*until).max(now).plus(period);
        }
        Ok(())
    }

    /// Takes back a try that did not fail.
    pub fn take_back(&self, limits: &Limits, counted: &[(Limit, FailureKey)]) {
        let mut filled = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (limit, key) in counted {
            let (period, _) = limits.for_source(*limit);
            if let Some(until) = filled.get_mut(&(limit.name, key.clone())) {
                *until = until.minus(period);
            }
        }
    }
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
