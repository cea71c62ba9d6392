//! The evaluation of earning rules against random rules: their order changes nothing, lines sum to what is given, no
//! limit is exceeded, no rule gives whose conditions are not met, and points wait until the days that their rules say.

use kapok::base::clock::Timestamp;
use kapok::base::day::Day;
use kapok::base::hours::{Hours, LocalTime, TimeOfDay, Weekday};
use kapok::base::id::{CarbonFactorId, EarningRuleId, OutletId, PartnerId, SegmentId};
use kapok::base::language::LocalizedText;
use kapok::base::points::{Hkd, Measure, PointsRate};
use kapok::base::problem::AppResult;
use kapok::core::members::Birthday;
use kapok::member::earning_rules::{
    BirthdayWindow, Bonus, BonusLine, Budget, EarlierPurchases, EarningRule, GivenByRule, GivenToMember, LiveRule,
    MemberPeriod, MultipliedPoints, Occasion, PendingScope, Purchase, PurchaseScope, Rounding, RuleCaps, RuleFacts,
    RulePending, Stacking, bonus_by, evaluate,
};
use proptest::prelude::*;
use std::collections::HashMap;

/// The time of every purchase: Monday 21 September 2026, 22:13 in Hong Kong.
const NOW: i64 = 1_790_000_000_000;
/// The days before the purchase on which the member joined.
const JOINED_DAYS: i64 = 20;

/// A model of the points that rules have given, to a member who holds a level and to whom goals have given every rule
/// or none. The cashier enters the same quantity, in thousandths, of every factor.
#[derive(Clone, Debug)]
struct Model {
    given: HashMap<EarningRuleId, i64>,
    level: i64,
    granted: bool,
    entered: i64,
    outlet: Option<OutletId>,
    birthday: Option<Birthday>,
    /// Purchases at the partner, and at other partners, before this one.
    bought: (i64, i64),
}

impl Model {
    fn bought(&self, at: PurchaseScope) -> i64 {
        match at {
            PurchaseScope::Partner => self.bought.0,
            PurchaseScope::Programme => self.bought.0 + self.bought.1,
        }
    }

    /// Whether a purchase meets the conditions of a rule, in the words of the handbook.
    fn meets(&self, live: &LiveRule, purchase: &Purchase<'_>) -> bool {
        let rule = &live.rule;
        let at = rule.hours.is_none_or(|Hours { from, until }| {
            let now = purchase.at.time;
            if from < until { from <= now && now < until } else { from <= now || now < until }
        });
        let occasion = match rule.occasion {
            None => true,
            Some(Occasion::FirstPurchase { at }) => self.bought(at) == 0,
            Some(Occasion::NthPurchase { n, repeats: false, at }) => self.bought(at) + 1 == n,
            Some(Occasion::NthPurchase { n, repeats: true, at }) => (self.bought(at) + 1) % n == 0,
            Some(Occasion::Welcome { within_days }) => {
                self.bought(PurchaseScope::Programme) == 0 && within_days.is_none_or(|days| days >= JOINED_DAYS)
            }
            Some(Occasion::Birthday { window }) => {
                let falls = self.birthday.is_some_and(|birthday| match window {
                    BirthdayWindow::Month => birthday.month() == 9,
                    BirthdayWindow::Day => (birthday.month(), birthday.day()) == (9, 21),
                });
                falls && self.given.get(&live.id).copied().unwrap_or(0) == 0
            }
        };
        let listed = |nothing: bool, found: bool| nothing || found;
        listed(rule.weekdays.is_empty(), rule.weekdays.contains(&Weekday::Monday))
            && at
            && listed(rule.partners.is_empty(), rule.partners.contains(&purchase.partner))
            && listed(rule.partner_types.is_empty(), rule.partner_types.iter().any(|kind| kind == "Food"))
            && listed(rule.outlets.is_empty(), self.outlet.is_some_and(|outlet| rule.outlets.contains(&outlet)))
            && rule.minimum_bill_hkd.is_none_or(|least| purchase.amount >= least)
            && rule.enjoy_card.is_none_or(|card| card == purchase.enjoy_card)
            && rule.level.is_none_or(|least| least <= self.level)
            && (self.granted || !rule.granted)
            && occasion
    }
}

impl RuleFacts for Model {
    fn outlet(&mut self) -> AppResult<Option<OutletId>> {
        Ok(self.outlet)
    }
    fn joined(&mut self) -> AppResult<Timestamp> {
        Ok(Day::of(Timestamp::from_millis(NOW)).plus(-JOINED_DAYS).start())
    }
    fn birthday(&mut self) -> AppResult<Option<Birthday>> {
        Ok(self.birthday)
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
    fn purchases_before(&mut self, at: PurchaseScope) -> AppResult<EarlierPurchases> {
        let bought = self.bought(at);
        Ok(EarlierPurchases { counted: bought, made: bought })
    }
    fn times_given(&mut self, _: EarningRuleId, _: PurchaseScope) -> AppResult<i64> {
        Ok(0)
    }
    fn given(&mut self, rule: EarningRuleId) -> AppResult<GivenByRule> {
        let points = self.given.get(&rule).copied().unwrap_or(0);
        Ok(GivenByRule { points, value: points * 100, today: points })
    }
    fn given_to_member(&mut self, rule: EarningRuleId, _: MemberPeriod) -> AppResult<GivenToMember> {
        let points = self.given.get(&rule).copied().unwrap_or(0);
        Ok(GivenToMember { points, today: points, this_year: points })
    }
}

/// One of three partners and outlets. The first is that of every purchase.
fn partner(nth: u8) -> PartnerId {
    PartnerId::from_bytes([nth; 16])
}

fn outlet(nth: u8) -> OutletId {
    OutletId::from_bytes([nth; 16])
}

/// A rule without a bonus and without limits, whose conditions of time, place, bill and occasion are random.
fn conditions() -> impl Strategy<Value = EarningRule> {
    // Half of the lists are empty, so that a rule with all conditions is met often enough.
    fn some<T: Clone + std::fmt::Debug + 'static>(all: Vec<T>) -> impl Strategy<Value = Vec<T>> {
        let most = all.len();
        prop_oneof![Just(Vec::new()), proptest::sample::subsequence(all, 1..=most)]
    }
    let time = || {
        let minutes = prop_oneof![Just("00:00"), Just("02:00"), Just("22:13"), Just("22:14"), Just("24:00")];
        minutes.prop_map(|text| TimeOfDay::parse(text).expect("a time"))
    };
    let hours = proptest::option::of((time(), time()).prop_map(|(from, until)| Hours { from, until }));
    let hours = hours.prop_map(|hours| hours.filter(|hours| !hours.is_empty()));
    let kinds = some(vec!["Food".to_owned(), "Transport".to_owned()]);
    let at = || prop_oneof![Just(PurchaseScope::Partner), Just(PurchaseScope::Programme)];
    let window = prop_oneof![Just(BirthdayWindow::Month), Just(BirthdayWindow::Day)];
    let occasion = proptest::option::of(prop_oneof![
        at().prop_map(|at| Occasion::FirstPurchase { at }),
        (2..4_i64, any::<bool>(), at()).prop_map(|(n, repeats, at)| Occasion::NthPurchase { n, repeats, at }),
        proptest::option::of(JOINED_DAYS - 1..=JOINED_DAYS).prop_map(|within_days| Occasion::Welcome { within_days }),
        window.prop_map(|window| Occasion::Birthday { window }),
    ]);
    let places = (some(vec![partner(1), partner(2), partner(3)]), kinds, some(vec![outlet(1), outlet(2), outlet(3)]));
    let bill = proptest::option::of((1..40_000_i64).prop_map(Hkd::from_units));
    let facts = (some(Weekday::ALL.to_vec()), hours, places, bill, proptest::option::of(any::<bool>()), occasion);
    facts.prop_map(|(weekdays, hours, (partners, partner_types, outlets), minimum_bill_hkd, enjoy_card, occasion)| {
        EarningRule {
            name: LocalizedText::from_each(|_| "a rule".to_owned()),
            bonus: Bonus::None,
            rounding: Rounding::default(),
            from: None,
            until: None,
            weekdays,
            hours,
            partners,
            partner_types,
            outlets,
            minimum_bill_hkd,
            enjoy_card,
            segment: None,
            level: None,
            granted: false,
            occasion,
            pending: None,
            caps: RuleCaps::default(),
            budget: None,
            priority: 0,
            stacking: Stacking::default(),
        }
    })
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
    // Half of the rules have no conditions of time and place, so that several meet at one purchase.
    let plain = (any::<bool>(), conditions())
        .prop_map(|(bare, conditions)| if bare { unconditional(conditions) } else { conditions });
    let rule = (plain, bonus, rounding, stacking, caps, budget, -3..3_i64, members, pending).prop_map(
        |(conditions, bonus, rounding, stacking, caps, budget, priority, (level, granted), pending)| EarningRule {
            pending,
            bonus,
            rounding,
            level,
            granted,
            caps,
            budget,
            priority,
            stacking,
            ..conditions
        },
    );
    rule.prop_map(|rule| if rule.bonus == Bonus::None { delaying(rule) } else { rule })
}

fn unconditional(rule: EarningRule) -> EarningRule {
    let (weekdays, partners, partner_types, outlets) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (hours, minimum_bill_hkd, enjoy_card, occasion) = (None, None, None, None);
    EarningRule { weekdays, partners, partner_types, outlets, hours, minimum_bill_hkd, enjoy_card, occasion, ..rule }
}

/// The rule as one without a bonus may be: it has no limits and lets the whole purchase wait.
fn delaying(rule: EarningRule) -> EarningRule {
    let days = RulePending { days: Some(9), until: None, of: PendingScope::Purchase };
    let pending = Some(RulePending { of: PendingScope::Purchase, ..rule.pending.unwrap_or(days) });
    let (rounding, stacking) = (Rounding::default(), Stacking::default());
    let occasion = rule.occasion.filter(|occasion| !matches!(occasion, Occasion::Birthday { .. }));
    let (caps, budget, granted) = (RuleCaps::default(), None, false);
    EarningRule { pending, rounding, stacking, caps, budget, granted, occasion, ..rule }
}

/// The day until which a rule lets points of this scope wait, if they are of a purchase at [`NOW`].
fn waits(rule: &EarningRule, points: i64, of: PendingScope) -> Option<Day> {
    let (today, pending) = (Day::of(Timestamp::from_millis(NOW)), rule.pending.filter(|pending| pending.of == of)?);
    let day = pending.until.or(pending.days.map(|days| today.plus(days)))?;
    (day > today && (points > 0 || rule.bonus == Bonus::None)).then_some(day)
}

/// The rules that count, of those that give these points each when nothing else is on: the ones that add up, or the best of
/// those that count alone, if it gives more. Of equal points, the rule counts that stands higher in the list.
fn chosen(mut own: Vec<(&LiveRule, i64)>) -> Vec<(EarningRuleId, i64)> {
    own.sort_by_key(|(live, _)| (-live.rule.priority, live.id));
    let places: HashMap<EarningRuleId, usize> = own.iter().enumerate().map(|(at, (live, _))| (live.id, at)).collect();
    let of = |stacking: Stacking| {
        let stacked = own.iter().filter(move |(live, _)| live.rule.stacking == stacking);
        stacked.map(|(live, points)| (live.id, *points)).collect::<Vec<_>>()
    };
    let (adding, mut best) = (of(Stacking::Adds), None);
    for (id, points) in of(Stacking::Best) {
        // The list is in order, so that a later rule has to give more.
        if best.is_none_or(|(_, most)| points > most) {
            best = Some((id, points));
        }
    }
    let sum: i64 = adding.iter().map(|(_, points)| points).sum();
    match (best, adding.first()) {
        (Some(best), None) => vec![best],
        (Some(best), Some(first)) if best.1 > sum || (best.1 == sum && places[&best.0] < places[&first.0]) => {
            vec![best]
        }
        _ => adding,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_order_of_rules_changes_nothing_and_no_limit_is_exceeded(
        rules in proptest::collection::vec(rule(), 1..8),
        bills in proptest::collection::vec((1..50_000_i64, any::<prop::sample::Index>()), 1..12),
        (level, granted, entered) in (0..4_i64, any::<bool>(), 0..9_000_i64),
        (place, enjoy_card, elsewhere) in (proptest::option::of(1..3_u8), any::<bool>(), 0..3_i64),
        birthday in prop_oneof![Just(None), Just(Some("09-21")), Just(Some("09-22")), Just(Some("10-21"))],
    ) {
        let now = Timestamp::from_millis(NOW);
        let mut rules: Vec<LiveRule> =
            rules.into_iter().map(|rule| LiveRule { id: EarningRuleId::made_at(now), version: 1, rule }).collect();
        let birthday = birthday.map(|text| Birthday::parse(text).expect("a birthday"));
        let (outlet, given) = (place.map(outlet), HashMap::new());
        let mut model = Model { given, level, granted, entered, outlet, birthday, bought: (0, elsewhere) };
        for (cents, turn) in bills {
            let amount = Hkd::from_units(cents);
            let purchase = Purchase {
                partner: partner(1),
                partner_type: "Food",
                amount,
                enjoy_card,
                base: cents / 100,
                card: if enjoy_card { cents / 200 } else { 0 },
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
                let applies = model.meets(rule, &purchase);
                prop_assert_eq!(lines.contains(&(rule.id, 0)), applies, "it acts on whatever is given");
            }
            for rule in lines.iter().filter_map(|(id, _)| rules.iter().find(|rule| rule.id == *id)) {
                prop_assert!(entered > 0 || !matches!(rule.rule.bonus, Bonus::PerUnit { .. }), "nothing was entered");
                prop_assert!(model.meets(rule, &purchase), "a rule whose conditions are not met: {:?}", rule.rule);
            }
            let giving: Vec<_> = lines.iter().filter(|(id, _)| of(*id).rule.bonus != Bonus::None).copied().collect();
            let mut own = Vec::new();
            for rule in rules.iter().filter(|rule| rule.rule.bonus != Bonus::None) {
                own.extend(told(std::slice::from_ref(rule), &mut model).first().map(|(_, points)| (rule, *points)));
            }
            prop_assert_eq!(giving, chosen(own), "the rules that count, in their order");
            // Without caps, a fixed bonus of a rule that adds is left out only for a rule that counts alone.
            let is_alone = lines.iter().any(|(id, _)| of(*id).rule.stacking == Stacking::Best);
            let gives = |rule: &LiveRule| {
                let EarningRule { bonus, caps, budget, stacking, .. } = &rule.rule;
                matches!(bonus, Bonus::Fixed { .. }) && *caps == RuleCaps::default() && budget.is_none()
                    && *stacking == Stacking::Adds
            };
            for rule in rules.iter().filter(|rule| !is_alone && gives(rule) && model.meets(rule, &purchase)) {
                prop_assert!(lines.iter().any(|(id, _)| *id == rule.id), "a rule that gives nothing: {:?}", rule.rule);
            }
            let alone = lines.iter().filter(|(id, _)| {
                rules.iter().any(|rule| rule.id == *id && rule.rule.stacking == Stacking::Best)
            });
            let giving = lines.iter().filter(|(id, _)| of(*id).rule.bonus != Bonus::None).count();
            prop_assert!(alone.count() == 0 || giving == 1, "one that counts alone stands beside another");
            let before = model.clone();
            model.bought.0 += 1;
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
