//! Logs a fault of a remote server only once. A server that is down fails every message: the first log line has the
//! fix, and a thousand further lines would hide it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::base::clock::Timestamp;

/// A fault that ends and begins again is logged at most once within this time.
const SAID_AGAIN: Duration = Duration::from_secs(3_600);

/// The faults of several remote servers, each identified by a `K`.
#[derive(Debug)]
pub struct RecentFailures<K>(BTreeMap<(K, &'static str), RecentFailure>);

#[derive(Debug)]
struct RecentFailure {
    said: Timestamp,
    /// Whether the fault persists.
    lasts: bool,
    /// Whether its end was logged.
    ended: bool,
}

impl<K> Default for RecentFailures<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord + Clone> RecentFailures<K> {
    /// Records a failure; returns whether to log it.
    pub fn begin(&mut self, way: &K, word: &'static str, now: Timestamp) -> bool {
        let known = self.0.get_mut(&(way.clone(), word));
        if let Some(trouble) = known
            && (trouble.lasts || now < trouble.said.plus(SAID_AGAIN))
        {
            trouble.lasts = true;
            return false;
        }
        self.0.insert((way.clone(), word), RecentFailure { said: now, lasts: true, ended: false });
        true
    }

    /// Records a success; returns whether to log that a fault has ended.
    pub fn end(&mut self, way: &K) -> bool {
        let mut news = false;
        for (_, trouble) in self.0.iter_mut().filter(|((one, _), trouble)| one == way && trouble.lasts) {
            trouble.lasts = false;
            news |= !std::mem::replace(&mut trouble.ended, true);
        }
        news
    }
}

#[cfg(test)]
mod tests {
    use super::RecentFailures;
    use crate::base::clock::Timestamp;

    #[test]
    fn a_fault_is_reported_when_it_begins_and_when_it_ends() {
        let at = |seconds: i64| Timestamp::from_millis(seconds * 1_000);
        let mut troubles = RecentFailures::default();
        assert!(troubles.begin(&1, "tls", at(0)));
        assert!(!troubles.begin(&1, "tls", at(90_000)), "it lasts");
        assert!(troubles.begin(&1, "auth", at(0)) && troubles.begin(&2, "tls", at(0)), "faults are independent");
        assert!(troubles.end(&1) && !troubles.end(&1));
        // A fault that comes and goes is logged once an hour.
        assert!(troubles.begin(&1, "tls", at(90_001)) && troubles.end(&1));
        assert!(!troubles.begin(&1, "tls", at(90_002)) && !troubles.end(&1));
        assert!(troubles.begin(&1, "tls", at(93_602)) && troubles.end(&1));
    }
}
