//! The check of the whole ledger that staff start. It reads one consistent state while the server goes on.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::ops::backup::Backups;
use crate::ops::verification::{self, VerificationReport};
use crate::platform::store::Store;

/// The result of the last check.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LedgerCheck {
    /// The time at which it began.
    at: Timestamp,
    /// The duration of the check, in milliseconds.
    took_ms: u64,
    /// Whether everything agrees.
    sound: bool,
    /// The first difference, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    /// Transactions that were replayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    transactions: Option<i64>,
    /// Points held by members, in escrow and pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    outstanding: Option<i64>,
    /// The newest hash of the ledger's chain, in hexadecimal; empty for an empty ledger.
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<String>,
}

/// Whether a check runs, and the result of the last one since the server started.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LedgerCheckState {
    running: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<LedgerCheck>,
}

/// The checks of this server; one runs at a time.
#[derive(Clone, Debug)]
pub(super) struct LedgerChecks(Arc<Mutex<LedgerCheckState>>);

impl Default for LedgerChecks {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LedgerCheckState { running: false, last: None })))
    }
}

impl LedgerChecks {
    pub(super) fn state(&self) -> LedgerCheckState {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, running: bool, last: Option<LedgerCheck>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.running = running;
        state.last = last.or_else(|| state.last.take());
    }

    /// Starts a check in a thread of its own, unless one runs.
    pub(super) fn start(&self, store: &Store, keys: &Keyring, backups: &Backups) -> anyhow::Result<()> {
        {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if std::mem::replace(&mut state.running, true) {
                return Ok(());
            }
        }
        let (checks, store, keys, backups) = (self.clone(), store.clone(), keys.clone(), backups.clone());
        let thread = std::thread::Builder::new().name("kapok-verify".into());
        let started = thread.spawn(move || {
            let (check, sound) = check(&store, &keys);
            if let Some(sound) = sound {
                backups.note_ledger_check(sound);
            }
            checks.set(false, Some(check));
        });
        if let Err(error) = started {
            self.set(false, None);
            return Err(error.into());
        }
        Ok(())
    }
}

/// The result, and whether the ledger is sound: unknown after an error of the disk.
fn check(store: &Store, keys: &Keyring) -> (LedgerCheck, Option<bool>) {
    let (at, began) = (store.clock().now(), Instant::now());
    let read: AppResult<Result<VerificationReport, String>> =
        store.read_consistently(|read| verification::verify(read, keys));
    let sound = read.as_ref().ok().map(Result::is_ok);
    let took_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let (report, failure) = match read {
        Ok(Ok(report)) => (Some(report), None),
        Ok(Err(wrong)) => (None, Some(wrong)),
        Err(error) => (None, Some(error.to_string())),
    };
    let ledger = report.map(|report| report.ledger);
    let check = LedgerCheck {
        at,
        took_ms,
        sound: failure.is_none(),
        failure,
        transactions: ledger.as_ref().map(|ledger| ledger.transactions),
        outstanding: ledger.as_ref().map(|ledger| ledger.outstanding),
        head: ledger.map(|ledger| ledger.head),
    };
    (check, sound)
}
