//! The deadline of the answer to a claim.

use crate::base::clock::Timestamp;
use crate::base::day::Day;

/// Working days in which staff answer.
const STAFF_DAYS: i64 = 2;

/// The deadline of a claim that began to wait at a moment. A claim made on a weekend counts from the first minute of
/// Monday, so that the queue is in the order of deadlines.
pub fn due_after(waiting_since: Timestamp) -> Timestamp {
    let day = Day::of(waiting_since);
    if !day.is_working_day() {
        return day.plus_working_days(1 + STAFF_DAYS).start();
    }
    day.plus_working_days(STAFF_DAYS).start().plus(waiting_since.since(day.start()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The moment some hours after the first minute of a day.
    fn at(day: &str, hours: u64) -> Timestamp {
        Day::parse(day).expect("a day").start().plus(Duration::from_secs(hours * 3_600))
    }

    #[test]
    fn a_claim_is_due_two_working_days_later_and_a_weekend_counts_from_monday() {
        for (from, due) in [
            (at("2026-11-12", 9), at("2026-11-16", 9)),
            (at("2026-11-13", 18), at("2026-11-17", 18)),
            (at("2026-11-14", 10), at("2026-11-18", 0)),
            (at("2026-11-15", 23), at("2026-11-18", 0)),
            (at("2026-11-16", 0), at("2026-11-18", 0)),
            (at("2028-02-28", 8), at("2028-03-01", 8)),
        ] {
            assert_eq!(due_after(from), due, "{from:?}");
        }
    }

    #[test]
    fn an_older_claim_is_never_due_later_than_a_newer_one() {
        let first = at("2026-12-25", 0);
        let hours: Vec<Timestamp> =
            (0..24 * 14).map(|n| due_after(first.plus(Duration::from_secs(n * 3_600)))).collect();
        assert!(hours.is_sorted(), "{hours:?}");
    }
}
