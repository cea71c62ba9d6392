//! The evaluation of earning rules against random rules: their order changes nothing, lines sum to what is given, no
//! limit is exceeded, and points wait until the days that their rules say.

use kapok::base::clock::Timestamp;
use kapok::base::day::Day;
use kapok::base::hours::LocalTime;
use kapok::base::id::{CarbonFactorId, EarningRuleId, OutletId, PartnerId, SegmentId};
use kapok::base::language::LocalizedText;
use kapok::base::points::{Hkd, Measure, PointsRate};
use kapok::base::problem::AppResult;
use kapok::core::members::Birthday;
use kapok::member::earning_rules::{
    Bonus, BonusLine, Budget, EarlierPurchases, EarningRule, GivenByRule, GivenToMember, LiveRule, MultipliedPoints,
    PendingScope, Purchase, PurchaseScope, Rounding, RuleCaps, RuleFacts, RulePending, Stacking, bonus_by, evaluate,
};
use proptest::prelude::*;
use std::collections::HashMap;

/// The time of every purchase.
const NOW: i64 = 1_790_000_000_000;

/// A model of the points that rules have given, to a member who holds a level and to whom goals have given every rule
/// or none. The cashier enters the same quantity, in thousandths, of every factor.
#[derive(Clone, Default)]
struct Model {
    given: HashMap<EarningRuleId, i64>,
    level: i64,
    granted: bool,
    entered: i64,
}

impl RuleFacts for Model {
    fn outlet(&mut self) -> AppResult<Option<OutletId>> {
        Ok(None)
    }
    fn joined(&mut self) -> AppResult<Timestamp> {
        Ok(Timestamp::from_millis(0))
    }
    fn birthday(&mut self) -> AppResult<Option<Birthday>> {
        Ok(None)
    }
    fn belongs(&mut self, _: SegmentId) -> AppResult<bool> {
        Ok(true)
    }
    fn level(&mut self) -> AppResult<i64> {
        Ok(self.level)
    }
    fn is_granted(&mut self, _: EarningRuleId) -> AppResult<bool> {
        Ok(self.granted)
    }
    fn entered(&mut self, _: CarbonFactorId) -> AppResult<Measure> {
        Ok(Measure::from_units(self.entered))
    }
    fn purchases_before(&mut self, _: PurchaseScope) -> AppResult<EarlierPurchases> {
        Ok(EarlierPurchases::default())
    }
    fn times_given(&mut self, _: EarningRuleId, _: PurchaseScope) -> AppResult<i64> {
        Ok(0)
    }
    fn given(&mut self, rule: EarningRuleId) -> AppResult<GivenByRule> {
        let points = self.given.get(&rule).copied().unwrap_or(0);
        Ok(GivenByRule { points, value: points * 100, today: points })
    }
    fn given_to_member(&mut self, rule: EarningRuleId) -> AppResult<GivenToMember> {
        let points = self.given.get(&rule).copied().unwrap_or(0);
        Ok(GivenToMember { points, today: points, this_year: points })
    }
}

fn rule() -> impl Strategy<Value = EarningRule> {
    let bonus = prop_oneof![
        (10_001..50_000_i64).prop_map(|factor| Bonus::Multiplier {
            factor: PointsRate::from_units(factor),
            of: MultipliedPoints::BaseAndCard
        }),
        (1..200_i64).prop_map(|points| Bonus::Fixed { points }),
        (1..9_i64, 1..5_000_i64)
            .prop_map(|(points, cents)| Bonus::PerAmount { points, each_hkd: Hkd::from_units(cents) }),
        (1..50_i64).prop_map(|points| Bonus::PerUnit {
            points,
            factor_id: CarbonFactorId::made_at(Timestamp::from_millis(0))
        }),
        Just(Bonus::None),
    ];
    let of = prop_oneof![Just(PendingScope::Bonus), Just(PendingScope::Purchase)];
    let until = (-2..40_i64).prop_map(|days| Some(Day::of(Timestamp::from_millis(NOW)).plus(days)));
    let time = prop_oneof![(1..40_i64).prop_map(|days| (Some(days), None)), until.prop_map(|day| (None, day))];
    let pending = proptest::option::of((time, of).prop_map(|((days, until), of)| RulePending { days, until, of }));
    let rounding = prop_oneof![Just(Rounding::Down), Just(Rounding::Nearest), Just(Rounding::Up)];
    let stacking = prop_oneof![Just(Stacking::Adds), Just(Stacking::Best)];
    let cap = || proptest::option::of(1..300_i64);
    let caps = (cap(), cap(), cap(), cap(), cap()).prop_map(|caps| RuleCaps {
        per_receipt: caps.0,
        per_member: caps.1,
        per_member_day: caps.2,
        per_day: caps.3,
        per_rule: caps.4,
    });
    let budget = proptest::option::of(prop_oneof![
        (1..500_i64).prop_map(|amount| Budget::Points { amount }),
        (1..500_i64).prop_map(|cents| Budget::Hkd { amount: Hkd::from_units(cents) }),
    ]);
    let members = (proptest::option::of(1..4_i64), any::<bool>());
    let rule = (bonus, rounding, stacking, caps, budget, -3..3_i64, members, pending).prop_map(
        |(bonus, rounding, stacking, caps, budget, priority, (level, granted), pending)| EarningRule {
            pending,
            name: LocalizedText::from_each(|_| "a rule".to_owned()),
            bonus,
            rounding,
            from: None,
            until: None,
            weekdays: Vec::new(),
            hours: None,
            partners: Vec::new(),
            partner_types: Vec::new(),
            outlets: Vec::new(),
            minimum_bill_hkd: None,
            enjoy_card: None,
            segment: None,
            level,
            granted,
            occasion: None,
            caps,
            budget,
            priority,
            stacking,
        },
    );
    rule.prop_map(|rule| if rule.bonus == Bonus::None { delaying(rule) } else { rule })
}

/// The rule as one without a bonus may be: it has no limits and lets the whole purchase wait.
fn delaying(rule: EarningRule) -> EarningRule {
    let days = RulePending { days: Some(9), until: None, of: PendingScope::Purchase };
    let pending = Some(RulePending { of: PendingScope::Purchase, ..rule.pending.unwrap_or(days) });
    let (rounding, stacking) = (Rounding::default(), Stacking::default());
    EarningRule { pending, rounding, stacking, caps: RuleCaps::default(), budget: None, granted: false, ..rule }
}

/// The day until which a rule lets points of this scope wait, if they are of a purchase at [`NOW`].
fn waits(rule: &EarningRule, points: i64, of: PendingScope) -> Option<Day> {
    let (today, pending) = (Day::of(Timestamp::from_millis(NOW)), rule.pending.filter(|pending| pending.of == of)?);
    let day = pending.until.or(pending.days.map(|days| today.plus(days)))?;
    (day > today && (points > 0 || rule.bonus == Bonus::None)).then_some(day)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_order_of_rules_changes_nothing_and_no_limit_is_exceeded(
        rules in proptest::collection::vec(rule(), 1..8),
        bills in proptest::collection::vec((1..50_000_i64, any::<prop::sample::Index>()), 1..12),
        (level, granted, entered) in (0..4_i64, any::<bool>(), 0..9_000_i64),
    ) {
        let now = Timestamp::from_millis(NOW);
        let mut rules: Vec<LiveRule> =
            rules.into_iter().map(|rule| LiveRule { id: EarningRuleId::made_at(now), version: 1, rule }).collect();
        let mut model = Model { level, granted, entered, ..Model::default() };
        for (cents, turn) in bills {
            let amount = Hkd::from_units(cents);
            let purchase = Purchase {
                partner: PartnerId::made_at(now),
                partner_type: "Food",
                amount,
                enjoy_card: true,
                base: cents / 100,
                card: cents / 200,
                at: LocalTime::of(now),
                point_value: PointsRate::from_units(100),
            };
            let told = |rules: &[LiveRule], model: &mut Model| {
                let lines = evaluate(rules, &purchase, model).expect("lines");
                lines.iter().map(|line| (line.rule.id, line.points)).collect::<Vec<_>>()
            };
            let lines = told(&rules, &mut model);
            let at = turn.index(rules.len());
            rules.rotate_left(at);
            prop_assert_eq!(&told(&rules, &mut model), &lines, "another order of the rules");
            let bonus = bonus_by(&rules, &purchase, &mut model).expect("a bonus");
            prop_assert_eq!(bonus.points(), lines.iter().map(|(_, points)| points).sum::<i64>());
            let of = |id: EarningRuleId| rules.iter().find(|rule| rule.id == id).expect("a rule");
            let held = lines.iter().filter_map(|(id, points)| waits(&of(*id).rule, *points, PendingScope::Purchase));
            prop_assert_eq!(bonus.rates_pending_until(), held.max(), "the latest day of a whole purchase");
            for BonusLine { line, .. } in bonus.lines() {
                let own = line.rule.map(|id| &of(id).rule).expect("a rule");
                prop_assert!(own.bonus != Bonus::None, "a rule without a bonus among those that give");
                let day = waits(own, line.points, PendingScope::Bonus).max(bonus.rates_pending_until());
                prop_assert_eq!(line.pending_until, day);
            }
            for rule in rules.iter().filter(|rule| rule.rule.bonus == Bonus::None) {
                let applies = rule.rule.level.is_none_or(|least| least <= level);
                prop_assert_eq!(lines.contains(&(rule.id, 0)), applies, "it acts on whatever is given");
            }
            for rule in lines.iter().filter_map(|(id, _)| rules.iter().find(|rule| rule.id == *id)) {
                prop_assert!(entered > 0 || !matches!(rule.rule.bonus, Bonus::PerUnit { .. }), "nothing was entered");
                prop_assert!(rule.rule.level.is_none_or(|least| least <= level), "a level that is not held");
                prop_assert!(granted || !rule.rule.granted, "a rule that no goal gave");
            }
            let alone = lines.iter().filter(|(id, _)| {
                rules.iter().any(|rule| rule.id == *id && rule.rule.stacking == Stacking::Best)
            });
            let giving = lines.iter().filter(|(id, _)| of(*id).rule.bonus != Bonus::None).count();
            prop_assert!(alone.count() == 0 || giving == 1, "one that counts alone stands beside another");
            let before = model.clone();
            for (id, points) in &lines {
                *model.given.entry(*id).or_default() += points;
            }
            for rule in &rules {
                let given = model.given.get(&rule.id).copied().unwrap_or(0);
                let RuleCaps { per_member, per_member_day, per_day, per_rule, .. } = rule.rule.caps;
                for cap in [per_member, per_member_day, per_day, per_rule].into_iter().flatten() {
                    prop_assert!(given <= cap, "{given} of {cap}");
                }
                match rule.rule.budget {
                    Some(Budget::Points { amount }) => prop_assert!(given <= amount),
                    Some(Budget::Hkd { amount }) => prop_assert!(given <= amount.units()),
                    None => {}
                }
            }
            // Every third award is taken back; then the rules tell the same again.
            if cents % 3 == 0 {
                model = before;
                prop_assert_eq!(told(&rules, &mut model), lines);
            }
        }
    }
}
