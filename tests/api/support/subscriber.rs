//! A browser with a push subscription: it decrypts messages with its own keys.

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use kapok::base::secret::{base64url, random_bytes};
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;

use super::listener::{Heard, Listener};
use super::{Caller, TestMember, TestServer, newest};

pub struct Subscriber {
    key: SecretKey,
    auth: [u8; 16],
    pub endpoint: String,
}

impl Subscriber {
    pub fn at(endpoint: String) -> Self {
        let key = SecretKey::from_slice(&random_bytes::<32>()).expect("a key");
        Self { key, auth: random_bytes(), endpoint }
    }

    /// A browser of that member, subscribed through a push service on loopback.
    pub async fn of(member: &TestMember, service: &Listener, name: &str) -> Self {
        let browser = Self::at(service.url(&format!("/push/{name}")));
        browser.join(&member.caller).await;
        browser
    }

    pub async fn join(&self, caller: &Caller) {
        caller.post("/api/auth/subscribe", self.subscription()).await.expect(201);
    }

    /// The body of the subscribe call, as `PushSubscription.toJSON()` gives it.
    pub fn subscription(&self) -> Value {
        json!({ "subscription": { "endpoint": self.endpoint, "expirationTime": null,
            "keys": { "p256dh": base64url(&self.point()), "auth": base64url(&self.auth) } } })
    }

    fn point(&self) -> Vec<u8> {
        self.key.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    /// Decrypts a message by RFC 8291 and RFC 8188.
    pub fn open(&self, heard: &Heard) -> Value {
        assert_eq!(heard.header("content-encoding"), "aes128gcm");
        assert!(heard.body.len() <= 4_096, "one record");
        let (salt, rest) = heard.body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert!(u32::from_be_bytes(size.try_into().expect("4 bytes")) >= 18);
        let (theirs, sealed) = rest[1..].split_at(usize::from(rest[0]));
        let sender = PublicKey::from_sec1_bytes(theirs).expect("a point");
        let shared = self.key.diffie_hellman(&sender);
        let info = [b"WebPush: info\0", self.point().as_slice(), theirs].concat();
        let expand = |salt: &[u8], secret: &[u8], info: &[u8], length: usize| {
            let mut out = vec![0; length];
            Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut out).expect("a length");
            out
        };
        let secret = expand(&self.auth, shared.raw_secret_bytes(), &info, 32);
        let key: [u8; 16] = expand(salt, &secret, b"Content-Encoding: aes128gcm\0", 16).try_into().expect("16");
        let nonce: [u8; 12] = expand(salt, &secret, b"Content-Encoding: nonce\0", 12).try_into().expect("12");
        let mut opened =
            Aes128Gcm::new(&key.into()).decrypt(&Nonce::from(nonce), sealed).expect("encrypted for this browser");
        while opened.last() == Some(&0) {
            opened.pop();
        }
        assert_eq!(opened.pop(), Some(2), "the last record");
        serde_json::from_slice(&opened).expect("JSON")
    }
}

/// The claims of a message's sender, after the signature is verified with the programme's VAPID key.
pub async fn sender_of(heard: &Heard, server: &TestServer) -> Value {
    let named = server.visitor().get("/api/config").await.expect(200)["vapidKey"].as_str().expect("a key").to_owned();
    let words = heard.header("authorization").strip_prefix("vapid t=").expect("VAPID");
    let (token, key) = words.split_once(", k=").expect("a key");
    assert_eq!(key, named);
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    let verifier = VerifyingKey::from_sec1_bytes(&bytes(key)).expect("a key");
    let signature = Signature::from_slice(&bytes(signature)).expect("a signature");
    verifier.verify(signed.as_bytes(), &signature).expect("signed by the programme");
    let (head, claims) = signed.split_once('.').expect("two parts");
    assert_eq!(serde_json::from_slice::<Value>(&bytes(head)).expect("JSON")["alg"], "ES256");
    serde_json::from_slice(&bytes(claims)).expect("JSON")
}

/// The newest push messages in admin, once one fulfils `wanted`.
pub async fn fate(server: &TestServer, wanted: impl Fn(&Value) -> bool) -> Value {
    let desk = server.staff(kapok::auth::Role::Support).await;
    newest(&desk, "/api/admin/messages?channel=push", wanted).await
}
