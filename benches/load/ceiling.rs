//! The writer and the ledger without HTTP, in this process: the same tables, the same writer, the same durable commits. What
//! a transfer over HTTP costs more is the edge, the session, the idempotency key and the inbox.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kapok::base::clock::Clock;
use kapok::core::ledger::{self, AccountId, Details, NewPostings, TransactionKind};
use kapok::platform::config::Synchronous;
use kapok::platform::store::{DataDir, Store};

use crate::client::Driven;
use crate::machine::{self, Usage};
use crate::target::Figure;

/// The account of the first generated member: four are the programme's, two the demo's own members'.
const FIRST: i64 = 7;
/// Callers at once, as in the measurement over HTTP.
const CALLERS: u64 = 64;

/// Posts durable transfers between members drawn evenly, from 64 tasks.
pub fn measure(folder: &Path, members: u64, length: Duration) -> Figure {
    let folder = DataDir::existing(folder).expect("a filled folder");
    let store = Arc::new(Store::open(&folder, Synchronous::Full, Clock::system()).expect("the store"));
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let drive = |length: Duration| {
        let (began, mut driven) = (Instant::now(), Driven::default());
        let callers: Vec<_> =
            (0..CALLERS).map(|caller| runtime.spawn(post(store.clone(), caller, members, began + length))).collect();
        for caller in callers {
            driven.times_us.append(&mut runtime.block_on(caller).expect("a caller"));
        }
        driven.seconds = began.elapsed().as_secs_f64();
        driven.times_us.sort_unstable();
        driven
    };
    drive(Duration::from_secs(1));
    let before = Usage::now(None);
    let driven = drive(length);
    let after = Usage::now(None);
    let figure = Figure::of(&driven, &before, &after, machine::memory_mb(std::process::id(), "VmRSS:"));
    store.close_blocking();
    figure
}

async fn post(store: Arc<Store>, caller: u64, members: u64, end: Instant) -> Vec<u32> {
    let (mut dice, mut times) = (88 + 7_919 * caller, Vec::new());
    let mut drawn = move || {
        dice = u64::wrapping_mul(dice, 6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % members
    };
    while Instant::now() < end {
        let (from, step) = (drawn(), drawn());
        let to = (from + 1 + step % (members - 1)) % members;
        let account = |member: u64| AccountId::from_row(FIRST + member as i64);
        let movement =
            NewPostings::between(TransactionKind::Transfer, account(from), account(to), 1, Details::default());
        let began = Instant::now();
        store.write_unattended(move |tx| ledger::post(tx, &movement).map(drop)).await.expect("posted");
        times.push(u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX));
    }
    times
}
