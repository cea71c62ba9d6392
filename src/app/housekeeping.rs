//! Housekeeping: checks the clock every few minutes. Every hour it deletes expired data and reviews what ends, if the
//! clock is trusted.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};

use crate::auth;
use crate::base::contact::Email;
use crate::base::problem::AppResult;
use crate::core::outlets;
use crate::core::timekeeping::{ClockReading, ClockWatch};
use crate::member::claims;
use crate::member::counter_codes;
use crate::member::earn_links;
use crate::member::expiry;
use crate::member::goals;
use crate::member::notifications::Letters;
use crate::member::recovery;
use crate::member::rewards::CodeVault;
use crate::member::segments;
use crate::member::signup;
use crate::member::statement;
use crate::member::tiers;
use crate::member::transfers;
use crate::platform::audit;
use crate::platform::delivery;
use crate::platform::idempotency;
use crate::platform::store::{FORGOTTEN_AT_ONCE, Store, Tx};
use crate::platform::throttle;
use crate::platform::webhooks;
use crate::staff::approvals;

/// Interval between two checks of the clock.
const LOOK: Duration = Duration::from_secs(300);
/// Checks between two deletions: an hour.
const LOOKS_BETWEEN: u32 = 12;

type ForgetOld = fn(&Tx<'_>) -> AppResult<usize>;
/// Data with a retention time (docs/account-security.md lists the times), and the function that deletes some of it.
const KEPT_FOR_A_WHILE: [(&str, ForgetOld); 16] = [
    ("old answers", idempotency::forget_old),
    ("old guesses", |tx| throttle::forget_old(tx).map(|()| 0)),
    ("old sign-ins and codes", |tx| auth::forget_old(tx).map(|()| 0)),
    ("old accounts of devices", auth::device_accounts::forget_old),
    ("old sign-ins at tills", |tx| outlets::forget_old(tx).map(|()| 0)),
    ("old ways to a new password", |tx| recovery::forget_old(tx).map(|()| 0)),
    ("old registrations", |tx| signup::forget_old(tx).map(|()| 0)),
    ("old notices of expiry", expiry::forget_old),
    ("old scans of codes", counter_codes::forget_old),
    ("old earn links of counters", earn_links::forget_old),
    ("old daily sums", transfers::forget_old),
    ("old sums of points given alone", approvals::forget_old),
    ("old messages", delivery::forget_old),
    ("old events", webhooks::forget_old),
    ("old photos of claims", claims::forget_old_photos),
    ("old counts of segments", segments::forget_old),
];

/// Makes the next check of the clock come now.
#[derive(Clone, Default)]
pub(super) struct ClockBell(Arc<Notify>);

impl ClockBell {
    pub(super) fn ring(&self) {
        self.0.notify_one();
    }
}

/// Runs until the server stops.
pub(super) async fn run(
    store: Store,
    vault: CodeVault,
    mailbox: Option<Email>,
    letters: Letters,
    (bell, mut stopping): (ClockBell, watch::Receiver<bool>),
) {
    let mut clock = ClockWatch::new(store.clock().clone());
    let mut looks = tokio::time::interval(LOOK);
    looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for number in (0..LOOKS_BETWEEN).cycle() {
        tokio::select! {
            _ = looks.tick() => {}
            () = bell.0.notified() => {}
            // An error means that the sender was dropped, which also means stop.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        let look = match look(&mut clock, &store).await {
            Ok(look) => look,
            Err(error) => {
                tracing::warn!(%error, "housekeeping: storing the clock failed; nothing is deleted meanwhile");
                continue;
            }
        };
        if let Err(error) = statement::anchor_daily(&store, mailbox.clone(), &letters.outbox).await {
            tracing::warn!(%error, "ledger: anchoring the end of the chain failed");
        }
        if number == 0 {
            give_owed(&store, &vault).await;
            if look.believed {
                review_ends(&store, &letters, look).await;
                forget_old(&store, look).await;
            }
            match store.read(audit::anchor) {
                // A copy of this line kept elsewhere proves later whether the audit was cut off or rewritten.
                Ok(newest) => tracing::info!(?newest, "audit: newest entry"),
                Err(error) => tracing::warn!(%error, "audit: reading the newest entry failed"),
            }
        }
    }
}

/// Gives the rewards of goals and of levels that could not be given before. An error of one does not undo the other.
async fn give_owed(store: &Store, vault: &CodeVault) {
    let of = vault.clone();
    if let Err(error) = store.write_many_rows_unattended(move |tx| goals::give_owed(tx, &of)).await {
        tracing::warn!(%error, "goals: giving the rewards still owed failed");
    }
    let of = vault.clone();
    if let Err(error) = store.write_many_rows_unattended(move |tx| tiers::give_owed_rewards(tx, &of)).await {
        tracing::warn!(%error, "tiers: giving the rewards still owed failed");
    }
}

async fn look(clock: &mut ClockWatch, store: &Store) -> AppResult<ClockReading> {
    let look = clock.look(store).await?;
    store.write_unattended(move |tx| idempotency::count_running_time(tx, look.ran)).await?;
    Ok(look)
}

/// Tells members of cards that end, and reviews levels that end: a clock that is ahead would take levels away.
async fn review_ends(store: &Store, letters: &Letters, look: ClockReading) {
    let told = async || store.write_unattended(move |tx| goals::tell_ending(&tx.at(look.at))).await;
    while let Ok(FORGOTTEN_AT_ONCE..) = told().await.inspect_err(|error| {
        tracing::warn!(%error, "goals: notices of ending cards failed");
    }) {}
    let looked = async || {
        let letters = letters.clone();
        store.write_many_rows_unattended(move |tx| tiers::review(&tx.at(look.at), &letters)).await
    };
    while let Ok(tiers::REVIEWED_AT_ONCE..) = looked().await.inspect_err(|error| {
        tracing::warn!(%error, "tiers: review of ending levels failed");
    }) {}
    letters.outbox.wake();
}

async fn forget_old(store: &Store, look: ClockReading) {
    for (what, forget_old) in KEPT_FOR_A_WHILE {
        // Deletion uses the time that was checked, because the clock may be changed between the check and the deletion.
        let part = async || store.write_unattended(move |tx| forget_old(&tx.at(look.at))).await;
        // Deleting a whole day's data in one transaction would block other changes; after each part, waiting changes
        // run first.
        while let Ok(FORGOTTEN_AT_ONCE..) = part().await.inspect_err(|error| {
            tracing::warn!(%error, "housekeeping: deleting {what} failed");
        }) {}
    }
}
