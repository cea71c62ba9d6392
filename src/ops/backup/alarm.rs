//! Telling the owners that backups fail, while there is still time to do something about it.

use crate::auth::staff;
use crate::base::clock::Timestamp;
use crate::platform::delivery;
use crate::platform::store::{Store, Tx};

/// Writes to every owner. Where not even that can be stored, the log has to do.
pub(super) async fn raise(store: &Store, outbox: &delivery::Outbox, why: &str, newest: Option<Timestamp>) {
    let (why, newest) = (why.to_owned(), newest.map_or("—".to_owned(), |at| at.to_string()));
    let letter = move |tx: &Tx<'_>| staff::write_to_owners(tx, "backup_failed", &[("why", &why), ("newest", &newest)]);
    match store.write_unattended(letter).await {
        Ok(()) => outbox.wake(),
        Err(error) => tracing::warn!(%error, "the owners could not be told that the backup failed"),
    }
}
