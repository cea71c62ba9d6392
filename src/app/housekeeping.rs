//! Housekeeping: looks at the clock every few minutes, and deletes every hour what no longer needs to be kept.

use std::time::Duration;

use tokio::sync::watch;

use crate::auth;
use crate::base::problem::AppResult;
use crate::core::outlets;
use crate::core::timekeeping::{Look, Watch};
use crate::member::recovery;
use crate::member::signup;
use crate::member::transfers;
use crate::platform::audit;
use crate::platform::delivery;
use crate::platform::idempotency;
use crate::platform::store::{FORGOTTEN_AT_ONCE, Store, Tx};
use crate::platform::webhooks;
use crate::staff::admin;

/// Time from one look at the clock to the next.
const LOOK: Duration = Duration::from_secs(300);
/// Looks from one deleting to the next: an hour.
const LOOKS_BETWEEN: u32 = 12;

type ForgetOld = fn(&Tx<'_>) -> AppResult<usize>;
/// What is kept for a while only (docs/account-security.md names the times), and how some of it is forgotten.
const KEPT_FOR_A_WHILE: [(&str, ForgetOld); 9] = [
    ("old answers", idempotency::forget_old),
    ("old sign-ins, codes and guesses", |tx| auth::forget_old(tx).map(|()| 0)),
    ("old sign-ins at tills", |tx| outlets::forget_old(tx).map(|()| 0)),
    ("old ways to a new password", |tx| recovery::forget_old(tx).map(|()| 0)),
    ("old registrations", |tx| signup::forget_old(tx).map(|()| 0)),
    ("old daily sums", transfers::forget_old),
    ("old sums of points given alone", admin::forget_old),
    ("old messages", delivery::forget_old),
    ("old events", webhooks::forget_old),
];

/// Runs until the server stops.
pub(super) async fn run(store: Store, mut stopping: watch::Receiver<bool>) {
    let mut clock = Watch::new(store.clock().clone());
    let mut looks = tokio::time::interval(LOOK);
    looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for number in (0..LOOKS_BETWEEN).cycle() {
        tokio::select! {
            _ = looks.tick() => {}
            // An error means that the sender is gone, which is the end as well.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        let look = match look(&mut clock, &store).await {
            Ok(look) => look,
            Err(error) => {
                tracing::warn!(%error, "the clock could not be noted, and nothing old is deleted meanwhile");
                continue;
            }
        };
        if number == 0 {
            if look.believed {
                forget_old(&store, look).await;
            }
            match store.read(audit::anchor) {
                // Kept elsewhere, it shows later whether the trail was cut off or rewritten.
                Ok(newest) => tracing::info!(?newest, "the audit trail reaches this far"),
                Err(error) => tracing::warn!(%error, "the audit trail could not be read"),
            }
        }
    }
}

async fn look(clock: &mut Watch, store: &Store) -> AppResult<Look> {
    let look = clock.look(store).await?;
    store.write_unattended(move |tx| idempotency::count_running_time(tx, look.ran)).await?;
    Ok(look)
}

async fn forget_old(store: &Store, look: Look) {
    for (what, forget_old) in KEPT_FOR_A_WHILE {
        // By the moment that was judged: the clock may be moved between the look and the deleting.
        let part = async || store.write_unattended(move |tx| forget_old(&tx.at(look.at))).await;
        // A day's worth at once would hold up everybody; after each part, those who wait come first.
        while let Ok(FORGOTTEN_AT_ONCE..) = part().await.inspect_err(|error| {
            tracing::warn!(%error, "{what} could not be forgotten");
        }) {}
    }
}
