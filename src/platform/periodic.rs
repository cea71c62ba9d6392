//! Work that the server repeats at an interval until it stops.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior};

/// The turns of one kind of work.
pub struct Turns {
    ticks: Interval,
    stopping: watch::Receiver<bool>,
}

impl Turns {
    /// A first turn after `delay`, and then one at each interval. A turn that comes due while the work still runs is
    /// left out.
    ///
    /// Kinds of work that read the database get different delays: at the same time, each would open a connection, which
    /// keeps 0.7 MB.
    pub fn new(delay: Duration, interval: Duration, stopping: watch::Receiver<bool>) -> Self {
        let mut ticks = tokio::time::interval_at(Instant::now() + delay, interval);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { ticks, stopping }
    }

    /// Waits for the next turn and does the work. Returns its result; `None` once the server stops, which also ends the
    /// work at its next `await`.
    pub async fn next<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let turn = async {
            self.ticks.tick().await;
            work.await
        };
        tokio::select! {
            done = turn => Some(done),
            // An error means that the sender was dropped, which also means stop.
            _ = self.stopping.wait_for(|stop| *stop) => None,
        }
    }
}
