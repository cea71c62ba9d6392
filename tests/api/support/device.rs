//! A device with an ES256 passkey, made by hand, so that it can send false data that a real device
//! would not send.

use ciborium::Value as Cbor;
use kapok::base::secret::{base64url, random_bytes};
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Answer, Caller, TestMember, TestServer};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const HOLDS_CREDENTIAL: u8 = 0x40;

/// The attestation statement of a device.
#[derive(Clone, Copy)]
pub enum Statement {
    None,
    /// A valid self attestation.
    ItsOwn,
    /// A self attestation over other data.
    Forged,
    /// A statement in an unknown format.
    Unheard,
}

/// A device's data; a test may set each field to a false value.
#[derive(Clone)]
pub struct Device {
    key: SigningKey,
    pub id: Vec<u8>,
    pub counter: u32,
    pub origin: String,
    pub rp_id: String,
    pub flags: u8,
    pub user_handle: Option<Vec<u8>>,
    /// The client data type, instead of `webauthn.create` or `webauthn.get`.
    pub kind: Option<&'static str>,
    /// The attestation statement, as with conveyance `direct`.
    pub statement: Statement,
}

impl Device {
    /// An honest device on the server's own page.
    pub fn at(server: &TestServer) -> Self {
        Self {
            key: SigningKey::from_slice(&random_bytes::<32>()).expect("a key"),
            id: random_bytes::<32>().to_vec(),
            counter: 0,
            origin: server.running.public_url.clone(),
            rp_id: "localhost".to_owned(),
            flags: USER_PRESENT | USER_VERIFIED,
            user_handle: None,
            kind: None,
            statement: Statement::None,
        }
    }

    /// A copy of the device with a change.
    pub fn lying(&self, lie: impl FnOnce(&mut Self)) -> Self {
        let mut liar = self.clone();
        lie(&mut liar);
        liar
    }

    /// Without user verification by fingerprint, face or PIN.
    pub fn without_verification(&mut self) {
        self.flags = USER_PRESENT;
    }

    pub fn credential_id(&self) -> String {
        base64url(&self.id)
    }

    fn client_data(&self, kind: &'static str, challenge: &str) -> Vec<u8> {
        let data = json!({ "type": self.kind.unwrap_or(kind), "challenge": challenge, "origin": self.origin,
            "crossOrigin": false });
        data.to_string().into_bytes()
    }

    fn authenticator_data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.rp_id.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn sign(&self, authenticator_data: &[u8], client_data: &[u8]) -> Vec<u8> {
        let message = [authenticator_data, &Sha256::digest(client_data)[..]].concat();
        let signature: Signature = self.key.sign(&message);
        signature.to_der().as_bytes().to_vec()
    }

    /// The result of `navigator.credentials.create()`, in the form of spec section 7.
    pub fn attest(&self, asked: &Value) -> Value {
        let challenge = asked["challenge"].as_str().expect("a challenge");
        let client_data = self.client_data("webauthn.create", challenge);
        let point = self.key.verifying_key().to_sec1_point(false);
        let (x, y) = (point.x().expect("x").to_vec(), point.y().expect("y").to_vec());
        let number = |n: i64| Cbor::Integer(n.into());
        let key = Cbor::Map(vec![
            (number(1), number(2)),
            (number(3), number(-7)),
            (number(-1), number(1)),
            (number(-2), Cbor::Bytes(x)),
            (number(-3), Cbor::Bytes(y)),
        ]);
        let mut data = self.authenticator_data(self.flags | HOLDS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).expect("a short id").to_be_bytes());
        data.extend(&self.id);
        ciborium::into_writer(&key, &mut data).expect("CBOR");
        let text = |word: &str| Cbor::Text(word.to_owned());
        let signed = |client_data: &[u8]| {
            let signature = Cbor::Bytes(self.sign(&data, client_data));
            vec![(text("alg"), number(-7)), (text("sig"), signature)]
        };
        let (format, statement) = match self.statement {
            Statement::None => ("none", Vec::new()),
            Statement::ItsOwn => ("packed", signed(&client_data)),
            Statement::Forged => ("packed", signed(b"{}")),
            Statement::Unheard => ("compound", vec![(text("authData"), Cbor::Bytes(vec![1; 3]))]),
        };
        let object = Cbor::Map(vec![
            (text("fmt"), text(format)),
            (text("attStmt"), Cbor::Map(statement)),
            (text("authData"), Cbor::Bytes(data)),
        ]);
        let mut attestation = Vec::new();
        ciborium::into_writer(&object, &mut attestation).expect("CBOR");
        json!({ "userId": asked["userId"], "rawId": self.credential_id(), "type": "public-key",
            "response": { "clientDataJSON": base64url(&client_data), "attestationObject": base64url(&attestation) },
            "publicKey": "ignored", "challenge": challenge })
    }

    /// The result of `navigator.credentials.get()`, in the form of spec section 7. Increments the counter.
    pub fn assert(&mut self, asked: &Value) -> Value {
        let challenge = asked["challenge"].as_str().expect("a challenge");
        self.counter += 1;
        let client_data = self.client_data("webauthn.get", challenge);
        let data = self.authenticator_data(self.flags);
        let signature = base64url(&self.sign(&data, &client_data));
        json!({ "credential": {
            "id": self.credential_id(), "rawId": self.credential_id(), "type": "public-key",
            "response": { "clientDataJSON": base64url(&client_data), "authenticatorData": base64url(&data),
                "signature": signature, "userHandle": self.user_handle.as_deref().map(base64url) },
            "userId": "", "signature": signature, "challenge": challenge } })
    }

    /// Gets a challenge and registers.
    pub async fn register_for(&self, member: &TestMember) -> Answer {
        let asked = challenge(&member.caller, "register").await;
        member.caller.post("/api/auth/registerBiometric", self.attest(&asked)).await
    }

    /// Gets a challenge and signs in.
    pub async fn sign_in(&mut self, caller: &Caller) -> Answer {
        let asked = challenge(caller, "verify").await;
        caller.post("/api/auth/biometric_verify", self.assert(&asked)).await
    }
}

/// A challenge for that purpose.
pub async fn challenge(caller: &Caller, purpose: &str) -> Value {
    caller.post("/api/auth/biometric_challenge", json!({ "purpose": purpose })).await.expect(200)
}
