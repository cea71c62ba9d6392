//! A member's passkeys: register, list and remove. Each change adds a line to the inbox, so that the member notices a
//! passkey that an attacker adds.

mod http;

use crate::auth::passkeys::{self, Passkey};
use crate::base::id::{MemberId, PasskeyId};
use crate::base::passkey::DeviceCredential;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::member::notifications;
use crate::platform::store::Tx;

pub use http::routes;

fn add(tx: &Tx<'_>, member: MemberId, credential: DeviceCredential, name: &str) -> AppResult<Passkey<MemberId>> {
    let passkey = passkeys::add(tx, member, credential, name.to_owned())?;
    notifications::notify(tx, member, "passkey_added", &[("name", name)])?;
    Ok(passkey)
}

fn remove(tx: &Tx<'_>, member: MemberId, id: PasskeyId) -> AppResult<()> {
    let name = passkeys::remove(tx, member, id)?.ok_or(NOT_FOUND)?;
    notifications::notify(tx, member, "passkey_removed", &[("name", &name)])
}
