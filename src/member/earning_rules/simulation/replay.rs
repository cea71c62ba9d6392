//! The facts of rules in memory: what they had given before the first day, and what the replayed purchases add.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::late::LatePurchases;
use super::{PastPurchase, queries};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{CarbonFactorId, EarningRuleId, MemberId, OutletId, PartnerId, SegmentId, TransactionId};
use crate::base::points::{Measure, PointsRate};
use crate::base::problem::AppResult;
use crate::core::members::{Birthday, birthdays};
use crate::member::carbon;
use crate::member::earning_rules::evaluate::{
    EarlierPurchases, GivenByRule, GivenToMember, LiveRule, MemberPeriod, RuleFacts, RuleLine,
};
use crate::member::earning_rules::rule::{Bonus, Occasion, PurchaseScope};
use crate::member::levels::{self, LevelHistory};
use crate::member::segments;
use crate::platform::store::Read;

/// The days before the first one for which an award of the simulation may count: claims are that old at most, and some
/// are approved late.
const EARLIER_DAYS: i64 = 90;

/// The points of one rule for one member.
#[derive(Default)]
struct ToMember {
    points: i64,
    /// Days of purchases with their points. The newest is last, except for claims of earlier days.
    days: Vec<(Day, i64)>,
}

impl ToMember {
    fn add(&mut self, day: Day, points: i64) {
        self.points += points;
        match self.days.iter_mut().rev().find(|(known, _)| *known == day) {
            Some((_, sum)) => *sum += points,
            None => self.days.push((day, points)),
        }
    }

    fn at(&self, day: Day) -> GivenToMember {
        let sum = |counts: &dyn Fn(Day) -> bool| {
            self.days.iter().filter(|(known, _)| counts(*known)).map(|(_, points)| points).sum()
        };
        let year = day.first_of_year()..=Day::of_year(day.year(), 12, 31).unwrap_or(day);
        GivenToMember {
            points: self.points,
            today: sum(&|known| known == day),
            this_year: sum(&|known| year.contains(&known)),
        }
    }
}

/// The points of one rule, in total and by the day of the purchase.
#[derive(Default)]
struct OfRule {
    given: GivenByRule,
    days: HashMap<Day, i64>,
}

/// The time at which a grant was given, and its first and last day.
type GrantTime = (Timestamp, Day, Day);

/// The state of the replay. It keeps only facts that a rule asks for.
pub(super) struct Replay {
    types: HashMap<PartnerId, Arc<str>>,
    totals: HashMap<EarningRuleId, OfRule>,
    to_members: HashMap<EarningRuleId, HashMap<MemberId, ToMember>>,
    purchases: Option<HashMap<(MemberId, PartnerId), i64>>,
    purchases_everywhere: Option<HashMap<MemberId, i64>>,
    late: LatePurchases,
    joined: HashMap<MemberId, Timestamp>,
    birthdays: HashMap<MemberId, Birthday>,
    /// The members of segments as they are now: their past is not kept.
    segments: HashMap<SegmentId, HashSet<MemberId>>,
    levels: LevelHistory,
    /// The time of each grant, its first and its last day.
    grants: HashMap<(EarningRuleId, MemberId), Vec<GrantTime>>,
    /// Quantities that cashiers entered since the first day, of the factors that give points by the unit.
    entered: HashMap<(TransactionId, CarbonFactorId), Measure>,
}

fn is_for_birthdays(rule: &LiveRule) -> bool {
    matches!(rule.rule.occasion, Some(Occasion::Birthday { .. }))
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
            late: LatePurchases::default(),
            joined: HashMap::new(),
            birthdays: HashMap::new(),
            segments: HashMap::new(),
            levels: LevelHistory::new(),
            grants: HashMap::new(),
            entered: HashMap::new(),
        };
        for rule in rules {
            if let Bonus::PerUnit { factor_id, .. } = rule.rule.bonus {
                carbon::each_entered_since(read, factor_id, from, |transaction, quantity| {
                    replay.entered.insert((transaction, factor_id), quantity);
                })?;
            }
        }
        if occasions().any(|occasion| matches!(occasion, Occasion::Welcome { within_days: Some(_) })) {
            replay.joined = queries::joined(read)?;
        }
        if rules.iter().any(is_for_birthdays) {
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
            replay.late = LatePurchases::begin(read, from)?;
            queries::purchases_before(read, from, |member, partner, bought| {
                replay.count_purchase(member, partner, bought);
            })?;
        }
        for rule in rules {
            replay.begin_totals(read, rule, from)?;
        }
        Ok(replay)
    }

    /// Reads what a rule gave before the first day, as far as its caps and its occasion ask for it.
    fn begin_totals(&mut self, read: &Read<'_>, rule: &LiveRule, from: Day) -> AppResult<()> {
        let (caps, earliest) = (rule.rule.caps, from.plus(-EARLIER_DAYS));
        let mut totals = OfRule { given: queries::given_before(read, rule.id, from)?, days: HashMap::new() };
        if caps.per_day.is_some() {
            queries::given_between(read, rule.id, (earliest, from), |day, points| {
                *totals.days.entry(day).or_default() += points;
            })?;
        }
        self.totals.insert(rule.id, totals);
        let by_member = caps.per_member.is_some() || caps.per_member_day.is_some() || is_for_birthdays(rule);
        if by_member || (rule.rule.occasion.is_some() && !self.late.is_empty()) {
            let mut members: HashMap<MemberId, ToMember> = HashMap::new();
            queries::given_to_members_before(read, rule.id, from, |line| {
                let queries::GivenLine { member, partner, day, points } = line;
                self.late.count_given(rule.id, member, partner);
                let member = members.entry(member).or_default();
                // A daily cap needs only few days, and most lines are older.
                if is_for_birthdays(rule) || day >= earliest {
                    member.add(day, points)
                } else {
                    member.points += points
                }
            })?;
            self.to_members.insert(rule.id, members);
        }
        Ok(())
    }

    /// Replays the purchases from the first day to the last, the oldest first.
    pub(super) fn each_purchase(
        &mut self,
        read: &Read<'_>,
        days: (Day, Day),
        mut visit: impl FnMut(&mut Self, PastPurchase) -> AppResult<()>,
    ) -> AppResult<()> {
        let (outlets, rates) = (queries::outlets(read)?, queries::rates(read)?);
        queries::each_award_between(read, days, &outlets, &rates, |past| visit(self, past))
    }

    pub(super) fn type_of(&self, partner: PartnerId) -> Arc<str> {
        self.types.get(&partner).cloned().unwrap_or_default()
    }

    pub(super) fn facts_of(&self, past: &PastPurchase, day: Day) -> ReplayedFacts<'_> {
        let PastPurchase { transaction, member, partner, outlet, created: at, bought, .. } = *past;
        ReplayedFacts { replay: self, transaction, member, partner, outlet, at, bought, day }
    }

    /// Adds a purchase of a day and what the rules gave for it.
    pub(super) fn count(&mut self, past: &PastPurchase, lines: &[RuleLine<'_>], day: Day, point_value: PointsRate) {
        for line in lines {
            let OfRule { given, days } = self.totals.entry(line.rule.id).or_default();
            given.points += line.points;
            given.value += line.points.saturating_mul(point_value.units());
            *days.entry(day).or_default() += line.points;
            if line.points > 0 {
                self.late.count_given(line.rule.id, past.member, past.partner);
            }
            if let Some(members) = self.to_members.get_mut(&line.rule.id) {
                members.entry(past.member).or_default().add(day, line.points);
            }
        }
        self.count_purchase(past.member, past.partner, past.bought);
    }

    fn count_purchase(&mut self, member: MemberId, partner: PartnerId, bought: Timestamp) {
        self.late.count(member, partner, bought);
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
    transaction: TransactionId,
    member: MemberId,
    partner: PartnerId,
    outlet: Option<OutletId>,
    at: Timestamp,
    bought: Timestamp,
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
        // A claim earns by the level at the end of the day of its purchase.
        let until = self.at.min(self.day.plus(1).start());
        Ok(levels::of_history(&self.replay.levels, self.member, until))
    }

    fn is_granted(&mut self, rule: EarningRuleId) -> AppResult<bool> {
        let grants = self.replay.grants.get(&(rule, self.member)).map_or(&[][..], Vec::as_slice);
        Ok(grants.iter().any(|(given, from, until)| *given < self.at && *from <= self.day && self.day <= *until))
    }

    fn entered(&mut self, factor: CarbonFactorId) -> AppResult<Measure> {
        Ok(self.replay.entered.get(&(self.transaction, factor)).copied().unwrap_or(Measure::ZERO))
    }

    fn purchases_before(&mut self, at: PurchaseScope) -> AppResult<EarlierPurchases> {
        let found = match at {
            PurchaseScope::Partner => {
                self.replay.purchases.as_ref().and_then(|all| all.get(&(self.member, self.partner)))
            }
            PurchaseScope::Programme => self.replay.purchases_everywhere.as_ref().and_then(|all| all.get(&self.member)),
        };
        let counted = found.copied().unwrap_or(0);
        let made = match self.bought < self.at {
            true => self.replay.late.made_until(self.member, (at, self.partner), self.bought),
            false => None,
        };
        Ok(EarlierPurchases { counted, made: made.unwrap_or(counted) })
    }

    fn times_given(&mut self, rule: EarningRuleId, at: PurchaseScope) -> AppResult<i64> {
        Ok(self.replay.late.times_given(rule, self.member, (at, self.partner)))
    }

    fn given(&mut self, rule: EarningRuleId) -> AppResult<GivenByRule> {
        let Some(of_rule) = self.replay.totals.get(&rule) else { return Ok(GivenByRule::default()) };
        Ok(GivenByRule { today: of_rule.days.get(&self.day).copied().unwrap_or(0), ..of_rule.given })
    }

    fn given_to_member(&mut self, rule: EarningRuleId, _: MemberPeriod) -> AppResult<GivenToMember> {
        let found = self.replay.to_members.get(&rule).and_then(|members| members.get(&self.member));
        Ok(found.map(|given| given.at(self.day)).unwrap_or_default())
    }
}
