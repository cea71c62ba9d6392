//! Limits on how often a source, a member or a key may try something.
//!
//! [`Limits`] counts attempts in memory. [`failures`] counts failed sign-ins by account, and [`distinct`] counts
//! different values; both are rows of the database, so that a restart does not reset them.

pub mod distinct;
pub mod failures;

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::base::clock::Timestamp;
use crate::base::problem::{AppResult, RATE_LIMITED};
use crate::platform::store::Tx;

/// Deletes expired failures and tries.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    failures::forget_old(tx)?;
    distinct::forget_old(tx)
}

/// Keys in memory before the oldest, refilled ones are dropped.
const REMEMBERED_KEYS: usize = 100_000;

/// One limit: a burst that refills evenly over a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit {
    /// The name of the limit.
    pub name: &'static str,
    /// How many attempts may come at once.
    pub burst: u32,
    /// How many attempts are granted again …
    pub refill: u32,
    /// … in that many seconds.
    pub per_s: u32,
}

impl Limit {
    /// `count` attempts in `per_s` seconds, all of which may come at once.
    pub const fn of(name: &'static str, count: u32, per_s: u32) -> Self {
        Self { name, burst: count, refill: count, per_s }
    }

    /// `burst` attempts at once, then `refill` in `per_s` seconds.
    pub const fn with_burst(name: &'static str, burst: u32, refill: u32, per_s: u32) -> Self {
        Self { name, burst, refill, per_s }
    }

    fn period(&self) -> Duration {
        Duration::from_secs(u64::from(self.per_s.max(1))) / self.refill.max(1)
    }
}

type Limiter = RateLimiter<Vec<u8>, DashMapStateStore<Vec<u8>>, DefaultClock>;

/// When the failures under a limit and a key will have expired.
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
    /// `source_scale` multiplies the limits per source, for addresses that many people share.
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

    /// The time between two grants of a source, and how many grants it may save up, for capabilities that count by
    /// themselves.
    pub fn for_source(&self, limit: Limit) -> (Duration, u32) {
        let scaled = self.scaled(limit);
        (scaled.period(), scaled.burst)
    }

    /// Scales a limit per source by `source_scale`, for addresses that many people share.
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

    /// Refuses a key with too many recent failures, and counts nothing. It runs before the next attempt: otherwise
    /// the response to a successful attempt would differ. Fails with 429 and `Retry-After`.
    pub fn refuse_failing(&self, limit: Limit, key: &[u8], now: Timestamp) -> AppResult<()> {
        if !self.enabled {
            return Ok(());
        }
        let failures = self.failures.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let drained = failures.get(&(limit.name, key.to_vec())).copied().unwrap_or(now);
        let wait = drained.since(now.plus(limit.period() * limit.burst.saturating_sub(1)));
        if wait.is_zero() { Ok(()) } else { Err(RATE_LIMITED.retry_after(wait.as_secs() + 1)) }
    }

    /// Counts one failure under a key. Concurrent attempts are all counted.
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
