//! Days of the week and times of the day in Hong Kong.

use std::ops::Range;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::clock::Timestamp;
use super::day::Day;
use super::names::names;

const MINUTES_OF_A_DAY: i64 = 1_440;
/// Most lines of opening hours: two for each day.
const MOST_HOURS: usize = 14;

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

names! {
    Weekday {
        Monday = "monday", Tuesday = "tuesday", Wednesday = "wednesday", Thursday = "thursday", Friday = "friday",
        Saturday = "saturday", Sunday = "sunday",
    }
}

impl Weekday {
    /// The day of the week of a day. 1970-01-01 was a Thursday.
    pub fn of(day: Day) -> Self {
        let from_monday = usize::try_from((day.number() + 3).rem_euclid(7)).unwrap_or(0);
        Self::ALL[from_monday]
    }
}

/// A time of the day to the minute, in JSON `14:00`. `24:00` is the end of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, utoipa::ToSchema)]
#[schema(value_type = String, examples("14:00"))]
pub struct TimeOfDay(i64);

/// The beginning of the day.
pub const MIDNIGHT: TimeOfDay = TimeOfDay(0);
/// The middle of the day.
pub const NOON: TimeOfDay = TimeOfDay(MINUTES_OF_A_DAY / 2);

impl TimeOfDay {
    /// Reads `14:00`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let (hour, minute) = text.split_once(':')?;
        let two_digits = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        if !two_digits(hour) || !two_digits(minute) {
            return None;
        }
        let (hour, minute): (i64, i64) = (hour.parse().ok()?, minute.parse().ok()?);
        let minutes = hour * 60 + minute;
        (minute < 60 && minutes <= MINUTES_OF_A_DAY).then_some(Self(minutes))
    }

    /// Minutes since the beginning of the day.
    pub const fn minutes(self) -> i64 {
        self.0
    }

    /// The moment of this time on a day in Hong Kong.
    pub fn on(self, day: Day) -> Timestamp {
        Timestamp::from_millis(day.start().as_millis() + self.0 * 60_000)
    }
}

impl std::fmt::Display for TimeOfDay {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl Serialize for TimeOfDay {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeOfDay {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a time of the day"))
    }
}

/// Hours of a day: from a time on, up to but not including another. If the end is earlier than the start, they go over
/// midnight: of each day, the hours before the end and those from the start on belong to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EarningRuleHours)]
pub struct Hours {
    /// The start, included.
    pub from: TimeOfDay,
    /// The end, excluded.
    pub until: TimeOfDay,
}

impl Hours {
    /// The parts of a day, in their order. A part may be empty.
    fn parts(self) -> [Range<TimeOfDay>; 2] {
        if self.from <= self.until {
            [self.from..self.from, self.from..self.until]
        } else {
            [TimeOfDay(0)..self.until, self.from..TimeOfDay(MINUTES_OF_A_DAY)]
        }
    }

    /// The 24 hours of a day, each from its first minute up to the first of the next, in their order.
    pub fn of_a_day() -> impl Iterator<Item = Self> {
        (0..MINUTES_OF_A_DAY).step_by(60).map(|from| Self { from: TimeOfDay(from), until: TimeOfDay(from + 60) })
    }

    /// Whether no time is within them.
    pub fn is_empty(self) -> bool {
        self.parts().iter().all(Range::is_empty)
    }

    /// Whether there is a time within both.
    pub fn meet(self, other: Self) -> bool {
        let others = other.parts();
        let meets =
            |one: &Range<TimeOfDay>| others.iter().any(|other| one.start.max(other.start) < one.end.min(other.end));
        self.parts().iter().any(meets)
    }

    /// The end of the last part of a day.
    pub fn end_of_day(self) -> TimeOfDay {
        let [first, last] = self.parts();
        if last.is_empty() { first.end } else { last.end }
    }
}

/// Opening hours of some days of the week, in Hong Kong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    /// The days, at least one.
    pub days: Vec<Weekday>,
    /// The start, included.
    pub from: TimeOfDay,
    /// The end, excluded; later than the start.
    pub until: TimeOfDay,
}

impl OpeningHours {
    fn is_sound(&self) -> bool {
        let mut days = self.days.clone();
        days.sort();
        days.dedup();
        !days.is_empty() && days.len() == self.days.len() && self.from < self.until
    }

    fn overlaps(&self, other: &Self) -> bool {
        let hours = |of: &Self| Hours { from: of.from, until: of.until };
        hours(self).meet(hours(other)) && self.days.iter().any(|day| other.days.contains(day))
    }
}

/// Whether opening hours are valid: at most 14 lines, each with days and an end after its start, and no two lines
/// that overlap on the same day.
pub fn are_sound(hours: &[OpeningHours]) -> bool {
    let after = |place: usize| hours.get(place + 1..).unwrap_or_default();
    let overlap = (0..).zip(hours).any(|(place, line)| after(place).iter().any(|next| line.overlaps(next)));
    hours.len() <= MOST_HOURS && hours.iter().all(OpeningHours::is_sound) && !overlap
}

/// A timestamp on the calendar and clock of Hong Kong.
#[derive(Clone, Copy, Debug)]
pub struct LocalTime {
    /// The day.
    pub day: Day,
    /// The day of the week.
    pub weekday: Weekday,
    /// The time of the day.
    pub time: TimeOfDay,
}

impl LocalTime {
    /// The calendar and clock at that time.
    pub fn of(moment: Timestamp) -> Self {
        let day = Day::of(moment);
        let minutes = (moment.as_millis() - day.start().as_millis()) / 60_000;
        Self { day, weekday: Weekday::of(day), time: TimeOfDay(minutes) }
    }

    /// Whether the time lies within these hours.
    pub fn is_within(&self, hours: Hours) -> bool {
        hours.parts().iter().any(|part| part.contains(&self.time))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Hours, LocalTime, MINUTES_OF_A_DAY, TimeOfDay, Weekday};
    use crate::base::clock::Timestamp;

    fn at(text: &str) -> LocalTime {
        LocalTime::of(Timestamp::parse(text).expect("a time"))
    }

    #[test]
    fn a_day_of_the_week_is_that_of_hong_kong() {
        for (moment, weekday, time) in [
            ("2026-03-16T15:59:59+00:00", Weekday::Monday, "23:59"),
            ("2026-03-16T16:00:00+00:00", Weekday::Tuesday, "00:00"),
            ("2028-02-29T12:30:00+08:00", Weekday::Tuesday, "12:30"),
            ("2026-12-31T23:59:00+08:00", Weekday::Thursday, "23:59"),
            ("2027-01-01T00:00:00+08:00", Weekday::Friday, "00:00"),
        ] {
            assert_eq!((at(moment).weekday, at(moment).time.to_string().as_str()), (weekday, time), "{moment}");
        }
    }

    #[test]
    fn the_end_of_a_time_range_is_excluded() {
        let time = |text| TimeOfDay::parse(text).expect("a time");
        let hours = Hours { from: time("14:00"), until: time("24:00") };
        for (moment, within) in [("13:59", false), ("14:00", true), ("23:59", true)] {
            assert_eq!(at(&format!("2026-03-17T{moment}:00+08:00")).is_within(hours), within, "{moment}");
        }
        for bad in ["24:01", "9:00", "09:60", "0900", "", "-1:00", "25:00"] {
            assert_eq!(TimeOfDay::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn hours_over_midnight_are_two_parts_of_each_day() {
        let time = |text| TimeOfDay::parse(text).expect("a time");
        let hours = |from, until| Hours { from: time(from), until: time(until) };
        let night = hours("22:00", "02:00");
        for (moment, within) in [
            ("00:00", true),
            ("01:59", true),
            ("02:00", false),
            ("12:00", false),
            ("21:59", false),
            ("22:00", true),
            ("23:59", true),
        ] {
            assert_eq!(at(&format!("2026-12-31T{moment}:00+08:00")).is_within(night), within, "{moment}");
        }
        for (from, until, empty) in [
            ("22:00", "22:00", true),
            ("00:00", "00:00", true),
            ("24:00", "00:00", true),
            ("24:00", "24:00", true),
            ("22:00", "00:00", false),
            ("24:00", "01:00", false),
            ("00:00", "24:00", false),
            ("02:01", "02:00", false),
        ] {
            assert_eq!(hours(from, until).is_empty(), empty, "{from} to {until}");
        }
        for (from, until, end) in [
            ("22:00", "02:00", "24:00"),
            ("22:00", "00:00", "24:00"),
            ("24:00", "02:00", "02:00"),
            ("09:00", "18:00", "18:00"),
        ] {
            assert_eq!(hours(from, until).end_of_day(), time(end), "{from} to {until}");
        }
    }

    /// Hours are compared with the minutes that are within them.
    #[test]
    fn hours_meet_where_they_share_a_minute() {
        let minutes = |hours: Hours| {
            let within = |minute: &i64| {
                let moment = LocalTime { time: TimeOfDay(*minute), ..at("2026-03-17T00:00:00+08:00") };
                moment.is_within(hours)
            };
            (0..MINUTES_OF_A_DAY).filter(within).collect::<BTreeSet<i64>>()
        };
        let times = [0, 1, 120, 121, 720, 1_320, 1_439, MINUTES_OF_A_DAY].map(TimeOfDay);
        let all: Vec<(Hours, BTreeSet<i64>)> = times
            .iter()
            .flat_map(|from| times.iter().map(|until| Hours { from: *from, until: *until }))
            .map(|hours| (hours, minutes(hours)))
            .collect();
        for (one, those) in &all {
            assert_eq!(one.is_empty(), those.is_empty(), "{one:?}");
            for (other, others) in &all {
                assert_eq!(one.meet(*other), !those.is_disjoint(others), "{one:?} and {other:?}");
            }
        }
    }
}
