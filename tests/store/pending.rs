//! Pending points against a model: they are never spendable, a void takes them first, and releasing them twice moves
//! nothing twice.

use std::time::Duration;

use kapok::base::clock::Timestamp;
use kapok::base::day::Day;
use kapok::base::id::TransactionId;
use kapok::base::problem::AppResult;
use kapok::core::expiry::Rule;
use kapok::core::ledger::replay::replay;
use kapok::core::ledger::{self, AccountId, Details, NewPostings, PendingPart, TransactionKind};
use kapok::platform::store::params;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::support::Books;

const MEMBERS: usize = 3;

#[derive(Clone, Debug)]
enum Operation {
    Award { to: usize, now: i64, parts: Vec<(i64, i64)> },
    Spend { from: usize, points: i64, kind: usize },
    Void { nth: usize },
    Days { days: u64 },
    Close { member: usize },
}

fn operation() -> impl Strategy<Value = Operation> {
    let member = 0..MEMBERS;
    let parts = proptest::collection::vec((1..20_i64, 1..100_i64), 0..3);
    prop_oneof![
        6 => (member.clone(), 0..100_i64, parts).prop_map(|(to, now, parts)| Operation::Award { to, now, parts }),
        4 => (member.clone(), 1..150_i64, 0..3_usize)
            .prop_map(|(from, points, kind)| Operation::Spend { from, points, kind }),
        4 => (0..14_usize).prop_map(|nth| Operation::Void { nth }),
        5 => (1..12_u64).prop_map(|days| Operation::Days { days }),
        1 => member.prop_map(|member| Operation::Close { member }),
    ]
}

/// The expected state of an award.
#[derive(Clone, Debug)]
struct Award {
    id: TransactionId,
    member: usize,
    at_once: i64,
    /// The day and the points of each part that is still pending.
    pending: Vec<(i64, i64)>,
    released: i64,
    voided: bool,
    /// Whether pending points of it lapsed with the member's account.
    lapsed: bool,
}

#[derive(Default)]
struct Model {
    balances: [i64; MEMBERS],
    awards: Vec<Award>,
}

impl Model {
    fn pending(&self) -> i64 {
        self.awards.iter().flat_map(|award| &award.pending).map(|(_, points)| points).sum()
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
        Self(Books::open("2026-11-12T04:00:00Z", MEMBERS))
    }

    fn expire_after(&self, months: i32) {
        self.expire(Rule::AfterEarning { months, month_end: false }, (0, 1));
    }

    fn award(&self, to: usize, points: i64, parts: &[(i64, i64)]) -> AppResult<TransactionId> {
        let (account, parts) = (self.members[to].1, parts.to_vec());
        self.write(move |tx| {
            let part = |(day, points): &(i64, i64)| PendingPart { day: Day::from_number(*day), points: *points };
            let parts: Vec<PendingPart> = parts.iter().map(part).collect();
            Ok(ledger::post_award(tx, account, points, &parts, Details::default())?.id)
        })
    }

    fn void(&self, id: TransactionId) -> AppResult<ledger::Posted> {
        self.write(move |tx| ledger::reverse(tx, id, Details::default()))
    }

    /// The open lots of an account: the end and the points of each.
    fn lots(&self, account: AccountId) -> Vec<(Timestamp, i64)> {
        let sql = "select expires_at_ms, remaining from lot where account_id = :id and spent = 0 order by 1, 2";
        let lot = |row: &kapok::platform::store::Row<'_>| Ok((row.get("expires_at_ms")?, row.get("remaining")?));
        self.store.read(|read| read.all(sql, params! { ":id": account.get() }, lot)).expect("lots")
    }

    fn apply(&self, model: &mut Model, operation: &Operation) -> Result<(), TestCaseError> {
        self.clock.advance(Duration::from_millis(1));
        match operation {
            Operation::Award { to, now, parts } => {
                let today = Day::of(self.clock.now()).number();
                let mut pending: Vec<(i64, i64)> = parts.iter().map(|(days, points)| (today + days, *points)).collect();
                let total = now + pending.iter().map(|(_, points)| points).sum::<i64>();
                if total == 0 {
                    return Ok(());
                }
                let id = self.award(*to, total, &pending).expect("an award");
                pending.sort_unstable();
                model.balances[*to] += now;
                let (member, at_once) = (*to, *now);
                model.awards.push(Award { id, member, at_once, pending, released: 0, voided: false, lapsed: false });
            }
            Operation::Spend { from, points, kind } => {
                let other = self.members[(from + 1) % MEMBERS].1;
                let (kind, to) = [
                    (TransactionKind::Redeem, AccountId::REDEMPTION),
                    (TransactionKind::Hold, AccountId::ESCROW),
                    (TransactionKind::Transfer, other),
                ][*kind];
                let movement = NewPostings::between(kind, self.members[*from].1, to, *points, Details::default());
                let outcome = self.write(move |tx| ledger::post(tx, &movement));
                prop_assert_eq!(outcome.is_ok(), model.balances[*from] >= *points, "{:?}", outcome);
                if outcome.is_ok() {
                    model.balances[*from] -= points;
                    if to == other {
                        model.balances[(from + 1) % MEMBERS] += points;
                    }
                }
            }
            Operation::Void { nth } => {
                let Some(award) = model.awards.get_mut(*nth) else { return Ok(()) };
                let from_balance = award.at_once + award.released;
                let can = !award.voided && !award.lapsed && model.balances[award.member] >= from_balance;
                let outcome = self.void(award.id);
                prop_assert_eq!(outcome.is_ok(), can, "{:?}", outcome);
                if can {
                    model.balances[award.member] -= from_balance;
                    award.pending.clear();
                    award.voided = true;
                }
            }
            Operation::Days { days } => {
                self.advance_days(*days);
                self.release();
                let after = self.transactions();
                self.release();
                prop_assert_eq!(self.transactions(), after, "a second run moved points");
                let today = Day::of(self.clock.now()).number();
                for award in &mut model.awards {
                    let (due, open): (Vec<_>, Vec<_>) = award.pending.iter().partition(|(day, _)| *day <= today);
                    let points: i64 = due.iter().map(|(_, points)| points).sum();
                    award.pending = open;
                    award.released += points;
                    model.balances[award.member] += points;
                }
            }
            Operation::Close { member } => {
                let id = self.members[*member].0;
                self.write(move |tx| ledger::lapse_pending(tx, id, &Details::default())).expect("lapsed");
                for award in model.awards.iter_mut().filter(|award| award.member == *member) {
                    award.lapsed |= !award.pending.is_empty();
                    award.pending.clear();
                }
            }
        }
        Ok(())
    }

    fn check(&self, model: &Model) -> Result<(), TestCaseError> {
        for (member, expected) in model.balances.iter().enumerate() {
            let account = self.members[member].1;
            prop_assert_eq!(self.balance(account), *expected, "member {}", member);
            let lots: i64 = self.lots(account).iter().map(|(_, points)| points).sum();
            prop_assert_eq!(lots, *expected, "lots sum to the balance");
        }
        prop_assert_eq!(self.balance(AccountId::PENDING), model.pending());
        self.store.read_consistently(replay).expect("a replay").map_err(TestCaseError::fail)?;
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pending_points_agree_with_a_model(operations in proptest::collection::vec(operation(), 1..40)) {
        let programme = Programme::start();
        let mut model = Model::default();
        for operation in &operations {
            programme.apply(&mut model, operation)?;
            programme.check(&model)?;
        }
    }
}

fn day(programme: &Programme, days: i64) -> i64 {
    Day::of(programme.clock.now()).number() + days
}

#[test]
fn a_release_counts_the_end_of_points_from_the_release_and_shortens_no_promise() {
    let programme = Programme::start();
    programme.expire_after(2);
    let account = programme.members[0].1;
    programme.award(0, 80, &[(day(&programme, 14), 80)]).expect("an award");
    let end = |text: &str| Timestamp::parse(text).expect("a moment");
    assert_eq!(programme.lots(AccountId::PENDING), [(end("2027-01-12T16:00:00Z"), 80)]);
    programme.advance_days(14);
    programme.release();
    assert_eq!(programme.lots(account), [(end("2027-01-26T16:00:00Z"), 80)], "two months after the release");
    // A shorter life for new points leaves points that were pending the end that was promised to them.
    programme.award(0, 50, &[(day(&programme, 14), 50)]).expect("an award");
    programme.expire_after(1);
    programme.advance_days(14);
    programme.release();
    assert_eq!(programme.lots(account)[0], (end("2027-01-26T16:00:00Z"), 50), "two months after the award");
    programme.store.read_consistently(replay).expect("a replay").expect("sound books");
}

#[test]
fn a_void_after_the_release_takes_the_released_lots_before_older_ones() {
    let programme = Programme::start();
    programme.expire_after(2);
    let account = programme.members[0].1;
    programme.award(0, 30, &[]).expect("older points");
    programme.clock.advance(Duration::from_secs(60));
    let award = programme.award(0, 100, &[(day(&programme, 3), 40), (day(&programme, 9), 40)]).expect("an award");
    programme.advance_days(3);
    programme.release();
    assert_eq!((programme.balance(account), programme.balance(AccountId::PENDING)), (90, 40));
    programme.void(award).expect("a void");
    assert_eq!((programme.balance(account), programme.balance(AccountId::PENDING)), (30, 0));
    assert_eq!(programme.lots(account).len(), 1, "the older lot is whole");
    let released = programme.store.read(|read| {
        let sql = "select id from ledger_transaction where kind = 'Earn - Release'";
        read.all(sql, params! {}, |row| row.get::<TransactionId>("id"))
    });
    for id in released.expect("releases") {
        assert_eq!(programme.void(id).expect_err("a release is not reversible").code(), "not_reversible");
    }
    programme.store.read_consistently(replay).expect("a replay").expect("sound books");
}

#[test]
fn a_replay_finds_pending_points_that_were_changed() {
    let programme = Programme::start();
    programme.award(0, 80, &[(day(&programme, 14), 80)]).expect("an award");
    programme.write(|tx| tx.execute("update pending_points set points = 79", params! {})).expect("damage");
    let wrong = programme.store.read_consistently(replay).expect("a replay").expect_err("damage is found");
    assert!(wrong.contains("pending points of transaction number 1"), "{wrong}");
    let refused = programme.write(|tx| tx.execute("delete from pending_points", params! {}));
    assert!(refused.expect_err("rows stay").to_string().contains("append-only"));
}
