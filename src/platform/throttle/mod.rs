//! Limits on how often a source, a member or a key may try something.
//!
//! All numbers stand in [`table`]. [`Limits`] counts attempts in memory. [`failures`] counts failed sign-ins by account,
//! and [`distinct`] counts different values; both are rows of the database, so that a restart does not reset them.

pub mod distinct;
pub mod failures;
mod limits;
pub mod table;

use std::time::Duration;

use crate::base::problem::AppResult;
use crate::platform::store::Tx;

pub use limits::{Limits, SourceCounts, TOO_MANY_ATTEMPTS, by_source};

/// A limit of attempts that are counted in memory: a burst that refills evenly over a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit {
    /// The name of the limit.
    pub name: &'static str,
    /// The number of attempts that may come at once.
    pub burst: u32,
    /// The number of attempts that are granted again in `per_s` seconds.
    pub refill: u32,
    /// The number of seconds in which `refill` attempts are granted again.
    pub per_s: u32,
}

impl Limit {
    /// `count` attempts in `per_s` seconds, all of which may come at once.
    const fn of(name: &'static str, count: u32, per_s: u32) -> Self {
        Self { name, burst: count, refill: count, per_s }
    }

    /// `burst` attempts at once, then `refill` in `per_s` seconds.
    const fn with_burst(name: &'static str, burst: u32, refill: u32, per_s: u32) -> Self {
        Self { name, burst, refill, per_s }
    }

    fn period(&self) -> Duration {
        Duration::from_secs(u64::from(self.per_s.max(1))) / self.refill.max(1)
    }
}

/// A limit of what is counted in rows of the database; see [`Limits::is_reached`].
#[derive(Clone, Copy, Debug)]
pub struct Threshold {
    /// The number that reaches the limit.
    pub most: i64,
    /// The time within which rows count.
    pub within: Duration,
    by_source: bool,
}

impl Threshold {
    /// `most` rows about one subject within `per_s` seconds.
    const fn of(most: i64, per_s: u32) -> Self {
        Self { most, within: Duration::from_secs(per_s as u64), by_source: false }
    }

    /// `most` rows about one source within `per_s` seconds. `limits.source_scale` multiplies the number.
    const fn by_source(most: i64, per_s: u32) -> Self {
        Self { by_source: true, ..Self::of(most, per_s) }
    }
}

/// The pauses after consecutive failures. Each further failure doubles the pause.
#[derive(Clone, Copy, Debug)]
pub struct Pauses {
    /// Consecutive failures that cause the first pause.
    pub free: i64,
    /// The length of the first pause.
    first: Duration,
}

impl Pauses {
    const fn of(free: i64, first_s: u64) -> Self {
        Self { free, first: Duration::from_secs(first_s) }
    }

    /// The pause after that many consecutive failures, if there is one.
    pub fn after(&self, failures: i64) -> Option<Duration> {
        let over = u32::try_from(failures - self.free).ok()?;
        Some((self.first * (1 << over.min(16))).min(table::LONGEST_PAUSE))
    }
}

/// Deletes expired failures and tries.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    failures::forget_old(tx)?;
    distinct::forget_old(tx)
}

#[cfg(test)]
mod tests {
    use super::Pauses;

    #[test]
    fn pauses_double_up_to_a_quarter_of_an_hour() {
        let pauses = Pauses::of(3, 60);
        let seconds: Vec<_> = (1..9).map(|n| pauses.after(n).map(|pause| pause.as_secs())).collect();
        assert_eq!(seconds, [None, None, Some(60), Some(120), Some(240), Some(480), Some(900), Some(900)]);
    }
}
