//! The ledger against a model made of maps: random operations, and the same balances after each.

use std::collections::HashMap;
use std::time::Duration;

use kapok::base::id::TransactionId;
use kapok::base::problem::AppResult;
use kapok::core::ledger::replay::replay;
use kapok::core::ledger::{self, AccountId, Details, HoldEnd, NewPostings, TransactionKind};
use kapok::platform::store::{Reader, params};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::support::Books;

const MEMBERS: usize = 4;

#[derive(Clone, Debug)]
enum Operation {
    Issue { to: usize, points: i64, lapses_in_days: Option<u8> },
    Spend { from: usize, points: i64 },
    Give { from: usize, to: usize, points: i64 },
    Hold { from: usize, points: i64 },
    EndHold { nth: usize, confirm: bool },
    Reverse { nth: usize },
}

fn operation() -> impl Strategy<Value = Operation> {
    let member = 0..MEMBERS;
    let points = 1..400_i64;
    prop_oneof![
        4 => (member.clone(), points.clone(), proptest::option::of(1..60_u8))
            .prop_map(|(to, points, lapses_in_days)| Operation::Issue { to, points, lapses_in_days }),
        2 => (member.clone(), points.clone()).prop_map(|(from, points)| Operation::Spend { from, points }),
        4 => (member.clone(), member.clone(), points.clone())
            .prop_map(|(from, to, points)| Operation::Give { from, to, points }),
        2 => (member, points).prop_map(|(from, points)| Operation::Hold { from, points }),
        2 => (0..8_usize, any::<bool>()).prop_map(|(nth, confirm)| Operation::EndHold { nth, confirm }),
        1 => (0..30_usize).prop_map(|nth| Operation::Reverse { nth }),
    ]
}

/// A transaction, its lines, and whether it has been reversed.
type Reversible = (TransactionId, Vec<(AccountId, i64)>, bool);

/// The expected state of the ledger.
#[derive(Default)]
struct Model {
    balances: HashMap<AccountId, i64>,
    holds: Vec<(i64, AccountId, i64, bool)>,
    reversible: Vec<Reversible>,
    transactions: i64,
}

impl Model {
    fn balance(&self, account: AccountId) -> i64 {
        self.balances.get(&account).copied().unwrap_or(0)
    }

    fn can_apply(&self, lines: &[(AccountId, i64)]) -> bool {
        lines.iter().all(|(account, points)| *account == AccountId::ISSUANCE || self.balance(*account) + points >= 0)
    }

    fn apply(&mut self, lines: &[(AccountId, i64)]) {
        self.transactions += 1;
        for (account, points) in lines {
            *self.balances.entry(*account).or_default() += points;
        }
    }
}

struct Programme(Books);

impl std::ops::Deref for Programme {
    type Target = Books;

    fn deref(&self) -> &Books {
        &self.0
    }
}

fn books() -> Programme {
    Programme(Books::open("2026-09-21T14:13:20Z", MEMBERS))
}

impl Programme {
    fn post(&self, movement: NewPostings) -> AppResult<ledger::Posted> {
        self.store.write_blocking(move |tx| ledger::post(tx, &movement))
    }

    /// Posts lines in the ledger and in the model, which must both accept or both refuse them.
    fn move_points(&self, model: &mut Model, movement: NewPostings) -> Result<Option<ledger::Posted>, TestCaseError> {
        let lines: Vec<_> = movement.lines.iter().map(|line| (line.account, line.points)).collect();
        let allowed = model.can_apply(&lines);
        let is_hold = movement.kind == TransactionKind::Hold;
        match self.post(movement) {
            Ok(posted) => {
                prop_assert!(allowed, "the ledger accepted what the model refuses: {lines:?}");
                model.apply(&lines);
                if !is_hold {
                    model.reversible.push((posted.id, lines, false));
                }
                Ok(Some(posted))
            }
            Err(refused) => {
                prop_assert!(!allowed, "the ledger refused ({refused}) what the model accepts: {lines:?}");
                prop_assert_eq!(refused.code(), "insufficient_points");
                Ok(None)
            }
        }
    }

    fn run(&self, model: &mut Model, operation: &Operation) -> Result<(), TestCaseError> {
        let between = |kind, from, to, points| NewPostings::between(kind, from, to, points, Details::default());
        match *operation {
            Operation::Issue { to, points, lapses_in_days } => {
                let mut movement = between(TransactionKind::Earn, AccountId::ISSUANCE, self.account(to), points);
                if let Some(days) = lapses_in_days {
                    movement.expires_at = self.clock.now().plus(Duration::from_secs(86_400 * u64::from(days)));
                }
                self.move_points(model, movement)?;
            }
            Operation::Spend { from, points } => {
                self.move_points(
                    model,
                    between(TransactionKind::Redeem, self.account(from), AccountId::REDEMPTION, points),
                )?;
            }
            Operation::Give { from, to, points } if from != to => {
                self.move_points(
                    model,
                    between(TransactionKind::Transfer, self.account(from), self.account(to), points),
                )?;
            }
            Operation::Give { .. } => {}
            Operation::Hold { from, points } => {
                let movement = between(TransactionKind::Hold, self.account(from), AccountId::ESCROW, points);
                if let Some(posted) = self.move_points(model, movement)? {
                    model.holds.push((posted.seq, self.account(from), points, true));
                }
            }
            Operation::EndHold { nth, confirm } => self.end_hold(model, nth, confirm)?,
            Operation::Reverse { nth } => self.reverse(model, nth)?,
        }
        Ok(())
    }

    fn end_hold(&self, model: &mut Model, nth: usize, confirm: bool) -> Result<(), TestCaseError> {
        let Some((seq, owner, points, open)) = model.holds.get(nth).copied() else { return Ok(()) };
        let (end, to) = if confirm { (HoldEnd::Confirmed, AccountId::REDEMPTION) } else { (HoldEnd::Returned, owner) };
        let outcome = self.store.write_blocking(move |tx| ledger::end_hold(tx, seq, end, Details::default()));
        if open {
            prop_assert!(outcome.is_ok(), "an open hold does not end: {outcome:?}");
            model.apply(&[(AccountId::ESCROW, -points), (to, points)]);
            model.holds[nth].3 = false;
        } else {
            prop_assert_eq!(outcome.expect_err("a hold ends once").code(), "hold_ended");
        }
        Ok(())
    }

    fn reverse(&self, model: &mut Model, nth: usize) -> Result<(), TestCaseError> {
        let Some((id, lines, reversed)) = model.reversible.get(nth).cloned() else { return Ok(()) };
        let opposite: Vec<_> = lines.iter().map(|(account, points)| (*account, -points)).collect();
        let outcome = self.store.write_blocking(move |tx| ledger::reverse(tx, id, Details::default()));
        match outcome {
            Ok(_) => {
                prop_assert!(!reversed && model.can_apply(&opposite));
                model.apply(&opposite);
                model.reversible[nth].2 = true;
            }
            Err(refused) if reversed => prop_assert_eq!(refused.code(), "already_reversed"),
            Err(refused) => {
                prop_assert!(!model.can_apply(&opposite), "{refused}");
                prop_assert_eq!(refused.code(), "insufficient_points");
            }
        }
        Ok(())
    }

    fn check(&self, model: &Model) -> Result<(), TestCaseError> {
        let reader = Reader::open(&self.folder).expect("a reader");
        let verdict = reader.read_consistently(replay).expect("a replay");
        let summary = verdict.map_err(TestCaseError::fail)?;
        prop_assert_eq!(summary.transactions, model.transactions);
        let held: i64 = self.members.iter().map(|(_, account)| model.balance(*account)).sum();
        prop_assert_eq!(summary.outstanding, held + model.balance(AccountId::ESCROW));
        for (_, account) in &self.members {
            let id = account.get();
            let expected = model.balance(*account);
            let shown = reader
                .read_consistently(|read| {
                    read.number("select balance as n from account where id = :id", params! { ":id": id })
                })
                .expect("a balance");
            prop_assert_eq!(shown, expected);
        }
        prop_assert_eq!(model.balances.values().sum::<i64>(), 0);
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_books_agree_with_a_model_after_any_operations(operations in proptest::collection::vec(operation(), 1..70)) {
        let books = books();
        let mut model = Model::default();
        for operation in &operations {
            books.run(&mut model, operation)?;
        }
        books.check(&model)?;
    }
}

#[test]
fn spending_takes_the_points_that_lapse_first() {
    let books = books();
    let mut model = Model::default();
    let days = [None, Some(30), Some(5)];
    for lapses_in_days in days {
        let operation = Operation::Issue { to: 0, points: 100, lapses_in_days };
        books.run(&mut model, &operation).expect("issued");
    }
    books.run(&mut model, &Operation::Spend { from: 0, points: 150 }).expect("spent");
    let reader = Reader::open(&books.folder).expect("a reader");
    let left = reader
        .read_consistently(|read| {
            read.all(
                "select seq, remaining from lot where account_id = :id order by seq",
                params! { ":id": books.account(0).get() },
                |row| Ok((row.get::<i64>("seq")?, row.get::<i64>("remaining")?)),
            )
        })
        .expect("lots");
    assert_eq!(left, [(1, 100), (2, 50), (3, 0)], "the third lot expires first, then the second, the first never");
}

#[test]
fn a_returned_hold_brings_back_the_lots_that_it_took() {
    let books = books();
    let mut model = Model::default();
    for lapses_in_days in [Some(10), Some(20)] {
        books.run(&mut model, &Operation::Issue { to: 0, points: 50, lapses_in_days }).expect("issued");
    }
    let days_of_lapse = |books: &Programme| {
        let reader = Reader::open(&books.folder).expect("a reader");
        reader
            .read_consistently(|read| {
                read.all(
                    "select expires_at_ms, earned_at_ms, sum(remaining) as left from lot
                     where account_id = :id and remaining > 0 group by 1, 2 order by 1",
                    params! { ":id": books.account(0).get() },
                    |row| {
                        Ok((row.get::<i64>("expires_at_ms")?, row.get::<i64>("earned_at_ms")?, row.get::<i64>("left")?))
                    },
                )
            })
            .expect("lots")
    };
    let before = days_of_lapse(&books);
    books.run(&mut model, &Operation::Hold { from: 0, points: 80 }).expect("held");
    books.clock.advance(Duration::from_secs(3600));
    books.run(&mut model, &Operation::EndHold { nth: 0, confirm: false }).expect("returned");
    assert_eq!(days_of_lapse(&books), before);
    books.check(&model).expect("sound books");
}

#[test]
fn the_ledger_refuses_to_be_changed() {
    let books = books();
    books.run(&mut Model::default(), &Operation::Issue { to: 0, points: 10, lapses_in_days: None }).expect("issued");
    for sql in [
        "update ledger_transaction set lines = '1:-11 5:11'",
        "delete from ledger_transaction",
        "update posting set points = 11 where points = 10",
        "delete from posting",
        "delete from lot",
    ] {
        let outcome = books.store.write_blocking(move |tx| tx.execute(sql, params! {}));
        let text = outcome.expect_err(sql).to_string();
        assert!(text.contains("append-only"), "{sql}: {text}");
    }
}

#[test]
fn a_replay_names_the_first_thing_that_is_wrong() {
    let cases = [
        (
            "drop trigger ledger_transaction_is_never_updated; update ledger_transaction set created_at_ms = created_at_ms + 1 where seq = 2",
            "number 2",
        ),
        (
            "drop trigger ledger_transaction_is_never_deleted; delete from ledger_transaction where seq = 1",
            "number 1 is missing",
        ),
        ("update account set balance = balance + 5 where kind = 'member' and balance > 0", "postings make"),
        ("update lot set remaining = remaining - 1 where remaining > 1", "lot of"),
        (
            "drop trigger posting_is_never_updated; update posting set points = points + 1, balance_after = balance_after + 1 where seq = 1 and points > 0",
            "posting",
        ),
        (
            "drop trigger posting_is_never_updated; update posting set kind = 'Adjustment' where seq = 2 and points > 0",
            "number 2 on account",
        ),
        (
            "drop trigger posting_is_never_updated; update posting set created_at_ms = created_at_ms - 86400000 where seq = 1",
            "another kind or time",
        ),
        ("update hold set status = 'returned', ended_by_seq = 2", "in no lot"),
    ];
    for (damage, expected) in cases {
        let books = books();
        let mut model = Model::default();
        for operation in [
            Operation::Issue { to: 0, points: 100, lapses_in_days: None },
            Operation::Give { from: 0, to: 1, points: 40 },
            Operation::Hold { from: 1, points: 10 },
        ] {
            books.run(&mut model, &operation).expect("posted");
        }
        books.check(&model).expect("sound before the damage");
        tamper(&books, damage);
        let verdict = Reader::open(&books.folder).expect("a reader").read_consistently(replay).expect("a replay");
        let wrong = verdict.expect_err(damage);
        assert!(wrong.contains(expected), "{damage}: {wrong}");
    }
}

/// Changes the database file directly, without any check.
fn tamper(books: &Programme, script: &str) {
    let database = rusqlite::Connection::open(books.folder.database()).expect("the file opens");
    database.execute_batch(&format!("pragma foreign_keys = off; {script}")).expect("the damage is done");
}
