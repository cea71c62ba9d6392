//! The days and hours on which a rule gives, for those who announce it.

use super::EarningRule;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::hours::{LocalTime, Weekday};

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
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::EarningRule;
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
}
