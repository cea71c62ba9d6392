//! A store on a clock that the test sets, with some members.

use std::time::Duration;

use kapok::base::clock::{Clock, Timestamp};
use kapok::base::id::MemberId;
use kapok::base::keys::Keyring;
use kapok::base::problem::AppResult;
use kapok::base::short_id::ShortId;
use kapok::core::expiry::{self, NoticeDays, Policy, Rule};
use kapok::core::ledger::{self, AccountId};
use kapok::member::expiry::settle_due;
use kapok::member::notifications::Letters;
use kapok::member::pending::release_due;
use kapok::platform::config::Synchronous;
use kapok::platform::delivery::Outbox;
use kapok::platform::store::{DataDir, Store, Tx, params};

/// The store, and the account of each member in it.
pub struct Books {
    pub store: Store,
    pub folder: DataDir,
    pub clock: Clock,
    pub members: Vec<(MemberId, AccountId)>,
    runtime: tokio::runtime::Runtime,
    _scratch: tempfile::TempDir,
}

impl Books {
    /// Opens an empty store at a time, such as `2026-11-12T04:00:00Z`: noon in Hong Kong, so that whole days later what is
    /// due on that day is due.
    pub fn open(at: &str, members: usize) -> Self {
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let folder = DataDir::create(scratch.path()).expect("a data folder");
        let clock = Clock::starting_at(Timestamp::parse(at).expect("a moment"));
        let store = Store::open(&folder, Synchronous::Normal, clock.clone()).expect("a store");
        let open = |number: usize| {
            store.write_blocking(move |tx| {
                let id = MemberId::made_at(tx.now());
                let short = ShortId::from_random([u8::try_from(number).expect("a small number"); 7]);
                tx.execute_one(
                    "insert into member (id, short_id, referral_code, first_name, last_name, email, created_at_ms)
                     values (:id, :short, :short, 'A', 'B', :email, 0)",
                    params! { ":id": id, ":short": short, ":email": format!("m{number}@example.org") },
                )?;
                Ok((id, ledger::open_account(tx, id)?))
            })
        };
        let members = (0..members).map(open).collect::<AppResult<Vec<_>>>().expect("accounts");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        Self { store, folder, clock, members, runtime, _scratch: scratch }
    }

    pub fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    ) -> AppResult<T> {
        self.store.write_blocking(change)
    }

    pub fn account(&self, member: usize) -> AccountId {
        self.members[member].1
    }

    pub fn advance_days(&self, days: u64) {
        self.clock.advance(Duration::from_secs(86_400 * days));
    }

    pub fn balance(&self, account: AccountId) -> i64 {
        let sql = "select balance as n from account where id = :id";
        self.store.read(|read| read.number(sql, params! { ":id": account.get() })).expect("a balance")
    }

    /// The number of transactions in the ledger.
    pub fn transactions(&self) -> i64 {
        let count = "select count(*) as n from ledger_transaction";
        self.store.read(|read| read.number(count, params! {})).expect("a number")
    }

    /// Switches an expiry policy on.
    pub fn expire(&self, rule: Rule, (grace_days, extra_days): (i64, i64)) {
        let policy = Policy { rule, grace_days, extra_days, notices: NoticeDays::default() };
        self.write(move |tx| expiry::switch_on(tx, &policy, tx.now(), ([0; 16], "Ada"))).expect("a policy");
    }

    /// Makes the pending points spendable whose day has come, as the server does.
    pub fn release(&self) {
        self.runtime.block_on(release_due(&self.store)).expect("a run");
    }

    /// Lets the points expire that have ended, as the server does.
    pub fn settle(&self) {
        let keys = Keyring::new([7; 32]);
        let letters = Letters { keys, public_url: "https://points.example.hk".to_owned(), outbox: Outbox::new() };
        self.runtime.block_on(settle_due(&self.store, &letters)).expect("a run");
    }
}
