//! Passkeys: signing in by what a member's device holds, after a finger or a face. The server
//! makes the challenge, uses it once, and believes nothing but the device's signature.

mod ceremony;
mod http;
mod queries;
mod wire;

use std::time::Duration;

use super::sessions::{self, Granted, SessionKind};
use super::{Authenticator, Member};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PasskeyId};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::base::secret::random_bytes;
use crate::core::members::{self, Status};
use crate::platform::store::{Read, Tx};

pub use ceremony::{RelyingParty, relying_party_id};
pub use wire::{DeviceChallenge, RegistrationRequest, SignInRequest};

pub(super) use ceremony::DEVICE_TIME;
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

/// What a device says of itself each time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// How often it has signed; 0 for ever where it does not count.
    pub(super) counter: u32,
    /// Whether the key may be copied to other devices.
    pub(super) backup_eligible: bool,
    /// Whether it has been.
    pub(super) backed_up: bool,
}

/// A credential that a device has attested: its name for it, and how to know it again.
#[derive(Clone, Debug)]
pub struct DeviceCredential {
    pub(super) credential_id: Vec<u8>,
    pub(super) public_key: [u8; 64],
    pub(super) used: Use,
}

/// A member's passkey.
#[derive(Clone, Debug)]
pub struct Passkey {
    /// Its id here; sorts by registration.
    pub id: PasskeyId,
    /// What the device calls it.
    pub credential_id: Vec<u8>,
    /// For people: browser and system.
    pub name: String,
    /// When it was registered.
    pub created: Timestamp,
    /// When it was last used to sign in.
    pub last_used: Option<Timestamp>,
    member: MemberId,
    public_key: [u8; 64],
    used: Use,
}

impl Passkey {
    fn credential(&self) -> DeviceCredential {
        let credential_id = self.credential_id.clone();
        DeviceCredential { credential_id, public_key: self.public_key, used: self.used }
    }
}

/// What a challenge is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ceremony {
    /// Registering a passkey of that member.
    Registration(MemberId),
    /// Signing somebody in.
    SignIn,
}

impl Ceremony {
    const fn member(self) -> Option<MemberId> {
        match self {
            Ceremony::Registration(member) => Some(member),
            Ceremony::SignIn => None,
        }
    }
}

fn issue_challenge(tx: &Tx<'_>, ceremony: Ceremony) -> AppResult<[u8; 32]> {
    let challenge = random_bytes();
    queries::insert_challenge(tx, &challenge, ceremony, tx.now().plus(CHALLENGE_TIME))?;
    Ok(challenge)
}

/// Forgets challenges that did not come back.
pub(super) fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_expired_challenges(tx)
}

/// Removes every passkey of a member who leaves.
pub fn remove_all(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete_all(tx, member)
}

/// Uses a challenge up, whatever comes of it; gives whether it was alive and meant for this.
fn spend_challenge(tx: &Tx<'_>, challenge: &[u8; 32], ceremony: Ceremony) -> AppResult<bool> {
    let taken = queries::take_challenge(tx, challenge)?;
    Ok(taken.is_some_and(|(member, expires)| member == ceremony.member() && expires > tx.now()))
}

/// What the device attests, once the challenge is used up. Fails with
/// [`BIOMETRIC_VERIFICATION_FAILED`].
pub async fn check_registration(
    authenticator: &Authenticator,
    member: &Member,
    request: &RegistrationRequest,
) -> AppResult<DeviceCredential> {
    let party = authenticator.relying_party().ok_or(PASSKEYS_UNAVAILABLE)?;
    let challenge = request.challenge().ok_or(BIOMETRIC_VERIFICATION_FAILED)?;
    let ceremony = Ceremony::Registration(member.id);
    let spend = move |tx: &Tx<'_>| spend_challenge(tx, &challenge, ceremony);
    let alive = authenticator.store().write_as(member.principal(), spend).await?;
    let attestation = request.read(challenge).filter(|_| alive).ok_or(BIOMETRIC_VERIFICATION_FAILED)?;
    party.check_attestation(&attestation)?.ok_or_else(|| BIOMETRIC_VERIFICATION_FAILED.into())
}

/// Keeps a new passkey. Fails with [`TOO_MANY_PASSKEYS`], or with
/// [`BIOMETRIC_VERIFICATION_FAILED`] when anybody has registered it before.
pub fn add(tx: &Tx<'_>, member: MemberId, credential: &DeviceCredential, name: &str) -> AppResult<Passkey> {
    require_room(tx, member)?;
    if queries::find_by_credential(tx, &credential.credential_id)?.is_some() {
        return Err(BIOMETRIC_VERIFICATION_FAILED.into());
    }
    let id = PasskeyId::made_at(tx.now());
    queries::insert(tx, id, member, credential, name)?;
    Ok(Passkey {
        id,
        credential_id: credential.credential_id.clone(),
        name: name.to_owned(),
        created: tx.now(),
        last_used: None,
        member,
        public_key: credential.public_key,
        used: credential.used,
    })
}

fn require_room(read: &Read<'_>, member: MemberId) -> AppResult<()> {
    if queries::count(read, member)? < MOST_PASSKEYS { Ok(()) } else { Err(TOO_MANY_PASSKEYS.into()) }
}

/// A member's passkeys, oldest first.
pub fn list(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Passkey>> {
    queries::list(read, member)
}

/// Whether a member has any.
pub fn has_any(read: &Read<'_>, member: MemberId) -> AppResult<bool> {
    Ok(queries::count(read, member)? > 0)
}

/// Removes a member's passkey and gives its name. Fails with [`NOT_FOUND`] for anybody else's.
pub fn remove(tx: &Tx<'_>, member: MemberId, id: PasskeyId) -> AppResult<String> {
    queries::delete(tx, member, id)?.ok_or_else(|| NOT_FOUND.into())
}

/// Opens a session for the member whose passkey signed the challenge. Fails with [`BIOMETRIC_VERIFICATION_FAILED`]
/// for every error of the client.
async fn sign_in(
    authenticator: &Authenticator,
    request: &SignInRequest,
    kind: SessionKind,
    device: Option<String>,
    language: Option<Language>,
) -> AppResult<(MemberId, Granted)> {
    let refused = || AppError::from(BIOMETRIC_VERIFICATION_FAILED);
    let party = authenticator.relying_party().ok_or_else(refused)?;
    let challenge = request.challenge().ok_or_else(refused)?;
    let store = authenticator.store();
    let alive = store.write_for_visitor(move |tx| spend_challenge(tx, &challenge, Ceremony::SignIn)).await?;
    let assertion = request.read(challenge).filter(|_| alive).ok_or_else(refused)?;
    let passkey = store.read(|read| queries::find_by_credential(read, &assertion.credential))?.ok_or_else(refused)?;
    if !assertion.is_for(passkey.member.as_bytes()) {
        return Err(refused());
    }
    let used = party.check_assertion(&assertion, &passkey.credential())?.ok_or_else(refused)?;
    let (remember, limits) = (request.remember(), authenticator.limits().clone());
    store
        .write_for_visitor(move |tx| {
            let known = members::credentials(tx, passkey.member)?.filter(|known| known.status == Status::Active);
            let known = known.ok_or_else(refused)?;
            if !queries::note_use(tx, passkey.id, &used)? {
                return Err(refused());
            }
            let granted = sessions::open_for_member(tx, &limits, known.id, known.epoch, kind, remember)?;
            members::follow_language(tx, known.id, language)?;
            if let Some(device) = device {
                sessions::name_device(tx, granted.session, &device)?;
            }
            Ok((known.id, granted))
        })
        .await
}
