//! The days and hours on which a rule gives, for those who announce it.

use super::EarningRule;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::hours::{Hours, LocalTime, MIDNIGHT, TimeOfDay, Weekday};

/// The days of a week.
const WEEK: i64 = 7;

/// A time in which a rule gives without a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivingTime {
    /// Its start; `None` while it runs.
    pub starts: Option<Timestamp>,
    /// Its end; `None` for a rule that gives the whole day, on every day, without a last one.
    pub ends: Option<Timestamp>,
}

impl EarningRule {
    /// Whether every member gets the bonus and needs nothing but a purchase.
    pub fn is_for_all(&self) -> bool {
        !self.asks_about_member() && self.enjoy_card.is_none()
    }

    /// Whether it depends on who the member is.
    pub fn asks_about_member(&self) -> bool {
        self.segment.is_some() || self.level.is_some() || self.occasion.is_some() || self.granted
    }

    /// Whether it gives on that day, at some hour.
    fn gives_on(&self, day: Day) -> bool {
        self.from.is_none_or(|from| from <= day)
            && self.until.is_none_or(|until| day <= until)
            && self.is_on(Weekday::of(day))
    }

    /// The days on which it gives, from now to so many days ahead. Today is among them until its hours are over.
    pub(super) fn next_days(&self, now: Timestamp, days_ahead: i64) -> impl Iterator<Item = Day> {
        let today = Day::of(now);
        let is_over = move |day: Day| day == today && self.hours.is_some_and(|hours| hours.end_of_day().on(day) <= now);
        (0..=days_ahead).map(move |days| today.plus(days)).filter(move |day| self.gives_on(*day) && !is_over(*day))
    }

    /// The end of the hours that run now. `None` outside of its hours, and for a rule that gives the whole day.
    pub fn hours_end(&self, now: Timestamp) -> Option<Timestamp> {
        let (hours, local) = (self.hours?, LocalTime::of(now));
        if !self.gives_on(local.day) || !local.is_within(hours) {
            return None;
        }
        let tomorrow = local.day.plus(1);
        Some(match hours.until {
            end if local.time < end => end.on(local.day),
            // The hours go over midnight, where they end unless the rule gives on the next day too.
            end if self.gives_on(tomorrow) => end.on(tomorrow),
            _ => tomorrow.start(),
        })
    }

    /// The time in which it gives now, or the next one that starts up to so many days ahead.
    pub(super) fn giving_time(&self, now: Timestamp, days_ahead: i64) -> Option<GivingTime> {
        let Some(hours) = self.hours else {
            let day = self.next_days(now, days_ahead).next()?;
            let starts = Some(day.start()).filter(|start| *start > now);
            return Some(GivingTime { starts, ends: self.last_of_run(day).map(|last| last.plus(1).start()) });
        };
        if let Some(end) = self.hours_end(now) {
            return Some(GivingTime { starts: None, ends: Some(end) });
        }
        let start = self.next_days(now, days_ahead).find_map(|day| {
            starts_of(hours).map(|start| start.on(day)).find(|start| *start > now && self.hours_end(*start).is_some())
        })?;
        Some(GivingTime { starts: Some(start), ends: self.hours_end(start) })
    }

    /// The last of the days in a row on which it gives, from one of them on; `None` if there is no last one.
    fn last_of_run(&self, first: Day) -> Option<Day> {
        let stops =
            |days: &i64| self.until == Some(first.plus(*days)) || !self.is_on(Weekday::of(first.plus(days + 1)));
        (0..WEEK).find(stops).map_or(self.until, |days| Some(first.plus(days)))
    }
}

/// The times of a day at which hours may start: those over midnight start again at midnight where the day before has
/// none.
fn starts_of(hours: Hours) -> impl Iterator<Item = TimeOfDay> {
    let over_midnight = hours.until < hours.from;
    Some(MIDNIGHT).filter(|_| over_midnight).into_iter().chain([hours.from])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{EarningRule, GivingTime};
    use crate::base::clock::Timestamp;

    fn rule(limits: &serde_json::Value) -> EarningRule {
        let mut document = json!({
            "name": {"en": "a", "zh": "a", "zhhk": "a"},
            "bonus": {"kind": "multiplier", "factor": "2"},
        });
        for (field, value) in limits.as_object().into_iter().flatten() {
            document[field] = value.clone();
        }
        serde_json::from_value(document).expect("a rule")
    }

    fn at(moment: &str) -> Timestamp {
        Timestamp::parse(&format!("{moment}:00+08:00")).expect("a time")
    }

    #[test]
    fn the_next_day_is_the_first_that_is_not_over() {
        let saturdays = json!({"weekdays": ["saturday"], "hours": {"from": "14:00", "until": "18:00"}});
        let this_week = json!({"weekdays": ["saturday"], "until": "2026-11-18"});
        let leap_day = json!({"from": "2028-02-29", "until": "2028-02-29"});
        for (limits, now, next) in [
            (&json!({}), "2026-12-31T23:59", Some("2026-12-31")),
            (&saturdays, "2026-11-12T09:00", Some("2026-11-14")),
            (&saturdays, "2026-11-14T17:59", Some("2026-11-14")),
            (&saturdays, "2026-11-14T18:00", Some("2026-11-21")),
            (&this_week, "2026-11-15T09:00", None),
            (&leap_day, "2028-02-22T00:00", Some("2028-02-29")),
            (&leap_day, "2028-02-21T23:59", None),
            (&leap_day, "2028-03-01T00:00", None),
        ] {
            let found = rule(limits).next_days(at(now), 7).next().map(|day| day.to_string());
            assert_eq!(found.as_deref(), next, "{limits} at {now}");
        }
    }

    #[test]
    fn hours_end_at_their_end_or_with_the_last_day() {
        let night = json!({"hours": {"from": "22:00", "until": "02:00"}});
        let fridays = json!({"hours": {"from": "22:00", "until": "02:00"}, "weekdays": ["friday"]});
        let afternoon = json!({"hours": {"from": "14:00", "until": "18:00"}, "until": "2026-11-13"});
        let whole_day = json!({"hours": {"from": "00:00", "until": "24:00"}});
        for (limits, now, end) in [
            (&json!({}), "2026-11-13T15:00", None),
            (&afternoon, "2026-11-13T13:59", None),
            (&afternoon, "2026-11-13T14:00", Some("2026-11-13T18:00")),
            (&afternoon, "2026-11-13T18:00", None),
            (&afternoon, "2026-11-14T15:00", None),
            (&night, "2026-12-31T23:30", Some("2027-01-01T02:00")),
            (&night, "2027-01-01T01:59", Some("2027-01-01T02:00")),
            (&fridays, "2026-11-13T23:00", Some("2026-11-14T00:00")),
            (&fridays, "2026-11-14T01:00", None),
            (&whole_day, "2026-11-13T15:00", Some("2026-11-14T00:00")),
        ] {
            assert_eq!(rule(limits).hours_end(at(now)), end.map(at), "{limits} at {now}");
        }
    }

    #[test]
    fn a_giving_time_runs_now_or_is_the_next_one() {
        let afternoon = json!({"hours": {"from": "14:00", "until": "18:00"}, "weekdays": ["thursday", "friday"]});
        let night = json!({"hours": {"from": "22:00", "until": "02:00"}, "weekdays": ["friday", "saturday"]});
        let weekend = json!({"weekdays": ["saturday", "sunday"]});
        let to_sunday = json!({"until": "2026-11-15"});
        let from_monday = json!({"from": "2026-11-16", "until": "2026-11-30"});
        for (limits, now, starts, ends) in [
            (&afternoon, "2026-11-12T13:59", Some("2026-11-12T14:00"), Some("2026-11-12T18:00")),
            (&afternoon, "2026-11-12T14:00", None, Some("2026-11-12T18:00")),
            (&afternoon, "2026-11-13T18:00", Some("2026-11-19T14:00"), Some("2026-11-19T18:00")),
            // Friday has the first two hours of the night too, as the day of the week is that of the new day.
            (&night, "2026-11-12T20:00", Some("2026-11-13T00:00"), Some("2026-11-13T02:00")),
            (&night, "2026-11-13T02:00", Some("2026-11-13T22:00"), Some("2026-11-14T02:00")),
            (&night, "2026-11-14T23:00", None, Some("2026-11-15T00:00")),
            (&weekend, "2026-11-12T09:00", Some("2026-11-14T00:00"), Some("2026-11-16T00:00")),
            (&weekend, "2026-11-15T09:00", None, Some("2026-11-16T00:00")),
            (&to_sunday, "2026-11-12T09:00", None, Some("2026-11-16T00:00")),
            (&from_monday, "2026-11-12T09:00", Some("2026-11-16T00:00"), Some("2026-12-01T00:00")),
            (&json!({}), "2026-11-12T09:00", None, None),
        ] {
            let expected = GivingTime { starts: starts.map(at), ends: ends.map(at) };
            assert_eq!(rule(limits).giving_time(at(now), 7), Some(expected), "{limits} at {now}");
        }
        for limits in [&to_sunday, &json!({"from": "2026-11-30"})] {
            assert_eq!(rule(limits).giving_time(at("2026-11-16T09:00"), 7), None, "{limits}");
        }
    }
}
