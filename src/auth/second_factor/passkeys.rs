//! Passkeys of staff. A passkey proves two factors at once: the device, and finger, face or PIN. It is therefore a
//! complete sign-in. The ceremonies are the same as for members.

use serde::Serialize;

use crate::auth::Authenticator;
use crate::auth::passkeys::{self, BIOMETRIC_VERIFICATION_FAILED, Passkey, SignInRequest};
use crate::auth::sessions::{IssuedSession, SessionKind};
use crate::auth::staff::sign_in_credentials;
use crate::auth::staff_sessions::{self, Origin};
use crate::base::clock::Timestamp;
use crate::base::id::{PasskeyId, StaffId};
use crate::base::problem::AppResult;

/// A passkey of a staff member.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffPasskey {
    /// Sorts by registration.
    #[serde(rename = "_id")]
    id: PasskeyId,
    /// The display name: browser and system.
    name: String,
    created: Timestamp,
    /// The time at which it was last used to sign in.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used: Option<Timestamp>,
}

impl From<Passkey<StaffId>> for StaffPasskey {
    fn from(passkey: Passkey<StaffId>) -> Self {
        Self { id: passkey.id, name: passkey.name, created: passkey.created, last_used: passkey.last_used }
    }
}

/// Opens a session for the staff member whose passkey signed the challenge. Fails with
/// [`BIOMETRIC_VERIFICATION_FAILED`] for every error of the client.
pub(super) async fn sign_in(
    authenticator: &Authenticator,
    request: &SignInRequest,
    kind: SessionKind,
    origin: Origin,
) -> AppResult<(StaffId, IssuedSession)> {
    let (passkey, used) = passkeys::prove::<StaffId>(authenticator, request).await?;
    let time = authenticator.staff_time();
    authenticator
        .store()
        .write_for_visitor(move |tx| {
            let epoch = sign_in_credentials(tx, passkey.holder)?.ok_or(BIOMETRIC_VERIFICATION_FAILED)?;
            passkeys::note_use(tx, &passkey, &used)?;
            let granted = staff_sessions::open(tx, passkey.holder, epoch, kind, time, &origin)?;
            Ok((passkey.holder, granted))
        })
        .await
}
