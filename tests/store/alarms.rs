//! Points on hold because of an alarm, against a model: they are never spendable, a release gives back the same lots, and
//! nothing else takes them.

use std::collections::BTreeMap;
use std::time::Duration;

use kapok::base::id::AlarmId;
use kapok::core::ledger::replay::replay;
use kapok::core::ledger::{self, AccountId, Details, NewPostings, TransactionKind};
use kapok::member::alarms::{self, AlarmDecision};
use kapok::platform::store::{Tx, params};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::support::Books;

const MEMBERS: usize = 3;
const ALARMS: usize = 2;
const NOTED: AlarmDecision<'static> = AlarmDecision { by: "Ada", note: "Looks odd" };

#[derive(Clone, Debug)]
enum Operation {
    Earn { to: usize, points: i64, days: u64 },
    Spend { from: usize, points: i64, kind: usize },
    Evidence { alarm: usize, member: usize, points: i64 },
    Hold { alarm: usize, member: Option<usize> },
    Release { alarm: usize },
    Close { member: usize },
}

fn operation() -> impl Strategy<Value = Operation> {
    let (member, alarm) = (0..MEMBERS, 0..ALARMS);
    prop_oneof![
        6 => (member.clone(), 1..100_i64, 1..400_u64).prop_map(|(to, points, days)| Operation::Earn { to, points, days }),
        5 => (member.clone(), 1..120_i64, 0..2_usize)
            .prop_map(|(from, points, kind)| Operation::Spend { from, points, kind }),
        4 => (alarm.clone(), member.clone(), 1..80_i64)
            .prop_map(|(alarm, member, points)| Operation::Evidence { alarm, member, points }),
        4 => (alarm.clone(), proptest::option::of(member.clone()))
            .prop_map(|(alarm, member)| Operation::Hold { alarm, member }),
        3 => alarm.prop_map(|alarm| Operation::Release { alarm }),
        1 => member.prop_map(|member| Operation::Close { member }),
    ]
}

/// An alarm that was raised: how many points of each member it concerns, and how many it holds.
struct Raised {
    id: AlarmId,
    shares: [i64; MEMBERS],
    held: [i64; MEMBERS],
    is_held: bool,
}

struct Model {
    balances: [i64; MEMBERS],
    alarms: Vec<Raised>,
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
        Self(Books::open("2026-11-12T04:00:00Z", MEMBERS))
    }

    /// An alarm about nobody yet, as a finding would raise it.
    fn raise(&self) -> Raised {
        let insert = |tx: &Tx<'_>| {
            let id = AlarmId::made_at(tx.now());
            tx.execute_one(
                "insert into alarm (id, kind, subject, level, queue, counted, of_all, usual, days, points, raised_at_ms,
                     found_at_ms)
                 values (:id, 'device', :subject, 'low', 'open', 1, 0, 0, 1, 0, 0, 0)",
                params! { ":id": id, ":subject": id.to_string() },
            )?;
            Ok(id)
        };
        let id = self.write(insert).expect("an alarm");
        Raised { id, shares: [0; MEMBERS], held: [0; MEMBERS], is_held: false }
    }

    /// The points of members and in escrow by their end.
    fn ends(&self) -> BTreeMap<i64, i64> {
        let sql = "select expires_at_ms, sum(remaining) as points from lot where account_id > 2 group by expires_at_ms
                   having sum(remaining) > 0";
        let end = |row: &kapok::platform::store::Row<'_>| Ok((row.get("expires_at_ms")?, row.get("points")?));
        self.store.read(|read| read.all(sql, params! {}, end)).expect("lots").into_iter().collect()
    }

    fn apply(&self, model: &mut Model, operation: &Operation) -> Result<(), TestCaseError> {
        self.clock.advance(Duration::from_millis(1));
        match operation {
            Operation::Earn { to, points, days } => {
                let (account, expires_at) =
                    (self.members[*to].1, self.clock.now().plus(Duration::from_secs(days * 86_400)));
                let kind = TransactionKind::Earn;
                let issued = NewPostings::between(kind, AccountId::ISSUANCE, account, *points, Details::default());
                self.write(move |tx| ledger::post(tx, &NewPostings { expires_at, ..issued })).expect("points");
                model.balances[*to] += points;
            }
            Operation::Spend { from, points, kind } => {
                let other = (from + 1) % MEMBERS;
                let (kind, to) = [
                    (TransactionKind::Redeem, AccountId::REDEMPTION),
                    (TransactionKind::Transfer, self.members[other].1),
                ][*kind];
                let movement = NewPostings::between(kind, self.members[*from].1, to, *points, Details::default());
                let outcome = self.write(move |tx| ledger::post(tx, &movement));
                prop_assert_eq!(outcome.is_ok(), model.balances[*from] >= *points, "held points are not spendable");
                if outcome.is_ok() {
                    model.balances[*from] -= points;
                    model.balances[other] += if to == AccountId::REDEMPTION { 0 } else { *points };
                }
            }
            Operation::Evidence { alarm, member, points } => self.add_evidence(model, (*alarm, *member, *points)),
            Operation::Hold { alarm, member } => self.hold(model, *alarm, *member)?,
            Operation::Release { alarm } => self.release(model, *alarm)?,
            Operation::Close { member } => self.close(model, *member),
        }
        Ok(())
    }

    fn add_evidence(&self, model: &mut Model, (alarm, member, points): (usize, usize, i64)) {
        let (id, owner) = (model.alarms[alarm].id, self.members[member].0);
        let insert = move |tx: &Tx<'_>| {
            tx.execute_one(
                "insert into alarm_evidence (alarm_id, id, member_id, points, created_at_ms)
                 values (:alarm, :id, :member, :points, 0)",
                params! { ":alarm": id, ":id": AlarmId::made_at(tx.now()), ":member": owner, ":points": points },
            )
        };
        self.write(insert).expect("evidence");
        model.alarms[alarm].shares[member] += points;
    }

    fn hold(&self, model: &mut Model, alarm: usize, member: Option<usize>) -> Result<(), TestCaseError> {
        let raised = &mut model.alarms[alarm];
        let mut wanted = [0; MEMBERS];
        for place in (0..MEMBERS).filter(|place| member.is_none_or(|only| only == *place)) {
            wanted[place] = (raised.shares[place] - raised.held[place]).min(model.balances[place]).max(0);
        }
        let (id, only) = (raised.id, member.map(|place| vec![self.members[place].0]));
        let before = self.ends();
        let outcome = self.write(move |tx| alarms::hold(tx, id, only.as_deref(), NOTED));
        let total: i64 = wanted.iter().sum();
        match outcome {
            Ok((_, points)) => prop_assert_eq!(points, total),
            Err(refused) => prop_assert_eq!((refused.code(), total), ("nothing_to_hold", 0)),
        }
        prop_assert_eq!(self.ends(), before, "a hold changes the end of no point");
        for (place, points) in wanted.into_iter().enumerate() {
            raised.held[place] += points;
            model.balances[place] -= points;
        }
        raised.is_held |= total > 0;
        Ok(())
    }

    fn release(&self, model: &mut Model, alarm: usize) -> Result<(), TestCaseError> {
        let (id, before) = (model.alarms[alarm].id, self.ends());
        let outcome = self.write(move |tx| alarms::release(tx, id, NOTED));
        prop_assert_eq!(outcome.is_ok(), model.alarms[alarm].is_held);
        prop_assert_eq!(self.ends(), before, "a release changes the end of no point");
        if let Ok((_, points)) = outcome {
            prop_assert_eq!(points, model.alarms[alarm].held.iter().sum::<i64>());
            for place in 0..MEMBERS {
                model.balances[place] += model.alarms[alarm].held[place];
            }
            // The alarm has ended; another alarm takes its place.
            model.alarms[alarm] = self.raise();
        }
        Ok(())
    }

    /// The effect of closing an account on its points on hold.
    fn close(&self, model: &mut Model, member: usize) {
        let id = self.members[member].0;
        self.write(move |tx| alarms::forget_member(tx, id)).expect("given back");
        for raised in &mut model.alarms {
            model.balances[member] += raised.held[member];
            let had = std::mem::take(&mut raised.held[member]);
            if had > 0 && raised.held.iter().all(|held| *held == 0) {
                *raised = self.raise();
            }
        }
    }

    fn check(&self, model: &Model) -> Result<(), TestCaseError> {
        for (place, (member, account)) in self.members.iter().enumerate() {
            prop_assert_eq!(self.balance(*account), model.balances[place], "member {}", place);
            let held: i64 = model.alarms.iter().map(|alarm| alarm.held[place]).sum();
            let told = self.store.read(|read| alarms::total_held(read, *member)).expect("a sum");
            prop_assert_eq!(told, held, "the member is shown what is on hold");
        }
        let held: i64 = model.alarms.iter().flat_map(|alarm| alarm.held).sum();
        prop_assert_eq!(self.balance(AccountId::ESCROW), held);
        self.store.read_consistently(replay).expect("a replay").map_err(TestCaseError::fail)?;
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn points_on_hold_agree_with_a_model(operations in proptest::collection::vec(operation(), 1..40)) {
        let programme = Programme::start();
        let mut model = Model { balances: [0; MEMBERS], alarms: (0..ALARMS).map(|_| programme.raise()).collect() };
        for operation in &operations {
            programme.apply(&mut model, operation)?;
            programme.check(&model)?;
        }
    }
}
