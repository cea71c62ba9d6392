//! Checks the seals of the audit. Clients that ask at the same time share one check.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::{Chain, ChainCheck};
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Store};

/// Within this time another request gets the same result.
const FRESH: Duration = Duration::from_secs(60);
/// A request waits this long for the end of a check. After that it gets the progress.
const PATIENCE: Duration = Duration::from_secs(2);
/// Entries that one step of a check reads.
const STEP: i64 = 20_000;

/// The last check of the seals, or the running one. Only one runs at a time, however many clients ask.
#[derive(Clone, Default)]
pub struct LastCheck(Arc<Mutex<Option<watch::Receiver<Chain>>>>);

impl LastCheck {
    /// The result of the last check, or the progress of the running one.
    pub async fn chain(&self, store: &Store, keys: &Keyring) -> AppResult<Chain> {
        let mut found = self.latest(store, keys);
        let end = tokio::time::timeout(PATIENCE, found.wait_for(|chain| !chain.checking)).await;
        if matches!(end, Ok(Err(_))) {
            return Err(anyhow::anyhow!("the check of the audit trail ended early").into());
        }
        drop(end);
        Ok(found.borrow().clone())
    }

    fn latest(&self, store: &Store, keys: &Keyring) -> watch::Receiver<Chain> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = store.clock().now();
        let holds = |found: &&watch::Receiver<Chain>| {
            let chain = found.borrow();
            // A check that stopped early does not count.
            if chain.checking { found.has_changed().is_ok() } else { now.since(chain.checked) < FRESH }
        };
        if let Some(found) = last.as_ref().filter(holds) {
            return found.clone();
        }
        let check = ChainCheck::begin(now);
        let (told, found) = watch::channel(check.chain().clone());
        tokio::spawn(go_through(store.clone(), keys.clone(), check, told));
        *last = Some(found.clone());
        found
    }
}

/// Checks in steps, so that other long reads can run in between.
async fn go_through(store: Store, keys: Keyring, mut check: ChainCheck, told: watch::Sender<Chain>) {
    while check.chain().checking {
        let keys = keys.clone();
        let step = move |read: &Read<'_>| check.go_on(read, &keys, STEP).map(|()| check);
        match store.read_at_length(step).await {
            Ok(further) => check = further,
            Err(error) => return tracing::warn!(%error, "audit: check failed"),
        }
        if let Some(line) = &check.chain().broken_at {
            tracing::error!(%line, "audit: seal is broken");
        }
        told.send_replace(check.chain().clone());
    }
}
