//! The passkey data that clients send (spec section 7). Each field may be inside `credential` or next to it. Bytes
//! are base64url; other base64 variants are accepted too.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use super::DEVICE_TIME;
use crate::auth::sessions::Remember;
use crate::base::secret::base64url;

/// The result of `navigator.credentials.create()`.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "fields that clients send and that prove nothing are described all the same")]
pub struct AttestationFields {
    id: Option<String>,
    raw_id: Option<String>,
    /// `public-key`.
    #[serde(rename = "type")]
    kind: Option<String>,
    response: Option<AttestationResponse>,
    /// Must equal the challenge in `clientDataJSON`.
    challenge: Option<String>,
    /// Ignored; the session's user is used.
    user_id: Option<String>,
    /// Ignored; the attestation object's key is used.
    public_key: Option<String>,
}

/// The device's response to a registration.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AttestationResponse {
    #[serde(rename = "clientDataJSON")]
    client_data_json: String,
    attestation_object: String,
}

/// A passkey to register.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
pub struct RegistrationRequest {
    credential: Option<AttestationFields>,
    #[serde(flatten)]
    beside: AttestationFields,
}

/// The result of `navigator.credentials.get()`.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "fields that clients send and that prove nothing are described all the same")]
pub struct AssertionFields {
    id: Option<String>,
    raw_id: Option<String>,
    /// `public-key`.
    #[serde(rename = "type")]
    kind: Option<String>,
    response: Option<AssertionResponse>,
    /// Must equal the challenge in `clientDataJSON`.
    challenge: Option<String>,
    /// Ignored; the owner of the registered passkey is used.
    user_id: Option<String>,
    /// Ignored; the signature in `response` is used.
    signature: Option<String>,
}

/// The device's response to a sign-in.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AssertionResponse {
    #[serde(rename = "clientDataJSON")]
    client_data_json: String,
    authenticator_data: String,
    signature: String,
    user_handle: Option<String>,
}

/// A sign-in by passkey.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInRequest {
    credential: Option<AssertionFields>,
    #[serde(flatten)]
    beside: AssertionFields,
    /// Whether to stay signed in for 30 days.
    #[serde(default)]
    #[schema(required = false)]
    remember_me: bool,
}

/// The data that a device needs for the ceremony.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceChallenge {
    /// 32 bytes, as base64url; works once, within 120 seconds.
    challenge: String,
    /// The domain name that passkeys are bound to.
    rp_id: String,
    /// The user handle under which the device stores the passkey, as base64url. Empty for a sign-in.
    user_id: String,
    /// Time limit for the device, in milliseconds.
    timeout: u64,
    /// For a registration: the present passkeys, to be excluded. For a sign-in: the accepted passkeys; if empty, any.
    credential_ids: Vec<String>,
}

impl DeviceChallenge {
    pub(in crate::auth) fn new(rp_id: &str, challenge: [u8; 32], owner: Option<&[u8; 16]>, known: &[&[u8]]) -> Self {
        Self {
            challenge: base64url(&challenge),
            rp_id: rp_id.to_owned(),
            user_id: owner.map_or_else(String::new, user_id),
            timeout: DEVICE_TIME.as_secs() * 1_000,
            credential_ids: known.iter().map(|id| base64url(id)).collect(),
        }
    }
}

/// A decoded registration.
pub(in crate::auth) struct Attestation {
    pub(in crate::auth) challenge: [u8; 32],
    /// The credential id that the client sent, if any.
    pub(in crate::auth) credential: Option<Vec<u8>>,
    pub(in crate::auth) client_data: Vec<u8>,
    pub(in crate::auth) attestation_object: Vec<u8>,
}

/// A decoded sign-in.
pub(in crate::auth) struct Assertion {
    pub(in crate::auth) challenge: [u8; 32],
    pub(in crate::auth) credential: Vec<u8>,
    pub(in crate::auth) client_data: Vec<u8>,
    pub(in crate::auth) authenticator_data: Vec<u8>,
    pub(in crate::auth) signature: Vec<u8>,
    user_handle: Vec<u8>,
}

impl RegistrationRequest {
    fn field(&self, get: impl Fn(&AttestationFields) -> Option<&String>) -> [Option<&String>; 2] {
        [self.credential.as_ref().and_then(&get), get(&self.beside)]
    }

    fn response(&self) -> Option<&AttestationResponse> {
        self.credential.as_ref().and_then(|inside| inside.response.as_ref()).or(self.beside.response.as_ref())
    }

    /// The challenge that the device signed.
    pub(in crate::auth) fn challenge(&self) -> Option<[u8; 32]> {
        challenge_in(&bytes(&self.response()?.client_data_json)?)
    }

    /// The decoded request; `None` if its parts contradict each other.
    pub(in crate::auth) fn read(&self, challenge: [u8; 32]) -> Option<Attestation> {
        agrees_on_challenge(self.field(|fields| fields.challenge.as_ref()), &challenge)?;
        agrees_on_type(self.field(|fields| fields.kind.as_ref()))?;
        let ids = [self.field(|fields| fields.raw_id.as_ref()), self.field(|fields| fields.id.as_ref())];
        let response = self.response()?;
        Some(Attestation {
            challenge,
            credential: the_one_id(ids)?,
            client_data: bytes(&response.client_data_json)?,
            attestation_object: bytes(&response.attestation_object)?,
        })
    }
}

impl SignInRequest {
    fn field(&self, get: impl Fn(&AssertionFields) -> Option<&String>) -> [Option<&String>; 2] {
        [self.credential.as_ref().and_then(&get), get(&self.beside)]
    }

    fn response(&self) -> Option<&AssertionResponse> {
        self.credential.as_ref().and_then(|inside| inside.response.as_ref()).or(self.beside.response.as_ref())
    }

    /// Whether the session outlives the browser.
    pub(in crate::auth) fn remember(&self) -> Remember {
        if self.remember_me { Remember::Yes } else { Remember::No }
    }

    /// The challenge that the device signed.
    pub(in crate::auth) fn challenge(&self) -> Option<[u8; 32]> {
        challenge_in(&bytes(&self.response()?.client_data_json)?)
    }

    /// The decoded request; `None` if its parts contradict each other.
    pub(in crate::auth) fn read(&self, challenge: [u8; 32]) -> Option<Assertion> {
        agrees_on_challenge(self.field(|fields| fields.challenge.as_ref()), &challenge)?;
        agrees_on_type(self.field(|fields| fields.kind.as_ref()))?;
        let ids = [self.field(|fields| fields.raw_id.as_ref()), self.field(|fields| fields.id.as_ref())];
        let response = self.response()?;
        Some(Assertion {
            challenge,
            credential: the_one_id(ids)??,
            client_data: bytes(&response.client_data_json)?,
            authenticator_data: bytes(&response.authenticator_data)?,
            signature: bytes(&response.signature)?,
            user_handle: bytes(response.user_handle.as_deref().unwrap_or(""))?,
        })
    }
}

impl Assertion {
    /// Whether the user handle is empty or names `owner`. Clients convert the `userId` to bytes either by decoding it
    /// or by taking its characters.
    pub(in crate::auth) fn is_for(&self, owner: &[u8; 16]) -> bool {
        let handle = &self.user_handle;
        handle.is_empty() || handle == owner || handle == user_id(owner).as_bytes()
    }
}

/// The user handle under which a device stores a person's passkey, as base64url.
pub(in crate::auth) fn user_id(owner: &[u8; 16]) -> String {
    base64url(owner)
}

/// Decodes base64 of either alphabet, with or without padding.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').replace('+', "-").replace('/', "_");
    URL_SAFE_NO_PAD.decode(text).ok()
}

/// The only field of the client data that is needed before verification.
#[derive(Deserialize)]
struct ClientData {
    challenge: String,
}

fn challenge_in(client_data: &[u8]) -> Option<[u8; 32]> {
    let data: ClientData = serde_json::from_slice(client_data).ok()?;
    bytes(&data.challenge)?.try_into().ok()
}

fn agrees_on_challenge(given: [Option<&String>; 2], challenge: &[u8; 32]) -> Option<()> {
    given.into_iter().flatten().all(|text| bytes(text).is_some_and(|given| given == challenge)).then_some(())
}

fn agrees_on_type(given: [Option<&String>; 2]) -> Option<()> {
    given.into_iter().flatten().all(|kind| kind == "public-key").then_some(())
}

/// The credential id in all given fields: `Some(None)` if no field is given, `None` if a field is unreadable or two
/// differ.
fn the_one_id(given: [[Option<&String>; 2]; 2]) -> Option<Option<Vec<u8>>> {
    let ids = given.into_iter().flatten().flatten().map(|text| bytes(text)).collect::<Option<Vec<_>>>()?;
    let first = ids.first().cloned();
    ids.iter().all(|id| Some(id) == first.as_ref()).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn every_common_base64_is_read() {
        for text in ["-_-_", "+/+/", "-_-_====", "+/+_"] {
            assert_eq!(bytes(text), Some(vec![0xfb, 0xff, 0xbf]), "{text}");
        }
        assert_eq!(bytes(""), Some(Vec::new()));
        assert_eq!(bytes("no base64"), None);
    }
}
