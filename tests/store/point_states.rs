//! Points that are pending, held and expired in one programme: every point is in one place, and only those of the balance
//! that have not ended are spendable. The models of each state stand in the files beside this one.

use std::time::Duration;

use kapok::base::day::Day;
use kapok::base::id::TransactionId;
use kapok::base::problem::AppResult;
use kapok::core::expiry::{self, Rule};
use kapok::core::ledger::replay::replay;
use kapok::core::ledger::{self, AccountId, Details, HoldEnd, NewPostings, PendingPart, Posted, TransactionKind};
use kapok::member::expiry::{bring_back, ends_of, settle_before_earning, settle_ended};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::support::Books;

const MEMBERS: usize = 2;

#[derive(Clone, Debug)]
enum Operation {
    Award { to: usize, now: i64, parts: Vec<(i64, i64)> },
    Void { nth: usize },
    Spend { from: usize, points: i64 },
    Give { from: usize, points: i64 },
    Hold { from: usize, points: i64 },
    EndHold { nth: usize, confirm: bool },
    Days { days: u64 },
    BringBack { member: usize },
}

fn operation() -> impl Strategy<Value = Operation> {
    let (member, points) = (0..MEMBERS, 1..120_i64);
    let parts = proptest::collection::vec((1..20_i64, 1..100_i64), 0..3);
    prop_oneof![
        6 => (member.clone(), 1..100_i64, parts).prop_map(|(to, now, parts)| Operation::Award { to, now, parts }),
        3 => (0..10_usize).prop_map(|nth| Operation::Void { nth }),
        3 => (member.clone(), points.clone()).prop_map(|(from, points)| Operation::Spend { from, points }),
        2 => (member.clone(), points.clone()).prop_map(|(from, points)| Operation::Give { from, points }),
        4 => (member.clone(), points).prop_map(|(from, points)| Operation::Hold { from, points }),
        3 => (0..6_usize, any::<bool>()).prop_map(|(nth, confirm)| Operation::EndHold { nth, confirm }),
        6 => (1..25_u64).prop_map(|days| Operation::Days { days }),
        2 => member.prop_map(|member| Operation::BringBack { member }),
    ]
}

/// An award: all its points, and the day and the points of each part that is still pending.
struct Award {
    id: TransactionId,
    points: i64,
    pending: Vec<(i64, i64)>,
    voided: bool,
}

/// The points by their place. What the members have is the rest.
#[derive(Default)]
struct Model {
    awards: Vec<Award>,
    /// The number of the transaction, the points, and whether the hold is open.
    holds: Vec<(i64, i64, bool)>,
    redeemed: i64,
    expired: i64,
}

impl Model {
    fn issued(&self) -> i64 {
        self.awards.iter().filter(|award| !award.voided).map(|award| award.points).sum()
    }

    fn pending(&self) -> i64 {
        self.awards.iter().flat_map(|award| &award.pending).map(|(_, points)| points).sum()
    }

    fn held(&self) -> i64 {
        self.holds.iter().filter(|(.., open)| *open).map(|(_, points, _)| points).sum()
    }
}

/// The points of a member's lots: those that have not ended, and those that have.
fn open_and_ended(books: &Books, member: usize) -> (i64, i64) {
    let now = books.clock.now();
    let ends = books.store.read(|read| ends_of(read, &*expiry::policies(read)?, books.account(member))).expect("lots");
    let (open, ended): (Vec<_>, Vec<_>) = ends.into_iter().partition(|(_, end)| *end > now);
    let sum = |lots: Vec<(ledger::EndingLot, _)>| lots.iter().map(|(lot, _)| lot.points).sum();
    (sum(open), sum(ended))
}

/// Takes points from a member as every change does that a member asks for.
fn debit(books: &Books, kind: TransactionKind, from: usize, to: AccountId, points: i64) -> AppResult<Posted> {
    let (member, account) = books.members[from];
    let movement = NewPostings::between(kind, account, to, points, Details::default());
    books.write(move |tx| {
        settle_ended(tx, member)?;
        ledger::post(tx, &movement)
    })
}

fn apply(books: &Books, model: &mut Model, operation: &Operation) -> Result<(), TestCaseError> {
    books.clock.advance(Duration::from_millis(1));
    match operation {
        Operation::Award { to, now, parts } => award(books, model, (*to, *now), parts),
        Operation::Void { nth } => void(books, model, *nth),
        Operation::Spend { from, points } => {
            if spend(books, model, (*from, *points), (TransactionKind::Redeem, AccountId::REDEMPTION))?.is_some() {
                model.redeemed += points;
            }
        }
        Operation::Give { from, points } => {
            let to = books.account((from + 1) % MEMBERS);
            spend(books, model, (*from, *points), (TransactionKind::Transfer, to))?;
        }
        Operation::Hold { from, points } => {
            let held = spend(books, model, (*from, *points), (TransactionKind::Hold, AccountId::ESCROW))?;
            model.holds.extend(held.map(|posted| (posted.seq, *points, true)));
        }
        Operation::EndHold { nth, confirm } => end_hold(books, model, (*nth, *confirm))?,
        Operation::Days { days } => pass(books, model, *days)?,
        Operation::BringBack { member } => give_back(books, model, *member)?,
    }
    Ok(())
}

fn award(books: &Books, model: &mut Model, (to, now): (usize, i64), parts: &[(i64, i64)]) {
    let (member, account) = books.members[to];
    let today = Day::of(books.clock.now()).number();
    let pending: Vec<(i64, i64)> = parts.iter().map(|(days, points)| (today + days, *points)).collect();
    let points = now + pending.iter().map(|(_, points)| points).sum::<i64>();
    let part = |(day, points): &(i64, i64)| PendingPart { day: Day::from_number(*day), points: *points };
    let parts: Vec<PendingPart> = pending.iter().map(part).collect();
    let (_, ended) = open_and_ended(books, to);
    let before = books.transactions();
    let posted = books.write(move |tx| {
        settle_before_earning(tx, member)?;
        ledger::post_award(tx, account, points, &parts, Details::default())
    });
    let id = posted.expect("an award").id;
    // Points that have ended expire before the award where activity would keep them.
    model.expired += if books.transactions() > before + 1 { ended } else { 0 };
    model.awards.push(Award { id, points, pending, voided: false });
}

fn void(books: &Books, model: &mut Model, nth: usize) {
    let Some(award) = model.awards.get_mut(nth) else { return };
    let id = award.id;
    let voided = books.write(move |tx| ledger::reverse(tx, id, Details::default())).is_ok();
    assert!(!(award.voided && voided), "a second void");
    if voided {
        award.pending.clear();
        award.voided = true;
    }
}

/// Spends points, which must work exactly if as many have not ended.
fn spend(
    books: &Books,
    model: &mut Model,
    (from, points): (usize, i64),
    (kind, to): (TransactionKind, AccountId),
) -> Result<Option<Posted>, TestCaseError> {
    let (open, ended) = open_and_ended(books, from);
    match debit(books, kind, from, to, points) {
        Ok(posted) => {
            prop_assert!(open >= points, "{} points of {} were spent", points, open);
            model.expired += ended;
            Ok(Some(posted))
        }
        Err(refused) => {
            prop_assert_eq!((refused.code(), open < points), ("insufficient_points", true));
            Ok(None)
        }
    }
}

fn end_hold(books: &Books, model: &mut Model, (nth, confirm): (usize, bool)) -> Result<(), TestCaseError> {
    let Some((seq, points, open)) = model.holds.get(nth).copied() else { return Ok(()) };
    let end = if confirm { HoldEnd::Confirmed } else { HoldEnd::Returned };
    let outcome = books.write(move |tx| ledger::end_hold(tx, seq, end, Details::default()));
    prop_assert_eq!(outcome.is_ok(), open, "a hold ends once");
    model.redeemed += if open && confirm { points } else { 0 };
    model.holds[nth].2 = false;
    Ok(())
}

/// Lets days pass, and does what the server does on each: releases pending points, then lets points expire.
fn pass(books: &Books, model: &mut Model, days: u64) -> Result<(), TestCaseError> {
    books.advance_days(days);
    let today = Day::of(books.clock.now()).number();
    for award in &mut model.awards {
        award.pending.retain(|(day, _)| *day > today);
    }
    books.release();
    let ended: i64 = (0..MEMBERS).map(|member| open_and_ended(books, member).1).sum();
    books.settle();
    model.expired += ended;
    let after = books.transactions();
    books.release();
    books.settle();
    prop_assert_eq!(books.transactions(), after, "a second run moved points");
    for member in 0..MEMBERS {
        prop_assert_eq!(open_and_ended(books, member).1, 0, "what has ended has expired");
    }
    Ok(())
}

/// Brings the points back that expired last of a member.
fn give_back(books: &Books, model: &mut Model, member: usize) -> Result<(), TestCaseError> {
    let (id, account) = books.members[member];
    let newest = books.store.read(|read| ledger::entries(read, id, i64::MAX, 50)).expect("entries");
    let Some(expired) = newest.iter().find(|entry| entry.kind == TransactionKind::Expiry) else { return Ok(()) };
    let (of, before) = (expired.id, books.balance(account));
    if books.write(move |tx| bring_back(tx, id, of)).is_ok() {
        prop_assert_eq!(books.balance(account), before - expired.points, "all of them came back");
        model.expired += expired.points;
    }
    Ok(())
}

fn check(books: &Books, model: &Model) -> Result<(), TestCaseError> {
    let mut owned = 0;
    for member in 0..MEMBERS {
        let (balance, (open, ended)) = (books.balance(books.account(member)), open_and_ended(books, member));
        prop_assert_eq!(open + ended, balance, "lots sum to the balance");
        owned += balance;
        let refused = debit(books, TransactionKind::Redeem, member, AccountId::REDEMPTION, open + 1);
        prop_assert_eq!(refused.err().map(|error| error.code().to_owned()), Some("insufficient_points".to_owned()));
    }
    let places = [AccountId::PENDING, AccountId::ESCROW, AccountId::REDEMPTION, AccountId::EXPIRY, AccountId::ISSUANCE];
    let expected = [model.pending(), model.held(), model.redeemed, model.expired, -model.issued()];
    prop_assert_eq!(places.map(|place| books.balance(place)), expected);
    prop_assert_eq!(owned + expected.iter().sum::<i64>(), 0, "every point is in one place");
    Ok(())
}

fn agree(rule: Rule, operations: &[Operation]) -> Result<(), TestCaseError> {
    let books = Books::open("2026-11-12T04:00:00Z", MEMBERS);
    books.expire(rule, (10, 15));
    let mut model = Model::default();
    for operation in operations {
        apply(&books, &mut model, operation)?;
        check(&books, &model)?;
    }
    books.store.read_consistently(replay).expect("a replay").map_err(TestCaseError::fail)?;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_point_is_pending_held_expired_spent_or_spendable(
        operations in proptest::collection::vec(operation(), 1..50),
        by_activity in any::<bool>(),
    ) {
        let months = 1;
        let after = Rule::AfterEarning { months, month_end: false };
        agree(if by_activity { Rule::Inactivity { months } } else { after }, &operations)?;
    }
}
