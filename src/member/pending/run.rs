//! The run that releases pending points that are due.
//!
//! The writer takes them in turns of a few milliseconds with a pause after each, so that other changes hardly wait. A
//! release ends its row in the same commit, so a run that was killed continues where it stopped, and a second run does
//! nothing.

use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::{due, settle};
use crate::base::problem::AppResult;
use crate::core::ledger::DuePending;
use crate::core::timekeeping;
use crate::platform::periodic::Turns;
use crate::platform::store::{Store, Tx};

/// The interval between two runs.
const LOOK: Duration = Duration::from_secs(60);
/// The time from the start of the server to the first run.
const DELAY: Duration = Duration::from_secs(2);
/// Most releases of one turn of the writer.
pub(super) const MOST: i64 = 100;
/// Time limit of one turn of the writer; then other waiting changes run.
const TURN: Duration = Duration::from_millis(4);
/// The pause in which the writer is left to others after each turn, as a multiple of the turn.
const PAUSE: u32 = 2;

/// Runs until the server stops.
pub async fn run(store: Store, stopping: watch::Receiver<bool>) {
    let mut turns = Turns::new(DELAY, LOOK, stopping);
    while let Some(looked) = turns.next(look(&store)).await {
        if let Err(error) = looked {
            tracing::warn!(%error, "pending points: release failed; it will be retried");
        }
    }
}

async fn look(store: &Store) -> AppResult<()> {
    let now = store.clock().now();
    // A clock that is ahead would release points before the time for returns is over.
    if store.read(|read| due(read, None, 1))?.is_empty() || store.read(|read| timekeeping::doubt(read, now))?.is_some()
    {
        return Ok(());
    }
    release_due(store).await
}

/// Releases all pending points that are due by now.
pub async fn release_due(store: &Store) -> AppResult<()> {
    let mut after = None;
    loop {
        let began = Instant::now();
        after = store.write_many_rows_unattended(move |tx| settle_turn(tx, after.as_ref())).await?;
        if after.is_none() {
            return Ok(());
        }
        tokio::time::sleep(began.elapsed() * PAUSE).await;
    }
}

/// Releases points until the turn is over, at least those of one award. Returns the last award that was checked; `None`
/// after all.
fn settle_turn(tx: &Tx<'_>, after: Option<&DuePending>) -> AppResult<Option<DuePending>> {
    let (began, mut last) = (Instant::now(), None);
    for found in due(tx, after, MOST)? {
        if last.is_some() && began.elapsed() >= TURN {
            break;
        }
        // A member whose balance is at the limit must not stop the points of the others.
        if let Err(error) = tx.savepoint(|tx| settle(tx, &found)) {
            tracing::warn!(%error, seq = found.seq, "pending points: release of one award failed");
        }
        last = Some(found);
    }
    Ok(last)
}
