//! Passkeys of staff. A passkey proves two factors at once: the device, and finger, face or PIN. It is therefore a
//! complete sign-in. The ceremonies are the same as for members.

use serde::Serialize;

use super::{RecoveryCodes, first_recovery_codes, queries};
use crate::auth::passkeys::{
    BIOMETRIC_REGISTRATION_FAILED, BIOMETRIC_VERIFICATION_FAILED, CHALLENGE_TIME, DeviceCredential, MOST_PASSKEYS,
    PASSKEYS_UNAVAILABLE, RegistrationRequest, SignInRequest, TOO_MANY_PASSKEYS,
};
use crate::auth::sessions::{Granted, SessionKind};
use crate::auth::staff::sign_in_credentials;
use crate::auth::staff_sessions::{self, Origin};
use crate::auth::{Authenticator, Staff};
use crate::base::clock::Timestamp;
use crate::base::id::{PasskeyId, StaffId};
use crate::base::keys::Keyring;
use crate::base::problem::{AppError, AppResult};
use crate::base::secret::random_bytes;
use crate::platform::store::{Read, Tx};

/// A passkey of a staff member.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffPasskey {
    /// Sorts by registration.
    #[serde(rename = "_id")]
    pub(super) id: PasskeyId,
    /// For people: browser and system.
    pub(super) name: String,
    pub(super) created: Timestamp,
    /// When it last signed somebody in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) last_used: Option<Timestamp>,
    #[serde(skip)]
    pub(super) staff: StaffId,
    #[serde(skip)]
    pub(super) credential: DeviceCredential,
}

/// A challenge for one person's registration, or for anybody's sign-in.
pub(super) fn issue_challenge(tx: &Tx<'_>, id: Option<StaffId>) -> AppResult<[u8; 32]> {
    let challenge = random_bytes();
    queries::insert_challenge(tx, &challenge, id, tx.now().plus(CHALLENGE_TIME))?;
    Ok(challenge)
}

/// Fails with [`TOO_MANY_PASSKEYS`] for whoever has as many as one may have.
pub(super) fn require_room(read: &Read<'_>, id: StaffId) -> AppResult<()> {
    if queries::count_passkeys(read, id)? < MOST_PASSKEYS { Ok(()) } else { Err(TOO_MANY_PASSKEYS.into()) }
}

/// What the device attests, once the challenge is used up. Fails with
/// [`BIOMETRIC_REGISTRATION_FAILED`].
pub(super) async fn check_registration(
    authenticator: &Authenticator,
    staff: &Staff,
    request: &RegistrationRequest,
) -> AppResult<DeviceCredential> {
    let party = authenticator.relying_party().ok_or(PASSKEYS_UNAVAILABLE)?;
    let challenge = request.challenge().ok_or(BIOMETRIC_REGISTRATION_FAILED)?;
    let (owner, store) = (staff.id, authenticator.store());
    let take = move |tx: &Tx<'_>| queries::take_challenge(tx, &challenge, Some(owner));
    let alive = store.write_as(staff.principal(), take).await?;
    let attestation = request.read(challenge).filter(|_| alive).ok_or(BIOMETRIC_REGISTRATION_FAILED)?;
    party.check_attestation(&attestation)?.ok_or_else(|| BIOMETRIC_REGISTRATION_FAILED.into())
}

/// Keeps a new passkey; with the first factor come recovery codes. Fails with
/// [`TOO_MANY_PASSKEYS`] and [`BIOMETRIC_REGISTRATION_FAILED`].
pub(super) fn add(
    tx: &Tx<'_>,
    keys: &Keyring,
    id: StaffId,
    credential: DeviceCredential,
    name: String,
) -> AppResult<(StaffPasskey, RecoveryCodes)> {
    require_room(tx, id)?;
    if queries::find_passkey(tx, &credential.credential_id)?.is_some() {
        return Err(BIOMETRIC_REGISTRATION_FAILED.into());
    }
    let (passkey, created) = (PasskeyId::made_at(tx.now()), tx.now());
    let passkey = StaffPasskey { id: passkey, name, created, last_used: None, staff: id, credential };
    queries::insert_passkey(tx, &passkey)?;
    Ok((passkey, first_recovery_codes(tx, keys, id)?))
}

/// Opens a session for the staff member whose passkey signed the challenge. Fails with
/// [`BIOMETRIC_VERIFICATION_FAILED`] for every error of the client.
pub(super) async fn sign_in(
    authenticator: &Authenticator,
    request: &SignInRequest,
    kind: SessionKind,
    origin: Origin,
) -> AppResult<(StaffId, Granted)> {
    let refused = || AppError::from(BIOMETRIC_VERIFICATION_FAILED);
    let party = authenticator.relying_party().ok_or_else(refused)?;
    let challenge = request.challenge().ok_or_else(refused)?;
    let (store, time) = (authenticator.store(), authenticator.staff_time());
    let alive = store.write_for_visitor(move |tx| queries::take_challenge(tx, &challenge, None)).await?;
    let assertion = request.read(challenge).filter(|_| alive).ok_or_else(refused)?;
    let passkey = store.read(|read| queries::find_passkey(read, &assertion.credential))?.ok_or_else(refused)?;
    if !assertion.is_for(passkey.staff.as_bytes()) {
        return Err(refused());
    }
    let used = party.check_assertion(&assertion, &passkey.credential)?.ok_or_else(refused)?;
    store
        .write_for_visitor(move |tx| {
            let epoch = sign_in_credentials(tx, passkey.staff)?.ok_or_else(refused)?;
            if !queries::note_use(tx, passkey.id, &used)? {
                return Err(refused());
            }
            let granted = staff_sessions::open(tx, passkey.staff, epoch, kind, time, &origin)?;
            Ok((passkey.staff, granted))
        })
        .await
}
