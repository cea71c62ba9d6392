//! Histograms of sizes or durations, cheap and safe to use from many threads at once.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts observations per bucket, and their sum. Values are whole numbers in the owner's unit, such as microseconds
/// or jobs.
#[derive(Debug)]
pub struct Histogram {
    bounds: &'static [u64],
    counts: Vec<AtomicU64>,
    sum: AtomicU64,
}

/// The values of a histogram at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistogramSnapshot {
    /// Each bound with the number of observations up to and including it.
    pub below: Vec<(u64, u64)>,
    /// The number of observations.
    pub count: u64,
    /// The sum of the observations.
    pub sum: u64,
}

impl Histogram {
    /// An empty histogram; `bounds` must be ascending.
    pub fn new(bounds: &'static [u64]) -> Self {
        Self { bounds, counts: (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect(), sum: AtomicU64::new(0) }
    }

    /// Counts one observation.
    pub fn observe(&self, value: u64) {
        let place = self.bounds.partition_point(|bound| *bound < value);
        self.counts[place].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(value, Ordering::Relaxed);
    }

    /// The values so far.
    pub fn snapshot(&self) -> HistogramSnapshot {
        let mut count = 0;
        let mut below = Vec::with_capacity(self.bounds.len());
        for (place, observed) in self.counts.iter().enumerate() {
            count += observed.load(Ordering::Relaxed);
            if let Some(bound) = self.bounds.get(place) {
                below.push((*bound, count));
            }
        }
        HistogramSnapshot { below, count, sum: self.sum.load(Ordering::Relaxed) }
    }
}

#[cfg(test)]
mod tests {
    use super::Histogram;

    #[test]
    fn an_observation_counts_up_to_its_bound_and_beyond() {
        let histogram = Histogram::new(&[1, 10]);
        for value in [0, 1, 2, 10, 11] {
            histogram.observe(value);
        }
        let found = histogram.snapshot();
        assert_eq!((found.below, found.count, found.sum), (vec![(1, 2), (10, 4)], 5, 24));
    }
}
