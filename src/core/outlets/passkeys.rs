//! Stored passkeys of cashiers. Each belongs to one cashier at one till: another till's device cannot use it. A new
//! PIN or deactivation of the cashier deletes it, and so does revoking or re-enrolling the till. The ceremonies are
//! in `auth`.

use super::queries::passkeys as queries;
pub use super::{CashierAtTill, CashierPasskey, PasskeyPurpose};
use crate::base::problem::AppResult;
use crate::platform::store::Tx;

pub use queries::{find, holders_at, note_use, put_challenge, remove, remove_all_of, take_challenge};

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
