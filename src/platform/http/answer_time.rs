//! Delays responses whose timing must not reveal whether an account exists.

use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// Responses leave at multiples of this after their request came. It is far longer than the time difference between
/// the two paths of a request, and too short to be noticed.
const STEP: Duration = Duration::from_millis(50);

/// Returns the result at the end of the step in which it was ready: a small difference in the work for two clients is
/// then no difference in the time of their responses.
pub async fn in_steps<T>(work: impl Future<Output = T>) -> T {
    let begun = Instant::now();
    let answer = work.await;
    sleep_until(begun + leaves_after(begun.elapsed())).await;
    answer
}

fn leaves_after(worked: Duration) -> Duration {
    let steps = worked.as_nanos() / STEP.as_nanos() + 1;
    STEP * u32::try_from(steps).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::leaves_after;

    #[test]
    fn work_that_differs_by_little_is_answered_at_one_time() {
        for (worked_us, answer_ms) in [(0, 50), (700, 50), (1_200, 50), (49_999, 50), (50_000, 100), (120_000, 150)] {
            let leaves = leaves_after(Duration::from_micros(worked_us));
            assert_eq!(leaves, Duration::from_millis(answer_ms), "{worked_us} µs");
        }
    }
}
