//! The rules by which points expire: the versions of the policy, and the moment at which a lot ends. The run that takes
//! expired points is in `member/expiry`. This module has no routes.
//!
//! A policy is never changed: another version takes over. No version shortens the life of points that exist. A lot
//! keeps the end that it was given, or gets a later end by a version that started after the lot was earned. Points that
//! were earned while points did not expire never expire.

mod queries;

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::content::FormErrors;
use crate::base::day::Day;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx};

/// The longest life of points, in months.
const MOST_MONTHS: i32 = 120;
/// The most years between the year of earning and the day of expiry.
const MOST_YEARS: i16 = 10;
/// The most days of grace, and of life after points were brought back.
const MOST_DAYS: i64 = 366;

/// The end that a policy gives to points. Days are Hong Kong's. Points can be spent until the end of their last day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ExpiryRule)]
pub enum Rule {
    /// Points stay until they are spent.
    Never,
    /// Some months after they were earned.
    AfterEarning {
        /// 1 to 120.
        months: i32,
        /// Whether they live until the last day of that month.
        #[serde(rename = "monthEnd")]
        month_end: bool,
    },
    /// On one day of the year, for all points of an earlier year.
    OnDay {
        /// 1 to 12.
        month: i8,
        /// 1 to 31; a month that is shorter ends on its last day.
        day: i8,
        /// Years after the year of earning; 0 for a day of the same year or, if that has passed, of the next one.
        years: i16,
    },
    /// Some months after the member last earned or spent points.
    Inactivity {
        /// 1 to 120.
        months: i32,
    },
}

/// The days before the last day of points on which members are told. Members do not get a notice that is off, neither
/// in the app, nor by push or e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schema(as = ExpiryNoticeDays)]
pub struct NoticeDays {
    /// 30 days before.
    pub thirty: bool,
    /// 7 days before.
    pub seven: bool,
    /// 1 day before.
    pub one: bool,
}

impl Default for NoticeDays {
    fn default() -> Self {
        Self { thirty: true, seven: true, one: true }
    }
}

impl NoticeDays {
    /// The days that are on, the fewest first.
    pub fn chosen(self) -> impl Iterator<Item = i64> {
        [(self.one, 1), (self.seven, 7), (self.thirty, 30)]
            .into_iter()
            .filter_map(|(is_on, days)| is_on.then_some(days))
    }
}

/// A rule, the notices before points end, and the conditions under which members may bring expired points back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ExpiryPolicy)]
pub struct Policy {
    /// The end that it gives to points.
    pub rule: Rule,
    /// Days after the last day on which the member can bring the points back; 0 for none.
    pub grace_days: i64,
    /// Days that points live after they were brought back.
    pub extra_days: i64,
    /// The notices that members get before points end. A policy of before these could be chosen has all of them.
    #[serde(default)]
    pub notices: NoticeDays,
}

impl Policy {
    /// Fails with `400` that names every field out of bounds.
    pub fn check(&self) -> AppResult<()> {
        let mut form = FormErrors::new();
        let months_fit = |months: i32| (1..=MOST_MONTHS).contains(&months);
        match self.rule {
            Rule::Never => {}
            Rule::AfterEarning { months, .. } | Rule::Inactivity { months } => {
                form.expect("rule.months", "invalid_value", months_fit(months));
            }
            Rule::OnDay { month, day, years } => {
                form.expect("rule.month", "invalid_value", (1..=12).contains(&month));
                // 2028 has a 29 February.
                let exists = Day::of_year(2028, month, day).is_some_and(|found| found.day_of_month() == day);
                form.expect("rule.day", "invalid_value", exists || !(1..=12).contains(&month));
                form.expect("rule.years", "invalid_value", (0..=MOST_YEARS).contains(&years));
            }
        }
        form.expect("graceDays", "invalid_value", (0..=MOST_DAYS).contains(&self.grace_days));
        form.expect("extraDays", "invalid_value", (1..=MOST_DAYS).contains(&self.extra_days));
        form.finish()
    }

    /// The end, by this policy, of points that are earned at a moment.
    pub fn end_of_new(&self, earned: Timestamp) -> Timestamp {
        self.end(earned, earned)
    }

    /// The end of points by this policy; [`Timestamp::NEVER`] also beyond the calendar.
    fn end(&self, earned: Timestamp, last_active: Timestamp) -> Timestamp {
        let day = Day::of(earned);
        let last_day = match self.rule {
            Rule::Never => None,
            Rule::AfterEarning { months, month_end } => {
                day.plus_months(months).and_then(|last| if month_end { last.month_end() } else { Some(last) })
            }
            Rule::OnDay { month, day: number, years } => {
                let of = |year: i16| Day::of_year(year, month, number);
                of(day.year() + years).and_then(|last| if last < day { of(day.year() + years + 1) } else { Some(last) })
            }
            Rule::Inactivity { months } => Day::of(last_active.max(earned)).plus_months(months),
        };
        last_day.map_or(Timestamp::NEVER, end_of_day)
    }
}

/// The first moment after a day.
pub const fn end_of_day(day: Day) -> Timestamp {
    day.plus(1).start()
}

/// The last day on which points with that end can be spent.
pub fn last_day_of(end: Timestamp) -> Day {
    Day::of(Timestamp::from_millis(end.as_millis() - 1))
}

/// A version of the policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExpiryPolicyVersion)]
pub struct PolicyVersion {
    /// Counts from 1.
    pub version: i64,
    /// The policy.
    pub policy: Policy,
    /// The time from which it is in force.
    pub starts: Timestamp,
    /// Name of the person who switched it on.
    pub changed_by: String,
    /// The time at which it was switched on.
    pub created: Timestamp,
}

/// The dates of points that were credited together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LotDates {
    /// The end that is stored with them.
    pub expires_at: Timestamp,
    /// The time at which they were earned, or arrived as a gift.
    pub earned_at: Timestamp,
}

/// All versions of the policy, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policies(Vec<PolicyVersion>);

impl Policies {
    fn new(versions: Vec<PolicyVersion>) -> Self {
        Self(versions)
    }

    /// Whether points never expired so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every version, oldest first, also those that never held.
    pub fn versions(&self) -> &[PolicyVersion] {
        &self.0
    }

    /// These versions and one more, as if it were switched on; it starts at that moment.
    pub fn with(&self, policy: Policy, starts: Timestamp, created: Timestamp) -> Self {
        let mut versions = self.0.clone();
        let version = versions.last().map_or(1, |last| last.version + 1);
        versions.push(PolicyVersion { version, policy, starts, changed_by: String::new(), created });
        Self(versions)
    }

    /// The versions that hold at some time, in the order of their starts.
    fn holding(&self) -> impl Iterator<Item = &PolicyVersion> {
        // A version that had started when a later one was added did hold, if only for a moment.
        let keeps = |version: &PolicyVersion, later: &PolicyVersion| {
            later.starts > version.starts || version.starts <= later.created
        };
        let holds = move |at: usize| self.0[at + 1..].iter().all(|later| keeps(&self.0[at], later));
        (0..self.0.len()).filter(move |at| holds(*at)).map(|at| &self.0[at])
    }

    /// The version that holds at a moment; `None` while points never expire.
    pub fn in_force(&self, at: Timestamp) -> Option<&PolicyVersion> {
        self.holding().take_while(|version| version.starts <= at).last()
    }

    /// The version that takes over next after a moment.
    pub fn next(&self, after: Timestamp) -> Option<&PolicyVersion> {
        self.holding().find(|version| version.starts > after)
    }

    /// The end of points that are earned now.
    pub fn end_of_new(&self, now: Timestamp) -> Timestamp {
        self.in_force(now).map_or(Timestamp::NEVER, |version| version.policy.end_of_new(now))
    }

    /// The end of a lot: the latest of its own end and the ends by all versions that have started since it was earned.
    /// The version under which the lot was earned counts only if it depends on the member's later activity. A gift has
    /// a new age but keeps its end.
    pub fn end_of(&self, lot: LotDates, now: Timestamp, last_active: Timestamp) -> Timestamp {
        if lot.expires_at == Timestamp::NEVER {
            return lot.expires_at;
        }
        let own = self.in_force(lot.earned_at).filter(|version| matches!(version.policy.rule, Rule::Inactivity { .. }));
        let since = self.holding().filter(|version| version.starts > lot.earned_at && version.starts <= now);
        let ends = own.into_iter().chain(since).map(|version| version.policy.end(lot.earned_at, last_active));
        ends.fold(lot.expires_at, Timestamp::max)
    }

    /// Whether the end of a lot depends on its member's last activity.
    pub fn needs_activity(&self) -> bool {
        self.holding().any(|version| matches!(version.policy.rule, Rule::Inactivity { .. }))
    }
}

/// All versions; the writer keeps them in memory.
pub fn policies(read: &Read<'_>) -> AppResult<Rc<Policies>> {
    read.cached(queries::all)
}

/// Adds a version that holds from a moment on. Returns its number.
pub fn switch_on(tx: &Tx<'_>, policy: &Policy, starts: Timestamp, by: ([u8; 16], &str)) -> AppResult<i64> {
    let version = policies(tx)?.versions().last().map_or(1, |last| last.version + 1);
    queries::insert(tx, version, policy, starts, by)?;
    tx.invalidate::<Policies>();
    Ok(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a moment")
    }

    fn policy(rule: Rule) -> Policy {
        Policy { rule, grace_days: 14, extra_days: 90, notices: NoticeDays::default() }
    }

    fn last_day(rule: Rule, earned: &str) -> String {
        last_day_of(policy(rule).end_of_new(at(earned))).to_string()
    }

    #[test]
    fn points_live_until_the_end_of_their_last_day_in_hong_kong() {
        let months = |months, month_end| Rule::AfterEarning { months, month_end };
        // The last moment of 31 January and the first of 1 February in Hong Kong.
        assert_eq!(last_day(months(1, false), "2027-01-31T15:59:59.999Z"), "2027-02-28");
        assert_eq!(last_day(months(1, false), "2027-01-31T16:00:00Z"), "2027-03-01");
        assert_eq!(last_day(months(12, false), "2028-02-29T04:00:00Z"), "2029-02-28");
        assert_eq!(last_day(months(1, true), "2028-01-05T04:00:00Z"), "2028-02-29");
        let year_end = |years| Rule::OnDay { month: 12, day: 31, years };
        assert_eq!(last_day(year_end(0), "2026-12-31T15:59:59Z"), "2026-12-31");
        assert_eq!(last_day(year_end(0), "2026-12-31T16:00:00Z"), "2027-12-31");
        assert_eq!(last_day(year_end(1), "2026-01-01T04:00:00Z"), "2027-12-31");
        let leap_day = Rule::OnDay { month: 2, day: 29, years: 0 };
        assert_eq!(last_day(leap_day, "2027-02-28T04:00:00Z"), "2027-02-28");
        assert_eq!(last_day(leap_day, "2027-03-01T04:00:00Z"), "2028-02-29");
        assert_eq!(policy(Rule::Never).end_of_new(at("2027-01-01T00:00:00Z")), Timestamp::NEVER);
    }

    #[test]
    fn a_new_version_shortens_no_life() {
        let months = |months| policy(Rule::AfterEarning { months, month_end: false });
        let (january, june, december) =
            (at("2026-01-10T00:00:00Z"), at("2026-06-10T00:00:00Z"), at("2026-12-10T00:00:00Z"));
        let first = Policies::default().with(months(12), january, january);
        let lot = LotDates { expires_at: first.end_of_new(january), earned_at: january };
        let ends = |policies: &Policies, now| last_day_of(policies.end_of(lot, now, january)).to_string();
        assert_eq!(ends(&first, june), "2027-01-10");
        let longer = first.with(months(24), june, june);
        assert_eq!((ends(&longer, january), ends(&longer, june)), ("2027-01-10".to_owned(), "2028-01-10".to_owned()));
        let shorter = longer.with(months(3), december, december);
        assert_eq!(ends(&shorter, december), "2028-01-10", "what the second version promised stays promised");
        let off = longer.with(months(3), december, june).with(policy(Rule::Never), december, june);
        assert_eq!(off.end_of(lot, december, january), Timestamp::NEVER);
        assert_eq!(off.in_force(december).map(|version| version.version), Some(4));
        assert_eq!(off.holding().count(), 3, "the third version was replaced before it started");
        let free = LotDates { expires_at: Timestamp::NEVER, earned_at: january };
        assert_eq!(longer.end_of(free, december, january), Timestamp::NEVER, "points without an end get none");
    }

    #[test]
    fn an_active_member_keeps_points_that_expire_by_inactivity() {
        let (january, june) = (at("2026-01-10T00:00:00Z"), at("2026-06-10T00:00:00Z"));
        let policies = Policies::default().with(policy(Rule::Inactivity { months: 6 }), january, january);
        let lot = LotDates { expires_at: policies.end_of_new(january), earned_at: january };
        assert_eq!(last_day_of(policies.end_of(lot, june, january)).to_string(), "2026-07-10");
        assert_eq!(last_day_of(policies.end_of(lot, june, june)).to_string(), "2026-12-10");
        assert!(policies.needs_activity());
    }

    #[test]
    fn a_stored_policy_without_notices_has_all_of_them() {
        let stored = r#"{"rule":{"kind":"never"},"graceDays":14,"extraDays":90}"#;
        let read: Policy = serde_json::from_str(stored).expect("a policy");
        assert_eq!(read.notices.chosen().collect::<Vec<_>>(), [1, 7, 30]);
        let some = NoticeDays { seven: false, ..NoticeDays::default() };
        assert_eq!(some.chosen().collect::<Vec<_>>(), [1, 30]);
    }

    #[test]
    fn a_policy_out_of_bounds_is_refused() {
        let on = |month, day| Rule::OnDay { month, day, years: 0 };
        for rule in [
            Rule::Inactivity { months: 0 },
            Rule::AfterEarning { months: 121, month_end: false },
            on(13, 1),
            on(2, 30),
            on(4, 31),
            on(1, 0),
        ] {
            assert!(policy(rule).check().is_err(), "{rule:?}");
        }
        assert!(policy(on(2, 29)).check().is_ok());
        assert!(Policy { grace_days: -1, ..policy(Rule::Never) }.check().is_err());
        assert!(Policy { extra_days: 0, ..policy(Rule::Never) }.check().is_err());
    }
}
