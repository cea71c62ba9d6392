//! Notifies the owners of failed backups, while there is still time to repair them.

use crate::auth::staff;
use crate::base::clock::Timestamp;
use crate::platform::delivery;
use crate::platform::store::{Store, Tx};

/// Queues an e-mail to every owner. If queueing fails, it logs a warning instead.
pub(super) async fn raise(store: &Store, outbox: &delivery::Outbox, why: &str, newest: Option<Timestamp>) {
    let (why, newest) = (why.to_owned(), newest.map_or("—".to_owned(), |at| at.to_string()));
    let letter = move |tx: &Tx<'_>| staff::write_to_owners(tx, "backup_failed", &[("why", &why), ("newest", &newest)]);
    match store.write_unattended(letter).await {
        Ok(()) => outbox.wake(),
        Err(error) => tracing::warn!(%error, "backup alarm: e-mail to the owners could not be queued"),
    }
}
