//! The texts of the statements that this process prepares, so that a test can ask for their plans.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

static IS_RECORDING: AtomicBool = AtomicBool::new(false);
static PREPARED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Records statements from now on. A server never does.
pub fn record_prepared_statements() {
    IS_RECORDING.store(true, Ordering::Relaxed);
}

/// The texts that were recorded.
pub fn prepared_statements() -> BTreeSet<String> {
    PREPARED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

pub(super) fn record(text: &str) {
    if IS_RECORDING.load(Ordering::Relaxed) {
        PREPARED.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned());
    }
}
