//! Passkeys: sign-in with a credential on a person's device, unlocked by finger, face or PIN. The server creates each
//! challenge, accepts it once, and relies only on the device's signature.

mod ceremony;
mod http;
mod queries;
mod wire;

use std::time::Duration;

use super::sessions::{self, IssuedSession, SessionKind};
use super::{Authenticator, device_accounts};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PasskeyId, StaffId};
use crate::base::language::Language;
use crate::base::passkey::{DeviceCredential, Use};
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::base::secret::random_bytes;
use crate::core::members::{self, Status};
use crate::platform::store::{Authorized, FromSql, Read, ToSql, Tx};

pub use ceremony::{RelyingParty, relying_party_id};
pub use wire::{DeviceChallenge, RegistrationRequest, SignInRequest};

pub(super) use http::routes;
pub(super) use wire::user_id;

/// The passkey was not accepted. The response does not reveal the reason.
pub const BIOMETRIC_VERIFICATION_FAILED: ProblemType =
    ProblemType::new("biometric_verification_failed", 401, "Passkey not accepted");
/// The device's response does not contain a valid passkey.
pub const BIOMETRIC_REGISTRATION_FAILED: ProblemType =
    ProblemType::new("biometric_registration_failed", 400, "Passkey not registered");
/// The limit of passkeys per person is reached.
pub const TOO_MANY_PASSKEYS: ProblemType = ProblemType::new("too_many_passkeys", 409, "Too many passkeys");
/// The public URL has an IP address, and passkeys need a domain name.
pub const PASSKEYS_UNAVAILABLE: ProblemType = ProblemType::new("passkeys_unavailable", 422, "Passkeys not available");

/// Largest request body of a registration or a sign-in, in bytes. Attestations contain certificates.
pub const BODY_LIMIT: usize = 32 * 1024;
/// A sign-in within this time proves that the member is present.
const FRESH: Duration = Duration::from_secs(10 * 60);
pub(super) const CHALLENGE_TIME: Duration = Duration::from_secs(120);
pub(super) const MOST_PASSKEYS: i64 = 10;

/// A person who has passkeys. Members and staff have separate tables, so that a passkey or a challenge of one is
/// never accepted for the other.
pub trait Holder: Copy + PartialEq + Send + ToSql + FromSql + 'static {
    /// The table of passkeys.
    const PASSKEYS: &'static str;
    /// The table of challenges.
    const CHALLENGES: &'static str;
    /// The column in both tables that holds the person's id.
    const COLUMN: &'static str;
    /// The error for a registration that cannot be verified.
    const NOT_REGISTERED: ProblemType;

    /// The bytes of the user handle under which devices store the passkey.
    fn bytes(&self) -> &[u8; 16];
}

impl Holder for MemberId {
    const PASSKEYS: &'static str = "passkey";
    const CHALLENGES: &'static str = "passkey_challenge";
    const COLUMN: &'static str = "member_id";
    const NOT_REGISTERED: ProblemType = BIOMETRIC_VERIFICATION_FAILED;

    fn bytes(&self) -> &[u8; 16] {
        self.as_bytes()
    }
}

impl Holder for StaffId {
    const PASSKEYS: &'static str = "staff_passkey";
    const CHALLENGES: &'static str = "staff_passkey_challenge";
    const COLUMN: &'static str = "staff_id";
    const NOT_REGISTERED: ProblemType = BIOMETRIC_REGISTRATION_FAILED;

    fn bytes(&self) -> &[u8; 16] {
        self.as_bytes()
    }
}

/// A person's passkey.
#[derive(Clone, Debug)]
pub struct Passkey<H> {
    /// The id in the database; sorts by registration.
    pub id: PasskeyId,
    /// The display name: browser and system.
    pub name: String,
    /// The time at which it was registered.
    pub created: Timestamp,
    /// The time at which it was last used to sign in.
    pub last_used: Option<Timestamp>,
    /// The credential that the device signs with.
    pub credential: DeviceCredential,
    pub(super) holder: H,
}

/// Time limit for the device to verify the person by finger or face.
pub(in crate::auth) const DEVICE_TIME: Duration = Duration::from_secs(60);

/// Creates a challenge to register a passkey of one person, or (`None`) to sign in any person of this kind.
pub(super) fn issue_challenge<H: Holder>(tx: &Tx<'_>, registers: Option<H>) -> AppResult<[u8; 32]> {
    let challenge = random_bytes();
    queries::insert_challenge(tx, &challenge, registers, tx.now().plus(CHALLENGE_TIME))?;
    Ok(challenge)
}

/// Deletes every passkey of a person and every challenge to register one.
pub fn remove_all<H: Holder>(tx: &Tx<'_>, holder: H) -> AppResult<()> {
    queries::delete_all(tx, holder)
}

/// Uses up the challenge and checks the device's attestation. Fails with [`Holder::NOT_REGISTERED`].
pub async fn check_registration<H: Holder>(
    authenticator: &Authenticator,
    holder: H,
    caller: impl Authorized,
    request: &RegistrationRequest,
) -> AppResult<DeviceCredential> {
    let party = authenticator.relying_party().ok_or(PASSKEYS_UNAVAILABLE)?;
    let challenge = request.challenge().ok_or(H::NOT_REGISTERED)?;
    let spend = move |tx: &Tx<'_>| queries::take_challenge(tx, &challenge, Some(holder));
    let alive = authenticator.store().write_as(caller, spend).await?;
    let attestation = request.read(challenge).filter(|_| alive).ok_or(H::NOT_REGISTERED)?;
    party.check_attestation(&attestation)?.ok_or_else(|| H::NOT_REGISTERED.into())
}

/// Stores a new passkey. Fails with [`TOO_MANY_PASSKEYS`], and with [`Holder::NOT_REGISTERED`] if the credential is
/// already registered by anyone of this kind.
pub fn add<H: Holder>(tx: &Tx<'_>, holder: H, credential: DeviceCredential, name: String) -> AppResult<Passkey<H>> {
    require_room(tx, holder)?;
    if queries::find_by_credential::<H>(tx, &credential.credential_id)?.is_some() {
        return Err(H::NOT_REGISTERED.into());
    }
    let (id, created) = (PasskeyId::made_at(tx.now()), tx.now());
    let passkey = Passkey { id, name, created, last_used: None, credential, holder };
    queries::insert(tx, &passkey)?;
    Ok(passkey)
}

/// Fails with [`TOO_MANY_PASSKEYS`] if the person has the largest number of passkeys.
pub(super) fn require_room<H: Holder>(read: &Read<'_>, holder: H) -> AppResult<()> {
    if queries::count(read, holder)? < MOST_PASSKEYS { Ok(()) } else { Err(TOO_MANY_PASSKEYS.into()) }
}

/// A person's passkeys, oldest first.
pub fn list<H: Holder>(read: &Read<'_>, holder: H) -> AppResult<Vec<Passkey<H>>> {
    queries::list(read, holder)
}

/// Whether a person has a passkey.
pub fn has_any<H: Holder>(read: &Read<'_>, holder: H) -> AppResult<bool> {
    Ok(queries::count(read, holder)? > 0)
}

/// Deletes a person's passkey and returns its name; `None` if it is not theirs.
pub fn remove<H: Holder>(tx: &Tx<'_>, holder: H, id: PasskeyId) -> AppResult<Option<String>> {
    queries::delete(tx, holder, id)
}

/// Checks a signed challenge. Returns the passkey and the data of its use. Fails with
/// [`BIOMETRIC_VERIFICATION_FAILED`] for every error of the client.
pub(super) async fn prove<H: Holder + Sync>(
    authenticator: &Authenticator,
    request: &SignInRequest,
) -> AppResult<(Passkey<H>, Use)> {
    let refused = || AppError::from(BIOMETRIC_VERIFICATION_FAILED);
    let party = authenticator.relying_party().ok_or_else(refused)?;
    let challenge = request.challenge().ok_or_else(refused)?;
    let store = authenticator.store();
    let alive = store.write_for_visitor(move |tx| queries::take_challenge::<H>(tx, &challenge, None)).await?;
    let assertion = request.read(challenge).filter(|_| alive).ok_or_else(refused)?;
    let known = store.read(|read| queries::find_by_credential::<H>(read, &assertion.credential))?;
    let passkey = known.filter(|passkey| assertion.is_for(passkey.holder.bytes())).ok_or_else(refused)?;
    let used = party.check_assertion(&assertion, &passkey.credential)?.ok_or_else(refused)?;
    Ok((passkey, used))
}

/// Records a sign-in. Fails with [`BIOMETRIC_VERIFICATION_FAILED`] if the signature counter did not increase.
pub(super) fn note_use<H: Holder>(tx: &Tx<'_>, passkey: &Passkey<H>, used: &Use) -> AppResult<()> {
    if queries::note_use(tx, passkey, used)? { Ok(()) } else { Err(BIOMETRIC_VERIFICATION_FAILED.into()) }
}

/// Opens a session for the member whose passkey signed the challenge. Fails with [`BIOMETRIC_VERIFICATION_FAILED`]
/// for every error of the client. `browser` is the id of the device, and `words` name it.
async fn sign_in(
    authenticator: &Authenticator,
    request: &SignInRequest,
    kind: SessionKind,
    (browser, words): (&str, Option<String>),
    language: Option<Language>,
) -> AppResult<(MemberId, IssuedSession)> {
    let (passkey, used) = prove::<MemberId>(authenticator, request).await?;
    let (remember, limits) = (request.remember(), authenticator.limits().clone());
    let (browser, keys) = (browser.to_owned(), authenticator.keys().clone());
    authenticator
        .store()
        .write_for_visitor(move |tx| {
            let known = members::credentials(tx, passkey.holder)?.filter(|known| known.status == Status::Active);
            let known = known.ok_or(BIOMETRIC_VERIFICATION_FAILED)?;
            note_use(tx, &passkey, &used)?;
            let granted = sessions::open_for_member(tx, &limits, known.id, known.epoch, kind, remember)?;
            members::follow_language(tx, known.id, language)?;
            if let Some(words) = words {
                sessions::name_device(tx, granted.session, &words)?;
            }
            if kind == SessionKind::Browser {
                device_accounts::note(tx, &keys, &browser, known.id)?;
            }
            Ok((known.id, granted))
        })
        .await
}
