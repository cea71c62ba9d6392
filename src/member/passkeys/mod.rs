//! A member's passkeys: register, list and remove. Each change adds a line to the inbox, so that the member notices a
//! passkey that an attacker adds.

mod http;

use crate::auth::passkeys::{self, DeviceCredential, Passkey};
use crate::base::id::{MemberId, PasskeyId};
use crate::base::problem::AppResult;
use crate::member::notifications;
use crate::platform::store::Tx;

pub use http::routes;

fn add(tx: &Tx<'_>, member: MemberId, credential: &DeviceCredential, name: &str) -> AppResult<Passkey> {
    let passkey = passkeys::add(tx, member, credential, name)?;
    notifications::notify(tx, member, "passkey_added", &[("name", name)])?;
    Ok(passkey)
}

fn remove(tx: &Tx<'_>, member: MemberId, id: PasskeyId) -> AppResult<()> {
    let name = passkeys::remove(tx, member, id)?;
    notifications::notify(tx, member, "passkey_removed", &[("name", &name)])
}
