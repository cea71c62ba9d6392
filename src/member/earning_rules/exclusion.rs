//! Conditions that exclude each other: the days of a rule, a rule and its segment, and two rules.

use super::rule::{EarningRule, Occasion, PurchaseScope, Stacking};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::hours::{LocalTime, MIDNIGHT, NOON, TimeOfDay, Weekday};
use crate::base::id::PartnerId;
use crate::member::segments::{Condition, ConditionLine, Conditions, JoinedBy, LevelIs};

/// Days after which the days of the week come again.
const WEEK: usize = 7;

impl EarningRule {
    /// Whether the rules are without an order: only the better of them counts, a purchase may meet the conditions of both,
    /// and neither has the higher priority. Members may be in two segments, and a level counts from one upwards, so neither
    /// keeps two rules apart.
    pub fn overlaps_without_order(&self, other: &Self) -> bool {
        let competes = self.stacking == Stacking::Best && other.stacking == Stacking::Best;
        competes && self.priority == other.priority && self.meets(other)
    }

    /// Whether a purchase may meet the conditions of both rules.
    pub(super) fn meets(&self, other: &Self) -> bool {
        fn shared<T: PartialEq>(left: &[T], right: &[T]) -> bool {
            left.is_empty() || right.is_empty() || left.iter().any(|one| right.contains(one))
        }
        let hours = self.hours.zip(other.hours).is_none_or(|(left, right)| left.meet(right));
        let cards = self.enjoy_card.zip(other.enjoy_card).is_none_or(|(left, right)| left == right);
        hours
            && cards
            && self.has_a_day_with(other)
            && shared(&self.partners, &other.partners)
            && shared(&self.partner_types, &other.partner_types)
            && shared(&self.outlets, &other.outlets)
    }

    /// Whether there is a day on which both rules apply.
    pub(super) fn has_a_day_with(&self, other: &Self) -> bool {
        let both = |day: Day| self.is_on(Weekday::of(day)) && other.is_on(Weekday::of(day));
        let last = self.until.into_iter().chain(other.until).min();
        match (self.from.max(other.from), last) {
            (Some(first), Some(last)) => {
                (first.number()..=last.number()).take(WEEK).any(|number| both(Day::from_number(number)))
            }
            // The days have no beginning or no end, so each day of the week comes.
            _ => Weekday::ALL.into_iter().any(|day| self.is_on(day) && other.is_on(day)),
        }
    }

    /// Finds the first time, from `today` on, at which a purchase may meet both rules. The check of a draft uses it as an
    /// example. Returns `None` if the rules share no time within a week.
    pub(super) fn moment_with(&self, other: &Self, today: Day) -> Option<Timestamp> {
        let first = [self.from, other.from].into_iter().flatten().fold(today, Day::max);
        let last = self.until.into_iter().chain(other.until).min();
        let hours = [self.hours, other.hours];
        // If the hours of the two rules meet, the common part begins at the start of one of them or at midnight.
        let starts = hours.into_iter().flatten().map(|hours| hours.from);
        let times: Vec<TimeOfDay> = [NOON].into_iter().chain(starts).chain([MIDNIGHT]).collect();
        let days = (first.number()..).take(WEEK).map(Day::from_number);
        let days = days.take_while(|day| last.is_none_or(|last| *day <= last));
        let mut moments = days.flat_map(|day| times.iter().map(move |time| time.on(day)));
        moments.find(|moment| {
            let at = LocalTime::of(*moment);
            let open = hours.into_iter().flatten().all(|hours| at.is_within(hours));
            self.is_on(at.weekday) && other.is_on(at.weekday) && open
        })
    }

    /// Whether it gives on that day of the week.
    pub(super) fn is_on(&self, day: Weekday) -> bool {
        self.weekdays.is_empty() || self.weekdays.contains(&day)
    }

    /// The end of the last hours in which the rule applies; `None` without a last day.
    pub(super) fn end(&self) -> Option<Timestamp> {
        let until = self.until?;
        let mut days = (0..).take(WEEK).map(|back| until.plus(-back));
        let last = days.find(|day| self.is_on(Weekday::of(*day))).unwrap_or(until);
        Some(self.hours.map_or(last.plus(1).start(), |hours| hours.end_of_day().on(last)))
    }

    /// Whether a member of a segment may meet the conditions of the rule from that day on. Only lines that exclude the rule
    /// for every member say no: a line about a balance, for example, may change with the next purchase.
    pub(super) fn is_for_some_of(&self, segment: &Conditions, start: Day) -> bool {
        if segment.fit_nobody() {
            return false;
        }
        let start = self.from.map_or(start, |from| from.max(start));
        let mut lines = segment.lines.iter();
        match segment.joined_by {
            JoinedBy::All => lines.all(|line| self.allows(line, start)),
            JoinedBy::Any => lines.any(|line| self.allows(line, start)),
        }
    }

    fn allows(&self, line: &ConditionLine, start: Day) -> bool {
        match (&line.condition, line.not) {
            (Condition::LastVisit { .. } | Condition::Spent { .. }, false) => !self.is_first_of_all(),
            (Condition::Visited { partners, .. }, false) => {
                !self.is_first_of_all() && !self.is_first_at_each_of(partners)
            }
            (Condition::Visited { partners, days: None, at_least: None | Some(1) }, true) => {
                !self.follows_a_purchase_at(partners)
            }
            (Condition::JoinedWithin { days }, true) => self.welcome_days().is_none_or(|within| *days <= within),
            (Condition::Joined { until, .. }, false) => self.welcomes(*until, start),
            (Condition::Joined { from, until: None }, true) => self.welcomes(from.map(|from| from.plus(-1)), start),
            (Condition::Level { is: LevelIs::None, .. }, false) => self.level.is_none(),
            (Condition::Level { is: LevelIs::Exactly, level }, false) => self.level <= *level,
            (Condition::Level { is: LevelIs::AtLeast, level }, true) => self.level < *level,
            _ => true,
        }
    }

    /// Whether only members without any purchase get it.
    fn is_first_of_all(&self) -> bool {
        let first = Occasion::FirstPurchase { at: PurchaseScope::Programme };
        self.occasion == Some(first) || matches!(self.occasion, Some(Occasion::Welcome { .. }))
    }

    /// Whether it is for the first purchase at the only one of these partners.
    fn is_first_at_each_of(&self, partners: &[PartnerId]) -> bool {
        let first = Occasion::FirstPurchase { at: PurchaseScope::Partner };
        self.occasion == Some(first) && partners.len() == 1 && self.partners == partners
    }

    /// Whether its n-th purchase follows one at these partners, or at any partner if there are none.
    fn follows_a_purchase_at(&self, partners: &[PartnerId]) -> bool {
        match self.occasion {
            Some(Occasion::NthPurchase { .. }) if partners.is_empty() => true,
            Some(Occasion::NthPurchase { at: PurchaseScope::Partner, .. }) => {
                !self.partners.is_empty() && self.partners.iter().all(|partner| partners.contains(partner))
            }
            _ => false,
        }
    }

    fn welcome_days(&self) -> Option<i64> {
        if let Some(Occasion::Welcome { within_days }) = self.occasion { within_days } else { None }
    }

    /// Whether it welcomes members who joined on that day at the latest: their days must not be over when it starts.
    fn welcomes(&self, joined: Option<Day>, start: Day) -> bool {
        self.welcome_days().zip(joined).is_none_or(|(within, joined)| start <= joined.plus(within))
    }
}
