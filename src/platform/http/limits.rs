//! Limits on how often a source or a member may ask: one table of numbers, one bounded memory.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::base::clock::Timestamp;
use crate::base::problem::{AppResult, RATE_LIMITED};

/// Keys remembered before the oldest, refilled ones are forgotten.
const REMEMBERED_KEYS: usize = 100_000;

/// One limit: so many at once, refilled evenly over a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit {
    /// What is limited.
    pub name: &'static str,
    /// How many may come at once.
    pub burst: u32,
    /// How many are granted again …
    pub refill: u32,
    /// … in that many seconds.
    pub per_s: u32,
}

impl Limit {
    /// `count` in `per_s` seconds, all of which may come at once.
    pub const fn of(name: &'static str, count: u32, per_s: u32) -> Self {
        Self { name, burst: count, refill: count, per_s }
    }

    /// `burst` at once, then `refill` in `per_s` seconds.
    pub const fn with_burst(name: &'static str, burst: u32, refill: u32, per_s: u32) -> Self {
        Self { name, burst, refill, per_s }
    }

    fn period(&self) -> Duration {
        Duration::from_secs(u64::from(self.per_s.max(1))) / self.refill.max(1)
    }
}

type Limiter = RateLimiter<Vec<u8>, DashMapStateStore<Vec<u8>>, DefaultClock>;

/// Until when the failures under a limit and a key will have drained away.
type Failures = HashMap<(&'static str, Vec<u8>), Timestamp>;

/// Counts attempts in memory. Counters of accounts and codes, which must outlive a restart, are
/// rows of the database instead.
#[derive(Clone)]
pub struct Limits {
    enabled: bool,
    source_scale: u32,
    limiters: Arc<Mutex<HashMap<Limit, Arc<Limiter>>>>,
    failures: Arc<Mutex<Failures>>,
}

impl Limits {
    /// `source_scale` multiplies the limits by source: many people behind one address.
    pub fn new(enabled: bool, source_scale: u32) -> Self {
        Self { enabled, source_scale: source_scale.max(1), limiters: Arc::default(), failures: Arc::default() }
    }

    /// Whether limits are applied at all (`limits.enabled`).
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// Counts one attempt from a source (an address). Fails with 429 and `Retry-After`.
    pub fn count_source(&self, limit: Limit, source: std::net::IpAddr) -> AppResult<()> {
        self.count(self.scaled(limit), source.to_string().as_bytes())
    }

    /// How long a source waits for each grant of a limit, and how many grants it may save up: for
    /// those who keep count themselves.
    pub fn for_source(&self, limit: Limit) -> (Duration, u32) {
        let scaled = self.scaled(limit);
        (scaled.period(), scaled.burst)
    }

    /// A number of things that one source may do, for as many people as stand behind it.
    pub fn scaled_for_source(&self, number: i64) -> i64 {
        number.saturating_mul(i64::from(self.source_scale))
    }

    fn scaled(&self, limit: Limit) -> Limit {
        Limit {
            burst: limit.burst.saturating_mul(self.source_scale),
            refill: limit.refill.saturating_mul(self.source_scale),
            ..limit
        }
    }

    /// Counts one attempt under a key (a member, a staff device). Fails with 429 and `Retry-After`.
    pub fn count(&self, limit: Limit, key: &[u8]) -> AppResult<()> {
        if !self.enabled {
            return Ok(());
        }
        let limiter = self.limiter(limit);
        if limiter.len() > REMEMBERED_KEYS {
            limiter.retain_recent();
        }
        limiter.check_key(&key.to_vec()).map_err(|denied| {
            let wait = denied.wait_time_from(DefaultClock::default().now());
            RATE_LIMITED.retry_after(wait.as_secs() + 1)
        })
    }

    /// Refuses whoever has failed too often of late, and counts nothing: a limit on failures must stop the next try
    /// before it is made, or the answer to one that succeeds would tell it apart. Fails with 429 and `Retry-After`.
    pub fn refuse_failing(&self, limit: Limit, key: &[u8], now: Timestamp) -> AppResult<()> {
        if !self.enabled {
            return Ok(());
        }
        let failures = self.failures.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let drained = failures.get(&(limit.name, key.to_vec())).copied().unwrap_or(now);
        let wait = drained.since(now.plus(limit.period() * limit.burst.saturating_sub(1)));
        if wait.is_zero() { Ok(()) } else { Err(RATE_LIMITED.retry_after(wait.as_secs() + 1)) }
    }

    /// Counts one failure under a key. What was tried at once is counted in full, however many that were.
    pub fn count_failure(&self, limit: Limit, key: &[u8], now: Timestamp) {
        if !self.enabled {
            return;
        }
        let mut failures = self.failures.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if failures.len() > REMEMBERED_KEYS {
            failures.retain(|_, drained| *drained > now);
        }
        let drained = failures.entry((limit.name, key.to_vec())).or_insert(now);
        *drained = (*drained).max(now).plus(limit.period());
    }

    fn limiter(&self, limit: Limit) -> Arc<Limiter> {
        let mut limiters = self.limiters.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let build = || {
            let burst = NonZeroU32::new(limit.burst).unwrap_or(NonZeroU32::MIN);
            let quota = Quota::with_period(limit.period()).unwrap_or(Quota::per_second(burst)).allow_burst(burst);
            Arc::new(RateLimiter::dashmap(quota))
        };
        limiters.entry(limit).or_insert_with(build).clone()
    }
}
