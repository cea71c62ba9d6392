//! Passkeys of cashiers: the screen lock of a till's own device replaces the PIN. A passkey belongs to the till where
//! it was registered and works while its cashier may sign in. The ceremonies are the same as for members.

use std::time::Duration;

use super::passkeys::{
    BIOMETRIC_REGISTRATION_FAILED, BIOMETRIC_VERIFICATION_FAILED, CHALLENGE_TIME, DeviceChallenge,
    PASSKEYS_UNAVAILABLE, RegistrationRequest, SignInRequest,
};
use super::{Authenticator, Merchant};
use crate::base::id::{CashierId, PasskeyId};
use crate::base::passkey::{DeviceCredential, Use};
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::base::secret::{hash, random_bytes};
use crate::core::outlets::cashiers;
use crate::core::outlets::devices::LiveTill;
use crate::core::outlets::passkeys::{self, CashierAtTill, CashierPasskey, PasskeyPurpose};
use crate::core::outlets::sessions::CounterSession;
use crate::platform::store::{Authorized, Tx};

/// The sign-in at the till is too old to register a passkey.
pub const PIN_REQUIRED: ProblemType = ProblemType::new("pin_required", 403, "PIN required");

/// A sign-in within this time proves that the cashier is present.
const FRESH: Duration = Duration::from_secs(10 * 60);

/// A passkey that has signed a challenge of its till.
pub struct VerifiedPasskey {
    place: CashierAtTill,
    id: PasskeyId,
    used: Use,
}

impl VerifiedPasskey {
    /// The passkey's cashier.
    pub fn cashier(&self) -> CashierId {
        self.place.cashier
    }
}

/// The user handle under which a device stores a cashier's passkey. It differs per till, so that devices that share
/// passkeys keep the passkeys of both tills.
fn handle(place: CashierAtTill) -> [u8; 16] {
    let digest = hash(&format!("{}.{}", place.till, place.cashier));
    std::array::from_fn(|at| digest[at])
}

async fn issue(
    authenticator: &Authenticator,
    caller: impl Authorized,
    place: CashierAtTill,
    purpose: PasskeyPurpose,
) -> AppResult<[u8; 32]> {
    let challenge = random_bytes();
    let issue = move |tx: &Tx<'_>| {
        let expires = tx.now().plus(CHALLENGE_TIME);
        passkeys::put_challenge(tx, &challenge, place, purpose, expires)
    };
    authenticator.store().write_as(caller, issue).await?;
    Ok(challenge)
}

/// Creates a challenge to register a passkey, for a cashier who has just signed in at the till. Fails with
/// [`PIN_REQUIRED`] and `passkeys_unavailable`.
pub async fn ask_to_register(
    authenticator: &Authenticator,
    merchant: &Merchant,
    session: &CounterSession,
    cashier: CashierId,
) -> AppResult<DeviceChallenge> {
    let party = authenticator.relying_party().ok_or(PASSKEYS_UNAVAILABLE)?;
    if authenticator.store().clock().now().since(session.signed_in) >= FRESH {
        return Err(PIN_REQUIRED.into());
    }
    let place = CashierAtTill { till: session.till, cashier };
    let challenge = issue(authenticator, merchant.principal(), place, PasskeyPurpose::Register).await?;
    Ok(DeviceChallenge::new(party.id(), challenge, Some(&handle(place)), &[]))
}

/// Uses up the challenge and checks the device's attestation. Fails with [`BIOMETRIC_REGISTRATION_FAILED`].
pub async fn check_registration(
    authenticator: &Authenticator,
    merchant: &Merchant,
    place: CashierAtTill,
    request: &RegistrationRequest,
) -> AppResult<DeviceCredential> {
    let party = authenticator.relying_party().ok_or(PASSKEYS_UNAVAILABLE)?;
    let challenge = request.challenge().ok_or(BIOMETRIC_REGISTRATION_FAILED)?;
    let take = move |tx: &Tx<'_>| passkeys::take_challenge(tx, &challenge, place.till, PasskeyPurpose::Register);
    let asked = authenticator.store().write_as(merchant.principal(), take).await?;
    let alive = asked == Some(place.cashier);
    let attestation = request.read(challenge).filter(|_| alive).ok_or(BIOMETRIC_REGISTRATION_FAILED)?;
    party.check_attestation(&attestation)?.ok_or_else(|| BIOMETRIC_REGISTRATION_FAILED.into())
}

/// Stores a new passkey and replaces an earlier one at the same till. Fails with [`BIOMETRIC_REGISTRATION_FAILED`].
pub fn keep(tx: &Tx<'_>, place: CashierAtTill, credential: DeviceCredential) -> AppResult<()> {
    let passkey = CashierPasskey { id: PasskeyId::made_at(tx.now()), place, credential };
    if passkeys::keep(tx, &passkey)? { Ok(()) } else { Err(BIOMETRIC_REGISTRATION_FAILED.into()) }
}

/// Creates a challenge to sign a cashier in by the passkey at this till. Fails with `not_found` if the cashier has no
/// passkey at this till.
pub async fn ask_to_sign_in(
    authenticator: &Authenticator,
    till: &LiveTill,
    cashier: CashierId,
) -> AppResult<DeviceChallenge> {
    let party = authenticator.relying_party().ok_or(PASSKEYS_UNAVAILABLE)?;
    let place = CashierAtTill { till: till.id, cashier };
    let known = authenticator.store().read(|read| passkeys::find(read, place))?.ok_or(NOT_FOUND)?;
    let challenge = issue(authenticator, till.clone(), place, PasskeyPurpose::SignIn).await?;
    Ok(DeviceChallenge::new(party.id(), challenge, None, &[&known.credential.credential_id]))
}

/// Uses up the challenge and checks the device's assertion. Fails with [`BIOMETRIC_VERIFICATION_FAILED`] for every
/// error of the client.
pub async fn prove(
    authenticator: &Authenticator,
    till: &LiveTill,
    request: &SignInRequest,
) -> AppResult<VerifiedPasskey> {
    let refused = || AppError::from(BIOMETRIC_VERIFICATION_FAILED);
    let party = authenticator.relying_party().ok_or_else(refused)?;
    let challenge = request.challenge().ok_or_else(refused)?;
    let (store, at) = (authenticator.store(), till.id);
    let asked = store
        .write_as(till.clone(), move |tx| passkeys::take_challenge(tx, &challenge, at, PasskeyPurpose::SignIn))
        .await?;
    let place = CashierAtTill { till: at, cashier: asked.ok_or_else(refused)? };
    let assertion = request.read(challenge).ok_or_else(refused)?;
    let known = store.read(|read| passkeys::find(read, place))?.ok_or_else(refused)?;
    if known.credential.credential_id != assertion.credential || !assertion.is_for(&handle(place)) {
        return Err(refused());
    }
    let used = party.check_assertion(&assertion, &known.credential)?.ok_or_else(refused)?;
    Ok(VerifiedPasskey { place, id: known.id, used })
}

/// Admits the cashier of a proven passkey, under the same conditions as with a PIN. Fails with
/// [`BIOMETRIC_VERIFICATION_FAILED`] and `pin_paused`.
pub fn enter(tx: &Tx<'_>, till: &LiveTill, proven: &VerifiedPasskey) -> AppResult<()> {
    let stands = cashiers::may_enter(tx, till.partner, proven.place.cashier)?;
    if stands && passkeys::note_use(tx, proven.id, &proven.used)? {
        Ok(())
    } else {
        Err(BIOMETRIC_VERIFICATION_FAILED.into())
    }
}
