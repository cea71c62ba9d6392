//! Days in Hong Kong, and periods.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::clock::Timestamp;

const DAY_MS: i64 = 86_400_000;
const OFFSET_MS: i64 = 8 * 3_600_000;

/// A day in Hong Kong, in JSON `2026-03-12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(value_type = String, format = Date, examples("2026-03-12"))]
pub struct Day(i64);

impl Day {
    /// The day of a timestamp.
    pub const fn of(moment: Timestamp) -> Self {
        Self(moment.hong_kong_day())
    }

    /// From its number, counted from 1970-01-01.
    pub const fn from_number(number: i64) -> Self {
        Self(number)
    }

    /// The number of the day, counted from 1970-01-01.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// The first millisecond of the day.
    pub const fn start(self) -> Timestamp {
        Timestamp::from_millis(self.0 * DAY_MS - OFFSET_MS)
    }

    /// The middle of the day, or `now` if that is earlier: the moment of an event of which only the day is known.
    pub fn noon_until(self, now: Timestamp) -> Timestamp {
        self.start().plus(Duration::from_secs(12 * 3_600)).min(now)
    }

    /// The day that many days later, or earlier if negative.
    pub const fn plus(self, days: i64) -> Self {
        Self(self.0 + days)
    }

    /// Year, month and day of the month.
    pub fn civil(self) -> (i64, i64, i64) {
        let date = self.date();
        (date.year().into(), date.month().into(), date.day().into())
    }

    /// The first day of its year.
    pub fn first_of_year(self) -> Self {
        Self::of_date(jiff::civil::Date::new(self.date().year(), 1, 1).ok()).unwrap_or(self)
    }

    /// Whether it is one of Monday to Friday. Public holidays differ by year, and the server has no list of them.
    pub const fn is_working_day(self) -> bool {
        // Day 0 was a Thursday, so Monday is 0 here and the weekend is 5 and 6.
        (self.0 + 3).rem_euclid(7) < 5
    }

    /// The day that many working days later.
    pub const fn plus_working_days(self, days: i64) -> Self {
        let mut day = self;
        let mut left = days;
        while left > 0 {
            day = day.plus(1);
            if day.is_working_day() {
                left -= 1;
            }
        }
        day
    }

    /// The day of a calendar year; a day that the month does not have becomes its last day, such as 28 February.
    pub fn of_year(year: i16, month: i8, day: i8) -> Option<Self> {
        let first = jiff::civil::Date::new(year, month, 1).ok()?;
        (day >= 1).then(|| Self::of_date(first.with().day(day.min(first.days_in_month())).build().ok())).flatten()
    }

    /// Adds calendar months. The result is the last day of the month if the month has no day with this number.
    pub fn plus_months(self, months: i32) -> Option<Self> {
        Self::of_date(self.date().checked_add(jiff::Span::new().months(months)).ok())
    }

    /// The last day of its month.
    pub fn month_end(self) -> Option<Self> {
        Self::of_date(Some(self.date().last_of_month()))
    }

    /// The day of its month, from 1.
    pub fn day_of_month(self) -> i8 {
        self.date().day()
    }

    /// The calendar year of the day.
    pub fn year(self) -> i16 {
        self.date().year()
    }

    /// The month of the day as in [`Timestamp::hong_kong_month`]: year * 12 + month, of which January is 0.
    pub fn month_number(self) -> i64 {
        i64::from(self.year()) * 12 + i64::from(self.date().month()) - 1
    }

    fn date(self) -> jiff::civil::Date {
        let moment = jiff::Timestamp::from_millisecond(self.0 * DAY_MS).unwrap_or(jiff::Timestamp::MAX);
        moment.to_zoned(jiff::tz::TimeZone::UTC).date()
    }

    fn of_date(date: Option<jiff::civil::Date>) -> Option<Self> {
        let midnight = date?.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp();
        Some(Self(midnight.as_millisecond().div_euclid(DAY_MS)))
    }

    /// Reads `2026-03-12`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 10 {
            return None;
        }
        let date: jiff::civil::Date = text.parse().ok()?;
        let day = Self::of_date(Some(date))?;
        (day.to_string() == text).then_some(day)
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moment = jiff::Timestamp::from_millisecond(self.0 * DAY_MS).unwrap_or(jiff::Timestamp::MAX);
        write!(out, "{}", moment.to_zoned(jiff::tz::TimeZone::UTC).strftime("%Y-%m-%d"))
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a day"))
    }
}

/// A period: from a time on, up to but not including another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The start, included.
    pub from: Timestamp,
    /// The end, excluded.
    pub until: Timestamp,
}

impl Period {
    /// All time.
    pub const ALWAYS: Period = Period { from: Timestamp::from_millis(0), until: Timestamp::NEVER };

    /// Reads two ends, each a day in Hong Kong (the last one included) or a timestamp; a missing end is open. `Err`
    /// names the end that is unreadable or lies before the other.
    pub fn parse(from: Option<&str>, to: Option<&str>) -> Result<Self, (&'static str, &'static str)> {
        let read = |text: &str, last: i64| {
            Day::parse(text).map(|day| day.plus(last).start()).or_else(|| Timestamp::parse(text))
        };
        let mut period = Self::ALWAYS;
        if let Some(text) = from.filter(|text| !text.is_empty()) {
            period.from = read(text, 0).ok_or(("from", "invalid_value"))?;
        }
        if let Some(text) = to.filter(|text| !text.is_empty()) {
            period.until = read(text, 1).ok_or(("to", "invalid_value"))?;
        }
        if period.from < period.until { Ok(period) } else { Err(("to", "invalid_period")) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Day, Period};
    use crate::base::clock::Timestamp;

    #[test]
    fn a_day_is_read_exactly_and_begins_at_midnight_in_hong_kong() {
        let day = Day::parse("2026-03-12").expect("a day");
        assert_eq!(day.to_string(), "2026-03-12");
        assert_eq!(day.start().to_string(), "2026-03-11T16:00:00.000Z");
        assert_eq!(Day::of(day.start()), day);
        for bad in ["", "2026-3-12", "2026-02-30", "20260312", "2026-03-12T00", "12/03/2026"] {
            assert!(Day::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn working_days_leave_out_weekends_also_at_the_turn_of_the_year_and_in_a_leap_year() {
        let day = |text: &str| Day::parse(text).expect("a day");
        for (from, days, until) in [
            ("2026-11-12", 5, "2026-11-19"),
            ("2026-11-13", 2, "2026-11-17"),
            ("2026-11-14", 2, "2026-11-17"),
            ("2026-11-15", 1, "2026-11-16"),
            ("2026-12-31", 2, "2027-01-04"),
            ("2028-02-28", 2, "2028-03-01"),
            ("2026-11-12", 0, "2026-11-12"),
        ] {
            assert_eq!(day(from).plus_working_days(days), day(until), "{days} working days after {from}");
        }
    }

    #[test]
    fn months_end_on_a_day_that_they_have() {
        let day = |text| Day::parse(text).expect("a day");
        for (from, months, to) in [
            ("2026-01-31", 1, "2026-02-28"),
            ("2027-01-31", 13, "2028-02-29"),
            ("2028-02-29", 12, "2029-02-28"),
            ("2026-12-31", 2, "2027-02-28"),
        ] {
            assert_eq!(day(from).plus_months(months), Some(day(to)), "{from}");
        }
        assert_eq!(day("2028-02-03").month_end(), Some(day("2028-02-29")));
        assert_eq!(Day::of_year(2027, 2, 29), Some(day("2027-02-28")));
        assert_eq!((Day::of_year(2027, 13, 1), Day::of_year(2027, 1, 0)), (None, None));
        assert_eq!((day("2026-12-31").year(), day("2026-12-31").month_number()), (2026, 2026 * 12 + 11));
    }

    #[test]
    fn a_period_of_days_holds_its_last_day() {
        let period = Period::parse(Some("2026-03-12"), Some("2026-03-12")).expect("a period");
        assert_eq!(period.until.since(period.from).as_secs(), 86_400);
        assert_eq!(Period::parse(None, None), Ok(Period::ALWAYS));
        assert_eq!(Period::parse(Some("2026-03-13"), Some("2026-03-12")), Err(("to", "invalid_period")));
        assert_eq!(Period::parse(Some("yesterday"), None), Err(("from", "invalid_value")));
        let moment = Period::parse(Some("2026-03-12T01:00:00+08:00"), None).expect("a period");
        assert_eq!(Some(moment.from), Timestamp::parse("2026-03-11T17:00:00Z"));
    }
}
