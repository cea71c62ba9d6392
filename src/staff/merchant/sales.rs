//! Sales of a partner: the points awarded and the coupons collected at its counters in a day, week or month, compared
//! with the same part of the period before. Outlets, cashiers, hours and days are sums of the same cells, so that each
//! list ties to the total.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{SalesCell, SalesSums, queries};
use crate::base::clock::Timestamp;
use crate::base::day::{Day, Period};
use crate::base::id::{OutletId, PartnerId, RecordId};
use crate::base::language::LocalizedText;
use crate::base::month::Month;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult};
use crate::platform::store::{Read, stored_names};

const HOURS: i64 = 24;

/// The length of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum SalesPeriod {
    Day,
    Week,
    Month,
}
stored_names! { SalesPeriod { Day = "day", Week = "week", Month = "month" } }

/// A period and the part of it that is over, with the same part of the period before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SalesSpan {
    /// The first and the last day of the period.
    pub(super) days: (Day, Day),
    /// The part of the period until now.
    pub(super) now: Period,
    /// The first day of the period before.
    pub(super) day_before: Day,
    /// The same part of the period before: of the same weekday a week ago, the week or the month before.
    pub(super) before: Period,
}

impl SalesSpan {
    /// The period that contains `day`. Fails with `invalid_value` for a future day.
    pub(super) fn of(period: SalesPeriod, day: Day, now: Timestamp) -> AppResult<Self> {
        if day > Day::of(now) {
            return Err(AppError::invalid_field("day", "invalid_value"));
        }
        let (first, next, first_before) = match period {
            SalesPeriod::Day => (day, day.plus(1), day.plus(-7)),
            SalesPeriod::Week => {
                let monday = day.plus(-weekday(day));
                (monday, monday.plus(7), monday.plus(-7))
            }
            SalesPeriod::Month => {
                let month = Month::of_day(day);
                (month.first(), month.next().first(), month.previous().first())
            }
        };
        let until = next.start().min(now);
        let end_before = match period {
            SalesPeriod::Day => first_before.plus(1),
            SalesPeriod::Week | SalesPeriod::Month => first,
        };
        let until_before = if until == next.start() {
            end_before.start()
        } else {
            // The month before may be shorter than the days that have passed.
            first_before.start().plus(until.since(first.start())).min(end_before.start())
        };
        Ok(Self {
            days: (first, next.plus(-1)),
            now: Period { from: first.start(), until },
            day_before: first_before,
            before: Period { from: first_before.start(), until: until_before },
        })
    }
}

/// 0 for Monday to 6 for Sunday.
const fn weekday(day: Day) -> i64 {
    // Day 0 was a Thursday.
    (day.number() + 3).rem_euclid(7)
}

impl SalesSums {
    fn add(&mut self, more: &Self) {
        self.awards += more.awards;
        self.points += more.points;
        self.amount_hkd = Hkd::from_units(self.amount_hkd.units() + more.amount_hkd.units());
        self.collected += more.collected;
        self.undone += more.undone;
        self.undone_points += more.undone_points;
    }
}

/// The sums of an outlet, a cashier, an hour or a day.
#[derive(Clone, Debug, Default)]
pub(super) struct SalesGroup {
    pub(super) name: Option<LocalizedText>,
    pub(super) by: String,
    pub(super) sums: SalesSums,
    /// Points of the same part of the period before.
    pub(super) points_before: i64,
}

/// The subject of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SalesKey {
    /// `None` for events without a till.
    Outlet(Option<OutletId>),
    /// The cashier, member of staff or API key.
    Cashier(RecordId),
    /// 0 to 23, Hong Kong time.
    Hour(i64),
    /// Days since the begin of the period.
    Day(i64),
    /// 0 for Monday, and the hour.
    WeekdayHour(i64, i64),
}

/// The sales of a period.
#[derive(Clone, Debug)]
pub(super) struct SalesReport {
    pub(super) span: SalesSpan,
    pub(super) total: SalesSums,
    pub(super) before: SalesSums,
    /// Members who earned points, each counted once.
    pub(super) members: i64,
    pub(super) members_before: i64,
    pub(super) groups: BTreeMap<SalesKey, SalesGroup>,
}

/// The sales of a partner, or of one of its outlets. Reads the events of the period and of the one before.
pub(super) fn sales(
    read: &Read<'_>,
    partner: PartnerId,
    outlet: Option<OutletId>,
    span: SalesSpan,
) -> AppResult<SalesReport> {
    let (total, before) = (SalesSums::default(), SalesSums::default());
    let members = queries::members_of(read, partner, outlet, span.now)?;
    let members_before = queries::members_of(read, partner, outlet, span.before)?;
    let mut report = SalesReport { span, total, before, members, members_before, groups: BTreeMap::new() };
    for cell in queries::sales_cells(read, partner, outlet, span.now)? {
        report.total.add(&cell.sums);
        report.each_group(&cell, span.days.0, |group| group.sums.add(&cell.sums));
    }
    for cell in queries::sales_cells(read, partner, outlet, span.before)? {
        report.before.add(&cell.sums);
        report.each_group(&cell, span.day_before, |group| group.points_before += cell.sums.points);
    }
    Ok(report)
}

impl SalesReport {
    fn each_group(&mut self, cell: &SalesCell, first: Day, change: impl Fn(&mut SalesGroup)) {
        let (day, hour) = (cell.hour / HOURS, cell.hour % HOURS);
        for key in [
            SalesKey::Outlet(cell.outlet),
            SalesKey::Cashier(cell.actor),
            SalesKey::Hour(hour),
            SalesKey::Day(day),
            SalesKey::WeekdayHour(weekday(first.plus(day)), hour),
        ] {
            let group = self.groups.entry(key).or_default();
            match key {
                SalesKey::Outlet(_) => group.name.clone_from(&cell.outlet_name),
                SalesKey::Cashier(_) => group.by.clone_from(&cell.actor_name),
                _ => {}
            }
            change(group);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SalesPeriod, SalesSpan};
    use crate::base::clock::Timestamp;
    use crate::base::day::Day;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a moment")
    }

    fn span(period: SalesPeriod, day: &str, now: &str) -> SalesSpan {
        SalesSpan::of(period, Day::parse(day).expect("a day"), at(now)).expect("a span")
    }

    #[test]
    fn the_same_part_of_the_period_before_is_compared() {
        // A Thursday at 14:32 in Hong Kong.
        let now = "2026-03-12T06:32:00Z";
        let day = span(SalesPeriod::Day, "2026-03-12", now);
        assert_eq!((day.before.from, day.before.until), (at("2026-03-04T16:00:00Z"), at("2026-03-05T06:32:00Z")));
        let week = span(SalesPeriod::Week, "2026-03-12", now);
        assert_eq!((week.now.from, week.now.until), (at("2026-03-08T16:00:00Z"), at(now)));
        assert_eq!(week.before.until, at("2026-03-05T06:32:00Z"));
        let month = span(SalesPeriod::Month, "2026-03-12", now);
        assert_eq!((month.before.from, month.before.until), (at("2026-01-31T16:00:00Z"), at("2026-02-12T06:32:00Z")));
    }

    #[test]
    fn a_shorter_month_before_is_compared_as_a_whole_and_so_is_a_period_that_is_over() {
        let end = span(SalesPeriod::Month, "2026-03-31", "2026-03-31T06:00:00Z");
        assert_eq!(end.before.until, at("2026-02-28T16:00:00Z"));
        let over = span(SalesPeriod::Month, "2026-02-10", "2026-03-12T06:32:00Z");
        assert_eq!((over.now.until, over.before.until), (at("2026-02-28T16:00:00Z"), at("2026-01-31T16:00:00Z")));
        assert!(
            SalesSpan::of(SalesPeriod::Day, Day::parse("2026-03-13").expect("a day"), at("2026-03-12T06:32:00Z"))
                .is_err()
        );
    }
}
