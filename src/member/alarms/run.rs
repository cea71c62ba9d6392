//! The background task that runs the detection. It reads on a reader, so that only findings reach the writer.

use std::time::Duration;

use tokio::sync::watch;

use super::{detect, raise};
use crate::base::problem::AppResult;
use crate::core::{settings, timekeeping};
use crate::platform::periodic::Turns;
use crate::platform::store::{Store, Tx};

/// The interval between two runs of the detection.
const LOOK: Duration = Duration::from_secs(600);
/// The time from the start of the server to the first run.
const DELAY: Duration = Duration::from_secs(3);

/// Runs until the server stops.
pub async fn run(store: Store, stopping: watch::Receiver<bool>) {
    let mut turns = Turns::new(DELAY, LOOK, stopping);
    while let Some(looked) = turns.next(look(&store)).await {
        if let Err(error) = looked {
            tracing::warn!(%error, "alarms: detection failed; it will be retried");
        }
    }
}

async fn look(store: &Store) -> AppResult<()> {
    let now = store.clock().now();
    // With a wrong clock, the detection would read the purchases of other days.
    if !store.read(settings::current)?.alarms.on || store.read(|read| timekeeping::doubt(read, now))?.is_some() {
        return Ok(());
    }
    find_now(store).await
}

/// Runs the detection once, if alarms are on. A second run over the same purchases raises nothing.
pub async fn find_now(store: &Store) -> AppResult<()> {
    let settings = store.read(settings::current)?.alarms;
    if !settings.on {
        return Ok(());
    }
    let findings = store.read_at_length(move |read| detect::detect(read, &settings)).await?;
    for finding in findings {
        store.write_many_rows_unattended(move |tx| raise::keep(tx, &finding)).await?;
    }
    Ok(())
}

/// Runs the detection once within another write, if alarms are on.
pub fn find_within(tx: &Tx<'_>) -> AppResult<()> {
    let settings = settings::current(tx)?.alarms;
    if !settings.on {
        return Ok(());
    }
    detect::detect(tx, &settings)?.iter().try_for_each(|finding| raise::keep(tx, finding))
}
