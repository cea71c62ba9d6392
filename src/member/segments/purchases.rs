//! The lines about purchases for one member. One statement reads the purchases of the member, and all lines are evaluated
//! while it runs: the sorting and grouping of the statements for many members costs more than these few rows.

use super::condition::Condition;
use super::fits::LineBits;
use super::queries;
use super::span::{ALWAYS, since};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId};
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// A condition on the purchases of a member since a moment.
enum Wanted<'a> {
    /// The last purchase was before a moment.
    LastBefore(Timestamp),
    /// The bills sum up to this number of cents at least.
    Spent(i64),
    /// This number of purchases at least, at some partners in the order of their ids; at any partner if there are none.
    Visits(&'a [PartnerId], i64),
}

/// A line, and what it has found so far.
struct CountedLine<'a> {
    bit: LineBits,
    since: Timestamp,
    wanted: Wanted<'a>,
    /// The time of the last purchase in milliseconds, a sum of cents, or a number of purchases.
    found: i64,
}

impl<'a> CountedLine<'a> {
    fn of(read: &Read<'_>, bit: LineBits, condition: &'a Condition) -> Option<Self> {
        let from = |days: &Option<i64>| days.map_or(ALWAYS, |days| since(read, days));
        let (since, wanted) = match condition {
            Condition::LastVisit { days } => (ALWAYS, Wanted::LastBefore(since(read, *days))),
            Condition::Spent { at_least_hkd, days } => (since(read, *days), Wanted::Spent(at_least_hkd.units())),
            Condition::Visited { partners, days, at_least } => {
                (from(days), Wanted::Visits(partners, at_least.unwrap_or(1)))
            }
            _ => return None,
        };
        Some(Self { bit, since, wanted, found: 0 })
    }

    fn count(&mut self, partner: PartnerId, at: Timestamp, cents: i64) {
        if at < self.since {
            return;
        }
        match self.wanted {
            Wanted::LastBefore(_) => self.found = self.found.max(at.as_millis()),
            Wanted::Spent(_) => self.found += cents,
            Wanted::Visits(partners, _) => {
                self.found += i64::from(partners.is_empty() || partners.binary_search(&partner).is_ok());
            }
        }
    }

    /// Whether a member with at least one purchase meets the line.
    fn is_met(&self) -> bool {
        match self.wanted {
            Wanted::LastBefore(moment) => self.found < moment.as_millis(),
            Wanted::Spent(least) | Wanted::Visits(_, least) => self.found >= least,
        }
    }
}

/// The lines about purchases that a member meets.
pub(super) fn met_by<'a>(
    read: &Read<'_>,
    conditions: impl Iterator<Item = (LineBits, &'a Condition)>,
    member: MemberId,
) -> AppResult<LineBits> {
    let mut lines: Vec<_> = conditions.filter_map(|(bit, condition)| CountedLine::of(read, bit, condition)).collect();
    let Some(earliest) = lines.iter().map(|line| line.since).min() else { return Ok(0) };
    let mut any = false;
    queries::each_purchase(read, member, earliest, |partner, at, cents| {
        any = true;
        lines.iter_mut().for_each(|line| line.count(partner, at, cents));
    })?;
    let met = lines.iter().filter(|line| any && line.is_met());
    Ok(met.fold(0, |bits, line| bits | line.bit))
}
