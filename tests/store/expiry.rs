//! Points that expire, against a model: what members have, what a void returns, and that a second run does nothing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kapok::base::clock::Timestamp;
use kapok::base::day::Day;
use kapok::base::id::TransactionId;
use kapok::base::problem::AppResult;
use kapok::core::expiry::{self, Rule, end_of_day};
use kapok::core::ledger::replay::replay;
use kapok::core::ledger::{self, AccountId, Details, NewPostings, TransactionKind};
use kapok::member::expiry::{bring_back, ends_of, settle_before_earning, settle_ended};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::support::Books;

const MEMBERS: usize = 3;
const EXTRA_DAYS: i64 = 20;

#[derive(Clone, Debug)]
enum Operation {
    Issue {
        to: usize,
        points: i64,
    },
    Spend {
        from: usize,
        points: i64,
    },
    Give {
        from: usize,
        to: usize,
        points: i64,
    },
    Void {
        nth: usize,
    },
    Policy {
        rule: Rule,
    },
    Days {
        days: u64,
    },
    /// Days that pass while the run is late.
    DaysWithoutRun {
        days: u64,
    },
    BringBack {
        nth: usize,
    },
}

fn rule() -> impl Strategy<Value = Rule> {
    prop_oneof![
        (1..4_i32).prop_map(after),
        (1..=12_i8, 1..=31_i8, 0..2_i16).prop_map(|(month, day, years)| Rule::OnDay { month, day, years }),
        (1..4_i32).prop_map(|months| Rule::Inactivity { months }),
    ]
}

fn after(months: i32) -> Rule {
    Rule::AfterEarning { months, month_end: false }
}

fn operation() -> impl Strategy<Value = Operation> {
    let (member, points) = (0..MEMBERS, 1..200_i64);
    prop_oneof![
        5 => (member.clone(), points.clone()).prop_map(|(to, points)| Operation::Issue { to, points }),
        4 => (member.clone(), points.clone()).prop_map(|(from, points)| Operation::Spend { from, points }),
        3 => (member.clone(), member, points).prop_map(|(from, to, points)| Operation::Give { from, to, points }),
        3 => (0..12_usize).prop_map(|nth| Operation::Void { nth }),
        1 => rule().prop_map(|rule| Operation::Policy { rule }),
        4 => (1..40_u64).prop_map(|days| Operation::Days { days }),
        4 => (1..40_u64).prop_map(|days| Operation::DaysWithoutRun { days }),
        2 => (0..6_usize).prop_map(|nth| Operation::BringBack { nth }),
    ]
}

/// A lot of the model, in spending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lot {
    end: Timestamp,
    earned: Timestamp,
    seq: i64,
    points: i64,
}

struct Expired {
    member: usize,
    id: TransactionId,
    lots: Vec<Lot>,
    until: Timestamp,
    open: bool,
}

/// The expected state: open lots by member, voidable spendings, and what expired.
#[derive(Default)]
struct Model {
    lots: [Vec<Lot>; MEMBERS],
    spent: Vec<(TransactionId, usize, Vec<Lot>, bool)>,
    expired: Vec<Expired>,
    /// Rules, and from when on.
    policies: Vec<(Timestamp, Rule)>,
    /// The time of each member's newest transaction that earned or spent points, which an inactivity policy counts from.
    active: [Option<Timestamp>; MEMBERS],
    /// Sequence numbers of transactions that brought points back.
    returned: Vec<i64>,
}

impl Model {
    fn end_by(rule: Rule, earned: Timestamp, active: Option<Timestamp>) -> Timestamp {
        let day = Day::of(earned);
        let last = match rule {
            Rule::Never => return Timestamp::NEVER,
            Rule::AfterEarning { months, .. } => day.plus_months(months),
            Rule::Inactivity { months } => Day::of(active.map_or(earned, |then| then.max(earned))).plus_months(months),
            Rule::OnDay { month, day: number, years } => {
                let mut ends = (day.year() + years..).filter_map(|year| Day::of_year(year, month, number));
                ends.find(|end| *end >= day)
            }
        };
        end_of_day(last.expect("a day"))
    }

    fn end_of(&self, lot: &Lot, now: Timestamp, active: Option<Timestamp>) -> Timestamp {
        let own = self.policies.iter().rfind(|(starts, _)| *starts <= lot.earned);
        let own = own.filter(|(_, rule)| matches!(rule, Rule::Inactivity { .. }));
        let since = self.policies.iter().filter(|(starts, _)| *starts > lot.earned && *starts <= now);
        let ends = own.into_iter().chain(since).map(|(_, rule)| Self::end_by(*rule, lot.earned, active));
        ends.fold(lot.end, Timestamp::max)
    }

    fn has_ended(&self, member: usize, lot: &Lot, now: Timestamp) -> bool {
        self.end_of(lot, now, self.active[member]) <= now
    }

    /// Whether what members do keeps points of some version.
    fn needs_activity(&self) -> bool {
        self.policies.iter().any(|(_, rule)| matches!(rule, Rule::Inactivity { .. }))
    }

    fn balance(&self, member: usize) -> i64 {
        self.lots[member].iter().map(|lot| lot.points).sum()
    }

    fn spendable(&self, member: usize, now: Timestamp) -> i64 {
        self.lots[member].iter().filter(|lot| !self.has_ended(member, lot, now)).map(|lot| lot.points).sum()
    }

    fn take(&mut self, member: usize, mut points: i64) -> Vec<Lot> {
        self.lots[member].sort();
        let mut taken = Vec::new();
        for lot in &mut self.lots[member] {
            let part = lot.points.min(points);
            if part > 0 {
                taken.push(Lot { points: part, ..*lot });
            }
            lot.points -= part;
            points -= part;
        }
        self.lots[member].retain(|lot| lot.points > 0);
        taken
    }
}

struct Programme(Books);

impl std::ops::Deref for Programme {
    type Target = Books;

    fn deref(&self) -> &Books {
        &self.0
    }
}

impl Programme {
    fn start() -> Self {
        Self(Books::open("2026-09-21T14:13:20Z", MEMBERS))
    }

    fn issue(&self, to: usize, points: i64) -> AppResult<ledger::Posted> {
        let (member, account) = self.members[to];
        let movement =
            NewPostings::between(TransactionKind::Earn, AccountId::ISSUANCE, account, points, Details::default());
        self.store.write_blocking(move |tx| {
            settle_before_earning(tx, member)?;
            ledger::post(tx, &movement)
        })
    }

    /// Takes points from a member as every change does that members ask for.
    fn debit(&self, kind: TransactionKind, from: usize, to: AccountId, points: i64) -> AppResult<ledger::Posted> {
        let (member, account) = self.members[from];
        let movement = NewPostings::between(kind, account, to, points, Details::default());
        self.store.write_blocking(move |tx| {
            settle_ended(tx, member)?;
            ledger::post(tx, &movement)
        })
    }

    fn switch_on(&self, rule: Rule) {
        self.expire(rule, (10, EXTRA_DAYS));
    }

    /// The open lots of a member: when each ends, when it was earned, and its points.
    fn lots(&self, member: usize) -> BTreeMap<(Timestamp, Timestamp), i64> {
        let account = self.members[member].1;
        let ends = self.store.read(|read| ends_of(read, &*expiry::policies(read)?, account)).expect("lots");
        let mut lots = BTreeMap::new();
        for (lot, end) in ends {
            *lots.entry((end, lot.dates.earned_at)).or_default() += lot.points;
        }
        lots
    }

    fn apply(&self, model: &mut Model, operation: &Operation) -> Result<(), TestCaseError> {
        // Two steps never happen in one millisecond, so that the age tells lots apart.
        self.clock.advance(Duration::from_millis(1));
        let now = self.clock.now();
        match *operation {
            Operation::Issue { to, points } => {
                let before = self.transactions();
                let posted = self.issue(to, points).expect("issued");
                if model.needs_activity() {
                    self.settled(model, to, before)?;
                }
                model.active[to] = Some(now);
                let end = Model::end_by(model.policies.last().expect("a policy").1, now, None);
                model.lots[to].push(Lot { end, earned: now, seq: posted.seq, points });
            }
            Operation::Spend { from, points } => {
                let (before, enough) = (self.transactions(), model.spendable(from, now) >= points);
                let outcome = self.debit(TransactionKind::Redeem, from, AccountId::REDEMPTION, points);
                prop_assert_eq!(outcome.is_ok(), enough, "{:?}", outcome);
                if let Ok(posted) = outcome {
                    self.settled(model, from, before)?;
                    model.active[from] = Some(now);
                    let taken = model.take(from, points);
                    model.spent.push((posted.id, from, taken, false));
                }
            }
            Operation::Give { from, to, points } if from != to => {
                let (before, enough) = (self.transactions(), model.spendable(from, now) >= points);
                let outcome = self.debit(TransactionKind::Transfer, from, self.account(to), points);
                prop_assert_eq!(outcome.is_ok(), enough, "{:?}", outcome);
                if let Ok(posted) = outcome {
                    self.settled(model, from, before)?;
                    model.active[from] = Some(now);
                    for lot in model.take(from, points) {
                        let end = model.end_of(&lot, now, Some(now));
                        model.lots[to].push(Lot { end, earned: now, seq: posted.seq, points: lot.points });
                    }
                }
            }
            Operation::Give { .. } => {}
            Operation::Void { nth } => self.void(model, nth)?,
            Operation::Policy { rule } => {
                self.switch_on(rule);
                model.policies.push((now, rule));
            }
            Operation::Days { days } => self.pass(model, days)?,
            Operation::DaysWithoutRun { days } => self.advance_days(days),
            Operation::BringBack { nth } => self.bring_back(model, nth)?,
        }
        Ok(())
    }

    fn void(&self, model: &mut Model, nth: usize) -> Result<(), TestCaseError> {
        let Some((id, member, lots, voided)) = model.spent.get(nth).cloned() else { return Ok(()) };
        let outcome = self.store.write_blocking(move |tx| ledger::reverse(tx, id, Details::default()));
        prop_assert_eq!(outcome.is_ok(), !voided, "{:?}", outcome);
        if let Ok(posted) = outcome {
            model.lots[member].extend(lots.into_iter().map(|lot| Lot { seq: posted.seq, ..lot }));
            model.spent[nth].3 = true;
        }
        Ok(())
    }

    fn pass(&self, model: &mut Model, days: u64) -> Result<(), TestCaseError> {
        self.advance_days(days);
        let before = self.transactions();
        self.settle();
        let after = self.transactions();
        self.settle();
        prop_assert_eq!(self.transactions(), after, "a second run moved points");
        (0..MEMBERS).try_for_each(|member| self.settled(model, member, before))
    }

    /// Takes what has ended of a member in the model too, and finds the transaction by which it expired: after so many.
    fn settled(&self, model: &mut Model, member: usize, before: i64) -> Result<(), TestCaseError> {
        let now = self.clock.now();
        let lots = std::mem::take(&mut model.lots[member]);
        let (ended, open): (Vec<_>, Vec<_>) = lots.into_iter().partition(|lot| model.has_ended(member, lot, now));
        model.lots[member] = open;
        let first_time: Vec<_> = ended.into_iter().filter(|lot| !model.returned.contains(&lot.seq)).collect();
        let id = self.members[member].0;
        let newest = self.store.read(|read| ledger::entries(read, id, i64::MAX, 3)).expect("entries");
        // Points that expire for the second time may be as many, and they are taken after those of the first time.
        let expiry = newest.iter().rfind(|entry| {
            entry.seq > before
                && entry.kind == TransactionKind::Expiry
                && -entry.points == first_time.iter().map(|lot| lot.points).sum::<i64>()
        });
        prop_assert_eq!(expiry.is_some(), !first_time.is_empty());
        if let Some(expiry) = expiry {
            let ends = first_time.iter().map(|lot| model.end_of(lot, now, model.active[member]));
            let last = Day::of(ends.max().expect("a lot")).plus(-1);
            let until = end_of_day(last.plus(10).max(Day::of(now).plus(9)));
            model.expired.push(Expired { member, id: expiry.id, lots: first_time, until, open: true });
        }
        Ok(())
    }

    fn bring_back(&self, model: &mut Model, nth: usize) -> Result<(), TestCaseError> {
        let now = self.clock.now();
        let Some(expired) = model.expired.get_mut(nth) else { return Ok(()) };
        let (member, id) = (self.members[expired.member].0, expired.id);
        let outcome = self.store.write_blocking(move |tx| bring_back(tx, member, id));
        prop_assert_eq!(outcome.is_ok(), expired.open && now < expired.until, "{:?}", outcome.err());
        if outcome.is_ok() {
            let (seq, end) = (self.transactions(), end_of_day(Day::of(now).plus(EXTRA_DAYS)));
            let back = expired.lots.iter().map(|lot| Lot { end: end.max(lot.end), seq, ..*lot });
            model.lots[expired.member].extend(back);
            expired.open = false;
            model.returned.push(seq);
        }
        Ok(())
    }

    fn check(&self, model: &Model) -> Result<(), TestCaseError> {
        let now = self.clock.now();
        for member in 0..MEMBERS {
            let mut expected = BTreeMap::new();
            for lot in &model.lots[member] {
                *expected.entry((model.end_of(lot, now, model.active[member]), lot.earned)).or_default() += lot.points;
            }
            prop_assert_eq!(self.lots(member), expected, "member {}", member);
            let id = self.members[member].0;
            let balance = self.store.read(|read| ledger::balance_of(read, id)).expect("a balance");
            prop_assert_eq!(balance, model.balance(member), "lots sum to the balance");
        }
        Ok(())
    }
}

/// Does these operations in a programme and in its model, and compares the two after each.
fn agree(operations: &[Operation]) -> Result<(), TestCaseError> {
    let programme = Programme::start();
    programme.switch_on(after(2));
    let mut model = Model { policies: vec![(programme.clock.now(), after(2))], ..Model::default() };
    for operation in operations {
        programme.apply(&mut model, operation)?;
        programme.check(&model)?;
    }
    programme.store.read_consistently(replay).expect("a replay").map_err(TestCaseError::fail)?;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lots_agree_with_a_model_while_points_expire(operations in proptest::collection::vec(operation(), 1..50)) {
        agree(&operations)?;
    }
}

#[test]
fn points_that_came_back_expire_for_good_beside_as_many_that_expire_for_the_first_time() {
    use Operation::{BringBack, Days, Issue};
    let issue = Issue { to: 0, points: 5 };
    let operations = [
        issue.clone(),
        Days { days: 39 },
        issue,
        Days { days: 25 },
        BringBack { nth: 0 },
        Days { days: 39 },
        BringBack { nth: 1 },
    ];
    agree(&operations).expect("the programme as its model");
}

#[test]
fn what_has_ended_is_not_spent_while_the_run_is_late() {
    use Operation::{BringBack, DaysWithoutRun, Issue, Policy, Spend};
    let issue = Issue { to: 0, points: 5 };
    let operations = [
        issue.clone(),
        DaysWithoutRun { days: 39 },
        issue.clone(),
        DaysWithoutRun { days: 25 },
        Spend { from: 0, points: 6 },
        Spend { from: 0, points: 4 },
        BringBack { nth: 0 },
        Policy { rule: Rule::Inactivity { months: 1 } },
        issue.clone(),
        DaysWithoutRun { days: 39 },
        issue,
        Spend { from: 0, points: 6 },
    ];
    agree(&operations).expect("the programme as its model");
}

#[test]
fn five_hundred_voids_at_once_return_the_same_lots_once_each() {
    let programme = Programme::start();
    programme.switch_on(after(2));
    for _ in 0..25 {
        programme.advance_days(1);
        programme.issue(0, 100).expect("issued");
    }
    let before = programme.lots(0);
    let spend = |_| programme.debit(TransactionKind::Redeem, 0, AccountId::REDEMPTION, 5).expect("spent").id;
    let spent: Vec<TransactionId> = (0..500).map(spend).collect();
    assert!(programme.lots(0).is_empty());
    let (voided, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            for part in spent.chunks(125) {
                let (store, voided, refused) = (&programme.store, &voided, &refused);
                scope.spawn(move || {
                    for id in part.iter().copied() {
                        match store.write_blocking(move |tx| ledger::reverse(tx, id, Details::default())) {
                            Ok(_) => voided.fetch_add(1, Ordering::SeqCst),
                            Err(error) => {
                                assert_eq!(error.code(), "already_reversed");
                                refused.fetch_add(1, Ordering::SeqCst)
                            }
                        };
                    }
                });
            }
        }
    });
    assert_eq!((voided.into_inner(), refused.into_inner()), (500, 500));
    assert_eq!(programme.lots(0), before);
    programme.store.read_consistently(replay).expect("a replay").expect("sound books");
}
