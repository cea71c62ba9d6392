//! The facts of rules in memory: what they had given before the first day, and what the replayed purchases add.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{PastPurchase, queries};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, OutletId, PartnerId, SegmentId};
use crate::base::points::PointsRate;
use crate::base::problem::AppResult;
use crate::core::members::{Birthday, birthdays};
use crate::member::earning_rules::evaluate::{GivenByRule, GivenToMember, LiveRule, RuleFacts, RuleLine};
use crate::member::earning_rules::rule::{Occasion, PurchaseScope};
use crate::member::levels::{self, LevelHistory};
use crate::member::segments;
use crate::platform::store::Read;

/// The points of one rule for one member.
#[derive(Clone, Copy, Default)]
struct ToMember {
    points: i64,
    /// The last day on which it gave, and the points of that day.
    day: i64,
    today: i64,
    /// The points since the first day of the year of that day.
    this_year: i64,
}

impl ToMember {
    fn add(&mut self, day: Day, points: i64) {
        if self.day != day.number() {
            if Day::from_number(self.day).first_of_year() != day.first_of_year() {
                self.this_year = 0;
            }
            (self.day, self.today) = (day.number(), 0);
        }
        self.points += points;
        self.today += points;
        self.this_year += points;
    }

    fn at(&self, day: Day) -> GivenToMember {
        let same_day = self.day == day.number();
        let same_year = same_day || Day::from_number(self.day).first_of_year() == day.first_of_year();
        GivenToMember {
            points: self.points,
            today: if same_day { self.today } else { 0 },
            this_year: if same_year { self.this_year } else { 0 },
        }
    }
}

/// The time at which a grant was given, and its first and last day.
type GrantTime = (Timestamp, Day, Day);

/// The state of the replay. What no rule asks for is not kept.
pub(super) struct Replay {
    types: HashMap<PartnerId, Arc<str>>,
    /// The day of `today` in the totals of rules.
    totals: HashMap<EarningRuleId, (i64, GivenByRule)>,
    to_members: HashMap<EarningRuleId, HashMap<MemberId, ToMember>>,
    purchases: Option<HashMap<(MemberId, PartnerId), i64>>,
    purchases_everywhere: Option<HashMap<MemberId, i64>>,
    joined: HashMap<MemberId, Timestamp>,
    birthdays: HashMap<MemberId, Birthday>,
    /// The members of segments as they are now: their past is not kept.
    segments: HashMap<SegmentId, HashSet<MemberId>>,
    levels: LevelHistory,
    /// The time of each grant, its first and its last day.
    grants: HashMap<(EarningRuleId, MemberId), Vec<GrantTime>>,
}

impl Replay {
    /// The state before the first day.
    pub(super) fn begin(read: &Read<'_>, rules: &[LiveRule], from: Day) -> AppResult<Self> {
        let occasions = || rules.iter().filter_map(|rule| rule.rule.occasion);
        let counts = |scope: PurchaseScope| {
            occasions().any(|occasion| match occasion {
                Occasion::FirstPurchase { at } | Occasion::NthPurchase { at, .. } => at == scope,
                Occasion::Welcome { .. } => scope == PurchaseScope::Programme,
                Occasion::Birthday { .. } => false,
            })
        };
        let mut replay = Self {
            types: queries::partner_types(read)?,
            totals: HashMap::new(),
            to_members: HashMap::new(),
            purchases: counts(PurchaseScope::Partner).then(HashMap::new),
            purchases_everywhere: counts(PurchaseScope::Programme).then(HashMap::new),
            joined: HashMap::new(),
            birthdays: HashMap::new(),
            segments: HashMap::new(),
            levels: LevelHistory::new(),
            grants: HashMap::new(),
        };
        if occasions().any(|occasion| matches!(occasion, Occasion::Welcome { within_days: Some(_) })) {
            replay.joined = queries::joined(read)?;
        }
        let by_birthday = |rule: &LiveRule| matches!(rule.rule.occasion, Some(Occasion::Birthday { .. }));
        if rules.iter().any(by_birthday) {
            replay.birthdays = birthdays::all(read)?.into_iter().collect();
        }
        for segment in rules.iter().filter_map(|rule| rule.rule.segment) {
            if let Entry::Vacant(unknown) = replay.segments.entry(segment) {
                unknown.insert(segments::members(read, segment)?);
            }
        }
        if rules.iter().any(|rule| rule.rule.level.is_some()) {
            replay.levels = levels::history(read)?;
        }
        for rule in rules.iter().filter(|rule| rule.rule.granted) {
            queries::grants(read, rule.id, |member, grant| {
                replay.grants.entry((rule.id, member)).or_default().push(grant);
            })?;
        }
        if replay.purchases.is_some() || replay.purchases_everywhere.is_some() {
            queries::purchases_before(read, from, |member, partner| replay.count_purchase(member, partner))?;
        }
        for rule in rules {
            replay.totals.insert(rule.id, (0, queries::given_before(read, rule.id, from)?));
            let caps = rule.rule.caps;
            if caps.per_member.is_some() || caps.per_member_day.is_some() || by_birthday(rule) {
                let mut members: HashMap<MemberId, ToMember> = HashMap::new();
                queries::given_to_members_before(read, rule.id, from, |member, day, points| {
                    members.entry(member).or_default().add(day, points);
                })?;
                replay.to_members.insert(rule.id, members);
            }
        }
        Ok(replay)
    }

    /// Replays the purchases since the first day, the oldest first.
    pub(super) fn each_purchase(
        &mut self,
        read: &Read<'_>,
        from: Day,
        mut visit: impl FnMut(&mut Self, PastPurchase) -> AppResult<()>,
    ) -> AppResult<()> {
        let (outlets, rates) = (queries::outlets(read)?, queries::rates(read)?);
        queries::each_award_since(read, from, &outlets, &rates, |past| visit(self, past))
    }

    pub(super) fn type_of(&self, partner: PartnerId) -> Arc<str> {
        self.types.get(&partner).cloned().unwrap_or_default()
    }

    pub(super) fn facts_of(&self, past: &PastPurchase, day: Day) -> ReplayedFacts<'_> {
        let PastPurchase { member, partner, outlet, created: at, .. } = *past;
        ReplayedFacts { replay: self, member, partner, outlet, at, day }
    }

    /// Adds a purchase and what the rules gave for it.
    pub(super) fn count(&mut self, past: &PastPurchase, lines: &[RuleLine<'_>], day: Day, point_value: PointsRate) {
        for line in lines {
            let (today, given) = self.totals.entry(line.rule.id).or_default();
            if *today != day.number() {
                (*today, given.today) = (day.number(), 0);
            }
            given.points += line.points;
            given.today += line.points;
            given.value += line.points.saturating_mul(point_value.units());
            if let Some(members) = self.to_members.get_mut(&line.rule.id) {
                members.entry(past.member).or_default().add(day, line.points);
            }
        }
        self.count_purchase(past.member, past.partner);
    }

    fn count_purchase(&mut self, member: MemberId, partner: PartnerId) {
        if let Some(purchases) = &mut self.purchases {
            *purchases.entry((member, partner)).or_default() += 1;
        }
        if let Some(purchases) = &mut self.purchases_everywhere {
            *purchases.entry(member).or_default() += 1;
        }
    }
}

/// The facts about one replayed purchase.
pub(super) struct ReplayedFacts<'r> {
    replay: &'r Replay,
    member: MemberId,
    partner: PartnerId,
    outlet: Option<OutletId>,
    at: Timestamp,
    day: Day,
}

impl RuleFacts for ReplayedFacts<'_> {
    fn outlet(&mut self) -> AppResult<Option<OutletId>> {
        Ok(self.outlet)
    }

    fn joined(&mut self) -> AppResult<Timestamp> {
        Ok(self.replay.joined.get(&self.member).copied().unwrap_or(Timestamp::from_millis(0)))
    }

    fn birthday(&mut self) -> AppResult<Option<Birthday>> {
        Ok(self.replay.birthdays.get(&self.member).copied())
    }

    fn belongs(&mut self, segment: SegmentId) -> AppResult<bool> {
        Ok(self.replay.segments.get(&segment).is_some_and(|members| members.contains(&self.member)))
    }

    fn level(&mut self) -> AppResult<i64> {
        Ok(levels::of_history(&self.replay.levels, self.member, self.at))
    }

    fn is_granted(&mut self, rule: EarningRuleId) -> AppResult<bool> {
        let grants = self.replay.grants.get(&(rule, self.member)).map_or(&[][..], Vec::as_slice);
        Ok(grants.iter().any(|(given, from, until)| *given < self.at && *from <= self.day && self.day <= *until))
    }

    fn purchases_before(&mut self, at: PurchaseScope) -> AppResult<i64> {
        let found = match at {
            PurchaseScope::Partner => {
                self.replay.purchases.as_ref().and_then(|all| all.get(&(self.member, self.partner)))
            }
            PurchaseScope::Programme => self.replay.purchases_everywhere.as_ref().and_then(|all| all.get(&self.member)),
        };
        Ok(found.copied().unwrap_or(0))
    }

    fn given(&mut self, rule: EarningRuleId) -> AppResult<GivenByRule> {
        let (day, given) = self.replay.totals.get(&rule).copied().unwrap_or_default();
        let today = if day == self.day.number() { given.today } else { 0 };
        Ok(GivenByRule { today, ..given })
    }

    fn given_to_member(&mut self, rule: EarningRuleId) -> AppResult<GivenToMember> {
        let found = self.replay.to_members.get(&rule).and_then(|members| members.get(&self.member));
        Ok(found.map(|given| given.at(self.day)).unwrap_or_default())
    }
}
