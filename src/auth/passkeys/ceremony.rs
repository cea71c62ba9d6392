//! The two Web Authentication ceremonies (W3C, level 3, sections 7.1 and 7.2), verified by webauthn-rs-core. The
//! crate's own API creates the challenge and requires its whole state to be stored. This server creates and stores
//! only the 32-byte challenge, and builds the crate's state around it for the verification.

use anyhow::Context;
use serde_json::{Value, json};
use url::Url;
use webauthn_rs_core::WebauthnCore;
use webauthn_rs_core::error::WebauthnError;
use webauthn_rs_core::proto::{
    AttestationFormat, AttestationMetadata, AuthenticationState, AuthenticatorAssertionResponseRaw,
    AuthenticatorAttestationResponseRaw, COSEAlgorithm, COSEEC2Key, COSEKey, COSEKeyType, Credential, ECDSACurve,
    ParsedAttestation, ParsedAttestationData, PublicKeyCredential, RegisterPublicKeyCredential, RegisteredExtensions,
    RegistrationState, UserVerificationPolicy,
};

use super::DEVICE_TIME;
use super::wire::{Assertion, Attestation};
use crate::base::passkey::{DeviceCredential, Use};
use crate::base::problem::AppResult;
use crate::base::secret::base64url;
use crate::platform::config::Config;

/// The longest credential id that the standard allows, in bytes.
const LONGEST_CREDENTIAL_ID: usize = 1023;

/// The relying party of passkeys: this programme under its public domain name.
pub struct RelyingParty {
    id: String,
    core: WebauthnCore,
}

impl RelyingParty {
    /// `None` if the public URL has an IP address, because browsers bind passkeys to domain names only.
    pub fn new(config: &Config) -> Option<Self> {
        let id = relying_party_id(config)?;
        let mut origins: Vec<Url> = config.public_origin().into_iter().collect();
        if config.is_on_loopback() {
            origins.extend(Url::parse(&format!("http://localhost:{}", config.listen.port())));
        }
        origins.extend(Url::parse(&config.console_url()).ok().filter(|url| origins.iter().all(|known| known != url)));
        let core = WebauthnCore::new_unsafe_experts_only("Kapok", &id, origins, DEVICE_TIME, Some(false), Some(false));
        Some(Self { id, core })
    }

    /// The domain name that passkeys are bound to.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Verifies a registration. Returns the credential, or `None` if the challenge or the relying party does not
    /// match.
    pub(in crate::auth) fn check_attestation(&self, attestation: &Attestation) -> AppResult<Option<DeviceCredential>> {
        let state = registration_state(&attestation.challenge)?;
        let read = |object: &[u8]| self.core.register_credential(&created(attestation, object), &state, None);
        let mut attested = read(&attestation.attestation_object);
        if let Some(reason) = attested.as_ref().err().filter(|reason| is_unreadable_statement(reason)) {
            note("registration: attestation statement", reason);
            attested = without_statement(&attestation.attestation_object).map_or(attested, |object| read(&object));
        }
        let Some(credential) = attested.map_err(|reason| note("registration", &reason)).ok() else { return Ok(None) };
        let claimed = attestation.credential.as_ref();
        let other_than_claimed = claimed.is_some_and(|claimed| *claimed != credential.cred_id);
        let too_long = credential.cred_id.len() > LONGEST_CREDENTIAL_ID;
        let Some(public_key) = point(&credential.cred).filter(|_| !other_than_claimed && !too_long) else {
            return Ok(None);
        };
        Ok(Some(DeviceCredential {
            credential_id: credential.cred_id,
            public_key,
            used: Use {
                counter: credential.counter,
                backup_eligible: credential.backup_eligible,
                backed_up: credential.backup_state,
            },
        }))
    }

    /// Verifies an assertion. Returns its data, or `None` if the challenge, relying party or passkey does not match.
    pub(in crate::auth) fn check_assertion(
        &self,
        assertion: &Assertion,
        known: &DeviceCredential,
    ) -> AppResult<Option<Use>> {
        let state = sign_in_state(&assertion.challenge)?;
        let response = PublicKeyCredential {
            id: base64url(&assertion.credential),
            raw_id: assertion.credential.clone(),
            response: AuthenticatorAssertionResponseRaw {
                authenticator_data: assertion.authenticator_data.clone(),
                client_data_json: assertion.client_data.clone(),
                signature: assertion.signature.clone(),
                // The caller has compared it with the passkey's owner; the crate does not use it.
                user_handle: None,
            },
            extensions: Default::default(),
            type_: "public-key".to_owned(),
        };
        let checked = self.core.authenticate_single_credential(&response, &state, &credential(known));
        Ok(checked.map_err(|reason| note("sign-in", &reason)).ok().map(|result| Use {
            counter: result.counter(),
            backup_eligible: result.backup_eligible(),
            backed_up: result.backup_state(),
        }))
    }
}

/// The domain name that passkeys are bound to under these settings; `None` if passkeys are unavailable.
pub fn relying_party_id(config: &Config) -> Option<String> {
    config.public_origin()?.domain().map(str::to_owned)
}

/// The result of `navigator.credentials.create()`, with `object` as its attestation object.
fn created(attestation: &Attestation, object: &[u8]) -> RegisterPublicKeyCredential {
    RegisterPublicKeyCredential {
        // The attested id is used instead.
        id: String::new(),
        raw_id: Vec::new(),
        response: AuthenticatorAttestationResponseRaw {
            attestation_object: object.to_vec(),
            client_data_json: attestation.client_data.clone(),
            transports: None,
        },
        type_: "public-key".to_owned(),
        extensions: Default::default(),
    }
}

/// Whether the manufacturer's attestation statement has a form that cannot be verified here. Clients request a
/// statement (spec section 7), but no manufacturer is preferred, and a device without a statement is accepted too.
fn is_unreadable_statement(reason: &WebauthnError) -> bool {
    matches!(
        reason,
        WebauthnError::AttestationNotSupported
            | WebauthnError::AttestationCertificateRequirementsNotMet
            | WebauthnError::AttestationStatementMissingExtension
            | WebauthnError::AttestationStatementVerUnsupported
            | WebauthnError::AttestationStatementX5CInvalid
            | WebauthnError::AttestationTpmPubAreaHashUnknown
            | WebauthnError::ParseNOMFailure
            | WebauthnError::X509DerInvalid
    )
}

/// The attestation object without the manufacturer's statement. The device's own data comes last in it, in the order
/// that CTAP2 prescribes.
fn without_statement(object: &[u8]) -> Option<Vec<u8>> {
    const NAME: &[u8] = b"\x68authData";
    let at = object.windows(NAME.len()).rposition(|window| window == NAME)?;
    Some([b"\xa3\x63fmt\x64none\x67attStmt\xa0", &object[at..]].concat())
}

/// Logs the reason for the operator. The client only learns that the passkey was refused.
fn note(ceremony: &str, reason: &WebauthnError) {
    tracing::info!(ceremony, ?reason, "passkey refused");
}

fn registration_state(challenge: &[u8; 32]) -> AppResult<RegistrationState> {
    shaped(json!({
        "policy": "required", "challenge": base64url(challenge), "credential_algorithms": ["ES256"],
        "exclude_credentials": [], "require_resident_key": false, "authenticator_attachment": null, "extensions": {},
        "allow_synchronised_authenticators": true,
    }))
}

fn sign_in_state(challenge: &[u8; 32]) -> AppResult<AuthenticationState> {
    shaped(json!({
        "policy": "required", "challenge": base64url(challenge), "credentials": [], "appid": null,
        "allow_backup_eligible_upgrade": true,
    }))
}

fn shaped<T: serde::de::DeserializeOwned>(state: Value) -> AppResult<T> {
    Ok(serde_json::from_value(state).context("the state of a ceremony has another shape in this webauthn-rs-core")?)
}

/// A passkey in the crate's format.
fn credential(passkey: &DeviceCredential) -> Credential {
    let (x, y) = passkey.public_key.split_at(32);
    let key = COSEEC2Key { curve: ECDSACurve::SECP256R1, x: x.to_vec(), y: y.to_vec() };
    Credential {
        cred_id: passkey.credential_id.clone(),
        cred: COSEKey { type_: COSEAlgorithm::ES256, key: COSEKeyType::EC_EC2(key) },
        counter: passkey.used.counter,
        transports: None,
        user_verified: true,
        backup_eligible: passkey.used.backup_eligible,
        backup_state: passkey.used.backed_up,
        registration_policy: UserVerificationPolicy::Required,
        extensions: RegisteredExtensions::none(),
        attestation: ParsedAttestation { data: ParsedAttestationData::None, metadata: AttestationMetadata::None },
        attestation_format: AttestationFormat::None,
    }
}

/// The point on P-256, x before y; `None` for any other kind of key.
fn point(key: &COSEKey) -> Option<[u8; 64]> {
    match &key.key {
        COSEKeyType::EC_EC2(ec) if ec.curve == ECDSACurve::SECP256R1 => [&ec.x[..], &ec.y[..]].concat().try_into().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{RelyingParty, registration_state, relying_party_id, sign_in_state};
    use crate::platform::config::Config;

    #[test]
    fn the_states_have_the_shape_that_this_version_of_the_crate_reads() {
        registration_state(&[7; 32]).expect("the state of a registration");
        sign_in_state(&[7; 32]).expect("the state of a sign-in");
    }

    #[test]
    fn passkeys_are_bound_to_a_name_and_never_to_a_number() {
        for (address, expected) in [
            ("https://points.example.hk", Some("points.example.hk")),
            ("http://localhost:8080", Some("localhost")),
            ("http://127.0.0.1:8080", None),
            ("http://[::1]:8080", None),
            ("", None),
        ] {
            let config = Config { public_url: address.to_owned(), ..Config::default() };
            assert_eq!(relying_party_id(&config).as_deref(), expected, "{address}");
            assert_eq!(RelyingParty::new(&config).is_some(), expected.is_some());
        }
    }
}
