//! The counters in memory, and the answer to every limit when the operator has switched limits off.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use super::{Limit, Threshold};
use crate::base::clock::Timestamp;
use crate::base::problem::{AppError, AppResult, ProblemType, RATE_LIMITED};

/// Too many wrong passwords. Try again later, or reset the password.
pub const TOO_MANY_ATTEMPTS: ProblemType = ProblemType::new("too_many_attempts", 429, "Too many attempts");

/// Keys in memory before the oldest, refilled ones are dropped.
const REMEMBERED_KEYS: usize = 100_000;

type Limiter = DefaultKeyedRateLimiter<Vec<u8>>;

/// Limits of failures, each with the key to count under: a source, or an account as tried by one source.
pub type SourceCounts = Vec<(Limit, Vec<u8>)>;

/// The keys of one source, for each limit.
pub fn by_source(limits: &[Limit], source: IpAddr) -> SourceCounts {
    limits.iter().map(|limit| (*limit, source.to_string().into_bytes())).collect()
}

/// The time at which the failures under a limit and a key will have expired. Each failure adds one period of its limit.
type Failures = HashMap<(&'static str, Vec<u8>), Timestamp>;

/// The limits of this server. Clones share their counts.
#[derive(Clone)]
pub struct Limits {
    counters: Option<Arc<LimitCounters>>,
}

struct LimitCounters {
    source_scale: u32,
    limiters: Mutex<HashMap<Limit, Arc<Limiter>>>,
    failures: Mutex<Failures>,
}

impl Limits {
    /// `source_scale` multiplies the limits per source, for addresses that many people share.
    pub fn new(source_scale: u32) -> Self {
        let (limiters, failures) = Default::default();
        Self { counters: Some(Arc::new(LimitCounters { source_scale: source_scale.max(1), limiters, failures })) }
    }

    /// No limits (`limits.enabled = false`): everything is allowed, and nothing is counted.
    pub fn off() -> Self {
        Self { counters: None }
    }

    /// Counts one attempt from a source (an address). Fails with 429 and `Retry-After`.
    pub fn count_source(&self, limit: Limit, source: IpAddr) -> AppResult<()> {
        let Some(counters) = &self.counters else { return Ok(()) };
        counters.count(counters.scaled(limit), source.to_string().as_bytes())
    }

    /// Counts one attempt under a key (a member, a staff device). Fails with 429 and `Retry-After`.
    pub fn count(&self, limit: Limit, key: &[u8]) -> AppResult<()> {
        self.counters.as_ref().map_or(Ok(()), |counters| counters.count(limit, key))
    }

    /// Refuses a key with too many recent failures, and counts nothing. It runs before the next attempt: otherwise
    /// the response to a successful attempt would differ. Fails with 429 and `Retry-After`.
    pub fn refuse_failing(&self, limit: Limit, key: &[u8], now: Timestamp) -> AppResult<()> {
        let Some(counters) = &self.counters else { return Ok(()) };
        let failures = counters.failures();
        let drained = failures.get(&(limit.name, key.to_vec())).copied().unwrap_or(now);
        let wait = drained.since(now.plus(limit.period() * limit.burst.saturating_sub(1)));
        if wait.is_zero() { Ok(()) } else { Err(RATE_LIMITED.retry_after(wait.as_secs() + 1)) }
    }

    /// Counts one failure under a key. Concurrent attempts are all counted.
    pub fn count_failure(&self, limit: Limit, key: &[u8], now: Timestamp) {
        if let Some(counters) = &self.counters {
            add_failure(&mut counters.failures(), limit, key, now);
        }
    }

    /// Counts a try of a source as a failure before it is made: counting afterwards would never stop the try that
    /// succeeds. Call [`Limits::take_back_try`] if the try succeeds. Fails with
    /// [`TOO_MANY_ATTEMPTS`] after too many failures.
    pub fn begin_try(&self, counted: Limit, source: IpAddr, now: Timestamp) -> AppResult<()> {
        self.begin_tries(&by_source(&[counted], source), now)
    }

    /// Takes back a try that did not fail.
    pub fn take_back_try(&self, counted: Limit, source: IpAddr) {
        self.take_back_tries(&by_source(&[counted], source));
    }

    /// Like [`Limits::begin_try`], with several limits and keys. A refused try counts under none of them.
    pub fn begin_tries(&self, counted: &SourceCounts, now: Timestamp) -> AppResult<()> {
        let Some(counters) = &self.counters else { return Ok(()) };
        let mut failures = counters.failures();
        for (limit, key) in counted {
            let scaled = counters.scaled(*limit);
            let until = failures.get(&(limit.name, key.clone())).copied().unwrap_or(now);
            let wait = until.since(now.plus(scaled.period() * scaled.burst.saturating_sub(1)));
            if !wait.is_zero() {
                return Err(refusal(wait));
            }
        }
        for (limit, key) in counted {
            add_failure(&mut failures, counters.scaled(*limit), key, now);
        }
        Ok(())
    }

    /// Like [`Limits::take_back_try`], with several limits and keys.
    pub fn take_back_tries(&self, counted: &SourceCounts) {
        let Some(counters) = &self.counters else { return };
        let mut failures = counters.failures();
        for (limit, key) in counted {
            if let Some(until) = failures.get_mut(&(limit.name, key.clone())) {
                *until = until.minus(counters.scaled(*limit).period());
            }
        }
    }

    /// Whether a number of rows reaches its limit.
    pub fn is_reached(&self, limit: Threshold, counted: i64) -> bool {
        self.counters.as_ref().is_some_and(|counters| {
            let scale = if limit.by_source { i64::from(counters.source_scale) } else { 1 };
            counted >= limit.most.saturating_mul(scale)
        })
    }

    /// Fails with a refusal that belongs to a limit.
    pub fn refuse(&self, refusal: AppError) -> AppResult<()> {
        self.in_force(refusal).map_or(Ok(()), Err)
    }

    /// Runs a change of the database that only counts something.
    pub fn counted(&self, count: impl FnOnce() -> AppResult<()>) -> AppResult<()> {
        self.in_force(count).map_or(Ok(()), |count| count())
    }

    /// Like [`Limits::counted`], for a change in a transaction of its own.
    pub async fn counting(&self, count: impl Future<Output = AppResult<()>>) -> AppResult<()> {
        match self.in_force(count) {
            Some(count) => count.await,
            None => Ok(()),
        }
    }

    /// A rule that holds only with the limits on, such as an amount a day; `None` with the limits off.
    pub fn in_force<R>(&self, rule: R) -> Option<R> {
        self.counters.is_some().then_some(rule)
    }
}

pub(super) fn refusal(wait: Duration) -> AppError {
    TOO_MANY_ATTEMPTS.retry_after(wait.as_secs().min(86_400) + 1)
}

/// Adds one failure, and drops expired ones when there are too many.
fn add_failure(failures: &mut Failures, limit: Limit, key: &[u8], now: Timestamp) {
    if failures.len() > REMEMBERED_KEYS {
        failures.retain(|_, drained| *drained > now);
    }
    let drained = failures.entry((limit.name, key.to_vec())).or_insert(now);
    *drained = (*drained).max(now).plus(limit.period());
}

impl LimitCounters {
    fn scaled(&self, limit: Limit) -> Limit {
        Limit {
            burst: limit.burst.saturating_mul(self.source_scale),
            refill: limit.refill.saturating_mul(self.source_scale),
            ..limit
        }
    }

    fn failures(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, limit: Limit, key: &[u8]) -> AppResult<()> {
        let limiter = self.limiter(limit);
        if limiter.len() > REMEMBERED_KEYS {
            limiter.retain_recent();
        }
        limiter.check_key(&key.to_vec()).map_err(|denied| {
            let wait = denied.wait_time_from(DefaultClock::default().now());
            RATE_LIMITED.retry_after(wait.as_secs() + 1)
        })
    }

    fn limiter(&self, limit: Limit) -> Arc<Limiter> {
        let mut limiters = self.limiters.lock().unwrap_or_else(PoisonError::into_inner);
        let build = || {
            let burst = NonZeroU32::new(limit.burst).unwrap_or(NonZeroU32::MIN);
            let quota = Quota::with_period(limit.period()).unwrap_or(Quota::per_second(burst)).allow_burst(burst);
            Arc::new(Limiter::keyed(quota))
        };
        limiters.entry(limit).or_insert_with(build).clone()
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::Limits;
    use crate::base::clock::Timestamp;
    use crate::base::problem::RATE_LIMITED;
    use crate::platform::throttle::table::{CONTACTS_OF_A_REGISTRATION, LOGINS, WRONG_CODES, WRONG_PAIRS};

    const SOURCE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn limits_that_are_off_allow_everything_and_count_nothing() {
        let (limits, now) = (Limits::off(), Timestamp::from_millis(0));
        for _ in 0..1_000 {
            assert!(limits.count_source(LOGINS, SOURCE).is_ok());
            assert!(limits.begin_try(WRONG_CODES, SOURCE, now).is_ok());
            limits.count_failure(WRONG_CODES, b"key", now);
        }
        assert!(limits.refuse_failing(WRONG_CODES, b"key", now).is_ok());
        assert!(limits.refuse(RATE_LIMITED.retry_after(1)).is_ok());
        assert!(!limits.is_reached(WRONG_PAIRS, i64::MAX));
        assert!(limits.counted(|| Err(RATE_LIMITED.into())).is_ok(), "the count is not made");
        assert_eq!(limits.in_force(()), None);
    }

    #[test]
    fn the_source_scale_multiplies_limits_by_source_alone() {
        let limits = Limits::new(3);
        assert!(!limits.is_reached(WRONG_PAIRS, 3 * WRONG_PAIRS.most - 1));
        assert!(limits.is_reached(WRONG_PAIRS, 3 * WRONG_PAIRS.most));
        assert!(limits.is_reached(CONTACTS_OF_A_REGISTRATION, CONTACTS_OF_A_REGISTRATION.most));
    }

    #[test]
    fn a_try_that_is_taken_back_leaves_room_for_another() {
        let (limits, now) = (Limits::new(1), Timestamp::from_millis(0));
        for _ in 0..WRONG_CODES.burst {
            assert!(limits.begin_try(WRONG_CODES, SOURCE, now).is_ok());
        }
        assert!(limits.begin_try(WRONG_CODES, SOURCE, now).is_err());
        limits.take_back_try(WRONG_CODES, SOURCE);
        assert!(limits.begin_try(WRONG_CODES, SOURCE, now).is_ok());
    }
}
