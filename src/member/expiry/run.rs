//! The run that takes expired points and tells members of points that soon expire, once a day and after each change
//! of the policy.
//!
//! Readers look for the accounts; the writer takes them in turns of a millisecond with a long pause after each, so that
//! other changes hardly wait. A settled account is not found again, so a run that was killed continues where it
//! stopped, and a second run does nothing.

use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::{plan, settle};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::problem::AppResult;
use crate::core::expiry;
use crate::core::ledger::{self, AccountId};
use crate::core::timekeeping;
use crate::member::notifications::Letters;
use crate::platform::periodic::Turns;
use crate::platform::store::{Read, Store, Tx};

/// The interval at which the server checks for a new day or a changed policy.
const LOOK: Duration = Duration::from_secs(60);
/// The time from the start of the server to the first run.
const DELAY: Duration = Duration::from_secs(1);
/// The number of accounts that a reader checks in one step. Twenty accounts keep a processor busy for so long that the
/// 99th percentile of balance requests rises to 2.7 times its usual value; five accounts do not change it.
const PAGE: i64 = 5;
/// Time limit of one turn of the writer; then other waiting changes run.
const TURN: Duration = Duration::from_millis(1);
/// The pause in which the writer and the disk are left to others after each turn, as a multiple of the turn. A million
/// lots then take about 12.5 minutes, and hardly one payment in twenty meets a turn.
const PAUSE: u32 = 20;

/// Runs until the server stops.
pub async fn run(store: Store, letters: Letters, stopping: watch::Receiver<bool>) {
    let (mut turns, mut done) = (Turns::new(DELAY, LOOK, stopping), None);
    while let Some(looked) = turns.next(look(&store, &letters, done)).await {
        match looked {
            Ok(now_done) => done = now_done,
            Err(error) => tracing::warn!(%error, "expiry: taking expired points failed; it will be retried"),
        }
    }
}

/// The day, and the number of policies, of a finished run.
type FinishedRun = (Day, usize);

async fn look(store: &Store, letters: &Letters, done: Option<FinishedRun>) -> AppResult<Option<FinishedRun>> {
    let now = store.clock().now();
    let policies = store.read(expiry::policies)?.versions().len();
    let due = Some((Day::of(now), policies));
    if policies == 0 || due == done {
        return Ok(done);
    }
    // If a wrong clock made points expire, the member would lose them for good after the grace.
    if store.read(|read| timekeeping::doubt(read, now))?.is_some() {
        return Ok(done);
    }
    settle_due(store, letters).await?;
    Ok(due)
}

/// Takes all points that have expired by now, and gives the notices that are due.
pub async fn settle_due(store: &Store, letters: &Letters) -> AppResult<()> {
    let mut after = AccountId::from_row(0);
    loop {
        let page = store.read_at_length(move |read| find_page(read, after)).await?;
        let Some(last) = page.last else { return Ok(()) };
        let mut due = page.due;
        let has_mail = !due.is_empty();
        while !due.is_empty() {
            let (began, accounts, letters) = (Instant::now(), std::mem::take(&mut due), letters.clone());
            due = store.write_many_rows_unattended(move |tx| settle_turn(tx, &letters, accounts, TURN)).await?;
            tokio::time::sleep(began.elapsed() * PAUSE).await;
        }
        if has_mail {
            letters.outbox.wake();
        }
        after = last;
    }
}

/// A page of accounts with points that end soon.
struct AccountPage {
    /// The last account that was checked; `None` after all accounts.
    last: Option<AccountId>,
    /// The accounts that have points to take or a notice to give.
    due: Vec<AccountId>,
}

fn find_page(read: &Read<'_>, after: AccountId) -> AppResult<AccountPage> {
    let accounts = ledger::accounts_with_ending_lots(read, after, horizon(read.now()), PAGE)?;
    let policies = expiry::policies(read)?;
    let mut due = Vec::new();
    for account in &accounts {
        if !plan(read, &policies, *account)?.is_empty() {
            due.push(*account);
        }
    }
    Ok(AccountPage { last: accounts.last().copied(), due })
}

/// Lots whose stored end is later than this need no check yet.
fn horizon(now: Timestamp) -> Timestamp {
    expiry::end_of_day(Day::of(now).plus(31))
}

/// Settles accounts until `turn` has passed, at least one; returns those that are left.
fn settle_turn(
    tx: &Tx<'_>,
    letters: &Letters,
    mut accounts: Vec<AccountId>,
    turn: Duration,
) -> AppResult<Vec<AccountId>> {
    let began = Instant::now();
    let mut done = 0;
    for account in &accounts {
        if done > 0 && began.elapsed() >= turn {
            break;
        }
        settle(tx, letters, *account)?;
        done += 1;
    }
    Ok(accounts.split_off(done))
}
