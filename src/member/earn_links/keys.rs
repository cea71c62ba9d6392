//! The keys of earn links.

use std::time::Duration;

use anyhow::anyhow;

use super::{EarnLinkKey, NewEarnLinkKey, queries};
use crate::base::id::{EarnLinkKeyId, PartnerId, TransactionId};
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::base::secret::random_bytes;
use crate::platform::store::{Read, Tx};

/// Bytes of a secret.
pub(super) const SECRET: usize = 32;
/// The time for which the links of a key still work after another key replaced that key.
const OVERLAP: Duration = Duration::from_secs(7 * 86_400);

pub(super) fn open(keys: &Keyring, id: EarnLinkKeyId, sealed: &[u8]) -> AppResult<Vec<u8>> {
    let secret = keys.open(KeyPurpose::EarnLinkKey, id.as_bytes(), sealed);
    Ok(secret.ok_or_else(|| anyhow!("the secret of the earn link key {id} cannot be opened"))?)
}

/// Creates a key; returns its id and its secret in hexadecimal, which is shown once.
pub fn create(tx: &Tx<'_>, keys: &Keyring, new: &NewEarnLinkKey) -> AppResult<(EarnLinkKeyId, String)> {
    let (id, secret) = (EarnLinkKeyId::made_at(tx.now()), random_bytes::<SECRET>());
    queries::insert_key(tx, id, new, &keys.seal(KeyPurpose::EarnLinkKey, id.as_bytes(), &secret))?;
    Ok((id, secret.iter().map(|byte| format!("{byte:02x}")).collect()))
}

/// Creates the successor of a key, with its name, partner, outlet and cap. The links of the old one work for another
/// week. Fails with `not_found` for a key that has ended or is ending.
pub fn rotate(tx: &Tx<'_>, keys: &Keyring, id: EarnLinkKeyId) -> AppResult<(EarnLinkKeyId, String)> {
    let old = find(tx, id)?.filter(|key| key.ends.is_none()).ok_or(NOT_FOUND)?;
    queries::end(tx, id, tx.now().plus(OVERLAP))?;
    let EarnLinkKey { partner, outlet, name, daily_cap, .. } = old;
    create(tx, keys, &NewEarnLinkKey { partner, outlet, name, daily_cap })
}

/// Withdraws a key: its links give nothing from now on. Fails with `not_found` for a key that has ended.
pub fn withdraw(tx: &Tx<'_>, id: EarnLinkKeyId) -> AppResult<()> {
    let now = tx.now();
    find(tx, id)?.filter(|key| key.ends.is_none_or(|ends| now < ends)).ok_or(NOT_FOUND)?;
    queries::end(tx, id, now)
}

/// Finds a key.
pub fn find(read: &Read<'_>, id: EarnLinkKeyId) -> AppResult<Option<EarnLinkKey>> {
    Ok(queries::find_sealed(read, id)?.map(|(key, _)| key))
}

/// The key of the earn link by which a member got a transaction.
pub fn of_award(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<EarnLinkKey>> {
    let Some(id) = queries::key_of(read, transaction)? else { return Ok(None) };
    find(read, id)
}

/// The keys of a partner, newest first.
pub fn list(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<EarnLinkKey>> {
    queries::list(read, partner)
}
