//! Stored passkeys of cashiers. Each belongs to one cashier at one till: another till's device cannot use it. A new
//! PIN or deactivation of the cashier deletes it, and so does revoking or re-enrolling the till. The ceremonies are
//! in `auth`.

use super::queries::passkeys as queries;
use crate::base::id::{CashierId, PasskeyId, TillId};
use crate::base::passkey::DeviceCredential;
use crate::base::problem::AppResult;
use crate::platform::store::Tx;

pub use queries::{find, holders_at, note_use, put_challenge, remove, remove_all_of, take_challenge};

/// A cashier at a till.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CashierAtTill {
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
    pub place: CashierAtTill,
    /// The credential that the device signs with.
    pub credential: DeviceCredential,
}

/// The purpose of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasskeyPurpose {
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
    remove(tx, passkey.place)?;
    queries::insert(tx, passkey)?;
    Ok(true)
}
