//! Generated members and transactions, for measurements on a database of realistic size.

use std::time::Duration;

use anyhow::Context;

use super::content::DemoContent;
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::contact::HkPhone;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::core::ledger;
use crate::core::ledger::AccountId;
use crate::core::ledger::Details;
use crate::core::ledger::NewPostings;
use crate::core::ledger::TransactionKind;
use crate::core::members;
use crate::core::members::NewMember;
use crate::core::members::PersonName;
use crate::platform::store::Store;
use crate::platform::store::Tx;

/// The numbers of members and transactions to generate. The members are `member0@kapok.example` and so on, with the
/// demo's password.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeneratedLoad {
    /// Members in addition to the demo's own.
    pub members: u32,
    /// Transactions between them.
    pub transactions: u32,
}

/// Initial points of each member.
const START: i64 = 1_000_000;
/// Rows per commit.
const BATCH: u32 = 2_000;
/// Length of the generated history.
const PAST: Duration = Duration::from_secs(300 * 86_400);

/// A random generator with a fixed sequence (linear congruential, Knuth's MMIX constants), so that measurements are
/// comparable.
#[derive(Clone, Copy)]
pub(super) struct SeededRandom(u64);

impl SeededRandom {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound.max(1))) as u32
    }
}

pub(super) fn fill(store: &Store, password_hash: &str, crowd: GeneratedLoad) -> anyhow::Result<()> {
    let mut accounts = Vec::new();
    let mut first = 0;
    while first < crowd.members {
        let last = crowd.members.min(first + BATCH);
        let hash = password_hash.to_owned();
        let mut opened = store.write_blocking(move |tx| {
            (first..last).map(|number| member(tx, number, &hash)).collect::<AppResult<Vec<_>>>()
        })?;
        accounts.append(&mut opened);
        first = last;
    }
    if accounts.len() < 2 {
        return Ok(());
    }
    let accounts = std::sync::Arc::new(accounts);
    let mut dice = SeededRandom::new(88);
    let mut done = 0;
    while done < crowd.transactions {
        let count = BATCH.min(crowd.transactions - done);
        let (shared, mut own) = (accounts.clone(), dice);
        dice = store.write_blocking(move |tx| {
            for number in done..done + count {
                let moment = moment_of(tx.now(), number, crowd.transactions);
                ledger::post(&tx.at(moment), &movement(&shared, &mut own))?;
            }
            Ok(own)
        })?;
        done += count;
        if done.is_multiple_of(100_000) {
            tracing::info!(done, of = crowd.transactions, "generated transactions");
        }
    }
    Ok(())
}

fn moment_of(now: Timestamp, number: u32, of: u32) -> Timestamp {
    let share = f64::from(number) / f64::from(of.max(1));
    now.minus(PAST.mul_f64(1.0 - share))
}

fn member(tx: &Tx<'_>, number: u32, password_hash: &str) -> AppResult<AccountId> {
    let names = DemoContent::load()?.names;
    let pick = |list: &[String], step: u32| list[(number / step) as usize % list.len()].clone();
    let parse = |text: String| PersonName::parse(&text).context("a generated name");
    let new = NewMember {
        first_name: parse(pick(&names.given_names, 1))?,
        last_name: parse(pick(&names.surnames, 40))?,
        email: Some(Email::parse(&format!("member{number}@kapok.example")).context("a generated address")?),
        phone: HkPhone::parse(&format!("5{number:07}")),
        password_hash: Some(password_hash.to_owned()),
        language: Language::ALL[number as usize % 3],
        referred_by: None,
    };
    let then = tx.at(tx.now().minus(PAST + Duration::from_secs(86_400)));
    let record = members::create(&then, &new)?;
    let account = ledger::open_account(tx, record.id)?;
    let welcome =
        NewPostings::between(TransactionKind::Adjustment, AccountId::ISSUANCE, account, START, Details::default());
    ledger::post(&then, &welcome)?;
    Ok(account)
}

/// On average four transfers for each earning.
fn movement(accounts: &[AccountId], dice: &mut SeededRandom) -> NewPostings {
    let count = accounts.len() as u32;
    let from = dice.below(count);
    let to = (from + 1 + dice.below(count - 1)) % count;
    let (from, to) = (accounts[from as usize], accounts[to as usize]);
    let points = i64::from(1 + dice.below(40));
    if dice.below(5) == 0 {
        return NewPostings::between(TransactionKind::Earn, AccountId::ISSUANCE, to, points, Details::default());
    }
    NewPostings::between(TransactionKind::Transfer, from, to, points, Details::default())
}
