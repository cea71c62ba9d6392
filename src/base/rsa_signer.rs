//! Private RSA keys that sign for other companies' services: RSASSA-PKCS1-v1_5 with SHA-256.

use anyhow::{Context, anyhow, bail};
use ring::rand::SystemRandom;
use ring::signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

/// A private key of 2,048 bits or more.
#[derive(Debug)]
pub struct RsaSigner(RsaKeyPair);

impl RsaSigner {
    /// Reads a key in PEM, PKCS #8 or PKCS #1. No error quotes the text.
    pub fn read(pem: &str) -> anyhow::Result<Self> {
        if pem.contains("ENCRYPTED") {
            bail!("the key has a passphrase; remove it with openssl rsa -in OLD.pem -out NEW.pem");
        }
        let key =
            PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(|_| anyhow!("there is no private key in PEM"))?;
        let key = match key {
            PrivateKeyDer::Pkcs8(der) => RsaKeyPair::from_pkcs8(der.secret_pkcs8_der()),
            PrivateKeyDer::Pkcs1(der) => RsaKeyPair::from_der(der.secret_pkcs1_der()),
            _ => bail!("the private key is no RSA key"),
        };
        key.map(Self).map_err(|refused| anyhow!("the private key is no RSA key of 2048 bits or more: {refused}"))
    }

    /// The public key, as RSAPublicKey in DER.
    pub fn public_key(&self) -> &[u8] {
        self.0.public_key().as_ref()
    }

    /// Signs the bytes.
    pub fn sign(&self, bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
        let mut signature = vec![0; self.0.public().modulus_len()];
        let signed = self.0.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), bytes, &mut signature);
        signed.ok().context("the RSA key does not sign")?;
        Ok(signature)
    }
}
