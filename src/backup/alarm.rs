//! Telling the owners that backups fail, while there is still time to do something about it.

use crate::auth::Role;
use crate::auth::staff;
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::delivery::{self, Message};
use crate::store::{Store, Tx};

const MOST: i64 = 1_000;

/// Writes to every owner. Where not even that can be stored, the log has to do.
pub(super) async fn raise(store: &Store, outbox: &delivery::Outbox, why: &str, newest: Option<Timestamp>) {
    let (why, newest) = (why.to_owned(), newest.map_or("—".to_owned(), |at| at.to_string()));
    match store.write(move |tx| queue(tx, &why, &newest)).await {
        Ok(()) => outbox.wake(),
        Err(error) => tracing::warn!(%error, "the owners could not be told that the backup failed"),
    }
}

fn queue(tx: &Tx<'_>, why: &str, newest: &str) -> AppResult<()> {
    let everybody = staff::list_staff(tx, None, MOST)?;
    for owner in everybody.iter().filter(|person| person.is_active() && person.info.role == Role::Owner) {
        if let Some(address) = Email::parse(&owner.info.email) {
            let values = [("name", owner.info.name.as_str()), ("why", why), ("newest", newest)];
            delivery::queue(tx, &Message::email(&address, Language::En, "backup_failed", &values))?;
        }
    }
    Ok(())
}
