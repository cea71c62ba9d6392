//! Stored passkeys of cashiers. Each belongs to one cashier at one till: another till's device cannot use it. A new
//! PIN or deactivation of the cashier deletes it, and so does revoking or re-enrolling the till. The ceremonies are
//! in `auth`.

use super::queries::passkeys as queries;
use crate::base::clock::Timestamp;
use crate::base::id::{CashierId, PasskeyId, TillId};
use crate::base::passkey::{DeviceCredential, Use};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx};

/// A cashier at a till.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The till.
    pub till: TillId,
    /// The cashier.
    pub cashier: CashierId,
}

/// A cashier's passkey on a till's device.
#[derive(Clone, Debug)]
pub struct CashierPasskey {
    /// The id in the database.
    pub id: PasskeyId,
    /// The cashier and the till.
    pub place: Place,
    /// How the device is known again.
    pub credential: DeviceCredential,
}

/// The purpose of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Registering a new passkey.
    Register,
    /// Signing in.
    SignIn,
}

/// Stores a passkey and replaces an earlier one of the same cashier at the same till. Returns false if another
/// cashier or till has registered the credential.
pub fn keep(tx: &Tx<'_>, passkey: &CashierPasskey) -> AppResult<bool> {
    let known = queries::find_by_credential(tx, &passkey.credential.credential_id)?;
    if known.is_some_and(|known| known.place != passkey.place) {
        return Ok(false);
    }
    queries::delete(tx, passkey.place)?;
    queries::insert(tx, passkey)?;
    Ok(true)
}

/// A cashier's passkey at a till.
pub fn find(read: &Read<'_>, place: Place) -> AppResult<Option<CashierPasskey>> {
    queries::find(read, place)
}

/// The cashiers who have one at a till.
pub fn holders_at(read: &Read<'_>, till: TillId) -> AppResult<Vec<CashierId>> {
    queries::holders_at(read, till)
}

/// Notes a sign-in; false where the device's counter would not go forward: another one was first.
pub fn note_use(tx: &Tx<'_>, id: PasskeyId, used: &Use) -> AppResult<bool> {
    queries::note_use(tx, id, used)
}

/// Removes a cashier's passkey at a till; gives whether there was one.
pub fn remove(tx: &Tx<'_>, place: Place) -> AppResult<bool> {
    queries::delete(tx, place)
}

/// Removes a cashier's passkeys at every till; gives how many there were.
pub fn remove_all_of(tx: &Tx<'_>, cashier: CashierId) -> AppResult<usize> {
    queries::delete_of(tx, cashier)
}

/// Notes that a challenge was handed out, and forgets those that did not come back.
pub fn put_challenge(
    tx: &Tx<'_>,
    challenge: &[u8; 32],
    place: Place,
    purpose: Purpose,
    expires: Timestamp,
) -> AppResult<()> {
    queries::insert_challenge(tx, challenge, place, purpose, expires)
}

/// Uses a till's challenge up, whatever comes of it; gives the cashier for whom it was handed out,
/// if it was alive and for that.
pub fn take_challenge(
    tx: &Tx<'_>,
    challenge: &[u8; 32],
    till: TillId,
    purpose: Purpose,
) -> AppResult<Option<CashierId>> {
    queries::take_challenge(tx, challenge, till, purpose)
}
