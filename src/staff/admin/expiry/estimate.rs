//! The share of points that expire unspent, estimated from the points whose last day has come.
//!
//! Of all points whose last day was in the past twelve months, each was spent before that day or expired on it. Of
//! those that a member still had a number of months before the last day, the estimate takes the share that expired.
//! That share is applied to the points that have as many months left now.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::MONTHS;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::problem::AppResult;
use crate::core::expiry::last_day_of;
use crate::core::ledger::{self, AccountId, Departure};
use crate::platform::store::Read;

/// The first account of a member.
const FIRST_ACCOUNT: i64 = 5;
/// The most accounts that are read. A programme with more has them read in blocks that are spread evenly over all.
const MOST_ACCOUNTS: i64 = 10_000;
/// The number of blocks.
const BLOCKS: i64 = 50;
/// The days of the last days, up to yesterday.
const DAYS: i64 = 365;

/// The history from which the split into spent and unspent is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpiryEstimate {
    /// The first of the last days that count.
    from: Day,
    /// The last of them.
    to: Day,
    /// The accounts that were read: all, or 10,000 that are spread evenly.
    members: i64,
    /// Whether these are all accounts.
    all_members: bool,
    /// Points with such a last day that were spent within the twelve months before it.
    spent: i64,
    /// Points that expired on such a day.
    expired: i64,
}

/// The points whose last day has come.
pub(super) struct PastEnds {
    estimate: ExpiryEstimate,
    /// Points that were spent in the month of their last day, in the month before it, and so on.
    spent: [i64; MONTHS as usize],
}

impl PastEnds {
    fn new(days: &RangeInclusive<Day>, members: i64, all_members: bool) -> Self {
        let (from, to) = (*days.start(), *days.end());
        let estimate = ExpiryEstimate { from, to, members, all_members, spent: 0, expired: 0 };
        Self { estimate, spent: [0; MONTHS as usize] }
    }

    fn add(&mut self, departure: &Departure) {
        let last_day = last_day_of(departure.end);
        if departure.expired {
            self.estimate.expired += departure.points;
            return;
        }
        let months_left = last_day.month_number() - Day::of(departure.at).month_number();
        let place = usize::try_from(months_left).ok().and_then(|at| self.spent.get_mut(at));
        if let Some(sum) = place {
            *sum += departure.points;
            self.estimate.spent += departure.points;
        }
    }

    pub(super) fn estimate(&self) -> ExpiryEstimate {
        self.estimate
    }

    /// The points of a month of the forecast that will probably expire, rounded; the present month has the number 0.
    pub(super) fn unspent(&self, points: i64, month: i64) -> i64 {
        let months = usize::try_from(month).unwrap_or(0);
        let spent: i64 = self.spent.iter().take(months + 1).sum();
        let had = i128::from(spent + self.estimate.expired);
        if had == 0 {
            // Nobody had points left so late.
            return 0;
        }
        let share = (i128::from(points) * i128::from(self.estimate.expired) * 2 + had) / (had * 2);
        i64::try_from(share).unwrap_or(points)
    }
}

/// The points whose last day was in the past twelve months; `None` if there were none.
pub(super) fn past_ends(read: &Read<'_>) -> AppResult<Option<PastEnds>> {
    let yesterday = Day::of(read.now()).plus(-1);
    let days = yesterday.plus(1 - DAYS)..=yesterday;
    let until = ledger::next_account(read)?.get();
    let blocks = blocks(FIRST_ACCOUNT, until);
    let members = blocks.iter().map(|(first, until)| until - first).sum();
    let mut found = PastEnds::new(&days, members, members == until - FIRST_ACCOUNT);
    // The earliest time at which points may have been spent that count.
    let since: Timestamp = days.start().plus(-DAYS).start();
    for (first, until) in blocks {
        let accounts = (AccountId::from_row(first), AccountId::from_row(until));
        ledger::each_departure(read, accounts, since, |departure| {
            // The policy may have put the end of points off that expired; they expired in the night before they left.
            let last_day = if departure.expired { Day::of(departure.at).plus(-1) } else { last_day_of(departure.end) };
            if days.contains(&last_day) {
                found.add(&departure);
            }
        })?;
    }
    Ok(Some(found).filter(|ends| ends.estimate.spent + ends.estimate.expired > 0))
}

/// The accounts to read: all from `first` up to, but without, `until`, or blocks of them.
fn blocks(first: i64, until: i64) -> Vec<(i64, i64)> {
    let all = until - first;
    if all <= MOST_ACCOUNTS {
        return vec![(first, until.max(first))];
    }
    let start = |block: i64| first + block * all / BLOCKS;
    (0..BLOCKS).map(|block| (start(block), start(block) + MOST_ACCOUNTS / BLOCKS)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_programmes_are_read_in_blocks_that_do_not_overlap() {
        assert_eq!(blocks(5, 5), [(5, 5)]);
        assert_eq!(blocks(5, 10_005), [(5, 10_005)]);
        let many = blocks(5, 10_006);
        assert_eq!(many.iter().map(|(first, until)| until - first).sum::<i64>(), 10_000);
        assert!(many.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{many:?}");
        assert!(many.iter().all(|(first, until)| *first >= 5 && *until <= 10_006), "{many:?}");
    }

    #[test]
    fn points_with_more_months_left_are_more_often_spent() {
        let day = |text: &str| Timestamp::parse(&format!("{text}T04:00:00Z")).expect("a moment");
        let days = Day::of(day("2026-01-01"))..=Day::of(day("2026-12-31"));
        let mut ends = PastEnds::new(&days, 2, true);
        let end = crate::core::expiry::end_of_day(Day::of(day("2026-06-30")));
        let left = |at: &str, expired, points| Departure { expired, at: day(at), end, points };
        ends.add(&left("2026-07-01", true, 100));
        ends.add(&left("2026-06-01", false, 100));
        ends.add(&left("2026-04-30", false, 200));
        ends.add(&left("2025-04-30", false, 500));
        assert_eq!([0, 1, 2, 11].map(|month| ends.unspent(1000, month)), [500, 500, 250, 250]);
        assert_eq!((ends.estimate().spent, ends.estimate().expired), (300, 100), "one was spent too early to count");
    }
}
